//! What is checked of windows where a copy leaves out what the game is played from.

use super::*;
use crate::campaign::state::record::Record;
use crate::campaign::tests::replace::replace;
use crate::campaign::tests::world::left_by_cedar;
use crate::ledger::Kind;
use serde_json::json;

/// A copy without the secret of the shuffles is not played again. It asks a seat that joins what nobody has answered.
#[test]
fn a_copy_asks_a_seat_that_joins_something_that_is_open() {
    let mut world = left_by_cedar();
    assert!(replace(&mut world, "cedar", "Eva", "eva@example.net").is_empty());
    let campaign = world.campaign();
    let entries = campaign.entries().unwrap();
    let is_it = |entry: &&crate::ledger::Entry| entry.kind == Kind::Window && entry.body["what"] == "joined";
    let entry = entries.iter().find(is_it).expect("cedar joins");
    let line = Line::from(entry);
    let WindowStep::Joined { window, seat, asked } = line.body().unwrap() else { panic!("{line:?}") };
    let mut before = Record::default();
    for earlier in entries.iter().take_while(|earlier| earlier.seq < entry.seq) {
        before.apply(campaign.rules(), Line::from(earlier)).unwrap();
    }
    let joins = |answered: &[&str], asked: &[Question]| {
        let mut walk = Walk::new(campaign.rules().referee, None, entries, None);
        assert!(walk.blind);
        walk.record = before.clone();
        walk.record.game.answers.extend(answered.iter().map(|key| ((*key).to_owned(), json!(1))));
        walk.joins(line, &window, &seat, asked)
    };
    let other = Question { key: "2/prize/cedar".to_owned(), ..asked[0].clone() };
    let both = [asked[0].clone(), other];
    assert_eq!(asked[0].key, "2/bid/cedar");
    for (answered, asked) in [(&["2/bid/ash"][..], &asked[..]), (&[], &both)] {
        assert_eq!(joins(answered, asked), Ok(()), "{answered:?}");
    }
    for (answered, asked) in [
        (&[][..], &[][..]),
        (&["2/bid/cedar"], &asked),
        (&["2/bid/cedar"], &both),
        (&["2/prize/cedar"], &both),
    ] {
        let why = joins(answered, asked).unwrap_err();
        assert!(why.contains("asks what is answered already"), "{why}");
    }
}
