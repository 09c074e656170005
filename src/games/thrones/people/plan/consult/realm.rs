//! Bids, ties, losses, musters, orders, the raven, the reward. Rules: 1e, R-03 to R-08.

use super::wishes::{First, first, says};
use crate::games::thrones::armies;
use crate::games::thrones::ask::Form;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Area, Troop, Unit};
use crate::games::thrones::people::plan::language::LOOK;
use crate::games::thrones::people::plan::model::{Amount, Build, Plan};
use crate::games::thrones::realm::planning::{Ordering, Orders, misplaced};
use crate::games::thrones::realm::yard::{self, Means, Trouble, Yard};
use crate::table::{Refusal, Says, Seat};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the bid, or all that is left if that is less.
pub(super) fn bid(plan: &Plan, on: &str, available: u8, either: bool) -> Option<Says> {
    let bid = (*plan.bids.get(on)?).min(available);
    let path = format!("bids.{on}");
    if !either || bid == 0 {
        return says(bid, path);
    }
    // A bid for neither side is none that the rules know: its house is asked.
    let side = plan.north.attack.as_deref()?;
    says(json!({"power": bid, "for": side}), path)
}

/// Returns the houses in the order of the plan, then those it does not name in the present order; `None` if it names none
/// of them.
pub(super) fn tie(plan: &Plan, choose: &str, tied: &[String]) -> Option<Says> {
    let named: Vec<&String> = plan.ties.iter().filter(|house| tied.contains(house)).collect();
    if named.is_empty() {
        return None;
    }
    let rest = tied.iter().filter(|house| !named.contains(house));
    let order: Vec<&String> = named.iter().copied().chain(rest).collect();
    match choose {
        "highest" => says(order.first()?.as_str(), "ties"),
        "lowest" => says(order.last()?.as_str(), "ties"),
        _ => says(order.iter().map(|house| json!(house)).collect::<Vec<Value>>(), "ties"),
    }
}

/// A unit that may be given up.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) area: Area,
    pub(super) unit: Unit,
}

/// Returns the first choice of units, in the order of the plan, that gives up exactly what must go; `None` if the plan
/// does not name enough. Rules.
pub(super) fn disband(plan: &Plan, seat: Seat, because: &str, amount: u8, board: &Board) -> Option<Says> {
    let candidates = candidates(plan, seat, board);
    let mut chosen = Vec::new();
    let found = if because == "supply" {
        fewest(board, seat, &candidates, amount, &mut chosen)
    } else {
        points(board, &candidates, amount, &mut chosen)
    };
    if !found {
        return None;
    }
    let mut lost: BTreeMap<&str, BTreeMap<&str, u8>> = BTreeMap::new();
    for candidate in &chosen {
        let area = board.world.area_id(candidate.area);
        *lost.entry(area).or_default().entry(candidate.unit.id()).or_default() += 1;
    }
    says(json!(lost), "disband")
}

/// Returns the units that a house gives up, in its order.
pub(super) fn candidates(plan: &Plan, seat: Seat, board: &Board) -> Vec<Candidate> {
    let mut left: Vec<(Area, Troop)> =
        board.held_by(seat).map(|(area, spot)| (area, board.world.movable(spot.units()))).collect();
    let mut list = Vec::new();
    for loss in &plan.disband {
        let mut wanted = match loss.number {
            Amount::Number(number) => number,
            Amount::All(_) => u8::MAX,
        };
        let place = loss.at.as_ref().map(|id| board.world.area(id));
        for (area, troop) in
            left.iter_mut().filter(|(area, _)| place.is_none_or(|place| place == Some(*area)))
        {
            while wanted > 0 && troop.of(loss.unit) > 0 {
                *troop = troop.minus(Troop::one(loss.unit));
                wanted -= 1;
                list.push(Candidate { area: *area, unit: loss.unit });
            }
        }
    }
    list
}

/// Chooses as few units as the excess has, each of which lessens it; `false` if the list does not suffice.
fn fewest(board: &Board, seat: Seat, all: &[Candidate], amount: u8, chosen: &mut Vec<Candidate>) -> bool {
    let mut sizes: BTreeMap<Area, u8> =
        board.held_by(seat).map(|(a, spot)| (a, board.world.mouths(spot.units()))).collect();
    let excess = |sizes: &BTreeMap<Area, u8>| {
        let changes: Vec<(Area, u8)> = sizes.iter().map(|(area, size)| (*area, *size)).collect();
        armies::excess(board, seat, &changes)
    };
    // What is listed first may lessen the excess only after something else has gone: go round until nothing helps.
    let mut used = vec![false; all.len()];
    while chosen.len() < usize::from(amount) {
        let before = excess(&sizes);
        let next = all.iter().enumerate().find(|(i, candidate)| {
            let mut smaller = sizes.clone();
            smaller.entry(candidate.area).and_modify(|size| *size = size.saturating_sub(1));
            !used[*i] && excess(&smaller) < before
        });
        let Some((i, candidate)) = next else { return false };
        used[i] = true;
        sizes.entry(candidate.area).and_modify(|size| *size = size.saturating_sub(1));
        chosen.push(*candidate);
    }
    true
}

/// Chooses the first units whose value reaches the amount and of which none could be spared; `false` if there are none.
fn points(board: &Board, all: &[Candidate], amount: u8, chosen: &mut Vec<Candidate>) -> bool {
    let price = |candidate: &Candidate| board.world.unit(candidate.unit).price;
    let sum: u8 = chosen.iter().map(price).fold(0, u8::saturating_add);
    if sum >= amount {
        return chosen.iter().all(|candidate| sum - price(candidate) < amount);
    }
    for (i, candidate) in all.iter().enumerate() {
        // The same kind from the same place has been tried just before.
        let twin = i.checked_sub(1).and_then(|before| all.get(before));
        if twin.is_some_and(|twin| twin.area == candidate.area && twin.unit == candidate.unit) && i > 0 {
            continue;
        }
        chosen.push(*candidate);
        if points(board, all.get(i + 1..).unwrap_or_default(), amount, chosen) {
            return true;
        }
        chosen.pop();
    }
    false
}

/// Returns the builds that are possible one after the other, in the order of the plan: those of the Westeros phase, or of
/// one Consolidate Power order; all in the place of the first, if only `one` may muster. Rules: R-04.
pub(super) fn muster(
    plan: &Plan,
    seat: Seat,
    points: &BTreeMap<String, u8>,
    (one, purse): (bool, Option<u8>),
    board: &Board,
) -> Option<Says> {
    let (wishes, path) = musters(plan, points, board)?;
    // "Crackclaw Point: nothing" says nothing of the other places.
    let is_open = |area: &&String| !plan.no_muster.contains(*area);
    if wishes.is_empty() && !plan.no_muster.is_empty() && points.keys().any(|area| is_open(&area)) {
        return None;
    }
    let (built, _) = built(wishes, seat, points, (one, purse), board);
    says(built.into_iter().map(|wish| json!(wish)).collect::<Vec<_>>(), path)
}

/// Builds one wish after the other, and returns those that can be had, and why not the others. What could only be had on its way
/// to something more, which it does not come to, cannot be had.
pub(super) fn built<'p>(
    wishes: &'p [Build],
    seat: Seat,
    points: &BTreeMap<String, u8>,
    (one, purse): (bool, Option<u8>),
    board: &Board,
) -> (Vec<&'p Build>, Vec<Refusal>) {
    let mut stuck: Vec<usize> = Vec::new();
    loop {
        let mut yard = Yard::with(board, seat, &means(points, purse, board));
        let (mut had, mut refused) = (Vec::new(), Vec::new());
        for (at, wish) in wishes.iter().enumerate() {
            let Some(build) = build(wish, board) else { continue };
            // A card may let only some of the places muster.
            let trouble = match points.contains_key(&wish.area) {
                false => Some(Trouble::NotYours),
                true if stuck.contains(&at) => Some(Trouble::Pool),
                true => yard.trouble(build),
            };
            match trouble {
                Some(trouble) => refused.push(trouble.refusal(board, seat, build)),
                None if one && yard.built().any(|other| other.area() != build.area()) => {
                    refused.push(Refusal::new("muster-one-area"));
                }
                None => {
                    yard.add(build);
                    had.push((at, build.unit(), wish));
                }
            }
        }
        let last = yard.short_of().and_then(|short| had.iter().rev().find(|(_, unit, _)| *unit == short));
        match last {
            Some((at, ..)) => stuck.push(*at),
            None => return (had.into_iter().map(|(_, _, wish)| wish).collect(), refused),
        }
    }
}

/// Returns `true` if the first card of this Westeros phase let all muster, or may have by somebody's choice. What a later card lets muster (an attack that the
/// wildlings of the north win) is more than the plan's list was written for.
pub(super) fn has_mustered(board: &Board) -> bool {
    let mut theatres = board.theatres.iter().zip(&board.world.theatres);
    let is_open = theatres.any(|(theatre, printed)| {
        let place = theatre.open.first().copied().flatten();
        let card = printed.decks.first().zip(place).and_then(|(deck, place)| deck.get(usize::from(place)));
        card.is_some_and(|card| ["mustering", "a-throne-of-blades"].contains(&card.card.id()))
    });
    is_open && Stage::CardOne < board.stage && board.stage < Stage::Planning
}

/// Returns what a plan musters now, in one place alone if it is by an order, and its place in the plan.
pub(super) fn musters<'p>(
    plan: &'p Plan,
    points: &BTreeMap<String, u8>,
    board: &Board,
) -> Option<(&'p [Build], String)> {
    if board.stage < Stage::Planning {
        return Some((plan.muster.as_deref()?, "muster".to_owned()));
    }
    // What a tactic card or a House card recruits is no order's.
    if board.stage != Stage::Consolidate {
        return None;
    }
    let place = plan.consolidate.iter().position(|one| points.contains_key(&one.area))?;
    let one = plan.consolidate.get(place)?;
    Some((&one.muster, format!("consolidate.{}", place + 1)))
}

/// Returns the points with which a question lets a house build.
pub(super) fn means(points: &BTreeMap<String, u8>, purse: Option<u8>, board: &Board) -> Means {
    let place = |(id, points): (&String, &u8)| Some((board.world.area(id)?, *points));
    Means { points: points.iter().filter_map(place).collect(), purse }
}

/// Returns a build as the rules know it; `None` if its area or unit is not of this game.
pub(super) fn build(wish: &Build, board: &Board) -> Option<yard::Build> {
    let area = board.world.area(&wish.area)?;
    match (wish.build, wish.upgrade) {
        (Some(unit), None) => {
            let at = wish.sea.as_ref().map_or(Some(area), |sea| board.world.area(sea))?;
            Some(yard::Build::New { area, unit, at })
        }
        (None, Some(unit)) => Some(yard::Build::Upgrade { area, unit }),
        _ => None,
    }
}

/// Returns the orders of the plan that may be placed: those for areas with the house's units, of kinds allowed, as long
/// as tokens and stars last. Where every area must have an order, those that the plan lacks are added.
pub(super) fn orders(plan: &Plan, seat: Seat, areas: &[String], stars: u8, board: &Board) -> Option<Says> {
    let wishes = plan.orders.as_ref()?;
    let mut used: BTreeMap<&str, u8> = BTreeMap::new();
    let mut starred = 0;
    let mut placed = Orders::default();
    for (area, id) in wishes.iter().filter(|(area, _)| areas.contains(area)) {
        let (Some(place), Some(order)) = (board.world.area(area), board.world.order(id)) else { continue };
        let token = board.world.token(order);
        let number = used.entry(id.as_str()).or_default();
        let is_misplaced = misplaced(board, place, order).is_some();
        if is_misplaced || *number >= board.world.tokens_of(seat, order) || (token.star && starred >= stars) {
            continue;
        }
        *number += 1;
        starred += u8::from(token.star);
        placed.set(place, order);
    }
    let filled = Ordering::new(board, seat).filled(placed.clone());
    let value = filled.write(&board.world);
    match is_whole(plan, seat, (&placed, &filled), areas, board) {
        true => says(value, "orders"),
        false => Some(Says::Part { value, path: "orders".to_owned() }),
    }
}

/// Returns `true` if a plan speaks of every area that could have an order: with one, or to say that it has none.
fn is_whole(
    plan: &Plan,
    seat: Seat,
    (placed, filled): (&Orders, &Orders),
    areas: &[String],
    board: &Board,
) -> bool {
    if (board.edition.order_everywhere)(board) {
        return placed == filled;
    }
    let tokens: u8 = board.world.all_orders().map(|order| board.world.tokens_of(seat, order)).sum();
    let is_none_on_purpose = plan.orders.as_ref().is_some_and(BTreeMap::is_empty) && plan.no_order.is_empty();
    let speaks = |id: &String| {
        let has_one = board.world.area(id).is_some_and(|area| placed.get(area).is_some());
        has_one || plan.no_order.contains(id)
    };
    let given = areas.iter().filter(|id| board.world.area(id).is_some_and(|area| placed.get(area).is_some()));
    is_none_on_purpose || given.count() >= usize::from(tokens) || areas.iter().all(speaks)
}

/// Returns the first replacement that is possible; without one, whether to look at the wildling card. Rules: R-08; T-84.
pub(super) fn raven(
    plan: &Plan,
    seat: Seat,
    orders: &BTreeMap<String, String>,
    may_look: bool,
    board: &Board,
) -> Option<Says> {
    let wishes = plan.raven.as_deref().unwrap_or_default();
    let replacement = wishes.iter().enumerate().find(|(_, wish)| {
        let (Some(area), Some(order)) = (board.world.area(&wish.area), board.world.order(&wish.order)) else {
            return false;
        };
        let token = board.world.token(order);
        let others = || orders.iter().filter(|(area, _)| **area != wish.area).map(|(_, id)| id);
        let starred =
            others().filter_map(|id| board.world.order(id)).filter(|o| board.world.token(*o).star).count();
        let same = others().filter(|id| **id == wish.order).count();
        orders.get(&wish.area).is_some_and(|old| *old != wish.order)
            && same < usize::from(board.world.tokens_of(seat, order))
            && misplaced(board, area, order).is_none()
            && (!token.star || starred < usize::from(board.stars(seat)))
    });
    if let Some((i, wish)) = replacement {
        return says(json!({"area": wish.area, "order": wish.order}), format!("raven.{}", i + 1));
    }
    if may_look && plan.look.is_some() {
        return says(LOOK, "look");
    }
    // "None" is an answer; wishes that are all impossible are not.
    plan.raven.as_ref().filter(|wishes| wishes.is_empty()).and_then(|_| says(Value::Null, "raven"))
}

/// Returns the first card named that is among the used ones. Rules: R-06.
pub(super) fn reward(plan: &Plan, cards: &[String]) -> Option<Says> {
    let wishes = plan.reward.as_ref()?;
    if wishes.is_empty() {
        return says(Value::Null, "reward");
    }
    match first(wishes, |card| cards.iter().any(|known| known == card))? {
        First::This(card, number) => says(card, format!("reward.{number}")),
        First::Ask => Some(Says::Ask),
    }
}
