//! Patterns of sentences, as a language's table writes them: `{side} (lead|are leading) in {region} [now]`.
//!
//! A word stands for itself, `{…}` is a slot for something that varies, `(a|b)` is one of several, `[…]` may be left out
//! and `<card|cards>` follows a number: the first for one, the second for others. When a sentence is written, each choice
//! becomes its first member, and optional parts are left out.

use crate::sheet::fold;
use winnow::ascii::multispace0;
use winnow::combinator::{alt, delimited, preceded, repeat, separated, terminated};
use winnow::error::EmptyError;
use winnow::token::take_while;
use winnow::{Parser, Result};

/// A variable part of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// A faction, the loyalists or the Saxons.
    Side,
    /// Another side, in a comparison.
    Rival,
    /// A faction or the loyalists.
    Faction,
    /// Another faction, in a comparison.
    Other,
    /// A region.
    Region,
    /// Another region.
    Second,
    /// Regions, joined by `and` or `or`.
    Regions,
    /// Regions that are excepted.
    ButRegions,
    /// Factions that are excepted.
    ButFactions,
    /// Whoever writes the plan.
    Me,
    /// Whoever writes the plan, as an owner: my court.
    My,
    /// Another seat.
    Seat,
    /// Another seat, in a comparison.
    Than,
    /// Whoever writes the plan, in a comparison.
    ThanMe,
    /// Somebody else, or one other seat.
    Others,
    /// All other seats.
    All,
    /// Nobody else.
    Nobody,
    /// One other seat only.
    One,
    /// Two or more other seats, joined by `and` or `or`.
    Several,
    /// Two or more other seats, none of which does something: `neither Kay nor Morgan`.
    Neither,
    /// A card.
    Card,
    /// A number compared with something: `at least 2`.
    Count,
    /// A comparison of two amounts: `more`, `as many`.
    More,
    /// The word between two amounts: `than`, `as`.
    Joint,
    /// A difference: `by at least 2`.
    By,
    /// A plain number.
    Number,
    /// The number of something in its order: `third`.
    Ordinal,
}

impl Slot {
    const ALL: [(&'static str, Slot); 27] = [
        ("side", Slot::Side),
        ("rival", Slot::Rival),
        ("faction", Slot::Faction),
        ("other", Slot::Other),
        ("region", Slot::Region),
        ("second", Slot::Second),
        ("regions", Slot::Regions),
        ("but-regions", Slot::ButRegions),
        ("but-factions", Slot::ButFactions),
        ("me", Slot::Me),
        ("my", Slot::My),
        ("seat", Slot::Seat),
        ("than", Slot::Than),
        ("than-me", Slot::ThanMe),
        ("others", Slot::Others),
        ("all", Slot::All),
        ("nobody", Slot::Nobody),
        ("one", Slot::One),
        ("several", Slot::Several),
        ("neither", Slot::Neither),
        ("card", Slot::Card),
        ("count", Slot::Count),
        ("more", Slot::More),
        ("joint", Slot::Joint),
        ("by", Slot::By),
        ("n", Slot::Number),
        ("nth", Slot::Ordinal),
    ];

    fn from_name(name: &str) -> Option<Slot> {
        Slot::ALL.iter().find(|(known, _)| *known == name).map(|(_, slot)| *slot)
    }
}

/// A part of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A word, as it is shown and as it is compared.
    Word(String, String),
    Slot(Slot),
    /// One of several.
    Either(Vec<Pattern>),
    /// Something that may be left out.
    Maybe(Vec<Pattern>),
    /// One of two, by a number: the first for one.
    ByNumber(Vec<Pattern>),
}

/// A sentence with slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern(pub Vec<Part>);

impl Pattern {
    /// Reads a pattern; `None` if it is not one.
    pub fn parse(text: &str) -> Option<Pattern> {
        let pattern = terminated(pattern, multispace0::<_, EmptyError>).parse(text).ok()?;
        (!pattern.0.is_empty()).then_some(pattern)
    }

    /// Makes words of their own of endings such as `'s`.
    pub fn split(self, endings: &[String]) -> Pattern {
        let all =
            |patterns: Vec<Pattern>| patterns.into_iter().map(|pattern| pattern.split(endings)).collect();
        let mut parts = Vec::new();
        for part in self.0 {
            match part {
                Part::Word(shown, folded) => match split_word(&shown, endings) {
                    Some((stem, ending)) => {
                        parts.extend([stem, ending].map(|word| Part::Word(word.to_owned(), fold_word(word))));
                    }
                    None => parts.push(Part::Word(shown, folded)),
                },
                Part::Either(patterns) => parts.push(Part::Either(all(patterns))),
                Part::Maybe(patterns) => parts.push(Part::Maybe(all(patterns))),
                Part::ByNumber(patterns) => parts.push(Part::ByNumber(all(patterns))),
                slot => parts.push(slot),
            }
        }
        Pattern(parts)
    }
}

/// Splits a word before one of the endings; `None` if it has none, or is nothing else.
pub fn split_word<'w>(word: &'w str, endings: &[String]) -> Option<(&'w str, &'w str)> {
    let ending = endings.iter().find(|ending| word.ends_with(ending.as_str()))?;
    let at = word.len() - ending.len();
    (at > 0).then(|| word.split_at(at))
}

/// Returns a word as it is compared: as names are, but an article alone keeps its letters.
pub fn fold_word(word: &str) -> String {
    let folded = fold(word);
    // A sign such as `&` has no letters to compare.
    if folded.is_empty() { word.to_owned() } else { folded }
}

fn pattern(input: &mut &str) -> Result<Pattern, EmptyError> {
    let part = alt((slot, one_of, maybe, by_number, word));
    repeat(0.., preceded(multispace0, part)).map(Pattern).parse_next(input)
}

fn slot(input: &mut &str) -> Result<Part, EmptyError> {
    let name = take_while(1.., |c: char| c.is_ascii_lowercase() || c == '-');
    delimited('{', name.verify_map(Slot::from_name), '}').map(Part::Slot).parse_next(input)
}

fn members(input: &mut &str) -> Result<Vec<Pattern>, EmptyError> {
    separated(1.., terminated(pattern, multispace0), '|').parse_next(input)
}

fn one_of(input: &mut &str) -> Result<Part, EmptyError> {
    delimited('(', members, ')').map(Part::Either).parse_next(input)
}

fn maybe(input: &mut &str) -> Result<Part, EmptyError> {
    delimited('[', members, ']').map(Part::Maybe).parse_next(input)
}

fn by_number(input: &mut &str) -> Result<Part, EmptyError> {
    let two = delimited('<', members, '>').verify(|members: &Vec<Pattern>| members.len() == 2);
    two.map(Part::ByNumber).parse_next(input)
}

fn word(input: &mut &str) -> Result<Part, EmptyError> {
    let letters = take_while(1.., |c: char| !c.is_whitespace() && !"(){}[]<>|".contains(c));
    letters.map(|word: &str| Part::Word(word.to_owned(), fold_word(word))).parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Part {
        Part::Word(text.to_owned(), fold(text))
    }

    #[test]
    fn a_pattern_has_words_slots_choices_and_parts_that_may_be_left_out() {
        let pattern = Pattern::parse("{side} (lead|are leading) in {region} [now]").unwrap();
        let leading = Pattern(vec![word("are"), word("leading")]);
        let expected = vec![
            Part::Slot(Slot::Side),
            Part::Either(vec![Pattern(vec![word("lead")]), leading]),
            word("in"),
            Part::Slot(Slot::Region),
            Part::Maybe(vec![Pattern(vec![word("now")])]),
        ];
        assert_eq!(pattern, Pattern(expected));
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for text in ["", "{nothing}", "{side", "(a|b", "a)", "[a", "<a>", "<a|b|c>"] {
            assert_eq!(Pattern::parse(text), None, "{text}");
        }
    }
}
