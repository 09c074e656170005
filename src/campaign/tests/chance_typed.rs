//! Words of chance as people type them in answer to a welcome.

use crate::campaign::tests::chance::{chance, yaml};
use crate::campaign::tests::typed::{answer, items, opening, rehearsing};
use crate::campaign::tests::world::World;
use serde_json::json;

/// What answers a welcome that asks for words may be some; then the game master must not read it before the others have sent theirs.
#[test]
fn what_may_be_words_of_chance_is_shown_to_nobody_and_asked_back() {
    let open = yaml("{words: open}");
    let told = |world: &World| world.find("press", "maria").len();
    for text in ["a grey heron on the chimney, and my cat asleep", "purple umbrella\nstand"] {
        let mut world = World::with(&open);
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!((receipt.codes(), told(&world)), (vec!["chance-meant"], 0), "{text}");
        let said = receipt.text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("begin with the name: Maria: "), "{said}");
        let words = receipt.model["problems"][0]["why"]["details"]["words"].as_str().unwrap().to_owned();
        assert_eq!(words, text.replace('\n', " "));
        // What the answer tells to write is taken.
        answer(&mut world, "ash", &id, &format!("chance: {words}"));
        for seat in ["birch", "cedar"] {
            world.write(seat, "chance: none of yours\n");
        }
        world.tick();
        assert_eq!(chance(&world)["words"]["ash"], json!(words));
    }
    for letter in [
        "Hello Maria, looking forward to it",
        "Can we begin a little later?",
        "I was away for a week and have only just read the welcome, so please do not wait",
    ] {
        let mut world = World::with(&open);
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, letter);
        assert_eq!((receipt.codes(), told(&world)), (vec![], 1), "{letter}");
    }
    // Who has sent words writes letters.
    let mut world = World::with(&open);
    let id = opening(&world, "ash");
    for text in ["chance: a red crane", "looking forward to it"] {
        assert_eq!(answer(&mut world, "ash", &id, text).codes(), Vec::<&str>::new(), "{text}");
    }
    assert_eq!(told(&world), 1);
}

#[test]
fn words_of_chance_are_read_below_their_name_behind_a_greeting_and_behind_a_question() {
    for (text, letters) in [
        ("My words for the shuffles:\na red crane", 0),
        ("Chance words\n\na red crane", 0),
        ("Hi Maria! my words are: a red crane", 0),
        ("Hi! All good here. My word: a red crane", 0),
        ("Thanks for the invitation, Maria! Can we begin on Sunday? My words: a red crane", 1),
    ] {
        let mut world = World::with(&yaml("{words: open}"));
        let id = opening(&world, "ash");
        // Programs for work mail put a copy of our message below, without marks; it has bars, before a look at the sheet.
        let copy = "________________________________\nFrom: Game <game@example.org>\nSent: Friday\nTo: Anna\nSubject: Welcome\n\n| plan:\n|   bid: 1\n";
        let receipt = answer(&mut world, "ash", &id, &format!("{text}\n\n{copy}"));
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{text}");
        assert_eq!(world.find("press", "maria").len(), letters, "{text}");
        for seat in ["birch", "cedar"] {
            world.write(seat, "chance: others\n");
        }
        world.tick();
        assert_eq!(chance(&world)["words"]["ash"], "a red crane", "{text}");
    }
}

/// What begins with the name of a player is for that player, before the game begins too.
#[test]
fn words_to_a_player_before_the_game_are_no_words_of_chance() {
    for chance in ["{words: open}", "no"] {
        for text in ["To bert lets be friends ok", "to Bert, shall we be friends then"] {
            let (mut world, id) = rehearsing(chance);
            answer(&mut world, "ash", &id, "ready");
            let receipt = answer(&mut world, "ash", &id, text);
            assert_eq!(receipt.codes(), ["prose-to-player"], "{chance}: {text}");
            let said = receipt.text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(said.contains("begin it with \"To Bert:\""), "{said}");
            assert_eq!(world.entries(crate::ledger::Kind::Press).len(), 0, "{text}");
            // What the answer tells to write gets there.
            let receipt = answer(&mut world, "ash", &id, "To Bert: lets be friends ok");
            assert_eq!((receipt.codes(), world.find("press", "bert").len()), (vec![], 1), "{chance}");
        }
    }
}

/// Nearly any words say that their writer is ready; those that say more reach the game master.
#[test]
fn what_a_rehearsal_is_answered_with_besides_is_a_letter() {
    for (text, letters) in [
        ("Please use my other address, anna.work@example.org, from now on", 1),
        ("The evenings suit me best, by the way. Ready otherwise", 1),
        ("got it, thanks", 0),
        ("all good here, see you there", 0),
    ] {
        let (mut world, id) = rehearsing("no");
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{text}");
        assert_eq!(world.find("press", "maria").len(), letters, "{text}");
        assert!(world.campaign().record.people.rehearsed.contains("ash"), "{text}");
    }
}

/// Whoever dictates says all in one breath; what the words are is not for the game master to read.
#[test]
fn words_of_chance_in_the_midst_of_a_line_are_shown_to_nobody() {
    let (mut world, id) = rehearsing("{words: open}");
    let text = "hi all this is ash ready to go comma my chance words are rubber duck in a teacup full stop";
    let receipt = answer(&mut world, "ash", &id, text);
    assert_eq!((receipt.codes(), world.find("press", "maria").len()), (vec!["chance-meant"], 0));
    let said = receipt.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("where your words for the shuffles begin"), "{said}");
    assert!(world.campaign().record.people.rehearsed.contains("ash"), "its sender is ready all the same");
    assert_eq!(answer(&mut world, "ash", &id, "chance: rubber duck").codes(), Vec::<&str>::new());
}

/// Below the word that begins the game they would be lost without a word.
#[test]
fn what_may_be_words_of_chance_below_a_word_of_agreement_is_told() {
    for (text, codes) in [
        ("Yes!\n\npurple elephants on bus 42", vec!["chance-unread"]),
        ("Yes!\n\nlooking forward to playing with you", vec![]),
        ("Yes!\n\nKind regards\nAsh", vec![]),
    ] {
        let (mut world, id) = rehearsing("{words: open}");
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!((receipt.codes(), world.find("press", "maria").len()), (codes, 0), "{text}");
        assert!(world.campaign().record.people.rehearsed.contains("ash"), "{text}");
    }
}

/// An order in answer to the welcome is told once to be too early. It keeps nobody from being ready, and is no word of chance.
#[test]
fn an_order_before_the_game_is_told_once_and_each_line_where_it_is() {
    for (text, understood) in [
        ("bid 3\nredy", vec![json!([2, "rehearsal"])]),
        ("bid many\nready", vec![json!([2, "rehearsal"])]),
        ("ready\nbid 3", vec![json!([1, "rehearsal"])]),
        ("bid 3", vec![json!([null, "rehearsal"])]),
        ("Winterfell march +1 to Karhold\nredy", vec![json!([2, "rehearsal"])]),
        ("bid 3\n\nmy words are a red crane\nready", vec![json!([3, "chance"]), json!([4, "rehearsal"])]),
        ("see you there\nready when you are\nbid 3", vec![json!([2, "rehearsal"])]),
    ] {
        let (mut world, id) = rehearsing("{words: open}");
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!(receipt.codes(), ["no-window"], "{text}");
        assert_eq!(items(&receipt), understood, "{text}");
        assert_eq!(world.find("press", "maria").len(), 0, "{text}");
        assert!(world.campaign().record.people.rehearsed.contains("ash"), "{text}");
    }
    // An answer to press before the game goes to nobody if it may be an order.
    let (mut world, _) = rehearsing("no");
    world.write("birch", "press: {to: ash, text: hello}\n");
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    let receipt = answer(&mut world, "ash", &id, "Winterfell march +1 to Karhold");
    assert_eq!(receipt.codes().first(), Some(&"no-window"), "{:?}", receipt.codes());
    assert_eq!(world.find("press", "bert").len(), 0);
}
