//! The disk says no, at every effect of every act: once, or until somebody has made room; and it says yes and forgets.

use crate::STRAIGHT;
use crate::acts::Act;
use crate::plot::{Step, Straight};
use crate::tries::{sample, try_all};
use crate::world::{World, path};
use chrono::TimeDelta;
use ravenpost::disk::{Disk, Fault, Trouble};
use std::collections::BTreeSet;

/// What the disk does.
#[derive(Clone, Copy, Debug)]
enum Ill {
    /// One effect goes wrong.
    Once(Fault),
    /// All effects go wrong from there on, for this tick and two more.
    ForAWhile(Fault),
    /// Syncing fails once; then the power is cut.
    UnsyncedAndCut,
    /// Syncing fails once, and the power is cut after the next tick.
    UnsyncedAndCutLater,
    /// Syncing fails, and what was done cannot be undone; the power is cut after so many effects of the next tick.
    NotUndoneAndCut(u64),
}

const ILLS: [Ill; 13] = [
    Ill::Once(Fault::Fail(Trouble::Full)),
    Ill::Once(Fault::Short(1, Trouble::Full)),
    Ill::Once(Fault::Short(500, Trouble::Full)),
    Ill::ForAWhile(Fault::Fail(Trouble::Full)),
    Ill::Once(Fault::Late(Trouble::Broken)),
    Ill::ForAWhile(Fault::Short(100, Trouble::Full)),
    Ill::Once(Fault::Unsynced(Trouble::Broken)),
    Ill::ForAWhile(Fault::Late(Trouble::Broken)),
    Ill::UnsyncedAndCut,
    Ill::UnsyncedAndCutLater,
    Ill::NotUndoneAndCut(1),
    Ill::NotUndoneAndCut(3),
    Ill::NotUndoneAndCut(1_000),
];

/// When cron comes again, in minutes.
const LATER: [i64; 4] = [20, 30, 60, 90];

#[derive(Clone, Copy, Debug)]
struct Point {
    step: usize,
    effect: u64,
    ill: Ill,
}

fn points(straight: &Straight) -> Vec<Point> {
    let mut points = Vec::new();
    for (step, effects) in straight.steps.iter().map(|step| step.effects).enumerate() {
        for effect in 1..=effects {
            points.extend(ILLS.map(|ill| Point { step, effect, ill }));
        }
    }
    points
}

/// What is done; and done again, if it is a command of which somebody was told that it failed.
struct Run<'a> {
    world: &'a World,
    step: &'a Step,
    failed: bool,
}

impl Run<'_> {
    /// After so many minutes: the act, if it is not done yet, else a tick.
    fn after(&mut self, minutes: i64) -> Result<(), String> {
        let act = if self.failed { &self.step.act } else { &Act::Tick };
        let ran = act.run(self.world, self.step.at + TimeDelta::minutes(minutes));
        self.failed = self.step.act.is_typed() && self.failed && ran.is_err();
        ran.map(drop).map_err(|error| error.to_string())
    }
}

fn one(straight: &Straight, point: &Point) -> Result<(), String> {
    let step = &straight.steps[point.step];
    let world = step.before.fork();
    let mut run = Run { world: &world, step, failed: true };
    match point.ill {
        Ill::Once(fault) => {
            world.disk.fail_at(point.effect, fault);
            let _ = run.after(0);
            world.disk.revive();
        }
        Ill::ForAWhile(fault) => {
            world.disk.fail_from(point.effect, fault);
            let _ = (run.after(0), world.tick(step.at + TimeDelta::minutes(5)), run.after(10));
            world.disk.revive();
        }
        Ill::UnsyncedAndCut | Ill::UnsyncedAndCutLater => {
            world.disk.fail_at(point.effect, Fault::Unsynced(Trouble::Broken));
            let _ = run.after(0);
            if matches!(point.ill, Ill::UnsyncedAndCutLater) {
                world.disk.revive();
                let _ = run.after(6);
            }
            world.disk.restart();
        }
        Ill::NotUndoneAndCut(effects) => {
            world.disk.fail_at(point.effect, Fault::Unsynced(Trouble::Broken));
            world.disk.also_fail_at(point.effect + 1, Fault::Fail(Trouble::Broken));
            let _ = run.after(0);
            world.disk.revive();
            world.disk.fail_at(effects, Fault::KillAfter);
            let _ = run.after(6);
            world.disk.restart();
        }
    }
    world.nothing_came_from_nowhere_since(&step.before)?;
    // A mail that could not be handed over is tried again after a while, and a second one comes behind it.
    for minutes in LATER {
        run.after(minutes)?;
    }
    let last = straight.next_tick(point.step);
    // A deadline may fall in between; so the same ticks come where nothing was wrong.
    let should = straight.steps[last].after.fork();
    for minutes in LATER {
        should
            .tick(straight.steps[last].at + TimeDelta::minutes(minutes))
            .map_err(|error| error.to_string())?;
    }
    same(&world, &should)?;
    // What is done in the same hour cannot be done later than that.
    let is_last = straight.steps.get(last + 1).is_none_or(|next| next.at > step.at);
    if point.effect % 29 == 7 && is_last {
        straight.carry_on(&world, last)?;
        straight.carry_on(&should, last)?;
        same(&world, &should)?;
    }
    Ok(())
}

/// The same positions, answers and mails, where mails are filed; and no mail is left lying.
fn same(world: &World, should: &World) -> Result<(), String> {
    same_results(world, should)?;
    let (is, should) = (world.results()?.filed, should.results()?.filed);
    if is == should { Ok(()) } else { Err(format!("filed otherwise: {is:?}, not {should:?}")) }
}

/// The same positions, answers and mails; and no mail is left lying.
pub fn same_results(world: &World, should: &World) -> Result<(), String> {
    // Openings that came before they may be read lie there in both.
    let lying = |world: &World| world.disk.list(&path("mail/in/new")).map_err(|error| error.to_string());
    let (new, may) = (lying(world)?, lying(should)?);
    let (is, should) = (world.results()?, should.results()?);
    if is.told != should.told {
        let differ: Vec<_> = is.told.symmetric_difference(&should.told).collect();
        return Err(format!("somebody was told other things: {differ:?}"));
    }
    // Notices and press go along with other mails, and a newer report to an observer takes the place of an older one. Where one
    // could not be sent in time it went alone, or one that would have gone alone went along.
    let alone = |id: &str| {
        ["notice-", "press-", "turn-"].iter().any(|name| id.starts_with(&format!("<ravenpost.{name}")))
    };
    let differ: Vec<_> = is.mails.symmetric_difference(&should.mails).filter(|(id, _)| !alone(id)).collect();
    if !differ.is_empty() {
        return Err(format!("mails missing, or others: {differ:?}"));
    }
    if is.answers != should.answers || is.positions != should.positions || is.outcome != should.outcome {
        return Err("other answers or positions".to_owned());
    }
    if new == may { Ok(()) } else { Err(format!("{} mails are left lying, not {}", new.len(), may.len())) }
}

/// The same positions and answers, and everybody is told the same; what mails are called may differ.
pub fn same_but_numbers(world: &World, should: &World) -> Result<(), String> {
    let (is, should) = (world.results()?, should.results()?);
    let told = |all: &BTreeSet<(String, String)>| {
        let bare = |what: &str| what.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let mut told: Vec<_> = all.iter().map(|(to, what)| (to.clone(), bare(what))).collect();
        told.sort();
        told
    };
    let (told_is, told_should) = (told(&is.told), told(&should.told));
    if told_is != told_should {
        return Err(format!("somebody was told other things: {told_is:?}, not {told_should:?}"));
    }
    if is.answers != should.answers || is.positions != should.positions || is.outcome != should.outcome {
        return Err("other answers or positions".to_owned());
    }
    if is.filed != should.filed {
        return Err(format!("filed otherwise: {:?}, not {:?}", is.filed, should.filed));
    }
    Ok(())
}

#[test]
fn a_full_or_broken_disk_or_one_that_forgets_loses_nothing() {
    let mut tried = 0;
    for straight in STRAIGHT.iter() {
        let few = if straight.plot.name == "king-2" { 100 } else { 50 };
        let points = sample(straight, points(straight), ILLS.len(), few);
        tried += try_all("disk in trouble", straight, &points, |point| {
            one(straight, point).map_err(|why| format!("{point:?}: {why}"))
        });
    }
    println!("disk in trouble: {tried} points");
    assert!(tried > 150, "suspiciously few: {tried}");
}
