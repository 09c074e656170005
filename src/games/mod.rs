//! The games: rules, and nothing but rules and what people see of them.
//!
//! May use: `table` and `sheet`. Is used by: everything above.

pub mod folder;
pub mod king_is_dead;
pub mod thrones;

use crate::table::{Host, Referee};
use include_dir::{Dir, include_dir};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// What is printed on boards and cards, as it comes with the program: one folder a game.
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/games");

/// The rules as they are played, for people: one page a game.
static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/docs/rules");

/// A game one can play, for lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its id, as in `--game`.
    pub id: &'static str,
    /// For people.
    pub title: &'static str,
    /// The numbers of players it can be played with.
    pub players: &'static [u8],
}

/// All games.
pub const ALL: &[Entry] = &[
    Entry { id: "thrones-1e", title: "A Game of Thrones, first edition", players: &[3, 4, 5] },
    Entry { id: "king-is-dead", title: "The King is Dead", players: &[2, 3, 4] },
];

fn known() -> String {
    ALL.iter().map(|game| game.id).collect::<Vec<_>>().join(", ")
}

/// Why a game cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoGame {
    /// No game of that name.
    #[error("there is no game called '{0}'; there are: {known}", known = known())]
    Unknown(String),
    /// The options cannot be read.
    #[error("options of the game: {0}")]
    Options(String),
    /// The game's data are wrong.
    #[error("the game's data: {0}")]
    Data(String),
}

/// The text of a file of a game's folder as it comes with the program.
pub fn embedded(game: &str, file: &str) -> Option<&'static str> {
    EMBEDDED.get_file(Path::new(game).join(file))?.contents_utf8()
}

/// The rules of a game as they are played, in Markdown.
pub fn rules_text(game: &str) -> Option<&'static str> {
    RULES.get_file(format!("{game}.md"))?.contents_utf8()
}

/// All files of a game's folder as they come with the program, by name.
pub fn embedded_files(game: &str) -> Vec<(String, &'static [u8])> {
    let dir = EMBEDDED.get_dir(game);
    let files = dir.into_iter().flat_map(|dir| dir.files());
    files.filter_map(|f| Some((f.path().file_name()?.to_str()?.to_owned(), f.contents()))).collect()
}

/// A game by its id. `own` gives a campaign's own copy of a file of the game's folder, if it has one;
/// `options` are the campaign's readings of the rules (null for ours).
///
/// # Errors
/// There is no such game, or its options or data are wrong: in words.
pub fn referee(
    id: &str,
    players: u8,
    options: &Value,
    own: &dyn Fn(&str) -> Option<String>,
) -> Result<Box<dyn Referee>, NoGame> {
    let folder = |file: &str| own(file).or_else(|| embedded(id, file).map(str::to_owned));
    let wrong = |e: &dyn std::fmt::Display| NoGame::Data(e.to_string());
    match id {
        "thrones-1e" => {
            let game = thrones::Thrones::load(&folder, players, read_options(options)?);
            Ok(Box::new(Host(game.map_err(|e| wrong(&e))?)))
        }
        "king-is-dead" => {
            let game = king_is_dead::KingIsDead::load(&folder, players, read_options(options)?);
            Ok(Box::new(Host(game.map_err(|e| wrong(&e))?)))
        }
        _ => Err(NoGame::Unknown(id.to_owned())),
    }
}

/// The options of a game from data; null for none.
fn read_options<O: Default + DeserializeOwned>(options: &Value) -> Result<O, NoGame> {
    if options.is_null() {
        return Ok(O::default());
    }
    serde_json::from_value(options.clone()).map_err(|e| NoGame::Options(e.to_string()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_game_loads_for_every_number_of_players() {
        for game in super::ALL {
            for players in game.players {
                let referee = super::referee(game.id, *players, &serde_json::Value::Null, &|_| None);
                let referee = referee.unwrap_or_else(|e| panic!("{} for {players}: {e}", game.id));
                assert_eq!(referee.seats().len(), usize::from(*players));
            }
        }
    }
}
