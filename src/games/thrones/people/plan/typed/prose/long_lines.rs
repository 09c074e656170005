//! Lines that are too long to be read at once, as they come from dictation: their sentences, each at its place.

use crate::games::thrones::people::plan::typed::grammar::tokens;
use crate::sheet::{Fault, Refusal, Span};

/// The most characters of a line that is read in pieces; what is longer is nobody's orders.
const LONGEST: usize = 8_000;

/// Returns the sentences of a line, each behind as many blanks as there are characters before it. Empty if the line is too long
/// for that, or one of them is: commas part no orders, as what follows one may belong to what is before it.
pub(in super::super) fn sentences(text: &str) -> Vec<String> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let (mut all, mut from, mut column) = (Vec::new(), 0, 0);
    for end in ends(text).chain([text.len()]) {
        let sentence = text.get(from..end).unwrap_or_default();
        if !sentence.trim().is_empty() {
            all.push(format!("{}{sentence}", " ".repeat(column)));
        }
        column += sentence.chars().count();
        from = end;
    }
    if all.iter().any(|sentence| tokens::is_long(sentence)) { Vec::new() } else { all }
}

/// Returns where sentences end: behind a mark with a blank behind it, if that is not the dot of an abbreviation, as in `W. Harbor`.
fn ends(text: &str) -> impl Iterator<Item = usize> {
    let marks = text.char_indices().filter(|(_, mark)| matches!(mark, '.' | ';' | '!' | '?' | ')'));
    marks.filter_map(move |(at, mark)| {
        let (before, behind) = (text.get(..at)?, text.get(at + 1..)?);
        let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let letters = word.chars().count();
        // "Winter is coming :) Winterfell raid".
        let is_face =
            mark == ')' && before.ends_with([':', ';', '-']) && before.chars().rev().nth(1) != Some('(');
        // "Storrold's Pt. raid": a word without vowels is cut, if no sentence begins behind it.
        let goes_on = behind.trim_start().chars().next().is_some_and(char::is_lowercase);
        let is_cut = goes_on && letters > 1 && !word.to_lowercase().contains(['a', 'e', 'i', 'o', 'u', 'y']);
        let is_short = mark == '.' && (letters == 1 || is_cut);
        (behind.starts_with(char::is_whitespace) && !is_short && (mark != ')' || is_face)).then_some(at + 1)
    })
}

/// Returns the columns behind what may be talk before orders: behind each sentence, and behind a colon with a blank.
pub(in super::super) fn heads(text: &str) -> Vec<usize> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let colons = text.match_indices(": ").map(|(at, _)| at + 1);
    let mut all: Vec<usize> = ends(text).chain(colons).filter(|end| *end < text.trim_end().len()).collect();
    all.sort_unstable();
    all.iter().map(|end| text.get(..*end).unwrap_or_default().chars().count()).collect()
}

/// Returns `true` for as many words as are no name or heading.
pub(in super::super) fn is_sentence(text: &str) -> bool {
    text.split_whitespace().count() > 2
}

/// Asks back a sentence that says nothing to a plan.
pub(in super::super) fn unread(sentence: &str, line: usize) -> Fault {
    let text = sentence.trim();
    let column = sentence.chars().take_while(|c| c.is_whitespace()).count() + 1;
    let span = Span { line, column, length: text.chars().count() };
    Fault::error(span, Refusal::new("line-left-out").with("text", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_at_their_places_and_abbreviations_are_none() {
        let text = "Here they are. W. Harbor raid; Karhold +1! Ärger? no.more  ";
        let all = sentences(text);
        let trimmed: Vec<&str> = all.iter().map(|one| one.trim()).collect();
        assert_eq!(trimmed, ["Here they are.", "W. Harbor raid;", "Karhold +1!", "Ärger?", "no.more"]);
        let chars: Vec<char> = text.chars().collect();
        for sentence in &all {
            let at = sentence.chars().take_while(|c| c.is_whitespace()).count();
            let length = sentence.trim().chars().count();
            assert_eq!(chars[at..at + length].iter().collect::<String>(), sentence.trim());
        }
        assert_eq!(sentences(&format!("A raid. {}", "so on and ".repeat(100))), [""; 0], "one is too long");
        assert_eq!(sentences(&"A raid. ".repeat(2_000)), [""; 0], "all is too long");
    }
}
