//! Explains how a result came about. The stages of a turn are replayed from the ledger, with each decision, its source,
//! ignored answers, the sums, the rules, and what would have changed the outcome.
//!
//! Nothing here knows a game: a question is matched by the ids in decisions and events and by the game's guide
//! (`games/<id>/explain/citations.yaml`); the texts are in templates/mail/explain.md and the game's explain-*.md. Only
//! answers and plans that the ledger has opened are read, so nothing of a sealed plan can get in.

mod board_at;
pub mod chapters;
mod counterfactuals;
mod error;
mod explanation;
pub mod forecast;
mod guide;
mod model;
mod narrator;
mod retelling;
mod selection;
mod stages_of;
mod steps;
mod story;
mod subject;
mod topic;
mod trace;

pub(crate) use board_at::{BoardAt, board_at};
pub use error::NotExplained;
pub(crate) use error::no_turn;
pub use explanation::{Question, explain};
pub(crate) use explanation::{first_found, turn_about};
pub use guide::{Guide, guide_in, guide_of};
pub use model::{
    Change, DecisionAccount, Explanation, MailRef, OriginAccount, Part, PassedOver, StageAccount, Tried,
};
pub(crate) use retelling::{origin, retell};
pub(crate) use stages_of::{StageShown, stages_of};
pub(crate) use story::story;
pub(crate) use subject::{subject_in, understands};
