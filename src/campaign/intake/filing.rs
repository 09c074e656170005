//! A message that was taken in is filed: the receipt that is kept for it, and its entry in the ledger.

use crate::campaign::intake::reading::Reading;
use crate::campaign::intake::refusals::is_beside_plans;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::{hand_in, problems, receipt, sure};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Fate, Received, Unreachable};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::{Kept, Wanted};
use crate::campaign::state::record::GM;
use crate::ledger::Kind;
use crate::post::{self, Found, Letter, Outcome};
use crate::report::model::{Standing, State, WindowState};
use crate::seal::Hash256;
use serde_json::json;

/// Records a message with its receipt, and plays on.
pub(super) fn file(
    engine: &mut Engine<'_>,
    letter: &Letter,
    reading: &Reading,
    message: Hash256,
    mut submitted: Submitted,
) -> Result<Outcome, CampaignError> {
    let judged = Judged::of(engine, &submitted);
    let kept = receipt_of(engine, letter, reading, &judged, &mut submitted);
    let fate = match (submitted.kept, submitted.used) {
        (true, _) => Fate::Kept,
        (false, true) => Fate::Used,
        (false, false) => Fate::Refused,
    };
    let seat = submitted.seat.clone();
    let entry = entry_of(engine, message, fate, &judged, submitted)?;
    engine.add_with(Kind::Received, &entry, &kept)?;
    // Whoever writes can be reached.
    if engine.record.people.unreachable.contains_key(&seat) {
        engine
            .add(Kind::Unreachable, &Unreachable { seat, unreachable: false, reason: None, again: false })?;
    }
    // The game begins when all mail of a pass is read: words of chance that are waiting in the mailbox count.
    if !engine.record.game.position.is_null() {
        engine.settle()?;
    }
    Ok(match fate {
        Fate::Used => Outcome::Used,
        Fate::Kept => Outcome::Kept,
        Fate::Refused | Fate::Stranger => Outcome::Refused,
    })
}

/// How a message counts for its seat.
struct Judged {
    standing: Standing,
    has_errors: bool,
    /// `true` if its seat has the time of a slip to mend it.
    slips: bool,
    /// `true` if a part of its plan, or all of it, was refused.
    lacks: bool,
    /// `true` if nothing of its plan is missing in spite of slips.
    whole: bool,
    /// `true` if it counts and answers nothing that its window asks.
    beside: bool,
}

impl Judged {
    fn of(engine: &Engine<'_>, submitted: &Submitted) -> Judged {
        let standing = match submitted.already {
            Some(received) => Standing::Already { received },
            _ if submitted.seat == GM => Standing::Gm,
            None if submitted.opens() => Standing::This,
            None => receipt::standing(engine, submitted),
        };
        let has_errors = submitted.problems.iter().any(|problem| !problem.warning);
        // A slip in press or a vote leaves the plan whole.
        let lacks =
            submitted.problems.iter().any(|problem| !problem.warning && !is_beside_plans(&problem.why));
        // Who names an answer in passing may have meant something else, and has the time of a slip to say so.
        let is_guessed = submitted.problems.iter().any(sure::is_guess);
        let is_bound = standing == Standing::This && submitted.bound.is_some();
        Judged {
            slips: is_bound && !submitted.opens() && (has_errors || is_guessed),
            whole: is_bound && !submitted.opens() && (has_errors || is_guessed) && !lacks,
            beside: is_bound && submitted.answers_nothing,
            lacks,
            standing,
            has_errors,
        }
    }
}

/// Returns the receipt of a message. What is told of it is taken out of `submitted`.
fn receipt_of(
    engine: &Engine<'_>,
    letter: &Letter,
    reading: &Reading,
    judged: &Judged,
    submitted: &mut Submitted,
) -> Kept {
    let window = window_after(engine, judged, submitted);
    let mut asked = std::mem::take(&mut submitted.asked);
    // Who is waited for and has said nothing that answers is shown once more what is asked.
    let owes = submitted.only_prose && window.as_ref().is_some_and(|window| window.own == State::Waiting);
    // Whoever has sent a plan, and slips in press or a vote now, is not in want of the sheet.
    let is_waited_for = window.as_ref().is_none_or(|window| window.own == State::Waiting);
    let slips = judged.has_errors && (judged.lacks || is_waited_for);
    let is_asked_for = asked.iter().any(|wanted| matches!(wanted, Wanted::Sheet { .. }));
    if (slips || judged.beside || owes) && !is_asked_for {
        let refused = submitted.problems.iter().filter(|problem| !problem.warning);
        let wrong =
            refused.filter(|problem| !problem.source.is_empty()).map(|problem| problem.source.clone());
        asked.extend(hand_in::sheet_again(engine, &submitted.seat, wrong.collect()));
    }
    // In the order of the message; what is about the whole comes last.
    let mut problems = std::mem::take(&mut submitted.problems);
    if !asked.iter().any(|wanted| matches!(wanted, Wanted::Sheet { .. })) {
        problems::without_sheet(&mut problems);
    }
    problems.sort_by_key(|problem| (problem.line.is_none(), problem.line.map(|line| (line, problem.column))));
    problems::list_once(&mut problems);
    problems::took_nothing(&mut problems);
    if submitted.bound.is_some() {
        problems::nothing_is_missing(&mut problems);
    }
    // A line of which something is said was read.
    let said = problems.iter().filter_map(|problem| problem.line);
    let told: Vec<usize> = submitted.passed.iter().copied().chain(said).collect();
    let player = engine.settings.seat(&submitted.seat).map(|seat| seat.player.as_str());
    let mut kept = Kept {
        answers: receipt::answers(letter, reading, submitted.received),
        trust: Some(submitted.trust.clone()),
        standing: judged.standing.clone(),
        understood: std::mem::take(&mut submitted.understood),
        ignored: receipt::ignored(&with_unread(reading), &told, player),
        problems,
        seal: submitted.seal.clone(),
        window,
        answers_nothing: submitted.answers_nothing,
        speaks: submitted.answers_nothing && submitted.speaks,
        asked,
    };
    kept.mask_keys();
    kept
}

/// Returns the lines of a message, those of a refused text of which nothing is said as words that were not read.
fn with_unread(reading: &Reading) -> Found {
    let mut found = reading.found.clone();
    for number in &reading.left.unread {
        if let Some(line) = found.lines.get_mut(number.wrapping_sub(1)) {
            line.fate = post::Fate::Prose;
        }
    }
    found
}

/// Returns the state of the open window with this message, of which the record does not know yet.
fn window_after(engine: &Engine<'_>, judged: &Judged, submitted: &Submitted) -> Option<WindowState> {
    let mut window = receipt::window_state(engine, &submitted.seat)?;
    if judged.slips && !submitted.is_final {
        window.mends_until = receipt::mends_until(engine);
    }
    window.own = match window.own {
        State::Waiting if submitted.unusable => State::Unusable,
        State::In if submitted.is_final => State::Final,
        State::Final if submitted.lifts => State::In,
        own => own,
    };
    if judged.beside && window.own == State::In {
        window.own = State::Waiting;
        window.seats_in = window.seats_in.map(|others| others.saturating_sub(1));
    }
    Some(window)
}

/// Returns the entry of a message, chained to the entry before it of the same seat.
fn entry_of(
    engine: &Engine<'_>,
    message: Hash256,
    fate: Fate,
    judged: &Judged,
    submitted: Submitted,
) -> Result<Received, CampaignError> {
    let before = engine.record.people.receipts.get(&submitted.seat);
    let prev = before.map(|receipts| receipts.chain).unwrap_or_default();
    let link = json!({
        "fate": fate, "mail": submitted.mail, "number": submitted.number, "prev": prev, "seal": submitted.bound,
        "seat": submitted.seat,
    });
    let chain = Hash256::of_value(&link).map_err(|why| CampaignError::Fault(why.to_string()))?;
    let window = engine.record.game.open_window().filter(|_| submitted.seat != GM);
    Ok(Received {
        seat: Some(submitted.seat),
        number: submitted.number,
        mail: submitted.mail,
        message,
        received: submitted.received,
        fate,
        chain,
        seal: submitted.bound,
        window: window.map(|window| window.id.clone()),
        is_final: submitted.is_final,
        lifts: submitted.lifts,
        unusable: submitted.unusable,
        slips: judged.slips,
        whole: judged.whole,
        beside: judged.beside,
        empty: submitted.empty,
        words: submitted.words,
        rehearsed: submitted.rehearsed,
        stand_in: submitted.stand_in,
        stranger: None,
        signed: submitted.signed.filter(|_| fate == Fate::Used),
        warned: None,
        new_key: submitted.new_key,
    })
}
