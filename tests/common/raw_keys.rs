//! No message to a player has the key of a question or a place in a plan in it: nobody who plays knows what `battle.cards.1` is. They are
//! in the order sheet, which has them for programs, and in what somebody has written.

use mail_parser::MessageParser;

/// The sections of a plan, as places in it begin.
const SECTIONS: [&str; 12] = [
    "abilities",
    "answers",
    "battle",
    "bids",
    "choices",
    "consolidate",
    "disband",
    "marches",
    "muster",
    "orders",
    "raids",
    "support",
];

/// Fails if the text of a mail to a player has a key that only programs understand. Game masters rule by keys.
///
/// # Panics
///
/// If it has one.
pub fn check(raw: &[u8]) {
    let letter = MessageParser::default().parse(raw).expect("a mail that was sent");
    let to = letter.to().and_then(|to| to.first()).and_then(|to| to.address()).unwrap_or_default();
    if ["maria", "gm"].iter().any(|name| to.starts_with(name)) {
        return;
    }
    let text = letter.body_text(0).unwrap_or_default();
    // The toy game of the library's own tests mails its models, and not what people read.
    if text.starts_with('{') {
        return;
    }
    let found = found(&text);
    assert!(
        found.is_none(),
        "“{}” is a key, in the mail “{}”:\n{text}",
        found.unwrap_or_default(),
        letter.subject().unwrap_or_default()
    );
}

/// Returns the first key outside of order sheets and of words that are quoted.
fn found(text: &str) -> Option<&str> {
    let mut in_sheet = false;
    text.lines()
        .filter(|line| {
            let is_mark = line.trim() == "---";
            in_sheet ^= is_mark;
            !in_sheet && !is_mark && !line.starts_with('|') && !line.starts_with('>')
        })
        .flat_map(|line| line.split(|c: char| c.is_whitespace() || "\"“”()[]{},;:".contains(c)))
        .find(|word| is_key(word.trim_matches(['.', '…'])))
}

/// Returns `true` for `3/marches/2/stark/retreat` and `marches.1`.
fn is_key(word: &str) -> bool {
    let is_name = |part: &str| part.starts_with(|c: char| c.is_ascii_lowercase());
    let mut parts = word.split('/');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_question =
        parts.next().is_some_and(is_number) && parts.next().is_some_and(is_name) && parts.next().is_some();
    // "orders.yaml" is a file.
    let is_file = [".yaml", ".yml", ".txt"].iter().any(|end| word.ends_with(end));
    let is_place = word.split_once('.').is_some_and(|(section, rest)| {
        SECTIONS.contains(&section)
            && rest.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
    });
    is_question || is_place && !is_file
}

#[test]
fn keys_are_found_where_people_read() {
    assert_eq!(
        found("We ask:\n- 6/westeros-1/0/greyjoy/disband/supply"),
        Some("6/westeros-1/0/greyjoy/disband/supply")
    );
    assert_eq!(found("From your plan, battle.cards.1."), Some("battle.cards.1."));
    let sheet = "A plan.\n---\nanswers:\n  6/raids/0/stark/raid: ~\n---\n| 1/raids/0/stark/raid\nBy 1/2 of 3/4, 20/11/2026. Your raids.";
    assert_eq!(found(sheet), None);
}
