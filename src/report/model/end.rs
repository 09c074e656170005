//! The last message of a game.

use super::head::{Head, HeadTold, Mail, mail};
use super::name::Named;
use crate::table::Event;
use serde::Serialize;
use serde_json::Value;

/// The result of the game, and what is needed to verify it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct End {
    pub head: Head,
    /// The last turn.
    pub turn: u32,
    /// The result ([`Game::outcome`](crate::table::Game::outcome)), or a value such as `{"winners": […],
    /// "by": "draw-vote"}`.
    pub outcome: Value,
    /// Events since the last report.
    pub events: Vec<Event>,
    /// The final position.
    pub view: Value,
    /// The secret of the shuffles, in hex; `None` if the game had no chance.
    pub secret: Option<String>,
    /// The commitment to that secret, published at the start.
    pub commitment: String,
    /// The players' words of chance, by seat.
    pub words: Vec<(Named, String)>,
    /// The entries of the ledger that the last reports to the other seats have named, each once.
    pub heads: Vec<HeadTold>,
    /// The public number that was mixed into the shuffles; `None` if there was none.
    pub public: Option<String>,
    /// Names of attachments, including the archive to verify.
    pub attachments: Vec<String>,
    /// The players of each seat, if they were secret until now.
    pub players: Vec<Played>,
}

/// The players of a seat, from the first turn to the last.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Played {
    pub seat: Named,
    /// The player at the end.
    pub player: String,
    /// Those before, the first one first.
    pub before: Vec<Before>,
}

/// A player who has held a seat before another took over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Before {
    pub player: String,
    /// The turn in which another player took over.
    pub until: u32,
}

mail! {
    End => "end", view;
}
