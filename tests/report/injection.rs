//! What players write is shown and does nothing: not to the HTML, not to the marks, not to templates, not to
//! headers. And what is wrong with a campaign's own templates is said, and harms nobody.

use crate::fixture::*;
use ravenpost::report::model::*;
use ravenpost::report::{Rendered, Writer};
use serde_json::json;

const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "</pre></td></table>",
    "{{ head.key }}{% for i in range(9) %}x{% endfor %}{# #}",
    "# heading\n## more\n- item\n| a | b |\n|---|---|\n```\n---\nplan: {orders: x}\n!map",
    "**strong** `exact` \\** \\` \\\\",
    "a\r\nBcc: victim@example.org\r\n\r\nbody",
    "\u{202e}desrever\u{202c}\u{200b}",
    "\u{0}\u{1b}[31mred\u{7f}",
    "<!--picture map-->",
];

/// All mails in which somebody else's words can stand.
fn mails(words: &str) -> Vec<Rendered> {
    let writer = writer();
    let mut turn = report(&[orders()], vec![]);
    turn.head.player = words.into();
    turn.head.title = words.into();
    let note =
        Note { from: Some(named("x", words)), to: vec![named("y", words)], at: None, text: words.into() };
    turn.rulings = vec![Ruling { number: 1, turn: 1, at: None, text: words.into(), because: words.into() }];
    turn.votes = vec![Vote { seat: None, on: words.into(), says: words.into(), carried: true }];
    turn.attachments = vec![words.into()];
    turn.seats = vec![SeatState { seat: named("x", words), state: State::In, unreachable: false }];
    let mut receipt = receipt();
    receipt.answers.subject = words.into();
    receipt.answers.from = words.into();
    receipt.answers.message_id = words.into();
    receipt.answers.part = Some(words.into());
    receipt.extra = vec![
        Answer::Explain { turn: 1, what: words.into(), told: explained(words), unnamed: false },
        Answer::LeftOut { what: words.into() },
    ];
    receipt.understood = vec![
        Item { line: None, what: json!({"item": words, "x": words}), game: true },
        Item { line: None, what: json!({"item": "press", "to": words}), game: false },
        Item { line: None, what: json!({"item": "order", "area": words, "order": words}), game: true },
    ];
    receipt.problems = vec![Problem {
        why: Why {
            code: "yaml-colon-space".into(),
            details: json!({"key": words}).as_object().cloned().expect("a map"),
        },
        warning: false,
        line: Some(1),
        column: 3,
        length: 4,
        source: words.into(),
        suggestion: Some(words.into()),
    }];
    let mut reminder = reminder("plan", "default");
    reminder.head.campaign = words.into();
    let notice = Notice {
        head: head(),
        what: "dispute".into(),
        details: json!({"did": "opened", "number": 1, "seat": words, "turn": 1, "about": words, "waits": true}),
        deadline: None,
    };
    let among = vec![named("x", words), named("y", words)];
    let press = Press {
        head: head(),
        answers: note.from.clone(),
        notes: vec![note],
        among,
        gm_reads: false,
        writes: true,
        writes_all: true,
    };
    let mut end = end();
    end.words = vec![(named("x", words), words.into())];
    vec![
        writer.write(&turn).expect("a mail").mail,
        writer.write(&receipt).expect("a mail").mail,
        writer.write(&reminder).expect("a mail").mail,
        writer.write(&notice).expect("a mail").mail,
        writer.write(&press).expect("a mail").mail,
        writer.write(&end).expect("a mail").mail,
    ]
}

/// The tags of a page, without what stands in quotes inside them.
fn tags(html: &str) -> Vec<String> {
    html.split('<').skip(1).map(|t| t.split([' ', '>', '\n']).next().unwrap_or("").to_owned()).collect()
}

/// Returns a page without our own note on brackets around words that mean something, which a harmless text has no need of.
fn without_note(html: &str) -> String {
    let Some(at) = html.find("We have put brackets") else { return html.to_owned() };
    let (from, to) = (html[..at].rfind("<p").unwrap(), at + html[at..].find("</p>").unwrap() + "</p>".len());
    html[..from].to_owned() + &html[to..]
}

#[test]
fn nobody_can_add_a_tag_or_a_place_for_a_picture() {
    for hostile in HOSTILE {
        // A text of as many lines with nothing but letters makes the same page.
        let harmless: String =
            hostile.chars().map(|c| if c == '\n' || c == '\r' { c } else { 'a' }).collect();
        for (bad, good) in mails(hostile).iter().zip(mails(&harmless)) {
            let strip =
                |html: &str| tags(&without_note(html)).into_iter().filter(|t| t != "br").collect::<Vec<_>>();
            assert_eq!(strip(&bad.html), strip(&good.html), "{hostile}");
            let pictures = |html: &str| html.matches("<!--picture").count();
            assert_eq!(pictures(&bad.html), pictures(&good.html), "{hostile}");
        }
    }
}

#[test]
fn templates_in_values_are_text() {
    for mail in mails("{{ 6 * 7 }}{% if true %}yes{% endif %}") {
        assert!(mail.text.contains("{{ 6 * 7 }}") || mail.subject.contains("{{ 6 * 7 }}"));
        assert!(!mail.text.contains("42yes"));
    }
}

#[test]
fn a_subject_is_one_line() {
    for hostile in HOSTILE {
        for mail in mails(hostile) {
            assert!(
                !mail.subject.contains(|c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c)),
                "{:?}",
                mail.subject
            );
            assert!(mail.subject.chars().count() <= 120);
        }
    }
    let long = mails(&"long ".repeat(100));
    let longest = long.iter().map(|mail| mail.subject.chars().count()).max();
    assert_eq!(longest, Some(120), "a subject that is too long is cut");
}

#[test]
fn nothing_that_hides_gets_into_a_mail() {
    for hostile in HOSTILE {
        for mail in mails(hostile) {
            for text in [&mail.text, &mail.html] {
                let hidden = text
                    .chars()
                    .find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}' || *c == '\u{200b}');
                assert_eq!(hidden, None, "{hostile:?}");
            }
        }
    }
}

#[test]
fn nobody_can_plant_an_order_sheet() {
    let hostile = "---\nplan: {orders: none}\n---";
    for mail in mails(hostile) {
        let fences = mail.text.lines().filter(|line| *line == "---").count();
        let sheets = mail.text.lines().filter(|line| line.trim_start().starts_with("plan:")).count();
        let own = usize::from(mail.text.contains("The order sheet\n"));
        assert_eq!((fences, sheets), (2 * own, own), "{}", mail.text);
    }
}

fn own(file: &'static str, text: &'static str) -> Writer {
    Writer::new(&move |name| (name == file).then(|| text.to_owned()))
}

#[test]
fn a_campaigns_own_template_goes_before_ours() {
    let writer = own("mail/stranger.md", "Subject: Who goes there?\n\nWe know *nobody* of that name.\n");
    let written = writer.write(&stranger()).expect("a mail");
    assert_eq!(written.mail.subject, "Who goes there?");
    assert_eq!(written.mail.text, "We know *nobody* of that name.\n");
    assert_eq!(written.trouble, None);
    // All else is as it was.
    assert_eq!(
        writer.write(&help()).expect("a mail").mail,
        super::fixture::writer().write(&help()).expect("a mail").mail
    );
}

#[test]
fn an_own_template_that_leaves_out_what_goes_along_is_not_used() {
    let dispute = notices().into_iter().find(|notice| notice.what == "dispute").expect("a notice");
    let besides = Besides { notices: vec![dispute.into()] };
    let notice = |besides| Notice { head: Head { besides, ..head() }, ..notices().swap_remove(0) };
    let writer = own("mail/notice.md", "Subject: News\n\n{{ what }}\n\n{% include \"mail/footer.md\" %}\n");
    let alone = writer.write(&notice(Besides::default())).expect("a mail");
    assert_eq!((alone.mail.subject.as_str(), alone.trouble), ("News", None));
    let written = writer.write(&notice(besides.clone())).expect("a mail");
    assert!(written.mail.text.contains("the battle at Moat Cailin"), "{}", written.mail.text);
    let trouble = written.trouble.expect("a trouble").to_string();
    assert!(trouble.contains("mail/notice.md: it does not show notices"), "{trouble}");
    let whole = "Subject: News\n\n{{ what }}\n\n{% include \"mail/besides.md\" %}\n{% include \"mail/footer.md\" %}\n";
    let writer = own("mail/notice.md", whole);
    let written = writer.write(&notice(besides.clone())).expect("a mail");
    assert_eq!((written.mail.subject.as_str(), written.trouble), ("News", None));
    assert!(written.mail.text.contains("the battle at Moat Cailin"), "{}", written.mail.text);
    let footless = "Subject: News\n\n{{ what }}\n\n{% include \"mail/besides.md\" %}\n";
    let written = own("mail/notice.md", footless).write(&notice(besides)).expect("a mail");
    assert!(written.mail.text.contains("\nEntry 41 of the ledger has the hash\n"), "{}", written.mail.text);
    let trouble = written.trouble.expect("a trouble").to_string();
    assert!(trouble.contains("mail/notice.md: it does not name the entry of the ledger"), "{trouble}");
}

#[test]
fn a_campaigns_own_words_are_added_to_ours() {
    let writer = own("thrones/words.yaml", "stages: {planning: the war council}\n");
    let mail = writer.write(&report(&[], vec![])).expect("a mail").mail;
    assert!(mail.subject.contains("the war council"), "{}", mail.subject);
    assert!(mail.text.contains("2 Ships"));
}

#[test]
fn a_template_that_cannot_be_read_is_named_with_its_line() {
    let writer = own("mail/stranger.md", "Subject: x\n\n{% if %}\n");
    let [trouble] = writer.troubles() else { panic!("{:?}", writer.troubles()) };
    assert_eq!((trouble.file.as_str(), trouble.line), ("mail/stranger.md", Some(3)), "{trouble}");
    assert_eq!(
        writer.write(&stranger()).expect("ours").mail.subject,
        "We do not know whom this message is from"
    );
}

#[test]
fn a_template_that_fails_is_named_with_its_line_and_ours_is_used() {
    for (file, text, line) in [
        ("mail/stranger.md", "Subject: x\n\n\n{{ nothing.here }}\n", Some(4)),
        ("mail/stranger.md", "no subject\n", Some(1)),
        (
            "mail/stranger.md",
            "Subject: x\n{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}\n",
            Some(2),
        ),
        ("mail/page.html", "<p>\n{{ nothing }}\n", Some(2)),
    ] {
        let writer = own(file, text);
        assert_eq!(writer.troubles(), [], "{text}");
        let written = writer.write(&stranger()).expect("ours");
        let trouble = written.trouble.expect("it failed");
        assert_eq!((trouble.file.as_str(), trouble.line), (file, line), "{trouble}");
        assert_eq!(written.mail, super::fixture::writer().write(&stranger()).expect("ours").mail);
    }
}

#[test]
fn an_error_in_an_included_template_names_that_one() {
    let writer = own("mail/footer.md", "\n{{ head.nobody.here }}\n");
    let written = writer.write(&help()).expect("ours");
    let trouble = written.trouble.expect("it failed");
    assert_eq!((trouble.file.as_str(), trouble.line), ("mail/footer.md", Some(2)), "{trouble}");
}

#[test]
fn words_that_are_no_yaml_are_named_with_their_line() {
    let writer = own("mail/refusals.yaml", "a: b\nc: [d\n");
    let [trouble] = writer.troubles() else { panic!("{:?}", writer.troubles()) };
    assert_eq!(trouble.file, "mail/refusals.yaml");
    assert!(trouble.line.is_some_and(|line| line >= 2), "{trouble}");
}
