//! What a campaign does when neither the record nor a plan answers a question: it asks the seat or uses the default.

use crate::campaign::state::record::Record;
use crate::campaign::state::settings::{Pace, Settings};
use crate::table::{Policy, Says, Seat, SeatInfo, Unanswered};
use chrono::{DateTime, Utc};
use serde_json::Value;

/// Which of the questions that plans leave open are asked, as the settings say: those of `campaign.yaml` while the campaign
/// is played, those of the ledger when it is verified.
pub(crate) trait Habits {
    /// Returns the pace of a seat.
    fn pace_of(&self, seat: &str) -> Pace;
    /// Returns `true` if a seat is always asked about questions of this kind.
    fn is_asked_about(&self, seat: &str, kind: &str) -> bool;
}

impl Habits for Settings {
    fn pace_of(&self, seat: &str) -> Pace {
        self.seat(seat).and_then(|own| own.pace).unwrap_or(self.pace)
    }

    fn is_asked_about(&self, seat: &str, kind: &str) -> bool {
        let own = self.seat(seat).and_then(|own| own.ask_about.as_ref());
        own.unwrap_or(&self.ask_about).iter().any(|asked| asked == kind)
    }
}

/// The public settings as the ledger has them.
impl Habits for Value {
    fn pace_of(&self, seat: &str) -> Pace {
        let said = |settings: &Value| serde_json::from_value(settings.get("pace")?.clone()).ok();
        of_seat(self, seat).and_then(said).or_else(|| said(self)).unwrap_or(Pace::Ask)
    }

    fn is_asked_about(&self, seat: &str, kind: &str) -> bool {
        let said =
            |settings: &Value| Some(settings.get("ask-about")?.as_array()?.iter().any(|asked| asked == kind));
        of_seat(self, seat).and_then(said).or_else(|| said(self)).unwrap_or(false)
    }
}

fn of_seat<'a>(settings: &'a Value, seat: &str) -> Option<&'a Value> {
    settings.get("seats")?.as_array()?.iter().find(|own| own["seat"] == seat)
}

/// The campaign's policy for questions that neither record nor plan answers, at one moment.
pub(crate) struct Silence<'a> {
    pub(crate) record: &'a Record,
    pub(crate) settings: &'a dyn Habits,
    pub(crate) seats: &'a [SeatInfo],
    pub(crate) now: DateTime<Utc>,
}

impl Silence<'_> {
    /// Returns the id of a seat, empty if the game has no such seat.
    pub(crate) fn id(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("", |info| info.id.as_str())
    }

    /// Decides whether a seat is asked or the default is used, and for what reason.
    pub(crate) fn policy(&self, Unanswered { seat, kind, key, says }: Unanswered<'_>) -> Policy {
        let id = self.id(seat);
        if self.record.people.resigned.contains(id) {
            return Policy::Default("resigned".to_owned());
        }
        // A seat that was silent on the timeline that a ruling replaced counts as silent again.
        if let Some(why) = self.record.game.carried.silent(key) {
            return Policy::Default(why.to_owned());
        }
        if let Some(why) = self.record.game.silenced.get(key) {
            return Policy::Default(why.clone());
        }
        if self.record.game.open_window().is_some_and(|window| window.asks(key)) {
            return Policy::Ask;
        }
        if let Some((turn, why)) = self.record.game.missed.get(id)
            && *turn == self.record.game.turn
        {
            return Policy::Default(why.clone());
        }
        if self.record.people.is_away(id, self.now) {
            return Policy::Default("absent".to_owned());
        }
        match says {
            Says::Ask => Policy::Ask,
            Says::Guess => Policy::Default("guess".to_owned()),
            Says::Silent | Says::Answer { .. } => self.pace(id, kind),
        }
    }

    fn pace(&self, seat: &str, kind: &str) -> Policy {
        if self.settings.is_asked_about(seat, kind) {
            return Policy::Ask;
        }
        match self.settings.pace_of(seat) {
            Pace::Ask => Policy::Ask,
            // A seat is asked once a turn; its plan then serves for the whole turn.
            Pace::Batch if self.record.game.asked_turn.get(seat) != Some(&self.record.game.turn) => {
                Policy::Ask
            }
            Pace::Batch => Policy::Default("pace".to_owned()),
        }
    }
}
