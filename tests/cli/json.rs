//! `--json`: the members that docs/json.md promises are those that the commands print.

use super::world::*;
use serde_json::Value;
use std::collections::BTreeSet;

const DOCS: &str = include_str!("../../docs/json.md");

/// The members in the table of a command.
fn promised(command: &str) -> BTreeSet<String> {
    let head = format!("| member of {command} |");
    let table = DOCS.split(&head).nth(1).unwrap_or_else(|| panic!("no table of {command}"));
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let first = rows.filter_map(|row| row.split('|').nth(1));
    first.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

fn members(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap_or_else(|| panic!("{value}")).keys().cloned().collect()
}

#[test]
fn the_members_are_those_that_are_documented() {
    let world = World::begun(&[STEADY]);
    for (seat, plan) in [("stark", STARK), ("baratheon", BARATHEON)] {
        world.submit(seat, &format!("{plan}final: yes\n"), SOON);
    }
    world.submit("lannister", &format!("{LANNISTER}  raven: none\nfinal: yes\n"), SOON);
    for (command, args, absent) in [
        ("status", vec!["status", "c"], vec![]),
        ("history", vec!["history", "c"], vec!["overruled"]),
        ("inbox", vec!["inbox", "c"], vec![]),
        ("explain", vec!["explain", "c", "1"], vec!["before_ruling"]),
    ] {
        let value = world.run(&[args.as_slice(), &["--json"]].concat()).json();
        let all = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        assert!(!all.is_empty(), "{command}");
        let mut wanted = promised(command);
        absent.iter().for_each(|member| assert!(wanted.remove(*member), "{command}: {member}"));
        for one in &all {
            let found = members(one);
            // The set-up has no position before it.
            let without: BTreeSet<String> = wanted.iter().filter(|name| *name != "before").cloned().collect();
            assert!(found == wanted || found == without, "{command}: {found:?}, not {wanted:?}");
        }
    }
}

/// Runs a command on a terminal, and returns what it shows; `None` without Python.
fn on_a_terminal(world: &World, args: &[&str], set: &[(&str, &str)]) -> Option<String> {
    let code =
        "import os, pty, sys\nstatus = pty.spawn(sys.argv[1:])\nsys.exit(os.waitstatus_to_exitcode(status))";
    let mut command = std::process::Command::new("python3");
    command.args(["-c", code]).arg(world.command().get_program()).args(args).current_dir(world.path(""));
    command.env_remove("NO_COLOR").env("TERM", "xterm").envs(set.iter().copied());
    let ran = command.stdin(std::process::Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&ran.stdout).into_owned())
}

#[test]
fn colours_and_progress_are_for_terminals_alone() {
    let world = World::begun(&[STEADY]);
    let piped = world.run(&["verify", "c"]);
    assert!(!piped.out.contains('\u{1b}') && piped.err.is_empty(), "{piped:?}");
    let Some(shown) = on_a_terminal(&world, &["verify", "c"], &[]) else {
        return println!("skipped: this test needs python3");
    };
    assert!(shown.contains("\u{1b}[32mverified.\u{1b}[0m"), "{shown:?}");
    assert!(shown.contains(" of ") && shown.contains(" %)\u{1b}[K"), "how far it is: {shown:?}");
    let last = shown.rfind("\r\u{1b}[K").expect("the line of progress is wiped");
    assert!(last < shown.find("verified.").unwrap(), "{shown:?}");
    let plain = on_a_terminal(&world, &["verify", "c"], &[("NO_COLOR", "1")]).unwrap();
    assert!(plain.contains("c: verified.") && !plain.contains("\u{1b}[32m"), "{plain:?}");
    let dumb = on_a_terminal(&world, &["verify", "c"], &[("TERM", "dumb")]).unwrap();
    assert!(!dumb.contains('\u{1b}'), "{dumb:?}");
    let quiet = on_a_terminal(&world, &["verify", "-q", "c"], &[]).unwrap();
    assert_eq!(quiet, "", "quiet is quiet");
    let json = on_a_terminal(&world, &["status", "c", "--json"], &[]).unwrap();
    assert!(!json.contains('\u{1b}'), "{json:?}");
}
