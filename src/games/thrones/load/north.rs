//! The board of the north: its sides, quests, tactic cards and objective cards.

use super::files::{HousesFile, MapFile};
use super::houses::Find;
use crate::games::folder::{DataFault, Folder, fault, read};
use crate::games::thrones::data::{
    Area, AreaSet, Band, HouseData, NorthData, Objective, Place, Quest, Row, TacticCard, TacticId, Unit,
    WatchDeck,
};
use crate::games::thrones::game::Edition;
use crate::table::{BySeat, Seat};
use serde::Deserialize;
use std::collections::BTreeMap;

const FILE: &str = "north.yaml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    sides: SidesFile,
    the_gift: String,
    quests: BTreeMap<String, QuestFile>,
    tactic_deck: DeckFile,
    tactics: Vec<TacticFile>,
    objectives: Vec<ObjectiveFile>,
    bands: Vec<BandFile>,
    watch_supply: Vec<WatchCard>,
    watch_mustering: Vec<WatchCard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SidesFile {
    watch: String,
    wildlings: String,
    others: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestFile {
    id: String,
    points: u8,
    #[serde(default)]
    grows: bool,
    units: Vec<Unit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    least: u8,
    most: u8,
    silent: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TacticFile {
    id: String,
    name: String,
    a: String,
    #[serde(default)]
    b: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveFile {
    id: String,
    side: String,
    name: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BandFile {
    areas: Vec<String>,
    power: u8,
    points: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WatchCard {
    /// The number on it; without one, the deck is shuffled and another card drawn.
    number: Option<u8>,
    copies: u8,
}

/// The house that controls each area of its board that nobody else controls.
pub(super) fn heirs(file: &HousesFile, houses: &BySeat<HouseData>, areas: &[Place]) -> Vec<Option<Seat>> {
    let takes = |id: &String| file.houses.get(id).is_some_and(|house| house.controls_the_rest);
    let heir = |place: &Place| {
        let here = |house: &HouseData| house.theatre == place.theatre && takes(&house.info.id);
        houses.iter().find(|(_, house)| here(house)).map(|(seat, _)| seat)
    };
    areas.iter().map(heir).collect()
}

/// Reads the north, if the game's folder has it.
///
/// # Errors
/// If the file names what there is not.
pub(super) fn north(
    folder: Folder<'_>,
    map: &MapFile,
    houses: &BySeat<HouseData>,
    edition: &'static Edition,
    borders: &[AreaSet],
    find: Find<'_>,
) -> Result<Option<NorthData>, DataFault> {
    if folder(FILE).is_none() {
        return Ok(None);
    }
    let file: File = read(folder, FILE)?;
    let seat = |id: &String| {
        let found = houses.iter().find(|(_, house)| house.info.id == *id).map(|(seat, _)| seat);
        found.ok_or_else(|| fault(FILE, format!("no side is called '{id}'")))
    };
    let areas = |flag: &dyn Fn(usize) -> bool| -> AreaSet {
        (0..map.areas.len()).filter(|i| flag(*i)).map(|i| Area(i as u8)).collect()
    };
    let set = |ids: &[String]| ids.iter().map(|id| find(id)).collect::<Result<AreaSet, _>>();
    let watch = seat(&file.sides.watch)?;
    let wall = areas(&|i| map.areas[i].wall);
    let mut quests = BySeat::new(houses.len(), |_| None);
    for (id, quest) in file.quests {
        let QuestFile { id: name, points, grows, units } = quest;
        quests[seat(&id)?] = Some(Quest { id: name, points, grows, units });
    }
    let tactics = tactics(file.tactics, edition)?;
    let tactic = |id: &String| {
        let place = tactics.iter().position(|card| card.card.id() == id);
        place.map(|i| TacticId(i as u8)).ok_or_else(|| fault(FILE, format!("there is no tactic card '{id}'")))
    };
    let rows = || edition.objectives.iter().map(|row| row.id);
    let objective = |card: ObjectiveFile| {
        let row = Row::find(rows(), &card.id);
        let row = row.ok_or_else(|| fault(FILE, format!("there is no objective card '{}'", card.id)))?;
        Ok(Objective { card: row, name: card.name, seat: seat(&card.side)?, text: card.text })
    };
    let band = |band: BandFile| {
        if band.points == 0 {
            return Err(fault(FILE, "a band pays for 1 point at least"));
        }
        Ok(Band { areas: set(&band.areas)?, power: band.power, points: band.points })
    };
    Ok(Some(NorthData {
        theatre: houses[watch].theatre,
        watch,
        wildlings: seat(&file.sides.wildlings)?,
        others: seat(&file.sides.others)?,
        wall,
        steps: steps(borders, wall),
        gift: find(&file.the_gift)?,
        quests,
        deck: [file.tactic_deck.least, file.tactic_deck.most],
        silent_deck: file.tactic_deck.silent.iter().map(tactic).collect::<Result<_, _>>()?,
        objectives: file.objectives.into_iter().map(objective).collect::<Result<_, _>>()?,
        bands: file.bands.into_iter().map(band).collect::<Result<_, _>>()?,
        watch_decks: [deck(&file.watch_supply)?, deck(&file.watch_mustering)?],
        tactics,
    }))
}

/// Returns the number of marches from each area to the nearest of some.
fn steps(borders: &[AreaSet], from: AreaSet) -> Vec<u8> {
    let mut steps = vec![u8::MAX; borders.len()];
    let (mut reached, mut next, mut number) = (AreaSet::EMPTY, from, 0u8);
    while !next.is_empty() {
        next.iter().for_each(|area| steps[area.index()] = number);
        reached = reached.or(next);
        next = next.iter().fold(AreaSet::EMPTY, |all, area| all.or(borders[area.index()])).without(reached);
        number = number.saturating_add(1);
    }
    steps
}

fn tactics(file: Vec<TacticFile>, edition: &'static Edition) -> Result<Vec<TacticCard>, DataFault> {
    if file.len() > 32 {
        return Err(fault(FILE, "a game has at most 32 tactic cards"));
    }
    let rows = || edition.tactics.iter().map(|row| row.id);
    let card = |card: TacticFile| {
        let row = Row::find(rows(), &card.id);
        let row = row.ok_or_else(|| fault(FILE, format!("there is no tactic card '{}'", card.id)))?;
        Ok(TacticCard { card: row, name: card.name, texts: [card.a, card.b] })
    };
    file.into_iter().map(card).collect()
}

fn deck(cards: &[WatchCard]) -> Result<WatchDeck, DataFault> {
    let copies = |card: &WatchCard| std::iter::repeat_n(card.number, usize::from(card.copies));
    let deck: WatchDeck = cards.iter().flat_map(copies).collect();
    if deck.iter().all(Option::is_none) || deck.len() > 200 {
        return Err(fault(FILE, "a deck of the Watch has no number, or too many cards"));
    }
    Ok(deck)
}
