//! Mails as real clients send them, and what is read in them.
//!
//! Each `tests/mail/NAME.eml` has beside it `NAME.yaml` with what must be found. To take over what the program
//! finds now, after looking at the difference: `RAVENPOST_ACCEPT=1 cargo test --test post`.

mod answers;
mod corpus;
mod drawn;
mod edited;
mod faults;
mod grafts;
mod outgoing;
#[path = "../common/outputs.rs"]
mod outputs;
#[path = "../common/slips.rs"]
mod slips;
mod sources;
mod speed;

use ravenpost::post::{Found, Key, Letter, Quoting, Takes};

/// The keys of a player's document.
const KEYS: [Key<'static>; 13] = [
    Key { name: "campaign", takes: Takes::Words(3) },
    Key { name: "seat", takes: Takes::Words(4) },
    Key { name: "key", takes: Takes::Words(8) },
    Key { name: "plan", takes: Takes::Structure },
    Key { name: "seal", takes: Takes::Words(1) },
    Key { name: "opening", takes: Takes::Any(1) },
    Key { name: "press", takes: Takes::Structure },
    Key { name: "vote", takes: Takes::Structure },
    Key { name: "absent", takes: Takes::Structure },
    Key { name: "dispute", takes: Takes::Structure },
    Key { name: "final", takes: Takes::Words(1) },
    Key { name: "ask", takes: Takes::Words(3) },
    Key { name: "resign", takes: Takes::Words(1) },
];

/// The key that stands in the sheets of the mails.
const SHEET_KEY: &str = "7Q2M-KX4D-0VWN-33TB";

/// Finds the document in a mail to a seat with that key.
fn document(letter: &Letter, keys: &[Key<'_>]) -> Found {
    ravenpost::post::document(letter, keys, quoting(letter))
}

fn quoting(letter: &Letter) -> Quoting<'static> {
    let answers = letter.in_reply_to.iter().chain(&letter.references).any(|id| id.starts_with("turn3."));
    Quoting { is_key: &|text| text == SHEET_KEY, is_unfilled: &|_| false, answers }
}
