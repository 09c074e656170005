//! Settings about rulings.

use super::fields::{Fields, Mistakes};
use crate::campaign::state::clock::span_text;
use chrono::TimeDelta;
use serde_json::{Value, json};

/// The setting `rulings`: whether players may object before a ruling takes effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rulings {
    /// The objection period between the proposal of a ruling and its effect; `None` if rulings take effect at once.
    pub protest: Option<TimeDelta>,
    /// `true` if a proposal is dropped when more than half of the players still in the game object.
    pub vote: bool,
}

impl Rulings {
    /// Returns the setting for the ledger.
    pub(super) fn public(self) -> Value {
        json!({"protest": self.protest.map(span_text), "vote": self.vote})
    }
}

pub(super) fn read_rulings(all: &mut Fields<'_>, wrong: &mut Mistakes) -> Rulings {
    let Some(node) = all.take("rulings") else { return Rulings::default() };
    let mut fields = Fields::of(node, "rulings", wrong);
    let line = fields.span;
    // “no” says the same as leaving it out.
    let protest = match fields.peek("protest").and_then(crate::sheet::truth) {
        Some(false) => {
            fields.take("protest");
            None
        }
        _ => fields.span("protest", wrong),
    };
    let vote = fields.truth("vote", wrong).unwrap_or(false);
    fields.finish(wrong);
    if vote && protest.is_none() {
        wrong.add(
            line,
            "rulings: a vote needs an objection period. Write, for example, `{protest: 48h, vote: yes}`",
        );
    }
    Rulings { protest, vote }
}
