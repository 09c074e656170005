//! What tells an order that cannot be read from prose.

pub(super) mod adverbs;
pub(super) mod clauses;
pub(super) mod example;
pub(super) mod lead_in;
pub(super) mod leading;
pub(super) mod left_over;
pub(super) mod long_lines;
pub(super) mod parts;
pub(super) mod picked_out;
mod pieces;
pub(super) mod read_part;
pub(super) mod reasons;
pub(super) mod remark;
pub(super) mod secret;
pub(super) mod sentences;
pub(super) mod stretched;
pub(super) mod talk;
pub(super) mod told_apart;
pub(super) mod wanting;

#[cfg(test)]
mod clause_tests;
#[cfg(test)]
mod spoken_tests;
#[cfg(test)]
mod wanting_tests;

use crate::games::thrones::data::{Form, Heading, Spellings, Word};
use crate::games::thrones::editions::north::DECKS;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::shapes::Under;
use crate::games::thrones::people::plan::typed::tree::Entry;
use crate::sheet::{Fault, fold, is_near, tolerance};
use example::unclear;
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

/// The most words unknown here of a line that is still asked back; with more it is prose.
const MOST_FOREIGN: usize = 2;
/// The most words of the name of an area.
const MOST_WORDS: usize = 5;

impl Reader<'_> {
    /// Returns the number of words in a run that are neither in the table nor names.
    fn foreign(&self, grammar: &Grammar<'_>, run: Run) -> usize {
        let tokens = grammar.line.tokens.iter().take(run.to).skip(run.from).filter(|token| token.is_word());
        // A common word speaks for prose more than a name that nobody knows.
        let weight = |word: &str| match () {
            () if self.knows(grammar, word) => 0,
            () if self.lexicon.common.contains(word) => 2,
            () => 1,
        };
        tokens.map(|token| weight(&token.folded)).sum()
    }

    /// Returns `true` if a run says that something is not, or only might be.
    pub(super) fn denies(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(run.from, &mut tokens);
        while grammar.at(&tokens) < run.to {
            if grammar.words(&[Word::Not, Word::Might], &mut tokens.clone()).is_ok()
                && grammar.words(&[Word::NoBlade, Word::Never], &mut tokens.clone()).is_err()
            {
                return true;
            }
            grammar.skip(1, &mut tokens);
        }
        false
    }

    fn knows(&self, grammar: &Grammar<'_>, word: &str) -> bool {
        if let Some(known) = self.known.borrow().get(word) {
            return *known;
        }
        let known = self.has_word(grammar, word);
        self.known.borrow_mut().insert(word.to_owned(), known);
        known
    }

    fn has_word(&self, grammar: &Grammar<'_>, word: &str) -> bool {
        let lexicon = self.lexicon;
        let forms = lexicon.words.values().chain(lexicon.units.values()).chain(lexicon.auctions.values());
        let forms = forms.chain(lexicon.gifts.values());
        let forms = forms.chain(lexicon.kinds.iter().map(|(_, forms)| forms)).flatten();
        let mut forms = forms.chain(&lexicon.openings).chain(&lexicon.closings);
        let is_common = lexicon.common.contains(word);
        forms.any(|form| (form.len() == 1 || !is_common) && form.iter().any(|known| known == word))
            || lexicon.articles.iter().any(|known| known == word)
            || grammar.areas.could_be(&[word]) && word.chars().count() > 2
            || self.seats.known(word).is_some()
            || self.words.tactics().all().any(|card| card.split_whitespace().any(|part| fold(part) == word))
            || lexicon.numbers.contains_key(word)
    }

    /// Returns `true` for a word that is neither in the table nor a name, nor one of common speech. What the table has only as a part of
    /// several words, such as "night" for the Night's Watch, is known where the others stand beside it.
    pub(super) fn is_unknown(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        const LONGEST: usize = 5;
        let Some(token) = grammar.token(at).filter(|token| token.is_word()) else { return false };
        let word = token.folded.as_str();
        let lexicon = self.lexicon;
        let covers = |forms: &Spellings| {
            (at.saturating_sub(LONGEST)..=at)
                .any(|from| grammar.form_at(forms, from).is_some_and(|length| from + length > at))
        };
        let forms = lexicon.words.values().chain(lexicon.units.values()).chain(lexicon.auctions.values());
        let forms = forms.chain(lexicon.gifts.values()).chain(lexicon.sections.values());
        let forms = forms.chain(lexicon.kinds.iter().map(|(_, forms)| forms));
        let mut forms = forms.chain([&lexicon.openings, &lexicon.closings, &lexicon.polite]);
        let is_spoken = lexicon.common.contains(word)
            || forms.any(covers)
            || lexicon.articles.iter().any(|known| known == word)
            || lexicon.numbers.contains_key(word);
        let is_area = grammar.areas.could_be(&[word]) && word.chars().count() > 2;
        !is_spoken
            && !is_area
            && self.seats.known(word).is_none()
            && self.words.cards().known(word).is_none()
            && !self.words.tactics().all().any(|card| card.split_whitespace().any(|part| fold(part) == word))
    }

    /// Returns `true` if a run asks or denies nothing, and holds hardly a word that is not of this table.
    pub(super) fn is_like_orders(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        self.is_plain(grammar, run) && self.foreign(grammar, run) <= MOST_FOREIGN
    }

    /// Returns `true` if a run asks and denies nothing.
    pub(super) fn is_plain(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        let asks = grammar.line.tokens.iter().take(run.to).skip(run.from).any(|token| token.raw == "?");
        !asks && !self.denies(grammar, run)
    }

    /// Returns `true` if a run has a verb and a place of the game, and no word that is of nothing else.
    fn is_nothing_else(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        const VERBS: &[Word] = &[Word::March, Word::Raid, Word::Support, Word::Retreat, Word::Muster];
        let (mut verb, mut place) = (false, false);
        for from in run.from..run.to {
            let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens[..run.to]);
            grammar.skip(from, &mut tokens);
            verb |= grammar.words(VERBS, &mut tokens.clone()).is_ok();
            place |= grammar.place(&mut tokens).is_ok_and(|found| found.from == from);
        }
        verb && place && self.foreign(grammar, run) == 0
    }

    /// Returns `true` for a condition with a card of one's own or an order behind it, which the plan has no place for: `if Greyjoy
    /// attacks me at Moat Cailin: card Eddard`.
    fn is_conditional(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) -> bool {
        const IF: &[Word] = &[Word::If, Word::Unless, Word::Attacking, Word::Defending, Word::IfLost];
        if grammar.words(IF, input).is_err() {
            return false;
        }
        std::iter::from_fn(|| {
            grammar.skip(1, input);
            (input.eof_offset() > 0).then(|| input.clone())
        })
        .any(|rest| {
            let card = attempt(&mut rest.clone(), |input| {
                grammar.word(Word::Card, input)?;
                let _ = grammar.sign(Sign::Colon, input);
                grammar.card(input)
            });
            let order = attempt(&mut rest.clone(), |input| {
                grammar.signs(&[Sign::Comma, Sign::Colon], input)?;
                grammar.shape(Under::Nothing, input)?;
                if input.eof_offset() == 0 { Ok(()) } else { Err(EmptyError) }
            });
            // "If wildlings attack bid 2".
            let bid = attempt(&mut rest.clone(), |input| {
                grammar.word(Word::Bid, input)?;
                grammar.colon(input);
                grammar.number(input)
            });
            card.is_ok() || order.is_ok() || bid.is_ok()
        })
    }

    /// Asks back a run, with an example of what it seems to be about.
    pub(super) fn unclear(&mut self, grammar: &Grammar<'_>, run: Run) {
        let why = unclear(self.board, self.seat, grammar, run);
        let heading = self.heading(grammar).or_else(|| self.bare_heading(grammar));
        let headed =
            matches!(heading, Some((Heading::Tactic | Heading::Tactics, _))) && self.board.stage > DECKS;
        let why = match () {
            () if headed || self.is_of_a_tactic(grammar, run) => {
                why.with("tactic", self.tactic_for_example(grammar, run))
            }
            () => why,
        };
        // Only reasons that change nothing are left out: others may be conditions.
        let in_brackets = |at: usize| {
            let mut signs =
                (run.from + 1..=at).filter_map(|at| grammar.token(at).and_then(|token| token.sign));
            signs.rfind(|sign| matches!(sign, Sign::Open | Sign::Close)) == Some(Sign::Open)
        };
        let fault = match self.unknown_word(grammar, run) {
            Some(at) => {
                let why = if in_brackets(at) { why.with("aside", true) } else { why };
                let why = why.with("word", grammar.line.text(at, at + 1));
                Fault::error(grammar.line.span(at, at + 1), why)
            }
            None => match self.read_to(grammar, run) {
                Some((to, rest)) => {
                    let why = if in_brackets(rest) { why.with("aside", true) } else { why };
                    let why = why
                        .with("read", grammar.line.text(run.from, to))
                        .with("rest", grammar.line.text(rest, run.to));
                    Fault::error(grammar.line.span(rest, run.to), why)
                }
                None => Fault::error(grammar.line.span(run.from, run.to), why),
            },
        };
        self.faults.push(fault);
    }

    /// Returns the first of few words of a run that nobody here knows: for want of it the others say nothing.
    fn unknown_word(&self, grammar: &Grammar<'_>, run: Run) -> Option<usize> {
        // "KW" is Kingswood: what abbreviates the name of an area is not to blame for what is behind it.
        let is_short = |at: usize| {
            grammar.token(at).is_some_and(|token| grammar.areas.could_be(&[token.folded.as_str()]))
        };
        // "Forget Riverrun. Stoney Sept defense": what takes something back is known, and not what is amiss.
        let takes_back = |at: usize| {
            let forms = [&self.lexicon.forgets, &self.lexicon.retractions, &self.lexicon.mistaken];
            forms.into_iter().any(|forms| grammar.form_at(forms, at).is_some())
        };
        let is_unknown = |at: &usize| self.is_unknown(grammar, *at) && !is_short(*at) && !takes_back(*at);
        let mut unknown = (run.from..run.to).filter(is_unknown);
        let first = unknown.next()?;
        let all: Vec<usize> = std::iter::once(first).chain(unknown).collect();
        // "Suport highgarden xyzzy": a word that is as good as one of the table is not what is amiss, if another is.
        let amiss = all.iter().copied().find(|at| !self.is_nearly_known(grammar, *at));
        (all.len() <= MOST_FOREIGN + usize::from(amiss.is_some_and(|at| at != first)))
            .then_some(amiss.unwrap_or(first))
    }

    /// Returns `true` for a word that is part of a misspelt name of an area, or nearly the name of an order or of units.
    fn is_nearly_known(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        let Some(token) = grammar.token(at) else { return false };
        let of_area = (at.saturating_sub(MOST_WORDS)..=at).any(|from| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
            grammar.skip(from, &mut tokens);
            grammar.place(&mut tokens).is_ok_and(|place| (place.from..place.to).contains(&at))
        });
        let near = |form: &Form| {
            let [known] = form.as_slice() else { return false };
            let most = tolerance(token.folded.chars().count().min(known.chars().count()));
            most > 0 && is_near(known, &token.folded, most)
        };
        let forms = self.lexicon.units.values().chain(self.lexicon.kinds.iter().map(|(_, forms)| forms));
        of_area || forms.flatten().any(near)
    }

    /// Returns the name of the tactic card that a run names, or else of one in the hand, or of the first there is.
    fn tactic_for_example(&self, grammar: &Grammar<'_>, run: Run) -> String {
        let said = fold(&grammar.line.text(run.from, run.to));
        if let Some(title) = self.words.tactics().all().find(|title| said.contains(&fold(title))) {
            return title.to_owned();
        }
        let hand = self.board.north.as_ref().and_then(|north| north.side(self.seat).hand.iter().next());
        let named =
            self.board.world.north.as_ref().zip(hand).map(|(north, card)| north.tactic(card).name.clone());
        named.or_else(|| self.words.tactics().all().next().map(str::to_owned)).unwrap_or_default()
    }

    /// Returns `true` for a run that begins with a tactic card: its title with a sign behind it, or `tactic` and its name.
    fn is_of_a_tactic(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        const LONGEST: usize = 5;
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(run.from, &mut tokens);
        self.openings(grammar, &mut tokens);
        let forms = |heading| self.lexicon.section(heading);
        let headed = [Heading::Tactic, Heading::Tactics]
            .into_iter()
            .any(|heading| grammar.form(forms(heading), &mut tokens).is_ok());
        let _ = grammar.signs(&[Sign::Colon, Sign::Dash], &mut tokens);
        let from = grammar.at(&tokens);
        (from + 1..=run.to.min(from + LONGEST)).any(|to| {
            let said = fold(&grammar.line.text(from, to));
            let is_title = self.words.tactics().all().any(|title| fold(title) == said);
            let sign = grammar.token(to).and_then(|token| token.sign);
            let parted = matches!(sign, Some(Sign::Colon | Sign::Dash | Sign::Comma | Sign::Arrow));
            parted
                && (is_title || headed && self.words.tactics().known(&grammar.line.text(from, to)).is_some())
        })
    }

    /// Returns `true` if a run begins with an area of one's own, and ends with an order or a verb and another area: `Storrolds pt
    /// supports Giants Stairs`.
    fn is_of_an_own_area(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        const VERBS: &[Word] = &[Word::March, Word::Raid, Word::Support, Word::Retreat, Word::Muster];
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens[..run.to]);
        grammar.skip(run.from, &mut tokens);
        self.openings(grammar, &mut tokens);
        let begins = grammar.is_own(&mut tokens);
        begins
            && (grammar.at(&tokens)..run.to).any(|from| {
                let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens[..run.to]);
                grammar.skip(from, &mut tokens);
                let verb = grammar.words(VERBS, &mut tokens).is_ok();
                let _ = grammar.words(&[Word::To, Word::At, Word::From], &mut tokens);
                let place = grammar.place(&mut tokens).is_ok();
                while grammar.form(&self.lexicon.closings, &mut tokens).is_ok() {}
                verb && place && grammar.at(&tokens) == run.to
            })
    }

    /// Returns `true` for what stands below a letter: polite words alone, or an initial such as "F.", never a whole entry.
    pub(super) fn is_a_closing(&self, grammar: &Grammar<'_>, whole: Run) -> bool {
        // "Kind regards," has its comma.
        let is_mark = |token: &Token| matches!(token.sign, Some(Sign::Comma | Sign::Stop));
        let polite = grammar
            .form_at(&self.lexicon.polite, 0)
            .and_then(|length| grammar.line.tokens.get(length..whole.to))
            .is_some_and(|rest| rest.iter().all(is_mark));
        let is_letter = |token: &Token| token.is_word() && token.raw.chars().count() == 1;
        let initial = whole.to == 1 && grammar.line.tokens.iter().all(is_letter);
        grammar.line.number.is_none() && whole.to > 0 && (polite || initial)
    }

    /// Returns `true` for a few words of no common speech with an order behind them: `bw bay def`.
    fn is_order_of_a_place(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        const SPELT: usize = 3;
        let order = (run.from + 1..run.to.min(run.from + 1 + MOST_WORDS)).find(|at| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens[..run.to]);
            grammar.skip(*at, &mut tokens);
            let spelt = grammar.token(*at).is_some_and(|token| token.folded.chars().count() >= SPELT);
            spelt && grammar.order(false, &mut tokens).is_ok() && tokens.eof_offset() == 0
        });
        let names = |at: usize| {
            grammar
                .token(at)
                .is_some_and(|token| token.is_word() && !self.lexicon.common.contains(&token.folded))
        };
        order.is_some_and(|order| (run.from..order).all(names))
    }

    /// Returns `true` for a line that begins with a heading of the sheet and its colon: `Ties: as I told you last time`.
    fn stands_under_its_heading(&self, grammar: &Grammar<'_>) -> bool {
        let said = [
            Heading::Ties,
            Heading::Bids,
            Heading::Muster,
            Heading::Cards,
            Heading::Retreat,
            Heading::Disband,
        ];
        self.heading(grammar).is_some_and(|(heading, rest)| {
            let colon = rest.from.checked_sub(1).and_then(|at| grammar.token(at));
            said.contains(&heading)
                && rest.from < rest.to
                && colon.is_some_and(|token| token.sign == Some(Sign::Colon))
        })
    }

    /// Returns `true` if a run that cannot be read was plainly meant as an entry: it begins with an area and a sign, an
    /// order or where it goes, or with a word of the grammar; and most of it is known.
    pub(super) fn is_meant(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        // The parts of entries are counted from the end of their line.
        let tokens = grammar.line.tokens.get(..run.to).unwrap_or_default().to_vec();
        let line = Line { tokens, ..grammar.line.clone() };
        let grammar = &Grammar { line: &line, ..*grammar };
        let asks = grammar.line.tokens.iter().take(run.to).skip(run.from).any(|token| token.raw == "?");
        if asks || self.denies(grammar, run) {
            return false;
        }
        if self.is_of_a_tactic(grammar, run) || run.from == 0 && self.stands_under_its_heading(grammar) {
            return true;
        }
        let is_order = |entry: &Entry| matches!(entry, Entry::Order { .. } | Entry::March { .. });
        if self.entries.iter().any(is_order) && self.is_order_of_a_place(grammar, run) {
            return true;
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens[..run.to]);
        let input = &mut tokens;
        grammar.skip(run.from, input);
        self.openings(grammar, input);
        // "All of them to Karhold", which does not say from where.
        let moves = attempt(&mut input.clone(), |input| {
            grammar.units(input)?;
            let to = if grammar.arrow(input) { grammar.place(input)?.to } else { run.from };
            if to == run.to { Ok(()) } else { Err(EmptyError) }
        });
        if moves.is_ok() {
            return true;
        }
        if grammar.amount_said(&mut input.clone()).is_ok() {
            return true;
        }
        // The area that a line begins with is a name, however short.
        let named =
            attempt(&mut input.clone(), |input| grammar.place(input)).map_or(run.from, |area| area.to);
        if self.foreign(grammar, Run { from: named, ..run }) > MOST_FOREIGN {
            return false;
        }
        let verbs = [Word::March, Word::Raid, Word::Support, Word::Stay];
        let area = attempt(&mut input.clone(), |input| {
            grammar.place(input)?;
            let sign = grammar.signs(&[Sign::Colon, Sign::Arrow, Sign::Dash, Sign::Open], input).is_ok();
            // "Winterfell convoy" names an order that there is not.
            let short = input.eof_offset() == 1;
            let said = short
                || grammar.bonus(false, &mut input.clone()).is_ok()
                || grammar.order(true, &mut input.clone()).is_ok()
                || grammar.words(&verbs, &mut input.clone()).is_ok()
                || sign
                || grammar.units(input).is_ok();
            if said { Ok(()) } else { Err(EmptyError) }
        });
        // A name that nobody knows, with an order behind it.
        let unknown = attempt(&mut input.clone(), |input| {
            let words = input.iter_offsets().take_while(|(_, token)| token.is_word()).count();
            grammar.skip(words.min(3), input);
            grammar.signs(&[Sign::Colon, Sign::Arrow], input)?;
            grammar.order(false, input).map(|_| ())
        });
        let verb = attempt(&mut input.clone(), |input| {
            let all = [
                verbs.as_slice(),
                &[Word::Muster, Word::Bid, Word::Card, Word::Blade, Word::Retreat, Word::Raven],
            ]
            .concat();
            let order = grammar.order(false, &mut input.clone()).is_ok();
            let gift = grammar.gift(&mut input.clone()).is_ok();
            if !order && !gift {
                grammar.words(&all, input)?;
            }
            Ok(())
        });
        // "We march at dawn!" names no place of the game.
        let cry = attempt(&mut input.clone(), |input| {
            if attempt(input, |input| grammar.order(false, input)).is_err() {
                grammar.words(&verbs, input)?;
            }
            grammar.word(Word::At, input)?;
            let rest = grammar.line.tokens.iter().take(run.to).skip(grammar.at(input));
            let (mut rest, none) = (rest.clone(), rest.count() == 0);
            let is_foreign = |token: &Token| token.is_word() && !self.knows(grammar, &token.folded);
            if !none && rest.all(is_foreign) { Ok(()) } else { Err(EmptyError) }
        });
        // "My ship raids the Narrow Sea" says what is to be done, and perhaps in secret.
        let own = attempt(&mut input.clone(), |input| {
            grammar.article(input);
            grammar.units(input)?;
            if grammar.order(false, &mut input.clone()).is_ok() {
                return Ok(());
            }
            grammar.words(&verbs, input)?;
            grammar.words(&[Word::To, Word::At, Word::From], input).ok();
            grammar.article(input);
            grammar.place(input).map(|_| ())
        });
        // "Lose knights last", "change Skirling Pass to fight".
        let changes = attempt(&mut input.clone(), |input| match grammar.word(Word::Replace, input) {
            Ok(_) if grammar.is_own(input) => Ok(()),
            Ok(_) => Err(EmptyError),
            Err(_) => {
                grammar.words(&[Word::Lose, Word::Disband], input)?;
                self.openings(grammar, input);
                grammar.colon(input);
                grammar.units(input).map(|_| ())
            }
        });
        let auction = attempt(&mut input.clone(), |input| {
            let _ = grammar.auction(input)?;
            if (1..=2).contains(&input.eof_offset()) { Ok(()) } else { Err(EmptyError) }
        });
        // "cards: Tywin", "tactic cards 6 and Mance".
        let few = |rest: Run, most: usize| {
            rest.to <= run.to
                && grammar.line.tokens.iter().skip(rest.from).filter(|token| token.is_word()).count() <= most
        };
        let section = self.heading(grammar).is_some_and(|(_, rest)| few(rest, 8))
            || self.bare_heading(grammar).is_some_and(|(_, rest)| few(rest, 8));
        area.is_ok()
            || own.is_ok()
            || changes.is_ok()
            || self.is_conditional(grammar, input)
            || unknown.is_ok()
            || verb.is_ok() && cry.is_err()
            || auction.is_ok()
            || section
            || self.is_nothing_else(grammar, run)
            || self.is_of_an_own_area(grammar, run)
    }
}
