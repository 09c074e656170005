//! What players ask for by mail, and what they are told.

use crate::campaign::ruling::adopt;
use crate::campaign::ruling::request::{Request, When};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::tests::world::{Plain, World, YAML, all_bid};
use crate::campaign::toy::Toy;
use crate::table::{Host, Note, Policy, Position, RecordDesk, Referee, Says, Seed, Source};
use serde_json::{Value, json};

/// The answers in the last receipt of somebody.
fn answers(world: &World, who: &str) -> Vec<Value> {
    let mut extra = world.receipt(who).model["extra"].as_array().unwrap().clone();
    // Nobody asks for the sheet of a message that is not accepted.
    extra.retain(|answer| answer["ask"] != "sheet");
    extra
}

#[test]
fn several_things_are_answered_in_the_one_receipt_and_each_once() {
    let mut world = World::new();
    let before = world.sent().len();
    world.write("ash", "ask: [status, map, help, map, history]\n");
    world.tick();
    assert_eq!(world.sent().len(), before + 1, "one mail");
    let answers = answers(&world, "anna");
    let asks: Vec<&str> = answers.iter().map(|answer| answer["ask"].as_str().unwrap()).collect();
    assert_eq!(asks, ["status", "map", "help", "history"]);
    assert_eq!(answers[1]["view"]["seat"], "ash");
    assert_eq!(answers[3]["history"]["lines"].as_array().unwrap().len(), 1, "the set-up");
    assert_eq!(world.receipt("anna").letter.in_reply_to.len(), 1);
    // What was asked for in particular is nobody else's business.
    let received = world.entries(crate::ledger::Kind::Received);
    assert!(received[0].body.get("ask").is_none(), "{}", received[0].body);
}

#[test]
fn a_plan_on_file_is_shown_to_its_owner() {
    let mut world = World::new();
    world.write("ash", "ask: plan\n");
    world.tick();
    let none = &answers(&world, "anna")[0];
    assert_eq!(
        (&none["ask"], &none["on-file"], &none["sealed"]),
        (&"plan".into(), &Value::Null, &false.into())
    );
    // Sealed until the window closes, on file from then on, and for its owner alone.
    world.write("ash", "ask: plan\nplan: {bid: 2}\n");
    world.tick();
    assert_eq!(answers(&world, "anna")[0]["sealed"], true);
    all_bid(&mut world, [2, 1, 0]);
    world.tick();
    world.write("ash", "ask: plan\n");
    world.write("birch", "ask: plan\n");
    world.tick();
    let text = |who: &str| answers(&world, who)[0]["on-file"]["text"].as_str().unwrap().to_owned();
    assert!(text("anna").contains("\"bid\":2"), "{}", text("anna"));
    assert!(text("bert").contains("\"bid\":1"), "{}", text("bert"));
}

#[test]
fn what_earlier_plans_of_the_turn_say_is_shown_with_the_newest() {
    let mut world = World::new();
    all_bid(&mut world, [2, 1, 0]);
    world.tick();
    world.write("ash", "plan: {prize: left}\nfinal: yes\n");
    world.tick();
    world.write("ash", "ask: plan\n");
    world.tick();
    let text = answers(&world, "anna")[0]["on-file"]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("\"bid\":2") && text.contains("left"), "{text}");
}

#[test]
fn the_story_is_told_turn_by_turn_with_what_was_disputed() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.write("ash", "dispute: my bid\n");
    world.tick();
    world.write("birch", "ask: history\n");
    world.tick();
    let history = &answers(&world, "bert")[0]["history"];
    let lines = history["lines"].as_array().unwrap();
    let events: Vec<&str> =
        lines[0]["events"].as_array().unwrap().iter().map(|e| e["event"].as_str().unwrap()).collect();
    assert_eq!((lines.len(), events), (1, vec!["bids", "prize"]));
    assert_eq!(history["disputes"][0]["about"], "my bid");
}

#[test]
fn a_forecast_is_of_the_plan_in_the_mail_and_of_what_its_owner_knows() {
    let mut world = World::new();
    world.write("ash", "ask: forecast\nplan: {bid: 4, prize: left}\n");
    world.tick();
    let forecast = &answers(&world, "anna")[0];
    assert_eq!(forecast["events"][0], json!({"event": "bids", "bids": [4, 0, 0], "winner": "ash"}));
    let made: Vec<_> = forecast["decisions"].as_array().unwrap().iter().map(|d| &d["kind"]).collect();
    assert_eq!(made, ["bid", "prize"]);
    assert_eq!(forecast["others"].as_array().unwrap().len(), 2);
    // The prize that is drawn next is not known, and the forecast does not know it either.
    assert_eq!(forecast["events"][1]["prize"], 0);
    // What others have sealed changes nothing of it.
    let mut other = World::new();
    other.write("birch", "plan: {bid: 9}\nfinal: yes\n");
    other.tick();
    other.write("ash", "ask: forecast\nplan: {bid: 4, prize: left}\n");
    other.tick();
    let same = |world: &World| {
        let mut forecast = answers(world, "anna").remove(0);
        forecast["at"].take();
        forecast
    };
    assert_eq!(same(&world), same(&other));
    // The same plan once more, and with no plan none.
    world.write("ash", "ask: forecast\nplan: {bid: 4, prize: left}\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["standing"]["used"], "already");
    assert_eq!(answers(&world, "anna").len(), 1);
    for text in ["ask: forecast\n", "ask: forecast\nplan: {bid: 99}\n"] {
        world.write("ash", text);
        world.tick();
        assert!(world.receipt("anna").codes().contains(&"forecast-no-plan"), "{text}");
        assert!(answers(&world, "anna").is_empty());
    }
}

#[test]
fn a_forecast_goes_on_from_what_has_happened() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    world.write("cedar", "ask: forecast\nplan: {prize: right}\n");
    world.tick();
    let forecast = &answers(&world, "cleo")[0];
    assert_eq!(forecast["stage"], "prize");
    assert_eq!(forecast["events"].as_array().unwrap().len(), 1);
    assert_eq!(forecast["decisions"][0]["answer"], "right");
}

#[test]
fn what_cannot_be_answered_is_told_so() {
    let mut world = World::new();
    let cases = [
        ("ask: explain 7 ash", "explain-turn"),
        ("ask: explain oak", "explain-unknown"),
        ("ask: rules battle", "ask-no-rules"),
        ("ask: weather", "envelope-ask"),
    ];
    for (text, code) in cases {
        world.write("ash", text);
        world.tick();
        assert_eq!(world.receipt("anna").codes(), [code], "{text}");
    }
    let mut early =
        World::with(&crate::campaign::tests::world::YAML.replace("chance: no", "chance: {until: in 24h}"));
    early.write("ash", "ask: [status, map]\n");
    early.tick();
    assert_eq!(early.receipt("anna").codes(), ["ask-early"]);
    assert_eq!(answers(&early, "anna").len(), 1);
}

#[test]
fn answers_pass_the_check_for_leaks_and_tell_of_rulings() {
    let mut world = World::with(&format!("{YAML}leak check: yes\n"));
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    let asked = "ask: [status, history, map, forecast]\nplan: {bid: 2}\n";
    world.write("ash", asked);
    world.write("birch", "plan: {bid: 3}\n");
    world.tick();
    assert_eq!(answers(&world, "anna").len(), 4);
    // A ruling that has made another position, which nobody but the game master may know.
    let mut request = Request::new(RulingKind::Rule, When::Turn { turn: 2, stage: None }, "a slip");
    let mut position = serde_json::Value::clone(&world.campaign().record.game.position);
    position["coins"] = json!([5, 5, 5]);
    request.state = Some(position);
    adopt(&world.edge, &world.dir, world.now, &request, &Plain).unwrap();
    world.tick();
    world.write("ash", asked);
    world.tick();
    let answers = answers(&world, "anna");
    assert_eq!(answers.len(), 4, "{answers:?}");
    let lines = answers[1]["history"]["lines"].as_array().unwrap();
    assert_eq!(lines[0]["events"].as_array().unwrap().len(), 2);
    assert!(world.campaign().record.people.due.is_empty(), "nothing was held back");
}

#[test]
fn the_form_of_the_map_that_a_seat_has_asked_for_stays_its_own() {
    use crate::plan::MapKind;
    let mut world = World::new();
    let maps = |world: &World| {
        let maps = world.campaign().record.people.maps.clone();
        maps.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(maps(&world), []);
    for (seat, ask, then) in [
        ("ash", "map svg", vec![("ash", MapKind::Svg)]),
        // A map once more says nothing of its form, nor does a refused one.
        ("ash", "map", vec![("ash", MapKind::Svg)]),
        ("birch", "[status, map no]", vec![("ash", MapKind::Svg), ("birch", MapKind::No)]),
        ("ash", "map png", vec![("ash", MapKind::Png), ("birch", MapKind::No)]),
    ] {
        world.write(seat, &format!("ask: {ask}\n"));
        world.tick();
        let then: Vec<_> = then.into_iter().map(|(seat, form)| (seat.to_owned(), form)).collect();
        assert_eq!(maps(&world), then, "{seat}: {ask}");
    }
    world.holds();
}

#[test]
fn what_a_plan_of_the_turn_before_still_says_is_shown_with_the_newest() {
    let mut world = World::new();
    all_bid(&mut world, [3, 1, 0]);
    world.tick();
    world.write("birch", "plan: {prize: right}\n");
    world.write("ash", "plan: {prize: left}\n");
    world.tick();
    all_bid(&mut world, [3, 1, 0]);
    world.tick();
    assert_eq!(world.window(), "3-bidding", "the plans of before have answered who takes which prize");
    world.write("birch", "ask: plan\n");
    world.tick();
    let text = answers(&world, "bert")[0]["on-file"]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("\"bid\":1") && text.contains("right"), "{text}");
}

#[test]
fn what_a_plan_says_of_the_rest_is_said_of_what_no_older_plan_answers() {
    let toy = Host::new(Toy::default());
    let state = json!({"turn": 1, "stage": "prize", "coins": [9, 9, 9], "prizes": [1, 2, 3], "won": [0, 0, 0], "winner": 0});
    let position = Position::from(state);
    let answer = |newer: serde_json::Value, older: serde_json::Value| {
        let none = std::collections::BTreeMap::new();
        let mut desk = RecordDesk::new(&none, Seed([1; 32])).with_policy(|asked| match asked.says {
            Says::Guess => Policy::Default("guess".to_owned()),
            _ => Policy::Ask,
        });
        toy.play(&position, &[vec![&newer, &older], vec![], vec![]], &mut desk).unwrap();
        let mut answers = desk.into_notes().into_iter().rev().filter_map(|note| match note {
            Note::Answer(given) => Some((given.answer, given.source)),
            _ => None,
        });
        answers.next().unwrap()
    };
    let rest = || json!({"turn": 1, "otherwise": "guess the rest"});
    let right = Source::Plan { number: 1, path: "prize".to_owned() };
    assert_eq!(answer(rest(), json!({"turn": 1, "prize": "right"})), (json!("right"), right));
    let guess = Source::Default { why: "guess".to_owned() };
    assert_eq!(answer(rest(), json!({"turn": 1, "bid": 1})), (json!("left"), guess.clone()));
    // What is said of this question alone goes before all older plans.
    let this = json!({"turn": 1, "otherwise": "guess"});
    assert_eq!(answer(this, json!({"turn": 1, "prize": "right"})), (json!("left"), guess));
}

/// A refused line brings the places of the sheet that are still open, and its own; whoever asks for the sheet gets all of it.
#[test]
fn the_sheet_is_whole_only_for_whoever_asks_for_it() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: many}\n");
    world.tick();
    let sheet = world.receipt("anna").model["extra"][0].clone();
    assert_eq!((&sheet["ask"], &sheet["whole"]), (&json!("sheet"), &json!(false)), "{sheet}");
    assert_eq!(sheet["wrong"], json!(["plan: {bid: many}"]));
    world.write("ash", "ask: sheet\n");
    world.tick();
    let sheet = world.receipt("anna").model["extra"][0].clone();
    assert_eq!((&sheet["ask"], &sheet["whole"]), (&json!("sheet"), &json!(true)), "{sheet}");
    assert_eq!(sheet["wrong"], json!([]));
    // A slip beside the wish brings it once.
    world.write("birch", "ask: sheet\nplan: {bid: many}\n");
    world.tick();
    let extra = world.receipt("bert").model["extra"].clone();
    assert_eq!(extra.as_array().map(Vec::len), Some(1), "{extra}");
}

/// What comes for a window that has just closed is told when that was, and whether something of its seat counted.
#[test]
fn what_comes_too_late_is_told_what_was_used() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    let headers = format!("In-Reply-To: <{}>\n", world.receipt("cleo").id());
    world.mail("cleo@example.org", &headers, "plan: {bid: 5}\n");
    world.tick();
    let why = world.receipt("cleo").model["problems"][0]["why"].clone();
    assert_eq!((&why["code"], &why["details"]["had"]), (&json!("window-closed"), &json!(true)), "{why}");
    assert!(!why["details"]["closed"].is_null(), "{why}");
}
