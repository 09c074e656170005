//! What of prose is worth passing on to a person.

/// Returns `true` for prose that says something to a person: a question, or this many words, without names at its end.
pub(super) fn is_worth_passing_on(lines: &[(usize, String)], fewest: usize) -> bool {
    let words =
        |text: &str| text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
    let signed = lines.iter().rev().take_while(|(_, line)| words(line) <= 2 && !line.contains('?')).count();
    let signed = if fewest > 1 { signed } else { 0 };
    let body = lines.get(..lines.len() - signed).unwrap_or_default();
    // A file that came as text, such as a plan packed by an old program, is no prose.
    let is_packed = |word: &str| word.chars().count() > 40 && !word.contains("://");
    if lines.iter().any(|(_, line)| line.split_whitespace().any(is_packed)) {
        return false;
    }
    let count: usize = body.iter().map(|(_, line)| words(line)).sum();
    count >= fewest || body.iter().any(|(_, line)| line.contains('?') && words(line) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_alone_is_not_passed_on() {
        let worth = |text: &str, fewest| {
            let lines: Vec<(usize, String)> =
                text.lines().enumerate().map(|(n, line)| (n + 1, line.to_owned())).collect();
            is_worth_passing_on(&lines, fewest)
        };
        assert!(
            worth("Can I retreat by sea?", 3) && worth("Why?", 3) && worth("I will be late today\nAnna", 3)
        );
        assert!(!worth("", 3) && !worth("Anna\nHouse Stark", 3) && !worth("Anna", 3) && !worth("... !!", 3));
        assert!(!worth(&format!("Here it is, the file\n{}", "M<&QA;CH*".repeat(7)), 3));
        assert!(!worth("Here is what I want to do", 12) && worth("Is this legal?", 12) && worth("Yes", 1));
    }

    /// So many words are enough, or a question of one; names at the end do not count, nor does a text with a packed word.
    #[test]
    fn how_many_words_are_passed_on() {
        let packed = |length: usize| format!("one two three {}", "x".repeat(length));
        for (text, fewest, is) in [
            ("one two three".to_owned(), 3, true),
            ("one two thr33!".to_owned(), 3, true),
            ("one two ...".to_owned(), 3, false),
            ("one two\nthree four".to_owned(), 3, false),
            ("one two\nthree four five".to_owned(), 3, true),
            ("one two three\nAnna Stark".to_owned(), 3, true),
            ("one two three\nAnna of Stark".to_owned(), 6, true),
            ("one two three\nAnna of Stark".to_owned(), 7, false),
            ("Why?".to_owned(), 3, true),
            ("?".to_owned(), 3, false),
            ("!?".to_owned(), 3, false),
            ("one".to_owned(), 1, true),
            ("...".to_owned(), 1, false),
            (packed(40), 3, true),
            (packed(41), 3, false),
            (format!("one two three http://{}", "x".repeat(41)), 3, true),
        ] {
            let lines: Vec<(usize, String)> = text.lines().map(|line| (1, line.to_owned())).collect();
            assert_eq!(is_worth_passing_on(&lines, fewest), is, "{text} {fewest}");
        }
    }
}
