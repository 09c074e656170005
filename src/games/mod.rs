//! The games: rules, and nothing but rules and what people see of them.

pub mod folder;
pub mod king_is_dead;
#[cfg(test)]
mod names;
mod options;
mod rules_version;
pub mod thrones;

pub use rules_version::RulesVersion;

use crate::table::{Host, Referee};
use include_dir::{Dir, include_dir};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What is printed on boards and cards, as it comes with the program: one folder a game, its files in the order of their names
/// (build.rs).
static EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The rules as they are played, for people: one page a game.
static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/docs/rules");

/// A game one can play, for lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its id, as in `--game`.
    pub id: &'static str,
    /// For people.
    pub title: &'static str,
    /// The kinds of its questions, as settings name them: `retreat`.
    pub kinds: &'static [&'static str],
    /// The numbers of players it can be played with.
    pub players: &'static [u8],
    /// The versions of its rules that this program knows, newest last.
    pub rules: &'static [RulesVersion],
}

/// Games whose players write in the words of another: its table has the words of both.
const WORDS_OF: &[(&str, &str)] =
    &[("thrones-2e", "thrones-1e"), ("thrones-nine", "thrones-1e"), ("beyond-the-wall", "thrones-1e")];

/// A rulebook that holds where a game's own page says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulesBase {
    /// The game whose rulebook it is.
    pub game: &'static str,
    /// What its chapters are called by, where several rulebooks have the same numbers: `2e` for `2e 8.7`.
    pub mark: &'static str,
    /// The chapters that do not hold.
    pub replaced: &'static [&'static str],
}

/// Games that join the boards of others, whose folders they read.
const JOINED: &[(&str, &[&str])] =
    &[("westeros-and-the-north", &["thrones-2e", "thrones-nine", "beyond-the-wall"])];

/// Games whose rules are those of others but for what their own page says.
const RULES_OF: &[(&str, RulesBase)] = &[
    ("thrones-nine", RulesBase { game: "thrones-2e", mark: "", replaced: &["2 Set-up", "Tables"] }),
    ("westeros-and-the-north", RulesBase { game: "thrones-2e", mark: "2e", replaced: &[] }),
    ("westeros-and-the-north", RulesBase { game: "thrones-nine", mark: "", replaced: &[] }),
    ("westeros-and-the-north", RulesBase { game: "beyond-the-wall", mark: "BW", replaced: &[] }),
];

/// The marks by which citations name a game's own rulebook, beside those of its bases.
const CITED_AS: &[(&str, &[&str])] = &[
    ("thrones-1e", &["1e"]),
    ("thrones-2e", &["2e"]),
    ("thrones-nine", &["nine", "2e"]),
    ("beyond-the-wall", &["BW"]),
    ("westeros-and-the-north", &["WN"]),
];

/// The options that change something in a game, in lists that several share; a game that is not here takes those of all its kin.
const OPTIONS_OF: &[(&str, &[&[&str]])] = &[
    (
        "thrones-1e",
        &[&["printed-court-order", "oldtown-border", "order-in-every-area", "rains-in-battles-only"]],
    ),
    ("thrones-2e", &[SECOND_OPTIONS]),
    ("thrones-nine", &[SECOND_OPTIONS]),
    ("beyond-the-wall", &[NORTHERN_OPTIONS]),
    (
        "westeros-and-the-north",
        &[SECOND_OPTIONS, NORTHERN_OPTIONS, &["power-gifts", "north-plays-on", "king-by-count"]],
    ),
];

const NORTHERN_OPTIONS: &[&str] =
    &["northern-press", "objectives", "watch-condition", "skull-victim", "discard-tactic"];

const SECOND_OPTIONS: &[&str] = &[
    "tides-of-battle",
    "support-by-house",
    "anyone-against-neutral",
    "costly-retreats",
    "barred-area-loses-token",
    "last-unit-ends-battle",
    "milkwater-takes-all",
    "bidder-chooses-track",
    "horde-in-castles-alone",
    "exchange-in-turn",
];

/// The games by whose rules a board of one's own can be played: its data replace the program's.
pub const BOARDS: &[&str] = &["thrones-2e", "thrones-nine"];

/// All games.
pub const ALL: &[Entry] = &[
    Entry {
        id: "thrones-1e",
        title: "A Game of Thrones, first edition",
        kinds: thrones::people::plan::FIRST_KINDS,
        players: &[3, 4, 5],
        rules: thrones::RULES,
    },
    Entry {
        id: "king-is-dead",
        title: "The King is Dead",
        kinds: &["turn"],
        players: &[2, 3, 4],
        rules: king_is_dead::RULES,
    },
    Entry {
        id: "thrones-2e",
        title: "A Game of Thrones, second edition",
        kinds: thrones::people::plan::KINDS,
        players: &[3, 4, 5, 6],
        rules: thrones::RULES,
    },
    Entry {
        id: "thrones-nine",
        title: "A Game of Thrones, nine houses",
        kinds: thrones::people::plan::KINDS,
        players: &[7, 8, 9],
        rules: thrones::RULES,
    },
    Entry {
        id: "beyond-the-wall",
        title: "Beyond the Wall",
        kinds: thrones::people::plan::NORTH_KINDS,
        players: &[3],
        rules: thrones::RULES,
    },
    Entry {
        id: "westeros-and-the-north",
        title: "Westeros and the north",
        kinds: thrones::people::plan::JOINED_KINDS,
        players: &[6, 7, 8, 9, 10, 11, 12],
        rules: thrones::RULES,
    },
];

/// Returns the kinds of a game's questions; none for a game that we do not know.
pub fn kinds(id: &str) -> &'static [&'static str] {
    ALL.iter().find(|game| game.id == id).map_or(&[], |game| game.kinds)
}

fn known() -> String {
    ALL.iter().map(|game| game.id).collect::<Vec<_>>().join(", ")
}

/// Why a game cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoGame {
    /// No game of that name.
    #[error("there is no game called '{0}'; there are: {known}", known = known())]
    Unknown(String),
    /// It is played by rules of which this program knows nothing.
    #[error(
        "the rules of {game} in their version {rules} are not known to this program, which knows: {known}. Nothing was changed; run the version of Ravenpost that the campaign was begun with, or a later one", known = numbers(game)
    )]
    Rules {
        /// The game's id.
        game: String,
        /// The version.
        rules: u32,
    },
    /// The options cannot be read.
    #[error("options of the game: {0}")]
    Options(String),
    /// The game's data are wrong.
    #[error("the game's data: {0}")]
    Data(String),
}

/// The versions of a game's rules that this program knows, newest last; none if there is no such game.
pub fn versions(game: &str) -> &'static [RulesVersion] {
    ALL.iter().find(|entry| entry.id == game).map_or(&[], |entry| entry.rules)
}

/// The newest version of a game's rules; 1 if there is no such game.
pub fn newest(game: &str) -> u32 {
    versions(game).last().map_or(1, |newest| newest.number)
}

fn numbers(game: &str) -> String {
    versions(game).iter().map(|version| version.number.to_string()).collect::<Vec<_>>().join(", ")
}

/// The text of a file of a game's folder as it comes with the program; the words in which people write, from the folder whose
/// words the game shares if it has none of its own.
pub fn embedded(game: &str, file: &str) -> Option<&'static str> {
    // The small game of the campaign's tests can be explained as others can.
    #[cfg(test)]
    if (game, file) == ("toy", "explain/citations.yaml") {
        return Some(include_str!("../../tests/common/toy-citations.yaml"));
    }
    if let Some((board, file)) = board_file(game, file) {
        return embedded(board, file);
    }
    let of = |game: &str| {
        let name = format!("{game}/{file}");
        let place = EMBEDDED.binary_search_by_key(&name.as_str(), |(name, _)| name).ok()?;
        EMBEDDED.get(place).map(|(_, text)| *text)
    };
    of(game).or_else(|| {
        let (_, shared) = WORDS_OF.iter().find(|(id, _)| *id == game && file.starts_with("words/"))?;
        of(shared)
    })
}

/// Splits the name of a file of another game's folder, as a game that joins boards reads it: `thrones-2e/map.yaml`.
fn board_file<'n>(game: &str, file: &'n str) -> Option<(&'n str, &'n str)> {
    let (board, file) = file.split_once('/')?;
    let known = JOINED.iter().any(|(id, boards)| *id == game && boards.contains(&board));
    known.then_some((board, file))
}

/// The rules of a game as they are played, in Markdown.
pub fn rules_text(game: &str) -> Option<&'static str> {
    RULES.get_file(format!("{game}.md"))?.contents_utf8()
}

/// Returns the rulebooks that hold where a game's own page says nothing; none for a game with a whole rulebook of its own.
pub fn rules_bases(game: &str) -> impl Iterator<Item = RulesBase> {
    RULES_OF.iter().filter(move |(id, _)| *id == game).map(|(_, base)| *base)
}

/// Returns the marks before the chapters of a game that may be left out: those by which citations name its own rulebook.
pub fn cited_as(game: &str) -> impl Iterator<Item = &'static str> {
    CITED_AS.iter().filter(move |(id, _)| *id == game).flat_map(|(_, marks)| *marks).copied()
}

/// All files of a game's folder as they come with the program, by name; of a game that joins boards, theirs too.
pub fn embedded_files(game: &str) -> Vec<(String, &'static [u8])> {
    let of = |game: &str, at: &str| -> Vec<(String, &'static [u8])> {
        let inside = |(name, text): &(&'static str, &'static str)| {
            let name = name.strip_prefix(game)?.strip_prefix('/').filter(|name| !name.contains('/'))?;
            Some((format!("{at}{name}"), text.as_bytes()))
        };
        EMBEDDED.iter().filter_map(inside).collect()
    };
    let boards = JOINED.iter().filter(|(id, _)| *id == game).flat_map(|(_, boards)| *boards);
    let theirs = boards.flat_map(|board| of(board, &format!("{board}/")));
    of(game, "").into_iter().chain(theirs).collect()
}

/// A game by its id, by the newest of its rules. `own` gives a campaign's own copy of a file of the game's folder, if it has one;
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
    referee_by(id, newest(id), players, options, own)
}

/// The same by a version of its rules.
///
/// # Errors
/// As for [`referee`]; or that version is not known.
pub fn referee_by(
    id: &str,
    rules: u32,
    players: u8,
    options: &Value,
    own: &dyn Fn(&str) -> Option<String>,
) -> Result<Box<dyn Referee>, NoGame> {
    let known = versions(id);
    if !known.is_empty() && known.iter().all(|version| version.number != rules) {
        return Err(NoGame::Rules { game: id.to_owned(), rules });
    }
    check_options(id, options)?;
    let folder = |file: &str| own(file).or_else(|| embedded(id, file).map(str::to_owned));
    let wrong = |e: &dyn std::fmt::Display| NoGame::Data(e.to_string());
    // A game gets a second branch here, or is told its version, when there is a second one.
    match id {
        "thrones-1e" => {
            let game = thrones::Thrones::load(&folder, players, read_options(options)?);
            Ok(Box::new(Host::new(game.map_err(|e| wrong(&e))?)))
        }
        "thrones-2e" | "thrones-nine" => {
            let (edition, options) = (&thrones::editions::SECOND, read_options(options)?);
            let game = thrones::Thrones::load_edition(edition, &folder, players, options);
            Ok(Box::new(Host::new(game.map_err(|e| wrong(&e))?)))
        }
        "beyond-the-wall" => {
            let (edition, options) = (&thrones::editions::NORTH, read_options(options)?);
            let game = thrones::Thrones::load_edition(edition, &folder, players, options);
            Ok(Box::new(Host::new(game.map_err(|e| wrong(&e))?)))
        }
        "westeros-and-the-north" => {
            let (edition, options) = (&thrones::editions::JOINED, read_options(options)?);
            let game = thrones::Thrones::load_edition(edition, &folder, players, options);
            Ok(Box::new(Host::new(game.map_err(|e| wrong(&e))?)))
        }
        "king-is-dead" => {
            let game = king_is_dead::KingIsDead::load(&folder, players, read_options(options)?);
            Ok(Box::new(Host::new(game.map_err(|e| wrong(&e))?)))
        }
        _ => Err(NoGame::Unknown(id.to_owned())),
    }
}

/// Returns all that is wrong with a board that is to be played by the rules of a game in [`BOARDS`].
pub fn board_problems(folder: folder::Folder<'_>) -> Vec<thrones::load::check::Problem> {
    thrones::load::check::check(folder, &thrones::editions::SECOND, BOARDS)
}

/// Loads a board of one's own for a number of houses.
///
/// # Errors
/// If its files are wrong, or do not provide for that number.
pub fn board(folder: folder::Folder<'_>, players: u8) -> Result<thrones::data::World, folder::DataFault> {
    thrones::load::load(folder, players, thrones::data::Options::default(), &thrones::editions::SECOND)
}

/// Refuses an option that would change nothing in a game, as if it had been chosen in vain.
fn check_options(id: &str, options: &Value) -> Result<(), NoGame> {
    let Some((_, lists)) = OPTIONS_OF.iter().find(|(game, _)| *game == id) else { return Ok(()) };
    let known = lists.concat();
    let usual = serde_json::to_value(thrones::data::Options::default()).unwrap_or_default();
    // A position names all options, most of them as they are anyhow.
    let is_usual = |name: &str, value: &Value| usual.get(name) == Some(value);
    let given = options.as_object().into_iter().flatten();
    let strange = given.map(|(name, value)| (name.as_str(), value));
    match strange.into_iter().find(|(name, value)| !known.contains(name) && !is_usual(name, value)) {
        Some((name, _)) => {
            let known = known.join(", ");
            Err(NoGame::Options(format!("{id} has no option “{name}”. Its options are: {known}")))
        }
        None => Ok(()),
    }
}

/// The options of a game from data; null for none.
fn read_options<O: Default + Serialize + DeserializeOwned>(options: &Value) -> Result<O, NoGame> {
    options::read(options).map_err(NoGame::Options)
}

#[cfg(test)]
mod tests {
    #[test]
    fn versions_count_up_from_one_and_another_is_refused_by_name() {
        for game in super::ALL {
            let numbers: Vec<u32> = game.rules.iter().map(|version| version.number).collect();
            assert!(numbers.is_sorted() && numbers.first().is_some_and(|first| *first >= 1), "{numbers:?}");
            assert_eq!(numbers.last(), Some(&super::newest(game.id)));
            let options = serde_json::Value::Null;
            for known in numbers {
                super::referee_by(game.id, known, game.players[0], &options, &|_| None)
                    .unwrap_or_else(|e| panic!("{e}"));
            }
            let refused = super::referee_by(game.id, 99, game.players[0], &options, &|_| None).err().unwrap();
            assert!(refused.to_string().contains("version 99"), "{refused}");
        }
    }

    #[test]
    fn an_option_that_a_game_does_not_have_is_refused_by_name() {
        let load = |game: &str, options: serde_json::Value| {
            let entry = super::ALL.iter().find(|entry| entry.id == game).unwrap();
            let players = entry.players[entry.players.len() - 1];
            super::referee(game, players, &options, &|_| None).map(|_| ()).map_err(|e| e.to_string())
        };
        let refused = load("thrones-1e", serde_json::json!({"costly-retreats": true})).unwrap_err();
        assert!(refused.contains("has no option “costly-retreats”"), "{refused}");
        assert!(refused.contains("oldtown-border"), "{refused}");
        let refused = load("thrones-2e", serde_json::json!({"oldtown-border": false})).unwrap_err();
        assert!(refused.contains("has no option “oldtown-border”"), "{refused}");
        // As a position writes them: all of them, as they usually are.
        let usual = serde_json::to_value(super::thrones::data::Options::default()).unwrap();
        load("thrones-2e", usual).unwrap();
        for (game, lists) in super::OPTIONS_OF {
            let usual = serde_json::to_value(super::thrones::data::Options::default()).unwrap();
            for option in lists.concat() {
                let other = match &usual[option] {
                    serde_json::Value::Bool(value) => serde_json::json!(!value),
                    serde_json::Value::Number(_) => serde_json::json!(1),
                    serde_json::Value::String(_) => match option {
                        "watch-condition" => serde_json::json!("once-broken-lost"),
                        "skull-victim" => serde_json::json!("enemy"),
                        "discard-tactic" => serde_json::json!("victim-chooses"),
                        other => panic!("another value of {other} is missing here"),
                    },
                    none => panic!("{option} has the value {none}"),
                };
                load(game, serde_json::json!({ option: other })).unwrap_or_else(|e| panic!("{game}: {e}"));
            }
        }
    }

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
