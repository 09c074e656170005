//! The houses in play: units, cards, pools, tokens; and the neutral forces of those that are not.

use super::files::{GameFile, HouseFile, HousesFile, PlayersFile};
use crate::games::folder::{DataFault, fault};
use crate::games::thrones::data::{
    Area, AreaSet, Card, CardId, CardSet, HouseData, Icons, Kinds, NeutralStart, Place, Row, Token, Troop,
    UnitSpec,
};
use crate::games::thrones::game::Edition;
use crate::table::{BySeat, SeatInfo};

/// Finds an area by its id.
pub(super) type Find<'a> = &'a dyn Fn(&str) -> Result<Area, DataFault>;

/// What the houses are made from.
pub(super) struct Sources<'a> {
    pub game: &'a GameFile,
    pub file: &'a HousesFile,
    pub edition: &'static Edition,
    pub areas: &'a [Place],
    pub units: &'a Kinds<UnitSpec>,
    pub tokens: &'a [Token],
}

/// Reads the houses in play with their cards.
///
/// # Errors
/// If the data name what there is not.
pub(super) fn in_play(
    from: &Sources<'_>,
    seats: &PlayersFile,
    find: Find<'_>,
) -> Result<(Vec<Card>, BySeat<HouseData>), DataFault> {
    let mut cards: Vec<Card> = Vec::new();
    let mut houses = Vec::new();
    for id in &seats.houses {
        let house = entry(from.file, id)?;
        let first = cards.len();
        let hand = hand(from, house, &mut cards)?;
        let aside = house.cards.iter().enumerate().filter(|(_, card)| card.aside);
        let aside = aside.map(|(place, _)| CardId((first + place).min(127) as u8)).collect();
        let shut = |place: &Place| place.only.as_ref().is_some_and(|only| only != id);
        let barred = from.areas.iter().enumerate().filter(|(_, place)| shut(place));
        let barred = barred.map(|(place, _)| Area(place as u8)).collect();
        let units = house
            .units
            .iter()
            .map(|(area, units)| {
                let troop = units.iter().fold(Troop::NONE, |troop, unit| troop.plus(Troop::one(*unit)));
                find(area).map(|area| (area, troop))
            })
            .collect::<Result<_, _>>()?;
        let home = from.areas.iter().position(|place| place.home.as_ref() == Some(id));
        let theatre = from.file.theatres.iter().position(|theatre| theatre.houses.contains(id));
        let pool = house.pool.as_ref().unwrap_or(&from.file.units_per_house);
        let pool = |unit: usize| pool.iter().find(|(kind, _)| **kind as usize == unit).map_or(0, |(_, n)| *n);
        houses.push(HouseData {
            info: SeatInfo { id: id.clone(), name: house.name.clone().unwrap_or_else(|| capital(id)) },
            home: home.map(|i| Area(i as u8)),
            units,
            supply: house.supply,
            cards: hand,
            theatre: theatre.map_or(0, |other| other + 1),
            pool: std::array::from_fn(pool),
            tokens: tokens(from.tokens, house, id)?,
            power: house.power.unwrap_or(from.file.power),
            power_tokens: house.power_tokens.unwrap_or(from.game.power_tokens),
            aside,
            steadfast: house.routed == Some(false),
            traceless: house.leaves_tokens == Some(false),
            barred,
            printed: AreaSet::EMPTY,
        });
    }
    if cards.len() > 128 {
        return Err(fault("houses.yaml", "a game has at most 128 House cards"));
    }
    Ok((cards, houses.into_iter().collect()))
}

fn entry<'a>(file: &'a HousesFile, id: &str) -> Result<&'a HouseFile, DataFault> {
    let house = file.houses.get(id);
    house.ok_or_else(|| fault("houses.yaml", format!("house '{id}' has no entry under houses")))
}

/// A house's cards, which are added to those of all.
fn hand(from: &Sources<'_>, house: &HouseFile, cards: &mut Vec<Card>) -> Result<CardSet, DataFault> {
    let mut hand = CardSet::EMPTY;
    for card in &house.cards {
        let rows = || from.edition.abilities.iter().map(|row| row.id);
        let row = |id: &String| {
            let known = || rows().collect::<Vec<_>>().join(", ");
            let none = || format!("{}: there is no ability '{id}'; there are {}", card.name, known());
            Row::find(rows(), id).ok_or_else(|| fault("houses.yaml", none()))
        };
        let ability = card.ability.as_ref().map(row).transpose()?;
        let text = card.ability.as_ref().and_then(|id| from.file.abilities.get(id));
        if cards.len() < 128 {
            hand.add(CardId(cards.len() as u8));
        }
        cards.push(Card {
            id: card.id.clone(),
            name: card.name.clone(),
            strength: card.strength,
            icons: Icons { swords: card.swords, fortifications: card.fortifications },
            skulls: card.skulls,
            ability,
            text: text.map(|entry| entry.text.clone()).unwrap_or_default(),
        });
    }
    Ok(hand)
}

/// How many of each sort of token a house has.
fn tokens(all: &[Token], house: &HouseFile, id: &str) -> Result<Vec<u8>, DataFault> {
    let Some(own) = &house.orders else { return Ok(all.iter().map(|token| token.tokens).collect()) };
    if let Some(unknown) = own.keys().find(|order| all.iter().all(|token| token.id != **order)) {
        return Err(fault("houses.yaml", format!("{id}: there is no order '{unknown}'")));
    }
    Ok(all.iter().map(|token| own.get(&token.id).copied().unwrap_or(0)).collect())
}

fn capital(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The neutral forces: printed ones, and the units of absent houses.
///
/// # Errors
/// If an absent house has no data.
pub(super) fn neutrals(
    from: &Sources<'_>,
    seats: &PlayersFile,
    find: Find<'_>,
) -> Result<Vec<NeutralStart>, DataFault> {
    let printed = from.areas.iter().enumerate().filter(|(_, place)| place.neutral > 0);
    let mut neutrals: Vec<NeutralStart> =
        printed.map(|(i, place)| NeutralStart { area: Area(i as u8), strength: place.neutral }).collect();
    for (area, strength) in &seats.forces {
        neutrals.push(NeutralStart { area: find(area)?, strength: *strength });
    }
    for id in &seats.neutral {
        let house = from.file.houses.get(id);
        let house = house
            .ok_or_else(|| fault("houses.yaml", format!("absent house '{id}' has no entry under houses")))?;
        for (area, list) in &house.units {
            let strength = list.iter().map(|unit| from.units[*unit as usize].strength as u8).sum();
            neutrals.push(NeutralStart { area: find(area)?, strength });
        }
    }
    Ok(neutrals)
}
