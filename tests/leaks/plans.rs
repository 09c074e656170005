//! What others have handed in: plans, seals, openings, how often, and what their plans say beyond what was asked.

use crate::copies::{self, Ways};
use crate::world::*;
use crate::{Tally, difference, same};
use chrono::TimeDelta;
use ravenpost::campaign::Render;
use ravenpost::campaign::record::Phase;
use ravenpost::ledger::{Entry, Kind};

/// Words of a world, in place of the program's own: for leaks that are planted.
pub type Words<'a> = &'a dyn Fn(&World) -> Option<Box<dyn Render>>;

/// What of the others is exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vary {
    /// All they plan.
    Plans,
    /// One part of one plan, most often a standing instruction.
    Part,
    /// How often and when they write: drafts, revisions, mistakes, questions, press among each other.
    Restless,
    /// Whether they seal or deposit, where both are allowed.
    How,
    /// What they write to each other, where there are two of them.
    Press,
}

/// How an exchange is made.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// The words of mails.
    pub words: Words<'a>,
    /// How copies and explanations are made.
    pub ways: &'a dyn Ways,
    /// The only thing that is exchanged; none: all in turn.
    pub only: Option<Vary>,
    /// Whether explanations are compared in every window.
    pub explain: bool,
}

/// The program as it is.
pub const HONEST: Means<'_> = Means { words: &|_| None, ways: &copies::Own, only: None, explain: false };

/// What a seat hands in, in the end.
#[derive(Clone)]
pub struct Hand {
    pub plan: Written,
    /// Whether it seals, and opens when it is asked to.
    pub seals: bool,
}

/// What the players of one world write in a window.
#[derive(Clone)]
pub struct Hands {
    pub all: Vec<Hand>,
    /// Whether the others write more often, and at other times, than they need.
    pub restless: bool,
    /// What two of the others say to each other.
    pub press: u64,
    pub salt: u64,
}

/// Plays `windows` windows of a campaign; in each, one seat looks while the others' plans are exchanged.
///
/// # Errors
/// A leak, in words.
pub fn exchange(manner: Manner, seed: u64, windows: usize, means: Means<'_>) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut world = World::founded(manner, seed, None);
    tick(&mut world, means.words)?;
    while tally.positions < windows {
        let Some((id, asked, sealed, phase)) = asked(&world) else { break };
        if phase != Phase::Collecting {
            // A seat that was not asked has sealed all the same.
            past_the_deadline(&mut world);
            past_the_deadline(&mut world);
            tick(&mut world, means.words)?;
            continue;
        }
        let eye = world.seats[dice.usize(..world.seats.len())].clone();
        let early = dice.bool();
        let base = hands_of(&world, &asked, sealed, manner, &mut dice);
        let mut all = vec![base.clone()];
        for vary in chosen(means.only, sealed, manner, tally.positions) {
            all.extend(varied(&world, &base, vary, &eye, &mut dice));
        }
        let mut worlds: Vec<World> = all.iter().map(|_| world.fork()).collect();
        for (world, hands) in worlds.iter_mut().zip(&all) {
            world.forget_sent();
            hand_in(world, hands, &eye, early, means.words)?;
        }
        tally.positions += usize::from(worlds.len() > 1);
        let explained = means.explain || means.only.is_none() && tally.positions % 4 == 2;
        let (first, rest) = worlds.split_first().unwrap();
        let seen = copies::all(first, means.ways, &eye, explained);
        for (other, hands) in rest.iter().zip(&all[1..]) {
            let window = first.campaign().record.game.window.map(|window| window.id);
            let what = |why: String| format!("{eye} looks in {window:?}, nothing closed: {why}");
            // In a secret window nothing at all may show; elsewhere an answer is used as soon as it comes.
            if !sealed && first.public(&eye) != other.public(&eye) {
                tally.shown += 1;
                continue;
            }
            // Where the same window takes plans still, not even a hash may be another. An answer may end the game; then all
            // plans come out.
            let moved = first.campaign().record.game.before.map(|window| window.id) == Some(id.clone());
            let over = first.campaign().record.game.ended.is_some();
            let mails = |world: &World| {
                let mails = world.sent_to(&eye).into_iter();
                mails.map(|mail| if moved || over { without_head(mail) } else { mail }).collect::<Vec<_>>()
            };
            tally.mails += same(&mails(first), &mails(other)).map_err(&what)?;
            if !over {
                let copied = copies::all(other, means.ways, &eye, explained);
                tally.copies += copies::same(&seen, &copied, moved).map_err(what)?;
            }
            // Who seals and how often somebody writes the game master may know.
            let seals = |hands: &Hands| hands.all.iter().map(|hand| hand.seals).collect::<Vec<_>>();
            if sealed && !hands.restless && seals(hands) == seals(&base) && means.only.is_none() {
                outside(first, other)?;
            }
        }
        for (world, hands) in worlds.iter_mut().zip(&all) {
            world.forget_sent();
            close(world, hands, &eye, early, means.words)?;
        }
        let (first, rest) = worlds.split_first().unwrap();
        let seen = copies::all(first, means.ways, &eye, explained);
        for other in rest {
            let why = |why: String| format!("{eye} looks when {id} has closed: {why}");
            if first.public(&eye) == other.public(&eye) && first.ledger_differs(other) {
                let (a, b) = (first.sent_to(&eye), other.sent_to(&eye));
                tally.after += same(&black(first, &eye, a), &black(other, &eye, b)).map_err(why)?;
                // When the game is over all plans come out.
                if first.campaign().record.game.ended.is_none() {
                    let copied = copies::all(other, means.ways, &eye, explained);
                    tally.copies += copies::same(&seen, &copied, true).map_err(why)?;
                }
            } else {
                tally.shown += 1;
            }
        }
        world = worlds.swap_remove(0);
        parted(&world)?;
    }
    Ok(tally)
}

/// No place in a plan stands in the part of the ledger that everybody may see, nor whether something was passed over.
pub fn parted(world: &World) -> Result<(), String> {
    let campaign = world.campaign();
    let told = |entry: &&Entry| !entry.body["source"]["path"].is_null() || entry.secret.is_none();
    let mut answered = campaign.entries().unwrap().iter().filter(|entry| entry.kind == Kind::Answered);
    answered
        .find(told)
        .map_or(Ok(()), |entry| Err(format!("entry {} tells of a plan: {}", entry.seq, entry.body)))
}

/// What is exchanged in a position; not all of it every time.
fn chosen(only: Option<Vary>, sealed: bool, manner: Manner, position: usize) -> Vec<Vary> {
    let fits = |vary: &Vary| match vary {
        Vary::Plans | Vary::Part | Vary::Press => true,
        Vary::Restless => sealed,
        Vary::How => sealed && manner.secrecy == "either",
    };
    let turns = match position % 4 {
        1 => [Vary::Plans, if manner.secrecy == "either" { Vary::How } else { Vary::Restless }],
        3 => [Vary::Plans, Vary::Press],
        _ => [Vary::Part, Vary::Restless],
    };
    match only {
        Some(only) => Some(only).filter(fits).into_iter().collect(),
        None => turns.into_iter().filter(fits).collect(),
    }
}

pub fn hands_of(
    world: &World,
    asked: &[String],
    sealed: bool,
    manner: Manner,
    dice: &mut fastrand::Rng,
) -> Hands {
    let hand = |seat: &String, dice: &mut fastrand::Rng| Hand {
        plan: suggest(world, seat, dice.u64(..)),
        seals: sealed && (manner.secrecy == "sealed" || manner.secrecy == "either" && dice.bool()),
    };
    let all = asked.iter().map(|seat| hand(seat, dice)).collect();
    Hands { all, restless: false, press: 0, salt: dice.u64(..) }
}

/// The same window with something of the others exchanged; none if there are no others.
pub fn varied(world: &World, base: &Hands, vary: Vary, eye: &str, dice: &mut fastrand::Rng) -> Option<Hands> {
    let mut hands = base.clone();
    let mut others: Vec<&mut Hand> = hands.all.iter_mut().filter(|hand| hand.plan.seat != eye).collect();
    if others.is_empty() {
        return None;
    }
    match vary {
        Vary::Plans => {
            others.iter_mut().for_each(|hand| hand.plan = suggest(world, &hand.plan.seat, dice.u64(..)));
        }
        Vary::Part => {
            let one = dice.usize(..others.len());
            let other = suggest(world, &others[one].plan.seat, dice.u64(..));
            others[one].plan = mix(world, &others[one].plan, &other, dice);
        }
        Vary::Restless => hands.restless = true,
        Vary::How => others.iter_mut().for_each(|hand| hand.seals = !hand.seals),
        Vary::Press => hands.press = dice.u64(..),
    }
    Some(hands)
}

/// A tick after which every mail must have gone out.
pub fn tick(world: &mut World, words: Words<'_>) -> Result<(), String> {
    let own = words(world);
    quiet(world.tick(own.as_deref().unwrap_or(&*WRITER)))
}

/// What others write at each of three times. In the end the same plans are in.
fn schedule(world: &World, hands: &Hands, window: &str, eye: &str) -> [Vec<(String, String)>; 3] {
    let mut times = [const { Vec::new() }; 3];
    let mut dice = fastrand::Rng::with_seed(hands.salt);
    for hand in hands.all.iter().filter(|hand| hand.plan.seat != eye) {
        let seat = &hand.plan.seat;
        let body = |plan: &Written| Hand { plan: plan.clone(), ..*hand }.body(window);
        let mut put = |time: usize, text: String| times[time].push((seat.clone(), text));
        if !hands.restless {
            // What stands below a plan says by its line how long the plan is.
            let below =
                if hands.salt.is_multiple_of(2) { "\nask: help\n-- \nSent from somewhere" } else { "" };
            put(0, body(&hand.plan) + below);
            let another = world.seats.iter().find(|other| *other != seat && *other != eye);
            if let Some(to) = another.filter(|_| hands.salt % 3 == 1) {
                let words =
                    ["Psst", "I shall march on Moat Cailin"].repeat(hands.press as usize % 5).join("! ");
                put(1, format!("press: {{to: {to}, text: \"{} {words}\"}}", hands.press));
            }
            continue;
        }
        let another = world.seats.iter().find(|other| *other != seat && *other != eye);
        let drafts = dice.usize(..3);
        for draft in 0..drafts {
            put(draft, format!("{}\nrevision: {}", body(&suggest(world, seat, dice.u64(..))), draft + 1));
        }
        match dice.usize(..3) {
            0 => put(1, "ask: [status, help]".to_owned()),
            1 => put(1, "plan: {whatever: [".to_owned()),
            2 => put(
                1,
                another.map_or("ask: help".to_owned(), |to| format!("press: {{to: {to}, text: Psst}}")),
            ),
            _ => {}
        }
        put(dice.usize(drafts..3), format!("{}\nrevision: {}", body(&hand.plan), drafts + 1));
    }
    times
}

/// Everybody hands in, says nothing of being final, and time passes to the reminder. The one who looks asks for all
/// that can be asked for, makes mistakes, and is written to.
pub fn hand_in(
    world: &mut World,
    hands: &Hands,
    eye: &str,
    early: bool,
    words: Words<'_>,
) -> Result<(), String> {
    let campaign = world.campaign();
    let window = campaign.record.game.open_window().unwrap().clone();
    let key = |seat: &str| campaign.secrets.keys[seat].text();
    let times = schedule(world, hands, &window.id, eye);
    let mut dice = fastrand::Rng::with_seed(hands.salt);
    if let Some(hand) = hands.all.iter().find(|hand| hand.plan.seat == eye && early) {
        world.write(eye, &key(eye), &format!("{}\nask: forecast", hand.body(&window.id)));
    }
    world.write(eye, &key(eye), "plan:\n  nonsense: 7\n  orders: {Nowhere: march}");
    let others: Vec<String> = world.seats.iter().filter(|seat| *seat != eye).cloned().collect();
    let one = &others[dice.usize(..others.len())];
    match dice.usize(..6) {
        0 => world.write(one, &key(one), &format!("press: {{to: {eye}, text: Shall we?}}")),
        1 => world.write(one, &key(one), "press: {to: all, unsigned: yes, text: I know what you did}"),
        2 => world.write(one, &key(one), "vote: {extend: 24h}"),
        4 => world.write(one, &key(one), "dispute: {turn: 1, about: the beginning}"),
        // Somebody elsewhere has the key of the one who looks.
        3 => world.write("nobody", &key(eye), "ask: status"),
        _ => {}
    }
    for time in times {
        tick(world, words)?;
        for (seat, body) in &time {
            world.write(seat, &key(seat), body);
        }
        world.now += TimeDelta::minutes(50);
    }
    // What plays the campaign again costs most.
    let long = if hands.salt.is_multiple_of(4) { ", history, explain" } else { "" };
    // A forecast is one of the plan in the same mail, and others are in by now.
    let own = hands.all.iter().find(|hand| hand.plan.seat == eye && early && !hand.seals);
    let (plan, forecast) = own.map_or((String::new(), ""), |hand| (hand.body(&window.id), ", forecast"));
    world.write(eye, &key(eye), &format!("{plan}\nask: [status, help, map, rules 1{forecast}{long}]"));
    tick(world, words)?;
    to_the_reminder(world);
    world.write(eye, &key(eye), "ask: status");
    tick(world, words)
}

impl Hand {
    fn body(&self, window: &str) -> String {
        match self.seals {
            true => format!("seal: {}", opening(window, &self.plan).seal()),
            false => self.plan.text.clone(),
        }
    }
}

/// All say that nothing more will come; those who have sealed open, the one who looks last.
pub fn close(
    world: &mut World,
    hands: &Hands,
    eye: &str,
    early: bool,
    words: Words<'_>,
) -> Result<(), String> {
    let Some((id, _, _, _)) = asked(world) else { return Ok(()) };
    let campaign = world.campaign();
    let key = |seat: &str| campaign.secrets.keys[seat].text();
    for hand in &hands.all {
        let seat = &hand.plan.seat;
        let body = if seat == eye && !early { hand.body(&id) + "\n" } else { String::new() };
        world.write(seat, &key(seat), &format!("{body}final: yes"));
    }
    tick(world, words)?;
    let opening_now = |world: &World| asked(world).is_some_and(|(_, _, _, phase)| phase == Phase::Opening);
    if opening_now(world) {
        let sealed = hands.all.iter().filter(|hand| hand.seals);
        let (mine, others): (Vec<_>, Vec<_>) = sealed.partition(|hand| hand.plan.seat == eye);
        for hands in [others, mine].into_iter().filter(|hands| !hands.is_empty()) {
            for hand in hands {
                world.write(&hand.plan.seat, &key(&hand.plan.seat), &opening(&id, &hand.plan).armour());
            }
            tick(world, words)?;
        }
    }
    for _ in 0..2 {
        if asked(world).is_some_and(|(now, ..)| now == id) {
            past_the_deadline(world);
            tick(world, words)?;
        }
    }
    Ok(())
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
        Ok(()) => written(&campaign, &now.position, &one.seat, mixed),
        Err(_) => one.clone(),
    }
}

/// What the commands print, what the pages say and what lies where does not depend on plans that are not open.
fn outside(one: &World, other: &World) -> Result<(), String> {
    let black = |world: &World| -> Vec<(String, String)> {
        let hashes = hashes(world, "");
        let text = |text: &str| blacken(text, &hashes);
        world.outside().iter().map(|(name, shown)| (text(name), text(shown))).collect()
    };
    let (one, other) = (black(one), black(other));
    for ((name, a), (other_name, b)) in one.iter().zip(&other) {
        if name != other_name {
            return Err(format!("files are called {name} and {other_name}"));
        }
        if a != b {
            return Err(format!("{name}: {}", difference(a, b)));
        }
    }
    let (one, other) = (one.len(), other.len());
    if one == other { Ok(()) } else { Err(format!("{one} things and {other} things lie there")) }
}

/// Seals and what is named by them, of all seats but one: that they are there is public, what they are depends on
/// what they seal.
fn hashes(world: &World, but: &str) -> Vec<String> {
    let mut all = Vec::new();
    for entry in world.campaign().entries().unwrap() {
        if let Some(seal) = entry.body["seal"].as_str().filter(|_| entry.body["seat"] != *but) {
            let bare = seal.trim_start_matches("sha256:");
            all.extend([bare.to_owned(), bare.chars().take(16).collect()]);
        }
    }
    all
}

pub fn blacken(text: &str, hashes: &[String]) -> String {
    let mut text = text.to_owned();
    for hash in hashes {
        text = text.replace(hash.as_str(), &"#".repeat(hash.len()));
    }
    text
}

/// Mails without the others' seals and without heads.
pub fn black(world: &World, but: &str, mails: Vec<Mail>) -> Vec<Mail> {
    let hashes = hashes(world, but);
    let black = |mail: Mail| Mail { raw: blacken(&mail.raw, &hashes), ..mail };
    mails.into_iter().map(without_head).map(black).collect()
}

/// A mail without the heads that it names. Lines that are broken for transport are put together again first.
fn without_head(mail: Mail) -> Mail {
    Mail { raw: headless(&mail.raw.replace("=\r\n", "")), ..mail }
}
