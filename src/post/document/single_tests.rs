//! Lines of which one condition alone decides what they are, each beside the nearest that is something else.

use super::block::{Candidate, find};
use super::feet::foot;
use super::layout::{Zone, lay};
use super::own_lines::{OwnLine, own_lines};
use super::phrases::header_block;
use super::sheet_edits::merge;
use super::taming::tame_lines;
use super::typography::normalise;
use super::yaml_line::{Shape, is_words, pair, shape};
use super::{Document, Fate, Found, Key, Quoting, Takes, document};
use crate::post::letter::read;

const KEYS: [Key<'static>; 4] = [
    Key { name: "plan", takes: Takes::Structure },
    Key { name: "press", takes: Takes::Structure },
    Key { name: "final", takes: Takes::Words(1) },
    Key { name: "seat", takes: Takes::Words(4) },
];

fn read_in(text: &str) -> Found {
    let mail = format!("From: a@example.org\nContent-Type: text/plain; charset=utf-8\n\n{text}");
    let quoting = Quoting { is_key: &|_| false, is_unfilled: &|_| false, answers: true };
    document(&read(mail.as_bytes()), &KEYS, quoting)
}

/// The lines of a text that count, where `Our foot` is a line of our messages.
fn own(text: &str) -> Vec<String> {
    let lines = own_lines(&read_in(text), &|line| line.contains("Our foot"), &|_| false);
    lines.into_iter().map(|line| line.text).collect()
}

fn zones(text: &str) -> Vec<Zone> {
    lay(text).into_iter().map(|line| line.zone).collect()
}

fn written(text: &str) -> Option<String> {
    read_in(text).document.ok().map(|document: Document| document.text.trim_end().to_owned())
}

#[test]
fn below_a_copy_a_quotation_gives_the_word_to_nobody() {
    let wrote = "On 20 Nov 2026 GM <gm@example.org> wrote:\n> x\n";
    let last = |text: &str| zones(text).pop().unwrap();
    assert_eq!(last(&format!("A march\n{wrote}\nB raid")), Zone::Own);
    assert_eq!(last(&format!("A march\n-----Original Message-----\ny\n{wrote}\nB raid")), Zone::Copy);
}

#[test]
fn what_a_signature_adds_is_no_line_of_the_letter() {
    let signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nA march\n- -- drawn\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEB\n-----END PGP SIGNATURE-----\nB raid";
    use Zone::{Own, Separator, Signature};
    assert_eq!(
        zones(signed),
        [Separator, Separator, Separator, Own, Own, Signature, Signature, Signature, Signature, Own]
    );
    assert_eq!(zones("A march\n-----BEGIN PGP SIGNATURE-----\niQEzBAEB"), [Own, Own, Own]);
}

#[test]
fn words_of_others_stay_theirs_inside_an_opening() {
    for (begin, end) in [
        ("-----BEGIN RAVENPOST OPENING-----", "-----END RAVENPOST OPENING-----"),
        (
            "-----BEGIN RAVENPOST OPENING-----",
            "| -----END RAVENPOST OPENING-----\n-----END RAVENPOST OPENING-----",
        ),
    ] {
        for (line, zone) in zip_zones(&format!("{begin}\nabcd\n| efgh\n{end}\nB raid")) {
            let is = if line.starts_with("| ") {
                Zone::Others
            } else if line == "B raid" {
                Zone::Own
            } else {
                Zone::Armour
            };
            assert_eq!(zone, is, "{line}");
        }
    }
}

fn zip_zones(text: &str) -> Vec<(String, Zone)> {
    lay(text).into_iter().map(|line| (line.raw.to_owned(), line.zone)).collect()
}

/// A drawn line of ten or more may stand above a copy; a shorter one is the sender's.
#[test]
fn a_rule_is_ten_long_or_more() {
    let maltese = "Minn: GM <gm@example.org>\nMibgħut: 20 Novembru 2026\nLil: Anna\n\nplan: {x: 1}";
    for (length, zone) in [(9, Zone::Own), (10, Zone::Copy), (11, Zone::Copy)] {
        let text = format!("A march\n{}\n{maltese}", "_".repeat(length));
        assert_eq!(zones(&text).pop(), Some(zone), "{length}");
    }
    let footer = "______________\nToy mailing list\nhttp://lists.example.org/listinfo/toy";
    assert_eq!(zones(&format!("A march\n{footer}"))[1..], [Zone::Signature; 3]);
    assert_eq!(zones("A march\n______________\nB raid")[1..], [Zone::Separator, Zone::Own]);
}

/// Headers in a language that is not known have a year of our century.
#[test]
fn headers_are_known_by_an_address_and_a_year() {
    let block = |year: &str, address: &str| {
        let lines =
            [format!("Minn: GM {address}"), format!("Mibgħut: 20 Novembru {year}"), "Lil: Anna".into()];
        header_block(&lines.iter().map(String::as_str).collect::<Vec<_>>(), true)
    };
    assert_eq!(block("2026", "<gm@example.org>"), 3);
    for (year, address) in [
        ("1926", "<gm@example.org>"),
        ("20267", "<gm@example.org>"),
        ("202", "<gm@example.org>"),
        ("2026", ""),
    ] {
        assert_eq!(block(year, address), 0, "{year} {address}");
    }
}

fn feet(text: &str) -> usize {
    let mut paragraph = 0;
    let mut lines = Vec::new();
    for (number, text) in (1..).zip(text.lines()) {
        if text.is_empty() {
            paragraph += 1;
            continue;
        }
        let text = text.to_owned();
        lines.push(OwnLine { number, raw: text.clone(), text, used: None, paragraph });
    }
    foot(&lines, &|line| line == "Best regards")
}

#[test]
fn a_card_has_no_questions_and_more_than_one_line() {
    for (card, count) in [
        ("Best regards\nAnna Holt\nHolt LLP\nwww.holt.example", 4),
        ("Best regards\nAnna Holt\nDo you march?\nwww.holt.example", 0),
        ("Best regards\nAnna Holt\nWe march!\nwww.holt.example", 0),
        ("Best regards\nwww.holt.example", 0),
        ("Anna Holt\nwww.holt.example\nanna@holt.example", 3),
        ("Anna Holt\nwww.holt.example", 0),
    ] {
        assert_eq!(feet(&format!("A march\n\n{card}")), count, "{card}");
    }
}

/// Marks between the parts of a notice are of it; alone they are nothing.
#[test]
fn marks_are_of_the_notice_above_them() {
    let notice = "This e-mail is confidential and intended solely for the intended recipient.\nIf you have received it in error, please delete it.";
    assert_eq!(feet(&format!("A march\n\n{notice}")), 2);
    assert_eq!(feet(&format!("A march\n\n{notice}\n\n*****")), 3);
    assert_eq!(feet(&format!("A march\n\n*****\n\n{notice}")), 2);
    assert_eq!(feet(&format!("A march\n\n***** {notice}")), 2);
    assert_eq!(feet("A march\n\n*****"), 0);
}

#[test]
fn a_name_before_a_colon_is_put_in_brackets_where_it_could_mean_something() {
    let tamed = |line: &str| tame_lines(line, &KEYS).remove(0);
    for (line, is) in [
        ("plan: x", "(plan:) x"),
        ("\"plan\": x", "(\"plan\":) x"),
        ("my plan:x", "my (plan:)x"),
        ("explan: x", "explan: x"),
        // A misspelt name counts where a blank or nothing is behind it.
        ("plam: x", "(plam:) x"),
        ("plam:x", "plam:x"),
        ("plam:/x", "plam:/x"),
        ("plam:\\x", "plam:\\x"),
        ("a-seats: x", "a-seats: x"),
        // Above a quotation an address is announced, and not its half.
        ("anna@example: x", "(anna@example:) x"),
        ("anna wrote 10:30 and: x", "anna wrote 10:30 (and:) x"),
        ("anna wrote 10:/x", "anna wrote 10:/x"),
        ("anna@example.org (:) x", "anna@example.org (:) x"),
    ] {
        assert_eq!(tamed(line), is, "{line}");
    }
}

#[test]
fn stars_and_dashes_mean_what_they_look_like() {
    for (line, is) in [
        ("*plan:* x", "plan: x"),
        ("*plan*: x", "plan: x"),
        ("* plan*: x", "* plan*: x"),
        ("*plan *: x", "*plan *: x"),
        ("*plan*:x", "*plan*:x"),
        ("—", "--"),
        ("—-", "---"),
        ("–", "-"),
        ("  —  ", "  --"),
    ] {
        assert_eq!(normalise(line), is, "{line}");
    }
}

#[test]
fn lines_are_of_one_shape() {
    for (line, is) in [
        ("", Shape::Blank),
        ("  ", Shape::Blank),
        ("...", Shape::End),
        ("# a: b", Shape::Comment),
        ("#a: b", Shape::Comment),
        ("-", Shape::Item),
        ("- a: b", Shape::Item),
        ("--", Shape::Other),
        ("---", Shape::Fence),
        ("a:b", Shape::Other),
        ("a: b", Shape::Pair { key: "a", value: "b" }),
    ] {
        assert_eq!(shape(line), is, "{line}");
    }
    for line in ["{a: b", "[a: b", "&a: b", "!a: b", "@a: b", "|a: b", "?a: b", ",a: b", "\"a\" b: c", ": b"]
    {
        assert_eq!(pair(line), None, "{line}");
    }
    assert_eq!(pair("\"a: b\": c"), Some(("a: b", "c")));
    for (value, most, is) in [
        ("", 4, false),
        ("a b", 2, true),
        ("a b c", 2, false),
        ("a b.", 2, false),
        ("'a b c.'", 2, true),
        ("'", 2, true),
        ("'a b c.\"", 2, false),
        ("{a b c", 2, true),
    ] {
        assert_eq!(is_words(value, most), is, "{value}");
    }
}

fn blocks(text: &str) -> Vec<String> {
    let cands: Vec<Candidate<'_>> =
        text.lines().enumerate().map(|(line, text)| Candidate { line, text: text.into() }).collect();
    let lines = |block: super::block::Block<'_>| {
        block.lines.iter().map(|cand| cand.text.to_string()).collect::<Vec<_>>().join("/")
    };
    find(&cands, &KEYS).blocks.into_iter().map(lines).collect()
}

#[test]
fn a_document_begins_where_its_first_line_says_something() {
    for (text, is) in [
        ("seat: ash", &["seat: ash"][..]),
        ("seat:", &[]),
        ("seat:\nfinal: yes", &["final: yes"]),
        // A misspelt name begins one only with a document below it, at the same depth.
        ("seet: ash\nfinal: yes", &["seet: ash/final: yes"]),
        ("seet: ash\n  final: yes", &["final: yes"]),
        ("seet: ash\nand more", &[]),
        ("seet: ash\n\nfinal: yes", &["final: yes"]),
        ("plan: |\n  a", &["plan: |/  a"]),
        ("plan: >-\n  a", &["plan: >-/  a"]),
        ("plan: |abc\n  a", &[]),
        ("plan: |\na", &[]),
        ("plan:\n  {x: 1}", &["plan:/  {x: 1}"]),
        ("plan:\n  [x, 1]", &["plan:/  [x, 1]"]),
        ("plan:\n  x and more", &[]),
    ] {
        assert_eq!(blocks(text), is, "{text}");
    }
}

#[test]
fn a_heading_above_the_end_of_a_fence_is_no_line_of_it() {
    assert_eq!(blocks("---\nfinal: yes\n---\nseat"), ["final: yes"]);
    assert_eq!(blocks("---\nseat: ash\nThanks\n------"), ["seat: ash"]);
    // Only a drawn line is below a heading.
    assert_eq!(blocks("---\nseat: ash\nBye\n..."), ["seat: ash/Bye"]);
    // As long as the line above it, but no line of its own below the document.
    assert_eq!(blocks("---\nseat: ash\nThanks\n---"), ["seat: ash/Thanks"]);
}

#[test]
fn of_a_key_that_is_given_twice_the_first_counts() {
    let both = "plan: {x: 1}\n\nHi\n\nplan: {x: 2}";
    assert_eq!(written(both).as_deref(), Some("plan: {x: 1}"));
    let other = "plan: {x: 1}\n\nHi\n\npress: {x: 2}";
    assert!(
        written(other).is_some_and(|text| text.contains("press: {x: 2}") && text.contains("plan: {x: 1}"))
    );
}

#[test]
fn below_two_dashes_a_document_counts_if_there_is_no_other() {
    assert_eq!(written("A march\n-- \nfinal: yes").as_deref(), Some("final: yes"));
    assert_eq!(written("final: no\n-- \nseat: ash").as_deref(), Some("final: no"));
    assert_eq!(written("A march\n-- \nAnna"), None);
}

/// The end of a long line between quoted ones goes on it; of a short one, or below a name, it does not.
#[test]
fn the_rest_of_a_wrapped_line_goes_where_the_line_is() {
    let quoted = |text: &str| text.lines().map(str::to_owned).enumerate().collect::<Vec<_>>();
    let merged = |above: &str, below: &str| {
        let all = quoted(&format!("plan:\n{above}\n{below}\nbids: 1"));
        let cand = |at: usize| Candidate { line: all[at].0, text: all[at].1.clone().into() };
        let lines = merge(&[cand(0), cand(1), cand(3)], &[cand(2)]).lines;
        lines.iter().any(|line| line.text.trim() == below)
    };
    let long = format!("  orders: {}", "ab ".repeat(18));
    assert!(merged(&long, "crossroads-of-the-north and all the rest of it is here"));
    assert!(!merged("  orders: a", "crossroads-of-the-north and all the rest of it is here"));
    assert!(!merged(
        &format!("  {}:", "ab ".repeat(18).trim()),
        "crossroads-of-the-north and all the rest of it is here"
    ));
}

#[test]
fn an_answer_below_a_quotation_is_parted_from_it_and_above_no_other() {
    let quoted = "On 20 Nov 2026 GM wrote:\n> Press\n> Our foot\n";
    assert_eq!(own(&format!("{quoted}\nA march")), ["A march"]);
    assert_eq!(own(&format!("{quoted}\nA march\nOur foot")), Vec::<String>::new());
    assert_eq!(own("On 20 Nov 2026 GM wrote:\n> Press\nOur foot\n> x\n\nA march"), Vec::<String>::new());
    assert_eq!(own("A march\n\nOur foot:\n> x"), ["A march"]);
    assert_eq!(own("A march\n\nB raid\n\nOur foot\n\nOur foot"), ["A march"]);
    let fates: Vec<Fate> = read_in("Hi\n> x").lines.into_iter().map(|line| line.fate).collect();
    assert_eq!(fates.len(), 2);
}

/// Brackets may stay open over one empty line, and not over two.
#[test]
fn an_open_bracket_goes_on_below_one_empty_line() {
    for (empty, goes_on) in [("", true), ("\n", true), ("\n\n", false)] {
        let whole = blocks(&format!("plan: {{x: 1,\n{empty}y: 2}}")).join("/");
        assert!(whole.starts_with("plan: {x: 1,"), "{whole}");
        assert_eq!(whole.contains("y: 2"), goes_on, "{empty:?}: {whole}");
    }
}

/// Two of our sheets below one another, with no mark between them, are one message and its copy.
#[test]
fn of_our_sheets_without_a_mark_the_first_counts() {
    const WITH_KEY: [Key<'static>; 2] =
        [Key { name: "key", takes: Takes::Words(4) }, Key { name: "plan", takes: Takes::Structure }];
    let text = "key: abcd\nplan: {x: 1}\n\nHi\n\nkey: abcd\nplan: {x: 2}";
    for is_key in [true, false] {
        let mail = format!("From: a@example.org\nContent-Type: text/plain; charset=utf-8\n\n{text}");
        let of_us = move |_: &str| is_key;
        let quoting = Quoting { is_key: &of_us, is_unfilled: &|_| true, answers: true };
        let found = document(&read(mail.as_bytes()), &WITH_KEY, quoting);
        let told = !found.notes.is_empty();
        let found = found.document.ok().map(|document| document.text.trim_end().to_owned());
        assert_eq!((found.as_deref(), told), (Some("key: abcd\nplan: {x: 1}"), !is_key));
    }
}

#[test]
fn a_document_that_is_set_in_is_read_without_its_margin() {
    for margin in ["", " ", "  ", "    "] {
        let text = format!("{margin}seat: ash\n{margin}plan:\n{margin}  x: 1\n{margin}final: yes");
        assert_eq!(blocks(&text), ["seat: ash/plan:/  x: 1/final: yes"], "{margin:?}");
    }
}

#[test]
fn a_misspelt_name_has_few_words_behind_it() {
    assert_eq!(blocks("seet: one two three four\nfinal: yes"), ["seet: one two three four/final: yes"]);
    assert_eq!(blocks("seet: one two three four five\nfinal: yes"), ["final: yes"]);
}

#[test]
fn the_name_of_a_header_has_three_words_at_most() {
    for (name, count) in [("Minn", 3), ("one two three", 3), ("one two three four", 0)] {
        let first = format!("{name}: GM <gm@example.org>");
        let lines = [first.as_str(), "Mibgħut: 20 Novembru 2026", "Lil: Anna"];
        assert_eq!(header_block(&lines, true), count, "{name}");
    }
    assert_eq!(header_block(&["Minn: GM <gm@example.org>", "Mibgħut: 20 Novembru 2026"], true), 0);
}

#[test]
fn what_we_put_in_armour_begins_and_ends_with_dashes() {
    let of = |begin: &str, end: &str| zones(&format!("-----{begin}\nabcd\n-----{end}\nB raid"));
    use Zone::{Armour, Own};
    let (begin, end) = ("BEGIN RAVENPOST THING-----", "END RAVENPOST THING-----");
    assert_eq!(of(begin, end), [Armour, Armour, Armour, Own]);
    assert_eq!(of("BEGIN RAVENPOST and what is it?", end), [Own; 4]);
    assert_eq!(of(begin, "END RAVENPOST and so on"), [Own; 4]);
}

/// What is filled in right below a sheet is set in, or an item; anything else there is a text of its own.
#[test]
fn what_stands_right_below_a_sheet_is_of_it_if_it_is_set_in() {
    let sheet = "On 20 Nov 2026 GM wrote:\n> seat: ash\n> plan:\n>   bids:\n";
    let plan = |rest: &str| Some(format!("plan:\n  bids:{rest}"));
    for (below, is) in [
        ("    x: 1", plan("\n    x: 1")),
        ("    x: 1\n    y: 2", plan("\n    x: 1\n    y: 2")),
        ("  - a\n  - b", plan("\n    - a\n    - b")),
        ("x: 1", None),
        ("    x: 1\ny: 2", plan("\n    x: 1")),
        ("    x: 1\n- a", plan("\n    x: 1")),
        ("    x: 1\nHi", plan("\n    x: 1")),
        ("    x: 1\nHi\n    y: 2", plan("\n    x: 1")),
        ("    x: 1\n\n    y: 2", plan("\n    x: 1")),
        ("    x: 1\nfinal: yes", plan("\n    x: 1\nfinal: yes")),
        ("press: {y: 2}", Some("press: {y: 2}".to_owned())),
    ] {
        assert_eq!(written(&format!("{sheet}{below}")), is, "{below:?}");
    }
}

/// A list of words stands under its key wherever the document begins, and one of sentences does not.
#[test]
fn a_list_of_few_words_begins_a_document_at_any_line() {
    for above in ["", "Hi\n\n", "Hi all\n\nThis is what I wish to say today, and no more than that.\n\n\n\n"]
    {
        for (list, is_read) in [
            ("seat:\n- stark\n- house of stark", true),
            ("seat:\n\n- stark", true),
            ("final:\n- yes", true),
            ("final:\n- yes but no", false),
            ("seat:\n- the one that we have talked about", false),
            ("seat:\nthe one that we have talked about", false),
        ] {
            let text = format!("{above}{list}");
            assert_eq!(written(&text).is_some(), is_read, "{text}");
        }
    }
}

/// A quotation may begin with an empty line, and a line with our address above one announces it with its colon, below a signature too.
#[test]
fn what_is_right_above_a_quotation_announces_it() {
    for (below, is) in [
        ("> x", &["A march", "B raid"][..]),
        (">\n> x", &["A march", "B raid"]),
        ("> \n\n> x", &["A march", "B raid"]),
        ("Our foot:\n> x", &["A march", "B raid"]),
        ("Sent from my iPhone\n\nOur foot:\n> x", &["A march", "B raid"]),
        ("Sent from my iPhone\n\nOur foot:\n\n> x", &["A march", "B raid"]),
        ("Sent from my iPhone\n\nOur foot\n> x", &["A march"]),
        ("Sent from my iPhone\n\nOur foot:\nmore", &["A march"]),
    ] {
        assert_eq!(own(&format!("A march\n\nB raid\n\n{below}")), is, "{below:?}");
    }
}
