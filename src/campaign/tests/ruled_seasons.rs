//! Seasons of real games by mail in which a ruling of some sort comes every few messages: players who send each order sheet back
//! filled in, at each pace, with open plans or seals, some away or replaced meanwhile. After each ruling the ledger must verify, what
//! was shown first must have come true, and no plan that was sent may be lost; and who answers whatever is asked is never silent.

use super::ruled_on::{Way, game, of_each_sort, written};
use super::sheets::{Filler, fill};
use crate::campaign::MailModels;
use crate::campaign::outgoing::difference::Difference;
use crate::campaign::outgoing::render::{Model, Render};
use crate::campaign::record::{Phase, Record, Window};
use crate::campaign::ruling::{Request, When, try_ruling, withdraw};
use crate::campaign::state::entries::{Answer, From, How, Line, RulingKind, SeatId};
use crate::campaign::tests::ruled_games;
use crate::campaign::tests::world::{Sent, World};
use crate::campaign::{Host, verify};
use crate::ledger::{Entry, Kind};
use crate::report::Writer;
use crate::seal::{Binding, Opening};
use crate::table::Open;
use chrono::TimeDelta;
use fastrand::Rng;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

static WRITER: LazyLock<Writer> = LazyLock::new(|| Writer::new(&|_| None));

struct Setup<'a> {
    game: &'static str,
    seats: &'static [&'static str],
    /// More lines of the settings: the pace, and whatever else is tried with it.
    yaml: &'a str,
    seed: u64,
}

struct Season {
    world: World,
    way: Way,
    dice: Rng,
    setup: String,
    /// How a player can be reached, if the seat was given to another one.
    addresses: BTreeMap<SeatId, String>,
    /// Seals that are still to be opened, by seat and the window they were sent in.
    kept: BTreeMap<(SeatId, String), Opening>,
    /// Seats that were away or changed hands: what they did not answer is their own affair.
    excused: BTreeSet<SeatId>,
    rulings: usize,
}

/// Every plan that counts or may come to count: its seat and the window it was sent in.
fn plans(record: &Record) -> BTreeSet<(SeatId, String)> {
    let game = &record.game;
    let mut all = BTreeSet::new();
    for seat in record.people.seats() {
        let filed =
            game.plans_of(seat).into_iter().chain(game.carried.standby.get(seat).into_iter().flatten());
        // What a steward has played is not a plan that was sent.
        let sent = filed.filter(|filed| filed.how != How::Steward);
        all.extend(sent.map(|filed| (seat.to_owned(), filed.window.clone())));
    }
    for shut in &game.shut {
        let sealed = shut.seats.iter().filter(|(_, part)| part.seal.is_some());
        all.extend(
            sealed.map(|(seat, part)| (seat.clone(), part.bound.clone().unwrap_or(shut.window.clone()))),
        );
    }
    if let Some(window) = game.open_window() {
        let sealed = window.seats.iter().filter(|(_, part)| part.seal.is_some());
        all.extend(sealed.map(|(seat, _)| (seat.clone(), window.bound(seat).to_owned())));
    }
    all
}

/// A ruling by command, whose result the game master has seen, so that the same may be typed again.
fn types(world: &World, request: &Request) -> Difference {
    let difference = world.typed_ruling(request).unwrap();
    for command in [request.adoption(), request.proposal()] {
        command.told(&*world.edge.store(&world.dir));
    }
    difference
}

impl Season {
    fn new(setup: &Setup<'_>) -> Self {
        let player = |seat: &&str| format!("  {seat}: {{player: {seat}, address: {seat}@example.org}}\n");
        let players: String = setup.seats.iter().map(player).collect();
        let yaml = format!(
            "campaign: toy-1\ngame: {}\ntimezone: Europe/Rome\naddress: game@example.org\n\
             gm: {{name: Maria, addresses: [maria@example.org]}}\nseats:\n{players}\
             clock: {{deadline: in 48h, outage: 1000h}}\nchance: no\nmap: no\npage: no\n{}",
            setup.game, setup.yaml
        );
        let mut world = World::unrecorded(&yaml);
        world.edge.game = Host::new(Arc::new(world.disk.clone())).game;
        world.start();
        world.tick();
        let seats = setup.seats.iter().map(|seat| (*seat).to_owned()).collect();
        let way = Way { seats, plays_on: |_, _| (), requests: ruled_games::requests };
        Season {
            world,
            way,
            dice: Rng::with_seed(setup.seed),
            setup: setup.yaml.to_owned(),
            addresses: BTreeMap::new(),
            kept: BTreeMap::new(),
            excused: BTreeSet::new(),
            rulings: 0,
        }
    }

    fn play(&mut self, messages: usize) {
        let mut sent = 0;
        while sent < messages {
            let campaign = self.world.campaign();
            if campaign.record.game.ended.is_some() {
                break;
            }
            let missing = campaign.record.game.open_window().and_then(|window| {
                let next = match window.phase {
                    Phase::Opening | Phase::OpeningFirst => window.unopened().next().cloned(),
                    Phase::Collecting => {
                        let another =
                            || window.asked.keys().find(|seat| self.must_send_another(window, seat));
                        window.missing().next().or_else(another).cloned()
                    }
                    Phase::Closed => None,
                };
                Some((window.clone(), next?))
            });
            drop(campaign);
            match (missing, self.dice.usize(..12)) {
                (_, 0..=2) => self.rule(),
                (Some(_), 3) if self.excused.len() < 2 => self.leaves(),
                (Some((window, seat)), _) => {
                    sent += 1;
                    self.writes(&window, &seat);
                }
                (None, _) => self.waits(50),
            }
        }
        self.nobody_was_silent();
    }

    /// Whether the last report to a seat says that some of the plan that a ruling has kept for it no longer fits.
    fn must_send_another(&self, window: &Window, seat: &str) -> bool {
        let is_kept = window.seats.get(seat).is_some_and(|part| part.bound.is_some());
        let of_it = |report: &Sent| report.model["window"]["id"] == window.id.as_str();
        let report = || self.world.find("report", seat).into_iter().rfind(of_it);
        is_kept && report().is_some_and(|report| report.model["misfits"] == true)
    }

    fn waits(&mut self, hours: i64) {
        self.world.now += TimeDelta::hours(hours);
        self.world.tick();
    }

    fn mails(&mut self, seat: &str, body: &str) {
        let key = self.world.key(seat);
        let from = self.addresses.get(seat).cloned().unwrap_or_else(|| format!("{seat}@example.org"));
        self.world.now += TimeDelta::minutes(3);
        self.world.mail(&from, "", &format!("key: {key}\n{body}"));
        self.world.tick();
    }

    /// Reads the report of a seat and sends its sheet back filled in, or its seal or opening.
    fn writes(&mut self, window: &Window, seat: &str) {
        // It is kept: after a ruling the same seal may have to be opened again.
        if let Some(opening) = self.kept.get(&(seat.to_owned(), window.bound(seat).to_owned()))
            && window.phase != Phase::Collecting
        {
            let opening = opening.armour();
            self.mails(seat, &opening);
            return;
        }
        let campaign = self.world.campaign();
        let rules = campaign.rules();
        let pending = rules.pending(&campaign.record).unwrap();
        let report = MailModels::of(&campaign, &pending).report(seat).unwrap();
        let sheet = report.sheet.clone().expect("who is asked gets a sheet");
        let written = Render::write(&*WRITER, &Model::Report(Box::new(report))).unwrap();
        let mut filler = Filler { sheet: &sheet, seats: &self.way.seats, dice: &mut self.dice };
        let filled = fill(&written.mail.text, &mut filler);
        let head = |line: &&str| !line.starts_with("key:");
        let filled: String = filled.lines().filter(head).map(|line| format!("{line}\n")).collect();
        if window.sealed && self.setup.contains("secrecy: sealed") {
            let node = crate::sheet::parse(&filled).unwrap_or_else(|faults| panic!("{faults:?}\n{filled}"));
            let entries = node.entries().unwrap();
            let plan = entries.iter().find(|(key, _)| key.text() == Some("plan")).map(|(_, plan)| plan);
            let place = rules.seat(seat).unwrap();
            let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == place).cloned().collect();
            let position = pending.seen(rules, place).unwrap();
            let reading = rules.referee.read_plan(&position, place, &open, plan.unwrap()).unwrap();
            let binding = Binding {
                campaign: "toy-1".to_owned(),
                seat: seat.to_owned(),
                window: window.bound(seat).to_owned(),
            };
            let opening = Opening::new(&binding, reading.plan.expect("a plan"), &[7; 16]).unwrap();
            let seal = opening.seal().to_string();
            self.kept.insert((seat.to_owned(), binding.window), opening);
            drop(campaign);
            self.mails(seat, &format!("seal: {seal}\nfinal: yes\n"));
            return;
        }
        drop(campaign);
        self.mails(seat, &format!("{filled}final: yes\n"));
        let record = self.world.campaign().record.clone();
        let again = record.game.open_window().filter(|open| open.id == window.id);
        let is_missing = again.is_some_and(|open| open.missing().any(|missing| missing == seat));
        let receipt = self.world.find("receipt", seat).pop();
        assert!(
            !is_missing,
            "{}: {seat} has answered {} and is still waited for\n{filled}\n{:#?}",
            self.setup,
            window.id,
            receipt.map(|mail| mail.model["problems"].clone())
        );
    }

    /// Somebody is away for some days, or gives the seat to another player.
    fn leaves(&mut self) {
        let seat = self.way.seats[self.dice.usize(..self.way.seats.len())].clone();
        self.excused.insert(seat.clone());
        if self.dice.bool() {
            let days = [1, 4].map(|days| (self.world.now + TimeDelta::days(days)).date_naive());
            let play = ["", ", play: steward"][self.dice.usize(..2)];
            self.mails(&seat, &format!("absent: {{from: {}, to: {}{play}}}\n", days[0], days[1]));
            return;
        }
        let name = format!("Eva of {seat}");
        let address = format!("{seat}-{}@example.net", self.excused.len());
        let codes = super::replace::replace(&mut self.world, &seat, &name, &address);
        assert!(codes.is_empty(), "{codes:?}");
        self.addresses.insert(seat, address);
    }

    /// The first of some requests that is not refused, by command or by mail.
    fn rule(&mut self) {
        let mut requests = of_each_sort(&self.way, &self.world, &mut self.dice);
        self.dice.shuffle(&mut requests);
        for request in requests.into_iter().take(8) {
            let campaign = self.world.campaign();
            let now = campaign.record.at.max(self.world.now);
            let shown = match try_ruling(&campaign, &request, now) {
                Ok(trial) => trial.difference().unwrap(),
                Err(_) => continue,
            };
            drop(campaign);
            self.world.now = now;
            let before = self.world.campaign().record.clone();
            let text = written(&request).filter(|_| self.dice.bool());
            // By mail it must come to the same as by command, which nobody can say of what players object to meanwhile.
            let is_adopted = !self.setup.contains("rulings:");
            let typed = (text.is_some() && is_adopted).then(|| {
                let typed = self.world.apart();
                assert_eq!(types(&typed, &request), shown, "{request:?}");
                typed
            });
            match &text {
                Some(text) => self.world.mailed_ruling(text),
                None => assert_eq!(types(&self.world, &request), shown, "{request:?}"),
            }
            if self.world.campaign().record.people.proposal.is_some() {
                self.is_proposed();
            }
            let record = self.world.campaign().record.clone();
            let given = record.people.rulings.len() > before.people.rulings.len();
            if given && let Some(mut typed) = typed {
                typed.now = self.world.now;
                typed.tick();
                let typed = typed.campaign().record.clone();
                assert_eq!(game(&record), game(&typed), "{}: {request:?} by mail", self.setup);
            }
            self.holds_after(&request, &before);
            // What follows from it is sent.
            self.world.now += TimeDelta::minutes(3);
            self.world.tick();
            self.holds_after(&request, &before);
            self.rulings += usize::from(given);
            return;
        }
    }

    /// Where players may object: it is withdrawn, voted down, or adopted when its time is up.
    fn is_proposed(&mut self) {
        match self.dice.usize(..4) {
            0 => drop(withdraw(&self.world.edge, &self.world.dir, self.world.now).unwrap()),
            1 => {
                for seat in self.way.seats.clone().iter().take(2) {
                    self.mails(seat, "vote: {ruling: no}\n");
                }
            }
            _ => self.waits(13),
        }
        self.waits(13);
    }

    fn holds_after(&self, request: &Request, before: &Record) {
        let flaw = verify(&self.world.edge, &self.world.dir).unwrap().err();
        assert!(flaw.is_none(), "{}: {request:?}\n{flaw:?}", self.setup);
        // What was sent since a rewind that is undone is for questions that have their answers again.
        if request.refuse.is_empty() && request.what != RulingKind::Forward {
            let now = plans(&self.world.campaign().record);
            let lost: Vec<_> = plans(before).into_iter().filter(|plan| !now.contains(plan)).collect();
            assert!(
                lost.is_empty(),
                "{}: {request:?} has lost {lost:?}\n{now:?}\n{}",
                self.setup,
                self.log()
            );
        }
    }

    /// The ledger without its mail, for whoever looks into a failure.
    fn log(&self) -> String {
        let line = |entry: &Entry| match entry.kind {
            Kind::Mailed | Kind::Received => None,
            kind => Some(format!("{} {kind:?} {:.400}\n", entry.seq, entry.body.to_string())),
        };
        self.world.campaign().entries().unwrap().iter().filter_map(line).collect()
    }

    fn nobody_was_silent(&self) {
        for entry in self.world.entries(Kind::Answered) {
            let (Answer { seat, key, source, .. }, unusable) = Line::from(&entry).answer().unwrap();
            // A sealed plan that is kept on another timeline may name a card that its seat has not there; its seat is told so.
            let is_kept = |why: &str| why == "hold" && unusable.is_some();
            if let From::Default { why } = source
                && why != "guess"
                && !is_kept(&why)
                && !self.excused.contains(&seat)
            {
                panic!("{}: entry {}: {key} takes the default: {why}\n{}", self.setup, entry.seq, self.log());
            }
        }
    }
}

const KING: Played = ("king-is-dead", &["bedivere", "morgan", "kay"], 40);
const THRONES: Played = ("thrones-1e", &["stark", "lannister", "baratheon"], 20);
const NORTH: Played = ("beyond-the-wall", &["nights-watch", "wildlings", "others"], 12);

/// The game, its seats, and how many messages of players are sent in a season unless the game ends before.
type Played = (&'static str, &'static [&'static str], usize);

/// A ruling leads back to where other tactic decks were chosen, and keeps a plan with a card that is not in the deck of then. Its seat is
/// asked for another, and the window does not close before the deadline on a “final” that was said of another position.
#[test]
fn a_kept_plan_that_no_longer_fits_is_asked_for_anew() {
    let (game, seats, messages) = NORTH;
    let mut season = Season::new(&Setup { game, seats, yaml: SETTINGS[3], seed: 103 });
    season.play(messages);
    let asked: Vec<Sent> = seats.iter().flat_map(|seat| season.world.find("report", seat)).collect();
    let asked: Vec<&Sent> = asked.iter().filter(|report| report.model["misfits"] == true).collect();
    assert!(!asked.is_empty(), "the season is another one\n{}", season.log());
    assert!(asked.iter().all(|report| report.model["is_in"] == false));
    // In words.
    let campaign = season.world.campaign();
    let pending = campaign.rules().pending(&campaign.record).unwrap();
    let report = MailModels::of(&campaign, &pending).report("others").unwrap();
    let head = |misfits: bool| {
        let report = crate::report::model::TurnReport { misfits, is_in: !misfits, ..report.clone() };
        Render::write(&*WRITER, &Model::Report(Box::new(report))).unwrap().mail.text
    };
    for (misfits, says) in [(true, "some of it no longer fits"), (false, "what you sent for this window.")] {
        let text = head(misfits).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(says), "{text}");
    }
}

fn seasons((game, seats, messages): Played) {
    let of = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (first, number) = (of("SEED").unwrap_or(1), of("SEEDS").unwrap_or(1));
    let settings = if of("MIXED").is_some() { mixed() } else { SETTINGS.map(str::to_owned).to_vec() };
    let (mut rulings, mut failed) = (0, 0);
    for seed in first..first + number {
        for (place, yaml) in settings.iter().enumerate() {
            let seed = of("ONLY").unwrap_or(seed * 100 + place as u64);
            eprintln!("{game} {yaml:?}, seed {seed}");
            let begun = std::time::Instant::now();
            let done = std::panic::catch_unwind(|| {
                let mut season = Season::new(&Setup { game, seats, yaml, seed });
                season.play(messages);
                season.rulings
            });
            failed += usize::from(done.is_err());
            rulings += done.unwrap_or(0);
            eprintln!("{game} {yaml:?}, seed {seed}: {:?}", begun.elapsed());
        }
    }
    assert_eq!(failed, 0);
    assert!(rulings >= settings.len(), "{rulings} rulings");
}

const SETTINGS: [&str; 6] = [
    "pace: batch\nabsence: default\n",
    "pace: batch\nabsence: steward\nrulings: {protest: 12h, vote: yes}\n",
    "pace: batch\nabsence: wait\nsecrecy: sealed\n",
    "pace: ask\nabsence: default\n",
    "pace: ask\nabsence: steward\nsecrecy: sealed\n",
    "pace: ask\nabsence: wait\nrulings: {protest: 12h, vote: yes}\n",
];

/// Every pace with every absence, secrecy and way to adopt a ruling.
fn mixed() -> Vec<String> {
    let mut all = vec![String::new()];
    for lines in [
        &["pace: batch\n", "pace: ask\n"][..],
        &["absence: default\n", "absence: steward\n", "absence: wait\n"],
        &["", "secrecy: either\n", "secrecy: sealed\n"],
        &["", "rulings: {protest: 12h, vote: yes}\n"],
    ] {
        all = all.iter().flat_map(|done| lines.iter().map(move |line| format!("{done}{line}"))).collect();
    }
    all
}

#[test]
fn of_the_king() {
    seasons(KING);
}

#[test]
fn of_the_throne() {
    seasons(THRONES);
}

#[test]
fn of_the_wall() {
    seasons(NORTH);
}

/// In a batch each seat is asked once in a round. A house whose orders a ruling gives was not, so the first question that comes up for it
/// is on a sheet that offers the rest, and says that it is asked only once; and what it sends there serves for its march.
#[test]
fn a_house_whose_orders_are_ruled_is_asked_for_the_rest() {
    let mut season = Season::new(&Setup { game: THRONES.0, seats: THRONES.1, yaml: SETTINGS[0], seed: 1 });
    let orders = json!({"lannisport": "march+0", "stoney-sept": "defense", "the-golden-sound": "support"});
    let answers = vec![("1/planning/0/lannister/orders".to_owned(), orders)];
    types(&season.world, &Request { answers, ..Request::new(RulingKind::Rule, When::Latest, "as agreed") });
    season.world.tick();
    for (seat, orders) in [
        ("stark", "Winterfell: defense, White Harbor: consolidate, The Shivering Sea: support"),
        ("baratheon", "Dragonstone: defense, Kingswood: support, Shipbreaker Bay: support"),
    ] {
        season.mails(seat, &format!("plan: {{orders: {{{orders}}}}}\nfinal: yes\n"));
    }
    let campaign = season.world.campaign();
    let window = campaign.record.game.open_window().unwrap().clone();
    assert_eq!(window.stage, "raven");
    assert_eq!(window.asked.keys().collect::<Vec<_>>(), ["lannister"]);
    let pending = campaign.rules().pending(&campaign.record).unwrap();
    let report = MailModels::of(&campaign, &pending).report("lannister").unwrap();
    let text = |begins: bool| {
        let report = crate::report::model::TurnReport { begins, ..report.clone() };
        let mail = Render::write(&*WRITER, &Model::Report(Box::new(report))).unwrap().mail;
        mail.text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(report.begins);
    for said in
        ["The same plan can also answer what else may come up", "We ask only once", "# marches:", "# raids:"]
    {
        assert!(text(true).contains(said), "{said}\n{}", text(true));
        assert!(!text(false).contains(said), "{said}\n{}", text(false));
    }
    drop(campaign);
    let march = "[{from: Lannisport, to: {Riverrun: all}}]";
    season.mails("lannister", &format!("plan: {{raven: none, marches: {march}}}\nfinal: yes\n"));
    let all = season.world.entries(Kind::Answered);
    let march =
        all.iter().map(|entry| Line::from(entry).answer().unwrap().0).find(|answer| answer.kind == "march");
    let march = march.expect("a march");
    assert!(matches!(march.source, From::Plan { .. }), "{march:?}");
}
