//! Tactic cards: the deck, the hand, the card of the round. Rules: BW, B-11, B-16, B-18.

use super::state::{North, Side};
use super::using::Using;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Letter, NorthData, TacticId, TacticSet};
use crate::games::thrones::game::{Table, TacticAbility};
use crate::games::thrones::realm::event::RealmEvent;
use crate::table::Seat;

/// The north of a position: what is printed, and what is not.
pub fn north(board: &Board) -> Option<(&NorthData, &North)> {
    Some((board.world.north.as_ref()?, board.north.as_ref()?))
}

/// The side of a seat, if it is one of the north.
pub fn side(board: &Board, seat: Seat) -> Option<&Side> {
    let (printed, north) = north(board)?;
    printed.sides().contains(&seat).then(|| north.side(seat))
}

/// What an ability of a tactic card does, and when.
pub fn ability(board: &Board, card: TacticId, letter: Letter) -> Option<&'static TacticAbility> {
    let row = board.world.north.as_ref()?.tactics.get(usize::from(card.0))?.card.place;
    board.edition.tactics.get(usize::from(row))?.abilities.get(letter as usize)
}

/// A side's deck is chosen: it is the hand, and all else the reserve.
pub fn choose(board: &mut Board, seat: Seat, deck: TacticSet) {
    let Some(all) = board.world.north.as_ref().map(NorthData::all_tactics) else { return };
    if let Some(north) = &mut board.north {
        let side = north.side_mut(seat);
        (side.hand, side.reserve) = (deck, all.without(deck));
    }
}

/// A side shows the card of its round, and has its abilities.
pub fn show(board: &mut Board, seat: Seat, card: TacticId) {
    if let Some(north) = &mut board.north {
        let side = north.side_mut(seat);
        side.hand.remove(card);
        side.played = Some(card);
    }
    gain(board, seat, card);
}

/// A side has both abilities of a card in this round, as if it had been played. Says where they stand among its own.
pub fn gain(board: &mut Board, seat: Seat, card: TacticId) {
    for letter in Letter::ALL {
        if ability(board, card, letter).is_some()
            && let Some(north) = &mut board.north
        {
            north.side_mut(seat).gain(card, letter, false);
        }
    }
}

/// Returns the abilities that a side has, has not used up, can pay and could use, as far as `fits` says so.
pub fn usable<'b>(
    board: &'b Board,
    seat: Seat,
    fits: impl Fn(&TacticAbility) -> bool + 'b,
) -> impl Iterator<Item = Using> + 'b {
    let places = side(board, seat).map_or(0, |side| side.abilities.len());
    (0..places).filter_map(move |place| usable_at(board, seat, place, &fits))
}

/// Returns the ability at a place among those of a side, if it is [`usable`].
pub fn usable_at(
    board: &Board,
    seat: Seat,
    place: usize,
    fits: impl Fn(&TacticAbility) -> bool,
) -> Option<Using> {
    let ready = side(board, seat)?.abilities.get(place).filter(|ready| !ready.spent)?;
    let ability = ability(board, ready.card, ready.letter).filter(|ability| fits(ability))?;
    let using = Using::new(seat, place, ready);
    let paid = using.price(ability.cost) <= board.houses[seat].power;
    (paid && (ability.can)(board, &using)).then_some(using)
}

/// An ability is used: its price is paid, with what another card adds to it, and what may be used once is used up.
pub fn spend(board: &mut Board, using: &Using, own_price: u8, table: &mut Table<'_>) {
    let price = using.price(own_price);
    let power = &mut board.houses[using.seat].power;
    *power = power.saturating_sub(price);
    let each = ability(board, using.card, using.letter).is_some_and(|ability| ability.each);
    if let Some(north) = &mut board.north
        && let Some(ready) = north.side_mut(using.seat).abilities.get_mut(using.place)
    {
        ready.spent = !each;
    }
    table.tell(|| {
        let card = board.world.north.as_ref().map_or("", |north| north.tactic(using.card).card.id());
        RealmEvent::TacticUsed {
            house: board.world.seat_id(using.seat).to_owned(),
            card: card.to_owned(),
            ability: using.letter.id().to_owned(),
            power: price,
        }
        .into()
    });
}

/// The round ends: the card played goes to the discard pile, or out of the game if another takes its place there; when the
/// hand is empty, the others come back.
pub fn put_away(board: &mut Board, seat: Seat) {
    let Some(north) = &mut board.north else { return };
    let side = north.side_mut(seat);
    let last = match (side.successor.take(), side.played.take()) {
        (Some(successor), _) => {
            side.reserve.remove(successor);
            Some(successor)
        }
        (None, played) => played,
    };
    if side.hand.is_empty() {
        side.hand = std::mem::take(&mut side.used);
    }
    last.into_iter().for_each(|card| side.used.add(card));
    side.abilities.clear();
    side.raided = Default::default();
}
