//! A plan in a message: what the game reads in it, what an earlier one adds to it, and its deposit.

use crate::campaign::intake::problems;
use crate::campaign::intake::ruled;
use crate::campaign::intake::silent::asked_or_not;
use crate::campaign::intake::submitted::{Submitted, Written, is_older, revision};
use crate::campaign::intake::trial::warn_of_silence;
use crate::campaign::intake::whole_plan::{left_out, merged, of_both, repeated};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::How;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Phase, Window};
use crate::campaign::state::settings::{Secrecy, Settings};
use crate::report::model::{Item, Problem};
use crate::sheet::{Fault, Node, Refusal, Severity, fold};
use crate::table::{Kept, Open, Seat, Understood};
use serde_json::{Value, json};

/// Takes in a plan for a window: what it says is read, put together with what still counts of an earlier one, and deposited. A
/// bad plan never replaces a good one.
pub(super) fn take_in(
    engine: &mut Engine<'_>,
    window: &Window,
    node: &Node,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    if !admits(engine, window, submitted) {
        return Ok(());
    }
    let Some(seat) = engine.rules.seat(&submitted.seat) else { return Ok(()) };
    let pending = engine.pending()?;
    let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == seat).cloned().collect();
    let position = pending.seen(engine.rules, seat)?;
    let reading = engine.rules.referee.read_plan(&position, seat, &open, node)?;
    let understood = problems::once(reading.understood, &reading.faults);
    submitted.understood.extend(understood.into_iter().map(|item| of_game(item, written)));
    let (omissions, faults): (Vec<Fault>, Vec<Fault>) =
        reading.faults.into_iter().partition(|fault| fault.severity == Severity::Omission);
    let teller = Teller { settings: engine.settings, window, written };
    teller.tell(&faults, submitted);
    let Some(plan) = reading.plan else {
        teller.tell(&omissions, submitted);
        submitted.unusable = true;
        return Ok(());
    };
    if is_older(window, revision(written), submitted) {
        return Ok(());
    }
    if let Some(at) = repeated(engine, window, &plan, submitted) {
        submitted.already = Some(at);
        submitted.accept(plan);
        return Ok(());
    }
    let (plan, kept) = merged(engine, window, plan, submitted)?;
    let (replaced, kept): (Vec<Kept>, Vec<Kept>) = kept.into_iter().partition(|kept| kept.replaced);
    submitted.understood.retain(|item| !kept.iter().any(|kept| kept.says_instead_of(&item.what)));
    if is_on_file(engine, window, &submitted.seat, &plan) {
        submitted.accept(plan);
        return Ok(());
    }
    let is_merged = !kept.is_empty();
    let omissions = still_omitted(engine, window, (seat, &open), (&plan, is_merged), omissions, submitted)?;
    if is_merged {
        let both = of_both(engine, (window, seat), &plan, &faults)?;
        let warning = |why| Fault { severity: Severity::Warning, ..Fault::omission(why) };
        teller.tell(&both.into_iter().map(warning).collect::<Vec<_>>(), submitted);
    }
    for lost in replaced {
        let why = Refusal::new("plan-replaced").with("section", lost.section);
        submitted.warn(&why.with("names", lost.entries));
    }
    // What a ruling answers for the seat is missing from no plan.
    if !ruled::is_answered_for(engine, &submitted.seat) {
        teller.tell(&omissions, submitted);
    }
    if is_sealed_already(engine, window, &plan, submitted) {
        submitted.accept(plan);
        return Ok(());
    }
    if is_merged {
        submitted.understand(None, json!({"item": "kept", "kept": kept}));
    }
    warn_of_silence(engine, seat, &open, &plan, submitted);
    drop_displaced(submitted);
    deposit(engine, window, plan, written, submitted)
}

/// Takes orders out of what still counts that will not be placed, because a new one takes their token: no receipt says both.
fn drop_displaced(submitted: &mut Submitted) {
    let is_displaced = |problem: &&Problem| problem.why.code == "unmet-order";
    let areas = submitted.problems.iter().filter(is_displaced).map(|problem| &problem.why.details["area"]);
    let areas: Vec<String> = areas.filter_map(Value::as_str).map(fold).collect();
    if areas.is_empty() {
        return;
    }
    for kept in submitted.understood.iter_mut().filter_map(|item| item.what["kept"].as_array_mut()) {
        let orders = kept.iter_mut().filter(|one| one["section"] == "orders");
        for entries in orders.filter_map(|one| one["entries"].as_array_mut()) {
            entries.retain(|area| !area.as_str().is_some_and(|area| areas.contains(&fold(area))));
        }
        // A section is told as a whole where it names no entries.
        kept.retain(|one| {
            one["section"] != "orders" || one["entries"].as_array().is_some_and(|all| !all.is_empty())
        });
    }
    submitted.understood.retain(|item| item.what["kept"].as_array().is_none_or(|kept| !kept.is_empty()));
}

/// Returns `true` if the window takes plans of this seat now, and otherwise refuses this one.
fn admits(engine: &Engine<'_>, window: &Window, submitted: &mut Submitted) -> bool {
    let plays = engine.settings.gm.plays.as_ref() == Some(&submitted.seat);
    if window.phase != Phase::Collecting {
        submitted.refuse(&Refusal::new("seals-published").with("window", window.id.clone()));
        return false;
    }
    if window.sealed && (window.secrecy == Secrecy::Sealed || plays) {
        submitted.refuse(&Refusal::new("plan-not-allowed"));
        submitted.unusable = true;
        return false;
    }
    // Whoever reads the others' openings must not change what was sealed before them.
    if plays && !window.asked.contains_key(&submitted.seat) {
        submitted.refuse(&Refusal::new("plan-of-gm"));
        return false;
    }
    true
}

/// Returns something that the game has understood, with its line in the message.
fn of_game(understood: Understood, written: &Written<'_>) -> Item {
    Item {
        line: understood.span.and_then(|span| problems::line_in_mail(span.line, written.found)),
        what: understood.what,
        game: true,
    }
}

/// Tells the writer of a plan what the game finds in it, and what becomes of what it leaves open.
struct Teller<'a> {
    settings: &'a Settings,
    window: &'a Window,
    written: &'a Written<'a>,
}

impl Teller<'_> {
    fn tell(&self, faults: &[Fault], submitted: &mut Submitted) {
        for fault in faults {
            let problem = problems::problem(fault, self.written.text, self.written.found);
            submitted.problems.push(asked_or_not((self.settings, self.window), &submitted.seat, problem));
        }
    }
}

/// Returns `true` if a seat that is asked nothing sends what is on file already: that is not filed once more.
fn is_on_file(engine: &Engine<'_>, window: &Window, seat: &str, plan: &Value) -> bool {
    let is_asked = window.asked.contains_key(seat) || window.seats.contains_key(seat);
    let on_file = engine.record.game.plans_of(seat);
    !is_asked && on_file.first().is_some_and(|filed| filed.how != How::Steward && filed.plan == *plan)
}

/// Returns those omissions of a plan that stay when earlier plans and the questions of the window are taken into account.
fn still_omitted(
    engine: &Engine<'_>,
    window: &Window,
    (seat, open): (Seat, &[Open]),
    (plan, is_merged): (&Value, bool),
    omissions: Vec<Fault>,
    submitted: &Submitted,
) -> Result<Vec<Fault>, CampaignError> {
    // What an earlier plan says is not left out.
    let game = &engine.record.game;
    let earlier = engine.rules.plans_for(game, &submitted.seat, game.turn, &game.position);
    let whole = engine.rules.with_earlier(plan, earlier, &game.position)?;
    // What the window does not ask its seat, a plan on file answers.
    let is_asked = window.asked.contains_key(&submitted.seat);
    let of_window: Vec<Open> =
        open.iter().filter(|open| !is_asked || window.asks(&open.key)).cloned().collect();
    if !is_merged && whole == *plan && of_window.len() == open.len() {
        return Ok(omissions);
    }
    left_out(engine, (seat, &of_window), &whole, omissions)
}

/// Returns `true` if the same plan lies sealed in the window already, and notes its seal.
fn is_sealed_already(engine: &Engine<'_>, window: &Window, plan: &Value, submitted: &mut Submitted) -> bool {
    let Some(part) = window.seats.get(&submitted.seat) else { return false };
    let known = part.seal.as_ref().and_then(|seal| engine.vault.openings.get(seal));
    if known.is_none_or(|known| known.plan() != plan) {
        return false;
    }
    submitted.already = part.at;
    submitted.seal = part.seal.clone();
    submitted.bound = part.seal.clone();
    true
}

/// Seals the plan for its seat, and opens it at once in a window that is not sealed.
fn deposit(
    engine: &mut Engine<'_>,
    window: &Window,
    plan: Value,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let (seat, what) = (submitted.seat.clone(), submitted.mail.to_string());
    let sealed = engine.deposit(&window.id, &seat, plan.clone(), How::Deposit, revision(written), &what);
    match sealed {
        Ok(seal) => {
            submitted.bound = Some(seal.clone());
            submitted.seal = window.sealed.then_some(seal);
        }
        Err(CampaignError::Refused(why)) => {
            submitted.refuse(&Refusal::new("plan-not-sealable").with("why", why));
            submitted.unusable = true;
            return Ok(());
        }
        Err(error) => return Err(error),
    }
    submitted.accept(plan);
    if !window.sealed {
        engine.release(&window.id, &seat)?;
    }
    Ok(())
}
