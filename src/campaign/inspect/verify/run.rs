//! The way through the entries: each is checked against the record before it, then applied to it.

use super::verified::{Flaw, Verified};
use super::walk::{Walk, Why, refused};
use super::{answers, form};
use crate::campaign::play::silence::AskedBefore;
use crate::campaign::state::entries::{Absent, Line, RulingSecret, RulingStep};
use crate::campaign::state::fold::NOT_HERE;
use crate::campaign::state::record::Record;
use crate::campaign::store::{Progress, opens_a_window};
use crate::ledger::{Entry, Kind, Secret};

/// Goes through all entries and counts what was found to be right.
///
/// # Errors
/// If an entry breaks a promise; the error is the first of them.
pub(super) fn run(mut walk: Walk<'_>, verified: &mut Verified, progress: Progress) -> Result<Record, Flaw> {
    let entries = walk.entries;
    for (place, entry) in entries.iter().enumerate() {
        progress(place, entries.len());
        let flaw = |why: Why| Flaw { entry: entry.seq, why };
        walk.at(entry, place).map_err(flaw)?;
        form::check(entry).map_err(flaw)?;
        let line = Line::from(entry);
        walk.promises(line)?;
        let after_another = place.checked_sub(1).and_then(|before| entries.get(before));
        if entry.kind == Kind::Answered && after_another.is_none_or(|other| other.kind != Kind::Answered) {
            verified.answers += answers::run(&walk, entries.get(place..).unwrap_or_default())?;
        }
        walk.asked_before.note(&walk.record, entry.kind, &entry.body);
        let known = walk.known(entry, verified).map_err(flaw)?;
        let mut record = std::mem::take(&mut walk.record);
        record.apply(walk.rules(), Line::from(&known)).map_err(|why| flaw(why.why))?;
        walk.record = record;
        walk.past.push(known);
        walk.after(line, verified)?;
        if walk.batch.1 == 0 {
            // What an earlier pass has found, the next one finds on record.
            walk.asked_before = AskedBefore::default();
            if let Some(owed) = walk.owed.first() {
                let why = refused("no receipt in its batch names it");
                return Err(Flaw { entry: owed.entry, why });
            }
        } else if opens_a_window(entry.kind, &entry.body) {
            return Err(flaw(refused("its batch goes on past the opening of a window")));
        }
    }
    if walk.batch.1 > 0 {
        let why = refused("the batch that begins here is not whole");
        return Err(Flaw { entry: walk.batch.0, why });
    }
    verified.shuffles = walk.record.game.draws.iter().filter(|draw| !draw.order.is_empty()).count();
    Ok(walk.record)
}

impl Walk<'_> {
    /// Checks what is promised of an entry, with the record before it.
    fn promises(&mut self, line: Line<'_>) -> Result<(), Flaw> {
        let flaw = |why: Why| Flaw { entry: line.seq, why };
        let is_over = self.record.game.over && self.record.game.ended.is_none();
        if is_over && !matches!(line.kind, Kind::Ended | Kind::Dispute) {
            return Err(flaw(refused("the game is over, but the entry “ended” does not follow")));
        }
        if self.closing && !matches!(line.kind, Kind::Sealed | Kind::Opened | Kind::Window) {
            return Err(flaw(refused("plans are opened to close a window, but it is not closed")));
        }
        match line.kind {
            Kind::Founded => self.founded(line),
            Kind::Received => return self.received(line),
            Kind::Mailed => self.mailed(line),
            Kind::Sealed => self.sealed(line),
            Kind::Opened => self.opened_plan(line),
            Kind::Window => self.window(line),
            Kind::Answered => self.answered(line),
            Kind::Chance | Kind::Resolved | Kind::Ended => self.stage(line),
            Kind::Clock => self.clock(line),
            Kind::Ruling => self.ruling(line),
            _ => self.people(line),
        }
        .map_err(flaw)
    }

    /// Counts what an applied entry shows to be right.
    fn after(&mut self, line: Line<'_>, verified: &mut Verified) -> Result<(), Flaw> {
        match line.kind {
            Kind::Opened if line.secret.is_some() => verified.seals += 1,
            Kind::Resolved if !self.blind => verified.stages += 1,
            Kind::Absence if line.secret.is_none() => {
                let absent: Absent = line.body().map_err(|why| Flaw { entry: line.seq, why })?;
                if !absent.resigned && !absent.stand_in && absent.replaced.is_none() {
                    self.hidden_away.insert(absent.seat);
                    self.due_unknown = true;
                }
            }
            Kind::Press if line.secret.is_none() => self.due_unknown = true,
            _ => {}
        }
        Ok(())
    }

    /// Returns an entry as it is applied: with what can be worked out of a ruling's secret that is not here.
    fn known(&mut self, entry: &Entry, verified: &mut Verified) -> Result<Entry, Why> {
        let line = Line::from(entry);
        let adopted = |entry: &Entry| match Line::from(entry).body() {
            Ok(RulingStep::Adopted(ruling)) => Some(ruling),
            _ => None,
        };
        if entry.kind != Kind::Ruling || line.secret.is_some() {
            return Ok(entry.clone());
        }
        let Some(ruling) = adopted(entry) else { return Ok(entry.clone()) };
        if !self.blind {
            self.blind = true;
            verified
                .unchecked
                .push(format!("positions and shuffles from entry {} on: {NOT_HERE}", entry.seq));
        }
        let secret = RulingSecret { keeps: self.kept(&ruling)?, ..RulingSecret::default() };
        let body = serde_json::to_value(&secret).map_err(|why| why.to_string())?;
        Ok(Entry { secret: Some(Secret::Kept { salt: String::new(), body }), ..entry.clone() })
    }
}
