//! The shapes of gifts to the Night's Watch, and of amounts that are said to be for somebody.

use super::Wish;
use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use crate::table::Seat;
use winnow::error::EmptyError;
use winnow::stream::Stream;

impl Grammar<'_> {
    /// Reads a gift under its heading: `1 barrel`, `power: 2`, `the Watch: 3 points`, `none`.
    pub(in super::super) fn gift_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let none = attempt(input, |input| {
            let run = self.word(Word::None, input)?;
            if input.eof_offset() == 0 { Ok(run) } else { Err(EmptyError) }
        });
        if let Ok(run) = none {
            return Ok(Wish::Nothing(Section::Gifts, run));
        }
        let _ = self.word(Word::Give, input);
        let before = attempt(input, |input| {
            let _ = self.words(&[Word::To, Word::For], input);
            self.receiver(input)
        });
        let before = before.ok();
        self.colon(input);
        let (what, name, number, count) = self.given(input)?;
        let behind = attempt(input, |input| {
            self.words(&[Word::To, Word::For], input)?;
            self.receiver(input)
        });
        Ok(Wish::Gift { what, name, number, count, to: before.or(behind.ok()).flatten() })
    }

    /// Reads `give the Watch 2 power`, `1 barrel to the Watch`. Without a verb, "2 power for the Watch" is a bid against the
    /// wildlings.
    pub(in super::super) fn gift(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let mut said = input.clone();
        if self.word(Word::Give, &mut said).is_err() {
            self.given(&mut said)?;
            self.word(Word::To, &mut said)?;
            self.word(Word::Watch, &mut said)?;
        }
        if self.lexicon.gifts.is_empty() { Err(EmptyError) } else { self.gift_alone(input) }
    }

    /// Reads `give the Wildlings`, in games of the north: a gift to a side, be it one that gets none.
    pub(in super::super) fn gives_to_side(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        self.tactics.all().next().ok_or(EmptyError)?;
        self.word(Word::Give, input)?;
        let _ = self.words(&[Word::To, Word::For], input);
        self.receiver(input).map(|_| ())
    }

    /// Reads words that say how much is bid, or given to whom, whatever else stands behind them: such an amount is a secret.
    pub(in super::super) fn amount_said(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        if self.gives_to_side(&mut input.clone()).is_ok() {
            return Ok(());
        }
        let bid = attempt(&mut input.clone(), |input| {
            self.word(Word::Bid, input)?;
            self.colon(input);
            self.number(input)
        });
        if bid.is_ok() {
            return Ok(());
        }
        if self.sum_said(input) {
            return Ok(());
        }
        self.given(input)?;
        self.words(&[Word::To, Word::For, Word::At], input)?;
        self.receiver(input).map(|_| ())
    }

    /// Returns `true` for a short line with a number, something that can be given, and the Watch, in any order: "the Watch gets 2 of
    /// my power".
    fn sum_said(&self, input: &Tokens<'_>) -> bool {
        const LONGEST: usize = 9;
        if self.lexicon.gifts.is_empty() || input.eof_offset() > LONGEST {
            return false;
        }
        let (mut number, mut gift, mut watch) = (false, false, false);
        let mut here = input.clone();
        while here.eof_offset() > 0 {
            number |= self.number(&mut here.clone()).is_ok();
            gift |= self.lexicon.gifts.values().any(|forms| self.form(forms, &mut here.clone()).is_ok());
            watch |= self.word(Word::Watch, &mut here.clone()).is_ok();
            self.skip(1, &mut here);
        }
        number && gift && watch
    }

    /// Reads who is given something: the Watch, or a house, which a gift cannot be for.
    fn receiver(&self, input: &mut Tokens<'_>) -> Parsed<Option<(Seat, Run)>> {
        if self.word(Word::Watch, input).is_ok() { Ok(None) } else { self.house(input).map(Some) }
    }

    /// Reads `2 power`, `a barrel`, `power: 2`: what, its name, the number as it is written, the number.
    fn given(&self, input: &mut Tokens<'_>) -> Parsed<(String, Run, Run, u16)> {
        let number = |input: &mut Tokens<'_>| {
            let from = self.at(input);
            let count = match self.number(input) {
                Ok(count) => count,
                Err(_) if self.word(Word::Single, input).is_ok() => 1,
                Err(_) => self.words(&[Word::None, Word::No], input).map(|_| 0)?,
            };
            Ok((self.run(from, input), count))
        };
        let kind = |input: &mut Tokens<'_>| {
            let mut all = self.lexicon.gifts.iter();
            let found = all.find_map(|(id, forms)| Some((id.clone(), self.form(forms, input).ok()?)));
            found.ok_or(EmptyError)
        };
        if let Ok(((run, count), (what, name))) = attempt(input, |input| Ok((number(input)?, kind(input)?))) {
            return Ok((what, name, run, count));
        }
        let (what, name) = kind(input)?;
        self.colon(input);
        let (run, count) = number(input)?;
        Ok((what, name, run, count))
    }
}
