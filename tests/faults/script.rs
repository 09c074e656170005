//! What people do in the campaigns that are not quiet: mails hour by hour, and what the game master types.

use crate::acts::Act;
use crate::played;
use crate::players::Players;
use crate::plot::{Script, changed};
use crate::world::{World, path};
use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::campaign::Document;
use ravenpost::campaign::entries::RulingKind;
use ravenpost::campaign::ruling::{Request, When, decisions, try_ruling};
use ravenpost::campaign::{Campaign, Order};
use ravenpost::disk::Disk;

/// The hour after which everybody has had enough.
pub fn last(script: Script) -> i32 {
    if script == Script::Played { 60 } else { 18 }
}

const NO_PROTEST: &str = "rulings: {protest: no, vote: no}";
const PROTEST: &str = "rulings: {protest: 10h, vote: yes}";
const STAND_IN: &str = "dan@players.example";

/// Mails before the tick of an hour.
pub fn write(players: &mut Players, campaign: &Campaign, world: &World, number: i32) {
    match players.plot.script {
        Script::Quiet => {}
        Script::Busy => busy(players, campaign, world, number),
        Script::Ruled => ruled(players, campaign, world, number),
        Script::Played => played::write(players, campaign, number),
    }
}

/// What the game master types in an hour, one command after the other; none: that was all. Mails that lie in the mailbox
/// then are written here, too.
pub fn command(
    players: &mut Players,
    campaign: &Campaign,
    number: i32,
    place: usize,
    at: DateTime<Utc>,
) -> Option<Act> {
    if campaign.record.game.ended.is_some() {
        return None;
    }
    let settings = campaign.store().document(Document::Settings).unwrap().unwrap();
    match players.plot.script {
        Script::Quiet => None,
        Script::Busy => busy_command(players, (campaign, &settings), number, place, at),
        Script::Ruled => ruled_command(players, campaign, number, place, at),
        Script::Played => played::command(number, place),
    }
}

fn busy(players: &mut Players, campaign: &Campaign, world: &World, number: i32) {
    let (first, second, last) = (players.first(), players.seats[1].clone(), players.last());
    if (7..12).contains(&number) {
        players.stand_in(campaign, world, &last, STAND_IN);
    }
    match number {
        1 => {
            players.mail(campaign, &first, "chance: winter is coming\nrehearsal: {ready: yes}\n");
            players.mail(campaign, &second, "rehearsal: {ready: yes, word: hello}\n");
        }
        3 => players.mail(campaign, &last, "press: {to: all, text: well met}\n"),
        4 => players.by_gm(campaign, "do: [pause, status]\n"),
        5 => {
            players.by_gm(campaign, "do: [resume, {extend: 12h}]\n");
            players.mail(campaign, &second, "ask: new key\n");
        }
        6 => {
            let text = format!("absent: {{from: 2026-10-26, to: 2026-10-27, stand-in: {STAND_IN}}}\n");
            players.mail(campaign, &last, &text);
        }
        7 => {
            players.bounce(world, &first);
            players.mail(campaign, &second, "dispute: {turn: 1, about: \"That cannot be right.\"}\n");
        }
        8 => players.mail(campaign, &last, "dispute: {number: 1, says: \"It can.\"}\n"),
        9 => players.mail(campaign, &second, "plan:\n  turns: [{dance: all night}]\nfinal: yes\n"),
        10 => {
            players.mail(campaign, &first, "vote: {extend: 6h}\n");
            players.mail(campaign, &last, "vote: {extend: 6h}\n");
        }
        11 => players.by_gm(campaign, "do: {remind: all}\n"),
        12 => {
            players.by_gm(campaign, "do: process\n");
            let text = String::from_utf8(world.disk.read(&path("campaign.yaml")).unwrap()).unwrap();
            players.edits("campaign.yaml", &changed(&text, NO_PROTEST, PROTEST));
        }
        13 => {
            players.mail(campaign, &first, "vote: {ruling: no}\n");
            let text =
                format!("do:\n  replace: {second}\n  with: {{player: Fay, address: fay@players.example}}\n");
            players.by_gm(campaign, &text);
        }
        _ => {}
    }
}

fn busy_command(
    players: &mut Players,
    (campaign, settings): (&Campaign, &str),
    number: i32,
    place: usize,
    at: DateTime<Utc>,
) -> Option<Act> {
    let (first, last) = (players.first(), players.last());
    Some(match (number, place) {
        // The last seat has not passed the rehearsal.
        (2, 0) => Act::Order(Order::Process { anyway: true }),
        (3, 0) => Act::Order(Order::Pause),
        (3, 1) => Act::Order(Order::Resume),
        (6, 0) => Act::Order(Order::Extend(TimeDelta::hours(6))),
        (6, 1) => Act::Order(Order::Remind(Vec::new())),
        (7, 0) => Act::NewKey { of: first, now: true },
        (8, 0) => Act::Dispute { number: 1, closes: false, says: "I look into it.".into() },
        (9, 0) => Act::Dispute { number: 1, closes: true, says: "It was right.".into() },
        (9, 1) => Act::Adopt(another_answer(campaign, at, "The mail said so.")),
        (10, 0) => {
            let when = When::Turn { turn: 1, stage: None };
            Act::Adopt(Request::new(RulingKind::Rewind, when, "Once more."))
        }
        (11, 0) => {
            // A mail lies in the mailbox while the window is closed by order.
            players.mail(campaign, &first, "press: {to: all, text: wait for me}\n");
            Act::Order(Order::Process { anyway: true })
        }
        (11, 1) => Act::Order(Order::Replace {
            seat: last,
            player: "Eva".into(),
            address: "eva@players.example".into(),
        }),
        (12, 0) => Act::Propose(another_answer(campaign, at, "So it should be.")),
        (14, 0) => Act::NewKey { of: "gm".into(), now: false },
        (14, 1) => Act::Propose(another_answer(campaign, at, "Or so?")),
        (14, 2) => Act::Withdraw,
        (14, 3) => {
            // The time of protest is given up by editing campaign.yaml, which the next tick makes known.
            players.edits("campaign.yaml", &changed(settings, PROTEST, NO_PROTEST));
            Act::Adopt(Request::new(RulingKind::Forward, When::Latest, "After all."))
        }
        _ => return None,
    })
}

fn ruled(players: &mut Players, campaign: &Campaign, world: &World, number: i32) {
    let (first, second) = (players.first(), players.seats[1].clone());
    match number {
        1 => players.mail(campaign, &first, "chance: winter is coming\n"),
        5 => players.mail(campaign, &second, "dispute: {turn: 1, about: \"My march.\"}\n"),
        9 => {
            let text = String::from_utf8(world.disk.read(&path("campaign.yaml")).unwrap()).unwrap();
            players.edits("campaign.yaml", &changed(&text, NO_PROTEST, PROTEST));
        }
        _ => {}
    }
}

fn ruled_command(
    players: &mut Players,
    campaign: &Campaign,
    number: i32,
    place: usize,
    at: DateTime<Utc>,
) -> Option<Act> {
    let second = players.seats[1].clone();
    Some(match (number, place) {
        // Plans lie sealed and deposited, not all of them.
        (6, 0) => {
            let mut request = another_answer(campaign, at, "He wrote it in his mail of Monday.");
            request.dispute = Some(1);
            Act::Adopt(request)
        }
        (7, 0) => {
            let when = When::Turn { turn: 1, stage: Some("marches".into()) };
            Act::Adopt(Request::new(RulingKind::Rewind, when, "Once more."))
        }
        (7, 1) => Act::Adopt(Request::new(RulingKind::Forward, When::Latest, "After all.")),
        (8, 0) => Act::Order(Order::Replace {
            seat: second,
            player: "Eva".into(),
            address: "eva@players.example".into(),
        }),
        // What is proposed is done by a tick, when more lies sealed.
        (9, 0) => Act::Propose(another_answer(campaign, at, "So it should be.")),
        // First the openings are asked for, then those that did not come are given up.
        (12, 0) => Act::Order(Order::Process { anyway: true }),
        (12, 1) => Act::Order(Order::Process { anyway: true }),
        _ => return None,
    })
}

/// A ruling that answers the latest question for which something else is legal, and would be noticed.
fn another_answer(campaign: &Campaign, at: DateTime<Utc>, reason: &str) -> Request {
    let decided: Vec<_> = (1..=campaign.record.game.turn)
        .flat_map(|turn| decisions(campaign, turn).unwrap_or_default())
        .flat_map(|stage| stage.decisions)
        .map(|decision| decision.answer)
        .collect();
    for answer in decided.iter().rev() {
        let alike = decided.iter().filter(|other| other.kind == answer.kind && other.answer != answer.answer);
        for other in alike {
            let mut request = Request::new(RulingKind::Rule, When::Latest, reason);
            request.answers = vec![(answer.key.clone(), other.answer.clone())];
            let trial = try_ruling(campaign, &request, at);
            if trial
                .is_ok_and(|trial| trial.difference().is_ok_and(|difference| !difference.position.is_empty()))
            {
                return request;
            }
        }
    }
    panic!("nothing can be answered otherwise: {decided:?}");
}
