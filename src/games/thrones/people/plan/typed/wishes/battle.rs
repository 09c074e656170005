//! The shapes of wishes for battles: cards, the Blade, retreats, losses, abilities.

use super::{Battles, Member, Wish};
use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::language::BattleField;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Parsed, Tokens, attempt};
use winnow::error::EmptyError;

const BLADE_WORDS: &[Word] = &[Word::Yes, Word::No, Word::Decides, Word::Ask, Word::Always, Word::Never];

impl Grammar<'_> {
    fn battles(&self, input: &mut Tokens<'_>) -> Parsed<Battles> {
        if let Ok(word) = self.words(&[Word::Attacking, Word::Defending], input) {
            return Ok(if word == Word::Attacking { Battles::Attacking } else { Battles::Defending });
        }
        // "Attack: Jaime".
        if let Ok(word) = attempt(input, |input| {
            let word = self.words(&[Word::OnAttack, Word::OnDefense], input)?;
            self.signs(&[Sign::Colon, Sign::Dash], &mut input.clone())?;
            let mut behind = input.clone();
            self.skip(1, &mut behind);
            self.card(&mut behind).map(|_| word)
        }) {
            return Ok(if word == Word::OnAttack { Battles::Attacking } else { Battles::Defending });
        }
        // "If Riverrun is attacked".
        if let Ok(place) = attempt(input, |input| {
            self.word(Word::If, input)?;
            let place = self.place(input)?;
            self.word(Word::GetsAttacked, input)?;
            Ok(place)
        }) {
            return Ok(Battles::At(place));
        }
        self.word(Word::At, input)?;
        Ok(Battles::At(self.place(input)?))
    }

    /// Reads wishes for battles, with the battles before or behind: `at Seagard: card Eddard`, `card Eddard if attacking`.
    pub(in super::super) fn tactic(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        // "cards at Moat Cailin: Robb", "cards: when defending Robb".
        if let Ok(wish) = attempt(input, |input| {
            self.word(Word::Card, input)?;
            let is_led = self.sign(Sign::Colon, input).is_ok();
            // "My cards, if I am attacked, are Davos and then Axell".
            let _ = self.sign(Sign::Comma, input);
            let battles = self.battles(input)?;
            let _ = attempt(input, |input| {
                self.sign(Sign::Comma, input)?;
                self.word(Word::ThatIs, &mut input.clone())
            });
            // "My card at Riverrun is Mace".
            let is_said = self.word(Word::ThatIs, input).is_ok();
            if self.signs(&[Sign::Colon, Sign::Dash], input).is_err() && !is_led && !is_said {
                return Err(EmptyError);
            }
            let members = self.cards_of(&battles, input)?;
            Ok(Wish::Tactic { battles, field: BattleField::Cards, members })
        }) {
            return Ok(wish);
        }
        // "Retreat from Dornish Marches to Starfall".
        if let Ok(wish) = attempt(input, |input| {
            self.word(Word::Retreat, input)?;
            self.colon(input);
            let _ = self.words(&[Word::From, Word::At], input);
            let is_own = self.is_own(&mut input.clone());
            let at = self.place(input)?;
            if !is_own || !self.arrow(&mut input.clone()) {
                return Err(EmptyError);
            }
            let _ = self.signs(&[Sign::Arrow, Sign::Dash], input);
            let members = self.retreats(input)?;
            Ok(Wish::Tactic { battles: Battles::At(at), field: BattleField::Retreat, members })
        }) {
            return Ok(wish);
        }
        // "if I lose at Seagard, retreat to Highgarden".
        if self.word(Word::IfLost, input).is_ok() {
            let battles = attempt(input, |input| self.battles(input));
            // "If I lose The Reach, …".
            let battles = battles.or_else(|_| {
                attempt(input, |input| {
                    let place = self.place(input)?;
                    let ends = self.sign(Sign::Comma, &mut input.clone()).is_ok();
                    let goes = self.words(&[Word::GoBack, Word::Retreat], &mut input.clone()).is_ok();
                    if ends || goes { Ok(Battles::At(place)) } else { Err(EmptyError) }
                })
            });
            return self.when_lost(battles.unwrap_or(Battles::All), input);
        }
        // "If Seagard falls, retreat to Greywater Watch".
        if let Ok(battles) = attempt(input, |input| {
            self.word(Word::If, input)?;
            let place = self.place(input)?;
            self.word(Word::Falls, input)?;
            Ok(Battles::At(place))
        }) {
            return self.when_lost(battles, input);
        }
        let before = attempt(input, |input| self.battles(input)).ok();
        if before.is_some() {
            let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Comma], input);
            let _ = self.word(Word::And, input);
            // "If he attacks, I would play Tyrion".
            if self.form(&self.lexicon.wanting, input).is_err() {
                let _ = self.form(&self.lexicon.openings, input);
            }
        }
        // "if attacking: Robb Stark", "if I only defend then Catelyn".
        let (field, members) = match (attempt(input, |input| self.field(before.as_ref(), input)), &before) {
            (Ok(found), _) => found,
            (Err(_), Some(battles)) => (BattleField::Cards, self.cards_of(battles, input)?),
            (Err(why), None) => return Err(why),
        };
        if let (BattleField::Cards, true) = (field, members.is_empty()) {
            return Err(EmptyError);
        }
        let battles = match (before, self.battles_behind(input)) {
            (Some(_), Some(_)) => return Err(EmptyError),
            (Some(battles), None) | (None, Some(battles)) => battles,
            (None, None) => Battles::All,
        };
        Ok(Wish::Tactic { battles, field, members })
    }

    /// Reads what is to be done where some battles are lost.
    fn when_lost(&self, battles: Battles, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let _ = self.signs(&[Sign::Comma, Sign::Colon, Sign::Dash], input);
        let _ = self.word(Word::And, input);
        // "My men retreat to Seagard", "they go back to Moat Cailin".
        let goes_back = |input: &mut Tokens<'_>| {
            self.word(Word::GoBack, input)?;
            self.retreats(input)
        };
        let back = attempt(input, goes_back).or_else(|_| {
            if self.form(&self.lexicon.wanting, input).is_err() {
                let _ = self.form(&self.lexicon.openings, input);
            }
            attempt(input, goes_back)
        });
        let (field, members) = match back {
            Ok(members) => (BattleField::Retreat, members),
            Err(_) => self.field(None, input)?,
        };
        match field {
            BattleField::Retreat | BattleField::Lose => Ok(Wish::Tactic { battles, field, members }),
            _ => Err(EmptyError),
        }
    }

    fn battles_behind(&self, input: &mut Tokens<'_>) -> Option<Battles> {
        attempt(input, |input| {
            let _ = self.sign(Sign::Comma, input);
            // "Use Euron for Golden Sound".
            let goes_for = attempt(input, |input| {
                self.word(Word::For, input)?;
                Ok(Battles::At(self.place(input)?))
            });
            goes_for.or_else(|_| self.battles(input))
        })
        .ok()
    }

    /// Reads who is played in battles by what he does there: `Eddard Stark commands`, `Robb leads them at Riverrun`.
    pub(in super::super) fn leader(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let card = self.card(input)?;
        self.word(Word::Leads, input)?;
        let battles = self.battles_behind(input).unwrap_or(Battles::All);
        Ok(Wish::Tactic { battles, field: BattleField::Cards, members: vec![Member::Card(card)] })
    }

    /// Returns `true` if an input begins a wish for some battles: the heading of those that follow.
    pub(in super::super) fn battle_heading(&self, input: &mut Tokens<'_>) -> Parsed<Battles> {
        let battles = self.battles(input)?;
        let _ = self.sign(Sign::Colon, input);
        Ok(battles)
    }

    fn field(&self, before: Option<&Battles>, input: &mut Tokens<'_>) -> Parsed<(BattleField, Vec<Member>)> {
        let words =
            [Word::NoBlade, Word::UseBlade, Word::Card, Word::Blade, Word::Redraw, Word::Retreat, Word::Lose];
        let from = self.at(input);
        let word = self.words(&words, input)?;
        let run = self.run(from, input);
        if word != Word::NoBlade && word != Word::UseBlade {
            self.colon(input);
        }
        Ok(match word {
            Word::NoBlade => (BattleField::Blade, vec![Member::Word(Word::No, run)]),
            Word::UseBlade => {
                let said = self.spoken(&[Word::Decides, Word::Always], input).unwrap_or((Word::Yes, run));
                (BattleField::Blade, vec![Member::Word(said.0, said.1)])
            }
            Word::Card => {
                // "My card is Mace".
                let _ = self.word(Word::Shall, input);
                // "In battle I use Renly".
                let _ = attempt(input, |input| {
                    self.form(&self.lexicon.openings, input)?;
                    self.word(Word::Card, input)
                });
                (BattleField::Cards, self.cards_of(before.unwrap_or(&Battles::All), input)?)
            }
            Word::Blade => {
                let (word, run) = self.spoken(BLADE_WORDS, input)?;
                (BattleField::Blade, vec![Member::Word(word, run)])
            }
            // "Redraw" alone is a yes.
            Word::Redraw => (
                BattleField::Redraw,
                vec![Member::Raw(attempt(input, |input| self.redraw(input)).unwrap_or(run))],
            ),
            Word::Retreat => (BattleField::Retreat, self.retreats(input)?),
            _ => (BattleField::Lose, self.losses(input)?),
        })
    }

    fn cards(&self, input: &mut Tokens<'_>) -> Parsed<Vec<Member>> {
        self.cards_of(&Battles::All, input)
    }

    /// Reads the cards for some battles: in "if attacking Eddard, else Catelyn" the second is for the others.
    fn cards_of(&self, battles: &Battles, input: &mut Tokens<'_>) -> Parsed<Vec<Member>> {
        let forms = self.lexicon.word(Word::Otherwise);
        let ends = |at: &usize| *battles != Battles::All && self.form_at(forms, *at).is_some();
        let end = (self.at(input)..self.line.tokens.len()).find(ends);
        let member = |input: &mut Tokens<'_>| {
            if end.is_some_and(|end| self.at(input) > end) {
                return Err(EmptyError);
            }
            if let Ok((word, run)) = self.spoken(&[Word::Ask], input) {
                return Ok(Member::Word(word, run));
            }
            Ok(Member::Card(self.card(input)?))
        };
        let mut all = self.list(input, member)?;
        // "cards Stannis Melisandre".
        while let Ok(more) = attempt(input, |input| self.list(input, member)) {
            all.extend(more);
        }
        // "Eddard first".
        let _ = self.word(Word::First, input);
        Ok(all)
    }

    fn retreats(&self, input: &mut Tokens<'_>) -> Parsed<Vec<Member>> {
        let _ = self.word(Word::To, input);
        let places = self.list(input, |input| {
            if let Ok((word, run)) = self.spoken(&[Word::Ask], input) {
                return Ok(Member::Word(word, run));
            }
            let _ = self.words(&[Word::Otherwise, Word::Else], input);
            let _ = self.word(Word::To, input);
            Ok(Member::Place(self.place(input)?))
        });
        // "Or to Flint's Finger if that is not possible".
        let _ = self.words(&[Word::IfLost, Word::Else], input);
        places
    }

    /// Reads `first: footmen`, `footmen first, then knights`. Who is lost last is for its player to say in full.
    fn losses(&self, input: &mut Tokens<'_>) -> Parsed<Vec<Member>> {
        let _ = self.word(Word::First, input);
        self.colon(input);
        let all = self.list(input, |input| {
            let from = self.at(input);
            let (unit, _) = self.first_kind(input)?;
            Ok(Member::Unit(unit, self.run(from, input)))
        });
        let _ = self.word(Word::First, input);
        all
    }

    /// Reads `Robb when defending` without a heading: the battles say what the card is named for.
    pub(in super::super) fn cards_by_role(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        match self.cards_alone(input)? {
            Wish::Tactic { battles: Battles::All, .. } => Err(EmptyError),
            wish => Ok(wish),
        }
    }

    /// Reads cards under their heading, with the battles behind them: `Catelyn when defending`, `otherwise Eddard`.
    pub(in super::super) fn cards_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if self.word(Word::Otherwise, input).is_ok() {
            self.colon(input);
        }
        // "when defending Robb, when attacking Eddard".
        if let Ok(wish) = attempt(input, |input| {
            let battles = self.battles(input)?;
            let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Comma], input);
            let members = self.cards_of(&battles, input)?;
            Ok(Wish::Tactic { battles, field: BattleField::Cards, members })
        }) {
            return Ok(wish);
        }
        let members = self.cards(input)?;
        let battles = self.battles_behind(input).unwrap_or(Battles::All);
        Ok(Wish::Tactic { battles, field: BattleField::Cards, members })
    }

    pub(in super::super) fn retreat_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let members = self.retreats(input)?;
        Ok(Wish::Tactic { battles: Battles::All, field: BattleField::Retreat, members })
    }

    pub(in super::super) fn lose_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let members = self.losses(input)?;
        Ok(Wish::Tactic { battles: Battles::All, field: BattleField::Lose, members })
    }

    pub(in super::super) fn blade_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let (word, run) = self.spoken(BLADE_WORDS, input)?;
        Ok(Wish::Tactic {
            battles: Battles::All,
            field: BattleField::Blade,
            members: vec![Member::Word(word, run)],
        })
    }

    /// Reads `Renly: yes`; the value is all that follows.
    pub(in super::super) fn ability_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let card = self.card(input)?;
        self.sign(Sign::Colon, input)?;
        let from = self.at(input);
        while self.sign(Sign::Semicolon, &mut input.clone()).is_err()
            && self.at(input) < self.line.tokens.len()
        {
            self.skip(1, input);
        }
        let value = self.run(from, input);
        if value.from == value.to { Err(EmptyError) } else { Ok(Wish::Ability { card, value }) }
    }

    /// Reads `Renly: yes`, `Asha: Riverrun, Stoney Sept` without a heading: only what abilities can ask.
    pub(in super::super) fn ability_known(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let card = self.card(input)?;
        self.sign(Sign::Colon, input)?;
        let from = self.at(input);
        let words = [Word::Yes, Word::No, Word::None, Word::Ask, Word::Fit, Word::Routed];
        if self.words(&words, input).is_err()
            && attempt(input, |input| self.list(input, |input| self.place(input)).map(|_| ())).is_err()
        {
            self.list(input, |input| self.card(input))?;
        }
        Ok(Wish::Ability { card, value: self.run(from, input) })
    }

    pub(in super::super) fn ability(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        self.word(Word::Ability, input)?;
        self.colon(input);
        self.ability_alone(input)
    }
}
