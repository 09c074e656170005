//! The legal answers to a question as people name them: by areas, units, cards and houses, by the words that the question prints, and by
//! yes and no. What is printed comes from the words of the templates, so whatever a question says can be said back.

use super::plan::language::{FROM, NO, NONE, ORDER_KINDS, YES, unit_word};
use super::said::name_of;
use super::template_words::printed;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Unit, World};
use crate::sheet::data;
use crate::table::{Choice, Choices, Example, Open, Seat};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Members of an answer that nobody needs to name.
const UNSAID: &[&str] = &["lost"];

/// What people call things besides their names.
#[derive(Deserialize)]
struct Called {
    own: Vec<String>,
    declines: Vec<String>,
    agree: BTreeMap<String, Vec<String>>,
    decline: BTreeMap<String, Vec<String>>,
    called: BTreeMap<String, Vec<String>>,
}

fn table() -> &'static Called {
    static CALLED: LazyLock<Called> = LazyLock::new(|| {
        data(include_str!("en.yaml")).unwrap_or(Called {
            own: Vec::new(),
            declines: Vec::new(),
            agree: BTreeMap::new(),
            decline: BTreeMap::new(),
            called: BTreeMap::new(),
        })
    });
    &CALLED
}

/// Returns what people call something besides its name, by its id.
pub fn called(id: &str) -> impl Iterator<Item = &'static str> {
    table().called.get(id).into_iter().flatten().map(String::as_str)
}

/// What is known where names are looked for.
struct Namer<'a> {
    world: &'a World,
    seat: Seat,
    players: &'a [(String, Seat)],
    /// What the question is about, by the words of its key.
    about: Vec<&'a str>,
    /// What it says of itself: that a house is the attacker.
    question: &'a Value,
    choices: Choices,
}

/// Questions that are answered by lines of their own, which the reader of lines knows.
const IN_LINES: &[&str] = &[
    "orders",
    "march",
    "muster",
    "disband",
    "select",
    "tactic-deck",
    "tactic-move",
    "return",
    "quest",
    "raven",
];

/// Returns the legal answers to a question; without answers where they are not all listed.
pub fn choices(board: &Board, seat: Seat, open: &Open, players: &[(String, Seat)]) -> Option<Choices> {
    let parts = open.key.split('/').filter(|part| *part != open.kind);
    let about = std::iter::once(open.kind.as_str()).chain(parts).collect();
    let (world, question) = (&board.world, &open.question);
    let mut namer = Namer { world, seat, players, about, question, choices: Choices::new() };
    let of = |map: &'static BTreeMap<String, Vec<String>>| -> Vec<String> {
        let last = namer.about.last().copied().unwrap_or_default();
        // "pick/yoren" is about this question of his alone.
        let both = map.get(&format!("{}/{last}", open.kind));
        namer.about.iter().filter_map(|word| map.get(*word)).chain(both).flatten().cloned().collect()
    };
    let (agree, decline) = (of(&table().agree), of(&table().decline));
    namer.choices.things[Choices::YES].names = agree;
    namer.choices.things[Choices::NONE].names = decline;
    // Where too much is legal to be listed, whoever declines says so all the same.
    let mut all = open.legal.answers.clone();
    if open.kind == "quest" && is_empty(&open.default) && !all.contains(&open.default) {
        all.push(open.default.clone());
    }
    let all = &all;
    // Where one area alone can be left, nobody names it.
    let of = |name: &str| all.iter().filter_map(|answer| answer.get(name)?.as_str()).collect::<BTreeSet<_>>();
    let one_origin = of("from").len() == 1;
    let can_name = open.legal.complete && !IN_LINES.contains(&open.kind.as_str());
    namer.choices.complete = can_name;
    for answer in all {
        let mut named = Vec::new();
        if !namer.name(answer, one_origin, &mut named) {
            // It has more to it than names.
            namer.choices.complete = false;
            continue;
        }
        let mut once: Vec<(usize, u64)> = Vec::new();
        for (thing, count) in named {
            match once.iter_mut().find(|(known, _)| *known == thing) {
                Some((_, known)) => *known += count,
                None => once.push((thing, count)),
            }
        }
        // An empty map in a plan says nothing; its section can say that nobody goes.
        let plan = match open.kind.as_str() {
            "quest" if is_empty(answer) => json!({"quest": NONE}),
            _ => json!({"answers": {&open.key: answer}}),
        };
        let is_ordered = open.kind == "tie" && answer.is_array();
        namer.choices.add(plan, once, is_ordered);
    }
    if !can_name {
        // Whoever declines names nothing, however many answers there are.
        let declines = |choice: &Choice| choice.named == [(Choices::NONE, 1)];
        // Nor does whoever only looks at a card: that is a word by itself.
        let is_word = |choice: &Choice| choice.plan["answers"][&open.key].is_string();
        namer.choices.all.retain(|choice| declines(choice) || is_word(choice));
    } else if open.kind == "tactic-march" {
        namer.all_go(&open.key, all);
    }
    match open.kind.as_str() {
        "raven" => namer.choices.examples = namer.replacements(all),
        "quest" => namer.choices.examples = namer.sendings(all),
        _ => {}
    }
    Some(namer.choices)
}

/// Returns `true` for an answer that is nothing.
fn is_empty(answer: &Value) -> bool {
    match answer {
        Value::Null => true,
        Value::Object(map) => map.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

impl Namer<'_> {
    /// Lets an area alone be named where all go that can: of its answers, the one with the most units.
    fn all_go(&mut self, key: &str, legal: &[Value]) {
        let units = |answer: &Value| -> u64 {
            let areas = answer["to"].as_object().into_iter().flat_map(|to| to.values());
            areas
                .filter_map(Value::as_object)
                .flat_map(|units| units.values())
                .filter_map(Value::as_u64)
                .sum()
        };
        let stays = |answer: &&Value| answer.get("leave-power") != Some(&json!(true));
        let mut most: BTreeMap<&String, &Value> = BTreeMap::new();
        for answer in legal.iter().filter(stays) {
            let Some(to) = answer["to"].as_object().filter(|to| to.len() == 1) else { continue };
            let Some(area) = to.keys().next() else { continue };
            let known = most.entry(area).or_insert(answer);
            if units(answer) > units(known) {
                *known = answer;
            }
        }
        for (area, answer) in most {
            let thing = self.thing(area);
            self.choices.add(json!({"answers": {key: answer}}), vec![(thing, 1)], false);
        }
    }

    /// Returns lines that replace an order, one for each area and kind of order, those of one area behind each other; and before them
    /// the one that leaves all as they are, and the one that looks at a card.
    fn replacements(&mut self, legal: &[Value]) -> Vec<Example> {
        let mut all: Vec<Example> = Vec::new();
        let declining = self.choices.things.get(Choices::NONE).and_then(|thing| thing.names.first()).cloned();
        all.extend(declining.map(|said| Example { said, things: vec![Choices::NONE] }));
        for word in legal.iter().filter_map(Value::as_str) {
            let thing = self.thing(word);
            let said = self.choices.things.get(thing).and_then(|thing| thing.names.first()).cloned();
            all.extend(said.map(|said| Example { said, things: vec![thing] }));
        }
        for answer in legal {
            let (Some(area), Some(order)) = (answer["area"].as_str(), answer["order"].as_str()) else {
                continue;
            };
            let kind = self.order_kind(order);
            let things = vec![self.thing(area), kind];
            if all.iter().all(|known| known.things != things) {
                let said = format!("{}: {order}", name_of(self.world, area));
                all.push(Example { said, things });
            }
        }
        all
    }

    /// Returns the thing that all orders of a kind are, such as a raid with and without a star.
    fn order_kind(&mut self, order: &str) -> usize {
        let kind = self.world.order(order).map(|order| self.world.token(order).kind);
        let words = ORDER_KINDS.iter().find(|(known, _)| Some(*known) == kind);
        let words =
            words.map_or_else(Vec::new, |(_, words)| words.iter().map(|word| (*word).to_owned()).collect());
        self.choices.thing(words, String::new())
    }

    /// Returns lines that send one unit on a quest, one for each kind and area, and the one that sends nobody.
    fn sendings(&mut self, legal: &[Value]) -> Vec<Example> {
        let declining = self.choices.things.get(Choices::NONE).and_then(|thing| thing.names.first()).cloned();
        let mut all: Vec<Example> =
            declining.map(|said| Example { said, things: vec![Choices::NONE] }).into_iter().collect();
        let areas = legal.iter().filter_map(Value::as_object).flatten();
        let units = areas.filter_map(|(area, units)| Some((area, units.as_object()?)));
        for (area, unit) in units.flat_map(|(area, units)| units.keys().map(move |unit| (area, unit))) {
            let Some(kind) = Unit::from_id(unit) else { continue };
            let things = vec![self.thing(unit), self.thing(area)];
            if all.iter().all(|known| known.things != things) {
                let said = format!("1 {} {} {}", unit_word(kind, 1), FROM, name_of(self.world, area));
                all.push(Example { said, things });
            }
        }
        all
    }

    /// Notes what must be named for an answer; `false` if that cannot be said by names.
    fn name(&mut self, answer: &Value, one_origin: bool, named: &mut Vec<(usize, u64)>) -> bool {
        match answer {
            Value::Null => self.says(Choices::NONE, NONE, named),
            Value::Bool(false) => self.says(Choices::NONE, NO, named),
            Value::Bool(true) => self.says(Choices::YES, YES, named),
            Value::Number(number) => {
                let names = std::iter::once(number.to_string());
                let thing = self.choices.thing(names.collect(), String::new());
                named.push((thing, 1));
            }
            Value::String(id) if table().declines.contains(id) => {
                let word = printed(id).next().unwrap_or(NONE);
                self.says(Choices::NONE, word, named);
            }
            Value::String(id) => named.push((self.thing(id), 1)),
            Value::Array(list) if list.is_empty() => self.says(Choices::NONE, NONE, named),
            Value::Array(list) => {
                return list.iter().all(|one| one.is_string() && self.name(one, one_origin, named));
            }
            Value::Object(map) if map.is_empty() => self.says(Choices::NONE, NONE, named),
            Value::Object(map) => return self.parts(map, one_origin, named),
        }
        true
    }

    /// Notes that an answer agrees or declines, and that our messages print it so.
    fn says(&mut self, thing: usize, word: &str, named: &mut Vec<(usize, u64)>) {
        if let Some(known) = self.choices.things.get_mut(thing)
            && known.many.is_empty()
        {
            // What goes for nothing in this question is said first.
            let at = if word == NONE { known.names.len() } else { 0 };
            known.names.insert(at, word.to_owned());
            known.many = known.names.first().cloned().unwrap_or_default();
        }
        named.push((thing, 1));
    }

    /// Notes what must be named for an answer of several parts.
    fn parts(&mut self, map: &Map<String, Value>, one_origin: bool, named: &mut Vec<(usize, u64)>) -> bool {
        let mut parts: Vec<(&String, &Value)> = map.iter().collect();
        parts.sort_by_key(|(key, _)| *key == "from");
        for (key, value) in parts {
            let is_field = ["from", "to", "at", "area", "order"].contains(&key.as_str());
            match value {
                _ if UNSAID.contains(&key.as_str()) || key == "from" && one_origin => {}
                _ if key == "leave-power" && *value == json!(false) => {}
                Value::Number(number) => {
                    let Some(number) = number.as_u64() else { return false };
                    let thing = self.thing(key);
                    named.push((thing, number));
                }
                // Where units come up, their number is that of the area; elsewhere they are named.
                Value::Object(units) if !is_field && (map.len() == 1 || self.raises()) => {
                    if self.raises() && units.len() != 1 {
                        return false;
                    }
                    for (unit, count) in units {
                        let Some(number) = count.as_u64() else { return false };
                        let thing = if self.raises() { self.thing(key) } else { self.thing(unit) };
                        named.push((thing, number));
                    }
                    if !self.raises() {
                        let thing = self.thing(key);
                        named.push((thing, 1));
                    }
                }
                _ if is_field => {
                    if !self.name(value, one_origin, named) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        true
    }

    fn raises(&self) -> bool {
        self.about.first() == Some(&"raise")
    }

    /// Returns the thing with an id.
    fn thing(&mut self, id: &str) -> usize {
        let (mut names, many) = self.names(id);
        // The attacker has the names of its house too.
        if let Some(of) = self.question.get(id).and_then(Value::as_str) {
            let (more, _) = self.names(of);
            let more: Vec<String> = more.into_iter().filter(|name| !names.contains(name)).collect();
            names.extend(more);
        }
        self.choices.thing(names, many)
    }

    /// Returns the names of what has an id, and its name where there are several.
    fn names(&self, id: &str) -> (Vec<String>, String) {
        let world = self.world;
        let mut names: Vec<String> = Vec::new();
        let mut add = |name: &str| {
            if !name.is_empty() && names.iter().all(|known| known != name) {
                names.push(name.to_owned());
            }
        };
        let shown = name_of(world, id);
        // The Wildlings are a side, whatever the track is called that has the same id.
        match shown != id {
            true => add(&shown),
            false => printed(id).for_each(&mut add),
        }
        let mut many = String::new();
        if let Some(unit) = Unit::ALL.into_iter().find(|unit| unit.id() == id) {
            many = unit_word(unit, 2).to_owned();
            add(unit_word(unit, 1));
            let forms = world.lexicon.units.get(&unit).into_iter().flatten().map(|form| form.join(" "));
            forms.filter(|form| form.chars().count() > 2).for_each(|form| add(&form));
        }
        world.area_names.get(id).into_iter().flatten().for_each(|name| add(name));
        if let Some(seat) = world.seat(id) {
            self.players.iter().filter(|(_, of)| *of == seat).for_each(|(name, _)| add(name));
            if seat == self.seat {
                table().own.iter().for_each(|name| add(name));
            }
        }
        called(id).for_each(&mut add);
        add(&id.replace(['-', '/'], " "));
        (names, many)
    }
}
