//! The files of a game's folder; of a game that joins two boards, those of both boards made into one set.
//!
//! A folder whose `game.yaml` names boards has no map, houses or cards of its own: they are those of the games it names, found
//! below their ids (`thrones-2e/map.yaml`). The first board is the main one; the north comes second, with tracks of its own.

use super::files::{
    AreaFile, GameFile, HouseFile, HousesFile, MapFile, PlayersFile, TheatreFile, UnitFile, WesterosFile,
};
use crate::games::folder::{DataFault, Folder, fault, read};
use crate::games::thrones::data::Unit;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

const FILE: &str = "game.yaml";

/// The id of the second board.
const NORTH: &str = "north";

/// What a game is made of.
pub(super) struct Files {
    pub game: GameFile,
    pub map: MapFile,
    pub houses: HousesFile,
    pub westeros: WesterosFile,
    /// What stands before the names of files of the main board, and of the north.
    pub main: String,
    pub north: String,
}

impl Files {
    /// Returns `true` if these are the files of two boards.
    pub fn are_joined(&self) -> bool {
        self.main != self.north
    }
}

/// Whether a folder names boards.
#[derive(Deserialize)]
struct Head {
    boards: Option<serde::de::IgnoredAny>,
}

/// The `game.yaml` of a game that joins two boards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JoinFile {
    id: String,
    title: String,
    /// The main boards, each with the numbers of players at which it is used.
    boards: Vec<BoardFile>,
    /// The board that all of them are joined with.
    north: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    game: String,
    players: Vec<u8>,
}

/// Reads the files of a game for a number of players.
///
/// # Errors
/// If one is missing or cannot be read, or two boards do not go together.
pub(super) fn files(folder: Folder<'_>, players: u8) -> Result<Files, DataFault> {
    let head: Head = read(folder, FILE)?;
    if head.boards.is_none() {
        return files_of(folder, "");
    }
    let JoinFile { id, title, boards, north } = read(folder, FILE)?;
    let Some(board) = boards.iter().find(|board| board.players.contains(&players)) else {
        let known: Vec<String> = boards.iter().flat_map(|board| &board.players).map(u8::to_string).collect();
        let known = known.join(", ");
        return Err(fault(FILE, format!("no boards for {players} players; there are boards for {known}")));
    };
    let main = files_of(folder, &format!("{}/", board.game))?;
    let north = files_of(folder, &format!("{north}/"))?;
    let mut joined = joined(main, north)?;
    (joined.game.id, joined.game.title) = (id, title);
    Ok(joined)
}

fn files_of(folder: Folder<'_>, at: &str) -> Result<Files, DataFault> {
    Ok(Files {
        game: read(folder, &format!("{at}{FILE}"))?,
        map: read(folder, &format!("{at}map.yaml"))?,
        houses: read(folder, &format!("{at}houses.yaml"))?,
        westeros: read(folder, &format!("{at}westeros.yaml"))?,
        main: at.to_owned(),
        north: at.to_owned(),
    })
}

fn joined(main: Files, north: Files) -> Result<Files, DataFault> {
    let Files { game, map, houses, westeros, main, .. } = main;
    if game.turns != north.game.turns {
        return Err(fault(FILE, "the two boards are not played over as many turns"));
    }
    if game.orders != north.game.orders {
        return Err(fault(FILE, "the two boards have not the same order tokens"));
    }
    Ok(Files {
        houses: join_houses(houses, north.houses, &north.game)?,
        game: GameFile { units: units(game.units, north.game.units)?, ..game },
        map: join_maps(map, north.map)?,
        westeros,
        main,
        north: north.main,
    })
}

/// Kinds of unit of both boards. What rides matters to cards of the north alone.
fn units(
    mut main: BTreeMap<Unit, UnitFile>,
    north: BTreeMap<Unit, UnitFile>,
) -> Result<BTreeMap<Unit, UnitFile>, DataFault> {
    for (unit, mut file) in north {
        if let Some(known) = main.get(&unit) {
            let cavalry = file.cavalry;
            file.cavalry = known.cavalry;
            if file != *known {
                return Err(fault(FILE, format!("a {} is not the same on both boards", unit.id())));
            }
            file.cavalry |= cavalry;
        }
        main.insert(unit, file);
    }
    Ok(main)
}

/// The areas of both boards; no border leads from one to the other.
fn join_maps(mut main: MapFile, north: MapFile) -> Result<MapFile, DataFault> {
    let mut codes: BTreeSet<String> = main.areas.iter().map(|area| area.code.clone()).collect();
    let mut renamed: BTreeMap<String, String> = BTreeMap::new();
    for mut area in north.areas {
        if main.areas.iter().any(|other| other.id == area.id) {
            return Err(fault("map.yaml", format!("'{}' is an area of both boards", area.id)));
        }
        area.theatre = 1;
        let code = free_code(&area, &codes);
        codes.insert(code.clone());
        renamed.insert(std::mem::replace(&mut area.code, code.clone()), code);
        main.areas.push(area);
    }
    main.chart = charts(&north.chart, &renamed, &main.chart);
    main.borders.extend(north.borders);
    main.links.extend(north.links);
    main.rivers.extend(north.rivers);
    main.river_banks.extend(north.river_banks);
    main.dashed.extend(north.dashed);
    main.bonuses.extend(north.bonuses);
    Ok(main)
}

/// Returns an area's code on the chart, or another of its letters where the other board has it.
fn free_code(area: &AreaFile, taken: &BTreeSet<String>) -> String {
    let letters = || area.name.chars().filter(|c| c.is_alphabetic());
    let others = letters().flat_map(|a| letters().map(move |b| [a.to_ascii_uppercase(), b]));
    let all = others.map(|pair| pair.into_iter().collect::<String>());
    let own = std::iter::once(area.code.clone());
    own.chain(all).find(|code| !taken.contains(code)).unwrap_or_else(|| area.code.clone())
}

/// One chart above the other, with open rows between. Every second row is set half a cell to the right, so that the lower chart
/// begins on a row that is not.
fn charts(upper: &str, renamed: &BTreeMap<String, String>, lower: &str) -> String {
    let row = |row: &str| {
        let cells = row.split_whitespace().map(|code| renamed.get(code).map_or(code, String::as_str));
        cells.collect::<Vec<_>>().join(" ")
    };
    let mut rows: Vec<String> = upper.lines().map(row).collect();
    rows.push("..".to_owned());
    if rows.len() % 2 == 1 {
        rows.push("..".to_owned());
    }
    rows.extend(lower.lines().map(str::to_owned));
    rows.join("\n")
}

/// The houses of both boards, and set-ups for the numbers of both together.
fn join_houses(mut main: HousesFile, north: HousesFile, rules: &GameFile) -> Result<HousesFile, DataFault> {
    let wrong = |what: String| fault("houses.yaml", what);
    if main.supply_limits.get(..north.supply_limits.len()) != Some(&north.supply_limits[..]) {
        return Err(wrong("the supply tracks of the two boards begin differently".to_owned()));
    }
    let Some(sides) = north.players.into_values().next() else {
        return Err(wrong("the north has no set-up".to_owned()));
    };
    for (id, house) in north.houses {
        let house = HouseFile {
            pool: house.pool.or_else(|| Some(north.units_per_house.clone())),
            power: house.power.or(Some(north.power)),
            power_tokens: house.power_tokens.or(Some(rules.power_tokens)),
            ..house
        };
        if main.houses.insert(id.clone(), house).is_some() {
            return Err(wrong(format!("'{id}' is a house of both boards")));
        }
    }
    let players = std::mem::take(&mut main.players).into_iter().map(|(number, set_up)| {
        let houses = set_up.houses.iter().chain(&sides.houses).cloned().collect();
        (number.saturating_add(sides.houses.len().min(255) as u8), PlayersFile { houses, ..set_up })
    });
    main.players = players.collect();
    main.abilities.extend(north.abilities);
    main.theatres.push(TheatreFile {
        id: NORTH.to_owned(),
        houses: sides.houses,
        tracks: north.tracks,
        stars: north.stars,
        last_supply: Some(north.supply_limits.len().saturating_sub(1).min(255) as u8),
    });
    Ok(main)
}
