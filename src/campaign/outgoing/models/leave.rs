//! What a reader's own absence means for the open window.

use super::mail_models::MailModels;
use crate::campaign::state::entries::Meanwhile;
use crate::campaign::state::instead::instead;
use crate::campaign::state::record::{GM, Phase};
use crate::campaign::state::settings::Absence;
use crate::report::model::{Leave, Window};

impl MailModels<'_> {
    /// Returns what an absence of a seat's player, now or before the deadline, changes in the open window; `None` if it changes nothing.
    pub(super) fn leave(&self, to: &str) -> Option<Leave> {
        let window = self.record.game.open_window().filter(|window| window.phase == Phase::Collecting)?;
        let (people, now) = (&self.record.people, self.record.at);
        let end = window.deadline.map_or(now, |deadline| deadline.max(now));
        let instead = instead(self.settings, people, to, end).word().to_owned();
        if self.is_left_out(to) {
            return Some(Leave { begins: None, waits_until: None, instead });
        }
        let is_asked = window.asked.contains_key(to);
        let days = people.absence_of(to, end).filter(|_| is_asked)?;
        let is_there = people.out(to, now).is_none();
        if is_there && people.is_away(to, end) && days.from > now {
            return Some(Leave { begins: Some(days.from), waits_until: None, instead });
        }
        let waits = days.play == Meanwhile::Wait && self.settings.absence != Absence::Wait;
        waits.then_some(Leave { begins: None, waits_until: Some(days.to), instead })
    }

    /// Returns the model of a window for `to`: a game master who plays nothing is not told of seats for which the window does not wait.
    /// Other players do not learn who is away.
    pub(super) fn without_absent(&self, to: &str, mut window: Window) -> Window {
        if to == GM && self.settings.gm.plays.is_none() {
            window.awaited.retain(|seat| !self.is_left_out(&seat.id));
        }
        window
    }
}
