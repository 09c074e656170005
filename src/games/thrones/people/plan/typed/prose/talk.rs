//! Talk between orders on one line: `Hi! Winterfell raid. Thanks! Anna`. A sentence that has nothing like a word of the game in it, and
//! none that could change what the others say, is left out, and its writer is told so. A remark of the table's, such as `that's all folks`,
//! may stand behind a comma too, and nothing needs to be told of it.

use super::clauses::gives_order;
use crate::games::thrones::data::{Heading, Spellings, Word};
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::{self, Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::wishes::Wish;
use crate::sheet::{Fault, Refusal};
use crate::table::LineFate;
use winnow::stream::TokenSlice;

/// The fewest letters of a word that is no abbreviation.
const SPELT: usize = 3;

/// The highest number of a line in a list.
const MOST_LISTED: u16 = 30;

/// The fewest words of a sentence that says something of its own: `not really` is about the one before it.
const WHOLE: usize = 5;

/// Words that may turn round what other sentences say.
const TURNING: &[Word] = &[Word::If, Word::Unless, Word::Might, Word::InsteadOf, Word::Otherwise, Word::Rest];

/// Words that may do so in a short sentence, or in one that names something of the game. `I do not sleep enough these days` says
/// nothing of orders.
const DENYING: &[Word] = &[Word::Not, Word::Never, Word::No, Word::None, Word::But, Word::Only, Word::Else];

/// Other words that may say something of the orders beside them.
const TELLING: &[Word] = &[
    Word::Both,
    Word::Stay,
    Word::KeepBack,
    Word::LeavePower,
    Word::Raid,
    Word::Support,
    Word::Retreat,
    Word::Muster,
    Word::Bid,
    Word::Card,
    Word::Blade,
    Word::Raven,
    Word::Replace,
    Word::Disband,
    Word::Lose,
    Word::Others,
];

/// What a sentence that changes nothing is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Aside {
    /// It names nothing of the game.
    Chat,
    OfTheGame,
}

impl Reader<'_> {
    /// Takes the orders of a line without its sentences of talk; `None` if there is no such sentence, or another that cannot be read.
    pub(in super::super) fn without_talk(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        let tokens = grammar.line.tokens.get(..whole.to)?;
        let ends = |at: &usize| tokens.get(*at).is_none_or(|token| token.sign == Some(Sign::Stop));
        let (mut sentences, mut from) = (Vec::new(), whole.from);
        for to in (whole.from..=whole.to).filter(ends) {
            if tokens.get(from..to).is_some_and(|all| all.iter().any(Token::is_word)) {
                sentences.push(Run { from, to });
            }
            from = to + 1;
        }
        let (idle, rest): (Vec<Run>, Vec<Run>) =
            sentences.into_iter().partition(|sentence| self.is_idle(grammar, *sentence));
        // "I dreamt of this. Winterfell march +1 to Karhold."
        if !idle.iter().all(|sentence| self.is_mere_talk(grammar, *sentence)) {
            return None;
        }
        let short: Vec<Run> = rest.iter().map(|sentence| self.without_chatter(grammar, *sentence)).collect();
        let section = self.section;
        if idle.is_empty() && short == rest || !matches!(section, None | Some(Heading::Orders)) {
            return None;
        }
        // "Winterfell raid. All done": of what may be read, nothing is left out.
        let item = |(long, short): (&Run, &Run)| {
            self.items(grammar, section, *long).or_else(|| self.items(grammar, section, *short))
        };
        let read: Vec<Vec<Item>> = rest.iter().zip(&short).map(item).collect::<Option<_>>()?;
        if !read.iter().any(|items| self.gives_order(&Some(items.clone()))) {
            return None;
        }
        let mut fate = LineFate::Taken;
        for items in read {
            if self.take(grammar, section, items) == LineFate::Faulty {
                fate = LineFate::Faulty;
            }
        }
        idle.into_iter().for_each(|run| self.left_out(grammar, run));
        Some(fate)
    }

    /// Takes a line without the remark in brackets at its end, which has nothing of the game in it: `throne 1 (hope that's enough)`.
    pub(in super::super) fn without_remark(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        let sign = |at: usize| grammar.token(at).and_then(|token| token.sign);
        let last = whole.to.checked_sub(1).filter(|at| sign(*at) == Some(Sign::Close))?;
        let open = (whole.from + 1..last).rfind(|at| sign(*at) == Some(Sign::Open))?;
        let remark = Run { from: open + 1, to: last };
        if remark.from >= remark.to || !self.is_idle(grammar, remark) {
            return None;
        }
        let run = Run { to: open, ..whole };
        let asked = || self.asked_unnamed(grammar, run).filter(|_| self.section.is_none());
        let read = self.items(grammar, self.section, run).map(|items| (self.section, items));
        let (section, items) = read.or_else(|| asked().map(|(heading, items)| (Some(heading), items)))?;
        // Behind orders it may be a condition.
        let is_bid = |item: &Item| matches!(item, Item::Wish(Wish::Bid { .. } | Wish::Bids { .. }));
        if !self.is_chatter(grammar, remark) && !items.iter().all(is_bid) {
            return None;
        }
        let fate = self.take(grammar, section, items);
        self.left_out(grammar, remark);
        Some(fate)
    }

    /// Takes a line behind its number in a list that has no mark: `1 Pyke defense`.
    pub(in super::super) fn numbered_bare(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let is_number = |token: &Token| {
            token.number.is_some_and(|number| (1..=MOST_LISTED).contains(&number))
                && token.raw.bytes().all(|byte| byte.is_ascii_digit())
        };
        grammar.token(0).filter(|token| is_number(token))?;
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(1, &mut tokens);
        if grammar.line.number.is_some() || !grammar.is_own(&mut tokens) {
            return None;
        }
        let items = self.items(grammar, self.section, Run { from: 1, to: grammar.line.tokens.len() })?;
        gives_order(&items).then(|| self.take(grammar, self.section, items))
    }

    /// Tells of a sentence of talk that it is left out.
    pub(in super::super) fn left_out(&mut self, grammar: &Grammar<'_>, run: Run) {
        if !self.is_signature(grammar, run) && !self.is_chatter(grammar, run) {
            let why = Refusal::new("line-left-out").with("text", grammar.line.text(run.from, run.to));
            self.faults.push(Fault::warning(grammar.line.span(run.from, run.to), why));
        }
    }

    /// Returns `true` for a sentence that has nothing of the game in it, or only the name of its writer.
    pub(in super::super) fn is_idle(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        let mut at = run.from;
        while at < run.to {
            let chatter = grammar.form_at(&self.lexicon.chatter, at).filter(|length| at + length <= run.to);
            match chatter {
                Some(length) => at += length,
                None if self.says_nothing_at(grammar, at) => at += 1,
                None => return self.is_signature(grammar, run),
            }
        }
        true
    }

    /// Returns `true` for a sentence that has nothing of the game in it, and nothing that may turn round what those beside it say.
    pub(in super::super) fn is_mere_talk(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        self.is_idle(grammar, run) && !self.turns_round(grammar, run, |_| false)
    }

    /// Says what a sentence beside others is about, if it cannot change what these say: no condition, no denial, and nothing that takes
    /// back.
    pub(in super::super) fn aside(&mut self, sentence: &str) -> Option<Aside> {
        let line = tokens::line(sentence, 1)?;
        self.by_grammar(&line, |reader, grammar| {
            let whole = Run { from: 0, to: line.tokens.len() };
            // "Winterfell raid Karhold. Can one do this?"
            if line.tokens.iter().any(|token| token.raw == "?") {
                return None;
            }
            // A condition behind an order of its own is about that one.
            let says_if = |at: usize| reader.says_at(grammar, &[Word::If, Word::Unless], at);
            let has_order = |at: usize| {
                let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
                grammar.skip(at, &mut tokens);
                grammar.order(false, &mut tokens).is_ok()
            };
            let is_ordered = || grammar.named(whole, true).next().is_some() && (0..whole.to).any(has_order);
            // What stands behind that condition is a part of it.
            let condition = (0..whole.to).find(|at| says_if(*at));
            let first = condition.filter(|at| *at > 0 && is_ordered()).unwrap_or(whole.to);
            let names = (0..whole.to).any(|at| reader.names_at(grammar, at));
            let about = if names && !reader.is_idle(grammar, whole) { Aside::OfTheGame } else { Aside::Chat };
            if reader.is_thanks(grammar, whole) {
                return Some(about);
            }
            let denies = || names && reader.denies(grammar, Run { to: first, ..whole });
            if reader.turns_round(grammar, whole, |at| at >= first) || denies() {
                return None;
            }
            Some(about)
        })
    }

    /// Returns `true` for a sentence that begins with an area of one's own, asks nothing, takes nothing back and says nothing of the rest:
    /// `Dornish Marches raid nobody, they consolidate`.
    pub(in super::super) fn is_of_its_area(&mut self, sentence: &str) -> bool {
        const OF_OTHERS: &[Word] = &[Word::Rest, Word::Else, Word::Otherwise, Word::All, Word::Others];
        let Some(line) = tokens::line(sentence, 1) else { return false };
        self.by_grammar(&line, |reader, grammar| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
            reader.openings(grammar, &mut tokens);
            let _ = grammar.word(Word::From, &mut tokens);
            grammar.article(&mut tokens);
            grammar.is_own(&mut tokens)
                && (0..line.tokens.len()).all(|at| {
                    grammar.token(at).is_some_and(|token| token.raw != "?")
                        && !reader.revokes(grammar, at)
                        && grammar.form_at(&reader.lexicon.corrections, at).is_none()
                        && !reader.points(grammar, at)
                        && !reader.says_at(grammar, OF_OTHERS, at)
                })
        })
    }

    /// Returns `true` if a sentence has words that may turn round what those beside it say, other than at places that do not count.
    fn turns_round(&self, grammar: &Grammar<'_>, run: Run, counts_not: impl Fn(usize) -> bool) -> bool {
        let words = (run.from..run.to).filter(|at| grammar.token(*at).is_some_and(Token::is_word));
        let words: Vec<usize> = words.collect();
        let is_whole = words.len() >= WHOLE && !words.iter().any(|at| self.names_at(grammar, *at));
        let is_edge =
            |at: usize| words.first() == Some(&at) || words.iter().rev().take(2).any(|last| *last == at);
        let speaks_of_orders = || {
            let orders = self.lexicon.section(Heading::Orders);
            (run.from..run.to).any(|at| {
                self.points(grammar, at)
                    || [orders, &self.lexicon.sent].iter().any(|forms| grammar.form_at(forms, at).is_some())
            })
        };
        let mut at = run.from;
        while at < run.to {
            let chatter = grammar.form_at(&self.lexicon.chatter, at);
            // One word alone may be chatter, or begin what is none: "hope they march".
            let turns = || {
                let undoes = self.undoes(grammar, at) && !(is_whole && self.is_sorry(grammar, at));
                // "After some thought I have come to the following conclusions": of what is said beside it, nothing is told.
                let is_about = || !is_whole || !self.is_only_unmeant(grammar, at) || speaks_of_orders();
                undoes && is_about()
                    || (!is_whole || is_edge(at)) && self.points(grammar, at)
                    || !is_whole && self.denies_at(grammar, at)
            };
            if chatter.is_none_or(|length| length == 1) && !counts_not(at) && turns() {
                return true;
            }
            at += chatter.unwrap_or(1);
        }
        false
    }

    /// Returns `true` for a word that may say of what is beside it that it is not meant, and that takes nothing back by itself.
    fn is_only_unmeant(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        let takes_back = [&self.lexicon.corrected, &self.lexicon.retractions];
        !self.says_at(grammar, TURNING, at)
            && !grammar.takes_back(at)
            && takes_back.into_iter().all(|forms| grammar.form_at(forms, at).is_none())
    }

    /// Returns `true` for a sentence of thanks, or one that is sorry about something: whatever it names, it changes nothing of what is
    /// said beside it.
    fn is_thanks(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        const NOTHING: &[Word] =
            &[Word::If, Word::Unless, Word::InsteadOf, Word::Instead, Word::Otherwise, Word::Rest];
        let is_order =
            |at: usize| self.lexicon.kinds.iter().any(|(_, forms)| grammar.form_at(forms, at).is_some());
        grammar.form_at(&self.lexicon.around.thanks, run.from).is_some()
            && !(run.from..run.to).any(|at| self.says_at(grammar, NOTHING, at) || is_order(at))
    }

    /// Returns `true` for a word that is only sorry: `Sorry, my mail broke the line`.
    fn is_sorry(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        grammar.form_at(&self.lexicon.around.apologies, at) == Some(1)
            && !self.says_at(grammar, TURNING, at)
            && grammar.form_at(&self.lexicon.retractions, at).is_none()
    }

    /// Returns `true` if words at a place take something back, make it depend on something, or say that it is not meant.
    fn undoes(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        self.says_at(grammar, TURNING, at) || self.revokes(grammar, at)
    }

    /// Returns `true` if words at a place may change what stands beside them.
    pub(super) fn takes_or_turns(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        self.undoes(grammar, at) || self.denies_at(grammar, at)
    }

    /// Returns `true` if words at a place take something back, or say that it is not meant.
    fn revokes(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        let forms = [&self.lexicon.corrected, &self.lexicon.retractions, &self.lexicon.unmeant];
        grammar.takes_back(at) || forms.into_iter().any(|forms| grammar.form_at(forms, at).is_some())
    }

    /// Returns `true` if a word at a place denies or corrects something.
    fn denies_at(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        self.says_at(grammar, DENYING, at) || grammar.form_at(&self.lexicon.corrections, at).is_some()
    }

    /// Returns `true` if a word at a place points at what is said beside it.
    pub(super) fn points(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        grammar.form_at(&self.lexicon.pointing, at).is_some()
    }

    /// Returns `true` for words that are nothing but remarks of the table's, whatever stands before them.
    fn is_chatter(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        let lexicon = self.lexicon;
        let mut at = run.from;
        while let Some(token) = grammar.token(at).filter(|_| at < run.to) {
            // What is merely polite may take something back: "no wait".
            let says = [&lexicon.chatter, &lexicon.closings];
            let length = says.into_iter().filter_map(|forms| grammar.form_at(forms, at)).max();
            at += match length.filter(|length| at + length <= run.to) {
                Some(length) => length,
                None if matches!(
                    token.sign,
                    Some(Sign::Comma | Sign::Stop | Sign::Dash | Sign::Semicolon)
                ) =>
                {
                    1
                }
                None => return false,
            };
        }
        run.from < run.to
    }

    /// Returns a run without the remarks behind its last commas and dashes: `Winterfell raid, cheers, hope it works`.
    pub(in super::super) fn without_chatter(&self, grammar: &Grammar<'_>, run: Run) -> Run {
        const PARTING: [Sign; 3] = [Sign::Comma, Sign::Dash, Sign::Semicolon];
        let parts = |at: &usize| {
            grammar.token(*at).and_then(|token| token.sign).is_some_and(|sign| PARTING.contains(&sign))
        };
        let is_remark = |at: &usize| {
            let tail = Run { from: at + 1, ..run };
            self.is_chatter(grammar, tail) || tail.from < tail.to && self.is_signature(grammar, tail)
        };
        let first = (run.from + 1..run.to).filter(parts).find(is_remark);
        Run { to: first.unwrap_or(run.to), ..run }
    }

    /// Returns `true` for the name of the writer at the end of a letter, with polite words before it or without.
    fn is_signature(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        let mut at = run.from;
        while let Some(length) = grammar.form_at(&self.lexicon.polite, at) {
            at += length;
            at += usize::from(grammar.token(at).is_some_and(|token| token.sign == Some(Sign::Comma)));
        }
        at < run.to && self.seats.known(&grammar.line.text(at, run.to)) == Some(self.seat)
    }

    /// Returns `true` for the name of the writer with an initial: `B. Krull`.
    pub(in super::super) fn is_signed(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        let tokens = grammar.line.tokens.get(run.from..run.to).unwrap_or_default();
        let is_initial = |token: &Token| token.folded.chars().count() == 1;
        let is_name = |token: &Token| self.seats.known(&token.folded) == Some(self.seat);
        let is_mark = |token: &Token| matches!(token.sign, Some(Sign::Stop | Sign::Comma | Sign::Dash));
        let is_of_it = |token: &Token| {
            if token.is_word() { is_initial(token) || is_name(token) } else { is_mark(token) }
        };
        tokens.iter().all(is_of_it)
            && tokens.iter().any(|token| token.is_word() && is_initial(token))
            && tokens.iter().any(is_name)
    }

    pub(super) fn says_nothing_at(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        let lexicon = self.lexicon;
        let Some(token) = grammar.token(at) else { return true };
        if !token.is_word() {
            return token.number.is_none() && token.raw != "?" && token.sign != Some(Sign::Colon);
        }
        let says = |forms: &Spellings| grammar.form_at(forms, at).is_some();
        let of_orders = [&lexicon.corrections, &lexicon.corrected, &lexicon.asides, &lexicon.talk];
        !(self.names_at(grammar, at)
            || self.says_at(grammar, TURNING, at)
            || self.says_at(grammar, DENYING, at)
            || grammar.takes_back(at)
            || of_orders.into_iter().any(&says))
    }

    /// Returns `true` for what is of the game: an area, units, an order, a card, a seat, a number.
    pub(super) fn names_at(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        let lexicon = self.lexicon;
        let Some(token) = grammar.token(at) else { return false };
        if !token.is_word() {
            return token.number.is_some();
        }
        let says = |forms: &Spellings| grammar.form_at(forms, at).is_some();
        let spelt = token.folded.chars().count() >= SPELT;
        let common = lexicon.common.contains(&token.folded);
        let named = spelt
            && !common
            && (grammar.areas.could_be(&[token.folded.as_str()])
                || lexicon.units.values().any(&says)
                || lexicon.kinds.iter().any(|(_, forms)| says(forms))
                || lexicon.auctions.values().any(&says)
                || self.words.cards().known(&token.folded).is_some());
        // "I have to go to work": what everybody says of anything.
        let verb = self.says_at(grammar, &[Word::March], at) && !common;
        named
            || verb
            || self.says_at(grammar, TELLING, at)
            || self.seats.known(&token.folded).is_some_and(|seat| seat != self.seat)
            || lexicon.numbers.contains_key(&token.folded)
    }
}
