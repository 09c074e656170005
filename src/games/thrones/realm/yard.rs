//! What a house has built so far in one mustering, and what it may build next. Rules: 1e, Mustering; R-04.

use crate::games::thrones::armies::{Armies, fit, limits};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, Kinds, Unit, World};
use crate::table::{Refusal, Seat};
use arrayvec::ArrayVec;

/// One thing to build. In order: upgrades before new units, by the board's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Build {
    /// A unit standing in the area is made into a better one.
    Upgrade {
        /// City or stronghold.
        area: Area,
        /// What it is made into.
        unit: Unit,
    },
    /// A new unit.
    New {
        /// City or stronghold.
        area: Area,
        /// What is built.
        unit: Unit,
        /// Where it is placed: the area itself, or a sea beside it.
        at: Area,
    },
}

impl Build {
    /// Returns the city or stronghold whose points it costs.
    pub fn area(self) -> Area {
        match self {
            Build::Upgrade { area, .. } | Build::New { area, .. } => area,
        }
    }

    /// Returns the unit that is there then.
    pub fn unit(self) -> Unit {
        match self {
            Build::Upgrade { unit, .. } | Build::New { unit, .. } => unit,
        }
    }

    /// The area where that unit is.
    pub fn at(self) -> Area {
        match self {
            Build::Upgrade { area, .. } => area,
            Build::New { at, .. } => at,
        }
    }

    /// Returns its price in mustering points.
    pub fn price(self, world: &World) -> u8 {
        match self {
            Build::Upgrade { unit, .. } => world.unit(unit).upgrade.map_or(0, |(_, price)| price),
            Build::New { unit, .. } => world.unit(unit).price,
        }
    }
}

/// Why something cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The area has no city or stronghold, or the house does not control it.
    NotYours,
    /// Fewer points are left there than it costs.
    Points {
        /// Points left.
        left: u8,
    },
    /// All units of the kind are on the board.
    Pool,
    /// Nothing can be made into that unit.
    NoUpgrade,
    /// It comes only by making another unit into it, if at all.
    NotRecruited,
    /// No unit that could be made into it stood there when the card was turned.
    NobodyToUpgrade,
    /// Land units are placed in the area itself, ships in a sea beside it.
    Place,
    /// Others' ships, or neutral ones, are in that sea.
    SeaTaken,
    /// There are as many ships in that port as it holds.
    PortFull,
    /// An army would exceed supply.
    Supply,
}

impl Trouble {
    /// Returns the refusal, with names for people.
    pub fn refusal(self, board: &Board, seat: Seat, build: Build) -> Refusal {
        let name = |area: Area| board.world.place(area).name.clone();
        let code = match self {
            Trouble::NotYours => "muster-not-yours",
            Trouble::Points { .. } => "muster-too-few-points",
            Trouble::Pool => "muster-pool-empty",
            Trouble::NoUpgrade => "muster-no-upgrade",
            Trouble::NotRecruited => "muster-not-recruited",
            Trouble::NobodyToUpgrade => "muster-nobody-to-upgrade",
            Trouble::Place => "muster-wrong-place",
            Trouble::SeaTaken => "muster-sea-taken",
            Trouble::PortFull => "muster-port-full",
            Trouble::Supply => "muster-breaks-supply",
        };
        let refusal = Refusal::new(code)
            .with("area", name(build.area()))
            .with("unit", build.unit().id())
            .with("at", name(build.at()));
        match self {
            Trouble::NotYours => refusal.with("city", board.world.city.clone()),
            Trouble::Place => refusal.with("port", !board.world.ports.is_empty()),
            Trouble::NoUpgrade => refusal.with("legal", board.world.upgrades()),
            Trouble::NobodyToUpgrade => match board.world.unit(build.unit()).upgrade {
                Some((from, _)) => refusal.with("from", from.id()),
                None => refusal,
            },
            Trouble::Points { left } => refusal.with("left", left).with("price", build.price(&board.world)),
            Trouble::Supply => {
                let supply = board.houses[seat].supply;
                refusal.with("supply", supply).with("limits", limits(&board.world, supply).to_vec())
            }
            _ => refusal,
        }
    }
}

/// The points with which a house may build: so many in each area, and in all no more than the purse.
#[derive(Clone, Debug, Default)]
pub struct Means {
    pub points: ArrayVec<(Area, u8), 128>,
    /// `None` if the points of each area are spent for themselves.
    pub purse: Option<u8>,
}

impl Means {
    /// Those of the cities and strongholds a house controls, or of one of them.
    pub fn of_structures(board: &Board, seat: Seat, only: Option<Area>) -> Self {
        Means { points: places(board, seat, only).collect(), purse: None }
    }

    /// Points in one area.
    pub fn at(area: Area, points: u8) -> Self {
        Means { points: std::iter::once((area, points)).collect(), purse: None }
    }

    /// Returns how many points there are to spend.
    pub fn total(&self) -> u8 {
        self.purse.unwrap_or_else(|| self.points.iter().fold(0, |sum, (_, n)| sum.saturating_add(*n)))
    }
}

/// Returns the cities and strongholds a house controls, or one of them, with their points.
pub fn places(board: &Board, seat: Seat, only: Option<Area>) -> impl Iterator<Item = (Area, u8)> {
    let mine = board.controlled_by(seat).and(board.world.structures);
    let open = mine.and(only.map_or(mine, AreaSet::of));
    open.iter().map(|area| (area, board.world.place(area).points))
}

/// What has been built so far.
#[derive(Clone)]
pub struct Yard<'a> {
    board: &'a Board,
    seat: Seat,
    /// Areas with points to spend.
    places: AreaSet,
    /// Areas with own units, new ones counted.
    held: AreaSet,
    /// Units by area that need supply, new ones counted.
    sizes: [u8; 128],
    /// Points left by area.
    points: [u8; 128],
    /// Points left in all.
    purse: u8,
    /// Units left to bring to the board. Below none while one is to be made into what comes next.
    pool: Kinds<i8>,
    built: ArrayVec<Build, 64>,
}

impl<'a> Yard<'a> {
    /// Nothing built yet, in all of a house's areas or in one alone.
    pub fn new(board: &'a Board, seat: Seat, only: Option<Area>) -> Self {
        Yard::with(board, seat, &Means::of_structures(board, seat, only))
    }

    /// Nothing built yet, with some points.
    pub fn with(board: &'a Board, seat: Seat, means: &Means) -> Self {
        let (mut sizes, mut points) = ([0; 128], [0; 128]);
        let mut on_board = Kinds::<u8>::default();
        for (area, spot) in board.held_by(seat) {
            let units = spot.units();
            sizes[area.index()] = board.world.mouths(units);
            units.iter().for_each(|(unit, n)| on_board[unit as usize] += n);
        }
        for (area, n) in &means.points {
            points[area.index()] = *n;
        }
        board.houses[seat].away.iter().for_each(|(unit, n)| on_board[unit as usize] += n);
        let pool = |i: usize| board.world.houses[seat].pool[i].saturating_sub(on_board[i]).min(100) as i8;
        let pool = std::array::from_fn(pool);
        let places = means.points.iter().map(|(area, _)| *area).collect();
        let purse = means.purse.unwrap_or(u8::MAX);
        let held = board.spots.held_by(seat);
        Yard { board, seat, places, held, sizes, points, purse, pool, built: ArrayVec::new() }
    }

    /// Returns what has been built.
    pub fn built(&self) -> impl Iterator<Item = Build> {
        self.built.iter().copied()
    }

    /// Why something cannot be built next; none if it can.
    pub fn trouble(&self, build: Build) -> Option<Trouble> {
        let (area, unit, world) = (build.area(), build.unit(), &self.board.world);
        if !self.places.has(area) || self.board.controller(area) != Some(self.seat) {
            return Some(Trouble::NotYours);
        }
        match build {
            Build::Upgrade { .. } => {
                let Some((before, _)) = world.unit(unit).upgrade else { return Some(Trouble::NoUpgrade) };
                // What has just been made by upgrading may be made into more.
                let there = self.board.spot(area).units().of(before) + self.made(area, before);
                if self.upgraded(area, before) >= there {
                    return Some(Trouble::NobodyToUpgrade);
                }
            }
            Build::New { at, .. } if world.unit(unit).sea => {
                let beside = world.borders(area).has(at) || world.place(at).port_of == Some(area);
                if !world.is_sea(at) || !beside {
                    return Some(Trouble::Place);
                }
                if world.ports.has(at) && self.sizes[at.index()] >= world.port_capacity {
                    return Some(Trouble::PortFull);
                }
                let spot = self.board.spot(at);
                if spot.neutral > 0 || spot.holder.is_some_and(|holder| holder != self.seat) {
                    return Some(Trouble::SeaTaken);
                }
            }
            Build::New { at, .. } if at != area => return Some(Trouble::Place),
            Build::New { .. } if world.unit(unit).unrecruited => return Some(Trouble::NotRecruited),
            Build::New { .. } => {}
        }
        let left = self.points[area.index()].min(self.purse);
        if left < build.price(world) || self.built.is_full() {
            return Some(Trouble::Points { left });
        }
        let passes = matches!(build, Build::Upgrade { .. }) && self.goes_on(unit);
        if self.pool[unit as usize] <= 0 && !passes {
            return Some(Trouble::Pool);
        }
        if matches!(build, Build::New { at, .. } if !self.feeds_one_more(at)) {
            return Some(Trouble::Supply);
        }
        None
    }

    /// Returns `true` if a kind can be made into another that the house has.
    fn goes_on(&self, kind: Unit) -> bool {
        let world = &self.board.world;
        let own = |unit: &Unit| world.houses[self.seat].pool[*unit as usize] > 0;
        Unit::ALL.iter().filter(|unit| own(unit)).any(|unit| {
            let upgrade = world.unit(*unit).upgrade;
            upgrade.is_some_and(|(before, _)| before == kind)
        })
    }

    /// Returns `true` if there are units enough for all that is built, now that all is.
    pub fn settled(&self) -> bool {
        self.short_of().is_none()
    }

    /// Returns a kind of which there are too few, because what was made into it has not been made into more.
    pub fn short_of(&self) -> Option<Unit> {
        Unit::ALL.into_iter().find(|unit| self.pool[*unit as usize] < 0)
    }

    /// Returns `true` if something can be built next, and all is settled then.
    pub fn can_build(&self, build: Build) -> bool {
        // Mostly the points are spent; what is left to say then does not matter.
        let left = self.points[build.area().index()].min(self.purse);
        left >= build.price(&self.board.world) && self.trouble(build).is_none() && self.settles(build)
    }

    /// Returns the units left to bring to the board once something is built.
    fn pool_after(&self, build: Build) -> Kinds<i8> {
        let mut pool = self.pool;
        pool[build.unit() as usize] -= 1;
        if let (Build::Upgrade { unit, .. }, world) = (build, &self.board.world)
            && let Some((before, _)) = world.unit(unit).upgrade
        {
            pool[before as usize] += 1;
        }
        pool
    }

    /// Returns `true` if there are units enough for all that is built, one more thing among it.
    fn settles(&self, build: Build) -> bool {
        self.pool_after(build).iter().all(|left| *left >= 0)
    }

    /// Returns the units of a kind in an area that have been made into others.
    fn upgraded(&self, area: Area, before: Unit) -> u8 {
        let of = |unit: Unit| self.board.world.unit(unit).upgrade.map(|(unit, _)| unit);
        let here = |build: &&Build| matches!(build, Build::Upgrade { area: a, unit } if *a == area && of(*unit) == Some(before));
        self.built.iter().filter(here).count() as u8
    }

    /// Returns the units of a kind in an area that others have been made into.
    fn made(&self, area: Area, kind: Unit) -> u8 {
        self.built.iter().filter(|build| **build == Build::Upgrade { area, unit: kind }).count() as u8
    }

    fn feeds_one_more(&self, at: Area) -> bool {
        let larger = self.sizes[at.index()].saturating_add(1);
        if larger < 2 {
            return true;
        }
        let others = self.held.without(AreaSet::of(at));
        let mut armies: Armies = others.iter().map(|area| self.sizes[area.index()]).collect();
        armies.push(larger);
        armies.retain(|size| *size >= 2);
        armies.sort_unstable_by(|a, b| b.cmp(a));
        fit(&armies, limits(&self.board.world, self.board.houses[self.seat].supply))
    }

    /// Builds what can be built.
    pub fn add(&mut self, build: Build) {
        let world = &self.board.world;
        self.pool = self.pool_after(build);
        let points = &mut self.points[build.area().index()];
        *points = points.saturating_sub(build.price(world));
        self.purse = self.purse.saturating_sub(build.price(world));
        if let Build::New { at, .. } = build {
            self.held.add(at);
            self.sizes[at.index()] += 1;
        }
        let _ = self.built.try_push(build);
    }

    /// Returns `true` if nothing at all can be built.
    pub fn idle(&self) -> bool {
        // Mostly the first area has something.
        let options = move || self.places.iter().flat_map(move |area| self.options_at(area));
        options().all(|build| {
            // One thing may be possible only together with another.
            self.trouble(build).is_some()
                || !self.settles(build) && {
                    let mut then = self.clone();
                    then.add(build);
                    !options().any(|next| then.can_build(next))
                }
        })
    }

    /// Returns all that an area's points could be spent on, whether it can be built now or not, in order.
    pub fn options_at(&self, area: Area) -> ArrayVec<Build, 128> {
        let world = &self.board.world;
        let mut options = ArrayVec::new();
        let units = || Unit::ALL.into_iter().filter(|unit| world.houses[self.seat].pool[*unit as usize] > 0);
        for unit in units().filter(|unit| world.unit(*unit).upgrade.is_some()) {
            let _ = options.try_push(Build::Upgrade { area, unit });
        }
        for unit in units().filter(|unit| !world.unit(*unit).unrecruited) {
            if !world.unit(unit).sea {
                let _ = options.try_push(Build::New { area, unit, at: area });
                continue;
            }
            for at in world.borders(area).and(world.seas).or(world.ports_of(area)).iter() {
                let _ = options.try_push(Build::New { area, unit, at });
            }
        }
        options
    }

    /// Returns all that could be built anywhere, in order.
    pub fn options(&self) -> Vec<Build> {
        let mut options: Vec<Build> = self.places.iter().flat_map(|area| self.options_at(area)).collect();
        options.sort_unstable();
        options
    }
}
