//! Messages that are to be sent.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message that is to be sent. Its text is made when it is sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Due {
    /// The recipient: a seat's id or one of [`GM`], [`STRANGER`], [`FORMER`] and [`ASKED`].
    pub to: String,
    /// The name of the message, unique for its recipient: `report-12`.
    pub what: String,
    pub kind: DueKind,
    /// When it became due.
    pub at: DateTime<Utc>,
    /// The entry that made it due.
    pub seq: u64,
}

/// The kinds of message that we send.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "mail", rename_all = "kebab-case")]
pub enum DueKind {
    /// The welcome at the start, with the seat's key.
    Opening,
    /// The welcome to a seat's next player, with everything that the seat may know.
    Handover,
    /// The last message to a seat's former player.
    Farewell,
    /// The request to stand in for a player.
    Asked,
    /// A copy of a message to the seat, for the stand-in of its player.
    Copy {
        of: CopyOf,
    },
    /// The public report, for an observer.
    Observed,
    /// A report of a turn or of a part of it.
    Report,
    Receipt,
    /// The table of seals.
    Seals,
    Reminder,
    /// A short message about one thing, from `mail/notice.md`.
    Notice {
        /// The name of its text, such as `new-key`.
        notice: String,
        /// The values for its text.
        details: Value,
    },
    /// Press, in a message of its own, so that an answer to it goes back to its writer.
    Press {
        /// The conversation it belongs to.
        talk: String,
    },
    /// The answer to a stranger.
    Stranger,
    /// The report on the end of the game.
    End,
    /// The news of a ruling or of a proposal.
    Ruling {
        /// The ruling's number, from 1.
        number: u64,
    },
}

/// The game master, as a recipient of messages and a holder of keys.
pub const GM: &str = "gm";

/// The recipient of answers to strangers, whose address is in the secret of the entry.
pub const STRANGER: &str = "stranger";

/// The recipient of a farewell: a player who has held a seat.
pub const FORMER: &str = "former";

/// The recipient of a request to stand in.
pub const ASKED: &str = "stand-in";

/// The beginning of an observer's name as a recipient.
pub const OBSERVER: &str = "observer-";

/// The kinds of message of which a player's stand-in gets a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CopyOf {
    Report,
    /// The table of seals.
    Seals,
    Reminder,
    /// The receipt for a message that the stand-in wrote.
    Receipt,
}

impl CopyOf {
    /// Returns the kind of the message that it copies.
    pub fn kind(self) -> DueKind {
        match self {
            CopyOf::Report => DueKind::Report,
            CopyOf::Seals => DueKind::Seals,
            CopyOf::Reminder => DueKind::Reminder,
            CopyOf::Receipt => DueKind::Receipt,
        }
    }

    /// Returns the copy of every message of a kind; `None` for receipts, of which only some are copied, and for all others.
    pub(crate) fn of(kind: &DueKind) -> Option<Self> {
        match kind {
            DueKind::Report => Some(CopyOf::Report),
            DueKind::Seals => Some(CopyOf::Seals),
            DueKind::Reminder => Some(CopyOf::Reminder),
            _ => None,
        }
    }
}

/// The notice that tells the game master at the start who was written to, and what can be answered.
pub(crate) const BEGUN: &str = "begun";

/// Notices about acts in the reader's name, and the first to the game master. They are sent alone, so that nobody overlooks them.
const ALONE: [&str; 4] = ["other-address", "wrong-key", "new-key", BEGUN];

impl DueKind {
    /// Returns `true` if the message shows the state of the game, so that it is void when a ruling takes the game back.
    pub(crate) fn is_of_the_game(&self) -> bool {
        matches!(
            self,
            DueKind::Report | DueKind::Seals | DueKind::Reminder | DueKind::End | DueKind::Copy { .. }
        )
    }

    /// Returns `true` if everybody can tell from public facts that the seat is sent it.
    pub(crate) fn is_for_all(&self) -> bool {
        matches!(self, DueKind::Opening | DueKind::Handover | DueKind::Report | DueKind::Seals | DueKind::End)
    }

    /// Returns `true` if it may be part of another message to the same recipient.
    pub(crate) fn goes_along(&self) -> bool {
        matches!(self, DueKind::Notice { notice, .. } if !ALONE.contains(&notice.as_str()))
    }

    /// Returns `true` if other messages to the same recipient may be part of it.
    pub(crate) fn takes_along(&self) -> bool {
        let stands_alone = matches!(
            self,
            DueKind::Report | DueKind::End | DueKind::Seals | DueKind::Reminder | DueKind::Ruling { .. }
        );
        stands_alone || self.goes_along()
    }

    /// Returns the rank among messages that are sent together: the one with the lowest rank names the message. A
    /// dispute comes before a vote.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            DueKind::Notice { notice, .. } if notice == "dispute" => 0,
            kind if kind.is_vote() => 2,
            _ => 1,
        }
    }

    /// Returns `true` if it is press of the same conversation as a message.
    pub(crate) fn talks_with(&self, mail: &DueKind) -> bool {
        matches!((self, mail), (DueKind::Press { talk }, DueKind::Press { talk: other }) if talk == other)
    }

    /// Returns `true` if it is the news of a vote; reports list all votes.
    pub(crate) fn is_vote(&self) -> bool {
        matches!(self, DueKind::Notice { notice, .. } if notice == "voted")
    }
}
