//! The shapes of mustering.

use super::{Mustered, Wish};
use crate::games::thrones::data::{Heading, Unit, Word};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Count, Grammar, Parsed, Run, Tokens, attempt};
use winnow::error::EmptyError;
use winnow::stream::Stream;

/// Units that nothing becomes.
const FIRST: &[Unit] = &[Unit::Footman, Unit::Zombie];

/// What becomes what, said without the word for it: `zombie -> Other`.
pub(super) const RISES: &[(Unit, Unit)] = &[
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
        if let Ok(upgrade) = attempt(input, |input| self.upgrade(from, input)) {
            return Ok(upgrade);
        }
        if let Ok((count, of, to)) = attempt(input, |input| self.made_into(from, input)) {
            return Ok(Mustered::Upgrade { run: self.run(from, input), count, of: Some(of), to: Some(to) });
        }
        let units = self.kind_counted(input)?;
        // "Both footmen upgraded".
        if FIRST.contains(&units.0) && self.word(Word::Upgrade, input).is_ok() {
            let to = attempt(input, |input| self.risen(input)).ok();
            let run = self.run(from, input);
            let (count, to) = (said_once(&[units.1])?, to.map(|(unit, _)| unit));
            return Ok(Mustered::Upgrade { run, count, of: Some(units.0), to });
        }
        let risen = attempt(input, |input| {
            // "One of the footmen there becomes a knight".
            let _ = self.word(Word::Behind, input);
            self.risen(input)
        });
        if let Ok(to) = risen {
            if !RISES.contains(&(units.0, to.0)) {
                return Err(EmptyError);
            }
            let count = said_once(&[units.1, as_many(to.1)])?;
            return Ok(Mustered::Upgrade {
                run: self.run(from, input),
                count,
                of: Some(units.0),
                to: Some(to.0),
            });
        }
        // What is built has its number said.
        let units = if units.1 == Some(Count::All) && !self.says_all(from) { (units.0, None) } else { units };
        let units = (units.0, units.1.unwrap_or(Count::Number(1)));
        let run = self.run(from, input);
        let (mut sea, mut home) = (None, None);
        if units.0 == Unit::Ship {
            // "A ship from White Harbor in the Narrow Sea".
            sea = attempt(input, |input| self.moored(&[Word::At, Word::To, Word::From], input)).ok();
            if sea.is_none() {
                sea = attempt(input, |input| self.joining(placed, input)).ok();
            }
            if sea.is_none() && placed {
                // "Pyke: ship Ironman's Bay, footman".
                sea = attempt(input, |input| self.bare_sea(input)).ok();
            }
            if sea.is_none() && placed {
                // "A ship, placed in the Narrow Sea"; "a ship, Bay of Ice" at the end.
                sea = attempt(input, |input| {
                    self.sign(Sign::Comma, input)?;
                    match self.word(Word::At, input) {
                        Ok(word) if word.to - word.from > 1 => self.place(input),
                        Ok(_) => Err(EmptyError),
                        Err(_) => {
                            let sea = self.place(input)?;
                            if input.eof_offset() == 0 { Ok(sea) } else { Err(EmptyError) }
                        }
                    }
                })
                .ok();
            }
            // "A ship at Lannisport, in The Golden Sound".
            let behind = attempt(input, |input| {
                let _ = self.sign(Sign::Comma, input);
                self.moored(&[Word::At, Word::To], input)
            });
            if let (Some(_), Ok(water)) = (sea, behind) {
                (home, sea) = (sea, Some(water));
            }
        }
        Ok(Mustered::Units { run, unit: units.0, count: units.1, sea, home })
    }

    /// Reads `upgrade the footman to a knight`, `2 upgrades`, `upgrade x2`, `two upgrades, both footmen`; `from` is where it begins.
    fn upgrade(&self, from: usize, input: &mut Tokens<'_>) -> Parsed<Mustered> {
        let number = |input: &mut Tokens<'_>| {
            let open = self.sign(Sign::Open, input).is_ok();
            self.times(input);
            let number = self.number(input)?;
            self.times(input);
            // A bracket that nothing opened is that of a list: "2) upgrade".
            if open {
                self.sign(Sign::Close, input)?;
            }
            Ok(Count::Number(number))
        };
        let before = attempt(input, number).ok();
        self.article(input);
        self.word(Word::Upgrade, input)?;
        let first = attempt(input, |input| self.kind_counted(input)).ok();
        let to = attempt(input, |input| self.risen(input)).ok();
        // "Upgrade the footman there".
        if first.is_some() {
            let _ = self.word(Word::Behind, input);
        }
        // "Upgrade 2", and not the number of what is built beside it.
        let behind = attempt(input, |input| {
            let count = number(input)?;
            let listed = self.signs(&[Sign::Close, Sign::Stop, Sign::Colon], &mut input.clone());
            let ends = self.at(input) + 1 >= self.line.tokens.len() && listed == Ok(Sign::Stop);
            let is_listed = listed.is_ok() && !ends;
            if is_listed || self.unit(true, &mut input.clone()).is_ok() { Err(EmptyError) } else { Ok(count) }
        });
        let both = attempt(input, |input| {
            let _ = self.sign(Sign::Comma, input);
            self.words(&[Word::Both], &mut input.clone())?;
            let (unit, count) = self.kind_counted(input)?;
            if FIRST.contains(&unit) { Ok((unit, count)) } else { Err(EmptyError) }
        });
        // "upgrade knight" names what the footman becomes.
        let is_first = first.is_none_or(|(unit, _)| FIRST.contains(&unit));
        let (of, to) = match (first, to) {
            (Some((unit, _)), to) if is_first || to.is_some() => (Some(unit), to),
            (first, to) => (None, to.or(first)),
        };
        let counts = [
            before,
            first.and_then(|(_, count)| if is_first { count } else { as_many(count) }),
            to.and_then(|(_, count)| as_many(count)),
            behind.ok(),
            both.as_ref().ok().and_then(|(_, count)| *count),
        ];
        let count = said_once(&counts)?;
        Ok(Mustered::Upgrade { run: self.run(from, input), count, of, to: to.map(|(unit, _)| unit) })
    }

    /// Reads `make the footman a knight`.
    fn made_into(&self, from: usize, input: &mut Tokens<'_>) -> Parsed<(Count, Unit, Unit)> {
        // "Winterfell: make …" has read the verb already.
        let before = from.checked_sub(1);
        let is_led = before.is_some_and(|at| self.word_is(Word::Raise, Run { from: at, to: at + 1 }));
        if self.word(Word::Raise, input).is_err() && !is_led {
            return Err(EmptyError);
        }
        let (of, count) = self.kind_counted(input)?;
        // "Make a knight of the footman".
        if let Ok((was, _)) = attempt(input, |input| {
            self.form(&self.lexicon.between, input)?;
            self.kind_counted(input)
        }) {
            return if RISES.contains(&(was, of)) {
                Ok((said_once(&[count])?, was, of))
            } else {
                Err(EmptyError)
            };
        }
        let at = self.at(input);
        self.article(input);
        let is_next = self.at(input) > at || self.word(Word::To, input).is_ok();
        let (to, _) = self.kind_counted(input)?;
        if !is_next || !RISES.contains(&(of, to)) {
            return Err(EmptyError);
        }
        let _ = self.word(Word::Too, input);
        Ok((said_once(&[count])?, of, to))
    }

    /// Passes over what says the number of upgrades once more: `two upgrades in King's Landing, both footmen`.
    fn all_upgraded(&self, items: &[Mustered], input: &mut Tokens<'_>) {
        let [Mustered::Upgrade { count, .. }] = items else { return };
        let _ = attempt(input, |input| {
            let _ = self.sign(Sign::Comma, input);
            self.words(&[Word::Both], &mut input.clone())?;
            let (unit, said) = self.kind_counted(input)?;
            if FIRST.contains(&unit) && said == Some(*count) { Ok(()) } else { Err(EmptyError) }
        });
    }

    /// Reads what a unit becomes: `to a knight`, `becomes a knight`.
    fn risen(&self, input: &mut Tokens<'_>) -> Parsed<(Unit, Option<Count>)> {
        if !self.to(input) && self.word(Word::Becomes, input).is_err() {
            return Err(EmptyError);
        }
        self.kind_counted(input)
    }

    /// Reads a kind of unit with its number; `None` for one without, and all for a plural without.
    pub(super) fn kind_counted(&self, input: &mut Tokens<'_>) -> Parsed<(Unit, Option<Count>)> {
        let from = self.at(input);
        let (unit, count) = self.first_kind(input)?;
        let is_said = |at: usize| {
            let token = self.token(at);
            token.is_some_and(|token| {
                crate::games::thrones::people::plan::typed::grammar::tokens::number(self.lexicon, token)
                    .is_some()
            })
        };
        let is_many = || {
            let many = self.lexicon.word(Word::Many);
            (from..self.at(input)).any(|at| self.form_at(many, at).is_some())
        };
        let count = match count {
            Count::Number(1) if (from..self.at(input)).any(is_said) => Some(Count::Number(1)),
            Count::Number(1) if is_many() => Some(Count::All),
            Count::Number(1) => None,
            count => Some(count),
        };
        Ok((unit, count))
    }

    fn says_all(&self, from: usize) -> bool {
        self.lexicon.words.get(&Word::All).is_some_and(|forms| self.form_at(forms, from).is_some())
    }

    /// Reads where a ship is: `in Ironman's Bay`, `(The Golden Sound)`.
    fn moored(&self, words: &[Word], input: &mut Tokens<'_>) -> Parsed<Run> {
        let open = self.sign(Sign::Open, input).is_ok();
        let word = self.words(words, input).is_ok();
        if !open && !word {
            return Err(EmptyError);
        }
        let sea = self.place(input)?;
        self.sign_or_nothing(Sign::Close, input);
        Ok(sea)
    }

    /// Reads where a ship goes: `going in the Narrow Sea`, `which is to join the others in Shipbreaker Bay`, `for Ironman's Bay`.
    fn joining(&self, placed: bool, input: &mut Tokens<'_>) -> Parsed<Run> {
        if placed && self.word(Word::For, input).is_ok() {
            return self.place(input);
        }
        let _ = self.sign(Sign::Comma, input);
        let _ = self.word(Word::Relative, input);
        let _ = self.form(&self.lexicon.between, input);
        let _ = self.word(Word::Shall, input);
        self.word(Word::March, input)?;
        let _ = self.word(Word::Rest, input);
        let _ = self.words(&[Word::At, Word::To], input);
        self.place(input)
    }

    /// Reads the sea of one ship behind the place where it is built: `ship at Oldtown (Redwyne Straights)`, `a ship at White Harbor going
    /// in the Narrow Sea`.
    fn sea_behind(&self, items: &mut [Mustered], input: &mut Tokens<'_>) {
        let [Mustered::Units { unit: Unit::Ship, sea: sea @ None, .. }] = items else { return };
        let moored = attempt(input, |input| self.moored(&[Word::To], input));
        let moored = moored.or_else(|_| attempt(input, |input| self.joining(true, input)));
        *sea = moored
            .or_else(|_| {
                // "Ship at Oldtown, Redwyne Straights", where nothing follows.
                attempt(input, |input| {
                    self.sign(Sign::Comma, input)?;
                    let _ = self.word(Word::At, input);
                    let sea = self.place(input)?;
                    if input.eof_offset() == 0 { Ok(sea) } else { Err(EmptyError) }
                })
            })
            .ok();
    }

    /// Reads a name right behind a ship. With a colon or units of its own behind it, it is the place of the next entry.
    fn bare_sea(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let sea = self.place(input)?;
        let goes_on = self.signs(&[Sign::Colon, Sign::Dash], &mut input.clone()).is_ok()
            || attempt(&mut input.clone(), |input| self.first_kind(input)).is_ok();
        if goes_on { Err(EmptyError) } else { Ok(sea) }
    }

    pub(super) fn to(&self, input: &mut Tokens<'_>) -> bool {
        self.signs(&[Sign::Arrow], input).is_ok() || self.word(Word::To, input).is_ok()
    }

    pub(in super::super) fn many_mustered(
        &self,
        placed: bool,
        input: &mut Tokens<'_>,
    ) -> Parsed<Vec<Mustered>> {
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
        self.not_others(&items, input)?;
        Ok(items)
    }

    /// Passes over what is not mustered in place of what is: `1 footman (not a knight)`.
    fn not_others(&self, items: &[Mustered], input: &mut Tokens<'_>) -> Parsed<()> {
        let denied = attempt(input, |input| {
            let open = self.signs(&[Sign::Open, Sign::Comma, Sign::Dash], input);
            self.words(&[Word::Not, Word::InsteadOf], input)?;
            let (unit, _) = self.first_kind(input)?;
            if open == Ok(Sign::Open) {
                self.sign(Sign::Close, input)?;
            }
            Ok(unit)
        });
        let Ok(unit) = denied else { return Ok(()) };
        let is_it = |item: &Mustered| match item {
            Mustered::Units { unit: built, .. } => *built == unit,
            Mustered::Upgrade { to, .. } => to.is_none_or(|to| to == unit),
            Mustered::Nothing(_) => true,
        };
        if items.iter().any(is_it) { Err(EmptyError) } else { Ok(()) }
    }

    pub(in super::super) fn place_behind(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        self.word(Word::At, input).or_else(|_| self.word(Word::From, input))?;
        self.place(input)
    }

    /// Reads `in Milkwater`, or `Milkwater` alone: "muster footman Milkwater" says as much. With a colon behind it, it is the place
    /// of the next entry.
    fn mustered_at(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let behind = |input: &mut Tokens<'_>| {
            // "A knight for Highgarden".
            self.place_behind(input).or_else(|_| self.word(Word::For, input).and_then(|_| self.place(input)))
        };
        let place = attempt(input, behind).or_else(|_| self.place(input))?;
        if self.sign(Sign::Colon, &mut input.clone()).is_ok() { Err(EmptyError) } else { Ok(place) }
    }

    /// Reads `muster a knight at Winterfell`, `at Winterfell muster 2 footmen`, `Winterfell: muster knight`.
    pub(in super::super) fn muster(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let before = attempt(input, |input| {
            let _ = self.word(Word::At, input);
            let place = self.place(input)?;
            let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Comma], input);
            // "In Highgarden I upgrade the footman".
            let _ = self.form(&self.lexicon.openings, input);
            Ok(place)
        })
        .ok();
        if before.is_none()
            && let Ok(wish) = attempt(input, |input| self.upgraded(input))
                .or_else(|_| attempt(input, |input| self.unmustered(input)))
        {
            return Ok(wish);
        }
        let upgrade = attempt(&mut input.clone(), |input| self.upgrade(0, input)).is_ok();
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
        let mut items = self.many_mustered(before.is_some(), input)?;
        let behind = attempt(input, |input| self.mustered_at(input)).ok();
        if behind.is_some() {
            self.sea_behind(&mut items, input);
        }
        self.all_upgraded(&items, input);
        self.nothing_else(input);
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
        let (of, first) = self.kind_counted(input)?;
        let place = self.place_behind(input)?;
        let (to, last) = self.risen(input)?;
        let run = self.run(from, input);
        let count = said_once(&[first, as_many(last)])?;
        let mut items = vec![Mustered::Upgrade { run, count, of: Some(of), to: Some(to) }];
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
    pub(in super::super) fn muster_under(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if let Ok(mut items) = attempt(input, |input| self.many_mustered(false, input)) {
            let place = attempt(input, |input| self.mustered_at(input));
            if place.is_ok() {
                self.sea_behind(&mut items, input);
            }
            // "Ship at Pyke" has named its place.
            let named = |item: &Mustered| matches!(item, Mustered::Units { sea: Some(_), .. });
            return match place {
                Err(fault) if !items.iter().any(named) => Err(fault),
                place => {
                    self.not_others(&items, input)?;
                    self.nothing_else(input);
                    self.all_upgraded(&items, input);
                    Ok(Wish::Muster { place: place.ok(), items })
                }
            };
        }
        // "Make Seagard two footmen".
        let _ = attempt(input, |input| {
            self.word(Word::Raise, input)?;
            self.place(&mut input.clone())
        });
        let place = self.place(input)?;
        let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Comma, Sign::Arrow], input);
        let items = |input: &mut Tokens<'_>| {
            // "Pyke gets a knight", "Winterfell trains a knight".
            let _ = self.words(&[Word::Shall, Word::Muster, Word::Raise], input);
            self.many_mustered(true, input)
        };
        let items = attempt(input, items).or_else(|_| {
            // "In Highgarden I upgrade the footman".
            self.form(&self.lexicon.openings, input)?;
            items(input)
        })?;
        self.nothing_else(input);
        Ok(Wish::Muster { place: Some(place), items })
    }

    /// Passes over what says that no more is mustered: `two footmen in Dragonstone, nothing else`.
    fn nothing_else(&self, input: &mut Tokens<'_>) {
        let _ = attempt(input, |input| {
            let _ = self.sign(Sign::Comma, input);
            let _ = self.word(Word::And, input);
            self.word(Word::NoneElse, input)
        });
    }
}

/// Returns a number that says how many become something: "footmen to knights" says it of the footmen.
pub(super) fn as_many(count: Option<Count>) -> Option<Count> {
    count.filter(|count| *count != Count::All)
}

/// Returns the number that all that is said of one agree on, or one if nothing is said.
pub(super) fn said_once(all: &[Option<Count>]) -> Parsed<Count> {
    let mut said = all.iter().flatten();
    let first = said.next().copied().unwrap_or(Count::Number(1));
    if said.all(|other| *other == first) { Ok(first) } else { Err(EmptyError) }
}
