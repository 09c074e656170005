//! Sentences: those that want something of the game are shown to nobody, what a person tells another is passed on, and few words that
//! put an answer off reach the game master.

use super::typed::{answer, items, notes, on_file, opening, rehearsing};
use crate::campaign::tests::world::World;
use crate::ledger::Kind;
use serde_json::{Value, json};

fn press_to(world: &mut World, to: &str, text: &str) -> String {
    world.write("birch", &format!("press: {{to: {to}, text: \"{text}\"}}\n"));
    world.tick();
    let who = if to == "gm" { "maria" } else { "anna" };
    world.find("press", who).pop().unwrap().id().to_owned()
}

#[test]
fn a_sentence_that_wants_something_of_the_game_is_asked_back_and_shown_to_nobody() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(
        &mut world,
        "ash",
        &id,
        "Dear Maria,\n\nI should like to bid a great deal for the left one,\nand so would my dog\n",
    );
    assert_eq!(receipt.codes(), ["bid-no-number"], "{}", receipt.model);
    assert_eq!(receipt.model["problems"][0]["line"], 3);
    assert!(world.entries(Kind::Press).is_empty());
    // Next to one that is read, and with talk in a paragraph of its own.
    let body = "bid 3\nI should like to bid a great deal.\n\nWhere do I see the bids of the others?";
    let receipt = answer(&mut world, "ash", &id, body);
    assert!(receipt.codes().contains(&"bid-no-number"), "{:?}", receipt.codes());
    assert_eq!(on_file(&world, "ash")["bid"], 3);
    assert_eq!(notes(&world, "maria"), ["Where do I see the bids of the others?"]);
    // To a person it is said as it is.
    let id = press_to(&mut world, "ash", "What do you want?");
    let receipt = answer(&mut world, "ash", &id, "I should like to bid a great deal.");
    assert_eq!(receipt.codes(), Vec::<&str>::new());
    assert_eq!(notes(&world, "bert"), ["I should like to bid a great deal."]);
}

#[test]
fn an_absence_that_is_told_in_answer_to_press_is_passed_on_and_books_nothing() {
    for line in [
        "Sorry, I am away until Monday.",
        "I will be away from 1 to 5 December, so let us wait",
        "away until Friday, Bert!",
    ] {
        let mut world = World::new();
        let id = press_to(&mut world, "ash", "Will you attack me?");
        let receipt = answer(&mut world, "ash", &id, line);
        assert_eq!(receipt.codes(), ["absence-press"], "{line}");
        assert_eq!(notes(&world, "bert"), [line]);
        assert!(world.entries(Kind::Absence).is_empty(), "{line}");
    }
    // With its colon it is the section.
    let mut world = World::new();
    let id = press_to(&mut world, "ash", "Will you attack me?");
    answer(&mut world, "ash", &id, "away: 2026-12-01 to 2026-12-05");
    assert_eq!(world.entries(Kind::Absence).len(), 1);
}

#[test]
fn an_order_behind_an_absence_is_read() {
    for line in [
        "I am away until Monday, so bid 3",
        "away until Monday and bid 3",
        "also, I'm away until Monday, so bid 3",
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, line);
        assert_eq!((receipt.codes(), &on_file(&world, "ash")["bid"]), (vec![], &json!(3)), "{line}");
        assert!(items(&receipt).contains(&json!([1, "absent"])), "{line}: {:?}", items(&receipt));
    }
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "I am away until Monday, so no mail from me");
    assert_eq!((receipt.codes(), on_file(&world, "ash")), (vec![], Value::Null));
}

#[test]
fn few_words_that_put_an_answer_off_reach_the_game_master() {
    for line in ["Sorry, tomorrow!", "one moment", "tomorrow then", "Later", "sorry", "soon!"] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, line);
        assert_eq!((receipt.codes(), notes(&world, "maria")), (vec![], vec![line.to_owned()]), "{line}");
    }
    for line in ["Anna", "Thanks!\nAnna", "bid 3\nsorry"] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        answer(&mut world, "ash", &id, line);
        assert!(notes(&world, "maria").is_empty(), "{line}");
    }
}

#[test]
fn prose_that_is_written_to_a_player_is_shown_to_nobody() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    for (text, code) in [
        ("Dear Bert,\nshall we be friends?\nAnna", "prose-to-player"),
        ("Bert, sorry about yesterday. Shall we be friends?", "prose-to-player"),
        ("@bert sorry! @cleo thanks", "press-turns"),
        ("to birch friends we are, and friends we stay", "prose-to-player"),
    ] {
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!(receipt.codes(), [code], "{text}");
        assert!(world.entries(Kind::Press).is_empty(), "{text}");
    }
    // As the receipt proposes.
    let says = receipt_words(&world);
    assert!(says.contains("begin it with \"To BIRCH:\""), "{says}");
    answer(&mut world, "ash", &id, "To BIRCH: friends we are");
    assert_eq!(notes(&world, "bert"), ["friends we are"]);
    // To the game master, and beside what counts.
    let receipt = answer(&mut world, "ash", &id, "Dear Maria,\nmay Bert bid once more?");
    assert_eq!((receipt.codes(), notes(&world, "maria").len()), (vec![], 1));
    let much =
        "bid 3\n\nBert, I am so very sorry about all that happened yesterday, shall we be friends again?";
    let receipt = answer(&mut world, "ash", &id, much);
    assert_eq!(receipt.codes(), ["prose-to-player"]);
    assert_eq!((&on_file(&world, "ash")["bid"], notes(&world, "maria").len()), (&json!(3), 1));
}

#[test]
fn a_message_to_the_whole_table_may_begin_below_its_readers() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    answer(&mut world, "ash", &id, "To: the whole table\nhi");
    assert_eq!(notes(&world, "bert"), ["hi"]);
}

#[test]
fn the_game_master_may_show_a_player_an_order() {
    let mut world = World::new();
    let id = press_to(&mut world, "gm", "How do I bid?");
    world.mail(
        "maria@example.org",
        &format!("In-Reply-To: <{id}>\n"),
        "I cannot send it for you.\nAsh march +0 to Birch",
    );
    world.tick();
    assert_eq!(notes(&world, "bert"), ["I cannot send it for you.\nAsh march +0 to Birch"]);
}

/// What the last receipt of Anna's says, in one line.
fn receipt_words(world: &World) -> String {
    let receipt = world.receipt("anna");
    receipt.model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_line_of_a_list_that_was_not_read_is_told_and_nothing_is_final() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "bid 3\n2. lft\nfinal");
    assert_eq!(receipt.codes(), ["answer-unread", "final-not-yet"], "{}", receipt.model);
    assert_eq!(
        (&receipt.model["problems"][0]["line"], &on_file(&world, "ash")["bid"]),
        (&json!(2), &json!(3))
    );
    // Where nothing else was read it is prose, and a letter has other numbers.
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "bid 3\n\nThe 2. of us is late");
    assert_eq!(receipt.codes(), Vec::<&str>::new());
}

#[test]
fn an_order_in_a_text_that_others_read_is_asked_back() {
    for (line, code) in [
        ("To Bert: deal. bid 3", "press-or-orders"),
        ("To Bert: deal! Also for the game: bid 3.", "press-or-orders"),
        ("To all: well met. prize: left", "press-or-orders"),
        ("dispute: turn 1 went wrong. bid 3", "dispute-or-orders"),
        ("dispute turn 1: it went wrong\nbid 3\nbid 4", "dispute-or-orders"),
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, line);
        assert_eq!(receipt.codes(), [code], "{line}");
        assert!(world.entries(Kind::Press).is_empty() && world.entries(Kind::Dispute).is_empty(), "{line}");
        assert_eq!(on_file(&world, "ash"), Value::Null, "{line}");
        let problem = &receipt.model["problems"][0];
        assert!(problem["source"].as_str().unwrap().contains("bid 3") || line.contains("left"), "{problem}");
    }
    // Between people it is talk, and so is what they say first.
    for line in ["To Bert: deal. I bid 3", "To Bert: bid 3", "To Bert: you say that. What if you bid 3?"] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, line);
        assert_eq!((receipt.codes(), notes(&world, "bert").len()), (vec![], 1), "{line}");
    }
}

#[test]
fn a_section_behind_a_text_that_others_read_counts() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    answer(&mut world, "ash", &id, "bid 3");
    let receipt = answer(&mut world, "ash", &id, "To all: well met. final");
    assert_eq!((receipt.codes(), notes(&world, "bert")), (vec![], vec!["well met.".to_owned()]));
    assert!(items(&receipt).iter().any(|item| item[1] == "final"), "{:?}", items(&receipt));
    // That somebody is away is news for those it is written to.
    let receipt = answer(&mut world, "ash", &id, "To Bert: yes. I am away until Monday.");
    assert_eq!((receipt.codes(), world.entries(Kind::Absence).len()), (vec![], 0));
    assert_eq!(notes(&world, "bert").last().unwrap(), "yes. I am away until Monday.");
    // All read the words for the shuffles, and nobody the days of an absence.
    let (mut world, id) = rehearsing("{words: open}");
    let line =
        "Ready! Chance: a grey heron on the chimney. I'm away 24 to 26 December, the steward may play.";
    let receipt = answer(&mut world, "ash", &id, line);
    assert_eq!((receipt.codes(), world.entries(Kind::Absence).len()), (vec![], 1));
    assert!(receipt.text.contains("\"a grey heron on the chimney.\""), "{}", receipt.text);
}

/// Who is ready and seems to have sent words that were not read is told so while there is time.
#[test]
fn words_of_chance_that_were_not_read_are_told() {
    let (mut world, id) = rehearsing("{words: open}");
    let receipt =
        answer(&mut world, "ash", &id, "all good here and I choose the words the cat spilt my coffee");
    assert_eq!(receipt.codes(), ["chance-unread"]);
    assert!(world.campaign().record.people.rehearsed.contains("ash"));
    let (mut world, id) = rehearsing("{words: open}");
    let pigeon = "Ready! so excited. What I see from my window is a fat pidgeon on next doors chimney";
    let read = answer(&mut world, "ash", &id, pigeon);
    assert_eq!(read.codes(), [""; 0]);
    assert!(read.text.contains("a fat pidgeon"), "{}", read.text);
    let (mut world, id) = rehearsing("{words: open}");
    let receipt = answer(&mut world, "ash", &id, "all good here, thank you very much");
    assert_eq!(receipt.codes(), Vec::<&str>::new());
}

/// What stands below its writer's name is no press, whatever it is.
#[test]
fn a_card_below_the_name_of_its_sender_goes_to_nobody() {
    let mut world = World::new();
    let card =
        "Anna Snow\nSenior Associate | Commercial Property\nPlease think of the trees before you print this.";
    let text = format!("Could we begin an hour later on Sunday?\n\nKind regards,\n\n{card}\n");
    world.write("ash", &text);
    world.tick();
    assert_eq!(notes(&world, "maria"), ["Could we begin an hour later on Sunday?"]);
}

#[test]
fn each_thing_that_a_line_says_is_heard() {
    let mut world = World::new();
    world.write("ash", "away until Monday, so bid 3. To Bert: peace?\n");
    world.tick();
    let said = items(&world.receipt("anna"));
    for item in ["absent", "bid", "press"] {
        assert!(said.iter().any(|said| said[1] == item), "{item}: {said:?}");
    }
}
