//! `status`, `preview`, `history`, `verify`, `doctor`.

use super::world::*;
use std::fs;
use std::os::unix::fs::PermissionsExt;

#[test]
fn status_tells_whose_move_it_is() {
    let world = World::begun(&[]);
    let receipt = world.submit("stark", STARK, SOON);
    world.submit("baratheon", "plan:\n  orders: {Winterfell: march*}\n", SOON);
    let seal = words(&receipt).split("sha256:").nth(1).unwrap()[..16].to_owned();
    let status = world.run(&["status", "c", "--now", SOON]);
    let wanted = format!(
        "Westeros (c, thrones-1e)\nTurn 1, planning\n\n\
         Window 1-planning is open; its plans stay sealed until it closes\n\
         Deadline: Friday 4 September, 20:00 (Rome) = 18:00 UTC\n  \
         Seat       Player  Sent                             Seal\n  \
         Baratheon  Cleo    received, but could not be used\n  \
         Lannister  Bert    nothing yet\n  \
         Stark      Anna    in                               sha256:{seal}\n\
         Last tick: Tuesday 1 September, 14:30 (Rome) = 12:30 UTC\n"
    );
    status.is(0, &wanted, "");
    world.run(&["-q", "status", "c", "--now", SOON]).is(0, "", "");
    let late = "2026-09-03T18:00:00Z";
    world.run(&["-q", "status", "c", "--now", late]).says(1, &["LOOK: no tick has run since", "crontab"]);
    world.run(&["status", "d"]).says(2, &["ravenpost new d"]);
    world.found("d", &[]);
    for command in ["status", "preview", "history", "verify", "tick"] {
        world.run(&[command, "d"]).says(2, &["d has not begun: run “ravenpost start d” first"]);
    }
}

#[test]
fn preview_keeps_sealed_plans_sealed_and_a_peek_is_told_to_everybody() {
    let world = World::begun(&[]);
    world.submit("stark", STARK, SOON);
    let before = world.read("c/ledger.jsonl");
    let wanted = "The plans of window 1-planning stay sealed until it closes. If it closed now:\n  \
                  Seat       We would use\n  baratheon  nothing: the game would wait\n  \
                  lannister  nothing: the game would wait\n  stark      its plan\n";
    world.run(&["preview", "c", "--now", SOON]).is(0, wanted, "");
    world.run(&["preview", "c", "--now", SOON, "--peek", "lannister"]).is(
        3,
        "",
        "ravenpost: lannister has no deposited plan in an open window, so there is nothing to show; nothing was changed\n",
    );
    assert_eq!(world.read("c/ledger.jsonl"), before);
    let seen = world.run(&["preview", "c", "--now", SOON, "--peek", "stark"]);
    assert_eq!(seen.code, 0);
    assert!(seen.json()["orders"].to_string().contains("winterfell"), "{seen:?}");
    assert_eq!(world.entries("peeked"), 1);
    world.tick(SOON);
    for who in ["anna", "bert", "cleo"] {
        let told = world.last(who);
        assert!(
            words(&told)
                .contains("read the sealed plan of Stark for turn 1 (planning) before the window closed"),
            "{who}: {}",
            words(&told)
        );
    }
    world.is_sound();
}

#[test]
fn history_tells_the_stages_and_where_each_decision_came_from() {
    let world =
        World::begun(&[STEADY, ("pace: ask\n", "pace: batch\n"), ("absence: wait", "absence: default")]);
    world.submit("stark", STARK, SOON);
    world.tick("2026-09-04T18:30:00Z");
    world.tick(CLOSED).says(0, &["stages resolved"]);
    let history = world.run(&["history", "c"]);
    history.says(0, &["turn 1 planning", "(Rome)", "UTC"]);
    let told = world.run(&["history", "c", "--decisions", "--turn", "1"]);
    told.says(0, &["1/planning/0/stark/orders:", "(plan, ", "1/planning/0/lannister/orders: {} (default, "]);
    let why = "ravenpost: there is no turn 9; the game is in turn 2\n";
    world.run(&["history", "c", "--turn", "9"]).is(2, "", why);
    let json = world.run(&["history", "c", "--json"]).json();
    assert_eq!(json.as_array().unwrap().len(), history.out.lines().count());
    world.is_sound();
}

#[test]
fn verify_names_the_first_entry_that_does_not_follow() {
    let world =
        World::begun(&[STEADY, ("pace: ask\n", "pace: batch\n"), ("absence: wait", "absence: default")]);
    world.submit("stark", STARK, SOON);
    world.tick("2026-09-04T18:30:00Z");
    world.tick(CLOSED).says(0, &[]);
    world
        .run(&["verify", "c"])
        .says(0, &["c: verified.", "1 opened plans that match", "hash of the last entry"]);
    world.run(&["-q", "verify", "c"]).is(0, "", "");
    let good = world.read("c/ledger.jsonl");
    let lines: Vec<&str> = good.lines().collect();
    let number = lines.iter().position(|line| line.contains("\"kind\":\"opened\"")).unwrap() + 1;
    let changes =
        [(number, "support", "raid"), (number + 1, "\"at\":\"2026", "\"at\":\"2025"), (1, "\"c\"", "\"d\"")];
    for (number, old, new) in changes {
        let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        changed[number - 1] = changed[number - 1].replacen(old, new, 1);
        assert_ne!(changed[number - 1], lines[number - 1], "{old}");
        world.write("c/ledger.jsonl", changed.join("\n") + "\n");
        let flaw = world.run(&["verify", "c"]);
        flaw.says(1, &[&format!("The first mismatch is entry {number} (line {number} of ledger.jsonl)")]);
        assert_eq!(world.run(&["verify", "c", "--json"]).json()["entry"], number);
        world.run(&["-q", "verify", "c"]).says(1, &["verification failed"]);
    }
    world.write("c/ledger.jsonl", &good);
    // Another secret of the shuffles than the one committed to.
    let secrets = world.read("c/secrets.yaml");
    let line = secrets.lines().find(|line| line.starts_with("secret of the shuffles:")).unwrap();
    world.write(
        "c/secrets.yaml",
        secrets.replace(line, &format!("secret of the shuffles: {}", "0".repeat(64))),
    );
    let other = world.run(&["verify", "c"]);
    assert_ne!(other.code, 0, "{other:?}");
    world.write("c/secrets.yaml", secrets);
    world.is_sound();
}

#[test]
fn doctor_says_what_will_go_wrong_tonight() {
    let world = World::begun(&[]);
    let doctor = |now: &str| world.run(&["doctor", "c", "--now", now]);
    let well = doctor(SOON);
    assert!(well.code == 0 && !well.out.contains("LOOK"), "{well:?}");
    world.run(&["-q", "doctor", "c", "--now", SOON]).is(0, "", "");
    let mode =
        |mode| fs::set_permissions(world.path("c/secrets.yaml"), fs::Permissions::from_mode(mode)).unwrap();
    mode(0o644);
    doctor(SOON).says(1, &["LOOK secrets c/secrets.yaml can be read by others: chmod go= c/secrets.yaml"]);
    mode(0o600);
    doctor("2026-09-03T12:00:00Z").says(1, &["LOOK clock", "no tick has run since 2026-09-01 12:00:00 UTC"]);
    fs::rename(world.path("c/mail/in"), world.path("c/mail/away")).unwrap();
    doctor(SOON).says(1, &["LOOK mail in", "cannot look at c/mail/in/new"]);
    fs::rename(world.path("c/mail/away"), world.path("c/mail/in")).unwrap();
    world.write("c/templates/mail/receipt.md", "Subject: {{ unclosed\n\n");
    doctor(SOON).says(1, &["LOOK templates", "receipt.md"]);
    fs::remove_dir_all(world.path("c/templates")).unwrap();
    world.edit("c/campaign.yaml", "mail out: {maildir: mail/out}", "mail out: {sendmail: /nowhere/sendmail}");
    doctor(SOON).says(1, &["LOOK mail out", "/nowhere/sendmail"]);
    world.edit("c/campaign.yaml", "mail out: {sendmail: /nowhere/sendmail}", "mail out: {maildir: mail/out}");
    let secrets = world.read("c/secrets.yaml");
    fs::remove_file(world.path("c/secrets.yaml")).unwrap();
    doctor(SOON)
        .says(1, &["LOOK ledger c/secrets.yaml: the file is missing", "Put back your copy of the file"])
        .says(1, &["LOOK secrets c/secrets.yaml is missing"]);
    world.write("c/secrets.yaml", secrets);
    world.run(&["doctor", "nowhere"]).says(1, &["LOOK settings nowhere is not a campaign"]);
}

#[test]
fn all_campaigns_are_shown_in_one_table() {
    let world = World::begun(&[]);
    let all = world.run(&["status", "--root", ".", "--now", SOON]);
    all.says(0, &["Campaign", "Deadline", "Missing", "1, planning", "Stark"]);
    assert!(all.out.lines().any(|line| line.trim_start().starts_with("c ")), "{}", all.out);
    let json = world.run(&["status", "--root", ".", "--json", "--now", SOON]).json();
    assert_eq!(json[0]["status"]["turn"], 1);
    world.run(&["status"]).says(2, &["DIR"]);
    world.run(&["status", "c", "--root", "."]).says(2, &["cannot be used with"]);
}
