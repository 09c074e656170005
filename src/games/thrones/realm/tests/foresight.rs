//! That the sheet of the Westeros phase leaves nothing out: whatever the cards ask was foreseen when they asked first.

use crate::games::thrones::Thrones;
use crate::games::thrones::data::{Options, Troop, Unit};
use crate::games::thrones::editions::SECOND;
use crate::games::thrones::game::Foresight;
use crate::games::thrones::realm::wildling_foresight::foresee_cards;
use crate::table::{Asked, Game, Host, Played, RandomTable, RecordDesk, Referee, Seat, Seed};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn first_edition(players: u8) -> Host<Thrones> {
    let folder = |file: &str| crate::games::embedded("thrones-1e", file).map(str::to_owned);
    Host::new(Thrones::load(&folder, players, Options::default()).expect("the game's own data"))
}

fn second_edition(players: u8) -> Host<Thrones> {
    let folder = |file: &str| crate::games::embedded("thrones-2e", file).map(str::to_owned);
    let game = Thrones::load_edition(&SECOND, &folder, players, Options::default());
    Host::new(game.expect("the game's own data"))
}

/// What is asked of a seat, without the step; a tie is known by its kind alone, because nobody can foresee who ties. What one
/// card asks in a second step (two attacks of the wildlings, one upon the other) its first question stands for: a plan says
/// the same to both.
fn named(seat: Seat, kind: &str, key: &str) -> (Seat, String) {
    let parts: Vec<&str> = key.splitn(5, '/').collect();
    (seat, if kind == "tie" { kind.to_owned() } else { format!("{}/{}/{}", parts[0], parts[1], parts[4]) })
}

/// Plays a random game, and counts the questions of its Westeros phases by kind.
pub(crate) fn audit(game: &dyn Referee, seed: u64, counts: &mut BTreeMap<String, u32>) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let chance = Seed(std::array::from_fn(|_| dice.u8(..)));
    let mut record: BTreeMap<String, Value> = BTreeMap::new();
    let mut position = game.begin(&mut RecordDesk::new(&record, chance.clone())).unwrap();
    let mut foreseen: BTreeMap<u32, BTreeSet<(Seat, String)>> = BTreeMap::new();
    for _ in 0..20_000 {
        let moment = game.moment(&position).unwrap();
        let is_westeros = game.round(&moment.stage) == "westeros";
        let mut desk = RecordDesk::new(&record, chance.clone()).listing(12);
        let played = game.play(&position, &[], &mut desk).unwrap();
        drop(desk);
        match played {
            Played::Done { position: next, progress } => {
                if progress == crate::table::Progress::Ended {
                    return;
                }
                (position, record) = (next, BTreeMap::new());
            }
            Played::Paused(asked) => {
                let Asked { open, ahead, .. } = *asked;
                if is_westeros {
                    let all = open.iter().chain(&ahead);
                    let now: BTreeSet<_> = all.map(|one| named(one.seat, &one.kind, &one.key)).collect();
                    let first = foreseen.entry(moment.turn).or_insert(now);
                    for one in &open {
                        *counts.entry(one.kind.clone()).or_default() += 1;
                        let name = named(one.seat, &one.kind, &one.key);
                        assert!(
                            first.contains(&name),
                            "seed {seed}: {} was not foreseen: {first:?}",
                            one.key
                        );
                    }
                } else {
                    assert!(ahead.is_empty(), "nothing is foreseen in a war");
                }
                for one in open {
                    let answer = dice.choice(&one.legal.answers).unwrap_or(&one.default).clone();
                    record.insert(one.key, answer);
                }
            }
        }
    }
    panic!("no end");
}

#[test]
fn whatever_the_westeros_cards_ask_was_foreseen_when_they_asked_first() {
    let mut counts = BTreeMap::new();
    for (players, seed) in [(3, 1), (4, 2), (5, 3), (5, 4)] {
        audit(&first_edition(players), seed, &mut counts);
    }
    for kind in ["bid", "tie", "muster", "disband"] {
        assert!(counts.contains_key(kind), "no {kind} came up: {counts:?}");
    }
}

#[test]
fn whatever_the_cards_of_the_second_edition_ask_was_foreseen_when_they_asked_first() {
    let mut counts = BTreeMap::new();
    for seed in 0..24 {
        audit(&second_edition(3 + (seed % 4) as u8), seed, &mut counts);
    }
    for kind in ["bid", "tie", "muster", "disband", "westeros", "pick", "select", "reward"] {
        assert!(counts.contains_key(kind), "no {kind} came up: {counts:?}");
    }
}

/// The lowest bidder loses three units to the Mammoth Riders and two to the Horde, all there are; but others lose one less and
/// choose. Rules: 2e, wildling cards; T-96.
#[test]
fn who_would_lose_all_as_the_lowest_is_asked_for_a_choice_among_the_last_units() {
    let folder = |file: &str| crate::games::embedded("thrones-2e", file).map(str::to_owned);
    let game = Thrones::load_edition(&SECOND, &folder, 3, Options::default()).unwrap();
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    let stark = board.world.seat("stark").unwrap();
    let foreseen = |units: &[Unit], what: &str| {
        let mut board = board.clone();
        let areas: Vec<_> = board.held_by(stark).map(|(area, _)| area).collect();
        for area in areas {
            let mut spot = board.spot_mut(area);
            (spot.holder, spot.fit) = (None, Troop::NONE);
        }
        let karhold = board.world.area("karhold").unwrap();
        for unit in units {
            board.place_units(karhold, stark, Troop::one(*unit), Troop::NONE);
        }
        let mut foresight = Foresight::new(&board, 12);
        foresee_cards(&mut foresight);
        let key = format!("/stark/select/{what}");
        foresight.all().iter().any(|one| one.open.seat == stark && one.open.key.ends_with(&key))
    };
    use Unit::{Footman, Knight};
    assert!(foreseen(&[Footman, Knight], "the-horde-descends"));
    assert!(foreseen(&[Footman, Footman, Knight], "mammoth-riders"));
    // Units of one kind in one area are alike, so there is nothing to choose.
    assert!(!foreseen(&[Footman, Footman], "the-horde-descends"));
    assert!(!foreseen(&[Footman; 3], "mammoth-riders"));
}
