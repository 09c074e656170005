//! The King is Dead by chance: thousands of complete games for 2, 3 and 4, with Mordred and without, end and hold the
//! invariants; what is legal is enumerable; openings have the counts they had.

use super::thorough::thorough;
use ravenpost::games::embedded;
use ravenpost::games::king_is_dead::KingIsDead;
use ravenpost::games::king_is_dead::board::{Board, Ending};
use ravenpost::games::king_is_dead::cards::{Action, Exchange, Places, Play, Summon, Swap, Turn};
use ravenpost::games::king_is_dead::data::{Band, Card, Faction, Options, Region};
use ravenpost::games::king_is_dead::turn::TurnQuery;
use ravenpost::table::{AuditTable, Game, Progress, Query, RandomTable, Seat};
use std::collections::BTreeMap;

fn game(players: u8, mordred: bool) -> KingIsDead {
    let folder = |file: &str| embedded("king-is-dead", file).map(str::to_owned);
    KingIsDead::load(&folder, players, Options { mordred, ..Options::default() })
        .expect("the game's own data")
}

fn tables() -> impl Iterator<Item = (u8, bool)> {
    [2, 3, 4].into_iter().flat_map(|players| [(players, false), (players, true)])
}

/// Plays a game to its end; the message of a failure names the seed, so that it can be played again.
fn play(game: &KingIsDead, seed: u64) -> (Board, u64) {
    let mut table = RandomTable::new(seed);
    let mut board = game.begin(&mut table).expect("a random table never pauses");
    assert!(game.sound(&board).is_ok(), "seed {seed}: the set-up: {:?}", game.sound(&board));
    for _ in 0..8 {
        let progress = game.play(&mut board, &mut table).expect("a random table never pauses");
        if let Err(why) = game.sound(&board) {
            panic!("seed {seed}: before struggle {}: {why:?}", board.struggle);
        }
        if progress == Progress::Ended {
            return (board, table.questions());
        }
    }
    panic!("seed {seed}: no end after eight struggles");
}

#[test]
fn random_games_end_soundly() {
    let games = thorough(2_000, 20_000);
    for (players, mordred) in tables() {
        let game = game(players, mordred);
        let mut endings: BTreeMap<&str, u32> = BTreeMap::new();
        let mut questions = 0;
        for seed in 0..games {
            let (board, asked) = play(&game, seed);
            let outcome = board.outcome.as_ref().unwrap_or_else(|| panic!("seed {seed}: no outcome"));
            assert!(!outcome.winners.is_empty(), "seed {seed}: nobody won");
            if players == 4 {
                let partners = outcome.winners.iter().all(|s| outcome.winners.contains(&Seat((s.0 + 2) % 4)));
                assert!(partners, "seed {seed}: {:?}", outcome.winners);
            }
            *endings.entry(outcome.by.id()).or_default() += 1;
            questions += asked;
        }
        println!("{players} players, Mordred {mordred}: {endings:?}, {} questions a game", questions / games);
        assert!(endings.contains_key(Ending::Control.id()) && endings.contains_key(Ending::Invasion.id()));
        assert_eq!(endings.contains_key(Ending::Loyalists.id()), mordred);
    }
}

#[test]
fn a_seed_reproduces_its_game() {
    for (players, mordred) in tables() {
        let game = game(players, mordred);
        for seed in 0..20 {
            assert_eq!(play(&game, seed), play(&game, seed), "seed {seed}");
        }
        assert_ne!(play(&game, 1).0, play(&game, 2).0);
    }
}

#[test]
fn partners_may_not_write_to_each_other() {
    let four = game(4, false);
    for (from, to) in [(0, 2), (2, 0), (1, 3), (3, 1)] {
        let why = four.may_write(Seat(from), Seat(to)).expect_err("partners");
        assert_eq!(why.code(), "press-to-partner");
    }
    assert!(four.may_write(Seat(0), Seat(1)).is_ok() && four.may_write(Seat(0), Seat(3)).is_ok());
    assert!(game(3, false).may_write(Seat(0), Seat(2)).is_ok());
}

#[test]
fn every_query_keeps_its_word() {
    for (players, mordred) in tables() {
        let game = game(players, mordred);
        for seed in 0..8 {
            // Complete lists are looked through where they are short; long ones are a sample.
            let mut table = AuditTable::new(seed, if seed == 0 { 2_000 } else { 60 });
            let mut board = game.begin(&mut table).expect("no pause");
            while game.play(&mut board, &mut table).expect("no pause") == Progress::Next {}
            let faults = table.faults();
            assert!(faults.is_empty(), "{players}, {mordred}, seed {seed}:\n{}", faults.join("\n"));
        }
    }
}

#[test]
fn a_game_written_and_read_after_every_struggle_is_the_same_game() {
    for (players, mordred) in tables() {
        let game = game(players, mordred);
        for seed in 0..25 {
            let mut table = RandomTable::new(seed);
            let mut board = game.begin(&mut table).expect("no pause");
            loop {
                let progress = game.play(&mut board, &mut table).expect("no pause");
                let read =
                    game.read_state(&game.write_state(&board)).unwrap_or_else(|e| panic!("{seed}: {e}"));
                assert_eq!(read, board, "seed {seed}");
                for seat in (0..players).map(|seat| Some(Seat(seat))).chain([None]) {
                    let view = game.view(&board, seat);
                    let seen = game.read_view(&view).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
                    assert!(game.view(&seen, seat) == view, "seed {seed}, {seat:?}");
                    assert!(game.sound(&seen).is_ok(), "seed {seed}: {:?}", game.sound(&seen));
                }
                if progress == Progress::Ended {
                    break;
                }
            }
        }
    }
}

/// Every answer that can be thought of, legal or not, once.
fn conceivable(mut visit: impl FnMut(Turn)) {
    let mut bands: Vec<Band> = vec![Band::NONE];
    for a in Faction::ALL {
        bands.push(Band::one(a));
        bands.extend(Faction::ALL.into_iter().filter(|b| *b >= a).map(|b| Band::one(a).plus(Band::one(b))));
    }
    let mut actions = vec![Action::Nothing];
    let mut once = |action: Action| {
        if !actions.contains(&action) {
            actions.push(action);
        }
    };
    for a in Region::ALL {
        once(Action::Place(Places::faction(a, None)));
        for b in Region::ALL {
            once(Action::Place(Places::faction(a, Some(b))));
            Region::ALL.into_iter().for_each(|crown| once(Action::Swap(Swap::new(a, b, crown))));
        }
    }
    for a in Region::ALL {
        for b in Region::ALL.into_iter().filter(|b| *b > a) {
            for give in &bands {
                bands
                    .iter()
                    .for_each(|take| actions.push(Action::Exchange(Exchange::new(a, b, *give, *take))));
            }
        }
    }
    let places: Vec<Option<Region>> = Region::ALL.into_iter().map(Some).chain([None]).collect();
    for a in &places {
        for b in &places {
            for c in &places {
                actions.push(Action::Place(Places::settlement([*a, *b, *c])));
            }
        }
    }
    let from = |faction| move |from| Some(Summon { faction, from });
    let summons = Faction::ALL.into_iter().flat_map(|f| Region::ALL.into_iter().map(from(f))).chain([None]);
    let summons: Vec<Option<Summon>> = summons.collect();
    visit(Turn::Pass);
    for card in Card::ALL {
        let mut seen: Vec<&Action> = Vec::new();
        for action in &actions {
            // A Settlement's places look like those of a faction's card.
            if matches!(action, Action::Place(_)) {
                if seen.contains(&action) {
                    continue;
                }
                seen.push(action);
            }
            summons.iter().for_each(|summon| {
                visit(Turn::Play(Play { card, action: *action, summon: *summon, line: None }))
            });
        }
    }
}

#[test]
fn what_is_listed_is_all_that_is_accepted() {
    // Some positions of a game in full: every conceivable turn is accepted or not as it stands in the list or not.
    let game = game(3, true);
    let mut table = RandomTable::new(5);
    let mut board = game.begin(&mut table).expect("no pause");
    for struggle in 1..=8 {
        if matches!(struggle, 1 | 6 | 8) {
            let query = TurnQuery::new(&board);
            let listing = query.list(usize::MAX);
            assert!(listing.complete);
            let mut accepted = 0;
            conceivable(|turn| accepted += usize::from(query.check(&turn).is_ok()));
            assert_eq!(accepted, listing.answers.len(), "struggle {struggle}");
        }
        if game.play(&mut board, &mut table).expect("no pause") == Progress::Ended {
            break;
        }
    }
}

/// The number of legal turns by card.
fn counts(board: &Board) -> Vec<usize> {
    let mut counts = vec![0; 8];
    for turn in TurnQuery::new(board).list(usize::MAX).answers {
        counts[match turn {
            Turn::Pass => 0,
            Turn::Play(play) => 1 + play.card as usize,
        }] += 1;
    }
    counts
}

#[test]
fn openings_have_the_counts_they_had() {
    // Pass, Crown, Garrison, Ambassador, Settlement, Scots, Welsh, Romano-Britons; checked against every conceivable turn
    // by the test above.
    let found: Vec<Vec<usize>> = tables()
        .map(|(players, mordred)| {
            counts(&game(players, mordred).begin(&mut RandomTable::new(1)).expect("no pause"))
        })
        .collect();
    assert_eq!(found, EXPECTED.map(|counts| counts.to_vec()));
}

const EXPECTED: [[usize; 8]; 6] = [
    [1, 952, 2343, 2149, 9152, 17, 105, 105],
    [1, 1064, 4407, 3554, 10048, 19, 114, 117],
    [1, 1008, 2855, 2523, 9600, 18, 108, 111],
    [1, 952, 3057, 2613, 9152, 17, 102, 105],
    [1, 1064, 3567, 2944, 10048, 19, 114, 114],
    [1, 952, 3231, 2650, 9152, 17, 102, 102],
];
