//! The map: areas and borders.

use super::files::{AreaFile, GameFile, MapFile, Terrain};
use super::houses::Find;
use crate::games::folder::{DataFault, fault};
use crate::games::thrones::data::{Area, AreaSet, Bonus, Options, Place, Structure};
use crate::table::Seat;

pub(super) fn places(map: &MapFile, game: &GameFile) -> Result<Vec<Place>, DataFault> {
    if map.areas.len() > 128 {
        return Err(fault("map.yaml", "a board has at most 128 areas"));
    }
    let unknown = |id: &&String| map.areas.iter().all(|area| area.id != **id);
    if let Some(id) = map.river_banks.iter().find(unknown) {
        return Err(fault("map.yaml", format!("'{id}' in river-banks is no area")));
    }
    map.areas
        .iter()
        .map(|area| {
            let structure = match area.structure.as_deref() {
                None | Some("none") => None,
                Some("stronghold") => Some(Structure::Stronghold),
                Some("city" | "castle") => Some(Structure::City),
                Some(other) => {
                    return Err(fault("map.yaml", format!("'{other}' in {} is no structure", area.name)));
                }
            };
            let points = area.structure.as_ref().and_then(|s| game.structures.get(s)).copied();
            Ok(Place {
                id: area.id.clone(),
                name: area.name.clone(),
                code: area.code.clone(),
                sea: area.kind != Terrain::Land,
                port_of: port_of(map, area)?,
                structure,
                points: points.unwrap_or(0),
                barrels: area.barrels,
                crowns: area.crowns,
                neutral: area.neutral,
                garrison: area.garrison,
                home: area.home.clone(),
                riverside: map.river_banks.contains(&area.id),
                also: area.also.clone(),
                only: area.only.clone(),
                unraidable: area.raidable == Some(false),
                wall: area.wall,
                theatre: area.theatre,
            })
        })
        .collect()
}

/// The land area that a port belongs to.
fn port_of(map: &MapFile, area: &AreaFile) -> Result<Option<Area>, DataFault> {
    let land = |id: &String| map.areas.iter().position(|a| a.id == *id && a.kind == Terrain::Land);
    match (&area.kind, &area.port_of) {
        (Terrain::Port, Some(id)) => match land(id) {
            Some(place) => Ok(Some(Area(place as u8))),
            None => Err(fault("map.yaml", format!("{} is the port of '{id}', which is no land", area.name))),
        },
        (Terrain::Port, None) => Err(fault("map.yaml", format!("{} is the port of no area", area.name))),
        (_, Some(_)) => Err(fault("map.yaml", format!("{} is no port, and has port-of", area.name))),
        (_, None) => Ok(None),
    }
}

pub(super) fn borders(map: &MapFile, areas: &[Place], options: &Options) -> Result<Vec<AreaSet>, DataFault> {
    let find = |id: &str| {
        areas
            .iter()
            .position(|place| place.id == id)
            .map(|i| Area(i as u8))
            .ok_or_else(|| fault("map.yaml", format!("a border leads to '{id}', which is no area")))
    };
    let mut borders = vec![AreaSet::EMPTY; areas.len()];
    let mut join = |a: &str, b: &str| -> Result<(), DataFault> {
        let (a, b) = (find(a)?, find(b)?);
        borders[a.index()].add(b);
        borders[b.index()].add(a);
        Ok(())
    };
    for (from, tos) in &map.borders {
        tos.iter().try_for_each(|to| join(from, to))?;
    }
    if options.oldtown_border {
        map.links.iter().try_for_each(|[a, b]| join(a, b))?;
    }
    for [a, b] in &map.rivers {
        let (a, b) = (find(a)?, find(b)?);
        if borders[a.index()].has(b) {
            let names = (&areas[a.index()].name, &areas[b.index()].name);
            return Err(fault("map.yaml", format!("{} and {} have a river and a border", names.0, names.1)));
        }
    }
    for (port, place) in areas.iter().enumerate().filter(|(_, place)| place.port_of.is_some()) {
        let open = |sea: Area| areas[sea.index()].sea && areas[sea.index()].port_of.is_none();
        if borders[port].len() != 1 || !borders[port].iter().all(open) {
            return Err(fault("map.yaml", format!("{} must border one sea and nothing else", place.name)));
        }
    }
    Ok(borders)
}

/// Borders over which nobody supports, area by area.
///
/// # Errors
/// If one of them is no border.
pub(super) fn dashed(map: &MapFile, borders: &[AreaSet], find: Find<'_>) -> Result<Vec<AreaSet>, DataFault> {
    let mut dashed = vec![AreaSet::EMPTY; borders.len()];
    for [a, b] in &map.dashed {
        let (one, other) = (find(a)?, find(b)?);
        if !borders[one.index()].has(other) {
            return Err(fault("map.yaml", format!("{a} and {b} have a dashed line, and no border")));
        }
        dashed[one.index()].add(other);
        dashed[other.index()].add(one);
    }
    Ok(dashed)
}

/// Returns the land that a house controls while nobody has units or a token there: what is printed, or left to it.
pub(super) fn printed_for(
    seat: Seat,
    homes: &[Option<Seat>],
    heirs: &[Option<Seat>],
    areas: &[Place],
) -> AreaSet {
    let own = |i: &usize| !areas[*i].sea && (homes[*i] == Some(seat) || heirs[*i] == Some(seat));
    (0..areas.len()).filter(own).map(|i| Area(i as u8)).collect()
}

/// What areas give to those who defend them, as far as both houses play.
///
/// # Errors
/// If there is no such area.
pub(super) fn bonuses(
    map: &MapFile,
    find: Find<'_>,
    seat: &dyn Fn(&String) -> Option<Seat>,
) -> Result<Vec<Bonus>, DataFault> {
    let mut bonuses = Vec::new();
    for bonus in &map.bonuses {
        let areas = bonus.areas.iter().map(|id| find(id)).collect::<Result<AreaSet, _>>()?;
        let Some(defender) = seat(&bonus.defender) else { continue };
        for against in bonus.against.iter().filter_map(seat) {
            let (strength, skulls) = (bonus.strength, bonus.skulls);
            bonuses.push(Bonus { areas, seat: defender, against, strength, skulls });
        }
    }
    Ok(bonuses)
}
