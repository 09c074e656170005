//! Where decisions come from, as an explanation tells it: the cases that stand-in players seldom make.

use crate::campaign::explain::{Explanation, Guide, NotExplained, Part, Question, explain};
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::campaign::{Campaign, Document};
use crate::ledger::{Entry, Kind, Secret};
use crate::report::model::Head;
use crate::seal::{Binding, Opening};
use serde_json::{Value, json};

pub(crate) fn guide() -> Guide {
    let guide = json!({
        "rules": "the toy's", "mark": "", "events": {"bids": "Bidding"}, "decisions": {"bid": "Bidding"},
        "silence": "Silence", "topics": {"coins": {"events": ["bids"], "decisions": ["bid"]}},
    });
    serde_json::from_value(guide).unwrap()
}

fn told(campaign: &Campaign, entries: &[Entry], turn: u32, reader: Option<&str>) -> Explanation {
    let question = Question { turn, what: "", reader };
    explain(campaign.rules(), entries, &guide(), Head::default(), &question).unwrap()
}

/// The decisions of a turn as JSON, by key.
fn decisions(world: &World, turn: u32, reader: Option<&str>) -> Vec<Value> {
    let campaign = world.campaign();
    let told = told(&campaign, campaign.entries().unwrap(), turn, reader);
    let parts = told.stages.iter().flat_map(|stage| &stage.parts);
    let decisions = parts.filter_map(|part| match part {
        Part::Decision(decision) => Some(serde_json::to_value(decision).unwrap()),
        _ => None,
    });
    decisions.collect()
}

fn of<'a>(decisions: &'a [Value], key: &str) -> &'a Value {
    decisions.iter().find(|decision| decision["key"] == key).unwrap_or_else(|| panic!("{key}: {decisions:?}"))
}

#[test]
fn what_was_passed_over_is_told_to_its_owner_alone() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    let opening = |bid: u64| {
        let binding = Binding { campaign: "toy-1".into(), seat: "ash".into(), window: "1-bidding".into() };
        Opening::new(&binding, json!({"turn": 1, "bid": bid}), &[7; 16]).unwrap()
    };
    world.write("ash", &format!("seal: {}\nfinal: yes\n", opening(99).seal()));
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
    }
    world.tick();
    world.write("ash", &opening(99).armour());
    world.hours(60);
    for (reader, knows) in [(None, true), (Some("ash"), true), (Some("birch"), false)] {
        let decisions = decisions(&world, 1, reader);
        let bid = of(&decisions, "1/bid/ash");
        assert_eq!(bid["origin"]["from"], "default", "{bid}");
        assert_eq!(bid["passed_over"]["code"] == "bid-too-high", knows, "{reader:?}: {bid}");
        assert_eq!(bid["passed_over"].is_null(), !knows);
        assert_eq!(bid["rules"], json!(["Bidding", "Silence"]));
    }
}

#[test]
fn a_plan_is_told_with_its_mail_its_window_and_its_place() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    let gm = decisions(&world, 1, None);
    let bid = of(&gm, "1/bid/cedar");
    assert_eq!(bid["answer"], 3);
    let origin = &bid["origin"];
    assert_eq!((&origin["from"], &origin["window"]), (&json!("plan"), &json!("1-bidding")));
    assert_eq!(origin["path"], "bid");
    assert_eq!(
        (&origin["mail"]["receipt"], &origin["mail"]["message_id"]),
        (&json!(1), &json!("mail3@example.net"))
    );
    // A rival learns from which mail, but not what it was called nor how the plan is made.
    let rival = decisions(&world, 1, Some("ash"));
    let origin = &of(&rival, "1/bid/cedar")["origin"];
    assert_eq!(origin["mail"]["receipt"], 1);
    assert_eq!((&origin["path"], &origin["mail"]["message_id"]), (&Value::Null, &Value::Null));
    assert_eq!(of(&rival, "1/bid/ash")["origin"]["mail"]["message_id"], "mail1@example.net");
}

#[test]
fn a_mail_that_could_not_be_used_is_named_beside_the_default() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: lots}\n");
    world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
    world.hours(60);
    let gm = decisions(&world, 1, None);
    let bid = of(&gm, "1/bid/ash");
    assert_eq!(bid["origin"], json!({"from": "default", "why": "unusable"}));
    assert_eq!(bid["refused"][0]["message_id"], "mail1@example.net");
    assert!(!bid["refused"][0]["problems"].as_array().unwrap().is_empty());
    assert_eq!(of(&gm, "1/bid/cedar")["origin"]["why"], "missed");
    let rival = decisions(&world, 1, Some("birch"));
    assert_eq!(of(&rival, "1/bid/ash")["refused"], json!([]));
}

#[test]
fn nothing_of_a_plan_that_is_not_open_is_told() {
    let mut bound = World::new();
    let mut other = World::new();
    for (world, bid) in [(&mut bound, 3), (&mut other, 1)] {
        world.write("ash", &format!("plan: {{bid: {bid}}}\n"));
        world.tick();
        assert!(world.ledger().contains("\"sealed\""));
    }
    // Not even the game master's explanation depends on it.
    for reader in [None, Some("ash"), Some("birch")] {
        let text = |world: &World| {
            let campaign = world.campaign();
            serde_json::to_string(&told(&campaign, campaign.entries().unwrap(), 1, reader)).unwrap()
        };
        assert_eq!(text(&bound), text(&other));
    }
}

#[test]
fn a_seats_explanation_follows_from_what_the_seat_may_have() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.hours(60);
    let campaign = world.campaign();
    for seat in crate::campaign::toy::SEATS {
        let own = campaign.entries().unwrap().iter().map(|entry| match entry.body["seat"] == seat {
            true => entry.clone(),
            false => entry.redacted().unwrap(),
        });
        let own: Vec<Entry> = own.collect();
        assert_eq!(
            told(&campaign, &own, 1, Some(seat)),
            told(&campaign, campaign.entries().unwrap(), 1, Some(seat))
        );
    }
}

/// A campaign is opened from its end: what is older goes past without being held.
#[test]
fn what_is_read_in_passing_is_explained_as_what_is_held() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    world.write("ash", "plan: {bid: 99}\n");
    world.write("birch", "press: {to: all, text: a word}\n");
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("ash", "plan: [no plan]\n");
    world.hours(60);
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    let (now, other) = (world.campaign(), world.campaign());
    let (all, latest) = (other.entries().unwrap(), now.store().entries().latest());
    assert!(latest.len() < all.len());
    // Press, the message that brought nothing else, and our own are not even passed.
    let count = |kind| all.iter().filter(|entry| entry.kind == kind).count();
    let (mut walk, mut passed) = (now.past().walk(), Vec::new());
    while let Some(passing) = walk.step().unwrap() {
        passed.push(passing.kind());
    }
    let left_out = count(Kind::Mailed) + count(Kind::Press) + 1;
    let marked = usize::from(matches!(latest[0].kind, Kind::Mailed | Kind::Press));
    assert_eq!((count(Kind::Press), passed.len()), (1, all.len() - left_out + marked));
    assert!(passed.contains(&Kind::Received));
    for turn in 1..=now.record.game.turn {
        for reader in [None, Some("ash"), Some("birch")] {
            let question = Question { turn, what: "", reader };
            let passing = explain(now.rules(), now.past(), &guide(), Head::default(), &question);
            assert_eq!(passing.unwrap(), told(&other, other.entries().unwrap(), turn, reader));
        }
    }
}

#[test]
fn a_stage_that_its_entry_does_not_agree_with_is_not_explained() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    let campaign = world.campaign();
    let explained = |change: &dyn Fn(&mut Value)| {
        let mut entries = campaign.entries().unwrap().to_vec();
        let resolved = entries.iter_mut().rfind(|entry| entry.kind == Kind::Resolved).unwrap();
        let Some(Secret::Kept { body, .. }) = &mut resolved.secret else { panic!("{resolved:?}") };
        change(body);
        let question = Question { turn: 1, what: "", reader: None };
        explain(campaign.rules(), &entries, &guide(), Head::default(), &question).map(drop)
    };
    explained(&|_| {}).unwrap();
    let other = explained(&|digest| digest["position"] = json!("0".repeat(64)));
    assert!(
        matches!(&other, Err(NotExplained::Record(why)) if why.contains("another position")),
        "{other:?}"
    );
}

#[test]
fn a_campaigns_own_guide_says_what_can_be_asked_and_disputed() {
    let mut world = World::folder(YAML);
    let own = include_str!("../../../tests/common/toy-citations.yaml").replace("auction", "hammer");
    let file = Document::Data { game: "toy", file: "explain/citations.yaml" };
    world.edge.store(&world.dir).keep_document(file, &own).unwrap();
    world.start();
    world.tick();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    world.write("ash", "ask: explain 1 hammer\n");
    world.tick();
    let receipt = world.receipt("anna");
    assert!(receipt.codes().is_empty(), "{:?}", receipt.codes());
    assert_eq!(
        (&receipt.model["extra"][0]["what"], receipt.model["extra"][1].is_null()),
        (&json!("hammer"), true)
    );
    world.write("ash", "ask: explain 1 auction\n");
    world.write("birch", "dispute: {turn: 1, about: \"who won at the hammer\"}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["explain-unknown"]);
    let notice = world.told("maria").into_iter().find(|notice| notice["what"] == "dispute").unwrap();
    assert_eq!(notice["details"]["commands"]["explain"], "ravenpost explain c 1 sale");
    // The game master may ask for the same by mail, and not for the whole turn.
    assert_eq!(notice["details"]["commands"]["ask"], "explain 1 sale");
}
