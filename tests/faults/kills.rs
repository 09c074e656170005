//! The process is killed, or the power is cut, at every effect of every act: of ticks, and of commands, which the game
//! master types again if nobody has told him that they are done.

use crate::STRAIGHT;
use crate::acts::Act;
use crate::plot::{Script, Step, Straight};
use crate::tries::{sample, try_all};
use crate::troubles;
use crate::world::{World, difference, path};
use ravenpost::campaign::CampaignError;
use ravenpost::campaign::record::Phase;
use ravenpost::disk::Fault;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How it ends, and how it comes back.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The machine stops there; on the disk is what was synced.
    Power(Fault),
    /// The machine stops there; what was moved is in both places.
    Untidy(Fault),
    /// The process ends there before it has synced, the machine runs on, and the power is cut after the next run.
    Unsynced,
    /// The same, and the power is cut after so many effects of the next run.
    UnsyncedThen(u64),
    /// The machine stops within a command, and cron's tick comes before the game master.
    CronFirst(Fault),
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

/// Besides, where a command is killed.
const ENDS_OF_COMMANDS: [End; 3] = [
    End::CronFirst(Fault::KillBefore),
    End::CronFirst(Fault::KillWithin(700)),
    End::CronFirst(Fault::KillAfter),
];

#[derive(Clone, Copy, Debug)]
struct Point {
    step: usize,
    effect: u64,
    end: End,
}

fn points(straight: &Straight) -> Vec<Point> {
    let mut points = Vec::new();
    for (number, step) in straight.steps.iter().enumerate() {
        let besides = if step.act.is_typed() { ENDS_OF_COMMANDS.as_slice() } else { &[] };
        for effect in 1..=step.effects {
            let ends = ENDS.iter().chain(besides);
            points.extend(ends.map(|end| Point { step: number, effect, end: *end }));
        }
    }
    points
}

/// What is known at the terminal of a run: nothing (`Err`), or that it is done.
type Known = Result<Vec<String>, CampaignError>;

/// A run that is killed.
fn kill(world: &World, step: &Step, effect: u64, fault: Fault) -> Result<Known, String> {
    world.disk.fail_at(effect, fault);
    let known = step.act.run(world, step.at);
    match world.disk.is_dead() {
        true => Ok(known),
        false => Err("nothing was killed".to_owned()),
    }
}

/// The next run of the same: of a tick by cron, of a command by the game master, if he does not know that it is done.
fn again(world: &World, step: &Step, known: Known) -> Known {
    if step.act.is_typed() && known.is_ok() { known } else { step.act.run(world, step.at) }
}

fn one(straight: &Straight, point: &Point) -> Result<(), String> {
    let step = &straight.steps[point.step];
    let world = step.before.fork();
    let known = match point.end {
        End::Power(fault) | End::CronFirst(fault) => {
            let known = kill(&world, step, point.effect, fault)?;
            world.disk.restart();
            known
        }
        End::Untidy(fault) => {
            let known = kill(&world, step, point.effect, fault)?;
            world.disk.restart_untidily();
            known
        }
        End::Unsynced => {
            let known = kill(&world, step, point.effect, Fault::KillUnsynced)?;
            world.disk.revive();
            let known = Ok(again(&world, step, known).map_err(|error| error.to_string())?);
            world.disk.restart();
            known
        }
        End::UnsyncedThen(effects) => {
            let known = kill(&world, step, point.effect, Fault::KillUnsynced)?;
            world.disk.revive();
            world.disk.fail_at(effects, Fault::KillAfter);
            let known = again(&world, step, known);
            world.disk.restart();
            known
        }
    };
    world.nothing_came_from_nowhere_since(&step.before)?;
    if matches!(point.end, End::CronFirst(_)) {
        Act::Tick.run(&world, step.at).map_err(|error| format!("cron: {error}"))?;
    }
    again(&world, step, known).map_err(|error| error.to_string())?;
    // A command leaves something to the next tick, which is told of in its words.
    let last = straight.next_tick(point.step);
    let should = &straight.steps[last].after;
    if step.act.is_typed() {
        straight.steps[last].act.run(&world, step.at).map_err(|error| format!("the next tick: {error}"))?;
    }
    let tidy = !matches!(point.end, End::Untidy(_));
    // Who has mails taken in before a command by which they were taken in has other receipts, but the same results.
    let cron_first = matches!(point.end, End::CronFirst(_)) && !step.mails.is_empty();
    let in_order = !cron_first && straight.is_in_order(point.step);
    if cron_first && step.mails.iter().any(|(file, _)| *file == path("campaign.yaml")) {
        // Settings that are made known before the command have its mails numbered on from theirs.
        troubles::same_but_numbers(&world, should)?;
    } else if !in_order {
        troubles::same_results(&world, should)?;
        let (is, should) = (world.results()?.filed, should.results()?.filed);
        // With names in both places a mail is filed a second time, as a copy.
        if tidy && is != should {
            return Err(format!("filed otherwise: {is:?}, not {should:?}"));
        }
    } else if tidy {
        let [is, should] = [&world, should].map(lasting);
        difference(&is, &should).map_or(Ok(()), Err)?;
    } else {
        same(&world, should, true)?;
    }
    // What is the same in every byte goes on the same; now and then that is tried, too.
    if in_order && (point.effect % 23 == 7 || !tidy && point.effect % 5 == 2) {
        straight.carry_on(&world, last)?;
        same(&world, straight.end(), !tidy)?;
    }
    Ok(())
}

/// Every file but two: that a torn line was cut off is told again after a day, which is when such a tick wants to be woken
/// (idle.json); and whether the last command was told of depends on when it was killed.
fn lasting(world: &World) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = world.files();
    files.remove(&path("private/idle.json"));
    files.remove(&path("private/command.json"));
    files
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
        let few = if straight.plot.name == "king-2" { 140 } else { 60 };
        let points = sample(straight, points(straight), ENDS.len(), few);
        tried += try_all("killed", straight, &points, |point| {
            one(straight, point).map_err(|why| format!("{point:?}: {why}"))
        });
    }
    println!("killed: {tried} points");
    assert!(tried > 200, "suspiciously few: {tried}");
}

/// What a game master who plays could gain from is tried more closely: the acts that publish seals, ask for openings, take
/// them in, or make chance, and those between them.
#[test]
fn killed_between_seals_and_openings_the_order_of_openings_stays() {
    let straight = STRAIGHT.iter().find(|straight| straight.plot.script == Script::Played).unwrap();
    let opens = |world: &World| {
        let record = world.campaign().unwrap().record;
        let window = record.game.open_window().map(|window| window.phase);
        let chance = &record.people.chance;
        matches!(window, Some(Phase::OpeningFirst | Phase::Opening))
            || chance.published && !record.people.seeded
    };
    let near: Vec<bool> =
        straight.steps.iter().map(|step| opens(&step.before) || opens(&step.after)).collect();
    let points: Vec<Point> = points(straight).into_iter().filter(|point| near[point.step]).collect();
    let firsts = straight.steps.iter().filter(|step| {
        let asked = |world: &World| {
            let record = world.campaign().unwrap().record;
            record.game.open_window().is_some_and(|window| window.phase == Phase::OpeningFirst)
        };
        asked(&step.before) && !asked(&step.after)
    });
    assert!(firsts.count() >= 2, "the others are asked once after each way to wait for the first");
    let all = points.len();
    let points = sample(straight, points, ENDS.len(), 240);
    let tried = try_all("killed about openings", straight, &points, |point| {
        one(straight, point).map_err(|why| format!("{point:?}: {why}"))
    });
    println!("killed about openings: {tried} of {all} points");
    assert!(tried > 100, "suspiciously few: {tried}");
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
