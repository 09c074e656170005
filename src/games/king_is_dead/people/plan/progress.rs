//! The progress of a plan: how much of it is done, from the position alone.

use super::model::{Entry, Plan, Until, What};
use crate::games::king_is_dead::board::{Board, Hour, turn_of};
use crate::games::king_is_dead::data::{Card, World};
use crate::table::{Kept, Seat};

/// The index of the first entry that is not done, and the moment at which its turn came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Progress {
    pub at: usize,
    pub since: Hour,
}

/// Returns the progress of a list after the cards that the seat has played since it was written. A card that is played
/// ends its entry and all before it: the entry that played it, or else the first of the rest that could. A card that is
/// nowhere in the rest of the list ends nothing.
pub(super) fn progress(plan: &Plan, seat: Seat, board: &Board) -> Progress {
    let since = Hour { struggle: plan.since.struggle, step: plan.since.step };
    let mut progress = Progress { at: 0, since };
    let own = board.played.iter().filter(|played| played.seat == seat && played.at >= since);
    for played in own {
        let plays = |at: &usize| plan.turns.get(*at).is_some_and(|entry| plays(entry, played.card.id()));
        let line = played.line.filter(|line| line.since == since);
        let by_line = line.map(|line| usize::from(line.number).saturating_sub(1));
        let by_line = by_line.filter(|at| *at >= progress.at).filter(plays);
        if let Some(at) = by_line.or_else(|| (progress.at..plan.turns.len()).find(plays)) {
            let since = Hour { step: played.at.step.saturating_add(1), ..played.at };
            progress = Progress { at: at + 1, since };
        }
    }
    progress
}

/// Returns the cards of a list whose place a list of passes alone takes: whoever is asked for a line that could not be read may send that line
/// without the rest.
pub fn dropped(world: &World, old: &Plan, new: &Plan) -> Vec<Kept> {
    let cards = |plan: &Plan| -> Vec<String> {
        let firsts = plan.turns.iter().filter_map(|entry| match &entry.what {
            What::Play { wishes, .. } => wishes.first(),
            What::Pass { .. } => None,
        });
        firsts.filter_map(|wish| Some(world.card_name(Card::from_id(&wish.card)?).to_owned())).collect()
    };
    if !cards(new).is_empty() || new.turns.is_empty() || cards(old).is_empty() {
        return Vec::new();
    }
    // A list has no sections.
    vec![Kept { section: String::new(), entries: cards(old), replaced: true }]
}

/// Returns `true` if an entry could be the play of a card.
fn plays(entry: &Entry, card: &str) -> bool {
    matches!(&entry.what, What::Play { wishes, .. } if wishes.iter().any(|wish| wish.card == card))
}

/// Returns the moment at which a time of passing that began at `since` was over, or `None` if it is not. Conditions are
/// not checked here.
pub(super) fn over(until: &Until, since: Hour, seat: Seat, board: &Board) -> Option<Hour> {
    match until {
        Until::Turns(turns) => passed(*turns, since, seat, board),
        Until::Struggle(struggle) => {
            let begins = Hour { struggle: *struggle, step: 0 };
            (board.now() >= begins).then(|| since.max(begins))
        }
        Until::StruggleEnds => {
            let next = Hour { struggle: since.struggle.saturating_add(1), step: 0 };
            (board.now() >= next).then_some(next)
        }
        Until::Plays(who) => first_play(board, seat, who.as_deref(), since),
        Until::Holds(_) | Until::End => None,
    }
}

/// Returns the moment after the first card that another seat has played since then.
pub(super) fn first_play(board: &Board, seat: Seat, who: Option<&str>, since: Hour) -> Option<Hour> {
    let other = |by: Seat| by != seat && who.is_none_or(|who| board.world.seat_id(by) == who);
    let played = board.played.iter().find(|played| played.at >= since && other(played.seat))?;
    Some(Hour { step: played.at.step.saturating_add(1), ..played.at })
}

/// Returns the moment after the seat has passed so many times since then.
fn passed(times: u8, since: Hour, seat: Seat, board: &Board) -> Option<Hour> {
    if times == 0 {
        return Some(since);
    }
    let mut left = times;
    for struggle in since.struggle..=board.struggle {
        let past = board.past.get(usize::from(struggle).saturating_sub(1));
        let (first, turns) = past.map_or((board.first, board.step), |past| (past.first, past.turns));
        let from = if struggle == since.struggle { since.step } else { 0 };
        for step in from..turns {
            let at = Hour { struggle, step };
            let own = turn_of(first, step, board.world.players()) == seat;
            if !own || board.played.iter().any(|played| played.at == at) {
                continue;
            }
            left -= 1;
            if left == 0 {
                let ended = past.is_some() && step + 1 >= turns;
                let next = Hour { struggle: struggle.saturating_add(1), step: 0 };
                return Some(if ended { next } else { Hour { step: step + 1, ..at } });
            }
        }
    }
    None
}
