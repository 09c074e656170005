//! `map.yaml`: areas, borders, rivers.

use super::faults::{Faults, get};
use super::game::Rules;
use crate::sheet::{Node, Refusal, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Land,
    Sea,
    Port,
}

/// An area as written.
pub(super) struct AreaAt {
    pub span: Span,
    pub kind: Kind,
    pub name: String,
    pub code: String,
    pub structure: bool,
    pub home: Option<Node>,
    /// How many it has, and where that is written.
    pub barrels: Option<(u8, Span)>,
}

/// A pair of areas, the earlier id first.
pub(super) type Pair = (String, String);

pub(super) fn pair(one: &str, other: &str) -> Pair {
    if one <= other { (one.to_owned(), other.to_owned()) } else { (other.to_owned(), one.to_owned()) }
}

/// The areas and what joins or divides them.
#[derive(Default)]
pub(super) struct Land {
    pub areas: BTreeMap<String, AreaAt>,
    /// Borders, with where each is written.
    pub borders: BTreeMap<Pair, Span>,
    pub rivers: BTreeMap<Pair, Span>,
    /// Borders that the chart need not show.
    pub links: BTreeSet<Pair>,
}

impl Land {
    /// Returns the areas with a castle or stronghold.
    pub(super) fn structures(&self) -> usize {
        self.areas.values().filter(|area| area.structure).count()
    }

    pub(super) fn name(&self, id: &str) -> String {
        self.areas.get(id).map_or_else(|| id.to_owned(), |area| area.name.clone())
    }
}

/// The most areas of a board.
const MOST: usize = 128;

pub(super) fn check(file: &Node, rules: &Rules, faults: &mut Faults) -> Land {
    let mut land = Land::default();
    faults.keys(file, "map.yaml", &["areas", "borders"], &["links", "rivers", "river-banks", "chart"]);
    let areas = get(file, "areas").map_or(&[][..], |node| faults.list(node, "areas"));
    let (mut names, mut codes) = (BTreeMap::new(), BTreeMap::new());
    for node in areas {
        area(node, rules, &mut land, (&mut names, &mut codes), faults);
    }
    if let Some(beyond) = areas.get(MOST) {
        let why = Refusal::new("board-most").with("what", "areas").with("number", areas.len());
        faults.error(beyond, why.with("most", MOST));
    }
    for node in areas {
        port(node, &land, faults);
    }
    let entries = get(file, "borders").map_or(&[][..], |node| faults.entries(node, "borders"));
    for (from, to) in entries {
        for other in faults.list(to, "borders") {
            border(from, other, &mut land, faults);
        }
    }
    for (key, what) in [("links", "links"), ("rivers", "rivers")] {
        for node in get(file, key).map_or(&[][..], |node| faults.list(node, what)) {
            let [one, other] = faults.list(node, what) else {
                let why = Refusal::new("board-form").with("what", what).with("form", "[area, area]");
                faults.error(node, why);
                continue;
            };
            if key == "links" {
                border(one, other, &mut land, faults);
                let texts = one.text().zip(other.text());
                land.links.extend(texts.map(|(one, other)| pair(one, other)));
            } else {
                river(one, other, &mut land, faults);
            }
        }
    }
    for bank in get(file, "river-banks").map_or(&[][..], |node| faults.list(node, "river-banks")) {
        is_area(bank, &land, faults);
    }
    sides(&land, faults);
    land
}

type Seen<'s, 'n> = (&'s mut BTreeMap<String, Span>, &'s mut BTreeMap<&'n str, Span>);

fn area<'n>(node: &'n Node, rules: &Rules, land: &mut Land, seen: Seen<'_, 'n>, faults: &mut Faults) {
    let others = ["structure", "barrels", "crowns", "neutral", "garrison", "port-of", "home", "also"];
    faults.keys(node, "an area", &["id", "name", "kind", "code"], &others);
    for key in ["barrels", "crowns", "neutral", "garrison"] {
        faults.number_of(node, key, 0, 30);
    }
    let kind = match get(node, "kind").map(|kind| (kind, kind.text())) {
        Some((_, Some("land"))) => Kind::Land,
        Some((_, Some("sea"))) => Kind::Sea,
        Some((_, Some("port"))) => Kind::Port,
        Some((kind, _)) => {
            faults.unknown(kind, "kind of area", ["land", "sea", "port"]);
            Kind::Land
        }
        None => Kind::Land,
    };
    let (names, codes) = seen;
    if let Some((name, text)) = get(node, "name").and_then(|name| Some((name, name.text()?)))
        && let Some(first) = names.insert(crate::sheet::fold(text), name.span)
    {
        faults.twice(name, "name", first);
    }
    let code = get(node, "code").and_then(|code| Some((code, code.text()?)));
    if let Some((code, text)) = code {
        if text.chars().count() != 2 || text == ".." || text.contains(char::is_whitespace) {
            faults.error(code, Refusal::new("board-code").with("code", text));
        }
        if let Some(first) = codes.insert(text, code.span) {
            faults.twice(code, "code", first);
        }
    }
    let structure =
        get(node, "structure").filter(|structure| !matches!(structure.text(), None | Some("none")));
    if let Some(structure) = structure
        && rules.structures.iter().all(|known| Some(known.as_str()) != structure.text())
    {
        faults.unknown(structure, "structure", rules.structures.iter().map(String::as_str));
    }
    for key in ["structure", "barrels", "crowns", "neutral", "garrison", "home"] {
        if kind != Kind::Land
            && let Some(value) = get(node, key).filter(|value| !matches!(value.text(), None | Some("0")))
        {
            faults.error(value, Refusal::new("board-not-at-sea").with("key", key));
        }
    }
    let Some(id) = get(node, "id") else { return };
    let Some(text) = faults.text(id, "id") else { return };
    let at = AreaAt {
        span: id.span,
        kind,
        name: get(node, "name").and_then(Node::text).unwrap_or(text).to_owned(),
        code: code.map(|(_, text)| text.to_owned()).unwrap_or_default(),
        structure: structure.is_some(),
        home: get(node, "home").filter(|home| home.text().is_some()).cloned(),
        barrels: get(node, "barrels").and_then(|at| Some((at.text()?.parse().ok()?, at.span))),
    };
    if let Some(first) = land.areas.get(text) {
        faults.twice(id, "area", first.span);
        return;
    }
    land.areas.insert(text.to_owned(), at);
}

/// A port belongs to a land area; nothing else does.
fn port(node: &Node, land: &Land, faults: &mut Faults) {
    let is_port = get(node, "kind").and_then(Node::text) == Some("port");
    let of = get(node, "port-of");
    let is_land =
        |of: &Node| of.text().and_then(|id| land.areas.get(id)).is_some_and(|area| area.kind == Kind::Land);
    match (is_port, of) {
        (true, Some(of)) if !is_land(of) => {
            let all = land.areas.iter().filter(|(_, area)| area.kind == Kind::Land);
            faults.unknown(of, "land area", all.map(|(id, _)| id.as_str()));
        }
        (true, None) => faults.error(node, Refusal::new("board-port-land")),
        (false, Some(of)) => faults.error(of, Refusal::new("board-port-land")),
        _ => {}
    }
}

pub(super) fn is_area(node: &Node, land: &Land, faults: &mut Faults) -> bool {
    let known = node.text().is_some_and(|id| land.areas.contains_key(id));
    if !known {
        faults.unknown(node, "area", land.areas.keys().map(String::as_str));
    }
    known
}

fn border(from: &Node, to: &Node, land: &mut Land, faults: &mut Faults) {
    if !(is_area(from, land, faults) & is_area(to, land, faults)) {
        return;
    }
    let (one, other) = (from.text().unwrap_or_default(), to.text().unwrap_or_default());
    let names = |code| Refusal::new(code).with("one", land.name(one)).with("other", land.name(other));
    if one == other {
        return faults.error(to, names("board-border-self"));
    }
    if let Some(first) = land.borders.get(&pair(one, other)) {
        return faults.error(to, names("board-border-twice").with("line", first.line));
    }
    land.borders.insert(pair(one, other), to.span);
}

fn river(one: &Node, other: &Node, land: &mut Land, faults: &mut Faults) {
    if !(is_area(one, land, faults) & is_area(other, land, faults)) {
        return;
    }
    let (first, second) = (one.text().unwrap_or_default(), other.text().unwrap_or_default());
    let both = pair(first, second);
    if let Some(border) = land.borders.get(&both) {
        let why = Refusal::new("board-river-border").with("line", border.line);
        faults.error(other, why.with("one", land.name(first)).with("other", land.name(second)));
    }
    land.rivers.insert(both, other.span);
}

/// Every area has a border; a port has one, with a sea.
fn sides(land: &Land, faults: &mut Faults) {
    for (id, area) in &land.areas {
        let near: Vec<&str> =
            land.borders.keys().filter_map(|(one, other)| other_of(id, one, other)).collect();
        let name = || Refusal::new("board-alone").with("area", area.name.as_str());
        let seas = near.iter().filter(|id| land.areas.get(**id).is_some_and(|area| area.kind == Kind::Sea));
        match area.kind {
            Kind::Port if (near.len(), seas.count()) != (1, 1) => {
                let why = Refusal::new("board-port-sea").with("area", area.name.as_str());
                faults.error_at(area.span, why.with("number", near.len()));
            }
            Kind::Port => {}
            _ if near.is_empty() => faults.error_at(area.span, name()),
            _ => {}
        }
    }
}

fn other_of<'p>(id: &str, one: &'p str, other: &'p str) -> Option<&'p str> {
    match (one == id, other == id) {
        (true, _) => Some(other),
        (_, true) => Some(one),
        _ => None,
    }
}
