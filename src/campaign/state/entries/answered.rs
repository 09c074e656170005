//! The entry `answered`: an answer for everybody to read, and a secret of its seat.

use super::base::SeatId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The body of `answered`: the answer to a question. Secret: [`Beside`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub seat: SeatId,
    pub key: String,
    pub kind: String,
    pub answer: Value,
    /// `true` if the rules keep the answer a secret of the seat: the body then has null in its place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Where the answer came from. The body leaves out the place in the plan, which is a secret of the seat.
    pub source: From,
    /// The entry that gave the same answer on a replaced timeline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<u64>,
    /// What the seat's newest plan says to the question and cannot have. The body leaves it out; it is a secret of the seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<Unmet>,
}

/// Something that a plan says and cannot have.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Unmet {
    /// The code of the game's refusal, such as `muster-breaks-supply`.
    pub code: String,
    /// The values that the text of the refusal needs.
    pub details: Value,
}

/// The secret of [`Answer`], for its seat alone. Every answer has one, even an empty one: otherwise its presence would show
/// that an answer of the plan was skipped.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Beside {
    /// Where in the plan the answer is; `None` if no plan gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The answer itself, if the rules keep it secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Value>,
    /// The answer of the plan that was skipped before this one; `None` if none was.
    #[serde(flatten)]
    pub unusable: Option<Unusable>,
    /// What the newest plan says and cannot have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<Unmet>,
}

/// The source of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum From {
    Plan {
        /// The window it was sent in.
        window: String,
        /// Where in the plan the answer is; empty if this copy of the ledger does not say.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        path: String,
    },
    /// The steward's plan for an absent seat.
    Steward {
        /// The window it was made for.
        window: String,
        /// Where in the plan the answer is; empty if this copy of the ledger does not say.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        path: String,
    },
    /// The rules' default.
    Default {
        /// `pace`, `guess`, or a reason of `silent` in [`WindowStep::Closed`](super::WindowStep::Closed).
        why: String,
    },
    Ruling {
        number: u64,
    },
}

/// An answer of a plan that could not be used and was skipped.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Unusable {
    /// The answer as the plan gives it.
    pub answer: Value,
    /// The code of the game's refusal, such as `card-used`.
    pub code: String,
    /// The values that the text of the refusal needs.
    pub details: Value,
}

impl Answer {
    /// Moves what only the seat may know out of the answer and returns it as the secret; `self` is then the body.
    #[must_use]
    pub fn part(&mut self, unusable: Option<Unusable>) -> Beside {
        let path = match &mut self.source {
            From::Plan { path, .. } | From::Steward { path, .. } => Some(std::mem::take(path)),
            _ => None,
        };
        let kept = self.hidden.then(|| std::mem::take(&mut self.answer));
        Beside { path, kept, unusable, unmet: std::mem::take(&mut self.unmet) }
    }
}

impl From {
    /// Returns the source in one word, for tables: `plan`, `default`, `steward`, `ruling`.
    pub fn word(&self) -> &'static str {
        match self {
            From::Plan { .. } => "plan",
            From::Steward { .. } => "steward",
            From::Default { .. } => "default",
            From::Ruling { .. } => "ruling",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::Line;
    use super::*;
    use crate::ledger::Kind;
    use chrono::DateTime;
    use serde_json::json;

    fn read(body: Value, secret: Option<Value>) -> (Answer, Option<Unusable>) {
        let line = Line {
            seq: 1,
            at: DateTime::UNIX_EPOCH,
            kind: Kind::Answered,
            body: &body,
            secret: secret.as_ref(),
        };
        line.answer().unwrap()
    }

    fn body(source: Value) -> Value {
        json!({"seat": "stark", "key": "1/x", "kind": "card", "answer": "eddard", "source": source})
    }

    #[test]
    fn the_place_in_a_plan_goes_into_the_secret_and_comes_back() {
        let whole = body(json!({"from": "plan", "window": "1-planning", "path": "battle.when.2"}));
        let mut answer: Answer = serde_json::from_value(whole).unwrap();
        let before = answer.clone();
        let unusable = Unusable { answer: json!("robb"), code: "card-used".into(), details: json!({}) };
        let beside = answer.part(Some(unusable.clone()));
        let public = serde_json::to_value(&answer).unwrap();
        assert_eq!(public, body(json!({"from": "plan", "window": "1-planning"})), "nothing of the path");
        let secret = serde_json::to_value(&beside).unwrap();
        assert_eq!(read(public.clone(), Some(secret)), (before, Some(unusable)));
        assert_eq!(read(public, None), (answer, None), "a copy without the secret");
    }

    #[test]
    fn an_answer_that_the_rules_keep_secret_is_not_in_the_body() {
        let mut whole = body(json!({"from": "default", "why": "hold"}));
        whole["hidden"] = json!(true);
        let mut answer: Answer = serde_json::from_value(whole).unwrap();
        let before = answer.clone();
        let beside = answer.part(None);
        let public = serde_json::to_value(&answer).unwrap();
        assert_eq!((&public["answer"], &public["hidden"]), (&Value::Null, &json!(true)));
        assert_eq!(read(public, Some(serde_json::to_value(&beside).unwrap())), (before, None));
    }

    #[test]
    fn an_answer_of_which_nothing_is_secret_has_a_secret_all_the_same() {
        let mut answer: Answer =
            serde_json::from_value(body(json!({"from": "default", "why": "hold"}))).unwrap();
        assert_eq!(serde_json::to_value(answer.part(None)).unwrap(), json!({}));
    }
}
