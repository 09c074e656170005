//! Answers to `ask:` in a player's message, sent within its receipt.

use super::decision::Decision;
use super::history::History;
use super::instant::Instant;
use super::name::Named;
use super::plan_on_file::PlanOnFile;
use super::ruling::RulingDifference;
use super::status::Status;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An answer to `ask:`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Answer {
    Status {
        status: Box<Status>,
    },
    /// How to write to us.
    Help {
        /// The address of the rules; may be empty.
        rules: String,
        /// Whom the reader may write to, as in [`Help`](super::Help).
        confers: String,
        /// `true` if the reader is the game master.
        gm: bool,
    },
    /// Turns, rulings and disputes so far.
    History {
        history: Box<History>,
    },
    /// The board as the reader may know it.
    Map {
        view: Value,
        /// From 1; 0 before the game has begun.
        turn: u32,
        /// Empty if the turn is over.
        stage: String,
        /// What happened in the turn, for the picture.
        #[serde(skip)]
        events: Vec<Value>,
    },
    /// The plan of the reader's seat.
    #[serde(rename_all = "kebab-case")]
    Plan {
        /// `None` if no plan has been opened yet.
        on_file: Option<PlanOnFile>,
        /// `true` if a plan is sealed for the open window.
        sealed: bool,
        /// That plan, if we have sealed it for the reader.
        deposited: Option<String>,
    },
    /// A chapter of the rules, or the list of chapters.
    Rules {
        /// The game's name for people.
        game: String,
        /// Titles of all chapters, in their order.
        chapters: Vec<String>,
        /// The chapter in markup; `None` to list the chapters only.
        chapter: Option<String>,
    },
    /// What a plan would do, as far as its owner can know.
    Forecast(Box<Forecast>),
    /// How a result was worked out.
    Explain {
        turn: u32,
        /// The subject of the question; empty for the whole turn.
        what: String,
        /// `true` if the question named no turn.
        unnamed: bool,
        /// The explanation as data (`Explanation`).
        told: Value,
    },
    /// The order sheet once more, after a message that could not be accepted as a whole.
    Sheet {
        /// The sheet as data for the game's template.
        sheet: Value,
        view: Value,
        pace: String,
        /// The plan that counts at present, as YAML; empty if there is none.
        plan: String,
        /// `true` for all of it, whatever is on file.
        whole: bool,
        /// Lines that were refused: their places are shown too.
        wrong: Vec<String>,
    },
    /// A ruling that the game master asked for by mail.
    Ruling {
        /// `adopt` or `propose` if it is shown first, `adopt-again` or `propose-again` if it was not adopted because the game has
        /// gone on, `adopted` or `proposed` if that is done.
        step: String,
        number: u64,
        /// The end of the objection period, once the ruling is proposed.
        until: Option<Instant>,
        /// What it would change; `None` once it is adopted or proposed.
        told: Option<Box<RulingDifference>>,
    },
    /// The decisions and outcomes of a turn, with their keys, for the game master.
    Decisions {
        /// The stages of the turn as data (`StageDecided`).
        stages: Value,
    },
    /// Something that could not be attached.
    LeftOut {
        what: String,
    },
}

/// What a plan would do if nobody else did anything.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Forecast {
    pub turn: u32,
    /// The stage in which it begins.
    pub stage: String,
    /// When it was made.
    pub at: Option<Instant>,
    pub events: Vec<Value>,
    /// The decisions that would be made for the plan's owner.
    pub decisions: Vec<Decision>,
    /// Other seats that would have to decide something; the forecast uses the rules' default for them.
    pub others: Vec<Named>,
    /// `true` if it ends where chance would have decided.
    pub chance: bool,
    /// `true` if the game would be over.
    pub over: bool,
}
