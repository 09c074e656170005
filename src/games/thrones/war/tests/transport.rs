//! Rules: 1e, Ship transport, The islands, Rivers.

use super::super::transport::reach;
use super::field;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Options, Troop};
use crate::games::thrones::testing::{area, game_with, put, seat, troop};
use crate::table::{Game, RandomTable};

fn reached(board: &Board, house: &str, from: &str) -> Vec<String> {
    let mut ids = board.world.ids(reach(board, seat(board, house), area(board, from)));
    ids.sort();
    ids
}

/// The rulebook's example of Greyjoy's ships.
#[test]
fn example_of_pyke() {
    let mut board = field();
    put(&mut board, "greyjoy", "pyke", "fk");
    assert!(reached(&board, "greyjoy", "pyke").is_empty(), "an island is left by ship only");
    put(&mut board, "greyjoy", "ironmans-bay", "s");
    assert_eq!(
        reached(&board, "greyjoy", "pyke"),
        ["flints-finger", "greywater-watch", "riverrun", "seagard"]
    );
    put(&mut board, "greyjoy", "sunset-sea", "s");
    let further = reached(&board, "greyjoy", "pyke");
    for at in ["highgarden", "searoad-marches", "oldtown"] {
        assert!(further.contains(&at.to_owned()), "{at}");
    }
}

/// The rulebook's example of Tyrell's ships.
#[test]
fn example_of_highgarden_to_sunspear() {
    let mut board = field();
    put(&mut board, "tyrell", "sunset-sea", "ss");
    put(&mut board, "tyrell", "redwyne-straights", "s");
    put(&mut board, "tyrell", "summer-sea", "s");
    assert!(reached(&board, "tyrell", "highgarden").contains(&"sunspear".to_owned()));
    board.remove_units(area(&board, "redwyne-straights"), troop("s"), Troop::NONE);
    assert!(!reached(&board, "tyrell", "highgarden").contains(&"sunspear".to_owned()), "the chain is broken");
}

/// Five ships in five seas carry from Flint's Finger to Widow's Watch, the rulebook says.
#[test]
fn example_of_five_ships() {
    let mut board = field();
    for sea in ["sunset-sea", "redwyne-straights", "summer-sea", "shipbreaker-bay", "the-narrow-sea"] {
        assert!(!reached(&board, "stark", "flints-finger").contains(&"widows-watch".to_owned()));
        put(&mut board, "stark", sea, "s");
    }
    assert!(reached(&board, "stark", "flints-finger").contains(&"widows-watch".to_owned()));
}

#[test]
fn only_own_ships_carry_and_routed_ones_too() {
    let mut board = field();
    put(&mut board, "lannister", "ironmans-bay", "s");
    assert!(reached(&board, "greyjoy", "pyke").is_empty());
    let mut board = field();
    board.place_units(area(&board, "ironmans-bay"), seat(&board, "greyjoy"), Troop::NONE, troop("s"));
    assert!(!reached(&board, "greyjoy", "pyke").is_empty());
}

#[test]
fn ships_go_to_seas_and_others_to_land() {
    let board = field();
    let seas = reached(&board, "stark", "bay-of-ice");
    assert_eq!(seas, ["sunset-sea"]);
    assert!(!reached(&board, "stark", "winterfell").contains(&"bay-of-ice".to_owned()));
}

/// FAQ: rivers stop marches; at The Twins there is a bridge.
#[test]
fn faq_rivers() {
    let board = field();
    assert!(!reached(&board, "stark", "greywater-watch").contains(&"winterfell".to_owned()));
    assert!(!reached(&board, "stark", "riverrun").contains(&"the-mountains-of-the-moon".to_owned()));
    assert!(reached(&board, "stark", "the-twins").contains(&"the-mountains-of-the-moon".to_owned()));
}

/// Oldtown touches the Sunset Sea, unless the campaign says otherwise.
#[test]
fn r12_oldtown() {
    for (border, from_pyke) in [(true, true), (false, false)] {
        let options = Options { oldtown_border: border, ..Options::default() };
        let mut board = game_with(5, options).begin(&mut RandomTable::new(1)).unwrap();
        put(&mut board, "greyjoy", "sunset-sea", "s");
        assert_eq!(reached(&board, "greyjoy", "pyke").contains(&"oldtown".to_owned()), from_pyke);
    }
}
