//! Where names stand on the boards that come with the program is written down, and is what the program would work out.

use super::{ALL, referee};
use crate::picture::{KNOWN_NAMES, Plate};
use crate::table::{RecordDesk, Seed};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Returns the board of a game with a number of players.
fn plate(id: &str, players: u8, own: &dyn Fn(&str) -> Option<String>) -> Arc<Plate> {
    let game = referee(id, players, &Value::Null, own).expect("the game's own data");
    let record = BTreeMap::new();
    let begun = game.begin(&mut RecordDesk::new(&record, Seed([7; 32]))).expect("set-up never asks");
    game.picture(&game.view(&begun, None).expect("a view"), &[]).expect("a picture").plate
}

/// `UPDATE_NAMES=1 cargo test --lib games::names` writes them anew.
#[test]
fn names_stand_where_the_program_would_put_them() {
    let all = ALL.iter().flat_map(|game| game.players.iter().map(|players| (game.id, *players)));
    let boards = all.map(|(id, players)| plate(id, players, &|_| None));
    let lines: BTreeSet<String> = boards.map(|plate| plate.names().line(&plate.board)).collect();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    if std::env::var_os("UPDATE_NAMES").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/picture/place/names.txt");
        std::fs::write(file, &text).expect("the list is written");
        return;
    }
    assert!(
        text == KNOWN_NAMES,
        "boards, or how names are placed, have changed: UPDATE_NAMES=1 writes them anew"
    );
}
