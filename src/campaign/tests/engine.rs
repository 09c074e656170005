//! The game at the table, without mails: windows, silence, seals, replay.

use crate::campaign::state::entries::*;
use crate::campaign::state::record::{Record, Window};
use crate::campaign::state::settings::{Absence, CloseEarly, Pace, Settings};
use crate::campaign::toy::{SEATS, Toy};
use crate::campaign::*;
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use crate::table::{Host as Hosted, Referee};
use chrono::{DateTime, TimeDelta, Utc};
use secrets::Secrets;
use serde_json::{Value, json};

const YAML: &str = "
campaign: toy-1
game: toy
timezone: Europe/Rome
address: game@example.org
gm: {name: Maria, addresses: [maria@example.org]}
seats:
  ash: {player: Anna, address: anna@example.org}
  birch: {player: Bert, address: bert@example.org}
  cedar: {player: Cleo, address: cleo@example.org}
clock: {deadline: in 48h, grace: 1h, reminder: 12h}
chance: no
";

struct World {
    settings: Settings,
    secrets: Secrets,
    referee: Box<dyn Referee>,
    record: Record,
    vault: Vault,
    now: DateTime<Utc>,
    lines: Vec<(Kind, Value, Option<Value>)>,
}

impl World {
    fn new() -> Self {
        World::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = settings::read(YAML).unwrap();
        change(&mut settings);
        let mut byte = 0;
        let secrets = Secrets::draw(SEATS, &mut |bytes| {
            bytes.iter_mut().for_each(|b| {
                byte += 1;
                *b = byte;
            })
        });
        let mut world = World {
            settings,
            secrets,
            referee: Box::new(Hosted::new(Toy::default())),
            record: Record::default(),
            vault: Vault::default(),
            now: "2026-11-20T10:00:00Z".parse().unwrap(),
            lines: Vec::new(),
        };
        world.work(|engine| {
            let founded = crate::campaign::command::start::founded(
                engine.settings,
                engine.rules.referee,
                engine.secrets,
                Default::default(),
                None,
                engine.now,
            )
            .unwrap();
            engine.add(Kind::Founded, &founded).unwrap();
        });
        world
    }

    fn work(&mut self, work: impl FnOnce(&mut Engine<'_>)) {
        let rules = rules::Rules::new(&*self.referee, &self.secrets.chance, &[]);
        let record = std::mem::take(&mut self.record);
        let vault = std::mem::take(&mut self.vault);
        let mut engine = Engine::new(&self.settings, rules, &self.secrets, record, vault, self.now);
        work(&mut engine);
        engine.settle().unwrap();
        assert_eq!(engine.stuck, None);
        for draft in engine.drafts {
            let secret = draft.secret.as_ref().and_then(|s| s.body().cloned());
            self.lines.push((draft.kind, draft.body, secret));
        }
        self.record = engine.record;
        self.vault = engine.vault;
    }

    fn later(&mut self, span: TimeDelta) {
        self.now += span;
        self.work(|engine| engine.remind().unwrap());
    }

    fn window(&self) -> &Window {
        self.record.game.open_window().expect("a window is open")
    }

    /// A plan as if it had come by mail: deposited in a sealed window, else at once in use.
    fn plan(&mut self, seat: &str, plan: Value, is_final: bool) {
        let window = self.window().clone();
        let number = self.lines.len();
        self.work(|engine| {
            engine.deposit(&window.id, seat, plan, How::Deposit, 0, &number.to_string()).unwrap();
            if !window.sealed {
                assert!(engine.release(&window.id, seat).unwrap());
            }
            engine.add(Kind::Received, &received(engine, seat, number, &window.id, is_final)).unwrap();
        });
    }

    fn answers(&self) -> Vec<(String, Value, Value)> {
        let answered = self.lines.iter().filter(|(kind, ..)| *kind == Kind::Answered);
        answered
            .map(|(_, body, _)| {
                (body["key"].as_str().unwrap().to_owned(), body["answer"].clone(), body["source"].clone())
            })
            .collect()
    }
}

fn received(engine: &Engine<'_>, seat: &str, number: usize, window: &str, is_final: bool) -> Received {
    let number_of = engine.record.people.receipts.get(seat).map_or(0, |r| r.number) + 1;
    Received {
        seat: Some(seat.into()),
        number: number_of,
        mail: crate::seal::Hash256::of(format!("{seat}{number}")),
        message: crate::seal::Hash256::of(format!("m{seat}{number}")),
        received: engine.now,
        fate: Fate::Used,
        chain: Default::default(),
        seal: None,
        window: Some(window.into()),
        is_final,
        unusable: false,
        lifts: false,
        slips: false,
        whole: false,
        beside: false,
        empty: false,
        words: None,
        rehearsed: false,
        stand_in: false,
        stranger: None,
        signed: None,
        warned: None,
        new_key: None,
    }
}

#[test]
fn a_whole_game_is_played_and_follows_from_its_entries() {
    let mut world = World::new();
    assert_eq!(world.window().id, "1-bidding");
    for turn in 1..=3u64 {
        for (seat, bid) in SEATS.iter().zip([1, 2, 3]) {
            let plan = json!({"turn": turn, "bid": if turn == 3 { 0 } else { bid }});
            world.plan(seat, plan, true);
        }
        if turn == 2 {
            let (_, _, source) = world.answers().pop().unwrap();
            assert_eq!(source, json!({"from": "plan", "window": "1-prize"}), "it stands");
            continue;
        }
        let winner = if turn == 3 { "ash" } else { "cedar" };
        assert_eq!(world.window().id, format!("{turn}-prize"));
        assert!(world.window().asked.contains_key(winner) && !world.window().sealed);
        world.plan(winner, json!({"turn": turn, "prize": "right"}), false);
    }
    assert!(world.record.game.ended.is_some());
    assert_eq!(world.lines.last().unwrap().0, Kind::Ended);
    // The record is nothing but a fold over the entries.
    let rules = rules::Rules::new(&*world.referee, &world.secrets.chance, &[]);
    let mut again = Record::default();
    for (seq, (kind, body, secret)) in (1..).zip(&world.lines) {
        again.apply(rules, Line { seq, at: world.now, kind: *kind, body, secret: secret.as_ref() }).unwrap();
    }
    assert_eq!(again, world.record);
}

#[test]
fn plans_stay_sealed_until_all_have_said_final() {
    let mut world = World::new();
    world.plan("ash", json!({"turn": 1, "bid": 1}), true);
    world.plan("birch", json!({"turn": 1, "bid": 2}), true);
    world.plan("cedar", json!({"turn": 1, "bid": 3}), false);
    assert_eq!(world.window().standing("cedar"), Standing::In);
    assert!(world.answers().is_empty());
    assert!(world.lines.iter().all(|(kind, ..)| *kind != Kind::Opened));
    world.plan("cedar", json!({"turn": 1, "bid": 0}), true);
    assert_eq!(world.answers().len(), 3);
    assert_eq!(world.answers()[2].1, json!(0), "the later plan counts");
}

#[test]
fn a_window_may_close_when_all_are_in() {
    let mut world = World::with(|settings| settings.close_early = CloseEarly::AllIn);
    for seat in SEATS {
        world.plan(seat, json!({"turn": 1, "bid": 1}), false);
    }
    assert_eq!(world.answers().len(), 3);
}

#[test]
fn silence_at_the_deadline_takes_the_default_after_the_grace() {
    let mut world = World::with(|settings| settings.absence = Absence::Default);
    world.plan("ash", json!({"turn": 1, "bid": 1}), false);
    world.later(TimeDelta::hours(36));
    let reminded =
        |world: &World| world.lines.iter().filter(|(_, body, _)| body["what"] == "reminded").count();
    assert_eq!(reminded(&world), 1);
    world.later(TimeDelta::hours(12));
    assert_eq!((world.answers().len(), reminded(&world)), (0, 1), "the grace is not over");
    world.later(TimeDelta::hours(1));
    let answers = world.answers();
    assert_eq!(answers[0].2["from"], "plan");
    assert_eq!(answers[1].2, json!({"from": "default", "why": "missed"}));
    assert_eq!(world.window().id, "1-prize");
}

#[test]
fn a_game_that_waits_says_so_once_and_goes_on_when_the_last_is_in() {
    let mut world = World::new();
    world.plan("ash", json!({"turn": 1, "bid": 1}), false);
    world.plan("birch", json!({"turn": 1, "bid": 1}), false);
    world.later(TimeDelta::hours(50));
    world.later(TimeDelta::hours(50));
    let waiting: Vec<_> = world.lines.iter().filter(|(_, body, _)| body["what"] == "waiting").collect();
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0].1["seats"], json!(["cedar"]));
    world.plan("cedar", json!({"turn": 1, "bid": 2}), false);
    assert_eq!(world.window().id, "1-prize");
}

#[test]
fn the_steward_plays_for_the_silent() {
    let mut world = World::with(|settings| settings.absence = Absence::Steward);
    world.later(TimeDelta::hours(50));
    let answers = world.answers();
    assert!(
        answers[..3].iter().all(|(_, bid, source)| source["from"] == "steward" && bid.as_u64() > Some(0)),
        "{answers:?}"
    );
    // It has chosen a prize as well, so the game is in the next turn.
    assert_eq!(answers[3].2, json!({"from": "steward", "window": "1-bidding"}));
    assert_eq!(world.window().id, "2-bidding");
}

#[test]
fn in_a_batch_everybody_is_asked_once_a_turn() {
    let mut world = World::with(|settings| settings.pace = Pace::Batch);
    for (seat, bid) in SEATS.iter().zip([1, 2, 3]) {
        world.plan(seat, json!({"turn": 1, "bid": bid}), true);
    }
    assert_eq!(world.answers()[3].2, json!({"from": "default", "why": "pace"}));
    assert_eq!(world.window().id, "2-bidding");
}

/// What a plan says that may not be meant of a question counts where the pace does not ask, and keeps nobody from being asked.
#[test]
fn what_may_not_be_meant_counts_where_nobody_is_asked() {
    let says = json!({"turn": 1, "bid": 1, "otherwise": "right unless asked"});
    let played = |pace: Pace| {
        let mut world = World::with(|settings| settings.pace = pace);
        for seat in SEATS {
            world.plan(seat, says.clone(), true);
        }
        world
    };
    let world = played(Pace::Ask);
    assert_eq!((world.window().id.as_str(), world.answers().len()), ("1-prize", 3));
    let answers = played(Pace::Batch).answers();
    assert_eq!(answers[3].1, json!("right"));
    assert_eq!(answers[3].2["from"], "plan");
    // Who is asked and sends nothing is held to it too.
    let mut world = played(Pace::Ask);
    world.later(TimeDelta::hours(500));
    assert_eq!(world.answers().len(), 3, "a game that waits waits");
}

#[test]
fn kinds_that_are_asked_about_and_wishes_of_a_plan_go_before_the_pace() {
    let mut world = World::with(|settings| {
        settings.pace = Pace::Batch;
        settings.ask_about = vec!["prize".into()];
    });
    for seat in SEATS {
        world.plan(seat, json!({"turn": 1, "bid": 1}), true);
    }
    assert_eq!(world.window().id, "1-prize");
    let mut world = World::new();
    for seat in SEATS {
        world.plan(seat, json!({"turn": 1, "bid": 1, "otherwise": "guess"}), true);
    }
    assert_eq!(world.answers()[3].2, json!({"from": "default", "why": "guess"}));
}

#[test]
fn an_illegal_part_of_a_sealed_plan_is_passed_over_and_kept_on_record() {
    let mut world = World::new();
    world.plan("ash", json!({"turn": 1, "bid": 99}), true);
    world.plan("birch", json!({"turn": 1, "bid": 2}), true);
    world.plan("cedar", json!({"turn": 1, "bid": 1}), true);
    let line =
        world.lines.iter().find(|(kind, body, _)| *kind == Kind::Answered && body["seat"] == "ash").unwrap();
    assert_eq!(line.1["answer"], json!(0));
    assert_eq!(line.1["source"]["why"], "hold");
    assert_eq!(line.2.as_ref().unwrap()["code"], "bid-too-high");
}

#[test]
fn who_seals_must_open_or_plays_as_absent() {
    for opens in [true, false] {
        let mut world = World::new();
        world.plan("ash", json!({"turn": 1, "bid": 1}), true);
        world.plan("birch", json!({"turn": 1, "bid": 1}), true);
        let binding = Binding { campaign: "toy-1".into(), seat: "cedar".into(), window: "1-bidding".into() };
        let opening = Opening::new(&binding, json!({"turn": 1, "bid": 5}), &[9; 16]).unwrap();
        let seal = opening.seal().to_string();
        world.work(|engine| {
            let body = Sealed {
                window: "1-bidding".into(),
                seat: "cedar".into(),
                seal: seal.clone(),
                how: How::Seal,
                revision: 0,
            };
            engine.add(Kind::Sealed, &body).unwrap();
            engine.add(Kind::Received, &received(engine, "cedar", 99, "1-bidding", true)).unwrap();
        });
        assert_eq!(world.window().standing("cedar"), Standing::Sealed);
        assert!(world.lines.iter().all(|(kind, ..)| *kind != Kind::Opened), "nothing is open before all are");
        if opens {
            world.work(|engine| {
                let body = OpenedPlan {
                    window: "1-bidding".into(),
                    seat: "cedar".into(),
                    seal: seal.clone(),
                    how: How::Seal,
                };
                engine.add_with(Kind::Opened, &body, &opening.to_value()).unwrap();
            });
            assert_eq!(world.answers()[2].1, json!(5));
        } else {
            world.later(TimeDelta::hours(60));
            assert_eq!(world.answers()[2].2, json!({"from": "default", "why": "not-opened"}));
            assert!(
                world
                    .record
                    .people
                    .due
                    .iter()
                    .any(|due| due.to == "ash" && format!("{:?}", due.kind).contains("not-opened"))
            );
        }
    }
}
