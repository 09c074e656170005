//! Thousands of complete games by chance: they end, hold the invariants after every stage, and follow from
//! their seed alone.

use super::thorough::thorough;
use ravenpost::games::embedded;
use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::board::{Board, Track};
use ravenpost::games::thrones::data::Options;
use ravenpost::games::thrones::editions::SECOND;
use ravenpost::table::{Game, Progress, RandomTable};

const MOST_STAGES: u32 = 10 * 9;

fn thrones(players: u8) -> Thrones {
    let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
    Thrones::load(&folder, players, Options::default()).expect("the game's own data")
}

/// The second edition, with the Tides of Battle or without.
fn second(players: u8, tides_of_battle: bool) -> Thrones {
    let folder = |file: &str| embedded("thrones-2e", file).map(str::to_owned);
    let options = Options { tides_of_battle, ..Options::default() };
    Thrones::load_edition(&SECOND, &folder, players, options).expect("the game's own data")
}

/// The board for nine houses, with the Tides of Battle or without.
fn nine(players: u8, tides_of_battle: bool) -> Thrones {
    let folder = |file: &str| embedded("thrones-nine", file).map(str::to_owned);
    let options = Options { tides_of_battle, ..Options::default() };
    Thrones::load_edition(&SECOND, &folder, players, options).expect("the game's own data")
}

/// Plays a game to its end; the message of a failure names the seed, so that it can be played again.
fn play(game: &Thrones, seed: u64) -> (Board, u64) {
    let mut table = RandomTable::new(seed);
    let mut board = game.begin(&mut table).expect("a random table never pauses");
    for _ in 0..MOST_STAGES {
        let progress = game.play(&mut board, &mut table).expect("a random table never pauses");
        if let Err(why) = game.sound(&board) {
            panic!("seed {seed}: after turn {} before {:?}: {why:?}", board.turn, board.stage);
        }
        if progress == Progress::Ended {
            return (board, table.questions());
        }
    }
    panic!("seed {seed}: no end after {MOST_STAGES} stages");
}

fn games_of(game: &Thrones, games: u64) {
    let players = game.seats().len();
    let (mut won_early, mut questions) = (0, 0);
    for seed in 0..games {
        let (board, asked) = play(game, seed);
        let outcome =
            board.outcome.as_ref().unwrap_or_else(|| panic!("seed {seed}: over without an outcome"));
        assert!(!outcome.winners.is_empty(), "seed {seed}: nobody won");
        won_early += u64::from(outcome.by == "areas");
        questions += asked;
    }
    println!(
        "{}, {players} houses: {won_early} of {games} won before the last turn, {} questions a game",
        game.title(),
        questions / games
    );
}

#[test]
fn three_houses() {
    games_of(&thrones(3), thorough(1_500, 15_000));
}

#[test]
fn four_houses() {
    games_of(&thrones(4), thorough(1_500, 15_000));
}

#[test]
fn five_houses() {
    games_of(&thrones(5), thorough(1_500, 15_000));
}

/// Each number of houses, with the Tides of Battle and without.
fn second_edition(players: u8) {
    for tides in [false, true] {
        games_of(&second(players, tides), thorough(250, 5_000));
    }
}

#[test]
fn three_houses_of_the_second_edition() {
    second_edition(3);
}

#[test]
fn four_houses_of_the_second_edition() {
    second_edition(4);
}

#[test]
fn five_houses_of_the_second_edition() {
    second_edition(5);
}

#[test]
fn six_houses_of_the_second_edition() {
    second_edition(6);
}

/// Each number of houses on the board for nine, with the Tides of Battle and without.
fn on_nine(players: u8) {
    for tides in [false, true] {
        games_of(&nine(players, tides), thorough(150, 3_000));
    }
}

#[test]
fn seven_houses() {
    on_nine(7);
}

#[test]
fn eight_houses() {
    on_nine(8);
}

#[test]
fn nine_houses() {
    on_nine(9);
}

#[test]
fn a_seed_reproduces_its_game() {
    for game in [thrones(5), second(6, false), second(6, true), nine(9, true)] {
        for seed in 0..20 {
            assert_eq!(play(&game, seed), play(&game, seed), "seed {seed}");
        }
        assert_ne!(play(&game, 1).0, play(&game, 2).0);
    }
}

#[test]
fn a_game_written_and_read_after_every_stage_is_the_same_game() {
    for (game, games) in
        [(thrones(5), 40), (second(6, true), 20), (second(3, false), 20), (nine(9, false), 10)]
    {
        for seed in 0..games {
            written_and_read(&game, seed);
        }
    }
}

fn written_and_read(game: &Thrones, seed: u64) {
    let mut table = RandomTable::new(seed);
    let mut board = game.begin(&mut table).expect("no pause");
    while game.play(&mut board, &mut table).expect("no pause") == Progress::Next {
        let written = game.write_state(&board);
        let read = game.read_state(&written).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        assert_eq!(game.write_state(&read), written, "seed {seed}");
        // The holder of the Raven may know a wildling card.
        for seat in [board.first_on(0, Track::KingsCourt), None] {
            let view = game.view(&board, seat);
            let seen = game.read_view(&view).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            assert_eq!(game.view(&seen, seat), view, "seed {seed}");
            let Some(seat) = seat else { continue };
            assert_eq!(game.seen(&board, seat).as_ref(), Ok(&seen), "seed {seed}");
        }
    }
}
