//! What must hold of every position at the opening of a stage. For tests, fuzzing, `verify`, and a game master's
//! own changes to a position.

use super::planning::{Orders, check_place, check_stars, check_tokens};
use crate::games::thrones::armies::{armies, limits, supplied};
use crate::games::thrones::board::{Board, Spot, Stage};
use crate::games::thrones::data::{Area, Unit};
use crate::games::thrones::terms::Rally;
use crate::table::{Refusal, Seat};

/// Checks that a position can be.
///
/// # Errors
/// If something cannot be: the first such thing.
pub fn sound(board: &Board) -> Result<(), Refusal> {
    whole(board)?;
    for (area, spot) in board.areas() {
        spot_sound(board, area, spot)?;
    }
    board.houses.seats().try_for_each(|seat| house_sound(board, seat))?;
    north_sound(board)?;
    let ended = board.outcome.is_some();
    if ended != (board.stage == Stage::Over) {
        return Err(Refusal::new("unsound-outcome"));
    }
    Ok(())
}

/// Checks that Westeros cards lie open only from the stage in which they are turned to the end of the turn. A game that begins with
/// planning turns none in its first turn.
///
/// # Errors
/// If one lies open, or was chosen to count as another, before.
pub fn comes_up(board: &Board) -> Result<(), Refusal> {
    let edition = board.edition;
    let begins =
        edition.stages.first().filter(|_| board.turn > 1).map_or(edition.first_stage, |first| first.stage);
    let is_set_up = edition.opening.iter().any(|chapter| chapter.stage == board.stage);
    let are_turned = begins == Stage::Westeros && board.stage > Stage::Westeros && !is_set_up;
    let mut lies_open = board.theatres.iter().flat_map(|theatre| theatre.open.iter().chain(&theatre.chosen));
    match !are_turned && lies_open.any(Option::is_some) {
        true => Err(Refusal::new("unsound-board").with("what", "not turned")),
        false => Ok(()),
    }
}

/// The tactic cards, quests and decks of the north: each card is in one place at most.
fn north_sound(board: &Board) -> Result<(), Refusal> {
    let fault = |what: &str| Err(Refusal::new("unsound-board").with("what", what));
    let (printed, north) = match (&board.world.north, &board.north) {
        (Some(printed), Some(north)) => (printed, north),
        (None, None) => return Ok(()),
        _ => return fault("north"),
    };
    for (deck, cards) in north.watch_decks.iter().zip(&printed.watch_decks) {
        if !permutation(deck.iter().map(|card| usize::from(*card)), cards.len()) {
            return fault("decks");
        }
    }
    for seat in printed.sides() {
        let Some(side) = north.sides.get(seat) else { return fault("north") };
        let played = side.played.into_iter().collect();
        let piles = [side.hand, side.used, side.reserve, played];
        let once = (0..4).all(|i| (i + 1..4).all(|k| piles[i].and(piles[k]).is_empty()));
        let known = piles.iter().all(|pile| pile.without(printed.all_tactics()).is_empty());
        if !once || !known {
            return fault("tactic cards");
        }
        if side.objectives.iter().any(|place| usize::from(*place) >= printed.objectives.len()) {
            return fault("objectives");
        }
        if side.quest_done.is_some_and(|round| round > board.turn) {
            return fault("quests");
        }
    }
    Ok(())
}

/// Returns `true` if a row holds each of the numbers below `count` once.
fn permutation(row: impl ExactSizeIterator<Item = usize>, count: usize) -> bool {
    let length = row.len();
    let mut seen = [false; 256];
    length == count
        && row.into_iter().all(|i| i < count && seen.get_mut(i).is_some_and(|s| !std::mem::replace(s, true)))
}

/// The tracks, the decks and the counters.
fn whole(board: &Board) -> Result<(), Refusal> {
    let world = &board.world;
    let fault = |what: &str| Err(Refusal::new("unsound-board").with("what", what));
    if board.spots.len() != world.areas.len() || board.houses.len() != world.houses.len() {
        return fault("size");
    }
    if board.turn == 0 || board.turn > world.turns {
        return fault("turn");
    }
    if board.step != 0 {
        return fault("step");
    }
    if board.theatres.len() != world.theatres.len() {
        return fault("size");
    }
    for (number, (theatre, printed)) in board.theatres.iter().zip(&world.theatres).enumerate() {
        if usize::from(theatre.wildlings) >= printed.wildlings.len().max(1) {
            return fault("wildlings");
        }
        let players: Vec<Seat> =
            board.houses.seats().filter(|seat| world.houses[*seat].theatre == number).collect();
        let once = |track: &Vec<Seat>| {
            permutation(track.iter().map(|seat| place_in(&players, *seat)), players.len())
        };
        if !theatre.tracks.iter().all(once) {
            return fault("tracks");
        }
        let whole =
            |deck: &[u8], cards: usize| permutation(deck.iter().map(|card| usize::from(*card)), cards);
        let decks = theatre.decks.iter().zip(&printed.decks);
        if theatre.decks.len() != printed.decks.len()
            || !decks.clone().all(|(deck, cards)| whole(deck, cards.len()))
        {
            return fault("decks");
        }
        if !whole(&theatre.wildling_deck, printed.wildling_deck.len()) {
            return fault("decks");
        }
        let known = |(open, deck): (&Option<u8>, &Vec<u8>)| open.is_none_or(|card| deck.contains(&card));
        if theatre.open.len() != theatre.decks.len() || !theatre.open.iter().zip(&theatre.decks).all(known) {
            return fault("open");
        }
        let rows = board.edition.westeros.len();
        if theatre.chosen.iter().flatten().any(|row| usize::from(*row) >= rows) {
            return fault("open");
        }
    }
    Ok(())
}

/// Returns the place of a house among some; past their end if it is not there.
fn place_in(seats: &[Seat], seat: Seat) -> usize {
    seats.iter().position(|s| *s == seat).unwrap_or(seats.len())
}

/// What stands in one area.
fn spot_sound(board: &Board, area: Area, spot: &Spot) -> Result<(), Refusal> {
    let (world, units) = (&board.world, spot.units());
    let fault = |code| Err(Refusal::new(code).with("area", world.place(area).name.clone()));
    let known = |seat: Option<Seat>| seat.is_none_or(|seat| board.houses.get(seat).is_some());
    if spot.holder.is_some() == units.is_empty() || !known(spot.holder) || !known(spot.token) {
        return fault("unsound-holder");
    }
    let barred = spot.holder.is_some_and(|holder| world.houses[holder].barred.has(area));
    if barred || units.iter().any(|(unit, _)| world.unit(unit).sea != world.is_sea(area)) {
        return fault("unsound-terrain");
    }
    if spot.order.is_some() && (spot.holder.is_none() || !in_action(board.stage)) {
        return fault("unsound-order");
    }
    if let Some(order) = spot.order {
        if usize::from(order.0) >= world.tokens.len() {
            return fault("unsound-order");
        }
        check_place(board, area, order)?;
    }
    let foreign = spot.token.is_some_and(|owner| spot.holder.is_some_and(|holder| holder != owner));
    if spot.token.is_some() && (world.is_sea(area) || spot.neutral > 0) || foreign {
        return fault("unsound-token");
    }
    if spot.neutral > 0 && spot.holder.is_some() {
        return fault("unsound-neutral");
    }
    if spot.garrison > 0 && (world.is_sea(area) || world.home_of(area).is_none()) {
        return fault("unsound-holder");
    }
    if world.ports.has(area) && spot.holder.is_some_and(|holder| board.controller(area) != Some(holder)) {
        return fault("unsound-holder");
    }
    let late = board.edition.rally == Rally::AtTurnEnd && board.stage >= Stage::Consolidate;
    if !spot.routed.is_empty() && !late && !matches!(board.stage, Stage::Marches | Stage::Over) {
        return fault("unsound-routed");
    }
    Ok(())
}

/// Orders lie on the board from their reveal to the end of the turn.
fn in_action(stage: Stage) -> bool {
    stage > Stage::Planning
}

/// What one house has.
fn house_sound(board: &Board, seat: Seat) -> Result<(), Refusal> {
    let (world, house) = (&board.world, &board.houses[seat]);
    let fault = |code| Refusal::new(code).with("house", world.seat_name(seat));
    for unit in Unit::ALL {
        let on_board = board.units_of(seat).plus(house.away).of(unit);
        let pool = world.houses[seat].pool[unit as usize];
        if on_board > pool {
            let refusal = fault("unsound-pool").with("unit", unit.id());
            return Err(refusal.with("number", on_board).with("pool", pool));
        }
    }
    let tokens = u16::from(house.power) + u16::from(board.tokens_on_board(seat));
    let most = world.houses[seat].power_tokens;
    if tokens > u16::from(most) {
        return Err(fault("unsound-power").with("number", tokens).with("most", most));
    }
    let cards = world.houses[seat].cards;
    let apart = house.hand.and(house.used).or(house.hand.or(house.used).and(house.out)).is_empty();
    if !apart || house.hand.or(house.used).or(house.out) != cards || house.hand.is_empty() {
        return Err(fault("unsound-cards"));
    }
    if house.supply > world.last_supply(seat) || !supplied(board, seat, &[]) {
        let refusal = fault("unsound-supply").with("supply", house.supply);
        let refusal = refusal.with("armies", armies(board, seat, &[]).to_vec());
        return Err(refusal.with("limits", limits(world, house.supply).to_vec()));
    }
    let orders = Orders::of(board, seat);
    check_tokens(board, seat, &orders)?;
    // What lies on the board when a battle moves its house on the King's Court stays there (T-29), and tactic cards of the north
    // place special orders beyond the stars (BW, B-102).
    if board.stage > Stage::Marches || board.north.is_some() && board.stage >= Stage::Raven {
        Ok(())
    } else {
        check_stars(board, seat, &orders)
    }
}
