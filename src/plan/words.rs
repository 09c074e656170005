//! The words of small things, a table for each language: yes and no, dates, and lines that stand for a section.
//!
//! No word of a language is in code. A table is a file beside this one, built into the program.

use crate::sheet::Names;

/// Groups of words by their meaning, in the order of the letters of the meanings; the groups and their words in that of the table.
type Groups = &'static [(&'static str, &'static [&'static [&'static str]])];

/// The words of one language.
pub(super) struct Words {
    groups: Groups,
}

impl Words {
    /// Returns the words of English, the only language so far.
    pub(super) fn english() -> &'static Words {
        static ENGLISH: Words = Words { groups: include!(concat!(env!("OUT_DIR"), "/small-words.rs")) };
        &ENGLISH
    }

    pub(super) fn list(&self, meaning: &str) -> &'static [&'static [&'static str]] {
        let at = self.groups.binary_search_by_key(&meaning, |(meaning, _)| meaning);
        at.ok().and_then(|at| self.groups.get(at)).map_or(&[], |(_, groups)| groups)
    }

    /// Returns all words with a meaning.
    pub(super) fn all(&self, meaning: &str) -> impl Iterator<Item = &'static str> + use<> {
        self.list(meaning).iter().copied().flatten().copied()
    }

    /// Returns `true` if a text has this meaning. It is compared as [`plain_words`] makes it.
    pub(super) fn means(&self, meaning: &str, text: &str) -> bool {
        self.all(meaning).any(|word| word == text)
    }

    /// Returns the place, from 0, of the group of words that a text belongs to, such as the number of a month.
    pub(super) fn place(&self, meaning: &str, text: &str) -> Option<usize> {
        self.list(meaning).iter().position(|group| group.contains(&text))
    }

    /// Returns what follows the longest words with this meaning at the beginning of a text. The words end there, so
    /// that `or` is not found in `orders`.
    pub(super) fn after<'t>(&self, meaning: &str, text: &'t str) -> Option<&'t str> {
        let rest = |word: &str| {
            let rest = text.strip_prefix(word)?;
            let is_end = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '\'');
            is_end.then_some(rest)
        };
        self.all(meaning).filter_map(rest).min_by_key(|rest| rest.len())
    }
}

/// Returns things by the names that the table has for their meanings, the first of each being the one that people read.
pub(super) fn names<T: Clone>(things: &[(&str, T)]) -> Names<T> {
    let mut names = Names::new();
    for (meaning, thing) in things {
        let mut words = Words::english().all(meaning);
        names.add(words.next().unwrap_or_default(), thing.clone());
        words.for_each(|word| {
            names.also(word);
        });
    }
    names
}

/// Returns `true` if words stand in a text as whole words.
pub(super) fn has_words(text: &str, words: &str) -> bool {
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(words).any(|(at, _)| {
        let (before, behind) = (text.get(..at), text.get(at + words.len()..));
        is_end(before.and_then(|text| text.chars().next_back()))
            && is_end(behind.and_then(|text| text.chars().next()))
    })
}

/// Returns a text in small letters, with single blanks and straight quotation marks, without bullets, stars and
/// pictures around it, and without marks at its end. A question mark stays, because a question says nothing.
pub(super) fn plain_words(text: &str) -> String {
    let straight = text.to_lowercase().replace(['’', '‘', '`'], "'");
    let spaced = straight.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_around = |c: char| {
        c.is_whitespace()
            || matches!(c, '*' | '_' | '"' | '“' | '”' | '•' | '·' | '\u{FE0F}' | '\u{200D}')
            || is_picture(c)
    };
    let bare = spaced.trim_matches(is_around);
    let bare = bare.strip_prefix("- ").unwrap_or(bare);
    if bare.chars().all(|c| c == '-') {
        return bare.to_owned();
    }
    bare.trim_end_matches(|c: char| is_around(c) || matches!(c, '.' | '!' | ',' | ';' | ':' | '…')).to_owned()
}

fn is_picture(c: char) -> bool {
    matches!(u32::from(c), 0x2190..=0x2BFF | 0x1F000..=0x1FAFF)
}

/// Returns `true` for a line of nothing but pictures: a thumb that says that a message has come, and agrees to nothing.
pub(super) fn is_only_picture(text: &str) -> bool {
    let is_of_one = |c: char| is_picture(c) || matches!(c, '\u{FE0F}' | '\u{200D}') || c.is_whitespace();
    // An arrow is a sign, and so is a star.
    let is_face = |c: char| matches!(u32::from(c), 0x2600..=0x27BF | 0x1F000..=0x1FAFF);
    text.chars().all(is_of_one) && text.chars().any(is_face)
}

/// Returns a line without words of politeness around it.
pub(super) fn unmannered(text: &str) -> &str {
    let is_mark = |c: char| matches!(c, ' ' | ',' | '.' | '!' | '-' | ':');
    let mut rest = text;
    let take = |rest: &str| -> Option<usize> {
        let word = Words::english().all("polite").find(|word| {
            rest == *word
                || rest.strip_prefix(word).is_some_and(|rest| rest.starts_with(is_mark))
                || rest.strip_suffix(word).is_some_and(|rest| rest.ends_with(is_mark))
        })?;
        Some(word.len())
    };
    while let Some(length) = take(rest) {
        let polite = |text: &str| Words::english().means("polite", text);
        let (head, tail) = (rest.get(..length), rest.get(rest.len() - length..));
        rest = match (head.is_some_and(polite), tail.is_some_and(polite)) {
            (true, _) => rest.get(length..).unwrap_or_default(),
            (false, true) => rest.get(..rest.len() - length).unwrap_or_default(),
            (false, false) => break,
        };
        rest = rest.trim_matches(is_mark);
    }
    rest
}

/// Returns a name without a greeting of its own: of `Dear Bert and dear Anna`, the second.
pub(super) fn ungreeted(name: &str) -> String {
    let is_greeting = |word: &&str| Words::english().means("greetings", word);
    name.split_whitespace().skip_while(is_greeting).collect::<Vec<_>>().join(" ")
}

/// Returns `true` for a line that asks something, or puts a condition on what it says: `not before Friday`.
pub fn doubts(line: &str) -> bool {
    let plain = plain_words(line);
    plain.contains('?')
        || plain.split([' ', ',', '.', '!']).any(|word| Words::english().means("doubts", word))
}

/// Returns `true` for a word with which a sentence turns from what it has said, or makes it hang on something: `if`, `but`, `instead`.
pub fn turns_aside(word: &str) -> bool {
    let word = word.to_lowercase();
    ["turning aside", "hedging", "taken back"].iter().any(|meaning| Words::english().means(meaning, &word))
}

/// Returns `true` for a line that is a question from its first word to its last mark: `Can I march to Karhold?`
pub fn is_question(line: &str) -> bool {
    let plain = plain_words(line);
    // "Did you get it? Winterfell march +1?" is more than a question.
    let is_one = !plain.trim_end_matches('?').contains(['?', '!', '.']);
    is_one && plain.ends_with('?') && Words::english().after("questions", unmannered(&plain)).is_some()
}

/// Returns where a line begins behind its number in a list, in bytes: `2. away on 1 December`, `3) final`. A date is no such number.
pub fn behind_number(text: &str) -> Option<usize> {
    let bare = text.trim_start();
    let number = bare.strip_prefix('(').unwrap_or(bare);
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = number.len() - rest.len();
    let rest = rest.strip_prefix(['.', ')']).filter(|_| (1..=2).contains(&digits))?;
    let content = rest.trim_start();
    let is_apart = content.len() < rest.len() && content.starts_with(char::is_alphabetic);
    is_apart.then_some(text.len() - content.len())
}

/// Returns `true` for words that hang on the answer to a question before them: `then pass`, `if so, pass`.
pub fn hangs_on_an_answer(line: &str) -> bool {
    Words::english().after("on an answer", &plain_words(line)).is_some()
}

/// Returns `true` for a question that orders behind it may be the answer to: `What would Anna do? Pass.`
pub fn may_be_answered_by_orders(question: &str) -> bool {
    let plain = plain_words(question);
    Words::english().all("answered by orders").any(|phrase| has_words(&plain, phrase))
}

/// Returns `true` for a question behind orders that doubts them: `Is that right?`, `Or should I pass?`
pub fn asks_of_itself(line: &str) -> bool {
    let plain = plain_words(line);
    // "Who is leading right now?" asks about the position.
    let plain = Words::english().all("of the moment").fold(plain, |plain, words| plain.replace(words, " "));
    let of_itself = |word: &str| {
        ["asked of an answer", "asked instead"].iter().any(|meaning| Words::english().means(meaning, word))
    };
    plain.split(|c: char| !c.is_alphanumeric() && c != '\'').any(of_itself)
        || Words::english().after("instead of orders", unmannered(&plain)).is_some()
}

/// Returns `true` for a line at whose end its sentence certainly goes on: `my last offer is`.
pub fn goes_on(line: &str) -> bool {
    let plain = plain_words(line);
    line.trim_end().ends_with([',', ':'])
        || Words::english().means("going on", plain.rsplit(' ').next().unwrap_or_default())
}

/// Returns `true` for a word that the title of any rule may have, so that it does not say which one is meant.
pub fn is_of_any_rule(word: &str) -> bool {
    Words::english().means("of any rule", word)
}

/// Returns `true` for a few words that lead to a question: `Maria, a quick question.`
pub fn leads_to_a_question(line: &str) -> bool {
    const MOST_WORDS: usize = 6;
    let plain = plain_words(line);
    plain.split(' ').count() <= MOST_WORDS
        && Words::english().all("before a question").any(|phrase| has_words(&plain, phrase))
}

/// Returns `true` for words before orders with which they may not count: `Ignore this.`, `If Anna agrees.`
pub fn voids(line: &str) -> bool {
    let words = Words::english();
    let plain = plain_words(line);
    let has = |meaning: &str| {
        let is_one = |word: &str| words.means(meaning, word);
        plain.split(|c: char| !c.is_alphanumeric() && c != '\'').any(is_one)
    };
    words.all("voiding").any(|phrase| has_words(&plain, phrase))
        || has("conditions")
        || has("hedging")
        || has("taken back")
}

/// Returns `true` for the heads of the columns of a table, which say nothing: `Area | Order | Target`.
pub fn is_table_head(line: &str) -> bool {
    let words = Words::english();
    let lower = line.to_lowercase();
    let cells: Vec<&str> = lower
        .split(|c: char| c.is_whitespace() || matches!(c, '|' | ',' | ';'))
        .filter(|cell| !cell.is_empty())
        .collect();
    let is_row = |cell: &&str| words.means("table rows", cell);
    let rows = cells.iter().filter(|cell| is_row(cell)).count();
    rows == 1
        && cells.len() > 1
        && cells.iter().all(|cell| is_row(cell) || words.means("table columns", cell))
}

/// Returns `true` for a question that may be put to somebody by name: `Maria, is a pass for ever?`
pub fn is_aside(line: &str) -> bool {
    const MOST_CALLED: usize = 3;
    let behind_name = || {
        let (name, rest) = line.split_once([',', ':'])?;
        (name.split_whitespace().count() <= MOST_CALLED).then_some(rest)
    };
    is_question(line) || behind_name().is_some_and(is_question)
}

/// Returns `true` for a line of which each sentence is a question.
pub fn only_asks(line: &str) -> bool {
    let is_said = |sentence: &&str| sentence.chars().any(char::is_alphabetic);
    let mut sentences = line.split_inclusive(['.', '!', '?']).map(str::trim).filter(is_said).peekable();
    sentences.peek().is_some() && sentences.all(|sentence| sentence.ends_with('?'))
}

/// Returns a line without its questions: of `May a ship do that? I'm a bit rusty.`, the second sentence.
pub fn without_questions(line: &str) -> String {
    line.split_inclusive(['.', '!', '?'])
        .filter(|sentence| !sentence.ends_with('?'))
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Returns `true` for a question to somebody by name that doubts nothing said before it: `Tess, is that for ever?`, not `Tess, is that right?`.
pub fn asks_by_name(line: &str) -> bool {
    let doubts = |word: &str| Words::english().means("asked of an answer", word);
    let plain = plain_words(line);
    is_aside(line) && !is_question(line) && !plain.split(|c: char| !c.is_alphanumeric()).any(doubts)
}

/// Reads yes or no as people write it, in the words of the table.
pub(super) fn truth(text: &str) -> Option<bool> {
    let text = plain_words(text);
    let words = Words::english();
    // "final :)" is a field with a face behind it.
    let is_face = text.ends_with(')') && text.trim_start_matches('-').trim_matches(')').is_empty();
    if is_face || words.means("yes", &text) {
        return Some(true);
    }
    words.means("no", &text).then_some(false)
}

/// Returns what is before the words that announce a key, at the end of a text: `Hi, ` of `Hi, my key is`. `None` without such words.
pub fn before_announced_key(text: &str) -> Option<&str> {
    let bare = text.trim_end_matches([' ', ':', '=', '-', '*']);
    let lower = bare.to_ascii_lowercase();
    let head = |word: &str| {
        let head = lower.strip_suffix(word)?;
        (!head.ends_with(char::is_alphanumeric)).then_some(head.len())
    };
    let end = Words::english().all("key").filter_map(head).min()?;
    bare.get(..end)
}

/// Returns `true` for a word that stands for nothing, such as `none`.
pub(super) fn is_nothing(text: &str) -> bool {
    Words::english().means("nothing", &plain_words(text))
}

/// Returns `true` for a greeting, with the name of a person or without: `hi all`.
pub(super) fn is_greeting(plain: &str) -> bool {
    let mut parts = plain.split([' ', ',']).filter(|part| !part.is_empty());
    let is_first = parts.next().is_some_and(|first| Words::english().means("greetings", first));
    // "Hello Maria, I resign" wants something.
    let says_more = parts.clone().any(|word| Words::english().means("selves", word));
    is_first && parts.count() <= 3 && !plain.contains(':') && !says_more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        let words = Words::english();
        for meaning in
            ["yes", "no", "ready", "done", "final", "resign", "nothing", "headings", "courtesy", "away"]
        {
            assert!(words.all(meaning).count() > 2, "{meaning}");
        }
        for (meaning, groups) in [("weekdays", 7), ("months", 12)] {
            assert_eq!(words.list(meaning).len(), groups, "{meaning}");
        }
        let all = words.groups.iter().flat_map(|(meaning, _)| words.all(meaning));
        let unplain = all.filter(|word| plain_words(word) != *word);
        assert_eq!(unplain.collect::<Vec<_>>(), Vec::<&str>::new(), "words that no line can be");
    }

    #[test]
    fn questions_begin_as_such() {
        for text in
            ["Can I march from Winterfell -> Moat Cailin?", "hi, does a march +1 need a star?", "why?"]
        {
            assert!(is_question(text), "{text}");
        }
        for text in ["Winterfell march +1?", "can I go on", "Did you get it? Winterfell march +1?", "Dot?"] {
            assert!(!is_question(text), "{text}");
        }
    }

    #[test]
    fn a_question_by_name_doubts_nothing_or_asks_whether_all_is_right() {
        for text in ["Tess, is that for ever?", "Nora: does a pass end the turn?"] {
            assert!(asks_by_name(text), "{text}");
        }
        for text in
            ["Tess, is that right?", "Is that for ever?", "Nora, can I do that, is it allowed?", "Tess, pass"]
        {
            assert!(!asks_by_name(text), "{text}");
        }
    }

    #[test]
    fn yes_and_no() {
        for yes in ["yes", "Yes!", "JA", "oui", " ok. ", "*Yes*", "Yes 👍", "true", "1", "“yes”"] {
            assert_eq!(truth(yes), Some(true), "{yes}");
        }
        for no in ["no", "Nein.", "OFF", "non", "0"] {
            assert_eq!(truth(no), Some(false), "{no}");
        }
        for neither in ["", "yes?", "perhaps", "yes and no", "yesterday", "none"] {
            assert_eq!(truth(neither), None, "{neither}");
        }
        assert!(is_nothing("None.") && is_nothing("-") && !is_nothing("no"));
    }
}
