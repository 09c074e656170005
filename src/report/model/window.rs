//! Windows, and what each seat has sent for one.

use super::instant::Instant;
use super::name::Named;
use serde::{Deserialize, Serialize};

/// The time in which we accept orders for one step of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Window {
    /// Its id, such as `3/planning`; sealed plans contain it.
    pub id: String,
    /// From 1.
    pub turn: u32,
    /// Such as `planning`.
    pub stage: String,
    /// The round of the turn that its questions belong to, such as `westeros`.
    #[serde(default)]
    pub round: String,
    /// `None` if it waits for ever.
    pub deadline: Option<Instant>,
    /// The end of the grace period, in which late messages still count; `None` without one.
    pub grace: Option<Instant>,
    /// How plans are kept until it closes: `deposit`, `sealed`, `either`, or `open` if nothing is secret.
    pub secrecy: String,
    /// `true` if the clock waits for a dispute, so that no deadline closes the window.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// `true` if the game master has stopped the clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
    /// `true` if the deadline has passed, with or without a grace period.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// When it closes before its deadline, because everybody is in and plans can only be corrected; `None` if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes: Option<Instant>,
    /// The seats that still owe something; a seat that is away owes it until the deadline.
    #[serde(default)]
    pub awaited: Vec<Named>,
}

/// A seat's row in the table of seals.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SealLine {
    pub seat: Named,
    /// `sha256:…`; `None` if none came.
    pub seal: Option<String>,
    /// When we received it.
    pub at: Option<Instant>,
    /// `true` if it has been opened.
    pub opened: bool,
    /// The window of another seat's plan for the same questions that had been opened before this seal was made, on a timeline that
    /// a ruling has replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knew: Option<String>,
}

/// What a seat has done in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The window is open and nothing has come yet.
    Waiting,
    /// The window is open and something usable has come.
    In,
    /// Something usable has come, and the seat says that nothing more will.
    Final,
    /// The window closed and nothing came.
    NothingCame,
    /// Something came, but none of it could be used.
    Unusable,
    /// A seal came; if the window has closed, it was not opened.
    Sealed,
    /// A plan came that chooses to do nothing.
    Hold,
    /// The player had announced an absence.
    Absent,
    /// The game has not begun, and the seat has passed the rehearsal.
    Ready,
    /// The game has not begun, and the seat has not passed the rehearsal yet.
    NotReady,
}

/// A seat, with what it has done in a window.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatState {
    pub seat: Named,
    pub state: State,
    /// `true` if messages to it come back undelivered.
    pub unreachable: bool,
}
