//! Lines that agree, or say that their writer is ready, with other sentences around them.

use super::words::{Words, doubts, plain_words, truth, unmannered};

/// The most words of a line with another sentence beside that it is ready.
const MOST_WORDS: usize = 8;

/// Returns `true` for a short line whose first or last sentence says that its writer is ready: `I'm ready, let's go`.
pub(super) fn is_ready(plain: &str) -> bool {
    let plain = &spelt(plain);
    let says = |text: Option<&str>| text.is_some_and(|text| says_ready(text.trim()));
    let sentences: Vec<&str> = plain.split(['.', '!', ',', ';', '–', '—']).collect();
    // "Ready when you are" is no doubt of its writer's.
    let doubtful = sentences.iter().any(|sentence| doubts(sentence) && !says(Some(sentence)));
    let at_an_end = says(sentences.first().copied()) || says(sentences.last().copied());
    plain.split(' ').count() <= MOST_WORDS && !plain.contains('?') && !doubtful && at_an_end
}

/// Returns `true` for a sentence that says that its writer is ready, with or without a word of agreement before it: `ok ready now`.
fn says_ready(text: &str) -> bool {
    let words = Words::english();
    let says = |text: &str| words.means("ready", unmannered(text));
    let behind = || words.all("yes").filter_map(|yes| text.strip_prefix(yes)?.strip_prefix(' ')).any(says);
    says(text) || behind()
}

/// Returns `true` for lines of which a part says that their writer is ready, and none puts that off. What asks something, or
/// says what never was, does not: `yes ready, but what is a tactic card? I never played this before`. A doubt in the same sentence
/// counts; one in another only if it speaks of waiting or of a time: `Ready! And I'll leave Ben alone if he leaves me alone, deal?`
pub fn agrees_to_begin<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let words = Words::english();
    let mut agrees = false;
    for line in lines {
        // "Ready, but …": what follows is a part by itself.
        let plain = words
            .all("contrast")
            .fold(spelt(&plain_words(line)), |plain, word| plain.replace(&format!(" {word} "), ", "));
        for sentence in plain.split_inclusive(['.', '!', '?']) {
            let parts: Vec<(&str, bool)> = sentence
                .split_inclusive(['.', '!', '?', ',', ';', '–', '—'])
                .map(|part| (part.trim_matches(is_mark), part.ends_with('?')))
                .filter(|(text, asks)| !asks && !text.split(' ').any(|word| words.means("bygone", word)))
                .collect();
            let is_ready = parts.iter().any(|(text, _)| says_ready(text) || has_ready(text));
            let is_doubt = |text: &str| doubts(text) && !says_ready(text) && !has_ready(text);
            agrees |= is_ready;
            if parts.iter().any(|(text, _)| {
                is_doubt(text) && (is_ready || !agrees || puts_begin_off(text, sentence.ends_with('?')))
            }) {
                return false;
            }
        }
    }
    agrees
}

/// Returns a text with the words of being ready spelt as they are meant.
fn spelt(plain: &str) -> String {
    let words = Words::english();
    let groups = ["ready misspelt", "everybody misspelt", "everyone misspelt"];
    let right = |word: &str| {
        let known = groups.iter().find(|group| words.means(group, word))?;
        words.all(known).next()
    };
    let mut text = String::new();
    for part in plain.split_inclusive(|c: char| !c.is_alphanumeric() && c != '\'') {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '\'');
        text += right(word).unwrap_or(word);
        text += part.get(word.len()..).unwrap_or_default();
    }
    text
}

fn is_mark(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ',' | ';' | '–' | '—' | ' ')
}

/// Returns `true` for part of a sentence that says among other things that its writer is ready: `all good here, mate, ready when
/// everyone else is`. Nothing before that may speak of others or doubt it, and what is behind it must be of it.
fn has_ready(text: &str) -> bool {
    let words = Words::english();
    let is_of = |meanings: &[&str], text: &str| {
        text.split([' ', '\'']).any(|word| meanings.iter().any(|meaning| words.means(meaning, word)))
    };
    let fits = |at: usize| {
        let (head, tail) = text.split_at_checked(at)?;
        let rest = words.after("ready within", tail)?.trim_start();
        // "Ready to start when everybody is".
        let mut behind = words.after("behind ready", rest);
        while let Some(more) = behind.and_then(|more| words.after("behind ready", more.trim_start())) {
            behind = Some(more);
        }
        let is_time = |word: &str| words.place("weekdays", word).is_some();
        let word = |rest: &str| {
            !rest.contains(' ')
                && !is_of(&["delays", "time hints", "doubts", "of others"], rest)
                && !is_time(rest)
        };
        let is_whole = rest.is_empty() || word(rest) || behind.is_some_and(|behind| !doubts(behind));
        Some(is_whole && !doubts(head) && !is_of(&["of others"], head))
    };
    let begins = text.char_indices().map(|(at, _)| at);
    begins
        .filter(|at| *at == 0 || text.get(..*at).is_some_and(|head| head.ends_with(' ')))
        .any(|at| fits(at).unwrap_or_default())
}

/// Returns `true` for part of a sentence that puts off when the game begins, rather than anything else: `please wait until Friday`, or
/// that only adds a condition: `if Ben is`. A condition of a question, `if my computer dies, may I …?`, is of what it asks.
fn puts_begin_off(text: &str, asks: bool) -> bool {
    const SHORT: usize = 4;
    let words = Words::english();
    let mut all = text.split(' ');
    let hangs = |word: Option<&str>| word.is_some_and(|word| words.means("doubts", word));
    all.clone().any(|word| words.means("beginning", word) || words.place("weekdays", word).is_some())
        || !asks && all.clone().count() <= SHORT && hangs(all.next())
}

/// Returns `true` for a line of several parts that all agree or are polite, the first of them in a word: `yes, I'm sure. Sorry again!`
pub(super) fn agrees(plain: &str) -> bool {
    let words = Words::english();
    let mut parts =
        plain.split(['.', '!', ',', ';', '–', '—']).map(str::trim).filter(|part| !part.is_empty());
    let is_word = |part: &str| truth(part) == Some(true) && !part.bytes().all(|byte| byte.is_ascii_digit());
    parts.next().is_some_and(is_word)
        && parts.all(|part| is_word(part) || unmannered(part).is_empty() || words.means("courtesy", part))
}
