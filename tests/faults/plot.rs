//! The campaigns that are disturbed: played once without any trouble, by players whose mails are kept, with the disk as it
//! was before and after each tick.

use crate::world::{DIR, World, path};
use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::campaign::record::Phase;
use ravenpost::campaign::{Campaign, CampaignError, NewCampaign, new, settings_text, start};
use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::games;
use ravenpost::seal::{Binding, Opening};
use ravenpost::table::{Open, Position};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A campaign to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plot {
    pub name: &'static str,
    pub game: &'static str,
    pub players: u8,
    pub secrecy: &'static str,
    pub pace: &'static str,
    /// After this turn everybody votes for a draw, if the game is not over.
    pub turns: u32,
    pub seed: u64,
}

/// All of them: the smallest first. Summer time ends in each.
pub const PLOTS: [Plot; 3] = [
    Plot {
        name: "king-2",
        game: "king-is-dead",
        players: 2,
        secrecy: "deposit",
        pace: "batch",
        turns: 9,
        seed: 3,
    },
    Plot {
        name: "king-4",
        game: "king-is-dead",
        players: 4,
        secrecy: "either",
        pace: "ask",
        turns: 2,
        seed: 5,
    },
    Plot {
        name: "thrones-3",
        game: "thrones-1e",
        players: 3,
        secrecy: "either",
        pace: "batch",
        turns: 2,
        seed: 7,
    },
];

/// One tick of a campaign that nothing disturbs.
pub struct Step {
    pub at: DateTime<Utc>,
    /// The mails that came before it.
    pub mails: Vec<(PathBuf, Vec<u8>)>,
    /// The folder when they had come.
    pub before: World,
    /// The folder when the tick was over.
    pub after: World,
    /// Effects of the tick.
    pub effects: u64,
}

/// A campaign that nothing disturbed.
pub struct Straight {
    pub plot: Plot,
    pub steps: Vec<Step>,
}

impl Straight {
    /// The folder at the end.
    pub fn end(&self) -> &World {
        &self.steps.last().unwrap().after
    }

    /// Plays on from another folder as it was after a step; the players write what they wrote.
    pub fn carry_on(&self, world: &World, after: usize) -> Result<(), String> {
        for step in &self.steps[after + 1..] {
            world.deliver(&step.mails);
            world.tick(step.at).map_err(|error| format!("at {}: {error}", step.at))?;
        }
        Ok(())
    }
}

struct Players {
    plot: Plot,
    seats: Vec<String>,
    dice: fastrand::Rng,
    written: usize,
    openings: BTreeMap<String, Opening>,
    /// Mails that are waiting to come.
    mails: Vec<(PathBuf, Vec<u8>)>,
}

fn address(seat: &str) -> String {
    format!("{seat}@players.example")
}

impl Plot {
    /// When the campaigns begin.
    pub fn begun() -> DateTime<Utc> {
        "2026-10-24T10:00:00Z".parse().unwrap()
    }

    /// Founds the campaign in a folder that has its settings. The chance is the same every time.
    pub fn start(&self, world: &World) -> Result<(), CampaignError> {
        let mut dice = fastrand::Rng::with_seed(self.seed);
        start(&world.edge, Path::new(DIR), Plot::begun(), &mut |bytes| dice.fill(bytes)).map(drop)
    }

    /// A folder with the settings of the campaign, and its seats.
    pub fn settled(&self) -> (World, Vec<String>) {
        let world = World::on(FaultyDisk::new());
        let referee = games::referee(self.game, self.players, &Value::Null, &|_| None).unwrap();
        let seats: Vec<String> = referee.seats().into_iter().map(|info| info.id).collect();
        let campaign = NewCampaign {
            id: "stormy-7".into(),
            title: "A stormy game".into(),
            game: self.game.into(),
            address: "game@ravenpost.example".into(),
            timezone: "Europe/Rome".into(),
            gm_name: "Maria".into(),
            gm_address: "maria@players.example".into(),
            seats: seats.iter().map(|seat| (seat.clone(), seat.to_uppercase(), address(seat))).collect(),
        };
        new(&world.edge, Path::new(DIR), &campaign).unwrap();
        let mut text = settings_text(&campaign).unwrap();
        let mut change = |from: &str, to: &str| {
            assert!(text.contains(from), "campaign.yaml has no “{from}” any more");
            text = text.replace(from, to);
        };
        change("deadline: every 3 days at 20:00", "deadline: in 48h");
        change("\nabsence: wait", "\nabsence: steward");
        change("outage: 6h", "outage: 30 days");
        change("\npace: ask\n", &format!("\npace: {}\n", self.pace));
        change("\nsecrecy: deposit", &format!("\nsecrecy: {}", self.secrecy));
        change("words of chance: no", "words of chance: in 10h");
        world.disk.write(&path("campaign.yaml"), text.as_bytes(), 0o600).unwrap();
        (world, seats)
    }

    /// Plays the campaign from its founding to its end.
    pub fn play(self) -> Straight {
        let begun = Plot::begun();
        let (world, seats) = self.settled();
        self.start(&world).unwrap_or_else(|error| panic!("{error}"));
        let dice = fastrand::Rng::with_seed(self.seed);
        let mut players =
            Players { plot: self, seats, dice, written: 0, openings: BTreeMap::new(), mails: Vec::new() };
        let mut steps: Vec<Step> = Vec::new();
        for number in 0.. {
            assert!(number < 400, "{} does not end", self.name);
            let at = begun + TimeDelta::hours(7) * number;
            if let Some(last) = steps.last() {
                let campaign = last.after.campaign().unwrap();
                if campaign.record.ended.is_some() {
                    break;
                }
                players.write(&campaign, &last.after, number);
            }
            let mails = std::mem::take(&mut players.mails);
            let before = steps.last().map_or_else(|| world.fork(), |last| last.after.fork());
            before.deliver(&mails);
            let after = before.fork();
            let ticked = after.tick(at).unwrap_or_else(|error| panic!("{}: {error}", self.name));
            assert!(ticked.attention.is_empty(), "{}: {:?}", self.name, ticked.attention);
            let effects = after.disk.effects();
            after.nothing_came_from_nowhere().unwrap();
            steps.push(Step { at, mails, before, after, effects });
        }
        Straight { plot: self, steps }
    }
}

impl Players {
    /// What the players and the world write before a tick.
    fn write(&mut self, campaign: &Campaign, world: &World, number: i32) {
        if campaign.record.turn > self.plot.turns {
            for seat in self.seats.clone() {
                self.mail(campaign, &seat, "vote: {draw: yes}\n");
            }
            return;
        }
        self.orders(campaign, number);
        let (first, last) = (self.seats[0].clone(), self.seats[self.seats.len() - 1].clone());
        match number {
            1 => self.mail(campaign, &first, "chance: winter is coming\n"),
            3 => {
                self.raw(
                    "From: <eve@example.com>\nTo: <game@ravenpost.example>\nSubject: hello\n",
                    "Can I play, too?\n",
                );
                self.mail(campaign, &last, "press: {to: all, text: well met}\n");
            }
            4 => self.bounce(world, &last),
            5 => self.mail(campaign, &last, "absent: {from: 2026-10-29, to: 2026-10-30}\n"),
            6 => self.mail(campaign, &first, "plan:\n  ordres: {Winterfel: marsch}\n"),
            7 => self.again(),
            8 => self.mail(campaign, &first, "vote: {extend: 6h}\n"),
            9 => self.mail(campaign, &last, "vote: {extend: 12h}\nask: [status]\n"),
            10 => self.raw(
                &format!(
                    "From: <{}>\nTo: <game@ravenpost.example>\nSubject: Away\nAuto-Submitted: auto-replied\n",
                    address(&first)
                ),
                "I am at the sea.\n",
            ),
            _ => {}
        }
    }

    /// Orders, seals and openings for the window that is open. Somebody is late now and then, so that windows close early
    /// and at their deadline.
    fn orders(&mut self, campaign: &Campaign, number: i32) {
        let Some(window) = campaign.record.open_window() else { return };
        let asked: Vec<String> = window.asked.keys().cloned().collect();
        if window.phase == Phase::Opening {
            for seat in &asked {
                let part = window.seats.get(seat).filter(|part| !part.opened);
                let opening =
                    part.and_then(|part| part.seal.as_ref()).and_then(|seal| self.openings.get(seal));
                if let Some(armour) = opening.map(Opening::armour) {
                    self.mail(campaign, seat, &armour);
                }
            }
            return;
        }
        let standstill = campaign.rules().standstill(&campaign.record).unwrap();
        for (place, seat) in asked.iter().enumerate() {
            let late = place == 1 && number % 2 == 0;
            let silent = place + 1 == asked.len() && number % 9 >= 5 && asked.len() > 1;
            if late || silent || window.seats.get(seat).is_some_and(|part| part.how.is_some()) {
                continue;
            }
            let own = campaign.rules().seat(seat).unwrap();
            let open: Vec<Open> = standstill.open.iter().filter(|open| open.seat == own).cloned().collect();
            let position = Position(standstill.position.clone());
            let plan = campaign.referee.suggest(&position, own, &open, &mut self.dice).unwrap();
            let text = match window.sealed && self.plot.secrecy != "deposit" && place == 0 {
                true => self.seal(&window.id, seat, plan),
                false => campaign.referee.write_plan(&plan, &position).unwrap(),
            };
            self.mail(campaign, seat, &format!("{text}final: yes\n"));
        }
    }

    fn seal(&mut self, window: &str, seat: &str, plan: Value) -> String {
        let binding =
            Binding { campaign: "stormy-7".into(), seat: seat.to_owned(), window: window.to_owned() };
        let nonce: [u8; 16] = std::array::from_fn(|_| self.dice.u8(..));
        let opening = Opening::new(&binding, plan, &nonce).unwrap();
        let seal = opening.seal().to_string();
        self.openings.insert(seal.clone(), opening);
        format!("seal: {seal}\n")
    }

    fn mail(&mut self, campaign: &Campaign, seat: &str, body: &str) {
        let key = campaign.secrets.keys[seat].text();
        let head = format!("From: <{}>\nTo: <game@ravenpost.example>\nSubject: my move\n", address(seat));
        self.raw(&head, &format!("key: {key}\n{body}"));
    }

    fn raw(&mut self, head: &str, body: &str) {
        self.written += 1;
        let number = self.written;
        let raw = format!(
            "{head}Message-ID: <{number}@players.example>\nContent-Type: text/plain; charset=utf-8\n\n{body}\n"
        );
        self.put(raw);
    }

    fn put(&mut self, raw: String) {
        let name = format!(
            "mail/in/new/{}.{}.host",
            1_800_000_000 + self.mails.len() + 100 * self.written,
            self.written
        );
        self.mails.push((path(&name), raw.replace('\n', "\r\n").into_bytes()));
    }

    /// A mail of this step comes a second time.
    fn again(&mut self) {
        if let Some((_, raw)) = self.mails.last().cloned() {
            self.mails.push((path("mail/in/new/1900000000.again.host"), raw));
        }
    }

    /// The last mail to a seat comes back.
    fn bounce(&mut self, world: &World, seat: &str) {
        let to_it = |(_, to): &(String, String)| to.contains(&address(seat));
        let (id, _) = world.sent().into_iter().rfind(to_it).unwrap();
        let gone = address(seat);
        let body = format!(
            "--x\nContent-Type: text/plain\n\nno such user\n\n--x\nContent-Type: message/delivery-status\n\n\
             Reporting-MTA: dns; mx.ravenpost.example\n\nFinal-Recipient: rfc822; {gone}\nAction: failed\nStatus: 5.1.1\n\n\
             --x\nContent-Type: message/rfc822\n\nFrom: game@ravenpost.example\nTo: {gone}\nSubject: x\nMessage-ID: {id}\n\n\
             report\n\n--x--\n"
        );
        self.written += 1;
        self.put(format!(
            "Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.ravenpost.example>\nTo: <game@ravenpost.example>\n\
             Subject: Undelivered Mail Returned to Sender\nMessage-ID: <b{}@mx.example>\nMIME-Version: 1.0\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"x\"\n\n{body}",
            self.written
        ));
    }
}
