//! The table of spellings (tests/orders/*.yaml) is sound: each plan in it is one that the game accepts from that seat, and
//! each word to ask about is one that the player wrote.

use crate::spelling::{Spelling, all};
use ravenpost::games::king_is_dead::{self, KingIsDead};
use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::board::Stage;
use ravenpost::games::thrones::editions::{FIRST, JOINED, NORTH, SECOND};
use ravenpost::games::thrones::people::plan;
use ravenpost::sheet::{Fault, Node};
use ravenpost::table::{Game, RandomTable};
use std::collections::BTreeSet;

/// Returns the errors that a game finds in a plan of a seat.
fn errors(spelling: &Spelling, node: &Node) -> Vec<&'static str> {
    let id = spelling.game.clone();
    let folder = |file: &str| ravenpost::games::embedded(&id, file).map(str::to_owned);
    let codes = |faults: &[Fault]| faults.iter().filter(|f| f.is_error()).map(|f| f.why.code()).collect();
    match spelling.game.as_str() {
        "thrones-1e" | "thrones-2e" | "beyond-the-wall" | "westeros-and-the-north" => {
            let edition = [&FIRST, &SECOND, &NORTH, &JOINED];
            let edition = edition.into_iter().find(|edition| edition.id == spelling.game).unwrap();
            let game = Thrones::load_edition(edition, &folder, spelling.players, Default::default()).unwrap();
            let mut board = game.begin(&mut RandomTable::new(1)).unwrap();
            if board.stage.id() != spelling.at {
                board.stage =
                    Stage::ALL.into_iter().find(|stage| stage.id() == spelling.at).expect("a stage");
            }
            if board.stage > Stage::Planning {
                let march = board.world.order("march+0");
                board.spots.change(|_, spot| spot.order = spot.holder.and(march));
            }
            let seat = board.world.seat(&spelling.seat).expect("a house of the game");
            codes(&plan::read(&board, seat, &[], node).faults)
        }
        "king-is-dead" => {
            assert_eq!(spelling.at, "opening");
            let game = KingIsDead::load(&folder, spelling.players, Default::default()).unwrap();
            let board = game.begin(&mut RandomTable::new(1)).unwrap();
            let seat = game.seats().iter().position(|seat| seat.id == spelling.seat).expect("a seat");
            let seat = ravenpost::table::Seat(seat as u8);
            assert_ne!(board.to_move(), seat, "a plan of the seat that is asked depends on the shuffles");
            codes(&king_is_dead::people::plan::read(&board, seat, &[], node).faults)
        }
        other => panic!("{other} is not a game of this table"),
    }
}

#[test]
fn every_plan_of_the_table_is_accepted() {
    let mut wrong = Vec::new();
    for spelling in all() {
        let Some(means) = &spelling.means else { continue };
        let errors = errors(&spelling, &means.0);
        if !errors.is_empty() {
            wrong.push(format!("{}: {errors:?}", spelling.id));
        }
    }
    assert!(wrong.is_empty(), "{} plans have errors:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_spelling_says_what_becomes_of_it() {
    let all = all();
    let (mut ids, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for spelling in &all {
        assert!(ids.insert(&spelling.id), "{} is there twice", spelling.id);
        let place = (&spelling.game, spelling.players, &spelling.seat, &spelling.at);
        assert!(texts.insert((place, &spelling.lines)), "{} has the lines of another", spelling.id);
        let says = spelling.means.is_some() || !spelling.asks.is_empty();
        assert!(says != spelling.prose, "{} must be a plan, a question or prose", spelling.id);
        for word in &spelling.asks {
            assert!(spelling.lines.contains(word.as_str()), "{}: \"{word}\" was not written", spelling.id);
        }
    }
    let prose = all.iter().filter(|spelling| spelling.prose).count();
    assert!(all.len() >= 300 && prose >= 30, "{} spellings, {prose} of prose", all.len());
}
