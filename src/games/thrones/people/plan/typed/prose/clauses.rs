//! Lines that cannot be read whole, clause by clause: a clause is what belongs to the order of one area. Those that are read count, the
//! others are asked back, each by itself and as a whole: of a clause that is read in part nothing is taken. What might say something of
//! its neighbours, such as a condition behind a comma, asks back the whole line.

use super::wanting::without_wanting;
use crate::games::thrones::data::{Heading, OrderKind, Word};
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::shapes::{Shape, Under};
use crate::sheet::{Fault, Refusal, is_near};
use crate::table::LineFate;
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

/// Signs that part clauses.
const PARTING: &[Sign] = &[Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::Slash];

/// How many letters the name of units may be off where nothing is taken from it.
const NEAR_UNITS: usize = 2;

/// A clause of a line.
struct Clause {
    /// Without the polite words before it, and the signs behind it.
    run: Run,
    /// `true` if a sign parts it from the clause before it, and not "and" alone.
    is_apart: bool,
    /// `true` if a word such as "otherwise" before it makes it depend on the clause before it.
    depends: bool,
}

/// A clause as it was read.
pub(in super::super) struct Read {
    /// The line with the words as they were taken.
    pub(in super::super) line: Line,
    pub(in super::super) items: Vec<Item>,
    /// How words were taken.
    pub(in super::super) remarks: Vec<Fault>,
}

impl Reader<'_> {
    /// Reads a line by its clauses; `None` if it has none that gives an order, or begins with anything else.
    pub(in super::super) fn clauses(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        let headed = self.heading(grammar);
        let start = headed.map_or(whole, |(_, rest)| rest);
        let section = headed.map_or(self.section, |(heading, _)| Some(heading));
        if !matches!(
            section,
            None | Some(Heading::Orders | Heading::Plan | Heading::Marches | Heading::Raids)
        ) {
            return None;
        }
        let mut clauses = self.clauses_of(grammar, section, start)?;
        let idle = self.without_tail(grammar, &mut clauses);
        let read: Vec<Option<Read>> =
            clauses.iter().map(|clause| self.clause(grammar, section, clause.run)).collect();
        let orders = read.iter().flatten().any(|read| gives_order(&read.items));
        let bad: Vec<usize> = (0..read.len()).filter(|at| read[*at].is_none()).collect();
        if !orders {
            // "March +0: knight to Karhold, footman to Xyz": its first part would be less than it says.
            let is_cut = |clause: &Clause| {
                let ends = |at: &usize| {
                    grammar
                        .token(*at)
                        .and_then(|token| token.sign)
                        .is_some_and(|sign| PARTING.contains(&sign))
                };
                let Some(to) = (clause.run.from..clause.run.to).find(ends) else { return false };
                let items = self.items(grammar, section, Run { to, ..clause.run });
                items.is_some_and(|items| gives_order(&items))
            };
            let [clause] = clauses.as_slice() else { return None };
            if !is_cut(clause) || !self.is_plain(grammar, clause.run) || self.talks(grammar, clause.run) {
                return None;
            }
            self.unclear(grammar, clause.run);
            return Some(LineFate::Faulty);
        }
        if let Some(at) = bad.iter().find(|at| self.spreads(grammar, &clauses, **at)) {
            let text = |clause: &Clause| grammar.line.text(clause.run.from, clause.run.to);
            let counts = clauses.iter().zip(&read).filter(|(_, read)| read.is_some());
            let orders: Vec<String> = counts.map(|(clause, _)| text(clause)).collect();
            let run = clauses[*at].run;
            let why = Refusal::new("line-turned").with("text", text(&clauses[*at])).with("orders", orders);
            let is_order = grammar.named(run, true).next().is_some();
            let why = if is_order { why.with("also", true) } else { why };
            self.faults.push(Fault::error(grammar.line.span(run.from, run.to), why));
            return Some(LineFate::Faulty);
        }
        let mut fate = LineFate::Taken;
        for (clause, read) in clauses.iter().zip(read) {
            match read {
                Some(mut read) => {
                    let with = Grammar { line: &read.line, ..*grammar };
                    let took = self.take(&with, section, read.items);
                    if took == LineFate::Taken {
                        self.faults.append(&mut read.remarks);
                    } else {
                        fate = LineFate::Faulty;
                    }
                }
                None => {
                    self.unclear(grammar, clause.run);
                    fate = LineFate::Faulty;
                }
            }
        }
        if !bad.is_empty() {
            self.marching = None;
        }
        idle.into_iter().for_each(|run| self.left_out(grammar, run));
        Some(fate)
    }

    /// Takes sentences of talk and the name of their writer off the end of the last clause, and returns them.
    fn without_tail(&self, grammar: &Grammar<'_>, clauses: &mut [Clause]) -> Vec<Run> {
        let mut idle = Vec::new();
        let Some(last) = clauses.last_mut() else { return idle };
        let is_stop = |at: &usize| grammar.token(*at).is_some_and(|token| token.sign == Some(Sign::Stop));
        while let Some(stop) = (last.run.from + 1..last.run.to).rfind(is_stop) {
            let tail = Run { from: stop + 1, to: last.run.to };
            if tail.from < tail.to && !self.is_idle(grammar, tail) {
                break;
            }
            idle.extend((tail.from < tail.to).then_some(tail));
            last.run.to = stop;
        }
        last.run = self.without_chatter(grammar, last.run);
        idle
    }

    /// Reads a clause as it stands, without its words of wanting, or with a word of it as it must be meant.
    fn clause(&self, grammar: &Grammar<'_>, section: Option<Heading>, run: Run) -> Option<Read> {
        let tokens = grammar.line.tokens.get(run.from..run.to)?.to_vec();
        let line = Line { tokens, ..grammar.line.clone() };
        let alone = Grammar { line: &line, ..*grammar };
        let all = Run { from: 0, to: line.tokens.len() };
        if let Some(items) = self.items(&alone, section, all) {
            return Some(Read { line, items, remarks: Vec::new() });
        }
        let (wanted, in_case) = without_wanting(&alone);
        if !in_case && wanted.tokens != line.tokens {
            let all = Run { from: 0, to: wanted.tokens.len() };
            let items = self.items(&Grammar { line: &wanted, ..*grammar }, section, all);
            if let Some(items) = items {
                return Some(Read { line: wanted, items, remarks: Vec::new() });
            }
        }
        let read = self.without_reason(&alone, section, all).or_else(|| self.stretched(&alone, section));
        read.or_else(|| {
            let items = vec![self.pieces(&alone, section)?];
            Some(Read { line: line.clone(), items, remarks: Vec::new() })
        })
    }

    /// Reads a clause without the reason at its end, which has no word of the game: `Winterfell raid because I like the view`.
    fn without_reason(&self, grammar: &Grammar<'_>, section: Option<Heading>, all: Run) -> Option<Read> {
        let tokens = &grammar.line.tokens;
        let begins = |at: &usize| {
            let length = grammar.form_at(&self.lexicon.reasons, *at)?;
            let colon =
                usize::from(grammar.token(at + length).is_some_and(|next| next.sign == Some(Sign::Colon)));
            let tail = Run { from: at + length + colon, ..all };
            (tail.from <= tail.to && self.is_idle(grammar, tail)).then_some(())
        };
        let at = (all.from + 1..all.to).find(|at| begins(at).is_some())?;
        let is_mark = |token: &Token| token.sign.is_some_and(|sign| sign != Sign::Colon) || token.raw == "(";
        let end = (all.from + 1..=at).rev().find(|end| !is_mark(&tokens[end - 1]))?;
        let line = Line { tokens: tokens.get(..end)?.to_vec(), ..grammar.line.clone() };
        let items =
            self.items(&Grammar { line: &line, ..*grammar }, section, Run { from: all.from, to: end })?;
        let why = Refusal::new("line-left-out").with("text", grammar.line.text(at, all.to));
        Some(Read { line, items, remarks: vec![Fault::warning(grammar.line.span(at, all.to), why)] })
    }

    /// Splits a line at the heads of its clauses; `None` if it does not begin with one.
    fn clauses_of(&self, grammar: &Grammar<'_>, section: Option<Heading>, start: Run) -> Option<Vec<Clause>> {
        let sign = |at: usize| grammar.token(at).and_then(|token| token.sign);
        let parts = |at: usize| sign(at).is_some_and(|sign| PARTING.contains(&sign) || sign == Sign::And);
        let mut clauses: Vec<Clause> = Vec::new();
        let mut at = start.from;
        while at < start.to {
            let begins = at == start.from || parts(at - 1) || self.says_at(grammar, &[Word::And], at);
            let mut input = input_at(grammar, at);
            if begins && !parts(at) {
                let depends = self.lead(grammar, &mut input);
                let from = grammar.at(&input);
                if from < start.to && self.is_head(grammar, section, &input) {
                    let mut end = at;
                    while end > start.from && parts(end - 1) {
                        end -= 1;
                    }
                    let is_apart = (end..at).any(|at| sign(at).is_some_and(|sign| PARTING.contains(&sign)));
                    if let Some(last) = clauses.last_mut() {
                        last.run.to = end;
                    } else if at > start.from && !self.is_idle_before(grammar, Run { to: at, ..start }) {
                        return None;
                    }
                    clauses.push(Clause { run: Run { from, ..start }, is_apart, depends });
                    at = from;
                }
            }
            at += 1;
        }
        for clause in &mut clauses {
            // "Winterfell raid and, White Harbor support".
            while clause.run.to > clause.run.from + 1 && parts(clause.run.to - 1) {
                clause.run.to -= 1;
            }
        }
        (!clauses.is_empty()).then_some(clauses)
    }

    /// Returns `true` if one of some words begins at a token.
    pub(in super::super) fn says_at(&self, grammar: &Grammar<'_>, words: &[Word], at: usize) -> bool {
        grammar.words(words, &mut input_at(grammar, at)).is_ok()
    }

    /// Passes over words before a clause that say nothing. Returns `true` if one of them makes it depend on what is before it.
    fn lead(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) -> bool {
        let mut depends = false;
        loop {
            let at = input.eof_offset();
            depends |= grammar.words(&[Word::Else, Word::Otherwise, Word::But], &mut input.clone()).is_ok();
            self.openings(grammar, input);
            self.greeting(grammar, input);
            // "The quest gets a footman. Orders: …".
            let _ = attempt(input, |input| {
                let forms = self.lexicon.section(Heading::Orders);
                grammar.form(forms, input)?;
                grammar.sign(Sign::Colon, input)
            });
            if grammar.form(&self.lexicon.polite, input).is_ok() {
                let _ = grammar.signs(&[Sign::Comma, Sign::Stop, Sign::Dash, Sign::Colon], input);
            }
            if input.eof_offset() == at {
                return depends;
            }
        }
    }

    /// Returns `true` for whole sentences of talk before the first clause: `I am late again! Winterfell raid`.
    fn is_idle_before(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        let ends = run.to.checked_sub(1).and_then(|at| grammar.token(at)).and_then(|token| token.sign);
        ends == Some(Sign::Stop) && self.is_mere_talk(grammar, run) && !self.talks(grammar, run)
    }

    /// Returns `true` if an order of an area begins here. One of another's area is asked back by itself, so it must be plain: with the word
    /// of an order behind the name, or behind a semicolon with a word that is of nothing here.
    fn is_head(&self, grammar: &Grammar<'_>, section: Option<Heading>, input: &Tokens<'_>) -> bool {
        const VERBS: &[Word] = &[Word::March, Word::Raid, Word::Support, Word::Stay, Word::None];
        let own = |run: Run| {
            let meant = grammar.areas.meant(&grammar.name_of(run), &[grammar.own]);
            matches!(meant, Meant::One { area, .. } if grammar.own.has(area))
        };
        let named = attempt(&mut input.clone(), |input| {
            let place = grammar.place(input)?;
            if !own(place) {
                return if self.is_order_elsewhere(grammar, place, input) { Ok(()) } else { Err(EmptyError) };
            }
            let signs = [Sign::Colon, Sign::Arrow, Sign::Dash, Sign::Open];
            let _ = grammar.word(Word::Shall, input);
            let says = grammar.signs(&signs, &mut input.clone()).is_ok()
                || grammar.order(true, &mut input.clone()).is_ok()
                || grammar.words(VERBS, &mut input.clone()).is_ok();
            // "Winterfell fly" names an order that there is not.
            let mut behind = input.clone();
            let word = grammar.token(grammar.at(input)).is_some_and(|token| token.is_word());
            grammar.skip(1, &mut behind);
            let ends = behind.eof_offset() == 0 || grammar.signs(PARTING, &mut behind).is_ok();
            if says || word && ends { Ok(()) } else { Err(EmptyError) }
        });
        let under = match section {
            Some(Heading::Orders) => Under::Orders,
            Some(Heading::Marches) => Under::Marches,
            Some(Heading::Raids) => Under::Raids,
            _ => Under::Nothing,
        };
        let shaped = || {
            let shape = grammar.shape(under, &mut input.clone());
            shape.is_ok_and(|shape| match shape {
                Shape::Order { places, .. } | Shape::Support { places, .. } => places.into_iter().all(own),
                Shape::March { from, .. } | Shape::Raid { from, .. } => own(from),
                _ => false,
            })
        };
        named.is_ok() || shaped()
    }

    /// Returns `true` if behind the name of an area that is not one's own stands what can only be an order of it.
    fn is_order_elsewhere(&self, grammar: &Grammar<'_>, place: Run, input: &Tokens<'_>) -> bool {
        let sign = |at: usize| grammar.token(at).and_then(|token| token.sign);
        let before =
            (0..place.from).rev().find(|at| !self.says_at(grammar, &[Word::And], *at)).and_then(sign);
        // "Knight to Karhold, Moat Cailin the footman" goes on.
        let is_apart = matches!(before, None | Some(Sign::Semicolon | Sign::Stop));
        let at = grammar.at(input);
        let ends =
            grammar.token(at + 1).is_none_or(|token| token.sign.is_some_and(|sign| PARTING.contains(&sign)));
        // "Footman to Karhold, Moat Cailin march with the knight" may go on too.
        let marches = self.says_at(grammar, &[Word::March], at)
            || grammar.order(true, &mut input.clone()).is_ok_and(|order| order.kind == OrderKind::March);
        let orders = marches && is_apart
            || !marches
                && (self.says_at(grammar, &[Word::Raid, Word::Support], at)
                    || grammar.order(true, &mut input.clone()).is_ok());
        grammar.areas.is_nearly_one(&grammar.name_of(place)) && orders
            || is_apart && ends && self.is_unknown(grammar, at) && !self.is_like_units(grammar, at)
    }

    /// Returns `true` for a word that is perhaps the name of units, misspelt.
    fn is_like_units(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        let Some(token) = grammar.token(at) else { return false };
        let forms = self.lexicon.units.values().flatten().filter(|form| form.len() == 1).flatten();
        let mut near = forms.filter(|form| form.chars().count() > NEAR_UNITS + 1);
        near.any(|form| is_near(form, &token.folded, NEAR_UNITS))
    }

    /// Returns `true` if what a clause that cannot be read says might be meant of its neighbours too.
    fn spreads(&self, grammar: &Grammar<'_>, clauses: &[Clause], at: usize) -> bool {
        let run = clauses[at].run;
        if self.talks(grammar, run) {
            return true;
        }
        let sign = |at: usize| grammar.token(at).and_then(|token| token.sign);
        let doubt = (run.from..run.to).find(|at| {
            let words = [Word::If, Word::Unless, Word::Not, Word::Might, Word::Never, Word::InsteadOf];
            self.says_at(grammar, &words, *at)
        });
        let next = clauses.get(at + 1);
        let Some(doubt) = doubt else { return next.is_some_and(|next| next.depends) };
        // "A, B if Anna agrees" says it of B, "A, B, if Anna agrees" perhaps of both.
        let is_behind = (run.from..doubt).any(|at| sign(at).is_some_and(|sign| PARTING.contains(&sign)));
        is_behind
            || at > 0 && !clauses[at].is_apart
            || next.is_some_and(|next| next.depends || !next.is_apart)
    }

    /// Returns `true` for words with a question, or with what tells something of the game or takes something back.
    fn talks(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        let lexicon = self.lexicon;
        let forms = [
            &lexicon.talk,
            &lexicon.corrections,
            &lexicon.corrected_behind,
            &lexicon.forgets,
            &lexicon.mistaken,
            &lexicon.vague,
        ];
        (run.from..run.to).any(|at| {
            let doubts = || self.says_at(grammar, &[Word::Not, Word::Might], at);
            grammar.token(at).is_some_and(|token| token.raw == "?")
                || forms.iter().any(|forms| grammar.form_at(forms, at).is_some()) && !doubts()
        })
    }
}

fn input_at<'t>(grammar: &'t Grammar<'_>, at: usize) -> Tokens<'t> {
    let mut input: Tokens<'t> = TokenSlice::new(&grammar.line.tokens);
    grammar.skip(at, &mut input);
    input
}

/// Returns `true` for an order in so many words, or a march, raid or support with one.
pub(in super::super) fn gives_order(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Shape(Shape::Order { .. } | Shape::Support { .. } | Shape::All { .. }) => true,
        Item::Shape(Shape::March { order, .. } | Shape::Raid { order, .. }) => order.is_some(),
        _ => false,
    })
}
