//! What a receipt says, as it is kept in the ledger's secret until it is mailed.
//!
//! May use: post, report (models), record. Is used by: submission, mails.

use crate::campaign::intake::questions::Wanted;
use crate::campaign::intake::reading::Reading;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{How, Standing as In};
use crate::campaign::state::record;
use crate::campaign::state::record::window::Phase;
use crate::campaign::state::settings::Secrecy;
use crate::post::{Fate, Found, Letter, Note, PartKind, is_opening, one_line};
use crate::report::model::{self, Answers, Ignored, Item, Problem, Standing, State, Trust, Why, WindowState};
use crate::seal::mask;
use crate::sheet::{Fault, Refusal, Severity};
use crate::table::Understood;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A receipt but for what every mail has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The mail it answers.
    pub answers: Answers,
    /// By what it was known to speak for its seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<Trust>,
    /// What will be used if nothing more comes.
    pub standing: Standing,
    /// What was understood.
    pub understood: Vec<Item>,
    /// What was passed over.
    pub ignored: Vec<Ignored>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The seal.
    pub seal: Option<String>,
    /// The open window.
    pub window: Option<WindowState>,
    /// What it asks for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Wanted>,
}

impl Kept {
    /// Takes keys out of what is quoted from the mail: they are kept nowhere but where they are made.
    pub(crate) fn mask_keys(&mut self) {
        for problem in &mut self.problems {
            problem.why.details.values_mut().for_each(mask_within);
            problem.suggestion = problem.suggestion.as_deref().map(mask);
        }
        self.understood.iter_mut().for_each(|item| mask_within(&mut item.what));
        self.answers.part = self.answers.part.as_deref().map(mask);
    }
}

/// Takes keys out of all texts of a value, names of members among them.
fn mask_within(value: &mut Value) {
    match value {
        Value::String(text) => *text = mask(text),
        Value::Array(all) => all.iter_mut().for_each(mask_within),
        Value::Object(all) => {
            let masked = std::mem::take(all).into_iter().map(|(name, mut value)| {
                mask_within(&mut value);
                (mask(&name), value)
            });
            *all = masked.collect();
        }
        _ => {}
    }
}

/// The mail as its sender knows it.
pub(crate) fn answers(letter: &Letter, reading: &Reading, received: DateTime<Utc>) -> Answers {
    let (found, read_in) = (&reading.found, reading.letter(letter));
    // What was read is the document, or else an opening.
    let opening = || {
        let pasted = found.blocks.first().map(|block| block.part);
        pasted.or_else(|| read_in.parts.iter().position(|part| is_opening(&part.text)))
    };
    let read = if found.document.is_ok() { found.part } else { opening() };
    let part = read.and_then(|number| read_in.parts.get(number));
    Answers {
        subject: mask(&letter.subject),
        received,
        date: letter.date.map(|date| date.to_rfc3339()).unwrap_or_default(),
        message_id: letter.message_id.clone().unwrap_or_default(),
        from: letter.sender().map(|from| from.address.clone()).unwrap_or_default(),
        part: part.map(|part| match part.kind {
            PartKind::Plain => "text".to_owned(),
            PartKind::Html => "html".to_owned(),
            PartKind::Attachment => one_line(&part.path),
        }),
        attached: reading.attached.as_deref().map(mask),
    }
}

/// Lines that were passed over, in runs: empty lines within a run go with it. What is quoted is one run from its first
/// line to its last, whatever stands between: in a sheet filled in on a telephone it would else be told line by line.
pub(crate) fn ignored(found: &Found) -> Vec<Ignored> {
    let mut all: Vec<Ignored> = Vec::new();
    let mut before = "";
    for line in found.lines.iter().filter(|line| line.fate != Fate::Blank) {
        let why = match line.fate {
            Fate::Quoted | Fate::Replaced { .. } | Fate::Copy | Fate::Separator => "quotation",
            Fate::Signature => "signature",
            Fate::Greeting | Fate::Prose => "prose",
            Fate::Used { .. } | Fate::Fence | Fate::Armour | Fate::Blank => "",
        };
        let run = all.iter_mut().rev().find(|run| run.why == why);
        match run.filter(|_| why == before || why == "quotation") {
            _ if why.is_empty() => {}
            Some(run) => {
                run.lines.1 = line.number;
                run.parted |= why != before;
            }
            None => {
                let lines = (line.number, line.number);
                all.push(Ignored { lines, why: why.to_owned(), parted: false });
            }
        }
        before = why;
    }
    all
}

/// What the sender should know of the parts of the mail.
pub(crate) fn notes(letter: &Letter, found: &Found) -> Vec<Problem> {
    let warn = |refusal: Refusal| Problem { warning: true, ..refused(&refusal) };
    let note = |note: &Note| match note {
        Note::DiffersElsewhere { part } => {
            let part = letter.parts.get(*part).map(|part| one_line(&part.path)).unwrap_or_default();
            Some(warn(Refusal::new("parts-differ").with("part", part)))
        }
        Note::SecondIgnored { line } => Some(warn(Refusal::new("second-document").with("line", *line))),
        Note::SameElsewhere { .. } | Note::QuotedIgnored { .. } => None,
    };
    found.notes.iter().filter_map(note).collect()
}

/// A refusal of the whole mail.
pub(crate) fn refused(why: &Refusal) -> Problem {
    Problem {
        why: Why::from(why),
        warning: false,
        line: None,
        column: 1,
        length: 1,
        source: String::new(),
        suggestion: None,
    }
}

/// A fault in the document, with the line as the sender sees it in the mail.
pub fn problem(fault: &Fault, text: &str, found: &Found) -> Problem {
    let warning = fault.severity == Severity::Warning;
    let Some(span) = fault.span else { return Problem { warning, ..refused(&fault.why) } };
    Problem {
        warning,
        line: line_in_mail(span.line, found),
        column: span.column,
        length: span.length.max(1),
        source: mask(text.lines().nth(span.line.saturating_sub(1)).unwrap_or_default()),
        suggestion: fault.suggestion.clone(),
        ..refused(&fault.why)
    }
}

/// What was understood, without what a fault speaks of: that is shown once, where it is wrong. On a line with several
/// things it is the last that begins before the fault.
pub fn once(understood: Vec<Understood>, faults: &[Fault]) -> Vec<Understood> {
    let wrong: Vec<usize> = faults
        .iter()
        .filter(|fault| fault.is_error())
        .filter_map(|fault| {
            let span = fault.span?;
            let on_line = understood.iter().enumerate().filter_map(|(place, item)| {
                let begins = item.span.filter(|item| item.line == span.line)?.column;
                Some((place, begins))
            });
            // The nearest before it; where none is, the first behind it.
            let nearest =
                on_line.min_by_key(|(_, begins)| (*begins > span.column, begins.abs_diff(span.column)));
            nearest.map(|(place, _)| place)
        })
        .collect();
    let sound = understood.into_iter().enumerate().filter(|(place, _)| !wrong.contains(place));
    sound.map(|(_, item)| item).collect()
}

/// The number in the mail of a line of the document.
pub fn line_in_mail(line: usize, found: &Found) -> Option<usize> {
    let is_it = |fate: Fate| matches!(fate, Fate::Used { line: used } if used == line);
    found.lines.iter().find(|in_mail| is_it(in_mail.fate)).map(|in_mail| in_mail.number)
}

/// A window as mails know it.
pub fn window_model(window: &record::Window) -> model::Window {
    let secrecy = match (window.sealed, window.secrecy) {
        (false, _) => "open",
        (_, Secrecy::Deposit) => "deposit",
        (_, Secrecy::Either) => "either",
        (_, Secrecy::Sealed) => "sealed",
    };
    model::Window {
        id: window.id.clone(),
        turn: window.turn,
        stage: window.stage.clone(),
        deadline: window.deadline,
        grace: (window.grace > 0).then(|| window.last_call()).flatten(),
        secrecy: secrecy.to_owned(),
        held: false,
        paused: false,
    }
}

/// How a seat stands, as mails know it.
pub fn state(window: &record::Window, seat: &str) -> State {
    let standing = match window.phase {
        Phase::Closed => window.standings.get(seat).copied().unwrap_or_else(|| window.standing(seat)),
        _ => window.standing(seat),
    };
    match standing {
        In::NothingCame if window.is_open() => State::Waiting,
        In::NothingCame => State::NothingCame,
        In::Unusable => State::Unusable,
        In::In => State::In,
        In::Final => State::Final,
        In::Sealed | In::NotOpened => State::Sealed,
    }
}

impl Engine<'_> {
    /// What will be used of a seat if nothing more comes; `this` is the number of the receipt in the making.
    pub(crate) fn standing(&self, seat: &str, this: u64) -> Standing {
        let Some(window) = self.record.open_window() else { return Standing::NoWindow };
        let Some(part) = window.seats.get(seat) else { return Standing::Nothing };
        match part.how {
            None => Standing::Nothing,
            Some(How::Seal) if !part.opened => Standing::Seal,
            Some(_) if part.receipt == this => Standing::This,
            Some(_) => Standing::Earlier {
                received: part.at.unwrap_or(self.now),
                receipt: u32::try_from(part.receipt).unwrap_or(u32::MAX),
            },
        }
    }

    /// The open window as a seat may know it.
    pub(crate) fn window_state(&self, seat: &str) -> Option<WindowState> {
        let window = self.record.open_window()?;
        Some(WindowState {
            window: model::Window {
                held: self.record.held.is_some(),
                paused: self.record.paused.is_some(),
                ..window_model(window)
            },
            own: state(window, seat),
            seats_in: Some(window.asked.len() - window.missing().count()),
            seats_asked: window.asked.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Span;
    use serde_json::json;

    #[test]
    fn what_is_wrong_is_not_shown_as_understood() {
        let span = |line, column| Span { line, column, length: 3 };
        let item = |line, column| Understood { span: Some(span(line, column)), what: json!([line, column]) };
        let items = || vec![item(1, 3), item(2, 3), item(2, 20), item(3, 5)];
        let left =
            |faults: &[Fault]| once(items(), faults).into_iter().map(|item| item.what).collect::<Vec<_>>();
        let fault = |line, column| Fault::error(span(line, column), Refusal::new("x"));
        let all: Vec<_> = items().into_iter().map(|item| item.what).collect();
        assert_eq!(left(&[fault(4, 1)]), all);
        assert_eq!(left(&[Fault::warning(span(1, 3), Refusal::new("x"))]), all, "a warning leaves it good");
        assert_eq!(left(&[fault(2, 8), fault(2, 9)]), [json!([1, 3]), json!([2, 20]), json!([3, 5])]);
        assert_eq!(left(&[fault(2, 20), fault(3, 1)]), [json!([1, 3]), json!([2, 3])]);
    }
}
