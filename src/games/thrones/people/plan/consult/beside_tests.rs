//! Questions of the Westeros phase that are asked beside it.

use super::*;
use crate::games::thrones::board::Stage;
use crate::games::thrones::people::plan::read::{read, untimely};
use crate::games::thrones::people::plan::tests::opening;
use crate::sheet::parse;
use crate::table::Listing;
use serde_json::json;

/// A tactic card may draw a Westeros card after planning, and then its bids are asked at once.
#[test]
fn bids_that_are_asked_beside_the_westeros_phase_are_answered() {
    let mut board = opening(5);
    (board.turn, board.stage) = (2, Stage::Marches);
    let bid = || Question::Bid { on: "iron-throne".into(), available: 5, wildlings: 0, either: false };
    let seat = board.world.seat("stark").unwrap();
    let open = Open {
        seat,
        key: "2/marches/4/stark/bid/iron-throne".into(),
        kind: "bid".into(),
        question: serde_json::to_value(bid()).unwrap(),
        legal: Listing { answers: vec![], complete: false },
        default: json!(0),
        ahead: false,
    };
    let node = parse("bids: {iron throne: 2}").unwrap();
    let plan = |open: &[Open]| read(&board, seat, open, &node).plan.unwrap();
    let asked = plan(std::slice::from_ref(&open));
    assert_eq!(
        consult(&asked, seat, &bid(), &board),
        Says::Answer { value: json!(2), path: "bids.iron-throne".into() }
    );
    assert_eq!(untimely(&asked, &board), None);
    // Where nothing of the kind is asked, they are for the next Westeros phase.
    assert_eq!(consult(&plan(&[]), seat, &bid(), &board), Says::Silent);
}
