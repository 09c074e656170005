//! Why somebody orders what he orders, beside the order: `Dornish Marches: defense (she will try again)`, `Oldtown: consolidate - I need
//! the money`. A reason is left out, and its writer is told so, if the line can be read without it and nothing in it could change what the
//! order says: no condition, no alternative, nothing of who goes and who stays.

use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::sheet::{is_near, tolerance};
use crate::table::LineFate;
use winnow::stream::TokenSlice;

/// Words that say on what an order hangs, or which units it is about.
const BARRING: &[Word] = &[
    Word::If,
    Word::Unless,
    Word::Might,
    Word::But,
    Word::InsteadOf,
    Word::Otherwise,
    Word::Rest,
    Word::Both,
    Word::Stay,
    Word::KeepBack,
    Word::LeavePower,
    Word::NoToken,
    Word::Replace,
];

/// Words that bar a reason only where it begins with them: `not Karhold`, `no token`, `only the knight`.
const BARRING_FIRST: &[Word] =
    &[Word::Not, Word::No, Word::None, Word::Never, Word::Only, Word::Else, Word::With, Word::And, Word::All];

/// The most words of a reason, and the most places of a line at which one is looked for: nobody gives as many.
const MOST_TOKENS: usize = 40;
const MOST_PLACES: usize = 16;

/// Some tokens that are taken out of a line, and what is said in them.
#[derive(Clone, Copy)]
struct Reason {
    whole: Run,
    said: Run,
}

impl Reader<'_> {
    /// Reads a line without its reasons; `None` if it has none.
    pub(in super::super) fn without_reasons(
        &mut self,
        grammar: &Grammar<'_>,
        whole: Run,
    ) -> Option<LineFate> {
        let reasons = self.reasons_of(grammar, whole);
        if reasons.is_empty() {
            return None;
        }
        let is_out =
            |at: usize| reasons.iter().any(|reason| (reason.whole.from..reason.whole.to).contains(&at));
        let kept = (whole.from..whole.to).filter(|at| !is_out(*at));
        let tokens: Vec<_> = kept.filter_map(|at| grammar.token(at).cloned()).collect();
        // "Ties: as I told you last time" has nothing else to say.
        if tokens.last().is_none_or(|last| last.sign == Some(Sign::Colon)) {
            return None;
        }
        let line = Line { tokens, ..grammar.line.clone() };
        let told = self.faults.len();
        let fate = self.read(&Grammar { line: &line, ..*grammar });
        if fate == LineFate::NotMine {
            self.faults.truncate(told);
            return None;
        }
        reasons.into_iter().for_each(|reason| self.left_out(grammar, reason.said));
        Some(fate)
    }

    /// Returns `true` for a line in brackets that says nothing but why, below what it is about.
    pub(in super::super) fn is_a_reason(&self, grammar: &Grammar<'_>, whole: Run) -> bool {
        let sign = |at: usize| grammar.token(at).and_then(|token| token.sign);
        let last = whole.to.saturating_sub(1);
        let inner = Run { from: whole.from + 1, to: last };
        sign(whole.from) == Some(Sign::Open)
            && sign(last) == Some(Sign::Close)
            && (inner.from..inner.to).all(|at| !matches!(sign(at), Some(Sign::Open | Sign::Close)))
            && self.explains(grammar, inner, true)
    }

    /// Returns the reasons of a line: those in brackets, and those behind a dash, a semicolon or a word such as `because`.
    fn reasons_of(&self, grammar: &Grammar<'_>, whole: Run) -> Vec<Reason> {
        let sign = |at: usize| grammar.token(at).and_then(|token| token.sign);
        let (mut reasons, mut at, mut places) = (Vec::new(), whole.from + 1, 0);
        while at < whole.to && places < MOST_PLACES {
            // Behind a comma the next order may stand.
            let ends = |to: &usize| {
                let is_mark = matches!(sign(*to), Some(Sign::Stop | Sign::Comma | Sign::Semicolon));
                *to == whole.to || is_mark || sign(*to) == Some(Sign::Dash) && !self.is_glued(grammar, *to)
            };
            let (said, end) = match sign(at) {
                Some(Sign::Open) => {
                    let Some(close) = (at + 1..whole.to).find(|to| sign(*to) == Some(Sign::Close)) else {
                        break;
                    };
                    (Run { from: at + 1, to: close }, close + 1)
                }
                mark => {
                    let is_apart = mark == Some(Sign::Dash) && !self.is_glued(grammar, at);
                    let parts = is_apart || mark == Some(Sign::Semicolon);
                    let comma = usize::from(mark == Some(Sign::Comma));
                    let is_reason = grammar.form_at(&self.lexicon.reasons, at + comma).is_some();
                    if !parts && !is_reason {
                        at += 1;
                        continue;
                    }
                    let from = at + usize::from(parts || comma > 0);
                    let to = (from..=whole.to).find(ends).unwrap_or(whole.to);
                    (Run { from, to }, to)
                }
            };
            let in_brackets = sign(at) == Some(Sign::Open);
            places += 1;
            if said.from < said.to
                && said.to - said.from <= MOST_TOKENS
                && self.explains(grammar, said, in_brackets)
                && !self.orders_too(grammar, said, in_brackets)
            {
                reasons.push(Reason { whole: Run { from: at, to: end }, said });
                at = end;
            } else {
                at += 1;
            }
        }
        reasons
    }

    /// Returns `true` for words that say why and change nothing.
    fn explains(&self, grammar: &Grammar<'_>, run: Run, in_brackets: bool) -> bool {
        let lexicon = self.lexicon;
        let behind = run.from + grammar.form_at(&lexicon.reasons, run.from).unwrap_or_default();
        let first = |words: &[Word]| self.says_at(grammar, words, behind);
        let takes_back = [&lexicon.corrections, &lexicon.corrected];
        // "Nobody is there", "no threat": of somebody else, or of something that is not of the game.
        let is_sentence = grammar.form_at(&lexicon.subjects, behind).is_some_and(|length| length > 1)
            || first(&[Word::No]) && self.is_foreign(grammar, behind + 1);
        let is_barred = first(BARRING_FIRST)
            || takes_back.into_iter().any(|forms| grammar.form_at(forms, run.from).is_some());
        if is_barred && !is_sentence || (behind..run.to).any(|at| self.bars(grammar, at)) {
            return false;
        }
        let names = grammar.token(run.from).is_some_and(|token| {
            let plain = token.folded.strip_suffix('s').unwrap_or(&token.folded);
            self.seats.known(&token.folded).or_else(|| self.seats.known(plain)).is_some()
        });
        let begins = names
            || grammar.form_at(&lexicon.reasons, run.from).is_some()
            || grammar.form_at(&lexicon.subjects, run.from).is_some();
        // A name alone is of the order: "raid Sunset Sea (Greyjoy)".
        let tells = run.to - run.from > 1;
        begins && tells
            || (in_brackets || self.is_idle(grammar, run))
                && (run.from..run.to).any(|at| self.is_foreign(grammar, at))
    }

    fn is_glued(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        grammar.token(at + 1).is_some_and(|next| next.glued)
    }

    /// Returns `true` if words speak of an area of one's own outside of brackets, or go on with one or with units: `because she comes and
    /// White Harbor raids`.
    fn orders_too(&self, grammar: &Grammar<'_>, run: Run, in_brackets: bool) -> bool {
        let goes_on = |at: usize| {
            at.checked_sub(1).filter(|last| *last >= run.from).is_some_and(|last| {
                let sign = grammar.token(last).and_then(|token| token.sign);
                matches!(sign, Some(Sign::Comma | Sign::Semicolon | Sign::And | Sign::Dash))
                    || self.says_at(grammar, &[Word::And], last)
            })
        };
        (run.from..run.to).any(|at| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
            grammar.skip(at, &mut tokens);
            let is_own = grammar.is_own(&mut tokens.clone());
            grammar.article(&mut tokens);
            is_own && (!in_brackets || goes_on(at)) || goes_on(at) && grammar.first_kind(&mut tokens).is_ok()
        })
    }

    /// Returns `true` for a word that nobody here knows, and that is no misspelt word of the game either.
    fn is_foreign(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        const SPELT: usize = 4;
        let Some(token) = grammar.token(at).filter(|token| token.folded.chars().count() >= SPELT) else {
            return false;
        };
        let near = |known: &str| {
            let most = tolerance(token.folded.chars().count().min(known.chars().count()));
            most > 0 && is_near(known, &token.folded, most)
        };
        self.is_unknown(grammar, at)
            && !self.is_nearly_known(grammar, at)
            && !BARRING
                .iter()
                .chain(BARRING_FIRST)
                .flat_map(|word| grammar.forms_of(*word))
                .flatten()
                .any(|known| near(known))
    }

    /// Returns `true` if a word at a place may change what an order says, or whether it is meant.
    fn bars(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        let lexicon = self.lexicon;
        let Some(token) = grammar.token(at) else { return false };
        if let Some(sign) = token.sign {
            return matches!(sign, Sign::Star | Sign::Plus | Sign::Arrow) || token.raw == "?";
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(at, &mut tokens);
        // "It", "she": what a reason begins with may be said of something that is not meant, too.
        let says = |forms| grammar.form_at(forms, at).is_some();
        let unmeant = (says(&lexicon.unmeant) || says(&lexicon.pointing))
            && grammar.form_at(&lexicon.subjects, at).is_none()
            && grammar.form_at(&lexicon.reasons, at).is_none();
        // "The only threat" is no exception.
        let is_only = self.says_at(grammar, &[Word::Only], at);
        grammar.words(BARRING, &mut tokens).is_ok() && !is_only
            || unmeant
            || grammar.takes_back(at)
            || grammar.form_at(&lexicon.retractions, at).is_some()
    }
}
