//! A campaign of each kind, played by stand-in players from the first mail to the last report: all that leaves the program.

use super::folder::Folder;
use super::outputs;
use std::process::Command;

fn demo(game: &str, players: &str, seed: &str) {
    let folder = Folder::new();
    let played = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(["demo", "--game", game, "--players", players, "--seed", seed, "--dir", "c"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&[&*played.stdout, &*played.stderr].concat()).into_owned();
    assert!(played.status.success(), "{said}");
    outputs::printed(&format!("demo {game}"), said);
}

#[test]
fn thrones() {
    demo("thrones-1e", "3", "5");
}

#[test]
fn the_king_is_dead() {
    demo("king-is-dead", "3", "5");
}
