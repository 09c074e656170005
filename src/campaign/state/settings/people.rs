//! Settings of living together: the rehearsal, who watches, who is known, who follows whom.

use crate::campaign::state::clock::{Rule, read_rule, read_span, span_text};
use crate::campaign::state::settings::fields::Fields;
use crate::campaign::state::settings::{Clock, Mistakes, Settings, is_address};
use crate::sheet::{truth, whole_number};
use chrono::TimeDelta;
use serde_json::{Value, json};

/// Somebody who only watches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observer {
    /// The name, which everybody may know.
    pub name: String,
    /// Where mail goes.
    pub address: String,
    /// How much later than the players.
    pub delay: Delay,
}

/// How much later than the players an observer is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delay {
    /// So many turns; 0 for none.
    Turns(u32),
    /// So long.
    Time(TimeDelta),
}

impl Delay {
    /// As people write it: `1 turn`, `7 days`, `none`.
    ///
    /// # Errors
    /// In words, what is wanted.
    fn read(text: &str) -> Result<Self, String> {
        let lower = text.trim().to_lowercase();
        let turns = lower.strip_suffix("turns").or(lower.strip_suffix("turn"));
        match turns {
            _ if lower == "none" || truth(&lower) == Some(false) => Ok(Delay::Turns(0)),
            Some(number) => {
                let number = whole_number(number.trim()).and_then(|n| u32::try_from(n).ok());
                number.map(Delay::Turns).ok_or_else(|| format!("“{text}” is no number of turns"))
            }
            None => read_span(&lower).map(Delay::Time).map_err(|why| format!("{why}; or 1 turn, or none")),
        }
    }

    fn text(self) -> String {
        match self {
            Delay::Turns(0) => "none".to_owned(),
            Delay::Turns(1) => "1 turn".to_owned(),
            Delay::Turns(turns) => format!("{turns} turns"),
            Delay::Time(time) => span_text(time),
        }
    }
}

/// Settings as read.
pub(crate) struct Living {
    pub(crate) rehearsal: Option<Rule>,
    pub(crate) observers: Vec<Observer>,
    pub(crate) may_wait: bool,
    pub(crate) handover_press: bool,
    pub(crate) replace_by_vote: bool,
    pub(crate) anonymous: bool,
    pub(crate) reveal: bool,
}

/// Reads them.
pub(crate) fn read(all: &mut Fields<'_>, clock: &Clock, home: Option<&str>, wrong: &mut Mistakes) -> Living {
    let rehearsal = all.parse("rehearsal", wrong, |text| match truth(text) {
        Some(false) => Ok(None),
        Some(true) => Ok(Some(clock.deadline.clone())),
        None => read_rule(text, home).map(Some).map_err(|why| format!("{why}; or yes, or no")),
    });
    let observers = observers(all, wrong);
    let mut is = |key, otherwise| all.truth(key, wrong).unwrap_or(otherwise);
    Living {
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
        let line = fields.line;
        fields.finish(wrong);
        if !observer.address.is_empty() && !is_address(&observer.address) {
            let what = format!(
                "observers.address: “{}” is no mail address such as olga@example.org",
                observer.address
            );
            wrong.add(line, what);
        }
        if observers.iter().any(|known| known.address.eq_ignore_ascii_case(&observer.address)) {
            wrong.add(line, format!("observers: “{}” stands twice", observer.address));
        }
        observers.push(observer);
    }
    observers
}

impl Settings {
    /// Whether an address is that of somebody who only watches.
    pub fn observes(&self, address: &str) -> bool {
        self.observers.iter().any(|observer| observer.address.eq_ignore_ascii_case(address))
    }

    /// What everybody may know of them. What is as it is by default is left out, so that nothing changes for a campaign
    /// that began before there was such a setting.
    pub(crate) fn living(&self, public: &mut Value) {
        let truths = [
            ("handover-press", self.handover_press),
            ("replace-by-vote", self.replace_by_vote),
            ("anonymous", self.anonymous),
            ("reveal-at-the-end", self.reveal),
        ];
        for (name, _) in truths.into_iter().filter(|(_, set)| *set) {
            public[name] = json!(true);
        }
        if !self.may_wait {
            public["absent-may-wait"] = json!(false);
        }
        if let Some(rule) = &self.rehearsal {
            public["rehearsal"] = json!(rule.to_string());
        }
        if !self.observers.is_empty() {
            let of = |observer: &Observer| json!({"name": observer.name, "delay": observer.delay.text()});
            public["observers"] = self.observers.iter().map(of).collect();
        }
        if !self.anonymous {
            return;
        }
        for seat in public["seats"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            seat.remove("player");
            // A public key is known by its owner elsewhere.
            seat.remove("ssh");
        }
    }
}
