//! Mail that is to be sent.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A mail to be sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Due {
    /// To whom: a seat's id, `gm` or `stranger`.
    pub to: String,
    /// What it is, unique for the recipient: `report-12`.
    pub what: String,
    /// What sort.
    pub kind: DueKind,
    /// Since when.
    pub at: DateTime<Utc>,
    /// The entry that it follows from.
    pub seq: u64,
}

/// What sort of mail.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "mail", rename_all = "kebab-case")]
pub enum DueKind {
    /// The welcome with the key.
    Opening,
    /// The welcome to a seat's next player, with all that the seat may know.
    Handover,
    /// The last mail to a seat's player before.
    Farewell,
    /// That somebody is asked to stand in.
    Asked,
    /// The same as the seat is mailed, to who stands in for its player.
    Copy {
        /// Of what.
        of: CopyOf,
    },
    /// The public report, for an observer.
    Observed,
    /// A report of a turn or of a part of it.
    Report,
    /// A receipt.
    Receipt,
    /// The table of seals.
    Seals,
    /// A reminder.
    Reminder,
    /// A notice.
    Notice {
        /// What of.
        notice: String,
        /// What its words speak of.
        details: Value,
    },
    /// Press, where no report takes it along.
    Press,
    /// The answer to a stranger.
    Stranger,
    /// The end.
    End,
    /// A ruling, or the proposal of one, by its number.
    Ruling {
        /// Which.
        number: u64,
    },
}

/// The recipient `gm` of mails.
pub const GM: &str = "gm";

/// The recipient `stranger` of mails.
pub const STRANGER: &str = "stranger";

/// The recipient `former` of mails: who has held a seat.
pub const FORMER: &str = "former";

/// The recipient `stand-in` of mails that do not speak for a seat.
pub const ASKED: &str = "stand-in";

/// What the names of observers begin with.
pub const OBSERVER: &str = "observer-";

/// What of a seat's mails goes to who stands in for its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CopyOf {
    /// A report.
    Report,
    /// The table of seals.
    Seals,
    /// A reminder.
    Reminder,
    /// The receipt of a mail of his or her own.
    Receipt,
}

impl CopyOf {
    /// The mail that it is a copy of.
    pub fn kind(self) -> DueKind {
        match self {
            CopyOf::Report => DueKind::Report,
            CopyOf::Seals => DueKind::Seals,
            CopyOf::Reminder => DueKind::Reminder,
            CopyOf::Receipt => DueKind::Receipt,
        }
    }

    /// What is copied of everything that a seat is mailed; of receipts only some are.
    pub(crate) fn of(kind: &DueKind) -> Option<Self> {
        match kind {
            DueKind::Report => Some(CopyOf::Report),
            DueKind::Seals => Some(CopyOf::Seals),
            DueKind::Reminder => Some(CopyOf::Reminder),
            _ => None,
        }
    }
}

/// Notices of what may be done in a reader's name: they are not to be overlooked, so they come alone.
const ALONE: [&str; 3] = ["other-address", "wrong-key", "new-key"];

impl DueKind {
    /// Returns `true` if the message tells how the game stands, so that it is void when a ruling takes the game back.
    pub(crate) fn is_of_the_game(&self) -> bool {
        matches!(
            self,
            DueKind::Report | DueKind::Seals | DueKind::Reminder | DueKind::End | DueKind::Copy { .. }
        )
    }

    /// Whether another mail to the same reader may tell it.
    pub(crate) fn goes_along(&self) -> bool {
        match self {
            DueKind::Press => true,
            DueKind::Notice { notice, .. } => !ALONE.contains(&notice.as_str()),
            _ => false,
        }
    }

    /// Whether such a mail may tell of other matters, too.
    pub(crate) fn takes_along(&self) -> bool {
        let stands_alone = matches!(
            self,
            DueKind::Report | DueKind::End | DueKind::Seals | DueKind::Reminder | DueKind::Ruling { .. }
        );
        stands_alone || self.goes_along()
    }

    /// What of several gives their mail its name: the least comes first. A dispute is not to stand below a vote.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            DueKind::Notice { notice, .. } if notice == "dispute" => 0,
            DueKind::Press => 3,
            kind if kind.is_vote() => 2,
            _ => 1,
        }
    }

    /// Whether it is the news of a vote; a report shows how all votes stand.
    pub(crate) fn is_vote(&self) -> bool {
        matches!(self, DueKind::Notice { notice, .. } if notice == "voted")
    }
}
