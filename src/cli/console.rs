//! What all commands print with, and their exit codes.

use super::colour::{Tone, allowed, marked};
use crate::campaign::{CampaignError, Exit};
use anyhow::Error;
use chrono::{DateTime, Datelike as _, Utc};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use tracing::Level;
use unicode_width::UnicodeWidthStr;

/// The result of a command, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Outcome {
    Done,
    /// The command was carried out, but something needs the game master's attention.
    Attention,
    /// The command line makes no sense. clap reports most of these before a command runs.
    Misuse,
    /// The command was refused, and nothing changed.
    Refused,
}

/// A usage error: what is wrong, and what to write instead.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Misuse(String);

/// Returns a usage error, which ends the command with exit code 2.
pub(super) fn misuse(words: impl Into<String>) -> Error {
    Error::new(Misuse(words.into()))
}

impl From<&Error> for Outcome {
    fn from(error: &Error) -> Self {
        if error.downcast_ref::<Misuse>().is_some() {
            return Outcome::Misuse;
        }
        match error.downcast_ref::<CampaignError>().map(CampaignError::exit) {
            Some(Exit::Usage) => Outcome::Misuse,
            _ => Outcome::Refused,
        }
    }
}

/// Describes an error followed by its causes, leaving out a cause that the description contains already.
pub(super) fn describe(error: &Error) -> String {
    let mut words = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !words.contains(&cause) {
            words.push_str(": ");
            words.push_str(&cause);
        }
    }
    words
}

impl Outcome {
    /// Returns the exit code, from 0 to 3.
    pub(super) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Outcome::Done => 0,
            Outcome::Attention => 1,
            Outcome::Misuse => 2,
            Outcome::Refused => 3,
        })
    }
}

/// Prints a line to standard output. A closed pipe (`| head`) is ignored, so that the command finishes its work.
pub(super) fn say(line: impl AsRef<str>) {
    // The error of a closed pipe has nowhere to go.
    let _ = writeln!(io::stdout(), "{}", line.as_ref());
}

/// Prints a line to standard error, after the program's name. A closed pipe is ignored.
pub(super) fn complain(line: impl AsRef<str>) {
    // As in `say`, a closed pipe leaves nowhere to report to.
    let _ = writeln!(io::stderr(), "{} {}", Tone::Bad.error("ravenpost:"), line.as_ref());
}

/// Prints `rows` in aligned columns below `head`. Lines are not wrapped.
pub(super) fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (number, row) in rows.iter().enumerate() {
        let shown = |cell: &str| if number == 0 { Tone::Heading.out(cell) } else { marked(cell) };
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| shown(cell) + &" ".repeat(width.saturating_sub(cell.width())));
        say(format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end());
    }
}

/// Reads a number of something that is counted from 1, for clap.
///
/// # Errors
/// If it is not one.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "write a number, such as 3".to_owned())
}

/// Reads a day, for clap.
///
/// # Errors
/// If it is not one.
pub(super) fn day(text: &str) -> Result<chrono::NaiveDate, String> {
    text.parse().map_err(|_| "write a day as 2026-11-20".to_owned())
}

/// Reads a moment, for clap.
///
/// # Errors
/// If it is none, or so far away that deadlines counted from it would have no date.
pub(super) fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    let read = text.parse::<DateTime<Utc>>().ok().filter(|at| (1970..9000).contains(&at.year()));
    read.ok_or_else(|| "write a time from the year 1970 to 8999, such as 2026-11-28T20:00:00Z".to_owned())
}

/// Returns `true` if a person can be asked: standard input and standard error are both a terminal.
pub(super) fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks a question at the terminal and returns the answer. An empty line means `default`; without a default the question
/// is asked again.
///
/// # Errors
/// If standard input ends or cannot be read.
pub(super) fn ask(question: &str, default: Option<&str>) -> io::Result<String> {
    loop {
        match default {
            Some(default) => eprint!("{question} [{default}] "),
            None => eprint!("{question} "),
        }
        let mut answer = String::new();
        if io::stdin().read_line(&mut answer)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match (answer.trim(), default) {
            ("", Some(default)) => return Ok(default.to_owned()),
            ("", None) => {}
            (answer, _) => return Ok(answer.to_owned()),
        }
    }
}

/// Prints log messages to standard error, at the level set by `-v`, by RAVENPOST_LOG or by `-q`: cron mails whatever is printed,
/// and a warning in the log needs nobody's attention.
pub(super) fn listen(verbose: u8, quiet: bool) {
    let named = std::env::var("RAVENPOST_LOG").ok().and_then(|level| level.parse::<Level>().ok());
    let level = match verbose {
        0 => named.unwrap_or(if quiet { Level::ERROR } else { Level::WARN }),
        1 => Level::INFO,
        2 => Level::DEBUG,
        _ => Level::TRACE,
    };
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_ansi(allowed(io::stderr().is_terminal()))
        .with_target(false)
        .finish();
    // Fails only if a subscriber is set already; that one then prints the messages.
    let _ = tracing::subscriber::set_global_default(subscriber);
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    /// Whatever is counted from a moment that can be given has a date: what the settings may say at most, and more.
    #[test]
    fn a_moment_leaves_room_for_deadlines() {
        for good in ["1970-01-01T00:00:00Z", "2026-11-28T00:00:00+01:00", "8999-12-31T23:59:59Z"] {
            let read = moment(good).unwrap_or_else(|why| panic!("{good}: {why}"));
            assert!((read + TimeDelta::days(365 * 1000)).year() < 10_000, "{good}");
        }
        for bad in [
            "+262142-12-31T23:59:59Z",
            "-262143-01-01T00:00:00Z",
            "9000-01-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "8999-12-31T23:00:00-02:00",
            "tomorrow",
            "",
        ] {
            assert!(moment(bad).unwrap_err().contains("such as 2026-11-28T20:00:00Z"), "{bad}");
        }
    }
}
