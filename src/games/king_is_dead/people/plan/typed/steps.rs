//! Steps on one line, each behind its number: `1) pass 2) Scots in Deva, summon Scots`. Each is read as a line of its own.

use super::part::{Part, cut};
use super::tree::Reader;
use crate::table::{LineFate, TypedLine};

impl Reader<'_> {
    /// Takes a line of several steps, if all of them can be read; `None` for any other line.
    pub(super) fn steps(&mut self, line: TypedLine<'_>) -> Option<LineFate> {
        let all = places(line.text);
        if all.len() < 2 {
            return None;
        }
        let before =
            (self.turns.clone(), self.faults.clone(), self.otherwise.clone(), self.open, self.broken);
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
                (self.turns, self.faults, self.otherwise, self.open, self.broken) = before;
                self.ahead.clear();
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
            let begins = if all.is_empty() { open.trim().is_empty() } else { open.ends_with(char::is_whitespace) };
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
