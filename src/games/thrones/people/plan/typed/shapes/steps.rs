//! Who goes where in a march, and what else is said of it.

use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{
    Count, Grammar, Parsed, Run, Tokens, Units, attempt,
};
use winnow::error::EmptyError;
use winnow::stream::Stream;

/// A part of a march: who goes where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct StepSaid {
    /// `None` if it names no units.
    pub(in super::super) units: Option<Units>,
    /// `None` for those who stay.
    pub(in super::super) to: Option<Run>,
    /// How many stay, if not which.
    pub(in super::super) staying: Option<u16>,
}

impl StepSaid {
    pub(in super::super) fn going(units: Option<Units>, to: Run) -> Self {
        StepSaid { units, to: Some(to), staying: None }
    }

    fn stay(units: Units) -> Self {
        StepSaid { units: Some(units), to: None, staying: None }
    }
}

/// What else is said of a march.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in super::super) struct MarchMore {
    pub(in super::super) leave_power: Option<Run>,
    pub(in super::super) when: Option<Run>,
    pub(in super::super) unless: Option<Run>,
}

impl Grammar<'_> {
    /// Reads who goes where. The first destination needs a word or arrow before it, unless one was read already.
    pub(in super::super) fn steps(&self, joined: bool, input: &mut Tokens<'_>) -> Parsed<Vec<StepSaid>> {
        self.sign_or_nothing(Sign::Open, input);
        let mut steps = vec![attempt(input, |input| self.step(joined, input))?];
        while let Ok(next) = attempt(input, |input| {
            let sign = self.signs(&[Sign::Comma, Sign::And, Sign::Semicolon, Sign::Plus], input).is_ok();
            let stop = !sign && self.sign(Sign::Stop, input).is_ok();
            let word = self.word(Word::And, input).is_ok();
            let step = match attempt(input, |input| self.more_of_them(&steps, input)) {
                Ok(step) => step,
                Err(_) => self.step(false, input)?,
            };
            // "Knight to Karhold footman stays" needs no comma.
            if !sign && !stop && !word && step.to.is_some() {
                return Err(EmptyError);
            }
            // "knight to Karhold. Footman stays".
            if stop && step.to.is_some() {
                return Err(EmptyError);
            }
            // What has an area before its own arrow is the next march.
            if step.units.is_none() && step.to.is_some() { Err(EmptyError) } else { Ok(step) }
        }) {
            steps.push(next);
        }
        self.sign_or_nothing(Sign::Close, input);
        Ok(steps)
    }

    /// Reads how many more of the same kind go elsewhere: `one ship to Summer Sea, one to Sunset Sea`.
    fn more_of_them(&self, before: &[StepSaid], input: &mut Tokens<'_>) -> Parsed<StepSaid> {
        let kinds = before.last().and_then(|step| step.units.as_ref()?.kinds.as_deref());
        let Some([(unit, Count::Number(_))]) = kinds else { return Err(EmptyError) };
        let from = self.at(input);
        self.article(input);
        let number = self.number(input)?;
        let run = self.run(from, input);
        let _ = self.word(Word::March, input);
        if number == 0 || !self.arrow(input) {
            return Err(EmptyError);
        }
        let to = self.place(input)?;
        let units = Units { run, kinds: Some(vec![(*unit, Count::Number(number))]), number: None };
        Ok(StepSaid::going(Some(units), to))
    }

    /// Reads that something stays, with what it guards there or without: `stays behind to mind the castle`, `guards the harbour`.
    pub(in super::super) fn stays(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        let guards = |input: &mut Tokens<'_>| {
            self.word(Word::Guard, input)?;
            self.article(input);
            self.word(Word::Guarded, input)
        };
        if attempt(input, guards).is_ok() {
            return Ok(());
        }
        self.word(Word::Stay, input)?;
        let _ = attempt(input, |input| {
            if self.words(&[Word::To, Word::And], input).is_err() {
                self.sign(Sign::And, input)?;
            }
            guards(input)
        });
        Ok(())
    }

    /// Reads `knight to Karhold`, `to Karhold with the knight`, `Karhold: knight`, `rest stays`.
    pub(in super::super) fn step(&self, joined: bool, input: &mut Tokens<'_>) -> Parsed<StepSaid> {
        // "leave a footman".
        if let Ok(units) = attempt(input, |input| {
            self.word(Word::KeepBack, input)?;
            let units = self.units(input)?;
            let _ = self.words(&[Word::Behind], input);
            Ok(units)
        }) {
            return Ok(StepSaid::stay(units));
        }
        // "Other stays put", and "one stays": of the kind that is left.
        if attempt(input, |input| {
            self.word(Word::OtherOne, input)?;
            self.stays(input)
        })
        .is_ok()
        {
            return Ok(StepSaid { units: None, to: None, staying: Some(1) });
        }
        if let Ok(staying) = attempt(input, |input| {
            self.article(input);
            let number = self.number(input)?;
            self.stays(input).map(|()| number)
        }) {
            return Ok(StepSaid { units: None, to: None, staying: Some(staying) });
        }
        let with = self.word(Word::With, input).is_ok();
        if let Ok(units) = self.units(input) {
            if self.stays(input).is_ok() {
                self.at_home(input);
                return Ok(StepSaid::stay(units));
            }
            // "Everyone, to Seagard".
            let _ = attempt(input, |input| {
                self.sign(Sign::Comma, input)?;
                self.word(Word::To, &mut input.clone())
            });
            // "The footman and the knight both go".
            let _ = attempt(input, |input| {
                self.words(&[Word::Both, Word::All], input)?;
                self.word(Word::March, &mut input.clone())
            });
            let _ = self.word(Word::March, input);
            let _ = self.word(Word::ByShip, input);
            self.arrow(input);
            let to = self.place(input)?;
            self.via(input);
            return Ok(StepSaid::going(Some(units), to));
        }
        if with {
            return Err(EmptyError);
        }
        let ship = self.word(Word::ByShip, input).is_ok();
        // "via Shipbreaker Bay to King's Landing".
        let _ = attempt(input, |input| {
            self.word(Word::Via, input)?;
            self.place(input)?;
            self.signs(&[Sign::Comma], input).ok();
            self.word(Word::To, &mut input.clone())
        });
        let arrow = self.arrow(input) || joined && !ship;
        let to = self.place(input)?;
        self.via(input);
        let units = attempt(input, |input| {
            let sign = self.signs(&[Sign::Colon, Sign::Open, Sign::Comma], input).ok();
            // "to Karhold: - knight", with the dash of a list.
            if sign == Some(Sign::Colon) {
                let _ = self.sign(Sign::Dash, input);
            }
            let word = self.word(Word::With, input).is_ok();
            let units = self.units_there(input)?;
            // "to Harrenhal footman", but not "; Golden Sound S".
            let spelt = || self.name_of(units.run).iter().all(|word| word.chars().count() > 1);
            // "to Karhold knight, footman stays" goes on behind a sign.
            let ends = || {
                let signs = [Sign::Comma, Sign::Semicolon, Sign::And, Sign::Plus, Sign::Stop];
                input.eof_offset() == 0 || self.signs(&signs, &mut input.clone()).is_ok()
            };
            if sign.is_none() && !word && !(arrow && ends() && spelt()) {
                return Err(EmptyError);
            }
            // "-> Karhold, footman": only at the end, since more may follow a comma, or before what says who else goes or stays.
            if sign == Some(Sign::Comma) && !word && input.eof_offset() > 0 && !self.goes_on(input) {
                return Err(EmptyError);
            }
            if sign == Some(Sign::Open) {
                self.sign_or_nothing(Sign::Close, input);
            }
            // "King's Landing (both) by ship".
            let _ = self.word(Word::ByShip, input);
            // "MC: knight to WH" is the next march, not who goes to MC.
            if self.arrow(&mut input.clone()) { Err(EmptyError) } else { Ok(units) }
        });
        match units {
            Ok(units) => Ok(StepSaid::going(Some(units), to)),
            Err(_) if arrow => Ok(StepSaid::going(None, to)),
            Err(_) => Err(EmptyError),
        }
    }

    /// Returns `true` if behind the units of a march stands who else goes, or stays: `; footman stays`.
    fn goes_on(&self, input: &Tokens<'_>) -> bool {
        attempt(&mut input.clone(), |input| {
            let sign = self.signs(&[Sign::Comma, Sign::Semicolon, Sign::And, Sign::Stop], input).is_ok();
            let word = self.word(Word::And, input).is_ok();
            let step = self.step(false, input)?;
            if (sign || word) && step.units.is_some() { Ok(()) } else { Err(EmptyError) }
        })
        .is_ok()
    }

    /// Passes over where those stay who stay: `the footman remains in Winterfell`.
    fn at_home(&self, input: &mut Tokens<'_>) {
        let _ = attempt(input, |input| {
            self.word(Word::At, input)?;
            if self.is_own(&mut input.clone()) { self.place(input) } else { Err(EmptyError) }
        });
    }

    /// Reads by which sea a march goes, which the rules find themselves, and where it does not go.
    pub(in super::super) fn via(&self, input: &mut Tokens<'_>) {
        let _ = attempt(input, |input| {
            let is_open = self.sign(Sign::Open, input).is_ok();
            let _ = self.sign(Sign::Comma, input);
            self.word(Word::Via, input)?;
            self.place(input)?;
            if is_open { self.sign(Sign::Close, input) } else { Ok(()) }
        });
        let _ = attempt(input, |input| {
            self.sign(Sign::Open, input)?;
            self.word(Word::ByShip, input)?;
            self.sign(Sign::Close, input)
        });
        let _ = self.word(Word::ByShip, input);
        // "-> Karhold instead of Moat Cailin": what was thought of before.
        let _ = attempt(input, |input| {
            self.word(Word::InsteadOf, input)?;
            self.place(input)
        });
        // "-> Karhold, not Moat Cailin", if nothing follows.
        let _ = attempt(input, |input| {
            let _ = self.sign(Sign::Comma, input);
            self.word(Word::NotTo, input)?;
            self.place(input)?;
            let ends = input.eof_offset() == 0 || self.sign(Sign::Stop, &mut input.clone()).is_ok();
            if ends { Ok(()) } else { Err(EmptyError) }
        });
    }

    pub(in super::super) fn arrow(&self, input: &mut Tokens<'_>) -> bool {
        let sign = self.signs(&[Sign::Arrow, Sign::Dash], input).is_ok();
        let word = self.words(&[Word::To], input).is_ok();
        sign || word
    }

    /// Reads a power token by itself, with nothing behind it that could be of another kind.
    fn token_alone(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let run = self.word(Word::Token, input)?;
        let ends = [Sign::Comma, Sign::Semicolon, Sign::Stop];
        let ends = input.eof_offset() == 0 || self.signs(&ends, &mut input.clone()).is_ok();
        if ends { Ok(run) } else { Err(EmptyError) }
    }

    /// Reads what else is said of a march: a power token left behind, conditions.
    pub(in super::super) fn more(&self, input: &mut Tokens<'_>) -> MarchMore {
        let mut more = MarchMore::default();
        loop {
            let found = attempt(input, |input| {
                let signs = [Sign::Comma, Sign::Semicolon, Sign::And, Sign::Open, Sign::Plus];
                let plus = self.signs(&signs, input) == Ok(Sign::Plus);
                let plus = plus || self.word(Word::Plus, input).is_ok();
                // "-> Karhold + token".
                if plus && let Ok(run) = attempt(input, |input| self.token_alone(input)) {
                    more.leave_power = Some(run);
                    return Ok(());
                }
                let _ = self.words(&[Word::And, Word::With], input);
                if let Ok(run) = self.word(Word::LeavePower, input) {
                    // "leave power in Winterfell" may be said of another march.
                    if attempt(&mut input.clone(), |input| {
                        self.word(Word::At, input)?;
                        self.place(input)
                    })
                    .is_ok()
                    {
                        return Err(EmptyError);
                    }
                    let _ = self.sign(Sign::Colon, input);
                    if self.word(Word::No, input).is_err() {
                        more.leave_power = Some(run);
                        let _ = self.word(Word::Yes, input);
                    }
                    self.sign_or_nothing(Sign::Close, input);
                    return Ok(());
                }
                let word = self.words(&[Word::If, Word::Unless], input)?;
                let from = self.at(input);
                while self.signs(&[Sign::Comma, Sign::Semicolon], &mut input.clone()).is_err()
                    && input.eof_offset() > 0
                {
                    self.skip(1, input);
                }
                let run = self.without_marks(self.run(from, input));
                if run.from == run.to {
                    return Err(EmptyError);
                }
                *(if word == Word::If { &mut more.when } else { &mut more.unless }) = Some(run);
                Ok(())
            });
            if found.is_err() {
                return more;
            }
        }
    }
}
