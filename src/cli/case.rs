//! `ravenpost case`: runs adjudication cases.

use super::colour::{Progress, marked};
use super::console::{Outcome, say};
use crate::casebook::{self, Case, Verdict, Words};
use crate::report::Writer;
use crate::sheet::Refusal;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Run adjudication cases and show what differs (docs/cases.md explains how to write one)
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Files of cases, or folders to search for them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Run only cases whose number begins with this, such as `B-` or `E-07`
    #[arg(long)]
    only: Option<String>,
    /// Print the verdicts as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let mut all = Vec::new();
    let words = OurWords(Writer::new(&|_| None));
    for file in &args.files {
        for path in case_files(file)? {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let cases = match casebook::parse(&text) {
                Ok(cases) => cases,
                Err(faults) => {
                    let problems = casebook::describe(&text, &faults, &words).join("\n\n");
                    bail!("{} is not a file of cases\n{problems}", path.display());
                }
            };
            let wanted = |case: &Case| args.only.as_ref().is_none_or(|only| case.case.starts_with(only));
            all.extend(cases.into_iter().filter(wanted));
        }
    }
    let progress = Progress::begin(quiet || args.json);
    let count = all.len();
    let run = |(done, case): (usize, &Case)| {
        if progress.is_some() {
            Progress::show(done, count);
        }
        casebook::run(case, &words)
    };
    let verdicts: Vec<Verdict> = all.iter().enumerate().map(run).collect();
    drop(progress);
    if verdicts.is_empty() {
        bail!("no case there; a case file ends in .yaml and holds `case: …` (see docs/cases.md)");
    }
    let failed = verdicts.iter().filter(|v| !v.passes()).count();
    if args.json {
        say(serde_json::to_string_pretty(&verdicts.iter().map(as_json).collect::<Vec<_>>())?);
    } else {
        verdicts.iter().filter(|v| !quiet || !v.passes()).for_each(print);
        if !quiet || failed > 0 {
            say(format!("{} cases: {} hold, {failed} do not", verdicts.len(), verdicts.len() - failed));
        }
    }
    Ok(if failed > 0 { Outcome::Attention } else { Outcome::Done })
}

/// The words of the program's own templates.
struct OurWords(Writer);

impl Words for OurWords {
    fn refusal(&self, game: &str, why: &Refusal) -> String {
        self.0.refusal(game, why).unwrap_or_else(|e| format!("{why:?} ({e})"))
    }

    fn story(&self, game: &str, names: &Value, events: &[Value]) -> Result<String, String> {
        self.0.fragment(game, "events.md", names, &json!({"events": events})).map_err(|e| e.to_string())
    }
}

fn print(verdict: &Verdict) {
    let mark = if verdict.passes() { "holds" } else { "FAILS" };
    say(marked(&format!("{mark}  {}  {}", verdict.case, verdict.title)));
    verdict
        .problems
        .iter()
        .flat_map(|problem| problem.lines())
        .for_each(|line| say(format!("         {line}")));
}

fn as_json(verdict: &Verdict) -> Value {
    json!({
        "case": verdict.case, "title": verdict.title, "holds": verdict.passes(), "problems": verdict.problems,
    })
}

/// Returns the file itself, or all `.yaml` files below a folder in the order of their names.
fn case_files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(path)
        .with_context(|| format!("cannot read {}", path.display()))?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<std::io::Result<_>>()?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            files.extend(case_files(&entry)?);
        } else if entry.extension().is_some_and(|e| e == "yaml") {
            files.push(entry);
        }
    }
    Ok(files)
}
