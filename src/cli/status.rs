//! `ravenpost status`, `preview` and `history`: the current state of a campaign, what would happen next, and its past.

use super::clock::seat_of;
use super::colour::marked;
use super::console::{Outcome, describe, misuse, moment, number, say, table};
use super::dispute::short;
use super::world::{campaigns_below, host, now};
use crate::campaign::entries::{Answer, Standing};
use crate::campaign::record::Phase;
use crate::campaign::record::{Given, Standing as Stands};
use crate::campaign::{self, AfterDeadline, Campaign, CampaignError, SeatStatus, Status, Use, WindowStatus};
use crate::report::{when, yaml_flow};
use anyhow::Result;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Options of all three commands.
#[derive(clap::Args, Debug)]
pub(super) struct Common {
    /// Folder of the campaign
    dir: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Use this time instead of now (for tests)
    #[arg(long, hide = true, value_parser = moment)]
    now: Option<DateTime<Utc>>,
}

/// Show whose move it is: deadlines, who has sent a plan, what is stuck and why
#[derive(clap::Args, Debug)]
pub(super) struct StatusArgs {
    /// Folder of the campaign
    #[arg(required_unless_present = "root", conflicts_with = "root")]
    dir: Option<PathBuf>,
    /// Folder whose subfolders are campaigns; prints a table with a line for every one that has been started
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Use this time instead of now (for tests)
    #[arg(long, hide = true, value_parser = moment)]
    now: Option<DateTime<Utc>>,
}

/// Show what would be resolved if the window closed now, and from whose plans, without doing it
#[derive(clap::Args, Debug)]
pub(super) struct PreviewArgs {
    #[command(flatten)]
    common: Common,
    /// Print the deposited plan of this seat before its window closes; this is recorded in the ledger and announced to all
    #[arg(long, value_name = "SEAT")]
    peek: Option<String>,
}

/// List the stages resolved so far, newest last
#[derive(clap::Args, Debug)]
pub(super) struct HistoryArgs {
    #[command(flatten)]
    common: Common,
    /// Include each decision and its source: a plan, a default, a steward or a ruling
    #[arg(long)]
    decisions: bool,
    /// Show only this turn, such as 3
    #[arg(long, value_parser = number::<u32>)]
    turn: Option<u32>,
}

fn json(value: &impl Serialize) -> Result<()> {
    say(serde_json::to_string_pretty(value)?);
    Ok(())
}

fn outcome_of(status: &Status) -> Outcome {
    if status.attention.is_empty() && status.disputes.is_empty() { Outcome::Done } else { Outcome::Attention }
}

/// Prints a table of all campaigns below a folder.
fn all(root: &Path, args: &StatusArgs, quiet: bool) -> Result<Outcome> {
    let (mut worst, mut found, mut rows) = (Outcome::Done, Vec::new(), Vec::new());
    let dirs = campaigns_below(root)?;
    for (dir, copy) in dirs.iter().zip(campaign::copies(&host(), &dirs)) {
        let name = dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let read = copy
            .map_or_else(|| Campaign::open(&host(), dir), Err)
            .and_then(|campaign| Ok((seen(dir, &campaign, now(args.now))?, campaign)));
        match read {
            Ok((status, campaign)) => {
                let outcome = outcome_of(&status);
                worst = worst.max(outcome);
                if !(quiet && outcome == Outcome::Done) {
                    rows.push(row(name, &status, &campaign));
                }
                found.push(serde_json::json!({"dir": dir, "status": status}));
            }
            Err(error) => {
                let error = anyhow::Error::from(error);
                worst = worst.max(Outcome::from(&error));
                let why = describe(&error);
                rows.push(vec![name, String::new(), String::new(), String::new(), format!("LOOK: {why}")]);
                found.push(serde_json::json!({"dir": dir, "error": why}));
            }
        }
    }
    if args.json {
        json(&found)?;
    } else if !rows.is_empty() {
        table(&["Campaign", "Turn", "Deadline", "Missing", ""], rows.into_iter());
    } else if !quiet {
        say("no started campaign in the folders below --root");
    }
    Ok(worst)
}

/// Returns the status of a campaign, with what keeps ticks from their work.
fn seen(dir: &Path, campaign: &Campaign, now: DateTime<Utc>) -> Result<Status, CampaignError> {
    let mut status = campaign::status(campaign, now)?;
    status.attention.extend(campaign::unread_mail(&host(), dir, campaign));
    Ok(status)
}

/// Returns the line of a campaign in the table of all.
fn row(name: String, status: &Status, campaign: &Campaign) -> Vec<String> {
    let zone = &campaign.settings.gm.timezone;
    let turn = match (&status.outcome, status.turn) {
        (Some(_), _) => "over".to_owned(),
        (None, 0) => "not begun".to_owned(),
        (None, turn) => format!("{turn}, {}", stage(campaign, &status.stage)),
    };
    let window = status.window.as_ref();
    let deadline = match (status.paused, window.and_then(|window| window.deadline)) {
        (Some(_), _) => "clock stopped".to_owned(),
        (None, Some(deadline)) => at(deadline, zone),
        (None, None) => String::new(),
    };
    let missing: Vec<&str> = match (window, &status.rehearsal) {
        (Some(window), _) => missing(window),
        (None, Some(rehearsal)) => rehearsal.missing.iter().map(String::as_str).collect(),
        (None, None) => Vec::new(),
    };
    let look = match (status.attention.as_slice(), status.disputes.len()) {
        ([], 0) => String::new(),
        ([], _) => "LOOK: a dispute is open".to_owned(),
        ([one], _) => format!("LOOK: {one}"),
        ([one, more @ ..], _) => format!("LOOK: {one} (and {} more)", more.len()),
    };
    vec![name, turn, deadline, missing.join(", "), look]
}

pub(super) fn status(args: &StatusArgs, quiet: bool) -> Result<Outcome> {
    if let Some(root) = &args.root {
        return all(root, args, quiet);
    }
    let Some(dir) = &args.dir else { return Err(misuse("no campaign is named")) };
    let campaign = Campaign::open(&host(), dir)?;
    let status = seen(dir, &campaign, now(args.now))?;
    let outcome = outcome_of(&status);
    if args.json {
        json(&status)?;
    } else if !quiet {
        let how = status.outcome.as_ref().map(|outcome| ended(&campaign, outcome)).transpose()?;
        show(&status, how.as_deref(), &campaign, now(args.now));
    }
    if quiet {
        status.attention.iter().for_each(|what| say(marked(&format!("LOOK: {what}"))));
        super::dispute::list_open(&status.disputes, &campaign.settings.gm.timezone);
    }
    Ok(outcome)
}

/// Describes how a game ended.
pub(super) fn ended(campaign: &Campaign, outcome: &Value) -> Result<String> {
    let writer = campaign.writer();
    let names = campaign.public_names()?;
    let templates = campaign.referee.templates();
    let game = json!({"id": campaign.referee.id(), "templates": templates});
    let model = json!({"outcome": outcome, "head": {"game": game}});
    Ok(writer.page(templates, "mail/outcome.md", &names, &model)?.trim_end().to_owned())
}

/// Returns the name of a stage, such as “Westeros card I”.
fn stage(campaign: &Campaign, id: &str) -> String {
    campaign.writer().word(campaign.referee.templates(), "stages", id)
}

fn show(status: &Status, ended: Option<&str>, campaign: &Campaign, now: DateTime<Utc>) {
    let zone = &campaign.settings.gm.timezone;
    say(format!("{} ({}, {})", status.title, status.campaign, status.game));
    match ended {
        Some(how) => say(format!("The game is over. {how}")),
        None if status.turn == 0 => say("The first turn has not begun."),
        None => say(format!("Turn {}, {}", status.turn, stage(campaign, &status.stage))),
    }
    if let Some(until) = status.words_until {
        say(format!("Words of chance are accepted until {}", at(until, zone)));
    }
    if let Some(opening) = &status.words_opening {
        let until = opening.until.map(|until| format!(" until {}", at(until, zone))).unwrap_or_default();
        let missing = list(&opening.missing);
        say(format!("Openings of sealed words of chance are accepted{until}. Still missing: {missing}"));
    }
    if let Some(public) = &status.public_number {
        let how = match (&public.value, public.until, public.due) {
            (Some(value), Some(until), _) => {
                format!("entered as “{value}”; the game begins with it on {}", at(until, zone))
            }
            (.., Some(due)) => format!("not entered yet; it is known from {}", at(due, zone)),
            _ => "not entered yet".to_owned(),
        };
        say(format!("Public number “{}”: {how}", public.name));
    }
    if let Some(since) = status.paused {
        say(format!("The clock has been stopped since {}; `ravenpost resume` restarts it", at(since, zone)));
    }
    if let Some(rehearsal) = &status.rehearsal {
        let until = rehearsal.until.map(|until| format!(" until {}", at(until, zone))).unwrap_or_default();
        say(format!(
            "The rehearsal is open{until}. Passed: {}. Still missing: {}",
            list(&rehearsal.passed),
            list(&rehearsal.missing)
        ));
    }
    for away in status.away.iter().filter(|away| away.unasked) {
        say(format!("Away until {}: {}", at(away.until, zone), away.name));
    }
    for vote in &status.votes {
        let seat = vote.seat.as_ref().map(|seat| seat.name.as_str()).unwrap_or_default();
        say(format!("Vote of {seat}: {} {}", vote.on, vote.says));
    }
    if let Some(window) = &status.window {
        show_window(window, status, zone, now);
    }
    super::dispute::list_open(&status.disputes, zone);
    if let Some(proposal) = &status.proposal {
        let against = match proposal.against.as_slice() {
            [] => "nobody objects".to_owned(),
            seats => format!("objecting: {}", seats.join(", ")),
        };
        say(format!(
            "Ruling {} is proposed until {}; {against}. {}",
            proposal.number,
            at(proposal.until, zone),
            match proposal.falls {
                true => "More than half object, so as it is now it will be dropped",
                false => "As it is now it will be adopted",
            }
        ));
    }
    if let Some(last) = status.last_tick {
        say(format!("Last tick: {}", at(last, zone)));
    }
    let mut last = "";
    for unsent in &status.unsent {
        let error = unsent.error.as_deref().unwrap_or("not tried yet");
        // One cause is told once.
        let error = if std::mem::replace(&mut last, error) == error { "as above" } else { error };
        let tries = if unsent.attempts == 1 { "attempt" } else { "attempts" };
        say(format!("Unsent to {}: {} ({} {tries}; {error})", unsent.to, unsent.what, unsent.attempts));
    }
    for what in &status.attention {
        say(marked(&format!("LOOK: {what}")));
    }
}

fn list(seats: &[String]) -> String {
    if seats.is_empty() { "nobody".to_owned() } else { seats.join(", ") }
}

fn show_window(window: &WindowStatus, status: &Status, zone: &str, now: DateTime<Utc>) {
    // While the clock is stopped no deadline passes.
    let stopped = status.paused.is_some();
    let phase = match window.phase {
        Phase::Collecting => "is open",
        Phase::OpeningFirst => "is waiting for the game master's seat to open first",
        Phase::Opening => "is waiting for openings",
        Phase::Closed => "is closed",
    };
    say(format!(
        "\nWindow {} {phase}{}",
        window.id,
        if window.sealed { "; its plans stay sealed until it closes" } else { "" }
    ));
    if let Some(deadline) = window.deadline {
        let moves = if stopped { "; it moves by the length of the pause" } else { "" };
        say(format!("Deadline: {}{moves}", at(deadline, zone)));
    }
    if let Some(then) = &window.then {
        say(after_deadline(window, then, zone, now));
    }
    if let Some(closes) = window.closes {
        say(format!(
            "Everybody is in; it closes {}, so that plans can be corrected until then",
            at(closes, zone)
        ));
    }
    let row = |seat: &SeatStatus| {
        let mut how = match seat.wrote {
            Some(last) => format!("no plan; last wrote {}", at(last, zone)),
            None if seat.unanswered => "in, but does not answer what is asked".to_owned(),
            None if seat.kept => "nothing new; the plan from before the rewind counts".to_owned(),
            // Until the window closes it still may.
            None if seat.standing == Standing::NothingCame && window.phase == Phase::Collecting => {
                "nothing yet".to_owned()
            }
            None => standing(seat.standing).to_owned(),
        };
        if seat.unreachable {
            how.push_str("; our mail bounces");
        }
        if seat.leaving {
            how.push_str("; resigns at the end of the window");
        }
        if let Some(away) = status.away.iter().find(|away| away.seat == seat.seat) {
            how.push_str(&format!("; away until {}", at(away.until, zone)));
            if let Some(stand_in) = &away.stand_in {
                how.push_str(&format!(", {stand_in} stands in"));
            }
        }
        let seal: String = seat.seal.as_deref().unwrap_or_default().chars().take(23).collect();
        vec![seat.name.clone(), seat.player.clone(), how, seal]
    };
    table(&["Seat", "Player", "Sent", "Seal"], window.seats.iter().map(row));
}

/// Returns the names of the seats that owe the window something and are not away.
fn missing(window: &WindowStatus) -> Vec<&str> {
    let owes = |seat: &&SeatStatus| {
        let is_in = !matches!(seat.standing, Standing::NothingCame | Standing::Unusable | Standing::Sealed);
        (seat.unanswered || !is_in) && !seat.away
    };
    window.seats.iter().filter(owes).map(|seat| seat.name.as_str()).collect()
}

/// Says until when late messages count once the deadline has passed, and what comes then.
fn after_deadline(window: &WindowStatus, then: &AfterDeadline, zone: &str, now: DateTime<Utc>) -> String {
    let grace = window.last_call.filter(|last| now < *last);
    let (until, when) = match grace {
        Some(last) => (format!("; late messages count until {}", at(last, zone)), "After that"),
        None => (String::new(), "At the next tick"),
    };
    let name = |id: &String| {
        let seat = window.seats.iter().find(|seat| seat.seat == *id);
        seat.map_or_else(|| id.clone(), |seat| seat.name.clone())
    };
    let what = match then {
        AfterDeadline::Closes => match missing(window).as_slice() {
            [] => "the window closes".to_owned(),
            seats => format!("the window closes without {}", seats.join(", ")),
        },
        AfterDeadline::AsksOthers => "the other seats are asked to open".to_owned(),
        AfterDeadline::WaitsFor(seats) => {
            format!("the game waits for {}", list(&seats.iter().map(name).collect::<Vec<_>>()))
        }
    };
    format!("The deadline has passed{until}. {when} {what}.")
}

fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::NothingCame => "nothing received (NMR)",
        Standing::Unusable => "received, but could not be used",
        Standing::In => "in",
        Standing::Final => "in, final",
        Standing::Sealed => "sealed, not opened yet",
        Standing::NotOpened => "sealed and not opened",
    }
}

fn at(instant: DateTime<Utc>, zone: &str) -> String {
    when(&instant.to_rfc3339(), zone)
}

pub(super) fn preview(args: &PreviewArgs, quiet: bool) -> Result<Outcome> {
    let common = &args.common;
    let (host, now) = (host(), now(common.now));
    if let Some(name) = &args.peek {
        let seat = seat_of(&Campaign::open(&host, &common.dir)?, name)?;
        let plan = campaign::peek(&host, &common.dir, now, &seat)?;
        json(&plan)?;
        return Ok(Outcome::Done);
    }
    let campaign = Campaign::open(&host, &common.dir)?;
    let preview = campaign::preview(&campaign, now)?;
    if common.json {
        json(&preview)?;
        return Ok(Outcome::Done);
    }
    if quiet {
        return Ok(Outcome::Done);
    }
    if let Some(window) = &preview.sealed {
        say(format!("The plans of window {window} stay sealed until it closes. If it closed now:"));
    }
    if preview.seats.is_empty() {
        say("No window is open, so nothing would be resolved now.");
        return Ok(Outcome::Done);
    }
    let of = |used: Use| match used {
        Use::Plan => "its plan",
        Use::Seal => "its plan, if it sends the opening",
        Use::Earlier => "its earlier plan; what that leaves open, by the default of the rules",
        Use::Kept => "its plan from before the rewind",
        Use::Default => "the default of the rules: no usable plan",
        Use::Steward => "the steward's plan: no usable plan in this window",
        Use::Wait => "nothing: the game would wait",
    };
    table(
        &["Seat", "We would use"],
        preview.seats.iter().map(|(seat, used)| vec![seat.clone(), of(*used).to_owned()]),
    );
    decisions(&preview.answers);
    if !preview.then.is_empty() {
        say("With what has come so far, the game waits for:");
        preview.then.iter().for_each(|key| say(format!("  {key}")));
    }
    Ok(Outcome::Done)
}

pub(super) fn history(args: &HistoryArgs, quiet: bool) -> Result<Outcome> {
    let common = &args.common;
    let campaign = Campaign::open(&host(), &common.dir)?;
    let mut lines = campaign::history(&campaign)?;
    let now = campaign.record.game.turn;
    if let Some(turn) = args.turn.filter(|turn| *turn > now) {
        return Err(misuse(format!("there is no turn {turn}; the game is in turn {now}")));
    }
    lines.retain(|line| args.turn.is_none_or(|turn| line.turn == turn));
    if common.json {
        json(&lines)?;
    } else if !quiet {
        let zone = &campaign.settings.gm.timezone;
        for line in &lines {
            let (turn, entry) = (line.turn, line.entry);
            // Rulings name a stage by its id.
            let name = stage(&campaign, &line.stage);
            let stage = if name == line.stage { name } else { format!("{name} ({})", line.stage) };
            let left =
                line.overruled.map(|ruling| format!("  (replaced by ruling {ruling})")).unwrap_or_default();
            say(format!(
                "turn {turn:2}  {stage:30} {:2} {:9}  entry {entry:4}  {}{left}",
                line.answers.len(),
                if line.answers.len() == 1 { "decision" } else { "decisions" },
                at(line.at, zone)
            ));
            if args.decisions {
                decisions(&line.answers);
            }
        }
        let is_shown = |turn: u32| args.turn.is_none_or(|wanted| turn == wanted);
        rulings(campaign.record.people.rulings.iter().filter(|given| is_shown(given.ruling.turn)), zone);
        super::dispute::lines(
            campaign.record.people.disputes.iter().filter(|dispute| is_shown(dispute.turn)),
            zone,
        );
    }
    Ok(Outcome::Done)
}

/// Prints one line for each ruling.
fn rulings<'a>(rulings: impl Iterator<Item = &'a Given>, zone: &str) {
    for given in rulings {
        let (number, turn, stage) = (given.ruling.number, given.ruling.turn, &given.ruling.stage);
        let stands = match given.standing {
            Stands::Adopted => "adopted",
            Stands::Proposed => "proposed",
            Stands::Dropped => "dropped",
        };
        let (since, why) = (at(given.at, zone), short(&given.ruling.reason));
        say(format!("ruling {number} ({stands}, {since}), back to turn {turn}, {stage}: {why}"));
    }
}

fn decisions(answers: &[Answer]) {
    for answer in answers {
        let from = match &answer.source {
            campaign::entries::From::Plan { path, .. } => format!("plan, {path}"),
            campaign::entries::From::Default { why } => format!("default, {why}"),
            campaign::entries::From::Ruling { number } => format!("ruling {number}"),
            other => other.word().to_owned(),
        };
        say(format!("    {}: {} ({from})", answer.key, yaml_flow(&answer.answer)));
    }
}
