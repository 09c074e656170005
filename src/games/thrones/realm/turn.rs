//! From stage to stage and turn to turn. Rules: 1e, The sequence of the turn.
//!
//! May use: `board`, victory, `table`. Is used by: `thrones`, consolidate.

use super::event::RealmEvent;
use super::victory;
use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{OrderKind, Westeros};
use crate::table::Table;

/// Moves to the stage after the one just played: to the next turn after the last stage, to the end after the last
/// turn, or as soon as the game has been decided.
pub fn advance<T: Table<Thrones>>(board: &mut Board, table: &mut T) {
    if board.outcome.is_some() {
        board.stage = Stage::Over;
        return;
    }
    board.stage = match board.stage {
        Stage::Westeros => Stage::CardOne,
        Stage::CardOne => Stage::CardTwo,
        Stage::CardTwo => Stage::CardThree,
        Stage::CardThree => Stage::Planning,
        Stage::Planning => Stage::Raven,
        Stage::Raven => Stage::Raids,
        Stage::Raids => Stage::Marches,
        Stage::Marches => Stage::Consolidate,
        Stage::Consolidate if board.turn < board.world.turns => {
            next_turn(board, table);
            Stage::Westeros
        }
        Stage::Consolidate | Stage::Over => {
            victory::after_last_turn(board, table);
            Stage::Over
        }
    };
    if let Some(card) = skipped(board, board.stage) {
        let stage = board.stage.id().to_owned();
        table.tell(|| RealmEvent::StageSkipped { stage, card: card.id().to_owned() }.into());
    }
}

/// The open cards cease to forbid anything; they lie under their decks already (see
/// [`turn_cards`](super::westeros::turn_cards)).
fn next_turn<T: Table<Thrones>>(board: &mut Board, table: &mut T) {
    board.turn += 1;
    board.open = [None; 3];
    let turn = board.turn;
    table.tell(|| RealmEvent::TurnBegins { turn }.into());
}

/// The open Westeros card that takes a stage out of this turn, if one does. Rules: 1e, *Sea of Storms*, *Feast for
/// Crows*.
pub fn skipped(board: &Board, stage: Stage) -> Option<Westeros> {
    let kind = match stage {
        Stage::Raids => OrderKind::Raid,
        Stage::Consolidate => OrderKind::Consolidate,
        _ => return None,
    };
    (0..3).filter_map(|deck| board.open_card(deck)).find(|card| card.forbids() == Some(kind))
}
