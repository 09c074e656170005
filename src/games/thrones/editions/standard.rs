//! The answers that editions share. An edition names its own and takes the rest from here.

use crate::games::thrones::board::Stage;
use crate::games::thrones::data::OrderKind;
use crate::games::thrones::game::{Chapter, Edition, Rule};
use crate::games::thrones::realm::{consolidate, planning, power, raven, victory, westeros, wildlings};
use crate::games::thrones::terms::{Forces, HandReturns, LastUnit, Rally};
use crate::games::thrones::war::battle::{casualties, strength};
use crate::games::thrones::war::{marches, raids};

/// The first edition's answers, without its cards: what an edition says that it does not say otherwise.
pub const STANDARD: Edition = Edition {
    id: "standard",
    stages: STAGES,
    opening: &[],
    first_stage: Stage::Planning,
    wins_now: victory::by_areas,
    wins: &["areas"],
    prevails: victory::alone,
    ladder: victory::LADDER,
    ends: victory::by_ladder,
    settled: |_| (),
    westeros: &[],
    wildlings_grown: westeros::nothing,
    growth_asks: wildlings::foresee,
    watch_wins: wildlings::reward,
    wildlings_win: wildlings::ravage,
    wildlings_after: |_, _| 0,
    wildling_cards: &[],
    attack_asks: wildlings::foresee_aftermath,
    misplaced: planning::misplaced_by_terrain,
    order_everywhere: |board| board.world.options.order_in_every_area,
    musters_unasked: |_| None,
    consolidates: power::by_crowns,
    raid_targets: raids::two_for_a_star,
    raidable: raids::raid_support_consolidate,
    raid_spoils: raids::power_for_consolidate,
    forces: Forces::TurnBack,
    token_at_home: true,
    rally: Rally::AfterMarches,
    idle_support: false,
    unit_strength: strength::printed_strength,
    place_strength: strength::no_place_strength,
    abilities: &[],
    icons: casualties::printed_icons,
    barred: |_, _, _, _| false,
    last_unit: LastUnit::EndsBattle,
    retreats: |_, _, _, ways| ways,
    hand_returns: HandReturns::All,
    routed_left: |_| (),
    area_left: |_, _, _, _| (),
    area_changed: |_, _, _| Ok(()),
    tactics: &[],
    objectives: &[],
};

/// Returns a stage that no card takes out of the turn.
pub const fn chapter(stage: Stage, play: Rule) -> Chapter {
    Chapter { stage, play, skipped_without: None }
}

/// The turn. Rules: 1e, The sequence of the turn.
pub const STAGES: &[Chapter] = &[
    chapter(Stage::Westeros, westeros::turn_cards),
    chapter(Stage::CardOne, |board, table| westeros::execute(board, 0, table)),
    chapter(Stage::CardTwo, |board, table| westeros::execute(board, 1, table)),
    chapter(Stage::CardThree, |board, table| westeros::execute(board, 2, table)),
    chapter(Stage::Planning, planning::planning),
    chapter(Stage::Raven, raven::raven),
    Chapter { stage: Stage::Raids, play: raids::raids, skipped_without: Some(OrderKind::Raid) },
    chapter(Stage::Marches, marches::marches),
    Chapter {
        stage: Stage::Consolidate,
        play: consolidate::consolidate,
        skipped_without: Some(OrderKind::Consolidate),
    },
];
