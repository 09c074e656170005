//! Answers to one question alone, by people who have read only the question.

use super::world::{Sent, World, all_bid};
use crate::ledger::Kind;

/// A campaign in which cedar alone is asked, for a prize.
fn asked() -> World {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world
}

/// Sends lines of cedar's, and returns their receipt.
fn answer(world: &mut World, text: &str) -> Sent {
    world.write("cedar", &format!("\n{text}\n"));
    world.tick();
    world.receipt("cleo")
}

/// Words that name an answer to the one question may be secret.
#[test]
fn an_answer_that_cannot_be_read_is_asked_back_and_shown_to_nobody() {
    for (text, proposed) in [
        ("Not the left one, the other", vec!["left", "right"]),
        ("Left. No, wait, right!", vec!["left", "right"]),
        ("What is the left prize worth to me?", vec!["left", "right"]),
        ("left unless it is worth little", vec!["left", "right"]),
        ("either of them will do", vec!["left", "right"]),
        ("I think I take the left, maybe", vec!["left", "right"]),
    ] {
        let mut world = asked();
        let receipt = answer(&mut world, text);
        assert_eq!(receipt.codes(), ["answer-unread"], "{text}: {}", receipt.model);
        assert_eq!(
            receipt.model["problems"][0]["why"]["details"]["legal"],
            serde_json::json!(proposed),
            "{text}: {}",
            receipt.model
        );
        let sheets =
            receipt.model["extra"].as_array().unwrap().iter().filter(|extra| extra["ask"] == "sheet");
        assert_eq!(sheets.count(), 1, "with the questions");
        assert!(world.entries(Kind::Press).is_empty(), "{text}");
        // What is proposed is taken as it is.
        for answer in proposed {
            let mut copy = world.fork();
            let receipt = self::answer(&mut copy, answer);
            assert_eq!(receipt.codes(), Vec::<&str>::new(), "{answer}: {}", receipt.model);
            assert!(receipt.says().contains("accepted"), "{}", receipt.says());
        }
    }
}

/// One answer is named, so it is that, whatever is said around it.
#[test]
fn one_answer_among_other_words_is_that_answer() {
    for (text, notes) in [
        ("LEFT", vec![]),
        ("left please", vec![]),
        ("The left one, please.\nCleo", vec!["answer-understood"]),
        ("I would rather have the left prize this time, mother always told me so", vec!["answer-understood"]),
        ("left, and if it rains tomorrow I stay in bed", vec!["answer-understood"]),
    ] {
        let mut world = asked();
        let receipt = answer(&mut world, text);
        assert_eq!(receipt.codes(), notes, "{text}: {}", receipt.model);
        assert!(receipt.says().contains("accepted"), "{text}: {}", receipt.says());
        assert!(world.entries(Kind::Press).is_empty(), "{text}");
        // What was found among other words can be corrected for as long as a slip, but for a plain answer.
        let is_sure = notes.is_empty() || text.starts_with("The left one");
        assert_eq!(world.window(), if is_sure { "2-bidding" } else { "1-prize" }, "{text}");
        if !is_sure {
            let mut other = world.fork();
            answer(&mut other, "right");
            assert_eq!(other.entries(Kind::Answered).last().unwrap().body["answer"], "right", "{text}");
        }
        world.hours(2);
        assert_eq!(world.window(), "2-bidding", "{text}");
        assert_eq!(world.entries(Kind::Answered).last().unwrap().body["answer"], "left", "{text}");
    }
    // Talk that names nothing of the game is for the game master.
    let mut world = asked();
    answer(&mut world, "How much time have we got, please?");
    assert_eq!(world.entries(Kind::Press).len(), 1);
}

/// Beside an answer on a line of its own, a question is talk; a story is asked back, and the line with its key counts.
#[test]
fn an_answer_counts_beside_a_question_and_below_a_story() {
    for text in [
        "Maria, is the left one worth more?\n\nprize: right",
        "prize: right\n\nIs the left one worth more?",
        "prize: right. Maria, is that for ever?",
    ] {
        let mut world = asked();
        let receipt = answer(&mut world, text);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{text}: {}", receipt.model);
        assert!(receipt.says().contains("accepted"), "{text}: {}", receipt.says());
        let told = world.find("press", "maria").len();
        assert_eq!(told, 1, "{text}");
    }
    let mut world = asked();
    let receipt = answer(&mut world, "The left lion yawned and went away.\n\nprize: right");
    assert_eq!(receipt.codes(), ["answer-unread"], "{}", receipt.model);
    let taken = receipt.model["understood"].as_array().unwrap().iter().any(|item| item["game"] == true);
    assert!(taken && world.entries(Kind::Press).is_empty(), "{}", receipt.model);
    // What takes it back, or tells another answer without a key, is asked back as a whole.
    for text in ["The left one.\nNo, right", "I think the left lion is mine\nright", "left\nIs that right?"] {
        let mut world = asked();
        let receipt = answer(&mut world, text);
        assert_eq!(receipt.codes(), ["answer-unread"], "{text}: {}", receipt.model);
        let understood = receipt.model["understood"].as_array().unwrap();
        assert!(!understood.iter().any(|item| item["game"] == true), "{text}: {}", receipt.model);
    }
}

/// What names the question is asked back, and so is a "yes" in a longer text; a sentence that asks is for the game master.
#[test]
fn a_question_that_names_what_is_asked_is_no_answer() {
    for (text, is_answer) in [
        ("The prize, hm", true),
        ("The prize is a hard thing to choose for somebody who has been away all week", true),
        ("What is a prize worth to me?", false),
        ("Yes to all that Maria has written to us about the rooms for the summer", true),
    ] {
        let mut world = asked();
        let receipt = answer(&mut world, text);
        let codes = if is_answer { vec!["answer-unread"] } else { vec![] };
        assert_eq!(receipt.codes(), codes, "{text}: {}", receipt.model);
        assert_eq!(world.entries(Kind::Press).len(), usize::from(!is_answer), "{text}");
    }
}
