//! A row of things parted into orders: an area and its order, in either sequence, and where the order leads. If a row can be parted in two ways
//! that differ, it says nothing for sure.

use super::{MAY_AIM, Placed, Thing};
use crate::games::thrones::data::{Area, OrderKind};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, OrderSaid, Run, Units};
use crate::games::thrones::people::plan::typed::shapes::steps::{MarchMore, StepSaid};
use crate::games::thrones::people::plan::typed::shapes::{Shape, Whom};
use crate::table::Seat;
use std::collections::BTreeMap;

/// Statements that a row can be parted into.
type Way = Vec<(Shape, Style)>;

/// The most ways in which a row is parted: one is the answer, and two are none.
const MOST_WAYS: usize = 2;
/// The most things of one statement.
const MOST_SAID: usize = 16;
/// The most areas that one order is for.
const MOST_AREAS: usize = 6;

/// How a statement is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    AreaFirst,
    OrderFirst,
    /// The order first, and its area might be what it is against or for.
    MayAim,
}

impl Grammar<'_> {
    /// Parts a row of things into orders; `None` if that can be done in no way or in several. With `order_first`
    /// other lines of the letter have the order before its area.
    pub(super) fn parted(&self, things: &[Placed], order_first: bool) -> Option<Vec<Shape>> {
        let mut ways = ways(things, statements);
        if ways.is_empty() {
            ways = self::ways(things, |some| {
                let all = statements(some);
                let further = || scattered(some).map(|shape| (shape, Style::OrderFirst));
                if all.is_empty() { further().into_iter().collect() } else { all }
            });
        }
        let way = match ways.as_slice() {
            [way] => way.clone(),
            [] => with_march(things)?,
            _ => return None,
        };
        let has = |style: Style| way.iter().any(|(_, said)| *said == style);
        if has(Style::MayAim) && (has(Style::AreaFirst) || !has(Style::OrderFirst) && !order_first) {
            return None;
        }
        (!way.is_empty()).then(|| way.into_iter().map(|(shape, _)| shape).collect())
    }
}

/// Returns the ways to part a row, no more than it takes to know that there are several.
fn ways(things: &[Placed], said: impl Fn(&[Placed]) -> Vec<(Shape, Style)>) -> Vec<Way> {
    // What can follow from each place on, the last first.
    let mut ways: Vec<Vec<Way>> = vec![vec![]; things.len()];
    ways.push(vec![vec![]]);
    let own: BTreeMap<usize, Area> = things
        .iter()
        .filter_map(|placed| match placed.thing {
            Thing::Area(run, area) => Some((run.from, area?)),
            _ => None,
        })
        .collect();
    let areas = |shape: &Shape| -> Vec<Area> {
        shape.places().iter().filter_map(|run| own.get(&run.from).copied()).collect()
    };
    for from in (0..things.len()).rev() {
        let mut here: Vec<Way> = Vec::new();
        let ends = (from + 1..=things.len()).take(MOST_SAID);
        for to in ends.filter(|to| !ways[*to].is_empty()) {
            // "To Karhold and White Harbor, support …": what is joined to a goal may be another.
            let statements = things.get(from..to).map(&said).unwrap_or_default();
            for first in statements.into_iter().filter(|first| !may_be_a_goal(things, from, first)) {
                // No area has two orders.
                let taken = areas(&first.0);
                let is_free = |rest: &&Way| {
                    !rest.iter().any(|(shape, _)| areas(shape).iter().any(|area| taken.contains(area)))
                };
                for rest in ways[to].iter().filter(is_free) {
                    let way: Way = std::iter::once(first.clone()).chain(rest.iter().cloned()).collect();
                    if here.len() < MOST_WAYS && !here.contains(&way) {
                        here.push(way);
                    }
                }
            }
        }
        ways[from] = here;
    }
    ways.into_iter().next().unwrap_or_default()
}

/// Returns `true` if the area that a statement begins with is joined to where the one before it leads, and no order stands right behind it.
fn may_be_a_goal(things: &[Placed], from: usize, (shape, _): &(Shape, Style)) -> bool {
    let is_area = |at: usize| matches!(things.get(at).map(|placed| &placed.thing), Some(Thing::Area(..)));
    let follows = from.checked_sub(1).is_some_and(is_area) && is_area(from) && things[from].joined;
    let is_ordered =
        things.get(from + 1).is_some_and(|next| matches!(next.thing, Thing::Order(_)) && !next.joined);
    follows && !(is_ordered && shape.places().len() == 1)
}

/// Returns what a part of the row may say as one statement.
fn statements(things: &[Placed]) -> Vec<(Shape, Style)> {
    let order = match things {
        [] => return Vec::new(),
        [Placed { thing: Thing::All(shape), .. }] => return vec![(shape.clone(), Style::AreaFirst)],
        [Placed { thing: Thing::Order(order), .. }, ..] => *order,
        _ => return grouped(things, None).into_iter().map(|shape| (shape, Style::AreaFirst)).collect(),
    };
    let rest = things.get(1..).unwrap_or_default();
    // "Support White Harbor" may be for its battle; in a row of such orders it is one of White Harbor.
    let aims = MAY_AIM.contains(&order.kind);
    let is_clear = rest.first().is_some_and(|first| first.within);
    let style = if aims && !is_clear { Style::MayAim } else { Style::OrderFirst };
    let mut all: Vec<_> = grouped(rest, Some(order)).into_iter().map(|shape| (shape, style)).collect();
    // "Raid the Narrow Sea with my ship", "march +1 to Karhold from Winterfell".
    let first = rest.iter().position(|placed| placed.within && subject(placed, (true, false), &[]).is_some());
    if let Some(first) = first.filter(|first| *first > 0)
        && let Some(from) = rest.get(first).and_then(|placed| subject(placed, (true, false), &[]))
    {
        let others: Vec<Placed> = rest
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != first)
            .map(|(_, placed)| placed.clone())
            .collect();
        all.extend(entry(&[from], Some(order), &others).map(|shape| (shape, Style::OrderFirst)));
    }
    all
}

/// Returns what some areas at the beginning may be ordered, with all that is said behind them; `order` stands before them.
fn grouped(things: &[Placed], order: Option<OrderSaid>) -> Vec<Shape> {
    let (mut all, mut areas) = (Vec::new(), Vec::new());
    let leads = order.is_some_and(|order| {
        matches!(order.kind, OrderKind::Defense | OrderKind::Consolidate | OrderKind::Raid)
    });
    for (at, placed) in things.iter().enumerate().take(MOST_AREAS) {
        let body = things.get(at + 1..).unwrap_or_default();
        let Some(subject) = subject(placed, (order.is_some(), leads), body) else { break };
        areas.push(subject);
        all.extend(entry(&areas, order, body));
    }
    all
}

/// Parts a row in which one part says only who goes where, and a march order elsewhere is the only one with no goal: `march +1 in Winterfell,
/// CP in White Harbor. Move the knight to Moat Cailin`.
fn with_march(things: &[Placed]) -> Option<Way> {
    let goes = |some: &[Placed]| {
        let moves = some.iter().all(|placed| match placed.thing {
            Thing::Units(..) | Thing::Stay => true,
            Thing::Area(_, own) => own.is_none() || placed.led && !placed.within,
            _ => false,
        });
        steps(some)
            .filter(|steps| moves && steps.iter().any(|step| step.to.is_some() && step.units.is_some()))
    };
    let mut found: Option<Way> = None;
    for at in 1..things.len() {
        let (before, behind) = things.split_at(at);
        for (part, rest) in [(behind, before), (before, behind)] {
            let Some(steps) = goes(part) else { continue };
            let ways = ways(rest, statements);
            let [way] = ways.as_slice() else { continue };
            let is_march = |(shape, _): &(Shape, Style)| matches!(shape, Shape::Order { order, .. } if order.kind == OrderKind::March);
            let mut way = way.clone();
            let mut marches = way.iter_mut().filter(|said| is_march(said));
            let (Some((shape, _)), None) = (marches.next(), marches.next()) else { continue };
            let Shape::Order { places, order } = &*shape else { continue };
            let [from] = places[..] else { continue };
            *shape = Shape::March { from, steps, more: MarchMore::default(), order: Some(*order) };
            // It can be parted in one way alone.
            if found.replace(way).is_some() {
                return None;
            }
        }
    }
    found
}

/// Returns what some things may say together whose area is somewhere among them: `knight to Moat Cailin, march +1 in Winterfell`,
/// `footman Winterfell -> Karhold, knight Winterfell -> Moat Cailin, march +1`.
fn scattered(things: &[Placed]) -> Option<Shape> {
    let leads =
        |at: usize| things.get(at).is_some_and(|next| next.led && matches!(next.thing, Thing::Area(..)));
    // "The footman holds Lannisport".
    let stays = |at: usize| {
        let is_stay = |at: usize| things.get(at).is_some_and(|next| next.thing == Thing::Stay);
        is_stay(at + 1) || at.checked_sub(1).is_some_and(is_stay)
    };
    let own = |at: usize| match things.get(at) {
        Some(Placed { thing: Thing::Area(run, Some(area)), led, within, .. })
            if *within || !led && (leads(at + 1) || stays(at)) =>
        {
            Some((*run, *area))
        }
        _ => None,
    };
    let found: Vec<usize> = (0..things.len()).filter(|at| own(*at).is_some()).collect();
    let first = *found.first()?;
    let (run, area) = own(first)?;
    if found.iter().any(|at| own(*at).is_none_or(|(_, other)| other != area)) {
        return None;
    }
    let without = |hint: Option<usize>| -> Vec<Placed> {
        let others = things.iter().enumerate().filter(|(at, _)| !found.contains(at) && hint != Some(*at));
        others.map(|(_, placed)| placed.clone()).collect()
    };
    // "Raid the Narrow Sea with the ship in the Shivering Sea", "my fleet in the Shivering Sea splits: one ship to …".
    let beside = first.checked_sub(1).filter(|at| matches!(things[*at].thing, Thing::Units(..)));
    entry(&[run], None, &without(None)).or_else(|| beside.and_then(|_| entry(&[run], None, &without(beside))))
}

/// Returns the area that an order is for, if a thing can be one: `behind` its order, which may lead there if it leads nowhere else.
fn subject(placed: &Placed, (behind, leads): (bool, bool), body: &[Placed]) -> Option<Run> {
    match &placed.thing {
        Thing::Area(run, Some(_)) if !placed.led || placed.within => Some(*run),
        // "The CP goes to White Harbor": nobody marches by it.
        Thing::Area(run, Some(_)) if leads && body.is_empty() => Some(*run),
        // "The fleet supports", "raid with the ship".
        Thing::Units(_, Some(run)) => {
            let stays = [OrderKind::Support, OrderKind::Defense, OrderKind::Raid];
            let ordered = matches!(body.first().map(|next| &next.thing), Some(Thing::Order(order)) if stays.contains(&order.kind));
            let is_it = match behind {
                true => placed.within || body.is_empty(),
                false => ordered && !placed.within && !placed.led,
            };
            is_it.then_some(*run)
        }
        _ => None,
    }
}

/// An area that an order leads to.
struct Goal {
    run: Run,
    own: bool,
    /// `false` for an area of one's own that may begin the next order.
    is_sure: bool,
}

/// What is said of the order of some areas.
struct Said {
    order: Option<OrderSaid>,
    number: Option<OrderSaid>,
    more: MarchMore,
    goals: Vec<Goal>,
    house: Option<(Seat, Run)>,
    /// `true` if units are named that go or stay.
    moves: bool,
}

impl Said {
    /// Gathers what some things say; `None` if they say something twice, or what no order does.
    fn of(head: Option<OrderSaid>, body: &[Placed]) -> Option<Said> {
        let mut said = Said {
            order: head,
            number: None,
            more: MarchMore::default(),
            goals: vec![],
            house: None,
            moves: false,
        };
        let is_area = |at: usize| matches!(body.get(at).map(|placed| &placed.thing), Some(Thing::Area(..)));
        for (at, placed) in body.iter().enumerate() {
            match &placed.thing {
                // "Winterfell. Support: the sea" is no order for Winterfell; where a march goes may end with its number.
                Thing::Order(order) => {
                    let is_its = !placed.parted || order.kind == OrderKind::March;
                    once(&mut said.order, *order).filter(|()| is_its)?;
                }
                Thing::Number(number) => once(&mut said.number, *number)?,
                Thing::LeavePower(run) => once(&mut said.more.leave_power, *run)?,
                Thing::House(seat, run) => once(&mut said.house, (*seat, *run))?,
                Thing::Area(run, own) => {
                    let goes_on = placed.joined && at.checked_sub(1).is_some_and(is_area);
                    let is_sure = own.is_none() || placed.led || goes_on;
                    said.goals.push(Goal { run: *run, own: own.is_some(), is_sure });
                }
                Thing::Units(..) | Thing::Stay => said.moves = true,
                Thing::Nothing(_) | Thing::All(_) => return None,
            }
        }
        Some(said)
    }

    /// Returns the order of a march, whose number may stand elsewhere.
    fn march(&self) -> Option<OrderSaid> {
        match (self.order, self.number) {
            (Some(order), Some(number)) if order.bonus.is_none() => {
                Some(OrderSaid { bonus: number.bonus, ..order })
            }
            (Some(order), None) => Some(order),
            (None, Some(number)) => Some(number),
            _ => None,
        }
    }
}

/// Fills what can be said once.
fn once<T>(place: &mut Option<T>, said: T) -> Option<()> {
    place.is_none().then(|| *place = Some(said))
}

/// Makes the entry of some areas from their order, if it stands before them, and all that is said behind them.
fn entry(areas: &[Run], head: Option<OrderSaid>, body: &[Placed]) -> Option<Shape> {
    let from = *areas.first()?;
    if let (None, [Placed { thing: Thing::Nothing(none), .. }]) = (head, body) {
        return Some(Shape::Nothing { places: areas.to_vec(), none: *none });
    }
    let said = Said::of(head, body)?;
    let kind = match said.order {
        Some(order) => order.kind,
        None if said.number.is_some() && !said.goals.is_empty() => OrderKind::March,
        None => return None,
    };
    let leads = said.moves || !said.goals.is_empty();
    let only_marches = said.number.is_some() || said.moves || said.more.leave_power.is_some();
    if kind != OrderKind::March && only_marches
        || kind != OrderKind::Support && said.house.is_some()
        || areas.len() > 1 && leads
    {
        return None;
    }
    if kind == OrderKind::March && leads {
        let steps = said.goals.iter().all(|goal| goal.is_sure).then(|| steps(body)).flatten()?;
        return Some(Shape::March { from, steps, order: Some(said.march()?), more: said.more });
    }
    if kind == OrderKind::March {
        let order = said.march().filter(|_| said.more.leave_power.is_none())?;
        return Some(Shape::Order { places: areas.to_vec(), order });
    }
    let order = said.order?;
    match (kind, said.goals.as_slice(), said.house) {
        (_, [], None) => Some(Shape::Order { places: areas.to_vec(), order }),
        // Nobody raids an area of one's own.
        (OrderKind::Raid, goals, None) if !goals.iter().any(|goal| goal.own) => {
            let at = goals.iter().map(|goal| goal.run).collect();
            Some(Shape::Raid { from, at, order: Some(order) })
        }
        (OrderKind::Support, [], Some((seat, run))) => {
            Some(Shape::Support { places: areas.to_vec(), order, whom: Whom::House(seat, run) })
        }
        (OrderKind::Support, [goal], None) => {
            Some(Shape::Support { places: areas.to_vec(), order, whom: Whom::Place(goal.run) })
        }
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
