//! Checks that each line of a ledger follows from the one before, and describes the first that does not.

use super::entry::{Entry, Kind, Parts, Secret, at_text};
use super::head::Head;
use crate::seal::{CanonicalError, FORMAT, Hash256, canonical};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The longest line, in bytes: a ruling with a whole file of the game's data is far shorter.
pub const LONGEST_LINE: usize = 4 << 20;
/// The longest ledger, in bytes.
pub const LONGEST_LEDGER: usize = 512 << 20;

/// The first line that does not follow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {flaw}")]
pub struct Broken {
    /// The line, from 1.
    pub line: u64,
    pub flaw: Flaw,
}

/// A reason why a line does not follow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The line is not an entry at all.
    #[error("it is not a ledger entry ({what})")]
    Form {
        /// The JSON reader's description.
        what: String,
    },
    /// The last line stops in its middle.
    #[error("it breaks off in the middle")]
    BrokenOff,
    /// The line has the right content in another form than the canonical one: something has rewritten it.
    #[error("it is not in canonical form: a program other than Ravenpost, or an editor, has rewritten it")]
    NotCanonical,
    #[error("its contents have the hash {computed}, but it says {written}: it has been changed")]
    Hash {
        /// The hash of the contents.
        computed: Hash256,
        /// The hash that the line gives.
        written: Hash256,
    },
    #[error("it has the number {found} instead of {due}: lines are missing, doubled or out of order")]
    Seq { due: u64, found: u64 },
    #[error(
        "it follows an entry with the hash {found}, but the one before has {due}: an earlier line was replaced"
    )]
    Prev { due: Hash256, found: Hash256 },
    #[error("it is longer than {LONGEST_LINE} bytes")]
    LongLine,
    #[error("the ledger is longer than {LONGEST_LEDGER} bytes")]
    LongLedger,
    /// The line is whole, but holds something that this version does not know.
    #[error("it was written by a newer Ravenpost ({what}): use that version or a later one")]
    Newer { what: String },
}

/// A line as JSON has it; with [`IgnoredAny`] its secret is passed over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLine<'a, S = Map<String, Value>> {
    #[serde(borrow)]
    at: Cow<'a, str>,
    body: Value,
    #[serde(borrow)]
    hash: Cow<'a, str>,
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    prev: Cow<'a, str>,
    #[serde(default)]
    secret: Option<S>,
    seq: u64,
}

/// Reads the line that must follow `head`.
pub(super) fn follow(head: Head, line: &[u8]) -> Result<Entry, Flaw> {
    if line.len() > LONGEST_LINE {
        return Err(Flaw::LongLine);
    }
    let raw: RawLine = match serde_json::from_slice(line) {
        Ok(raw) => raw,
        Err(error) => return Err(unreadable(head, line, &error)),
    };
    entry(raw, line, Some(head))
}

/// Reads a line by itself: its contents have the hash that it gives, whatever came before it.
pub(super) fn alone(line: &[u8]) -> Result<Entry, Flaw> {
    let raw = serde_json::from_slice(line).map_err(|error| form(&error.to_string()))?;
    entry(raw, line, None)
}

/// What tells a line from others, as it is written.
pub(super) struct Label<'a> {
    pub(super) seq: u64,
    pub(super) kind: Kind,
    pub(super) prev: Cow<'a, str>,
    pub(super) hash: Cow<'a, str>,
}

/// Reads the label of a line, and passes over the rest.
pub(super) fn label(line: &[u8]) -> Result<Label<'_>, Flaw> {
    #[derive(Deserialize)]
    struct Raw<'a> {
        #[serde(borrow)]
        hash: Cow<'a, str>,
        #[serde(borrow)]
        kind: Cow<'a, str>,
        #[serde(borrow)]
        prev: Cow<'a, str>,
        seq: u64,
    }
    let Raw { hash, kind, prev, seq } =
        serde_json::from_slice(line).map_err(|error| form(&error.to_string()))?;
    Ok(Label { seq, kind: known_kind(&kind)?, prev, hash })
}

/// Reads a line that was checked before.
pub(super) fn trusted(line: &[u8], with_secret: bool) -> Result<Entry, Flaw> {
    let unreadable = |error: serde_json::Error| form(&error.to_string());
    if with_secret {
        let mut raw: RawLine = serde_json::from_slice(line).map_err(unreadable)?;
        let secret = raw.secret.take().map(secret).transpose()?;
        return believed(raw, secret);
    }
    believed(serde_json::from_slice::<RawLine<'_, IgnoredAny>>(line).map_err(unreadable)?, None)
}

fn believed<S>(raw: RawLine<'_, S>, secret: Option<Secret>) -> Result<Entry, Flaw> {
    Ok(Entry {
        seq: raw.seq,
        at: time(&raw.at)?,
        kind: known_kind(&raw.kind)?,
        body: raw.body,
        secret,
        prev: hash("prev", &raw.prev)?,
        hash: hash("hash", &raw.hash)?,
    })
}

/// Returns the kind with a name; only a newer version writes another.
fn known_kind(name: &str) -> Result<Kind, Flaw> {
    Kind::named(name).ok_or_else(|| Flaw::Newer { what: format!("an entry “{name}”") })
}

fn entry(mut raw: RawLine<'_>, line: &[u8], after: Option<Head>) -> Result<Entry, Flaw> {
    let at = time(&raw.at)?;
    let secret = raw.secret.take().map(secret).transpose()?;
    let texts = secret.as_ref().map(Secret::digest_and_text).transpose().map_err(not_canonical)?;
    let parts = Parts {
        at: &raw.at,
        body: &canonical(&raw.body).map_err(not_canonical)?,
        kind: plain(&raw.kind)?,
        prev: hash("prev", &raw.prev)?,
        secret: texts.as_ref().map(|(digest, text)| (*digest, text.as_str())),
        seq: raw.seq,
    };
    let (seq, prev, hash) = (raw.seq, parts.prev, hash("hash", &raw.hash)?);
    let computed = parts.hash();
    if computed != hash {
        return Err(Flaw::Hash { computed, written: hash });
    }
    if parts.line(&hash).as_bytes() != line {
        return Err(Flaw::NotCanonical);
    }
    if let Some(head) = after {
        if seq != head.seq + 1 {
            return Err(Flaw::Seq { due: head.seq + 1, found: seq });
        }
        if prev != head.hash {
            return Err(Flaw::Prev { due: head.hash, found: prev });
        }
    }
    // Only a whole line can be newer; in a damaged one an unknown name is damage.
    let kind = known_kind(&raw.kind)?;
    if kind == Kind::Founded {
        known_format(&raw.body)?;
    }
    Ok(Entry { seq, at, kind, body: raw.body, secret, prev, hash })
}

fn form(what: &str) -> Flaw {
    Flaw::Form { what: what.to_owned() }
}

fn not_canonical(error: CanonicalError) -> Flaw {
    form(&error.to_string())
}

fn time(text: &str) -> Result<DateTime<Utc>, Flaw> {
    let at = text.parse().map_err(|_| form("“at” is not a time"))?;
    if at_text(at) == text { Ok(at) } else { Err(form("“at” is not written as in 2026-01-31T20:00:00Z")) }
}

fn plain(kind: &str) -> Result<&str, Flaw> {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if kind.bytes().all(is_plain) {
        Ok(kind)
    } else {
        Err(form("“kind” has other characters than lower-case letters, digits and hyphens"))
    }
}

fn hash(name: &str, text: &str) -> Result<Hash256, Flaw> {
    text.parse().map_err(|_| form(&format!("“{name}” is not a SHA-256 hash")))
}

/// The shortest salt of a secret, in hex digits.
const SHORTEST_SALT: usize = 32;

fn secret(mut members: Map<String, Value>) -> Result<Secret, Flaw> {
    let taken = (members.remove("body"), members.remove("salt"), members.remove("digest"));
    match taken {
        (Some(body), Some(Value::String(salt)), None) if members.is_empty() => {
            let is_hex = salt.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
            match is_hex && salt.len() >= SHORTEST_SALT {
                true => Ok(Secret::Kept { salt, body }),
                false => Err(form("the salt of “secret” is not at least 16 bytes in hex")),
            }
        }
        (None, None, Some(Value::String(digest))) if members.is_empty() => {
            Ok(Secret::Redacted { digest: hash("digest", &digest)? })
        }
        _ => Err(form("“secret” has neither body and salt nor a digest")),
    }
}

/// Returns why a line cannot be read; perhaps a newer version has founded the campaign with other lines.
fn unreadable(head: Head, line: &[u8], error: &serde_json::Error) -> Flaw {
    if head.seq == 0
        && let Ok(Value::Object(first)) = serde_json::from_slice(line)
        && let Some(body) = first.get("body")
        && let Err(newer) = known_format(body)
    {
        return newer;
    }
    match error.classify() {
        serde_json::error::Category::Eof => Flaw::BrokenOff,
        _ => Flaw::Form { what: error.to_string() },
    }
}

/// Checks that the format named by the first entry is ours. An entry that names none counts as ours.
fn known_format(founded: &Value) -> Result<(), Flaw> {
    match founded.get("format").and_then(Value::as_str) {
        Some(format) if format != FORMAT => {
            let shown: String = format.chars().take(40).collect();
            Err(Flaw::Newer { what: format!("format “{shown}”, while this one knows “{FORMAT}”") })
        }
        _ => Ok(()),
    }
}

/// Checks the chain of a whole ledger or of an export, redacted or not, and returns its end.
///
/// # Errors
/// If a line does not follow: the first such line, with the reason. A last line without its line end is damage here
/// unless it is whole, because an export is never cut.
pub fn verify(ledger: &[u8]) -> Result<Head, Broken> {
    let last = entries(ledger)?.pop();
    Ok(last.map(|last| Head { seq: last.seq, hash: last.hash }).unwrap_or_default())
}

/// Checks the chain like [`verify`] and returns the entries.
///
/// # Errors
/// If a line does not follow, as for [`verify`].
pub fn entries(ledger: &[u8]) -> Result<Vec<Entry>, Broken> {
    if ledger.len() > LONGEST_LEDGER {
        return Err(Broken { line: 1, flaw: Flaw::LongLedger });
    }
    let mut head = Head::default();
    let mut entries = Vec::new();
    for line in lines(ledger) {
        let entry = follow(head, line).map_err(|flaw| Broken { line: head.seq + 1, flaw })?;
        head = Head { seq: entry.seq, hash: entry.hash };
        entries.push(entry);
    }
    Ok(entries)
}

/// Iterates over the lines of a file without their line ends.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|b| *b == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A first line as somebody may write it whose hash is right.
    fn said(at: &str, salt: &str) -> Result<Entry, Flaw> {
        let secret = Secret::Kept { salt: salt.to_owned(), body: json!({"a": 1}) };
        let (digest, text) = secret.digest_and_text().unwrap();
        let head = Head::default();
        let parts =
            Parts { at, body: "{}", kind: "vote", prev: head.hash, secret: Some((digest, &text)), seq: 1 };
        follow(head, parts.line(&parts.hash()).as_bytes())
    }

    const SALT: &str = "00112233445566778899aabbccddeeff";

    #[test]
    fn a_time_has_one_form() {
        said("2026-01-31T20:00:00Z", SALT).unwrap();
        for at in ["2026-01-31T20:00:00+00:00", "2026-01-31T21:00:00+01:00", "2026-01-31T20:00:00.0Z", "soon"]
        {
            assert!(matches!(said(at, SALT), Err(Flaw::Form { .. })), "{at}");
        }
    }

    #[test]
    fn a_salt_is_long_enough_that_nobody_tries_them_all() {
        said("2026-01-31T20:00:00Z", &SALT.repeat(2)).unwrap();
        for salt in ["", &SALT[2..], &SALT.to_uppercase(), &SALT.replace('0', "x")] {
            assert!(matches!(said("2026-01-31T20:00:00Z", salt), Err(Flaw::Form { .. })), "{salt}");
        }
    }

    #[test]
    fn the_name_of_a_kind_is_plain() {
        for name in ["received", "new-kind", "kind-2"] {
            assert_eq!(plain(name).ok(), Some(name));
        }
        for name in ["New", "new_kind", "new kind", "né", "a.b", "a/b"] {
            assert!(matches!(plain(name), Err(Flaw::Form { .. })), "{name}");
        }
    }

    /// A line of the greatest length is read, and a longer one is not looked into.
    #[test]
    fn how_long_a_line_may_be() {
        for (length, is_long) in [(LONGEST_LINE - 1, false), (LONGEST_LINE, false), (LONGEST_LINE + 1, true)]
        {
            let flaw = verify(&[vec![b'x'; length], b"\n".to_vec()].concat()).unwrap_err().flaw;
            assert_eq!(matches!(flaw, Flaw::LongLine), is_long, "{length}: {flaw:?}");
        }
    }
}
