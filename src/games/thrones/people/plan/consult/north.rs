//! Tactic cards: the deck, the card of the round, and what is done with their abilities. Rules: BW, Planning; Tactic cards.

use super::realm::means;
use super::wishes::says;
use crate::games::thrones::answer::write_units;
use crate::games::thrones::armies::supplied;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, NorthData, OrderKind, Troop, Unit};
use crate::games::thrones::north::tactics::shift;
use crate::games::thrones::people::plan::language::NONE;
use crate::games::thrones::people::plan::model::Use;
use crate::games::thrones::people::plan::model::{ASK, Amount, Plan, Wish};
use crate::games::thrones::people::plan::northern::{DECK, parties};
use crate::games::thrones::question::{Question, Units};
use crate::games::thrones::realm::yard::{self, Yard};
use crate::table::{Says, Seat};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What `pick` is about in the tactic step: which ability is used next.
pub(super) const NEXT: &str = "tactic";

/// House cards whose work at the end of a round a plan may say, and the tactic card that recruits.
pub(super) const YOREN: &str = "yoren";
const BENJEN: &str = "benjen-stark";
const LEVY: &str = "call-to-arms-a";
/// What recruits besides Westeros cards and orders, as keys of questions name it.
pub(in crate::games::thrones::people::plan) const RECRUITERS: [&str; 2] = [YOREN, LEVY];

/// The stages in which they recruit.
const ROUND_END: &str = "round-end";
pub(super) const TACTICS: &str = "tactics";

/// The only thing to choose of an ability that leaves nothing to choose but whether it is used.
const USE: &str = "use";

/// Kinds of orders, by what an enemy is hurt most by losing.
const DEEDS: [OrderKind; 5] =
    [OrderKind::March, OrderKind::Support, OrderKind::Defense, OrderKind::Raid, OrderKind::Consolidate];

/// Returns the deck of the game. A plan that leaves a choice of objective cards open is silent.
pub(super) fn deck(plan: &Plan, objectives: &[String]) -> Option<Says> {
    let north = &plan.north;
    if north.deck.is_empty() {
        return None;
    }
    let mut deck = json!({"cards": north.deck});
    if !objectives.is_empty() {
        deck["objective"] = north.objective.clone()?.into();
    }
    says(deck, format!("tactics.{DECK}"))
}

/// Returns what is given, or all that there is if that is less.
pub(super) fn gift(plan: &Plan, what: &str, most: u8) -> Option<Says> {
    says((*plan.north.gifts.get(what)?).min(most), format!("gifts.{what}"))
}

/// Returns the first card wished for that is in the hand; where none is named, the only one of it whose abilities are used.
pub(super) fn card(plan: &Plan, hand: &[String]) -> Option<Says> {
    if plan.north.cards.is_empty() {
        let used = plan.north.abilities.iter().filter(|one| one.wish != Wish::Use(false));
        let mut cards: Vec<(&str, &Use)> = used
            .filter_map(|one| Some((one.ability.split_once('/')?.0, one)))
            .filter(|(card, _)| hand.iter().any(|held| held == card))
            .collect();
        cards.dedup_by_key(|(card, _)| *card);
        let [(card, one)] = cards.as_slice() else { return None };
        return says(*card, path(one));
    }
    let (i, card) = plan.north.cards.iter().enumerate().find(|(_, card)| hand.contains(card))?;
    let path = if plan.north.cards.len() == 1 { "tactic".to_owned() } else { format!("tactic.{}", i + 1) };
    says(card.as_str(), path)
}

/// Returns the side that plays the card of one of some abilities, such as `pillage/a`; `None` if nobody else does.
fn plays(board: &Board, seat: Seat, wishes: &[String]) -> Option<Seat> {
    let (printed, north) = (board.world.north.as_ref()?, board.north.as_ref()?);
    let of = |wish: &String| {
        let card = printed.tactic_id(wish.split_once('/')?.0)?;
        printed.sides().into_iter().find(|side| *side != seat && north.side(*side).played == Some(card))
    };
    wishes.iter().find_map(of)
}

/// Returns `true` if an ability is wished for on abilities of cards alone that nobody plays in this round; then it is left.
fn is_idle(plan: &Plan, one: &Use, board: &Board, seat: Seat) -> bool {
    let Wish::Choose(wishes) = &one.wish else { return false };
    // Whose card it is may be said besides.
    let named = |wish: &String| wish.contains('/') || plan.tentative && board.world.seat(wish).is_some();
    (wishes.is_empty() || wishes.iter().any(|wish| wish.contains('/')))
        && wishes.iter().all(named)
        && plays(board, seat, wishes).is_none()
}

/// Returns `true` if an ability moves units in the tactic step, and none can go where the plan wants them: then it is left, since
/// once it is used some must go somewhere.
pub(super) fn leads_nowhere(plan: &Plan, one: &Use, seat: Seat, board: &Board) -> bool {
    let what = one.ability.replace('/', "-");
    let is_choice = matches!(&one.wish, Wish::Choose(_)) && !asks(&one.wish);
    match shift::question(board, seat, &what).filter(|_| is_choice) {
        Some(Question::TacticMove { what, inward, most, ways }) => {
            moves(plan, seat, &what, (inward, most), &ways, board).is_none()
        }
        _ => false,
    }
}

/// Returns the ability that is used next in the tactic step: the first in the order of the plan; none if all that could be
/// used are said to be left.
pub(super) fn next(plan: &Plan, seat: Seat, items: &[Value], board: &Board) -> Option<Says> {
    let is_left = |one: &Use| {
        one.wish == Wish::Use(false)
            || is_idle(plan, one, board, seat)
            || leads_nowhere(plan, one, seat, board)
    };
    let wished = |one: &&Use| !is_left(one) && items.iter().any(|item| *item == one.ability);
    if let Some(one) = plan.north.abilities.iter().find(wished) {
        if asks(&one.wish) {
            return Some(Says::Ask);
        }
        return says(one.ability.as_str(), path(one));
    }
    let left = |item: &Value| plan.north.abilities.iter().find(|one| is_left(one) && *item == one.ability);
    let mut offered = items.iter().filter(|item| !item.is_null()).map(left).peekable();
    let first = offered.peek().copied().flatten()?;
    offered.all(|one| one.is_some()).then(|| says(Value::Null, path(first))).flatten()
}

/// Returns what a plan says to a question of an ability: `what` begins with the card and its letter. `None` also where the
/// question is none of an ability.
pub(super) fn ability(plan: &Plan, seat: Seat, what: &str, items: &[Value], board: &Board) -> Option<Says> {
    let one = wish(plan, board.world.north.as_ref(), what)?;
    let nothing = items.iter().find(|item| item.is_null());
    let some: Vec<&Value> = items.iter().filter(|item| !item.is_null()).collect();
    let only = if let [only] = some[..] { Some(only) } else { None };
    match &one.wish {
        Wish::Use(false) => says(nothing?.clone(), path(one)),
        // Where there is more to choose than one thing, "always" does not say which; but it is not to come to nothing.
        Wish::Use(true) => match only {
            Some(only) => says(only.clone(), path(one)),
            None if !plan.tentative => None,
            None => Some(Says::IfUnasked { value: foremost(&some, board)?.clone(), path: path(one) }),
        },
        Wish::Choose(wishes) => {
            for (i, wish) in wishes.iter().enumerate() {
                if wish == ASK {
                    return Some(Says::Ask);
                }
                if let Some(item) = items.iter().find(|item| is_it(wish, item)) {
                    return says(item.clone(), format!("{}.{}", path(one), i + 1));
                }
            }
            // Whose card it is follows from the ability that is named.
            let owner = plays(board, seat, wishes).map(|side| board.world.seat_id(side));
            if let Some(item) = items.iter().find(|item| owner.is_some() && item.as_str() == owner) {
                return says(item.clone(), path(one));
            }
            // What it is used on is asked next.
            says(only.filter(|item| *item == USE)?.clone(), path(one))
        }
    }
}

/// Returns what an ability is used on where a plan only says that it is: of areas with orders the one whose order does most (a March
/// before Support, and so on, and a star before none), of other things the first.
fn foremost<'a>(items: &[&'a Value], board: &Board) -> Option<&'a Value> {
    let deed = |item: &&&Value| {
        let area = item.as_str().and_then(|id| board.world.area(id));
        let token = area.and_then(|area| board.spot(area).order).map(|order| board.world.token(order));
        let place = token.and_then(|token| DEEDS.iter().position(|kind| *kind == token.kind));
        (place.unwrap_or(DEEDS.len()), token.is_none_or(|token| !token.star))
    };
    items.iter().min_by_key(deed).copied()
}

fn asks(wish: &Wish) -> bool {
    matches!(wish, Wish::Choose(wishes) if wishes.first().is_some_and(|first| first == ASK))
}

fn is_it(wish: &str, item: &Value) -> bool {
    match item {
        Value::Null => wish == NONE,
        Value::String(id) => wish == id,
        Value::Number(number) => number.to_string() == wish,
        _ => false,
    }
}

fn path(one: &Use) -> String {
    format!("tactics.{}", one.ability)
}

/// Returns the units that go to the quest: those the plan names and that are there.
pub(super) fn quest(plan: &Plan, seat: Seat, units: &[String], board: &Board) -> Option<Says> {
    let wanted = plan.north.quest.as_ref()?;
    let mut left: Vec<(Area, Troop)> = board.held_by(seat).map(|(area, spot)| (area, spot.units())).collect();
    let mut sent: BTreeMap<&str, BTreeMap<&str, u8>> = BTreeMap::new();
    for loss in wanted.iter().filter(|loss| units.iter().any(|unit| *unit == loss.unit.id())) {
        let mut number = match loss.number {
            Amount::Number(number) => number,
            Amount::All(_) => u8::MAX,
        };
        let place = loss.at.as_ref().map(|id| board.world.area(id));
        for (area, troop) in
            left.iter_mut().filter(|(area, _)| place.is_none_or(|place| place == Some(*area)))
        {
            let taken = number.min(troop.of(loss.unit));
            if taken > 0 {
                let mut gone = Troop::NONE;
                gone.add(loss.unit, taken);
                *troop = troop.minus(gone);
                number -= taken;
                *sent.entry(board.world.area_id(*area)).or_default().entry(loss.unit.id()).or_default() +=
                    taken;
            }
        }
    }
    says(json!(sent), "quest")
}

/// Returns the zombies that rise by a House card: by what the plan says of the card's ability, none, or as many as fit in the
/// areas it names, in their order.
pub(super) fn raise(plan: &Plan, what: &str, areas: &[String], most: u8, board: &Board) -> Option<Says> {
    let path = format!("abilities.{what}");
    let wishes = match plan.abilities.get(what)? {
        Wish::Use(false) => return says(json!({}), path),
        Wish::Use(true) => areas,
        Wish::Choose(wishes) => wishes,
    };
    let card = board.world.card_id(what)?;
    let seat = board.world.houses.iter().find(|(_, house)| house.cards.has(card)).map(|(seat, _)| seat)?;
    let (mut raised, mut changes) = (BTreeMap::new(), Vec::new());
    let mut left = most;
    for id in wishes {
        if id == ASK {
            return Some(Says::Ask);
        }
        let Some(area) = board.world.area(id).filter(|_| areas.contains(id)) else { continue };
        let mouths = board.world.mouths(board.spot(area).units());
        let fits = |number: &u8| {
            let all: Vec<(Area, u8)> = changes.iter().copied().chain([(area, mouths + number)]).collect();
            supplied(board, seat, &all)
        };
        let number = (1..=left).rev().find(fits).unwrap_or(0);
        if number > 0 && !raised.contains_key(id) {
            changes.push((area, mouths + number));
            raised.insert(id.clone(), json!({Unit::Zombie.id(): number}));
            left -= number;
        }
    }
    says(json!(raised), path)
}

/// Returns `true` if one of some areas is a section of the Wall that can take one more footman of a side.
pub(super) fn takes_recruits(areas: &[String], seat: Seat, board: &Board) -> bool {
    let takes = |area: Area| {
        let more = board.world.mouths(board.spot(area).units()).saturating_add(1);
        board.world.place(area).wall
            && board.controller(area) == Some(seat)
            && supplied(board, seat, &[(area, more)])
    };
    board.pool(seat, Unit::Footman) > 0 && areas.iter().filter_map(|id| board.world.area(id)).any(takes)
}

/// Returns whether Yoren goes: where a plan names areas for his recruits, he does if one of them can take any.
pub(super) fn yoren(plan: &Plan, seat: Seat, items: &[Value], board: &Board) -> Option<Says> {
    let goes = match plan.abilities.get(YOREN)? {
        Wish::Choose(wishes) if wishes.first().is_some_and(|first| first == ASK) => return Some(Says::Ask),
        Wish::Use(goes) => *goes,
        Wish::Choose(areas) => takes_recruits(areas, seat, board),
    };
    says(items.iter().find(|item| item.is_null() != goes)?.clone(), format!("abilities.{YOREN}"))
}

/// Returns what Yoren or Call to Arms recruits: the simplest units, one in each area that the plan names, in turn.
pub(super) fn recruits(
    plan: &Plan,
    seat: Seat,
    points: &BTreeMap<String, u8>,
    purse: Option<u8>,
    board: &Board,
) -> Option<Says> {
    let printed = board.world.north.as_ref()?;
    let (wishes, path) = if board.stage.id() == ROUND_END {
        (plan.abilities.get(YOREN)?, format!("abilities.{YOREN}"))
    } else if board.stage.id() == TACTICS {
        let one = wish(plan, Some(printed), LEVY)?;
        (&one.wish, path(one))
    } else {
        return None;
    };
    let Wish::Choose(wishes) = wishes else { return None };
    let areas: Vec<Area> = wishes.iter().filter_map(|area| board.world.area(area)).collect();
    let unit = if seat == printed.others { Unit::Zombie } else { Unit::Footman };
    let mut yard = Yard::with(board, seat, &means(points, purse, board));
    let mut built = Vec::new();
    loop {
        let before = built.len();
        for area in areas.iter().copied() {
            let build = yard::Build::New { area, unit, at: area };
            if yard.trouble(build).is_none() {
                yard.add(build);
                built.push(json!({"area": board.world.area_id(area), "build": unit.id()}));
            }
        }
        if built.len() == before {
            break;
        }
    }
    if built.is_empty() { None } else { says(built, path) }
}

/// Returns who comes back with Benjen: as much as may, the dearest units first, to the areas that the plan names, in their
/// order; nobody, if it says so.
pub(super) fn come_back(
    plan: &Plan,
    seat: Seat,
    units: &Units,
    (areas, most): (&[String], u8),
    board: &Board,
) -> Option<Says> {
    let path = format!("abilities.{BENJEN}");
    let wishes = match plan.abilities.get(BENJEN)? {
        Wish::Use(false) => return says(json!({}), path),
        Wish::Use(true) => areas,
        Wish::Choose(wishes) => wishes,
    };
    if wishes.first().is_some_and(|first| first == ASK) {
        return Some(Says::Ask);
    }
    let world = &board.world;
    let price = |unit: &Unit| world.unit(*unit).price;
    let mut waiting: Vec<Unit> = units
        .iter()
        .filter_map(|(unit, number)| Some(std::iter::repeat_n(Unit::from_id(unit)?, usize::from(*number))))
        .flatten()
        .collect();
    waiting.sort_by_key(|unit| std::cmp::Reverse(price(unit)));
    let (mut back, mut left) = (BTreeMap::<&str, BTreeMap<&str, u8>>::new(), most);
    let mut sizes: Vec<(Area, u8)> = Vec::new();
    for unit in waiting {
        let named = wishes.iter().filter(|area| areas.contains(area)).filter_map(|area| world.area(area));
        let fits = |area: &Area| {
            let there = world.mouths(board.spot(*area).units()) + 1;
            let more = sizes.iter().find(|(known, _)| known == area).map_or(there, |(_, size)| size + 1);
            let others = sizes.iter().copied().filter(|(known, _)| known != area);
            supplied(board, seat, &others.chain([(*area, more)]).collect::<Vec<_>>())
        };
        let Some(area) = named.into_iter().find(fits).filter(|_| price(&unit) <= left) else { continue };
        let there = world.mouths(board.spot(area).units());
        match sizes.iter_mut().find(|(known, _)| *known == area) {
            Some((_, size)) => *size += 1,
            None => sizes.push((area, there + 1)),
        }
        left -= price(&unit);
        *back.entry(world.area_id(area)).or_default().entry(unit.id()).or_default() += 1;
    }
    if back.is_empty() { None } else { says(json!(back), path) }
}

/// Returns the units that a tactic card moves: as many as supply allows of those of the first area named that can, to the area
/// named next, or the only one there is; or, where units are gathered, those of the areas named next, or of all around.
pub(super) fn moves(
    plan: &Plan,
    seat: Seat,
    what: &str,
    (inward, most): (bool, u8),
    ways: &BTreeMap<String, Vec<String>>,
    board: &Board,
) -> Option<Says> {
    let one = wish(plan, board.world.north.as_ref(), what)?;
    let Wish::Choose(wishes) = &one.wish else { return None };
    if asks(&one.wish) {
        return Some(Says::Ask);
    }
    let (hub, others) = wishes.iter().find_map(|area| ways.get_key_value(area))?;
    let named: Vec<&String> = wishes.iter().filter(|area| *area != hub && others.contains(area)).collect();
    let goals: Vec<&String> = match (named.as_slice(), others.as_slice()) {
        ([first, ..], _) if !inward => vec![*first],
        ([_, ..], _) => named,
        ([], [only]) => vec![only],
        ([], all) if inward => all.iter().collect(),
        _ => return None,
    };
    let centre = board.world.area(hub)?;
    let mut legs: Vec<(Area, Troop)> = Vec::new();
    for other in goals.into_iter().take(usize::from(most)) {
        let area = board.world.area(other)?;
        let mut troop =
            wanted(wishes, board.world.movable(board.spot(if inward { area } else { centre }).fit));
        let fits = |troop: Troop| {
            let all: Vec<_> = legs.iter().copied().chain([(area, troop)]).collect();
            feeds(board, seat, centre, &all, inward)
        };
        while !troop.is_empty() && !fits(troop) {
            let there = Unit::ALL.into_iter().filter(|unit| troop.of(*unit) > 0);
            let Some(least) = there.min_by_key(|unit| board.world.unit(*unit).price) else { break };
            troop = troop.minus(Troop::one(least));
        }
        if !troop.is_empty() {
            legs.push((area, troop));
        }
    }
    let answer: BTreeMap<&str, _> =
        legs.into_iter().map(|(area, troop)| (board.world.area_id(area), write_units(troop))).collect();
    if answer.is_empty() {
        return None;
    }
    let answer = if inward { json!({"to": hub, "from": answer}) } else { json!({"from": hub, "to": answer}) };
    says(answer, path(one))
}

/// Returns `true` if a side's armies fit its supply after units went between an area and some others.
fn feeds(board: &Board, seat: Seat, centre: Area, legs: &[(Area, Troop)], inward: bool) -> bool {
    let size = |area: Area, gone: Troop, come: Troop| {
        (area, board.world.mouths(board.spot(area).units().minus(gone).plus(come)))
    };
    let all = legs.iter().fold(Troop::NONE, |all, (_, troop)| all.plus(*troop));
    let none = Troop::NONE;
    let mut changes = vec![if inward { size(centre, none, all) } else { size(centre, all, none) }];
    let change = |(area, troop): &(Area, Troop)| match inward {
        true => size(*area, *troop, none),
        false => size(*area, none, *troop),
    };
    changes.extend(legs.iter().map(change));
    supplied(board, seat, &changes)
}

/// Returns a march by a tactic card: all that may go, from the first area named to the first named that they can reach; none, if
/// the plan leaves the ability.
pub(super) fn marches(
    plan: &Plan,
    what: &str,
    ways: &BTreeMap<String, (Units, Vec<String>)>,
    most: u8,
    board: &Board,
) -> Option<Says> {
    let one = wish(plan, board.world.north.as_ref(), what)?;
    let wishes = match &one.wish {
        Wish::Use(false) => return says(Value::Null, path(one)),
        Wish::Use(true) => return None,
        Wish::Choose(_) if asks(&one.wish) => return Some(Says::Ask),
        Wish::Choose(wishes) => wishes,
    };
    let named = |to: &[String]| wishes.iter().find(|area| to.contains(area)).cloned();
    // The area that is marched from may be left out, where there is but one way to the goal.
    let listed = wishes.iter().find_map(|area| {
        let (from, (units, to)) = ways.get_key_value(area)?;
        Some((from, units, named(to)?))
    });
    let mut leading = ways.iter().filter_map(|(from, (units, to))| Some((from, units, named(to)?)));
    let only = leading.next().filter(|_| leading.next().is_none());
    let (from, units, to) = listed.or(only)?;
    let mut left = most;
    let mut going = Units::new();
    let named = parties(wishes);
    for (unit, number) in units {
        let of = |(kind, number): &(Unit, u8)| (kind.id() == unit.as_str()).then_some(*number);
        let most = named.as_ref().map_or(u8::MAX, |named| named.iter().find_map(of).unwrap_or(0));
        let goes = left.min(*number).min(most);
        left -= goes;
        if goes > 0 {
            going.insert(unit.clone(), goes);
        }
    }
    if going.is_empty() {
        return None;
    }
    says(json!({"from": from, "to": {to: going}}), path(one))
}

/// Returns those of some units that a plan names, or all where it names none.
fn wanted(wishes: &[String], troop: Troop) -> Troop {
    let Some(named) = parties(wishes) else { return troop };
    let mut wanted = Troop::NONE;
    for (unit, number) in named {
        wanted.add(unit, number.min(troop.of(unit)).saturating_sub(wanted.of(unit)));
    }
    wanted
}

/// Returns what a plan wants of the ability that a question is about.
pub(super) fn wish<'p>(plan: &'p Plan, printed: Option<&NorthData>, what: &str) -> Option<&'p Use> {
    let of = |one: &&Use| {
        let (card, letter) = one.ability.split_once('/').unwrap_or_default();
        let rest = what.strip_prefix(card).and_then(|rest| rest.strip_prefix('-'));
        let rest = rest.and_then(|rest| rest.strip_prefix(letter));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    printed?;
    plan.north.abilities.iter().find(of)
}
