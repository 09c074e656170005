//! Tactic cards: the deck, the card of the round, and what is done with their abilities. Rules: BW, Planning; Tactic cards.

use super::wishes::says;
use crate::games::thrones::data::NorthData;
use crate::games::thrones::people::plan::language::NONE;
use crate::games::thrones::people::plan::model::{ASK, Plan, Wish};
use crate::games::thrones::people::plan::northern::{DECK, Use};
use crate::table::Says;
use serde_json::{Value, json};

/// What `pick` is about in the tactic step: which ability is used next.
pub(super) const NEXT: &str = "tactic";

/// The only thing to choose of an ability that leaves nothing to choose but whether it is used.
const USE: &str = "use";

/// Returns the deck of the game. A plan that leaves a choice of objective cards open is silent.
pub(super) fn deck(plan: &Plan, objectives: &[String]) -> Option<Says> {
    let north = &plan.north;
    if north.deck.is_empty() {
        return None;
    }
    let mut deck = json!({"cards": north.deck});
    if !objectives.is_empty() {
        deck["objective"] = north.objective.clone()?.into();
    }
    says(deck, format!("tactics.{DECK}"))
}

/// Returns the first card wished for that is in the hand.
pub(super) fn card(plan: &Plan, hand: &[String]) -> Option<Says> {
    let (i, card) = plan.north.cards.iter().enumerate().find(|(_, card)| hand.contains(card))?;
    let path = if plan.north.cards.len() == 1 { "tactic".to_owned() } else { format!("tactic.{}", i + 1) };
    says(card.as_str(), path)
}

/// Returns the ability that is used next in the tactic step: the first in the order of the plan; none if all that could be
/// used are said to be left.
pub(super) fn next(plan: &Plan, items: &[Value]) -> Option<Says> {
    let wished = |one: &&Use| one.wish != Wish::Use(false) && items.iter().any(|item| *item == one.ability);
    if let Some(one) = plan.north.abilities.iter().find(wished) {
        if asks(&one.wish) {
            return Some(Says::Ask);
        }
        return says(one.ability.as_str(), path(one));
    }
    let left = |item: &Value| {
        plan.north.abilities.iter().find(|one| one.wish == Wish::Use(false) && *item == one.ability)
    };
    let mut offered = items.iter().filter(|item| !item.is_null()).map(left).peekable();
    let first = offered.peek().copied().flatten()?;
    offered.all(|one| one.is_some()).then(|| says(Value::Null, path(first))).flatten()
}

/// Returns what a plan says to a question of an ability: `what` begins with the card and its letter. `None` also where the
/// question is none of an ability.
pub(super) fn ability(plan: &Plan, printed: Option<&NorthData>, what: &str, items: &[Value]) -> Option<Says> {
    let one = wish(plan, printed, what)?;
    let nothing = items.iter().find(|item| item.is_null());
    let mut some = items.iter().filter(|item| !item.is_null());
    let only = some.next().filter(|_| some.next().is_none());
    match &one.wish {
        Wish::Use(false) => says(nothing?.clone(), path(one)),
        // Where there is more to choose than one thing, "always" does not say which.
        Wish::Use(true) => says(only?.clone(), path(one)),
        Wish::Choose(wishes) => {
            for (i, wish) in wishes.iter().enumerate() {
                if wish == ASK {
                    return Some(Says::Ask);
                }
                if let Some(item) = items.iter().find(|item| is_it(wish, item)) {
                    return says(item.clone(), format!("{}.{}", path(one), i + 1));
                }
            }
            // What it is used on is asked next.
            says(only.filter(|item| *item == USE)?.clone(), path(one))
        }
    }
}

fn asks(wish: &Wish) -> bool {
    matches!(wish, Wish::Choose(wishes) if wishes.first().is_some_and(|first| first == ASK))
}

fn is_it(wish: &str, item: &Value) -> bool {
    match item {
        Value::Null => wish == NONE,
        Value::String(id) => wish == id,
        Value::Number(number) => number.to_string() == wish,
        _ => false,
    }
}

fn path(one: &Use) -> String {
    format!("tactics.{}", one.ability)
}

/// Returns what a plan wants of the ability that a question is about.
pub(super) fn wish<'p>(plan: &'p Plan, printed: Option<&NorthData>, what: &str) -> Option<&'p Use> {
    let of = |one: &&Use| {
        let (card, letter) = one.ability.split_once('/').unwrap_or_default();
        let rest = what.strip_prefix(card).and_then(|rest| rest.strip_prefix('-'));
        let rest = rest.and_then(|rest| rest.strip_prefix(letter));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    printed?;
    plan.north.abilities.iter().find(of)
}
