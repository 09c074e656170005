//! A text that turns to somebody else than its reader is shown to nobody, and a question to the game master reaches the game
//! master.

use super::typed::{answer, items, notes, on_file, opening};
use crate::campaign::tests::world::World;
use crate::ledger::Kind;
use serde_json::{Value, json};

#[test]
fn a_message_that_turns_to_another_reader_is_shown_to_nobody() {
    for body in [
        "To Bert: I support you. To Cleo: I don't support Bert.",
        "To Bert: peace, and to Cleo: war.",
        "To Bert: peace. @Cleo: attack him",
        "To Bert: peace. Cleo: attack him",
        "To Bert: shall we? PS to Cleo: no",
        "To Bert and Cleo: peace. Bert only: let us attack Cleo",
        "To all: peace. To Bert: not with Cleo.",
        "To Bert: deal. To gm: is that legal?",
        "To Bert: peace.\nCleo: war",
        "To Bert: peace.\n\nDear Cleo, shall we attack him?",
        "bid 3\n\nTo Bert: peace. To Cleo: war.",
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, body);
        assert_eq!(receipt.codes(), ["press-turns"], "{body}");
        assert!(world.entries(Kind::Press).is_empty(), "{body}");
        let bid = if body.starts_with("bid") { json!(3) } else { Value::Null };
        assert_eq!(on_file(&world, "ash").get("bid").unwrap_or(&Value::Null), &bid, "{body}");
    }
    // Each on a line of its own, to the same readers, or of whom it is talked.
    for (body, bert, cleo) in [
        ("To Bert: peace.\nTo Cleo: war.", 1, 1),
        ("To Bert: peace. Bert: war is bad", 1, 0),
        ("To Bert: I wrote to Cleo: war", 1, 0),
        ("To Bert:\nCedar: weak\nAsh: strong", 1, 0),
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, body);
        let reached = (notes(&world, "bert").len(), notes(&world, "cleo").len());
        assert_eq!((receipt.codes(), reached), (vec![], (bert, cleo)), "{body}");
    }
}

#[test]
fn prose_that_turns_to_a_player_is_shown_to_nobody() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    for (body, code) in [
        ("@Bert @Cleo peace?", "press-turns"),
        ("Before I bid, may I ask something? To Bert: shall we?", "prose-to-player"),
        ("Maria, I have a question. To Bert and Cleo: shall we meet?", "prose-to-player"),
    ] {
        let receipt = answer(&mut world, "ash", &id, body);
        assert_eq!(receipt.codes(), [code], "{body}");
        assert!(world.entries(Kind::Press).is_empty(), "{body}");
    }
    let receipt = world.receipt("anna");
    let words = receipt.model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("begin it with \"To Bert, Cleo:\""), "{words}");
}

#[test]
fn an_answer_to_press_that_turns_to_another_reader_is_shown_to_nobody() {
    let mut world = World::new();
    world.write("birch", "press: {to: ash, text: \"Peace?\"}\n");
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    let receipt = answer(&mut world, "ash", &id, "Deal. To Cleo: he asks me for peace, and I lie to him.");
    assert_eq!(receipt.codes(), ["press-turns"]);
    assert_eq!(world.entries(Kind::Press).len(), 1, "that of Bert");
    let receipt = answer(&mut world, "ash", &id, "Deal. Cleo is weak.");
    assert_eq!((receipt.codes(), notes(&world, "bert").len()), (vec![], 1));
}

#[test]
fn a_question_to_the_game_master_below_a_message_is_passed_on() {
    for body in [
        "To Bert: peace?\n\nMaria, when is the deadline?",
        "To Bert: peace?\n\nDear Maria,\nwhen is the deadline?\n\nbid 3",
        "To Bert: peace?\n\nMaria, when is the deadline?\n\nbid 3",
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, body);
        assert_eq!((receipt.codes(), notes(&world, "bert")), (vec![], vec!["peace?".to_owned()]), "{body}");
        let asked = notes(&world, "maria");
        assert!(asked.len() == 1 && asked[0].contains("when is the deadline?"), "{body}: {asked:?}");
    }
}

#[test]
fn small_words_on_one_line_each_count() {
    let booked = |world: &World| world.entries(Kind::Absence).len();
    for body in [
        "bid 3, vote extend 24h, away on 9 December",
        "bid 3. Vote extend 1 day. Away on 9 December.",
        "bid 3\nvote extend 24h and away on 9 December",
        "bid 3\nvote: extend 12h; away: 9.12.",
        "bid 3\naway on 9 December, vote: extend 1 day",
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, body);
        assert_eq!(
            (receipt.codes(), &on_file(&world, "ash")["bid"], booked(&world)),
            (vec![], &json!(3), 1),
            "{body}"
        );
        assert!(items(&receipt).iter().any(|item| item[1] == "vote"), "{body}: {:?}", items(&receipt));
    }
}

#[test]
fn a_message_of_which_something_counts_is_not_called_useless() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "To Bert: peace?\nbid 3\n\nvote extend 24h");
    let words = receipt.says();
    assert!(
        words.contains("A part of this message could not be used, and we have no plan from you"),
        "{words}"
    );
    let receipt = answer(&mut world, "ash", &id, "To Bert: peace?\nbid 3");
    assert!(receipt.says().contains("We could not use this message"), "{}", receipt.says());
}

#[test]
fn a_game_master_is_not_told_how_players_book_and_learns_how_to_write_to_them() {
    let mut world = World::new();
    world.mail(
        "maria@example.org",
        "In-Reply-To: <report-1@example.org>\n",
        &format!("key: {}\n\nDear all, I am away next week. Please be patient.\n", world.key("gm")),
    );
    world.tick();
    let receipt = world.receipt("maria");
    assert_eq!(receipt.codes(), ["gm-nothing"], "{}", receipt.model);
    assert!(receipt.text.contains("To all:"), "{}", receipt.text);
}

#[test]
fn rows_that_begin_with_a_bar_are_told() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "| Item | Value |\n|---|---|\n| bid | 3 |");
    assert_eq!(receipt.codes(), ["no-document"], "{}", receipt.model);
    assert_eq!(receipt.model["problems"][0]["why"]["details"]["bars"], true);
    // Without them the heads of the columns say nothing, and cost nothing.
    // The cells of a table that was saved as text.
    let receipt = answer(&mut world, "ash", &id, "Item;Value\nbid;2;");
    assert_eq!((receipt.codes(), &on_file(&world, "ash")["bid"]), (vec![], &json!(2)), "{}", receipt.model);
    let receipt = answer(&mut world, "ash", &id, "Item | Value\nbid 3\nfinal");
    assert_eq!((receipt.codes(), &on_file(&world, "ash")["bid"]), (vec![], &json!(3)), "{}", receipt.model);
}
