//! `ravenpost case`: runs adjudication cases.

use super::console::{Outcome, say};
use crate::casebook::{self, Case, Verdict};
use crate::report::Writer;
use crate::sheet::Refusal;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// Run adjudication cases and say what differs (docs/cases.md tells how to write one)
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Files of cases, or folders with such files below them
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
    let mut verdicts = Vec::new();
    let writer = Writer::new(&|_| None);
    let words =
        |game: &str, why: &Refusal| writer.refusal(game, why).unwrap_or_else(|e| format!("{why:?} ({e})"));
    for file in &args.files {
        for path in case_files(file)? {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let cases = casebook::parse(&text).map_err(|e| anyhow::anyhow!("{}: {e}", path.display()))?;
            let wanted = |case: &&Case| args.only.as_ref().is_none_or(|only| case.case.starts_with(only));
            verdicts.extend(cases.iter().filter(wanted).map(|case| casebook::run(case, &words)));
        }
    }
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

fn print(verdict: &Verdict) {
    let mark = if verdict.passes() { "holds" } else { "FAILS" };
    say(format!("{mark}  {}  {}", verdict.case, verdict.title));
    verdict.problems.iter().for_each(|problem| say(format!("         {problem}")));
}

fn as_json(verdict: &Verdict) -> serde_json::Value {
    serde_json::json!({
        "case": verdict.case, "title": verdict.title, "holds": verdict.passes(), "problems": verdict.problems,
    })
}

/// The file itself, or all `.yaml` files below a folder in the order of their names.
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
