//! Sensible random plans, as a player who looks ahead could have written them: for stewards, simulated players and
//! measurements.

use super::plan::{
    Condition, Entry, Exchange, Others, Otherwise, Place, Plan, Since, Summon, Swap, Until, What, Where, Wish,
};
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::cards::{self, Action, Play, summon};
use crate::games::king_is_dead::data::{Card, Faction, Hand, REGIONS};
use crate::table::Seat;

/// Makes a list of turns for a seat: plays with passes between them, so that its cards last as long as the struggles.
pub fn suggest(board: &Board, seat: Seat, dice: &mut fastrand::Rng) -> Plan {
    let mut hand = board.court(seat).hand;
    let favourite = favourite(board, seat, dice);
    let mut turns = Vec::new();
    for _ in 0..dice.u8(2..5) {
        if dice.u8(0..3) > 0 {
            turns.push(wait(board, dice));
        }
        match play(board, seat, favourite, &mut hand, dice) {
            Some(entry) => turns.push(entry),
            None => break,
        }
    }
    if hand.is_empty() || turns.is_empty() {
        turns.push(pass(Until::StruggleEnds));
    }
    let since = Since { struggle: board.struggle, step: board.step };
    Plan { since, turns, otherwise: Some(Otherwise::Ask) }
}

/// Returns the faction that most of the court belongs to, usually.
fn favourite(board: &Board, seat: Seat, dice: &mut fastrand::Rng) -> Faction {
    let court = board.court(seat).followers;
    let most = court.kinds().max_by_key(|faction| court.count(*faction));
    let other = Faction::THREE[dice.usize(0..3)];
    if dice.u8(0..4) == 0 { other } else { most.unwrap_or(other) }
}

fn pass(until: Until) -> Entry {
    Entry { what: What::Pass { until, when: None, unless: None }, otherwise: None }
}

fn wait(board: &Board, dice: &mut fastrand::Rng) -> Entry {
    pass(match dice.u8(0..6) {
        0 | 1 => Until::Plays(None),
        2 | 3 => Until::StruggleEnds,
        4 if usize::from(board.struggle) < REGIONS => Until::Struggle(board.struggle + 1),
        _ => Until::Turns(dice.u8(1..3)),
    })
}

/// Makes a play of a card somewhere sensible, with an alternative if it is no longer possible.
fn play(
    board: &Board,
    seat: Seat,
    favourite: Faction,
    hand: &mut Hand,
    dice: &mut fastrand::Rng,
) -> Option<Entry> {
    let card = hand.pick(dice)?;
    hand.take(card);
    let action = cards::sample(board, card, dice);
    let mut field = board.field;
    action.apply(&mut field, seat, card);
    let summoned = summon::sample(&field, dice);
    let mut wish = wished(board, &Play { card, action, summon: summoned, line: None });
    // From a favourite's followers somewhere, else from anybody.
    let own = Summon { faction: Some(favourite.id().to_owned()), ..Summon::default() };
    wish.summon.insert(0, own);
    wish.summon.push(Summon::default());
    let contested = Where::Region(board.world.region_id(board.contested()).to_owned());
    let leads =
        Condition::Leads { who: favourite.id().to_owned(), region: contested, by: None, after: false };
    let mut entry =
        Entry { what: What::Play { wait: None, until: None, wishes: vec![wish] }, otherwise: None };
    if let What::Play { wait, wishes, .. } = &mut entry.what {
        match dice.u8(0..6) {
            0 => *wait = Some(Condition::Passed(Others::All)),
            1 => wishes.iter_mut().for_each(|wish| wish.unless = Some(leads.clone())),
            _ => {}
        }
        if wishes.iter().any(|wish| wish.unless.is_some()) {
            entry.otherwise = Some(Otherwise::Pass);
        }
    }
    Some(entry)
}

/// Writes a legal play as an entry of a list.
pub(super) fn entry_of(board: &Board, play: &Play) -> Entry {
    Entry { what: What::Play { wait: None, until: None, wishes: vec![wished(board, play)] }, otherwise: None }
}

/// Writes a legal play as a wish.
fn wished(board: &Board, play: &Play) -> Wish {
    let world = &board.world;
    let id = |region| Where::Region(world.region_id(region).to_owned());
    let mut wish = Wish { card: play.card.id().to_owned(), ..Wish::default() };
    match &play.action {
        Action::Nothing => wish.without_effect = true,
        Action::Swap(swap) => {
            wish.swap = Some(Swap { regions: swap.regions().map(id), crown: id(swap.crown()) });
        }
        Action::Exchange(exchange) => {
            let names =
                |band: crate::games::king_is_dead::data::Band| band.ids().into_iter().map(str::to_owned);
            let mut give: Vec<String> = names(exchange.give()).collect();
            let mut take: Vec<String> = names(exchange.take()).collect();
            give.sort();
            take.sort();
            wish.exchange = Some(Exchange { from: id(exchange.from()), to: id(exchange.to()), give, take });
        }
        Action::Place(places) => {
            wish.place = Some(if play.card == Card::Settlement {
                let by_faction = places.iter(play.card).map(|(f, region)| (f.id().to_owned(), id(region)));
                Place::ByFaction(by_faction.collect())
            } else {
                Place::Regions(places.iter(play.card).map(|(_, region)| id(region)).collect())
            });
        }
    }
    if let Some(summon) = play.summon {
        let (faction, from) = (Some(summon.faction.id().to_owned()), Some(id(summon.from)));
        wish.summon.push(Summon { faction, from, ..Summon::default() });
    }
    wish
}
