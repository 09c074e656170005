//! What the casebook says of cases that are wrong: a suite that cannot fail proves nothing.

use super::our_words::OurWords;
use ravenpost::casebook::{describe, parse, run};

/// A raid that Stark will make; what follows it begins in line 15.
const RAID: &str = r#"
case: X-01
title: A raid
rule: "1e, 6"
game: thrones-1e
given:
  setup: empty
  stage: raids
  areas:
    moat-cailin: {house: stark, units: {footman: 1}, order: raid}
    seagard:
      house: greyjoy
      units: {footman: 1}
      order: support
"#;

/// A battle in which nothing is left to choose but the cards.
const BATTLE: &str = r#"
case: X-02
title: A battle
rule: "1e 8"
game: thrones-1e
otherwise: ask
given:
  setup: empty
  stage: marches
  areas:
    riverrun: {house: lannister, units: {knight: 2}, order: march+0}
    seagard: {house: stark, units: {footman: 2}}
"#;

/// The first struggle among three without cards.
const STRUGGLE: &str = r#"
case: X-03
title: A struggle
rule: Struggles
game: king-is-dead
players: 3
given:
  setup: empty
  supply: null
  courts: {bedivere: null, morgan: null, kay: null}
"#;

/// What is wrong with a file of cases, or with how its cases come out.
fn problems_of(text: &str) -> Vec<String> {
    let words = OurWords::new();
    match parse(text) {
        Ok(cases) => cases.iter().flat_map(|case| run(case, &words).problems).collect(),
        Err(faults) => describe(text, &faults, &words),
    }
}

/// The problems of [`RAID`] if it goes on as written here.
fn problems(rest: &str) -> Vec<String> {
    problems_of(&format!("{RAID}{rest}"))
}

fn has(problems: &[String], part: &str) -> bool {
    problems.iter().any(|problem| problem.contains(part))
}

/// A refusal: its words, the line with the caret below what is marked, and what may have been meant.
fn excerpt(words: &str, number: usize, line: &str, marked: &str, meant: &str) -> String {
    let mut wrapped = String::new();
    for word in format!("error: {words}").split(' ') {
        let last = wrapped.rsplit('\n').next().unwrap_or_default().chars().count();
        let space = if wrapped.is_empty() {
            ""
        } else {
            [" ", "\n"][usize::from(last + 1 + word.chars().count() > 72)]
        };
        wrapped.push_str(space);
        wrapped.push_str(word);
    }
    let gutter = " ".repeat(number.to_string().len());
    let before = " ".repeat(line.rfind(marked).expect("the marked word"));
    let carets = "^".repeat(marked.chars().count());
    let meant = if meant.is_empty() { String::new() } else { format!(" did you mean “{meant}”?") };
    format!("{wrapped}\n{gutter} |\n{number} | {line}\n{gutter} | {before}{carets}{meant}")
}

/// Checks that [`RAID`] is refused for its 15th line, which is `rest`, and for nothing else.
fn refuses(rest: &str, words: &str, marked: &str, meant: &str) {
    assert_eq!(problems(rest), [excerpt(words, 15, rest, marked, meant)]);
}

#[test]
fn a_case_that_holds_has_no_problems() {
    let none: Vec<String> = Vec::new();
    let rest =
        "when: [{stark raid: {from: moat-cailin, at: [seagard]}}]\nthen: {areas: {seagard: {order: null}}}";
    assert_eq!(problems(rest), none);
}

#[test]
fn what_did_not_come_of_it_is_a_problem() {
    assert!(has(&problems("then: {areas: {seagard: {order: raid}}}"), "areas.seagard.order"));
    assert!(has(&problems("then: {areas: {seagard: null}}"), "areas.seagard"));
    assert!(has(&problems("then: {events: [{event: raid, power: 3}]}"), "raid"));
    assert!(has(&problems("then: {never: [raid]}"), "never: raid happened"));
    assert!(has(&problems("otherwise: ask"), "stark raid"));
    assert!(has(&problems("then: {asked: [stark raid]}"), "asked"));
    assert!(has(&problems("then: {outcome: {by: areas}}"), "outcome"));
    assert!(has(&problems("then: {answers: [{seat: stark, kind: bid}]}"), "answers"));
    assert!(has(&problems("then: {views: {stark: {turn: 9}}}"), "views.stark.turn"));
}

#[test]
fn a_decision_nobody_asks_for_is_a_problem() {
    let never = |rest| assert!(has(&problems(rest), "was never asked"), "{rest}");
    never("when: [{greyjoy raid: {from: seagard, at: []}}]");
    never("when: [{stark raid karhold: {from: moat-cailin, at: []}}]");
    never("answered: [{greyjoy raid: {from: seagard, at: []}}]");
}

#[test]
fn refusals_are_expected_or_a_problem() {
    let wrong = "when: [{stark raid: {from: moat-cailin, at: [winterfell]}}]";
    assert!(has(&problems(wrong), "'stark raid' was refused: "));
    let refused = |code: &str, says: &str| {
        format!("{wrong}\nrefused: [{{decision: stark raid, because: {code}, says: {says}}}]")
    };
    assert!(problems(&refused("raid-no-target", "Winterfell")).is_empty());
    assert!(has(&problems(&refused("raid-no-target", "Riverrun")), "says"));
    assert!(has(&problems(&refused("raid-too-many", "Winterfell")), "was not refused as raid-too-many"));
}

#[test]
fn after_a_refusal_the_next_decision_answers() {
    let rest = "
when:
  - stark raid: {from: moat-cailin, at: [winterfell]}
  - stark raid: {from: moat-cailin, at: [seagard]}
then: {areas: {seagard: {order: null}}}
refused: [{decision: stark raid, because: raid-no-target}]";
    assert!(problems(rest).is_empty(), "{:?}", problems(rest));
}

#[test]
fn a_position_that_cannot_be_is_refused() {
    let routed = RAID.replace("order: support", "order: support\n      routed: {footman: 1}");
    assert!(has(&problems_of(&routed), "no such position can be: "));
    let expected = format!("{routed}refused: [{{decision: given, because: unsound-routed}}]");
    assert_eq!(problems_of(&expected), Vec::<String>::new());
}

#[test]
fn faults_and_warnings_of_plans_are_expected() {
    let plan = "plans: {stark: {raids: [{from: Moat Cailin, at: [Winterfell]}]}, greyjoy: {raids: Seegard}}";
    let problems_of = problems(plan);
    assert!(has(&problems_of, "'greyjoy' was refused"), "{problems_of:?}");
    assert!(has(
        &problems(&format!("{plan}\nwarned: [{{decision: stark, because: plan-nonsense}}]")),
        "warned"
    ));
}

#[test]
fn a_file_that_holds_no_case_is_refused() {
    let form = "A file of cases holds one case or a list of them, and a case has at least: case, title, rule, game, given.";
    assert_eq!(problems_of("raids"), [excerpt(form, 1, "raids", "raids", "")]);
    let twice = [excerpt(form, 1, "- one", "one", ""), excerpt(form, 2, "- two", "two", "")];
    assert_eq!(problems_of("- one\n- two"), twice);
    let long = format!("# {}\ncase: X", "-".repeat(64 * 1024));
    assert_eq!(problems_of(&long), ["error: The file is longer than 64 KiB. Please make two files of it."]);
    let missing = RAID.replace("game: thrones-1e\n", "");
    assert_eq!(problems_of(&missing), [excerpt("\"game\" is missing here.", 2, "case: X-01", "case", "")]);
}

#[test]
fn what_a_case_cannot_hold_is_refused() {
    let legal = "There are: case, title, rule, game, players, chance, options, given, plans, answered, when, otherwise, until, then, refused, warned.";
    refuses("whne: []", &format!("There is no \"whne\" in case. {legal}"), "whne", "when");
    refuses("players: many", "\"players\" is the number of players.", "many", "");
    refuses("chance: dice", "\"chance\" is a whole number.", "dice", "");
    refuses("otherwise: wait", "\"otherwise\" is one of: default, ask.", "wait", "");
    refuses("until: [marches]", "\"until\" is a word or a text.", "[", "");
    refuses("plans: [stark]", "\"plans\" is a map, such as {name: value}.", "[", "");
    refuses("when: stark raid", "\"when\" is a list, such as [one, two].", "stark raid", "");
    let one = "is one decision, such as \"stark raid: {from: moat-cailin, at: [seagard]}\".";
    refuses("when: [stark raid]", &format!("Each entry of \"when\" {one}"), "stark raid", "");
    refuses(
        "answered: [{stark raid: 1, greyjoy raid: 2}]",
        &format!("Each entry of \"answered\" {one}"),
        "{",
        "",
    );
    refuses("then: {told: [[a]]}", "\"told\" is a list of texts.", "[", "");
    refuses("refused: [{decision: stark raid}]", "\"because\" is missing here.", "{", "");
    refuses(
        "warned: [{decision: stark, because: x, sais: y}]",
        "There is no \"sais\" in warned. There are: decision, because, says.",
        "sais",
        "says",
    );
    refuses(
        "then: {answers: [{seat: stark, kind: bid, plans: x}]}",
        "There is no \"plans\" in answers. There are: seat, kind, answer, plan, by.",
        "plans",
        "plan",
    );
    let setup = RAID.replace("setup: empty", "setup: bare");
    let words = "\"setup\" is one of: start, empty.";
    assert_eq!(problems_of(&setup), [excerpt(words, 7, "  setup: bare", "bare", "")]);
}

#[test]
fn unknown_seats_are_refused() {
    let seats = "The seats are: stark, lannister, baratheon, tyrell, greyjoy.";
    let unknown = |name: &str| format!("\"{name}\" is not a seat of this game. {seats}");
    refuses("when: [{tully raid: {}}]", &unknown("tully"), "tully", "");
    refuses("answered: [{strak raid: {}}]", &unknown("strak"), "strak", "stark");
    refuses("plans: {tirell: {}}", &unknown("tirell"), "tirell", "tyrell");
    refuses("then: {views: {Stark: {turn: 1}}}", &unknown("Stark"), "Stark", "stark");
}

#[test]
fn unknown_events_are_refused() {
    let unknown = |name: &str| format!("This game has no event called \"{name}\".");
    refuses("then: {never: [raid, riad]}", &unknown("riad"), "riad", "raid");
    refuses("then: {never: [card-played]}", &unknown("card-played"), "card-played", "");
    refuses(
        "then: {events: [{event: battle-begin}]}",
        &unknown("battle-begin"),
        "battle-begin",
        "battle-begins",
    );
    refuses("then: {events: [{house: stark}]}", "\"event\" is missing here.", "{", "");
    let king = format!("{STRUGGLE}then: {{never: [raid]}}");
    assert_eq!(problems_of(&king), [excerpt(&unknown("raid"), 11, "then: {never: [raid]}", "raid", "")]);
}

#[test]
fn parts_that_an_event_does_not_have_cannot_be_nothing() {
    let found = problems("then: {events: [{event: raid, removd: null}]}");
    assert!(has(&found, "the nearest differs: there is no removd"), "{found:?}");
}

/// Checks that a case is refused for one line of its position, changed from `old` to `new`, and for nothing else.
fn refuses_in(case: &str, old: &str, new: &str, words: &str, marked: &str, meant: &str) {
    assert!(case.contains(old), "{old}");
    let changed = case.replace(old, new);
    let (number, line) =
        changed.lines().enumerate().find(|(_, line)| line.contains(marked)).expect("the line");
    assert_eq!(problems_of(&changed), [excerpt(words, number + 1, line, marked, meant)]);
}

#[test]
fn unknown_names_in_a_position_of_thrones_are_refused() {
    let given = |old: &str, new: &str, words: &str, marked: &str, meant: &str| {
        refuses_in(RAID, old, new, words, marked, meant)
    };
    let all = "There are: areas, blade-used, chosen, decks, houses, open, outcome, stage, step, tracks, turn, watched, wildling-deck, wildlings, setup.";
    given(
        "stage: raids",
        "stagge: raids",
        &format!("There is no \"stagge\" in given. {all}"),
        "stagge",
        "stage",
    );
    given(
        "moat-cailin",
        "moat-calin",
        "There is no \"moat-calin\" in given.areas.",
        "moat-calin",
        "moat-cailin",
    );
    let area = "There are: garrison, house, neutral, order, routed, token, units.";
    let wrong = |name: &str| format!("There is no \"{name}\" in given.areas.seagard. {area}");
    given("order: support", "ordr: support", &wrong("ordr"), "ordr", "order");
    given("order: support", "power: 3", &wrong("power"), "power", "");
    let units = "There are: footman, knight, ship.";
    given(
        "units: {footman: 1}\n",
        "units: {siege-engine: 1}\n",
        &format!("There is no \"siege-engine\" in given.areas.seagard.units. {units}"),
        "siege-engine",
        "",
    );
    let houses = "There are: baratheon, greyjoy, lannister, stark, tyrell.";
    given(
        "stage: raids",
        "stage: raids\n  houses: {strak: {power: 3}}",
        &format!("There is no \"strak\" in given.houses. {houses}"),
        "strak",
        "stark",
    );
    given(
        "stage: raids",
        "stage: raids\n  houses: {stark: {powr: 3}}",
        "There is no \"powr\" in given.houses.stark. There are: hand, power, supply, used.",
        "powr",
        "power",
    );
    given(
        "stage: raids",
        "stage: raids\n  tracks: {fiefdom: [stark]}",
        "There is no \"fiefdom\" in given.tracks. There are: fiefdoms, iron-throne, kings-court.",
        "fiefdom",
        "fiefdoms",
    );
    // What a house does not have in a game of fewer is unknown as well.
    refuses_in(
        &RAID.replace("game: thrones-1e", "game: thrones-1e\nplayers: 3").replace("greyjoy", "lannister"),
        "stage: raids",
        "stage: raids\n  houses: {tyrell: {power: 3}}",
        "There is no \"tyrell\" in given.houses. There are: baratheon, lannister, stark.",
        "tyrell",
        "",
    );
}

#[test]
fn values_of_another_kind_in_a_position_are_refused() {
    let given =
        |old: &str, new: &str, words: &str, marked: &str| refuses_in(RAID, old, new, words, marked, "");
    given("order: support", "neutral: six", "\"neutral\" is a whole number.", "six");
    given("order: support", "order: [support]", "\"order\" is a word or a text.", "[");
    given("order: support", "order: 3", "\"order\" is a word or a text.", "3");
    given("units: {footman: 1}\n", "units: horse\n", "\"units\" is a map, such as {name: value}.", "horse");
    given("stage: raids", "stage: raids\n  blade-used: maybe", "\"blade-used\" is yes or no.", "maybe");
    given(
        "stage: raids",
        "stage: raids\n  houses: {stark: {hand: robb-stark}}",
        "\"hand\" is a list, such as [one, two].",
        "robb-stark",
    );
}

#[test]
fn unknown_names_in_a_position_of_the_king_are_refused() {
    let given = |new: &str, words: &str, marked: &str, meant: &str| {
        refuses_in(STRUGGLE, "setup: empty", &format!("setup: empty\n  {new}"), words, marked, meant);
    };
    let all = "There are: areas, courts, exchange, first, outcome, passes, past, played, row, step, struggle, supply, setup.";
    given("strugle: 1", &format!("There is no \"strugle\" in given. {all}"), "strugle", "struggle");
    given(
        "areas: {devva: {}}",
        "There is no \"devva\" in given.areas. There are: aquae-sulis, caerleon, caledonia, deva, din-eidyn, eboracum, londinium, ratae.",
        "devva",
        "deva",
    );
    given(
        "areas: {deva: {folowers: {scots: 1}}}",
        "There is no \"folowers\" in given.areas.deva. There are: crown, followers.",
        "folowers",
        "followers",
    );
    given(
        "areas: {deva: {followers: {scotts: 1}}}",
        "There is no \"scotts\" in given.areas.deva.followers. There are: loyalists, romano-britons, scots, welsh.",
        "scotts",
        "scots",
    );
    given(
        "past: [{region: deva, wins: scots}]",
        "There is no \"wins\" in given.past. There are: first, region, turns, winner.",
        "wins",
        "",
    );
    refuses_in(
        STRUGGLE,
        "kay: null",
        "kay: null, key: null",
        "There is no \"key\" in given.courts. There are: bedivere, kay, morgan.",
        "key",
        "kay",
    );
}

#[test]
fn what_cannot_be_there_cannot_be_missing_either() {
    refuses("then: {areas: {seagrad: null}}", "There is no \"seagrad\" in then.areas.", "seagrad", "seagard");
    refuses(
        "then: {areas: {seagard: {ordr: null}}}",
        "There is no \"ordr\" in then.areas.seagard. There are: garrison, house, neutral, order, routed, token, units.",
        "ordr",
        "order",
    );
    refuses("then: {nevver: [raid]}", "There is no \"nevver\" in then.", "nevver", "never");
    refuses(
        "then: {views: {stark: {outcom: null}}}",
        "There is no \"outcom\" in views.stark.",
        "outcom",
        "outcome",
    );
    let known =
        problems("then: {outcome: null, views: {stark: {outcome: null, areas: {seagard: {token: null}}}}}");
    assert_eq!(known, Vec::<String>::new());
}

/// The march of [`BATTLE`] with the cards that both sides play.
const FOUGHT: &str = "  - lannister march: {from: riverrun, to: {seagard: {knight: 2}}}
  - lannister card: tywin-lannister
  - stark card: ser-rodrik-cassel
";

#[test]
fn what_is_forced_may_be_written_down_and_is_checked() {
    let battle = |rest: &str| problems_of(&format!("{BATTLE}when:\n{FOUGHT}{rest}"));
    let none: Vec<String> = Vec::new();
    let retreat = "  - stark retreat: {to: moat-cailin}\n";
    let unforced = battle(retreat);
    assert_eq!(unforced, none);
    assert_eq!(battle(&format!("  - stark casualties: {{footman: 1}}\n{retreat}")), none);
    let wrong = battle(&format!("  - stark casualties: {{footman: 2}}\n{retreat}"));
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(has(&wrong, "'stark casualties' was refused: "), "{wrong:?}");
    let refused = "refused: [{decision: stark casualties, because: casualties-number}]";
    assert_eq!(battle(&format!("  - stark casualties: {{footman: 2}}\n{retreat}{refused}")), none);
    // One that is right is found behind one that is wrong.
    let both = "  - stark casualties: {footman: 2}\n  - stark casualties: {footman: 1}\n";
    assert_eq!(battle(&format!("{both}{retreat}{refused}")), none);
    // Written once too often it is never asked.
    let twice = "  - stark casualties: {footman: 1}\n  - stark casualties: {footman: 1}\n";
    assert_eq!(battle(&format!("{twice}{retreat}")), ["when: 'stark casualties' was never asked"]);
}

#[test]
fn what_was_answered_before_is_not_part_of_the_story() {
    let battle = |rest: &str| problems_of(&format!("{BATTLE}answered:\n{FOUGHT}{rest}"));
    let none: Vec<String> = Vec::new();
    let rest = "when: [{stark retreat: {to: moat-cailin}}]\nthen: {never: [march, battle-begins], events: [{event: retreat}]}";
    assert_eq!(battle(rest), none);
    assert_eq!(battle("then: {asked: [stark retreat], never: [march]}"), none);
    let cards = battle(&rest.replace("event: retreat", "event: battle-begins"));
    assert!(has(&cards, "did not happen in its place"), "{cards:?}");
    let late = format!("{BATTLE}answered:\n  - lannister card: tywin-lannister\nwhen:\n{FOUGHT}")
        .replacen("when:\n  - lannister march", "when:\n  - lannister march", 1)
        .replace("  - lannister card: tywin-lannister\n  - stark", "  - stark");
    let late = problems_of(&format!("{late}then: {{asked: [stark retreat]}}"));
    assert_eq!(late, ["when: 'lannister march' was asked before all of `answered` were"]);
}

#[test]
fn the_words_of_the_report_are_checked() {
    let raid = |told: &str| {
        problems(&format!(
            "when: [{{stark raid: {{from: moat-cailin, at: [seagard]}}}}]\nthen: {{told: {told}}}"
        ))
    };
    assert_eq!(raid("Moat Cailin"), Vec::<String>::new());
    assert_eq!(raid("[Moat Cailin, Seagard]"), Vec::<String>::new());
    let missing = raid("[Moat Cailin, Winterfell]");
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(missing[0].starts_with("told: the report does not say “Winterfell”; it says:\n"), "{missing:?}");
    assert!(missing[0].contains("Moat Cailin"), "{missing:?}");
}

#[test]
fn every_game_names_its_events_and_positions() {
    for game in ravenpost::games::ALL {
        let referee =
            ravenpost::games::referee(game.id, game.players[0], &serde_json::Value::Null, &|_| None)
                .expect("the game");
        let names = referee.vocabulary();
        assert!(!names.events.is_empty() && names.position.is_object(), "{}", game.id);
    }
}
