//! Orders that are told anew: `scrap what I said about Kingswood: it marches to Storm's End`. The line is read as if it began with the area.

use super::tokens::{Line, Sign};
use super::{Grammar, Tokens, attempt};
use crate::games::thrones::data::Word;
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

impl Grammar<'_> {
    /// Returns the line without what says that its order replaces another: the newer one counts in any case.
    pub(in super::super) fn told_anew(&self) -> Line {
        let mut line = self.line.clone();
        let mut input: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        let found = attempt(&mut input, |input| {
            // "Thanks. Hm, scrap …".
            loop {
                let at = input.eof_offset();
                let _ = self
                    .form(&self.lexicon.polite, input)
                    .or_else(|_| self.form(&self.lexicon.corrections, input));
                let _ = self.signs(&[Sign::Comma, Sign::Stop, Sign::Dash], input);
                if input.eof_offset() == at {
                    break;
                }
            }
            self.form(&self.lexicon.anew, input)?;
            if !self.is_own(&mut input.clone()) {
                return Err(EmptyError);
            }
            let place = self.place(input)?;
            self.signs(&[Sign::Colon, Sign::Comma, Sign::Stop, Sign::Dash], input)?;
            let _ = self.word(Word::That, input);
            // "Forget what I said about Kingswood. Dragonstone raid" takes one back, and orders another.
            if input.eof_offset() == 0 || self.place(&mut input.clone()).is_ok() {
                return Err(EmptyError);
            }
            Ok((place, self.at(input)))
        });
        if let Ok((place, rest)) = found {
            line.tokens = self.line.tokens.get(rest..).unwrap_or_default().to_vec();
            line.tokens.splice(0..0, self.line.tokens.iter().take(place.to).skip(place.from).cloned());
        }
        line
    }
}
