//! An example beside words that cannot be read, made of what is in them: the card, the followers and the regions that they name, in words
//! that are read. What they leave out is filled in.

use super::super::language::length_words;
use super::super::model::Until;
use super::part::{Part, cut, ends_of_words};
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::games::king_is_dead::data::{Card, Faction, Region};
use crate::sheet::{Refusal, fold};

/// The most words of a name.
const LONGEST: usize = 3;

/// What a text names, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    Card(Card),
    Faction(Faction),
    Region(Region),
    Summons,
    Takes,
    Plays,
}

impl Reader<'_> {
    /// Returns the refusal of words of a line, with an example of what the line says, if that can be told.
    pub(super) fn unclear(&self, words: &str, line: &str) -> Refusal {
        let why = Refusal::new("line-unclear").with("text", words);
        // Words of a turn whose card stands before them, or that only name one, tell less than the line.
        let names = self.names(words);
        let is_card = |name: &Name| matches!(name, Name::Card(card) if card.faction().is_none());
        let is_own = names.is_empty() || names.len() > 1 && names.iter().any(is_card);
        let of_words = Some(words).filter(|_| is_own).and_then(|words| self.example(words));
        match of_words.or_else(|| self.example(line)) {
            Some(example) => why.with("example", example),
            None => why,
        }
    }

    /// Returns a turn as it can be read, of what words name; `None` if they name no turn.
    pub(super) fn example(&self, text: &str) -> Option<String> {
        let names = self.names(text);
        let card_of = |name: &Name| match name {
            Name::Card(card) => Some(*card),
            _ => None,
        };
        // "I thought of the Garrison, but no, I play a Settlement".
        let played = names
            .windows(2)
            .filter(|two| two.first() == Some(&Name::Plays))
            .find_map(|two| card_of(two.last()?));
        let card = played.or_else(|| names.iter().find_map(card_of));
        let Some(card) = card else { return self.pass_said(text) };
        let world = self.lexicon.world;
        let at = names.iter().position(|name| *name == Name::Card(card))?;
        let rest: Vec<Name> = names.iter().copied().skip(at + 1).collect();
        // What a Garrison or an Ambassador takes comes back to a region.
        let exchanges = matches!(card, Card::Garrison | Card::Ambassador);
        let summons = |name: &Name| *name == Name::Summons || *name == Name::Takes && !exchanges;
        let split = rest.iter().position(summons).unwrap_or(rest.len());
        let (done, called) = rest.split_at(split);
        let region = |region: Region| world.place(region).name.as_str();
        let regions_of = |names: &[Name]| -> Vec<Region> {
            let regions = names.iter().filter_map(|name| match name {
                Name::Region(region) => Some(*region),
                _ => None,
            });
            regions.collect()
        };
        let factions_of = |names: &[Name]| -> Vec<Faction> {
            let factions = names.iter().filter_map(|name| match name {
                Name::Faction(faction) => Some(*faction),
                // Behind another card, the card of a faction is its follower.
                Name::Card(card) => card.faction(),
                _ => None,
            });
            factions.filter(|faction| *faction != Faction::Loyalists).collect()
        };
        let mut open: Vec<Region> = regions_of(done);
        open.dedup();
        let others = Region::ALL.into_iter().filter(|region| self.board.field.open.has(*region));
        for other in others {
            if open.len() >= 3 {
                break;
            }
            if !open.contains(&other) {
                open.push(other);
            }
        }
        let [first, second] = [*open.first()?, *open.get(1)?];
        let named = regions_of(done).len();
        let both = || if named == 1 { vec![region(first); 2] } else { vec![region(first), region(second)] };
        let who = factions_of(done);
        let give = who.first().copied().unwrap_or(Faction::THREE[0]);
        let take = who.get(1).copied().or_else(|| Faction::THREE.into_iter().find(|other| *other != give))?;
        let said = |faction: Faction| world.faction_name(faction);
        let name = |key: Key| {
            self.lexicon.language().keys.get(&key).and_then(|forms| forms.first()).map_or("", String::as_str)
        };
        let from = name(Key::From);
        let joined = self.forms(TypedWord::And).first().map_or("", String::as_str);
        let action = match card {
            Card::Crown => {
                format!(
                    "{} {} {joined} {}, {} {} {}",
                    name(Key::Swap),
                    region(first),
                    region(second),
                    name(Key::Crown),
                    self.place_word(),
                    region(first)
                )
            }
            Card::Garrison | Card::Ambassador => {
                let two = if card == Card::Garrison { "2 " } else { "" };
                format!(
                    "{} {two}{} {from} {} {} {}, {} {}",
                    name(Key::Exchange),
                    said(give),
                    region(first),
                    name(Key::To),
                    region(second),
                    name(Key::Take),
                    said(take)
                )
            }
            Card::Settlement => {
                // The region named behind each faction is where it goes.
                let goes = |faction: Faction| {
                    let of = done.iter().position(|name| *name == Name::Faction(faction))?;
                    regions_of(done.get(of..)?).first().copied()
                };
                let each = Faction::THREE.into_iter().map(|faction| {
                    format!(
                        "{} {} {}",
                        said(faction),
                        self.place_word(),
                        region(goes(faction).unwrap_or(first))
                    )
                });
                each.collect::<Vec<_>>().join(", ")
            }
            _ => format!("{} {}", name(Key::Place), both().join(&format!(" {joined} "))),
        };
        let summoned = factions_of(called).first().copied().unwrap_or(give);
        let source = regions_of(called).first().copied().unwrap_or(second);
        let summons = format!("{} {} {from} {}", name(Key::Summon), said(summoned), region(source));
        Some(format!("{} {}, {action}, {summons}", name(Key::Play), world.card_name(card)))
    }

    /// Returns a pass, if that is what words say.
    fn pass_said(&self, text: &str) -> Option<String> {
        let words: Vec<String> = text.split(|c: char| !c.is_alphanumeric() && c != '\'').map(fold).collect();
        let says = |list: TypedWord| {
            self.forms(list).iter().any(|form| {
                let form: Vec<String> = form.split(' ').map(fold).collect();
                words.windows(form.len()).any(|run| run == form.as_slice())
            })
        };
        let passes = words.iter().any(|word| self.lexicon.keys.known(word) == Some(Key::Pass));
        let rests = says(TypedWord::Yields) || says(TypedWord::NoCard) && !words.is_empty();
        if !passes && !rests {
            return None;
        }
        let pass = self.lexicon.language().keys.get(&Key::Pass)?.first()?;
        let lasts =
            words.iter().any(|word| self.is(TypedWord::Struggle, word) || self.is(TypedWord::Lengths, word));
        if lasts || rests {
            return Some(format!("{pass} {}", length_words(&Until::StruggleEnds, self.lexicon.world)));
        }
        Some(pass.clone())
    }

    /// Returns the shortest word between a follower and where it goes.
    fn place_word(&self) -> &str {
        let words = self.forms(TypedWord::In).iter().filter(|form| form.chars().all(char::is_alphabetic));
        words.min_by_key(|form| form.len()).map_or("", String::as_str)
    }

    /// Returns what a text names.
    fn names(&self, text: &str) -> Vec<Name> {
        let is_mark = |c: char| !c.is_alphanumeric();
        let whole = Part { text, line: 1, column: 1 }.after(0);
        let ends = ends_of_words(whole.text);
        let mut names = Vec::new();
        let (mut at, mut from) = (0, 0);
        while at < ends.len() {
            let found = (1..=LONGEST.min(ends.len() - at)).rev().find_map(|length| {
                let end = *ends.get(at + length - 1)?;
                let words = cut(whole, from, end).text.trim_matches(is_mark);
                let is_first =
                    names.iter().all(|name| matches!(name, Name::Plays)) && (at < 2 || !names.is_empty());
                Some((self.name_of(words, is_first)?, length))
            });
            let length = found.map_or(1, |(_, length)| length);
            names.extend(found.map(|(name, _)| name));
            at += length;
            from = at.checked_sub(1).and_then(|last| ends.get(last)).copied().unwrap_or(from);
        }
        names
    }

    fn name_of(&self, words: &str, first: bool) -> Option<Name> {
        let lexicon = &self.lexicon;
        if let Some(region) = lexicon.regions.known(words) {
            return lexicon.world.region(&region).map(Name::Region);
        }
        let card = lexicon.cards.known(words);
        if let Some(card) = card.filter(|card| first || card.faction().is_none()) {
            return Some(Name::Card(card));
        }
        if let Some(faction) = lexicon.factions.known(words) {
            return Faction::from_id(&faction).map(Name::Faction);
        }
        match lexicon.keys.known(words)? {
            Key::Summon => Some(Name::Summons),
            Key::Take => Some(Name::Takes),
            Key::Play => Some(Name::Plays),
            _ => None,
        }
    }
}
