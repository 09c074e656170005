//! How a campaign is founded.

use super::entries::{Founded, FoundedSeat};
use super::secrets::Secrets;
use super::settings::Settings;
use crate::seal::{FORMAT, Hash256};
use crate::table::Referee;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// The founding entry.
pub(super) fn founded(
    settings: &Settings,
    referee: &dyn Referee,
    secrets: &Secrets,
    data: BTreeMap<String, Hash256>,
    words_until: Option<DateTime<Utc>>,
) -> Founded {
    let seats = referee.seats().into_iter().filter_map(|info| {
        let key = secrets.keys.get(&info.id)?.stored(&settings.id, &info.id);
        Some(FoundedSeat { seat: info.id, name: info.name, key })
    });
    Founded {
        campaign: settings.id.clone(),
        format: FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        settings: settings.public(),
        seats: seats.collect(),
        data,
        commitment: secrets.commitment(),
        words_until,
    }
}
