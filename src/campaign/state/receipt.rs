//! The contents of a receipt, kept in the secret of the entry `received` until it is mailed.

use crate::plan::{MapKind, WrittenRuling};
use crate::report::model::{Answers, Forecast, Ignored, Item, Problem, Standing, Trust, WindowState};
use crate::seal::mask;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The contents of a receipt, without the parts that all our messages have. Only its seat may read it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The message that it answers.
    pub answers: Answers,
    /// How the message proved that it is from its seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<Trust>,
    /// The plan that we will use if nothing more comes.
    pub standing: Standing,
    pub understood: Vec<Item>,
    /// The lines of the message that were ignored.
    pub ignored: Vec<Ignored>,
    /// Problems and warnings.
    pub problems: Vec<Problem>,
    /// The seal that the message made or sent, `sha256:…`.
    pub seal: Option<String>,
    /// The window that was open, with the state of its seats.
    pub window: Option<WindowState>,
    /// `true` for a plan with no answer to anything that its window asks its seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub answers_nothing: bool,
    /// `true` if such a plan speaks of what is asked all the same, without settling it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub speaks: bool,
    /// The pages that the message asks for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Wanted>,
}

impl Kept {
    /// Masks keys in everything that is quoted from the message: keys are kept only in `secrets.yaml`.
    pub(crate) fn mask_keys(&mut self) {
        for problem in &mut self.problems {
            problem.why.details.values_mut().for_each(mask_within);
            problem.suggestion = problem.suggestion.as_deref().map(mask);
        }
        self.understood.iter_mut().for_each(|item| mask_within(&mut item.what));
        self.answers.part = self.answers.part.as_deref().map(mask);
    }
}

/// Masks keys in all texts of a value, including the names of its members.
fn mask_within(value: &mut Value) {
    match value {
        Value::String(text) => *text = mask(text),
        Value::Array(all) => all.iter_mut().for_each(mask_within),
        Value::Object(all) => {
            all.values_mut().for_each(mask_within);
            if all.keys().any(|name| mask(name) != *name) {
                *all = std::mem::take(all).into_iter().map(|(name, value)| (mask(&name), value)).collect();
            }
        }
        _ => {}
    }
}

/// A page that a message asks for with `ask:`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Wanted {
    /// What we still need from which seat.
    Status,
    /// How to write to us.
    Help,
    /// Turns, rulings, disputes.
    History,
    Map {
        /// The turn whose end is shown; `None` for the present position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<u32>,
        /// The form of this map and of all that follow; `None` for no change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        form: Option<MapKind>,
    },
    /// The plan on file.
    Plan,
    Rules {
        /// The number of a chapter or a word of its name; `None` for the list of chapters.
        chapter: Option<String>,
    },
    /// What the plan in the message would do.
    Forecast(Box<Forecast>),
    /// The order sheet: for whoever asks for it, and what is still open of it with a message that is not accepted.
    Sheet {
        /// The plan that counts at present, as YAML; empty if there is none.
        plan: String,
        /// `true` for all of it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        whole: bool,
        /// Lines that were refused, whose places are shown though the plan has something there.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        wrong: Vec<String>,
    },
    /// How a result was worked out.
    Explain {
        turn: u32,
        /// The result to explain; empty for all of the turn.
        what: String,
        /// `true` if the message named no turn.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unnamed: bool,
    },
    /// What a ruling would change; only the game master asks for it.
    Ruling {
        ruling: Box<WrittenRuling>,
        /// The places of its parts in the message, for a refusal.
        spots: Vec<Spot>,
    },
    /// The game master adopts the ruling that an earlier receipt showed.
    Adopt {
        /// The number of that receipt.
        shown: u64,
    },
    /// The decisions of a turn with their keys, for the game master.
    Decisions {
        /// `None` for the present turn.
        turn: Option<u32>,
        /// `None` for all of its stages.
        stage: Option<String>,
    },
}

/// The place of a part of a ruling in the message that asks for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spot {
    /// The key or name that the part is about; `when` for the point, `dispute` for the dispute.
    pub of: String,
    /// What a refusal of the part looks like, without its reason.
    pub problem: Problem,
}
