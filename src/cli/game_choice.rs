//! The game that a campaign is made of: one of ours by its name, or a board of the game master's, and for how many players.

use super::asking::value;
use super::board_files::BoardFiles;
use super::console::{Outcome, complain, misuse};
use crate::games;
use crate::plan::number;
use crate::report::Writer;
use crate::table::Referee;
use anyhow::Result;
use serde_json::Value;

/// What is played: a game of ours, or a board of the game master's.
pub(super) struct Choice {
    /// Its id.
    pub(super) game: String,
    pub(super) title: String,
    pub(super) referee: Box<dyn Referee>,
    /// The files of a board, by their names in the campaign's folder.
    pub(super) files: Vec<(String, String)>,
}

/// Asks for the game and the number of players, as far as the command line leaves them out. By default as many play as it names,
/// `named`, or as many as can.
///
/// # Errors
/// If there is no such game, it cannot be played by that many, or the board cannot be read.
pub(super) fn choice(
    game: Option<String>,
    players: Option<u8>,
    named: usize,
    board: Option<&BoardFiles>,
) -> Result<Choice> {
    let game = value(
        board.map(|board| board.id.to_owned()).or(game),
        &format!("{}Which game?", menu()),
        "--game",
        games::ALL.first().map(|g| g.id),
        |game| entry_of(game).map(|entry| entry.id.to_owned()),
    )?;
    let entry = entry_of(&game)?;
    let own = board.map_or_else(Vec::new, BoardFiles::players);
    let allowed = if board.is_some() { &own } else { entry.players };
    let counts = counts(allowed);
    let most = match named {
        0 => allowed.iter().max().map(u8::to_string),
        given => Some(given.to_string()),
    };
    let players = players.map(|n| n.to_string());
    let question = format!("How many players ({counts})?");
    let players = value(players, &question, "--players", most.as_deref(), |players| {
        let wrong = || misuse(format!("“{players}” is not a number of players. Hint: choose from {counts}"));
        let players = number(players).and_then(|number| u8::try_from(number).ok()).ok_or_else(wrong)?;
        among(allowed, players, entry.title).map(|()| players)
    })?;
    let files = board.map_or_else(Vec::new, BoardFiles::all);
    let file = |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, text)| text.clone());
    let referee = games::referee(&game, players, &Value::Null, &file)?;
    let title = if board.is_some() { referee.title() } else { entry.title.to_owned() };
    Ok(Choice { game, title, referee, files })
}

/// Lists the games for somebody who does not know their ids, a line each.
fn menu() -> String {
    let widest = games::ALL.iter().map(|game| game.id.len()).max().unwrap_or_default();
    let line = |game: &games::Entry| {
        let players = match game.players {
            [least, .., most] => format!("{least} to {most}"),
            only => counts(only),
        };
        format!("  {:widest$}  {} ({players} players)\n", game.id, game.title)
    };
    games::ALL.iter().map(line).collect()
}

/// Returns the list entry of a game by its id, or by words of its id and title that only one game has: `king is dead`.
///
/// # Errors
/// If no game, or more than one, has this name.
pub(super) fn entry_of(game: &str) -> Result<&'static games::Entry> {
    let words = |text: &str| -> Vec<String> {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let said = words(game);
    let is_meant = |entry: &&games::Entry| {
        let known = [words(entry.id), words(entry.title)].concat();
        !said.is_empty() && said.iter().all(|word| known.contains(word))
    };
    let mut meant = games::ALL.iter().filter(is_meant);
    let only = meant.next().filter(|_| meant.next().is_none());
    let entry = games::ALL.iter().find(|entry| entry.id == game).or(only);
    entry.ok_or_else(|| misuse(games::NoGame::Unknown(game.to_owned()).to_string()))
}

/// Lists the numbers of players that a game allows: `3, 4, 5`.
fn counts(players: &[u8]) -> String {
    players.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

/// Shows what is wrong with a board; `None` if it can be played.
pub(super) fn refused(board: &BoardFiles) -> Option<Outcome> {
    let problems = board.problems();
    if problems.iter().all(|problem| !problem.fault.is_error()) {
        return None;
    }
    let writer = Writer::new(&|_| None);
    for problem in &problems {
        complain(format!("{}\n", board.told(problem, &writer)));
    }
    complain(board.verdict(&problems));
    Some(Outcome::Refused)
}

/// Checks the number of players.
///
/// # Errors
/// If the game cannot be played by that many.
pub(super) fn among(allowed: &[u8], players: u8, title: &str) -> Result<()> {
    if allowed.contains(&players) {
        return Ok(());
    }
    let noun = if players == 1 { "player" } else { "players" };
    Err(misuse(format!("{players} {noun} cannot play {title}. Hint: choose from {}", counts(allowed))))
}

#[cfg(test)]
mod tests {
    use super::{entry_of, menu};
    use crate::games;

    #[test]
    fn a_game_is_named_by_its_id_or_by_words_that_it_alone_has() {
        for (said, id) in [
            ("king-is-dead", "king-is-dead"),
            ("The King is Dead", "king-is-dead"),
            ("king is dead", "king-is-dead"),
            ("A Game of Thrones, second edition", "thrones-2e"),
            ("nine houses", "thrones-nine"),
        ] {
            assert_eq!(entry_of(said).unwrap().id, id, "{said}");
        }
        for unknown in ["monopoly", "thrones", "a game of thrones", "", "3"] {
            assert!(entry_of(unknown).is_err(), "{unknown}");
        }
    }

    #[test]
    fn the_menu_fits_a_terminal_and_begins_each_line_with_what_is_typed() {
        let menu = menu();
        let ids: Vec<&str> = menu.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(ids, games::ALL.iter().map(|game| game.id).collect::<Vec<_>>());
        assert!(menu.lines().all(|line| line.len() <= 80), "{menu}");
    }
}
