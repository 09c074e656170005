//! The north before the first round. Rules: BW, B-15, B-16.

use super::state::{North, Side};
use crate::games::thrones::data::{NorthData, World};
use crate::table::BySeat;

/// Nothing chosen yet: all tactic cards in reserve, the decks in printed order.
pub fn set_out(printed: &NorthData, world: &World) -> North {
    let both = world.options.objectives >= 2;
    let sides = BySeat::new(world.houses.len(), |seat| {
        if !printed.sides().contains(&seat) {
            return Side::default();
        }
        let objectives = printed.objectives_of(seat).take(2).filter(|_| both).map(|place| place as u8);
        Side { reserve: printed.all_tactics(), objectives: objectives.collect(), ..Side::default() }
    });
    let places = |deck: usize| (0..printed.watch_decks[deck].len() as u8).collect();
    North { sides, watch_decks: [places(0), places(1)], ..North::default() }
}
