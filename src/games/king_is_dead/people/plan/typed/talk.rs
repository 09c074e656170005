//! Talk beside turns on one line: `What a mess! Welsh in Ratae, summon Scots`. A sentence that names nothing of the game, and nothing that
//! could change the turns, is left out, and its writer is told so.

use super::part::{Part, cut, ends_of_words, sentences};
use super::reworded::Reworded;
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::{Fault, Refusal, fold};
use crate::table::{LineFate, TypedLine};

impl Reader<'_> {
    /// Takes the turns of a line without its sentences of talk; `None` if it has none, or the rest is no turn.
    pub(super) fn without_talk(&mut self, line: TypedLine<'_>) -> Option<LineFate> {
        let all = sentences(line.text);
        let whole = Part { text: line.text, line: line.line, column: 1 };
        let is_talk = |(from, to): &(usize, usize)| {
            let part = cut(whole, *from, *to);
            self.thanks_by_name(part) || self.is_idle(part.text)
        };
        let mut idle: Vec<(usize, usize)> = all.iter().copied().filter(is_talk).collect();
        idle.extend(self.talk_before_turn(whole, &all));
        if self.is_tired() || idle.is_empty() || idle.len() == all.len() && all.len() > 1 {
            return None;
        }
        let rest = blanked(line.text, &idle);
        let before = self.saved();
        let fate = self.line(TypedLine { text: &rest, line: line.line });
        // What could not be read is told of, and not the talk beside it.
        if fate != LineFate::Taken {
            let tried = (self.turns.clone(), self.faults.clone());
            self.restore(before);
            if fate == LineFate::Faulty {
                self.tried = Some(tried);
                self.greeted = idle.iter().all(|(from, to)| self.thanks_by_name(cut(whole, *from, *to)));
            }
            return None;
        }
        let notes = self.notes_on(whole, &idle);
        self.faults.extend(notes);
        Some(fate)
    }

    /// Returns what is said of talk that was left out. "Sorry for the late answer" and "What a pretty map!" are told to nobody.
    fn notes_on(&self, whole: Part<'_>, talk: &[(usize, usize)]) -> Vec<Fault> {
        let parts = talk.iter().map(|(from, to)| cut(whole, *from, *to)).filter(|part| {
            let says_more = part.text.contains(char::is_alphanumeric) && !part.text.ends_with('!');
            says_more && !self.thanks_by_name(*part) && self.past(TypedWord::Closings, *part).is_none()
        });
        let note = |part: Part<'_>| {
            let part = Part { text: part.text.trim_end_matches([',', ' ']), ..part };
            Fault::warning(part.span(), Refusal::new("line-left-out").with("text", part.text))
        };
        parts.map(note).collect()
    }

    /// Returns the place of talk before the turn of a sentence and its comma: `I've done enough here, I pass`. It must not say whose turn the
    /// rest is, or on what it hangs.
    fn talk_before_turn(&self, whole: Part<'_>, sentences: &[(usize, usize)]) -> Option<(usize, usize)> {
        sentences.iter().find_map(|(from, to)| {
            let sentence = cut(whole, *from, *to);
            let at = sentence.text.find(", ")?;
            let (head, rest) = (cut(sentence, 0, at), sentence.after(at + 1));
            let words = || head.text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
            let turns = [TypedWord::Them, TypedWord::Reverses, TypedWord::Hedges, TypedWord::Exceptions];
            let is_apart = !words().any(|word| turns.iter().any(|list| self.is(*list, word)));
            let is_talk = is_apart && self.is_idle(head.text) && self.begins_own_turn(rest);
            let start = whole.text.get(*from..*to)?.find(sentence.text)? + from;
            is_talk.then_some((start, start + at + 1))
        })
    }

    /// Returns `true` for a part that begins with its writer's own turn: `I pass`, `Scots in Deva`.
    pub(super) fn begins_own_turn(&self, part: Part<'_>) -> bool {
        matches!(self.key(self.opened(part)), Some((Key::Pass | Key::Play, _)))
            || self.begins_as_card(self.opened(part))
    }

    /// Returns `true` for greetings, thanks or the like, with a name of somebody or without: `thanks ben`, `Cheers, Anna`, `Dear Ruth, thank
    /// you!` Nothing is said to the writer of what is left out so.
    pub(super) fn thanks_by_name(&self, part: Part<'_>) -> bool {
        let is_mark = |c: char| !c.is_alphanumeric();
        let is_name = |word: &str| {
            word.chars().all(char::is_alphabetic)
                && self.lexicon.keys.known(word).is_none()
                && self.lexicon.sides.known(word).is_none()
                && !self.is_name(word)
                && !self.is(TypedWord::Doubts, word)
                // "Next one. Settlement …" is of another turn.
                && !self.lexicon.language().numbers.contains_key(&fold(word))
        };
        let (mut named, mut courteous) = (0, 0);
        for piece in part.text.split([',', '!', '.', ';']).map(|text| text.trim_matches(is_mark)) {
            if piece.is_empty() {
                continue;
            }
            let piece = Part { text: piece, line: 1, column: 1 };
            let bare = |part| self.closed(self.opened(part));
            let head = piece.text.rsplit_once(char::is_whitespace);
            if bare(piece).text.is_empty() {
                courteous += 1;
            } else if let Some((head, name)) = head
                && is_name(name)
                && bare(Part { text: head.trim_end_matches(is_mark), ..piece }).text.is_empty()
            {
                courteous += 1;
                named += 1;
            } else if is_name(piece.text) {
                named += 1;
            } else {
                return false;
            }
        }
        courteous > 0 && named < 2
    }

    /// Returns a line without the talk in it: sentences of talk, those before its turn that say of it neither whose it is nor on what it
    /// hangs, and what is said behind it with thanks. `None` if there is none, or nothing else.
    pub(super) fn without_chat(&self, text: &str, line: usize) -> Option<Reworded> {
        let whole = Part { text, line, column: 1 };
        let mut chat: Vec<(usize, usize)> = Vec::new();
        let mut is_before = true;
        let all = sentences(text);
        for (from, to) in &all {
            let part = cut(whole, *from, *to);
            let looks_ahead = || self.names_nothing(part.text, TypedWord::Forward);
            if self.thanks_by_name(part) || self.is_idle(part.text) || is_before && looks_ahead() {
                chat.push((*from, *to));
                continue;
            }
            is_before = false;
            let tail = self.chat_behind(part);
            let start = text.get(*from..*to)?.find(part.text)? + from;
            chat.extend(tail.map(|at| (start + at, *to)));
        }
        let rest = blanked(text, &chat);
        if chat.is_empty() || !rest.contains(char::is_alphanumeric) {
            return None;
        }
        Some(Reworded { notes: self.notes_on(whole, &chat), text: rest })
    }

    /// Returns where the talk at the end of a sentence begins, behind a turn: `I pass thank you Anna it was a lovely game`.
    fn chat_behind(&self, part: Part<'_>) -> Option<usize> {
        let thanks = |at: usize| self.past(TypedWord::Closings, part.after(at)).is_some();
        let behind_comma = |at: usize| part.text.get(..at).is_some_and(|head| head.ends_with(','));
        ends_of_words(part.text)
            .into_iter()
            .filter(|at| thanks(*at) || behind_comma(*at))
            .find(|at| self.is_idle(part.after(*at).text) || self.thanks_by_name(part.after(*at)))
    }

    /// Returns `true` for a sentence that names nothing of the game and nothing that could change what others say.
    pub(super) fn is_idle(&self, sentence: &str) -> bool {
        self.known
            .idle
            .of(sentence, || self.names_nothing(sentence, TypedWord::Doubts) || self.exclaims(sentence))
    }

    /// Returns `true` for a sentence that only exclaims, whatever it names: `What a cunning use of the Crown by Tom`.
    fn exclaims(&self, sentence: &str) -> bool {
        let part = Part { text: sentence.trim(), line: 1, column: 1 };
        if self.remarks(part) {
            return true;
        }
        let is_of_its_writer = |word: &str| self.is(TypedWord::Persons, word);
        let mut words = part.text.split(|c: char| !c.is_alphanumeric() && c != '\'');
        self.past(TypedWord::Exclaims, part).is_some()
            && !part.text.contains([':', ',', '>', '<'])
            && !words.any(is_of_its_writer)
    }

    /// Returns `true` for a sentence that tells what its writer sees or expects, and has no word by which anything is done: `Dear Ruth, I
    /// expect trouble in Deva`.
    fn remarks(&self, part: Part<'_>) -> bool {
        let part = self.behind_greeting(part).unwrap_or(part);
        let Some(rest) = self.past(TypedWord::Remarks, part) else { return false };
        let mut words =
            rest.text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
        !rest.text.contains([':', '>', '<', ';'])
            && words.all(|word| {
                self.lexicon.keys.known(word).is_none_or(|key| matches!(key, Key::From | Key::To))
                    && !self.is(TypedWord::Persons, word)
            })
    }

    /// Returns `true` for a sentence that names nothing of the game and has no word of a list.
    fn names_nothing(&self, sentence: &str, list: TypedWord) -> bool {
        let text = sentence.trim_end_matches(|c: char| !c.is_alphanumeric());
        let words = || {
            text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
                .filter(|word| !word.is_empty())
        };
        let lexicon = &self.lexicon;
        let small = |word: &str| {
            let key = lexicon.keys.known(word);
            key.is_none_or(|key| {
                matches!(key, Key::From | Key::To) || key == Key::Take && self.is(TypedWord::For, word)
            })
        };
        let is_name = |word: &str| {
            let is_near = || {
                word.chars().count() >= SPELT
                    && (lexicon.regions.meant(word, |_| true).is_some()
                        || lexicon.factions.meant(word, |_| true).is_some()
                        || lexicon.cards.meant(word, |_| true).is_some())
            };
            self.known.names.of(word, || {
                lexicon.regions.known(word).is_some()
                    || lexicon.sides.known(word).is_some()
                    || lexicon.cards.known(word).is_some()
                    || lexicon.seats.known(word).is_some()
                    || is_near()
            })
        };
        let is_number = |word: &str| {
            let language = lexicon.language();
            word.starts_with(|c: char| c.is_ascii_digit())
                || language.numbers.contains_key(&fold(word)) && fold(word) != "one"
                || language.ordinals.contains_key(&fold(word))
        };
        words().next().is_some()
            && !text.contains([':', '>', '<'])
            && self.players.put_into(text).1.is_empty()
            && words().all(|word| small(word) && !is_name(word) && !is_number(word) && !self.is(list, word))
    }
}

/// The fewest letters of a word that may be a misspelt name.
const SPELT: usize = 5;

/// Returns a text with blanks in place of some parts of it.
fn blanked(text: &str, parts: &[(usize, usize)]) -> String {
    let is_left_out = |at: usize| parts.iter().any(|(from, to)| (*from..*to).contains(&at));
    text.char_indices().map(|(at, c)| if is_left_out(at) { ' ' } else { c }).collect()
}
