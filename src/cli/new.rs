//! `ravenpost new`: writes a campaign's settings; asks for what it lacks when run at a terminal.

use super::console::{Outcome, ask, is_terminal, say};
use super::world::edge;
use crate::campaign::{NewCampaign, new};
use crate::games;
use anyhow::{Context, Result, bail};
use serde_json::Value;
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
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let id = id_of(args)?;
    let known = games::ALL.iter().map(|g| g.id).collect::<Vec<_>>().join(", ");
    let game = value(args.game.clone(), &format!("Which game ({known})?"), "--game", Some("thrones-1e"))?;
    let entry = games::ALL.iter().find(|entry| entry.id == game);
    let entry = entry.with_context(|| games::NoGame::Unknown(game.clone()).to_string())?;
    let counts = entry.players.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let most = entry.players.iter().max().map(u8::to_string);
    let players = args.players.map(|n| n.to_string());
    let players = value(players, &format!("How many play ({counts})?"), "--players", most.as_deref())?;
    let players: u8 = players.parse().with_context(|| format!("“{players}” is no number of players"))?;
    let referee = games::referee(&game, players, &Value::Null, &|_| None)?;
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
        let told = args.seats.iter().find_map(|s| s.split_once('=').filter(|(id, _)| *id == seat.id));
        let question = format!("Who plays {}, as `Name <address>`?", seat.name);
        let told =
            value(told.map(|(_, who)| who.to_owned()), &question, &format!("--seat {}=…", seat.id), None)?;
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
    new(&edge(), &args.dir, &draft)?;
    if !quiet {
        let dir = args.dir.display();
        say(format!("Wrote {dir}/campaign.yaml. Read it through: every setting is explained there."));
        say(format!("Then: ravenpost start {dir}"));
    }
    Ok(Outcome::Done)
}

/// The campaign's id: the folder's name, as far as an id can be like it.
fn id_of(args: &Args) -> Result<String> {
    let path = std::path::absolute(&args.dir)?;
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let id: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let id = id.trim_matches('-').to_owned();
    if id.is_empty() {
        bail!("“{}” gives no name for a campaign: use letters and digits", args.dir.display());
    }
    Ok(id)
}

/// What was told on the command line, or at the terminal.
fn value(told: Option<String>, question: &str, option: &str, default: Option<&str>) -> Result<String> {
    if let Some(told) = told {
        return Ok(told);
    }
    if !is_terminal() {
        return default.map(str::to_owned).with_context(|| {
            format!(
                "{option} is missing, and there is no terminal to ask at. Hint: see `ravenpost new --help`"
            )
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
        bail!("“{text}” holds no mail address. Hint: write `Name <name@example.org>`");
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
