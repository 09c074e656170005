//! What newer rules would make of running campaigns is found and told, and nothing is touched.

use super::folder::Folder;
use super::outputs;
use ravenpost::campaign::{Differs, Host, MakeGame, Migration, migration};
use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::games;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a campaign with this ledger.
fn files(name: &str, ledger: &str) -> Vec<(&'static str, String)> {
    vec![
        ("campaign.yaml", golden(&format!("{name}.campaign.yaml"))),
        ("secrets.yaml", golden(&format!("{name}.secrets.yaml"))),
        ("ledger.jsonl", ledger.to_owned()),
    ]
}

/// A campaign on a disk in memory.
struct World {
    disk: FaultyDisk,
    edge: Host,
}

impl World {
    fn of(name: &str, ledger: &str) -> World {
        let disk = FaultyDisk::new();
        disk.create_dir(Path::new("/c"), 0o700).unwrap();
        for (file, text) in files(name, ledger) {
            disk.write(&Path::new("/c").join(file), text.as_bytes(), 0o600).unwrap();
        }
        disk.restart();
        let edge = Host { lock: false, ..Host::new(Arc::new(disk.clone())) };
        World { disk, edge }
    }

    fn report(&self, newest: MakeGame) -> Migration {
        let found = migration(&self.edge, Path::new("/c"), newest).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(self.disk.effects(), 0, "something was touched");
        found
    }
}

/// What is told of a campaign of which so many eighths have been played.
fn report(name: &str, eighths: usize, newest: MakeGame) -> Migration {
    let ledger = golden(&format!("{name}.jsonl"));
    let count = ledger.lines().count() * eighths / 8;
    let part: String = ledger.lines().take(count).map(|line| format!("{line}\n")).collect();
    World::of(name, &part).report(newest)
}

/// The program's data with one place of one file changed.
fn changed(game: &str, file: &str, change: (&str, &str, &str)) -> Option<String> {
    let (changed, old, new) = change;
    let text = games::embedded(game, file)?;
    assert!(file != changed || text.contains(old), "{file} has no “{old}”");
    (file == changed).then(|| text.replacen(old, new, 1))
}

/// A maker of a game with changed data.
macro_rules! with {
    ($file:literal, $old:literal, $new:literal) => {
        |settings, _| {
            let own = |file: &str| changed(&settings.game, file, ($file, $old, $new));
            games::referee(&settings.game, settings.players, &settings.options, &own)
        }
    };
}

#[test]
fn by_the_same_rules_nothing_would_change() {
    let same: MakeGame =
        |settings, own| games::referee(&settings.game, settings.players, &settings.options, own);
    // Two of them are played to their end in one go, by the plans of one window.
    for (name, stages) in [
        ("thrones-1e-3", 2),
        ("thrones-1e-4", 2),
        ("king-is-dead-2-mordred", 1),
        ("king-is-dead-3", 2),
        ("king-is-dead-4", 1),
    ] {
        let found = report(name, 5, same);
        assert_eq!(found.change, None, "{name}");
        assert!(found.same >= stages && !found.over && found.news.is_empty(), "{found:?}");
        assert!(report(name, 8, same).over);
    }
}

#[test]
fn the_first_thing_that_would_be_otherwise_is_named() {
    let power = report("thrones-1e-3", 4, with!("houses.yaml", "power: 5 ", "power: 6 ")).change.unwrap();
    assert_eq!((power.turn, power.stage.as_str()), (0, "set-up"));
    let stark = |differs: &Differs| matches!(differs, Differs::Position { at, is, would } if at.contains("stark") && *is == 5 && *would == 6);
    assert!(power.differs.iter().any(stark), "{power:?}");

    let named = |newest: MakeGame| {
        let change = report("thrones-1e-3", 7, newest).change.unwrap();
        (change.entry, change.turn, change.stage.clone(), change.differs.first().cloned().unwrap())
    };
    let card: MakeGame =
        with!("houses.yaml", "name: Stannis Baratheon, strength: 3", "name: Stannis Baratheon, strength: 0");
    let (at, is, would) = ("areas.harrenhal.house".to_owned(), serde_json::Value::Null, "baratheon".into());
    assert_eq!(named(card), (157, 3, "marches".to_owned(), Differs::Position { at, is, would }));

    let (entry, turn, stage, stars) =
        named(with!("houses.yaml", "stars: [3, 3, 2, 1, 0]", "stars: [1, 1, 0, 0, 0]"));
    assert_eq!((entry, turn, stage.as_str()), (40, 1, "planning"));
    let key = "1/planning/0/baratheon/orders";
    assert!(
        matches!(&stars, Differs::NotLegal { seat, key: k, .. } if seat == "baratheon" && k == key),
        "{stars:?}"
    );
}

/// What is asked now belongs to the game, too, though nothing has come of it.
#[test]
fn what_would_be_asked_otherwise_now_is_named() {
    let newest: MakeGame = with!("houses.yaml", "stars: [3, 3, 2, 1, 0]", "stars: [1, 1, 0, 0, 0]");
    let ledger = golden("thrones-1e-3.jsonl");
    let planning = ledger.lines().position(|line| line.contains(r#""window":"1-planning""#)).unwrap();
    let cut: String = ledger.lines().take(planning + 1).map(|line| format!("{line}\n")).collect();
    let world = World::of("thrones-1e-3", &cut);
    let change = world.report(newest).change.unwrap();
    assert_eq!((change.entry, change.turn, change.stage.as_str()), (planning as u64 + 2, 1, "planning"));
    assert!(matches!(change.differs[0], Differs::AskedOtherwise { .. }), "{change:?}");
}

/// A real folder with a campaign that has come half-way.
fn real(name: &str) -> Folder {
    let root = Folder::new();
    fs::create_dir(root.path().join("c")).unwrap();
    let ledger = golden(&format!("{name}.jsonl"));
    let half: String =
        ledger.lines().take(ledger.lines().count() / 2).map(|line| format!("{line}\n")).collect();
    for (file, text) in files(name, &half) {
        fs::write(root.path().join("c").join(file), text).unwrap();
    }
    root
}

/// Runs the program; its exit code and all it said.
fn run(root: &Path, args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ravenpost")).current_dir(root).args(args).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    outputs::printed(&args.join(" "), text.clone());
    (output.status.code().unwrap(), text)
}

/// Everything in a folder.
fn all_files(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(dir).unwrap().map(|file| file.unwrap().path()).collect();
    all.sort();
    all.into_iter()
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect()
}

#[test]
fn the_command_tells_and_touches_nothing() {
    let root = real("thrones-1e-3");
    // It begins a campaign by the command, which draws the keys.
    root.is_random();
    let before = all_files(&root.path().join("c"));
    let (code, text) = run(root.path(), &["migrate", "--report", "--root", "."]);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.starts_with(
            "./c: nothing would change. It uses version 1 of the rules of thrones-1e; the newest is 1. "
        ),
        "{text}"
    );
    assert_eq!(all_files(&root.path().join("c")), before);

    // Founded with a number of the game master's own, which the program's rules do not have.
    let args =
        "new d --no-rehearsal --game thrones-1e --players 3 --title W --address r@x.example --timezone UTC";
    let mut args: Vec<&str> = args.split(' ').collect();
    args.extend([
        "--gm",
        "M <m@x.example>",
        "--seat",
        "stark=A <a@x.example>",
        "--seat",
        "lannister=B <b@x.example>",
    ]);
    args.extend(["--seat", "baratheon=C <c@x.example>"]);
    assert_eq!(run(root.path(), &args).0, 0);
    // The set-up is played at the start, with no words to wait for.
    let settings = root.path().join("d/campaign.yaml");
    let text = fs::read_to_string(&settings).unwrap();
    assert!(text.contains("chance: {words: open}"), "{text}");
    fs::write(&settings, text.replace("chance: {words: open}", "chance: no")).unwrap();
    let own = root.path().join("d/games/thrones-1e");
    fs::create_dir_all(&own).unwrap();
    let houses = games::embedded("thrones-1e", "houses.yaml").unwrap().replacen("power: 5 ", "power: 6 ", 1);
    fs::write(own.join("houses.yaml"), houses).unwrap();
    assert_eq!(run(root.path(), &["start", "d"]).0, 0);
    // A campaign that began with a board of its own is played on with it, whatever the program has.
    let (code, text) = run(root.path(), &["migrate", "--report", "c", "d"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("d: nothing would change"), "{text}");
    assert!(fs::read_to_string(root.path().join("d/ledger.jsonl")).unwrap().contains("own-data"));
    let (code, json) = run(root.path(), &["migrate", "--report", "--json", "c", "d", "e"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(code, 2);
    assert_eq!(json[0]["migration"]["change"], serde_json::Value::Null);
    assert_eq!(json[1]["migration"]["change"], serde_json::Value::Null);
    assert!(json[2]["error"].as_str().unwrap().contains("is not a campaign"), "{json}");
    assert_eq!(run(root.path(), &["migrate", "c"]).0, 2, "--report must be said");
    assert_eq!(run(root.path(), &["migrate", "--report"]).0, 2);
}

#[test]
fn a_campaign_of_unknown_rules_is_refused_by_name_and_left_alone() {
    let root = real("king-is-dead-3");
    let path = root.path().join("c/ledger.jsonl");
    let newer = fs::read_to_string(&path).unwrap().replacen(r#""seats":"#, r#""rules":7,"seats":"#, 1);
    fs::write(&path, &newer).unwrap();
    for command in [&["tick", "c"][..], &["verify", "c"], &["status", "c"], &["migrate", "--report", "c"]] {
        let (code, text) = run(root.path(), command);
        assert_eq!(code, 3, "{command:?}: {text}");
        assert!(
            text.contains("the rules of king-is-dead in their version 7 are not known"),
            "{command:?}: {text}"
        );
        assert!(text.contains("which knows: 1"), "{text}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), newer);
}
