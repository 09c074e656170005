//! Wrong inputs of a game master, and what the program says of them.

use super::world::*;
use std::fs;

#[test]
fn settings_that_are_not_yaml_are_told_in_plain_words() {
    let world = World::begun(&[]);
    let good = world.read("c/campaign.yaml");
    let told = |text: &str, words: &[&str]| {
        world.write("c/campaign.yaml", text);
        let ran = world.run(&["status", "c"]);
        ran.says(3, words);
        assert!(!ran.err.contains("yaml-") && !ran.err.contains("plan"), "{ran:?}");
    };
    told(
        &good.replacen("pace:", "pace: sometimes\npace:", 1),
        &["line 57:", "\"pace\" is here a second time", "keep one"],
    );
    told(
        &good.replacen("\nclock:", "\nclock:\n\tgrace: 2h\nolder:", 1),
        &["indented with a tab", "use spaces"],
    );
    told("", &["The file is empty. Put back your copy of it"]);
    told("---\na: b\n---\nc: d\n", &["several documents"]);
    // What only the game can say has its line, too.
    told(
        &good.replacen("game: thrones-1e", "game: chess", 1),
        &["c/campaign.yaml", "line ", "no game called 'chess'"],
    );
    let options = good.replacen("\noptions:", "\noptions: {blades: 3}", 1);
    told(&options, &["c/campaign.yaml", "line ", "options: {blades: 3}", "options of the game"]);
    let seats = good.find("\nseats:").unwrap();
    let rest = good[seats + 1..]
        .split_inclusive('\n')
        .skip(1)
        .skip_while(|line| line.starts_with([' ', '#']))
        .collect::<String>();
    told(&format!("{}\nseats: [1, 2]\n{rest}", &good[..seats]), &["seats: wants a line for each seat"]);
    let said = world.run(&["status", "c"]).err;
    assert!(said.matches("seats: wants").count() == 1 && !said.contains("seats.seat"), "{said}");
}

#[test]
fn a_board_that_is_not_yaml_is_no_plan() {
    let world = World::new();
    world.write("mine/map.yaml", "");
    let ran = world.run(&["board", "mine"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    let said = flat(&format!("{}{}", ran.out, ran.err));
    assert!(said.contains("The file is empty") && !said.contains("plan"), "{said}");
}

#[test]
fn players_are_told_only_if_they_are() {
    let world = World::begun(&[]);
    world.run(&["pause", "c", "--now", SOON]).says(0, &["The clock is stopped. All players are told."]);
    world.run(&["pause", "c", "--now", SOON]).says(3, &["stopped already", "`ravenpost resume`"]);
    fs::rename(world.path("c/mail/out"), world.path("c/mail/kept")).unwrap();
    world.write("c/mail/out", "a file where a folder should be\n");
    let ran = world.run(&["resume", "c", "--now", SOON]);
    assert!(!ran.out.contains("All players are told"), "{ran:?}");
    assert!(ran.out.contains("The players are told as soon as our messages can be sent."), "{ran:?}");
    // The end of a rehearsal is news to nobody while the game waits for its public number.
    let world = World::new();
    world.run(&new_args("c")).says(0, &[]);
    let public = "chance: {words: open, public: the lottery, due: 2026-09-20 20:00}";
    world.edit("c/campaign.yaml", "\nchance: {words: open}", &format!("\n{public}"));
    world.edit("c/campaign.yaml", "\nmap: png", "\nmap: no");
    world.edit("c/campaign.yaml", "\nrehearsal: no", "\nrehearsal: yes");
    world.run(&["start", "c", "--now", BEGIN]).says(0, &[]);
    let sent = world.sent().len();
    let ran = world.run(&["process", "c", "--now", SOON]);
    assert_eq!(ran.out.contains("All players are told"), world.sent().len() > sent, "{ran:?}");
}

#[test]
fn suggested_commands_can_be_typed_as_they_are() {
    let world = World::new();
    world.run(&new_args("A B")).says(0, &["Then run: ravenpost start 'A B'"]);
    world.run(&new_args("a.b")).says(0, &["LOOK", "A B has the id a-b, too", "Change “campaign” in one"]);
    world.run(&["tick", "A B"]).says(2, &["A B has not begun: run “ravenpost start 'A B'” first"]);
    world.run(&["tick", "a $b"]).says(2, &["“ravenpost new 'a $b'”"]);
}

#[test]
fn small_mistakes_are_named() {
    let world = World::begun(&[]);
    world.run(&["explain", "c", "0"]).says(3, &["turns are counted from 1; the campaign is in turn 1"]);
    world.run(&["explain", "c", "9"]).says(3, &["turn 9 has not come yet; the campaign is in turn 1"]);
    world
        .run(&["verify", "nowhere.jsonl"])
        .says(2, &["there is no campaign and no archive at nowhere.jsonl"]);
    let ran = world.run(&["export", "c", "--out", "nowhere/x.jsonl"]);
    assert!(ran.code == 3 && ran.err.contains("nowhere/x.jsonl") && !ran.err.contains(".new-"), "{ran:?}");
    // A link that leads nowhere stops no comparison.
    std::os::unix::fs::symlink("gone.eml", world.path("c/mail/out/new/0.eml")).unwrap();
    world.run(&["verify", "c", "--against", "c/mail/out"]).says(0, &["the messages agree with the ledger"]);
    let help = world.run(&["verify", "--help"]).out;
    assert!(flat(&help).contains("sent you, and your own. They show"), "{help}");
    assert!(!help.lines().any(|line| line.starts_with("own. They")), "{help}");
}

/// What is wrong is said in words, and what is meant is taken where it is plain.
#[test]
fn numbers_days_and_folders_as_people_type_them() {
    let world = World::begun(&[]);
    for (args, words) in [
        (&["inbox", "c", "x"][..], "write a number, such as 3"),
        (&["dispute", "c", "x"], "write a number, such as 3"),
        (&["history", "c", "--turn", "x"], "write a number, such as 3"),
        (&["inbox", "c", "--since", "yesterday"], "write a day as 2026-11-20"),
        (&["rule", "c", "planning"], "write a turn as 3, or with its stage as 3/marches"),
        (&["history", "c", "--turn", "9"], "there is no turn 9; the game is in turn 1"),
        (&["new", "d", "--seat", "stark=Anna <a@x.example>"], "1 player cannot play"),
        (&["tick", "-q", "--root", "c"], "c is a campaign itself"),
    ] {
        let ran = world.run(args);
        ran.says(2, &[words]);
        assert!(!ran.err.contains("invalid digit") && !ran.err.contains("invalid characters"), "{ran:?}");
    }
    // A plan that is not there is told before the state file that goes with it.
    for command in ["check", "forecast", "seal"] {
        world.run(&[command, "no.yaml"]).says(3, &["cannot read no.yaml"]);
    }
    // A turn with its stage is named as in the keys.
    world.run(&["rule", "c", "1/planning"]).says(0, &["Turn 1, planning"]);
}

/// A time from which no deadline could be counted is refused by each command that takes one, before it does anything.
#[test]
fn a_time_out_of_range_is_refused_wherever_it_may_be_given() {
    let world = World::begun(&[]);
    let before = world.read("c/ledger.jsonl");
    for command in [
        &["status", "c"][..],
        &["tick", "c"],
        &["start", "c"],
        &["doctor", "c"],
        &["pause", "c"],
        &["rewind", "c", "1", "--because", "so"],
    ] {
        for time in ["9000-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "+262142-12-31T23:59:59Z", "tomorrow"] {
            let ran = world.run(&[command, &[&format!("--now={time}")]].concat());
            ran.says(2, &["write a time from the year 1970 to 8999"]);
        }
    }
    assert_eq!(world.read("c/ledger.jsonl"), before);
}
