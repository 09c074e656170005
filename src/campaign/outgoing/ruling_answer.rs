//! Answers to what the game master has written about rulings: the receipt shows them, and the rulings make them.

use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Wanted;
use crate::campaign::state::record::Due;
use crate::report::model::{Answer, Problem};

/// The answer to what the game master has written about a ruling.
pub enum RulingAnswer {
    Told(Answer),
    /// It is refused, with its place in the message.
    Refused(Problem),
}

/// Answers what the game master has written about rulings, for the receipt that is due.
pub type AskRuling<'a> = &'a dyn Fn(&Due, &Wanted) -> Result<RulingAnswer, CampaignError>;
