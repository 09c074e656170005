//! A row of things parted into orders: an area and its order, in either sequence, and where the order leads. If a row can be parted in two ways
//! that differ, it says nothing for sure.

use super::super::grammar::{Grammar, OrderSaid, Run, Units};
use super::super::shape::{Shape, Whom};
use super::super::shape_steps::{MarchMore, StepSaid};
use super::{Placed, Thing};
use crate::games::thrones::data::{Area, OrderKind};
use std::collections::BTreeSet;

/// The most ways in which a row is parted: one is the answer, and two are none.
const MOST_WAYS: usize = 2;
/// The most areas that one order is for.
const MOST_AREAS: usize = 6;

/// An area that an order is for.
struct Subject {
    run: Run,
    /// `None` for a kind of unit that stands for its area.
    area: Option<Area>,
}

impl Grammar<'_> {
    /// Parts a row of things into orders; `None` if that can be done in no way or in several, or if an area gets two orders.
    pub(super) fn parted(&self, things: &[Placed]) -> Option<Vec<Shape>> {
        // What can follow from each place on, the last first.
        let mut ways: Vec<Vec<Vec<Shape>>> = vec![vec![]; things.len()];
        ways.push(vec![vec![]]);
        for from in (0..things.len()).rev() {
            let mut here: Vec<Vec<Shape>> = Vec::new();
            for to in from + 1..=things.len() {
                if ways[to].is_empty() {
                    continue;
                }
                for shape in statements(things.get(from..to)?) {
                    for rest in &ways[to] {
                        let way: Vec<Shape> =
                            std::iter::once(shape.clone()).chain(rest.iter().cloned()).collect();
                        if here.len() < MOST_WAYS && !here.contains(&way) {
                            here.push(way);
                        }
                    }
                }
            }
            ways[from] = here;
        }
        let [way] = ways.first()?.as_slice() else { return None };
        let mut seen = BTreeSet::new();
        let once = way.iter().flat_map(places).all(|run| match self.area_at(run) {
            Thing::Area(_, Some(area)) => seen.insert(area),
            _ => true,
        });
        (once && !way.is_empty()).then(|| way.clone())
    }
}

/// Returns the areas that a shape gives an order.
fn places(shape: &Shape) -> Vec<Run> {
    match shape {
        Shape::Order { places, .. } | Shape::Nothing { places, .. } => places.clone(),
        Shape::March { from, .. } | Shape::Raid { from, .. } | Shape::Support { from, .. } => vec![*from],
        _ => Vec::new(),
    }
}

/// Returns what a part of the row may say as one statement.
fn statements(things: &[Placed]) -> Vec<Shape> {
    let mut all = Vec::new();
    if let [Placed { thing: Thing::All(shape), .. }] = things {
        all.push(shape.clone());
    }
    // The area first: "Winterfell march +1 to Karhold", or the order: "march +1 in Winterfell to Karhold".
    let head = match things.first().map(|placed| &placed.thing) {
        Some(Thing::Order(order)) => Some(*order),
        _ => None,
    };
    let rest = if head.is_some() { things.get(1..).unwrap_or_default() } else { things };
    let mut subjects: Vec<Subject> = Vec::new();
    for (count, placed) in rest.iter().enumerate().take(MOST_AREAS) {
        let body = rest.get(count + 1..).unwrap_or_default();
        let Some(subject) = subject(placed, head.is_some(), body) else { break };
        // "Support White Harbor" may be for its battle.
        let is_clear = placed.within || subject.area.is_none();
        let aims = |order: OrderSaid| matches!(order.kind, OrderKind::Support | OrderKind::Raid);
        if count == 0 && head.is_some_and(aims) && !is_clear {
            break;
        }
        subjects.push(subject);
        let runs: Vec<Run> = subjects.iter().map(|subject| subject.run).collect();
        if let Some(shape) = entry(&runs, head, body) {
            all.push(shape);
        }
    }
    all
}

/// Returns the area that an order is for, if a thing can be one.
fn subject(placed: &Placed, behind: bool, body: &[Placed]) -> Option<Subject> {
    match &placed.thing {
        Thing::Area(run, Some(area)) if !placed.led || placed.within => {
            Some(Subject { run: *run, area: Some(*area) })
        }
        // "The fleet supports", "raid with the ship".
        Thing::Units(_, Some(run)) => {
            let ordered = matches!(body.first().map(|next| &next.thing), Some(Thing::Order(_)));
            let is_it = if behind { placed.within } else { ordered && !placed.within && !placed.led };
            is_it.then_some(Subject { run: *run, area: None })
        }
        _ => None,
    }
}

/// Makes the entry of some areas from their order, if it stands before them, and all that is said behind them.
fn entry(areas: &[Run], head: Option<OrderSaid>, body: &[Placed]) -> Option<Shape> {
    let (mut order, mut number, mut more) = (head, None, MarchMore::default());
    let (mut goals, mut house) = (Vec::new(), None);
    let first = *areas.first()?;
    if let (None, [Placed { thing: Thing::Nothing(none), .. }]) = (head, body) {
        return Some(Shape::Nothing { places: areas.to_vec(), none: *none });
    }
    for (at, placed) in body.iter().enumerate() {
        match &placed.thing {
            Thing::Order(said) => order = order.is_none().then_some(Some(*said))?,
            Thing::Number(said, signed) => {
                let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
                let is_march = |at: usize| matches!(body.get(at).map(|near| &near.thing), Some(Thing::Order(order)) if order.kind == OrderKind::March);
                let is_clear = *signed || beside.into_iter().any(is_march);
                number = (number.is_none() && is_clear).then_some(Some(*said))?;
            }
            Thing::LeavePower(run) => {
                more.leave_power = more.leave_power.is_none().then_some(Some(*run))?;
            }
            Thing::House(seat, run) => house = house.is_none().then_some(Some((*seat, *run)))?,
            Thing::Area(run, own) => {
                // One's own area may begin the next order.
                let goes_on = placed.joined
                    && at
                        .checked_sub(1)
                        .and_then(|last| body.get(last))
                        .is_some_and(|last| matches!(last.thing, Thing::Area(..)));
                goals.push((*run, own.is_none() || placed.led || goes_on, own.is_some()));
            }
            Thing::Units(..) | Thing::Stay => {}
            Thing::Nothing(_) | Thing::All(_) => return None,
        }
    }
    let moves = body.iter().any(|placed| matches!(placed.thing, Thing::Units(..) | Thing::Stay));
    let kind = match order {
        Some(order) => order.kind,
        None if number.is_some() && !goals.is_empty() => OrderKind::March,
        None => return None,
    };
    if kind != OrderKind::March && (number.is_some() || moves || more.leave_power.is_some()) {
        return None;
    }
    if kind != OrderKind::Support && house.is_some() || areas.len() > 1 && !(goals.is_empty() && !moves) {
        return None;
    }
    match (kind, order) {
        (OrderKind::March, order) => {
            let order = match (order, number) {
                (Some(order), Some(number)) if order.bonus.is_none() => {
                    OrderSaid { bonus: number.bonus, ..order }
                }
                (Some(order), None) => order,
                (None, Some(number)) => number,
                _ => return None,
            };
            if goals.is_empty() && !moves {
                let places = areas.to_vec();
                return more.leave_power.is_none().then_some(Shape::Order { places, order });
            }
            if !goals.iter().all(|(_, may_be, _)| *may_be) {
                return None;
            }
            Some(Shape::March { from: first, steps: steps(body)?, more, order: Some(order) })
        }
        (OrderKind::Raid, Some(order)) if !goals.is_empty() => {
            // Nobody raids an area of one's own.
            let at = goals.iter().map(|(run, _, own)| (!own).then_some(*run)).collect::<Option<Vec<_>>>()?;
            Some(Shape::Raid { from: first, at, order: Some(order) })
        }
        (OrderKind::Support, Some(order)) => match (goals.as_slice(), house) {
            ([], None) => Some(Shape::Order { places: areas.to_vec(), order }),
            ([], Some((seat, run))) => {
                Some(Shape::Support { from: first, order, whom: Whom::House(seat, run) })
            }
            ([(run, ..)], None) => Some(Shape::Support { from: first, order, whom: Whom::Place(*run) }),
            _ => None,
        },
        (_, Some(order)) if goals.is_empty() => Some(Shape::Order { places: areas.to_vec(), order }),
        _ => None,
    }
}

/// Tells who goes where: all to one area, units each before where they go, or each behind it.
fn steps(body: &[Placed]) -> Option<Vec<StepSaid>> {
    let row: Vec<&Thing> = body
        .iter()
        .map(|placed| &placed.thing)
        .filter(|thing| matches!(thing, Thing::Area(..) | Thing::Units(..) | Thing::Stay))
        .collect();
    let (mut steps, mut left) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(thing) = row.get(at) {
        match (thing, row.get(at + 1)) {
            (Thing::Units(units, _), Some(Thing::Stay)) => {
                steps.push(StepSaid { units: Some(units.clone()), to: None, staying: None });
                at += 2;
            }
            (Thing::Stay, _) => return None,
            (thing, _) => {
                left.push(*thing);
                at += 1;
            }
        }
    }
    let pair = |pair: &[&Thing]| match pair {
        [Thing::Units(units, _), Thing::Area(to, _)] => Some(going(Some(units), *to)),
        _ => None,
    };
    let turned = |pair: &[&Thing]| match pair {
        [Thing::Area(to, _), Thing::Units(units, _)] => Some(going(Some(units), *to)),
        _ => None,
    };
    let mut going = match left.as_slice() {
        [] if !steps.is_empty() => Vec::new(),
        [Thing::Area(to, _)] => vec![going(None, *to)],
        all if !all.is_empty() && all.len() % 2 == 0 => {
            let each = |read: &dyn Fn(&[&Thing]) -> Option<StepSaid>| {
                all.chunks(2).map(read).collect::<Option<Vec<_>>>()
            };
            each(&pair).or_else(|| each(&turned))?
        }
        _ => return None,
    };
    going.append(&mut steps);
    Some(going)
}

fn going(units: Option<&Units>, to: Run) -> StepSaid {
    StepSaid::going(units.cloned(), to)
}
