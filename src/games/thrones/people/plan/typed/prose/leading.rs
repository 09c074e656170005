//! Orders behind a sentence that cannot be read: `can I put two support orders? Winterfell support, White Harbor support`. The orders
//! count, and the sentence is asked back, if it can only be about something else: a question, cards or a retreat in a condition, or what
//! takes back an earlier message. Behind any other sentence, which may say that the orders are not meant, the line is asked back whole.

use super::clauses::gives_order;
use crate::games::thrones::data::{Heading, Word};
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::sheet::{Fault, Refusal};
use crate::table::LineFate;
use winnow::stream::TokenSlice;

/// What a sentence before orders is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    Question,
    /// Cards or a retreat under a condition.
    Battle,
    /// That an earlier message is not to count.
    TakesBack,
}

impl Reader<'_> {
    /// Reads the orders behind a sentence that cannot be read; `None` if there is none such, or they cannot be read whole.
    pub(in super::super) fn behind_a_sentence(
        &mut self,
        grammar: &Grammar<'_>,
        whole: Run,
    ) -> Option<LineFate> {
        if !matches!(self.section, None | Some(Heading::Orders)) {
            return None;
        }
        let ends = |at: &usize| {
            grammar.token(*at).is_some_and(|token| token.raw == "?" || token.sign == Some(Sign::Stop))
        };
        let found = (whole.from..whole.to).filter(ends).find_map(|end| {
            let from = (end + 1..whole.to).find(|at| !ends(at))?;
            let lead = self.lead_of(grammar, Run { from: whole.from, to: end + 1 })?;
            let items = self.orders_from(grammar, Run { from, ..whole })?;
            gives_order(&items).then_some((lead, end, items))
        });
        let found = found.map(|(lead, end, items)| (lead, Run { to: end, ..whole }, items));
        let (lead, run, items) = found.or_else(|| self.behind_a_comma(grammar, whole))?;
        // "Forget my last mail. The rest as before": which of the two?
        let keeps = items.iter().any(|item| matches!(item, Item::Unchanged(_) | Item::Vague(_)));
        if lead == Lead::TakesBack && keeps {
            let span = grammar.line.span(whole.from, whole.to);
            self.faults.push(Fault::error(span, Refusal::new("line-forget")));
            return Some(LineFate::Faulty);
        }
        let _ = self.take(grammar, self.section, items);
        self.ask_of(grammar, lead, run);
        Some(LineFate::Faulty)
    }

    /// Reads orders behind the comma of what takes back an earlier message: `forget my last mail, Winterfell defense`.
    fn behind_a_comma(&self, grammar: &Grammar<'_>, whole: Run) -> Option<(Lead, Run, Vec<Item>)> {
        let comma = (whole.from..whole.to)
            .find(|at| grammar.token(*at).is_some_and(|token| token.sign == Some(Sign::Comma)))?;
        let run = Run { to: comma, ..whole };
        let lead = self.lead_of(grammar, run).filter(|lead| *lead == Lead::TakesBack)?;
        let items = self.orders_from(grammar, Run { from: comma + 1, ..whole })?;
        gives_order(&items).then_some((lead, run, items))
    }

    /// Reads orders, under their heading or without one.
    fn orders_from(&self, grammar: &Grammar<'_>, run: Run) -> Option<Vec<Item>> {
        let mut input: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(run.from, &mut input);
        let headed = [Heading::Orders, Heading::Plan].into_iter().any(|heading| {
            let forms = self.lexicon.section(heading);
            grammar.article(&mut input);
            grammar.form(forms, &mut input).is_ok() && grammar.sign(Sign::Colon, &mut input).is_ok()
        });
        let from = if headed { grammar.at(&input) } else { run.from };
        self.items(grammar, self.section, Run { from, ..run })
    }

    /// Says what some sentences before orders are; `None` if they may be about these.
    fn lead_of(&self, grammar: &Grammar<'_>, run: Run) -> Option<Lead> {
        let says = |word: Word, at: usize| {
            let forms = self.lexicon.word(word);
            grammar.form_at(forms, at).is_some()
        };
        let any = |words: &[Word]| (run.from..run.to).any(|at| words.iter().any(|word| says(*word, at)));
        let last = run.to.checked_sub(1).filter(|last| *last > run.from)?;
        let asks = grammar.token(last).is_some_and(|token| token.raw == "?");
        // The last sentence of them is the question.
        let ends = |at: &usize| grammar.token(*at).is_some_and(|token| token.sign == Some(Sign::Stop));
        let begins = (run.from..last).rfind(ends).map_or(run.from, |stop| stop + 1);
        let is_question = asks && self.begins_question(grammar, Run { from: begins, to: last }) && {
            let before = Run { to: begins, ..run };
            before.from == before.to || self.is_idle(grammar, before)
        };
        // "What if I gave these?" asks about the orders behind it.
        let is_case = any(&[Word::If, Word::Unless, Word::Attacking, Word::Defending, Word::IfLost]);
        let takes_back = grammar.form_at(&self.lexicon.forgets, run.from).is_some();
        let sent = (run.from..run.to).any(|at| grammar.form_at(&self.lexicon.sent, at).is_some());
        let names = grammar.named(run, false).next().is_some();
        match () {
            () if is_question && !is_case => Some(Lead::Question),
            () if asks => None,
            () if takes_back && sent && !names && !is_case => Some(Lead::TakesBack),
            () if is_case && any(&[Word::Card, Word::Retreat, Word::Blade, Word::Lose]) => Some(Lead::Battle),
            () => None,
        }
    }

    /// Returns `true` for a sentence that begins as questions do and gives no order: `ok, can I do both`.
    fn begins_question(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        let mut input: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(run.from, &mut input);
        loop {
            let at = grammar.at(&input);
            if grammar.form(&self.lexicon.questions, &mut input.clone()).is_ok() {
                break;
            }
            self.greeting(grammar, &mut input);
            self.openings(grammar, &mut input);
            let _ = grammar.form(&self.lexicon.polite, &mut input);
            let _ = grammar.signs(&[Sign::Comma, Sign::Dash], &mut input);
            if grammar.at(&input) == at {
                return false;
            }
        }
        let tells = |at: usize| {
            grammar.token(at).is_some_and(|token| matches!(token.sign, Some(Sign::Colon | Sign::Arrow)))
        };
        !(run.from..run.to).any(tells)
    }

    /// Asks back the sentence before orders that count.
    fn ask_of(&mut self, grammar: &Grammar<'_>, lead: Lead, run: Run) {
        let text = grammar.line.text(run.from, run.to);
        let why = match lead {
            Lead::Question => Refusal::new("line-question-before").with("text", text),
            Lead::TakesBack => Refusal::new("line-forget").with("text", text),
            Lead::Battle => return self.unclear(grammar, run),
        };
        self.faults.push(Fault::error(grammar.line.span(run.from, run.to), why));
    }
}
