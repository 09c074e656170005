//! What follows from a position: control, armies' pools, tracks, and what open cards say of orders.

pub use super::data::Track;
pub use super::game::{Board, House, Outcome, Theatre};
pub use super::spots::{Spot, SpotMut, Spots};
pub use super::terms::Stage;

use super::data::{Area, AreaSet, CardId, OrderId, OrderKind, Structure, Troop, Unit};
use super::game::{AbilityRow, Ban, WesterosCardRow};
use super::terms::{Forces, LastUnit};
use crate::table::{MOST_SEATS, Seat};
use arrayvec::ArrayVec;

impl Board {
    /// Returns what is in an area.
    #[inline]
    pub fn spot(&self, area: Area) -> &Spot {
        self.spots.get(area)
    }

    /// Returns what is in an area, to change.
    #[inline]
    pub fn spot_mut(&mut self, area: Area) -> SpotMut<'_> {
        self.spots.get_mut(area)
    }

    /// Returns all areas with what is there.
    pub fn areas(&self) -> impl Iterator<Item = (Area, &Spot)> {
        self.spots.iter().enumerate().map(|(i, spot)| (Area(i as u8), spot))
    }

    /// Returns the ids of houses.
    pub fn seat_ids(&self, seats: &[Seat]) -> Vec<String> {
        seats.iter().map(|seat| self.world.seat_id(*seat).to_owned()).collect()
    }

    /// Returns what a march against a neutral force is, by edition and campaign.
    pub fn forces(&self) -> Forces {
        if self.world.options.anyone_against_neutral { Forces::TurnBack } else { self.edition.forces }
    }

    /// Returns what follows when a House card has removed a side's last unit, by edition and campaign.
    pub fn last_unit(&self) -> LastUnit {
        if self.world.options.last_unit_ends_battle { LastUnit::EndsBattle } else { self.edition.last_unit }
    }

    /// Returns the strength of the wildlings, by the first track there is of them.
    pub fn wildlings_strength(&self) -> u8 {
        let track = &self.world.theatres[0].wildlings;
        track.get(usize::from(self.theatres[0].wildlings)).copied().unwrap_or(0)
    }

    /// Returns the areas with units of a house.
    pub fn held_by(&self, seat: Seat) -> impl Iterator<Item = (Area, &Spot)> {
        self.spots.held_by(seat).iter().map(|area| (area, self.spot(area)))
    }

    /// Returns the areas where a house has an order of a kind.
    pub fn orders_of(&self, seat: Seat, kind: OrderKind) -> AreaSet {
        let is = |order: OrderId| self.world.token(order).kind == kind;
        self.held_by(seat).filter(|(_, spot)| spot.order.is_some_and(is)).map(|(area, _)| area).collect()
    }

    /// Returns the order of play: the Iron Throne track, board by board. A copy, for loops that change the board.
    pub fn play_order(&self) -> ArrayVec<Seat, MOST_SEATS> {
        (0..self.theatres.len()).flat_map(|theatre| self.play_order_in(theatre)).collect()
    }

    /// Returns the order of play of one board; nobody, if the game is over there.
    pub fn play_order_in(&self, theatre: usize) -> ArrayVec<Seat, MOST_SEATS> {
        let over = self.is_over(theatre);
        let track = self.theatres[theatre].tracks[Track::IronThrone as usize].iter();
        track.copied().filter(|_| !over).collect()
    }

    /// Returns `true` if a board is played no more, though the game goes on: there is a king, and the north plays its rounds.
    /// Rules: WN, B-85.
    pub fn is_over(&self, theatre: usize) -> bool {
        let north = self.world.north.as_ref().map(|north| north.theatre);
        north.is_some_and(|north| north != theatre)
            && self.north.as_ref().is_some_and(|north| north.king.is_some())
    }

    /// Returns the board a house plays on.
    pub fn theatre_of(&self, seat: Seat) -> &Theatre {
        &self.theatres[self.world.houses[seat].theatre]
    }

    /// Returns the house that has the first place, and so the dominance token, of a track of a board.
    pub fn first_on(&self, theatre: usize, track: Track) -> Option<Seat> {
        self.theatres[theatre].tracks[track as usize].first().copied()
    }

    /// Returns the house that decides what an open card counts as, by its token; where a board is played no more, that of the
    /// next. Rules: WN, B-82.
    pub fn chooser(&self, theatre: usize, track: Track) -> Option<Seat> {
        let played = (theatre..self.theatres.len()).find(|theatre| !self.is_over(*theatre))?;
        self.first_on(played, track)
    }

    /// Returns `true` if a house has the dominance token of a track of its board.
    pub fn has_token(&self, seat: Seat, track: Track) -> bool {
        self.first_on(self.world.houses[seat].theatre, track) == Some(seat)
    }

    /// Returns what a House card does besides its strength and icons.
    pub fn ability(&self, card: CardId) -> Option<&'static AbilityRow> {
        self.edition.abilities.get(usize::from(self.world.card(card).ability?.place))
    }

    /// Returns the position of a house on a track of its board, from 0.
    pub fn rank(&self, track: Track, seat: Seat) -> usize {
        let row = &self.theatre_of(seat).tracks[track as usize];
        row.iter().position(|s| *s == seat).unwrap_or(row.len())
    }

    /// Returns the house that controls a land area: by units, else by token, else by its printed shield. Nobody
    /// controls a sea; a port is its land area's. Rules: 1e, Control of an area, Establishing control; R-22.
    #[inline]
    pub fn controller(&self, area: Area) -> Option<Seat> {
        if self.world.is_sea(area) {
            return self.world.place(area).port_of.and_then(|land| self.controller_of_land(land));
        }
        self.controller_of_land(area)
    }

    #[inline]
    fn controller_of_land(&self, area: Area) -> Option<Seat> {
        let heir = || if self.spot(area).neutral > 0 { None } else { self.world.heirs[area.index()] };
        self.claimant(area).or_else(heir)
    }

    /// Returns the house that has units in an area, else a token, else its shield: that of an empty area which a house
    /// controls because nobody else does is nobody's. Rules: BW, B-20, B-24.
    #[inline]
    pub fn claimant(&self, area: Area) -> Option<Seat> {
        let spot = self.spot(area);
        spot.holder.or(spot.token).or_else(|| if spot.neutral > 0 { None } else { self.world.home_of(area) })
    }

    /// Returns what an order in an area, or on the way there, adds to a march, a defense or a support in this turn.
    pub fn bonus(&self, area: Area, order: OrderId) -> i16 {
        let token = self.world.token(order);
        if !token.star || self.is_special(area, order) {
            return token.bonus;
        }
        let plain = self.world.tokens.iter().filter(|other| other.kind == token.kind && !other.star);
        plain.map(|other| other.bonus).max().unwrap_or(0)
    }

    /// Returns `true` if an order is special, and counts as such in this turn on the board of an area.
    pub fn is_special(&self, area: Area, order: OrderId) -> bool {
        let plain = || self.north.as_ref().is_some_and(|north| north.plain_orders);
        self.world.token(order).star && !(plain() && self.world.is_north(area))
    }

    /// Returns `true` if the Blade and the Raven of a board may be used in this turn.
    pub fn tokens_work(&self, theatre: usize) -> bool {
        let idle = self.north.as_ref().is_some_and(|north| north.tokens_idle);
        !(idle && self.world.north.as_ref().is_some_and(|north| north.theatre == theatre))
    }

    /// Returns units of a house as they are when they have been beaten: those that stand, and those that are routed.
    pub fn beaten(&self, seat: Seat, units: Troop) -> [Troop; 2] {
        if self.world.houses[seat].steadfast { [units, Troop::NONE] } else { [Troop::NONE, units] }
    }

    /// Returns what a House card counts in this turn, as printed unless another card says otherwise.
    pub fn printed_strength(&self, card: CardId) -> i16 {
        if self.is_annulled(card) { 0 } else { self.world.card(card).strength }
    }

    /// Returns `true` if a House card has no strength, icons and text in this turn.
    pub fn is_annulled(&self, card: CardId) -> bool {
        self.north.as_ref().is_some_and(|north| north.annulled.has(card))
    }

    /// Counts units of a house that were destroyed, where something hangs on it.
    pub fn mourn(&mut self, seat: Seat, units: Troop) {
        if let Some(north) = &mut self.north
            && let Some(side) = north.sides.get_mut(seat)
        {
            side.tally.lost = side.tally.lost.saturating_add(units.count());
        }
    }

    /// Returns `true` if another house's units, or its garrison, bar a house the way into an area.
    pub fn defended_against(&self, area: Area, seat: Seat) -> bool {
        let spot = self.spot(area);
        let garrison = || spot.garrison > 0 && self.world.home_of(area) != Some(seat);
        spot.holder.map_or_else(garrison, |holder| holder != seat)
    }

    /// Returns all areas a house controls.
    pub fn controlled_by(&self, seat: Seat) -> AreaSet {
        let printed = self.world.houses[seat].printed.without(self.spots.claimed());
        let kept = printed.iter().filter(|area| self.controller(*area) == Some(seat)).collect();
        let marked = self.spots.tokens_of(seat).without(self.spots.held());
        self.spots.held_by(seat).or(marked).or(kept).and(self.world.land)
    }

    /// Returns how many areas with a city or stronghold a house controls.
    pub fn structures_of(&self, seat: Seat) -> u8 {
        self.controlled_by(seat).and(self.world.structures).len() as u8
    }

    /// Returns the city or stronghold of an area.
    pub fn structure(&self, area: Area) -> Option<Structure> {
        self.world.place(area).structure
    }

    /// Returns the barrels in the areas a house controls (the track has its own limit).
    pub fn barrels_of(&self, seat: Seat) -> u8 {
        self.controlled_by(seat).iter().map(|area| self.world.place(area).barrels).sum()
    }

    /// Returns the crowns in the areas a house controls.
    pub fn crowns_of(&self, seat: Seat) -> u8 {
        self.controlled_by(seat).iter().map(|area| self.world.place(area).crowns).sum()
    }

    /// Returns all units of a house on the board.
    pub fn units_of(&self, seat: Seat) -> Troop {
        self.held_by(seat).fold(Troop::NONE, |all, (_, spot)| all.plus(spot.units()))
    }

    /// Returns how many of a kind a house may still bring to the board.
    pub fn pool(&self, seat: Seat, unit: Unit) -> u8 {
        let used = self.units_of(seat).plus(self.houses[seat].away).of(unit);
        self.world.houses[seat].pool[unit as usize].saturating_sub(used)
    }

    /// Returns how many power tokens of a house are on the board.
    pub fn tokens_on_board(&self, seat: Seat) -> u8 {
        self.spots.tokens_of(seat).len() as u8
    }

    /// Gives power, as far as tokens last; says how much was given. Rules: 1e, Limit of tokens.
    pub fn gain_power(&mut self, seat: Seat, power: u8) -> u8 {
        let out = self.tokens_on_board(seat) + self.houses[seat].power;
        let given = power.min(self.world.houses[seat].power_tokens.saturating_sub(out));
        self.houses[seat].power += given;
        given
    }

    /// Takes an order from an area, if that one lies there still.
    pub fn spend(&mut self, area: Area, order: OrderId) {
        let mut spot = self.spot_mut(area);
        spot.order = spot.order.filter(|there| *there != order);
    }

    /// Takes units of a house from an area; the spot falls empty, with its order, when the last is gone.
    /// Leaves no token.
    pub fn remove_units(&mut self, area: Area, fit: Troop, routed: Troop) {
        let mut spot = self.spot_mut(area);
        spot.fit = spot.fit.minus(fit);
        spot.routed = spot.routed.minus(routed);
        if spot.units().is_empty() {
            spot.holder = None;
            spot.order = None;
        }
        drop(spot);
        self.drop_idle(area);
    }

    /// Takes away an order that those who are left in an area cannot carry out: units that never leave it defend and
    /// support. Rules: BW, B-33.
    pub fn drop_idle(&mut self, area: Area) {
        let spot = self.spot(area);
        if spot.order.is_some_and(|order| self.is_unmanned(area, order)) {
            self.spot_mut(area).order = None;
        }
    }

    /// Returns `true` if only units that never leave an area are there, and an order would need others.
    pub fn is_unmanned(&self, area: Area, order: OrderId) -> bool {
        let units = self.spot(area).units();
        let kind = self.world.token(order).kind;
        !units.is_empty()
            && self.world.movable(units).is_empty()
            && !matches!(kind, OrderKind::Defense | OrderKind::Support)
    }

    /// Puts units of a house into an area that is empty or its own; an enemy's token goes back to its owner's
    /// pool, the house's own returns to its available power only where the rules say so (not here).
    pub fn place_units(&mut self, area: Area, seat: Seat, fit: Troop, routed: Troop) {
        let mut spot = self.spot_mut(area);
        spot.holder = Some(seat);
        spot.fit = spot.fit.plus(fit);
        spot.routed = spot.routed.plus(routed);
        if spot.token.is_some_and(|owner| owner != seat) {
            spot.token = None;
        }
    }

    /// Returns what the Westeros card open in a deck of a board does, or the card it was chosen to count as.
    pub fn open_row(&self, theatre: usize, deck: usize) -> Option<&'static WesterosCardRow> {
        let here = &self.theatres[theatre];
        let card = usize::from((*here.open.get(deck)?)?);
        let printed = || Some(self.world.theatres[theatre].decks.get(deck)?.get(card)?.card.place);
        let place = here.chosen.get(deck).copied().flatten().or_else(printed)?;
        self.edition.westeros.get(usize::from(place))
    }

    /// Returns what the open Westeros cards of all boards do.
    pub fn open_rows(&self) -> impl Iterator<Item = &'static WesterosCardRow> {
        let boards = self.theatres.iter().enumerate();
        let decks = boards.flat_map(|(i, theatre)| (0..theatre.open.len()).map(move |deck| (i, deck)));
        decks.filter_map(|(theatre, deck)| self.open_row(theatre, deck))
    }

    /// Returns `true` if an open card forbids a kind of order this turn, starred or not.
    pub fn forbidden(&self, kind: OrderKind) -> bool {
        self.open_rows().any(|row| row.forbids == Some(Ban { kind, starred_only: false }))
    }

    /// Returns the orders that open cards forbid this turn: kinds by their ids, and single tokens by theirs.
    pub fn forbidden_orders(&self) -> Vec<String> {
        let kinds = OrderKind::ALL.into_iter().filter(|kind| self.forbidden(*kind));
        let kinds = kinds.map(|kind| kind.id().to_owned());
        let tokens = self
            .world
            .all_orders()
            .filter(|order| !self.forbidden(self.world.token(*order).kind) && self.forbids(*order).is_some());
        kinds.chain(tokens.map(|order| self.world.token(order).id.clone())).collect()
    }

    /// Returns the open card that forbids an order this turn.
    pub fn forbids(&self, order: OrderId) -> Option<&'static WesterosCardRow> {
        let token = self.world.token(order);
        let hits = |ban: Ban| ban.kind == token.kind && (token.star || !ban.starred_only);
        self.open_rows().find(|row| row.forbids.is_some_and(hits))
    }

    /// Returns `true` if units of a kind lend nothing in support this turn.
    pub fn mute(&self, unit: Unit) -> bool {
        self.open_rows().any(|row| row.mutes == Some(unit))
    }

    /// Returns how many special orders a house may use: the stars of its place on the King's Court.
    pub fn stars(&self, seat: Seat) -> u8 {
        let stars = &self.world.theatres[self.world.houses[seat].theatre].stars;
        stars.get(self.rank(Track::KingsCourt, seat)).copied().unwrap_or(0)
    }

    /// Returns the key of a question: turn, stage, orders executed, house, kind, and where.
    pub fn key(&self, seat: Seat, kind: &str, at: &str) -> String {
        let (turn, stage, step, house) = (self.turn, self.stage.id(), self.step, self.world.seat_id(seat));
        let slash = if at.is_empty() { "" } else { "/" };
        format!("{turn}/{stage}/{step}/{house}/{kind}{slash}{at}")
    }
}
