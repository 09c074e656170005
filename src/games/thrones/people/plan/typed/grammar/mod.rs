//! The small parts of entries: words of the table, names, orders, units. Each is read with all its spellings, and says
//! which tokens it is made of; what a name means is decided when the whole entry is known.

pub(super) mod abbreviated;
pub(super) mod anew;
pub(super) mod hurried;
pub(super) mod name_run;
pub(super) mod names;
pub(super) mod possessive;
pub(super) mod tokens;
pub(super) mod units;

use crate::games::thrones::data::{
    AreaSet, CardId, Form, Lexicon, OrderKind, Spellings, TacticId, Unit, Word,
};
use crate::games::thrones::people::plan::typed::answers::asked_for::Asked;
use crate::games::thrones::people::plan::words::Choice;
use crate::sheet::{Names, Renamed, is_near, tolerance};
use crate::table::Seat;
use names::Areas;
use tokens::{Line, Sign, Token, number};
use winnow::combinator::{alt, opt};
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};
use winnow::token::any;
use winnow::{Parser, Result};

pub(super) type Tokens<'t> = TokenSlice<'t, Token>;
pub(super) type Parsed<T> = Result<T, EmptyError>;

/// Some tokens of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub(super) from: usize,
    pub(super) to: usize,
}

/// An order as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OrderSaid {
    pub(super) run: Run,
    pub(super) kind: OrderKind,
    pub(super) star: bool,
    pub(super) bonus: Option<i16>,
    /// `true` if its word is misspelt.
    pub(super) guessed: bool,
}

impl OrderSaid {
    /// Returns `true` if nothing but a kind is said: the word may be a verb.
    pub(super) fn is_bare(&self) -> bool {
        !self.star && self.bonus.is_none()
    }
}

/// How many of which units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    Number(u16),
    All,
}

/// Units as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Units {
    pub(super) run: Run,
    /// `None` for all that are left.
    pub(super) kinds: Option<Vec<(Unit, Count)>>,
    /// How many these are, if they are counted and no kind is named.
    pub(super) number: Option<u16>,
}

/// What names can be in a line, and the line itself.
pub(super) struct Grammar<'c> {
    pub(super) seat: Seat,
    pub(super) lexicon: &'c Lexicon,
    pub(super) areas: &'c Areas,
    /// Where one's own units are.
    pub(super) own: AreaSet,
    /// Those of them with the order of a march that goes nowhere yet.
    pub(super) marching: AreaSet,
    pub(super) seats: &'c Names<Seat>,
    pub(super) cards: &'c Names<CardId>,
    pub(super) choices: &'c Names<Choice>,
    pub(super) tactics: &'c Names<TacticId>,
    /// The players, by whose names conditions may call their houses.
    pub(super) players: &'c Renamed,
    pub(super) asked: &'c Asked,
    pub(super) line: &'c Line,
}

/// Reads by a method of the grammar, and takes back what was read if it fails.
pub(super) fn attempt<'t, T>(
    input: &mut Tokens<'t>,
    read: impl FnOnce(&mut Tokens<'t>) -> Parsed<T>,
) -> Parsed<T> {
    let start = input.checkpoint();
    read(input).inspect_err(|_| input.reset(&start))
}

impl<'c> Grammar<'c> {
    pub(super) fn at(&self, input: &Tokens<'_>) -> usize {
        self.line.tokens.len() - input.eof_offset()
    }

    pub(super) fn run(&self, from: usize, input: &Tokens<'_>) -> Run {
        Run { from, to: self.at(input) }
    }

    /// Returns a run without the bracket and the exclamation marks behind it.
    pub(super) fn without_marks(&self, run: Run) -> Run {
        let is_mark = |at: &usize| {
            matches!(self.token(*at).and_then(|token| token.sign), Some(Sign::Close | Sign::Stop))
        };
        let marks = (run.from..run.to).rev().take_while(is_mark).count();
        Run { to: run.to - marks, ..run }
    }

    pub(super) fn token(&self, at: usize) -> Option<&Token> {
        self.line.tokens.get(at)
    }

    pub(super) fn skip(&self, number: usize, input: &mut Tokens<'_>) {
        for _ in 0..number {
            let _: Parsed<&Token> = any.parse_next(input);
        }
    }

    pub(super) fn sign(&self, sign: Sign, input: &mut Tokens<'_>) -> Parsed<()> {
        any.verify(|token: &Token| token.sign == Some(sign)).void().parse_next(input)
    }

    /// Reads one of some signs.
    pub(super) fn signs(&self, signs: &[Sign], input: &mut Tokens<'_>) -> Parsed<Sign> {
        any.verify_map(|token: &Token| token.sign.filter(|sign| signs.contains(sign))).parse_next(input)
    }

    /// Returns `true` if the words of a form stand at a place.
    pub(super) fn stands_at(&self, form: &Form, at: usize) -> bool {
        form.iter().enumerate().all(|(i, word)| {
            self.token(at + i).is_some_and(|token| token.sign.is_none() && token.folded == *word)
        })
    }

    /// Returns how many tokens the longest of some forms takes that stands at a place.
    pub(super) fn form_at(&self, forms: &Spellings, at: usize) -> Option<usize> {
        let first = self.token(at).filter(|token| token.sign.is_none())?;
        let fits = |form: &&Form| self.stands_at(form, at);
        forms.beginning_with(&first.folded).iter().find(fits).map(Vec::len)
    }

    /// Reads the longest of some forms.
    pub(super) fn form(&self, forms: &Spellings, input: &mut Tokens<'_>) -> Parsed<Run> {
        let from = self.at(input);
        let length = self.form_at(forms, from).ok_or(EmptyError)?;
        self.skip(length, input);
        Ok(self.run(from, input))
    }

    /// Returns `true` if words at a place say that an order is not given anew, or take back what was said.
    pub(super) fn takes_back(&self, at: usize) -> bool {
        let lexicon = self.lexicon;
        let forms = [
            &lexicon.unchanged,
            &lexicon.vague,
            &lexicon.passes,
            &lexicon.forgets,
            &lexicon.mistaken,
            &lexicon.not_used,
        ];
        forms.into_iter().any(|forms| self.form_at(forms, at).is_some())
    }

    pub(super) fn forms_of(&self, word: Word) -> &'c Spellings {
        self.lexicon.word(word)
    }

    /// Returns `true` if some tokens are one of the forms of a word.
    pub(super) fn word_is(&self, word: Word, run: Run) -> bool {
        self.form_at(self.forms_of(word), run.from).is_some_and(|length| run.from + length == run.to)
    }

    pub(super) fn word(&self, word: Word, input: &mut Tokens<'_>) -> Parsed<Run> {
        self.form(self.forms_of(word), input)
    }

    /// Reads the first of some words that is there.
    pub(super) fn words(&self, words: &[Word], input: &mut Tokens<'_>) -> Parsed<Word> {
        let found = words.iter().copied().filter_map(|word| {
            let forms = self.lexicon.words.get(&word)?;
            Some((self.form_at(forms, self.at(input))?, word))
        });
        // The longest wins, and of those the first.
        let best = found.reduce(|best, other| if other.0 > best.0 { other } else { best });
        let (length, word) = best.ok_or(EmptyError)?;
        self.skip(length, input);
        Ok(word)
    }

    pub(super) fn article(&self, input: &mut Tokens<'_>) {
        // "A new knight".
        while self.token(self.at(input)).is_some_and(|token| self.lexicon.articles.contains(&token.folded)) {
            self.skip(1, input);
        }
    }

    pub(super) fn number(&self, input: &mut Tokens<'_>) -> Parsed<u16> {
        any.verify_map(|token: &Token| number(self.lexicon, token)).parse_next(input)
    }

    /// Returns `true` for a word that says something else, where a name is cut or misspelt.
    pub(super) fn is_reserved(&self, folded: &str) -> bool {
        self.lexicon.reserved.contains(folded)
    }

    /// Reads the name of a house or its player.
    pub(super) fn house(&self, input: &mut Tokens<'_>) -> Parsed<(Seat, Run)> {
        self.article(input);
        let from = self.at(input);
        let runs = self.name_run(from);
        let found = runs
            .iter()
            .rev()
            .find_map(|(length, words)| Some((*length, self.seats.known(&words.join(" "))?)));
        let (length, seat) = found.ok_or(EmptyError)?;
        self.skip(length, input);
        Ok((seat, self.run(from, input)))
    }

    /// Reads the name of a house that is cut or misspelt, where nothing but houses can stand: `bar`, `Lanister`.
    pub(super) fn house_nearly(&self, input: &mut Tokens<'_>) -> Parsed<(Seat, Run)> {
        const LEAST: usize = 3;
        let from = self.at(input);
        let word = self.token(from).filter(|token| token.is_word()).ok_or(EmptyError)?.folded.as_str();
        let is_long = word.chars().count() >= LEAST && !self.is_reserved(word);
        let found = self.seats.begun(word).or_else(|| Some(self.seats.meant(word, |_| true)?.0));
        let seat = found.filter(|_| is_long).ok_or(EmptyError)?;
        self.skip(1, input);
        Ok((seat, self.run(from, input)))
    }

    /// Reads the name of a seat, plain or in the possessive: `Stark's`.
    pub(super) fn owner(&self, input: &mut Tokens<'_>) -> Parsed<Seat> {
        self.article(input);
        let word = self.token(self.at(input)).filter(|token| token.is_word()).ok_or(EmptyError)?;
        let plain = word.folded.strip_suffix('s').and_then(|plain| self.seats.known(plain));
        let seat = self.seats.known(&word.folded).or(plain).ok_or(EmptyError)?;
        self.skip(1, input);
        Ok(seat)
    }

    /// Reads the name of a House card of one's own, whole or in part.
    pub(super) fn card(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        self.article(input);
        let from = self.at(input);
        let runs = self.name_run(from);
        const LEAST: usize = 3;
        let is_cut = |words: &[&str]| matches!(words, [word] if word.chars().count() >= LEAST && self.cards.begun(word).is_some());
        let (length, _) = runs
            .iter()
            .rev()
            .find(|(_, words)| {
                let text = words.join(" ");
                self.cards.known(&text).is_some()
                    || self.cards.is_ambiguous(&text)
                    || !words.iter().any(|word| self.is_reserved(word))
                        && (self.cards.meant(&text, |_| true).is_some() || is_cut(words))
            })
            .ok_or(EmptyError)?;
        self.skip(*length, input);
        Ok(self.run(from, input))
    }

    /// Reads a kind of order; a misspelt word only if `guess`.
    pub(super) fn kind(&self, guess: bool, input: &mut Tokens<'_>) -> Parsed<(OrderKind, bool)> {
        for (kind, forms) in &self.lexicon.kinds {
            if self.form(forms, input).is_ok() {
                return Ok((*kind, false));
            }
        }
        let token = self.token(self.at(input)).filter(|token| guess && token.is_word()).ok_or(EmptyError)?;
        let letters = token.folded.chars().count();
        let near = |forms: &Spellings| {
            forms.iter().filter(|form| form.len() == 1).any(|form| {
                let most = tolerance(letters.min(form[0].chars().count()));
                most > 0 && is_near(&form[0], &token.folded, most)
            })
        };
        let mut kinds = self.lexicon.kinds.iter().filter(|(_, forms)| near(forms));
        match (kinds.next(), kinds.next()) {
            (Some((kind, _)), None) if !self.is_reserved(&token.folded) => {
                self.skip(1, input);
                Ok((*kind, true))
            }
            _ => Err(EmptyError),
        }
    }

    /// Reads an order: its kind, star and number in any sequence.
    pub(super) fn order(&self, guess: bool, input: &mut Tokens<'_>) -> Parsed<OrderSaid> {
        let from = self.at(input);
        let (mut kind, mut star, mut bonus, mut open) = (None, false, None, false);
        let (mut end, mut behind) = (from, input.checkpoint());
        loop {
            let start = input.checkpoint();
            if self.word(Word::LeavePower, input).is_ok() {
                input.reset(&start);
                break;
            }
            if kind.is_some() && self.words(&[Word::Bonus, Word::Too], input).is_ok() {
            } else if kind.is_none()
                && let Ok(found) = self.kind(guess, input)
            {
                kind = Some(found);
            } else if self.sign(Sign::Star, input).is_ok()
                || self.word(Word::Star, input).is_ok()
                || !star && kind.is_some() && attempt(input, |input| self.star_behind(input)).is_ok()
            {
                star = true;
            } else if bonus.is_none()
                && kind.is_none()
                && attempt(input, |input| self.even_march(input)).is_ok()
            {
                (kind, bonus) = (Some((OrderKind::March, false)), Some(0));
            } else if !star && attempt(input, |input| self.plain(kind.is_some(), input)).is_ok() {
            } else if bonus.is_none()
                && let Ok(found) = attempt(input, |input| self.bonus(kind.is_some(), input))
            {
                bonus = Some(found);
            } else if kind.is_some()
                && bonus.is_none()
                && let Ok(found) = attempt(input, |input| self.bonus_with(input))
            {
                bonus = Some(found);
            } else if !open
                && kind.is_some()
                && (bonus.is_none() || !star && self.is_star_in_brackets(input))
                && self.sign(Sign::Open, input).is_ok()
            {
                open = true;
            } else if open && self.sign(Sign::Comma, input).is_ok() {
            } else if open && self.sign(Sign::Close, input).is_ok() {
                open = false;
            } else {
                break;
            }
            if !open {
                (end, behind) = (self.at(input), input.checkpoint());
            }
        }
        // An opened bracket that holds something else is not part of the order.
        input.reset(&behind);
        let (kind, guessed) = kind.ok_or(EmptyError)?;
        Ok(OrderSaid { run: Run { from, to: end }, kind, star, bonus, guessed })
    }

    fn is_star_in_brackets(&self, input: &Tokens<'_>) -> bool {
        attempt(&mut input.clone(), |input| {
            self.sign(Sign::Open, input)?;
            self.sign(Sign::Star, input).or_else(|_| self.word(Word::Star, input).map(|_| ()))?;
            self.sign(Sign::Close, input)
        })
        .is_ok()
    }

    /// Reads that an order has no star; behind its kind a comma may part them: `consolidate, no star`.
    fn plain(&self, behind: bool, input: &mut Tokens<'_>) -> Parsed<()> {
        if behind {
            let _ = self.sign(Sign::Comma, input);
        }
        self.word(Word::Plain, input)?;
        if behind && self.kind(false, &mut input.clone()).is_ok() { Err(EmptyError) } else { Ok(()) }
    }

    /// Reads `plain march`, which is neither of the two with a bonus.
    fn even_march(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        self.word(Word::Even, input)?;
        let (kind, _) = self.kind(false, input)?;
        let numbered = self.bonus(true, &mut input.clone()).is_ok();
        if kind == OrderKind::March && !numbered { Ok(()) } else { Err(EmptyError) }
    }

    /// Reads `, with a star`, where no other order follows.
    pub(super) fn star_behind(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        self.sign(Sign::Comma, input)?;
        let _ = self.form(&self.lexicon.between, input);
        self.word(Word::Star, input)?;
        // "…, the star one for Harrenhal", of several.
        let of_one = attempt(&mut input.clone(), |input| {
            self.words(&[Word::For, Word::At, Word::To], input)?;
            self.place(input)
        });
        let other = of_one.is_ok() || self.kind(false, &mut input.clone()).is_ok();
        if other { Err(EmptyError) } else { Ok(()) }
    }

    /// Reads `with +1`, `on the +1`.
    fn bonus_with(&self, input: &mut Tokens<'_>) -> Parsed<i16> {
        self.words(&[Word::With, Word::At], input)?;
        self.article(input);
        self.bonus(false, input)
    }

    /// Reads `+1`, `-1`, `plus 1`; behind the kind also `1`, if no units follow.
    pub(super) fn bonus(&self, behind: bool, input: &mut Tokens<'_>) -> Parsed<i16> {
        // "M-1 footman", "march -1 ship": a dash that touches the number alone is a minus, whatever follows.
        let at = self.at(input);
        let tight = behind && self.token(at + 1).is_some_and(|token| token.glued);
        let sign = opt(alt((
            |input: &mut Tokens<'_>| self.sign(Sign::Plus, input).map(|()| 1),
            |input: &mut Tokens<'_>| self.sign(Sign::Dash, input).map(|()| -1),
            |input: &mut Tokens<'_>| self.word(Word::Plus, input).map(|_| 1),
            |input: &mut Tokens<'_>| self.word(Word::Minus, input).map(|_| -1),
        )))
        .parse_next(input)?;
        let spelt = self.word_is(Word::Minus, self.run(at, input));
        let number = self.number(input)?;
        // "On the zero" has no sign.
        if sign.is_none() && !behind && number > 0 {
            return Err(EmptyError);
        }
        let minus = sign == Some(-1) && (tight || behind && spelt);
        // "March 0 footman to Karhold": nobody sends no footmen. "March both men", "march 2 units" number these.
        let counts = |input: &mut Tokens<'_>| {
            self.unit(true, &mut input.clone()).is_ok() || self.soldiers(&mut input.clone()).is_ok()
        };
        if sign != Some(1) && !minus && number > 0 && counts(input) {
            return Err(EmptyError);
        }
        Ok(sign.unwrap_or(1) * i16::try_from(number).unwrap_or(99).min(99))
    }

    /// Reads a list with commas, "and" or "then" between its members.
    pub(super) fn list<'t, T>(
        &self,
        input: &mut Tokens<'t>,
        member: impl Fn(&mut Tokens<'t>) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        self.sign_or_nothing(Sign::Open, input);
        let mut all = vec![attempt(input, &member)?];
        while let Ok(next) = attempt(input, |input| {
            let first = self.word(Word::First, input).is_ok();
            let sign = self.signs(&[Sign::Comma, Sign::And, Sign::Slash, Sign::Arrow], input).is_ok();
            let word = self.words(&[Word::And, Word::Else], input).is_ok();
            let _ = self.words(&[Word::And, Word::Else], input);
            if sign || word || first { member(input) } else { Err(EmptyError) }
        }) {
            // "Kevan first and the Captain second".
            let _ = self.word(Word::Nth, input);
            all.push(next);
        }
        self.sign_or_nothing(Sign::Close, input);
        Ok(all)
    }
}
