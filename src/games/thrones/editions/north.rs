//! Beyond the Wall, a scenario of the second edition: its answers and its cards. What differs, rule by rule:
//! docs/rules/beyond-the-wall.md.

use super::first::{ability, asking};
use super::second::{ANSWERS, westeros_cards};
use super::standard::chapter;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{OrderKind, Unit};
use crate::games::thrones::game::{AbilityRow, Chapter, Edition, Form, Hook, WesterosCardRow};
use crate::games::thrones::north::{
    attack, house_cards, objectives, places, provisions, quests, raise, recruit, round_end, step, tactics,
    victory,
};
use crate::games::thrones::realm::{consolidate, power, raven, westeros};
use crate::games::thrones::terms::OwnStage;
use crate::games::thrones::war::{marches, raids};

/// The choice of tactic decks, once before the first round.
pub const DECKS: Stage = Stage::Own(OwnStage { id: "decks", rank: 45 });
/// Tactic cards are resolved.
pub const TACTICS: Stage = Stage::Own(OwnStage { id: "tactics", rank: 55 });
/// Units go on quests.
pub const QUESTS: Stage = Stage::Own(OwnStage { id: "quests", rank: 65 });
/// Benjen, Yoren, objectives, and the board is swept.
pub const ROUND_END: Stage = Stage::Own(OwnStage { id: "round-end", rank: 95 });

/// Beyond the Wall.
pub static NORTH: Edition = Edition {
    id: "beyond-the-wall",
    opening: &[chapter(DECKS, step::decks)],
    stages: STAGES,
    wins_now: victory::now,
    wins: victory::WINS,
    ladder: &[],
    ends: victory::at_the_end,
    settled: victory::settled,
    westeros: WESTEROS,
    wildlings_grown: attack::grown,
    growth_asks: attack::foresee,
    misplaced: places::misplaced,
    musters_unasked: |_| Some(Unit::Zombie),
    consolidates: places::consolidates,
    unit_strength: places::unit_strength,
    place_strength: places::place_strength,
    abilities: ABILITIES,
    barred: house_cards::barred,
    tactics: tactics::TACTICS,
    objectives: objectives::OBJECTIVES,
    ..ANSWERS
};

/// The round. Rules: BW, B-10.
const STAGES: &[Chapter] = &[
    chapter(Stage::Westeros, westeros::turn_cards),
    chapter(Stage::CardOne, |board, table| westeros::execute(board, 0, table)),
    chapter(Stage::CardTwo, |board, table| westeros::execute(board, 1, table)),
    chapter(Stage::CardThree, |board, table| westeros::execute(board, 2, table)),
    chapter(Stage::Planning, step::planning),
    chapter(TACTICS, step::tactics),
    chapter(Stage::Raven, raven::raven),
    chapter(QUESTS, quests::quests),
    Chapter { stage: Stage::Raids, play: raids::raids, skipped_without: Some(OrderKind::Raid) },
    chapter(Stage::Marches, marches::marches),
    Chapter {
        stage: Stage::Consolidate,
        play: consolidate::in_turns,
        skipped_without: Some(OrderKind::Consolidate),
    },
    chapter(ROUND_END, round_end::round_end),
];

/// Rules: BW, B-120 to B-128.
const WESTEROS: &[WesterosCardRow] = &westeros_cards([
    asking("supply", provisions::supply, provisions::foresee),
    asking("mustering", recruit::mustering, recruit::foresee),
    asking("game-of-thrones", power::game_of_thrones, |foresight| foresight.power_grows = true),
    asking("wildling-attack", attack::attack, attack::foresee),
]);

/// Rules: BW, B-40 to B-51.
pub const ABILITIES: &[AbilityRow] = &[
    ability(
        "jon-snow",
        Hook::StrengthAndIcons(house_cards::jon_snow, house_cards::jon_snow_icons),
        Form::None,
    ),
    ability("qhorin", Hook::Skulls(house_cards::qhorin), Form::None),
    ability("sam-tarly", Hook::Skulls(house_cards::sam_tarly), Form::None),
    // Aemon and Yoren work when the round ends, Ygritte from the hand. Plans name areas for Yoren's recruits, and for those
    // who come back with Benjen.
    ability("maester-aemon", Hook::Elsewhere, Form::None),
    ability("yoren", Hook::Elsewhere, Form::AreaOrNone),
    ability("ygritte", Hook::Elsewhere, Form::None),
    ability("benjen-stark", Hook::Strength(house_cards::benjen_stark), Form::AreaOrNone),
    ability("janos-slynt", Hook::Strength(house_cards::janos_slynt), Form::None),
    ability("osha", Hook::Levels(house_cards::osha), Form::None),
    ability("king-of-the-others", Hook::Cleanup(raise::king), Form::AreaOrNone),
    ability("general-of-the-others", Hook::Cleanup(raise::general), Form::AreaOrNone),
    ability(
        "captain-of-the-others",
        Hook::IconsAndCleanup(house_cards::captain_icons, raise::captain),
        Form::Use,
    ),
    ability(
        "sorcerer-of-the-others",
        Hook::StrengthAndCleanup(house_cards::sorcerer, raise::sorcerer),
        Form::Use,
    ),
    ability("zombie-horde", Hook::Revealed(house_cards::zombie_horde), Form::OwnCard),
];
