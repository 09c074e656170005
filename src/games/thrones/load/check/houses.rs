//! `houses.yaml`: tracks, supply, House cards.

use super::faults::{Faults, get};
use super::game::Rules;
use super::map::{Land, is_area};
use crate::games::thrones::data::Track;
use crate::games::thrones::game::{AbilityRow, Edition, Hook};
use crate::games::thrones::terms::Form;
use crate::sheet::{Content, Node, Refusal, Span, fold, truth};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of houses.
#[derive(Default)]
pub(super) struct Known {
    pub houses: Vec<String>,
    /// The numbers of players with a set-up.
    pub players: Vec<u8>,
    /// Sizes of armies by level of supply.
    pub supply: Vec<Vec<u8>>,
    /// The most special orders that a house has tokens for.
    pub special: u8,
}

const NEEDED: &[&str] = &[
    "tracks",
    "power",
    "units-per-house",
    "supply-limits",
    "stars",
    "wildlings",
    "players",
    "houses",
    "abilities",
];

/// Ids that name somebody else in a campaign's mails and files.
const RESERVED: &[&str] = &["gm", "all", "stranger"];

pub(super) fn check(
    file: &Node,
    rules: &Rules,
    land: &Land,
    edition: &'static Edition,
    faults: &mut Faults,
) -> Known {
    let mut known = Known::default();
    faults.keys(file, "houses.yaml", NEEDED, &["printed-tracks", "theatres"]);
    start(file, rules.power_tokens, faults);
    let houses = get(file, "houses").map_or(&[][..], |node| faults.entries(node, "houses"));
    known.houses = houses.iter().filter_map(|(key, _)| key.text().map(str::to_owned)).collect();
    if let Some(node) = get(file, "units-per-house") {
        pool(node, rules, faults);
    }
    tracks(file, &known, faults);
    known.supply = supply(file, faults);
    wildlings(file, faults);
    let abilities = get(file, "abilities");
    let texts: BTreeSet<&str> =
        abilities.and_then(Node::entries).into_iter().flatten().filter_map(|(key, _)| key.text()).collect();
    for (ability, words) in abilities.map_or(&[][..], |node| faults.entries(node, "abilities")) {
        is_ability(ability, edition, faults);
        when(ability, words, edition, faults);
        optional(ability, words, edition, faults);
    }
    known.special = special(houses, rules);
    let mut cards = Cards { seen: BTreeMap::new(), names: BTreeMap::new(), number: 0 };
    for (key, house) in houses {
        faults.keys(
            house,
            "a house",
            &["units", "supply", "cards"],
            &["name", "pool", "orders", "power", "power-tokens"],
        );
        if let Some(id) = key.text().filter(|id| RESERVED.contains(id)) {
            faults.error(key, Refusal::new("board-reserved").with("name", id));
        }
        start(house, rules.power_tokens, faults);
        if let Some(node) = get(house, "pool") {
            pool(node, rules, faults);
        }
        for (order, number) in get(house, "orders").map_or(&[][..], |node| faults.entries(node, "orders")) {
            if rules.orders.iter().all(|known| Some(known.as_str()) != order.text()) {
                faults.unknown(order, "order", rules.orders.iter().map(String::as_str));
            }
            faults.number(number, "tokens", 0, 20);
        }
        cards.of(key, house, &texts, edition, faults);
        let home = key.text().unwrap_or_default();
        if land.areas.values().all(|area| area.home.as_ref().and_then(Node::text) != Some(home)) {
            faults.error(key, Refusal::new("board-home").with("house", home));
        }
    }
    hands(houses, faults);
    if let Some(node) = get(file, "players") {
        players(node, land, &mut known, faults);
    }
    known
}

/// Returns how many special orders the house with the most of them has.
fn special(houses: &[(Node, Node)], rules: &Rules) -> u8 {
    let usual = rules.stars.values().fold(0, |sum: u8, tokens| sum.saturating_add(*tokens));
    let own = |orders: &Node| {
        let tokens = |order: &String| get(orders, order)?.text()?.parse::<u8>().ok();
        rules.stars.keys().filter_map(tokens).fold(0, u8::saturating_add)
    };
    let of = |(_, house): &(Node, Node)| get(house, "orders").map_or(usual, own);
    houses.iter().map(of).max().unwrap_or(usual)
}

/// Tells of order tokens that nobody has.
pub(super) fn tokens(file: &Node, rules: &Rules, faults: &mut Faults) {
    let houses = get(file, "houses").and_then(Node::entries).unwrap_or_default();
    let has = |order: &str| {
        let own =
            |(_, house): &(Node, Node)| get(house, "orders").and_then(|orders| get(orders, order)).is_some();
        houses.iter().any(own)
    };
    for (order, span) in rules.missing.iter().filter(|(order, _)| !has(order)) {
        faults.warning_at(*span, Refusal::new("board-tokens-none").with("order", order.as_str()));
    }
}

/// Nobody starts with more power than there are tokens.
fn start(node: &Node, tokens: Option<u8>, faults: &mut Faults) {
    let power = faults.number_of(node, "power", 0, 50);
    let tokens = faults.number_of(node, "power-tokens", 1, 100).or(tokens);
    if let (Some(power), Some(tokens), Some(at)) = (power, tokens, get(node, "power"))
        && power > tokens
    {
        faults.error(at, Refusal::new("board-power").with("power", power).with("tokens", tokens));
    }
}

/// A pool names kinds of unit.
fn pool(node: &Node, rules: &Rules, faults: &mut Faults) {
    for (unit, number) in faults.entries(node, "units") {
        is_unit(unit, rules, faults);
        faults.number(number, "number of units", 0, 50);
    }
}

pub(super) fn is_unit(node: &Node, rules: &Rules, faults: &mut Faults) -> bool {
    let known = node.text().is_some_and(|unit| rules.units.contains_key(unit));
    if !known {
        faults.unknown(node, "kind of unit", rules.units.keys().copied());
    }
    known
}

fn is_house(node: &Node, known: &Known, faults: &mut Faults) -> bool {
    let is = node.text().is_some_and(|house| known.houses.iter().any(|known| known == house));
    if !is {
        faults.unknown(node, "house", known.houses.iter().map(String::as_str));
    }
    is
}

/// Each track names every house once.
fn tracks(file: &Node, known: &Known, faults: &mut Faults) {
    let ids = Track::ALL.map(Track::id);
    for key in ["tracks", "printed-tracks"] {
        let Some(node) = get(file, key) else { continue };
        faults.keys(node, key, if key == "tracks" { &ids } else { &[] }, &ids);
        for (track, houses) in faults.entries(node, key) {
            let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
            for house in faults.list(houses, "a track") {
                if is_house(house, known, faults)
                    && let Some(first) = seen.insert(house.text().unwrap_or_default(), house.span)
                {
                    faults.twice(house, "house", first);
                }
            }
            let missing = known.houses.iter().filter(|house| !seen.contains_key(house.as_str()));
            let missing: Vec<&str> = missing.map(String::as_str).collect();
            if key == "tracks" && !missing.is_empty() {
                let why = Refusal::new("board-track-house").with("track", track.text().unwrap_or_default());
                faults.error(track, why.with("missing", missing));
            }
        }
    }
}

/// Rows of army sizes, largest first, each level no worse than the one below.
fn supply(file: &Node, faults: &mut Faults) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    for (level, node) in get(file, "supply-limits")
        .map_or(&[][..], |node| faults.list(node, "supply-limits"))
        .iter()
        .enumerate()
    {
        let sizes = faults.list(node, "armies").iter();
        let row: Vec<u8> = sizes.filter_map(|size| faults.number(size, "size of an army", 1, 50)).collect();
        let sinks = row.windows(2).any(|two| two[0] < two[1]);
        let least = |i: usize| row.get(i).copied().unwrap_or(1);
        let worse =
            all.last().is_some_and(|below| below.iter().enumerate().any(|(i, size)| least(i) < *size));
        if sinks || worse {
            faults.error(node, Refusal::new("board-supply-row").with("level", level).with("order", sinks));
        }
        all.push(row);
    }
    all
}

/// The wildlings' track rises, and they start on it.
fn wildlings(file: &Node, faults: &mut Faults) {
    let Some(node) = get(file, "wildlings") else { return };
    faults.keys(node, "wildlings", &["track", "start"], &[]);
    let mut steps: Vec<u8> = Vec::new();
    for step in get(node, "track").map_or(&[][..], |track| faults.list(track, "track")) {
        let Some(number) = faults.number(step, "step of the wildlings", 0, 200) else { continue };
        if steps.last().is_some_and(|last| *last >= number) {
            faults.error(step, Refusal::new("board-wildlings-rise").with("step", number));
        }
        steps.push(number);
    }
    if let Some(start) = get(node, "start")
        && let Some(number) = faults.number(start, "start", 0, 200)
        && !steps.contains(&number)
    {
        faults.error(start, Refusal::new("board-wildlings-start").with("start", number).with("steps", steps));
    }
}

fn is_ability(node: &Node, edition: &'static Edition, faults: &mut Faults) {
    let known = || edition.abilities.iter().map(|row| row.id);
    if known().all(|id| Some(id) != node.text()) {
        faults.unknown(node, "ability", known());
    }
}

/// Whether a house may leave an ability is the rules' own, whatever is written there.
fn optional(ability: &Node, words: &Node, edition: &'static Edition, faults: &mut Faults) {
    let row = edition.abilities.iter().find(|row| Some(row.id) == ability.text());
    // Where there is nothing to choose in a plan, the words may still speak of what its house may do: "may retreat to any area".
    let speaks = |row: &&AbilityRow| row.form != Form::None && words.entries().is_some();
    let Some(row) = row.filter(speaks) else { return };
    let written = get(words, "optional");
    let said = written.and_then(Node::text).and_then(truth) == Some(true);
    if said != row.form.is_optional() {
        let why = Refusal::new("board-ability-optional").with("ability", row.id);
        faults.warning(written.unwrap_or(ability), why.with("optional", row.form.is_optional()));
    }
}

/// The words of an ability name the time at which the rules use it, whatever is written there.
fn when(ability: &Node, words: &Node, edition: &'static Edition, faults: &mut Faults) {
    let row = edition.abilities.iter().find(|row| Some(row.id) == ability.text());
    let (Some(row), Some(said)) = (row, get(words, "when")) else { return };
    let due = match row.hook {
        Hook::Cancel(_) => "cancel",
        Hook::Revealed(_) => "revealed",
        Hook::Strength(_)
        | Hook::Icons(_)
        | Hook::StrengthAndIcons(..)
        | Hook::Skulls(_)
        | Hook::Levels(_) => "strength",
        Hook::Decided(_) => "decided",
        Hook::StrengthAndBeaten(..) => "strength, beaten",
        Hook::Spares => "casualties",
        Hook::Escapes | Hook::Retreat => "retreat",
        Hook::Bars | Hook::Cleanup(_) | Hook::After(_) | Hook::Won(_) => "after",
        Hook::StrengthAndCleanup(..) | Hook::IconsAndCleanup(..) => "strength, after",
        Hook::Elsewhere => return,
    };
    if said.text() != Some(due) {
        let why = Refusal::new("board-ability-when").with("ability", row.id).with("due", due);
        faults.warning(said, why);
    }
}

/// Houses have as many House cards as most others, as the printed ones do.
fn hands(houses: &[(Node, Node)], faults: &mut Faults) {
    let size = |house: &Node| get(house, "cards").map_or(0, |cards| cards.members().len());
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for (_, house) in houses {
        *counts.entry(size(house)).or_default() += 1;
    }
    let Some((usual, _)) = counts.into_iter().max_by_key(|(size, houses)| (*houses, *size)) else { return };
    for (key, house) in houses.iter().filter(|(_, house)| size(house) != usual && size(house) > 0) {
        let why = Refusal::new("board-hand").with("house", key.text().unwrap_or_default());
        faults.warning(key, why.with("cards", size(house)).with("usual", usual));
    }
}

/// The strongest House card of the printed games, and the most icons of a kind on one.
const STRONGEST: u8 = 4;
const MOST_ICONS: u8 = 3;

/// The House cards so far.
struct Cards<'n> {
    seen: BTreeMap<&'n str, Span>,
    names: BTreeMap<String, Span>,
    number: usize,
}

/// The most House cards of all houses.
const MOST: usize = 128;

impl<'n> Cards<'n> {
    fn of(
        &mut self,
        key: &Node,
        house: &'n Node,
        texts: &BTreeSet<&str>,
        edition: &'static Edition,
        faults: &mut Faults,
    ) {
        let cards = get(house, "cards").map_or(&[][..], |node| faults.list(node, "cards"));
        if cards.is_empty() {
            faults.error(key, Refusal::new("board-no-cards").with("house", key.text().unwrap_or_default()));
        }
        for card in cards {
            self.number += 1;
            faults.keys(
                card,
                "a House card",
                &["id", "name", "strength"],
                &["swords", "fortifications", "skulls", "ability"],
            );
            if let Some(name) = get(card, "name")
                && let Some(text) = faults.text(name, "name")
                && let Some(first) = self.names.insert(fold(text), name.span)
            {
                faults.twice(name, "name of a House card", first);
            }
            for (what, most) in [
                ("strength", STRONGEST),
                ("swords", MOST_ICONS),
                ("fortifications", MOST_ICONS),
                ("skulls", MOST_ICONS),
            ] {
                if let (Some(number), Some(at)) = (faults.number_of(card, what, 0, 9), get(card, what))
                    && number > most
                {
                    let why = Refusal::new("board-strong").with("what", what).with("number", number);
                    faults.warning(at, why.with("most", most));
                }
            }
            if let Some((id, name)) = get(card, "id").and_then(|id| Some((id, id.text()?)))
                && let Some(first) = self.seen.insert(name, id.span)
            {
                faults.twice(id, "House card", first);
            }
            if let Some(ability) = get(card, "ability").filter(|ability| ability.content != Content::Empty) {
                is_ability(ability, edition, faults);
                let name = ability.text().unwrap_or_default();
                if !texts.contains(name) {
                    faults.warning(ability, Refusal::new("board-ability-text").with("ability", name));
                }
            }
            if self.number == MOST + 1 {
                let why = Refusal::new("board-most").with("what", "House cards").with("number", self.number);
                faults.error(card, why.with("most", MOST));
            }
        }
    }
}

/// The set-ups by number of houses.
fn players(node: &Node, land: &Land, known: &mut Known, faults: &mut Faults) {
    for (key, set_up) in faults.entries(node, "players") {
        let Some(number) = faults.number(key, "number of houses", 1, 16) else { continue };
        known.players.push(number);
        faults.keys(
            set_up,
            "a set-up",
            &["houses", "instant-win"],
            &["neutral", "stars", "forces", "closed"],
        );
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for house in get(set_up, "houses").map_or(&[][..], |node| faults.list(node, "houses")) {
            if is_house(house, known, faults)
                && let Some(first) = seen.insert(house.text().unwrap_or_default(), house.span)
            {
                faults.twice(house, "house", first);
            }
        }
        if seen.len() != usize::from(number) {
            let why = Refusal::new("board-houses").with("houses", seen.len()).with("players", number);
            faults.error(key, why);
        }
        for house in get(set_up, "neutral").map_or(&[][..], |node| faults.list(node, "neutral")) {
            is_house(house, known, faults);
        }
        for (area, force) in get(set_up, "forces").map_or(&[][..], |node| faults.entries(node, "forces")) {
            is_area(area, land, faults);
            faults.number(force, "strength of a force", 1, 100);
        }
        for area in get(set_up, "closed").map_or(&[][..], |node| faults.list(node, "closed")) {
            is_area(area, land, faults);
        }
        if let Some(win) = get(set_up, "instant-win")
            && let Some(wins) = faults.number(win, "instant-win", 1, 100)
            && usize::from(wins) > land.structures()
        {
            let why = Refusal::new("board-win").with("number", wins).with("areas", land.structures());
            faults.error(win, why);
        }
    }
    known.players.sort_unstable();
}
