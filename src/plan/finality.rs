//! Words that say that a plan is final, with others around them: `thats it. final. ben`, `Karhold raid, final`.

use super::words::{Words, doubts, plain_words, unmannered};

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
    let text = text.trim_end_matches(|c: char| is_mark(c) || c.is_whitespace());
    // "karhold raid final", as it is dictated.
    let dictated = || {
        let (orders, word) = text.rsplit_once(' ')?;
        let before = orders.split_whitespace().next_back()?;
        let is_whole = before.ends_with(char::is_alphanumeric) && !doubts(&plain_words(before));
        (is_whole && Words::english().means("final", &plain_words(word))).then_some(orders)
    };
    let Some((orders, end)) = text.rsplit_once(is_mark) else { return dictated() };
    // "Karhold raid, final: yes".
    let end = plain_words(end).replace(':', "");
    let is_final = Words::english().means("final", unmannered(&end));
    if is_final { Some(orders).filter(|orders| !orders.trim().is_empty()) } else { dictated() }
}

/// Returns `true` for a line that says that a plan is final and nothing else, in whatever words of agreement, of thanks and of being done:
/// `thats it. final`, `done final`, `Yes, that's right now, final!`, `final: yes, bedankt`.
pub(super) fn is_final(plain: &str) -> bool {
    let words = Words::english();
    let plain = plain.replace(" - ", ", ").replace(": ", " ");
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
    let all: Vec<Option<bool>> = parts.into_iter().map(made_of_final).collect();
    all.iter().all(Option::is_some) && all.contains(&Some(true))
}

/// Returns whether words say that a plan is final, if they are such words and those that stand beside them, one after the other.
fn made_of_final(part: &str) -> Option<bool> {
    let words = Words::english();
    if part.is_empty() {
        return Some(false);
    }
    let says = |meaning: &str| words.after(meaning, part).map(|rest| (meaning == "final", rest));
    // Of what begins here, what leaves words that mean something.
    let mut found =
        ["final", "final beside", "done", "yes", "courtesy", "polite"].into_iter().filter_map(says);
    found.find_map(|(is_final, rest)| Some(is_final | made_of_final(rest.trim_start())?))
}
