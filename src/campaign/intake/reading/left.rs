//! What the sender's own lines say besides the document, as far as it can be said without the campaign.

use crate::plan::Bare;
use crate::sheet::{Fault, Refusal, Span};

/// What own lines say that needs the campaign to be understood.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Left {
    /// Words that answer a question.
    pub(crate) bare: Vec<(Bare, Span)>,
    /// Prose, line by line, with the numbers in the message.
    pub(crate) prose: Vec<(usize, String)>,
    /// Why prose reads like an order, by its number in the message: nobody else should read it.
    pub(crate) secret: Vec<(usize, Refusal)>,
    /// The numbers of lines whose prose is a question beside orders.
    pub(crate) asides: Vec<usize>,
    /// What is wrong with prose that looks like an order which nobody could read.
    pub(crate) unclear: Vec<Fault>,
    /// The numbers of lines that were refused with others, in a paragraph of which nothing is told.
    pub(crate) unread: Vec<usize>,
    /// Sentences before `final` that only talk, as far as their form shows, by their numbers in the message.
    pub(crate) before_final: Vec<(usize, String)>,
    /// The line of the document from which on prose goes to nobody, because a message to a player may have ended above it.
    pub(crate) behind_press: Option<usize>,
    /// `true` if a line was meant for the plan and cannot be read.
    pub(crate) is_faulty: bool,
    /// `true` if lines were meant as orders: a greeting that the game knows too is none.
    pub(crate) has_orders: bool,
    /// `true` if lines were meant as orders before the game begins, or look as if they were; nobody has checked them.
    pub(crate) is_early: bool,
    /// `true` if there are too many lines to look for orders in them.
    pub(crate) is_long: bool,
    /// Where lines leave something as an earlier message said it.
    pub(crate) stands: Vec<Span>,
    /// `true` if a line is a greeting, thanks or the like.
    pub(crate) greets: bool,
    /// `true` if a line was understood.
    pub(crate) says: bool,
    /// `true` if a line was understood as more than a word that answers a question.
    pub(crate) says_more: bool,
    /// All own lines outside the document, with their numbers in the message.
    pub(crate) lines: Vec<(usize, String)>,
    /// Those lines as a text, with an empty line between paragraphs.
    pub(crate) text: String,
}

/// Returns a problem as it is told of prose: whoever meant no order learns how it reaches the game master.
pub(crate) fn of_prose(why: &Refusal) -> Refusal {
    why.clone().with("prose", true)
}

/// Returns where the words that a problem is about are in a line: their first character, from 1, and their length. It is the whole line
/// if the problem does not name them.
pub(crate) fn words_of(why: &Refusal, line: &str) -> (usize, usize) {
    let about = ["rest", "text"].into_iter().find_map(|key| why.details().get(key)?.as_str());
    let found = about.and_then(|about| {
        let before = line.get(..line.find(about)?)?;
        Some((before.chars().count() + 1, about.chars().count()))
    });
    let (column, length) = found.unwrap_or((1, line.chars().count()));
    (column, length.max(1))
}
