//! What a plan says to a question and cannot have, with the reasons: so that nothing of a plan is dropped without a word, when it
//! is sent and when it is played.

use super::condition::holds;
use super::kind::is_of_westeros;
use super::north::{NEXT, TACTICS, YOREN, leads_nowhere, takes_recruits};
use super::realm::{built, has_mustered, musters};
use super::war::{side, tactics};
use crate::games::thrones::board::Board;
use crate::games::thrones::people::plan::model::{
    ASK, Amount, Force, Loss, March, Plan, Raid, Step, Tactics, Use, Wish,
};
use crate::games::thrones::people::plan::northern::LEVY_ABILITY;
use crate::games::thrones::people::plan::troops::march_now;
use crate::games::thrones::question::Question;
use crate::games::thrones::realm::planning::check_place;
use crate::games::thrones::war::march::{Illegal, Marches};
use crate::table::{Refusal, Says, Seat};
use serde_json::Value;
use std::collections::BTreeMap;

/// The codes of what cannot be had beyond those of the rules' own refusals.
pub const UNMET: &[&str] = &[
    "unmet-bid",
    "unmet-card",
    "unmet-choice",
    "unmet-disband",
    "unmet-disband-short",
    "unmet-march",
    "unmet-march-condition",
    "unmet-march-fewer",
    "unmet-march-step",
    "unmet-order",
    "unmet-order-missing",
    "unmet-raid",
    "unmet-raven",
    "unmet-retreat",
    "unmet-reward",
    "unmet-tactic",
    "unmet-tactic-move",
    "unmet-yoren",
    "unmet-levy",
    "unmet-quest",
    "unmet-gift",
];

/// Returns what a plan says to a question of its house and cannot have now, besides what `says` gives it.
pub fn unmet(
    plan: &Plan,
    seat: Seat,
    question: &Question,
    says: &Says,
    board: &Board,
    ahead: bool,
) -> Vec<Refusal> {
    let (value, path) = match says {
        Says::Answer { value, path } | Says::Part { value, path } | Says::IfUnasked { value, path } => {
            (Some(value), path.as_str())
        }
        _ => (None, ""),
    };
    let speaks = if is_of_westeros(question, board) { plan.westeros } else { plan.turn };
    if speaks != board.turn {
        return Vec::new();
    }
    // An answer to this question by its name is the whole of what the plan says to it.
    if path.starts_with("answers.") {
        return Vec::new();
    }
    match question {
        Question::Bid { on, available, .. } => bid(plan, on, *available).into_iter().collect(),
        Question::Gift { what, most } => gift(plan, what, *most).into_iter().collect(),
        Question::Disband { .. } => disband(plan, seat, value, board, ahead),
        Question::TacticCard { hand } if value.is_none() => tactic(plan, hand, board),
        Question::Quest { .. } => quest(plan, value, board),
        Question::Pick { what, items, .. } if what == NEXT => moves_nobody(plan, seat, items, board),
        Question::Pick { what, .. } if what == YOREN => recruits_nobody(plan, seat, board),
        Question::Muster { .. } if value.is_none() && board.stage.id() == TACTICS => {
            levies_nobody(plan, board)
        }
        // The list is that of the card that lets all places muster; the other may come after it.
        Question::Muster { one: true, .. } if ahead => Vec::new(),
        // What was mustered by the first card is not what a later one refuses.
        Question::Muster { .. } if (plan.once || !plan.tentative) && has_mustered(board) => Vec::new(),
        Question::Muster { points, one, purse } => musters(plan, points, board)
            .map_or_else(Vec::new, |(wishes, _)| built(wishes, seat, points, (*one, *purse), board).1),
        Question::Orders { areas, stars, .. } => orders(plan, seat, areas, *stars, value, board),
        Question::Raven { orders, .. } => raven(plan, value, orders, board),
        Question::Reward { cards } => reward(plan, value, cards, board),
        Question::Westeros { card, cards } if value.is_none() => choice(plan, card, cards),
        Question::Raid { orders } => raid(plan, path, value, orders, board),
        Question::March { orders } => march(plan, seat, path, value, orders, board),
        Question::Card { battle, side, .. } if value.is_none() => {
            none_of("unmet-card", plan, (battle, Some(side)), board, |tactics| &tactics.cards)
        }
        Question::Retreat { battle, .. } if value.is_none() => {
            let fought = (battle.as_str(), side(seat, battle, board));
            none_of("unmet-retreat", plan, fought, board, |tactics| &tactics.retreat)
        }
        _ => Vec::new(),
    }
}

/// Returns the name of an area, a house or a card; the id itself if nothing has it.
fn name(board: &Board, id: &str) -> String {
    let world = &board.world;
    let area = world.area(id).map(|area| world.place(area).name.clone());
    let card = || world.card_id(id).map(|card| world.card(card).name.clone());
    area.or_else(card).unwrap_or_else(|| id.to_owned())
}

fn names(board: &Board, ids: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<String> {
    ids.into_iter().map(|id| name(board, id.as_ref())).collect()
}

/// Says that none of the tactic cards wished for is in the hand.
fn tactic(plan: &Plan, hand: &[String], board: &Board) -> Vec<Refusal> {
    let name = |id: &String| {
        let north = board.world.north.as_ref()?;
        Some(north.tactic(north.tactic_id(id)?).name.clone())
    };
    let wished: Vec<String> = plan.north.cards.iter().filter_map(name).collect();
    let held: Vec<String> = hand.iter().filter_map(name).collect();
    let why = || Refusal::new("unmet-tactic").with("wished", wished.clone()).with("hand", held);
    if wished.is_empty() { Vec::new() } else { vec![why()] }
}

/// Says of abilities of the tactic step that none of the units can go where the plan sends them.
fn moves_nobody(plan: &Plan, seat: Seat, items: &[Value], board: &Board) -> Vec<Refusal> {
    let offered = |one: &&Use| items.iter().any(|item| *item == one.ability);
    let nowhere =
        plan.north.abilities.iter().filter(offered).filter(|one| leads_nowhere(plan, one, seat, board));
    let why = |one: &Use| {
        let Wish::Choose(wishes) = &one.wish else { return Refusal::new("unmet-tactic-move") };
        let card = one.ability.split('/').next().unwrap_or_default();
        Refusal::new("unmet-tactic-move").with("card", card).with("areas", names(board, wishes))
    };
    nowhere.map(why).collect()
}

/// Says that Yoren stays, because no section of the Wall that is named for his recruits can take any.
fn recruits_nobody(plan: &Plan, seat: Seat, board: &Board) -> Vec<Refusal> {
    let Some(Wish::Choose(areas)) = plan.abilities.get(YOREN) else { return Vec::new() };
    if areas.iter().any(|area| area == ASK) || takes_recruits(areas, seat, board) {
        return Vec::new();
    }
    vec![Refusal::new("unmet-yoren").with("areas", names(board, areas))]
}

/// Says that Call to Arms recruits nobody, because no area that is named for it can take anybody.
fn levies_nobody(plan: &Plan, board: &Board) -> Vec<Refusal> {
    let mut said = plan.north.abilities.iter().filter(|one| one.ability == LEVY_ABILITY);
    let Some(Wish::Choose(wishes)) = said.next().map(|one| &one.wish) else { return Vec::new() };
    let areas: Vec<&String> = wishes.iter().filter(|id| board.world.area(id).is_some()).collect();
    if areas.is_empty() {
        return Vec::new();
    }
    let card = LEVY_ABILITY.split('/').next().unwrap_or_default();
    vec![Refusal::new("unmet-levy").with("card", card).with("areas", names(board, areas))]
}

/// Says that fewer units can go to the quest than the plan sends.
fn quest(plan: &Plan, value: Option<&Value>, board: &Board) -> Vec<Refusal> {
    let sent = |loss: &Loss| -> u64 {
        let areas = value.and_then(Value::as_object).into_iter().flatten();
        let here = areas.filter(|(area, _)| loss.at.as_ref().is_none_or(|at| at == *area));
        here.filter_map(|(_, units)| units[loss.unit.id()].as_u64()).sum()
    };
    let short = |loss: &&Loss| match loss.number {
        Amount::Number(number) => sent(loss) < u64::from(number),
        Amount::All(_) => sent(loss) == 0,
    };
    let missing = plan.north.quest.iter().flatten().filter(short);
    let refusal = |loss: &Loss| {
        let at = loss.at.as_deref().map(|id| name(board, id));
        Refusal::new("unmet-quest").with("unit", loss.unit.id()).with("at", at).with("there", sent(loss))
    };
    missing.map(refusal).collect()
}

fn bid(plan: &Plan, on: &str, available: u8) -> Option<Refusal> {
    let bid = plan.bids.get(on).filter(|bid| **bid > available)?;
    Some(Refusal::new("unmet-bid").with("on", on).with("bid", *bid).with("available", available))
}

fn gift(plan: &Plan, what: &str, most: u8) -> Option<Refusal> {
    let number = plan.north.gifts.get(what).filter(|number| **number > most)?;
    Some(Refusal::new("unmet-gift").with("gift", what).with("number", *number).with("most", most))
}

fn disband(plan: &Plan, seat: Seat, value: Option<&Value>, board: &Board, ahead: bool) -> Vec<Refusal> {
    let units = |area: Option<&str>, unit| -> u8 {
        let place = area.map(|id| board.world.area(id));
        let held = board.held_by(seat).filter(|(held, _)| place.is_none_or(|place| place == Some(*held)));
        held.map(|(_, spot)| spot.units().of(unit)).sum()
    };
    let missing = plan.disband.iter().filter_map(|loss| {
        let there = units(loss.at.as_deref(), loss.unit);
        let short = match loss.number {
            Amount::Number(number) => there < number,
            Amount::All(_) => there == 0,
        };
        let at = loss.at.as_deref().map(|id| name(board, id));
        short.then(|| {
            Refusal::new("unmet-disband").with("unit", loss.unit.id()).with("at", at).with("there", there)
        })
    });
    // How much is too much is known when it is asked.
    let short = !plan.disband.is_empty() && value.is_none() && !ahead;
    missing.chain(short.then(|| Refusal::new("unmet-disband-short"))).collect()
}

fn orders(
    plan: &Plan,
    seat: Seat,
    areas: &[String],
    stars: u8,
    value: Option<&Value>,
    board: &Board,
) -> Vec<Refusal> {
    let world = &board.world;
    let placed = |area: &str| value.is_some_and(|value| value.get(area).is_some());
    let dropped = plan.orders.iter().flatten().filter(|(area, _)| !placed(area));
    let why = dropped.map(|(id, order)| {
        let place = world.area(id).zip(world.order(order));
        let plain = |code| Refusal::new(code).with("area", name(board, id)).with("order", order.clone());
        match place {
            _ if !areas.contains(id) => plain("order-not-yours"),
            Some((area, order)) => match check_place(board, area, order) {
                Err(why) => why,
                Ok(()) => {
                    let tokens = world.tokens_of(seat, order);
                    plain("unmet-order").with("tokens", tokens).with("stars", stars)
                }
            },
            None => plain("order-not-yours"),
        }
    });
    why.chain(added(plan, value, board)).collect()
}

/// Returns the orders that are placed because every area must have one, and that the plan does not have.
fn added<'a>(plan: &'a Plan, value: Option<&'a Value>, board: &'a Board) -> impl Iterator<Item = Refusal> {
    let planned = plan.orders.as_ref().filter(|_| (board.edition.order_everywhere)(board));
    let placed = planned.and(value).and_then(Value::as_object).into_iter().flatten();
    let missing = placed.filter(move |(area, _)| planned.is_some_and(|orders| !orders.contains_key(*area)));
    missing.map(|(area, order)| {
        Refusal::new("unmet-order-missing").with("area", name(board, area)).with("order", order.clone())
    })
}

fn raven(
    plan: &Plan,
    value: Option<&Value>,
    orders: &BTreeMap<String, String>,
    board: &Board,
) -> Vec<Refusal> {
    let wishes = plan.raven.as_deref().filter(|wishes| !wishes.is_empty() && value.is_none());
    let Some(wish) = wishes.and_then(<[_]>::first) else { return Vec::new() };
    let known = orders.contains_key(&wish.area);
    let why =
        Refusal::new("unmet-raven").with("area", name(board, &wish.area)).with("order", wish.order.clone());
    vec![why.with("known", known)]
}

fn choice(plan: &Plan, card: &str, cards: &[String]) -> Vec<Refusal> {
    let wishes = plan.choices.get(card).filter(|wishes| !wishes.iter().any(|wish| wish == ASK));
    let why = |wishes: &Vec<String>| {
        Refusal::new("unmet-choice")
            .with("card", card)
            .with("wishes", wishes.clone())
            .with("cards", cards.to_vec())
    };
    wishes.map(why).into_iter().collect()
}

fn reward(plan: &Plan, value: Option<&Value>, cards: &[String], board: &Board) -> Vec<Refusal> {
    let wishes = plan.reward.as_deref().filter(|wishes| !wishes.is_empty() && value.is_none());
    let why = |wishes: &[String]| {
        Refusal::new("unmet-reward").with("cards", names(board, wishes)).with("used", names(board, cards))
    };
    wishes.map(why).into_iter().collect()
}

/// Returns why the raid that is made, or one that the plan has for an order that is asked about, lacks its targets.
fn raid(
    plan: &Plan,
    path: &str,
    value: Option<&Value>,
    orders: &BTreeMap<String, Vec<String>>,
    board: &Board,
) -> Vec<Refusal> {
    let made = path.strip_prefix("raids.").and_then(|number| number.parse::<usize>().ok());
    let nothing = value.is_none_or(|value| value["at"].as_array().is_none_or(Vec::is_empty));
    let lacks = plan.raids.iter().enumerate().filter(|(i, raid)| {
        let is_it = made.is_none_or(|made| made == i + 1);
        is_it && nothing && !raid.at.is_empty() && orders.contains_key(&raid.from)
    });
    let why = |(_, raid): (usize, &Raid)| {
        Refusal::new("unmet-raid").with("from", name(board, &raid.from)).with("at", names(board, &raid.at))
    };
    lacks.map(why).collect()
}

/// Returns that none of the wishes of a list is possible; nothing if there is no list.
fn none_of(
    code: &'static str,
    plan: &Plan,
    (battle, side): (&str, Option<&str>),
    board: &Board,
    list: impl Fn(&Tactics) -> &Vec<String>,
) -> Vec<Refusal> {
    let all: Vec<String> =
        tactics(plan, battle, side).iter().flat_map(|(tactics, _)| list(tactics).clone()).collect();
    if all.is_empty() || all.iter().any(|wish| wish == ASK) {
        return Vec::new();
    }
    vec![Refusal::new(code).with("battle", name(board, battle)).with("wishes", names(board, all))]
}

fn march(
    plan: &Plan,
    seat: Seat,
    path: &str,
    value: Option<&Value>,
    orders: &BTreeMap<String, Vec<String>>,
    board: &Board,
) -> Vec<Refusal> {
    let made = path.strip_prefix("marches.").and_then(|number| number.parse::<usize>().ok());
    let listed = plan.marches.iter().enumerate().filter(|(_, march)| orders.contains_key(&march.from));
    let mut all = Vec::new();
    for (i, march) in listed {
        match made {
            Some(made) if made == i + 1 => {
                all.extend(made_march(march, seat, value, orders, board));
            }
            Some(_) => {}
            None => {
                let from = name(board, &march.from);
                let to = names(board, march.to.iter().map(|step| &step.to));
                all.push(match is_held_back(march, seat, board) {
                    true => Refusal::new("unmet-march-condition").with("from", from).with("to", to),
                    false => {
                        let why = Refusal::new("unmet-march").with("from", from).with("to", to);
                        impossible(march, seat, orders, board, why)
                    }
                });
            }
        }
    }
    all
}

/// Adds to `why` what stands in the way of a march that cannot be made: that none of its areas is in reach, that no such unit is there,
/// or the armies that it would leave beyond supply.
fn impossible(
    march: &March,
    seat: Seat,
    orders: &BTreeMap<String, Vec<String>>,
    board: &Board,
    why: Refusal,
) -> Refusal {
    let Some(from) = board.world.area(&march.from) else { return why };
    let near = |step: &&Step| orders.get(&march.from).is_some_and(|reach| reach.contains(&step.to));
    let steps: Vec<Step> = march.to.iter().filter(near).cloned().collect();
    if steps.is_empty() {
        return why.with("because", "far");
    }
    let now = march_now(board, from, &steps);
    if now.to.is_empty() {
        return why.with("because", "nobody");
    }
    let marches = Marches::new(board, seat);
    match marches.first_illegal(&now) {
        Some(illegal @ Illegal::BreaksSupply) => {
            let rule = marches.refusal(&now, illegal);
            let sizes =
                rule.details().iter().filter(|(name, _)| ["armies", "limits"].contains(&name.as_ref()));
            sizes.fold(why.with("because", "supply"), |why, (name, value)| why.with(name, value.clone()))
        }
        _ => why,
    }
}

fn is_held_back(march: &March, seat: Seat, board: &Board) -> bool {
    march.when.iter().any(|guard| !holds(guard, board, seat))
        || march.unless.iter().any(|guard| holds(guard, board, seat))
}

/// Returns what the march that is made leaves out of what the plan says.
fn made_march(
    march: &March,
    seat: Seat,
    value: Option<&Value>,
    orders: &BTreeMap<String, Vec<String>>,
    board: &Board,
) -> Vec<Refusal> {
    let from = || name(board, &march.from);
    let goes = |to: &str| value.is_some_and(|value| value["to"].get(to).is_some());
    if is_held_back(march, seat, board) {
        let to = names(board, march.to.iter().map(|step| &step.to));
        return vec![Refusal::new("unmet-march-condition").with("from", from()).with("to", to)];
    }
    let mut all = Vec::new();
    for step in march.to.iter().filter(|step| !goes(&step.to)) {
        let reachable = orders.get(&march.from).is_some_and(|to| to.contains(&step.to));
        let why = Refusal::new("unmet-march-step").with("from", from()).with("to", name(board, &step.to));
        all.push(why.with("reachable", reachable));
    }
    let Some(place) = board.world.area(&march.from) else { return all };
    let now = march_now(board, place, &march.to);
    for step in march.to.iter().filter(|step| goes(&step.to)) {
        let Force::Kinds(kinds) = &step.units else { continue };
        let to = board.world.area(&step.to);
        let gone = now.to.iter().find(|(area, _)| Some(*area) == to).map(|(_, troop)| *troop);
        for (unit, amount) in kinds {
            let Amount::Number(wanted) = amount else { continue };
            let go = gone.map_or(0, |troop| troop.of(*unit));
            if go < *wanted {
                let why =
                    Refusal::new("unmet-march-fewer").with("from", from()).with("to", name(board, &step.to));
                all.push(why.with("unit", unit.id()).with("wanted", *wanted).with("go", go));
            }
        }
    }
    all
}
