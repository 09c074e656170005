//! A game master's folder, the program, and players who write mails.

use super::folder::Folder;
use super::outputs;
use assert_cmd::cargo::CommandCargoExt;
use ravenpost::campaign::{Host, start};
use ravenpost::disk::RealDisk;
use ravenpost::post::{self, Letter};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// When campaigns here begin; their first deadline is on 4 September at 18:00 UTC, with 2 hours of grace.
pub const BEGIN: &str = "2026-09-01T12:00:00Z";
/// A little later.
pub const SOON: &str = "2026-09-01T12:30:00Z";
/// When the first window closes for good.
pub const CLOSED: &str = "2026-09-04T20:00:01Z";

/// Orders that Stark may give in the first turn, with nothing to remark on.
pub const STARK: &str =
    "plan:\n  orders:\n    Winterfell: support\n    White Harbor: defense\n    The Shivering Sea: support\n";
/// The same for Lannister.
pub const LANNISTER: &str =
    "plan:\n  orders:\n    Lannisport: support\n    Stoney Sept: defense\n    The Golden Sound: support\n";
/// The same for Baratheon.
pub const BARATHEON: &str =
    "plan:\n  orders:\n    Dragonstone: consolidate\n    Kingswood: defense\n    Shipbreaker Bay: support\n";

/// Keys of a campaign, and its secret for mail. The secret of the shuffles in it has no effect: it is drawn at the founding.
const SECRETS: &str = "keys:
  baratheon: EDBD-0JME-Q3ZE-169K-SKX9-KDES-88S
  lannister: 86TG-C75F-29A4-4798-C1ER-1BS0-G8Y
  stark: Y43N-422X-WD34-0XCM-RMWG-252X-Z8W
secret of the shuffles: 0000000000000000000000000000000000000000000000000000000000000000
secret of the mails: c8f1c2cdfa797c69e191c97fb132fece458ad286612f0ca53e4f054b79642b20
";

/// The secret of the shuffles that is drawn. With it the second turn begins with nothing to be decided.
const DRAWN: [u8; 2] = [0x36, 0x66];

/// Settings by which the tests need not tick every few hours.
pub const STEADY: (&str, &str) = ("outage: 6h", "outage: 30 days");

/// How a command ended.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// That it ended with this code, printed this, and complained of this.
    #[track_caller]
    pub fn is(&self, code: i32, out: &str, err: &str) {
        assert_eq!((self.code, self.out.as_str(), self.err.as_str()), (code, out, err));
    }

    /// That it ended with this code and all these stand somewhere in what it printed.
    #[track_caller]
    pub fn says(&self, code: i32, all: &[&str]) -> &Self {
        let text = flat(&format!("{}\n{}", self.out, self.err));
        assert_eq!(self.code, code, "{text}");
        all.iter().for_each(|part| assert!(text.contains(&flat(part)), "no “{part}” in: {text}"));
        self
    }

    /// What it printed as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }
}

/// A text with all white space made one blank, so that it does not matter where lines break.
pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub struct World {
    root: Folder,
    written: std::cell::Cell<usize>,
}

impl World {
    pub fn new() -> Self {
        World { root: Folder::new(), written: std::cell::Cell::new(0) }
    }

    /// With a campaign of A Game of Thrones in the folder `c` that has begun; its settings changed as told.
    pub fn begun(changes: &[(&str, &str)]) -> Self {
        let world = World::new();
        world.found("c", changes);
        // Founding keeps keys that are there already.
        world.write("c/secrets.yaml", SECRETS);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        fs::set_permissions(world.path("c/secrets.yaml"), mode).unwrap();
        // The command draws at random; the library is given what is drawn, so that the same game is played every time.
        let host = Host::new(Arc::new(RealDisk::default()));
        let mut is_first = true;
        let mut drawn = |bytes: &mut [u8]| {
            bytes.fill(0);
            if bytes.len() == 32 && std::mem::take(&mut is_first) {
                bytes[30..].copy_from_slice(&DRAWN);
            }
        };
        start(&host, &world.path("c"), BEGIN.parse().unwrap(), &mut drawn).unwrap();
        world.run(&["tick", "c", "--now", BEGIN]).says(0, &["messages sent"]);
        world
    }

    /// Writes a campaign's settings, changed as told.
    pub fn found(&self, dir: &str, changes: &[(&str, &str)]) {
        self.run(&new_args(dir)).says(0, &[]);
        let settings = format!("{dir}/campaign.yaml");
        self.edit(&settings, "\nchance: {words: open}", "\nchance: no");
        // To draw takes time; tests/cli/maps.rs does it.
        self.edit(&settings, "\nmap: png", "\nmap: no");
        changes.iter().for_each(|(old, new)| self.edit(&settings, old, new));
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.root.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces what stands in a file once.
    #[track_caller]
    pub fn edit(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert_eq!(text.matches(old).count(), 1, "“{old}” in {name}");
        self.write(name, text.replace(old, new));
    }

    /// The program, ready to run here; nothing of the surroundings speaks along. What runs beside something else comes out in one
    /// order or another, so nothing of this world is recorded.
    pub fn command(&self) -> Command {
        self.root.is_random();
        self.program()
    }

    fn program(&self) -> Command {
        let mut command = Command::cargo_bin("ravenpost").unwrap();
        command
            .current_dir(self.root.path())
            .env_remove("TZ")
            .env_remove("RAVENPOST_LOG")
            .env("COLUMNS", "100");
        command
    }

    pub fn run<S: AsRef<str>>(&self, args: &[S]) -> Ran {
        self.run_with(args, b"")
    }

    /// With something on standard input.
    pub fn run_with<S: AsRef<str>>(&self, args: &[S], input: &[u8]) -> Ran {
        let mut command = self.program();
        command.args(args.iter().map(AsRef::as_ref));
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        // A program that does not read what it is given ends before it is all written.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        let ran = Ran {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        };
        let command: Vec<_> = args.iter().map(AsRef::as_ref).collect();
        let draws = command.iter().any(|word| ["start", "seal"].contains(word));
        if draws || ran.out.contains("The lots gave") && !command.contains(&"--lot") {
            self.root.is_random();
        }
        // What a doctor says is about the machine.
        if !command.contains(&"doctor") {
            outputs::printed(&command.join(" "), format!("{}\n{}\n{}", ran.code, ran.out, told(&ran.err)));
        }
        ran
    }

    /// A tick of the campaign in `c`.
    pub fn tick(&self, now: &str) -> Ran {
        self.run(&["tick", "c", "--now", now])
    }

    /// A seat's key.
    pub fn key(&self, seat: &str) -> String {
        let secrets = self.read("c/secrets.yaml");
        let line = secrets.lines().find_map(|line| line.trim().strip_prefix(&format!("{seat}: ")));
        line.unwrap_or_else(|| panic!("no key of {seat}")).to_owned()
    }

    /// All mails that were sent, oldest first.
    pub fn sent(&self) -> Vec<Letter> {
        let new = fs::read_dir(self.path("c/mail/out/new")).unwrap();
        let mut files: Vec<_> = new.map(|f| f.unwrap().path()).collect();
        files.sort_by_key(|f| fs::metadata(f).unwrap().modified().unwrap());
        let read = |file: &PathBuf| {
            (fs::metadata(file).unwrap().modified().unwrap(), post::read(&fs::read(file).unwrap()))
        };
        let mut mails: Vec<_> = files.iter().map(read).collect();
        // Those of one pass may have the same time; receipts go out first.
        mails.sort_by_key(|(time, mail)| (*time, !mail.subject.contains("Receipt")));
        mails.into_iter().map(|(_, mail)| mail).collect()
    }

    /// The last mail that was sent to somebody: `anna`.
    #[track_caller]
    pub fn last(&self, who: &str) -> Letter {
        let address = format!("{who}@x.example");
        let mut all = self.sent();
        all.retain(|mail| mail.to.iter().any(|to| to.is(&address)));
        all.pop().unwrap_or_else(|| panic!("no mail to {who}"))
    }

    /// The last mail that was sent to somebody with a state file.
    #[track_caller]
    pub fn sent_with_state(&self, who: &str) -> Letter {
        let address = format!("{who}@x.example");
        let mut all = self.sent();
        all.retain(|mail| {
            mail.to.iter().any(|to| to.is(&address))
                && mail.parts.iter().any(|part| part.path.contains("state-"))
        });
        all.pop().unwrap_or_else(|| panic!("no state file to {who}"))
    }

    /// A mail of somebody in plain text that answers nothing.
    pub fn plain(&self, who: &str, text: &str) -> Vec<u8> {
        self.typed(who, "", "text/plain; charset=utf-8", text)
    }

    /// A mail of somebody with further headers and a body of some type.
    pub fn typed(&self, who: &str, headers: &str, mime: &str, body: &str) -> Vec<u8> {
        self.written.set(self.written.get() + 1);
        let number = self.written.get();
        let mail = format!(
            "From: {who}@x.example\nTo: ravens@x.example\nSubject: My orders\nMessage-ID: <{number}@x.example>\n\
             Date: Tue, 01 Sep 2026 12:10:00 +0000\nMIME-Version: 1.0\n{headers}Content-Type: {mime}\n\n{body}"
        );
        mail.replace('\n', "\r\n").into_bytes()
    }

    /// Hands a mail over as procmail does.
    pub fn hand(&self, mail: &[u8], now: &str) -> Ran {
        self.run_with(&["tick", "c", "--mail", "-", "--now", now], mail)
    }

    /// Hands over a text of a seat that carries its key, and gives the receipt.
    #[track_caller]
    pub fn submit(&self, seat: &str, text: &str, now: &str) -> Letter {
        let who = player(seat);
        let before = self.sent().len();
        let mail = self.plain(who, &format!("key: {}\n{text}", self.key(seat)));
        self.hand(&mail, now).says(0, &[]);
        assert!(self.sent().len() > before, "a receipt");
        let receipts = self.sent().into_iter().skip(before);
        let mut receipts = receipts.filter(|mail| mail.subject.contains("Receipt"));
        receipts.next_back().unwrap_or_else(|| panic!("no receipt"))
    }

    /// How a seat stands in the open window, as `status --json` says.
    pub fn standing(&self, seat: &str, now: &str) -> String {
        let status = self.run(&["status", "c", "--json", "--now", now]).json();
        let seats = status["window"]["seats"].as_array().unwrap().clone();
        let found = seats.iter().find(|s| s["seat"] == seat).unwrap();
        found["standing"].as_str().unwrap().to_owned()
    }

    /// The entries of the ledger of a kind.
    pub fn entries(&self, kind: &str) -> usize {
        let is = |line: &&str| {
            serde_json::from_str::<serde_json::Value>(line).is_ok_and(|entry| entry["kind"] == kind)
        };
        self.read("c/ledger.jsonl").lines().filter(is).count()
    }

    /// That the record still follows, and nothing waits in the mailbox.
    #[track_caller]
    pub fn is_sound(&self) {
        self.run(&["verify", "c"]).says(0, &["c: verified."]);
        for folder in ["new", "cur", "tmp"] {
            let left = fs::read_dir(self.path(format!("c/mail/in/{folder}"))).unwrap().count();
            assert_eq!(left, 0, "mails lie in {folder}");
        }
    }
}

/// Who plays a seat.
pub fn player(seat: &str) -> &'static str {
    match seat {
        "stark" => "anna",
        "lannister" => "bert",
        _ => "cleo",
    }
}

/// A mail's text, all white space made one blank.
pub fn words(letter: &Letter) -> String {
    flat(&letter.parts.first().map(|part| part.text.clone()).unwrap_or_default())
}

/// That all these stand in a mail.
#[track_caller]
pub fn holds(letter: &Letter, all: &[&str]) {
    let text = words(letter);
    all.iter().for_each(|part| assert!(text.contains(&flat(part)), "no “{part}” in: {text}"));
}

/// `ravenpost new` for a game of three, complete.
pub fn new_args(dir: &str) -> Vec<String> {
    let mut args =
        vec!["new", dir, "--game", "thrones-1e", "--players", "3", "--title", "Westeros", "--no-rehearsal"];
    args.extend([
        "--address",
        "ravens@x.example",
        "--gm",
        "Maria <maria@x.example>",
        "--timezone",
        "Europe/Rome",
    ]);
    args.extend(["--seat", "stark=Anna <anna@x.example>", "--seat", "lannister=Bert <bert@x.example>"]);
    args.extend(["--seat", "baratheon=Cleo <cleo@x.example>"]);
    args.into_iter().map(str::to_owned).collect()
}

/// What a command has told a person: without its log, which has the times of this run, and the numbers of processes.
fn told(err: &str) -> String {
    let is_log = |line: &str| line.get(..11).is_some_and(|day| day.starts_with("20") && day.ends_with('T'));
    let words =
        err.lines().filter(|line| !is_log(line)).flat_map(|line| line.split_inclusive(' ').chain(["\n"]));
    let mut after = "";
    let masked = words.map(|word| match std::mem::replace(&mut after, word) {
        "(process " => "N) ",
        _ => word,
    });
    masked.collect()
}
