//! Steps on one line, each behind its number: `1) pass 2) Scots in Deva, summon Scots`. Each is read as a line of its own. And turns
//! behind the number of the turn: `1st turn: pass`.

use super::part::{Part, cut, ends_of_words};
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::fold;
use crate::table::{LineFate, TypedLine};

/// The most words of the number of a turn: `my second turn`.
const LONGEST: usize = 3;

impl Reader<'_> {
    /// Returns what follows the number of a turn that a part begins with, and whether that is the turn which comes next in the list.
    pub(super) fn behind_turn_number<'t>(&self, part: Part<'t>) -> Option<(bool, Part<'t>)> {
        let language = self.lexicon.language();
        let is_mark = |c: char| matches!(c, ':' | ',' | '.' | '-' | '–' | ' ');
        ends_of_words(part.text).into_iter().take(LONGEST).skip(1).find_map(|end| {
            let words: Vec<String> =
                part.text.get(..end)?.trim_end_matches(is_mark).split_whitespace().map(fold).collect();
            let is_turn = |word: &String| self.lexicon.keys.known(word) == Some(Key::Turns);
            let number = match words.as_slice() {
                [first @ .., ordinal, turn] if is_turn(turn) && first.len() < 2 => {
                    let is_own =
                        |word: &String| language.articles.contains(word) || self.is(TypedWord::Own, word);
                    first.iter().all(is_own).then(|| language.ordinals.get(ordinal).copied())??
                }
                [turn, number] if is_turn(turn) => number.parse().ok()?,
                _ => return None,
            };
            let rest = part.after(end);
            let bare = rest.text.trim_start_matches(is_mark);
            // "Last turn" has the number of the last struggle, and tells what was.
            let is_told =
                usize::from(number) == language.ordinals.values().copied().max().map_or(0, usize::from);
            (!is_told).then(|| {
                let is_next = usize::from(number) == self.turns.len() + 1;
                (is_next, rest.after(rest.text.len() - bare.len()))
            })
        })
    }

    /// Takes a line of several steps, if all of them can be read; `None` for any other line.
    pub(super) fn steps(&mut self, line: TypedLine<'_>) -> Option<LineFate> {
        let all = places(line.text);
        if all.len() < 2 {
            return None;
        }
        let before = self.saved();
        let ends = all.iter().skip(1).map(|(from, _)| *from).chain([line.text.len()]);
        let whole = Part { text: line.text, line: line.line, column: 1 };
        for ((_, begin), end) in all.iter().zip(ends) {
            let step = cut(whole, *begin, end);
            let step = step.text.trim_end_matches([',', ';', ' ']);
            // What it says stays in its place.
            let blanks: String = line.text.get(..*begin).unwrap_or_default().chars().map(|_| ' ').collect();
            let text = blanks + step;
            self.open = None;
            if self.line(TypedLine { text: &text, line: line.line }) != LineFate::Taken {
                self.restore(before);
                return None;
            }
        }
        Some(LineFate::Taken)
    }
}

/// Returns where the steps of a line begin, with their numbers and without, in bytes: `1)`, `2)` and so on, the first at its beginning.
fn places(text: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut from = 0;
    while let Some(rest) = text.get(from..) {
        let number = (all.len() + 1).to_string();
        let found = rest.match_indices(number.as_str()).find_map(|(at, _)| {
            let head = text.get(..from + at)?;
            let open = head.strip_suffix('(').unwrap_or(head);
            let begins =
                if all.is_empty() { open.trim().is_empty() } else { open.ends_with(char::is_whitespace) };
            let behind = rest.get(at + number.len()..)?;
            let said = behind.strip_prefix([')', '.', ':'])?;
            let is_apart = said.starts_with(|c: char| c.is_whitespace() || c.is_alphabetic());
            (begins && is_apart).then(|| (open.len(), from + at + number.len() + 1))
        });
        let Some(place) = found else { break };
        from = place.1;
        all.push(place);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn steps_are_numbered_from_one_without_a_gap() {
        let said = |text: &'static str| {
            places(text).into_iter().map(|(_, begin)| text[begin..].trim_start()).collect::<Vec<_>>()
        };
        assert_eq!(said("1) pass 2) pass"), ["pass 2) pass", "pass"]);
        assert_eq!(said("1. pass 2. pass 3. pass").len(), 3);
        assert_eq!(said("(1) pass, (2) pass").len(), 2);
        for whole in ["pass 2) pass", "pass", "2) pass 3) pass", "1 pass 2 pass", "1.12. away"] {
            assert!(said(whole).len() < 2, "{whole}");
        }
    }
}
