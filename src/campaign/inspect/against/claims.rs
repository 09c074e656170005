//! What a kept message says about the ledger: heads that it names, seals that it shows, and its signed receipt.

use crate::campaign::state::entries::{Founded, Line};
use crate::ledger::Entry;
use crate::post::{KeptMail, Letter, PartKind, Trouble, read};
use crate::seal::{Hash256, NamedHead, SignedReceipt};
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;

/// The words between the number of an entry and its hash in our messages (templates/mail/footer.md and heads.md).
const NAMED: &str = " of the ledger has the hash";

/// A message of the campaign that somebody has kept.
pub(super) struct OurMail {
    /// File, subject and date.
    pub label: String,
    pub date: Option<DateTime<Utc>>,
    pub text: String,
    /// The entries that it names, its own head last.
    pub heads: Vec<NamedHead>,
    /// The seals that it shows, with the name of the seat as it shows it.
    pub seals: Vec<(String, String)>,
    pub receipt: Proof,
}

/// The signed receipt of a message.
pub(super) enum Proof {
    /// It is no receipt.
    NoReceipt,
    /// It is a receipt, and its file is not there or cannot be read.
    Missing,
    Signed(Box<SignedReceipt>),
}

/// A message that somebody has sent to the campaign, or to anybody else.
pub(super) struct OtherMail {
    pub label: String,
    pub date: Option<DateTime<Utc>>,
    /// The hash of its Message-ID, as entries have it.
    pub message: Hash256,
    /// The Message-IDs of the messages that it answers, in lower case.
    pub answers: Vec<String>,
}

/// All messages that a ledger is compared with.
pub(super) struct Letters {
    campaign: String,
    pub ours: Vec<OurMail>,
    pub others: Vec<OtherMail>,
    /// The Message-IDs of our messages, in lower case.
    pub ids: BTreeSet<String>,
    /// How many belong to other campaigns.
    pub foreign: usize,
    /// Which of our messages are too large to be read.
    pub too_large: Vec<String>,
}

impl Letters {
    /// Begins with no messages; the first of `entries` says which campaign it is.
    pub(super) fn of(entries: &[Entry]) -> Self {
        let founded = entries.first().and_then(|first| Line::from(first).body::<Founded>().ok());
        Letters {
            campaign: founded.map(|founded| founded.campaign).unwrap_or_default(),
            ours: Vec::new(),
            others: Vec::new(),
            ids: BTreeSet::new(),
            foreign: 0,
            too_large: Vec::new(),
        }
    }

    /// Reads a message. One that is there twice is taken once.
    pub(super) fn take(&mut self, kept: &KeptMail) {
        let (letter, place) = (read(&kept.raw), &kept.place);
        let date = letter.date.map(|date| date.format("%Y-%m-%d %H:%M UTC").to_string());
        let label = format!("{place} (“{}”, {})", letter.subject, date.as_deref().unwrap_or("no date"));
        let id = letter.message_id.clone().unwrap_or_default().to_lowercase();
        match self.is_ours(&letter, &id) {
            Some(true) => {
                if letter.troubles.iter().any(|trouble| matches!(trouble, Trouble::TooLarge { .. })) {
                    self.too_large.push(label);
                    return;
                }
                let mail = our_mail(label, &letter);
                let known = |other: &OurMail| other.text == mail.text && other.date == mail.date;
                if !(self.ids.contains(&id) && self.ours.iter().any(known)) {
                    self.ids.insert(id);
                    self.ours.push(mail);
                }
            }
            Some(false) => self.foreign += 1,
            None => {
                let Some(id) = &letter.message_id else { return };
                let answers = letter.in_reply_to.iter().chain(&letter.references);
                self.others.push(OtherMail {
                    label,
                    date: letter.date,
                    message: Hash256::of(format!("message-id {id}")),
                    answers: answers.map(|id| id.to_lowercase()).collect(),
                });
            }
        }
    }

    /// Returns `true` if a message is one of this campaign's, `false` if it is another campaign's, `None` if people wrote it.
    fn is_ours(&self, letter: &Letter, id: &str) -> Option<bool> {
        match &letter.mark {
            Some(mark) => Some(*mark == self.campaign),
            // Some servers remove headers that they do not know.
            None if id.starts_with("ravenpost.") => {
                Some(letter.subject.starts_with(&format!("[{}] ", self.campaign)))
            }
            None => None,
        }
    }
}

fn our_mail(label: String, letter: &Letter) -> OurMail {
    let text = letter.parts.iter().find(|part| part.kind == PartKind::Plain);
    let text = text.map(|part| part.text.clone()).unwrap_or_default();
    let files = letter.parts.iter().filter(|part| part.kind == PartKind::Attachment);
    let signed = files.filter_map(|part| SignedReceipt::read(&part.text)).next();
    let receipt = match signed {
        Some(signed) => Proof::Signed(Box::new(signed)),
        None if letter.message_id.as_ref().is_some_and(|id| id.starts_with("ravenpost.receipt-")) => {
            Proof::Missing
        }
        None => Proof::NoReceipt,
    };
    OurMail { label, date: letter.date, heads: heads(&text), seals: seals(&text), receipt, text }
}

/// Returns the entries that a text names. Words of players never begin a line of our messages.
fn heads(text: &str) -> Vec<NamedHead> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let named = |pair: &[&str]| {
        let [line, hash] = pair else { return None };
        let seq = line.strip_prefix("Entry ")?.strip_suffix(NAMED)?.parse().ok()?;
        Some(NamedHead { seq, hash: hash.parse().ok()? })
    };
    lines.windows(2).filter_map(named).collect()
}

/// Returns the seals in a table of seals: a line with the name of a seat, and below it the seal.
fn seals(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let shown = |pair: &[&str]| {
        let [line, seal] = pair else { return None };
        let (name, rest) = line.split_once(": ")?;
        let is_seal = seal.strip_prefix("sha256:")?.parse::<Hash256>().is_ok();
        (is_seal && rest.starts_with("sealed")).then(|| (name.to_owned(), (*seal).to_owned()))
    };
    lines.windows(2).filter_map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_seals_are_found_in_our_lines_and_not_in_what_players_write() {
        let hash = Hash256::of("x");
        let text = format!(
            "| Entry 3 of the ledger has the hash\n| {hash}\nEntry 4 of the ledger has the hash\n{hash}\r\n\nEntry of the ledger has the hash\n{hash}\nEntry 5 of the ledger has the hash\nnothing\n  Entry 6 of the ledger has the hash\n{hash}\n"
        );
        assert_eq!(heads(&text), [NamedHead { seq: 4, hash }]);
        let text = format!(
            "Stark: sealed, Monday\nsha256:{hash}\n\nTyrell: no seal\n\n| Greyjoy: sealed\n| sha256:{hash}\nThe seal:\nsha256:{hash}\n"
        );
        assert_eq!(seals(&text), [("Stark".to_owned(), format!("sha256:{hash}"))]);
    }
}
