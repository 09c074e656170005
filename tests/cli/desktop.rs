//! What the program brings along for the machine around it: completions, manual pages, and the units of systemd.

use super::world::*;
use std::process::Command;

#[test]
fn every_command_is_completed_and_has_a_manual_page() {
    let world = World::new();
    let help = world.run(&["--help"]).out;
    let commands: Vec<&str> = help
        .split_once("Commands:\n")
        .and_then(|(_, rest)| rest.split_once("\n\n"))
        .map(|(list, _)| {
            list.lines()
                .filter(|line| !line.starts_with("   "))
                .filter_map(|line| line.split_whitespace().next())
                .collect()
        })
        .unwrap();
    assert!(commands.len() > 30, "{commands:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = world.run(&["completions", shell]).says(0, &[]).out.clone();
        commands.iter().for_each(|command| assert!(script.contains(command), "{shell}: {command}"));
    }
    let pages = world.path("man/man1");
    world.run(&["man", "--out", pages.to_str().unwrap()]).says(0, &["The manual pages are in"]);
    for command in commands.iter().filter(|command| **command != "help") {
        let page = world.read(&format!("man/man1/ravenpost-{command}.1"));
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
    world.run(&["man"]).says(0, &[".TH ravenpost 1"]);
    world.write("a file", "");
    world
        .run(&["man", "--out", "a file/man1"])
        .says(3, &["the manual pages cannot be written into a file/man1"]);
    world.run(&["completions", "tcsh"]).says(2, &["possible values: bash, elvish, fish"]);
}

/// Runs what a unit starts, as systemd would: its specifiers and escapes are put in, and hardly anything is set.
fn unit(world: &World, text: &str) -> (Option<i32>, String) {
    let line = text.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let home = world.path("");
    let line = line
        .replace("%h", home.to_str().unwrap().trim_end_matches('/'))
        .replace("%%", "%")
        .replace("$$", "$");
    let done = Command::new("/bin/sh").arg("-c").arg(line).env_clear().env("HOME", home).output().unwrap();
    (done.status.code(), String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap())
}

#[cfg(unix)]
#[test]
fn the_units_of_systemd_tick_and_verify() {
    let tick = include_str!("../../systemd/ravenpost.service");
    let night = include_str!("../../systemd/ravenpost-night.service");
    let world = World::new();
    std::fs::create_dir_all(world.path(".cargo/bin")).unwrap();
    std::os::unix::fs::symlink(world.command().get_program(), world.path(".cargo/bin/ravenpost")).unwrap();
    for dir in ["campaigns/a", "campaigns/b c"] {
        world.found(dir, &[]);
        world.run(&["start", dir]).says(0, &[]);
    }
    let quiet = (Some(0), String::new());
    assert_eq!(unit(&world, tick), quiet);
    assert_eq!(unit(&world, night), quiet);
    let none = World::new();
    std::fs::create_dir_all(none.path("campaigns")).unwrap();
    std::fs::create_dir_all(none.path(".cargo/bin")).unwrap();
    std::os::unix::fs::symlink(none.command().get_program(), none.path(".cargo/bin/ravenpost")).unwrap();
    assert_eq!(unit(&none, night), quiet, "there is no campaign yet");
    let ledger = world.read("campaigns/b c/ledger.jsonl");
    world.write("campaigns/b c/ledger.jsonl", ledger.replacen("Anna", "Eve", 1));
    let (code, said) = unit(&world, night);
    assert_eq!(code, Some(1));
    assert!(said.contains("campaigns/b c: verification failed"), "{said}");
}
