//! Archives: what is in them, who can check them, and that changes are found.

use super::folder::Folder;
use super::outputs;
use ravenpost::campaign::{
    Campaign, Exported, Flaw, For, Host, Manifest, Verified, export, is_archive, verify_archive,
};
use ravenpost::disk::RealDisk;
use ravenpost::ledger::{Kind, Secret};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

const DISK: RealDisk = RealDisk { sync: false };

/// A demo that is over, and the same one as it was in the middle of a sealed window.
fn demos() -> &'static (tempfile::TempDir, PathBuf, PathBuf) {
    static PLAYED: OnceLock<(tempfile::TempDir, PathBuf, PathBuf)> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let (over, half) = (folder.path().join("over"), folder.path().join("half"));
        let played = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
            .args(["-q", "demo", "--players", "3", "--seed", "2", "--dir"])
            .arg(&over)
            .output()
            .unwrap();
        assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
        std::fs::create_dir(&half).unwrap();
        for file in ["campaign.yaml", "secrets.yaml"] {
            std::fs::copy(over.join(file), half.join(file)).unwrap();
        }
        let campaign = open(&over);
        // The last mail of turn 5 that was sealed and receipted before the plans of its window were opened.
        let opened =
            |e: &ravenpost::ledger::Entry| e.kind == Kind::Opened && e.body["window"] == "5-planning";
        let first = campaign.entries().unwrap().iter().position(opened).unwrap();
        let before = campaign.entries().unwrap().get(..first).unwrap();
        let last = before.iter().rposition(|e| e.kind == Kind::Received).unwrap();
        let lines = before.iter().take(last + 1).map(|e| e.line().unwrap() + "\n").collect::<String>();
        std::fs::write(half.join("ledger.jsonl"), lines).unwrap();
        (folder, over, half)
    })
}

fn open(dir: &Path) -> Campaign {
    Campaign::open(&Host::new(Arc::new(DISK)), dir).unwrap_or_else(|why| panic!("{why}"))
}

fn exported(dir: &Path, receiver: &For, out: &Path) -> Exported {
    export(&Host::new(Arc::new(DISK)), &open(dir), receiver, out).unwrap_or_else(|why| panic!("{why}"))
}

fn verified(path: &Path) -> Result<Verified, Flaw> {
    verify_archive(&Host::new(Arc::new(DISK)), path).unwrap_or_else(|why| panic!("{why}"))
}

fn receivers() -> [For; 4] {
    [For::Public, For::Seat("stark".into()), For::Seat("baratheon".into()), For::Whole]
}

/// Everything in an archive as one text.
fn all_of(path: &Path) -> String {
    if path.is_file() {
        return std::fs::read_to_string(path).unwrap();
    }
    let mut entries: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries.iter().map(|path| all_of(path)).collect()
}

#[test]
fn what_is_exported_is_verified_elsewhere() {
    let (_, over, half) = demos();
    let elsewhere = Folder::new();
    for (state, dir) in [("over", over), ("half", half)] {
        let campaign = open(dir);
        for receiver in receivers() {
            // While a window takes plans, copies for others end at its opening.
            let cut = state == "half" && receiver != For::Whole;
            let opens = |e: &ravenpost::ledger::Entry| e.kind == Kind::Window && e.body["what"] == "opened";
            let last = campaign.entries().unwrap().iter().rfind(|e| !cut || opens(e)).unwrap();
            assert!(!cut || last.seq + 2 < campaign.head().seq, "mails have come since");
            for form in ["", ".jsonl"] {
                let out = elsewhere.path().join(format!("{state}-{receiver}{form}"));
                let exported = exported(dir, &receiver, &out);
                assert!(is_archive(&Host::new(Arc::new(DISK)), &out));
                assert_eq!(exported.left_out == 0, receiver == For::Whole);
                let verified = verified(&out).unwrap_or_else(|flaw| panic!("{state} for {receiver}: {flaw}"));
                assert_eq!((verified.entries as u64, &verified.head), (last.seq, &last.hash.to_string()));
                assert_eq!(exported.manifest.until.as_deref(), cut.then_some("5-planning"));
                if state == "over" {
                    assert!(verified.stages > 20 && verified.shuffles > 3, "{verified:?}");
                    assert!(verified.seals > 20 && verified.answers > 20, "{verified:?}");
                } else {
                    // The shuffles' secret is not published yet, and never is it in an archive.
                    assert!(!verified.unchecked.is_empty());
                    assert_eq!(verified.seals > 0, receiver != For::Public, "{receiver}: {verified:?}");
                }
            }
        }
    }
}

#[test]
fn a_stranger_needs_none_of_our_code() {
    let (_, over, half) = demos();
    let elsewhere = Folder::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify.py");
    for (state, dir) in [("over", over), ("half", half)] {
        for form in ["", ".jsonl"] {
            let out = elsewhere.path().join(format!("{state}{form}"));
            let head = exported(dir, &For::Public, &out).manifest.head;
            let output = match Command::new("python3").arg(&script).arg(&out).output() {
                Ok(output) => output,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    println!("note: there is no python3 here, so tests/verify.py was not run");
                    return;
                }
                Err(error) => panic!("python3: {error}"),
            };
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
            assert!(told.contains(&head.to_string()), "{told}");
            // A changed line is found in an archive as in a ledger.
            if form == ".jsonl" {
                let text = std::fs::read_to_string(&out)
                    .unwrap()
                    .replace("\"kind\":\"chance\"", "\"kind\":\"vote\"");
                std::fs::write(&out, text).unwrap();
                assert!(!Command::new("python3").arg(&script).arg(&out).output().unwrap().status.success());
            }
        }
    }
}

/// The texts in a value that only who has it can know: nonces, salts, mail addresses, Message-IDs, subjects.
fn telling(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                if let ("nonce" | "message_id" | "from" | "position", Value::String(text)) =
                    (name.as_str(), value)
                    && (name != "from" || text.contains('@'))
                {
                    found.push(text.clone());
                }
                telling(value, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| telling(value, found)),
        _ => {}
    }
}

#[test]
fn an_archive_holds_nothing_that_its_receiver_may_not_know() {
    let (_, over, half) = demos();
    let elsewhere = Folder::new();
    for (state, dir) in [("over", over), ("half", half)] {
        let campaign = open(dir);
        for receiver in receivers().iter().filter(|receiver| **receiver != For::Whole) {
            let out = elsewhere.path().join(format!("{state}-{receiver}"));
            let Manifest { entries, .. } = exported(dir, receiver, &out).manifest;
            let text = all_of(&out);
            let (mut hidden, mut shown) = (0, 0);
            for entry in campaign.entries().unwrap() {
                let Some(Secret::Kept { salt, body }) = &entry.secret else { continue };
                let own = *receiver == For::Seat(entry.body["seat"].as_str().unwrap_or_default().to_owned());
                let of_the_game = matches!(entry.kind, Kind::Opened | Kind::Answered | Kind::Resolved);
                let may = entry.seq <= entries && (own || state == "over" && of_the_game);
                assert_eq!(text.contains(salt), may, "{state} for {receiver}: entry {}", entry.seq);
                let mut telltales = Vec::new();
                telling(body, &mut telltales);
                hidden += usize::from(!may);
                shown += usize::from(may);
                if !may {
                    telltales.iter().for_each(|word| assert!(!text.contains(word), "{word} for {receiver}"));
                }
            }
            assert!(hidden > 0 && (shown > 0 || *receiver == For::Public), "{hidden} {shown}");
            // What is in no ledger is in no archive.
            let secrets = std::fs::read_to_string(dir.join("secrets.yaml")).unwrap();
            let secrets = secrets.split(['\n', ' ', '"', '\'']).filter(|word| word.len() > 20);
            let published =
                campaign.record.game.ended.as_ref().map(|ended| ended.secret.clone()).unwrap_or_default();
            for word in secrets.filter(|word| *word != published) {
                assert!(!text.contains(word), "{word}");
            }
            assert!(!text.contains("@players.example") || *receiver != For::Public);
        }
    }
}

#[test]
fn tampering_is_found_and_named() {
    let (_, over, _) = demos();
    let elsewhere = Folder::new();
    let fresh = |name: &str| {
        let out = elsewhere.path().join(name);
        exported(over, &For::Public, &out);
        out
    };
    let change = |path: PathBuf, change: &dyn Fn(String) -> String| {
        let text = std::fs::read_to_string(&path).unwrap();
        let changed = change(text.clone());
        assert_ne!(text, changed);
        std::fs::write(path, changed).unwrap();
    };
    // A line of the ledger.
    let out = fresh("a-line");
    change(out.join("ledger.jsonl"), &|text| text.replacen("\"march+0\"", "\"march*\"", 1));
    let flaw = verified(&out).unwrap_err();
    assert!(flaw.entry > 3 && flaw.why.contains("has been changed"), "{flaw}");
    // Lines missing at the end, where the chain alone is silent.
    let out = fresh("the-end");
    change(out.join("ledger.jsonl"), &|text| {
        text.lines().take(100).map(|line| line.to_owned() + "\n").collect()
    });
    let flaw = verified(&out).unwrap_err();
    assert!(flaw.entry == 0 && flaw.why.contains("entries"), "{flaw}");
    // The game's data; even if the list of files is changed with them.
    let out = fresh("the-data");
    change(out.join("games/thrones-1e/houses.yaml"), &|text| text.replacen("power: 5", "power: 6", 1));
    let flaw = verified(&out).unwrap_err();
    assert!(flaw.why.contains("houses.yaml"), "{flaw}");
    let hash = |name: &str| {
        let bytes = std::fs::read(out.join("games/thrones-1e").join(name)).unwrap();
        ravenpost::seal::Hash256::of(bytes).to_string()
    };
    let listed = open(over).record.people.founded.as_ref().unwrap().data["houses.yaml"].to_string();
    change(out.join("export.json"), &|text| text.replace(&listed, &hash("houses.yaml")));
    let flaw = verified(&out).unwrap_err();
    assert!(flaw.why.contains("not what the campaign was founded with"), "{flaw}");
    // A file that is gone, and a name that leads out of the archive.
    let out = fresh("a-file");
    std::fs::remove_file(out.join("games/thrones-1e/map.yaml")).unwrap();
    assert!(verified(&out).unwrap_err().why.contains("map.yaml is missing"));
    let out = fresh("a-way-out");
    change(out.join("export.json"), &|text| text.replace("games/thrones-1e/map.yaml", "../map.yaml"));
    assert!(verified(&out).unwrap_err().why.contains("outside of itself"));
    // A single file.
    let out = fresh("one.jsonl");
    change(out.clone(), &|text| text.replacen("\"kind\":\"chance\"", "\"kind\":\"vote\"", 1));
    let chance = open(over).entries().unwrap().iter().find(|e| e.kind == Kind::Chance).unwrap().seq;
    assert_eq!(verified(&out).unwrap_err().entry, chance);
    std::fs::write(&out, "hello\n").unwrap();
    assert!(verified(&out).unwrap_err().why.contains("first line"));
}

#[test]
fn the_command_line_writes_and_checks_an_archive() {
    let (_, over, _) = demos();
    let elsewhere = Folder::new();
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
            .args(args)
            .current_dir(elsewhere.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let of_demo = |text: &str| text.replace(over.to_str().unwrap(), "over");
        outputs::printed(&of_demo(&args.join(" ")), of_demo(&said));
        (output.status.code(), said)
    };
    let dir = over.to_str().unwrap();
    assert_eq!(run(&["export", dir, "--seat", "stark"]).0, Some(0));
    assert_eq!(run(&["export", dir, "--seat", "stark"]).0, Some(3), "nothing is overwritten");
    assert_eq!(run(&["export", dir, "--seat", "nobody"]).0, Some(2));
    let (code, said) = run(&["verify", "demo-stark.jsonl"]);
    assert!(code == Some(0) && said.contains("demo-stark.jsonl: verified."), "{said}");
    let text = std::fs::read_to_string(elsewhere.path().join("demo-stark.jsonl")).unwrap();
    std::fs::write(elsewhere.path().join("demo-stark.jsonl"), text.replacen("\"march+0\"", "\"march*\"", 1))
        .unwrap();
    let (code, said) = run(&["verify", "demo-stark.jsonl"]);
    assert!(code == Some(1) && said.contains("The first mismatch is entry"), "{said}");
}
