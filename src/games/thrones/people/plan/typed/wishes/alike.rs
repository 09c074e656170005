//! The shapes of what several places have alike: nothing mustered, or the same in each; and support for oneself alone.

use super::{About, Favoured, Mustered, Wish};
use crate::games::thrones::data::{Heading, Word};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use winnow::error::EmptyError;

impl Grammar<'_> {
    /// Reads names of places with commas, "and" or a plus between them.
    pub(super) fn places_listed(&self, input: &mut Tokens<'_>) -> Parsed<Vec<Run>> {
        let mut all = vec![self.place(input)?];
        while let Ok(next) = attempt(input, |input| {
            let sign = self.signs(&[Sign::Comma, Sign::And, Sign::Plus, Sign::Slash], input).is_ok();
            let word = self.words(&[Word::And, Word::Else], input).is_ok();
            let _ = self.words(&[Word::At, Word::From], input);
            // "Gorge an Giants Stairs": an article parts names as well.
            let at = self.at(input);
            self.article(input);
            if sign || word || self.at(input) > at { self.place(input) } else { Err(EmptyError) }
        }) {
            all.push(next);
        }
        Ok(all)
    }

    /// Reads that nothing is mustered, with its places: `muster none in Seagard and Riverrun`, `no muster in Pyke`.
    pub(in super::super) fn muster_alike(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if let Ok(wish) = attempt(input, |input| {
            self.word(Word::Muster, input)?;
            self.colon(input);
            self.mustered_alike(input)
        }) {
            return Ok(wish);
        }
        let from = self.at(input);
        let verb = self.word(Word::Muster, input).is_ok();
        self.colon(input);
        self.words(&[Word::None, Word::No], input)?;
        let forms = self.lexicon.section(Heading::Muster);
        if self.form(forms, input).is_err() && !verb {
            return Err(EmptyError);
        }
        let run = self.run(from, input);
        let _ = self.words(&[Word::At, Word::For, Word::From], input);
        let places = self.places_listed(input)?;
        // "Muster none in Pyke: …" is the place of the next entry.
        if self.sign(Sign::Colon, &mut input.clone()).is_ok() {
            return Err(EmptyError);
        }
        Ok(Wish::MusterAt { places, items: vec![Mustered::Nothing(run)] })
    }

    /// Reads under its heading that nothing is mustered in several places: `Seagard + Riverrun none`, `nothing in Seagard and Riverrun`.
    pub(in super::super) fn none_mustered(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let from = self.at(input);
        let (places, run) = if self.word(Word::None, input).is_ok() {
            // "Nobody is raised at Moat Cailin".
            let is_raised = self.word(Word::Raised, input).is_ok();
            let run = self.run(from, input);
            let at = self.words(&[Word::At, Word::From], input).is_ok();
            let places = self.places_listed(input)?;
            if is_raised && at {
                return Ok(Wish::MusterAt { places, items: vec![Mustered::Nothing(run)] });
            }
            (places, run)
        } else {
            let _ = self.word(Word::Both, input);
            let places = self.places_listed(input)?;
            let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Comma], input);
            let _ = self.words(&[Word::Muster, Word::Raise], input);
            (places, self.word(Word::None, input)?)
        };
        if places.len() < 2 {
            Err(EmptyError)
        } else {
            Ok(Wish::MusterAt { places, items: vec![Mustered::Nothing(run)] })
        }
    }

    /// Reads the same in each of some places: `one footman each in Winterfell and White Harbor`, `a footman in both Winterfell and White
    /// Harbor`.
    pub(in super::super) fn mustered_alike(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let from = self.at(input);
        // "Zombies in Skirling Pass, Fist and Gorge": a plural with no number is one in each.
        let many = self.word(Word::Many, &mut input.clone()).is_ok();
        let items = self.many_mustered(false, input)?;
        let many = many && self.at(input) == from + 1;
        let spreads = |input: &mut Tokens<'_>| self.words(&[Word::Each, Word::Both], input).is_ok();
        let before = spreads(input);
        self.word(Word::At, input)?;
        let said = spreads(input) || before || many;
        let places = self.places_listed(input)?;
        if said && places.len() > 1 { Ok(Wish::MusterAt { places, items }) } else { Err(EmptyError) }
    }

    /// Reads how many more of what was mustered just before: `a footman in Highgarden and one in Oldtown`.
    pub(in super::super) fn muster_more(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let from = self.at(input);
        self.article(input);
        let number = self.number(input).ok().filter(|number| *number > 0).ok_or(EmptyError)?;
        let _ = self.word(Word::More, input);
        let run = self.run(from, input);
        self.words(&[Word::At, Word::From], input)?;
        Ok(Wish::MusterMore { run, number, place: self.place(input)? })
    }

    /// Reads whom support is for, if it is for oneself alone: `I support nobody but myself`, `support for myself always, for others never`.
    pub(in super::super) fn support_only(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        // "Only own support".
        if let Ok(run) = attempt(input, |input| {
            let from = self.at(input);
            self.words(&[Word::Only, Word::But], input)?;
            // "Only support me".
            if self.word(Word::Support, input).is_ok() {
                let _ = self.words(&[Word::For, Word::To], input);
                self.word(Word::Own, input)?;
            } else {
                self.word(Word::Own, input)?;
                self.word(Word::Support, input)?;
            }
            Ok(self.run(from, input))
        }) {
            return Ok(Wish::SupportAll(Word::Own, run));
        }
        if let Ok(run) = attempt(input, |input| self.no_support_for_others(input)) {
            let favoured = Favoured::Word(Word::Never, run);
            return Ok(Wish::Support { about: About::Others(run), favoured });
        }
        self.word(Word::Support, input)?;
        self.colon(input);
        let _ = self.words(&[Word::Shall, Word::ThatIs], input);
        self.support_own(input)
    }

    /// Reads `don't support anyone else`, `support others never`, `support nobody else`.
    fn no_support_for_others(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let from = self.at(input);
        let denied = self.words(&[Word::Not, Word::No], input).is_ok();
        self.word(Word::Support, input)?;
        self.colon(input);
        let _ = self.words(&[Word::For, Word::To], input);
        let nobody = self.word(Word::NobodyElse, input).is_ok();
        if !nobody {
            self.word(Word::Others, input)?;
        }
        self.colon(input);
        let never = !nobody && self.words(&[Word::Never, Word::None, Word::No], input).is_ok();
        // "Don't support nobody else" may be either.
        if [denied, nobody, never].into_iter().filter(|said| *said).count() == 1 {
            Ok(self.run(from, input))
        } else {
            Err(EmptyError)
        }
    }

    /// Reads it under its heading.
    pub(in super::super) fn support_own(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        match self.own_battles(input)? {
            // "Support me" by itself is read as it was.
            (true, run) => Ok(Wish::SupportAll(Word::Own, run)),
            (false, _) => Err(EmptyError),
        }
    }

    /// Reads behind a Support order that it is for oneself, and whether for nobody else: `support me`, `support, but only me`.
    pub(in super::super) fn support_of_own(&self, input: &mut Tokens<'_>) -> Parsed<(bool, Run)> {
        let parted = self.signs(&[Sign::Comma, Sign::Open, Sign::Dash, Sign::Colon], input).ok();
        let _ = self.word(Word::And, input);
        let found = self.own_battles(input)?;
        if parted == Some(Sign::Open) {
            self.sign(Sign::Close, input)?;
        }
        // "White Harbor support, my own fleet raids" goes on.
        if parted == Some(Sign::Comma) && !found.0 { Err(EmptyError) } else { Ok(found) }
    }

    /// Reads oneself as who is supported; `true` if others are not.
    fn own_battles(&self, input: &mut Tokens<'_>) -> Parsed<(bool, Run)> {
        let to = |input: &mut Tokens<'_>| {
            let _ = self.words(&[Word::For, Word::To, Word::At], input);
        };
        to(input);
        let nobody = attempt(input, |input| {
            self.words(&[Word::None, Word::No], input)?;
            self.word(Word::But, input)
        });
        // "But only for me": "only" is a word for "but", too.
        let mut only = nobody.is_ok();
        while self.words(&[Word::Only, Word::But], input).is_ok() {
            only = true;
        }
        to(input);
        let from = self.at(input);
        let run = self.word(Word::Own, input)?;
        // "Only me" and "me only" are words for oneself, too.
        only |= (from..run.to).any(|at| self.word_is(Word::Only, Run { from: at, to: at + 1 }));
        let battles = [Heading::Battle].iter().filter_map(|heading| self.lexicon.sections.get(heading));
        let _ = battles.map(|forms| self.form(forms, input)).next();
        let _ = self.word(Word::Always, input);
        let no_others = attempt(input, |input| {
            let _ = self.signs(&[Sign::Comma, Sign::Semicolon, Sign::And], input);
            let _ = self.words(&[Word::And, Word::But], input);
            let never = [Word::Never, Word::None, Word::No];
            let before =
                self.word(Word::NobodyElse, &mut input.clone()).is_ok() || self.words(&never, input).is_ok();
            to(input);
            self.words(&[Word::NobodyElse, Word::Others], input)?;
            self.colon(input);
            if before { Ok(()) } else { self.words(&never, input).map(|_| ()) }
        });
        // "Support me in Moat Cailin" is said of one area.
        if self.word(Word::At, &mut input.clone()).is_ok() {
            return Err(EmptyError);
        }
        Ok((only || no_others.is_ok(), run))
    }
}
