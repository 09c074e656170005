//! What people write beside their orders: that they are done, to other players, to the game master, signatures. What they meant counts, and
//! the game master reads what is for people.

use crate::campaign::tests::club::{Club, told};
use crate::campaign::tests::typed::{answer, items, notes, on_file, opening, rehearsing};
use crate::campaign::tests::world::World;
use serde_json::json;

/// A world in which Anna has sent a bid, with the message that she answers.
pub(super) fn filed() -> (World, String) {
    let mut world = World::new();
    let id = opening(&world, "ash");
    answer(&mut world, "ash", &id, "bid 3\nprize: left");
    (world, id)
}

/// Whether Anna has said that her plan is final.
pub(super) fn is_final(world: &World) -> bool {
    world.campaign().record.game.open_window().is_some_and(|window| window.seats["ash"].is_final)
}

#[test]
fn a_plan_is_final_in_many_words_and_whatever_harmless_follows() {
    for (text, codes) in [
        ("That will be all from me; you may consider it final.", vec![]),
        ("Thats all, i am finish", vec![]),
        ("Final, if you please.", vec![]),
        ("That is all from me; I shall not change anything more.", vec![]),
        ("all done from my side, final", vec![]),
        ("that was it, final", vec![]),
        ("final yes, forget about the weather", vec!["final-beside"]),
    ] {
        let (mut world, id) = filed();
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!((receipt.codes(), is_final(&world)), (codes, true), "{text}");
        assert!(notes(&world, "maria").is_empty(), "{text}");
    }
    for text in [
        "final, but not before Friday",
        "final, forget my last mail",
        "final, unless Bert bids",
        "final yes, forget the bid",
    ] {
        let (mut world, id) = filed();
        answer(&mut world, "ash", &id, text);
        assert!(!is_final(&world), "{text}");
    }
    // A question behind it is for the game master.
    let (mut world, id) = filed();
    let receipt = answer(&mut world, "ash", &id, "Final. Maria, when does the next turn begin?");
    assert_eq!((receipt.codes(), is_final(&world)), (vec![], true));
    assert_eq!(notes(&world, "maria"), ["Maria, when does the next turn begin?"]);
    // "Done" behind an order is asked about, and not lost.
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "bid 3. Done");
    assert_eq!((receipt.codes().contains(&"word-ready"), &on_file(&world, "ash")["bid"]), (true, &json!(3)));
}

#[test]
fn a_line_that_begins_with_a_players_name_says_how_that_player_is_reached() {
    for (text, name) in [
        ("Bert, if you stay out of it I promise to raise my bid.", "Bert"),
        ("bert - I will bid nothing if you do", "Bert"),
        ("bert I will bid nothing if you stay out", "Bert"),
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, &format!("prize: left\n\n{text}"));
        assert!(receipt.codes().contains(&"line-to-player"), "{text}: {:?}", receipt.codes());
        let words = receipt.model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&format!("begin with \"To {name}:\"")), "{words}");
        assert!(notes(&world, "bert").is_empty() && notes(&world, "maria").is_empty(), "{text}");
    }
}

#[test]
fn a_small_word_in_a_line_of_its_own_below_press_is_no_press() {
    for text in ["to bert: keep out of it pls\nfinal", "To Bert: keep out of it pls\nfinal\nAnna"] {
        let (mut world, id) = filed();
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!((receipt.codes(), is_final(&world)), (vec![], true), "{text}");
        assert_eq!(notes(&world, "bert"), ["keep out of it pls"], "{text}");
    }
    // In a list each item is a thing of its own.
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "- to Bert: hello from Anna\n- bid 3\n- final");
    assert_eq!((receipt.codes(), is_final(&world)), (vec![], true));
    assert_eq!(
        (notes(&world, "bert"), &on_file(&world, "ash")["bid"]),
        (vec!["hello from Anna".to_owned()], &json!(3))
    );
    // Before the game "ready" is for us.
    let (mut world, id) = rehearsing("no");
    answer(&mut world, "ash", &id, "To Bert: well met\nready");
    assert_eq!(notes(&world, "bert"), ["well met"]);
    assert!(world.campaign().record.people.rehearsed.contains("ash"));
    // The end of a sentence is none.
    let (mut world, id) = filed();
    answer(&mut world, "ash", &id, "To Bert: my last offer is\nfinal");
    assert!(!is_final(&world));
}

#[test]
fn a_question_that_names_the_game_master_gets_there_whatever_else_is_in_the_mail() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let text = "Tak for the report,\n\nbid 3\n\nMaria, may I bid more than I have?";
    let receipt = answer(&mut world, "ash", &id, text);
    assert_eq!(receipt.codes(), Vec::<&str>::new(), "{:?}", items(&receipt));
    assert_eq!(notes(&world, "maria"), ["Maria, may I bid more than I have?"]);
    assert_eq!(on_file(&world, "ash")["bid"], 3);
}

#[test]
fn greetings_and_signatures_are_not_passed_on_and_short_messages_are() {
    for text in [
        "Hi all, thanks for the reminder,\n\nmvh\nBirgit Hansen\nHansens Honning & Snedkeri\ntlf. 12 34 56 78",
        "Venlig hilsen / best wishes\nBirgit",
        "Hej Maria and all,\n\nmvh\nBirgit Hansen",
        "Hello Maria,\n\nWith warm regards,\n\nGudrun Olafsdottir\nRetired headmistress",
        "Thanks for the report!\n\nBest wishes, Graham Poole",
        "Tak for the reminder\nmvh Birgit",
        "Dear Maria,\n\nMany thanks.\n\nYours ever,\nGraham",
        "Hi Maria, thank you for the update.\nKind regards\nAnna Jones\nHead of Sales\n+44 113 496 0123",
        "Good evening all,\n\nMit freundlichen Grüßen\nK. Schmidt\nTischlerei Schmidt GmbH\nwww.tischlerei.example",
        "Many thanks for the news\n\nCheers\nTeo",
    ] {
        let (mut world, id) = filed();
        let receipt = answer(&mut world, "ash", &id, text);
        assert!(notes(&world, "maria").is_empty(), "{text}: {:?}", notes(&world, "maria"));
        assert!(
            receipt.codes().iter().all(|code| ["courtesy", "no-document"].contains(code)),
            "{text}: {:?}",
            receipt.codes()
        );
    }
    for text in [
        "Can we talk?",
        "Can you call me?",
        "My father has died.",
        "The map is wrong",
        "Is everybody still there?",
        "Thanks, but the report never came",
        "my mail was in the spam folder",
        "Why did that happen?",
        "I cannot open the page",
    ] {
        let (mut world, id) = filed();
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!(notes(&world, "maria").len(), 1, "{text}: {:?}", receipt.codes());
    }
}

#[test]
fn words_for_the_shuffles_that_cannot_be_read_are_asked_for_before_the_game_begins() {
    let (mut world, id) = rehearsing("{words: open}");
    let receipt =
        answer(&mut world, "ash", &id, "I am ready.\nAs to the shuffling I have thought of a big blue bin.");
    assert_eq!(receipt.codes(), ["chance-first"]);
    assert!(!world.campaign().record.people.rehearsed.contains("ash"), "the game would begin without them");
    let receipt = answer(&mut world, "ash", &id, "chance: a big blue bin");
    assert_eq!(receipt.codes(), Vec::<&str>::new());
    assert!(world.campaign().record.people.rehearsed.contains("ash"));
    for text in ["I am redy to play.\n\nVenlig hilsen / best wishes\nAnna", "ready\n\nmvh\nAnna"] {
        let (mut world, id) = rehearsing("{words: open}");
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn the_line_that_says_ready_is_named() {
    let (mut world, id) = rehearsing("no");
    let receipt = answer(&mut world, "ash", &id, "Dear Maria,\n\nI am present and correct.\n\nAnna");
    assert_eq!(items(&receipt), [json!([3, "rehearsal"])]);
}

#[test]
fn lines_of_which_something_is_said_are_not_called_ignored() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt =
        answer(&mut world, "ash", &id, "What a day it has been\nI will bid nothing at all\nand so to bed");
    let told: Vec<u64> =
        receipt.model["problems"].as_array().unwrap().iter().filter_map(|one| one["line"].as_u64()).collect();
    assert!(!told.is_empty(), "{:?}", receipt.codes());
    for run in receipt.model["ignored"].as_array().unwrap() {
        let (from, to) = (run["lines"][0].as_u64().unwrap(), run["lines"][1].as_u64().unwrap());
        assert!(told.iter().all(|line| !(from..=to).contains(line)), "{run} {told:?}");
    }
}

#[test]
fn brackets_around_words_that_mean_something_are_explained() {
    let mut club =
        Club::of("thrones-1e", &["stark", "lannister", "baratheon"], "pace: batch\nabsence: wait\n", 7);
    club.write("stark", "To Lannister: to see the rules write ask: help");
    let mail = club.sent("lannister").pop().unwrap();
    let said = mail.parts[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("write (ask:) help") && said.contains("write them without the brackets"), "{said}");
    club.write("stark", "To Lannister: shall we (you and I) talk?");
    let mail = club.sent("lannister").pop().unwrap();
    assert!(!mail.parts[0].text.contains("brackets"), "{}", mail.parts[0].text);
}

#[test]
fn a_final_word_alone_says_what_the_plan_lacks_and_a_question_of_rules_where_they_are() {
    let mut club =
        Club::of("thrones-1e", &["stark", "lannister", "baratheon"], "pace: batch\nabsence: wait\n", 7);
    club.write("stark", "Winterfell defense");
    let receipt = club.write("stark", "final");
    let said = told(&receipt).split_whitespace().collect::<Vec<_>>().join(" ");
    let head = said.split(" The deadline is ").next().unwrap_or_default();
    assert!(
        head.contains(
            "Your plan is final. There is no order for White Harbor and The Shivering Sea, and with your"
        ),
        "in the first lines: {head}"
    );
    let receipt = club.write("lannister", "Maria, can I retreat by sea?");
    assert!(told(&receipt).contains("ask: rules retreat"), "{receipt}");
    let receipt = club.write("baratheon", "ask: help raven");
    assert!(receipt.contains("replaces the order in Karhold"), "{receipt}");
}
