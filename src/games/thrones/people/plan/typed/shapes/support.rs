//! Whom a Support order helps, as its line says it: an area, a house, a house in an area, the attack of one.

use super::{Shape, Under, Whom};
use crate::games::thrones::data::{Unit, Word};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{
    Count, Grammar, OrderSaid, Parsed, Run, Tokens, attempt,
};
use crate::table::Seat;
use winnow::error::EmptyError;
use winnow::stream::Stream;

impl Grammar<'_> {
    /// Reads whom a Support order of some areas helps, behind it.
    pub(in super::super) fn support_tail(
        &self,
        places: &[Run],
        order: OrderSaid,
        input: &mut Tokens<'_>,
    ) -> Parsed<Shape> {
        let shape = self.support_whom(places, order, input)?;
        Ok(match shape {
            Shape::Support { places, mut order, whom } => {
                // "Supports the attack on Seagard with the star".
                order.star |= self.is_starred_behind(input);
                Shape::Support { places, order, whom }
            }
            shape => shape,
        })
    }

    fn support_whom(&self, places: &[Run], order: OrderSaid, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let shape = |whom| Shape::Support { places: places.to_vec(), order, whom };
        // "support, only me", "support (only my own battles)".
        if let Ok((only, run)) = attempt(input, |input| self.support_of_own(input)) {
            return Ok(shape(Whom::Own(only, run)));
        }
        // "Support for the attack from Karhold": an attack of one's own is supported wherever it goes.
        if attempt(input, |input| {
            self.word(Word::For, input)?;
            self.word(Word::That, input)?;
            self.word(Word::From, input)?;
            if self.is_own(&mut input.clone()) { self.place(input) } else { Err(EmptyError) }
        })
        .is_ok()
        {
            return Ok(Shape::Order { places: places.to_vec(), order });
        }
        // "support (for Karhold)", "support, for Karhold".
        let parted = attempt(input, |input| {
            self.signs(&[Sign::Comma, Sign::Open], input)?;
            let _ = self.word(Word::Too, input);
            self.word(Word::For, input)
        });
        // "support (Karhold)".
        if let Ok(place) = attempt(input, |input| {
            self.sign(Sign::Open, input)?;
            let place = self.place(input)?;
            self.sign(Sign::Close, input).map(|()| place)
        }) {
            return Ok(shape(Whom::Place(place)));
        }
        let _ = parted.is_ok() || self.joint(input) || self.words(&[Word::For], input).is_ok();
        if self.word(Word::That, input).is_ok() {
            return Ok(Shape::Order { places: places.to_vec(), order });
        }
        if let Ok((seat, run)) = attempt(input, |input| self.house(input)) {
            // "Support Stark at Flint's Finger", "support Stark against Flint's Finger".
            let there = attempt(input, |input| {
                self.words(&[Word::At, Word::To], input)?;
                self.place(input)
            });
            return Ok(shape(match there {
                Ok(place) => Whom::HouseAt(seat, run, place),
                Err(_) => Whom::House(seat, run),
            }));
        }
        // "Support Stark's attack on Flint's Finger".
        if let Ok((seat, run, place)) = attempt(input, |input| self.attack_of(input)) {
            return Ok(shape(Whom::HouseAt(seat, run, place)));
        }
        if let Ok((unit, run)) = attempt(input, |input| self.one_unit(input)) {
            return Ok(shape(Whom::Unit(unit, run)));
        }
        let place = self.place(input)?;
        // "Karhold support, Winterfell march": the next entry has an order of its own.
        if attempt(&mut input.clone(), |input| self.ordered(place, Under::Nothing, input)).is_ok() {
            return Err(EmptyError);
        }
        // "Shivering Sea S Winterfell - Karhold": the battle is where they go.
        let place = if self.arrow(input) { self.place(input)? } else { place };
        // "Support Flint's Finger, for Stark".
        let whose = attempt(input, |input| {
            let _ = self.signs(&[Sign::Comma, Sign::Open, Sign::Dash], input);
            self.word(Word::For, input)?;
            let whose = self.house(input)?;
            let _ = self.sign(Sign::Close, input);
            Ok(whose)
        });
        Ok(shape(match whose {
            Ok((seat, run)) => Whom::HouseAt(seat, run, place),
            Err(_) => Whom::Place(place),
        }))
    }

    /// Reads where somebody's attack goes that is supported: `Stark's attack on Flint's Finger`.
    fn attack_of(&self, input: &mut Tokens<'_>) -> Parsed<(Seat, Run, Run)> {
        let from = self.at(input);
        let seat = self.owner(input)?;
        let run = self.run(from, input);
        self.word(Word::That, input)?;
        self.words(&[Word::At, Word::To], input)?;
        Ok((seat, run, self.place(input)?))
    }

    /// Reads a kind of unit by itself, `the giant`: in `support knight to Karhold` it goes somewhere.
    fn one_unit(&self, input: &mut Tokens<'_>) -> Parsed<(Unit, Run)> {
        self.article(input);
        let from = self.at(input);
        let (unit, count) = self.first_kind(input)?;
        let run = self.run(from, input);
        let ends = [Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::And];
        let alone = input.eof_offset() == 0 || self.signs(&ends, &mut input.clone()).is_ok();
        if alone && count == Count::Number(1) { Ok((unit, run)) } else { Err(EmptyError) }
    }
}
