//! How the owner of an ability is asked about it, and what abilities have in common. Rules: BW, B-09, B-12, B-18, B-19.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, CardId, NorthData, OrderId, Track};
use crate::games::thrones::game::Table;
use crate::games::thrones::north::deck::{side, spend};
use crate::games::thrones::north::using::Using;
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::pick::{Item, Items, Pick};
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::table::{Pause, Seat};
use arrayvec::ArrayVec;

/// The word for an ability that leaves nothing to choose but whether it is used.
const USE: &str = "use";

/// Returns how many abilities alike its owner has before this one: a card may be both taken and copied.
pub fn nth(board: &Board, using: &Using) -> u8 {
    let before = side(board, using.seat).map_or(&[][..], |side| &side.abilities);
    let alike = before.iter().take(using.place);
    alike.filter(|ready| ready.card == using.card && ready.letter == using.letter).count() as u8
}

/// Which of some things the owner picks; it is not asked if there is but one.
///
/// # Errors
/// If the choice is missing; so for all that asks here.
pub fn pick(
    board: &Board,
    using: &Using,
    (what, at): (&'static str, Option<Area>),
    items: Items,
    table: &mut Table<'_>,
) -> Result<Item, Pause> {
    let only = items.first().copied().filter(|_| items.len() == 1);
    let query = match at {
        Some(area) => Pick::at(board, using.seat, what, area, items),
        None => Pick::new(board, using.seat, what, items),
    };
    let query = query.nth(nth(board, using));
    match only {
        Some(only) => {
            table.forced(&query, &only);
            Ok(only)
        }
        None => table.ask(&query),
    }
}

/// Which of some things the owner picks in a battle, or none of them.
pub fn pick_or_none(
    board: &Board,
    using: &Using,
    about: (&'static str, Option<Area>),
    items: impl IntoIterator<Item = Item>,
    table: &mut Table<'_>,
) -> Result<Item, Pause> {
    let items: Items = std::iter::once(Item::Nothing).chain(items).collect();
    if items.len() == 1 {
        return Ok(Item::Nothing);
    }
    pick(board, using, about, items, table)
}

/// Whether the owner uses an ability in a battle; if so, it is paid.
pub fn wants(
    board: &mut Board,
    battle: &Battle,
    using: &Using,
    (what, price): (&'static str, u8),
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let about = (what, Some(battle.contest.area));
    let used = pick_or_none(board, using, about, [Item::Word(USE)], table)? != Item::Nothing;
    if used {
        spend(board, using, price, table);
    }
    Ok(used)
}

/// Returns the other two sides.
pub fn opponents(board: &Board, seat: Seat) -> ArrayVec<Seat, 3> {
    let sides = board.world.north.as_ref().map(NorthData::sides);
    sides.into_iter().flatten().filter(|other| *other != seat).collect()
}

/// Returns the House cards in the hands of the other two sides.
pub fn cards_of_opponents(board: &Board, seat: Seat) -> impl Iterator<Item = (Seat, CardId)> {
    opponents(board, seat)
        .into_iter()
        .flat_map(|other| board.houses[other].hand.iter().map(move |card| (other, card)))
}

/// Returns how much more power a side could have.
pub fn room_for_power(board: &Board, seat: Seat) -> u8 {
    let out = board.tokens_on_board(seat).saturating_add(board.houses[seat].power);
    board.world.houses[seat].power_tokens.saturating_sub(out)
}

/// Returns the last level of a side's supply.
pub fn most_supply(board: &Board, seat: Seat) -> u8 {
    board.world.last_supply(seat)
}

/// Gives a side power, as far as its tokens last, or takes it, as far as it has any.
pub fn change_power(board: &mut Board, seat: Seat, by: i8, table: &mut Table<'_>) {
    let from = board.houses[seat].power;
    if by > 0 {
        board.gain_power(seat, by.unsigned_abs());
    } else {
        board.houses[seat].power = from.saturating_sub(by.unsigned_abs());
    }
    let to = board.houses[seat].power;
    table.tell(|| RealmEvent::TacticPower { house: board.world.seat_id(seat).to_owned(), from, to }.into());
}

/// Returns `true` if a side has a token of this sort that lies nowhere.
pub fn has_token_left(board: &Board, seat: Seat, order: OrderId) -> bool {
    let used = board.held_by(seat).filter(|(_, spot)| spot.order == Some(order)).count();
    usize::from(board.world.tokens_of(seat, order)) > used
}

/// Puts an order of a side in an area.
pub fn place_order(board: &mut Board, seat: Seat, area: Area, order: OrderId, table: &mut Table<'_>) {
    let before = board.spot_mut(area).order.replace(order);
    table.tell(|| {
        let world = &board.world;
        let token = |order: OrderId| world.token(order).id.clone();
        RealmEvent::TacticOrder {
            house: world.seat_id(seat).to_owned(),
            area: world.area_id(area).to_owned(),
            from: before.map(token),
            to: token(order),
        }
        .into()
    });
}

/// Returns `true` for the attacker of a battle that he has won.
pub fn won_attacking(battle: &Battle, role: Role) -> bool {
    role == Role::Attacker && battle.winner == Some(Role::Attacker)
}

/// Returns `true` if the attacker has won, has taken the area and stands there.
pub fn conquered(board: &Board, battle: &Battle, role: Role) -> bool {
    won_attacking(battle, role)
        && !battle.contest.strike
        && board.spot(battle.contest.area).holder == Some(battle.seat(role))
}

/// Returns by how much a side of a battle was the stronger; 0 if it was not.
pub fn excess(battle: &Battle, role: Role) -> u8 {
    let margin = if role == Role::Attacker { battle.margin } else { -battle.margin };
    u8::try_from(margin).unwrap_or(0)
}

/// Returns how many places of a track are below that of a side.
pub fn places_below(board: &Board, seat: Seat, track: Track) -> usize {
    let row = &board.theatre_of(seat).tracks[track as usize];
    row.len().saturating_sub(board.rank(track, seat) + 1)
}
