//! The names of a game and the words of its language, for reading and writing the plans of one seat.

use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::language::{Instead, Key, Language, Word};
use crate::games::king_is_dead::data::pattern::Pattern;
use crate::games::king_is_dead::data::{Card, Faction, Region, World};
use crate::sheet::Names;
use crate::table::Seat;

/// The names that a plan may use, with the ids that the plan keeps.
pub(in super::super) struct Lexicon<'a> {
    pub world: &'a World,
    /// The owner of the plan.
    pub seat: Seat,
    pub regions: Names<String>,
    /// Factions and loyalists.
    pub factions: Names<String>,
    /// Factions, loyalists and Saxons.
    pub sides: Names<String>,
    pub seats: Names<String>,
    pub cards: Names<Card>,
    pub keys: Names<Key>,
    pub instead: Names<Instead>,
}

impl<'a> Lexicon<'a> {
    /// Collects the names of a game.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        let world: &World = &board.world;
        let known = &world.language.names;
        let mut regions = Names::new();
        for region in Region::ALL {
            let place = world.place(region);
            regions.add(&place.name, place.id.clone()).also(&place.id).words();
            known.regions.get(&place.id).into_iter().flatten().for_each(|form| {
                regions.also(form);
            });
        }
        let (mut factions, mut sides) = (Names::new(), Names::new());
        for faction in Faction::ALL {
            let followers = &world.followers[faction as usize];
            for names in [&mut factions, &mut sides] {
                names
                    .add(&followers.name, faction.id().to_owned())
                    .also(faction.id())
                    .also(&followers.colour);
                side_forms(names, &world.language, faction.id());
            }
        }
        if let Some(saxons) = known.sides.get("saxons") {
            sides.add(&saxons.name, "saxons".to_owned()).also("saxons");
            side_forms(&mut sides, &world.language, "saxons");
        }
        let mut seats = Names::new();
        for (_, info) in world.seats.iter() {
            seats.add(&info.name, info.id.clone()).also(&info.id);
        }
        let mut cards = Names::new();
        for card in Card::ALL {
            cards.add(world.card_name(card), card).also(card.id());
            known.cards.get(card.id()).into_iter().flatten().for_each(|form| {
                cards.also(form);
            });
        }
        let mut keys = Names::new();
        for (key, forms) in &world.language.keys {
            named(&mut keys, *key, forms);
        }
        let mut instead = Names::new();
        for (word, forms) in &world.language.instead {
            named(&mut instead, *word, forms);
        }
        Lexicon { world, seat, regions, factions, sides, seats, cards, keys, instead }
    }

    /// Returns the key that a text means, and its name if the text is a misspelling of that alone.
    pub fn key(&self, text: &str) -> Option<(Key, Option<String>)> {
        match self.keys.known(text) {
            Some(key) => Some((key, None)),
            None => self.keys.meant(text, |_| true).map(|(key, name)| (key, Some(name))),
        }
    }

    /// Returns the words that plans of this game are written in.
    pub fn language(&self) -> &'a Language {
        &self.world.language
    }

    /// Returns the forms of a word; none if the table lacks it.
    pub fn forms(&self, word: Word) -> &'a [Pattern] {
        self.world.language.words.get(&word).map_or(&[], Vec::as_slice)
    }
}

fn side_forms(names: &mut Names<String>, language: &Language, id: &str) {
    if let Some(forms) = language.names.sides.get(id) {
        names.also(&forms.name).also(&forms.one);
        forms.also.iter().for_each(|form| {
            names.also(form);
        });
    }
}

fn named<T: Clone>(names: &mut Names<T>, value: T, forms: &[String]) {
    if let Some((first, others)) = forms.split_first() {
        names.add(first, value);
        others.iter().for_each(|form| {
            names.also(form);
        });
    }
}
