//! A page in a real browser: what a test does there, and the mail that comes of it.
//!
//! Needs Chromium and Python, and says so where there is none.

use super::papers::save_state;
use super::world::*;
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a page came to in the browser.
pub struct Seen(pub Value);

impl Seen {
    /// The value of a step.
    pub fn step(&self, number: usize) -> &Value {
        &self.0["results"][number]
    }

    /// Asserts that the page asked no network for anything, and that nothing went wrong in it.
    pub fn is_quiet(&self) {
        assert_eq!(self.0["asked"], json!([]), "the page may load nothing");
        assert_eq!(self.0["said"], json!([]), "the page has no errors");
    }

    /// The only file that the page has saved, with its name.
    pub fn saved(&self) -> (String, String) {
        let files = self.0["saved"].as_object().expect("files");
        assert_eq!(files.len(), 1, "{files:?}");
        let (name, text) = files.iter().next().expect("a file");
        (name.clone(), text.as_str().expect("its text").to_owned())
    }
}

fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).flat_map(|dir| names.iter().map(move |n| dir.join(n))).find(|p| p.is_file())
}

/// Opens a page on a phone and takes steps; `None`, with a line, without a browser.
pub fn browse(page: &Path, steps: &[Value]) -> Option<Seen> {
    browse_at(360, page, steps)
}

/// Opens a page on a screen so many points wide.
pub fn browse_at(width: u32, page: &Path, steps: &[Value]) -> Option<Seen> {
    let tools = (
        program(&["chromium", "chromium-browser", "google-chrome", "chromium-headless-shell"]),
        program(&["python3"]),
    );
    let (Some(chromium), Some(python)) = tools else {
        println!("skipped: this test needs chromium and python3");
        super::outputs::is_not_whole();
        return None;
    };
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/page/browser.py");
    let mut child = Command::new(python)
        .args([Path::new(driver), &chromium, page, Path::new(&width.to_string())])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python");
    child.stdin.take().expect("its input").write_all(json!(steps).to_string().as_bytes()).expect("it reads");
    let ran = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{error}");
    Some(Seen(serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{error}"))))
}

pub fn tap(id: &str) -> Value {
    json!(["tap", format!("[id=\"{id}\"]")])
}

pub fn press(text: &str) -> Value {
    json!(["press", text])
}

pub fn fill(id: &str, text: &str) -> Value {
    json!(["fill", format!("[id=\"{id}\"]"), text])
}

pub fn eval(script: &str) -> Value {
    json!(["eval", script])
}

/// The body of the mail that the page's link makes, as a mail program has it.
pub const MAIL: &str = "decodeURIComponent(document.getElementById('mail').href.split('&body=')[1])";
/// Everything that is wider than the screen, or hangs into its margin; a drawing cuts off what goes beyond it.
pub const TOO_WIDE: &str = "[...document.querySelectorAll('*')].filter((one) => (!one.closest('svg') || one.tagName === 'svg')\
    && one.getBoundingClientRect().right > innerWidth - 6 && one.closest('main') && one.id !== 'page')\
    .map((one) => one.outerHTML.slice(0, 120)).concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])";

/// Saves the newest order page that was mailed to somebody, and gives its path.
pub fn attached(world: &World, who: &str) -> PathBuf {
    let new = std::fs::read_dir(world.path("c/mail/out/new")).expect("a mailbox");
    let mut files: Vec<PathBuf> = new.map(|file| file.expect("a file").path()).collect();
    files.sort_by_key(|file| std::fs::metadata(file).and_then(|meta| meta.modified()).expect("a time"));
    let address = format!("{who}@x.example");
    let page = files.iter().rev().find_map(|file| {
        let bytes = std::fs::read(file).expect("a mail");
        let mail = MessageParser::default().parse(&bytes)?;
        let is_to = mail.to()?.first()?.address() == Some(&address);
        let page = mail
            .attachments()
            .find(|part| part.attachment_name().is_some_and(|name| name.ends_with(".html")));
        page.filter(|_| is_to).map(|part| part.contents().to_vec())
    });
    let path = world.path(format!("orders-{who}.html"));
    std::fs::write(&path, page.expect("an order page")).expect("a file");
    path
}

/// Hands over the mail that a page made, and asserts that all of it is accepted.
pub fn mail(world: &World, who: &str, body: &str) -> ravenpost::post::Letter {
    world.hand(&world.plain(who, body), SOON).says(0, &[]);
    let receipt = world.last(who);
    holds(&receipt, &["Your plan is accepted"]);
    assert!(!words(&receipt).contains("Please check"), "{}", words(&receipt));
    receipt
}

/// Asserts that the page would seal the very plan that `ravenpost seal` makes of its text.
pub fn is_what_seal_seals(world: &World, seen: &Seen, text: usize, plan: usize) {
    save_state(world, &world.sent_with_state("anna"), "anna");
    world.write("anna/plan.yaml", seen.step(text).as_str().expect("a text"));
    let sealed = world.run(&["seal", "-q", "--force", "anna/plan.yaml"]);
    assert_eq!(sealed.code, 0, "{sealed:?}");
    let opening: Value = serde_json::from_str(&world.read("anna/plan.opening.json")).expect("JSON");
    assert_eq!(&opening["plan"], seen.step(plan));
}
