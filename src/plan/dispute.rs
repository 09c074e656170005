//! The section `dispute:`.

use super::document::{Dispute, Given};
use super::read::{Read, Reader};
use super::words::{names, truth};
use crate::sheet::{Node, Refusal, whole_number};
use serde_json::json;

/// The entries of the section as they were written.
#[derive(Default)]
struct Entries {
    number: Option<u64>,
    turn: Option<u32>,
    about: Option<String>,
    says: Option<String>,
    close: Option<String>,
    withdraw: bool,
}

impl Reader<'_> {
    /// Reads the section. A text alone opens a dispute, as do `turn` and `about`; with a `number` it is about an
    /// existing one.
    pub(super) fn dispute(&mut self, node: &Node) -> Read<Dispute> {
        let written = match node.entries() {
            None => Entries { about: text(node), ..Entries::default() },
            Some(entries) => {
                let mut written = Entries::default();
                for (key, value) in entries.iter().filter(|(_, value)| !value.is_empty()) {
                    if take(&mut written, key.text().unwrap_or_default(), value).is_none() {
                        self.error(key.span, Refusal::new("envelope-dispute"));
                        return None;
                    }
                }
                written
            }
        };
        let Some(dispute) = meant(written) else {
            self.error(node.span, Refusal::new("envelope-dispute"));
            return None;
        };
        let note = match &dispute {
            Dispute::Open { turn, about } => json!({"did": "opened", "turn": turn, "about": about}),
            Dispute::Say { number, .. } => json!({"did": "said", "number": number}),
            Dispute::Withdraw { number } => json!({"did": "withdrawn", "number": number}),
            Dispute::Close { number, .. } => json!({"did": "closed", "number": number}),
        };
        let mut item = note;
        item["item"] = json!("dispute");
        self.note(node.span, item);
        Some(Given { value: dispute, span: node.span })
    }
}

fn text(node: &Node) -> Option<String> {
    node.text().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// An entry of a dispute.
#[derive(Clone, Copy)]
enum Entry {
    Number,
    Turn,
    About,
    Says,
    Close,
    Withdraw,
}

/// Reads one entry; `None` if it is not understood.
fn take(written: &mut Entries, key: &str, value: &Node) -> Option<()> {
    let number = value.text().and_then(whole_number).filter(|n| *n > 0);
    let names = names(&[
        ("dispute number", Entry::Number),
        ("dispute turn", Entry::Turn),
        ("dispute about", Entry::About),
        ("dispute says", Entry::Says),
        ("dispute close", Entry::Close),
        ("dispute withdraw", Entry::Withdraw),
    ]);
    match names.known(key)? {
        Entry::Number => written.number = Some(number?),
        Entry::Turn => written.turn = Some(u32::try_from(number?).ok()?),
        Entry::About => written.about = Some(text(value)?),
        Entry::Says => written.says = Some(text(value)?),
        Entry::Close => written.close = Some(text(value)?),
        Entry::Withdraw => written.withdraw = truth(value.text()?)?,
    }
    Some(())
}

/// Returns the dispute that is meant, or `None` if the entries do not fit together.
fn meant(written: Entries) -> Option<Dispute> {
    match written {
        Entries { number: None, turn, about: Some(about), says: None, close: None, withdraw: false } => {
            Some(Dispute::Open { turn, about })
        }
        // In a dispute that is there, what is written about it is a word.
        Entries { number: Some(number), turn: _, about, says, close: None, withdraw: false } => {
            match (about, says) {
                (Some(says), None) | (None, Some(says)) => Some(Dispute::Say { number, says }),
                _ => None,
            }
        }
        Entries { number: Some(number), about: None, says: None, close: None, withdraw: true, .. } => {
            Some(Dispute::Withdraw { number })
        }
        Entries {
            number: Some(number), about: None, says: None, close: Some(says), withdraw: false, ..
        } => Some(Dispute::Close { number, says }),
        _ => None,
    }
}
