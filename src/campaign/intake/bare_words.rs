//! What a word such as `yes` or `none` says in answer to a message that asked one thing alone, and what is told of one that says
//! nothing.

use crate::plan::{self, Bare};
use crate::sheet::{Content, Node, Refusal, Span};
use crate::table::Open;

/// Returns a plan that says what a word does where these questions are asked; `None` if they cannot be answered by such a word. Of several,
/// the game knows whether nothing can be said to all that it could be said to. `read` gives a line to the game.
pub fn answer(
    (bare, span): (Bare, Span),
    asked: &[&Open],
    read: &dyn Fn(&str) -> Option<Node>,
) -> Option<Node> {
    let [open] = asked else {
        return Some(bare)
            .filter(|bare| *bare == Bare::Nothing && !asked.is_empty())
            .and_then(|_| read(plan::nothing()));
    };
    if open.default.is_boolean() && matches!(bare, Bare::Yes | Bare::No) {
        let text = |text: &str| Node { span, content: Content::Text(text.to_owned()) };
        let map = |key: &str, value: Node| Node { span, content: Content::Map(vec![(text(key), value)]) };
        let said = if bare == Bare::Yes { "yes" } else { "no" };
        return Some(map("answers", map(&open.key, text(said))));
    }
    // What "none" means is the game's to say; so are "no" and "yes".
    match bare {
        Bare::No | Bare::Nothing => read(plan::nothing()),
        Bare::Yes => read("yes"),
        Bare::Ready | Bare::Done => None,
    }
}

/// Returns why a word says nothing, in answer to a message that asks so many things.
pub fn refusal(bare: Bare, word: &str, asked: usize) -> Refusal {
    let why = |code: &'static str| Refusal::new(code).with("word", word.trim());
    match bare {
        Bare::Ready | Bare::Done => why("word-ready"),
        Bare::Nothing => why("word-nothing"),
        Bare::Yes | Bare::No => why("word-unclear").with("asked", asked),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::plain;
    use crate::table::{Listing, Seat};
    use serde_json::{Value, json};

    fn open(default: Value) -> Open {
        Open {
            seat: Seat(0),
            key: "1/bid/ash".to_owned(),
            kind: "bid".to_owned(),
            question: Value::Null,
            legal: Listing { answers: Vec::new(), complete: true },
            default,
            ahead: false,
        }
    }

    /// "Yes" and "no" answer a question of yes or no; what they mean elsewhere, and what the other words mean, is the game's to say.
    #[test]
    fn only_a_question_of_yes_or_no_is_answered_by_either() {
        let (either, bid) = (open(json!(false)), open(json!(0)));
        let span = Span { line: 1, column: 1, length: 1 };
        let said = |bare: Bare, asked: &[&Open]| {
            let read = |text: &str| Some(Node { span, content: Content::Text(format!("read {text}")) });
            answer((bare, span), asked, &read).map_or(Value::Null, |node| plain(&node))
        };
        let none = format!("read {}", plan::nothing());
        for (bare, to_either, to_bid) in [
            (Bare::Yes, json!({"answers": {"1/bid/ash": true}}), json!("read yes")),
            (Bare::No, json!({"answers": {"1/bid/ash": false}}), json!(none)),
            (Bare::Nothing, json!(none), json!(none)),
            (Bare::Ready, Value::Null, Value::Null),
            (Bare::Done, Value::Null, Value::Null),
        ] {
            let of = |value: Value| match &value["answers"]["1/bid/ash"] {
                Value::String(text) => json!({"answers": {"1/bid/ash": text == "yes"}}),
                _ => value,
            };
            assert_eq!(of(said(bare, &[&either])), to_either, "{bare:?}");
            assert_eq!(said(bare, &[&bid]), to_bid, "{bare:?}");
            let several = if bare == Bare::Nothing { json!(none) } else { Value::Null };
            assert_eq!(said(bare, &[&either, &bid]), several, "{bare:?}");
            assert_eq!(said(bare, &[]), Value::Null, "{bare:?}");
        }
    }
}
