//! Lists of wishes, best first, and answers with their place in the plan.

use crate::games::thrones::people::plan::model::ASK;
use crate::table::Says;
use serde_json::Value;

/// Returns an answer with its place in the plan.
pub(super) fn says(value: impl Into<Value>, path: impl Into<String>) -> Option<Says> {
    Some(Says::Answer { value: value.into(), path: path.into() })
}

/// What a list of wishes comes to.
pub(super) enum First<'a> {
    /// A wish that is possible, with its number in the list from 1.
    This(&'a str, usize),
    Ask,
}

/// Returns the first wish that is possible, or `ask` where that comes first; `None` if there is neither.
pub(super) fn first<'a>(wishes: &'a [String], possible: impl Fn(&str) -> bool) -> Option<First<'a>> {
    wishes.iter().enumerate().find_map(|(i, wish)| match wish.as_str() {
        ASK => Some(First::Ask),
        wish => possible(wish).then_some(First::This(wish, i + 1)),
    })
}
