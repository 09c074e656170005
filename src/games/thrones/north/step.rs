//! The steps of a round that only the north has: the choice of decks, planning with a tactic card, the tactic step.
//! Rules: BW, B-10 to B-16.

use super::deck::{ability, choose, show, side, usable};
use super::query::{CardOfRound, Deck, DeckQuery, Planned, Sealed};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, NorthData};
use crate::games::thrones::game::{Table, TacticAbility, TacticHook};
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::pick::{Item, Items, Pick};
use crate::games::thrones::realm::planning::{Ordering, tell_orders};
use crate::table::{MOST_SEATS, Pause, Seat};
use arrayvec::ArrayVec;

/// Before the first round, all sides choose their tactic decks in secret, and show them.
///
/// # Errors
/// If a choice is missing.
pub fn decks(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let chosen: ArrayVec<(Seat, Deck), 3> = {
        let Some(printed) = &board.world.north else { return Ok(()) };
        let queries: ArrayVec<DeckQuery<'_>, 3> =
            printed.sides().into_iter().map(|seat| DeckQuery::new(board, seat, printed)).collect();
        let answers = table.ask_together(&queries)?;
        printed.sides().into_iter().zip(answers).collect()
    };
    for (seat, deck) in chosen {
        choose(board, seat, deck.cards);
        if let (Some(north), Some(objective)) = (&mut board.north, deck.objective) {
            north.side_mut(seat).objectives = std::iter::once(objective).collect();
        }
        table.tell(|| decks_shown(board, seat).into());
    }
    Ok(())
}

fn decks_shown(board: &Board, seat: Seat) -> RealmEvent {
    let ids = |printed: &NorthData| {
        let side = side(board, seat)?;
        let cards = side.hand.iter().map(|card| printed.tactic(card).card.id().to_owned()).collect();
        let objectives = side.objectives.iter();
        let objectives = objectives.filter_map(|place| printed.objectives.get(usize::from(*place)));
        Some((cards, objectives.map(|card| card.card.id().to_owned()).collect()))
    };
    let (cards, objectives) = board.world.north.as_ref().and_then(ids).unwrap_or_default();
    RealmEvent::TacticDeck { house: board.world.seat_id(seat).to_owned(), cards, objectives }
}

/// All plan at once: orders, and a tactic card of each side of the north, sealed together; then all lie open.
///
/// # Errors
/// If a plan or a card is missing.
pub fn planning(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let mut cards: ArrayVec<(Seat, _), 3> = ArrayVec::new();
    let plans: ArrayVec<(Seat, Planned), MOST_SEATS> = {
        let plans = |seat: &Seat| {
            !board.is_over(board.world.houses[*seat].theatre) && board.held_by(*seat).next().is_some()
        };
        let planners = board.houses.seats().filter(plans);
        let mut queries: ArrayVec<Sealed<'_>, MOST_SEATS> =
            planners.map(|seat| Sealed::Orders(Ordering::new(board, seat))).collect();
        let mut seats: ArrayVec<Seat, MOST_SEATS> = board.houses.seats().filter(plans).collect();
        for seat in board.world.north.iter().flat_map(NorthData::sides) {
            let query = CardOfRound::new(board, seat);
            let hand = query.hand();
            match (hand.len(), hand.iter().next()) {
                (1, Some(only)) => {
                    table.forced(&query, &only);
                    cards.push((seat, only));
                }
                (0, _) => {}
                // There are three sides and at most twelve houses with orders.
                _ if queries.is_full() => {}
                _ => {
                    queries.push(Sealed::Card(query));
                    seats.push(seat);
                }
            }
        }
        let answers = if queries.is_empty() { ArrayVec::new() } else { table.ask_together(&queries)? };
        seats.into_iter().zip(answers).collect()
    };
    for (seat, planned) in plans {
        match planned {
            Planned::Orders(orders) => {
                let placed: Vec<(Area, _)> = orders.iter().collect();
                placed.into_iter().for_each(|(area, order)| board.spot_mut(area).order = Some(order));
            }
            Planned::Card(card) => cards.push((seat, card)),
        }
    }
    tell_orders(board, table);
    for (seat, card) in cards {
        show(board, seat, card);
        table.tell(|| {
            let id = board.world.north.as_ref().map_or("", |north| north.tactic(card).card.id());
            let (house, card) = (board.world.seat_id(seat).to_owned(), id.to_owned());
            RealmEvent::TacticShown { house, card }.into()
        });
    }
    Ok(())
}

/// The tactic step: in play order each side uses its revealed abilities or leaves them. If a card changes the Iron Throne
/// track, its owner finishes first, then comes the first side in the new order that has not had its turn.
///
/// # Errors
/// If a choice is missing.
pub fn tactics(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let Some(theatre) = board.world.north.as_ref().map(|north| north.theatre) else { return Ok(()) };
    let mut done: ArrayVec<Seat, MOST_SEATS> = ArrayVec::new();
    loop {
        let order = board.play_order_in(theatre);
        let Some(seat) = order.into_iter().find(|seat| !done.contains(seat)) else { return Ok(()) };
        turn_of(board, seat, table)?;
        done.push(seat);
    }
}

fn turn_of(board: &mut Board, seat: Seat, table: &mut Table<'_>) -> Result<(), Pause> {
    let revealed = |ability: &TacticAbility| matches!(ability.hook, TacticHook::Revealed(_));
    loop {
        let abilities: ArrayVec<_, 12> = usable(board, seat, revealed).collect();
        if abilities.is_empty() {
            return Ok(());
        }
        let mut items: Items = std::iter::once(Item::Nothing).collect();
        for using in &abilities {
            // The same ability may be there twice, taken and copied.
            let item = Item::Ability(using.card, using.letter);
            if !items.contains(&item) {
                items.push(item);
            }
        }
        let item = table.ask(&Pick::new(board, seat, "tactic", items))?;
        let chosen = abilities.iter().find(|using| item == Item::Ability(using.card, using.letter));
        let Some(using) = chosen else { return Ok(()) };
        if let Some(TacticHook::Revealed(act)) =
            ability(board, using.card, using.letter).map(|ability| ability.hook)
        {
            act(board, using, table)?;
        }
        // An ability that its function has not spent is not asked for again.
        if let Some(north) = &mut board.north
            && let Some(ready) = north.side_mut(seat).abilities.get_mut(using.place)
        {
            ready.spent = true;
        }
        board.step += 1;
    }
}
