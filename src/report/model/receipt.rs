//! The receipt for a message of a seat.

use super::answer::Answer;
use super::deadline::Leave;
use super::head::{Head, Mail};
use super::instant::Instant;
use super::trust::Trust;
use super::why::Why;
use super::window::{State, Window};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The message that a receipt answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answers {
    pub subject: String,
    /// When we received it, by our clock.
    pub received: Instant,
    /// The date it claims, as written; empty if it has none.
    pub date: String,
    /// Empty if it has none.
    pub message_id: String,
    /// The sender's address.
    pub from: String,
    /// The part that was read: `text`, `html`, or the name of an attachment; `None` if none could be.
    pub part: Option<String>,
    /// The subject of the attached message that the part belongs to; `None` if it is in the message itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached: Option<String>,
    /// Where in the part the lines are that we read as a plan or other section; empty if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
}

/// A run of lines that were read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// `own` for the sender's own lines, `quoted` for a quoted sheet, `copy` for one without quotation marks.
    pub kind: String,
    /// The first and the last line, from 1.
    pub lines: (usize, usize),
}

/// Something that we understood.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Item {
    /// From 1.
    pub line: Option<usize>,
    /// Data for the game's template `understood`, or for `mail/understood.md` (`{"item": "press"}`).
    pub what: Value,
    /// `true` if `what` is for the game's template.
    pub game: bool,
}

/// Lines that we ignored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ignored {
    /// First and last line, from 1.
    pub lines: (usize, usize),
    /// The reason, from the group `ignored` of `mail/words.yaml`: `quotation`, `signature`, `html-copy`,
    /// `prose`.
    pub why: String,
    /// `true` if some lines between these were not ignored.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub parted: bool,
}

/// Something in a message that is wrong or doubtful.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    pub why: Why,
    /// `true` if the text still counts.
    pub warning: bool,
    /// From 1; `None` if it is about the whole.
    pub line: Option<usize>,
    /// The first character in the line, from 1.
    pub column: usize,
    /// In characters, at least 1.
    pub length: usize,
    /// The line as it was read; empty if `line` is `None`.
    pub source: String,
    /// Our guess of what was meant.
    pub suggestion: Option<String>,
}

/// What we will use if nothing more comes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "used", rename_all = "kebab-case")]
pub enum Standing {
    /// The plan in this message.
    This,
    /// An earlier copy of the same plan.
    Already { received: Instant },
    /// An earlier plan, because this message has no usable one or an older one.
    Earlier {
        received: Instant,
        /// The number of the receipt for it.
        receipt: u32,
    },
    /// A sealed plan that is still to be opened.
    Seal,
    /// A sealed plan that was opened, and of which nothing can be used.
    Void,
    /// Nothing yet, although the window asks the seat.
    Nothing,
    /// Nothing in this window, which does not ask the seat either; a plan of an earlier one is still on file.
    OnFile {
        /// The window that the plan was sent in.
        window: String,
    },
    /// Nothing, and the window does not ask the seat.
    NotAsked,
    /// The seat is given up.
    Resigned,
    /// No window is open.
    NoWindow {
        #[serde(default)]
        why: NoWindow,
    },
    /// The message is the game master's, and none of it is for a window.
    Gm,
}

/// Why no window is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoWindow {
    /// The game plays on, or waits for something that no seat owes.
    #[default]
    Between,
    /// The rehearsal goes on, and the seat has passed it.
    Rehearsed,
    /// The rehearsal goes on, and the seat's sheet is missing.
    Rehearsal,
    /// The game has not begun.
    NotBegun,
    /// The game had not begun when the message came, and has begun since.
    Begun,
    /// The game has ended.
    Over,
}

/// What has happened since a message was filed, until its receipt was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Since {
    /// The window is as it was.
    #[default]
    Nothing,
    /// The seals of the window were published, so no plan in it can change.
    Published,
    /// The window has closed.
    Closed,
    /// A ruling has taken the game back.
    Ruled,
}

/// The state of the open window, as far as the reader may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WindowState {
    pub window: Window,
    /// The state of the reader's own seat.
    pub own: State,
    /// How many seats are in, including this one; `None` if that is secret.
    pub seats_in: Option<usize>,
    /// How many seats must send something.
    pub seats_asked: usize,
    /// `true` if the reader's seat is one of them.
    #[serde(default)]
    pub asked: bool,
    /// `true` if the window takes plans, and not only openings.
    #[serde(default)]
    pub takes_plans: bool,
    /// Until when the reader can mend a plan with slips, if the window closes then because everyone is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mends_until: Option<Instant>,
    /// What happens if the reader's seat sends nothing: `default`, `steward`, `wait`, or `standby` if a plan
    /// that a rewind has taken back is used.
    #[serde(default)]
    pub silence: String,
}

/// The receipt that every message of a seat gets.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Receipt {
    pub head: Head,
    /// Its number for this seat, from 1.
    pub number: u32,
    /// Its hash (`sha256:…`), which covers the previous receipt.
    pub hash: String,
    /// The hash of the previous receipt; `None` for the first.
    pub previous: Option<String>,
    pub answers: Answers,
    /// How we know that the message is the seat's; `None` in old receipts that do not say.
    pub trust: Option<Trust>,
    pub standing: Standing,
    /// What has happened since the message was filed.
    pub since: Since,
    /// The number of the receipt for a later message whose plan has replaced the one in this message.
    pub replaced_by: Option<u32>,
    /// In the order written.
    pub understood: Vec<Item>,
    pub ignored: Vec<Ignored>,
    /// In the order of lines.
    pub problems: Vec<Problem>,
    /// `true` if the reader's player gives up the seat when the open window ends.
    pub leaving: bool,
    /// `true` if something that was meant for the plan does not count.
    pub lacks: bool,
    /// `true` if its window is over, and another plan would still replace what answers for the seat.
    pub replaceable: bool,
    /// `true` if its window is over, and lines of the seat's plan are still to come.
    pub lines_left: bool,
    /// What the reader's absence changes in the open window; `None` if it changes nothing.
    pub leave: Option<Leave>,
    /// `true` if the plan in it answers nothing that its window asks the seat.
    pub answers_nothing: bool,
    /// `true` if such a plan speaks of what is asked all the same, without settling it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub speaks: bool,
    /// The seal (`sha256:…`) that we made of the plan, or received.
    pub seal: Option<String>,
    /// `None` if no window is open.
    pub window: Option<WindowState>,
    /// Display names by id, from a view; null if none are needed.
    pub names: Value,
    /// Answers to the `ask:` lines of the message.
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
