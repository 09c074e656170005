//! Marches and raids of the sheet whose indentation is lost: `from:`, `to:` and the rest on lines of their own.

use crate::games::thrones::data::{Heading, Word};
use crate::games::thrones::people::plan::language::{self, MarchField};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::meaning::Meaning;
use crate::games::thrones::people::plan::typed::reader::{Loose, Reader};
use crate::games::thrones::people::plan::typed::shapes::{Shape, Under};
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::table::LineFate;
use winnow::error::EmptyError;
use winnow::stream::TokenSlice;

impl Reader<'_> {
    /// Takes the march or raid that was left open.
    pub(in super::super) fn end_loose(&mut self) {
        let Some(loose) = self.loose.take() else { return };
        if !loose.said {
            return;
        }
        self.entries.push(if loose.raid {
            Entry::Raid { from: loose.from, at: loose.to.into_iter().map(|(area, _)| area).collect() }
        } else {
            let to = (!loose.to.is_empty()).then_some(loose.to);
            Entry::March { from: loose.from, to, more: loose.more }
        });
    }

    /// Reads a line of a march or raid; `None` if the line is something else.
    pub(in super::super) fn loose_line(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let raid = match self.section {
            Some(Heading::Marches) => false,
            Some(Heading::Raids) => true,
            _ => return None,
        };
        let all = &grammar.line.tokens;
        let mut tokens: Tokens<'_> = TokenSlice::new(all);
        let input = &mut tokens;
        grammar.sign_or_nothing(Sign::Open, input);
        let (words, board, seat) = (&self.words, self.board, self.seat);
        let meaning =
            Meaning { grammar, board, seat, words, only_moves: true, bid_for: vec![], remarks: vec![] };
        let field = attempt(input, |input| {
            let words = [Word::From, Word::To, Word::At, Word::LeavePower, Word::If, Word::Unless];
            let word = grammar.words(&words, input)?;
            grammar.sign(Sign::Colon, input).map(|()| word)
        });
        if let Ok(Word::From) = field {
            return self.loose_from(grammar, raid, input);
        }
        let loose = self.loose.as_mut()?;
        let rest = Run { from: grammar.at(input), to: all.len() };
        match field {
            Ok(Word::To | Word::At) if rest.from == rest.to => return Some(LineFate::Taken),
            Ok(Word::To | Word::At) if grammar.word(Word::None, &mut input.clone()).is_ok() => {
                loose.said = true;
                return Some(LineFate::Taken);
            }
            Ok(word @ (Word::LeavePower | Word::If | Word::Unless)) => {
                let field = match word {
                    Word::LeavePower => MarchField::LeavePower,
                    Word::If => MarchField::If,
                    _ => MarchField::Unless,
                };
                let value = match grammar.words(&[Word::Yes, Word::No], &mut input.clone()) {
                    Ok(Word::Yes) => text(meaning.span(rest), language::YES),
                    Ok(_) => text(meaning.span(rest), language::NO),
                    Err(_) => meaning.raw(rest),
                };
                loose.more.push((field, value));
                return Some(LineFate::Taken);
            }
            _ => {}
        }
        self.loose_goals(grammar, raid, field.is_ok(), input)
    }

    /// Reads where a march or raid is from, and perhaps the rest of it in the same line.
    fn loose_from(&mut self, grammar: &Grammar<'_>, raid: bool, input: &mut Tokens<'_>) -> Option<LineFate> {
        let all = &grammar.line.tokens;
        let (words, board, seat) = (&self.words, self.board, self.seat);
        let mut meaning =
            Meaning { grammar, board, seat, words, only_moves: true, bid_for: vec![], remarks: vec![] };
        let run = grammar.place(input).ok()?;
        // "{from: A, at: [B, C]}" on one line.
        let goals = raid
            .then(|| {
                attempt(input, |input| {
                    grammar.sign(Sign::Comma, input)?;
                    grammar.words(&[Word::At, Word::To, Word::Target], input)?;
                    grammar.sign(Sign::Colon, input)?;
                    if grammar.word(Word::None, input).is_ok() {
                        return Ok(Vec::new());
                    }
                    grammar.list(input, |input| grammar.place(input))
                })
            })
            .and_then(Result::ok);
        // "{from: A, to: {B: knight, C: all}}".
        let steps = (!raid)
            .then(|| {
                attempt(input, |input| {
                    grammar.sign(Sign::Comma, input)?;
                    grammar.word(Word::To, input)?;
                    grammar.sign(Sign::Colon, input)?;
                    grammar.steps(true, input)
                })
            })
            .and_then(Result::ok);
        let more = if steps.is_some() { grammar.more(input) } else { Default::default() };
        while grammar.sign(Sign::Close, input).is_ok() {}
        if grammar.at(input) != all.len() {
            return None;
        }
        let goals = goals.map(|at| Shape::Raid { from: run, at, order: None });
        let steps = steps.map(|steps| Shape::March { from: run, steps, more, order: None });
        if let Some(shape) = goals.or(steps) {
            let made = meaning.shape(&shape);
            let remarks = meaning.remarks;
            self.end_loose();
            self.faults.extend(remarks);
            return Some(match made {
                Ok(entries) => {
                    self.entries.extend(entries);
                    LineFate::Taken
                }
                Err(fault) => {
                    self.faults.push(fault);
                    LineFate::Faulty
                }
            });
        }
        let made = meaning.own_area(run).map(|origin| (origin, meaning.area_node(run, origin)));
        let remarks = meaning.remarks;
        self.end_loose();
        self.faults.extend(remarks);
        Some(match made {
            Ok((origin, from)) => {
                self.loose = Some(Loose { origin, from, raid, to: vec![], said: false, more: vec![] });
                LineFate::Taken
            }
            Err(fault) => {
                self.faults.push(fault);
                LineFate::Faulty
            }
        })
    }

    /// Reads where a march or raid leads: what follows `to:` or stands alone.
    fn loose_goals(
        &mut self,
        grammar: &Grammar<'_>,
        raid: bool,
        joined: bool,
        input: &mut Tokens<'_>,
    ) -> Option<LineFate> {
        let all = &grammar.line.tokens;
        let (words, board, seat) = (&self.words, self.board, self.seat);
        let mut meaning =
            Meaning { grammar, board, seat, words, only_moves: true, bid_for: vec![], remarks: vec![] };
        let loose = self.loose.as_mut()?;
        // What follows "to:" or stands alone: areas, perhaps with units.
        let from = Run { from: 0, to: 0 };
        let shape = if raid {
            grammar.list(input, |input| grammar.place(input)).map(|at| Shape::Raid { from, at, order: None })
        } else {
            grammar.steps(joined, input).map(|steps| Shape::March {
                from,
                steps,
                more: Default::default(),
                order: None,
            })
        };
        let closed = |input: &mut Tokens<'_>| {
            while grammar.sign(Sign::Close, input).is_ok() {}
            if grammar.at(input) == all.len() { Ok(()) } else { Err(EmptyError) }
        };
        if closed(input).is_err() {
            return None;
        }
        let origin = loose.origin;
        let made = match shape.ok()? {
            Shape::March { steps, .. } => {
                // "Karhold -> Winterfell" is another march.
                if grammar.shape(Under::Marches, &mut TokenSlice::new(all)).is_ok()
                    && !joined
                    && !all.is_empty()
                {
                    return None;
                }
                meaning.steps(origin, &steps).map(Option::unwrap_or_default)
            }
            Shape::Raid { at, .. } => at
                .into_iter()
                .map(|run| {
                    let near = board.world.borders(origin);
                    let area = meaning.area(run, &[near])?;
                    let node = meaning.area_node(run, area);
                    Ok((node.clone(), node))
                })
                .collect(),
            _ => return None,
        };
        let remarks = meaning.remarks;
        self.faults.extend(remarks);
        match made {
            Ok(steps) => {
                loose.to.extend(steps);
                loose.said = true;
                Some(LineFate::Taken)
            }
            Err(fault) => {
                self.faults.push(fault);
                Some(LineFate::Faulty)
            }
        }
    }
}
