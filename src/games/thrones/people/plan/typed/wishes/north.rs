//! The shapes of what is said of tactic cards and quests.

use super::Wish;
use crate::games::thrones::data::{Heading, Letter, Word};
use crate::games::thrones::people::plan::language::{self, Section};
use crate::games::thrones::people::plan::northern::{
    CHOSEN, DECK, OBJECTIVE, OUT_OF, TACTIC_FILLERS, USE_IT, card_and_letter,
};
use crate::games::thrones::people::plan::typed::grammar::tokens::{Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use crate::sheet::{fold, truth, whole_number};
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

/// The most words of a title.
const LONGEST_TITLE: usize = 4;

impl Grammar<'_> {
    /// Returns `true` for the name of a tactic card, which may be misspelt, cut, or without some of its words.
    pub(in super::super) fn is_tactic(&self, name: &str) -> bool {
        self.tactics.known(name).is_some() || self.tactics.meant_or_cut(name).is_some()
    }

    /// Returns `true` for a title without a heading before it, which only two words or more may shorten.
    fn is_title(&self, said: &str) -> bool {
        let is_word = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
        let is_long = said.contains(' ') && said.split([' ', '-']).all(is_word);
        self.tactics.known(said).is_some() || is_long && self.is_tactic(said)
    }

    /// Reads the tactic card of the round under its heading, or several, best first: each by a number, its name, or a part of it.
    pub(in super::super) fn tactic_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if let Ok(wish) = attempt(input, |input| self.tactic_chosen(input)) {
            return Ok(wish);
        }
        let value = self.value(input)?;
        let said = self.line.text(value.from, value.to);
        let known = |part: &str| self.is_tactic(part.trim_matches(|c: char| !c.is_alphanumeric()));
        // "Coup de Main a: 1" is no misspelt "Coup de Main".
        let tokens = self.line.tokens.iter().take(value.to).skip(value.from);
        let parted =
            tokens.clone().any(|token| token.sign == Some(Sign::Colon) || token.raw.chars().count() == 1);
        let exact = said.split(',').all(|part| self.tactics.known(part).is_some());
        if let Some(on) = self.tactic_on(value).filter(|_| parted && !exact) {
            return Ok(on);
        }
        if said.split(',').all(known) {
            return Ok(Wish::North { section: Section::Tactic, key: None, value });
        }
        self.tactic_on(value).ok_or(EmptyError)
    }

    /// Reads `Pillage a: Wildlings`, `5 on Thenn`: the card, and what it is used on. "Fight on Equal Terms" is a card alone.
    fn tactic_on(&self, value: Run) -> Option<Wish> {
        let mut tokens: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(value.from + 1, &mut tokens);
        // The longest name counts: the first "to" of "Call to Arms to Thenn" is of its title.
        let (mut longest, mut is_exact) = (None, false);
        while self.at(&tokens) < value.to {
            let card = self.run(value.from, &tokens);
            let mut behind = tokens.clone();
            let said = self.line.text(card.from, card.to);
            let said = card_and_letter(&said).0;
            if self.is_title(said) {
                if let Some(used) = self.used(card, value.to).or_else(|| self.lettered(card, value.to)) {
                    return Some(used);
                }
                // "Pillage on the Wildlings": what is a title in full goes before a longer one that is misspelt.
                let exact = self.tactics.all().any(|title| fold(title) == fold(said));
                if is_exact && !exact {
                    self.skip(1, &mut tokens);
                    continue;
                }
                let signs = [Sign::Colon, Sign::Arrow, Sign::Dash, Sign::Comma];
                let sign = self.signs(&signs, &mut behind);
                let words = [Word::At, Word::For, Word::To, Word::With, Word::From];
                let before = self.at(&behind);
                let is_from = self.word(Word::From, &mut behind.clone()).is_ok();
                let parted =
                    self.words(&words, &mut behind).is_ok() || matches!(sign, Ok(Sign::Colon | Sign::Arrow));
                self.article(&mut behind);
                // "Pillage, from both" is of the opponents: the word says so.
                let from = if is_from { before } else { self.at(&behind) };
                let target = Run { from, to: value.to };
                // Without a word between them, the rest must be the name of something.
                let names = target.from < target.to && (parted || self.is_target(&behind, value.to));
                longest = names.then_some(Wish::TacticOn { card, target });
                is_exact |= exact;
            }
            self.skip(1, &mut tokens);
        }
        longest
    }

    /// Returns the card, and what is said of its letters, of `Encircle a`, `Encircle, both`, `Encircle a and b`, `Encircle a yes, b no`,
    /// `Encircle - use both abilities`: which abilities are used, and on nothing.
    pub(in super::super) fn used(&self, card: Run, to: usize) -> Option<Wish> {
        let mut tokens: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        let input = &mut tokens;
        self.skip(card.to, input);
        // A letter, and yes or no behind it.
        let letter = |input: &mut Tokens<'_>| -> Parsed<(Run, Option<bool>)> {
            let from = self.at(input);
            let token = self.token(from).ok_or(EmptyError)?;
            self.skip(1, input);
            if !Letter::ALL.iter().any(|letter| letter.id() == token.folded) {
                return Err(EmptyError);
            }
            let said = self.run(from, input);
            let _ = self.signs(&[Sign::Colon, Sign::Dash], input);
            let words = self.words(&[Word::Yes, Word::Always, Word::No, Word::Never], input).ok();
            Ok((said, words.map(|word| matches!(word, Word::Yes | Word::Always))))
        };
        self.before_letters(input);
        let mut letters = Vec::new();
        if let Ok(first) = attempt(input, letter) {
            letters.push(first);
            while let Ok(next) = attempt(input, |input| {
                let _ = self.signs(&[Sign::And, Sign::Plus, Sign::Comma, Sign::Slash], input);
                let _ = self.word(Word::And, input);
                letter(input)
            }) {
                letters.push(next);
            }
        } else {
            let _ = self.words(&[Word::Card, Word::With], input);
            self.word(Word::Both, input).ok()?;
            let _ = self.word(Word::Ability, input);
        }
        let _ = self.word(Word::Decides, input);
        // "a and b no" says no to both; without a word, a letter says yes.
        let mut behind = None;
        let mut letters: Vec<(Run, bool)> = letters
            .into_iter()
            .rev()
            .map(|(run, said)| {
                behind = said.or(behind);
                (run, behind.unwrap_or(true))
            })
            .collect();
        letters.reverse();
        (self.at(input) == to).then_some(Wish::TacticUsed { card, letters })
    }

    /// Returns the card, and what each of its letters is used on, of `Call to Arms a Milkwater, b no`.
    fn lettered(&self, card: Run, to: usize) -> Option<Wish> {
        let signs = [Sign::Comma, Sign::Semicolon, Sign::And];
        let is_parting = |at: &usize| {
            self.token(*at).and_then(|token| token.sign).is_some_and(|sign| signs.contains(&sign))
        };
        let ends: Vec<usize> = (card.to..to).filter(is_parting).chain([to]).collect();
        let mut from = card.to;
        let mut letters = Vec::new();
        for end in ends {
            let mut tokens: Tokens<'_> = TokenSlice::new(self.line.tokens.get(..end)?);
            self.skip(from, &mut tokens);
            let _ = self.signs(&[Sign::Colon, Sign::Dash], &mut tokens);
            let at = self.line.tokens.get(..end)?.len() - tokens.eof_offset();
            let letter = self.token(at).filter(|_| at < end)?;
            Letter::ALL.iter().find(|known| known.id() == letter.folded)?;
            self.skip(1, &mut tokens);
            let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Arrow], &mut tokens);
            let _ = self.words(&[Word::At, Word::For, Word::To, Word::With, Word::From], &mut tokens);
            let value = Run { from: end - tokens.eof_offset(), to: end };
            letters.push((Run { from: at, to: at + 1 }, value));
            from = end + 1;
        }
        let says = letters.iter().all(|(_, value)| value.from < value.to);
        (says && letters.len() > 1).then_some(Wish::TacticLettered { card, letters })
    }

    /// Returns `true` if what follows, up to the end, is a side, an area, or one area and then another: `Antler to Ice River`.
    fn is_target(&self, input: &Tokens<'_>, to: usize) -> bool {
        let end = |read: &dyn Fn(&mut Tokens<'_>) -> Parsed<()>| {
            let mut input = input.clone();
            read(&mut input).is_ok_and(|()| self.at(&input) == to)
        };
        end(&|input| self.house(input).map(|_| ()))
            || end(&|input| {
                self.place(input)?;
                if self.arrow(input) { self.place(input).map(|_| ()) } else { Ok(()) }
            })
    }

    /// Returns `true` if a run names sides or areas that an ability is used on, among numbers and words that say nothing of their own:
    /// `take 1 power off the Others`, `one from each`.
    pub(in super::super) fn says_on_whom(&self, run: Run) -> bool {
        let mut tokens: Tokens<'_> = TokenSlice::new(self.line.tokens.get(..run.to).unwrap_or_default());
        let input = &mut tokens;
        self.skip(run.from, input);
        let mut names = false;
        while input.eof_offset() > 0 {
            let at = run.to - input.eof_offset();
            let whom = attempt(input, |input| {
                self.article(input);
                let words = [Word::Both, Word::Each, Word::Watch];
                self.house(input).map(|_| ()).or_else(|_| self.words(&words, input).map(|_| ()))
            });
            if whom.is_ok() || self.place(input).is_ok() {
                names = true;
                continue;
            }
            let Some(token) = self.token(at) else { return false };
            let says_nothing = token.number.is_some()
                || self.number(&mut input.clone()).is_ok()
                || !token.is_word()
                || language::is_one_of(TACTIC_FILLERS, &token.folded)
                || language::names(CHOSEN).known(&token.folded).is_some()
                || OUT_OF.iter().any(|word| word.trim() == token.folded);
            if !says_nothing {
                return false;
            }
            self.skip(1, input);
        }
        names
    }

    /// Reads `encircle a: always` under its heading, or the cards of the deck.
    pub(in super::super) fn tactics_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let key = self.before_colon(input);
        let said = key.map_or_else(String::new, |key| self.line.text(key.from, key.to));
        let (card, _) = card_and_letter(&said);
        let value = self.value(input)?;
        let fits = match key {
            Some(_) => self.is_tactic(card) || [DECK, OBJECTIVE].contains(&fold(&said).as_str()),
            // Without a colon it can only be the deck.
            None => self.deck_named(&self.line.text(value.from, value.to)).is_some(),
        };
        if !fits {
            return Err(EmptyError);
        }
        Ok(Wish::North { section: Section::Tactics, key, value })
    }

    /// Reads `Pillage a: Wildlings` without a heading.
    pub(in super::super) fn tactic_ability(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let key = self.before_colon(input).ok_or(EmptyError)?;
        let said = self.line.text(key.from, key.to);
        let (card, letter) = card_and_letter(&said);
        // "Martial Flexibility: use 1a and 7a", "Pillage: no".
        if letter.is_none() && self.tactics.known(card).is_some() {
            let value = self.value(input)?;
            return match () {
                () if self.is_abilities(value) || self.is_yes_or_no(value) => {
                    Ok(Wish::North { section: Section::Tactics, key: Some(key), value })
                }
                // "Pillage: take one from each".
                () if card.contains(char::is_alphabetic) && self.says_on_whom(value) => {
                    Ok(Wish::TacticOn { card: key, target: value })
                }
                () => Err(EmptyError),
            };
        }
        // A number with a letter may be anything; the name of a card says what is meant.
        if letter.is_none() || !card.contains(char::is_alphabetic) || self.tactics.known(card).is_none() {
            return Err(EmptyError);
        }
        Ok(Wish::North { section: Section::Tactics, key: Some(key), value: self.value(input)? })
    }

    /// Returns `true` if a run names abilities of tactic cards, and has no word that says anything else: `use 1a and 7a`.
    pub(in super::super) fn is_abilities(&self, run: Run) -> bool {
        let said = self.line.text(run.from, run.to);
        let words =
            || said.split(|c: char| c.is_whitespace() || ",;+&.".contains(c)).filter(|word| !word.is_empty());
        let is_one = |word: &str| {
            let (card, letter) = card_and_letter(word);
            letter.is_some() && self.tactics.known(card).is_some()
        };
        words().any(is_one) && words().all(|word| is_one(word) || language::is_one_of(TACTIC_FILLERS, word))
    }

    /// Returns `true` if a run only says whether something is used.
    pub(in super::super) fn is_yes_or_no(&self, run: Run) -> bool {
        let said = self.line.text(run.from, run.to);
        let said = said.trim().trim_end_matches(['.', '!']);
        whole_number(said).is_none() && (truth(said).is_some() || language::is_one_of(USE_IT, said))
    }

    /// Reads `16a wall east`, `12b on Call to Arms a`, `Call to Arms a in Thenn`: the number or the whole title of a card with
    /// a letter, at the beginning of a line. One word with a letter behind it may be anything.
    pub(in super::super) fn tactic_ability_bare(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        const LONGEST: usize = 8;
        let from = self.at(input);
        // "Yes, 12b on Call to Arms a".
        let parts = |token: &Token| matches!(token.sign, Some(Sign::Comma | Sign::Semicolon | Sign::Stop));
        if from > 0 && !self.line.tokens.get(from - 1).is_some_and(parts) {
            return Err(EmptyError);
        }
        let end = self.line.tokens.len();
        // "18a: use 1a and 7a" names what it is used on, and is no row of three.
        if let Some(colon) = (from..end.min(from + LONGEST))
            .find(|at| self.token(*at).is_some_and(|token| token.sign == Some(Sign::Colon)))
        {
            let (key, value) = (Run { from, to: colon }, Run { from: colon + 1, to: end });
            let said = self.line.text(key.from, key.to);
            let (card, letter) = card_and_letter(&said);
            if letter.is_some() && self.tactics.known(card).is_some() && self.is_abilities(value) {
                self.skip(end - from, input);
                return Ok(Wish::North { section: Section::Tactics, key: Some(key), value });
            }
        }
        if let Some(row) = self.abilities_in_a_row(from, end) {
            self.skip(end - from, input);
            return Ok(Wish::TacticRow(row));
        }
        // "Call to Arms a Milkwater, b no".
        let lettered = (from + 1..end.min(from + LONGEST)).find_map(|to| {
            let said = self.line.text(from, to);
            let is_card = card_and_letter(&said).1.is_none() && self.is_title(&said);
            if is_card { self.lettered(Run { from, to }, end) } else { None }
        });
        if let Some(lettered) = lettered {
            self.skip(end - from, input);
            return Ok(lettered);
        }
        let names_one = |said: &str| {
            let (card, letter) = card_and_letter(said);
            let is_number = !card.is_empty() && card.chars().all(|c| c.is_ascii_digit());
            let is_title = || card.contains(' ') && self.tactics.all().any(|name| fold(name) == fold(card));
            letter.is_some() && self.tactics.known(card).is_some() && (is_number || is_title())
        };
        let to = (from + 1..end.min(from + LONGEST))
            .find(|to| names_one(&self.line.text(from, *to)))
            .ok_or(EmptyError)?;
        self.skip(to - from, input);
        let key = self.run(from, input);
        let _ = self.signs(&[Sign::Colon, Sign::Arrow], input);
        let _ = self.words(&[Word::At, Word::For, Word::To, Word::With], input);
        self.article(input);
        Ok(Wish::North { section: Section::Tactics, key: Some(key), value: self.value(input)? })
    }

    /// Reads `play Ambush`, where no House card has that name.
    pub(in super::super) fn play_tactic(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if let Ok(none) = attempt(input, |input| self.no_tactic(input)) {
            return Ok(none);
        }
        self.word(Word::Card, input)?;
        self.colon(input);
        self.article(input);
        // "Play tactic call to arms", "play the tactic card Ambush".
        if let Some(heading) = self.lexicon.sections.get(&Heading::Tactic) {
            let _ = attempt(input, |input| self.form(heading, input));
            self.colon(input);
        }
        // "Play card 8".
        let _ = self.word(Word::Card, input);
        let from = self.at(input);
        while self.at(input) < self.line.tokens.len()
            && self.signs(&[Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::And], &mut input.clone()).is_err()
        {
            self.skip(1, input);
        }
        let value = self.run(from, input);
        let mut name = self.name_of(value).join(" ");
        // "Play 12".
        if name.is_empty() {
            name = self.line.text(value.from, value.to).trim().to_owned();
        }
        if name.is_empty() || self.cards.known(&name).is_some() {
            return Err(EmptyError);
        }
        if self.tactics.known(&name).is_none() {
            return self.tactic_on(value).ok_or(EmptyError);
        }
        if let Ok(on) = self.used_on(value, input) {
            return Ok(on);
        }
        Ok(Wish::North { section: Section::Tactic, key: None, value })
    }

    /// Reads `I play no tactic card`, `no tactic card`, which the reader of plans then refuses.
    fn no_tactic(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let _ = self.word(Word::Card, input);
        let from = self.at(input);
        self.words(&[Word::None, Word::No], input)?;
        let value = self.run(from, input);
        self.form(self.lexicon.sections.get(&Heading::Tactic).ok_or(EmptyError)?, input)?;
        let _ = self.form(&self.lexicon.closings, input);
        Ok(Wish::North { section: Section::Tactic, key: None, value })
    }

    /// Reads `Ambush` or `Ambush, both`, alone in its line.
    pub(in super::super) fn tactic_bare(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if self.at(input) != 0 {
            return Err(EmptyError);
        }
        // "Pillage the Watch", "Pillage and steal a power from the Watch".
        if let Ok(on) = attempt(input, |input| {
            let card = (1..=LONGEST_TITLE).rev().map(|to| Run { from: 0, to });
            let mut titles = card.filter(|card| {
                let said = self.line.text(card.from, card.to);
                self.tactics.all().any(|title| fold(title) == fold(&said))
            });
            let card = titles.next().ok_or(EmptyError)?;
            self.skip(card.to, input);
            let _ = self.words(&[Word::At, Word::For], input);
            self.used_on(card, input)
        }) {
            return Ok(on);
        }
        let value = self.value(input)?;
        let said = self.line.text(value.from, value.to);
        let said = said.trim_end_matches(['.', '!']);
        let is_word = said.chars().filter(|c| c.is_alphabetic()).count() > 4;
        if is_word && self.is_title(said) {
            return Ok(Wish::North { section: Section::Tactic, key: None, value });
        }
        // "Encircle, use both abilities".
        self.tactic_on(value).filter(|wish| matches!(wish, Wish::TacticUsed { .. })).ok_or(EmptyError)
    }

    /// Reads what is written before a colon on the line; `None`, with nothing read, if there is none.
    fn before_colon(&self, input: &mut Tokens<'_>) -> Option<Run> {
        let from = self.at(input);
        let mut behind = input.clone();
        while self.sign(Sign::Colon, &mut behind.clone()).is_err() {
            if self.at(&behind) == self.line.tokens.len() {
                return None;
            }
            self.skip(1, &mut behind);
        }
        let key = self.run(from, &behind);
        self.skip(1, &mut behind);
        *input = behind;
        (key.from < key.to).then_some(key)
    }
}
