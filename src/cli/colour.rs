//! Colours and progress on a terminal: only there, and never where NO_COLOR or a dumb terminal forbids them.

use clap::builder::styling::{AnsiColor, Style};
use std::io::{self, IsTerminal, Write};

/// What a word on the screen means, and so how it is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    Good,
    /// Somebody should look.
    Warning,
    Bad,
    Heading,
}

impl Tone {
    fn style(self) -> Style {
        match self {
            Tone::Good => AnsiColor::Green.on_default(),
            Tone::Warning => AnsiColor::Yellow.on_default().bold(),
            Tone::Bad => AnsiColor::Red.on_default().bold(),
            Tone::Heading => Style::new().bold(),
        }
    }

    fn put(self, text: &str, allowed: bool) -> String {
        let style = self.style();
        if allowed { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Returns a text as it is printed to standard output.
    pub(super) fn out(self, text: &str) -> String {
        self.put(text, allowed(io::stdout().is_terminal()))
    }

    /// Returns a text as it is printed to standard error.
    pub(super) fn error(self, text: &str) -> String {
        self.put(text, allowed(io::stderr().is_terminal()))
    }
}

/// Returns `true` if colours may be sent to a stream, which is a terminal or not.
pub(super) fn allowed(is_terminal: bool) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    is_terminal && !is_set("NO_COLOR") && !is_dumb()
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Returns a cell or line with its mark in colour, if it begins with one.
pub(super) fn marked(text: &str) -> String {
    let marks = [("LOOK", Tone::Warning), ("FAILS", Tone::Bad), ("holds", Tone::Good), ("ok", Tone::Good)];
    let found = marks.into_iter().find_map(|(mark, tone)| {
        let rest = text.strip_prefix(mark)?;
        let ends = rest.is_empty() || rest.starts_with([' ', ':']);
        ends.then(|| tone.out(mark) + rest)
    });
    found.unwrap_or_else(|| text.to_owned())
}

/// How far a long command is, in a line of its own on standard error that is gone when this is dropped. Nothing is printed
/// unless that is a terminal.
pub(super) struct Progress(());

impl Progress {
    /// Begins to show how far a command is; `None` if nobody would see it, or wants to.
    pub(super) fn begin(quiet: bool) -> Option<Progress> {
        (!quiet && io::stderr().is_terminal() && !is_dumb()).then(|| Progress(()))
    }

    /// Shows that some steps of all are done; only where that is another percentage than before.
    pub(super) fn show(done: usize, all: usize) {
        let percent = |done: usize| done.saturating_mul(100) / all.max(1);
        if done == 0 || percent(done) != percent(done - 1) {
            // A closed pipe leaves nowhere to report to.
            let _ = write!(io::stderr(), "\r{} of {all} ({} %)\x1b[K", done, percent(done));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
