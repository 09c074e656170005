//! Summoning a follower to court. Rules: Playing cards; K-03.

use super::action::{Found, Summon};
use crate::games::king_is_dead::board::Field;
use crate::games::king_is_dead::data::{Faction, World};
use crate::games::king_is_dead::people::names;
use crate::table::Refusal;
use std::ops::ControlFlow;

/// Checks that a summons is legal on a board that the card has already changed.
///
/// # Errors
/// If it is not, with the reason.
pub fn check(world: &World, field: &Field, summon: Option<Summon>) -> Result<(), Refusal> {
    let able = field.with_courtiers();
    let Some(Summon { faction, from }) = summon else {
        if able.is_empty() {
            return Ok(());
        }
        return Err(Refusal::new("summon-must").with("legal", names::regions(world, able)));
    };
    let region = world.place(from).name.as_str();
    if faction == Faction::Loyalists {
        return Err(Refusal::new("summon-loyalist"));
    }
    if !field.open.has(from) {
        return Err(Refusal::new("summon-resolved").with("region", region));
    }
    if field.at(from).count(faction) == 0 {
        let there = names::followers(world, field.at(from));
        let refusal = Refusal::new("summon-not-there").with("region", region).with("there", there);
        return Err(refusal.with("faction", world.faction_name(faction)));
    }
    Ok(())
}

/// Visits every legal summons once.
pub fn walk(field: &Field, found: Found<'_, Option<Summon>>) -> ControlFlow<()> {
    let able = field.with_courtiers();
    if able.is_empty() {
        return found(None);
    }
    for from in able.iter() {
        for faction in field.at(from).without_loyalists().kinds() {
            found(Some(Summon { faction, from }))?;
        }
    }
    ControlFlow::Continue(())
}

/// Draws a legal summons.
pub fn sample(field: &Field, dice: &mut fastrand::Rng) -> Option<Summon> {
    let from = field.with_courtiers().pick(dice)?;
    let faction = field.at(from).without_loyalists().pick(dice)?;
    Some(Summon { faction, from })
}
