//! Real mail servers, started for one test on loopback in a folder of their own and stopped with it.
//!
//! Where they are not installed the test says so and is skipped; with `RAVENPOST_REAL_SERVERS=1` it fails.

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use ravenpost::disk::{Disk, RealDisk};
use ravenpost::post::{ImapSettings, MailIn, MailOut, SmtpSettings};
use sha2::Sha256;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const DAEMONS: &str = "/usr/lib/postfix/sbin";
const KEY: &[u8] = b"a key for tokens of the tests";

/// Whether these programs are there; if not, says so, or fails if they must be.
pub fn have(programs: &[&str]) -> bool {
    let Some(missing) = programs.iter().find(|program| !Path::new(program).exists()) else { return true };
    let must = std::env::var("RAVENPOST_REAL_SERVERS").is_ok_and(|value| value == "1");
    assert!(!must, "{missing} is not installed; .ci/servers installs it");
    skipped(&format!("{missing} is not installed (see .ci/servers)"));
    false
}

/// Says so past the test harness, which keeps back what a test prints as long as it succeeds.
fn skipped(why: &str) {
    let _ = std::io::stderr().write_all(format!("skipped: {why}\n").as_bytes());
}

pub fn disk() -> Arc<dyn Disk> {
    Arc::new(RealDisk { sync: false })
}

fn is_root(dir: &Path) -> bool {
    fs::metadata(dir).unwrap().uid() == 0
}

/// Ports on which nobody listens. They are taken together, because one that is free again may be given out twice.
fn free_ports<const N: usize>() -> [u16; N] {
    let taken: [TcpListener; N] = std::array::from_fn(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    taken.each_ref().map(|port| port.local_addr().unwrap().port())
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Waits until somebody listens.
fn wait_for(port: u16, log: &Path) {
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        // Its own log, and what it printed before it had one.
        let said = [log, &log.with_extension("err")]
            .map(|file| fs::read_to_string(file).unwrap_or_default())
            .concat();
        assert!(start.elapsed() < Duration::from_secs(30), "nobody listens on port {port}:\n{said}");
        sleep(Duration::from_millis(20));
    }
}

fn fill(template: &str, words: &[(&str, String)]) -> String {
    words.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("@{name}@"), value))
}

/// A certificate of our own making, and one for `localhost` that it vouches for.
fn certificates(dir: &Path) {
    let ca = ["-subj", "/CN=Test CA", "-keyout", "ca.key", "-out", "ca.pem"];
    let server = [
        "-subj",
        "/CN=localhost",
        "-keyout",
        "server.key",
        "-out",
        "server.pem",
        "-CA",
        "ca.pem",
        "-CAkey",
        "ca.key",
        "-addext",
        "subjectAltName=DNS:localhost",
        "-addext",
        "basicConstraints=critical,CA:FALSE",
    ];
    for more in [&ca[..], &server[..]] {
        let common =
            ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "30"];
        run(Command::new("openssl").current_dir(dir).args(common).args(more));
    }
}

/// A Dovecot with one account, `gm@home.example`, password `winter is coming`.
pub struct Dovecot {
    pub dir: TempDir,
    child: Option<Child>,
    imap: u16,
    imaps: u16,
    auth: u16,
    lmtp: u16,
}

impl Dovecot {
    /// As it comes.
    pub fn start() -> Option<Self> {
        Self::start_with("/", "", "")
    }

    /// With another sign between folders, other capabilities than it has, and more settings.
    pub fn start_with(separator: &str, capability: &str, more: &str) -> Option<Self> {
        if !have(&["/usr/sbin/dovecot", "/usr/lib/dovecot/imap", "/usr/lib/dovecot/lmtp", "/usr/bin/openssl"])
        {
            return None;
        }
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        certificates(path);
        fs::write(path.join("users"), "gm@home.example:winter is coming\nbusy@home.example:x\n").unwrap();
        let keys = path.join("keys/default/HS256");
        fs::create_dir_all(&keys).unwrap();
        fs::write(keys.join("default"), data_encoding::BASE64.encode(KEY)).unwrap();
        for folder in ["mail", "home", "run", "state"] {
            fs::create_dir(path.join(folder)).unwrap();
        }
        let [imap, imaps, auth, lmtp] = free_ports();
        let user = String::from_utf8(Command::new("id").arg("-un").output().unwrap().stdout).unwrap();
        let group = String::from_utf8(Command::new("id").arg("-gn").output().unwrap().stdout).unwrap();
        let (user, group) = (user.trim(), group.trim());
        let root = is_root(path);
        let pick = |as_root: &str, as_user: &str| if root { as_root.to_owned() } else { as_user.to_owned() };
        if root {
            for folder in ["mail", "home"] {
                let owner = |flag| {
                    let output = Command::new("id").args([flag, "mail"]).output().unwrap();
                    String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
                };
                chown(path.join(folder), Some(owner("-u")), Some(owner("-g"))).unwrap();
            }
        }
        let capability =
            if capability.is_empty() { String::new() } else { format!("imap_capability = {capability}") };
        let words = [
            ("DIR", path.display().to_string()),
            ("INTERNAL", pick("dovecot", user)),
            ("GROUP", pick("dovecot", group)),
            ("LOGIN", pick("dovenull", user)),
            ("MAIL", pick("mail", user)),
            ("MAILGROUP", pick("mail", group)),
            ("SEPARATOR", separator.to_owned()),
            ("CAPABILITY", capability),
            ("IMAP", imap.to_string()),
            ("IMAPS", imaps.to_string()),
            ("AUTH", auth.to_string()),
            ("LMTP", lmtp.to_string()),
        ];
        let config = fill(include_str!("dovecot.conf"), &words) + more;
        fs::write(path.join("dovecot.conf"), config).unwrap();
        fs::write(path.join("oauth2.conf"), fill(include_str!("oauth2.conf"), &words)).unwrap();
        let child = Command::new("/usr/sbin/dovecot")
            .args(["-F", "-c"])
            .arg(path.join("dovecot.conf"))
            .stdout(Stdio::null())
            .stderr(fs::File::create(path.join("dovecot.err")).unwrap())
            .spawn()
            .unwrap();
        let dovecot = Dovecot { dir, child: Some(child), imap, imaps, auth, lmtp };
        wait_for(imaps, &dovecot.dir.path().join("dovecot.log"));
        wait_for(lmtp, &dovecot.dir.path().join("dovecot.log"));
        Some(dovecot)
    }

    /// Settings as a game master would write them: implicit TLS, with these lines more or other.
    pub fn settings(&self, more: &str) -> ImapSettings {
        let tls = if more.contains("tls:") { "" } else { "tls: implicit" };
        let port = if tls.is_empty() { self.imap } else { self.imaps };
        let login =
            if more.contains(" from:") { "" } else { "password from: {command: echo winter is coming}" };
        let lines = ["host: localhost", "user: gm@home.example", tls, login, more];
        let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        let text = format!("imap: {{port: {port}, ca file: ca.pem, {}}}", lines.join(", "));
        match serde_yaml::from_str(&text).unwrap() {
            MailIn::Imap(settings) => settings,
            other => panic!("{other:?}"),
        }
    }

    /// The port on which it speaks TLS from the beginning.
    pub fn imaps(&self) -> u16 {
        self.imaps
    }

    /// Puts a mail into the inbox, the way a delivery does.
    pub fn deliver(&self, name: &str, mail: &[u8]) {
        let maildir = self.dir.path().join("mail/gm");
        for part in ["tmp", "new", "cur"] {
            fs::create_dir_all(maildir.join(part)).unwrap();
        }
        if is_root(self.dir.path()) {
            let owner = fs::metadata(self.dir.path().join("mail")).unwrap();
            for path in [maildir.clone(), maildir.join("tmp"), maildir.join("new"), maildir.join("cur")] {
                chown(path, Some(owner.uid()), Some(owner.gid())).unwrap();
            }
        }
        let path = maildir.join("tmp").join(name);
        fs::write(&path, mail).unwrap();
        if is_root(self.dir.path()) {
            let owner = fs::metadata(self.dir.path().join("mail")).unwrap();
            chown(&path, Some(owner.uid()), Some(owner.gid())).unwrap();
        }
        fs::rename(path, maildir.join("new").join(name)).unwrap();
    }

    /// Hands a mail for the account over, as a mail server does (LMTP).
    pub fn hand_over(&self, text: &str) {
        let stream = TcpStream::connect(("127.0.0.1", self.lmtp)).unwrap();
        let mut out = stream.try_clone().unwrap();
        let mut answers = BufReader::new(stream).lines();
        let text = format!("{}.", text.replace('\n', "\r\n"));
        for command in
            ["", "LHLO test", "MAIL FROM:<anna@north.example>", "RCPT TO:<gm@home.example>", "DATA", &text]
        {
            if !command.is_empty() {
                write!(out, "{command}\r\n").unwrap();
            }
            loop {
                let answer = answers.next().unwrap().unwrap();
                assert!(answer.starts_with(['2', '3']), "{command}: {answer}");
                if answer.as_bytes().get(3) == Some(&b' ') {
                    break;
                }
            }
        }
    }

    /// What lies in a folder on disk; `""` is the inbox. `new` and `cur` together.
    pub fn files(&self, folder: &str) -> Vec<PathBuf> {
        self.files_of("gm", folder)
    }

    /// What lies in a folder of another account.
    pub fn files_of(&self, user: &str, folder: &str) -> Vec<PathBuf> {
        let mut dir = self.dir.path().join("mail").join(user);
        if !folder.is_empty() {
            dir.push(format!(".{}", folder.replace('/', ".")));
        }
        let mut files = Vec::new();
        for part in ["new", "cur"] {
            if let Ok(entries) = fs::read_dir(dir.join(part)) {
                files.extend(entries.map(|entry| entry.unwrap().path()));
            }
        }
        files.sort();
        files
    }

    /// A token that lets this user in for an hour.
    pub fn token(&self, user: &str) -> String {
        let part = |text: String| BASE64URL_NOPAD.encode(text.as_bytes());
        let until =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() + 3600;
        let head = part(r#"{"alg":"HS256","typ":"JWT"}"#.to_owned());
        let body = part(format!(
            r#"{{"sub":"{user}","email":"{user}","iat":{},"nbf":{},"exp":{until}}}"#,
            until - 7200,
            until - 7200
        ));
        let signed = format!("{head}.{body}");
        let mut mac = Hmac::<Sha256>::new_from_slice(KEY).unwrap();
        mac.update(signed.as_bytes());
        format!("{signed}.{}", BASE64URL_NOPAD.encode(&mac.finalize().into_bytes()))
    }

    /// Stops it; its folder stays.
    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // By its own id, and kindly, so that it ends its children.
            let _ = Command::new("kill").arg(child.id().to_string()).status();
            let _ = child.wait();
        }
    }

    /// What the server wrote into its log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.dir.path().join("dovecot.log")).unwrap_or_default()
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", self.log());
        }
        self.stop();
    }
}

/// A Postfix that takes mail from those who log in (at Dovecot) and delivers it to Dovecot.
pub struct Postfix {
    pub dir: TempDir,
    child: Child,
    smtps: u16,
    submission: u16,
}

impl Postfix {
    /// Before this Dovecot. Postfix can be started by root only.
    pub fn start(dovecot: &Dovecot) -> Option<Self> {
        if !have(&["/usr/sbin/postfix", "/usr/lib/postfix/sbin/master"]) {
            return None;
        }
        if !is_root(dovecot.dir.path()) {
            let must = std::env::var("RAVENPOST_REAL_SERVERS").is_ok_and(|value| value == "1");
            assert!(!must, "Postfix can be started by root only");
            skipped("Postfix can be started by root only");
            return None;
        }
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(path.join("queue")).unwrap();
        fs::create_dir(path.join("data")).unwrap();
        run(Command::new("chown").arg("postfix").arg(path.join("data")));
        for file in ["server.pem", "server.key"] {
            fs::copy(dovecot.dir.path().join(file), path.join(file)).unwrap();
        }
        let [smtps, submission] = free_ports();
        let words = [
            ("DIR", path.display().to_string()),
            ("DAEMONS", DAEMONS.to_owned()),
            ("LMTP", dovecot.lmtp.to_string()),
            ("AUTH", dovecot.auth.to_string()),
            ("SMTPS", smtps.to_string()),
            ("SUBMISSION", submission.to_string()),
        ];
        fs::write(path.join("main.cf"), fill(include_str!("postfix-main.cf"), &words)).unwrap();
        fs::write(path.join("master.cf"), fill(include_str!("postfix-master.cf"), &words)).unwrap();
        let child = Command::new("/usr/sbin/postfix")
            .arg("-c")
            .arg(path)
            .arg("start-fg")
            .stdout(Stdio::null())
            .stderr(fs::File::create(path.join("postfix.err")).unwrap())
            .spawn()
            .unwrap();
        let postfix = Postfix { dir, child, smtps, submission };
        wait_for(submission, &postfix.dir.path().join("postfix.log"));
        Some(postfix)
    }

    /// Settings as a game master would write them, as for [`Dovecot::settings`].
    pub fn settings(&self, more: &str) -> SmtpSettings {
        let tls = if more.contains("tls:") { "" } else { "tls: implicit" };
        let port = if tls.is_empty() { self.submission } else { self.smtps };
        let login =
            if more.contains(" from:") { "" } else { "password from: {command: echo winter is coming}" };
        let ca = if more.contains("ca file") { "" } else { "ca file: ca.pem" };
        let lines = ["host: localhost", "user: gm@home.example", tls, login, ca, more];
        let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        let text = format!("smtp: {{port: {port}, {}}}", lines.join(", "));
        match serde_yaml::from_str(&text).unwrap() {
            MailOut::Smtp(settings) => settings,
            other => panic!("{other:?}"),
        }
    }

    /// What the server wrote into its log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.dir.path().join("postfix.log")).unwrap_or_default()
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", self.log());
        }
        let _ = Command::new("/usr/sbin/postfix").arg("-c").arg(self.dir.path()).arg("abort").output();
        let _ = self.child.wait();
    }
}
