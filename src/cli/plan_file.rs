//! Reads a player's plan offline as a campaign would: against the state file attached to the player's report.

use crate::campaign::{Ours, Reading, line_in_mail, once, problem, unread};
use crate::games;
use crate::plan::{self, Document};
use crate::post::{self, Found, Letter};
use crate::report::model::{Ignored, Item, Problem};
use crate::seal::SeatKey;
use crate::table::{LineFate, Listing, Open, Played, Position, RecordDesk, Referee, Seat, Seed, Understood};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// How much of a file is looked at for the headers of a message, in bytes.
const HEADERS: usize = 1 << 15;

/// The error for a state file that was not attached to a seat's report.
const NOT_MAILED: &str = "the state file names no game or no seat. Hint: the files in turns/ hold the whole position and are for the game \
                          master alone; use the state-*.yaml that was attached to a seat's report";

/// A plan file as a campaign reads it.
pub(super) struct PlanFile {
    pub(super) game: Box<dyn Referee>,
    /// The content of the state file, which holds what one seat may know.
    pub(super) state: Value,
    pub(super) seat: Seat,
    /// The questions that were open when the state file was sent.
    pub(super) asked: Vec<Open>,
    pub(super) document: Document,
    /// The plan as data; `None` if the file has none or it has problems.
    pub(super) plan: Option<Value>,
    pub(super) understood: Vec<Item>,
    pub(super) problems: Vec<Problem>,
    /// What became of the sender's own lines, if it was read as a letter.
    pub(super) lines: Vec<TakenLine>,
    /// Lines of the letter that were ignored as a quotation or a signature.
    pub(super) ignored: Vec<Ignored>,
}

/// A line of a letter, and what became of it: `taken`, `faulty` or `not-mine`.
#[derive(serde::Serialize)]
pub(super) struct TakenLine {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) fate: LineFate,
}

impl PlanFile {
    /// Reads a file against a state file; without one, against the newest `state-*.yaml` next to it. A file without a plan is
    /// read as a letter.
    ///
    /// # Errors
    /// If a file cannot be read, the state file is not from a seat's report, or the file has no plan.
    pub(super) fn read(file: &Path, state: Option<&Path>) -> Result<PlanFile> {
        let (mut plan_file, position) = PlanFile::against(file, state)?;
        let letter = letter(file)?;
        // The campaign's keys are not known here, so its messages and sheets are recognised by the form of their
        // Message-IDs and keys.
        let id = |id: &str| id.starts_with("ravenpost.");
        let key = |text: &str| SeatKey::parse(text).is_ok();
        let (seats, ours) = (
            plan_file.game.seats(),
            Ours { id: &id, address: None, key: &key, today: None, people: Default::default() },
        );
        let reading = Reading::own(&letter, &seats, &ours).complete(&letter, &seats, &ours);
        let (letter, found) = (reading.letter(&letter), &reading.found);
        // Orders without a `plan:` are a letter.
        if found.document.is_err() && reading.problems.is_empty() && unread(letter, found).is_empty() {
            return PlanFile::read_letter(file, state);
        }
        // Unreadable parts explain why there is no plan, or are worth a warning.
        plan_file.problems.extend(reading.problems.iter().cloned());
        plan_file.problems.extend(unread(letter, found));
        if found.document.is_ok() || !plan_file.is_bad() {
            plan_file.take(found, &position)?;
        }
        Ok(plan_file)
    }

    /// Makes a plan file without a plan of a state file, with the position in it.
    pub(super) fn against(file: &Path, state: Option<&Path>) -> Result<(PlanFile, Position)> {
        let state = match state {
            Some(path) => path.to_owned(),
            None => newest_state(file)?,
        };
        let state_path = state;
        let text = fs::read_to_string(&state_path)
            .with_context(|| format!("cannot read {}", state_path.display()))?;
        let state: Value = serde_saphyr::from_str(&text)
            .with_context(|| format!("{} is not a state file from a report", state_path.display()))?;
        let id = state["game"].as_str().context(NOT_MAILED)?.to_owned();
        let players = state["players"].as_u64().and_then(|n| u8::try_from(n).ok()).unwrap_or_default();
        // A campaign on a board of its own has it in its archive, in the folder `games`.
        let folder = state_path.parent().unwrap_or(Path::new("")).join("games").join(&id);
        let own = |file: &str| fs::read_to_string(folder.join(file)).ok();
        let game = games::referee(&id, players, &state["options"], &own)?;
        let position = game.position_from_view(&state).map_err(|e| {
            anyhow!(
                "cannot read the state file: {e}. Hint: if the campaign has a board of its own, put the folder `games` of its archive beside the state file"
            )
        })?;
        let seat = seat_of(&*game, &state)?;
        let plan_file = PlanFile {
            seat,
            asked: asked(&*game, seat, &state, &position),
            game,
            state,
            document: Document::default(),
            plan: None,
            understood: Vec::new(),
            problems: Vec::new(),
            lines: Vec::new(),
            ignored: Vec::new(),
        };
        Ok((plan_file, position))
    }

    fn take(&mut self, found: &Found, position: &Position) -> Result<()> {
        let text = match &found.document {
            Ok(document) => &document.text,
            Err(_) => bail!(
                "this file has no plan. Hint: a plan begins with the line `plan:` (see `ravenpost rulebook`)"
            ),
        };
        let envelope = plan::read_text(text, &self.game.seats());
        self.note(found, &envelope.understood, false);
        self.problems.extend(envelope.faults.iter().map(|fault| problem(fault, text, found)));
        self.document = envelope.document;
        if let Some(seat) = &self.document.seat
            && seat.value != self.seat
        {
            bail!("the plan and the state file name different seats");
        }
        if let Some(plan) = &self.document.plan {
            let reading = self.game.read_plan(position, self.seat, &self.asked, &plan.value)?;
            self.note(found, &once(reading.understood, &reading.faults), true);
            self.problems.extend(reading.faults.iter().map(|fault| problem(fault, text, found)));
            self.plan = reading.plan;
        }
        Ok(())
    }

    /// Returns the position in the state file.
    ///
    /// # Errors
    /// If the state file does not describe a position.
    pub(super) fn position(&self) -> Result<Position> {
        let position = self.game.position_from_view(&self.state);
        position.map_err(|why| anyhow!("cannot read the state file: {why}"))
    }

    pub(super) fn note(&mut self, found: &Found, items: &[Understood], game: bool) {
        self.understood.extend(items.iter().map(|item| Item {
            line: item.span.and_then(|span| line_in_mail(span.line, found)),
            what: item.what.clone(),
            game,
        }));
    }

    /// Returns `true` if the file has problems other than warnings.
    pub(super) fn is_bad(&self) -> bool {
        self.problems.iter().any(|problem| !problem.warning)
    }
}

/// Returns the questions in a state file, each with the answers that are legal if the rules ask it at the position in the file; in
/// the middle of a stage that need not be so, and then nothing is known of them.
fn asked(game: &dyn Referee, seat: Seat, state: &Value, position: &Position) -> Vec<Open> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (recorded, plans) = (BTreeMap::new(), vec![Vec::new(); game.seats().len()]);
    let mut desk = RecordDesk::new(&recorded, Seed::of(&[0; 32], ""));
    let now = match game.play(position, &plans, &mut desk) {
        Ok(Played::Paused(now)) => [now.open, now.ahead].concat(),
        _ => Vec::new(),
    };
    let one = |open: &Value| {
        let key = text(&open["key"]);
        let same = now.iter().find(|same| same.seat == seat && same.key == key);
        Open {
            seat,
            kind: text(&open["kind"]),
            question: open["question"].clone(),
            legal: same.map_or(Listing { answers: Vec::new(), complete: false }, |same| same.legal.clone()),
            default: open["default"].clone(),
            ahead: open["ahead"] == true,
            key,
        }
    };
    state["asked"].as_array().into_iter().flatten().map(one).collect()
}

/// Returns the newest state file in the folder of `file`: that of the highest turn.
fn newest_state(file: &Path) -> Result<PathBuf> {
    // A plan that is not there is told first.
    fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?;
    let dir = file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let number = |path: &PathBuf| {
        let name = path.file_name()?.to_str()?;
        name.strip_prefix("state-")?.strip_suffix(".yaml")?.parse::<u32>().ok()
    };
    let paths = fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let newest = paths.flatten().map(|e| e.path()).filter_map(|p| Some((number(&p)?, p))).max();
    newest.map(|(_, path)| path).with_context(|| {
        format!("there is no state-*.yaml in “{}”. Hint: save the one attached to your last report there, or name it with --state", dir.display())
    })
}

/// Reads a file as a message: an .eml file, or one that begins with the headers of a message, as it is; anything else as the
/// text of a message.
pub(super) fn letter(file: &Path) -> Result<Letter> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        bail!("{} is empty. Hint: write your orders into it as you would mail them", file.display());
    }
    if file.extension().is_some_and(|end| end == "eml") || begins_with_headers(&bytes) {
        return Ok(post::read(&bytes));
    }
    let head = b"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n";
    Ok(post::read(&[head.as_slice(), &bytes].concat()))
}

/// Returns `true` for a message as mail programs save it: several headers, and among them who sent it.
fn begins_with_headers(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes.get(..HEADERS).unwrap_or(bytes));
    let lines: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).collect();
    let named = |name: &str| lines.iter().any(|line| line.to_ascii_lowercase().starts_with(name));
    let is_header = |line: &&str| {
        let name = line.split(':').next().unwrap_or_default();
        line.starts_with([' ', '\t'])
            || line.contains(':')
                && !name.is_empty()
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    lines.iter().all(is_header)
        && named("from:")
        && (named("message-id:") || named("date:") || named("mime-version:"))
}

fn seat_of(game: &dyn Referee, state: &Value) -> Result<Seat> {
    let id = state["seat"].as_str().context(NOT_MAILED)?;
    let place = game.seats().iter().position(|seat| seat.id == id);
    place
        .map(|i| Seat(i as u8))
        .with_context(|| format!("the seat “{id}” of the state file is not in this game"))
}
