//! Prose that is an order all the same, though nobody here can read it: it names things of the game and reads like wanting. Such a
//! line may be secret, so it is asked back where it would be passed on to somebody. Talk of the game is passed on.

use super::wanting::without_wanting;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Form, Heading, OrderKind, Spellings, Word};
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign, Token, number};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::sheet::fold;
use winnow::stream::TokenSlice;

/// The fewest letters of the name of an order, or of units, that is no abbreviation.
const SPELT: usize = 4;
/// The fewest letters of a misspelt name that is no other word.
const MISSPELT: usize = 7;
/// The most words of a line that corrects another.
const MOST_WORDS: usize = 20;

/// The most words of one that names two places and nothing else.
const FEW_WORDS: usize = 9;

/// The most words of the title of a tactic card.
const LONGEST_TITLE: usize = 4;

/// The fewest houses in a row that are an order of them.
const FEW_HOUSES: usize = 3;

/// What of the game a line names.
#[derive(Default)]
struct Named {
    own: usize,
    places: usize,
    units: bool,
    verbs: bool,
    /// A verb that people use of anything: `go`, `take`.
    weak_verbs: bool,
    cards: bool,
    raven: bool,
    /// A power token that is left behind.
    token: bool,
    houses: usize,
}

impl Reader<'_> {
    /// Returns `true` for a line with a sentence that reads like an order: it wants something of areas, units, orders or cards, or says that
    /// others were meant. What asks or tells something is talk.
    pub(in super::super) fn is_secret(&self, grammar: &Grammar<'_>) -> bool {
        let ends = |token: &Token| token.sign == Some(Sign::Stop) || token.raw == "?";
        grammar.line.tokens.split_inclusive(ends).any(|sentence| {
            let line = Line { tokens: sentence.to_vec(), ..grammar.line.clone() };
            self.is_wish(&Grammar { line: &line, ..*grammar })
        })
    }

    fn is_wish(&self, grammar: &Grammar<'_>) -> bool {
        let lexicon = self.lexicon;
        let (line, in_case) = without_wanting(grammar);
        let wants = line.tokens != grammar.line.tokens;
        let says = |grammar: &Grammar<'_>, forms: &Spellings| {
            (0..grammar.line.tokens.len()).any(|at| grammar.form_at(forms, at).is_some())
        };
        let not_used = says(grammar, &lexicon.not_used);
        let mistaken = says(grammar, &lexicon.mistaken);
        let words = grammar.line.tokens.iter().filter(|token| token.is_word()).count();
        let rest = Grammar { line: &line, ..*grammar };
        let asks = grammar.line.tokens.iter().any(|token| token.raw == "?");
        // Whatever else is said of it: "supply stays as it is, I think".
        if !asks && words <= FEW_WORDS && self.answers_card(grammar) {
            return true;
        }
        if asks || says(&rest, &lexicon.talk) {
            return false;
        }
        let named = self.named_in(&rest);
        if self.answers_auctions(grammar, &named, wants) {
            return true;
        }
        // "Seagard, not Flint's Finger".
        let otherwise = (0..grammar.line.tokens.len()).any(|at| {
            let forms = [Word::Not, Word::Might, Word::InsteadOf]
                .into_iter()
                .filter_map(|word| lexicon.words.get(&word));
            forms.into_iter().any(|forms| grammar.form_at(forms, at).is_some())
        });
        if self.is_of_the_north(grammar, &named, words) || self.leaves_without(grammar, &named, words) {
            return true;
        }
        let few = words <= MOST_WORDS;
        let ifs =
            [Word::If, Word::Unless, Word::Attacking, Word::Defending].map(|word| lexicon.words.get(&word));
        let conditional = ifs.into_iter().flatten().any(|forms| says(grammar, forms));
        let goes = named.verbs || named.weak_verbs && (named.units || named.own > 0 && named.places > 1);
        match () {
            () if named.raven && (wants || not_used) => true,
            // "No power token is to be left at Riverrun".
            () if named.token && (wants || otherwise || named.places > 0) => true,
            // "Greatjon if there's a fight".
            () if named.cards && (wants || in_case || mistaken || few && conditional) => true,
            () if mistaken && few => named.places > 0,
            () if otherwise && words <= FEW_WORDS && named.places > 1 => true,
            // "Don't send anyone back to Antler".
            () if otherwise && words <= FEW_WORDS && named.own > 0 && named.weak_verbs => true,
            () if wants => named.places > 0 && (goes || named.units) || named.units && named.verbs,
            () => named.own > 0 && (named.verbs || goes && named.units),
        }
    }

    /// Returns `true` for a few words about what is chosen in secret in the north, where it is asked: numbers of tactic cards, a card, units
    /// and a place.
    fn is_of_the_north(&self, grammar: &Grammar<'_>, named: &Named, words: usize) -> bool {
        let asks = |kind: &str| self.open.iter().any(|open| open.seat == self.seat && open.kind == kind);
        let counts = grammar.line.tokens.iter().any(|token| token.number.is_some());
        let card = (0..grammar.line.tokens.len())
            .any(|at| grammar.form_at(self.lexicon.word(Word::Card), at).is_some());
        // "Pillage on the Others".
        let is_title = |said: &str| grammar.tactics.all().any(|title| fold(title) == fold(said));
        let titled = || {
            let all = grammar.line.tokens.len();
            let mut runs =
                (0..all).flat_map(|at| (at + 1..=all.min(at + LONGEST_TITLE)).map(move |to| (at, to)));
            runs.any(|(at, to)| is_title(&grammar.line.text(at, to)))
        };
        words <= FEW_WORDS
            && self.board.north.is_some()
            && (asks("tactic-deck") && counts
                || asks("tactic-card") && (card || words <= FEW_WORDS / 2 && counts || titled())
                || asks("orders") && named.units && named.places > 0)
    }

    /// Returns `true` for a few words about areas or units of one's own that get no order: `the catapults do nothing`.
    fn leaves_without(&self, grammar: &Grammar<'_>, named: &Named, words: usize) -> bool {
        let asks = self.open.iter().any(|open| open.seat == self.seat && open.kind == "orders");
        let all = || 0..grammar.line.tokens.len();
        let none = || all().any(|at| grammar.form_at(self.lexicon.word(Word::None), at).is_some());
        let own = |at: usize| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
            grammar.skip(at, &mut tokens);
            grammar.place(&mut tokens).is_ok_and(|place| {
                let name = grammar.name_of(place);
                let meant = grammar.areas.meant(&name, &[grammar.own]);
                name.concat().chars().count() >= SPELT
                    && matches!(meant, Meant::One { area, .. } if grammar.own.has(area))
            })
        };
        asks && words <= FEW_WORDS && none() && (named.units || all().any(own))
    }

    /// Returns `true` for a line about what the Westeros cards ask, where they ask: it begins as that section does, or has a number and what
    /// is bid for; or it has nothing but numbers, names houses in an order, or units and a place to muster.
    fn answers_auctions(&self, grammar: &Grammar<'_>, named: &Named, wants: bool) -> bool {
        const HEADINGS: &[(&str, &[Heading])] = &[
            ("bid", &[Heading::Bids]),
            ("tie", &[Heading::Ties]),
            ("muster", &[Heading::Muster]),
            ("disband", &[Heading::Disband, Heading::Lose]),
            ("reward", &[Heading::Reward]),
            ("card", &[Heading::Cards]),
            ("retreat", &[Heading::Retreat]),
        ];
        let lexicon = self.lexicon;
        let asks = |kind: &str| self.open.iter().any(|open| open.seat == self.seat && open.kind == kind);
        let says =
            |forms: &Spellings| (0..grammar.line.tokens.len()).any(|at| grammar.form_at(forms, at).is_some());
        let begins = HEADINGS.iter().filter(|(kind, _)| asks(kind)).flat_map(|(_, headings)| *headings);
        let begins = begins.into_iter().any(|heading| {
            lexicon.sections.get(heading).is_some_and(|forms| grammar.form_at(forms, 0).is_some())
        });
        let counts = grammar.line.tokens.iter().any(|token| token.number.is_some());
        let word = |all: &[Word]| all.iter().filter_map(|word| lexicon.words.get(word)).any(&says);
        // "All my power on the court": what is bid for needs no number.
        let named_auction = lexicon.auctions.values().any(&says);
        let auction = named_auction || word(&[Word::Bid, Word::All]);
        let small = [Word::And, Word::All, Word::Each, Word::Bid].map(|word| lexicon.words.get(&word));
        let is_small =
            |at: usize| small.into_iter().flatten().any(|forms| grammar.form_at(forms, at).is_some());
        let is_number = |token: &Token| number(lexicon, token).is_some();
        let figures = counts
            && !is_phone(grammar)
            && grammar
                .line
                .tokens
                .iter()
                .enumerate()
                .all(|(at, token)| !token.is_word() || is_number(token) || is_small(at));
        let count = grammar.line.tokens.iter().filter(|token| token.is_word()).count();
        // "No muster for me", "I skip the mustering": what is asked for is named in a few words.
        let decides = count <= FEW_WORDS / 2 && {
            let headings = HEADINGS.iter().filter(|(kind, _)| asks(kind)).flat_map(|(_, headings)| *headings);
            headings.into_iter().filter_map(|heading| lexicon.sections.get(heading)).any(&says)
        };
        // "Ich biete 2": a number says it in any language.
        let only_counts = counts && count <= FEW_WORDS / 2 && !is_phone(grammar);
        begins
            || decides
            || asks("bid") && (named_auction || counts && auction || figures || only_counts)
            || asks("tie") && named.houses >= FEW_HOUSES
            || asks("muster") && named.units && (named.places > 0 || wants || count <= FEW_WORDS)
    }

    /// Returns `true` for a line with a word of what a Westeros card lets its owner choose, or of what it is about: `I don't pay for
    /// supply`.
    fn answers_card(&self, grammar: &Grammar<'_>) -> bool {
        let is_side = |word: &str| self.board.world.seat(word).is_some();
        let mine = self.open.iter().filter(|open| open.seat == self.seat && open.kind == "pick");
        mine.filter(|_| self.board.stage < Stage::Planning).any(|open| {
            let what = open.question["what"].as_str().unwrap_or_default();
            let answers = open.legal.answers.iter().filter_map(|answer| answer.as_str());
            let words = answers.chain([what]).flat_map(|id| id.split('-'));
            let words: Vec<&str> = words.filter(|word| !is_side(word)).collect();
            grammar.line.tokens.iter().any(|token| {
                let said = token.folded.as_str();
                words.contains(&said) || said.strip_suffix('s').is_some_and(|said| words.contains(&said))
            })
        })
    }

    fn named_in(&self, grammar: &Grammar<'_>) -> Named {
        const VERBS: &[Word] =
            &[Word::March, Word::Raid, Word::Support, Word::Retreat, Word::Muster, Word::Disband];
        let lexicon = self.lexicon;
        let mut named = Named::default();
        let mut at = 0;
        while at < grammar.line.tokens.len() {
            let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
            grammar.skip(at, &mut tokens);
            let spelt = grammar
                .token(at)
                .is_some_and(|token| token.is_word() && token.folded.chars().count() >= SPELT);
            let form = |form: &Form| grammar.stands_at(form, at);
            let is_kind = |(kind, forms): &(OrderKind, Spellings)| {
                // "Power" and "rate" are words of anything.
                forms.iter().any(|word| {
                    form(word)
                        && (word.concat().starts_with(kind.id()) || word.concat().chars().count() > SPELT + 1)
                })
            };
            let verb = grammar.words(VERBS, &mut tokens.clone()).is_ok();
            let common = grammar.token(at).is_some_and(|token| lexicon.common.contains(&token.folded));
            named.weak_verbs |= verb;
            named.verbs |= verb && !common || spelt && lexicon.kinds.iter().any(is_kind);
            named.units |= spelt && lexicon.units.values().flatten().any(form);
            named.token |= grammar.word(Word::LeavePower, &mut tokens.clone()).is_ok()
                || grammar.form(&lexicon.power_tokens, &mut tokens.clone()).is_ok();
            named.houses +=
                usize::from(grammar.house(&mut tokens.clone()).is_ok_and(|(_, run)| run.from == at));
            named.raven |= grammar.word(Word::Raven, &mut tokens.clone()).is_ok();
            if let Ok(place) = grammar.place(&mut tokens.clone())
                && let Meant::One { area, guessed } =
                    grammar.areas.meant(&grammar.name_of(place), &[grammar.own])
                // "Knight at Lanisport" names it, too; a short word that is like a name is another word.
                && grammar.name_of(place).concat().chars().count() >= if guessed { MISSPELT } else { SPELT }
            {
                named.places += 1;
                named.own += usize::from(grammar.own.has(area));
                at = place.to;
                continue;
            }
            if let Ok(card) = grammar.card(&mut tokens)
                && spelt
                && grammar.cards.known(&grammar.name_of(card).join(" ")).is_some()
            {
                named.cards = true;
                at = card.to;
                continue;
            }
            at += 1;
        }
        named
    }
}

/// Returns `true` for a line with a number that nobody bids: `tlf 22 41 90 07`.
pub(in super::super) fn is_phone(grammar: &Grammar<'_>) -> bool {
    const MOST_POWER: u16 = 20;
    let is_odd = |token: &Token| {
        token
            .number
            .is_some_and(|number| number > MOST_POWER || token.raw.len() > 1 && token.raw.starts_with('0'))
    };
    grammar.line.tokens.iter().any(is_odd)
}
