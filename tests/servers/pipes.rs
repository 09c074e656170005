//! The lines that docs/mail-servers.md gives for procmail, sieve and Postfix, tried as they stand there: only the
//! paths are those of the test.

use crate::real::{Dovecot, Postfix, disk, have};
use crate::{all, mail, now};
use ravenpost::post::{MailSource, MaildirSource, Outcome, Receipt, create_maildir};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The block of this language in the document.
fn block(language: &str) -> String {
    let text = include_str!("../../docs/mail-servers.md");
    let after = text.split(&format!("```{language}\n")).nth(1).expect(language);
    after.split("```").next().unwrap().to_owned()
}

/// A program in place of ravenpost that keeps what it gets and ends as it is told.
fn program(dir: &Path, exit: i32) -> String {
    let path = dir.join("ravenpost");
    let script = format!("#!/bin/sh\necho \"$@\" >{0}/args\ncat >{0}/got\nexit {exit}\n", dir.display());
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

const NAMED: &str = "/home/gm/.cargo/bin/ravenpost";
const ARGS: &str = "tick -q /home/gm/campaigns/westeros --mail -\n";

fn to_campaign() -> String {
    mail(1).replace("To: gm@home.example", "To: Westeros <westeros@example.org>")
}

#[test]
fn procmail_hands_a_mail_over_and_keeps_it_if_that_fails() {
    if !have(&["/usr/bin/procmail"]) {
        return;
    }
    for (exit, to_us, kept) in [(0, true, false), (3, true, true), (0, false, true)] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path();
        let head = format!("MAILDIR={0}\nDEFAULT={0}/inbox\nLOGFILE={0}/log\n", path.display());
        let recipe = block("procmail").replace(NAMED, &program(path, exit));
        assert!(recipe.contains(&path.display().to_string()));
        fs::write(path.join("rc"), head + &recipe).unwrap();
        let text = if to_us { to_campaign() } else { mail(1) };
        let mut child = Command::new("/usr/bin/procmail")
            .arg(path.join("rc"))
            .stdin(Stdio::piped())
            .current_dir(path)
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
        let log = fs::read_to_string(path.join("log")).unwrap_or_default();
        assert_eq!(path.join("got").exists(), to_us, "{log}");
        assert_eq!(path.join("inbox").exists(), kept, "exit {exit}: {log}");
        if to_us {
            assert_eq!(fs::read_to_string(path.join("args")).unwrap(), ARGS);
            // It ends every mail with an empty line.
            assert_eq!(fs::read_to_string(path.join("got")).unwrap().trim_end(), text.trim_end());
        }
    }
}

/// What fetchmail is told to deliver with, as it runs it: the message on standard input.
#[test]
fn fetchmail_delivers_into_the_maildir_of_a_campaign() {
    if !have(&["/usr/bin/procmail"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let maildir = dir.path().join("in");
    create_maildir(&*disk(), &maildir).unwrap();
    let named = "/home/gm/campaigns/westeros/mail/in/";
    let rules = block("delivery").replace(named, &format!("{}/", maildir.display()));
    assert!(!rules.contains(named) && rules.contains("/in/"));
    let path = dir.path().join("delivery");
    fs::write(&path, rules).unwrap();
    let settings = block("fetchmail");
    let mda = settings.split("mda \"").nth(1).unwrap().split('"').next().unwrap();
    let command = mda.replace("/home/gm/.westeros-delivery", &path.display().to_string());
    assert_ne!(command, mda);
    let mut words = command.split(' ');
    let mut child = Command::new(words.next().unwrap()).args(words).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(to_campaign().as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    let mut source = MaildirSource::new(disk(), &maildir, Receipt::at(now()));
    let mails = all(&mut source);
    let [one] = mails.as_slice() else { panic!("{} messages", mails.len()) };
    assert!(String::from_utf8_lossy(&one.raw).contains("westeros@example.org"));
}

/// A server with two messages, and a folder with the Maildir of a campaign.
fn account() -> Option<(Dovecot, tempfile::TempDir, std::path::PathBuf)> {
    let dovecot = Dovecot::start()?;
    for number in 1..=2 {
        dovecot.deliver(&format!("{number}.M1.host"), mail(number).replace('\n', "\r\n").as_bytes());
    }
    let dir = tempfile::tempdir().unwrap();
    let maildir = dir.path().join("in");
    create_maildir(&*disk(), &maildir).unwrap();
    Some((dovecot, dir, maildir))
}

/// Collects all messages of a Maildir and files them, as a tick does. Returns their Message-IDs.
fn collected(maildir: &Path) -> Vec<String> {
    let mut source = MaildirSource::new(disk(), maildir, Receipt::at(now()));
    let mails = all(&mut source);
    for mail in &mails {
        source.file(&mail.handle, Outcome::Used).unwrap();
    }
    let mut ids: Vec<String> =
        mails.iter().map(|mail| ravenpost::post::read_collected(mail).message_id.unwrap()).collect();
    ids.sort();
    ids
}

/// The lines of the document with what is particular to the server of the test; each must be there.
fn with(block: &str, changes: &[(&str, String)]) -> String {
    changes.iter().fold(block.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "no “{from}” in:\n{text}");
        text.replace(from, to)
    })
}

#[test]
fn fetchmail_collects_from_a_real_server() {
    if !have(&["/usr/bin/procmail", "/usr/bin/fetchmail"]) {
        return;
    }
    let Some((dovecot, dir, maildir)) = account() else { return };
    let path = dir.path().display().to_string();
    let delivery =
        with(&block("delivery"), &[("/home/gm/campaigns/westeros/mail/in", maildir.display().to_string())]);
    fs::write(dir.path().join(".westeros-delivery"), delivery).unwrap();
    let ca = dovecot.dir.path().join("ca.pem").display().to_string();
    let settings = with(
        &block("fetchmail"),
        &[
            (
                "imap.example.org protocol IMAP",
                format!("localhost protocol IMAP service {}", dovecot.imaps()),
            ),
            ("westeros.game@example.org", "gm@home.example".to_owned()),
            ("app-password", "winter is coming".to_owned()),
            (" ssl\n", format!(" ssl sslcertfile \"{ca}\"\n")),
            ("/home/gm", path.clone()),
        ],
    );
    let rc = dir.path().join(".fetchmailrc");
    fs::write(&rc, settings).unwrap();
    fs::set_permissions(&rc, fs::Permissions::from_mode(0o600)).unwrap();
    let run = || {
        let mut command = Command::new("/usr/bin/fetchmail");
        command.env("HOME", &path).env("FETCHMAILHOME", &path);
        let done = command.args(["--nosyslog", "--fetchmailrc"]).arg(&rc).output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
    };
    let (code, said) = run();
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(collected(&maildir).len(), 2, "{said}");
    assert!(dovecot.files("").is_empty(), "it deletes what was delivered");
    // Without new mail it ends with 1, and nothing comes twice.
    assert_eq!((run().0, collected(&maildir).len()), (Some(1), 0));
}

#[test]
fn mbsync_collects_from_a_real_server() {
    if !have(&["/usr/bin/mbsync"]) {
        return;
    }
    let Some((dovecot, dir, maildir)) = account() else { return };
    let ca = dovecot.dir.path().join("ca.pem").display().to_string();
    let settings = with(
        &block("mbsync"),
        &[
            (
                "Host imap.example.org",
                format!("Host localhost\nPort {}\nCertificateFile {ca}", dovecot.imaps()),
            ),
            ("westeros.game@example.org", "gm@home.example".to_owned()),
            ("cat /home/gm/.westeros-mail", "echo winter is coming".to_owned()),
            ("/home/gm/campaigns/westeros/mail/in", maildir.display().to_string()),
        ],
    );
    let rc = dir.path().join(".mbsyncrc");
    fs::write(&rc, settings).unwrap();
    let run = || {
        let mut command = Command::new("/usr/bin/mbsync");
        let done = command.env("HOME", dir.path()).args(["-c"]).arg(&rc).args(["-q", "westeros"]).output();
        let done = done.unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    run();
    assert_eq!(collected(&maildir).len(), 2);
    assert_eq!(dovecot.files("").len(), 2, "the originals stay");
    // What a tick has filed is neither fetched again nor deleted on the server, and new mail comes.
    run();
    assert_eq!((collected(&maildir).len(), dovecot.files("").len()), (0, 2));
    dovecot.deliver("3.M1.host", mail(3).replace('\n', "\r\n").as_bytes());
    run();
    assert_eq!((collected(&maildir).len(), dovecot.files("").len()), (1, 3));
}

#[test]
fn sieve_hands_a_mail_over_and_keeps_it_if_that_fails() {
    if !have(&["/usr/lib/dovecot/modules/sieve/lib90_sieve_extprograms_plugin.so"]) {
        return;
    }
    for (exit, to_us, kept) in [(0, true, 0), (3, true, 1), (0, false, 1)] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path();
        fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
        let pipes = path.join("sieve-pipe");
        fs::create_dir(&pipes).unwrap();
        let wrapper = block("sh").replace(NAMED, &program(path, exit));
        fs::write(pipes.join("ravenpost-westeros"), wrapper).unwrap();
        fs::set_permissions(pipes.join("ravenpost-westeros"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(path.join("gm.sieve"), block("sieve")).unwrap();
        let more = format!(
            "protocol lmtp {{\n mail_plugins = sieve\n}}\nplugin {{\n sieve = file:{0}/gm.sieve\n sieve_plugins = sieve_extprograms\n sieve_extensions = +vnd.dovecot.pipe\n sieve_pipe_bin_dir = {0}/sieve-pipe\n}}\n",
            path.display()
        );
        let Some(dovecot) = Dovecot::start_with("/", "", &more) else { return };
        let text = if to_us { to_campaign() } else { mail(1) };
        dovecot.hand_over(&text);
        assert_eq!(path.join("got").exists(), to_us);
        assert_eq!(dovecot.files("").len(), kept, "exit {exit}");
        if to_us {
            assert_eq!(fs::read_to_string(path.join("args")).unwrap(), ARGS);
            let got = fs::read_to_string(path.join("got")).unwrap().replace("\r\n", "\n");
            assert!(got.ends_with(&text), "{got}");
        }
    }
}

#[test]
fn postfix_delivers_into_the_maildir_of_a_campaign() {
    let Some(dovecot) = Dovecot::start() else { return };
    let Some(postfix) = Postfix::start(&dovecot) else { return };
    let dir = tempfile::tempdir().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let maildir = dir.path().join("in");
    create_maildir(&*disk(), &maildir).unwrap();
    let line =
        block("forward").replace("/home/gm/campaigns/westeros/mail/in/", &format!("{}/", maildir.display()));
    assert!(line.ends_with("/in/\n"));
    // Of the users that every Debian has, one whose mails may be delivered: `mail`.
    let forward = postfix.dir.path().join("forward");
    fs::create_dir(&forward).unwrap();
    fs::write(forward.join("mail+westeros"), line).unwrap();
    assert!(
        Command::new("chown")
            .args(["-R", "mail:mail"])
            .args([&forward, &maildir])
            .status()
            .unwrap()
            .success()
    );
    crate::smtp::send(&dovecot, &postfix, "mail+westeros@local.example").unwrap();
    let start = Instant::now();
    let mut source = loop {
        let mut source = MaildirSource::new(disk(), &maildir, Receipt::at(now()));
        let mails = all(&mut source);
        if let [one] = mails.as_slice() {
            source.file(&one.handle, Outcome::Used).unwrap();
            break source;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "nothing came:\n{}", postfix.log());
        std::thread::sleep(Duration::from_millis(50));
    };
    assert!(source.collect().unwrap().is_empty());
    assert_eq!(fs::read_dir(maildir.join(".Used/cur")).unwrap().count(), 1);
}
