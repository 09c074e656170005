//! `final: yes` in a message: whether it counts, and what its writer is told where it does not.

use crate::campaign::intake::prose;
use crate::campaign::intake::reading::Left;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::{for_people, problems, typing, unread_answer, whole_plan};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::{GM, Phase, Reply, Window};
use crate::plan;
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::Refusal;
use crate::table::DOUBT;
use serde_json::Value;

/// What a message says of being its seat's last for the window, and how things stood before it was taken in.
pub(super) struct Finality {
    is_said: bool,
    /// `true` if what it hands in is complete, whatever is said beside it.
    is_whole: bool,
    /// `true` if an earlier message of the seat was its last.
    was_final: bool,
    /// The number of problems that were known before.
    problems: usize,
}

/// Returns `true` if a message says `final: yes`.
pub(super) fn is_said(written: &Written<'_>) -> bool {
    written.envelope.document.is_final.as_ref().is_some_and(|given| given.value)
}

/// Returns `true` if the seat has said that it will change nothing more in the open window.
fn stands(engine: &Engine<'_>, seat: &str) -> bool {
    let part = engine.record.game.open_window().and_then(|window| window.seats.get(seat));
    part.is_some_and(|part| part.is_final)
}

/// Returns `true` while what a seat has sent may still change.
fn may_change(engine: &Engine<'_>) -> bool {
    engine.record.game.open_window().is_some_and(|window| window.phase == Phase::Collecting)
}

/// Lets what the seat said before of being its last fall where a message seems to change something that we cannot read, so that the
/// window does not close while the sender mends it. Beside `final: yes` it is told what becomes of that.
pub(super) fn fall(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) {
    let answers_people = matches!(typing::reply(engine, submitted), Some(Reply::Press { .. }));
    // How somebody votes changes no plan.
    let of_votes = ["vote-answer", "vote-half", "vote-over"];
    let is_vote = submitted.problems.iter().any(|problem| of_votes.contains(&problem.why.code.as_str()));
    if submitted.is_final
        || is_vote
        || answers_people
        || !stands(engine, &submitted.seat)
        || !may_change(engine)
    {
        return;
    }
    let document = &written.envelope.document;
    let is_refused = submitted.problems.iter().any(|problem| !problem.warning);
    let of_orders = |code: &str| !NOT_OF_ORDERS.iter().any(|begin| code.starts_with(begin));
    let is_faulty = || {
        let mut faults = written.envelope.faults.iter().filter(|fault| fault.is_error());
        written.left.is_faulty && faults.any(|fault| of_orders(fault.why.code()))
    };
    let gives_none = document.plan.is_some() && submitted.bound.is_none() && is_refused;
    if gives_none || is_faulty() || is_unread(engine, written, written.left, submitted) {
        submitted.lifts = true;
        if !is_said(written) {
            submitted.warn(&Refusal::new("final-lifted").with("unread", true));
        }
    }
}

/// How the codes of problems begin that are of no orders.
const NOT_OF_ORDERS: [&str; 5] = ["press", "vote", "dispute", "gm-", "envelope-vote"];

/// Returns `true` if something in a message may be orders that nobody could read.
fn is_unread(engine: &Engine<'_>, written: &Written<'_>, left: &Left, submitted: &Submitted) -> bool {
    !left.secret.is_empty()
        || !left.unclear.is_empty()
        || unread_answer::is_any_asked_back(submitted)
        || prose::is_any_stated(engine, left, submitted)
        || unread_answer::is_any(engine, (written, left), submitted)
}

/// Returns `true` if what stood before "final" in its line answers nothing and tells nothing that its sender is going to do.
fn is_about_nothing(engine: &Engine<'_>, written: &Written<'_>, submitted: &Submitted) -> bool {
    let before = Left { prose: written.left.before_final.clone(), ..Left::default() };
    before.prose.is_empty() || !is_unread(engine, written, &before, submitted)
}

/// Tells whoever says in other words that a plan is final, where it is not: of `Final, for Anna is in`, what to write; of a message whose
/// `final` falls, because of which line.
pub(super) fn tell(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) {
    let has_line = |problem: &Problem| problem.line.is_some() && problem.why.code != "final-beside";
    let is_shown = submitted.problems.iter().any(has_line);
    let first = written.left.prose.iter().find(|(line, _)| !submitted.passed.contains(line));
    let falls = submitted.problems.iter_mut().find(|problem| problem.why.code == "final-not-yet");
    if let Some(problem) = falls {
        if let Some((_, text)) = first.filter(|_| !is_shown && !problem.why.details.contains_key("cannot")) {
            problem.why.details.insert("line".to_owned(), mask(text.trim()).into());
        }
        return;
    }
    let is_asked =
        engine.record.game.open_window().is_some_and(|window| window.asked.contains_key(&submitted.seat));
    let answers_people = matches!(typing::reply(engine, submitted), Some(Reply::Press { from }) if from.as_deref() != Some(GM));
    let is_told =
        |code: &str| code.starts_with("final-") || ["word-tail", "word-beside", "word-ready"].contains(&code);
    if !is_asked
        || is_said(written)
        || answers_people
        || !may_change(engine)
        || stands(engine, &submitted.seat)
        || submitted.problems.iter().any(|problem| is_told(&problem.why.code))
    {
        return;
    }
    let in_press = |line: &str| {
        written.envelope.document.press.iter().any(|press| press.value.text.contains(line.trim()))
    };
    // "Not final yet" needs no note.
    let is_said = |line: &str| plan::speaks_of_final(line) && !plan::voids(line) && !plan::doubts(line);
    let said = written.left.lines.iter().find(|(_, line)| is_said(line) && !in_press(line));
    if let Some((line, text)) = said {
        let problem = problems::refused(&Refusal::new("final-in-words"));
        let length = text.trim().chars().count().max(1);
        submitted.problems.push(Problem {
            line: Some(*line),
            length,
            source: mask(text.trim()),
            warning: true,
            ..problem
        });
    }
}

/// Problems that tell of areas and parts that a plan goes without.
const GAPS: [&str; 3] = ["plan-areas-without-order", "plan-areas-need-order", "final-lacks"];

/// Lets the first lines say what a plan leaves open that is final now, and what becomes of that: whoever has said that all is sent reads
/// no further. What is asked when it comes up is lost by nothing.
fn lead_with_what_is_open(submitted: &mut Submitted) {
    let is_lost = |problem: &Problem| {
        let details = &problem.why.details;
        let then = details.get("then").and_then(Value::as_str);
        GAPS.contains(&problem.why.code.as_str())
            || details.contains_key("questions")
                && then.is_some_and(|then| ["default", "both"].contains(&then))
    };
    for problem in submitted.problems.iter_mut().filter(|problem| problem.warning && is_lost(problem)) {
        problem.why.details.insert("headline".to_owned(), true.into());
        problem.why.details.insert("final".to_owned(), true.into());
    }
}

/// Returns `true` if part of the plan in a message cannot be had as the board is: a muster beyond supply, an order too many. The window
/// must not close on it before its sender has read so.
fn cannot_be_done(submitted: &Submitted) -> bool {
    submitted.problems.iter().any(|problem| problem.why.details.get("unmet") == Some(&Value::Bool(true)))
}

impl Finality {
    pub(super) fn before(
        engine: &Engine<'_>,
        written: &Written<'_>,
        submitted: &Submitted,
        is_whole: bool,
    ) -> Finality {
        Finality {
            is_said: is_said(written),
            is_whole,
            was_final: stands(engine, &submitted.seat),
            problems: submitted.problems.len(),
        }
    }

    /// Lets `final: yes` count, or says why it does not, once the rest of the message was taken in.
    pub(super) fn settle(
        self,
        engine: &Engine<'_>,
        window: &Window,
        written: &Written<'_>,
        submitted: &mut Submitted,
    ) {
        let stands = stands(engine, &submitted.seat);
        if !self.is_said {
            if self.was_final && !stands {
                submitted.warn(&Refusal::new("final-lifted"));
            }
            return;
        }
        let doubts = self.leaves_doubt(engine, written, submitted);
        if doubts || cannot_be_done(submitted) {
            if submitted.used || window.asked.contains_key(&submitted.seat) {
                // Nothing in its line is taken then.
                submitted.problems.retain(|problem| problem.why.code != "final-beside");
                let why = Refusal::new("final-not-yet");
                let why = if doubts { why } else { why.with("cannot", true) };
                submitted.warn(&if stands { why.with("stands", true) } else { why });
            }
            return;
        }
        // Bids that came when the window for orders was open must not end it.
        if submitted.answers_nothing {
            submitted.warn(&Refusal::new("final-answers-nothing"));
            return;
        }
        let part = engine.record.game.open_window().and_then(|window| window.seats.get(&submitted.seat));
        if part.is_some_and(|part| part.how.is_some()) {
            submitted.used = true;
            submitted.is_final = true;
            if written.envelope.document.plan.is_none() {
                self.tell_open(engine, window, submitted);
            }
            lead_with_what_is_open(submitted);
            if let Some(given) = &written.envelope.document.is_final {
                submitted.act_on("final", given.span, written);
            }
        } else if window.asked.contains_key(&submitted.seat) {
            submitted.refuse(&Refusal::new("final-without-plan"));
        } else {
            submitted.warn(&Refusal::new("final-not-asked"));
            submitted.used = true;
        }
    }

    /// Says what the plan on file lacks that is final now: a message that says no more than that does not show it.
    fn tell_open(&self, engine: &Engine<'_>, window: &Window, submitted: &mut Submitted) {
        if self.was_final {
            return;
        }
        if engine.record.game.open_window().is_some_and(|window| window.lacks_something(&submitted.seat)) {
            submitted.warn(&Refusal::new("final-lacks"));
        }
        // What cannot be read once more is not told once more.
        for fault in whole_plan::omitted(engine, window, &submitted.seat).unwrap_or_default() {
            submitted.warn(&fault.why);
        }
    }

    /// Returns `true` if something in the message was refused or asked back: whoever has made a slip may want to mend it.
    fn leaves_doubt(&self, engine: &Engine<'_>, written: &Written<'_>, submitted: &Submitted) -> bool {
        let is_refused = submitted.problems.iter().skip(self.problems).any(|problem| !problem.warning);
        // What is said to people beside "final" takes nothing from a plan that is here already.
        let is_here = written.envelope.document.plan.is_none() && typing::has_plan(engine, &submitted.seat);
        let others = is_here.then(|| for_people::without(engine, written.left, submitted));
        let left = others.as_ref().unwrap_or(written.left);
        let is_talk = || is_about_nothing(engine, written, submitted);
        let is_doubtful = || left.is_faulty || is_unread(engine, written, left, submitted) || !is_talk();
        // "Giants' Stairs marches to Thenn", with the order of no march: what is plainly meant would not happen.
        let lacks = submitted.problems.iter().any(|problem| problem.why.details.get(DOUBT).is_some());
        is_refused || lacks || written.envelope.has_errors() || !self.is_whole && is_doubtful()
    }
}
