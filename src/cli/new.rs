//! `ravenpost new`: writes a campaign's settings. At a terminal it asks for anything the command line leaves out.

use super::asking::value;
use super::board_files::BoardFiles;
use super::colour::Tone;
use super::console::{Outcome, complain, is_terminal, misuse, say};
use super::game_choice::{Choice, choice, refused};
use super::lot;
use super::seating::{beside, one_plays_two, yes_or_no};
use super::world::host;
use crate::campaign::{CampaignError, NewCampaign, new_on, settings, typed_path, vacant};
use crate::plan::{ReadAs, read_as};
use crate::table::{Seat, SeatInfo};
use anyhow::{Error, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Write campaign.yaml with every setting explained; at a terminal, ask for what the options leave out
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  \
    ravenpost new westeros-7 --game thrones-1e --players 3 --gm 'Maria <maria@example.org>' \\\n    \
    --address westeros@example.org --timezone Europe/Rome --seat 'stark=Anna <anna@example.org>' \\\n    \
    --seat 'lannister=Bert <bert@example.org>' --seat 'baratheon=Cleo <cleo@example.org>'")]
pub(super) struct Args {
    /// Folder to make for the campaign; its name becomes the campaign's id, such as westeros-7
    dir: PathBuf,
    /// Id of the game, such as king-is-dead [default: thrones-1e]
    #[arg(long)]
    game: Option<String>,
    /// Board of your own: a folder, or a YAML file that names its files; the campaign keeps a copy (docs/new-board.md)
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    board: Option<PathBuf>,
    /// Number of players [default: the number of --seat or --player options, or the most the game allows]
    #[arg(long, value_name = "NUMBER")]
    players: Option<u8>,
    /// Title of the campaign, shown in messages [default: the game's title and "by email"]
    #[arg(long)]
    title: Option<String>,
    /// Email address that players write to, such as westeros@example.org
    #[arg(long)]
    address: Option<String>,
    /// Name and address of the game master, such as 'Maria <maria@example.org>'
    #[arg(long, value_name = "PERSON")]
    gm: Option<String>,
    /// Time zone of the game master, such as Europe/Rome [default: the variable TZ if it names a zone, or UTC]
    #[arg(long, value_name = "ZONE")]
    timezone: Option<String>,
    /// Player of a seat, such as 'stark=Anna <anna@example.org>'; repeat it for each seat
    #[arg(long = "seat", value_name = "SEAT=PLAYER")]
    seats: Vec<String>,
    /// Player without a seat, such as 'Anna <anna@example.org>'; repeat it, and lots decide who plays which seat
    #[arg(long = "player", value_name = "PLAYER", conflicts_with = "seats")]
    lots: Vec<String>,
    /// Words to draw the lots from: the same words and players always draw the same lots [default: random]
    #[arg(long = "lot", value_name = "WORDS", requires = "lots")]
    words: Option<String>,
    /// Skip the rehearsal (a test of each player's mail before the first turn)
    #[arg(long)]
    no_rehearsal: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let id = id_of(args)?;
    vacant(&host(), &args.dir)?;
    let board = args.board.as_deref().map(BoardFiles::read).transpose()?;
    if let Some(refused) = board.as_ref().and_then(refused) {
        return Ok(refused);
    }
    let Choice { game, title, referee, files } =
        choice(args.game.clone(), args.players, args.seats.len().max(args.lots.len()), board.as_ref())?;
    let all = referee.seats();
    let given = seats_of(&args.seats, &all)?;
    let title = value(
        args.title.clone(),
        "Title of the campaign?",
        "--title",
        Some(&format!("{title} by email")),
        text,
    )?;
    let zone = std::env::var("TZ").ok().filter(|tz| tz.contains('/'));
    let zone = zone.as_deref().or(Some("UTC"));
    let timezone = value(args.timezone.clone(), "Your time zone?", "--timezone", zone, time_zone)?;
    let question = "Your name and address, as `Name <address>`?";
    let (gm_name, gm_address) = value(args.gm.clone(), question, "--gm", None, person)?;
    let question = "Which address do players write to?";
    let address = value(args.address.clone(), question, "--address", None, |given| {
        other_than(&gm_address, person(given)?).map(|(_, address)| address)
    })?;
    let (words, players) = players(args, &all, given, &address)?;
    let seats: Vec<_> =
        all.iter().zip(players).map(|(seat, (name, of))| (seat.id.clone(), name, of)).collect();
    let draft = NewCampaign { id, title, game, address, timezone, gm_name, gm_address, seats };
    new_on(&host(), &args.dir, &draft, &files, !args.no_rehearsal).map_err(|error| match error {
        // No file was written, so line numbers would help nobody.
        CampaignError::Settings { mistakes, .. } => {
            misuse(mistakes.0.into_iter().map(|mistake| mistake.what).collect::<Vec<_>>().join("\n"))
        }
        error => Error::new(error),
    })?;
    if let Some(other) = namesake(&args.dir, &draft.id) {
        complain(format!(
            "{}: {} has the id {}, too, which players see in every subject. Change “campaign” in one of the two files before you start it",
            Tone::Warning.error("LOOK"),
            other.display(),
            draft.id
        ));
    }
    if !quiet {
        let dir = args.dir.display();
        if let Some(words) = words {
            let lots = all
                .iter()
                .zip(&draft.seats)
                .map(|(seat, (_, player, _))| format!("{} to {player}", seat.name));
            say(format!("The lots gave {}.", lots.collect::<Vec<_>>().join(", ")));
            say(format!("Anyone can draw them again: the same players with --lot '{words}'."));
        }
        say(format!("Wrote {dir}/campaign.yaml. Please read it through: it explains every setting."));
        say(format!("Then run: ravenpost start {}", typed_path(&args.dir)));
    }
    Ok(Outcome::Done)
}

/// Returns the players in the order of the seats, from the command line, by lot or as they are named at the terminal, and the words
/// from which the lots were drawn, if they were.
///
/// # Errors
/// If a player is missing, or has the name of a seat or the address of the game or of another player.
fn players(
    args: &Args,
    seats: &[SeatInfo],
    given: BTreeMap<String, String>,
    address: &str,
) -> Result<(Option<String>, Vec<lot::Person>)> {
    let mut drawn = lots_of(args, seats.len())?;
    if drawn.is_none() && args.seats.is_empty() && is_terminal() {
        drawn = lots_asked(seats.len(), address)?;
    }
    let mut taken: Vec<(String, lot::Person)> = Vec::new();
    for seat in seats {
        let player = |person: lot::Person| {
            let person = named(other_than(address, person)?, &seat.id, seats)?;
            beside(&taken, person, &one_plays_two)
        };
        let person = if let Some((_, all)) = &mut drawn {
            player(all.next().unwrap_or_default())?
        } else {
            let question = format!("Who plays {}, as `Name <address>`?", seat.name);
            let option = format!("--seat {}=…", seat.id);
            let read = |given: &str| player(person(given)?);
            value(given.get(&seat.id).cloned(), &question, &option, None, read)?
        };
        taken.push((seat.name.clone(), person));
    }
    Ok((drawn.map(|(words, _)| words), taken.into_iter().map(|(_, person)| person).collect()))
}

/// Reads the `--seat` options: the player by seat id.
fn seats_of(given: &[String], known: &[SeatInfo]) -> Result<BTreeMap<String, String>> {
    let mut seats = BTreeMap::new();
    for text in given {
        let Some((seat, player)) = text.split_once('=') else {
            return Err(misuse(format!(
                "--seat takes SEAT=PLAYER, such as `stark=Anna <anna@example.org>`, not “{text}”"
            )));
        };
        if !known.iter().any(|info| info.id == seat) {
            let known: Vec<&str> = known.iter().map(|info| info.id.as_str()).collect();
            return Err(misuse(format!("there is no seat “{seat}”; the seats are: {}", known.join(", "))));
        }
        if seats.insert(seat.to_owned(), player.to_owned()).is_some() {
            return Err(misuse(format!("--seat names {seat} twice")));
        }
    }
    Ok(seats)
}

/// Draws the lots if the players come without seats: the words, and the players in the order of the seats.
///
/// # Errors
/// If there are more or fewer players than seats.
fn lots_of(args: &Args, seats: usize) -> Result<Option<(String, std::vec::IntoIter<lot::Person>)>> {
    if args.lots.is_empty() {
        return Ok(None);
    }
    if args.lots.len() != seats {
        let given = args.lots.len();
        return Err(misuse(format!("--player is given {given} times, and this game has {seats} seats")));
    }
    if let Some(text) = args.lots.iter().find(|text| text.split('<').next().unwrap_or_default().contains('='))
    {
        return Err(misuse(format!("--player {text} names a seat. Hint: write --seat '{text}'")));
    }
    let players = args.lots.iter().map(|text| person(text)).collect::<Result<Vec<_>>>()?;
    let words = lot::words(args.words.as_deref())?;
    let drawn = lot::draw(&words, players)?;
    Ok(Some((words, drawn.into_iter())))
}

/// Asks whether lots decide, and if so who plays at all: the words and the players as [`lots_of`] returns them.
///
/// # Errors
/// If the terminal is closed, or this machine has no random numbers.
fn lots_asked(seats: usize, game: &str) -> Result<Option<(String, std::vec::IntoIter<lot::Person>)>> {
    let question = "Shall lots decide who plays which seat (yes or no)?";
    if !value(None, question, "--player", Some("no"), yes_or_no)? {
        return Ok(None);
    }
    let mut players: Vec<(String, lot::Person)> = Vec::new();
    for number in 1..=seats {
        let question = format!("Player {number} of {seats}, as `Name <address>`?");
        let read = |given: &str| beside(&players, other_than(game, person(given)?)?, &one_plays_two);
        let person = value(None, &question, "--player", None, read)?;
        players.push((format!("player {number}"), person));
    }
    let words = lot::words(None)?;
    let drawn = lot::draw(&words, players.into_iter().map(|(_, person)| person).collect())?;
    Ok(Some((words, drawn.into_iter())))
}

/// Returns the campaign's id: the folder's name in lower case, with `-` for everything but letters and digits.
fn id_of(args: &Args) -> Result<String> {
    let path = std::path::absolute(&args.dir)?;
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let id: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let id = id.trim_matches('-').to_owned();
    if id.is_empty() {
        return Err(misuse(format!(
            "cannot make a campaign id from the folder name “{}”: use ASCII letters and digits",
            args.dir.display()
        )));
    }
    Ok(id)
}

/// Returns a campaign beside the folder `dir` that has this id.
fn namesake(dir: &Path, id: &str) -> Option<PathBuf> {
    let dir = std::path::absolute(dir).ok()?;
    let beside = std::fs::read_dir(dir.parent()?).ok()?.flatten().map(|entry| entry.path());
    let has_id = |path: &PathBuf| {
        let text = std::fs::read_to_string(path.join("campaign.yaml")).ok();
        text.and_then(|text| settings::read(&text).ok()).is_some_and(|settings| settings.id == id)
    };
    beside.filter(|path| *path != dir).find(has_id)
}

fn text(given: &str) -> Result<String> {
    Ok(given.to_owned())
}

/// Checks the name of a time zone. The city of one alone is offered with its whole name.
fn time_zone(given: &str) -> Result<String> {
    if jiff::tz::TimeZone::get(given).is_ok() {
        return Ok(given.to_owned());
    }
    let city = given.trim().replace(' ', "_");
    let is_city =
        |name: &str| name.rsplit_once('/').is_some_and(|(_, last)| last.eq_ignore_ascii_case(&city));
    let names = jiff::tz::db().available().map(|name| name.to_string()).filter(|name| is_city(name));
    let names: Vec<String> = names.collect();
    let example = if names.is_empty() { "one such as Europe/Rome".to_owned() } else { names.join(" or ") };
    Err(misuse(format!("--timezone: “{given}” is not a time zone. Hint: write {example}")))
}

/// Reads a name and an address from `Maria <maria@example.org>`. For an address alone the name is the part before the `@`.
fn person(text: &str) -> Result<(String, String)> {
    let (name, address) = match text.trim().strip_suffix('>').and_then(|rest| rest.rsplit_once('<')) {
        Some((name, address)) => (name.trim().to_owned(), address.trim().to_owned()),
        None => (String::new(), text.trim().to_owned()),
    };
    let local = address.split('@').next().unwrap_or_default().to_owned();
    // "Bert bert@b.example" has an address, and lacks what parts it from the name.
    let bare = text.split_whitespace().rfind(|word| word.contains('@'));
    if let Some(bare) = bare.filter(|_| address.contains(char::is_whitespace)) {
        let bare = bare.trim_matches(['<', '>', '(', ')', ',']);
        let name = text.split(bare).next().unwrap_or_default().trim_matches([' ', '<', '(', ',']);
        return Err(misuse(format!("“{text}” has no <…> around the address. Hint: write `{name} <{bare}>`")));
    }
    if !address.contains('@') || address.contains(char::is_whitespace) {
        return Err(misuse(format!(
            "“{text}” contains no email address. Hint: write `Name <name@example.org>`"
        )));
    }
    Ok((if name.is_empty() { local } else { name }, address))
}

/// Returns a person whose address is not one that has another use: what the campaign mails must not come back to it.
fn other_than(used: &str, person: (String, String)) -> Result<(String, String)> {
    if person.1.eq_ignore_ascii_case(used) {
        return Err(misuse(format!(
            "{used} cannot be both the address of the game and somebody's own. Hint: the game needs a mailbox of its own"
        )));
    }
    Ok(person)
}

/// Returns the player of a seat whose name is not read as something else.
fn named(person: (String, String), seat: &str, seats: &[SeatInfo]) -> Result<(String, String)> {
    let place = seats.iter().position(|info| info.id == seat).and_then(|place| u8::try_from(place).ok());
    match place.and_then(|place| read_as(&person.0, Seat(place), seats)) {
        None => Ok(person),
        Some(meant) => Err(misuse(format!(
            "in press and votes “{}” means {}. Hint: write the name in another way, such as “{} B.”",
            person.0,
            match meant {
                ReadAs::Seat(name) => format!("the seat {name}"),
                ReadAs::Word(word) => format!("“{word}”"),
            },
            person.0
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::{named, other_than, person, time_zone};
    use crate::cli::asking::asked;
    use crate::table::SeatInfo;

    #[test]
    fn nobody_has_the_address_of_the_game() {
        let anna = || person("Anna <Anna@example.org>").unwrap();
        assert!(other_than("anna@example.org", anna()).is_err());
        assert_eq!(other_than("game@example.org", anna()).unwrap(), anna());
    }

    #[test]
    fn a_players_name_is_not_that_of_another_seat() {
        let seats =
            ["Stark", "Lannister"].map(|name| SeatInfo { id: name.to_lowercase(), name: name.into() });
        let named = |text: &str| named(person(text).unwrap(), "stark", &seats);
        assert!(named("House Lannister <l@example.org>").is_err());
        assert!(named("Stark <s@example.org>").is_ok() && named("Anna <a@example.org>").is_ok());
    }

    #[test]
    fn people_come_with_and_without_names() {
        let of = |text: &str| person(text).ok();
        assert_eq!(of("Anna B. <a@x.org>"), Some(("Anna B.".into(), "a@x.org".into())));
        assert_eq!(of("a@x.org"), Some(("a".into(), "a@x.org".into())));
        assert_eq!(of("Anna"), None);
        assert_eq!(of("Anna <a b@x>"), None);
        let told = |text: &str| person(text).unwrap_err().to_string();
        assert_eq!(
            told("Bert bert@b.example"),
            "“Bert bert@b.example” has no <…> around the address. Hint: write `Bert <bert@b.example>`"
        );
        assert!(told("Bert").contains("contains no email address"));
    }

    #[test]
    fn a_wrong_answer_is_asked_for_again() {
        let mut answers = ["Rome", "Europe/Rom", "Europe/Rome"].into_iter().map(str::to_owned);
        let zone = asked(|| Ok(answers.next().expect("one more")), time_zone);
        assert_eq!((zone.ok().as_deref(), answers.next()), (Some("Europe/Rome"), None));
        let end = || Err(anyhow::anyhow!("the input ended"));
        let told = |city: &str| time_zone(city).unwrap_err().to_string();
        assert!(told("london").ends_with("Hint: write Europe/London"), "{}", told("london"));
        assert!(told("New York").ends_with("Hint: write America/New_York"), "{}", told("New York"));
        assert!(told("here").ends_with("Hint: write one such as Europe/Rome"));
        assert!(asked(end, time_zone).is_err(), "the end of the input is not asked about for ever");
    }
}
