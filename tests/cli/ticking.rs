//! `tick`: alone, with cron's options, beside another, and when things are broken.

use super::world::*;
use std::fs;

#[test]
fn a_tick_tells_in_a_line_what_it_did_and_quietly_nothing() {
    let world = World::begun(&[]);
    world.tick(SOON).is(0, "c: nothing to do\n", "");
    world.run(&["tick", "-q", "c", "--now", SOON]).is(0, "", "");
    let mail = world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark")));
    world.hand(&mail, SOON).is(0, "c: 1 message used, 1 message sent\n", "");
    world.write("bad.eml", world.plain("bert", &format!("key: {}\nplan: [\n", world.key("lannister"))));
    let args = ["tick", "c", "--mail", "bad.eml", "--now", SOON, "--json"];
    let done = world.run(&args);
    assert_eq!(done.code, 0);
    let wanted = serde_json::json!({
        "campaign": "c",
        "result": {
            "used": 0, "refused": 1, "copies": 0, "over_limit": 0, "other": 0, "entries": 1, "stages": 0, "sent": 1, "waiting": 0, "over": false,
            "attention": [],
        },
    });
    assert_eq!(done.json(), wanted);
    world.is_sound();
}

#[test]
fn the_deadline_is_somebodys_to_look_at_once() {
    let world = World::begun(&[STEADY]);
    world.submit("stark", STARK, SOON);
    world.run(&["tick", "-q", "c", "--now", "2026-09-04T16:00:00Z"]);
    let quiet = |now: &str| world.run(&["tick", "-q", "c", "--now", now]);
    assert_eq!(world.run(&["status", "c", "--now", "2026-09-04T16:00:00Z"]).code, 0);
    let told = quiet(CLOSED);
    told.says(
        1,
        &[
            "c: LOOK: 1-planning waits beyond its deadline for baratheon, lannister:",
            "baratheon",
            "lannister",
        ],
    );
    quiet("2026-09-04T20:05:00Z").is(0, "", "");
    world.run(&["status", "c", "--now", CLOSED]).says(1, &["LOOK: the deadline of 1-planning is past"]);
    // A late plan counts, since the game waits for it.
    holds(&world.submit("lannister", LANNISTER, "2026-09-04T21:00:00Z"), &["Your plan is accepted"]);
    world.is_sound();
}

#[test]
fn status_tells_what_comes_after_the_deadline() {
    let world = World::begun(&[STEADY]);
    world.submit("stark", STARK, SOON);
    let (grace, over) = ("2026-09-04T18:30:00Z", "2026-09-04T20:00:01Z");
    let counts =
        "The deadline has passed; late messages count until Friday 4 September, 22:00 (Rome) = 20:00 UTC.";
    let status = |now: &str| {
        let ran = world.run(&["status", "c", "--now", now]);
        assert!(!ran.out.contains("NMR"), "{now}: {}", ran.out);
        ran
    };
    assert!(!status("2026-09-04T17:59:59Z").out.contains("has passed"));
    status(grace).says(0, &[counts, "After that the game waits for Baratheon, Lannister.", "nothing yet"]);
    let json = world.run(&["status", "c", "--json", "--now", grace]).json();
    assert_eq!(json["window"]["then"], serde_json::json!({"waits-for": ["baratheon", "lannister"]}));
    status(over).says(0, &["The deadline has passed. At the next tick the game waits for Baratheon,"]);
    // While the clock is stopped no deadline passes.
    world.run(&["pause", "c", "--now", SOON]);
    assert!(!status(grace).out.contains("has passed"));
    world.run(&["resume", "c", "--now", SOON]);
    let absence = world.read("c/campaign.yaml").replacen("absence: wait", "absence: default", 1);
    world.write("c/campaign.yaml", &absence);
    status(grace).says(0, &[counts, "After that the window closes without Baratheon, Lannister."]);
    assert_eq!(world.run(&["status", "c", "--json", "--now", grace]).json()["window"]["then"], "closes");
    status(over).says(0, &["At the next tick the window closes without Baratheon, Lannister."]);
    // Once the game waits, it says so elsewhere.
    world.write("c/campaign.yaml", absence.replacen("absence: default", "absence: wait", 1));
    world.tick(CLOSED);
    assert!(!status(CLOSED).out.contains("has passed"));
    status(CLOSED).says(1, &["LOOK: the deadline of 1-planning is past, and the game waits for:"]);
    world.is_sound();
}

#[test]
fn several_campaigns_are_ticked_and_one_that_fails_does_not_stop_the_others() {
    let world = World::new();
    for dir in ["all/a", "all/b", "all/c"] {
        world.found(dir, &[]);
        world.run(&["start", dir, "--now", BEGIN]).says(0, &[]);
    }
    // One that is only being written is nobody's trouble, nor is a folder of something else.
    world.found("all/draft", &[]);
    world.write("all/notes/readme.txt", "notes");
    let tick = |quiet: &str| world.run(&["tick", quiet, "--root", "all", "--now", SOON]);
    tick("-v").says(0, &["all/a: nothing to do\nall/b: nothing to do\nall/c: nothing to do"]);
    world.edit("all/b/campaign.yaml", "pace: ask\n", "pace: fast\n");
    let why = "ravenpost: all/b: all/b/campaign.yaml, nothing was changed:\nline 56: pace: “fast” is none of: ask, batch\n    pace: fast\n          ^^^^\n";
    tick("-q").is(3, "", why);
    fs::remove_file(world.path("all/c/ledger.jsonl")).unwrap();
    let lost = tick("-q");
    let gone =
        "all/c/ledger.jsonl is missing or empty, but the game has begun. Put back your copy of the file";
    lost.says(3, &[gone]);
    world.run(&["start", "all/c"]).says(3, &[gone]);
    assert!(!world.path("all/draft/lock").exists());
}

#[test]
fn a_campaign_that_has_lost_its_settings_or_cannot_be_read_is_told_and_not_written_over() {
    let world = World::begun(&[]);
    let settings = world.read("c/campaign.yaml");
    fs::remove_file(world.path("c/campaign.yaml")).unwrap();
    let lost = "c/campaign.yaml is missing, but the campaign has begun. Put back your copy of the file";
    world.run(&["tick", "-q", "--root", ".", "--now", SOON]).says(3, &[lost]);
    world.run(&["status", "--root", ".", "--now", SOON]).says(3, &["LOOK", lost]);
    world.run(&["doctor", "-q", "--root", ".", "--now", SOON]).says(1, &["c:", "LOOK", lost]);
    world.run(&["verify", "-q", "--root", "."]).says(3, &[lost]);
    for command in ["tick", "status", "history", "verify", "start"] {
        world.run(&[command, "c"]).says(3, &[lost]);
    }
    let before = fs::read_dir(world.path("c")).unwrap().count();
    world.run(&new_args("c")).says(3, &[lost]);
    assert_eq!(fs::read_dir(world.path("c")).unwrap().count(), before);
    // One that has also lost its ledger and its secrets is no draft: a tick has run here.
    world.write("c/campaign.yaml", &settings);
    fs::remove_file(world.path("c/ledger.jsonl")).unwrap();
    fs::remove_file(world.path("c/secrets.yaml")).unwrap();
    world.run(&["tick", "-q", "--root", ".", "--now", SOON]).says(3, &["c/ledger.jsonl is missing or empty"]);
    // A folder that the system does not let us look into; for root, a link that leads to itself is one.
    let world = World::new();
    std::os::unix::fs::symlink("x", world.path("x")).unwrap();
    world.run(&["tick", "-q", "--root", "."]).says(3, &["./x: cannot lock ./x/lock"]);
    world.run(&["status", "--root", "."]).says(3, &["LOOK: cannot read", "x/campaign.yaml"]);
}

#[test]
fn one_campaign_in_two_folders_is_played_in_one_of_them() {
    let world = World::begun(&[STEADY]);
    // By another name it is the same folder, and is ticked once.
    std::os::unix::fs::symlink("c", world.path("b")).unwrap();
    world.run(&["tick", "--root", ".", "--now", SOON]).is(0, "./c: nothing to do\n", "");
    world.run(&["tick", "c", "b", "--now", SOON]).is(0, "c: nothing to do\n", "");
    fs::remove_file(world.path("b")).unwrap();
    // A copy would answer everybody a second time.
    let copied = std::process::Command::new("cp").args(["-a", "c", "a"]).current_dir(world.path("")).status();
    assert!(copied.unwrap().success());
    let (before, sent) = (world.read("a/ledger.jsonl"), world.sent().len());
    let why =
        "a holds the same campaign as ./c, so nothing was done with it: players would get everything twice";
    let later = "2026-09-03T21:00:00Z";
    let ran = world.run(&["tick", "-q", "--root", ".", "--now", later]);
    ran.says(3, &["./a", why]);
    assert!(world.sent().len() > sent, "the original is played");
    assert_eq!(world.read("a/ledger.jsonl"), before);
    world.run(&["tick", "-q", "--root", ".", "--now", later]).is(3, "", "");
    world.run(&["tick", "a", "c", "--now", later]).says(3, &["a holds the same campaign as c"]);
    world.run(&["status", "--root", ".", "--now", later]).says(3, &["LOOK", why]);
    world.run(&["doctor", "-q", "--root", ".", "--now", later]).says(1, &["LOOK copy", why]);
    world.is_sound();
}

#[test]
fn what_needs_attention_and_lasts_is_told_by_cron_once_a_day() {
    let world = World::begun(&[STEADY]);
    // A link that leads to itself.
    let unreadable =
        |name: &str| std::os::unix::fs::symlink(name, world.path(format!("c/mail/in/new/{name}"))).unwrap();
    unreadable("1.mail");
    let quiet = |now: &str| world.run(&["tick", "-q", "c", "--now", now]);
    quiet("2026-09-01T12:30:00Z").says(1, &["c: LOOK:", "1.mail"]);
    quiet("2026-09-01T12:35:00Z").is(1, "", "");
    world.tick("2026-09-01T12:36:00Z").says(1, &["LOOK", "1.mail"]);
    quiet("2026-09-02T12:29:00Z").is(1, "", "");
    quiet("2026-09-02T12:31:00Z").says(1, &["c: LOOK:", "1.mail"]);
    // What comes in addition is news by itself.
    unreadable("2.mail");
    let both = quiet("2026-09-02T12:35:00Z");
    assert!(both.out.contains("2.mail") && !both.out.contains("1.mail"), "{both:?}");
}

#[test]
fn what_is_no_campaign_is_said_to_be_none_and_left_alone() {
    let world = World::new();
    world.run(&["tick"]).is(
        2,
        "",
        "ravenpost: no campaign is named. Hint: `ravenpost tick DIR`, or `--root` with the folder that holds them all\n",
    );
    let none =
        "ravenpost: d: d is not a campaign: it has no campaign.yaml. Create one with “ravenpost new d”\n";
    world.run(&["tick", "d"]).is(2, "", none);
    fs::create_dir(world.path("d")).unwrap();
    world.run(&["tick", "d"]).is(2, "", none);
    world.run_with(&["tick", "d", "--mail", "-"], b"From: a@b\n\nhello\n").is(2, "", none);
    assert_eq!(fs::read_dir(world.path("d")).unwrap().count(), 0);
    world.run(&["tick", "--root", "d"]).is(0, "no started campaign in the folders below d\n", "");
    world.run(&["tick", "--root", "d", "-q"]).is(0, "", "");
    world.run(&["tick", "--root", "e"]).is(
        3,
        "",
        "ravenpost: cannot read e: No such file or directory (os error 2)\n",
    );
    world.found("c", &[]);
    world.run(&["tick", "c"]).is(2, "", "ravenpost: c: c has not begun: run “ravenpost start c” first\n");
    world.run(&["tick", "c", "d", "--mail", "m.eml"]).is(
        2,
        "",
        "ravenpost: --mail works with exactly one campaign\n",
    );
    world.run(&["start", "c", "--now", BEGIN]).says(0, &[]);
    let why = "ravenpost: cannot read m.eml: No such file or directory (os error 2)\n";
    world.run(&["tick", "c", "--mail", "m.eml"]).is(3, "", why);
}

#[test]
fn a_second_tick_leaves_the_work_to_the_first() {
    let world = World::begun(&[]);
    let lock = ravenpost::ledger::Lock::take(&world.path("c")).unwrap();
    let mail = world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark")));
    let beside = world.hand(&mail, SOON);
    assert_eq!((beside.code, beside.out.as_str()), (0, ""));
    assert!(beside.err.contains("another") && beside.err.lines().count() == 1, "{}", beside.err);
    world.run(&["tick", "-q", "c", "--now", SOON]).is(0, "", "");
    // Looking is possible meanwhile.
    world.run(&["status", "c", "--now", SOON]).says(0, &["nothing yet"]);
    drop(lock);
    // The mail was not lost.
    world.tick(SOON).is(0, "c: 1 message used, 1 message sent\n", "");
    world.is_sound();
}

#[test]
fn a_lock_that_cannot_be_opened_is_an_error_even_if_quiet_and_the_doctor_sees_it() {
    let world = World::begun(&[]);
    std::fs::remove_file(world.path("c/lock")).ok();
    std::fs::create_dir(world.path("c/lock")).unwrap();
    let ran = world.run(&["tick", "-q", "c", "--now", "2026-11-20T12:00:00Z"]);
    ran.says(3, &["cannot lock", "c/lock"]);
    world.run(&["doctor", "c"]).says(1, &["cannot lock", "c/lock"]);
}

#[test]
fn a_pipe_among_the_mails_is_told_and_holds_up_nothing() {
    let world = World::begun(&[]);
    let pipe = world.path("c/mail/in/new/1.pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("note: there is no mkfifo here");
        return;
    }
    let mail = world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark")));
    world.write("c/mail/in/new/2.mail", &mail);
    let ran = world.tick(SOON);
    ran.says(1, &["1 message used", "1.pipe", "it is a pipe, a socket or a device"]);
    world.run(&["doctor", "c"]).says(1, &["1.pipe", "it is a pipe, a socket or a device"]);
    std::fs::remove_file(pipe).unwrap();
    world.is_sound();
}

#[test]
fn a_mail_that_comes_while_the_settings_are_broken_is_kept() {
    let world = World::begun(&[]);
    let good = world.read("c/campaign.yaml");
    world.write("c/campaign.yaml", good.replacen("pace:", "pacce:", 1));
    let mail = world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark")));
    world.hand(&mail, SOON).says(3, &["c/campaign.yaml", "pacce"]);
    world.write("c/campaign.yaml", &good);
    world.tick(SOON).says(0, &["1 message used"]);
    world.is_sound();
}

#[test]
fn so_it_is_where_the_campaign_has_a_maildir_of_its_own() {
    let world = World::begun(&[]);
    let good = world.read("c/campaign.yaml").replacen("maildir: mail/in", "maildir: inbox", 1);
    world.write("c/campaign.yaml", &good);
    for folder in ["new", "cur", "tmp"] {
        fs::create_dir_all(world.path("c/inbox").join(folder)).unwrap();
    }
    world.tick(SOON).says(0, &[]);
    world.write("c/campaign.yaml", good.replacen("pace:", "pacce:", 1));
    let mail = world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark")));
    world.hand(&mail, SOON).says(3, &["c/campaign.yaml", "pacce"]);
    world.write("c/campaign.yaml", &good);
    world.tick(SOON).says(0, &["1 message used"]);
    world.is_sound();
}

/// A tick that cannot write can leave no word of it, so `status` looks for itself.
#[test]
fn status_says_that_mail_waits_where_no_tick_can_write() {
    let world = World::begun(&[]);
    let mail = world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark")));
    world.write("c/mail/in/new/1.host", &mail);
    let status = ["status", "c", "--now", SOON];
    let ran = world.run(&status);
    ran.says(0, &["nothing yet"]);
    assert!(!ran.out.contains("LOOK"), "the next tick reads it: {}", ran.out);
    // Nothing can be written in the place of a folder that is not empty.
    fs::create_dir_all(world.path("c/.doctor/full")).unwrap();
    let waits =
        "LOOK: 1 message waits unread in the mailbox, because ticks cannot do their work: cannot write to";
    world.run(&status).says(1, &["nothing yet", waits]);
    world.run(&["status", "--root", ".", "--now", SOON]).says(1, &[waits]);
    world.run(&["status", "-q", "c", "--now", SOON]).says(1, &[waits]);
    fs::remove_dir_all(world.path("c/.doctor")).unwrap();
    world.tick(SOON).says(0, &["1 message used"]);
    assert!(!world.run(&status).out.contains("LOOK"));
    world.is_sound();
}

#[test]
fn ticks_at_the_same_moment_take_every_mail_once() {
    let world = World::begun(&[]);
    let mut children = Vec::new();
    for (seat, plan) in [("stark", STARK), ("lannister", LANNISTER), ("baratheon", BARATHEON)] {
        let file = format!("{seat}.eml");
        world.write(&file, world.plain(player(seat), &format!("key: {}\n{plan}", world.key(seat))));
        let args = ["tick", "-q", "c", "--now", SOON, "--mail", &file];
        children.push(world.command().args(args).spawn().unwrap());
    }
    children.iter_mut().for_each(|child| assert!(child.wait().unwrap().success()));
    world.tick(SOON);
    assert_eq!(world.entries("received"), 3);
    for seat in ["stark", "lannister", "baratheon"] {
        assert_eq!(world.standing(seat, SOON), "in");
        assert_eq!(
            world.last(player(seat)).subject,
            format!("[c] Receipt 1 for {}{}: accepted", &seat[..1].to_uppercase(), &seat[1..])
        );
    }
    world.is_sound();
}

#[test]
fn a_ledger_that_was_edited_cut_or_written_by_a_newer_version_stops_everything() {
    let world = World::begun(&[]);
    world.submit("stark", STARK, SOON);
    let good = world.read("c/ledger.jsonl");
    let lines: Vec<&str> = good.lines().collect();
    let newer =
        [&lines[..lines.len() - 1], &[&of_kind(lines[lines.len() - 1], "weather")]].concat().join("\n")
            + "\n";
    let edited = good.replacen("\"fate\":\"used\"", "\"fate\":\"refused\"", 1);
    let gone = [&lines[..2], &lines[3..]].concat().join("\n") + "\n";
    for (text, why) in [(&newer, "written by a newer Ravenpost"), (&edited, "line"), (&gone, "line 3")] {
        assert_ne!(*text, good);
        world.write("c/ledger.jsonl", text);
        for command in ["tick", "status", "history"] {
            world.run(&[command, "c", "--now", SOON]).says(3, &["ledger", why]);
        }
        world.run(&["doctor", "c", "--now", SOON]).says(1, &["LOOK ledger"]);
        assert_eq!(world.read("c/ledger.jsonl"), *text);
    }
    // Half a line at the end is what a power cut leaves: it is cut off, and somebody is told.
    world.write("c/ledger.jsonl", format!("{good}{{\"at\":\"2026-"));
    world.run(&["tick", "-q", "c", "--now", SOON]).says(1, &["c: LOOK:"]);
    assert_eq!(world.read("c/ledger.jsonl"), good);
    world.run(&["tick", "-q", "c", "--now", SOON]).is(0, "", "");
    world.is_sound();
}

/// A line of a ledger as another kind of entry, with its right hash.
fn of_kind(line: &str, kind: &str) -> String {
    let mut entry: serde_json::Value = serde_json::from_str(line).unwrap();
    assert!(entry.get("secret").is_none());
    entry.as_object_mut().unwrap().remove("hash");
    entry["kind"] = kind.into();
    entry["hash"] = ravenpost::seal::Hash256::of_value(&entry).unwrap().to_string().into();
    entry.to_string()
}

#[test]
fn a_clock_that_was_set_back_stops_a_tick_and_is_named() {
    let world = World::begun(&[]);
    world.submit("stark", STARK, SOON);
    let before = world.read("c/ledger.jsonl");
    let why = "ravenpost: c: the clock says 2026-09-01 11:00:00 UTC, but the last tick was at 2026-09-01 12:30:00 UTC: \
               it has been set back. Nothing was done. Correct the clock, or wait until it has caught up\n";
    world.tick("2026-09-01T11:00:00Z").is(3, "", why);
    assert_eq!(world.read("c/ledger.jsonl"), before);
    world.run(&["doctor", "c", "--now", "2026-09-01T11:00:00Z"]).says(1, &["LOOK clock", "set back"]);
    // A few seconds are put right by themselves.
    world.tick("2026-09-01T12:29:30Z").is(0, "c: nothing to do\n", "");
    world.is_sound();
}

#[test]
fn mails_that_cannot_be_sent_wait_and_nothing_is_lost() {
    let world = World::begun(&[]);
    fs::rename(world.path("c/mail/out"), world.path("c/mail/kept")).unwrap();
    world.write("c/mail/out", "a file where a folder should be\n");
    let mail = world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark")));
    let failed = world.hand(&mail, SOON);
    assert_ne!(failed.code, 0, "{failed:?}");
    world.run(&["doctor", "c", "--now", SOON]).says(1, &["LOOK mail out"]);
    fs::remove_file(world.path("c/mail/out")).unwrap();
    fs::rename(world.path("c/mail/kept"), world.path("c/mail/out")).unwrap();
    world.tick("2026-09-01T14:00:00Z");
    holds(&world.last("anna"), &["Your plan is accepted"]);
    assert_eq!((world.entries("received"), world.standing("stark", SOON).as_str()), (1, "in"));
    world.is_sound();
}

#[test]
fn a_mailbox_that_is_gone_is_told_and_the_mail_stays_with_whom_it_came_from() {
    let world = World::begun(&[]);
    fs::remove_dir_all(world.path("c/mail/in")).unwrap();
    world.write("c/mail/in", "a file where a folder should be\n");
    let mail = world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark")));
    world.hand(&mail, SOON).says(3, &["c/mail/in"]);
    world.run(&["doctor", "c", "--now", SOON]).says(1, &["LOOK mail in", "c/mail/in"]);
    fs::remove_file(world.path("c/mail/in")).unwrap();
    world.hand(&mail, SOON).is(0, "c: 1 message used, 1 message sent\n", "");
    world.is_sound();
}

#[test]
fn a_full_disk_changes_nothing_that_counts() {
    let world = World::begun(&[]);
    let sh = |script: &str| {
        let mut shell = std::process::Command::new("sh");
        let done = shell
            .current_dir(world.path(""))
            .arg("-c")
            .arg(script)
            .env("RP", world.command().get_program())
            .output();
        done.unwrap()
    };
    let before = world.read("c/ledger.jsonl");
    world.write("m.eml", world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark"))));
    // No file may grow beyond a few blocks: what the ledger has already. The signal that goes with it is ignored, so
    // that writing fails as on a full disk.
    let blocks = before.len() / 512;
    let full = sh(&format!("trap '' XFSZ; ulimit -f {blocks}; $RP tick c --mail m.eml --now {SOON}"));
    assert_eq!(full.status.code(), Some(3), "{full:?}");
    let told = String::from_utf8(full.stderr).unwrap();
    assert!(told.contains("ledger.jsonl") && told.contains("too large"), "{told}");
    assert_eq!(world.sent().len(), 5);
    world.tick(SOON).says(0, &["1 message used, 1 message sent"]);
    assert!(world.read("c/ledger.jsonl").starts_with(&before));
    world.is_sound();
}

#[test]
fn settings_may_change_but_not_what_the_game_stands_on() {
    let world = World::begun(&[]);
    world.edit("c/campaign.yaml", "absence: wait", "absence: default");
    world.tick(SOON).says(0, &["4 messages sent"]);
    holds(
        &world.last("cleo"),
        &["The game master has changed the settings", "- absence: default (was wait)"],
    );
    world.edit("c/campaign.yaml", "grace: 2h", "grace: 4h");
    world.tick(SOON).says(0, &["4 messages sent"]);
    holds(&world.last("maria"), &["- clock: grace: 4 hours (was 2 hours)"]);
    let good = world.read("c/campaign.yaml");
    world.write("c/campaign.yaml", good.replacen("game: thrones-1e", "game: king-is-dead", 1));
    world.tick(SOON).says(3, &["c/campaign.yaml"]);
    world.write("c/campaign.yaml", &good);
    world.edit("c/campaign.yaml", "campaign: c\n", "campaign: d\n");
    world.tick(SOON).says(3, &["campaign", "Set it back to \"c\""]);
    world.write("c/campaign.yaml", good);
    world.is_sound();
}
