//! Which sentence of a text is its answer, where the others only say why, ask something, or say the same: `There is no need for the Blade,
//! so no`, `The General, I think; he may do better`.

use crate::plan::words::{Words, has_words, plain_words, unmannered};

/// Where sentences end.
const ENDS: [char; 5] = ['.', '!', '?', ';', '\n'];

/// How a sentence is read by itself.
pub(super) struct Sentences<'a> {
    /// Which answer it chooses, and whether all of it is the answer.
    pub(super) chosen: &'a dyn Fn(&str) -> Option<(usize, bool)>,
    /// Whether it names something that answers are made of.
    pub(super) names: &'a dyn Fn(&str) -> bool,
    /// Whether an answer declines.
    pub(super) declines: &'a dyn Fn(usize) -> bool,
}

/// Returns the answer that one sentence of a text is by itself, if none of the others could change it.
pub(super) fn by_one_sentence(by: &Sentences<'_>, text: &str) -> Option<usize> {
    let sentences: Vec<&str> = text
        .split_inclusive(ENDS)
        .map(str::trim)
        .filter(|sentence| sentence.contains(char::is_alphanumeric))
        .collect();
    by_the_last(by, &sentences).or_else(|| by_the_first(by, &sentences))
}

/// Returns the answer of the last sentence, or of its end behind a "so".
fn by_the_last(by: &Sentences<'_>, sentences: &[&str]) -> Option<usize> {
    let (last, before) = sentences.split_last()?;
    let (reason, last) = match concluded(last) {
        Some(parts) => parts,
        None if before.is_empty() => return None,
        None => ("", *last),
    };
    let at = match (by.chosen)(last.trim_end_matches([ENDS[0], ENDS[1]])) {
        Some((at, true)) if !last.ends_with('?') => at,
        _ => return None,
    };
    if is_open(reason) {
        return None;
    }
    let says_the_same = |sentence: &str| match (by.chosen)(sentence) {
        Some((other, _)) => other == at,
        None => (by.declines)(at) && begins_with_no(sentence) && !is_open(sentence),
    };
    let is_talk =
        |sentence: &&str| sentence.ends_with('?') || !(by.names)(sentence) || says_the_same(sentence);
    before.iter().all(is_talk).then_some(at)
}

/// Returns the answer of the first sentence, if all that follow tell of somebody or something that it names.
fn by_the_first(by: &Sentences<'_>, sentences: &[&str]) -> Option<usize> {
    let (first, behind) = sentences.split_first()?;
    let tells_of_it = |sentence: &&str| {
        let plain = plain_words(sentence);
        let said = unmannered(&plain);
        !sentence.ends_with('?')
            && !is_open(said)
            && (Words::english().after("telling of it", said).is_some() || !(by.names)(said))
    };
    if behind.is_empty() || first.ends_with('?') || !behind.iter().all(tells_of_it) {
        return None;
    }
    (by.chosen)(first.trim_end_matches(ENDS)).map(|(at, _)| at)
}

/// Parts a sentence at the word behind which it says what follows from its reason.
fn concluded(sentence: &str) -> Option<(&str, &str)> {
    let lower = sentence.to_ascii_lowercase();
    let words = Words::english().all("concluding");
    let found = words.filter_map(|word| {
        let at = lower.rfind(&format!(" {word} "))?;
        Some((at, at + word.len() + 2))
    });
    let (at, behind) = found.max()?;
    Some((sentence.get(..at)?, sentence.get(behind..)?))
}

/// Returns `true` for words that may hang on something, or leave open what is meant.
fn is_open(text: &str) -> bool {
    let plain = plain_words(text);
    let has = |meaning: &str| Words::english().all(meaning).any(|word| has_words(&plain, word));
    ["conditions", "hedging", "taken back", "leaving open"].into_iter().any(has)
}

fn begins_with_no(sentence: &str) -> bool {
    let plain = plain_words(sentence);
    let first = unmannered(&plain).split([' ', ',']).next().unwrap_or_default().to_owned();
    Words::english().means("plain no", &first)
}

/// Returns `true` for a line that begins with a no and goes on with more than politeness, or than that something is kept.
pub(super) fn says_no_and_more(line: &str) -> bool {
    let plain = plain_words(line);
    let is_no = |word: &&str| Words::english().means("plain no", word);
    let said = unmannered(&plain);
    let mut words = said.split([' ', ',', '.', '!']).filter(|word| !word.is_empty());
    let says_more = |word: &str| !Words::english().means("beside a no", word) && !is_no(&word);
    let goes_on = || {
        let (_, rest) = said.split_once([',', '.', ';'])?;
        let rest = unmannered(rest.trim());
        (!is_open(rest)).then(|| Words::english().after("keeping", rest)).flatten()
    };
    words.next().as_ref().is_some_and(is_no) && words.any(says_more) && goes_on().is_none()
}
