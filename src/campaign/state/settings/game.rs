//! Compares the seats in the settings with those of the game.

use super::campaign_settings::Settings;
use super::fields::Mistakes;
use super::seats::SeatSettings;
use crate::plan::{ReadAs, read_as};
use crate::sheet::fold;
use crate::table::{Seat, SeatInfo};

impl Settings {
    /// Checks that the seats are those of the game, replaces their names by ids and puts them in the game's order.
    ///
    /// # Errors
    /// If the settings name a seat that the game does not have, or nobody plays one that it has.
    pub fn fit(&mut self, game: &[SeatInfo]) -> Result<(), Mistakes> {
        let mut wrong = Mistakes::default();
        let ids = || game.iter().map(|info| info.id.as_str()).collect::<Vec<_>>().join(", ");
        let mut names = crate::sheet::Names::new();
        for info in game {
            names.add(&info.id, info.id.clone()).also(&info.name);
        }
        for seat in &mut self.seats {
            match names.find(&seat.seat) {
                Ok(id) => seat.seat = id,
                Err(miss) => wrong.near(
                    0,
                    format!(
                        "seats: “{}” is not a seat of {} with {} players. The seats are: {}",
                        seat.seat,
                        self.game,
                        game.len(),
                        ids()
                    ),
                    miss.suggestion(),
                ),
            }
        }
        for info in game {
            if self.seat(&info.id).is_none() {
                wrong.add(0, format!("seats: nobody plays {} ({}) yet", info.name, info.id));
            }
        }
        if let Some(plays) = &mut self.gm.plays
            && let Ok(id) = names.find(plays)
        {
            *plays = id;
        }
        self.seats.sort_by_key(|seat| game.iter().position(|info| info.id == seat.seat));
        if wrong.0.is_empty() { Ok(()) } else { Err(wrong) }
    }

    /// Checks that each player can be addressed by name: press and votes read a name that a seat has as that seat.
    ///
    /// # Errors
    /// If the name of a player is that of another seat or player, or a word with another meaning. Campaigns that have begun may have such
    /// names.
    pub fn can_be_addressed(&self, game: &[SeatInfo]) -> Result<(), Mistakes> {
        let mut wrong = Mistakes::default();
        // Where nobody may know who plays what, nobody is addressed by name.
        for seat in self.seats.iter().filter(|_| !self.anonymous) {
            let place = game.iter().position(|info| info.id == seat.seat);
            let own = place.and_then(|place| u8::try_from(place).ok()).map(Seat);
            if let Some(meant) = own.and_then(|own| read_as(&seat.player, own, game)) {
                let (id, player) = (&seat.seat, &seat.player);
                let meant = match meant {
                    ReadAs::Seat(name) => format!("the seat {name}"),
                    ReadAs::Word(word) => format!("“{word}”"),
                };
                let what = format!(
                    "seats.{id}.player: in press and votes “{player}” means {meant}, so nobody could write to this player by name. Write the name in another way, such as “{player} B.”"
                );
                wrong.add(0, what);
            }
        }
        for (at, seat) in self.seats.iter().enumerate().filter(|_| !self.anonymous) {
            let before = self.seats.iter().take(at);
            let Some(other) = namesake(before, &seat.player, &seat.addresses) else { continue };
            let (id, player) = (&seat.seat, &seat.player);
            let what = format!(
                "seats.{id}.player: the player of {} is called “{player}” too, so nobody could write to either by name. Write one of the names in another way, such as “{player} B.”",
                other.seat
            );
            wrong.add(0, what);
        }
        if wrong.0.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

/// Returns a seat whose player has this name and none of these addresses: another person. One person may play several seats.
pub(crate) fn namesake<'s>(
    mut seats: impl Iterator<Item = &'s SeatSettings>,
    player: &str,
    addresses: &[String],
) -> Option<&'s SeatSettings> {
    let shares = |other: &SeatSettings| {
        other.addresses.iter().any(|one| addresses.iter().any(|other| one.eq_ignore_ascii_case(other)))
    };
    let is_named = |other: &&SeatSettings| {
        !fold(player).is_empty() && fold(&other.player) == fold(player) && !shares(other)
    };
    seats.find(is_named)
}
