//! Disputes in messages: a player says what went wrong, everybody can answer, and a word of the game master or a
//! ruling closes it. If the campaign is set so, no deadline passes while one is open.

use crate::campaign::intake::problems;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::turn_meant::turn_meant;
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

/// The longest text in a dispute, in characters.
const LONGEST: usize = 1000;
/// How often a seat may speak in one dispute.
const MOST_WORDS: usize = 10;

/// Takes in the dispute section of a message.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let Some(given) = &written.envelope.document.dispute else { return Ok(()) };
    let (step, number) = match step(engine, &submitted.seat, &given.value) {
        Ok(step) => step,
        Err(why) => {
            submitted.refuse_at(given.span, why, written);
            return Ok(());
        }
    };
    let mut did = json!({"item": "dispute", "number": number, "waits": false});
    match &step {
        // The same section sent again has no second effect.
        None => did["did"] = json!("again"),
        Some(step) => {
            add(engine, &submitted.seat, step.clone())?;
            did["did"] = json!(match step {
                DisputeStep::Said { .. } => "said",
                DisputeStep::Withdrawn { .. } => "withdrawn",
                DisputeStep::Closed { .. } => "closed",
                DisputeStep::Opened { .. } | DisputeStep::Clock { .. } => "opened",
            });
        }
    }
    if let Some(dispute) = engine.record.people.dispute(number) {
        did["turn"] = json!(dispute.turn);
        did["waits"] = json!(dispute.waits && dispute.end.is_none());
        did["private"] = json!(has_partner(engine, &submitted.seat));
    }
    submitted.used = true;
    let line = problems::line_in_mail(given.span.line, written.found);
    submitted.understand(line, did);
    Ok(())
}

/// Adds a step of a seat. If the seat has a partner to whom it may not write, its words go to the game master alone.
fn add(engine: &mut Engine<'_>, seat: &str, mut step: DisputeStep) -> Result<(), CampaignError> {
    let words = has_partner(engine, seat).then(|| step.take_words()).flatten();
    match words {
        Some(words) => engine.add_with(Kind::Dispute, &step, &words),
        None => engine.add(Kind::Dispute, &step),
    }
}

/// Returns `true` if there is a seat to whom `seat` may not write now. Everybody may speak again when the game is over.
fn has_partner(engine: &Engine<'_>, seat: &str) -> bool {
    let Some(own) = engine.rules.seat(seat).filter(|_| engine.record.game.ended.is_none()) else {
        return false;
    };
    let mut others = engine.record.people.seats().filter_map(|other| engine.rules.seat(other));
    others.any(|other| engine.rules.referee.may_write(own, other).is_err())
}

/// Names the turn that was perhaps meant in what is told of lines that opened no dispute.
pub(super) fn name_turn(engine: &Engine<'_>, submitted: &mut Submitted) {
    const UNOPENED: &str = "dispute-which-turn";
    let has_begun = !engine.record.game.position.is_null() && engine.record.game.turn > 0;
    for problem in submitted.problems.iter_mut().filter(|problem| has_begun && problem.why.code == UNOPENED) {
        let turn = turn_meant(engine, &problem.source, &submitted.seat);
        problem.why.details.insert("turn".to_owned(), turn.into());
    }
}

/// Returns the entry for a step that `by` (a seat, or `gm`) takes in a dispute, with the number of the dispute. The
/// entry is `None` if the same step is already in the record.
///
/// # Errors
/// If the step is not allowed.
pub(crate) fn step(
    engine: &Engine<'_>,
    by: &str,
    asked: &Asked,
) -> Result<(Option<DisputeStep>, u64), Refusal> {
    match asked {
        Asked::Open { turn, about } => open_dispute(engine, by, *turn, about),
        Asked::Say { number, says } => say(engine, by, *number, says),
        Asked::Withdraw { number } => {
            let dispute = still_open(engine, *number)?;
            if dispute.seat != by {
                return Err(Refusal::new("dispute-not-yours").with("number", *number));
            }
            Ok((Some(DisputeStep::Withdrawn { number: *number, seat: by.to_owned() }), *number))
        }
        Asked::Close { number, says } => {
            still_open(engine, *number)?;
            if by != GM {
                return Err(Refusal::new("dispute-gm-closes").with("number", *number));
            }
            Ok((Some(DisputeStep::Closed { number: *number, says: words(says)? }), *number))
        }
    }
}

fn open_dispute(
    engine: &Engine<'_>,
    seat: &str,
    turn: Option<u32>,
    about: &str,
) -> Result<(Option<DisputeStep>, u64), Refusal> {
    let record = &engine.record;
    let about = words(about)?;
    let turn = turn.unwrap_or_else(|| turn_meant(engine, &about, seat));
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
    let limit = engine.settings.disputes.a_seat;
    if own().count() >= limit {
        let numbers: Vec<u64> = own().map(|dispute| dispute.number).collect();
        return Err(Refusal::new("dispute-many").with("limit", limit).with("numbers", numbers));
    }
    let number = record.people.disputes.len() as u64 + 1;
    let waits = engine.settings.disputes.clock == DisputeClock::Waits && record.game.ended.is_none();
    Ok((Some(DisputeStep::Opened { number, seat: seat.to_owned(), turn, about, waits }), number))
}

fn say(
    engine: &Engine<'_>,
    by: &str,
    number: u64,
    says: &str,
) -> Result<(Option<DisputeStep>, u64), Refusal> {
    let dispute = still_open(engine, number)?;
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

fn still_open<'e>(engine: &'e Engine<'_>, number: u64) -> Result<&'e Dispute, Refusal> {
    let Some(dispute) = engine.record.people.dispute(number) else {
        let open: Vec<u64> = engine.record.people.open_disputes().map(|dispute| dispute.number).collect();
        return Err(Refusal::new("dispute-unknown").with("number", number).with("open", open));
    };
    match dispute.end {
        None => Ok(dispute),
        Some(_) => Err(Refusal::new("dispute-over").with("number", number)),
    }
}

/// Returns the text as it is kept: without invisible characters or markup, and with keys masked.
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
