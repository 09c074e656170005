//! Mails that a ruling takes, though they came late or could not be used; and mails whose plans it does not take.
//!
//! May use: folder, post, plan, request. Is used by: request.

use crate::campaign::intake::hand_in;
use crate::campaign::intake::reading::{Ours, Reading};
use crate::campaign::ruling::request::Draft;
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::ledger::{Entry, Kind};
use crate::post::{self, MailIn};
use crate::seal::{Hash256, Opening};
use crate::sheet::Node;
use crate::table::Open;
use serde_json::Value;

fn refused(why: impl Into<String>) -> CampaignError {
    CampaignError::Refused(why.into())
}

/// A mail of a seat that is on record.
struct Known {
    entry: u64,
    seat: SeatId,
    body: Received,
}

impl Draft<'_> {
    /// The mail that somebody names: `stark/3`, a SHA-256 or its beginning, a Message-ID.
    fn mail(&self, name: &str) -> Result<Known, CampaignError> {
        let id = name.trim().trim_matches(['<', '>']);
        let message = Hash256::of(format!("message-id {id}"));
        let receipt =
            id.rsplit_once('/').and_then(|(seat, number)| Some((seat, number.parse::<u64>().ok()?)));
        let sha = id.trim_start_matches("sha256:").to_lowercase();
        let begins = |hash: &Hash256| sha.len() >= 8 && hash.to_string().starts_with(&sha);
        let mut found: Vec<Known> = Vec::new();
        for entry in self.campaign.entries().iter().filter(|entry| entry.kind == Kind::Received) {
            let body: Received = Line::from(entry).body().map_err(CampaignError::Fault)?;
            let Some(seat) = body.seat.clone() else { continue };
            let is_it = body.message == message
                || begins(&body.mail)
                || receipt.is_some_and(|(whose, number)| whose == seat && number == body.number);
            if is_it {
                found.push(Known { entry: entry.seq, seat, body });
            }
        }
        match (found.pop(), found.is_empty()) {
            (Some(known), true) => Ok(known),
            (Some(_), false) => Err(refused(format!("“{name}” fits several mails; write more of it"))),
            (None, _) => Err(refused(format!(
                "no mail of a seat is on record as “{name}”: name it by seat and receipt (`stark/3`), by its SHA-256, or by its Message-ID"
            ))),
        }
    }

    /// The plan that a mail brought does not count.
    pub(crate) fn refuse(&mut self, name: &str) -> Result<(), CampaignError> {
        let known = self.mail(name)?;
        let own = self.campaign.own_timeline();
        // What a mail brings stands just before its receipt.
        let brought = |kind: Kind| {
            let before = self.campaign.entries().iter().rev().skip_while(|entry| entry.seq >= known.entry);
            let near = before.take_while(|entry| {
                matches!(entry.kind, Kind::Sealed | Kind::Opened | Kind::Answered | Kind::Window)
            });
            let mut near = near.filter(|entry| entry.kind == kind);
            near.find(|entry| entry.body.get("seat").is_some_and(|seat| *seat == known.seat))
        };
        let sealed = brought(Kind::Sealed).or_else(|| brought(Kind::Opened));
        let text = |entry: &Entry, name: &str| {
            entry.body.get(name).and_then(|value| value.as_str()).map(str::to_owned).unwrap_or_default()
        };
        let Some(sealed) = sealed else {
            return Err(refused(format!(
                "the mail “{name}” has brought no plan and no seal: there is nothing to refuse"
            )));
        };
        let (window, seal) = (text(sealed, "window"), text(sealed, "seal"));
        let is_open = |entry: &&&Entry| entry.kind == Kind::Opened && text(entry, "seal") == seal;
        match own.iter().find(is_open) {
            Some(opened) => {
                self.overrules.push(opened.seq);
                self.latest.push(opened.seq);
            }
            None => {
                let holds = self.campaign.record.game.open_window().is_some_and(|window| {
                    window.seats.get(&known.seat).and_then(|part| part.seal.as_ref()) == Some(&seal)
                });
                if !holds {
                    return Err(refused(format!(
                        "the plan of the mail “{name}” is not in use: a later one has replaced it"
                    )));
                }
            }
        }
        self.changes.push(RulingChange::Mail {
            seat: known.seat,
            window,
            mail: known.body.mail,
            accept: false,
        });
        Ok(())
    }

    /// The plan of a mail that was refused counts as if it had come in time.
    pub(crate) fn accept(&mut self, name: &str) -> Result<(), CampaignError> {
        let known = self.mail(name)?;
        let raw = self.raw(&known.body.mail)?;
        let letter = post::read(&raw);
        let campaign = self.campaign;
        let rules = campaign.rules();
        let seats: Vec<String> = campaign.record.people.seats().map(str::to_owned).collect();
        let ids = campaign.message_ids();
        let id = |id: &str| ids.recognise(id, &seats).is_some();
        let ours = Ours { id: &id, address: Some(&campaign.settings.address) };
        let infos = rules.referee.seats();
        let reading = Reading::own(&letter, &infos).complete(&letter, &infos, &ours);
        let envelope = &reading.envelope;
        let meant = envelope.document.window.as_ref().map(|given| given.value.clone());
        let about = || {
            let answered = letter.in_reply_to.iter().chain(letter.references.iter().rev());
            let (seat, what) = answered.filter_map(|id| ids.recognise(id, &seats)).next()?;
            campaign.record.people.about.get(&format!("{seat}/{what}")).cloned()
        };
        let window = meant.or_else(about);
        let (window, before) = self.before_close(&known, window.as_deref())?;
        let then = campaign.then(before - 1)?;
        let opening = hand_in::opening_of(reading.letter(&letter), &reading.found, reading.text(), envelope);
        let plan = match (opening, &envelope.document.plan) {
            (Some(Ok(opening)), _) => self.opened(&known, &window, &opening)?,
            (Some(Err(why)), _) => {
                return Err(refused(format!("the opening in “{name}” cannot be read: {why}")));
            }
            (None, Some(given)) => self.planned(name, &known.seat, &then, &given.value)?,
            (None, None) => {
                return Err(refused(format!(
                    "there is no plan in “{name}”: what it brings otherwise (a seal alone, a vote) cannot be taken later"
                )));
            }
        };
        if before <= campaign.head().seq {
            self.latest.push(before);
        }
        let seat = known.seat;
        self.secret.plans.push(RuledPlan { seat: seat.clone(), window: window.clone(), plan });
        self.changes.push(RulingChange::Mail { seat, window, mail: known.body.mail, accept: true });
        Ok(())
    }

    /// The window that a mail was for, and the first entry of the present way in which something came of its end.
    fn before_close(&self, known: &Known, meant: Option<&str>) -> Result<(String, u64), CampaignError> {
        let own = self.campaign.own_timeline();
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
                    format!("{} was asked nothing in a window “{meant}” of the present way", known.seat)
                }
                None => format!("{} was asked nothing when that mail came", known.seat),
            })
        };
        let (window, _) = found.ok_or_else(none)?;
        Ok((window, before.unwrap_or(self.campaign.head().seq + 1)))
    }

    fn opened(&self, known: &Known, window: &str, opening: &Opening) -> Result<Value, CampaignError> {
        let seal = opening.seal().to_string();
        let is_it = |entry: &&Entry| {
            entry.kind == Kind::Sealed
                && entry.body.get("seal").and_then(Value::as_str) == Some(&seal)
                && entry.body.get("seat").and_then(Value::as_str) == Some(&known.seat)
        };
        if opening.binding().seat != known.seat
            || self.campaign.own_timeline().into_iter().find(is_it).is_none()
        {
            return Err(refused(format!(
                "the opening does not match a seal of {} for the window {window}",
                known.seat
            )));
        }
        let rules = self.campaign.rules();
        rules
            .referee
            .accept_plan(opening.plan())
            .map_err(|why| refused(format!("what is opened is no plan: {why}")))?;
        Ok(opening.plan().clone())
    }

    fn planned(&self, name: &str, id: &str, then: &Record, node: &Node) -> Result<Value, CampaignError> {
        let rules = self.campaign.rules().of(then)?;
        let Some(seat) = rules.seat(id) else { return Err(refused(format!("there is no seat “{id}”"))) };
        let pending = rules.pending(then)?;
        let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == seat).cloned().collect();
        let position = pending.seen(rules, seat)?;
        let reading = rules.referee.read_plan(&position, seat, &open, node)?;
        let faults: Vec<String> = reading
            .faults
            .iter()
            .map(|fault| {
                let line = fault.span.map(|span| format!("line {}: ", span.line)).unwrap_or_default();
                format!("{line}{}", fault.why.code())
            })
            .collect();
        reading
            .plan
            .ok_or_else(|| refused(format!("the plan in “{name}” cannot be used: {}", faults.join("; "))))
    }

    fn raw(&self, mail: &Hash256) -> Result<Vec<u8>, CampaignError> {
        let MailIn::Maildir(path) = &self.campaign.settings.mail_in else {
            return Err(refused(
                "the campaign's mail does not lie in a folder here; save the mail into a Maildir and name that",
            ));
        };
        self.campaign.mailboxes().mail(path, mail).ok_or_else(|| {
            let top = self.campaign.dir.join(path);
            refused(format!("the mail with SHA-256 {mail} is not below {} any more", top.display()))
        })
    }
}
