//! Every game at its first question, for checks of what players write there.

use ravenpost::games;
use ravenpost::table::{Open, Played, Position, RecordDesk, Referee, Seed};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A game at its first question, with what is asked there.
pub struct Table {
    pub game: Box<dyn Referee>,
    pub position: Position,
    pub open: Vec<Open>,
}

pub static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let of = |entry: &games::Entry| {
        let players = *entry.players.last().expect("players");
        let game = games::referee(entry.id, players, &Value::Null, &|_| None).expect("the game's own data");
        // Nobody has answered anything.
        let record = BTreeMap::new();
        let mut desk = RecordDesk::new(&record, Seed([7; 32]));
        let mut from = game.begin(&mut desk).expect("a set-up");
        loop {
            match game.play(&from, &[], &mut desk).expect("a stage") {
                Played::Done { position, .. } => from = position,
                Played::Paused(asked) => {
                    return Table { game, position: asked.position, open: asked.open };
                }
            }
        }
    };
    games::ALL.iter().map(of).collect()
});
