//! Plans as written: spelling, conditions, faults; and what is done of them.

use super::*;
use crate::games::king_is_dead::KingIsDead;
use crate::games::king_is_dead::board::{Board, Line, Played};
use crate::games::king_is_dead::data::{Card, Faction, Options};
use crate::sheet::{Severity, parse};
use crate::table::{Game, RandomTable, Reading, Says, Seat};

fn game() -> KingIsDead {
    let folder = |file: &str| crate::games::embedded("king-is-dead", file).map(str::to_owned);
    KingIsDead::load(&folder, 3, Options { mordred: true, ..Options::default() }).unwrap()
}

pub(super) fn opening() -> Board {
    game().begin(&mut RandomTable::new(1)).unwrap()
}

fn reading(text: &str, seat: Seat) -> Reading<Plan> {
    let node = parse(text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    read(&opening(), seat, &[], &node)
}

/// A plan of a seat that is not asked now.
pub(super) fn plan(text: &str) -> Plan {
    let reading = reading(text, Seat(1));
    reading.plan.unwrap_or_else(|| panic!("{:?}\n{text}", reading.faults))
}

fn codes(text: &str) -> Vec<&'static str> {
    reading(text, Seat(1)).faults.iter().map(|fault| fault.why.code()).collect()
}

#[test]
fn passes_as_people_write_them() {
    for (text, until) in [
        ("pass", Until::Turns(1)),
        ("pass once", Until::Turns(1)),
        ("pass: 3", Until::Turns(3)),
        ("pass: for 2 turns", Until::Turns(2)),
        ("pass: twice", Until::Turns(2)),
        ("pass: yes", Until::Turns(1)),
        ("pass: until struggle 3", Until::Struggle(3)),
        ("pass: this struggle", Until::StruggleEnds),
        ("pass: always this struggle", Until::StruggleEnds),
        ("pass: until the struggle ends", Until::StruggleEnds),
        ("pass until somebody plays", Until::Plays(None)),
        ("pass: as long as nobody plays", Until::Plays(None)),
        ("pass while nobody plays", Until::Plays(None)),
        ("pass: until Kay plays", Until::Plays(Some("kay".into()))),
        ("pass: to the end", Until::End),
        ("pass: {until: struggle 3}", Until::Struggle(3)),
    ] {
        // As the text of an entry, or as a mapping.
        let entry = if text.contains(':') { format!("{{{text}}}") } else { text.to_owned() };
        let plan = plan(&format!("turns: [{entry}]"));
        assert_eq!(plan.turns[0].what, What::Pass { until, when: None, unless: None }, "{text}");
    }
    assert_eq!(plan("pass"), plan("turns: [pass]"));
    assert_eq!(plan("pass: this struggle"), plan("turns:\n  - pass this struggle"));
}

#[test]
fn a_plan_in_any_spelling_is_the_same_plan() {
    let one = plan(
        "turns:\n  - {pass: until somebody plays}\n  - play: Scots\n    place: [din eidyn, DIN-EIDYN]\n    summon: [a Scot from caledonia, blue, anybody]\n",
    );
    let two = plan(
        "Turns:\n- pass until someone plays\n- {play: scottish, place: [Din Eidyn, Din], summon: [Scots in Caledonia, Scots, anyone]}",
    );
    assert_eq!(one, two);
    let garrison = plan(
        "play: garrison\nexchange: {from: Caledonia, to: Din Eidyn, give: 2 scots, take: welsh}\nsummon: scots",
    );
    let What::Play { wishes, .. } = &garrison.turns[0].what else { panic!("{garrison:?}") };
    assert_eq!(wishes[0].exchange.as_ref().unwrap().give, ["scots", "scots"]);
}

/// A card whose action is nothing is played without effect, and a condition that says nothing is none.
#[test]
fn what_says_nothing_is_left_out() {
    let of = |entry: &str| plan(&format!("turns: [{{{entry}, summon: scots}}]"));
    for (card, action) in
        [("crown", "swap"), ("garrison", "exchange"), ("ambassador", "exchange"), ("scots", "place")]
    {
        let without = of(&format!("play: {card}, without effect: yes"));
        let What::Play { wishes, .. } = &without.turns[0].what else { panic!("{without:?}") };
        assert!(wishes[0].without_effect, "{card}");
        for word in ["nothing", "none"] {
            assert_eq!(of(&format!("play: {card}, {action}: {word}")), without, "{card} {word}");
        }
    }
    let without = of("play: scots, place: [Din Eidyn, Din Eidyn]");
    for empty in ["when: ~", "until: ~", "when: []", "if: ~"] {
        assert_eq!(of(&format!("play: scots, place: [Din Eidyn, Din Eidyn], {empty}")), without, "{empty}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_code() {
    for (text, expected) in [
        ("turns:", "plan-empty"),
        ("turns: [{play: ~, pass: ~}]", "entry-says-nothing"),
        ("rounds: [pass]", "unknown-section"),
        ("turns: [dance]", "entry-form"),
        ("turns: [{pass: once, play: scots}]", "entry-pass-and-play"),
        ("turns: [{pass: sometimes}]", "pass-word"),
        ("turns: [{pass: until struggle 1}]", "pass-struggle"),
        ("turns: [{pass: until struggle 9}]", "pass-struggle"),
        ("turns: [{play: knight, summon: scots}]", "no-such-name"),
        ("turns: [{play: scots, place: Dorne, summon: scots}]", "no-such-name"),
        ("turns: [{play: scots, place: Din Eidyn}]", "summon-left-out"),
        ("turns: [{play: scots, place: Din Eidyn, summon: loyalists}]", "summon-never"),
        ("turns: [{play: scots, swap: [Deva, Ratae], summon: scots}]", "part-of-another-card"),
        ("turns: [{play: crown, swap: [Deva, Ratae], crown: Londinium, summon: scots}]", "swap-form"),
        ("turns: [{play: crown, swap: [Deva], crown: Deva, summon: scots}]", "swap-form"),
        ("turns: [{play: ambassador, exchange: {from: Deva}, summon: scots}]", "exchange-form"),
        (
            "turns: [{play: ambassador, exchange: {from: Deva, to: Ratae, give: 2 scotz}, summon: scots}]",
            "no-such-faction",
        ),
        ("turns: [{play: scots, summon: scots}]", "action-left-out"),
        ("turns: [{play: scots, without effect: perhaps, summon: scots}]", "without-effect-form"),
        (
            "turns: [{play: scots, place: Din Eidyn, summon: scots, when: Deva is tied until struggle 3, until: twice}]",
            "until-twice",
        ),
        ("turns: [{play: scots, place: Din Eidyn, summon: Scots near Deva}]", "summon-form"),
        (
            "turns: [{play: ambassador, exchange: {from: Deva, to: Ratae, give: 2 scots, take: welsh}, summon: scots}]",
            "exchange-sizes",
        ),
        (
            "turns: [{play: garrison, exchange: {from: Deva, to: Londinium, give: 2 scots, take: welsh}, summon: scots}]",
            "exchange-never-borders",
        ),
        (
            "turns: [{play: settlement, place: {scots: Deva, welsh: Deva}, summon: scots}]",
            "place-faction-left-out",
        ),
        ("turns: [{play: scots, place: {scots: Deva}, summon: scots}]", "place-form"),
        ("turns: [pass]\notherwise: dance", "otherwise-word"),
        ("turns: [pass]\notherwise: skip", "otherwise-word"),
        ("turns: [{pass: once, or: [pass]}]", "unknown-section"),
        ("turns: [{play: scots, place: Din Eidyn, summon: scots, or: pass}]", "or-form"),
    ] {
        assert!(codes(text).contains(&expected), "{text}: {:?}", codes(text));
        let stands = text.starts_with("turns: [pass]\notherwise");
        assert_eq!(reading(text, Seat(1)).plan.is_some(), stands, "{text}");
    }
    let twice = "turns:\n- {play: scots, place: Din Eidyn, summon: scots}\n- {play: scots, place: Din Eidyn, summon: scots}";
    assert_eq!(codes(twice), ["card-used", "turns-until-here"]);
    assert!(codes(&format!("turns: [{}]", vec!["pass"; 61].join(", "))).contains(&"too-many-turns"));
}

/// Reads a condition of the second seat (Kay's and Bedivere's rival), with or without Mordred.
fn condition(text: &str, mordred: bool) -> Result<String, Vec<&'static str>> {
    let folder = |file: &str| crate::games::embedded("king-is-dead", file).map(str::to_owned);
    let game = KingIsDead::load(&folder, 3, Options { mordred, ..Options::default() }).unwrap();
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    let yaml = format!("turns: [{{play: scots, place: Din Eidyn, summon: scots, if: {text}}}]");
    let reading = read(&board, Seat(1), &[], &parse(&yaml).unwrap());
    let guard = |plan: &Plan| match &plan.turns[0].what {
        What::Play { wishes, .. } => wishes[0].when.clone().unwrap(),
        What::Pass { .. } => panic!("{text}"),
    };
    let errors = reading.faults.iter().filter(|fault| fault.is_error());
    let errors: Vec<&'static str> = errors.map(|fault| fault.why.code()).collect();
    let plan = reading.plan.filter(|_| errors.is_empty()).ok_or(errors)?;
    Ok(language::words(&guard(&plan), &board.world))
}

#[test]
fn conditions_name_several_players() {
    let world = opening().world;
    let names: Vec<&str> = world.seats.iter().map(|(_, info)| info.name.as_str()).collect();
    let [kay, own, third] = names.as_slice() else { panic!("{names:?}") };
    for (text, meant) in [
        ("{kay} or {third} has passed", "{kay} has passed or {third} has passed"),
        ("{kay} and {third} have passed", "{kay} has passed and {third} has passed"),
        ("both others have passed", "all others have passed"),
        ("both of the other players have passed", "all others have passed"),
        ("neither {kay} nor {third} has passed", "not ({kay} has passed or {third} has passed)"),
        ("neither of the others has passed", "nobody has passed"),
        ("less than 3 Scots in supply", "at most 2 Scots in the supply"),
        ("{kay} played Crown", "{kay} has played Crown in this game"),
        (
            "{kay} or {third} played Crown",
            "{kay} has played Crown in this game or {third} has played Crown in this game",
        ),
        ("Scots lead here", "Scots lead in this struggle's region"),
        ("my court has 2 Welsh", "I have at least 2 Welsh at court"),
        ("nobody leads in Deva", "Deva is tied"),
        (
            "Deva is tied and {kay} and {third} have played",
            "Deva is tied and {kay} has played in this struggle and {third} has played in this struggle",
        ),
    ] {
        let fill = |text: &str| text.replace("{kay}", kay).replace("{third}", third);
        assert_eq!(condition(&fill(text), true), Ok(fill(meant)), "{text}");
    }
    let refused = |text: String, mordred| condition(&text, mordred).unwrap_err();
    assert_eq!(refused(format!("{own} or {third} has passed"), true), ["guard-own-play"]);
    assert_eq!(refused("Mordred leads in Deva".to_owned(), false), ["guard-no-loyalists"]);
    assert_eq!(refused("more Loyalists than Scots in Deva".to_owned(), false), ["guard-no-loyalists"]);
    assert!(condition("Mordred leads in Deva", true).is_ok());
}

#[test]
fn a_near_miss_is_taken_with_a_remark_and_a_farther_one_suggested() {
    let near = reading("turns: [{play: scots, place: Din Eydin, summon: scots}]", Seat(1));
    assert_eq!(near.faults[0].why.code(), "taken-as");
    assert!(near.plan.is_some() && near.faults.iter().all(|fault| !fault.is_error() && fault.span.is_some()));
    let far = reading("turns: [{play: scots, place: Lxndxnixm, summon: scots}]", Seat(1));
    assert_eq!((far.faults[0].suggestion.as_deref(), far.plan), (Some("Londinium"), None));
}

/// A later move never comes before its time because an earlier one is broken.
#[test]
fn the_turns_before_a_broken_one_stand_and_then_the_owner_is_asked() {
    let text = "turns: [pass, dance, {pass: twice}]\notherwise: pass";
    let reading = reading(text, Seat(1));
    let plan = reading.plan.unwrap();
    assert_eq!((plan.turns.len(), plan.otherwise), (1, Some(Otherwise::Ask)));
    assert_eq!(plan.turns[0].otherwise, Some(Otherwise::Pass));
    let items = reading.understood.iter().filter(|item| item.what["item"] == "pass").count();
    assert_eq!(items, 1);
    assert!(reading.faults.iter().any(|fault| fault.why.code() == "turns-until-here"));
}

#[test]
fn the_first_play_must_be_possible_if_it_is_the_seats_turn() {
    let text = "turns: [{play: scots, place: Londinium, summon: anybody}]";
    assert_eq!(reading(text, Seat(0)).faults[0].why.code(), "place-must");
    // Later it may be: whoever is not asked now is told nothing.
    assert!(reading(text, Seat(1)).plan.is_some());
    // Nor is who has something else to do then.
    let waits = "turns: [{when: Scots hold 2 regions, play: scots, place: Londinium, summon: anybody}]";
    assert!(reading(waits, Seat(0)).plan.is_some());
}

#[test]
fn every_fault_has_its_code_in_the_list() {
    let known = game().refusal_codes();
    for text in [
        "turns: [dance, {play: x}]",
        "other: 1",
        "turns: [{pass: once, if: x}]",
        "turns: [{pass: once, if: Scots lead in}]",
    ] {
        for fault in reading(text, Seat(1)).faults {
            assert!(known.contains(&fault.why.code()) && fault.severity == Severity::Error, "{fault:?}");
        }
    }
}

#[test]
fn suggested_plans_survive_being_written_and_read() {
    let game = game();
    for seed in 0..200 {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut table = RandomTable::new(seed);
        let mut board = game.begin(&mut table).unwrap();
        for _ in 0..seed % 6 {
            if board.outcome.is_none() {
                game.play(&mut board, &mut table).unwrap();
            }
        }
        if board.outcome.is_some() {
            continue;
        }
        for seat in (0..3).map(Seat) {
            let plan = game.suggest(&board, seat, &[], &mut dice);
            let text = game.write_plan(&plan, &board);
            let node = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
            let value = node.entries().unwrap()[0].1.clone();
            let reading = game.read_plan(&board, seat, &[], &value);
            assert_eq!(reading.plan.as_ref(), Some(&plan), "{:?}\n{text}", reading.faults);
            // As data too.
            let data = serde_json::to_value(&plan).unwrap();
            assert_eq!(serde_json::from_value::<Plan>(data).unwrap(), plan);
        }
    }
}

/// No suggestion has conditions: each part of an entry that may have one is written so that it is read as the same.
#[test]
fn conditions_survive_being_written_and_read() {
    let (game, board) = (game(), opening());
    let play = "play: scots, place: [Din Eidyn, Din Eidyn], summon: scots";
    let condition = "both others have passed";
    for entry in [
        format!("pass: 2, if: {condition}"),
        format!("pass: 2, unless: {condition}"),
        format!("pass: this struggle, if: {condition}, unless: nobody leads in Deva"),
        format!("{play}, if: {condition}"),
        format!("{play}, unless: {condition}"),
        format!("{play}, when: {condition}"),
    ] {
        let one = plan(&format!("turns: [{{{entry}}}]"));
        let plain = plan(&format!("turns: [{{{}}}]", entry.split(", if").next().unwrap_or_default()));
        assert!(!entry.contains("if:") || one != plain, "{entry}");
        let text = game.write_plan(&one, &board);
        let node = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
        let again = game.read_plan(&board, Seat(1), &[], &node.entries().unwrap()[0].1);
        assert_eq!(again.plan.as_ref(), Some(&one), "{entry}: {:?}\n{text}", again.faults);
    }
}

#[test]
fn a_plan_says_the_same_of_the_same_position() {
    let game = game();
    let board = opening();
    let mut dice = fastrand::Rng::with_seed(3);
    for _ in 0..100 {
        let plan = game.suggest(&board, Seat(0), &[], &mut dice);
        let says = consult(&plan, Seat(0), &board);
        assert_eq!(says, consult(&plan, Seat(0), &board));
        // And of the position as it is written down.
        let again = game.read_state(&game.write_state(&board)).unwrap();
        assert_eq!(says, consult(&plan, Seat(0), &again));
        assert!(!matches!(says, Says::Silent));
    }
}

#[test]
fn an_exchange_of_wrong_sizes_is_told_with_what_the_card_may() {
    for (card, garrison) in [("ambassador", false), ("garrison", true)] {
        let text = format!(
            "turns: [{{play: {card}, exchange: {{from: Deva, to: Ratae, give: 3 scots, take: welsh}}, summon: scots}}]"
        );
        let faults = reading(&text, Seat(1)).faults;
        let sizes = faults.iter().find(|fault| fault.why.code() == "exchange-sizes");
        let sizes = sizes.unwrap_or_else(|| panic!("{faults:?}"));
        assert_eq!(sizes.why.details()["garrison"], garrison, "{card}");
    }
}

#[test]
fn what_depends_on_the_cards_effect_is_known_however_deep_it_is_said() {
    let never = || Condition::Any(vec![]);
    for speaks in [
        Condition::Effect,
        Condition::Complete,
        Condition::Not(Box::new(Condition::Effect)),
        Condition::All(vec![never(), Condition::Effect]),
        Condition::Any(vec![Condition::All(vec![Condition::Complete]), never()]),
    ] {
        assert!(speaks.speaks_of_effect(), "{speaks:?}");
    }
    assert!(!never().speaks_of_effect() && !Condition::Not(Box::new(never())).speaks_of_effect());
}

/// There are two cards of that name: the line that played one is the one that is done, and not the first that could have.
#[test]
fn a_second_settlement_is_credited_to_its_own_line() {
    let settles =
        "play: settlement, place: {scots: Deva, welsh: Ratae, romano-britons: Ratae}, summon: anybody";
    let text = format!(
        "turns:\n- {{{settles}, if: this is struggle 8, otherwise: skip}}\n- {{{settles}}}\n- pass to the end\n"
    );
    let mut board = opening();
    let seat = board.to_move();
    let plan = read(&board, seat, &[], &parse(&text).unwrap()).plan.unwrap();
    let Says::Answer { value, path } = consult(&plan, seat, &board) else { panic!("no answer") };
    assert_eq!((path.as_str(), &value["play"]), ("turns.2", &"settlement".into()), "{value}");
    assert_eq!(done(&plan, seat, &board), 1, "the first is skipped");
    assert!(value["line"].as_str().is_some_and(|line| line.ends_with("/2")), "{value}");
    let line = Some(Line { since: board.now(), number: 2 });
    board.played.push(Played { seat, card: Card::Settlement, at: board.now(), line });
    assert_eq!(
        done(&plan, seat, &board),
        2,
        "its own line is done, though the first could still play the other"
    );
    let last = board.played.last_mut().unwrap();
    last.line = None;
    assert_eq!(done(&plan, seat, &board), 1, "a card that no line played ends the first that could");
}

/// Whoever names a follower who is not there has not forgotten to summon.
#[test]
fn a_summons_of_somebody_who_is_not_there_says_so() {
    let board = opening();
    let card = Card::Settlement;
    let elsewhere = board.field.row[0];
    let absent = board.field.row.into_iter().filter(|region| *region != elsewhere).find_map(|region| {
        let here = board.field.at(region);
        let missing = Faction::THREE.into_iter().find(|faction| here.count(*faction) == 0)?;
        Some((region, missing))
    });
    let (region, faction) = absent.expect("a region without a faction");
    let (name, place) = (board.world.faction_name(faction), |at| board.world.place(at).name.as_str());
    let to = place(elsewhere);
    let text = format!(
        "turns: [{{play: {}, place: {{scots: {to}, welsh: {to}, romano-britons: {to}}}, summon: {name} from {}}}]",
        board.world.card_name(card),
        place(region)
    );
    let codes: Vec<&str> =
        reading(&text, board.to_move()).faults.iter().map(|fault| fault.why.code()).collect();
    assert!(codes.contains(&"summon-not-there") && !codes.contains(&"summon-must"), "{codes:?} {text}");
}
