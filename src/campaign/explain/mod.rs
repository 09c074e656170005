//! How a result came about: the stages of a turn played again from the ledger, with each decision, where it came
//! from, what was passed over, the sums, the rule, and what would have changed it.
//!
//! The game is data here as everywhere in `campaign`: what a question is about is found by the ids in decisions and
//! events and by the game's guide (`games/<id>/explain/citations.yaml`); the words stand in templates/mail/explain.md
//! and the game's explain-*.md. Nothing is looked at but what the ledger has on record as answered and opened, so
//! nothing of a sealed plan can get in.
//!
//! - `trace`: the stages, step by step;
//! - `guide`: what a game says of its events: rules, topics, scenes;
//! - `wanted`: what somebody asks about; `choose`: the steps that belong to it;
//! - `otherwise`: what would have changed the outcome;
//! - `model`: the explanation, for templates and as JSON.

pub mod chapters;
mod counterfactuals;
mod error;
mod explanation;
pub mod forecast;
mod guide;
mod model;
mod retelling;
mod selection;
mod steps;
mod story;
mod subject;
mod trace;

pub use error::NotExplained;
pub use explanation::{Question, explain};
pub use guide::{Guide, guide_of};
pub use model::{Change, DecisionTold, Explanation, MailRef, OriginTold, Part, PassedOver, StageTold, Tried};
pub(crate) use retelling::{origin, retell};
pub(crate) use story::story;
pub(crate) use subject::{subject, understands};
