//! Which tokens of a line may be one name, and those of areas.

use super::names::Meant;
use super::tokens::Sign;
use super::{Grammar, Parsed, Run, Tokens, attempt};
use crate::games::thrones::data::{Area, Spellings, Word};
use winnow::error::EmptyError;
use winnow::stream::TokenSlice;

/// The most words of a name.
const MOST_WORDS: usize = 5;

impl Grammar<'_> {
    /// Returns the words of the run of tokens that may be one name, and how many tokens each prefix of it takes.
    pub(in super::super) fn name_run(&self, from: usize) -> Vec<(usize, Vec<&str>)> {
        let (mut runs, mut words, mut at) = (Vec::new(), Vec::new(), from);
        while words.len() < MOST_WORDS {
            let Some(token) = self.token(at) else { break };
            if token.is_word() {
                words.push(token.folded.as_str());
                at += 1;
                runs.push((at - from, words.clone()));
            } else if token.sign == Some(Sign::Dash)
                && token.glued
                && self.token(at + 1).is_some_and(|next| next.glued)
            {
                at += 1;
            } else if let Some(word) = self.bracketed(&words, at) {
                words.push(word);
                at += 3;
                runs.push((at - from, words.clone()));
            } else {
                break;
            }
        }
        runs
    }

    /// Returns `true` if the word at a place and more than so many tokens from it could be the name of an area together.
    pub(in super::super) fn begins_area(&self, at: usize, length: usize) -> bool {
        self.name_run(at).iter().any(|(tokens, words)| *tokens > length && self.areas.could_be(words))
    }

    /// Returns `true` if a run is one of some forms.
    pub(in super::super) fn is_one(&self, forms: &Spellings, run: Run) -> bool {
        self.form_at(forms, run.from).is_some_and(|length| run.from + length == run.to)
    }

    /// Returns the words of a name.
    pub(in super::super) fn name_of(&self, run: Run) -> Vec<&str> {
        let words = self.line.tokens.iter().take(run.to).skip(run.from).filter(|token| token.is_word());
        words.map(|token| token.folded.as_str()).collect()
    }

    /// Returns the word in brackets at a place, if it belongs to the name of an area: that of "The Wall (centre)".
    fn bracketed(&self, words: &[&str], at: usize) -> Option<&str> {
        let is = |at: usize, sign: Sign| self.token(at).is_some_and(|token| token.sign == Some(sign));
        let word = self.token(at + 1).filter(|token| token.is_word())?.folded.as_str();
        let whole = || words.iter().copied().chain([word]).collect::<Vec<_>>().join(" ");
        let closes = is(at, Sign::Open) && is(at + 2, Sign::Close);
        (closes && !words.is_empty() && self.areas.is_name(&whole())).then_some(word)
    }

    pub(in super::super) fn sign_or_nothing(&self, sign: Sign, input: &mut Tokens<'_>) {
        let _ = self.sign(sign, input);
    }

    /// Reads what could be the name of an area: the longest in full, or else the longest in any of its forms.
    pub(in super::super) fn place(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        self.article(input);
        let from = self.at(input);
        // "I support only myself" is of no area, though that of Ironman's Bay may be called by its letter.
        let is_me = self.form_at(&self.lexicon.oneself, from) == Some(1);
        if is_me && self.token(from + 1).is_some_and(|next| next.sign.is_none()) {
            return Err(EmptyError);
        }
        let runs = self.name_run(from);
        let full = runs.iter().rev().find(|(_, words)| self.areas.is_name(&words.join(" ")));
        let found = full.or_else(|| runs.first().filter(|_| self.is_own_letter(from))).or_else(|| {
            runs.iter().rev().find(|(length, words)| {
                let (first, others) = (words[0], &words[1..]);
                // "Dornish march: support" names an area, "Dornish march +1" gives it an order.
                let behind = self.token(from + length);
                let clear = behind.is_some_and(|token| token.sign == Some(Sign::Colon))
                    || !others.iter().any(|word| self.is_reserved(word))
                    || self.areas.is_misspelt(words, |word| self.is_reserved(word))
                    || self.is_letter_of_name(words, from + length);
                !self.is_reserved(first) && clear && self.areas.could_be(words)
            })
        });
        let Some((length, _)) = found else { return self.code(input) };
        // "CP on White Harbor" is an order, whatever area has these letters.
        if *length == 1 && self.is_order_at(from) {
            return Err(EmptyError);
        }
        self.skip(*length, input);
        Ok(self.run(from, input))
    }

    /// Returns `true` for a letter that begins a part of the line, with an order behind it, if one area alone of one's own begins with it:
    /// `K support`, `D m+0`.
    fn is_own_letter(&self, at: usize) -> bool {
        let token = self.token(at).filter(|token| token.is_word() && token.raw.chars().count() == 1);
        let begins = at.checked_sub(1).is_none_or(|last| {
            let sign = self.token(last).and_then(|token| token.sign);
            matches!(sign, Some(Sign::Comma | Sign::Semicolon | Sign::Stop | Sign::Slash))
        });
        let mut behind: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(at + 1, &mut behind);
        let _ = self.sign(Sign::Colon, &mut behind);
        let is = |letter: &str| matches!(self.areas.meant(&[letter], &[self.own]), Meant::One { area, .. } if self.own.has(area));
        token.is_some_and(|token| begins && is(&token.folded)) && self.order(false, &mut behind).is_ok()
    }

    /// Returns `true` if a short word for an order stands at a place, and behind it an area of one's own.
    fn is_order_at(&self, at: usize) -> bool {
        let is_short = self.lexicon.kinds.iter().any(|(_, forms)| self.form_at(forms, at) == Some(1));
        let mut behind: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(at + 1, &mut behind);
        // "Footman to CP, …" leads there; "CP Winterfell" does not.
        let leads = at.checked_sub(1).is_some_and(|last| {
            self.token(last).is_some_and(|token| token.sign == Some(Sign::Arrow))
                || self.word_is(Word::To, Run { from: last, to: at })
        });
        let lies = self.word(Word::At, &mut behind).is_ok()
            || attempt(&mut behind, |input| {
                self.word(Word::March, input)?;
                self.word(Word::To, input)
            })
            .is_ok();
        is_short && (lies || !leads) && self.is_own(&mut behind)
    }

    /// Returns `true` if the last of some words is a letter of one name alone, with an order spelt out behind it: `Shiv S support`.
    fn is_letter_of_name(&self, words: &[&str], behind: usize) -> bool {
        const SPELT: usize = 3;
        let Some((last, others)) = words.split_last() else { return false };
        let mut input: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(behind, &mut input);
        let is_spelt = self.token(behind).is_some_and(|token| token.folded.chars().count() >= SPELT);
        // "To Moat C": what one goes to has no order behind it.
        let leads = behind.checked_sub(words.len() + 1).is_some_and(|to| {
            self.token(to).is_some_and(|token| token.sign == Some(Sign::Arrow))
                || self.word_is(Word::To, Run { from: to, to: to + 1 })
        });
        last.chars().count() == 1
            && !others.iter().any(|word| self.is_reserved(word))
            && (leads
                || is_spelt
                    && (self.kind(false, &mut input).is_ok()
                        || self.words(&[Word::None, Word::Stay], &mut input).is_ok()))
            && self.areas.cut_name(words, words.len() - 1, self.own).is_some()
    }

    /// Returns `true` if the next is surely the name of an area with units of one's own.
    pub(in super::super) fn is_own(&self, input: &mut Tokens<'_>) -> bool {
        let Ok(run) = self.place(input) else { return false };
        let meant = self.areas.meant(&self.name_of(run), &[self.own]);
        matches!(meant, Meant::One { area, guessed: false } if self.own.has(area))
    }

    /// Returns the words of a run with the areas in them by their full names: `crackclaw is empty`.
    pub(in super::super) fn with_names(&self, run: Run) -> String {
        let (mut parts, mut at) = (Vec::new(), run.from);
        while at < run.to {
            let mut tokens: Tokens<'_> = TokenSlice::new(&self.line.tokens);
            self.skip(at, &mut tokens);
            let place = self.place(&mut tokens).ok().filter(|place| place.from == at && place.to <= run.to);
            let is_other =
                self.name_of(Run { from: at, to: at + 1 }).iter().any(|word| self.is_reserved(word));
            let found = place.filter(|_| !is_other).and_then(|place| {
                match self.areas.meant(&self.name_of(place), &[]) {
                    Meant::One { area, guessed: false } => Some((place.to, self.areas.name(area)?)),
                    _ => None,
                }
            });
            let next = found.as_ref().map_or(at + 1, |(to, _)| *to);
            let glued = self.token(at).is_some_and(|token| token.glued && !parts.is_empty());
            if !glued {
                parts.push(String::new());
            }
            if let Some(last) = parts.last_mut() {
                last.push_str(&found.map_or_else(|| self.line.text(at, next), |(_, name)| name));
            }
            at = next;
        }
        parts.join(" ")
    }

    /// Returns the areas that a run names for sure, among those with units of one's own or among all.
    pub(in super::super) fn named(&self, run: Run, own: bool) -> impl Iterator<Item = Area> {
        (run.from..run.to).filter_map(move |from| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&self.line.tokens);
            self.skip(from, &mut tokens);
            let place =
                self.place(&mut tokens).ok().filter(|place| place.from == from && place.to <= run.to)?;
            match self.areas.meant(&self.name_of(place), &[self.own]) {
                Meant::One { area, guessed: false } if !own || self.own.has(area) => Some(area),
                _ => None,
            }
        })
    }

    /// Reads the code of an area that is a common word as well, such as "So", where a sign or an order follows.
    fn code(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let from = self.at(input);
        let is_code = self.token(from).is_some_and(|token| self.areas.is_code(&token.raw));
        let mut behind = input.clone();
        self.skip(1, &mut behind);
        let clear = self.sign(Sign::Colon, &mut behind.clone()).is_ok()
            || self.order(false, &mut behind).is_ok_and(|order| !order.is_bare());
        if !is_code || !clear {
            return Err(EmptyError);
        }
        self.skip(1, input);
        Ok(self.run(from, input))
    }
}
