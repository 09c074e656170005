//! How long ten thousand mails take, against the bare parser: `cargo test --release --test post speed -- --ignored --nocapture`.

use crate::KEYS;
use crate::document;
use mail_parser::MessageParser;
use ravenpost::disk::RealDisk;
use ravenpost::post::{MailSource, MaildirSource, Outcome, Receipt, create_maildir, read_collected};
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

const MAILS: u32 = 10_000;

#[test]
#[ignore = "a measurement"]
fn ten_thousand_mails() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Arc::new(RealDisk { sync: false });
    create_maildir(&*disk, dir.path()).unwrap();
    let plan = "plan:\n  orders:\n    Winterfell: march+0\n    White Harbor: support\nfinal: yes\n";
    for n in 0..MAILS {
        let mail = format!(
            "Return-Path: <anna@north.example>\r\nReceived: from out.north.example (out.north.example [192.0.2.7])\r\n\tby mx.home.example with ESMTPS id {n};\r\n\tFri, 20 Nov 2026 10:00:00 +0100\r\nFrom: Anna Snow <anna@north.example>\r\nTo: gm@home.example\r\nSubject: Re: turn {n}\r\nMessage-ID: <{n}@north.example>\r\nIn-Reply-To: <t{n}@home.example>\r\nDate: Fri, 20 Nov 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nHi,\r\n\r\n{}\r\nAnna\r\n\r\nOn 20 Nov 2026, GM <gm@home.example> wrote:\r\n> {}\r\n",
            plan.replace('\n', "\r\n"),
            plan.replace('\n', "\r\n> ").repeat(4)
        );
        fs::write(dir.path().join(format!("new/{n}.x")), mail).unwrap();
    }
    let started = Instant::now();
    let mut parsed = 0;
    for entry in fs::read_dir(dir.path().join("new")).unwrap() {
        let raw = fs::read(entry.unwrap().path()).unwrap();
        parsed += MessageParser::new()
            .with_minimal_headers()
            .with_message_ids()
            .parse(&raw)
            .map_or(0, |mail| mail.parts.len());
    }
    let bare = started.elapsed();
    assert_eq!(parsed as u32, MAILS);

    let mut source =
        MaildirSource::new(disk, dir.path(), Receipt::at("2026-11-20T12:00:00Z".parse().unwrap()));
    let [mut collecting, mut reading, mut finding, mut filing] = [Duration::ZERO; 4];
    let mut filed = 0;
    loop {
        let started = Instant::now();
        let mails = source.collect().unwrap();
        collecting += started.elapsed();
        if mails.is_empty() {
            break;
        }
        for mail in mails {
            let started = Instant::now();
            let letter = read_collected(&mail);
            reading += started.elapsed();
            let started = Instant::now();
            assert!(document(&letter, &KEYS).document.is_ok());
            finding += started.elapsed();
            let started = Instant::now();
            source.file(&mail.handle, Outcome::Used).unwrap();
            filing += started.elapsed();
            filed += 1;
        }
    }
    assert_eq!(filed, MAILS);
    println!(
        "bare parser, files read: {bare:?}; collected {collecting:?}, read {reading:?}, document {finding:?}, filed {filing:?}"
    );
}
