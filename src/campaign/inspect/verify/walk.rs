//! A verification on its way: what it has seen of the ledger so far.

#[cfg(test)]
use super::testing;
use crate::campaign::play::silence::AskedBefore;
use crate::campaign::state::clock::{Rule, read_rule, read_span};
use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::{Counts, Fate, Founded, In, Line, Ruling, SeatId, Shut};
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::Rules;
use crate::campaign::state::shut_windows::keeps;
use crate::ledger::{Entry, Kind};
use crate::seal::Hash256;
use crate::table::Referee;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The reason why an entry breaks a promise, in words.
pub(super) type Why = String;

/// Returns `why` as an error unless the promise holds.
#[cfg_attr(test, track_caller)]
pub(super) fn need(holds: bool, why: impl Into<Why>) -> Result<(), Why> {
    if holds { Ok(()) } else { Err(refused(why)) }
}

/// Returns the reason for which an entry is refused. The tests note the place in the code that refuses it.
#[cfg_attr(test, track_caller)]
pub(super) fn refused(why: impl Into<Why>) -> Why {
    #[cfg(test)]
    testing::note(std::panic::Location::caller());
    why.into()
}

/// Something that came by mail, which the next receipt in its batch must name.
pub(super) struct Owed {
    pub entry: u64,
    /// The seat that wrote; `None` if the ledger does not say.
    pub seat: Option<SeatId>,
    /// The seal that the receipt names.
    pub seal: Option<String>,
}

/// A verification on its way.
pub(super) struct Walk<'a> {
    referee: &'a dyn Referee,
    corrected: Option<&'a Corrected>,
    /// The secret of the shuffles; `None` if it is not known here.
    pub secret: Option<[u8; 32]>,
    pub entries: &'a [Entry],
    /// The entries up to the present one, with what can be worked out in place of rulings' secrets that are not here.
    pub past: Vec<Entry>,
    pub record: Record,
    /// `true` if positions cannot be worked out any more, because this copy leaves out what they need.
    pub blind: bool,
    pub owed: Vec<Owed>,
    /// Digests of all messages that came, with whom they spoke for and what became of them.
    pub seen: BTreeMap<(Option<SeatId>, Hash256), Fate>,
    /// Names of all messages that were mailed, with their recipients.
    pub named: BTreeSet<(String, String)>,
    /// Seats whose absences this copy leaves out.
    pub hidden_away: BTreeSet<SeatId>,
    /// Every plan that was opened: its seat and the window of its seal.
    pub opened: BTreeSet<(SeatId, String)>,
    /// `true` once a deposited or a steward's plan is opened to close the open window.
    pub closing: bool,
    /// What the seats had sent before the steward played for them, while their window closes.
    pub before_steward: BTreeMap<SeatId, Option<In>>,
    /// `true` if this copy leaves out secrets from which the messages that are due follow.
    pub due_unknown: bool,
    pub asked_before: AskedBefore,
    /// The first entry of the present batch, and how many entries are still to come in it.
    pub batch: (u64, u64),
    /// The time of the entries before those of the present time.
    pub earlier: Option<DateTime<Utc>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        referee: &'a dyn Referee,
        corrected: Option<&'a Corrected>,
        entries: &'a [Entry],
        secret: Option<[u8; 32]>,
    ) -> Self {
        Walk {
            referee,
            corrected,
            secret,
            entries,
            past: Vec::new(),
            record: Record::default(),
            blind: secret.is_none(),
            owed: Vec::new(),
            seen: BTreeMap::new(),
            named: BTreeSet::new(),
            hidden_away: BTreeSet::new(),
            opened: BTreeSet::new(),
            closing: false,
            before_steward: BTreeMap::new(),
            due_unknown: false,
            asked_before: AskedBefore::default(),
            batch: (1, 0),
            earlier: None,
        }
    }

    /// Returns the rules of the game, with the entries so far.
    pub(super) fn rules(&self) -> Rules<'_> {
        let rules = Rules::new(self.referee, self.secret.as_ref().unwrap_or(&[0; 32]), &self.past);
        let rules = self.corrected.map_or(rules, |corrected| rules.with(corrected));
        if self.blind { rules.blind() } else { rules }
    }

    /// Checks the place of an entry: its number, its time and its batch.
    pub(super) fn at(&mut self, entry: &Entry, place: usize) -> Result<(), Why> {
        let before = place.checked_sub(1).and_then(|before| self.entries.get(before)).map(|before| before.at);
        need(
            entry.seq == place as u64 + 1,
            format!("it has the number {} in place {}", entry.seq, place + 1),
        )?;
        need(
            (entry.kind == Kind::Founded) == (place == 0),
            "a ledger begins with “founded”, and only begins with it",
        )?;
        need(before.is_none_or(|before| entry.at >= before), "its time is before that of the entry before")?;
        let together = entry.body.get("batch");
        if self.batch.1 == 0 {
            let count = together.map_or(Some(1), Value::as_u64);
            let count = count
                .filter(|count| together.is_none() || *count > 1)
                .ok_or_else(|| refused("its batch has a wrong form"))?;
            self.batch = (entry.seq, count);
        } else {
            need(together.is_none(), "a batch begins inside another")?;
            need(before == Some(entry.at), "its time is not that of its batch")?;
        }
        self.batch.1 -= 1;
        if before != Some(entry.at) {
            self.earlier = before;
        }
        Ok(())
    }

    /// Returns the windows with their seals that a ruling keeps.
    pub(super) fn kept(&self, ruling: &Ruling) -> Result<Vec<Shut>, Why> {
        let back = (ruling.what, ruling.after);
        keeps(self.rules(), &self.record, back, &ruling.changes).map_err(|why| why.why)
    }

    /// Records that something came by mail, so that the next receipt must name it.
    pub(super) fn by_mail(&mut self, line: Line<'_>, seat: Option<&str>, seal: Option<String>) {
        self.owed.push(Owed { entry: line.seq, seat: seat.map(str::to_owned), seal });
    }

    /// Checks that there is such a seat.
    pub(super) fn seat(&self, seat: &str) -> Result<(), Why> {
        let seats = &self.record.people;
        need(seats.seats().any(|known| known == seat), format!("there is no seat “{}”", short(seat)))
    }

    /// Checks that the game goes on: set up, not over, its clock not stopped.
    pub(super) fn goes_on(&self) -> Result<(), Why> {
        let game = &self.record.game;
        need(!game.position.is_null(), "the game is not set up yet")?;
        need(game.ended.is_none() && !game.over, "the game is over")?;
        need(self.record.people.paused.is_none(), "the clock is stopped")
    }

    /// Returns a rule of the public settings for deadlines.
    pub(super) fn rule(&self, path: &str) -> Result<Rule, Why> {
        let text = self.record.people.settings.pointer(path).and_then(Value::as_str);
        read_rule(text.ok_or_else(|| refused(format!("the settings have no {path}")))?, None)
    }

    /// Returns a length of time of the public settings.
    pub(super) fn span(&self, path: &str) -> Result<TimeDelta, Why> {
        let text = self.record.people.settings.pointer(path).and_then(Value::as_str);
        read_span(text.ok_or_else(|| refused(format!("the settings have no {path}")))?)
    }

    /// Returns a word of the public settings; empty if they do not say.
    pub(super) fn word(&self, path: &str) -> &str {
        self.record.people.settings.pointer(path).and_then(Value::as_str).unwrap_or_default()
    }

    /// Checks the founding: its deadlines follow from its settings, and its seats are those of the game.
    pub(super) fn founded(&mut self, line: Line<'_>) -> Result<(), Why> {
        let founded: Founded = line.body()?;
        let seats: Vec<&str> = founded.seats.iter().map(|seat| seat.seat.as_str()).collect();
        let own: Vec<String> = self.referee.seats().into_iter().map(|info| info.id).collect();
        need(seats == own, "its seats are not those of the game")?;
        let settings = &founded.settings;
        let listed = settings.get("seats").and_then(Value::as_array).into_iter().flatten();
        need(listed.map(|seat| &seat["seat"]).eq(seats.iter()), "its settings have other seats")?;
        need(settings["campaign"] == *founded.campaign, "its settings are those of another campaign")?;
        need(self.secret.is_none_or(|secret| Hash256::of(secret) == founded.commitment), NOT_COMMITTED)?;
        let due = |rule: Option<&str>| rule.map(|rule| read_rule(rule, None)).transpose();
        let due = |rule: Option<&str>| due(rule).map(|rule| rule.and_then(|rule| rule.after(line.at)));
        let rehearsal = founded.rehearsal.as_ref();
        let rule = settings.get("rehearsal").and_then(Value::as_str);
        need(rehearsal.is_some() == rule.is_some(), "its rehearsal is not that of the settings")?;
        need(
            rehearsal.is_none_or(|rehearsal| rehearsal.from == line.at)
                && rehearsal.and_then(|rehearsal| rehearsal.until) == due(rule)?,
            "its rehearsal is not that of the settings",
        )?;
        let words = serde_json::to_value(founded.chance.words).unwrap_or_default();
        need(
            settings.pointer("/chance/words") == Some(&words),
            "its words of chance are not those of the settings",
        )?;
        let rule = settings.pointer("/chance/until").and_then(Value::as_str);
        let is_due = rule.is_none() || rehearsal.is_some() || founded.chance.until == due(rule)?;
        need(is_due || words == "no", "its time for words of chance is not that of the settings")
    }
}

/// The secret of the shuffles is another than the founding committed to.
pub(super) const NOT_COMMITTED: &str =
    "the secret of the shuffles is not the one that the campaign committed to";

/// Returns the beginning of a text from a ledger, so that a message stays short.
pub(super) fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Returns what is wrong with a count of messages.
pub(super) fn miscounts(said: Counts, are: Counts) -> Why {
    format!(
        "it counts {} messages that came and {} that were mailed before it, but there are {} and {}",
        said.received, said.mailed, are.received, are.mailed
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_ledger_says_at_length_is_told_in_forty_letters() {
        for letters in [0, 1, 39, 40, 41, 4_000] {
            let told = short(&"ö".repeat(letters));
            assert_eq!(told, "ö".repeat(letters.min(40)), "{letters}");
        }
    }
}
