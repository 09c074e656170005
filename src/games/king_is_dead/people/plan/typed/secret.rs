//! Prose that tells what its writer is going to do, though nobody here can read it as turns: `My plan is to keep the Crown for Bath`. It
//! may be secret, so it is asked back where it would be passed on to somebody. Talk of what was, and questions, are passed on.

use super::Reader;
use super::part::{Part, bullet, ends_of_words};
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::{Refusal, fold};
use crate::table::{LineFate, TypedLine};

/// The detail of a sentence that nobody would say to another player.
const FOR_US: &str = "for_us";

/// The most words of a sentence that begins with passing and names nothing else.
const FEW_WORDS: usize = 8;

impl Reader<'_> {
    /// Returns why lines that are no turns should be read by nobody else, each with its number.
    pub(super) fn secrets(&self, lines: &[TypedLine<'_>], fates: &[LineFate]) -> Vec<(usize, Refusal)> {
        let prose = lines.iter().zip(fates).filter(|(_, fate)| **fate == LineFate::NotMine);
        let secret = prose.filter(|(line, _)| self.is_secret(line.text));
        secret
            .map(|(line, _)| {
                let tells = sentences_of(line.text).find(|sentence| self.is_telling(sentence));
                let text = tells.unwrap_or(line.text).trim().trim_end_matches('.');
                let is_order = sentences_of(line.text).any(|one| self.is_telling(one) && self.is_for_us(one));
                let why = self.unclear(text, text);
                (line.line, if is_order { why.with(FOR_US, true) } else { why })
            })
            .collect()
    }

    fn is_secret(&self, text: &str) -> bool {
        sentences_of(text).any(|sentence| self.is_telling(sentence))
    }

    fn is_telling(&self, sentence: &str) -> bool {
        (!sentence.ends_with('?') || self.is_order_asked(sentence))
            && !self.is_idle(sentence)
            && self.tells(sentence)
    }

    /// Returns `true` for a turn with a question mark behind it, which asks nothing: `if the Welsh lead, play Garrison: 2 Scots from Ratae?`.
    fn is_order_asked(&self, sentence: &str) -> bool {
        !self.says(TypedWord::Asking, sentence) && self.begins_as_order(start_of(sentence))
    }

    /// Returns `true` for a sentence that nobody would say to another player: it wants to be asked, or orders something, and speaks of
    /// neither its writer nor its reader.
    fn is_for_us(&self, sentence: &str) -> bool {
        let start = start_of(sentence);
        let asks: Vec<&String> =
            self.forms(TypedWord::Asks).iter().filter(|form| form.contains(' ')).collect();
        let lower = sentence.to_lowercase();
        let wants = asks.iter().any(|form| Self::is_said(form, &lower));
        let rest = asks.iter().fold(lower.clone(), |text, form| text.replace(form.as_str(), " "));
        let is_person = |word: &str| self.is(TypedWord::Persons, word) || self.is(TypedWord::Them, word);
        let speaks = rest.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’')).any(is_person);
        let corrects = || self.past(TypedWord::Corrections, start).is_some();
        !speaks && (wants || corrects() || self.begins_as_order(start))
    }

    /// Returns `true` if a form stands in a text in small letters, as whole words.
    fn is_said(form: &str, lower: &str) -> bool {
        lower.match_indices(form).any(|(at, _)| {
            let (head, tail) = (lower.get(..at).unwrap_or_default(), lower.get(at + form.len()..));
            !head.ends_with(char::is_alphanumeric)
                && !tail.unwrap_or_default().starts_with(char::is_alphanumeric)
        })
    }

    /// Returns `true` for a part that begins with a card and says what is done with it: `Scots in Deva`. "The Scots are strong" tells how
    /// things are.
    fn plays_card(&self, part: Part<'_>) -> bool {
        ends_of_words(part.text).into_iter().take(2).any(|end| {
            let name = part.text.get(..end).unwrap_or_default();
            let (bare, rest) = (name.trim_end_matches([',', ':', ';']), part.after(end));
            let goes_on = || {
                bare.len() < name.len()
                    || [TypedWord::In, TypedWord::To, TypedWord::All]
                        .iter()
                        .any(|list| self.past(*list, rest).is_some())
                    || self.key(rest).is_some()
            };
            self.lexicon.cards.known(bare).is_some() && goes_on()
        })
    }

    /// Returns `true` for a part that begins as a turn does, with what it hangs on or with where it is: `in Deva …`.
    fn begins_as_order(&self, part: Part<'_>) -> bool {
        let part = self.opened(part);
        let of_turns = [
            Key::Play,
            Key::Pass,
            Key::Summon,
            Key::Swap,
            Key::Exchange,
            Key::Place,
            Key::Give,
            Key::If,
            Key::Unless,
            Key::When,
            Key::Until,
        ];
        let heads = |part: Part<'_>| {
            matches!(self.key(part), Some((key, rest)) if of_turns.contains(&key) && !rest.text.is_empty())
                || self.plays_card(part)
        };
        let behind_region = || {
            let rest = self.past(TypedWord::AtRegion, part)?;
            let end = ends_of_words(rest.text).into_iter().take(2).find(|end| {
                let name = rest.text.get(..*end).unwrap_or_default();
                self.lexicon.regions.known(name.trim_end_matches([',', ':'])).is_some()
            })?;
            Some(self.opened(rest.after(end)))
        };
        heads(part) || behind_region().is_some_and(heads)
    }

    /// Returns `true` for a sentence that names things of the game and what is done with them, or passes.
    fn tells(&self, sentence: &str) -> bool {
        let is_in = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’');
        let words: Vec<&str> = sentence.split(|c| !is_in(c)).filter(|word| !word.is_empty()).collect();
        let says = |form: &str| {
            let form: Vec<String> = form.split(' ').map(fold).collect();
            words.windows(form.len()).any(|run| run.iter().map(|word| fold(word)).eq(form.iter().cloned()))
        };
        let has = |word| self.forms(word).iter().any(|form| says(form));
        if words.is_empty() {
            return false;
        }
        // "Passing through Bath" is no turn.
        let plays_nothing = |form: &&String| form.contains(' ') && self.lexicon.keys.known(form).is_none();
        let no_card = self.forms(TypedWord::NoCard).iter().filter(plays_nothing).any(|form| says(form));
        // "Don't play anything if nobody has played" is more than talk.
        if no_card {
            return true;
        }
        if has(TypedWord::Talk) {
            return false;
        }
        let names = words.iter().filter(|word| self.is_name(word)).count()
            + words.windows(2).filter(|two| self.is_name(&two.join(" "))).count();
        let of_turns = |word: &&str| {
            let key = self.lexicon.keys.known(word);
            key.is_some_and(|key| {
                !matches!(key, Key::If | Key::Unless | Key::When | Key::Or | Key::From | Key::To)
            })
        };
        if has(TypedWord::Yields) {
            return true;
        }
        // "Maybe I pass".
        let is_before = |word: &&&str| self.is(TypedWord::Doubts, word) || self.is(TypedWord::Persons, word);
        let first = words.iter().find(|word| !is_before(word)).copied().unwrap_or_default();
        let passes = matches!(self.lexicon.keys.known(first), Some(Key::Pass)) || {
            let begins = |form: &String| fold(&words.join(" ")).starts_with(&fold(form));
            self.forms(TypedWord::Waits).iter().any(begins) && has(TypedWord::Others)
        };
        names > 1
            || names > 0 && (words.iter().any(of_turns) || has(TypedWord::Persons))
            || passes && (2..=FEW_WORDS).contains(&words.len())
    }
}

fn start_of(sentence: &str) -> Part<'_> {
    bullet(Part { text: sentence, line: 1, column: 1 }.after(0))
}

fn sentences_of(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['.', '!', '?'])
}
