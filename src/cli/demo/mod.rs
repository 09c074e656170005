//! `ravenpost demo`: plays a whole campaign with simulated players, through real mail files.
//!
//! The simulated players read and write messages, and `tick` works on a folder like any other. Only the clock and the
//! random numbers belong to the demo, so that it can be repeated.

mod manner;
mod player;

use super::board_files::BoardFiles;
use super::console::{Outcome, misuse, say};
use super::game_choice::{among, entry_of, refused};
use super::status::ended;
use crate::campaign::{self, Campaign, Host, Ticked};
use crate::disk::{Disk, RealDisk};
use crate::games;
use crate::post::deliver;
use crate::sheet;
use crate::table::{Referee, Seat};
use anyhow::{Context, Result, bail};
use chrono::{DateTime, TimeDelta, Utc};
use manner::MANNERS;
use player::Player;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Names of the simulated players.
const NAMES: [&str; 6] = ["Anna", "Bert", "Cleo", "Dov", "Edda", "Finn"];

/// Ticks after which the demo gives up.
const MOST_TICKS: usize = 2_000;

/// The folder that is made if none is named.
const USUAL: &str = "ravenpost-demo";

/// Play a whole sealed campaign with simulated players, through real mail files in a new folder
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost demo\n  \
    ravenpost demo mordred --game king-is-dead --players 3 --options '{mordred: true}'")]
pub(super) struct Args {
    /// Folder to make [default: ravenpost-demo]
    dir: Option<PathBuf>,
    /// Folder to make, as an option
    #[arg(long = "dir", value_name = "DIR", conflicts_with = "dir", hide = true)]
    folder: Option<PathBuf>,
    /// Id of the game, such as king-is-dead
    #[arg(long, default_value = games::ALL[0].id)]
    game: String,
    /// Board of your own to play on: a folder, or a YAML file that names its files (docs/new-board.md)
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    board: Option<PathBuf>,
    /// Number of players [default: the most the game allows]
    #[arg(long, value_name = "NUMBER")]
    players: Option<u8>,
    /// Options of the game, as after `options:` in campaign.yaml, such as '{mordred: true}'
    #[arg(long, value_name = "YAML")]
    options: Option<String>,
    /// Seed of the demo's random numbers; the same seed plays the same campaign
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Replace the folder if an earlier demo made it; other folders are never replaced
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let dir = args.dir.as_deref().or(args.folder.as_deref()).unwrap_or(Path::new(USUAL));
    let board = args.board.as_deref().map(BoardFiles::read).transpose()?;
    if let Some(refused) = board.as_ref().and_then(refused) {
        return Ok(refused);
    }
    let id = board.as_ref().map_or(args.game.as_str(), |board| board.id);
    let entry = entry_of(id)?;
    let own = board.as_ref().map_or_else(Vec::new, BoardFiles::players);
    let allowed = if board.is_some() { &own } else { entry.players };
    let count = args.players.unwrap_or(allowed.iter().copied().max().unwrap_or(2));
    among(allowed, count, entry.title)?;
    clear(dir, args.force)?;
    let disk = Arc::new(RealDisk { sync: false });
    let host = Host::new(disk.clone());
    let options = options(args.options.as_deref())?;
    let files = board.as_ref().map_or_else(Vec::new, BoardFiles::all);
    let file = |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, text)| text.clone());
    let game = games::referee(id, count, &options, &file)?;
    let mut players: Vec<Player> = seat_players(game.as_ref(), args.seed);
    let settings = settings(id, &options, &players, entry.title);
    disk.create_dir(dir, 0o755)?;
    if !files.is_empty() {
        let folder = dir.join("games").join(id);
        disk.create_dir(&folder, 0o755)?;
        files.iter().try_for_each(|(name, text)| disk.write(&folder.join(name), text.as_bytes(), 0o644))?;
    }
    disk.write(&dir.join("campaign.yaml"), settings.as_bytes(), 0o644)?;
    let mut demo = Demo {
        host,
        dir,
        game: game.as_ref(),
        now: DateTime::from_timestamp(1_788_249_600, 0).unwrap_or_default(),
        read: BTreeSet::new(),
        sent: 0,
        quiet,
    };
    demo.say(&format!("{} by email: {count} simulated players, in {}", entry.title, dir.display()));
    for player in &players {
        let secrecy = if player.seals {
            "seals each plan at home and opens it when asked"
        } else {
            "deposits each plan (we seal it on arrival)"
        };
        demo.say(&format!("  {:10} {:5} {:9} {secrecy}", player.seat.0, player.name, player.manner.name()));
    }
    let mut dice = fastrand::Rng::with_seed(args.seed);
    campaign::start(&demo.host, dir, demo.now, &mut |bytes: &mut [u8]| dice.fill(bytes))?;
    demo.play(&mut players)?;
    demo.close()
}

/// Removes the folder of an earlier demo if `force` is set.
///
/// # Errors
/// If the folder exists and `force` is not set, or if no demo made it.
fn clear(dir: &Path, force: bool) -> Result<()> {
    if !dir.exists() {
        return Ok(());
    }
    let ours = std::fs::read_to_string(dir.join("campaign.yaml")).is_ok_and(|text| text.starts_with(MARK));
    if !ours || !force {
        let hint = if ours { "; --force replaces it" } else { " and was not made by a demo" };
        bail!("{} exists already{hint}. Hint: name another folder", dir.display());
    }
    std::fs::remove_dir_all(dir).with_context(|| format!("cannot remove {}", dir.display()))
}

/// The first line of a demo's settings.
const MARK: &str = "# A demo of Ravenpost";

fn seat_players(game: &dyn Referee, seed: u64) -> Vec<Player> {
    let seats = game.seats().into_iter().enumerate();
    let mut players: Vec<Player> = seats
        .map(|(i, seat)| {
            let manner = MANNERS[i % MANNERS.len()];
            let seat = (seat.id, Seat(i as u8));
            Player::new(seat, NAMES[i % NAMES.len()], manner, seed.wrapping_mul(31).wrapping_add(i as u64))
        })
        .collect();
    // The first and the last seal at home; the second makes a typing error in its first plan.
    let last = players.len().saturating_sub(1);
    for (i, player) in players.iter_mut().enumerate() {
        player.seals = i == 0 || i == last;
        player.mistypes = i == 1;
    }
    players
}

/// Reads `--options` as data; null without it.
fn options(text: Option<&str>) -> Result<Value> {
    let Some(text) = text else { return Ok(Value::Null) };
    let node = sheet::parse(text)
        .map_err(|_| misuse("--options is not valid YAML. Hint: `--options '{mordred: true}'`"))?;
    Ok(sheet::plain(&node))
}

fn settings(game: &str, options: &Value, players: &[Player], title: &str) -> String {
    let seats: String = players
        .iter()
        .map(|p| format!("  {}: {{player: {}, address: {}}}\n", p.seat.0, p.name, p.address))
        .collect();
    let about = match games::kinds(game).contains(&"retreat") {
        true => "ask about: [retreat]          # ask where defeated units retreat\n",
        false => "",
    };
    format!(
        "{MARK}, played without a mail server.\n\
         campaign: demo\n\
         title: \"{title}: a demo\"\n\
         game: {game}\n\
         players: {}\n\
         options: {options}\n\
         timezone: Europe/Rome\n\
         address: {{address: ravens@ravenpost.example, name: Ravenpost}}\n\
         gm: {{name: Maria, addresses: [maria@players.example]}}\n\
         seats:\n{seats}\
         pace: batch\n\
         {about}\
         clock: {{deadline: every 2 days at 20:00, grace: 2h}}\n\
         absence: default\n\
         secrecy: either\n",
        players.len()
    )
}

struct Demo<'a> {
    host: Host,
    dir: &'a Path,
    game: &'a dyn Referee,
    now: DateTime<Utc>,
    /// Our messages that the simulated players have read.
    read: BTreeSet<PathBuf>,
    /// Number of messages they have sent.
    sent: usize,
    quiet: bool,
}

impl Demo<'_> {
    fn say(&self, line: &str) {
        if !self.quiet {
            say(line);
        }
    }

    fn play(&mut self, players: &mut [Player]) -> Result<()> {
        let mut turn = 0;
        let mut done = Ticked::default();
        for _ in 0..MOST_TICKS {
            let ticked = campaign::tick(&self.host, self.dir, self.now)?;
            done.used += ticked.used;
            done.refused += ticked.refused;
            done.sent += ticked.sent;
            let campaign = Campaign::open(&self.host, self.dir)?;
            let over = campaign.record.game.over;
            if campaign.record.game.turn != turn || over {
                if turn > 0 {
                    self.say(&format!(
                        "turn {turn:2}  {:2} messages in ({} refused), {:2} out; read {}",
                        done.used + done.refused,
                        done.refused,
                        done.sent,
                        self.dir.join(format!("turns/{turn:02}/report.txt")).display()
                    ));
                    done = Ticked::default();
                }
                turn = campaign.record.game.turn;
            }
            if over {
                return Ok(());
            }
            self.read_and_answer(players)?;
            self.now += TimeDelta::hours(5);
        }
        bail!(
            "the demo did not end within {MOST_TICKS} ticks. This is a bug; please report it with the --seed"
        )
    }

    fn read_and_answer(&mut self, players: &mut [Player]) -> Result<()> {
        let disk = self.host.disk.clone();
        for path in disk.list(&self.dir.join("mail/out/new"))? {
            if !self.read.insert(path.clone()) {
                continue;
            }
            let raw = disk.read(&path)?;
            for player in players.iter_mut() {
                if let Some(mail) = player.answer(self.game, &raw, self.now)? {
                    // A minute apart, so that messages arrive in a fixed order.
                    self.sent += 1;
                    let at = self.now + TimeDelta::minutes(self.sent as i64 % 50);
                    deliver(&*disk, &self.dir.join("mail/in"), at, &mail)?;
                }
            }
        }
        Ok(())
    }

    fn close(&self) -> Result<Outcome> {
        let campaign = Campaign::open(&self.host, self.dir)?;
        let position = campaign.record.game.position.clone();
        let outcome = self.game.outcome(&position)?.unwrap_or_default();
        self.say(&format!("The game is over. {}", ended(&campaign, &outcome)?));
        match campaign::verify(&self.host, self.dir)? {
            Ok(right) => self.say(&format!(
                "Verified: {} entries of the ledger, {} seals, {} decisions, {} stages, {} shuffles.",
                right.entries, right.seals, right.answers, right.stages, right.shuffles
            )),
            Err(flaw) => {
                bail!(
                    "the demo's ledger fails verification: {flaw}. This is a bug; please report it with the --seed"
                )
            }
        }
        let at = |what: &str| self.dir.join(what).display().to_string();
        self.say("Where to look:");
        self.say(&format!("  messages from the players   {}", at("mail/in/.Used/cur")));
        self.say(&format!("  messages to the players     {}", at("mail/out/new")));
        self.say(&format!("  reports, turn by turn       {}", at("turns")));
        self.say(&format!("  the ledger                  {}", at("ledger.jsonl")));
        Ok(Outcome::Done)
    }
}
