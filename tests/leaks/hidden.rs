//! What the record holds and a seat may not know: the order of decks, standing instructions, shuffles, the others'
//! keys, addresses, receipts and decisions. They are exchanged just before the mails of a tick go out.

use crate::copies::{self, Ways};
use crate::people::address;
use crate::world::*;
use crate::{Tally, same, veil};
use ravenpost::campaign::MakeGame;
use ravenpost::campaign::record::{Phase, Record};
use ravenpost::seal::SeatKey;
use ravenpost::table::Referee;
use serde_json::{Value, json};

/// Plays `windows` windows of a campaign, with others between them; after each, all mails are made again in worlds with
/// other secrets, and the turn is explained again with other cards in the decks.
///
/// # Errors
/// A leak, in words.
pub fn exchange(
    manner: Manner,
    seed: u64,
    windows: usize,
    game: Option<MakeGame>,
    ways: &dyn Ways,
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut world = World::founded(manner, seed, game);
    // What may be seen is what the game itself says, not a game in which a leak is planted.
    let settings = world.campaign().settings;
    let honest = veil::honest(&settings, &|_| None).unwrap();
    world.tick(&*WRITER);
    while tally.positions < windows {
        tally += look(&world, &*honest, &mut dice)?;
        let eye = world.seats[dice.usize(..world.seats.len())].clone();
        if tally.positions % 4 == 1 {
            tally.twisted += copies::twist(&world, ways, &eye, &mut dice)?;
        }
        for _ in 0..dice.usize(1..5) {
            if asked(&world).is_none() {
                return Ok(tally);
            }
            play(&mut world, manner, &mut dice)?;
        }
    }
    Ok(tally)
}

/// Everybody hands in a plan by chance, until the window is over.
pub fn play(world: &mut World, manner: Manner, dice: &mut fastrand::Rng) -> Result<(), String> {
    let Some((id, seats, sealed, _)) = asked(world) else { return Ok(()) };
    let campaign = world.campaign();
    let plans: Vec<(Written, bool)> = seats
        .iter()
        .map(|seat| {
            let seals = sealed && (manner.secrecy == "sealed" || manner.secrecy == "either" && dice.bool());
            (suggest(world, seat, dice.u64(..)), seals)
        })
        .collect();
    for (plan, seals) in &plans {
        let key = campaign.secrets.keys[&plan.seat].text();
        let body = match seals {
            true => format!("seal: {}", opening(&id, plan).seal()),
            false => plan.text.clone(),
        };
        let ask = ["status", "map", "forecast", "history", "explain"][dice.usize(..5)];
        world.write(&plan.seat, &key, &format!("{body}\nfinal: yes\nask: {ask}"));
    }
    quiet(world.tick(&*WRITER))?;
    if asked(world).is_some_and(|(_, _, _, phase)| phase == Phase::Opening) {
        for (plan, _) in plans.iter().filter(|(_, seals)| *seals) {
            let key = campaign.secrets.keys[&plan.seat].text();
            world.write(&plan.seat, &key, &opening(&id, plan).armour());
        }
        quiet(world.tick(&*WRITER))?;
    }
    if asked(world).is_some_and(|(now, ..)| now == id) {
        past_the_deadline(world);
        past_the_deadline(world);
        quiet(world.tick(&*WRITER))?;
    }
    Ok(())
}

/// Makes the mails of the last tick again, for one seat, with other secrets.
pub fn look(world: &World, honest: &dyn Referee, dice: &mut fastrand::Rng) -> Result<Tally, String> {
    let base = world.fork();
    base.unsend();
    let record = base.campaign().record;
    let mut tally = Tally::default();
    let waiting: Vec<String> = world
        .seats
        .iter()
        .filter(|seat| record.people.due.iter().any(|due| due.to == **seat))
        .cloned()
        .collect();
    if waiting.is_empty() {
        return Ok(tally);
    }
    let eye = waiting[dice.usize(..waiting.len())].clone();
    let due: Vec<String> = record
        .people
        .due
        .iter()
        .filter(|due| due.to == eye)
        .map(|due| format!("<ravenpost.{}.", due.what))
        .collect();
    // Notices and press go along with other mails, so there are fewer mails than things to be told; none may wait.
    let mails = |mut world: World| -> Result<Vec<Mail>, String> {
        world.tick(&*WRITER);
        let waits = world.campaign().record.people.due.into_iter().find(|due| due.to == eye);
        if let Some(waits) = waits {
            return Err(format!("{} does not come out again", waits.what));
        }
        let is_due = |mail: &Mail| due.iter().any(|id| mail.raw.contains(&format!("Message-ID: {id}")));
        Ok(world.sent_to(&eye).into_iter().filter(is_due).collect())
    };
    let first = mails(base.fork())?;
    if first.is_empty() {
        return Err(format!("no mail came out again: {due:?}"));
    }
    tally.positions += 1;
    for _ in 0..3 {
        let other = base.fork();
        let mut secret = record.clone();
        exchange_people(&other, &mut secret, &eye, dice);
        if let Some(position) = exchange_position(&other, honest, &secret, &eye, dice) {
            secret.game.position = position.into();
            tally.decks += 1;
        }
        other.believe(&secret);
        let why = |why: String| {
            format!("{eye} looks at turn {} {}: {why}", record.game.turn, record.game.stage_name)
        };
        tally.mails += same(&first, &mails(other)?).map_err(why)?;
    }
    Ok(tally)
}

/// Exchanges what the others have handed in, decided and are called.
fn exchange_people(world: &World, record: &mut Record, eye: &str, dice: &mut fastrand::Rng) {
    let others: Vec<String> = world.seats.iter().filter(|seat| *seat != eye).cloned().collect();
    for seat in &others {
        let plan = suggest(world, seat, dice.u64(..)).plan;
        for filed in record.game.plans.entry(seat.clone()).or_default() {
            filed.plan = plan.clone();
        }
        let receipts = record.people.receipts.entry(seat.clone()).or_default();
        (receipts.number, receipts.chain.0) = (dice.u64(..100), [dice.u8(..); 32]);
        if let Some(part) = record
            .game
            .window
            .as_mut()
            .filter(|w| w.phase == Phase::Collecting)
            .and_then(|w| w.seats.get_mut(seat))
        {
            (part.revision, part.receipt) = (dice.u64(..100), dice.u64(..100));
        }
    }
    for decided in record.game.decisions.iter_mut().filter(|decided| decided.seat != eye) {
        decided.answer = json!({"exchanged": dice.u64(..)});
    }
    for order in &mut record.game.draws {
        order.order.reverse();
    }
    let (mut secrets, mut settings) = (world.read("secrets.yaml"), world.read("campaign.yaml"));
    let keys = world.campaign().secrets.keys;
    for seat in &others {
        secrets =
            secrets.replace(&keys[seat].text(), &SeatKey::new(std::array::from_fn(|_| dice.u8(..))).text());
        settings = settings.replace(&address(seat), &format!("{}@elsewhere.example", dice.u64(..)));
    }
    world.put("secrets.yaml", &secrets);
    world.put("campaign.yaml", &settings);
}

/// Another position that looks the same to a seat: other cards where nobody has seen them.
fn exchange_position(
    world: &World,
    honest: &dyn Referee,
    record: &Record,
    eye: &str,
    dice: &mut fastrand::Rng,
) -> Option<Value> {
    let campaign = world.campaign();
    let rules = campaign.rules();
    let seen = |record: &Record| {
        let now = rules.pending(record).ok()?;
        let view = honest.view(&now.position, rules.seat(eye)).ok()?;
        // What a seat is asked may show it a card.
        let asked = now.open.into_iter().filter(|open| Some(open.seat) == rules.seat(eye));
        let asked: Vec<Value> = asked.map(|open| open.question).collect();
        Some((view, now.events, asked))
    };
    let known = seen(record)?;
    let view = honest.view(&record.game.position, rules.seat(eye)).ok()?;
    let candidates = [
        shuffled(&record.game.position, 0, dice),
        shuffled(&record.game.position, 1, dice),
        honest.position_from_view(&view).ok().map(|position| serde_json::Value::clone(&position)),
    ];
    let played = std::iter::repeat_with(|| played(&record.game.position, &view, eye, dice)).take(12);
    candidates.into_iter().chain(played).flatten().find(|position| {
        let mut other = record.clone();
        other.game.position = position.clone().into();
        *position != *record.game.position && seen(&other).as_ref() == Some(&known)
    })
}

/// Another card in place of one that another seat has played and that lies below others now, so that its hand is
/// another.
fn played(position: &Value, view: &Value, eye: &str, dice: &mut fastrand::Rng) -> Option<Value> {
    let mut position = position.clone();
    let plays = position.get_mut("played")?.as_array_mut()?;
    let others: Vec<usize> =
        (0..plays.len()).filter(|place| !plays[*place].as_str().unwrap_or_default().contains(eye)).collect();
    let cards: Vec<&String> = view.get("cards")?.as_object()?.keys().collect();
    let place = *others.get(dice.usize(..others.len().max(1)))?;
    let (start, _) = plays[place].as_str()?.rsplit_once(' ')?;
    plays[place] = format!("{start} {}", cards[dice.usize(..cards.len())]).into();
    Some(position)
}

/// Decks with all but their first cards in another order.
fn shuffled(position: &Value, keep: usize, dice: &mut fastrand::Rng) -> Option<Value> {
    let mut position = position.clone();
    for deck in position.get_mut("decks")?.as_array_mut()? {
        dice.shuffle(deck.as_array_mut()?.get_mut(keep..).unwrap_or_default());
    }
    // A house may know where a card of the wildlings is; whether the exchange shows is looked at by its view.
    if let Some(deck) = position.get_mut("wildling-deck").and_then(Value::as_array_mut) {
        dice.shuffle(deck);
    }
    Some(position)
}
