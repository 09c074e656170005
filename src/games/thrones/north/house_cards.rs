//! What the House cards of the north do while a battle is fought. Rules: BW, B-40 to B-45, B-50.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, CardId, Icons};
use crate::games::thrones::game::Table;
use crate::games::thrones::terms::Part;
use crate::games::thrones::war::battle::abilities::choose::{choose, tell, tell_unused};
use crate::games::thrones::war::battle::abilities::steps::change;
use crate::games::thrones::war::battle::abilities::{Choice, Choices};
use crate::games::thrones::war::battle::cards::use_up;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::battle::strength::{lending, troop_strength};
use crate::games::thrones::war::event::AbilityEffect;
use crate::table::{Pause, Seat};

const MORMONT: &str = "lord-mormont";
const QHORIN: &str = "qhorin";
const YGRITTE: &str = "ygritte";
const JON: &str = "jon-snow";

fn is_used(board: &Board, seat: Seat, card: &str) -> bool {
    board.world.card_id(card).is_some_and(|card| board.houses[seat].used.has(card))
}

/// Returns 1 for each of Mormont and Qhorin that is discarded.
pub fn jon_snow(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let seat = battle.seat(owner);
    if side != owner {
        return 0;
    }
    i16::from(is_used(board, seat, MORMONT)) + i16::from(is_used(board, seat, QHORIN))
}

/// A tower while Mormont is discarded, a sword while Qhorin is.
pub fn jon_snow_icons(board: &Board, battle: &Battle, owner: Role, side: Role, icons: Icons) -> Icons {
    let seat = battle.seat(owner);
    let more = |card| u8::from(side == owner && is_used(board, seat, card));
    Icons {
        swords: icons.swords.saturating_add(more(QHORIN)),
        fortifications: icons.fortifications.saturating_add(more(MORMONT)),
    }
}

/// A skull against the Wildlings.
pub fn qhorin(board: &Board, battle: &Battle, owner: Role) -> u8 {
    let wildlings = board.world.north.as_ref().map(|north| north.wildlings);
    u8::from(Some(battle.seat(owner.other())) == wildlings)
}

/// A skull against the Others.
pub fn sam_tarly(board: &Board, battle: &Battle, owner: Role) -> u8 {
    let others = board.world.north.as_ref().map(|north| north.others);
    u8::from(Some(battle.seat(owner.other())) == others)
}

/// Returns 1 for each card left in hand.
pub fn benjen_stark(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    if side == owner { board.houses[battle.seat(owner)].hand.len() as i16 } else { 0 }
}

/// Returns the card's strength as lost, if the units of its side, with all that support it, are the weaker.
pub fn janos_slynt(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let contest = &battle.contest;
    let units = |role: Role| {
        let lent = contest.lent.iter().filter(|lent| lent.to == role);
        let lent = lent.filter(|lent| board.spot(lent.from).order.is_some());
        let lent = lent.map(|lent| (lending(board, contest, lent.from), Part::Supports));
        let all = std::iter::once((contest.fit(board, role), Part::Fights)).chain(lent);
        all.map(|(troop, part)| troop_strength(board, contest, role, troop, part)).sum::<i16>()
    };
    if side == owner && units(owner) < units(owner.other()) { -counted(board, battle, owner) } else { 0 }
}

/// Returns what a side's card counts before its text.
fn counted(board: &Board, battle: &Battle, role: Role) -> i16 {
    let card = battle.cards[role as usize].filter(|_| !battle.muted[role as usize]);
    card.map_or(0, |card| board.printed_strength(card))
}

/// Returns `true` for sections of the Wall.
pub fn osha(board: &Board, area: Area) -> bool {
    board.world.place(area).wall
}

/// Jon Snow may not be played against the Wildlings while Ygritte is not discarded.
pub fn barred(board: &Board, battle: &Battle, role: Role, card: CardId) -> bool {
    let Some(north) = &board.world.north else { return false };
    let (watch, wildlings) = (battle.seat(role), battle.seat(role.other()));
    if watch != north.watch || wildlings != north.wildlings || board.world.card(card).id != JON {
        return false;
    }
    let ygritte = board.world.card_id(YGRITTE);
    ygritte.is_some_and(|ygritte| board.houses[wildlings].hand.has(ygritte) && !board.is_annulled(ygritte))
}

/// Takes from the opponent's card all it counts, what its own text adds too.
pub fn sorcerer(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    if side == owner {
        return 0;
    }
    -counted(board, battle, side) - change(board, battle, side, side)
}

/// Attacking, a sword more.
pub fn captain_icons(_: &Board, _: &Battle, owner: Role, side: Role, icons: Icons) -> Icons {
    let more = u8::from(side == owner && owner == Role::Attacker);
    Icons { swords: icons.swords.saturating_add(more), ..icons }
}

/// Having seen the opponent's card, its owner may add another of his hand: that one's icons and text count, and its strength
/// less 1.
///
/// # Errors
/// If the choice is missing.
pub fn zombie_horde(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let hand = board.houses[battle.seat(owner)].hand;
    let choices: Choices = [Choice::Nothing].into_iter().chain(hand.iter().map(Choice::Card)).collect();
    let choice = choose(board, battle, owner, choices, table)?;
    let Some(Choice::Card(card)) = choice else {
        tell_unused(board, battle, owner, choice, table);
        return Ok(());
    };
    let id = board.world.card(card).id.clone();
    tell(board, battle, owner, table, || AbilityEffect::CardAdded { card: id });
    use_up(board, battle, owner, card);
    battle.behind[owner as usize] = battle.cards[owner as usize].replace(card);
    Ok(())
}
