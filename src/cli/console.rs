//! How commands end and what they print.

use crate::campaign::{CampaignError, Exit};
use anyhow::Error;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use tracing::Level;
use unicode_width::UnicodeWidthStr;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Outcome {
    /// Done.
    Done,
    /// Done, but somebody must look.
    Attention,
    /// Asked for in a way that cannot be. Most such is clap's to tell.
    Misuse,
    /// Refused: nothing changed.
    Refused,
}

/// Asked for in a way that cannot be: what is wrong, and what to write instead.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Misuse(String);

/// The error of a command that was asked for in a way that cannot be.
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

/// An error with its causes, but for those that it names itself.
pub(super) fn words(error: &Error) -> String {
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
    /// Its exit code.
    pub(super) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Outcome::Done => 0,
            Outcome::Attention => 1,
            Outcome::Misuse => 2,
            Outcome::Refused => 3,
        })
    }
}

/// Prints a line; a reader that has gone away (`| head`) ends the output, not the work.
pub(super) fn say(line: impl AsRef<str>) {
    // Nothing sensible can be done about a closed pipe.
    let _ = writeln!(io::stdout(), "{}", line.as_ref());
}

/// Prints a line to standard error.
pub(super) fn complain(line: impl AsRef<str>) {
    // As for `say`.
    let _ = writeln!(io::stderr(), "ravenpost: {}", line.as_ref());
}

/// Prints rows in columns under a head; the last column is as wide as it likes.
pub(super) fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in &rows {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell}{}", " ".repeat(width.saturating_sub(cell.width()))));
        say(format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end());
    }
}

/// Whether somebody sits there who can be asked.
pub(super) fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks at the terminal; an empty line takes the default, if there is one.
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

/// Sends traces to standard error: as loud as `-v` or RAVENPOST_LOG says.
pub(super) fn listen(verbose: u8) {
    let named = std::env::var("RAVENPOST_LOG").ok().and_then(|level| level.parse::<Level>().ok());
    let level = match verbose {
        0 => named.unwrap_or(Level::WARN),
        1 => Level::INFO,
        2 => Level::DEBUG,
        _ => Level::TRACE,
    };
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .finish();
    // Fails only if a subscriber is set already, which then listens.
    let _ = tracing::subscriber::set_global_default(subscriber);
}
