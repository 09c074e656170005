//! How commands end and what they print.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use tracing::Level;

/// How a command ended. Wrong use (2) is clap's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// Done.
    Done,
    /// Done, but somebody must look.
    Attention,
    /// Refused: nothing changed.
    Refused,
}

impl Outcome {
    /// Its exit code.
    pub(super) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Outcome::Done => 0,
            Outcome::Attention => 1,
            Outcome::Refused => 3,
        })
    }
}

/// Prints a line; a reader that has gone away (`| head`) ends the output, not the work.
pub(super) fn say(line: impl AsRef<str>) {
    // Nothing sensible can be done about a closed pipe.
    let _ = writeln!(io::stdout(), "{}", line.as_ref());
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
