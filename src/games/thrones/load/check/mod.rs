//! Checks a board that somebody has written: every fault at once, each with its file and place. What the loader would refuse as
//! a whole is found here with a caret under the word.

mod chart;
mod decks;
mod faults;
mod follow;
mod game;
mod houses;
mod map;
mod picture;
mod set_up;

use crate::games::folder::Folder;
use crate::games::thrones::data::Options;
use crate::games::thrones::game::Edition;
use crate::sheet::{Fault, Refusal, Severity, parse};
use faults::Faults;
pub use faults::Problem;

/// The files of a board.
pub const FILES: [&str; 4] = ["game.yaml", "map.yaml", "houses.yaml", "westeros.yaml"];

/// How the board is drawn in messages: a file that a board need not have.
pub const PICTURE: &str = "picture.yaml";

/// The codes of all faults of boards; templates/thrones/refusals/board.yaml has their words.
pub const REFUSALS: &[&str] = &[
    "board-file",
    "board-form",
    "board-key",
    "board-no-key",
    "board-number",
    "board-unknown",
    "board-twice",
    "board-code",
    "board-port-land",
    "board-port-sea",
    "board-not-at-sea",
    "board-border-twice",
    "board-border-self",
    "board-river-border",
    "board-alone",
    "board-chart-code",
    "board-chart-missing",
    "board-chart-apart",
    "board-chart-touches",
    "board-chart-border",
    "board-home",
    "board-power",
    "board-reserved",
    "board-home-twice",
    "board-track-house",
    "board-supply-row",
    "board-stars",
    "board-stars-most",
    "board-tokens-none",
    "board-wildlings-rise",
    "board-wildlings-start",
    "board-houses",
    "board-pool",
    "board-terrain",
    "board-supply",
    "board-supply-level",
    "board-shared",
    "board-closed",
    "board-forced",
    "board-win",
    "board-no-cards",
    "board-most",
    "board-ability-text",
    "board-ability-when",
    "board-ability-optional",
    "board-hand",
    "board-strong",
    "board-barrels",
    "board-start-supply",
    "board-colour",
    "board-colours",
    "board-letter",
    "board-livery-twice",
    "board-livery-missing",
    "board-deck-missing",
    "board-deck-endless",
    "board-refused",
];

/// Returns all that is wrong with a board for the rules of an edition, file by file, in the order of lines. `ids` are those of
/// the games that it may be.
pub fn check(folder: Folder<'_>, edition: &'static Edition, ids: &[&str]) -> Vec<Problem> {
    let (mut all, mut read) = (Vec::new(), Vec::new());
    for file in FILES {
        let add = |faults: Vec<Fault>| faults.into_iter().map(move |fault| Problem { file, fault });
        match folder(file).map(|text| parse(&text)) {
            Some(Ok(node)) => read.push(node),
            Some(Err(faults)) => all.extend(add(faults)),
            None => all.extend(add(vec![whole(Refusal::new("board-file").with("file", file))])),
        }
    }
    let mut drawn = Vec::new();
    let [game, map, houses, westeros] = read.as_slice() else { return all };
    let mut faults = FILES.map(|_| Faults::default());
    let [of_game, of_map, of_houses, of_westeros] = &mut faults;
    let rules = game::check(game, ids, of_game);
    let land = map::check(map, &rules, of_map);
    chart::check(map, &land, of_map);
    let known = houses::check(houses, &rules, &land, edition, of_houses);
    houses::tokens(houses, &rules, of_game);
    set_up::homes(&land, &known, of_map);
    set_up::check(houses, &rules, &land, &known, of_houses);
    decks::check(westeros, edition, of_westeros);
    match folder(PICTURE).map(|text| parse(&text)) {
        Some(Ok(node)) => {
            let mut of_picture = Faults::default();
            picture::check(&node, &land, &known, &mut of_picture);
            let found = of_picture.in_order().into_iter();
            drawn.extend(found.map(|fault| Problem { file: PICTURE, fault }));
        }
        Some(Err(found)) => drawn.extend(found.into_iter().map(|fault| Problem { file: PICTURE, fault })),
        None => {}
    }
    for (file, faults) in FILES.into_iter().zip(faults) {
        all.extend(faults.in_order().into_iter().map(|fault| Problem { file, fault }));
    }
    all.extend(drawn);
    all = follow::gather(all);
    if all.iter().all(|problem| !problem.fault.is_error()) {
        all.extend(refused(folder, edition, &known));
    }
    all
}

/// Returns what the loader still refuses where nothing else is wrong.
fn refused(folder: Folder<'_>, edition: &'static Edition, known: &houses::Known) -> Option<Problem> {
    known.players.iter().find_map(|players| {
        let why = super::load(folder, *players, Options::default(), edition).err()?;
        let file = FILES.into_iter().find(|file| *file == why.file).unwrap_or(FILES[0]);
        let refusal = Refusal::new("board-refused").with("why", why.problem).with("players", *players);
        Some(Problem { file, fault: whole(refusal) })
    })
}

/// A fault of a whole file.
fn whole(why: Refusal) -> Fault {
    Fault { span: None, why, suggestion: None, severity: Severity::Error }
}

#[cfg(test)]
mod look_tests;
#[cfg(test)]
mod tests;
