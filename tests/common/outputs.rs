//! Everything that leaves the program in a scenario, held against what left it before.
//!
//! A scenario is a test with its campaign. As it ends, every mail that was sent, the ledger, the files that people read and what
//! commands printed are compared with `tests/outputs/<binary>.txt`, which has a line for each: what it is, and the beginning of its
//! SHA-256. So every scenario notices every change, whatever its own assertions look at. docs/testing.md says how a change is
//! accepted and looked at (`RAVENPOST_OUTPUTS`).

#[path = "raw_keys.rs"]
mod raw_keys;

use mail_parser::{MessageParser, MimeHeaders, PartType};
use sha2::{Digest, Sha256};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// So many campaigns of one test are recorded; a test that tries a crash at every step has hundreds.
const CAMPAIGNS: usize = 6;

thread_local!(static IS_WHOLE: Cell<bool> = const { Cell::new(true) });
thread_local!(static SAID: RefCell<Vec<Output>> = const { RefCell::new(Vec::new()) });

/// Something that the program said in the test of this thread; the scenario that ends next records it.
#[allow(dead_code)]
pub fn said(what: &str, text: String) {
    SAID.with_borrow_mut(|all| all.push(Output { name: what.to_owned(), text }));
}

/// The same of a command.
#[allow(dead_code)]
pub fn printed(command: &str, text: String) {
    said(&format!("$ {command}"), text);
}

/// So many characters of what differs are shown: any mail is shorter.
const SHOWN: usize = 200_000;

/// The test of this thread does not do everything on this machine, so nothing of it is compared.
#[allow(dead_code)]
pub fn is_not_whole() {
    IS_WHOLE.set(false);
}

/// Something that left the program.
struct Output {
    name: String,
    text: String,
}

impl Output {
    fn line(&self) -> String {
        format!("{} {}", digest(self.text.as_bytes()), self.name)
    }
}

/// A campaign of a test, from where it begins until it ends.
#[derive(Default)]
pub struct Scenario {
    /// `None` if it is not recorded.
    name: Option<String>,
    /// What was there when it began.
    before: BTreeMap<String, String>,
    masks: Vec<(String, &'static str)>,
}

impl Scenario {
    /// The next of the test that runs in this thread. Nothing is recorded where the thread has no name, or tests run one by one in
    /// the program's own.
    pub fn new() -> Self {
        thread_local!(static BEGUN: RefCell<(String, usize)> = const { RefCell::new((String::new(), 0)) });
        let thread = std::thread::current();
        let name = thread.name().filter(|name| *name != "main").and_then(|test| {
            BEGUN.with_borrow_mut(|(last, number)| {
                if last != test {
                    (*last, *number) = (test.to_owned(), 0);
                }
                *number += 1;
                (*number <= CAMPAIGNS).then(|| format!("{test} {number}"))
            })
        });
        Scenario { name, ..Scenario::default() }
    }

    /// What is there already is another scenario's.
    #[allow(dead_code)]
    pub fn since(&mut self, files: impl FnOnce() -> Vec<(String, Vec<u8>)>) {
        if self.name.is_some() {
            self.before = files().into_iter().map(|(path, bytes)| (path, digest(&bytes))).collect();
        }
    }

    /// Something that is another each time, and what stands for it.
    #[allow(dead_code)]
    pub fn mask(&mut self, text: String, with: &'static str) {
        self.masks.push((text, with));
    }

    /// What happens in it is by its nature another each time.
    #[allow(dead_code)]
    pub fn is_random(&mut self) {
        self.name = None;
        SAID.take();
    }

    #[allow(dead_code)]
    pub fn is_recorded(&self) -> bool {
        self.name.is_some() && !std::thread::panicking()
    }

    /// Compares, unless the test has failed already.
    ///
    /// # Panics
    ///
    /// If something differs from the record.
    pub fn ends(&mut self, files: impl FnOnce() -> Vec<(String, Vec<u8>)>) {
        let is_compared = IS_WHOLE.get() && !std::thread::panicking();
        let Some(name) = self.name.take().filter(|_| is_compared) else { return };
        let mut all = SAID.take();
        all.extend(of_files(
            files()
                .into_iter()
                .filter(|(path, bytes)| self.before.get(path).is_none_or(|before| *before != digest(bytes))),
        ));
        for Output { name, text } in &mut all {
            for (random, with) in &self.masks {
                (*name, *text) = (name.replace(random, with), text.replace(random, with));
            }
            (*name, *text) = (without_folders(name), without_folders(text));
        }
        keep(&name, &all);
        Record::of_this_binary().compare(&name, &all);
    }
}

/// Returns a text with the same word for every temporary folder, which has another name each time.
fn without_folders(text: &str) -> String {
    let folder = std::env::temp_dir().join(".tmp");
    let begins = folder.to_string_lossy();
    let mut parts = text.split(begins.as_ref());
    let first = parts.next().unwrap_or_default().to_owned();
    parts
        .fold(first, |told, part| told + "TMP" + part.trim_start_matches(|c: char| c.is_ascii_alphanumeric()))
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(6).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The mails one by one; of those that came in where they were filed; everything else by folder. What the program keeps for
/// itself alone is left out.
fn of_files(files: impl Iterator<Item = (String, Vec<u8>)>) -> Vec<Output> {
    let (mut mails, mut folders) = (Vec::new(), BTreeMap::<String, String>::new());
    for (path, bytes) in files {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", &path));
        if folder.contains("mail/out/") {
            raw_keys::check(&bytes);
            mails.push(mail(&bytes));
        } else if folder.contains("mail/in/") {
            folders.entry(folder.to_owned()).or_default().push_str("a mail\n");
        } else if !(folder.ends_with("private") || folder.contains("private/") || file == "lock") {
            let text = String::from_utf8(bytes).unwrap_or_else(|e| format!("[{}]", digest(e.as_bytes())));
            let _ = write!(folders.entry(folder.to_owned()).or_default(), "=== {file}\n{text}\n");
        }
    }
    mails.sort_by(|(a_date, a), (b_date, b)| (a_date, &a.name, &a.text).cmp(&(b_date, &b.name, &b.text)));
    let folders = folders.into_iter().map(|(folder, text)| Output { name: format!("{folder}/"), text });
    mails.into_iter().map(|(_, mail)| mail).chain(folders).collect()
}

/// When a mail was sent, and the mail: all its headers, and its parts decoded.
fn mail(raw: &[u8]) -> (i64, Output) {
    let letter = MessageParser::default().parse(raw).expect("a mail that was sent");
    let mut text = String::new();
    for part in &letter.parts {
        for header in &part.headers {
            let value = &raw[header.offset_start as usize..header.offset_end as usize];
            let value = String::from_utf8_lossy(value);
            // Where a part ends is chosen by what is in it.
            let _ = writeln!(
                text,
                "{}:{}",
                header.name(),
                value.split("boundary=").next().unwrap_or_default().trim_end()
            );
        }
        text.push('\n');
        match &part.body {
            PartType::Text(body) | PartType::Html(body) => text.push_str(body),
            PartType::Binary(body) | PartType::InlineBinary(body) => match std::str::from_utf8(body) {
                Ok(body) => text.push_str(body),
                Err(_) => {
                    text.push_str(&format!("[{} {}]", part.attachment_name().unwrap_or("?"), digest(body)))
                }
            },
            PartType::Message(_) | PartType::Multipart(_) => {}
        }
        text.push('\n');
    }
    let to = letter.to().and_then(|to| to.first()).and_then(|to| to.address()).unwrap_or("nobody");
    let name =
        format!("{}: {}", to.split('@').next().unwrap_or_default(), letter.subject().unwrap_or_default());
    (letter.date().map_or(0, |date| date.to_timestamp()), Output { name, text })
}

/// Writes everything where `RAVENPOST_OUTPUTS_KEEP` says, for `diff -r`.
fn keep(scenario: &str, all: &[Output]) {
    let Some(folder) = std::env::var_os("RAVENPOST_OUTPUTS_KEEP") else { return };
    let folder = PathBuf::from(folder).join(binary()).join(scenario.replace("::", "/"));
    std::fs::create_dir_all(&folder).unwrap();
    for (number, output) in all.iter().enumerate() {
        let name: String =
            output.name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
        std::fs::write(folder.join(format!("{number:03}-{name}")), &output.text).unwrap();
    }
}

/// The test binary: `cli`.
fn binary() -> String {
    let path = std::env::current_exe().unwrap();
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    // Cargo puts a hash behind it; the library's is known by the library's name.
    let name = name.split_once('-').map_or(name.as_str(), |(name, _)| name);
    if name == "ravenpost" { "lib".to_owned() } else { name.to_owned() }
}

/// What left the program before: the lines of every scenario.
struct Record {
    path: PathBuf,
    scenarios: BTreeMap<String, Vec<String>>,
    is_accepting: bool,
}

impl Record {
    fn of_this_binary() -> MutexGuard<'static, Record> {
        static RECORD: OnceLock<Mutex<Record>> = OnceLock::new();
        let read = || {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/outputs/{}.txt", binary()));
            let is_accepting = std::env::var("RAVENPOST_OUTPUTS").is_ok_and(|value| value == "accept");
            // When all tests are run, those that are no longer there are forgotten.
            let are_all = std::env::args().skip(1).all(|argument| argument.starts_with("--test-threads"));
            let text = if is_accepting && are_all {
                String::new()
            } else {
                std::fs::read_to_string(&path).unwrap_or_default()
            };
            Mutex::new(Record { path, scenarios: scenarios(&text), is_accepting })
        };
        RECORD.get_or_init(read).lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[track_caller]
    fn compare(&mut self, scenario: &str, all: &[Output]) {
        let lines: Vec<_> = all.iter().map(Output::line).collect();
        let known = self.scenarios.get(scenario);
        if known == Some(&lines) {
            return;
        }
        if self.is_accepting {
            self.scenarios.insert(scenario.to_owned(), lines);
            std::fs::write(&self.path, written(&self.scenarios)).unwrap();
            return;
        }
        let known = known.map(Vec::as_slice).unwrap_or_default();
        let first = known.iter().zip(&lines).take_while(|(was, is)| was == is).count();
        let was = known.get(first).map_or("nothing", String::as_str);
        let (is, text) =
            all.get(first).map_or_else(|| ("nothing".to_owned(), ""), |it| (it.line(), it.text.as_str()));
        let text: String = text.chars().take(SHOWN).collect();
        panic!(
            "Not all that leaves the program is as it was, in the scenario “{scenario}”. The first that differs is number {} of {}:\n\
             was: {was}\nis:  {is}\n\n{text}\n\
             If it is meant so: .ci/accept. To see all that differs: docs/testing.md.",
            first + 1,
            lines.len()
        );
    }
}

fn scenarios(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut scenarios = BTreeMap::<String, Vec<String>>::new();
    let mut last = String::new();
    for line in text.lines() {
        match line.strip_prefix("  ") {
            Some(output) => scenarios.entry(last.clone()).or_default().push(output.to_owned()),
            None => {
                last = line.to_owned();
                scenarios.entry(last.clone()).or_default();
            }
        }
    }
    scenarios
}

fn written(scenarios: &BTreeMap<String, Vec<String>>) -> String {
    let mut text = String::new();
    for (scenario, lines) in scenarios {
        let _ = writeln!(text, "{scenario}");
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}
