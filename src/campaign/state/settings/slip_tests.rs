//! Whole settings with a slip in every word of them, and with a value of another kind in every place: what is read, what of it
//! everybody may know, and every mistake that is told is held against a record.

use super::{Settings, mistake_at, read};
use crate::campaign::tests::outputs::{self, Scenario};
use crate::table::SeatInfo;
use slips::{line_slips, slips};
use std::fmt::Write as _;

#[path = "../../../../tests/common/slips.rs"]
mod slips;

/// Two campaigns that have between them every setting, written in the ways in which it may be written.
const WHOLE: [&str; 2] = [
    "campaign: westeros-7
title: Westeros in autumn
game: thrones-1e
players: 3
options: {order in every area: yes}
timezone: Europe/Rome
language: en
map: svg
address: {address: orders@example.org, name: Ravens}
bounces: bounces@example.org
gm: {name: Maria, addresses: [maria@example.org, m@work.example], timezone: Asia/Tokyo, plays: stark, reads press: yes}
seats:
  stark: {player: Anna, addresses: [anna@example.org, anna@work.example], map: no, page: no}
  lannister: {player: Bert, address: bert@example.org, timezone: America/Chicago, pace: batch, ask about: [card]}
  baratheon: {player: Cleo, address: cleo@example.org, language: en, signatures: optional}
pace: ask
page: no
ask about: [card, retreat]
clock: {deadline: \"every 3 days at 20:00, not sat sun\", question: in 24h, opening: in 48h, grace: 2h, reminder: 1 day, outage: 12h, trusted host: mx.example.org}
absence: steward
days away a year: 40
secrecy: {default: deposit, orders: sealed}
close early: all in
from: any
trust: {dkim: {server: mx.example.org, place: below, required: yes}, signatures: optional}
press: grey
disputes: {clock: waits, a seat: 2}
rulings: {protest: 48h, vote: yes}
limits: {mail: 500 KiB, plan: 32 KiB, mails an hour: 10, press: 500, press a day: 5, outgoing: 2 MiB}
mail in: {imap: {host: imap.example.org, user: game@example.org, password from: {env: GAME_PASSWORD}}}
mail out: {smtp: {host: smtp.example.org, user: game@example.org, password from: {command: pass game}}}
rehearsal: in 72h
observers: [{name: Olga, address: olga@example.org, delay: 1 turn}, {name: Omar, address: omar@example.org, delay: 7 days}]
site: ../www
absent may wait: no
handover press: yes
replace by vote: yes
anonymous: yes
reveal at the end: yes
leak check: yes
chance: {words: sealed, public: Lotto 6 aus 49, due: 2026-12-05 20:00, check: 12h}
",
    "campaign: north
game: toy
address: game@example.org
gm:
  name: Maria
  addresses:
    - maria@example.org
seats:
  - {seat: ash, player: Anna, address: anna@example.org}
  - seat: birch
    player: Bert
    addresses: [bert@example.org]
clock:
  deadline: every mon thu at 20:00 Europe/Berlin
  reminder: no
  opening: every 2 days at 8:00
secrecy: either
mail in: {mbox: /var/mail/game}
mail out: {sendmail: /usr/sbin/sendmail}
rehearsal: no
observers: [{name: Olga, address: olga@example.org, delay: none}]
site: no
chance: {words: open, until: in 24h}
trust: {dkim: {server: mx.example.org}}
",
];

/// What stands in place of a value.
const VALUES: [&str; 27] = [
    "",
    "''",
    "yes",
    "no",
    "none",
    "0",
    "1",
    "-1",
    "16",
    "17",
    "1e3",
    "07",
    "[]",
    "[a, b]",
    "{a: 1}",
    "12h",
    "in 30 minutes",
    "every 2 days at 9:00",
    "every fri at 25:00",
    "2026-12-05",
    "2 MiB",
    "33 kb",
    "x@example.org",
    "X <x@example.org>, y@example.org",
    "x@",
    "[x@example.org, nonsense, X@EXAMPLE.ORG]",
    "Europe/Paris",
];

fn note(said: &mut String, what: &str, text: &str) -> bool {
    let read = read(text);
    let _ = match &read {
        Ok(settings) => writeln!(said, "{what}: {settings:?}\n{}{}", settings.public(), fitted(settings)),
        Err(wrong) => writeln!(said, "{what}: {wrong}"),
    };
    read.is_ok()
}

/// Whether the seats are those of the game, and how they are called.
fn fitted(settings: &Settings) -> String {
    let ids = if settings.game == "toy" {
        ["ash", "birch"].as_slice()
    } else {
        &["stark", "lannister", "baratheon"]
    };
    let game: Vec<SeatInfo> =
        ids.iter().map(|id| SeatInfo { id: (*id).to_owned(), name: id.to_uppercase() }).collect();
    let mut fitted = settings.clone();
    let fits = fitted.fit(&game).map_err(|wrong| wrong.to_string());
    let called = fitted.can_be_addressed(&game).map_err(|wrong| wrong.to_string());
    format!("{fits:?} {:?} {called:?}", fitted.seats.iter().map(|seat| &seat.seat).collect::<Vec<_>>())
}

#[test]
fn whole_settings_with_a_slip() {
    let mut scenario = Scenario::new();
    let (mut read, mut all) = (0, 0);
    for (number, text) in WHOLE.iter().enumerate() {
        let mut said = String::new();
        assert!(note(&mut said, "as it is", text), "{said}");
        for slip in slips(text, usize::MAX).into_iter().chain(line_slips(text, usize::MAX)) {
            all += 1;
            read += usize::from(note(&mut said, "with a slip", &slip));
        }
        outputs::said(&format!("settings {number} with slips"), said);
    }
    assert!(read * 10 > all && read * 2 < all, "{read} of {all} are read");
    scenario.ends(Vec::new);
}

#[test]
fn another_value_in_every_place() {
    let mut scenario = Scenario::new();
    for (number, text) in WHOLE.iter().enumerate() {
        let mut said = String::new();
        let mut places = 0;
        // The value behind each key: up to the next comma or bracket that is not within it.
        for (at, _) in text.match_indices(": ") {
            let begins = at + 2;
            let (mut depth, mut quoted) = (0, false);
            let length = text[begins..]
                .find(|c: char| {
                    quoted ^= c == '"';
                    depth += i32::from("{[".contains(c)) - i32::from("}]".contains(c));
                    !quoted && (depth < 0 || c == '\n' || c == ',' && depth == 0)
                })
                .unwrap_or(text.len() - begins);
            places += 1;
            let key = text[..at].rsplit(|c: char| "{,\n".contains(c)).next().unwrap_or_default().trim();
            for value in VALUES {
                let text = format!("{}{value}{}", &text[..begins], &text[begins + length..]);
                note(&mut said, &format!("{key}: {value}"), &text);
            }
            if !key.contains(' ') {
                let _ = writeln!(said, "{}", mistake_at(text, key, "the game says no".to_owned()));
            }
        }
        assert!(places > 20, "{places}");
        outputs::said(&format!("settings {number} with other values"), said);
    }
    scenario.ends(Vec::new);
}
