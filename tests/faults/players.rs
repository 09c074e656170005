//! Players who write what moves the game on, with a slip now and then, and the mails of others.

use crate::played;
use crate::plot::{Plot, Script};
use crate::script;
use crate::world::{World, path};
use ravenpost::campaign::Campaign;
use ravenpost::campaign::record::{GM, Phase};
use ravenpost::seal::{Binding, Opening};
use ravenpost::table::Open;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

pub struct Players {
    pub plot: Plot,
    pub seats: Vec<String>,
    dice: fastrand::Rng,
    written: usize,
    openings: BTreeMap<String, Opening>,
    /// Mails that are waiting to come, and files of the folder that are written anew.
    mails: Vec<(PathBuf, Vec<u8>)>,
}

/// Where a seat's first player writes from.
pub fn address(seat: &str) -> String {
    format!("{seat}@players.example")
}

impl Players {
    pub fn new(plot: Plot, seats: Vec<String>) -> Players {
        let dice = fastrand::Rng::with_seed(plot.seed);
        Players { plot, seats, dice, written: 0, openings: BTreeMap::new(), mails: Vec::new() }
    }

    /// What has been written since this was asked for last.
    pub fn take_mails(&mut self) -> Vec<(PathBuf, Vec<u8>)> {
        std::mem::take(&mut self.mails)
    }

    pub fn first(&self) -> String {
        self.seats[0].clone()
    }

    pub fn last(&self) -> String {
        self.seats[self.seats.len() - 1].clone()
    }

    /// What the players and the world write before a tick.
    pub fn write(&mut self, campaign: &Campaign, world: &World, number: i32) {
        if campaign.record.game.turn > self.plot.turns || number > script::last(self.plot.script) {
            for seat in self.seats.clone() {
                self.mail(campaign, &seat, "vote: {draw: yes}\n");
            }
            return;
        }
        self.orders(campaign, number);
        match self.plot.script {
            Script::Quiet => self.this_and_that(campaign, world, number),
            _ => script::write(self, campaign, world, number),
        }
    }

    fn this_and_that(&mut self, campaign: &Campaign, world: &World, number: i32) {
        let (first, last) = (self.first(), self.last());
        match number {
            1 => self.mail(campaign, &first, "chance: winter is coming\n"),
            3 => {
                self.raw(
                    "From: <eve@example.com>\nTo: <game@ravenpost.example>\nSubject: hello\n",
                    "Can I play, too?\n",
                );
                self.mail(campaign, &last, "press: {to: all, text: well met}\n");
            }
            4 => self.bounce(world, &last),
            5 => self.mail(campaign, &last, "absent: {from: 2026-10-29, to: 2026-10-30}\n"),
            6 => self.mail(campaign, &first, "plan:\n  ordres: {Winterfel: marsch}\n"),
            7 => self.again(),
            8 => self.mail(campaign, &first, "vote: {extend: 6h}\n"),
            9 => self.mail(campaign, &last, "vote: {extend: 12h}\nask: [status]\n"),
            10 => self.raw(
                &format!(
                    "From: <{}>\nTo: <game@ravenpost.example>\nSubject: Away\nAuto-Submitted: auto-replied\n",
                    address(&first)
                ),
                "I am at the sea.\n",
            ),
            _ => {}
        }
    }

    /// Orders, seals and openings for the window that is open. Somebody is late now and then, so that windows close early
    /// and at their deadline.
    fn orders(&mut self, campaign: &Campaign, number: i32) {
        let Some(window) = campaign.record.game.open_window() else { return };
        let asked: Vec<String> = window.asked.keys().cloned().collect();
        if matches!(window.phase, Phase::Opening | Phase::OpeningFirst) {
            for seat in asked.iter().filter(|seat| played::opens(campaign, window, seat, number)) {
                let part = window.seats.get(seat).filter(|part| !part.opened);
                if let Some(seal) = part.and_then(|part| part.seal.as_ref()) {
                    self.open(campaign, seat, seal);
                }
            }
            return;
        }
        for (place, seat) in asked.iter().enumerate() {
            let late = place == 1 && number % 2 == 0;
            let silent = place + 1 == asked.len() && number % 9 >= 5 && asked.len() > 1;
            if late || silent || window.seats.get(seat).is_some_and(|part| part.how.is_some()) {
                continue;
            }
            let plan = self.plan(campaign, seat);
            let seals = match self.plot.secrecy {
                "sealed" => true,
                secrecy => secrecy != "deposit" && place == 0,
            };
            let text = match window.sealed && seals {
                true => self.seal(&window.id, seat, plan),
                false => written(campaign, &plan),
            };
            self.mail(campaign, seat, &format!("{text}final: yes\n"));
        }
    }

    /// A plan for what a seat is asked now.
    fn plan(&mut self, campaign: &Campaign, seat: &str) -> Value {
        let pending = campaign.rules().pending(&campaign.record).unwrap();
        let own = campaign.rules().seat(seat).unwrap();
        let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == own).cloned().collect();
        let position = pending.position.clone();
        campaign.referee.suggest(&position, own, &open, &mut self.dice).unwrap()
    }

    pub fn seal(&mut self, window: &str, seat: &str, plan: Value) -> String {
        let binding =
            Binding { campaign: "stormy-7".into(), seat: seat.to_owned(), window: window.to_owned() };
        let nonce: [u8; 16] = std::array::from_fn(|_| self.dice.u8(..));
        let opening = Opening::new(&binding, plan, &nonce).unwrap();
        let seal = opening.seal().to_string();
        self.openings.insert(seal.clone(), opening);
        format!("seal: {seal}\n")
    }

    /// Opens what a seat has sealed; whether it has.
    pub fn open(&mut self, campaign: &Campaign, seat: &str, seal: &str) -> bool {
        let armour = self.openings.get(seal).map(Opening::armour);
        if let Some(armour) = &armour {
            self.mail(campaign, seat, armour);
        }
        armour.is_some()
    }

    /// A mail of whoever holds a seat now, with the newest key.
    pub fn mail(&mut self, campaign: &Campaign, seat: &str, body: &str) {
        let from = campaign.settings.seat(seat).unwrap().addresses[0].clone();
        self.with_key(campaign, seat, &from, body);
    }

    /// A mail of the game master's.
    pub fn by_gm(&mut self, campaign: &Campaign, body: &str) {
        let from = campaign.settings.gm.addresses[0].clone();
        self.with_key(campaign, GM, &from, body);
    }

    fn with_key(&mut self, campaign: &Campaign, of: &str, from: &str, body: &str) {
        let number = campaign.record.people.newest_key(of).unwrap_or(1);
        let key = campaign.secrets.key(of, number).text();
        let head = format!("From: <{from}>\nTo: <game@ravenpost.example>\nSubject: my move\n");
        self.raw(&head, &format!("key: {key}\n{body}"));
    }

    /// Who stands in for a seat answers the last mail to him with a plan. Whether he was sent any.
    pub fn stand_in(&mut self, campaign: &Campaign, world: &World, seat: &str, from: &str) -> bool {
        let asked = campaign.record.game.open_window().is_some_and(|window| window.asked.contains_key(seat));
        let Some((id, _)) =
            world.sent().into_iter().rfind(|(id, to)| to.contains(from) && !id.contains("notice"))
        else {
            return false;
        };
        if asked {
            let plan = self.plan(campaign, seat);
            let head = format!(
                "From: <{from}>\nTo: <game@ravenpost.example>\nSubject: Re: a turn\nIn-Reply-To: {id}\n"
            );
            self.raw(&head, &format!("{}final: yes\n", written(campaign, &plan)));
        }
        asked
    }

    /// A file of the folder is written anew, by an editor.
    pub fn edits(&mut self, name: &str, text: &str) {
        self.mails.push((path(name), text.as_bytes().to_vec()));
    }

    fn raw(&mut self, head: &str, body: &str) {
        self.written += 1;
        let number = self.written;
        let raw = format!(
            "{head}Message-ID: <{number}@players.example>\nContent-Type: text/plain; charset=utf-8\n\n{body}\n"
        );
        self.put(raw);
    }

    fn put(&mut self, raw: String) {
        let name = format!(
            "mail/in/new/{}.{}.host",
            1_800_000_000 + self.mails.len() + 100 * self.written,
            self.written
        );
        self.mails.push((path(&name), raw.replace('\n', "\r\n").into_bytes()));
    }

    /// A mail of this step comes a second time.
    fn again(&mut self) {
        if let Some((_, raw)) = self.mails.last().cloned() {
            self.mails.push((path("mail/in/new/1900000000.again.host"), raw));
        }
    }

    /// The last mail to a seat comes back.
    pub fn bounce(&mut self, world: &World, seat: &str) {
        let to_it = |(_, to): &(String, String)| to.contains(&address(seat));
        let (id, _) = world.sent().into_iter().rfind(to_it).unwrap();
        let gone = address(seat);
        let body = format!(
            "--x\nContent-Type: text/plain\n\nno such user\n\n--x\nContent-Type: message/delivery-status\n\n\
             Reporting-MTA: dns; mx.ravenpost.example\n\nFinal-Recipient: rfc822; {gone}\nAction: failed\nStatus: 5.1.1\n\n\
             --x\nContent-Type: message/rfc822\n\nFrom: game@ravenpost.example\nTo: {gone}\nSubject: x\nMessage-ID: {id}\n\n\
             report\n\n--x--\n"
        );
        self.written += 1;
        self.put(format!(
            "Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.ravenpost.example>\nTo: <game@ravenpost.example>\n\
             Subject: Undelivered Mail Returned to Sender\nMessage-ID: <b{}@mx.example>\nMIME-Version: 1.0\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"x\"\n\n{body}",
            self.written
        ));
    }
}

fn written(campaign: &Campaign, plan: &Value) -> String {
    let pending = campaign.rules().pending(&campaign.record).unwrap();
    campaign.referee.write_plan(plan, &pending.position).unwrap()
}
