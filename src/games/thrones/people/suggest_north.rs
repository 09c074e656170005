//! Sensible plans by chance for the north: a tactic deck, a card each round, what is done with its abilities, the quest.

use super::plan::northern::GIFTS;
use super::plan::{Amount, Build, Loss, Northern, Use, Wish};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Letter, NorthData, TacticId, TacticSet, Troop, Unit, World};
use crate::games::thrones::north::recruit::{most_in, places};
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
            let wish = Wish::Use(dice.u8(0..4) > 0);
            // One card has a single ability.
            if !printed.tactic(card).texts[letter as usize].is_empty() {
                all.push(Use { ability, wish });
            }
        }
    }
    dice.shuffle(&mut all);
    all
}

/// The rounds from which a side stops waiting for a better moment to finish its quest.
const LATE: u8 = 5;

/// Returns whom a side sends on its quest. The Wildlings wait until the way over the Wall is open, because those who go do not
/// fight; the Watch sends whoever is not needed to hold a section, and all at the end.
fn quest(board: &Board, printed: &NorthData, seat: Seat, dice: &mut fastrand::Rng) -> Option<Vec<Loss>> {
    let quest = printed.quests[seat].as_ref()?;
    let world = &board.world;
    let may_go = |troop: Troop| troop.filter(|unit| quest.units.contains(&unit));
    let mut all: Vec<(Area, Troop)> =
        board.held_by(seat).map(|(area, spot)| (area, may_go(spot.units()))).collect();
    dice.shuffle(&mut all);
    let points = |area: &Area| u8::MAX - printed.draws(seat, *area);
    all.sort_by_key(|(area, _)| std::cmp::Reverse(points(area)));
    let needed = if quest.grows { quest.points.max(board.turn) } else { quest.points };
    let missing = needed.saturating_sub(world.points(board.houses[seat].away));
    let willing = all.iter().fold(0u8, |sum, (_, troop)| sum.saturating_add(world.points(*troop)));
    let on_the_way = |(area, _): &(Area, Troop)| *area == printed.gift || printed.wall.has(*area);
    let small = !quest.grows;
    let now = board.turn >= LATE || small && (all.iter().any(on_the_way) || dice.u8(0..3) == 0);
    let finishes = now && willing >= missing;
    let mut sent = Vec::new();
    let mut left = if finishes { missing } else { missing.min(2) };
    if !finishes && (small && board.turn < LATE || dice.u8(0..4) == 0) {
        return Some(sent);
    }
    for (area, troop) in all {
        // Somebody stays behind, unless this is what completes it.
        let mut spare =
            if finishes { u8::MAX } else { world.mouths(board.spot(area).units()).saturating_sub(1) };
        for (unit, number) in troop.iter() {
            let price = world.unit(unit).price.max(1);
            let goes = number.min(spare).min(left.div_ceil(price));
            if goes > 0 {
                let at = Some(world.area_id(area).to_owned());
                sent.push(Loss { unit, number: Amount::Number(goes), at });
                left = left.saturating_sub(goes.saturating_mul(price));
                spare -= goes;
            }
        }
    }
    Some(sent)
}

/// Returns by how much a march from one area to another brings a side of the north nearer to what it wants; below 0 if it
/// leads away from it.
pub(super) fn pull(board: &Board, seat: Seat, from: Area, to: Area) -> i16 {
    let Some(printed) = &board.world.north else { return 0 };
    let draws = |area| i16::from(printed.draws(seat, area));
    draws(to) - draws(from)
}

/// Returns the units that a march may take from an area: all that move, but for one that guards a section of the Wall.
pub(super) fn movers(board: &Board, seat: Seat, from: Area) -> Troop {
    let fit = board.world.movable(board.spot(from).fit);
    let guards = board.world.north.as_ref().is_some_and(|north| north.watch == seat && north.wall.has(from));
    let cheapest = fit.iter().map(|(unit, _)| unit).min_by_key(|unit| board.world.unit(*unit).price);
    match cheapest.filter(|_| guards) {
        Some(unit) => fit.minus(Troop::one(unit)),
        None => fit,
    }
}

/// Returns what a side of the north would recruit, what it wants most first, more than it has points for; `None` for a house of
/// another board.
pub(super) fn recruits(board: &Board, seat: Seat, dice: &mut fastrand::Rng) -> Option<Vec<Build>> {
    let printed = board.world.north.as_ref().filter(|printed| printed.sides().contains(&seat))?;
    let mut areas: Vec<Area> =
        places(board, printed, seat, u8::MAX).points.iter().map(|(area, _)| *area).collect();
    dice.shuffle(&mut areas);
    // The Wildlings and the Others where it is not far to the Wall, the Watch on it.
    let near = |area: &Area| {
        if seat == printed.watch { u8::from(printed.wall.has(*area)) } else { printed.draws(seat, *area) }
    };
    areas.sort_by_key(|area| std::cmp::Reverse(near(area)));
    // No more in one area than could ever be spent there: more would be refused.
    let all = areas.into_iter().flat_map(|area| {
        let mut wishes = builds_at(board, printed, seat, area, dice);
        affordable(&board.world, most_in(printed, seat, area, u8::MAX), &mut wishes);
        wishes
    });
    Some(all.collect())
}

/// Takes out of a list of wishes what the points of one place do not pay.
pub(super) fn affordable(world: &World, points: u8, wishes: &mut Vec<Build>) {
    let mut left = points;
    wishes.retain(|wish| {
        let better = || Some(world.unit(wish.upgrade?).upgrade?.1);
        let price = wish.build.map(|unit| world.unit(unit).price).or_else(better).unwrap_or(0);
        let pays = price <= left;
        left -= if pays { price } else { 0 };
        pays
    });
}

/// Returns what a side of the north would recruit in one area.
pub(super) fn builds_at(
    board: &Board,
    printed: &NorthData,
    seat: Seat,
    area: Area,
    dice: &mut fastrand::Rng,
) -> Vec<Build> {
    let world = &board.world;
    let new =
        |unit| Build { area: world.area_id(area).to_owned(), build: Some(unit), upgrade: None, sea: None };
    let better = |unit| Build { build: None, upgrade: Some(unit), ..new(unit) };
    let all = board.units_of(seat);
    if seat == printed.others {
        // They need more of the dead than of their lords.
        let few = all.of(Unit::Zombie) <= all.of(Unit::Other) + all.of(Unit::King) + 1;
        let grow = [better(Unit::Other), better(Unit::King), new(Unit::Zombie), new(Unit::Zombie)];
        return if few || dice.u8(0..3) > 0 {
            vec![new(Unit::Zombie), new(Unit::Zombie)]
        } else {
            grow.to_vec()
        };
    }
    let (foot, knight) = (new(Unit::Footman), new(Unit::Knight));
    match dice.u8(0..3) {
        0 => vec![knight, foot],
        1 => vec![better(Unit::Knight), foot],
        _ if seat == printed.wildlings => vec![better(Unit::Giant), new(Unit::Giant), foot],
        _ => vec![foot.clone(), foot],
    }
}
