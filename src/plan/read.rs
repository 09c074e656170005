//! Reads a document: its sections, and what is wrong with them.

use super::document::{Document, Given, Recipient};
use super::keys::{Section, names};
use super::recipients::{People, recipients};
use super::words::{is_nothing, truth};
use crate::post::one_line;
use crate::seal::{Opening, Seal, SeatKey};
use crate::sheet::{Codes, Fault, Miss, Names, Node, Refusal, Span, parse, plain, whole_number};
use crate::table::{Seat, SeatInfo, Understood};
use jiff::civil::Date;
use serde_json::{Value, json};
use std::cell::OnceCell;

pub(super) const REFUSALS: Codes = Codes {
    of_plans: &[
        "envelope-form",
        "envelope-section",
        "envelope-section-twice",
        "envelope-word",
        "envelope-truth",
        "envelope-number",
        "envelope-plan-and-seal",
        "envelope-nothing",
    ],
    beside_plans: &[
        "envelope-house",
        "envelope-press",
        "envelope-press-field",
        "envelope-vote",
        "envelope-vote-kind",
        "envelope-extend",
        "envelope-absent",
        "envelope-day",
        "envelope-day-either",
        "envelope-days",
        "envelope-play",
        "envelope-dispute",
        "envelope-close",
        "envelope-do",
        "envelope-do-alone",
        "envelope-do-kind",
        "envelope-do-seat",
        "envelope-number-public",
        "envelope-replace",
        "envelope-ruling",
        "envelope-ruling-because",
        "envelope-ruling-field",
        "envelope-ruling-messages",
        "envelope-ruling-nothing",
        "envelope-ruling-pairs",
        "envelope-ruling-plain",
        "envelope-ruling-point",
        "envelope-ruling-points",
        "envelope-ruling-stage",
        "envelope-ruling-turn",
        "envelope-ruling-typed",
        "envelope-rehearsal",
        "envelope-ask",
        "envelope-chance",
    ],
};

/// The longest words of chance, in characters.
const MOST_WORDS: usize = 200;

/// The result of reading a document.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Envelope {
    /// The sections that could be read. One with an error in it is left out.
    pub document: Document,
    /// The sections that were understood, except the plan (the game reads it) and the opening (the seal judges it).
    pub understood: Vec<Understood>,
    /// Errors and warnings, in the order of lines.
    pub faults: Vec<Fault>,
    /// `true` if the document has a seal that cannot be read: its writer meant to hand in something.
    pub broken_seal: bool,
}

impl Envelope {
    /// Returns `true` if one of the problems is an error.
    pub fn has_errors(&self) -> bool {
        self.faults.iter().any(Fault::is_error)
    }

    /// Adds the sections of another reading that this one lacks; those that both have are as they are here.
    pub fn add(&mut self, other: Envelope) {
        let (own, new) = (&mut self.document, other.document);
        let mut taken: Vec<Span> = Vec::new();
        macro_rules! take {
            ($($section:ident),*) => {$(
                if own.$section.is_none() && let Some(given) = new.$section {
                    taken.push(given.span);
                    own.$section = Some(given);
                }
            )*};
        }
        // "Ready" and "Word: kettle" fill in one sheet.
        if let (Some(own), Some(given)) = (&mut own.rehearsal, &new.rehearsal) {
            own.value.ready = own.value.ready.or(given.value.ready);
            if own.value.word.is_empty() {
                own.value.word.clone_from(&given.value.word);
            }
        }
        take!(absent, chance, dispute, rehearsal, is_final, resign);
        for vote in new.vote {
            let kind = std::mem::discriminant(&vote.value);
            if own.vote.iter().all(|known| std::mem::discriminant(&known.value) != kind) {
                taken.push(vote.span);
                own.vote.push(vote);
            }
        }
        own.press.extend(new.press);
        own.ask.extend(new.ask);
        own.act.extend(new.act);
        self.understood.extend(other.understood);
        self.faults.retain(|fault| fault.why.code() != "envelope-nothing");
        self.faults.extend(other.faults.into_iter().filter(|fault| fault.why.code() != "envelope-nothing"));
    }
}

/// Reads a text: parses the YAML, then reads its sections. `seats` are the seats of the game, in their listed order.
pub fn read_text(text: &str, seats: &[SeatInfo]) -> Envelope {
    match parse(text) {
        Ok(node) => read(&node, seats),
        Err(faults) => Envelope { faults, ..Envelope::default() },
    }
}

/// Reads a document that is a tree already. `seats` are the seats of the game, in their listed order.
pub fn read(node: &Node, seats: &[SeatInfo]) -> Envelope {
    read_on(node, seats, People::default(), None)
}

/// Reads a document like [`read`], for a campaign of these people. `today` is the day on which it came, where its writer is:
/// days without a year are near it.
pub fn read_on(node: &Node, seats: &[SeatInfo], people: People<'_>, today: Option<Date>) -> Envelope {
    let mut reader = Reader { seats, people, names: OnceCell::new(), today, envelope: Envelope::default() };
    reader.sections(node);
    let mut envelope = reader.envelope;
    if envelope.faults.is_empty() && !envelope.document.says_something() {
        envelope.faults.push(Fault::warning(node.span, Refusal::new("envelope-nothing")));
    }
    envelope.faults.sort_by_key(|fault| (fault.span.is_none(), fault.span));
    envelope.understood.sort_by_key(|item| (item.span.is_none(), item.span));
    envelope
}

pub(super) struct Reader<'a> {
    pub(super) seats: &'a [SeatInfo],
    people: People<'a>,
    /// Who can be addressed, gathered when the first name is looked up: most messages have none.
    names: OnceCell<Names<Recipient>>,
    pub(super) today: Option<Date>,
    pub(super) envelope: Envelope,
}

/// A section that was read, or `None` with a problem noted.
pub(super) type Read<T> = Option<Given<T>>;

impl Reader<'_> {
    pub(super) fn names(&self) -> &Names<Recipient> {
        self.names.get_or_init(|| recipients(self.seats, self.people))
    }

    fn sections(&mut self, node: &Node) {
        let Some(entries) = node.entries() else {
            self.error(node.span, Refusal::new("envelope-form"));
            return;
        };
        let names = names();
        let mut seen: Vec<(Section, usize)> = Vec::new();
        for (key, value) in entries {
            let name = key.text().unwrap_or_default();
            let section = match names.find(name) {
                Ok(section) => section,
                Err(miss) => {
                    let all: Vec<&str> = names.all().collect();
                    let why = Refusal::new("envelope-section").with("name", name).with("sections", all);
                    self.envelope.faults.push(Fault::error(key.span, why).suggest(miss.suggestion()));
                    continue;
                }
            };
            // People write `ask: map` and `ask: plan` below each other, as they would in a list.
            let may_repeat = matches!(section, Section::Ask | Section::Press | Section::Vote | Section::Do);
            if let Some((_, first)) = seen.iter().find(|(known, _)| *known == section && !may_repeat) {
                let why = Refusal::new("envelope-section-twice").with("name", name).with("line", *first);
                self.error(key.span, why);
                continue;
            }
            seen.push((section, key.span.line));
            // `press: none` asks for nothing. What a plan means by it is the game's to say, words of chance are any words, and
            // `absent: none` takes an absence back.
            let is_left_out = !matches!(section, Section::Plan | Section::Chance | Section::Absent)
                && value.text().is_some_and(is_nothing);
            // A sheet of the rehearsal that is quoted as it was sent says nothing either.
            let is_unfilled = section == Section::Rehearsal && !value.says_something();
            if !value.is_empty() && !is_left_out && !is_unfilled {
                self.section(section, name, value);
            }
        }
        let document = &self.envelope.document;
        if let (Some(_), Some(seal)) = (&document.plan, &document.seal) {
            let span = seal.span;
            self.error(span, Refusal::new("envelope-plan-and-seal"));
        }
    }

    fn section(&mut self, section: Section, name: &str, node: &Node) {
        match section {
            Section::Campaign => self.envelope.document.campaign = self.word(name, node),
            Section::Seat => self.envelope.document.seat = self.seat(node),
            Section::Key => self.envelope.document.key = self.key(node),
            Section::Window => self.envelope.document.window = self.word(name, node),
            Section::Chance => self.envelope.document.chance = self.chance(node),
            Section::Plan => {
                self.envelope.document.plan = Some(Given { value: node.clone(), span: node.span });
            }
            Section::Seal => {
                self.envelope.document.seal = self.seal(node);
                self.envelope.broken_seal = self.envelope.document.seal.is_none();
            }
            Section::Opening => self.envelope.document.opening = self.opening(node),
            Section::Rehearsal => self.envelope.document.rehearsal = self.rehearsal(node),
            Section::Press => self.press(node),
            Section::Vote => self.votes(node),
            Section::Absent => self.envelope.document.absent = self.absent(node),
            Section::Do => self.acts(node),
            Section::Dispute => self.envelope.document.dispute = self.dispute(node),
            Section::Final => {
                self.envelope.document.is_final = self.truth(name, node);
                if self.envelope.document.is_final.as_ref().is_some_and(|given| given.value) {
                    self.note(node.span, json!({"item": "final"}));
                }
            }
            Section::Ask => self.ask(node),
            Section::Resign => {
                self.envelope.document.resign = self.truth(name, node);
                if self.envelope.document.resign.as_ref().is_some_and(|given| given.value) {
                    self.note(node.span, json!({"item": "resign"}));
                }
            }
            Section::Revision => {
                let number = node.text().and_then(whole_number);
                if number.is_none() {
                    self.error(node.span, Refusal::new("envelope-number").with("section", name));
                }
                self.envelope.document.revision = number.map(|value| Given { value, span: node.span });
            }
        }
    }

    pub(super) fn error(&mut self, span: Span, why: Refusal) {
        self.envelope.faults.push(Fault::error(span, why));
    }

    pub(super) fn note(&mut self, span: Span, what: Value) {
        self.envelope.understood.push(Understood { span: Some(span), what });
    }

    pub(super) fn text<'n>(&mut self, section: &str, node: &'n Node) -> Option<&'n str> {
        let text = node.text().map(str::trim).filter(|text| !text.is_empty());
        if text.is_none() {
            self.error(node.span, Refusal::new("envelope-word").with("section", section));
        }
        text
    }

    fn word(&mut self, section: &str, node: &Node) -> Read<String> {
        self.text(section, node).map(|text| Given { value: text.to_owned(), span: node.span })
    }

    pub(super) fn truth(&mut self, section: &str, node: &Node) -> Read<bool> {
        let value = node.text().and_then(truth);
        if value.is_none() {
            self.error(node.span, Refusal::new("envelope-truth").with("section", section));
        }
        value.map(|value| Given { value, span: node.span })
    }

    pub(super) fn seat(&mut self, node: &Node) -> Read<Seat> {
        let name = self.text("seat", node)?;
        match self.names().find(name) {
            Ok(Recipient::Seat(value)) => Some(Given { value, span: node.span }),
            Ok(Recipient::All | Recipient::Gm) => {
                self.no_seat(node.span, name, &Miss::Unknown(Vec::new()), &[]);
                None
            }
            Err(miss) => {
                self.no_seat(node.span, name, &miss, &[]);
                None
            }
        }
    }

    pub(super) fn no_seat(&mut self, span: Span, name: &str, miss: &Miss, more: &[&str]) {
        let legal: Vec<String> = self
            .seats
            .iter()
            .map(|seat| seat.name.clone())
            .chain(more.iter().map(|s| (*s).to_owned()))
            .collect();
        let why = Refusal::new("envelope-house").with("name", name).with("legal", legal);
        self.envelope.faults.push(Fault::error(span, why).suggest(miss.suggestion()));
    }

    fn key(&mut self, node: &Node) -> Read<SeatKey> {
        let text = self.text("key", node)?;
        match SeatKey::parse(text) {
            Ok(value) => Some(Given { value, span: node.span }),
            Err(error) => {
                self.error(node.span, error.refusal());
                None
            }
        }
    }

    fn chance(&mut self, node: &Node) -> Read<String> {
        let words = one_line(self.text("chance", node)?);
        if words.is_empty() || words.chars().count() > MOST_WORDS {
            self.error(node.span, Refusal::new("envelope-chance").with("most", MOST_WORDS));
            return None;
        }
        self.note(node.span, json!({"item": "chance", "words": words}));
        Some(Given { value: words, span: node.span })
    }

    fn seal(&mut self, node: &Node) -> Read<Seal> {
        let text = self.text("seal", node)?;
        match text.parse::<Seal>() {
            Ok(value) => {
                self.note(node.span, json!({"item": "seal", "seal": value.to_string()}));
                Some(Given { value, span: node.span })
            }
            Err(error) => {
                self.error(node.span, error.refusal());
                None
            }
        }
    }

    /// Reads an opening, which the document has as text. JSON is YAML too, so it may also be there bare; but then it
    /// loses what YAML does not keep (numbers in quotes, say), and an opening with those must travel as a file.
    fn opening(&mut self, node: &Node) -> Read<Opening> {
        let opening = match node.entries() {
            Some(_) => Opening::from_value(&plain(node)),
            None => Opening::read(self.text("opening", node)?),
        };
        match opening {
            Ok(value) => Some(Given { value, span: node.span }),
            Err(error) => {
                self.error(node.span, error.refusal());
                None
            }
        }
    }
}
