//! Reads a letter offline as a campaign would read it: a text as a player would type it, perhaps with a quotation and a
//! signature, or a saved message.

use super::plan_file::{PlanFile, TakenLine, letter};
use crate::campaign::{
    OnlyQuestion, Ours, Reading, Typing, bare_words, held_back, ignored, is_ours_by_form, names_of, once,
    only_question, problem, read_rows, read_wrapped, stated, unread,
};
use crate::plan::{Bare, Envelope, Given, People};
use crate::post::{Fate, Found};
use crate::report::model::{Ignored, Problem};
use crate::seal::SeatKey;
use crate::sheet::Fault;
use crate::table::{LineFate, Open, Typed, TypedLine};
use anyhow::{Result, bail};
use std::path::Path;

impl PlanFile {
    /// Reads a file as a letter against a state file, with everything that its writer's own lines say.
    ///
    /// # Errors
    /// If a file cannot be read, the file is empty, or the state file is not from a seat's report.
    pub(super) fn read_letter(file: &Path, state: Option<&Path>) -> Result<PlanFile> {
        let (mut plan_file, position) = PlanFile::against(file, state)?;
        let letter = letter(file)?;
        let (seats, seat, asked) = (plan_file.game.seats(), plan_file.seat, plan_file.asked.clone());
        let campaign = plan_file.state["campaign"].as_str().unwrap_or_default().to_owned();
        let people = People::default();
        // The campaign's keys are not known here, so its messages and sheets are recognised by their form.
        let id = |id: &str| id.starts_with("ravenpost.");
        let key = |text: &str| SeatKey::parse(text).is_ok();
        let is_ours = |line: &str| is_ours_by_form(&campaign, line);
        let gathers = plan_file.game.gathers(&plan_file.game.moment(&position)?.stage);
        // Whoever is asked one thing alone may answer in words of its own.
        let alone = only_question((&*plan_file.game, &position), (seat, &[]), (&asked, gathers));
        let orders = |lines: &[TypedLine<'_>]| {
            read_rows(lines, &|lines| {
                let typed = plan_file.game.read_typed(&position, seat, &asked, &[], lines);
                typed.unwrap_or_else(|_| Typed::nothing(lines))
            })
        };
        let game = |lines: &[TypedLine<'_>]| {
            read_wrapped(lines, &|lines| match &alone {
                Some(alone) => alone.read(lines, &orders),
                None => orders(lines),
            })
        };
        let ours = Ours { id: &id, address: None, key: &key, today: None, people };
        let typing = Typing { alone: Some(&orders), ..Typing::of_orders(&is_ours, people, &game) };
        let reading = Reading::own(&letter, &seats, &ours).complete_typed(&letter, &seats, (&ours, &typing));
        let found = &reading.found;
        let read_in = reading.letter(&letter);
        let mut envelope = reading.envelope.clone();
        let open = Open::asked_of(&plan_file.asked, seat, gathers);
        let told = answer(&reading, &mut envelope, (alone.as_ref(), &open), &orders);
        plan_file.problems.extend(reading.problems.iter().cloned());
        plan_file.problems.extend(unread(read_in, found));
        plan_file.problems.extend(envelope.faults.iter().map(|fault| problem(fault, reading.text(), found)));
        plan_file
            .problems
            .extend(reading.unclear().iter().map(|fault| problem(fault, reading.text(), found)));
        if let Some(named) = &envelope.document.seat
            && named.value != seat
        {
            bail!("the letter and the state file name different seats");
        }
        plan_file.problems.extend(told.iter().map(|fault| problem(fault, reading.text(), found)));
        let names = || names_of(&*plan_file.game, &position, seat).unwrap_or_default();
        let (held, _) = held_back(&reading.left, &stated(&reading.left, names));
        plan_file.problems.extend(held);
        plan_file.note(found, &envelope.understood, false);
        if let Some(plan) = envelope.document.plan.as_ref().filter(|plan| plan.value.says_something()) {
            let read = plan_file.game.read_plan(&position, seat, &asked, &plan.value)?;
            plan_file.note(found, &once(read.understood, &read.faults), true);
            plan_file.problems.extend(read.faults.iter().map(|fault| problem(fault, reading.text(), found)));
            plan_file.plan = read.plan;
        }
        plan_file.document = envelope.document;
        plan_file.lines = own_lines(found, &plan_file.problems);
        let is_of_others = |part: &Ignored| part.why != "prose";
        plan_file.ignored = ignored(found, &[], None).into_iter().filter(is_of_others).collect();
        Ok(plan_file)
    }

    /// Returns `true` if a letter says nothing to the program, so that it would go to the game master.
    pub(super) fn is_mere_talk(&self) -> bool {
        self.plan.is_none() && !self.is_bad() && self.understood.is_empty()
    }
}

/// Gives words such as `Yes!` the meaning of what is asked: of `alone`, if that is one thing alone. Returns what its writer is told of
/// those that say nothing.
fn answer(
    reading: &Reading,
    envelope: &mut Envelope,
    (alone, open): (Option<&OnlyQuestion>, &[&Open]),
    orders: &dyn Fn(&[TypedLine<'_>]) -> Typed,
) -> Vec<Fault> {
    let is_alone = !reading.left.says_more && envelope.document.only_asks();
    let mut told = Vec::new();
    for (bare, span) in reading.left.bare.iter().copied() {
        let line = |text: &str| orders(&[TypedLine { text, line: span.line }]).tree;
        let alone = alone.filter(|_| matches!(bare, Bare::Yes | Bare::No | Bare::Nothing));
        let word = reading.line_text(span.line);
        let value = match alone {
            Some(alone) => alone.word(word, span),
            None => bare_words::answer((bare, span), open, &line),
        };
        match value.filter(|_| is_alone) {
            Some(value) => envelope.document.plan = Some(Given { span, value }),
            // Next to a plan it is mere talk.
            None if is_alone || !matches!(bare, Bare::Yes | Bare::No) => {
                let why = match alone {
                    Some(alone) => alone.which(word.trim()),
                    None => bare_words::refusal(bare, word, open.len()),
                };
                told.push(if is_alone { Fault::error(span, why) } else { Fault::warning(span, why) });
            }
            None => {}
        }
    }
    told
}

fn own_lines(found: &Found, problems: &[Problem]) -> Vec<TakenLine> {
    let is_wrong =
        |number: usize| problems.iter().any(|problem| !problem.warning && problem.line == Some(number));
    let fate = |number: usize, fate: Fate| match fate {
        _ if is_wrong(number) => Some(LineFate::Faulty),
        Fate::Used { .. } => Some(LineFate::Taken),
        Fate::Greeting | Fate::Prose => Some(LineFate::NotMine),
        _ => None,
    };
    let own = found.lines.iter().filter(|line| line.is_own && !line.text.trim().is_empty());
    own.filter_map(|line| {
        let fate = fate(line.number, line.fate)?;
        Some(TakenLine { line: line.number, text: line.text.trim().to_owned(), fate })
    })
    .collect()
}
