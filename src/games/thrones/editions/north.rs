//! Beyond the Wall, a scenario of the second edition: its answers and its cards. What differs, rule by rule:
//! docs/rules/beyond-the-wall.md.

use super::second::ANSWERS;
use super::standard::chapter;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::OrderKind;
use crate::games::thrones::game::{Chapter, Edition, ObjectiveRow};
use crate::games::thrones::north::{step, tactics};
use crate::games::thrones::realm::{consolidate, raven, westeros};
use crate::games::thrones::terms::OwnStage;
use crate::games::thrones::war::{marches, raids};

/// The choice of tactic decks, once before the first round.
pub const DECKS: Stage = Stage::Own(OwnStage { id: "decks", rank: 45 });
/// Tactic cards are resolved.
pub const TACTICS: Stage = Stage::Own(OwnStage { id: "tactics", rank: 55 });

/// Beyond the Wall.
pub static NORTH: Edition = Edition {
    id: "beyond-the-wall",
    opening: &[chapter(DECKS, step::decks)],
    stages: STAGES,
    tactics: tactics::TACTICS,
    objectives: OBJECTIVES,
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
    Chapter { stage: Stage::Raids, play: raids::raids, skipped_without: Some(OrderKind::Raid) },
    chapter(Stage::Marches, marches::marches),
    Chapter {
        stage: Stage::Consolidate,
        play: consolidate::consolidate_in_turns,
        skipped_without: Some(OrderKind::Consolidate),
    },
];

const OBJECTIVES: &[ObjectiveRow] = &[
    ObjectiveRow { id: "watch-hold-the-fist", pays: |_, _| 0 },
    ObjectiveRow { id: "watch-rangers-abroad", pays: |_, _| 0 },
    ObjectiveRow { id: "wildlings-no-mercy", pays: |_, _| 0 },
    ObjectiveRow { id: "wildlings-free-folk-alive", pays: |_, _| 0 },
    ObjectiveRow { id: "others-white-walkers", pays: |_, _| 0 },
    ObjectiveRow { id: "others-the-dead-rise", pays: |_, _| 0 },
];
