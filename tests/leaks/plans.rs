//! What others have handed in: plans, seals, openings, how often, and what their plans say beyond what was asked.

use crate::world::*;
use crate::{Tally, difference, same};
use ravenpost::campaign::Scribe;
use ravenpost::campaign::record::Phase;
use ravenpost::table::Position;

/// Words of a world, in place of the program's own: for leaks that are planted.
pub type Words<'a> = &'a dyn Fn(&World) -> Option<Box<dyn Scribe>>;

/// What the players of one world write in a window.
#[derive(Clone)]
struct Hands {
    plans: Vec<Written>,
    /// Whether the others write more often than they need.
    often: bool,
}

/// Plays `windows` windows of a campaign; in each, one seat looks while the others' plans are exchanged.
///
/// # Errors
/// A leak, in words.
pub fn exchange(manner: Manner, seed: u64, windows: usize, words: Words<'_>) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut world = World::founded(manner, seed, None);
    tick(&mut world, words);
    for _ in 0..windows {
        let Some((_, asked, sealed, phase)) = asked(&world) else { break };
        if phase != Phase::Collecting {
            // A seat that was not asked has sealed all the same.
            past_the_deadline(&mut world);
            past_the_deadline(&mut world);
            tick(&mut world, words);
            continue;
        }
        let eye = world.seats[dice.usize(..world.seats.len())].clone();
        let early = dice.bool();
        let one: Vec<Written> = asked.iter().map(|seat| suggest(&world, seat, dice.u64(..))).collect();
        let more: Vec<Written> = asked.iter().map(|seat| suggest(&world, seat, dice.u64(..))).collect();
        let pick = |other: &dyn Fn(&Written, &Written) -> Written, often| {
            let plans = one.iter().zip(&more);
            Hands {
                plans: plans.map(|(a, b)| if a.seat == eye { a.clone() } else { other(a, b) }).collect(),
                often,
            }
        };
        // One of the others has other standing instructions in one place.
        let one_of =
            asked.iter().filter(|seat| **seat != eye).nth(dice.usize(..2)).cloned().unwrap_or_default();
        let salt = dice.u64(..);
        let mixed = pick(
            &|a, b| match a.seat == one_of {
                true => mix(&world, a, b, &mut fastrand::Rng::with_seed(salt)),
                false => a.clone(),
            },
            false,
        );
        let hands = [
            pick(&|a, _| a.clone(), false),
            pick(&|_, b| b.clone(), false),
            mixed,
            pick(&|a, _| a.clone(), true),
        ];
        let mut worlds: Vec<World> = hands.iter().map(|_| world.fork()).collect();
        for (world, hands) in worlds.iter_mut().zip(&hands) {
            world.forget_sent();
            hand_in(world, hands, &eye, early, words);
        }
        tally.positions += 1;
        let (first, rest) = worlds.split_first().unwrap();
        for other in rest {
            let what = |why: String| {
                format!(
                    "{} looks in {:?}, nothing closed: {why}",
                    eye,
                    first.campaign().record.window.map(|w| w.id)
                )
            };
            // In a secret window nothing at all may show; elsewhere an answer is used as soon as it comes.
            if sealed || first.public(&eye) == other.public(&eye) {
                tally.mails += same(&first.sent_to(&eye), &other.sent_to(&eye)).map_err(what)?;
            } else {
                tally.shown += 1;
            }
        }
        if sealed {
            for other in &worlds[1..3] {
                outside(first, other)?;
            }
        }
        for (world, hands) in worlds.iter_mut().zip(&hands) {
            world.forget_sent();
            close(world, hands, &eye, words);
        }
        let first = &worlds[0];
        for other in &worlds[1..3] {
            let why = |why: String| format!("{eye} looks when the window has closed: {why}");
            if first.public(&eye) == other.public(&eye) && first.ledger_differs(other) {
                let (a, b) = (first.sent_to(&eye), other.sent_to(&eye));
                tally.after += same(&black(first, &eye, a), &black(other, &eye, b)).map_err(why)?;
            } else {
                tally.shown += 1;
            }
        }
        world = worlds.swap_remove(0);
    }
    Ok(tally)
}

fn tick(world: &mut World, words: Words<'_>) {
    let own = words(world);
    world.tick(own.as_deref().unwrap_or(&*WRITER));
}

/// Everybody hands in, says nothing of being final, and time passes to the reminder. The one who looks asks for all
/// that can be asked for, and makes mistakes.
fn hand_in(world: &mut World, hands: &Hands, eye: &str, early: bool, words: Words<'_>) {
    let (campaign, _) = world.stand();
    let window = campaign.record.open_window().unwrap().clone();
    let key = |seat: &str| campaign.secrets.keys[seat].text();
    let seals = window.sealed && world.read("campaign.yaml").contains("secrecy: sealed");
    for plan in &hands.plans {
        if plan.seat == eye && !early {
            continue;
        }
        let body = match seals {
            true => format!("seal: {}", opening(&window.id, plan).seal()),
            false => plan.text.clone(),
        };
        world.write(&plan.seat, &key(&plan.seat), &body);
    }
    let eye_key = key(eye);
    world.write(eye, &eye_key, "ask: [status, help]");
    world.write(eye, &eye_key, "plan:\n  nonsense: 7\n  orders: {Nowhere: march}");
    tick(world, words);
    if hands.often {
        for plan in hands.plans.iter().filter(|plan| plan.seat != eye && window.sealed) {
            world.write(&plan.seat, &key(&plan.seat), "ask: status");
            world.write(&plan.seat, &key(&plan.seat), "plan: {whatever: [");
        }
        tick(world, words);
    }
    to_the_reminder(world);
    world.write(eye, &eye_key, "ask: status");
    tick(world, words);
}

/// All say that nothing more will come; those who have sealed open, one of the others last.
fn close(world: &mut World, hands: &Hands, eye: &str, words: Words<'_>) {
    let Some((id, _, sealed, _)) = asked(world) else { return };
    let campaign = world.campaign();
    let key = |seat: &str| campaign.secrets.keys[seat].text();
    let seals = sealed && world.read("campaign.yaml").contains("secrecy: sealed");
    for plan in &hands.plans {
        let body = match seals {
            true => format!("seal: {}", opening(&id, plan).seal()),
            false => plan.text.clone(),
        };
        world.write(&plan.seat, &key(&plan.seat), &format!("{body}\nfinal: yes"));
    }
    tick(world, words);
    let opening_now = |world: &World| asked(world).is_some_and(|(_, _, _, phase)| phase == Phase::Opening);
    if opening_now(world) {
        let (mine, others): (Vec<_>, Vec<_>) = hands.plans.iter().partition(|plan| plan.seat == eye);
        for plan in others.into_iter().chain(mine) {
            world.write(&plan.seat, &key(&plan.seat), &opening(&id, plan).armour());
            tick(world, words);
        }
    }
    if asked(world).is_some_and(|(now, ..)| now == id) {
        past_the_deadline(world);
        tick(world, words);
    }
}

/// The first plan with one part of the other: most often one that is not asked for now.
fn mix(world: &World, one: &Written, other: &Written, dice: &mut fastrand::Rng) -> Written {
    let (campaign, now) = world.stand();
    let (Some(plan), Some(parts)) = (one.plan.as_object(), other.plan.as_object()) else {
        return one.clone();
    };
    let differs: Vec<&String> =
        parts.keys().filter(|part| plan.get(*part) != parts.get(*part) && *part != "orders").collect();
    if differs.is_empty() {
        return one.clone();
    }
    let part = differs[dice.usize(..differs.len())];
    let mut mixed = plan.clone();
    mixed.insert(part.clone(), parts[part].clone());
    let mixed = serde_json::Value::Object(mixed);
    match campaign.referee.accept_plan(&mixed) {
        Ok(()) => written(&campaign, &Position(now.position), &one.seat, mixed),
        Err(_) => one.clone(),
    }
}

/// What the commands print, what the pages say and what lies where does not depend on plans that are not open.
fn outside(one: &World, other: &World) -> Result<(), String> {
    let black = |world: &World| -> Vec<(String, String)> {
        let text = |text: &str| blacken(text, &hashes(world, ""));
        world.outside().iter().map(|(name, shown)| (text(name), text(shown))).collect()
    };
    for ((name, a), (other_name, b)) in black(one).iter().zip(&black(other)) {
        if name != other_name {
            return Err(format!("files are called {name} and {other_name}"));
        }
        if a != b {
            return Err(format!("{name}: {}", difference(a, b)));
        }
    }
    let (one, other) = (one.outside().len(), other.outside().len());
    if one == other { Ok(()) } else { Err(format!("{one} things and {other} things lie there")) }
}

/// Seals and what is named by them, of all seats but one: that they are there is public, what they are depends on
/// what they seal.
fn hashes(world: &World, but: &str) -> Vec<String> {
    let mut all = Vec::new();
    for entry in world.campaign().entries() {
        if let Some(seal) = entry.body["seal"].as_str().filter(|_| entry.body["seat"] != *but) {
            let bare = seal.trim_start_matches("sha256:");
            all.extend([bare.to_owned(), bare.chars().take(16).collect()]);
        }
    }
    all
}

fn blacken(text: &str, hashes: &[String]) -> String {
    let mut text = text.to_owned();
    for hash in hashes {
        text = text.replace(hash.as_str(), &"#".repeat(hash.len()));
    }
    text
}

/// Mails without the others' seals. Lines of a mail that a seal was broken over are put together again first.
fn black(world: &World, but: &str, mails: Vec<Mail>) -> Vec<Mail> {
    let hashes = hashes(world, but);
    let black = |mail: Mail| Mail { raw: blacken(&mail.raw.replace("=\r\n", ""), &hashes), ..mail };
    mails.into_iter().map(black).collect()
}
