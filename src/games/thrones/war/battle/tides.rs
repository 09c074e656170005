//! The Tides of Battle, an option of the second edition: a card of chance for each side. Rules: 2e, Tides of Battle; T-60.

use super::casualties::{CasualtyQuery, exposed, lost};
use super::contest::{Battle, Role};
use crate::games::thrones::answer::units;
use crate::games::thrones::ask::{Ask, Found, Ground, first};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{TidesCard, Troop};
use crate::games::thrones::game::{Hook, Table};
use crate::games::thrones::question::Question;
use crate::games::thrones::war::event::WarEvent;
use crate::table::{Listing, Pause, Refusal};
use std::ops::ControlFlow;

/// Shuffles the deck and draws a card for each side, attacker first. The holder of the Blade, who has seen his own card,
/// may draw another, which counts. Does nothing where the Tides are not played with.
pub(super) fn draw(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    let mut deck = board.world.tides.clone();
    // The north has none. Rules: BW, B-01.
    if deck.len() < 3 || board.world.is_north(battle.contest.area) {
        return Ok(());
    }
    let (turn, stage, step) = (board.turn, board.stage.id(), board.step);
    table.shuffle(|| format!("{turn}/{stage}/{step}/tides/shuffle"), &mut deck);
    battle.tides = [Some(deck[0]), Some(deck[1])];
    let again = draw_again(board, battle, deck[2], table)?;
    table.tell(|| {
        let told = |role: Role| {
            let card = battle.tides[role as usize].unwrap_or_default();
            [card.strength as u8, card.icons.swords, card.icons.fortifications, card.skulls]
        };
        WarEvent::Tides {
            area: board.world.area_id(battle.contest.area).to_owned(),
            attacker: told(Role::Attacker),
            defender: told(Role::Defender),
            again: again.map(|role| board.world.seat_id(battle.seat(role)).to_owned()),
        }
        .into()
    });
    Ok(())
}

fn draw_again(
    board: &mut Board,
    battle: &mut Battle,
    next: TidesCard,
    table: &mut Table<'_>,
) -> Result<Option<Role>, Pause> {
    let theatre = board.world.houses[battle.contest.attacker].theatre;
    let holder = board.first_on(theatre, Track::Fiefdoms);
    let role = holder.and_then(|holder| battle.contest.role_of(holder));
    let works = !board.theatres[theatre].blade_used && board.tokens_work(theatre);
    let Some(role) = role.filter(|_| works) else { return Ok(None) };
    let own = battle.tides[role as usize].unwrap_or_default();
    if !table.ask(&Redraw { board, battle, role, own })? {
        return Ok(None);
    }
    board.theatres[theatre].blade_used = true;
    battle.tides[role as usize] = Some(next);
    Ok(Some(role))
}

/// Each side loses the units that the other's skulls take, whoever has won: the winner any that it has there, routed ones
/// first of a kind, the loser of those that could retreat.
pub(super) fn skulls(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    for role in battle.in_play_order(board) {
        let skulls = skulls_of(board, battle, role.other());
        let printed = battle.cards[role.other() as usize].map_or(0, |card| board.world.card(card).skulls);
        let there = exposed(board, battle, role);
        let number = if battle.spared(board, role) { 0 } else { skulls.min(there.count()) };
        if number == 0 {
            continue;
        }
        let query = CasualtyQuery::to_skulls(board, battle, role, number);
        let lost = lost(&query, there, number, table)?;
        table.tell(|| {
            WarEvent::Skulls {
                area: board.world.area_id(battle.contest.area).to_owned(),
                house: board.world.seat_id(battle.seat(role)).to_owned(),
                lost: units(lost),
                card: printed > 0,
            }
            .into()
        });
        // The loser's routed units are as good as lost, and no skull of the north takes any: what skulls take there stood.
        let won = battle.winner == Some(role) && !board.world.is_north(battle.contest.area);
        let routed = if won { battle.contest.routed(board, role) } else { Troop::NONE };
        let lying = Troop(std::array::from_fn(|i| lost.0[i].min(routed.0[i])));
        battle.lose(board, role, lost.minus(lying), lying);
        battle.fall(board, role, lost);
    }
    Ok(())
}

/// Returns the skulls that a side deals: of the Tides of Battle, of its House card, of tactic cards, of the area it defends.
pub fn skulls_of(board: &Board, battle: &Battle, role: Role) -> u8 {
    let tides = battle.tides[role as usize].map_or(0, |card| card.skulls);
    let printed = battle.cards[role as usize].map_or(0, |card| board.world.card(card).skulls);
    let card = match battle.ability(board, role).map(|ability| ability.hook) {
        Some(Hook::Skulls(deal)) => deal(board, battle, role),
        _ => 0,
    };
    let boons = battle.boons.iter().filter(|boon| boon.role == role).map(|boon| boon.skulls);
    let place = if battle.levelled(board) { 0 } else { place_skulls(board, battle, role) };
    [tides, printed, card, place].into_iter().chain(boons).fold(0, u8::saturating_add)
}

fn place_skulls(board: &Board, battle: &Battle, role: Role) -> u8 {
    if role == Role::Attacker {
        return 0;
    }
    let [attacker, defender] = battle.seats;
    let given = board.world.bonuses.iter().filter(|bonus| {
        bonus.areas.has(battle.contest.area) && bonus.seat == defender && bonus.against == attacker
    });
    given.map(|bonus| bonus.skulls).fold(0, u8::saturating_add)
}

/// Whether the holder of the Blade draws another card of the Tides of Battle.
pub struct Redraw<'a> {
    board: &'a Board,
    battle: &'a Battle,
    role: Role,
    own: TidesCard,
}

impl Ask for Redraw<'_> {
    type Answer = bool;
    const KIND: &'static str = "redraw";

    fn ground(&self) -> Ground<'_> {
        self.battle.ground(self.board, self.role)
    }

    fn question(&self) -> Question {
        let icons = self.own.icons;
        Question::Redraw {
            battle: self.board.world.area_id(self.battle.contest.area).to_owned(),
            card: [self.own.strength as u8, icons.swords, icons.fortifications, self.own.skulls],
        }
    }

    fn check(&self, _: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn walk(&self, found: Found<'_, bool>) -> ControlFlow<()> {
        [false, true].into_iter().try_for_each(found)
    }

    fn list(&self, limit: usize) -> Listing<bool> {
        first(self, limit)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> bool {
        self.own == TidesCard::default() && dice.bool()
    }

    /// The card stays. R-26.
    fn default(&self) -> bool {
        false
    }
}
