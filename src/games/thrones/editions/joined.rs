//! Westeros and the north: the second edition's board, or the one for nine houses, and beside it the board beyond the Wall. Its
//! answers are those of the one or the other, by the area or the house; docs/rules/westeros-and-the-north.md says what is common.

use super::first::asking;
use super::second::westeros_cards;
use super::standard::chapter;
use super::{north, second};
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Area, OrderId, OrderKind, Unit};
use crate::games::thrones::game::{AbilityRow, Chapter, Edition, WesterosCardRow};
use crate::games::thrones::joined::{phase, victory};
use crate::games::thrones::north::{
    attack, house_cards, objectives, places, quests, round_end, step, tactics, victory as northern,
};
use crate::games::thrones::realm::{consolidate, power, raven, westeros};
use crate::games::thrones::terms::{Part, Yield};
use crate::games::thrones::war::battle::contest::{Contest, Role};
use crate::games::thrones::war::battle::strength::siege_strength;
use crate::games::thrones::war::{marches, raids};

/// Westeros and the north.
pub static JOINED: Edition = Edition {
    id: "westeros-and-the-north",
    opening: &[chapter(north::DECKS, step::decks)],
    stages: STAGES,
    wins_now: victory::now,
    wins: victory::WINS,
    prevails: victory::prevails,
    ends: victory::at_the_end,
    settled: northern::settled,
    westeros: WESTEROS,
    wildlings_grown: attack::grown,
    growth_asks: attack::foresee,
    misplaced: places::misplaced,
    musters_unasked: |_| Some(Unit::Zombie),
    consolidates,
    unit_strength,
    place_strength: places::place_strength,
    abilities: &ABILITIES,
    barred: house_cards::barred,
    tactics: tactics::TACTICS,
    objectives: objectives::OBJECTIVES,
    ..second::ANSWERS
};

/// The round: each step that both boards have is done on the main board first. Rules: WN, B-80.
const STAGES: &[Chapter] = &[
    chapter(Stage::Westeros, westeros::turn_cards),
    chapter(Stage::CardOne, |board, table| westeros::execute(board, 0, table)),
    chapter(Stage::CardTwo, |board, table| westeros::execute(board, 1, table)),
    chapter(Stage::CardThree, |board, table| westeros::execute(board, 2, table)),
    chapter(Stage::Planning, step::planning),
    chapter(north::TACTICS, step::tactics),
    chapter(Stage::Raven, raven::raven_or_look),
    chapter(north::QUESTS, quests::quests),
    Chapter { stage: Stage::Raids, play: raids::raids, skipped_without: Some(OrderKind::Raid) },
    chapter(Stage::Marches, marches::marches),
    Chapter {
        stage: Stage::Consolidate,
        play: consolidate::in_turns,
        skipped_without: Some(OrderKind::Consolidate),
    },
    chapter(north::ROUND_END, round_end::round_end),
];

/// The common cards. Rules: WN, B-88; BW, B-120 to B-128.
const WESTEROS: &[WesterosCardRow] = &westeros_cards([
    asking("supply", phase::supply, phase::foresee_supply),
    asking("mustering", phase::mustering, phase::foresee_mustering),
    asking("game-of-thrones", phase::game_of_thrones, phase::foresee_game_of_thrones),
    asking("wildling-attack", attack::attack, attack::foresee),
]);

/// The House cards of both boards.
const ABILITIES: [AbilityRow; second::ABILITIES.len() + north::ABILITIES.len()] = {
    let mut all = [second::ABILITIES[0]; second::ABILITIES.len() + north::ABILITIES.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = match place.checked_sub(second::ABILITIES.len()) {
            Some(behind) => north::ABILITIES[behind],
            None => second::ABILITIES[place],
        };
        place += 1;
    }
    all
};

/// Power or units instead: of the Others as in the north, of all others as in the second edition.
fn consolidates(board: &Board, area: Area, order: OrderId) -> Yield {
    let others = board.world.north.as_ref().map(|north| north.others);
    if others.is_some() && board.spot(area).holder == others {
        places::consolidates(board, area, order)
    } else {
        power::by_crowns_or_muster(board, area, order)
    }
}

/// Catapults count as in the north, siege engines as in the second edition.
fn unit_strength(board: &Board, contest: &Contest, side: Role, unit: Unit, part: Part) -> i16 {
    if unit == Unit::Catapult {
        places::unit_strength(board, contest, side, unit, part)
    } else {
        siege_strength(board, contest, side, unit, part)
    }
}
