//! The shapes of what is said of tactic cards, quests and gifts.

use super::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use super::tokens::{Sign, Token};
use super::wish::Wish;
use crate::games::thrones::data::{Heading, Letter, Word};
use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::northern::{DECK, OBJECTIVE, card_and_letter};
use crate::sheet::fold;
use crate::table::Seat;
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

impl Grammar<'_> {
    /// Returns `true` for the name of a tactic card, which may be misspelt, cut, or without some of its words.
    pub(super) fn is_tactic(&self, name: &str) -> bool {
        self.tactics.known(name).is_some() || self.tactics.meant_or_cut(name).is_some()
    }

    /// Returns `true` for a title without a heading before it, which only two words or more may shorten.
    fn is_title(&self, said: &str) -> bool {
        let is_word = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
        let is_long = said.contains(' ') && said.split([' ', '-']).all(is_word);
        self.tactics.known(said).is_some() || is_long && self.is_tactic(said)
    }

    /// Returns the cards of a deck, one by one: `1, 8, 16`, `6 7, pillage, hit & run`. The longest name counts: "hit and run and
    /// pillage" are two cards, not three. `None` if half of them are not known; fewer are for the reader of plans to refuse by name.
    pub(super) fn deck_named(&self, said: &str) -> Option<Vec<String>> {
        let polite = |piece: &str| {
            self.lexicon.polite.iter().chain(&self.lexicon.closings).any(|form| form.concat() == fold(piece))
        };
        let mut unknown = 0;
        let forms = self.lexicon.words.get(&Word::And).into_iter().flatten();
        let ands: Vec<&str> = forms.filter(|form| form.len() == 1).map(|form| form[0].as_str()).collect();
        let and = format!(" {} ", ands.first().copied().unwrap_or_default());
        let is_and = |word: &&str| ands.contains(&word.to_lowercase().as_str());
        let mut cards = Vec::new();
        for part in said.trim_end_matches([',', ';', ' ']).split([',', ';', '+', '/']) {
            let part = part.trim_matches(['[', ']', ' ', '.']).replace('&', &and);
            // "6, 8 / and 15", "6, and 8".
            let words: Vec<&str> = part.split_whitespace().skip_while(is_and).collect();
            let pieces: Vec<String> = if words.iter().all(|word| is_and(word) || word.parse::<u8>().is_ok()) {
                words.into_iter().filter(|word| !is_and(word)).map(str::to_owned).collect()
            } else {
                words.split(is_and).map(|piece| piece.join(" ")).collect()
            };
            let mut left = pieces.as_slice();
            while !left.is_empty() {
                let longest = (1..=left.len()).rev().find(|many| self.is_tactic(&left[..*many].join(&and)));
                if longest.is_none()
                    && let Some(card) = self.card_among(&left[0])
                {
                    cards.push(card);
                } else if longest.is_some() || !polite(&left[0]) {
                    cards.push(left[..longest.unwrap_or(1)].join(&and));
                    unknown += usize::from(longest.is_none());
                }
                left = &left[longest.unwrap_or(1)..];
            }
        }
        (2 * unknown < cards.len()).then_some(cards)
    }

    /// Returns the one card of a piece of a deck that stands among words of talk: "i take 1", "8 for my deck thx". A piece that has
    /// another card, or a "not" in it, says something else.
    fn card_among(&self, piece: &str) -> Option<String> {
        const MOST: usize = 5;
        let words: Vec<&str> = piece.split_whitespace().collect();
        let is_not = |word: &&str| {
            let word = fold(word);
            let says = |not: Word| {
                let forms = self.lexicon.words.get(&not).into_iter().flatten();
                forms.into_iter().any(|form| form.concat() == word)
            };
            [Word::Not, Word::No, Word::None, Word::InsteadOf, Word::Replace].into_iter().any(says)
        };
        if words.len() > 2 * MOST || words.iter().any(is_not) {
            return None;
        }
        let runs = (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
        let named = |(from, to): &(usize, usize)| self.tactics.known(&words[*from..*to].join(" ")).is_some();
        let mut found = runs.filter(named);
        let (from, to) = found.next()?;
        // It begins or ends the piece, and nothing else of it is a card.
        let is_at_an_end = from == 0 || to == words.len();
        (is_at_an_end && found.all(|(a, b)| from <= a && b <= to)).then(|| words[from..to].join(" "))
    }

    /// Reads the tactic card of the round under its heading, or several, best first: each by a number, its name, or a part of it.
    pub(super) fn tactic_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
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
                let parted =
                    self.words(&words, &mut behind).is_ok() || matches!(sign, Ok(Sign::Colon | Sign::Arrow));
                self.article(&mut behind);
                let target = Run { from: self.at(&behind), to: value.to };
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
    fn used(&self, card: Run, to: usize) -> Option<Wish> {
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
        let _ = self.signs(&[Sign::Comma, Sign::Dash, Sign::Colon], input);
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

    /// Reads `encircle a: always` under its heading, or the cards of the deck.
    pub(super) fn tactics_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
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
    pub(super) fn tactic_ability(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let key = self.before_colon(input).ok_or(EmptyError)?;
        let said = self.line.text(key.from, key.to);
        let (card, letter) = card_and_letter(&said);
        // A number with a letter may be anything; the name of a card says what is meant.
        if letter.is_none() || !card.contains(char::is_alphabetic) || self.tactics.known(card).is_none() {
            return Err(EmptyError);
        }
        Ok(Wish::North { section: Section::Tactics, key: Some(key), value: self.value(input)? })
    }

    /// Reads `16a wall east`, `12b on Call to Arms a`, `Call to Arms a in Thenn`: the number or the whole title of a card with
    /// a letter, at the beginning of a line. One word with a letter behind it may be anything.
    pub(super) fn tactic_ability_bare(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        const LONGEST: usize = 8;
        let from = self.at(input);
        // "Yes, 12b on Call to Arms a".
        let parts = |token: &Token| matches!(token.sign, Some(Sign::Comma | Sign::Semicolon | Sign::Stop));
        if from > 0 && !self.line.tokens.get(from - 1).is_some_and(parts) {
            return Err(EmptyError);
        }
        let end = self.line.tokens.len();
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
    pub(super) fn play_tactic(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        self.word(Word::Card, input)?;
        self.colon(input);
        self.article(input);
        // "Play tactic call to arms", "play the tactic card Ambush".
        if let Some(heading) = self.lexicon.sections.get(&Heading::Tactic) {
            let _ = attempt(input, |input| self.form(heading, input));
            self.colon(input);
        }
        let from = self.at(input);
        while self.at(input) < self.line.tokens.len()
            && self.signs(&[Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::And], &mut input.clone()).is_err()
        {
            self.skip(1, input);
        }
        let value = self.run(from, input);
        let name = self.name_of(value).join(" ");
        if name.is_empty() || self.cards.known(&name).is_some() {
            return Err(EmptyError);
        }
        if self.tactics.known(&name).is_none() {
            return self.tactic_on(value).ok_or(EmptyError);
        }
        Ok(Wish::North { section: Section::Tactic, key: None, value })
    }

    /// Reads `Ambush` or `Ambush, both`, alone in its line.
    pub(super) fn tactic_bare(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if self.at(input) != 0 {
            return Err(EmptyError);
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

    /// Reads a gift under its heading: `1 barrel`, `power: 2`, `the Watch: 3 points`, `none`.
    pub(super) fn gift_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let none = attempt(input, |input| {
            let run = self.word(Word::None, input)?;
            if input.eof_offset() == 0 { Ok(run) } else { Err(EmptyError) }
        });
        if let Ok(run) = none {
            return Ok(Wish::Nothing(Section::Gifts, run));
        }
        let _ = self.word(Word::Give, input);
        let before = attempt(input, |input| {
            let _ = self.words(&[Word::To, Word::For], input);
            self.receiver(input)
        });
        let before = before.ok();
        self.colon(input);
        let (what, name, number, count) = self.given(input)?;
        let behind = attempt(input, |input| {
            self.words(&[Word::To, Word::For], input)?;
            self.receiver(input)
        });
        Ok(Wish::Gift { what, name, number, count, to: before.or(behind.ok()).flatten() })
    }

    /// Reads `give the Watch 2 power`, `1 barrel to the Watch`. Without a verb, "2 power for the Watch" is a bid against the
    /// wildlings.
    pub(super) fn gift(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let mut said = input.clone();
        if self.word(Word::Give, &mut said).is_err() {
            self.given(&mut said)?;
            self.word(Word::To, &mut said)?;
            self.word(Word::Watch, &mut said)?;
        }
        if self.lexicon.gifts.is_empty() { Err(EmptyError) } else { self.gift_alone(input) }
    }

    /// Reads `give the Wildlings`, in games of the north: a gift to a side, be it one that gets none.
    pub(super) fn gives_to_side(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        self.tactics.all().next().ok_or(EmptyError)?;
        self.word(Word::Give, input)?;
        let _ = self.words(&[Word::To, Word::For], input);
        self.receiver(input).map(|_| ())
    }

    /// Reads words that say how much is bid, or given to whom, whatever else stands behind them: such an amount is a secret.
    pub(super) fn amount_said(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        if self.gives_to_side(&mut input.clone()).is_ok() {
            return Ok(());
        }
        let bid = attempt(&mut input.clone(), |input| {
            self.word(Word::Bid, input)?;
            self.colon(input);
            self.number(input)
        });
        if bid.is_ok() {
            return Ok(());
        }
        if self.sum_said(input) {
            return Ok(());
        }
        self.given(input)?;
        self.words(&[Word::To, Word::For, Word::At], input)?;
        self.receiver(input).map(|_| ())
    }

    /// Returns `true` for a short line with a number, something that can be given, and the Watch, in any order: "the Watch gets 2 of
    /// my power".
    fn sum_said(&self, input: &Tokens<'_>) -> bool {
        const LONGEST: usize = 9;
        if self.lexicon.gifts.is_empty() || input.eof_offset() > LONGEST {
            return false;
        }
        let (mut number, mut gift, mut watch) = (false, false, false);
        let mut here = input.clone();
        while here.eof_offset() > 0 {
            number |= self.number(&mut here.clone()).is_ok();
            gift |= self.lexicon.gifts.values().any(|forms| self.form(forms, &mut here.clone()).is_ok());
            watch |= self.word(Word::Watch, &mut here.clone()).is_ok();
            self.skip(1, &mut here);
        }
        number && gift && watch
    }

    /// Reads who is given something: the Watch, or a house, which a gift cannot be for.
    fn receiver(&self, input: &mut Tokens<'_>) -> Parsed<Option<(Seat, Run)>> {
        if self.word(Word::Watch, input).is_ok() { Ok(None) } else { self.house(input).map(Some) }
    }

    /// Reads `2 power`, `a barrel`, `power: 2`: what, its name, the number as it is written, the number.
    fn given(&self, input: &mut Tokens<'_>) -> Parsed<(String, Run, Run, u16)> {
        let number = |input: &mut Tokens<'_>| {
            let from = self.at(input);
            let count = match self.number(input) {
                Ok(count) => count,
                Err(_) if self.word(Word::Single, input).is_ok() => 1,
                Err(_) => self.words(&[Word::None, Word::No], input).map(|_| 0)?,
            };
            Ok((self.run(from, input), count))
        };
        let kind = |input: &mut Tokens<'_>| {
            let mut all = self.lexicon.gifts.iter();
            let found = all.find_map(|(id, forms)| Some((id.clone(), self.form(forms, input).ok()?)));
            found.ok_or(EmptyError)
        };
        if let Ok(((run, count), (what, name))) = attempt(input, |input| Ok((number(input)?, kind(input)?))) {
            return Ok((what, name, run, count));
        }
        let (what, name) = kind(input)?;
        self.colon(input);
        let (run, count) = number(input)?;
        Ok((what, name, run, count))
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
