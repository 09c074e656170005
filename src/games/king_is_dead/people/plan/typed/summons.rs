//! Whom a typed line summons: names in it that are misspelt by a letter or two are taken with a remark.

use super::super::language;
use super::example::Name;
use super::part::{Part, ends_of_words, unmarked};
use super::tree::Reader;
use super::turn::Turn;
use super::{TypedWord, Unread};
use crate::games::king_is_dead::data::language::Key;
use crate::sheet::{Fault, Node, Refusal, fold};

/// The most names of one summons that may be misspelt.
const MOST: usize = 3;

impl Reader<'_> {
    /// Reads whom to summon, also with its region in brackets: `Scots (Deva)`.
    pub(super) fn summoned(&mut self, part: Part<'_>) -> Result<Node, Unread> {
        let from = self.forms(TypedWord::From).first().map_or("", String::as_str);
        let mut text = part.text.replace('(', &format!(" {from} ")).replace(')', " ");
        let mut remarks = Vec::new();
        while let Err(problem) = language::summons(&self.lexicon, &text) {
            let meant =
                self.meant_by(&problem.word).filter(|_| remarks.len() < MOST).ok_or(Unread::Unclear)?;
            let why = Refusal::new("taken-as").with("name", problem.word.as_str()).with("as", meant.as_str());
            text = text.replacen(&problem.word, &meant, 1);
            remarks.push(Fault::warning(part.span(), why));
        }
        self.faults.append(&mut remarks);
        Ok(part.node(text.trim()))
    }

    /// Reads whom to summon, and whom else: `a Scot from Ratae, or else from Caledonia`.
    pub(super) fn wished(&mut self, part: Part<'_>) -> Result<Vec<Node>, Unread> {
        // "The Welsh that lands in Deva".
        let landing = self.forms(TypedWord::Landing).iter().find_map(|form| {
            let at = part.text.to_lowercase().find(&format!(" {form} "))?;
            Some(format!("{}{}", part.text.get(..at)?, part.text.get(at + form.len() + 1..)?))
        });
        let part = Part { text: landing.as_deref().unwrap_or(part.text), ..part };
        let there = self.taken_there(part);
        let part = Part { text: there.as_deref().unwrap_or(part.text), ..part };
        let part = self.of_the_same(part);
        let part = Part { text: &part.0, ..part.1 };
        let (faults, first) = (self.faults.len(), self.summoned(part));
        if let Ok(node) = first {
            return Ok(vec![node]);
        }
        self.faults.truncate(faults);
        let (one, other) = self.around(part, TypedWord::Else).ok_or(Unread::Unclear)?;
        let mut nodes = vec![self.summoned(unmarked(one))?];
        let same = self.faction_named(one.text);
        let (text, other) = self.of_the_same_as(other, same);
        nodes.extend(self.wished(Part { text: &text, ..other })?);
        Ok(nodes)
    }

    /// Returns whom to summon with the region in place of "there", if the play names one alone: `a Scot from there`.
    fn taken_there(&self, part: Part<'_>) -> Option<String> {
        let Some(Turn::Play(play)) = self.turns.last() else { return None };
        let placed = play.under(Key::Place);
        let all = || placed.clone().chain(play.settled.iter().map(|(_, region)| region));
        let known = |node: &Node| self.lexicon.regions.known(node.text().unwrap_or_default());
        let first = all().next()?;
        let is_one = known(first).is_some() && all().all(|node| known(node) == known(first));
        let head = self.before(TypedWord::There, part)?;
        let is_from = self.before(TypedWord::From, head).is_some();
        (is_one && is_from).then(|| format!("{} {}", head.text, first.text().unwrap_or_default()))
    }

    /// Returns the words for whom to summon with the faction that is summoned already, where they name only a region: `one from Caledonia`.
    fn of_the_same<'t>(&self, part: Part<'t>) -> (String, Part<'t>) {
        let last = match self.turns.last() {
            Some(Turn::Play(play)) => {
                play.under(Key::Summon).next_back().and_then(|last| self.faction_named(last.text()?))
            }
            _ => None,
        };
        self.of_the_same_as(part, last)
    }

    fn of_the_same_as<'t>(&self, part: Part<'t>, faction: Option<String>) -> (String, Part<'t>) {
        let one = |part: Part<'t>| {
            let end = *ends_of_words(part.text).first()?;
            let is_one = self.is(TypedWord::Another, part.text.get(..end)?)
                || self.lexicon.language().numbers.get(&fold(part.text.get(..end)?)) == Some(&1);
            is_one.then(|| part.after(end))
        };
        let rest = one(part).unwrap_or(part);
        let is_region = self.past(TypedWord::From, rest).is_some_and(|rest| !rest.text.is_empty());
        match faction.filter(|_| is_region) {
            Some(faction) => (format!("{faction} {}", rest.text), rest),
            None => (part.text.to_owned(), part),
        }
    }

    /// Drops a wish without a region whose region stands behind its comma: `summon a Scot, from Ratae` is one wish.
    pub(super) fn place_last_wish(&mut self, part: Part<'_>) {
        if self.past(TypedWord::From, part).is_none() {
            return;
        }
        let is_bare = |node: &Node| {
            let said = node.text().unwrap_or_default();
            !self.names(said).iter().any(|name| matches!(name, Name::Region(_)))
        };
        let is_one = match self.turns.last() {
            Some(Turn::Play(play)) => {
                let mut wishes = play.under(Key::Summon);
                wishes.next().is_some_and(is_bare) && wishes.next().is_none()
            }
            _ => false,
        };
        if is_one && let Some(Turn::Play(play)) = self.turns.last_mut() {
            play.parts.retain(|(key, _)| *key != Key::Summon);
        }
    }

    /// Returns the name of the first faction in some words.
    pub(super) fn faction_named(&self, text: &str) -> Option<String> {
        let word = text.split(' ').find(|word| self.lexicon.factions.known(word).is_some())?;
        Some(word.to_owned())
    }

    /// Returns `true` for a follower "from" a region behind a play that says where it places and not yet whom it summons: `a Scot from
    /// Londinium`. "In" may be said of both.
    pub(super) fn joins_court(&self, part: Part<'_>) -> bool {
        let Some(Turn::Play(play)) = self.turns.last() else { return false };
        let is_placed = play.has(Key::Place) || !play.settled.is_empty();
        let summons = play.has(Key::Summon);
        let places = self.forms(TypedWord::In);
        let comes =
            |form: &String| !places.contains(form) && part.text.to_lowercase().contains(&format!(" {form} "));
        is_placed
            && !summons
            && self.forms(TypedWord::From).iter().any(comes)
            && language::summons(&self.lexicon, part.text).is_ok()
    }

    /// Returns `true` if the turn that is open says whom it summons.
    pub(super) fn has_summoned(&self) -> bool {
        matches!(self.turns.last(), Some(Turn::Play(play)) if play.has(Key::Summon))
    }

    /// Returns `true` for a part that begins with a card and where it places: `then Welsh in Ratae`.
    pub(super) fn begins_with_card(&self, part: Part<'_>) -> bool {
        let part = self.opened(part);
        let is_card = |end: &usize| {
            let is_known = part.text.get(..*end).is_some_and(|name| self.lexicon.cards.known(name).is_some());
            is_known && self.past(TypedWord::In, part.after(*end)).is_some()
        };
        ends_of_words(part.text).iter().any(is_card)
    }

    /// Returns the name of the one region or faction that a misspelt word can mean.
    fn meant_by(&self, word: &str) -> Option<String> {
        let region = self.lexicon.regions.meant(word, |_| true).map(|(_, name)| name);
        let faction = self.lexicon.factions.meant(word, |_| true).map(|(_, name)| name);
        match (region, faction) {
            (Some(name), None) | (None, Some(name)) => Some(name),
            _ => None,
        }
    }
}
