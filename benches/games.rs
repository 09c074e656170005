//! Measures complete random games: the cost of the rules without mail, ledger or reports.

use divan::{Bencher, counter::ItemsCount};
use ravenpost::games::embedded;
use ravenpost::games::king_is_dead::{self, KingIsDead};
use ravenpost::games::thrones::editions::{JOINED, NORTH, SECOND};
use ravenpost::games::thrones::game::Edition;
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::table::{Game, Progress, RandomTable};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// A complete game for each number of houses, with a new seed each time.
#[divan::bench(args = [3, 4, 5])]
fn thrones_1e(bencher: Bencher<'_, '_>, houses: u8) {
    let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
    let game = Thrones::load(&folder, houses, Options::default()).expect("the game's own data");
    random_games(bencher, &game);
}

/// A complete game of the second edition for each number of houses, with a new seed each time.
#[divan::bench(args = [3, 4, 5, 6])]
fn thrones_2e(bencher: Bencher<'_, '_>, houses: u8) {
    edition(bencher, (&SECOND, "thrones-2e"), houses, Options::default());
}

/// A complete game of the second edition with the Tides of Battle, with a new seed each time.
#[divan::bench(args = [6])]
fn thrones_2e_tides(bencher: Bencher<'_, '_>, houses: u8) {
    edition(
        bencher,
        (&SECOND, "thrones-2e"),
        houses,
        Options { tides_of_battle: true, ..Options::default() },
    );
}

/// A complete game beyond the Wall, with a new seed each time.
#[divan::bench]
fn beyond_the_wall(bencher: Bencher<'_, '_>) {
    edition(bencher, (&NORTH, "beyond-the-wall"), 3, Options::default());
}

/// A complete game on the board for nine houses, with a new seed each time.
#[divan::bench(args = [7, 8, 9])]
fn thrones_nine(bencher: Bencher<'_, '_>, houses: u8) {
    edition(bencher, (&SECOND, "thrones-nine"), houses, Options::default());
}

/// A complete game on two boards, with a new seed each time.
#[divan::bench(args = [6, 9, 12])]
fn westeros_and_the_north(bencher: Bencher<'_, '_>, seats: u8) {
    edition(bencher, (&JOINED, "westeros-and-the-north"), seats, Options::default());
}

fn edition(bencher: Bencher<'_, '_>, (edition, id): (&'static Edition, &str), seats: u8, options: Options) {
    let folder = |file: &str| embedded(id, file).map(str::to_owned);
    let game = Thrones::load_edition(edition, &folder, seats, options).expect("the game's own data");
    random_games(bencher, &game);
}

/// A complete game for each number of players, with a new seed each time.
#[divan::bench(args = [2, 3, 4])]
fn king_is_dead(bencher: Bencher<'_, '_>, players: u8) {
    king(bencher, players, false);
}

/// A complete game with Mordred for each number of players, with a new seed each time.
#[divan::bench(args = [2, 3, 4])]
fn king_is_dead_mordred(bencher: Bencher<'_, '_>, players: u8) {
    king(bencher, players, true);
}

fn king(bencher: Bencher<'_, '_>, players: u8, mordred: bool) {
    let folder = |file: &str| embedded("king-is-dead", file).map(str::to_owned);
    let options = king_is_dead::data::Options { mordred, ..king_is_dead::data::Options::default() };
    let game = KingIsDead::load(&folder, players, options).expect("the game's own data");
    random_games(bencher, &game);
}

/// Plays games to their end, with a new seed each time.
fn random_games<G: Game>(bencher: Bencher<'_, '_>, game: &G) {
    let mut seed = 0;
    bencher
        .with_inputs(|| {
            seed += 1;
            RandomTable::new(seed)
        })
        .counter(ItemsCount::new(1_usize))
        .bench_local_values(|mut table| {
            let mut board = game.begin(&mut table).expect("a random table never pauses");
            while game.play(&mut board, &mut table).expect("a random table never pauses") == Progress::Next {}
            board
        });
}
