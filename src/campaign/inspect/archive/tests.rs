//! What an archive has in it, and archives to which something was added.

use super::format::{Archive, Manifest};
use super::pack::{For, pack};
use super::verify::verify;
use crate::campaign::ruling::Request;
use crate::campaign::tests::ruled_games::begun;
use crate::campaign::tests::ruling::{request, third_turn};
use crate::campaign::tests::world::{World, left_by_cedar};
use crate::ledger::Kind;
use crate::seal::Hash256;
use serde_json::json;

fn told(archive: &Archive) -> String {
    verify(archive, |_, _| {}).map_or_else(|flaw| flaw.why, |_| String::new())
}

/// What is counted at the end of each turn is of that turn, the set-up before the first.
#[test]
fn each_count_is_of_its_turn() {
    let world = begun("thrones-1e", "", &["stark", "lannister", "baratheon"], 2);
    let tallies = world.campaign().record.game.tallies.clone();
    assert_eq!(tallies.iter().map(|tally| tally["turn"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 1]);
}

/// The files of the game that it was founded with are in it, all of them and unchanged.
#[test]
fn an_archive_has_the_files_of_its_game() {
    let world = begun("king-is-dead", "", &["bedivere", "morgan"], 0);
    let (archive, _) = pack(&world.campaign(), &For::Public).unwrap();
    let mut own: Vec<(String, String)> = crate::games::embedded_files("king-is-dead")
        .into_iter()
        .map(|(name, bytes)| {
            (format!("games/king-is-dead/{name}"), String::from_utf8(bytes.to_vec()).unwrap())
        })
        .collect();
    assert!(own.len() > 3);
    own.sort();
    assert_eq!(archive.data.into_iter().collect::<Vec<_>>(), own);
}

#[test]
fn a_file_that_is_not_in_the_manifest_is_none_of_the_archive() {
    let (mut archive, _) = pack(&World::new().campaign(), &For::Public).unwrap();
    assert_eq!(told(&archive), "");
    let text = "a: 1\n".to_owned();
    archive.data.insert("games/toy/map.yaml".to_owned(), text.clone());
    assert!(told(&archive).contains("is not in its manifest"));
    archive.manifest.files.insert("games/toy/map.yaml".to_owned(), Hash256::of(&text));
    assert!(!told(&archive).contains("is not in its manifest"));
    archive.data.clear();
    assert!(told(&archive).contains("map.yaml"), "{}", told(&archive));
}

/// While plans are accepted, who has sent one is nobody's business: a copy ends where its window opened.
#[test]
fn a_copy_ends_where_its_window_opened() {
    let mut world = World::new();
    world.write("birch", "plan: {bid: 2}\n");
    world.tick();
    let pack = |receiver: &For| pack(&world.campaign(), receiver).unwrap().0;
    let whole = pack(&For::Whole);
    assert_eq!(told(&whole), "");
    for receiver in [For::Public, For::Seat("ash".into()), For::Seat("birch".into())] {
        let archive = pack(&receiver);
        assert_eq!(told(&archive), "", "{receiver}");
        assert!(archive.manifest.entries < whole.manifest.entries);
        let Manifest { entries, head, files, .. } = whole.manifest.clone();
        let manifest = Manifest { entries, head, files, ..archive.manifest };
        let longer = Archive { manifest, ..pack(&For::Whole) };
        assert!(told(&longer).contains("what came while plans were still accepted"), "{}", told(&longer));
    }
}

/// Who resigns is gone when the window closes. A copy does not have the message that said so, and is good all the same.
#[test]
fn a_copy_of_a_campaign_that_somebody_has_left_is_good() {
    let world = left_by_cedar();
    assert_eq!(world.window(), "2-bidding");
    for receiver in [For::Public, For::Seat("ash".into()), For::Seat("cedar".into()), For::Whole] {
        assert_eq!(told(&pack(&world.campaign(), &receiver).unwrap().0), "", "{receiver}");
    }
}

/// Who is away is not asked. A copy does not say who is, and is good all the same.
#[test]
fn a_copy_of_a_campaign_in_which_somebody_is_away_is_good() {
    let mut world = World::new();
    world.write("cedar", "absent: {from: 2026-11-20, to: 2026-11-30}\n");
    world.hours(220);
    let asked: Vec<bool> = world
        .entries(Kind::Window)
        .iter()
        .filter(|entry| entry.body["what"] == "opened" && entry.body["stage"] == "bidding")
        .map(|entry| entry.body["asked"].get("cedar").is_some())
        .collect();
    assert_eq!(asked, [true, false, false]);
    assert!(world.campaign().record.game.ended.is_some());
    for receiver in [For::Public, For::Seat("ash".into()), For::Seat("cedar".into()), For::Whole] {
        assert_eq!(told(&pack(&world.campaign(), &receiver).unwrap().0), "", "{receiver}");
    }
}

/// A position that was edited is secret while the game goes on. A copy leaves it out, and is good all the same.
#[test]
fn a_copy_of_a_campaign_whose_position_was_edited_is_good() {
    let mut world = third_turn();
    let mut position = world.position();
    position["coins"] = json!([5, 5, 5]);
    world.rule(&Request { state: Some(position), ..request(&[]) });
    for receiver in [For::Public, For::Seat("ash".into()), For::Whole] {
        assert_eq!(told(&pack(&world.campaign(), &receiver).unwrap().0), "", "{receiver}");
    }
}
