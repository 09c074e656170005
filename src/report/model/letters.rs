//! The other mails.

use super::{
    Dispute, Head, Instant, Mail, Named, Note, Question, Ruling, SealLine, SeatState, Window, names_of,
};
use serde::Serialize;
use serde_json::Value;

/// The welcome to a seat, with its key.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Opening {
    /// What every mail has.
    pub head: Head,
    /// All seats, the reader's too.
    pub seats: Vec<Named>,
    /// Where the rules can be read; may be empty.
    pub rules: String,
    /// The pace of the campaign: `ask` or `batch`.
    pub pace: String,
    /// What press is carried: `white`, `grey` or `none`.
    pub press: String,
    /// Whether the game master reads press.
    pub gm_reads: bool,
    /// Until when words of chance may be sent; none if they are not asked for.
    pub chance_until: Option<Instant>,
    /// The commitment to the shuffles, `sha256:…`.
    pub commitment: String,
    /// The set-up as the reader may know it.
    pub view: Value,
    /// The first window, if it is open already.
    pub window: Option<Window>,
    /// Questions already open to the reader.
    pub asked: Vec<Question>,
    /// The order sheet, if something is asked.
    pub sheet: Option<Value>,
    /// The rehearsal that the reader is asked to take part in, if there is one.
    pub rehearsal: Option<super::Rehearsal>,
    /// What the reader takes over, if the seat had a player before.
    pub handover: Option<super::Handover>,
}

/// The table of seals, when all have sealed: please open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SealsTable {
    /// What every mail has.
    pub head: Head,
    /// The window that was sealed.
    pub window: Window,
    /// All seals.
    pub seals: Vec<SealLine>,
    /// Until when openings are awaited.
    pub open_until: Option<Instant>,
    /// Whether the reader's opening is awaited (a deposited plan opens itself).
    pub asked: bool,
}

/// One reminder before a deadline.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reminder {
    /// What every mail has.
    pub head: Head,
    /// The window.
    pub window: Window,
    /// What is awaited: `plan`, `answer` or `opening`.
    pub awaited: String,
    /// How many questions are open.
    pub questions: usize,
    /// What happens otherwise: `default`, `wait`, `steward`.
    pub otherwise: String,
}

/// The answer to a mail that speaks for nobody. Tells nothing of any game: its head holds the address alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stranger {
    /// What every mail has; only `address` and `references` are used.
    pub head: Head,
    /// Whether its writer watches a game, and gets reports alone.
    pub observer: bool,
}

/// Something the game master, a seat or all must know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Notice {
    /// What every mail has.
    pub head: Head,
    /// What: `clock-gap`, `clock-back`, `unreachable`, `peeked`, `not-opened`, `resigned`, `absent`, `dispute`,
    /// `template`, `delivery`, `error`, `other-address`, `voted`, `vote`, `gm`; its words stand in `mail/notice.md`.
    pub what: String,
    /// What its words speak of; see there.
    pub details: Value,
    /// The deadline as it now stands, if it has moved.
    pub deadline: Option<Instant>,
}

/// Press, if it travels alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Press {
    /// What every mail has.
    pub head: Head,
    /// What was written.
    pub notes: Vec<Note>,
    /// Whether the game master reads press.
    pub gm_reads: bool,
}

/// The end of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct End {
    /// What every mail has.
    pub head: Head,
    /// The turn it ended in.
    pub turn: u32,
    /// How it ended ([`Game::outcome`](crate::table::Game::outcome)), or `{"winners": […], "by": "draw-vote"}` and
    /// the like.
    pub outcome: Value,
    /// What has happened since the last report.
    pub events: Vec<Value>,
    /// The last position.
    pub view: Value,
    /// The secret of the shuffles, in hex; none if the game had no chance.
    pub secret: Option<String>,
    /// The commitment it was published under.
    pub commitment: String,
    /// The players' words of chance, by seat.
    pub words: Vec<(Named, String)>,
    /// Names of attachments: the archive to verify.
    pub attachments: Vec<String>,
    /// Who has played what, where that was not known and is told now.
    pub players: Vec<(Named, String)>,
}

/// A line of a table of two columns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// What.
    pub name: String,
    /// How it stands.
    pub value: String,
}

/// Whose move it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Status {
    /// What every mail has.
    pub head: Head,
    /// Turn, from 1.
    pub turn: u32,
    /// Stage.
    pub stage: String,
    /// The open window.
    pub window: Option<Window>,
    /// All seats.
    pub seats: Vec<SeatState>,
    /// Seals that are in.
    pub seals: Vec<SealLine>,
    /// Disputes that are open.
    pub disputes: Vec<Dispute>,
    /// The position as the reader may know it; null if it is not wanted.
    pub view: Value,
    /// Votes as they stand.
    pub votes: Vec<super::Vote>,
    /// More lines, such as what is stuck and why.
    pub more: Vec<Row>,
}

/// How to write to us.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Help {
    /// What every mail has.
    pub head: Head,
    /// Where the rules can be read; may be empty.
    pub rules: String,
}

/// A line of a campaign's history.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HistoryLine {
    /// Turn, from 1.
    pub turn: u32,
    /// Stage; empty for a whole turn.
    pub stage: String,
    /// When it was resolved.
    pub at: Instant,
    /// What happened; the mail tells what changed the game.
    pub events: Vec<Value>,
    /// Rulings on it.
    pub rulings: Vec<Ruling>,
}

/// The turns so far, newest last.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct History {
    /// What every mail has.
    pub head: Head,
    /// The turns.
    pub lines: Vec<HistoryLine>,
    /// All disputes.
    pub disputes: Vec<Dispute>,
    /// Display names by id.
    pub names: Value,
}

/// Says which template a model goes with and where it keeps its names.
macro_rules! mail {
    ($($model:ident => $template:literal $(, $names:ident)?;)*) => { $(
        impl Mail for $model {
            const TEMPLATE: &'static str = $template;
            fn head(&self) -> &Head {
                &self.head
            }
            $(fn names(&self) -> &Value {
                mail!(@ self $names)
            })?
        }
    )* };
    (@ $self:ident names) => { &$self.names };
    (@ $self:ident view) => { names_of(&$self.view) };
}

mail! {
    Opening => "opening", view;
    SealsTable => "seals";
    Reminder => "reminder";
    Stranger => "stranger";
    Notice => "notice";
    Press => "press";
    End => "end", view;
    Status => "status", view;
    Help => "help";
    History => "history", names;
}
