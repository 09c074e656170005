//! Months of mails in one campaign each: everything that players, the game master, strangers and machines may send, well and badly
//! written, in tables. What becomes of them is not said here: it is held against the record of all that leaves the program, and the
//! campaign must follow from its ledger.

use crate::campaign::chance_words::words_plan;
use crate::campaign::tests::mails::bounce;
use crate::campaign::tests::outputs;
use crate::campaign::tests::ruling::third_turn;
use crate::campaign::tests::world::{World, YAML, address, all_bid};
use crate::campaign::{Act, dispute, peek, verify};
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use chrono::TimeDelta;
use serde_json::{Value, json};

const GM: &str = "maria@example.org";

/// Of each message: who sends it and its text. A blank in place of a name: time goes by, so many hours.
pub(super) type Mails<'a> = &'a [(&'a str, &'a str)];

impl World {
    /// A text with the seal of a bid in place of `SEAL 3`, its opening in place of `OPEN 3`, and the same of words of chance in place
    /// of `SEAL WORDS` and `OPEN WORDS`; `SEAL ODD` seals no words, and `OPEN FIRST 3` is for the first window of all.
    pub(super) fn filled(&self, seat: &str, body: &str) -> String {
        let (turn, window) = (self.campaign().record.game.turn, self.window());
        let of = |window: &str, plan: Value| {
            let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: window.into() };
            Opening::new(&binding, plan, &[7; 16]).unwrap()
        };
        let words = of("chance", words_plan(&format!("words of {seat}")));
        let mut body = body.replace("SEAL WORDS", words.seal().to_string().as_str());
        body = body.replace("OPEN WORDS", &words.armour());
        let odd = of("chance", json!({"turn": 1, "bid": 1}));
        body = body.replace("SEAL ODD", odd.seal().to_string().as_str()).replace("OPEN ODD", &odd.armour());
        for bid in 0..=9 {
            let opening = of(&window, json!({"turn": turn, "bid": bid, "prize": "left"}));
            let first = of("1-bidding", json!({"turn": 1, "bid": bid, "prize": "left"}));
            body = body.replace(&format!("OPEN FIRST {bid}"), &first.armour());
            body = body.replace(&format!("SEAL {bid}"), opening.seal().to_string().as_str());
            body = body.replace(&format!("OPEN {bid}"), &opening.armour());
            body = body.replace(&format!("OPENING {bid}"), &format!("opening: {}\n", opening.to_value()));
        }
        body
    }

    /// One after the other, three minutes apart; whoever writes with a seat's name uses its key.
    pub(super) fn storm(&mut self, mails: Mails<'_>) {
        self.blown(mails);
        verify(&self.edge, &self.dir).unwrap().unwrap_or_else(|flaw| panic!("{flaw}"));
        assert!(self.entries(Kind::Received).len() * 2 >= mails.len(), "most of them spoke for somebody");
        outputs::said("altered", self.altered());
        outputs::said("mixed", self.mixed());
        outputs::said("ruled otherwise", self.ruled_otherwise());
        outputs::said("explained otherwise", self.explained_otherwise());
        outputs::said("pages anew", self.pages_anew());
    }

    /// The same, without a look at what came of it.
    pub(super) fn blown(&mut self, mails: Mails<'_>) {
        for (who, body) in mails {
            // With a plus sign behind the name, another comes before anybody looks.
            let (who, waits) = who.strip_suffix('+').map_or((*who, false), |who| (who, true));
            let body = &*self.filled(who.trim_end_matches(['>', '1']), body);
            match who {
                " " => self.hours(body.parse().unwrap()),
                // At the command line.
                "$say" => drop(dispute(&self.edge, &self.dir, self.now, 1, Act::Say(body))),
                "$close" => drop(dispute(&self.edge, &self.dir, self.now, 1, Act::Close(body))),
                "$peek" => drop(peek(&self.edge, &self.dir, self.now, body)),
                // With the key that the seat had first.
                "ash1" => {
                    let key = self.campaign().secrets.key("ash", 1).text();
                    self.mail(address("ash"), "", &format!("key: {key}\n{body}"));
                }
                "gm" => drop(self.mail(GM, "", &format!("key: {}\n{body}", self.key("gm")))),
                // In answer to the last message with a receipt or report, above or in its quotation.
                "ash>" | "birch>" | "cedar>" | "gm>" => {
                    let seat = who.trim_end_matches('>');
                    let from = if seat == "gm" { GM } else { address(seat) };
                    let name = from.split('@').next().unwrap();
                    let last = self.sent().into_iter().filter(|mail| mail.to().starts_with(name));
                    let last = last.max_by_key(|mail| (mail.letter.date, mail.id().to_owned()));
                    // Whoever has had none answers nothing.
                    let Some(id) = last.map(|mail| mail.id().to_owned()) else { continue };
                    let body = body.replace("KEY", &self.key(seat));
                    self.mail(from, &format!("In-Reply-To: <{id}>\n"), &body);
                }
                seat if ["ash", "birch", "cedar"].contains(&seat) => drop(self.write(seat, body)),
                stranger => {
                    let body = body.replace("KEY", &self.key("ash"));
                    self.mail(stranger, "", &body);
                }
            }
            if !waits {
                self.now += TimeDelta::minutes(3);
                self.tick();
            }
        }
    }
}

pub(super) const PLAYERS: Mails<'_> = &[
    ("ash", "ask: status\n"),
    ("ash", "ask: [status, history, map, plan, rules, help, rules bidding, explain 1]\n"),
    ("ash", "ask: [status, status, history, map, plan, rules, help, rules bidding, explain 1, new key]\n"),
    ("birch", "ask: explain 7\nask: rules nonsense\n"),
    ("birch", "ask: forecast\nplan: {bid: 2}\n"),
    ("birch", "ask: forecast\n"),
    ("cedar", "ask: map text\n"),
    ("cedar", "ask: explanation of my bid\n"),
    ("ash", "plan: {bid: 99}\nfinal: yes\n"),
    ("ash", "plan: {bid: none, prize: middle}\n"),
    ("ash", "plan: {bid: 3, prize: left}\nplan: {bid: 4}\n"),
    ("ash", "plan: {bid: 1}\nfinal: no\nrevision: 3\n"),
    ("ash", "plan: {bid: 2}\nrevision: 2\n"),
    ("ash", "window: 2-bidding\nplan: {bid: 1}\n"),
    ("ash", "window: 1-nonsense\nplan: {bid: 1}\n"),
    ("ash", "campaign: other-game\nplan: {bid: 1}\n"),
    ("ash", "seat: birch\nplan: {bid: 1}\n"),
    ("ash", "seat: Ashh\nplan: {bid: 1}\n"),
    ("ash>", "plan: {bid: 4}\n\n> plan:\n>   bid: 5\n> key: KEY\n"),
    ("ash>", "> key: KEY\n> plan:\n>   bid: 6\n"),
    ("ash>", "> plan:\n>   bid: ~\n"),
    ("ash>", "Thanks!\n"),
    ("ash>", "When is the deadline?\n"),
    ("ash>", "bid: 3\nprize: right\n"),
    ("birch>", "I am away from 24.11. to 26.11.\n"),
    ("birch>", "final\n"),
    ("birch>", "final!\nplan: {bid: 0}\n"),
    ("cedar>", "press to ash: shall we?\n"),
    ("cedar>", "confirm\n"),
    ("cedar", "press: {to: ash, text: \"peace?\"}\n"),
    (
        "cedar",
        "press: [{to: [ash, birch], text: \"both of you\", grey: yes}, {to: all, text: \"all\"}, {to: gm, text: \"a word\"}]\n",
    ),
    ("cedar", "press: {to: cedar, text: \"myself\"}\n"),
    ("cedar", "press: {to: nobody, text: \"hm\"}\npress: {to: ash}\n"),
    (
        "cedar",
        "press: {to: ash, text: \"my key is KEY and this is a very long line that goes on and on and on until it is wrapped\"}\n",
    ),
    ("ash", "vote: {draw: yes, extend: 2 days, concede: birch}\n"),
    ("ash", "vote: {draw: yes}\n"),
    ("birch", "vote: {draw: no, extend: 30 days}\n"),
    ("birch", "vote: {extend: 1 fortnight, surrender: yes}\n"),
    ("cedar", "vote: {concede: no}\nvote: {extend: 2 days}\n"),
    ("birch", "vote: {extend: 2 days}\n"),
    ("ash", "absent: {from: 2026-11-24, to: 2026-11-26}\n"),
    ("ash", "absent: {from: 2026-11-25, to: 2026-11-29, play: steward}\n"),
    ("ash", "absent: {from: 2026-11-30, to: 2026-11-28}\n"),
    ("ash", "absent: {from: 2026-10-01, to: 2026-10-02}\n"),
    ("ash", "absent: no\n"),
    ("birch", "absent: {from: 2026-11-23, to: 2026-11-25, stand-in: dan@example.net}\n"),
    ("birch", "absent: {from: 2026-11-23, to: 2026-11-25, stand-in: no address}\n"),
    ("dan@example.net", "plan: {bid: 1}\n"),
    ("ash", "dispute: {turn: 1, about: \"my bid was read wrongly\"}\n"),
    ("ash", "dispute: {turn: 9, about: \"the future\"}\n"),
    ("ash", "dispute: {turn: 1}\n"),
    ("birch", "dispute: {number: 1, text: \"it was not\"}\n"),
    ("birch", "dispute: {number: 4, text: \"which?\"}\n"),
    ("ash", "chance: words by ash\nrehearsal: {plan: {bid: 1}}\n"),
    ("ash", "seal: nonsense\n"),
    (
        "ash",
        "seal: sha256:0000000000000000000000000000000000000000000000000000000000000000\nplan: {bid: 1}\n",
    ),
    ("ash", "opening: {nonce: 1}\n"),
    ("ash", "resign: perhaps\n"),
    ("ash", "plan: [\n"),
    ("ash", "plan: {bid: 1\n  prize: left}\n"),
    ("ash", "\tplan: {bid: 1}\n"),
    ("ash", "Plan : {bid: 1}\nFinal : Yes\n"),
    ("ash", "do: pause\n"),
    ("eve@example.com", "hello\n"),
    ("eve@example.com", "key: KEY\nplan: {bid: 7}\n"),
    ("eve@example.com", "key: 0000-0000-0000-0000-0000-0000-000\nplan: {bid: 7}\n"),
    ("bert@example.org", "key: KEY\nplan: {bid: 8}\n"),
    (" ", "30"),
    ("ash", "plan: {bid: 1, otherwise: left}\nfinal: yes\n"),
    ("birch", "plan: {bid: 2}\nfinal: yes\n"),
    ("cedar", "plan: {bid: 3, prize: left}\nfinal: yes\n"),
    (" ", "2"),
    ("cedar", "plan: {prize: right}\n"),
    ("ash", "ask: [explain 1, explain 1 ash, history, plan, map 1]\n"),
    ("ash", "dispute: {turn: 1, about: \"the prize\"}\npress: {to: gm, text: \"please look\"}\n"),
    (" ", "60"),
    ("ash", "resign: yes\n"),
    ("ash>", "resign: yes\n"),
    ("ash", "plan: {bid: 1}\nvote: {draw: yes}\n"),
    (" ", "90"),
    ("birch", "ask: [history, explain 2]\n"),
    (" ", "200"),
];

#[test]
fn of_players() {
    for yaml in
        [YAML.to_owned(), YAML.replace("absence: default", "absence: wait\nsecrecy: either\nanonymous: yes")]
    {
        World::with(&yaml).storm(PLAYERS);
    }
}

pub(super) const GM_ORDERS: Mails<'_> = &[
    ("gm", "do: status\n"),
    ("gm", "do: [status, decisions, remind, resend]\n"),
    ("gm", "do: {extend: 2 days}\n"),
    ("gm", "do: {extend: a bit}\ndo: dance\n"),
    ("gm", "do: {remind: birch}\n"),
    ("gm", "do: {remind: [ash, nobody]}\n"),
    ("gm", "do: {resend: cedar}\n"),
    ("gm", "do: pause\n"),
    ("gm", "do: pause: no\n"),
    ("ash", "plan: {bid: 1}\nfinal: yes\n"),
    ("gm", "do: process\n"),
    ("gm", "do: resume\n"),
    ("gm", "do: {chance: 5}\n"),
    ("gm", "do: {replace: birch, with: \"Ben <ben@example.org>\"}\n"),
    ("gm", "do: {replace: birch}\n"),
    ("gm", "do: process\n"),
    ("gm>", "do: process\n"),
    (" ", "70"),
    ("gm", "do:\n  rule:\n    answers:\n      1/bid/birch: 5\n    because: that was wrong\n"),
    ("gm>", "do: adopt\n"),
    ("gm>", "do: adopt\n"),
    ("gm", "do:\n  rule:\n    answers:\n      1/bid/nobody: 5\n      1/bid/ash: 99\n    because: hm\n"),
    (
        "gm",
        "do:\n  rule:\n    when: 1/bidding\n    answers:\n      1/bid/ash: 2\n    because: read wrongly\n",
    ),
    ("gm>", "do: propose\n"),
    ("ash", "vote: {ruling: yes}\n"),
    ("birch", "vote: {ruling: no}\n"),
    ("gm", "do: withdraw\n"),
    ("gm", "do: {rewind: 1, because: all over again}\n"),
    ("gm>", "do: adopt\n"),
    ("ash", "ask: [history, explain 1]\n"),
    ("gm", "do: {forward: latest, because: after all}\n"),
    ("gm>", "do: adopt\n"),
    ("gm", "do: {rule: {accept: [ash/1], because: late}}\n"),
    ("gm", "do: {rule: {refuse: [ash/1, birch/9], because: wrong}}\n"),
    ("gm", "do: {rewind: 2026-11-21, because: a day}\n"),
    ("gm>", "Thank you.\n"),
    ("gm", "do: {decisions: 1}\n"),
    ("gm", "press: {to: all, text: \"news from the game master\"}\nask: [status, history, explain 1]\n"),
    ("gm", "ask: [status, forecast]\n"),
    (" ", "120"),
    ("gm", "do: status\nplan: {bid: 1}\n"),
];

#[test]
fn of_the_game_master() {
    World::new().storm(GM_ORDERS);
    third_turn().storm(GM_ORDERS);
}

/// Headers and bodies as machines and strange programs write them, from a seat's own address with its key.
#[test]
fn of_machines() {
    let mut world = World::with(&format!("{YAML}limits: {{mail: 8 KB, plan: 1 KB}}\n"));
    let key = world.key("ash");
    let plan = format!("key: {key}\nplan: {{bid: 2}}\n");
    let long = format!("X-Filler: {}\n", "many words here ".repeat(700));
    let lines = format!("{plan}{}", "# a remark that fills the plan\n".repeat(60));
    let texts =
        [plan.clone(), format!("{plan}final: yes\n"), lines, "Out of the office until Monday.\n".to_owned()];
    let headers = [
        "Message-ID: <a=b=c@example.net>\n",
        "Message-ID: a=b@example.net\n",
        "",
        "Auto-Submitted: auto-replied\n",
        "Precedence: bulk\nList-Id: <list.example.org>\n",
        "X-Autoreply: yes\n",
        "Return-Path: <>\n",
        "References: <nothing@example.net> <else@example.net>\n",
        "Reply-To: <elsewhere@example.org>\n",
        "Sender: <secretary@example.org>\n",
        "X-Ravenpost: toy-1\n",
        "Date: not a date\n",
        "Received: from a by b; Fri, 20 Nov 2026 10:00:00 +0000\nReceived: from c by d; Thu, 19 Nov 2026 10:00:00 +0000\n",
        &long,
    ];
    let types = [
        "text/plain; charset=utf-8",
        "text/plain; charset=utf-8; format=flowed; delsp=yes",
        "text/html; charset=utf-8",
        "application/octet-stream",
        "multipart/mixed; boundary=\"nothing\"",
        "multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=\"nothing\"",
        "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m",
        "application/ms-tnef; name=winmail.dat",
    ];
    for (number, header) in headers.iter().enumerate() {
        for (kind, mime) in types.iter().enumerate().skip(number % 2).step_by(2) {
            let body = &texts[(number + kind) % texts.len()];
            let id = if header.contains("Message-ID") {
                String::new()
            } else {
                format!("Message-ID: <m{number}.{kind}@x>\n")
            };
            world.deliver(&format!(
                "From: <anna@example.org>\nTo: <game@example.org>\nSubject: my move\n{id}{header}MIME-Version: 1.0\nContent-Type: {mime}\n\n{body}\n"
            ));
            world.now += TimeDelta::minutes(4);
            world.tick();
        }
    }
    let welcome = world.find("opening", "bert").pop().unwrap().id().to_owned();
    let statuses = ["5.1.1", "5.2.1", "5.2.2", "5.2.3", "5.3.4", "5.7.1", "4.2.2", "2.0.0", "nonsense"];
    for (number, status) in statuses.into_iter().enumerate() {
        let bounce = bounce(&welcome, "bert@example.org", status);
        world.deliver(&bounce.replace("<b1@", &format!("<b{number}@")));
        world.now += TimeDelta::hours(1);
        world.tick();
    }
    all_bid(&mut world, [1, 2, 3]);
    world.hours(60);
    verify(&world.edge, &world.dir).unwrap().unwrap();
}
