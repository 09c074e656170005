//! Disputes into the record.

use crate::campaign::state::entries::{DisputeStep, Line};
use crate::campaign::state::record::{Closing, Dispute, GM, Record, Said, Settled};
use chrono::{DateTime, Utc};
use serde_json::json;

impl Record {
    pub(crate) fn disputed(&mut self, line: Line<'_>, step: DisputeStep) -> Result<(), String> {
        match step {
            DisputeStep::Opened { number, seat, turn, about, waits } => {
                if number != self.people.disputes.len() as u64 + 1 {
                    return Err(format!(
                        "dispute {number} is opened after {} others",
                        self.people.disputes.len()
                    ));
                }
                if waits {
                    self.people.held.get_or_insert(line.at);
                }
                let details = json!({
                    "did": "opened", "number": number, "seat": seat, "turn": turn, "about": about, "waits": waits,
                    "over": self.game.ended.is_some(),
                });
                self.tell_of_dispute(line, Some(&seat), details);
                let (at, seq) = (line.at, line.seq);
                let said = Vec::new();
                self.people.disputes.push(Dispute {
                    number,
                    seat,
                    turn,
                    about,
                    at,
                    seq,
                    waits,
                    said,
                    end: None,
                });
            }
            DisputeStep::Said { number, by, says } => {
                let dispute = self.disputed_still(number)?;
                dispute.said.push(Said { by: by.clone(), at: line.at, says: says.clone() });
                let mut details =
                    json!({"did": "said", "number": number, "turn": dispute.turn, "says": says});
                if by != GM {
                    details["seat"] = json!(by);
                }
                self.tell_of_dispute(line, Some(&by), details);
            }
            DisputeStep::Withdrawn { number, .. } => self.close_dispute(line, number, Closing::Withdrawn)?,
            DisputeStep::Closed { number, says } => {
                self.close_dispute(line, number, Closing::Word { says })?;
            }
            DisputeStep::Clock { moved, .. } => {
                self.people.held = None;
                if let Some((id, deadline)) = moved {
                    let window = self.open_one(&id)?;
                    window.deadline = Some(deadline);
                    (window.reminded, window.waiting) = (false, false);
                }
            }
        }
        Ok(())
    }

    fn disputed_still(&mut self, number: u64) -> Result<&mut Dispute, String> {
        let mut open = self
            .people
            .disputes
            .iter_mut()
            .filter(|dispute| dispute.number == number && dispute.end.is_none());
        open.next().ok_or_else(|| format!("there is no dispute {number} that is open"))
    }

    /// Settles a dispute. Of a ruling that settles it the ruling's own mail tells; of the rest everybody is told. The
    /// clock goes on when the engine next settles.
    ///
    /// # Errors
    /// In words: it is not there, or settled already.
    pub(crate) fn close_dispute(&mut self, line: Line<'_>, number: u64, how: Closing) -> Result<(), String> {
        let dispute = self.disputed_still(number)?;
        dispute.end = Some(Settled { how: how.clone(), at: line.at });
        let (seat, turn, waits) = (dispute.seat.clone(), dispute.turn, dispute.waits);
        let (did, says) = match how {
            Closing::Ruling { .. } => return Ok(()),
            Closing::Withdrawn => ("withdrawn", None),
            Closing::Word { says } => ("closed", Some(says)),
        };
        let author = (did == "withdrawn").then(|| seat.clone());
        let details = json!({
            "did": did, "number": number, "seat": seat, "turn": turn, "says": says, "waits": waits,
        });
        self.tell_of_dispute(line, author.as_deref(), details);
        Ok(())
    }

    /// Tells everybody of a dispute but the one who has spoken.
    fn tell_of_dispute(&mut self, line: Line<'_>, author: Option<&str>, details: serde_json::Value) {
        let others: Vec<String> = self
            .people
            .seats()
            .chain([GM])
            .filter(|other| Some(*other) != author)
            .map(str::to_owned)
            .collect();
        for to in &others {
            self.notice(line, to, "dispute", details.clone());
        }
    }

    /// A deadline that is set anew while the clock stands has not run yet.
    pub(crate) fn deadline_is_new(&mut self, at: DateTime<Utc>) {
        self.people.held = self.people.held.map(|_| at);
    }
}
