//! `ravenpost status`, `preview` and `history`: how a campaign stands, what would come, what was.

use super::console::{Outcome, say, table};
use super::dispute::short;
use super::world::{host, now};
use crate::campaign::entries::{Answer, Standing};
use crate::campaign::record::Phase;
use crate::campaign::record::{Given, Standing as Stands};
use crate::campaign::{self, Campaign, SeatStatus, Status, Use, WindowStatus};
use crate::report::{when, yaml_flow};
use anyhow::Result;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use std::path::PathBuf;

/// Options of all three.
#[derive(clap::Args, Debug)]
pub(super) struct Common {
    /// The campaign's folder
    dir: PathBuf,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
    /// For rehearsals: take this for the time
    #[arg(long, hide = true)]
    now: Option<DateTime<Utc>>,
}

/// Tell whose move it is: deadlines, who is in, what is stuck and why
#[derive(clap::Args, Debug)]
pub(super) struct StatusArgs {
    #[command(flatten)]
    common: Common,
}

/// Tell what would be resolved now, from whose plans or silences, without doing it
#[derive(clap::Args, Debug)]
pub(super) struct PreviewArgs {
    #[command(flatten)]
    common: Common,
    /// Show the deposited plan of this seat before its window closes. It is written to the ledger for all to see
    #[arg(long, value_name = "SEAT")]
    peek: Option<String>,
}

/// Tell the stages resolved so far, newest last
#[derive(clap::Args, Debug)]
pub(super) struct HistoryArgs {
    #[command(flatten)]
    common: Common,
    /// Tell each decision too, and where it came from
    #[arg(long)]
    decisions: bool,
    /// Only this turn
    #[arg(long)]
    turn: Option<u32>,
}

fn json(value: &impl Serialize) -> Result<()> {
    say(serde_json::to_string_pretty(value)?);
    Ok(())
}

pub(super) fn status(args: &StatusArgs, quiet: bool) -> Result<Outcome> {
    let common = &args.common;
    let campaign = Campaign::open(&host(), &common.dir)?;
    let status = campaign::status(&campaign, now(common.now))?;
    let outcome = if status.attention.is_empty() && status.disputes.is_empty() {
        Outcome::Done
    } else {
        Outcome::Attention
    };
    if common.json {
        json(&status)?;
    } else if !quiet {
        let how = status.outcome.as_ref().map(|outcome| ended(&campaign, outcome)).transpose()?;
        tell(&status, how.as_deref(), &campaign.settings.gm.timezone);
    }
    if quiet {
        status.attention.iter().for_each(|what| say(format!("LOOK: {what}")));
        super::dispute::list_open(&status.disputes, &campaign.settings.gm.timezone);
    }
    Ok(outcome)
}

/// How a game has ended, in words.
fn ended(campaign: &Campaign, outcome: &Value) -> Result<String> {
    let writer = campaign.writer();
    let names = campaign.public_names()?;
    Ok(writer.page(campaign.referee.templates(), "mail/outcome.md", &names, outcome)?.trim_end().to_owned())
}

fn tell(status: &Status, ended: Option<&str>, zone: &str) {
    say(format!("{} ({}, {})", status.title, status.campaign, status.game));
    match ended {
        Some(how) => say(format!("The game is over. {how}")),
        None => say(format!("Turn {}, {}", status.turn, status.stage)),
    }
    if let Some(until) = status.words_until {
        say(format!("Words of chance are taken until {}", at(until, zone)));
    }
    if let Some(since) = status.paused {
        say(format!("The clock stands since {}; `ravenpost resume` lets it go on", at(since, zone)));
    }
    if let Some(rehearsal) = &status.rehearsal {
        let until = rehearsal.until.map(|until| format!(" until {}", at(until, zone))).unwrap_or_default();
        say(format!(
            "The rehearsal goes on{until}. Passed: {}. Not yet: {}",
            list(&rehearsal.passed),
            list(&rehearsal.missing)
        ));
    }
    for vote in &status.votes {
        let seat = vote.seat.as_ref().map(|seat| seat.name.as_str()).unwrap_or_default();
        say(format!("Vote of {seat}: {} {}", vote.on, vote.says));
    }
    if let Some(window) = &status.window {
        tell_window(window, zone);
    }
    super::dispute::list_open(&status.disputes, zone);
    if let Some(proposal) = &status.proposal {
        let against = match proposal.against.as_slice() {
            [] => "nobody objects".to_owned(),
            seats => format!("objecting: {}", seats.join(", ")),
        };
        say(format!("Ruling {} is proposed until {}; {against}", proposal.number, at(proposal.until, zone)));
    }
    if let Some(last) = status.last_tick {
        say(format!("Last tick: {}", at(last, zone)));
    }
    for unsent in &status.unsent {
        let error = unsent.error.as_deref().unwrap_or("not tried yet");
        say(format!("Not sent to {}: {} ({} attempts; {error})", unsent.to, unsent.what, unsent.attempts));
    }
    for what in &status.attention {
        say(format!("LOOK: {what}"));
    }
}

fn list(seats: &[String]) -> String {
    if seats.is_empty() { "nobody".to_owned() } else { seats.join(", ") }
}

fn tell_window(window: &WindowStatus, zone: &str) {
    let phase = match window.phase {
        Phase::Collecting => "is open",
        Phase::Opening => "waits for openings",
        Phase::Closed => "is closed",
    };
    say(format!(
        "\nWindow {} {phase}{}",
        window.id,
        if window.sealed { "; its plans stay sealed until all are in" } else { "" }
    ));
    if let Some(deadline) = window.deadline {
        say(format!("Deadline: {}", at(deadline, zone)));
    }
    let row = |seat: &SeatStatus| {
        let mut how = standing(seat.standing).to_owned();
        if seat.unreachable {
            how.push_str("; mail to it comes back");
        }
        if seat.away {
            how.push_str("; away");
        }
        let seal: String = seat.seal.as_deref().unwrap_or_default().chars().take(23).collect();
        vec![seat.name.clone(), seat.player.clone(), how, seal]
    };
    table(&["Seat", "Player", "Sent", "Seal"], window.seats.iter().map(row));
}

fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::NothingCame => "nothing came",
        Standing::Unusable => "came but unusable",
        Standing::In => "in",
        Standing::Final => "in, final",
        Standing::Sealed => "sealed, to be opened",
        Standing::NotOpened => "sealed and not opened",
    }
}

fn at(instant: DateTime<Utc>, zone: &str) -> String {
    when(&instant.to_rfc3339(), zone)
}

pub(super) fn preview(args: &PreviewArgs, quiet: bool) -> Result<Outcome> {
    let common = &args.common;
    let (host, now) = (host(), now(common.now));
    if let Some(seat) = &args.peek {
        let plan = campaign::peek(&host, &common.dir, now, seat)?;
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
        say(format!("Plans of window {window} are sealed; nobody looks before it closes. If it closed now:"));
    }
    let of = |used: Use| match used {
        Use::Plan => "its plan",
        Use::Seal => "its plan, if it opens its seal",
        Use::Default => "the rules' default: nothing usable is in",
        Use::Steward => "the steward's plan: nothing usable is in",
        Use::Wait => "nothing: the game would wait",
    };
    table(
        &["Seat", "Would be used"],
        preview.seats.iter().map(|(seat, used)| vec![seat.clone(), of(*used).to_owned()]),
    );
    decisions(&preview.answers);
    if !preview.then.is_empty() {
        say("Then the game would wait for:");
        preview.then.iter().for_each(|key| say(format!("  {key}")));
    }
    Ok(Outcome::Done)
}

pub(super) fn history(args: &HistoryArgs, quiet: bool) -> Result<Outcome> {
    let common = &args.common;
    let campaign = Campaign::open(&host(), &common.dir)?;
    let mut lines = campaign::history(&campaign)?;
    lines.retain(|line| args.turn.is_none_or(|turn| line.turn == turn));
    if common.json {
        json(&lines)?;
    } else if !quiet {
        let zone = &campaign.settings.gm.timezone;
        for line in &lines {
            let (turn, stage, entry) = (line.turn, &line.stage, line.entry);
            let left =
                line.overruled.map(|ruling| format!("  (left by ruling {ruling})")).unwrap_or_default();
            say(format!(
                "turn {turn:2}  {stage:12} {:2} decisions  entry {entry:4}  {}{left}",
                line.answers.len(),
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

/// A line for each ruling.
fn rulings<'a>(rulings: impl Iterator<Item = &'a Given>, zone: &str) {
    for given in rulings {
        let (number, turn, stage) = (given.ruling.number, given.ruling.turn, &given.ruling.stage);
        let stands = match given.standing {
            Stands::Adopted => "adopted",
            Stands::Proposed => "proposed",
            Stands::Dropped => "not done",
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
