//! Openings of seals: when they are taken in, what their plans will do, and what is said of one that comes too early or
//! too late.

use crate::campaign::intake::past_seal;
use crate::campaign::intake::problems;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::trial::{is_late, trial};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{How, OpenedPlan};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::instead::instead;
use crate::campaign::state::record::{Phase, Window};
use crate::ledger::Kind;
use crate::post;
use crate::report::model::{Item, Problem};
use crate::seal::{Binding, Opening, OpeningError, Seal};
use crate::sheet::Refusal;
use crate::table::Open;
use serde_json::{Value, json};

/// An opening as it was found in a message.
pub(crate) type Found = Result<Box<Opening>, OpeningError>;

/// Takes in an opening. Which window it is for is in the opening itself.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    opening: Found,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let seat = submitted.seat.clone();
    let campaign = engine.settings.id.clone();
    let own = |opening: &Opening| {
        let binding = opening.binding();
        binding.campaign == campaign && binding.seat == seat
    };
    let open = engine.record.game.open_window().cloned();
    let is_past = |window: &Window| match &opening {
        Ok(opening) if own(opening) => {
            let named = &opening.binding().window;
            window.bound(&seat) != named && !window.answers_to(named) && is_known(engine, named)
        }
        _ => false,
    };
    let is_over = |window: &Window| {
        let waits = window.phase == Phase::Collecting
            || window.phase == Phase::OpeningFirst && window.first.as_ref() != Some(&seat);
        window.has_forfeited(&seat) || !waits && is_late(engine, window, submitted.received)
    };
    let unwanted = |engine: &Engine<'_>, submitted: &Submitted| match &opening {
        Ok(opening) if own(opening) => past_seal::answer(engine, &seat, submitted.received, opening),
        Ok(opening) => {
            let binding = opening.binding();
            let why = Refusal::new("opening-foreign").with("campaign", binding.campaign.clone());
            Ok(why.with("seat", binding.seat.clone()).with("window", binding.window.clone()))
        }
        Err(why) => Ok(Refusal::new("opening-no-use").with("why", why.to_string())),
    };
    let Some(window) = open.filter(|window| !is_past(window) && !is_over(window)) else {
        let why = unwanted(engine, submitted)?;
        // What has counted long ago lacks nothing.
        if why.code() == "opening-was-open" && why.details()["matches"] == true {
            submitted.used = true;
            submitted.warn(&why);
            return Ok(());
        }
        submitted.refuse(&why);
        return Ok(());
    };
    let part = window.seats.get(&seat).filter(|part| part.how == Some(How::Seal));
    let Some(sealed) = part.and_then(|part| part.seal.clone()) else {
        let is_own = opening.as_ref().is_ok_and(|opening| own(opening));
        let why = if is_own { Refusal::new("seal-missing") } else { unwanted(engine, submitted)? };
        submitted.refuse(&why);
        return Ok(());
    };
    match window.phase {
        Phase::Collecting => {
            submitted.refuse(&Refusal::new("opening-too-early").with("window", window.id.clone()));
        }
        Phase::OpeningFirst if window.first.as_ref() != Some(&seat) => submitted.keep(),
        _ => match opening {
            Ok(opening) => return open_seal(engine, &window, &sealed, &opening, submitted),
            Err(why) => submitted.refuse(&Refusal::new("opening-unreadable").with("why", why.to_string())),
        },
    }
    Ok(())
}

/// Returns a quoted opening that matches what the seat has sealed. Nobody else can make one, so it speaks for the seat
/// wherever it is; any other quoted opening says nothing.
pub(crate) fn quoted(engine: &Engine<'_>, found: &post::Found, seat: &str) -> Option<Opening> {
    let window = engine.record.game.open_window()?;
    let sealed = window.seats.get(seat).filter(|part| part.how == Some(How::Seal))?.seal.as_ref()?;
    let blocks = found.blocks.iter().filter(|block| block.quoted);
    blocks.filter_map(|block| Opening::read(&block.text).ok()).find(|read| read.seal().to_string() == *sealed)
}

/// Returns `true` if the ledger knows a window of this name.
fn is_known(engine: &Engine<'_>, window: &str) -> bool {
    engine.record.people.past.contains(window)
}

/// Opens a seal, and says what of its plan will count.
fn open_seal(
    engine: &mut Engine<'_>,
    window: &Window,
    sealed: &str,
    opening: &Opening,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let binding = Binding {
        campaign: engine.settings.id.clone(),
        seat: submitted.seat.clone(),
        window: window.bound(&submitted.seat).to_owned(),
    };
    let Ok(seal) = sealed.parse::<Seal>() else { return Ok(()) };
    if let Err(why) = opening.check(&seal, &binding) {
        let refusal = match why {
            OpeningError::Binding { .. } => Refusal::new("opening-unreadable").with("why", why.to_string()),
            _ => {
                Refusal::new("seal-mismatch").with("sealed", sealed).with("found", opening.seal().to_string())
            }
        };
        submitted.refuse(&refusal);
        return Ok(());
    }
    let part = window.seats.get(&submitted.seat);
    if part.is_some_and(|part| part.opened) {
        submitted.used = true;
        submitted.already = part.and_then(|part| part.at);
        return Ok(());
    }
    submitted.used = true;
    let counts = match engine.rules.referee.accept_plan(opening.plan()) {
        Ok(()) => review(engine, opening.plan(), submitted)?,
        Err(why) => {
            let instead = instead(engine.settings, &engine.record.people, &submitted.seat, engine.now);
            let why =
                Refusal::new("opening-no-plan").with("why", why.to_string()).with("instead", instead.word());
            submitted.refuse(&why);
            submitted.unusable = true;
            "none"
        }
    };
    submitted.understand(None, json!({"item": "opening", "counts": counts}));
    let body = OpenedPlan {
        window: window.bound(&submitted.seat).to_owned(),
        seat: submitted.seat.clone(),
        seal: sealed.to_owned(),
        how: How::Seal,
    };
    engine.add_with(Kind::Opened, &body, &opening.to_value())
}

/// Reads an opened plan as if it were sent now, and adds to the receipt what it says and what of it cannot be. Returns
/// how much of it counts for the open questions: `all`, `some` or `none`.
fn review(
    engine: &Engine<'_>,
    plan: &Value,
    submitted: &mut Submitted,
) -> Result<&'static str, CampaignError> {
    let Some(seat) = engine.rules.seat(&submitted.seat) else { return Ok("all") };
    let pending = engine.pending()?;
    let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == seat).cloned().collect();
    let position = pending.seen(engine.rules, seat)?;
    let (text, reading) = engine.rules.referee.review_plan(&position, seat, &open, plan)?;
    let understood = problems::once(reading.understood, &reading.faults);
    submitted.understood.extend(understood.into_iter().map(|item| Item {
        line: None,
        what: item.what,
        game: true,
    }));
    submitted.problems.extend(reading.faults.iter().map(|fault| problems::sealed(fault, &text)));
    let wrong = reading.faults.iter().any(crate::sheet::Fault::is_error);
    // The rules themselves say what counts; what was read may say of it why.
    let Some(trial) = trial(engine, seat, &open, plan, false) else {
        return Ok(if wrong { "some" } else { "all" });
    };
    let mut kinds = trial.silent.clone();
    let silent = kinds.len();
    kinds.dedup();
    let mut ignored = false;
    for problem in trial.problems() {
        ignored = true;
        if !submitted.problems.iter().any(|known| known.why == problem.why) {
            submitted.problems.push(problem);
        }
    }
    if silent > 0 {
        let why = Refusal::new("opening-silent").with("questions", kinds).with("all", silent == open.len());
        submitted.problems.push(Problem { warning: silent < open.len(), ..problems::refused(&why) });
    }
    Ok(match wrong || ignored || silent > 0 {
        _ if !open.is_empty() && silent == open.len() => "none",
        true => "some",
        false => "all",
    })
}
