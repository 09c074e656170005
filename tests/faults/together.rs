//! Several runs at once, and runs that are killed, with the real program, the real lock and a real folder.

use crate::STRAIGHT;
use crate::plot::{Step, Straight};
use crate::tries::all_of;
use crate::world::DIR;
use ravenpost::post;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
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

fn spawn(words: &[String]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
    command.args(words).env_remove("TZ").env_remove("RAVENPOST_LOG");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn tick(dir: &Path, step: &Step) -> Child {
    spawn(&crate::acts::Act::Tick.words(dir, step.at))
}

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn found_it_locked(output: &Output) -> bool {
    complaint(output).contains("is being worked on by another Ravenpost")
}

/// Whether somebody at the terminal has read that the command is done.
fn is_told(output: &Output) -> bool {
    let said = String::from_utf8_lossy(&output.stdout);
    let done = [
        "All players are told",
        "nothing to tell the players",
        "The players are told as soon as",
        "Reminded",
        "is adopted. The next tick",
        "is proposed until",
        "is withdrawn. The next tick",
        "The next tick tells everyone",
        "mails the new key",
        "Your key for this campaign",
    ];
    done.iter().any(|words| said.contains(words)) || complaint(output).contains("done already")
}

/// Types a command until it is done. How often another was at work.
fn type_until_told(words: &[String]) -> usize {
    for locked in 0..200 {
        let output = spawn(words).wait_with_output().unwrap();
        if !found_it_locked(&output) {
            assert!(output.status.code().is_some_and(|code| code < 2), "{words:?}: {}", complaint(&output));
            assert!(is_told(&output), "{words:?}: {output:?}");
            return locked;
        }
    }
    panic!("{words:?}: the campaign is locked for ever");
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

/// Whether all that can be is tried at a step; by default only commands are, where a game master types much.
fn is_tried(straight: &Straight, step: &Step) -> bool {
    all_of(straight) || !straight.has_commands() || step.act.is_typed()
}

#[test]
fn several_runs_at_once_are_as_good_as_one_after_the_other() {
    let (mut waited, mut runs, mut commands) = (0, 0, 0);
    for straight in STRAIGHT.iter() {
        let dir = founded(straight);
        for step in &straight.steps {
            step.mails.iter().for_each(|(path, raw)| put(dir.path(), path, raw));
            let words = step.act.words(dir.path(), step.at);
            // A tick that came first would take in the mails that lie there for the command.
            if step.act.is_typed() && !step.mails.is_empty() {
                type_until_told(&words);
                continue;
            }
            let staggers: &[u64] = if is_tried(straight, step) { &[0, 0, 3, 9] } else { &[0] };
            let mut children = Vec::new();
            for (place, stagger) in staggers.iter().enumerate() {
                std::thread::sleep(Duration::from_millis(*stagger));
                let is_other = step.act.is_typed() && place != 1;
                children.push((is_other, if is_other { tick(dir.path(), step) } else { spawn(&words) }));
            }
            for (is_other, child) in children {
                let output = child.wait_with_output().unwrap();
                waited += usize::from(found_it_locked(&output));
                runs += 1;
                if step.act.is_typed() && !is_other {
                    commands += 1;
                    if found_it_locked(&output) {
                        waited += type_until_told(&words);
                    } else {
                        assert!(is_told(&output), "{words:?}: {output:?}");
                    }
                } else {
                    assert!(output.status.code().is_some_and(|code| code < 2), "{}", complaint(&output));
                }
            }
        }
        same(dir.path(), straight);
    }
    println!("at once: {runs} runs, {commands} of them commands; {waited} times the campaign was locked");
    assert!(runs > 150 && commands > 15 && waited > 10, "hardly any met another: {waited} of {runs}");
}

#[test]
fn the_program_killed_at_any_moment_is_carried_on_by_the_next() {
    let mut dice = fastrand::Rng::with_seed(1);
    let (mut killed, mut runs) = (0, 0);
    // Microseconds; follows how fast the program is here, so that about every other run is killed in its midst.
    let mut longest = 100_000;
    for straight in STRAIGHT.iter() {
        let dir = founded(straight);
        for (number, step) in straight.steps.iter().enumerate() {
            step.mails.iter().for_each(|(path, raw)| put(dir.path(), path, raw));
            let words = step.act.words(dir.path(), step.at);
            // Where the order would be another, so would the bytes.
            let times = match is_tried(straight, step) && straight.is_in_order(number) {
                true if all_of(straight) => 6,
                true => 2,
                false => 0,
            };
            let mut told = false;
            for _ in 0..times {
                let mut child = spawn(&words);
                std::thread::sleep(Duration::from_micros(dice.u64(1_000..longest)));
                child.kill().unwrap();
                let output = child.wait_with_output().unwrap();
                let died = output.status.code().is_none();
                longest = if died { longest * 5 / 4 } else { longest * 3 / 4 }.clamp(2_000, 1_000_000);
                killed += usize::from(died);
                runs += 1;
                told = step.act.is_typed() && is_told(&output);
                if told {
                    break;
                }
            }
            if !step.act.is_typed() {
                let output = tick(dir.path(), step).wait_with_output().unwrap();
                assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
            } else if !told {
                type_until_told(&words);
            }
        }
        same(dir.path(), straight);
    }
    println!("killed: {killed} of {runs} runs of the program");
    assert!(killed > 10, "hardly any were killed: {killed} of {runs}");
}
