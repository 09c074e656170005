//! The areas that an order is against.

use super::Under;
use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use winnow::error::EmptyError;
use winnow::stream::TokenSlice;

impl Grammar<'_> {
    /// Reads the areas that a raid is against, or the word for none of them, which is then the only member.
    pub(in super::super) fn targets(&self, input: &mut Tokens<'_>) -> Parsed<Vec<Run>> {
        attempt(input, |input| self.goals(input)).or_else(|_| {
            self.joint(input);
            self.word(Word::None, input).map(|none| vec![none])
        })
    }

    /// Returns `true` for an area of one's own that is said to be somewhere: it raids there.
    fn own_at(&self, place: Run, input: &Tokens<'_>) -> bool {
        let mut named: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(place.from, &mut named);
        self.is_own(&mut named) && self.words(&[Word::At, Word::To], &mut input.clone()).is_ok()
    }

    /// Reads the areas that an order is against.
    pub(in super::super) fn goals(&self, input: &mut Tokens<'_>) -> Parsed<Vec<Run>> {
        self.joint(input);
        self.list(input, |input| {
            // "Raid Stark's ship in the Narrow Sea".
            let _ = attempt(input, |input| {
                self.owner(input)?;
                self.units(input)?;
                self.word(Word::At, input)
            });
            let place = self.place(input)?;
            // An area with an order of its own begins the next entry.
            // "Summer Sea at Sea of Dorne, Sunset Sea at Ironman's Bay".
            let next = attempt(&mut input.clone(), |input| self.ordered(place, Under::Nothing, input))
                .is_ok()
                || self.sign(Sign::Colon, &mut input.clone()).is_ok()
                || self.own_at(place, input);
            if next { Err(EmptyError) } else { Ok(place) }
        })
    }
}
