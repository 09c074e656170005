//! Names in the possessive: `Winterfell's order is march +1`, `White Harbor's footman stays`. The line is read as if they were not.

use super::Grammar;
use super::tokens::Line;

/// The most words of a name.
const MOST_WORDS: usize = 4;

impl Grammar<'_> {
    /// Returns the line with the names of areas plain that stand in the possessive.
    pub(in super::super) fn unpossessed(&self) -> Line {
        let mut line = self.line.clone();
        for at in 0..line.tokens.len() {
            if let Some(plain) = self.owner_at(at)
                && let Some(token) = line.tokens.get_mut(at)
            {
                token.folded = plain;
            }
        }
        line
    }

    /// Returns a word without its possessive, if it ends the whole name of an area then.
    fn owner_at(&self, at: usize) -> Option<String> {
        let token = self.token(at).filter(|token| token.is_word())?;
        token.raw.strip_suffix(['s', 'S'])?.strip_suffix(['\'', '’', '‘'])?;
        let plain = token.folded.strip_suffix('s')?;
        let names = (at.saturating_sub(MOST_WORDS - 1)..=at).any(|from| {
            let before = (from..at).map(|at| self.token(at).filter(|token| token.is_word()));
            let words: Option<Vec<&str>> = before.map(|token| Some(token?.folded.as_str())).collect();
            words.is_some_and(|words| self.areas.is_name(&[words.as_slice(), &[plain]].concat().join(" ")))
        });
        // "Ironman's Bay" has it in its name.
        names.then(|| plain.to_owned())
    }
}
