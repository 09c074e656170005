//! `ravenpost board`: checks a board that somebody has written, and draws it.

use super::board_files::BoardFiles;
use super::console::{Outcome, say};
use crate::games::thrones::load::draw::drawn;
use crate::report::Writer;
use anyhow::Result;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Check a board of your own and draw it as text (docs/new-board.md explains how to write one)
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit codes: 1 if the board can be played and something deserves a look; 3 if it cannot be played.\n\n\
    Example:\n  ravenpost board my-board"
)]
pub(super) struct Args {
    /// Folder with the board's files, or a YAML file that names them
    board: PathBuf,
    /// Draw the borders as they are with this number of houses [default: the most that the board provides for]
    #[arg(long, value_name = "NUMBER")]
    players: Option<u8>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let files = BoardFiles::read(&args.board)?;
    let problems = files.problems();
    let bad = problems.iter().any(|problem| problem.fault.is_error());
    let writer = Writer::new(&|_| None);
    let drawn = if bad { None } else { Some(drawn(&files.world(args.players)?)) };
    if args.json {
        let told: Vec<Value> = problems.iter().map(|problem| files.as_json(problem, &writer)).collect();
        say(serde_json::to_string_pretty(&json!({"good": !bad, "problems": told, "board": drawn}))?);
    } else {
        for problem in &problems {
            say(files.told(problem, &writer));
            say("");
        }
        if bad {
            say(files.verdict(&problems));
        } else if !quiet {
            // The chart stands between the two: lines of a page are folded.
            let page = |part: &str| {
                writer.page(
                    "thrones",
                    "thrones/drawn.md",
                    &Value::Null,
                    &json!({"board": drawn, "part": part}),
                )
            };
            say(page("head")?.trim_end());
            say("");
            let chart = drawn.as_ref().and_then(|drawn| drawn["chart"].as_array());
            chart.into_iter().flatten().filter_map(Value::as_str).for_each(say);
            say("");
            say(page("areas")?.trim_end());
        }
    }
    Ok(match (bad, problems.is_empty()) {
        (true, _) => Outcome::Refused,
        (false, false) => Outcome::Attention,
        (false, true) => Outcome::Done,
    })
}
