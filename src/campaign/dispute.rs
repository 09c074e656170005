//! Disputes: a player says in a mail what went wrong, everybody reads it, and a word of the game master or a ruling
//! settles it. Where the campaign says so, no deadline closes before that.
//!
//! May use: engine, plan, record. Is used by: submission, run, record, fold, windows, cli.

use super::command::Command;
use super::engine::Engine;
use super::entries::{DisputeStep, SeatId};
use super::error::CampaignError;
use super::folder::{Campaign, Edge};
use super::record::{GM, Record};
use super::settings::DisputeClock;
use super::submission::{Submitted, Written};
use crate::ledger::{Kind, Lock};
use crate::plan::Dispute as Asked;
use crate::seal::mask;
use crate::sheet::Refusal;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::Path;

/// Characters of what a dispute is about, and of each word in it.
const LONGEST: usize = 1000;
/// Words of one seat in one dispute.
const MOST_WORDS: usize = 10;

/// A dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dispute {
    /// Its number, from 1.
    pub number: u64,
    /// Who opened it.
    pub seat: SeatId,
    /// The turn it is about.
    pub turn: u32,
    /// What it is about.
    pub about: String,
    /// When it was opened.
    pub at: DateTime<Utc>,
    /// By which entry.
    pub seq: u64,
    /// Whether the clock waits for it.
    pub waits: bool,
    /// Words, oldest first.
    pub said: Vec<Said>,
    /// How it was settled; none while it is open.
    pub end: Option<Settled>,
}

/// A word in a dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// Whose: a seat's, or `gm`.
    pub by: String,
    /// When.
    pub at: DateTime<Utc>,
    /// What.
    pub says: String,
}

/// How and when a dispute was settled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    /// How.
    #[serde(flatten)]
    pub how: Closing,
    /// When.
    pub at: DateTime<Utc>,
}

/// How a dispute is settled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Closing {
    /// Who opened it has taken it back.
    Withdrawn,
    /// The game master has said a last word.
    Word {
        /// The word.
        says: String,
    },
    /// A ruling settles it.
    Ruling {
        /// The ruling's number.
        ruling: u64,
    },
}

impl Record {
    /// The disputes that are open, oldest first.
    pub fn open_disputes(&self) -> impl Iterator<Item = &Dispute> {
        self.disputes.iter().filter(|dispute| dispute.end.is_none())
    }

    /// A dispute by its number.
    pub fn dispute(&self, number: u64) -> Option<&Dispute> {
        self.disputes.iter().find(|dispute| dispute.number == number)
    }

    /// The turn that a dispute is about which names none: the last of which something is resolved.
    pub(super) fn disputed_turn(&self) -> u32 {
        self.history.last().map_or(1, |stage| stage.turn).max(1)
    }
}

impl Engine<'_> {
    /// Takes in what a mail says of a dispute.
    pub(super) fn dispute(
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
        if let Some(dispute) = self.record.dispute(number) {
            did["turn"] = json!(dispute.turn);
            did["waits"] = json!(dispute.waits && dispute.end.is_none());
        }
        submitted.used = true;
        let line = super::receipt::line_in_mail(given.span.line, written.found);
        submitted.understand(line, did);
        Ok(())
    }

    /// The entry that follows from what somebody (a seat, or `gm`) says of a dispute, with its number; none if the
    /// same stands there already.
    ///
    /// # Errors
    /// Why it is not taken.
    pub(super) fn dispute_step(
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
        let turn = turn.unwrap_or_else(|| record.disputed_turn());
        if record.position.is_null() || turn > record.turn {
            let why = Refusal::new("dispute-turn").with("turn", turn);
            return Err(why.with("now", if record.position.is_null() { 0 } else { record.turn }));
        }
        if record.resigned.contains(seat) {
            return Err(Refusal::new("dispute-resigned"));
        }
        let own = || record.open_disputes().filter(|dispute| dispute.seat == seat);
        if let Some(same) = own().find(|dispute| dispute.turn == turn && dispute.about == about) {
            return Ok((None, same.number));
        }
        let limit = self.settings.disputes.a_seat;
        if own().count() >= limit {
            let numbers: Vec<u64> = own().map(|dispute| dispute.number).collect();
            return Err(Refusal::new("dispute-many").with("limit", limit).with("numbers", numbers));
        }
        let number = record.disputes.len() as u64 + 1;
        let waits = self.settings.disputes.clock == DisputeClock::Waits && record.ended.is_none();
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
        let Some(dispute) = self.record.dispute(number) else {
            let open: Vec<u64> = self.record.open_disputes().map(|dispute| dispute.number).collect();
            return Err(Refusal::new("dispute-unknown").with("number", number).with("open", open));
        };
        match dispute.end {
            None => Ok(dispute),
            Some(_) => Err(Refusal::new("dispute-over").with("number", number)),
        }
    }

    /// Lets the clock go on when nothing that it waits for is disputed any more, or the campaign does not wait any more.
    /// The open deadline moves by the time in which the clock stood.
    pub(super) fn release_clock(&mut self) -> Result<(), CampaignError> {
        let Some(from) = self.record.held else { return Ok(()) };
        if self.record.proposal.is_some() {
            return Ok(());
        }
        let waits = self.settings.disputes.clock == DisputeClock::Waits;
        if waits && self.record.ended.is_none() && self.record.open_disputes().any(|dispute| dispute.waits) {
            return Ok(());
        }
        let to = self.now;
        let moved = self.record.open_window().and_then(|window| {
            let deadline = window.deadline?.checked_add_signed(to - from)?;
            Some((window.id.clone(), deadline))
        });
        self.add(Kind::Dispute, &DisputeStep::Clock { from, to, moved })
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

/// What the game master does with a dispute at the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act<'a> {
    /// Adds a word.
    Say(&'a str),
    /// Settles it with a last word.
    Close(&'a str),
}

/// Does what the game master wants with a dispute; everybody is told by the next tick.
///
/// # Errors
/// It is not there or settled already, the words are too many, the ledger cannot be written, or the same command has done it and
/// was broken off; then nothing is changed.
pub fn dispute(
    edge: &Edge,
    dir: &Path,
    now: DateTime<Utc>,
    number: u64,
    act: Act<'_>,
) -> Result<Dispute, CampaignError> {
    let _lock = if edge.lock { Some(Lock::take(dir)?) } else { None };
    let mut campaign = Campaign::open_to_write(edge, dir)?;
    let command = Command::Dispute { number, act };
    command.is_new(&campaign)?;
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    let mut engine = campaign.engine(now)?;
    let asked = match act {
        Act::Say(says) => Asked::Say { number, says: says.to_owned() },
        Act::Close(says) => Asked::Close { number, says: says.to_owned() },
    };
    let game = engine.rules.referee.templates().to_owned();
    let mut said = false;
    match engine.dispute_step(GM, &asked) {
        Ok((Some(step), _)) => {
            engine.add(Kind::Dispute, &step)?;
            said = true;
        }
        Ok((None, _)) => {}
        Err(why) => {
            let writer = super::folder::writer_of(&*edge.disk, dir);
            let words = writer.refusal(&game, &why).map_err(|why| CampaignError::Fault(why.to_string()))?;
            return Err(CampaignError::Refused(format!("{words} Nothing was changed")));
        }
    }
    engine.settle()?;
    let (record, drafts, vault) = (engine.record, engine.drafts, engine.vault);
    if said {
        command.note(&campaign, &drafts, 0)?;
    }
    campaign.commit(record, drafts, &vault)?;
    let none = || CampaignError::Fault(format!("dispute {number} is not in the record"));
    campaign.record.dispute(number).cloned().ok_or_else(none)
}
