//! Reads an entry of the list: a pass for a while, or a play with its conditions and alternatives.

use super::super::condition;
use super::super::model::{Condition, Entry, Guard, Otherwise, Until, What};
use super::super::write::{self, until_words};
use super::{Key, Reader, keys};
use crate::games::king_is_dead::data::World;
use crate::sheet::{Content, Node, Refusal, Span, truth, whole_number};
use serde_json::json;

const ALL: [Otherwise; 3] = [Otherwise::Ask, Otherwise::Pass, Otherwise::Skip];

impl Reader<'_> {
    /// Reads an entry: `pass`, `pass until …`, or a mapping.
    pub(super) fn entry(&mut self, node: &Node) -> Option<Entry> {
        match &node.content {
            Content::Text(text) => {
                let (first, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
                if !first.eq_ignore_ascii_case("pass") {
                    self.error(node.span, Refusal::new("entry-form").with("given", text.as_str()));
                    return None;
                }
                let until = self.until_text(rest, node.span)?;
                self.understand(node.span, json!({"item": "pass", "until": until_words(&until, &self.board.world), "if": [], "unless": []}));
                Some(Entry { what: What::Pass { until, when: vec![], unless: vec![] }, otherwise: None })
            }
            Content::Map(entries) => self.entry_map(node.span, entries),
            _ => {
                self.error(node.span, Refusal::new("entry-form"));
                None
            }
        }
    }

    fn entry_map(&mut self, span: Span, entries: &[(Node, Node)]) -> Option<Entry> {
        let names = keys();
        let known = |key: Key| {
            move |(name, value): &&(Node, Node)| {
                name.text().is_some_and(|text| keys().find(text) == Ok(key)) && !value.is_empty()
            }
        };
        let (pass, play) = (entries.iter().find(known(Key::Pass)), entries.iter().find(known(Key::Play)));
        match (pass, play) {
            (Some(_), Some((key, _))) => {
                self.error(key.span, Refusal::new("entry-pass-and-play"));
                None
            }
            (None, None) => {
                self.error(span, Refusal::new("entry-says-nothing"));
                None
            }
            (Some((_, how)), None) => {
                let (mut when, mut unless, mut otherwise) = (vec![], vec![], None);
                for (key, value) in entries {
                    match self.key(&names, key, &[Key::Pass, Key::If, Key::Unless, Key::Otherwise]) {
                        Some(Key::If) => when = self.guards(value),
                        Some(Key::Unless) => unless = self.guards(value),
                        Some(Key::Otherwise) => otherwise = self.otherwise(value, &ALL),
                        _ => {}
                    }
                }
                let until = self.until(how)?;
                let what = What::Pass { until: until.clone(), when: when.clone(), unless: unless.clone() };
                self.understand(
                    span,
                    json!({"item": "pass", "until": until_words(&until, &self.board.world), "if": written(&when, &self.board.world),
                           "unless": written(&unless, &self.board.world), "otherwise": otherwise}),
                );
                Some(Entry { what, otherwise })
            }
            (None, Some(_)) => self.play_entry(span, entries),
        }
    }

    pub(super) fn guards(&mut self, node: &Node) -> Vec<Guard> {
        condition::read_all(&self.words, self.board, self.seat, node, &mut self.faults)
    }

    /// Reads how long to pass.
    fn until(&mut self, node: &Node) -> Option<Until> {
        match &node.content {
            Content::Text(text) => self.until_text(text, node.span),
            Content::Map(entries) => {
                let conditions = entries.iter().find(|(key, _)| key.text() == Some("until"));
                match conditions {
                    Some((_, value)) => {
                        let guards = self.guards(value);
                        (!guards.is_empty()).then_some(Until::Holds(guards))
                    }
                    None => self.pass_word(node.span, ""),
                }
            }
            _ => self.pass_word(node.span, ""),
        }
    }

    fn pass_word(&mut self, span: Span, word: &str) -> Option<Until> {
        self.error(span, Refusal::new("pass-word").with("word", word));
        None
    }

    fn until_text(&mut self, text: &str, span: Span) -> Option<Until> {
        let low = text.trim().to_lowercase();
        let rest = low.strip_prefix("for ").unwrap_or(&low).trim();
        let times = rest.strip_suffix("turns").or_else(|| rest.strip_suffix("turn"));
        let times = times.or_else(|| rest.strip_suffix("times")).unwrap_or(rest).trim();
        let number = match times {
            "" | "once" | "one" => Some(1),
            "twice" | "two" => Some(2),
            "three" => Some(3),
            _ => whole_number(times),
        };
        if let Some(number) = number {
            return match u8::try_from(number) {
                Ok(number) if (1..=60).contains(&number) => Some(Until::Turns(number)),
                _ => self.pass_word(span, text),
            };
        }
        let fixed = match rest.strip_prefix("always ").unwrap_or(rest) {
            "this struggle"
            | "the struggle"
            | "until the next struggle"
            | "until the struggle ends"
            | "until this struggle ends"
            | "until the struggle is over"
            | "until this struggle is over" => Some(Until::StruggleEnds),
            "always" | "to the end" | "until the end" | "for ever" | "forever" | "from now on" => {
                Some(Until::End)
            }
            word if truth(word) == Some(true) => Some(Until::Turns(1)),
            _ => None,
        };
        if fixed.is_some() {
            return fixed;
        }
        let Some(condition) = rest.strip_prefix("until ") else { return self.pass_word(span, text) };
        if let Some(number) = condition.trim().strip_prefix("struggle ").and_then(whole_number) {
            let last = self.board.field.row.len() as u64;
            return match u8::try_from(number) {
                Ok(number) if number > self.board.struggle && u64::from(number) <= last => {
                    Some(Until::Struggle(number))
                }
                _ => {
                    let why = Refusal::new("pass-struggle").with("struggle", number);
                    self.error(span, why.with("now", self.board.struggle).with("last", last));
                    None
                }
            };
        }
        match condition::read(&self.words, self.board, self.seat, condition, span) {
            Ok(Guard { not: false, is: Condition::Played(who) }) => Some(Until::Plays(who)),
            Ok(guard) => Some(Until::Holds(vec![guard])),
            Err(fault) => {
                self.faults.push(fault);
                None
            }
        }
    }
}

/// Writes conditions for people, for the list of what was understood.
pub(super) fn written(guards: &[Guard], world: &World) -> Vec<String> {
    guards.iter().map(|guard| write::condition(guard, world)).collect()
}
