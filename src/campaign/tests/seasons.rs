//! Whole random seasons of every game: players who send the order sheet back filled in, each time they are asked, are
//! never treated as silent, whatever the pace and the other settings.

use super::sheets::{Filler, fill};
use crate::campaign::entries::{
    Answer, Fate, From, How, Line, OpenedPlan, Received, Sealed, SeatId, WindowStep,
};
use crate::campaign::outgoing::render::{Model, Render};
use crate::campaign::outgoing::trim::Trim;
use crate::campaign::record::{Phase, Record, Window};
use crate::campaign::rules::Rules;
use crate::campaign::secrets::Secrets;
use crate::campaign::settings::{Secrecy, Settings};
use crate::campaign::{Engine, MailModels, Vault, settings};
use crate::games;
use crate::ledger::Kind;
use crate::report::Writer;
use crate::seal::{Binding, Hash256, Opening};
use crate::sheet::Severity;
use crate::table::{Open, Referee};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static WRITER: LazyLock<Writer> = LazyLock::new(|| Writer::new(&|_| None));

const PACES: [&str; 2] = ["ask", "batch"];
const ABSENCES: [&str; 3] = ["wait", "default", "steward"];
const SECRECIES: [&str; 3] = ["deposit", "either", "sealed"];

/// Ways to set a season up.
struct Setup {
    game: &'static str,
    players: u8,
    options: Value,
    pace: &'static str,
    absence: &'static str,
    secrecy: &'static str,
    seed: u64,
}

fn thorough() -> bool {
    std::env::var("RAVENPOST_THOROUGH").is_ok_and(|value| value == "1")
}

/// A campaign at the table, with players who read their reports and send sheets back.
struct Season {
    settings: Settings,
    secrets: Secrets,
    referee: Box<dyn Referee>,
    record: Record,
    vault: Vault,
    now: DateTime<Utc>,
    dice: fastrand::Rng,
    /// Plans that their players have sealed and keep, by seat.
    kept: BTreeMap<SeatId, Opening>,
    /// The windows that asked each seat in a turn.
    asked: BTreeMap<(u32, SeatId), BTreeSet<String>>,
    /// The rounds in which each seat was asked.
    rounds: BTreeSet<(SeatId, u32, String)>,
    answers: Vec<(u32, String, Answer)>,
    /// The last sheet that each seat sent in each turn, filled in, to be shown where something is wrong.
    sheets: BTreeMap<(u32, SeatId), String>,
    mails: usize,
    /// The round in which a seat sends nothing, and the seat.
    silent: Option<(&'static str, SeatId)>,
}

impl Season {
    fn new(setup: &Setup) -> Self {
        let referee = games::referee(setup.game, setup.players, &setup.options, &|_| None).unwrap();
        let seats = referee.seats();
        let players: String = seats
            .iter()
            .map(|seat| format!("  {0}: {{player: {0}, address: {0}@example.org}}\n", seat.id))
            .collect();
        let yaml = format!(
            "campaign: season\ngame: {}\naddress: game@example.org\ngm: {{name: Maria, addresses: [maria@example.org]}}\n\
             seats:\n{players}clock: {{deadline: in 48h}}\npace: {}\nabsence: {}\nsecrecy: {}\nchance: no\n",
            setup.game, setup.pace, setup.absence, setup.secrecy
        );
        let mut dice = fastrand::Rng::with_seed(setup.seed);
        let secrets = Secrets::draw(seats.iter().map(|seat| seat.id.as_str()), &mut |bytes| dice.fill(bytes));
        let mut season = Season {
            settings: settings::read(&yaml).unwrap_or_else(|wrong| panic!("{wrong}")),
            secrets,
            referee,
            record: Record::default(),
            vault: Vault::default(),
            now: "2026-11-20T10:00:00Z".parse().unwrap(),
            dice,
            kept: BTreeMap::new(),
            asked: BTreeMap::new(),
            rounds: BTreeSet::new(),
            answers: Vec::new(),
            sheets: BTreeMap::new(),
            mails: 0,
            silent: None,
        };
        season.work(|engine| {
            let (settings, referee) = (engine.settings, engine.rules.referee);
            let founded = crate::campaign::command::start::founded(
                settings,
                referee,
                engine.secrets,
                Default::default(),
                None,
                engine.now,
            )
            .unwrap();
            engine.add(Kind::Founded, &founded).unwrap();
        });
        season
    }

    fn work(&mut self, work: impl FnOnce(&mut Engine<'_>)) {
        let rules = Rules::new(&*self.referee, &self.secrets.chance, &[]);
        let (record, vault) = (std::mem::take(&mut self.record), std::mem::take(&mut self.vault));
        let mut engine = Engine::new(&self.settings, rules, &self.secrets, record, vault, self.now);
        work(&mut engine);
        engine.settle().unwrap();
        assert_eq!(engine.stuck, None);
        let (mut turn, mut round) = (self.record.game.turn, String::new());
        for draft in engine.drafts {
            let secret = draft.secret.as_ref().and_then(|secret| secret.body());
            let line = Line { seq: 0, at: self.now, kind: draft.kind, body: &draft.body, secret };
            match draft.kind {
                Kind::Window => {
                    if let WindowStep::Opened { window, turn: now, round: name, asked, .. } =
                        line.body().unwrap()
                    {
                        (turn, round) = (now, name);
                        for seat in asked.into_keys() {
                            self.rounds.insert((seat.clone(), turn, round.clone()));
                            self.asked.entry((turn, seat)).or_default().insert(window.clone());
                        }
                    }
                }
                Kind::Answered => self.answers.push((turn, round.clone(), line.answer().unwrap().0)),
                _ => {}
            }
        }
        self.record = engine.record;
        self.vault = engine.vault;
    }

    fn window(&self) -> Option<&Window> {
        self.record.game.open_window()
    }

    fn play(&mut self) {
        for _ in 0..5_000 {
            if self.record.game.ended.is_some() {
                return;
            }
            let window = self.window().expect("somebody is asked").clone();
            let quiet =
                self.silent.as_ref().filter(|(round, _)| *round == window.round).map(|(_, seat)| seat);
            let next = match window.phase {
                Phase::Opening => window.unopened().next().cloned(),
                _ => window.missing().find(|seat| Some(*seat) != quiet).cloned(),
            };
            match (next, window.phase) {
                (Some(seat), Phase::Opening) => self.open(&window, &seat),
                (Some(seat), _) => self.answer(&window, &seat),
                (None, _) => {
                    assert!(
                        quiet.is_some(),
                        "{} waits for nobody: {:?}\n{:#?}",
                        window.id,
                        window.seats,
                        self.sheets.iter().filter(|((turn, _), _)| *turn == window.turn).collect::<Vec<_>>()
                    );
                    self.now += TimeDelta::hours(50);
                    self.work(|_| {});
                }
            }
        }
        panic!("the season does not end");
    }

    /// Reads the report of a seat, and sends its order sheet back, filled in.
    fn answer(&mut self, window: &Window, seat: &str) {
        let rules = Rules::new(&*self.referee, &self.secrets.chance, &[]);
        let pending = rules.pending(&self.record).unwrap();
        let models = MailModels {
            settings: &self.settings,
            rules,
            secrets: &self.secrets,
            record: &self.record,
            now: &pending,
            stand_in: None,
            trim: Trim::default(),
            head: None,
        };
        let report = models.report(seat).unwrap();
        let sheet = report.sheet.clone().expect("who is asked gets a sheet");
        let seats: Vec<String> = self.referee.seats().into_iter().map(|seat| seat.id).collect();
        let written = Render::write(&*WRITER, &Model::Report(Box::new(report))).unwrap();
        assert_eq!(written.trouble, None);
        let filled =
            fill(&written.mail.text, &mut Filler { sheet: &sheet, seats: &seats, dice: &mut self.dice });
        self.sheets.insert((self.record.game.turn, seat.to_owned()), filled.clone());
        let node = crate::sheet::parse(&filled).unwrap_or_else(|faults| panic!("{faults:?}\n{filled}"));
        let entries = node.entries().unwrap();
        let plan = entries.iter().find(|(key, _)| key.text() == Some("plan")).map(|(_, plan)| plan).unwrap();
        let place = rules.seat(seat).unwrap();
        let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == place).cloned().collect();
        let position = pending.seen(rules, place).unwrap();
        let reading = rules.referee.read_plan(&position, place, &open, plan).unwrap();
        let bad: Vec<_> = reading.faults.iter().filter(|fault| fault.severity == Severity::Error).collect();
        assert!(bad.is_empty(), "{bad:?}\n{filled}");
        let plan = reading.plan.unwrap();
        self.hand_in(window, seat, plan);
    }

    fn hand_in(&mut self, window: &Window, seat: &str, plan: Value) {
        self.mails += 1;
        let number = self.mails;
        let seals = window.sealed
            && match window.secrecy {
                Secrecy::Sealed => true,
                Secrecy::Either => self.dice.bool(),
                Secrecy::Deposit => false,
            };
        let (id, sealed) = (window.id.clone(), window.sealed);
        let mut seal = None;
        if seals {
            let campaign = self.settings.id.clone();
            let binding = Binding { campaign, seat: seat.to_owned(), window: id.clone() };
            let opening = Opening::new(&binding, plan.clone(), &[7; 16]).unwrap();
            seal = Some(opening.seal().to_string());
            self.kept.insert(seat.to_owned(), opening);
        }
        self.work(|engine| {
            if let Some(seal) = seal {
                let (window, seat) = (id.clone(), seat.to_owned());
                engine
                    .add(Kind::Sealed, &Sealed { window, seat, seal, how: How::Seal, revision: 0 })
                    .unwrap();
            } else {
                engine.deposit(&id, seat, plan, How::Deposit, 0, &number.to_string()).unwrap();
                if !sealed {
                    assert!(engine.release(&id, seat).unwrap());
                }
            }
            let known = engine.record.people.receipts.get(seat).map_or(0, |receipts| receipts.number);
            let received = json!({
                "seat": seat, "number": known + 1, "mail": Hash256::of(number.to_string()),
                "message": Hash256::of(format!("m{number}")), "received": engine.now, "fate": Fate::Used,
                "chain": Hash256::default(), "window": id, "final": true,
            });
            let received: Received = serde_json::from_value(received).unwrap();
            engine.add(Kind::Received, &received).unwrap();
        });
    }

    fn open(&mut self, window: &Window, seat: &str) {
        let opening = self.kept.remove(seat).unwrap();
        let (window, seal) = (window.bound(seat).to_owned(), opening.seal().to_string());
        let body = OpenedPlan { window, seat: seat.to_owned(), seal, how: How::Seal };
        self.work(|engine| engine.add_with(Kind::Opened, &body, &opening.to_value()).unwrap());
    }

    /// Returns the answers that took a default: key, kind and reason.
    fn defaults(&self) -> Vec<(&str, &str, &str)> {
        let mut all = Vec::new();
        for (_, _, answer) in &self.answers {
            if let From::Default { why } = &answer.source {
                all.push((answer.key.as_str(), answer.kind.as_str(), why.as_str()));
            }
        }
        all
    }
}

/// Returns every game with every number of players, and its variants.
fn games() -> Vec<(&'static str, u8, Value)> {
    let mut all = Vec::new();
    for entry in games::ALL {
        for players in entry.players {
            all.push((entry.id, *players, Value::Null));
            if entry.id == "king-is-dead" {
                all.push((entry.id, *players, json!({"mordred": true})));
            }
        }
    }
    all
}

/// Plays one season: everybody sends each sheet back filled in.
fn play(setup: &Setup) {
    let mut season = Season::new(setup);
    season.play();
    let at = format!(
        "{} {} {} {} {} {}",
        setup.game, setup.players, setup.options, setup.pace, setup.absence, setup.secrecy
    );
    for (key, kind, why) in season.defaults() {
        // `otherwise: best guess` on the sheet is a player's own word.
        let sent = season.sheets.iter().find(|((turn, seat), _)| {
            key.starts_with(&format!("{turn}/")) && key.split('/').any(|part| part == seat)
        });
        let sent = sent.map_or("", |(_, sheet)| sheet);
        assert_eq!(why, "guess", "{at}: {key} takes the default\n{sent}");
        let asked_for = ["bid", "tie", "disband", "muster", "reward", "orders"];
        // What a starred Consolidate Power musters comes up with the orders; the sheet cannot ask it before they are given.
        let comes_up = key.contains("/consolidate/");
        assert!(
            comes_up || !asked_for.contains(&kind),
            "{at}: {key} was on the sheet, and takes the default"
        );
    }
    if setup.pace == "batch" {
        for ((turn, seat), windows) in &season.asked {
            assert!(windows.len() <= 2, "{at}: {seat} is asked {windows:?} in turn {turn}");
        }
    }
}

/// Plays every game under a pace: each under a few of the other settings, or under all of them.
fn seasons(pace: &'static str) {
    let mut number = 0;
    for (game, players, options) in games() {
        for absence in ABSENCES {
            for secrecy in SECRECIES {
                number += 1;
                // Each setting comes up in an ordinary run, but not with each game.
                if thorough() || number % 20 == 7 {
                    let options = options.clone();
                    play(&Setup { game, players, options, pace, absence, secrecy, seed: number });
                }
            }
        }
    }
}

#[test]
fn who_sends_each_sheet_filled_in_is_never_silent_in_batch() {
    seasons(PACES[1]);
}

#[test]
fn who_sends_each_sheet_filled_in_is_never_silent_at_the_other_pace() {
    seasons(PACES[0]);
}

#[test]
fn who_misses_the_westeros_cards_is_asked_for_orders_all_the_same() {
    for (absence, seed) in [("default", 3), ("steward", 4)] {
        let (game, options) = ("thrones-1e", Value::Null);
        let setup = Setup { game, players: 3, options, pace: "batch", absence, secrecy: "deposit", seed };
        let mut season = Season::new(&setup);
        let seat = season.referee.seats()[1].id.clone();
        season.silent = Some(("westeros", seat.clone()));
        season.play();
        let of =
            |round: &str| season.rounds.iter().filter(|(who, _, name)| *who == seat && name == round).count();
        assert!(of("westeros") > 1, "{absence}: the cards ask");
        let orders: Vec<&Answer> = season
            .answers
            .iter()
            .map(|(_, _, answer)| answer)
            .filter(|answer| answer.kind == "orders" && answer.seat == seat)
            .collect();
        assert!(orders.len() > 3, "{absence}: {} orders", orders.len());
        for answer in orders {
            assert!(
                matches!(answer.source, From::Plan { .. }),
                "{absence}: {} {:?}",
                answer.key,
                answer.source
            );
        }
    }
}
