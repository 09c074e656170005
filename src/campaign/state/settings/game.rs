//! Settings against the game they are for.

use crate::campaign::state::settings::{Mistakes, Settings};
use crate::table::SeatInfo;

impl Settings {
    /// Whether the seats are those of the game, and puts them in the game's order.
    ///
    /// # Errors
    /// Seats that the game does not have, or has and nobody plays.
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
                        "seats: “{}” is no seat of {} with {} players; there are: {}",
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
}
