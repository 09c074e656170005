//! A table without its type, so that a row of rules can be a plain function: the rules of a game that has editions
//! are written for this one and compiled once, whoever answers behind it.

use super::{Game, Listing, MOST_SEATS, Pause, Point, Query, Refusal, Seat, Table};
use arrayvec::ArrayVec;
use serde_json::Value;
use std::cell::RefCell;
use std::fmt;

/// A [`Table`] of any type. Queries keep their types and answers: what is erased is the table alone. It asks without
/// allocating, and a table that does not listen still never builds an event.
pub struct AnyTable<'a, G: Game> {
    table: &'a mut dyn Erased<G>,
    listens: bool,
}

impl<'a, G: Game> AnyTable<'a, G> {
    /// Hides the type of a table.
    pub fn of<T: Table<G>>(table: &'a mut T) -> Self {
        AnyTable { listens: table.listens(), table }
    }

    /// [`Table::ask`].
    ///
    /// # Errors
    /// If the table has no answer yet.
    pub fn ask<Q: Query<Game = G>>(&mut self, query: &Q) -> Result<Q::Answer, Pause> {
        let kept = Kept::new(query);
        let place = self.table.ask(&kept)?;
        Ok(kept.take(place))
    }

    /// [`Table::ask_together`].
    ///
    /// # Errors
    /// If the table has not all answers yet.
    pub fn ask_together<Q: Query<Game = G>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause> {
        let kept: ArrayVec<Kept<'_, Q>, MOST_SEATS> = queries.iter().map(Kept::new).collect();
        let hidden: ArrayVec<AnyQuery<'_, G>, MOST_SEATS> = kept.iter().map(|kept| AnyQuery(kept)).collect();
        let places = self.table.ask_together(&hidden)?;
        Ok(kept.iter().zip(places).map(|(kept, place)| kept.take(place)).collect())
    }

    /// [`Table::forced`].
    pub fn forced<Q: Query<Game = G>>(&mut self, query: &Q, answer: &Q::Answer) {
        if self.listens {
            let kept = Kept::new(query);
            let place = kept.keep(answer.clone());
            self.table.forced(&kept, place);
        }
    }

    /// [`Table::shuffle`].
    pub fn shuffle<T: Copy>(&mut self, label: impl FnOnce() -> String, items: &mut [T]) {
        let mut order: Vec<usize> = (0..items.len()).collect();
        self.table.shuffle(Box::new(label), &mut order);
        let before = items.to_vec();
        items.iter_mut().zip(order).for_each(|(item, from)| *item = before[from]);
    }

    /// [`Table::settle`].
    pub fn settle(&mut self, point: impl FnOnce() -> Point) -> Option<Value> {
        self.table.settle(Box::new(point))
    }

    /// [`Table::tell`].
    pub fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        if self.listens {
            self.table.tell(event());
        }
    }
}

/// A table as far as it can be used without knowing its type.
trait Erased<G: Game> {
    /// The place of the answer among those its query keeps.
    fn ask(&mut self, query: &dyn Keeper<G>) -> Result<u32, Pause>;
    fn ask_together(&mut self, queries: &[AnyQuery<'_, G>]) -> Result<ArrayVec<u32, MOST_SEATS>, Pause>;
    fn forced(&mut self, query: &dyn Keeper<G>, place: u32);
    fn shuffle(&mut self, label: Box<dyn FnOnce() -> String + '_>, order: &mut [usize]);
    fn settle(&mut self, point: Box<dyn FnOnce() -> Point + '_>) -> Option<Value>;
    fn tell(&mut self, event: G::Event);
}

impl<G: Game, T: Table<G>> Erased<G> for T {
    fn ask(&mut self, query: &dyn Keeper<G>) -> Result<u32, Pause> {
        Table::ask(self, &AnyQuery(query)).map(|answer| answer.place)
    }

    fn ask_together(&mut self, queries: &[AnyQuery<'_, G>]) -> Result<ArrayVec<u32, MOST_SEATS>, Pause> {
        Ok(Table::ask_together(self, queries)?.into_iter().map(|answer| answer.place).collect())
    }

    fn forced(&mut self, query: &dyn Keeper<G>, place: u32) {
        let query = AnyQuery(query);
        let answer = query.answer(place);
        Table::forced(self, &query, &answer);
    }

    fn shuffle(&mut self, label: Box<dyn FnOnce() -> String + '_>, order: &mut [usize]) {
        Table::shuffle(self, label, order);
    }

    fn settle(&mut self, point: Box<dyn FnOnce() -> Point + '_>) -> Option<Value> {
        Table::settle(self, point)
    }

    fn tell(&mut self, event: G::Event) {
        Table::tell(self, || event);
    }
}

/// A query with the answers that were made for it, of a type that only it knows.
struct Kept<'q, Q: Query> {
    query: &'q Q,
    /// Nearly always the only one.
    first: RefCell<Option<Q::Answer>>,
    others: RefCell<Vec<Q::Answer>>,
}

impl<'q, Q: Query> Kept<'q, Q> {
    fn new(query: &'q Q) -> Self {
        Kept { query, first: RefCell::new(None), others: RefCell::default() }
    }

    fn keep(&self, answer: Q::Answer) -> u32 {
        let mut first = self.first.borrow_mut();
        if first.is_none() {
            *first = Some(answer);
            return 0;
        }
        let mut others = self.others.borrow_mut();
        others.push(answer);
        others.len() as u32
    }

    fn with<R>(&self, place: u32, use_it: impl FnOnce(&Q::Answer) -> R) -> R {
        let (first, others) = (self.first.borrow(), self.others.borrow());
        let other = (place as usize).checked_sub(1).and_then(|place| others.get(place));
        match other.or(first.as_ref()) {
            Some(answer) => use_it(answer),
            // Places come from `keep` alone, so there is an answer.
            None => use_it(&self.query.default()),
        }
    }

    /// Gives an answer out of keeping: an answer may be large, and is moved no more than needed.
    fn take(&self, place: u32) -> Q::Answer {
        if place > 0 {
            let other = self.others.take().into_iter().nth(place as usize - 1);
            return other.unwrap_or_else(|| self.query.default());
        }
        // Nearly always this one.
        match self.first.take() {
            Some(answer) => answer,
            None => self.query.default(),
        }
    }
}

/// A [`Query`] whose answers are known by their places only.
trait Keeper<G: Game> {
    fn seat(&self) -> Seat;
    fn kind(&self) -> &'static str;
    fn key(&self) -> String;
    fn position(&self) -> &G::State;
    fn question(&self) -> G::Question;
    fn check(&self, place: u32) -> Result<(), Refusal>;
    /// The places of the answers listed, and whether these are all.
    fn list(&self, limit: usize) -> (Vec<u32>, bool);
    fn sample(&self, dice: &mut fastrand::Rng) -> u32;
    fn default(&self) -> u32;
    fn write(&self, place: u32) -> Value;
    fn read(&self, value: &Value) -> Result<u32, Refusal>;
    fn same(&self, one: u32, other: u32) -> bool;
    fn show(&self, place: u32, to: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<Q: Query> Keeper<Q::Game> for Kept<'_, Q> {
    fn seat(&self) -> Seat {
        self.query.seat()
    }

    fn kind(&self) -> &'static str {
        self.query.kind()
    }

    fn key(&self) -> String {
        self.query.key()
    }

    fn position(&self) -> &<Q::Game as Game>::State {
        self.query.position()
    }

    fn question(&self) -> <Q::Game as Game>::Question {
        self.query.question()
    }

    fn check(&self, place: u32) -> Result<(), Refusal> {
        self.with(place, |answer| self.query.check(answer))
    }

    fn list(&self, limit: usize) -> (Vec<u32>, bool) {
        let listing = self.query.list(limit);
        (listing.answers.into_iter().map(|answer| self.keep(answer)).collect(), listing.complete)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> u32 {
        self.keep(self.query.sample(dice))
    }

    fn default(&self) -> u32 {
        self.keep(self.query.default())
    }

    fn write(&self, place: u32) -> Value {
        self.with(place, |answer| self.query.write(answer))
    }

    fn read(&self, value: &Value) -> Result<u32, Refusal> {
        self.query.read(value).map(|answer| self.keep(answer))
    }

    fn same(&self, one: u32, other: u32) -> bool {
        self.with(one, |one| self.with(other, |other| one == other))
    }

    fn show(&self, place: u32, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with(place, |answer| write!(to, "{answer:?}"))
    }
}

/// A query without its type, as a table gets it.
struct AnyQuery<'k, G: Game>(&'k dyn Keeper<G>);

/// An answer without its type: the place where its query keeps it.
struct AnyAnswer<'k, G: Game> {
    keeper: &'k dyn Keeper<G>,
    place: u32,
}

impl<G: Game> Clone for AnyAnswer<'_, G> {
    fn clone(&self) -> Self {
        AnyAnswer { keeper: self.keeper, place: self.place }
    }
}

impl<G: Game> PartialEq for AnyAnswer<'_, G> {
    fn eq(&self, other: &Self) -> bool {
        self.keeper.same(self.place, other.place)
    }
}

impl<G: Game> fmt::Debug for AnyAnswer<'_, G> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.keeper.show(self.place, to)
    }
}

impl<'k, G: Game> AnyQuery<'k, G> {
    fn answer(&self, place: u32) -> AnyAnswer<'k, G> {
        AnyAnswer { keeper: self.0, place }
    }
}

impl<'k, G: Game> Query for AnyQuery<'k, G> {
    type Game = G;
    type Answer = AnyAnswer<'k, G>;

    fn seat(&self) -> Seat {
        self.0.seat()
    }

    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    fn key(&self) -> String {
        self.0.key()
    }

    fn position(&self) -> &G::State {
        self.0.position()
    }

    fn question(&self) -> G::Question {
        self.0.question()
    }

    fn check(&self, answer: &Self::Answer) -> Result<(), Refusal> {
        self.0.check(answer.place)
    }

    fn list(&self, limit: usize) -> Listing<Self::Answer> {
        let (places, complete) = self.0.list(limit);
        Listing { answers: places.into_iter().map(|place| self.answer(place)).collect(), complete }
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Self::Answer {
        self.answer(self.0.sample(dice))
    }

    fn default(&self) -> Self::Answer {
        self.answer(self.0.default())
    }

    fn write(&self, answer: &Self::Answer) -> Value {
        self.0.write(answer.place)
    }

    fn read(&self, value: &Value) -> Result<Self::Answer, Refusal> {
        self.0.read(value).map(|place| self.answer(place))
    }
}
