//! A document as data.

use crate::seal::{Opening, Seal, SeatKey};
use crate::sheet::{Node, Span};
use crate::table::Seat;
use jiff::civil::Date;

/// A section with where it stood.
#[derive(Clone, PartialEq, Debug)]
pub struct Given<T> {
    /// What it says.
    pub value: T,
    /// Where its value begins.
    pub span: Span,
}

/// What a player wrote, section by section; what was left out or left empty is none. It prints no key.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Document {
    /// The campaign's id, as written.
    pub campaign: Option<Given<String>>,
    /// The seat.
    pub seat: Option<Given<Seat>>,
    /// The seat's key.
    pub key: Option<Given<SeatKey>>,
    /// The window it is meant for, by its id.
    pub window: Option<Given<String>>,
    /// The plan, for the game to read.
    pub plan: Option<Given<Node>>,
    /// A seal instead of a plan.
    pub seal: Option<Given<Seal>>,
    /// What opens a seal.
    pub opening: Option<Given<Opening>>,
    /// Words of chance for the shuffles, on one line.
    pub chance: Option<Given<String>>,
    /// Mail to other players, in the order written.
    pub press: Vec<Given<Press>>,
    /// Votes, each kind at most once.
    pub vote: Vec<Given<Vote>>,
    /// When its writer will be away.
    pub absent: Option<Given<Absence>>,
    /// Something to be ruled on.
    pub dispute: Option<Given<Dispute>>,
    /// The sheet of the rehearsal.
    pub rehearsal: Option<Given<Rehearsal>>,
    /// What the game master wants done, in the order written.
    pub act: Vec<Given<Act>>,
    /// Whether nothing more will come.
    pub is_final: Option<Given<bool>>,
    /// What its writer wants to be sent.
    pub ask: Vec<Given<Ask>>,
    /// Whether the seat is given up.
    pub resign: Option<Given<bool>>,
    /// The number of this submission; the highest counts.
    pub revision: Option<Given<u64>>,
}

impl Document {
    /// Whether it asks for anything but to be identified: a document of campaign, seat and key alone does not.
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
}

/// Who gets a press mail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recipient {
    /// All seats.
    All,
    /// The game master.
    Gm,
    /// One seat.
    Seat(Seat),
}

/// A mail to other players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Press {
    /// To whom; at least one.
    pub to: Vec<Recipient>,
    /// The text; not empty.
    pub text: String,
    /// Unsigned.
    pub grey: bool,
}

/// A vote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vote {
    /// For or against the ruling that is proposed.
    Ruling(bool),
    /// For or against a draw.
    Draw(bool),
    /// For more time, so many minutes (1 to 44 640, 31 days); 0 takes the vote back.
    Extend(u32),
    /// For another player of a seat; none takes the vote back.
    Replace(Option<Seat>),
    /// For conceding the game to a seat; none takes the vote back.
    Concede(Option<Seat>),
}

/// Who plays for the absent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Play {
    /// The plan that is here, then the rules' defaults.
    #[default]
    Plan,
    /// A steward.
    Steward,
    /// Nobody: the game waits, if the campaign allows.
    Wait,
}

impl Play {
    /// Its word: `steward`.
    pub fn id(self) -> &'static str {
        match self {
            Play::Plan => "plan",
            Play::Steward => "steward",
            Play::Wait => "wait",
        }
    }
}

/// When somebody will be away: days in the player's own time zone, both counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// First day.
    pub from: Date,
    /// Last day, not before the first.
    pub to: Date,
    /// Who plays meanwhile.
    pub play: Play,
    /// The address of somebody who writes for the seat meanwhile; not yet checked.
    pub stand_in: Option<String>,
}

/// Something to be ruled on, or a word about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dispute {
    /// Opens one.
    Open {
        /// The turn it is about, from 1.
        turn: Option<u32>,
        /// What it is about; not empty.
        about: String,
    },
    /// Adds a word to one.
    Say {
        /// Its number, from 1.
        number: u64,
        /// The word; not empty.
        says: String,
    },
    /// Takes one back.
    Withdraw {
        /// Its number, from 1.
        number: u64,
    },
    /// Settles one: the game master's to do.
    Close {
        /// Its number, from 1.
        number: u64,
        /// The last word; not empty.
        says: String,
    },
}

/// The sheet of the rehearsal before the game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rehearsal {
    /// Whether its writer is ready; none if the sheet says nothing of it.
    pub ready: Option<bool>,
    /// A word or two, on one line; empty if there are none.
    pub word: String,
}

/// What a game master wants done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// The clock stops.
    Pause,
    /// It goes on.
    Resume,
    /// The open deadline moves by so many minutes (1 to 44 640, 31 days).
    Extend(u32),
    /// The open window closes now.
    Process,
    /// Seats are reminded; all that are waited for, if none is named.
    Remind(Vec<Seat>),
    /// A seat gets another player.
    Replace {
        /// Which.
        seat: Seat,
        /// The new player's name.
        player: String,
        /// Where mail goes; not yet checked.
        address: String,
    },
    /// How things stand.
    Status,
}

/// What a player wants to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Whose move it is, deadlines.
    Status,
    /// Turns and rulings.
    History,
    /// The map.
    Map,
    /// The rules, of a subject if one is named.
    Rules(Option<String>),
    /// How to play by mail.
    Help,
    /// A new key for the seat.
    NewKey,
    /// The plan against the writer's own view of the board.
    Forecast,
    /// How a result came about.
    Explain {
        /// The turn, from 1.
        turn: Option<u32>,
        /// What of it, as people write it; empty for all.
        what: String,
    },
}

impl Ask {
    /// Its word: `status`.
    pub fn id(&self) -> &'static str {
        match self {
            Ask::Status => "status",
            Ask::History => "history",
            Ask::Map => "map",
            Ask::Rules(_) => "rules",
            Ask::Help => "help",
            Ask::NewKey => "new key",
            Ask::Forecast => "forecast",
            Ask::Explain { .. } => "explain",
        }
    }
}
