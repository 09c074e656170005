//! The order sheet of a seat as data. Its words and form are in templates/king-is-dead/sheet.md.

use super::{names, plan, suggest};
use crate::games::king_is_dead::board::{Board, Winner};
use crate::games::king_is_dead::cards::{self, Play, Turn, placing, summon};
use crate::games::king_is_dead::data::{Card, Region};
use crate::games::king_is_dead::turn::TurnQuery;
use crate::table::{Open, Query, Seat};
use serde_json::{Value, json};

/// The tries to find a legal play of a card for an example.
const TRIES: u64 = 40;

/// Makes the order sheet of a seat:
///
/// - `asked`: whether it is the seat's turn; `struggle`, `contested`, `leads`;
/// - `hand`: cards with `id`, `copies`, and for those that place `targets`;
/// - `regions`: unresolved regions in the order of their struggles with `region`, `followers`, `leads`, `borders`;
/// - `movable`: region cards a Crown may swap; `supply`;
/// - `examples`: a legal play of each card in hand, as the lines of an entry; `last-card`: whether only a winning play is
///   legal.
pub fn sheet(board: &Board, seat: Seat, open: &[Open]) -> Value {
    let world = &board.world;
    let id = |region: Region| world.region_id(region);
    let own = open.iter().find(|question| question.seat == seat);
    let hand = board.court(seat).hand;
    let cards: Vec<Value> = hand
        .kinds()
        .map(|card| {
            let places = !matches!(card, Card::Crown | Card::Garrison | Card::Ambassador);
            let targets: Vec<&str> = placing::targets(board, card).iter().map(id).collect();
            json!({"id": card.id(), "copies": hand.count(card), "targets": places.then_some(targets)})
        })
        .collect();
    let left = board.field.row.into_iter().filter(|region| board.field.open.has(*region));
    let regions: Vec<Value> = left
        .map(|region| {
            let followers = board.field.at(region);
            let near = world.borders[region.index()].and(board.field.open);
            json!({
                "region": id(region),
                "followers": names::band(followers),
                "leads": Winner::of(followers).id(),
                "borders": near.iter().map(id).collect::<Vec<_>>(),
                "crown": board.field.crown_on(region).map(|seat| world.seat_id(seat)),
            })
        })
        .collect();
    json!({
        "seat": world.seat_id(seat),
        "asked": own.is_some(),
        "struggle": board.struggle,
        "last": Region::ALL.len(),
        "contested": id(board.contested()),
        "hand": cards,
        "regions": regions,
        "movable": board.field.movable().iter().map(id).collect::<Vec<_>>(),
        "supply": names::band(board.field.supply),
        "last-card": own.is_some_and(|question| question.question["last_card"] == true),
        "examples": match board.outcome {
            None => examples(&on_turn(board, seat), seat),
            Some(_) => Vec::new(),
        },
    })
}

/// Returns the position as it would be if a seat were to move now.
fn on_turn(board: &Board, seat: Seat) -> Board {
    let mut later = board.clone();
    for _ in board.seats() {
        if later.to_move() == seat {
            break;
        }
        later.step = later.step.saturating_add(1);
    }
    later
}

/// Returns a legal play of each card in hand that can be played, as a player would type it. It is the same each time.
fn examples(board: &Board, seat: Seat) -> Vec<Vec<String>> {
    let example = |card: Card| {
        (0..TRIES).find_map(|seed| {
            let mut dice = fastrand::Rng::with_seed(seed);
            let action = cards::sample(board, card, &mut dice);
            let mut field = board.field;
            action.apply(&mut field, seat, card);
            let play = Play { card, action, summon: summon::sample(&field, &mut dice), line: None };
            TurnQuery::new(board).check(&Turn::Play(play)).ok()?;
            Some(plan::entry_lines(&suggest::entry_of(board, &play), board))
        })
    };
    board.court(seat).hand.kinds().filter_map(example).collect()
}
