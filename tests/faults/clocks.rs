//! Clocks that are wrong: set back, far ahead, and back again. (Summer time ends in every campaign here.)

use crate::STRAIGHT;
use crate::acts::Act;
use crate::thorough::thorough;
use crate::world::difference;
use chrono::TimeDelta;
use ravenpost::ledger::Kind;

#[test]
fn a_clock_that_is_set_back_does_nothing_until_it_is_right_again() {
    let mut tried = 0;
    for straight in STRAIGHT.iter() {
        let world = straight.steps[0].before.fork();
        for (number, step) in straight.steps.iter().enumerate() {
            world.deliver(&step.mails);
            // A command that does nothing but write goes by the time of the last entry then.
            if number > 0 && matches!(step.act, Act::Tick | Act::Order(_)) {
                let before = world.files();
                let last = straight.steps[number - 1].at;
                for back in
                    [TimeDelta::minutes(2), TimeDelta::hours(1), TimeDelta::days(3), TimeDelta::days(20_000)]
                {
                    let error = step.act.run(&world, last - back).expect_err("set back").to_string();
                    assert!(error.contains("set back"), "{error}");
                    assert_eq!(difference(&world.files(), &before), None, "{}, {back}", straight.plot.name);
                    tried += 1;
                }
            }
            step.act.run(&world, step.at).unwrap();
        }
        assert_eq!(difference(&world.files(), &straight.end().files()), None, "{}", straight.plot.name);
    }
    println!("clocks set back: {tried}");
    assert!(tried > 90);
}

/// How far ahead: each at every step in a thorough run, otherwise one after the other.
const AHEAD: [i64; 3] = [31, 40, 400];

/// A clock that runs ahead by longer than an outage closes no window: deadlines move, and nobody has missed anything.
#[test]
fn a_clock_far_ahead_costs_nobody_a_turn() {
    let mut tried = 0;
    for straight in STRAIGHT.iter() {
        for (number, step) in straight.steps.iter().enumerate() {
            let turn = number % AHEAD.len();
            for &days in thorough(&AHEAD[turn..=turn], &AHEAD[..]) {
                let world = step.after.fork();
                let entries = |kind: Kind| {
                    world
                        .campaign()
                        .unwrap()
                        .entries()
                        .unwrap()
                        .iter()
                        .filter(|entry| entry.kind == kind)
                        .count()
                };
                if world.campaign().unwrap().record.game.open_window().is_none() {
                    continue;
                }
                // A clock that stands for another reason need not be moved.
                let record = world.campaign().unwrap().record;
                let stands = record.people.paused.is_some()
                    || record.people.held.is_some() && record.people.proposal.is_none();
                let count = || [Kind::Answered, Kind::Resolved, Kind::Opened].map(entries);
                let (had, moved) = (count(), entries(Kind::Clock));
                let ahead = step.at + TimeDelta::days(days);
                world.tick(ahead).unwrap();
                assert_eq!(count(), had, "{}: something was decided by {days} days", straight.plot.name);
                let more = usize::from(!stands);
                assert_eq!(entries(Kind::Clock), moved + more, "{}: and it is on record", straight.plot.name);
                // Put right, it is as if set back: nothing is done, and it is said.
                let before = world.files();
                let error = world.tick(step.at + TimeDelta::hours(7)).expect_err("set back").to_string();
                assert!(error.contains("set back"), "{error}");
                assert_eq!(difference(&world.files(), &before), None);
                // When it has caught up, the window is open as long as it was.
                world.tick(ahead + TimeDelta::minutes(5)).unwrap();
                assert_eq!(count(), had);
                tried += 1;
            }
        }
    }
    println!("clocks far ahead: {tried}");
    assert!(tried > 40, "suspiciously few: {tried}");
}
