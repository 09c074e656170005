//! Lines that only decline.

use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Tokens, attempt};
use crate::games::thrones::people::plan::typed::reader::Reader;
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Returns `true` for a line that only declines: `nobody, thanks`, `no thanks, keep them all`.
    pub(super) fn says_none(&self, grammar: &Grammar<'_>) -> bool {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        // "Nothing to change" begins with the word for none.
        let whole = grammar.form(&self.lexicon.declines, &mut input.clone()).is_ok();
        let mut none = !whole && grammar.word(Word::None, input).is_ok();
        // "No" alone answers whether something is done. "No thanks" declines, and so does "no change".
        if grammar.form(&self.lexicon.declines, &mut input.clone()).is_err() {
            let _ = grammar.word(Word::No, input);
        }
        // "Nothing for me".
        let _ = attempt(input, |input| {
            grammar.word(Word::For, input)?;
            grammar.word(Word::Own, input)
        });
        let ends = [Sign::Comma, Sign::Stop, Sign::Dash];
        loop {
            let goes_on = grammar.form(&self.lexicon.declines, input).is_ok();
            none |= goes_on;
            // "I take the power and build nothing".
            if !goes_on
                && grammar.form(&self.lexicon.closings, input).is_err()
                && grammar.signs(&ends, input).is_err()
                && !(none && grammar.word(Word::And, input).is_ok())
            {
                return none && input.eof_offset() == 0;
            }
        }
    }
}
