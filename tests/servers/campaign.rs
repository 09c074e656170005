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

/// Mails of few words, in the forms that phones and web mail give them, all the way there and back.
#[test]
fn terse_mails_come_through() {
    let Some(dovecot) = Dovecot::start() else { return };
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
    assert_eq!(ravenpost(&["tick"], &dir).0, 0);
    let people = [("anna", "Anna"), ("bert", "Bert"), ("cleo", "Cleo")];
    let mut ids = Vec::new();
    for (who, _) in people {
        until("everybody has a report", || !dovecot.files_of(who, "").is_empty());
        let report = fs::read(&dovecot.files_of(who, "")[0]).unwrap();
        ids.push(ravenpost::post::read(&report).message_id.unwrap());
    }
    let phone = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\nX-Mailer: iPhone Mail (22B83)";
    let html = "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64";
    let plain = "Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: 8bit";
    let base64 = |text: &str| data_encoding::BASE64.encode(text.as_bytes());
    let mails = [
        (0, phone, "Winterfell support\nWhite Harbour =E2=80=93 support\n\nVon meinem iPhone gesendet\n\n> Am 20.11.2026 um 10:00 schrieb Maria <gm@home.example>:\n>=20\n> plan:\n>   orders: ~\n".to_owned()),
        (0, html, base64("<div dir=\"auto\">final</div><br><div class=\"gmail_quote\"><blockquote class=\"gmail_quote\">resign: yes</blockquote></div>")),
        (1, plain, "To Anna: peace — until turn 4 -- or so?\n-- \nBert".to_owned()),
        (1, plain, "lannisport defence".to_owned()),
        (2, html, base64("<p>Dragonstone: support<br>Kingswood: none</p><p>Get Outlook for Android</p>")),
        (2, plain, "Maria, when is the deadline please?".to_owned()),
        (2, plain, "extend 24h pls".to_owned()),
    ];
    for (n, (who, head, body)) in mails.iter().enumerate() {
        let (address, name) = people[*who];
        dovecot.hand_over(&format!(
            "From: {name} <{address}@home.example>\nTo: gm@home.example\nSubject: Re: Westeros\nMessage-ID: <t{n}@home.example>\nIn-Reply-To: <{}>\nMIME-Version: 1.0\n{head}\n\n{body}\n",
            ids[*who]
        ));
    }
    let (code, said) = ravenpost(&["tick"], &dir);
    assert_eq!(code, 0, "{said}");
    assert_eq!(dovecot.files("Ravenpost/Used").len(), mails.len(), "{said}");
    let (_, said) = ravenpost(&["inbox", "--json"], &dir);
    let inbox: serde_json::Value = serde_json::from_str(&said).unwrap();
    for mail in inbox.as_array().unwrap() {
        let problems = mail["details"]["problems"].as_array().unwrap();
        assert!(mail["used"] == true && problems.iter().all(|problem| problem["warning"] == true), "{mail}");
    }
    let press = || {
        let all = dovecot
            .files_of("anna", "")
            .into_iter()
            .map(|file| ravenpost::post::read(&fs::read(file).unwrap()));
        all.into_iter().find(|mail| mail.subject.contains("Press from Lannister"))
    };
    until("anna has her press", || press().is_some());
    // Two short dashes are shown as a long one.
    assert!(press().unwrap().parts[0].text.contains("peace — until turn 4 — or so?"));
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
    // Returns whether a tick has done more than to ask where the mailbox stands: it then keeps the record that it has read.
    let record = dir.join("private/record.json");
    let looked = || {
        let _ = fs::remove_file(&record);
        fake.state().heard.clear();
        let (code, said) = ravenpost(&["tick"], &dir);
        assert!(code <= 1, "{said}");
        let heard = fake.state().heard.join("\n");
        assert!(heard.contains("SELECT"), "{heard}");
        record.exists()
    };
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
