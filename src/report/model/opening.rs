//! The welcome to the players of a campaign.

use super::decision::Question;
use super::handover::Handover;
use super::head::{Head, Mail};
use super::instant::Instant;
use super::name::{Named, names_of};
use super::window::Window;
use serde::Serialize;
use serde_json::Value;

/// The rehearsal before the game, in which players test their mail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rehearsal {
    /// Its end; `None` if it lasts until everyone has passed.
    pub until: Option<Instant>,
}

/// What is mixed into the shuffles besides the secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChanceAsked {
    /// `true` if the reader can add words of chance.
    pub asked: bool,
    /// `true` if all words are sealed first.
    pub sealed: bool,
    /// By when words may be sent; `None` if they end with the rehearsal.
    pub until: Option<Instant>,
    /// The words of a seat that the game master plays.
    pub bound: Vec<(Named, String)>,
    /// The public number that the game waits for; `None` if there is none.
    pub public: Option<String>,
    /// When it becomes known.
    pub due: Option<Instant>,
}

/// The welcome to a seat, with its key.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Opening {
    pub head: Head,
    /// All seats, including the reader's.
    pub seats: Vec<Named>,
    /// The address of the rules; may be empty.
    pub rules: String,
    /// The campaign's setting `pace`: `ask` or `batch`.
    pub pace: String,
    /// The campaign's setting for press: `white`, `grey` or `none`; `gm` if the rules of the game leave a seat the game master alone.
    pub press: String,
    /// The seats to which the rules of the game let this one not write.
    pub kept_from: Vec<Named>,
    /// `true` if the game master reads press.
    pub gm_reads: bool,
    /// `true` if the campaign has pages for the web, on which press to all is published.
    pub site: bool,
    /// Each seat with the name of its player; empty in an anonymous campaign.
    pub players: Vec<(Named, String)>,
    /// The game master's name.
    pub gm: String,
    /// The rule for deadlines in words, such as `in 48h`.
    pub rhythm: String,
    /// What happens if the reader sends nothing in time: `default`, `steward` or `wait`.
    pub silence: String,
    /// When a window closes before its deadline: `all in` or `no`; empty if when all have said that they are done.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub closes: String,
    /// What is mixed into the shuffles; `None` if the game has begun.
    pub chance: Option<ChanceAsked>,
    /// The commitment to the shuffles, `sha256:…`.
    pub commitment: String,
    /// The initial position as the reader may know it; null if it is not certain yet.
    pub view: Value,
    /// The first window, if it is open already.
    pub window: Option<Window>,
    /// Questions that are open already.
    pub asked: Vec<Question>,
    /// The order sheet, if something is asked.
    pub sheet: Option<Value>,
    /// The name of the attached page in which orders can be tapped; empty if there is none.
    pub page: String,
    /// Set if the reader is asked to take part in a rehearsal.
    pub rehearsal: Option<Rehearsal>,
    /// The order sheet of the first turn, for a look; `None` once the game has begun.
    pub look: Option<Look>,
    /// Set if the seat had a player before.
    pub handover: Option<Handover>,
}

/// An order sheet that is shown before anything is asked.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Look {
    pub sheet: Value,
    /// The position that it is for, as its reader may know it.
    pub view: Value,
    /// `true` if no shuffle can change it; otherwise it is of another game.
    pub certain: bool,
    /// How plans are kept in its window, in the words of [`Window::secrecy`].
    pub secrecy: String,
    /// `true` if messages that ask the seat for orders carry the order page.
    pub page: bool,
}

impl Mail for Opening {
    const TEMPLATE: &'static str = "opening";
    fn head(&self) -> &Head {
        &self.head
    }
    fn names(&self) -> &Value {
        match &self.look {
            Some(look) if self.view.is_null() => names_of(&look.view),
            _ => names_of(&self.view),
        }
    }
}
