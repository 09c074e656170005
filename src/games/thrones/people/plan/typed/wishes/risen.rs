//! Upgrades told by where their units are: `make the footman in Milkwater a knight`, `the footmen at the Fist and Wall west become knights`.

use super::muster::{RISES, as_many, said_once};
use super::{Mustered, Wish};
use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::typed::grammar::{Count, Grammar, Parsed, Tokens};
use winnow::error::EmptyError;

impl Grammar<'_> {
    /// Reads `make the footman in Milkwater a knight`, `turn a footman at Skirling Pass into a knight`.
    pub(in super::super) fn made_there(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let from = self.at(input);
        self.word(Word::Raise, input)?;
        let (of, first) = self.kind_counted(input)?;
        let place = self.place_behind(input)?;
        let at = self.at(input);
        let _ = self.to(input);
        self.article(input);
        let (to, last) = self.kind_counted(input)?;
        // "Make a footman in Milkwater, knight in Thenn" are two.
        if self.at(input) < at + 2 || !RISES.contains(&(of, to)) {
            return Err(EmptyError);
        }
        let count = said_once(&[first, as_many(last)])?;
        let items = vec![Mustered::Upgrade { run: self.run(from, input), count, of: Some(of), to: Some(to) }];
        Ok(Wish::Muster { place: Some(place), items })
    }

    /// Reads `the footmen at the Fist and Wall west become knights`: one in each of several places.
    pub(in super::super) fn become_there(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let from = self.at(input);
        self.article(input);
        let (of, count) = self.kind_counted(input)?;
        self.word(Word::At, input)?;
        let places = self.places_listed(input)?;
        self.word(Word::Becomes, input)?;
        self.article(input);
        let (to, _) = self.kind_counted(input)?;
        if !RISES.contains(&(of, to)) {
            return Err(EmptyError);
        }
        // Of several places the plural is one in each.
        let count = match count {
            None => Count::Number(1),
            Some(Count::All) if places.len() > 1 => Count::Number(1),
            Some(count) if places.len() == 1 => count,
            Some(_) => return Err(EmptyError),
        };
        let items = vec![Mustered::Upgrade { run: self.run(from, input), count, of: Some(of), to: Some(to) }];
        Ok(match places.as_slice() {
            [place] => Wish::Muster { place: Some(*place), items },
            _ => Wish::MusterAt { places, items },
        })
    }
}
