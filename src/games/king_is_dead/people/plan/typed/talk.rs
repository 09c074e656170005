//! Talk beside turns on one line: `What a mess! Welsh in Ratae, summon Scots`. A sentence that names nothing of the game, and nothing that
//! could change the turns, is left out, and its writer is told so.

use super::part::{Part, article, cut, ends_of_words, sentences};
use super::reworded::Reworded;
use super::tree::Reader;
use super::turn::Turn;
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
        // "Forgive an old man his manner of speaking", beside turns that lack nothing.
        let is_remark =
            |place: &(usize, usize)| is_talk(place) || self.is_beside(cut(whole, place.0, place.1));
        let mut remarks: Vec<(usize, usize)> = all.iter().copied().filter(is_remark).collect();
        let turns = all.iter().filter(|place| !remarks.contains(place));
        let around: Vec<(usize, usize)> =
            turns.flat_map(|(from, to)| self.around_turn(cut(whole, *from, *to), line.text, *from)).collect();
        remarks.extend(around);
        let found = self.without_these(line, &idle, all.len(), false);
        if found.is_some() {
            return found;
        }
        let tried = (self.tried.take(), self.greeted);
        let found = if remarks == idle { None } else { self.without_these(line, &remarks, all.len(), true) };
        if found.is_none() {
            (self.tried, self.greeted) = tried;
        }
        found
    }

    /// Takes the turns of a line without some of its sentences, `of` so many; `None` if there are none, or the rest cannot be read. If the
    /// rest must be `whole`, no turn in it may lack anything.
    fn without_these(
        &mut self,
        line: TypedLine<'_>,
        idle: &[(usize, usize)],
        of: usize,
        whole_turns: bool,
    ) -> Option<LineFate> {
        let whole = Part { text: line.text, line: line.line, column: 1 };
        let is_all = |(from, to): &(usize, usize)| idle.contains(&(*from, *to));
        if self.is_tired() || idle.is_empty() || of > 1 && sentences(line.text).iter().all(is_all) {
            return None;
        }
        let rest = blanked(line.text, idle);
        let before = self.saved();
        let fate = self.line(TypedLine { text: &rest, line: line.line });
        let is_whole = |turn: &Turn| turn.is_whole() && !turn.is_cut_short();
        let lacks = whole_turns
            && (self.turns.len() == before.turns.len()
                || !self.turns.iter().skip(before.turns.len()).all(is_whole));
        // What could not be read is told of, and not the talk beside it.
        if fate != LineFate::Taken || lacks {
            let tried = (self.turns.clone(), self.faults.clone());
            self.restore(before);
            if fate == LineFate::Faulty {
                self.tried = Some(tried);
                self.greeted = idle.iter().all(|(from, to)| self.thanks_by_name(cut(whole, *from, *to)));
            }
            return None;
        }
        let notes = self.notes_on(whole, idle);
        self.faults.extend(notes);
        Some(fate)
    }

    /// Returns `true` for a remark that names nothing of the game and has no word by which it could change the turns beside it: `Forgive an
    /// old man his manner of speaking`.
    fn is_remark(&self, part: Part<'_>) -> bool {
        let text = part.text.trim();
        let first = text.split(|c: char| !c.is_alphanumeric() && c != '\'').next().unwrap_or_default();
        // "No" takes back, and "but no harm" does not.
        let begins_anew = self.is(TypedWord::Reverses, first);
        !begins_anew
            && text.split_whitespace().count() > 2
            && !self.corrects(part)
            && self.names_nothing(text, TypedWord::Turning)
    }

    /// Returns `true` for a part that says nothing of turns, beside turns that lack nothing.
    pub(super) fn is_beside(&self, part: Part<'_>) -> bool {
        self.is_remark(part)
            || self.concedes(part)
            || self.states(part)
            || self.only_reasons(part)
            || self.drops_pass(part)
    }

    /// Returns `true` for a sentence that begins with a reason and does nothing: `Having been robbed in Ratae, I turn to the baths`.
    fn only_reasons(&self, part: Part<'_>) -> bool {
        let part = self.behind_greeting(part).unwrap_or(part);
        let Some(rest) = self.past(TypedWord::Reasons, part) else { return false };
        let mut words =
            rest.text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
        !rest.text.contains([':', '>', '<', ';'])
            && words.all(|word| {
                self.lexicon
                    .keys
                    .known(word)
                    .is_none_or(|key| matches!(key, Key::From | Key::To | Key::Turns))
                    && !self.is(TypedWord::Hedges, word)
            })
    }

    /// Returns `true` for words that drop a pass of an earlier list, whose place the turns beside them take: `forget the pass`.
    pub(super) fn drops_pass(&self, part: Part<'_>) -> bool {
        let bare = Part { text: part.text.trim_matches(|c: char| !c.is_alphanumeric()), ..part };
        let rest = self.past(TypedWord::TakeBacks, bare).map(|rest| article(&self.lexicon, rest));
        let rest = rest.map(|rest| self.past(TypedWord::Own, rest).unwrap_or(rest));
        rest.is_some_and(|rest| self.lexicon.keys.known(rest.text) == Some(Key::Pass))
    }

    /// Returns `true` for a part that says how things are and does nothing: `the Scots are masters of Deva`, `there are no yellows left`.
    /// A follower that "is in Deva" may be put there.
    pub(super) fn states(&self, part: Part<'_>) -> bool {
        let mut part = self.behind_greeting(part).unwrap_or(part).after(0);
        while let Some(rest) = self.past(TypedWord::Then, part) {
            part = rest;
        }
        let opened = self.opened(part);
        let being = [part, opened].into_iter().find_map(|part| self.past(TypedWord::Being, part));
        let is_of_writer = being.is_some();
        let Some(rest) = being.or_else(|| self.state_of(opened)) else { return false };
        let mut words =
            rest.text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
        !rest.text.contains([':', '>', '<', ';'])
            && words.all(|word| {
                self.lexicon.keys.known(word).is_none_or(|key| matches!(key, Key::From | Key::To))
                    && (is_of_writer || !self.is(TypedWord::Persons, word))
            })
    }

    /// Returns what is said of how things are with a side, a region or somebody: `masters of Deva` behind `the Scots are`.
    fn state_of<'t>(&self, part: Part<'t>) -> Option<Part<'t>> {
        let part = article(&self.lexicon, part);
        let part = self.past(TypedWord::Own, part).unwrap_or(part);
        ends_of_words(part.text).into_iter().take(LONGEST_SIDE).find_map(|end| {
            let name = part.text.get(..end)?;
            let rest = self.past(TypedWord::States, part.after(end))?;
            let goes = [TypedWord::In, TypedWord::To, TypedWord::From, TypedWord::Landing];
            let is_free = goes.iter().all(|list| self.past(*list, rest).is_none());
            // "Pass unless Chiara has played" is no name.
            let is_free = is_free && name.split(' ').all(|word| self.lexicon.keys.known(word).is_none());
            (is_free && (self.is_name(name) || !self.players.put_into(name).1.is_empty())).then_some(rest)
        })
    }

    /// Returns the places of words around the turn of a sentence that say nothing of it: why it is played, before it, and a remark behind its
    /// comma: `The Scots are strong, and so I pass`, `pass, as I said`.
    fn around_turn(&self, sentence: Part<'_>, line: &str, from: usize) -> Vec<(usize, usize)> {
        let Some(start) = line.get(from..).and_then(|rest| rest.find(sentence.text)).map(|at| at + from)
        else {
            return Vec::new();
        };
        let commas: Vec<usize> =
            sentence.text.match_indices([',', ';', '-', '–']).map(|(at, _)| at).collect();
        let is_said = |part: Part<'_>| {
            let bare = Part { text: part.text.trim_matches(|c: char| !c.is_alphanumeric()), ..part };
            self.is_idle(bare.text) || self.is_courteous(bare) || self.is_beside(bare)
        };
        let gives_reason = |head: Part<'_>| {
            let hangs = |word: &str| {
                let key = self.lexicon.keys.known(word);
                matches!(key, Some(Key::If | Key::Unless | Key::Until | Key::Or | Key::When))
            };
            self.past(TypedWord::Reasons, head).is_some()
                && !head.text.split(|c: char| !c.is_alphanumeric() && c != '\'').any(hangs)
        };
        let mut all = Vec::new();
        let head = commas.iter().copied().find(|at| {
            let (head, rest) = (cut(sentence, 0, *at), sentence.after(at + 1));
            self.begins_own_turn(rest) && (is_said(head) || gives_reason(head))
        });
        all.extend(head.map(|at| (start, start + at + 1)));
        let behind = head.unwrap_or_default();
        let tail = commas.iter().copied().find(|at| *at > behind && is_said(sentence.after(at + 1)));
        all.extend(tail.map(|at| (start + at, start + sentence.text.trim_end_matches(['.', '!']).len())));
        all
    }

    /// Returns `true` for words that leave what is fought for to a faction or to somebody: `then the Scots may have it, it's only rain`.
    pub(super) fn concedes(&self, part: Part<'_>) -> bool {
        let mut part = part.after(0);
        while let Some(rest) = self.past(TypedWord::Then, part) {
            part = rest;
        }
        let part = self.opened(part);
        let behind = ends_of_words(part.text).into_iter().take(LONGEST_SIDE).find_map(|end| {
            let name = part.text.get(..end)?;
            let (seated, taken) = self.players.put_into(name);
            let is_one = self.lexicon.sides.known(name).is_some()
                || self.lexicon.seats.known(name).is_some()
                || !taken.is_empty() && self.lexicon.seats.known(&seated).is_some();
            self.past(TypedWord::Concedes, part.after(end)).filter(|_| is_one)
        });
        behind.is_some_and(|rest| {
            let bare = rest.text.trim_matches(|c: char| !c.is_alphanumeric());
            bare.is_empty() || self.names_nothing(bare, TypedWord::Doubts)
        })
    }

    /// Returns `true` for a sentence that thanks or is sorry for something and does nothing: `Thanks for fixing my Settlement earlier`.
    pub(super) fn is_courteous(&self, part: Part<'_>) -> bool {
        let thanks = self.past(TypedWord::Thanking, part.after(0)).map(|rest| (rest, TypedWord::Hedges));
        let says = || Some((self.past(TypedWord::Saying, part.after(0))?, TypedWord::Reverses));
        let Some((rest, turning)) = thanks.or_else(says) else { return false };
        let is_ordinal = |word: &str| self.lexicon.language().ordinals.contains_key(&fold(word));
        let mut words =
            rest.text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
        !rest.text.contains([':', '>', '<', ';', ','])
            && words.all(|word| {
                let key = self.lexicon.keys.known(word);
                key.is_none_or(|key| matches!(key, Key::From | Key::To))
                    && (!self.is(turning, word) || is_ordinal(word))
            })
    }

    /// Returns what is said of talk that was left out. "Sorry for the late answer" and "What a pretty map!" are told to nobody.
    fn notes_on(&self, whole: Part<'_>, talk: &[(usize, usize)]) -> Vec<Fault> {
        let bare =
            |part: Part<'_>| part.text.len() - part.text.trim_start_matches([',', ';', '-', '–', ' ']).len();
        let parts = talk.iter().map(|(from, to)| cut(whole, *from, *to));
        let parts = parts.map(|part| cut(part, bare(part), part.text.len())).filter(|part| {
            let says_more = part.text.contains(char::is_alphanumeric) && !part.text.ends_with('!');
            says_more
                && !self.thanks_by_name(*part)
                && self.past(TypedWord::Closings, *part).is_none()
                && !self.is_courteous(*part)
        });
        let note = |part: Part<'_>| {
            let part = Part { text: part.text.trim_end_matches([',', ' ', '-']), ..part };
            let part = Part {
                text: part.text.strip_suffix(" .").unwrap_or(part.text).trim_end_matches([',', ' ']),
                ..part
            };
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
            if self.thanks_by_name(part)
                || self.is_idle(part.text)
                || self.is_beside(part)
                || is_before && looks_ahead()
            {
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
        if self.remarks(part) || self.is_courteous(part) {
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

/// The most words of the name of somebody who may have a region.
const LONGEST_SIDE: usize = 3;
/// The fewest letters of a word that may be a misspelt name.
const SPELT: usize = 5;

/// Returns a text with blanks in place of some parts of it.
fn blanked(text: &str, parts: &[(usize, usize)]) -> String {
    let is_left_out = |at: usize| parts.iter().any(|(from, to)| (*from..*to).contains(&at));
    text.char_indices().map(|(at, c)| if is_left_out(at) { ' ' } else { c }).collect()
}
