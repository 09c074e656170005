//! What people of a club write in the real games, and what they are told.

use super::club::{Club, told};

const THRONES: [&str; 3] = ["stark", "lannister", "baratheon"];

fn thrones() -> Club {
    Club::of("thrones-1e", &THRONES, "pace: batch\nabsence: wait\n", 7)
}

#[track_caller]
fn says(receipt: &str, parts: &[&str], not: &[&str]) {
    let said = told(receipt);
    for part in parts {
        assert!(said.contains(part), "no “{part}” in: {said}");
    }
    for part in not {
        assert!(!said.contains(part), "“{part}” in: {said}");
    }
}

#[test]
fn a_greeting_of_the_game_master_with_thanks_costs_no_order() {
    for greeting in [
        "Hi Maria, thanks for the report! ",
        "Dear Maria, thank you for the report. ",
        "Hello Maria! ",
        "Hi Maria - ",
        "Dear Maria, thanks a lot for all the work you do, ",
    ] {
        let mut club = thrones();
        let receipt = club.write("stark", &format!("{greeting}Winterfell march +0 to Moat Cailin"));
        says(&receipt, &["Winterfell: March +0"], &["Not accepted"]);
    }
    // What is no order is read by the game master, with its greeting.
    let mut club = thrones();
    let receipt = club.write("stark", "Hi Maria, thanks for the report! Is Bert coming on Friday?");
    says(&receipt, &["which we passed on to the game master"], &["Not accepted"]);
}

#[test]
fn what_stays_as_it_was_is_said_in_many_words() {
    for words in
        ["the rest stays", "rest as before", "the other one stays", "rest as it was", "the others stay"]
    {
        let mut club = thrones();
        club.write(
            "stark",
            "Winterfell march +0 to Moat Cailin\nWhite Harbor support\nShivering Sea support",
        );
        let receipt = club.write("stark", &format!("Winterfell defense, {words}"));
        says(&receipt, &["Winterfell: Defense"], &["Not accepted", "We cannot tell"]);
        let mut alone = club;
        let receipt = alone.write("stark", &format!("White Harbor raid. {words}."));
        says(&receipt, &["White Harbor: Raid"], &["Not accepted", "We cannot tell"]);
    }
}

#[test]
fn small_words_around_orders_are_understood() {
    for (line, said) in [
        ("shivering sea raid anything final", "you will send no more changes"),
        ("Winterfell defense final", "you will send no more changes"),
    ] {
        let mut club = thrones();
        let receipt = club.write("stark", line);
        says(&receipt, &[said], &["Not accepted", "We do not know"]);
    }
    let mut club = thrones();
    let receipt = club.write("stark", "Winterfell defense, not final");
    says(&receipt, &[], &["you will send no more changes"]);
    // A word that the program knows is not what it does not know.
    let receipt = club.write("stark", "forget riverrun. winterfell defense");
    says(&receipt, &["Not accepted"], &["We do not know what \"forget\""]);
}

/// A march whose area has no March order would not happen: "final" waits for the order, and then counts.
#[test]
fn final_waits_for_the_order_of_a_march() {
    let mut club = thrones();
    let receipt = club.write("stark", "Winterfell knight to Karhold\nWhite Harbor defense\nfinal");
    says(&receipt, &["Winterfell has no March order", "write \"final\" again"], &["You said that"]);
    let receipt = club.write("stark", "Winterfell march +0\nfinal");
    says(&receipt, &["You said that"], &["has no March order"]);
}

/// What a change of one unit does not name stays as it was.
#[test]
fn a_change_of_one_unit_leaves_the_others_their_goal() {
    let mut club = thrones();
    club.write("stark", "Winterfell march +0: knight to Karhold, footman to Moat Cailin");
    let receipt = club.write("stark", "Winterfell knight to The Stony Shore instead");
    says(&receipt, &["1 knight to The Stony Shore", "your marches from Winterfell (footman)"], &["Karhold"]);
}

#[test]
fn second_thoughts_are_no_absence() {
    let mut club = thrones();
    let receipt = club.write("stark", "no no, back to throne 2");
    says(&receipt, &[], &["absence"]);
}

#[test]
fn half_of_a_card_leaves_the_time_of_a_slip() {
    let seats = ["bedivere", "morgan"];
    let mut club = Club::of("king-is-dead", &seats, "pace: ask\nabsence: wait\n", 7);
    let first = seats.iter().find(|seat| !club.asked(seat).is_empty()).unwrap();
    let window = club.window();
    let report = super::club::text(&club.report(first));
    let receipt = club.write(first, "Play Scots in Din Eidyn and Caledonia, summon anybody");
    assert!(
        told(&receipt).contains("cannot") || told(&receipt).contains("Note"),
        "{} {report}",
        told(&receipt)
    );
    assert_eq!(club.window(), window, "half of it is lost, so there is time: {}", told(&receipt));
}

/// A campaign whose first turn is over, at the first window that asks Stark several things, with what it asks.
pub(super) fn westeros(seed: u8, pace: &str) -> (Club, Vec<String>) {
    let mut club = Club::of("thrones-1e", &THRONES, &format!("pace: {pace}\nabsence: default\n"), seed);
    let orders = [
        ("stark", "Winterfell support\nWhite Harbor defense\nShivering Sea support\nfinal"),
        ("lannister", "Lannisport support\nStoney Sept defense\nGolden Sound support\nfinal"),
        ("baratheon", "Dragonstone consolidate\nKingswood defense\nShipbreaker Bay support\nfinal"),
    ];
    for (seat, orders) in orders {
        club.write(seat, orders);
    }
    club.hours(1);
    let asked = club.asked("stark");
    (club, asked)
}

/// An example that is copied as it stands must not take the place of what is accepted for another area.
#[test]
fn no_example_is_an_order_for_another_area() {
    const OWN: [&str; 3] = ["Winterfell", "White Harbor", "The Shivering Sea"];
    let (mut asked_back, mut examples) = (0, 0);
    for line in [
        "Seagard: elephants",
        "Storm's End: ship in Narrow Sea",
        "march +1 with elephants to Moat Cailin",
        "attack Moat Cailin with elephants",
        "Winterfell march +1 to Moat Cailin with elephants",
        "Moat Cailin: defense if Bert lets me",
        "muster elephants at Seagard",
        "raid the elephants of the Narrow Sea",
        "forget the raid",
        "forget riverrun. seagard defense",
        "I pass",
        "rest: none",
        "support Lannister if he asks nicely",
        "Karhold march +0 to Winterfell with the footman if it rains",
    ] {
        let mut club = thrones();
        club.write(
            "stark",
            "Winterfell march +0 to Moat Cailin\nWhite Harbor support\nShivering Sea support",
        );
        let receipt = club.write("stark", line);
        let told = told(&receipt).split("What we understood").next().unwrap();
        let told = told.split("The order sheet again").next().unwrap();
        asked_back += usize::from(told.contains("Not accepted"));
        examples += usize::from(told.contains("for example"));
        for area in OWN.iter().filter(|area| !line.contains(area.trim_start_matches("The "))) {
            for order in [":", " march", " defense", " support", " raid", " consolidate"] {
                assert!(!told.contains(&format!("{area}{order}")), "{line}: {told}");
            }
        }
        assert!(
            line.starts_with("Seagard") <= told.contains("You have no units in Seagard"),
            "{line}: {told}"
        );
    }
    assert!(asked_back >= 9 && examples >= 1, "{asked_back} {examples}");
}

#[test]
fn bids_of_several_mails_are_added_up() {
    let (mut club, _) = bidding();
    club.write("stark", "bid 3 for the iron throne");
    let receipt = club.write("stark", "bid 3 for the fiefdoms");
    says(&receipt, &["add up to 6"], &[]);
    // What is too much by itself is remarked on once.
    let (mut club, _) = bidding();
    club.write("stark", "bid 3 for the iron throne");
    let receipt = club.write("stark", "plan: {bids: {fiefdoms: 3, court: 3}}");
    assert_eq!(told(&receipt).matches("add up to").count(), 1, "{receipt}");
}

/// A campaign that asks Stark for three bids and more.
fn bidding() -> (Club, Vec<String>) {
    (1..40)
        .map(|seed| westeros(seed, "batch"))
        .find(|(_, asked)| asked.iter().any(|key| key.contains("/bid/fiefdoms")))
        .expect("a Clash of Kings")
}

#[test]
fn who_gives_up_too_few_units_is_told_what_was_understood() {
    let asks = |asked: &[String]| asked.iter().any(|key| key.contains("/disband"));
    let (mut club, asked) =
        (1..40).map(|seed| westeros(seed, "batch")).find(|(_, asked)| asks(asked)).expect("wildlings");
    assert!(asked.len() > 1, "{asked:?}");
    let receipt = club.write("stark", "plan:\n  disband: [1 footman]");
    says(
        &receipt,
        &["does not yet settle what we ask you now", "if you must give up units, 1 footman"],
        &["answers nothing of what"],
    );
    // What nobody asks now settles nothing, and speaks of nothing that is asked.
    let receipt = club.write("stark", "plan:\n  battle: {cards: [Eddard Stark]}");
    says(&receipt, &["on file"], &["is accepted"]);
}

/// Beside a plan a question that names something of the game is for the game master; alone it may be an answer to what is asked, unless it
/// calls the game master by name.
#[test]
fn a_question_beside_a_plan_is_passed_on() {
    let (passed, kept) = ("which we passed on to the game master", "we have shown it to nobody");
    for question in [
        "Maria, does Winterfell muster too?",
        "Does Winterfell muster too?",
        "Winterfell is a fine place to be.",
    ] {
        let is_question = question.ends_with('?');
        for plan in ["plan:\n  bids: {fiefdoms: 3}\n\n", ""] {
            let (mut club, _) = bidding();
            let receipt = club.write("stark", &format!("{plan}{question}"));
            let is_for_gm = is_question && (!plan.is_empty() || question.starts_with("Maria"));
            let (is, is_not) = if is_for_gm { (passed, kept) } else { (kept, passed) };
            says(&receipt, &[is], &[is_not]);
        }
    }
}
