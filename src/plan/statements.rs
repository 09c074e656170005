//! Statements about what their writer is going to do in the game, in whatever words: `i will hold everything this turn and save power`,
//! `the big army goes south`. Nobody can read orders in them, and they may be secret all the same. What asks, or tells of what has
//! happened, is a letter.

use super::more_time::may_ask_for_time;
use super::words::{Words, has_words, is_aside, plain_words};

/// The most words of a part of a sentence that names something of the game and says nothing of anybody.
const FEW_WORDS: usize = 12;
/// The most words between "my" and what is one's own: "my two big armies".
const NEAR: usize = 2;

/// Part of a sentence, word by word.
struct Part<'t> {
    words: Vec<&'t str>,
    /// `true` if a comma or the like parts it from the one before it, and not a word alone.
    is_apart: bool,
    /// `true` if it hangs on the one before it: "that ships support".
    hangs: bool,
}

/// Returns which lines, from 0, have a statement about what their writer is going to do; `is_name` knows names of the game.
pub fn statements(lines: &[(usize, String)], is_name: &dyn Fn(&str) -> bool) -> Vec<usize> {
    let mut found: Vec<usize> = (0..lines.len()).filter(|at| has_one(&lines[*at].1, is_name)).collect();
    // A sentence that goes on in the next line.
    for at in 1..lines.len() {
        let [(one, first), (two, second)] = &lines[at - 1..=at] else { continue };
        let (Some(head), Some(tail)) = (sentences(first).pop(), sentences(second).into_iter().next()) else {
            continue;
        };
        let goes_on = one + 1 == *two && !first.trim_end().ends_with(['.', '!', '?', ':', ';']);
        if goes_on && has_one(&format!("{head} {tail}"), is_name) {
            found.extend([at - 1, at]);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns `true` for a line that names a deed of games and does not only ask about it: `everyone else defends`, `only 2 defend, right?`.
/// Beside orders it is thought about them.
pub fn thinks_of_a_deed(line: &str) -> bool {
    let words = Words::english();
    let has_deed = |sentence: &String| split(sentence).into_iter().any(|word| words.means("deeds", word));
    sentences(line).iter().any(|sentence| has_deed(sentence) && !is_aside(sentence))
        && !may_ask_for_time(line)
}

/// Returns `true` for a text with such a statement.
fn has_one(text: &str, is_name: &dyn Fn(&str) -> bool) -> bool {
    sentences(text).into_iter().any(|sentence| states(&sentence, is_name))
}

/// Returns the sentences of a text in small letters, each with its mark.
fn sentences(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(['’', '‘', '`'], "'");
    let mut all: Vec<String> = Vec::new();
    let mut from = 0;
    for (at, mark) in lower.char_indices() {
        let behind = lower.get(at + mark.len_utf8()..).unwrap_or_default();
        let ends = behind.chars().next().is_none_or(char::is_whitespace);
        if matches!(mark, '.' | '!' | '?' | '…') && ends {
            all.extend(lower.get(from..at + mark.len_utf8()).map(str::to_owned));
            from = at + mark.len_utf8();
        }
    }
    all.extend(lower.get(from..).filter(|rest| !rest.trim().is_empty()).map(str::to_owned));
    all
}

fn states(sentence: &str, is_name: &dyn Fn(&str) -> bool) -> bool {
    let words = Words::english();
    let plain = plain_words(sentence);
    let asks = sentence.contains('?') || words.after("asking", &plain).is_some();
    if asks {
        return false;
    }
    let bare = split(&plain).join(" ");
    if words.all("as before").any(|phrase| has_words(&bare, phrase)) {
        return true;
    }
    // "Oh, new soldiers!", "thank you, more soldiers already".
    let exclaims = bare.split(' ').next().is_some_and(|word| words.means("crying out", word));
    let acts = |word: &&str| ["deeds", "goings", "intending"].iter().any(|list| words.means(list, word));
    if exclaims && !bare.split(' ').any(|word| acts(&word)) {
        return false;
    }
    parts(sentence).iter().any(|part| part.states(is_name))
}

fn split(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect()
}

/// Returns the parts of a sentence, between its marks and words such as "but".
fn parts(sentence: &str) -> Vec<Part<'_>> {
    let joins =
        |word: &str| ["and", "contrast", "joining"].iter().any(|list| Words::english().means(list, word));
    let mut all = Vec::new();
    for piece in sentence.split([',', ';', ':', '–', '—', '(', ')', '/']) {
        let mut part = Part { words: Vec::new(), is_apart: true, hangs: false };
        for word in split(piece) {
            let hangs = Words::english().means("hanging", word);
            if (hangs || joins(word)) && !part.words.is_empty() {
                all.push(std::mem::replace(&mut part, Part { words: Vec::new(), is_apart: false, hangs }));
            }
            part.words.push(word);
        }
        all.push(part);
    }
    all.retain(|part| !part.words.is_empty());
    all
}

impl Part<'_> {
    fn states(&self, is_name: &dyn Fn(&str) -> bool) -> bool {
        if self.intends() || self.has_own_that_acts() {
            return true;
        }
        let words = Words::english();
        let has = |list: &str| self.words.iter().any(|word| words.means(list, word));
        if has("telling") {
            return false;
        }
        let names = || is_name(&self.words.join(" "));
        let (deed, going) = (has("deeds"), has("goings"));
        let thing = has("things") || going && has("directions");
        if has("oneself") {
            return deed || names() || thing && !self.tells_where_one_is(going);
        }
        let is_few = self.words.len() <= FEW_WORDS;
        let begins = || self.words.iter().find(|word| !words.means("between", word));
        is_few
            && !self.hangs
            && (thing && (self.is_apart || deed || going)
                || (deed || going) && names()
                || begins().is_some_and(|word| words.means("deeds", word)))
    }

    /// Returns `true` for a part that says where its writer is: "I am on a boat".
    fn tells_where_one_is(&self, going: bool) -> bool {
        let words = Words::english();
        let is = |list: &str, word: &&&str| words.means(list, word);
        let owns = self.words.iter().any(|word| words.means("possessing", word));
        let mut things = self.words.iter().filter(|word| is("things", word));
        let one = things.next().is_some_and(|word| words.means("everyday", word)) && things.next().is_none();
        one && !going && !owns && self.words.iter().any(|word| words.means("being somewhere", word))
    }

    /// Returns `true` for what its writer wants to do or does: "i will hold", "we just attack", "my plan is to save".
    fn intends(&self) -> bool {
        let words = Words::english();
        let deed = |from: usize| {
            let behind = self.words.get(from..).unwrap_or_default();
            let first = behind
                .iter()
                .find(|word| !["between", "things", "oneself"].iter().any(|list| words.means(list, word)));
            first.is_some_and(|word| words.means("deeds", word))
        };
        let begins = |phrase: &str, at: usize| {
            let length = phrase.split(' ').count();
            let said = self.words.get(at..at + length);
            said.is_some_and(|said| said.join(" ") == phrase).then_some(at + length)
        };
        (0..self.words.len()).any(|at| {
            let intended = words.all("intending").filter_map(|phrase| begins(phrase, at)).any(deed);
            let does = words.all("writer").filter_map(|phrase| begins(phrase, at)).any(deed);
            intended || does
        })
    }

    /// Returns `true` for something of the writer's that does something: "my two ships stay at home if they attack".
    fn has_own_that_acts(&self) -> bool {
        let words = Words::english();
        let acts = |at: usize| {
            let behind = self.words.get(at + 1..).unwrap_or_default();
            let first = behind.iter().find(|word| !words.means("between", word));
            first.is_some_and(|word| words.means("deeds", word) || words.means("goings", word))
        };
        (0..self.words.len()).filter(|at| words.means("possessing", self.words[*at])).any(|at| {
            (at + 1..=at + 1 + NEAR)
                .any(|at| self.words.get(at).is_some_and(|word| words.means("things", word)) && acts(at))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_about_orders_are_known_from_questions_about_the_rules() {
        for line in [
            "everyone else defends",
            "no wait only 2 defends right?",
            "hmm then the ships support I suppose?",
            "Sorry. I raid them all.",
        ] {
            assert!(thinks_of_a_deed(line), "{line}");
        }
        for line in [
            "Can I march to Karhold?",
            "Leon, does a ship support land?",
            "Thank you for the map!",
            "Could we move the deadline to Sunday?",
            "Please give me one more day, I need to move house",
        ] {
            assert!(!thinks_of_a_deed(line), "{line}");
        }
    }
}
