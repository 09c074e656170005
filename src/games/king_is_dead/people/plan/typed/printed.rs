//! Names with stops in them, as the tables of our reports print them: `Rom.-B.`. Their stops end no sentence.

use super::tree::Reader;
use crate::games::king_is_dead::data::language::TypedWord;
use crate::table::TypedLine;

impl Reader<'_> {
    /// Returns the texts of lines with names that have no stops in place of such names, so that everything behind stays where it is.
    pub(super) fn as_we_print(&self, lines: &[TypedLine<'_>]) -> Vec<String> {
        lines.iter().map(|line| self.replaced(TypedWord::Printed, line.text)).collect()
    }
}

/// Returns lines with other texts.
pub(super) fn with_texts<'t>(lines: &[TypedLine<'_>], texts: &'t [String]) -> Vec<TypedLine<'t>> {
    let both = lines.iter().zip(texts);
    both.map(|(line, text)| TypedLine { text: text.as_str(), line: line.line }).collect()
}
