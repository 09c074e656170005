//! `final` and votes in the words that people find for them, and what they write to others beside it.

use crate::campaign::tests::small_replies::{filed, is_final};
use crate::campaign::tests::typed::{answer, items, notes, on_file, opening, rehearsing};
use crate::campaign::tests::world::World;
use serde_json::json;

#[test]
fn a_plan_is_final_in_other_words() {
    for text in [
        "That concludes my orders, and they are final.",
        "These are my final orders for this turn.",
        "Those are my final orders.",
        "Final for the love of god",
        "I have nothing else to add, so please treat this as final.",
        "Quite right, that is final.",
        "no more from me, final",
        "That is my final choice.",
        "Final - and greetings from the north!",
        "I am so sorry to be a nuisance. final",
        "I shall not change my mind.",
        "No that's it, final!",
        "That's the lot. Final.",
        "I believe I forgot to say the magic word, which is final.",
        "Thank you all, that's kind. As it happens I've nothing to change, so final.",
    ] {
        let (mut world, id) = filed();
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!((receipt.codes(), is_final(&world)), (vec![], true), "{text}");
    }
    // What else is said in its line is told.
    let text = "Thank you, now it is correct. My husband says it is fine. So final!";
    let (mut world, id) = filed();
    let receipt = answer(&mut world, "ash", &id, text);
    assert_eq!((receipt.codes(), is_final(&world)), (vec!["final-beside"], true), "{text}");
}

#[test]
fn whoever_says_final_in_words_that_do_not_count_is_told_what_to_write() {
    for text in [
        "That's the lot. Final, and do ask me about the prize if it comes up.",
        "This is as final as it gets while Bert sleeps",
        "thats me done cheers",
    ] {
        let (mut world, id) = filed();
        let receipt = answer(&mut world, "ash", &id, text);
        let is_told = receipt
            .codes()
            .iter()
            .any(|code| ["final-in-words", "final-not-yet", "word-beside", "word-ready"].contains(code));
        assert!(is_told && !is_final(&world), "{text}: {:?}", receipt.codes());
    }
}

#[test]
fn final_below_a_line_that_nobodys_program_broke_counts() {
    for text in [
        "bid 3\n\nbroke so nothing else. lovely weather over here\nfinal!!",
        "bid 3\n\nso sorry for all the trouble that I have made for you in these days, it was a very long week here\nfinal",
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, text);
        assert!(is_final(&world), "{text}: {:?}", receipt.codes());
    }
}

#[test]
fn final_in_a_paragraph_of_its_own_stands_whatever_is_said_to_people() {
    for text in [
        "Final.\n\nAnd my question, for Maria: can a prize be given away?",
        "Final.\n\nIs it still the case that a prize can be given away?",
        "Final\n\n@bert you'll pay for that prize so you will",
        "Ok ok\n\nTo Bert: you'll pay for that\n\nFinal",
    ] {
        let (mut world, id) = filed();
        let receipt = answer(&mut world, "ash", &id, text);
        assert!(is_final(&world), "{text}: {:?}", receipt.codes());
    }
    for text in ["Final.\n\nI will bid 4 after all.", "Final.\n\nI bid 4, I mean it."] {
        let (mut world, id) = filed();
        let receipt = answer(&mut world, "ash", &id, text);
        assert!(!is_final(&world), "{text}: {:?}", receipt.codes());
    }
}

#[test]
fn a_question_for_the_game_master_gets_there_and_what_does_not_is_named() {
    for text in [
        "And my question, for Maria: when does the next turn begin?",
        "Maria, if I may: when does the next turn begin? I could not find it.",
    ] {
        let (mut world, id) = filed();
        answer(&mut world, "ash", &id, &format!("bid 2\n\n{text}\n\nAnna"));
        let told = notes(&world, "maria");
        assert!(matches!(&told[..], [one] if one.starts_with(text)), "{text}: {told:?}");
        assert_eq!(on_file(&world, "ash")["bid"], 2);
    }
}

#[test]
fn a_player_is_called_by_name_alone_where_nothing_tells_a_plan() {
    for text in ["Bert: well played indeed!", "Bert - well played indeed!", "@bert well played indeed!"] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, &format!("bid 3\n\n{text}\n\nfinal"));
        assert_eq!(notes(&world, "bert"), ["well played indeed!"], "{text}: {:?}", items(&receipt));
        assert!(notes(&world, "maria").is_empty() && is_final(&world), "{text}: {:?}", receipt.codes());
    }
    let mut world = World::new();
    let id = opening(&world, "ash");
    answer(&mut world, "ash", &id, "bid 3\n\nBert: I will bid nothing next time");
    assert!(notes(&world, "bert").is_empty());
    // In a list of readers a name that nobody has is asked back.
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "bid 3\n\nTo Bert and Cleeo: well played indeed!");
    assert!(receipt.codes().contains(&"press-to-nobody"), "{:?}", receipt.codes());
    assert!(["bert", "cleo", "maria"].iter().all(|who| notes(&world, who).is_empty()));
}

#[test]
fn a_vote_in_words_counts_and_costs_no_final() {
    for text in ["yes to the vote", "grand, Bert can have his extra days, I vote yes"] {
        let (mut world, id) = filed();
        answer(&mut world, "ash", &id, "final");
        world.write("birch", "vote: {extend: 24h}\n");
        world.tick();
        let receipt = answer(&mut world, "ash", &id, text);
        assert!(items(&receipt).iter().any(|item| item[1] == "vote"), "{text}: {:?}", receipt.codes());
        assert!(!receipt.codes().contains(&"final-lifted"), "{text}");
    }
    // Behind one that has passed it is said to be over.
    let mut world = World::new();
    world.write("birch", "vote: {extend: 24h}\n");
    world.tick();
    let news = world.find("notice", "anna").pop().unwrap().id().to_owned();
    world.write("cedar", "vote: {extend: 24h}\n");
    world.tick();
    let receipt = answer(&mut world, "ash", &news, "vote no");
    assert_eq!(receipt.codes(), ["vote-over"]);
}

#[test]
fn who_says_not_to_wait_is_offered_no_vote_on_more_time() {
    let (mut world, id) = filed();
    let receipt =
        answer(&mut world, "ash", &id, "I need a break until 12 December, please don't wait for me.");
    assert!(!receipt.codes().contains(&"more-time"), "{:?}", receipt.codes());
}

#[test]
fn before_the_game_ready_is_for_us_in_answer_to_press_too() {
    let (mut world, _) = rehearsing("no");
    world.write("birch", "press: {to: ash, text: \"Are you there?\"}\n");
    world.tick();
    let press = world.find("press", "anna").pop().unwrap().id().to_owned();
    answer(&mut world, "ash", &press, "Ready.");
    assert!(world.campaign().record.people.rehearsed.contains("ash"));
    let (mut world, id) = rehearsing("no");
    answer(&mut world, "ash", &id, "consider me ready");
    assert_eq!(json!(world.campaign().record.people.rehearsed.contains("ash")), json!(true));
}
