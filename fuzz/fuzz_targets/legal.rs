//! Plays whole games under the auditing table: every listed answer is accepted, and no other.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost::games::embedded;
use ravenpost::games::king_is_dead::{self, KingIsDead};
use ravenpost::games::thrones::editions::SECOND;
use ravenpost::games::thrones::{Thrones, data};
use ravenpost::table::{AuditTable, Game, Progress};

fn play(game: &impl Game, seed: u64, limit: u8) {
    let mut table = AuditTable::new(seed, usize::from(limit));
    let mut board = game.begin(&mut table).expect("no pause");
    while game.play(&mut board, &mut table).expect("no pause") == Progress::Next {
        assert!(game.sound(&board).is_ok());
    }
    assert!(table.faults().is_empty(), "{:#?}", table.faults());
}

fuzz_target!(|input: (u64, u8, u8)| {
    let (seed, players, limit) = input;
    let folder = |game: &'static str| move |file: &str| embedded(game, file).map(str::to_owned);
    if players & 0xC0 == 0x40 {
        let options = data::Options { tides_of_battle: players & 0x20 != 0, ..Default::default() };
        let folder = folder("thrones-2e");
        let game = Thrones::load_edition(&SECOND, &folder, 3 + players % 4, options).expect("the game's own data");
        play(&game, seed, limit);
    } else if players & 0x80 == 0 {
        let options = data::Options::default();
        let game = Thrones::load(&folder("thrones-1e"), 3 + players % 3, options).expect("the game's own data");
        play(&game, seed, limit);
    } else {
        let options = king_is_dead::data::Options { mordred: players & 0x40 != 0, ..Default::default() };
        let game = KingIsDead::load(&folder("king-is-dead"), 2 + players % 3, options).expect("the game's own data");
        play(&game, seed, limit);
    }
});
