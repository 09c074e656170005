//! All mails of `tests/mail`.

use crate::outputs::{self, Scenario};
use crate::slips::line_slips;
use crate::{KEYS, SHEET_KEY, document};
use ravenpost::campaign::{Ours, Reading};
use ravenpost::post::{Fate, Found, Letter, read};
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
    /// Subjects of the mails that are attached, with the paths of their readable parts, or with what keeps them from
    /// counting; those within them after a `/`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attached: Vec<String>,
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
    /// Codes of what its receipt says of quoted sheets and attached mails, if that matters; see `answers`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<Vec<String>>,
    /// What its receipt lists as understood, each with its line: `3 absent`; orders of the game as `3 game`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<Vec<String>>,
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
        attached: attached(letter),
        part: found.part.map(path),
        origin: document.map(|document| format!("{:?}", document.origin)),
        keys: document.map(|document| document.keys.clone()).unwrap_or_default(),
        text: document.map(|document| document.text.clone()),
        filed: None,
        told: None,
        said: None,
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

fn attached(letter: &Letter) -> Vec<String> {
    let mut all = Vec::new();
    for mail in &letter.enclosed {
        let parts: Vec<&str> = mail.parts.iter().map(|part| part.path.as_str()).collect();
        let what = match &mail.automatic {
            Some(automatic) => format!("{automatic:?}"),
            None => [parts, mail.unread.iter().map(String::as_str).collect()].concat().join(", "),
        };
        all.push(format!("{}: {what}", mail.subject));
        all.extend(attached(mail).into_iter().map(|within| format!("{}/{within}", mail.subject)));
    }
    all
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
    assert!(mails.len() >= 304, "the mails are gone: {}", mails.len());
    let mut wrong = String::new();
    let mut scenario = Scenario::new();
    for path in &mails {
        let letter = read(&fs::read(path).unwrap());
        let found = document(&letter, &KEYS);
        let name = path.file_stem().unwrap().to_str().unwrap();
        outputs::said(name, format!("{letter:#?}\n{found:#?}"));
        let mut observed = observed(&letter, &found);
        let beside = path.with_extension("yaml");
        let expected = expected(path);
        observed.filed = expected.as_ref().and_then(|expected| expected.filed.clone());
        observed.said = expected.as_ref().and_then(|expected| expected.said.clone());
        observed.told = expected.as_ref().and_then(|expected| expected.told.clone());
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
    scenario.ends(Vec::new);
}

/// What is read in the mails with a slip in them is held against the record, too.
#[test]
fn mails_with_a_slip() {
    let mut scenario = Scenario::new();
    for path in mails() {
        let raw = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let (head, body) =
            raw.split_once("\r\n\r\n").or_else(|| raw.split_once("\n\n")).unwrap_or((&raw, ""));
        let heads = line_slips(head, 20).into_iter().map(|head| format!("{head}\n\n{body}"));
        let bodies = line_slips(body, 70).into_iter().map(|body| format!("{head}\n\n{body}"));
        let mut said = String::new();
        for mail in heads.chain(bodies).filter(|mail| mail.len() < 50_000) {
            let letter = read(mail.as_bytes());
            let found = document(&letter, &KEYS);
            said.push_str(&format!("{mail}\n\n{letter:?}\n{found:?}\n\n"));
        }
        outputs::said(path.file_stem().unwrap().to_str().unwrap(), said);
    }
    scenario.ends(Vec::new);
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

/// The quoted sheets of the corpus are filled in, as sheets were mailed once. Here they are as they are mailed now, with
/// empty places: then no reply in which its writer left them alone is told of them.
#[test]
fn sheets_that_were_left_alone_are_not_told_of() {
    let mut replies = 0;
    for path in mails() {
        let raw = fs::read(&path).unwrap();
        let Ok(text) = String::from_utf8(raw) else { continue };
        let emptied: String = text
            .split_inclusive('\n')
            .map(|line| if line.starts_with('>') { empty(line) } else { line.to_owned() })
            .collect();
        if emptied == text || path.file_stem().unwrap().to_str().unwrap().starts_with("quoted-") {
            continue;
        }
        let letter = read(emptied.as_bytes());
        let found = document(&letter, &KEYS);
        let is_left =
            found.notes.iter().any(|note| matches!(note, ravenpost::post::Note::QuotedIgnored { .. }));
        if !is_left || letter.automatic.is_some() {
            continue;
        }
        let ours = Ours {
            id: &|id| id.starts_with("turn3."),
            address: None,
            key: &|text| text == SHEET_KEY,
            today: None,
            people: Default::default(),
        };
        let reading = Reading::own(&letter, &[], &ours).complete(&letter, &[], &ours);
        assert_eq!(reading.problems, [], "{}", path.display());
        assert_eq!(reading.found, found, "{}", path.display());
        replies += 1;
    }
    assert!(replies >= 25, "{replies} replies");
}

/// A quoted line of a sheet with its place empty.
fn empty(line: &str) -> String {
    let name = line.split(':').next().unwrap_or_default();
    let is_place =
        ["Winterfell", "White Harbor", "Shivering Sea", "bids"].iter().any(|place| name.ends_with(place));
    match line.split_once(':') {
        Some((name, _)) if is_place => format!("{name}: ~\n"),
        _ if name.ends_with("final") => line.replace("final: no", "# final: yes"),
        _ => line.to_owned(),
    }
}
