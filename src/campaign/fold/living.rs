//! What a game master does to a running campaign, into the record.

use super::super::clock::span_text;
use super::super::entries::*;
use super::super::record::*;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

impl Record {
    /// The seats are told what the game master has done; he or she has a receipt, or did it at the terminal.
    pub(super) fn gm_acts(&mut self, line: Line<'_>, details: Value) {
        for seat in self.seats().map(str::to_owned).collect::<Vec<_>>() {
            self.notice(line, &seat, "gm", details.clone());
        }
    }

    /// The clock stops or goes on.
    pub(super) fn clock_step(&mut self, line: Line<'_>, step: ClockStep) -> Result<(), String> {
        match step {
            ClockStep::Paused { .. } if self.paused.is_some() => Err("the clock stands already".to_owned()),
            ClockStep::Paused { .. } => {
                self.paused = Some(line.at);
                self.gm_acts(line, json!({"act": "paused"}));
                Ok(())
            }
            ClockStep::Resumed { since, moved, .. } => {
                if self.paused.take() != Some(since) {
                    return Err("the clock goes on that did not stand".to_owned());
                }
                let deadline = moved.as_ref().map(|(_, deadline)| *deadline);
                if let Some((id, deadline)) = &moved {
                    self.move_deadline(id, *deadline);
                }
                let stood = span_text(line.at - since);
                self.gm_acts(line, json!({"act": "resumed", "stood": stood, "deadline": deadline}));
                Ok(())
            }
        }
    }

    /// The deadline of the window, or of the words of chance, is another.
    pub(super) fn move_deadline(&mut self, id: &str, deadline: DateTime<Utc>) {
        if let Some(window) = self.window.as_mut().filter(|window| window.id == id) {
            window.deadline = Some(deadline);
            window.reminded = false;
        } else if let Some(founded) = self.founded.as_mut().filter(|_| !self.seeded) {
            founded.words_until = Some(deadline);
        }
    }
}
