//! Disputes: a player says in a mail what went wrong, everybody reads it, and a word of the game master or a ruling
//! settles it. Where the campaign says so, no deadline closes before that.
//!
//! May use: engine, plan, record. Is used by: submission, run, record, fold, windows, cli.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::DisputeStep;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Dispute, GM};
use crate::campaign::state::settings::DisputeClock;
use crate::ledger::Kind;
use crate::plan::Dispute as Asked;
use crate::seal::mask;
use crate::sheet::Refusal;
use serde_json::json;

/// Characters of what a dispute is about, and of each word in it.
const LONGEST: usize = 1000;
/// Words of one seat in one dispute.
const MOST_WORDS: usize = 10;

impl Engine<'_> {
    /// Takes in what a mail says of a dispute.
    pub(crate) fn dispute(
        &mut self,
        written: &Written<'_>,
        submitted: &mut Submitted,
    ) -> Result<(), CampaignError> {
        let Some(given) = &written.envelope.document.dispute else { return Ok(()) };
        let (step, number) = match self.dispute_step(&submitted.seat, &given.value) {
            Ok(step) => step,
            Err(why) => {
                submitted.refuse_at(given.span, why, written);
                return Ok(());
            }
        };
        let mut did = json!({"item": "dispute", "number": number, "waits": false});
        match &step {
            // Who sends the same again opens nothing twice.
            None => did["did"] = json!("again"),
            Some(step) => {
                self.add(Kind::Dispute, step)?;
                did["did"] = json!(match step {
                    DisputeStep::Said { .. } => "said",
                    DisputeStep::Withdrawn { .. } => "withdrawn",
                    _ => "opened",
                });
            }
        }
        if let Some(dispute) = self.record.people.dispute(number) {
            did["turn"] = json!(dispute.turn);
            did["waits"] = json!(dispute.waits && dispute.end.is_none());
        }
        submitted.used = true;
        let line = crate::campaign::intake::problems::line_in_mail(given.span.line, written.found);
        submitted.understand(line, did);
        Ok(())
    }

    /// The entry that follows from what somebody (a seat, or `gm`) says of a dispute, with its number; none if the
    /// same stands there already.
    ///
    /// # Errors
    /// Why it is not taken.
    pub(crate) fn dispute_step(
        &self,
        by: &str,
        asked: &Asked,
    ) -> Result<(Option<DisputeStep>, u64), Refusal> {
        match asked {
            Asked::Open { turn, about } => self.open_dispute(by, *turn, about),
            Asked::Say { number, says } => self.say(by, *number, says),
            Asked::Withdraw { number } => {
                let dispute = self.still_open(*number)?;
                if dispute.seat != by {
                    return Err(Refusal::new("dispute-not-yours").with("number", *number));
                }
                Ok((Some(DisputeStep::Withdrawn { number: *number, seat: by.to_owned() }), *number))
            }
            Asked::Close { number, says } => {
                self.still_open(*number)?;
                if by != GM {
                    return Err(Refusal::new("dispute-gm-closes").with("number", *number));
                }
                Ok((Some(DisputeStep::Closed { number: *number, says: words(says)? }), *number))
            }
        }
    }

    fn open_dispute(
        &self,
        seat: &str,
        turn: Option<u32>,
        about: &str,
    ) -> Result<(Option<DisputeStep>, u64), Refusal> {
        let record = &self.record;
        let about = words(about)?;
        let turn = turn.unwrap_or_else(|| record.game.disputed_turn());
        if record.game.position.is_null() || turn > record.game.turn {
            let why = Refusal::new("dispute-turn").with("turn", turn);
            return Err(why.with("now", if record.game.position.is_null() { 0 } else { record.game.turn }));
        }
        if record.people.resigned.contains(seat) {
            return Err(Refusal::new("dispute-resigned"));
        }
        let own = || record.people.open_disputes().filter(|dispute| dispute.seat == seat);
        if let Some(same) = own().find(|dispute| dispute.turn == turn && dispute.about == about) {
            return Ok((None, same.number));
        }
        let limit = self.settings.disputes.a_seat;
        if own().count() >= limit {
            let numbers: Vec<u64> = own().map(|dispute| dispute.number).collect();
            return Err(Refusal::new("dispute-many").with("limit", limit).with("numbers", numbers));
        }
        let number = record.people.disputes.len() as u64 + 1;
        let waits = self.settings.disputes.clock == DisputeClock::Waits && record.game.ended.is_none();
        Ok((Some(DisputeStep::Opened { number, seat: seat.to_owned(), turn, about, waits }), number))
    }

    fn say(&self, by: &str, number: u64, says: &str) -> Result<(Option<DisputeStep>, u64), Refusal> {
        let dispute = self.still_open(number)?;
        let says = words(says)?;
        let own = || dispute.said.iter().filter(|said| said.by == by);
        if own().any(|said| said.says == says) {
            return Ok((None, number));
        }
        if by != GM && own().count() >= MOST_WORDS {
            return Err(Refusal::new("dispute-words").with("number", number).with("limit", MOST_WORDS));
        }
        Ok((Some(DisputeStep::Said { number, by: by.to_owned(), says }), number))
    }

    fn still_open(&self, number: u64) -> Result<&Dispute, Refusal> {
        let Some(dispute) = self.record.people.dispute(number) else {
            let open: Vec<u64> = self.record.people.open_disputes().map(|dispute| dispute.number).collect();
            return Err(Refusal::new("dispute-unknown").with("number", number).with("open", open));
        };
        match dispute.end {
            None => Ok(dispute),
            Some(_) => Err(Refusal::new("dispute-over").with("number", number)),
        }
    }
}

/// Words as they are kept: without what hides or moves text, keys masked.
fn words(text: &str) -> Result<String, Refusal> {
    let lines: Vec<String> = text.lines().map(|line| crate::report::markup::plain(line.trim_end())).collect();
    let text = mask(lines.join("\n").trim());
    let length = text.chars().count();
    match length {
        0 => Err(Refusal::new("envelope-dispute")),
        _ if length > LONGEST => {
            Err(Refusal::new("dispute-long").with("limit", LONGEST).with("length", length))
        }
        _ => Ok(text),
    }
}
