//! Sentences in messages that must be true when they are read, and not only when the message fell due.

use crate::campaign::tests::ruling::{forward, rewind};
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::campaign::verify;
use serde_json::json;

#[test]
fn nobody_is_called_to_a_vote_that_has_passed() {
    let mut world = World::new();
    world.write("ash", "vote: {extend: 24h}\n");
    world.write("birch", "vote: {extend: 24h}\n");
    world.tick();
    let told: Vec<_> = world.told("cleo").into_iter().filter(|notice| notice["what"] == "voted").collect();
    assert!(told.is_empty(), "that it has passed is told by itself: {told:?}");
    let text = world.find("notice", "cleo").pop().unwrap().text;
    assert!(text.contains("A vote has passed") && !text.contains("reply with"), "{text}");
    // While it can still pass, the others are called to it.
    world.write("ash", "vote: {extend: 24h}\n");
    world.tick();
    let text = world.find("notice", "cleo").pop().unwrap().text;
    assert!(text.contains("reply with"), "{text}");
}

#[test]
fn in_an_anonymous_campaign_no_seat_learns_an_address() {
    for (anonymous, told) in [("", true), ("anonymous: yes\n", false)] {
        let mut world = World::with(&format!("{YAML}{anonymous}"));
        let key = world.key("ash");
        world.mail("cleo@example.org", "", &format!("key: {key}\nplan: {{bid: 9}}\n"));
        world.tick();
        let notice = world.find("notice", "anna").pop().unwrap();
        assert_eq!(notice.model["what"], "other-address");
        assert_eq!(notice.text.contains("cleo@example.org"), told, "{}", notice.text);
    }
}

#[test]
fn whose_plan_was_kept_by_a_ruling_is_asked_for_nothing() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    world.write("ash", "plan: {bid: 4}\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    world.rule(&rewind(1, "prize"));
    world.tick();
    world.rule(&forward());
    world.tick();
    let ruling = |who: &str| world.find("ruling", who).pop().unwrap().model;
    assert_eq!(ruling("anna")["kept"][0]["now"], "2-bidding-2");
    assert_eq!(ruling("anna")["asked"], json!([]), "nothing is asked of it again");
    assert_eq!(ruling("bert")["asked"][0]["kind"], "bid");
    let report = |who: &str| world.find("report", who).pop().unwrap().model;
    assert_eq!((&report("anna")["is_in"], &report("bert")["is_in"]), (&json!(true), &json!(false)));
}

#[test]
fn a_plan_that_comes_twice_is_filed_once() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.write("cedar", "plan: {bid: 3}\nfinal: yes\n");
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.window(), "1-prize");
    let says = world.receipt("anna").says();
    assert!(says.starts_with("You need not send anything now."), "{says}");
    assert!(!says.contains("We will use it") && !says.contains("you wrote"), "{says}");
}

#[test]
fn a_plan_that_answers_nothing_asked_is_not_called_accepted() {
    let mut world = World::new();
    world.write("ash", "plan: {prize: left}\n");
    world.tick();
    let says = world.receipt("anna").says();
    assert!(
        says.starts_with("Your plan is on file, but it answers nothing of what we ask you now."),
        "{says}"
    );
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    assert!(world.receipt("anna").says().starts_with("Your plan is accepted."));
}

#[test]
fn where_the_game_waits_no_default_is_spoken_of() {
    for (absence, says) in
        [("wait", "The game waits for your answer."), ("default", "we use the default of the rules")]
    {
        let mut world = World::with(&YAML.replace("absence: default", &format!("absence: {absence}")));
        world.write("ash", "plan: {prize: left}\n");
        world.tick();
        let receipt = world.receipt("anna");
        let words: Vec<&str> = receipt.model["words"].as_str().unwrap().split_whitespace().collect();
        assert!(words.join(" ").contains(says), "{absence}: {}", receipt.model["words"]);
    }
}

#[test]
fn the_same_answer_to_something_else_is_not_called_good_because_it_came_twice() {
    let mut world = World::new();
    for _ in 0..2 {
        world.write("ash", "plan: {prize: left}\n");
        world.tick();
    }
    let receipt = world.receipt("anna");
    assert!(
        receipt.says().starts_with("We already have this, and it answers nothing of what we ask"),
        "{}",
        receipt.says()
    );
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    let says = world.receipt("anna").says();
    assert!(says.starts_with("We already have this. The one we received on"), "{says}");
}

#[test]
fn whoever_leaves_is_not_asked_for_a_plan() {
    let mut world = World::new();
    world.resign("ash");
    let says = world.receipt("anna").says();
    assert!(says.starts_with("Your message is accepted. We no longer wait for a plan from you"), "{says}");
    assert!(says.contains("You give up your seat") && !says.contains("Without one"), "{says}");
}

#[test]
fn a_game_that_begins_in_the_same_pass_has_begun() {
    let mut world = World::with(&format!("{YAML}rehearsal: in 72h\n"));
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "ready\n");
    }
    world.tick();
    assert_eq!(world.window(), "1-bidding");
    for who in ["anna", "bert", "cleo"] {
        let says = world.receipt(who).says();
        assert!(says.starts_with("The game has begun."), "{says}");
    }
}

#[test]
fn whose_plan_does_not_answer_the_question_is_awaited() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    world.write("cedar", "plan: {otherwise: left}\nask: status\n");
    world.tick();
    assert_eq!(world.window(), "1-prize", "it is still asked");
    let receipt = world.receipt("cleo");
    // Of the only one that is asked it goes without saying.
    assert!(!receipt.says().contains("0 of 1"), "{}", receipt.says());
    let status = &receipt.model["extra"][0]["status"];
    assert_eq!(status["window"]["awaited"][0]["id"], "cedar");
    assert_eq!(status["seats"][0]["state"], "unusable");
}

#[test]
fn a_deposited_plan_is_shown_to_its_own_player_alone() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 7}\nask: plan\n");
    world.write("birch", "ask: plan\n");
    world.tick();
    let plan = |who: &str| world.receipt(who).model["extra"][0].clone();
    assert!(plan("anna")["deposited"].as_str().is_some_and(|text| text.contains('7')), "{}", plan("anna"));
    assert_eq!((&plan("bert")["deposited"], &plan("bert")["sealed"]), (&json!(null), &json!(false)));
}

#[test]
fn who_changes_a_final_plan_is_told_that_it_is_final_no_more() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 7}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), Vec::<&str>::new());
    world.write("ash", "plan: {bid: 6}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["final-lifted"]);
    world.write("ash", "plan: {bid: 5}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), Vec::<&str>::new());
}

/// A change that nobody can read opens a final plan again, and its writer is told; talk changes nothing.
#[test]
fn a_change_that_cannot_be_read_is_not_lost_in_a_final_plan() {
    let is_final = |world: &World| {
        let campaign = world.campaign();
        let window = campaign.record.game.open_window().unwrap();
        window.seats.get("ash").is_some_and(|part| part.is_final)
    };
    for text in ["bid many", "I will bid lots more", "plan: {bid: many}", "forget my last mail"] {
        let mut world = World::new();
        world.write("ash", "plan: {bid: 7}\nfinal: yes\n");
        world.tick();
        assert!(is_final(&world));
        world.write("ash", &format!("\n{text}\n"));
        world.tick();
        let receipt = world.receipt("anna");
        assert!(receipt.codes().contains(&"final-lifted"), "{text}: {:?}", receipt.codes());
        assert!(!is_final(&world), "{text}");
        assert_eq!(receipt.model["window"]["own"], "in", "{text}");
        verify(&world.edge, &world.dir).unwrap().unwrap();
    }
    for text in ["Thank you, Maria!", "To birch: good luck", "vote: perhaps", "When is the next deadline?"] {
        let mut world = World::new();
        world.write("ash", "plan: {bid: 7}\nfinal: yes\n");
        world.tick();
        world.write("ash", &format!("\n{text}\n"));
        world.tick();
        let receipt = world.receipt("anna");
        assert!(!receipt.codes().contains(&"final-lifted"), "{text}: {:?}", receipt.codes());
        assert!(is_final(&world), "{text}");
    }
}

#[test]
fn final_behind_orders_that_cannot_be_had_is_not_taken_and_not_lost_without_a_word() {
    for text in ["bid many. final", "prize left\nbid many, final"] {
        let mut world = World::new();
        world.write("ash", &format!("\n{text}\n"));
        world.tick();
        let receipt = world.receipt("anna");
        assert!(receipt.codes().contains(&"final-not-yet"), "{text}: {:?}", receipt.codes());
        let campaign = world.campaign();
        let window = campaign.record.game.open_window().unwrap();
        assert!(window.seats.get("ash").is_none_or(|part| !part.is_final), "{text}");
    }
}
