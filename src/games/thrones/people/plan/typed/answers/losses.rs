//! Which units are given up, as people say it where that is asked: `if the wall falls ships first, then footmen`, `they can have my
//! ship`. Of a list that says in which order they go, all is taken or nothing.

use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Heading, Word};
use crate::games::thrones::people::plan::language::BattleField;
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::wishes::{Battles, Member, Wish};
use crate::sheet::Fault;
use crate::table::{LineFate, Open};
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

/// Units of a list, and whether words behind them say that they come later than others.
struct Ranked {
    wish: Wish,
    later: bool,
}

impl Reader<'_> {
    /// Returns `true` if it is asked which units are given up, and no battle asks the same.
    pub(in super::super) fn asks_whom_to_give_up(&self) -> bool {
        // While the Westeros cards are executed there is no battle, so all that is asked ahead counts.
        let no_battle = self.board.stage < Stage::Planning;
        let asks = |kind| {
            let is_now = |open: &Open| no_battle || !open.ahead;
            self.open.iter().any(|open| open.seat == self.seat && is_now(open) && open.kind == kind)
        };
        asks("disband") && !asks("casualties")
    }

    /// Reads a line of nothing but units that are given up, one after the other.
    pub(in super::super) fn losses_listed(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        // Below "Bids:" or "Muster:" it says by its verb that it is of neither.
        let is_battles = matches!(self.section, Some(Heading::Battle | Heading::Cards | Heading::Retreat));
        if is_battles || !self.asks_whom_to_give_up() {
            return None;
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        let is_headed = matches!(self.section, Some(Heading::Disband | Heading::Lose));
        let is_led = self.leads_losses(grammar, input) || is_headed;
        let mut all = vec![grammar.given_away(false, input).ok()?];
        while let Ok(next) = attempt(input, |input| {
            let at = grammar.at(input);
            let _ = grammar.signs(&[Sign::Comma, Sign::Semicolon, Sign::And, Sign::Slash, Sign::Plus], input);
            let _ = grammar.words(&[Word::And, Word::Else], input);
            self.openings(grammar, input);
            let _ = grammar.words(&[Word::And, Word::Nth], input);
            if grammar.at(input) == at { Err(EmptyError) } else { grammar.given_away(true, input) }
        }) {
            all.push(next);
        }
        self.behind_losses(grammar, input);
        let is_asked = is_led || self.section.is_none() && self.asked_first() == Some(Heading::Disband);
        if !is_asked || input.eof_offset() > 0 {
            return None;
        }
        // "Knights last, footmen": who comes before whom is not said.
        let is_ranked = !all[0].later && all.windows(2).all(|pair| !pair[0].later || pair[1].later);
        if !is_ranked {
            self.unclear(grammar, Run { from: 0, to: grammar.line.tokens.len() });
            return Some(LineFate::Faulty);
        }
        let mut meaning = self.meaning(grammar);
        let made: Result<Vec<_>, Fault> =
            all.iter().map(|ranked| meaning.wish(&ranked.wish, self.open)).collect();
        let mut remarks = meaning.remarks;
        match made {
            Ok(entries) => {
                self.faults.append(&mut remarks);
                self.entries.extend(entries.into_iter().flatten());
                Some(LineFate::Taken)
            }
            Err(fault) => {
                self.faults.push(fault);
                Some(LineFate::Faulty)
            }
        }
    }

    /// Returns what a line says with its losses as those that the wildlings cost, where no battle is fought that could cost any.
    pub(in super::super) fn losses_meant(&self, grammar: &Grammar<'_>, items: Vec<Item>) -> Vec<Item> {
        if self.board.stage >= Stage::Planning || !self.asks_whom_to_give_up() {
            return items;
        }
        let lost = |member: &Member| match member {
            Member::Unit(_, run) => {
                let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
                grammar.skip(run.from, &mut tokens);
                grammar.disband_units(&mut tokens).ok().map(Item::Wish)
            }
            _ => None,
        };
        let meant = |item: Item| {
            let all = match &item {
                Item::Wish(Wish::Tactic { battles: Battles::All, field: BattleField::Lose, members }) => {
                    members.iter().map(lost).collect::<Option<Vec<_>>>()
                }
                _ => None,
            };
            all.unwrap_or_else(|| vec![item])
        };
        items.into_iter().flat_map(meant).collect()
    }

    /// Passes over what stands before units that are given up; `true` if it says that they are.
    fn leads_losses(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) -> bool {
        const VERBS: &[Word] = &[Word::Lose, Word::Disband, Word::GiveUp, Word::IfLost];
        let mut is_led = false;
        loop {
            let at = grammar.at(input);
            let says = grammar.form(&self.lexicon.when_losing, input).is_ok()
                || grammar.words(VERBS, input).is_ok()
                || attempt(input, |input| {
                    grammar.word(Word::If, input)?;
                    let _ = grammar.auction(input)?;
                    grammar.word(Word::Falls, input)
                })
                .is_ok();
            is_led |= says;
            if !says {
                self.openings(grammar, input);
                let _ = grammar.form(&self.lexicon.wanting, input);
                let _ = grammar.signs(&[Sign::Comma, Sign::Dash, Sign::Colon], input);
                let _ = grammar.word(Word::First, input);
            }
            if grammar.at(input) == at {
                return is_led;
            }
        }
    }

    /// Passes over what may stand behind a list of units: `in that order`.
    fn behind_losses(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) {
        let ends = [Sign::Comma, Sign::Dash, Sign::Stop, Sign::Semicolon];
        loop {
            let at = grammar.at(input);
            let _ = grammar.signs(&ends, input);
            let _ = attempt(input, |input| {
                let open = grammar.sign(Sign::Open, input).is_ok();
                grammar.word(Word::InOrder, input)?;
                if open { grammar.sign(Sign::Close, input) } else { Ok(()) }
            });
            // "It's all I have", "not my guys".
            let _ = attempt(input, |input| {
                grammar.word(Word::ThatIs, input)?;
                grammar.word(Word::All, input)
            });
            let _ = attempt(input, |input| {
                grammar.words(&[Word::Not, Word::NotTo], input)?;
                grammar.soldiers(input)
            });
            while grammar.form(&self.lexicon.closings, input).is_ok() {}
            if grammar.at(input) == at {
                return;
            }
        }
    }
}

impl Grammar<'_> {
    /// Reads units of a list of those that are given up: `the footman at Moat Cailin is lost first`, `knights last`.
    fn given_away(&self, later: bool, input: &mut Tokens<'_>) -> Parsed<Ranked> {
        let wish = self.disband_units(input)?;
        let _ = self.word(Word::Gone, input);
        let first = self.word(Word::First, input).is_ok();
        let last = !first && self.word(Word::Nth, input).is_ok();
        let _ = self.word(Word::Gone, input);
        // "Footmen, ships first".
        if first && later { Err(EmptyError) } else { Ok(Ranked { wish, later: last }) }
    }
}
