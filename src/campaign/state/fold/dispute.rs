//! Applies entries about disputes.

use crate::campaign::state::entries::{DisputeStep, DisputeWords, Line};
use crate::campaign::state::record::{Closing, Dispute, GM, Record, Said, Settled};
use chrono::{DateTime, Utc};
use serde_json::json;

impl Record {
    pub(crate) fn disputed(&mut self, line: Line<'_>, step: DisputeStep) -> Result<(), String> {
        // This copy of the ledger may leave them out.
        let kept = |public: String| match public.is_empty() {
            true => Ok((line.secret::<DisputeWords>()?.map(|secret| secret.words).unwrap_or_default(), true)),
            false => Ok::<_, String>((public, false)),
        };
        match step {
            DisputeStep::Opened { number, seat, turn, about, waits } => {
                let (about, private) = kept(about)?;
                if number != self.people.disputes.len() as u64 + 1 {
                    return Err(format!(
                        "it opens dispute {number} after {} others",
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
                self.notify_of_dispute(line, Some(&seat), details, private);
                let (at, seq) = (line.at, line.seq);
                let said = Vec::new();
                self.people.disputes.push(Dispute {
                    number,
                    seat,
                    turn,
                    about,
                    at,
                    private,
                    seq,
                    waits,
                    said,
                    end: None,
                });
            }
            DisputeStep::Said { number, by, says } => {
                let (says, private) = kept(says)?;
                let dispute = self.open_dispute(number)?;
                dispute.said.push(Said { by: by.clone(), at: line.at, says: says.clone(), private });
                let mut details =
                    json!({"did": "said", "number": number, "turn": dispute.turn, "says": says});
                if by != GM {
                    details["seat"] = json!(by);
                }
                self.notify_of_dispute(line, Some(&by), details, private);
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

    fn open_dispute(&mut self, number: u64) -> Result<&mut Dispute, String> {
        let mut open = self
            .people
            .disputes
            .iter_mut()
            .filter(|dispute| dispute.number == number && dispute.end.is_none());
        open.next().ok_or_else(|| format!("dispute {number} is not open"))
    }

    /// Settles a dispute and notifies everybody, except of a ruling, which has a message itself. The clock stays
    /// stopped until the engine next settles the game.
    ///
    /// # Errors
    /// If there is no such dispute or it is settled already.
    pub(crate) fn close_dispute(&mut self, line: Line<'_>, number: u64, how: Closing) -> Result<(), String> {
        let dispute = self.open_dispute(number)?;
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
        self.notify_of_dispute(line, author.as_deref(), details, false);
        Ok(())
    }

    /// Notifies everybody of a step in a dispute, except its author. Private words go to the game master alone.
    fn notify_of_dispute(
        &mut self,
        line: Line<'_>,
        author: Option<&str>,
        details: serde_json::Value,
        private: bool,
    ) {
        let others: Vec<String> = self
            .people
            .seats()
            .chain([GM])
            .filter(|other| Some(*other) != author)
            .map(str::to_owned)
            .collect();
        for to in &others {
            let mut details = details.clone();
            if private {
                details["private"] = json!(true);
            }
            if let (true, Some(words)) = (private && to != GM, details.as_object_mut()) {
                words.retain(|name, _| name != "about" && name != "says");
            }
            self.notice(line, to, "dispute", details);
        }
    }

    /// Counts the time in which the clock waits for disputes from `at`, because the deadline was set then.
    pub(crate) fn deadline_is_new(&mut self, at: DateTime<Utc>) {
        self.people.held = self.people.held.map(|_| at);
    }
}
