//! `ravenpost rule`: a ruling of the game master. First what it would change, then, if it is wanted, the ruling.

use super::console::{Outcome, ask, complain, is_terminal, misuse, say, table};
use super::typed::tell;
use super::world::{host, now};
use crate::campaign::entries::{From, RulingKind};
use crate::campaign::ruling::{
    Request, StageDecided, Trial, When, adopt, decisions, position_at, propose, try_ruling, withdraw,
    withdrawal,
};
use crate::campaign::{Campaign, Host, writer_of};
use crate::report::{view_yaml, when, yaml_flow};
use anyhow::{Context, Result, bail};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

/// Rule on a quarrel: another answer, mail, outcome, position or card at a point of the past, and on from there
///
/// With nothing but a turn it lists the decisions of that turn, so that you find their keys.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost rule westeros-7 3                                        the decisions of turn 3, with their keys\n  \
    ravenpost rule westeros-7 --answer KEY=karhold --because \"…\" --what-if\n  \
    ravenpost rule westeros-7 --accept stark/4 --because \"…\" --adopt   a mail that came late (receipt 4 of Stark)\n  \
    ravenpost rule westeros-7 --turn 3 --stage marches --edit --because \"…\"\n  \
    ravenpost rule westeros-7 --turn 2 --data map.yaml=new.yaml --because \"…\"   a border that was missing\n\
See docs/rulings.md.")]
pub(super) struct RuleArgs {
    /// The campaign's folder
    dir: PathBuf,
    /// The turn to go back to
    turn: Option<u32>,
    /// The same
    #[arg(long = "turn", value_name = "TURN", conflicts_with = "turn")]
    turn_too: Option<u32>,
    /// The stage of that turn; else its first
    #[arg(long)]
    stage: Option<String>,
    /// Go back to just after this entry of the ledger
    #[arg(long, value_name = "N", conflicts_with_all = ["turn", "turn_too", "stage"])]
    entry: Option<u64>,
    /// Go back to just before the answer to this question
    #[arg(long, value_name = "KEY", conflicts_with_all = ["turn", "turn_too", "stage", "entry"])]
    before: Option<String>,
    /// Answer a question otherwise; the value is YAML, as the list shows it
    #[arg(long, value_name = "KEY=YAML")]
    answer: Vec<String>,
    /// Take a mail that came late or could not be used: SEAT/RECEIPT, its SHA-256, or its Message-ID
    #[arg(long, value_name = "MAIL")]
    accept: Vec<String>,
    /// Do not take the plan of a mail
    #[arg(long, value_name = "MAIL")]
    refuse: Vec<String>,
    /// Settle something that the rules have worked out
    #[arg(long, value_name = "KEY=YAML")]
    outcome: Vec<String>,
    /// Correct a file of the game's data (a card, a border, a number): its name, and the whole file as it should be
    #[arg(long, value_name = "NAME=FILE")]
    data: Vec<String>,
    /// Edit the position in your editor ($VISUAL, else $EDITOR)
    #[arg(long, conflicts_with = "state")]
    edit: bool,
    /// Take the position from this file
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// The dispute that this answers
    #[arg(long, value_name = "N")]
    dispute: Option<u64>,
    /// Take back what is proposed
    #[arg(long, conflicts_with_all = ["what_if", "adopt", "propose"])]
    withdraw: bool,
    #[command(flatten)]
    manner: Manner,
}

/// Take the game back to a turn or a stage; what was decided from there on is decided again
#[derive(clap::Args, Debug)]
pub(super) struct RewindArgs {
    /// The campaign's folder
    dir: PathBuf,
    /// Where to: `3`, or `3/marches`
    #[arg(value_name = "TURN[/STAGE]", required_unless_present = "entry")]
    to: Option<String>,
    /// To just after this entry of the ledger
    #[arg(long, value_name = "N", conflicts_with = "to")]
    entry: Option<u64>,
    /// The dispute that this answers
    #[arg(long, value_name = "N")]
    dispute: Option<u64>,
    #[command(flatten)]
    manner: Manner,
}

/// Undo the last ruling or rewind: go on from the way that it has left
#[derive(clap::Args, Debug)]
pub(super) struct ForwardArgs {
    /// The campaign's folder
    dir: PathBuf,
    /// The dispute that this answers
    #[arg(long, value_name = "N")]
    dispute: Option<u64>,
    #[command(flatten)]
    manner: Manner,
}

/// What all three have.
#[derive(clap::Args, Debug)]
struct Manner {
    /// Why: everybody reads it
    #[arg(long, value_name = "REASON")]
    because: Option<String>,
    /// Show what would change, and stop there
    #[arg(long, conflicts_with_all = ["adopt", "propose"])]
    what_if: bool,
    /// Do it
    #[arg(long, conflicts_with = "propose")]
    adopt: bool,
    /// Propose it: it is done when the time of protest is over (`rulings` in campaign.yaml)
    #[arg(long)]
    propose: bool,
    /// Show the report that this seat would get, too
    #[arg(long, value_name = "SEAT")]
    report: Option<String>,
    /// Write what everybody may know of the difference to a file, to mail to all: text, or .html, or .json
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
    /// For rehearsals: take this for the time
    #[arg(long, hide = true)]
    now: Option<DateTime<Utc>>,
}

pub(super) fn rule(args: &RuleArgs, quiet: bool) -> Result<Outcome> {
    let turn = args.turn.or(args.turn_too);
    let when = match (turn, &args.stage, args.entry, &args.before) {
        (Some(turn), stage, ..) => When::Turn { turn, stage: stage.clone() },
        (None, Some(_), ..) => {
            return Err(misuse("--stage goes with a turn. Hint: `--turn 3 --stage marches`"));
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
        let number = withdraw(&host, &args.dir, now(args.manner.now));
        return tell((&host, &args.dir), withdrawal(), number, |number| {
            if !quiet {
                say(format!(
                    "Ruling {number} is not proposed any more. The next tick mails it to everybody."
                ));
            }
            Ok(Outcome::Done)
        });
    }
    if !is_change {
        let Some(turn) = turn else {
            return Err(misuse(
                "what is ruled? Hint: `ravenpost rule DIR TURN` lists the decisions of a turn with their keys",
            ));
        };
        return list(
            &Campaign::open(&host, &args.dir)?,
            turn,
            args.stage.as_deref(),
            args.manner.json,
            quiet,
        );
    }
    let mut request = Request::new(RulingKind::Rule, when, args.manner.reason()?);
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
    let done = args.manner.go(&host, &args.dir, &request, quiet);
    match (&done, edited) {
        (Err(_), Some(file)) => complain(format!(
            "your position is kept in {}; correct it, and give it with `--state`",
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
        (Some(to), None) => {
            let (turn, stage) = match to.split_once('/') {
                Some((turn, stage)) => (turn, Some(stage.to_owned())),
                None => (to.as_str(), None),
            };
            let Ok(turn) = turn.parse() else {
                return Err(misuse(format!("“{to}” is no turn. Hint: write `3`, or `3/marches`")));
            };
            When::Turn { turn, stage }
        }
        (None, None) => When::Latest,
    };
    let mut request = Request::new(RulingKind::Rewind, when, args.manner.reason()?);
    request.dispute = args.dispute;
    args.manner.go(&host(), &args.dir, &request, quiet)
}

pub(super) fn forward(args: &ForwardArgs, quiet: bool) -> Result<Outcome> {
    let mut request = Request::new(RulingKind::Forward, When::Latest, args.manner.reason()?);
    request.dispute = args.dispute;
    args.manner.go(&host(), &args.dir, &request, quiet)
}

impl Manner {
    fn reason(&self) -> Result<&str> {
        match self.because.as_deref().map(str::trim) {
            Some(reason) if !reason.is_empty() => Ok(reason),
            _ => Err(misuse(
                "a ruling needs its reason, which everybody reads. Hint: --because \"the mail came in time\"",
            )),
        }
    }

    fn go(&self, host: &Host, dir: &Path, request: &Request, quiet: bool) -> Result<Outcome> {
        let now = now(self.now);
        let campaign = Campaign::open(host, dir)?;
        if !self.what_if {
            // What was done already by a run that was broken off has no difference any more that could be shown.
            for command in [request.adoption(), request.proposal()] {
                if let Err(before) = command.is_new(&campaign) {
                    return tell((host, dir), command, Err(before), |()| Ok(Outcome::Done));
                }
            }
        }
        let trial = try_ruling(&campaign, request, now)?;
        self.show(host, &campaign, &trial, quiet)?;
        if self.what_if {
            return Ok(Outcome::Done);
        }
        let protest = campaign.settings.rulings.protest.is_some();
        if !(self.adopt || self.propose) {
            if !is_terminal() {
                let way = if protest { "--propose" } else { "--adopt" };
                return Err(misuse(format!(
                    "nothing was changed. Hint: add {way} to do it, or --what-if if this was all"
                )));
            }
            if !ask("Do it? (yes or no)", Some("no"))?.eq_ignore_ascii_case("yes") {
                say("Nothing was changed.");
                return Ok(Outcome::Done);
            }
        }
        drop(trial);
        if self.propose || protest && !self.adopt {
            let proposed = propose(host, dir, now, request);
            return tell((host, dir), request.proposal(), proposed, |(difference, until)| {
                if !quiet && !self.json {
                    let until = when(&until.to_rfc3339(), &campaign.settings.gm.timezone);
                    say(format!(
                        "Ruling {} is proposed until {until}. The next tick mails it to everybody.",
                        difference.ruling.number
                    ));
                }
                Ok(Outcome::Done)
            });
        }
        let writer = writer_of(host, dir);
        let given = adopt(host, dir, now, request, &writer);
        tell((host, dir), request.adoption(), given, |(difference, trouble)| {
            if !quiet && !self.json {
                say(format!(
                    "Ruling {} is given. The next tick mails it to everybody.",
                    difference.ruling.number
                ));
            }
            trouble.iter().for_each(|trouble| say(format!("LOOK: {trouble}")));
            Ok(if trouble.is_empty() { Outcome::Done } else { Outcome::Attention })
        })
    }

    fn show(&self, _host: &Host, campaign: &Campaign, trial: &Trial<'_>, quiet: bool) -> Result<()> {
        let writer = campaign.writer();
        if let Some(out) = &self.out {
            let told = trial.told(true)?;
            let text = match out.extension().and_then(|end| end.to_str()) {
                Some("json") => serde_json::to_string_pretty(&told)?,
                Some("html") => writer.write(&told)?.mail.html,
                _ => writer.write(&told)?.mail.text,
            };
            if out.exists() {
                bail!("{} is there already; nothing was written. Name another with --out", out.display());
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
            if !campaign.record.people.seats().any(|known| known == seat) {
                return Err(misuse(format!("there is no seat “{seat}” in this campaign")));
            }
            say(trial.report(seat)?);
        }
        Ok(())
    }
}

/// `KEY=YAML` pairs.
fn pairs(all: &[String], option: &str) -> Result<Vec<(String, Value)>> {
    let pair = |text: &String| {
        let wrong = || misuse(format!("“{text}” is no answer to a key. Hint: {option} \"3/…=karhold\""));
        let (key, value) = text.split_once('=').ok_or_else(wrong)?;
        let value =
            serde_saphyr::from_str(value).map_err(|why| misuse(format!("“{value}” is no YAML: {why}")))?;
        Ok((key.trim().to_owned(), value))
    };
    all.iter().map(pair).collect()
}

/// Files of the game's data, by name and text, from `NAME=FILE`.
fn files(all: &[String]) -> Result<Vec<(String, String)>> {
    let one = |text: &String| {
        let wrong = || {
            misuse(format!("“{text}” names no file of the game's data. Hint: --data map.yaml=corrected.yaml"))
        };
        let (name, file) = text.split_once('=').ok_or_else(wrong)?;
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        Ok((name.trim().to_owned(), text))
    };
    all.iter().map(one).collect()
}

fn yaml_file(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_saphyr::from_str(&text).with_context(|| format!("{} is no YAML", file.display()))
}

/// Lets the game master edit the position at the opening of a stage. The file lies in the campaign's private/, for it
/// holds what nobody else may know.
fn edit(campaign: &Campaign, when: &When) -> Result<(PathBuf, Value)> {
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|name| !name.trim().is_empty()));
    let Some(editor) = editor else {
        return Err(misuse(
            "neither VISUAL nor EDITOR names your editor. Hint: give the position ready with `--state FILE`",
        ));
    };
    let (after, position) = position_at(campaign, when)?;
    let file = campaign.dir.join("private").join(format!("position-{after}.yaml"));
    let head = format!(
        "# The position of {} after entry {after} of the ledger. Change what is wrong, save, and leave the editor.\n\
         # What cannot be (units that do not exist, cards held twice) is refused; then nothing changes.\n",
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
        bail!("{program} ended with an error; nothing was changed. What you wrote is in {}", file.display());
    }
    let edited = yaml_file(&file)?;
    if edited == position {
        fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        bail!("the position is as it was; nothing was changed");
    }
    Ok((file, edited))
}

/// Lists the decisions of a turn, or of a stage of it.
fn list(campaign: &Campaign, turn: u32, stage: Option<&str>, json: bool, quiet: bool) -> Result<Outcome> {
    let mut stages = decisions(campaign, turn)?;
    stages.retain(|decided| stage.is_none_or(|stage| decided.stage == stage));
    if stages.is_empty() {
        bail!("turn {turn} had no stage “{}” yet", stage.unwrap_or_default());
    }
    if json {
        say(serde_json::to_string_pretty(&stages)?);
    } else if !quiet {
        stages.iter().for_each(show_stage);
    }
    Ok(Outcome::Done)
}

fn show_stage(stage: &StageDecided) {
    say(format!("Turn {}, {} (its opening: --entry {})", stage.turn, stage.stage, stage.after));
    if stage.decisions.is_empty() {
        say("  nothing was decided");
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
    if !stage.worked.is_empty() {
        let rows = stage.worked.iter().map(|worked| {
            let legal: Vec<String> = worked.legal.iter().map(yaml_flow).collect();
            vec![worked.key.clone(), yaml_flow(&worked.found), legal.join(", ")]
        });
        table(&["Outcome", "Was", "Can be"], rows);
    }
    say("");
}
