//! Messages whose plans a ruling accepts, though they came late or were refused, or refuses, though they counted.

use super::changes::ChangeSet;
use super::edit::in_words;
use super::past::{own_timeline, then};
use super::refusal::refused;
use crate::campaign::intake::hand_in;
use crate::campaign::intake::reading::{Ours, Reading, Typing};
use crate::campaign::intake::typing::{is_ours, player_names};
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::stand_in::StandIn;
use crate::campaign::store::Campaign;
use crate::ledger::{Entry, Kind};
use crate::plan::People;
use crate::post::{self, Letter, MailIn};
use crate::seal::{Hash256, Opening, SeatKey};
use crate::sheet::{Fault, Node};
use crate::table::{Open, Typed, TypedLine};
use serde_json::Value;

/// A message of a seat that the ledger records.
struct Known {
    entry: u64,
    seat: SeatId,
    body: Received,
}

/// Returns the message with this name: `stark/3` (seat and receipt), a SHA-256 or its beginning, or a Message-ID. A message that
/// spoke for nobody is named with the seat for which it is to count: `stark=` and its SHA-256 or Message-ID.
fn message(campaign: &Campaign, name: &str) -> Result<Known, CampaignError> {
    let is_seat = |id: &str| campaign.record.people.seats().any(|seat| seat == id);
    let (of, name) = match name.trim().split_once('=').filter(|(seat, _)| is_seat(seat)) {
        Some((seat, rest)) => (Some(seat.to_owned()), rest),
        None => (None, name),
    };
    let id = name.trim().trim_matches(['<', '>']);
    let message = Hash256::of(format!("message-id {id}"));
    let receipt = id.rsplit_once('/').and_then(|(seat, number)| Some((seat, number.parse::<u64>().ok()?)));
    let sha = id.trim_start_matches("sha256:").to_lowercase();
    let begins = |hash: &Hash256| sha.len() >= 8 && hash.to_string().starts_with(&sha);
    let mut found: Vec<Known> = Vec::new();
    for entry in campaign.entries()?.iter().filter(|entry| entry.kind == Kind::Received) {
        let body: Received = Line::from(entry).body().map_err(CampaignError::Fault)?;
        let Some(seat) = body.seat.clone().or(of.clone()) else { continue };
        if of.as_ref().is_some_and(|of| *of != seat) {
            continue;
        }
        let is_it = body.message == message
            || begins(&body.mail)
            || receipt.is_some_and(|(whose, number)| whose == seat && number == body.number);
        if is_it {
            found.push(Known { entry: entry.seq, seat, body });
        }
    }
    match (found.pop(), found.is_empty()) {
        (Some(known), true) => Ok(known),
        (Some(_), false) => Err(refused(format!("“{name}” fits several messages; write more of it"))),
        (None, _) => Err(refused(format!(
            "no message of a seat is recorded as “{name}”; name it by seat and receipt (`stark/3`), SHA-256 or Message-ID, and a message that spoke for nobody with the seat before that (`stark=SHA-256`)"
        ))),
    }
}

/// Returns the entry of the plan or seal that a message brought; `None` if it brought neither.
fn brought<'c>(campaign: &'c Campaign, known: &Known) -> Result<Option<&'c Entry>, CampaignError> {
    let entries = campaign.entries()?;
    // The entries that a message causes come just before the entry of its receipt.
    let of = |kind: Kind| {
        let before = entries.iter().rev().skip_while(|entry| entry.seq >= known.entry);
        let near = before.take_while(|entry| {
            matches!(entry.kind, Kind::Sealed | Kind::Opened | Kind::Answered | Kind::Window)
        });
        let mut near = near.filter(|entry| entry.kind == kind);
        near.find(|entry| entry.body.get("seat").is_some_and(|seat| *seat == known.seat))
    };
    Ok(of(Kind::Sealed).or_else(|| of(Kind::Opened)))
}

/// Returns a member of an entry that is a text, or an empty text.
fn text(entry: &Entry, name: &str) -> String {
    entry.body.get(name).and_then(|value| value.as_str()).map(str::to_owned).unwrap_or_default()
}

/// Returns `true` if the plan or seal of this entry is the one that counts for its seat in the open window.
fn counts_now(campaign: &Campaign, seat: &str, sealed: &Entry) -> bool {
    let open = campaign.record.game.open_window();
    let part = open.and_then(|window| window.seats.get(seat)).filter(|part| !part.is_void);
    part.and_then(|part| part.seal.as_ref()) == Some(&text(sealed, "seal"))
}

/// Takes the plan of a message out of the game.
///
/// # Errors
/// If there is no such message, it brought no plan, or a later plan has replaced its plan.
pub(super) fn refuse(set: &mut ChangeSet<'_>, name: &str) -> Result<(), CampaignError> {
    let campaign = set.campaign;
    let known = message(campaign, name)?;
    let own = own_timeline(campaign)?;
    let Some(sealed) = brought(campaign, &known)? else {
        return Err(refused(format!(
            "the message “{name}” brought neither a plan nor a seal, so it has nothing to refuse"
        )));
    };
    let (window, seal) = (text(sealed, "window"), text(sealed, "seal"));
    let is_open = |entry: &&&Entry| entry.kind == Kind::Opened && text(entry, "seal") == seal;
    match own.iter().find(is_open) {
        Some(opened) => {
            set.overrules.push(opened.seq);
            set.latest.push(opened.seq);
        }
        None => {
            if !counts_now(campaign, &known.seat, sealed) {
                return Err(refused(format!(
                    "the plan of the message “{name}” does not count now: a later plan has replaced it"
                )));
            }
        }
    }
    set.changes.push(RulingChange::Mail { seat: known.seat, window, mail: known.body.mail, accept: false });
    Ok(())
}

/// Makes the plan of a message count as if it had come in time.
///
/// # Errors
/// If there is no such message, its file is gone, it has no usable plan, or no window asked its seat for one.
pub(super) fn accept(set: &mut ChangeSet<'_>, name: &str) -> Result<(), CampaignError> {
    let campaign = set.campaign;
    let known = message(campaign, name)?;
    if brought(campaign, &known)?.is_some_and(|sealed| counts_now(campaign, &known.seat, sealed)) {
        return Err(refused(format!(
            "the plan of the message “{name}” counts already in the window that is open, so to accept it would change nothing"
        )));
    }
    let raw = raw(campaign, &known.body.mail)?;
    let letter = post::read(&raw);
    let rules = campaign.rules();
    let seats: Vec<String> = campaign.record.people.seats().map(str::to_owned).collect();
    let ids = campaign.message_ids();
    let id = |id: &str| ids.recognise(id, &seats).is_some();
    // It was taken in with the key of that time, which may have been replaced since.
    let newest = campaign.record.people.newest_key(&known.seat).unwrap_or(1);
    let stand_in =
        StandIn::for_seat(&campaign.record.people, &known.seat, known.body.received, &campaign.secrets);
    let key = |text: &str| {
        SeatKey::parse(text).is_ok_and(|key| {
            (1..=newest).any(|number| campaign.secrets.key(&known.seat, number) == key)
                || stand_in.as_ref().is_some_and(|stand_in| stand_in.key == key)
        })
    };
    let players = player_names(&campaign.settings, &rules);
    let people = People { players: &players, gm: &campaign.settings.gm.name };
    let ours = Ours { id: &id, address: Some(&campaign.settings.address), key: &key, today: None, people };
    let infos = rules.referee.seats();
    let mut reading = Reading::own(&letter, &infos, &ours).complete(&letter, &infos, &ours);
    let meant = reading.envelope.document.window.as_ref().map(|given| given.value.clone());
    let about = || {
        let answered = letter.in_reply_to.iter().chain(letter.references.iter().rev());
        let (seat, what) = answered.filter_map(|id| ids.recognise(id, &seats)).next()?;
        campaign.record.people.about.window(&seat, &what).map(str::to_owned)
    };
    let window = meant.or_else(about);
    let (window, before) = before_close(campaign, &known, window.as_deref())?;
    let then = then(campaign, before - 1)?;
    if reading.attached.is_none() {
        take_typed(campaign, &known.seat, &then, (&mut reading, &letter))?;
    }
    let envelope = &reading.envelope;
    let opening = hand_in::opening_of(
        (reading.letter(&letter), &reading.found),
        (reading.text(), envelope),
        &known.seat,
    );
    let plan = match (opening, &envelope.document.plan) {
        (Some(Ok(opening)), _) => opened(campaign, &known, &window, &opening)?,
        (Some(Err(why)), _) => {
            return Err(refused(format!("the opening in “{name}” cannot be read: {why}")));
        }
        (None, Some(given)) => planned(campaign, name, &known.seat, &then, &given.value)?,
        (None, None) => {
            return Err(refused(format!(
                "“{name}” has no plan, and a ruling cannot accept anything else later (a seal alone, a vote)"
            )));
        }
    };
    if before <= campaign.head().seq {
        set.latest.push(before);
    }
    let seat = known.seat;
    set.secret.plans.push(RuledPlan { seat: seat.clone(), window: window.clone(), plan });
    set.changes.push(RulingChange::Mail { seat, window, mail: known.body.mail, accept: true });
    Ok(())
}

/// Reads the orders that the sender of a message typed without the form of a plan, at the record `then`.
fn take_typed(
    campaign: &Campaign,
    id: &str,
    then: &Record,
    (reading, letter): (&mut Reading, &Letter),
) -> Result<(), CampaignError> {
    let rules = campaign.rules().of(then)?;
    let Some(seat) = rules.seat(id) else { return Ok(()) };
    let pending = rules.pending(then)?;
    let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == seat).cloned().collect();
    let position = pending.seen(rules, seat)?;
    let names = player_names(&campaign.settings, &rules);
    let game = |lines: &[TypedLine<'_>]| {
        let typed = rules.referee.read_typed(&position, seat, &open, &names, lines);
        typed.unwrap_or_else(|_| Typed::nothing(lines))
    };
    let people = People { players: &names, gm: &campaign.settings.gm.name };
    let is_ours = |line: &str| is_ours(&campaign.settings, line);
    reading.take_typed(letter, &rules.referee.seats(), &Typing::of_orders(&is_ours, people, &game));
    Ok(())
}

/// Returns the window that a message was for, and the first entry of the current timeline that depends on the window's
/// plans; one more than the last entry if nothing depends on them yet.
fn before_close(
    campaign: &Campaign,
    known: &Known,
    meant: Option<&str>,
) -> Result<(String, u64), CampaignError> {
    let own = own_timeline(campaign)?;
    let mut found: Option<(String, Vec<Question>)> = None;
    let mut before = None;
    for entry in &own {
        match entry.kind {
            Kind::Window => match Line::from(*entry).body().map_err(CampaignError::Fault)? {
                WindowStep::Opened { window, asked, .. } => {
                    let is_it = meant.map_or(entry.seq < known.entry, |meant| meant == window);
                    if let Some(asked) = asked.get(&known.seat).filter(|_| is_it) {
                        (found, before) = (Some((window, asked.clone())), None);
                    }
                }
                WindowStep::Published { window, .. } | WindowStep::Closed { window, .. }
                    if found.as_ref().is_some_and(|(id, _)| *id == window) =>
                {
                    before = before.or(Some(entry.seq));
                }
                _ => {}
            },
            Kind::Answered => {
                let key = entry.body.get("key").and_then(|key| key.as_str());
                let asks = |(_, asked): &(String, Vec<Question>)| {
                    asked.iter().any(|question| Some(question.key.as_str()) == key)
                };
                if found.as_ref().is_some_and(asks) {
                    before = before.or(Some(entry.seq));
                }
            }
            _ => {}
        }
    }
    let none = || {
        refused(match meant {
            Some(meant) => {
                format!("the current timeline has no window “{meant}” that asked {} for anything", known.seat)
            }
            None => format!("no window was asking {} for anything when that message came", known.seat),
        })
    };
    let (window, _) = found.ok_or_else(none)?;
    Ok((window, before.unwrap_or(campaign.head().seq + 1)))
}

/// Returns the plan of an opening, checked against the seals of its seat.
fn opened(
    campaign: &Campaign,
    known: &Known,
    window: &str,
    opening: &Opening,
) -> Result<Value, CampaignError> {
    let seal = opening.seal().to_string();
    let is_it = |entry: &&Entry| {
        entry.kind == Kind::Sealed
            && entry.body.get("seal").and_then(Value::as_str) == Some(&seal)
            && entry.body.get("seat").and_then(Value::as_str) == Some(&known.seat)
    };
    if opening.binding().seat != known.seat || own_timeline(campaign)?.into_iter().find(is_it).is_none() {
        return Err(refused(format!(
            "the opening does not match a seal of {} for window {window}",
            known.seat
        )));
    }
    let rules = campaign.rules();
    rules
        .referee
        .accept_plan(opening.plan())
        .map_err(|why| refused(format!("the opened document is not a plan: {why}")))?;
    Ok(opening.plan().clone())
}

/// Returns the plan that a section of a message states, read at the record `then`.
fn planned(
    campaign: &Campaign,
    name: &str,
    id: &str,
    then: &Record,
    node: &Node,
) -> Result<Value, CampaignError> {
    let rules = campaign.rules().of(then)?;
    let Some(seat) = rules.seat(id) else {
        return Err(refused(format!("there is no seat “{id}” in this campaign")));
    };
    let pending = rules.pending(then)?;
    let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == seat).cloned().collect();
    let position = pending.seen(rules, seat)?;
    let reading = rules.referee.read_plan(&position, seat, &open, node)?;
    let faults: Vec<String> = reading
        .faults
        .iter()
        .map(|fault| {
            let line = fault.span.map(|span| format!("line {}: ", span.line)).unwrap_or_default();
            format!("{line}{}", in_words(campaign, &fault.why))
        })
        .collect();
    let plan = reading.plan.filter(|_| !reading.faults.iter().any(Fault::is_error));
    plan.ok_or_else(|| refused(format!("the plan in “{name}” cannot be used: {}", faults.join("; "))))
}

/// Returns the bytes of a message from the campaign's mailbox.
fn raw(campaign: &Campaign, mail: &Hash256) -> Result<Vec<u8>, CampaignError> {
    let MailIn::Maildir(path) = &campaign.settings.mail_in else {
        return Err(refused(
            "the campaign does not keep its mail in a folder here; save the message into a Maildir and name that in campaign.yaml",
        ));
    };
    campaign.mailboxes().mail(path, mail).ok_or_else(|| {
        let top = campaign.dir.join(path);
        refused(format!(
            "the message with SHA-256 {mail} is no longer in {}; put it back there and try again",
            top.display()
        ))
    })
}
