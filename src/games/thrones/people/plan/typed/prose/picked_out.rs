//! What is asked, picked out of a sentence: `Two on the throne, five on the fiefdoms because I want to keep that sword`. The things that
//! answer it must be plain, and of all other words the table must know that they change nothing: a denial, somebody else or a condition that is
//! not the question's own leaves the sentence unread.

use crate::games::thrones::data::{AroundTopic, Heading, Topic, Word};
use crate::games::thrones::people::plan::keys::gathers;
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign, Token, number};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::wishes::Wish;
use crate::table::{LineFate, Seat};
use std::collections::BTreeSet;
use winnow::stream::TokenSlice;

/// The most tokens of a sentence that is read so.
const MOST_TOKENS: usize = 60;

/// A thing that a sentence names, or what parts it from the next.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    /// A number, at its place.
    Number(u16, usize),
    Auction(String, Run),
    House(Seat, Run),
    Card(Run),
    Place(Run),
    Units(Run),
    /// Units that are not to be given up: those that are named last anyway.
    Spared,
    First,
    Last,
    Break,
}

/// What a sentence says of a topic.
#[derive(Default)]
struct Said {
    pieces: Vec<Piece>,
    /// `true` if it has a word of the topic.
    says: bool,
    /// `true` if it begins with the heading of the topic.
    headed: bool,
}

impl Reader<'_> {
    /// Takes a sentence for the things that it names, if they answer what is asked.
    pub(in super::super) fn picked_out(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        let tokens = grammar.line.tokens.get(..whole.to)?;
        let is_one = tokens.iter().all(|token| token.raw != "?" && token.sign != Some(Sign::Stop));
        if self.section.is_some() || !is_one || tokens.len() > MOST_TOKENS || grammar.line.number.is_some() {
            return None;
        }
        if !gathers(self.board.stage) {
            return self.cards_picked(grammar, whole);
        }
        self.bids_picked(grammar, whole)
            .or_else(|| self.ties_picked(grammar, whole))
            .or_else(|| self.losses_picked(grammar, whole))
            .or_else(|| self.reward_picked(grammar, whole))
    }

    fn bids_picked(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        if grammar.asked.bids.is_empty() {
            return None;
        }
        let said = self.said(grammar, whole, Topic::Bids)?;
        let pairs = pairs(&said.pieces)?;
        let names: BTreeSet<&str> = pairs.iter().map(|(on, ..)| on.as_str()).collect();
        let is_asked = |on: &&str| grammar.asked.bids.iter().any(|asked| asked == on);
        let sum: u16 = pairs.iter().map(|(.., power, _)| *power).sum();
        let is_sure = said.says || said.headed || pairs.len() > 1;
        if names.len() != pairs.len() || !names.iter().all(is_asked) || sum > grammar.asked.power || !is_sure {
            return None;
        }
        let mut tokens = Vec::new();
        for (_, run, power, at) in &pairs {
            tokens.extend_from_slice(grammar.line.tokens.get(run.from..run.to)?);
            tokens.push(figure(*power, grammar.token(*at)?));
            tokens.push(sign(",", Sign::Comma, grammar.token(*at)?));
        }
        tokens.pop();
        self.take_tokens(grammar, Heading::Bids, tokens)
    }

    fn ties_picked(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        let said = self.said(grammar, whole, Topic::Ties)?;
        let houses: Vec<(Seat, Run)> = said.pieces.iter().filter_map(house).collect();
        let distinct: BTreeSet<Seat> = houses.iter().map(|(seat, _)| *seat).collect();
        let all = self.board.world.houses.iter().count();
        let is_sure = said.says || said.headed || houses.len() == all;
        if houses.len() < 2 || distinct.len() != houses.len() || !is_sure || !is_in_order(&said.pieces) {
            return None;
        }
        Some(self.take(grammar, Some(Heading::Ties), vec![Item::Wish(Wish::Ties(houses))]))
    }

    fn losses_picked(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        if !self.asks_whom_to_give_up() && !grammar.asked.gives_up {
            return None;
        }
        let said = self.said(grammar, whole, Topic::Losses)?;
        let spared = said.pieces.iter().position(|piece| *piece == Piece::Spared);
        let is_behind = spared.is_none_or(|at| said.pieces[at..].iter().all(|piece| !is_thing(piece)));
        if !said.says || !is_behind || !is_in_order(&said.pieces) {
            return None;
        }
        let mut tokens: Vec<Token> = Vec::new();
        for piece in &said.pieces {
            if let Piece::Units(run) = piece {
                let units = grammar.line.tokens.get(run.from..run.to)?;
                if !tokens.is_empty() {
                    tokens.push(sign(",", Sign::Comma, units.first()?));
                }
                tokens.extend_from_slice(units);
            }
        }
        if tokens.is_empty() {
            return None;
        }
        let line = Line { tokens, ..grammar.line.clone() };
        let section = self.section.replace(Heading::Disband);
        let fate = self.losses_listed(&Grammar { line: &line, ..*grammar });
        self.section = section;
        fate.filter(|fate| *fate == LineFate::Taken)
    }

    fn reward_picked(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        let asks = |kind: &str| self.open.iter().any(|open| open.seat == self.seat && open.kind == kind);
        if !asks("reward") {
            return None;
        }
        let said = self.said(grammar, whole, Topic::Reward)?;
        let mut cards = said.pieces.iter().filter(|piece| **piece != Piece::Break);
        let (Some(Piece::Card(card)), None) = (cards.next(), cards.next()) else { return None };
        let tokens = grammar.line.tokens.get(card.from..card.to)?.to_vec();
        if !said.says && !said.headed {
            return None;
        }
        self.take_tokens(grammar, Heading::Reward, tokens)
    }

    fn cards_picked(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        let said = self.said(grammar, whole, Topic::Cards)?;
        let has_place = said.pieces.iter().any(|piece| matches!(piece, Piece::Place(_)));
        let groups = groups(&said.pieces)?;
        if !said.says && !said.headed && !has_place {
            return None;
        }
        let forms = self.lexicon.words.get(&Word::At)?.iter().find(|form| form.len() == 1)?;
        let (mut items, mut read) = (Vec::new(), Vec::new());
        for (place, cards) in groups {
            let first = grammar.token(cards.first()?.from)?;
            let mut tokens = Vec::new();
            if let Some(place) = place {
                tokens.push(Token { raw: forms[0].clone(), folded: forms[0].clone(), sign: None, ..first.clone() });
                tokens.extend_from_slice(grammar.line.tokens.get(place.from..place.to)?);
                tokens.push(sign(":", Sign::Colon, first));
            }
            for (i, card) in cards.iter().enumerate() {
                if i > 0 {
                    tokens.push(sign(",", Sign::Comma, first));
                }
                tokens.extend_from_slice(grammar.line.tokens.get(card.from..card.to)?);
            }
            let line = Line { tokens, ..grammar.line.clone() };
            let section = if place.is_some() { None } else { Some(Heading::Cards) };
            let all = Run { from: 0, to: line.tokens.len() };
            items = self.items(&Grammar { line: &line, ..*grammar }, section, all)?;
            read.push((line, section, items.clone()));
        }
        if items.is_empty() {
            return None;
        }
        let mut fate = LineFate::Taken;
        for (line, section, items) in read {
            if self.take(&Grammar { line: &line, ..*grammar }, section, items) == LineFate::Faulty {
                fate = LineFate::Faulty;
            }
        }
        Some(fate)
    }

    /// Takes tokens as what stands under a heading.
    fn take_tokens(&mut self, grammar: &Grammar<'_>, under: Heading, tokens: Vec<Token>) -> Option<LineFate> {
        let line = Line { tokens, ..grammar.line.clone() };
        let grammar = Grammar { line: &line, ..*grammar };
        let items = self.items(&grammar, Some(under), Run { from: 0, to: line.tokens.len() })?;
        Some(self.take(&grammar, Some(under), items))
    }

    /// Picks the things of a topic out of a sentence; `None` if a word beside them might change something.
    fn said(&self, grammar: &Grammar<'_>, whole: Run, topic: Topic) -> Option<Said> {
        let words = self.lexicon.around.topics.get(&topic)?;
        let mut said = Said::default();
        let mut at = whole.from;
        while at < whole.to {
            if let Some(to) = self.own_case(grammar, Run { from: at, ..whole }, topic, words) {
                said.says |= topic == Topic::Ties;
                at = to;
                continue;
            }
            if let Some(to) = self.reason_to(grammar, Run { from: at, ..whole }) {
                at = to;
                continue;
            }
            let idle = [&words.idle, &self.lexicon.around.idle, &self.lexicon.wanting];
            let length = idle.into_iter().filter_map(|forms| grammar.form_at(forms, at)).max();
            said.says |= grammar.form_at(&words.says, at).is_some();
            let is_long = length.is_some_and(|length| length > 1);
            match self.piece(grammar, at, topic, &said).filter(|_| !is_long) {
                Some((piece, to)) => {
                    said.pieces.push(piece);
                    at = to;
                }
                None => match length.or_else(|| self.idle_length(grammar, at, topic, words)) {
                    Some(length) => {
                        said.headed |= at == whole.from && self.heads(grammar, at, topic);
                        at += length;
                    }
                    None => return None,
                },
            }
        }
        said.pieces.iter().any(is_thing).then_some(said)
    }

    /// Returns the thing at a place, and where it ends.
    fn piece(&self, grammar: &Grammar<'_>, at: usize, topic: Topic, said: &Said) -> Option<(Piece, usize)> {
        let token = grammar.token(at)?;
        let says = |word: Word| grammar.form_at(grammar.forms_of(word), at);
        match token.sign {
            Some(Sign::Comma | Sign::Semicolon | Sign::And) => return Some((Piece::Break, at + 1)),
            Some(_) => return None,
            None => {}
        }
        let mut input: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(at, &mut input);
        match topic {
            Topic::Bids => {
                if let Some(power) = number(self.lexicon, token) {
                    return Some((Piece::Number(power, at), at + 1));
                }
                if let Some(length) = says(Word::None) {
                    return Some((Piece::Number(0, at), at + length));
                }
                // "It" is short for the Iron Throne, and a word of anything else.
                let is_small = token.folded.chars().count() <= 2 && token.raw == token.folded;
                let mut all = self.lexicon.auctions.iter();
                all.find_map(|(on, forms)| Some((on, grammar.form_at(forms, at)?)))
                    .filter(|_| !is_small)
                    .map(|(on, length)| (Piece::Auction(on.clone(), Run { from: at, to: at + length }), at + length))
            }
            Topic::Ties => self.house_piece(grammar, at, said),
            Topic::Losses => {
                if let Some(length) = says(Word::Not).or_else(|| says(Word::Never)) {
                    let mut units = input.clone();
                    grammar.skip(length, &mut units);
                    grammar.article(&mut units);
                    grammar.unit(false, &mut units).ok()?;
                    return Some((Piece::Spared, grammar.at(&units)));
                }
                if says(Word::First).is_some() {
                    return Some((Piece::First, at + says(Word::First)?));
                }
                if token.folded == "last" {
                    return Some((Piece::Last, at + 1));
                }
                grammar.unit(false, &mut input).ok()?;
                let mut behind = input.clone();
                if grammar.word(Word::At, &mut behind).is_ok() && grammar.place(&mut behind).is_ok() {
                    input = behind;
                }
                let to = grammar.at(&input);
                Some((Piece::Units(Run { from: at, to }), to))
            }
            Topic::Reward | Topic::Cards => {
                let card = grammar.card(&mut input.clone()).ok().filter(|card| {
                    let name = grammar.name_of(*card).join(" ");
                    card.from == at && grammar.cards.known(&name).is_some() && self.seats.known(&name).is_none()
                });
                if let Some(card) = card {
                    return Some((Piece::Card(card), card.to));
                }
                let place = grammar.place(&mut input).ok().filter(|place| place.from == at)?;
                let name = grammar.name_of(place).concat();
                let is_name = topic == Topic::Cards && name.chars().count() > 1 && !grammar.is_reserved(&name);
                is_name.then_some((Piece::Place(place), place.to))
            }
        }
    }

    /// Returns the house at a place: by its name, or by its letter behind the word for ties.
    fn house_piece(&self, grammar: &Grammar<'_>, at: usize, said: &Said) -> Option<(Piece, usize)> {
        let says = |word: Word| grammar.form_at(grammar.forms_of(word), at);
        let token = grammar.token(at)?;
        if let Some(length) = says(Word::Own) {
            return Some((Piece::House(self.seat, Run { from: at, to: at + length }), at + length));
        }
        let mut input: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(at, &mut input);
        if let Ok((seat, run)) = grammar.house(&mut input).map(|(seat, run)| (seat, run)) {
            return Some((Piece::House(seat, run), run.to));
        }
        let begins = |letter: char| {
            let mut all = self.board.world.houses.iter().map(|(seat, _)| seat);
            let mut found = all.by_ref().filter(|seat| {
                self.board.world.seat_name(*seat).to_lowercase().starts_with(letter)
            });
            found.next().filter(|_| found.next().is_none())
        };
        let mut letters = token.folded.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
        let seat = begins(letter).filter(|_| said.headed)?;
        Some((Piece::House(seat, Run { from: at, to: at + 1 }), at + 1))
    }

    /// Returns how many tokens at a place say nothing.
    fn idle_length(
        &self,
        grammar: &Grammar<'_>,
        at: usize,
        topic: Topic,
        words: &AroundTopic,
    ) -> Option<usize> {
        let token = grammar.token(at)?;
        if !token.is_word() {
            let signs =
                [Sign::Dash, Sign::Colon, Sign::Open, Sign::Close, Sign::Slash, Sign::Arrow, Sign::Other];
            return token.sign.is_some_and(|sign| signs.contains(&sign)).then_some(1);
        }
        if let Some(length) = grammar.form_at(&words.says, at) {
            return Some(length);
        }
        let around = &self.lexicon.around;
        let heads = self.heads(grammar, at, topic);
        let is_plain = self.lexicon.common.contains(&token.folded)
            || self.lexicon.articles.contains(&token.folded)
            || self.says_at(grammar, &[Word::First], at);
        let turns = grammar.form_at(&around.stops, at).is_some()
            || grammar.form_at(&around.cases, at).is_some()
            || self.takes_or_turns(grammar, at);
        (heads || is_plain && !turns).then_some(1)
    }

    /// Returns `true` if the heading of a topic stands at a place.
    fn heads(&self, grammar: &Grammar<'_>, at: usize, topic: Topic) -> bool {
        let heading = match topic {
            Topic::Bids => Heading::Bids,
            Topic::Ties => Heading::Ties,
            Topic::Reward => Heading::Reward,
            Topic::Losses => Heading::Disband,
            Topic::Cards => Heading::Cards,
        };
        let forms = self.lexicon.sections.get(&heading).map_or(&[][..], Vec::as_slice);
        grammar.form_at(forms, at).is_some()
    }

    /// Returns where a condition ends that begins here and on which the question hangs anyway: `if I am the best`, `if they win`.
    fn own_case(
        &self,
        grammar: &Grammar<'_>,
        run: Run,
        topic: Topic,
        words: &AroundTopic,
    ) -> Option<usize> {
        let around = &self.lexicon.around;
        let begins = grammar.form_at(&around.cases, run.from)?;
        let (mut at, mut is_own) = (run.from + begins, false);
        while at < run.to {
            let token = grammar.token(at)?;
            if token.sign == Some(Sign::Comma) {
                at += 1;
                break;
            }
            let case = grammar.form_at(&words.case, at);
            let is_thing = self.piece(grammar, at, topic, &Said::default()).is_some();
            if case.is_none() && is_thing && is_own {
                break;
            }
            is_own |= case.is_some();
            let idle = [&words.idle, &around.idle, &words.says];
            let length = idle.into_iter().filter_map(|forms| grammar.form_at(forms, at)).max();
            let is_house = topic == Topic::Cards && self.seats.known(&token.folded).is_some();
            // "I", "we", "they": whose win it is, the question says.
            let is_plain = token.sign.is_none() && self.lexicon.common.contains(&token.folded)
                && !self.says_at(grammar, &[Word::Not, Word::Never, Word::No, Word::But, Word::Only], at);
            at += case.or(length).or((is_plain || is_house).then_some(1))?;
        }
        is_own.then_some(at)
    }

    /// Returns where a reason ends that begins here and names no number: `because I want to keep that sword`.
    fn reason_to(&self, grammar: &Grammar<'_>, run: Run) -> Option<usize> {
        grammar.form_at(&self.lexicon.reasons, run.from)?;
        let ends = |at: &usize| {
            grammar.token(*at).is_none_or(|token| {
                matches!(token.sign, Some(Sign::Comma | Sign::Semicolon | Sign::Close))
            })
        };
        let to = (run.from..=run.to).find(|at| *at == run.to || ends(at))?;
        let tells = |at: usize| {
            grammar.token(at).is_some_and(|token| number(self.lexicon, token).is_some())
                || self.says_at(grammar, &[Word::If, Word::Unless], at)
        };
        (!(run.from + 1..to).any(tells)).then_some(to)
    }
}

fn is_thing(piece: &Piece) -> bool {
    !matches!(piece, Piece::Break | Piece::First | Piece::Last | Piece::Spared)
}

fn house(piece: &Piece) -> Option<(Seat, Run)> {
    match piece {
        Piece::House(seat, run) => Some((*seat, *run)),
        _ => None,
    }
}

/// Returns `true` if `first` stands with the first thing, and `last` with the last.
fn is_in_order(pieces: &[Piece]) -> bool {
    let all = pieces.iter().filter(|piece| is_thing(piece)).count();
    let before = |at: usize| pieces[..at].iter().filter(|piece| is_thing(piece)).count();
    pieces.iter().enumerate().all(|(at, piece)| match piece {
        Piece::First => before(at) <= 1,
        Piece::Last => before(at) + 1 >= all,
        _ => true,
    })
}

/// Returns what is bid for and how much, each with its place, if every part has one of both or they come in turn.
fn pairs(pieces: &[Piece]) -> Option<Vec<(String, Run, u16, usize)>> {
    let pair = |part: &[Piece]| match part {
        [Piece::Auction(on, run), Piece::Number(power, at)]
        | [Piece::Number(power, at), Piece::Auction(on, run)] => Some((on.clone(), *run, *power, *at)),
        _ => None,
    };
    let parts = pieces.split(|piece| *piece == Piece::Break).filter(|part| !part.is_empty());
    let by_parts: Option<Vec<_>> = parts.map(pair).collect();
    by_parts.or_else(|| {
        let all: Vec<Piece> = pieces.iter().filter(|piece| **piece != Piece::Break).cloned().collect();
        let is_number = |piece: &Piece| matches!(piece, Piece::Number(..));
        let in_turn = all.windows(2).all(|two| is_number(&two[0]) != is_number(&two[1]));
        (in_turn && all.len() % 2 == 0).then(|| all.chunks(2).map(pair).collect()).flatten()
    })
}

/// Returns House cards by the places where they are played; those without one behind others go on with their place.
fn groups(pieces: &[Piece]) -> Option<Vec<(Option<Run>, Vec<Run>)>> {
    let mut all: Vec<(Option<Run>, Vec<Run>)> = Vec::new();
    for part in pieces.split(|piece| *piece == Piece::Break).filter(|part| !part.is_empty()) {
        let mut places = part.iter().filter_map(|piece| match piece {
            Piece::Place(run) => Some(*run),
            _ => None,
        });
        let (place, second) = (places.next(), places.next());
        let cards: Vec<Run> = part
            .iter()
            .filter_map(|piece| match piece {
                Piece::Card(run) => Some(*run),
                _ => None,
            })
            .collect();
        if second.is_some() || cards.is_empty() {
            return None;
        }
        match all.last_mut() {
            Some((_, last)) if place.is_none() => last.extend(cards),
            // "Eddard, then Robb at Riverrun": where the first is played is not said.
            Some((None, _)) => return None,
            _ => all.push((place, cards)),
        }
    }
    (!all.is_empty()).then_some(all)
}

fn figure(power: u16, at: &Token) -> Token {
    Token { raw: power.to_string(), folded: String::new(), number: Some(power), sign: None, ..at.clone() }
}

fn sign(raw: &str, sign: Sign, at: &Token) -> Token {
    Token { raw: raw.to_owned(), folded: String::new(), number: None, sign: Some(sign), ..at.clone() }
}
