//! What a receipt says, as it is kept in the ledger's secret until it is mailed.

use crate::report::model::{Answers, Forecast, Ignored, Item, Problem, Standing, Trust, WindowState};
use crate::seal::mask;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A receipt but for what every mail has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The mail it answers.
    pub answers: Answers,
    /// By what it was known to speak for its seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<Trust>,
    /// What will be used if nothing more comes.
    pub standing: Standing,
    /// What was understood.
    pub understood: Vec<Item>,
    /// What was passed over.
    pub ignored: Vec<Ignored>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The seal.
    pub seal: Option<String>,
    /// The open window.
    pub window: Option<WindowState>,
    /// What it asks for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Wanted>,
}

impl Kept {
    /// Takes keys out of what is quoted from the mail: they are kept nowhere but where they are made.
    pub(crate) fn mask_keys(&mut self) {
        for problem in &mut self.problems {
            problem.why.details.values_mut().for_each(mask_within);
            problem.suggestion = problem.suggestion.as_deref().map(mask);
        }
        self.understood.iter_mut().for_each(|item| mask_within(&mut item.what));
        self.answers.part = self.answers.part.as_deref().map(mask);
    }
}

/// Takes keys out of all texts of a value, names of members among them.
fn mask_within(value: &mut Value) {
    match value {
        Value::String(text) => *text = mask(text),
        Value::Array(all) => all.iter_mut().for_each(mask_within),
        Value::Object(all) => {
            let masked = std::mem::take(all).into_iter().map(|(name, mut value)| {
                mask_within(&mut value);
                (mask(&name), value)
            });
            *all = masked.collect();
        }
        _ => {}
    }
}

/// What a mail asks for, as it is kept with its receipt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Wanted {
    /// Whose move it is.
    Status,
    /// How to write to us.
    Help,
    /// Turns, rulings, disputes.
    History,
    /// The board.
    Map,
    /// The rules.
    Rules {
        /// A chapter by its number or a word of its name; the list of them if none is named.
        chapter: Option<String>,
    },
    /// What the mail's own plan would come to.
    Forecast(Box<Forecast>),
    /// How a result came about.
    Explain {
        /// The turn.
        turn: u32,
        /// What of it; empty for all.
        what: String,
    },
}
