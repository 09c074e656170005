//! Numbers with the ending of a place in a list: `1st` is a word, and no number with the beginning of an area's name behind it.

use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::typed::grammar::Grammar;
use crate::games::thrones::people::plan::typed::grammar::tokens::Line;

impl Grammar<'_> {
    /// Returns the line with each such number as one word, where the table has it.
    pub(in super::super) fn ordinals(&self) -> Line {
        let mut line = self.line.clone();
        let is_known = |word: &str| {
            let mut forms = [Word::First, Word::Nth].into_iter().flat_map(|of| self.forms_of(of));
            forms.any(|form| form.as_slice() == [word])
        };
        for at in (1..line.tokens.len()).rev() {
            let whole = match (line.tokens.get(at - 1), line.tokens.get(at)) {
                (Some(number), Some(ending))
                    if number.number.is_some() && ending.is_word() && ending.glued =>
                {
                    format!("{}{}", number.raw, ending.folded)
                }
                _ => continue,
            };
            if is_known(&whole)
                && let Some(number) = line.tokens.get_mut(at - 1)
            {
                (number.raw, number.folded, number.number) = (whole.clone(), whole, None);
                line.tokens.remove(at);
            }
        }
        line
    }
}
