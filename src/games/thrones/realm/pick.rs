//! The question of one thing among a few: a track, a number, an area, a House card, or a way to lose. Rules: 2e, wildling
//! cards, ports, Consolidate Power.

use crate::games::thrones::answer::malformed;
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground, first};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{Area, CardId, Letter, OrderId, TacticId, World};
use crate::games::thrones::question::Question;
use crate::table::{Listing, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::Value;
use std::ops::ControlFlow;

/// One thing that may be picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    Nothing,
    Number(u8),
    Track(Track),
    Area(Area),
    Card(CardId),
    Word(&'static str),
    House(Seat),
    Order(OrderId),
    Tactic(TacticId),
    /// An ability of a tactic card.
    Ability(TacticId, Letter),
}

/// All that may be picked, each once.
pub type Items = ArrayVec<Item, 129>;

/// Which of some things a house picks.
pub struct Pick<'a> {
    board: &'a Board,
    seat: Seat,
    what: &'static str,
    area: Option<Area>,
    /// A card that the house sees, and nobody else.
    shown: Option<&'static str>,
    /// How many questions alike came before in the same step.
    nth: u8,
    items: Items,
}

impl<'a> Pick<'a> {
    /// The question to a house, with at least one item; `what` tells what for.
    pub fn new(board: &'a Board, seat: Seat, what: &'static str, items: Items) -> Self {
        Pick { board, seat, what, area: None, shown: None, nth: 0, items }
    }

    /// The question about an area.
    pub fn at(board: &'a Board, seat: Seat, what: &'static str, area: Area, items: Items) -> Self {
        Pick { board, seat, what, area: Some(area), shown: None, nth: 0, items }
    }

    /// The question after others alike in the same step.
    pub fn nth(self, nth: u8) -> Self {
        Pick { nth, ..self }
    }

    /// The question with a card that the house alone sees.
    pub fn showing(self, card: &'static str) -> Self {
        Pick { shown: Some(card), ..self }
    }
}

impl Ask for Pick<'_> {
    type Answer = Item;
    const KIND: &'static str = "pick";

    fn ground(&self) -> Ground<'_> {
        let about = About::Nth(self.what, self.area, self.nth);
        Ground { board: self.board, seat: self.seat, about }
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        Question::Pick {
            what: self.what.to_owned(),
            area: self.area.map(|area| world.area_id(area).to_owned()),
            shown: self.shown.map(str::to_owned),
            items: self.items.iter().map(|item| item.write(world)).collect(),
        }
    }

    fn check(&self, item: &Item) -> Result<(), Refusal> {
        if self.items.contains(item) {
            return Ok(());
        }
        let legal: Vec<String> = self.items.iter().map(|item| item.name(&self.board.world)).collect();
        Err(Refusal::new("pick-not-offered").with("item", item.name(&self.board.world)).with("legal", legal))
    }

    fn walk(&self, found: Found<'_, Item>) -> ControlFlow<()> {
        self.items.iter().copied().try_for_each(found)
    }

    fn list(&self, limit: usize) -> Listing<Item> {
        first(self, limit)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Item {
        let place = dice.usize(0..self.items.len().max(1));
        self.items.get(place).copied().unwrap_or(Item::Nothing)
    }

    /// The first. R-26.
    fn default(&self) -> Item {
        self.items.first().copied().unwrap_or(Item::Nothing)
    }

    fn read(&self, value: &Value) -> Result<Item, Refusal> {
        // A copy of the ledger has null in place of an answer that is kept secret.
        if value.is_null() && self.shown.is_some() {
            return Ok(self.default());
        }
        let world = &self.board.world;
        let named = self.items.iter().find(|item| item.write(world) == *value);
        named.map_or_else(|| Form::read(world, Self::KIND, value), |item| Ok(*item))
    }
}

impl Item {
    /// Returns its name for people.
    fn name(self, world: &World) -> String {
        match self {
            Item::Nothing => "nothing".to_owned(),
            Item::Number(number) => number.to_string(),
            Item::Track(track) => track.id().to_owned(),
            Item::Area(area) => world.place(area).name.clone(),
            Item::Card(card) => world.card(card).name.clone(),
            Item::Word(word) => word.to_owned(),
            Item::House(seat) => world.seat_name(seat).to_owned(),
            Item::Order(order) => world.token(order).id.clone(),
            Item::Tactic(card) => tactic(world, card).1.to_owned(),
            Item::Ability(card, letter) => format!("{} ({})", tactic(world, card).1, letter.id()),
        }
    }
}

/// The id and the name of a tactic card.
fn tactic(world: &World, card: TacticId) -> (&str, &str) {
    world.north.as_ref().map_or(("", ""), |north| {
        let card = north.tactic(card);
        (card.card.id(), card.name.as_str())
    })
}

/// A tactic card, one of its abilities, a house or an order, where tactic cards name them.
fn of_the_north(world: &World, id: &str) -> Option<Item> {
    let north = world.north.as_ref()?;
    let ability = |id: &str| {
        let (card, letter) = id.split_once('/')?;
        let letter = Letter::ALL.into_iter().find(|own| own.id() == letter)?;
        Some(Item::Ability(north.tactic_id(card)?, letter))
    };
    let card = north.tactic_id(id).map(Item::Tactic).or_else(|| ability(id));
    card.or_else(|| world.seat(id).map(Item::House)).or_else(|| world.order(id).map(Item::Order))
}

impl Form for Item {
    fn write(&self, world: &World) -> Value {
        match self {
            Item::Nothing => Value::Null,
            Item::Number(number) => (*number).into(),
            Item::Track(track) => track.id().into(),
            Item::Area(area) => world.area_id(*area).into(),
            Item::Card(card) => world.card(*card).id.clone().into(),
            Item::Word(word) => (*word).into(),
            Item::House(seat) => world.seat_id(*seat).into(),
            Item::Order(order) => world.token(*order).id.clone().into(),
            Item::Tactic(card) => tactic(world, *card).0.into(),
            Item::Ability(card, letter) => format!("{}/{}", tactic(world, *card).0, letter.id()).into(),
        }
    }

    /// Words mean something only to the question that offers them.
    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let number = value.as_u64().and_then(|number| u8::try_from(number).ok()).map(Item::Number);
        let named = |id: &str| {
            let track = Track::ALL.into_iter().find(|track| track.id() == id).map(Item::Track);
            let of_board = track.or_else(|| world.area(id).map(Item::Area));
            of_board.or_else(|| world.card_id(id).map(Item::Card)).or_else(|| of_the_north(world, id))
        };
        let item = if value.is_null() { Some(Item::Nothing) } else { number };
        item.or_else(|| value.as_str().and_then(named)).ok_or_else(|| malformed(kind, value))
    }
}
