//! The end of the game, and who wins. Rules: Winning the game; Games of four; The Mordred variant; K-08, K-10.

use super::board::{Board, Ending, Outcome, SEATS, Winner};
use super::data::{Band, Faction, REGIONS, RulingTie};
use super::event::{Event, Power, Standing};
use super::people::names;
use crate::table::Seat;
use arrayvec::ArrayVec;

/// Some seats of this game.
pub type Seats = ArrayVec<Seat, SEATS>;

/// The rule that broke the last tie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided {
    /// The followers of a faction: the one in power, or one after it.
    By(Faction),
    /// The number of all followers at court.
    AllFollowers,
    /// The number of complete sets.
    Sets,
    /// The earlier last card.
    EarlierCard,
    /// The later last card.
    LaterCard,
    /// The tie cannot be broken.
    Nothing,
}

/// The winner if the game ended now, in a given way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    by: Ending,
    /// The rulers, without their partners.
    pub rulers: Seats,
    pub decided: Decided,
}

/// Ends the game if it is over. Rules: K-08.
pub fn check(board: &mut Board) -> Option<Verdict> {
    let by = reached(board)?;
    let verdict = verdict(board, by);
    let with_partners = |seat: &Seat| {
        verdict.rulers.contains(seat)
            || board.world.partner(*seat).is_some_and(|p| verdict.rulers.contains(&p))
    };
    let winners: Seats = board.seats().filter(with_partners).collect();
    board.outcome = Some(Outcome { by, rulers: verdict.rulers.clone(), winners });
    Some(verdict)
}

/// Returns how the game has just ended, or `None`.
fn reached(board: &Board) -> Option<Ending> {
    let last = board.past.last()?;
    if last.winner == Winner::Faction(Faction::Loyalists) {
        return Some(Ending::Loyalists);
    }
    if board.held_by(Winner::Saxons).len() >= board.world.numbers.saxons {
        return Some(Ending::Invasion);
    }
    (board.past.len() == REGIONS).then_some(Ending::Control)
}

/// Returns the factions that control a region, the most powerful first: by number of regions, then by who won a
/// struggle most recently. Each has its number of regions and its last struggle.
pub fn powers(board: &Board) -> ArrayVec<(Faction, u8, u8), 3> {
    let power = |faction: Faction| {
        let winner = Winner::Faction(faction);
        let last = board.past.iter().rposition(|past| past.winner == winner)?;
        Some((faction, board.held_by(winner).len(), last as u8 + 1))
    };
    let mut powers: ArrayVec<_, 3> = Faction::THREE.into_iter().filter_map(power).collect();
    powers.sort_by_key(|(_, regions, last)| std::cmp::Reverse((*regions, *last)));
    powers
}

/// Works out who would win if the game ended now in this way.
pub fn verdict(board: &Board, by: Ending) -> Verdict {
    let mut left: Seats = board.seats().collect();
    let mut decided = Decided::Nothing;
    let mut sift = |why: Decided, score: &dyn Fn(Seat) -> i16| {
        let best = left.iter().map(|seat| score(*seat)).max();
        let before = left.len();
        left.retain(|seat| Some(score(*seat)) == best);
        if left.len() < before {
            decided = why;
        }
    };
    let court = |seat: Seat| board.court(seat).followers;
    let later = |seat: Seat| i16::from(last_card(board, by, seat));
    match by {
        Ending::Invasion => {
            sift(Decided::Sets, &|seat| i16::from(pooled(board, seat).sets()));
            sift(Decided::LaterCard, &later);
        }
        Ending::Control | Ending::Loyalists => {
            let factions = match board.world.options.ruling_tie {
                RulingTie::AllFactions => Faction::THREE.len(),
                RulingTie::SecondFaction => 2,
            };
            for (faction, ..) in powers(board).into_iter().take(factions) {
                sift(Decided::By(faction), &|seat| i16::from(court(seat).count(faction)));
            }
            if by == Ending::Control {
                sift(Decided::EarlierCard, &|seat| -later(seat));
            } else {
                // No further faction has won a struggle that could tell them apart.
                sift(Decided::AllFollowers, &|seat| i16::from(court(seat).total()));
                sift(Decided::LaterCard, &later);
            }
        }
    }
    Verdict { by, rulers: left, decided }
}

/// Returns the followers that count at an invasion: those of partners together. Rules: Games of four.
fn pooled(board: &Board, seat: Seat) -> Band {
    let own = board.court(seat).followers;
    board.world.partner(seat).map_or(own, |partner| own.plus(board.court(partner).followers))
}

/// Returns the number of the last card of a seat; at an invasion, of a seat or its partner.
fn last_card(board: &Board, by: Ending, seat: Seat) -> u8 {
    let partner = board.world.partner(seat).filter(|_| by == Ending::Invasion);
    board.last_play(seat).max(partner.map_or(0, |partner| board.last_play(partner)))
}

impl Verdict {
    pub(super) fn event(&self, board: &Board) -> Event {
        let world = &board.world;
        let ids = |seats: &[Seat]| seats.iter().map(|seat| world.seat_id(*seat).to_owned()).collect();
        let powers = powers(board);
        let (decided, decided_by) = match self.decided {
            Decided::By(faction) => {
                let first = powers.first().is_some_and(|(power, ..)| *power == faction);
                (if first { "followers" } else { "next-faction" }, Some(faction.id().to_owned()))
            }
            Decided::AllFollowers => ("all-followers", None),
            Decided::Sets => ("sets", None),
            Decided::EarlierCard => ("earlier-card", None),
            Decided::LaterCard => ("later-card", None),
            Decided::Nothing => ("nothing", None),
        };
        Event::GameEnds {
            by: self.by.id().to_owned(),
            powers: powers
                .iter()
                .map(|(f, regions, last)| Power {
                    faction: f.id().to_owned(),
                    regions: *regions,
                    last_won: *last,
                })
                .collect(),
            standings: board.seats().map(|seat| self.standing(board, seat)).collect(),
            decided: decided.to_owned(),
            decided_by,
            rulers: ids(&self.rulers),
            winners: board.outcome.as_ref().map_or_else(Vec::new, |outcome| ids(&outcome.winners)),
        }
    }

    fn standing(&self, board: &Board, seat: Seat) -> Standing {
        let court = board.court(seat).followers;
        let sets = if self.by == Ending::Invasion { pooled(board, seat) } else { court };
        Standing {
            seat: board.world.seat_id(seat).to_owned(),
            followers: names::band(court),
            total: court.total(),
            sets: sets.sets(),
            last_card: board.last_play(seat),
        }
    }
}
