//! Sentences in plans of The King is Dead: spellings with what they mean, or why they are refused and where.

use ravenpost::games::king_is_dead::KingIsDead;
use ravenpost::games::king_is_dead::board::Board;
use ravenpost::games::king_is_dead::data::Options;
use ravenpost::games::king_is_dead::people::plan::{Condition, Plan, Until, What, Where};
use ravenpost::sheet::{Fault, parse};
use ravenpost::table::{Game, RandomTable, Seat};
use serde_json::{Value, json};

pub(super) fn game(players: u8) -> KingIsDead {
    let folder = |file: &str| ravenpost::games::embedded("king-is-dead", file).map(str::to_owned);
    KingIsDead::load(&folder, players, Options { mordred: true, ..Options::default() })
        .expect("the game's own data")
}

/// The opening for so many, and the plan of Bedivere, who is not asked.
pub(super) fn read(players: u8, text: &str) -> (KingIsDead, Board, Result<Plan, Vec<Fault>>) {
    let game = game(players);
    let mut board = game.begin(&mut RandomTable::new(1)).expect("set-up never asks");
    board.first = Seat(1);
    let node = parse(text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let reading = game.read_plan(&board, Seat(0), &[], &node);
    let plan = reading.plan.ok_or(reading.faults);
    (game, board, plan)
}

const BEFORE: &str = "turns: [{play: Crown, without effect: yes, summon: anybody, if: \"";

/// A play that hangs on a sentence.
pub(super) fn plan_with(sentence: &str) -> String {
    format!("{BEFORE}{sentence}\"}}]")
}

fn condition_of(plan: &Plan) -> Condition {
    let What::Play { wishes, .. } = &plan.turns[0].what else { panic!("{plan:?}") };
    wishes[0].when.clone().expect("a condition")
}

/// The sentence that is shown for a plan's condition.
fn shown(game: &KingIsDead, board: &Board, plan: &Plan) -> String {
    let text = game.write_plan(plan, board);
    let line = text.lines().find_map(|line| line.trim().strip_prefix("if: ")).expect("a condition");
    serde_json::from_str(line).unwrap_or_else(|_| line.to_owned())
}

/// Spellings, with the sentence that is shown for them; an empty one is the same as the spelling.
const UNDERSTOOD: &[(&str, &str)] = &[
    ("Scots lead in Deva", ""),
    ("the scots are leading in deva", "Scots lead in Deva"),
    ("Deva is led by the blue", "Scots lead in Deva"),
    ("Scots have the most in Deva", "Scots lead in Deva"),
    ("Scots have the most followers in Deva.", "Scots lead in Deva"),
    ("Saxons lead in Deva", ""),
    ("the invaders lead in Chester", "Saxons lead in Deva"),
    ("Scots lead in Deva by at least 2", ""),
    ("Scots lead in Deva by 2", "Scots lead in Deva by at least 2"),
    ("Scots lead by two or more in Deva", "Scots lead in Deva by at least 2"),
    ("Scots lead in Deva by more than 1", "Scots lead in Deva by at least 2"),
    ("Scots lead in Deva by exactly 1", ""),
    ("Scots lead in this struggle's region", ""),
    ("Scots lead in the contested region", "Scots lead in this struggle's region"),
    ("Scots lead in the region of this struggle", "Scots lead in this struggle's region"),
    ("Scots do not lead in Deva", ""),
    ("not Scots lead in Deva", "Scots do not lead in Deva"),
    ("Scots don’t lead in Deva", "Scots do not lead in Deva"),
    ("Scots lead in Deva or Ratae", "Scots lead in Deva or Scots lead in Ratae"),
    ("Scots lead in Deva and Ratae", "Scots lead in Deva and Scots lead in Ratae"),
    ("Scots lead in Deva or Ratae is resolved", "Scots lead in Deva or Ratae is resolved"),
    ("Scots lead in Deva, Welsh lead in Ratae", "Scots lead in Deva and Welsh lead in Ratae"),
    ("Scots lead in Deva, and Welsh lead in Ratae", "Scots lead in Deva and Welsh lead in Ratae"),
    ("Scots lead in Deva but Welsh don't lead in Ratae", "Scots lead in Deva and Welsh do not lead in Ratae"),
    (
        "Scots lead in Deva, Welsh lead in Ratae or Deva is tied",
        "Scots lead in Deva or Welsh lead in Ratae or Deva is tied",
    ),
    ("either Scots lead in Deva or Welsh lead in Ratae", "Scots lead in Deva or Welsh lead in Ratae"),
    ("(Scots lead in Deva or Deva is tied) and nobody has passed", ""),
    ("Deva is tied or (nobody has passed and Ratae is resolved)", ""),
    ("not (Scots lead in Deva or Deva is tied)", ""),
    ("not (not Deva is tied)", "Deva is tied"),
    ("((Deva is tied))", "Deva is tied"),
    (
        "(Deva is tied and Ratae is tied) and Ratae is resolved",
        "Deva is tied and Ratae is tied and Ratae is resolved",
    ),
    ("Scotts lead in Deva", "Scots lead in Deva"),
    ("Welsh would lead in Bath by at least 2", "Welsh would lead in Aquae Sulis by at least 2"),
    ("Welsh would not lead in Ratae", ""),
    ("Deva is tied", ""),
    ("there is no tie in Deva", "Deva is not tied"),
    ("Deva would be tied", ""),
    ("Scots hold Deva", ""),
    ("Deva has fallen", "!guard-unknown fallen"),
    ("Deva fell to the Saxons", "Saxons hold Deva"),
    ("Scots have not taken Deva", "Scots do not hold Deva"),
    ("the Saxons hold 3 regions", "Saxons hold at least 3 regions"),
    ("Scots hold more than 2 regions", "Scots hold at least 3 regions"),
    ("Scots hold fewer than 2 regions", "Scots hold at most 1 region"),
    ("Scots hold no regions", "Scots hold no regions"),
    ("Scots hold exactly 2 regions", ""),
    ("Scots hold more regions than Welsh", ""),
    ("Scots hold at least 2 more regions than the Saxons", "Scots hold at least 2 more regions than Saxons"),
    ("Scots hold as many regions as Welsh", ""),
    ("2 Welsh in Ratae", "at least 2 Welsh in Ratae"),
    ("at least 2 Welsh are in Ratae", "at least 2 Welsh in Ratae"),
    ("two or more Welsh in Ratae", "at least 2 Welsh in Ratae"),
    ("Ratae has at most 1 Welsh", "at most 1 Welsh in Ratae"),
    ("exactly 2 Welsh in Ratae", ""),
    ("fewer than 3 Scots in Deva", "at most 2 Scots in Deva"),
    ("no more than 2 Scots in Deva", "at most 2 Scots in Deva"),
    ("not 3 Scots in Deva", "at most 2 Scots in Deva"),
    ("no Scots in Deva", ""),
    ("a Scot in Deva", "at least 1 Scot in Deva"),
    ("there are any Scots in Deva", "at least 1 Scot in Deva"),
    ("Scots have 2 in Deva", "at least 2 Scots in Deva"),
    ("at least 5 followers in Deva", ""),
    ("no followers in Deva", ""),
    ("3 red in Deva", "at least 3 Welsh in Deva"),
    ("there would be 3 Scots in Deva", "there would be at least 3 Scots in Deva"),
    ("no loyalists in the supply", "no Loyalists in the supply"),
    ("the supply has 2 Scots", "at least 2 Scots in the supply"),
    ("at least 10 followers in the supply", ""),
    ("more Scots than Welsh in the supply", ""),
    ("more Scots than Welsh in Deva", ""),
    ("there are more Scots than Welsh in Deva", "more Scots than Welsh in Deva"),
    ("fewer Scots than Welsh in Deva", "more Welsh than Scots in Deva"),
    ("more Scots than Welsh in Deva by at least 2", "at least 2 more Scots than Welsh in Deva"),
    ("2 more Scots than Welsh in Deva", "at least 2 more Scots than Welsh in Deva"),
    ("exactly 1 more Scots than Welsh in Deva", ""),
    ("as many Scots as Welsh in Deva", ""),
    ("at least as many Scots as Welsh in Deva", ""),
    ("Scots outnumber Welsh in Deva by 2", "at least 2 more Scots than Welsh in Deva"),
    ("not more Scots than Welsh in Deva", ""),
    ("more Scots in Deva than in Ratae", ""),
    ("Deva has more followers than Ratae", "more followers in Deva than in Ratae"),
    ("there would be more Scots than Welsh in Deva", ""),
    ("more Scots than as Welsh in Deva", "!guard-unknown as"),
    ("more Scots as Welsh in Deva", "!guard-unknown as"),
    ("nobody has passed", ""),
    ("no one has passed yet", "nobody has passed"),
    ("no-one else has passed", "nobody has passed"),
    ("not somebody has passed", "nobody has passed"),
    ("somebody has passed", ""),
    ("anyone passed", "somebody has passed"),
    ("Kay has passed", ""),
    ("Kay hasn't passed", "Kay has not passed"),
    ("all others have passed", ""),
    ("all others passed", "all others have passed"),
    ("everybody else has passed", "all others have passed"),
    ("not everybody else has passed", "not all others have passed"),
    ("all others have not passed", "!guard-unknown not"),
    ("2 players have passed", "at least 2 others have passed"),
    ("nobody plays", ""),
    ("somebody plays", ""),
    ("Kay plays the Crown", "Kay plays Crown"),
    ("somebody has played", "somebody has played in this struggle"),
    ("nobody has played", "nobody has played in this struggle"),
    ("nobody has played a card this struggle", "nobody has played in this struggle"),
    ("Kay has played", "Kay has played in this struggle"),
    ("Kay has played the Crown", "Kay has played Crown in this game"),
    ("Kay has not played a Garrison", "Kay has not played Garrison in this game"),
    ("nobody has played the Ambassador this struggle", "nobody has played Ambassador in this struggle"),
    ("all others have played", "all others have played in this struggle"),
    ("Kay has already played Welsh", "Kay has played Welsh in this game"),
    ("the struggle is for Deva", ""),
    ("Deva is at stake", "the struggle is for Deva"),
    ("the struggle isn't about Deva", "the struggle is not for Deva"),
    ("Deva is next", "the next struggle is for Deva"),
    ("Deva comes before Ratae", ""),
    ("Ratae comes after Deva", "Deva comes before Ratae"),
    ("Deva is struggle 3", ""),
    ("this is struggle 3", "the number of the struggle is exactly 3"),
    ("the number of the struggle is at least 3", ""),
    ("Deva is resolved", ""),
    ("Deva is still open", "Deva is not resolved"),
    ("Deva and Ratae are resolved", "Deva is resolved and Ratae is resolved"),
    ("Deva has a crown", ""),
    ("there is no crown token on Deva", "Deva has no crown"),
    ("my crown is on Deva", "I have a crown on Deva"),
    ("Kay’s crown token is on Deva", "Kay has a crown on Deva"),
    ("I have 3 Scots", "I have at least 3 Scots at court"),
    ("Bedivere has 3 Scots", "I have at least 3 Scots at court"),
    ("2 Scots in my court", "I have at least 2 Scots at court"),
    ("Kay has no Scots", "Kay's court has no Scots"),
    ("Kay has a Scot at court", "Kay's court has at least 1 Scot"),
    ("I have more Scots than Welsh", "I have more Scots than Welsh at court"),
    ("I have more Scots than Kay", "I have more Scots than Kay at court"),
    ("Kay has more Scots than me", "Kay has more Scots than me at court"),
    ("Kay has fewer Scots than I have", "I have more Scots than Kay at court"),
    ("Kay has more followers than Morgan", "Kay has more followers than Morgan at court"),
    (
        "I have the most Scots",
        "I have more Scots than Morgan at court and I have more Scots than Kay at court",
    ),
    ("I have 2 sets", "I have at least 2 sets"),
    ("Kay has more complete sets than me", "Kay has more sets than me"),
    ("Kay has 2 cards left", "Kay has at least 2 cards"),
    ("I have no cards left", "I have no cards"),
    ("Kay has at most 1 card in hand", "Kay has at most 1 card"),
    ("I have more cards than Kay", ""),
    ("I have the Crown card", ""),
    ("I don't have the Crown in hand", "I do not have the Crown card"),
    ("I would win now", ""),
    ("Kay is winning", "Kay would win now"),
    ("Kay would win an invasion", ""),
    ("Scots are in power", ""),
    ("it does something", ""),
    ("it does nothing", ""),
    ("it does everything", ""),
];

/// What is refused: the code, and the word under the caret. After a colon, what is suggested.
const REFUSED: &[(&str, &str, &str)] = &[
    ("Scots lead in Dava", "guard-unknown Dava", "Deva"),
    ("nobody has pased", "guard-unknown pased", "passed"),
    ("Scots lead", "guard-unfinished", ""),
    ("Deva", "guard-unfinished", ""),
    ("Scots lead in Deva tomorrow", "guard-unknown tomorrow", ""),
    ("Scots lead in Deva and", "guard-unfinished", ""),
    ("and Scots lead in Deva", "guard-unknown and", ""),
    ("twice as many Scots as Welsh in Deva", "guard-unknown twice", ""),
    ("more Scots than Welsh", "guard-unfinished", ""),
    ("Scots and Welsh lead in Deva", "guard-unknown and", ""),
    ("Scots lead in Deva or Welsh lead in Ratae and Deva is tied", "guard-mixed and", ""),
    ("(Scots lead in Deva, Deva is tied)", "guard-comma ,", ""),
    ("either Scots lead in Deva and Deva is tied", "guard-mixed and", ""),
    ("(Scots lead in Deva", "guard-bracket (", ""),
    ("Scots lead in Deva)", "guard-unknown )", ""),
    ("not Scots lead in Deva or Ratae is tied, perhaps", "guard-unknown perhaps", ""),
    ("not Scots lead in Deva and Ratae", "guard-not-list Scots", ""),
    ("Scots do not lead in Deva or Ratae", "guard-unfinished", ""),
    ("my partner has passed", "guard-no-partner my", ""),
    ("I have passed", "guard-own-play I", ""),
    ("Bedivere has played the Crown", "guard-own-play Bedivere", ""),
    ("Kay has the Crown card", "guard-unknown Crown", ""),
    ("Scots are strong in Deva", "guard-unknown strong", ""),
    ("", "guard-form", ""),
    (",", "guard-unknown ,", ""),
];

fn told(faults: &[Fault], sentence: &str) -> String {
    let fault = faults.iter().find(|fault| fault.is_error()).expect("an error");
    let span = fault.span.expect("a place");
    let line = plan_with(sentence);
    let word: String = line.chars().skip(span.column - 1).take(span.length).collect();
    match fault.why.code() {
        code @ ("guard-unfinished" | "guard-form") => code.to_owned(),
        code => format!("{code} {word}"),
    }
}

#[test]
fn spellings_mean_what_they_say() {
    assert!(UNDERSTOOD.len() + REFUSED.len() >= 170);
    let mut wrong = Vec::new();
    for (sentence, expected) in UNDERSTOOD {
        let (game, board, plan) = read(3, &plan_with(sentence));
        let found = match &plan {
            Ok(plan) => shown(&game, &board, plan),
            Err(faults) => format!("!{}", told(faults, sentence)),
        };
        let expected = if expected.is_empty() { sentence } else { expected };
        if found != *expected {
            wrong.push(format!("{sentence}\n  is    {found}\n  means {expected}"));
        }
    }
    for (sentence, expected, suggestion) in REFUSED {
        let (game, board, plan) = read(3, &plan_with(sentence));
        let (found, near) = match &plan {
            Ok(plan) => (shown(&game, &board, plan), String::new()),
            Err(faults) => {
                let near = faults.iter().find_map(|fault| fault.suggestion.clone());
                (told(faults, sentence), near.unwrap_or_default())
            }
        };
        if found != *expected || near != *suggestion {
            wrong.push(format!(
                "{sentence}\n  is       {found} ({near})\n  expected {expected} ({suggestion})"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        UNDERSTOOD.len() + REFUSED.len(),
        wrong.join("\n")
    );
}

/// The shape of the tree, which the sentences alone do not show.
#[test]
fn trees() {
    for (sentence, tree) in [
        ("Scots lead in Deva", json!({"leads": {"who": "scots", "region": "deva"}})),
        (
            "Welsh would lead in the region of this struggle by 2",
            json!({"leads": {"who": "welsh", "region": "this", "by": {"at-least": 2}, "after": true}}),
        ),
        ("Scots don't lead in Deva", json!({"not": {"leads": {"who": "scots", "region": "deva"}}})),
        ("nobody has passed", json!({"not": {"passed": "somebody"}})),
        ("all others have passed", json!({"passed": "all"})),
        (
            "Kay has played the Crown",
            json!({"played": {"who": {"seat": "kay"}, "card": "crown", "since": "game"}}),
        ),
        ("somebody plays", json!({"played": {"who": "somebody", "since": "line"}})),
        (
            "fewer Scots than Welsh in Deva",
            json!({"differ": {
            "one": {"followers": {"faction": "welsh", "at": {"region": "deva"}}},
            "other": {"followers": {"faction": "scots", "at": {"region": "deva"}}}, "is": {"at-least": 1}}}),
        ),
        (
            "no Scots in the supply",
            json!({"count": {"of": {"followers": {"faction": "scots", "at": "supply"}}, "is": {"at-most": 0}}}),
        ),
        ("I have 2 cards", json!({"count": {"of": {"cards": "me"}, "is": {"at-least": 2}}})),
        (
            "(Deva is tied or Ratae is tied) and nobody plays",
            json!({"all": [
            {"any": [{"tied": {"region": "deva"}}, {"tied": {"region": "ratae"}}]},
            {"not": {"played": {"who": "somebody", "since": "line"}}}]}),
        ),
        ("the Saxons hold 3 regions", json!({"count": {"of": {"regions": "saxons"}, "is": {"at-least": 3}}})),
        ("Deva has a crown", json!({"crown": {"on": "deva"}})),
        ("my crown is on Deva", json!({"crown": {"on": "deva", "whose": "me"}})),
        ("Kay would win an invasion", json!({"wins": {"who": {"seat": "kay"}, "by": "invasion"}})),
        ("it does something", json!("effect")),
    ] {
        let plan = read(3, &plan_with(sentence)).2.unwrap_or_else(|faults| panic!("{sentence}: {faults:?}"));
        let found: Value = serde_json::to_value(condition_of(&plan)).expect("data");
        assert_eq!(found, tree, "{sentence}");
    }
}

#[test]
fn a_partner_is_somebody_with_a_name() {
    let (game, board, plan) = read(4, &plan_with("my partner has passed"));
    assert_eq!(shown(&game, &board, &plan.expect("a plan")), "Kay has passed");
}

/// A list under `unless` and a list under `if` differ.
#[test]
fn a_list_is_all_in_if_and_any_in_unless() {
    let text =
        "turns: [{pass: yes, if: [Deva is tied, Ratae is tied], unless: [Scots lead in Deva, nobody plays]}]";
    let (game, board, plan) = read(3, text);
    let text = game.write_plan(&plan.expect("a plan"), &board);
    assert!(text.contains("if: Deva is tied and Ratae is tied\n"), "{text}");
    assert!(text.contains("unless: Scots lead in Deva or nobody plays\n"), "{text}");
}

#[test]
fn a_pass_cannot_speak_of_a_play() {
    for sentence in ["Scots would lead in Deva", "it does something"] {
        for text in
            [format!("turns: [{{pass: yes, if: {sentence}}}]"), format!("turns: [pass until {sentence}]")]
        {
            let faults = read(3, &text).2.expect_err("no plan");
            assert_eq!(faults[0].why.code(), "guard-would", "{text}");
        }
    }
}

#[test]
fn waiting_can_have_an_end() {
    let until = |text: &str| -> (String, Until) {
        let text = format!("turns: [{{play: Crown, without effect: yes, summon: anybody, {text}}}]");
        let (game, board, plan) = read(3, &text);
        let plan = plan.unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let What::Play { until, .. } = &plan.turns[0].what else { panic!("{plan:?}") };
        let again = game.write_plan(&plan, &board);
        let node = parse(&again).expect("YAML");
        let reading = game.read_plan(&board, Seat(0), &[], &node.entries().expect("a mapping")[0].1);
        assert_eq!(reading.plan.as_ref(), Some(&plan), "{again}");
        (again, until.clone().expect("an end"))
    };
    assert_eq!(until("when: all others have passed, until: struggle 3").1, Until::Struggle(3));
    assert_eq!(until("when: \"all others have passed, until struggle 3\"").1, Until::Struggle(3));
    assert_eq!(until("when: all others have passed twice").1, Until::Turns(2));
    assert_eq!(until("when: \"Deva is tied, once\"").1, Until::Turns(1));
    assert_eq!(until("when: Deva is tied, until: somebody plays").1, Until::Plays(None));
    assert_eq!(until("when: Deva is tied, until: this struggle").1, Until::StruggleEnds);
    let resolved = Condition::Resolved(Where::Region("deva".into()));
    assert_eq!(until("when: Deva is tied until Deva is resolved").1, Until::Holds(resolved));
}

#[test]
fn whom_to_summon() {
    for (text, expected) in [
        ("Scots from Deva", "Scots from Deva"),
        ("a Scot in Deva", "Scots from Deva"),
        ("Scots", "Scots"),
        ("blue", "Scots"),
        ("anybody", "anybody"),
        ("anyone from Deva", "anybody from Deva"),
        ("Scots from Deva or Ratae", "Scots from Deva | Scots from Ratae"),
        ("Scots from this struggle's region", "Scots from this struggle's region"),
        ("anybody but Welsh", "anybody but Welsh"),
        ("anybody except the Welsh", "anybody but Welsh"),
        ("anyone other than Welsh or Scots", "anybody but Scots or Welsh"),
        ("anybody but Welsh from Deva", "anybody but Welsh from Deva"),
        ("anybody from Deva but not Welsh", "anybody but Welsh from Deva"),
        ("Scots not from Deva", "Scots not from Deva"),
        ("Scots from anywhere but Deva or Ratae", "Scots not from Deva or Ratae"),
        ("anybody not from Deva", "anybody not from Deva"),
        ("anybody but Welsh not from Deva", "anybody but Welsh and not from Deva"),
        ("Scots near Deva", "!summon-form"),
        ("everybody", "!summon-form"),
        ("Scots but", "!summon-form"),
        ("Scots from Dava", "!summon-form"),
    ] {
        let (game, board, plan) =
            read(3, &format!("turns: [{{play: Crown, without effect: yes, summon: {text}}}]"));
        let found = match plan {
            Ok(plan) => {
                let written = game.write_plan(&plan, &board);
                let line = written
                    .lines()
                    .find_map(|line| line.trim().strip_prefix("summon: ["))
                    .expect("a summons");
                line.trim_end_matches(']').replace(", ", " | ")
            }
            Err(faults) => format!("!{}", faults[0].why.code()),
        };
        assert_eq!(found, expected, "{text}");
    }
}
