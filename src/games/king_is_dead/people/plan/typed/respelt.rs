//! Names and keys that are misspelt anywhere in a line, taken for what they can only mean, with a remark.

use super::part::{Part, cut, ends_of_words};
use super::reworded::Reworded;
use super::tree::Reader;
use crate::games::king_is_dead::data::language::Key;
use crate::sheet::{Fault, Refusal, fold};

/// The fewest letters of a word that may be misspelt.
const FEWEST: usize = 5;
/// The most words of a line that may be.
const MOST: usize = 4;

impl Reader<'_> {
    /// Returns a line with the right names in place of misspelt ones; `None` if there are none, or too many.
    pub(super) fn respelt(&self, line: &Reworded, number: usize) -> Option<Reworded> {
        let whole = Part { text: &line.text, line: number, column: 1 };
        let ends = ends_of_words(whole.text);
        let mut text = String::new();
        let mut notes = line.notes.clone();
        let (mut from, mut at, mut found) = (0, 0, 0);
        while at < ends.len() {
            let two = ends.get(at + 1).map(|end| (*end, 2));
            let one = ends.get(at).map(|end| (*end, 1));
            let meant = [two, one].into_iter().flatten().find_map(|(end, length)| {
                let word = trimmed(cut(whole, from, end));
                let name = self.known.spelt.of(word.text, || self.spelt_name(word.text, length))?;
                Some((word, name, end, length))
            });
            let Some((word, name, end, length)) = meant else {
                let end = *ends.get(at)?;
                text.push_str(whole.text.get(from..end)?);
                (from, at) = (end, at + 1);
                continue;
            };
            let words = whole.text.get(from..end)?;
            let start = words.find(word.text)?;
            text.push_str(words.get(..start)?);
            text.push_str(&name);
            text.push_str(words.get(start + word.text.len()..)?);
            let why = Refusal::new("taken-as").with("name", word.text).with("as", name);
            notes.push(Fault::warning(word.span(), why));
            (from, at, found) = (end, at + length, found + 1);
        }
        text.push_str(whole.text.get(from..)?);
        (1..=MOST).contains(&found).then_some(Reworded { text, notes })
    }

    /// Returns the name that one or two misspelt words can only mean.
    fn spelt_name(&self, words: &str, length: usize) -> Option<String> {
        let lexicon = &self.lexicon;
        let is_short = words.chars().filter(|c| c.is_alphabetic()).count() < FEWEST;
        let is_said = |word: &str| {
            let folded = fold(word);
            self.is_known(word) || lexicon.language().typed.values().any(|forms| forms.has_word(&folded))
        };
        if is_short || self.is_known(words) || !self.players.put_into(words).1.is_empty() {
            return None;
        }
        let region = lexicon.regions.meant(words, |_| true).map(|(_, name)| name);
        if length > 1 {
            // "Aque Sulis": one of its words is right, and the other none at all.
            return region.filter(|name| name.contains(' ') && !words.split(' ').all(&is_said));
        }
        if is_said(words) {
            return None;
        }
        let card = lexicon.cards.meant(words, |_| true);
        let faction = lexicon.factions.meant(words, |_| true).map(|(_, name)| name);
        let card = card.map(|(_, name)| name).filter(|name| faction.as_ref() != Some(name));
        let keys = [Key::Summon, Key::Play, Key::Swap, Key::Exchange, Key::Place];
        let key = lexicon.keys.meant(words, |key| keys.contains(key)).map(|(_, name)| name);
        let mut all = [region, faction, card, key].into_iter().flatten();
        match (all.next(), all.next()) {
            (Some(name), None) => Some(name),
            _ => None,
        }
    }
}

/// Takes the marks around a word off.
fn trimmed(part: Part<'_>) -> Part<'_> {
    let is_mark = |c: char| !c.is_alphanumeric();
    let begin = part.text.len() - part.text.trim_start_matches(is_mark).len();
    cut(part, begin, part.text.trim_end_matches(is_mark).len())
}
