//! Conditions of typed turns, behind a turn or before it: `play Welsh in Ratae if Scots lead in Deva`, `if nobody has
//! passed, play Welsh in Ratae`.

use super::Unread;
use super::near::SPELT;
use super::part::{Part, cut, ends_of_words};
use super::parts::{Before, Piece};
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::data::language::{Key, TypedWord, Word};
use crate::games::king_is_dead::people::plan::language;
use crate::games::king_is_dead::people::plan::model::Until;
use crate::sheet::{Fault, Node, Refusal};

/// The most words that say in which struggle something is done.
const LONGEST_TIME: usize = 6;

impl Reader<'_> {
    /// Reads a part of a line; `next` is the part behind it, and `turns` the number of turns before the line.
    pub(super) fn piece(
        &mut self,
        piece: Piece<'_>,
        next: Option<&Piece<'_>>,
        first: bool,
        turns: usize,
    ) -> Result<(), Unread> {
        // "When it's my turn: pass" says when every turn is made.
        if next.is_some() && self.is(TypedWord::TurnComes, self.opened(piece.part).text) {
            return Ok(());
        }
        // "I pass until somebody plays. Once one of them has, I play …".
        if self.goes_on_if_so(piece.part) && next.is_some_and(|next| self.begins_turn(next.part)) {
            self.open = None;
            return Ok(());
        }
        // "1st turn: pass, 2nd turn: …".
        if let Some((is_next, rest)) = self.behind_turn_number(piece.part)
            && rest.text.is_empty()
        {
            self.open = None;
            return if is_next { Ok(()) } else { Err(Unread::Unclear) };
        }
        // "Scrap the Garrison. Pass this struggle".
        if self.turns.is_empty()
            && next.is_some_and(|next| self.begins_turn(next.part))
            && (self.scraps(piece.part) || self.takes_list_back(piece.part))
        {
            let why = Refusal::new("list-replaced").with("text", piece.part.text);
            self.faults.push(Fault::warning(piece.part.span(), why));
            return Ok(());
        }
        // "Pass, because I have nothing good".
        if self.turns.len() > turns
            && self.past(TypedWord::Reasons, piece.part).is_some_and(|why| !self.names_game(why.text))
        {
            let why = Refusal::new("line-left-out").with("text", piece.part.text);
            self.faults.push(Fault::warning(piece.part.span(), why));
            return Ok(());
        }
        // "Exception: if …".
        if piece.part.text.split(' ').count() <= 3
            && self.is_exception(piece.part).is_some_and(|rest| rest.text.is_empty())
            && matches!(self.turns.last(), Some(Turn::Pass(_)))
        {
            self.open = None;
            self.excepting = true;
            return Ok(());
        }
        if let Some(read) = self.asks_if(piece, next).or_else(|| self.if_not(piece.part, next)) {
            return read;
        }
        // "In all other cases I pass for this struggle".
        if !self.turns.is_empty()
            && let Some(rest) = self.past(TypedWord::IfNot, self.opened(piece.part))
            && matches!(self.key(self.opened(rest)), Some((Key::Pass, _)))
        {
            return self.otherwise(rest);
        }
        // "… If not, I pass."
        if !self.turns.is_empty()
            && self.past(TypedWord::IfNot, self.opened(piece.part)).is_some_and(|rest| rest.text.is_empty())
        {
            self.open = Some(Key::Otherwise);
            return Ok(());
        }
        // "Pass, sorry for the delay" takes nothing back.
        let says_more = |part: Part<'_>| !self.closed(self.opened(part)).text.is_empty();
        let corrects = self.corrects(piece.part)
            && (says_more(piece.part) || next.is_some_and(|next| says_more(next.part)));
        if piece.before != Before::Nothing && self.turns.len() > turns && corrects {
            return Err(Unread::Unclear);
        }
        let Some((key, rest)) = self.condition_key(piece.part) else {
            // "… summon Scots. Welsh in Ratae": the next turn begins.
            if piece.before == Before::Break && self.has_summoned() && self.begins_with_card(piece.part) {
                return self.card(self.opened(piece.part), false).map_err(|_| Unread::Unclear);
            }
            if self.ahead.is_empty() {
                return self.part(piece.part, first);
            }
            // A turn behind its condition goes on with nothing that was open.
            self.open = None;
            return self.part(self.in_that_case(piece.part), true);
        };
        let before_turn = next.is_some_and(|next| self.begins_turn(next.part));
        match piece.before {
            // "Play Scots in Deva, if Scots lead in Deva, play Welsh …" may mean either.
            Before::Comma if before_turn && self.turns.len() > turns && !self.excepting => {
                Err(Unread::Unclear)
            }
            Before::Break | Before::Comma if before_turn => {
                let text = self.seated(rest);
                self.ahead.push((key, rest.node(&text)));
                Ok(())
            }
            // "If Scots lead in Deva, summon Welsh": nothing says whether the play hangs on it too.
            Before::Break if next.is_some() => {
                let is_condition = self.is_condition(rest.text);
                Err(if is_condition { Unread::Unclear } else { Unread::Prose })
            }
            _ => self.condition_behind(key, rest, piece.part, first),
        }
    }

    /// Returns `true` for words behind a pass until something is so that say no more than that it is.
    fn goes_on_if_so(&self, part: Part<'_>) -> bool {
        let Some(Turn::Pass(pass)) = self.turns.last() else { return false };
        let how = pass.how.as_ref().and_then(Node::text).unwrap_or_default();
        let said = self.opened(part).text;
        self.is(TypedWord::IfSo, said)
            && !self.is(TypedWord::Else, said)
            && !matches!(self.key(part), Some((Key::Otherwise, _)))
            && pass.parts.is_empty()
            && matches!(self.length(how), Ok(Some(Until::Plays(_) | Until::Holds(_))))
    }

    /// Adds a condition to the turn before it.
    fn condition_behind(
        &mut self,
        key: Key,
        rest: Part<'_>,
        part: Part<'_>,
        first: bool,
    ) -> Result<(), Unread> {
        // "Pass unless Kay passes" may mean until Kay does, and "unless" speaks of what has been.
        let is_pass = matches!(self.turns.last(), Some(Turn::Pass(_))) && !first;
        if is_pass && key == Key::Unless && self.speaks_of_what_comes(rest) {
            return self.unless_played(rest);
        }
        if let Some(Turn::Pass(pass)) = self.turns.last()
            && !first
            && !pass.parts.iter().any(|(known, _)| *known == key)
        {
            let text = self.seated(rest);
            if let Some(Turn::Pass(pass)) = self.turns.last_mut() {
                pass.parts.push((key, rest.node(&text)));
            }
            self.open = None;
            return Ok(());
        }
        self.part(part, first)
    }

    /// Reads `pass unless Kay plays a card`: until Kay does, or until the struggle is over where that is said.
    fn unless_played(&mut self, rest: Part<'_>) -> Result<(), Unread> {
        let said = self.seated(rest);
        let how = format!("{} {said}", self.key_word(Key::Until));
        if !matches!(self.length(&how), Ok(Some(Until::Plays(_)))) {
            return Err(Unread::Unclear);
        }
        let ends = |node: &Node| {
            let text = node.text().unwrap_or_default();
            matches!(self.length(text), Ok(Some(Until::StruggleEnds)))
        };
        let Some(Turn::Pass(pass)) = self.turns.last() else { return Err(Unread::Unclear) };
        let lasts = pass.how.as_ref().is_some_and(ends);
        if !pass.parts.is_empty() || pass.how.is_some() && !lasts {
            return Err(Unread::Unclear);
        }
        let Some(Turn::Pass(pass)) = self.turns.last_mut() else { return Err(Unread::Unclear) };
        if lasts {
            pass.parts.push((Key::Unless, rest.node(&said)));
        } else {
            pass.how = Some(rest.node(&how));
        }
        self.open = None;
        Ok(())
    }

    /// Returns `true` for a condition that says what somebody does, not what somebody has done: `Kay passes`.
    fn speaks_of_what_comes(&self, part: Part<'_>) -> bool {
        let mut words = part.text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| self.is(TypedWord::Does, word))
    }

    /// Returns the key of the condition that a part begins with, and the condition.
    pub(super) fn condition_key<'t>(&self, part: Part<'t>) -> Option<(Key, Part<'t>)> {
        // "If not possible any Scot" is another wish.
        if self.past(TypedWord::Else, part).is_some()
            || self.past(TypedWord::Else, self.opened(part)).is_some()
        {
            return None;
        }
        self.key(self.opened(part))
            .filter(|(key, rest)| matches!(key, Key::If | Key::Unless | Key::When) && !rest.text.is_empty())
            .or_else(|| self.says_when(part))
    }

    /// Reads `in the third struggle` at the beginning of a part, which is a condition by itself.
    fn says_when<'t>(&self, part: Part<'t>) -> Option<(Key, Part<'t>)> {
        let part =
            [self.opened(part), part].into_iter().find(|part| self.past(TypedWord::In, *part).is_some())?;
        let is_condition = |end: usize| {
            let said = part.text.get(..end).unwrap_or_default().trim_end_matches([':', ',']);
            self.is_condition(said)
        };
        ends_of_words(part.text)
            .into_iter()
            .skip(1)
            .take(LONGEST_TIME)
            .any(is_condition)
            .then_some((Key::If, part))
    }

    /// Returns what follows `in that case`, which says nothing behind a condition.
    pub(super) fn in_that_case<'t>(&self, part: Part<'t>) -> Part<'t> {
        self.past(TypedWord::InThatCase, part).filter(|rest| !rest.text.is_empty()).unwrap_or(part)
    }

    /// Returns `true` for a part that begins a turn: a pass, or a play with its card.
    fn begins_turn(&self, part: Part<'_>) -> bool {
        let part = self.opened(self.in_that_case(part));
        match self.key(part) {
            Some((Key::Pass | Key::Play, _)) => true,
            // The Crown is a card, and the token of one.
            Some(_) => self.begins_as_card(part),
            None => ends_of_words(part.text).iter().any(|end| {
                let name = part.text.get(..*end).unwrap_or_default();
                // "In struggle 4: Setlement, …".
                let is_near = || {
                    name.chars().count() >= SPELT
                        && !name.contains(' ')
                        && self.lexicon.cards.meant(name, |_| true).is_some()
                };
                self.lexicon.cards.known(name).is_some() || is_near()
            }),
        }
    }

    /// Returns where a condition begins behind something else.
    pub(super) fn condition_inside(&self, part: Part<'_>) -> Option<usize> {
        let mut last = "";
        let mut from = 0;
        for end in ends_of_words(part.text) {
            let here = part.after(from);
            let key = self.key(here).map(|(key, _)| key);
            match key {
                // "even if it does nothing" is no condition.
                Some(Key::WithoutEffect) => return None,
                Some(Key::If | Key::Unless | Key::When) if from > 0 => {
                    let joined = [Word::And, Word::Or, Word::Not]
                        .iter()
                        .any(|word| language::is(&self.lexicon, *word, last));
                    return (!joined).then_some(from);
                }
                _ => {}
            }
            last = cut(part, from, end).text;
            from = end;
        }
        None
    }

    /// Returns where a turn begins behind a condition that is complete: `if nobody has passed play Welsh in Ratae`.
    pub(super) fn turn_inside(&self, part: Part<'_>) -> Option<usize> {
        let (_, condition) = self.condition_key(part)?;
        let start = part.text.len() - condition.text.len();
        ends_of_words(condition.text).into_iter().find_map(|end| {
            let rest = condition.after(end);
            if !matches!(self.key(self.opened(rest)), Some((Key::Play | Key::Pass, _))) {
                return None;
            }
            // Players stand for their seats.
            let (said, _) = self.players.put_into(&self.spelt(condition.text.get(..end)?));
            self.is_condition(&said).then_some(start + end)
        })
    }
}
