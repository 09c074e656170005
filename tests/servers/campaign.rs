//! A campaign whose mail goes through real servers, run by the program itself.

use crate::fake::{Act, Fake};
use crate::real::{Dovecot, Postfix};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What stands in a new campaign.yaml.
const MAIL_IN: &str = "\nmail in: {maildir: mail/in}";
pub const MAIL_OUT: &str = "\nmail out: {maildir: mail/out}";

/// Runs the program; its exit code and everything it printed.
pub fn ravenpost(arguments: &[&str], dir: &Path) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .arg(arguments[0])
        .arg(dir)
        .args(&arguments[1..])
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8_lossy(&said).into_owned())
}

/// Waits until something is so.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(30), "never: {what}");
        sleep(Duration::from_millis(50));
    }
}

/// A campaign of three with these settings of its mail, begun.
pub fn try_begin(dir: &Path, changes: &[(&str, String)]) -> (i32, String) {
    let seats = [
        "stark=Anna <anna@home.example>",
        "lannister=Bert <bert@home.example>",
        "baratheon=Cleo <cleo@home.example>",
    ];
    let mut arguments =
        vec!["new", "--game", "thrones-1e", "--players", "3", "--title", "Westeros", "--no-rehearsal"];
    arguments.extend([
        "--address",
        "gm@home.example",
        "--gm",
        "Maria <maria@home.example>",
        "--timezone",
        "Europe/Rome",
    ]);
    for seat in &seats {
        arguments.extend(["--seat", seat]);
    }
    let (code, said) = ravenpost(&arguments, dir);
    assert_eq!(code, 0, "{said}");
    let path = dir.join("campaign.yaml");
    let text = fs::read_to_string(&path).unwrap();
    let text = text.replace("\nchance: {words: open}", "\nchance: no");
    let changed = changes.iter().fold(text, |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text.replace(from, to)
    });
    fs::write(path, changed).unwrap();
    ravenpost(&["start"], dir)
}

fn begin(dir: &Path, changes: &[(&str, String)]) {
    let (code, said) = try_begin(dir, changes);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_campaign_lives_on_a_mail_server() {
    let Some(mut dovecot) = Dovecot::start() else { return };
    let Some(postfix) = Postfix::start(&dovecot) else { return };
    let world = tempfile::tempdir().unwrap();
    let dir = world.path().join("westeros");
    let ca = format!("ca file: {}/ca.pem", dovecot.dir.path().display());
    let login = "host: localhost, user: gm@home.example, password from: {command: echo winter is coming}";
    let [imap, smtp] = [dovecot.settings("").port.unwrap(), postfix.settings("").port.unwrap()];
    let settings = [
        (MAIL_IN, format!("\nmail in: {{imap: {{port: {imap}, {ca}, {login}}}}}")),
        (MAIL_OUT, format!("\nmail out: {{smtp: {{port: {smtp}, {ca}, {login}}}}}")),
    ];
    begin(&dir, &settings);
    let (code, said) = ravenpost(&["tick"], &dir);
    assert_eq!(code, 0, "{said}");
    until("anna has her report", || dovecot.files_of("anna", "").len() == 1);
    let (_, said) = ravenpost(&["doctor"], &dir);
    assert!(said.contains("logged in to localhost; 0 messages waiting"), "{said}");
    assert!(said.contains("localhost answers and lets us in (nothing was sent)"), "{said}");
    assert_eq!(dovecot.files_of("anna", "").len(), 1, "nothing was sent");

    // Anna answers it; a stranger writes too.
    let report = fs::read(&dovecot.files_of("anna", "")[0]).unwrap();
    let id = ravenpost::post::read(&report).message_id.unwrap();
    let answer = format!(
        "From: Anna <anna@home.example>\nTo: gm@home.example\nSubject: Re: Westeros\nMessage-ID: <a1@home.example>\nIn-Reply-To: <{id}>\n\nask: status\n"
    );
    dovecot.hand_over(&answer);
    dovecot.hand_over(&crate::mail(1).replace("anna@north.example", "dora@home.example"));
    let (code, said) = ravenpost(&["tick"], &dir);
    assert_eq!(code, 0, "{said}");
    assert!(dovecot.files("").is_empty());
    assert_eq!(
        (dovecot.files("Ravenpost/Used").len(), dovecot.files("Ravenpost/Stranger").len()),
        (1, 1),
        "{said}"
    );
    until("anna has her receipt", || dovecot.files_of("anna", "").len() == 2);

    // The same mail by another way is known, and not answered again.
    dovecot.hand_over(&answer);
    assert_eq!(ravenpost(&["tick"], &dir).0, 0);
    assert_eq!(dovecot.files("Ravenpost/Duplicate").len(), 1);
    assert_eq!(ravenpost(&["tick"], &dir).0, 0);
    assert_eq!(dovecot.files_of("anna", "").len(), 2);
    assert!(dir.join("private/idle.json").exists(), "the next tick need not look at everything");

    // Without its mail server a campaign does nothing, and says why.
    let ledger = fs::read(dir.join("ledger.jsonl")).unwrap();
    dovecot.stop();
    let (code, said) = ravenpost(&["tick"], &dir);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("localhost") && said.contains("cannot connect"), "{said}");
    assert_eq!(fs::read(dir.join("ledger.jsonl")).unwrap(), ledger);
}

#[test]
fn a_tick_without_new_mail_only_asks_where_the_mailbox_stands() {
    let fake = Fake::start(&[], |_, _| None);
    let world = tempfile::tempdir().unwrap();
    let dir = world.path().join("westeros");
    let imap = format!(
        "\nmail in: {{imap: {{host: 127.0.0.1, port: {}, tls: none, user: gm, password from: {{command: echo x}}}}}}",
        fake.port
    );
    begin(&dir, &[(MAIL_IN, imap)]);
    // Returns whether a tick has looked for messages.
    let looked = || {
        fake.state().heard.clear();
        let (code, said) = ravenpost(&["tick"], &dir);
        assert!(code <= 1, "{said}");
        let heard = fake.state().heard.join("\n");
        assert!(heard.contains("SELECT"), "{heard}");
        heard.contains("SEARCH")
    };
    assert!(looked(), "the first tick");
    assert!(!looked() && !looked(), "nothing has come");
    fake.state().inbox.insert(1, crate::mail(1).into_bytes());
    assert!(looked(), "a message has come");
    assert!(fake.state().inbox.is_empty());
    assert!(!looked(), "it is filed");
    fake.state().validity = 8;
    assert!(looked(), "the mailbox has other numbers");
    // One that cannot be filed is tried again by every tick.
    fake.script(|command, _| command.starts_with("UID MOVE").then(|| Act::Say("TAG NO not now\r\n".into())));
    fake.state().inbox.insert(2, crate::mail(2).into_bytes());
    assert!(looked() && looked(), "it waits in the mailbox");
    fake.script(|_, _| None);
    assert!(looked() && !looked(), "it is filed at last");
}

#[test]
fn nobody_loses_a_turn_by_a_mail_that_could_not_be_read() {
    let fake = Fake::start(&[], |_, _| None);
    let world = tempfile::tempdir().unwrap();
    let dir = world.path().join("westeros");
    let imap = format!(
        "\nmail in: {{imap: {{host: 127.0.0.1, port: {}, tls: none, user: gm, password from: {{command: echo x}}}}}}",
        fake.port
    );
    let settings = [
        (MAIL_IN, imap),
        ("\nabsence: wait", "\nabsence: steward".to_owned()),
        ("outage: 6h", "outage: 5000h".to_owned()),
    ];
    begin(&dir, &settings);
    fake.state().inbox.insert(1, crate::mail(1).into_bytes());
    fake.script(|command, _| command.contains("BODY.PEEK[]").then(|| Act::Say("TAG OK nothing\r\n".into())));
    let resolved =
        || fs::read_to_string(dir.join("ledger.jsonl")).unwrap().matches("\"kind\":\"resolved\"").count();
    let before = resolved();
    // Long after the deadline.
    let late = (chrono::Utc::now() + chrono::TimeDelta::days(20)).to_rfc3339();
    let (code, said) = ravenpost(&["tick", "--now", &late], &dir);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("this tick resolves nothing") && said.contains("asked for mail 1"), "{said}");
    assert_eq!(resolved(), before);
    // It can be read, but not put away: that holds up nothing.
    fake.script(|command, _| command.starts_with("UID MOVE").then(|| Act::Say("TAG NO not now\r\n".into())));
    let (code, said) = ravenpost(&["tick", "--now", &late], &dir);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("messages not filed: 1"), "{said}");
    assert!(resolved() > before, "{said}");
    fake.script(|_, _| None);
    assert_eq!(ravenpost(&["tick", "--now", &late], &dir).0, 0);
    assert_eq!(fake.state().folders.values().map(Vec::len).sum::<usize>(), 1);
}
