//! Attached messages: a plan that its writer forwards as an attachment.
//!
//! An attached message counts only if nothing else in the message says anything, and only its plan counts: somebody
//! else may have written it, so nobody resigns, votes or speaks by it, and it cannot give orders of the game master.
//! The outer message alone shows whom it speaks for. A message that a machine wrote, such as a delivery failure,
//! never counts, nor does anything attached to it. A copy of our own message does not count either, changed or not,
//! because its words are ours; to fill in our sheet, one replies to it. If the sheet in such a copy was filled in,
//! its sender is warned.

use super::forms::IDENTITY;
use crate::campaign::intake::problems;
use crate::campaign::intake::reading::{Ours, Reading, half_masked};
use crate::plan::Document;
use crate::post::{Address, Automatic, Letter};
use crate::report::model::Problem;
use crate::sheet::Refusal;
use crate::table::SeatInfo;

/// Sections that hand in a plan.
const PLAN: [&str; 3] = ["plan", "seal", "opening"];
/// How many attached messages are named.
const TOLD: usize = 5;

/// The attached messages of a letter, at any depth, by their writer.
#[derive(Default)]
struct Sorted<'a> {
    /// Messages that may count, in their order.
    people: Vec<&'a Letter>,
    machines: Vec<&'a Letter>,
    /// Copies of messages that we have sent.
    ours: Vec<&'a Letter>,
}

impl<'a> Sorted<'a> {
    fn sort(&mut self, mails: &'a [Letter], ours: &Ours<'_>) {
        for mail in mails {
            match &mail.automatic {
                _ if ours.wrote(mail) => self.ours.push(mail),
                Some(Automatic::Ours) => self.ours.push(mail),
                Some(_) => self.machines.push(mail),
                None => {
                    self.people.push(mail);
                    self.sort(&mail.enclosed, ours);
                }
            }
        }
    }
}

impl Reading {
    /// Reads the attached messages, if nothing else says anything.
    pub(crate) fn take_attached(&mut self, letter: &Letter, seats: &[SeatInfo], ours: &Ours<'_>) {
        if letter.enclosed.is_empty() {
            return;
        }
        let mut sorted = Sorted::default();
        sorted.sort(&letter.enclosed, ours);
        let is_saying = self.says_something(letter);
        if !is_saying && sorted.people.is_empty() {
            self.problems.extend(nothing(&sorted));
            return;
        }
        let read = |mail: &Letter| {
            let mut reading = Reading::own(mail, seats, ours);
            reading.take_sheet(mail, seats, ours);
            reading.hands_in(mail).then(|| reading.of_plan_alone())
        };
        let mut others = sorted.people.iter().filter_map(|mail| Some((*mail, read(mail)?)));
        if !is_saying {
            let Some((mail, reading)) = others.next() else {
                self.problems.extend(nothing(&sorted));
                return;
            };
            *self = Reading { opened: Some(letter.opened(mail)), attached: Some(name_of(mail)), ..reading };
            self.problems.insert(0, warning(provenance(mail, letter)));
        }
        let differs = |reading: &Reading| squeezed(reading.text()) != squeezed(self.text());
        let others: Vec<&Letter> =
            others.filter(|(_, reading)| differs(reading)).map(|(mail, _)| mail).take(TOLD).collect();
        let changed = sorted.ours.iter().copied().find(|mail| read(mail).is_some());
        let tell = |code, mail: &Letter, name| warning(Refusal::new(code).with(name, name_of(mail)));
        self.problems.extend(others.into_iter().map(|mail| tell("parts-differ", mail, "part")));
        self.problems.extend(changed.map(|mail| tell("attached-ours", mail, "name")));
    }
}

impl Reading {
    /// Removes all sections that do not hand in a plan, and warns of them.
    pub(super) fn of_plan_alone(mut self) -> Reading {
        let document = std::mem::take(&mut self.envelope.document);
        self.envelope.document = Document {
            campaign: document.campaign,
            seat: document.seat,
            key: document.key,
            window: document.window,
            plan: document.plan,
            seal: document.seal,
            opening: document.opening,
            revision: document.revision,
            ..Document::default()
        };
        let keys = self.found.document.as_ref().map(|document| document.keys.as_slice()).unwrap_or_default();
        let others: Vec<&str> = keys
            .iter()
            .map(String::as_str)
            .filter(|key| !PLAN.contains(key) && !IDENTITY.contains(key))
            .collect();
        if !others.is_empty() {
            self.problems.push(warning(Refusal::new("attached-section").with("sections", others.join(", "))));
        }
        self
    }
}

/// Returns the note that the plan comes from an attached message, with its writer if that is not the sender.
fn provenance(mail: &Letter, letter: &Letter) -> Refusal {
    let from = mail.sender().map(|from| from.address.as_str()).unwrap_or_default();
    let is_own = letter.sender().is_some_and(|sender: &Address| sender.is(from));
    if is_own {
        return Refusal::new("attached-read").with("name", name_of(mail));
    }
    let date = mail.date.map(|date| date.format("%Y-%m-%d %H:%M UTC").to_string()).unwrap_or_default();
    let why = Refusal::new("attached-other").with("name", name_of(mail));
    why.with("from", half_masked(from)).with("date", date)
}

/// Returns why no attached message counts; `None` if there is none.
fn nothing(sorted: &Sorted<'_>) -> Option<Problem> {
    let (code, mails) = [
        ("attached-nothing", &sorted.people),
        ("attached-ours", &sorted.ours),
        ("attached-machine", &sorted.machines),
    ]
    .into_iter()
    .find(|(_, mails)| !mails.is_empty())?;
    let names: Vec<String> = mails.iter().take(TOLD).map(|mail| name_of(mail)).collect();
    Some(problems::refused(&Refusal::new(code).with("name", names.join("”, “"))))
}

fn warning(why: Refusal) -> Problem {
    Problem { warning: true, ..problems::refused(&why) }
}

/// Returns the subject of an attached message, `…` if it has none.
pub(crate) fn name_of(mail: &Letter) -> String {
    if mail.subject.is_empty() { "…".to_owned() } else { mail.subject.clone() }
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
