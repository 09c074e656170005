//! Who wins beyond the Wall and on the boards of seven houses and more, by chance and by simulated players. `docs/balance.md`
//! says how its tables are made anew.

use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Options;
use crate::games::thrones::editions::{JOINED, NORTH, SECOND};
use crate::games::thrones::game::Edition;
use crate::table::{
    Game, Host, Note, Open, Played, Policy, Progress, RandomTable, RecordDesk, Referee, Seat, Seed, lent,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The boards that are counted: the game, its edition and its numbers of players.
const BOARDS: [(&str, &Edition, &[u8]); 3] = [
    ("beyond-the-wall", &NORTH, &[3]),
    ("thrones-nine", &SECOND, &[7, 8, 9]),
    ("westeros-and-the-north", &JOINED, &[6, 7, 8, 9, 10, 11, 12]),
];

/// The columns of the first table: who has won, the houses together.
const COLUMNS: [&str; 6] =
    ["nights-watch", "wildlings", "others", "a house", "a house and the Watch", "a draw"];

/// The game; with the data of the folder that `BOARD` names, for whoever tries other numbers.
fn game(id: &str, edition: &'static Edition, players: u8) -> Thrones {
    let folder = std::env::var("BOARD").ok();
    let file = |name: &str| {
        let own = folder.as_ref().map(|folder| std::path::Path::new(folder).join(name));
        let own = own.and_then(|file| std::fs::read_to_string(file).ok());
        own.or_else(|| crate::games::embedded(id, name).map(str::to_owned))
    };
    Thrones::load_edition(edition, &file, players, Options::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// How games have ended.
#[derive(Default)]
struct Tally {
    games: u32,
    /// Games by their column.
    ends: BTreeMap<&'static str, u32>,
    /// Games that each seat has won, alone or with another.
    wins: BTreeMap<String, u32>,
    /// Games that ended in each round.
    rounds: BTreeMap<u8, u32>,
    /// Quests completed, by side.
    quests: BTreeMap<String, u32>,
}

impl Tally {
    fn add(&mut self, board: &Board) {
        let world = &board.world;
        let winners = &board.outcome.as_ref().unwrap().winners;
        let sides: Vec<Seat> = world.north.as_ref().map_or(vec![], |north| north.sides().to_vec());
        let end = match winners.as_slice() {
            [side] if sides.contains(side) => {
                COLUMNS.into_iter().find(|id| *id == world.seat_id(*side)).unwrap()
            }
            [_] => "a house",
            [_, watch] if sides.contains(watch) && sides.len() < board.houses.len() => {
                "a house and the Watch"
            }
            _ => "a draw",
        };
        self.games += 1;
        *self.ends.entry(end).or_default() += 1;
        for winner in winners.iter().filter(|_| end != "a draw") {
            *self.wins.entry(world.seat_id(*winner).to_owned()).or_default() += 1;
        }
        *self.rounds.entry(board.turn).or_default() += 1;
        for side in sides {
            let done = board.north.as_ref().unwrap().side(side).quest_done.is_some();
            *self.quests.entry(world.seat_id(side).to_owned()).or_default() += u32::from(done);
        }
    }

    fn share(&self, of: u32) -> String {
        format!("{:.1}", 100.0 * f64::from(of) / f64::from(self.games))
    }

    /// A row of the first table in `docs/balance.md`.
    fn row(&self, what: &str) -> String {
        let shares = COLUMNS.map(|end| self.share(self.ends.get(end).copied().unwrap_or(0)));
        let rounds: u32 = self.rounds.iter().map(|(round, n)| u32::from(*round) * n).sum();
        let rounds = f64::from(rounds) / f64::from(self.games);
        format!("| {what} | {} | {} | {rounds:.1} |", self.games, shares.join(" | "))
    }

    /// The seats and what each has won, for the second.
    fn by_seat(&self, seats: &[String]) -> String {
        let share =
            |seat: &String| format!("{seat} {}", self.share(self.wins.get(seat).copied().unwrap_or(0)));
        seats.iter().map(share).collect::<Vec<_>>().join(", ")
    }
}

/// Plays a game in which every question is answered by chance.
fn by_chance(game: &Thrones, seed: u64) -> Board {
    let table = &mut RandomTable::new(seed);
    let mut board = game.begin(table).unwrap();
    while game.play(&mut board, table).unwrap() != Progress::Ended {}
    board
}

/// Plays a game by the plans that stewards and the simulated players of `demo` make, each from what its side may know.
fn by_stewards(game: &Thrones, number: u64) -> Board {
    let host = Host::new(game.clone());
    let dice = &mut fastrand::Rng::with_seed(number);
    let seed = Seed(std::array::from_fn(|_| dice.u8(..)));
    let mut record: BTreeMap<String, Value> = BTreeMap::new();
    let mut plans: Vec<Vec<Value>> = vec![vec![]; game.world().houses.len()];
    let mut position = host.begin(&mut RecordDesk::new(&record, seed.clone())).unwrap();
    let mut asked_at = (String::new(), 0);
    loop {
        let silence = if asked_at.1 > 3 { Policy::Default("pace".to_owned()) } else { Policy::Ask };
        let mut desk = RecordDesk::new(&record, seed.clone()).with_policy(|_| silence.clone());
        let played = host.play(&position, &lent(&plans), &mut desk).unwrap();
        for note in desk.into_notes() {
            if std::env::var_os("WATCH").is_some() && matches!(note, Note::Ignored(_)) {
                println!("    {note:?}");
            }
            if let Note::Answer(answered) = note {
                record.insert(answered.key, answered.answer);
            }
        }
        match played {
            Played::Done { position: next, progress } => {
                let board = game.read_state(&next).unwrap();
                if std::env::var_os("WATCH").is_some() {
                    watched(&board);
                }
                if progress == Progress::Ended {
                    return board;
                }
                position = next;
                record.clear();
                asked_at = (String::new(), 0);
            }
            Played::Paused(asked) => {
                let keys: Vec<&str> = asked.open.iter().map(|open| open.key.as_str()).collect();
                let keys = keys.join(" ");
                asked_at = if asked_at.0 == keys { (keys, asked_at.1 + 1) } else { (keys, 1) };
                let state = game.read_state(&asked.position).unwrap();
                let seats: BTreeSet<Seat> = asked.open.iter().map(|open| open.seat).collect();
                for seat in seats {
                    let seen = game.read_view(&game.view(&state, Some(seat))).unwrap();
                    let open: Vec<Open> =
                        asked.open.iter().filter(|open| open.seat == seat).cloned().collect();
                    let plan = game.suggest(&seen, seat, &open, dice);
                    plans[seat.index()].insert(0, serde_json::to_value(plan).unwrap());
                    plans[seat.index()].truncate(2);
                }
            }
        }
    }
}

/// Prints where everybody is, for whoever wants to see how simulated players play (`WATCH=1`).
fn watched(board: &Board) {
    let world = &board.world;
    println!("{} {}", board.turn, board.stage.id());
    for (area, spot) in board.areas().filter(|(_, spot)| !spot.units().is_empty()) {
        let side = spot.holder.map_or("nobody", |seat| world.seat_id(seat));
        let order = spot.order.map_or("", |order| world.token(order).id.as_str());
        let units: Vec<String> = spot.units().iter().map(|(unit, n)| format!("{n} {}", unit.id())).collect();
        println!("  {side:13} {:26} {order:12} {}", world.area_id(area), units.join(", "));
    }
    for seat in board.houses.seats() {
        let away = world.points(board.houses[seat].away);
        println!(
            "  {} power {} supply {} away {away}",
            world.seat_id(seat),
            board.houses[seat].power,
            board.houses[seat].supply
        );
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// Prints the tables: `cargo test --lib who_wins -- --ignored --nocapture`.
#[test]
#[ignore = "tables for people, over thousands of games"]
fn who_wins() {
    let only = std::env::var("ONLY").unwrap_or_default();
    for (id, edition, players) in BOARDS {
        for players in players.iter().copied().filter(|players| format!("{id}/{players}").starts_with(&only))
        {
            let game = game(id, edition, players);
            let all = by_chance(&game, 0);
            let seats: Vec<String> =
                all.houses.seats().map(|seat| all.world.seat_id(seat).to_owned()).collect();
            for (kind, games, play) in [
                ("random", number("GAMES", 10_000), &by_chance as &dyn Fn(&Thrones, u64) -> Board),
                ("stewards'", number("STEWARDS", 1_000), &by_stewards),
            ] {
                let mut tally = Tally::default();
                (0..games).for_each(|seed| tally.add(&play(&game, seed)));
                if games > 0 {
                    println!("{}", tally.row(&format!("{id} | {players} | {kind}")));
                    println!("<!-- {} -->", tally.by_seat(&seats));
                    println!("<!-- quests {:?}, rounds {:?} -->", tally.quests, tally.rounds);
                }
            }
        }
    }
}
