//! SMTP servers that break off, hang or refuse at each step: the mail is not called sent, and may be tried again.

use crate::now;
use ravenpost::post::{
    Address, AutoSubmitted, MailOut, MailSink, Outgoing, PasswordFrom, SendError, SmtpSettings, SmtpSink, Tls,
};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What the server does at a step, instead of what is usual.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Act {
    Say(&'static str),
    Die,
    Hang,
}

/// A server that does this at commands beginning so (`.` is the end of the mail); what it heard.
pub fn server(step: &'static str, act: Act, times: usize) -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let (ours, mut left) = (heard.clone(), times);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            serve(stream.unwrap(), step, act, &mut left, &ours);
        }
    });
    (port, heard)
}

fn serve(
    mut out: TcpStream,
    step: &str,
    act: Act,
    left: &mut usize,
    heard: &Mutex<Vec<String>>,
) -> Option<()> {
    let mut in_data = false;
    let mut lines = BufReader::new(out.try_clone().ok()?).lines();
    let mut command = "CONNECT".to_owned();
    loop {
        if in_data && command.starts_with("Content-") {
            heard.lock().unwrap().push(format!("| {command}"));
        }
        if !in_data || command == "." || step == "TEXT" {
            heard.lock().unwrap().push(command.clone());
            let is_step = command.starts_with(step) || (in_data && step == "TEXT");
            if is_step && *left > 0 {
                *left -= 1;
                match act {
                    Act::Die => return out.shutdown(std::net::Shutdown::Both).ok(),
                    Act::Hang => std::thread::sleep(Duration::from_secs(8)),
                    Act::Say(text) => write!(out, "{text}\r\n").ok()?,
                }
                if act == Act::Hang {
                    return None;
                }
                in_data = false;
                command = lines.next()?.ok()?;
                continue;
            }
            let answer = match command.get(..4).unwrap_or(command.as_str()) {
                "CONN" => "220 test",
                "EHLO" => "250-test\r\n250 AUTH PLAIN XOAUTH2",
                "AUTH" => "235 welcome",
                "DATA" => "354 go on",
                _ => "250 fine",
            };
            write!(out, "{answer}\r\n").ok()?;
            in_data = command == "DATA";
        }
        command = lines.next()?.ok()?;
    }
}

fn settings(port: u16) -> SmtpSettings {
    SmtpSettings {
        host: "127.0.0.1".into(),
        port: Some(port),
        tls: Tls::None,
        user: Some("gm".into()),
        password_from: Some(PasswordFrom::Env("UNUSED".into())),
        token_from: None,
        ca_file: None,
    }
}

fn sink(port: u16) -> SmtpSink {
    let sink = SmtpSink::new(&settings(port), Some("hidden".into()), None).unwrap();
    sink.with_patience(Duration::from_secs(20))
}

fn mail() -> Outgoing {
    Outgoing {
        message_id: "turn1@home.example".to_owned(),
        date: now(),
        from: Address::new("gm@home.example"),
        to: vec![Address::new("anna@north.example")],
        reply_to: None,
        return_path: None,
        subject: "Turn 1".to_owned(),
        in_reply_to: None,
        references: Vec::new(),
        text: "Winter is coming.\n".to_owned(),
        html: None,
        attachments: Vec::new(),
        auto_submitted: AutoSubmitted::Generated,
        mark: "westeros-7".into(),
    }
}

const STEPS: [&str; 7] = ["CONNECT", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "."];

#[test]
fn a_server_that_dies_or_hangs_at_any_step_has_not_taken_the_mail() {
    for step in STEPS.into_iter().chain(["TEXT"]) {
        for act in [Act::Die, Act::Hang] {
            let (port, _heard) = server(step, act, 1);
            let mut sink = sink(port);
            if act == Act::Hang {
                sink = sink.with_patience(Duration::from_millis(300));
            }
            let start = Instant::now();
            let told = sink.send(&mail()).expect_err(step);
            assert!(!told.permanent && !told.words.contains("hidden"), "{step} {act:?}: {told:?}");
            assert!(start.elapsed() < Duration::from_secs(6), "{step} {act:?}: {:?}", start.elapsed());
            if act == Act::Hang {
                assert!(told.words.ends_with(": it did not answer in time"), "{step}: {told:?}");
            }
            if act == Act::Die {
                // The next try is a new connection, and succeeds.
                assert_eq!(sink.send(&mail()), Ok(()), "{step}");
            }
        }
    }
}

#[test]
fn refusals_of_each_step_are_told_apart() {
    let told = |step, answer| -> SendError {
        let (port, _heard) = server(step, Act::Say(answer), 9);
        sink(port).send(&mail()).expect_err(step)
    };
    for step in STEPS {
        assert!(!told(step, "421 4.3.2 shutting down").permanent, "{step}");
    }
    for step in ["MAIL", "RCPT", "DATA", "."] {
        let never = told(step, "552 5.3.4 too large for us");
        assert!(never.permanent && never.words.contains("too large"), "{step}: {never:?}");
        assert!(!told(step, "452 4.2.2 mailbox full").permanent, "{step}");
    }
    for step in ["CONNECT", "AUTH"] {
        assert!(!told(step, "554 5.7.1 not you").permanent, "{step}: that is no fault of the mail");
    }
}

#[test]
fn an_idle_connection_that_was_closed_is_opened_anew() {
    // The second mail begins with a look whether the server is still there.
    let (port, heard) = server("NOOP", Act::Die, 1);
    let mut sink = sink(port);
    assert_eq!(sink.send(&mail()), Ok(()));
    assert_eq!(sink.send(&mail()), Ok(()));
    drop(sink);
    let heard = heard.lock().unwrap();
    let count = |word: &str| heard.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!((count("CONNECT"), count("."), count("AUTH")), (2, 2, 2), "{heard:?}");
}

#[test]
fn a_token_is_never_sent_as_a_password_nor_a_password_as_a_token() {
    let token = SmtpSettings {
        password_from: None,
        token_from: Some(PasswordFrom::Command("echo abc".into())),
        ..settings(server("NONE", Act::Die, 0).0)
    };
    let (port, heard) = server("EHLO", Act::Say("250-test\r\n250 AUTH PLAIN LOGIN"), 9);
    let without = SmtpSettings { port: Some(port), ..token.clone() };
    let told = SmtpSink::new(&without, Some("abc".into()), None).unwrap().send(&mail()).unwrap_err();
    assert!(!told.permanent && told.words.contains("cannot log in"), "{told:?}");
    assert!(!heard.lock().unwrap().iter().any(|line| line.starts_with("AUTH")));
    let (port, heard) = server("NONE", Act::Die, 0);
    let with = SmtpSettings { port: Some(port), ..token.clone() };
    SmtpSink::new(&with, Some("abc".into()), None).unwrap().send(&mail()).unwrap();
    assert!(heard.lock().unwrap().iter().any(|line| line.starts_with("AUTH XOAUTH2 ")));
    let both = SmtpSettings { password_from: Some(PasswordFrom::Env("A".into())), ..token };
    assert!(SmtpSink::new(&both, Some("abc".into()), None).is_err());
    let text = "smtp: {host: h, user: gm, token from: {command: my-token}}";
    let MailOut::Smtp(read) = serde_yaml::from_str(text).unwrap() else { panic!("it is smtp") };
    assert_eq!(read.token_from, Some(PasswordFrom::Command("my-token".into())));
}
