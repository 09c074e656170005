//! What is asked, picked out of a sentence: `Two on the throne, five on the fiefdoms because I want to keep that sword`. The things that
//! answer it must be plain, and of all other words the table must know that they change nothing: a denial, somebody else or a condition that is
//! not the question's own leaves the sentence unread.

use super::pieces::{Piece, groups, house, is_in_order, is_thing, pairs};
use crate::games::thrones::data::{AroundTopic, Heading, Topic, Word};
use crate::games::thrones::people::plan::keys::gathers;
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign, Token, number};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::wishes::Wish;
use crate::sheet::fold;
use crate::table::{LineFate, Seat};
use std::collections::BTreeSet;
use winnow::stream::TokenSlice;

/// The most tokens of a sentence that is read so.
const MOST_TOKENS: usize = 60;

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
        if names.len() != pairs.len() || !names.iter().all(is_asked) || sum > grammar.asked.power || !is_sure
        {
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
        let is_ranked = said.pieces.contains(&Piece::Last);
        let groups = groups(&said.pieces)?;
        if is_ranked {
            return None;
        }
        if !said.says && !said.headed && !has_place {
            return None;
        }
        let forms = self.lexicon.words.get(&Word::At)?.iter().find(|form| form.len() == 1)?;
        let (mut items, mut read) = (Vec::new(), Vec::new());
        for (place, cards) in groups {
            let first = grammar.token(cards.first()?.from)?;
            let mut tokens = Vec::new();
            if let Some(place) = place {
                tokens.push(word(&forms[0], first));
                tokens.extend(self.place_tokens(grammar, place)?);
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

    /// Returns the tokens of the name of an area: of one's own its name, as another may be called by the same letters.
    fn place_tokens(&self, grammar: &Grammar<'_>, place: Run) -> Option<Vec<Token>> {
        let said = grammar.line.tokens.get(place.from..place.to)?;
        let meant = match grammar.areas.meant(&grammar.name_of(place), &[grammar.own]) {
            Meant::One { area, .. } => vec![area],
            Meant::Several(areas) => areas,
            Meant::Nothing => Vec::new(),
        };
        let mut own = meant.into_iter().filter(|area| grammar.own.has(*area));
        let (Some(area), None) = (own.next(), own.next()) else { return Some(said.to_vec()) };
        let name = self.board.world.place(area).name.as_str();
        Some(name.split_whitespace().map(|part| word(&fold(part), &said[0])).collect())
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
                let tells = |at: usize| grammar.form_at(&words.says, at).is_some();
                said.says |= topic == Topic::Ties || (at..to).any(tells);
                at = to;
                continue;
            }
            if let Some(to) = self.reason_to(grammar, Run { from: at, ..whole }) {
                at = to;
                continue;
            }
            let idle = [&words.idle, &self.lexicon.around.idle, &self.lexicon.wanting];
            let length = idle.into_iter().filter_map(|forms| grammar.form_at(forms, at)).max();
            let covered = at..at + length.unwrap_or(1).max(1);
            said.says |= covered.into_iter().any(|at| grammar.form_at(&words.says, at).is_some());
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
                all.find_map(|(on, forms)| Some((on, grammar.form_at(forms, at)?))).filter(|_| !is_small).map(
                    |(on, length)| {
                        (Piece::Auction(on.clone(), Run { from: at, to: at + length }), at + length)
                    },
                )
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
                if grammar.form_at(&self.lexicon.around.last, at) == Some(1) {
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
                // "Eddard last" says who does not come first.
                if grammar.form_at(&self.lexicon.around.last, at).is_some() {
                    return Some((Piece::Last, at + 1));
                }
                let card = grammar.card(&mut input.clone()).ok().filter(|card| {
                    let name = grammar.name_of(*card).join(" ");
                    card.from == at
                        && grammar.cards.known(&name).is_some()
                        && self.seats.known(&name).is_none()
                });
                if let Some(card) = card {
                    return Some((Piece::Card(card), card.to));
                }
                let place = grammar.place(&mut input).ok().filter(|place| place.from == at)?;
                let name = grammar.name_of(place).concat();
                let is_name =
                    topic == Topic::Cards && name.chars().count() > 1 && !grammar.is_reserved(&name);
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
        if let Ok((seat, run)) = grammar.house(&mut input) {
            return Some((Piece::House(seat, run), run.to));
        }
        let begins = |letter: char| {
            let mut all = self.board.world.houses.iter().map(|(seat, _)| seat);
            let mut found = all
                .by_ref()
                .filter(|seat| self.board.world.seat_name(*seat).to_lowercase().starts_with(letter));
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
            // "Catelyn: Winterfell" says what her ability does.
            let is_of_card = topic == Topic::Cards && token.sign == Some(Sign::Colon) && {
                let before = (0..at).find(|from| {
                    self.piece(grammar, *from, topic, &Said::default())
                        .is_some_and(|(piece, to)| to == at && matches!(piece, Piece::Card(_)))
                });
                before.is_some()
            };
            return token.sign.is_some_and(|sign| signs.contains(&sign) && !is_of_card).then_some(1);
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
        let forms = self.lexicon.section(heading);
        grammar.form_at(forms, at).is_some()
    }

    /// Returns where a condition ends that begins here and on which the question hangs anyway: `if I am the best`, `if they win`.
    fn own_case(&self, grammar: &Grammar<'_>, run: Run, topic: Topic, words: &AroundTopic) -> Option<usize> {
        let around = &self.lexicon.around;
        let begins = grammar.form_at(&around.cases, run.from)?;
        let (mut at, mut is_own) = (run.from + begins, false);
        while at < run.to {
            let token = grammar.token(at)?;
            if matches!(token.sign, Some(Sign::Comma | Sign::Colon)) {
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
            // "I", "we", "they": whose win it is, the question says.
            let is_plain = token.sign.is_none()
                && self.lexicon.common.contains(&token.folded)
                && !self.says_at(grammar, &[Word::Not, Word::Never, Word::No, Word::But, Word::Only], at);
            at += case.or(length).or(is_plain.then_some(1))?;
        }
        is_own.then_some(at)
    }

    /// Returns where a reason ends that begins here and names no number: `because I want to keep that sword`.
    fn reason_to(&self, grammar: &Grammar<'_>, run: Run) -> Option<usize> {
        let is_behind = run.from > 0
            && grammar.token(run.from - 1).is_some_and(|token| token.sign == Some(Sign::Comma))
            && grammar.form_at(&self.lexicon.around.relative, run.from).is_some();
        if !is_behind {
            grammar.form_at(&self.lexicon.reasons, run.from)?;
        }
        let ends = |at: &usize| {
            grammar
                .token(*at)
                .is_none_or(|token| matches!(token.sign, Some(Sign::Comma | Sign::Semicolon | Sign::Close)))
        };
        let to = (run.from..=run.to).find(|at| *at == run.to || ends(at))?;
        let tells = |at: usize| {
            grammar.token(at).is_some_and(|token| number(self.lexicon, token).is_some())
                || self.says_at(grammar, &[Word::If, Word::Unless], at)
        };
        (!(run.from + 1..to).any(tells)).then_some(to)
    }
}

fn figure(power: u16, at: &Token) -> Token {
    Token { raw: power.to_string(), folded: String::new(), number: Some(power), sign: None, ..at.clone() }
}

fn word(folded: &str, at: &Token) -> Token {
    Token { raw: folded.to_owned(), folded: folded.to_owned(), number: None, sign: None, ..at.clone() }
}

fn sign(raw: &str, sign: Sign, at: &Token) -> Token {
    Token { raw: raw.to_owned(), folded: String::new(), number: None, sign: Some(sign), ..at.clone() }
}
