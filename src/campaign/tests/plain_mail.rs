//! Mails as they come from work and from phones: feet that nobody typed, words without their marks, a word in reply to news.

use crate::campaign::tests::typed::{answer, items, on_file, opening};
use crate::campaign::tests::world::{Sent, World, YAML};
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use serde_json::{Value, json};

const CARD: &str =
    "Mit freundlichen Grüßen\nAnna Müller\nSenior Consultant\nACME Consulting GmbH\nTel. +49 221 123 45-67";
const NOTICE: &str = "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der richtige\n\
    Adressat sind oder diese E-Mail irrtümlich erhalten haben, informieren Sie bitte sofort den Absender.";

fn press_to(world: &World, who: &str) -> Vec<String> {
    let texts = world
        .find("press", who)
        .into_iter()
        .filter_map(|mail| mail.model["notes"].as_array()?.last()?["text"].as_str().map(str::to_owned));
    texts.collect()
}

#[test]
fn the_foot_of_a_work_address_is_no_press_and_is_told() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, &format!("bid 3\n\n{CARD}\n\n{NOTICE}"));
    assert_eq!((receipt.codes(), on_file(&world, "ash")["bid"].clone()), (Vec::<&str>::new(), json!(3)));
    assert_eq!(receipt.model["ignored"], json!([{"lines": [3, 10], "why": "signature"}]));
    answer(&mut world, "ash", &id, &format!("To Bert: shall we have peace?\n\n{CARD}\n\n{NOTICE}"));
    assert_eq!(press_to(&world, "bert"), ["shall we have peace?"]);
    // A question to the game master above it goes out without it.
    answer(&mut world, "ash", &id, &format!("Can I retreat by sea?\n\n{CARD}\n\n{NOTICE}"));
    assert_eq!(press_to(&world, "maria"), ["Can I retreat by sea?"]);
    // Alone it is no message to anybody.
    for foot in [NOTICE.to_owned(), format!("{CARD}\n\n{NOTICE}"), "Mit freundlichen Grüßen\nAnna".to_owned()]
    {
        let receipt = answer(&mut world, "ash", &id, &foot);
        assert_eq!(receipt.codes(), ["no-document"], "{foot}");
    }
    assert_eq!(press_to(&world, "maria").len(), 1);
}

#[test]
fn an_order_below_a_closing_counts_whatever_card_it_is_on() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    answer(&mut world, "ash", &id, "Thanks\nAnna\nbid 3\nanna@work.example");
    assert_eq!(on_file(&world, "ash")["bid"], 3);
}

#[test]
fn words_of_chance_are_taken_without_a_colon_and_with_one_too_many() {
    for (line, words) in [
        ("chance: Kantine heute: Linsensuppe", "Kantine heute: Linsensuppe"),
        ("chance the cat sat on page 112", "the cat sat on page 112"),
        ("ready, chance my cat is grey", "my cat is grey"),
        ("ready\nchance my cat: grey", "my cat: grey"),
    ] {
        let yaml = YAML.replace("chance: no\n", "chance: {words: open}\nrehearsal: yes\n");
        let mut world = World::with(&yaml);
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, line);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{line}");
        let received = world.entries(Kind::Received);
        assert_eq!(received.last().unwrap().body["words"], words, "{line}");
        assert!(world.campaign().record.people.rehearsed.contains("ash"), "{line}");
    }
    // Where nobody asks for words, such a line is talk.
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "chance the cat sat on page 112");
    assert!(items(&receipt).iter().all(|item| item[1] != "chance"), "{:?}", items(&receipt));
}

#[test]
fn a_word_in_reply_to_the_news_of_a_vote_is_a_vote() {
    let cast = |vote: &str, word: &str| -> (Vec<String>, Value) {
        let mut world = World::new();
        world.write("ash", vote);
        world.tick();
        let news = world.find("notice", "bert").pop().unwrap().id().to_owned();
        let receipt = answer(&mut world, "birch", &news, word);
        let codes = receipt.codes().into_iter().map(str::to_owned).collect();
        (codes, receipt.model["understood"][0]["what"].clone())
    };
    let vote = |on: &str, says: &str| json!({"item": "vote", "on": on, "says": says});
    assert_eq!(cast("vote: {extend: 2 days}\n", "Yes please"), (vec![], vote("extend", "48h")));
    assert_eq!(cast("vote: {extend: 90m}\n", "yes"), (vec![], vote("extend", "90m")));
    assert_eq!(cast("vote: {draw: yes}\n", "ja"), (vec![], vote("draw", "yes")));
    assert_eq!(cast("vote: {draw: yes}\n", "no"), (vec![], vote("draw", "no")));
    assert_eq!(cast("vote: {concede: cedar}\n", "yes"), (vec![], vote("concede", "CEDAR")));
    // A vote that was taken back asks nothing.
    let mut world = World::new();
    world.write("ash", "vote: {draw: yes}\n");
    world.tick();
    let news = world.find("notice", "bert").pop().unwrap().id().to_owned();
    world.write("ash", "vote: {draw: no}\n");
    world.tick();
    let receipt = answer(&mut world, "birch", &news, "yes");
    assert_eq!(receipt.codes(), ["word-unclear"]);
    assert_eq!(receipt.model["problems"][0]["why"]["details"]["asked"], 0, "{}", receipt.model["problems"]);
}

#[test]
fn a_word_below_a_long_line_of_talk_is_told() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let talk = "I do not believe that the offer Bert has made to us is really";
    let receipt = answer(&mut world, "ash", &id, &format!("bid 2\n\n{talk}\nfinal"));
    assert_eq!(receipt.codes(), ["word-tail"]);
    assert_eq!(receipt.model["problems"][0]["line"], 4);
    let receipt = answer(&mut world, "ash", &id, &format!("bid 2\n\n{talk}.\nfinal"));
    assert!(items(&receipt).iter().any(|item| item[1] == "final"), "{:?}", items(&receipt));
}

#[test]
fn orders_may_stand_behind_a_greeting_and_their_heading() {
    for line in ["Hi all, my orders: bid 3", "Hello! Here are my orders: bid 3", "My orders: bid 3"] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        answer(&mut world, "ash", &id, line);
        assert_eq!(on_file(&world, "ash")["bid"], 3, "{line}");
        assert_eq!(press_to(&world, "maria"), Vec::<String>::new(), "{line}");
    }
}

/// What is too long to be read is not said to have nothing in it, and is shown to nobody.
#[test]
fn of_a_text_that_is_too_long_the_sender_is_told_its_length() {
    for text in
        [format!("bid 2 and {}", "so on ".repeat(4_000)), format!("bid 2\n{}", "and so on\n".repeat(2_000))]
    {
        let mut world = World::new();
        world.write("ash", &text);
        world.tick();
        let receipt = world.receipt("anna");
        assert_eq!(receipt.codes(), ["no-document"], "{}", receipt.model);
        let told = receipt.model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            told.contains("We could not read what you wrote: it is ") && told.contains("16384"),
            "{told}"
        );
        assert!(!world.sent().iter().any(|mail| !mail.to().starts_with("anna") && mail.model.to_string().contains("so on and so")));
    }
}

/// Whoever has lost the opening of a seal writes what the plan was. The others have not opened theirs, so nobody may read it.
#[test]
fn words_of_a_player_whose_seal_is_not_open_are_shown_to_nobody() {
    let opening = |seat: &str, bid: u64| {
        let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "1-bidding".into() };
        Opening::new(&binding, json!({"turn": 1, "bid": bid}), &[7; 16]).unwrap()
    };
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    for (seat, bid) in [("ash", 1), ("birch", 2), ("cedar", 3)] {
        world.write(seat, &format!("seal: {}\nfinal: yes\n", opening(seat, bid).seal()));
    }
    world.tick();
    let letters = |world: &World| world.find("press", "maria").len();
    world.write("ash", "I have lost my opening file. My plan was one coin and the left prize.\n");
    world.tick();
    assert_eq!((world.receipt("anna").codes(), letters(&world)), (vec!["prose-unopened"], 0));
    // A question by itself is for the game master, and so is what is written to nobody else.
    world.write("ash", "Which file do you need from me?\n");
    world.tick();
    assert_eq!((world.receipt("anna").codes(), letters(&world)), (vec![], 1));
    world.write("ash", "To gm: I have lost my opening file, sorry.\n");
    world.tick();
    assert_eq!(letters(&world), 2);
    // With the seal opened there is nothing left to tell.
    world.write("birch", &opening("birch", 2).armour());
    world.tick();
    world.write("birch", "I hope that the others open theirs soon, too.\n");
    world.tick();
    assert_eq!((world.receipt("bert").codes(), letters(&world)), (vec![], 3));
}

/// Who only says that an answer comes later is not asked for its form.
#[test]
fn a_promise_to_answer_later_is_passed_on() {
    let letters = |world: &World| press_to(world, "maria");
    let mut world = World::new();
    for text in ["Not sure yet, will answer tonight!", "Orders follow on Friday"] {
        world.write("ash", &format!("{text}\n"));
        world.tick();
        let receipt = world.receipt("anna");
        assert_eq!((receipt.codes(), letters(&world).pop().as_deref()), (Vec::<&str>::new(), Some(text)));
        assert_eq!(receipt.model["standing"]["used"], "nothing");
    }
    let before = letters(&world).len();
    world.write("ash", "I will bid three tomorrow\n");
    world.tick();
    assert_eq!(letters(&world).len(), before, "that may be a plan");
    // In a rehearsal few words are a letter if they name a time.
    let mut world = World::with(&format!("{YAML}rehearsal: yes\n"));
    world.write("ash", "Ready, but only this weekend.\n");
    world.write("birch", "Ready, what a game!\n");
    world.tick();
    assert_eq!(letters(&world), ["Ready, but only this weekend."]);
}

#[test]
fn what_is_encrypted_is_refused_and_not_only_remarked_on() {
    let mut world = World::new();
    let key = world.key("ash");
    world.deliver(&format!(
        "From: <anna@example.org>\nTo: <game@example.org>\nSubject: {key}\nMessage-ID: <e1@example.net>\nIn-Reply-To: <{}>\nMIME-Version: 1.0\nContent-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n--b--\n",
        world.find("opening", "anna")[0].id()
    ));
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!(receipt.codes(), ["mail-encrypted"]);
    assert_ne!(receipt.model["problems"][0]["warning"], true, "{}", receipt.model["problems"]);
    assert_eq!(world.in_folder("Refused"), 1);
}

#[test]
fn no_message_is_final_of_which_a_line_is_asked_back() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "bid 3\nI'd like to bid more if Bert does.\nfinal");
    assert!(receipt.codes().contains(&"final-not-yet"), "{:?}", receipt.codes());
    let problem = |receipt: &Sent| {
        let all = receipt.model["problems"].as_array().unwrap();
        all.iter().find(|problem| problem.to_string().contains("final-not-yet")).unwrap().to_string()
    };
    assert!(!problem(&receipt).contains("stands"), "{}", problem(&receipt));
    assert_eq!(receipt.model["ignored"], json!([]), "what is asked back was not ignored");
    answer(&mut world, "ash", &id, "bid 2\nfinal");
    let receipt = answer(&mut world, "ash", &id, "bid lots\nfinal");
    assert!(problem(&receipt).contains("\"stands\":true"), "{}", problem(&receipt));
}
