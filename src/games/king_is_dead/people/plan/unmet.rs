//! What a plan says to a turn and cannot have, with the reasons: so that no line is dropped without a word.

use super::consult::{Step, consult, done, has_effect, step, wanted};
use super::judge::{Moment, place};
use super::model::{Otherwise, Place, Plan, What, Wish};
use super::progress::progress;
use super::wish;
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::cards::{Action, Play, Turn, placing};
use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::people::names;
use crate::sheet::Refusal;
use crate::table::{Says, Seat};

/// The codes of what cannot be had beyond those of the rules' own refusals.
pub const UNMET: &[&str] = &["unmet-condition", "unmet-place-fewer", "unmet-pass", "plan-at-end"];

/// Returns why a seat is asked although it has a plan: why the line that the plan has come to cannot be carried out, or that
/// all its lines are done. Nothing if the plan answers.
pub fn why_asked(plan: &Plan, seat: Seat, board: &Board) -> Vec<Refusal> {
    if matches!(consult(plan, seat, board), Says::Answer { .. } | Says::Guess) {
        return Vec::new();
    }
    let at = done(plan, seat, board);
    let stop = match plan.turns.get(at).map(|entry| &entry.what) {
        None if at > 0 => Some("plan-at-end"),
        Some(What::Pass { .. }) => Some("unmet-pass"),
        _ => None,
    };
    unmet(plan, seat, board).into_iter().chain(stop.map(Refusal::new)).collect()
}

/// Returns why lines that the plan comes to in this turn cannot be carried out, and what the play that it makes leaves out.
pub fn unmet(plan: &Plan, seat: Seat, board: &Board) -> Vec<Refusal> {
    let begun = progress(plan, seat, board);
    let mut since = begun.since;
    let mut all = Vec::new();
    for entry in plan.turns.iter().skip(begun.at) {
        let wishes: &[Wish] = match &entry.what {
            What::Play { wishes, .. } => wishes,
            What::Pass { .. } => &[],
        };
        match step(entry, since, seat, board) {
            Step::Next(later) => since = later,
            Step::Turn(Turn::Play(play)) => {
                let now = Moment { board, seat, since, play: None };
                let is_it = |wish: &&Wish| {
                    wish::play(wish, seat, board).is_ok_and(|made| made == play && wanted(wish, &now, &made))
                };
                all.extend(
                    wishes.iter().find(is_it).map(|wish| left_out(wish, &play, board)).unwrap_or_default(),
                );
                return all;
            }
            Step::Turn(_) => return all,
            Step::Stuck => {
                all.extend(wishes.iter().map(|wish| obstacle(wish, seat, board)));
                if entry.otherwise.or(plan.otherwise) != Some(Otherwise::Skip) {
                    return all;
                }
            }
        }
    }
    all
}

/// Returns why a play that the plan wishes is not made.
fn obstacle(wish: &Wish, seat: Seat, board: &Board) -> Refusal {
    let card =
        Card::from_id(&wish.card).map_or(wish.card.clone(), |card| board.world.card_name(card).to_string());
    match wish::play(wish, seat, board) {
        Err(why) => why,
        Ok(play) if !has_effect(wish, &play) => Refusal::new("no-effect-now").with("card", card),
        Ok(_) => Refusal::new("unmet-condition").with("card", card),
    }
}

/// Returns why a play places nobody in regions that the plan names.
fn left_out(wish: &Wish, play: &Play, board: &Board) -> Vec<Refusal> {
    let (Some(Place::Regions(named)), Action::Place(places)) = (&wish.place, &play.action) else {
        return Vec::new();
    };
    let world = &board.world;
    let (legal, card) = (placing::targets(board, play.card), world.card_name(play.card));
    let placed: Vec<_> = places.iter(play.card).map(|(_, region)| region).collect();
    let regions = named.iter().filter_map(|region| place(board, region));
    // Regions after those that are needed are there for the case that an earlier one is not possible.
    let needed = regions.take(placed.len().max(if named.len() == 2 { 2 } else { 0 }));
    let left = needed.filter(|region| !placed.contains(region));
    let why = left.map(|region| {
        let name = world.place(region).name.as_str();
        let code = match (board.field.open.has(region), legal.has(region)) {
            (false, _) => "place-resolved",
            (true, false) => "place-not-bordering",
            (true, true) => "unmet-place-fewer",
        };
        let why = Refusal::new(code).with("card", card).with("region", name).with("placed", placed.len());
        why.with("legal", names::regions(world, legal))
    });
    why.collect()
}
