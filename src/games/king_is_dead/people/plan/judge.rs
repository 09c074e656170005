//! Conditions judged: a pure function of the condition, the seat and the position.

use super::condition::{Amount, Condition, Others, Period, Spot, Test, Where, Who};
use crate::games::king_is_dead::board::{Board, Ending, Field, Hour, Winner, turn_of};
use crate::games::king_is_dead::cards::Play;
use crate::games::king_is_dead::data::{Band, Card, Faction, Region};
use crate::games::king_is_dead::ending;
use crate::table::Seat;

/// The moment at which a condition is judged.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub board: &'a Board,
    pub seat: Seat,
    /// The moment at which the entry's turn came.
    pub since: Hour,
    /// The play that the condition belongs to, and the board after it.
    pub play: Option<(&'a Play, &'a Field)>,
}

/// Returns `true` if a condition holds; one that names something that is not there never does.
pub(super) fn holds(condition: Option<&Condition>, moment: &Moment<'_>) -> bool {
    condition.is_none_or(|condition| judge(condition, moment).unwrap_or(false))
}

/// Returns `true` if `when` holds and `unless` does not.
pub(super) fn agreed(when: Option<&Condition>, unless: Option<&Condition>, moment: &Moment<'_>) -> bool {
    holds(when, moment) && unless.is_none_or(|unless| judge(unless, moment) == Some(false))
}

/// Returns whether a condition holds, or `None` if it names something that is not there.
fn judge(condition: &Condition, moment: &Moment<'_>) -> Option<bool> {
    let board = moment.board;
    let field = |after: bool| match (after, moment.play) {
        (false, _) => Some(&board.field),
        (true, Some((_, field))) => Some(field),
        (true, None) => None,
    };
    Some(match condition {
        Condition::All(members) => {
            let each = members.iter().map(|member| judge(member, moment));
            each.collect::<Option<Vec<_>>>()?.into_iter().all(|holds| holds)
        }
        Condition::Any(members) => {
            let each = members.iter().map(|member| judge(member, moment));
            each.collect::<Option<Vec<_>>>()?.into_iter().any(|holds| holds)
        }
        Condition::Not(inner) => !judge(inner, moment)?,
        Condition::Leads { who, region, by, after } => {
            leads(moment, Winner::from_id(who)?, place(board, region)?, *by, field(*after)?)
        }
        Condition::Tied { region, after } => {
            let region = place(board, region)?;
            let band = field(*after)?.at(region);
            board.field.open.has(region) && !band.is_empty() && band.leader().is_none()
        }
        Condition::Taken { who, region } => {
            board.winner(place(board, region)?) == Some(Winner::from_id(who)?)
        }
        Condition::Resolved(region) => !board.field.open.has(place(board, region)?),
        Condition::Contested(region) => board.outcome.is_none() && board.contested() == place(board, region)?,
        Condition::Next(region) => board.field.place(place(board, region)?) == board.struggle + 1,
        Condition::Before { first, second } => {
            board.field.place(place(board, first)?) < board.field.place(place(board, second)?)
        }
        Condition::Placed { region, place: number } => board.field.place(place(board, region)?) == *number,
        Condition::Crown { on, whose } => {
            let crowned = board.field.crown_on(place(board, on)?);
            match whose {
                Some(who) => crowned == Some(seat_of(who, moment)?),
                None => crowned.is_some(),
            }
        }
        Condition::Count { of, is, after } => is.holds(amount(of, moment, field(*after)?)?),
        Condition::Differ { one, other, is, after } => {
            let field = field(*after)?;
            is.holds(amount(one, moment, field)? - amount(other, moment, field)?)
        }
        Condition::Passed(who) => among(who, moment, |seat| passed(board, seat))?,
        Condition::Played { who, card, since } => {
            let card = card.as_deref().map(Card::from_id);
            if card == Some(None) {
                return None;
            }
            let from = match since {
                Period::Line => moment.since,
                Period::Struggle => Hour { struggle: board.struggle, step: 0 },
                Period::Game => Hour::default(),
            };
            among(who, moment, |seat| {
                let fits = |known: Card| card.flatten().is_none_or(|card| card == known);
                board.played.iter().any(|p| p.seat == seat && p.at >= from && fits(p.card))
            })?
        }
        Condition::Wins { who, by } => {
            let by = Ending::ALL.into_iter().find(|ending| ending.id() == by)?;
            let (seat, rulers) = (seat_of(who, moment)?, ending::verdict(board, by).rulers);
            // A faction must be in power for anybody to rule by it.
            (by != Ending::Control || !ending::powers(board).is_empty()) && rulers.contains(&seat)
        }
        Condition::Power(faction) => {
            let faction = Faction::from_id(faction)?;
            ending::powers(board).first().is_some_and(|(first, ..)| *first == faction)
        }
        Condition::Hand(card) => board.court(moment.seat).hand.count(Card::from_id(card)?) > 0,
        Condition::Effect => moment.play?.0.does_something(),
        Condition::Complete => {
            let (play, _) = moment.play?;
            play.action.is_complete(play.card)
        }
    })
}

/// Returns a region, that of the present struggle if so said.
pub(super) fn place(board: &Board, region: &Where) -> Option<Region> {
    match region {
        Where::This => Some(board.contested()),
        Where::Region(id) => board.world.region(id),
    }
}

fn seat_of(who: &Who, moment: &Moment<'_>) -> Option<Seat> {
    match who {
        Who::Me => Some(moment.seat),
        Who::Seat(id) => moment.board.world.seat(id),
    }
}

/// Returns `true` if a side would take a region, by a difference if one is named, or has taken it.
fn leads(moment: &Moment<'_>, who: Winner, region: Region, by: Option<Test>, field: &Field) -> bool {
    if let Some(winner) = moment.board.winner(region) {
        return winner == who && by.is_none();
    }
    let band = field.at(region);
    if Winner::of(band) != who {
        return false;
    }
    let (Some(by), Winner::Faction(faction)) = (by, who) else { return by.is_none() };
    let rest =
        Faction::ALL.into_iter().filter(|other| *other != faction).map(|other| band.count(other)).max();
    by.holds(i16::from(band.count(faction)) - i16::from(rest.unwrap_or(0)))
}

fn amount(amount: &Amount, moment: &Moment<'_>, field: &Field) -> Option<i16> {
    let board = moment.board;
    let court = |who: &Who| seat_of(who, moment).map(|seat| board.court(seat));
    let number = match amount {
        Amount::Followers { faction, at } => {
            let band: Band = match at {
                Spot::Region(region) => field.at(place(board, region)?),
                Spot::Supply => field.supply,
                Spot::Court(who) => court(who)?.followers,
            };
            match faction {
                Some(faction) => band.count(Faction::from_id(faction)?),
                None => band.total(),
            }
        }
        Amount::Sets(who) => court(who)?.followers.sets(),
        Amount::Regions(side) => board.held_by(Winner::from_id(side)?).len(),
        Amount::Cards(who) => court(who)?.hand.len(),
        Amount::Passes => {
            board.seats().filter(|seat| *seat != moment.seat && passed(board, *seat)).count() as u8
        }
        Amount::Struggle => board.struggle,
    };
    Some(i16::from(number))
}

/// Returns `true` if something is so of one of the others, of all, or of the one that is named.
fn among(who: &Others, moment: &Moment<'_>, is: impl Fn(Seat) -> bool) -> Option<bool> {
    let mut others = moment.board.seats().filter(|seat| *seat != moment.seat);
    Some(match who {
        Others::Somebody => others.any(is),
        Others::All => others.all(is),
        Others::Seat(id) => is(moment.board.world.seat(id)?),
    })
}

/// Returns `true` if a seat's last turn in this struggle was a pass.
fn passed(board: &Board, seat: Seat) -> bool {
    let own = |step: &u8| turn_of(board.first, *step, board.world.players()) == seat;
    let Some(last) = (0..board.step).rev().find(own) else { return false };
    let at = Hour { struggle: board.struggle, step: last };
    !board.played.iter().any(|played| played.at == at)
}
