//! Which of the legal answers to a question a text names: `Put it under the deck, please`. One that names exactly one is that answer,
//! whatever small words stand around it; one that names several, or takes back what it names, is asked back.

mod finding;
mod sentences;

use super::words::{Words, plain_words, unmannered};
use crate::sheet::{fold, whole_number};
use crate::table::{Choice, Choices, Thing};
use sentences::{Sentences, by_one_sentence, says_no_and_more};
use std::collections::BTreeSet;

/// The most words of a text that answers; what is longer is asked back if it names something.
const MOST_WORDS: usize = 40;
/// The most words of a text in which "me" alone is an answer: "the Watch wrote me a letter" is talk.
const MOST_WITH_PRONOUNS: usize = 10;
/// The fewest letters of a word that tells a thing by itself.
const FEWEST_LETTERS: usize = 3;

/// What a text says to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// The answer at this place; `whole` if the text says nothing else.
    One { at: usize, whole: bool },
    /// It names several, or takes back what it names; `corrected` if one of them stands in place of another.
    Unclear { corrected: bool },
    /// It names none.
    Nothing,
}

/// A word of a text.
struct Token {
    word: String,
    /// The part of the sentence that it is in.
    clause: usize,
    /// `true` if it says nothing by itself: "the", "please".
    small: bool,
}

/// What a text names, in its order.
struct Mention {
    thing: usize,
    /// Its first word and the one behind its last.
    from: usize,
    to: usize,
}

/// A text, with what it names among some things.
struct Said {
    tokens: Vec<Token>,
    mentions: Vec<Mention>,
    /// `true` if a word in it names one of several things.
    shared: bool,
    asks: bool,
}

/// Returns `true` if a text names something that answers are made of, or has a number where numbers are answers.
pub fn names_something(choices: &Choices, text: &str) -> bool {
    let said = Said::of(choices, text);
    said.shared || !said.mentions.is_empty()
}

/// Returns `true` if one of these names stands in a text.
pub fn names_one<'n>(names: impl Iterator<Item = &'n str>, text: &str) -> bool {
    let said = Said::of(&Choices::default(), text);
    let has = |name: &str| {
        let words: Vec<String> = split(name).iter().map(|(word, _)| plain(word)).collect();
        let words: Vec<String> = words.into_iter().filter(|word| !is_small(word)).collect();
        !words.is_empty() && (0..said.tokens.len()).any(|at| said.phrase(&words, at).is_some())
    };
    names.into_iter().any(has)
}

/// Returns the answer that a text names.
pub fn choose(choices: &Choices, text: &str) -> Chosen {
    let mut said = Said::of(choices, text);
    let is_answer = |thing: usize| choices.all.iter().any(|choice| names(choice, thing));
    // "Yes, Pyke": where nothing can be agreed to, it agrees with what follows.
    let only = only_assent(choices);
    if !is_answer(Choices::YES) && (only.is_none() || said.mentions.iter().any(|m| m.thing != Choices::YES)) {
        said.mentions.retain(|mention| mention.thing != Choices::YES);
    }
    // "Stannis. Sorry, nothing personal": behind a name it is talk, where nothing cannot be chosen.
    if !is_answer(Choices::NONE) {
        said.without_idle_nothing();
    }
    if said.mentions.is_empty() {
        // A number alone, where it can only be how many.
        let counted = said.total(choices).filter(|_| !said.asks && !said.shared);
        return counted.map_or(Chosen::Nothing, |at| Chosen::One { at, whole: true });
    }
    let several = said.mentions.iter().map(|mention| mention.thing).collect::<BTreeSet<_>>().len() > 1;
    // "Put to the sword, is it? Nothing happens, please": what is asked before an answer is talk.
    let by = Sentences {
        chosen: &|sentence| match choose(choices, sentence) {
            Chosen::One { at, whole } => Some((at, whole)),
            _ => None,
        },
        names: &|sentence| names_something(choices, sentence),
        declines: &|at| choices.all.get(at).is_some_and(|choice| names(choice, Choices::NONE)),
    };
    let unclear = || match choices.complete.then(|| by_one_sentence(&by, text)).flatten() {
        Some(at) => Chosen::One { at, whole: false },
        None => Chosen::Unclear { corrected: several && said.puts_right() },
    };
    let is_pronoun = |token: &Token| Words::english().means("pronouns", &token.word);
    let names_me = |mention: &Mention| {
        said.tokens.get(mention.from..mention.to).is_some_and(|tokens| tokens.iter().all(is_pronoun))
    };
    let tells = said.tokens.len() > MOST_WITH_PRONOUNS && said.mentions.iter().all(names_me);
    if said.asks || said.is_doubted() || tells || said.tokens.len() > MOST_WORDS {
        return unclear();
    }
    // "No, I want to play on" may answer anything else.
    let is_no = |token: &Token| Words::english().means("plain no", &token.word);
    let no = |mention: &Mention| {
        mention.thing == Choices::NONE
            && said.tokens.get(mention.from..mention.to).is_some_and(|all| all.iter().all(is_no))
    };
    if said.mentions.iter().all(no) && text.lines().any(says_no_and_more) {
        return unclear();
    }
    let found = match only.filter(|_| said.mentions.iter().all(|mention| mention.thing == Choices::YES)) {
        Some(only) if !is_answer(Choices::YES) => Some(only),
        _ => said.find(choices),
    };
    match found {
        // Where answers may be longer, "pass the rest of the game" is more than "pass".
        Some(_) if !choices.complete && (said.says_longer() || said.repeats() && !said.puts_right()) => {
            unclear()
        }
        // Where answers may follow each other, "pass pass" is two of them.
        Some(at) => {
            let is_ordered = choices.all.get(at).is_some_and(|choice| choice.ordered);
            Chosen::One { at, whole: said.is_whole(is_ordered) }
        }
        None => unclear(),
    }
}

/// Returns an answer in words, as our messages print it and as it can be sent.
pub fn said(choices: &Choices, choice: &Choice) -> String {
    let declines = |thing: usize| if thing == Choices::NONE { "nothing" } else { "yes" };
    let name = |(thing, count): &(usize, u64)| {
        let known = choices.things.get(*thing);
        let one = known.and_then(|thing| thing.names.first()).map(String::as_str);
        // What everybody says needs no name of the question's.
        let one = one.or_else(|| Words::english().all(declines(*thing)).next()).unwrap_or_default();
        match known.map(|thing| thing.many.as_str()).filter(|many| !many.is_empty()) {
            Some(many) if *count > 1 => format!("{count} {many}"),
            None if *count > 1 => format!("{one} {count}"),
            _ => one.to_owned(),
        }
    };
    choice.named.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Returns at most so many texts that answer, as they can be sent: of what a text names, if it names something.
pub fn proposals(choices: &Choices, text: &str, most: usize) -> Vec<String> {
    let named: BTreeSet<usize> =
        Said::of(choices, text).mentions.iter().map(|mention| mention.thing).collect();
    let shared = |things: &[usize]| things.iter().filter(|thing| named.contains(thing)).count();
    let (mut near, mut rest) = (Vec::new(), Vec::new());
    let mut sort = |things: &[usize], said: String| match shared(things) {
        0 => rest.push(said),
        number => near.push((number, said)),
    };
    choices.examples.iter().for_each(|example| sort(&example.things, example.said.clone()));
    if choices.examples.is_empty() {
        for choice in &choices.all {
            let things: Vec<usize> = choice.named.iter().map(|(thing, _)| *thing).collect();
            sort(&things, said(choices, choice));
        }
    }
    // Of examples, the one with the area and the order that are named comes before others with either.
    if !choices.complete {
        near.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    }
    let mut near: Vec<String> = near.into_iter().map(|(_, said)| said).collect();
    // All, if they are few; else those that are near.
    let few = near.len() + rest.len() <= most;
    if few || near.is_empty() {
        near.extend(rest);
    }
    near.truncate(most);
    near
}

fn names(choice: &Choice, thing: usize) -> bool {
    choice.named.iter().any(|(named, _)| *named == thing)
}

/// Returns the only answer that does not decline.
fn only_assent(choices: &Choices) -> Option<usize> {
    choices.complete.then_some(())?;
    let mut some = choices.all.iter().enumerate().filter(|(_, choice)| !names(choice, Choices::NONE));
    let (at, _) = some.next()?;
    some.next().is_none().then_some(at)
}

/// Splits a text into words; apostrophes go, and a number keeps its sign.
fn split(text: &str) -> Vec<(String, usize)> {
    let (mut all, mut word, mut clause) = (Vec::new(), String::new(), 0);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let signs =
            matches!(c, '+' | '-' | '−') && word.is_empty() && chars.peek().is_some_and(char::is_ascii_digit);
        match c {
            '\'' | '’' | '‘' => continue,
            '−' if signs => word.push('-'),
            _ if c.is_alphanumeric() || signs => word.push(c),
            _ => {
                if !word.is_empty() {
                    all.push((std::mem::take(&mut word), clause));
                }
                clause += usize::from(!c.is_whitespace() && c != '-' || c == '\n');
            }
        }
    }
    if !word.is_empty() {
        all.push((word, clause));
    }
    all
}

/// Returns a word as it is compared. Signs of numbers stay.
fn plain(word: &str) -> String {
    if word.starts_with(['+', '-']) {
        return word.to_owned();
    }
    let word = fold(word);
    Words::english().place("counting", &word).map_or(word, |number| number.to_string())
}

fn is_small(word: &str) -> bool {
    Words::english().means("beside an answer", word)
}

/// Returns `true` for words that are the same but for the "s" of several.
pub(super) fn same(one: &str, other: &str) -> bool {
    let many = |one: &str, many: &str| one.len() >= FEWEST_LETTERS && many.strip_suffix('s') == Some(one);
    one == other || many(one, other) || many(other, one)
}

/// The words of the names of a thing, longest first, without those that say nothing.
fn phrases(place: usize, thing: &Thing) -> Vec<Vec<String>> {
    let words = Words::english();
    let common: Vec<&str> = match place {
        Choices::YES => words.all("assenting").collect(),
        Choices::NONE => words.all("declining").collect(),
        _ => vec![thing.many.as_str()],
    };
    let own = thing.names.iter().map(String::as_str);
    let mut all: Vec<Vec<String>> = own
        .chain(common.iter().copied())
        .map(|name| {
            let all: Vec<String> = split(name).iter().map(|(word, _)| plain(word)).collect();
            // The letter at the end tells the abilities of a card apart.
            let is_letter =
                |at: usize, word: &str| at > 0 && at + 1 == all.len() && word.chars().count() == 1;
            let tells = |(at, word): &(usize, &String)| !is_small(word) || is_letter(*at, word);
            let telling: Vec<String> =
                all.iter().enumerate().filter(tells).map(|(_, word)| word.clone()).collect();
            // "Not now" declines, and "not sure" does not.
            let is_bare =
                |word: &str| all.len() > 1 && words.means("denying", word) && !common.contains(&word);
            match telling.as_slice() {
                [] => all,
                [word] if is_bare(word) => all,
                _ => telling,
            }
        })
        .filter(|words| !words.is_empty())
        .collect();
    all.sort_by_key(|words| std::cmp::Reverse(words.len()));
    all
}

/// Returns `true` for a text that asks something, with its mark or without: `can i pass`.
fn asks(text: &str) -> bool {
    let plain = plain_words(text);
    let is_question = |sentence: &str| {
        Words::english().after("asking without a mark", unmannered(sentence.trim())).is_some()
    };
    plain.contains('?') || plain.split(['.', '!', ';', '\n']).any(is_question)
}

impl Said {
    fn of(choices: &Choices, text: &str) -> Said {
        let mild = |text: &str| {
            let words = Words::english().all("mild conditions");
            let text = words.fold(text.to_lowercase(), |text, words| text.replace(words, " "));
            let end = text.trim_end_matches(|c: char| !c.is_alphanumeric());
            let ending = Words::english().all("mild endings").find_map(|ending| end.strip_suffix(ending));
            ending.map_or_else(|| text.clone(), str::to_owned)
        };
        let mut clause = 0;
        let mut tokens: Vec<Token> = Vec::new();
        for (word, part) in split(&mild(text)) {
            let word = plain(&word);
            // "Renly and retreat to Karhold if …": what follows is a part by itself.
            clause += usize::from(
                Words::english().means("contrast", &word) || Words::english().means("and", &word),
            );
            tokens.push(Token { small: is_small(&word), word, clause: clause + part });
        }
        let all: Vec<Vec<Vec<String>>> =
            choices.things.iter().enumerate().map(|(at, thing)| phrases(at, thing)).collect();
        let mut said = Said { tokens, mentions: Vec::new(), shared: false, asks: asks(text) };
        let mut at = 0;
        while at < said.tokens.len() {
            at = said.mention(&all, at);
        }
        said
    }

    /// Notes what is named at a word, and returns the next.
    fn mention(&mut self, all: &[Vec<Vec<String>>], at: usize) -> usize {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (thing, phrases) in all.iter().enumerate() {
            let end = phrases.iter().filter_map(|phrase| self.phrase(phrase, at)).max();
            found.extend(end.map(|end| (thing, end)));
        }
        let longest = found.iter().map(|(_, end)| *end).max();
        if let Some(to) = longest {
            found.retain(|(_, end)| *end == to);
            match found.as_slice() {
                [(thing, _)] => self.mentions.push(Mention { thing: *thing, from: at, to }),
                _ => self.shared = true,
            }
            return to;
        }
        let Some(token) = self.tokens.get(at).filter(|token| !token.small) else { return at + 1 };
        if token.word.chars().count() >= FEWEST_LETTERS {
            let has =
                |phrases: &Vec<Vec<String>>| phrases.iter().flatten().any(|word| same(word, &token.word));
            // Yes and no are said whole.
            let mut of =
                all.iter().enumerate().skip(2).filter(|(_, phrases)| has(phrases)).map(|(thing, _)| thing);
            match (of.next(), of.next()) {
                (Some(thing), None) => self.mentions.push(Mention { thing, from: at, to: at + 1 }),
                (Some(_), Some(_)) => self.shared = true,
                _ => {}
            }
        }
        at + 1
    }

    /// Returns where words end that stand at a place, whatever small words are between them.
    fn phrase(&self, phrase: &[String], at: usize) -> Option<usize> {
        let mut place = at;
        for (number, word) in phrase.iter().enumerate() {
            while number > 0 && self.tokens.get(place).is_some_and(|token| token.small && token.word != *word)
            {
                place += 1;
            }
            if !self.tokens.get(place).is_some_and(|token| same(&token.word, word)) {
                return None;
            }
            place += 1;
        }
        Some(place)
    }

    /// Returns `true` if a word behind something named puts something else in its place. "Sorry for the delay!" before it does not.
    fn puts_right(&self) -> bool {
        let first = self.mentions.first().map_or(0, |mention| mention.to);
        self.tokens.iter().skip(first).any(|token| Words::english().means("put right", &token.word))
    }

    fn mentioned(&self, at: usize) -> bool {
        self.mentions.iter().any(|mention| (mention.from..mention.to).contains(&at))
    }

    /// Returns `true` if what is named is denied, hangs on something, or is taken back without anything in its place.
    fn is_doubted(&self) -> bool {
        let words = Words::english();
        let of = |at: usize| Some(self.tokens.get(at)?.clause);
        let clauses: BTreeSet<usize> =
            self.mentions.iter().flat_map(|mention| mention.from..mention.to).filter_map(of).collect();
        let last = self.mentions.last().map_or(0, |mention| mention.from);
        self.tokens.iter().enumerate().any(|(at, token)| {
            let is = |meaning: &str| !self.mentioned(at) && words.means(meaning, &token.word);
            let near = clauses.contains(&token.clause);
            // "The left, maybe".
            near && (is("denying") || is("conditions")) || is("hedging") || is("taken back") && at > last
        })
    }

    /// Returns `true` if a word beside what is named may belong to a longer answer: how long, when, or what then.
    fn says_longer(&self) -> bool {
        let is_of_it = |token: &Token| {
            whole_number(&token.word).is_some() || Words::english().means("of a longer answer", &token.word)
        };
        self.tokens.iter().enumerate().any(|(at, token)| !self.mentioned(at) && is_of_it(token))
    }

    /// Returns `true` if something is named again in the same words, and not by its writer telling so: "Pass. I pass."
    fn repeats(&self) -> bool {
        let words = |mention: &Mention| -> Vec<&str> {
            let tokens = self.tokens.get(mention.from..mention.to).unwrap_or_default();
            tokens.iter().map(|token| token.word.as_str()).collect()
        };
        let is_told = |mention: &Mention| {
            let before = mention.from.checked_sub(1).and_then(|at| self.tokens.get(at));
            before.is_some_and(|token| Words::english().means("people", &token.word))
        };
        let mut all = self.mentions.iter().enumerate();
        all.any(|(at, mention)| {
            let earlier = self.mentions.iter().take(at).map(words);
            !is_told(mention) && earlier.into_iter().any(|known| known == words(mention))
        })
    }

    /// Returns `true` if nothing else is said; beside an order of several, how it goes on may be.
    fn is_whole(&self, is_ordered: bool) -> bool {
        let orders =
            |token: &Token| is_ordered && Words::english().place("places in order", &token.word).is_some();
        let says_nothing = |(at, token): (usize, &Token)| token.small || self.mentioned(at) || orders(token);
        self.tokens.iter().enumerate().all(says_nothing)
    }

    /// Drops that something is declined, if it is said behind a name in another part of the text.
    fn without_idle_nothing(&mut self) {
        let Some(name) = self.mentions.iter().find(|mention| mention.thing > Choices::NONE) else { return };
        let clause = |at: usize| self.tokens.get(at).map(|token| token.clause);
        let (to, of) = (name.to, clause(name.from));
        let is_idle = |mention: &Mention| {
            mention.thing == Choices::NONE && mention.from >= to && clause(mention.from) != of
        };
        let kept: Vec<bool> = self.mentions.iter().map(|mention| !is_idle(mention)).collect();
        let mut kept = kept.into_iter();
        self.mentions.retain(|_| kept.next().unwrap_or(true));
    }
}
