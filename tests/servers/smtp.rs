//! Mail out through a real SMTP server, and the whole way: out, delivered, in, filed.

use crate::real::{Dovecot, Postfix, disk};
use crate::{all, now};
use ravenpost::post::{
    Address, AutoSubmitted, ImapSource, MailOut, MailSink, MailSource, Outcome, Outgoing, Receipt, SendError,
    SmtpSettings, read_collected,
};
use std::collections::BTreeSet;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

fn servers() -> Option<(Dovecot, Postfix)> {
    let dovecot = Dovecot::start()?;
    let postfix = Postfix::start(&dovecot)?;
    Some((dovecot, postfix))
}

fn outgoing(number: u32, to: &str) -> Outgoing {
    Outgoing {
        message_id: format!("turn{number}@home.example"),
        date: now(),
        from: Address::new("gm@home.example").named("Ravenpost"),
        to: vec![Address::new(to)],
        reply_to: None,
        return_path: None,
        subject: format!("Zug {number} – Pläne"),
        in_reply_to: None,
        references: Vec::new(),
        text: "Grüße\n.\n..\nFrom the north\n".to_owned(),
        html: None,
        attachments: Vec::new(),
        auto_submitted: AutoSubmitted::Generated,
        mark: "westeros-7".into(),
    }
}

fn open(dovecot: &Dovecot, settings: SmtpSettings) -> Box<dyn MailSink> {
    MailOut::Smtp(settings).open(disk(), dovecot.dir.path()).unwrap()
}

/// Sends one mail.
pub fn send(dovecot: &Dovecot, postfix: &Postfix, to: &str) -> Result<(), SendError> {
    open(dovecot, postfix.settings("")).send(&outgoing(1, to))
}

/// One tick: what was collected and filed, by Message-ID.
fn tick(dovecot: &Dovecot) -> Vec<String> {
    let mut source = ImapSource::new(disk(), dovecot.dir.path(), &dovecot.settings(""), Receipt::at(now()));
    let mails = all(&mut source);
    let mut ids = Vec::new();
    for mail in &mails {
        ids.push(read_collected(mail).message_id.unwrap());
        source.file(&mail.handle, Outcome::Used).unwrap();
    }
    ids
}

#[test]
fn the_whole_way_nothing_is_lost_and_nothing_comes_twice() {
    let Some((dovecot, postfix)) = servers() else { return };
    let mut sink = open(&dovecot, postfix.settings(""));
    let mut seen: Vec<String> = Vec::new();
    let number = 12;
    for mail in 0..number {
        sink.send(&outgoing(mail, "gm@home.example")).unwrap();
        if mail % 4 == 3 {
            seen.extend(tick(&dovecot));
        }
    }
    drop(sink);
    let start = Instant::now();
    while seen.len() < number as usize && start.elapsed() < Duration::from_secs(30) {
        sleep(Duration::from_millis(100));
        seen.extend(tick(&dovecot));
    }
    let distinct: BTreeSet<&String> = seen.iter().collect();
    assert_eq!((seen.len(), distinct.len()), (number as usize, number as usize), "{seen:?}");
    assert!(tick(&dovecot).is_empty() && dovecot.files("").is_empty());
    let kept = dovecot.files("Ravenpost/Used");
    assert_eq!(kept.len(), number as usize);
    let text = fs::read_to_string(&kept[0]).unwrap();
    let letter = ravenpost::post::read(text.as_bytes());
    assert_eq!(letter.parts[0].text.trim_end(), "Grüße\n.\n..\nFrom the north");
    assert!(text.contains("by mx.home.example"), "the line that a campaign may trust");
    // One connection for all: many servers count those.
    assert_eq!(postfix.log().matches(": connect from").count(), 2, "one is the test's own look");
}

#[test]
fn every_way_to_log_in_that_is_offered_works() {
    let Some((dovecot, postfix)) = servers() else { return };
    let path = dovecot.dir.path();
    fs::write(path.join("token"), dovecot.token("gm@home.example")).unwrap();
    for more in ["", "tls: starttls", "token from: {file: token}", "tls: starttls, token from: {file: token}"]
    {
        let sent = open(&dovecot, postfix.settings(more)).send(&outgoing(1, "gm@home.example"));
        assert_eq!(sent, Ok(()), "{more}");
    }
    assert_eq!(postfix.log().matches("sasl_method=PLAIN").count(), 2);
    assert_eq!(postfix.log().matches("sasl_method=XOAUTH2").count(), 2);
}

#[test]
fn refusals_are_for_ever_or_for_now() {
    let Some((dovecot, postfix)) = servers() else { return };
    let told = |settings: SmtpSettings, to: &str| -> SendError {
        open(&dovecot, settings).send(&outgoing(1, to)).expect_err(to)
    };
    let usual = || postfix.settings("");
    let unknown = told(usual(), "nobody@home.example");
    assert!(unknown.permanent && unknown.words.contains("User unknown"), "{unknown:?}");
    let busy = told(usual(), "busy@home.example");
    assert!(!busy.permanent && busy.words.contains("come back later"), "{busy:?}");
    // What is wrong with the login or the connection is no fault of the mail: it must be tried again.
    for more in
        ["password from: {command: echo wrong}", "tls: starttls, password from: {command: echo wrong}"]
    {
        let wrong = told(postfix.settings(more), "gm@home.example");
        assert!(!wrong.permanent && wrong.words.contains("cannot log in"), "{wrong:?}");
        assert!(!wrong.words.contains("echo"), "{wrong:?}");
    }
    let stale = told(postfix.settings("token from: {command: echo stale}"), "gm@home.example");
    assert!(!stale.permanent && stale.words.contains("cannot log in"), "{stale:?}");
    for tls in ["", "tls: starttls"] {
        let stranger = told(SmtpSettings { ca_file: None, ..postfix.settings(tls) }, "gm@home.example");
        assert!(!stranger.permanent && stranger.words.contains("UnknownIssuer"), "{stranger:?}");
        let other = SmtpSettings { host: "127.0.0.1".into(), ..postfix.settings(tls) };
        assert!(!told(other, "gm@home.example").permanent);
    }
    let nobody = SmtpSettings { user: None, password_from: None, ..usual() };
    let nobody = told(nobody, "gm@home.example");
    assert!(!nobody.permanent && nobody.words.contains("Access denied"), "the login is missing: {nobody:?}");
    // A refused recipient does not spoil the connection for the others.
    let mut sink = open(&dovecot, usual());
    assert!(sink.send(&outgoing(1, "nobody@home.example")).is_err());
    assert_eq!(sink.send(&outgoing(2, "gm@home.example")), Ok(()));
}

#[test]
fn the_return_address_travels_and_the_sender_stays() {
    let Some((dovecot, postfix)) = servers() else { return };
    let path = "gm+stark.0123456789abcdef@home.example";
    let mail = Outgoing { return_path: Some(path.into()), ..outgoing(2, "maria@home.example") };
    assert_eq!(open(&dovecot, postfix.settings("")).send(&mail), Ok(()));
    let start = Instant::now();
    while dovecot.files_of("maria", "").is_empty() && start.elapsed() < Duration::from_secs(30) {
        sleep(Duration::from_millis(100));
    }
    let text = fs::read_to_string(&dovecot.files_of("maria", "")[0]).unwrap();
    assert!(text.contains(&format!("Return-Path: <{path}>")), "{text}");
    assert_eq!(ravenpost::post::read(text.as_bytes()).from[0].address, "gm@home.example");
    assert!(postfix.log().contains(&format!("from=<{path}>")), "the queue knows it");
}
