//! Tampering with archives: their manifest and their files.

use crate::common::thorough;
use ravenpost::campaign::{Campaign, For, Host, export, verify_archive};
use ravenpost::disk::RealDisk;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

type Kind = (&'static str, fn(&mut Value));

const KINDS: [Kind; 15] = [
    ("another head", |m| m["head"] = json!("0".repeat(64))),
    ("an entry more", |m| m["entries"] = json!(m["entries"].as_u64().unwrap() + 1)),
    ("an entry fewer", |m| m["entries"] = json!(m["entries"].as_u64().unwrap() - 1)),
    ("another campaign", |m| m["campaign"] = json!("another")),
    ("another form", |m| m["form"] = json!("ravenpost-export/2")),
    ("no form", |m| drop(m.as_object_mut().unwrap().remove("form"))),
    ("another ledger", |m| m["files"]["ledger.jsonl"] = json!("0".repeat(64))),
    ("no ledger", |m| drop(m["files"].as_object_mut().unwrap().remove("ledger.jsonl"))),
    ("a file more", |m| m["files"]["games/more.yaml"] = json!("0".repeat(64))),
    ("a file fewer", |m| {
        let files = m["files"].as_object_mut().unwrap();
        let first = files.keys().find(|name| name.starts_with("games/")).unwrap().clone();
        files.remove(&first);
    }),
    ("another file", |m| {
        let files = m["files"].as_object_mut().unwrap();
        *files.values_mut().next().unwrap() = json!("0".repeat(64));
    }),
    ("no files", |m| m["files"] = json!({})),
    ("other settings", |m| m["settings"]["title"] = json!("another")),
    ("for somebody who is not there", |m| m["for"] = json!("nobody")),
    ("until a window that is not the last", |m| m["until"] = json!("9-nothing")),
];

fn python(path: &Path) -> Option<Result<String, String>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify.py");
    let output = Command::new("python3").arg("-B").arg(script).arg(path).output().ok()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) })
}

fn both(host: &Host, path: &Path, good: bool, what: &str) {
    let ours = verify_archive(host, path);
    let holds = matches!(&ours, Ok(Ok(_)));
    assert_eq!(
        holds,
        good,
        "{what}: {:?}",
        ours.map(|said| said.map(|_| ())).map_err(|error| error.to_string())
    );
    match python(path) {
        Some(theirs) => assert_eq!(theirs.is_ok(), good, "{what}: verify.py says {theirs:?}"),
        None => println!("note: there is no python3 here, so tests/verify.py was not run"),
    }
}

/// Archives of a campaign that is over and of one that runs, for everybody, a seat and the game master, in both forms.
#[test]
fn no_tampering_with_an_archive_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let dir: PathBuf = folder.path().join("c");
    std::fs::create_dir(&dir).unwrap();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for file in ["campaign.yaml", "secrets.yaml"] {
        std::fs::copy(golden.join(format!("king-is-dead-2.{file}")), dir.join(file)).unwrap();
    }
    let whole = std::fs::read_to_string(golden.join("king-is-dead-2.jsonl")).unwrap();
    let entries = crate::ledger::read(&whole);
    let opened = entries.iter().rposition(|entry| crate::ledger::kind(entry) == "window.opened").unwrap();
    let running: String = whole.lines().take(opened + 1).map(|line| format!("{line}\n")).collect();
    let host = Host { lock: false, ..Host::new(Arc::new(RealDisk { sync: false })) };
    let mut done = 0;
    for (name, ledger) in [("over", &whole), ("running", &running)] {
        std::fs::write(dir.join("ledger.jsonl"), ledger).unwrap();
        let campaign = Campaign::open(&host, &dir).unwrap();
        let seat = campaign.record.people.seats().next().unwrap().to_owned();
        let all = [For::Public, For::Seat(seat), For::Whole];
        let some = thorough(&all[..1], &all[..]);
        for (number, receiver) in some.iter().enumerate() {
            let (path, lines) = (
                folder.path().join(format!("{name}-{number}")),
                folder.path().join(format!("{name}-{number}.jsonl")),
            );
            export(&host, &campaign, receiver, &path).unwrap();
            export(&host, &campaign, receiver, &lines).unwrap();
            both(&host, &path, true, &format!("{name}, {receiver}"));
            both(&host, &lines, true, &format!("{name}, {receiver}, in one file"));
            let kept = std::fs::read_to_string(path.join("export.json")).unwrap();
            let in_lines = std::fs::read_to_string(&lines).unwrap();
            for (kind, change) in KINDS {
                let what = format!("{kind} ({name}, {receiver})");
                let mut manifest: Value = serde_json::from_str(&kept).unwrap();
                change(&mut manifest);
                std::fs::write(path.join("export.json"), manifest.to_string()).unwrap();
                both(&host, &path, false, &what);
                let rest = in_lines.split_once('\n').unwrap().1;
                std::fs::write(&lines, format!("{}\n{rest}", json!({"export": manifest}))).unwrap();
                both(&host, &lines, false, &format!("{what}, in one file"));
                done += 2;
            }
            std::fs::write(path.join("export.json"), &kept).unwrap();
            let data =
                std::fs::read_dir(path.join("games/king-is-dead")).unwrap().next().unwrap().unwrap().path();
            let text = std::fs::read_to_string(&data).unwrap();
            // A file changed, and then its hash in the manifest as well: the founding has another.
            std::fs::write(&data, format!("{text}# more\n")).unwrap();
            both(&host, &path, false, "a file changed");
            let mut manifest: Value = serde_json::from_str(&kept).unwrap();
            let hash = ravenpost::seal::Hash256::of(format!("{text}# more\n")).to_string();
            let file = format!("games/king-is-dead/{}", data.file_name().unwrap().to_str().unwrap());
            manifest["files"][&file] = json!(hash);
            std::fs::write(path.join("export.json"), manifest.to_string()).unwrap();
            both(&host, &path, false, "a file changed, and its hash");
            std::fs::write(&data, &text).unwrap();
            std::fs::write(path.join("export.json"), &kept).unwrap();
            std::fs::write(path.join("ledger.jsonl"), "").unwrap();
            both(&host, &path, false, "an empty ledger");
            done += 3;
        }
    }
    println!("{} kinds of tampering with archives, {done} applications", KINDS.len() + 3);
}
