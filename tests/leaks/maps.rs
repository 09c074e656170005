//! The map in a mail is drawn of what its reader may know, and of nothing else.

use crate::hidden::{look, play};
use crate::world::*;
use crate::{Tally, veil};
use ravenpost::campaign::MakeGame;
use std::collections::BTreeMap;

/// Two windows of a campaign whose mails hold the map as a drawing, whose every byte tells what it shows.
fn looked_at(game: &'static str, players: u8, with: Option<MakeGame>) -> Result<Tally, String> {
    let secrecy = "deposit";
    let manner = Manner { game, players, variant: false, secrecy, pace: "batch", leak_check: false };
    let mut dice = fastrand::Rng::with_seed(11);
    let map = [("\nmap: no", "\nmap: svg")];
    let mut world = World::founded_with(manner, 11, with, &BTreeMap::new(), &map);
    let honest = veil::honest(&world.campaign().settings, &|_| None).unwrap();
    world.tick(&*WRITER);
    let mut tally = Tally::default();
    for _ in 0..2 {
        play(&mut world, manner, &mut dice)?;
        tally += look(&world, &*honest, &mut dice)?;
    }
    let seen = world.seats.iter().flat_map(|seat| world.sent_to(seat));
    let drawn = seen.filter(|mail| mail.raw.contains("image/svg+xml")).count();
    assert!(drawn > world.seats.len(), "{game}: {drawn} mails hold a map");
    Ok(tally)
}

#[test]
fn a_map_tells_no_secret() {
    for (game, players) in [("thrones-1e", 3), ("thrones-2e", 3), ("king-is-dead", 2)] {
        let tally = looked_at(game, players, None).unwrap_or_else(|why| panic!("{game}: {why}"));
        assert!(tally.positions == 2 && tally.mails > 2 && tally.decks > 0, "{game}: {tally:?}");
    }
}

#[test]
fn a_map_that_shows_a_card_of_a_deck_is_found() {
    let found = looked_at("thrones-1e", 3, Some(veil::leaky)).unwrap_err();
    assert!(found.contains("looks at turn"), "{found}");
}
