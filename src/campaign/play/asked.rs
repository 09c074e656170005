//! What the game asks when it pauses, as windows record it, and a seat that joins an open window because it has a player again.

use crate::campaign::play::answers::try_stage;
use crate::campaign::play::engine::Engine;
use crate::campaign::play::silence::Silence;
use crate::campaign::state::entries::{Question, SeatId, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Phase;
use crate::campaign::state::rules::Rules;
use crate::ledger::Kind;
use crate::table::{Asked, Played};
use std::collections::BTreeMap;

/// Returns the questions of a pause by seat, and whether their answers stay sealed until all are in.
pub(crate) fn questions_of(rules: Rules<'_>, asked: &Asked) -> (BTreeMap<SeatId, Vec<Question>>, bool) {
    let mut questions: BTreeMap<SeatId, Vec<Question>> = BTreeMap::new();
    for open in asked.open.iter().chain(&asked.ahead) {
        let question = Question { key: open.key.clone(), kind: open.kind.clone(), ahead: open.ahead };
        questions.entry(rules.seat_id(open.seat)).or_default().push(question);
    }
    let sealed = asked.together || asked.secret_ahead || questions.len() > 1;
    if sealed && !asked.together {
        // These can be asked again when they come up, unlike answers that are revealed together.
        questions.values_mut().flatten().for_each(|question| question.ahead = true);
    }
    (questions, sealed)
}

impl Engine<'_> {
    /// Returns `true` if the sheet of now asks for everything that may come up, as [`Game::gathers`](crate::table::Game::gathers) says.
    pub(crate) fn gathers(&self) -> bool {
        self.rules.referee.gathers(&self.record.game.stage_name)
    }

    /// Asks a seat in the open window whatever the game wants of it there. Nobody played it, or its player was away, when the window
    /// opened; while plans are collected, it can still send one with the others.
    pub(super) fn joins(&mut self, seat: &str) -> Result<(), CampaignError> {
        let window = self.record.game.open_window();
        let window = window.filter(|window| window.sealed && window.phase == Phase::Collecting);
        let Some(window) = window.filter(|window| !window.asked.contains_key(seat)) else { return Ok(()) };
        let (record, now, seats) = (&self.record, self.now, self.rules.referee.seats());
        let silence = Silence {
            record,
            asked_in: self.asked_before.asked_in(record),
            settings: self.settings,
            seats: &seats,
            round: self.rules.round(record),
            now,
        };
        let (played, _) = try_stage(self.rules, record, |asked| silence.policy(asked))?;
        let Played::Paused(asked) = played else { return Ok(()) };
        match questions_of(self.rules, &asked).0.remove(seat) {
            Some(asked) => {
                let (window, seat) = (window.id.clone(), seat.to_owned());
                self.add(Kind::Window, &WindowStep::Joined { window, seat, asked })
            }
            None => Ok(()),
        }
    }
}
