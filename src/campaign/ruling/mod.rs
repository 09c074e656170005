//! Rulings of the game master: the game goes back to a past point and is replayed from there with something changed.
//!
//! Nothing is erased. The ledger goes on in one line, and each ruling names the entry after which its timeline begins.
//!
//! - [`request`]: what a game master asks for;
//! - `past`: points of the current timeline, and the record at them;
//! - [`mod@decisions`]: the decisions and outcomes of a turn, by key;
//! - `changes`, `mail`, `corrections`: the changes a request makes, checked one by one;
//! - `edit`, `misfits`, `idle`: an edited position, what does not fit in one, and a ruling that would change nothing;
//! - `assembly`: a request made into a ruling;
//! - [`trial`]: a ruling on a copy of the campaign, and the difference it makes;
//! - [`adoption`]: a ruling written to the ledger, proposed, or withdrawn;
//! - `by_mail`: a ruling that the game master asks for by mail, and adopts by an answer.

pub mod adoption;
mod assembly;
pub(crate) mod by_mail;
mod changes;
mod corrections;
pub mod decisions;
mod edit;
mod idle;
mod mail;
mod misfits;
mod past;
mod refusal;
pub mod request;
pub mod trial;
mod undone;

pub use crate::campaign::outgoing::difference::{Difference, difference};
pub use crate::campaign::state::timeline::{overruled_by, timeline};
pub use adoption::{adopt, propose, withdraw, withdrawal};
pub use decisions::{Decision, OpenQuestion, StageDecided, Worked, decisions};
pub use past::position_at;
pub use request::{Request, When};
pub use trial::{Trial, try_ruling};
