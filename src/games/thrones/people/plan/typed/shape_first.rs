//! The shapes of entries that begin with a verb or an order.

use super::grammar::{Grammar, Parsed, Tokens, attempt};
use super::shape::{Shape, Under};
use super::tokens::Sign;
use crate::games::thrones::data::{OrderKind, Word};
use winnow::error::EmptyError;

impl Grammar<'_> {
    /// Reads `raid Ironman's Bay from Lannisport`, `raid from Lannisport at Ironman's Bay`.
    pub(super) fn raid_first(&self, input: &mut Tokens<'_>) -> Parsed<Shape> {
        self.words(&[Word::Raid], input)?;
        let _ = self.sign(Sign::Colon, input);
        if self.word(Word::From, input).is_ok() {
            let _ = self.sign(Sign::Colon, input);
            let from = self.place(input)?;
            let _ = self.sign(Sign::Comma, input);
            return Ok(Shape::Raid { from, at: self.goals(input)?, order: None });
        }
        let at = self.goals(input)?;
        if self.word(Word::From, input).is_ok() {
            let from = self.place(input)?;
            return Ok(Shape::Raid { from, at, order: None });
        }
        // "raid Lannisport -> Seagard".
        if let [from] = at.as_slice()
            && self.arrow(input)
        {
            return Ok(Shape::Raid { from: *from, at: self.goals(input)?, order: None });
        }
        Err(EmptyError)
    }

    /// Reads `march +1 in Winterfell`, `Defense: Karhold, Winterfell`. "Raid Winterfell" and "support Winterfell" may
    /// name a target as well, and are left alone but under a heading.
    pub(super) fn order_first(&self, under: Under, input: &mut Tokens<'_>) -> Parsed<Shape> {
        if let Ok(shape) = attempt(input, |input| {
            let none = self.word(Word::None, input)?;
            self.words(&[Word::At, Word::For], input)?;
            Ok(Shape::Nothing { place: self.place(input)?, none })
        }) {
            return Ok(shape);
        }
        self.article(input);
        let order = self.order(false, input)?;
        let colon = self.sign(Sign::Colon, input).is_ok();
        let word = self.words(&[Word::At], input).is_ok();
        let from = self.word(Word::From, input).is_ok();
        let _ = self.word(Word::Both, input);
        let clear = match order.kind {
            // Nobody raids an area of one's own.
            OrderKind::Raid if self.is_own(&mut input.clone()) => true,
            OrderKind::Defense | OrderKind::Consolidate => true,
            OrderKind::March => !order.is_bare(),
            OrderKind::Raid | OrderKind::Support => {
                !order.is_bare() && colon || word || from || under == Under::Orders && colon
            }
        };
        if !clear {
            return Err(EmptyError);
        }
        let places = self.list(input, |input| self.place(input))?;
        Ok(Shape::Order { places, order })
    }
}
