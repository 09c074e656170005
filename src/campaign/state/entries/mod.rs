//! The contents of the ledger's entries: one type for each kind of body and secret. docs/protocol.md describes them for
//! other programs.
//!
//! A secret belongs to the seat that the body names; if the body names none, to the game master. The secret of press
//! belongs to its writer and its recipients.

mod answered;
mod base;
mod dispute;
mod founding;
mod gm;
mod keys;
mod line;
mod mail;
mod players;
mod resolved;
mod ruling;
mod seal;
mod window;

pub use answered::*;
pub use base::SeatId;
pub use dispute::*;
pub use founding::*;
pub use gm::*;
pub use keys::*;
pub use line::Line;
pub use mail::*;
pub use players::*;
pub use resolved::*;
pub use ruling::*;
pub use seal::*;
pub use window::*;
