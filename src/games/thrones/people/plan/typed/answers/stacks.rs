//! Lines that are one answer together: as many numbers, one below the other, as there are bids; the name of a place, and below it
//! what is mustered there.

use crate::games::thrones::data::{Area, Heading, Spellings, Unit, Word};
use crate::games::thrones::people::plan::language::{self, AUCTIONS, Section};
use crate::games::thrones::people::plan::typed::grammar::tokens::{self, Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::meaning::Meaning;
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::games::thrones::people::plan::typed::wishes::Mustered;
use crate::sheet::{Fault, Node};
use crate::table::{LineFate, TypedLine};
use std::ops::Range;
use std::rc::Rc;
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

/// A place alone on its line, with how its name was taken.
struct Named {
    area: Area,
    node: Node,
    remarks: Vec<Fault>,
}

impl Reader<'_> {
    /// Reads all lines: those that are one answer together, and the others each by itself.
    pub(in super::super) fn all_lines(&mut self, lines: &[TypedLine<'_>]) -> Vec<LineFate> {
        // "2", and "0" below it, are two of the bids.
        if self.asked.only_bids && lines.iter().filter(|line| self.may_bid(**line)).count() > 1 {
            Rc::make_mut(&mut self.asked).only_bids = false;
        }
        self.order_first = self.orders_stand_first(lines);
        let (column, bids) = self.column_of_bids(lines);
        let mut bids = Some(bids);
        let mut fates: Vec<LineFate> = Vec::with_capacity(lines.len());
        while let Some(line) = lines.get(fates.len()) {
            let at = fates.len();
            let is_free = matches!(self.section, None | Some(Heading::Bids));
            if is_free && column.contains(&at) {
                self.last = line.line;
                self.entries.extend(bids.take().into_iter().flatten());
                fates.push(LineFate::Taken);
                continue;
            }
            match self.mustered_below(lines.get(at..).unwrap_or_default()) {
                0 => fates.push(self.any_line(*line)),
                count => fates.extend(std::iter::repeat_n(LineFate::Taken, count)),
            }
        }
        fates
    }

    /// Returns the lines that are a bid each, if there are as many as bids are asked for and no others, and what they say.
    fn column_of_bids(&self, lines: &[TypedLine<'_>]) -> (Range<usize>, Vec<Entry>) {
        let none = (0..0, Vec::new());
        if self.asked.bids.len() < 2 {
            return none;
        }
        let bids: Vec<(usize, Node)> =
            lines.iter().enumerate().filter_map(|(at, line)| Some((at, self.bid_alone(*line)?))).collect();
        let (Some((first, _)), Some((last, _))) = (bids.first(), bids.last()) else { return none };
        let column = *first..last + 1;
        let Some(on) = self.asked.in_order(bids.len()).filter(|_| column.len() == bids.len()) else {
            return none;
        };
        let entry = |(on, (_, power)): (&String, (usize, Node))| {
            let key = language::word(AUCTIONS, &on.as_str()).to_lowercase();
            Entry::Keyed(Section::Bids, text(power.span, &key), power)
        };
        (column, on.iter().zip(bids).map(entry).collect())
    }

    /// Returns `true` for a line with a number, a word for none, or something that is bid for.
    fn may_bid(&self, typed: TypedLine<'_>) -> bool {
        let Some(line) = tokens::line(typed.text, typed.line) else { return false };
        let none = self.lexicon.words.get(&Word::None).into_iter();
        let tables: Vec<&Spellings> = none.chain(self.lexicon.auctions.values()).collect();
        let says = |word: &String| tables.iter().any(|forms| !forms.beginning_with(word).is_empty());
        let is_of_bids = |token: &Token| tokens::number(self.lexicon, token).is_some() || says(&token.folded);
        line.number.is_some() || line.tokens.iter().any(is_of_bids)
    }

    /// Reads a line that is a number and nothing else.
    fn bid_alone(&self, typed: TypedLine<'_>) -> Option<Node> {
        let line = tokens::line(typed.text, typed.line).filter(|line| line.number.is_none())?;
        let [only] = line.tokens.as_slice() else { return None };
        let power = tokens::number(self.lexicon, only)?;
        Some(text(line.span(0, 1), &power.to_string()))
    }

    /// Takes the name of a place where mustering is asked for, and the lines right below it that say what is mustered there. Returns how many
    /// lines that are.
    fn mustered_below(&mut self, lines: &[TypedLine<'_>]) -> usize {
        let is_free = matches!(self.section, None | Some(Heading::Muster));
        let [first, below @ ..] = lines else { return 0 };
        if self.asked.muster.is_empty() || !is_free || below.is_empty() {
            return 0;
        }
        let Some(line) = tokens::line(first.text, first.line) else { return 0 };
        let Some(named) = self.by_grammar(&line, |reader, grammar| reader.place_alone(grammar)) else {
            return 0;
        };
        let mut builds: Vec<Node> = Vec::new();
        let (mut faults, mut count) = (named.remarks, 1);
        for typed in below.iter().zip(first.line + 1..).take_while(|(typed, line)| typed.line == *line) {
            let Some(line) = tokens::line(typed.0.text, typed.0.line).filter(|line| !line.tokens.is_empty())
            else {
                break;
            };
            let built = self.by_grammar(&line, |reader, grammar| reader.built(grammar, named.area));
            let Some((mut nodes, mut remarks)) = built else { break };
            builds.append(&mut nodes);
            faults.append(&mut remarks);
            count += 1;
        }
        if builds.is_empty() {
            return 0;
        }
        self.last = first.line + count - 1;
        self.faults.append(&mut faults);
        self.entries.push(Entry::Listed(Section::Muster, named.node, builds));
        count
    }

    /// Reads the name of a place to muster in, alone on its line.
    fn place_alone(&mut self, grammar: &Grammar<'_>) -> Option<Named> {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let _ = grammar.word(Word::At, &mut tokens);
        let place = grammar.place(&mut tokens).ok()?;
        grammar.colon(&mut tokens);
        let mut meaning = self.meaning(grammar);
        let area = meaning.area(place, &[self.asked.muster]).ok()?;
        let is_it = tokens.eof_offset() == 0 && self.asked.muster.has(area);
        let (node, remarks) = (meaning.area_node(place, area), meaning.remarks);
        is_it.then_some(Named { area, node, remarks })
    }

    /// Reads a line of nothing but what is mustered in a place.
    fn built(&mut self, grammar: &Grammar<'_>, area: Area) -> Option<(Vec<Node>, Vec<Fault>)> {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        let whole = |input: &mut Tokens<'_>| {
            let items = grammar.many_mustered(true, input)?;
            while grammar.form(&self.lexicon.closings, input).is_ok() {}
            if input.eof_offset() == 0 { Ok(items) } else { Err(EmptyError) }
        };
        // "Ship, the Narrow Sea".
        let moored = |input: &mut Tokens<'_>| {
            let from = grammar.at(input);
            let (unit, count) = grammar.first_kind(input)?;
            let run = Run { from, to: grammar.at(input) };
            grammar.sign(Sign::Comma, input)?;
            let sea = Some(grammar.place(input)?);
            let is_it = unit == Unit::Ship && input.eof_offset() == 0;
            if is_it {
                Ok(vec![Mustered::Units { run, unit, count, sea, home: None }])
            } else {
                Err(EmptyError)
            }
        };
        let items = attempt(input, whole).or_else(|_| attempt(input, moored)).ok()?;
        let is_elsewhere = |item: &Mustered| matches!(item, Mustered::Units { home: Some(_), .. });
        if items.iter().any(is_elsewhere) {
            return None;
        }
        let mut meaning = self.meaning(grammar);
        let nodes = meaning.builds(area, &items).ok()?;
        Some((nodes, meaning.remarks))
    }

    /// Returns what is known while the names of an entry are found.
    pub(in super::super) fn meaning<'m>(&'m self, grammar: &'m Grammar<'m>) -> Meaning<'m> {
        let (words, board, seat) = (&self.words, self.board, self.seat);
        Meaning { grammar, board, seat, words, only_moves: false, bid_for: Vec::new(), remarks: Vec::new() }
    }
}
