//! Lines that say in other words what is read: with signs that were dictated, a heading of many words, a name that is misspelt, or talk
//! before and behind the turn. A line counts so only if all of it can be read then.

use super::part::{Part, bullet, cut, ends_of_words, sentences};
use super::saved::Saved;
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::{Fault, fold};
use crate::table::{LineFate, TypedLine};

/// Between other words and what they stand for.
const STANDS_FOR: &str = " => ";
/// The most words of a heading.
const LONGEST_HEADING: usize = 10;
/// The most words of the name of a region.
const LONGEST_REGION: usize = 2;

/// The most letters of a line that is tried in other words, and the most turns and faults beside it: a list of more is no list of turns.
const LONGEST_REWORDED: usize = 400;
const MOST_BESIDE: usize = 60;
/// The most lines of a message that are tried in other words: nobody writes so many turns.
const MOST_REWORDED: usize = 24;

/// A line in other words, with what is said to its writer.
pub(super) struct Reworded {
    pub(super) text: String,
    pub(super) notes: Vec<Fault>,
}

impl Reader<'_> {
    /// Reads a line as it stands, or else in other words.
    pub(super) fn line(&mut self, line: TypedLine<'_>) -> LineFate {
        let is_short =
            line.text.len() <= LONGEST_REWORDED && self.turns.len() + self.faults.len() <= MOST_BESIDE;
        let before = (!self.rewording && is_short).then(|| self.saved());
        let fate = self.as_written(line);
        let Some(before) = before.filter(|_| fate != LineFate::Taken && !self.trying) else { return fate };
        if line.text.trim().is_empty() || line.text.contains('?') {
            return fate;
        }
        if self.reworded == MOST_REWORDED || self.is_tired() {
            return fate;
        }
        let as_written = self.saved();
        self.reworded += 1;
        self.rewording = true;
        let is_read = self.in_other_words(line, &before) || self.as_its_form(line, &before);
        self.rewording = false;
        if is_read {
            return LineFate::Taken;
        }
        let whole = Part { text: line.text, line: line.line, column: 1 }.after(0);
        if fate == LineFate::Faulty && self.is_idle(bullet(whole).text) {
            self.restore(before);
            return LineFate::NotMine;
        }
        self.restore(as_written);
        fate
    }

    /// Takes a line in the first other words that can be read.
    fn in_other_words(&mut self, line: TypedLine<'_>, before: &Saved) -> bool {
        let said = self.plainly(line.text);
        let mut tried: Vec<String> = vec![line.text.to_owned()];
        let mut take = |reader: &mut Self, reworded: &Reworded| {
            if tried.contains(&reworded.text) {
                return false;
            }
            tried.push(reworded.text.clone());
            reader.restore(before.clone());
            let lines = reader.two_struggles(&reworded.text);
            let is_read = lines
                .iter()
                .all(|text| reader.as_written(TypedLine { text, line: line.line }) == LineFate::Taken);
            // A part of a turn counts only if the rest of it can come.
            let is_whole = reader.is_last_whole() || reader.is_summons_below();
            let is_read = is_read && is_whole;
            if is_read {
                reader.faults.extend(reworded.notes.iter().cloned());
            }
            is_read
        };
        let plain = Reworded { text: said, notes: Vec::new() };
        let quiet = self.without_chat(&plain.text, line.line);
        let mut all = vec![Reworded { text: self.without_heading(&plain.text), notes: Vec::new() }, plain];
        if let Some(quiet) = quiet {
            let text = self.without_heading(&quiet.text);
            all.push(Reworded { text, notes: quiet.notes });
        }
        if all.iter().any(|reworded| take(self, reworded)) {
            return true;
        }
        all.iter().any(|reworded| {
            self.respelt(reworded, line.line).is_some_and(|respelt| {
                let text = self.without_heading(&respelt.text);
                take(self, &respelt) || take(self, &Reworded { text, notes: respelt.notes })
            })
        })
    }

    /// Returns `true` if the line below says whom the turn summons.
    fn is_summons_below(&self) -> bool {
        let below = bullet(Part { text: &self.below, line: 1, column: 1 }.after(0));
        matches!(self.key(self.opened(below)), Some((Key::Summon | Key::Take, _)))
    }

    /// Returns a text with signs in place of the words by which they were dictated, and plain words in place of others.
    pub(super) fn plainly(&self, text: &str) -> String {
        let signed = self.without_greeting(&self.replaced(TypedWord::Dictated, text));
        self.replaced(TypedWord::Spoken, &self.without_turn_comes(&self.without_speaker(&signed)))
    }

    /// Returns a text with blanks in place of a greeting with a name, and the comma behind it: `Dear Ruth, forget the Crown`.
    fn without_greeting(&self, text: &str) -> String {
        let whole = Part { text, line: 1, column: 1 }.after(0);
        match self.behind_greeting(whole) {
            Some(rest) => rest.in_its_place(),
            None => text.to_owned(),
        }
    }

    /// Returns what follows a greeting with a name.
    pub(super) fn behind_greeting<'t>(&self, part: Part<'t>) -> Option<Part<'t>> {
        let head = cut(part, 0, part.text.find(", ")?);
        let is_greeting = head.text.contains(' ') && self.thanks_by_name(head) && !self.corrects(head);
        is_greeting.then(|| part.after(head.text.len() + 1))
    }

    /// Returns a text with blanks in place of words before a turn that it is made when it is its writer's: `when it gets to me I play …`.
    fn without_turn_comes(&self, text: &str) -> String {
        let whole = Part { text, line: 1, column: 1 };
        let said = |(from, to): (usize, usize)| {
            let opened = self.opened(bullet(cut(whole, from, to)));
            let rest = self.past(TypedWord::TurnComes, opened).filter(|rest| !rest.text.is_empty())?;
            Some(opened.column..rest.column)
        };
        let said: Vec<_> = sentences(text).into_iter().filter_map(said).collect();
        let is_said = |column: usize| said.iter().any(|columns| columns.contains(&column));
        text.chars().zip(1..).map(|(c, column)| if is_said(column) { ' ' } else { c }).collect()
    }

    /// Returns a text with what the forms of a list stand for in their place, and blanks, so that everything behind stays where it is.
    pub(super) fn replaced(&self, list: TypedWord, text: &str) -> String {
        let mut text = text.to_owned();
        let mut lower = text.to_lowercase();
        for form in self.forms(list) {
            let Some((words, stands_for)) = form.split_once(STANDS_FOR) else { continue };
            let mut from = 0;
            loop {
                // Small letters may be longer than capitals.
                if lower.len() != text.len() {
                    return text;
                }
                let Some(at) = lower.get(from..).and_then(|rest| rest.find(words)).map(|at| from + at) else {
                    break;
                };
                let end = at + words.len();
                let head = text.get(..at).unwrap_or_default();
                let tail = text.get(end..).unwrap_or_default();
                let is_whole =
                    !head.ends_with(char::is_alphanumeric) && !tail.starts_with(char::is_alphanumeric);
                from = end;
                if is_whole {
                    let blanks = " ".repeat(words.chars().count().saturating_sub(stands_for.chars().count()));
                    let new = format!("{head}{stands_for}{blanks}");
                    from = new.len();
                    text = new + tail;
                    lower = text.to_lowercase();
                }
            }
        }
        text
    }

    /// Returns a text with blanks in place of who says that they are writing: `Anna here again`, `this is Anna`.
    fn without_speaker(&self, text: &str) -> String {
        let whole = Part { text, line: 1, column: 1 }.after(0);
        let opened = self.opened(bullet(whole));
        let is_mark = |c: char| !c.is_alphanumeric();
        let is_name = |word: &str| {
            let word = word.trim_matches(is_mark);
            // "Only joking here".
            let doubts = [TypedWord::Doubts, TypedWord::Forward, TypedWord::Reverses];
            !word.is_empty()
                && word.chars().all(char::is_alphabetic)
                && !self.is_known(word)
                && !doubts.iter().any(|list| self.is(*list, word))
        };
        let name = |part: Part<'_>| {
            let end = *ends_of_words(part.text).first()?;
            part.text.get(..end).filter(|word| is_name(word)).map(|_| end)
        };
        let introduced = || {
            let rest = self.past(TypedWord::Introductions, opened)?;
            let behind = rest.after(name(rest)?);
            let is_apart =
                rest.text.get(..name(rest)?)?.ends_with(is_mark) || behind.text.starts_with(is_mark);
            is_apart.then_some(behind)
        };
        let speaks = || self.past(TypedWord::Speakers, opened.after(name(opened)?));
        let Some(rest) = introduced().or_else(speaks) else { return text.to_owned() };
        let bare = rest.text.trim_start_matches([',', '.', ':', '-', ' ']);
        let rest = rest.after(rest.text.len() - bare.len());
        blank(rest.column.saturating_sub(1)) + rest.text
    }

    /// Returns `true` for a word that names something of the game or of a plan.
    pub(super) fn is_known(&self, word: &str) -> bool {
        let lexicon = &self.lexicon;
        lexicon.regions.known(word).is_some()
            || lexicon.sides.known(word).is_some()
            || lexicon.factions.known(word).is_some()
            || lexicon.cards.known(word).is_some()
            || lexicon.keys.known(word).is_some()
            || lexicon.seats.known(word).is_some()
    }

    /// Returns a text with a heading of the form that is read, or none, in place of one that says more: `my list for Deva: …`, `as to my
    /// turn: …`, `for the next struggle I play …`.
    fn without_heading(&self, text: &str) -> String {
        let whole = Part { text, line: 1, column: 1 }.after(0);
        let part = bullet(whole);
        let with = |name: &str, rest: Part<'_>| {
            let head = rest.column.saturating_sub(1);
            let mark = usize::from(!name.is_empty());
            let blanks = blank(head.saturating_sub(name.chars().count() + mark));
            format!("{blanks}{name}{}{}", if name.is_empty() { "" } else { ":" }, rest.text)
        };
        if let Some(at) = part.text.find(':') {
            let head = cut(part, 0, at);
            let is_short = head.text.split_whitespace().count() <= LONGEST_HEADING;
            if is_short && let Some(name) = self.heading_name(head.text) {
                return with(&name, part.after(at + 1));
            }
            // "I shall copy it out as you put it: play Scots, …".
            let rest = part.after(at + 1);
            if is_short && self.leads_in(head.text) && self.begins_own_turn(rest) {
                return with("", rest);
            }
        }
        let begins = |rest: Part<'_>| {
            let opened = self.opened(rest);
            let keys = [Key::Pass, Key::Play, Key::If, Key::When, Key::Unless];
            matches!(self.key(opened), Some((key, _)) if keys.contains(&key)) || self.begins_as_card(opened)
        };
        let opened = self.opened(part);
        for end in ends_of_words(opened.text).into_iter().take(LONGEST_HEADING) {
            let head = opened.text.get(..end).unwrap_or_default();
            let rest = opened.after(end);
            // "Oh I see, then Deva. Play Scots …" is a sentence of its own.
            if head.ends_with(['.', '!', ';', '?', '…']) {
                break;
            }
            if !rest.text.is_empty()
                && begins(rest)
                && let Some(name) =
                    self.heading_name(head.trim_end_matches([',', '-', '–'])).filter(|name| !name.is_empty())
                && self.says_for_which(head, &name)
            {
                return with(&name, rest);
            }
        }
        text.to_owned()
    }

    /// Returns `true` for a heading without a colon that names a struggle, or says before its region that the turn is for it: `in Deva`.
    fn says_for_which(&self, head: &str, name: &str) -> bool {
        let lists = [TypedWord::AtRegion, TypedWord::In, TypedWord::For];
        let says = |word: &str| lists.iter().any(|list| self.is(*list, word));
        self.lexicon.regions.known(name).is_none() || head.split_whitespace().any(says)
    }

    /// Returns `true` for words of their writer's own that name nothing: `I shall copy it out as you put it`.
    fn leads_in(&self, head: &str) -> bool {
        let words =
            || head.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
        let is_key = |word: &str| self.lexicon.keys.known(word).is_some_and(|key| key != Key::Place);
        words().any(|word| self.is(TypedWord::Persons, word))
            && self.players.put_into(head).1.is_empty()
            && !words().any(|word| {
                self.is_name(word)
                    || self.lexicon.seats.known(word).is_some()
                    || self.is(TypedWord::Doubts, word)
                    || is_key(word)
            })
    }

    /// Returns the struggle that a heading names, in the words by which headings name one; nothing inside if it says only that turns follow.
    pub(super) fn heading_name(&self, head: &str) -> Option<String> {
        let words: Vec<&str> =
            head.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
        let language = self.lexicon.language();
        let mut name: Option<String> = None;
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let folded = fold(word);
            let region = (1..=LONGEST_REGION).rev().find_map(|length| {
                let run = words.get(at..at + length)?.join(" ");
                self.lexicon.regions.known(&run).is_some().then_some((run, length))
            });
            let is_struggle =
                |word: Option<&&str>| word.is_some_and(|word| self.is(TypedWord::Struggle, word));
            let is_number =
                |word: &&str| word.parse::<u8>().is_ok() || language.numbers.contains_key(&fold(word));
            let comes_first = language.ordinals.contains_key(&folded) || self.is(TypedWord::Next, word);
            let (found, length) = if let Some(found) = region {
                found
            } else if is_struggle(Some(word)) && words.get(at + 1).is_some_and(is_number)
                || comes_first && is_struggle(words.get(at + 1))
            {
                (words.get(at..at + 2)?.join(" "), 2)
            } else if is_struggle(Some(word)) || self.is(TypedWord::HeadingWords, word) {
                at += 1;
                continue;
            } else {
                return None;
            };
            if name.replace(found).is_some() {
                return None;
            }
            at += length;
        }
        Some(name.unwrap_or_default())
    }

    /// Cuts a line where it goes on with what is for the next struggle: `I pass this struggle and in the next struggle I play …`.
    fn two_struggles(&self, text: &str) -> Vec<String> {
        let ends = ends_of_words(text);
        let starts: Vec<usize> = std::iter::once(0).chain(ends.iter().copied()).collect();
        let word = |at: usize| {
            let (from, to) = (*starts.get(at)?, *ends.get(at)?);
            text.get(from..to).map(str::trim)
        };
        let is = |list: TypedWord, at: usize| word(at).is_some_and(|word| self.is(list, word));
        let found = (1..ends.len()).find(|at| {
            let joined =
                is(TypedWord::And, *at) || word(at - 1).is_some_and(|word| word.ends_with(['.', ';', ',']));
            let from = if is(TypedWord::And, *at) { at + 1 } else { *at };
            joined
                && (is(TypedWord::In, from) || is(TypedWord::For, from))
                && word(from + 1)
                    .is_some_and(|word| self.lexicon.language().articles.contains(&fold_article(word)))
                && is(TypedWord::Next, from + 2)
                && word(from + 3)
                    .is_some_and(|word| self.is(TypedWord::Struggle, word.trim_end_matches([',', ':'])))
        });
        let Some(at) = found else { return vec![text.to_owned()] };
        let from = if is(TypedWord::And, at) { at + 1 } else { at };
        let (Some(cut_at), Some(end)) = (starts.get(at), ends.get(from + 3)) else {
            return vec![text.to_owned()];
        };
        let name = [word(from + 2), word(from + 3)]
            .map(|word| word.unwrap_or_default().trim_end_matches([',', ':']));
        let rest = text.get(*end..).unwrap_or_default().trim_start();
        let column = text.chars().count() - rest.chars().count();
        let head = name.join(" ");
        let second = format!("{}{head}:{rest}", blank(column.saturating_sub(head.chars().count() + 1)));
        vec![text.get(..*cut_at).unwrap_or_default().trim_end_matches([',', ' ']).to_owned(), second]
    }
}

fn blank(length: usize) -> String {
    " ".repeat(length)
}

/// Returns a word as articles are compared; `fold` takes a leading "the" off.
fn fold_article(word: &str) -> String {
    word.to_lowercase()
}
