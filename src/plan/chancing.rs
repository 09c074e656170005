//! Words of chance in a line of their own, with a mark before them or without: `chance: a cat`, `ready, chance my cat is grey`.

use super::said::{Said, span_of};
use super::words::{Words, behind_number, doubts, has_words, plain_words, truth, unmannered};
use crate::sheet::Span;

/// The most words of a name of words of chance.
const LONGEST: usize = 6;

/// Reads words of chance: `chance = a cat`, or after a word of agreement, `ok ready, my words: the cat knocked over my coffee`.
pub(super) fn chance(text: &str, span: Span) -> Option<Said> {
    // Where each mark stands, where the name before it ends, and where the words begin.
    let mark = |mark: &str| text.find(mark).map(|at| (at, at, at + mark.len()));
    // "my words are winter is coming" needs no mark; the verb belongs to the name.
    let verb =
        |verb: &str| text.find(&format!(" {verb} ")).map(|at| (at, at + verb.len() + 1, at + verb.len() + 2));
    let marks = [":", "=", " - ", "–", "—"].into_iter().filter_map(mark);
    let mut places: Vec<_> = marks.chain(Words::english().all("chance verbs").filter_map(verb)).collect();
    places.sort_unstable();
    places
        .into_iter()
        .find_map(|(_, end, begin)| chance_words(text.get(..end)?, text.get(begin..)?.trim(), span))
}

/// Reads words of chance without a mark before them, where they are asked for: `chance the cat sat on page 112`. Elsewhere only a word of
/// agreement before them shows what they are: `ready, chance my cat is grey`.
pub fn unmarked_chance(text: &str, number: usize, is_asked: bool) -> Option<Said> {
    let words = Words::english();
    if is_asked && let Some(said) = quoted(text) {
        return Some(Said::section(span_of(text, number), "chance", said));
    }
    // Small letters may be longer than capitals, so the words are cut from the text by their number.
    let all: Vec<&str> = text.split_whitespace().collect();
    let is_name = |from: usize, to: usize| {
        all.get(from..to).is_some_and(|name| {
            let name = plain_words(&name.join(" "));
            words.means("chance alone", &name) || is_asked && words.means("chance where asked", &name)
        })
    };
    let longest = |from: usize| (from + 1..=from + LONGEST).rev().find(|to| is_name(from, *to));
    let (from, to) = (0..all.len().min(4)).find_map(|from| Some((from, longest(from)?)))?;
    // "My chance words will be 3 red cranes".
    let verb = |verb: &str| {
        let length = verb.split(' ').count();
        let said = all.get(to..to + length)?.join(" ").to_lowercase();
        (said == verb).then_some(length)
    };
    let begin = to + words.all("chance verbs").filter_map(verb).max().unwrap_or_default();
    let (head, rest) = (all.get(..from)?.join(" "), all.get(begin..)?.join(" "));
    let is_question = plain_words(text).ends_with('?');
    let is_meant = if from == 0 { is_asked } else { agreed(&plain_words(&head)) };
    (is_meant && !is_question && !rest.is_empty())
        .then(|| Said::section(span_of(text, number), "chance", unquoted(&rest)))
}

/// Returns words without the quotation marks around all of them, and what stands behind these: `"three magpies".`
fn unquoted(words: &str) -> &str {
    let is_mark = |c: char| matches!(c, '"' | '“' | '”' | '„' | '«' | '»');
    let bare = words.trim_end_matches(['.', '!', ',', ' ']);
    let inner = bare.strip_prefix(is_mark).and_then(|rest| rest.strip_suffix(is_mark));
    inner.map(str::trim).filter(|inner| !inner.is_empty() && !inner.contains(is_mark)).unwrap_or(words)
}

/// Returns words between quotation marks in a sentence that says before them what they are: `For the shuffling please take the words "a
/// magpie"`.
fn quoted(text: &str) -> Option<&str> {
    /// How many words before the mark are looked at.
    const NEAR: usize = 3;
    let (open, mark) = text.char_indices().find(|(_, c)| matches!(c, '"' | '“' | '„' | '«'))?;
    let begin = open + mark.len_utf8();
    let length = text.get(begin..)?.find(['"', '”', '“', '»'])?;
    let said = text.get(begin..begin + length)?.trim();
    // Only their own sentence says what they are.
    let before = plain_words(text.get(..open)?.rsplit(['.', '!', ';']).next()?);
    let words = Words::english();
    let is = |group: &str, word: &str| words.means(group, word.trim_end_matches([':', ',']));
    let names = before.split(' ').rev().take(NEAR).any(|word| is("chance hints", word))
        || before.split(' ').any(|word| is("of shuffles", word));
    (names && !said.is_empty() && !text.contains('?')).then_some(said)
}

/// Returns `true` for words of chance in quotation marks, behind which only a question may stand: `for the shuffles use "a magpie"`.
pub fn quotes_chance(text: &str) -> bool {
    quoted(text).is_some()
}

/// Returns `true` for a line that says that its writer gives no words for the shuffles: `No chance words from me`.
pub fn declines_chance(text: &str) -> bool {
    let plain = plain_words(text);
    !plain.contains('?') && Words::english().all("no chance").any(|words| has_words(&plain, words))
}

/// Reads the word of the rehearsal in a line of its own: `2) Word: stroopwafel`.
pub fn rehearsal_word(text: &str, number: usize) -> Option<Said> {
    let rest = text.get(behind_number(text).unwrap_or_default()..)?;
    let (name, word) = rest.split_once([':', '='])?;
    let word = word.trim().trim_matches(['"', '“', '”', '„', '«', '»', '.', '!', ' ']);
    let is_one = Words::english().means("named word", &plain_words(name));
    (is_one && !word.is_empty() && !word.contains('?'))
        .then(|| Said::entry(span_of(text, number), "rehearsal", "word", word))
}

/// Returns `true` for words of agreement, or that say that their writer is ready.
fn agreed(head: &str) -> bool {
    let words = Words::english();
    let agrees = |word: &str| {
        let word = plain_words(word);
        word.is_empty() || truth(&word) == Some(true) || words.means("ready", unmannered(&word))
    };
    head.split([',', '.', '!', ';']).all(|part| agrees(part) || part.split(' ').all(agrees))
}

fn chance_words(name: &str, rest: &str, span: Span) -> Option<Said> {
    let words = Words::english();
    let before = plain_words(name);
    let ends = |word: &str| {
        before.strip_suffix(word).filter(|head| head.is_empty() || !head.ends_with(char::is_alphanumeric))
    };
    // "The words for the shuffles are"; one word and a verb may begin any sentence.
    let with_verb = |word: &str| {
        let long = word.contains(' ');
        words.all("chance verbs").filter(|_| long).find_map(|verb| ends(&format!("{word} {verb}")))
    };
    let heads = words.all("chance").flat_map(|word| [ends(word), with_verb(word)]).flatten();
    let head = heads.min_by_key(|head| head.len())?;
    // "Ready. For the shuffling I should like to contribute the following words: …".
    let (earlier, sentence) = head.rsplit_once(['.', '!', ';']).unwrap_or(("", head));
    let announces =
        || speaks_of_shuffles(sentence) && !doubts(&before) && !declines_chance(&before) && agreed(earlier);
    (!rest.is_empty() && (agreed(head) || announces())).then(|| Said::section(span, "chance", unquoted(rest)))
}

/// Returns `true` for a text that speaks of the shuffles and asks nothing: `for the shuffling I give three magpies`.
pub fn speaks_of_shuffles(text: &str) -> bool {
    let plain = plain_words(text);
    let mut all = plain.split(|c: char| !c.is_alphanumeric() && c != '\'');
    !plain.contains('?') && all.any(|word| Words::english().means("of shuffles", word))
}

/// Returns `true` for a text that tells words of chance in the midst of others: `hi all this is dov my chance words are a rubber duck`.
pub fn tells_chance(text: &str) -> bool {
    let words = Words::english();
    let plain = plain_words(text);
    let long = words.all("chance").filter(|name| name.contains(' '));
    let mut said = long.flat_map(|name| words.all("chance verbs").map(move |verb| format!("{name} {verb} ")));
    !plain.contains('?') && said.any(|said| format!(" {plain}").contains(&format!(" {said}")))
}

/// Returns `true` for a line that only names words of chance, which are below it: `My words for the shuffles:`.
pub fn heads_chance(text: &str) -> bool {
    let name = plain_words(text.trim_end().trim_end_matches(':'));
    ["chance", "chance alone"].iter().any(|group| Words::english().means(group, &name))
}

/// Returns `true` for a line that speaks of words for the shuffles, or may.
pub fn hints_at_chance(text: &str) -> bool {
    let plain = plain_words(text);
    plain.split([' ', ',', '.', '!', ':']).any(|word| Words::english().means("chance hints", word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::said;

    #[test]
    fn words_of_chance_need_no_mark_behind_a_word_of_agreement_or_where_they_are_asked_for() {
        for text in [
            "ready, chance my cat is grey",
            "ok ready chance my cat is grey",
            "Yes. My chance words my cat is grey",
            "Yes. What I see from my window is my cat is grey",
            " And the words for the shuffles are my cat is grey",
        ] {
            let Some(Said::Section(key, value)) = said(text, 1, None) else { panic!("{text}") };
            assert_eq!((key.text(), value.text()), (Some("chance"), Some("my cat is grey")), "{text}");
        }
        let asked = |text: &str, is_asked: bool| match unmarked_chance(text, 1, is_asked) {
            Some(Said::Section(_, value)) => value.text().unwrap_or_default().to_owned(),
            _ => String::new(),
        };
        assert_eq!(asked("chance the cat sat on page 112", true), "the cat sat on page 112");
        assert_eq!(asked("word: banana", true), "banana");
        assert_eq!(asked("My word is banana", true), "banana");
        assert_eq!(asked("From my window I see a fat pigeon", true), "a fat pigeon");
        assert_eq!(asked("Chance  ÜBER den Wolken", true), "ÜBER den Wolken");
        assert_eq!(asked("ready! My chance words will be 3 red cranes", false), "3 red cranes");
        for (text, words) in [
            ("For the shuffles you may have \"three magpies\", which is what I see.", "three magpies"),
            ("Yes, all set. For the shuffling you can use \"a blue bin\"", "a blue bin"),
            ("He said \"no way\". My words come later", ""),
        ] {
            assert_eq!(asked(text, true), words, "{text}");
        }
        for text in [
            "For the shuffling I should like to contribute the following words: three magpies.",
            "I am ready. For the shuffling I should like to give you these words: three magpies.",
            "shuffle words: three magpies.",
        ] {
            let Some(Said::Section(key, value)) = said(text, 1, None) else { panic!("{text}") };
            assert_eq!((key.text(), value.text()), (Some("chance"), Some("three magpies.")), "{text}");
        }
        for text in ["ready, chance words: \"three magpies\".", "chance = “three magpies”"] {
            let Some(Said::Section(_, value)) = said(text, 1, None) else { panic!("{text}") };
            assert_eq!(value.text(), Some("three magpies"), "{text}");
        }
        assert_eq!(said("I will not have the shuffling spoilt by these words: never again", 1, None), None);
        assert_eq!(asked("yep ready. for the shuffle put slipway 7 gull", true), "slipway 7 gull");
        assert_eq!(
            asked("For the drawing of lots I give the first words of a book: \"It was a wet spring\".", true),
            "It was a wet spring"
        );
        assert!(declines_chance("No chance words from me, thx") && !declines_chance("no chance!"));
        assert!(!declines_chance("Are no chance words bad for me?"), "who asks may give some yet");
        let word = |text: &str| match rehearsal_word(text, 1) {
            Some(Said::Section(_, value)) => {
                value.entries().and_then(|all| all.first()?.1.text().map(str::to_owned)).unwrap_or_default()
            }
            _ => String::new(),
        };
        assert_eq!(word("2) Word: stroopwafel"), "stroopwafel");
        assert_eq!(word("my word = lavender fields."), "lavender fields");
        for text in ["Word: which one?", "words: a cat", "ok, word: Ben attacks", "word:"] {
            assert_eq!(word(text), "", "{text}");
        }
        assert!(tells_chance(
            "hi all this is dov ready to go comma my chance words are rubber duck in a teacup"
        ));
        for text in [
            "ready to go, what are my chance words for?",
            "my chances are slim",
            "I have no chance words yet",
        ] {
            assert!(!tells_chance(text), "{text}");
        }
        for (text, is_asked) in [
            ("chance the cat sat on page 112", false),
            ("word: banana", false),
            ("ok, word is that Ben attacks", false),
            ("Wordless, as ever", true),
            ("chance of rain?", true),
            ("fat chance that is", true),
            ("chance", true),
            ("Ben, chance would be a fine thing", true),
        ] {
            assert_eq!(asked(text, is_asked), "", "{text}");
        }
    }
}
