//! A player's document as data.

use super::written_ruling::{RulingSpot, WrittenRuling};
use crate::seal::{Opening, Seal, SeatKey};
use crate::sheet::{Node, Span};
use crate::table::Seat;
use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

/// A value with its place in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct Given<T> {
    pub value: T,
    /// The beginning of the value.
    pub span: Span,
}

/// A document section by section; a section that was left out or left empty is `None`. It never prints a key.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Document {
    /// The campaign's id as written; it is not checked here.
    pub campaign: Option<Given<String>>,
    pub seat: Option<Given<Seat>>,
    pub key: Option<Given<SeatKey>>,
    /// The id of the window it is meant for.
    pub window: Option<Given<String>>,
    /// The plan as a tree, for the game to read.
    pub plan: Option<Given<Node>>,
    /// Sent instead of a plan.
    pub seal: Option<Given<Seal>>,
    pub opening: Option<Given<Opening>>,
    /// Words of chance for the shuffles: one line.
    pub chance: Option<Given<String>>,
    /// In the order written.
    pub press: Vec<Given<Press>>,
    /// Each kind at most once.
    pub vote: Vec<Given<Vote>>,
    pub absent: Option<Given<Absence>>,
    pub dispute: Option<Given<Dispute>>,
    pub rehearsal: Option<Given<Rehearsal>>,
    /// In the order written.
    pub act: Vec<Given<Act>>,
    /// `true` if the player will send nothing more for this window.
    pub is_final: Option<Given<bool>>,
    pub ask: Vec<Given<Ask>>,
    /// `true` if the player gives up the seat.
    pub resign: Option<Given<bool>>,
    /// The number of this submission: the highest counts.
    pub revision: Option<Given<u64>>,
}

impl Document {
    /// Returns `true` if the document asks for anything; one of campaign, seat and key alone does not.
    pub fn says_something(&self) -> bool {
        let nothing = Document {
            campaign: self.campaign.clone(),
            seat: self.seat.clone(),
            key: self.key.clone(),
            revision: self.revision.clone(),
            window: self.window.clone(),
            ..Document::default()
        };
        *self != nothing
    }

    /// Returns `true` for a document that only asks for something to be sent, and says perhaps that nothing more will come.
    pub fn only_asks(&self) -> bool {
        let rest = Document { ask: Vec::new(), is_final: None, ..self.clone() };
        !rest.says_something() || rest.is_empty_plan()
    }

    /// Returns `true` for a document with nothing but press.
    pub fn says_only_press(&self) -> bool {
        !self.press.is_empty() && !Document { press: Vec::new(), ..self.clone() }.says_something()
    }

    /// Returns `true` for a document with nothing but a plan in which nothing is filled in.
    pub fn is_empty_plan(&self) -> bool {
        let rest = Document { plan: None, ..self.clone() };
        !rest.says_something() && self.plan.as_ref().is_some_and(|plan| !plan.value.says_something())
    }
}

/// A recipient of press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recipient {
    All,
    Gm,
    Seat(Seat),
}

/// A message to other players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Press {
    /// At least one.
    pub to: Vec<Recipient>,
    /// Not empty.
    pub text: String,
    /// `true` for unsigned press.
    pub grey: bool,
}

/// A player's vote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vote {
    /// For or against the ruling that is proposed.
    Ruling(bool),
    /// For or against a draw.
    Draw(bool),
    /// More time, in minutes (1 to 44 640, which is 31 days); 0 takes the vote back.
    Extend(u32),
    /// Another player for a seat; `None` takes the vote back.
    Replace(Option<Seat>),
    /// Conceding the game to a seat; `None` takes the vote back.
    Concede(Option<Seat>),
}

/// Who plays for an absent player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Play {
    /// The plan that we have, then the rules' defaults.
    #[default]
    Plan,
    /// A steward.
    Steward,
    /// Nobody: the game waits, if the campaign allows.
    Wait,
}

impl Play {
    pub(super) const ALL: [Play; 3] = [Play::Plan, Play::Steward, Play::Wait];

    /// Returns its word in a document, such as `steward`.
    pub fn id(self) -> &'static str {
        match self {
            Play::Plan => "plan",
            Play::Steward => "steward",
            Play::Wait => "wait",
        }
    }
}

/// What a player says of being away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Absence {
    Away(Leave),
    /// What was booked no longer holds.
    Back,
}

/// An absence: days in the player's own time zone, the first and the last included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leave {
    pub from: Date,
    /// Not before `from`.
    pub to: Date,
    pub play: Play,
    /// The email address of a stand-in, not checked yet.
    pub stand_in: Option<String>,
}

/// A dispute, or a remark about one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dispute {
    /// Opens a dispute.
    Open {
        /// From 1.
        turn: Option<u32>,
        /// Not empty.
        about: String,
    },
    /// Adds a remark to a dispute.
    Say {
        /// From 1.
        number: u64,
        /// Not empty.
        says: String,
    },
    /// Withdraws a dispute.
    Withdraw {
        /// From 1.
        number: u64,
    },
    /// Settles a dispute; only the game master may.
    Close {
        /// From 1.
        number: u64,
        /// Not empty.
        says: String,
    },
}

/// The sheet of the rehearsal before the game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rehearsal {
    /// `None` if the sheet does not say.
    pub ready: Option<bool>,
    /// One line; may be empty.
    pub word: String,
}

/// A command of the game master by mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// List what the game master can write.
    Help,
    /// Stop the clock.
    Pause,
    /// Start the clock again.
    Resume,
    /// Move the open deadline by so many minutes (1 to 44 640, which is 31 days).
    Extend(u32),
    /// Move the open deadline to a date, and a time of day or that of the deadline.
    ExtendTo { date: Date, time: Option<Time> },
    /// Close the open window now.
    Process {
        /// `true` if it closes although seats that owe something still have time to send it.
        anyway: bool,
    },
    /// Remind these seats; if empty, every seat that still has to send something.
    Remind(Vec<Seat>),
    /// Send a seat everything once more.
    Resend(Seat),
    /// Give a seat to another player.
    Replace {
        seat: Seat,
        /// The name of the new player.
        player: String,
        /// The email address of the new player, not checked yet.
        address: String,
    },
    /// Enter the public number that the game waits for, or correct it.
    Chance {
        /// As written, on one line.
        text: String,
        /// `true` for a correction.
        correct: bool,
    },
    /// Send the status of the campaign.
    Status,
    /// Show what a ruling would change.
    Ruling {
        ruling: Box<WrittenRuling>,
        /// Where its parts are written.
        spots: Vec<RulingSpot>,
    },
    /// Adopt the ruling that the answered message shows, or propose it.
    Adopt {
        /// `true` for `propose`.
        propose: bool,
    },
    /// Withdraw the proposed ruling.
    Withdraw,
    /// List the decisions of a turn with their keys.
    Decisions {
        /// `None` for the present turn.
        turn: Option<u32>,
        /// `None` for all stages of the turn.
        stage: Option<String>,
    },
}

/// In which form a seat gets the map of its reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MapKind {
    /// No picture.
    No,
    /// Shown in the message.
    #[default]
    Png,
    /// Attached.
    Svg,
}

impl MapKind {
    /// All forms by the words that name them.
    pub const ALL: [(&str, MapKind); 3] = [("no", MapKind::No), ("png", MapKind::Png), ("svg", MapKind::Svg)];
}

/// Something that a player wants to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Whose move it is, and the deadlines.
    Status,
    /// Turns and rulings.
    History,
    /// The map, now or at the end of a turn.
    Map {
        turn: Option<u32>,
        /// The form in which the seat wants all its maps from now on.
        form: Option<MapKind>,
    },
    /// The plan of the seat that is on file.
    Plan,
    /// The order sheet of the open window.
    Sheet,
    /// The rules, or those of one subject.
    Rules(Option<String>),
    /// How to play by email.
    Help,
    /// A new key for the seat.
    NewKey,
    /// What the plan of this message would do, as far as the writer can know.
    Forecast,
    /// How a result was worked out.
    Explain {
        /// From 1.
        turn: Option<u32>,
        /// The subject as people write it; empty for the whole turn.
        what: String,
    },
}

impl Ask {
    /// Returns its word in a document, such as `status`.
    pub fn id(&self) -> &'static str {
        match self {
            Ask::Status => "status",
            Ask::History => "history",
            Ask::Map { .. } => "map",
            Ask::Plan => "plan",
            Ask::Sheet => "sheet",
            Ask::Rules(_) => "rules",
            Ask::Help => "help",
            Ask::NewKey => "new key",
            Ask::Forecast => "forecast",
            Ask::Explain { .. } => "explain",
        }
    }
}
