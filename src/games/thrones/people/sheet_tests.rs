//! The order sheet of the sides of the north: examples that can be had, and whom they are asked about.

use super::sheet::sheet;
use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Options;
use crate::games::thrones::editions::{JOINED, NORTH};
use crate::games::thrones::game::Edition;
use crate::table::{Game, Listing, Open, RandomTable};
use serde_json::{Value, json};

fn opening(edition: &'static Edition, players: u8) -> Board {
    let folder = |file: &str| crate::games::embedded(edition.id, file).map(str::to_owned);
    let game = Thrones::load_edition(edition, &folder, players, Options::default()).unwrap();
    game.begin(&mut RandomTable::new(1)).unwrap()
}

fn asked(board: &Board, side: &str, kind: &str, question: Value) -> Value {
    let seat = board.world.seat(side).unwrap();
    let legal = Listing { answers: vec![], complete: true };
    let open =
        Open { seat, key: "k".into(), kind: kind.into(), question, legal, default: Value::Null, ahead: true };
    sheet(board, seat, &[open])
}

#[test]
fn the_example_of_the_others_is_what_a_plain_order_pays_for() {
    let sheet = asked(&opening(&NORTH, 3), "others", "orders", Value::Null);
    assert_eq!(sheet["example"]["musters"]["unit"], "zombie");
}

#[test]
fn nobody_is_asked_to_give_up_catapults() {
    let question = json!({"ask": "disband", "because": "supply", "amount": 1});
    let sheet = asked(&opening(&NORTH, 3), "nights-watch", "disband", question);
    assert_eq!(sheet["disband"]["units"], json!(["footman", "knight"]));
}

#[test]
fn ties_are_among_those_who_play_on_the_same_board() {
    let board = opening(&JOINED, 12);
    let tie = || json!({"ask": "tie", "on": "fiefdoms"});
    let north = asked(&board, "wildlings", "tie", tie());
    assert_eq!(north["ties"]["sides"], true);
    assert_eq!(north["ties"]["of"].as_array().unwrap().len(), 3, "{}", north["ties"]);
    let south = asked(&board, "stark", "tie", tie());
    assert_eq!(
        (south["ties"]["sides"].clone(), south["ties"]["of"].as_array().unwrap().len()),
        (json!(false), 9)
    );
}
