//! All ways in which a pattern fits a text from some word on, and how far those came that do not.

use super::super::condition::{Others, Test, Where, Who};
use super::bound::{Bound, Joined, Lead, Listed};
use super::lexicon::Lexicon;
use super::tokens::{Mark, Token};
use crate::games::king_is_dead::data::Faction;
use crate::games::king_is_dead::data::language::{Comparing, Counting, Forms, Kind, Word};
use crate::games::king_is_dead::data::pattern::{Part, Pattern, Slot};
use crate::sheet::Names;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The most words of a name.
const LONGEST_NAME: usize = 4;

/// Something that would have fitted.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Expected {
    Word(String),
    Slot(Slot),
}

/// The furthest word that no pattern could go beyond.
#[derive(Default)]
struct Furthest {
    at: usize,
    expected: Vec<Expected>,
    kinds: Vec<Kind>,
}

/// The thing that a slot stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Filled {
    Id(String),
    Ids(Vec<String>),
    Region(Where),
    Regions(Listed),
    Who(Who),
    Others(Others),
    Test(Test),
    Lead(Lead, bool),
    Number(u8),
    Joint(bool),
    Several(Joined),
    /// The code of a refusal.
    Wrong(&'static str),
}

/// A seat's own turn, of which a condition cannot speak.
const OWN: Filled = Filled::Wrong("guard-own-play");

/// The word behind a slot, and what the slot stands for.
type Ending = (usize, Filled);

/// A text that is matched.
pub(super) struct Matcher<'a> {
    pub lexicon: &'a Lexicon<'a>,
    pub tokens: &'a [Token],
    furthest: RefCell<Furthest>,
    /// What a slot can stand for at a word; patterns ask the same many times.
    slots: RefCell<BTreeMap<(Slot, usize), Vec<Ending>>>,
    kind: RefCell<Option<Kind>>,
}

impl<'a> Matcher<'a> {
    /// Returns a matcher for the words of one sentence.
    pub fn new(lexicon: &'a Lexicon<'a>, tokens: &'a [Token]) -> Self {
        let (furthest, slots, kind) = Default::default();
        Matcher { lexicon, tokens, furthest, slots, kind }
    }

    /// Returns each way in which one of the patterns fits from a word on: where it ends, and what its slots stand for.
    pub fn fits(&self, forms: &[Pattern], at: usize) -> Vec<(usize, Bound)> {
        let mut found = Vec::new();
        for pattern in forms {
            self.sequence(&pattern.0, at, &Bound::default(), &mut found);
        }
        found
    }

    /// Does the same for a kind of condition, which is remembered for what is said if nothing fits.
    pub fn fits_kind(&self, kind: Kind, forms: &[Pattern], at: usize) -> Vec<(usize, Bound)> {
        *self.kind.borrow_mut() = Some(kind);
        let found = self.fits(forms, at);
        *self.kind.borrow_mut() = None;
        found
    }

    /// Returns the end of the longest form of a word that begins here.
    pub fn word(&self, word: Word, at: usize) -> Option<usize> {
        self.fits(self.lexicon.forms(word), at).into_iter().map(|(end, _)| end).max()
    }

    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    /// Remembers that nothing fitted here, if nothing came further.
    fn note(&self, at: usize, expected: Expected) {
        let mut furthest = self.furthest.borrow_mut();
        if at > furthest.at {
            *furthest = Furthest { at, ..Furthest::default() };
        }
        if at == furthest.at {
            if !furthest.expected.contains(&expected) {
                furthest.expected.push(expected);
            }
            if let Some(kind) = *self.kind.borrow()
                && !furthest.kinds.contains(&kind)
            {
                furthest.kinds.push(kind);
            }
        }
    }

    fn sequence(&self, parts: &[Part], at: usize, bound: &Bound, found: &mut Vec<(usize, Bound)>) {
        let Some((part, rest)) = parts.split_first() else {
            let one = (at, bound.clone());
            if !found.contains(&one) {
                found.push(one);
            }
            return;
        };
        match part {
            Part::Word(shown, folded) => {
                if self.token(at).is_some_and(|token| token.mark.is_none() && token.folded == *folded) {
                    self.sequence(rest, at + 1, bound, found);
                } else {
                    self.note(at, Expected::Word(shown.clone()));
                }
            }
            Part::Either(patterns) | Part::Maybe(patterns) | Part::ByNumber(patterns) => {
                let mut within = Vec::new();
                for pattern in patterns {
                    self.sequence(&pattern.0, at, bound, &mut within);
                }
                for (end, bound) in within {
                    self.sequence(rest, end, &bound, found);
                }
                if matches!(part, Part::Maybe(_)) {
                    self.sequence(rest, at, bound, found);
                }
            }
            Part::Slot(slot) => {
                let filled = self.slot(*slot, at);
                if filled.is_empty() {
                    self.note(at, Expected::Slot(*slot));
                }
                for (end, filled) in filled {
                    let mut bound = bound.clone();
                    if put(*slot, filled, &mut bound) {
                        self.sequence(rest, end, &bound, found);
                    }
                }
            }
        }
    }

    fn slot(&self, slot: Slot, at: usize) -> Vec<(usize, Filled)> {
        if let Some(known) = self.slots.borrow().get(&(slot, at)) {
            return known.clone();
        }
        let filled = self.fill(slot, at);
        self.slots.borrow_mut().insert((slot, at), filled.clone());
        filled
    }

    fn fill(&self, slot: Slot, at: usize) -> Vec<(usize, Filled)> {
        let lexicon = self.lexicon;
        let ids = |names: &Names<String>| -> Vec<(usize, Filled)> {
            self.named(names, at).into_iter().map(|(end, id)| (end, Filled::Id(id))).collect()
        };
        match slot {
            Slot::Side | Slot::Rival => self.in_the_game(ids(&lexicon.sides)),
            Slot::Faction | Slot::Other => self.in_the_game(ids(&lexicon.factions)),
            Slot::Card => {
                let cards = self.named(&lexicon.cards, at).into_iter();
                cards.map(|(end, card)| (end, Filled::Id(card.id().to_owned()))).collect()
            }
            Slot::Region | Slot::Second => {
                self.regions(at).into_iter().map(|(end, region)| (end, Filled::Region(region))).collect()
            }
            Slot::Regions | Slot::ButRegions => self.listed(at, slot == Slot::ButRegions),
            Slot::ButFactions => self.factions(at),
            Slot::Me => self.said(Word::Me, at, &Filled::Who(Who::Me)),
            Slot::My => self.said(Word::My, at, &Filled::Who(Who::Me)),
            Slot::ThanMe => self.said(Word::ThanMe, at, &Filled::Who(Who::Me)),
            Slot::Seat | Slot::Than => self.seats(at),
            Slot::Others => {
                let mut all = self.said(Word::Somebody, at, &Filled::Others(Others::Somebody));
                all.extend(self.one(at));
                all
            }
            Slot::All => self.said(Word::All, at, &Filled::Others(Others::All)),
            Slot::Nobody => self.said(Word::Nobody, at, &Filled::Others(Others::Somebody)),
            Slot::One => self.one(at),
            Slot::Several => {
                [Word::And, Word::Or].into_iter().flat_map(|joint| self.several(at, joint)).collect()
            }
            Slot::Neither => {
                self.word(Word::Neither, at).into_iter().flat_map(|at| self.several(at, Word::Nor)).collect()
            }
            Slot::Count => self.counted(&lexicon.language().count, at),
            Slot::By => self.counted(&lexicon.language().by, at),
            Slot::More => self.compared(at),
            Slot::Joint => {
                let mut all = self.said(Word::Than, at, &Filled::Joint(false));
                all.extend(self.said(Word::As, at, &Filled::Joint(true)));
                all
            }
            Slot::Ordinal => {
                let known = self.token(at).and_then(|token| lexicon.language().ordinals.get(&token.folded));
                known.map(|number| (at + 1, Filled::Number(*number))).into_iter().collect()
            }
            Slot::Number => {
                self.number(at).map(|number| (at + 1, Filled::Number(number))).into_iter().collect()
            }
        }
    }

    /// Refuses the loyalists where Mordred does not play.
    fn in_the_game(&self, sides: Vec<Ending>) -> Vec<Ending> {
        // Of a summons that is said in its own words.
        if self.kind.borrow().is_none() {
            return sides;
        }
        let is_absent = |filled: &Filled| {
            *filled == Filled::Id(Faction::Loyalists.id().to_owned()) && !self.lexicon.world.options.mordred
        };
        let refused = |(end, filled)| {
            (end, if is_absent(&filled) { Filled::Wrong("guard-no-loyalists") } else { filled })
        };
        sides.into_iter().map(refused).collect()
    }

    /// Returns two or more other seats with this word between the last two, and perhaps commas before.
    fn several(&self, at: usize, joint: Word) -> Vec<Ending> {
        let mut all = Vec::new();
        for (end, first) in self.one(at) {
            let (mut end, mut seats, mut wrong) = (end, Vec::new(), None);
            let mut next = Some(first);
            while let Some(filled) = next.take() {
                match filled {
                    Filled::Others(other) => seats.push(other),
                    Filled::Wrong(code) => wrong = Some(code),
                    _ => {}
                }
                let comma = self.token(end).is_some_and(|token| token.mark == Some(Mark::Comma));
                let word = self.word(joint, if comma { end + 1 } else { end });
                let Some(after) = word.or(comma.then_some(end + 1)) else { break };
                let Some((behind, filled)) = self.one(after).pop() else { break };
                (end, next) = (behind, Some(filled.clone()));
                if word.is_none() {
                    continue;
                }
                let joined = match (filled, wrong) {
                    (Filled::Wrong(code), _) | (_, Some(code)) => Filled::Wrong(code),
                    (Filled::Others(other), None) => {
                        let seats = seats.iter().cloned().chain([other]).collect();
                        Filled::Several(Joined { seats, any: joint != Word::And })
                    }
                    _ => continue,
                };
                all.push((end, joined));
            }
        }
        all
    }

    fn said(&self, word: Word, at: usize, filled: &Filled) -> Vec<(usize, Filled)> {
        let ends = self.fits(self.lexicon.forms(word), at);
        ends.into_iter().map(|(end, _)| (end, filled.clone())).collect()
    }

    /// Returns the names that begin at a word, perhaps after an article.
    pub fn named<T: Clone>(&self, names: &Names<T>, at: usize) -> Vec<(usize, T)> {
        let article = |at: usize| {
            self.token(at).is_some_and(|token| self.lexicon.language().articles.contains(&token.folded))
        };
        let from = if article(at) { at + 1 } else { at };
        let mut text = String::new();
        let mut found = Vec::new();
        for (place, token) in self.tokens.iter().enumerate().skip(from).take(LONGEST_NAME) {
            if token.mark.is_some() {
                break;
            }
            text.push(' ');
            text.push_str(&token.text);
            found.extend(names.known(&text).map(|value| (place + 1, value)));
        }
        found
    }

    fn regions(&self, at: usize) -> Vec<(usize, Where)> {
        let named = self.named(&self.lexicon.regions, at).into_iter();
        let mut all: Vec<(usize, Where)> = named.map(|(end, id)| (end, Where::Region(id))).collect();
        all.extend(self.word(Word::ThisRegion, at).map(|end| (end, Where::This)));
        all
    }

    /// Returns lists of regions, joined by "and" or by "or"; in exceptions both are the same, and commas are enough.
    fn listed(&self, at: usize, exception: bool) -> Vec<(usize, Filled)> {
        let mut all = Vec::new();
        for (end, region) in self.regions(at) {
            let mut listed = Listed { regions: vec![region], any: false };
            all.push((end, Filled::Regions(listed.clone())));
            let (mut end, mut joined) = (end, None);
            while let Some((after, word)) = self.joint(end) {
                let fits = joined.is_none() || word.is_none() || exception || joined == word;
                let Some((next, region)) = self.regions(after).into_iter().next().filter(|_| fits) else {
                    break;
                };
                end = next;
                joined = word.or(joined);
                listed.regions.push(region);
                if word.is_some() || exception {
                    listed.any = joined == Some(Word::Or);
                    all.push((end, Filled::Regions(listed.clone())));
                }
            }
        }
        all
    }

    fn factions(&self, at: usize) -> Vec<(usize, Filled)> {
        let mut all = Vec::new();
        for (end, faction) in self.named(&self.lexicon.factions, at) {
            let (mut end, mut ids) = (end, vec![faction]);
            all.push((end, Filled::Ids(ids.clone())));
            while let Some((after, _)) = self.joint(end)
                && let Some((next, faction)) = self.named(&self.lexicon.factions, after).into_iter().next()
            {
                end = next;
                ids.push(faction);
                all.push((end, Filled::Ids(ids.clone())));
            }
        }
        all
    }

    /// Returns the end of a comma, an "and" or an "or", or of a comma with one of them behind.
    pub fn joint(&self, at: usize) -> Option<(usize, Option<Word>)> {
        let comma = self.token(at).is_some_and(|token| token.mark == Some(Mark::Comma));
        let at = if comma { at + 1 } else { at };
        for word in [Word::And, Word::Or] {
            if let Some(end) = self.word(word, at) {
                return Some((end, Some(word)));
            }
        }
        comma.then_some((at, None))
    }

    fn seats(&self, at: usize) -> Vec<(usize, Filled)> {
        let (world, own) = (self.lexicon.world, self.lexicon.seat);
        let who = |id: String| if world.seat(&id) == Some(own) { Who::Me } else { Who::Seat(id) };
        let named = self.named(&self.lexicon.seats, at).into_iter();
        let mut all: Vec<(usize, Filled)> = named.map(|(end, id)| (end, Filled::Who(who(id)))).collect();
        if let Some(end) = self.word(Word::Partner, at) {
            let partner = world.partner(own).map(|seat| Filled::Who(who(world.seat_id(seat).to_owned())));
            all.push((end, partner.unwrap_or(Filled::Wrong("guard-no-partner"))));
        }
        all
    }

    /// Returns one other seat; the owner of the plan is marked.
    fn one(&self, at: usize) -> Vec<(usize, Filled)> {
        let seats = self.seats(at).into_iter().map(|(end, filled)| match filled {
            Filled::Who(Who::Seat(id)) => (end, Filled::Others(Others::Seat(id))),
            Filled::Who(Who::Me) => (end, OWN),
            other => (end, other),
        });
        let mut all: Vec<(usize, Filled)> = seats.collect();
        all.extend(self.said(Word::Me, at, &OWN));
        all
    }

    /// Returns the number at a word, in digits or as a word of the language; `None` if there is none.
    pub fn number(&self, at: usize) -> Option<u8> {
        let token = self.token(at).filter(|token| token.mark.is_none())?;
        let digits = || crate::sheet::whole_number(&token.text).and_then(|number| u8::try_from(number).ok());
        self.lexicon.language().numbers.get(&token.folded).copied().or_else(digits)
    }

    fn counted(&self, table: &BTreeMap<Counting, Forms>, at: usize) -> Vec<(usize, Filled)> {
        let mut all = Vec::new();
        for (counting, forms) in table {
            for (end, bound) in self.fits(forms, at) {
                let number = bound.number.unwrap_or(1);
                let test = match counting {
                    Counting::AtLeast => Some(Test::AtLeast(number)),
                    Counting::MoreThan => number.checked_add(1).map(Test::AtLeast),
                    Counting::AtMost => Some(Test::AtMost(number)),
                    Counting::FewerThan => number.checked_sub(1).map(Test::AtMost),
                    Counting::Exactly => Some(Test::Exactly(number)),
                    Counting::None => Some(Test::AtMost(0)),
                    Counting::Some => Some(Test::AtLeast(1)),
                };
                all.extend(test.map(|test| (end, Filled::Test(test))));
            }
        }
        all
    }

    fn compared(&self, at: usize) -> Vec<(usize, Filled)> {
        let mut all = Vec::new();
        for (comparing, forms) in &self.lexicon.language().more {
            for (end, bound) in self.fits(forms, at) {
                let number = bound.number.unwrap_or(1);
                let (is, turned) = match comparing {
                    Comparing::More => (Test::AtLeast(1), false),
                    Comparing::AtLeastMore => (Test::AtLeast(number), false),
                    Comparing::ExactlyMore => (Test::Exactly(number), false),
                    Comparing::Fewer => (Test::AtLeast(1), true),
                    Comparing::AtLeastFewer => (Test::AtLeast(number), true),
                    Comparing::Equal => (Test::Exactly(0), false),
                    Comparing::NotFewer => (Test::AtLeast(0), false),
                };
                all.push((end, Filled::Lead(Lead { is, turned }, comparing.is_of_equals())));
            }
        }
        all
    }

    /// Returns the place that nothing could go beyond, the word there with what may have been meant, and the kinds of
    /// condition that came so far.
    pub fn stuck(&self) -> (usize, Option<String>, Vec<Kind>) {
        let furthest = self.furthest.borrow();
        let lexicon = self.lexicon;
        let Some(token) = self.token(furthest.at) else { return (furthest.at, None, furthest.kinds.clone()) };
        let mut near = Names::new();
        for expected in &furthest.expected {
            match expected {
                Expected::Word(word) => {
                    near.add(word, ());
                }
                Expected::Slot(Slot::Side | Slot::Rival) => all(&lexicon.sides, &mut near),
                Expected::Slot(Slot::Faction | Slot::Other | Slot::ButFactions) => {
                    all(&lexicon.factions, &mut near);
                }
                Expected::Slot(Slot::Region | Slot::Second | Slot::Regions | Slot::ButRegions) => {
                    all(&lexicon.regions, &mut near);
                }
                Expected::Slot(Slot::Seat | Slot::Than | Slot::Others | Slot::One | Slot::Several) => {
                    all(&lexicon.seats, &mut near);
                }
                Expected::Slot(Slot::Card) => all(&lexicon.cards, &mut near),
                Expected::Slot(_) => {}
            }
        }
        let suggestion = near.find(&token.text).err().and_then(|miss| miss.suggestion());
        (furthest.at, suggestion, furthest.kinds.clone())
    }
}

fn all<T: Clone>(names: &Names<T>, near: &mut Names<()>) {
    names.all().for_each(|name| {
        near.add(name, ());
    });
}

/// Puts what a slot stands for in its place; `false` if it does not go with what is there.
fn put(slot: Slot, filled: Filled, bound: &mut Bound) -> bool {
    match (slot, filled) {
        (Slot::Side, Filled::Id(id)) => bound.side = Some(id),
        (Slot::Rival, Filled::Id(id)) => bound.rival = Some(id),
        (Slot::Faction, Filled::Id(id)) => bound.faction = Some(id),
        (Slot::Other, Filled::Id(id)) => bound.other = Some(id),
        (Slot::Card, Filled::Id(id)) => bound.card = Some(id),
        (Slot::Region, Filled::Region(region)) => bound.region = Some(region),
        (Slot::Second, Filled::Region(region)) => bound.second = Some(region),
        (Slot::ButRegions, Filled::Regions(listed)) => bound.but_regions = listed.regions,
        (_, Filled::Regions(listed)) => bound.regions = Some(listed),
        (_, Filled::Ids(ids)) => bound.but_factions = ids,
        (Slot::Me | Slot::My | Slot::Seat, Filled::Who(who)) => bound.who = Some(who),
        (_, Filled::Who(who)) => bound.than = Some(who),
        (_, Filled::Others(others)) => bound.others = Some(others),
        (_, Filled::Several(joined)) => bound.several = Some(joined),
        (_, Filled::Wrong(code)) => bound.wrong = Some(code),
        (Slot::By, Filled::Test(test)) => bound.by = Some(test),
        (_, Filled::Test(test)) => bound.count = Some(test),
        (_, Filled::Lead(lead, equals)) => {
            bound.more = Some(lead);
            bound.equals = equals;
        }
        (_, Filled::Joint(equals)) => return bound.equals == equals,
        (_, Filled::Number(number)) => bound.number = Some(number),
        _ => return false,
    }
    true
}
