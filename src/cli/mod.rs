//! The command line, one file for each command. A command reads the clock and the disk, calls `campaign`, and prints.

mod acknowledgement;
mod asking;
mod board;
mod board_files;
mod case;
mod chance;
mod check;
mod clock;
mod colour;
mod console;
mod demo;
mod dispute;
mod doctor;
mod explain;
mod export;
mod forecast;
mod game_choice;
mod inbox;
mod key;
mod last_problem;
mod letter_file;
mod lot;
mod map;
mod migrate;
mod new;
mod plan_file;
mod replace;
mod rule;
mod rulebook;
mod seal;
mod seating;
mod sheet;
mod shell;
mod site;
mod start;
mod status;
mod tick;
mod verify;
mod world;

use clap::{CommandFactory, Parser, Subcommand};
use console::Outcome;
use std::ffi::OsString;
use std::process::ExitCode;

/// Ravenpost runs board games of diplomacy and hidden orders by email: players can verify sealed orders, one message per
/// player is enough for a whole turn, and disputes can be explained and replayed
#[derive(Parser, Debug)]
#[command(name = "ravenpost", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Try `ravenpost demo` first. Exit codes: 0 done; 1 done, but something needs attention; 2 usage error; \
                        3 refused, nothing changed. Without -v the variable RAVENPOST_LOG sets the level of the log: error \
                        (the default with -q), warn (the default), info, debug or trace."
)]
struct Cli {
    #[command(flatten)]
    loudness: Loudness,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Args, Debug)]
struct Loudness {
    /// Print only what needs attention
    #[arg(short, long, global = true, display_order = 998)]
    quiet: bool,
    /// Print each step to standard error; -vv and -vvv print more
    #[arg(short, long, global = true, display_order = 999, action = clap::ArgAction::Count)]
    verbose: u8,
}

/// The command line of a tick alone, which cron runs every few minutes: to describe the options of all other commands took a fifth of
/// an idle tick's instructions.
#[derive(Parser, Debug)]
#[command(name = "ravenpost")]
struct TickAlone {
    #[command(flatten)]
    loudness: Loudness,
    #[command(subcommand)]
    command: TickCommand,
}

#[derive(Subcommand, Debug)]
enum TickCommand {
    Tick(tick::Args),
}

impl Cli {
    /// Reads a command line. What a tick alone cannot make sense of, such as `--help`, all commands answer.
    fn read(args: &[OsString]) -> clap::error::Result<Cli> {
        match TickAlone::read(args) {
            Some(TickAlone { loudness, command: TickCommand::Tick(args) }) => {
                Ok(Cli { loudness, command: Command::Tick(args) })
            }
            None => Cli::try_parse_from(args),
        }
    }
}

impl TickAlone {
    fn read(args: &[OsString]) -> Option<TickAlone> {
        let mut words = args.iter().skip(1).filter(|arg| !arg.as_encoded_bytes().starts_with(b"-"));
        if words.next().is_none_or(|first| first != "tick") {
            return None;
        }
        TickAlone::try_parse_from(args).ok()
    }
}

#[derive(Subcommand, Debug)]
enum Command {
    Demo(demo::Args),
    New(new::Args),
    Board(board::Args),
    Start(start::Args),
    Tick(tick::Args),
    Status(status::StatusArgs),
    Check(check::Args),
    Forecast(forecast::Args),
    Pause(clock::PauseArgs),
    Resume(clock::ResumeArgs),
    Extend(clock::ExtendArgs),
    Process(clock::ProcessArgs),
    Remind(clock::RemindArgs),
    Resend(clock::ResendArgs),
    Chance(chance::Args),
    Replace(replace::Args),
    Seal(seal::Args),
    Sheet(sheet::Args),
    Preview(status::PreviewArgs),
    Explain(explain::Args),
    Map(map::Args),
    Inbox(inbox::Args),
    Key(key::Args),
    Dispute(dispute::Args),
    Rulebook(rulebook::Args),
    Rule(rule::RuleArgs),
    Rewind(rule::RewindArgs),
    Forward(rule::ForwardArgs),
    History(status::HistoryArgs),
    Verify(verify::VerifyArgs),
    Export(export::Args),
    Site(site::Args),
    Doctor(doctor::Args),
    Migrate(migrate::Args),
    Case(case::Args),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

/// Parses the command line, runs the command, and returns its exit code.
pub fn main() -> ExitCode {
    let Cli { loudness: Loudness { quiet, verbose }, command } =
        Cli::read(&std::env::args_os().collect::<Vec<_>>()).unwrap_or_else(|error| error.exit());
    console::listen(verbose, quiet);
    let outcome = match command {
        Command::Demo(args) => demo::run(&args, quiet),
        Command::New(args) => new::run(&args, quiet),
        Command::Board(args) => board::run(&args, quiet),
        Command::Start(args) => start::run(&args, quiet),
        Command::Tick(args) => tick::run(&args, quiet),
        Command::Check(args) => check::run(&args, quiet),
        Command::Forecast(args) => forecast::run(&args, quiet),
        Command::Rulebook(args) => rulebook::run(&args),
        Command::Pause(args) => clock::pause(&args, quiet),
        Command::Resume(args) => clock::resume(&args, quiet),
        Command::Extend(args) => clock::extend(&args, quiet),
        Command::Process(args) => clock::process(&args, quiet),
        Command::Remind(args) => clock::remind(&args, quiet),
        Command::Resend(args) => clock::resend(&args, quiet),
        Command::Chance(args) => chance::run(&args, quiet),
        Command::Replace(args) => replace::run(&args, quiet),
        Command::Seal(args) => seal::run(&args, quiet),
        Command::Sheet(args) => sheet::run(&args, quiet),
        Command::Status(args) => status::status(&args, quiet),
        Command::Preview(args) => status::preview(&args, quiet),
        Command::History(args) => status::history(&args, quiet),
        Command::Inbox(args) => inbox::run(&args, quiet),
        Command::Key(args) => key::run(&args, quiet),
        Command::Map(args) => map::run(&args, quiet),
        Command::Explain(args) => explain::run(&args),
        Command::Dispute(args) => dispute::run(&args, quiet),
        Command::Rule(args) => rule::rule(&args, quiet),
        Command::Rewind(args) => rule::rewind(&args, quiet),
        Command::Forward(args) => rule::forward(&args, quiet),
        Command::Export(args) => export::run(&args, quiet),
        Command::Site(args) => site::run(&args, quiet),
        Command::Verify(args) => verify::verify(&args, quiet),
        Command::Doctor(args) => doctor::run(&args, quiet),
        Command::Migrate(args) => migrate::run(&args, quiet),
        Command::Case(args) => case::run(&args, quiet),
        Command::Completions(args) => shell::completions(&args, Cli::command()),
        Command::Man(args) => shell::man(&args, Cli::command(), quiet),
    };
    match outcome {
        Ok(outcome) => outcome.code(),
        Err(error) => {
            console::complain(console::describe(&error));
            Outcome::from(&error).code()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_alone_is_read_as_with_all_commands() {
        let long = "tick a --root b --mail - --json --now 2026-11-28T00:00:00Z";
        let alone =
            ["tick a", "tick -q --root b", "-q tick a -vv", "tick -- -a", "-vq tick tick status", long];
        let others =
            ["", "--version", "tick --help", "help tick", "tick --rot b", "tick --mail", "status tick"];
        let args = |typed: &str| -> Vec<OsString> {
            ["ravenpost"].into_iter().chain(typed.split_whitespace()).map(OsString::from).collect()
        };
        let shown = |read: clap::error::Result<Cli>| match read {
            Ok(cli) => format!("{cli:?}"),
            Err(why) => why.to_string(),
        };
        for typed in alone.into_iter().chain(others) {
            let args = args(typed);
            assert_eq!(TickAlone::read(&args).is_some(), alone.contains(&typed), "{typed}");
            assert_eq!(shown(Cli::read(&args)), shown(Cli::try_parse_from(&args)), "{typed}");
        }
    }
}
