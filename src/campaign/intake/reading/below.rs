//! Answers that stand between quoted lines, each right below what it answers.

use super::foot::signs;
use super::typed::Candidate;
use super::typing::{Answer, Typing};
use crate::campaign::intake::reading::Reading;
use crate::plan;
use crate::post::{Between, OwnLine, between};
use crate::sheet::{Fault, Node, Refusal};

/// The most paragraphs below quoted lines that are looked at.
const MOST: usize = 80;

impl Reading {
    /// Returns the paragraphs below quoted words that are answers or may be, and takes those that are from the other lines.
    pub(super) fn answers_below<'a>(
        &self,
        own: &mut Vec<OwnLine>,
        typing: &Typing<'a>,
    ) -> Vec<(Between, Answer<'a>)> {
        let (Some(below), Some(_)) = (typing.below, typing.game) else { return Vec::new() };
        let is_in = |own: &[OwnLine], one: &Between| {
            own.iter().any(|line| one.own.iter().any(|o| o.number == line.number))
        };
        let mut all = Vec::new();
        for one in between(&self.found).into_iter().take(MOST) {
            match below(&one) {
                Answer::To { tails, game } => {
                    take_rest(own, &one.rest);
                    own.retain(|line| one.own.iter().all(|other| other.number != line.number));
                    all.push((one, Answer::To { tails, game }));
                }
                // The others are read as any line is.
                Answer::Unclear(why) if !is_in(own, &one) => all.push((one, Answer::Unclear(why))),
                _ => {}
            }
        }
        all
    }

    /// Takes answers below quoted words.
    pub(super) fn take_answers(
        &mut self,
        answers: Vec<(Between, Answer<'_>)>,
        typing: &Typing<'_>,
        behind: &mut Vec<(Node, Node)>,
    ) {
        for (one, answer) in answers {
            let count = self.text().lines().count();
            self.append(one.own.iter().map(|line| format!("{}\n", line.text)).collect());
            let cand = |(at, own): (usize, OwnLine)| Candidate {
                line: count + at + 1,
                own,
                is_unread: false,
                is_below: false,
                beside: None,
            };
            let lines: Vec<Candidate> = one.own.into_iter().enumerate().map(cand).collect();
            let (left, why) = match answer {
                Answer::To { tails, game } => {
                    let lines = lines.into_iter().skip(tails).collect();
                    let left = self.take_orders(lines, (&*game, typing.today), behind);
                    (left, Refusal::new("answer-unread"))
                }
                Answer::Unclear(why) => (lines, why),
                Answer::Nothing => continue,
            };
            let is_said = |cand: &Candidate| {
                let text = cand.own.text.trim();
                !text.is_empty() && !signs(typing.player, text) && !plan::is_closing(text)
            };
            let left: Vec<Candidate> = left.into_iter().filter(is_said).collect();
            if let Some(first) = left.first() {
                self.left.is_faulty = true;
                self.envelope.faults.push(Fault::error(first.span(), why));
            }
            for cand in left {
                self.use_line(&cand);
            }
        }
    }
}

/// Adds the paragraphs behind an answer to the sender's own lines: `final`, behind the last answer and an empty line.
fn take_rest(own: &mut Vec<OwnLine>, rest: &[OwnLine]) {
    let next = own.iter().map(|line| line.paragraph + 1).max().unwrap_or_default();
    let new = rest.iter().filter(|line| line.used.is_none());
    let new: Vec<OwnLine> =
        new.filter(|line| own.iter().all(|other| other.number != line.number)).cloned().collect();
    own.extend(new.into_iter().map(|line| OwnLine { paragraph: next + line.paragraph, ..line }));
    own.sort_by_key(|line| line.number);
}
