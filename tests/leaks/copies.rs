//! What a seat can have beside its mails: a copy of the ledger, its own or everybody's, and explanations.

use crate::world::*;
use crate::{difference, veil};
use ravenpost::campaign::entries::Line;
use ravenpost::campaign::explain::Question;
use ravenpost::campaign::record::Record;
use ravenpost::campaign::rules::{PendingPosition, Rules};
use ravenpost::campaign::{Campaign, For, explanation, export};
use ravenpost::disk::Disk;
use ravenpost::ledger::{Entry, Kind};
use ravenpost::table::Position;
use serde_json::Value;
use std::path::Path;

/// How copies and explanations are made: as the program does, unless a leak is planted.
pub trait Ways {
    /// An archive as one text.
    fn copy(&self, world: &World, receiver: &For) -> String {
        let campaign = world.campaign();
        let path = Path::new("/copy.jsonl");
        export(&world.edge, &campaign, receiver, path).unwrap_or_else(|error| panic!("{error}"));
        let text = String::from_utf8(world.disk.read(path).unwrap()).unwrap();
        world.disk.remove(path).unwrap();
        text
    }

    /// A turn explained to a seat.
    fn told(&self, world: &World, seat: &str, turn: u32) -> String {
        told(&world.campaign(), Some(seat), turn)
    }
}

/// The program's own ways.
pub struct Own;

impl Ways for Own {}

/// A turn explained, in words.
pub fn told(campaign: &Campaign, reader: Option<&str>, turn: u32) -> String {
    match explanation(campaign, &Question { turn, what: "", reader }) {
        Ok(explanation) => WRITER.write(&explanation).unwrap().mail.text,
        Err(why) => why.to_string(),
    }
}

/// A copy for a seat, one for everybody, and, if `explained`, the present turn and the one before explained.
pub fn all(world: &World, ways: &dyn Ways, seat: &str, explained: bool) -> Vec<(String, String)> {
    let mut all = vec![
        (format!("the copy for {seat}"), ways.copy(world, &For::Seat(seat.to_owned()))),
        ("the copy for everybody".to_owned(), ways.copy(world, &For::Public)),
    ];
    let turn = world.campaign().record.game.turn;
    for turn in (1..=turn).rev().take(if explained { 2 } else { 0 }) {
        all.push((format!("turn {turn} explained"), ways.told(world, seat, turn)));
    }
    all
}

/// The first difference between what two worlds give, hashes aside if `black`.
pub fn same(one: &[(String, String)], other: &[(String, String)], black: bool) -> Result<usize, String> {
    for ((name, a), (_, b)) in one.iter().zip(other) {
        let (a, b) = if black { (blacken(a), blacken(b)) } else { (a.clone(), b.clone()) };
        if a != b {
            let sizes = format!("{} and {} bytes", a.len(), b.len());
            // Where hashes differ something else does that they are of, if anything is.
            let (dark, black) = (blacken(&a), blacken(&b));
            let told = if dark == black { difference(&a, &b) } else { difference(&dark, &black) };
            return Err(format!("{name} ({sizes}): {told}"));
        }
    }
    Ok(one.len())
}

/// A text without its hashes: 64 hex digits, wherever they stand.
pub fn blacken(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut run = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_ascii_hexdigit() && !c.is_ascii_uppercase() {
            run.push(c);
            continue;
        }
        let hash = run.len() == 64;
        out.push_str(&if hash { "#".repeat(64) } else { std::mem::take(&mut run) });
        run.clear();
        out.push(c);
    }
    out
}

/// Plays on, and explains each turn to a seat again with other cards where nobody has seen them. How often they were
/// other cards.
///
/// # Errors
/// A leak, in words.
pub fn twist(world: &World, ways: &dyn Ways, seat: &str, dice: &mut fastrand::Rng) -> Result<usize, String> {
    let base = world.fork();
    without_secrets(&base, seat);
    let Ok(campaign) = Campaign::open(&base.edge, &base.dir) else {
        // Where another house has put a wildling card in secret may have decided what came later.
        let hides = |entry: &Entry| entry.body["hidden"] == true && entry.body["seat"] != *seat;
        let is_hidden = world.campaign().entries().unwrap().iter().any(hides);
        return if is_hidden { Ok(0) } else { Err("what a seat may know does not follow".to_owned()) };
    };
    let turn = campaign.record.game.turn;
    let told = ways.told(&base, seat, turn);
    twisted(&base, seat, &[u64::MAX], dice, &mut |other| {
        let here = ways.told(other, seat, turn);
        if told == here {
            return Ok(());
        }
        Err(format!("turn {turn} explained to {seat}: {}", difference(&told, &here)))
    })
}

/// Looks at worlds of the same ledger with other cards in the decks, which a seat has not seen, neither after the last of
/// these entries nor after the others. How many there were.
///
/// # Errors
/// What a look finds.
pub fn twisted(
    base: &World,
    seat: &str,
    after: &[u64],
    dice: &mut fastrand::Rng,
    look: &mut dyn FnMut(&World) -> Result<(), String>,
) -> Result<usize, String> {
    let at = |world: &World| after.iter().map(|seq| known(world, seat, *seq)).collect::<Option<Vec<_>>>();
    let Some(first) = at(base) else { return Ok(0) };
    let mut found = 0;
    for _ in 0..4 {
        veil::twist(dice.u64(..));
        let mut other = base.fork();
        other.edge.game = veil::twisted;
        let Some(here) = at(&other) else { continue };
        let both = || first.iter().zip(&here);
        if both().all(|(a, b)| a.view == b.view && a.events == b.events)
            && both().any(|(a, b)| a.position != b.position)
        {
            found += 1;
            look(&other)?;
        }
    }
    Ok(found)
}

/// Leaves in the ledger only what a seat may know, and what rulings say, so that another course of the decks can follow
/// from it.
pub fn without_secrets(world: &World, seat: &str) {
    let mut lines = String::new();
    for entry in world.campaign().entries().unwrap() {
        let mine = entry.kind == Kind::Ruling || entry.body["seat"] == *seat && entry.kind != Kind::Resolved;
        let entry = if mine || entry.secret.is_none() { entry.clone() } else { entry.redacted().unwrap() };
        lines += &(entry.line().unwrap() + "\n");
    }
    world.put("ledger.jsonl", &lines);
    world.disk.remove(&world.dir.join("private/record.json")).unwrap();
}

struct Known {
    view: Value,
    events: Vec<Value>,
    position: Position,
}

/// What follows from a ledger up to an entry by the game of a world, with all that was ever told; none if it does not.
fn known(world: &World, seat: &str, until: u64) -> Option<Known> {
    let campaign = Campaign::open(&world.edge, &world.dir).ok()?;
    let rules: Rules<'_> = campaign.rules();
    let mut record = Record::default();
    // Of what was mailed the record forgets the events.
    for entry in
        campaign.entries().unwrap().iter().filter(|entry| entry.kind != Kind::Mailed && entry.seq <= until)
    {
        record.apply(rules, Line::from(entry)).ok()?;
    }
    let PendingPosition { position, events, .. } = rules.pending(&record).ok()?;
    let view = rules.referee.view(&position, rules.seat(seat)).ok()?;
    let past = record.game.events.into_iter().map(|happened| happened.event);
    let told = past.chain(events).map(|event| Value::clone(&event));
    let may_know = |event: &Value| event.get("only").is_none_or(|only| only == seat);
    Some(Known { view, events: told.filter(may_know).collect(), position })
}
