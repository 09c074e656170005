//! The position: what stands where, what each house has, and what follows from it (control, armies, supply).
//!
//! May use: `data`. Is used by: all chapters of the rules.

use super::data::{Area, AreaSet, CardSet, OrderId, OrderKind, Structure, Troop, Unit, Westeros, World};
use crate::table::{BySeat, Seat};
use std::sync::Arc;

/// What stands in one area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// Whose units; none if there are none.
    pub holder: Option<Seat>,
    /// Units that stand.
    pub fit: Troop,
    /// Units that were routed this turn.
    pub routed: Troop,
    /// The order of the holder.
    pub order: Option<OrderId>,
    /// Whose power token lies here.
    pub token: Option<Seat>,
    /// Strength of the neutral force, 0 for none.
    pub neutral: u8,
}

impl Spot {
    /// All units, standing or routed.
    pub fn units(&self) -> Troop {
        self.fit.plus(self.routed)
    }
}

/// What one house has besides its units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct House {
    /// Available power.
    pub power: u8,
    /// Position on the supply track.
    pub supply: u8,
    /// House cards in hand.
    pub hand: CardSet,
    /// House cards used.
    pub used: CardSet,
}

/// One of the three tracks of influence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Track {
    /// Order of play, and all ties but those in battle.
    IronThrone,
    /// Ties in battle; the Valyrian Steel Blade.
    Fiefdoms,
    /// Stars; the Messenger Raven.
    KingsCourt,
}

impl Track {
    /// All, in the order of the auctions.
    pub const ALL: [Track; 3] = [Track::IronThrone, Track::Fiefdoms, Track::KingsCourt];

    /// Its id: `iron-throne`.
    pub fn id(self) -> &'static str {
        match self {
            Track::IronThrone => "iron-throne",
            Track::Fiefdoms => "fiefdoms",
            Track::KingsCourt => "kings-court",
        }
    }
}

/// The stages of a turn, in order. Each is played as one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The three Westeros cards are turned, mammoths move the wildlings.
    Westeros,
    /// Card I is executed.
    CardOne,
    /// Card II.
    CardTwo,
    /// Card III.
    CardThree,
    /// Orders are given.
    Planning,
    /// The Messenger Raven.
    Raven,
    /// Raid orders.
    Raids,
    /// March orders.
    Marches,
    /// Consolidate Power orders, and the end of the turn.
    Consolidate,
    /// The game is over.
    Over,
}

impl Stage {
    /// All stages.
    pub const ALL: [Stage; 10] = [
        Stage::Westeros,
        Stage::CardOne,
        Stage::CardTwo,
        Stage::CardThree,
        Stage::Planning,
        Stage::Raven,
        Stage::Raids,
        Stage::Marches,
        Stage::Consolidate,
        Stage::Over,
    ];

    /// Its id, used in keys of questions: `marches`.
    pub fn id(self) -> &'static str {
        match self {
            Stage::Westeros => "westeros",
            Stage::CardOne => "westeros-1",
            Stage::CardTwo => "westeros-2",
            Stage::CardThree => "westeros-3",
            Stage::Planning => "planning",
            Stage::Raven => "raven",
            Stage::Raids => "raids",
            Stage::Marches => "marches",
            Stage::Consolidate => "consolidate",
            Stage::Over => "over",
        }
    }
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; several share a draw.
    pub winners: Vec<Seat>,
    /// Why: `areas`, `turns`, `supply`, `power`, `draw`.
    pub by: &'static str,
}

/// A whole position.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// What is printed.
    pub world: Arc<World>,
    /// Turn, from 1.
    pub turn: u8,
    /// The stage that is played next, or is being played.
    pub stage: Stage,
    /// Orders executed so far in this stage; part of the keys of questions.
    pub step: u16,
    /// What stands in each area.
    pub spots: Vec<Spot>,
    /// What each house has.
    pub houses: BySeat<House>,
    /// Influence, first to last, by [`Track`].
    pub tracks: [Vec<Seat>; 3],
    /// Whether the Blade has been used this turn.
    pub blade_used: bool,
    /// Step of the wildlings on their track.
    pub wildlings: u8,
    /// Westeros decks, next card first, as places in [`World::decks`].
    pub decks: [Vec<u8>; 3],
    /// The Westeros cards that lie open this turn, as places in [`World::decks`].
    pub open: [Option<u8>; 3],
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

impl Board {
    /// What stands in an area.
    pub fn spot(&self, area: Area) -> &Spot {
        &self.spots[area.index()]
    }

    /// What stands in an area, to change.
    pub fn spot_mut(&mut self, area: Area) -> &mut Spot {
        &mut self.spots[area.index()]
    }

    /// Areas with what stands there.
    pub fn areas(&self) -> impl Iterator<Item = (Area, &Spot)> {
        self.spots.iter().enumerate().map(|(i, spot)| (Area(i as u8), spot))
    }

    /// Ids of houses.
    pub fn seat_ids(&self, seats: &[Seat]) -> Vec<String> {
        seats.iter().map(|seat| self.world.seat_id(*seat).to_owned()).collect()
    }

    /// Strength of the wildlings.
    pub fn wildlings_strength(&self) -> u8 {
        self.world.wildlings.get(usize::from(self.wildlings)).copied().unwrap_or(0)
    }

    /// Areas with units of a house.
    pub fn held_by(&self, seat: Seat) -> impl Iterator<Item = (Area, &Spot)> {
        self.areas().filter(move |(_, spot)| spot.holder == Some(seat))
    }

    /// Areas where a house has an order of a kind.
    pub fn orders_of(&self, seat: Seat, kind: OrderKind) -> AreaSet {
        let is = |order: OrderId| self.world.token(order).kind == kind;
        self.held_by(seat).filter(|(_, spot)| spot.order.is_some_and(is)).map(|(area, _)| area).collect()
    }

    /// Order of play: the Iron Throne track. A copy, for loops that change the board.
    pub fn play_order(&self) -> arrayvec::ArrayVec<Seat, { crate::table::MOST_SEATS }> {
        self.tracks[Track::IronThrone as usize].iter().copied().collect()
    }

    /// Who holds the first place, and so the dominance token, of a track.
    pub fn first_on(&self, track: Track) -> Option<Seat> {
        self.tracks[track as usize].first().copied()
    }

    /// Position of a house on a track, from 0.
    pub fn rank(&self, track: Track, seat: Seat) -> usize {
        let row = &self.tracks[track as usize];
        row.iter().position(|s| *s == seat).unwrap_or(row.len())
    }

    /// Who controls a land area: units, else token, else the printed shield of a house in play. Nobody
    /// controls a sea. Rules: 1e, Control of an area, Establishing control; R-22.
    pub fn controller(&self, area: Area) -> Option<Seat> {
        if self.world.is_sea(area) {
            return None;
        }
        let spot = self.spot(area);
        spot.holder.or(spot.token).or_else(|| if spot.neutral > 0 { None } else { self.world.home_of(area) })
    }

    /// All areas a house controls.
    pub fn controlled_by(&self, seat: Seat) -> AreaSet {
        self.world.land.iter().filter(|area| self.controller(*area) == Some(seat)).collect()
    }

    /// How many areas with a city or stronghold a house controls.
    pub fn structures_of(&self, seat: Seat) -> u8 {
        self.world.structures.iter().filter(|area| self.controller(*area) == Some(seat)).count() as u8
    }

    /// What stands in an area for mustering.
    pub fn structure(&self, area: Area) -> Option<Structure> {
        self.world.place(area).structure
    }

    /// Barrels in the areas a house controls (the track has its own limit).
    pub fn barrels_of(&self, seat: Seat) -> u8 {
        self.controlled_by(seat).iter().map(|area| self.world.place(area).barrels).sum()
    }

    /// Crowns in the areas a house controls.
    pub fn crowns_of(&self, seat: Seat) -> u8 {
        self.controlled_by(seat).iter().map(|area| self.world.place(area).crowns).sum()
    }

    /// All units of a house on the board.
    pub fn units_of(&self, seat: Seat) -> Troop {
        self.held_by(seat).fold(Troop::NONE, |all, (_, spot)| all.plus(spot.units()))
    }

    /// How many of a kind a house may still bring to the board.
    pub fn pool(&self, seat: Seat, unit: Unit) -> u8 {
        self.world.unit(unit).pool.saturating_sub(self.units_of(seat).of(unit))
    }

    /// Power tokens of a house on the board.
    pub fn tokens_on_board(&self, seat: Seat) -> u8 {
        self.spots.iter().filter(|spot| spot.token == Some(seat)).count() as u8
    }

    /// Gives power, as far as tokens last; says how much was given. Rules: 1e, Limit of tokens.
    pub fn gain_power(&mut self, seat: Seat, power: u8) -> u8 {
        let out = self.tokens_on_board(seat) + self.houses[seat].power;
        let given = power.min(self.world.power_tokens.saturating_sub(out));
        self.houses[seat].power += given;
        given
    }

    /// Takes units of a house from an area; the spot falls empty, with its order, when the last is gone.
    /// Leaves no token.
    pub fn remove_units(&mut self, area: Area, fit: Troop, routed: Troop) {
        let spot = self.spot_mut(area);
        spot.fit = spot.fit.minus(fit);
        spot.routed = spot.routed.minus(routed);
        if spot.units().is_empty() {
            spot.holder = None;
            spot.order = None;
        }
    }

    /// Puts units of a house into an area that is empty or its own; an enemy's token goes back to its owner's
    /// pool, the house's own returns to its available power only where the rules say so (not here).
    pub fn place_units(&mut self, area: Area, seat: Seat, fit: Troop, routed: Troop) {
        let spot = self.spot_mut(area);
        spot.holder = Some(seat);
        spot.fit = spot.fit.plus(fit);
        spot.routed = spot.routed.plus(routed);
        if spot.token.is_some_and(|owner| owner != seat) {
            spot.token = None;
        }
    }

    /// The Westeros card open in a deck (0, 1, 2).
    pub fn open_card(&self, deck: usize) -> Option<Westeros> {
        self.open[deck].map(|i| self.world.decks[deck][usize::from(i)].card)
    }

    /// Whether a kind of order is forbidden this turn.
    pub fn forbidden(&self, kind: OrderKind) -> bool {
        (0..3).any(|deck| self.open_card(deck).and_then(Westeros::forbids) == Some(kind))
    }

    /// Whether units of a kind lend nothing in support this turn.
    pub fn mute(&self, unit: Unit) -> bool {
        (0..3).any(|deck| self.open_card(deck).and_then(Westeros::mutes) == Some(unit))
    }

    /// Special orders a house may use: the stars of its place on the King's Court.
    pub fn stars(&self, seat: Seat) -> u8 {
        self.world.stars.get(self.rank(Track::KingsCourt, seat)).copied().unwrap_or(0)
    }

    /// The key of a question: turn, stage, orders executed, house, kind, and where.
    pub fn key(&self, seat: Seat, kind: &str, at: &str) -> String {
        let (turn, stage, step, house) = (self.turn, self.stage.id(), self.step, self.world.seat_id(seat));
        let slash = if at.is_empty() { "" } else { "/" };
        format!("{turn}/{stage}/{step}/{house}/{kind}{slash}{at}")
    }
}
