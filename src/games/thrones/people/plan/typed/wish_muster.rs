//! The shapes of mustering.

use super::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use super::tokens::Sign;
use super::wish::{Mustered, Wish};
use crate::games::thrones::data::{Heading, Unit, Word};
use winnow::error::EmptyError;

/// Units that nothing becomes.
const FIRST: &[Unit] = &[Unit::Footman, Unit::Zombie];

/// What becomes what, said without the word for it: `zombie -> Other`.
const RISES: &[(Unit, Unit)] = &[
    (Unit::Footman, Unit::Knight),
    (Unit::Footman, Unit::SiegeEngine),
    (Unit::Zombie, Unit::Other),
    (Unit::Other, Unit::King),
];

impl Grammar<'_> {
    /// Reads one thing to muster; `placed` if the place where that happens is said, so that a name behind a ship is that of its sea.
    fn mustered(&self, placed: bool, input: &mut Tokens<'_>) -> Parsed<Mustered> {
        let from = self.at(input);
        if let Ok(run) = self.word(Word::None, input) {
            return Ok(Mustered::Nothing(run));
        }
        self.article(input);
        if self.word(Word::Upgrade, input).is_ok() {
            let first = attempt(input, |input| self.first_kind(input)).ok();
            let to = attempt(input, |input| {
                if !self.to(input) {
                    return Err(EmptyError);
                }
                self.first_kind(input)
            });
            // "upgrade knight" names what the footman becomes.
            let to = to.ok().or(first.filter(|(unit, _)| !FIRST.contains(unit)));
            return Ok(Mustered::Upgrade { run: self.run(from, input), to: to.map(|(unit, _)| unit) });
        }
        let units = self.first_kind(input)?;
        if let Ok(to) = attempt(input, |input| {
            if !self.to(input) {
                return Err(EmptyError);
            }
            self.first_kind(input)
        }) {
            if !RISES.contains(&(units.0, to.0)) {
                return Err(EmptyError);
            }
            return Ok(Mustered::Upgrade { run: self.run(from, input), to: Some(to.0) });
        }
        let run = self.run(from, input);
        let (mut sea, mut home) = (None, None);
        if units.0 == Unit::Ship {
            sea = attempt(input, |input| self.moored(input)).ok();
            if sea.is_none() && placed {
                // "Pyke: ship Ironman's Bay, footman".
                sea = attempt(input, |input| self.bare_sea(input)).ok();
            }
            if sea.is_none() && placed {
                // "A ship, placed in the Narrow Sea".
                sea = attempt(input, |input| {
                    self.sign(Sign::Comma, input)?;
                    let word = self.word(Word::At, input)?;
                    if word.to - word.from > 1 { self.place(input) } else { Err(EmptyError) }
                })
                .ok();
            }
            // "A ship at Lannisport, in The Golden Sound".
            let behind = attempt(input, |input| {
                let _ = self.sign(Sign::Comma, input);
                self.moored(input)
            });
            if let (Some(_), Ok(water)) = (sea, behind) {
                (home, sea) = (sea, Some(water));
            }
        }
        Ok(Mustered::Units { run, unit: units.0, count: units.1, sea, home })
    }

    /// Reads where a ship is: `in Ironman's Bay`, `(The Golden Sound)`.
    fn moored(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let open = self.sign(Sign::Open, input).is_ok();
        let word = self.words(&[Word::At, Word::To], input).is_ok();
        if !open && !word {
            return Err(EmptyError);
        }
        let sea = self.place(input)?;
        self.sign_or_nothing(Sign::Close, input);
        Ok(sea)
    }

    /// Reads a name right behind a ship. With a colon or units of its own behind it, it is the place of the next entry.
    fn bare_sea(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let sea = self.place(input)?;
        let goes_on = self.signs(&[Sign::Colon, Sign::Dash], &mut input.clone()).is_ok()
            || attempt(&mut input.clone(), |input| self.first_kind(input)).is_ok();
        if goes_on { Err(EmptyError) } else { Ok(sea) }
    }

    fn to(&self, input: &mut Tokens<'_>) -> bool {
        self.signs(&[Sign::Arrow], input).is_ok() || self.word(Word::To, input).is_ok()
    }

    pub(super) fn many_mustered(&self, placed: bool, input: &mut Tokens<'_>) -> Parsed<Vec<Mustered>> {
        self.sign_or_nothing(Sign::Open, input);
        let mut items = vec![attempt(input, |input| self.mustered(placed, input))?];
        while let Ok(next) = attempt(input, |input| {
            let _ = self.signs(&[Sign::Comma, Sign::And, Sign::Plus], input);
            let _ = self.word(Word::And, input);
            // "…, then build a footman".
            let _ = self.word(Word::Muster, input);
            let item = self.mustered(placed, input)?;
            if matches!(item, Mustered::Nothing(_)) { Err(EmptyError) } else { Ok(item) }
        }) {
            items.push(next);
        }
        self.sign_or_nothing(Sign::Close, input);
        Ok(items)
    }

    pub(super) fn place_behind(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        self.word(Word::At, input).or_else(|_| self.word(Word::From, input))?;
        self.place(input)
    }

    /// Reads `in Milkwater`, or `Milkwater` alone: "muster footman Milkwater" says as much. With a colon behind it, it is the place
    /// of the next entry.
    fn mustered_at(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let place = attempt(input, |input| self.place_behind(input)).or_else(|_| self.place(input))?;
        if self.sign(Sign::Colon, &mut input.clone()).is_ok() { Err(EmptyError) } else { Ok(place) }
    }

    /// Reads `muster a knight at Winterfell`, `at Winterfell muster 2 footmen`, `Winterfell: muster knight`.
    pub(super) fn muster(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let before = attempt(input, |input| {
            let _ = self.word(Word::At, input);
            let place = self.place(input)?;
            let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Comma], input);
            Ok(place)
        })
        .ok();
        if before.is_none()
            && let Ok(wish) = attempt(input, |input| self.upgraded(input))
                .or_else(|_| attempt(input, |input| self.unmustered(input)))
        {
            return Ok(wish);
        }
        let upgrade = self.word(Word::Upgrade, &mut input.clone()).is_ok();
        if self.word(Word::Muster, input).is_err() && !upgrade {
            return Err(EmptyError);
        }
        if before.is_none()
            && let Ok(place) = attempt(input, |input| {
                let _ = self.word(Word::At, input);
                let place = self.place(input)?;
                self.colon(input);
                Ok(place)
            })
        {
            return Ok(Wish::Muster { place: Some(place), items: self.many_mustered(true, input)? });
        }
        self.colon(input);
        let items = self.many_mustered(before.is_some(), input)?;
        let behind = attempt(input, |input| self.mustered_at(input)).ok();
        match (before, behind) {
            (Some(_), Some(_)) => Err(EmptyError),
            (place, other) => Ok(Wish::Muster { place: place.or(other), items }),
        }
    }

    /// Reads `no muster`.
    fn unmustered(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let from = self.at(input);
        self.words(&[Word::None, Word::No], input)?;
        let forms = self.lexicon.sections.get(&Heading::Muster).ok_or(EmptyError)?;
        self.form(forms, input)?;
        Ok(Wish::Muster { place: None, items: vec![Mustered::Nothing(self.run(from, input))] })
    }

    /// Reads `upgrade the footman in Winterfell to a knight`.
    fn upgraded(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let from = self.at(input);
        let _ = self.word(Word::Muster, input);
        self.colon(input);
        self.word(Word::Upgrade, input)?;
        self.first_kind(input)?;
        let place = self.place_behind(input)?;
        if !self.to(input) {
            return Err(EmptyError);
        }
        let (to, _) = self.first_kind(input)?;
        let run = self.run(from, input);
        let mut items = vec![Mustered::Upgrade { run, to: Some(to) }];
        // "…, plus another footman there".
        while let Ok(item) = attempt(input, |input| {
            let sign = self.signs(&[Sign::Comma, Sign::And, Sign::Plus], input).is_ok();
            let word = self.word(Word::And, input).is_ok();
            let item = self.mustered(true, input)?;
            self.word(Word::Behind, input)?;
            if sign || word { Ok(item) } else { Err(EmptyError) }
        }) {
            items.push(item);
        }
        Ok(Wish::Muster { place: Some(place), items })
    }

    /// Reads `Winterfell: knight`, `knight at Winterfell` under its heading.
    pub(super) fn muster_under(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if let Ok(items) = attempt(input, |input| self.many_mustered(false, input)) {
            let place = attempt(input, |input| self.mustered_at(input));
            // "Ship at Pyke" has named its place.
            let named = |item: &Mustered| matches!(item, Mustered::Units { sea: Some(_), .. });
            return match place {
                Err(fault) if !items.iter().any(named) => Err(fault),
                place => {
                    // "Two footmen in Dragonstone, nothing else".
                    let _ = attempt(input, |input| {
                        let _ = self.sign(Sign::Comma, input);
                        self.word(Word::NoneElse, input)
                    });
                    Ok(Wish::Muster { place: place.ok(), items })
                }
            };
        }
        let place = self.place(input)?;
        let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Comma, Sign::Arrow], input);
        // "Pyke gets a knight", "Winterfell trains a knight".
        let _ = self.words(&[Word::Shall, Word::Muster, Word::Raise], input);
        Ok(Wish::Muster { place: Some(place), items: self.many_mustered(true, input)? })
    }
}
