//! Makes sensible plans by chance, for stewards and simulated players: simple heuristics that never look ahead and know
//! only what the house's player knows.

use super::plan::{
    ANY_PORT, All, Amount, Blade, Build, Consolidation, Favour, Force, Look, Loss, March, Plan, Raid, Redraw,
    Step, Wish, is_once, next_westeros,
};
use super::reach::{attack_strength, defence_strength, kinds_allowed, next_door};
use super::suggest_north::{affordable, builds_at, movers, north, pull, recruits};
use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::data::{Area, AreaSet, OrderId, OrderKind, Troop, Unit};
use crate::games::thrones::game::Form;
use crate::games::thrones::realm::planning::misplaced;
use crate::games::thrones::war::transport::reach;
use crate::table::{Open, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// Returns a sensible plan for a house: for the open questions, the rest of this turn and the next Westeros phase.
///
/// Questions that no section of a plan answers directly, such as a retreat already asked for, are answered by chance from
/// the legal answers that came with them.
pub fn suggest(board: &Board, seat: Seat, open: &[Open], dice: &mut fastrand::Rng) -> Plan {
    let westeros = next_westeros(board);
    let once = is_once(board, seat, open, westeros);
    let mut maker =
        Maker { board, seat, dice, plan: Plan { turn: board.turn, westeros, once, ..Plan::default() } };
    maker.westeros();
    if board.stage <= Stage::Planning {
        maker.orders();
    }
    if board.stage <= Stage::Raids {
        maker.raids();
    }
    if board.stage <= Stage::Marches {
        maker.marches();
        maker.battles();
    }
    maker.consolidate();
    maker.choices();
    maker.plan.north = north(board, seat, maker.dice);
    maker.answers(open);
    maker.plan
}

/// A march that leads so far away from what a side wants is not worth anything: the Wildlings do not give up The Gift.
const LEAVES: i16 = -5;

struct Maker<'a> {
    board: &'a Board,
    seat: Seat,
    dice: &'a mut fastrand::Rng,
    plan: Plan,
}

impl Maker<'_> {
    fn id(&self, area: Area) -> String {
        self.board.world.area_id(area).to_owned()
    }

    fn own(&self) -> Vec<Area> {
        self.board.held_by(self.seat).map(|(area, _)| area).collect()
    }

    fn enemy(&self, area: Area) -> bool {
        self.board.spot(area).holder.is_some_and(|holder| holder != self.seat)
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.dice.u32(0..n.max(1)) == 0
    }

    /// Plans bids that the house can pay together, losses from the cheapest unit up, and new units where there is room.
    fn westeros(&mut self) {
        let mut power = self.board.houses[self.seat].power;
        let goals = Track::ALL.map(Track::id).into_iter().chain(["wildlings"]);
        for on in goals {
            let bid = self.dice.u8(0..=power.div_ceil(2));
            self.plan.bids.insert(on.to_owned(), bid);
            if on != "wildlings" {
                power -= bid;
            }
        }
        let mut houses: Vec<Seat> = self.board.houses.seats().filter(|seat| *seat != self.seat).collect();
        self.dice.shuffle(&mut houses);
        let order = [self.seat].into_iter().chain(houses);
        self.plan.ties = order.map(|seat| self.board.world.seat_id(seat).to_owned()).collect();
        let price = |unit: &Unit| self.board.world.unit(*unit).price;
        let mut kinds: Vec<Unit> =
            Unit::ALL.into_iter().filter(|u| self.board.world.unit(*u).pool > 0).collect();
        kinds.sort_by_key(price);
        let all = |unit| Loss { unit, number: Amount::All(All::All), at: None };
        self.plan.disband = kinds.into_iter().map(all).collect();
        self.muster();
        let used = self.board.houses[self.seat].used;
        let mut cards: Vec<_> = used.iter().map(|card| self.board.world.card(card)).collect();
        cards.sort_by_key(|card| -card.strength);
        if !cards.is_empty() {
            self.plan.reward = Some(cards.iter().map(|card| card.id.clone()).collect());
        }
    }

    fn muster(&mut self) {
        if let Some(builds) = recruits(self.board, self.seat, self.dice) {
            self.plan.muster = Some(builds);
            return;
        }
        let world = self.board.world.clone();
        let own = world.structures.and(self.board.controlled_by(self.seat));
        let mut builds = Vec::new();
        for area in own.iter() {
            builds.extend(self.builds(area));
        }
        if !builds.is_empty() {
            self.plan.muster = Some(builds);
        }
    }

    /// Returns something to spend all points of an area on.
    fn builds(&mut self, area: Area) -> Vec<Build> {
        let world = self.board.world.clone();
        if let Some(printed) = world.north.as_ref().filter(|printed| printed.sides().contains(&self.seat)) {
            return builds_at(self.board, printed, self.seat, area, self.dice);
        }
        let mut builds = Vec::new();
        let mut points = world.place(area).points;
        let beside = world.borders(area).and(world.seas).or(world.ports_of(area));
        let seas: Vec<Area> = beside.iter().filter(|sea| !self.enemy(*sea)).collect();
        let engines = self.board.pool(self.seat, Unit::SiegeEngine) > 0;
        while points > 0 {
            let (die, sea) = (self.dice.u8(0..4), self.dice.choice(&seas).copied());
            let build = |unit| Build { area: self.id(area), build: Some(unit), upgrade: None, sea: None };
            let one = match (points, die, sea) {
                (2, 1, _) if engines => build(Unit::SiegeEngine),
                (2, 0 | 1, _) => build(Unit::Knight),
                (_, 2, Some(sea)) => Build { sea: Some(self.id(sea)), ..build(Unit::Ship) },
                _ => build(Unit::Footman),
            };
            let price = one.build.map_or(1, |unit| world.unit(unit).price);
            points = points.saturating_sub(price.max(1));
            builds.push(one);
        }
        builds
    }

    /// Musters by about every second order that may.
    fn consolidate(&mut self) {
        for (area, order) in self.ordered(OrderKind::Consolidate) {
            let points = (self.board.edition.consolidates)(self.board, area, order).points;
            if points > 0 {
                let mut muster = if self.one_in(2) { self.builds(area) } else { Vec::new() };
                affordable(&self.board.world, points, &mut muster);
                self.plan.consolidate.push(Consolidation { area: self.id(area), muster });
            }
        }
    }

    /// Plans what cards of some editions ask, in the order of chance.
    fn choices(&mut self) {
        let edition = self.board.edition;
        for (id, cards) in edition.westeros.iter().filter_map(|row| Some((row.id, row.choice?.1))) {
            let mut cards: Vec<String> = cards.iter().map(|card| (*card).to_owned()).collect();
            self.dice.shuffle(&mut cards);
            self.plan.choices.insert(id.to_owned(), cards);
        }
        if self.board.world.ports.is_empty() {
            return;
        }
        self.plan.ports.insert(ANY_PORT.to_owned(), Amount::All(All::All));
        if self.board.has_token(self.seat, Track::KingsCourt) && self.one_in(2) {
            let looks = [Look::Ask, Look::Top, Look::Under];
            // The north has a Raven, and no wildling cards.
            let theatre = self.board.world.houses[self.seat].theatre;
            let none = self.board.theatres[theatre].wildling_deck.is_empty();
            self.plan.look = self.dice.choice(&looks).filter(|_| !none).cloned();
        }
    }

    /// Returns how much a march there is worth; `None` if it would be foolish.
    fn worth(&self, from: Area, to: Area, bonus: i16) -> Option<u32> {
        let (world, spot) = (&*self.board.world, self.board.spot(to));
        let fit = movers(self.board, self.seat, from);
        if fit.is_empty() {
            return None;
        }
        let strength = attack_strength(self.board, self.seat, from, to, fit) + bonus;
        // What brings a side nearer to its aim is worth as much as a castle.
        let pull = pull(self.board, self.seat, from, to);
        if pull < LEAVES {
            return None;
        }
        let nearer = 2 * u32::try_from(pull).unwrap_or(0);
        if spot.neutral > 0 {
            return (strength >= i16::from(spot.neutral)).then_some(6);
        }
        if self.board.defended_against(to, self.seat) {
            // On the way to what it wants, a side dares more: its House card and its supporters may make up for it.
            let dares = if pull > 0 { 2 } else { 0 };
            return (strength + dares > defence_strength(self.board, self.seat, to)).then_some(5 + nearer);
        }
        let place = world.place(to);
        let owner = self.board.controller(to);
        match owner {
            Some(owner) if owner == self.seat => Some(nearer),
            _ => Some(
                nearer + 2 + u32::from(place.points) * 2 + u32::from(place.barrels) + u32::from(place.crowns),
            ),
        }
    }

    fn orders(&mut self) {
        let world = self.board.world.clone();
        let mut areas = self.own();
        self.dice.shuffle(&mut areas);
        let mut tokens: BTreeMap<OrderId, u8> =
            world.all_orders().map(|o| (o, world.tokens_of(self.seat, o))).collect();
        let mut stars = self.board.stars(self.seat);
        let mut orders = BTreeMap::new();
        for area in areas {
            let kinds = self.kinds(area);
            let chosen = kinds.into_iter().find_map(|kind| {
                let mut of_kind: Vec<OrderId> = world
                    .all_orders()
                    .filter(|order| {
                        let token = world.token(*order);
                        token.kind == kind
                            && misplaced(self.board, area, *order).is_none()
                            && tokens.get(order).is_some_and(|n| *n > 0)
                            && (!token.star || stars > 0)
                    })
                    .collect();
                // Starred first, then by bonus; now and then the other way round.
                of_kind.sort_by_key(|order| (!world.token(*order).star, -world.token(*order).bonus));
                if self.dice.u8(0..4) == 0 {
                    of_kind.reverse();
                }
                of_kind.first().copied()
            });
            let Some(order) = chosen else { continue };
            if let Some(left) = tokens.get_mut(&order) {
                *left -= 1;
            }
            stars -= u8::from(world.token(order).star);
            orders.insert(self.id(area), world.token(order).id.clone());
        }
        self.plan.orders = Some(orders);
    }

    /// Returns the kinds of orders allowed in an area, best first.
    fn kinds(&mut self, area: Area) -> Vec<OrderKind> {
        let world = &*self.board.world;
        let near = next_door(self.board, area);
        let threat = near.iter().filter(|a| self.enemy(*a)).count() as u32;
        let march = reach(self.board, self.seat, area).iter().filter_map(|to| self.worth(area, to, 0)).max();
        let crowns = u32::from(world.place(area).crowns);
        // The Others recruit by it.
        let others = world.north.as_ref().map(|printed| printed.others);
        let grows = if others == Some(self.seat) { 3 } else { 0 };
        let allowed = kinds_allowed(self.board, area);
        let kinds = OrderKind::ALL.into_iter().filter(|kind| allowed.contains(&kind.id()));
        let mut scored: Vec<(u32, OrderKind)> = kinds
            .map(|kind| {
                let score = match kind {
                    OrderKind::March => march.map_or(0, |worth| worth * 2),
                    OrderKind::Defense => threat * 3,
                    OrderKind::Support => threat * 2 + 1,
                    OrderKind::Raid => threat * 3,
                    // It may be placed at sea by some editions, and does nothing there.
                    OrderKind::Consolidate if world.seas.without(world.ports).has(area) => 0,
                    OrderKind::Consolidate => 3 + 2 * crowns + grows,
                };
                (score, kind)
            })
            .collect();
        for (score, _) in &mut scored {
            *score += self.dice.u32(0..4);
        }
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        scored.into_iter().map(|(_, kind)| kind).collect()
    }

    /// Returns the house's areas with an order of a kind, as this plan places them or, without orders of its own, as they
    /// are on the board.
    fn ordered(&self, kind: OrderKind) -> Vec<(Area, OrderId)> {
        let world = &*self.board.world;
        let planned = self.plan.orders.as_ref();
        let order = |area: Area| match planned {
            Some(orders) => orders.get(world.area_id(area)).and_then(|id| world.order(id)),
            None => self.board.spot(area).order,
        };
        let all = self.own().into_iter().filter_map(|area| Some((area, order(area)?)));
        all.filter(|(_, order)| world.token(*order).kind == kind).collect()
    }

    fn raids(&mut self) {
        for (from, _) in self.ordered(OrderKind::Raid) {
            let mut at: Vec<Area> = next_door(self.board, from).iter().filter(|a| self.enemy(*a)).collect();
            self.dice.shuffle(&mut at);
            let at = at.into_iter().map(|area| self.id(area)).collect();
            self.plan.raids.push(Raid { from: self.id(from), at });
        }
    }

    fn marches(&mut self) {
        let mut taken = AreaSet::EMPTY;
        for (from, order) in self.ordered(OrderKind::March) {
            let bonus = self.board.world.token(order).bonus;
            let mut goals: Vec<(u32, Area)> = reach(self.board, self.seat, from)
                .without(taken)
                .iter()
                .filter_map(|to| Some((self.worth(from, to, bonus)? + 1, to)))
                .filter(|(worth, _)| *worth > 1)
                .collect();
            for (worth, _) in &mut goals {
                *worth += self.dice.u32(0..3);
            }
            goals.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
            let march = self.march(from, &goals);
            march
                .to
                .iter()
                .filter_map(|step| self.board.world.area(&step.to))
                .for_each(|area| taken.add(area));
            self.plan.marches.push(march);
        }
    }

    /// Sends all units against an enemy or a neutral force, and otherwise spreads them over empty areas.
    fn march(&mut self, from: Area, goals: &[(u32, Area)]) -> March {
        let fit = movers(self.board, self.seat, from);
        let stays = self.board.spot(from).fit != fit;
        let mut to = Vec::new();
        let all = || match stays {
            false => Force::All(All::All),
            true => Force::Kinds(fit.iter().map(|(unit, n)| (unit, Amount::Number(n))).collect()),
        };
        let step = |to: Area, units| Step { to: self.id(to), units };
        if let Some((_, first)) = goals.first() {
            if self.board.defended_against(*first, self.seat)
                || self.board.spot(*first).neutral > 0
                || fit.count() < 2
                || pull(self.board, self.seat, from, *first) > 0
            {
                to.push(step(*first, all()));
            } else {
                let units = fit.iter().flat_map(|(unit, n)| std::iter::repeat_n(unit, usize::from(n)));
                let quiet = goals.iter().map(|(_, area)| *area);
                let quiet = quiet.filter(|area| {
                    !self.board.defended_against(*area, self.seat) && self.board.spot(*area).neutral == 0
                });
                for (area, unit) in quiet.zip(units) {
                    to.push(step(area, Force::Kinds(BTreeMap::from([(unit, Amount::Number(1))]))));
                }
            }
        }
        let goes: u8 =
            to.iter().map(|step| if step.units == Force::All(All::All) { fit.count() } else { 1 }).sum();
        let rich = self.board.houses[self.seat].power > 1 && !self.board.world.is_sea(from);
        let at_home = self.board.world.home_of(from) == Some(self.seat);
        let leave_power = (self.board.edition.token_at_home || !at_home)
            && rich
            && goes == fit.count()
            && !stays
            && !to.is_empty()
            && !self.one_in(4);
        March { from: self.id(from), to, leave_power, when: vec![], unless: vec![] }
    }

    fn battles(&mut self) {
        self.plan.support.own = Some(Favour::Always);
        self.plan.support.others = Some(Favour::Never);
        let world = self.board.world.clone();
        let mut cards: Vec<_> =
            self.board.houses[self.seat].hand.iter().map(|card| world.card(card)).collect();
        let swing: Vec<i16> = cards.iter().map(|card| -card.strength * 2 + self.dice.i16(0..4)).collect();
        let mut order: Vec<usize> = (0..cards.len()).collect();
        order.sort_by_key(|i| swing.get(*i).copied().unwrap_or(0));
        let wishes = &mut self.plan.battle.always;
        wishes.cards = order.iter().filter_map(|i| cards.get(*i)).map(|card| card.id.clone()).collect();
        wishes.blade = Some(Blade::IfItDecides);
        wishes.redraw = (!world.tides.is_empty()).then_some(Redraw::IfZero);
        let mut homes: Vec<(u8, Area)> = self
            .board
            .controlled_by(self.seat)
            .iter()
            .map(|area| (self.board.spot(area).units().count(), area))
            .collect();
        homes.sort_by_key(|(units, _)| std::cmp::Reverse(*units));
        wishes.retreat = homes.iter().map(|(_, area)| world.area_id(*area).to_owned()).collect();
        let own: Troop = self.board.units_of(self.seat);
        let mut kinds: Vec<Unit> = own.iter().map(|(unit, _)| unit).collect();
        kinds.sort_by_key(|unit| world.unit(*unit).price);
        wishes.lose = kinds.into_iter().map(|unit| unit.id().to_owned()).collect();
        cards.retain(|card| card.ability.is_some());
        for card in cards {
            let wish = match card
                .ability
                .and_then(|row| self.board.edition.abilities.get(usize::from(row.place)))
                .map_or(Form::None, |row| row.form)
            {
                Form::Use => Wish::Use(true),
                Form::Track => {
                    Wish::Choose(Track::ALL.into_iter().map(|track| track.id().to_owned()).collect())
                }
                Form::UnitOrNone => Wish::Choose(vec!["knight".into(), "footman".into(), "ship".into()]),
                Form::FitOrRouted => Wish::Choose(vec!["fit".into(), "routed".into()]),
                Form::Area | Form::AreaOrNone => {
                    // In the north what rises, comes back or is recruited comes to one's own areas.
                    let wall = world.north.as_ref().map(|printed| printed.sides().contains(&self.seat));
                    let fits = |area: &Area| match wall {
                        Some(true) => self.board.controller(*area) == Some(self.seat),
                        _ => self.enemy(*area),
                    };
                    let areas = world.all_areas().filter(fits);
                    Wish::Choose(areas.map(|area| world.area_id(area).to_owned()).collect())
                }
                _ => continue,
            };
            if wish != Wish::Choose(vec![]) {
                self.plan.abilities.insert(card.id.clone(), wish);
            }
        }
    }

    /// Plans what a card may ask in its section, as a player would; `false` if there is none.
    fn may_come(&mut self, open: &Open) -> bool {
        let what = open.question["what"].as_str().unwrap_or_default();
        match open.kind.as_str() {
            "pick" if what != "port" => {
                let items = open.question["items"].as_array().into_iter().flatten();
                let mut items: Vec<String> =
                    items.filter_map(|item| item.as_str().map(str::to_owned)).collect();
                self.dice.shuffle(&mut items);
                if !items.is_empty() {
                    self.plan.choices.insert(what.to_owned(), items);
                }
                true
            }
            // Units given up, cards that leave a choice and ports are planned already.
            "pick" | "select" | "westeros" => true,
            _ => false,
        }
    }

    /// Answers the open questions that no section above answers.
    fn answers(&mut self, open: &[Open]) {
        let spoken = BTreeSet::from([
            "orders",
            "gift",
            "bid",
            "tie",
            "muster",
            "disband",
            "march",
            "raid",
            "tactic-deck",
            "tactic-card",
            "quest",
        ]);
        let seat = self.seat;
        for open in open.iter().filter(|open| open.seat == seat && !spoken.contains(open.kind.as_str())) {
            if open.ahead && self.may_come(open) {
                continue;
            }
            let answer = self.dice.choice(&open.legal.answers).unwrap_or(&open.default).clone();
            self.plan.answers.insert(open.key.clone(), answer);
        }
    }
}
