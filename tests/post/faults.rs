//! A disk that fails, and mails built to do harm.

use crate::KEYS;
use crate::document;
use chrono::{DateTime, Utc};
use ravenpost::disk::{Disk, Look, RealDisk};
use ravenpost::post::{
    Address, AutoSubmitted, MailSink, MailSource, MaildirSink, MaildirSource, Outcome, Outgoing, PartKind,
    Receipt, Trouble, create_maildir, read,
};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

/// A disk whose n-th change fails, and everything after it: the program is killed there.
struct Dying {
    real: RealDisk,
    left: AtomicUsize,
    /// A file that cannot be read.
    unreadable: &'static str,
}

impl Dying {
    fn after(changes: usize) -> Arc<Dying> {
        Arc::new(Dying { real: RealDisk { sync: false }, left: AtomicUsize::new(changes), unreadable: "" })
    }

    fn change(&self) -> io::Result<()> {
        let left = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        left.map(|_| ()).map_err(|_| io::Error::other("the disk is full"))
    }
}

impl Disk for Dying {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match path.file_name() {
            Some(name) if name == self.unreadable => Err(io::Error::other("bad sector")),
            _ => self.real.read(path),
        }
    }
    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        self.real.list(dir)
    }
    fn look(&self, path: &Path) -> io::Result<Look> {
        self.real.look(path)
    }
    fn create_dir(&self, path: &Path, mode: u32) -> io::Result<()> {
        self.change().and_then(|()| self.real.create_dir(path, mode))
    }
    fn write_by_way_of(&self, by: &Path, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
        self.change().and_then(|()| self.real.write_by_way_of(by, path, bytes, mode))
    }
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.change().and_then(|()| self.real.append(path, bytes))
    }
    fn truncate(&self, path: &Path, length: u64) -> io::Result<()> {
        self.change().and_then(|()| self.real.truncate(path, length))
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change().and_then(|()| self.real.rename(from, to))
    }
    fn settle(&self, dir: &Path) -> io::Result<()> {
        self.change().and_then(|()| self.real.settle(dir))
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        self.change().and_then(|()| self.real.remove(path))
    }
    fn touch(&self, path: &Path, at: std::time::SystemTime) -> io::Result<()> {
        self.change().and_then(|()| self.real.touch(path, at))
    }
}

fn now() -> DateTime<Utc> {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

fn mail(n: usize) -> Outgoing {
    Outgoing {
        message_id: format!("turn3.{n}@ravenpost.example"),
        date: now(),
        from: Address::new("gm@ravenpost.example"),
        to: vec![Address::new("anna@north.example")],
        reply_to: None,
        return_path: None,
        subject: "Turn 3".into(),
        in_reply_to: None,
        references: Vec::new(),
        text: "Hello\n".into(),
        html: None,
        attachments: Vec::new(),
        auto_submitted: AutoSubmitted::Generated,
        mark: "westeros-7".into(),
    }
}

fn files(dir: &Path) -> usize {
    std::fs::read_dir(dir).map_or(0, Iterator::count)
}

#[test]
fn messages_that_are_filed_together_share_one_sync() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Dying::after(1000);
    let mut sink = MaildirSink::new(disk.clone(), dir.path());
    (0..3).for_each(|n| sink.send(&mail(n)).unwrap());
    let mut source = MaildirSource::new(disk.clone(), dir.path(), Receipt::at(now()));
    for mail in source.collect().unwrap() {
        source.file(&mail.handle, Outcome::Used).unwrap();
    }
    let left = || disk.left.load(Ordering::SeqCst);
    let before = left();
    source.settle().unwrap();
    assert_eq!(before - left(), 1, "they are in one folder");
    source.settle().unwrap();
    assert_eq!(before - left(), 1, "nothing was filed since");
    assert_eq!(files(&dir.path().join(".Used/cur")), 3);
}

/// Killed at any change, delivering and filing three mails, and begun again: three mails are filed, once each.
#[test]
fn no_crash_loses_or_doubles_a_mail() {
    for changes in 0..30 {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path();
        let mut dying = MaildirSink::new(Dying::after(changes), path);
        let sent = (0..3).take_while(|n| dying.send(&mail(*n)).is_ok()).count();
        assert!(sent == 3 || changes < 12, "delivering took more than {changes} changes");
        let mut again = MaildirSink::new(Dying::after(1000), path);
        (0..3).for_each(|n| again.send(&mail(n)).unwrap());
        assert_eq!(files(&path.join("new")), 3, "killed after {changes} changes");

        let mut dying = MaildirSource::new(Dying::after(changes), path, Receipt::at(now()));
        let mails = dying.collect().unwrap();
        let filed = mails.iter().take_while(|mail| dying.file(&mail.handle, Outcome::Used).is_ok()).count();
        let mut again = MaildirSource::new(Dying::after(1000), path, Receipt::at(now()));
        let left = again.collect().unwrap();
        assert_eq!(left.len(), 3 - filed);
        left.iter().for_each(|mail| again.file(&mail.handle, Outcome::Used).unwrap());
        assert_eq!(files(&path.join(".Used/cur")), 3, "killed after {changes} changes");
        assert_eq!(files(&path.join("new")) + files(&path.join("cur")), 0);
    }
}

#[test]
fn a_mail_looked_at_is_not_delivered_again() {
    let dir = tempfile::tempdir().unwrap();
    create_maildir(&RealDisk { sync: false }, dir.path()).unwrap();
    MaildirSink::new(Dying::after(99), dir.path()).send(&mail(0)).unwrap();
    let name = std::fs::read_dir(dir.path().join("new")).unwrap().next().unwrap().unwrap().file_name();
    let mut seen = name.clone();
    seen.push(":2,S");
    std::fs::rename(dir.path().join("new").join(name), dir.path().join("cur").join(seen)).unwrap();
    MaildirSink::new(Dying::after(99), dir.path()).send(&mail(0)).unwrap();
    assert_eq!(files(&dir.path().join("new")), 0);
}

#[test]
fn a_mail_that_cannot_be_read_does_not_stop_the_others() {
    let dir = tempfile::tempdir().unwrap();
    create_maildir(&RealDisk { sync: false }, dir.path()).unwrap();
    for name in ["1.a", "2.b", "3.c"] {
        std::fs::write(dir.path().join("new").join(name), "From: a@b.example\n\nfinal: yes\n").unwrap();
    }
    let disk = Dying { real: RealDisk { sync: false }, left: AtomicUsize::new(99), unreadable: "2.b" };
    let mut source = MaildirSource::new(Arc::new(disk), dir.path(), Receipt::at(now()));
    let handles: Vec<String> = source.collect().unwrap().into_iter().map(|mail| mail.handle.0).collect();
    assert_eq!(handles, ["1.a", "3.c"]);
    let problems = source.problems();
    assert!(problems.len() == 1 && problems[0].to_string().contains("bad sector"), "{problems:?}");
    assert!(source.problems().is_empty());
}

fn bomb(line: &str, size: usize) -> Vec<u8> {
    let head = "From: evil@rock.example\r\n";
    let mut mail = String::with_capacity(size + 200);
    mail.push_str(head);
    while mail.len() + line.len() < size {
        mail.push_str(line);
    }
    mail.into_bytes()
}

#[test]
fn mails_nested_without_end_do_no_harm() {
    for line in [
        "Content-Type: message/rfc822\r\n\r\n",
        "Content-Type: multipart/digest; boundary=x\r\n\r\n--x\r\n",
        "Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n",
        "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"a\"\r\n\r\n--a\r\nContent-Type: message/rfc822\r\n\r\n",
    ] {
        for size in [10_000, 24_000, 200_000, 1 << 20] {
            let letter = read(&bomb(line, size));
            let _ = document(&letter, &KEYS);
        }
    }
}

#[test]
fn html_nested_without_end_is_cut() {
    let mail =
        format!("From: a@b.example\r\nContent-Type: text/html\r\n\r\n{}plan: x", "<div>".repeat(150_000));
    let letter = read(mail.as_bytes());
    assert!(letter.troubles.contains(&Trouble::LongHtml));
    assert_eq!(letter.parts[0].kind, PartKind::Html);
}

/// Small mails are read where the program stands, so they must not need more stack than any thread has.
#[test]
fn small_html_needs_little_stack() {
    for tag in ["<b>", "<i>", "<ul><li>", "<table><tr><td>", "<blockquote>", "<a href=x>", "<span>", "<p><b>"]
    {
        for size in [23_000, 64 << 10] {
            let html = tag.repeat(size / tag.len());
            let mail = format!("From: a@b.example\r\nContent-Type: text/html\r\n\r\n{html}plan: x");
            assert_eq!(read(mail.as_bytes()).parts.len(), 1);
        }
    }
}

#[test]
fn many_html_parts_cost_no_more_than_one() {
    let part = format!("--x\r\nContent-Type: text/html\r\n\r\n{}\r\n", "<div>".repeat(12_000));
    let mail = format!(
        "From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n{}--x--",
        part.repeat(16)
    );
    let letter = read(mail.as_bytes());
    assert_eq!(letter.parts.len(), 16);
}

/// How long reading a mail of half a megabyte may take at most. It takes a second or two without optimisation; a search that
/// looked at each line once for every line would take hours.
const PATIENCE: Duration = Duration::from_secs(60);

/// Texts made to make the search for a document slow, each of half a megabyte, and whether a document is found in each.
#[test]
fn no_text_makes_the_search_slow() {
    let mut wrong = Vec::new();
    for (head, line, found) in [
        ("", "{plan:\n", false),
        ("", "plan:\n", false),
        ("", "plann: x\n", false),
        ("", "---\n", false),
        ("", "```\nplan: x\n", true),
        ("", "final: yes\n\nx\n\n", true),
        ("", "plan:\n\n\n\n\n\n# c\n", false),
        ("> plan:\n>   a: 1\n", "a: 2\n", true),
        ("> plan:\n>   a: 1\n", "prose\n> a\n", false),
        ("> plan:\n>   a: 1\n", "prose without end\n", false),
        ("> plan:\n", ">   a: 1\n  a: 2\n", true),
        ("", "On 1 wrote:\n\n\n\n", false),
        ("", "plan: {a: [\n", true),
        ("plan: {a: [\n", "x\n", true),
        ("plan:\n", "- a\n", true),
        ("", ">>>>>>>>>> plan: {a: b}\n>>> x\n", false),
        ("", "-----BEGIN RAVENPOST OPENING-----\nx\n-----END RAVENPOST OPENING-----\n", false),
        ("", ">", false),
    ] {
        let mut text = format!("From: a@b.example\n\n{head}");
        while text.len() + line.len() < (1 << 19) {
            text.push_str(line);
        }
        if head.starts_with('>') {
            text.push_str("> final: no\n");
        }
        let (done, outcome) = mpsc::channel();
        thread::spawn(move || done.send(document(&read(text.as_bytes()), &KEYS).document.is_ok()));
        let outcome = outcome.recv_timeout(PATIENCE);
        if outcome != Ok(found) {
            wrong.push((head, line, outcome));
        }
    }
    assert_eq!(wrong, [], "a document is found or not, and in time");
}

#[test]
fn bytes_that_are_no_mail_are_told() {
    for raw in [&b""[..], b"\n", b"\0\0\0", b"no header at all", b"\xFF\xFE\n\nx"] {
        let letter = read(raw);
        assert!(!letter.troubles.is_empty(), "{raw:?}");
        assert!(document(&letter, &KEYS).document.is_err(), "{raw:?}");
    }
}

const PIECES: [&str; 34] = [
    "plan:\n",
    "plan: {a: b}\n",
    "  orders:\n",
    "    Winterfell: hold\n",
    "> plan:\n",
    ">   orders:\n",
    ">     Winterfell: hold\n",
    "> final: no\n",
    "final: yes\n",
    "final:yes\n",
    "\n",
    "> \n",
    "---\n",
    "```\n",
    "-- \n",
    "Winterfell: march\n",
    "- a\n",
    "  - b: c\n",
    ">   - b: c\n",
    "press: \"one\n",
    "{\"plan\": [\n",
    "]}\n",
    "On 3 May 2026, a@b.example wrote:\n",
    "Hello there\n",
    ">> plan:\n",
    "From: a\nSent: b\nSubject: c\n",
    "-----Original Message-----\n",
    "plann:\n",
    "\u{a0}\u{a0}text: “x”\n",
    "Sent from my iPhone\n",
    "-----BEGIN RAVENPOST OPENING-----\n",
    "-----END RAVENPOST OPENING-----\n",
    "  text: |\n    On 3 May you wrote:\n    x\n",
    "# c\n",
];

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    /// Texts thrown together from what mails are made of: every line of the document is accounted for, once.
    #[test]
    fn any_text_is_told_line_by_line(pieces in proptest::collection::vec(proptest::sample::select(PIECES.to_vec()), 0..40)) {
        let mail = format!("From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n{}", pieces.concat());
        let letter = read(mail.as_bytes());
        let found = document(&letter, &KEYS);
        proptest::prop_assert_eq!(found.lines.len(), letter.parts.first().map_or(0, |part| part.text.lines().count()));
        if let Ok(document) = &found.document {
            let mut used: Vec<usize> = found.lines.iter().filter_map(|line| match line.fate {
                ravenpost::post::Fate::Used { line } => Some(line),
                _ => None,
            }).collect();
            used.sort_unstable();
            let lines = document.text.lines().enumerate();
            let filled: Vec<usize> = lines.filter(|(_, text)| !text.is_empty()).map(|(n, _)| n + 1).collect();
            proptest::prop_assert_eq!(used, filled, "{}", document.text);
            proptest::prop_assert!(!document.keys.is_empty(), "{}", document.text);
        }
    }

    /// Whatever is cut, doubled or changed in a real mail, reading it ends and tells no lies about lines.
    #[test]
    fn damaged_mails_are_read(cut in 0usize..3000, end in 0usize..3000, byte: u8, at in 0usize..3000, which in 0usize..4) {
        let name = ["gmail-web-top-reply", "thunderbird-inline-edit", "nested-multipart", "base64-with-list-footer"][which];
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail").join(name).with_extension("eml");
        let mut raw = std::fs::read(path).unwrap();
        let length = raw.len();
        raw[at % length] = byte;
        let (from, to) = ((cut % length).min(end % length), (cut % length).max(end % length));
        raw.drain(from..to);
        let letter = read(&raw);
        let found = document(&letter, &KEYS);
        if let Ok(document) = &found.document {
            proptest::prop_assert!(!document.text.trim().is_empty());
        }
    }
}
