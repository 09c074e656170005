//! The names that plans may use.

use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::{Card, Faction, Region};
use crate::sheet::Names;

/// The names that a plan may use, with the ids that the plan keeps.
pub(super) struct Words {
    pub regions: Names<String>,
    pub factions: Names<String>,
    pub seats: Names<String>,
    pub cards: Names<Card>,
}

impl Words {
    /// Collects the names of a position.
    pub fn new(board: &Board) -> Self {
        let world = &board.world;
        let mut regions = Names::new();
        for region in Region::ALL {
            let place = world.place(region);
            regions.add(&place.name, place.id.clone()).also(&place.id).words();
        }
        let mut factions = Names::new();
        for faction in Faction::ALL {
            let known = &world.followers[faction as usize];
            factions.add(&known.name, faction.id().to_owned()).also(faction.id()).also(&known.colour);
            let forms: &[&str] = match faction {
                Faction::Scots => &["scot", "scottish"],
                Faction::Welsh => &["welshman", "welshmen"],
                Faction::RomanoBritons => {
                    &["romano-briton", "romano-british", "briton", "britons", "roman", "romans"]
                }
                Faction::Loyalists => &["loyalist", "mordred"],
            };
            forms.iter().for_each(|form| {
                factions.also(form);
            });
        }
        let mut seats = Names::new();
        for (_, info) in world.seats.iter() {
            seats.add(&info.name, info.id.clone()).also(&info.id);
        }
        let mut cards = Names::new();
        for card in Card::ALL {
            cards.add(world.card_name(card), card).also(card.id());
            let forms: &[&str] = match card {
                Card::Settlement => &["settlements", "settle"],
                Card::Ambassador => &["ambassadors"],
                Card::RomanoBritons => &["romano-british", "britons", "romans"],
                Card::Scots => &["scottish"],
                _ => &[],
            };
            forms.iter().for_each(|form| {
                cards.also(form);
            });
        }
        Words { regions, factions, seats, cards }
    }
}
