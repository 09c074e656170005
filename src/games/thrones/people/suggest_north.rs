//! Sensible plans by chance for the north: a tactic deck, a card each round, what is done with its abilities, the quest.

use super::plan::northern::GIFTS;
use super::plan::{Amount, Loss, Northern, Use, Wish};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Letter, NorthData, TacticId, TacticSet};
use crate::table::Seat;

/// Returns what a plan of a side says of tactic cards and quests; nothing on boards that have none.
pub(super) fn north(board: &Board, seat: Seat, dice: &mut fastrand::Rng) -> Northern {
    let (Some(printed), Some(north)) = (&board.world.north, &board.north) else { return Northern::default() };
    if !printed.sides().contains(&seat) {
        // A little now and then: who arms the Watch keeps the north busy.
        let gift = |(what, _): &(&str, _)| ((*what).to_owned(), dice.u8(0..3).saturating_sub(1));
        let gives = printed.theatre != board.world.houses[seat].theatre;
        return Northern { gifts: GIFTS.iter().filter(|_| gives).map(gift).collect(), ..Northern::default() };
    }
    let mut plan = Northern::default();
    let id = |card: TacticId| printed.tactic(card).card.id().to_owned();
    let mut hand = north.side(seat).hand;
    if board.edition.opening.iter().any(|chapter| chapter.stage == board.stage) {
        let [least, most] = printed.deck;
        let mut all: Vec<TacticId> = printed.all_tactics().iter().collect();
        dice.shuffle(&mut all);
        all.truncate(usize::from(dice.u8(least..=most.max(least))));
        hand = all.iter().copied().collect();
        plan.deck = all.into_iter().map(id).collect();
        let objectives: Vec<usize> = printed.objectives_of(seat).collect();
        let chosen = dice.choice(&objectives).and_then(|place| printed.objectives.get(*place));
        plan.objective = chosen.map(|card| card.card.id().to_owned());
    }
    let mut cards: Vec<TacticId> = hand.iter().collect();
    dice.shuffle(&mut cards);
    let played = north.side(seat).played;
    plan.abilities = abilities(printed, played.into_iter().chain(cards.iter().copied()).collect(), dice);
    plan.cards = cards.into_iter().map(id).collect();
    plan.attack =
        (seat == printed.others).then(|| if dice.bool() { "watch" } else { "wildlings" }.to_owned());
    plan.quest = quest(board, printed, seat, dice);
    plan
}

/// Uses what leaves nothing to choose, and leaves the rest to the questions.
fn abilities(printed: &NorthData, cards: TacticSet, dice: &mut fastrand::Rng) -> Vec<Use> {
    let mut all = Vec::new();
    for card in cards.iter() {
        for letter in Letter::ALL {
            let ability = format!("{}/{}", printed.tactic(card).card.id(), letter.id());
            all.push(Use { ability, wish: Wish::Use(dice.u8(0..4) > 0) });
        }
    }
    dice.shuffle(&mut all);
    all
}

/// Sends a unit or two now and then, from where more than one stands.
fn quest(board: &Board, printed: &NorthData, seat: Seat, dice: &mut fastrand::Rng) -> Option<Vec<Loss>> {
    let quest = printed.quests[seat].as_ref()?;
    let mut sent = Vec::new();
    for (area, spot) in board.held_by(seat) {
        let units = spot.units();
        for unit in quest.units.iter().copied().filter(|unit| units.of(*unit) > 0) {
            if units.count() > 1 && sent.len() < 2 && dice.u8(0..3) == 0 {
                let at = Some(board.world.area_id(area).to_owned());
                sent.push(Loss { unit, number: Amount::Number(1), at });
            }
        }
    }
    Some(sent)
}
