//! How a side is asked for one of a list, and whether it uses an ability of a tactic card (B-17 to B-19).

use super::position::Position;
use crate::clerk::{Clerk, Question, Verdict};
use serde_json::Value;

/// Asks for one of a list.
pub fn ask(clerk: &mut Clerk, side: &str, kind: &str, at: &str, all: &[Value]) -> Verdict<Value> {
    clerk.ask(&Question {
        house: side,
        kind,
        at,
        legal: &|answer| all.contains(answer),
        all: &|| Some(all.to_vec()),
        pick: None,
        default: Value::Null,
        shows: Value::Null,
    })
}

/// Offers a side an ability in a battle; says what it answers and pays.
pub fn offer(
    at: &mut Position,
    clerk: &mut Clerk,
    side: &str,
    (ability, cost): (&str, u64),
    area: &str,
    choices: &[Value],
) -> Verdict<Option<String>> {
    if choices.is_empty() || !at.can_use(side, ability, cost) {
        return Ok(None);
    }
    let mut items = vec![Value::Null];
    items.extend(choices.iter().cloned());
    let place = format!("{}/{area}", ability.replace('/', "-"));
    let answer = ask(clerk, side, "pick", &place, &items)?;
    let answer = answer.as_str().map(str::to_owned);
    if answer.is_some() {
        at.use_up(side, ability, cost);
        clerk.count(ability);
    }
    Ok(answer)
}
