//! Lines without a heading where one thing is asked: what they can only be about.

use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Heading, Word};
use crate::games::thrones::people::plan::keys::{by_key, gathers};
use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::sheet::fold;
use crate::table::{LineFate, Open};
use winnow::stream::TokenSlice;

impl<'r> Reader<'r> {
    /// Returns the section that a line without a heading can only be of: "Pyke: footman" where mustering is asked for before there are
    /// orders, "6, 8, 15" where a deck is, and "Renly" where a House card alone is.
    pub(in super::super) fn asked_first(&self) -> Option<Heading> {
        let asks = |kind| self.open.iter().any(|open| open.seat == self.seat && open.kind == kind);
        match () {
            () if asks("tactic-deck") => Some(Heading::Tactics),
            () if asks("muster") && self.board.stage < Stage::Planning => Some(Heading::Muster),
            () if asks("bid") && gathers(self.board.stage) => Some(Heading::Bids),
            () => match self.only_asked()?.kind.as_str() {
                "disband" => Some(Heading::Disband),
                "casualties" => Some(Heading::Lose),
                "retreat" => Some(Heading::Retreat),
                "card" => Some(Heading::Cards),
                "quest" => Some(Heading::Quest),
                _ => None,
            },
        }
    }

    /// Reads a line without a heading as what it can only be of, by what the sheet asks.
    pub(in super::super) fn asked_unnamed(
        &self,
        grammar: &Grammar<'_>,
        whole: Run,
    ) -> Option<(Heading, Vec<Item>)> {
        // Beside mustering, numbers alone are bids.
        let bids = Some(Heading::Bids).filter(|_| !self.asked.bids.is_empty());
        let first = self.asked_first();
        let all = [first, bids.filter(|_| first != bids)].into_iter().flatten();
        all.into_iter().find_map(|heading| {
            // "2: Winterfell" answers a second question, which there is not.
            let is_numbered = grammar.line.number.is_some();
            if is_numbered && !matches!(heading, Heading::Tactics | Heading::Muster)
                // A number alone may be any of the bids.
                || heading == Heading::Bids && !self.says_each_bid(grammar)
            {
                return None;
            }
            Some((heading, self.items(grammar, Some(heading), self.chosen(grammar, heading, whole))?))
        })
    }

    /// Returns what is asked now. The sheet of the Westeros cards asks all houses at once, though they answer one after the other.
    pub(in super::super) fn asked_now(&self) -> Vec<&'r Open> {
        Open::asked_of(self.open, self.seat, gathers(self.board.stage))
    }

    /// Returns the question that alone is asked now.
    pub(in super::super) fn only_asked(&self) -> Option<&Open> {
        match self.asked_now()[..] {
            [open] => Some(open),
            _ => None,
        }
    }

    /// Returns a line without the words before what is chosen: "I take" before the cards of a deck, the place of a battle before the card
    /// that is played there.
    pub(in super::super) fn chosen(&self, grammar: &Grammar<'_>, heading: Heading, whole: Run) -> Run {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let mut to = whole.to;
        // "Tactic: 8" is the card of the round.
        let is_of_round = || self.heading(grammar).is_some_and(|(heading, _)| heading == Heading::Tactic);
        if heading == Heading::Tactics && !is_of_round() {
            // "So again: 1, 8, 16", "I choose 1, 8 and 16 as my deck".
            let said = &grammar.line.tokens;
            // "I have thought about it. I choose …": what comes before names no card.
            let is_stop = |at: &usize| said.get(*at).is_some_and(|token| token.sign == Some(Sign::Stop));
            let begin = (0..to.saturating_sub(1)).rfind(is_stop).map_or(0, |stop| stop + 1);
            let begin = if self.names_tactic(&grammar.line.text(0, begin)) { 0 } else { begin };
            // "Pillage, Encircle and Call to Arms. That's it then": what comes behind names none either.
            let ends_list = |at: &usize| is_stop(at) && !self.says_of_cards(grammar, at + 1, to);
            if let Some(stop) = (begin..to.saturating_sub(1)).find(ends_list) {
                to = stop;
            }
            grammar.skip(begin, &mut tokens);
            let around = |at: usize| said.get(at).is_some_and(|token| self.is_around_deck(token));
            let count = (begin..to).take_while(|at| around(*at)).count();
            let is_open = said.get(begin + count).is_some_and(|token| token.sign == Some(Sign::Colon));
            if is_open || grammar.form(&self.lexicon.chosen, &mut tokens).is_err() {
                grammar.skip(count, &mut tokens);
            }
            let _ = grammar.sign(Sign::Colon, &mut tokens);
            let ends = |at: usize| said.get(at).is_some_and(|token| token.sign == Some(Sign::Stop));
            to -= (grammar.at(&tokens)..to).rev().take_while(|at| around(*at) || ends(*at)).count();
        }
        if matches!(heading, Heading::Cards | Heading::Retreat | Heading::Lose)
            && let Some(open) = self.only_asked()
        {
            let _ = attempt(&mut tokens, |input| self.what_is_asked(grammar, open, input));
        }
        Run { from: grammar.at(&tokens), to }
    }

    /// Returns `true` if tokens name a tactic card, or have a word that may take back what stands before them.
    fn says_of_cards(&self, grammar: &Grammar<'_>, from: usize, to: usize) -> bool {
        let lists = [&self.lexicon.retractions, &self.lexicon.mistaken, &self.lexicon.corrections];
        let turns = |at: usize| lists.iter().any(|forms| grammar.form_at(forms, at).is_some());
        self.names_tactic(&grammar.line.text(from, to)) || (from..to).any(turns)
    }

    /// Returns `true` if some words have the title of a tactic card in them, or a number.
    fn names_tactic(&self, said: &str) -> bool {
        let folded = fold(said);
        said.contains(|c: char| c.is_ascii_digit())
            || self.words.tactics().all().any(|title| folded.contains(&fold(title)))
    }

    /// Returns `true` for a word around the cards of a deck that says nothing of its own: `for my tactic deck`.
    fn is_around_deck(&self, token: &Token) -> bool {
        self.lexicon.around_deck.iter().any(|form| form.concat() == token.folded)
    }

    /// Reads "lose the ship" where units must be given up and no battle asks: it says which.
    pub(in super::super) fn given_up(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        if self.section.is_some() || !self.asks_whom_to_give_up() {
            return None;
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        self.openings(grammar, &mut tokens);
        let says_when = grammar.form(&self.lexicon.when_losing, &mut tokens).is_ok()
            || grammar.word(Word::IfLost, &mut tokens).is_ok();
        if says_when {
            let _ = grammar.signs(&[Sign::Comma, Sign::Dash, Sign::Colon], &mut tokens);
            self.openings(grammar, &mut tokens);
        }
        if grammar.words(&[Word::Lose, Word::Disband], &mut tokens).is_err() && !says_when {
            return None;
        }
        let _ = grammar.word(Word::First, &mut tokens);
        grammar.colon(&mut tokens);
        let rest = Run { from: grammar.at(&tokens), to: grammar.line.tokens.len() };
        let items = self.items(grammar, Some(Heading::Disband), rest)?;
        Some(self.take(grammar, Some(Heading::Disband), items))
    }

    /// Takes `13: yes`, `18: use 1a and 7a`: the number of a tactic card, where no question has that number or it does not answer one.
    pub(in super::super) fn tactic_by_number(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let line = grammar.line;
        let number = line.number.filter(|_| line.colon)?;
        let (card, whole) = (number.to_string(), Run { from: 0, to: line.tokens.len() });
        grammar.tactics.known(&card)?;
        let is_question = usize::from(number) <= by_key(self.open, self.seat).len();
        if !grammar.is_abilities(whole) && (is_question || !grammar.is_yes_or_no(whole)) {
            return None;
        }
        let span = line.span(whole.from, whole.to);
        let value = line.text(whole.from, whole.to);
        let value = value.trim_end_matches(['.', '!']).replace([',', ';'], " ");
        self.entries.push(Entry::Keyed(Section::Tactics, text(span, &card), text(span, &value)));
        Some(LineFate::Taken)
    }
}
