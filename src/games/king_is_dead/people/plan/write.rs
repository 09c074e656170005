//! Writes a plan as a player would type it.

use super::model::{Condition, Entry, Guard, Otherwise, Place, Plan, Summon, Until, What, Wish};
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::{Card, Faction, World};
use std::fmt::Write;

/// Writes a plan as YAML with the names that people use, beginning with `plan:`. Read against the same position, it is
/// the same plan again.
pub fn to_yaml(plan: &Plan, board: &Board) -> String {
    let mut text = String::from("plan:\n");
    // Writing to a string cannot fail.
    if !plan.turns.is_empty() {
        text.push_str("  turns:\n");
    }
    for line in plan.turns.iter().flat_map(|entry| entry_lines(entry, board)) {
        let _ = writeln!(text, "    {line}");
    }
    if let Some(word) = plan.otherwise {
        let _ = writeln!(text, "  otherwise: {}", otherwise(word));
    }
    text
}

/// Writes an entry as the lines that a player would type, the first with its dash.
pub fn entry_lines(entry: &Entry, board: &Board) -> Vec<String> {
    let dash = |place| if place == 0 { "-" } else { " " };
    let lines = lines(entry, &board.world).into_iter().enumerate();
    lines.map(|(place, (key, value))| format!("{} {key}: {value}", dash(place))).collect()
}

/// Returns the name of a region, a faction, a seat or the Saxons for people, by its id.
pub(super) fn name(world: &World, id: &str) -> String {
    let region = || world.region(id).map(|region| world.place(region).name.as_str());
    let faction = || Faction::from_id(id).map(|faction| world.faction_name(faction));
    let seat = || world.seats.iter().find(|(_, info)| info.id == id).map(|(_, info)| info.name.as_str());
    let saxons = if id == "saxons" { "Saxons" } else { id };
    region().or_else(faction).or_else(seat).unwrap_or(saxons).to_owned()
}

fn otherwise(word: Otherwise) -> &'static str {
    match word {
        Otherwise::Ask => "ask",
        Otherwise::Pass => "pass",
        Otherwise::Skip => "skip",
    }
}

type Lines = Vec<(&'static str, String)>;

fn lines(entry: &Entry, world: &World) -> Lines {
    let mut lines = Lines::new();
    match &entry.what {
        What::Pass { until, when, unless } => {
            let pass = match until {
                Until::Holds(guards) if guards.len() != 1 => format!("{{until: {}}}", guarded(guards, world)),
                until => scalar(&until_words(until, world)),
            };
            lines.push(("pass", pass));
            guards(&mut lines, "if", when, world);
            guards(&mut lines, "unless", unless, world);
        }
        What::Play { wait, wishes } => {
            guards(&mut lines, "when", wait, world);
            if let Some((first, others)) = wishes.split_first() {
                lines.extend(wish(first, world));
                let flow = |lines: Lines| {
                    let parts = lines.into_iter().map(|(key, value)| format!("{key}: {value}"));
                    format!("{{{}}}", parts.collect::<Vec<_>>().join(", "))
                };
                if !others.is_empty() {
                    lines.push(("or", list(others.iter().map(|other| flow(wish(other, world))))));
                }
            }
        }
    }
    if let Some(word) = entry.otherwise {
        lines.push(("otherwise", otherwise(word).to_owned()));
    }
    lines
}

/// Describes how long to pass.
pub(super) fn until_words(until: &Until, world: &World) -> String {
    match until {
        Until::Turns(1) => "once".to_owned(),
        Until::Turns(turns) => format!("{turns} times"),
        Until::Struggle(struggle) => format!("until struggle {struggle}"),
        Until::StruggleEnds => "this struggle".to_owned(),
        Until::Plays(None) => "until somebody plays".to_owned(),
        Until::Plays(Some(seat)) => format!("until {} plays", name(world, seat)),
        Until::Holds(guards) => {
            let conditions: Vec<String> = guards.iter().map(|guard| condition(guard, world)).collect();
            format!("until {}", conditions.join(" and "))
        }
        Until::End => "to the end".to_owned(),
    }
}

fn guarded(guards: &[Guard], world: &World) -> String {
    list(guards.iter().map(|guard| scalar(&condition(guard, world))))
}

fn guards(lines: &mut Lines, key: &'static str, guards: &[Guard], world: &World) {
    if !guards.is_empty() {
        lines.push((key, guarded(guards, world)));
    }
}

fn wish(wish: &Wish, world: &World) -> Lines {
    let region = |id: &String| scalar(&name(world, id));
    let card = Card::from_id(&wish.card).map_or(wish.card.as_str(), |card| world.card_name(card));
    let mut lines = vec![("play", scalar(card))];
    if let Some(swap) = &wish.swap {
        lines.push(("swap", list(swap.regions.iter().map(region))));
        lines.push(("crown", region(&swap.crown)));
    }
    if let Some(exchange) = &wish.exchange {
        let (give, take) = (list(exchange.give.iter().map(region)), list(exchange.take.iter().map(region)));
        let (from, to) = (region(&exchange.from), region(&exchange.to));
        lines.push(("exchange", format!("{{from: {from}, to: {to}, give: {give}, take: {take}}}")));
    }
    match &wish.place {
        Some(Place::Regions(regions)) => lines.push(("place", list(regions.iter().map(region)))),
        Some(Place::ByFaction(map)) => {
            let places = map.iter().map(|(faction, to)| format!("{}: {}", region(faction), region(to)));
            lines.push(("place", format!("{{{}}}", places.collect::<Vec<_>>().join(", "))));
        }
        None => {}
    }
    if !wish.summon.is_empty() {
        lines.push(("summon", list(wish.summon.iter().map(|one| scalar(&summon(one, world))))));
    }
    guards(&mut lines, "if", &wish.when, world);
    guards(&mut lines, "unless", &wish.unless, world);
    lines
}

/// Writes a condition as a player would.
pub(super) fn condition(guard: &Guard, world: &World) -> String {
    let not = if guard.not { "not " } else { "" };
    let name = |id: &String| name(world, id);
    match &guard.is {
        Condition::Leads { who, region } => format!("{not}{} lead in {}", name(who), name(region)),
        Condition::WouldLead { who, region } => format!("{not}{} would lead in {}", name(who), name(region)),
        Condition::Holds { who, regions } => format!("{not}{} hold {regions} regions", name(who)),
        Condition::Stand { faction, number, region } => match region {
            Some(region) => format!("{not}{number} {} in {}", name(faction), name(region)),
            None => format!("{not}{number} {} in the supply", name(faction)),
        },
        Condition::Contested(region) => format!("{not}the struggle is for {}", name(region)),
        Condition::Resolved(region) => format!("{not}{} is resolved", name(region)),
        Condition::Played(None) => format!("{not}somebody plays"),
        Condition::Played(Some(seat)) => format!("{not}{} plays", name(seat)),
        Condition::Last => format!("{not}all others passed"),
    }
}

/// Describes whom to summon.
pub(super) fn summon(wish: &Summon, world: &World) -> String {
    let who = wish.faction.as_ref().map_or("anybody".to_owned(), |id| name(world, id));
    wish.from.as_ref().map_or(who.clone(), |from| format!("{who} from {}", name(world, from)))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// Writes a text as a scalar, in quotes if YAML would read something else.
fn scalar(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'))
        && text.starts_with(char::is_alphanumeric)
        && !matches!(text.to_lowercase().as_str(), "yes" | "no" | "true" | "false" | "null" | "on" | "off")
        && !text.ends_with(' ');
    if plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}
