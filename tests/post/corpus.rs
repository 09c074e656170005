//! All mails of `tests/mail`.

use crate::KEYS;
use ravenpost::post::{Fate, Found, Letter, document, read};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// What must be found in a mail. What is not said must be empty.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
pub struct Expected {
    /// Addresses, with names where they matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    from: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automatic: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    troubles: Vec<String>,
    /// Paths of the readable parts.
    parts: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<String>,
    /// The part that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keys: Vec<String>,
    /// The document.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// A letter for each line of the part: U used, B blank, G greeting, P prose, Q quoted, R replaced, C copy,
    /// S signature, X separator, F fence, A armour.
    #[serde(skip_serializing_if = "String::is_empty")]
    fates: String,
    /// The folder under which a campaign files it; see `answers`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filed: Option<String>,
    /// Armoured blocks: their part, first line, whether quoted, and text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<String>,
}

fn letter_of(fate: Fate) -> char {
    match fate {
        Fate::Used { .. } => 'U',
        Fate::Blank => 'B',
        Fate::Greeting => 'G',
        Fate::Prose => 'P',
        Fate::Quoted => 'Q',
        Fate::Replaced { .. } => 'R',
        Fate::Copy => 'C',
        Fate::Signature => 'S',
        Fate::Separator => 'X',
        Fate::Fence => 'F',
        Fate::Armour => 'A',
    }
}

fn observed(letter: &Letter, found: &Found) -> Expected {
    let path = |part: usize| letter.parts[part].path.clone();
    let document = found.document.as_ref().ok();
    let name = |address: &ravenpost::post::Address| match &address.name {
        Some(name) => format!("{name} <{address}>"),
        None => address.to_string(),
    };
    Expected {
        from: letter.from.iter().map(name).filter(|from| from != "Anna Snow <anna@north.example>").collect(),
        automatic: letter.automatic.as_ref().map(|automatic| format!("{automatic:?}")),
        troubles: letter.troubles.iter().map(|trouble| format!("{trouble:?}")).collect(),
        parts: letter.parts.iter().map(|part| part.path.clone()).collect(),
        unread: letter.unread.clone(),
        part: found.part.map(path),
        origin: document.map(|document| format!("{:?}", document.origin)),
        keys: document.map(|document| document.keys.clone()).unwrap_or_default(),
        text: document.map(|document| document.text.clone()),
        filed: None,
        missing: found.document.as_ref().err().map(|missing| format!("{missing:?}")),
        notes: found.notes.iter().map(|note| format!("{note:?}")).collect(),
        fates: found.lines.iter().map(|line| letter_of(line.fate)).collect(),
        blocks: found
            .blocks
            .iter()
            .map(|block| {
                format!("{}:{} {}\n{}", path(block.part), block.first_line, block.quoted, block.text)
            })
            .collect(),
    }
}

/// What must be found in a mail; none if nobody has said so yet.
pub fn expected(path: &Path) -> Option<Expected> {
    let text = fs::read_to_string(path.with_extension("yaml")).ok()?;
    Some(serde_yaml::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display())))
}

pub fn mails() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut mails: Vec<PathBuf> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    mails.retain(|path| path.extension().is_some_and(|end| end == "eml"));
    mails.sort();
    mails
}

#[test]
fn every_mail_is_read_as_expected() {
    let accept = std::env::var_os("RAVENPOST_ACCEPT").is_some();
    let mails = mails();
    assert!(mails.len() >= 268, "the mails are gone: {}", mails.len());
    let mut wrong = String::new();
    for path in &mails {
        let letter = read(&fs::read(path).unwrap());
        let found = document(&letter, &KEYS);
        let mut observed = observed(&letter, &found);
        let beside = path.with_extension("yaml");
        let expected = expected(path);
        observed.filed = expected.as_ref().and_then(|expected| expected.filed.clone());
        if expected.as_ref() == Some(&observed) {
            continue;
        }
        let text = serde_yaml::to_string(&observed).unwrap();
        if accept {
            fs::write(&beside, text).unwrap();
        } else {
            let expected =
                expected.map(|expected| serde_yaml::to_string(&expected).unwrap()).unwrap_or_default();
            wrong.push_str(&format!("=== {}\n--- found\n{text}--- expected\n{expected}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Whatever is found is YAML (or a player's own fault that is worth showing), and its lines are where it says.
#[test]
fn every_document_is_yaml_with_true_line_numbers() {
    for path in mails() {
        let letter = read(&fs::read(&path).unwrap());
        let found = document(&letter, &KEYS);
        let Ok(document) = &found.document else { continue };
        let value: Result<serde_json::Value, _> = serde_saphyr::from_str(&document.text);
        assert!(value.is_ok(), "{}: {}\n{:?}", path.display(), document.text, value.err());
        let lines: Vec<&str> = document.text.lines().collect();
        let mut used: Vec<usize> = Vec::new();
        for line in &found.lines {
            if let Fate::Used { line: at } = line.fate {
                used.push(at);
                let bare =
                    |text: &str| text.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>();
                assert!(bare(&line.text).ends_with(&bare(lines[at - 1])), "{}: {line:?}", path.display());
            }
        }
        used.sort_unstable();
        let filled: Vec<usize> = (1..=lines.len()).filter(|at| !lines[at - 1].is_empty()).collect();
        assert_eq!(used, filled, "{}", path.display());
    }
}
