//! A player's file, read offline as a campaign would read it: against the state that the player was mailed.

use crate::campaign::{Ours, Reading, line_in_mail, once, problem, unread};
use crate::games;
use crate::plan::{self, Document};
use crate::post::{self, Found, Letter};
use crate::report::model::{Item, Problem};
use crate::table::{Listing, Open, Position, Referee, Seat, Understood};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// What is said of a state that no seat was mailed.
const NOT_MAILED: &str = "the state does not say which game it is of, or whose it is. Hint: what lies in turns/ is the whole position, \
                          for the game master alone; use the state-*.yaml that was attached to a seat's report";

/// A file that was read.
pub(super) struct Paper {
    pub(super) game: Box<dyn Referee>,
    /// The state as it was mailed.
    pub(super) state: Value,
    pub(super) seat: Seat,
    pub(super) document: Document,
    /// The plan, if it is good.
    pub(super) plan: Option<Value>,
    pub(super) understood: Vec<Item>,
    pub(super) problems: Vec<Problem>,
}

impl Paper {
    /// Reads a file against a state; without one, against the newest `state-*.yaml` beside the file.
    pub(super) fn read(file: &Path, state: Option<&Path>) -> Result<Paper> {
        let state = match state {
            Some(path) => path.to_owned(),
            None => beside(file)?,
        };
        let text = fs::read_to_string(&state).with_context(|| format!("cannot read {}", state.display()))?;
        let state: Value = serde_saphyr::from_str(&text)
            .with_context(|| format!("{} is no state that came with a report", state.display()))?;
        let id = state["game"].as_str().context(NOT_MAILED)?.to_owned();
        let players = state["players"].as_u64().and_then(|n| u8::try_from(n).ok()).unwrap_or_default();
        let game = games::referee(&id, players, &state["options"], &|_| None)?;
        let position =
            game.position_from_view(&state).map_err(|e| anyhow!("the state cannot be read: {e}"))?;
        let letter = letter(file)?;
        // Whose key makes our Message-IDs is not known here; by their form they are known well enough.
        let id = |id: &str| id.starts_with("ravenpost.");
        let (seats, ours) = (game.seats(), Ours { id: &id, address: None });
        let reading = Reading::own(&letter, &seats).complete(&letter, &seats, &ours);
        let (letter, found) = (reading.letter(&letter), &reading.found);
        let mut paper = Paper {
            seat: seat_of(&*game, &state)?,
            game,
            state,
            document: Document::default(),
            plan: None,
            understood: Vec::new(),
            problems: Vec::new(),
        };
        // What could not be read says why there is no plan, or what else to mind.
        paper.problems.extend(reading.problems.iter().cloned());
        paper.problems.extend(unread(letter, found));
        if found.document.is_ok() || !paper.is_bad() {
            paper.take(found, &position)?;
        }
        Ok(paper)
    }

    fn take(&mut self, found: &Found, position: &Position) -> Result<()> {
        let text = match &found.document {
            Ok(document) => &document.text,
            Err(_) => bail!(
                "there is no plan in this file. Hint: it begins with a line `plan:` (docs/rules tell the rest)"
            ),
        };
        let envelope = plan::read_text(text, &self.game.seats());
        self.note(found, &envelope.understood, false);
        self.problems.extend(envelope.faults.iter().map(|fault| problem(fault, text, found)));
        self.document = envelope.document;
        if let Some(seat) = &self.document.seat
            && seat.value != self.seat
        {
            bail!("the file is of another seat than the state");
        }
        if let Some(plan) = &self.document.plan {
            let reading = self.game.read_plan(position, self.seat, &self.asked(), &plan.value)?;
            self.note(found, &once(reading.understood, &reading.faults), true);
            self.problems.extend(reading.faults.iter().map(|fault| problem(fault, text, found)));
            self.plan = reading.plan;
        }
        Ok(())
    }

    /// The position of the state.
    pub(super) fn position(&self) -> Result<Position> {
        let position = self.game.position_from_view(&self.state);
        position.map_err(|why| anyhow!("the state cannot be read: {why}"))
    }

    fn note(&mut self, found: &Found, items: &[Understood], game: bool) {
        self.understood.extend(items.iter().map(|item| Item {
            line: item.span.and_then(|span| line_in_mail(span.line, found)),
            what: item.what.clone(),
            game,
        }));
    }

    /// The questions that were open when the state was mailed.
    pub(super) fn asked(&self) -> Vec<Open> {
        let asked = self.state["asked"].as_array().into_iter().flatten();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        asked
            .map(|open| Open {
                seat: self.seat,
                key: text(&open["key"]),
                kind: text(&open["kind"]),
                question: open["question"].clone(),
                legal: Listing { answers: Vec::new(), complete: false },
                default: open["default"].clone(),
            })
            .collect()
    }

    /// Whether something is wrong with it beyond warnings.
    pub(super) fn is_bad(&self) -> bool {
        self.problems.iter().any(|problem| !problem.warning)
    }
}

/// The newest state beside a file: that of the highest turn.
fn beside(file: &Path) -> Result<PathBuf> {
    let dir = file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let number = |path: &PathBuf| {
        let name = path.file_name()?.to_str()?;
        name.strip_prefix("state-")?.strip_suffix(".yaml")?.parse::<u32>().ok()
    };
    let paths = fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let newest = paths.flatten().map(|e| e.path()).filter_map(|p| Some((number(&p)?, p))).max();
    newest.map(|(_, path)| path).with_context(|| {
        format!("no state-*.yaml lies in “{}”. Hint: save the one attached to your last report there, or name it with --state", dir.display())
    })
}

/// The file as a mail: a mail as it is, anything else as the text of one.
fn letter(file: &Path) -> Result<Letter> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    if file.extension().is_some_and(|end| end == "eml") {
        return Ok(post::read(&bytes));
    }
    let head = b"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n";
    Ok(post::read(&[head.as_slice(), &bytes].concat()))
}

fn seat_of(game: &dyn Referee, state: &Value) -> Result<Seat> {
    let id = state["seat"].as_str().context(NOT_MAILED)?;
    let place = game.seats().iter().position(|seat| seat.id == id);
    place.map(|i| Seat(i as u8)).with_context(|| format!("the state's seat “{id}” is none of this game"))
}
