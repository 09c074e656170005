//! Maildirs: collecting, filing, delivering.

use chrono::{DateTime, Utc};
use ravenpost::disk::{Disk, RealDisk};
use ravenpost::post::{
    Collected, MailIn, MailOut, MailSource, MaildirSource, Outcome, PasswordFrom, PostError, Receipt,
    SmtpSettings, Tls, Trouble, create_maildir, deliver, read_collected,
};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

fn now() -> DateTime<Utc> {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

fn disk() -> Arc<dyn Disk> {
    Arc::new(RealDisk { sync: false })
}

fn source(path: &Path) -> MaildirSource {
    MaildirSource::new(disk(), path, Receipt::at(now()))
}

fn all(source: &mut dyn MailSource) -> Vec<Collected> {
    let mut mails = Vec::new();
    loop {
        let some = source.collect().unwrap();
        if some.is_empty() {
            return mails;
        }
        mails.extend(some);
    }
}

#[test]
fn mails_come_in_the_order_of_their_names_whatever_those_are() {
    let dir = tempfile::tempdir().unwrap();
    create_maildir(&*disk(), dir.path()).unwrap();
    for (folder, name) in [
        ("new", &b"100.a.host"[..]),
        ("cur", b"99.z.host:2,S"),
        ("new", b"99.\xFF\xFE.host"),
        ("new", b".hidden"),
        ("cur", b"no number"),
    ] {
        fs::write(dir.path().join(folder).join(OsStr::from_bytes(name)), name).unwrap();
    }
    fs::create_dir(dir.path().join("new/folder")).unwrap();
    let mut source = source(dir.path());
    let mails = all(&mut source);
    let handles: Vec<&str> = mails.iter().map(|mail| mail.handle.0.as_str()).collect();
    assert_eq!(handles, ["no%20number", "99.z.host", "99.%FF%FE.host", "100.a.host"]);
    for mail in &mails {
        source.file(&mail.handle, Outcome::Used).unwrap();
    }
    let kept = dir.path().join(".Used/cur");
    assert_eq!(fs::read(kept.join(OsStr::from_bytes(b"99.\xFF\xFE.host:2,S"))).unwrap(), b"99.\xFF\xFE.host");
    assert_eq!(fs::read_dir(kept).unwrap().count(), 4);
    assert!(all(&mut self::source(dir.path())).is_empty());
}

#[test]
fn filing_again_is_no_error_and_nothing_is_written_over() {
    let dir = tempfile::tempdir().unwrap();
    create_maildir(&*disk(), dir.path()).unwrap();
    for text in ["first", "second"] {
        fs::write(dir.path().join("new/1.a.host"), text).unwrap();
        let mut source = source(dir.path());
        let mails = all(&mut source);
        source.file(&mails[0].handle, Outcome::Refused).unwrap();
        source.file(&mails[0].handle, Outcome::Refused).unwrap();
    }
    let kept = dir.path().join(".Refused/cur");
    assert_eq!(fs::read_to_string(kept.join("1.a.host:2,S")).unwrap(), "first");
    assert_eq!(fs::read_to_string(kept.join("1.a.host,1:2,S")).unwrap(), "second");
}

#[test]
fn a_mail_that_a_mail_program_moved_meanwhile_is_filed_all_the_same() {
    let dir = tempfile::tempdir().unwrap();
    create_maildir(&*disk(), dir.path()).unwrap();
    fs::write(dir.path().join("new/1.a.host"), "x").unwrap();
    let mut source = source(dir.path());
    let mails = all(&mut source);
    fs::rename(dir.path().join("new/1.a.host"), dir.path().join("cur/1.a.host:2,RS")).unwrap();
    source.file(&mails[0].handle, Outcome::Used).unwrap();
    assert!(dir.path().join(".Used/cur/1.a.host:2,S").exists());
    fs::remove_file(dir.path().join(".Used/cur/1.a.host:2,S")).unwrap();
    assert!(matches!(source.file(&mails[0].handle, Outcome::Used), Err(PostError::Unknown(_))));
}

#[test]
fn our_own_host_says_when_a_mail_was_received_and_orders_them() {
    let dir = tempfile::tempdir().unwrap();
    create_maildir(&*disk(), dir.path()).unwrap();
    for (name, hour) in [("1.a", 11), ("2.b", 9)] {
        let mail = format!(
            "Received: from x by mx.home.example; Fri, 20 Nov 2026 {hour:02}:00:00 +0000\nFrom: a@b.example\n\nx"
        );
        fs::write(dir.path().join("new").join(name), mail).unwrap();
    }
    let receipt = Receipt::at(now()).trusting(Some("mx.home.example".to_owned()));
    let mails = all(&mut MaildirSource::new(disk(), dir.path(), receipt));
    let seen: Vec<(&str, String)> =
        mails.iter().map(|mail| (mail.handle.0.as_str(), mail.received.to_rfc3339())).collect();
    assert_eq!(
        seen,
        [("2.b", "2026-11-20T09:00:00+00:00".to_owned()), ("1.a", "2026-11-20T11:00:00+00:00".to_owned())]
    );
}

#[test]
fn of_a_mail_too_large_only_the_headers_are_read() {
    let dir = tempfile::tempdir().unwrap();
    create_maildir(&*disk(), dir.path()).unwrap();
    let mail = format!("From: a@b.example\r\nSubject: big\r\n\r\n{}", "plan: x\r\n".repeat(200_000));
    fs::write(dir.path().join("new/1.big"), &mail).unwrap();
    let mails = all(&mut source(dir.path()));
    assert_eq!((mails[0].raw.len(), mails[0].size), (mail.find("plan").unwrap(), mail.len() as u64));
    let letter = read_collected(&mails[0]);
    assert_eq!(letter.subject, "big");
    assert_eq!(letter.troubles, [Trouble::TooLarge { size: mail.len() as u64 }]);
    assert!(letter.parts.is_empty());
}

#[test]
fn many_mails_come_some_at_a_time_each_once() {
    let dir = tempfile::tempdir().unwrap();
    create_maildir(&*disk(), dir.path()).unwrap();
    for n in 0..2500 {
        fs::write(dir.path().join(format!("new/{n}.x")), "x").unwrap();
    }
    let mut source = source(dir.path());
    assert!(source.collect().unwrap().len() < 2500);
    assert_eq!(all(&mut source).len() + 1000, 2500);
}

#[test]
fn a_wrong_path_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let words = source(&dir.path().join("missing")).collect().unwrap_err().to_string();
    assert!(words.contains("missing") && words.contains("not a Maildir"), "{words}");
}

#[test]
fn what_came_on_standard_input_can_be_delivered_once() {
    let dir = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        deliver(&*disk(), dir.path(), now(), b"From: a@b.example\n\nfinal: yes\n").unwrap();
    }
    assert_eq!(all(&mut source(dir.path())).len(), 1);
}

#[test]
fn settings_are_plain_and_strict() {
    let of = |text: &str| serde_yaml::from_str::<MailOut>(text);
    assert_eq!(of("maildir: mail/out").unwrap(), MailOut::Maildir("mail/out".into()));
    let smtp = SmtpSettings {
        host: "mail.example".into(),
        port: Some(587),
        tls: Tls::StartTls,
        user: Some("gm".into()),
        password_from: Some(PasswordFrom::Env("GM_PASSWORD".into())),
        token_from: None,
        ca_file: None,
    };
    let text =
        "smtp: {host: mail.example, port: 587, tls: starttls, user: gm, password from: {env: GM_PASSWORD}}";
    assert_eq!(of(text).unwrap(), MailOut::Smtp(smtp.clone()));
    assert_eq!(serde_saphyr::from_str::<MailOut>(text).unwrap(), MailOut::Smtp(smtp));
    let back = serde_yaml::to_string(&of(text).unwrap()).unwrap();
    assert_eq!(of(&back).unwrap(), of(text).unwrap());
    assert!(of("smtp: {host: x, pasword: y}").unwrap_err().to_string().contains("pasword"));
    assert!(of("maildir: a\nsendmail: /b").unwrap_err().to_string().contains("exactly one"));
    assert!(serde_yaml::from_str::<MailIn>("imap: x").is_err());
    assert_eq!(
        serde_yaml::from_str::<MailIn>("mbox: /var/mail/gm").unwrap(),
        MailIn::Mbox("/var/mail/gm".into())
    );
}

#[test]
fn passwords_come_from_where_the_settings_say() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("password");
    fs::write(&file, "secret word\nmore\n").unwrap();
    assert_eq!(PasswordFrom::File(file).fetch(&*disk(), Path::new("")).unwrap(), "secret word");
    assert_eq!(
        PasswordFrom::Command("echo from a command".into()).fetch(&*disk(), Path::new("")).unwrap(),
        "from a command"
    );
    for from in [
        PasswordFrom::File(dir.path().join("none")),
        PasswordFrom::Command("exit 3".into()),
        // What it says of its own failure is no password, and is sent nowhere.
        PasswordFrom::Command("echo the vault is locked; exit 3".into()),
        PasswordFrom::Command("true".into()),
        PasswordFrom::Env("RAVENPOST_NO_SUCH_VARIABLE".into()),
    ] {
        assert!(from.fetch(&*disk(), Path::new("")).is_err(), "{from:?}");
    }
}
