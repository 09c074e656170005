//! Statements about one's own orders, in whatever words, are shown to nobody; letters reach the game master.

use super::typed::{answer, notes, opening};
use crate::campaign::tests::world::World;
use crate::ledger::Kind;
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    statements: Vec<String>,
    letters: Vec<String>,
    #[serde(rename = "beside a question")]
    beside_a_question: Vec<String>,
}

fn cases() -> Cases {
    crate::sheet::data(include_str!("statements.yaml")).unwrap()
}

#[test]
fn what_a_player_is_going_to_do_is_asked_back_and_shown_to_nobody() {
    let Cases { statements: all, beside_a_question, .. } = cases();
    assert!(all.len() >= 30 && !beside_a_question.is_empty());
    let mut wrong = Vec::new();
    for text in all.iter().chain(&beside_a_question) {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, text);
        if !world.entries(Kind::Press).is_empty() || receipt.codes().is_empty() {
            wrong.push(format!("{text}: {:?} {:?}", receipt.codes(), notes(&world, "maria")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn letters_reach_the_game_master() {
    let all = cases().letters;
    assert!(all.len() >= 30);
    let mut wrong = Vec::new();
    for text in &all {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, text);
        if notes(&world, "maria") != [text.as_str()] {
            wrong.push(format!("{text}: {:?} {:?}", receipt.codes(), notes(&world, "maria")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_answer_to_the_game_master_is_no_place_for_orders_either() {
    let mut world = World::new();
    world.write("ash", "press: {to: gm, text: \"Is anybody there?\"}\n");
    world.tick();
    let question = world.find("press", "maria").pop().unwrap().id().to_owned();
    world.mail("maria@example.org", &format!("In-Reply-To: <{question}>\n"), "Yes, we wait for you.");
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    let before = world.entries(Kind::Press).len();
    let receipt = answer(&mut world, "ash", &id, "Sorry! I will hold everything this turn.");
    assert_eq!(receipt.codes(), ["statement-unread"]);
    assert_eq!(world.entries(Kind::Press).len(), before);
    answer(&mut world, "ash", &id, "Sorry, I was ill.");
    assert_eq!(notes(&world, "maria").pop().as_deref(), Some("Sorry, I was ill."));
    // In so many words it reaches whom it is for.
    answer(&mut world, "ash", &id, "To gm: I will hold everything this turn.");
    assert_eq!(notes(&world, "maria").pop().as_deref(), Some("I will hold everything this turn."));
}

/// What was asked back may be the better half of a plan, so nothing is final beside it.
#[test]
fn nothing_is_final_beside_a_statement_that_is_asked_back() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "bid 3\nI will hold everything this turn.\nfinal");
    assert!(receipt.codes().contains(&"statement-unread"), "{:?}", receipt.codes());
    assert!(receipt.codes().contains(&"final-not-yet"), "{:?}", receipt.codes());
}
