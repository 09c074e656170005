//! Secrets around rulings: others have planned otherwise, in windows that are over and in the one that is open, when the
//! game master rules. What a seat is mailed of the ruling, and all it gets before and after, may not tell.

use crate::copies::{self, Ways};
use crate::hidden;
use crate::plans::{self, Hands, Vary, Words, black, close, hand_in, hands_of, tick, varied};
use crate::world::*;
use crate::{Tally, same, veil};
use chrono::TimeDelta;
use ravenpost::campaign::entries::{Fate, Line, Received, RulingKind};
use ravenpost::campaign::record::{Phase, Record};
use ravenpost::campaign::ruling::{
    Request, StageDecided, When, adopt, decisions, position_at, propose, try_ruling,
};
use ravenpost::ledger::Kind;
use ravenpost::table::Open;
use serde_json::{Value, json};

/// How an exchange is made.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// The words of mails.
    pub words: Words<'a>,
    /// How copies and explanations are made.
    pub ways: &'a dyn Ways,
    /// How a file is made that shows everybody what a ruling would change.
    pub what_if: &'a dyn Fn(&World, String) -> String,
}

/// The program as it is.
pub const HONEST: Means<'_> = Means { words: &|_| None, ways: &copies::Own, what_if: &|_, text| text };

/// What one world shows.
struct Seen {
    /// Files for everybody that say what would change.
    files: Vec<(String, String)>,
    /// Mails to the one who looks.
    mails: Vec<Mail>,
    /// Copies and explanations.
    copies: Vec<(String, String)>,
}

/// Plays until `windows` rulings were looked at; at each, one seat looks while the others' plans are exchanged.
///
/// # Errors
/// A leak, in words.
pub fn exchange(manner: Manner, seed: u64, windows: usize, means: Means<'_>) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut dice = fastrand::Rng::with_seed(seed);
    let protest = seed % 3 == 2;
    let lines: &[_] = if protest {
        &[("rulings: {protest: no, vote: no}", "rulings: {protest: 48h, vote: yes}")]
    } else {
        &[]
    };
    let mut world = World::founded_with(manner, seed, None, &Default::default(), lines);
    tick(&mut world, means.words)?;
    while tally.positions < windows {
        for _ in 0..dice.usize(..3) {
            hidden::play(&mut world, manner, &mut dice)?;
        }
        let eye = world.seats[dice.usize(..world.seats.len())].clone();
        // How it was before a ruling goes on beside it, lest each campaign goes round in circles.
        let Some(before) = collecting(world.fork(), means)? else { break };
        let after = around(before, manner, &eye, protest, &mut dice, means, &mut tally)?;
        world = match after {
            Some(after) if dice.usize(..3) == 0 => after,
            _ => {
                hidden::play(&mut world, manner, &mut dice)?;
                world
            }
        };
        if asked(&world).is_none() {
            break;
        }
    }
    Ok(tally)
}

/// A world whose open window takes plans; none if the game is over.
fn collecting(mut world: World, means: Means<'_>) -> Result<Option<World>, String> {
    for _ in 0..4 {
        match asked(&world) {
            None => return Ok(None),
            Some((_, _, _, Phase::Collecting)) => return Ok(Some(world)),
            _ => {
                past_the_deadline(&mut world);
                tick(&mut world, means.words)?;
            }
        }
    }
    Ok(None)
}

/// Worlds in which others have planned otherwise, a ruling in all of them, and what comes of it. The first world as it
/// is then; none if nothing could be ruled.
fn around(
    world: World,
    manner: Manner,
    eye: &str,
    protest: bool,
    dice: &mut fastrand::Rng,
    means: Means<'_>,
    tally: &mut Tally,
) -> Result<Option<World>, String> {
    let mut worlds = past_windows(world, manner, eye, dice, means)?;
    if asked(&worlds[0]).is_none() {
        return Ok(None);
    }
    late(&mut worlds, eye, dice, means)?;
    let restless = open_window(&mut worlds, manner, eye, dice, means)?;
    let Some(request) = request(&worlds[0], dice)? else { return Ok(None) };
    let mut seen = Vec::new();
    for world in &mut worlds {
        world.forget_sent();
        seen.push(ruled(world, &request, eye, protest, means)?);
    }
    let ruled = worlds[0].campaign().record.people.rulings.last().map(|given| given.seq);
    let first = seen.remove(0).ok_or("a ruling that can be given cannot be given")?;
    let what = |why: String| {
        let Request { what, when, answers, accept, refuse, outcomes, .. } = &request;
        format!(
            "{eye} looks at a ruling ({what:?} {when:?} {answers:?} {accept:?} {refuse:?} {outcomes:?}): {why}"
        )
    };
    let told = game(&worlds[0]);
    let mut alike = vec![true];
    for (other, seen) in worlds[1..].iter().zip(seen) {
        // What a ruling brings to light by rule is told to all; only where that is the same nothing may differ.
        let Some(seen) = seen.filter(|_| game(other) == told) else {
            tally.shown += 1;
            alike.push(false);
            continue;
        };
        alike.push(true);
        tally.rulings += 1;
        tally.copies += copies::same(&first.files, &seen.files, false).map_err(what)?;
        let (a, b) = (first.mails.clone(), seen.mails);
        tally.mails += same(&black(&worlds[0], eye, a), &black(other, eye, b)).map_err(what)?;
        // The window that was open is over now; who has sealed how, and how often, a copy shows of each that is over. And when
        // the game is over all plans come out.
        if !restless && other.campaign().record.game.ended.is_none() {
            tally.copies += copies::same(&first.copies, &seen.copies, true).map_err(what)?;
        }
    }
    tally.positions += usize::from(worlds.len() > 1);
    if let Some(ruled) = ruled.filter(|_| tally.positions.is_multiple_of(2) && request.state.is_none()) {
        tally.twisted += other_cards(&worlds[0], ruled, eye, dice)?;
    }
    // To make all mails of a ruling again takes long.
    if tally.positions % 3 == 1 {
        let settings = worlds[0].campaign().settings;
        let honest = veil::honest(&settings, &|_| None).unwrap();
        *tally += Tally { positions: 0, ..hidden::look(&worlds[0], &*honest, dice)? };
    }
    let mut alike = alike.into_iter();
    worlds.retain(|_| alike.next() == Some(true));
    go_on(&mut worlds, manner, eye, restless, dice, means, tally).map_err(what)?;
    Ok(worlds.into_iter().next())
}

/// A window that closes in the same way for all to see, though others have planned otherwise.
fn past_windows(
    world: World,
    manner: Manner,
    eye: &str,
    dice: &mut fastrand::Rng,
    means: Means<'_>,
) -> Result<Vec<World>, String> {
    let Some((_, asked, sealed, _)) = asked(&world) else { return Ok(vec![world]) };
    let base = hands_of(&world, &asked, sealed, manner, dice);
    let mut all = vec![base.clone()];
    for vary in [Vary::Part, Vary::Part, Vary::Plans] {
        all.extend(varied(&world, &base, vary, eye, dice));
    }
    let mut worlds: Vec<World> = all.iter().map(|_| world.fork()).collect();
    for (world, hands) in worlds.iter_mut().zip(&all) {
        hand_in(world, hands, eye, true, means.words)?;
        close(world, hands, eye, true, means.words)?;
    }
    let first = worlds.remove(0);
    let public = first.public(eye);
    worlds.retain(|other| other.public(eye) == public && other.ledger_differs(&first));
    // There is always another: what is open can differ where nothing else does.
    worlds.push(first.fork());
    worlds.truncate(2);
    worlds.insert(0, first);
    let mut open = Vec::new();
    for world in worlds {
        let kept = world.fork();
        open.push(collecting(world, means)?.unwrap_or(kept));
    }
    Ok(open)
}

/// Somebody's plan comes after its window has closed: another plan in each world.
fn late(worlds: &mut [World], eye: &str, dice: &mut fastrand::Rng, means: Means<'_>) -> Result<(), String> {
    let record = worlds[0].campaign().record;
    let Some(before) = record.game.before else { return Ok(()) };
    let seats: Vec<&String> =
        before.asked.keys().filter(|seat| *seat != eye || dice.usize(..4) == 0).collect();
    let Some(seat) = seats.get(dice.usize(..seats.len().max(1))) else { return Ok(()) };
    for world in worlds.iter_mut() {
        let plan = suggest(world, seat, if **seat == eye { 7 } else { dice.u64(..) });
        let key = world.campaign().secrets.keys[*seat].text();
        world.write(seat, &key, &format!("window: {}\n{}", before.id, plan.text));
        tick(world, means.words)?;
    }
    Ok(())
}

/// What others have handed in in the open window is otherwise in each world. Whether it may be known in the end, because
/// it is how they did it and not what.
fn open_window(
    worlds: &mut [World],
    manner: Manner,
    eye: &str,
    dice: &mut fastrand::Rng,
    means: Means<'_>,
) -> Result<bool, String> {
    let Some((_, asked, sealed, _)) = asked(&worlds[0]) else { return Ok(false) };
    let base = hands_of(&worlds[0], &asked, sealed, manner, dice);
    let vary = match dice.usize(..4) {
        _ if !sealed => Vary::Part,
        0 => Vary::Restless,
        1 if manner.secrecy == "either" => Vary::How,
        _ => Vary::Plans,
    };
    let early = dice.bool();
    for (number, world) in worlds.iter_mut().enumerate() {
        let other = if number == 0 { None } else { varied(world, &base, vary, eye, dice) };
        hand_in(world, &other.unwrap_or_else(|| base.clone()), eye, early, means.words)?;
    }
    Ok(matches!(vary, Vary::Restless | Vary::How))
}

/// Gives a ruling, or proposes it and waits; with what is seen of it. None if it cannot be given here.
fn ruled(
    world: &mut World,
    request: &Request,
    eye: &str,
    protest: bool,
    means: Means<'_>,
) -> Result<Option<Seen>, String> {
    let files = {
        let campaign = world.campaign();
        let Ok(trial) = try_ruling(&campaign, request, world.now) else { return Ok(None) };
        let told = trial.told(true).map_err(|why| why.to_string())?;
        let written = WRITER.write(&told).map_err(|why| why.to_string())?.mail;
        let json = serde_json::to_string_pretty(&told).unwrap();
        let shown = |text: String| (means.what_if)(world, text);
        vec![
            ("what would change".to_owned(), shown(written.text)),
            ("the same as HTML".to_owned(), shown(written.html)),
            ("the same as JSON".to_owned(), shown(json)),
        ]
    };
    let key = world.campaign().secrets.keys[eye].text();
    if protest {
        propose(&world.edge, &world.dir, world.now, request).map_err(|why| why.to_string())?;
        tick(world, means.words)?;
        world.write(eye, &key, "ask: [status, help, history]\nvote: {ruling: no}");
        tick(world, means.words)?;
        world.now += TimeDelta::hours(49);
    } else {
        adopt(&world.edge, &world.dir, world.now, request, &*WRITER).map_err(|why| why.to_string())?;
    }
    tick(world, means.words)?;
    let copies = copies::all(world, means.ways, eye, true);
    Ok(Some(Seen { files, mails: world.sent_to(eye), copies }))
}

/// What rulings have made of the game, as it is told to all: without the numbers of entries, by which it could be counted
/// how many mails have come.
fn game(world: &World) -> Vec<Value> {
    let campaign = world.campaign();
    let of_the_game = |kind: Kind| {
        matches!(kind, Kind::Answered | Kind::Resolved | Kind::Ruling | Kind::Ended | Kind::Opened)
    };
    let entries = campaign.entries().unwrap().iter().filter(|entry| of_the_game(entry.kind));
    let body = |body: &Value| {
        let mut body = body.clone();
        for counted in ["after", "batch", "overrules", "again", "seal"] {
            body.as_object_mut().map(|body| body.remove(counted));
        }
        // A mail that is ruled on is named by what it is, with all that is in it.
        for change in body.get_mut("changes").and_then(Value::as_array_mut).into_iter().flatten() {
            change.as_object_mut().map(|change| change.remove("mail"));
        }
        body
    };
    entries.map(|entry| json!({"kind": entry.kind.name(), "body": body(&entry.body)})).collect()
}

/// Something that can be ruled here; none if nothing was found.
fn request(world: &World, dice: &mut fastrand::Rng) -> Result<Option<Request>, String> {
    let campaign = world.campaign();
    let turn = campaign.record.game.turn;
    let stages = decisions(&campaign, turn.saturating_sub(dice.u32(..2)).max(1)).unwrap_or_default();
    for _ in 0..12 {
        // Each ruling has its own reason: the same twice would be a command that was typed again.
        let reason = format!("So it is, since entry {}.", campaign.head().seq);
        let mut request = Request::new(RulingKind::Rule, When::Latest, &reason);
        match dice.usize(..7) {
            0 | 1 => request.answers = otherwise(world, &stages, dice).into_iter().collect(),
            2 => request.refuse = mail(world, dice, |mail| mail.fate == Fate::Used).into_iter().collect(),
            3 => request.accept = mail(world, dice, |mail| mail.fate != Fate::Used).into_iter().collect(),
            4 => {
                let worked: Vec<_> = stages.iter().flat_map(|stage| &stage.worked).collect();
                let Some(point) = worked.get(dice.usize(..worked.len().max(1))) else { continue };
                let other = point.legal.iter().find(|value| **value != point.found);
                request.outcomes =
                    other.map(|value| (point.key.clone(), value.clone())).into_iter().collect();
            }
            5 => {
                let when = When::Turn { turn: dice.u32(1..=turn), stage: None };
                request.state = position_at(&campaign, &when).ok().and_then(|(_, at)| edited(at, dice));
                request.when = when;
            }
            _ => {
                let past = !campaign.record.people.rulings.is_empty() && dice.bool();
                request.what = if past { RulingKind::Forward } else { RulingKind::Rewind };
                if !past {
                    request.when = When::Turn { turn: dice.u32(1..=turn), stage: None };
                }
            }
        }
        if try_ruling(&campaign, &request, world.now).is_ok() {
            return Ok(Some(request));
        }
    }
    Ok(None)
}

/// Another legal answer to something that was decided, or is asked now.
fn otherwise(world: &World, stages: &[StageDecided], dice: &mut fastrand::Rng) -> Option<(String, Value)> {
    let (campaign, now) = world.stand();
    let decided: Vec<_> = stages
        .iter()
        .flat_map(|stage| stage.decisions.iter().map(move |decision| (stage.after, decision)))
        .collect();
    if decided.is_empty() || dice.usize(..4) == 0 {
        let open = now.open.get(dice.usize(..now.open.len().max(1)))?;
        return Some((open.key.clone(), legal(open, None, dice)?));
    }
    let (_, decision) = decided[dice.usize(..decided.len())];
    // As it was asked: before it was answered.
    let then = Record::at(campaign.rules(), decision.entry - 1).ok()?;
    let asked = campaign.rules().of(&then).ok()?.pending(&then).ok()?.open;
    let open = asked.into_iter().find(|open| open.key == decision.answer.key)?;
    Some((open.key.clone(), legal(&open, Some(&decision.answer.answer), dice)?))
}

fn legal(open: &Open, but: Option<&Value>, dice: &mut fastrand::Rng) -> Option<Value> {
    let all: Vec<&Value> = open.legal.answers.iter().filter(|answer| Some(*answer) != but).collect();
    all.get(dice.usize(..all.len().max(1))).map(|answer| (*answer).clone())
}

/// A mail of the record by its seat and receipt.
fn mail(world: &World, dice: &mut fastrand::Rng, is_it: fn(&Received) -> bool) -> Option<String> {
    let campaign = world.campaign();
    let received =
        campaign.entries().unwrap().iter().rev().filter(|entry| entry.kind == Kind::Received).take(40);
    let mails = received.filter_map(|entry| Line::from(entry).body::<Received>().ok());
    let named: Vec<String> =
        mails.filter(is_it).filter_map(|mail| Some(format!("{}/{}", mail.seat?, mail.number))).collect();
    named.get(dice.usize(..named.len().max(1))).cloned()
}

/// A position with a number in it one higher or lower; whether it can be, the game says.
fn edited(mut position: Value, dice: &mut fastrand::Rng) -> Option<Value> {
    fn numbers(at: &str, value: &Value, all: &mut Vec<String>) {
        match value {
            Value::Number(_) => all.push(at.to_owned()),
            Value::Object(members) => {
                members.iter().for_each(|(name, value)| numbers(&format!("{at}/{name}"), value, all));
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    numbers("", &position, &mut all);
    let place = all.get(dice.usize(..all.len().max(1)))?;
    let number = position.pointer_mut(place)?;
    *number = json!(number.as_u64()? + u64::from(dice.bool()));
    Some(position)
}

/// The mail of the last ruling made again where cards lie otherwise that the reader has not seen, neither before nor after
/// it. (On ways that earlier ones have left he may have seen them.)
fn other_cards(world: &World, ruled: u64, eye: &str, dice: &mut fastrand::Rng) -> Result<usize, String> {
    let base = world.fork();
    base.unsend();
    copies::without_secrets(&base, eye);
    let mails = |world: &World| {
        let mut world = world.fork();
        world.tick(&*WRITER);
        let number = |mail: &Mail| -> Option<u64> {
            let (_, name) = mail.raw.split_once("<ravenpost.ruling-")?;
            name.split('.').next()?.parse().ok()
        };
        let last = world.sent_to(eye).into_iter().max_by_key(number);
        last.filter(|mail| number(mail).is_some()).into_iter().collect::<Vec<_>>()
    };
    let mut first = None;
    copies::twisted(&base, eye, &[ruled - 1, u64::MAX], dice, &mut |other| {
        let first = first.get_or_insert_with(|| mails(&base));
        same(first, &mails(other))
            .map(|_| ())
            .map_err(|why| format!("{eye} looks at a ruling with other cards: {why}"))
    })
}

/// The window after a ruling: all hand in the same, and nothing of what was different before may show.
fn go_on(
    worlds: &mut [World],
    manner: Manner,
    eye: &str,
    restless: bool,
    dice: &mut fastrand::Rng,
    means: Means<'_>,
    tally: &mut Tally,
) -> Result<(), String> {
    let Some((id, asked, sealed, phase)) = asked(&worlds[0]) else { return Ok(()) };
    if phase != Phase::Collecting {
        return Ok(());
    }
    let mut hands: Hands = hands_of(&worlds[0], &asked, sealed, manner, dice);
    // Explanations number the entries of the ledger, as copies do: of windows that are over, how often somebody has written
    // in them can be counted. So none is asked for where that is what was exchanged.
    hands.salt |= u64::from(restless);
    for world in worlds.iter_mut() {
        world.forget_sent();
        hand_in(world, &hands, eye, true, means.words)?;
        close(world, &hands, eye, true, means.words)?;
    }
    let (first, rest) = worlds.split_first().unwrap();
    let told = game(first);
    for other in rest {
        if game(other) != told {
            tally.shown += 1;
            continue;
        }
        let why = |why: String| format!("{id}, the window after it: {why}");
        let (a, b) = (first.sent_to(eye), other.sent_to(eye));
        tally.after += same(&black(first, eye, a), &black(other, eye, b)).map_err(why)?;
    }
    plans::parted(first)
}
