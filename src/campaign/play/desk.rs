//! The campaign's table: the record answers, then plans, then what is to be done with silence.

use crate::campaign::state::entries::Unusable;
use crate::campaign::state::record::{Filed, Record};
use crate::campaign::state::settings::{Pace, Settings};
use crate::table::{Answered, Desk, Draw, Point, Policy, Refusal, Says, Seat, SeatInfo, Seed};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;
/// The campaign's table: record, plans, then what is to be done with silence.
pub struct CampaignDesk<'a> {
    pub record: &'a Record,
    /// Each seat's plans, as they are asked.
    pub filed: &'a [Vec<&'a Filed>],
    pub settings: &'a Settings,
    pub seats: Vec<SeatInfo>,
    pub now: DateTime<Utc>,
    pub seed: Seed,
    pub answered: Vec<Answered>,
    pub unusable: BTreeMap<String, Unusable>,
}

impl CampaignDesk<'_> {
    fn id(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("", |info| info.id.as_str())
    }

    fn pace(&self, seat: &str, kind: &str) -> Policy {
        let own = self.settings.seat(seat);
        let about = own.and_then(|own| own.ask_about.as_ref()).unwrap_or(&self.settings.ask_about);
        if about.iter().any(|asked| asked == kind) {
            return Policy::Ask;
        }
        match own.and_then(|own| own.pace).unwrap_or(self.settings.pace) {
            Pace::Ask => Policy::Ask,
            // Everybody is asked once a turn; one plan is to serve for the whole of it.
            Pace::Batch if self.record.game.asked_turn.get(seat) != Some(&self.record.game.turn) => {
                Policy::Ask
            }
            Pace::Batch => Policy::Default("pace".to_owned()),
        }
    }
}

impl Desk for CampaignDesk<'_> {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.record.game.answers.get(key).cloned()
    }

    fn policy(&mut self, seat: Seat, kind: &str, key: &str, says: &Says) -> Policy {
        let id = self.id(seat);
        if self.record.people.resigned.contains(id) {
            return Policy::Default("resigned".to_owned());
        }
        // Who was silent on the way that a ruling has left is taken for silent again.
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

    fn lists(&self) -> usize {
        0
    }

    fn ruled(&mut self, key: &str) -> Option<Value> {
        self.record.game.ruled_answer(key).map(|(answer, _)| answer)
    }

    fn may_consult(&mut self, seat: Seat, number: usize, key: &str) -> bool {
        let filed = self.filed.get(seat.index()).and_then(|plans| plans.get(number));
        filed.is_some_and(|filed| self.record.game.may_use(self.id(seat), filed, key))
    }

    fn settled(&mut self, point: &Point) -> Option<Value> {
        self.record.game.outcomes.get(&point.key).map(|ruled| ruled.value.clone())
    }

    fn answered(&mut self, answered: Answered) {
        self.answered.push(answered);
    }

    fn unusable(&mut self, seat: Seat, key: &str, answer: &Value, why: &Refusal) {
        tracing::debug!(%seat, key, code = why.code(), "an answer that is not legal is passed over");
        let unusable = Unusable {
            answer: answer.clone(),
            code: why.code().to_owned(),
            details: Value::Object(why.details().clone()),
        };
        self.unusable.entry(key.to_owned()).or_insert(unusable);
    }

    fn draw(&mut self, label: &str) -> Draw {
        self.seed.draw(label)
    }

    fn told(&mut self, _: Value) {}
}
