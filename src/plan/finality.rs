//! Words that say that a plan is final, with others around them: `thats it. final. ben`, `Karhold raid, final`.

use super::words::{Words, doubts, plain_words, truth, unmannered};

/// Returns `true` for one word with two letters of `final` swapped.
pub(super) fn is_typo_of_final(word: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let near = |known: &str| strsim::osa_distance(known, word) == 1 && letters(known) == letters(word);
    Words::english().all("final").filter(|known| !known.contains(' ')).any(near)
}

/// Returns the orders of a line that ends by saying that they are final: `Karhold raid, final`.
pub(super) fn before_final(text: &str) -> Option<&str> {
    let is_mark = |c: char| matches!(c, ',' | '.' | ';' | '!' | '-' | '–' | '—');
    let (orders, end) =
        text.trim_end_matches(|c: char| is_mark(c) || c.is_whitespace()).rsplit_once(is_mark)?;
    // "Karhold raid, final: yes".
    let end = plain_words(end).replace(':', "");
    let is_final = Words::english().means("final", unmannered(&end));
    (is_final && !orders.trim().is_empty()).then_some(orders)
}

/// Returns `true` for a line of several sentences that all say that a plan is done, and one that it is final: `thats it. final`.
pub(super) fn is_final(plain: &str) -> bool {
    let words = Words::english();
    let mut is_final = false;
    let mut parts: Vec<&str> =
        plain.split(['.', '!', ',', ';', '–', '—']).map(|part| unmannered(part.trim())).collect();
    // "final. ben": the name of whoever writes.
    let is_name = |text: &str| !text.is_empty() && text.chars().all(char::is_alphabetic) && !doubts(text);
    if parts.len() > 1
        && parts.last().is_some_and(|last| is_name(last))
        && !words.means("final", parts[parts.len() - 1])
    {
        parts.pop();
    }
    parts.into_iter().all(|part| {
        let says = words.means("final", part);
        is_final |= says;
        says || part.is_empty()
            || words.means("done", part)
            || truth(part) == Some(true)
            || words.means("courtesy", part)
    }) && is_final
}
