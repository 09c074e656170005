//! What the entries of the ledger hold: one type for each kind. docs/protocol.md describes them for strangers.
//!
//! A secret belongs to the seat that the body names; where it names none, to the game master. That of press belongs to
//! its writer and those it is to.

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
