//! IMAP servers that break off, refuse, are slow, forget, chatter or lie: nothing is lost, nothing is touched that
//! should not be, and a tick ends.

use crate::fake::{Act, Fake};
use crate::real::disk;
use crate::{all, mail, now};
use ravenpost::post::{Collected, ImapSettings, ImapSource, MailIn, MailSource, Outcome, Receipt};
use std::time::{Duration, Instant};

fn settings(fake: &Fake, more: &str) -> ImapSettings {
    let text = format!(
        "imap: {{host: 127.0.0.1, port: {}, user: gm, password from: {{command: echo hidden}}, {more}}}",
        fake.port
    );
    match serde_yaml::from_str(&text).unwrap() {
        MailIn::Imap(settings) => settings,
        other => panic!("{other:?}"),
    }
}

fn source(fake: &Fake) -> ImapSource {
    ImapSource::new(disk(), "", &settings(fake, "tls: none"), Receipt::at(now()))
        .with_patience(Duration::from_secs(20))
}

/// For servers that keep silent: a machine under load must not be taken for one, so only these tests are hasty.
fn hasty(fake: &Fake) -> ImapSource {
    source(fake).with_patience(Duration::from_millis(400))
}

fn mails(number: u32) -> Vec<String> {
    (1..=number).map(mail).collect()
}

fn numbers(mails: &[Collected]) -> Vec<&str> {
    mails.iter().map(|mail| mail.handle.0.rsplit('/').next().unwrap()).collect()
}

/// A server that has come to its senses gives everything that was not filed, and files it.
fn recovers(fake: &Fake, left: usize) {
    fake.script(|_, _| None);
    let mut source = source(fake);
    let mails = all(&mut source);
    assert_eq!(mails.len(), left);
    assert!(source.problems().is_empty());
    for mail in &mails {
        source.file(&mail.handle, Outcome::Used).unwrap();
    }
    drop(source);
    let state = fake.state();
    assert!(state.inbox.is_empty());
    let mut kept = state.folders["Ravenpost/Used"].clone();
    kept.sort();
    let count = kept.len();
    kept.dedup();
    assert_eq!(kept.len(), count, "nothing twice");
}

#[test]
fn the_server_of_these_tests_works() {
    let fake = Fake::start(&mails(3), |_, _| None);
    recovers(&fake, 3);
    let heard = fake.state().heard.join("\n");
    assert!(heard.ends_with("LOGOUT") && heard.contains("UID MOVE 3 "), "{heard}");
}

#[test]
fn a_server_that_dies_within_a_mail_costs_that_mail_a_tick() {
    let fake = Fake::start(&mails(3), |command, _| {
        let dies = command.starts_with("UID FETCH 2 ") && command.contains("BODY.PEEK[]");
        dies.then(|| Act::SayAndClose("* 2 FETCH (UID 2 BODY[]<0> {500}\r\nFrom: anna@nor".into()))
    });
    let mut source = source(&fake);
    let mails = all(&mut source);
    assert_eq!(numbers(&mails), ["1", "3"]);
    let problems = source.problems();
    assert!(problems.len() == 1 && problems[0].to_string().contains("closed"), "{problems:?}");
    source.file(&mails[0].handle, Outcome::Used).unwrap();
    drop(source);
    recovers(&fake, 2);
}

#[test]
fn a_server_that_always_dies_is_left_alone_soon() {
    let fake = Fake::start(&mails(50), |command, _| {
        command.contains("BODY.PEEK[]").then(|| Act::SayAndClose("* 1 FETCH (UID 1 BO".into()))
    });
    let mut source = source(&fake);
    assert!(all(&mut source).is_empty());
    assert_eq!(source.problems().len(), 3);
    let logins = fake.state().heard.iter().filter(|command| command.starts_with("AUTH")).count();
    assert_eq!(logins, 3);
    drop(source);
    recovers(&fake, 50);
}

#[test]
fn a_silent_or_a_slow_server_cannot_hold_up_a_tick() {
    for silent_at in ["AUTHENTICATE", "LIST", "SELECT", "UID SEARCH", "UID FETCH 1:2", "UID FETCH 1 "] {
        let fake =
            Fake::start(&mails(2), move |command, _| command.starts_with(silent_at).then_some(Act::Hang));
        let start = Instant::now();
        let mut source = hasty(&fake);
        match source.collect() {
            Err(why) => assert!(why.to_string().contains("in time"), "{silent_at}: {why}"),
            Ok(mails) => assert_eq!(numbers(&mails), ["2"], "{silent_at}"),
        }
        drop(source);
        assert!(start.elapsed() < Duration::from_secs(10), "{silent_at}: {:?}", start.elapsed());
        recovers(&fake, 2);
    }
    // Each byte is in time, all of them are not.
    let fake = Fake::start(&mails(1), |command, _| {
        let drop_by_drop = || Act::Trickle("* OK patience\r\n".repeat(100), Duration::from_millis(100));
        command.starts_with("UID SEARCH").then(drop_by_drop)
    });
    let start = Instant::now();
    assert!(hasty(&fake).collect().unwrap_err().to_string().contains("in time"));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    recovers(&fake, 1);
    // Nobody greets.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut mute = fake;
    mute.port = listener.local_addr().unwrap().port();
    assert!(hasty(&mute).collect().unwrap_err().to_string().contains("in time"));
    drop(listener);
    assert!(hasty(&mute).collect().unwrap_err().to_string().contains("cannot connect"));
}

#[test]
fn a_refused_login_is_told_once_and_the_password_is_not() {
    for answer in
        ["TAG NO [AUTHENTICATIONFAILED] wrong\r\n", "TAG BAD no\r\n", "* BYE go away\r\nTAG NO no\r\n"]
    {
        let fake = Fake::start(&mails(1), move |command, _| {
            command.starts_with("AUTHENTICATE").then(|| Act::Say(answer.to_owned()))
        });
        let told = source(&fake).collect().unwrap_err().to_string();
        assert!(told.contains("127.0.0.1") && !told.contains("hidden"), "{told}");
        assert_eq!(fake.state().heard.iter().filter(|command| command.starts_with("AUTH")).count(), 1);
        recovers(&fake, 1);
    }
    for greeting in ["* BYE too busy\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", "\0\0\0\r\n"] {
        let fake = Fake::start(&mails(1), |_, _| None);
        fake.state().greeting = greeting.to_owned();
        source(&fake).collect().unwrap_err();
        assert!(fake.state().heard.is_empty(), "nothing is said to it: {:?}", fake.state().heard);
    }
}

/// Where a mailbox stood is told when all that lay there is filed, and not before.
#[test]
fn a_mailbox_has_a_mark_when_all_of_it_is_filed() {
    for count in [0, 1, 3] {
        let fake = Fake::start(&mails(count), |_, _| None);
        let mut source = source(&fake);
        for mail in all(&mut source) {
            assert!(source.mark().is_none(), "{count}");
            // What is filed already is not filed once more.
            for _ in 0..2 {
                source.file(&mail.handle, Outcome::Used).unwrap();
            }
        }
        assert!(source.mark().is_some(), "{count}");
    }
}

/// The password is said as the server has offered it in its greeting, and by the plain command where it has offered nothing.
#[test]
fn the_password_is_said_as_the_server_takes_it() {
    for (knows, login) in [
        ("AUTH=PLAIN SASL-IR", "AUTHENTICATE PLAIN AGdtAGhpZGRlbg=="),
        ("AUTH=PLAIN", "AUTHENTICATE PLAIN"),
        ("SASL-IR", "LOGIN gm hidden"),
    ] {
        let fake = Fake::start(&[], |_, _| None);
        fake.state().greeting = format!("* OK [CAPABILITY IMAP4rev1 {knows}] ready\r\n");
        let _ = source(&fake).collect();
        let heard = fake.state().heard.first().cloned();
        assert_eq!(heard.as_deref(), Some(login), "{knows}");
    }
}

#[test]
fn without_starttls_no_password_is_said() {
    // Not offered; promised, but then nothing comes; promised with words slipped in behind.
    for answer in [
        "TAG BAD what?\r\n",
        "TAG OK begin\r\n",
        "TAG OK begin\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\nTAG OK done\r\n* OK trust me\r\n",
    ] {
        let fake = Fake::start(&mails(1), move |command, _| {
            command.starts_with("STARTTLS").then(|| Act::Say(answer.to_owned()))
        });
        fake.state().greeting = "* PREAUTH [CAPABILITY IMAP4rev1] in already\r\n".to_owned();
        let mut source = ImapSource::new(disk(), "", &settings(&fake, "tls: starttls"), Receipt::at(now()))
            .with_patience(Duration::from_millis(300));
        let told = source.collect().unwrap_err().to_string();
        assert!(told.contains("tls"), "{told}");
        let heard = fake.state().heard.join("\n");
        assert!(heard.starts_with("STARTTLS") && !heard.contains("AUTHENTICATE"), "{heard}");
        assert!(!heard.contains("SELECT"), "{heard}");
    }
}

#[test]
fn numbers_that_changed_while_we_looked_away_are_not_used() {
    let fake = Fake::start(&mails(2), |_, _| None);
    let mut source = source(&fake);
    let mails = all(&mut source);
    // The server restarts: our connection is gone, and the numbers now mean other mails.
    {
        let mut state = fake.state();
        state.validity = 8;
        state.inbox = [(1, mail(2)), (2, mail(1))].map(|(uid, mail)| (uid, mail.into_bytes())).into();
    }
    let next = fake.state().heard.len() + 1;
    fake.script(move |_, number| (number == next).then(|| Act::SayAndClose("* BYE restart\r\n".into())));
    let told = source.file(&mails[0].handle, Outcome::Used).unwrap_err().to_string();
    assert!(told.contains("UIDVALIDITY"), "{told}");
    assert!(source.file(&mails[1].handle, Outcome::Used).is_err());
    assert_eq!(fake.state().inbox.len(), 2);
    assert!(!fake.state().heard.iter().any(|command| command.starts_with("UID MOVE")));
    drop(source);
    recovers(&fake, 2);
}

#[test]
fn chatter_in_between_changes_nothing() {
    let chatter = "* 9 EXISTS\r\n* 0 RECENT\r\n* OK [ALERT] disk almost full\r\n* 1 FETCH (FLAGS (\\Seen))\r\n\
                   * 2 FETCH (UID 2 FLAGS (\\Seen $Junk))\r\n* VANISHED 77\r\n* XNEWS {5}\r\nhello and more\r\n\
                   * OK \u{fc}ml\u{e4}ut\r\n* 3 EXPUNGE\r\n* 8 EXISTS\r\n";
    let fake = Fake::start(&mails(3), |command, _| {
        let is_ours = command.starts_with("UID") || command.starts_with("NOOP");
        is_ours.then(|| Act::Before(chatter.to_owned()))
    });
    let mut source = source(&fake);
    let collected = all(&mut source);
    assert!(source.problems().is_empty());
    assert_eq!(numbers(&collected), ["1", "2", "3"]);
    for (number, found) in (1..).zip(&collected) {
        assert_eq!(found.raw, mail(number).replace('\n', "\r\n").into_bytes());
        assert_eq!(found.received.to_rfc3339(), format!("2026-11-20T0{number}:00:00+00:00"));
        source.file(&found.handle, Outcome::Ignored).unwrap();
    }
    assert_eq!(fake.state().folders["Ravenpost/Ignored"].len(), 3);
}

#[test]
fn more_than_was_asked_for_is_not_taken_in() {
    let begun = |size: &str| format!("* 1 FETCH (UID 1 BODY[]<0> {{{size}}}\r\n{}", "x".repeat(6 << 20));
    for (answer, words) in [
        (Act::Say(begun("4294967295")), "more than we asked for"),
        (Act::Say(begun("99999999999")), "more than we asked for"),
        (Act::SayForEver("* 1 FETCH (FLAGS ())\r\n".repeat(100)), "more than"),
        (Act::SayForEver("x".repeat(1000)), "more than we asked for"),
    ] {
        let mut answer = Some(answer);
        let fake =
            Fake::start(
                &mails(2),
                move |command, _| {
                    if command.starts_with("UID FETCH 1 ") { answer.take() } else { None }
                },
            );
        let start = Instant::now();
        let mut source = ImapSource::new(disk(), "", &settings(&fake, "tls: none"), Receipt::at(now()))
            .with_patience(Duration::from_secs(10));
        assert_eq!(numbers(&all(&mut source)), ["2"]);
        let problems = source.problems();
        assert!(problems.len() == 1 && problems[0].to_string().contains(words), "{problems:?}");
        assert!(start.elapsed() < Duration::from_secs(10), "{words}: {:?}", start.elapsed());
        drop(source);
        recovers(&fake, 2);
    }
}

#[test]
fn nothing_is_never_taken_for_no_mail() {
    // Asked for a mail: OK without it, another mail, one without its number, one that cannot be read, NO.
    for answer in [
        "TAG OK done\r\n",
        "* 2 FETCH (UID 2 BODY[]<0> {3}\r\nabc)\r\nTAG OK done\r\n",
        "* 1 FETCH (BODY[]<0> {3}\r\nabc)\r\nTAG OK done\r\n",
        "* 1 FETCH (UID 1 BODY[]<0> NIL)\r\nTAG OK done\r\n",
        "* 1 FETCH (UID 1 XWEIRD (1 2) BODY[]<0> {3}\r\nabc)\r\nTAG OK done\r\n",
        "TAG NO [SERVERBUG] try later\r\n",
    ] {
        let fake = Fake::start(&mails(2), move |command, _| {
            command.starts_with("UID FETCH 1 ").then(|| Act::Say(answer.to_owned()))
        });
        let mut source = source(&fake);
        assert_eq!(numbers(&all(&mut source)), ["2"], "{answer}");
        assert_eq!(source.problems().len(), 1, "{answer}");
        drop(source);
        recovers(&fake, 2);
    }
    // Asked which mails there are.
    for answer in ["TAG OK done\r\n", "* SEARCH one two\r\nTAG OK done\r\n", "TAG NO not now\r\n"] {
        let fake = Fake::start(&mails(2), move |command, _| {
            command.starts_with("UID SEARCH").then(|| Act::Say(answer.to_owned()))
        });
        source(&fake).collect().expect_err(answer);
        recovers(&fake, 2);
    }
    // Sizes and dates are a help, no condition.
    let fake = Fake::start(&mails(2), |command, _| {
        command
            .contains("RFC822.SIZE")
            .then(|| Act::Say("* 1 FETCH (UID 1 RFC822.SIZE x)\r\nTAG OK done\r\n".into()))
    });
    let mails = all(&mut source(&fake));
    assert!(mails.len() == 2 && mails.iter().all(|mail| mail.received == now()));
}

#[test]
fn a_mail_that_went_away_in_between_is_no_trouble() {
    let fake = Fake::start(&mails(2), |command, _| {
        command.starts_with("UID FETCH 1 ").then(|| Act::LoseAndSay(1, "TAG OK nothing\r\n".to_owned()))
    });
    let mut source = source(&fake);
    assert_eq!(numbers(&all(&mut source)), ["2"]);
    assert!(source.problems().is_empty());
}

#[test]
fn filing_survives_lost_answers_and_believes_no_empty_words() {
    // The move was done, but the connection broke before the answer.
    let mut once = true;
    let fake = Fake::start(&mails(2), move |command, _| {
        let is_first = command.starts_with("UID MOVE 1 \"Ravenpost/Used\"")
            || command.starts_with("UID MOVE 1 Ravenpost/Used");
        (is_first && std::mem::take(&mut once)).then_some(Act::DoAndClose)
    });
    fake.state().folders.insert("Ravenpost/Used".into(), Vec::new());
    let mut source = source(&fake);
    let mails = all(&mut source);
    source.file(&mails[0].handle, Outcome::Used).unwrap();
    source.file(&mails[0].handle, Outcome::Used).unwrap();
    assert_eq!(fake.state().folders["Ravenpost/Used"].len(), 1);
    // It says yes and does nothing.
    fake.script(|command, _| command.starts_with("UID MOVE").then(|| Act::Say("TAG OK done\r\n".into())));
    let told = source.file(&mails[1].handle, Outcome::Used).unwrap_err().to_string();
    assert!(told.contains("still there"), "{told}");
    // It will not have it there.
    fake.script(|command, _| {
        (command.starts_with("UID MOVE") || command.starts_with("CREATE"))
            .then(|| Act::Say("TAG NO [NOPERM] not in this namespace\r\n".into()))
    });
    let told = source.file(&mails[1].handle, Outcome::Used).unwrap_err().to_string();
    assert!(told.contains("INBOX/") && told.contains("not in this namespace"), "{told}");
    assert_eq!(fake.state().inbox.len(), 1);
    // It hung up for idleness between collecting and filing.
    let next = fake.state().heard.len() + 1;
    fake.script(move |_, number| (number == next).then(|| Act::SayAndClose("* BYE idle\r\n".into())));
    source.file(&mails[1].handle, Outcome::Used).unwrap();
    drop(source);
    recovers(&fake, 0);
}

/// A server that cannot move has a mail copied and its original marked. Where the connection breaks in between, one copy is enough: with
/// two the mail would seem to have come twice.
#[test]
fn a_mail_is_copied_once_though_the_connection_breaks_behind_the_copy() {
    let mut breaks = true;
    let fake = Fake::start(&mails(1), move |command, _| {
        if command.starts_with("AUTHENTICATE") {
            return Some(Act::Say("* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\nTAG OK in\r\n".into()));
        }
        let is_mark = command.starts_with("UID STORE") && command.contains("Deleted");
        (is_mark && std::mem::take(&mut breaks)).then_some(Act::DoAndClose)
    });
    fake.state().greeting = "* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n".to_owned();
    let mut source = source(&fake);
    for mail in all(&mut source) {
        source.file(&mail.handle, Outcome::Used).unwrap();
    }
    let state = fake.state();
    let count = |begins: &str| state.heard.iter().filter(|command| command.starts_with(begins)).count();
    assert_eq!((count("UID COPY"), count("UID MOVE")), (1, 0), "{:?}", state.heard);
    assert_eq!(count("AUTHENTICATE"), 2, "it broke, and was tried again: {:?}", state.heard);
}
