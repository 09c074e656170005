//! A ledger compared with the messages that players have kept, by the program and by `verify.py`: an honest one agrees, and
//! each way to change it afterwards shows.

use super::sealed::{SEALED, all_seal};
use super::world::*;
use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::ledger::{Draft, Entry, Kind, Ledger};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// What the program and `verify.py` must say, and what neither may say.
struct Case {
    name: &'static str,
    program: Vec<&'static str>,
    python: Vec<&'static str>,
}

/// A turn with seals, and questions in the second; what Anna has written is kept in `anna/sent`.
fn played() -> World {
    let world = World::begun(&SEALED);
    all_seal(&world);
    for (seat, who) in [("lannister", "bert"), ("baratheon", "cleo"), ("stark", "anna")] {
        world.submit(seat, &world.read(&format!("{who}/plan.opening.txt")), SOON);
    }
    let text = format!("key: {}\nask: status\n", world.key("stark"));
    let mail = world.plain("anna", &text);
    world.write("sent/1.eml", &mail);
    world.hand(&mail, SOON).says(0, &[]);
    world.submit("lannister", "press: {to: stark, text: \"Entry 1 of the ledger has the hash\"}", SOON);
    assert_eq!(world.standing("stark", SOON), "nothing-came", "the second turn has begun");
    world
}

fn entries(world: &World, ledger: &str) -> Vec<Entry> {
    ravenpost::ledger::entries(world.read(ledger).as_bytes()).unwrap()
}

/// Writes a folder with the same campaign and another ledger, its chain made anew.
fn remade(world: &World, change: impl FnOnce(&mut Vec<Draft>)) {
    let drafts = entries(world, "c/ledger.jsonl").into_iter();
    let mut drafts: Vec<Draft> =
        drafts.map(|Entry { at, kind, body, secret, .. }| Draft { at, kind, body, secret }).collect();
    change(&mut drafts);
    let (disk, path): (Arc<dyn Disk>, _) = (Arc::new(FaultyDisk::new()), Path::new("/ledger.jsonl"));
    let mut ledger = Ledger::open(&disk, path).unwrap().ledger;
    let lines: Vec<String> =
        ledger.append(&*disk, drafts).unwrap().iter().map(|entry| entry.line().unwrap() + "\n").collect();
    for file in ["campaign.yaml", "secrets.yaml"] {
        world.write(&format!("t/{file}"), world.read(&format!("c/{file}")));
    }
    world.write("t/ledger.jsonl", lines.concat());
}

/// Compares by `verify.py`; `None` if there is no Python here.
fn python(world: &World, ledger: &str, mails: &[&str]) -> Option<(i32, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(world.path(ledger)).arg("--against");
    let output = match command.args(mails.iter().map(|mails| world.path(mails))).output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => panic!("python3: {error}"),
    };
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    assert!(!text.contains("Traceback"), "{text}");
    Some((output.status.code().unwrap(), text))
}

/// The place of the first entry of a kind of which something holds.
fn place(drafts: &[Draft], kind: Kind, holds: impl Fn(&Value) -> bool) -> usize {
    drafts.iter().position(|draft| draft.kind == kind && holds(&draft.body)).unwrap()
}

fn is_of(seat: &'static str, number: u64) -> impl Fn(&Value) -> bool {
    move |body| body["seat"] == seat && body["number"] == number
}

#[test]
fn an_honest_ledger_agrees_with_the_mails_of_all_players() {
    let world = played();
    let ran = world.run(&["verify", "c", "--against", "c/mail/out", "sent", "--json"]);
    let result = ran.json();
    let against = &result["against"];
    assert_eq!((ran.code, &against["findings"], &against["notes"]), (0, &json!([]), &json!([])), "{against}");
    let mailed = world.entries("mailed");
    assert_eq!(against["ours"], mailed);
    assert_eq!(against["receipts"], world.entries("received"));
    // The first window, its table of seals, and the second window.
    assert_eq!((&against["heads"], &against["own"]), (&json!(3), &json!(1)));
    let words = ["the messages agree with the ledger", "signed receipts agree with the ledger"];
    world.run(&["verify", "c", "--against", "c/mail/out"]).says(0, &words);
    if let Some((code, text)) = python(&world, "c/ledger.jsonl", &["c/mail/out", "sent"]) {
        assert_eq!(code, 0, "{text}");
        assert!(text.contains(&format!("{mailed} messages compared")), "{text}");
    }
    // A copy for a seat ends where the window began: what came later cannot be compared with it.
    world.run(&["export", "c", "--seat", "stark", "--out", "stark"]).says(0, &[]);
    let says = ["the messages agree", "receipts for messages that came after the end of this copy: 2"];
    world.run(&["verify", "stark", "--against", "c/mail/out"]).says(0, &says);
    if let Some((code, text)) = python(&world, "stark", &["c/mail/out"]) {
        assert_eq!(code, 0, "{text}");
    }
    // As one mbox, and as single messages.
    let mut mbox = Vec::new();
    for file in fs::read_dir(world.path("c/mail/out/new")).unwrap() {
        let raw = fs::read(file.unwrap().path()).unwrap();
        let raw = String::from_utf8(raw).unwrap().replace("\r\n", "\n").replace("\nFrom ", "\n>From ");
        mbox.push(format!("From ravens@x.example Tue Sep  1 12:30:00 2026\n{raw}\n"));
    }
    world.write("all.mbox", mbox.concat());
    let ran = world.run(&["verify", "c", "--against", "all.mbox", "--json"]);
    assert_eq!((ran.code, &ran.json()["against"]["ours"]), (0, &json!(mailed)), "{ran:?}");
    if let Some((code, text)) = python(&world, "c/ledger.jsonl", &["all.mbox"]) {
        assert_eq!(code, 0, "{text}");
        assert!(text.contains(&format!("{mailed} messages compared")), "{text}");
    }
    // Others' mails are skipped and counted.
    world.write(
        "sent/2.eml",
        "From: a@b.example\nMessage-ID: <x@y>\nSubject: Dinner\n\nEntry 1 of the ledger has the hash\n00\n",
    );
    world.write("sent/3.eml", "From: a@b.example\nMessage-ID: <x@y>\nX-Ravenpost: other\n\nEntry 1 of the ledger has the hash\n00\n");
    let ran = world.run(&["verify", "c", "--against", "sent", "--json"]);
    let against = &ran.json()["against"];
    assert_eq!((ran.code, &against["foreign"], &against["strangers"]), (0, &json!(1), &json!(1)));
}

#[test]
fn a_ledger_that_was_changed_later_does_not_agree() {
    let world = played();
    let stark = is_of("stark", 1);
    type Change = Box<dyn FnOnce(&mut Vec<Draft>)>;
    let cases: Vec<(Case, Change)> = vec![
        (
            Case {
                name: "history before the first window",
                program: vec!["the history before it is not the one", "which is here with another hash"],
                python: vec!["it names entry 4 with the hash", "its entry is"],
            },
            Box::new(|drafts| drafts[0].body["version"] = json!("0.0.0")),
        ),
        (
            Case {
                name: "a tail that was cut",
                program: vec!["it names entry", "but this ledger ends with entry", "its end is missing"],
                python: vec!["but this ledger ends with entry", "that is not in this ledger"],
            },
            Box::new(|drafts| {
                let end = place(drafts, Kind::Window, |body| body["what"] == "published");
                drafts.truncate(end);
            }),
        ),
        (
            Case {
                name: "messages dropped from the end",
                program: vec![
                    "it acknowledges a message of lannister (receipt 3) that is not in this ledger",
                ],
                python: vec!["it acknowledges a message of lannister (receipt 3) that is not in this ledger"],
            },
            Box::new(|drafts| {
                let end = place(drafts, Kind::Received, is_of("lannister", 3));
                drafts.truncate(end);
            }),
        ),
        (
            Case {
                name: "an acknowledged message dropped",
                program: vec![
                    "it acknowledges a message of baratheon (receipt 1) that is not in this ledger",
                ],
                python: vec!["it acknowledges a message of baratheon (receipt 1) that is not in this ledger"],
            },
            Box::new(|drafts| drop(drafts.remove(place(drafts, Kind::Received, is_of("baratheon", 1))))),
        ),
        (
            Case {
                name: "a fate",
                program: vec![
                    "it is receipt 1 of stark, but not as this ledger has it: fate is refused there and used in the receipt",
                ],
                python: vec!["its fate is used, but in entry"],
            },
            Box::new(move |drafts| {
                let at = place(drafts, Kind::Received, &stark);
                drafts[at].body["fate"] = json!("refused");
            }),
        ),
        (
            Case {
                name: "a window",
                program: vec!["window is 9-planning there and 1-planning in the receipt"],
                python: vec!["its window is 1-planning, but in entry"],
            },
            Box::new(|drafts| {
                let at = place(drafts, Kind::Received, is_of("stark", 1));
                drafts[at].body["window"] = json!("9-planning");
            }),
        ),
        (
            Case {
                name: "the chain of receipts",
                program: vec!["chain is 0000"],
                python: vec!["its chain is"],
            },
            Box::new(|drafts| {
                let at = place(drafts, Kind::Received, is_of("stark", 1));
                drafts[at].body["chain"] = json!("0".repeat(64));
            }),
        ),
        (
            Case {
                name: "a seal everywhere",
                program: vec![
                    "it acknowledges the seal sha256:",
                    "of stark for 1-planning, but this ledger has the seal sha256:1111",
                    "it shows for Stark the seal sha256:",
                    "but the table in this ledger has sha256:1111",
                ],
                python: vec!["of stark, which is not in this ledger", "it shows for Stark the seal sha256:"],
            },
            Box::new(|drafts| {
                let other = format!("sha256:{}", "1".repeat(64));
                let at = place(drafts, Kind::Sealed, |body| body["seat"] == "stark");
                drafts[at].body["seal"] = json!(other);
                let at = place(drafts, Kind::Window, |body| body["what"] == "published");
                drafts[at].body["seals"]["stark"] = json!(other);
            }),
        ),
        (
            Case {
                name: "another key",
                program: vec!["but this ledger was founded with the key"],
                python: vec!["but this ledger was founded with another"],
            },
            Box::new(|drafts| drafts[0].body["receipt-key"] = json!("11".repeat(32))),
        ),
    ];
    for (case, change) in cases {
        remade(&world, change);
        let ran = world.run(&["verify", "t", "--against", "c/mail/out"]);
        assert_eq!(ran.code, 1, "{}: {ran:?}", case.name);
        for part in &case.program {
            assert!(flat(&ran.out).contains(part), "{}: no “{part}” in {}", case.name, ran.out);
        }
        let Some((code, text)) = python(&world, "t/ledger.jsonl", &["c/mail/out"]) else { continue };
        assert_eq!(code, 1, "{}: {text}", case.name);
        for part in &case.python {
            assert!(text.contains(part), "{}: no “{part}” in {text}", case.name);
        }
    }
}

/// Changes one kept mail, found by its recipient and a part of its subject, and compares it alone.
fn changed(
    world: &World,
    who: &str,
    subject: &str,
    change: impl Fn(String) -> String,
) -> (Ran, Option<(i32, String)>) {
    let files = fs::read_dir(world.path("c/mail/out/new")).unwrap().map(|file| file.unwrap().path());
    let raw = files
        .map(|path| fs::read_to_string(path).unwrap())
        .find(|raw| raw.contains(&format!("{who}@x.example")) && raw.contains(subject))
        .unwrap();
    let other = change(raw.clone());
    assert_ne!(raw, other);
    world.write("changed/1.eml", other);
    let args = ["verify", "c", "--against", "changed/1.eml", "c/mail/out"];
    (world.run(&args), python(world, "c/ledger.jsonl", &["changed/1.eml", "c/mail/out"]))
}

/// Changes the signed file of a receipt.
fn with_file(raw: String, change: impl Fn(&mut Value)) -> String {
    let (head, rest) = raw.split_once("filename=\"receipt-").unwrap();
    let (names, rest) = rest.split_once("\r\n\r\n").unwrap();
    let (body, rest) = rest.split_once("\r\n--").unwrap();
    let file = data_encoding::BASE64.decode(body.replace("\r\n", "").as_bytes()).unwrap();
    let mut file: Value = serde_json::from_slice(&file).unwrap();
    change(&mut file);
    let body = data_encoding::BASE64_MIME.encode(ravenpost::seal::canonical(&file).unwrap().as_bytes());
    format!("{head}filename=\"receipt-{names}\r\n\r\n{}\r\n--{rest}", body.trim_end())
}

#[test]
fn a_mail_that_was_changed_does_not_agree() {
    let world = played();
    type Change = Box<dyn Fn(String) -> String>;
    let cases: Vec<(&str, &str, Change, &str, &str)> = vec![
        (
            "anna",
            "Receipt 1 for",
            Box::new(|raw| raw.replace("Your seal counts", "Your seal is void")),
            "its text is not the text that was signed",
            "its text is not the text that was signed",
        ),
        (
            "anna",
            "Receipt 1 for",
            Box::new(|raw| with_file(raw, |file| file["statement"]["fate"] = json!("refused"))),
            "the signature of its receipt is wrong",
            "the signature of its receipt is wrong",
        ),
        (
            "anna",
            "Receipt 1 for",
            Box::new(|raw| with_file(raw, |file| file["statement"]["seat"] = json!("lannister"))),
            "it is receipt 1 of lannister, but",
            "it is receipt 1 of lannister, but",
        ),
        (
            "anna",
            "Receipt 1 for",
            Box::new(|raw| with_file(raw, |file| *file = signed_by_another(file))),
            "its receipt is signed with the key",
            "its receipt is signed with the key",
        ),
        // Two histories: what the others were told is not what this player was told.
        (
            "anna",
            "Turn 2",
            Box::new(|raw| {
                let (before, after) = raw.split_once("What the other seats were told").unwrap();
                let (line, rest) = after.split_once(" has the hash\r\n").unwrap();
                let (_, rest) = rest.split_once("\r\n").unwrap();
                let other = "ab".repeat(32);
                format!("{before}What the other seats were told{line} has the hash\r\n{other}\r\n{rest}")
            }),
            "the history before it is not the one that this message was made from",
            "it names entry",
        ),
    ];
    for (who, subject, change, program, in_python) in cases {
        let (ran, python) = changed(&world, who, subject, change);
        assert_eq!(ran.code, 1, "{program}: {ran:?}");
        assert!(flat(&ran.out).contains(program), "no “{program}” in {}", ran.out);
        assert!(ran.out.contains("changed/1.eml"), "{}", ran.out);
        if let Some((code, text)) = python {
            assert_eq!(code, 1, "{text}");
            assert!(text.contains(in_python), "no “{in_python}” in {text}");
        }
    }
}

/// The same statement with a right signature by a key that is not the campaign's.
fn signed_by_another(file: &Value) -> Value {
    let statement = serde_json::from_value(file["statement"].clone()).unwrap();
    let signed = ravenpost::seal::ReceiptSigner::new([9; 32]).sign(statement).unwrap();
    serde_json::to_value(signed).unwrap()
}

#[test]
fn what_contradicts_nothing_is_noted() {
    let world = played();
    // One receipt was lost, one message was never acknowledged, and one receipt has lost its file.
    fs::create_dir_all(world.path("kept")).unwrap();
    let mut answered = String::new();
    for file in fs::read_dir(world.path("c/mail/out/new")).unwrap() {
        let path = file.unwrap().path();
        let raw = fs::read_to_string(&path).unwrap();
        let is = |subject: &str| raw.contains(&format!("[c] {subject}"));
        if is("Receipt 1 for Stark") {
            continue;
        }
        if is("Receipt 2 for Lannister") {
            let without = raw.replace("filename=\"receipt-2.json\"", "filename=\"x.bin\"");
            let file = without.find("eyJrZXk").or(without.find("ewog")).unwrap();
            world.write("kept/bare.eml", format!("{}AAAA{}", &without[..file], &without[file + 4..]));
            continue;
        }
        if is("Turn 2") {
            answered = ravenpost::post::read(raw.as_bytes()).message_id.unwrap();
        }
        fs::copy(&path, world.path("kept").join(path.file_name().unwrap())).unwrap();
    }
    let mail = world.typed("anna", &format!("In-Reply-To: <{answered}>\n"), "text/plain", "plan: {}\n");
    world.write("kept/own.eml", &mail);
    let ran = world.run(&["verify", "c", "--against", "kept"]);
    ran.says(
        0,
        &[
            "the messages agree with the ledger",
            "kept/own.eml (“My orders”, 2026-09-01 12:10 UTC) answers a message of the campaign, but it is not in this ledger",
            "the ledger has messages of stark whose receipts are not here: 1. Did you write them?",
            "has no signed file that can be read",
        ],
    );
    world.write("empty/x.eml", "From: a@b.example\nSubject: Dinner\n\nHello\n");
    let ran = world.run(&["verify", "c", "--against", "empty"]);
    ran.says(0, &["there is no message of this campaign among them"]);
    world.run(&["verify", "c", "--against", "nowhere"]).says(3, &["nowhere"]);
}
