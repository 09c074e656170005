//! What the tests of plans share, and plans that go round: suggested, written, read again.

use super::*;
use crate::games::thrones::Thrones;
use crate::games::thrones::armies;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Area, OrderId, Troop, Unit};
use crate::games::thrones::people::suggest::suggest;
use crate::games::thrones::realm::planning::Ordering;
use crate::games::thrones::testing::cases;
use crate::games::thrones::war::march_query::MarchQuery;
use crate::sheet::{Fault, Node, parse};
use crate::table::{Game, Listing, Open, Query, RandomTable, Reading, Says, Seat};
use proptest::prelude::*;
use serde_json::json;

/// The opening of a game for a number of houses.
pub(crate) fn opening(players: u8) -> Board {
    let folder = |file: &str| crate::games::embedded("thrones-1e", file).map(str::to_owned);
    let game = Thrones::load(&folder, players, Default::default()).unwrap();
    game.begin(&mut RandomTable::new(1)).unwrap()
}

/// The value of `plan:` in a text.
pub(crate) fn value(text: &str) -> Node {
    let node = parse(text).unwrap_or_else(|faults| panic!("{faults:?} in\n{text}"));
    node.entries().unwrap()[0].1.clone()
}

/// A plan of Stark's read at the opening.
pub(crate) fn stark(text: &str) -> Reading<Plan> {
    let board = opening(5);
    read(&board, board.world.seat("stark").unwrap(), &[], &value(text))
}

/// A position by chance: units anywhere, orders, influence, power.
pub(crate) fn position(players: u8, dice: &mut fastrand::Rng) -> Board {
    let mut board = opening(players);
    let world = board.world.clone();
    for area in world.all_areas() {
        if board.spot(area).holder.is_some() || board.spot(area).neutral > 0 || dice.u8(0..3) > 0 {
            continue;
        }
        let seat = Seat(dice.u8(0..players));
        let troop = if world.is_sea(area) {
            Troop::one(Unit::Ship)
        } else {
            Troop::one(if dice.bool() { Unit::Footman } else { Unit::Knight })
        };
        board.place_units(area, seat, troop, Troop::NONE);
        if dice.bool() {
            board.place_units(area, seat, troop, Troop::NONE);
        }
    }
    board.theatres[0].tracks.iter_mut().for_each(|track| dice.shuffle(track));
    for seat in world.houses.seats() {
        board.houses[seat].power = dice.u8(0..15);
        board.houses[seat].supply = dice.u8(0..7);
        for card in world.houses[seat].cards.iter().filter(|_| dice.u8(0..3) == 0).collect::<Vec<_>>() {
            board.houses[seat].hand.remove(card);
            board.houses[seat].used.add(card);
        }
    }
    board.turn = dice.u8(1..10);
    let stages = [Stage::CardTwo, Stage::Planning, Stage::Raids, Stage::Marches];
    board.stage = stages[dice.usize(0..stages.len())];
    board.theatres[0].open = (0..3).map(|_| (board.turn > 1).then(|| dice.u8(0..10))).collect();
    if board.stage > Stage::Planning {
        for area in world.all_areas() {
            if board.spot(area).holder.is_some() && dice.bool() {
                board.spot_mut(area).order = Some(OrderId(dice.u8(0..world.tokens.len() as u8)));
            }
        }
    }
    board
}

/// Rules: 1e 14.3. An opened plan is data that nobody has checked: what may not be placed is left out, the rest
/// stands.
#[test]
fn of_an_opened_plan_the_legal_orders_stand() {
    let board = opening(5);
    let orders =
        [("winterfell", "march+0"), ("white-harbor", "consolidate"), ("the-shivering-sea", "consolidate")];
    let orders = orders.map(|(area, order)| (area.to_owned(), order.to_owned())).into();
    let plan = Plan { turn: 1, westeros: 2, orders: Some(orders), ..Plan::default() };
    let seat = board.world.seat("stark").unwrap();
    let question = Ordering::new(&board, seat).question();
    let Says::Part { value, .. } = consult(&plan, seat, &question, &board) else { panic!("it speaks") };
    assert_eq!(value, json!({"winterfell": "march+0", "white-harbor": "consolidate"}));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150, 600)))]

    #[test]
    fn what_is_suggested_is_a_good_plan_as_a_player_would_type_it(seed: u64, players in 3u8..=5) {
        let dice = &mut fastrand::Rng::with_seed(seed);
        let board = position(players, dice);
        for seat in board.world.houses.seats() {
            let plan = suggest(&board, seat, &[], dice);
            let text = to_yaml(&plan, &board);
            let reading = read(&board, seat, &[], &value(&text));
            let errors: Vec<_> = reading.faults.iter().filter(|fault| fault.is_error()).collect();
            prop_assert!(errors.is_empty(), "{errors:?} in\n{text}");
            prop_assert_eq!(reading.plan.as_ref(), Some(&plan), "{}", text);
            // What is sealed comes back the same, and holds no fraction.
            let json = serde_json::to_value(&plan).unwrap();
            prop_assert_eq!(serde_json::from_value::<Plan>(json).unwrap(), plan);
        }
    }
}

/// Any plan that can be written, whether wise or not.
fn any_plan(board: &Board, dice: &mut fastrand::Rng) -> Plan {
    let world = &*board.world;
    let area = |dice: &mut fastrand::Rng| world.areas[dice.usize(0..world.areas.len())].id.clone();
    let amount = |dice: &mut fastrand::Rng| match dice.u8(0..3) {
        0 => Amount::All(All::All),
        _ => Amount::Number(dice.u8(1..9)),
    };
    let unit = |dice: &mut fastrand::Rng| [Unit::Footman, Unit::Knight, Unit::Ship][dice.usize(0..3)];
    let mut plan = suggest(board, Seat(0), &[], dice);
    plan.disband = (0..3).map(|_| Loss { unit: unit(dice), number: amount(dice), at: None }).collect();
    plan.disband.push(Loss { unit: Unit::Knight, number: amount(dice), at: Some(area(dice)) });
    let conditions = [
        Condition::HeldBy("greyjoy".into()),
        Condition::Empty,
        Condition::Neutral,
        Condition::Enemy,
        Condition::Mine,
        Condition::Attacked,
        Condition::Defended { by: Compare::AtMost, strength: 4 },
        Condition::Defended { by: Compare::MoreThan, strength: 0 },
    ];
    let guard = |dice: &mut fastrand::Rng| Guard {
        area: area(dice),
        not: dice.bool(),
        is: conditions[dice.usize(0..conditions.len())].clone(),
    };
    for march in &mut plan.marches {
        march.when = (0..dice.u8(0..3)).map(|_| guard(dice)).collect();
        march.unless = (0..dice.u8(0..3)).map(|_| guard(dice)).collect();
    }
    let favours = [Favour::Always, Favour::Never, Favour::Attacker, Favour::Defender, Favour::Ask];
    plan.support.others = Some(favours[dice.usize(0..5)]);
    plan.support.houses.insert("tyrell".into(), favours[dice.usize(0..5)]);
    let sides = [Side::Attacker, Side::Defender, Side::None, Side::Ask, Side::House("lannister".into())];
    plan.support.at.insert(area(dice), sides[dice.usize(0..5)].clone());
    let tactics = |dice: &mut fastrand::Rng| Tactics {
        redraw: [None, Some(Redraw::Yes), Some(Redraw::IfZero), Some(Redraw::Ask)][dice.usize(0..4)],
        cards: vec!["robb-stark".into(), "catelyn-stark".into(), "ask".into()],
        blade: [None, Some(Blade::Yes), Some(Blade::No), Some(Blade::Ask)][dice.usize(0..4)],
        retreat: vec![area(dice), "ask".into()],
        lose: vec!["ship".into(), "knight".into()],
    };
    plan.battle.attacking = tactics(dice);
    plan.battle.defending = Tactics { blade: Some(Blade::No), ..Tactics::default() };
    plan.battle.at.insert(area(dice), tactics(dice));
    plan.abilities.insert(
        "maester-luwin".into(),
        [Wish::Use(false), Wish::Choose(vec!["ask".into()])][dice.usize(0..2)].clone(),
    );
    plan.answers.insert("retreat/moat-cailin".into(), json!({"to": area(dice), "lost": {"footman": 2}}));
    plan.answers.insert("3/marches/2/stark/ability/seagard".into(), json!(null));
    plan.answers.insert("blade".into(), json!(dice.bool()));
    plan.answers.insert("support".into(), json!("none"));
    plan.raven = [Some(vec![]), None, Some(vec![Replacement { area: area(dice), order: "defense".into() }])]
        [dice.usize(0..3)]
    .clone();
    plan.reward = [Some(vec![]), Some(vec!["robb-stark".into()])][dice.usize(0..2)].clone();
    plan.otherwise = [None, Some(Otherwise::Ask), Some(Otherwise::BestGuess)][dice.usize(0..3)];
    plan
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_plan_goes_round(seed: u64) {
        let dice = &mut fastrand::Rng::with_seed(seed);
        let board = position(5, dice);
        let plan = any_plan(&board, dice);
        let text = to_yaml(&plan, &board);
        let reading = read(&board, Seat(0), &[], &value(&text));
        let errors: Vec<_> = reading.faults.iter().filter(|fault| fault.is_error()).collect();
        // The raven of this plan may want a Defense order that a Westeros card forbids.
        prop_assume!(!errors.iter().any(|fault| fault.why.code() == "plan-order-forbidden"));
        prop_assert!(errors.is_empty(), "{errors:?} in\n{text}");
        prop_assert_eq!(reading.plan, Some(plan.clone()), "{}", text);
        let json = serde_json::to_string(&plan).unwrap();
        prop_assert_eq!(serde_json::from_str::<Plan>(&json).unwrap(), plan);
        prop_assert!(crate::seal::canonical(&serde_json::from_str(&json).unwrap()).is_ok());
    }

    #[test]
    fn no_plan_panics(
        seed: u64,
        cuts in prop::collection::vec((0usize..2000, 0usize..40, prop::sample::select(vec![
            "", "~", "all", "[]", "{}", "none", "-", ":", "\n", "ask", "9999999999", "march", "é", "* ", "Winterfell",
            "{a: b}", "[[[]]]", "held by", "\"", "knight", " in ", " at ",
        ])), 1..8),
    ) {
        let dice = &mut fastrand::Rng::with_seed(seed);
        let board = position(3 + (seed % 3) as u8, dice);
        let mut text: Vec<char> = to_yaml(&suggest(&board, Seat(0), &[], dice), &board).chars().collect();
        for (at, length, put) in cuts {
            let from = at.min(text.len());
            let to = (from + length).min(text.len());
            text.splice(from..to, put.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(node) = parse(&text) {
            let value = node.entries().and_then(|entries| entries.first()).map_or(&node, |(_, value)| value);
            let reading = read(&board, Seat(0), &[], value);
            prop_assert!(reading.plan.is_some() || reading.faults.iter().any(Fault::is_error));
            // What is left of a plan is a good plan by itself.
            if let Some(plan) = reading.plan {
                let left = to_yaml(&plan, &board);
                let again = read(&board, Seat(0), &[], &super::tests::value(&left));
                let errors: Vec<_> = again.faults.iter().filter(|fault| fault.is_error()).collect();
                let empty = left.lines().count() < 2;
                prop_assert!(empty || errors.is_empty(), "{errors:?} in\n{left}\nfrom\n{text}");
            }
            for fault in &reading.faults {
                crate::sheet::excerpt(&text, fault, "x");
            }
        }
    }
}

fn open(key: &str, kind: &str, legal: Vec<serde_json::Value>, complete: bool) -> Open {
    let default = legal[0].clone();
    let (key, kind) = (key.to_owned(), kind.to_owned());
    Open {
        seat: Seat(0),
        key,
        kind,
        question: json!({}),
        legal: Listing { answers: legal, complete },
        default,
        ahead: false,
    }
}

#[test]
fn answers_to_open_questions() {
    let board = opening(5);
    let questions = [
        open(
            "1/marches/2/stark/retreat/moat-cailin",
            "retreat",
            vec![json!({"to": "karhold", "lost": {}}), json!({"to": "winterfell", "lost": {"footman": 1}})],
            true,
        ),
        open("1/marches/2/stark/ability/seagard", "ability", vec![json!(null), json!("robb-stark")], true),
        open(
            "1/marches/2/stark/march",
            "march",
            vec![json!({"from": "winterfell", "to": {}, "leave-power": false})],
            false,
        ),
    ];
    let answers = |text: &str| {
        let reading = read(&board, Seat(0), &questions, &value(&format!("plan: {{answers: {text}}}")));
        reading.plan.map(|plan| plan.answers).ok_or_else(|| reading.faults[0].why.clone())
    };
    let one = |key: &str, value: serde_json::Value| Ok([(key.to_owned(), value)].into());
    let (retreat, ability) = (questions[0].key.as_str(), questions[1].key.as_str());
    let winterfell = json!({"to": "winterfell", "lost": {"footman": 1}});
    // By its key, its short key, its kind where that is clear; the area alone is enough.
    for text in [
        "{1/marches/2/stark/retreat/moat-cailin: Winterfell}",
        "{retreat/moat-cailin: {To: winterfell, lost: {footmen: 1}}}",
        "{Retreat at Moat Cailin: winterfell}",
        "{retreat: WINTERFELL}",
    ] {
        assert_eq!(answers(text), one(retreat, winterfell.clone()), "{text}");
    }
    assert_eq!(answers("{ability: no}"), one(ability, json!(null)));
    assert_eq!(answers("{ability: none}"), one(ability, json!(null)));
    assert_eq!(answers("{ability: Robb}"), one(ability, json!("robb-stark")));
    let illegal = answers("{retreat: Seagard}").unwrap_err();
    assert_eq!(illegal.code(), "plan-answer-illegal");
    assert_eq!(illegal.details()["legal"], json!(["Karhold", "Winterfell"]));
    // A list that is a sample only forbids nothing.
    let goes = json!({"from": "winterfell", "to": {"karhold": {"knight": 1}}});
    assert_eq!(
        answers("{march: {from: Winterfell, to: {Karhold: {knight: 1}}}}"),
        one(&questions[2].key, goes)
    );
}

#[test]
fn a_plan_is_stamped_with_its_turn() {
    let mut board = opening(5);
    let westeros = |board: &Board| read(board, Seat(0), &[], &value("plan: {ties: [stark]}")).plan.unwrap();
    assert_eq!((westeros(&board).turn, westeros(&board).westeros), (1, 2));
    board.turn = 4;
    board.stage = Stage::CardOne;
    assert_eq!((westeros(&board).turn, westeros(&board).westeros), (4, 4));
    assert!(stark("plan: {ties: [stark]}").faults.is_empty());
}

#[test]
fn questions_that_wait_are_looked_at() {
    let mut board = opening(5);
    board.stage = Stage::Marches;
    let question = json!({"ask": "card", "battle": "moat-cailin", "side": "attacker", "opponent": "greyjoy",
        "hand": ["eddard-stark", "robb-stark"], "strengths": {"attacker": 3, "defender": -1}});
    let legal = vec![json!("eddard-stark"), json!("robb-stark")];
    let mut waiting = open("1/marches/2/stark/card/moat-cailin", "card", legal, true);
    waiting.question = question;
    let codes = |text: &str, open: &[Open]| -> Vec<&'static str> {
        let reading = read(&board, Seat(0), open, &value(text));
        assert!(reading.plan.is_some(), "{text}: {:?}", reading.faults);
        reading.faults.iter().map(|fault| fault.why.code()).collect()
    };
    let open = std::slice::from_ref(&waiting);
    assert!(codes("plan: {cards: [Robb]}", open).is_empty());
    assert!(codes("plan: {cards: ask}", open).is_empty());
    assert_eq!(codes("plan: {lose: [footman]}", open), ["plan-open-silent"]);
    assert!(codes("plan: {lose: [footman]}", &[]).is_empty());
    assert_eq!(
        codes("plan: {answers: {1/marches/2/stark/card/moat-cailin: Robb}}", open),
        Vec::<&str>::new()
    );
    let mut one = waiting.clone();
    one.legal.answers.pop();
    assert_eq!(codes("plan: {cards: [Robb]}", &[one]), ["plan-open-illegal"]);
}

#[test]
fn nothing_may_be_mustered_where_nothing_can_be() {
    let reading = stark("plan: {muster: {Winterfell: knight, Karhold: none}}");
    assert_eq!(reading.faults, []);
    let reading = stark("plan: {muster: {Karhold: footman}}");
    assert_eq!(reading.faults[0].why.code(), "plan-muster-area");
}

/// A march by chance from an area, of steps that are all within reach, without conditions.
fn any_march(board: &Board, seat: Seat, from: Area, dice: &mut fastrand::Rng) -> March {
    let world = &*board.world;
    let mut goals: Vec<Area> = MarchQuery::new(board, seat).reach(from).iter().collect();
    dice.shuffle(&mut goals);
    goals.truncate(dice.usize(1..=3));
    let fit: Vec<Unit> = board.spot(from).fit.iter().map(|(unit, _)| unit).collect();
    let step = |to: Area| {
        let units = match dice.u8(0..3) {
            0 => Force::All(All::All),
            _ => Force::Kinds([(fit[dice.usize(0..fit.len())], Amount::Number(dice.u8(1..3)))].into()),
        };
        Step { to: world.area_id(to).to_owned(), units }
    };
    let to = goals.into_iter().map(step).collect();
    March {
        from: world.area_id(from).to_owned(),
        to,
        leave_power: !world.is_sea(from),
        when: vec![],
        unless: vec![],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300, 2000)))]

    /// Reading a plan, consulting it and checking the answer agree on what is legal.
    #[test]
    fn a_march_is_legal_everywhere_or_nowhere(seed: u64, players in 3u8..=5) {
        let dice = &mut fastrand::Rng::with_seed(seed);
        let mut board = position(players, dice);
        board.stage = Stage::Marches;
        let world = board.world.clone();
        for area in world.all_areas() {
            let mut spot = board.spot_mut(area);
            if spot.holder.is_none() && dice.u8(0..4) == 0 {
                spot.neutral = dice.u8(1..5);
            } else if spot.holder.is_some() {
                spot.fit = spot.fit.plus(if dice.bool() { spot.fit } else { Troop::NONE });
                spot.order = dice.bool().then(|| world.order("march+0").unwrap());
            }
        }
        for seat in world.houses.seats() {
            let query = MarchQuery::new(&board, seat);
            for from in query.orders().iter() {
                let march = any_march(&board, seat, from, dice);
                let plan = Plan { turn: board.turn, marches: vec![march], ..Plan::default() };
                let told = read(&board, seat, &[], &value(&to_yaml(&plan, &board))).faults;
                let told: Vec<&str> = told.iter().map(|fault| fault.why.code()).collect();
                let told_illegal = ["plan-march-two-battles", "plan-march-breaks-supply"].map(|c| told.contains(&c));
                let used = match consult(&plan, seat, &query.question(), &board) {
                    Says::Answer { value, .. } => {
                        let legal = query.read(&value).and_then(|march| query.check(&march));
                        prop_assert_eq!(legal, Ok(()), "{:?}", plan.marches);
                        true
                    }
                    _ => false,
                };
                if armies::supplied(&board, seat, &[]) {
                    prop_assert_eq!(told_illegal == [false, false], used, "{:?} {:?}", told, plan.marches);
                }
            }
        }
    }
}

#[test]
fn while_the_raven_is_asked_its_holder_is_told_why_it_cannot_bring_an_order() {
    let mut board = opening(5);
    let world = board.world.clone();
    let stark = world.seat("stark").unwrap();
    for area in ["winterfell", "white-harbor"] {
        board.spot_mut(world.area(area).unwrap()).order = world.order("raid");
    }
    let errors = |board: &Board, text: &str| {
        let faults = read(board, stark, &[], &value(&format!("plan: {{raven: {text}}}"))).faults;
        let errors = faults.iter().filter(|fault| fault.is_error());
        errors.map(|fault| fault.why.code().to_owned()).collect::<Vec<_>>()
    };
    // Before the orders are revealed nobody knows what the Raven will find.
    assert_eq!(errors(&board, "{Winterfell: raid}"), [""; 0]);
    board.stage = Stage::Raven;
    assert_eq!(errors(&board, "{Winterfell: raid}"), ["raven-same-order"]);
    assert_eq!(errors(&board, "{Winterfell: defense}"), [""; 0]);
}

#[test]
fn a_destination_named_twice_is_refused() {
    let reading = stark("plan: {marches: [{from: Winterfell, to: {Karhold: footman, karhold: knight}}]}");
    let codes: Vec<_> = reading.faults.iter().map(|fault| fault.why.code()).collect();
    assert_eq!((codes, reading.plan), (vec!["plan-named-twice"], None));
}

#[test]
fn what_a_march_takes_is_compared_with_what_is_there() {
    let codes = |board: &Board, text: &str| -> Vec<&'static str> {
        let reading = read(board, board.world.seat("stark").unwrap(), &[], &value(text));
        reading.faults.iter().map(|fault| fault.why.code()).collect()
    };
    let mut board = opening(5);
    let to = |units: &str| format!("plan: {{marches: [{{from: Winterfell, to: {{Karhold: {units}}}}}]}}");
    for (units, fewer) in [("1 footman", false), ("2 footmen", true)] {
        let is_told = codes(&board, &to(units)).contains(&"plan-march-fewer-units");
        assert_eq!(is_told, fewer, "{units}");
    }
    assert!(codes(&board, &to("ship")).contains(&"plan-march-units-terrain"));
    // While the house has more units than its supply allows, a march is not to blame for it.
    let stark = board.world.seat("stark").unwrap();
    assert!(!codes(&board, &to("knight")).contains(&"plan-march-breaks-supply"));
    board.houses[stark].supply = 0;
    let karhold = board.world.area("karhold").unwrap();
    for _ in 0..4 {
        board.place_units(karhold, stark, Troop::one(Unit::Footman), Troop::NONE);
    }
    assert!(!armies::supplied(&board, stark, &[]));
    assert!(!codes(&board, &to("knight")).contains(&"plan-march-breaks-supply"));
}

#[test]
fn a_march_order_without_a_march_is_remarked_unless_the_plan_says_otherwise() {
    let told = |more: &str| {
        let text = format!(
            "plan:\n  orders: {{Winterfell: march+0, White Harbor: defense, The Shivering Sea: support}}\n{more}"
        );
        stark(&text).faults.iter().any(|fault| fault.why.code() == "plan-march-orders-unplanned")
    };
    assert!(told(""));
    assert!(!told("  otherwise: ask\n") && !told("  otherwise: best guess\n"));
    assert!(!told("  marches: [{from: Winterfell, to: {Karhold: 1 footman}}]\n"));
}
