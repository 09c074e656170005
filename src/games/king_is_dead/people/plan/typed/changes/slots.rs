//! The names in the turns of a list, and the one of them that a change replaces.

use super::super::part::Part;
use super::super::tree::Reader;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::games::king_is_dead::data::{Card, Faction, Region};
use crate::sheet::{Content, Node, fold};

/// The most words of a name.
const LONGEST: usize = 3;

/// What words name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Name {
    Region(Region),
    /// Its card has the same name.
    Faction(Faction),
    Card(Card),
    Key(Key),
}

impl Name {
    pub(super) fn is_of_the_game(&self) -> bool {
        !matches!(self, Name::Key(_))
    }
}

/// A name to be replaced, and what else is said of where it is.
pub(super) struct Wanted {
    pub(super) old: Name,
    pub(super) new: Name,
    pub(super) context: Vec<Name>,
}

/// What a part of a message says of the list on file.
#[derive(Clone, Copy)]
pub(super) enum Said<'t> {
    /// Nothing: greetings, thanks, talk.
    Nothing,
    /// That one thing is to be changed, `as before but`, or that all else stays, `rest same`.
    Announced,
    /// That all else stays.
    Rest,
    /// `Deva instead of Ratae`.
    Replaced { new: Part<'t>, old: Part<'t> },
    /// `Scrap the Scots card`.
    Scrapped(Part<'t>),
    /// `The other way round`.
    Reversed,
    /// `Put the pass first`.
    First(Part<'t>),
    /// `The Settlement, then pass`.
    Ordered(Part<'t>),
    /// `Add to my list: pass twice`.
    Added(Part<'t>),
    /// A part of a turn: `both in Deva`.
    Clause(Part<'t>),
    /// Behind words that announce a change, what nobody can read.
    Unread,
}

/// Where a text of a turn is.
struct Place<'a> {
    /// The part of the turn.
    key: Option<Key>,
    /// Of an exchange its part, of a Settlement the faction.
    inner: Option<&'a str>,
}

/// Visits the texts of a turn.
fn visit(
    reader: &Reader<'_>,
    node: &mut Node,
    place: &Place<'_>,
    does: &mut dyn FnMut(&Place<'_>, &mut String),
) {
    match &mut node.content {
        Content::Text(text) | Content::Implied(text) => does(place, text),
        Content::List(all) => all.iter_mut().for_each(|one| visit(reader, one, place, does)),
        Content::Map(all) => {
            for (key, value) in all {
                let name = key.text().map(str::to_owned);
                let known = name.as_deref().and_then(|name| reader.lexicon.keys.known(name));
                let of = match place.key {
                    None => Place { key: known, inner: None },
                    // The plays behind "or" have parts of their own: what is named there is changed by nobody.
                    Some(key) => Place { key: Some(key), inner: name.as_deref() },
                };
                visit(reader, value, &of, does);
            }
        }
        Content::Empty => {}
    }
}

impl Reader<'_> {
    /// Returns what words name: nothing inside if they say nothing.
    pub(super) fn name_said(&self, words: &str) -> Option<Option<Name>> {
        let lexicon = &self.lexicon;
        if let Some(region) = lexicon.regions.known(words) {
            return lexicon.world.region(&region).map(|region| Some(Name::Region(region)));
        }
        if let Some(faction) = lexicon.factions.known(words).and_then(|id| Faction::from_id(&id)) {
            return Some(Some(Name::Faction(faction)));
        }
        if let Some(card) = lexicon.cards.known(words) {
            return Some(Some(Name::Card(card)));
        }
        if let Some(key) = lexicon.keys.known(words).filter(|key| !matches!(key, Key::From | Key::To)) {
            return Some(Some(Name::Key(key)));
        }
        let quiet = [
            TypedWord::Fillers,
            TypedWord::Persons,
            TypedWord::Own,
            TypedWord::In,
            TypedWord::From,
            TypedWord::To,
            TypedWord::All,
            TypedWord::Card,
            TypedWord::And,
            TypedWord::Does,
            TypedWord::Openings,
            TypedWord::Another,
        ];
        let is_number = lexicon.language().numbers.get(&fold(words)) == Some(&1);
        let is_article = lexicon.language().articles.iter().any(|word| fold(word) == fold(words));
        let says_nothing =
            is_number || is_article || words.is_empty() || quiet.into_iter().any(|list| self.is(list, words));
        says_nothing.then_some(None)
    }

    /// Returns `true` if a name may take the place of another.
    pub(super) fn may_replace(&self, new: &Name, old: &Name) -> bool {
        match (new, old) {
            (Name::Region(_), Name::Region(_)) => true,
            // Only the cards of factions do the same thing.
            (Name::Faction(_), Name::Faction(_)) => true,
            (Name::Card(card), Name::Faction(_)) | (Name::Faction(_), Name::Card(card)) => {
                card.faction().is_some()
            }
            (Name::Card(one), Name::Card(other)) => one.faction().is_some() && other.faction().is_some(),
            _ => false,
        }
    }

    /// Puts a name in the only place where the other is, if all else that is said is so there.
    pub(super) fn put_into_slot(&self, wanted: &Wanted, turns: &mut [Node]) -> Option<()> {
        // The region of a token is one of those that change places.
        let mut found: Vec<(usize, Option<Key>, usize)> = Vec::new();
        for (at, turn) in turns.iter_mut().enumerate() {
            let card = self.played_by(turn).map(|(card, _)| card);
            let mut number = 0;
            visit(self, turn, &Place { key: None, inner: None }, &mut |place, text| {
                number += 1;
                if self.is_slot(wanted, place, text, card) {
                    found.push((at, place.key, number));
                }
            });
        }
        let tokens = |(_, key, _): &&(usize, Option<Key>, usize)| *key == Some(Key::Crown);
        let is_swap = found.iter().any(|(_, key, _)| *key == Some(Key::Swap));
        let alone = found.iter().filter(|one| !(is_swap && tokens(one))).count();
        let in_one = found.windows(2).all(|two| matches!(two, [(one, ..), (other, ..)] if one == other));
        let can_be = found.iter().all(|(_, key, _)| {
            matches!(key, Some(Key::Play | Key::Place | Key::Summon | Key::Swap | Key::Crown | Key::Exchange))
        });
        if alone != 1 || !in_one || !can_be {
            return None;
        }
        let turn = turns.get_mut(found.first()?.0)?;
        let mut number = 0;
        let mut is_done = true;
        visit(self, turn, &Place { key: None, inner: None }, &mut |_, text| {
            number += 1;
            if found.iter().any(|(.., place)| *place == number) {
                is_done &= self.renamed(text, wanted).map(|new| *text = new).is_some();
            }
        });
        is_done.then_some(())
    }

    /// Returns `true` for a text with the name that is sought, where the rest of what is said is so.
    fn is_slot(&self, wanted: &Wanted, place: &Place<'_>, text: &str, card: Option<Card>) -> bool {
        let names = self.names_in(text);
        let is_card = place.key == Some(Key::Play);
        let is_old = |name: &Name| match (&wanted.old, name) {
            (Name::Card(old), _) if is_card => self.card_like(name) == Some(*old),
            (Name::Card(_), _) => false,
            (Name::Faction(old), Name::Faction(known)) => old == known,
            (old, name) => old == name,
        };
        // "The Welsh card" is the card, and no follower.
        let is_of_card = !matches!(wanted.new, Name::Card(_)) || is_card;
        let here = |name: &Name| match name {
            Name::Key(Key::Summon | Key::Take) => place.key == Some(Key::Summon) || place.inner.is_some(),
            Name::Key(Key::Play) => true,
            Name::Key(key) => place.key == Some(*key),
            Name::Card(said) => card == Some(*said),
            Name::Faction(faction) => {
                let inner = place.inner.and_then(|inner| self.lexicon.factions.known(inner));
                names.iter().any(|(known, ..)| *known == Name::Faction(*faction))
                    || inner.is_some_and(|id| id == faction.id())
                    || place.key == Some(Key::Place) && card.and_then(Card::faction) == Some(*faction)
            }
            region => names.iter().any(|(known, ..)| known == region),
        };
        names.iter().any(|(name, ..)| is_old(name)) && is_of_card && wanted.context.iter().all(here)
    }

    fn card_like(&self, name: &Name) -> Option<Card> {
        match name {
            Name::Card(card) => Some(*card),
            Name::Faction(faction) => Card::ALL.into_iter().find(|card| card.faction() == Some(*faction)),
            _ => None,
        }
    }

    /// Returns a text with the new name in place of the old one.
    fn renamed(&self, text: &str, wanted: &Wanted) -> Option<String> {
        let old = |name: &Name| {
            *name == wanted.old
                || self.card_like(name).is_some() && self.card_like(name) == self.card_like(&wanted.old)
        };
        let names = self.names_in(text);
        let (_, from, to) = names.iter().find(|(name, ..)| old(name))?;
        let world = self.lexicon.world;
        let new = match &wanted.new {
            Name::Region(region) => world.place(*region).name.as_str(),
            Name::Faction(faction) => world.faction_name(*faction),
            Name::Card(card) => match card.faction() {
                Some(faction) => world.faction_name(faction),
                None => world.card_name(*card),
            },
            Name::Key(_) => return None,
        };
        Some(format!("{}{new}{}", text.get(..*from)?, text.get(*to..)?))
    }

    /// Returns the names in a text, with where each begins and ends in it.
    fn names_in(&self, text: &str) -> Vec<(Name, usize, usize)> {
        let mut words: Vec<(usize, usize)> = Vec::new();
        let is_in = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'');
        for (at, c) in text.char_indices().filter(|(_, c)| is_in(*c)) {
            match words.last_mut() {
                Some((_, end)) if *end == at => *end = at + c.len_utf8(),
                _ => words.push((at, at + c.len_utf8())),
            }
        }
        let mut names = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let found = (1..=LONGEST).rev().find_map(|length| {
                let (from, to) = (words.get(at)?.0, words.get(at + length - 1)?.1);
                let name = self.name_said(text.get(from..to)?)??;
                name.is_of_the_game().then_some((name, from, to, length))
            });
            at += found.as_ref().map_or(1, |(.., length)| *length);
            names.extend(found.map(|(name, from, to, _)| (name, from, to)));
        }
        names
    }
}
