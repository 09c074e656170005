//! What the tactic cards do: a row for each, by the ids that the data name. Rules: BW, B-101 to B-118.

use crate::games::thrones::game::TacticRow;

const fn card(id: &'static str) -> TacticRow {
    TacticRow { id, abilities: &[] }
}

/// The eighteen tactic cards.
pub const TACTICS: &[TacticRow] = &[
    card("advanced-planning"),
    card("detailed-planning"),
    card("offensive-manoeuvres"),
    card("counter-offensive"),
    card("organise-the-defence"),
    card("redistribute-the-forces"),
    card("encircle"),
    card("pillage"),
    card("prepare-an-ambush"),
    card("coup-de-main"),
    card("simultaneous-attacks"),
    card("exploration-and-espionage"),
    card("fight-on-equal-terms"),
    card("breakthrough"),
    card("hit-and-run"),
    card("call-to-arms"),
    card("widen-the-net"),
    card("martial-flexibility"),
];
