//! The files of a board that somebody has written: from a folder, or from a YAML file that names them.

use super::console::misuse;
use crate::games;
use crate::games::thrones::data::World;
use crate::games::thrones::load::check::{FILES, PICTURE, Problem};
use crate::report::Writer;
use crate::sheet::{excerpt, parse};
use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The keys of a YAML file that names a board's files, with the file that each is.
const PARTS: [(&str, &str); 5] = [
    ("game", "game.yaml"),
    ("map", "map.yaml"),
    ("houses", "houses.yaml"),
    ("westeros", "westeros.yaml"),
    ("picture", PICTURE),
];

/// The rules that a board is played by if it names none.
const USUAL: &str = "thrones-2e";

/// A board: the game by whose rules it is played, and the files that are its own; the others are the program's.
pub(super) struct BoardFiles {
    /// The id of the game.
    pub id: &'static str,
    own: BTreeMap<&'static str, (PathBuf, String)>,
}

impl BoardFiles {
    /// Reads a folder, or the files that a YAML file names.
    ///
    /// # Errors
    /// If there are no files of a board, one of them cannot be read, or the board names rules that take none.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let mut own = BTreeMap::new();
        let mut rules = None;
        let mut take = |file: &'static str, path: PathBuf| -> Result<()> {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            own.insert(file, (path, text));
            Ok(())
        };
        if path.is_dir() {
            for file in FILES.into_iter().chain([PICTURE]).filter(|file| path.join(file).exists()) {
                take(file, path.join(file))?;
            }
        } else {
            let (named, parts) = named(path)?;
            rules = named;
            let folder = path.parent().unwrap_or(Path::new(""));
            for (file, name) in parts {
                take(file, folder.join(name))?;
            }
        }
        if own.is_empty() {
            return Err(misuse(format!(
                "{} holds no board: none of {} is there. docs/new-board.md explains how to write one",
                path.display(),
                FILES.join(", ")
            )));
        }
        let said = own.get("game.yaml").and_then(|(_, text)| parse(text).ok()).and_then(|node| {
            let id = node.entries()?.iter().find(|(key, _)| key.text() == Some("id"))?;
            Some(id.1.text()?.to_owned())
        });
        if let (Some(rules), Some(said)) = (&rules, &said)
            && rules != said
        {
            return Err(misuse(format!(
                "{} says `rules: {rules}`, and its game.yaml says `id: {said}`. Write the same in both",
                path.display()
            )));
        }
        let wanted = said.or_else(|| rules.clone());
        let known = games::BOARDS.iter().find(|id| Some(**id) == wanted.as_deref());
        if let (None, Some(rules)) = (known, &rules) {
            return Err(misuse(format!(
                "there are no rules “{rules}” that a board could be played by. Write one of: {}",
                games::BOARDS.join(", ")
            )));
        }
        // An id in game.yaml that is none is shown with all other faults.
        Ok(BoardFiles { id: known.copied().unwrap_or(USUAL), own })
    }

    /// Returns the text of a file: the board's own, or the program's.
    pub(super) fn text(&self, file: &str) -> Option<String> {
        let own = self.own.get(file).map(|(_, text)| text.clone());
        own.or_else(|| games::embedded(self.id, file).map(str::to_owned))
    }

    /// Returns all files with their texts, for a campaign that keeps them.
    pub(super) fn all(&self) -> Vec<(String, String)> {
        let picture = self.own.contains_key(PICTURE).then_some(PICTURE);
        let files = FILES.into_iter().chain(picture);
        files.filter_map(|file| Some((file.to_owned(), self.text(file)?))).collect()
    }

    /// Returns all that is wrong with the board.
    pub(super) fn problems(&self) -> Vec<Problem> {
        // The program's own picture is of another board.
        let is_own = |file: &str| file != PICTURE || self.own.contains_key(PICTURE);
        games::board_problems(&|file| if is_own(file) { self.text(file) } else { None })
    }

    /// Returns the numbers of houses that the board provides for, fewest first.
    pub(super) fn players(&self) -> Vec<u8> {
        let houses = self.text("houses.yaml").and_then(|text| parse(&text).ok());
        let players = houses.as_ref().and_then(|node| {
            node.entries()?.iter().find(|(key, _)| key.text() == Some("players"))?.1.entries()
        });
        let numbers = players.into_iter().flatten().filter_map(|(key, _)| key.text()?.parse().ok());
        let mut all: Vec<u8> = numbers.collect();
        all.sort_unstable();
        all
    }

    /// Loads the board for a number of houses, or for the most.
    ///
    /// # Errors
    /// If it does not provide for that number, or is wrong.
    pub(super) fn world(&self, players: Option<u8>) -> Result<World> {
        let all = self.players();
        let players = players.or_else(|| all.last().copied()).unwrap_or_default();
        games::board(&|file| self.text(file), players).map_err(|why| anyhow!("{why}"))
    }

    fn place(&self, problem: &Problem) -> String {
        let path = self.own.get(problem.file).map(|(path, _)| path.display().to_string());
        let path = path.unwrap_or_else(|| format!("{} (the program's own)", problem.file));
        problem.fault.span.map_or_else(|| path.clone(), |span| format!("{path}, line {}", span.line))
    }

    /// Returns a problem as text: the file and line, what is wrong and what to do, and the line with a caret.
    pub(super) fn told(&self, problem: &Problem, writer: &Writer) -> String {
        let text = self.text(problem.file).unwrap_or_default();
        format!("{}\n{}", self.place(problem), excerpt(&text, &problem.fault, &words(problem, writer)))
    }

    /// Returns a problem as data.
    pub(super) fn as_json(&self, problem: &Problem, writer: &Writer) -> Value {
        let (fault, span) = (&problem.fault, problem.fault.span);
        json!({
            "file": problem.file, "line": span.map(|span| span.line), "column": span.map(|span| span.column),
            "code": fault.why.code(), "words": words(problem, writer), "suggestion": fault.suggestion,
            "error": fault.is_error(),
        })
    }

    /// Returns the last line above a board that cannot be played.
    pub(super) fn verdict(&self, problems: &[Problem]) -> String {
        let errors = problems.iter().filter(|problem| problem.fault.is_error()).count();
        let count = if errors == 1 { "1 error".to_owned() } else { format!("{errors} errors") };
        format!("This board cannot be played: {count}. Nothing was created.")
    }
}

fn words(problem: &Problem, writer: &Writer) -> String {
    let why = &problem.fault.why;
    // What is not YAML is not a board yet.
    let templates = if why.code().starts_with("yaml-") { "file" } else { "thrones" };
    writer.refusal(templates, why).unwrap_or_else(|error| format!("{} ({error})", why.code()))
}

type Named = (Option<String>, Vec<(&'static str, String)>);

/// Reads a file that names a board's rules and files.
fn named(path: &Path) -> Result<Named> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let form = || {
        misuse(format!(
            "{} does not name a board's files. Write, for example:\n  rules: thrones-2e\n  map: my-map.yaml\n  houses: my-houses.yaml",
            path.display()
        ))
    };
    let node = parse(&text).map_err(|_| form())?;
    let (mut rules, mut parts) = (None, Vec::new());
    for (key, value) in node.entries().ok_or_else(form)? {
        let (key, value) = key.text().zip(value.text()).ok_or_else(form)?;
        match PARTS.iter().find(|(name, _)| *name == key) {
            Some((_, file)) => parts.push((*file, value.to_owned())),
            None if key == "rules" => rules = Some(value.to_owned()),
            None => return Err(form()),
        }
    }
    Ok((rules, parts))
}
