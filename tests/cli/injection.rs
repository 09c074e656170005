//! What players write comes out harmless, wherever it comes out: in the mails of others and their headers, in HTML,
//! in templates, in names of files and on the terminal.

use super::world::{SOON, World, flat};
use ravenpost::post::{self, Letter, PartKind};
use std::fs;
use std::path::Path;

/// Text that is HTML to a browser, a command to a template, and an order to a terminal.
const NASTY: &str = "<script>alert(1)</script><img src=x onerror=alert(2)>{{ 7*191 }}{% include 'mail/help.md' %}\u{1b}[2J\u{1b}]0;pwned\u{7}\u{202e}";
/// What would be there if a template had worked it out.
const WORKED_OUT: &str = "1337";

/// The mails that went out, as bytes.
fn raw(world: &World) -> Vec<Vec<u8>> {
    let dir = fs::read_dir(world.path("c/mail/out/new")).unwrap();
    dir.map(|file| fs::read(file.unwrap().path()).unwrap()).collect()
}

fn is_harmless(text: &str) -> Result<(), String> {
    let bad = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t') || *c == '\u{202e}');
    match bad {
        Some(c) => Err(format!("{c:?} in: {text}")),
        None if text.contains(WORKED_OUT) => Err(format!("a template was worked out: {text}")),
        None => Ok(()),
    }
}

/// The headers of a mail and of all its parts, unfolded.
fn headers(raw: &[u8]) -> Vec<String> {
    let text = String::from_utf8(raw.to_vec()).unwrap().replace("\r\n ", " ").replace("\r\n\t", " ");
    let head = text.split("\r\n\r\n").next().unwrap().to_owned();
    head.split("\r\n").map(str::to_owned).collect()
}

#[track_caller]
fn all_sent_is_harmless(world: &World) {
    for bytes in raw(world) {
        assert!(bytes.is_ascii(), "all else is encoded");
        for header in headers(&bytes) {
            let (name, _) = header.split_once(": ").unwrap_or_else(|| panic!("no header: {header}"));
            let known = [
                "Message-ID",
                "Date",
                "From",
                "To",
                "Reply-To",
                "Subject",
                "In-Reply-To",
                "References",
                "Auto-Submitted",
                "X-Auto-Response-Suppress",
                "X-Ravenpost",
                "MIME-Version",
            ];
            assert!(known.contains(&name) || name.starts_with("Content-"), "{header}");
        }
        let letter = post::read(&bytes);
        let to = &letter.to;
        assert!(!to.is_empty() && to.iter().all(|to| to.address.ends_with("@x.example")), "{to:?}");
        is_harmless(&letter.subject).unwrap();
        let source = html_source(&bytes);
        for tag in ["<script", "<img src=x", "onerror=alert(2)>"] {
            assert!(!source.contains(tag), "{tag} in: {source}");
        }
        for part in &letter.parts {
            is_harmless(&part.text).unwrap_or_else(|why| panic!("{}: {why}", part.path));
        }
    }
}

/// The HTML of a mail as a browser gets it.
fn html_source(bytes: &[u8]) -> String {
    let message = mail_parser::MessageParser::default().parse(bytes).unwrap();
    message.html_bodies().map(|part| String::from_utf8_lossy(part.contents()).into_owned()).collect()
}

fn names_are_plain(dir: &Path) {
    for entry in fs::read_dir(dir).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-,:=+".contains(c);
        assert!(name.chars().all(is_plain), "{name:?}");
        if entry.file_type().unwrap().is_dir() {
            names_are_plain(&entry.path());
        }
    }
}

fn yaml(text: &str) -> String {
    // JSON is YAML.
    serde_json::to_string(text).unwrap()
}

#[test]
fn what_a_player_writes_does_no_harm_to_anybody() {
    let world = World::begun(&[]);
    let plans = [
        // An area, an order, a section and a seat that do not exist are told with their names.
        format!("plan: {{orders: {{{0}: march, Winterfell: {0}}}, {0}: 1}}\n", yaml(NASTY)),
        format!("seat: {}\nplan: {{orders: {{Winterfell: support}}}}\n", yaml(NASTY)),
        format!("campaign: {}\nplan: {{orders: {{Winterfell: support}}}}\n", yaml(NASTY)),
        format!("{}: 1\nask: {}\nvote: {{{0}: yes}}\n", yaml(NASTY), yaml(NASTY)),
        format!("absent: {{from: {0}, to: {0}}}\nseal: {0}\nopening: {0}\n", yaml(NASTY)),
        // And what is no YAML is shown as it stands.
        format!("plan:\n  orders: [{NASTY}\n"),
    ];
    for plan in plans {
        let receipt = world.submit("stark", &plan, SOON);
        // Its HTML is not read back, as that of machines never is; what all mails hold is looked at below.
        assert!(receipt.parts.iter().any(|part| part.kind == PartKind::Plain));
    }
    all_sent_is_harmless(&world);
    names_are_plain(&world.path("c"));
}

#[test]
fn press_is_carried_as_text_and_nothing_else() {
    let world = World::begun(&[]);
    let lines = "# No heading\n---\n- {{ 7*191 }}\n```\n</pre>\n\n[here](https://evil.example)\n\n.\nFrom me\nBcc: eve@evil.example\n\nkey: 1";
    let text = format!("{NASTY}\r\nBcc: eve@evil.example\r\n\r\n{lines}");
    let press = format!("press:\n  - to: Lannister\n    text: {}\n", yaml(&text));
    world.submit("stark", &press, SOON);
    all_sent_is_harmless(&world);
    let to_bert: Vec<Letter> =
        world.sent().into_iter().filter(|mail| mail.to[0].is("bert@x.example")).collect();
    let carried = to_bert.iter().filter(|mail| flat(&mail.parts[0].text).contains("(Bcc:) eve@evil.example"));
    assert!(carried.count() >= 1, "the text itself arrives");
    for mail in raw(&world) {
        let source = html_source(&mail);
        assert!(!source.contains("href=\"https://evil.example"), "no link that we made: {source}");
    }
}

#[test]
fn headers_of_a_mail_do_no_harm() {
    let world = World::begun(&[]);
    let word = |text: &str| format!("=?utf-8?B?{}?=", data_encoding::BASE64.encode(text.as_bytes()));
    let evil = format!("a\r\nBcc: eve@evil.example\r\n\r\n{NASTY}");
    let mail = format!(
        "From: {0} <anna@x.example>\r\nTo: {0} <ravens@x.example>\r\nSubject: {0}\r\n\
         Message-ID: <a{NASTY}b@x.example>\r\nReferences: <x\u{1b}[2J@x>\r\n <y>\r\nDate: {NASTY}\r\nX-Evil: 1\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nkey: {1}\r\nask: status\r\n\
         --b\r\nContent-Type: application/pdf; name=\"{0}\"\r\n\r\nx\r\n--b--\r\n",
        word(&evil),
        world.key("stark"),
    );
    let told = world.hand(mail.as_bytes(), SOON);
    is_harmless(&told.out).unwrap();
    is_harmless(&told.err).unwrap();
    // One that has nothing but a file of a nasty name: the receipt tells the name.
    let other = mail.replace("ask: status", "see the file").replace("<a", "<other");
    world.hand(other.as_bytes(), SOON);
    let stranger =
        mail.replace(&world.key("stark"), "0000").replace("anna@", "eve@").replace("<a", "<stranger");
    world.hand(stranger.as_bytes(), SOON);
    assert!(raw(&world).len() >= 5, "receipts and an answer to a stranger");
    all_sent_is_harmless(&world);
    names_are_plain(&world.path("c"));
}

#[test]
fn names_that_the_game_master_took_over_do_no_harm() {
    let nasty = format!("player: {}", yaml(&format!("Anna\r\nBcc: eve@evil.example\r\n\r\n{NASTY}")));
    let world = World::begun(&[("player: Anna", &nasty)]);
    world.submit("lannister", "ask: status\npress: {to: all, text: hello}\n", SOON);
    all_sent_is_harmless(&world);
    names_are_plain(&world.path("c"));
    for command in [&["status", "c"][..], &["status", "c", "--json"], &["verify", "c"], &["doctor", "c"]] {
        let ran = world.run(command);
        is_harmless(&ran.out).unwrap();
        is_harmless(&ran.err).unwrap();
    }
}

#[test]
fn the_terminal_of_whoever_looks_is_left_alone() {
    let world = World::begun(&[]);
    let state = world.sent().into_iter().find(|mail| mail.to[0].is("anna@x.example")).unwrap();
    let state = state.parts.iter().find(|part| part.path.contains("state-")).unwrap();
    world.write("state-1.yaml", &state.text);
    let plans = [
        format!("plan:\n  orders:\n    {NASTY}: march\n    Winterfell: {NASTY}\n"),
        format!("plan: {{orders: {{{0}: {0}}}}}\nseat: {0}\n", yaml(NASTY)),
        format!("{NASTY}\n"),
    ];
    for plan in plans {
        world.write("plan.yaml", &plan);
        let ran = world.run(&["check", "plan.yaml", "--state", "state-1.yaml"]);
        assert_ne!(ran.code, 0);
        is_harmless(&ran.out).unwrap();
        is_harmless(&ran.err).unwrap();
        world.submit("stark", &plan, SOON);
    }
    for command in [&["status", "c"][..], &["history", "c"], &["verify", "c"], &["tick", "c", "--now", SOON]]
    {
        let ran = world.run(command);
        is_harmless(&ran.out).unwrap();
        is_harmless(&ran.err).unwrap();
    }
}
