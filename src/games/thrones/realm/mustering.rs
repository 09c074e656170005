//! Mustering. Rules: 1e, Mustering; R-04.
//!
//! May use: `board`, `armies`, `answer`, `table`. Is used by: westeros.

use super::event::{Built, RealmEvent};
use super::yard::{Build, Yard};
use crate::games::thrones::Thrones;
use crate::games::thrones::answer::{listing, malformed, read_area, read_map, read_unit};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop};
use crate::games::thrones::question::Question;
use crate::table::{Listing, Pause, Query, Refusal, Seat, Table};
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
}

impl<'a> Muster<'a> {
    /// The question to a house.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        Muster { board, seat }
    }

    fn walk(
        &self,
        yard: &Yard<'_>,
        options: &[Build],
        found: &mut dyn FnMut(Builds) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        found(Builds::new(yard.built()))?;
        // Builds are chosen in their own order, so that each choice of them is met once.
        for (i, build) in options.iter().enumerate() {
            if yard.trouble(*build).is_none() {
                let mut then = yard.clone();
                then.add(*build);
                self.walk(&then, &options[i..], found)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Query for Muster<'_> {
    type Game = Thrones;
    type Answer = Builds;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn kind(&self) -> &'static str {
        "muster"
    }

    fn key(&self) -> String {
        self.board.key(self.seat, "muster", "")
    }

    fn position(&self) -> &Board {
        self.board
    }

    fn question(&self) -> Question {
        let points = places(self.board, self.seat);
        Question::Muster {
            points: points.map(|(area, n)| (self.board.world.area_id(area).to_owned(), n)).collect(),
        }
    }

    fn check(&self, builds: &Builds) -> Result<(), Refusal> {
        let mut yard = Yard::new(self.board, self.seat);
        for build in builds.iter() {
            if let Some(trouble) = yard.trouble(build) {
                return Err(trouble.refusal(self.board, self.seat, build));
            }
            yard.add(build);
        }
        Ok(())
    }

    fn list(&self, limit: usize) -> Listing<Builds> {
        let yard = Yard::new(self.board, self.seat);
        let options = yard.options();
        listing(limit, |found| self.walk(&yard, &options, found), |dice| self.sample(dice))
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Builds {
        let mut yard = Yard::new(self.board, self.seat);
        let mut areas: ArrayVec<Area, 128> = places(self.board, self.seat).map(|(area, _)| area).collect();
        dice.shuffle(&mut areas);
        for area in areas {
            // Now and then points are left unspent.
            while dice.u8(0..12) > 0 {
                let mut options = yard.options_at(area);
                options.retain(|build| yard.trouble(*build).is_none());
                if options.is_empty() {
                    break;
                }
                yard.add(options[dice.usize(0..options.len())]);
            }
        }
        Builds::new(yard.built())
    }

    /// Nothing. R-26.
    fn default(&self) -> Builds {
        Builds::default()
    }

    fn write(&self, builds: &Builds) -> Value {
        let id = |area| self.board.world.area_id(area);
        builds
            .iter()
            .map(|build| match build {
                Build::Upgrade { area, unit } => json!({"area": id(area), "upgrade": unit.id()}),
                Build::New { area, unit, at } if at == area => json!({"area": id(area), "build": unit.id()}),
                Build::New { area, unit, at } => {
                    json!({"area": id(area), "build": unit.id(), "in": id(at)})
                }
            })
            .collect()
    }

    fn read(&self, value: &Value) -> Result<Builds, Refusal> {
        let world = &self.board.world;
        let list = value.as_array().ok_or_else(|| malformed("muster", value))?;
        if list.len() > MOST_BUILT {
            return Err(malformed("muster", value));
        }
        let read = |item: &Value| -> Result<Build, Refusal> {
            let map = read_map("muster", item)?;
            let known = |key: &&String| matches!(key.as_str(), "area" | "build" | "upgrade" | "in");
            let area = map.get("area").ok_or_else(|| malformed("muster", item))?;
            let area = read_area(world, "muster", area)?;
            match (map.get("build"), map.get("upgrade"), map.get("in")) {
                _ if map.keys().any(|key| !known(&key)) => Err(malformed("muster", item)),
                (None, Some(unit), None) => Ok(Build::Upgrade { area, unit: read_unit("muster", unit)? }),
                (Some(unit), None, at) => {
                    let unit = read_unit("muster", unit)?;
                    let at = at.map(|at| read_area(world, "muster", at)).transpose()?.unwrap_or(area);
                    Ok(Build::New { area, unit, at })
                }
                _ => Err(malformed("muster", item)),
            }
        };
        list.iter().map(read).collect::<Result<Vec<_>, _>>().map(Builds::new)
    }
}

/// The cities and strongholds a house controls, with their points.
pub fn places(board: &Board, seat: Seat) -> impl Iterator<Item = (Area, u8)> {
    let areas = board.world.structures.iter().filter(move |area| board.controller(*area) == Some(seat));
    areas.map(|area| (area, board.world.place(area).points))
}

/// In order of play each house musters; who can build nothing is not asked.
///
/// # Errors
/// Waits for what to muster.
pub fn mustering<T: Table<Thrones>>(board: &mut Board, table: &mut T) -> Result<(), Pause> {
    for seat in board.play_order() {
        let query = Muster::new(board, seat);
        let builds = if Yard::new(board, seat).idle() {
            table.forced(&query, &Builds::default());
            Builds::default()
        } else {
            table.ask(&query)?
        };
        table.tell(|| mustered(board, seat, &builds).into());
        for build in builds.iter() {
            carry_out(board, seat, build);
        }
    }
    Ok(())
}

fn carry_out(board: &mut Board, seat: Seat, build: Build) {
    match build {
        Build::New { unit, at, .. } => board.place_units(at, seat, Troop::one(unit), Troop::NONE),
        Build::Upgrade { area, unit } => {
            let Some((before, _)) = board.world.unit(unit).upgrade else { return };
            let spot = board.spot_mut(area);
            spot.fit = spot.fit.minus(Troop::one(before)).plus(Troop::one(unit));
        }
    }
}

fn mustered(board: &Board, seat: Seat, builds: &Builds) -> RealmEvent {
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
    let total: u8 = places(board, seat).map(|(_, points)| points).sum();
    RealmEvent::Mustered {
        house: board.world.seat_id(seat).to_owned(),
        points: places(board, seat).map(|(area, points)| (id(area), points)).collect(),
        built,
        unspent: total.saturating_sub(spent),
    }
}
