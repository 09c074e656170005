//! Words of a line that are misspelt by a letter or two: keys, regions, and the card that a line begins with. Each is taken with a remark.

use super::part::{Part, article, cut, ends_of_words};
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::{Fault, Node, Refusal, fold};
use crate::table::LineFate;

/// What a misspelt part is read as: its key, its first word, what follows, and the key's name.
type NearKey<'t> = (Key, Part<'t>, Part<'t>, String);

/// The fewest letters of the name of a card that may be misspelt without a word for playing before it.
pub(super) const SPELT: usize = 6;

impl Reader<'_> {
    /// Takes a part whose key is misspelt, if what follows fits it.
    pub(super) fn take_near(&mut self, part: Part<'_>, play: bool) -> bool {
        let Some((key, word, rest, name)) = self.near_key(part, play) else { return false };
        let (turns, faults, open) = (self.turns.len(), self.faults.len(), self.open);
        let read = match key {
            Key::Play => self.card(rest, true),
            key => self.set(key, rest),
        };
        if read.is_err() {
            self.turns.truncate(turns);
            self.faults.truncate(faults);
            self.open = open;
            return false;
        }
        self.taken_as(word, &name);
        true
    }

    /// Returns the key that a part begins with if its first word is a misspelling of that alone.
    fn near_key<'t>(&self, part: Part<'t>, play: bool) -> Option<NearKey<'t>> {
        let end = *ends_of_words(part.text).first()?;
        let (word, rest) = (cut(part, 0, end), part.after(end));
        let (key, name) = self.lexicon.keys.meant(word.text, |_| true)?;
        let of_play = [Key::Swap, Key::Exchange, Key::Place, Key::Summon, Key::Unless, Key::Until];
        // A word of prose may be near to one of ours: what follows must be read too.
        let fits = key == Key::Play || play && of_play.contains(&key);
        (fits && !rest.text.is_empty()).then_some((key, word, rest, name))
    }

    pub(super) fn taken_as(&mut self, part: Part<'_>, name: &str) {
        let why = Refusal::new("taken-as").with("name", part.text).with("as", name);
        self.faults.push(Fault::warning(part.span(), why));
    }

    /// Reads the name of a region; a misspelt one is taken with a remark.
    pub(super) fn region(&mut self, part: Part<'_>) -> Option<Node> {
        let part = article(&self.lexicon, part);
        if self.lexicon.regions.known(part.text).is_some() {
            return Some(part.node(part.text));
        }
        let (_, name) = self.lexicon.regions.meant(part.text, |_| true)?;
        self.taken_as(part, &name);
        Some(part.node(&name))
    }

    /// Takes a line that begins with the misspelt name of a card and a colon, if all of it can be read with the right name: `ambassadr: …`.
    pub(super) fn with_card_spelt(&mut self, whole: Part<'_>) -> Option<LineFate> {
        let (name, rest) = whole.text.split_once(':')?;
        let bare = self.opened(Part { text: name.trim(), ..whole });
        let is_known = self.lexicon.cards.known(bare.text).is_some()
            || self.lexicon.regions.known(bare.text).is_some()
            || self.lexicon.keys.known(bare.text).is_some();
        if is_known || bare.text.contains(' ') || bare.text.chars().count() < SPELT {
            return None;
        }
        let (_, meant) = self.lexicon.cards.meant(bare.text, |_| true)?;
        let blanks = " ".repeat(whole.column.saturating_sub(1));
        let text = format!("{blanks}{meant}:{rest}");
        let fate = self.line_if(&text, whole.line, |_, _, fate| fate == LineFate::Taken)?;
        self.taken_as(bare, &meant);
        Some(fate)
    }

    /// Returns a line with blanks in place of the words that something is done only if it can be, which is always so.
    pub(super) fn without_possible(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for form in self.forms(TypedWord::Possible) {
            let lower = text.to_lowercase();
            // Small letters may be longer than capitals.
            if lower.len() != text.len() {
                break;
            }
            if let Some(at) = lower.find(&format!(" {form}")) {
                let end = at + 1 + form.len();
                let is_whole = text.get(end..).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
                let head = text.get(..at).unwrap_or_default();
                let words = fold(head);
                let last = words.rsplit(' ').next().unwrap_or_default();
                // "And if possible" and "or if possible" are more than that.
                let joins = self.is(TypedWord::And, last) || self.is(TypedWord::Else, last);
                if is_whole && !joins && !last.is_empty() {
                    let tail = text.get(end..).unwrap_or_default();
                    text = format!("{head}{}{tail}", " ".repeat(end - at));
                }
            }
        }
        text
    }
}
