//! Statements about one's own orders, in whatever words, are shown to nobody; letters reach the game master.

use super::typed::{answer, notes, opening};
use crate::campaign::tests::world::World;
use crate::ledger::Kind;
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    statements: Vec<String>,
    letters: Vec<String>,
}

fn cases() -> Cases {
    crate::sheet::data(include_str!("statements.yaml")).unwrap()
}

#[test]
fn what_a_player_is_going_to_do_is_asked_back_and_shown_to_nobody() {
    let all = cases().statements;
    assert!(all.len() >= 30);
    let mut wrong = Vec::new();
    for text in &all {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, text);
        if !world.entries(Kind::Press).is_empty() || receipt.codes().is_empty() {
            wrong.push(format!("{text}: {:?} {:?}", receipt.codes(), notes(&world, "maria")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn letters_reach_the_game_master() {
    let all = cases().letters;
    assert!(all.len() >= 30);
    let mut wrong = Vec::new();
    for text in &all {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, text);
        if notes(&world, "maria") != [text.as_str()] {
            wrong.push(format!("{text}: {:?} {:?}", receipt.codes(), notes(&world, "maria")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
