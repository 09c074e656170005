//! The shapes of what Westeros cards ask beside bids and musters: who comes first in a tie, which units are given up, which House card comes
//! back.

use super::Wish;
use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Count, Grammar, Parsed, Run, Tokens, attempt};
use crate::sheet::fold;
use winnow::error::EmptyError;

impl Grammar<'_> {
    pub(in super::super) fn ties_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let own = |input: &mut Tokens<'_>| self.word(Word::Own, input).map(|run| (self.seat, run));
        let house = |input: &mut Tokens<'_>| {
            let whole = attempt(input, own).or_else(|_| attempt(input, |input| self.house(input)));
            whole.or_else(|_| self.house_nearly(input))
        };
        // "I put myself first, then Greyjoy", "I come first".
        if self.word(Word::Own, &mut input.clone()).is_err() {
            while self.form(&self.lexicon.openings, input).is_ok() || self.word(Word::Stake, input).is_ok() {}
        }
        let mut all = self.list(input, house)?;
        // "Stark Tyrell Lannister".
        while let Ok(more) = attempt(input, |input| self.list(input, house)) {
            all.extend(more);
        }
        let _ = self.word(Word::First, input);
        // "Me first, rest I don't care".
        let _ = attempt(input, |input| {
            let _ = self.sign(Sign::Comma, input);
            let _ = self.word(Word::And, input);
            self.word(Word::TieRest, input)
        });
        Ok(Wish::Ties(all))
    }

    pub(in super::super) fn ties(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        self.word(Word::Ties, input)?;
        let _ = self.signs(&[Sign::Colon, Sign::Comma, Sign::Dash], input);
        // "Ties, should I decide them: …".
        if self.word(Word::Ties, input).is_ok() {
            let _ = self.signs(&[Sign::Colon, Sign::Comma, Sign::Dash], input);
        }
        let _ = self.word(Word::For, input);
        self.ties_alone(input)
    }

    pub(in super::super) fn disband_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let wish = self.disband_units(input)?;
        // "the ship first": what is named first goes first.
        let _ = self.word(Word::First, input);
        Ok(wish)
    }

    /// Reads units that are given up, and their area if it is named.
    pub(in super::super) fn disband_units(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let from = self.at(input);
        // "The Kingswood footman".
        let before = attempt(input, |input| {
            let own = self.is_own(&mut input.clone());
            let place = self.place(input)?;
            self.first_kind(&mut input.clone())?;
            if own { Ok(place) } else { Err(EmptyError) }
        });
        // "Footmen" are as many as must be, and "the footmen at Pyke" are all of them.
        let mut named = input.clone();
        self.article(&mut named);
        let many = self.word(Word::Many, &mut named).is_ok();
        let (unit, count) = self.first_kind(input)?;
        let count = if many && count == Count::Number(1) { Count::All } else { count };
        let run = self.run(from, input);
        // "A footman in Riverrun", "1 ft riverrun".
        let at = before.or_else(|_| {
            attempt(input, |input| {
                // "The footman of Oldtown".
                let _ = self.form(&self.lexicon.between, input);
                self.place_behind(input).or_else(|_| self.place(input))
            })
        });
        let at = at.ok();
        Ok(Wish::Disband { unit, count, run, at })
    }

    pub(in super::super) fn disband(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        self.word(Word::Disband, input)?;
        self.colon(input);
        let wish = self.disband_alone(input)?;
        // "Give up footmen first" says in which order, and not how many.
        let before = self.at(input).checked_sub(1).and_then(|at| self.line.tokens.get(at..=at));
        let ranks = before
            .is_some_and(|last| self.word(Word::First, &mut winnow::stream::TokenSlice::new(last)).is_ok());
        if ranks { Err(EmptyError) } else { Ok(wish) }
    }

    pub(in super::super) fn reward_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if let Ok(run) = self.word(Word::None, input) {
            return Ok(Wish::Nothing(Section::Reward, run));
        }
        Ok(Wish::Reward(self.list(input, |input| self.card_in_two(input))?))
    }

    pub(in super::super) fn reward(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        // "If I win, I take back Mace", "if I win I want Mace back".
        let won = attempt(input, |input| self.word(Word::IfWon, input)).is_ok();
        let _ = self.signs(&[Sign::Comma, Sign::Colon, Sign::Dash], input);
        let said_so = self.word(Word::Reward, &mut input.clone()).is_ok();
        let gives = !said_so && self.word(Word::GiveMe, input).is_ok();
        let _ = self.form(&self.lexicon.openings, input);
        let wants = [&self.lexicon.wanting, &self.lexicon.chosen];
        let mut said = attempt(input, |input| self.word(Word::Reward, input)).is_ok();
        let asked = gives || !said && won && wants.into_iter().any(|forms| self.form(forms, input).is_ok());
        said |= asked && attempt(input, |input| self.word(Word::Reward, input)).is_ok();
        // "If we win, Jon Snow back".
        if !said && !asked && !won {
            return Err(EmptyError);
        }
        self.colon(input);
        let wish = self.reward_alone(input)?;
        let back = self.word(Word::Behind, input);
        if !said {
            back?;
        }
        // "Give me Euron back if I win".
        let _ = attempt(input, |input| {
            let _ = self.sign(Sign::Comma, input);
            self.word(Word::IfWon, input)
        });
        Ok(wish)
    }

    /// Reads a House card of one's own by a word of its name, with another that is nearly one of it: `vargo hote`.
    fn card_in_two(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        const MOST: usize = 2;
        let run = self.card(input)?;
        let Some(card) = self.cards.known(&self.name_of(run).join(" ")) else { return Ok(run) };
        let word = self.token(run.to).filter(|token| token.is_word() && !self.is_reserved(&token.folded));
        let is_of_it = |said: &str| {
            let all = self.cards.all().filter(|name| self.cards.known(name) == Some(card));
            let words = all.flat_map(|name| name.split(' ').map(fold).collect::<Vec<_>>());
            words.into_iter().any(|known| {
                known.chars().next() == said.chars().next() && strsim::osa_distance(&known, said) <= MOST
            })
        };
        if run.to == run.from + 1 && word.is_some_and(|token| is_of_it(&token.folded)) {
            self.skip(1, input);
            return Ok(Run { to: run.to + 1, ..run });
        }
        Ok(run)
    }
}
