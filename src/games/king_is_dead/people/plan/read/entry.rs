//! Reads an entry of the list: a pass for a while, or a play with its conditions and alternatives.

use super::super::language::{self, after, length, length_words, until, words};
use super::super::model::{Condition, Entry, Otherwise, Until, What};
use super::{Reader, joined};
use crate::games::king_is_dead::data::REGIONS;
use crate::games::king_is_dead::data::language::{Key, Word};
use crate::sheet::{Content, Node, Refusal, Span, truth};
use serde_json::{Value, json};

const ALL: [Otherwise; 3] = [Otherwise::Ask, Otherwise::Pass, Otherwise::Skip];
/// The longest time in turns.
const MOST_TURNS: u8 = 60;

impl Reader<'_> {
    /// Reads an entry: `pass`, `pass until …`, or a mapping.
    pub(super) fn entry(&mut self, node: &Node) -> Option<Entry> {
        match &node.content {
            Content::Text(text) => {
                let Some((rest, skipped)) = after(&self.lexicon, Word::Pass, text) else {
                    self.error(node.span, Refusal::new("entry-form").with("given", text.as_str()));
                    return None;
                };
                let until = self.until_text(node, rest, skipped)?;
                let said = length_words(&until, &self.board.world);
                self.understand(node.span, json!({"item": "pass", "until": said}));
                Some(Entry { what: What::Pass { until, when: None, unless: None }, otherwise: None })
            }
            Content::Map(entries) => self.entry_map(node.span, entries),
            _ => {
                self.error(node.span, Refusal::new("entry-form"));
                None
            }
        }
    }

    fn entry_map(&mut self, span: Span, entries: &[(Node, Node)]) -> Option<Entry> {
        let find = |key: Key| {
            entries.iter().find(|(name, value)| {
                let known = name.text().and_then(|text| self.lexicon.key(text));
                known.is_some_and(|(known, _)| known == key) && !value.is_empty()
            })
        };
        match (find(Key::Pass), find(Key::Play)) {
            (Some(_), Some((key, _))) => {
                self.error(key.span, Refusal::new("entry-pass-and-play"));
                None
            }
            (None, None) => {
                self.error(span, Refusal::new("entry-says-nothing"));
                None
            }
            (Some((_, how)), None) => self.pass_entry(span, how, entries),
            (None, Some(_)) => self.play_entry(span, entries),
        }
    }

    fn pass_entry(&mut self, span: Span, how: &Node, entries: &[(Node, Node)]) -> Option<Entry> {
        let (mut when, mut unless, mut otherwise, mut end) = (None, None, None, None);
        for (key, value) in entries {
            match self.key(key, &[Key::Pass, Key::Until, Key::If, Key::Unless, Key::Otherwise]) {
                Some(Key::If) => when = self.guard(value, false, false),
                Some(Key::Unless) => unless = self.guard(value, true, false),
                Some(Key::Until) => end = Some(value),
                Some(Key::Otherwise) => otherwise = self.otherwise(value, &ALL),
                _ => {}
            }
        }
        // `pass: yes` with `until: …` beside it says one thing in two places.
        let plain = how.text().is_some_and(|text| truth(text) == Some(true));
        let until = match end {
            Some(end) if plain => self.end(end)?,
            Some(end) => {
                self.error(end.span, Refusal::new("until-twice"));
                return None;
            }
            None => self.until(how)?,
        };
        let world = &self.board.world;
        let said = json!({
            "item": "pass",
            "until": length_words(&until, world),
            "if": self.said(when.as_ref()),
            "unless": self.said(unless.as_ref()),
            "otherwise": otherwise,
        });
        self.understand(span, said);
        Some(Entry { what: What::Pass { until, when, unless }, otherwise })
    }

    /// Writes a condition for people, for the list of what was understood.
    pub(super) fn said(&self, condition: Option<&Condition>) -> Value {
        condition.map_or(Value::Null, |condition| json!(words(condition, &self.board.world)))
    }

    /// Reads the conditions of a section: one, or a list of which all must hold; in `unless`, none may.
    pub(super) fn guard(&mut self, node: &Node, unless: bool, play: bool) -> Option<Condition> {
        let mut all = Vec::new();
        for member in node.members() {
            let Some(text) = member.text() else {
                self.error(member.span, Refusal::new("guard-form"));
                continue;
            };
            match language::conditions(&self.lexicon, text, play) {
                Ok(found) => all.extend(found),
                Err(problem) => self.tell(member, 0, problem),
            }
        }
        joined(all, unless)
    }

    /// Reads what to wait for, and how long if the text says so.
    pub(super) fn wait(&mut self, node: &Node) -> (Option<Condition>, Option<Until>) {
        let Some(text) = node.text() else { return (self.guard(node, false, false), None) };
        match language::waiting(&self.lexicon, text) {
            Ok(waiting) => {
                let until = waiting.until.and_then(|until| self.checked(node, until));
                match language::conditions(&self.lexicon, &waiting.condition, false) {
                    Ok(found) => (Condition::all(found), until),
                    Err(problem) => {
                        self.tell(node, 0, problem);
                        (None, until)
                    }
                }
            }
            Err(problem) => {
                self.tell(node, 0, problem);
                (None, None)
            }
        }
    }

    /// Reads how long to pass.
    fn until(&mut self, node: &Node) -> Option<Until> {
        match &node.content {
            Content::Text(text) => self.until_text(node, text, 0),
            // `pass: {until: …}`, with a list of conditions perhaps.
            Content::Map(entries) => {
                let [(key, value)] = entries.as_slice() else { return self.pass_word(node.span, "") };
                match self.key(key, &[Key::Until]) {
                    Some(_) => self.end(value),
                    None => None,
                }
            }
            _ => self.pass_word(node.span, ""),
        }
    }

    /// Reads the value of `until`: a length of time, or conditions without a word before them.
    pub(super) fn end(&mut self, node: &Node) -> Option<Until> {
        let Some(text) = node.text() else {
            let all = self.guard(node, false, false)?;
            return Some(until(all));
        };
        // `until: struggle 3`: the section's name is the word that is left out.
        let key = super::super::write::key(Key::Until, &self.board.world);
        let full = format!("{key} {text}");
        for said in [text, full.as_str()] {
            if let Ok(Some(found)) = length(&self.lexicon, said)
                && !matches!(found, Until::Holds(_) | Until::Plays(_))
            {
                return self.checked(node, found);
            }
        }
        let (text, skipped) = after(&self.lexicon, Word::Until, text).unwrap_or((text, 0));
        match language::condition(&self.lexicon, text, false) {
            Ok(condition) => Some(until(condition)),
            Err(problem) => {
                self.tell(node, skipped, problem);
                None
            }
        }
    }

    fn pass_word(&mut self, span: Span, word: &str) -> Option<Until> {
        self.error(span, Refusal::new("pass-word").with("word", word));
        None
    }

    fn until_text(&mut self, node: &Node, text: &str, skipped: usize) -> Option<Until> {
        if truth(text) == Some(true) && text.trim() != "1" {
            return Some(Until::Turns(1));
        }
        match length(&self.lexicon, text) {
            Ok(Some(until)) => self.checked(node, until),
            Ok(None) => self.pass_word(node.span, text),
            Err(problem) => {
                self.tell(node, skipped, problem);
                None
            }
        }
    }

    /// Checks that a length of time can be: a struggle that is still to come, a number of turns that a game can have.
    fn checked(&mut self, node: &Node, until: Until) -> Option<Until> {
        match until {
            Until::Struggle(struggle)
                if struggle <= self.board.struggle || usize::from(struggle) > REGIONS =>
            {
                let why = Refusal::new("pass-struggle").with("struggle", struggle);
                self.error(node.span, why.with("now", self.board.struggle).with("last", REGIONS));
                None
            }
            Until::Turns(turns) if !(1..=MOST_TURNS).contains(&turns) => {
                self.pass_word(node.span, node.text().unwrap_or_default())
            }
            until => Some(until),
        }
    }
}
