//! Lines read by the names in them, where no grammar of entries fits: `put march+1 on Winterfell (footman -> Karhold), cp at White Harbor and
//! raid with the ship`. The line becomes a row of things: areas, orders, units, and what leads to them. [`statements`] parts the row into
//! orders. Every word must be known, and the line counts only if it can be parted in one way alone.

mod statements;

use super::Item;
use super::reader::Reader;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Area, Form, Heading, OrderKind, Word};
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::tokens::{self, Line, Sign};
use crate::games::thrones::people::plan::typed::grammar::{
    Grammar, OrderSaid, Parsed, Run, Tokens, Units, attempt,
};
use crate::games::thrones::people::plan::typed::shapes::Shape;
use crate::table::{LineFate, Seat, TypedLine};
use winnow::error::EmptyError;
use winnow::stream::TokenSlice;

/// The most things of a line, so that nobody can keep the reader busy.
const MOST_THINGS: usize = 60;

/// Orders that are against or for an area, which may be one's own.
const MAY_AIM: &[OrderKind] = &[OrderKind::Support, OrderKind::Raid];

/// Something that a line names.
#[derive(Clone, PartialEq, Debug)]
enum Thing {
    /// An area, and which it is if one has units there.
    Area(Run, Option<Area>),
    /// Units, and the kind of unit by itself if it may stand for its area.
    Units(Units, Option<Run>),
    Order(OrderSaid),
    /// The number of a march by itself.
    Number(OrderSaid),
    Stay,
    LeavePower(Run),
    Nothing(Run),
    House(Seat, Run),
    /// One order for all areas, or for the rest.
    All(Shape),
}

/// A thing, with what stands before it.
#[derive(Clone, PartialEq, Debug)]
struct Placed {
    thing: Thing,
    /// An arrow, `to`, or a verb such as `send`: it is where something leads.
    led: bool,
    /// `in`, `from`, `with`.
    within: bool,
    /// A comma or `and`: it may go on with what is before.
    joined: bool,
    /// A full stop or semicolon.
    parted: bool,
}

/// What a word or sign says of the thing behind it.
enum Mark {
    Leads,
    Within,
    /// `on`, which may be either.
    Either,
    Joins,
    Parts,
    Nothing,
}

impl Reader<'_> {
    /// Reads a line, and if that fails by the names in it.
    pub(super) fn read_or_named(&mut self, grammar: &Grammar<'_>) -> LineFate {
        let Some(shapes) = self.by_names(grammar).filter(|_| !self.correcting) else {
            return self.read(grammar);
        };
        let before = self.mark();
        let fate = self.read(grammar);
        if fate == LineFate::Taken {
            return fate;
        }
        self.back_to(before);
        self.take(grammar, self.section, shapes.into_iter().map(Item::Shape).collect())
    }

    /// Returns the orders of a line by the names in it, if they can be told in one way alone.
    fn by_names(&self, grammar: &Grammar<'_>) -> Option<Vec<Shape>> {
        if self.board.stage > Stage::Planning || !matches!(self.section, None | Some(Heading::Orders)) {
            return None;
        }
        // What is opened and never closed may have been cut off.
        let signs = |sign: Sign| grammar.line.tokens.iter().filter(|token| token.sign == Some(sign)).count();
        if signs(Sign::Open) > signs(Sign::Close) {
            return None;
        }
        let whole = Run {
            from: self.titled(grammar).unwrap_or_else(|| self.announced(grammar)),
            to: grammar.line.tokens.len(),
        };
        grammar.parted(&grammar.things(self.without_chatter(grammar, whole))?, self.order_first)
    }
}

impl Reader<'_> {
    /// Returns where a line begins behind words that say nothing and a colon: `so here's what I do: …`.
    fn announced(&self, grammar: &Grammar<'_>) -> usize {
        let mut input: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        self.openings(grammar, &mut input);
        let from = grammar.at(&input);
        let is_colon = |at: usize| grammar.token(at).is_some_and(|token| token.sign == Some(Sign::Colon));
        if from.checked_sub(1).is_some_and(is_colon) { from } else { 0 }
    }

    /// Returns `true` if orders stand before their areas in a letter: in some line for sure, and behind the area in none.
    pub(super) fn orders_stand_first(&mut self, lines: &[TypedLine<'_>]) -> bool {
        let kinds: Vec<&Form> = self
            .lexicon
            .kinds
            .iter()
            .filter(|(kind, _)| MAY_AIM.contains(kind))
            .flat_map(|(_, forms)| forms)
            .collect();
        let read: Vec<Line> = lines.iter().filter_map(|typed| tokens::line(typed.text, typed.line)).collect();
        let may_aim = |line: &Line| {
            line.tokens
                .first()
                .is_some_and(|first| kinds.iter().any(|form| form.first() == Some(&first.folded)))
        };
        if read.len() < 2 || !read.iter().any(may_aim) {
            return false;
        }
        let (mut first, mut behind) = (false, false);
        for line in &read {
            self.by_grammar(line, |_, grammar| {
                let whole = Run { from: 0, to: line.tokens.len() };
                match grammar.things(whole).as_deref() {
                    Some(
                        [
                            Placed { thing: Thing::Order(order), .. },
                            Placed { thing: Thing::Area(_, Some(_)), .. },
                            ..,
                        ],
                    ) if !MAY_AIM.contains(&order.kind) => {
                        first = true;
                    }
                    Some(
                        [
                            Placed { thing: Thing::Area(_, Some(_)), .. },
                            Placed { thing: Thing::Order(_), .. },
                            ..,
                        ],
                    ) => {
                        behind = true;
                    }
                    _ => {}
                }
            });
        }
        first && !behind
    }
}

impl Grammar<'_> {
    /// Returns the things that some tokens name; `None` if a word among them is not known.
    fn things(&self, run: Run) -> Option<Vec<Placed>> {
        let mut input: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(run.from, &mut input);
        let mut all: Vec<Placed> = Vec::new();
        let (mut led, mut within, mut joined, mut parted) = (false, false, false, false);
        while self.at(&input) < run.to {
            let thing = match attempt(&mut input, |input| self.certain(input)) {
                Ok(thing) => thing,
                // "Leave the footman there".
                Err(_) if let Ok(units) = attempt(&mut input, |input| self.kept_back(input)) => {
                    all.push(Placed { thing: Thing::Units(units, None), led, within, joined, parted });
                    (led, within, joined, parted) = (false, false, false, false);
                    let _ = attempt(&mut input, |input| self.there(&all, input));
                    Thing::Stay
                }
                Err(_) => match attempt(&mut input, |input| self.mark(input)) {
                    Ok(mark) => {
                        led |= matches!(mark, Mark::Leads | Mark::Either);
                        within |= matches!(mark, Mark::Within | Mark::Either);
                        joined |= matches!(mark, Mark::Joins);
                        parted |= matches!(mark, Mark::Parts);
                        continue;
                    }
                    Err(_) => self.thing(&mut input).ok()?,
                },
            };
            // "The +1 march", "0 march".
            if let (Thing::Order(order), Some(Placed { thing: before @ Thing::Number(..), .. })) =
                (&thing, all.last_mut())
                && let Thing::Number(OrderSaid { bonus, .. }) = before
                && order.kind == OrderKind::March
                && order.bonus.is_none()
            {
                *before = Thing::Order(OrderSaid { bonus: *bonus, ..*order });
                continue;
            }
            // "March from Winterfell with march +1": both say the same order.
            if let Thing::Order(order) = &thing
                && within
                && !order.is_bare()
                && let Some(bare) = self.bare_march(&mut all, order.kind)
            {
                *bare = thing;
                (led, within, joined, parted) = (false, false, false, false);
                continue;
            }
            all.push(Placed { thing, led, within, joined, parted });
            (led, within, joined, parted) = (false, false, false, false);
        }
        (self.at(&input) == run.to && all.len() <= MOST_THINGS).then_some(all)
    }

    /// Reads again the area of one's own that the row began with: `Winterfell: …, leaving the footman in Winterfell`.
    fn there(&self, all: &[Placed], input: &mut Tokens<'_>) -> Parsed<()> {
        self.word(Word::At, input)?;
        let again = self.area_at(self.place(input)?);
        let is_it = matches!((all.first().map(|first| &first.thing), &again), (Some(Thing::Area(_, Some(first))), Thing::Area(_, Some(area))) if first == area);
        if is_it { Ok(()) } else { Err(EmptyError) }
    }

    /// Returns the only order so far, if it is a march without its number.
    fn bare_march<'a>(&self, all: &'a mut [Placed], kind: OrderKind) -> Option<&'a mut Thing> {
        let mut orders =
            all.iter_mut().map(|placed| &mut placed.thing).filter(|thing| matches!(thing, Thing::Order(_)));
        let only = orders.next()?;
        let is_bare =
            matches!(only, Thing::Order(order) if order.is_bare() && order.kind == OrderKind::March);
        (kind == OrderKind::March && is_bare && orders.next().is_none()).then_some(only)
    }

    /// Reads what nothing else could be: a power token left behind, an order for all, an area with its whole name, a number with its sign.
    fn certain(&self, input: &mut Tokens<'_>) -> Parsed<Thing> {
        if let Ok(run) = self.word(Word::LeavePower, input) {
            return Ok(Thing::LeavePower(run));
        }
        if let Ok(shape) = attempt(input, |input| self.all_ordered(input)) {
            return Ok(Thing::All(shape));
        }
        if let Ok(run) = attempt(input, |input| self.whole_name(input)) {
            return Ok(self.area_at(run));
        }
        let from = self.at(input);
        if let Ok(kinds) = attempt(input, |input| self.unit_letters(input)) {
            return Ok(Thing::Units(
                Units { run: self.run(from, input), kinds: Some(kinds), number: None },
                None,
            ));
        }
        attempt(input, |input| self.numeral(input))
    }

    /// Reads a remark of the table's that is a part of the line by itself: `Here we go.`
    fn remark(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        const PARTING: [Sign; 4] = [Sign::Stop, Sign::Semicolon, Sign::Comma, Sign::Dash];
        let from = self.at(input);
        let parts = |at: usize| {
            self.token(at).and_then(|token| token.sign).is_some_and(|sign| PARTING.contains(&sign))
        };
        self.form(&self.lexicon.chatter, input)?;
        while self.form(&self.lexicon.chatter, input).is_ok() {}
        let is_apart = from.checked_sub(1).is_none_or(parts) && parts(self.at(input));
        let is_apart = is_apart || self.sign(Sign::Colon, &mut input.clone()).is_ok();
        if is_apart { Ok(()) } else { Err(EmptyError) }
    }

    /// Reads units that stay, with the verb before them.
    fn kept_back(&self, input: &mut Tokens<'_>) -> Parsed<Units> {
        self.word(Word::KeepBack, input)?;
        let units = self.troops(input)?;
        let _ = self.word(Word::Behind, input);
        Ok(units)
    }

    /// Reads the whole name of an area; the run that names it has no article.
    fn whole_name(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let start = self.at(input);
        self.article(input);
        let from = self.at(input);
        let articles = self.name_of(Run { from: start, to: from });
        let is_name = |words: &[&str]| {
            self.areas.is_name(&words.join(" ")) || self.areas.is_name(&[&articles, words].concat().join(" "))
        };
        let runs = self.name_run(from);
        let (length, _) = runs.iter().rev().find(|(_, words)| is_name(words)).ok_or(EmptyError)?;
        self.skip(*length, input);
        Ok(self.run(from, input))
    }

    /// Reads the march that a support is for, up to where it leads: `supports the march into Riverrun`.
    fn march_of_another(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        let from = self.at(input);
        let supports =
            from.checked_sub(1).is_some_and(|last| self.word_is(Word::Support, Run { from: last, to: from }));
        attempt(input, |input| {
            self.article(input);
            if !supports || self.at(input) == from {
                return Err(EmptyError);
            }
            self.word(Word::March, input)?;
            self.words(&[Word::To, Word::For], input)?;
            self.place(&mut input.clone()).map(|_| ())
        })
    }

    /// Reads a sign or word that says something of the thing behind it, or nothing.
    fn mark(&self, input: &mut Tokens<'_>) -> Parsed<Mark> {
        if attempt(input, |input| self.remark(input)).is_ok() {
            return Ok(Mark::Parts);
        }
        // "… - Pyke: CP - Greywater Watch: march".
        if attempt(input, |input| {
            self.sign(Sign::Dash, input)?;
            let mut behind = input.clone();
            let is_own = self.is_own(&mut behind);
            if is_own { self.sign(Sign::Colon, &mut behind) } else { Err(EmptyError) }
        })
        .is_ok()
        {
            return Ok(Mark::Parts);
        }
        if self.signs(&[Sign::Arrow, Sign::Dash], input).is_ok() {
            return Ok(Mark::Leads);
        }
        if self.signs(&[Sign::Comma, Sign::And, Sign::Slash, Sign::Plus], input).is_ok() {
            return Ok(Mark::Joins);
        }
        if self.march_of_another(input).is_ok() {
            return Ok(Mark::Leads);
        }
        if self.signs(&[Sign::Semicolon, Sign::Stop], input).is_ok() {
            return Ok(Mark::Parts);
        }
        let signs = [Sign::Colon, Sign::Open, Sign::Close];
        if self.signs(&signs, input).is_ok()
            || self.word(Word::ByShip, input).is_ok()
            || self.form(&self.lexicon.between, input).is_ok()
        {
            return Ok(Mark::Nothing);
        }
        // "The rest: CP at White Harbor".
        if attempt(input, |input| {
            self.article(input);
            self.word(Word::Rest, input)?;
            self.sign(Sign::Colon, input)
        })
        .is_ok()
        {
            return Ok(Mark::Nothing);
        }
        // "Both White Harbor and Winterfell".
        if attempt(input, |input| {
            self.word(Word::Both, input)?;
            self.place(&mut input.clone())
        })
        .is_ok()
        {
            return Ok(Mark::Nothing);
        }
        // "Support for Winterfell" says whom it helps; "on" may say where, too.
        let leads = self.words(&[Word::To, Word::For], &mut input.clone()).is_ok();
        if self.words(&[Word::At, Word::From, Word::With], input).is_ok() {
            return Ok(if leads { Mark::Either } else { Mark::Within });
        }
        if self.words(&[Word::To, Word::For, Word::Target], input).is_ok() {
            return Ok(Mark::Leads);
        }
        if self.word(Word::And, input).is_ok() {
            return Ok(Mark::Joins);
        }
        // "Marches" is an order, and "sends" leads somewhere.
        if self.order(false, &mut input.clone()).is_err() && self.word(Word::March, input).is_ok() {
            return Ok(Mark::Leads);
        }
        if self.words(&[Word::Shall, Word::Bonus, Word::Army, Word::ThatIs, Word::Only], input).is_ok() {
            return Ok(Mark::Nothing);
        }
        // "CP @ Dragonstone".
        if self.token(self.at(input)).is_some_and(|token| token.raw == "@") {
            self.skip(1, input);
            return Ok(Mark::Within);
        }
        let from = self.at(input);
        // "The other" is a unit.
        if self.word(Word::Rest, &mut input.clone()).is_ok() {
            return Err(EmptyError);
        }
        self.article(input);
        if self.at(input) > from { Ok(Mark::Nothing) } else { Err(EmptyError) }
    }

    /// Reads what is neither certain nor says something of another thing.
    fn thing(&self, input: &mut Tokens<'_>) -> Parsed<Thing> {
        // "The Shivering Sea S" ends with no siege engine.
        let is_letter = self.token(self.at(input)).is_some_and(|token| token.folded.chars().count() == 1);
        if is_letter && let Ok(order) = attempt(input, |input| self.order(false, input)) {
            return Ok(Thing::Order(order));
        }
        if let Ok(units) = attempt(input, |input| {
            let alone = self.unit_alone(&mut input.clone()).ok();
            let units = self.troops(input)?;
            let is_one = units.kinds.as_ref().is_some_and(|kinds| kinds.len() == 1);
            Ok(Thing::Units(units, alone.filter(|_| is_one)))
        }) {
            return Ok(units);
        }
        if let Ok(order) = attempt(input, |input| self.order(false, input)) {
            return Ok(Thing::Order(order));
        }
        if self.word(Word::Stay, input).is_ok() {
            return Ok(Thing::Stay);
        }
        if let Ok(run) = self.word(Word::None, input) {
            return Ok(Thing::Nothing(run));
        }
        if let Ok(run) = attempt(input, |input| {
            let run = self.place(input)?;
            // Letters that leave out others might be any word, if it could be spoken: "WF" is none.
            match self.areas.meant(&self.name_of(run), &[self.own]) {
                Meant::One { guessed, .. } if !guessed || self.is_letters(run) => Ok(run),
                _ => Err(EmptyError),
            }
        }) {
            return Ok(self.area_at(run));
        }
        if let Ok((seat, run)) = attempt(input, |input| self.house(input)) {
            return Ok(Thing::House(seat, run));
        }
        attempt(input, |input| self.order(true, input)).map(Thing::Order)
    }

    /// Returns `true` for two or three letters without a vowel that are no word of common speech.
    fn is_letters(&self, run: Run) -> bool {
        let [word] = self.name_of(run)[..] else { return false };
        (2..=3).contains(&word.chars().count())
            && !word.contains(['a', 'e', 'i', 'o', 'u', 'y'])
            && !self.lexicon.common.contains(word)
    }

    /// Reads the number of a march by itself: `+1`, `minus one`, or `0` right before "march".
    fn numeral(&self, input: &mut Tokens<'_>) -> Parsed<Thing> {
        let from = self.at(input);
        let signed = attempt(input, |input| self.bonus(false, input));
        // "To Starfall (0)": no other number in brackets is surely that of the march.
        let nought = attempt(input, |input| {
            self.sign(Sign::Open, input)?;
            let number = self.number(input)?;
            self.sign(Sign::Close, input)?;
            if number == 0 { Ok(0) } else { Err(EmptyError) }
        });
        let bonus = signed.or(nought).or_else(|_| {
            let number = self.number(input)?;
            let order = self.order(false, &mut input.clone())?;
            let is_its = order.kind == OrderKind::March && order.bonus.is_none();
            i16::try_from(number).ok().filter(|_| is_its).ok_or(EmptyError)
        })?;
        let run = self.run(from, input);
        let order =
            OrderSaid { run, kind: OrderKind::March, star: false, bonus: Some(bonus), guessed: false };
        Ok(Thing::Number(order))
    }

    /// Returns the area that a run names, and which it is if one has units there.
    fn area_at(&self, run: Run) -> Thing {
        let own = match self.areas.meant(&self.name_of(run), &[self.own]) {
            Meant::One { area, .. } if self.own.has(area) => Some(area),
            _ => None,
        };
        Thing::Area(run, own)
    }
}
