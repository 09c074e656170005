//! Lines with orders beside something else: `How do ties work? Welsh in Deva, summon Scots`, `What a mess. orders: pass`. Where the rest of
//! such a line gives orders by itself, it is parted: the questions are for the game master, unless they may tell a plan, and words before
//! `orders:` are left out.

use super::sentence::sentences;
use super::typed::{Beside, Candidate};
use super::typing::{ToGame, Typing};
use crate::campaign::intake::reading::Reading;
use crate::plan::{self, Said};
use crate::sheet::{Fault, Refusal};
use crate::table::{LineFate, TypedLine};

/// A part of a line, in bytes, and what it is beside the orders; `None` for the orders.
pub(super) type Piece = (usize, usize, Option<Beside>);

impl Typing<'_> {
    /// Returns the parts of a line with orders beside something else, in their order; `None` for any other line.
    pub(super) fn unmixed(&self, text: &str, number: usize) -> Option<Vec<Piece>> {
        self.beside_questions(text).or_else(|| self.behind_talk(text, number))
    }

    /// Parts orders from the questions before and behind them.
    fn beside_questions(&self, text: &str) -> Option<Vec<Piece>> {
        if !text.contains('?') {
            return None;
        }
        let said = |(from, to): &(usize, usize)| text.get(*from..*to).unwrap_or_default().trim_end();
        let mut all = sentences(text);
        let is_question = |place: &(usize, usize)| said(place).ends_with('?');
        // "Hello Maria! How do ties work? Pass."
        let greets = |place: &(usize, usize)| {
            plan::greets(said(place), self.people)
                || plan::leads_to_a_question(said(place)) && !is_question(place)
                || matches!(plan::said(said(place), 1, self.today), Some(Said::Courtesy))
        };
        let greeting = all.iter().take_while(|place| greets(place)).count();
        all.drain(..greeting);
        let first = all.iter().position(|place| !is_question(place))?;
        let last = all.iter().rposition(|place| !is_question(place))?;
        let (before, behind) = (all.get(..first)?, all.get(last + 1..)?);
        if before.is_empty() && behind.is_empty() || all.get(first..=last)?.iter().any(is_question) {
            return None;
        }
        let (from, to) = (all.get(first)?.0, all.get(last)?.1);
        let orders = text.get(from..to)?;
        // "Is that allowed? Then pass" hangs on the answer, and "pass. Or is that wrong?" doubts what it says.
        let hangs = !before.is_empty() && plan::hangs_on_an_answer(orders)
            || before.iter().any(|place| plan::may_be_answered_by_orders(said(place)));
        let doubts = behind.iter().any(|place| plan::asks_of_itself(said(place)));
        let asks = before.iter().chain(behind);
        let is_one_more = |place: &(usize, usize)| self.orders(said(place).trim_end_matches(['?', ' ']));
        // What cannot be read is told of by itself; the question is asked all the same.
        let rest = behind_heading(orders);
        let is_order = self.orders(rest) || self.fate(rest) == Some(LineFate::Faulty);
        if hangs || doubts || !is_order || asks.into_iter().any(is_one_more) {
            return None;
        }
        let asked = |(from, to): &(usize, usize)| (*from, *to, Some(Beside::Question));
        let pieces = before.iter().map(asked).chain([(from, to, None)]);
        Some(pieces.chain(behind.iter().map(asked)).collect())
    }

    /// Parts orders behind a heading from the sentences before it, which say nothing of what counts.
    fn behind_talk(&self, text: &str, number: usize) -> Option<Vec<Piece>> {
        let heads = |(from, to): (usize, usize)| {
            let (sentence, rest) = (text.get(from..to)?.trim_end(), text.get(from..)?);
            match plan::said(sentence, number, self.today)? {
                Said::Heading(Some(column)) => {
                    let begins = rest.char_indices().nth(column - 1)?.0;
                    Some((from, rest.get(begins..)?))
                }
                _ => None,
            }
        };
        let (begin, orders) = sentences(text).into_iter().skip(1).find_map(heads)?;
        let talk = text.get(..begin)?;
        let is_nothing = self.fate(talk) == Some(LineFate::NotMine) && !plan::voids(talk);
        let pieces = match self.unmixed(orders, number) {
            // "What a mess. orders: pass. Is Deva next?"
            Some(within) => {
                let shift = text.len() - orders.len();
                let mut pieces: Vec<Piece> =
                    within.into_iter().map(|(from, to, what)| (from + shift, to + shift, what)).collect();
                let first = pieces.first_mut().filter(|(.., what)| what.is_none())?;
                first.0 = begin;
                pieces
            }
            None if self.orders(orders) => vec![(begin, text.len(), None)],
            None => return None,
        };
        is_nothing.then(|| [(0, begin, Some(Beside::Talk))].into_iter().chain(pieces).collect())
    }

    /// Returns `true` for words that give orders and say nothing else.
    fn orders(&self, text: &str) -> bool {
        let game = |game: &ToGame<'_>| game(&[TypedLine { text: text.trim(), line: 1 }]).fates;
        self.game.is_some_and(|read| game(read) == [LineFate::Taken])
    }

    /// Returns what the game alone makes of some words, whatever is asked.
    fn fate(&self, text: &str) -> Option<LineFate> {
        let game = self.alone.or(self.game)?;
        game(&[TypedLine { text: text.trim(), line: 1 }]).fates.first().copied()
    }

    /// Returns `true` for words that the game says nobody else may read, or that state what their writer is going to do.
    fn is_secret(&self, text: &str) -> bool {
        let is_told = |game: &ToGame<'_>| !game(&[TypedLine { text, line: 1 }]).secret.is_empty();
        let stated = || !plan::statements(&[(1, text.to_owned())], &|_| false).is_empty();
        self.alone.or(self.game).is_some_and(is_told) || stated()
    }

    /// Returns `true` for a question that may tell what its writer is going to do.
    pub(super) fn may_tell(&self, question: &str) -> bool {
        let told = format!("{}.", question.trim_end_matches(|c: char| c == '?' || c.is_whitespace()));
        let is_told = |game: &ToGame<'_>| {
            let typed = game(&[TypedLine { text: &told, line: 1 }]);
            !typed.secret.is_empty() || typed.fates != [LineFate::NotMine]
        };
        let stated = || !plan::statements(&[(1, told.clone())], &|_| false).is_empty();
        self.alone.or(self.game).is_some_and(is_told) || stated()
    }
}

/// Returns what is behind a heading such as `orders:`, or all of a text without one.
fn behind_heading(text: &str) -> &str {
    let Some(Said::Heading(Some(column))) = plan::said(text, 1, None) else { return text };
    text.char_indices().nth(column - 1).map_or(text, |(at, _)| text.get(at..).unwrap_or(text))
}

impl Reading {
    /// Takes what lines have beside their orders out of those that are read as orders, and says what becomes of it: a question that may
    /// tell a plan is shown to nobody, and talk is left out. Returns the questions.
    pub(super) fn take_beside(
        &mut self,
        candidates: &mut Vec<Candidate>,
        typing: &Typing<'_>,
    ) -> Vec<Candidate> {
        let mut questions = Vec::new();
        for cand in candidates.extract_if(.., |cand| cand.beside.is_some()) {
            let text = cand.own.text.trim();
            let code = match cand.beside {
                Some(Beside::Talk) => Some("talk-beside"),
                Some(Beside::BehindFinal | Beside::BeforeFinal) => Some("final-beside"),
                Some(Beside::Question | Beside::ToGameMaster) | None => None,
            };
            if cand.beside == Some(Beside::BeforeFinal) {
                self.left.before_final.push((cand.own.number, cand.own.raw.clone()));
            }
            if let Some(code) = code {
                let why = Refusal::new(code).with("text", text);
                self.envelope.faults.push(Fault::warning(cand.span(), why));
                self.name_line(&cand);
                continue;
            }
            let tells = match cand.beside {
                // A question of the rules may name what it is about.
                Some(Beside::ToGameMaster) => typing.is_secret(text),
                _ => typing.may_tell(text),
            };
            if tells {
                self.left.secret.push((cand.own.number, Refusal::new(HELD).with("text", text)));
            }
            self.left.asides.push(cand.own.number);
            questions.push(cand);
        }
        questions
    }
}

/// The code of what is said of a question beside orders that is shown to nobody.
pub(crate) const HELD: &str = "question-held";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Typed;

    /// A game that takes "karhold raid" and "pass", and knows that whoever names Karhold may mean it.
    fn game(lines: &[TypedLine<'_>]) -> Typed {
        let mut typed = Typed::nothing(lines);
        for (line, fate) in lines.iter().zip(&mut typed.fates) {
            let plain = line.text.trim_end_matches(['.', '!']).to_lowercase();
            if ["karhold raid", "pass"].contains(&plain.as_str()) {
                *fate = LineFate::Taken;
            } else if plain.contains("karhold") && plain.contains("hold it") {
                typed.secret.push((line.line, Refusal::new("line-unclear")));
            }
        }
        typed
    }

    fn parts(text: &str) -> Vec<(String, Option<Beside>)> {
        let typing = Typing::of_orders(&|_| false, plan::People::default(), &game);
        let pieces = typing.unmixed(text, 1).unwrap_or_default();
        pieces.into_iter().map(|(from, to, what)| (text[from..to].trim().to_owned(), what)).collect()
    }

    #[test]
    fn orders_are_parted_from_the_questions_around_them() {
        let asked = Some(Beside::Question);
        let two = |one: (&str, Option<Beside>), other: (&str, Option<Beside>)| {
            [one, other].map(|(text, what)| (text.to_owned(), what)).to_vec()
        };
        assert_eq!(
            parts("How do ties work? Karhold raid."),
            two(("How do ties work?", asked), ("Karhold raid.", None))
        );
        assert_eq!(
            parts("Pass. When is the next turn?"),
            two(("Pass.", None), ("When is the next turn?", asked))
        );
        assert_eq!(
            parts("I am not sure how this works. orders: pass"),
            two(("I am not sure how this works.", Some(Beside::Talk)), ("orders: pass", None))
        );
        assert_eq!(
            parts("Hello all! How do ties work? Pass."),
            two(("How do ties work?", asked), ("Pass.", None))
        );
        assert_eq!(parts("Orders: Karhold raid. How long do we have?").len(), 2);
        assert_eq!(parts("What a mess. orders: pass. When is the next turn?").len(), 3);
        for whole in [
            // What hangs on the answer, doubts the orders, or may be orders itself.
            "Is that allowed? Then pass.",
            "Can they win? If so, pass.",
            "Pass. Or is that wrong?",
            "Pass. Is that right?",
            "Hello! Pass.",
            "Karhold raid? Pass.",
            "Do they win? Karhold march.",
            // Words before the heading with which the orders may not count.
            "Ignore this. orders: pass",
            "If Anna agrees. orders: pass",
            "These are not my orders. orders: pass",
            "Pass.",
            "When is the next turn?",
        ] {
            assert_eq!(parts(whole), [], "{whole}");
        }
    }

    #[test]
    fn a_question_that_may_tell_a_plan_is_known() {
        let typing = Typing::of_orders(&|_| false, plan::People::default(), &game);
        assert!(
            typing.may_tell("Can I take Karhold and hold it?")
                && typing.may_tell("Should I raid everything?")
        );
        assert!(!typing.may_tell("When is the next turn?") && !typing.may_tell("How do ties work?"));
    }
}
