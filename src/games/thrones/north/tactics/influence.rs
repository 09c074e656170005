//! House cards, tracks and bids: Offensive Manoeuvres' discard, Counter-offensive, Coup de Main. Rules: BW, B-103, B-104, B-110.

use super::choice::{cards_of_opponents, pick, pick_or_none, places_below};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::CardId;
use crate::games::thrones::game::{Table, TacticAbility, TacticHook};
use crate::games::thrones::north::deck::spend;
use crate::games::thrones::north::using::Using;
use crate::games::thrones::realm::bidding::auction_raised;
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::pick::{Item, Items};
use crate::games::thrones::realm::tracks::to_place;
use crate::games::thrones::realm::westeros::SEARCHED;
use crate::games::thrones::war::battle::cards::take_back;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::table::{Pause, Seat};

/// The second ability of *Offensive Manoeuvres*: for 4 power an opponent discards a House card that is named. Rules: BW, B-103.
pub const DISCARD: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(discard),
    each: false,
    cost: PRICE_OF_A_DISCARD,
    can: |board, using| cards_of_opponents(board, using.seat).next().is_some(),
};

/// The first ability of *Counter-offensive*: a Clash of Kings at once, in which the own bids count 1 more. Rules: BW, B-104.
pub const BID_ANEW: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(bid_anew),
    each: false,
    cost: 0,
    can: |board, _| clash(board).is_some(),
};

/// The second ability of *Counter-offensive*: for 2 power a House card of an opponent does nothing in this round. Rules: BW, B-104.
pub const ANNUL: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(annul),
    each: false,
    cost: PRICE_OF_ANNULLING,
    can: |board, using| annullable(board, using.seat).next().is_some(),
};

/// The first ability of *Coup de Main*: down on one track, and as far up on the other. Rules: BW, B-110.
pub const CHANGE_PLACES: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(change_places),
    each: false,
    cost: 0,
    can: |board, using| CHANGES.iter().any(|change| change.fits(board, using.seat)),
};

/// The second ability of *Coup de Main*: after a card of strength 0 or 1 one of 4 or 3 comes back. Rules: BW, B-110.
pub const TAKE_BACK: TacticAbility = TacticAbility {
    hook: TacticHook::CardsAway(take_one_back),
    each: false,
    cost: 0,
    can: |board, using| !board.houses[using.seat].used.is_empty(),
};

const PRICE_OF_A_DISCARD: u8 = 4;
const PRICE_OF_ANNULLING: u8 = 2;

fn discard(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let items: Items = cards_of_opponents(board, using.seat).map(|(_, card)| Item::Card(card)).collect();
    let chosen = pick(board, using, ("offensive-manoeuvres-b", None), items, table)?;
    let found = cards_of_opponents(board, using.seat).find(|(_, card)| chosen == Item::Card(*card));
    let Some((victim, card)) = found else { return Ok(()) };
    spend(board, using, PRICE_OF_A_DISCARD, table);
    let house = &mut board.houses[victim];
    house.hand.remove(card);
    house.used.add(card);
    tell_moved(board, victim, card, false, table);
    if board.houses[victim].hand.is_empty() {
        take_back(board, victim, Some(card), table);
    }
    Ok(())
}

fn tell_moved(board: &Board, seat: Seat, card: CardId, back: bool, table: &mut Table<'_>) {
    table.tell(|| {
        let cards = vec![board.world.card(card).id.clone()];
        RealmEvent::CardsMoved { house: board.world.seat_id(seat).to_owned(), cards, back }.into()
    });
}

/// The place in the draw pile of its deck of the Clash of Kings nearest the top.
fn clash(board: &Board) -> Option<usize> {
    let (theatre, deck) = SEARCHED;
    let (cards, printed) =
        (board.theatres.get(theatre)?.decks.get(deck)?, board.world.theatres[theatre].decks.get(deck)?);
    let turned = usize::from(board.north.as_ref()?.turned).min(cards.len());
    let is_clash =
        |place: &u8| printed.get(usize::from(*place)).is_some_and(|card| card.card.id() == "clash-of-kings");
    cards[..cards.len() - turned].iter().position(is_clash)
}

fn bid_anew(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let Some(place) = clash(board) else { return Ok(()) };
    spend(board, using, 0, table);
    let (theatre, deck) = SEARCHED;
    let cards = &mut board.theatres[theatre].decks[deck];
    let card = cards.remove(place);
    cards.push(card);
    board.north.iter_mut().for_each(|north| north.turned = north.turned.saturating_add(1));
    table.tell(|| {
        let (house, card) = (board.world.seat_id(using.seat).to_owned(), "clash-of-kings".to_owned());
        RealmEvent::WesterosFetched { house, deck: deck as u8 + 1, card }.into()
    });
    let north = board.world.north.as_ref().map_or(0, |north| north.theatre);
    Track::ALL.into_iter().try_for_each(|track| auction_raised(board, north, track, Some(using.seat), table))
}

fn annullable(board: &Board, seat: Seat) -> impl Iterator<Item = (Seat, CardId)> {
    let annulled = board.north.as_ref().map(|north| north.annulled).unwrap_or_default();
    cards_of_opponents(board, seat).filter(move |(_, card)| !annulled.has(*card))
}

fn annul(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let items: Items = annullable(board, using.seat).map(|(_, card)| Item::Card(card)).collect();
    let chosen = pick(board, using, ("counter-offensive-b", None), items, table)?;
    let found = annullable(board, using.seat).find(|(_, card)| chosen == Item::Card(*card));
    let Some((owner, card)) = found else { return Ok(()) };
    spend(board, using, PRICE_OF_ANNULLING, table);
    board.north.iter_mut().for_each(|north| north.annulled.add(card));
    table.tell(|| {
        let (house, card) = (board.world.seat_id(owner).to_owned(), board.world.card(card).id.clone());
        RealmEvent::CardAnnulled { house, card }.into()
    });
    Ok(())
}

/// A way to change places.
struct Change {
    /// The track to go down on, and how far: `iron-throne-1`.
    word: &'static str,
    down: Track,
    up: Track,
    places: usize,
}

const CHANGES: &[Change] = &[
    Change { word: "iron-throne-1", down: Track::IronThrone, up: Track::Fiefdoms, places: 1 },
    Change { word: "iron-throne-2", down: Track::IronThrone, up: Track::Fiefdoms, places: 2 },
    Change { word: "fiefdoms-1", down: Track::Fiefdoms, up: Track::IronThrone, places: 1 },
    Change { word: "fiefdoms-2", down: Track::Fiefdoms, up: Track::IronThrone, places: 2 },
];

impl Change {
    fn fits(&self, board: &Board, seat: Seat) -> bool {
        places_below(board, seat, self.down) >= self.places && board.rank(self.up, seat) >= self.places
    }
}

fn change_places(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let seat = using.seat;
    let fitting = CHANGES.iter().filter(|change| change.fits(board, seat));
    let items: Items = fitting.map(|change| Item::Word(change.word)).collect();
    let chosen = pick(board, using, ("coup-de-main-a", None), items, table)?;
    let Some(change) = CHANGES.iter().find(|change| chosen == Item::Word(change.word)) else { return Ok(()) };
    spend(board, using, 0, table);
    let (from, to) = (board.rank(change.down, seat), board.rank(change.up, seat));
    to_place(board, seat, change.down, from + change.places, table);
    to_place(board, seat, change.up, to.saturating_sub(change.places), table);
    Ok(())
}

fn take_one_back(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let strength = |card: CardId| board.world.card(card).strength;
    let played = [battle.cards[role as usize], battle.behind[role as usize]];
    let low = played.into_iter().flatten().map(strength).filter(|n| matches!(n, 0 | 1));
    let wanted: arrayvec::ArrayVec<i16, 2> = low.map(|n| 4 - n).collect();
    let just_played = played.into_iter().flatten().collect();
    let used = board.houses[using.seat].used.without(just_played);
    let items = used.iter().filter(|card| wanted.contains(&strength(*card))).map(Item::Card);
    let about = ("coup-de-main-b", Some(battle.contest.area));
    let Item::Card(card) = pick_or_none(board, using, about, items, table)? else { return Ok(false) };
    spend(board, using, 0, table);
    let house = &mut board.houses[using.seat];
    house.used.remove(card);
    house.hand.add(card);
    tell_moved(board, using.seat, card, true, table);
    Ok(true)
}
