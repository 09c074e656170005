//! Garrison and Ambassador: followers of two regions change places. Rules: The action cards; Partial actions; K-03 to
//! K-05.
//!
//! Each card has a complete form (two for one, one for one) and lesser ones. A player must do as much as possible: a
//! lesser form may be chosen only if no fuller exchange can be made anywhere, and then the card may also do nothing.

use super::action::{Action, Exchange, Found, forms, wrong_action};
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::{Band, Card, Faction, Region, RegionSet};
use crate::games::king_is_dead::people::names;
use crate::table::Refusal;
use std::ops::ControlFlow;

/// The number of tries of a sample before it takes the first exchange there is.
const TRIES: usize = 24;

/// Returns the regions that a card can exchange with from a region.
fn partners(board: &Board, card: Card, from: Region) -> RegionSet {
    let mut near = board.field.open;
    if card == Card::Garrison {
        near = near.and(board.world.borders[from.index()]);
    }
    near.remove(from);
    near
}

/// Returns `true` if an exchange would undo the last one. Rules: K-05.
fn undoes(board: &Board, exchange: &Exchange) -> bool {
    board.exchange.is_some_and(|last| exchange.change().undoes(&last))
}

/// Returns the index of the fullest form that can be made anywhere, or `None` if nothing can be exchanged at all.
fn fullest(board: &Board, card: Card) -> Option<usize> {
    (0..forms(card).len())
        .find(|tier| walk_tier(board, card, *tier, &mut |_| ControlFlow::Break(())).is_break())
}

pub(super) fn check(board: &Board, card: Card, action: &Action) -> Result<(), Refusal> {
    let world = &board.world;
    let refuse = |code| Refusal::new(code).with("card", world.card_name(card));
    let fullest = fullest(board, card);
    let exchange = match action {
        Action::Nothing if fullest != Some(0) => return Ok(()),
        Action::Nothing => return Err(refuse("exchange-must")),
        Action::Exchange(exchange) => exchange,
        _ => return Err(wrong_action(board, card)),
    };
    let name = |region: Region| world.place(region).name.clone();
    let (from, to) = (exchange.from(), exchange.to());
    for region in [from, to] {
        if !board.field.open.has(region) {
            return Err(refuse("exchange-resolved").with("region", name(region)));
        }
    }
    if from == to {
        return Err(refuse("exchange-same").with("region", name(from)));
    }
    let near = partners(board, card, from);
    if !near.has(to) {
        let refusal = refuse("exchange-not-bordering").with("from", name(from)).with("to", name(to));
        return Err(refusal.with("legal", names::regions(world, near)));
    }
    for (region, band) in [(from, exchange.give()), (to, exchange.take())] {
        if board.field.at(region).minus(band).is_none() {
            let refusal = refuse("exchange-not-there").with("region", name(region));
            let there = names::followers(world, board.field.at(region));
            return Err(refusal.with("named", names::followers(world, band)).with("there", there));
        }
    }
    let allowed = fullest.and_then(|tier| forms(card).get(tier)).copied().unwrap_or_default();
    if !allowed.contains(&exchange.form()) {
        let (give, take) = exchange.form();
        let refusal = refuse("exchange-numbers").with("give", give).with("take", take);
        let legal = allowed.iter().map(|(give, take)| format!("{give}:{take}")).collect::<Vec<_>>();
        return Err(refusal.with("legal", legal));
    }
    if undoes(board, exchange) {
        return Err(refuse("exchange-undoes").with("a", name(from)).with("b", name(to)));
    }
    Ok(())
}

pub(super) fn walk(board: &Board, card: Card, found: Found<'_, Action>) -> ControlFlow<()> {
    let fullest = fullest(board, card);
    if fullest != Some(0) {
        found(Action::Nothing)?;
    }
    match fullest {
        Some(tier) => walk_tier(board, card, tier, &mut |exchange| found(Action::Exchange(exchange))),
        None => ControlFlow::Continue(()),
    }
}

/// Visits the exchanges of one tier of forms that would be legal if there were no fuller one.
fn walk_tier(board: &Board, card: Card, tier: usize, found: Found<'_, Exchange>) -> ControlFlow<()> {
    for (gives, takes) in forms(card).get(tier).copied().unwrap_or_default() {
        for from in board.field.open.iter().filter(|r| board.field.at(*r).total() >= *gives) {
            for to in partners(board, card, from).iter() {
                // Of equal numbers each exchange is met from both sides.
                if (gives == takes && from > to) || board.field.at(to).total() < *takes {
                    continue;
                }
                choices(board.field.at(from), *gives, &mut |give| {
                    choices(board.field.at(to), *takes, &mut |take| {
                        let exchange = Exchange::new(from, to, give, take);
                        if undoes(board, &exchange) { ControlFlow::Continue(()) } else { found(exchange) }
                    })
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits the ways to choose `number` (at most 2) of a band.
fn choices(band: Band, number: u8, found: Found<'_, Band>) -> ControlFlow<()> {
    if number == 0 {
        return found(Band::NONE);
    }
    for first in band.kinds() {
        if number == 1 {
            found(Band::one(first))?;
            continue;
        }
        for second in Faction::ALL.into_iter().filter(|second| *second >= first) {
            let pair = Band::one(first).plus(Band::one(second));
            if band.minus(pair).is_some() {
                found(pair)?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn sample(board: &Board, card: Card, dice: &mut fastrand::Rng) -> Action {
    for _ in 0..TRIES {
        if let Some(exchange) = complete(board, card, dice)
            && !undoes(board, &exchange)
        {
            return Action::Exchange(exchange);
        }
    }
    // Hardly anybody is left: what is first in the list, or, where it may be left, nothing.
    let mut first = Action::Nothing;
    let leave = dice.bool();
    let _ = walk(board, card, &mut |action| {
        first = action;
        if action == Action::Nothing && !leave { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    first
}

/// Tries to draw a complete exchange.
fn complete(board: &Board, card: Card, dice: &mut fastrand::Rng) -> Option<Exchange> {
    let (gives, takes) = *forms(card).first()?.first()?;
    let from = board.field.open.pick(dice)?;
    let to = partners(board, card, from).pick(dice)?;
    let draw = |band: Band, number: u8, dice: &mut fastrand::Rng| {
        let (mut left, mut drawn) = (band, Band::NONE);
        for _ in 0..number {
            let faction = left.pick(dice)?;
            left.take(faction);
            drawn.add(faction);
        }
        Some(drawn)
    };
    let give = draw(board.field.at(from), gives, dice)?;
    let take = draw(board.field.at(to), takes, dice)?;
    Some(Exchange::new(from, to, give, take))
}
