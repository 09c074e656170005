//! `demo`, `case`, help and exit codes.

use super::world::*;

/// The bytes of the longest HTML in the messages of a folder: an answer may quote it three times as long, and Gmail hides what
/// is behind 102 KB.
fn largest_html(world: &World, folder: &str) -> usize {
    let mails = std::fs::read_dir(world.path(folder))
        .unwrap()
        .map(|file| std::fs::read(file.unwrap().path()).unwrap());
    let length = |mail: Vec<u8>| {
        let mail = mail_parser::MessageParser::default().parse(&mail)?;
        mail.body_html(0).map(|html| html.len())
    };
    mails.filter_map(length).max().unwrap_or_default()
}

#[test]
fn a_demo_plays_a_campaign_that_verifies() {
    for (game, players) in [("thrones-1e", "3"), ("king-is-dead", "3")] {
        let world = World::new();
        let args = ["demo", "--dir", "d", "--game", game, "--players", players];
        let played = world.run(&args);
        played
            .says(0, &["3 simulated players, in d", "The game is over.", "d/mail/out/new", "d/ledger.jsonl"]);
        let end = played.out.lines().find(|line| line.starts_with("The game is over.")).unwrap();
        let who = end.split(" win").next().unwrap();
        assert_eq!(who.contains(" and "), !end.contains(" wins"), "{end}");
        for line in played.out.lines().skip_while(|line| *line != "Where to look:").skip(1) {
            let path = line.split_whitespace().last().unwrap();
            assert!(world.path(path).exists(), "{path}");
        }
        let files = std::fs::read_dir(world.path("d/mail/in/.Used/cur")).unwrap().count();
        assert!(files > 3, "{files}");
        let largest = largest_html(&world, "d/mail/out/new");
        assert!((10_000..64 << 10).contains(&largest), "{game}: a message has {largest} bytes of HTML");
        world.run(&["verify", "d"]).says(0, &["d: verified."]);
        world.run(&["status", "d"]).says(0, &["The game is over"]);
        world.run(&["tick", "-q", "d"]).is(0, "", "");
        world.run(&["tick", "d"]).is(0, "d: nothing to do\n", "");
        let first = world.read("d/ledger.jsonl");
        world.run(&args).is(
            3,
            "",
            "ravenpost: d exists already; --force replaces it. Hint: name another folder\n",
        );
        if game == "king-is-dead" {
            // The same number plays the same campaign.
            world.run(&[args.as_slice(), &["--force", "-q"]].concat()).is(0, "", "");
            assert_eq!(world.read("d/ledger.jsonl"), first);
        }
    }
}

#[test]
fn a_demo_touches_nothing_that_no_demo_made() {
    let world = World::new();
    world.write("d/precious", "do not lose me");
    let why = "ravenpost: d exists already and was not made by a demo. Hint: name another folder\n";
    world.run(&["demo", "--dir", "d", "--force"]).is(3, "", why);
    // The folder is named as with every other command.
    world.run(&["demo", "d", "--force"]).is(3, "", why);
    assert_eq!(world.read("d/precious"), "do not lose me");
    world
        .run(&["demo", "--dir", "e", "--players", "9"])
        .says(2, &["9 players cannot play A Game of Thrones", "choose from 3, 4, 5"]);
    world.run(&["demo", "--dir", "e", "--game", "chess"]).says(2, &["thrones-1e, king-is-dead"]);
    assert!(!world.path("e").exists());
}

#[test]
fn cases_hold_or_say_what_does_not() {
    let world = World::new();
    let good = include_str!("../cases/king-is-dead/a-set-up.yaml");
    world.write("cases/good.yaml", good);
    let all = world.run(&["case", "cases"]);
    all.says(0, &["holds", " 0 do not"]);
    world.run(&["case", "-q", "cases"]).is(0, "", "");
    let first = all.out.split_whitespace().nth(1).unwrap().to_owned();
    assert!(good.contains(&format!("case: {first}\n")), "{first}");
    world.run(&["case", "cases", "--only", &first]).says(0, &["1 cases: 1 hold, 0 do not"]);
    world.run(&["case", "cases", "--only", "Z-99"]).says(3, &["no case there"]);
    world.run(&["case", "nowhere"]).says(3, &["cannot read nowhere"]);
    world.write("cases/broken.yaml", "case: [\n");
    world.run(&["case", "cases"]).says(3, &["cases/broken.yaml"]);
    // A case that expects what does not come.
    world.write("bad.yaml", good.replacen("first: bedivere", "first: morgan", 1));
    let bad = world.run(&["case", "-q", "bad.yaml"]);
    bad.says(1, &[&format!("FAILS {first}"), "first", "bedivere", "morgan", ", 1 do not"]);
    let json = world.run(&["case", "cases/good.yaml", "--json"]).json();
    let verdicts = json.as_array().unwrap();
    assert_eq!(verdicts.len(), good.lines().filter(|line| line.starts_with("- case:")).count());
    assert!(!verdicts.is_empty() && verdicts.iter().all(|verdict| verdict["holds"] == true));
}

#[test]
fn exit_codes_and_help_are_as_they_say() {
    let world = World::new();
    world
        .run(&["--help"])
        .says(0, &["Exit codes: 0 done; 1 done, but something needs attention; 2 usage error; 3 refused"]);
    world.run(&["--version"]).is(0, concat!("ravenpost ", env!("CARGO_PKG_VERSION"), "\n"), "");
    let none: [&str; 0] = [];
    assert_eq!(world.run(&none).code, 2);
    world.run(&["tikc"]).says(2, &["tikc", "tick"]);
    world.run(&["status"]).says(2, &["<DIR>"]);
    world.run(&["tick", "--mial", "x"]).says(2, &["--mail"]);
    for command in [
        "demo", "new", "start", "tick", "status", "check", "seal", "preview", "history", "verify", "doctor",
        "case",
    ] {
        let help = world.run(&[command, "--help"]);
        assert!(
            help.code == 0 && help.out.contains("Usage:") && !help.out.contains("--now"),
            "{command}: {help:?}"
        );
        assert!(help.out.lines().all(|line| line.chars().count() <= 100), "{command}: {}", help.out);
    }
}
