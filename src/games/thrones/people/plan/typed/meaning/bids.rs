//! What bids mean: for which track, and in a wildling attack for which side.

use super::{Made, Meaning};
use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::language::{self, AUCTIONS, Section};
use crate::games::thrones::people::plan::northern::{ATTACK_SIDES, FOR};
use crate::games::thrones::people::plan::typed::grammar::Run;
use crate::games::thrones::people::plan::typed::grammar::tokens;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::table::Open;

impl Meaning<'_> {
    /// Says how a misspelt name of what is bid for was taken.
    pub(in super::super) fn auction_remark(&mut self, name: Run, auction: &str) {
        let words = self.grammar.name_of(name).concat();
        let forms = self.grammar.lexicon.auctions.get(auction);
        if forms.is_some_and(|forms| forms.iter().all(|form| form.concat() != words)) {
            self.remark(name, language::word(AUCTIONS, &auction));
        }
    }

    /// Says how many tokens all power is: `everything on the court`.
    pub(in super::super) fn power_remark(&mut self, number: Run, power: u16) {
        let is_number = |at: usize| {
            let token = self.grammar.token(at);
            token.is_some_and(|token| tokens::number(self.grammar.lexicon, token).is_some())
        };
        if !self.grammar.word_is(Word::None, number) && !(number.from..number.to).any(is_number) {
            self.remark(number, &power.to_string());
        }
    }

    /// Returns for whom the Others bid in a wildling attack, which "bid 3 for the watch" and "bid 3 against the wildlings" say;
    /// "wildlings: 3" says it of neither.
    pub(in super::super) fn attack_side(&self, word: Word, name: Run, auction: &str) -> Option<Entry> {
        let others = self.board.world.north.as_ref()?.others;
        if others != self.seat || auction != language::WILDLINGS {
            return None;
        }
        let named = language::names(ATTACK_SIDES).known(&self.said(name))?;
        let side = match word {
            Word::InFavour => named,
            Word::Against => ATTACK_SIDES.iter().map(|(side, _)| *side).find(|side| *side != named)?,
            _ => return None,
        };
        let span = self.span(name);
        Some(Entry::Keyed(Section::Bids, text(span, FOR), text(span, side)))
    }

    /// Returns `true` for what is said to be for the Watch where gifts are asked for and no attack is: no bid.
    pub(in super::super) fn is_gift(&self, name: Run, auction: &str, asked: &[Open]) -> bool {
        let asks = |kind: &str| asked.iter().any(|open| open.seat == self.seat && open.kind == kind);
        let attack =
            asked.iter().any(|open| open.kind == "bid" && open.question["on"] == language::WILDLINGS);
        auction == language::WILDLINGS && asks("gift") && !attack && self.grammar.word_is(Word::Watch, name)
    }

    pub(in super::super) fn bid(&self, name: Run, auction: &str, number: Run, power: u16) -> Entry {
        let key = text(self.span(name), &language::word(AUCTIONS, &auction).to_lowercase());
        Entry::Keyed(Section::Bids, key, text(self.span(number), &power.to_string()))
    }

    /// Bids without names are those of the sheet, in its order, if there are as many. Where no sheet asks for them, `3 1 1` may be
    /// anything.
    pub(in super::super) fn bids(&mut self, numbers: &[(Run, u16)], apart: bool, asked: &[Open]) -> Made {
        let mine = asked.iter().filter(|open| open.seat == self.seat && open.kind == "bid");
        let mut on: Vec<String> =
            mine.filter_map(|open| open.question["on"].as_str().map(str::to_owned)).collect();
        on.dedup();
        let is_asked = !on.is_empty();
        if on.is_empty() {
            let tracks = AUCTIONS.iter().map(|(id, _)| *id).filter(|id| *id != language::WILDLINGS);
            on = tracks.map(str::to_owned).collect();
        }
        // Three numbers are those for the tracks, though more is bid for.
        let tracks = || on.iter().filter(|on| *on != language::WILDLINGS).cloned().collect::<Vec<_>>();
        if on.len() > numbers.len() && tracks().len() == numbers.len() {
            on = tracks();
        }
        let (first, last) = (numbers[0].0, numbers[numbers.len() - 1].0);
        if on.len() != numbers.len() || !apart && !is_asked {
            return Err(self.unclear(Run { from: first.from, to: last.to }));
        }
        Ok(on.iter().zip(numbers).map(|(on, (run, power))| self.bid(*run, on, *run, *power)).collect())
    }
}
