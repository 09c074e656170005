//! Where a march goes whose order stands on an earlier line.

use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{AreaSet, Heading, OrderKind, Word};
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Tokens, attempt};
use crate::games::thrones::people::plan::typed::meaning::Meaning;
use crate::games::thrones::people::plan::typed::reader::{Marching, Reader};
use crate::games::thrones::people::plan::typed::shapes::steps::StepSaid;
use crate::games::thrones::people::plan::typed::tree::Entry;
use crate::sheet::Node;
use crate::table::LineFate;
use winnow::stream::TokenSlice;

impl Reader<'_> {
    /// Reads who goes where of the march order on the line before.
    pub(in super::super) fn going_on(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        self.marching.as_ref()?;
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let steps = grammar.steps(false, &mut tokens).ok()?;
        if grammar.at(&tokens) != grammar.line.tokens.len() {
            return None;
        }
        self.march_on(grammar, &steps)
    }

    /// Gives the march whose order was read last where it goes.
    fn march_on(&mut self, grammar: &Grammar<'_>, steps: &[StepSaid]) -> Option<LineFate> {
        let marching = self.marching.as_mut()?;
        let (words, board, seat) = (&self.words, self.board, self.seat);
        let mut meaning =
            Meaning { grammar, board, seat, words, only_moves: true, bid_for: vec![], remarks: vec![] };
        let made = meaning.steps(marching.area, steps);
        let mut remarks = meaning.remarks;
        Some(match made {
            Ok(steps) => {
                self.faults.append(&mut remarks);
                match marching.entry.and_then(|at| self.entries.get_mut(at)) {
                    Some(Entry::March { to: Some(to), .. }) => to.extend(steps.into_iter().flatten()),
                    _ => {
                        marching.entry = Some(self.entries.len());
                        let from = marching.from.clone();
                        self.entries.push(Entry::March { from, to: steps, more: Vec::new() });
                    }
                }
                LineFate::Taken
            }
            Err(fault) => {
                self.faults.push(fault);
                LineFate::Faulty
            }
        })
    }

    /// Reads where the one march goes that has an order and no goal: `and the march goes to Moat Cailin with everything`.
    pub(in super::super) fn the_march(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        let _ = grammar.word(Word::And, input);
        grammar.sign_or_nothing(Sign::Open, input);
        let start = grammar.at(input);
        grammar.article(input);
        let is_the = grammar.at(input) > start;
        let order = attempt(input, |input| grammar.order(false, input)).ok()?;
        // "March: all to Moat Cailin".
        let colon = grammar.sign(Sign::Colon, input).is_ok();
        if !is_the && !colon || order.kind != OrderKind::March || !order.is_bare() {
            return None;
        }
        let _ = grammar.word(Word::Shall, input);
        if grammar.word(Word::March, input).is_err() && !colon {
            return None;
        }
        let steps = grammar.steps(true, input).ok()?;
        grammar.sign_or_nothing(Sign::Close, input);
        if grammar.at(input) != grammar.line.tokens.len() {
            return None;
        }
        let left: Vec<Node> = self.unled().collect();
        let [from] = left.as_slice() else { return None };
        let from = from.clone();
        let area = self.words.areas.known(from.text()?)?;
        self.marching = Some(Marching { area, from, entry: None });
        self.march_on(grammar, &steps)
    }

    /// Returns the areas with the order of a march that no entry leads anywhere.
    fn unled(&self) -> impl Iterator<Item = Node> {
        let goes = |name: &str| {
            let is_it =
                |entry: &Entry| matches!(entry, Entry::March { from, .. } if from.text() == Some(name));
            self.entries.iter().any(is_it)
        };
        self.entries.iter().filter_map(move |entry| match entry {
            Entry::Order { area, order, .. } => {
                let is_march = order.text().is_some_and(|order| order.starts_with(OrderKind::March.id()));
                (is_march && !goes(area.text()?)).then(|| area.clone())
            }
            _ => None,
        })
    }

    pub(in super::super) fn going_nowhere(&self) -> AreaSet {
        self.unled().filter_map(|from| self.words.areas.known(from.text()?)).collect()
    }

    /// Reads a line as the pieces of one march.
    pub(in super::super) fn pieces(&self, grammar: &Grammar<'_>, section: Option<Heading>) -> Option<Item> {
        let is_free = matches!(section, None | Some(Heading::Orders | Heading::Plan | Heading::Marches));
        let shape = if is_free && self.board.stage >= Stage::Planning { grammar.pieces() } else { None };
        shape.map(Item::Shape)
    }

    /// Takes a line that is the pieces of one march.
    pub(in super::super) fn in_pieces(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let march = self.pieces(grammar, self.section)?;
        Some(self.take(grammar, self.section, vec![march]))
    }
}
