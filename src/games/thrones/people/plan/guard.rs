//! Reads and writes the conditions of marches.
//!
//! A condition speaks of each of the march's destinations, or for `attacked` of where it starts, unless it names
//! an area: `[AREA is] [not] held by HOUSE`, `HOUSE holds AREA`, `[AREA is] empty | neutral | mine | enemy`,
//! `[AREA is] defended by more than | at least | less than | at most | exactly N`, `[I am] attacked [at AREA]`.

use super::language::{self, Predicate};
use super::model::{Compare, Condition, Guard};
use super::words::{Words, missing};
use crate::games::thrones::data::{Area, World};
use crate::sheet::{Fault, Node, Refusal, Span, whole_number};
use serde_json::Value;

/// A word of a condition with its place.
struct Word<'a> {
    text: &'a str,
    low: String,
    span: Span,
}

/// Reads one condition of a march from `from` to `to`: one guard for each area that it speaks of.
pub(super) fn read(
    words: &Words,
    world: &World,
    node: &Node,
    from: Area,
    to: &[Area],
) -> Result<Vec<Guard>, Fault> {
    let Some(text) = node.text() else {
        let why = Refusal::new("plan-guard-unknown").with("word", Value::Null);
        return Err(Fault::error(node.span, why.with("forms", language::CONDITION_FORMS)));
    };
    let list = split(text, node.span);
    let unknown = |span: Span, word: &str| {
        let known = language::PREDICATES.iter().flat_map(|(_, words)| *words);
        let near = known.min_by_key(|p| strsim::osa_distance(p, &word.to_lowercase()));
        let near = near.filter(|p| strsim::osa_distance(p, &word.to_lowercase()) <= 2);
        let why =
            Refusal::new("plan-guard-unknown").with("word", word).with("forms", language::CONDITION_FORMS);
        Fault::error(span, why).suggest(near.map(|p| (*p).to_owned()))
    };
    let Some(at) = list.iter().position(|word| predicate(word).is_some()) else {
        // "Tyrell leaves Kingswood": the names are known, and perhaps not as they were typed.
        let is_name = |w: &&Word| words.areas.known(w.text).is_some() || words.seats.known(w.text).is_some();
        let odd = list.iter().find(|w| !is_name(w) && !is_filler(&w.low));
        return Err(odd.map_or_else(|| unknown(node.span, text), |w| unknown(w.span, w.text)));
    };
    let (before, rest) = list.split_at(at);
    let Some((near, after)) = rest.split_first() else { return Err(unknown(node.span, text)) };
    let Some(predicate) = predicate(near) else { return Err(unknown(node.span, text)) };
    let not = before.iter().any(|w| language::NOT.contains(&w.low.as_str()));
    let subject: Vec<&Word> = before.iter().filter(|w| !is_filler(&w.low)).collect();
    if predicate == Predicate::Holds {
        let house = seat(words, world, &subject, near)?;
        let area = area(words, &after.iter().collect::<Vec<_>>(), near)?;
        return Ok(vec![Guard { area: world.area_id(area).to_owned(), not, is: house }]);
    }
    // `… at Moat Cailin` after everything names the area too.
    let at = |w: &Word| language::CONDITION_AT.contains(&w.low.as_str());
    let tail = after.iter().position(|w| at(w) && !follows_least(after, w));
    let (arguments, place) = after.split_at(tail.unwrap_or(after.len()));
    let place: Vec<&Word> = if place.is_empty() { subject } else { place.iter().skip(1).collect() };
    let is = condition(words, world, predicate, near, arguments)?;
    let areas = if !place.is_empty() {
        vec![area(words, &place, near)?]
    } else if is == Condition::Attacked {
        vec![from]
    } else {
        to.to_vec()
    };
    if areas.is_empty() {
        return Err(Fault::error(near.span, Refusal::new("plan-guard-needs-area")));
    }
    let guard = |area: Area| Guard { area: world.area_id(area).to_owned(), not, is: is.clone() };
    Ok(areas.into_iter().map(guard).collect())
}

fn predicate(word: &Word) -> Option<Predicate> {
    language::exactly(language::PREDICATES, &word.low)
}

/// `at least` and `at most` are comparisons.
fn follows_least(words: &[Word], at: &Word) -> bool {
    let next = words.iter().position(|w| w.span == at.span).and_then(|i| words.get(i + 1));
    next.is_some_and(|w| language::LEAST_MOST.contains(&w.low.as_str()))
}

fn is_filler(low: &str) -> bool {
    language::CONDITION_FILLERS.contains(&low)
}

fn split<'a>(text: &'a str, span: Span) -> Vec<Word<'a>> {
    let letters = text.chars().count();
    // A scalar in quotation marks begins one later; one over several lines has no places within.
    let shift = match span.length.checked_sub(letters) {
        Some(0) => Some(0),
        Some(2) => Some(1),
        _ => None,
    };
    let mut words = Vec::new();
    let mut column = 0;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        if !word.is_empty() {
            let length = word.chars().count();
            let span =
                shift.map_or(span, |s| Span { line: span.line, column: span.column + s + column, length });
            words.push(Word { text: word, low: word.to_lowercase(), span });
        }
        column += piece.chars().count();
    }
    words
}

fn joined(words: &[&Word]) -> (String, Option<Span>) {
    let text = words.iter().map(|w| w.text).collect::<Vec<_>>().join(" ");
    let span = match (words.first(), words.last()) {
        (Some(first), Some(last)) => {
            let length = (last.span.column + last.span.length).saturating_sub(first.span.column);
            Some(Span { length: length.max(1), ..first.span })
        }
        _ => None,
    };
    (text, span)
}

fn area(words: &Words, place: &[&Word], near: &Word) -> Result<Area, Fault> {
    let (text, span) = joined(place);
    words
        .areas
        .find(&text)
        .map_err(|miss| missing("plan-no-such-area", span.unwrap_or(near.span), &text, &miss, vec![]))
}

fn seat(words: &Words, world: &World, house: &[&Word], near: &Word) -> Result<Condition, Fault> {
    let (text, span) = joined(house);
    let low = text.to_lowercase();
    if language::ME.contains(&low.as_str()) {
        return Ok(Condition::Mine);
    }
    if language::ANY_ENEMY.contains(&low.as_str()) {
        return Ok(Condition::Enemy);
    }
    let found = words.seats.find(&text).map_err(|miss| {
        let legal = words.seats.all().map(str::to_owned).collect();
        missing("plan-no-such-house", span.unwrap_or(near.span), &text, &miss, legal)
    })?;
    Ok(Condition::HeldBy(world.seat_id(found).to_owned()))
}

fn condition(
    words: &Words,
    world: &World,
    predicate: Predicate,
    near: &Word,
    after: &[Word],
) -> Result<Condition, Fault> {
    let simple = match predicate {
        Predicate::Empty => Condition::Empty,
        Predicate::Neutral => Condition::Neutral,
        Predicate::Mine => Condition::Mine,
        Predicate::Enemy => Condition::Enemy,
        Predicate::Attacked => Condition::Attacked,
        Predicate::Held | Predicate::Holds => {
            let house: Vec<&Word> = after.iter().filter(|w| w.low != language::BY).collect();
            return seat(words, world, &house, near);
        }
        Predicate::Defended | Predicate::Stronger | Predicate::Weaker => {
            return strength(predicate, near, after);
        }
    };
    // "Nobody is there".
    match after.iter().find(|word| !is_filler(&word.low)) {
        None => Ok(simple),
        Some(word) => {
            let why = Refusal::new("plan-guard-unknown").with("word", word.text);
            Err(Fault::error(word.span, why.with("forms", language::CONDITION_FORMS)))
        }
    }
}

fn strength(predicate: Predicate, near: &Word, after: &[Word]) -> Result<Condition, Fault> {
    let mut by = match predicate {
        Predicate::Stronger => Some(Compare::MoreThan),
        Predicate::Weaker => Some(Compare::LessThan),
        _ => None,
    };
    if predicate == Predicate::Defended && after.is_empty() {
        return Ok(Condition::Defended { by: Compare::AtLeast, strength: 1 });
    }
    let mut number = None;
    for word in after {
        let low = word.low.as_str();
        let behind = number.and_then(|_: i16| language::exactly(language::COMPARE_AFTER, low));
        if let Some(found) = behind.or_else(|| language::exactly(language::COMPARE_BEFORE, low)) {
            by = Some(found);
        } else if !language::COMPARE_FILLERS.contains(&low) {
            match whole_number(low) {
                Some(value) if number.is_none() && value <= 99 => number = Some(value as i16),
                _ => {
                    let why = Refusal::new("plan-guard-number").with("word", word.text);
                    return Err(Fault::error(word.span, why));
                }
            }
        }
    }
    let last = after.last().unwrap_or(near);
    match (by, number) {
        (Some(by), Some(strength)) => Ok(Condition::Defended { by, strength }),
        _ => Err(Fault::error(last.span, Refusal::new("plan-guard-number").with("word", last.text))),
    }
}

/// Returns a condition as a player would write it.
pub(super) fn write(world: &World, guard: &Guard) -> String {
    let area = world.area(&guard.area).map_or(guard.area.as_str(), |area| world.place(area).name.as_str());
    let predicate = |predicate| language::word(language::PREDICATES, &predicate).to_owned();
    let says = match &guard.is {
        Condition::HeldBy(house) => {
            let house = world.seat(house).map_or(house.as_str(), |seat| world.seat_name(seat));
            format!("{} {} {house}", predicate(Predicate::Held), language::BY)
        }
        Condition::Empty => predicate(Predicate::Empty),
        Condition::Neutral => predicate(Predicate::Neutral),
        Condition::Enemy => predicate(Predicate::Enemy),
        Condition::Mine => predicate(Predicate::Mine),
        Condition::Attacked => predicate(Predicate::Attacked),
        Condition::Defended { by, strength } => {
            let compare = language::word(language::COMPARES, by);
            format!("{} {} {compare} {strength}", predicate(Predicate::Defended), language::BY)
        }
    };
    let not = if guard.not { language::NOT.first() } else { None };
    let words = [Some(area), Some(language::IS), not.copied(), Some(says.as_str())];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::people::plan::tests::{opening, value};
    use crate::table::Seat;
    use proptest::prelude::*;

    fn guard(text: &str) -> Result<Guard, Fault> {
        let board = opening(5);
        let area = |id| board.world.area(id).unwrap();
        let words = Words::new(&board, Seat(0));
        let node = value(&format!("if: {}", serde_json::Value::from(text)));
        read(&words, &board.world, &node, area("winterfell"), &[area("moat-cailin")]).map(|mut all| {
            assert_eq!(all.len(), 1);
            all.remove(0)
        })
    }

    #[test]
    fn a_condition_without_an_area_is_for_each_destination() {
        let reading = crate::games::thrones::people::plan::tests::stark(
            "plan: {marches: [{from: Winterfell, to: {Moat Cailin: knight, Karhold: footman}, unless: enemy}]}",
        );
        let guards = &reading.plan.unwrap().marches[0].unless;
        let areas: Vec<&str> = guards.iter().map(|guard| guard.area.as_str()).collect();
        assert_eq!(areas, ["moat-cailin", "karhold"]);
    }

    fn good(text: &str) -> (String, bool, Condition) {
        let guard = guard(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        (guard.area, guard.not, guard.is)
    }

    #[test]
    fn conditions_in_many_words() {
        let defended = |by, strength| Condition::Defended { by, strength };
        let held = || Condition::HeldBy("greyjoy".into());
        for (text, area, not, is) in [
            ("defended by more than 3", "moat-cailin", false, defended(Compare::MoreThan, 3)),
            ("it is defended by at least 2", "moat-cailin", false, defended(Compare::AtLeast, 2)),
            ("defended by 2 or more", "moat-cailin", false, defended(Compare::AtLeast, 2)),
            ("defended by > 4", "moat-cailin", false, defended(Compare::MoreThan, 4)),
            ("Riverrun is defended by at most 1", "riverrun", false, defended(Compare::AtMost, 1)),
            ("defended by less than 2 at Riverrun", "riverrun", false, defended(Compare::LessThan, 2)),
            ("weaker than 5", "moat-cailin", false, defended(Compare::LessThan, 5)),
            ("defended", "moat-cailin", false, defended(Compare::AtLeast, 1)),
            ("held by Greyjoy", "moat-cailin", false, held()),
            ("King's Landing is not held by House Greyjoy", "kings-landing", true, held()),
            ("greyjoy holds the twins", "the-twins", false, held()),
            ("held by me", "moat-cailin", false, Condition::Mine),
            ("empty", "moat-cailin", false, Condition::Empty),
            ("Seagard isn't empty", "seagard", true, Condition::Empty),
            ("neutral", "moat-cailin", false, Condition::Neutral),
            ("enemy", "moat-cailin", false, Condition::Enemy),
            ("I am attacked", "winterfell", false, Condition::Attacked),
            ("I am attacked at White Harbor", "white-harbor", false, Condition::Attacked),
            ("not attacked", "winterfell", true, Condition::Attacked),
        ] {
            assert_eq!(good(text), (area.to_owned(), not, is), "{text}");
            // What is written back is read the same.
            let again = write(&opening(5).world, &guard(text).unwrap());
            assert_eq!(guard(&again).unwrap(), guard(text).unwrap(), "{again}");
        }
    }

    #[test]
    fn errors_point_at_the_word() {
        for (text, word) in [
            ("held by Targaryen", "Targaryen"),
            ("Tyrell leaves Riverrun", "leaves"),
            ("Rivrun is empty", "Rivrun"),
            ("defended by lots", "lots"),
            ("guarded by more than 3", "guarded"),
            ("empty tomorrow", "tomorrow"),
            ("defended by more than", "than"),
            ("defended by more than 3 4", "4"),
        ] {
            let span = guard(text).expect_err(text).span.unwrap();
            // In quotation marks, after `if: `.
            let at = 5 + text.find(word).unwrap() + 1;
            assert_eq!((span.column, span.length), (at, word.len()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_condition_or_a_fault(
            words in prop::collection::vec(prop::sample::select(vec![
                "held", "by", "holds", "defended", "more", "than", "3", "at", "least", "in", "is", "not", "empty",
                "greyjoy", "moat", "cailin", "I", "am", "attacked", "é", "", ">", "or",
            ]), 0..8)
        ) {
            let _ = guard(&words.join(" "));
        }
    }
}
