//! Reads a game's folder into a [`World`]: the copy in the program, or a campaign's own.

use super::*;
use crate::games::folder::{DataFault, Folder, fault, read};
use crate::table::{BySeat, Seat, SeatInfo};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GameFile {
    id: String,
    title: String,
    turns: u8,
    power_tokens: u8,
    units: BTreeMap<Unit, UnitFile>,
    structures: BTreeMap<String, u8>,
    orders: Vec<OrderFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct UnitFile {
    strength: i16,
    price: u8,
    moves: Terrain,
    upgrades: Option<Unit>,
    upgrade_price: Option<u8>,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Terrain {
    Land,
    Sea,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct OrderFile {
    id: String,
    kind: OrderKind,
    bonus: i16,
    tokens: u8,
    #[serde(default)]
    star: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct MapFile {
    areas: Vec<AreaFile>,
    borders: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    links: Vec<[String; 2]>,
    #[serde(default)]
    rivers: Vec<[String; 2]>,
    #[serde(default)]
    chart: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AreaFile {
    id: String,
    name: String,
    kind: Terrain,
    code: String,
    #[serde(default)]
    structure: Option<String>,
    #[serde(default)]
    barrels: u8,
    #[serde(default)]
    crowns: u8,
    #[serde(default)]
    neutral: u8,
    home: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct HousesFile {
    tracks: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    printed_tracks: BTreeMap<String, Vec<String>>,
    power: u8,
    units_per_house: BTreeMap<Unit, u8>,
    supply_limits: Vec<Vec<u8>>,
    stars: Vec<u8>,
    wildlings: WildlingsFile,
    players: BTreeMap<u8, PlayersFile>,
    houses: BTreeMap<String, HouseFile>,
    abilities: BTreeMap<String, AbilityFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WildlingsFile {
    track: Vec<u8>,
    start: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlayersFile {
    houses: Vec<String>,
    #[serde(default)]
    neutral: Vec<String>,
    instant_win: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HouseFile {
    name: Option<String>,
    units: BTreeMap<String, Vec<Unit>>,
    supply: u8,
    cards: Vec<CardFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    id: String,
    name: String,
    strength: i16,
    #[serde(default)]
    swords: u8,
    #[serde(default)]
    fortifications: u8,
    ability: Option<Ability>,
}

#[derive(Deserialize)]
struct AbilityFile {
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WesterosFile {
    decks: BTreeMap<u8, Vec<DeckEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckEntry {
    card: Westeros,
    copies: u8,
    #[serde(default)]
    mammoth: bool,
}

/// Loads a game for a number of players.
///
/// # Errors
/// The file and what is wrong with it: a name that is nowhere, a border to nothing, a number of players the
/// data do not provide for.
pub fn load(folder: Folder<'_>, players: u8, options: Options) -> Result<World, DataFault> {
    let game: GameFile = read(folder, "game.yaml")?;
    let map: MapFile = read(folder, "map.yaml")?;
    let houses: HousesFile = read(folder, "houses.yaml")?;
    let westeros: WesterosFile = read(folder, "westeros.yaml")?;
    let areas = places(&map, &game)?;
    let borders = borders(&map, &areas, &options)?;
    let set = |want: &dyn Fn(&Place) -> bool| -> AreaSet {
        (0..areas.len() as u8).map(Area).filter(|a| want(&areas[a.index()])).collect()
    };
    let seats = houses.players.get(&players).ok_or_else(|| {
        let known: Vec<String> = houses.players.keys().map(u8::to_string).collect();
        fault(
            "houses.yaml",
            format!("no set-up for {players} players; there are set-ups for {}", known.join(", ")),
        )
    })?;
    let find = |id: &str| -> Result<Area, DataFault> {
        areas
            .iter()
            .position(|place| place.id == id)
            .map(|i| Area(i as u8))
            .ok_or_else(|| fault("houses.yaml", format!("no area is called '{id}'")))
    };
    let (cards, in_play) = houses_in_play(&houses, seats, &find, &areas)?;
    let mut units: Kinds<UnitSpec> = Default::default();
    for (unit, file) in &game.units {
        units[*unit as usize] = UnitSpec {
            strength: file.strength,
            price: file.price,
            sea: file.moves == Terrain::Sea,
            upgrade: file.upgrades.zip(file.upgrade_price),
            pool: houses.units_per_house.get(unit).copied().unwrap_or(0),
        };
    }
    let neutrals = neutrals(&areas, &houses, seats, &units, &find)?;
    let tracks = tracks(&houses, seats, &in_play, &options)?;
    let wildlings_start = houses.wildlings.track.iter().position(|step| *step == houses.wildlings.start);
    let wildlings_start =
        wildlings_start.ok_or_else(|| fault("houses.yaml", "the wildlings start beside their track"))? as u8;
    Ok(World {
        id: game.id,
        title: game.title,
        turns: game.turns,
        land: set(&|place| !place.sea),
        seas: set(&|place| place.sea),
        structures: set(&|place| place.structure.is_some()),
        chart: map.chart.lines().map(str::to_owned).collect(),
        tokens: game
            .orders
            .into_iter()
            .map(|o| Token { id: o.id, kind: o.kind, bonus: o.bonus, star: o.star, tokens: o.tokens })
            .collect(),
        decks: decks(&westeros)?,
        houses: in_play,
        stars: houses.stars,
        supply_limits: houses.supply_limits,
        power: houses.power,
        power_tokens: game.power_tokens,
        wildlings: houses.wildlings.track,
        wildlings_start,
        instant_win: seats.instant_win,
        options,
        areas,
        borders,
        units,
        cards,
        tracks,
        neutrals,
    })
}

fn places(map: &MapFile, game: &GameFile) -> Result<Vec<Place>, DataFault> {
    if map.areas.len() > 128 {
        return Err(fault("map.yaml", "a board has at most 128 areas"));
    }
    map.areas
        .iter()
        .map(|area| {
            let structure = match area.structure.as_deref() {
                None | Some("none") => None,
                Some("stronghold") => Some(Structure::Stronghold),
                Some("city") => Some(Structure::City),
                Some(other) => {
                    return Err(fault("map.yaml", format!("'{other}' in {} is no structure", area.name)));
                }
            };
            let points = area.structure.as_ref().and_then(|s| game.structures.get(s)).copied();
            Ok(Place {
                id: area.id.clone(),
                name: area.name.clone(),
                code: area.code.clone(),
                sea: area.kind == Terrain::Sea,
                structure,
                points: points.unwrap_or(0),
                barrels: area.barrels,
                crowns: area.crowns,
                neutral: area.neutral,
                home: area.home.clone(),
            })
        })
        .collect()
}

fn borders(map: &MapFile, areas: &[Place], options: &Options) -> Result<Vec<AreaSet>, DataFault> {
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
    Ok(borders)
}

type Find<'a> = &'a dyn Fn(&str) -> Result<Area, DataFault>;

fn houses_in_play(
    file: &HousesFile,
    seats: &PlayersFile,
    find: Find<'_>,
    areas: &[Place],
) -> Result<(Vec<Card>, BySeat<HouseData>), DataFault> {
    let mut cards: Vec<Card> = Vec::new();
    let mut houses = Vec::new();
    for id in &seats.houses {
        let house = file
            .houses
            .get(id)
            .ok_or_else(|| fault("houses.yaml", format!("house '{id}' has no entry under houses")))?;
        let mut hand = CardSet::EMPTY;
        for card in &house.cards {
            let ability = card.ability.map(|a| (a, ability_text(file, a)));
            hand.add(CardId(cards.len() as u8));
            cards.push(Card {
                id: card.id.clone(),
                name: card.name.clone(),
                strength: card.strength,
                icons: Icons { swords: card.swords, fortifications: card.fortifications },
                ability: card.ability,
                text: ability.map(|(_, text)| text).unwrap_or_default(),
            });
        }
        let units = house
            .units
            .iter()
            .map(|(area, units)| {
                let troop = units.iter().fold(Troop::NONE, |troop, unit| troop.plus(Troop::one(*unit)));
                find(area).map(|area| (area, troop))
            })
            .collect::<Result<_, _>>()?;
        let home = areas.iter().position(|place| place.home.as_ref() == Some(id));
        houses.push(HouseData {
            info: SeatInfo { id: id.clone(), name: house.name.clone().unwrap_or_else(|| capital(id)) },
            home: home.map(|i| Area(i as u8)),
            units,
            supply: house.supply,
            cards: hand,
        });
    }
    if cards.len() > 64 {
        return Err(fault("houses.yaml", "a game has at most 64 House cards"));
    }
    Ok((cards, houses.into_iter().collect()))
}

fn ability_text(file: &HousesFile, ability: Ability) -> String {
    file.abilities
        .iter()
        .find(|(id, _)| serde_saphyr::from_str::<Ability>(id).is_ok_and(|known| known == ability))
        .map(|(_, entry)| entry.text.clone())
        .unwrap_or_default()
}

fn capital(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn neutrals(
    areas: &[Place],
    houses: &HousesFile,
    seats: &PlayersFile,
    units: &Kinds<UnitSpec>,
    find: Find<'_>,
) -> Result<Vec<NeutralStart>, DataFault> {
    let mut neutrals: Vec<NeutralStart> = areas
        .iter()
        .enumerate()
        .filter(|(_, place)| place.neutral > 0)
        .map(|(i, place)| NeutralStart { area: Area(i as u8), strength: place.neutral })
        .collect();
    for id in &seats.neutral {
        let house = houses
            .houses
            .get(id)
            .ok_or_else(|| fault("houses.yaml", format!("absent house '{id}' has no entry under houses")))?;
        for (area, list) in &house.units {
            let strength = list.iter().map(|unit| units[*unit as usize].strength as u8).sum();
            neutrals.push(NeutralStart { area: find(area)?, strength });
        }
    }
    Ok(neutrals)
}

fn tracks(
    file: &HousesFile,
    seats: &PlayersFile,
    in_play: &BySeat<HouseData>,
    options: &Options,
) -> Result<[Vec<Seat>; 3], DataFault> {
    let track = |name: &str| -> Result<Vec<Seat>, DataFault> {
        let printed = file.printed_tracks.get(name).filter(|_| options.printed_court_order);
        let order = printed
            .or_else(|| file.tracks.get(name))
            .ok_or_else(|| fault("houses.yaml", format!("the track '{name}' is missing")))?;
        let seats_on: Vec<Seat> = order
            .iter()
            .filter_map(|id| in_play.iter().find(|(_, h)| h.info.id == *id).map(|(seat, _)| seat))
            .collect();
        if seats_on.len() != seats.houses.len() {
            return Err(fault("houses.yaml", format!("the track '{name}' does not name every house once")));
        }
        Ok(seats_on)
    };
    Ok([track("iron-throne")?, track("fiefdoms")?, track("kings-court")?])
}

fn decks(file: &WesterosFile) -> Result<[Vec<WesterosCard>; 3], DataFault> {
    let deck = |number: u8| -> Result<Vec<WesterosCard>, DataFault> {
        let entries = file
            .decks
            .get(&number)
            .ok_or_else(|| fault("westeros.yaml", format!("deck {number} is missing")))?;
        let cards: Vec<WesterosCard> = entries
            .iter()
            .flat_map(|e| (0..e.copies).map(|_| WesterosCard { card: e.card, mammoth: e.mammoth }))
            .collect();
        if cards.iter().all(|card| card.card == Westeros::WinterIsComing) {
            return Err(fault("westeros.yaml", format!("deck {number} would be shuffled for ever")));
        }
        Ok(cards)
    };
    Ok([deck(1)?, deck(2)?, deck(3)?])
}
