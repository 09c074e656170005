//! Realm as a whole: that queries agree with themselves, that random games stay sound, and that refusals have
//! words.

mod auctions;
pub(crate) mod foresight;
mod growth;
mod names;
mod orders;
mod positions;
mod turns;

use super::bidding::{Bid, Choose, Houses, Prize, Tie};
use super::disband::{Because, Disband};
use super::mustering::Muster;
use super::planning::Ordering;
use super::raven::Raven;
use super::wildlings::Reward;
use super::{REFUSALS, sound};
use crate::games::thrones::armies::excess;
use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::data::{Options, OrderKind};
use crate::games::thrones::testing::{agree, game, game_with, some_position};
use crate::table::{Game, Query, RandomTable};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_refusal_has_words_and_all_words_are_of_refusals() {
    let words = include_str!("../../../../../templates/thrones/refusals/realm.yaml");
    let words: BTreeMap<String, String> = serde_saphyr::from_str(words).unwrap();
    let codes: BTreeSet<&str> = REFUSALS.iter().copied().collect();
    assert_eq!(words.keys().map(String::as_str).collect::<BTreeSet<_>>(), codes);
    for (code, sentence) in words {
        // Without what only chooses among its words; of a choice with more than two ways, the longest is said.
        let parts: Vec<&str> =
            sentence.split("{%").map(|part| part.split_once("%}").map_or(part, |(_, said)| said)).collect();
        let longest = parts.iter().map(|part| part.len()).max().unwrap_or_default();
        let length = match sentence.contains("{% elif") {
            true => parts.first().map_or(0, |head| head.len()) + longest,
            false => parts.iter().map(|part| part.len()).sum(),
        };
        assert!(length <= 210, "{code} is too long: {length}");
    }
}

#[test]
fn random_games_stay_sound_and_end() {
    let mut outcomes = BTreeSet::new();
    for seed in 0..30 {
        let (game, mut table) = (game(3 + (seed % 3) as u8), RandomTable::new(seed));
        let mut board = game.begin(&mut table).unwrap();
        let mut stages = 0;
        while board.stage != Stage::Over {
            sound::sound(&board).unwrap_or_else(|why| panic!("game {seed}, {:?}: {why:?}", board.stage));
            game.play(&mut board, &mut table).unwrap();
            stages += 1;
            assert!(stages <= 10 * 9, "game {seed} does not end");
        }
        sound::sound(&board).unwrap_or_else(|why| panic!("game {seed}, at the end: {why:?}"));
        outcomes.insert(board.outcome.map(|outcome| outcome.by));
    }
    assert!(!outcomes.contains(&None), "{outcomes:?}");
}

/// Asks everything that can be asked in a position, and says how many questions that were.
fn ask_all(board: &Board, dice: &mut fastrand::Rng) -> usize {
    let mut asked = 0;
    let mut agree = |query: &dyn Fn(&mut fastrand::Rng)| {
        query(dice);
        asked += 1;
    };
    for seat in board.houses.seats() {
        for prize in [Prize::Track(Track::Fiefdoms), Prize::Wildlings] {
            agree(&|dice| check(&Bid::new(board, seat, prize), dice));
        }
        agree(&|dice| check(&Muster::new(board, seat), dice));
        agree(&|dice| check(&Reward::new(board, seat), dice));
        agree(&|dice| check(&Ordering::new(board, seat), dice));
        agree(&|dice| check(&Raven::new(board, seat), dice));
        for points in [2, 4] {
            agree(&|dice| check(&Disband::new(board, seat, Because::Wildlings, points), dice));
        }
        for supply in 0..=board.houses[seat].supply {
            let mut hungry = board.clone();
            hungry.houses[seat].supply = supply;
            let units = excess(&hungry, seat, &[]);
            agree(&|dice| check(&Disband::new(&hungry, seat, Because::Supply, units), dice));
        }
    }
    let tied: Houses = board.play_order().into_iter().skip(1).collect();
    for (choose, prize) in [
        (Choose::Order, Prize::Track(Track::KingsCourt)),
        (Choose::Highest, Prize::Wildlings),
        (Choose::Lowest, Prize::Wildlings),
    ] {
        let judge = board.play_order()[0];
        agree(&|dice| check(&Tie::new(board, judge, prize, choose, 3, tied.clone()), dice));
    }
    asked
}

fn check<Q: Query<Game = crate::games::thrones::Thrones>>(query: &Q, dice: &mut fastrand::Rng) {
    agree(query, REFUSALS, dice);
}

#[test]
fn lists_samples_and_checks_agree() {
    let mut dice = fastrand::Rng::with_seed(7);
    let mut asked = 0;
    for seed in 0..6 {
        let board = some_position(seed, 6 + 13 * seed as u32);
        asked += ask_all(&board, &mut dice);
    }
    assert!(asked > 200, "{asked}");
}

#[test]
fn an_order_everywhere_is_asked_for_and_given() {
    let options = Options { order_in_every_area: true, ..Options::default() };
    let (game, mut dice) = (game_with(5, options), fastrand::Rng::with_seed(3));
    let board = game.begin(&mut RandomTable::new(3)).unwrap();
    for seat in board.houses.seats() {
        let query = Ordering::new(&board, seat);
        check(&query, &mut dice);
        let places = board.held_by(seat).count();
        assert_eq!(query.default().iter().count(), places);
        assert_eq!(query.sample(&mut dice).iter().count(), places);
        let marches = |(_, order)| board.world.token(order).kind == OrderKind::March;
        assert!(!query.default().iter().any(marches), "silence does not march");
    }
}
