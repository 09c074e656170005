//! The envelope of a player's message: who speaks, and every section that is not the game's own. The plan itself stays
//! a tree for the game to read.
//!
//! Reading collects all problems of a document. It checks each section as far as that is possible without knowing the
//! campaign, which decides whether votes, press or seals are allowed.
//!
//! # Example
//!
//! A player has written `perhaps` where yes or no belongs. The other sections are read all the same, and the problem
//! knows its line and its words.
//!
//! ```
//! use ravenpost::plan::read_text;
//! use ravenpost::sheet::excerpt;
//! use ravenpost::table::{Seat, SeatInfo};
//!
//! let seats = [SeatInfo { id: "stark".into(), name: "Stark".into() }];
//! let text = "\
//! campaign: westeros-7
//! seat: House Stark
//! plan:
//!   orders: {Winterfell: march+0}
//! final: perhaps
//! ";
//! let envelope = read_text(text, &seats);
//! assert_eq!(envelope.document.seat.map(|seat| seat.value), Some(Seat(0)));
//! assert!(envelope.document.plan.is_some());
//!
//! let [problem] = envelope.faults.as_slice() else { panic!("one problem is expected") };
//! assert_eq!(problem.why.code(), "envelope-truth");
//! assert_eq!(problem.span.map(|span| span.line), Some(5));
//! // The words of a code are in the templates; here is the line as a receipt shows it.
//! let shown = excerpt(text, problem, "Please write yes or no.");
//! assert!(shown.contains("5 | final: perhaps"), "{shown}");
//! ```

mod asking;
mod assent;
mod away;
mod behind;
mod by_name;
mod chancing;
mod choosing;
#[cfg(test)]
mod choosing_tests;
mod commanded;
mod days;
mod dispute;
mod disputing;
mod document;
mod finality;
mod gm;
mod half_vote;
mod keys;
mod leaving;
mod line;
#[cfg(test)]
mod line_tests;
mod linked;
mod living;
mod more_time;
mod promising;
mod read;
mod recipients;
mod retracting;
mod ruling;
mod said;
mod sections;
mod small;
mod statements;
mod turning;
mod voting;
mod words;
mod written_ruling;

pub use assent::agrees_to_begin;
pub use away::{
    days_named, example_of_absence, excuses, hints_at_absence, is_absence_section, names_stand_in, puts_off,
};
pub use behind::{Behind, Ending, behind_orders, joints, reasons};
pub use by_name::{called_by_name, named_among};
pub use chancing::{
    declines_chance, heads_chance, hints_at_chance, quotes_chance, rehearsal_word, speaks_of_shuffles,
    tells_chance, unmarked_chance,
};
pub use choosing::{Chosen, choose, names_one, names_something, proposals, said as said_choice};
pub use commanded::{Order, commanded, deadline};
pub use disputing::{disputes, disputes_within};
pub use document::{
    Absence, Act, Ask, Dispute, Document, Given, Leave, MapKind, Play, Press, Recipient, Rehearsal, Vote,
};
pub use finality::{is_final_beside_talk, is_salutation, only_confirms, only_thanks, speaks_of_final};
pub use half_vote::{half_vote, vote_in_words};
pub use keys::{KEYS, is_command, is_final_with_more, is_free_text, is_plan, is_section};
pub use line::{
    answers, answers_question, closes_with_name, is_closing, is_kind, may_be_chance, may_only_be_seen,
    names_vote, no_orders, nothing, said, speaks_of_people,
};
pub use more_time::{MoreTime, asks_for_time, asks_not_to_wait, may_ask_for_time, names_time};
pub use promising::promises;
pub use read::{Envelope, read, read_on, read_text};
pub use recipients::{
    Addressed, People, ReadAs, addressed, begins_to, behind_greeting, behind_thanks, greets, misaddressed,
    named, read_as, word_for, written_to,
};
pub use retracting::{takes_back, takes_back_in_passing};
pub use said::{Bare, Said};
pub use small::number;
pub use statements::{statements, thinks_of_a_deed};
pub use turning::{Spot, Turn, called_as, calls, calls_game_master, turns_to};
pub use voting::{answers_time, casts_vote, is_against, is_conditional, is_plain_vote, word_of as vote_word};
pub use words::{
    asks_by_name, asks_of_itself, before_announced_key, behind_number, doubts, goes_on, hangs_on_an_answer,
    is_aside, is_of_any_rule, is_question, is_table_head, leads_to_a_question, may_be_answered_by_orders,
    only_asks, turns_aside, voids, without_questions,
};
pub use written_ruling::{RulingSpot, RulingWord, When, WrittenRuling};

use crate::sheet::Codes;

/// Codes of the problems found here; templates/mail/refusals/envelope.yaml has their words. Problems of keys, seals and
/// openings have the codes of [`seal`](crate::seal).
pub const REFUSALS: Codes = read::REFUSALS;

#[cfg(test)]
mod tests;
