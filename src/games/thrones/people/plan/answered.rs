//! Answers by the key of their question beside sections about the same thing: when two plans are merged, the one that was sent later
//! decides. An answer counts before the sections of its plan, so what is left of it would hide all that is sent afterwards.

use super::keys::short_key;
use super::language::{self, SECTIONS, Section};
use super::model::{Build, Plan, Tactics};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Takes from an older plan what a newer one says anew: answers that its sections speak of, and sections that its answers speak of. An
/// answer that speaks of more than the newer plan becomes the section it stands for, so that the rest of it is kept.
pub(super) fn settle(old: &mut Plan, new: &Plan, emptied: &BTreeSet<String>) {
    let emptied: Vec<Section> =
        emptied.iter().filter_map(|word| language::names(SECTIONS).known(word)).collect();
    for (key, answer) in std::mem::take(&mut old.answers) {
        let (kind, about) = parts(&key);
        if is_emptied(kind, &emptied) {
            continue;
        }
        match kind {
            "orders" if new.orders.is_some() || !new.no_order.is_empty() => {
                if let Ok(orders) = serde_json::from_value::<BTreeMap<String, String>>(answer) {
                    old.orders = Some(orders);
                    old.no_order.clear();
                    old.implied.clear();
                }
            }
            "muster" if about.is_empty() && new.muster.is_some() => {
                if let Ok(builds) = serde_json::from_value::<Vec<Build>>(answer) {
                    old.muster = Some(builds);
                    old.no_muster.clear();
                }
            }
            _ if is_said_anew(new, kind, &about, &answer) => {}
            _ => {
                old.answers.insert(key, answer);
            }
        }
    }
    for (key, answer) in &new.answers {
        let (kind, about) = parts(key);
        match kind {
            "orders" => (old.orders, old.no_order) = (None, BTreeSet::new()),
            "muster" if about.is_empty() => (old.muster, old.no_muster) = (None, BTreeSet::new()),
            "bid" => old.bids.retain(|auction, _| !about.contains(&auction.as_str())),
            "reward" => old.reward = None,
            "raven" => (old.raven, old.look) = (None, None),
            "march" => old.marches.retain(|march| answer["from"] != *march.from),
            "raid" => old.raids.retain(|raid| answer["from"] != *raid.from),
            _ => {}
        }
    }
}

/// Returns the kind of a question, and what it is about.
fn parts(key: &str) -> (&str, Vec<&str>) {
    let mut parts = short_key(key).split('/');
    (parts.next().unwrap_or_default(), parts.collect())
}

/// Returns `true` for an answer to what a section is about of which nothing is wanted any longer.
fn is_emptied(kind: &str, emptied: &[Section]) -> bool {
    let of = match kind {
        "bid" => Section::Bids,
        "tie" => Section::Ties,
        "disband" => Section::Disband,
        "westeros" => Section::Choices,
        "raid" => Section::Raids,
        "march" => Section::Marches,
        "card" | "blade" | "casualties" | "retreat" | "redraw" => Section::Battle,
        "ability" => Section::Abilities,
        _ => return false,
    };
    emptied.contains(&of)
}

/// Returns `true` if a section of a newer plan says what an older one has answered by the question's key.
fn is_said_anew(new: &Plan, kind: &str, about: &[&str], answer: &Value) -> bool {
    // What is said of all battles leaves an answer about one of them, as it leaves a section about one.
    let in_battle = |says: fn(&Tactics) -> bool| {
        new.battle.at.iter().any(|(area, tactics)| about.contains(&area.as_str()) && says(tactics))
    };
    match kind {
        "bid" => new.bids.keys().any(|auction| about.contains(&auction.as_str())),
        "tie" => !new.ties.is_empty(),
        "muster" => new.muster.is_some(),
        "disband" => !new.disband.is_empty(),
        "reward" => new.reward.is_some(),
        "westeros" => new.choices.keys().any(|card| about.contains(&card.as_str())),
        "raven" => new.raven.is_some() || new.look.is_some(),
        "march" => new.marches.iter().any(|march| answer["from"] == *march.from),
        "raid" => new.raids.iter().any(|raid| answer["from"] == *raid.from),
        "support" => new.support.at.keys().any(|area| about.contains(&area.as_str())),
        "card" => in_battle(|tactics| !tactics.cards.is_empty()),
        "blade" => in_battle(|tactics| tactics.blade.is_some()),
        "casualties" => in_battle(|tactics| !tactics.lose.is_empty()),
        "retreat" => in_battle(|tactics| !tactics.retreat.is_empty()),
        "redraw" => in_battle(|tactics| tactics.redraw.is_some()),
        "ability" => new.abilities.keys().any(|card| about.contains(&card.as_str())),
        _ => false,
    }
}
