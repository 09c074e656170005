//! What is listed is accepted, and what is not accepted is never listed: whole games under the auditing table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost::games::embedded;
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::table::{AuditTable, Game, Progress};

fuzz_target!(|input: (u64, u8, u8)| {
    let (seed, players, limit) = input;
    let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
    let game = Thrones::load(&folder, 3 + players % 3, Options::default()).expect("the game's own data");
    let mut table = AuditTable::new(seed, usize::from(limit));
    let mut board = game.begin(&mut table).expect("no pause");
    while game.play(&mut board, &mut table).expect("no pause") == Progress::Next {
        assert!(game.sound(&board).is_ok());
    }
    assert!(table.faults().is_empty(), "{:#?}", table.faults());
});
