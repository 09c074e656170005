//! Trying many points, on all processors, and counting them.

use crate::plot::Straight;
use crate::thorough::thorough;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `RAVENPOST_FAULTS` asks for; in a thorough run all, if it asks for nothing.
fn wanted() -> String {
    std::env::var("RAVENPOST_FAULTS").unwrap_or_else(|_| thorough("", "all").to_owned())
}

/// Whether every point of a campaign is to be tried: of all campaigns, or of those that are named.
pub fn all_of(straight: &Straight) -> bool {
    wanted().split(',').any(|name| name == "all" || name == straight.plot.name)
}

/// Of so many things, about so many by default (half of them in the campaigns with long ledgers), spread evenly; all if all are
/// wanted. The kinds of things repeat after `cycle`, and every kind is met.
pub fn sample<T>(straight: &Straight, things: Vec<T>, cycle: usize, by_default: usize) -> Vec<T> {
    let by_default = match wanted().parse() {
        Ok(number) => number,
        Err(_) if straight.has_commands() => by_default / 2,
        Err(_) => by_default,
    };
    if all_of(straight) || things.len() <= by_default {
        return things;
    }
    let mut stride = things.len() / by_default;
    while common(stride, cycle) != 1 {
        stride += 1;
    }
    things.into_iter().step_by(stride).collect()
}

/// The greatest common divisor.
fn common(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common(b, a % b) }
}

/// Tries all these, and fails with the first few that went wrong. Says how many there were.
pub fn try_all<T: Sync>(
    what: &str,
    straight: &Straight,
    points: &[T],
    one: impl Fn(&T) -> Result<(), String> + Sync,
) -> usize {
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let begun = std::time::Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(point) = points.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = one(point) {
                        wrong.lock().unwrap().push(why);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    let (name, count) = (straight.plot.name, points.len());
    println!(
        "{what}, {name}: {count} points in {:.1} s, {} wrong",
        begun.elapsed().as_secs_f64(),
        wrong.len()
    );
    let first: Vec<&str> = wrong.iter().take(5).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{what}, {name}: {} of {count} went wrong:\n{}", wrong.len(), first.join("\n"));
    count
}
