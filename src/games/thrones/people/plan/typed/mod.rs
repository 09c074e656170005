//! Free lines as a plan: what a player types without looking at the sheet. A line counts only if every word of it is
//! understood; it becomes the tree that the sheet's YAML would have given, and the reader of plans checks it as such.
//!
//! The words are those of a table that the editions share (games/thrones-1e/words/). Names are found among the things that can be
//! meant at their place: what one meaning alone could be is taken with a remark, anything else is asked back. A line that
//! is not understood is an error if it was plainly meant as an order, and otherwise none of the plan's business.

mod answers;
mod asked;
mod changes;
mod gives_none;
mod grammar;
mod heading;
mod loose;
mod meaning;
mod name_run;
mod names;
mod parts;
mod prose;
mod question;
mod reader;
mod shape;
mod shape_first;
mod shape_steps;
mod stays;
mod tokens;
mod tree;
mod wish;
mod wish_battle;
mod wish_bid;
mod wish_card;
mod wish_muster;
mod wish_north;
mod wishes;

#[cfg(test)]
mod answer_tests;
#[cfg(test)]
mod plain_tests;
#[cfg(test)]
mod tests;

use super::words::Words;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Heading, OrderKind, Word};
use crate::games::thrones::people::plan::language::BattleField;
use crate::sheet::{Names, Renamed, is_left_open};
use crate::table::{LineFate, Open, Seat, Typed, TypedLine};
use grammar::{Grammar, Run, Tokens};
use meaning::Meaning;
use names::Areas;
use reader::{Marching, Reader};
use shape::{Shape, Under};
use std::collections::BTreeSet;
use std::rc::Rc;
use tokens::{Line, Sign};
use tree::{Entry, Scope};
use winnow::stream::{Stream, TokenSlice};
use wish::Wish;

pub(super) const REFUSALS: &[&str] = &[
    "line-unclear",
    "line-gift-to",
    "line-same",
    "line-pass",
    "line-who-goes",
    "line-question",
    "line-leave-power",
];

/// One thing that a line says.
#[derive(Clone, Debug)]
enum Item {
    Shape(Shape),
    Wish(Wish),
    /// What an earlier message said stays.
    Unchanged(Run),
}

/// Reads free lines of a house; `names` are names of seats beside those of the houses.
pub fn read_typed(
    board: &Board,
    seat: Seat,
    open: &[Open],
    names: &[(String, Seat)],
    lines: &[TypedLine<'_>],
) -> Typed {
    typed(board, seat, open, names, None, lines)
}

/// Reads free lines that stand under a heading.
pub(super) fn read_under(
    board: &Board,
    seat: Seat,
    open: &[Open],
    heading: Option<Heading>,
    lines: &[TypedLine<'_>],
) -> Typed {
    typed(board, seat, open, &[], heading, lines)
}

fn typed(
    board: &Board,
    seat: Seat,
    open: &[Open],
    names: &[(String, Seat)],
    section: Option<Heading>,
    lines: &[TypedLine<'_>],
) -> Typed {
    let words = Words::new(board, seat);
    let mut seats = Names::new();
    for (seat, house) in board.world.houses.iter() {
        seats.add(&house.info.name, seat).also(&house.info.id).also(&format!("House {}", house.info.name));
        if board.world.north.as_ref().is_some_and(|north| north.watch == seat) {
            let forms = board.world.lexicon.words.get(&Word::Watch);
            forms.into_iter().flatten().for_each(|form| {
                seats.short(&form.join(" "));
            });
        }
        for (name, _) in names.iter().filter(|(_, of)| *of == seat) {
            seats.also(name).words_of(name);
        }
    }
    let (world, areas) = (board.world.clone(), Areas::new(&board.world));
    let house = |seat: Seat| board.world.seat_name(seat).to_owned();
    let people: Vec<_> = names.iter().map(|(name, seat)| (name.clone(), house(*seat))).collect();
    let players = Renamed::new(&people, |name| areas.is_name(name) || words.seats.known(name).is_some());
    let mut reader = Reader {
        board,
        seat,
        open,
        lexicon: &world.lexicon,
        words,
        areas,
        players,
        seats: Rc::new(seats),
        section,
        scope: Scope::All,
        loose: None,
        bid_for: Vec::new(),
        marching: None,
        entries: Vec::new(),
        faults: Vec::new(),
        last: 0,
    };
    let fates = lines.iter().map(|line| reader.line(*line)).collect();
    reader.end_loose();
    reader.end_stays();
    reader.faults.sort_by_key(|fault| (fault.span.is_none(), fault.span));
    Typed { tree: tree::tree(reader.entries), fates, faults: reader.faults }
}

impl Reader<'_> {
    fn line(&mut self, typed: TypedLine<'_>) -> LineFate {
        let gap = typed.line > self.last + 1;
        self.last = typed.line;
        let Some(line) = tokens::line(typed.text, typed.line) else { return LineFate::NotMine };
        if line.tokens.is_empty() || gap {
            // Bare names under a heading end with an empty line: what follows may be a signature.
            if matches!(
                self.section,
                Some(Heading::Cards | Heading::Retreat | Heading::Ties | Heading::Lose | Heading::Reward)
            ) {
                self.section = None;
            }
            if line.tokens.is_empty() {
                return LineFate::NotMine;
            }
        }
        if is_left_open(typed.text) {
            return LineFate::Taken;
        }
        if let Some(fate) = self.keyed(typed, &line) {
            return fate;
        }
        let (words, seats) = (self.words.clone(), Rc::clone(&self.seats));
        let (areas, players) = (std::mem::take(&mut self.areas), std::mem::take(&mut self.players));
        let grammar = Grammar {
            seat: self.seat,
            lexicon: self.lexicon,
            areas: &areas,
            own: self.board.held_by(self.seat).map(|(area, _)| area).collect(),
            seats: &seats,
            cards: words.own_cards(),
            choices: words.choices(),
            tactics: words.tactics(),
            players: &players,
            line: &line,
        };
        let fate = self.read(&grammar);
        (self.areas, self.players) = (areas, players);
        fate
    }

    fn read(&mut self, grammar: &Grammar<'_>) -> LineFate {
        let whole = Run { from: 0, to: grammar.line.tokens.len() };
        if let Some(fate) = self.picked(grammar) {
            return fate;
        }
        if self.is_a_closing(grammar, whole) {
            return LineFate::NotMine;
        }
        if let Some(fate) = self.heading_alone(grammar) {
            return fate;
        }
        if let Some(fate) = self.loose_line(grammar).or_else(|| self.of_a_deck(grammar)) {
            return fate;
        }
        if let Some(fate) = self.changed(grammar).or_else(|| self.given_up(grammar)) {
            return fate;
        }
        if let Some(items) = self.items(grammar, self.section, whole) {
            // "Crackclaw Point: nothing" among what is mustered.
            let is_nothing = items.iter().all(|item| matches!(item, Item::Shape(Shape::Nothing { .. })));
            let orders = self.entries.iter().any(|entry| matches!(entry, Entry::Order { .. }));
            if is_nothing
                && !orders
                && self.section.is_none()
                && self.asked_first() == Some(Heading::Muster)
                && let Some(mustered) = self.items(grammar, Some(Heading::Muster), whole)
            {
                return self.take(grammar, Some(Heading::Muster), mustered);
            }
            return self.take(grammar, self.section, items);
        }
        if let Some(fate) = self.going_on(grammar).or_else(|| self.asked_of(grammar)) {
            return fate;
        }
        if let Some(fate) = self.numbered(grammar) {
            return fate;
        }
        if self.section.is_none()
            && let Some(heading) = self.asked_first()
            // "2: Winterfell" answers a second question, which there is not.
            && (grammar.line.number.is_none() || matches!(heading, Heading::Tactics | Heading::Muster))
            && let Some(items) = self.items(grammar, Some(heading), self.chosen(grammar, heading, whole))
        {
            return self.take(grammar, Some(heading), items);
        }
        self.marching = None;
        if let Some(fate) = self.gives_none(grammar, whole) {
            return fate;
        }
        if let Some((heading, rest)) = self.heading(grammar).or_else(|| self.bare_heading(grammar))
            && let Some(items) = self.items(grammar, Some(heading), rest)
        {
            self.enter(heading);
            return self.take(grammar, Some(heading), items);
        }
        self.parts(grammar, whole)
    }

    /// Reads who goes where of the march order on the line before.
    fn going_on(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let marching = self.marching.as_mut()?;
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let steps = grammar.steps(false, &mut tokens).ok()?;
        if grammar.at(&tokens) != grammar.line.tokens.len() {
            return None;
        }
        let (words, board, seat) = (&self.words, self.board, self.seat);
        let mut meaning =
            Meaning { grammar, board, seat, words, only_moves: true, bid_for: vec![], remarks: vec![] };
        let made = meaning.steps(marching.area, &steps);
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

    fn openings(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) {
        loop {
            // "Please give the Watch 2 power": here the verb says what is meant.
            let is_verb = grammar.word(Word::Disband, &mut input.clone()).is_ok();
            if is_verb || grammar.gift(&mut input.clone()).is_ok() {
                return;
            }
            // "In Winterfell: march", but not "at Seagard: card Eddard".
            let start = input.checkpoint();
            if grammar.form(&self.lexicon.openings, input).is_err() {
                input.reset(&start);
                return;
            }
            let _ = grammar.signs(&[Sign::Colon, Sign::Comma], input);
        }
    }

    /// Reads some tokens as entries, whole; `None` if anything in them is not understood.
    fn items(&self, grammar: &Grammar<'_>, section: Option<Heading>, run: Run) -> Option<Vec<Item>> {
        let line = Line { tokens: grammar.line.tokens.get(..run.to)?.to_vec(), ..grammar.line.clone() };
        let grammar = Grammar { line: &line, ..*grammar };
        // Brackets around the whole are those of a list.
        let listed = line.tokens.get(run.from).is_some_and(|token| token.sign == Some(Sign::Open))
            && line.tokens.last().is_some_and(|token| token.sign == Some(Sign::Close));
        let from = run.from + usize::from(listed && section.is_some());
        let mut failed = BTreeSet::new();
        let mut items = Vec::new();
        let found = self.from(&grammar, section, from, &mut failed, &mut items);
        (found && !items.is_empty()).then(|| {
            items.reverse();
            items
        })
    }

    /// Reads entries from a token to the end, last first; a token from which that fails is tried once.
    fn from(
        &self,
        grammar: &Grammar<'_>,
        section: Option<Heading>,
        at: usize,
        failed: &mut BTreeSet<usize>,
        items: &mut Vec<Item>,
    ) -> bool {
        let end = grammar.line.tokens.len();
        if at >= end {
            return true;
        }
        if failed.contains(&at) {
            return false;
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(at, &mut tokens);
        for skipped in [false, true] {
            let mut start = tokens.clone();
            if skipped {
                self.openings(grammar, &mut start);
                if let Ok(run) = grammar.form(&self.lexicon.polite, &mut start.clone()) {
                    let mut behind = start.clone();
                    grammar.skip(run.to - run.from, &mut behind);
                    let _ = grammar.signs(&[Sign::Colon, Sign::Dash], &mut behind);
                    self.pass_end(grammar, &mut behind);
                    if self.from(grammar, section, grammar.at(&behind), failed, items) {
                        return true;
                    }
                }
                if let Ok(run) = grammar.form(&self.lexicon.unchanged, &mut start.clone()) {
                    let mut behind = start.clone();
                    grammar.skip(run.to - run.from, &mut behind);
                    self.pass_end(grammar, &mut behind);
                    if self.from(grammar, section, grammar.at(&behind), failed, items) {
                        items.push(Item::Unchanged(run));
                        return true;
                    }
                }
                // "lose knights last": what opens an entry says something else where none follows.
                if grammar.at(&start) == at || grammar.at(&start) >= end {
                    break;
                }
            }
            for (item, rest) in self.entry(grammar, section, start) {
                // "muster a knight in Winterfell and a footman in White Harbor".
                let section = match &item {
                    Item::Wish(Wish::Muster { .. }) if section.is_none() => Some(Heading::Muster),
                    // "cards: Eddard when attacking, Catelyn when defending".
                    Item::Wish(Wish::Tactic { field: BattleField::Cards, .. }) if section.is_none() => {
                        Some(Heading::Cards)
                    }
                    // "give the Watch 1 barrel and 3 power".
                    Item::Wish(Wish::Gift { .. }) if section.is_none() => Some(Heading::Gifts),
                    // "disband footman in Dragonstone, footman in Kingswood".
                    Item::Wish(Wish::Disband { .. }) if section.is_none() => Some(Heading::Disband),
                    _ => section,
                };
                let mut behind = rest;
                self.pass_end(grammar, &mut behind);
                if self.from(grammar, section, grammar.at(&behind), failed, items) {
                    items.push(item);
                    return true;
                }
            }
        }
        failed.insert(at);
        false
    }

    /// Passes over what may stand behind an entry: polite words, and a comma, full stop or "and" before the next.
    fn pass_end(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) {
        grammar.sign_or_nothing(Sign::Close, input);
        while grammar.form(&self.lexicon.closings, input).is_ok() {}
        let signs = [Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::And, Sign::Slash];
        while grammar.signs(&signs, input).is_ok() || grammar.word(Word::And, input).is_ok() {}
        // "…, thx": what is polite may also stand behind a comma, at the end.
        let mut last = input.clone();
        while grammar.form(&self.lexicon.closings, &mut last).is_ok()
            || grammar.signs(&signs, &mut last).is_ok()
        {}
        if last.eof_offset() == 0 {
            *input = last;
        }
    }

    /// Returns the entries that could begin here, the likelier first.
    fn entry<'t>(
        &self,
        grammar: &Grammar<'_>,
        section: Option<Heading>,
        start: Tokens<'t>,
    ) -> Vec<(Item, Tokens<'t>)> {
        let under = match section {
            Some(Heading::Orders) => Under::Orders,
            Some(Heading::Marches) => Under::Marches,
            Some(Heading::Raids) => Under::Raids,
            _ => Under::Nothing,
        };
        let (mut first, mut second) = (start.clone(), start);
        let shape = grammar.shape(under, &mut first).ok().map(|shape| (Item::Shape(shape), first));
        let wish = grammar.wish(section, &mut second).ok().map(|wish| (Item::Wish(wish), second));
        let wishes = section.is_some() && under == Under::Nothing && section != Some(Heading::Plan);
        let further = |item: &Option<(Item, Tokens<'t>)>| item.as_ref().map(|(_, rest)| grammar.at(rest));
        let wish_first = wishes || further(&wish) > further(&shape);
        let both = if wish_first { [wish, shape] } else { [shape, wish] };
        both.into_iter().flatten().collect()
    }

    /// Takes the entries of a line, as far as their names can be told.
    fn take(&mut self, grammar: &Grammar<'_>, section: Option<Heading>, items: Vec<Item>) -> LineFate {
        let only_moves = matches!(section, Some(Heading::Marches | Heading::Raids));
        let mut meaning = Meaning {
            grammar,
            board: self.board,
            seat: self.seat,
            words: &self.words,
            only_moves,
            bid_for: std::mem::take(&mut self.bid_for),
            remarks: Vec::new(),
        };
        let mut fate = LineFate::Taken;
        self.marching = None;
        let last = items.last().and_then(|item| match item {
            Item::Shape(Shape::Order { places, order }) if order.kind == OrderKind::March => {
                places.first().copied().filter(|_| places.len() == 1)
            }
            _ => None,
        });
        for item in items {
            meaning.remarks.clear();
            let made = match &item {
                Item::Shape(shape) => meaning.shape(shape),
                Item::Wish(wish) => meaning.wish(wish, self.open),
                Item::Unchanged(run) => Err(meaning.unchanged(*run)),
            };
            match made {
                Ok(entries) => {
                    self.faults.append(&mut meaning.remarks);
                    self.entries.extend(entries.into_iter().map(|entry| match entry {
                        Entry::Tactic(Scope::All, field, members) => {
                            Entry::Tactic(self.scope.clone(), field, members)
                        }
                        entry => entry,
                    }));
                }
                Err(fault) => {
                    self.faults.push(fault);
                    fate = LineFate::Faulty;
                }
            }
        }
        if let Some(run) = last
            && let Ok(area) = meaning.own_area(run)
        {
            let from = meaning.area_node(run, area);
            self.marching = Some(Marching { area, from, entry: None });
        }
        self.bid_for = meaning.bid_for;
        fate
    }

    fn enter(&mut self, heading: Heading) {
        self.end_loose();
        self.section = if heading == Heading::Plan { None } else { Some(heading) };
        self.scope = Scope::All;
    }
}
