//! Tests of finding documents among prose.

use super::*;

const KEYS: [Key<'static>; 6] = [
    Key { name: "plan", takes: Takes::Structure },
    Key { name: "press", takes: Takes::Structure },
    Key { name: "final", takes: Takes::Words(1) },
    Key { name: "seat", takes: Takes::Words(4) },
    Key { name: "ask", takes: Takes::Words(4) },
    Key { name: "opening", takes: Takes::Any(1) },
];

fn found(text: &str) -> Vec<String> {
    let cands: Vec<Candidate> =
        text.lines().enumerate().map(|(line, text)| Candidate { line, text: text.into() }).collect();
    let join = |block: Block| block.lines.iter().map(|cand| &*cand.text).collect::<Vec<_>>().join("\n");
    find(&cands, &KEYS).blocks.into_iter().map(join).collect()
}

#[test]
fn no_key_is_taken_out_of_prose() {
    for prose in [
        "Plan: see below",
        "My plan: attack",
        "Plan:\n\nI will tell you tomorrow.",
        "Final: see you tomorrow.",
        "Final: yes, I think so",
        "Ask: could you send me the map?",
        "The plan: {nothing}",
        "Press: none from me",
        "I have a\nplan: we should march on Winterfell together",
        "http://plan:80/",
        "---\nHello\n---",
        "opening: I begin with a small march",
    ] {
        assert_eq!(found(prose), Vec::<String>::new(), "{prose}");
    }
}

#[test]
fn greeting_and_thanks_stay_outside() {
    let text = "Hi GM,\nhere is mine:\n\nSeat: stark\nplan:\n  orders: {A: hold}\n\n  bids: {x: 1}\nfinal:yes\n\nThanks: Bob\nBye";
    assert_eq!(found(text), ["Seat: stark\nplan:\n  orders: {A: hold}\n\n  bids: {x: 1}\nfinal: yes"]);
}

/// A mail program breaks a line where the next word would have been too long for it. Where that word still had room, whoever wrote
/// began a line of her own.
#[test]
fn only_a_line_whose_next_word_had_no_room_was_wrapped() {
    for (length, below, is_wrapped) in [
        (58, "there", false),
        (58, "crossroads-of-the-north", true),
        (68, "we", true),
        (86, "we", false),
        (48, "a-word-that-is-much-too-long-for-what-was-left", false),
    ] {
        let above =
            format!("  text: {}", "ab ".repeat(40)).chars().take(length - 1).collect::<String>() + "z";
        let text = format!("press:\n{above}\n{below} and more\nBye");
        let whole = found(&text).join("\n");
        assert_eq!(whole.contains(below), is_wrapped, "{length} {below}: {whole}");
    }
}

/// Words set in below an empty line go on a text of several lines, also below a line of it that looks like an entry; below a value that
/// is complete they do not.
#[test]
fn a_text_of_several_lines_goes_on_below_an_empty_line() {
    let text = "press:\n  text: |\n    note: this\n\n      and more\nBye";
    assert_eq!(found(text), ["press:\n  text: |\n    note: this\n\n      and more"]);
    assert_eq!(found("press:\n  text: this\n\n      and more\nBye"), ["press:\n  text: this"]);
}

#[test]
fn what_is_open_goes_on_and_is_put_deeper() {
    assert_eq!(
        found("plan:\n  orders: {A: hold,\nB: march}\nBye"),
        ["plan:\n  orders: {A: hold,\n    B: march}"]
    );
    assert_eq!(
        found("press: {to: all, text: \"one\ntwo: three\nfour\"}\nBye"),
        ["press: {to: all, text: \"one\n  two: three\n  four\"}"]
    );
    let long = "press:\n  text: let us meet at the crossroads and speak about what we two can\ndo there\nBye";
    assert_eq!(
        found(long),
        ["press:\n  text: let us meet at the crossroads and speak about what we two can\n    do there"]
    );
}

#[test]
fn fences_hold_everything() {
    assert_eq!(found("Hi\n---\nplan:\n  a: b\n\nodd line\n---\nBye"), ["plan:\n  a: b\n\nodd line"]);
    assert_eq!(found("```yaml\n  plan:\n    a: b\n```\nx"), ["plan:\n  a: b"]);
    assert_eq!(found("---\nplan:\n  a: b\nBye"), ["plan:\n  a: b"]);
    assert_eq!(found("---\nplan:\n  a: b\n\n  \n---\nBye"), ["plan:\n  a: b"]);
}

#[test]
fn typos_lists_and_braces() {
    assert_eq!(found("paln:\n  a: b"), ["paln:\n  a: b"]);
    assert_eq!(found("plan:\n- a\n- b: c\n  d: e\n- f\nBye"), ["plan:\n- a\n- b: c\n  d: e\n- f"]);
    assert_eq!(
        found("plan:\n  a:\n- x: 1\n  y: 2\n- z\n  b: c\nfinal: yes"),
        ["plan:\n  a:\n  - x: 1\n    y: 2\n  - z\n    b: c\nfinal: yes"]
    );
    assert_eq!(found("{\"plan\": {\n\"a\": 1\n}}\nBye"), ["{\"plan\": {\n\"a\": 1\n}}"]);
    assert_eq!(found("  plan:\n    a: b\n  final: yes\nBye"), ["plan:\n  a: b\nfinal: yes"]);
    assert_eq!(found("final: yes\nsaet: stark\nplann: {a: b}"), ["final: yes\nsaet: stark\nplann: {a: b}"]);
    assert_eq!(found("plan: {a: b}\n\nI like it.\n\nfinal: yes"), ["plan: {a: b}", "final: yes"]);
}

#[test]
fn prose_set_in_ends_a_plan() {
    let plan = "plan:\n  orders:\n    A: march";
    for below in [
        "  Thanks\n  Anna",
        " Anna, from the north",
        "    On Friday, November 20, 2026 at 10:00:00 AM GMT+1, GM wrote:",
        "  Le ven. 20 nov. 2026 à 10:00, GM a écrit :",
    ] {
        assert_eq!(found(&format!("{plan}\n{below}")), [plan], "{below}");
    }
    let text = "press:\n  to: all\n  text: |\n    On 20 Nov 2026 he wrote:\n    come\nfinal: yes";
    assert_eq!(found(text), [text]);
}

#[test]
fn notes_broken_in_transit_stay_notes() {
    let sheet = "plan:\n  orders:\n    Winterfell: ~               # march-1, march, support, defense,\nraid, consolidate\n    B: raid";
    let whole = "plan:\n  orders:\n    Winterfell: ~               # march-1, march, support, defense,\n    # raid, consolidate\n    B: raid";
    assert_eq!(found(sheet), [whole]);
    let note = "plan:\n  # One order each. Write for example march+1, raid*, support, or\nnone: nothing\n  orders: {A: raid}";
    let whole = "plan:\n  # One order each. Write for example march+1, raid*, support, or\n  # none: nothing\n  orders: {A: raid}";
    assert_eq!(found(note), [whole]);
}

#[test]
fn the_line_below_a_heading_closes_nothing() {
    let text = "---\nplan:\n  orders: {A: hold}\n\nThe position\n------------\n\nA: 2 units\n";
    assert_eq!(found(text), ["plan:\n  orders: {A: hold}"]);
    assert_eq!(found("---\nplan:\n  orders: {A: hold}\n-----\nThe position"), ["plan:\n  orders: {A: hold}"]);
    // A line drawn within a text of several lines.
    let drawn = "---\npress:\n  to: all\n  text: |\n    Peace\n    ---\n    or war\n---";
    assert_eq!(found(drawn), ["press:\n  to: all\n  text: |\n    Peace\n    ---\n    or war"]);
}

#[test]
fn what_is_open_between_fences_goes_on_and_braces_without_our_words_are_nothing() {
    assert_eq!(
        found("```\nplan: {bid: 4,\nprize: left}\nfinal: yes\n```\nBye"),
        ["plan: {bid: 4,\n  prize: left}\nfinal: yes"]
    );
    assert_eq!(found("```\n{colour: red,\n width: 3}\n```\nBye"), Vec::<String>::new());
}

#[test]
fn a_note_at_the_margin_that_was_broken_in_transit_stays_a_note() {
    let note = "# what I would like best is to go to the sea with all my ships";
    assert_eq!(
        found(&format!("plan:\n{note} and\nthen home\n  bids: {{x: 1}}")),
        [format!("plan:\n{note} and\n# then home\n  bids: {{x: 1}}")]
    );
}

/// The lines of the fences are no words of the letter, whatever the document between them looks like.
#[test]
fn fences_belong_to_what_is_between_them() {
    for document in [
        "plan:\n  a: b",
        "{\"plan\": {\"a\": 1}}",
        "{\"plan\": {\n\"a\": 1\n}}",
        "{\n\"plan\": 1\n}",
        "# mine\nplan: {a: b}",
    ] {
        for fence in ["---", "```"] {
            let text = format!("Hi\n{fence}\n{document}\n{fence}\nBye");
            let lines = || text.lines().enumerate();
            let cands: Vec<Candidate> =
                lines().map(|(line, text)| Candidate { line, text: text.into() }).collect();
            let fences: Vec<usize> = lines().filter(|(_, text)| *text == fence).map(|(n, _)| n).collect();
            let found = find(&cands, &KEYS).blocks;
            assert_eq!(
                found.iter().map(|block| block.fences.clone()).collect::<Vec<_>>(),
                [fences],
                "{text}"
            );
        }
    }
    // Braces that close nowhere, or name none of our sections, are nobody's.
    for text in ["```\n{\"plan\": {\n```\nBye", "```\n{colour: red}\n```"] {
        assert_eq!(found(text), Vec::<String>::new(), "{text}");
    }
}
