//! Rulings of every kind, tried and then made, by command or by mail, in worlds in the middle of everything: what was shown first must
//! come true, a turn is played on, a second ruling is given on the first, and the last is undone. What leaves the program on the way
//! is held against the record.

use crate::campaign::CampaignError;
use crate::campaign::outgoing::difference::Difference;
use crate::campaign::ruling::{Request, When, adopt, propose, try_ruling};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::state::record::Record;
use crate::campaign::tests::long_storms::{CORNERS, SEALS, TURN_OF_THE_YEAR};
use crate::campaign::tests::outputs;
use crate::campaign::tests::storm::{GM_ORDERS, Mails, PLAYERS};
use crate::campaign::tests::world::{Plain, World, YAML, address};
use crate::campaign::toy::SEATS;
use crate::ledger::Kind;
use chrono::TimeDelta;
use fastrand::Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const GM: &str = "maria@example.org";

/// What sort of request it is: those that are alike in it go the same ways through the program.
fn sort(request: &Request) -> String {
    let when = match &request.when {
        When::Latest => "latest",
        When::Entry(_) => "entry",
        When::Before(_) => "before",
        When::Day(_) => "day",
        When::Turn { stage: None, .. } => "turn",
        When::Turn { .. } => "stage",
    };
    let parts = [
        ("answers", request.answers.len()),
        ("accept", request.accept.len()),
        ("refuse", request.refuse.len()),
        ("outcomes", request.outcomes.len()),
        ("dispute", request.dispute.iter().count()),
        ("state", request.state.iter().count()),
        ("data", request.data.len()),
    ];
    let parts = parts.map(|(what, count)| format!("{what} {}", count.min(2)));
    format!("{:?} {when} {parts:?}", request.what)
}

/// The request as a game master writes it in a message; `None` if it can only be typed.
pub(super) fn written(request: &Request) -> Option<String> {
    if request.state.is_some() || !request.data.is_empty() {
        return None;
    }
    let point = match &request.when {
        When::Latest => None,
        When::Entry(seq) => Some(("entry", json!(seq))),
        When::Before(key) => Some(("before", json!(key))),
        When::Day(day) => Some(("to", json!(day.to_string()))),
        When::Turn { turn, stage: None } => Some(("to", json!(turn.to_string()))),
        When::Turn { turn, stage: Some(stage) } => Some(("to", json!(format!("{turn}/{stage}")))),
    };
    let mut all = serde_json::Map::new();
    all.insert("because".into(), json!(request.reason));
    all.extend(request.dispute.map(|number| ("dispute".to_owned(), json!(number))));
    let pairs = |pairs: &[(String, Value)]| pairs.iter().cloned().collect::<serde_json::Map<_, _>>();
    for (name, value) in [("answers", &request.answers), ("outcomes", &request.outcomes)] {
        all.extend((!value.is_empty()).then(|| (name.to_owned(), json!(pairs(value)))));
    }
    for (name, value) in [("accept", &request.accept), ("refuse", &request.refuse)] {
        all.extend((!value.is_empty()).then(|| (name.to_owned(), json!(value))));
    }
    if let Some((name, value)) = point {
        // A ruling names a turn and a stage apart.
        match (&request.when, request.what) {
            (When::Turn { turn, stage }, RulingKind::Rule) => {
                all.insert("turn".into(), json!(turn));
                all.extend(stage.iter().map(|stage| ("stage".to_owned(), json!(stage))));
            }
            _ => drop(all.insert(name.into(), value)),
        }
    }
    let word = match request.what {
        RulingKind::Rule => "rule",
        RulingKind::Rewind => "rewind",
        RulingKind::Forward => "forward",
    };
    if request.what == RulingKind::Forward {
        return Some(format!("do: {}\n", json!({"forward": "yes", "because": request.reason})));
    }
    Some(format!("do: {}\n", json!({ word: all })))
}

/// How a world is played and ruled: its seats, how it goes on for a turn, and what may be asked for in it.
pub(super) struct Way {
    pub seats: Vec<String>,
    pub plays_on: fn(&mut World, &mut Rng),
    pub requests: fn(&World) -> Vec<Request>,
}

impl Way {
    fn toy() -> Self {
        Way { seats: SEATS.map(str::to_owned).to_vec(), plays_on: World::plays_on, requests: World::requests }
    }
}

impl World {
    /// The request adopted, or proposed where players may object, at the command line.
    pub(super) fn typed_ruling(&self, request: &Request) -> Result<Difference, CampaignError> {
        match self.campaign().settings.rulings.protest {
            None => adopt(&self.edge, &self.dir, self.now, request, &Plain).map(|(difference, _)| difference),
            Some(_) => propose(&self.edge, &self.dir, self.now, request).map(|(difference, _)| difference),
        }
    }

    /// The same by mail: asked for, and adopted by an answer to what is shown.
    pub(super) fn mailed_ruling(&mut self, text: &str) {
        let key = self.key("gm");
        self.now += TimeDelta::minutes(4);
        self.mail(GM, "", &format!("key: {key}\n{text}"));
        self.tick();
        let last = self
            .find("receipt", "maria")
            .into_iter()
            .max_by_key(|mail| (mail.letter.date, mail.id().to_owned()));
        let Some(last) = last else { return };
        self.now += TimeDelta::minutes(4);
        self.mail(GM, &format!("In-Reply-To: <{}>\n", last.id()), "do: adopt\n");
        self.tick();
    }

    /// Whoever is asked answers, and objections have their time.
    fn plays_on(&mut self, dice: &mut Rng) {
        if self.campaign().record.people.proposal.is_some() {
            let seat = SEATS[dice.usize(..3)];
            self.write(seat, "vote: {ruling: no}\n");
            self.tick();
            self.hours(13);
        }
        for seat in SEATS {
            let bid = dice.u64(0..4);
            self.write(seat, &format!("plan: {{bid: {bid}, prize: right}}\nfinal: yes\n"));
        }
        self.tick();
        self.hours(2);
    }

    /// The last ruling of the ledger, adopted or proposed.
    fn last_ruling(&self) -> Value {
        self.entries(Kind::Ruling).pop().map(|entry| entry.body).unwrap_or_default()
    }
}

/// What both are that must be the same: all that the game has come to.
pub(super) fn game(record: &Record) -> Value {
    let game = &record.game;
    json!([game.turn, game.stage_name, *game.position, game.over, game.ended.is_some(), game.history.len()])
}

/// Tries a request, makes it in three ways if it is not refused, and goes on from there.
pub(super) fn ruled_on(
    way: &Way,
    world: &World,
    request: &Request,
    dice: &mut Rng,
    said: &mut String,
) -> bool {
    let campaign = world.campaign();
    let now = campaign.record.at.max(world.now);
    let before = world.before();
    let (mut typed, mut mailed) = (world.apart(), world.apart());
    (typed.now, mailed.now) = (now, now);
    let _ = writeln!(said, "== {request:?}");
    let text = written(request);
    if let Some(text) = &text {
        mailed.mailed_ruling(text);
        let _ = writeln!(said, "by mail: {}", mailed.since(&before));
    }
    let trial = match try_ruling(&campaign, request, now) {
        Ok(trial) => trial,
        Err(why) => {
            let _ = writeln!(said, "{why}");
            assert_eq!(typed.typed_ruling(request).unwrap_err().to_string(), why.to_string());
            return false;
        }
    };
    let shown = trial.difference().unwrap();
    let told = [true, false].map(|public| trial.told(public).unwrap());
    let reports = way.seats.iter().map(|seat| trial.report(seat).map_err(|why| why.to_string()));
    let reports: Vec<_> = reports.collect();
    let _ = writeln!(said, "{shown:#?} {told:#?} {reports:?}");
    assert_eq!(typed.typed_ruling(request).unwrap(), shown);
    let (ruling, proposed) = (json!(shown.ruling), typed.campaign().record.people.proposal.is_some());
    for (name, value) in ruling.as_object().unwrap() {
        let written = typed.last_ruling();
        assert_eq!(written[name], *value, "{name} of {written}");
        if text.is_some() && mailed.entries(Kind::Ruling).len() == typed.entries(Kind::Ruling).len() {
            let mailed = mailed.last_ruling();
            assert!(mailed[name] == *value || name == "after", "{name} of {mailed}");
        }
    }
    if !proposed {
        let record = typed.campaign().record.clone();
        assert_eq!((record.game.turn, record.game.stage_name.clone()), shown.is);
        assert_eq!(record.game.ended.is_some(), shown.over);
        if text.is_some() && mailed.entries(Kind::Ruling).len() == typed.entries(Kind::Ruling).len() {
            assert_eq!(game(&mailed.campaign().record), game(&record), "by mail as by command");
        }
    }
    typed.holds();
    typed.tick();
    let _ = writeln!(said, "adopted: {}", typed.since(&before));
    // On from there; then another ruling on top of it, and back to before that.
    (way.plays_on)(&mut typed, dice);
    let _ = writeln!(said, "played on: {}", typed.since(&before));
    let second = (way.requests)(&typed);
    let second = &second[dice.usize(..second.len())];
    typed.now = typed.campaign().record.at.max(typed.now);
    for request in [second, &Request::new(RulingKind::Forward, When::Latest, "after all")] {
        let _ =
            writeln!(said, "{request:?} {:?}", typed.typed_ruling(request).map_err(|why| why.to_string()));
        (way.plays_on)(&mut typed, dice);
    }
    typed.holds();
    let _ = writeln!(said, "ruled again: {}", typed.since(&before));
    true
}

/// One request of each sort as the world stands.
pub(super) fn of_each_sort(way: &Way, world: &World, dice: &mut Rng) -> Vec<Request> {
    let mut sorts = BTreeMap::<String, Vec<Request>>::new();
    for request in (way.requests)(world) {
        sorts.entry(sort(&request)).or_default().push(request);
    }
    sorts.into_values().map(|mut all| all.swap_remove(dice.usize(..all.len()))).collect()
}

/// Plays a table of mails, and stops so many times on the way.
fn along(yaml: &str, mails: Mails<'_>, stops: usize, seed: u64) {
    let mut world = World::with(yaml);
    let (way, mut dice) = (Way::toy(), Rng::with_seed(seed));
    let (mut said, mut made, mut tried) = (String::new(), 0, 0);
    for piece in mails.chunks(mails.len().div_ceil(stops)) {
        world.blown(piece);
        for request in of_each_sort(&way, &world, &mut dice) {
            tried += 1;
            made += usize::from(ruled_on(&way, &world, &request, &mut dice, &mut said));
        }
    }
    assert!(tried > 10 && made * 6 > tried, "{made} of {tried}");
    outputs::said("ruled on", said);
}

#[test]
fn among_players() {
    along(YAML, PLAYERS, 3, 1);
}

#[test]
fn among_orders_of_the_game_master() {
    along(&YAML.replace("absence: default", "absence: steward"), GM_ORDERS, 3, 2);
}

#[test]
fn among_seals() {
    let yaml = YAML.replace("outage: 3h", "outage: 3h, opening: in 24h");
    along(&format!("{yaml}secrecy: either\nleak check: yes\n"), SEALS, 3, 3);
}

#[test]
fn among_objections() {
    along(&format!("{YAML}rulings: {{protest: 12h, vote: yes}}\npress: grey\n"), CORNERS, 3, 4);
}

#[test]
fn among_absences() {
    along(
        &format!("{YAML}disputes: {{clock: waits}}\npace: batch\nanonymous: yes\n"),
        TURN_OF_THE_YEAR,
        3,
        5,
    );
}

/// Two turns of bids and one of prizes, and a message from an address that nobody knows: what it says may be accepted for each.
#[test]
fn of_messages_of_every_form() {
    let mut world = World::new();
    let (way, mut dice) = (Way::toy(), Rng::with_seed(6));
    for (seat, body) in [
        ("ash", "plan: {bid: 3}\n"),
        ("birch", "plan: {bid: 2, prize: left}\nfinal: yes\n"),
        ("ash", "bid 1\nprize: right\n"),
        ("cedar", "bid 4\n"),
        ("ash", "plan: {otherwise: ask}\nfinal: yes\n"),
        ("cedar", "plan: {prize: right}\nfinal: yes\n"),
        ("ash", "plan: {bid: 99}\n"),
        ("birch", "plan: {bid: 1, prize: left}\nfinal: yes\npress: {to: all, text: \"Good luck!\"}\n"),
    ] {
        world.write(seat, body);
        world.now += TimeDelta::minutes(3);
        world.tick();
    }
    for from in [address("cedar"), "eve@example.com"] {
        world.mail(from, "", "plan: {bid: 5, prize: left}\nfinal: yes\n");
        world.now += TimeDelta::minutes(3);
        world.tick();
    }
    let (mut said, mut made) = (String::new(), 0);
    let numbers = 1..=6;
    for name in
        numbers.flat_map(|number| SEATS.map(|seat| format!("{seat}/{number}"))).chain((1..=10).flat_map(
            |number| ["", "ash=", "birch=", "cedar="].map(|seat| format!("{seat}mail{number}@example.net")),
        ))
    {
        for accepted in [true, false] {
            let mut request = Request::new(RulingKind::Rule, When::Latest, "tried");
            let named = if accepted { &mut request.accept } else { &mut request.refuse };
            named.push(name.clone());
            made += usize::from(ruled_on(&way, &world, &request, &mut dice, &mut said));
        }
    }
    assert!(made > 12, "{made}");
    outputs::said("messages ruled on", said);
}
