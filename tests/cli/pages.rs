//! The order page in a real browser: orders are tapped, and the mail that comes of it is taken by a tick.
//!
//! Needs Chromium and Python, and says so where there is none.

use super::world::*;
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a page came to in the browser.
struct Seen(Value);

impl Seen {
    /// The value of a step.
    fn step(&self, number: usize) -> &Value {
        &self.0["results"][number]
    }

    /// Asserts that the page asked no network for anything, and that nothing went wrong in it.
    fn is_quiet(&self) {
        assert_eq!(self.0["asked"], json!([]), "the page may load nothing");
        assert_eq!(self.0["said"], json!([]), "the page has no errors");
    }

    /// The only file that the page has saved, with its name.
    fn saved(&self) -> (String, String) {
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
fn browse(page: &Path, steps: &[Value]) -> Option<Seen> {
    let tools = (program(&["chromium", "chromium-browser", "google-chrome"]), program(&["python3"]));
    let (Some(chromium), Some(python)) = tools else {
        println!("skipped: this test needs chromium and python3");
        return None;
    };
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/page/browser.py");
    let mut child = Command::new(python)
        .args([Path::new(driver), &chromium, page, Path::new("360")])
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

fn tap(id: &str) -> Value {
    json!(["tap", format!("[id=\"{id}\"]")])
}

fn fill(id: &str, text: &str) -> Value {
    json!(["fill", format!("[id=\"{id}\"]"), text])
}

fn choose(id: &str, value: &str) -> Value {
    json!(["choose", format!("[id=\"{id}\"]"), value])
}

fn eval(script: &str) -> Value {
    json!(["eval", script])
}

/// The body of the mail that the page's link makes, as a mail program has it.
const MAIL: &str = "decodeURIComponent(document.getElementById('mail').href.split('&body=')[1])";
/// Everything that is wider than the screen.
const TOO_WIDE: &str = "[...document.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)\
    .map((one) => one.outerHTML.slice(0, 120)).concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])";

/// Saves the newest order page that was mailed to somebody, and gives its path.
fn attached(world: &World, who: &str) -> PathBuf {
    let new = std::fs::read_dir(world.path("c/mail/out/new")).expect("a mailbox");
    let mut files: Vec<PathBuf> = new.map(|file| file.expect("a file").path()).collect();
    files.sort_by_key(|file| std::fs::metadata(file).and_then(|meta| meta.modified()).expect("a time"));
    let address = format!("{who}@x.example");
    let page = files.iter().rev().find_map(|file| {
        let bytes = std::fs::read(file).expect("a mail");
        let mail = MessageParser::default().parse(&bytes)?;
        let is_to = mail.to()?.first()?.address() == Some(&address);
        let page = mail.attachments().find(|part| part.attachment_name().is_some_and(|name| name.ends_with(".html")));
        page.filter(|_| is_to).map(|part| part.contents().to_vec())
    });
    let path = world.path(format!("orders-{who}.html"));
    std::fs::write(&path, page.expect("an order page")).expect("a file");
    path
}

/// Hands over the mail that a page made, and asserts that all of it is accepted.
fn mail(world: &World, who: &str, body: &str) -> ravenpost::post::Letter {
    world.hand(&world.plain(who, body), SOON).says(0, &[]);
    let receipt = world.last(who);
    holds(&receipt, &["Your plan is accepted."]);
    assert!(!words(&receipt).contains("Please check"), "{}", words(&receipt));
    receipt
}

#[test]
fn a_turn_tapped_on_the_page_is_taken_by_a_tick() {
    let world = World::begun(&[STEADY, ("pace: ask\n", "pace: batch\n")]);
    let page = attached(&world, "anna");
    let steps = [
        tap("area-winterfell"),
        tap("token-winterfell-march+0"),
        tap("move-winterfell-to-karhold"),
        fill("move-winterfell-0-knight", "0"),
        tap("move-winterfell-to-moat-cailin"),
        tap("area-white-harbor"),
        tap("token-white-harbor-support"),
        tap("area-the-shivering-sea"),
        tap("token-the-shivering-sea-raid"),
        tap("target-the-shivering-sea-add-the-narrow-sea"),
        eval(TOO_WIDE),
        eval("ravenpost.check()"),
        tap("final"),
        eval(MAIL),
    ];
    let Some(seen) = browse(&page, &steps) else { return };
    seen.is_quiet();
    assert_eq!(seen.step(10), &json!([]), "nothing is wider than a phone");
    assert_eq!(seen.step(11)["wrong"], json!([]));
    let body = seen.step(13).as_str().expect("a mail");
    let receipt = mail(&world, "anna", body);
    let understood = [
        "Winterfell: March +0",
        "White Harbor: Support",
        "The Shivering Sea: Raid",
        "to Karhold",
        "to Moat Cailin",
        "The Narrow Sea",
    ];
    holds(&receipt, &understood);
}
