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
    /// Print only what needs attention
    #[arg(short, long, global = true, display_order = 998)]
    quiet: bool,
    /// Print each step to standard error; -vv and -vvv print more
    #[arg(short, long, global = true, display_order = 999, action = clap::ArgAction::Count)]
    verbose: u8,
    #[command(subcommand)]
    command: Command,
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
    let cli = Cli::parse();
    console::listen(cli.verbose, cli.quiet);
    let outcome = match cli.command {
        Command::Demo(args) => demo::run(&args, cli.quiet),
        Command::New(args) => new::run(&args, cli.quiet),
        Command::Board(args) => board::run(&args, cli.quiet),
        Command::Start(args) => start::run(&args, cli.quiet),
        Command::Tick(args) => tick::run(&args, cli.quiet),
        Command::Check(args) => check::run(&args, cli.quiet),
        Command::Forecast(args) => forecast::run(&args, cli.quiet),
        Command::Rulebook(args) => rulebook::run(&args),
        Command::Pause(args) => clock::pause(&args, cli.quiet),
        Command::Resume(args) => clock::resume(&args, cli.quiet),
        Command::Extend(args) => clock::extend(&args, cli.quiet),
        Command::Process(args) => clock::process(&args, cli.quiet),
        Command::Remind(args) => clock::remind(&args, cli.quiet),
        Command::Resend(args) => clock::resend(&args, cli.quiet),
        Command::Chance(args) => chance::run(&args, cli.quiet),
        Command::Replace(args) => replace::run(&args, cli.quiet),
        Command::Seal(args) => seal::run(&args, cli.quiet),
        Command::Sheet(args) => sheet::run(&args, cli.quiet),
        Command::Status(args) => status::status(&args, cli.quiet),
        Command::Preview(args) => status::preview(&args, cli.quiet),
        Command::History(args) => status::history(&args, cli.quiet),
        Command::Inbox(args) => inbox::run(&args, cli.quiet),
        Command::Key(args) => key::run(&args, cli.quiet),
        Command::Map(args) => map::run(&args, cli.quiet),
        Command::Explain(args) => explain::run(&args),
        Command::Dispute(args) => dispute::run(&args, cli.quiet),
        Command::Rule(args) => rule::rule(&args, cli.quiet),
        Command::Rewind(args) => rule::rewind(&args, cli.quiet),
        Command::Forward(args) => rule::forward(&args, cli.quiet),
        Command::Export(args) => export::run(&args, cli.quiet),
        Command::Site(args) => site::run(&args, cli.quiet),
        Command::Verify(args) => verify::verify(&args, cli.quiet),
        Command::Doctor(args) => doctor::run(&args, cli.quiet),
        Command::Migrate(args) => migrate::run(&args, cli.quiet),
        Command::Case(args) => case::run(&args, cli.quiet),
        Command::Completions(args) => shell::completions(&args, Cli::command()),
        Command::Man(args) => shell::man(&args, Cli::command(), cli.quiet),
    };
    match outcome {
        Ok(outcome) => outcome.code(),
        Err(error) => {
            console::complain(console::describe(&error));
            Outcome::from(&error).code()
        }
    }
}
