//! `check` and `seal`: a player alone with the mails that came.

use super::world::*;
use ravenpost::post::{Letter, PartKind};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// Saves the state attached to a mail, as a mail program does.
pub fn save_state(world: &World, mail: &Letter, folder: &str) {
    let is_state =
        |part: &&ravenpost::post::Part| part.kind == PartKind::Attachment && part.path.contains("state-");
    let part = mail.parts.iter().find(is_state).unwrap();
    let name = part.path.strip_prefix("attachment ").unwrap();
    world.write(&format!("{folder}/{name}"), &part.text);
}

fn player() -> World {
    let world = World::begun(&[("secrecy: deposit", "secrecy: either")]);
    save_state(&world, &world.last("anna"), "anna");
    world.write("anna/plan.yaml", STARK);
    world
}

#[test]
fn a_good_plan_is_told_line_by_line() {
    let world = player();
    let wanted = "anna/plan.yaml would be accepted, as far as the state file of turn 1 can show.\n\n\
                  What we understood\n------------------\n\n\
                  - Line 3: Winterfell: Support\n- Line 4: White Harbor: Defense +1\n- Line 5: The Shivering Sea: Support\n";
    let checked = world.run(&["check", "anna/plan.yaml"]);
    assert_eq!((checked.code, flat(&checked.out), checked.err.as_str()), (0, flat(wanted), ""));
    world.run(&["-q", "check", "anna/plan.yaml"]).is(0, "", "");
    let json = world.run(&["check", "anna/plan.yaml", "--json"]).json();
    assert_eq!(
        (json["good"].as_bool(), json["plan"]["orders"]["winterfell"].as_str()),
        (Some(true), Some("support"))
    );
}

#[test]
fn a_bad_plan_is_shown_with_a_caret_and_what_may_have_been_meant() {
    let world = player();
    world.write("anna/plan.yaml", "plan:\n  orders:\n    Wimtarfeli: support\n    White Harbor: defense*\n");
    let checked = world.run(&["-q", "check", "anna/plan.yaml"]);
    let all = [
        "would not be accepted",
        "Not accepted, line 3. There is no area called \"Wimtarfeli\". Did you mean Winterfell?",
    ];
    checked.says(1, &all);
    assert!(checked.out.contains("\n|     Wimtarfeli: support\n|     ^^^^^^^^^^\n"), "{}", checked.out);
    assert_eq!(world.run(&["check", "anna/plan.yaml", "--json"]).json()["good"], false);
}

#[test]
fn a_saved_mail_is_read_as_the_campaign_would_read_it() {
    let world = player();
    world.write("anna/mine.eml", world.plain("anna", &format!("Hello!\n\n{STARK}\nBye, Anna\n")));
    world.run(&["check", "anna/mine.eml"]).says(0, &["would be accepted", "White Harbor: Defense +1"]);
    // The mail that we sent, forwarded with all it carries, holds a sheet with nothing in it.
    let new = fs::read_dir(world.path("c/mail/out/new"))
        .unwrap()
        .map(|file| fs::read(file.unwrap().path()).unwrap());
    let ours = new.filter(|mail| String::from_utf8_lossy(mail).contains("To: Anna")).last().unwrap();
    world.write("anna/ours.eml", &ours);
    let checked = world.run(&["check", "anna/ours.eml"]);
    assert!(!checked.out.contains("no section"), "{checked:?}");
}

#[test]
fn what_check_needs_and_lacks_is_said() {
    let world = player();
    let says = |args: &[&str], why: &str| world.run(args).is(3, "", &format!("ravenpost: {why}\n"));
    says(&["check", "anna/nix.yaml"], "cannot read anna/nix.yaml: No such file or directory (os error 2)");
    world.write("plan.yaml", STARK);
    let hint = "Hint: save the one attached to your last report there, or name it with --state";
    says(&["check", "plan.yaml"], &format!("there is no state-*.yaml in “.”. {hint}"));
    world.run(&["check", "plan.yaml", "--state", "anna/state-1.yaml"]).says(0, &["would be accepted"]);
    world.write("anna/none.txt", "hello\n");
    let talk = world.run(&["check", "anna/none.txt"]);
    assert_eq!(
        (talk.code, &talk.out),
        (1, &world.run(&["check", "--text", "anna/none.txt"]).out),
        "{talk:?}"
    );
    let free = STARK.replacen("plan:\n  orders:\n", "", 1).replace("    ", "");
    world.write("anna/free.txt", &free);
    for command in ["check", "forecast", "seal"] {
        let ran = world.run(&[command, "anna/free.txt"]);
        assert_eq!(ran.code, 0, "{command}: {ran:?}");
    }
    let sealed = world.run(&["seal", "anna/none.txt"]);
    sealed.says(3, &["this plan would not be accepted, so it was not sealed"]);
    world.write("anna/other.yaml", format!("seat: lannister\n{STARK}"));
    says(&["check", "anna/other.yaml"], "the plan and the state file name different seats");
    // The newest state counts, and it must be one.
    world.write("anna/state-2.yaml", "game: nix\n");
    says(
        &["check", "anna/plan.yaml"],
        "there is no game called 'nix'; there are: thrones-1e, king-is-dead, thrones-2e, thrones-nine, beyond-the-wall, westeros-and-the-north",
    );
    world.write("anna/state-10.yaml", "{");
    world
        .run(&["check", "anna/plan.yaml"])
        .says(3, &["anna/state-10.yaml is not a state file from a report"]);
    world.write("anna/state-10.yaml", "[1, 2]\n");
    let hint = "Hint: the files in turns/ hold the whole position and are for the game master alone; use the state-*.yaml that was attached to a seat's report";
    says(&["check", "anna/plan.yaml"], &format!("the state file names no game or no seat. {hint}"));
    for text in [
        "game: thrones-1e\nplayers: 3\nseat: stark\n",
        "game: thrones-1e\nplayers: 300\nseat: stark\nareas: {}\n",
    ] {
        world.write("anna/state-10.yaml", text);
        let wrong = world.run(&["check", "anna/plan.yaml"]);
        assert_eq!(wrong.code, 3, "{wrong:?}");
    }
}

#[test]
fn seal_prints_the_mail_and_keeps_the_opening_to_the_player() {
    let world = player();
    let sealed = world.run(&["seal", "anna/plan.yaml"]);
    let lines: Vec<&str> = sealed.out.lines().collect();
    assert_eq!(lines.len(), 5, "{sealed:?}");
    assert_eq!(lines[..3], ["campaign: c", "seat: stark", "window: 1-planning"]);
    assert!(lines[3].starts_with("seal: sha256:") && lines[4] == "final: yes", "{sealed:?}");
    sealed.says(0, &["Keep anna/plan.opening.json to yourself", "paste anna/plan.opening.txt"]);
    for file in ["anna/plan.opening.json", "anna/plan.opening.txt"] {
        assert_eq!(fs::metadata(world.path(file)).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
    // The usual tools come to the same seal.
    let hash = ravenpost::seal::Hash256::of(world.read("anna/plan.opening.json").trim_end().as_bytes());
    assert_eq!(lines[3], format!("seal: sha256:{hash}"));
    let kept = world.read("anna/plan.opening.json");
    let why = "ravenpost: anna/plan.opening.json exists already, and you may need it to open a seal you have sent. \
               Hint: move it, or use --force\n";
    world.run(&["seal", "anna/plan.yaml"]).is(3, "", why);
    assert_eq!(world.read("anna/plan.opening.json"), kept);
    let again = world.run(&["seal", "-q", "anna/plan.yaml", "--force"]);
    assert!(again.code == 0 && again.err.is_empty() && again.out != sealed.out, "{again:?}");
    assert_ne!(world.read("anna/plan.opening.json"), kept);
}

#[test]
fn what_is_wrong_is_not_sealed_and_remarks_are_made_before_it_is_too_late() {
    let world = player();
    world.write("anna/bad.yaml", "plan:\n  orders:\n    Wimtarfeli: support\n");
    let bad = world.run(&["seal", "anna/bad.yaml"]);
    bad.says(3, &["Did you mean Winterfell?", "this plan would not be accepted, so it was not sealed"]);
    assert!(bad.out.is_empty() && !world.path("anna/bad.opening.json").exists());
    world.write("anna/part.yaml", "plan:\n  orders:\n    Winterfell: support\n    White Harbor: defense\n");
    world
        .run(&["seal", "anna/part.yaml"])
        .says(0, &["seal: sha256:", "There is no order yet for The Shivering Sea"]);
}
