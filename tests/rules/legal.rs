//! Legal means enumerable: over random games, whatever a query lists or samples its check accepts, complete
//! lists are complete, defaults are legal, and answers survive being written.

use super::thorough::thorough;
use ravenpost::games::embedded;
use ravenpost::games::thrones::editions::SECOND;
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::table::{AuditTable, Game, Progress};

fn keeps_its_word(game: &Thrones, seeds: u64) {
    for seed in 0..seeds {
        let mut table = AuditTable::new(seed, 120);
        let mut board = game.begin(&mut table).expect("no pause");
        while game.play(&mut board, &mut table).expect("no pause") == Progress::Next {}
        let (players, faults) = (game.seats().len(), table.faults().join("\n"));
        assert!(faults.is_empty(), "{} for {players}, seed {seed}:\n{faults}", game.title());
    }
}

#[test]
fn every_query_of_thrones_keeps_its_word() {
    for players in [3, 4, 5] {
        let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
        let game = Thrones::load(&folder, players, Options::default()).expect("the game's own data");
        keeps_its_word(&game, thorough(25, 250));
    }
}

#[test]
fn every_query_of_the_second_edition_keeps_its_word() {
    for (players, tides_of_battle) in [(3, false), (4, true), (5, false), (6, true), (6, false)] {
        let folder = |file: &str| embedded("thrones-2e", file).map(str::to_owned);
        let options = Options { tides_of_battle, ..Options::default() };
        let game = Thrones::load_edition(&SECOND, &folder, players, options).expect("the game's own data");
        keeps_its_word(&game, thorough(12, 200));
    }
}
