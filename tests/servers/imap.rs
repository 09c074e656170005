//! Mail from a real IMAP server.

use crate::real::{Dovecot, disk};
use crate::{all, mail, now};
use ravenpost::post::{
    ImapSettings, ImapSource, LARGEST, MailSource, Outcome, Receipt, TimeOfReceipt, Trouble, read_collected,
};
use std::fs;
use std::time::Duration;

fn source(server: &Dovecot, settings: &ImapSettings) -> ImapSource {
    ImapSource::new(disk(), server.dir.path(), settings, Receipt::at(now()))
        .with_patience(Duration::from_secs(20))
}

/// One tick: everything is collected and filed as used. How many mails there were.
fn tick(server: &Dovecot, more: &str) -> usize {
    let mut source = source(server, &server.settings(more));
    let mails = all(&mut source);
    for mail in &mails {
        source.file(&mail.handle, Outcome::Used).unwrap();
    }
    assert!(source.problems().is_empty());
    mails.len()
}

#[test]
fn mails_are_collected_as_they_are_and_filed_by_outcome() {
    let Some(server) = Dovecot::start() else { return };
    assert_eq!(tick(&server, ""), 0, "an account that never had a mail");
    let bytes: Vec<u8> =
        [mail(1).replace('\n', "\r\n").into_bytes(), (128..=255).collect(), b"\r\n.\r\n) {5}\r\n".to_vec()]
            .concat();
    server.deliver("1.a.host", &bytes);
    server.deliver("2.b.host", mail(2).as_bytes());
    let mut first = source(&server, &server.settings(""));
    let mails = all(&mut first);
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[0].raw, bytes, "byte for byte");
    assert_eq!(mails[0].size, bytes.len() as u64);
    let handles: Vec<&str> = mails.iter().map(|mail| mail.handle.0.as_str()).collect();
    assert!(handles[0].starts_with("INBOX/") && handles[0].ends_with("/1"), "{handles:?}");
    drop(first);
    // Looking changed nothing: the same mails under the same names, and still unseen.
    let mut second = source(&server, &server.settings(""));
    let again = all(&mut second);
    assert_eq!(again, mails);
    let files = server.files("");
    assert_eq!(files.len(), 2);
    assert!(files.iter().all(|path| !path.to_string_lossy().contains(",S")), "{files:?}");
    second.file(&mails[0].handle, Outcome::Used).unwrap();
    second.file(&mails[0].handle, Outcome::Used).unwrap();
    second.file(&mails[1].handle, Outcome::Refused).unwrap();
    assert!(server.files("").is_empty());
    let used = server.files("Ravenpost/Used");
    assert_eq!(used.len(), 1);
    assert!(used[0].to_string_lossy().ends_with('S'), "marked as seen: {used:?}");
    assert_eq!(fs::read(&used[0]).unwrap(), bytes);
    assert_eq!(server.files("Ravenpost/Refused").len(), 1);
    let subscribed = fs::read_to_string(server.dir.path().join("mail/gm/subscriptions")).unwrap();
    assert!(subscribed.contains("Used"), "mail programs show the folder: {subscribed}");
    assert_eq!(tick(&server, ""), 0);
}

#[test]
fn every_way_to_log_in_that_is_offered_works() {
    let Some(server) = Dovecot::start() else { return };
    let path = server.dir.path();
    fs::write(path.join("token"), server.token("gm@home.example")).unwrap();
    fs::write(path.join("password"), "winter is coming\n").unwrap();
    for (number, more) in [
        String::new(),
        "tls: starttls".to_owned(),
        "tls: none".to_owned(),
        "password from: {file: password}".to_owned(),
        format!("token from: {{command: cat {}/token}}", path.display()),
        "tls: starttls, token from: {file: token}".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        server.deliver(&format!("{number}.x.host"), mail(1).as_bytes());
        assert_eq!(tick(&server, more), 1, "{more}");
    }
    assert_eq!(server.files("Ravenpost/Used").len(), 6);
}

#[test]
fn refused_logins_and_unknown_certificates_are_told_and_change_nothing() {
    let Some(server) = Dovecot::start() else { return };
    server.deliver("1.a.host", mail(1).as_bytes());
    let told = |more: &str, change: &dyn Fn(&mut ImapSettings)| {
        let mut settings = server.settings(more);
        change(&mut settings);
        source(&server, &settings).collect().expect_err(more).to_string()
    };
    let wrong = told("password from: {command: echo wrong}", &|_| {});
    assert!(wrong.contains("app password") && wrong.contains("gm@home.example"), "{wrong}");
    assert!(!wrong.contains("echo wrong"), "{wrong}");
    let stale = told("token from: {command: echo stale}", &|_| {});
    assert!(stale.contains("token from"), "{stale}");
    let unknown = told("", &|settings| settings.ca_file = None);
    assert!(unknown.contains("UnknownIssuer") && unknown.contains("ca file"), "{unknown}");
    let unknown = told("tls: starttls", &|settings| settings.ca_file = None);
    assert!(unknown.contains("UnknownIssuer"), "{unknown}");
    let other_name = told("", &|settings| settings.host = "127.0.0.1".to_owned());
    assert!(other_name.contains("ertificate"), "{other_name}");
    let far = told("", &|settings| {
        settings.host = "mail.example".into();
        settings.tls = ravenpost::post::Tls::None;
    });
    assert!(far.contains("starttls"), "{far}");
    let folder = told("mailbox: Nowhere", &|_| {});
    assert!(folder.contains("\"Nowhere\" cannot be opened"), "{folder}");
    let no_ca = told("", &|settings| settings.ca_file = Some("users".into()));
    assert!(no_ca.contains("no certificate"), "{no_ca}");
    assert_eq!(server.files("").len(), 1);
    assert_eq!(tick(&server, ""), 1);
}

#[test]
fn folders_have_any_name_and_any_sign_between_them() {
    for separator in ["/", "."] {
        let Some(server) = Dovecot::start_with(separator, "", "") else { return };
        server.deliver("1.a.host", mail(1).as_bytes());
        assert_eq!(tick(&server, "filed under: Spiele/Räbenpost"), 1);
        let folders: Vec<String> = fs::read_dir(server.dir.path().join("mail/gm"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.starts_with('.'))
            .collect();
        assert!(folders.contains(&".Spiele.R&AOQ-benpost.Used".to_owned()), "{folders:?}");
        assert_eq!(tick(&server, "mailbox: Spiele/Räbenpost/Used, filed under: Spiele/Zweite"), 1);
        assert_eq!(server.files("Spiele/Zweite/Used").len(), 1);
    }
}

#[test]
fn without_move_a_mail_is_copied_and_the_original_passed_over() {
    // With UIDPLUS the one original is removed; without it, it stays, marked. A mail that the game master has
    // marked as deleted is neither taken nor removed.
    for (capability, left) in [("IMAP4rev1 SASL-IR UIDPLUS", 0), ("IMAP4rev1 SASL-IR", 2)] {
        let Some(server) = Dovecot::start_with("/", capability, "") else { return };
        server.deliver("0.trashed.host", mail(9).as_bytes());
        let maildir = server.dir.path().join("mail/gm");
        fs::rename(maildir.join("new/0.trashed.host"), maildir.join("cur/0.trashed.host:2,T")).unwrap();
        server.deliver("1.a.host", mail(1).as_bytes());
        server.deliver("2.b.host", mail(2).as_bytes());
        assert_eq!(tick(&server, ""), 2);
        assert_eq!(server.files("Ravenpost/Used").len(), 2, "{capability}");
        assert_eq!(server.files("").len(), 1 + left, "{capability}: {:?}", server.files(""));
        assert_eq!(tick(&server, ""), 0);
        assert_eq!(server.files("Ravenpost/Used").len(), 2);
    }
}

#[test]
fn of_large_mails_the_headers_come() {
    let Some(server) = Dovecot::start() else { return };
    // Lines end in CRLF so that the server counts what lies in the file.
    let padded = |bytes: usize| {
        let mut text = mail(1).replace('\n', "\r\n");
        while text.len() < bytes {
            let line = (bytes - text.len()).min(60);
            text.push_str(&"x".repeat(line.saturating_sub(2)));
            text.push_str(if line >= 2 { "\r\n" } else { "y" });
        }
        text
    };
    server.deliver("1.just.host", padded(LARGEST).as_bytes());
    server.deliver("2.over.host", padded(LARGEST + 1).as_bytes());
    server.deliver("3.huge.host", padded(5 << 20).as_bytes());
    let mut source = source(&server, &server.settings(""));
    let mails = all(&mut source);
    let sizes: Vec<u64> = mails.iter().map(|mail| mail.size).collect();
    assert_eq!(sizes, [LARGEST as u64, LARGEST as u64 + 1, 5 << 20]);
    assert_eq!(mails[0].raw.len(), LARGEST);
    assert!(read_collected(&mails[0]).troubles.is_empty());
    for large in &mails[1..] {
        assert!(large.raw.len() < 1000 && large.raw.ends_with(b"\r\n\r\n"), "{}", large.raw.len());
        let letter = read_collected(large);
        assert_eq!(letter.troubles, [Trouble::TooLarge { size: large.size }]);
        assert_eq!(letter.subject, "orders 1");
        source.file(&large.handle, Outcome::Broken).unwrap();
    }
    assert_eq!(server.files("Ravenpost/Broken").len(), 2);
}

#[test]
fn the_server_or_the_trusted_line_says_when_a_mail_came() {
    let Some(server) = Dovecot::start() else { return };
    let at =
        |hour: u32| format!("2026-11-20T{hour:02}:00:00Z").parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    for (name, arrived, stamped) in [("1.a.host", 9, 8), ("2.b.host", 7, 10), ("3.c.host", 23, 11)] {
        let text = format!(
            "Received: from x by mx.home.example; Fri, 20 Nov 2026 {stamped:02}:00:00 +0000\n{}",
            mail(stamped)
        );
        server.deliver(name, text.as_bytes());
        let file = fs::File::options().write(true).open(server.dir.path().join("mail/gm/new").join(name));
        file.unwrap().set_modified(at(arrived).into()).unwrap();
    }
    let received = |settings: &ImapSettings, receipt: Receipt| {
        let mut source = ImapSource::new(disk(), server.dir.path(), settings, receipt);
        all(&mut source).into_iter().map(|mail| mail.received).collect::<Vec<_>>()
    };
    let mut settings = server.settings("");
    // In the order of arrival; what seems to lie ahead of us came now.
    assert_eq!(received(&settings, Receipt::at(now())), [at(7), at(9), now()]);
    let trusted = Receipt::at(now()).trusting(Some("mx.home.example".into()));
    assert_eq!(received(&settings, trusted), [at(8), at(10), at(11)]);
    let stranger = Receipt::at(now()).trusting(Some("mx.other.example".into()));
    assert_eq!(received(&settings, stranger), [now(); 3]);
    settings.time_of_receipt = TimeOfReceipt::Collection;
    assert_eq!(received(&settings, Receipt::at(now())), [now(); 3]);
}

#[test]
fn a_mailbox_that_is_numbered_anew_is_not_touched_by_old_numbers() {
    let Some(server) = Dovecot::start() else { return };
    server.deliver("1.a.host", mail(1).as_bytes());
    let mut first = source(&server, &server.settings(""));
    let old = all(&mut first);
    drop(first);
    let list = server.dir.path().join("mail/gm/dovecot-uidlist");
    let text = fs::read_to_string(&list).unwrap();
    let mark = text.split(' ').find(|word| word.starts_with('V')).unwrap().to_owned();
    for entry in fs::read_dir(server.dir.path().join("mail/gm")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("dovecot") {
            fs::remove_file(path).unwrap();
        }
    }
    fs::write(&list, format!("3 V{} N2\n1 :1.a.host\n", mark[1..].parse::<u32>().unwrap() + 7)).unwrap();
    let mut second = source(&server, &server.settings(""));
    assert!(second.file(&old[0].handle, Outcome::Used).is_err(), "the number may be another mail's");
    assert_eq!(server.files("").len(), 1);
    let new = all(&mut second);
    assert_eq!(new.len(), 1, "{}", server.log());
    assert_ne!(new[0].handle, old[0].handle);
    assert_eq!(new[0].raw, old[0].raw);
    second.file(&new[0].handle, Outcome::Used).unwrap();
    assert_eq!(server.files("Ravenpost/Used").len(), 1);
}

#[test]
fn a_mail_that_somebody_moved_meanwhile_is_told() {
    let Some(server) = Dovecot::start() else { return };
    server.deliver("1.a.host", mail(1).as_bytes());
    server.deliver("2.b.host", mail(2).as_bytes());
    let mut ours = source(&server, &server.settings(""));
    let mails = all(&mut ours);
    let mut other = source(&server, &server.settings("filed under: Elsewhere"));
    other.file(&mails[0].handle, Outcome::Used).unwrap();
    let error = ours.file(&mails[0].handle, Outcome::Used).unwrap_err().to_string();
    assert!(error.contains("did another program move it"), "{error}");
    ours.file(&mails[1].handle, Outcome::Used).unwrap();
    assert_eq!(server.files("Elsewhere/Used").len(), 1);
    assert_eq!(server.files("Ravenpost/Used").len(), 1);
}
