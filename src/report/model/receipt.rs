//! The receipt that every mail of a seat gets.

use super::{Answer, Head, Instant, Mail, State, Trust, Why, Window};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The mail that a receipt answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answers {
    /// Its subject.
    pub subject: String,
    /// When we received it, by our clock.
    pub received: Instant,
    /// Its own date, as written there; empty if it has none.
    pub date: String,
    /// Its Message-ID; empty if it has none.
    pub message_id: String,
    /// The address it came from.
    pub from: String,
    /// Which part was read: `text`, `html`, or the name of an attachment; none if no part could be.
    pub part: Option<String>,
    /// The subject of the attached mail that this is a part of; none if it is one of the mail itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached: Option<String>,
}

/// Something that was understood.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Line it stood on, from 1.
    pub line: Option<usize>,
    /// What: data for the game's `understood` template, or for `mail/understood.md` (`{"item": "press"}`).
    pub what: Value,
    /// Whether `what` is the game's.
    pub game: bool,
}

/// Something that was passed over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ignored {
    /// First and last line, from 1.
    pub lines: (usize, usize),
    /// Why, as a code of `mail/words.yaml`, group `ignored`: `quotation`, `signature`, `html-copy`, `prose`.
    pub why: String,
    /// Whether lines between were not passed over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub parted: bool,
}

/// Something wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// What.
    pub why: Why,
    /// Whether it is only a warning.
    pub warning: bool,
    /// Line, from 1; none if it is about the whole.
    pub line: Option<usize>,
    /// First character in the line, from 1.
    pub column: usize,
    /// Characters, at least 1.
    pub length: usize,
    /// The line as it was read; empty if `line` is none.
    pub source: String,
    /// What was probably meant.
    pub suggestion: Option<String>,
}

/// What will be used if nothing more comes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "used", rename_all = "kebab-case")]
pub enum Standing {
    /// The plan of this mail.
    This,
    /// The same plan had come before; that one counts.
    Already {
        /// When it had come.
        received: Instant,
    },
    /// An earlier plan, for this mail holds none that can be used or an older one.
    Earlier {
        /// When that came.
        received: Instant,
        /// The number of its receipt.
        receipt: u32,
    },
    /// A sealed plan that is still to be opened.
    Seal,
    /// Nothing: the window closes without this seat.
    Nothing,
    /// No window is open for this seat.
    NoWindow,
    /// It is the game master's; nothing of it is used in a window.
    Gm,
}

/// The state of the open window, as far as the reader may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WindowState {
    /// The window.
    pub window: Window,
    /// The reader's own part.
    pub own: State,
    /// How many seats are in, this one counted; none if that is not told.
    pub seats_in: Option<usize>,
    /// How many are asked.
    pub seats_asked: usize,
}

/// A receipt.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Receipt {
    /// What every mail has.
    pub head: Head,
    /// Its number for this seat, from 1.
    pub number: u32,
    /// Its hash (`sha256:…`), which covers the one before.
    pub hash: String,
    /// The hash of the one before; none for the first.
    pub previous: Option<String>,
    /// The mail it answers.
    pub answers: Answers,
    /// By what it was known; none in receipts from before that was kept.
    pub trust: Option<Trust>,
    /// What will be used if nothing more comes.
    pub standing: Standing,
    /// What was understood, in the order written.
    pub understood: Vec<Item>,
    /// What was passed over.
    pub ignored: Vec<Ignored>,
    /// What is wrong, in the order of lines.
    pub problems: Vec<Problem>,
    /// The seal made of the plan or received, `sha256:…`.
    pub seal: Option<String>,
    /// The open window; none if none is open.
    pub window: Option<WindowState>,
    /// Display names by id, as in a view; null if none are needed.
    pub names: Value,
    /// Answers to what the mail asked for.
    pub extra: Vec<Answer>,
}

impl Mail for Receipt {
    const TEMPLATE: &'static str = "receipt";
    fn head(&self) -> &Head {
        &self.head
    }
    fn names(&self) -> &Value {
        &self.names
    }
}
