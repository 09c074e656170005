//! Settings about people around the game: rehearsal, observers, replacement of players, anonymity.

use super::address::is_address;
use super::fields::{Fields, Mistakes};
use super::windows::Clock;
use crate::campaign::state::clock::{Rule, read_rule, read_span, span_text};
use crate::sheet::{truth, whole_number};
use chrono::TimeDelta;

/// Somebody who gets the public reports and does not play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observer {
    /// The observer's name, which everybody may know.
    pub name: String,
    pub address: String,
    pub delay: Delay,
}

/// How much later than the players an observer gets a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delay {
    /// A number of turns; 0 for no delay.
    Turns(u32),
    Time(TimeDelta),
}

impl Delay {
    /// Reads a delay as people write it: `1 turn`, `7 days`, `none`.
    ///
    /// # Errors
    /// If the text is something else. Returns a description of what is wanted.
    fn read(text: &str) -> Result<Self, String> {
        let lower = text.trim().to_lowercase();
        let turns = lower.strip_suffix("turns").or(lower.strip_suffix("turn"));
        match turns {
            _ if lower == "none" || truth(&lower) == Some(false) => Ok(Delay::Turns(0)),
            Some(number) => {
                let number = whole_number(number.trim()).and_then(|n| u32::try_from(n).ok());
                number.map(Delay::Turns).ok_or_else(|| format!("“{text}” is not a number of turns"))
            }
            None => read_span(&lower).map(Delay::Time).map_err(|why| format!("{why}; or 1 turn, or none")),
        }
    }

    pub(super) fn text(self) -> String {
        match self {
            Delay::Turns(0) => "none".to_owned(),
            Delay::Turns(1) => "1 turn".to_owned(),
            Delay::Turns(turns) => format!("{turns} turns"),
            Delay::Time(time) => span_text(time),
        }
    }
}

/// The settings that [`read`] returns; the fields are those of [`Settings`](super::Settings).
pub(super) struct PeopleSettings {
    pub(super) rehearsal: Option<Rule>,
    pub(super) observers: Vec<Observer>,
    pub(super) may_wait: bool,
    pub(super) handover_press: bool,
    pub(super) replace_by_vote: bool,
    pub(super) anonymous: bool,
    pub(super) reveal: bool,
}

/// Reads the settings about rehearsal, observers, replacement and anonymity.
pub(super) fn read(
    all: &mut Fields<'_>,
    clock: &Clock,
    home: Option<&str>,
    wrong: &mut Mistakes,
) -> PeopleSettings {
    let rehearsal = all.parse("rehearsal", wrong, |text| match truth(text) {
        Some(false) => Ok(None),
        Some(true) => Ok(Some(clock.deadline.clone())),
        None => read_rule(text, home).map(Some).map_err(|why| format!("{why}; or yes, or no")),
    });
    let observers = observers(all, wrong);
    let mut is = |key, otherwise| all.truth(key, wrong).unwrap_or(otherwise);
    PeopleSettings {
        rehearsal: rehearsal.flatten(),
        observers,
        may_wait: is("absent may wait", true),
        handover_press: is("handover press", false),
        replace_by_vote: is("replace by vote", false),
        anonymous: is("anonymous", false),
        reveal: is("reveal at the end", false),
    }
}

fn observers(all: &mut Fields<'_>, wrong: &mut Mistakes) -> Vec<Observer> {
    let mut observers: Vec<Observer> = Vec::new();
    for node in all.take("observers").map(|node| node.members()).unwrap_or_default() {
        let mut fields = Fields::of(node, "observers", wrong);
        let observer = Observer {
            name: fields.need("name", wrong),
            address: fields.need("address", wrong),
            delay: fields.parse("delay", wrong, Delay::read).unwrap_or(Delay::Turns(1)),
        };
        let line = fields.span;
        fields.finish(wrong);
        if !observer.address.is_empty() && !is_address(&observer.address) {
            let what = format!(
                "observers.address: “{}” is not an email address such as olga@example.org",
                observer.address
            );
            wrong.add(line, what);
        }
        if observers.iter().any(|known| known.address.eq_ignore_ascii_case(&observer.address)) {
            wrong.add(line, format!("observers: “{}” is listed twice", observer.address));
        }
        observers.push(observer);
    }
    observers
}
