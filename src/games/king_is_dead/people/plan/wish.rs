//! Turns a play as a plan wishes it into one that is legal now.

use super::judge::place;
use super::model::{Exchange, Place, Summon, Swap, Where, Wish};
use crate::games::king_is_dead::board::{Board, Field};
use crate::games::king_is_dead::cards::{self, Action, Places, Play, Turn, placing, summon};
use crate::games::king_is_dead::data::{Band, Card, Faction, Region};
use crate::games::king_is_dead::turn::TurnQuery;
use crate::table::{Query, Refusal, Seat};

/// Returns the legal play for a wish, when it is the seat's turn. Places and summonses that are no longer possible give
/// way to the next in their lists.
///
/// # Errors
/// If no legal play fits the wish, with the reason.
pub(super) fn play(wish: &Wish, seat: Seat, board: &Board) -> Result<Play, Refusal> {
    let card = Card::from_id(&wish.card).ok_or_else(|| Refusal::new("answer-malformed"))?;
    let action = action(wish, card, board);
    let mut field = board.field;
    action.apply(&mut field, seat, card);
    let summon = wish.summon.iter().find_map(|wish| summoned(wish, board, &field));
    let play = Play { card, action, summon, line: None };
    let is_legal = if board.to_move() == seat {
        TurnQuery::new(board).check(&Turn::Play(play))
    } else {
        cards::check(board, card, &action).and_then(|()| summon::check(&board.world, &field, summon))
    };
    is_legal.map(|()| play).map_err(|why| of_summons(wish, board, &field, why))
}

/// Says why nobody of a wish can be summoned, in place of that somebody must be: the wish names somebody.
fn of_summons(wish: &Wish, board: &Board, field: &Field, why: Refusal) -> Refusal {
    if why.code() != "summon-must" || wish.summon.is_empty() {
        return why;
    }
    let absent = wish.summon.iter().find_map(|wish| {
        let from = place(board, wish.from.as_ref()?)?;
        let faction = Faction::from_id(wish.faction.as_deref()?)?;
        summon::check(&board.world, field, Some(cards::Summon { faction, from })).err()
    });
    absent.unwrap_or_else(|| why.with("named", true))
}

/// Returns the board after a play.
pub(super) fn after(board: &Board, seat: Seat, play: &Play) -> Field {
    let mut field = board.field;
    play.action.apply(&mut field, seat, play.card);
    if let Some(summon) = play.summon {
        field.at_mut(summon.from).take(summon.faction);
    }
    field
}

fn action(wish: &Wish, card: Card, board: &Board) -> Action {
    let wished = match card {
        Card::Crown => wish.swap.as_ref().and_then(|swap| swapped(board, swap)),
        Card::Garrison | Card::Ambassador => wish.exchange.as_ref().and_then(|e| exchanged(board, e)),
        _ => wish.place.as_ref().and_then(|place| placed(place, card, board)),
    };
    // What the card cannot do at all is left.
    wished.filter(|_| cards::check(board, card, &Action::Nothing).is_err()).unwrap_or_else(|| {
        let lesser = wished.filter(|action| cards::check(board, card, action).is_ok());
        lesser.unwrap_or(Action::Nothing)
    })
}

fn swapped(board: &Board, swap: &Swap) -> Option<Action> {
    let [a, b] = &swap.regions;
    let (a, b, crown) = (place(board, a)?, place(board, b)?, place(board, &swap.crown)?);
    Some(Action::Swap(cards::Swap::new(a, b, crown)))
}

fn exchanged(board: &Board, wish: &Exchange) -> Option<Action> {
    let band = |ids: &[String]| ids.iter().map(|id| Faction::from_id(id)).collect::<Option<Band>>();
    let (from, to) = (place(board, &wish.from)?, place(board, &wish.to)?);
    Some(Action::Exchange(cards::Exchange::new(from, to, band(&wish.give)?, band(&wish.take)?)))
}

fn placed(wish: &Place, card: Card, board: &Board) -> Option<Action> {
    let legal = placing::targets(board, card);
    let usable = |all: &[Where]| -> Vec<Region> {
        all.iter().filter_map(|region| place(board, region)).filter(|region| legal.has(*region)).collect()
    };
    let left = |faction: Faction| board.field.supply.count(faction) > 0;
    let places = match (wish, card.faction()) {
        (Place::Regions(all), Some(faction)) => {
            let regions = usable(all);
            let first = *regions.first()?;
            let second = regions.get(1).copied().unwrap_or(first);
            Places::faction(first, (placing::number(board, faction) > 1).then_some(second))
        }
        // The regions of a Settlement's list in the order of the factions that are left in the supply.
        (Place::Regions(all), None) => {
            let regions = usable(all);
            let mut next = regions.iter().copied();
            let mut last = *regions.first()?;
            let mut next_place = |faction: Faction| {
                left(faction).then(|| {
                    last = next.next().unwrap_or(last);
                    last
                })
            };
            let [scots, welsh, britons] = Faction::THREE;
            Places::settlement([next_place(scots), next_place(welsh), next_place(britons)])
        }
        (Place::ByFaction(map), _) => {
            let to = |f: Faction| map.get(f.id()).filter(|_| left(f)).and_then(|region| place(board, region));
            let [scots, welsh, britons] = Faction::THREE;
            Places::settlement([to(scots), to(welsh), to(britons)])
        }
    };
    Some(Action::Place(places))
}

/// Returns the follower for a wish, if there is one; `field` is the board after the card.
pub(super) fn summoned(wish: &Summon, board: &Board, field: &Field) -> Option<cards::Summon> {
    let faction = match wish.faction.as_deref().map(Faction::from_id) {
        Some(None) => return None,
        Some(known) => known,
        None => None,
    };
    let but = |f: &Faction| wish.but.iter().any(|id| id == f.id());
    let here = |from: Region| {
        let band = field.at(from).without_loyalists();
        let most =
            || band.kinds().filter(|f| !but(f)).max_by_key(|f| (band.count(*f), std::cmp::Reverse(*f)));
        let faction = match faction {
            Some(faction) => Some(faction).filter(|f| band.count(*f) > 0),
            None => most(),
        }?;
        field.open.has(from).then_some(cards::Summon { faction, from })
    };
    let excepted = |from: &Region| wish.not_from.iter().any(|not| place(board, not) == Some(*from));
    match &wish.from {
        Some(from) => place(board, from).filter(|from| !excepted(from)).and_then(here),
        None => field.row.iter().rev().filter(|region| !excepted(region)).find_map(|region| here(*region)),
    }
}
