//! The list on file, and what a change makes of it.

use super::super::part::{Part, article, cut, ends_of_words};
use super::super::tree::Reader;
use super::super::turn::{Play, Turn};
use super::slots::{Name, Said, Wanted};
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord};
use crate::games::king_is_dead::people::plan::consult::done;
use crate::games::king_is_dead::people::plan::model::{Plan, Until, What};
use crate::games::king_is_dead::people::plan::write::to_yaml;
use crate::sheet::{Content, Fault, Node, Span, fold, parse};
use crate::table::{LineFate, Seat, TypedLine};

/// The turns of a list that are still to come, as the sheet writes them.
pub(super) struct Filed {
    pub(super) turns: Vec<Node>,
    otherwise: Option<Node>,
    /// `true` if none of them is done, so that their numbers are those that their owner knows.
    is_whole: bool,
    /// `true` if all that is not named stays.
    pub(super) keeps_rest: bool,
}

impl Filed {
    /// Returns what is left of a list; `None` if that is nothing, cannot be told, or has turns that can never come.
    pub(super) fn of(reader: &Reader<'_>, plan: &Plan, seat: Seat, board: &Board) -> Option<Filed> {
        let done = done(plan, seat, board);
        let left = Plan { turns: plan.turns.get(done..)?.to_vec(), ..plan.clone() };
        let now = board.now();
        let is_new = (plan.since.struggle, plan.since.step) == (now.struggle, now.step);
        // Of two passes one may be over, and a list counts from when it is read.
        if left.turns.iter().any(|entry| reader.never_comes(entry)) {
            return None;
        }
        let is_begun = match &left.turns.first()?.what {
            What::Pass { until: Until::Turns(number), .. } => *number > 1 && !is_new,
            _ => false,
        };
        if is_begun {
            return None;
        }
        let tree = parse(&to_yaml(&left, board)).ok()?;
        let [(_, plan)] = tree.entries()? else { return None };
        let mut filed = Filed { turns: Vec::new(), otherwise: None, is_whole: done == 0, keeps_rest: false };
        for (_, value) in plan.entries()? {
            match &value.content {
                Content::List(all) => filed.turns = all.clone(),
                _ => filed.otherwise = Some(value.clone()),
            }
        }
        (filed.turns.len() == left.turns.len()).then_some(filed)
    }

    /// Returns the list as a plan of the sheet, all of it at the place of the change.
    pub(super) fn tree(&self, reader: &Reader<'_>, span: Span) -> Node {
        let part = Part { text: "", line: span.line, column: span.column };
        let key = |key: Key| reader.word(key, part);
        let mut entries = Vec::new();
        if !self.turns.is_empty() {
            entries.push((key(Key::Turns), Node { span, content: Content::List(self.turns.clone()) }));
        }
        entries.extend(self.otherwise.clone().map(|node| (key(Key::Otherwise), node)));
        let mut tree = Node { span, content: Content::Map(entries) };
        put_at(&mut tree, span);
        tree
    }
}

fn put_at(node: &mut Node, span: Span) {
    node.span = span;
    match &mut node.content {
        Content::List(all) => all.iter_mut().for_each(|one| put_at(one, span)),
        Content::Map(all) => all.iter_mut().for_each(|(key, value)| {
            put_at(key, span);
            put_at(value, span);
        }),
        Content::Empty | Content::Text(_) | Content::Implied(_) => {}
    }
}

impl Reader<'_> {
    /// Changes the list; `None` if it cannot be told what is meant. Inside is whether turns were taken out, and whether others with them.
    pub(super) fn change(&mut self, said: Said<'_>, list: &mut Filed) -> Option<Option<bool>> {
        match said {
            Said::Replaced { new, old } => self.replace(new, old, list)?,
            Said::Scrapped(what) => return self.scrap(what, list).map(Some),
            Said::Reversed => {
                // Of a Crown alone it may be the token that goes to the other region.
                let [_, _] = list.turns.as_slice() else { return None };
                list.turns.reverse();
            }
            Said::First(names) | Said::Ordered(names) => self.order(names, list)?,
            Said::Added(turns) => self.add(turns, list)?,
            Said::Clause(clause) => self.set_clause(clause, list)?,
            Said::Unread => return None,
            Said::Nothing | Said::Announced | Said::Rest => {}
        }
        Some(None)
    }

    fn replace(&mut self, new: Part<'_>, old: Part<'_>, list: &mut Filed) -> Option<()> {
        let (new, old) = (self.things_named(new)?, self.things_named(old)?);
        let olds: Vec<&Name> = old.iter().filter(|name| name.is_of_the_game()).collect();
        let [old] = olds.as_slice() else { return None };
        let mut same = new.iter().filter(|name| self.may_replace(name, old));
        let (Some(name), None) = (same.next_back(), same.next()) else { return None };
        let context = new.iter().filter(|other| *other != name).cloned().collect();
        let wanted = Wanted { old: (*old).clone(), new: name.clone(), context };
        self.put_into_slot(&wanted, &mut list.turns)
    }

    /// Takes a turn out. Those behind it were meant for after it, so that they count only if that is said.
    fn scrap(&self, what: Part<'_>, list: &mut Filed) -> Option<bool> {
        let at = self.turn_named(what, list)?;
        let is_last = at + 1 == list.turns.len();
        if is_last || list.keeps_rest {
            list.turns.remove(at);
        } else {
            list.turns.truncate(at);
        }
        if !is_last && !list.keeps_rest || list.turns.is_empty() {
            let ask = self.instead_word(Instead::Ask).to_owned();
            let span = Span { line: 1, column: 1, length: 1 };
            list.otherwise = Some(Node { span, content: Content::Text(ask) });
        }
        Some(!is_last && !list.keeps_rest)
    }

    /// Puts the turns that are named first.
    fn order(&self, names: Part<'_>, list: &mut Filed) -> Option<()> {
        let mut first = Vec::new();
        for name in self.order_of(names) {
            let at = self.turn_named(name, list)?;
            if first.contains(&at) {
                return None;
            }
            first.push(at);
        }
        let rest = (0..list.turns.len()).filter(|at| !first.contains(at));
        let order: Vec<usize> = first.iter().copied().chain(rest).collect();
        list.turns = order.into_iter().filter_map(|at| list.turns.get(at).cloned()).collect();
        Some(())
    }

    /// Reads turns and puts them behind the others.
    fn add(&mut self, turns: Part<'_>, list: &mut Filed) -> Option<()> {
        self.turns.clear();
        let text = turns.in_its_place();
        let fate = self.line(TypedLine { text: &text, line: turns.line });
        let is_read = fate == LineFate::Taken && !self.faults.iter().any(Fault::is_error);
        let added = std::mem::take(&mut self.turns);
        if !is_read || added.is_empty() || self.broken || self.otherwise.is_some() {
            return None;
        }
        list.turns.extend(added.iter().map(|turn| self.turn(turn)));
        Some(())
    }

    /// Puts a part of a turn in the place of what the only play of the list says: `both in Deva`, `summon a Scot from Deva`.
    fn set_clause(&mut self, clause: Part<'_>, list: &mut Filed) -> Option<()> {
        let plays: Vec<usize> = list
            .turns
            .iter()
            .enumerate()
            .filter(|(_, turn)| self.played_by(turn).is_some())
            .map(|(at, _)| at)
            .collect();
        let [at] = plays.as_slice() else { return None };
        let turn = list.turns.get(*at)?;
        let (card, name) = self.played_by(turn)?;
        // "As before but with the Welsh card".
        let with = self.past(TypedWord::To, clause).unwrap_or(clause);
        if let Some(other) = self.card_named(with) {
            card.faction()?;
            other.faction()?;
            let old = Name::Card(card);
            let wanted = Wanted { old, new: Name::Card(other), context: Vec::new() };
            return self.put_into_slot(&wanted, &mut list.turns);
        }
        self.turns = vec![Turn::Play(Play::of(card, name.clone()))];
        self.open = None;
        let pieces = self.pieces(clause);
        for (number, piece) in pieces.iter().enumerate() {
            self.piece(*piece, pieces.get(number + 1), false, 1).ok()?;
        }
        let read = std::mem::take(&mut self.turns);
        let [Turn::Play(play)] = read.as_slice() else { return None };
        if read.iter().any(Turn::is_cut_short) || self.faults.iter().any(Fault::is_error) {
            return None;
        }
        let said = self.turn(&Turn::Play(play.clone()));
        let parts: Vec<(Key, Node, Node)> = said
            .entries()?
            .iter()
            .filter_map(|(key, value)| {
                Some((self.lexicon.keys.known(key.text()?)?, key.clone(), value.clone()))
            })
            .filter(|(key, ..)| *key != Key::Play)
            .collect();
        let settable = [Key::Place, Key::Summon, Key::Swap, Key::Crown, Key::Exchange, Key::WithoutEffect];
        if parts.is_empty() || parts.iter().any(|(key, ..)| !settable.contains(key)) {
            return None;
        }
        let mut whole = turn.entries()?.to_vec();
        for (key, name, value) in parts {
            let known = whole
                .iter_mut()
                .find(|(other, _)| other.text().and_then(|text| self.lexicon.keys.known(text)) == Some(key));
            match known {
                Some((_, old)) => self.put_part(key, value, old)?,
                None => whole.push((name, value)),
            }
        }
        list.turns.get_mut(*at)?.content = Content::Map(whole);
        Some(())
    }

    /// Puts a part in the place of another. Of a Settlement, one faction may go elsewhere.
    fn put_part(&self, key: Key, new: Node, old: &mut Node) -> Option<()> {
        let (Content::Map(said), Key::Place | Key::Exchange) = (&new.content, key) else {
            *old = new;
            return Some(());
        };
        let Content::Map(all) = &mut old.content else { return None };
        let id = |node: &Node| {
            let text = node.text()?;
            let key = self.lexicon.keys.known(text).map(|key| format!("{key:?}"));
            self.lexicon.factions.known(text).or(key)
        };
        for (name, value) in said {
            let (_, known) =
                all.iter_mut().find(|(other, _)| id(other).is_some() && id(other) == id(name))?;
            *known = value.clone();
        }
        Some(())
    }

    /// Returns the card that a turn of the sheet plays, and its name.
    pub(super) fn played_by(&self, turn: &Node) -> Option<(Card, Node)> {
        let entries = turn.entries()?.iter();
        let mut plays = entries
            .filter(|(key, _)| key.text().and_then(|text| self.lexicon.keys.known(text)) == Some(Key::Play));
        let (_, name) = plays.next()?;
        Some((self.lexicon.cards.known(name.text()?)?, name.clone()))
    }

    fn is_pass(&self, turn: &Node) -> bool {
        let first = turn.entries().and_then(|entries| entries.first()).map_or(turn, |(key, _)| key);
        first.text().and_then(|text| self.lexicon.keys.known(text)) == Some(Key::Pass)
    }

    /// Returns a name without the words around it: `my`, `the`, `card`.
    pub(super) fn bare_name<'t>(&self, part: Part<'t>) -> Part<'t> {
        let part = article(&self.lexicon, self.opened(part));
        let part = self.past(TypedWord::Own, part).filter(|rest| !rest.text.is_empty()).unwrap_or(part);
        match self.key(part) {
            Some((Key::Play | Key::Place, rest)) if !rest.text.is_empty() => self.bare_name(rest),
            _ => part,
        }
    }

    /// Returns the card that a part names and says nothing else of.
    pub(super) fn card_named(&self, part: Part<'_>) -> Option<Card> {
        self.lexicon.cards.known(self.bare_name(part).text)
    }

    /// Returns the only turn that a part can name: `the Scots card`, `the pass at the end`, `turn 2`.
    fn turn_named(&self, part: Part<'_>, list: &Filed) -> Option<usize> {
        let only = |is: &dyn Fn(&Node) -> bool| {
            let mut all = list.turns.iter().enumerate().filter(|(_, turn)| is(turn)).map(|(at, _)| at);
            let first = all.next()?;
            all.next().is_none().then_some(first)
        };
        let part = self.bare_name(part);
        if let Some(card) = self.lexicon.cards.known(part.text) {
            return only(&|turn| self.played_by(turn).is_some_and(|(known, _)| known == card));
        }
        let at_end = self.before(TypedWord::AtTheEnd, part);
        if let Some(what) = at_end {
            let last = list.turns.last()?;
            let is_it = self.lexicon.keys.known(what.text) == Some(Key::Pass) && self.is_pass(last);
            return is_it.then(|| list.turns.len() - 1);
        }
        let pass = self.key(part).filter(|(key, _)| *key == Key::Pass);
        if let Some((_, how)) = pass {
            return if how.text.is_empty() { only(&|turn| self.is_pass(turn)) } else { None };
        }
        let language = self.lexicon.language();
        let words: Vec<String> = part.text.split_whitespace().map(fold).collect();
        let is_turn = |word: &String| self.lexicon.keys.known(word) == Some(Key::Turns);
        let number: usize = match words.as_slice() {
            [turn, number] if is_turn(turn) => {
                number.parse().ok().or_else(|| language.numbers.get(number).copied().map(usize::from))?
            }
            [ordinal, turn] if is_turn(turn) => usize::from(*language.ordinals.get(ordinal)?),
            _ => return None,
        };
        let is_known = list.is_whole && (1..=list.turns.len()).contains(&number);
        is_known.then(|| number - 1)
    }

    /// Returns what a part names of the game and of a plan; `None` if it says anything else.
    pub(super) fn things_named(&self, part: Part<'_>) -> Option<Vec<Name>> {
        let mut names = Vec::new();
        let ends = ends_of_words(part.text);
        let (mut at, mut from) = (0, 0);
        while at < ends.len() {
            let found = (1..=3.min(ends.len() - at)).rev().find_map(|length| {
                let end = *ends.get(at + length - 1)?;
                let words = cut(part, from, end);
                let words = Part { text: words.text.trim_matches(|c: char| !c.is_alphanumeric()), ..words };
                Some((self.name_said(words.text)?, length))
            });
            let (name, length) = found?;
            names.extend(name);
            at += length;
            from = *ends.get(at - 1)?;
        }
        Some(names)
    }
}
