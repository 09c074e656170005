//! Mustering. Rules: 1e, Mustering; R-04.

use super::event::{Built, RealmEvent};
use super::yard::{self, Build, Means, Trouble, Yard};
use crate::games::thrones::answer::{malformed, read_area, read_map, read_unit};
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground, all_or_few};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop, World};
use crate::games::thrones::game::{Foresight, Table};
use crate::games::thrones::question::Question;
use crate::table::{Foreseen, Listing, Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// The most that is built in one mustering.
const MOST_BUILT: usize = 64;

/// What a house musters: upgrades first, then new units, each in the order of the board's list.
///
/// The order in which a player names them does not matter: new units only make armies larger, so what conforms to
/// supply in the end conforms all along; and an upgrade, which gives a Footman back to the pool, helps what
/// follows it. So whatever can be built in some order can be built in this one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Builds(ArrayVec<Build, MOST_BUILT>);

impl Builds {
    /// These, in their order; what is past the most that can be built is cut off.
    pub fn new(builds: impl IntoIterator<Item = Build>) -> Self {
        let mut builds: ArrayVec<Build, MOST_BUILT> = builds.into_iter().take(MOST_BUILT).collect();
        builds.sort_unstable();
        Builds(builds)
    }

    /// In the order of building.
    pub fn iter(&self) -> impl Iterator<Item = Build> {
        self.0.iter().copied()
    }
}

/// What a house musters.
pub struct Muster<'a> {
    board: &'a Board,
    seat: Seat,
    means: Means,
    about: About<'a>,
    /// `true` if all must be built in one area.
    one: bool,
    /// What is built if nobody says.
    unasked: Builds,
}

impl<'a> Muster<'a> {
    /// The question to a house.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        let means = Means::of_structures(board, seat, None);
        Muster { board, seat, means, about: About::Nothing, one: false, unasked: Builds::default() }
    }

    /// The question to a house that may muster in one area of its choice; `reward` tells what for.
    pub fn in_one(board: &'a Board, seat: Seat, reward: &'static str) -> Self {
        Muster { about: About::Word(reward), one: true, ..Muster::new(board, seat) }
    }

    /// The question to a house that may muster in one area, with so many points.
    pub fn at(board: &'a Board, seat: Seat, area: Area, points: u8) -> Self {
        Muster { means: Means::at(area, points), about: About::Area(area), ..Muster::new(board, seat) }
    }

    /// The question to a house that has some points by something; `word` tells what, and is empty for a card that is
    /// executed.
    pub fn by(board: &'a Board, seat: Seat, means: Means, word: &'static str) -> Self {
        let about = if word.is_empty() { About::Nothing } else { About::Word(word) };
        Muster { means, about, ..Muster::new(board, seat) }
    }

    /// The same question, if something is built though nobody says.
    pub fn unasked(self, builds: Builds) -> Self {
        Muster { unasked: builds, ..self }
    }

    fn yard(&self) -> Yard<'a> {
        Yard::with(self.board, self.seat, &self.means)
    }

    /// Returns `true` if something is built where all else is, or may be built anywhere.
    fn may_join(&self, yard: &Yard<'_>, build: Build) -> bool {
        !self.one || yard.built().all(|other| other.area() == build.area())
    }

    fn build_on(&self, yard: &Yard<'_>, options: &[Build], found: Found<'_, Builds>) -> ControlFlow<()> {
        if yard.settled() {
            found(Builds::new(yard.built()))?;
        }
        // Builds are chosen in their own order, so that each choice of them is met once.
        for (i, build) in options.iter().enumerate() {
            if yard.trouble(*build).is_none() && self.may_join(yard, *build) {
                let mut then = yard.clone();
                then.add(*build);
                self.build_on(&then, &options[i..], found)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Ask for Muster<'_> {
    type Answer = Builds;
    const KIND: &'static str = "muster";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: self.about }
    }

    fn question(&self) -> Question {
        let points = self.means.points.iter();
        Question::Muster {
            points: points.map(|(area, n)| (self.board.world.area_id(*area).to_owned(), *n)).collect(),
            one: self.one,
            purse: self.means.purse,
        }
    }

    fn check(&self, builds: &Builds) -> Result<(), Refusal> {
        let mut yard = self.yard();
        for build in builds.iter() {
            if let Some(trouble) = yard.trouble(build) {
                return Err(trouble.refusal(self.board, self.seat, build));
            }
            if !self.may_join(&yard, build) {
                return Err(Refusal::new("muster-one-area"));
            }
            yard.add(build);
        }
        match builds.iter().find(|_| !yard.settled()) {
            Some(build) => Err(Trouble::Pool.refusal(self.board, self.seat, build)),
            None => Ok(()),
        }
    }

    fn list(&self, limit: usize) -> Listing<Builds> {
        all_or_few(self, limit)
    }

    fn walk(&self, found: Found<'_, Builds>) -> ControlFlow<()> {
        let yard = self.yard();
        let options = yard.options();
        self.build_on(&yard, &options, found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Builds {
        let mut yard = self.yard();
        let mut areas: ArrayVec<Area, 128> = self.means.points.iter().map(|(area, _)| *area).collect();
        dice.shuffle(&mut areas);
        if self.one {
            areas.retain(|area| yard.options_at(*area).iter().any(|build| yard.can_build(*build)));
            areas.truncate(1);
        }
        for area in areas {
            let all = yard.options_at(area);
            // Now and then points are left unspent.
            while dice.u8(0..12) > 0 {
                let fit = all.iter().copied().filter(|build| yard.can_build(*build));
                let options: ArrayVec<Build, 128> = fit.collect();
                if options.is_empty() {
                    break;
                }
                yard.add(options[dice.usize(0..options.len())]);
            }
        }
        Builds::new(yard.built())
    }

    /// Nothing, unless something is built though nobody says. R-26; B-07.
    fn default(&self) -> Builds {
        self.unasked.clone()
    }
}

impl Form for Builds {
    fn write(&self, world: &World) -> Value {
        let id = |area| world.area_id(area);
        self.iter()
            .map(|build| match build {
                Build::Upgrade { area, unit } => json!({"area": id(area), "upgrade": unit.id()}),
                Build::New { area, unit, at } if at == area => json!({"area": id(area), "build": unit.id()}),
                Build::New { area, unit, at } => {
                    json!({"area": id(area), "build": unit.id(), "in": id(at)})
                }
            })
            .collect()
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let list = value.as_array().ok_or_else(|| malformed(kind, value))?;
        if list.len() > MOST_BUILT {
            return Err(malformed(kind, value));
        }
        let read = |item: &Value| -> Result<Build, Refusal> {
            let map = read_map(kind, item)?;
            let known = |key: &&String| matches!(key.as_str(), "area" | "build" | "upgrade" | "in");
            let area = map.get("area").ok_or_else(|| malformed(kind, item))?;
            let area = read_area(world, kind, area)?;
            match (map.get("build"), map.get("upgrade"), map.get("in")) {
                _ if map.keys().any(|key| !known(&key)) => Err(malformed(kind, item)),
                (None, Some(unit), None) => Ok(Build::Upgrade { area, unit: read_unit(kind, unit)? }),
                (Some(unit), None, at) => {
                    let unit = read_unit(kind, unit)?;
                    let at = at.map(|at| read_area(world, kind, at)).transpose()?.unwrap_or(area);
                    Ok(Build::New { area, unit, at })
                }
                _ => Err(malformed(kind, item)),
            }
        };
        list.iter().map(read).collect::<Result<Vec<_>, _>>().map(Builds::new)
    }
}

/// In order of play each house musters; a house that can build nothing is not asked.
///
/// # Errors
/// If a house has not said what it musters.
pub fn mustering(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        let query = Muster::new(board, seat);
        let builds = if query.yard().idle() {
            table.forced(&query, &Builds::default());
            Builds::default()
        } else {
            table.ask(&query)?
        };
        let means = query.means;
        muster(board, seat, &means, &builds, table);
    }
    Ok(())
}

/// A house may muster in an area in place of something else; says whether it did. Building nothing is not to muster.
///
/// # Errors
/// If the house has not said what it musters.
pub fn muster_instead(
    board: &mut Board,
    seat: Seat,
    area: Area,
    points: u8,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let means = Means::at(area, points);
    if Yard::with(board, seat, &means).idle() {
        return Ok(false);
    }
    let unasked = (board.edition.musters_unasked)(board).map(|unit| Build::New { area, unit, at: area });
    let fits = unasked.filter(|build| Yard::with(board, seat, &means).trouble(*build).is_none());
    let builds = table.ask(&Muster::at(board, seat, area, points).unasked(Builds::new(fits)))?;
    if builds.0.is_empty() {
        return Ok(false);
    }
    muster(board, seat, &means, &builds, table);
    Ok(true)
}

/// A house may muster in one area of its choice, if it can build anything; `reward` tells what for.
///
/// # Errors
/// If the house has not said what it musters.
pub fn muster_in_one(
    board: &mut Board,
    seat: Seat,
    reward: &'static str,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    if Yard::new(board, seat, None).idle() {
        return Ok(());
    }
    let builds = table.ask(&Muster::in_one(board, seat, reward))?;
    if let Some(area) = builds.iter().next().map(Build::area) {
        let means = Means::of_structures(board, seat, Some(area));
        muster(board, seat, &means, &builds, table);
    }
    Ok(())
}

/// A house musters with some points, if it can build anything; `word` tells by what it has them. What is not spent is lost.
///
/// # Errors
/// If the house has not said what it musters.
pub fn muster_by(
    board: &mut Board,
    seat: Seat,
    means: &Means,
    word: &'static str,
    unasked: Builds,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let query = Muster::by(board, seat, means.clone(), word).unasked(unasked);
    let builds = if Yard::with(board, seat, means).idle() {
        table.forced(&query, &Builds::default());
        Builds::default()
    } else {
        table.ask(&query)?
    };
    muster(board, seat, means, &builds, table);
    Ok(())
}

fn muster(board: &mut Board, seat: Seat, means: &Means, builds: &Builds, table: &mut Table<'_>) {
    table.tell(|| mustered(board, seat, means, builds).into());
    for build in builds.iter() {
        carry_out(board, seat, build);
    }
}

fn carry_out(board: &mut Board, seat: Seat, build: Build) {
    match build {
        Build::New { unit, at, .. } => board.place_units(at, seat, Troop::one(unit), Troop::NONE),
        Build::Upgrade { area, unit } => {
            let Some((before, _)) = board.world.unit(unit).upgrade else { return };
            let mut spot = board.spot_mut(area);
            // A routed unit only if no other is left; it stays routed.
            let troop = if spot.fit.of(before) > 0 { &mut spot.fit } else { &mut spot.routed };
            *troop = troop.minus(Troop::one(before)).plus(Troop::one(unit));
        }
    }
}

fn mustered(board: &Board, seat: Seat, means: &Means, builds: &Builds) -> RealmEvent {
    let id = |area| board.world.area_id(area).to_owned();
    let built = builds.iter().map(|build| Built {
        area: id(build.area()),
        unit: build.unit().id().to_owned(),
        at: id(build.at()),
        upgrade: matches!(build, Build::Upgrade { .. }),
        points: build.price(&board.world),
    });
    let built: Vec<Built> = built.collect();
    let spent: u8 = built.iter().map(|build| build.points).sum();
    let total = means.total();
    RealmEvent::Mustered {
        house: board.world.seat_id(seat).to_owned(),
        points: means.points.iter().map(|(area, points)| (id(*area), *points)).collect(),
        built,
        unspent: total.saturating_sub(spent),
    }
}

/// Foresees a mustering of all houses that can build something.
pub fn foresee(foresight: &mut Foresight) {
    let houses = foresight.board.play_order();
    foresee_of(foresight, &houses);
}

/// The same of some houses.
pub fn foresee_of(foresight: &mut Foresight, houses: &[Seat]) {
    for seat in houses.iter().copied() {
        let board = &foresight.board;
        let has_places = foresight.units_change && yard::places(board, seat, None).next().is_some();
        if has_places || !Yard::new(board, seat, None).idle() {
            let muster = Foreseen::of(&Muster::new(board, seat), false, foresight.limit());
            foresight.add(muster);
        }
    }
    foresight.units_change = true;
}
