//! The kinds and keys of questions, as `answers` of a plan name them.

use super::consult::RECRUITERS;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::World;
use crate::games::thrones::editions::north::DECKS;
use crate::games::thrones::north::provisions;
use crate::table::{Open, Seat};

/// Kinds of questions that have a section on the sheet; all others are answered by their key.
const SECTIONS: [&str; 7] = ["orders", "bid", "gift", "muster", "tactic-deck", "tactic-card", "quest"];

/// Kinds of questions that have a section on the sheet as long as they only may come up.
const SECTIONS_AHEAD: [&str; 6] = ["tie", "disband", "reward", "westeros", "pick", "select"];

/// Returns `true` for a stage of the Westeros cards, whose sheet asks for all that they may bring. The tactic decks come before all else.
pub fn gathers(stage: Stage) -> bool {
    stage < Stage::Planning && stage != DECKS
}

/// Returns the questions of a house that are answered by their keys, in the order in which the sheet numbers them.
pub(crate) fn by_key(open: &[Open], seat: Seat) -> Vec<&Open> {
    let mut others: Vec<&Open> = open
        .iter()
        .filter(|open| {
            let kind = open.kind.as_str();
            let has_section = SECTIONS.contains(&kind) && !recruits(open);
            open.seat == seat && !(has_section || open.ahead && SECTIONS_AHEAD.contains(&kind))
        })
        .collect();
    // The sheet has it among the choices, so that it takes the number of no other.
    others.sort_by_key(|open| buys_supply(open));
    others
}

/// Returns `true` for the question whether the Others pay for their supply, of which the sheet speaks in a section of its own.
pub(crate) fn buys_supply(open: &Open) -> bool {
    open.kind == "pick" && open.question["what"] == provisions::OTHERS
}

/// Returns `true` for a mustering that no section of the sheet is about: neither a Westeros card nor an order brings it, but a
/// House card or a tactic card.
pub(crate) fn recruits(open: &Open) -> bool {
    let by = short_key(&open.key).strip_prefix("muster/");
    !open.ahead && by.is_some_and(|by| RECRUITERS.contains(&by))
}

/// The kinds of questions of the first edition, as `Query::kind` has them.
pub const FIRST_KINDS: &[&str] = NORTH_KINDS.split_at(15).0;

/// The kinds of questions of the second edition: first those of the first.
pub const KINDS: &[&str] = NORTH_KINDS.split_at(19).0;

/// The kinds of questions on a board of the north: first all that other boards have, then its own.
pub const NORTH_KINDS: &[&str] = &[
    "bid",
    "tie",
    "disband",
    "muster",
    "orders",
    "raven",
    "reward",
    "raid",
    "march",
    "support",
    "card",
    "blade",
    "casualties",
    "retreat",
    "ability",
    "westeros",
    "pick",
    "select",
    "redraw",
    "tactic-deck",
    "tactic-card",
    "tactic-move",
    "tactic-march",
    "raise",
    "quest",
    "return",
];

/// The kinds of questions of a game on two boards: besides those of the north, gifts.
pub const JOINED_KINDS: &[&str] = &{
    let mut all = ["gift"; NORTH_KINDS.len() + 1];
    let mut place = 0;
    while place < NORTH_KINDS.len() {
        all[place] = NORTH_KINDS[place];
        place += 1;
    }
    all
};

/// Returns the kinds of questions of a game.
pub(super) fn kinds(world: &World) -> &'static [&'static str] {
    match &world.north {
        Some(_) if world.theatres.len() > 1 => JOINED_KINDS,
        Some(_) => NORTH_KINDS,
        None => KINDS,
    }
}

/// Returns `true` for the question where a wildling card goes that its house has seen: nobody else learns it.
pub fn keeps_secret(key: &str) -> bool {
    short_key(key) == "pick/wildling-card"
}

/// Returns a key without turn, stage, step and house: `retreat/moat-cailin`. A key that has none of them is returned as
/// it is.
pub(super) fn short_key(key: &str) -> &str {
    if is_whole(key) { key.splitn(5, '/').nth(4).unwrap_or(key) } else { key }
}

/// Returns `true` if a key begins with its turn, and so is that of one question of the game.
pub(super) fn is_whole(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_digit())
}
