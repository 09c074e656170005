//! The sentences of plans: conditions, lengths of time and summonses, read and written with the patterns of a language's
//! table.
//!
//! - `tokens`: a text as words with their columns; `lexicon`: the names of a game and the words of its language;
//! - `bound`: what the slots of a pattern stand for; `matching`: all ways in which a pattern fits;
//! - `meaning`: a kind of sentence with its slots as a condition, and back;
//! - `read`: conditions joined by and, or, not and brackets; `phrase`: lengths of time and summonses; `say`: all of them
//!   written.

mod bound;
mod lexicon;
mod matching;
mod meaning;
mod phrase;
mod read;
mod say;
mod tokens;

pub(super) use lexicon::Lexicon;
pub(super) use phrase::{after, followers, is, length, summons, this_region, until, waiting};
pub(super) use read::{Problem, condition, conditions};
pub(super) use say::where_words;
pub(in crate::games::king_is_dead::people) use say::{length_words, summon_words, words};
