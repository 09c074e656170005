//! Words of chance before they are fixed: the others send other words, or none, open or sealed, once or often. A seat that
//! sends its own may not see it.

use crate::world::*;
use crate::{Tally, same};
use chrono::TimeDelta;
use ravenpost::campaign::{For, export};
use ravenpost::seal::{Binding, Opening};
use serde_json::json;

/// What the others do with their words.
#[derive(Clone, Copy, Debug)]
enum Theirs {
    Nothing,
    Send(&'static str),
    Change(&'static str, &'static str),
    Seal(&'static str),
}

/// Plays the time of words in worlds in which all seats but one do something else with theirs.
///
/// # Errors
/// A leak, in words.
pub fn exchange(manner: Manner, seed: u64, chance: &str) -> Result<Tally, String> {
    let theirs = [
        Theirs::Nothing,
        Theirs::Send("winter is coming"),
        Theirs::Send("a much longer line of words that nobody would ever guess, and then some"),
        Theirs::Change("first thoughts", "second thoughts"),
        Theirs::Seal("hear me roar"),
    ];
    let mut tally = Tally::default();
    let mut seen: Option<Vec<Mail>> = None;
    for how in theirs {
        let lines = [("\nchance: no".to_owned(), format!("\nchance: {chance}"))];
        let lines: Vec<(&str, &str)> = lines.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
        let mut world = World::founded_with(manner, seed, None, &Default::default(), &lines);
        let eye = world.seats[seed as usize % world.seats.len()].clone();
        let key = |world: &World, seat: &str| world.campaign().secrets.key(seat, 1).text();
        let tick = |world: &mut World| {
            world.now += TimeDelta::hours(2);
            world.tick(&*WRITER);
        };
        tick(&mut world);
        let own = key(&world, &eye);
        world.write(&eye, &own, "chance: my own words\nask: [status, help]");
        tick(&mut world);
        // One seat says nothing in any world, so that the time is not over.
        let others: Vec<String> = world.seats.iter().filter(|seat| **seat != eye).skip(1).cloned().collect();
        for seat in &others {
            let of = key(&world, seat);
            match how {
                Theirs::Nothing => {}
                Theirs::Send(words) => world.write(seat, &of, &format!("chance: {words}")),
                Theirs::Change(first, second) => {
                    world.write(seat, &of, &format!("chance: {first}"));
                    world.write(seat, &of, &format!("chance: {second}"));
                }
                Theirs::Seal(words) => {
                    let binding =
                        Binding { campaign: "secret-7".into(), seat: seat.clone(), window: "chance".into() };
                    let sealed = Opening::new(&binding, json!({"words": words}), &[9; 16]).unwrap();
                    world.write(seat, &of, &format!("window: chance\nseal: {}", sealed.seal()));
                }
            }
        }
        tick(&mut world);
        world.write(&eye, &own, "ask: [status, help]\nchance: my own words, again");
        tick(&mut world);
        let campaign = world.campaign();
        assert!(!campaign.record.people.seeded, "the time of words is not over");
        for receiver in [For::Public, For::Seat(eye.clone())] {
            let out = world.dir.join(format!("copy-{receiver}.jsonl"));
            let copy = export(&world.edge, &campaign, &receiver, &out).map_err(|why| why.to_string())?;
            if copy.manifest.entries != 1 {
                return Err(format!("a copy for {receiver} goes on to entry {}", copy.manifest.entries));
            }
            tally.copies += 1;
        }
        let mails = world.sent_to(&eye);
        assert!(mails.len() > 2, "{}", mails.len());
        match &seen {
            None => seen = Some(mails),
            Some(before) => tally.mails += same(before, &mails).map_err(|why| format!("{how:?}: {why}"))?,
        }
        tally.positions += 1;
    }
    Ok(tally)
}
