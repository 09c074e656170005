//! Explanations of whole campaigns of stand-in players, who mail real mails.

use crate::thorough::thorough;
use ravenpost::campaign::explain::{
    Explanation, MailRef, OriginAccount, Part, PassedOver, Question, explain, guide_in,
};
use ravenpost::campaign::rules::Rules;
use ravenpost::campaign::{Campaign, Host, explanation};
use ravenpost::disk::RealDisk;
use ravenpost::games;
use ravenpost::ledger::{Entry, Kind};
use ravenpost::report::Writer;
use ravenpost::report::model::Why;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, OnceLock};

/// A demo's folder, played once.
fn demo(game: &str) -> PathBuf {
    static PLAYED: [OnceLock<(tempfile::TempDir, PathBuf)>; 3] =
        [OnceLock::new(), OnceLock::new(), OnceLock::new()];
    let place = games::ALL.iter().position(|entry| entry.id == game).unwrap();
    let (_, dir) = PLAYED[place].get_or_init(|| play(&["--players", "3", "--seed", "2", "--game", game]));
    dir.clone()
}

/// Plays a demo in a folder of its own.
pub fn play(how: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("ravenpost-demo");
    let played = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(["-q", "demo"])
        .args(how)
        .arg("--dir")
        .arg(&dir)
        .output()
        .unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    (folder, dir)
}

fn campaign(game: &str) -> Campaign {
    Campaign::open(&Host::new(Arc::new(RealDisk { sync: false })), &demo(game)).unwrap()
}

fn told(campaign: &Campaign, turn: u32, what: &str, reader: Option<&str>) -> Explanation {
    let question = Question { turn, what, reader };
    explanation(campaign, &question).unwrap_or_else(|why| panic!("turn {turn}, {what}: {why}"))
}

fn text(writer: &Writer, explanation: &Explanation) -> String {
    let written = writer.write(explanation).unwrap_or_else(|why| panic!("{why}"));
    assert!(written.trouble.is_none(), "{:?}", written.trouble);
    written.mail.text
}

fn events(explanation: &Explanation) -> impl Iterator<Item = &Value> {
    let parts = explanation.stages.iter().flat_map(|stage| &stage.parts);
    parts.flat_map(|part| match part {
        Part::Events { events, .. } => events.as_slice(),
        _ => &[],
    })
}

fn turns(campaign: &Campaign) -> BTreeSet<u32> {
    campaign.record.game.history.iter().map(|stage| stage.turn).collect()
}

#[test]
fn every_battle_can_be_explained_with_what_would_have_changed_it() {
    let (campaign, writer) = (campaign("thrones-1e"), Writer::new(&|_| None));
    let (mut battles, mut changed) = (0, 0);
    for turn in turns(&campaign) {
        let whole = told(&campaign, turn, "", None);
        let places: Vec<&Value> = events(&whole).filter(|e| e["event"] == "battle-begins").collect();
        for battle in places {
            battles += 1;
            let what = format!("the battle at {}", battle["area"].as_str().unwrap());
            let explanation = told(&campaign, turn, &what, None);
            let is_it = |e: &&Value| e["event"] == "battle-won" && e["area"] == battle["area"];
            let won = events(&explanation).find(is_it).unwrap();
            for side in ["attacker", "defender"] {
                let addends = won[side]["addends"].as_array().unwrap();
                let sum: i64 = addends.iter().map(|addend| addend["amount"].as_i64().unwrap()).sum();
                assert_eq!(sum, won[side]["total"].as_i64().unwrap());
            }
            let tries =
                explanation.stages.iter().flat_map(|stage| &stage.parts).find_map(|part| match part {
                    Part::Counterfactuals { tries } => Some(tries),
                    _ => None,
                });
            let tries = tries.expect("cards at least are tried otherwise");
            for change in tries.iter().flat_map(|tried| &tried.changes) {
                changed += 1;
                assert_ne!(change.outcome, won["winner"]);
                assert!([&won["loser"], &won["winner"]].contains(&&change.outcome));
            }
            let text = text(&writer, &explanation);
            for word in ["What decided it", "Rules: 1e", "House card", "From the plan of"] {
                assert!(text.contains(word), "{word} is not in:\n{text}");
            }
        }
    }
    println!("{battles} battles, {changed} answers that would have changed one");
    assert!(battles > 3 && changed > 0);
}

#[test]
fn every_area_seat_card_and_stage_can_be_asked_about() {
    let writer = Writer::new(&|_| None);
    for game in ["thrones-1e", "thrones-2e", "king-is-dead"] {
        let campaign = campaign(game);
        let mut spoken = 0;
        // The King is Dead has few names.
        let few = if game == "king-is-dead" { 1 } else { thorough(3, 1) };
        for turn in turns(&campaign).into_iter().skip(1).step_by(5) {
            let whole = told(&campaign, turn, "", None);
            for name in whole.after["names"].as_object().unwrap().values().step_by(few) {
                let explanation = told(&campaign, turn, name.as_str().unwrap(), None);
                let id = &explanation.about[0].id;
                for event in events(&explanation) {
                    assert!(event.to_string().contains(&format!("\"{id}\"")), "{name}: {event}");
                }
                spoken += explanation.stages.len();
                text(&writer, &explanation);
            }
            for stage in whole.stages.iter().map(|stage| &stage.stage) {
                assert!(!told(&campaign, turn, stage, None).stages.is_empty(), "{stage}");
            }
        }
        assert!(spoken > 10, "{game}: {spoken}");
    }
}

#[test]
fn a_number_is_traced_to_where_it_was_set() {
    let (campaign, writer) = (campaign("thrones-1e"), Writer::new(&|_| None));
    let mut found = 0;
    for turn in turns(&campaign).into_iter().step_by(thorough(2, 1)) {
        for seat in ["stark", "lannister", "baratheon"] {
            let explanation = told(&campaign, turn, "why is my supply 3?", Some(seat));
            let is = explanation.after["houses"][seat]["supply"].as_i64().unwrap();
            match events(&explanation).filter(|e| e["event"] == "supply-set").last() {
                Some(set) => {
                    found += 1;
                    text(&writer, &explanation);
                    assert_eq!((set["house"].as_str(), set["to"].as_i64()), (Some(seat), Some(is)));
                }
                None => {
                    assert!(text(&writer, &explanation).contains("set during the set-up"), "{turn} {seat}")
                }
            }
        }
    }
    assert!(found > 0);
}

#[test]
fn two_battles_as_they_are_told() {
    let (campaign, writer) = (campaign("thrones-1e"), Writer::new(&|_| None));
    // The first that a tie decided, and the first in which somebody lost units.
    let won = |test: fn(&Value) -> bool| {
        turns(&campaign).into_iter().find_map(|turn| {
            let whole = told(&campaign, turn, "", None);
            let battle = events(&whole).find(|event| test(event))?;
            Some((turn, battle["area"].as_str()?.to_owned()))
        })
    };
    let (turn, area) = won(|event| event["event"] == "battle-won" && event["by"] == "fiefdoms").unwrap();
    let tie = text(&writer, &told(&campaign, turn, &format!("battle {area}"), None));
    let (turn, area) = won(|event| event["event"] == "casualties" && event["number"] != 0).unwrap();
    let losses = text(&writer, &told(&campaign, turn, &format!("battle {area}"), Some("stark")));
    insta::assert_snapshot!("a_battle_that_a_tie_decided", tie);
    insta::assert_snapshot!("a_battle_with_losses_as_stark_may_know_it", losses);
}

#[test]
fn every_origin_of_a_decision_has_words() {
    let writer = Writer::new(&|_| None);
    for game in ["thrones-1e", "thrones-2e", "king-is-dead"] {
        let explanation = told(&campaign(game), 1, "", None);
        let with = |origin: OriginAccount| {
            let mut explanation = explanation.clone();
            let parts = explanation.stages.iter_mut().flat_map(|stage| &mut stage.parts);
            let mut decisions = parts.filter_map(|part| match part {
                Part::Decision(decision) => Some(decision),
                _ => None,
            });
            let decision = decisions.next().unwrap();
            let OriginAccount::Plan { mail: Some(mail), .. } = &decision.origin else {
                panic!("{decision:?}")
            };
            let why = Why {
                code: "window-closed".into(),
                details: json!({"window": "1-planning", "now": ""}).as_object().unwrap().clone(),
            };
            decision.refused = vec![MailRef { problems: vec![why], ..(**mail).clone() }];
            let details = json!({});
            let answer = decision.answer.clone();
            decision.passed_over = Some(PassedOver { answer, code: "plan-blade-not-yours".into(), details });
            decision.origin = origin;
            // Lines are filled as they come.
            text(&writer, &explanation).split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let whys =
            ["pace", "guess", "absent", "missed", "unusable", "not-opened", "hold", "steward", "resigned"];
        for why in whys {
            let told = with(OriginAccount::Default { why: why.into() });
            assert!(
                told.contains("The default, because ") && !told.contains(&format!("because {why} ")),
                "{told}"
            );
            assert!(told.contains("Skipped: ") && told.contains("We could not use the message of"));
        }
        assert!(with(OriginAccount::Steward).contains("The steward's choice"));
        assert!(with(OriginAccount::Gm).contains("The game master's choice"));
    }
}

/// What a seat may have of a ledger: its own secrets.
fn own(entries: &[Entry], seat: &str) -> Vec<Entry> {
    let is_own = |entry: &Entry| entry.body.get("seat").and_then(Value::as_str) == Some(seat);
    entries.iter().map(|e| if is_own(e) { e.clone() } else { e.redacted().unwrap() }).collect()
}

#[test]
fn a_seats_explanation_follows_from_what_the_seat_may_have() {
    for game in ["thrones-1e", "thrones-2e", "king-is-dead"] {
        let campaign = campaign(game);
        let guide = guide_in(campaign.referee.id(), None).unwrap();
        let rules = Rules::new(&*campaign.referee, &campaign.secrets.chance, campaign.entries().unwrap());
        let seats: Vec<String> = campaign.record.people.seats().map(str::to_owned).collect();
        // Where a window has taken plans and not shown them; before the first there are words of chance only.
        let in_window = |e: &&Entry| e.kind == Kind::Received && e.body.get("window").is_some();
        // A look at a wildling card that the rules keep secret leaves a copy in which another card may come up: nobody plays on
        // from it.
        let kept = campaign.entries().unwrap().iter().find(|e| e.body["hidden"] == true);
        let before = kept.map_or(usize::MAX, |e| e.seq as usize);
        let places = campaign.entries().unwrap().iter().filter(in_window).map(|e| e.seq as usize);
        let places = places.take_while(|place| *place < before).collect::<Vec<_>>();
        assert!(!places.is_empty(), "{game}");
        let step = (places.len() / thorough(2, 4)).clamp(1, 24);
        for cut in places.into_iter().step_by(step) {
            let entries = campaign.entries().unwrap().get(..cut).unwrap();
            let turn = entries.iter().rev().find_map(|e| e.body["turn"].as_u64()).unwrap() as u32;
            for seat in &seats {
                let ask = |entries: &[Entry]| {
                    let question = Question { turn, what: "", reader: Some(seat) };
                    explain(rules, entries, &guide, Default::default(), &question).unwrap()
                };
                assert_eq!(ask(entries), ask(&own(entries, seat)), "{game} at {cut}, {seat}");
            }
            // Nor is the game master told of a plan that is not open yet.
            let question = Question { turn, what: "", reader: None };
            let gm = explain(rules, entries, &guide, Default::default(), &question).unwrap();
            let gm = serde_json::to_string(&gm).unwrap();
            let opened = |seat: &Value, window: &Value| {
                entries
                    .iter()
                    .any(|e| e.kind == Kind::Opened && e.body["seat"] == *seat && e.body["window"] == *window)
            };
            for sealed in entries.iter().filter(|e| e.kind == Kind::Sealed) {
                if !opened(&sealed.body["seat"], &sealed.body["window"]) {
                    assert!(!gm.contains(sealed.body["seal"].as_str().unwrap()));
                }
            }
        }
    }
}

/// Events that only the second edition of Thrones tells, and questions that only it asks.
const SECOND_TELLS: &[&str] = &[
    "westeros-chosen",
    "ships-taken",
    "wildling-card",
    "units-replaced",
    "cards-moved",
    "power-changed",
    "wildlings-watched",
    "wildling-card-seen",
    "tides",
    "skulls",
];
/// The events and questions that only the scenario in the north has.
const NORTH_TELLS: &[&str] = &[
    "tactic-deck",
    "tactic-shown",
    "units-raised",
    "attack-decided",
    "quest-sent",
    "quest-return",
    "card-replaced",
    "objective-paid",
    "tactic-used",
    "tactic-taken",
    "tactic-gained",
    "tactic-dearer",
    "tactic-power",
    "tactic-order",
    "tactic-order-taken",
    "tactic-move",
    "card-annulled",
    "westeros-fetched",
    "watch-draws",
    "strike-ends",
];
const SECOND_ASKS: &[&str] = &["westeros", "pick", "select", "redraw"];

fn kinds_of(game: &str) -> &'static [&'static str] {
    games::kinds(game)
}

#[test]
fn every_event_and_question_has_its_rule_and_the_rules_have_them() {
    for (game, names, kinds) in [
        (
            "thrones-1e",
            [games::thrones::event::RealmEvent::NAMES, games::thrones::event::WarEvent::NAMES].concat(),
            kinds_of("thrones-1e").iter().copied().filter(|kind| !SECOND_ASKS.contains(kind)).collect(),
        ),
        (
            "thrones-2e",
            [games::thrones::event::RealmEvent::NAMES, games::thrones::event::WarEvent::NAMES].concat(),
            kinds_of("thrones-2e").to_vec(),
        ),
        (
            "thrones-nine",
            [games::thrones::event::RealmEvent::NAMES, games::thrones::event::WarEvent::NAMES].concat(),
            kinds_of("thrones-nine").to_vec(),
        ),
        (
            "beyond-the-wall",
            [
                games::thrones::event::RealmEvent::NAMES,
                games::thrones::event::RealmEvent::NORTHERN,
                games::thrones::event::WarEvent::NAMES,
            ]
            .concat(),
            games::thrones::people::plan::NORTH_KINDS.to_vec(),
        ),
        (
            "westeros-and-the-north",
            [
                games::thrones::event::RealmEvent::NAMES,
                games::thrones::event::RealmEvent::NORTHERN,
                games::thrones::event::RealmEvent::JOINED,
                games::thrones::event::WarEvent::NAMES,
            ]
            .concat(),
            games::thrones::people::plan::JOINED_KINDS.to_vec(),
        ),
        ("king-is-dead", games::king_is_dead::event::Event::NAMES.to_vec(), vec!["turn"]),
    ] {
        let guide = guide_in(game, None).unwrap_or_else(|why| panic!("{why}"));
        let told: BTreeSet<&str> = guide.events.keys().map(String::as_str).collect();
        let due = names.iter().copied().filter(|name| game != "thrones-1e" || !SECOND_TELLS.contains(name));
        let due = due.filter(|name| {
            ["beyond-the-wall", "westeros-and-the-north"].contains(&game) || !NORTH_TELLS.contains(name)
        });
        assert_eq!(told, due.collect(), "{game}");
        let asked: BTreeSet<&str> = guide.decisions.keys().map(String::as_str).collect();
        assert_eq!(asked, kinds.iter().copied().collect(), "{game}");
        assert!(!guide.topics.is_empty(), "{game}");
        // Only Thrones has battles and auctions; a struggle is one stage.
        assert_eq!(guide.scenes.is_empty(), game == "king-is-dead", "{game}");
        let known = |name: &String| names.contains(&name.as_str());
        for (name, topic) in &guide.topics {
            assert!(topic.events.iter().chain(&topic.latest).all(known), "{name}");
            assert!(topic.decisions.iter().all(|kind| kinds.contains(&kind.as_str())), "{name}");
        }
        for (name, scene) in &guide.scenes {
            let events = [&scene.heart, &scene.opens, &scene.outcome];
            assert!(
                events.into_iter().chain(&scene.closes).chain(&scene.earlier.events).all(known),
                "{name}"
            );
            assert!(scene.tries.iter().all(|kind| kinds.contains(&kind.as_str())), "{name}");
        }
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(&guide.rules);
        let rules = std::fs::read_to_string(&file).unwrap();
        for place in guide.all_places() {
            // A heading, a section that begins a paragraph (`**8.5 …`), an answer of the FAQ (`8. **…`), or a ruling.
            let faq = place.strip_prefix("13.").map(|number| format!("\n{number}. **"));
            let forms = [
                format!("\n## {place}\n"),
                format!("\n## {place} "),
                format!("\n### {place}\n"),
                format!("\n### {place}: "),
                format!("**{place} "),
                faq.unwrap_or_else(|| format!("\n## {place}\n")),
            ];
            let is_ruling = place.contains("-") && place.len() == 4;
            let there = forms.iter().any(|form| rules.contains(form)) || is_ruling && rules.contains(&place);
            assert!(there, "{game}: there is no “{place}” in {}", guide.rules);
        }
    }
}

#[test]
fn the_command_line_says_what_it_does_not_understand() {
    let dir = demo("king-is-dead");
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
            .arg("explain")
            .arg(&dir)
            .args(args)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), said + &String::from_utf8_lossy(&output.stderr))
    };
    let (code, said) = run(&["1", "Londinum"]);
    assert!(code == Some(3) && said.contains("did you mean Londinium?"), "{said}");
    let (code, said) = run(&["99"]);
    assert!(code == Some(3) && said.contains("turn 99 has not come yet"), "{said}");
    let (code, said) = run(&["Londinium"]);
    assert!(code == Some(2) && said.contains("a turn is a number, such as 3"), "{said}");
    let (code, said) = run(&["1", "--seat", "nobody"]);
    assert!(code == Some(2) && said.contains("no seat “nobody”"), "{said}");
    let (code, said) = run(&["1", "Londinium", "--html"]);
    assert!(code == Some(0) && said.starts_with("<!DOCTYPE html>"), "{said}");
    let (code, said) = run(&["1", "--json"]);
    let told: Value = serde_json::from_str(&said).unwrap();
    assert!(code == Some(0) && told["stages"].as_array().is_some_and(|stages| !stages.is_empty()));
}
