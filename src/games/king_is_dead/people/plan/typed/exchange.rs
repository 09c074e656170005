//! What is exchanged or swapped in a typed turn: `2 Scots from Deva for a Welsh from Ratae`.

use super::Unread;
use super::part::{Part, cut, ends_of_words};
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::data::language::{Key, TypedWord, Word};
use crate::games::king_is_dead::people::plan::language;
use crate::sheet::Node;

impl Reader<'_> {
    /// Splits a part around a word.
    pub(super) fn around<'t>(&self, part: Part<'t>, word: TypedWord) -> Option<(Part<'t>, Part<'t>)> {
        let lower = part.text.to_lowercase();
        self.forms(word).iter().find_map(|form| {
            // An arrow needs no blanks around it.
            let is_sign = !form.contains(char::is_alphanumeric);
            if !lower.contains(form.as_str()) {
                return None;
            }
            let sought = if is_sign { form.clone() } else { format!(" {form} ") };
            let at = lower.find(&sought)?;
            let (one, other) = (cut(part, 0, at), part.after(at + sought.len()));
            let is_whole = part.text.is_char_boundary(at)
                && part.text.get(at..).is_some_and(|rest| rest.is_char_boundary(sought.len()));
            (is_whole && !one.text.ends_with('<')).then_some((one, other))
        })
    }

    pub(super) fn two<'t>(&self, part: Part<'t>, words: &[TypedWord]) -> Option<[Part<'t>; 2]> {
        let joined = ends_of_words(part.text).into_iter().find_map(|end| {
            let rest = part.after(end);
            let and = self.lexicon.forms(Word::And);
            let first = ends_of_words(rest.text).first().copied()?;
            let word = rest.text.get(..first)?;
            let is_and = !and.is_empty() && self.is_and(word);
            is_and.then(|| [cut(part, 0, end), rest.after(first)])
        });
        joined.or_else(|| {
            words.iter().find_map(|word| self.around(part, *word)).map(|(one, other)| [one, other])
        })
    }

    /// Splits a part at an arrow that points both ways: `Deva <-> Ratae`.
    pub(super) fn changing_places<'t>(&self, part: Part<'t>) -> Option<(Part<'t>, Part<'t>)> {
        // With a second arrow neither side is a region, whichever is the first.
        let mut forms = self.forms(TypedWord::BothWays).iter();
        let (at, length) = forms.find_map(|form| Some((part.text.find(form)?, form.len())))?;
        let (one, other) = (cut(part, 0, at), part.after(at + length));
        (!one.text.is_empty() && !other.text.is_empty()).then_some((one, other))
    }

    /// Splits what is exchanged from its region: `a Scot in Caledonia`, `Scot Caledonia`.
    fn where_from<'t>(&self, part: Part<'t>) -> Option<(Part<'t>, Part<'t>)> {
        let behind = |end: usize| {
            let region = part.after(end);
            self.lexicon.regions.known(region.text).is_some().then(|| (cut(part, 0, end), region))
        };
        self.around(part, TypedWord::From).or_else(|| ends_of_words(part.text).into_iter().find_map(behind))
    }

    /// Reads `2 Scots from Deva for a Welsh from Ratae`, `a Scot from Caledonia to Londinium`.
    pub(super) fn exchange(&mut self, part: Part<'_>) -> Result<(), Unread> {
        // "A Welsh from Ratae to Londinium, a Scot from Londinium to Ratae".
        if matches!(self.turns.last(), Some(Turn::Play(play)) if !play.exchange.is_empty()) {
            // "…, a Welsh back", of which the end is taken for a closing word elsewhere.
            let who = self.coming_back(part).unwrap_or(part);
            let is_who = language::followers(&self.lexicon, who.text).is_ok();
            return if is_who { self.brought_back(who) } else { self.way_back(part) };
        }
        if let Some((there, back)) = self.both_ways(part) {
            return self.exchanged(there, back);
        }
        // "Two Scots in Deva <-> a Welsh in Ratae".
        if let Some((there, back)) = self.changing_places(part) {
            let [(give, from), (take, to)] = [
                self.where_from(there).ok_or(Unread::Unclear)?,
                self.where_from(back).ok_or(Unread::Unclear)?,
            ];
            let from = self.region(from).ok_or(Unread::Unclear)?;
            let to = self.region(to).ok_or(Unread::Unclear)?;
            let (give, take) = (self.followers_of(give), self.followers_of(take));
            let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Prose) };
            let parts = [(Key::From, from), (Key::To, to), (Key::Give, give)];
            play.exchange.extend(parts.into_iter().chain([(Key::Take, take)]));
            return Ok(());
        }
        // "A Scot from Aquae Sulis to Deva and a Welsh comes back".
        if let Some((there, back)) = self.around(part, TypedWord::And)
            && let Some(taken) = self.coming_back(back)
            && self.around(there, TypedWord::From).is_some_and(|(who, rest)| {
                // "Two Scots go from …" is read by its names.
                language::followers(&self.lexicon, who.text).is_ok()
                    && self.around(rest, TypedWord::To).is_some()
            })
        {
            self.exchange(there)?;
            return self.brought_back(taken);
        }
        let comes_back = |(_, taken): &(Part<'_>, Part<'_>)| self.around(*taken, TypedWord::From).is_some();
        let around = self.around(part, TypedWord::For);
        let (given, taken) = match around.or_else(|| self.around(part, TypedWord::To).filter(comes_back)) {
            Some((given, taken)) => (given, Some(taken)),
            None => (part, None),
        };
        let (give, from) = self.around(given, TypedWord::From).ok_or(Unread::Unclear)?;
        let (from, mut to) = match self.around(from, TypedWord::To) {
            Some((from, to)) => (from, Some(to)),
            None => (from, None),
        };
        let mut take = taken;
        if let Some((taken, where_from)) = taken.and_then(|taken| self.around(taken, TypedWord::From)) {
            take = Some(taken);
            to = to.or(Some(where_from));
        }
        let from = self.region(from).ok_or(Unread::Unclear)?;
        let to = to.and_then(|to| self.region(to)).ok_or(Unread::Unclear)?;
        let (give, take) = (self.followers_of(give), take.map(|take| self.followers_of(take)));
        let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Prose) };
        play.exchange.push((Key::From, from));
        play.exchange.push((Key::To, to));
        play.exchange.push((Key::Give, give));
        play.exchange.extend(take.map(|take| (Key::Take, take)));
        Ok(())
    }

    /// Returns followers as they are counted: "one of the Welsh" is one.
    fn followers_of(&self, part: Part<'_>) -> Node {
        if language::followers(&self.lexicon, part.text).is_ok() {
            return part.node(part.text);
        }
        let language = self.lexicon.language();
        let says = |word: &&str| {
            let is_article = language.articles.iter().any(|article| article.eq_ignore_ascii_case(word));
            !is_article && !self.is(TypedWord::From, word) && !self.is(TypedWord::Own, word)
        };
        let bare: Vec<&str> = part.text.split_whitespace().filter(says).collect();
        let bare = bare.join(" ");
        let is_read = language::followers(&self.lexicon, &bare).is_ok();
        part.node(if is_read { &bare } else { part.text })
    }

    /// Returns the followers that a part says to come back: `a Welsh comes back`, `1 Welsh back`.
    fn coming_back<'t>(&self, part: Part<'t>) -> Option<Part<'t>> {
        let who = self.before(TypedWord::ComesBack, part)?;
        language::followers(&self.lexicon, who.text).is_ok().then_some(who)
    }

    /// Takes what comes back in an exchange that has said all else.
    fn brought_back(&mut self, who: Part<'_>) -> Result<(), Unread> {
        let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Prose) };
        let has = |key: Key| play.exchange.iter().any(|(known, _)| *known == key);
        if !has(Key::To) || has(Key::Take) {
            return Err(Unread::Unclear);
        }
        play.exchange.push((Key::Take, who.node(who.text)));
        Ok(())
    }

    /// Splits what goes one way and comes the other: `two Scots from Deva to Ratae and one Welsh from Ratae to Deva`.
    fn both_ways<'t>(&self, part: Part<'t>) -> Option<(Part<'t>, Part<'t>)> {
        let goes = |part: Part<'_>| {
            self.around(part, TypedWord::From)
                .is_some_and(|(_, rest)| self.around(rest, TypedWord::To).is_some())
        };
        self.around(part, TypedWord::And).filter(|(there, back)| goes(*there) && goes(*back))
    }

    /// Takes what comes back in an exchange that said what goes.
    fn way_back(&mut self, part: Part<'_>) -> Result<(), Unread> {
        let Some(Turn::Play(play)) = self.turns.last() else { return Err(Unread::Prose) };
        let said =
            |key: Key| play.exchange.iter().find(|(known, _)| *known == key).map(|(_, node)| node.clone());
        let (Some(from), Some(to), None) = (said(Key::From), said(Key::To), said(Key::Take)) else {
            return Err(Unread::Unclear);
        };
        let (who, rest) = self.around(part, TypedWord::From).ok_or(Unread::Unclear)?;
        let (back_from, back_to) = self.around(rest, TypedWord::To).ok_or(Unread::Unclear)?;
        let back = self.region(back_from).zip(self.region(back_to)).ok_or(Unread::Unclear)?;
        let is_back = self.is_same_region(&from, &back.1) && self.is_same_region(&to, &back.0);
        if !is_back || language::followers(&self.lexicon, who.text).is_err() {
            return Err(Unread::Unclear);
        }
        let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Prose) };
        play.exchange.push((Key::Take, who.node(who.text)));
        Ok(())
    }

    fn is_same_region(&self, one: &Node, other: &Node) -> bool {
        let known = |node: &Node| node.text().and_then(|name| self.lexicon.regions.known(name));
        known(one).is_some() && known(one) == known(other)
    }

    /// Takes an exchange whose ways are both told, if they are each other's.
    fn exchanged(&mut self, there: Part<'_>, back: Part<'_>) -> Result<(), Unread> {
        let mut way = |part| {
            let (who, rest) = self.around(part, TypedWord::From)?;
            let (from, to) = self.around(rest, TypedWord::To)?;
            Some((who, self.region(from)?, self.region(to)?))
        };
        let (give, from, to) = way(there).ok_or(Unread::Unclear)?;
        let (take, back_from, back_to) = way(back).ok_or(Unread::Unclear)?;
        if !self.is_same_region(&from, &back_to) || !self.is_same_region(&to, &back_from) {
            return Err(Unread::Unclear);
        }
        let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Prose) };
        play.exchange.push((Key::From, from));
        play.exchange.push((Key::To, to));
        play.exchange.push((Key::Give, give.node(give.text)));
        play.exchange.push((Key::Take, take.node(take.text)));
        Ok(())
    }
}
