//! From stage to stage and turn to turn. Rules: 1e, The sequence of the turn.

use super::event::RealmEvent;
use super::victory;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::game::{Chapter, Table, WesterosCardRow};
use crate::table::Pause;

/// Plays the stage that the position is at the opening of.
///
/// # Errors
/// If the stage waits for an answer.
pub fn play(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    match chapter(board, board.stage) {
        Some(chapter) => (chapter.play)(board, table),
        None => Ok(()),
    }
}

fn chapter(board: &Board, stage: Stage) -> Option<&'static Chapter> {
    let edition = board.edition;
    edition.opening.iter().chain(edition.stages).find(|chapter| chapter.stage == stage)
}

/// Does a step on each board, the main one first. Nothing of a step on one board hangs on another's, so that the questions of all
/// are asked at once: where one waits for an answer, the next is played as far as it goes, and played again with the rest.
///
/// # Errors
/// If a board waits for an answer.
pub fn board_by_board(
    board: &mut Board,
    step: impl Fn(&mut Board, usize, &mut Table<'_>) -> Result<(), Pause>,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let mut waits: Option<Pause> = None;
    for theatre in 0..board.theatres.len() {
        if board.outcome.is_some() {
            break;
        }
        // Keys count the orders of each board for itself.
        board.step = 0;
        if let Err(pause) = step(board, theatre, table) {
            waits = Some(match waits {
                Some(first) => first.and(pause),
                None => pause,
            });
        }
    }
    waits.map_or(Ok(()), Err)
}

/// Moves to the stage after the one just played: to the next turn after the last stage, to the end after the last
/// turn, or as soon as the game has been decided.
pub fn advance(board: &mut Board, table: &mut Table<'_>) {
    if board.outcome.is_some() {
        board.stage = Stage::Over;
        return;
    }
    let opening = board.edition.opening;
    if let Some(played) = opening.iter().position(|chapter| chapter.stage == board.stage) {
        board.stage = opening.get(played + 1).map_or(board.edition.first_stage, |chapter| chapter.stage);
        return;
    }
    let stages = board.edition.stages;
    let played = stages.iter().position(|chapter| chapter.stage == board.stage);
    let next = played.and_then(|played| stages.get(played + 1));
    board.stage = match (next, stages.first()) {
        (Some(next), _) => next.stage,
        (None, Some(first)) if played.is_some() && board.turn < board.world.turns => {
            next_turn(board, table);
            first.stage
        }
        _ => {
            victory::after_last_turn(board, table);
            Stage::Over
        }
    };
    if let Some(card) = skipped(board, board.stage) {
        let stage = board.stage.id().to_owned();
        table.tell(|| RealmEvent::StageSkipped { stage, card: card.id.to_owned() }.into());
    }
}

/// The open cards cease to forbid anything; they lie under their decks already (see
/// [`turn_cards`](super::westeros::turn_cards)).
fn next_turn(board: &mut Board, table: &mut Table<'_>) {
    board.turn += 1;
    for theatre in &mut board.theatres {
        theatre.open.iter_mut().chain(&mut theatre.chosen).for_each(|card| *card = None);
    }
    let turn = board.turn;
    table.tell(|| RealmEvent::TurnBegins { turn }.into());
}

/// Returns the open Westeros card that takes a stage out of this turn. Rules: 1e, *Sea of Storms*, *Feast for Crows*.
pub fn skipped(board: &Board, stage: Stage) -> Option<&'static WesterosCardRow> {
    let kind = chapter(board, stage)?.skipped_without?;
    board.open_rows().find(|row| row.forbids.is_some_and(|ban| ban.kind == kind && !ban.starred_only))
}
