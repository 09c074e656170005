//! The ground floor: what every game has in common.
//!
//! Rules are plain functions that *ask the table*: a typed [`Query`] goes to one [`Seat`], and a
//! [`Table`] answers it or says [`Pause`]. The same rules run at every table: a campaign's, a test
//! case's, a replay's (all three through a [`Desk`]) and the [`RandomTable`].
//!
//! May use: nothing of the program but `sheet` (what people write). Is used by: everything.

mod any;
mod audit;
mod chance;
mod desk;
mod game;
mod query;
mod random;
mod referee;
mod seat;

pub use crate::sheet::Refusal;
pub use any::AnyTable;
pub use audit::AuditTable;
pub use chance::{Draw, Seed};
pub use desk::{Answered, Desk, Point, Policy, Source};
pub use game::{Game, Moment, Progress, Reading, Says, SeatInfo, Understood};
pub use query::{Asked, Listing, Open, Pause, Query, Table};
pub use random::{Listen, RandomTable};
pub use referee::{Damaged, Host, Played, Position, Referee};
pub use seat::{BySeat, MOST_SEATS, Seat};
