//! Checks what every position must satisfy: followers, cards and tokens are conserved, and nobody is where nobody can
//! be.

use super::board::{Board, Hour, Winner};
use super::data::{Band, Faction, REGIONS, Region};
use crate::table::Refusal;
use std::collections::BTreeSet;

/// Checks a position: 54 followers (48 with two players) and 9 loyalists with Mordred, eight cards a seat, one crown
/// token a seat, resolved regions empty and in the first places of the row.
///
/// # Errors
/// If the position can never come up.
pub fn sound(board: &Board) -> Result<(), Refusal> {
    followers(board)?;
    cards(board)?;
    row(board)
}

fn followers(board: &Board) -> Result<(), Refusal> {
    let mut sum = [0_u32; 4];
    let mut count = |band: Band| (0..4).for_each(|i| sum[i] += u32::from(band.0[i]));
    board.field.regions.iter().for_each(|band| count(*band));
    board.courts.iter().for_each(|court| count(court.followers));
    count(board.field.supply);
    for faction in Faction::ALL {
        let (found, due) = (sum[faction as usize], board.world.numbers.followers.count(faction));
        if found != u32::from(due) {
            let refusal = Refusal::new("unsound-followers").with("faction", faction.id());
            return Err(refusal.with("found", found).with("due", due));
        }
    }
    for (region, band) in Region::ALL.into_iter().zip(board.field.regions) {
        if !board.field.open.has(region) && !band.is_empty() {
            return Err(Refusal::new("unsound-resolved-region").with("region", board.world.region_id(region)));
        }
    }
    let loyal = board.courts.iter().any(|court| court.followers.count(Faction::Loyalists) > 0);
    if loyal { Err(Refusal::new("unsound-loyalist-at-court")) } else { Ok(()) }
}

fn cards(board: &Board) -> Result<(), Refusal> {
    if board.courts.len() != board.world.seats.len() {
        return Err(Refusal::new("unsound-seats"));
    }
    for seat in board.seats() {
        let mut hand = board.court(seat).hand;
        for played in board.played.iter().filter(|played| played.seat == seat) {
            hand.0[played.card as usize] = hand.0[played.card as usize].saturating_add(1);
        }
        let crowned = board.field.crowns.get(seat.index()).is_some_and(Option::is_some);
        let crown = board.played.iter().any(|p| p.seat == seat && p.card.id() == "crown");
        if hand != board.world.set || (crowned && !crown) {
            return Err(Refusal::new("unsound-cards").with("seat", board.world.seat_id(seat)));
        }
    }
    let hours = board.played.iter().map(|played| played.at);
    let ahead = board.outcome.is_none() && board.played.last().is_some_and(|last| last.at > board.now());
    if !hours.is_sorted() || ahead {
        return Err(Refusal::new("unsound-history"));
    }
    let crowns: Vec<Region> = board.field.crowns.iter().flatten().copied().collect();
    if crowns.iter().collect::<BTreeSet<_>>().len() != crowns.len() {
        return Err(Refusal::new("unsound-crowns"));
    }
    Ok(())
}

fn row(board: &Board) -> Result<(), Refusal> {
    let once: BTreeSet<Region> = board.field.row.into_iter().collect();
    let past = board.past.iter().map(|past| past.region);
    let resolved = board.past.len();
    let in_order = past.eq(board.field.row.iter().copied().take(resolved));
    let open = Region::ALL.into_iter().all(|r| board.field.open.has(r) == board.winner(r).is_none());
    let struggle = usize::from(board.struggle);
    let here = if board.outcome.is_some() { (resolved + 1).min(REGIONS) } else { resolved + 1 };
    let turn = board.passes <= board.world.players() && board.passes <= board.step;
    if once.len() != REGIONS || !in_order || !open || struggle != here || !turn {
        return Err(Refusal::new("unsound-row").with("struggle", struggle).with("resolved", resolved));
    }
    let saxons = board.held_by(Winner::Saxons).len();
    let ended = board.outcome.is_some();
    if (saxons >= board.world.numbers.saxons && !ended)
        || board.first.0 >= board.world.players()
        || board.now() < (Hour { struggle: 1, step: 0 })
    {
        return Err(Refusal::new("unsound-row").with("struggle", struggle).with("resolved", resolved));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::king_is_dead::KingIsDead;
    use crate::games::king_is_dead::data::Options;
    use crate::table::{Game, RandomTable};

    /// Nobody can have passed more often than turns were taken, or more players in succession than there are.
    #[test]
    fn passes_are_turns_of_players() {
        let folder = |file: &str| crate::games::embedded("king-is-dead", file).map(str::to_owned);
        let game = KingIsDead::load(&folder, 3, Options::default()).unwrap();
        let opening = game.begin(&mut RandomTable::new(1)).unwrap();
        for step in 0..=5 {
            for passes in 0..=5 {
                let board = Board { step, passes, ..opening.clone() };
                assert_eq!(
                    sound(&board).is_ok(),
                    passes <= step && passes <= 3,
                    "{passes} passes in {step} turns"
                );
            }
        }
    }

    /// Each thing that cannot be, alone in the position at the opening of a game of three.
    #[test]
    fn each_thing_that_cannot_be_is_refused() {
        let folder = |file: &str| crate::games::embedded("king-is-dead", file).map(str::to_owned);
        let game = KingIsDead::load(&folder, 3, Options::default()).unwrap();
        let opening = game.begin(&mut RandomTable::new(1)).unwrap();
        type Change<'a> = &'a dyn Fn(&mut Board);
        let refused = |change: Change<'_>| {
            let mut board = opening.clone();
            change(&mut board);
            sound(&board).map_or_else(|why| why.code(), |()| "")
        };
        let scots = Faction::ALL[0] as usize;
        let loyal = Faction::Loyalists as usize;
        let here = opening.field.regions.iter().position(|band| band.0[scots] > 0).unwrap();
        let rows: [(Change<'_>, &str); 13] = [
            (&|_| {}, ""),
            (&|b| b.field.regions[here].0[scots] += 1, "unsound-followers"),
            (&|b| b.field.supply.0[scots] += 1, "unsound-followers"),
            (&|b| b.courts[0].followers.0[scots] += 1, "unsound-followers"),
            (
                &|b| {
                    b.field.regions[here].0[scots] -= 1;
                    b.courts[0].followers.0[scots] += 1;
                },
                "",
            ),
            (
                &|b| {
                    let at = [b.field.supply.0[loyal] > 0, true].iter().position(|is| *is);
                    let from = b.field.regions.iter().position(|band| band.0[loyal] > 0);
                    match (at, from) {
                        (Some(0), _) => b.field.supply.0[loyal] -= 1,
                        (_, Some(from)) => b.field.regions[from].0[loyal] -= 1,
                        _ => return,
                    }
                    b.courts[0].followers.0[loyal] += 1;
                },
                if opening.world.numbers.followers.count(Faction::Loyalists) > 0 {
                    "unsound-loyalist-at-court"
                } else {
                    ""
                },
            ),
            (&|b| b.courts[0].hand.0[0] = 0, "unsound-cards"),
            (&|b| b.courts[0].hand.0[0] += 1, "unsound-cards"),
            (&|b| b.field.crowns[0] = Some(b.field.row[7]), "unsound-cards"),
            (&|b| b.field.row[1] = b.field.row[0], "unsound-row"),
            (&|b| b.struggle = 2, "unsound-row"),
            (&|b| b.struggle = 0, "unsound-row"),
            (&|b| b.first = crate::table::Seat(3), "unsound-row"),
        ];
        for (at, (change, code)) in rows.into_iter().enumerate() {
            assert_eq!(refused(change), code, "row {at}");
        }
        assert_eq!(refused(&|b| b.field.open.remove(b.field.row[0])), "unsound-resolved-region");
    }
}
