//! Legal means enumerable: over random games, whatever a query lists or samples its check accepts, complete
//! lists are complete, defaults are legal, and answers survive being written.

use super::thorough::thorough;
use ravenpost::games::embedded;
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::table::{AuditTable, Game, Progress};

#[test]
fn every_query_of_thrones_keeps_its_word() {
    for players in [3, 4, 5] {
        let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
        let game = Thrones::load(&folder, players, Options::default()).expect("the game's own data");
        for seed in 0..thorough(25, 250) {
            let mut table = AuditTable::new(seed, 120);
            let mut board = game.begin(&mut table).expect("no pause");
            while game.play(&mut board, &mut table).expect("no pause") == Progress::Next {}
            assert!(
                table.faults().is_empty(),
                "{players} houses, seed {seed}:\n{}",
                table.faults().join("\n")
            );
        }
    }
}
