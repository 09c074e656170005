//! Followers and regions as data and as names for people.

use crate::games::king_is_dead::data::{Band, Faction, World};
use serde_json::Value;
use std::collections::BTreeMap;

/// Writes followers by faction; those that are not there are left out.
pub fn band(band: Band) -> BTreeMap<String, u8> {
    band.kinds().map(|faction| (faction.id().to_owned(), band.count(faction))).collect()
}

/// Reads followers from data.
///
/// # Errors
/// If the data is wrong; returns a description.
pub fn read_band(value: &Value) -> Result<Band, String> {
    let map = value.as_object().ok_or("followers must be given by faction: {scots: 2}")?;
    let mut band = Band::NONE;
    for (id, count) in map {
        let faction = Faction::from_id(id).ok_or_else(|| format!("there is no faction '{id}'"))?;
        let count = count.as_u64().filter(|n| *n <= 60);
        band.0[faction as usize] = count.ok_or_else(|| format!("{id}: how many?"))? as u8;
    }
    Ok(band)
}

/// Lists regions by their names for people.
pub fn regions(world: &World, set: crate::games::king_is_dead::data::RegionSet) -> String {
    set.iter().map(|region| world.place(region).name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Lists followers by their names for people: `Scots, Scots, Welsh`. Ledgers keep it, so it stays as it is.
pub fn followers(world: &World, band: Band) -> String {
    let each = |f: Faction| (0..band.count(f)).map(move |_| world.faction_name(f));
    band.kinds().flat_map(each).collect::<Vec<_>>().join(", ")
}
