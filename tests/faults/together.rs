//! Two ticks at once, and ticks that are killed, with the real program, the real lock and a real folder.

use crate::STRAIGHT;
use crate::plot::Straight;
use crate::tries::all_of;
use crate::world::DIR;
use ravenpost::post;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A real folder as the campaign was founded.
fn founded(straight: &Straight) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for folder in ["in/new", "in/cur", "in/tmp", "out/new", "out/cur", "out/tmp"] {
        fs::create_dir_all(dir.path().join("mail").join(folder)).unwrap();
    }
    fs::create_dir(dir.path().join("private")).unwrap();
    let step = &straight.steps[0];
    for (path, bytes) in step.before.files() {
        put(dir.path(), &path, &bytes);
    }
    dir
}

fn put(dir: &Path, path: &Path, bytes: &[u8]) {
    let path = dir.join(path.strip_prefix(DIR).unwrap());
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn spawn(dir: &Path, at: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
    command.arg("tick").arg(dir).args(["--now", at]).env_remove("TZ").env_remove("RAVENPOST_LOG");
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn sent(dir: &Path) -> Vec<String> {
    let files = fs::read_dir(dir.join("mail/out/new")).unwrap();
    files.map(|file| post::read(&fs::read(file.unwrap().path()).unwrap()).message_id.unwrap()).collect()
}

/// The same ledger to the byte, and each mail once.
fn same(dir: &Path, straight: &Straight) {
    assert!(
        fs::read(dir.join("ledger.jsonl")).unwrap() == straight.end().ledger(),
        "{} ends otherwise",
        straight.plot.name
    );
    let sent = sent(dir);
    let ids: BTreeSet<&String> = sent.iter().collect();
    assert_eq!(ids.len(), sent.len(), "a mail is there twice");
    let bare = |id: &str| id.trim_start_matches('<').trim_end_matches('>').to_owned();
    let should: BTreeSet<String> = straight.end().sent().iter().map(|(id, _)| bare(id)).collect();
    assert_eq!(sent.iter().map(|id| bare(id)).collect::<BTreeSet<_>>(), should);
    assert_eq!(fs::read_dir(dir.join("mail/in/new")).unwrap().count(), 0, "mails are left lying");
}

#[test]
fn several_ticks_at_once_are_as_good_as_one() {
    let (mut waited, mut runs) = (0, 0);
    for straight in STRAIGHT.iter() {
        let dir = founded(straight);
        for step in &straight.steps {
            step.mails.iter().for_each(|(path, raw)| put(dir.path(), path, raw));
            let at = step.at.to_rfc3339();
            let mut children = Vec::new();
            for stagger in [0, 0, 3, 9] {
                std::thread::sleep(Duration::from_millis(stagger));
                children.push(spawn(dir.path(), &at));
            }
            for child in children {
                let output = child.wait_with_output().unwrap();
                let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(output.status.success(), "{complaint}");
                waited += usize::from(complaint.contains("is being worked on by another Ravenpost"));
                runs += 1;
            }
        }
        same(dir.path(), straight);
    }
    println!("ticks at once: {runs}, of which {waited} found the campaign locked");
    assert!(runs > 100 && waited > 10, "hardly any met another: {waited} of {runs}");
}

#[test]
fn the_program_killed_at_any_moment_is_carried_on_by_the_next() {
    let mut dice = fastrand::Rng::with_seed(1);
    let (mut killed, mut runs) = (0, 0);
    // Microseconds; follows how fast the program is here, so that about every other run is killed in its midst.
    let mut longest = 100_000;
    for straight in STRAIGHT.iter() {
        let dir = founded(straight);
        for step in &straight.steps {
            step.mails.iter().for_each(|(path, raw)| put(dir.path(), path, raw));
            let at = step.at.to_rfc3339();
            for _ in 0..if all_of(straight) { 6 } else { 2 } {
                let mut child = spawn(dir.path(), &at);
                std::thread::sleep(Duration::from_micros(dice.u64(1_000..longest)));
                child.kill().unwrap();
                let died = !child.wait().unwrap().success();
                longest = if died { longest * 5 / 4 } else { longest * 3 / 4 }.clamp(2_000, 1_000_000);
                killed += usize::from(died);
                runs += 1;
            }
            let output = spawn(dir.path(), &at).wait_with_output().unwrap();
            assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
        }
        same(dir.path(), straight);
    }
    println!("killed: {killed} of {runs} runs of the program");
    assert!(killed > 10, "hardly any were killed: {killed} of {runs}");
}
