//! `picture.yaml`: the colours and patterns of houses, and the areas it names. What cannot be drawn as it says is told, since
//! the drawing itself does without.

use super::faults::{Faults, get};
use super::houses::Known;
use super::map::{Land, is_area};
use crate::picture::{Colour, Pattern};
use crate::sheet::{Node, Refusal, Span};
use std::collections::BTreeMap;

const KEYS: &[&str] = &[
    "crop",
    "crop-second",
    "rough",
    "halvings",
    "bleeds",
    "island",
    "mist",
    "beyond",
    "width",
    "unit",
    "grand",
    "short",
    "barred",
    "dashed",
    "bridges",
    "wall",
    "sides",
    "words",
    "signs",
];

pub(super) fn check(file: &Node, land: &Land, known: &Known, faults: &mut Faults) {
    faults.keys(file, "picture.yaml", &[], KEYS);
    for (area, _) in get(file, "short").map_or(&[][..], |node| faults.entries(node, "short")) {
        is_area(area, land, faults);
    }
    for area in get(file, "wall").map_or(&[][..], |node| faults.list(node, "wall")) {
        is_area(area, land, faults);
    }
    for key in ["barred", "dashed", "bridges"] {
        for pair in get(file, key).map_or(&[][..], |node| faults.list(node, key)) {
            for area in faults.list(pair, key) {
                is_area(area, land, faults);
            }
        }
    }
    if let Some(sides) = get(file, "sides") {
        liveries(sides, known, faults);
    }
}

/// Each house has a colour and a pattern of its own, so that a map can be read without colours too.
fn liveries(sides: &Node, known: &Known, faults: &mut Faults) {
    let mut seen: BTreeMap<(&str, String), Span> = BTreeMap::new();
    let mut named = Vec::new();
    for (house, side) in faults.entries(sides, "sides") {
        let id = house.text().unwrap_or_default();
        named.push(id);
        if known.houses.iter().all(|known| known != id) {
            faults.unknown(house, "house", known.houses.iter().map(String::as_str));
        }
        faults.keys(side, "a side", &["letter", "pattern", "light", "dark"], &["mark"]);
        let mut own = |what: &'static str, node: &Node, value: String, faults: &mut Faults| {
            if let Some(first) = seen.insert((what, value.clone()), node.span) {
                let why = Refusal::new("board-livery-twice").with("what", what).with("value", value);
                faults.warning(node, why.with("line", first.line));
            }
        };
        if let Some(letter) = get(side, "letter") {
            match letter.text().filter(|text| text.chars().count() == 1) {
                Some(text) => own("letter", letter, text.to_owned(), faults),
                None => faults.error(letter, Refusal::new("board-letter")),
            }
        }
        if let Some(pattern) = get(side, "pattern") {
            match pattern.text().filter(|name| Pattern::named(name).is_some()) {
                Some(name) => own("pattern", pattern, name.to_owned(), faults),
                None => faults.unknown(pattern, "pattern", Pattern::NAMES),
            }
        }
        for theme in ["light", "dark"] {
            let Some(node) = get(side, theme) else { continue };
            let pair = faults.list(node, theme);
            if pair.len() != 2 {
                faults.error(node, Refusal::new("board-colours").with("number", pair.len()));
            }
            for colour in pair {
                if colour.text().and_then(Colour::read).is_none() {
                    let said = colour.text().unwrap_or_default();
                    faults.error(colour, Refusal::new("board-colour").with("colour", said));
                }
            }
            if let Some(said) = pair.first().and_then(Node::text).filter(|said| Colour::read(said).is_some())
            {
                own(
                    if theme == "light" { "colour" } else { "dark colour" },
                    node,
                    said.to_uppercase(),
                    faults,
                );
            }
        }
    }
    for house in known.houses.iter().filter(|house| !named.contains(&house.as_str())) {
        faults.warning(sides, Refusal::new("board-livery-missing").with("house", house.as_str()));
    }
}
