//! Answers to press, and what of them reaches nobody.

use super::typed::{answer, notes};
use crate::campaign::tests::world::{World, YAML};

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
