//! The nine wildling cards of the second edition, each after a victory of the Night's Watch and after its defeat. Rules: 2e,
//! Wildlings; T-91 to T-101.

use super::bidding::Houses;
use super::event::RealmEvent;
use super::mustering::muster_in_one;
use super::pick::{Item, Items, Pick};
use super::select::Select;
use super::{ports, supply, tracks, wildlings};
use crate::games::thrones::answer::units;
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{AreaSet, CardId, CardSet, Troop, Unit};
use crate::games::thrones::game::{Table, WildlingCardRow};
use crate::games::thrones::realm::disband::Losses;
use crate::games::thrones::terms::Attack;
use crate::table::{Pause, Query, Seat};

/// The cards, by the ids that the deck names.
pub const CARDS: &[WildlingCardRow] = &[
    WildlingCardRow { id: "silence-at-the-wall", won: nothing, lost: nothing },
    WildlingCardRow { id: "preemptive-raid", won: second_attack, lost: units_or_places },
    WildlingCardRow { id: "crow-killers", won: footmen_knighted, lost: knights_dismounted },
    WildlingCardRow { id: "rattleshirts-raiders", won: supply_up, lost: supply_down },
    WildlingCardRow { id: "massing-on-the-milkwater", won: hand_back, lost: cards_discarded },
    WildlingCardRow { id: "a-king-beyond-the-wall", won: to_the_top, lost: to_the_bottom },
    WildlingCardRow { id: "mammoth-riders", won: wildlings::reward, lost: units_trampled },
    WildlingCardRow { id: "the-horde-descends", won: muster_somewhere, lost: units_overrun },
    WildlingCardRow { id: "skinchanger-scout", won: bid_returned, lost: power_lost },
];

/// Who suffers, in order: the lowest bidder, then the others as they play (T-93).
fn sufferers(attack: &Attack) -> impl Iterator<Item = Seat> {
    let others = attack.among.clone().into_iter().filter(|seat| *seat != attack.singled_out);
    std::iter::once(attack.singled_out).chain(others)
}

fn nothing(_: &mut Board, _: &Attack, _: &mut Table<'_>) -> Result<(), Pause> {
    Ok(())
}

/// The highest bidder stands aside while the wildlings attack once more, with half the strength at the end of their track:
/// 6 of 12 (T-100).
fn second_attack(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    // Its questions have keys of their own.
    board.step += 1;
    board.theatres[0].wildlings = 0;
    let rest: Houses = attack.among.iter().copied().filter(|seat| *seat != attack.singled_out).collect();
    let strength = board.world.theatres[0].wildlings.last().map_or(0, |last| last / 2);
    wildlings::attack_on(board, strength, rest, table).map(|_| ())
}

/// The lowest bidder loses two units, or two places on the track where it stands highest (T-101).
fn units_or_places(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    let seat = attack.singled_out;
    let ways: Items = [Item::Word("units"), Item::Word("places")].into_iter().collect();
    if table.ask(&Pick::new(board, seat, "preemptive-raid", ways))? == Item::Word("units") {
        lose(board, seat, "preemptive-raid", 2, table)?;
        return ports::all_ships_pass(board, table);
    }
    let best = Track::ALL.into_iter().map(|track| board.rank(track, seat)).min().unwrap_or(0);
    let highest: Items =
        Track::ALL.into_iter().filter(|track| board.rank(*track, seat) == best).map(Item::Track).collect();
    let holder = board.first_on(0, Track::IronThrone).filter(|_| !board.world.options.bidder_chooses_track);
    let judge = holder.unwrap_or(seat);
    if let Item::Track(track) = pick(board, judge, "preemptive-raid-track", highest, table)? {
        tracks::to_place(board, seat, track, best + 2, table);
    }
    Ok(())
}

/// Asks which item, unless there is only one.
fn pick(
    board: &Board,
    seat: Seat,
    what: &'static str,
    items: Items,
    table: &mut Table<'_>,
) -> Result<Item, Pause> {
    match items.as_slice() {
        [only] => {
            let only = *only;
            table.forced(&Pick::new(board, seat, what, items), &only);
            Ok(only)
        }
        _ => table.ask(&Pick::new(board, seat, what, items)),
    }
}

/// Asks which units, unless only one choice is legal.
fn choose(query: &Select<'_>, table: &mut Table<'_>) -> Result<Losses, Pause> {
    if query.most == 0 {
        return Ok(Losses::default());
    }
    let mut only = query.list(1);
    match only.answers.pop() {
        Some(losses) if only.complete => {
            table.forced(query, &losses);
            Ok(losses)
        }
        _ => table.ask(query),
    }
}

fn remove(board: &mut Board, seat: Seat, losses: &Losses, table: &mut Table<'_>) {
    for (area, troop) in losses.iter() {
        let fit = Troop(std::array::from_fn(|i| troop.0[i].min(board.spot(area).fit.0[i])));
        board.remove_units(area, fit, troop.minus(fit));
    }
    table.tell(|| {
        let world = &board.world;
        RealmEvent::UnitsLost {
            house: world.seat_id(seat).to_owned(),
            because: "wildlings".to_owned(),
            amount: losses.all().count(),
            units: losses
                .iter()
                .map(|(area, troop)| (world.area_id(area).to_owned(), units(troop)))
                .collect(),
        }
        .into()
    });
}

/// A house loses so many units of its choice, or all it has.
fn lose(
    board: &mut Board,
    seat: Seat,
    what: &'static str,
    number: u8,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let losses = choose(&Select::new(board, seat, what, number, None), table)?;
    if losses.iter().next().is_some() {
        remove(board, seat, &losses, table);
    }
    Ok(())
}

fn replace(board: &mut Board, seat: Seat, chosen: &Losses, by: Unit, table: &mut Table<'_>) {
    for (area, troop) in chosen.iter() {
        let mut spot = board.spot_mut(area);
        spot.fit = spot.fit.minus(troop);
        spot.fit.add(by, troop.count());
    }
    table.tell(|| {
        let world = &board.world;
        RealmEvent::UnitsReplaced {
            house: world.seat_id(seat).to_owned(),
            units: chosen
                .iter()
                .map(|(area, troop)| (world.area_id(area).to_owned(), units(troop)))
                .collect(),
            by: by.id().to_owned(),
        }
        .into()
    });
}

/// The highest bidder may make knights of two footmen, as far as its pool goes.
fn footmen_knighted(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    let seat = attack.singled_out;
    let number = board.pool(seat, Unit::Knight).min(2);
    let query = Select::new(board, seat, "crow-killers-knighted", number, Some(Unit::Footman)).or_fewer();
    let chosen = choose(&query, table)?;
    replace(board, seat, &chosen, Unit::Knight, table);
    Ok(())
}

/// The lowest bidder's knights all become footmen, two of each other house's; whom no footman is left for dies (T-97).
fn knights_dismounted(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in sufferers(attack) {
        let knights = board.units_of(seat).of(Unit::Knight);
        let number = if seat == attack.singled_out { knights } else { knights.min(2) };
        let spared = board.pool(seat, Unit::Footman).min(number);
        let killed = Select::new(board, seat, "crow-killers-killed", number - spared, Some(Unit::Knight));
        let killed = choose(&killed, table)?;
        if killed.iter().next().is_some() {
            remove(board, seat, &killed, table);
        }
        let chosen = choose(&Select::new(board, seat, "crow-killers", spared, Some(Unit::Knight)), table)?;
        replace(board, seat, &chosen, Unit::Footman, table);
    }
    ports::all_ships_pass(board, table)
}

fn supply_up(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    supply::shift(board, attack.singled_out, 1, table);
    Ok(())
}

fn supply_down(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in sufferers(attack) {
        supply::shift(board, seat, if seat == attack.singled_out { -2 } else { -1 }, table);
    }
    for seat in board.play_order() {
        supply::conform(board, seat, table)?;
    }
    ports::all_ships_pass(board, table)
}

fn cards_moved(board: &Board, seat: Seat, cards: CardSet, back: bool, table: &mut Table<'_>) {
    table.tell(|| {
        let world = &board.world;
        let cards = cards.iter().map(|card| world.card(card).id.clone()).collect();
        RealmEvent::CardsMoved { house: world.seat_id(seat).to_owned(), cards, back }.into()
    });
}

fn hand_back(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    all_back(board, attack.singled_out, table);
    Ok(())
}

fn all_back(board: &mut Board, seat: Seat, table: &mut Table<'_>) {
    let house = &mut board.houses[seat];
    let back = std::mem::replace(&mut house.used, CardSet::EMPTY);
    house.hand = house.hand.or(back);
    cards_moved(board, seat, back, true, table);
}

/// Who holds two House cards or more discards: the lowest bidder all of the highest strength, unless that is all it has
/// (T-98, where the campaign does not have all go and all return); the others one of their choice.
fn cards_discarded(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in sufferers(attack) {
        let hand = board.houses[seat].hand;
        if hand.len() < 2 {
            continue;
        }
        let gone: CardSet = if seat == attack.singled_out {
            let strength = |card: CardId| board.world.card(card).strength;
            let highest = hand.iter().map(strength).max().unwrap_or(0);
            let all: CardSet = hand.iter().filter(|card| strength(*card) == highest).collect();
            if all == hand && !board.world.options.milkwater_takes_all { CardSet::EMPTY } else { all }
        } else {
            let items: Items = hand.iter().map(Item::Card).collect();
            match table.ask(&Pick::new(board, seat, "massing-on-the-milkwater", items))? {
                Item::Card(card) => [card].into_iter().collect(),
                _ => CardSet::EMPTY,
            }
        };
        let house = &mut board.houses[seat];
        for card in gone.iter() {
            house.hand.remove(card);
            house.used.add(card);
        }
        cards_moved(board, seat, gone, false, table);
        if board.houses[seat].hand.is_empty() {
            all_back(board, seat, table);
        }
    }
    Ok(())
}

fn to_the_top(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    let seat = attack.singled_out;
    let items: Items = Track::ALL.into_iter().map(Item::Track).collect();
    if let Item::Track(track) = table.ask(&Pick::new(board, seat, "a-king-beyond-the-wall", items))? {
        tracks::to_place(board, seat, track, 0, table);
    }
    Ok(())
}

fn to_the_bottom(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    for track in Track::ALL {
        tracks::to_last(board, attack.singled_out, track, table);
    }
    // In the order of play as it is now: the lowest bidder is its last already.
    let others: Houses = board.play_order().into_iter().filter(|seat| attack.among.contains(seat)).collect();
    for seat in others.into_iter().filter(|seat| *seat != attack.singled_out) {
        let items: Items = [Track::Fiefdoms, Track::KingsCourt].into_iter().map(Item::Track).collect();
        if let Item::Track(track) =
            table.ask(&Pick::new(board, seat, "a-king-beyond-the-wall-last", items))?
        {
            tracks::to_last(board, seat, track, table);
        }
    }
    Ok(())
}

fn units_trampled(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in sufferers(attack) {
        let number = if seat == attack.singled_out { 3 } else { 2 };
        lose(board, seat, "mammoth-riders", number, table)?;
    }
    ports::all_ships_pass(board, table)
}

/// The highest bidder may muster in one area.
fn muster_somewhere(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    muster_in_one(board, attack.singled_out, "the-horde-descends", table)
}

/// Returns how many units a house must lose in one castle or stronghold to *The Horde Descends*, and in which it may; `None` if
/// it loses them anywhere (T-96).
pub fn in_castles(board: &Board, seat: Seat) -> Option<(u8, AreaSet)> {
    let with = |number: u8| -> AreaSet {
        let there = board.held_by(seat).filter(|(_, spot)| spot.units().count() >= number);
        there.map(|(area, _)| area).collect::<AreaSet>().and(board.world.structures)
    };
    let least = if board.world.options.horde_in_castles_alone { 1 } else { 2 };
    let mut numbers = (least..=2).rev().map(|number| (number, with(number)));
    numbers.find(|(_, castles)| !castles.is_empty())
}

/// The lowest bidder loses two units in one castle or stronghold, or any two if it has none with two; the others one (T-96).
fn units_overrun(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in sufferers(attack) {
        if seat != attack.singled_out {
            lose(board, seat, "the-horde-descends", 1, table)?;
            continue;
        }
        let Some((number, castles)) = in_castles(board, seat) else {
            lose(board, seat, "the-horde-descends", 2, table)?;
            continue;
        };
        let query = Select::new(board, seat, "the-horde-descends", number, None).within(castles);
        let losses = choose(&query, table)?;
        remove(board, seat, &losses, table);
    }
    ports::all_ships_pass(board, table)
}

fn power_changed(board: &Board, seat: Seat, from: u8, table: &mut Table<'_>) {
    let to = board.houses[seat].power;
    let house = || board.world.seat_id(seat).to_owned();
    table.tell(|| RealmEvent::PowerChanged { house: house(), from, to }.into());
}

fn bid_returned(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    let from = board.houses[attack.singled_out].power;
    board.gain_power(attack.singled_out, attack.bids[attack.singled_out]);
    power_changed(board, attack.singled_out, from, table);
    Ok(())
}

fn power_lost(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in sufferers(attack) {
        let from = board.houses[seat].power;
        board.houses[seat].power = if seat == attack.singled_out { 0 } else { from.saturating_sub(2) };
        power_changed(board, seat, from, table);
    }
    Ok(())
}
