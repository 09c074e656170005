//! The lines of a message that say nothing to the program: prose, which somebody else may read, and what its writer is told of it.

use super::forms::{is_one_name, is_sentence, looks_like_an_order, said_beside, signature};
use super::typed::Candidate;
use super::typing::Typing;
use crate::campaign::intake::reading::{Reading, of_prose, words_of};
use crate::plan::{self, Said};
use crate::sheet::{Fault, Refusal, Span};
use crate::table::SeatInfo;

impl Reading {
    /// Keeps the lines that say nothing to the program.
    pub(super) fn leave(&mut self, candidates: Vec<Candidate>, seats: &[SeatInfo], typing: &Typing<'_>) {
        let (mut unsent, mut is_told, mut greeting) = (None, false, None);
        let mut all: Vec<Candidate> = candidates.into_iter().filter(|cand| !cand.is_unread).collect();
        let texts: Vec<&str> = all.iter().map(|cand| cand.own.text.as_str()).collect();
        let signed = signature(&texts);
        all.truncate(all.len() - signed);
        // "Jon" below a message to a player is no part of it that was lost.
        if self.left.behind_press.is_some_and(|first| {
            all.last().is_some_and(|last| last.line > first && is_one_name(&last.own.text, last.line))
        }) {
            all.pop();
        }
        let mut for_gm = None;
        // The paragraph of a message to somebody who is nobody here, and whether it begins below.
        let mut to_nobody: Option<(usize, bool)> = None;
        for cand in all {
            if plan::calls_game_master(&cand.own.text, typing.people) {
                for_gm = Some(cand.own.paragraph);
            }
            let is_for_gm = for_gm == Some(cand.own.paragraph);
            if let Some((paragraph, heads)) = to_nobody.filter(|_| !is_for_gm) {
                let is_its = heads || cand.own.paragraph == paragraph;
                let is_begun = !cand.own.text.trim().is_empty();
                to_nobody = is_its.then_some((cand.own.paragraph, heads && !is_begun));
                if is_its {
                    self.name_line(&cand);
                    continue;
                }
            }
            // Who plays was found before; so nobody of this name does.
            let near = plan::misaddressed(&cand.own.text, seats, typing.people);
            let among = plan::named_among(&cand.own.text, seats, typing.people);
            if among.is_some() && near.is_none() {
                // What stands below is for the same readers.
                to_nobody = Some((cand.own.paragraph, cand.own.text.trim_end().ends_with(':')));
            }
            let (near, meant) = near.unzip();
            let (named, meant) = match among {
                Some((name, meant)) => (Some(name), meant),
                None => (plan::named(&cand.own.text).or(near), meant),
            };
            if let Some(name) = named {
                let why = Refusal::new("press-to-nobody").with("name", name);
                self.envelope.faults.push(Fault::warning(cand.span(), why).suggest(meant));
                self.name_line(&cand);
                is_told = true;
                continue;
            }
            // Of a draw people speak with each other, too.
            let in_words =
                || plan::vote_in_words(&cand.own.text).filter(|_| !typing.answers_press && !is_for_gm);
            let half = plan::half_vote(&cand.own.text)
                .filter(|_| !(typing.answers_press && plan::is_plain_vote(&cand.own.text)));
            if let Some(kind) = half.or_else(in_words) {
                let why = Refusal::new("vote-half").with("kind", kind);
                self.envelope.faults.push(Fault::warning(cand.span(), why));
                self.name_line(&cand);
                is_told = true;
                continue;
            }
            if !typing.answers_press && plan::disputes_within(&cand.own.text) {
                let why = Refusal::new("dispute-which-turn");
                self.envelope.faults.push(Fault::warning(cand.span(), why));
                self.name_line(&cand);
            }
            let said = typing.says(&cand.own.text, cand.line);
            let tells = typing.is_for_its_writer(&said, &cand.own.text);
            // A stand-in without days: they are asked for.
            let stand_in = plan::names_stand_in(&cand.own.text).filter(|_| !typing.answers_press);
            if tells || stand_in.is_some() || plan::hints_at_absence(&cand.own.text) {
                let code = if typing.answers_press { "absence-press" } else { "absence-unread" };
                let mut why = Refusal::new(code);
                if let Some((from, to)) = typing.today.and_then(|today| {
                    plan::days_named(&cand.own.text, today).or_else(|| plan::example_of_absence(today))
                }) {
                    why = why.with("from", from).with("to", to);
                }
                if let Some(stand_in) = stand_in {
                    why = why.with("stand_in", stand_in);
                }
                self.envelope.faults.push(Fault::warning(cand.span(), why));
                self.name_line(&cand);
            }
            // "No draw with me" is said to the player.
            let is_talk = |word: &&str| typing.answers_press && plan::is_plain_vote(word);
            let beside = said_beside(&cand.own.text, cand.line, typing.today);
            if let Some(word) = beside.filter(|word| !is_talk(word)) {
                // Whoever wrote the press is not to get what is said to us.
                if typing.answers_press && is_sentence(&cand.own.text, word) {
                    (self.left.is_faulty, self.left.says_more) = (true, true);
                }
                let why = Refusal::new("word-beside").with("word", word);
                self.envelope.faults.push(Fault::warning(cand.span(), why));
                self.name_line(&cand);
            }
            match said {
                _ if tells => self.left.prose.push((cand.own.number, cand.own.raw)),
                // "Dear Anna," says for whom the rest is.
                Some(Said::Courtesy) if plan::greets(&cand.own.text, typing.people) => {
                    greeting = Some((cand.own.number, cand.own.raw));
                }
                Some(Said::Courtesy) => self.left.greets |= plan::is_kind(&cand.own.text),
                Some(Said::Heading(None)) => {}
                _ if plan::is_closing(&cand.own.text)
                    || plan::only_thanks(&cand.own.text)
                    || plan::is_salutation(&cand.own.text) =>
                {
                    self.left.greets = true;
                }
                Some(Said::Section(..)) => {
                    // It may be the end of the sentence above, broken in transit.
                    let why = Refusal::new("word-tail").with("word", cand.own.text.trim());
                    self.envelope.faults.push(Fault::warning(cand.span(), why));
                    self.name_line(&cand);
                }
                // In an answer to press it takes back what was said there.
                _ if typing.game.is_some()
                    && !typing.answers_press
                    && plan::takes_back_in_passing(&cand.own.text) =>
                {
                    self.left.is_faulty = true;
                    self.envelope.faults.push(Fault::error(cand.span(), Refusal::new("takes-back")));
                    self.use_line(&cand);
                }
                _ if looks_like_an_order(&cand.own.text) => {
                    self.left.is_faulty = true;
                    let faults = self.order_like(&cand);
                    self.left.unclear.extend(faults);
                    self.name_line(&cand);
                }
                _ if !is_for_gm && self.left.behind_press.is_some_and(|first| cand.line > first) => {
                    unsent = unsent.or(Some(cand.span()));
                }
                _ => {
                    self.left.prose.extend(greeting.take());
                    self.left.prose.push((cand.own.number, cand.own.raw));
                }
            }
        }
        if let Some(span) = unsent {
            self.envelope.faults.push(Fault::warning(span, Refusal::new("press-rest")));
        }
        // A line that is told is shown, so its text stays.
        if !self.left.says
            && !is_told
            && self.left.unclear.is_empty()
            && let Some(missing) = self.missing.take()
        {
            self.found.document = Err(missing);
        }
    }

    /// Returns what is wrong with a line that looks like an order, as the game says it if it does.
    fn order_like(&self, cand: &Candidate) -> Vec<Fault> {
        let of_game = self.left.secret.iter().filter(|(line, _)| *line == cand.own.number);
        let told: Vec<Fault> = of_game
            .map(|(_, why)| {
                let (column, length) = words_of(why, &cand.own.text);
                Fault::error(Span { line: cand.line, column, length }, of_prose(why))
            })
            .collect();
        if told.is_empty() { vec![Fault::error(cand.span(), Refusal::new("line-unread"))] } else { told }
    }
}
