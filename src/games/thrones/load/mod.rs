//! Reads a game's folder into a [`World`]: the copy in the program, or a campaign's own.

pub mod check;
pub mod draw;
mod files;
mod houses;
mod join;
mod map;
mod north;
mod theatres;
mod words;

use super::data::{Area, AreaSet, Kept, KindSet, Kinds, Options, Place, Token, UnitSpec, World};
use super::game::Edition;
use crate::games::folder::{DataFault, Folder, fault, look};
use crate::picture::{LazyPlate, Look};
use crate::table::{MOST_SEATS, Seat};
use files::{GameFile, HousesFile, OrderFile, PlayersFile, Terrain};
use houses::Sources;
use join::Files;

/// Loads a game for a number of players.
///
/// # Errors
/// If a file names what there is not, a border leads to nothing, or the data do not provide for that number of
/// players: the file, and what is wrong with it.
pub fn load(
    folder: Folder<'_>,
    players: u8,
    options: Options,
    edition: &'static Edition,
) -> Result<World, DataFault> {
    let files = join::files(folder, players)?;
    let are_joined = files.are_joined();
    let Files { game, map, houses: file, westeros, main, north } = files;
    let of_main = |file: &str| folder(&format!("{main}{file}"));
    let of_north = |file: &str| folder(&format!("{north}{file}"));
    let areas = map::places(&map, &game)?;
    let mut borders = map::borders(&map, &areas, &options)?;
    let set = |want: &dyn Fn(&Place) -> bool| -> AreaSet {
        (0..areas.len() as u8).map(Area).filter(|a| want(&areas[a.index()])).collect()
    };
    let seats = set_up(&file, players)?;
    let find = |id: &str| -> Result<Area, DataFault> {
        areas
            .iter()
            .position(|place| place.id == id)
            .map(|i| Area(i as u8))
            .ok_or_else(|| fault("houses.yaml", format!("no area is called '{id}'")))
    };
    shut(&mut borders, seats.closed.iter().map(|id| find(id)).collect::<Result<AreaSet, _>>()?);
    let (units, tokens) = (units(&game, &file), tokens(&game));
    let from = Sources { game: &game, file: &file, edition, areas: &areas, units: &units, tokens: &tokens };
    let (cards, mut houses) = houses::in_play(&from, seats, &find)?;
    let neutrals = houses::neutrals(&from, seats, &find)?;
    let theatres = theatres::theatres(&file, &westeros, seats, &houses, &options, edition)?;
    let tides = if options.tides_of_battle { theatres::tides(&westeros.tides) } else { Vec::new() };
    let seat = |id: &String| houses.iter().find(|(_, house)| house.info.id == *id).map(|(seat, _)| seat);
    let homes: Vec<Option<Seat>> = areas.iter().map(|place| place.home.as_ref().and_then(seat)).collect();
    let heirs = north::heirs(&file, &houses, &areas);
    let bonuses = map::bonuses(&map, &find, &seat)?;
    let dashed = map::dashed(&map, &borders, &find)?;
    let north = north::north(&of_north, &map, &houses, edition, &borders, &find)?;
    for (seat, house) in houses.iter_mut() {
        house.printed = map::printed_for(seat, &homes, &heirs, &areas);
    }
    let known: Vec<_> = game.units.keys().copied().collect();
    let joined = are_joined.then_some(&of_north as Folder<'_>);
    let (area_names, lexicon) = words::words(&of_main, joined, &areas, (known, north.is_some()))?;
    let look = match joined {
        Some(of_north) => look(folder)?.unwrap_or_default().joined(look_of(&of_main)?, look_of(of_north)?),
        None => look_of(folder)?,
    };
    Ok(World {
        lexicon,
        area_names,
        movable: KindSet::of(|unit| !units[unit as usize].fixed),
        land: set(&|place| !place.sea),
        seas: set(&|place| place.sea),
        ports: set(&|place| place.port_of.is_some()),
        structures: set(&|place| place.structure.is_some()),
        city: game.structures.keys().find(|id| *id != "stronghold").cloned().unwrap_or_default(),
        chart: map.chart.lines().map(str::to_owned).collect(),
        plate: LazyPlate::default(),
        kept: Kept::default(),
        look,
        instant_win: seats.instant_win,
        port_capacity: game.port_capacity.unwrap_or(u8::MAX),
        tides,
        id: game.id,
        title: game.title,
        turns: game.turns,
        supply_limits: file.supply_limits,
        tokens,
        houses,
        homes,
        heirs,
        bonuses,
        dashed,
        north,
        theatres,
        options,
        areas,
        borders,
        units,
        cards,
        neutrals,
    })
}

/// Returns the set-up for a number of players.
fn set_up(file: &HousesFile, players: u8) -> Result<&PlayersFile, DataFault> {
    let set_up = file.players.get(&players).ok_or_else(|| {
        let known: Vec<String> = file.players.keys().map(u8::to_string).collect();
        let known = known.join(", ");
        fault("houses.yaml", format!("no set-up for {players} players; there are set-ups for {known}"))
    })?;
    if set_up.houses.len() > MOST_SEATS {
        return Err(fault("houses.yaml", format!("a game has at most {MOST_SEATS} houses")));
    }
    Ok(set_up)
}

/// Takes areas off the board that are closed to so few players: nothing borders on them.
fn shut(borders: &mut [AreaSet], closed: AreaSet) {
    for (area, borders) in borders.iter_mut().enumerate() {
        let is_shut = closed.has(Area(area as u8));
        *borders = if is_shut { AreaSet::EMPTY } else { borders.without(closed) };
    }
}

/// Returns the order tokens.
fn tokens(game: &GameFile) -> Vec<Token> {
    let token = |order: &OrderFile| Token {
        id: order.id.clone(),
        kind: order.kind,
        bonus: order.bonus,
        star: order.star,
        tokens: order.tokens,
    };
    game.orders.iter().map(token).collect()
}

/// Returns how a board is drawn.
fn look_of(folder: Folder<'_>) -> Result<Look, DataFault> {
    Ok(look(folder)?.unwrap_or_else(|| Look { bleeds: true, ..Look::default() }))
}

fn units(game: &GameFile, houses: &HousesFile) -> Kinds<UnitSpec> {
    let mut units: Kinds<UnitSpec> = Default::default();
    for (unit, file) in &game.units {
        let own = houses.houses.values().filter_map(|house| house.pool.as_ref()?.get(unit));
        let most = own.chain(houses.units_per_house.get(unit)).copied().max();
        units[*unit as usize] = UnitSpec {
            strength: file.strength,
            price: file.price,
            sea: file.moves == Terrain::Sea,
            upgrade: file.upgrades.zip(file.upgrade_price),
            pool: most.unwrap_or(0),
            stranded: file.retreats == Some(false),
            fixed: file.fixed,
            unrecruited: file.recruited == Some(false),
            cavalry: file.cavalry,
        };
    }
    units
}
