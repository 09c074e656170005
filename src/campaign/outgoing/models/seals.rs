//! The table of seals, and reminders of what we still need for the open window.

use super::mail_models::MailModels;
use crate::campaign::state::record::Phase;
use crate::campaign::state::settings::Absence;
use crate::campaign::state::window_model::window_model;
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
            asked: window.unopened().any(|seat| seat == to),
        })
    }

    /// Returns a reminder; `None` if no window is open any longer or we need nothing from the seat.
    pub(crate) fn reminder(&self, to: &str) -> Option<Reminder> {
        let window = self.record.game.open_window()?;
        let questions = window.asked.get(to).map_or(0, Vec::len);
        let opening = window.phase == Phase::Opening;
        if !(window.missing().any(|seat| seat == to) || opening && window.unopened().any(|seat| seat == to)) {
            return None;
        }
        let awaited = match (opening, window.sealed) {
            (true, _) => "opening",
            (false, true) => "plan",
            (false, false) => "answer",
        };
        Some(Reminder {
            head: self.head(to),
            window: window_model(window),
            awaited: awaited.to_owned(),
            questions,
            otherwise: match self.settings.absence {
                Absence::Wait => "wait",
                Absence::Default => "default",
                Absence::Steward => "steward",
            }
            .to_owned(),
        })
    }
}
