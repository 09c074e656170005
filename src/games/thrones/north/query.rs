//! The secret questions of tactic cards: the deck of the game, and the card of the round. Rules: BW, B-11, B-15, B-16.

use super::deck::side;
use crate::games::thrones::answer::{malformed, read_map};
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{NorthData, TacticId, TacticSet, World};
use crate::games::thrones::game::Thrones;
use crate::games::thrones::question::Question;
use crate::games::thrones::realm::planning::{Ordering, Orders};
use crate::table::{Listing, Query, Refusal, Seat};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;

/// The tactic cards of a side for the whole game, and its objective card if it plays with one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deck {
    pub cards: TacticSet,
    /// As a place in the list of all; `None` where nothing is chosen.
    pub objective: Option<u8>,
}

/// The question for the deck of a side.
pub struct DeckQuery<'a> {
    board: &'a Board,
    seat: Seat,
    printed: &'a NorthData,
}

impl<'a> DeckQuery<'a> {
    /// The question to a side.
    pub fn new(board: &'a Board, seat: Seat, printed: &'a NorthData) -> Self {
        DeckQuery { board, seat, printed }
    }

    fn objectives(&self) -> Vec<Option<u8>> {
        if self.board.world.options.objectives >= 2 {
            return vec![None];
        }
        self.printed.objectives_of(self.seat).map(|place| Some(place as u8)).collect()
    }

    fn fill(&self, cards: TacticSet, from: u8, found: Found<'_, Deck>) -> ControlFlow<()> {
        let [least, most] = self.printed.deck.map(usize::from);
        if cards.len() >= least {
            for objective in self.objectives() {
                found(Deck { cards, objective })?;
            }
        }
        if cards.len() == most {
            return ControlFlow::Continue(());
        }
        for card in from..self.printed.tactics.len() as u8 {
            let mut more = cards;
            more.add(TacticId(card));
            self.fill(more, card + 1, found)?;
        }
        ControlFlow::Continue(())
    }
}

impl Ask for DeckQuery<'_> {
    type Answer = Deck;
    const KIND: &'static str = "tactic-deck";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nothing }
    }

    fn question(&self) -> Question {
        let objectives = self.objectives().into_iter().flatten();
        Question::TacticDeck {
            cards: self.printed.tactics.iter().map(|card| card.card.id().to_owned()).collect(),
            least: self.printed.deck[0],
            most: self.printed.deck[1],
            objectives: objectives.map(|place| objective_id(self.printed, place)).collect(),
        }
    }

    fn check(&self, deck: &Deck) -> Result<(), Refusal> {
        let [least, most] = self.printed.deck;
        let number = deck.cards.len();
        if number < usize::from(least) || number > usize::from(most) {
            let refusal = Refusal::new("tactic-deck-number").with("number", number);
            return Err(refusal.with("least", least).with("most", most));
        }
        let objectives = self.objectives();
        if !objectives.contains(&deck.objective) {
            let own = objectives.into_iter().flatten();
            let own: Vec<&str> =
                own.map(|place| self.printed.objectives[usize::from(place)].name.as_str()).collect();
            return Err(Refusal::new("tactic-deck-objective").with("legal", own));
        }
        Ok(())
    }

    fn walk(&self, found: Found<'_, Deck>) -> ControlFlow<()> {
        self.fill(TacticSet::EMPTY, 0, found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Deck {
        let [least, most] = self.printed.deck;
        let mut all: Vec<TacticId> = self.printed.all_tactics().iter().collect();
        dice.shuffle(&mut all);
        all.truncate(usize::from(dice.u8(least..=most)));
        let objectives = self.objectives();
        let objective = objectives.get(dice.usize(0..objectives.len().max(1))).copied().flatten();
        Deck { cards: all.into_iter().collect(), objective }
    }

    /// The deck that the data name for a silent side, and the first objective card. B-07.
    fn default(&self) -> Deck {
        Deck { cards: self.printed.silent_deck, objective: self.objectives().first().copied().flatten() }
    }

    fn read(&self, value: &Value) -> Result<Deck, Refusal> {
        let map = read_map(Self::KIND, value)?;
        let wrong = || malformed(Self::KIND, value);
        if map.keys().any(|key| key != "cards" && key != "objective") {
            return Err(wrong());
        }
        let mut cards = TacticSet::EMPTY;
        for id in map.get("cards").and_then(Value::as_array).ok_or_else(wrong)? {
            let card = id.as_str().and_then(|id| self.printed.tactic_id(id)).ok_or_else(wrong)?;
            if cards.has(card) {
                return Err(wrong());
            }
            cards.add(card);
        }
        let objective = match map.get("objective") {
            None | Some(Value::Null) => None,
            Some(id) => {
                let id = id.as_str().ok_or_else(wrong)?;
                let place = self.printed.objectives.iter().position(|card| card.card.id() == id);
                Some(place.ok_or_else(wrong)? as u8)
            }
        };
        Ok(Deck { cards, objective })
    }
}

fn objective_id(printed: &NorthData, place: u8) -> String {
    printed.objectives.get(usize::from(place)).map_or("", |card| card.card.id()).to_owned()
}

impl Form for Deck {
    fn write(&self, world: &World) -> Value {
        let Some(printed) = &world.north else { return Value::Null };
        let cards: Vec<&str> = self.cards.iter().map(|card| printed.tactic(card).card.id()).collect();
        let mut deck = Map::new();
        deck.insert("cards".into(), cards.into());
        if let Some(place) = self.objective {
            deck.insert("objective".into(), objective_id(printed, place).into());
        }
        deck.into()
    }

    /// Decks are read by their question, which knows the cards.
    fn read(_: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        Err(malformed(kind, value))
    }
}

/// The question for the tactic card of the round.
pub struct CardOfRound<'a> {
    board: &'a Board,
    seat: Seat,
}

impl<'a> CardOfRound<'a> {
    /// The question to a side, which has a card in hand.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        CardOfRound { board, seat }
    }

    /// Returns the cards to choose from.
    pub fn hand(&self) -> TacticSet {
        side(self.board, self.seat).map_or(TacticSet::EMPTY, |side| side.hand)
    }

    fn id(&self, card: TacticId) -> &str {
        self.board.world.north.as_ref().map_or("", |north| north.tactic(card).card.id())
    }
}

impl Ask for CardOfRound<'_> {
    type Answer = TacticId;
    const KIND: &'static str = "tactic-card";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nothing }
    }

    fn question(&self) -> Question {
        Question::TacticCard { hand: self.hand().iter().map(|card| self.id(card).to_owned()).collect() }
    }

    fn check(&self, card: &TacticId) -> Result<(), Refusal> {
        if self.hand().has(*card) {
            return Ok(());
        }
        let name =
            |card| self.board.world.north.as_ref().map_or("", |north| north.tactic(card).name.as_str());
        let hand: Vec<&str> = self.hand().iter().map(name).collect();
        Err(Refusal::new("tactic-not-in-hand").with("card", name(*card)).with("hand", hand))
    }

    fn walk(&self, found: Found<'_, TacticId>) -> ControlFlow<()> {
        self.hand().iter().try_for_each(found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> TacticId {
        let hand = self.hand();
        hand.iter().nth(dice.usize(0..hand.len().max(1))).unwrap_or(TacticId(0))
    }

    /// The lowest. B-07.
    fn default(&self) -> TacticId {
        self.hand().iter().next().unwrap_or(TacticId(0))
    }
}

impl Form for TacticId {
    fn write(&self, world: &World) -> Value {
        world.north.as_ref().map_or(Value::Null, |north| north.tactic(*self).card.id().into())
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let find = |id: &str| world.north.as_ref().and_then(|north| north.tactic_id(id));
        value.as_str().and_then(find).ok_or_else(|| malformed(kind, value))
    }
}

/// What is sealed for a round: orders and a tactic card are asked for in one, so that neither is known before the other.
pub enum Sealed<'a> {
    Orders(Ordering<'a>),
    Card(CardOfRound<'a>),
}

/// What was sealed.
#[allow(clippy::large_enum_variant, reason = "orders are as large, and are not kept here")]
#[derive(Clone, PartialEq, Debug)]
pub enum Planned {
    Orders(Orders),
    Card(TacticId),
}

impl Sealed<'_> {
    fn refused(&self) -> Refusal {
        malformed(self.kind(), &json!(null))
    }
}

impl Query for Sealed<'_> {
    type Game = Thrones;
    type Answer = Planned;

    fn seat(&self) -> Seat {
        match self {
            Sealed::Orders(query) => query.seat(),
            Sealed::Card(query) => query.seat(),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Sealed::Orders(query) => query.kind(),
            Sealed::Card(query) => query.kind(),
        }
    }

    fn key(&self) -> String {
        match self {
            Sealed::Orders(query) => query.key(),
            Sealed::Card(query) => query.key(),
        }
    }

    fn position(&self) -> &Board {
        match self {
            Sealed::Orders(query) => query.position(),
            Sealed::Card(query) => query.position(),
        }
    }

    fn question(&self) -> Question {
        match self {
            Sealed::Orders(query) => Ask::question(query),
            Sealed::Card(query) => Ask::question(query),
        }
    }

    fn check(&self, planned: &Planned) -> Result<(), Refusal> {
        match (self, planned) {
            (Sealed::Orders(query), Planned::Orders(orders)) => Ask::check(query, orders),
            (Sealed::Card(query), Planned::Card(card)) => Ask::check(query, card),
            _ => Err(self.refused()),
        }
    }

    fn list(&self, limit: usize) -> Listing<Planned> {
        match self {
            Sealed::Orders(query) => {
                let Listing { answers, complete } = Ask::list(query, limit);
                Listing { answers: answers.into_iter().map(Planned::Orders).collect(), complete }
            }
            Sealed::Card(query) => {
                let Listing { answers, complete } = Ask::list(query, limit);
                Listing { answers: answers.into_iter().map(Planned::Card).collect(), complete }
            }
        }
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Planned {
        match self {
            Sealed::Orders(query) => Planned::Orders(Ask::sample(query, dice)),
            Sealed::Card(query) => Planned::Card(Ask::sample(query, dice)),
        }
    }

    fn default(&self) -> Planned {
        match self {
            Sealed::Orders(query) => Planned::Orders(Ask::default(query)),
            Sealed::Card(query) => Planned::Card(Ask::default(query)),
        }
    }

    fn write(&self, planned: &Planned) -> Value {
        let world = &self.position().world;
        match planned {
            Planned::Orders(orders) => orders.write(world),
            Planned::Card(card) => card.write(world),
        }
    }

    fn read(&self, value: &Value) -> Result<Planned, Refusal> {
        match self {
            Sealed::Orders(query) => Ask::read(query, value).map(Planned::Orders),
            Sealed::Card(query) => Ask::read(query, value).map(Planned::Card),
        }
    }
}
