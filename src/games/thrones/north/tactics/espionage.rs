//! Other cards' abilities: Exploration and Espionage, Martial Flexibility. Rules: BW, B-112, B-118.

use super::choice::{opponents, pick};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Letter, TacticId};
use crate::games::thrones::game::{Table, TacticAbility, TacticHook};
use crate::games::thrones::north::deck::{ability, side, spend};
use crate::games::thrones::north::state::Ready;
use crate::games::thrones::north::using::Using;
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::pick::{Item, Items};
use crate::table::{Pause, Seat};

/// The first ability of *Exploration and Espionage*: an ability of an opponent costs 2 power more. Rules: BW, B-112.
pub const EXPLORE: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(explore),
    each: false,
    cost: 0,
    can: |board, using| {
        opponents(board, using.seat).iter().any(|other| dearer(board, *other).next().is_some())
    },
};

/// The second ability of *Exploration and Espionage*: for 2 power an ability of an opponent is one's own too. Rules: BW, B-112.
pub const SPY: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(spy),
    each: false,
    cost: PRICE_OF_A_COPY,
    can: |board, using| {
        opponents(board, using.seat).iter().any(|other| copies(board, using, *other).next().is_some())
    },
};

/// *Martial Flexibility*: for 5 power two abilities of two cards of the own reserve. Rules: BW, B-118.
pub const FLEXIBILITY: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(flexibility),
    each: false,
    cost: PRICE_OF_TWO,
    // Whatever lies in the reserve, most cards have an ability for later in the round.
    can: |board, using| side(board, using.seat).is_some_and(|side| side.reserve.len() >= 2),
};

const PRICE_OF_A_COPY: u8 = 2;
const PRICE_OF_TWO: u8 = 5;

/// What an ability costs more once it has been made dearer.
const DEARER: u8 = 2;

type Named = (TacticId, Letter);

/// The abilities of a side's own cards in this round, each once.
fn own(board: &Board, seat: Seat) -> impl Iterator<Item = &Ready> {
    let all = side(board, seat).map_or(&[][..], |side| &side.abilities);
    all.iter().enumerate().filter_map(move |(place, ready)| {
        let alike =
            |other: &Ready| (other.card, other.letter, other.copied) == (ready.card, ready.letter, false);
        (!ready.copied && !all[..place].iter().any(alike)).then_some(ready)
    })
}

/// Those whose price still matters.
fn dearer(board: &Board, owner: Seat) -> impl Iterator<Item = Named> {
    own(board, owner).filter(|ready| !ready.spent).map(|ready| (ready.card, ready.letter))
}

/// Those that a side could copy: what happens at once must be possible and be paid for now.
fn copies<'b>(board: &'b Board, using: &Using, owner: Seat) -> impl Iterator<Item = Named> + use<'b> {
    let (seat, price, spying) = (using.seat, using.price(PRICE_OF_A_COPY), (using.card, using.letter));
    let named = own(board, owner).map(|ready| (ready.card, ready.letter));
    named.filter(move |named| *named != spying && at_hand(board, seat, *named, price))
}

/// Returns `true` if an ability is for later in the round, or could be used at once, by a side that pays so much besides.
fn at_hand(board: &Board, seat: Seat, (card, letter): Named, besides: u8) -> bool {
    let Some(row) = ability(board, card, letter) else { return false };
    let ready = Ready { card, letter, spent: false, price: besides, copied: true };
    let probe = Using::new(seat, usize::MAX, &ready);
    let now = matches!(row.hook, TacticHook::Revealed(_));
    !now || probe.price(row.cost) <= board.houses[seat].power && (row.can)(board, &probe)
}

/// Which opponent, if there is a choice.
fn opponent(
    board: &Board,
    using: &Using,
    what: &'static str,
    open: impl Fn(Seat) -> bool,
    table: &mut Table<'_>,
) -> Result<Option<Seat>, Pause> {
    let items: Items =
        opponents(board, using.seat).into_iter().filter(|seat| open(*seat)).map(Item::House).collect();
    if items.is_empty() {
        return Ok(None);
    }
    match pick(board, using, (what, None), items, table)? {
        Item::House(seat) => Ok(Some(seat)),
        _ => Ok(None),
    }
}

fn explore(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let open = |seat| dearer(board, seat).next().is_some();
    let whose = opponent(board, using, "exploration-and-espionage-a-side", open, table)?;
    let Some(owner) = whose else { return Ok(()) };
    let items: Items = dearer(board, owner).map(|(card, letter)| Item::Ability(card, letter)).collect();
    let chosen = pick(board, using, ("exploration-and-espionage-a", None), items, table)?;
    let Item::Ability(card, letter) = chosen else { return Ok(()) };
    spend(board, using, 0, table);
    if let Some(north) = &mut board.north {
        let abilities = north.side_mut(owner).abilities.iter_mut();
        let meant =
            abilities.filter(|ready| (ready.card, ready.letter, ready.copied) == (card, letter, false));
        meant.for_each(|ready| ready.price = ready.price.saturating_add(DEARER));
    }
    table.tell(|| {
        RealmEvent::TacticDearer {
            house: board.world.seat_id(using.seat).to_owned(),
            owner: board.world.seat_id(owner).to_owned(),
            card: id(board, card),
            ability: letter.id().to_owned(),
            power: DEARER,
        }
        .into()
    });
    Ok(())
}

fn id(board: &Board, card: TacticId) -> String {
    board.world.north.as_ref().map_or("", |north| north.tactic(card).card.id()).to_owned()
}

fn spy(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let open = |seat| copies(board, using, seat).next().is_some();
    let whose = opponent(board, using, "exploration-and-espionage-b-side", open, table)?;
    let Some(owner) = whose else { return Ok(()) };
    let items: Items =
        copies(board, using, owner).map(|(card, letter)| Item::Ability(card, letter)).collect();
    let chosen = pick(board, using, ("exploration-and-espionage-b", None), items, table)?;
    let Item::Ability(card, letter) = chosen else { return Ok(()) };
    spend(board, using, PRICE_OF_A_COPY, table);
    acquire(board, using.seat, (card, letter), Some(owner), table)
}

/// A side has one more ability in this round; what happens at once happens now.
fn acquire(
    board: &mut Board,
    seat: Seat,
    (card, letter): Named,
    copied_from: Option<Seat>,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let Some(north) = &mut board.north else { return Ok(()) };
    let side = north.side_mut(seat);
    let place = side.gain(card, letter, copied_from.is_some());
    let Some(ready) = side.abilities.get(place).copied() else { return Ok(()) };
    table.tell(|| {
        RealmEvent::TacticGained {
            house: board.world.seat_id(seat).to_owned(),
            card: id(board, card),
            ability: letter.id().to_owned(),
            copied_from: copied_from.map(|owner| board.world.seat_id(owner).to_owned()),
        }
        .into()
    });
    if let Some(TacticHook::Revealed(act)) = ability(board, card, letter).map(|row| row.hook) {
        // What it asks is asked after what was asked before it.
        board.step += 1;
        act(board, &Using::new(seat, place, &ready), table)?;
        if let Some(north) = &mut board.north
            && let Some(ready) = north.side_mut(seat).abilities.get_mut(place)
        {
            ready.spent = true;
        }
    }
    Ok(())
}

/// The abilities of the own reserve that a side could have now, besides those of one card.
fn in_reserve(
    board: &Board,
    seat: Seat,
    without: Option<TacticId>,
    besides: u8,
) -> impl Iterator<Item = Named> {
    let side = side(board, seat);
    let taken = side.and_then(|side| side.successor);
    let reserve = side.map(|side| side.reserve).unwrap_or_default();
    let cards = reserve.iter().filter(move |card| Some(*card) != without && Some(*card) != taken);
    let named = cards.flat_map(|card| Letter::ALL.map(|letter| (card, letter)));
    named.filter(move |named| at_hand(board, seat, *named, besides))
}

fn flexibility(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let seat = using.seat;
    let items = |board: &Board, without: Option<TacticId>, besides: u8| -> Items {
        let named = in_reserve(board, seat, without, besides);
        named.map(|(card, letter)| Item::Ability(card, letter)).collect()
    };
    let first = items(board, None, using.price(PRICE_OF_TWO));
    if first.is_empty() {
        return Ok(());
    }
    let chosen = pick(board, using, ("martial-flexibility-a", None), first, table)?;
    let Item::Ability(card, letter) = chosen else { return Ok(()) };
    spend(board, using, PRICE_OF_TWO, table);
    acquire(board, seat, (card, letter), None, table)?;
    let second = items(board, Some(card), 0);
    if second.is_empty() {
        return Ok(());
    }
    board.step += 1;
    let chosen = pick(board, using, ("martial-flexibility-a-second", None), second, table)?;
    let Item::Ability(card, letter) = chosen else { return Ok(()) };
    acquire(board, seat, (card, letter), None, table)
}
