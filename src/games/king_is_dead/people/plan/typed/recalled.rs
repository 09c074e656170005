//! Lists that are taken back, and wishes to be asked: `forget my old list, I want to be asked again`, `ask me every time`.

use super::Unread;
use super::part::{Part, bullet, cut, ends_of_words, past, sentences, unmarked};
use super::parts::{Before, Piece};
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord};
use crate::games::king_is_dead::people::plan::model::Until;
use crate::sheet::{Fault, Node, Refusal, fold};
use crate::table::{LineFate, TypedLine};

/// The most words of a wish to be asked.
const LONGEST_WISH: usize = 14;

impl Reader<'_> {
    /// Returns `true` for words that only wish their writer to be asked.
    pub(super) fn asks(&self, part: Part<'_>) -> bool {
        let bare = |text: &str| fold(text.trim_matches(|c: char| !c.is_alphanumeric()));
        if self.lexicon.instead.known(part.text) == Some(Instead::Ask) {
            return true;
        }
        let words: Vec<String> = part.text.split_whitespace().map(bare).collect();
        if !(2..=LONGEST_WISH).contains(&words.len()) {
            return false;
        }
        self.forms(TypedWord::Asks).iter().any(|form| {
            let form: Vec<String> = form.split(' ').map(fold).collect();
            words.windows(form.len()).position(|run| run == form.as_slice()).is_some_and(|at| {
                let rest = words.iter().take(at).chain(words.iter().skip(at + form.len()));
                rest.into_iter().all(|word| self.is(TypedWord::AskTails, word))
            })
        })
    }

    /// Returns `true` for a line that takes back the list of turns and says nothing else, but that its writer wants to be asked: `turns:
    /// none`, `forget my list`. "None" alone may answer anything.
    pub(super) fn takes_back(&self, whole: Part<'_>) -> bool {
        let said = fold(whole.text.trim_end_matches(['.', '!', ' ']));
        let is_said = |form: &String| form.contains(' ') && fold(form) == said;
        if self.forms(TypedWord::TakenBack).iter().any(is_said) {
            return true;
        }
        let mut takes_back = false;
        let joint = |text: &str| {
            let lower = text.to_lowercase();
            let ands = self.forms(TypedWord::And).iter();
            ands.filter_map(|and| lower.find(&format!(" {and} ")).map(|at| (at, and.len() + 2))).min()
        };
        let mut rest: Vec<&str> = whole.text.split([',', '.', '!', ';', ':']).collect();
        while let Some(text) = rest.pop() {
            if let Some((at, length)) = joint(text) {
                rest.extend(text.get(..at));
                rest.extend(text.get(at + length..));
                continue;
            }
            let part = self.closed(self.opened(Part { text, line: 1, column: 1 }.after(0)));
            let names_list = self.taken_back(part).is_some_and(|what| self.is(TypedWord::Lists, what.text));
            takes_back |= names_list;
            if !names_list && !part.text.is_empty() && !self.asks(part) {
                return false;
            }
        }
        takes_back
    }

    /// Returns `true` for a line that takes back the list of turns and says that another one follows: `scrap my list, here is a new one`.
    pub(super) fn announces_list(&self, whole: Part<'_>) -> bool {
        let (mut takes_back, mut follows) = (false, false);
        for text in whole.text.split([',', '.', '!', ';', ':', '-']) {
            let part = self.closed(self.opened(Part { text, line: 1, column: 1 }.after(0)));
            if part.text.is_empty() {
                continue;
            }
            let is_list = self.taken_back(part).is_some_and(|what| self.is(TypedWord::Lists, what.text));
            takes_back |= is_list;
            let says_new = || self.heading_name(part.text).is_some_and(|name| name.is_empty());
            if !is_list && !says_new() {
                return false;
            }
            follows |= !is_list;
        }
        takes_back && follows
    }

    /// Returns `true` for a part that takes back a card of an earlier list, `scrap the Garrison`: the list that it begins takes the place of
    /// that one.
    pub(super) fn scraps(&self, part: Part<'_>) -> bool {
        let part = self.closed(self.opened(part));
        let Some(what) = self.taken_back(part) else { return false };
        self.lexicon.cards.known(what.text).is_some()
    }

    /// Returns `true` for a part that takes back the list, and says nothing else.
    pub(super) fn takes_list_back(&self, part: Part<'_>) -> bool {
        let part = self.closed(self.opened(part));
        self.taken_back(part).is_some_and(|what| self.is(TypedWord::Lists, what.text))
    }

    /// Lets the list on file wait where a line takes some of it back and the rest of the message cannot be read: what is taken back must
    /// not be played.
    pub(super) fn hold_what_is_scrapped(&mut self, lines: &[TypedLine<'_>], fates: &mut [LineFate]) {
        if !self.turns.is_empty() || self.otherwise.is_some() {
            return;
        }
        let found = lines
            .iter()
            .zip(fates.iter_mut())
            .find_map(|(line, fate)| Some((self.scrapped_in(line)?, line, fate)));
        let Some((part, line, fate)) = found.filter(|(_, _, fate)| **fate != LineFate::Taken) else { return };
        if *fate == LineFate::NotMine {
            *fate = LineFate::Faulty;
            let whole = Part { text: line.text, line: line.line, column: 1 }.after(0);
            let why = self.unclear(whole.text, whole.text);
            self.faults.push(Fault::error(whole.span(), why));
        }
        self.otherwise = Some(part.node(self.instead_word(Instead::Ask)));
    }

    /// Returns the sentence of a line of several that takes a card or the list back.
    fn scrapped_in<'t>(&self, line: &TypedLine<'t>) -> Option<Part<'t>> {
        let whole = bullet(Part { text: line.text, line: line.line, column: 1 }.after(0));
        let part = |(from, to)| {
            let part = unmarked(cut(whole, from, to));
            self.behind_greeting(part).unwrap_or(part)
        };
        sentences(whole.text).into_iter().map(part).find(|part| {
            part.text.len() < whole.text.len() && (self.scraps(*part) || self.takes_list_back(*part))
        })
    }

    /// Says what becomes of a card that a line takes back: the list below it takes the place of the earlier one. Without one nobody can
    /// tell what is left, and the line is none of a plan's.
    pub(super) fn tell_scrapped(&mut self, lines: &[TypedLine<'_>], fates: &mut [LineFate]) {
        let Some((span, text)) = self.scrapped.take() else { return };
        if self.turns.is_empty() && self.otherwise.is_none() {
            let of = lines.iter().zip(fates).filter(|(line, _)| line.line == span.line);
            of.for_each(|(_, fate)| *fate = LineFate::NotMine);
            return;
        }
        self.faults.push(Fault::warning(span, Refusal::new("list-replaced").with("text", text)));
    }

    /// Reads `if he does: …` below a pass until somebody plays: the turn behind it is the next in the list.
    pub(super) fn if_they_do(&mut self, whole: Part<'_>) -> Option<LineFate> {
        let Some(Turn::Pass(pass)) = self.turns.last() else { return None };
        let how = pass.how.as_ref().and_then(Node::text)?;
        if !pass.parts.is_empty() || !matches!(self.length(how), Ok(Some(Until::Plays(_)))) {
            return None;
        }
        let rest = self.past_marked(TypedWord::IfSo, whole)?;
        self.open = None;
        let text = rest.in_its_place();
        self.line_if(&text, whole.line, |reader, before, fate| {
            fate == LineFate::Taken && reader.turns.len() > before.turns.len()
        })
    }

    /// Returns what follows a form and the mark behind it: `if so: …`.
    fn past_marked<'t>(&self, list: TypedWord, part: Part<'t>) -> Option<Part<'t>> {
        const MARKS: [char; 3] = [',', ':', ' '];
        let end = part.text.find([',', ':'])?;
        let head = cut(part, 0, end);
        let is_form = self.is(list, head.text);
        let rest = part.after(end);
        let bare = rest.text.trim_start_matches(MARKS);
        is_form.then(|| rest.after(rest.text.len() - bare.len())).filter(|rest| !rest.text.is_empty())
    }

    /// Returns what is taken back by a part, without the words before its name.
    pub(super) fn taken_back<'t>(&self, part: Part<'t>) -> Option<Part<'t>> {
        let mut what = self.past(TypedWord::TakeBacks, part)?;
        while let Some(rest) = self.past(TypedWord::Old, what).filter(|rest| !rest.text.is_empty()) {
            what = rest;
        }
        Some(what)
    }

    /// Reads `pass unless …, else …` as a pass with an exception to it; `None` for any other line, or one that cannot be read so.
    pub(super) fn unless_else(&mut self, whole: Part<'_>) -> Option<LineFate> {
        let text = self.with_exception(whole)?;
        self.line_if(&text, whole.line, |reader, before, fate| {
            fate == LineFate::Taken && reader.turns.len() == before.turns.len() + 1
        })
    }

    /// Returns a line in which `pass unless …, else …` is said as a pass and an exception to it, with each word in its place.
    fn with_exception(&self, whole: Part<'_>) -> Option<String> {
        let opened = self.opened(whole);
        let unless = ends_of_words(whole.text)
            .into_iter()
            .find(|end| self.past_unless(whole.after(*end)).is_some())?;
        let head = cut(whole, whole.text.len() - opened.text.len(), unless);
        // "Don't play unless …".
        let pass = match self.key(head) {
            Some((Key::Pass, _)) => head.text,
            _ if self.is(TypedWord::NoCard, head.text) => self.key_word(Key::Pass),
            _ => return None,
        };
        let condition = self.past_unless(whole.after(unless))?;
        // Where the condition ends, and what is done if it holds begins.
        let (end, behind) = condition.text.match_indices([',', '.', ';']).find_map(|(at, _)| {
            let rest = self.past(TypedWord::IfSo, condition.after(at + 1))?;
            let bare = rest.text.trim_start_matches([',', ':', ' ']);
            Some((at, rest.after(rest.text.len() - bare.len())))
        })?;
        let but_if = self.forms(TypedWord::Exceptions).iter().rev().find(|form| form.contains(' '))?;
        let at = |part: Part<'_>| part.column.saturating_sub(1);
        let mut text = " ".repeat(at(head));
        for (column, words) in [
            (at(head), pass),
            (at(condition).saturating_sub(but_if.chars().count() + 2), "."),
            (at(condition).saturating_sub(but_if.chars().count() + 1), but_if),
            (at(condition), condition.text.get(..end)?),
            (at(condition) + condition.text.get(..end)?.chars().count(), ":"),
            (at(behind), behind.text),
        ] {
            let width = text.chars().count();
            // Another word for "unless" may be too short to stand for what replaces it.
            text.extend(std::iter::repeat_n(' ', column.checked_sub(width)?));
            text.push_str(words);
        }
        Some(text)
    }

    /// Returns what follows "unless" at the beginning of a part.
    fn past_unless<'t>(&self, part: Part<'t>) -> Option<Part<'t>> {
        let forms = self.lexicon.language().keys.get(&Key::Unless)?;
        forms.iter().find_map(|form| past(form, part)).filter(|rest| !rest.text.is_empty())
    }

    /// Reads `pass, but if somebody plays ask me`, in either order, as a pass until then and a question behind it; `None` for anything else.
    pub(super) fn asks_if(
        &mut self,
        piece: Piece<'_>,
        next: Option<&Piece<'_>>,
    ) -> Option<Result<(), Unread>> {
        let part = piece.part;
        if self.asked_ahead.take() == Some((part.line, part.column)) {
            return Some(Ok(()));
        }
        let Some(Turn::Pass(pass)) = self.turns.last() else { return None };
        if pass.how.is_some() || !pass.parts.is_empty() {
            return None;
        }
        // "Pass if somebody plays, ask me" may pass then, and ask where nobody does.
        if piece.before == Before::Nothing && self.past_and(part).is_none() {
            return None;
        }
        let asks = |part: Part<'_>| {
            self.asks(self.past(TypedWord::Exceptions, part).or_else(|| self.past_and(part)).unwrap_or(part))
        };
        let of = |part: Part<'_>| match self.key(self.past_and(part).unwrap_or(part)) {
            Some((Key::If | Key::When, said)) if !said.text.is_empty() => Some(said.text.to_owned()),
            _ => None,
        };
        // "Ask me if somebody plays", "if somebody plays, ask me", "if somebody plays ask me".
        let (said, ahead) = if asks(part) {
            let next = next?;
            (of(next.part)?, Some((next.part.line, next.part.column)))
        } else if let Some(next) = next.filter(|next| asks(next.part)) {
            (of(part)?, Some((next.part.line, next.part.column)))
        } else {
            let said = of(part)?;
            let whole = Part { text: &said, line: part.line, column: 1 };
            let end = ends_of_words(&said).into_iter().find(|end| self.asks(whole.after(*end)))?;
            (cut(whole, 0, end).text.to_owned(), None)
        };
        let until = self.key_word(Key::Until);
        let said = said.trim_end_matches([',', ' ']);
        let text = self.seated(Part { text: said, ..part });
        let how = format!("{until} {text}");
        if !matches!(self.length(&how), Ok(Some(_))) {
            return None;
        }
        if let Some(Turn::Pass(pass)) = self.turns.last_mut() {
            pass.how = Some(part.node(&how));
        }
        self.asked_ahead = ahead;
        Some(self.ask_then(part))
    }

    /// Returns what follows "and" or "but".
    fn past_and<'t>(&self, part: Part<'t>) -> Option<Part<'t>> {
        let end = *ends_of_words(part.text).first()?;
        self.is_and(part.text.get(..end)?).then(|| part.after(end))
    }

    /// Reads `if not` before a card, behind a pass on a condition: the card is for when that does not hold.
    pub(super) fn if_not(&mut self, part: Part<'_>, next: Option<&Piece<'_>>) -> Option<Result<(), Unread>> {
        let rest = self.past(TypedWord::IfNot, self.opened(part))?;
        let begins = |part: Part<'_>| {
            let part = self.opened(part);
            self.begins_as_card(part) || matches!(self.key(part), Some((Key::Play, _)))
        };
        let is_card = if rest.text.is_empty() { begins(next?.part) } else { begins(rest) };
        let Some(Turn::Pass(pass)) = self.turns.last() else { return None };
        let [(Key::If, node)] = pass.parts.as_slice() else { return None };
        if !is_card || node.text().is_none() {
            return None;
        }
        self.ahead.push((Key::Unless, node.clone()));
        self.open = None;
        Some(if rest.text.is_empty() { Ok(()) } else { self.part(rest, true) })
    }
}
