//! Plans, seals and openings as they are handed in.
//!
//! May use: engine, plan, receipt. Is used by: submission.

use crate::campaign::intake::problems;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Filed, Phase, Window};
use crate::campaign::state::settings::{Absence, Secrecy};
use crate::ledger::Kind;
use crate::plan::{Envelope, Given};
use crate::post::{Found, Letter, is_opening};
use crate::report::model::Item;
use crate::seal::{Binding, Opening, OpeningError, Seal};
use crate::sheet::{Node, Refusal};
use crate::table::{Answered, Desk, Draw, Open, Played, Point, Policy, Position, Says, Seat};
use serde_json::{Value, json};

/// What a mail hands in.
enum Handed<'a> {
    Plan(&'a Node),
    Seal(&'a Given<Seal>),
    Opening(Result<Box<Opening>, OpeningError>),
}

impl Engine<'_> {
    /// Takes what a mail hands in, if it does.
    pub(crate) fn hand_in(
        &mut self,
        written: &Written<'_>,
        submitted: &mut Submitted,
    ) -> Result<(), CampaignError> {
        let document = &written.envelope.document;
        let mut handed: Vec<Handed<'_>> = Vec::new();
        // A sheet that is sent back as it came says nothing.
        let plan = document.plan.as_ref().filter(|given| given.value.says_something());
        handed.extend(plan.map(|given| Handed::Plan(&given.value)));
        handed.extend(document.seal.as_ref().map(Handed::Seal));
        let opening = opening_of(written.letter, written.found, written.text, written.envelope);
        handed.extend(opening.map(|opening| Handed::Opening(opening.map(Box::new))));
        if written.envelope.broken_seal || handed.len() > 1 {
            // Of these the document's own faults tell already.
            let told = written.envelope.broken_seal || (document.plan.is_some() && document.seal.is_some());
            if !told {
                submitted.refuse(&Refusal::new("several-plans"));
            }
            submitted.unusable = true;
            return Ok(());
        }
        let handed = handed.pop();
        let is_final = document.is_final.as_ref().is_some_and(|given| given.value);
        if handed.is_none() && !is_final {
            return Ok(());
        }
        if self.record.people.resigned.contains(&submitted.seat) {
            submitted.refuse(&Refusal::new("seat-resigned"));
            return Ok(());
        }
        let Some(window) = self.admitted(submitted) else { return Ok(()) };
        let before = submitted.problems.len();
        match handed {
            Some(Handed::Plan(node)) => self.plan(&window, node, written, submitted)?,
            Some(Handed::Seal(seal)) => self.seal(&window, seal, written, submitted)?,
            Some(Handed::Opening(opening)) => self.opening(&window, opening, submitted)?,
            None => {}
        }
        let refused = submitted.problems.iter().skip(before).any(|problem| !problem.warning);
        if is_final && !refused {
            let part = self.record.game.open_window().and_then(|window| window.seats.get(&submitted.seat));
            if part.is_some_and(|part| part.how.is_some()) {
                submitted.used = true;
                submitted.is_final = true;
                if let Some(given) = &document.is_final {
                    submitted.act_on("final", given.span, written);
                }
            } else {
                submitted.refuse(&Refusal::new("final-without-plan"));
            }
        }
        Ok(())
    }

    /// The window that a mail is for, if it is open and the mail in time.
    fn admitted(&self, submitted: &mut Submitted) -> Option<Window> {
        let open = self.record.game.open_window();
        if let Some(meant) = &submitted.window
            && open.is_none_or(|open| !open.answers_to(meant))
        {
            let code =
                if self.record.people.past.contains(meant) { "window-closed" } else { "window-unknown" };
            let now = open.map(|open| open.id.clone()).unwrap_or_default();
            submitted.refuse(&Refusal::new(code).with("window", meant.clone()).with("now", now));
            return None;
        }
        let Some(window) = open else {
            submitted.refuse(&Refusal::new("no-window"));
            return None;
        };
        // While the clock stands only what was late before it stopped is late.
        let stands = |last| self.record.people.paused.is_some_and(|since| last >= since);
        let late = self.record.people.held.is_none()
            && window.last_call().is_some_and(|last| submitted.received > last && !stands(last));
        let waits = self.settings.absence == Absence::Wait || self.is_waited_for(&submitted.seat);
        let is_waited_for = waits
            && window.phase == Phase::Collecting
            && window.missing().any(|seat| *seat == submitted.seat);
        if late && !is_waited_for {
            submitted
                .refuse(&Refusal::new("window-closed").with("window", window.id.clone()).with("now", ""));
            return None;
        }
        Some(window.clone())
    }

    fn plan(
        &mut self,
        window: &Window,
        node: &Node,
        written: &Written<'_>,
        submitted: &mut Submitted,
    ) -> Result<(), CampaignError> {
        let plays = self.settings.gm.plays.as_ref() == Some(&submitted.seat);
        if window.phase == Phase::Opening {
            submitted.refuse(&Refusal::new("seals-published").with("window", window.id.clone()));
            return Ok(());
        }
        if window.sealed && (window.secrecy == Secrecy::Sealed || plays) {
            submitted.refuse(&Refusal::new("plan-not-allowed"));
            submitted.unusable = true;
            return Ok(());
        }
        let Some(seat) = self.rules.seat(&submitted.seat) else { return Ok(()) };
        let pending = self.pending()?;
        let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == seat).cloned().collect();
        let position = pending.seen(self.rules, seat)?;
        let reading = self.rules.referee.read_plan(&position, seat, &open, node)?;
        let item = |understood: crate::table::Understood| Item {
            line: understood.span.and_then(|span| problems::line_in_mail(span.line, written.found)),
            what: understood.what,
            game: true,
        };
        let understood = problems::once(reading.understood, &reading.faults);
        submitted.understood.extend(understood.into_iter().map(item));
        let problems =
            reading.faults.iter().map(|fault| problems::problem(fault, written.text, written.found));
        submitted.problems.extend(problems);
        let Some(plan) = reading.plan else {
            // A bad plan never replaces a good one.
            submitted.unusable = true;
            return Ok(());
        };
        let revision = revision(written);
        if self.is_older(window, revision, submitted) {
            return Ok(());
        }
        if let Some(part) = window.seats.get(&submitted.seat)
            && let Some(known) = part.seal.as_ref().and_then(|seal| self.vault.openings.get(seal))
            && *known.plan() == plan
        {
            submitted.used = true;
            submitted.already = part.at;
            submitted.seal = part.seal.clone();
            submitted.plan = Some(plan);
            return Ok(());
        }
        self.warn_of_silence(seat, &open, &plan, submitted);
        let what = submitted.mail.to_string();
        match self.deposit(&window.id, &submitted.seat.clone(), plan.clone(), How::Deposit, revision, &what) {
            Ok(seal) => submitted.seal = window.sealed.then_some(seal),
            Err(CampaignError::Refused(why)) => {
                submitted.refuse(&Refusal::new("plan-not-sealable").with("why", why));
                submitted.unusable = true;
                return Ok(());
            }
            Err(error) => return Err(error),
        }
        submitted.used = true;
        submitted.plan = Some(plan);
        if !window.sealed {
            self.release(&window.id, &submitted.seat)?;
        }
        Ok(())
    }

    /// Whether a later revision is there already; then it is said.
    fn is_older(&self, window: &Window, revision: u64, submitted: &mut Submitted) -> bool {
        let known = window
            .seats
            .get(&submitted.seat)
            .filter(|part| part.how.is_some())
            .map_or(0, |part| part.revision);
        if revision < known {
            submitted.refuse(&Refusal::new("older-revision").with("revision", revision).with("known", known));
        }
        revision < known
    }

    /// Says which open questions the plan leaves open, or answers by what is not legal.
    fn warn_of_silence(&self, seat: Seat, open: &[Open], plan: &Value, submitted: &mut Submitted) {
        let mut plans: Vec<Vec<Value>> = vec![Vec::new(); self.rules.referee.seats().len()];
        let mut filed = Vec::new();
        if let Some(own) = plans.get_mut(seat.index()) {
            own.push(plan.clone());
            filed = self.record.game.plans_of(&submitted.seat);
            own.extend(filed.iter().map(|filed| filed.plan.clone()));
        }
        let mut desk =
            TrialDesk { engine: self, open, seat: &submitted.seat, filed: &filed, unusable: Vec::new() };
        let position = Position(self.record.game.position.clone());
        let Ok(Played::Paused(asked)) = self.rules.referee.play(&position, &plans, &mut desk) else { return };
        for refusal in desk.unusable {
            submitted
                .problems
                .push(crate::report::model::Problem { warning: true, ..problems::refused(&refusal) });
        }
        let silent = open.iter().filter(|open| asked.open.iter().any(|still| still.key == open.key)).count();
        if silent > 0 {
            let why = Refusal::new("plan-silent").with("questions", silent);
            submitted
                .problems
                .push(crate::report::model::Problem { warning: true, ..problems::refused(&why) });
        }
    }

    fn seal(
        &mut self,
        window: &Window,
        seal: &Given<Seal>,
        written: &Written<'_>,
        submitted: &mut Submitted,
    ) -> Result<(), CampaignError> {
        let plays = self.settings.gm.plays.as_ref() == Some(&submitted.seat);
        let code = match window.phase {
            _ if !window.sealed => Some("seal-not-secret"),
            // A seal binds everybody to wait for its opening; nobody waits for who was not asked.
            _ if !window.asked.contains_key(&submitted.seat) => Some("seal-not-asked"),
            Phase::Opening => Some("seals-published"),
            _ if window.secrecy == Secrecy::Deposit && !plays => Some("seal-not-allowed"),
            _ => None,
        };
        if let Some(code) = code {
            submitted.refuse(&Refusal::new(code).with("window", window.id.clone()));
            return Ok(());
        }
        let revision = revision(written);
        if self.is_older(window, revision, submitted) {
            return Ok(());
        }
        let span = seal.span;
        let seal = seal.value.to_string();
        submitted.used = true;
        submitted.seal = Some(seal.clone());
        submitted.act_on("seal", span, written);
        let known = window.seats.get(&submitted.seat).filter(|part| part.seal.as_ref() == Some(&seal));
        if let Some(part) = known {
            submitted.already = part.at;
            return Ok(());
        }
        let (window, seat) = (window.id.clone(), submitted.seat.clone());
        self.add(Kind::Sealed, &Sealed { window, seat, seal, how: How::Seal, revision })
    }

    fn opening(
        &mut self,
        window: &Window,
        opening: Result<Box<Opening>, OpeningError>,
        submitted: &mut Submitted,
    ) -> Result<(), CampaignError> {
        let part = window.seats.get(&submitted.seat).filter(|part| part.how == Some(How::Seal));
        let Some(sealed) = part.and_then(|part| part.seal.clone()) else {
            submitted.refuse(&Refusal::new("seal-missing"));
            return Ok(());
        };
        if window.phase != Phase::Opening {
            submitted.refuse(&Refusal::new("opening-too-early").with("window", window.id.clone()));
            return Ok(());
        }
        let opening = match opening {
            Ok(opening) => opening,
            Err(why) => {
                submitted.refuse(&Refusal::new("opening-unreadable").with("why", why.to_string()));
                return Ok(());
            }
        };
        let binding = Binding {
            campaign: self.settings.id.clone(),
            seat: submitted.seat.clone(),
            window: window.bound(&submitted.seat).to_owned(),
        };
        let Ok(seal) = sealed.parse::<Seal>() else { return Ok(()) };
        if let Err(why) = opening.check(&seal, &binding) {
            let refusal = match why {
                OpeningError::Binding { .. } => {
                    Refusal::new("opening-unreadable").with("why", why.to_string())
                }
                _ => Refusal::new("seal-mismatch")
                    .with("sealed", sealed)
                    .with("found", opening.seal().to_string()),
            };
            submitted.refuse(&refusal);
            return Ok(());
        }
        if part.is_some_and(|part| part.opened) {
            submitted.used = true;
            submitted.already = part.and_then(|part| part.at);
            return Ok(());
        }
        submitted.used = true;
        submitted.understand(None, json!({"item": "opening"}));
        if let Err(why) = self.rules.referee.accept_plan(opening.plan()) {
            submitted.refuse(&Refusal::new("opening-no-plan").with("why", why.to_string()));
            submitted.unusable = true;
        }
        let body = OpenedPlan {
            window: window.bound(&submitted.seat).to_owned(),
            seat: submitted.seat.clone(),
            seal: sealed,
            how: How::Seal,
        };
        self.add_with(Kind::Opened, &body, &opening.to_value())
    }
}

/// The number of the submission; the highest counts.
fn revision(written: &Written<'_>) -> u64 {
    written.envelope.document.revision.as_ref().map_or(0, |given| given.value)
}

/// The opening in a mail: under `opening:`, as an armoured block, or as a file of its own.
pub(crate) fn opening_of(
    letter: &Letter,
    found: &Found,
    text: &str,
    envelope: &Envelope,
) -> Option<Result<Opening, OpeningError>> {
    if let Some(given) = &envelope.document.opening {
        return Some(Ok(given.value.clone()));
    }
    let own = found.blocks.iter().find(|block| !block.quoted).or(found.blocks.first());
    if let Some(block) = own {
        return Some(Opening::read(&block.text));
    }
    let files = letter.parts.iter().map(|part| part.text.as_str());
    let mut openings = files.chain([text]).map(str::trim).filter(|text| is_opening(text));
    openings.next().map(Opening::read)
}

/// A table at which only the plan in hand and the record answer.
struct TrialDesk<'a> {
    engine: &'a Engine<'a>,
    /// What the seat is asked. The trial may play on beyond it, to what nobody can know yet.
    open: &'a [Open],
    seat: &'a str,
    /// The seat's plans, but for the one in hand, which stands before them.
    filed: &'a [&'a Filed],
    unusable: Vec<Refusal>,
}

impl Desk for TrialDesk<'_> {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.engine.record.game.answers.get(key).cloned()
    }
    fn policy(&mut self, _: Seat, _: &str, _: &str, _: &Says) -> Policy {
        Policy::Ask
    }
    fn lists(&self) -> usize {
        0
    }
    fn ruled(&mut self, key: &str) -> Option<Value> {
        self.engine.record.game.ruled_answer(key).map(|(answer, _)| answer)
    }
    fn may_consult(&mut self, _: Seat, number: usize, key: &str) -> bool {
        let Some(before) = number.checked_sub(1) else { return true };
        self.filed.get(before).is_some_and(|filed| self.engine.record.game.may_use(self.seat, filed, key))
    }
    fn settled(&mut self, point: &Point) -> Option<Value> {
        self.engine.record.game.outcomes.get(&point.key).map(|ruled| ruled.value.clone())
    }
    fn answered(&mut self, _: Answered) {}
    fn unusable(&mut self, _: Seat, key: &str, _: &Value, why: &Refusal) {
        if self.open.iter().any(|open| open.key == key) {
            self.unusable.push(why.clone());
        }
    }
    fn draw(&mut self, label: &str) -> Draw {
        self.engine.rules.seed(&self.engine.record.people.words).draw(label)
    }
    fn told(&mut self, _: Value) {}
}
