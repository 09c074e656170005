//! Abilities that put another House card in the place of one that is shown. Rules: 2e, House cards; T-03 to T-10.

use super::choose::{choose, tell, tell_unused};
use super::query::{Choice, Choices};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::CardId;
use crate::games::thrones::game::{Hook, Table};
use crate::games::thrones::war::battle::cards::CardQuery;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::AbilityEffect;
use crate::table::Pause;

/// What the exchange of a card by its owner costs.
const PRICE: u8 = 2;

/// The opponent's card may go back to his hand; he plays another of it, or none if he has no other.
pub fn return_opponents_card(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let victim = owner.other();
    let Some(card) = battle.cards[victim as usize] else {
        tell(board, battle, owner, table, || AbilityEffect::Nothing);
        return Ok(());
    };
    let choices: Choices = [Choice::Use(false), Choice::Use(true)].into_iter().collect();
    if choose(board, battle, owner, choices, table)? != Some(Choice::Use(true)) {
        tell(board, battle, owner, table, || AbilityEffect::Declined);
        return Ok(());
    }
    let house = &mut board.houses[battle.seat(victim)];
    house.used.remove(card);
    house.hand.add(card);
    battle.cards[victim as usize] = None;
    let instead = {
        let query = CardQuery::instead(board, battle, victim, card);
        let hand = query.hand();
        match (hand.len(), hand.iter().next()) {
            (0, _) => None,
            (1, Some(only)) => {
                table.forced(&query, &only);
                Some(only)
            }
            _ => Some(table.ask(&query)?),
        }
    };
    instead.into_iter().for_each(|card| show(board, battle, victim, card));
    tell(board, battle, owner, table, || {
        let id = |card: CardId| board.world.card(card).id.clone();
        AbilityEffect::CardReturned { card: id(card), instead: instead.map(id) }
    });
    Ok(())
}

/// For power, the card may be discarded and another of the hand played in its place.
pub fn pay_for_another_card(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let house = &board.houses[battle.seat(owner)];
    let mut choices: Choices = [Choice::Nothing].into_iter().collect();
    if house.power >= PRICE {
        choices.extend(house.hand.iter().map(Choice::Card));
    }
    let choice = choose(board, battle, owner, choices, table)?;
    let Some(Choice::Card(card)) = choice else {
        tell_unused(board, battle, owner, choice, table);
        return Ok(());
    };
    board.houses[battle.seat(owner)].power -= PRICE;
    let id = board.world.card(card).id.clone();
    tell(board, battle, owner, table, || AbilityEffect::CardExchanged { card: id });
    show(board, battle, owner, card);
    Ok(())
}

/// The text of the opponent's card is cancelled. It becomes that of one's own card, or that card has the swords printed on the
/// opponent's. A text of this step is used at once; any other at its own.
pub fn take_text_or_swords(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let other = owner.other();
    let Some(card) = battle.cards[other as usize] else {
        tell(board, battle, owner, table, || AbilityEffect::Nothing);
        return Ok(());
    };
    let id = board.world.card(card).id.clone();
    let text = battle.ability(board, other);
    let taken = match text {
        None => false,
        Some(_) => {
            let choices: Choices = [Choice::Use(false), Choice::Use(true)].into_iter().collect();
            choose(board, battle, owner, choices, table)? == Some(Choice::Use(true))
        }
    };
    battle.cancelled[other as usize] = true;
    let Some(row) = text.filter(|_| taken) else {
        let swords = board.world.card(card).icons.swords;
        battle.taken_swords[owner as usize] = swords;
        tell(board, battle, owner, table, || AbilityEffect::SwordsTaken { card: id, swords });
        return Ok(());
    };
    tell(board, battle, owner, table, || AbilityEffect::TextTaken { card: id });
    battle.taken_text[owner as usize] = Some(card);
    match row.hook {
        Hook::Cancel(act) => act(board, battle, owner, table),
        _ => Ok(()),
    }
}

fn show(board: &mut Board, battle: &mut Battle, role: Role, card: CardId) {
    let house = &mut board.houses[battle.seat(role)];
    house.hand.remove(card);
    house.used.add(card);
    battle.last_card[role as usize] = house.hand.is_empty();
    battle.cards[role as usize] = Some(card);
    // What was done to the card before it does not touch this one.
    battle.cancelled[role as usize] = false;
    battle.taken_text[role as usize] = None;
    battle.taken_swords[role as usize] = 0;
}
