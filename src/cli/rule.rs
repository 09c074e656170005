//! `ravenpost rule`, `rewind` and `forward`: rulings of the game master. Each shows what it would change before it does it.

use super::acknowledgement::acknowledge;
use super::clock::seat_of;
use super::colour::marked;
use super::console::{Outcome, ask, complain, is_terminal, misuse, moment, number, say, table};
use super::world::{host, now};
use crate::campaign::entries::{From, RulingKind};
use crate::campaign::record::Ruled;
use crate::campaign::ruling::{
    Request, StageDecided, Trial, When, adopt, decisions, position_at, propose, try_ruling, withdraw,
    withdrawal,
};
use crate::campaign::{Campaign, Host, keep_site, writer_of};
use crate::report::{view_yaml, when, yaml_flow};
use anyhow::{Context, Result, bail};
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

/// Make a ruling: change an answer, accept or refuse a message, set an outcome, edit the position or correct a card at a past
/// point, and play on from there
///
/// With only a turn (by default the present one) it lists its decisions and open questions with their keys, and the answers that
/// are legal for a question that is open. Without --adopt or --propose it shows what would
/// change and asks before doing it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    List the decisions of turn 3 and their keys:\n    \
    ravenpost rule westeros-7 3\n  \
    See what another answer would change:\n    \
    ravenpost rule westeros-7 --answer KEY=karhold --because \"…\" --what-if\n  \
    Accept a late message (receipt 4 of Stark):\n    \
    ravenpost rule westeros-7 --accept stark/4 --because \"…\" --adopt\n  \
    Edit the position at the start of the marches:\n    \
    ravenpost rule westeros-7 --turn 3 --stage marches --edit --because \"…\"\n  \
    Add a missing border:\n    \
    ravenpost rule westeros-7 --turn 2 --data map.yaml=new.yaml --because \"…\"\n\
See docs/rulings.md.")]
pub(super) struct RuleArgs {
    /// Folder of the campaign
    dir: PathBuf,
    /// Turn to list, or to go back to for the ruling, such as 3; with a stage of it, such as 3/marches
    #[arg(value_name = "TURN[/STAGE]", value_parser = point)]
    turn: Option<(u32, Option<String>)>,
    /// Turn, given as an option instead of the second argument, such as 3
    #[arg(long = "turn", value_name = "TURN", conflicts_with = "turn")]
    turn_option: Option<u32>,
    /// Stage of that turn, such as marches [default: all stages of the list; the turn's first for a ruling]
    #[arg(long)]
    stage: Option<String>,
    /// Go back to the point just after this entry of the ledger
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["turn", "turn_option", "stage"])]
    entry: Option<u64>,
    /// Go back to the point just before the answer to this question
    #[arg(long, value_name = "KEY", conflicts_with_all = ["turn", "turn_option", "stage", "entry"])]
    before: Option<String>,
    /// Change the answer to a question; the value is YAML, as the list of decisions shows it
    #[arg(long, value_name = "KEY=YAML")]
    answer: Vec<String>,
    /// Accept a message that was late or could not be used: SEAT/RECEIPT such as stark/4, its SHA-256 or its Message-ID; a
    /// message of a stranger counts for a seat as SEAT=SHA-256 or SEAT=MESSAGE-ID
    #[arg(long, value_name = "MESSAGE")]
    accept: Vec<String>,
    /// Ignore the plan of a message that was used: SEAT/RECEIPT such as stark/4, its SHA-256 or its Message-ID
    #[arg(long, value_name = "MESSAGE")]
    refuse: Vec<String>,
    /// Set an outcome that the rules worked out, by its key in the list of decisions
    #[arg(long, value_name = "KEY=YAML")]
    outcome: Vec<String>,
    /// Replace a file of the game's data (cards, borders, numbers) with a corrected copy, such as map.yaml=new.yaml
    #[arg(long, value_name = "NAME=FILE")]
    data: Vec<String>,
    /// Edit the position in the editor named by VISUAL or, without it, EDITOR
    #[arg(long, conflicts_with = "state")]
    edit: bool,
    /// Replace the position with the one in this YAML file
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Close this dispute with the ruling, by its number
    #[arg(long, value_name = "NUMBER")]
    dispute: Option<u64>,
    /// Withdraw the ruling that is proposed
    #[arg(long, conflicts_with_all = ["what_if", "adopt", "propose"])]
    withdraw: bool,
    #[command(flatten)]
    mode: Mode,
}

/// Rewind the game (go back) to a turn or a stage; everything from there on is decided again
///
/// Without --adopt or --propose it shows what would change and asks before doing it.
#[derive(clap::Args, Debug)]
pub(super) struct RewindArgs {
    /// Folder of the campaign
    dir: PathBuf,
    /// Turn and stage to go back to, such as 3 or 3/marches (without a stage, the first of the turn); or the beginning of a day,
    /// such as 2026-11-20
    #[arg(value_name = "TURN[/STAGE]|DAY", required_unless_present = "entry")]
    to: Option<String>,
    /// Go back to the point just after this entry of the ledger
    #[arg(long, value_name = "NUMBER", conflicts_with = "to")]
    entry: Option<u64>,
    /// Close this dispute with the ruling, by its number
    #[arg(long, value_name = "NUMBER")]
    dispute: Option<u64>,
    #[command(flatten)]
    mode: Mode,
}

/// Undo the last ruling, rewind or forward, and continue the timeline it replaced
///
/// Without --adopt or --propose it shows what would change and asks before doing it.
#[derive(clap::Args, Debug)]
pub(super) struct ForwardArgs {
    /// Folder of the campaign
    dir: PathBuf,
    /// Close this dispute with the ruling, by its number
    #[arg(long, value_name = "NUMBER")]
    dispute: Option<u64>,
    #[command(flatten)]
    mode: Mode,
}

/// Options of all three commands: whether to show, propose or adopt the ruling, and how to print it.
#[derive(clap::Args, Debug)]
struct Mode {
    /// Reason for the ruling, which everyone is sent; every ruling needs one
    #[arg(long, value_name = "REASON")]
    because: Option<String>,
    /// Show what would change, and change nothing
    #[arg(long, conflicts_with_all = ["adopt", "propose"])]
    what_if: bool,
    /// Adopt the ruling at once, without asking
    #[arg(long, conflicts_with = "propose")]
    adopt: bool,
    /// Propose the ruling; it takes effect after the objection period (`rulings` in campaign.yaml)
    #[arg(long)]
    propose: bool,
    /// Show the report that this seat would get as well
    #[arg(long, value_name = "SEAT")]
    report: Option<String>,
    /// Write the public part of the difference to a new file: .html or .json by its ending, otherwise text
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Use this time instead of now (for tests)
    #[arg(long, hide = true, value_parser = moment)]
    now: Option<DateTime<Utc>>,
}

/// Reads a turn with or without a stage: `3`, `3/marches`.
fn point(text: &str) -> Result<(u32, Option<String>), String> {
    let (turn, stage) = match text.split_once('/') {
        Some((turn, stage)) => (turn, Some(stage.to_owned())),
        None => (text, None),
    };
    Ok((number(turn).map_err(|_| "write a turn as 3, or with its stage as 3/marches".to_owned())?, stage))
}

pub(super) fn rule(args: &RuleArgs, quiet: bool) -> Result<Outcome> {
    let point = args.turn.clone().or(args.turn_option.map(|turn| (turn, None)));
    let turn = point.as_ref().map(|(turn, _)| *turn);
    let stage = args.stage.clone().or(point.and_then(|(_, stage)| stage));
    let when = match (turn, &stage, args.entry, &args.before) {
        (Some(turn), stage, ..) => When::Turn { turn, stage: stage.clone() },
        (None, Some(_), ..) => {
            return Err(misuse("--stage needs a turn. Hint: `--turn 3 --stage marches`"));
        }
        (None, None, Some(entry), _) => When::Entry(entry),
        (None, None, None, Some(key)) => When::Before(key.clone()),
        (None, None, None, None) => When::Latest,
    };
    let is_change = args.edit
        || args.state.is_some()
        || [&args.answer, &args.accept, &args.refuse, &args.outcome, &args.data]
            .iter()
            .any(|all| !all.is_empty());
    let host = host();
    if args.withdraw {
        let number = withdraw(&host, &args.dir, now(args.mode.now));
        return acknowledge((&host, &args.dir), withdrawal(), number, |number| {
            if !quiet {
                say(format!("Ruling {number} is withdrawn. The next tick tells everyone."));
            }
            Ok(Outcome::Done)
        });
    }
    if !is_change {
        if when != When::Latest && turn.is_none() || args.mode.because.is_some() {
            return Err(misuse(
                "no change is named. Hint: `ravenpost rule DIR TURN` lists the decisions of a turn with their keys",
            ));
        }
        let campaign = Campaign::open(&host, &args.dir)?;
        let turn = turn.unwrap_or(campaign.record.game.turn.max(1));
        return list(&campaign, turn, stage.as_deref(), args.mode.json, quiet);
    }
    let mut request = Request::new(RulingKind::Rule, when, args.mode.reason()?);
    request.answers = pairs(&args.answer, "--answer")?;
    request.outcomes = pairs(&args.outcome, "--outcome")?;
    request.data = files(&args.data)?;
    request.accept.clone_from(&args.accept);
    request.refuse.clone_from(&args.refuse);
    request.dispute = args.dispute;
    let mut edited = None;
    if let Some(file) = &args.state {
        request.state = Some(yaml_file(file)?);
    } else if args.edit {
        let campaign = Campaign::open(&host, &args.dir)?;
        let (file, position) = edit(&campaign, &request.when)?;
        (request.state, edited) = (Some(position), Some(file));
    }
    let done = args.mode.go(&host, &args.dir, &request, quiet);
    match (&done, edited) {
        (Err(_), Some(file)) => complain(format!(
            "your edited position is in {}; correct it and pass it with `--state`",
            file.display()
        )),
        (Ok(_), Some(file)) => {
            fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?
        }
        _ => {}
    }
    done
}

pub(super) fn rewind(args: &RewindArgs, quiet: bool) -> Result<Outcome> {
    let when = match (&args.to, args.entry) {
        (_, Some(entry)) => When::Entry(entry),
        (Some(to), None) if to.parse::<NaiveDate>().is_ok() => When::Day(to.parse()?),
        (Some(to), None) => {
            let (turn, stage) = match to.split_once('/') {
                Some((turn, stage)) => (turn, Some(stage.to_owned())),
                None => (to.as_str(), None),
            };
            let Ok(turn) = turn.parse() else {
                return Err(misuse(format!(
                    "“{to}” is not a turn. Hint: write `3`, `3/marches`, or a day such as `2026-11-20`"
                )));
            };
            When::Turn { turn, stage }
        }
        (None, None) => When::Latest,
    };
    let mut request = Request::new(RulingKind::Rewind, when, args.mode.reason()?);
    request.dispute = args.dispute;
    args.mode.go(&host(), &args.dir, &request, quiet)
}

pub(super) fn forward(args: &ForwardArgs, quiet: bool) -> Result<Outcome> {
    let mut request = Request::new(RulingKind::Forward, When::Latest, args.mode.reason()?);
    request.dispute = args.dispute;
    args.mode.go(&host(), &args.dir, &request, quiet)
}

impl Mode {
    fn reason(&self) -> Result<&str> {
        match self.because.as_deref().map(str::trim) {
            Some(reason) if !reason.is_empty() => Ok(reason),
            _ => Err(misuse(
                "a ruling needs a reason, which everyone is sent. Hint: --because \"the message came in time\"",
            )),
        }
    }

    fn go(&self, host: &Host, dir: &Path, request: &Request, quiet: bool) -> Result<Outcome> {
        let now = now(self.now);
        let campaign = Campaign::open(host, dir)?;
        if !self.what_if {
            // If an interrupted run has carried the ruling out already, no difference is left to show.
            for command in [request.adoption(), request.proposal()] {
                if let Err(before) = command.is_new(&campaign) {
                    return acknowledge((host, dir), command, Err(before), |()| Ok(Outcome::Done));
                }
            }
        }
        let trial = try_ruling(&campaign, request, now)?;
        self.show(&campaign, &trial, quiet)?;
        if self.what_if {
            return Ok(Outcome::Done);
        }
        let protest = campaign.settings.rulings.protest.is_some();
        if !(self.adopt || self.propose) {
            if !is_terminal() {
                let (option, verb) = if protest { ("--propose", "propose") } else { ("--adopt", "adopt") };
                return Err(misuse(format!(
                    "nothing has changed. Hint: add {option} to {verb} the ruling, or --what-if only to see the difference"
                )));
            }
            if !ask("Make this ruling? (yes or no)", Some("no"))?.eq_ignore_ascii_case("yes") {
                say("Nothing has changed.");
                return Ok(Outcome::Done);
            }
        }
        drop(trial);
        if self.propose || protest && !self.adopt {
            let proposed = propose(host, dir, now, request);
            return acknowledge((host, dir), request.proposal(), proposed, |(difference, until)| {
                if !quiet && !self.json {
                    let until = when(&until.to_rfc3339(), &campaign.settings.gm.timezone);
                    say(format!(
                        "Ruling {} is proposed until {until}, when it takes effect. The next tick mails it to everyone.",
                        difference.ruling.number
                    ));
                }
                Ok(Outcome::Done)
            });
        }
        let writer = writer_of(host, dir);
        let given = adopt(host, dir, now, request, &writer).map(|(difference, mut problems)| {
            // The pages for the web must not go on showing turns that have been replaced.
            match Campaign::open(host, dir) {
                Ok(campaign) => problems.extend(keep_site(host, &campaign, &writer)),
                Err(error) => problems.push(error.to_string()),
            }
            (difference, problems)
        });
        acknowledge((host, dir), request.adoption(), given, |(difference, problems)| {
            if !quiet && !self.json {
                say(format!(
                    "Ruling {} is adopted. The next tick mails it to everyone.",
                    difference.ruling.number
                ));
            }
            problems.iter().for_each(|problem| say(marked(&format!("LOOK: {problem}"))));
            Ok(if problems.is_empty() { Outcome::Done } else { Outcome::Attention })
        })
    }

    fn show(&self, campaign: &Campaign, trial: &Trial<'_>, quiet: bool) -> Result<()> {
        let writer = campaign.writer();
        if let Some(out) = &self.out {
            let told = trial.told(true)?;
            let text = match out.extension().and_then(|end| end.to_str()) {
                Some("json") => serde_json::to_string_pretty(&told)?,
                Some("html") => writer.write(&told)?.mail.html,
                _ => writer.write(&told)?.mail.text,
            };
            if out.exists() {
                bail!("{} exists already; nothing was written. Name another file with --out", out.display());
            }
            fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))?;
        }
        if self.json {
            say(serde_json::to_string_pretty(&trial.difference()?)?);
        } else if !quiet {
            let written = writer.write(&trial.told(false)?)?;
            if let Some(trouble) = &written.trouble {
                complain(trouble.to_string());
            }
            say(written.mail.text.trim_end());
        }
        if let Some(seat) = &self.report {
            say(trial.report(&seat_of(campaign, seat)?)?);
        }
        Ok(())
    }
}

/// Reads `KEY=YAML` pairs.
fn pairs(all: &[String], option: &str) -> Result<Vec<(String, Value)>> {
    let pair = |text: &String| {
        let wrong =
            || misuse(format!("{option} takes KEY=YAML, not “{text}”. Hint: {option} \"3/…=karhold\""));
        let (key, value) = text.split_once('=').ok_or_else(wrong)?;
        let value = serde_saphyr::from_str(value)
            .map_err(|why| misuse(format!("“{value}” is not valid YAML: {why}")))?;
        Ok((key.trim().to_owned(), value))
    };
    all.iter().map(pair).collect()
}

/// Reads files of the game's data from `NAME=FILE` options, as pairs of name and text.
fn files(all: &[String]) -> Result<Vec<(String, String)>> {
    let one = |text: &String| {
        let wrong =
            || misuse(format!("--data takes NAME=FILE, not “{text}”. Hint: --data map.yaml=corrected.yaml"));
        let (name, file) = text.split_once('=').ok_or_else(wrong)?;
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        Ok((name.trim().to_owned(), text))
    };
    all.iter().map(one).collect()
}

fn yaml_file(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_saphyr::from_str(&text).with_context(|| format!("{} is not valid YAML", file.display()))
}

/// Opens the position at `when` in the game master's editor and returns the file with the edited position. The file is in
/// the campaign's private/, because it holds secrets of all seats.
fn edit(campaign: &Campaign, when: &When) -> Result<(PathBuf, Value)> {
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|name| !name.trim().is_empty()));
    let Some(editor) = editor else {
        return Err(misuse(
            "neither VISUAL nor EDITOR names an editor. Hint: set one, or pass an edited position with `--state FILE`",
        ));
    };
    let (after, position) = position_at(campaign, when)?;
    let file = campaign.dir.join("private").join(format!("position-{after}.yaml"));
    let head = format!(
        "# The position of {} after entry {after} of the ledger. Correct it, save, and leave the editor.\n\
         # An impossible position (units that do not exist, cards held twice) is refused; then nothing changes.\n",
        campaign.settings.id
    );
    let text = format!("{head}{}", view_yaml(&position));
    host()
        .disk
        .write(&file, text.as_bytes(), 0o600)
        .with_context(|| format!("cannot write {}", file.display()))?;
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    let left = process::Command::new(program)
        .args(words)
        .arg(&file)
        .status()
        .with_context(|| format!("cannot start {program}"))?;
    if !left.success() {
        bail!("{program} ended with an error; nothing has changed. Your text is in {}", file.display());
    }
    let edited = yaml_file(&file)?;
    if edited == position {
        fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        bail!("you did not change the position, so nothing has changed");
    }
    Ok((file, edited))
}

/// Lists the decisions of a turn, or of one stage of it.
fn list(campaign: &Campaign, turn: u32, stage: Option<&str>, json: bool, quiet: bool) -> Result<Outcome> {
    let mut stages = decisions(campaign, turn)?;
    stages.retain(|decided| stage.is_none_or(|stage| decided.stage == stage));
    if stages.is_empty() {
        bail!("turn {turn} has no stage “{}” so far", stage.unwrap_or_default());
    }
    if json {
        say(serde_json::to_string_pretty(&stages)?);
    } else if !quiet {
        stages.iter().for_each(show_stage);
    }
    Ok(Outcome::Done)
}

fn show_stage(stage: &StageDecided) {
    say(format!("Turn {}, {} (to go back to its start: --entry {})", stage.turn, stage.stage, stage.after));
    if stage.decisions.is_empty() && stage.open.is_empty() {
        say("  no decisions");
    } else if stage.decisions.is_empty() {
        say("  nothing is decided yet");
    } else {
        let rows = stage.decisions.iter().map(|decision| {
            let from = match &decision.answer.source {
                From::Plan { path, .. } => format!("plan, {path}"),
                From::Default { why } => format!("default, {why}"),
                From::Ruling { number } => format!("ruling {number}"),
                other => other.word().to_owned(),
            };
            let answer = &decision.answer;
            vec![decision.entry.to_string(), answer.key.clone(), from, yaml_flow(&answer.answer)]
        });
        table(&["Entry", "Key", "From", "Answer"], rows);
    }
    for open in &stage.open {
        let sort = if open.ahead { "may come up" } else { "open" };
        if let Some(Ruled { number, value }) = &open.ruled {
            let answer = yaml_flow(value);
            say(format!("  ruling {number} answers: {} ({}, {}): {answer}", open.key, open.seat, open.kind));
            continue;
        }
        say(format!("  {sort}: {} ({}, {})", open.key, open.seat, open.kind));
        let some = if open.complete { "" } else { " (and others)" };
        for answer in &open.legal {
            say(format!("    {}", yaml_flow(answer)));
        }
        if !some.is_empty() {
            say(format!("    …{some}"));
        }
    }
    if !stage.worked.is_empty() {
        let rows = stage.worked.iter().map(|worked| {
            let legal: Vec<String> = worked.legal.iter().map(yaml_flow).collect();
            let found = yaml_flow(&worked.found);
            let result = worked.ruled.as_ref().map_or(found.clone(), |Ruled { number, value }| {
                format!("{} (ruling {number}; by the rules {found})", yaml_flow(value))
            });
            vec![worked.key.clone(), result, legal.join(", ")]
        });
        table(&["Outcome", "Result", "Possible"], rows);
    }
    say("");
}
