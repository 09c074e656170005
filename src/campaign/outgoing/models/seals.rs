//! The table of seals, and reminders of what we still need for the open window.

use super::mail_models::MailModels;
use crate::campaign::state::instead::instead;
use crate::campaign::state::record::Phase;
use crate::campaign::state::settings::Absence;
use crate::campaign::state::window_model::{to_remind, window_model};
use crate::report::model::{Reminder, SealsTable};

impl MailModels<'_> {
    /// Returns the table of seals; `None` if no window is open any longer.
    pub(crate) fn seals(&self, to: &str) -> Option<SealsTable> {
        let window = self.record.game.open_window()?;
        Some(SealsTable {
            head: self.head(to),
            window: self.window().unwrap_or_else(|| window_model(window)),
            seals: self.seal_lines(window),
            open_until: window.deadline,
            asked: window.asked_to_open().any(|seat| seat == to),
            first: window.first.as_deref().map(|first| self.named(first)),
            only_first: window.phase == Phase::OpeningFirst,
            waits: window.phase == Phase::OpeningFirst
                && window.first.as_deref() != Some(to)
                && window.unopened().any(|seat| seat == to),
            instead: window.instead.map(|instead| instead.word().to_owned()),
            otherwise: self.instead_of(to).to_owned(),
        })
    }

    /// Returns a reminder; `None` if no window is open any longer or we need nothing from the seat.
    pub(crate) fn reminder(&self, to: &str) -> Option<Reminder> {
        let window = self.record.game.open_window()?;
        let questions = window.asked.get(to).map_or(0, Vec::len);
        let opening = matches!(window.phase, Phase::OpeningFirst | Phase::Opening);
        if !to_remind(window, &self.record.people).iter().any(|seat| *seat == to) {
            return None;
        }
        // A plan may be waited for; an opening never is, because somebody could wait to see the others'.
        let leave = self.leave(to);
        let end = window.deadline.map_or(self.record.at, |deadline| deadline.max(self.record.at));
        let waits = (self.settings.absence == Absence::Wait || self.record.people.waits_for(to, end))
            && leave.as_ref().is_none_or(|leave| leave.waits_until.is_some());
        let awaited = match (opening, window.sealed) {
            (true, _) => "opening",
            _ if window.lacks_something(to) => "rest",
            (false, true) => "plan",
            (false, false) => "answer",
        };
        Some(Reminder {
            head: self.head(to),
            window: self.window().unwrap_or_else(|| window_model(window)),
            awaited: awaited.to_owned(),
            questions,
            otherwise: match &leave {
                _ if waits && !opening => "wait",
                Some(leave) => &leave.instead,
                None => self.instead_of(to),
            }
            .to_owned(),
            first: window.phase == Phase::OpeningFirst,
            leave,
        })
    }

    /// Returns what plays for a seat whose plan is missing: `default` or `steward`.
    fn instead_of(&self, seat: &str) -> &'static str {
        instead(self.settings, &self.record.people, seat, self.record.at).word()
    }
}
