//! What a word such as `yes` or `none` says in answer to a message that asked one thing alone, and what is told of one that says
//! nothing.

use crate::plan::{self, Bare};
use crate::sheet::{Content, Node, Refusal, Span};
use crate::table::Open;

/// Returns a plan that says what a word does where these questions are asked; `None` if they are several, or cannot be answered by such
/// a word. `read` gives a line to the game.
pub fn answer(
    (bare, span): (Bare, Span),
    asked: &[&Open],
    read: &dyn Fn(&str) -> Option<Node>,
) -> Option<Node> {
    let [open] = asked else { return None };
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
