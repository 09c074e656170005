//! Answers to press, and what of them reaches nobody.

use super::typed::{answer, notes, on_file, opening};
use crate::campaign::tests::world::{World, YAML};
use serde_json::{Value, json};

#[test]
fn an_answer_to_press_goes_to_its_writer() {
    let mut world = World::new();
    world.write("birch", "press: {to: [ash, cedar], text: \"Shall we?\"}\n");
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    let receipt =
        answer(&mut world, "ash", &id, "Yes!\n\nBut not the left one.\nfinal offer: 2\n\n> | Shall we?");
    assert_eq!(receipt.codes(), Vec::<&str>::new());
    assert_eq!(notes(&world, "bert"), ["Yes!\n\nBut not the left one.\nfinal offer: 2"]);
    assert!(notes(&world, "maria").is_empty());
    assert_eq!(notes(&world, "cleo"), ["Shall we?"]);
    // Orders never reach another player.
    for body in ["I will take the left.\nbid 4", "I will take the left.\nbid 3 -> 4", "I will go.\nI resign"]
    {
        let receipt = answer(&mut world, "ash", &id, body);
        assert!(receipt.codes().contains(&"press-reply-orders"), "{body}: {:?}", receipt.codes());
        assert_eq!(notes(&world, "bert").len(), 1, "{body}");
    }
    // Nor does what only looks like some, and its writer learns that.
    for body in ["bid 4", "bid lots"] {
        let receipt = answer(&mut world, "ash", &id, body);
        assert!(receipt.codes().contains(&"press-reply-orders"), "{body}: {:?}", receipt.codes());
        assert_eq!(notes(&world, "bert").len(), 1, "{body}");
    }
    // What is above a message to somebody else is the answer.
    let receipt = answer(&mut world, "ash", &id, "It is a deal then\n\nTo cedar: he asks me\n");
    assert_eq!(receipt.codes(), Vec::<&str>::new());
    assert_eq!(notes(&world, "bert")[1..], ["It is a deal then"]);
    assert_eq!(notes(&world, "cleo")[1..], ["he asks me"]);
}

#[test]
fn an_answer_to_unsigned_press_is_sent_to_nobody() {
    let mut world = World::with(&format!("{YAML}press: grey\n"));
    world.write("birch", "press: {to: ash, text: \"You will lose.\", grey: yes}\n");
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    let receipt = answer(&mut world, "ash", &id, "Who are you to say so?");
    assert_eq!(receipt.codes(), ["press-reply-nobody"]);
    assert!(notes(&world, "bert").is_empty() && notes(&world, "maria").is_empty());
}

#[test]
fn words_that_are_said_to_us_in_an_answer_to_press_are_not_sent_on() {
    let mut world = World::new();
    world.write("birch", "press: {to: ash, text: \"Shall we?\"}\n");
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    let asked = opening(&world, "ash");
    answer(&mut world, "ash", &asked, "bid 3\nprize: left");
    for (body, codes) in [
        ("and vote yes", vec!["vote-half", "press-reply-orders"]),
        ("Deal! Oh, and final.", vec!["word-beside", "press-reply-orders"]),
        ("oh and forget my last mail", vec!["takes-back", "press-reply-orders"]),
        ("oh and final", vec![]),
    ] {
        let receipt = answer(&mut world, "ash", &id, body);
        let mut is: Vec<_> = receipt.codes();
        is.sort_by_key(|code| codes.iter().position(|other| other == code));
        assert_eq!(is, codes, "{body}");
        assert_eq!(notes(&world, "bert"), Vec::<String>::new(), "{body}");
    }
    let receipt = world.receipt("anna");
    assert!(receipt.model["understood"].to_string().contains("final"), "{}", receipt.model["understood"]);
    // What may be for the other player too is sent, and its writer learns that it does nothing else.
    let receipt = answer(&mut world, "ash", &id, "oh and I'm done");
    assert_eq!(receipt.codes(), ["word-ready"]);
    let receipt = answer(&mut world, "ash", &id, "that is my last offer, final.");
    assert_eq!(receipt.codes(), ["word-beside"]);
    assert_eq!(notes(&world, "bert"), ["oh and I'm done", "that is my last offer, final."]);
}

#[test]
fn a_greeting_alone_is_no_mistake() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "Hi Maria, thanks!");
    assert_eq!(receipt.codes(), ["courtesy"]);
    assert!(receipt.says().contains("We still need"), "{}", receipt.says());
    answer(&mut world, "ash", &id, "bid 3\nprize: left");
    let kind = ["Hi, thanks!", "Hi Maria, thanks!\nAnna", "Thank you!\n\nBest regards\nAnna"];
    for body in kind.into_iter().chain(["ok", "got it", "noted", "k", "Danke!"]) {
        let receipt = answer(&mut world, "ash", &id, body);
        assert_eq!(receipt.codes(), ["courtesy"], "{body}");
        assert_eq!(receipt.model["problems"][0]["warning"], true, "{body}");
    }
    assert_eq!(answer(&mut world, "ash", &id, "see attached").codes(), ["no-document"]);
    assert_eq!(notes(&world, "maria"), Vec::<String>::new());
}

/// Words beside orders reach nobody, and their writer learns it, unless another message in the same mail goes to somebody.
#[test]
fn words_beside_orders_and_a_message_are_for_nobody() {
    let mut begun = World::new();
    begun.write("birch", "press: {to: ash, text: \"Shall we?\"}\n");
    begun.tick();
    let id = begun.find("press", "anna").pop().unwrap().id().to_owned();
    for (orders, words) in [
        ("plan: {bid: 3}", "I will take the left."),
        ("bid 3", "It is a deal then"),
        ("plan: {bid: 3}\nfinal: yes", "I will take the left."),
    ] {
        for (letter, codes, heard) in
            [("", &["press-reply-orders"][..], &[][..]), ("\n\nTo cedar: he asks me", &[], &["he asks me"])]
        {
            let mut world = begun.fork();
            let receipt = answer(&mut world, "ash", &id, &format!("{words}\n\n{orders}{letter}"));
            assert_eq!(
                (receipt.codes(), notes(&world, "cleo")),
                (codes.to_vec(), heard.iter().map(|note| (*note).to_owned()).collect()),
                "{orders}{letter}"
            );
            assert_eq!(on_file(&world, "ash")["bid"], 3, "{orders}{letter}");
            assert!(notes(&world, "bert").is_empty(), "{orders}{letter}");
        }
    }
}

/// A message to somebody who does not play is told as that, and as nothing else.
#[test]
fn a_message_to_nobody_is_told_once() {
    let begun = World::new();
    for (body, codes, bid) in [
        ("To Zoe: hello there", &["press-to-nobody"][..], Value::Null),
        ("To Zoe: hello there\n\nbid 3", &["press-to-nobody"], json!(3)),
        ("Zoe: hello", &["no-document"], Value::Null),
    ] {
        let mut world = begun.fork();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, body);
        assert_eq!((receipt.codes(), &on_file(&world, "ash")["bid"]), (codes.to_vec(), &bid), "{body}");
        let is_shown = receipt.model["problems"][0]["source"] == body.lines().next().unwrap();
        assert_eq!(is_shown, codes == ["press-to-nobody"], "{body}: {}", receipt.model["problems"]);
    }
}

/// What calls another player below the first is for nobody until its writer says who gets what.
#[test]
fn an_answer_that_calls_another_player_in_its_next_line_is_asked_back() {
    let mut world = World::new();
    world.write("birch", "press: {to: [ash, cedar], text: \"Shall we?\"}\n");
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    let receipt = answer(&mut world, "ash", &id, "Bert, it is a deal.\nCleo, he asks me too.");
    assert_eq!(receipt.codes(), ["press-turns"]);
    assert!(notes(&world, "bert").is_empty() && notes(&world, "cleo").len() == 1);
    let receipt = answer(&mut world, "ash", &id, "Bert, I have asked Anna and\nCleo, who agree.");
    assert_eq!((receipt.codes(), notes(&world, "bert").len()), (vec![], 1));
}

#[test]
fn an_answer_to_the_game_master_that_is_written_to_a_player_reaches_neither() {
    let mut world = World::new();
    world.tick();
    let key = world.key("gm");
    world.mail(
        "maria@example.org",
        "",
        &format!("key: {key}\npress: {{to: all, text: \"Happy Sunday!\"}}\n"),
    );
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    for text in ["To Bert hello my boiler is making a noise again", "to bert hello again my friend"] {
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!(receipt.codes(), ["prose-to-player"], "{text}");
    }
    assert!(notes(&world, "maria").is_empty());
    // What begins with a name is said of somebody.
    let text = "Bert told me so, thank you!";
    assert_eq!(answer(&mut world, "ash", &id, text).codes(), Vec::<&str>::new());
    assert_eq!(notes(&world, "maria"), [text]);
}
