//! Every byte of the ledger is flipped in turn, and those of the files beside it: damage is noticed, and never spreads.

use crate::STRAIGHT;
use crate::plot::{Step, Straight};
use crate::tries::{all_of, sample, try_all};
use crate::world::{World, difference, path};
use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::disk::{Disk, Fault, Trouble};
use ravenpost::ledger::Kind;

/// A byte of a file with one of its bits flipped.
#[derive(Clone, Copy, Debug)]
struct Flip {
    place: usize,
    bit: u8,
}

/// Every byte once, each with another bit than the one before; all eight where all are wanted of a short file.
fn flips(length: usize, every_bit: bool) -> Vec<Flip> {
    let bits = |place: usize| if every_bit { 0..8 } else { (place % 8) as u8..(place % 8) as u8 + 1 };
    (0..length).flat_map(|place| bits(place).map(move |bit| Flip { place, bit })).collect()
}

fn flipped(bytes: &[u8], flip: &Flip) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[flip.place] ^= 1 << flip.bit;
    bytes
}

/// The folder in the middle of a game, when a tick has much to do.
fn middle(straight: &Straight) -> (usize, &World, DateTime<Utc>) {
    let has_mails = |step: &Step| !step.act.is_typed() && !step.mails.is_empty();
    let half = straight.steps.len() / 2;
    let number = half + straight.steps[half..].iter().position(has_mails).unwrap();
    let step = &straight.steps[number];
    (number, &step.before, step.at)
}

#[test]
fn a_flip_of_any_byte_of_the_ledger_is_noticed_and_nothing_follows() {
    let mut tried = 0;
    for straight in STRAIGHT.iter() {
        let (_, world, at) = middle(straight);
        let good = world.ledger();
        let points = sample(straight, flips(good.len(), false), 8, 160);
        tried += try_all("a byte of the ledger", straight, &points, |flip| {
            let (world, bad) = (world.fork(), flipped(&good, flip));
            world.disk.set_time((at - TimeDelta::seconds(1)).into());
            world.disk.write(&path("ledger.jsonl"), &bad, 0o600).unwrap();
            let (before, effects) = (world.files(), world.disk.effects());
            let line = good[..flip.place].iter().filter(|byte| **byte == b'\n').count() + 1;
            match world.tick(at) {
                Ok(ticked) => Err(format!("{flip:?}: not noticed: {ticked:?}")),
                Err(error) if !error.to_string().contains(&format!("line {line}:")) => {
                    Err(format!("{flip:?}: line {line} is not named: {error}"))
                }
                Err(_) if world.disk.effects() != effects => Err(format!("{flip:?}: something was written")),
                Err(_) => {
                    difference(&world.files(), &before).map_or(Ok(()), |why| Err(format!("{flip:?}: {why}")))
                }
            }
        });
    }
    println!("bytes of ledgers: {tried}");
    assert!(tried > 500, "suspiciously few: {tried}");
}

/// Damaged or gone, a cache changes nothing: the tick does what it would have done.
#[test]
fn a_cache_that_is_damaged_or_gone_is_not_believed() {
    let mut tried = 0;
    for straight in STRAIGHT.iter() {
        let (number, world, at) = middle(straight);
        let after = &straight.steps[number].after;
        for file in ["private/record.json", "private/idle.json"] {
            let good = world.disk.read(&path(file)).unwrap();
            let points =
                sample(straight, flips(good.len(), all_of(straight) && file.contains("idle")), 8, 40);
            tried += try_all(file, straight, &points, |flip| {
                let world = world.fork();
                world.disk.write(&path(file), &flipped(&good, flip), 0o600).unwrap();
                world.tick(at).map_err(|error| format!("{flip:?}: {error}"))?;
                difference(&world.files(), &after.files())
                    .map_or(Ok(()), |why| Err(format!("{flip:?}: {why}")))
            });
            let world = world.fork();
            world.disk.remove(&path(file)).unwrap();
            world.tick(at).unwrap();
            assert_eq!(difference(&world.files(), &after.files()), None, "{file} is gone");
        }
    }
    println!("bytes of caches: {tried}");
    assert!(tried > 150, "suspiciously few: {tried}");
}

/// Whatever of idle.json is damaged, a deadline is not slept through, and a mail is not left lying.
#[test]
fn no_damage_to_the_sign_of_idleness_lets_a_deadline_pass() {
    let straight = &STRAIGHT[0];
    let (number, ..) = middle(straight);
    let world = straight.steps[number].after.fork();
    let begun = straight.steps[number].at;
    // A tick that leaves the sign, and finds it.
    world.tick(begun + TimeDelta::minutes(1)).unwrap();
    assert!(world.tick(begun + TimeDelta::minutes(2)).unwrap().is_idle());
    let deadline = world.campaign().unwrap().record.game.open_window().unwrap().last_call().unwrap();
    let at = deadline + TimeDelta::minutes(1);
    let straight_on = world.fork();
    straight_on.tick(at).unwrap();
    assert_ne!(straight_on.ledger(), world.ledger(), "something happens at the deadline");
    let good = world.disk.read(&path("private/idle.json")).unwrap();
    let points = sample(straight, flips(good.len(), true), 8, 150);
    let tried = try_all("private/idle.json at the deadline", straight, &points, |flip| {
        let world = world.fork();
        world.disk.write(&path("private/idle.json"), &flipped(&good, flip), 0o600).unwrap();
        world.tick(at).map_err(|error| format!("{flip:?}: {error}"))?;
        if world.ledger() == straight_on.ledger() { Ok(()) } else { Err(format!("{flip:?}: slept on")) }
    });
    assert!(tried > 100, "suspiciously few: {tried}");
}

/// The memory of mails that could not be sent: damaged, they are tried again at once.
#[test]
fn no_damage_to_the_outbox_keeps_a_mail_back() {
    let straight = &STRAIGHT[0];
    let (number, before, at) = middle(straight);
    let after = &straight.steps[number].after;
    let world = before.fork();
    // The first mail of the tick cannot be handed over.
    let sends = (1..straight.steps[number].effects).find(|effect| {
        let world = before.fork();
        world.disk.fail_at(*effect, Fault::Fail(Trouble::Full));
        world.tick(at).is_ok_and(|ticked| ticked.waiting > 0)
    });
    world.disk.fail_at(sends.unwrap(), Fault::Fail(Trouble::Full));
    // It waits with the others that would have gone out together with it.
    assert!(world.tick(at).unwrap().waiting >= 1);
    world.disk.revive();
    let good = world.disk.read(&path("private/outbox.json")).unwrap();
    let later = at + TimeDelta::minutes(7);
    let points = sample(straight, flips(good.len(), true), 8, 100);
    let tried = try_all("private/outbox.json", straight, &points, |flip| {
        let world = world.fork();
        world.disk.write(&path("private/outbox.json"), &flipped(&good, flip), 0o600).unwrap();
        world.tick(later).map_err(|error| format!("{flip:?}: {error}"))?;
        if world.sent() == after.sent() { Ok(()) } else { Err(format!("{flip:?}: it was kept back")) }
    });
    assert!(tried > 80, "suspiciously few: {tried}");
}

/// Secrets that were damaged are refused, or what was damaged is a comment. Nothing goes out in another name.
#[test]
fn damaged_secrets_are_refused_before_anything_is_done() {
    let mut tried = 0;
    for straight in STRAIGHT.iter() {
        let (number, world, at) = middle(straight);
        let after = &straight.steps[number].after;
        let good = world.disk.read(&path("secrets.yaml")).unwrap();
        let points = sample(straight, flips(good.len(), all_of(straight)), 8, 80);
        tried += try_all("secrets.yaml", straight, &points, |flip| {
            let world = world.fork();
            world.disk.write(&path("secrets.yaml"), &flipped(&good, flip), 0o600).unwrap();
            let before = world.files();
            match world.tick(at) {
                Err(_) => {
                    difference(&world.files(), &before).map_or(Ok(()), |why| Err(format!("{flip:?}: {why}")))
                }
                Ok(_) if world.ledger() == after.ledger() && world.sent() == after.sent() => Ok(()),
                Ok(_) => Err(format!("{flip:?}: it was played on with other secrets")),
            }
        });
    }
    assert!(tried > 250, "suspiciously few: {tried}");
}

/// A deposited plan that was damaged, or is gone: nobody loses a turn by it, and the game master is told.
#[test]
fn a_deposited_plan_that_is_damaged_is_not_passed_over() {
    let mut tried = 0;
    for straight in STRAIGHT.iter() {
        // Where one seat at a time is asked, no plan ever lies waiting. Before the first window, words of chance do.
        let deposited = straight.steps.iter().enumerate().find_map(|(number, step)| {
            step.after.campaign().unwrap().record.game.open_window()?;
            let plans = step.after.disk.files().into_iter().find(|file| {
                file.strip_prefix(path("private")).is_ok_and(|inside| inside.components().count() == 2)
            })?;
            Some((number, plans))
        });
        let Some((number, file)) = deposited else { continue };
        let world = straight.steps[number].after.fork();
        let deadline = world.campaign().unwrap().record.game.open_window().unwrap().last_call().unwrap();
        let at = deadline + TimeDelta::minutes(1);
        let good = world.disk.read(&file).unwrap();
        let resolved = |world: &World| {
            let entries = world.campaign().unwrap();
            entries
                .entries()
                .unwrap()
                .iter()
                .filter(|entry| matches!(entry.kind, Kind::Resolved | Kind::Answered))
                .count()
        };
        let had = resolved(&world);
        let points = sample(straight, flips(good.len(), false), 8, 40);
        tried += try_all("a deposited plan", straight, &points, |flip| {
            let world = world.fork();
            world.disk.write(&file, &flipped(&good, flip), 0o600).unwrap();
            let ticked = world.tick(at).map_err(|error| error.to_string())?;
            if !ticked.attention.iter().any(|what| what.contains("deposited")) || resolved(&world) != had {
                return Err(format!("{flip:?}: passed over: {:?}", ticked.attention));
            }
            // The copy is put back, and the game goes on with the plan.
            world.disk.write(&file, &good, 0o600).unwrap();
            let ticked = world.tick(at + TimeDelta::minutes(5)).map_err(|error| error.to_string())?;
            let is_used = world.disk.read(&file).is_err();
            if ticked.attention.is_empty() && is_used {
                Ok(())
            } else {
                Err(format!("{flip:?}: {:?}", ticked.attention))
            }
        });
        let world = world.fork();
        world.disk.remove(&file).unwrap();
        assert!(world.tick(at).unwrap().attention.iter().any(|what| what.contains("deposited")));
        assert_eq!(resolved(&world), had);
    }
    assert!(tried > 30, "suspiciously few: {tried}");
}
