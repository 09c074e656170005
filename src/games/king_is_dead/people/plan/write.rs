//! Writes a plan as a player would type it.

use super::language::{length_words, summon_words, where_words, words};
use super::model::{Condition, Entry, Otherwise, Place, Plan, What, Where, Wish};
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::language::{Instead, Key};
use crate::games::king_is_dead::data::{Card, Faction, World};
use std::fmt::Write;

/// Writes a plan as YAML with the names that people use, beginning with `plan:`. Read against the same position, it is
/// the same plan again.
pub fn to_yaml(plan: &Plan, board: &Board) -> String {
    let world = &board.world;
    let mut text = String::from("plan:\n");
    // Writing to a string cannot fail.
    if !plan.turns.is_empty() {
        let _ = writeln!(text, "  {}:", key(Key::Turns, world));
    }
    for line in plan.turns.iter().flat_map(|entry| entry_lines(entry, board)) {
        let _ = writeln!(text, "    {line}");
    }
    if let Some(word) = plan.otherwise {
        let _ = writeln!(text, "  {}: {}", key(Key::Otherwise, world), otherwise_word(word, world));
    }
    text
}

/// Writes an entry as the lines that a player would type, the first with its dash.
pub fn entry_lines(entry: &Entry, board: &Board) -> Vec<String> {
    let dash = |place| if place == 0 { "-" } else { " " };
    let lines = lines(entry, &board.world).into_iter().enumerate();
    lines.flat_map(|(place, (key, value))| broken(&format!("{} {key}: {value}", dash(place)))).collect()
}

/// The longest line of an entry, in characters: a sheet sets it in by six, and mail programs break lines of more than 66.
const WIDEST: usize = 58;

/// Breaks a line in brackets behind commas, where YAML may be broken.
fn broken(line: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in line.split_inclusive(", ") {
        let is_full = lines.last().is_some_and(|last| {
            !last.trim().is_empty() && last.chars().count() + part.trim_end().chars().count() > WIDEST
        });
        if is_full && line.contains(['{', '[']) {
            lines.push("    ".to_owned());
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(part);
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Returns the name of a faction for people, by its id.
pub(super) fn faction_name(world: &World, id: &str) -> String {
    Faction::from_id(id).map_or(id, |faction| world.faction_name(faction)).to_owned()
}

/// Returns the name of a section as it is written.
pub(in crate::games::king_is_dead::people) fn key(key: Key, world: &World) -> String {
    world.language.keys.get(&key).and_then(|forms| forms.first()).cloned().unwrap_or_default()
}

/// Returns the word of what is done instead.
pub(in crate::games::king_is_dead::people) fn otherwise_word(word: Otherwise, world: &World) -> String {
    let word = match word {
        Otherwise::Ask => Instead::Ask,
        Otherwise::Pass => Instead::Pass,
        Otherwise::Skip => Instead::Skip,
    };
    world.language.instead.get(&word).and_then(|forms| forms.first()).cloned().unwrap_or_default()
}

type Lines = Vec<(String, String)>;

fn lines(entry: &Entry, world: &World) -> Lines {
    let mut lines = Lines::new();
    match &entry.what {
        What::Pass { until, when, unless } => {
            lines.push((key(Key::Pass, world), scalar(&length_words(until, world))));
            guard(&mut lines, Key::If, when.as_ref(), world);
            guard(&mut lines, Key::Unless, unless.as_ref(), world);
        }
        What::Play { wait, until, wishes } => {
            guard(&mut lines, Key::When, wait.as_ref(), world);
            lines.extend(until.as_ref().map(|until| {
                // `until: struggle 3`: the word is the section's name.
                let (name, said) = (key(Key::Until, world), length_words(until, world));
                let rest = said.strip_prefix(&format!("{name} ")).unwrap_or(&said);
                (name, scalar(rest))
            }));
            if let Some((first, others)) = wishes.split_first() {
                lines.extend(wish(first, world));
                let flow = |lines: Lines| {
                    let parts = lines.into_iter().map(|(key, value)| format!("{key}: {value}"));
                    format!("{{{}}}", parts.collect::<Vec<_>>().join(", "))
                };
                if !others.is_empty() {
                    lines.push((
                        key(Key::Or, world),
                        list(others.iter().map(|other| flow(wish(other, world)))),
                    ));
                }
            }
        }
    }
    if let Some(word) = entry.otherwise {
        lines.push((key(Key::Otherwise, world), otherwise_word(word, world)));
    }
    lines
}

fn guard(lines: &mut Lines, name: Key, condition: Option<&Condition>, world: &World) {
    lines.extend(condition.map(|condition| (key(name, world), scalar(&words(condition, world)))));
}

fn wish(wish: &Wish, world: &World) -> Lines {
    let region = |region: &Where| scalar(&where_words(region, world));
    let faction = |id: &String| scalar(&faction_name(world, id));
    let name = |name: Key| key(name, world);
    let card = Card::from_id(&wish.card).map_or(wish.card.as_str(), |card| world.card_name(card));
    let mut lines = vec![(name(Key::Play), scalar(card))];
    if let Some(swap) = &wish.swap {
        lines.push((name(Key::Swap), list(swap.regions.iter().map(region))));
        lines.push((name(Key::Crown), region(&swap.crown)));
    }
    if let Some(exchange) = &wish.exchange {
        let parts = [
            (Key::From, region(&exchange.from)),
            (Key::To, region(&exchange.to)),
            (Key::Give, list(exchange.give.iter().map(faction))),
            (Key::Take, list(exchange.take.iter().map(faction))),
        ];
        let parts = parts.map(|(part, value)| format!("{}: {value}", name(part)));
        lines.push((name(Key::Exchange), format!("{{{}}}", parts.join(", "))));
    }
    match &wish.place {
        Some(Place::Regions(regions)) => lines.push((name(Key::Place), list(regions.iter().map(region)))),
        Some(Place::ByFaction(map)) => {
            let places = map.iter().map(|(id, to)| format!("{}: {}", faction(id), region(to)));
            lines.push((name(Key::Place), format!("{{{}}}", places.collect::<Vec<_>>().join(", "))));
        }
        None => {}
    }
    if wish.without_effect {
        lines.push((name(Key::WithoutEffect), "yes".to_owned()));
    }
    if !wish.summon.is_empty() {
        let summons = wish.summon.iter().map(|one| scalar(&summon_words(one, world)));
        lines.push((name(Key::Summon), list(summons)));
    }
    guard(&mut lines, Key::If, wish.when.as_ref(), world);
    guard(&mut lines, Key::Unless, wish.unless.as_ref(), world);
    lines
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// Writes a text as a scalar, in quotes if YAML would read something else.
fn scalar(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '(' | ')' | '\''))
        && text.starts_with(char::is_alphanumeric)
        && !matches!(text.to_lowercase().as_str(), "yes" | "no" | "true" | "false" | "null" | "on" | "off")
        && !text.ends_with(' ');
    if plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}
