//! What the game master decides of rulings.

use crate::campaign::state::clock::span_text;
use crate::campaign::state::settings::Mistakes;
use crate::campaign::state::settings::fields::Fields;
use chrono::TimeDelta;
use serde_json::{Value, json};

/// Rulings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rulings {
    /// How long a ruling is proposed before it is done; none: it is done at once.
    pub protest: Option<TimeDelta>,
    /// Whether it is dropped if more than half of those who play object.
    pub vote: bool,
}

impl Rulings {
    /// As everybody may know it.
    pub(crate) fn public(self) -> Value {
        json!({"protest": self.protest.map(span_text), "vote": self.vote})
    }
}

pub(crate) fn read_rulings(all: &mut Fields<'_>, wrong: &mut Mistakes) -> Rulings {
    let Some(node) = all.take("rulings") else { return Rulings::default() };
    let mut fields = Fields::of(node, "rulings", wrong);
    let line = fields.line;
    // “no” is as good as nothing.
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
            "rulings: there can be a vote only where there is time for it: `{protest: 48h, vote: yes}`",
        );
    }
    Rulings { protest, vote }
}
