//! The shapes of bids: for a track, for all of them, and in a wildling attack for a side or against it.

use super::Wish;
use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::language::WILDLINGS;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Sign, number};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use crate::sheet::{is_near, tolerance};
use winnow::error::EmptyError;
use winnow::stream::Stream;

impl Grammar<'_> {
    pub(in super::super) fn auction(&self, input: &mut Tokens<'_>) -> Parsed<(String, Run)> {
        self.article(input);
        let tables = &self.lexicon.auctions;
        let found = tables.iter().find_map(|(id, forms)| {
            let run = self.form(forms, &mut input.clone()).ok()?;
            Some((id.clone(), run))
        });
        let found = found.or_else(|| self.attack_named(input));
        let found = found.or_else(|| self.auction_nearly(input)).or_else(|| self.auction_letter(input));
        let (id, run) = found.ok_or(EmptyError)?;
        self.skip(run.to - run.from, input);
        Ok((id, run))
    }

    /// Finds the wildling attack by what it is, where bids in one are asked for: `1 in the attack`.
    fn attack_named(&self, input: &Tokens<'_>) -> Option<(String, Run)> {
        let run = self.word(Word::Attack, &mut input.clone()).ok()?;
        self.asked.bids.iter().any(|on| on == WILDLINGS).then(|| (WILDLINGS.to_owned(), run))
    }

    /// Finds the auction that a letter stands for, where bids are asked for: the `T` of `T 2, F 1, C 0`.
    fn auction_letter(&self, input: &Tokens<'_>) -> Option<(String, Run)> {
        let from = self.at(input);
        let letter = self.token(from).filter(|token| token.is_word() && token.folded.chars().count() == 1)?;
        let mut behind = input.clone();
        self.skip(1, &mut behind);
        let _ = self.signs(&[Sign::Colon, Sign::Dash], &mut behind);
        self.token(self.at(&behind)).filter(|token| token.number.is_some())?;
        let begins = |id: &&String| {
            let forms = self.lexicon.auctions.get(*id).into_iter().flatten();
            forms.into_iter().any(|form| form.len() == 1 && form[0].starts_with(&letter.folded))
        };
        let mut found = self.asked.bids.iter().filter(begins);
        let first = found.next()?;
        found.next().is_none().then(|| (first.clone(), Run { from, to: from + 1 }))
    }

    /// Finds the auction whose name is misspelt here.
    fn auction_nearly(&self, input: &Tokens<'_>) -> Option<(String, Run)> {
        let from = self.at(input);
        let near = |form: &Vec<String>| {
            let name = form.concat();
            let here = self.name_of(Run { from, to: from + form.len() });
            let letters = here.concat().chars().count().min(name.chars().count());
            let most = tolerance(letters);
            here.len() == form.len() && most > 0 && is_near(&name, &here.concat(), most)
        };
        let mut found = self.lexicon.auctions.iter().filter_map(|(id, forms)| {
            let form = forms.iter().find(|form| near(form))?;
            Some((id.clone(), Run { from, to: from + form.len() }))
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Reads `the others 0`, and behind a bid `nothing else`.
    pub(in super::super) fn bid_others(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let at = self.at(input);
        // Behind an order it would be a remark.
        let is_bid = |from| self.lexicon.auctions.values().any(|forms| self.form_at(forms, from).is_some());
        if !self.asked.bids.is_empty()
            && (0..at).any(is_bid)
            && let Ok(number) = self.word(Word::NoneElse, input)
        {
            return Ok(Wish::BidOthers { number, power: 0, rest: true, tracks: false });
        }
        // "One on each of the others".
        if let Ok(((number, power), tracks)) = attempt(input, |input| {
            let _ = self.word(Word::Bid, input);
            let amount = self.amount(input)?;
            // "2 each for the others".
            let each = self.word(Word::Each, input).is_ok();
            let to = self.words(&[Word::For, Word::At, Word::To], input).is_ok();
            let each = each | self.words(&[Word::Each, Word::All], input).is_ok();
            // "5 court, 0 rest".
            if !to && !each && !(0..at).any(is_bid) {
                return Err(EmptyError);
            }
            let of_tracks = self.word(Word::Tracks, input).is_ok();
            if !of_tracks {
                self.words(&[Word::Others, Word::Rest], input)?;
            }
            // "1 on each of the other two".
            let tracks = self.asked.bids.iter().filter(|on| *on != WILDLINGS).count();
            let _ = attempt(input, |input| {
                if usize::from(self.number(input)?) + 1 == tracks { Ok(()) } else { Err(EmptyError) }
            });
            Ok((amount, of_tracks))
        }) {
            return Ok(Wish::BidOthers { number, power, rest: true, tracks });
        }
        let rest = self.at(input);
        let tracks = self.word(Word::Tracks, input).is_ok();
        if !tracks {
            self.words(&[Word::Others, Word::Rest], input)?;
        }
        // "Pyke: footman, rest nothing" is of what is mustered.
        // So it is alone on its line, where no track is bid for.
        let no_track = !self.asked.bids.iter().any(|on| on != WILDLINGS);
        let is_of_a_muster = !self.asked.muster.is_empty() && (rest > 0 || no_track);
        if (is_of_a_muster || no_track && !self.asked.bids.is_empty()) && !(0..rest).any(is_bid) {
            return Err(EmptyError);
        }
        // "The other two 1 each".
        let on = self.asked.bids.iter().filter(|on| *on != WILDLINGS).count();
        let _ = attempt(input, |input| {
            let is_all = usize::from(self.number(input)?) + 1 == on;
            let more = self.token(self.at(input)).is_some_and(|token| number(self.lexicon, token).is_some());
            if is_all && more { Ok(()) } else { Err(EmptyError) }
        });
        self.colon(input);
        // "The others get nothing".
        let _ = self.words(&[Word::Raise, Word::Shall], input);
        let (number, power) = self.amount(input)?;
        let _ = self.word(Word::Each, input);
        Ok(Wish::BidOthers { number, power, rest: true, tracks })
    }

    /// Reads all the power that a house has, where bids are asked for: `everything`, `all my power`, `all 5` of 5.
    pub(in super::super) fn everything(&self, input: &mut Tokens<'_>) -> Parsed<(Run, u16)> {
        let from = self.at(input);
        let power = self.asked.power;
        self.word(Word::All, input)?;
        self.article(input);
        let open = self.sign(Sign::Open, input).is_ok();
        let said = attempt(input, |input| self.amount(input));
        if open {
            self.sign(Sign::Close, input)?;
        }
        let forms = self.lexicon.kinds.iter().filter(|(kind, _)| kind.id() == "consolidate");
        let _ = forms.map(|(_, forms)| self.form(forms, input)).next();
        let number = self.run(from, input);
        // Beside another bid it would not be all.
        let mut before = self.line.tokens.iter().take(from);
        let alone = !before.any(|token| token.number.is_some());
        let is_all = said.is_ok_and(|(_, said)| said == power) || said.is_err() && alone;
        if self.asked.bids.is_empty() || !is_all { Err(EmptyError) } else { Ok((number, power)) }
    }

    pub(in super::super) fn amount(&self, input: &mut Tokens<'_>) -> Parsed<(Run, u16)> {
        let from = self.at(input);
        // "3 power", and not the letter of another track.
        let power = |input: &mut Tokens<'_>| {
            let forms = self.lexicon.kinds.iter().filter(|(kind, _)| kind.id() == "consolidate");
            let run = forms.map(|(_, forms)| self.form(forms, input)).next().unwrap_or(Err(EmptyError))?;
            if self.name_of(run).concat().chars().count() > 1 { Ok(run) } else { Err(EmptyError) }
        };
        let none = |input: &mut Tokens<'_>| {
            if self.word(Word::None, input).is_ok() {
                return Ok(0);
            }
            // "No power on the throne".
            self.word(Word::No, input)?;
            power(&mut input.clone()).map(|_| 0)
        };
        let number = self.number(input).or_else(|_| attempt(input, none))?;
        let run = self.run(from, input);
        if attempt(input, power).is_err() {
            let _ = self.word(Word::Coin, input);
        }
        let _ = self.word(Word::Bonus, input);
        // "Three coins from Winterfell", where bids are asked for.
        let _ = attempt(input, |input| {
            self.word(Word::From, input)?;
            self.place(input)?;
            if self.asked.bids.is_empty() { Err(EmptyError) } else { Ok(()) }
        });
        Ok((run, number))
    }

    /// Reads `bid 3 for the throne`, `2 on fiefdoms`, `Court: 0`, `wildlings: 2 for the Watch`.
    pub(in super::super) fn bid(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        // "Skip the fiefdoms".
        if let Ok((number, (auction, name))) = attempt(input, |input| {
            let from = self.at(input);
            self.word(Word::Skip, input)?;
            let number = self.run(from, input);
            let (auction, name) = self.auction(input)?;
            // "Forget it" names no throne.
            let is_spelt = self.name_of(name).concat().chars().count() > 2;
            if is_spelt { Ok((number, (auction, name))) } else { Err(EmptyError) }
        }) {
            return Ok(Wish::Bid { auction, name, number, power: 0, side: None });
        }
        // "Only 1 on the Fiefdoms".
        let _ = self.word(Word::Only, input);
        // "Winterfell sends two coins to the Wall".
        let sent = attempt(input, |input| {
            self.place(input)?;
            if self.asked.bids.is_empty() { Err(EmptyError) } else { self.word(Word::Give, input) }
        });
        let is_sent = sent.is_ok();
        if self.words(&[Word::Bid, Word::Stake], input).is_ok() {
            self.colon(input);
        }
        let all = attempt(input, |input| self.everything(input));
        let is_all = all.is_ok();
        if let Ok((number, power)) = all.or_else(|_| attempt(input, |input| self.amount(input))) {
            let word =
                self.words(&[Word::InFavour, Word::Against, Word::For, Word::At, Word::To], input).ok();
            let _ = self.signs(&[Sign::Colon, Sign::Dash], input);
            let (auction, name) = self.auction(input)?;
            let side = self.attack_side(&auction, input).or(word.map(|word| (word, name)));
            // "Four for the throne rather than three".
            let _ = attempt(input, |input| {
                let _ = self.sign(Sign::Comma, input);
                self.words(&[Word::InsteadOf, Word::NotTo], input)?;
                self.amount(input)
            });
            // "Everything on the court, 2 on the throne" cannot be both.
            let mut behind = self.line.tokens.iter().skip(self.at(input));
            if is_all && behind.any(|token| token.number.is_some()) {
                return Err(EmptyError);
            }
            return Ok(Wish::Bid { auction, name, number, power, side });
        }
        if is_sent {
            return Err(EmptyError);
        }
        // "Make the throne 4", "raise the court to 3".
        let is_made = !self.asked.bids.is_empty() && self.word(Word::Raise, input).is_ok();
        let word = self.words(&[Word::InFavour, Word::Against, Word::For, Word::At], input).ok();
        self.sign_or_nothing(Sign::Open, input);
        let (auction, name) = self.auction(input)?;
        self.sign_or_nothing(Sign::Close, input);
        let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Open], input);
        // "My bid for the throne is 2".
        let _ = self.word(Word::Shall, input);
        if is_made {
            let _ = self.word(Word::To, input);
        }
        // "For the throne I offer 2".
        let _ = attempt(input, |input| {
            let _ = self.form(&self.lexicon.openings, input);
            self.word(Word::Bid, input)
        });
        let (number, power) = self.amount(input)?;
        self.sign_or_nothing(Sign::Close, input);
        let side = self.attack_side(&auction, input).or(word.map(|word| (word, name)));
        Ok(Wish::Bid { auction, name, number, power, side })
    }

    /// Reads one bid for each of several: `nothing for throne, fiefs and court`, `throne and court: 1 each`.
    pub(in super::super) fn bids_on(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if self.word(Word::Bid, input).is_ok() {
            self.colon(input);
        }
        let before = attempt(input, |input| self.amount(input)).ok();
        let _ = self.word(Word::Each, input);
        let _ = self.words(&[Word::For, Word::At, Word::To], input);
        let on = self.list(input, |input| self.auction(input))?;
        let separate = self.signs(&[Sign::Colon, Sign::Dash], input).is_ok();
        let behind = attempt(input, |input| self.amount(input)).ok();
        let _ = self.word(Word::Each, input);
        match (before, behind) {
            // "3 for the throne, fiefdoms 2": the last has a bid of its own.
            (Some((number, power)), None) | (None, Some((number, power))) if on.len() > 1 => {
                if before.is_some() && separate {
                    Err(EmptyError)
                } else {
                    Ok(Wish::BidsOn { on, number, power })
                }
            }
            _ => Err(EmptyError),
        }
    }

    /// Reads the side that a bid in a wildling attack is for or against, behind the bid.
    fn attack_side(&self, auction: &str, input: &mut Tokens<'_>) -> Option<(Word, Run)> {
        attempt(input, |input| {
            let _ = self.sign(Sign::Comma, input);
            let word = self.words(&[Word::InFavour, Word::Against], input)?;
            let (other, name) = self.auction(input)?;
            if auction == WILDLINGS && other == WILDLINGS { Ok((word, name)) } else { Err(EmptyError) }
        })
        .ok()
    }

    /// Reads `bids 3/2/0`.
    pub(in super::super) fn bids(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        self.word(Word::Bid, input)?;
        self.colon(input);
        self.bids_alone(input)
    }

    pub(in super::super) fn bids_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        // "0 for all", "all 0", "1 each", "none".
        if let Ok((number, power)) = attempt(input, |input| {
            let before = self.words(&[Word::All], input).is_ok();
            self.colon(input);
            let amount = self.amount(input)?;
            let behind = attempt(input, |input| {
                let _ = self.words(&[Word::For, Word::At], input);
                let said = self.words(&[Word::All, Word::Each], input)?;
                // "1 each for all three".
                let _ = attempt(input, |input| {
                    let _ = self.words(&[Word::For, Word::At], input);
                    self.words(&[Word::All, Word::Each], input)?;
                    let tracks = self.asked.bids.len();
                    if usize::from(self.number(input)?) == tracks { Ok(()) } else { Err(EmptyError) }
                });
                Ok(said)
            });
            let alone = amount.1 == 0 && input.eof_offset() == 0;
            if before || behind.is_ok() || alone { Ok(amount) } else { Err(EmptyError) }
        }) {
            // Nothing is for all that is asked; "1 each" is for the tracks.
            return Ok(Wish::BidOthers { number, power, rest: false, tracks: power > 0 });
        }
        let mut numbers = vec![self.amount(input)?];
        let mut apart = true;
        while let Ok((sign, next)) = attempt(input, |input| {
            let sign = self.signs(&[Sign::Slash, Sign::Comma, Sign::Dash], input).is_ok();
            let amount = self.amount(input)?;
            // "bids 1 0 0, 1 for the wildlings": the last is a bid by itself.
            let mut behind = input.clone();
            let named =
                self.words(&[Word::For, Word::At], &mut behind).is_ok() && self.auction(&mut behind).is_ok();
            if named { Err(EmptyError) } else { Ok((sign, amount)) }
        }) {
            apart &= sign;
            numbers.push(next);
        }
        if numbers.len() < 2 || attempt(&mut input.clone(), |input| self.auction(input)).is_ok() {
            return Err(EmptyError);
        }
        Ok(Wish::Bids { numbers, apart })
    }
}
