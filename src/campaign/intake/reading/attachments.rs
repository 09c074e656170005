//! Mails that came attached to a mail: a plan that its writer forwards as an attachment.
//!
//! One counts if nothing else in the mail says anything, and of it the plan alone: nobody resigns, votes or speaks by what
//! somebody else may have written, and the game master has nothing done by it. Whom the mail speaks for is shown by the mail itself and never
//! by what is attached to it. What a machine wrote (a delivery failure with the plan that did not arrive) never counts,
//! nor does what is attached to it; and neither does a copy of a mail of ours, changed or not: what stands in it are our
//! words, and who wants to change them does so in a reply. If its sheet was filled in all the same, its sender is told.

use super::document::IDENTITY;
use crate::campaign::intake::problems;
use crate::campaign::intake::reading::{Ours, Reading, half_masked};
use crate::plan::Document;
use crate::post::{Address, Automatic, Letter};
use crate::report::model::Problem;
use crate::sheet::Refusal;
use crate::table::SeatInfo;

/// Sections that hand in a plan.
const PLAN: [&str; 3] = ["plan", "seal", "opening"];
/// Names of attached mails that are told.
const TOLD: usize = 5;

/// The attached mails of a letter, those within them too.
#[derive(Default)]
struct Sorted<'a> {
    /// That may count, in their order.
    people: Vec<&'a Letter>,
    /// That a machine wrote.
    machines: Vec<&'a Letter>,
    /// Copies of our own.
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
    /// Reads what is attached, if nothing else says anything.
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
            let mut reading = Reading::own(mail, seats);
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
    /// Without all sections but those that hand in a plan; their names are told.
    fn of_plan_alone(mut self) -> Reading {
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

/// That the plan is from an attached mail, and whose that is if it is another's.
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

/// Why nothing was found in what is attached.
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

/// By what its sender knows an attached mail.
pub(crate) fn name_of(mail: &Letter) -> String {
    if mail.subject.is_empty() { "…".to_owned() } else { mail.subject.clone() }
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
