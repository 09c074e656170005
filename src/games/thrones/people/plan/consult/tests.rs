use super::keys::short_key;
use super::*;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::Troop;
use crate::games::thrones::people::plan::model::Replacement;
use crate::games::thrones::people::plan::tests::{opening, position, stark};
use crate::games::thrones::realm::planning::{Orders, check_stars, check_tokens};
use crate::games::thrones::realm::raven::{Flight, Raven};
use crate::table::Query;
use serde_json::{Value, json};

/// A plan of Stark's, read at the opening without an error.
fn plan(text: &str) -> Plan {
    let reading = stark(&format!("plan: {text}"));
    reading.plan.unwrap_or_else(|| panic!("{:?}", reading.faults))
}

/// What Stark's plan says to a question given as data, the turn's war going on.
fn ask_on(board: &Board, plan: &Plan, question: Question) -> Says {
    consult(plan, board.world.seat("stark").unwrap(), &question, board)
}

fn ask(text: &str, question: Question) -> Says {
    ask_on(&opening(5), &plan(text), question)
}

fn says(value: Value, path: &str) -> Says {
    Says::Answer { value, path: path.to_owned() }
}

fn ids(list: &[&str]) -> Vec<String> {
    list.iter().map(|id| (*id).to_owned()).collect()
}

fn next_westeros() -> Board {
    let mut board = opening(5);
    (board.turn, board.stage) = (2, Stage::CardTwo);
    board
}

fn bid(on: &str, available: u8) -> Question {
    Question::Bid { on: on.into(), available, wildlings: 0, either: false }
}

#[test]
fn a_plan_speaks_for_its_own_turn() {
    let text = "{bids: {iron throne: 3}, orders: {Winterfell: raid}, otherwise: ask}";
    let orders = || Question::Orders { areas: ids(&["winterfell"]), stars: 3, forbidden: vec![] };
    let (now, next) = (opening(5), next_westeros());
    let mut later = next_westeros();
    later.turn = 3;
    assert_eq!(ask_on(&now, &plan(text), orders()), says(json!({"winterfell": "raid"}), "orders"));
    assert_eq!(ask_on(&next, &plan(text), orders()), Says::Silent);
    // Written in turn 1's planning, the bids are for the Westeros phase of turn 2.
    assert_eq!(ask_on(&now, &plan(text), bid("iron-throne", 5)), Says::Silent);
    assert_eq!(ask_on(&next, &plan(text), bid("iron-throne", 5)), says(json!(3), "bids.iron-throne"));
    // What it says of all that it leaves open is said of its own round.
    assert_eq!(ask_on(&next, &plan(text), bid("fiefdoms", 5)), Says::Silent);
    assert_eq!(ask_on(&later, &plan(text), bid("iron-throne", 5)), Says::Silent);
    // All that is left, if that is less.
    assert_eq!(ask_on(&next, &plan(text), bid("iron-throne", 2)), says(json!(2), "bids.iron-throne"));
}

#[test]
fn silence_is_as_the_plan_wishes() {
    let march = || Question::March { orders: [("winterfell".to_owned(), ids(&["karhold"]))].into() };
    assert_eq!(ask("{orders: none}", march()), Says::Silent);
    assert_eq!(ask("{orders: none, otherwise: ask}", march()), Says::Otherwise { ask: true });
    assert_eq!(ask("{orders: none, otherwise: best guess}", march()), Says::Otherwise { ask: false });
    let orders = Question::Orders { areas: ids(&["winterfell"]), stars: 3, forbidden: vec![] };
    assert_eq!(ask("{orders: none}", orders), says(json!({}), "orders"));
}

#[test]
fn ties() {
    let tie = |choose: &str| Question::Tie {
        on: "fiefdoms".into(),
        choose: choose.into(),
        tied: ids(&["greyjoy", "tyrell", "stark"]),
    };
    let (board, plan) = (next_westeros(), plan("{ties: [stark, baratheon, tyrell]}"));
    assert_eq!(ask_on(&board, &plan, tie("order")), says(json!(["stark", "tyrell", "greyjoy"]), "ties"));
    assert_eq!(ask_on(&board, &plan, tie("highest")), says(json!("stark"), "ties"));
    assert_eq!(ask_on(&board, &plan, tie("lowest")), says(json!("greyjoy"), "ties"));
}

#[test]
fn what_must_go_goes_exactly() {
    let mut board = next_westeros();
    let wildlings = |amount| Question::Disband { because: "wildlings".into(), amount };
    let first = plan("{disband: [footman at White Harbor, knight]}");
    // A footman and then a knight would be one point too many: the knight alone is worth two.
    assert_eq!(ask_on(&board, &first, wildlings(2)), says(json!({"winterfell": {"knight": 1}}), "disband"));
    let both = json!({"white-harbor": {"footman": 1}, "winterfell": {"knight": 1}});
    assert_eq!(ask_on(&board, &first, wildlings(3)), says(both, "disband"));
    assert_eq!(ask_on(&board, &first, wildlings(4)), Says::Silent);
    let stark = board.world.seat("stark").unwrap();
    let karhold = board.world.area("karhold").unwrap();
    board.place_units(karhold, stark, crate::games::thrones::testing::troop("ff"), Troop::NONE);
    board.houses[stark].supply = 0;
    let moat = board.world.area("moat-cailin").unwrap();
    board.place_units(moat, stark, crate::games::thrones::testing::troop("kkk"), Troop::NONE);
    // Armies of 3, 2 and 2 where 2 and 2 are allowed: two units must go.
    let supply = Question::Disband { because: "supply".into(), amount: 2 };
    let says_it = ask_on(&board, &plan("{disband: [ship, all footmen, knight at Moat Cailin]}"), supply);
    assert_eq!(says_it, says(json!({"karhold": {"footman": 1}, "moat-cailin": {"knight": 1}}), "disband"));
}

#[test]
fn what_cannot_be_mustered_is_passed_over() {
    let mut board = next_westeros();
    let text = "{muster: {White Harbor: [upgrade], Winterfell: [knight], Seagard: [2 footmen]}}";
    let muster = || Question::Muster {
        points: [("winterfell".to_owned(), 2), ("white-harbor".to_owned(), 1)].into(),
        one: false,
        purse: None,
    };
    // Supply 1 allows armies of 3 and 2: a third unit in Winterfell is just possible.
    let upgrade = json!({"area": "white-harbor", "upgrade": "knight"});
    let knight = json!({"area": "winterfell", "build": "knight"});
    assert_eq!(ask_on(&board, &plan(text), muster()), says(json!([upgrade, knight]), "muster"));
    let stark = board.world.seat("stark").unwrap();
    board.houses[stark].supply = 0;
    assert_eq!(ask_on(&board, &plan(text), muster()), says(json!([upgrade]), "muster"));
    assert_eq!(ask_on(&board, &plan("{muster: none}"), muster()), says(json!([]), "muster"));
    // Nothing in one place says nothing of the other.
    assert_eq!(ask_on(&board, &plan("{muster: {White Harbor: none}}"), muster()), Says::Silent);
    let both = plan("{muster: {White Harbor: none, Winterfell: none}}");
    assert_eq!(ask_on(&board, &both, muster()), says(json!([]), "muster"));
    // Each build costs its points.
    board.houses[stark].supply = 6;
    let footman = json!({"area": "winterfell", "build": "footman"});
    let mut three = plan("{muster: {Winterfell: [2 footmen]}}");
    let more = three.muster.as_ref().unwrap()[0].clone();
    three.muster.as_mut().unwrap().push(more);
    assert_eq!(ask_on(&board, &three, muster()), says(json!([footman, footman]), "muster"));
}

/// Orders that are not all: some area has none yet.
fn part(value: serde_json::Value) -> Says {
    Says::Part { value, path: "orders".to_owned() }
}

#[test]
fn orders_keep_what_is_legal() {
    let mut board = opening(5);
    let mut plan = plan("{orders: {Winterfell: raid*, White Harbor: support, Shivering Sea: support*}}");
    let orders = |stars| Question::Orders {
        areas: ids(&["winterfell", "the-shivering-sea", "karhold"]),
        stars,
        forbidden: vec![],
    };
    let both = json!({"the-shivering-sea": "support*", "winterfell": "raid*"});
    assert_eq!(ask_on(&board, &plan, orders(2)), part(both));
    assert_eq!(ask_on(&board, &plan, orders(1)), part(json!({"the-shivering-sea": "support*"})));
    // Of an order there are so many tokens and no more.
    let mut twice = plan.clone();
    twice.orders.as_mut().unwrap().insert("the-shivering-sea".into(), "raid*".into());
    assert_eq!(ask_on(&board, &twice, orders(3)), part(json!({"the-shivering-sea": "raid*"})));
    // An opening may hold anything.
    plan.orders.as_mut().unwrap().insert("karhold".into(), "dance".into());
    board.turn = 1;
    assert_eq!(ask_on(&board, &plan, orders(1)), part(json!({"the-shivering-sea": "support*"})));
}

#[test]
fn the_raven_takes_the_first_that_is_possible() {
    let raven = || Question::Raven {
        orders: [
            ("winterfell".to_owned(), "march*".to_owned()),
            ("white-harbor".to_owned(), "raid".to_owned()),
        ]
        .into(),
        look: false,
    };
    let text = "{raven: [{Karhold: raid}, {White Harbor: march*}, {White Harbor: defense}]}";
    let value = json!({"area": "white-harbor", "order": "defense"});
    assert_eq!(ask(text, raven()), says(value, "raven.3"));
    assert_eq!(ask("{raven: none}", raven()), says(Value::Null, "raven"));
    // Nothing is replaced by itself, and nothing by an order that a Westeros card forbids.
    let text = "{raven: [{White Harbor: raid}, {White Harbor: defense}, {White Harbor: support}]}";
    let value = |order: &str| json!({"area": "white-harbor", "order": order});
    assert_eq!(ask(text, raven()), says(value("defense"), "raven.2"));
    let mut board = opening(5);
    let storm = board.world.theatres[0].decks[2].iter().position(|c| c.card.id() == "storm-of-swords");
    board.theatres[0].open[2] = storm.map(|card| card as u8);
    assert!(board.forbidden(crate::games::thrones::data::OrderKind::Defense));
    assert_eq!(ask_on(&board, &plan(text), raven()), says(value("support"), "raven.3"));
    assert_eq!(ask("{raven: {Karhold: raid}}", raven()), Says::Silent);
}

/// Whatever order a plan wishes anywhere, it says so to the Raven exactly where the rules allow it: neither a token too many, nor a
/// star beyond the limit, nor an order where it may not be.
#[test]
fn the_raven_brings_what_the_rules_allow_and_nothing_else() {
    let (mut brought, mut stars, mut left) = (0, 0, 0);
    for seed in 0..150 {
        let dice = &mut fastrand::Rng::with_seed(seed);
        let mut board = position(3 + (seed % 3) as u8, dice);
        board.stage = Stage::Raven;
        let world = board.world.clone();
        for seat in world.houses.seats() {
            // What lies there is legal when the Raven comes.
            let lie = Orders::of(&board, seat);
            if check_stars(&board, seat, &lie).and_then(|()| check_tokens(&board, seat, &lie)).is_err() {
                continue;
            }
            let raven = Raven::new(&board, seat);
            let Question::Raven { orders, .. } = raven.question() else { panic!() };
            for area in orders.keys() {
                for order in world.all_orders() {
                    let wish = Replacement { area: area.clone(), order: world.token(order).id.clone() };
                    let answer = json!({"area": wish.area, "order": wish.order});
                    let plan = Plan { turn: board.turn, raven: Some(vec![wish]), ..Plan::default() };
                    let check = raven.check(&Flight::Replaces(world.area(area).unwrap(), order));
                    let told = consult(&plan, seat, &raven.question(), &board);
                    let legal = check.is_ok();
                    let wanted = if legal { says(answer, "raven.1") } else { Says::Silent };
                    assert_eq!(told, wanted, "{seed}: {check:?}");
                    brought += usize::from(legal);
                    let why = check.err();
                    stars +=
                        usize::from(why.as_ref().is_some_and(|why| why.code() == "order-too-many-stars"));
                    left += usize::from(!legal);
                }
            }
        }
    }
    assert!(brought > 1000 && stars > 100 && left > stars, "{brought} {stars} {left}");
}

#[test]
fn raids_take_the_first_targets_there_are() {
    let text = "{raids: [{from: White Harbor, at: [Moat Cailin]}, {from: Shivering Sea, at: [Karhold, Narrow Sea, Castle Black]}, {from: Winterfell, at: none}]}";
    let raid = |list: &[(&str, &[&str])]| Question::Raid {
        orders: list.iter().map(|(from, at)| ((*from).to_owned(), ids(at))).collect(),
    };
    let mut board = opening(5);
    let sea = board.world.area("the-shivering-sea").unwrap();
    let all: &[(&str, &[&str])] =
        &[("white-harbor", &["widows-watch"]), ("the-shivering-sea", &["castle-black", "the-narrow-sea"])];
    let one = json!({"from": "the-shivering-sea", "at": ["the-narrow-sea"]});
    assert_eq!(ask_on(&board, &plan(text), raid(all)), says(one, "raids.2"));
    board.spot_mut(sea).order = board.world.order("raid*");
    let two = json!({"from": "the-shivering-sea", "at": ["the-narrow-sea", "castle-black"]});
    assert_eq!(ask_on(&board, &plan(text), raid(all)), says(two, "raids.2"));
    // Nothing of what was named is left, but something else is: the plan does not say.
    assert_eq!(ask_on(&board, &plan(text), raid(&all[..1])), Says::Silent);
    let none = json!({"from": "white-harbor", "at": []});
    assert_eq!(ask_on(&board, &plan(text), raid(&[("white-harbor", &[])])), says(none, "raids.1"));
    let chosen = json!({"from": "winterfell", "at": []});
    assert_eq!(ask_on(&board, &plan(text), raid(&[("winterfell", &["karhold"])])), says(chosen, "raids.3"));
}

fn march(list: &[(&str, &[&str])]) -> Question {
    Question::March { orders: list.iter().map(|(from, to)| ((*from).to_owned(), ids(to))).collect() }
}

const WINTERFELL: (&str, &[&str]) = ("winterfell", &["moat-cailin", "karhold", "castle-black"]);

#[test]
fn marches_in_the_order_listed() {
    let text = "{marches: [{from: White Harbor, to: Moat Cailin}, {from: Winterfell, to: {Karhold: [knight, footman]}, leave power: yes}]}";
    let value =
        json!({"from": "winterfell", "to": {"karhold": {"footman": 1, "knight": 1}}, "leave-power": true});
    assert_eq!(ask(text, march(&[WINTERFELL])), says(value, "marches.2"));
    let harbor = json!({"from": "white-harbor", "to": {"moat-cailin": {"footman": 1}}, "leave-power": false});
    assert_eq!(
        ask(text, march(&[WINTERFELL, ("white-harbor", &["moat-cailin"])])),
        says(harbor, "marches.1")
    );
    // Out of reach by now.
    assert_eq!(ask(text, march(&[("white-harbor", &["widows-watch"])])), Says::Silent);
}

#[test]
fn fewer_units_than_planned_go_all_the_same() {
    let text = "{marches: [{from: Winterfell, to: {Karhold: 3 knights, Castle Black: all footmen, Moat Cailin: all}, leave power: yes}]}";
    let to = json!({"castle-black": {"footman": 1}, "karhold": {"knight": 1}});
    let value = json!({"from": "winterfell", "to": to, "leave-power": true});
    assert_eq!(ask(text, march(&[WINTERFELL])), says(value, "marches.1"));
    // Somebody stays: no token is left.
    let text = "{marches: [{from: Winterfell, to: {Karhold: knight}, leave power: yes}]}";
    let value = json!({"from": "winterfell", "to": {"karhold": {"knight": 1}}, "leave-power": false});
    assert_eq!(ask(text, march(&[WINTERFELL])), says(value, "marches.1"));
}

#[test]
fn conditions_hold_marches_back() {
    let text = "{marches: [{from: Winterfell, to: Moat Cailin, unless: defended by more than 3}, {from: White Harbor, to: Moat Cailin, if: Moat Cailin is mine}]}";
    let all: &[(&str, &[&str])] = &[WINTERFELL, ("white-harbor", &["moat-cailin"])];
    let mut board = opening(5);
    let plan = plan(text);
    let goes = json!({"from": "winterfell", "to": {"moat-cailin": {"footman": 1, "knight": 1}}, "leave-power": false});
    assert_eq!(ask_on(&board, &plan, march(all)), says(goes.clone(), "marches.1"));
    let moat = board.world.area("moat-cailin").unwrap();
    let greyjoy = board.world.seat("greyjoy").unwrap();
    board.place_units(moat, greyjoy, crate::games::thrones::testing::troop("fk"), Troop::NONE);
    assert_eq!(ask_on(&board, &plan, march(all)), says(goes, "marches.1"));
    board.spot_mut(moat).order = board.world.order("defense");
    let stays = json!({"from": "winterfell", "to": {}, "leave-power": false});
    assert_eq!(ask_on(&board, &plan, march(all)), says(stays, "marches.1"));
    // An order that the plan does not speak of comes first; the others wait.
    let more: &[(&str, &[&str])] = &[WINTERFELL, ("karhold", &["winterfell"])];
    assert_eq!(ask_on(&board, &plan, march(more)), Says::Silent);
}

#[test]
fn a_march_beyond_supply_gives_way_to_the_next() {
    let mut board = opening(5);
    let stark = board.world.seat("stark").unwrap();
    let karhold = board.world.area("karhold").unwrap();
    board.place_units(karhold, stark, crate::games::thrones::testing::troop("ff"), Troop::NONE);
    let plan = plan("{marches: [{from: Winterfell, to: Karhold}, {from: Winterfell, to: Castle Black}]}");
    let value = json!({"from": "winterfell", "to": {"castle-black": {"footman": 1, "knight": 1}}, "leave-power": false});
    assert_eq!(ask_on(&board, &plan, march(&[WINTERFELL])), says(value, "marches.2"));
}

#[test]
fn whom_to_support() {
    let support = |battle: &str, attacker: &str, defender: Option<&str>| Question::Support {
        battle: battle.into(),
        attacker: attacker.into(),
        defender: defender.map(str::to_owned),
        from: "white-harbor".into(),
        strength: 1,
        strengths: Default::default(),
    };
    let text = "{support: {own: always, lannister: never, tyrell: defender, greyjoy: always, others: ask, Seagard: lannister, Riverrun: none}}";
    let answer = |battle, a, d| ask(text, support(battle, a, d));
    assert_eq!(answer("moat-cailin", "stark", Some("greyjoy")), says(json!("attacker"), "support.own"));
    assert_eq!(answer("moat-cailin", "greyjoy", Some("stark")), says(json!("defender"), "support.own"));
    assert_eq!(
        answer("moat-cailin", "lannister", Some("greyjoy")),
        says(json!("defender"), "support.greyjoy")
    );
    assert_eq!(answer("moat-cailin", "lannister", Some("baratheon")), Says::Ask);
    assert_eq!(answer("moat-cailin", "tyrell", Some("lannister")), says(json!("none"), "support.tyrell"));
    assert_eq!(answer("moat-cailin", "greyjoy", Some("tyrell")), Says::Silent);
    assert_eq!(answer("the-eyrie", "lannister", None), says(json!("none"), "support.lannister"));
    assert_eq!(answer("seagard", "lannister", Some("stark")), says(json!("attacker"), "support.seagard"));
    assert_eq!(answer("riverrun", "stark", Some("tyrell")), says(json!("none"), "support.riverrun"));
    // Against a neutral force nobody defends.
    let eyrie = ask("{support: {The Eyrie: defender}}", support("the-eyrie", "lannister", None));
    assert_eq!(eyrie, says(json!("none"), "support.the-eyrie"));
    // Of the other side the plan says nothing, so it is not for it to say.
    let one = ask("{support: {greyjoy: never}}", support("riverrun", "greyjoy", Some("tyrell")));
    assert_eq!(one, Says::Silent);
    let quiet = ask("{support: {own: always}}", support("riverrun", "tyrell", Some("greyjoy")));
    assert_eq!(quiet, Says::Silent);
}

#[test]
fn battles_follow_the_nearest_wish() {
    let text = "{battle: {cards: [Robb, Eddard, ask], at Moat Cailin: [Greatjon], if attacking: {cards: Luwin, blade: yes}, blade: if it decides}}";
    let card = |battle: &str, side: &str, hand: &[&str]| Question::Card {
        battle: battle.into(),
        side: side.into(),
        opponent: "greyjoy".into(),
        hand: ids(hand),
        strengths: Default::default(),
    };
    let hand: &[&str] = &["greatjon-umber", "eddard-stark", "maester-luwin"];
    let at = says(json!("greatjon-umber"), "battle.at moat-cailin.cards.1");
    assert_eq!(ask(text, card("moat-cailin", "attacker", hand)), at);
    let attacking = says(json!("maester-luwin"), "battle.if attacking.cards.1");
    assert_eq!(ask(text, card("seagard", "attacker", hand)), attacking);
    assert_eq!(ask(text, card("seagard", "defender", hand)), says(json!("eddard-stark"), "battle.cards.2"));
    assert_eq!(ask(text, card("seagard", "defender", &["catelyn-stark"])), Says::Ask);
    let blade = |side: &str, decides| Question::Blade {
        battle: "seagard".into(),
        side: side.into(),
        opponent: "greyjoy".into(),
        strengths: Default::default(),
        decides,
    };
    assert_eq!(ask(text, blade("attacker", false)), says(json!(true), "battle.if attacking.blade"));
    assert_eq!(ask(text, blade("defender", true)), says(json!(true), "battle.blade"));
    assert_eq!(ask(text, blade("defender", false)), says(json!(false), "battle.blade"));
}

#[test]
fn losses_and_retreats() {
    let text = "{lose: [footman, ask], retreat: [Karhold, Winterfell]}";
    let lost = |number| Question::Casualties {
        battle: "moat-cailin".into(),
        number,
        units: [("footman".to_owned(), 1), ("knight".to_owned(), 2)].into(),
    };
    assert_eq!(ask(text, lost(1)), says(json!({"footman": 1}), "battle.lose"));
    assert_eq!(ask(text, lost(2)), Says::Ask);
    assert_eq!(ask("{lose: [footman, ask, knight]}", lost(2)), Says::Ask);
    let retreat = || Question::Retreat {
        battle: "moat-cailin".into(),
        units: [("footman".to_owned(), 2), ("knight".to_owned(), 2)].into(),
        to: [("winterfell".to_owned(), 3), ("seagard".to_owned(), 0)].into(),
    };
    let value = json!({"to": "winterfell", "lost": {"footman": 2, "knight": 1}});
    assert_eq!(ask(text, retreat()), says(value, "battle.retreat.2"));
    // A single answer comes before the standing wish.
    let value = json!({"to": "seagard", "lost": {}});
    let answered = ask("{retreat: [Winterfell], answers: {Retreat at Moat Cailin: Seagard}}", retreat());
    assert_eq!(answered, says(value, "answers.retreat/moat-cailin"));
    let other = ask("{answers: {retreat/riverrun: Seagard}}", retreat());
    assert_eq!(other, Says::Silent);
}

#[test]
fn abilities_and_rewards() {
    let ability = |choices: Vec<Value>| Question::Ability {
        battle: "moat-cailin".into(),
        card: "maester-luwin".into(),
        ability: "recover-card".into(),
        choices,
    };
    let text = "{abilities: {Luwin: [Robb, Eddard]}, reward: [Eddard, Robb]}";
    let choices = vec![Value::Null, json!("eddard-stark")];
    assert_eq!(ask(text, ability(choices.clone())), says(json!("eddard-stark"), "abilities.maester-luwin.2"));
    assert_eq!(ask(text, ability(vec![Value::Null])), Says::Silent);
    assert_eq!(
        ask("{abilities: {Luwin: no}}", ability(choices)),
        says(Value::Null, "abilities.maester-luwin")
    );
    let reward = || Question::Reward { cards: ids(&["robb-stark"]) };
    assert_eq!(ask_on(&next_westeros(), &plan(text), reward()), says(json!("robb-stark"), "reward.2"));
    assert_eq!(ask_on(&next_westeros(), &plan("{reward: none}"), reward()), says(Value::Null, "reward"));
}

#[test]
fn whole_keys_are_kept_apart_by_step() {
    let mut board = opening(5);
    board.stage = Stage::Marches;
    board.step = 4;
    let seat = board.world.seat("stark").unwrap();
    let key = board.key(seat, "retreat", "moat-cailin");
    let mut plan = Plan { turn: 9, ..Plan::default() };
    plan.answers.insert(key.clone(), json!({"to": "seagard", "lost": {}}));
    let retreat = Question::Retreat {
        battle: "moat-cailin".into(),
        units: Default::default(),
        to: [("seagard".to_owned(), 0)].into(),
    };
    let value = json!({"to": "seagard", "lost": {}});
    assert_eq!(ask_on(&board, &plan, retreat.clone()), says(value, &format!("answers.{key}")));
    board.step = 5;
    assert_eq!(ask_on(&board, &plan, retreat), Says::Silent);
    assert_eq!(short_key(&key), "retreat/moat-cailin");
}

#[test]
fn a_short_key_answers_in_the_turn_of_its_plan_alone() {
    let retreat = || Question::Retreat {
        battle: "moat-cailin".into(),
        units: Default::default(),
        to: [("seagard".to_owned(), 0)].into(),
    };
    let plan = plan("{answers: {Retreat at Moat Cailin: Seagard}}");
    let mut board = opening(5);
    let value = json!({"to": "seagard", "lost": {}});
    assert_eq!(ask_on(&board, &plan, retreat()), says(value, "answers.retreat/moat-cailin"));
    board.turn = 2;
    assert_eq!(ask_on(&board, &plan, retreat()), Says::Silent);
}

#[test]
fn a_whole_key_needs_all_parts_of_its_question() {
    let mut board = opening(5);
    board.stage = Stage::Marches;
    let seat = board.world.seat("stark").unwrap();
    let support = |from: &str| Question::Support {
        battle: "moat-cailin".into(),
        attacker: "greyjoy".into(),
        defender: Some("lannister".into()),
        from: from.into(),
        strength: 1,
        strengths: Default::default(),
    };
    let mut plan = Plan { turn: 9, ..Plan::default() };
    plan.answers.insert(board.key(seat, "support", "moat-cailin/winterfell"), json!("attacker"));
    assert!(matches!(ask_on(&board, &plan, support("winterfell")), Says::Answer { .. }));
    assert_eq!(ask_on(&board, &plan, support("white-harbor")), Says::Silent);
}

#[test]
fn men_who_have_just_come_are_not_upgraded() {
    let mut board = next_westeros();
    let stark = board.world.seat("stark").unwrap();
    board.houses[stark].supply = 6;
    let white_harbor = board.world.area("white-harbor").unwrap();
    board.spot_mut(white_harbor).fit = Troop::NONE;
    let one = |what: &str| plan(&format!("{{muster: {{White Harbor: [{what}]}}}}"));
    // The footman that the plan would upgrade is one that it has just built.
    let (mut upgraded, more) = (one("footman"), one("upgrade"));
    upgraded.muster.as_mut().unwrap().extend(more.muster.unwrap());
    let muster =
        Question::Muster { points: [("white-harbor".to_owned(), 2)].into(), one: false, purse: None };
    let footman = json!({"area": "white-harbor", "build": "footman"});
    assert_eq!(ask_on(&board, &upgraded, muster), says(json!([footman]), "muster"));
}
