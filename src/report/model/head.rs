//! The parts that all messages have in common.

use super::bundle::Besides;
use super::name::{GameName, Named};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The addressee, the campaign and the envelope of a message.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Head {
    /// The campaign's id, such as `westeros-7`; the subject begins with it.
    pub campaign: String,
    /// The campaign's name for people.
    pub title: String,
    pub game: GameName,
    /// `None` for the game master, the public and strangers.
    pub seat: Option<Named>,
    /// How the reader is addressed; may be empty.
    pub player: String,
    /// The reader's IANA time zone, such as `Europe/Rome`.
    pub zone: String,
    /// The reader's secret key in groups, not masked; `None` if the reader has none.
    pub key: Option<String>,
    /// The address for answers.
    pub address: String,
    /// Message-IDs of the thread, oldest first; for the envelope, not shown.
    pub references: Vec<String>,
    /// What was left out to keep the message small: `html` or `files`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// The entry of the ledger that the message names; `None` in pages and answers to strangers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ledger: Option<LedgerHead>,
    /// Notices that travel with the message.
    #[serde(default)]
    pub besides: Besides,
}

/// An entry of the ledger, by number and hash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LedgerHead {
    /// From 1.
    pub number: u64,
    /// 64 hex digits.
    pub hash: String,
}

/// An entry of the ledger that the last reports to these seats have named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HeadTold {
    pub head: LedgerHead,
    pub seats: Vec<Named>,
}

/// A model with its template.
pub trait Mail: Serialize {
    /// The name of the template: `turn` for templates/mail/turn.md.
    const TEMPLATE: &'static str;
    /// Returns the head of the message.
    fn head(&self) -> &Head;
    /// Returns display names by id for the filter `name`; null if the message needs none.
    fn names(&self) -> &Value {
        &Value::Null
    }
}

/// Implements [`Mail`] for models: the template, and the field with the names.
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
    (@ $self:ident view) => { super::name::names_of(&$self.view) };
}

pub(super) use mail;
