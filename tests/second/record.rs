//! The real engine at a table that answers by chance and notes all that is asked, with legal answers as the
//! engine lists them and its verdict on answers bent out of shape.

use arrayvec::ArrayVec;
use ravenpost::games::thrones::{Thrones, event::Event};
use ravenpost::table::{MOST_SEATS, Pause, Query, Table};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// One question and what the engine made of it.
#[derive(Clone, Debug)]
pub struct Note {
    pub key: String,
    pub question: Value,
    pub answer: Value,
    /// What the engine takes if nobody answers.
    pub default: Value,
    /// All legal answers, where the engine says that it has listed all.
    pub all: Option<Vec<Value>>,
    /// Answers with the engine's verdict.
    pub probes: Vec<(Value, bool)>,
}

/// What is printed, as far as answers are bent by it.
pub trait Names {
    fn areas(&self) -> &[String];
    fn borders(&self) -> &BTreeMap<String, BTreeSet<String>>;
    fn cards(&self) -> Vec<&String>;
}

/// Makes these of the fields of what is printed, which have the same names in each edition.
macro_rules! names {
    ($printed:ty) => {
        impl crate::record::Names for $printed {
            fn areas(&self) -> &[String] {
                &self.areas
            }

            fn borders(&self) -> &BTreeMap<String, BTreeSet<String>> {
                &self.borders
            }

            fn cards(&self) -> Vec<&String> {
                self.cards.keys().collect()
            }
        }
    };
}
pub(crate) use names;

pub struct Recorder<'a> {
    pub printed: &'a dyn Names,
    pub dice: fastrand::Rng,
    pub notes: Vec<Note>,
    /// Legal answers asked for at most; 0 for none.
    pub list: usize,
    /// Bent answers tried.
    pub probes: usize,
}

const UNITS: [&str; 3] = ["footman", "knight", "ship"];

impl Recorder<'_> {
    fn area(&mut self, near: &str) -> String {
        let neighbours: Vec<&String> = self.printed.borders().get(near).into_iter().flatten().collect();
        if !neighbours.is_empty() && self.dice.u8(..4) > 0 {
            return self.dice.choice(neighbours).expect("one").clone();
        }
        self.dice.choice(self.printed.areas()).expect("one").clone()
    }

    /// An answer with one thing changed.
    fn bend(&mut self, value: &Value) -> Value {
        match value {
            Value::Bool(b) => json!(!b),
            Value::Number(_) => json!(self.dice.u8(1..=3)),
            Value::Null => {
                let area = self.area("");
                let cards: Vec<&String> = self.printed.cards();
                if self.dice.bool() { json!(area) } else { json!(self.dice.choice(cards)) }
            }
            Value::String(s) if self.printed.borders().contains_key(s) => json!(self.area(s)),
            Value::String(s) if self.printed.cards().contains(&s) => {
                let cards: Vec<&String> = self.printed.cards();
                json!(self.dice.choice(cards))
            }
            Value::String(_) => {
                json!(self.dice.choice(["attacker", "defender", "none", "fit", "routed"]))
            }
            Value::Array(items) => {
                let mut items = items.clone();
                match self.dice.u8(..3) {
                    0 if !items.is_empty() => {
                        let i = self.dice.usize(..items.len());
                        items[i] = self.bend(&items[i]);
                    }
                    1 if !items.is_empty() => {
                        items.pop();
                    }
                    _ => {
                        let near = items.first().and_then(Value::as_str).unwrap_or("").to_owned();
                        items.push(json!(self.area(&near)));
                    }
                }
                items.sort_by_key(Value::to_string);
                items.dedup();
                json!(items)
            }
            Value::Object(map) => {
                let mut map = map.clone();
                let keys: Vec<String> = map.keys().cloned().collect();
                let fixed = |key: &str| ["from", "to", "at", "leave-power", "lost"].contains(&key);
                let Some(key) = self.dice.choice(&keys) else {
                    // Nobody moves, nobody is lost: somebody shall.
                    map.insert((*self.dice.choice(&UNITS).expect("one")).to_owned(), json!(1));
                    return Value::Object(map);
                };
                if fixed(key) || self.dice.bool() {
                    let bent = self.bend(&map[key]);
                    map.insert(key.clone(), bent);
                } else if let Some(inner) = map.remove(key) {
                    let name = if UNITS.contains(&key.as_str()) {
                        (*self.dice.choice(&UNITS).expect("one")).to_owned()
                    } else {
                        self.area(key)
                    };
                    map.insert(name, inner);
                }
                Value::Object(map)
            }
        }
    }

    fn note<Q: Query<Game = Thrones>>(&mut self, query: &Q) -> Q::Answer {
        let war = matches!(
            query.kind(),
            "raid"
                | "march"
                | "support"
                | "card"
                | "blade"
                | "casualties"
                | "retreat"
                | "ability"
                | "pick"
                | "raise"
                | "tactic-march"
        );
        let mut answer = query.sample(&mut self.dice);
        if query.kind() == "march" {
            // Some marches shall go somewhere, others several ways.
            let (least, tries) = if self.dice.u8(..3) == 0 { (2, 4) } else { (1, 1) };
            for _ in 0..tries {
                if query.write(&answer)["to"].as_object().is_some_and(|to| to.len() < least) {
                    answer = query.sample(&mut self.dice);
                }
            }
        }
        let value = query.write(&answer);
        let mut probes = Vec::new();
        if war {
            let other = query.write(&query.sample(&mut self.dice));
            for i in 0..self.probes {
                let mut bent = self.bend(if i % 2 == 0 { &value } else { &other });
                if self.dice.u8(..3) == 0 {
                    bent = self.bend(&bent);
                }
                let legal = query.read(&bent).and_then(|answer| query.check(&answer)).is_ok();
                probes.push((bent, legal));
            }
            probes.push((other, true));
        }
        let listing = (war && self.list > 0).then(|| query.list(self.list)).filter(|l| l.complete);
        self.notes.push(Note {
            key: query.key(),
            question: serde_json::to_value(query.question()).expect("plain data"),
            answer: value,
            default: query.write(&query.default()),
            all: listing.map(|l| l.answers.iter().map(|a| query.write(a)).collect()),
            probes,
        });
        answer
    }
}

impl Table<Thrones> for Recorder<'_> {
    fn ask<Q: Query<Game = Thrones>>(&mut self, query: &Q) -> Result<Q::Answer, Pause> {
        Ok(self.note(query))
    }

    fn ask_together<Q: Query<Game = Thrones>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause> {
        Ok(queries.iter().map(|query| self.note(query)).collect())
    }

    fn shuffle<T>(&mut self, _: impl FnOnce() -> String, items: &mut [T]) {
        self.dice.shuffle(items);
    }

    fn tell(&mut self, _: impl FnOnce() -> Event) {}
}
