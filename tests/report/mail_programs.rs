//! What Gmail, Outlook and Apple Mail keep of our HTML: nothing that matters depends on anything else (caniemail.com has lists).

use crate::shape::all;
use std::collections::BTreeSet;

/// Properties that all of them keep inline, or without which a message looks plainer and loses nothing: Outlook for Windows has no
/// round corners, no half transparent grounds, and no greatest width, for which it gets a table.
const KEPT: [&str; 26] = [
    "background",
    "border",
    "border-bottom",
    "border-collapse",
    "border-left",
    "border-radius",
    "border-top",
    "color",
    "display",
    "font-family",
    "font-size",
    "font-weight",
    "height",
    "line-height",
    "list-style",
    "margin",
    "max-width",
    "mso-hide",
    "overflow-wrap",
    "padding",
    "padding-left",
    "padding-top",
    "text-align",
    "vertical-align",
    "white-space",
    "width",
];

#[test]
fn styles_are_those_that_mail_programs_keep() {
    for mail in all() {
        let (head, body) = mail.html.split_once("</head>").expect("a head");
        for style in body.split("style=\"").skip(1).filter_map(|part| part.split('"').next()) {
            for (name, value) in style.split(';').filter_map(|one| one.split_once(':')) {
                assert!(KEPT.contains(&name), "{name} in {}", mail.subject);
                assert!(name != "display" || value == "none" && style.contains("mso-hide:all"), "{style}");
                // Gmail drops a whole attribute with a colour of the newer notation, or with an address.
                assert!(!value.contains("url(") && !value.contains(" / "), "{style}");
            }
        }
        for element in ["<svg", "<details", "<summary", "<input", "<button", "<form", "<video"] {
            assert!(!body.contains(element), "{element} in {}", mail.subject);
        }
        // Gmail takes no more than 8 KiB of rules, and what they do is for phones, print and the dark alone.
        let rules =
            head.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).expect("rules").0;
        assert!(rules.len() < 4096, "{} bytes of rules", rules.len());
        let layout: BTreeSet<&str> =
            ["flex", "grid", "position:", "float:"].into_iter().filter(|one| rules.contains(one)).collect();
        assert!(layout.is_empty(), "{layout:?}");
    }
}

#[test]
fn outlook_gets_a_width_and_every_comment_of_its_own_ends() {
    for mail in all() {
        assert_eq!(mail.html.matches("<!--[if mso]>").count(), 2, "{}", mail.subject);
        assert_eq!(mail.html.matches("<![endif]-->").count(), 2, "{}", mail.subject);
        assert!(mail.html.contains("<table role=\"presentation\" width=\"680\""), "{}", mail.subject);
    }
}
