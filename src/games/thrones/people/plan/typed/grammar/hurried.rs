//! Words as they are typed in a hurry: `footman 2 Seagard n knight stays`. The line is read as if they were spelt out.

use super::Grammar;
use super::tokens::{Line, Token};

impl Grammar<'_> {
    /// Returns the line with the hurried words of the table spelt out, where they can be nothing else.
    pub(in super::super) fn unhurried(&self) -> Line {
        let mut line = self.line.clone();
        for at in 1..line.tokens.len() {
            if let Some(meant) = self.hurried_at(at)
                && let Some(token) = line.tokens.get_mut(at)
            {
                token.folded = meant.to_owned();
                token.number = None;
            }
        }
        line
    }

    /// Returns what is meant by a token between two words: a letter begins no name with the word behind it, as that of `N Sea` does, and a
    /// number has a whole name behind it, and no units.
    fn hurried_at(&self, at: usize) -> Option<&str> {
        let (last, token) = (self.token(at - 1)?, self.token(at)?);
        let next = self.token(at + 1).filter(|next| next.is_word())?;
        let meant = self.lexicon.hurried.get(&token.raw.to_lowercase())?;
        if token.glued || next.glued || last.sign.is_some() {
            return None;
        }
        let fits = match token.number {
            None => !self.areas.could_be(&[token.folded.as_str(), next.folded.as_str()]),
            Some(_) => last.is_word() && self.begins_name(at + 1) && !self.is_unit(next),
        };
        fits.then_some(meant)
    }

    /// Returns `true` if the name of an area stands at a place, in full or misspelt by a letter.
    fn begins_name(&self, at: usize) -> bool {
        let is_article = |token: &Token| self.lexicon.articles.contains(&token.folded);
        let from = at + usize::from(self.token(at).is_some_and(is_article));
        let mut runs = self.name_run(from).into_iter();
        runs.any(|(_, words)| !self.is_reserved(words[0]) && self.areas.is_nearly_one(&words))
    }

    fn is_unit(&self, token: &Token) -> bool {
        self.lexicon
            .units
            .values()
            .flatten()
            .any(|form| matches!(form.as_slice(), [word] if *word == token.folded))
    }
}
