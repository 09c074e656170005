//! Lines beside a plan that nobody could read, and that speak of what plans decide: House cards, bids, gifts, whom one supports. They are
//! asked back, so that nothing of a plan is lost without a word. Greetings and talk stay what they are.

use super::secret::is_phone;
use crate::games::thrones::data::{Heading, Spellings, Word};
use crate::games::thrones::people::plan::typed::grammar::tokens::Token;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run};
use crate::games::thrones::people::plan::typed::reader::Reader;
use winnow::stream::TokenSlice;

/// The most words of a line that says something of a plan.
const MOST_WORDS: usize = 14;
/// The most of one that says it by a word of a heading alone.
const FEW_WORDS: usize = 6;

impl Reader<'_> {
    /// Returns `true` for a short line that begins with an area of one's own, corrects another and names an area, or names a House card of
    /// one's own, a number and what can be bid or given, what a section of a plan is called, or an order behind names that nobody knows.
    pub(in super::super) fn is_left_over(&self, grammar: &Grammar<'_>) -> bool {
        const HEADINGS: &[Heading] = &[
            Heading::Muster,
            Heading::Reward,
            Heading::Quest,
            Heading::Tactic,
            Heading::Gifts,
            Heading::Bids,
        ];
        let tokens = &grammar.line.tokens;
        let words = tokens.iter().filter(|token| token.is_word()).count();
        let says = |forms: &Spellings| (0..tokens.len()).any(|at| grammar.form_at(forms, at).is_some());
        let asks = tokens.iter().any(|token| token.raw == "?");
        if asks || words > MOST_WORDS || says(&self.lexicon.talk) {
            return false;
        }
        // "No wait, rather Moat Cailin", "White Harbor get money".
        let names_area = || grammar.named(Run { from: 0, to: tokens.len() }, false).next().is_some();
        let whole = Run { from: 0, to: tokens.len() };
        if self.correcting && names_area()
            || self.is_order_of_a_place(grammar, whole)
            || words <= FEW_WORDS && grammar.is_own(&mut TokenSlice::new(tokens.as_slice()))
        {
            return true;
        }
        let spelt = |token: &&Token| token.is_word() && token.folded.chars().count() > 2;
        let card = tokens.iter().filter(spelt).any(|token| {
            grammar.cards.known(&token.folded).is_some() && self.seats.known(&token.folded).is_none()
        });
        let word = |all: &[Word]| all.iter().filter_map(|word| self.lexicon.words.get(word)).any(&says);
        let number =
            tokens.iter().any(|token| token.number.is_some()) && !is_phone(grammar) || word(&[Word::Single]);
        let gift = self.lexicon.gifts.values().any(&says);
        let bids = self.open.iter().any(|open| open.seat == self.seat && open.kind == "bid");
        let auction = self.lexicon.auctions.values().any(&says);
        let headed = HEADINGS
            .iter()
            .filter_map(|heading| self.lexicon.sections.get(heading))
            .any(|forms| grammar.form_at(forms, 0).is_some() || grammar.form_at(forms, 1).is_some());
        let supports = word(&[Word::Support]) && word(&[Word::Always, Word::Never, Word::None, Word::No]);
        card || gift && (number || bids)
            || bids && (number && words <= MOST_WORDS / 2 || auction)
            || words <= FEW_WORDS && (headed || supports)
    }
}
