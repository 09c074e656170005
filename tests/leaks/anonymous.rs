//! Who plays, and how their mails look: names, addresses, mail programs, servers, time zones. The same game is played by
//! other people, word for word; a seat that stays the same person's may not see it.

use crate::copies;
use crate::people::Person;
use crate::plans::{Words, black, tick};
use crate::world::*;
use crate::{Tally, difference, same};
use chrono::TimeDelta;
use ravenpost::campaign::record::Phase;
use ravenpost::campaign::{Order, order};
use ravenpost::disk::Disk;
use std::collections::BTreeMap;
use std::path::Path;

/// How people are exchanged.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// The words of mails.
    pub words: Words<'a>,
    /// Whether the campaign is one in which names are hidden; else all but names is exchanged.
    pub anonymous: bool,
}

/// Something that comes into the mailboxes of all worlds.
enum Came {
    /// A mail of a seat's player.
    Mail(String, String),
    /// The mail server says that the last mail to a seat could not be delivered.
    Bounce(String),
    /// Somebody writes in a seat's name, from elsewhere.
    Elsewhere(String),
    /// The game master gives a seat to somebody else.
    Replaced(String),
}

/// Plays `windows` windows by several casts of the same game, with one seat that is always the same person's.
///
/// # Errors
/// A leak, in words.
pub fn exchange(manner: Manner, seed: u64, windows: usize, means: Means<'_>) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut dice = fastrand::Rng::with_seed(seed);
    let seats = World::founded(manner, seed, None).seats;
    let eye = seats[dice.usize(..seats.len())].clone();
    let me = Person::by_chance(&mut dice, None);
    let name = |seat: &String| seat.to_uppercase();
    let mut worlds = Vec::new();
    for _ in 0..3 {
        let mut somebody = |seat: &String| match *seat == eye {
            true => me.clone(),
            false => Person::by_chance(&mut dice, Some(name(seat)).filter(|_| !means.anonymous).as_deref()),
        };
        let people: BTreeMap<String, Person> =
            seats.iter().map(|seat| (seat.clone(), somebody(seat))).collect();
        let lines: &[_] = if means.anonymous { &[("\nanonymous: no", "\nanonymous: yes")] } else { &[] };
        worlds.push(World::founded_with(manner, seed, None, &people, lines));
    }
    let all = |worlds: &mut [World]| -> Result<usize, String> {
        worlds.iter_mut().try_for_each(|world| tick(world, means.words))?;
        let (first, rest) = worlds.split_first().unwrap();
        // The nonce of a deposit follows from the mail that it came in, and so its seal.
        let seen = black(first, &eye, first.sent_to(&eye));
        let mut mails = 0;
        for other in rest {
            let at = first.campaign().record.game.window.map(|window| window.id);
            let why = |why: String| format!("{eye} looks in {at:?}: {why}");
            mails += same(&seen, &black(other, &eye, other.sent_to(&eye))).map_err(why)?;
        }
        worlds.iter().for_each(World::forget_sent);
        Ok(mails)
    };
    tally.mails += all(&mut worlds)?;
    while tally.positions < windows {
        let Some((id, ..)) = asked(&worlds[0]) else { break };
        for round in script(&worlds[0], &eye, manner, &mut dice) {
            for came in &round {
                let successor = dice.u64(..);
                for (number, world) in worlds.iter_mut().enumerate() {
                    // Who follows is somebody else in each world.
                    let mut dice = fastrand::Rng::with_seed(successor.wrapping_add(number as u64));
                    let name = Some(format!("HEIR {}", successor % 100)).filter(|_| !means.anonymous);
                    happen(world, came, Person::by_chance(&mut dice, name.as_deref()))?;
                }
            }
            tally.mails += all(&mut worlds)?;
            worlds.iter_mut().for_each(|world| world.now += TimeDelta::hours(1));
        }
        for _ in 0..3 {
            if asked(&worlds[0]).is_some_and(|(now, ..)| now == id) {
                worlds.iter_mut().for_each(past_the_deadline);
                tally.mails += all(&mut worlds)?;
            }
        }
        tally.positions += 1;
        tally.people += worlds.len() - 1;
        tally.copies += beside(&worlds, &eye, tally.positions % 4 == 1)?;
    }
    Ok(tally)
}

/// Copies, explanations and what everybody may read in the folder: copies hashes aside, because they hold those of mails.
fn beside(worlds: &[World], eye: &str, explained: bool) -> Result<usize, String> {
    let (first, rest) = worlds.split_first().unwrap();
    let all = |world: &World| -> Vec<(String, String)> {
        let all = copies::all(world, &copies::Own, eye, explained).into_iter();
        all.map(|(name, text)| (name, without_nonces(&text))).collect()
    };
    let seen = all(first);
    let pages = |world: &World| -> Vec<(String, String)> {
        let pages = world.disk.files().into_iter().filter(|path| path.starts_with(world.dir.join("turns")));
        let text = |path: &Path| copies::blacken(&String::from_utf8(world.disk.read(path).unwrap()).unwrap());
        pages.map(|path| (path.display().to_string(), text(&path))).collect()
    };
    let shown = pages(first);
    let mut compared = 0;
    for other in rest {
        let why = |why: String| format!("{eye} looks beside the mails: {why}");
        compared += copies::same(&seen, &all(other), true).map_err(why)?;
        for ((name, a), (other, b)) in shown.iter().zip(pages(other)) {
            if (name, a) != (&other, &b) {
                return Err(format!("{name}: {}", difference(a, &b)));
            }
        }
    }
    Ok(compared)
}

/// A text without the nonces of plans that are out because the game is over.
fn without_nonces(text: &str) -> String {
    let mut parts = text.split("\"nonce\":\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        all + "\"nonce\":" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit())
    })
}

/// What everybody writes in the open window, in rounds.
fn script(world: &World, eye: &str, manner: Manner, dice: &mut fastrand::Rng) -> Vec<Vec<Came>> {
    let Some((id, asked, sealed, phase)) = asked(world) else { return Vec::new() };
    let others: Vec<&String> = world.seats.iter().filter(|seat| *seat != eye).collect();
    let one = others[dice.usize(..others.len())].clone();
    let mail = |seat: &str, body: String| Came::Mail(seat.to_owned(), body);
    let mut first = vec![match dice.usize(..8) {
        0 => mail(&one, format!("press: {{to: {eye}, text: Shall we?}}\nask: help")),
        1 => mail(
            &one,
            "press: {to: all, unsigned: yes, text: \"Ich weiß, was du getan hast — you know\"}".to_owned(),
        ),
        2 => mail(&one, "vote: {extend: 24h}".to_owned()),
        3 => mail(&one, "dispute: {turn: 1, about: the beginning}".to_owned()),
        4 => Came::Bounce(one.clone()),
        5 => Came::Elsewhere(one.clone()),
        6 => Came::Replaced(one.clone()),
        _ => mail(&one, "plan: {nonsense: 7}\nask: [new key]".to_owned()),
    }];
    let mut opened = Vec::new();
    let mut second = Vec::new();
    for seat in asked.iter().filter(|_| phase == Phase::Collecting) {
        let plan = suggest(world, seat, dice.u64(..));
        let seals = sealed && (manner.secrecy == "sealed" || manner.secrecy == "either" && dice.bool());
        let body = match seals {
            true => format!("seal: {}", opening(&id, &plan).seal()),
            false => plan.text.clone(),
        };
        let round = if dice.bool() { &mut first } else { &mut second };
        round.push(mail(seat, body));
        if seals {
            opened.push(mail(seat, opening(&id, &plan).armour()));
        }
    }
    let long = if dice.usize(..4) == 0 { ", history, explain" } else { "" };
    second.push(mail(eye, format!("ask: [status, help, map, rules 1, forecast{long}]")));
    let last = asked.iter().map(|seat| mail(seat, "final: yes".to_owned())).collect();
    vec![first, second, last, opened]
}

/// Somebody's key as it is now.
fn key(world: &World, seat: &str) -> String {
    let campaign = world.campaign();
    campaign.secrets.key(seat, campaign.record.people.newest_key(seat).unwrap_or(1)).text()
}

/// Lets something happen in one world.
fn happen(world: &mut World, came: &Came, successor: Person) -> Result<(), String> {
    match came {
        Came::Mail(seat, body) => {
            let key = key(world, seat);
            world.write(seat, &key, body);
        }
        Came::Bounce(seat) => {
            // Of the opening, whose Message-ID is derived like every other.
            let to = world.person(seat).address;
            let ours = world.campaign().message_ids().derive(seat, "opening-1").unwrap();
            let bounce = format!(
                "Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.{host}>\nTo: <game@ravenpost.example>\nSubject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\n<{to}>: host {host} said: 550 5.1.1 no such user\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.{host}\n\nFinal-Recipient: rfc822; {to}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 no such user {to}\n\n--b\nContent-Type: message/rfc822\n\nFrom: game@ravenpost.example\nTo: {to}\nMessage-ID: <{id}>\n\nx\n--b--\n",
                host = to.rsplit('@').next().unwrap_or_default(),
                id = ours.trim_matches(['<', '>']),
            );
            world.drop_in(bounce.replace('\n', "\r\n").as_bytes());
        }
        Came::Elsewhere(seat) => {
            let (key, owner) = (key(world, seat), world.person(seat));
            world.succeed(seat, successor);
            world.write(seat, &key, "ask: status");
            world.succeed(seat, owner);
        }
        Came::Replaced(seat) => {
            let replace = Order::Replace {
                seat: seat.clone(),
                player: successor.name.clone(),
                address: successor.address.clone(),
            };
            let ticked =
                order(&world.edge, &world.dir, world.now, &replace).map_err(|why| why.to_string())?;
            quiet(ticked)?;
            world.succeed(seat, successor);
        }
    }
    Ok(())
}
