use super::*;
use proptest::prelude::*;

fn fault(text: &str) -> Fault {
    parse(text).expect_err(text).remove(0)
}

fn code(text: &str) -> &'static str {
    fault(text).why.code()
}

#[test]
fn a_tree_with_places() {
    let node = parse("plan:\n  orders: {Winterfell: march+0, Karhold: ~}\n  raids:\n    - a b\n").unwrap();
    let (key, plan) = &node.entries().unwrap()[0];
    assert_eq!((key.text(), key.span), (Some("plan"), Span { line: 1, column: 1, length: 4 }));
    let orders = plan.entries().unwrap();
    let first = orders[0].1.entries().unwrap();
    assert_eq!(first[0].1.span, Span { line: 2, column: 24, length: 7 });
    // Nothing stands where its key stands.
    assert!(first[1].1.is_empty());
    assert_eq!(first[1].1.span.column, 33);
    assert_eq!(orders[1].1.members()[0].text(), Some("a b"));
}

#[test]
fn fences_marks_and_spaces_of_mail_programs() {
    for text in [
        "---\nseat: stark\n---\n",
        "\u{feff}seat: stark",
        "seat:\u{a0}stark",
        "seat: “stark”",
        "{seat: 'stark'} # mine",
        "seat: stark\r\n",
    ] {
        let node = parse(text).unwrap_or_else(|f| panic!("{text:?}: {f:?}"));
        let value = node.entries().unwrap()[0].1.text().unwrap().to_owned();
        assert!(value == "stark" || value == "“stark”", "{value}");
    }
    assert_eq!(parse("text: “so: it is”").unwrap().entries().unwrap()[0].1.text(), Some("so: it is"));
}

#[test]
fn what_goes_wrong_has_a_code_and_a_place() {
    for (text, expected, line) in [
        ("a: [b, c", "yaml-unclosed", 1),
        ("a: {b: c\nd: e", "yaml-unclosed", 1),
        ("a: [1] # [\nb: {c: '{', d: [e\nf: g", "yaml-unclosed", 2),
        ("a: [b}", "yaml-mismatch", 1),
        ("a:\n\tb: c", "yaml-tab", 2),
        ("a: \"b", "yaml-quote", 1),
        ("a: 'b' c", "yaml-quote", 1),
        ("a: b: c", "yaml-colon", 1),
        ("a: b\nc:d\ne: f", "yaml-colon-space", 2),
        ("a: {b:c}", "yaml-colon-space", 1),
        ("a: b\n c: d", "yaml-colon", 2),
        ("a: *raid", "yaml-alias", 1),
        ("a: &x b", "yaml-anchor", 1),
        ("a: !b c", "yaml-tag", 1),
        ("a: &x [1]\nb: *x", "yaml-anchor", 1),
        ("<<: {a: b}", "yaml-merge", 1),
        ("a: b\n---\nc: d", "yaml-several-documents", 3),
        ("a: b\nc: d\na: e", "yaml-duplicate-key", 3),
        ("? [a]\n: b", "yaml-key", 1),
        ("%YAML 1.2\n---\na: b", "yaml-broken", 1),
        ("a: @b", "yaml-character", 1),
    ] {
        let fault = fault(text);
        assert_eq!(
            (fault.why.code(), fault.span.map(|s| s.line)),
            (expected, Some(line)),
            "{text:?}: {fault:?}"
        );
    }
    for once in ["final: yes\nfinal: Yes", "final: yes\na: b\nfinal: true"] {
        let node = parse(once).unwrap();
        assert_eq!(node.entries().unwrap().iter().filter(|(key, _)| key.text() == Some("final")).count(), 1);
    }
    for nothing in ["", "  \n", "---\n", "# only words\n"] {
        assert_eq!(code(nothing), "yaml-nothing");
    }
}

#[test]
fn both_places_of_a_key() {
    let faults = parse("o:\n  a: 1\n  b: 2\n  a: 3\n  b: 4\n").unwrap_err();
    let lines: Vec<_> =
        faults.iter().map(|f| (f.why.details()["first"].clone(), f.span.unwrap().line)).collect();
    assert_eq!(lines, [(2.into(), 4), (3.into(), 5)]);
}

#[test]
fn bombs_are_defused() {
    assert_eq!(code(&"a: b\n".repeat(20_000)), "yaml-too-long");
    assert_eq!(code(&format!("[{}]", "a,".repeat(20_100))), "yaml-too-many");
    assert_eq!(code(&"[".repeat(30_000)), "yaml-too-deep");
    assert_eq!(code(&format!("{}x{}", "{a: [".repeat(9), "]}".repeat(9))), "yaml-too-deep");
    let deep: String = (0..40).map(|i| format!("{}a:\n", " ".repeat(i))).collect();
    assert_eq!(code(&deep), "yaml-too-deep");
    let lol = "a: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n";
    assert_eq!(code(lol), "yaml-anchor");
}

#[test]
fn every_code_is_listed() {
    for text in ["a: [b", "a: {b:c}", "a: b: c", "", "a: *b", "a: !b c"] {
        assert!(REFUSALS.contains(&code(text)), "{text}");
    }
}

#[test]
fn what_our_messages_bracket_is_read_where_it_is_copied_from_them() {
    let said = |text: &str| super::super::plain(&parse(text).unwrap());
    let copied = "{place: [a, a], (play:) scots, summon: {faction: scots, (from:) londinium}}";
    assert_eq!(said(copied), said(&copied.replace("(play:)", "play:").replace("(from:)", "from:")));
    // Nothing changes where it can be read as it is, or where it is no name.
    assert_eq!(said("note: see (plan:) there"), serde_json::json!({"note": "see (plan:) there"}));
    for unread in ["{(a, b:) c}", "{(:) c}"] {
        assert!(parse(unread).is_err(), "{unread}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_panics(text in ".{0,200}") {
        let _ = parse(&text);
    }

    #[test]
    fn no_near_yaml_panics(text in r"([a-z]{1,3}|[:\-?\[\]{},&*!|>%@`#'\x22 \n\t~“’é])( |\n|:|: |){1,60}") {
        if let Err(faults) = parse(&text) {
            for fault in faults {
                super::super::excerpt(&text, &fault, "x");
            }
        }
    }

    #[test]
    fn spans_lie_in_the_text(text in r"([a-e: {}\[\],\n\-]|\n  |- ){0,60}") {
        fn check(node: &Node, lines: &[&str]) {
            let line = lines.get(node.span.line - 1).copied().unwrap_or_default();
            assert!(node.span.column <= line.chars().count() + 1, "{node:?}");
            for member in node.entries().into_iter().flatten().flat_map(|(k, v)| [k, v]) {
                check(member, lines);
            }
            if let Content::List(members) = &node.content {
                members.iter().for_each(|m| check(m, lines));
            }
        }
        if let Ok(node) = parse(&text) {
            check(&node, &text.lines().collect::<Vec<_>>());
        }
    }
}
