//! The process is killed, or the power is cut, at every effect of every tick.

use crate::STRAIGHT;
use crate::plot::{Step, Straight};
use crate::tries::{sample, try_all};
use crate::world::{World, difference, path};
use ravenpost::disk::Fault;

/// How it ends, and how it comes back.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The machine stops there; on the disk is what was synced.
    Power(Fault),
    /// The machine stops there; what was moved is in both places.
    Untidy(Fault),
    /// The process ends there before it has synced, the machine runs on, and the power is cut after the next tick.
    Unsynced,
    /// The same, and the power is cut after so many effects of the next tick.
    UnsyncedThen(u64),
}

const ENDS: [End; 11] = [
    End::Power(Fault::KillBefore),
    End::Power(Fault::KillWithin(1)),
    End::Power(Fault::KillAfter),
    End::Power(Fault::KillWithin(700)),
    End::Power(Fault::KillZeros(300)),
    End::Power(Fault::KillWithin(usize::MAX)),
    End::Untidy(Fault::KillAfter),
    End::Unsynced,
    End::UnsyncedThen(1),
    End::UnsyncedThen(2),
    End::UnsyncedThen(4),
];

#[derive(Clone, Copy, Debug)]
struct Point {
    step: usize,
    effect: u64,
    end: End,
}

fn points(straight: &Straight) -> Vec<Point> {
    let mut points = Vec::new();
    for (step, effects) in straight.steps.iter().map(|step| step.effects).enumerate() {
        for effect in 1..=effects {
            points.extend(ENDS.map(|end| Point { step, effect, end }));
        }
    }
    points
}

/// A tick that is killed, and the machine after it.
fn kill(world: &World, step: &Step, effect: u64, fault: Fault) -> Result<(), String> {
    world.disk.fail_at(effect, fault);
    let _ = world.tick(step.at);
    if !world.disk.is_dead() {
        return Err("nothing was killed".to_owned());
    }
    Ok(())
}

fn one(straight: &Straight, point: &Point) -> Result<(), String> {
    let step = &straight.steps[point.step];
    let world = step.before.fork();
    match point.end {
        End::Power(fault) => {
            kill(&world, step, point.effect, fault)?;
            world.disk.restart();
        }
        End::Untidy(fault) => {
            kill(&world, step, point.effect, fault)?;
            world.disk.restart_untidily();
        }
        End::Unsynced => {
            kill(&world, step, point.effect, Fault::KillUnsynced)?;
            world.disk.revive();
            world.tick(step.at).map_err(|error| error.to_string())?;
            world.disk.restart();
        }
        End::UnsyncedThen(effects) => {
            kill(&world, step, point.effect, Fault::KillUnsynced)?;
            world.disk.revive();
            world.disk.fail_at(effects, Fault::KillAfter);
            let _ = world.tick(step.at);
            world.disk.restart();
        }
    }
    world.nothing_came_from_nowhere()?;
    world.tick(step.at).map_err(|error| error.to_string())?;
    let tidy = !matches!(point.end, End::Untidy(_));
    if tidy {
        // That a torn line was cut off is told again after a day, which is when such a tick wants to be woken.
        let but_idle = |world: &World| {
            let mut files = world.files();
            files.remove(&path("private/idle.json"));
            files
        };
        difference(&but_idle(&world), &but_idle(&step.after)).map_or(Ok(()), Err)?;
    } else {
        same(&world, &step.after, true)?;
    }
    // What is the same in every byte goes on the same; now and then that is tried, too.
    if point.effect % 23 == 7 || !tidy && point.effect % 5 == 2 {
        straight.carry_on(&world, point.step)?;
        same(&world, straight.end(), !tidy)?;
    }
    Ok(())
}

/// The same ledger, and the same mails to the same people.
fn same(world: &World, should: &World, untidy: bool) -> Result<(), String> {
    if world.ledger() != should.ledger() {
        let only = |world: &World| [("ledger".into(), world.ledger())].into();
        return Err(difference(&only(world), &only(should)).unwrap_or_default());
    }
    let (is, should) = (world.results()?, should.results()?);
    if is.mails != should.mails {
        return Err(format!(
            "other mails: {:?}",
            is.mails.symmetric_difference(&should.mails).collect::<Vec<_>>()
        ));
    }
    if is.filed != should.filed && !untidy {
        return Err(format!("filed otherwise: {:?}, not {:?}", is.filed, should.filed));
    }
    Ok(())
}

#[test]
fn killed_at_any_effect_the_campaign_ends_in_the_same_bytes_and_the_same_mails() {
    let mut tried = 0;
    for straight in STRAIGHT.iter() {
        let few = if straight.plot.name == "king-2" { 180 } else { 60 };
        let points = sample(straight, points(straight), ENDS.len(), few);
        tried += try_all("killed", straight, &points, |point| {
            one(straight, point).map_err(|why| format!("{point:?}: {why}"))
        });
    }
    println!("killed: {tried} points");
    assert!(tried > 200, "suspiciously few: {tried}");
}

/// A founding that is broken off is begun again, and comes to the same campaign, and the same welcomes.
#[test]
fn killed_at_any_effect_of_its_founding_the_campaign_is_the_same() {
    let mut tried = 0;
    for straight in STRAIGHT.iter() {
        let (settled, _) = straight.plot.settled();
        let counted = settled.fork();
        straight.plot.start(&counted).unwrap();
        let powers =
            ENDS.iter().filter_map(|end| if let End::Power(fault) = end { Some(*fault) } else { None });
        let all = powers.flat_map(|fault| (1..=counted.disk.effects()).map(move |effect| (effect, fault)));
        let points: Vec<(u64, Fault)> = all.collect();
        let step = &straight.steps[0];
        tried += try_all("killed while it was founded", straight, &points, |(effect, fault)| {
            let wrong = |why: String| format!("{effect}, {fault:?}: {why}");
            let world = settled.fork();
            world.disk.fail_at(*effect, *fault);
            let _ = straight.plot.start(&world);
            if !world.disk.is_dead() {
                return Err(wrong("nothing was killed".to_owned()));
            }
            world.disk.restart();
            match straight.plot.start(&world) {
                Ok(()) => {}
                Err(error) if error.to_string().contains("has begun already") => {}
                Err(error) => return Err(wrong(error.to_string())),
            }
            world.tick(step.at).map_err(|error| wrong(error.to_string()))?;
            difference(&world.files(), &step.after.files()).map_or(Ok(()), |why| Err(wrong(why)))
        });
    }
    println!("killed while founded: {tried} points");
    assert!(tried > 100, "suspiciously few: {tried}");
}
