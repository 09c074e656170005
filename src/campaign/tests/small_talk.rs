//! What people write that orders nothing, in each kind of window: its receipt is true, and the game master gets what is said to somebody.

use crate::campaign::tests::gm_mail::by_gm;
use crate::campaign::tests::typed::{answer, opening, rehearsing};
use crate::campaign::tests::world::{World, YAML};
use serde_json::json;

/// Worlds in which Anna writes, with the message of ours that she answers: whether something is still asked of her.
fn windows() -> Vec<(&'static str, World, String, bool)> {
    let open = World::new();
    let id = opening(&open, "ash");
    let mut filed = open.fork();
    answer(&mut filed, "ash", &id, "bid 3");
    let mut paused = open.fork();
    by_gm(&mut paused, "do: pause\n");
    let mut over = open.fork();
    for seat in ["ash", "birch", "cedar"] {
        over.write(seat, "vote: {draw: yes}\n");
    }
    over.tick();
    let sealed = World::with(&format!("{YAML}secrecy: sealed\n"));
    let (mut ready, welcome) = rehearsing("no");
    answer(&mut ready, "ash", &welcome, "ready");
    vec![
        ("open", open, id.clone(), true),
        ("filed", filed, id.clone(), false),
        ("paused", paused, id.clone(), true),
        ("over", over, id, false),
        ("sealed", sealed.fork(), opening(&sealed, "ash"), true),
        ("ready", ready, welcome, false),
    ]
}

#[test]
fn thanks_are_no_mistake_whatever_is_still_asked() {
    for text in ["thanks!", "got it", "👍", "Thanks!\n👍"] {
        for (name, mut world, id, is_asked) in windows() {
            let letters = world.find("press", "maria").len();
            let receipt = answer(&mut world, "ash", &id, text);
            assert_eq!(receipt.codes(), ["courtesy"], "{name}: {text}");
            assert_eq!(receipt.model["problems"][0]["warning"], true, "{name}: {text}");
            assert_eq!(receipt.says().contains("We still need"), is_asked, "{name}: {}", receipt.says());
            assert_eq!(world.find("press", "maria").len(), letters, "{name}: {text}");
        }
    }
}

#[test]
fn whoever_has_not_decided_yet_is_heard_by_the_game_master() {
    for text in ["Not sure yet", "Not sure yet, will tell you later", "sorry was ill"] {
        for (name, mut world, id, _) in windows() {
            let letters = world.find("press", "maria").len();
            let receipt = answer(&mut world, "ash", &id, text);
            assert_eq!(receipt.codes(), Vec::<&str>::new(), "{name}: {text}");
            assert_eq!(world.find("press", "maria").len(), letters + 1, "{name}: {text}");
        }
    }
}

#[test]
fn after_the_end_nobody_is_told_to_write_orders() {
    let (_, mut world, id, _) = windows().into_iter().find(|(name, ..)| *name == "over").unwrap();
    let receipt = answer(&mut world, "ash", &id, "hmpf");
    assert_eq!(receipt.codes(), ["no-document"]);
    let said = receipt.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("The game is over, so we need no orders") && !said.contains("Write your orders"),
        "{said}"
    );
}

/// In a rehearsal nearly any words say that their writer is ready; of those that nobody was sent that is said.
#[test]
fn words_of_a_rehearsal_that_nobody_was_sent_are_told_to_their_writer() {
    for (text, unseen, letters) in [
        ("Weekends only", json!(true), 0),
        ("ready\nWeekends only", json!(true), 0),
        ("ready", json!(null), 0),
        ("thanks!", json!(null), 0),
        ("see you on Sunday", json!(null), 1),
        ("Please use my other address, anna.work@example.org, from now on", json!(null), 1),
    ] {
        let (mut world, id) = rehearsing("no");
        let receipt = answer(&mut world, "ash", &id, text);
        let understood = receipt.model["understood"].as_array().unwrap();
        let ready = understood.iter().find(|item| item["what"]["item"] == "rehearsal").unwrap();
        assert_eq!(ready["what"]["unseen"], unseen, "{text}");
        assert_eq!(receipt.text.contains("Nobody has been sent your other words"), unseen == true, "{text}");
        assert_eq!(world.find("press", "maria").len(), letters, "{text}");
    }
}
