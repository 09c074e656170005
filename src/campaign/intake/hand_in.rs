//! What a message of a seat hands in for the open window: a plan, a seal or an opening, and whether the window takes it.

use crate::campaign::intake::finality::{self, Finality};
use crate::campaign::intake::no_choice;
use crate::campaign::intake::only_seals;
use crate::campaign::intake::opening;
use crate::campaign::intake::plans;
use crate::campaign::intake::ruled;
use crate::campaign::intake::submitted::{Submitted, Written, is_older, revision};
use crate::campaign::intake::trial::is_late;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Wanted;
use crate::campaign::state::record::{Phase, Window};
use crate::campaign::state::settings::{Absence, Secrecy};
use crate::campaign::state::window_model::owing;
use crate::ledger::Kind;
use crate::plan::{Envelope, Given};
use crate::post::{Found, Letter, is_opening};
use crate::seal::{Opening, OpeningError, Seal};
use crate::sheet::{Node, Refusal};

/// The thing that a message hands in.
enum Handed<'a> {
    Plan(&'a Node),
    Seal(&'a Given<Seal>),
    Opening(opening::Found),
}

/// Takes in the plan, seal or opening of a message, and its `final: yes`.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let takes_only_seals = only_seals::takes_only(engine, &submitted.seat);
    let mut handed = all_handed(engine, written, submitted);
    let is_seal = |one: &Handed<'_>| matches!(one, Handed::Seal(_));
    if takes_only_seals && handed.iter().any(is_seal) && !written.envelope.has_errors() {
        handed.retain(|one| !matches!(one, Handed::Plan(_)));
    }
    if written.envelope.broken_seal || handed.len() > 1 {
        refuse_several(written, submitted);
        return Ok(());
    }
    let handed = handed.pop();
    if takes_only_seals && written.left.has_orders && !matches!(handed, Some(Handed::Plan(_))) {
        only_seals::refuse_orders(submitted, handed.is_some());
    }
    let is_final = finality::is_said(written);
    if handed.is_none() && !is_final && !written.left.is_early {
        return Ok(());
    }
    if matches!(handed, Some(Handed::Plan(_) | Handed::Seal(_))) {
        ruled::warn(engine, submitted);
    }
    if engine.record.people.resigned.contains(&submitted.seat) {
        submitted.refuse(&Refusal::new("seat-resigned"));
        return Ok(());
    }
    // A seal is whole, whatever is said beside it.
    let is_whole = takes_only_seals && handed.as_ref().is_some_and(is_seal);
    let finality = Finality::before(engine, written, submitted, is_whole);
    let handed = match handed {
        Some(Handed::Opening(opening)) => {
            opening::take_in(engine, opening, submitted)?;
            if !is_final || submitted.kept {
                return Ok(());
            }
            None
        }
        other => other,
    };
    let is_named = written.envelope.document.window.is_some();
    let says_plan = handed.is_some() || written.left.is_early;
    let Some(window) = admitted(engine, submitted, is_named, (says_plan, is_final)) else { return Ok(()) };
    match handed {
        Some(Handed::Plan(node)) => plans::take_in(engine, &window, node, written, submitted)?,
        Some(Handed::Seal(seal)) => take_seal(engine, &window, seal, written, submitted)?,
        None if is_final && !takes_only_seals => {
            if let Some(node) = no_choice::plan(engine, &window, written, submitted) {
                plans::take_in(engine, &window, &node, written, submitted)?;
            }
        }
        Some(Handed::Opening(_)) | None => {}
    }
    tell_turned(submitted, &window);
    finality.settle(engine, &window, written, submitted);
    Ok(())
}

/// Returns all that a message hands in. One thing alone can be taken.
fn all_handed<'a>(engine: &Engine<'_>, written: &Written<'a>, submitted: &Submitted) -> Vec<Handed<'a>> {
    let document = &written.envelope.document;
    // A sheet that is sent back as it came says nothing.
    let plan = document.plan.as_ref().filter(|given| given.value.says_something());
    let mut handed: Vec<Handed<'_>> = plan.map(|given| Handed::Plan(&given.value)).into_iter().collect();
    if submitted.for_chance {
        return handed;
    }
    handed.extend(document.seal.as_ref().map(Handed::Seal));
    let opening =
        opening_of((written.letter, written.found), (written.text, written.envelope), &submitted.seat);
    handed.extend(opening.map(|opening| Handed::Opening(opening.map(Box::new))));
    if handed.is_empty() {
        let quoted = opening::quoted(engine, written.found, &submitted.seat);
        handed.extend(quoted.map(|opening| Handed::Opening(Ok(Box::new(opening)))));
    }
    handed
}

/// Refuses a message that hands in several things, or a seal that cannot be read.
fn refuse_several(written: &Written<'_>, submitted: &mut Submitted) {
    let document = &written.envelope.document;
    // The problems of the document say so already.
    let told = written.envelope.broken_seal || (document.plan.is_some() && document.seal.is_some());
    if !told {
        submitted.refuse(&Refusal::new("several-plans"));
    }
    submitted.unusable = true;
}

/// Takes in the opening of a message that has nothing else left to take in.
pub(crate) fn take_in_opening(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let own = opening_of((written.letter, written.found), (written.text, written.envelope), &submitted.seat);
    match own.or_else(|| opening::quoted(engine, written.found, &submitted.seat).map(Ok)) {
        Some(opening) => opening::take_in(engine, opening.map(Box::new), submitted),
        None => Ok(()),
    }
}

/// Returns the window that a message is for if it is open and the message in time, and otherwise refuses it. `is_named` if
/// the message names its window; otherwise it is that of the message which it answers. The last are whether it hands in something, and
/// whether it says that it is final.
fn admitted(
    engine: &Engine<'_>,
    submitted: &mut Submitted,
    is_named: bool,
    (says_plan, is_final): (bool, bool),
) -> Option<Window> {
    let open = engine.record.game.open_window();
    // Whoever is not asked now and answers the last report or receipt has no newer one to answer.
    let people = &engine.record.people;
    let report = people.threads.get(&submitted.seat).and_then(|thread| thread.last().cloned());
    let receipt = people.receipts.get(&submitted.seat).map(|receipts| format!("receipt-{}", receipts.number));
    let is_asked = open.is_some_and(|open| open.asked.contains_key(&submitted.seat));
    let is_last = submitted.about.is_some() && (submitted.about == report || submitted.about == receipt);
    let is_newest = !is_named && !is_asked && is_last;
    // Whoever was asked nothing then has sent it for later, and later is now.
    let is_for_later = |meant: &String| {
        let unasked = people.unasked.get(&submitted.seat);
        !is_named && unasked.is_some_and(|windows| windows.contains(meant))
    };
    if let Some(meant) = submitted.window.as_ref().filter(|meant| !is_newest && !is_for_later(meant))
        && open.is_none_or(|open| !open.answers_to(meant))
    {
        let code = if engine.record.people.past.contains(meant) { "window-closed" } else { "window-unknown" };
        let now = open.map(|open| open.id.clone()).unwrap_or_default();
        let why = Refusal::new(code).with("window", meant.clone()).with("now", now);
        let why = what_was_used(engine, meant, &submitted.seat, why);
        submitted.refuse(&why.with("asked", is_asked));
        return None;
    }
    let Some(window) = open else {
        let why = Refusal::new("no-window").with("begun", !engine.record.game.position.is_null());
        let both = |why: Refusal| why.with("final", true).with("plan", says_plan);
        submitted.refuse(&if is_final { both(why) } else { why });
        return None;
    };
    let late = is_late(engine, window, submitted.received);
    // While the game waits for somebody beyond the deadline, everyone may change a plan, and whoever has slipped may mend it.
    let waits = |seat: &SeatId| {
        let is_there = *seat == submitted.seat || engine.record.people.out(seat, engine.now).is_none();
        is_there && (engine.settings.absence == Absence::Wait || engine.is_waited_for(seat))
    };
    let mends = window.mends_until(&submitted.seat).is_some_and(|until| engine.now < until);
    let waited = || owing(window, &engine.record.people).into_iter().any(waits);
    let takes = window.phase == Phase::Collecting && (mends || waited());
    if late && !takes {
        submitted.refuse(&Refusal::new("window-closed").with("window", window.id.clone()).with("now", ""));
        return None;
    }
    Some(window.clone())
}

/// Says in a refusal when the last window closed, if it was for that, and whether something of the seat counted in it.
fn what_was_used(engine: &Engine<'_>, meant: &str, seat: &str, why: Refusal) -> Refusal {
    let game = &engine.record.game;
    let open = game.open_window();
    let Some(before) = game.before.as_ref().filter(|before| before.id == meant && open.is_some()) else {
        return why;
    };
    let had = before.seats.get(seat).is_some_and(|part| part.how.is_some() && !part.is_void);
    let zone = engine.settings.seat(seat).map_or(&engine.settings.gm.timezone, |seat| &seat.timezone);
    // A window opens when the one before it closes.
    let closed = open.map(|open| open.opened.to_rfc3339()).unwrap_or_default();
    why.with("closed", closed).with("zone", zone.clone()).with("had", had)
}

/// Tells that what answers the message of an earlier turn counts for the one that is open, if anything of it does. What was meant then may
/// be over.
fn tell_turned(submitted: &mut Submitted, window: &Window) {
    let turn = |id: &str| id.split('-').next().map(str::to_owned);
    let counts = submitted.used && window.asked.contains_key(&submitted.seat);
    let Some(meant) = submitted.window.clone().filter(|meant| counts && !window.answers_to(meant)) else {
        return;
    };
    if turn(&meant) != turn(&window.id) {
        submitted.warn(&Refusal::new("window-turned").with("window", meant).with("now", window.id.clone()));
    }
}

/// Returns the request for the order sheet that goes with a message that was not accepted as a whole, if its seat can send
/// a plan now: what is still open of it, and the places of the `wrong` lines.
pub(crate) fn sheet_again(engine: &Engine<'_>, seat: &str, wrong: Vec<String>) -> Option<Wanted> {
    let window = engine.record.game.open_window()?;
    let plays = engine.settings.gm.plays.as_deref() == Some(seat);
    if window.sealed && (window.secrecy == Secrecy::Sealed || plays) {
        return None;
    }
    let Some(Wanted::Sheet { plan, .. }) = whole_sheet(engine, seat) else { return None };
    Some(Wanted::Sheet { plan, whole: false, wrong })
}

/// Returns the request for all of the order sheet, if a seat is asked something and a window takes plans. It notes the plan that counts,
/// unless that is sealed.
pub(crate) fn whole_sheet(engine: &Engine<'_>, seat: &str) -> Option<Wanted> {
    let window = engine.record.game.open_window().filter(|window| window.phase == Phase::Collecting)?;
    if !window.asked.contains_key(seat) {
        return None;
    }
    let part = window.seats.get(seat).filter(|part| part.how == Some(How::Deposit));
    let filed = part.and_then(|part| engine.vault.openings.get(part.seal.as_ref()?));
    let place = engine.rules.seat(seat)?;
    let position = engine.pending().ok()?.seen(engine.rules, place).ok()?;
    let written = filed.and_then(|filed| engine.rules.referee.write_plan(filed.plan(), &position).ok());
    Some(Wanted::Sheet { plan: written.unwrap_or_default(), whole: true, wrong: Vec::new() })
}

fn take_seal(
    engine: &mut Engine<'_>,
    window: &Window,
    seal: &Given<Seal>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let plays = engine.settings.gm.plays.as_ref() == Some(&submitted.seat);
    let code = match window.phase {
        _ if !window.sealed => Some("seal-not-secret"),
        // Everybody waits for the opening of a seal, and nobody should wait for a seat that was not asked.
        _ if !window.asked.contains_key(&submitted.seat) => Some("seal-not-asked"),
        Phase::OpeningFirst | Phase::Opening => Some("seals-published"),
        _ if window.secrecy == Secrecy::Deposit && !plays => Some("seal-not-allowed"),
        _ => None,
    };
    if let Some(code) = code {
        submitted.refuse(&Refusal::new(code).with("window", window.id.clone()));
        return Ok(());
    }
    let revision = revision(written);
    if is_older(window, revision, submitted) {
        return Ok(());
    }
    let span = seal.span;
    let seal = seal.value.to_string();
    submitted.used = true;
    submitted.seal = Some(seal.clone());
    submitted.bound = Some(seal.clone());
    submitted.act_on("seal", span, written);
    let known = window.seats.get(&submitted.seat).filter(|part| part.seal.as_ref() == Some(&seal));
    if let Some(part) = known {
        submitted.already = part.at;
        return Ok(());
    }
    let (window, seat) = (window.id.clone(), submitted.seat.clone());
    engine.add(Kind::Sealed, &Sealed { window, seat, seal, how: How::Seal, revision })
}

/// Returns the opening in a seat's message: under `opening:`, as an armoured block, or as a separate file.
pub(crate) fn opening_of(
    (letter, found): (&Letter, &Found),
    (text, envelope): (&str, &Envelope),
    seat: &str,
) -> Option<Result<Opening, OpeningError>> {
    if let Some(given) = &envelope.document.opening {
        return Some(Ok(given.value.clone()));
    }
    let mut blocks =
        found.blocks.iter().filter(|block| !block.quoted).map(|block| Opening::read(&block.text));
    if let Some(first) = blocks.next() {
        // Whoever pastes several means the one of the seat.
        let is_own =
            |one: &Result<Opening, OpeningError>| one.as_ref().is_ok_and(|one| one.binding().seat == seat);
        return if is_own(&first) { Some(first) } else { blocks.find(is_own).or(Some(first)) };
    }
    let files = letter.parts.iter().map(|part| part.text.as_str());
    let mut openings = files.chain([text]).map(str::trim).filter(|text| is_opening(text));
    openings.next().map(Opening::read)
}
