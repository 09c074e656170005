//! `game.yaml`: kinds of unit, order tokens, numbers.

use super::faults::{Faults, get};
use crate::games::thrones::data::{OrderKind, Unit};
use crate::sheet::{Node, Refusal, Span, truth};
use std::collections::BTreeMap;

/// What the other files are held against.
#[derive(Default)]
pub(super) struct Rules {
    /// Kinds of unit, and whether they go to sea.
    pub units: BTreeMap<&'static str, bool>,
    /// Order tokens by id.
    pub orders: Vec<String>,
    /// Of these, the special ones, with how many of each a house has.
    pub stars: BTreeMap<String, u8>,
    /// Those of which a house has none, with where that is written.
    pub missing: BTreeMap<String, Span>,
    /// Kinds of castle or stronghold.
    pub structures: Vec<String>,
    /// The power tokens of a house.
    pub power_tokens: Option<u8>,
}

const KEYS: &[&str] = &["id", "title", "turns", "power-tokens", "units", "structures", "orders"];

pub(super) fn check(file: &Node, ids: &[&str], faults: &mut Faults) -> Rules {
    let mut rules = Rules::default();
    if let Some(id) = get(file, "id").filter(|id| ids.iter().all(|known| Some(*known) != id.text())) {
        faults.unknown(id, "game with such a board", ids.iter().copied());
    }
    faults.keys(file, "game.yaml", KEYS, &["port-capacity"]);
    faults.number_of(file, "turns", 1, 30);
    rules.power_tokens = faults.number_of(file, "power-tokens", 1, 100);
    faults.number_of(file, "port-capacity", 1, 20);
    if let Some(node) = get(file, "units") {
        units(node, &mut rules, faults);
    }
    for (key, value) in get(file, "structures").map_or(&[][..], |node| faults.entries(node, "structures")) {
        match key.text() {
            Some(id @ ("stronghold" | "castle" | "city")) => rules.structures.push(id.to_owned()),
            _ => faults.unknown(key, "structure", ["stronghold", "castle"]),
        }
        faults.number(value, "mustering points", 0, 9);
    }
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for order in get(file, "orders").map_or(&[][..], |node| faults.list(node, "orders")) {
        faults.keys(order, "an order", &["id", "kind", "bonus", "tokens"], &["star"]);
        let tokens = faults.number_of(order, "tokens", 0, 20);
        faults.number_of(order, "bonus", -9, 9);
        if let Some(kind) = get(order, "kind")
            && OrderKind::ALL.iter().all(|known| Some(known.id()) != kind.text())
        {
            faults.unknown(kind, "kind of order", OrderKind::ALL.map(OrderKind::id));
        }
        if let Some(id) = get(order, "id")
            && let Some(name) = faults.text(id, "id")
        {
            match seen.insert(name, id.span) {
                Some(first) => faults.twice(id, "order", first),
                None => rules.orders.push(name.to_owned()),
            }
            let star = get(order, "star").and_then(Node::text).and_then(truth) == Some(true);
            if let Some(tokens) = tokens.filter(|_| star) {
                rules.stars.insert(name.to_owned(), tokens);
            }
            if let (Some(0), Some(at)) = (tokens, get(order, "tokens")) {
                rules.missing.insert(name.to_owned(), at.span);
            }
        }
    }
    rules
}

fn units(node: &Node, rules: &mut Rules, faults: &mut Faults) {
    for (key, value) in faults.entries(node, "units") {
        let Some(unit) = key.text().and_then(Unit::from_id) else {
            faults.unknown(key, "kind of unit", Unit::ALL.map(Unit::id));
            continue;
        };
        faults.keys(
            value,
            unit.id(),
            &["strength", "price", "moves"],
            &["upgrades", "upgrade-price", "retreats"],
        );
        faults.number_of(value, "strength", 0, 20);
        faults.number_of(value, "price", 0, 20);
        faults.number_of(value, "upgrade-price", 0, 20);
        let moves = get(value, "moves");
        if let Some(moves) = moves.filter(|moves| !matches!(moves.text(), Some("land" | "sea"))) {
            faults.unknown(moves, "terrain", ["land", "sea"]);
        }
        rules.units.insert(unit.id(), moves.and_then(Node::text) == Some("sea"));
        if let Some(upgrades) = get(value, "upgrades")
            && get(node, upgrades.text().unwrap_or_default()).is_none()
        {
            let known = node.entries().into_iter().flatten().filter_map(|(key, _)| key.text());
            faults.unknown(upgrades, "kind of unit", known);
        }
        if get(value, "upgrades").is_some() != get(value, "upgrade-price").is_some() {
            let missing = if get(value, "upgrades").is_some() { "upgrade-price" } else { "upgrades" };
            faults.error(key, Refusal::new("board-no-key").with("key", missing).with("what", unit.id()));
        }
    }
}
