//! Free lines as a plan: what a player types without looking at the sheet. A line counts only if every word of it is
//! understood; it becomes the tree that the sheet's YAML would have given, and the reader of plans checks it as such.
//!
//! The words are those of a table that the editions share (games/thrones-1e/words/). Names are found among the things that can be
//! meant at their place: what one meaning alone could be is taken with a remark, anything else is asked back. A line that
//! is not understood is an error if it was plainly meant as an order, and otherwise none of the plan's business.

mod answers;
mod by_names;
mod entries;
mod grammar;
mod heading;
mod meaning;
mod orders;
mod prose;
mod reader;
mod shapes;
mod tree;
mod wishes;

#[cfg(test)]
mod plain_tests;
#[cfg(test)]
mod single_tests;
#[cfg(test)]
mod tests;

use super::words::Words;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Heading, OrderKind, Word};
use crate::sheet::{Names, Renamed, is_left_open};
use crate::table::{LineFate, Open, Seat, Typed, TypedLine};
use answers::asked_for::Asked;
use grammar::names::Areas;
use grammar::tokens::{self, Line};
use grammar::{Grammar, Run};
use meaning::Meaning;
use orders::taken_back;
use prose::example::unclear;
use reader::{Marching, Reader};
use shapes::Shape;
use std::cell::RefCell;
use std::rc::Rc;
use tree::{Entry, Scope};
use wishes::Wish;

pub(super) const REFUSALS: &[&str] = &[
    "line-unclear",
    "line-gift-to",
    "line-same",
    "line-pass",
    "line-forget",
    "line-rest",
    "line-taken-for",
    "line-too-few-tokens",
    "line-who-goes",
    "line-question",
    "line-question-before",
    "line-left-out",
    "line-leave-power",
    "line-corrected",
    "line-turned",
    "line-goes-first",
];

/// What is read as if it were written otherwise, one after the other.
const REWRITINGS: [fn(&Grammar<'_>) -> Line; 6] = [
    |grammar| grammar.broken_off(),
    |grammar| grammar.ordinals(),
    |grammar| grammar.unhurried(),
    |grammar| grammar.undotted(),
    |grammar| grammar.unpossessed(),
    |grammar| grammar.told_anew(),
];

/// One thing that a line says.
#[derive(Clone, Debug)]
enum Item {
    Shape(Shape),
    Wish(Wish),
    /// What an earlier message said stays.
    Unchanged(Run),
    /// What was sent last turn is meant, which gives no order; others stand beside it.
    Vague(Run),
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
    let (world, areas) = (board.world.clone(), Areas::new(&board.world, seat));
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
        asked: Rc::new(Asked::of(board, seat, open)),
        section,
        scope: Scope::All,
        loose: None,
        bid_for: Vec::new(),
        marching: None,
        entries: Vec::new(),
        faults: Vec::new(),
        secret: Vec::new(),
        left_over: Vec::new(),
        last: 0,
        order_first: false,
        correcting: false,
        known: RefCell::default(),
    };
    let mut fates = reader.all_lines(lines);
    reader.end_loose();
    reader.end_stays();
    reader.musters_by_order();
    // Beside a plan they are no letter to anybody.
    if !reader.entries.is_empty() {
        reader.secret.append(&mut reader.left_over);
        reader.leave_out_remarks(lines, &mut fates);
    }
    reader.faults.sort_by_key(|fault| (fault.span.is_none(), fault.span));
    Typed { tree: tree::tree(reader.entries), fates, faults: reader.faults, secret: reader.secret }
}

impl Reader<'_> {
    /// Reads a line at once.
    fn line(&mut self, typed: TypedLine<'_>) -> LineFate {
        let gap = typed.line > self.last + 1;
        self.last = typed.line;
        let Some(line) = tokens::line(typed.text, typed.line) else { return LineFate::NotMine };
        let line = tokens::dictated(line, self.lexicon);
        let line = REWRITINGS
            .iter()
            .fold(line, |line, rewrite| self.by_grammar(&line, |_, grammar| rewrite(grammar)));
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
        if let Some(fate) = self.keyed(typed, &line).or_else(|| self.as_the_sheet(typed)) {
            return fate;
        }
        self.by_grammar(&line, |reader, grammar| {
            reader.correcting = reader.corrects(grammar);
            reader.read_or_bare(grammar)
        })
    }

    /// Reads a line with all names that can be meant in it.
    fn by_grammar<T>(&mut self, line: &Line, read: impl FnOnce(&mut Self, &Grammar<'_>) -> T) -> T {
        let (words, seats, asked) = (self.words.clone(), Rc::clone(&self.seats), Rc::clone(&self.asked));
        let (areas, players) = (std::mem::take(&mut self.areas), std::mem::take(&mut self.players));
        let grammar = Grammar {
            seat: self.seat,
            lexicon: self.lexicon,
            areas: &areas,
            own: self.board.held_by(self.seat).map(|(area, _)| area).collect(),
            marching: self.going_nowhere(),
            seats: &seats,
            cards: words.own_cards(),
            choices: words.choices(),
            tactics: words.tactics(),
            players: &players,
            asked: &asked,
            line,
        };
        let said = read(self, &grammar);
        (self.areas, self.players) = (areas, players);
        said
    }

    fn read(&mut self, grammar: &Grammar<'_>) -> LineFate {
        let whole = Run { from: 0, to: grammar.line.tokens.len() };
        if let Some(fate) = self.second_thoughts(grammar).or_else(|| self.picked(grammar)) {
            return fate;
        }
        // A reason may tell much of a plan: it is for nobody to read.
        if !self.entries.is_empty() && self.is_a_reason(grammar, whole) {
            self.left_out(grammar, whole);
            return LineFate::Taken;
        }
        if self.musters_no_more(grammar) {
            return LineFate::Taken;
        }
        if let Some(fate) =
            self.no_bids(grammar).or_else(|| self.barrel(grammar)).or_else(|| self.mustered_in_short(grammar))
        {
            return fate;
        }
        if self.is_a_closing(grammar, whole) || self.is_signed(grammar, whole) {
            return LineFate::NotMine;
        }
        if let Some(fate) = self
            .heading_alone(grammar)
            .or_else(|| self.title(grammar))
            .or_else(|| self.tactic_by_number(grammar))
        {
            return fate;
        }
        if let Some(fate) = self.cards_alone(grammar, whole) {
            return fate;
        }
        if let Some(fate) = self.loose_line(grammar).or_else(|| self.of_a_deck(grammar)) {
            return fate;
        }
        if let Some(fate) = self
            .changed(grammar)
            .or_else(|| self.in_its_place(grammar))
            .or_else(|| self.losses_listed(grammar))
            .or_else(|| self.given_up(grammar))
        {
            return fate;
        }
        if let Some(items) = self.items(grammar, self.section, whole) {
            // "Crackclaw Point: nothing" among what is mustered.
            // "Storm's End - 1 ship into Shipbreaker Bay" is no march where none is asked for.
            let of_muster = |item: &Item| match item {
                Item::Shape(Shape::March { .. }) => self.board.stage < Stage::Planning,
                item => matches!(item, Item::Shape(Shape::Nothing { .. })),
            };
            let orders = self.entries.iter().any(|entry| matches!(entry, Entry::Order { .. }));
            if items.iter().all(of_muster)
                && !orders
                && self.section.is_none()
                && self.asked_first() == Some(Heading::Muster)
                && let Some(mustered) = self.items(grammar, Some(Heading::Muster), whole)
            {
                return self.take(grammar, Some(Heading::Muster), mustered);
            }
            return self.take(grammar, self.section, items);
        }
        if let Some(fate) = self.as_a_member(grammar) {
            return fate;
        }
        let went =
            self.going_on(grammar).or_else(|| self.the_march(grammar)).or_else(|| self.march_picked(grammar));
        if let Some(fate) = went.or_else(|| self.asked_of(grammar)) {
            return fate;
        }
        if let Some(fate) = self.only_bid(grammar).or_else(|| self.numbered(grammar)) {
            return fate;
        }
        if self.section.is_none()
            && let Some((heading, items)) = self.asked_unnamed(grammar, whole)
        {
            return self.take(grammar, Some(heading), items);
        }
        if let Some(fate) = self.ship_raised(grammar).or_else(|| self.without_reasons(grammar, whole)) {
            return fate;
        }
        self.marching = None;
        if let Some(fate) = self.behind_a_sentence(grammar, whole).or_else(|| self.gives_none(grammar, whole))
        {
            return fate;
        }
        if let Some(fate) = self.raven_stays(grammar).or_else(|| self.wanted(grammar)) {
            return fate;
        }
        if let Some((heading, rest)) = self.heading(grammar).or_else(|| self.bare_heading(grammar))
            && let Some(items) = self.items(grammar, Some(heading), rest)
        {
            self.enter(heading);
            return self.take(grammar, Some(heading), items);
        }
        if let Some(fate) = self
            .numbered_bare(grammar)
            .or_else(|| self.bid_before_reward(grammar))
            .or_else(|| self.picked_out(grammar, whole))
            .or_else(|| self.without_talk(grammar, whole))
            .or_else(|| self.without_remark(grammar, whole))
            .or_else(|| self.clauses(grammar, whole))
            .or_else(|| self.in_pieces(grammar))
        {
            return fate;
        }
        if self.section.is_none()
            && let Some(first) = self.asked_first().filter(|heading| *heading == Heading::Muster)
            && let Some(mut read) = self.stretched(grammar, Some(first))
        {
            let fate = self.take(&Grammar { line: &read.line, ..*grammar }, Some(first), read.items);
            self.faults.append(&mut read.remarks);
            return fate;
        }
        let fate = self.parts(grammar, whole);
        if fate == LineFate::NotMine && self.is_secret(grammar) {
            self.secret.push((grammar.line.line, unclear(self.board, self.seat, grammar, whole)));
        } else if fate == LineFate::NotMine && self.is_left_over(grammar) {
            self.left_over.push((grammar.line.line, unclear(self.board, self.seat, grammar, whole)));
        }
        fate
    }

    /// Takes the entries of a line, as far as their names can be told.
    fn take(&mut self, grammar: &Grammar<'_>, section: Option<Heading>, items: Vec<Item>) -> LineFate {
        let items = self.losses_meant(grammar, items);
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
                Item::Vague(run) => Err(meaning.vague(*run)),
            };
            match made {
                Ok(entries) => {
                    self.faults.append(&mut meaning.remarks);
                    if self.correcting {
                        taken_back::take_back(&mut self.entries, &mut self.faults, &entries);
                    }
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
