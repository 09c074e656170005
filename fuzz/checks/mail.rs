//! What must hold for any bytes that come as a message.

use ravenpost::plan::KEYS;
use ravenpost::post::{Fate, Found, Letter, Note, Part, Quoting, document, document_with_sheet, read};

/// Limits for the number and depth of attached messages; see docs/mail.md.
const ENCLOSED: usize = 8;
const DEPTH: usize = 2;

/// Reads bytes as a message and searches for its sender's text. Checks that each line has one fate, that every position
/// exists, and that a second reading gives the same result.
pub fn check(raw: &[u8]) {
    let letter = read(raw);
    assert_eq!(letter, read(raw), "read twice");
    assert!(depth(&letter) <= DEPTH, "mails within mails");
    assert!(count(&letter) <= ENCLOSED, "too many mails");
    checked(&letter);
}

fn checked(letter: &Letter) {
    assert!(!letter.subject.contains(['\n', '\r']), "{:?}", letter.subject);
    assert!(letter.automatic.is_none() || letter.enclosed.is_empty(), "a machine's attached mail is opened");
    assert!(letter.parts.is_sorted_by_key(|part| part.kind));
    for (answers, knows) in [(false, true), (true, true), (true, false)] {
        let quoting = Quoting { is_key: &|_| knows, is_unfilled: &|text| text.contains('~'), answers };
        let found = document(letter, KEYS, quoting);
        accounted(letter, &found);
        assert_eq!(found, document(letter, KEYS, quoting), "found twice");
        accounted(letter, &document_with_sheet(letter, KEYS, quoting));
    }
    letter.enclosed.iter().for_each(|mail| checked(&letter.opened(mail)));
    letter.enclosed.iter().for_each(checked);
}

fn depth(letter: &Letter) -> usize {
    letter.enclosed.iter().map(|mail| 1 + depth(mail)).max().unwrap_or_default()
}

fn count(letter: &Letter) -> usize {
    letter.enclosed.iter().map(|mail| 1 + count(mail)).sum()
}

/// Checks that the text is where `found` says, and that every line is reported once.
fn accounted(letter: &Letter, found: &Found) {
    let part = found.part.map(|part| letter.parts.get(part).expect("a part that is there"));
    let texts: Vec<&str> = part.map(|part| part.text.lines().collect()).unwrap_or_default();
    let is_line = |number: usize| (1..=texts.len()).contains(&number);
    assert_eq!(found.lines.len(), texts.len(), "each line has a fate");
    for ((number, text), line) in (1..).zip(&texts).zip(&found.lines) {
        assert_eq!((line.number, line.text.as_str()), (number, *text));
        assert!(!matches!(line.fate, Fate::Replaced { by } if !is_line(by)), "{line:?}");
    }
    let mut used: Vec<usize> = found.lines.iter().filter_map(|line| used_at(line.fate)).collect();
    used.sort_unstable();
    match &found.document {
        Ok(document) => {
            let lines: Vec<&str> = document.text.lines().collect();
            let filled: Vec<usize> =
                (1..).zip(&lines).filter(|(_, text)| !text.is_empty()).map(|(n, _)| n).collect();
            assert_eq!(used, filled, "each line of the document is one of the mail\n{}", document.text);
            let longest = part.map_or(0, |part: &Part| 4 * part.text.len() + 64);
            assert!(document.text.len() <= longest, "{} bytes", document.text.len());
            // Any text can be read or refused without a panic.
            let _ = ravenpost::sheet::parse(&document.text);
        }
        Err(_) => assert!(used.is_empty() && found.passed.is_none()),
    }
    if let Some(passed) = &found.passed {
        assert_eq!(passed.text.lines().count(), passed.lines.len());
        assert!(passed.lines.iter().all(|number| is_line(*number)));
    }
    for note in &found.notes {
        match note {
            Note::SameElsewhere { part } | Note::DiffersElsewhere { part } => {
                assert!(*part < letter.parts.len() && found.part != Some(*part));
            }
            Note::QuotedIgnored { line } | Note::SecondIgnored { line } | Note::EarlierIgnored { line } => {
                assert!(is_line(*line), "{note:?}")
            }
        }
    }
    for block in &found.blocks {
        let lines = letter.parts.get(block.part).map_or(0, |part| part.text.lines().count());
        assert!((1..=lines).contains(&block.first_line), "{block:?}");
    }
}

fn used_at(fate: Fate) -> Option<usize> {
    match fate {
        Fate::Used { line } => Some(line),
        _ => None,
    }
}
