//! What plans of the second edition say besides: choices on cards, the look at the wildling card, ports, mustering by
//! orders, the Tides of Battle.

use super::tests::value;
use super::*;
use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{CardId, Options, Troop, Unit};
use crate::games::thrones::editions::SECOND;
use crate::games::thrones::people::suggest::suggest;
use crate::games::thrones::question::Question;
use crate::table::{Game, LineFate, Listing, Open, RandomTable, Reading, Says, Seat, TypedLine};
use serde_json::{Value, json};

fn game(players: u8) -> Thrones {
    let folder = |file: &str| crate::games::embedded("thrones-2e", file).map(str::to_owned);
    let options = Options { tides_of_battle: true, ..Options::default() };
    Thrones::load_edition(&SECOND, &folder, players, options).unwrap()
}

pub(crate) fn opening() -> Board {
    let mut board = game(6).begin(&mut RandomTable::new(1)).unwrap();
    board.stage = Stage::Planning;
    board
}

pub(super) fn reading(board: &Board, house: &str, text: &str) -> Reading<Plan> {
    read(board, board.world.seat(house).unwrap(), &[], &value(&format!("plan: {text}")))
}

/// A plan of Lannister's that must be good.
fn lannister(board: &Board, text: &str) -> Plan {
    let reading = reading(board, "lannister", text);
    let errors: Vec<_> = reading.faults.iter().filter(|fault| fault.is_error()).collect();
    assert!(errors.is_empty(), "{text}: {errors:?}");
    reading.plan.unwrap()
}

fn codes(board: &Board, house: &str, text: &str) -> Vec<String> {
    reading(board, house, text).faults.iter().map(|fault| fault.why.code().to_owned()).collect()
}

/// A march that a neutral force bars is told when it is sent, and not only when it has moved nobody.
#[test]
fn a_march_that_a_neutral_force_bars_is_warned_of() {
    let mut board = opening();
    let text = |order: &str, units: &str| {
        format!(
            "{{orders: {{Kingswood: {order}}}, marches: [{{from: Kingswood, to: {{King's Landing: {units}}}}}]}}"
        )
    };
    let warned = |board: &Board, text: &str| {
        let all = reading(board, "baratheon", text).faults;
        let weak = all.iter().find(|fault| fault.why.code() == "plan-march-too-weak")?;
        Some(["force", "strength", "most"].map(|name| weak.why.details()[name].clone()))
    };
    assert_eq!(warned(&board, &text("march-1", "all")), Some([json!(5), json!(0), json!(0)]));
    let (kingswood, baratheon) =
        (board.world.area("kingswood").unwrap(), board.world.seat("baratheon").unwrap());
    board.place_units(kingswood, baratheon, Troop::one(Unit::Knight), Troop::NONE);
    board.place_units(kingswood, baratheon, Troop::one(Unit::Knight), Troop::NONE);
    assert_eq!(warned(&board, &text("march+0", "all")), None);
    assert_eq!(warned(&board, &text("march+0", "footman")), Some([json!(5), json!(1), json!(1)]));
}

fn ask(board: &Board, plan: &Plan, question: &Question) -> Option<(Value, String)> {
    match consult(plan, board.world.seat("lannister").unwrap(), question, board) {
        Says::Answer { value, path } => Some((value, path)),
        _ => None,
    }
}

/// Returns `true` if a plan asks to be asked.
fn asks(board: &Board, plan: &Plan, question: &Question) -> bool {
    consult(plan, board.world.seat("lannister").unwrap(), question, board) == Says::Ask
}

fn said(value: impl Into<Value>, path: &str) -> Option<(Value, String)> {
    Some((value.into(), path.to_owned()))
}

fn pick(what: &str, items: Vec<Value>) -> Question {
    Question::Pick { what: what.into(), area: None, shown: None, items }
}

#[test]
fn cards_that_leave_a_choice_are_chosen_for() {
    let mut board = opening();
    board.stage = Stage::CardOne;
    let text = "{choices: {throne of blades: [supply, mustering], Put to the Sword: none, A King Beyond the Wall: court, \
                preemptive raid: two units, massing on the milkwater: [Cersei, Tywin]}}";
    let plan = lannister(&board, text);
    let card = |card: &str, cards: &[&str]| Question::Westeros {
        card: card.into(),
        cards: cards.iter().map(|card| (*card).to_owned()).collect(),
    };
    let blades = card("a-throne-of-blades", &["mustering", "supply", "last-days-of-summer"]);
    assert_eq!(ask(&board, &plan, &blades), said("supply", "choices.a-throne-of-blades.1"));
    let sword = card("put-to-the-sword", &["rains-of-autumn", "storm-of-swords", "last-days-of-summer"]);
    assert_eq!(ask(&board, &plan, &sword), said("last-days-of-summer", "choices.put-to-the-sword.1"));
    let words = card("dark-wings-dark-words", &["clash-of-kings"]);
    assert_eq!(ask(&board, &plan, &words), None);
    let tracks = || vec![json!("iron-throne"), json!("fiefdoms"), json!("kings-court")];
    let king = pick("a-king-beyond-the-wall", tracks());
    assert_eq!(ask(&board, &plan, &king), said("kings-court", "choices.a-king-beyond-the-wall.1"));
    assert_eq!(ask(&board, &plan, &pick("a-king-beyond-the-wall-last", tracks())), None);
    let raid = pick("preemptive-raid", vec![json!("units"), json!("places")]);
    assert_eq!(ask(&board, &plan, &raid), said("units", "choices.preemptive-raid.1"));
    let massing = pick("massing-on-the-milkwater", vec![json!("tywin-lannister"), json!("the-hound")]);
    assert_eq!(ask(&board, &plan, &massing), said("tywin-lannister", "choices.massing-on-the-milkwater.2"));
    assert_eq!(codes(&board, "lannister", "{choices: {Mustering: supply}}"), ["plan-no-such-choice"]);
    assert_eq!(codes(&board, "lannister", "{choices: {Throne of Blades: raid}}"), ["plan-choice-word"]);
    assert_eq!(
        codes(&board, "lannister", "{choices: {A King Beyond the Wall: Dorne}}"),
        ["plan-no-such-track"]
    );
}

#[test]
fn the_raven_looks_and_the_card_goes_where_the_plan_says() {
    let board = opening();
    let raven = Question::Raven { orders: [("lannisport".to_owned(), "raid".to_owned())].into(), look: true };
    let card = |shown: &str| Question::Pick {
        what: "wildling-card".into(),
        area: None,
        shown: Some(shown.into()),
        items: vec![json!("top"), json!("bottom")],
    };
    for (text, mammoths, silence) in [
        ("look", None, None),
        ("look and put it under", said("bottom", "look"), said("bottom", "look")),
        ("{look: top}", said("top", "look"), said("top", "look")),
        ("{look: {under: [Mammoth Riders]}}", said("bottom", "look"), said("top", "look")),
    ] {
        let plan = lannister(&board, &format!("{{raven: {text}}}"));
        assert_eq!(ask(&board, &plan, &raven), said("look", "look"), "{text}");
        assert_eq!(ask(&board, &plan, &card("mammoth-riders")), mammoths, "{text}");
        assert_eq!(ask(&board, &plan, &card("silence-at-the-wall")), silence, "{text}");
    }
    for text in ["look", "{look: ask}"] {
        let plan = lannister(&board, &format!("{{raven: {text}}}"));
        assert!(asks(&board, &plan, &card("mammoth-riders")), "{text}: who looks first is asked afterwards");
    }
    let of = |cards: &str| codes(&board, "lannister", &format!("{{raven: {{look: {{under: [{cards}]}}}}}}"));
    assert_eq!(of("Mammoth Riders, Silence at the Wall"), [""; 0]);
    assert_eq!(of("Mammoth Riders, Dragons"), ["plan-no-such-wildling"]);
    // An order that can be replaced goes before looking.
    let plan = lannister(&board, "{raven: [{Lannisport: defense}, {look: under}]}");
    assert_eq!(
        ask(&board, &plan, &raven),
        said(json!({"area": "lannisport", "order": "defense"}), "raven.1")
    );
    let plan = lannister(&board, "{raven: [{Riverrun: defense}, {look: under}]}");
    assert_eq!(ask(&board, &plan, &raven), said("look", "look"));
    assert_eq!(codes(&board, "stark", "{raven: look}"), ["plan-raven-not-yours"]);
}

#[test]
fn an_order_musters_and_the_westeros_card_of_next_turn_does_not() {
    let mut board = opening();
    let text = "{orders: {Lannisport: consolidate*}, consolidate: {Lannisport: [siege engine], Stoney Sept: power}, \
                muster: {Lannisport: [knight]}}";
    let plan = lannister(&board, text);
    let points =
        || Question::Muster { points: [("lannisport".to_owned(), 2)].into(), one: false, purse: None };
    board.stage = Stage::Consolidate;
    let engine = json!([{"area": "lannisport", "build": "siege-engine"}]);
    assert_eq!(ask(&board, &plan, &points()), said(engine, "consolidate.1"));
    let items = vec![json!("lannisport"), json!("stoney-sept")];
    assert_eq!(ask(&board, &plan, &pick("consolidate", items)), said("lannisport", "consolidate.1"));
    (board.turn, board.stage) = (2, Stage::CardOne);
    let knight = json!([{"area": "lannisport", "build": "knight"}]);
    assert_eq!(ask(&board, &plan, &points()), said(knight, "muster"));
    // Power is an answer, and not silence.
    let board = Board { stage: Stage::Consolidate, ..opening() };
    let plan = lannister(&opening(), "{consolidate: {Lannisport: power}}");
    assert_eq!(ask(&board, &plan, &points()), said(json!([]), "consolidate.1"));
    // One place alone, where a wildling card lets a house muster.
    let mut board = opening();
    let riverrun = board.world.area("riverrun").unwrap();
    board.place_units(
        riverrun,
        board.world.seat("lannister").unwrap(),
        Troop::one(Unit::Footman),
        Troop::NONE,
    );
    (board.turn, board.stage) = (2, Stage::CardThree);
    let plan =
        lannister(&board, "{muster: {Lannisport: [ship in port], Riverrun: [upgrade to siege engine]}}");
    let both = [("lannisport".to_owned(), 2), ("riverrun".to_owned(), 2)];
    let ship = json!({"area": "lannisport", "build": "ship", "in": "port-of-lannisport"});
    let upgrade = json!({"area": "riverrun", "upgrade": "siege-engine"});
    let muster = |one| Question::Muster { points: both.clone().into(), one, purse: None };
    assert_eq!(ask(&board, &plan, &muster(true)), said(json!([ship]), "muster"));
    assert_eq!(ask(&board, &plan, &muster(false)), said(json!([ship, upgrade]), "muster"));
    assert_eq!(
        codes(&opening(), "lannister", "{consolidate: {Stoney Sept: [knight]}}")[0],
        "plan-consolidate-no-muster"
    );
}

#[test]
fn ships_in_ports_units_by_heads_and_tides() {
    let mut board = opening();
    let plan = lannister(&board, "{ports: all, battle: {redraw: if 0, if attacking: {redraw: never}}}");
    let port = |area: &str| Question::Pick {
        what: "port".into(),
        area: Some(area.into()),
        shown: None,
        items: vec![json!(0), json!(1), json!(2)],
    };
    assert_eq!(ask(&board, &plan, &port("port-of-pyke")), said(2, "ports.all"));
    let one = lannister(&board, "{ports: {Pyke port: 1, all: none}}");
    assert_eq!(ask(&board, &one, &port("port-of-pyke")), said(1, "ports.port-of-pyke"));
    assert_eq!(ask(&board, &one, &port("port-of-oldtown")), said(0, "ports.all"));
    // Ships that have been lost since are no reason to take none of those that are there.
    let three = lannister(&board, "{ports: {Pyke port: 3}}");
    assert_eq!(ask(&board, &three, &port("port-of-pyke")), said(2, "ports.port-of-pyke"));
    let redraw = |card| Question::Redraw { battle: "riverrun".into(), card };
    assert_eq!(ask(&board, &plan, &redraw([0; 4])), said(true, "battle.redraw"));
    assert_eq!(ask(&board, &plan, &redraw([0, 0, 0, 1])), said(false, "battle.redraw"));
    // Units that a wildling card takes are those that the house gives up first.
    (board.turn, board.stage) = (2, Stage::CardThree);
    let text = "{disband: [ship, footman at Lannisport, all footmen], choices: {crow killers knighted: [Lannisport, Stoney Sept]}}";
    let plan = lannister(&board, text);
    let select = |what: &str, unit: Option<&str>, least, most, within: Option<&[&str]>| Question::Select {
        what: what.into(),
        unit: unit.map(str::to_owned),
        least,
        most,
        within: within.map(|areas| areas.iter().map(|area| (*area).to_owned()).collect()),
    };
    let lost = json!({"the-golden-sound": {"ship": 1}, "lannisport": {"footman": 1}});
    let trampled = select("mammoth-riders", None, 2, 2, None);
    assert_eq!(ask(&board, &plan, &trampled), said(lost, "disband"));
    let too_many = select("mammoth-riders", None, 5, 5, None);
    assert_eq!(ask(&board, &plan, &too_many), None);
    let knighted = json!({"lannisport": {"footman": 1}, "stoney-sept": {"footman": 1}});
    let footmen = select("crow-killers-knighted", Some("footman"), 0, 2, None);
    assert_eq!(ask(&board, &plan, &footmen), said(knighted, "choices.crow-killers-knighted"));
    let plan =
        lannister(&board, "{disband: [footman at Stoney Sept, footman at Lannisport, knight at Lannisport]}");
    let castle = select("the-horde-descends", None, 2, 2, Some(&["lannisport"]));
    let both = json!({"lannisport": {"footman": 1, "knight": 1}});
    assert_eq!(ask(&board, &plan, &castle), said(both, "disband"));
}

#[test]
fn the_first_edition_has_none_of_it() {
    let board = super::tests::opening(5);
    let codes = |text: &str| -> Vec<String> {
        let reading = read(&board, board.world.seat("stark").unwrap(), &[], &value(&format!("plan: {text}")));
        reading.faults.iter().map(|fault| fault.why.code().to_owned()).collect()
    };
    assert_eq!(codes("{raven: look}"), ["plan-raven-no-look"]);
    assert_eq!(codes("{ports: all}"), ["plan-no-ports"]);
    assert_eq!(codes("{choices: {A Throne of Blades: supply}}"), ["plan-no-such-choice"]);
    assert_eq!(codes("{consolidate: {Winterfell: [knight]}}"), ["plan-consolidate-no-muster"]);
    assert_eq!(codes("{redraw: if 0}"), ["plan-no-tides"]);
}

#[test]
fn the_one_thing_that_is_asked_is_answered_by_its_name() {
    let mut board = opening();
    (board.turn, board.stage) = (2, Stage::CardThree);
    let greyjoy = board.world.seat("greyjoy").unwrap();
    let cards = ["rains-of-autumn", "storm-of-swords", "last-days-of-summer"].map(|card| json!(card));
    let question = Question::Westeros {
        card: "put-to-the-sword".into(),
        cards: cards.iter().filter_map(|card| card.as_str().map(str::to_owned)).collect(),
    };
    let open = crate::table::Open {
        seat: greyjoy,
        key: "2/westeros-3/0/greyjoy/westeros/put-to-the-sword".into(),
        kind: "westeros".into(),
        question: json!(question),
        legal: crate::table::Listing { answers: cards.to_vec(), complete: true },
        default: json!("last-days-of-summer"),
        ahead: false,
    };
    let open = [open];
    let lines = [TypedLine { text: "Storm of Swords", line: 1 }, TypedLine { text: "thanks, Theo", line: 2 }];
    let typed = read_typed(&board, greyjoy, &open, &[], &lines);
    assert_eq!(typed.fates[0], LineFate::Taken);
    let plan = read(&board, greyjoy, &open, &typed.tree.unwrap()).plan.unwrap();
    let says = consult(&plan, greyjoy, &question, &board);
    assert!(matches!(says, Says::Answer { value, .. } if value == "storm-of-swords"));
}

/// What Lannister's lines mean at the opening; all of them must be taken.
fn typed(text: &str) -> Plan {
    let board = opening();
    let seat = board.world.seat("lannister").unwrap();
    let lines: Vec<TypedLine<'_>> =
        text.lines().enumerate().map(|(i, text)| TypedLine { text, line: i + 1 }).collect();
    let typed = read_typed(&board, seat, &[], &[], &lines);
    assert!(
        typed.fates.iter().all(|fate| *fate == LineFate::Taken),
        "{text}: {:?} {:?}",
        typed.fates,
        typed.faults
    );
    let reading = read(&board, seat, &[], &typed.tree.unwrap());
    let errors: Vec<_> = reading.faults.iter().filter(|fault| fault.is_error()).collect();
    assert!(errors.is_empty(), "{text}: {errors:?}");
    reading.plan.unwrap()
}

#[test]
fn lines_say_the_same_as_sections() {
    let board = opening();
    for (lines, sections) in [
        ("Lannisport port: raid", "{orders: {Port of Lannisport: raid}}"),
        ("port of lannisport S", "{orders: {Port of Lannisport: support}}"),
        ("lannisport march+1", "{orders: {Lannisport: march*}}"),
        ("Lann march+1", "{orders: {Lannisport: march*}}"),
        (
            "Lannisport CP*: muster SE",
            "{orders: {Lannisport: consolidate*}, consolidate: {Lannisport: [siege engine]}}",
        ),
        (
            "lannisport consolidate* - muster 1 footman and a ship in port",
            "{orders: {Lannisport: consolidate*}, consolidate: {Lannisport: [footman, ship in port]}}",
        ),
        (
            "Lannisport: CP* (upgrade footman to siege engine)",
            "{orders: {Lannisport: consolidate*}, consolidate: {Lannisport: [upgrade to siege engine]}}",
        ),
        ("raven: look", "{raven: {look: ask}}"),
        ("raven: look, then under", "{raven: {look: under}}"),
        ("Look at the wildling card and put it under the deck", "{raven: {look: under}}"),
        ("A Throne of Blades: supply", "{choices: {a throne of blades: supply}}"),
        ("Put to the Sword -> storm of swords", "{choices: {put to the sword: storm of swords}}"),
        (
            "choices:\nDark Wings, Dark Words: clash of kings",
            "{choices: {dark wings dark words: clash of kings}}",
        ),
        ("ports: all", "{ports: all}"),
        ("redraw if 0", "{battle: {redraw: if 0}}"),
        ("muster 1 siege engine in Lannisport", "{muster: {Lannisport: [siege engine]}}"),
        (
            "Lannisport -> Riverrun: knight and 1 footman",
            "{marches: [{from: Lannisport, to: {Riverrun: [knight, footman]}}]}",
        ),
    ] {
        assert_eq!(typed(lines), lannister(&board, sections), "{lines}");
    }
}

#[test]
fn what_is_suggested_goes_round_as_a_player_would_type_it() {
    let mut made = [0; 3];
    for seed in 0..12 {
        let game = game(3 + (seed % 4) as u8);
        let (mut table, dice) = (RandomTable::new(seed), &mut fastrand::Rng::with_seed(seed));
        let mut board = game.begin(&mut table).unwrap();
        for _ in 0..30 {
            for seat in board.world.houses.seats().collect::<Vec<Seat>>() {
                let plan = suggest(&board, seat, &[], dice);
                let text = to_yaml(&plan, &board);
                let reading = read(&board, seat, &[], &value(&text));
                let errors: Vec<_> = reading.faults.iter().filter(|fault| fault.is_error()).collect();
                assert!(errors.is_empty(), "{errors:?} in\n{text}");
                assert_eq!(reading.plan.as_ref(), Some(&plan), "{text}");
                made[0] += usize::from(plan.consolidate.iter().any(|one| !one.muster.is_empty()));
                made[1] += usize::from(plan.look.is_some());
                made[2] += usize::from(!plan.choices.is_empty());
            }
            if game.play(&mut board, &mut table).unwrap() == crate::table::Progress::Ended {
                break;
            }
        }
    }
    assert!(made.iter().all(|number| *number > 20), "{made:?}");
}

#[test]
fn a_later_plan_keeps_what_it_does_not_speak_of() {
    let board = opening();
    let old = lannister(
        &board,
        "{choices: {Throne of Blades: supply}, raven: {look: under}, ports: {Port of Pyke: 1}, \
         consolidate: {Lannisport: [knight]}, battle: {redraw: if 0}}",
    );
    let new = lannister(
        &board,
        "{choices: {Put to the Sword: none}, consolidate: {Stoney Sept: power}, ports: all}",
    );
    let (plan, kept) = merge(&board.world, &old, &new);
    assert_eq!(plan.choices.len(), 2);
    assert_eq!((plan.look, plan.ports.len(), plan.consolidate.len()), (Some(Look::Under), 2, 2));
    assert_eq!(plan.battle.always.redraw, Some(Redraw::IfZero));
    let sections: Vec<&str> = kept.iter().map(|kept| kept.section.as_str()).collect();
    assert_eq!(sections, ["choices", "raven", "consolidate", "ports", "battle"]);
}

#[test]
fn an_ability_chooses_a_track_or_a_card() {
    let board = opening();
    let doran = reading(&board, "martell", "{abilities: {Doran: [iron throne, court]}}");
    let wish = doran.plan.unwrap().abilities.remove("doran-martell");
    assert_eq!(
        wish,
        Some(Wish::Choose(vec!["iron-throne".into(), "kings-court".into()])),
        "{:?}",
        doran.faults
    );
    let aeron = reading(&board, "greyjoy", "{abilities: {Aeron: [Euron]}}");
    assert_eq!(
        aeron.plan.unwrap().abilities.remove("aeron-damphair"),
        Some(Wish::Choose(vec!["euron-crows-eye".into()]))
    );
    let card = |id: &str| {
        board.world.cards[usize::from(board.world.card_id(id).unwrap_or(CardId(0)).0)].name.clone()
    };
    assert_eq!(card("doran-martell"), "Doran Martell");
}

#[test]
fn what_two_cards_may_ask_in_the_same_words_is_named_once() {
    let board = opening();
    let stark = board.world.seat("stark").unwrap();
    let muster = |key: &str, one: bool| Open {
        seat: stark,
        key: key.to_owned(),
        kind: "muster".to_owned(),
        question: json!({"ask": "muster", "points": {"winterfell": 2}, "one": one, "purse": null}),
        legal: Listing { answers: Vec::new(), complete: false },
        default: json!([]),
        ahead: true,
    };
    let both = [
        muster("2/westeros-1/0/stark/muster", false),
        muster("2/westeros-3/0/stark/muster/the-horde-descends", true),
    ];
    let silent = read(&board, stark, &both, &value("plan: {lose: [footman]}"));
    assert_eq!(silent.faults.len(), 1);
    assert_eq!(
        silent.faults[0].why.details()["questions"],
        json!([{"kind": "muster", "place": "", "none": true}])
    );
}

#[test]
fn a_misspelt_name_is_taken_and_told_wherever_names_are_read() {
    let board = opening();
    for (text, name) in [
        ("{ordrs: {Lannisport: march+0}}", "ordrs"),
        ("{choices: {throne of blades: musterng}}", "musterng"),
        ("{orders: {Lanisport: march+0}}", "Lanisport"),
    ] {
        let found = reading(&board, "lannister", text).faults;
        let told = found.iter().find(|fault| fault.why.code() == "plan-taken-as");
        let told = told.unwrap_or_else(|| panic!("{text}: {found:?}"));
        assert_eq!(told.why.details()["name"], name, "{text}");
        assert!(!found.iter().any(|fault| fault.is_error()), "{text}: {found:?}");
    }
}

/// A starred order that its house may not place musters nothing, and its plan does not say that it does.
#[test]
fn what_a_refused_order_musters_is_refused_with_it() {
    let of = |text: &str| {
        let all = reading(&opening(), "tyrell", text);
        let musters = all.understood.iter().any(|item| item.what["item"] == "muster");
        let kept = all.plan.is_some_and(|plan| !plan.consolidate.is_empty());
        let refused = all.faults.iter().any(|fault| fault.why.code() == "plan-consolidate-refused");
        (musters, kept, refused)
    };
    let muster = "consolidate: {Highgarden: [siege engine]}";
    // The last houses of the King's Court have no star.
    assert_eq!(of(&format!("{{orders: {{Highgarden: consolidate*}}, {muster}}}")), (false, false, true));
    // Where another mail gives the order, it stands.
    assert_eq!(of(&format!("{{orders: {{Dornish Marches: defense}}, {muster}}}")), (true, true, false));
    assert_eq!(of(&format!("{{{muster}}}")), (true, true, false));
}
