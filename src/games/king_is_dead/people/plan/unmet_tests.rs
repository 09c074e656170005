//! What a plan cannot have of a turn.

use super::read::read;
use super::unmet::unmet;
use crate::games::king_is_dead::KingIsDead;
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::cards::placing;
use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::data::Options;
use crate::sheet::parse;
use crate::table::{Game, RandomTable};

/// The codes of what a plan, read while its seat is not asked, cannot have when the seat moves first.
fn codes(text: impl Fn(&Board) -> String) -> Vec<String> {
    let folder = |file: &str| crate::games::embedded("king-is-dead", file).map(str::to_owned);
    let game = KingIsDead::load(&folder, 3, Options::default()).unwrap();
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    let (text, seat) = (text(&board), board.to_move());
    let other = board.seats().find(|other| *other != seat).unwrap();
    let node = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}: {text}"));
    let reading = read(&board, other, &[], &node);
    let plan = reading.plan.unwrap_or_else(|| panic!("{:?}: {text}", reading.faults));
    unmet(&plan, seat, &board).iter().map(|why| why.code().to_owned()).collect()
}

/// Returns the names of regions where the Scots' card may place, and of one where it may not.
fn places(board: &Board) -> (Vec<String>, String) {
    let legal = placing::targets(board, Card::from_id("scots").unwrap());
    let name = |region| board.world.place(region).name.clone();
    let near = legal.iter().map(name).collect();
    (near, board.field.open.iter().find(|region| !legal.has(*region)).map(name).unwrap())
}

#[test]
fn places_that_are_dropped_are_said() {
    let play = |a: &str, b: &str| format!("turns: [{{play: scots, place: [{a}, {b}], summon: anybody}}]");
    assert_eq!(codes(|board| play(&places(board).1, &places(board).0[0])), ["place-not-bordering"]);
    assert_eq!(codes(|board| play(&places(board).0[0], &places(board).0[1])), [""; 0]);
}

#[test]
fn a_line_that_is_stuck_is_said() {
    let nowhere =
        |board: &Board| format!("turns: [{{play: scots, place: {}, summon: anybody}}]", places(board).1);
    assert_eq!(codes(nowhere), ["place-must"]);
    let never = |board: &Board| {
        format!(
            "turns: [{{play: scots, place: {}, summon: anybody, if: Scots hold 5 regions}}]",
            places(board).0[0]
        )
    };
    assert_eq!(codes(never), ["unmet-condition"]);
    assert_eq!(codes(|_| "turns: [pass]".to_owned()), [""; 0]);
}
