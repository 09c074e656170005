//! What a campaign does when the server refuses a mail for good: its recipient, or its size.

use crate::campaign::{MAIL_OUT, ravenpost, try_begin};
use crate::smtp_faults::{Act, server};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

type Heard = Arc<Mutex<Vec<String>>>;

/// A campaign that has begun, its mail going to a server that does this the first time at this step.
fn begun(dir: &Path, step: &'static str, answer: &'static str, times: usize) -> (Heard, i32, String) {
    let (port, heard) = server(step, Act::Say(answer), times);
    let smtp = format!("\nmail out: {{smtp: {{host: 127.0.0.1, port: {port}, tls: none}}}}");
    let (code, said) = try_begin(dir, &[(MAIL_OUT, smtp)]);
    (heard, code, said)
}

fn ledger(dir: &Path) -> String {
    fs::read_to_string(dir.join("ledger.jsonl")).unwrap()
}

fn count(heard: &Heard, word: &str) -> usize {
    heard.lock().unwrap().iter().filter(|line| line.starts_with(word)).count()
}

#[test]
fn a_seat_whose_address_is_refused_is_unreachable_at_once_and_the_game_master_is_told() {
    let world = tempfile::tempdir().unwrap();
    let dir = world.path().join("westeros");
    let (heard, code, said) = begun(&dir, "RCPT TO:<anna", "550 5.1.1 <anna@home.example>: no such user", 9);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("no such user"), "{said}");
    let ledger = ledger(&dir);
    assert_eq!(ledger.matches("\"kind\":\"unreachable\"").count(), 1);
    assert!(ledger.contains("\"reason\":\"550 5.1.1\"") && !ledger.contains("no such user"));
    // Of the start, and of this.
    assert_eq!(count(&heard, "RCPT TO:<maria"), 2, "{:?}", heard.lock());
    let (_, said) = ravenpost(&["status"], &dir);
    assert!(said.contains("mail to stark comes back"), "{said}");
}

#[test]
fn a_server_that_does_not_like_us_makes_nobody_unreachable() {
    let world = tempfile::tempdir().unwrap();
    let dir = world.path().join("westeros");
    let (_, code, _) = begun(&dir, "RCPT", "554 5.7.1 relay access denied", 99);
    assert_eq!((code, ledger(&dir).matches("\"kind\":\"unreachable\"").count()), (1, 0));
}

/// Which answers to a recipient say that nobody is there: by their status, or by the code where they have none.
#[test]
fn whom_a_refusal_makes_unreachable() {
    for (answer, reason) in [
        ("550 5.2.1 mailbox disabled", Some("550 5.2.1")),
        ("552 5.2.2 mailbox full", Some("552 5.2.2")),
        ("550 #5.1.1 no such user", Some("550 5.1.1")),
        ("550 no such user (5.1.10)", Some("550 5.1.10")),
        ("550 5.1.1234 no such user", Some("550")),
        ("551 gone away", Some("551")),
        ("553 not allowed", Some("553")),
        ("554 no", None),
        ("550 5.7.1 relay access denied", None),
        ("550 5.3.0 a bad day", None),
        ("552 5.2.3 message too big", None),
        ("552 message too big", None),
    ] {
        let world = tempfile::tempdir().unwrap();
        let dir = world.path().join("westeros");
        begun(&dir, "RCPT TO:<anna", answer, 9);
        let ledger = ledger(&dir);
        let marked = ledger.lines().filter(|line| line.contains("\"kind\":\"unreachable\""));
        let reasons: Vec<_> = marked.map(|line| line.split("\"reason\":\"").nth(1).unwrap()).collect();
        let reasons: Vec<_> = reasons.iter().map(|rest| rest.split('"').next().unwrap()).collect();
        assert_eq!(reasons, reason.into_iter().collect::<Vec<_>>(), "{answer}");
    }
}

#[test]
fn a_mail_that_is_too_large_goes_without_html_and_then_without_files() {
    for times in [1, 2] {
        let world = tempfile::tempdir().unwrap();
        let dir = world.path().join("westeros");
        let (heard, code, said) = begun(&dir, ".", "552 5.3.4 message too big", times);
        assert_eq!(code, 0, "{said}");
        // Three welcomes, and the first message and the report of the game master, who plays no seat.
        assert_eq!(count(&heard, "."), 5 + times);
        // Two welcomes go whole; the first with HTML and its order page once, and with its two other files until they were too
        // much.
        assert_eq!(count(&heard, "| Content-Type: text/html"), 5 + 3, "{:?}", heard.lock());
        assert_eq!(count(&heard, "| Content-Disposition: attachment"), 4 + 4 + 1 + 3, "{:?}", heard.lock());
        assert_eq!(ledger(&dir).matches("\"kind\":\"mailed\"").count(), 5);
    }
}
