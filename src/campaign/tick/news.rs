//! What a pass has brought that the game master should look at.

use crate::campaign::state::record::{Record, Standing, Window};
use std::path::Path;

/// How a campaign stood before a pass.
pub(crate) struct Before {
    /// Stages that were over.
    pub(crate) stages: usize,
    /// The turn.
    pub(crate) turn: u32,
    /// Rulings and proposals.
    pub(crate) rulings: usize,
    /// How the last of them stood.
    pub(crate) standing: Option<Standing>,
    disputes: usize,
    waited: bool,
}

/// The window that waits beyond its deadline.
fn waiting(record: &Record) -> Option<&Window> {
    record.game.open_window().filter(|window| window.waiting)
}

impl Before {
    pub(crate) fn of(record: &Record) -> Self {
        Before {
            stages: record.game.history.len(),
            turn: record.game.turn,
            rulings: record.people.rulings.len(),
            standing: record.people.rulings.last().map(|given| given.standing),
            disputes: record.people.disputes.len(),
            waited: waiting(record).is_some(),
        }
    }

    /// What is new in a record: disputes, and that the game waits for somebody beyond a deadline.
    pub(crate) fn news(&self, record: &Record, dir: &Path) -> Vec<String> {
        let new = record.people.disputes.iter().skip(self.disputes).filter(|dispute| dispute.end.is_none());
        let dir = dir.display();
        let mut news: Vec<String> = new
            .map(|dispute| {
                let (number, seat, turn) = (dispute.number, &dispute.seat, dispute.turn);
                format!("dispute {number} is opened by {seat}, about turn {turn}: ravenpost dispute {dir} {number}")
            })
            .collect();
        if let Some(window) = waiting(record).filter(|_| !self.waited) {
            let seats: Vec<&str> = window.missing().map(String::as_str).collect();
            news.push(format!("{} waits beyond its deadline for: {}", window.id, seats.join(", ")));
        }
        news
    }
}
