//! Second thoughts: `no wait, Welsh in Ratae, summon Welsh` below a turn is what counts in its place, and no further turn.

use super::part::{Part, cut};
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::{Fault, Refusal};
use crate::table::{LineFate, TypedLine};

/// Marks that part a second thought from what it says.
const MARKS: [char; 8] = [',', ':', ';', '.', '!', '-', '–', '—'];

impl Reader<'_> {
    /// Reads a line that corrects the turns above it; `None` for any other. One turn is replaced by one. Which of several is meant
    /// nobody can tell, so that none of them counts.
    pub(super) fn corrected(&mut self, whole: Part<'_>) -> Option<LineFate> {
        if self.turns.is_empty() {
            return None;
        }
        let begins = self.behind_correction(whole);
        let rest = begins.unwrap_or(whole);
        let (text, replaces) = self.without_instead(rest);
        if begins.is_none() && !replaces {
            return None;
        }
        let before = self.saved();
        self.turns.clear();
        self.otherwise = None;
        self.open = None;
        let blanks = " ".repeat(rest.column.saturating_sub(1));
        let text = blanks + &text;
        let fate = self.line(TypedLine { text: &text, line: whole.line });
        match (fate, self.turns.as_slice()) {
            (LineFate::Taken, [_]) if before.turns.len() == 1 => {
                self.faults.push(Fault::warning(whole.span(), Refusal::new("turn-corrected")));
                return Some(LineFate::Taken);
            }
            // "Actually, what a day" corrects nothing.
            (LineFate::NotMine, _) if !rest.text.is_empty() && !self.names_game(rest.text) => {
                self.restore(before);
                return None;
            }
            _ => {}
        }
        self.turns.clear();
        self.faults = before.faults;
        self.otherwise = None;
        self.open = None;
        self.ahead.clear();
        self.broken = true;
        let why = Refusal::new("turn-correction").with("text", whole.text);
        self.faults.push(Fault::error(whole.span(), why));
        Some(LineFate::Faulty)
    }

    /// Returns `true` for a part that corrects what is before it.
    pub(super) fn corrects(&self, part: Part<'_>) -> bool {
        self.behind_correction(part).is_some()
    }

    /// Returns what a text says that begins with a second thought.
    pub(super) fn behind_correction<'t>(&self, whole: Part<'t>) -> Option<Part<'t>> {
        let head = cut(whole, 0, whole.text.find(MARKS).unwrap_or(whole.text.len()));
        let behind = self.past(TypedWord::Corrections, head)?;
        let rest = whole.after(head.text.len() - behind.text.len());
        let bare = rest.text.trim_start_matches(|c: char| MARKS.contains(&c) || c.is_whitespace());
        Some(rest.after(rest.text.len() - bare.len()))
    }

    /// Returns a text with blanks in place of the words that say that it replaces something, and whether there was one.
    fn without_instead(&self, part: Part<'_>) -> (String, bool) {
        let is = |word: &str| self.is(TypedWord::Instead, word);
        let mut replaces = false;
        let words: Vec<String> = part
            .text
            .split(' ')
            .map(|word| {
                let bare = word.trim_end_matches(MARKS);
                if bare.is_empty() || !is(bare) {
                    return word.to_owned();
                }
                replaces = true;
                " ".repeat(bare.chars().count()) + word.get(bare.len()..).unwrap_or_default()
            })
            .collect();
        (words.join(" "), replaces)
    }

    /// Returns `true` for a pass unless something, with a turn behind it in the same line: that turn may be meant for when it is so.
    pub(super) fn passes_unless_then(&self, from: usize) -> bool {
        let unless = |turn: &Turn| matches!(turn, Turn::Pass(pass) if pass.parts.iter().any(|(key, _)| *key == Key::Unless));
        self.turns.iter().skip(from).rev().skip(1).any(unless)
    }
}

/// Returns a line without the smile at its end.
pub(super) fn without_smile(text: &str) -> &str {
    let bare = text.trim_end();
    let Some((before, last)) = bare.rsplit_once(' ') else { return text };
    let is_smile = last.starts_with([':', ';', '=', '^', '<'])
        && (2..=3).contains(&last.chars().count())
        && last.chars().skip(1).all(|c| ")(-^3DPpoO'*/|]".contains(c));
    if is_smile { before } else { text }
}

#[cfg(test)]
mod tests {
    use super::without_smile;

    #[test]
    fn a_smile_ends_a_line_and_an_arrow_does_not() {
        for (text, bare) in
            [("pass :)", "pass"), ("pass ;-)", "pass"), ("pass <3", "pass"), ("Deva <->", "Deva <->")]
        {
            assert_eq!(without_smile(text), bare, "{text}");
        }
    }
}
