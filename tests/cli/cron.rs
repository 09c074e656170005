//! The lines of cron.example, as cron runs them.

use super::world::*;
use std::process::Command;

/// A line's command, as cron hands it to sh: `%` is a line end unless it has a backslash, which is taken away.
fn command(schedule: &str) -> String {
    let text = include_str!("../../cron.example");
    let line =
        text.lines().find_map(|line| line.strip_prefix(schedule)).unwrap_or_else(|| panic!("no {schedule}"));
    assert!(!line.replace("\\%", "").contains('%'), "{line}");
    line.trim().replace("\\%", "%")
}

/// Runs a line in the surroundings that cron.example sets.
fn cron(world: &World, schedule: &str) -> (String, String) {
    let text = include_str!("../../cron.example");
    let set: Vec<&str> = text.lines().filter(|line| line.contains('=') && !line.contains(' ')).collect();
    assert_eq!(set.len(), 3, "{set:?}");
    let mut shell = Command::new("/bin/sh");
    shell
        .arg("-c")
        .arg(command(schedule))
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", world.path(""));
    shell.env("CAMPAIGNS", world.path("my campaigns")).env("RAVENPOST", world.path("bin dir/ravenpost"));
    let done = shell.output().unwrap();
    (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
}

const TICK: &str = "*/5 * * * *";
const NIGHT: &str = "17 3 * * *";
const SUNDAY: &str = "5 4 * * 0";

fn machine() -> World {
    let world = World::new();
    let binary = world.command().get_program().to_owned();
    std::fs::create_dir(world.path("bin dir")).unwrap();
    std::os::unix::fs::symlink(binary, world.path("bin dir/ravenpost")).unwrap();
    for dir in ["my campaigns/a", "my campaigns/b"] {
        world.found(dir, &[]);
        world.run(&["start", dir]).says(0, &[]);
    }
    world.found("my campaigns/draft", &[]);
    world
}

#[test]
fn quiet_days_mail_nothing_and_trouble_mails_what_it_is() {
    let world = machine();
    let nothing = (String::new(), String::new());
    assert_eq!(cron(&world, TICK), nothing);
    assert_eq!(cron(&world, NIGHT), nothing);
    world.edit("my campaigns/a/campaign.yaml", "pace: ask\n", "pace: fast\n");
    let (out, err) = cron(&world, TICK);
    assert!(
        out.contains("my campaigns/a/campaign.yaml, nothing was changed:") && err.is_empty(),
        "{out}{err}"
    );
    assert_eq!(out.matches("pace: “fast” is none of: ask, batch").count(), 1, "{out}");
    // While it lasts, not every tick mails it, and the log keeps it once.
    assert_eq!(cron(&world, TICK), nothing);
    assert_eq!(world.read("my campaigns/ravenpost.log").matches("“fast” is none of").count(), 1);
    let (out, err) = cron(&world, NIGHT);
    assert!((out + &err).contains("pace: “fast”"));
    world.edit("my campaigns/a/campaign.yaml", "pace: fast\n", "pace: ask\n");
    assert_eq!(cron(&world, TICK), nothing);
    // A record that was changed is found in the night at the latest, and the other campaigns are looked at too.
    let ledger = world.read("my campaigns/a/ledger.jsonl");
    world.write("my campaigns/a/ledger.jsonl", ledger.replacen("Anna", "Eve", 1));
    world.edit(
        "my campaigns/b/campaign.yaml",
        "mail out: {maildir: mail/out}",
        "mail out: {sendmail: /nowhere/sendmail}",
    );
    let (out, err) = cron(&world, NIGHT);
    assert!(
        out.contains(
            "my campaigns/a: verification failed. The first mismatch is entry 1 (line 1 of ledger.jsonl)"
        ),
        "{out}{err}"
    );
    assert!(out.contains("LOOK") && out.contains("/nowhere/sendmail"), "{out}{err}");
}

#[test]
fn without_campaigns_nothing_is_mailed_and_one_that_has_lost_a_file_is() {
    let world = machine();
    let nothing = (String::new(), String::new());
    std::fs::rename(world.path("my campaigns"), world.path("kept")).unwrap();
    std::fs::create_dir(world.path("my campaigns")).unwrap();
    assert_eq!(cron(&world, NIGHT), nothing);
    assert_eq!(cron(&world, TICK), nothing);
    std::fs::rename(world.path("kept/a"), world.path("my campaigns/a")).unwrap();
    std::fs::remove_file(world.path("my campaigns/a/secrets.yaml")).unwrap();
    let (out, _) = cron(&world, NIGHT);
    assert!(out.contains("my campaigns/a:\n") && out.contains("secrets.yaml is missing"), "{out}");
}

#[test]
fn logs_are_kept_for_four_weeks() {
    let world = machine();
    assert_eq!(cron(&world, SUNDAY), (String::new(), String::new()));
    for week in 1..=6 {
        world.write("my campaigns/ravenpost.log", format!("week {week}\n"));
        assert_eq!(cron(&world, SUNDAY), (String::new(), String::new()));
    }
    let kept: Vec<String> = (1..=4).map(|n| world.read(&format!("my campaigns/ravenpost.log.{n}"))).collect();
    assert_eq!(kept, ["week 6\n", "week 5\n", "week 4\n", "week 3\n"]);
    assert!(
        !world.path("my campaigns/ravenpost.log").exists()
            && !world.path("my campaigns/ravenpost.log.5").exists()
    );
    assert_eq!(cron(&world, TICK), (String::new(), String::new()));
}
