//! `ravenpost new`: writes a campaign's settings; asks for what it lacks when run at a terminal.

use super::console::{Outcome, ask, is_terminal, misuse, say};
use super::world::host;
use crate::campaign::{CampaignError, NewCampaign, new_with};
use crate::games;
use anyhow::{Error, Result};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Write campaign.yaml, with every setting explained; asks for what is missing
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The campaign's folder
    dir: PathBuf,
    /// The game, such as thrones-1e
    #[arg(long)]
    game: Option<String>,
    /// How many play
    #[arg(long)]
    players: Option<u8>,
    /// The campaign's title for people
    #[arg(long)]
    title: Option<String>,
    /// The address that players write to
    #[arg(long)]
    address: Option<String>,
    /// You: `Maria <maria@example.org>`
    #[arg(long)]
    gm: Option<String>,
    /// Your time zone, such as Europe/Rome
    #[arg(long)]
    timezone: Option<String>,
    /// Who plays what, once for each seat: `stark=Anna <anna@example.org>`
    #[arg(long = "seat", value_name = "SEAT=PLAYER")]
    seats: Vec<String>,
    /// Without a rehearsal before the first turn
    #[arg(long)]
    no_rehearsal: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let id = id_of(args)?;
    let known = games::ALL.iter().map(|g| g.id).collect::<Vec<_>>().join(", ");
    let game = value(
        args.game.clone(),
        &format!("Which game ({known})?"),
        "--game",
        games::ALL.first().map(|g| g.id),
    )?;
    let entry = entry_of(&game)?;
    let counts = counts(entry);
    let most = match args.seats.len() {
        0 => entry.players.iter().max().map(u8::to_string),
        told => Some(told.to_string()),
    };
    let players = args.players.map(|n| n.to_string());
    let players = value(players, &format!("How many play ({counts})?"), "--players", most.as_deref())?;
    let players = players.parse().map_err(|_| misuse(format!("“{players}” is no number of players")))?;
    fits(entry, players)?;
    let referee = games::referee(&game, players, &Value::Null, &|_| None)?;
    let told = seats_of(&args.seats, &referee.seats().into_iter().map(|seat| seat.id).collect::<Vec<_>>())?;
    let title = value(
        args.title.clone(),
        "What is its title?",
        "--title",
        Some(&format!("{} by mail", entry.title)),
    )?;
    let zone = std::env::var("TZ").ok().filter(|tz| tz.contains('/'));
    let timezone =
        value(args.timezone.clone(), "Your time zone?", "--timezone", zone.as_deref().or(Some("UTC")))?;
    let (gm_name, gm_address) = person(&value(args.gm.clone(), "You, as `Name <address>`?", "--gm", None)?)?;
    let address = value(args.address.clone(), "The address that players write to?", "--address", None)?;
    let seats = referee.seats().into_iter().map(|seat| {
        let question = format!("Who plays {}, as `Name <address>`?", seat.name);
        let told = value(told.get(&seat.id).cloned(), &question, &format!("--seat {}=…", seat.id), None)?;
        let (name, address) = person(&told)?;
        Ok((seat.id, name, address))
    });
    let draft = NewCampaign {
        id,
        title,
        game,
        address,
        timezone,
        gm_name,
        gm_address,
        seats: seats.collect::<Result<_>>()?,
    };
    new_with(&host(), &args.dir, &draft, !args.no_rehearsal).map_err(|error| match error {
        // No such file was written, so its lines would help nobody.
        CampaignError::Settings { mistakes, .. } => {
            misuse(mistakes.0.into_iter().map(|mistake| mistake.what).collect::<Vec<_>>().join("\n"))
        }
        error => Error::new(error),
    })?;
    if !quiet {
        let dir = args.dir.display();
        say(format!("Wrote {dir}/campaign.yaml. Read it through: every setting is explained there."));
        say(format!("Then: ravenpost start {dir}"));
    }
    Ok(Outcome::Done)
}

/// A game of the list.
pub(super) fn entry_of(game: &str) -> Result<&'static games::Entry> {
    let entry = games::ALL.iter().find(|entry| entry.id == game);
    entry.ok_or_else(|| misuse(games::NoGame::Unknown(game.to_owned()).to_string()))
}

/// How many can play a game, in words.
fn counts(entry: &games::Entry) -> String {
    entry.players.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

/// That a game can be played by so many.
pub(super) fn fits(entry: &games::Entry, players: u8) -> Result<()> {
    if entry.players.contains(&players) {
        return Ok(());
    }
    Err(misuse(format!("{players} cannot play {}; these numbers can: {}", entry.title, counts(entry))))
}

/// Who plays what, as told on the command line.
fn seats_of(told: &[String], known: &[String]) -> Result<BTreeMap<String, String>> {
    let mut seats = BTreeMap::new();
    for text in told {
        let Some((seat, who)) = text.split_once('=') else {
            return Err(misuse(format!(
                "--seat wants SEAT=PLAYER, such as `stark=Anna <anna@example.org>`, not “{text}”"
            )));
        };
        if !known.iter().any(|id| id == seat) {
            return Err(misuse(format!("there is no seat “{seat}”; the seats are: {}", known.join(", "))));
        }
        if seats.insert(seat.to_owned(), who.to_owned()).is_some() {
            return Err(misuse(format!("--seat {seat} is there twice")));
        }
    }
    Ok(seats)
}

/// The campaign's id: the folder's name, as far as an id can be like it.
fn id_of(args: &Args) -> Result<String> {
    let path = std::path::absolute(&args.dir)?;
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let id: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let id = id.trim_matches('-').to_owned();
    if id.is_empty() {
        return Err(misuse(format!(
            "“{}” gives no name for a campaign: use letters and digits",
            args.dir.display()
        )));
    }
    Ok(id)
}

/// What was told on the command line, or at the terminal.
fn value(told: Option<String>, question: &str, option: &str, default: Option<&str>) -> Result<String> {
    if let Some(told) = told {
        return Ok(told);
    }
    if !is_terminal() {
        return default.map(str::to_owned).ok_or_else(|| {
            misuse(format!(
                "{option} is missing, and there is no terminal to ask at. Hint: see `ravenpost new --help`"
            ))
        });
    }
    Ok(ask(question, default)?)
}

/// `Maria <maria@example.org>`, or an address alone.
fn person(text: &str) -> Result<(String, String)> {
    let (name, address) = match text.trim().strip_suffix('>').and_then(|rest| rest.rsplit_once('<')) {
        Some((name, address)) => (name.trim().to_owned(), address.trim().to_owned()),
        None => (String::new(), text.trim().to_owned()),
    };
    let local = address.split('@').next().unwrap_or_default().to_owned();
    if !address.contains('@') || address.contains(char::is_whitespace) {
        return Err(misuse(format!("“{text}” holds no mail address. Hint: write `Name <name@example.org>`")));
    }
    Ok((if name.is_empty() { local } else { name }, address))
}

#[cfg(test)]
mod tests {
    use super::person;

    #[test]
    fn people_come_with_and_without_names() {
        let of = |text: &str| person(text).ok();
        assert_eq!(of("Anna B. <a@x.org>"), Some(("Anna B.".into(), "a@x.org".into())));
        assert_eq!(of("a@x.org"), Some(("a".into(), "a@x.org".into())));
        assert_eq!(of("Anna"), None);
        assert_eq!(of("Anna <a b@x>"), None);
    }
}
