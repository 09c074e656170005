//! What the casebook says of cases that are wrong: a suite that cannot fail proves nothing.

use ravenpost::casebook::{parse, run};

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
    seagard: {house: greyjoy, units: {footman: 1}, order: support}
"#;

/// The problems of a case that goes on as written here.
fn problems(rest: &str) -> Vec<String> {
    let cases = parse(&format!("{RAID}{rest}")).expect("a case");
    let verdicts = cases.iter().map(|case| run(case, &|_, why| format!("{why:?}")));
    verdicts.flat_map(|verdict| verdict.problems).collect()
}

fn has(problems: &[String], part: &str) -> bool {
    problems.iter().any(|problem| problem.contains(part))
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
}

#[test]
fn a_decision_nobody_asks_for_is_a_problem() {
    assert!(has(&problems("when: [{greyjoy raid: {from: seagard, at: []}}]"), "was never asked"));
    assert!(has(&problems("when: [{tully raid: {}}]"), "no seat of this game"));
}

#[test]
fn refusals_are_expected_or_a_problem() {
    let wrong = "when: [{stark raid: {from: moat-cailin, at: [winterfell]}}]";
    assert!(has(&problems(wrong), "raid-no-target"));
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
    let routed = RAID.replace("order: support", "routed: {footman: 1}, order: support");
    let cases = parse(&routed).expect("a case");
    let verdict = run(&cases[0], &|_, why| format!("{why:?}"));
    assert!(has(&verdict.problems, "no such position can be: unsound-routed"));
    let cases =
        parse(&format!("{routed}refused: [{{decision: given, because: unsound-routed}}]")).expect("a case");
    assert!(run(&cases[0], &|_, why| format!("{why:?}")).passes());
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
