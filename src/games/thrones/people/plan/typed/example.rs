//! Why words cannot be read, with an example of what they seem to be: an order that the area named can be given, a bid, a quest. Where no
//! example would fit, there is none.

use super::grammar::Grammar;
use super::grammar::Run;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Area, Heading, OrderKind, Word};
use crate::games::thrones::people::plan::language::unit_word;
use crate::games::thrones::realm::planning::misplaced;
use crate::games::thrones::war::transport::reach;
use crate::sheet::Refusal;
use crate::table::Seat;
use serde_json::{Value, json};

/// Returns the refusal of words that cannot be read.
pub(super) fn unclear(board: &Board, seat: Seat, grammar: &Grammar<'_>, run: Run) -> Refusal {
    let why = Refusal::new("line-unclear").with("text", grammar.line.text(run.from, run.to));
    match example(board, seat, grammar, run) {
        Some(example) => why.with("example", example),
        None => why,
    }
}

/// Returns an example of what words seem to be, as data; `None` if that cannot be told, or nothing of the kind is possible.
fn example(board: &Board, seat: Seat, grammar: &Grammar<'_>, run: Run) -> Option<Value> {
    let (lexicon, world) = (grammar.lexicon, &board.world);
    // What stands under a heading is of it: "bid four five".
    let begins = |forms: &[_]| grammar.form_at(forms, 0).is_some();
    let any =
        |forms: &[_]| begins(forms) || (run.from..run.to).any(|at| grammar.form_at(forms, at).is_some());
    let says = |word: Word| lexicon.words.get(&word).is_some_and(|forms| any(forms));
    let is_of = |heading: Heading| lexicon.sections.get(&heading).is_some_and(|forms| any(forms));
    let name = |area: Area| world.place(area).name.clone();
    let named = grammar.named(run, true);
    // The area named, or else the first with units of one's own.
    let units = || {
        let mut held = board.held_by(seat).filter(|(area, _)| named.is_none_or(|named| named == *area));
        held.find_map(|(area, spot)| Some((area, spot.units().iter().next()?.0)))
    };
    let with_units = |kind: &str| {
        let (area, unit) = units()?;
        Some(
            json!({"kind": kind, "unit": unit_word(unit, 1), "units": unit_word(unit, 2), "area": name(area)}),
        )
    };
    match () {
        () if is_of(Heading::Quest) => with_units("quest"),
        () if !lexicon.gifts.is_empty() && says(Word::Give) => Some(json!({"kind": "gift"})),
        () if says(Word::Disband) => with_units("disband"),
        () if says(Word::Lose) => with_units("lose"),
        () if says(Word::Muster) => {
            let own = board.controlled_by(seat);
            let area = own
                .iter()
                .find(|area| world.place(*area).points > 0 && named.is_none_or(|named| named == *area))?;
            Some(json!({"kind": "muster", "area": name(area)}))
        }
        () if says(Word::Bid) => {
            let on = lexicon.auctions.iter().find(|(_, forms)| any(forms)).map(|(id, _)| id.as_str());
            let first = lexicon.auctions.keys().find(|id| *id == "iron-throne")?;
            Some(json!({"kind": "bid", "on": on.unwrap_or(first)}))
        }
        () if says(Word::Retreat) => {
            let area = grammar.named(run, false).or_else(|| Some(units()?.0))?;
            Some(json!({"kind": "retreat", "area": name(area)}))
        }
        () if board.stage == Stage::Planning => order(board, seat, named?, says(Word::Support)),
        () => None,
    }
}

/// Returns an order that an area of the seat can be given: a march, or a support if that is meant, or else what may lie there.
fn order(board: &Board, seat: Seat, area: Area, supports: bool) -> Option<Value> {
    let world = &board.world;
    let name = |area: Area| world.place(area).name.clone();
    let of = |kind: OrderKind| {
        world.all_orders().find(|order| {
            let token = world.token(*order);
            token.kind == kind
                && !token.star
                && world.tokens_of(seat, *order) > 0
                && misplaced(board, area, *order).is_none()
        })
    };
    let to = |near: crate::games::thrones::data::AreaSet| near.iter().next().map(name);
    let march = || {
        of(OrderKind::March)?;
        Some(json!({"kind": "march", "from": name(area), "to": to(reach(board, seat, area))?}))
    };
    let support = || {
        of(OrderKind::Support)?;
        Some(json!({"kind": "support", "from": name(area), "to": to(world.borders(area))?}))
    };
    let found = if supports { support().or_else(march) } else { march().or_else(support) };
    let any = || OrderKind::ALL.into_iter().find_map(of);
    found.or_else(|| Some(json!({"kind": "order", "from": name(area), "order": world.token(any()?).id})))
}
