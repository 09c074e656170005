//! Who wins beyond the Wall, by chance and by simulated players. `docs/balance.md` says how its table is made anew.

use super::{play, with};
use crate::games::thrones::Thrones;
use crate::games::thrones::data::Options;
use crate::games::thrones::editions::NORTH;
use crate::table::{
    Game, Host, Note, Open, Played, Policy, Progress, RandomTable, RecordDesk, Referee, Seat, Seed,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// The game; with the data of the folder that `BOARD` names, for whoever tries other numbers.
fn game() -> Thrones {
    let Ok(folder) = std::env::var("BOARD") else { return with(Options::default()) };
    let file = |file: &str| std::fs::read_to_string(std::path::Path::new(&folder).join(file)).ok();
    let file = |name: &str| {
        file(name).or_else(|| crate::games::embedded("beyond-the-wall", name).map(str::to_owned))
    };
    Thrones::load_edition(&NORTH, &file, 3, Options::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// How games have ended.
#[derive(Default)]
struct Tally {
    games: u32,
    wins: BTreeMap<String, u32>,
    /// Games that ended in each round.
    rounds: BTreeMap<u8, u32>,
    /// Quests completed, by side.
    quests: BTreeMap<String, u32>,
    /// Units at the end.
    points: BTreeMap<String, u32>,
}

impl Tally {
    fn add(&mut self, board: &crate::games::thrones::board::Board) {
        let outcome = board.outcome.as_ref().unwrap();
        let who = if outcome.winners.len() == 1 { board.world.seat_id(outcome.winners[0]) } else { "draw" };
        self.games += 1;
        *self.wins.entry(who.to_owned()).or_default() += 1;
        *self.rounds.entry(board.turn).or_default() += 1;
        for seat in board.houses.seats() {
            let done = board.north.as_ref().unwrap().side(seat).quest_done.is_some();
            *self.quests.entry(board.world.seat_id(seat).to_owned()).or_default() += u32::from(done);
            *self.points.entry(board.world.seat_id(seat).to_owned()).or_default() +=
                u32::from(board.world.points(board.units_of(seat)));
        }
    }

    fn share(&self, who: &str) -> f64 {
        100.0 * f64::from(self.wins.get(who).copied().unwrap_or(0)) / f64::from(self.games)
    }

    /// A row of the table in `docs/balance.md`.
    fn row(&self, what: &str) -> String {
        let shares =
            ["nights-watch", "wildlings", "others", "draw"].map(|who| format!("{:.1}", self.share(who)));
        let rounds: u32 = self.rounds.iter().map(|(round, n)| u32::from(*round) * n).sum();
        let rounds = f64::from(rounds) / f64::from(self.games);
        format!("| {} {what} | {} | {rounds:.1} |", self.games, shares.join(" | "))
    }
}

fn by_chance(game: &Thrones, games: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..games {
        tally.add(&play(game, &mut RandomTable::new(seed), &mut |_| {}));
    }
    tally
}

/// Plays a game by the plans that stewards and the simulated players of `demo` make, each from what its side may know.
fn by_stewards(game: &Thrones, number: u64) -> crate::games::thrones::board::Board {
    let host = Host::new(game.clone());
    let dice = &mut fastrand::Rng::with_seed(number);
    let seed = Seed(std::array::from_fn(|_| dice.u8(..)));
    let mut record: BTreeMap<String, Value> = BTreeMap::new();
    let mut plans: Vec<Vec<Value>> = vec![vec![]; 3];
    let mut position = host.begin(&mut RecordDesk::new(&record, seed.clone())).unwrap();
    let mut asked_at = (String::new(), 0);
    loop {
        let silence = if asked_at.1 > 3 { Policy::Default("pace".to_owned()) } else { Policy::Ask };
        let mut desk = RecordDesk::new(&record, seed.clone()).with_policy(|_| silence.clone());
        let played = host.play(&position, &plans, &mut desk).unwrap();
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
                let seats: std::collections::BTreeSet<Seat> =
                    asked.open.iter().map(|open| open.seat).collect();
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
fn watched(board: &crate::games::thrones::board::Board) {
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

/// Prints the table: `cargo test --lib who_wins_beyond_the_wall -- --ignored --nocapture`.
#[test]
#[ignore = "a table for people, over thousands of games"]
fn who_wins_beyond_the_wall() {
    let game = game();
    let mut all = vec![("random games", by_chance(&game, number("GAMES", 10_000)))];
    let mut stewards = Tally::default();
    (0..number("STEWARDS", 1_000)).for_each(|seed| stewards.add(&by_stewards(&game, seed)));
    all.push(("stewards' games", stewards));
    println!(
        "| games | Night's Watch % | Wildlings % | The Others % | draw % | rounds |\n| --- | --- | --- | --- | --- | --- |"
    );
    for (what, tally) in all.iter().filter(|(_, tally)| tally.games > 0) {
        println!("{}", tally.row(what));
        println!(
            "<!-- quests {:?}, points at the end {:?}, rounds {:?} -->",
            tally.quests, tally.points, tally.rounds
        );
    }
}
