//! What the wildling cards of the second edition may ask after the bids of an attack. Nobody knows which card will be turned,
//! nor who bids most or least; so what any of the nine may ask is foreseen for every house.

use super::disband::{Because, foresee_losses};
use super::mustering::Muster;
use super::pick::{Item, Items, Pick};
use super::ports;
use super::select::Select;
use super::wildling_cards::in_castles;
use super::wildlings::Reward;
use super::yard::places;
use crate::games::thrones::armies::excess;
use crate::games::thrones::ask::Ask;
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::Unit;
use crate::games::thrones::game::Foresight;
use crate::table::{Foreseen, Seat};

/// Foresees what each of the nine cards may ask, won or lost.
pub fn foresee_cards(foresight: &mut Foresight) {
    let board = foresight.board.clone();
    for seat in board.play_order_in(0) {
        units_lost(foresight, &board, seat);
        knights_made_and_unmade(foresight, &board, seat);
        places_changed(foresight, &board, seat);
        cards_discarded_or_taken_back(foresight, &board, seat);
        if places(&board, seat, None).next().is_some() {
            let muster = Muster::in_one(&board, seat, "the-horde-descends");
            foresight.add(Foreseen::of(&muster, false, foresight.limit()));
        }
        let mut hungry = board.clone();
        hungry.houses[seat].supply = board.houses[seat].supply.saturating_sub(2);
        foresee_losses(foresight, &hungry, seat, Because::Supply, excess(&hungry, seat, &[]));
    }
    ports::foresee(foresight);
    foresight.units_change = true;
    foresight.tokens_move = true;
    foresight.cards_change = true;
}

/// Foresees a choice of units, if there is one as far as can be seen.
fn select(foresight: &mut Foresight, query: &Select<'_>) {
    if foresight.units_change || (query.most > 0 && !query.list(1).complete) {
        foresight.add(Foreseen::of(query, false, foresight.limit()));
    }
}

fn pick(
    foresight: &mut Foresight,
    board: &Board,
    seat: Seat,
    what: &'static str,
    items: impl Iterator<Item = Item>,
) {
    let items: Items = items.collect();
    foresight.add(Foreseen::of(&Pick::new(board, seat, what, items), false, foresight.limit()));
}

/// Units destroyed, each as the lowest bidder would have to choose them. Others lose fewer, which may leave a choice to who would
/// have none as the lowest: one of the last two.
fn units_lost(foresight: &mut Foresight, board: &Board, seat: Seat) {
    let ways = ["units", "places"].into_iter().map(Item::Word);
    pick(foresight, board, seat, "preemptive-raid", ways);
    select(foresight, &Select::new(board, seat, "preemptive-raid", 2, None));
    let of = |what: &'static str, number: u8| Select::new(board, seat, what, number, None);
    let riders = of("mammoth-riders", 3);
    either(foresight, leaves_choice(&riders), &riders, &of("mammoth-riders", 2));
    let any = of("the-horde-descends", 2);
    let has_choice = leaves_choice(&any);
    let lowest = match in_castles(board, seat) {
        Some((number, castles)) => of("the-horde-descends", number).within(castles),
        None => any,
    };
    either(foresight, has_choice, &lowest, &of("the-horde-descends", 1));
}

fn leaves_choice(query: &Select<'_>) -> bool {
    !query.list(1).complete
}

/// Foresees what the lowest bidder would be asked if that leaves a choice, or else what the others would.
fn either(foresight: &mut Foresight, lowest_chooses: bool, lowest: &Select<'_>, other: &Select<'_>) {
    let query = match foresight.units_change || lowest_chooses {
        true => lowest,
        false if leaves_choice(other) => other,
        false => return,
    };
    foresight.add(Foreseen::of(query, false, foresight.limit()));
}

fn knights_made_and_unmade(foresight: &mut Foresight, board: &Board, seat: Seat) {
    let free = board.pool(seat, Unit::Knight).min(2);
    let raised = Select::new(board, seat, "crow-killers-knighted", free, Some(Unit::Footman));
    select(foresight, &raised.or_fewer());
    let knights = board.units_of(seat).of(Unit::Knight);
    let spared = board.pool(seat, Unit::Footman).min(knights);
    let killed = Select::new(board, seat, "crow-killers-killed", knights - spared, Some(Unit::Knight));
    select(foresight, &killed);
    select(foresight, &Select::new(board, seat, "crow-killers", spared.min(2), Some(Unit::Knight)));
}

fn places_changed(foresight: &mut Foresight, board: &Board, seat: Seat) {
    let tracks = || Track::ALL.into_iter().map(Item::Track);
    pick(foresight, board, seat, "a-king-beyond-the-wall", tracks());
    let last = [Track::Fiefdoms, Track::KingsCourt].into_iter().map(Item::Track);
    pick(foresight, board, seat, "a-king-beyond-the-wall-last", last);
    let own = board.world.options.bidder_chooses_track;
    if own || foresight.tokens_move || board.first_on(0, Track::IronThrone) == Some(seat) {
        pick(foresight, board, seat, "preemptive-raid-track", tracks());
    }
}

fn cards_discarded_or_taken_back(foresight: &mut Foresight, board: &Board, seat: Seat) {
    let house = &board.houses[seat];
    if house.hand.len() > 1 || foresight.cards_change {
        pick(foresight, board, seat, "massing-on-the-milkwater", house.hand.iter().map(Item::Card));
    }
    if !house.used.is_empty() || foresight.cards_change {
        foresight.add(Foreseen::of(&Reward::new(board, seat), false, foresight.limit()));
    }
}
