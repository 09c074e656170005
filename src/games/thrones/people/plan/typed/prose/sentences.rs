//! Lines of several sentences: whoever dictates ends no lines. A line that cannot be read whole is read without its first sentences, if these
//! are talk, and otherwise sentence by sentence; what cannot be read of it is asked back by itself if it cannot change what the others say.

use super::long_lines;
use super::talk::Aside;
use super::told_apart::Sentence;
use crate::games::thrones::data::Form;
use crate::games::thrones::people::plan::typed::grammar::tokens;
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::sheet::Fault;
use crate::table::{LineFate, TypedLine};

/// The most sentences of talk before orders.
const MOST_TALK: usize = 3;

impl Reader<'_> {
    /// Reads a line, whole or by its sentences.
    pub(in super::super) fn any_line(&mut self, typed: TypedLine<'_>) -> LineFate {
        let sentences = long_lines::sentences(typed.text);
        let is_long = tokens::is_long(typed.text);
        if is_long && !sentences.is_empty() {
            return self.all_sentences(&sentences, typed.line);
        }
        let others = sentences.get(1..).unwrap_or_default();
        // "Hi! Sorry for the delay, I was at work. Winterfell raid": behind nothing but talk there is nothing to correct.
        let talk = sentences.iter().take_while(|text| self.aside(text) == Some(Aside::Chat)).count();
        let mut behind = sentences.iter().skip(talk + 1);
        if is_long || behind.any(|text| self.may_correct(text) && !self.is_of_barrel(text)) {
            return self.line(typed);
        }
        let before = self.mark();
        let fate = self.line(typed);
        let heads = if fate == LineFate::Faulty { long_lines::heads(typed.text) } else { Vec::new() };
        if fate == LineFate::Taken || others.is_empty() && heads.is_empty() {
            return fate;
        }
        let whole = self.back_to(before);
        if let Some(fate) = self.behind_talk(typed, &heads) {
            return fate;
        }
        let said = match others {
            [] => Vec::new(),
            _ => match self.those_read(&sentences, typed.line, whole.entries()) {
                Ok(fate) => return fate,
                Err(said) => said,
            },
        };
        let (took_none, faults) = (whole.entries() == self.entries.len(), self.faults.len());
        self.back_to(whole);
        if took_none { self.each_told(&said, (typed.line, faults), fate) } else { fate }
    }

    /// Reads the sentences of a line that is too long to be read whole.
    fn all_sentences(&mut self, sentences: &[String], line: usize) -> LineFate {
        let fates: Vec<LineFate> = sentences.iter().map(|text| self.line(TypedLine { text, line })).collect();
        if fates.iter().all(|fate| *fate == LineFate::NotMine) {
            return LineFate::NotMine;
        }
        // Beside orders, nobody is sent the rest.
        let mut faults: Vec<Fault> = Vec::new();
        for (_, text) in fates.iter().zip(sentences).filter(|(fate, _)| **fate == LineFate::NotMine) {
            if self.is_to_be_told(text) {
                faults.push(self.told_unread(text, line));
            }
        }
        let is_whole = !faults.iter().any(Fault::is_error) && !fates.contains(&LineFate::Faulty);
        self.faults.extend(faults);
        if is_whole { LineFate::Taken } else { LineFate::Faulty }
    }

    /// Reads a line without the talk before its orders, if all the rest can be read: `Hi, Lannister here. March +1 …; footman remains.`
    /// Talk ends at one of some columns.
    fn behind_talk(&mut self, typed: TypedLine<'_>, heads: &[usize]) -> Option<LineFate> {
        let (mut faults, mut from): (Vec<Fault>, usize) = (Vec::new(), 0);
        for head in heads.iter().take(MOST_TALK) {
            let talk = part(typed.text, from, *head);
            let before = self.mark();
            let is_talk = self.line(TypedLine { text: &talk, line: typed.line }) == LineFate::NotMine;
            self.back_to(before);
            // "Bert's plan: …" is not one's own.
            let is_lead = !talk.ends_with(':') || long_lines::is_sentence(&talk) && !self.names_seat(&talk);
            if !is_talk || !is_lead {
                return None;
            }
            if self.aside(&talk)? == Aside::OfTheGame && self.is_to_be_told(&talk) {
                faults.push(self.told_unread(&talk, typed.line));
            }
            let before = self.mark();
            let rest = part(typed.text, *head, usize::MAX);
            if self.line(TypedLine { text: &rest, line: typed.line }) == LineFate::Taken {
                let is_whole = !faults.iter().any(Fault::is_error);
                self.faults.extend(faults);
                return Some(if is_whole { LineFate::Taken } else { LineFate::Faulty });
            }
            self.back_to(before);
            from = *head;
        }
        None
    }

    /// Returns `true` if a word of a sentence is the name of a seat or of its player.
    fn names_seat(&self, sentence: &str) -> bool {
        let line = tokens::line(sentence, 1);
        let name = |word: &str| {
            self.seats
                .known(word)
                .or_else(|| self.seats.known(word.strip_suffix('s').unwrap_or(word)))
                .is_some()
        };
        line.is_none_or(|line| line.tokens.iter().any(|token| token.is_word() && name(&token.folded)))
    }

    /// Reads a line by its sentences, if all can be read, or if more is read so than the entries of the whole line and none of the others can
    /// change what they say. Otherwise returns what each would be, which is nothing if they only ask.
    fn those_read<'t>(
        &mut self,
        sentences: &'t [String],
        line: usize,
        entries: usize,
    ) -> Result<LineFate, Vec<Sentence<'t>>> {
        let before = self.mark();
        let said: Vec<Sentence<'t>> = sentences.iter().map(|text| self.sentence(text, line)).collect();
        let is_taken = |sentence: &Sentence<'_>| sentence.fate == LineFate::Taken;
        if said.iter().all(is_taken) {
            return Ok(LineFate::Taken);
        }
        let asks = |fate: LineFate| {
            said.iter().any(|sentence| sentence.fate == fate && sentence.text.trim_end().ends_with('?'))
        };
        // "Did you get my orders? Winterfell support?" only asks.
        let only_asks = asks(LineFate::Taken) && (asks(LineFate::NotMine) || asks(LineFate::Faulty));
        let more = self.entries.len() > entries && !only_asks;
        let unread = said.iter().filter(|sentence| !is_taken(sentence));
        let asides: Option<Vec<Aside>> =
            unread.clone().map(|sentence| self.aside_of(sentence, &said)).collect();
        let Some(asides) = asides.filter(|_| more) else {
            self.back_to(before);
            return Err(if only_asks { Vec::new() } else { said });
        };
        let talk = unread
            .zip(asides)
            .filter(|(sentence, aside)| sentence.fate == LineFate::NotMine && *aside == Aside::OfTheGame);
        let mut faults: Vec<Fault> = Vec::new();
        for (sentence, _) in talk {
            if self.is_to_be_told(sentence.text) {
                faults.push(self.told_unread(sentence.text, line));
            }
        }
        let is_whole = !faults.iter().any(Fault::is_error)
            && said.iter().all(|sentence| sentence.fate != LineFate::Faulty);
        self.faults.extend(faults);
        Ok(if is_whole { LineFate::Taken } else { LineFate::Faulty })
    }

    /// Returns `true` for a sentence that begins as one that corrects another may: `No, the footman`, `Sorry, …`.
    fn may_correct(&self, sentence: &str) -> bool {
        let Some(line) = tokens::line(sentence, 1) else { return false };
        let words: Vec<&str> =
            line.tokens.iter().filter(|token| token.is_word()).map(|token| token.folded.as_str()).collect();
        // "I think" is not "I meant".
        let begins = |form: &Form| words.iter().copied().take(form.len()).eq(form.iter().map(String::as_str));
        self.lexicon.corrections.iter().chain(&self.lexicon.mistaken).any(begins)
    }
}

/// Returns the characters of a line between two columns, at their places.
fn part(text: &str, from: usize, to: usize) -> String {
    let some = text.chars().skip(from).take(to.saturating_sub(from));
    " ".repeat(from) + some.collect::<String>().trim_end()
}
