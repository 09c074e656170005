//! Reads the game's folder into a [`World`]: the copy in the program, or a campaign's own.

use super::band::{Band, Faction};
use super::card::{Card, Hand, KINDS};
use super::language::language;
use super::region::{REGIONS, Region, RegionSet};
use super::world::{CardInfo, Followers, Numbers, Options, Place, World};
use crate::games::folder::{DataFault, Folder, fault, look, read};
use crate::picture::LazyPlate;
use crate::table::{BySeat, SeatInfo};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GameFile {
    id: String,
    title: String,
    seats: Vec<SeatFile>,
    followers: BTreeMap<String, FollowersFile>,
    removed_with_two: u8,
    at_home: u8,
    in_court: u8,
    in_region: u8,
    mordred: BTreeMap<String, u8>,
    saxons: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatFile {
    id: String,
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FollowersFile {
    name: String,
    colour: String,
    count: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    areas: Vec<AreaFile>,
    borders: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    chart: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaFile {
    id: String,
    name: String,
    code: String,
    home: Option<String>,
    banner: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsFile {
    cards: BTreeMap<String, CardFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    name: String,
    copies: u8,
    text: String,
}

/// Loads the game for a number of players, 2 to 4.
///
/// # Errors
/// If the data is wrong: a name that does not exist, a border to nothing, another number of regions than eight, more
/// followers at the start than there are. The error names the file.
pub fn load(folder: Folder<'_>, players: u8, options: Options) -> Result<World, DataFault> {
    let game: GameFile = read(folder, "game.yaml")?;
    let map: MapFile = read(folder, "map.yaml")?;
    let cards: CardsFile = read(folder, "cards.yaml")?;
    let find = finder(&map)?;
    let (set, cards) = deck(&cards)?;
    let mut loyalists = [0; REGIONS];
    for (id, number) in game.mordred.iter().filter(|_| options.mordred) {
        loyalists[find(id, "game.yaml")?.index()] = *number;
    }
    let world = World {
        seats: seats(&game, players)?,
        places: places(&map, &find)?,
        borders: borders(&map, &find)?,
        homes: homes(&map)?,
        loyalists,
        followers: factions(&game)?,
        cards,
        set,
        numbers: numbers(&game, players, options)?,
        options,
        language: language(folder)?,
        chart: map.chart.lines().map(str::to_owned).collect(),
        plate: LazyPlate::default(),
        look: look(folder)?.unwrap_or_default(),
        id: game.id,
        title: game.title,
    };
    enough(&world)?;
    Ok(world)
}

fn seats(game: &GameFile, players: u8) -> Result<BySeat<SeatInfo>, DataFault> {
    if !(2..=4).contains(&players) {
        return Err(fault("game.yaml", format!("{players} cannot play this game; 2, 3 or 4 can")));
    }
    if game.seats.len() < usize::from(players) {
        return Err(fault("game.yaml", format!("there are only {} seats", game.seats.len())));
    }
    let infos = game.seats.iter().take(usize::from(players));
    Ok(infos.map(|seat| SeatInfo { id: seat.id.clone(), name: seat.name.clone() }).collect())
}

/// Finds regions by id; the second argument is the file to blame.
type Find<'a> = Box<dyn Fn(&str, &str) -> Result<Region, DataFault> + 'a>;

fn finder(map: &MapFile) -> Result<Find<'_>, DataFault> {
    if map.areas.len() != REGIONS {
        return Err(fault("map.yaml", format!("the board has {REGIONS} regions, not {}", map.areas.len())));
    }
    Ok(Box::new(|id, file| {
        let place = Region::ALL.into_iter().zip(&map.areas).find(|(_, area)| area.id == id);
        place.map(|(region, _)| region).ok_or_else(|| fault(file, format!("no region is called '{id}'")))
    }))
}

/// Converts a list of eight items to an array.
fn eight<T>(file: &str, list: Vec<T>) -> Result<[T; REGIONS], DataFault> {
    list.try_into().map_err(|_| fault(file, "the board has eight regions"))
}

fn places(map: &MapFile, find: &Find<'_>) -> Result<[Place; REGIONS], DataFault> {
    let place = |area: &AreaFile| {
        Ok(Place {
            id: area.id.clone(),
            name: area.name.clone(),
            code: area.code.clone(),
            banner: find(&area.banner, "map.yaml")?,
        })
    };
    eight("map.yaml", map.areas.iter().map(place).collect::<Result<_, DataFault>>()?)
}

fn borders(map: &MapFile, find: &Find<'_>) -> Result<[RegionSet; REGIONS], DataFault> {
    let mut borders = [RegionSet::EMPTY; REGIONS];
    for (from, tos) in &map.borders {
        let from = find(from, "map.yaml")?;
        for to in tos {
            let to = find(to, "map.yaml")?;
            if from == to {
                return Err(fault("map.yaml", "a region borders itself"));
            }
            borders[from.index()].add(to);
            borders[to.index()].add(from);
        }
    }
    Ok(borders)
}

fn homes(map: &MapFile) -> Result<[Region; 3], DataFault> {
    let home = |faction: Faction| {
        let mut found = Region::ALL
            .into_iter()
            .zip(&map.areas)
            .filter(|(_, area)| area.home.as_deref() == Some(faction.id()))
            .map(|(region, _)| region);
        match (found.next(), found.next()) {
            (Some(home), None) => Ok(home),
            _ => Err(fault("map.yaml", format!("the {} need one home", faction.id()))),
        }
    };
    let [scots, welsh, britons] = Faction::THREE;
    Ok([home(scots)?, home(welsh)?, home(britons)?])
}

fn factions(game: &GameFile) -> Result<[Followers; 4], DataFault> {
    let followers = |faction: Faction| {
        let file = of_faction(game, faction)?;
        Ok(Followers { name: file.name.clone(), colour: file.colour.clone() })
    };
    let [scots, welsh, britons, loyalists] = Faction::ALL;
    Ok([followers(scots)?, followers(welsh)?, followers(britons)?, followers(loyalists)?])
}

fn of_faction(game: &GameFile, faction: Faction) -> Result<&FollowersFile, DataFault> {
    let file = game.followers.get(faction.id());
    file.ok_or_else(|| fault("game.yaml", format!("followers: {} are missing", faction.id())))
}

fn numbers(game: &GameFile, players: u8, options: Options) -> Result<Numbers, DataFault> {
    let mut followers = Band::NONE;
    for faction in Faction::ALL {
        let count = of_faction(game, faction)?.count;
        if count > 60 {
            return Err(fault("game.yaml", "a faction has at most 60 followers"));
        }
        followers.0[faction as usize] = match faction {
            Faction::Loyalists if !options.mordred => 0,
            Faction::Loyalists => count,
            _ if players == 2 => count.saturating_sub(game.removed_with_two),
            _ => count,
        };
    }
    Ok(Numbers {
        followers,
        at_home: game.at_home,
        in_court: game.in_court,
        in_region: game.in_region,
        saxons: game.saxons,
    })
}

fn deck(file: &CardsFile) -> Result<(Hand, [CardInfo; KINDS]), DataFault> {
    let mut set = Hand::default();
    let mut infos = Vec::new();
    for card in Card::ALL {
        let entry = file.cards.get(card.id());
        let entry = entry.ok_or_else(|| fault("cards.yaml", format!("the card {} is missing", card.id())))?;
        set.0[card as usize] = entry.copies.min(8);
        infos.push(CardInfo { name: entry.name.clone(), text: entry.text.clone() });
    }
    if set.len() != 8 {
        return Err(fault("cards.yaml", "each player has eight cards"));
    }
    let infos = infos.try_into().map_err(|_| fault("cards.yaml", "there are seven kinds of card"))?;
    Ok((set, infos))
}

/// Checks that there are enough followers for the set-up.
fn enough(world: &World) -> Result<(), DataFault> {
    let numbers = &world.numbers;
    let factions = u32::from(numbers.followers.without_loyalists().total());
    let regions = u32::from(numbers.in_region) * REGIONS as u32;
    let courts = u32::from(numbers.in_court) * u32::from(world.players());
    let loyalists: u32 = world.loyalists.iter().map(|n| u32::from(*n)).sum();
    let fits = Region::ALL.into_iter().all(|region| {
        let home = if world.homes.contains(&region) { numbers.at_home } else { 0 };
        u32::from(home) + u32::from(world.loyalists[region.index()]) <= u32::from(numbers.in_region)
    });
    let homes = Faction::THREE.iter().all(|f| numbers.followers.count(*f) >= numbers.at_home);
    // Two of one colour must not be all that is left to draw, or courts would be drawn again for ever.
    let varied = numbers.in_court == 2 && Faction::THREE.iter().all(|f| numbers.followers.count(*f) > 6);
    let enough = regions + courts <= factions
        && loyalists <= u32::from(numbers.followers.count(Faction::Loyalists))
        && numbers.saxons > 0;
    if enough && fits && homes && varied {
        return Ok(());
    }
    Err(fault("game.yaml", "the followers do not suffice for the set-up"))
}
