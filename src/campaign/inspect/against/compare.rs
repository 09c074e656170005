//! The comparison of a ledger with what kept messages say about it.

use super::claims::{Letters, OurMail, Proof};
use crate::campaign::state::entries::{Founded, Line, Received, Sealed, WindowStep};
use crate::ledger::{Entry, Kind};
use crate::seal::{Hash256, NamedHead, ReceiptKey, SignedReceipt, Statement, text_digest};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A message that does not agree with the ledger, or with another message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// File, subject and date of the message.
    pub mail: String,
    /// The entry of the ledger in question; `None` if there is none.
    pub entry: Option<u64>,
    /// What does not agree, as a sentence about the message.
    pub why: String,
}

/// The result of a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Against {
    /// Messages of the campaign that were read.
    pub ours: usize,
    /// Different entries that they name and that the ledger has with the same hash.
    pub heads: usize,
    /// Signed receipts whose signature, text and entry are right.
    pub receipts: usize,
    /// Messages to the campaign that the ledger has.
    pub own: usize,
    /// Messages of other campaigns.
    pub foreign: usize,
    /// All other messages.
    pub strangers: usize,
    pub findings: Vec<Finding>,
    /// What could not be checked, and what contradicts nothing but may surprise; one sentence each.
    pub notes: Vec<String>,
}

/// The ledger, looked up by what messages name.
struct Book<'a> {
    entries: &'a [Entry],
    /// `true` if it is a copy for a seat or for everybody, which ends where the open window began.
    is_part: bool,
    founded: Option<Founded>,
    received: Vec<(&'a Entry, Received)>,
    sealed: Vec<Sealed>,
}

/// Compares a ledger whose chain is intact with messages. `is_part` says that it is a copy that may end before the others do.
pub(super) fn compare(entries: &[Entry], is_part: bool, letters: &Letters) -> Against {
    let book = Book::of(entries, is_part);
    let mut found = Comparison::new(&book);
    for mail in &letters.ours {
        found.heads(mail);
    }
    for mail in &letters.ours {
        found.seals(mail);
        found.receipt(mail);
    }
    found.finish(letters)
}

impl<'a> Book<'a> {
    fn of(entries: &'a [Entry], is_part: bool) -> Self {
        let of_kind = |kind| entries.iter().filter(move |entry| entry.kind == kind);
        let received = of_kind(Kind::Received);
        Book {
            entries,
            is_part,
            founded: entries.first().and_then(|first| Line::from(first).body().ok()),
            received: received.filter_map(|entry| Some((entry, Line::from(entry).body().ok()?))).collect(),
            sealed: of_kind(Kind::Sealed).filter_map(|entry| Line::from(entry).body().ok()).collect(),
        }
    }

    fn entry(&self, seq: u64) -> Option<&'a Entry> {
        self.entries.get(usize::try_from(seq).ok()?.checked_sub(1)?)
    }

    fn has(&self, head: &NamedHead) -> bool {
        self.entry(head.seq).is_some_and(|entry| entry.hash == head.hash)
    }

    fn last(&self) -> Option<&'a Entry> {
        self.entries.last()
    }

    /// Returns a seat's id by its name in messages.
    fn seat(&self, name: &str) -> Option<&str> {
        let seats = self.founded.iter().flat_map(|founded| &founded.seats);
        seats.into_iter().find(|seat| seat.name == name).map(|seat| seat.seat.as_str())
    }

    /// Returns `true` if this copy rightly ends before the message that a receipt acknowledges: at the opening of the window
    /// that the receipt names as its head.
    fn ends_before(&self, statement: &Statement) -> bool {
        self.is_part && self.last().is_some_and(|last| last.seq == statement.head.seq)
    }
}

/// A comparison under way.
struct Comparison<'a> {
    book: &'a Book<'a>,
    result: Against,
    /// The first message that names an entry with a hash.
    named: BTreeMap<(u64, String), String>,
    keys: BTreeMap<ReceiptKey, String>,
    /// The first receipt of each seat with each number.
    statements: BTreeMap<(String, u64), (Statement, String)>,
    /// Receipts whose entries are here with another hash and nothing else is different: the entry and the message.
    rehashed: Vec<(u64, String)>,
    /// Receipts for messages that came after the end of this copy.
    newer: usize,
    unsigned: Vec<String>,
    /// Messages that name no entry.
    headless: Vec<String>,
}

impl<'a> Comparison<'a> {
    fn new(book: &'a Book<'a>) -> Self {
        Comparison {
            book,
            result: Against::default(),
            named: BTreeMap::new(),
            keys: BTreeMap::new(),
            statements: BTreeMap::new(),
            rehashed: Vec::new(),
            newer: 0,
            unsigned: Vec::new(),
            headless: Vec::new(),
        }
    }

    fn find(&mut self, mail: &str, entry: Option<u64>, why: String) {
        self.result.findings.push(Finding { mail: mail.to_owned(), entry, why });
    }

    /// Compares the entries that a message names with the ledger, each entry with each hash once.
    fn heads(&mut self, mail: &OurMail) {
        if mail.heads.is_empty() {
            self.headless.push(mail.label.clone());
        }
        for head in &mail.heads {
            let key = (head.seq, head.hash.to_string());
            if self.named.contains_key(&key) {
                continue;
            }
            let NamedHead { seq, hash } = head;
            match (self.book.entry(*seq), self.book.last()) {
                (Some(entry), _) if entry.hash == *hash => self.result.heads += 1,
                (Some(entry), _) => self.find(
                    &mail.label,
                    Some(*seq),
                    format!(
                        "it names entry {seq} with the hash {hash}, but in this ledger entry {seq} has the hash {}: the history before it is not the one that this message was made from",
                        entry.hash
                    ),
                ),
                (None, last) => {
                    let end = last.map_or(0, |last| last.seq);
                    let other = self.named.iter().find(|((number, _), _)| number == seq);
                    let other = other.map(|((_, hash), label)| format!("{label} names it with the hash {hash}"));
                    self.find(
                        &mail.label,
                        Some(*seq),
                        format!("it names entry {seq}, but this ledger ends with entry {end}: its end is missing, or it was copied before this message was sent"),
                    );
                    if let Some(other) = other {
                        self.find(&mail.label, Some(*seq), format!("it names entry {seq} with the hash {hash}, but {other}: two histories have been told"));
                    }
                }
            }
            self.named.insert(key, mail.label.clone());
        }
    }

    /// Compares the seals that a message shows with those in the ledger.
    fn seals(&mut self, mail: &OurMail) {
        let Some(head) = mail.heads.last() else { return };
        let Some(entry) = self.book.entry(head.seq) else { return };
        for (name, seal) in &mail.seals {
            let Some(seat) = self.book.seat(name) else { continue };
            let published = match Line::from(entry).body() {
                Ok(WindowStep::Published { seals, .. }) if entry.kind == Kind::Window => {
                    Some(seals.get(seat).cloned().unwrap_or_else(|| "none".to_owned()))
                }
                _ => None,
            };
            let is_known = self.book.sealed.iter().any(|sealed| sealed.seat == seat && sealed.seal == *seal);
            if let Some(here) = published.filter(|here| here != seal) {
                let why =
                    format!("it shows for {name} the seal {seal}, but the table in this ledger has {here}");
                self.find(&mail.label, Some(entry.seq), why);
            } else if !is_known {
                let why = format!("it shows for {name} the seal {seal}, which is not in this ledger");
                self.find(&mail.label, None, why);
            }
        }
    }

    /// Checks a signed receipt by itself, and compares it with the ledger.
    fn receipt(&mut self, mail: &OurMail) {
        let signed = match &mail.receipt {
            Proof::NoReceipt => return,
            Proof::Missing => return self.unsigned.push(mail.label.clone()),
            Proof::Signed(signed) => signed,
        };
        let before = self.result.findings.len();
        self.signature(mail, signed);
        self.other_receipts(mail, &signed.statement);
        if self.entry_of(mail, &signed.statement) && self.result.findings.len() == before {
            self.result.receipts += 1;
        }
    }

    /// Checks key and signature of a receipt, and that its text is what was signed.
    fn signature(&mut self, mail: &OurMail, signed: &SignedReceipt) {
        let statement = &signed.statement;
        let founded =
            self.book.founded.as_ref().map(|founded| (founded.receipt_key, founded.campaign.clone()));
        if self.keys.insert(signed.key, mail.label.clone()).is_none() {
            let key = signed.key;
            if let Some((other, _)) = founded.as_ref().filter(|(founded, _)| *founded != key) {
                self.find(&mail.label, Some(1), format!("its receipt is signed with the key {key}, but this ledger was founded with the key {other}"));
            }
            let earlier = self.keys.iter().find(|(other, _)| **other != key);
            if let Some((other, label)) = earlier.map(|(other, label)| (*other, label.clone())) {
                self.find(
                    &mail.label,
                    None,
                    format!("its receipt is signed with the key {key}, but {label} with the key {other}"),
                );
            }
        }
        if !signed.holds() {
            let why = "the signature of its receipt is wrong: the file is not as the campaign made it";
            self.find(&mail.label, None, why.to_owned());
        }
        if founded.is_some_and(|(_, campaign)| campaign != statement.campaign) {
            let why = format!("its receipt was signed for the campaign {}", statement.campaign);
            self.find(&mail.label, None, why);
        }
        if text_digest(&mail.text) != statement.text {
            let why = "its text is not the text that was signed: somebody has changed it, perhaps only a mail program or a virus scanner";
            return self.find(&mail.label, None, why.to_owned());
        }
        // A text that is signed must say what the statement says.
        let seal = statement.seal.clone();
        let shown = [Some(format!("sha256:{}", statement.chain)), seal].into_iter().flatten();
        let hidden: Vec<String> = shown.filter(|shown| !mail.text.contains(shown.as_str())).collect();
        for hash in hidden {
            self.find(&mail.label, None, format!("its signed file states {hash}, but its text does not"));
        }
        if mail.heads.last() != Some(&statement.head) {
            let why = "its signed file names another entry as the head of the ledger than its text";
            self.find(&mail.label, None, why.to_owned());
        }
    }

    /// Compares a receipt with another of the same seat and number.
    fn other_receipts(&mut self, mail: &OurMail, statement: &Statement) {
        let place = (statement.seat.clone(), statement.number);
        let Some((other, label)) = self.statements.get(&place).cloned() else {
            self.statements.insert(place, (statement.clone(), mail.label.clone()));
            return;
        };
        // A copy for a stand-in has another text; a message made again may name a later head.
        let alike = Statement { text: other.text, head: other.head, ..statement.clone() };
        if alike != other {
            let what = differences(&facts_of(&other), &facts_of(&alike));
            let (seat, number) = place;
            self.find(
                &mail.label,
                None,
                format!("it is receipt {number} of {seat}, but {label} is another with this number: {what}"),
            );
        }
    }

    /// Compares a receipt with its entry. Returns `true` if the entry is there as it states.
    fn entry_of(&mut self, mail: &OurMail, statement: &Statement) -> bool {
        let (seat, number) = (&statement.seat, statement.number);
        let by_hash = self.book.received.iter().find(|(entry, _)| entry.hash == statement.entry);
        if by_hash.is_none() && self.book.has(&statement.head) && self.book.ends_before(statement) {
            self.newer += 1;
            return false;
        }
        let of_seat =
            |(_, body): &&(&Entry, Received)| body.seat.as_deref() == Some(seat) && body.number == number;
        let Some((entry, body)) = by_hash.or_else(|| self.book.received.iter().find(of_seat)) else {
            let end = self.book.last().filter(|last| last.at < statement.at);
            let why = match end {
                Some(last) => format!(
                    "it acknowledges a message of {seat} that is not in this ledger, which ends with entry {} of {}: its end is missing, or it was copied before this message came",
                    last.seq,
                    last.at.format("%Y-%m-%d %H:%M UTC")
                ),
                None => format!(
                    "it acknowledges a message of {seat} (receipt {number}) that is not in this ledger"
                ),
            };
            self.find(&mail.label, None, why);
            return false;
        };
        let seq = entry.seq;
        let what = differences(&facts_in(entry, body), &facts_of(statement));
        if !what.is_empty() {
            self.find(
                &mail.label,
                Some(seq),
                format!("it is receipt {number} of {seat}, but not as this ledger has it: {what}"),
            );
        } else if entry.hash != statement.entry {
            self.rehashed.push((seq, mail.label.clone()));
        }
        self.seal_of(mail, statement) && what.is_empty() && entry.hash == statement.entry
    }

    /// Looks for the seal that a receipt acknowledges. Returns `true` if it is there, or the receipt states none.
    fn seal_of(&mut self, mail: &OurMail, statement: &Statement) -> bool {
        let Some(seal) = statement.seal.as_ref().filter(|_| statement.fate == "used") else { return true };
        let own = || self.book.sealed.iter().filter(|sealed| sealed.seat == statement.seat);
        if own().any(|sealed| sealed.seal == *seal) {
            return true;
        }
        let window = statement.window.as_deref().unwrap_or_default();
        let here = own().rfind(|sealed| sealed.window == window);
        let here = here.map_or_else(
            || "has no seal of this seat there".to_owned(),
            |sealed| format!("has the seal {} there", sealed.seal),
        );
        let why = format!(
            "it acknowledges the seal {seal} of {} for {window}, but this ledger {here}",
            statement.seat
        );
        self.find(&mail.label, None, why);
        false
    }

    /// Adds what can be said only when all messages are known.
    fn finish(mut self, letters: &Letters) -> Against {
        self.rehashed.sort();
        if let Some((seq, label)) = self.rehashed.first().cloned() {
            let more = match self.rehashed.len() - 1 {
                0 => String::new(),
                more => format!(" (the same holds for {more} later receipts)"),
            };
            self.find(&label, Some(seq), format!("it acknowledges entry {seq}, which is here with another hash: something before it has been changed{more}"));
        }
        let known: BTreeSet<Hash256> = self.book.received.iter().map(|(_, body)| body.message).collect();
        let acknowledged: BTreeSet<Hash256> =
            self.statements.values().map(|(statement, _)| statement.message).collect();
        let mut notes = Vec::new();
        for mail in &letters.others {
            if known.contains(&mail.message) {
                self.result.own += 1;
            } else if mail.answers.iter().any(|id| letters.ids.contains(id)) {
                if !acknowledged.contains(&mail.message) {
                    let newer =
                        self.book.last().is_some_and(|last| mail.date.is_some_and(|date| date > last.at));
                    let why = if newer { "; it is newer than the ledger's last entry" } else { "" };
                    notes.push(format!("{} answers a message of the campaign, but it is not in this ledger, and no receipt for it is here{why}", mail.label));
                }
            } else {
                self.result.strangers += 1;
            }
        }
        notes.extend(self.gaps());
        if self.newer > 0 {
            notes.push(format!("receipts for messages that came after the end of this copy: {}. Compare them with a later copy", self.newer));
        }
        notes
            .extend(self.unsigned.iter().map(|label| format!("{label} has no signed file that can be read")));
        notes.extend(self.headless.iter().map(|label| format!("{label} names no entry of the ledger")));
        notes.extend(letters.too_large.iter().map(|label| format!("{label} is too large to be read")));
        if letters.ours.is_empty() {
            notes.push("there is no message of this campaign among them".to_owned());
        }
        self.result.ours = letters.ours.len();
        self.result.foreign = letters.foreign;
        self.result.notes = notes;
        self.result
    }

    /// Returns a sentence for each seat of which some receipts are here, and others not.
    fn gaps(&self) -> Vec<String> {
        let seats: BTreeSet<&String> = self.statements.keys().map(|(seat, _)| seat).collect();
        let gap = |seat: &&String| {
            let numbers = self.book.received.iter().filter(|(_, body)| body.seat.as_ref() == Some(seat));
            let lacks = |number: &u64| !self.statements.contains_key(&((*seat).clone(), *number));
            let missing: Vec<String> =
                numbers.map(|(_, body)| body.number).filter(lacks).map(|number| number.to_string()).collect();
            (!missing.is_empty()).then(|| {
                format!(
                    "the ledger has messages of {seat} whose receipts are not here: {}. Did you write them?",
                    missing.join(", ")
                )
            })
        };
        seats.iter().filter_map(gap).collect()
    }
}

/// Returns what a receipt states, by name.
fn facts_of(statement: &Statement) -> Map<String, Value> {
    match serde_json::to_value(statement) {
        Ok(Value::Object(facts)) => facts,
        _ => Map::new(),
    }
}

/// Returns what an entry says that a receipt states too, by the same names.
fn facts_in(entry: &Entry, body: &Received) -> Map<String, Value> {
    let facts = json!({
        "at": entry.at,
        "chain": body.chain,
        "fate": body.fate,
        "mail": body.mail,
        "message": body.message,
        "number": body.number,
        "seat": body.seat,
        "window": body.window,
    });
    facts.as_object().cloned().unwrap_or_default()
}

/// Returns in words what is stated otherwise than it is here; empty if nothing is.
fn differences(here: &Map<String, Value>, stated: &Map<String, Value>) -> String {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    };
    let differs = here.iter().filter(|(name, value)| stated.get(*name) != Some(*value));
    let all: Vec<String> = differs
        .map(|(name, value)| {
            let other = stated.get(name).map(text).unwrap_or_default();
            format!("{name} is {} there and {other} in the receipt", text(value))
        })
        .collect();
    all.join("; ")
}
