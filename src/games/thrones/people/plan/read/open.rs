//! Open questions that a plan does not answer, or not legally.

use super::reader::Reader;
use crate::games::thrones::people::plan::consult;
use crate::games::thrones::people::plan::keys::short_key;
use crate::games::thrones::question::Question;
use crate::sheet::{Fault, Refusal};
use crate::table::{Open, Says};
use serde_json::json;

/// Kinds of questions foreseen for cards that lie open: they come, unless a card's holder chooses something else.
const LIKELY: &[&str] = &["bid", "gift", "muster", "westeros", "orders"];

/// Kinds of questions whose answers have one form only, so that an answer missing from a complete list is illegal.
const LISTED_WHOLE: &[&str] = &[
    "bid",
    "gift",
    "raven",
    "reward",
    "raid",
    "support",
    "card",
    "blade",
    "casualties",
    "retreat",
    "ability",
    "westeros",
    "pick",
    "redraw",
    "tactic-card",
];

impl Reader<'_> {
    /// Warns if the plan has no legal answer to an open question.
    pub(super) fn open_questions(&mut self) {
        let mut silent = Vec::new();
        for open in self.open.iter().filter(|open| open.seat == self.seat) {
            // An answer by its key has been checked already.
            if self.plan.answers.contains_key(&open.key) {
                continue;
            }
            let Ok(question) = serde_json::from_value::<Question>(open.question.clone()) else { continue };
            let code = match consult::consult(&self.plan, self.seat, &question, self.board) {
                Says::Silent if self.needs_no_answer(open) => continue,
                Says::Silent => {
                    // A card may ask what another asks; of bids it is said what for.
                    let place = short_key(&open.key).split_once('/').filter(|_| open.kind == "bid");
                    let mut one = json!({"kind": open.kind, "place": place.map_or("", |(_, place)| place)});
                    if open.does_nothing() {
                        one["none"] = true.into();
                    }
                    if !silent.contains(&one) {
                        silent.push(one);
                    }
                    continue;
                }
                Says::Answer { value, .. }
                    if LISTED_WHOLE.contains(&open.kind.as_str())
                        && open.legal.complete
                        && !open.legal.answers.contains(&value) =>
                {
                    "plan-open-illegal"
                }
                _ => continue,
            };
            let why = Refusal::new(code).with("kind", open.kind.clone()).with("key", open.key.clone());
            self.faults.push(Fault::omission(why));
        }
        if !silent.is_empty() {
            self.faults.push(Fault::omission(Refusal::new("plan-open-silent").with("questions", silent)));
        }
    }

    /// Returns `true` for a question that may never come, or one of units that are given up where the plan names some: how many it takes
    /// hangs on who bids least.
    fn needs_no_answer(&self, open: &Open) -> bool {
        open.ahead && !LIKELY.contains(&open.kind.as_str())
            || open.kind == "disband" && !self.plan.disband.is_empty()
    }
}
