//! Conditions of marches: a small language, read and judged.
//!
//! A condition speaks of each of the march's destinations, or for `attacked` of where it starts, unless it names
//! an area: `[AREA is] [not] held by HOUSE`, `HOUSE holds AREA`, `[AREA is] empty | neutral | mine | enemy`,
//! `[AREA is] defended by more than | at least | less than | at most | exactly N`, `[I am] attacked [at AREA]`.

use super::model::{Compare, Condition, Guard};
use super::reach::reach;
use super::words::Words;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderKind, World};
use crate::sheet::{Fault, Miss, Node, Refusal, Span, whole_number};
use crate::table::Seat;

/// What a condition may say, for errors.
pub(super) const FORMS: &str =
    "held by HOUSE, empty, neutral, mine, enemy, attacked, defended by more than 3";

const PREDICATES: &[&str] = &[
    "held",
    "holds",
    "defended",
    "empty",
    "neutral",
    "mine",
    "ours",
    "enemy",
    "hostile",
    "attacked",
    "threatened",
    "stronger",
    "weaker",
];

/// A word of a condition with its place.
struct Word<'a> {
    text: &'a str,
    low: String,
    span: Span,
}

/// Reads one condition of a march from `from`, whose destinations are `to`: one for each area it speaks of.
pub(super) fn read(
    words: &Words,
    world: &World,
    node: &Node,
    from: Area,
    to: &[Area],
) -> Result<Vec<Guard>, Fault> {
    let Some(text) = node.text() else {
        return Err(Fault::error(node.span, Refusal::new("plan-guard-unknown").with("forms", FORMS)));
    };
    let list = split(text, node.span);
    let unknown = |span: Span, word: &str| {
        let near = PREDICATES.iter().min_by_key(|p| strsim::osa_distance(p, &word.to_lowercase()));
        let near = near.filter(|p| strsim::osa_distance(p, &word.to_lowercase()) <= 2);
        let why = Refusal::new("plan-guard-unknown").with("word", word).with("forms", FORMS);
        Fault::error(span, why).suggest(near.map(|p| (*p).to_owned()))
    };
    let Some(at) = list.iter().position(|word| PREDICATES.contains(&word.low.as_str())) else {
        let odd = list.iter().find(|w| words.areas.find(w.text).is_err() && !is_filler(&w.low));
        return Err(odd.map_or_else(|| unknown(node.span, text), |w| unknown(w.span, w.text)));
    };
    let (before, rest) = list.split_at(at);
    let Some((predicate, after)) = rest.split_first() else { return Err(unknown(node.span, text)) };
    let not = before.iter().any(|w| matches!(w.low.as_str(), "not" | "isn't" | "isn’t" | "aren't"));
    let subject: Vec<&Word> = before.iter().filter(|w| !is_filler(&w.low)).collect();
    if predicate.low == "holds" {
        let house = seat(words, world, &subject, predicate)?;
        let area = area(words, &after.iter().collect::<Vec<_>>(), predicate)?;
        return Ok(vec![Guard { area: world.area_id(area).to_owned(), not, is: house }]);
    }
    // `… at Moat Cailin` behind everything names the area too.
    let tail = after.iter().position(|w| matches!(w.low.as_str(), "at" | "in") && !follows_least(after, w));
    let (arguments, place) = after.split_at(tail.unwrap_or(after.len()));
    let place: Vec<&Word> = if place.is_empty() { subject } else { place.iter().skip(1).collect() };
    let is = condition(words, world, predicate, arguments)?;
    let areas = if !place.is_empty() {
        vec![area(words, &place, predicate)?]
    } else if is == Condition::Attacked {
        vec![from]
    } else {
        to.to_vec()
    };
    if areas.is_empty() {
        return Err(Fault::error(predicate.span, Refusal::new("plan-guard-needs-area")));
    }
    let guard = |area: Area| Guard { area: world.area_id(area).to_owned(), not, is: is.clone() };
    Ok(areas.into_iter().map(guard).collect())
}

/// `at least` and `at most` are comparisons.
fn follows_least(words: &[Word], at: &Word) -> bool {
    let next = words.iter().position(|w| w.span == at.span).and_then(|i| words.get(i + 1));
    next.is_some_and(|w| matches!(w.low.as_str(), "least" | "most"))
}

fn is_filler(low: &str) -> bool {
    matches!(
        low,
        "if" | "unless" | "is" | "are" | "am" | "i" | "it" | "not" | "isn't" | "isn’t" | "aren't" | "still"
    )
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

/// The fault of a name that is not found; `legal` are the names there are, or nothing if they are too many to list.
pub(super) fn missing(code: &'static str, span: Span, name: &str, miss: &Miss, legal: Vec<String>) -> Fault {
    let why = Refusal::new(code).with("name", name).with("legal", legal);
    match miss {
        Miss::Unknown(_) => Fault::error(span, why).suggest(miss.suggestion()),
        Miss::Ambiguous(all) => {
            let why = Refusal::new("plan-ambiguous-name").with("name", name).with("candidates", all.clone());
            Fault::error(span, why)
        }
    }
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
    match text.to_lowercase().as_str() {
        "me" | "us" | "myself" | "i" => return Ok(Condition::Mine),
        "enemy" | "an enemy" | "anyone" | "anybody" | "someone else" => return Ok(Condition::Enemy),
        _ => {}
    }
    let found = words.seats.find(&text).map_err(|miss| {
        let legal = words.seats.all().map(str::to_owned).collect();
        missing("plan-no-such-house", span.unwrap_or(near.span), &text, &miss, legal)
    })?;
    Ok(Condition::HeldBy(world.seat_id(found).to_owned()))
}

fn condition(words: &Words, world: &World, predicate: &Word, after: &[Word]) -> Result<Condition, Fault> {
    let simple = match predicate.low.as_str() {
        "empty" => Condition::Empty,
        "neutral" => Condition::Neutral,
        "mine" | "ours" => Condition::Mine,
        "enemy" | "hostile" => Condition::Enemy,
        "attacked" | "threatened" => Condition::Attacked,
        "held" => {
            let house: Vec<&Word> = after.iter().filter(|w| w.low != "by").collect();
            return seat(words, world, &house, predicate);
        }
        other => return strength(other, predicate, after),
    };
    match after.first() {
        None => Ok(simple),
        Some(word) => {
            let why = Refusal::new("plan-guard-unknown").with("word", word.text).with("forms", FORMS);
            Err(Fault::error(word.span, why))
        }
    }
}

fn strength(predicate: &str, near: &Word, after: &[Word]) -> Result<Condition, Fault> {
    let mut by = match predicate {
        "stronger" => Some(Compare::MoreThan),
        "weaker" => Some(Compare::LessThan),
        _ => None,
    };
    if predicate == "defended" && after.is_empty() {
        return Ok(Condition::Defended { by: Compare::AtLeast, strength: 1 });
    }
    let mut number = None;
    for word in after {
        by = match word.low.as_str() {
            "more" if number.is_some() => Some(Compare::AtLeast),
            "less" | "fewer" if number.is_some() => Some(Compare::AtMost),
            "more" | "over" | ">" => Some(Compare::MoreThan),
            "less" | "fewer" | "under" | "<" => Some(Compare::LessThan),
            "least" | ">=" | "≥" => Some(Compare::AtLeast),
            "most" | "<=" | "≤" => Some(Compare::AtMost),
            "exactly" | "=" | "==" => Some(Compare::Exactly),
            "by" | "than" | "at" | "or" | "strength" | "up" | "to" | "with" | "a" | "of" => by,
            other => match whole_number(other) {
                Some(value) if number.is_none() && value <= 99 => {
                    number = Some(value as i16);
                    by
                }
                _ => {
                    let why = Refusal::new("plan-guard-number").with("word", word.text);
                    return Err(Fault::error(word.span, why));
                }
            },
        };
    }
    let last = after.last().unwrap_or(near);
    match (by, number) {
        (Some(by), Some(strength)) => Ok(Condition::Defended { by, strength }),
        _ => Err(Fault::error(last.span, Refusal::new("plan-guard-number").with("word", last.text))),
    }
}

/// Whether a condition holds for a house now. An area that is not on the board satisfies nothing.
pub(super) fn holds(guard: &Guard, board: &Board, seat: Seat) -> bool {
    let Some(area) = board.world.area(&guard.area) else { return false };
    let spot = board.spot(area);
    let enemy = spot.holder.filter(|holder| *holder != seat);
    let truth = match &guard.is {
        Condition::HeldBy(house) => {
            let house = board.world.seat(house);
            house.is_some() && (spot.holder == house || board.controller(area) == house)
        }
        Condition::Empty => spot.holder.is_none() && spot.neutral == 0,
        Condition::Neutral => spot.neutral > 0,
        Condition::Enemy => enemy.is_some(),
        Condition::Mine => spot.holder == Some(seat) || board.controller(area) == Some(seat),
        Condition::Attacked => attacked(board, seat, area),
        Condition::Defended { by, strength } => {
            let there = defence(board, seat, area);
            match by {
                Compare::MoreThan => there > *strength,
                Compare::AtLeast => there >= *strength,
                Compare::LessThan => there < *strength,
                Compare::AtMost => there <= *strength,
                Compare::Exactly => there == *strength,
            }
        }
    };
    truth != guard.not
}

/// Strength of those who stand in an area against a house; routed units count nothing. Rules.
fn defence(board: &Board, seat: Seat, area: Area) -> i16 {
    let spot = board.spot(area);
    match spot.holder {
        Some(holder) if holder != seat => {
            let order = spot.order.map(|order| board.world.token(order));
            let bonus = order.filter(|token| token.kind == OrderKind::Defense).map_or(0, |token| token.bonus);
            board.world.strength(spot.fit) + bonus
        }
        Some(_) => 0,
        None => i16::from(spot.neutral),
    }
}

fn attacked(board: &Board, seat: Seat, area: Area) -> bool {
    board.areas().any(|(from, spot)| {
        let order = spot.order.map(|order| board.world.token(order).kind);
        let enemy = spot.holder.filter(|holder| *holder != seat);
        order == Some(OrderKind::March)
            && !spot.fit.is_empty()
            && enemy.is_some_and(|enemy| reach(board, enemy, from).has(area))
    })
}

/// A condition as a player would write it.
pub(super) fn write(world: &World, guard: &Guard) -> String {
    let area = world.area(&guard.area).map_or(guard.area.as_str(), |area| world.place(area).name.as_str());
    let not = if guard.not { "not " } else { "" };
    match &guard.is {
        Condition::HeldBy(house) => {
            let house = world.seat(house).map_or(house.as_str(), |seat| world.seat_name(seat));
            format!("{area} is {not}held by {house}")
        }
        Condition::Empty => format!("{area} is {not}empty"),
        Condition::Neutral => format!("{area} is {not}neutral"),
        Condition::Enemy => format!("{area} is {not}enemy"),
        Condition::Mine => format!("{area} is {not}mine"),
        Condition::Attacked => format!("{area} is {not}attacked"),
        Condition::Defended { by, strength } => {
            let by = match by {
                Compare::MoreThan => "more than",
                Compare::AtLeast => "at least",
                Compare::LessThan => "less than",
                Compare::AtMost => "at most",
                Compare::Exactly => "exactly",
            };
            format!("{area} is {not}defended by {by} {strength}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::data::{Troop, Unit};
    use crate::games::thrones::people::plan::tests::{opening, value};
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
    fn each_destination_is_spoken_of() {
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
            ("Rivrun is empty", "Rivrun"),
            ("defended by lots", "lots"),
            ("guarded by more than 3", "guarded"),
            ("empty tomorrow", "tomorrow"),
            ("defended by more than", "than"),
        ] {
            let span = guard(text).expect_err(text).span.unwrap();
            // In quotation marks, behind `if: `.
            let at = 5 + text.find(word).unwrap() + 1;
            assert_eq!((span.column, span.length), (at, word.len()), "{text}");
        }
    }

    #[test]
    fn conditions_hold_or_not() {
        let mut board = opening(5);
        let world = board.world.clone();
        let (moat, stark) = (world.area("moat-cailin").unwrap(), world.seat("stark").unwrap());
        let greyjoy = world.seat("greyjoy").unwrap();
        let holds = |text: &str, board: &Board| holds(&guard(text).unwrap(), board, stark);
        assert!(holds("empty", &board) && !holds("enemy", &board) && !holds("defended", &board));
        assert!(holds("The Eyrie is neutral", &board) && holds("The Eyrie is defended by exactly 6", &board));
        assert!(holds("Winterfell is mine", &board) && holds("Pyke is held by Greyjoy", &board));
        assert!(!holds("Winterfell is attacked", &board));
        board.place_units(
            moat,
            greyjoy,
            crate::games::thrones::testing::troop("fk"),
            Troop::one(Unit::Knight),
        );
        // A routed knight counts nothing.
        assert!(holds("defended by exactly 3", &board) && holds("enemy", &board) && !holds("empty", &board));
        board.spot_mut(moat).order = world.order("defense*");
        assert!(holds("defended by exactly 5", &board) && !holds("attacked", &board));
        board.spot_mut(moat).order = world.order("march+0");
        assert!(holds("attacked", &board) && holds("attacked at White Harbor", &board));
        assert!(!holds("attacked at Karhold", &board));
        let lost = Guard { area: "atlantis".into(), not: true, is: Condition::Empty };
        assert!(!super::holds(&lost, &board, stark));
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
