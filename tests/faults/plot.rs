//! The campaigns that are disturbed: played once without any trouble, by players and a game master whose mails and commands
//! are kept, with the disk as it was before and after each act.

use crate::acts::{Act, was_done_before};
use crate::players::{Players, address};
use crate::script;
use crate::world::{DIR, World, path};
use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::campaign::{CampaignError, NewCampaign, new, settings_text, start};
use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::games;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::thread;

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
    /// What people do besides playing.
    pub script: Script,
    /// What else is otherwise in campaign.yaml.
    pub settings: &'static [(&'static str, &'static str)],
}

/// What people do besides playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// Players and strangers write this and that; the game master lets them play.
    Quiet,
    /// All that a game master does by mail and by command, disputes, and rulings one after the other.
    Busy,
    /// Rulings while plans lie sealed.
    Ruled,
    /// A game master who plays a seat: everybody seals, words of chance too, and chance waits for a public number.
    Played,
}

const PLAIN: Plot = Plot {
    name: "king-2",
    game: "king-is-dead",
    players: 2,
    secrecy: "deposit",
    pace: "batch",
    turns: 9,
    seed: 3,
    script: Script::Quiet,
    settings: &[],
};

/// All of them: the smallest first. Summer time ends in each.
pub const PLOTS: [Plot; 6] = [
    PLAIN,
    Plot { name: "king-4", players: 4, secrecy: "either", pace: "ask", turns: 2, seed: 5, ..PLAIN },
    Plot { name: "thrones-3", game: "thrones-1e", players: 3, secrecy: "either", turns: 2, seed: 7, ..PLAIN },
    Plot {
        name: "busy-3",
        players: 3,
        pace: "ask",
        turns: 7,
        seed: 11,
        script: Script::Busy,
        settings: &[
            ("\nrehearsal: no\n", "\nrehearsal: in 40h\n"),
            // With a rehearsal the words end with it.
            ("chance: {until: in 10h}", "chance: {words: sealed}"),
            ("clock: runs", "clock: waits"),
            ("\nhandover press: no", "\nhandover press: yes"),
            (
                "\n# observers: [{name: Olga, address: olga@example.org, delay: 1 turn}]",
                "\nobservers: [{name: Olga, address: olga@players.example, delay: 1 turn}, \
                 {name: Otto, address: otto@players.example, delay: 20h}]",
            ),
        ],
        ..PLAIN
    },
    Plot {
        name: "ruled-3",
        game: "thrones-1e",
        players: 3,
        secrecy: "either",
        turns: 3,
        seed: 7,
        script: Script::Ruled,
        settings: &[("clock: runs", "clock: waits")],
        ..PLAIN
    },
    Plot {
        name: "played-3",
        game: "thrones-1e",
        players: 3,
        secrecy: "sealed",
        turns: 3,
        seed: 13,
        script: Script::Played,
        settings: &[
            ("  # plays: ", "  plays: "),
            (
                "chance: {until: in 10h}",
                "chance: {words: sealed, until: in 30h, public: \"Lotto of 25 October 2026\", check: 10h}",
            ),
        ],
        ..PLAIN
    },
];

/// One act in a campaign that nothing disturbs.
pub struct Step {
    pub at: DateTime<Utc>,
    pub act: Act,
    /// The mails that came before it (and what else was written in the folder).
    pub mails: Vec<(PathBuf, Vec<u8>)>,
    /// The folder when they had come.
    pub before: World,
    /// The folder when the act was over.
    pub after: World,
    /// Effects of the act.
    pub effects: u64,
}

/// A campaign that nothing disturbed.
pub struct Straight {
    pub plot: Plot,
    pub steps: Vec<Step>,
}

impl Straight {
    /// All of them, played side by side.
    pub fn all() -> Vec<Straight> {
        thread::scope(|scope| {
            let playing: Vec<_> = PLOTS.iter().map(|plot| scope.spawn(move || plot.play())).collect();
            playing.into_iter().map(|one| one.join().unwrap()).collect()
        })
    }

    /// The folder at the end.
    pub fn end(&self) -> &World {
        &self.steps.last().unwrap().after
    }

    /// Whether the game master types anything.
    pub fn has_commands(&self) -> bool {
        self.plot.script != Script::Quiet
    }

    /// The first tick from a step on: when a command has been typed again, cron still comes.
    pub fn next_tick(&self, step: usize) -> usize {
        let ticks = |place: &usize| self.steps.get(*place).is_none_or(|step| !step.act.is_typed());
        (step..).find(ticks).unwrap_or(step)
    }

    /// Whether a step that is killed and done again writes all in the same order. A command that does not take in the mails
    /// which wait, and mails that wait, change places; and where a command has left mails to be sent and the tick behind it has
    /// more to write, a tick that was killed while it sent them writes first, the next time.
    pub fn is_in_order(&self, number: usize) -> bool {
        let step = &self.steps[number];
        let waits = !step.mails.is_empty();
        if step.act.is_typed() {
            return step.act.is_a_pass() || !waits;
        }
        let before = number.checked_sub(1).map(|before| &self.steps[before]);
        !before.is_some_and(|before| before.act.is_typed() && (waits || !before.mails.is_empty()))
    }

    /// Plays on from another folder as it was after a step; players and game master do what they did.
    pub fn carry_on(&self, world: &World, after: usize) -> Result<(), String> {
        for step in &self.steps[after + 1..] {
            world.deliver(&step.mails);
            step.act.run_anew(world, step.at).map_err(|error| format!("at {}: {error}", step.at))?;
        }
        Ok(())
    }
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
        let text = settings_text(&campaign).unwrap();
        let (pace, secrecy) = (format!("\npace: {}\n", self.pace), format!("\nsecrecy: {}", self.secrecy));
        let common = [
            ("deadline: every 3 days at 20:00", "deadline: in 48h"),
            // What is drawn takes time, and a fault does nothing to it.
            ("\nmap: png", "\nmap: no"),
            ("\npage: yes", "\npage: no"),
            ("\nabsence: wait", "\nabsence: steward"),
            ("outage: 6h", "outage: 30 days"),
            ("\npace: ask\n", &pace),
            ("\nsecrecy: deposit", &secrecy),
            ("chance: {words: open}", "chance: {until: in 10h}"),
        ];
        let text = common.iter().chain(self.settings).fold(text, |text, (from, to)| changed(&text, from, to));
        world.disk.write(&path("campaign.yaml"), text.as_bytes(), 0o600).unwrap();
        (world, seats)
    }

    /// Plays the campaign from its founding to its end: at each hour there is a tick, then what the game master types, each
    /// command with a tick behind it.
    pub fn play(self) -> Straight {
        let begun = Plot::begun();
        let (world, seats) = self.settled();
        self.start(&world).unwrap_or_else(|error| panic!("{error}"));
        let mut players = Players::new(self, seats);
        let mut straight = Straight { plot: self, steps: Vec::new() };
        for number in 0.. {
            assert!(number < 400, "{} does not end", self.name);
            let at = begun + TimeDelta::hours(7) * number;
            if let Some(last) = straight.steps.last() {
                let campaign = last.after.campaign().unwrap();
                if campaign.record.game.ended.is_some() {
                    break;
                }
                players.write(&campaign, &last.after, number);
            }
            straight.step(&world, at, Act::Tick, players.take_mails());
            for place in 0.. {
                let campaign = straight.end().campaign().unwrap();
                let Some(act) = script::command(&mut players, &campaign, number, place, at) else { break };
                straight.step(&world, at, act, players.take_mails());
                straight.step(&world, at, Act::Tick, Vec::new());
            }
        }
        straight
    }
}

impl Straight {
    fn step(&mut self, begun: &World, at: DateTime<Utc>, act: Act, mails: Vec<(PathBuf, Vec<u8>)>) {
        let before = self.steps.last().map_or_else(|| begun.fork(), |last| last.after.fork());
        before.deliver(&mails);
        let after = before.fork();
        let failed = |error| panic!("{}, {at}, {act:?}: {error}", self.plot.name);
        let attention = act.run(&after, at).unwrap_or_else(failed);
        assert!(!was_done_before(&attention), "{}, {at}, {act:?}: {attention:?}", self.plot.name);
        // What is told of a dispute or of commands is no trouble.
        if !self.has_commands() {
            assert!(attention.is_empty(), "{}: {attention:?}", self.plot.name);
        }
        let effects = after.disk.effects();
        after.nothing_came_from_nowhere().unwrap();
        self.steps.push(Step { at, act, mails, before, after, effects });
    }
}

/// A text with something else in it, which must be there.
pub fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "campaign.yaml has no “{from}” any more");
    text.replace(from, to)
}
