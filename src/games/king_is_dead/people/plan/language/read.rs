//! Conditions joined by and, or, not and brackets. What the grammar does not know is refused at its place: no word is
//! passed over.

use super::super::condition::{Condition, Others, Where};
use super::lexicon::Lexicon;
use super::matching::Matcher;
use super::meaning::{meaning, sentence};
use super::say::words;
use super::tokens::{Mark, Token, tokens};
use crate::games::king_is_dead::data::language::{Kind, Word};
use crate::games::king_is_dead::data::pattern::{Part, Pattern};
use std::cell::RefCell;
use winnow::combinator::{eof, repeat, terminated};
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};
use winnow::token::any;
use winnow::{Parser, Result};

/// The most words of a condition, so that nobody can keep the reader busy.
const MOST_WORDS: usize = 120;
/// The most brackets within brackets.
const MOST_BRACKETS: usize = 6;
/// The most examples of what could have been written.
const MOST_EXAMPLES: usize = 3;

/// A place in a text that cannot be read, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Problem {
    pub code: &'static str,
    /// In characters, from 0; within the text.
    pub column: usize,
    pub length: usize,
    /// The word there; empty at the end of the text.
    pub word: String,
    pub suggestion: Option<String>,
    /// Sentences that may be written, or those that could be meant.
    pub examples: Vec<String>,
}

type Tokens<'t> = TokenSlice<'t, Token>;

struct Reader<'a> {
    matcher: Matcher<'a>,
    others: Vec<String>,
    /// `true` if the condition belongs to a play, so that it may speak of it.
    play: bool,
    /// A sentence that was understood and cannot be used.
    wrong: RefCell<Option<Problem>>,
}

/// Reads one condition.
///
/// # Errors
/// If the text is not a condition, with the place.
pub(in super::super) fn condition(
    lexicon: &Lexicon<'_>,
    text: &str,
    play: bool,
) -> Result<Condition, Problem> {
    let all = conditions(lexicon, text, play)?;
    Condition::all(all).ok_or_else(|| problem("guard-form", text, &[], 0))
}

/// Reads a condition, or several with nothing but commas between them, as a list would have them.
///
/// # Errors
/// If the text is not that, with the place.
pub(in super::super) fn conditions(
    lexicon: &Lexicon<'_>,
    text: &str,
    play: bool,
) -> Result<Vec<Condition>, Problem> {
    let mut all = tokens(text, &lexicon.language().endings);
    if all.is_empty() || all.len() > MOST_WORDS {
        return Err(problem("guard-form", text, &all, 0));
    }
    let found = of_tokens(lexicon, (text, &all), play);
    // "The Saxons still lead in Deva": a condition is always of the moment when it is looked at.
    let idle = &lexicon.language().idle;
    if found.is_ok() || !all.iter().any(|token| idle.contains(&token.folded)) {
        return found;
    }
    all.retain(|token| !idle.contains(&token.folded));
    if all.is_empty() { found } else { of_tokens(lexicon, (text, &all), play).or(found) }
}

fn of_tokens(
    lexicon: &Lexicon<'_>,
    (text, all): (&str, &[Token]),
    play: bool,
) -> Result<Vec<Condition>, Problem> {
    let own = lexicon.seat;
    let others = lexicon.world.seats.iter().filter(|(seat, _)| *seat != own);
    let reader = Reader {
        matcher: Matcher::new(lexicon, all),
        others: others.map(|(_, info)| info.id.clone()).collect(),
        play,
        wrong: RefCell::new(None),
    };
    let mut input = TokenSlice::new(all);
    let chain = |input: &mut Tokens<'_>| reader.chain(input, 0);
    match terminated(chain, eof).parse_next(&mut input) {
        Ok(found) => Ok(found),
        Err(EmptyError) => Err(reader.wrong.borrow().clone().unwrap_or_else(|| reader.stuck(text))),
    }
}

fn problem(code: &'static str, text: &str, all: &[Token], at: usize) -> Problem {
    let end = || (text.chars().count().saturating_sub(1), 1, String::new());
    let (column, length, word) =
        all.get(at).map_or_else(end, |token| (token.column, token.length, token.text.clone()));
    Problem { code, column, length, word, suggestion: None, examples: vec![] }
}

impl Reader<'_> {
    fn at(&self, input: &Tokens<'_>) -> usize {
        self.matcher.tokens.len() - input.eof_offset()
    }

    /// Notes the first thing that is understood and wrong. Nothing else is tried then.
    fn refuse<T>(&self, code: &'static str, at: usize, examples: Vec<String>) -> Result<T, EmptyError> {
        let found = Problem { examples, ..problem(code, "", self.matcher.tokens, at) };
        self.wrong.borrow_mut().get_or_insert(found);
        Err(EmptyError)
    }

    /// Reads conditions with a comma, "and" or "or" between them: one condition, or several with commas alone.
    fn chain(&self, input: &mut Tokens<'_>, depth: usize) -> Result<Vec<Condition>, EmptyError> {
        let either = self.skip(Word::Either, input);
        let first = self.unary(input, depth)?;
        let joint = |input: &mut Tokens<'_>| self.joint(input);
        let rest: Vec<((Option<Word>, usize), Condition)> =
            repeat(0.., (joint, |i: &mut Tokens<'_>| self.unary(i, depth))).parse_next(input)?;
        if self.wrong.borrow().is_some() {
            return Err(EmptyError);
        }
        let mut word = None;
        for ((joint, at), _) in &rest {
            if let Some(joint) = joint {
                if word.is_some_and(|word| word != *joint) {
                    return self.refuse("guard-mixed", *at, vec![]);
                }
                word = Some(*joint);
            }
        }
        let comma = rest.first().map(|((_, at), _)| *at);
        let all: Vec<Condition> = std::iter::once(first).chain(rest.into_iter().map(|(_, c)| c)).collect();
        let joined = match (word, comma) {
            (Some(Word::Or), _) => Condition::any(all),
            (Some(_), Some(at)) if either => return self.refuse("guard-mixed", at, vec![]),
            (Some(_), _) => Condition::all(all),
            (None, Some(at)) if depth > 0 || either => return self.refuse("guard-comma", at, vec![]),
            (None, _) => return Ok(all),
        };
        Ok(joined.into_iter().collect())
    }

    /// Reads over the longest form of a word, if it is next.
    fn skip(&self, word: Word, input: &mut Tokens<'_>) -> bool {
        let at = self.at(input);
        let end = self.matcher.word(word, at);
        if let Some(end) = end {
            input.next_slice(end - at);
        }
        end.is_some()
    }

    fn joint(&self, input: &mut Tokens<'_>) -> Result<(Option<Word>, usize), EmptyError> {
        let at = self.at(input);
        let comma = self.mark(Mark::Comma, input);
        for word in [Word::And, Word::Or] {
            if self.skip(word, input) {
                return Ok((Some(word), if comma { at + 1 } else { at }));
            }
        }
        if comma { Ok((None, at)) } else { Err(EmptyError) }
    }

    fn mark(&self, mark: Mark, input: &mut Tokens<'_>) -> bool {
        let found: Result<Token, EmptyError> =
            any.verify(|token: &Token| token.mark == Some(mark)).map(|t: &Token| t.clone()).parse_next(input);
        found.is_ok()
    }

    /// Reads a condition in brackets, the opposite of a condition, or a sentence.
    fn unary(&self, input: &mut Tokens<'_>, depth: usize) -> Result<Condition, EmptyError> {
        let at = self.at(input);
        if depth > MOST_BRACKETS {
            return self.refuse("guard-form", at, vec![]);
        }
        if self.mark(Mark::Open, input) {
            let inner = self.chain(input, depth + 1)?;
            if !self.mark(Mark::Close, input) {
                // What is missing is told only if nothing within the brackets was misunderstood.
                let (furthest, ..) = self.matcher.stuck();
                let here = self.at(input);
                return if furthest > here {
                    Err(EmptyError)
                } else {
                    self.refuse("guard-bracket", at, vec![])
                };
            }
            return Condition::all(inner).ok_or(EmptyError);
        }
        if let Ok((end, found)) = self.best(at) {
            input.next_slice(end - at);
            return Ok(found);
        }
        if self.wrong.borrow().is_none() && self.skip(Word::Not, input) {
            let inner_at = self.at(input);
            let inner = self.unary(input, depth + 1)?;
            let bracket = self.matcher.tokens.get(inner_at).is_some_and(|t| t.mark == Some(Mark::Open));
            // "Not in Deva or Ratae" could be either of two things.
            if matches!(inner, Condition::All(_) | Condition::Any(_)) && !bracket {
                return self.refuse("guard-not-list", inner_at, vec![]);
            }
            return Ok(inner.opposite());
        }
        Err(EmptyError)
    }

    /// Returns the longest sentence that begins at a word and after which another may follow.
    fn best(&self, at: usize) -> Result<(usize, Condition), EmptyError> {
        let mut found: Vec<(usize, Condition)> = Vec::new();
        let mut wrong = None;
        for (kind, said) in &self.matcher.lexicon.language().conditions {
            for (forms, opposite) in [(&said.yes, false), (&said.no, true)] {
                for (end, bound) in self.matcher.fits_kind(*kind, forms, at) {
                    if !self.may_end(end) {
                        continue;
                    }
                    if let Some(code) = bound.wrong {
                        wrong = wrong.max(Some((end, code)));
                        continue;
                    }
                    let Some(meant) = meaning(*kind, &bound, &self.others) else { continue };
                    let meant = if opposite { meant.opposite() } else { meant };
                    if !found.contains(&(end, meant.clone())) {
                        found.push((end, meant));
                    }
                }
            }
        }
        let longest = found.iter().map(|(end, _)| *end).max();
        if let Some((end, code)) = wrong.filter(|(end, _)| longest.is_none_or(|longest| longest < *end)) {
            let _ = end;
            return self.refuse(code, at, vec![]);
        }
        let Some(longest) = longest else { return Err(EmptyError) };
        let mut best = found.into_iter().filter(|(end, _)| *end == longest);
        let (_, first) = best.next().ok_or(EmptyError)?;
        let readings: Vec<Condition> = best.map(|(_, other)| other).collect();
        let world = self.matcher.lexicon.world;
        if !readings.is_empty() {
            let all = std::iter::once(&first).chain(&readings).map(|reading| words(reading, world));
            return self.refuse("guard-ambiguous", at, all.collect());
        }
        if first.is_about_a_play() && !self.play {
            return self.refuse("guard-would", at, vec![]);
        }
        Ok((longest, first))
    }

    /// Returns `true` if a sentence may end before a word: at the end, or before what joins sentences.
    fn may_end(&self, at: usize) -> bool {
        match self.matcher.tokens.get(at) {
            None => true,
            Some(token) if token.mark.is_some() => token.mark != Some(Mark::Open),
            Some(_) => [Word::And, Word::Or].into_iter().any(|word| self.matcher.word(word, at).is_some()),
        }
    }

    /// Describes the place that nothing could go beyond.
    fn stuck(&self, text: &str) -> Problem {
        let (at, suggestion, kinds) = self.matcher.stuck();
        let lexicon = self.matcher.lexicon;
        let mut examples: Vec<String> = Vec::new();
        for kind in &kinds {
            let forms = lexicon.language().conditions.get(kind);
            examples.extend(forms.and_then(|said| said.yes.first()).map(|form| self.example(*kind, form)));
            if examples.len() == MOST_EXAMPLES {
                break;
            }
        }
        let tokens = self.matcher.tokens;
        let code = if at < tokens.len() { "guard-unknown" } else { "guard-unfinished" };
        Problem { suggestion, examples, ..problem(code, text, tokens, at) }
    }

    /// Writes an example of a kind of sentence, with things of this game.
    fn example(&self, kind: Kind, form: &Pattern) -> String {
        let world = self.matcher.lexicon.world;
        let sample = sample(kind, form, &self.others, world.region_id(world.homes[0]));
        sample.map_or_else(String::new, |sample| words(&sample, world))
    }
}

/// Makes a condition of a kind, for an example.
fn sample(kind: Kind, form: &Pattern, others: &[String], region: &str) -> Option<Condition> {
    use super::super::condition::{Test, Who};
    use super::bound::Bound;
    use crate::games::king_is_dead::data::pattern::Slot;
    let region = Some(Where::Region(region.to_owned()));
    let id = |id: &str| Some(id.to_owned());
    let mut bound = Bound::default();
    for part in &form.0 {
        let Part::Slot(slot) = part else { continue };
        match slot {
            Slot::Side | Slot::Faction => (bound.side, bound.faction) = (id("scots"), id("scots")),
            Slot::Rival | Slot::Other => (bound.rival, bound.other) = (id("welsh"), id("welsh")),
            Slot::Region | Slot::Regions => bound.region = region.clone(),
            Slot::Second => bound.second = Some(Where::This),
            Slot::Me | Slot::My => bound.who = Some(Who::Me),
            Slot::Seat => bound.who = others.first().map(|id| Who::Seat(id.clone())),
            Slot::Than => bound.than = others.first().map(|id| Who::Seat(id.clone())),
            Slot::Others => bound.others = Some(Others::Somebody),
            Slot::Card => bound.card = id("crown"),
            Slot::Count => bound.count = Some(Test::AtLeast(2)),
            Slot::Number => bound.number = Some(3),
            _ => {}
        }
    }
    let made = meaning(kind, &bound, others)?;
    // Several words of one meaning are one example.
    let single = if let Condition::All(mut members) = made { members.pop()? } else { made };
    sentence(&single).map(|_| single)
}
