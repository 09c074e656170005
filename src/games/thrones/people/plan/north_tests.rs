//! What plans of the north say besides: tactic cards, quests, for whom the Others bid.

mod besides;
mod by_mail;
mod sloppy;
mod spoken;
mod targets;

use super::tests::value;
use super::*;
use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Options, TacticId, Troop, Unit};
use crate::games::thrones::editions::NORTH;
use crate::games::thrones::people::sheet::sheet;
use crate::games::thrones::question::Question;
use crate::table::{Game, Listing, Open, RandomTable, Reading, Says, TypedLine};
use serde_json::{Value, json};

fn game(options: Options) -> Thrones {
    let folder = |file: &str| crate::games::embedded("beyond-the-wall", file).map(str::to_owned);
    Thrones::load_edition(&NORTH, &folder, 3, options).unwrap()
}

/// Before the first round.
fn decks() -> Board {
    game(Options::default()).begin(&mut RandomTable::new(1)).unwrap()
}

/// At the planning of the first round; each side has the cards 1, 7, 8 and 17.
fn planning() -> Board {
    let mut board = decks();
    board.stage = Stage::Planning;
    for seat in board.houses.seats().collect::<Vec<_>>() {
        let side = board.north.as_mut().unwrap().side_mut(seat);
        side.hand = [0, 6, 7, 16].map(TacticId).into_iter().collect();
    }
    board
}

fn reading(board: &Board, side: &str, text: &str) -> Reading<Plan> {
    read(board, board.world.seat(side).unwrap(), &[], &value(&format!("plan: {text}")))
}

/// A plan that must be good.
fn plan(board: &Board, side: &str, text: &str) -> Plan {
    let reading = reading(board, side, text);
    let errors: Vec<_> = reading.faults.iter().filter(|fault| fault.is_error()).collect();
    assert!(errors.is_empty(), "{text}: {errors:?}");
    reading.plan.unwrap()
}

fn codes(board: &Board, side: &str, text: &str) -> Vec<String> {
    reading(board, side, text).faults.iter().map(|fault| fault.why.code().to_owned()).collect()
}

fn ask(board: &Board, side: &str, plan: &Plan, question: &Question) -> Option<Value> {
    match consult(plan, board.world.seat(side).unwrap(), question, board) {
        Says::Answer { value, .. } => Some(value),
        Says::Ask => Some(json!("asks")),
        _ => None,
    }
}

fn pick(what: &str, items: Value) -> Question {
    Question::Pick { what: what.into(), area: None, shown: None, items: items.as_array().unwrap().clone() }
}

/// What free lines come to: a plan, and the codes of what is wrong.
fn typed(board: &Board, side: &str, text: &str) -> (Option<Plan>, Vec<String>) {
    let seat = board.world.seat(side).unwrap();
    let lines: Vec<TypedLine<'_>> =
        text.lines().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
    let typed = read_typed(board, seat, &[], &[], &lines);
    let mut codes: Vec<String> = typed.faults.iter().map(|fault| fault.why.code().to_owned()).collect();
    let reading = typed.tree.map(|tree| read(board, seat, &[], &tree));
    codes.extend(reading.iter().flat_map(|r| &r.faults).map(|fault| fault.why.code().to_owned()));
    (reading.and_then(|reading| reading.plan), codes)
}

#[test]
fn a_deck_is_named_by_names_parts_of_names_and_numbers() {
    let board = decks();
    let question = Question::TacticDeck { cards: vec![], least: 3, most: 5, objectives: vec![] };
    let deck = json!({"cards": ["advanced-planning", "pillage", "prepare-an-ambush"]});
    for text in [
        "{tactics: {deck: [1, 8, 9]}}",
        "{tactics: [Advanced Planning, pillage, Ambush]}",
        "{tactics: {deck: [1, 8, ambush]}}",
    ] {
        assert_eq!(
            ask(&board, "others", &plan(&board, "others", text), &question),
            Some(deck.clone()),
            "{text}"
        );
    }
    assert_eq!(codes(&board, "others", "{tactics: {deck: [1, 8]}}"), ["plan-tactic-deck"]);
    assert_eq!(codes(&board, "others", "{tactics: {deck: [1, 8, 1]}}"), ["plan-named-twice"]);
    assert_eq!(codes(&board, "others", "{tactics: {deck: [1, 8, 19]}}")[0], "plan-no-such-tactic");
    assert_eq!(codes(&planning(), "others", "{tactics: {deck: [1, 8, 9]}}"), ["plan-tactic-deck-too-late"]);
}

#[test]
fn an_objective_is_chosen_where_one_is() {
    let board =
        game(Options { objectives: 1, ..Options::default() }).begin(&mut RandomTable::new(1)).unwrap();
    let objectives = vec!["watch-hold-the-fist".to_owned(), "watch-rangers-abroad".to_owned()];
    let question = Question::TacticDeck { cards: vec![], least: 3, most: 5, objectives };
    let chosen = plan(&board, "nights-watch", "{tactics: {deck: [1, 8, 16], objective: rangers}}");
    let deck = ask(&board, "nights-watch", &chosen, &question).unwrap();
    assert_eq!(deck["objective"], "watch-rangers-abroad");
    // A deck without an objective is no whole answer.
    let bare = plan(&board, "nights-watch", "{tactics: {deck: [1, 8, 16]}}");
    assert_eq!(ask(&board, "nights-watch", &bare, &question), None);
    let others = codes(&board, "nights-watch", "{tactics: {objective: white walkers}}");
    assert_eq!(others, ["plan-no-such-objective"]);
    // Where both are in play there is nothing to choose.
    let both = codes(&decks(), "nights-watch", "{tactics: {deck: [1, 8, 16], objective: rangers}}");
    assert_eq!(both, ["plan-objective-both"]);
    // It stays in the plan: one that was sealed with it is no other plan for it.
    let kept = plan(&decks(), "nights-watch", "{tactics: {deck: [1, 8, 16], objective: rangers}}");
    assert_eq!(kept.north.objective.as_deref(), Some("watch-rangers-abroad"));
}

#[test]
fn the_first_card_that_is_in_the_hand_is_played() {
    let board = planning();
    let hand = Question::TacticCard { hand: vec!["encircle".into(), "pillage".into()] };
    let play = |text: &str| ask(&board, "wildlings", &plan(&board, "wildlings", text), &hand);
    assert_eq!(play("{tactic: Pillage}"), Some(json!("pillage")));
    assert_eq!(play("{tactic: [17, 7]}"), Some(json!("encircle")));
    assert_eq!(codes(&board, "wildlings", "{tactic: 2}"), ["plan-tactic-not-in-hand"]);
    // What cannot be had is said.
    let plan = plan(&board, "wildlings", "{tactic: 17}");
    let seat = board.world.seat("wildlings").unwrap();
    let unmet = unmet(&plan, seat, &hand, &Says::Silent, &board, false);
    assert_eq!(unmet.iter().map(|why| why.code()).collect::<Vec<_>>(), ["unmet-tactic"]);
}

#[test]
fn abilities_are_used_as_the_plan_says() {
    let board = planning();
    let text = "{tactics: {Pillage a: [Others, Watch], 7a: yes, encircle b: never, 1b: 2, 17 b: ask}}";
    let plan = plan(&board, "wildlings", text);
    let said = |question: &Question| ask(&board, "wildlings", &plan, question);
    // In the order of the plan; what it says nothing of is asked.
    assert_eq!(said(&pick("tactic", json!([null, "pillage/a"]))), Some(json!("pillage/a")));
    assert_eq!(
        said(&pick("tactic", json!([null, "advanced-planning/b", "pillage/a"]))),
        Some(json!("pillage/a"))
    );
    assert_eq!(said(&pick("tactic", json!([null, "encircle/b"]))), Some(Value::Null));
    assert_eq!(said(&pick("tactic", json!([null, "advanced-planning/a"]))), None);
    assert_eq!(said(&pick("tactic", json!([null, "encircle/b", "advanced-planning/a"]))), None);
    assert_eq!(said(&pick("pillage-a", json!(["nights-watch", "others", "both"]))), Some(json!("others")));
    assert_eq!(said(&pick("pillage-a", json!(["nights-watch"]))), Some(json!("nights-watch")));
    assert_eq!(said(&pick("encircle-a", json!([null, "use"]))), Some(json!("use")));
    assert_eq!(said(&pick("encircle-b", json!([null, "use"]))), Some(Value::Null));
    assert_eq!(said(&pick("advanced-planning-b", json!([1, 2]))), Some(json!(2)));
    // Who wants to be asked is, whatever else could be used.
    assert_eq!(said(&pick("tactic", json!([null, "encircle/b", "widen-the-net/b"]))), Some(json!("asks")));
    // What was wished for is not to be had, and nothing else is guessed.
    assert_eq!(said(&pick("advanced-planning-b", json!([1]))), None);
    assert_eq!(said(&pick("widen-the-net-b", json!([null, "thenn"]))), Some(json!("asks")));
    assert_eq!(said(&pick("others-supply", json!([null, 3]))), None);
}

#[test]
fn always_does_not_say_on_what() {
    let board = planning();
    let plan = plan(&board, "wildlings", "{tactics: {Pillage: always}}");
    let said = |question: &Question| ask(&board, "wildlings", &plan, question);
    assert_eq!(said(&pick("pillage-a", json!(["nights-watch", "others"]))), None);
    assert_eq!(said(&pick("pillage-b", json!([null, "use"]))), Some(json!("use")));
}

#[test]
fn units_go_to_the_quest_if_they_are_there() {
    let board = planning();
    let question = Question::Quest {
        quest: "save-the-free-folk".into(),
        sent: 0,
        needed: 3,
        units: vec!["footman".into()],
    };
    let sent = |text: &str| ask(&board, "wildlings", &plan(&board, "wildlings", text), &question);
    assert_eq!(sent("{quest: none}"), Some(json!({})));
    let own = board.world.seat("wildlings").unwrap();
    let (area, there) = board
        .held_by(own)
        .map(|(area, spot)| (area, spot.units().of(crate::games::thrones::data::Unit::Footman)))
        .find(|(_, footmen)| *footmen > 0)
        .unwrap();
    let name = &board.world.place(area).name;
    let all = json!({board.world.area_id(area): {"footman": there}});
    assert_eq!(sent(&format!("{{quest: [9 footmen from {name}]}}")), Some(all.clone()));
    assert_eq!(sent(&format!("{{quest: all footmen at {name}}}")), Some(all));
    assert_eq!(codes(&board, "wildlings", "{quest: giant from Giant's Stairs}")[0], "plan-quest-unit");
    assert_eq!(codes(&board, "others", "{quest: none}"), ["plan-quest-not-yours"]);
}

#[test]
fn the_others_say_for_whom_they_bid() {
    let board = planning();
    let mut next = board.clone();
    (next.turn, next.stage) = (2, Stage::CardThree);
    let bid = Question::Bid { on: "wildlings".into(), available: 4, wildlings: 3, either: true };
    let said = |text: &str| ask(&next, "others", &plan(&board, "others", text), &bid);
    assert_eq!(said("{bids: {wildlings: 3, for: Watch}}"), Some(json!({"power": 3, "for": "watch"})));
    assert_eq!(said("{bids: {wildlings: 0}}"), Some(json!(0)));
    // A bid for nobody is asked about.
    assert_eq!(said("{bids: {wildlings: 3}}"), None);
    assert_eq!(codes(&board, "others", "{bids: {wildlings: 3, for: stark}}"), ["plan-attack-side"]);
    let (typed, _) = typed(&board, "others", "bid 3 for the watch");
    assert_eq!(typed.and_then(|plan| plan.north.attack).as_deref(), Some("watch"));
}

#[test]
fn free_lines_say_the_same() {
    let board = planning();
    for text in ["tactic: pillage", "Tactic card: 8", "play Pillage", "my tactic: Pilage"] {
        let (plan, codes) = typed(&board, "wildlings", text);
        assert_eq!(plan.map(|plan| plan.north.cards), Some(vec!["pillage".to_owned()]), "{text}: {codes:?}");
    }
    let lines =
        "tactic: pillage\nMilkwater march +0 to Thenn\nPillage a: Others\nquest: a footman from Milkwater";
    let (plan, codes) = typed(&board, "wildlings", lines);
    let plan = plan.unwrap_or_else(|| panic!("{codes:?}"));
    assert_eq!(plan.north.cards, ["pillage"]);
    assert_eq!(plan.orders.map(|orders| orders["milkwater"].clone()).as_deref(), Some("march+0"));
    assert_eq!(plan.north.abilities[0].ability, "pillage/a");
    assert_eq!(plan.north.quest.map(|quest| quest.len()), Some(1));
}

#[test]
fn a_plan_is_written_as_it_is_read_and_merged_by_entries() {
    let board = planning();
    let text = "{tactic: [Pillage, 7], tactics: {Pillage a: [Others, Watch], 7a: yes, 7b: no, 1b: 2, 2a: [Thenn, ask]}, \
                quest: [footman at Milkwater], bids: {wildlings: 2}}";
    let first = plan(&board, "wildlings", text);
    let written = to_yaml(&first, &board);
    let again = read(&board, board.world.seat("wildlings").unwrap(), &[], &value(&written));
    assert_eq!(again.plan.as_ref(), Some(&first), "{written}");
    let later = plan(&board, "wildlings", "{tactic: 17, tactics: {7a: no}}");
    let (merged, _) = merge(&board.world, &first, &later);
    assert_eq!(merged.north.cards, ["widen-the-net"]);
    let of =
        |id: &str| merged.north.abilities.iter().find(|one| one.ability == id).map(|one| one.wish.clone());
    assert_eq!(of("encircle/a"), Some(Wish::Use(false)));
    assert_eq!(of("encircle/b"), Some(Wish::Use(false)));
    assert_eq!(merged.north.quest, first.north.quest);
}

/// B-05.
#[test]
fn the_sides_do_not_write_to_each_other() {
    let (quiet, loud) =
        (game(Options::default()), game(Options { northern_press: true, ..Options::default() }));
    let seats: Vec<_> = quiet.world().houses.seats().collect();
    for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(from, to)| (seats[from], seats[to])) {
        assert_eq!(quiet.may_write(from, to).unwrap_err().code(), "press-in-the-north");
        assert_eq!(loud.may_write(from, to), Ok(()));
    }
}

#[test]
fn espionage_is_left_if_nobody_plays_the_card_it_is_for() {
    let mut board = planning();
    let seat = |board: &Board, id: &str| board.world.seat(id).unwrap();
    let spies = "{tactics: {Espionage a: [Pillage a, Encircle b]}}";
    let mine = plan(&board, "others", spies);
    let first = pick("tactic", json!(["exploration-and-espionage/a", null]));
    // The Wildlings play Encircle, the Watch something else.
    let (watch, wildlings) = (seat(&board, "nights-watch"), seat(&board, "wildlings"));
    board.north.as_mut().unwrap().side_mut(watch).played = Some(TacticId(0));
    board.north.as_mut().unwrap().side_mut(wildlings).played = Some(TacticId(6));
    assert_eq!(ask(&board, "others", &mine, &first), Some(json!("exploration-and-espionage/a")));
    let whose = pick("exploration-and-espionage-a-side", json!(["nights-watch", "wildlings"]));
    assert_eq!(ask(&board, "others", &mine, &whose), Some(json!("wildlings")));
    let which = pick("exploration-and-espionage-a", json!(["encircle/a", "encircle/b"]));
    assert_eq!(ask(&board, "others", &mine, &which), Some(json!("encircle/b")));
    board.north.as_mut().unwrap().side_mut(wildlings).played = Some(TacticId(16));
    assert_eq!(ask(&board, "others", &mine, &first), Some(Value::Null), "nobody plays either");
}

#[test]
fn other_games_have_no_tactic_cards() {
    let board = super::tests::opening(3);
    let stark = board.world.houses.iter().next().unwrap().0;
    let reading = read(&board, stark, &[], &value("plan: {tactic: Pillage}"));
    assert_eq!(reading.faults[0].why.code(), "plan-no-tactics");
}

/// A board at the end of a round in which the Watch has found Benjen.
fn round_end() -> Board {
    let mut board = planning();
    board.stage = crate::games::thrones::editions::north::ROUND_END;
    let watch = board.world.seat("nights-watch").unwrap();
    board.houses[watch].supply = 4;
    board
}

fn recruit(points: Value) -> Question {
    Question::Muster { points: serde_json::from_value(points).unwrap(), one: false, purse: Some(2) }
}

#[test]
fn yoren_goes_where_areas_are_named_for_his_recruits_and_stays_where_he_is_told_to() {
    let board = round_end();
    let goes = pick("yoren", json!([null, "yoren"]));
    let on_the_wall = recruit(json!({"wall-west": 2, "wall-centre": 2, "wall-east": 2}));
    let named = plan(&board, "nights-watch", "{abilities: {Yoren: [Wall east, Wall centre]}}");
    assert_eq!(ask(&board, "nights-watch", &named, &goes), Some(json!("yoren")));
    let one = |area: &str| json!({"area": area, "build": "footman"});
    let wanted = json!([one("wall-east"), one("wall-centre")]);
    assert_eq!(ask(&board, "nights-watch", &named, &on_the_wall), Some(wanted));
    let stays = plan(&board, "nights-watch", "{abilities: {Yoren: no}}");
    assert_eq!(ask(&board, "nights-watch", &stays, &goes), Some(Value::Null));
    let asks = plan(&board, "nights-watch", "{abilities: {Yoren: ask}}");
    assert_eq!(ask(&board, "nights-watch", &asks, &goes), Some(json!("asks")));
    let silent = plan(&board, "nights-watch", "{quest: none}");
    assert_eq!(ask(&board, "nights-watch", &silent, &goes), None);
}

#[test]
fn recruits_of_a_card_are_answered_by_their_key() {
    let board = round_end();
    let seat = board.world.seat("nights-watch").unwrap();
    let question = serde_json::to_value(recruit(json!({"wall-west": 2, "wall-east": 2}))).unwrap();
    let answer = json!([{"area": "wall-east", "build": "footman"}]);
    let legal = Listing { answers: vec![json!([]), answer.clone()], complete: true };
    let key = "3/round-end/0/nights-watch/muster/yoren".to_owned();
    let (kind, default) = ("muster".to_owned(), json!([]));
    let open = [Open { seat, key: key.clone(), kind, question, legal, default, ahead: false }];
    let sheet = sheet(&board, seat, &open);
    assert_eq!((&sheet["consolidate"], &sheet["muster"]), (&Value::Null, &Value::Null));
    assert_eq!(sheet["answers"][0]["key"], key);
    let filled = value(&format!("plan: {{answers: {{{key}: [{{area: wall east, build: footman}}]}}}}"));
    let plan = read(&board, seat, &open, &filled).plan.unwrap();
    assert_eq!(plan.answers[&key], answer);
}

#[test]
fn who_comes_back_with_benjen_is_as_much_as_may_and_the_dearest_first() {
    let board = round_end();
    let units = serde_json::from_value(json!({"footman": 3, "knight": 2})).unwrap();
    let areas = ["wall-west", "wall-centre", "wall-east"].map(str::to_owned).to_vec();
    let question = Question::Return { units, areas, most: 3 };
    let named = plan(&board, "nights-watch", "{abilities: {Benjen: [Wall west, Wall east]}}");
    let back = json!({"wall-west": {"knight": 1, "footman": 1}});
    assert_eq!(ask(&board, "nights-watch", &named, &question), Some(back));
    let nobody = plan(&board, "nights-watch", "{abilities: {Benjen: no}}");
    assert_eq!(ask(&board, "nights-watch", &nobody, &question), Some(json!({})));
}

#[test]
fn who_chooses_a_deck_is_asked_for_orders_all_the_same() {
    let board = decks();
    let deck = plan(&board, "wildlings", "{tactics: {deck: [1, 8, 9]}, otherwise: best guess}");
    let wildlings = board.world.seat("wildlings").unwrap();
    let orders = Question::Orders { areas: vec!["milkwater".into()], stars: 0, forbidden: vec![] };
    assert_eq!(consult(&deck, wildlings, &orders, &planning()), Says::Silent);
    // Who leaves the deck open too is given one, and what goes with orders goes with them.
    let open = plan(&board, "wildlings", "{otherwise: best guess}");
    let question = Question::TacticDeck { cards: vec![], least: 3, most: 5, objectives: vec![] };
    assert_eq!(consult(&open, wildlings, &question, &board), Says::Otherwise { ask: false });
    assert_eq!(consult(&open, wildlings, &orders, &planning()), Says::Silent);
    // Nor is the next Westeros phase that of the deck.
    let mut next = planning();
    (next.turn, next.stage) = (2, Stage::CardTwo);
    let card = Question::Westeros { card: "put-to-the-sword".into(), cards: vec!["storm-of-swords".into()] };
    assert_eq!(consult(&open, wildlings, &card, &next), Says::Silent);
    let all = "{tactics: {deck: [1, 8, 9]}, orders: {Milkwater: raid}, otherwise: best guess}";
    let all = plan(&board, "wildlings", all);
    let raven = Question::Raven { orders: Default::default(), look: false };
    assert_eq!(consult(&all, wildlings, &raven, &planning()), Says::Otherwise { ask: false });
}

#[test]
fn who_can_only_be_made_into_more_is_not_left_on_the_way() {
    let mut board = planning();
    (board.turn, board.stage) = (2, Stage::CardOne);
    let (milkwater, wildlings) =
        (board.world.area("milkwater").unwrap(), board.world.seat("wildlings").unwrap());
    let mut knights = Troop::NONE;
    knights.add(Unit::Knight, 4);
    board.place_units(milkwater, wildlings, knights, Troop::NONE);
    let mut question = recruit(json!({"storrolds-point": 2}));
    let Question::Muster { purse, .. } = &mut question else { panic!("no mustering") };
    *purse = Some(2);
    let of = |what: &str| plan(&board, "wildlings", &format!("{{muster: {{Storrold's Point: {what}}}}}"));
    let knight = json!({"area": "storrolds-point", "upgrade": "knight"});
    let giant = json!({"area": "storrolds-point", "upgrade": "giant"});
    // All knights are on the board, so a footman cannot become one; on his way to be a giant he can.
    let (stays, goes_on) = (of("[upgrade to knight]"), of("[upgrade to knight, upgrade to giant]"));
    assert_eq!(ask(&board, "wildlings", &stays, &question), Some(json!([])));
    assert_eq!(ask(&board, "wildlings", &goes_on, &question), Some(json!([knight, giant])));
    let says = consult(&stays, wildlings, &question, &board);
    let unmet = unmet(&stays, wildlings, &question, &says, &board, false);
    assert_eq!(unmet.iter().map(|why| why.code()).collect::<Vec<_>>(), ["muster-pool-empty"]);
}

#[test]
fn call_to_arms_recruits_in_the_first_area_named_that_can() {
    let mut board = planning();
    board.stage = crate::games::thrones::editions::north::TACTICS;
    let named = plan(&board, "others", "{tactics: {Call to Arms a: [Antler, Ice River]}}");
    let question = recruit(json!({"ice-river": 1, "antler": 1}));
    let Question::Muster { points, one, .. } = question else { unreachable!() };
    let question = Question::Muster { points, one, purse: Some(1) };
    let wanted = json!([{"area": "antler", "build": "zombie"}]);
    assert_eq!(ask(&board, "others", &named, &question), Some(wanted));
}

#[test]
fn a_plan_says_where_the_dead_rise() {
    let board = planning();
    let named =
        plan(&board, "others", "{abilities: {King of the Others: [Antler], Captain: yes, Sorcerer: no}}");
    let raise = |what: &str| Question::Raise {
        what: what.into(),
        areas: vec!["antler".into(), "ice-river".into()],
        most: 1,
    };
    assert_eq!(
        ask(&board, "others", &named, &raise("king-of-the-others")),
        Some(json!({"antler": {"zombie": 1}}))
    );
    assert_eq!(
        ask(&board, "others", &named, &raise("captain-of-the-others")),
        Some(json!({"antler": {"zombie": 1}}))
    );
    assert_eq!(ask(&board, "others", &named, &raise("sorcerer-of-the-others")), Some(json!({})));
}

#[test]
fn orders_for_some_areas_are_no_more_than_a_part() {
    let (board, whole) = (planning(), ["Milkwater", "Skirling Pass", "Giant's Stairs", "Storrold's Point"]);
    let wildlings = board.world.seat("wildlings").unwrap();
    let areas: Vec<String> =
        board.held_by(wildlings).map(|(area, _)| board.world.area_id(area).into()).collect();
    let question = Question::Orders { areas, stars: 0, forbidden: vec![] };
    let says = |areas: &[&str]| {
        let orders: Vec<String> = areas
            .iter()
            .zip(["raid", "support", "defense", "march+0"])
            .map(|(a, o)| format!("{a}: {o}"))
            .collect();
        let plan = plan(&board, "wildlings", &format!("{{orders: {{{}}}}}", orders.join(", ")));
        consult(&plan, wildlings, &question, &board)
    };
    assert!(matches!(says(&whole), Says::Answer { .. }), "{:?}", says(&whole));
    assert!(matches!(says(&whole[..3]), Says::Part { .. }), "{:?}", says(&whole[..3]));
}

#[test]
fn a_token_that_the_side_lacks_costs_no_other_order() {
    let board = planning();
    let text = "{orders: {Wall west: defense, The Fist of the First Men: raid*}}";
    let reading = reading(&board, "nights-watch", text);
    let codes: Vec<&str> = reading.faults.iter().filter(|f| f.is_error()).map(|f| f.why.code()).collect();
    assert_eq!(codes, ["plan-order-tokens"]);
    let orders = reading.plan.unwrap().orders.unwrap();
    assert_eq!(orders.keys().collect::<Vec<_>>(), ["wall-west"]);
}

#[test]
fn all_who_march_from_the_wall_leave_the_catapult() {
    let board = planning();
    let text = "{orders: {Wall centre: march+0}, marches: [{from: Wall centre, to: {The Gift: all}}]}";
    let plan = plan(&board, "nights-watch", text);
    assert_eq!(codes(&board, "nights-watch", text), ["plan-areas-need-order"]);
    let question =
        Question::March { orders: [("wall-centre".to_owned(), vec!["the-gift".to_owned()])].into() };
    let march = ask(&board, "nights-watch", &plan, &question).unwrap();
    assert_eq!(march["to"], json!({"the-gift": {"footman": 1, "knight": 1}}));
}

#[test]
fn a_part_of_a_name_is_enough_on_the_sheet() {
    let board = planning();
    let plan = plan(&board, "nights-watch", "{orders: {Fist: raid}}");
    assert_eq!(plan.orders.unwrap().keys().collect::<Vec<_>>(), ["fist-of-the-first-men"]);
    // Three areas are a Wall.
    assert!(
        codes(&board, "nights-watch", "{orders: {Wall: defense}}").contains(&"plan-no-such-area".to_owned())
    );
}

/// "3: …" may be a tactic card by its number, where what is behind it says something of one.
#[test]
fn a_number_with_a_colon_is_a_card_only_with_what_is_said_of_one() {
    let is_tactic = |line: &str| {
        let (plan, codes) = typed(&planning(), "others", line);
        plan.is_some() || !codes.is_empty()
    };
    assert!(is_tactic("8: yes") && is_tactic("8: no"));
    assert!(!is_tactic("8: hello") && !is_tactic("8: who knows"));
}
