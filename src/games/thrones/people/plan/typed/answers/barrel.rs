//! Whether the Others pay for another barrel, as the question says it: `no barrel`, `supply: no`, `don't pay for another barrel`.

use crate::games::thrones::data::Word;
use crate::games::thrones::north::provisions::OTHERS;
use crate::games::thrones::people::plan::language::{NONE, Section};
use crate::games::thrones::people::plan::northern::PAY;
use crate::games::thrones::people::plan::typed::grammar::tokens::{self, Sign};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::table::LineFate;
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Takes a line of nothing but whether they pay, where that is asked.
    pub(in super::super) fn barrel(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let yes = self.says_barrel(grammar)?;
        let line = grammar.line;
        let span = line.span(0, line.tokens.len());
        let value = text(span, if yes { PAY } else { NONE });
        self.entries.push(Entry::Keyed(Section::Choices, text(span, &OTHERS.replace('-', " ")), value));
        Some(LineFate::Taken)
    }

    /// Returns `true` for a sentence of nothing but that: "no barrel" takes nothing back.
    pub(in super::super) fn is_of_barrel(&mut self, sentence: &str) -> bool {
        tokens::line(sentence, 1).is_some_and(|line| {
            self.by_grammar(&line, |reader, grammar| reader.says_barrel(grammar).is_some())
        })
    }

    /// Returns whether they pay, if a line says nothing else.
    fn says_barrel(&self, grammar: &Grammar<'_>) -> Option<bool> {
        let asks = |key: &str| key.rsplit('/').next() == Some(OTHERS);
        if self.section.is_some() || !self.open.iter().any(|open| open.seat == self.seat && asks(&open.key)) {
            return None;
        }
        let line = grammar.line;
        let mut tokens: Tokens<'_> = TokenSlice::new(&line.tokens);
        let input = &mut tokens;
        let (mut said, mut named, mut pays) = (None, false, false);
        while input.eof_offset() > 0 {
            if grammar.word(Word::Barrel, input).is_ok() {
                named = true;
            } else if let Ok(word) = grammar.words(&[Word::Yes, Word::No, Word::Not, Word::None], input) {
                if said.replace(word == Word::Yes).is_some() {
                    return None;
                }
            } else if grammar.word(Word::Pay, input).is_ok() {
                pays = true;
            } else if grammar.signs(&[Sign::Colon, Sign::Comma, Sign::Dash, Sign::Stop], input).is_err()
                && grammar.form(&self.lexicon.closings, input).is_err()
                && grammar.form(&self.lexicon.wanting, input).is_err()
                && grammar.word(Word::For, input).is_err()
            {
                let at = grammar.at(input);
                grammar.article(input);
                self.openings(grammar, input);
                if grammar.at(input) == at {
                    return None;
                }
            }
        }
        said.or(pays.then_some(true)).filter(|_| named)
    }
}
