//! Boards of one's own: checked and drawn by `board`, refused or taken by `new`, kept by the campaign.

use super::world::*;
use std::fs;
use std::path::Path;

const FILES: [&str; 4] = ["game.yaml", "map.yaml", "houses.yaml", "westeros.yaml"];

/// A world with a copy of the board for nine houses in `mine`, in which words of files are replaced.
fn with_board(changes: &[(&str, &str, &str)]) -> World {
    let world = World::new();
    for file in FILES {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/thrones-nine").join(file);
        world.write(&format!("mine/{file}"), fs::read_to_string(from).unwrap());
    }
    for (file, from, to) in changes {
        world.edit(&format!("mine/{file}"), from, to);
    }
    world
}

/// The board with another name and other borders: Banefort is The Crag, and a river runs between the Golden Tooth and
/// Lannisport; Andalos has a piece of the Dothraki Sea. A game is short.
const OTHER: &[(&str, &str, &str)] = &[
    ("game.yaml", "turns: 10", "turns: 2"),
    ("game.yaml", "(nine houses)", "(my board)"),
    ("map.yaml", "id: banefort, name: \"Banefort\"", "id: banefort, name: \"The Crag\""),
    ("map.yaml", "  golden-tooth: [lannisport]\n", ""),
    (
        "map.yaml",
        "  - [harrenhal, the-kings-road]",
        "  - [golden-tooth, lannisport]\n  - [harrenhal, the-kings-road]",
    ),
    ("map.yaml", "NS An An DS DS DS DS DS", "NS An An An DS DS DS DS"),
];

fn new(dir: &str, more: &[&str]) -> Vec<String> {
    let mut args = vec!["new", dir, "--board", "mine", "--players", "7", "--no-rehearsal"];
    args.extend([
        "--address",
        "ravens@x.example",
        "--gm",
        "Maria <maria@x.example>",
        "--timezone",
        "Europe/Rome",
    ]);
    let names = ["Anna", "Bert", "Cleo", "Dora", "Emil", "Fia", "Gerd"]
        .map(|name| format!("{name} <{name}@x.example>"));
    args.extend(more);
    let mut args: Vec<String> = args.into_iter().map(str::to_owned).collect();
    args.extend(names.iter().flat_map(|name| ["--player".to_owned(), name.clone()]));
    args
}

#[test]
fn a_good_board_is_drawn_with_its_codes() {
    let world = with_board(OTHER);
    let drawn = world.run(&["board", "mine"]);
    drawn.says(0, &["A Game of Thrones (my board)", "Targaryen", "The Crag"]);
    let codes = "BlBlBlBlBlBlBl..............";
    assert!(drawn.out.contains(codes), "{}", drawn.out);
    // Only the chart of a wide board is wider than a mail.
    let wide = |line: &&str| line.chars().count() > 72 && line.trim().contains(' ');
    assert_eq!(drawn.out.lines().find(wide), None);
    let json = world.run(&["board", "mine", "--json"]).json();
    assert_eq!(
        (json["good"].as_bool(), json["board"]["areas"].as_array().map(Vec::len)),
        (Some(true), Some(88))
    );
    let areas = json["board"]["areas"].as_array().unwrap();
    let area = |name: &str| areas.iter().find(|area| area["name"] == name).unwrap();
    assert_eq!((&area("Riverrun")["home"], &area("Braavos")["neutral"]), (&"tully".into(), &8.into()));
    // With seven houses Essos is closed.
    let seven = world.run(&["board", "mine", "--players", "7", "--json"]).json();
    let pentos = seven["board"]["areas"]
        .as_array()
        .unwrap()
        .iter()
        .find(|area| area["name"] == "Pentos")
        .unwrap()
        .clone();
    assert_eq!(pentos["borders"], serde_json::json!([]));
}

#[test]
fn a_board_can_be_a_file_that_names_its_parts() {
    let world = with_board(&[]);
    world.write("board.yaml", "rules: thrones-nine\nhouses: mine/houses.yaml\n");
    world.run(&["board", "board.yaml"]).says(0, &["A Game of Thrones (nine houses)"]);
    world.write("board.yaml", "rules: chess\nhouses: mine/houses.yaml\n");
    world.run(&["board", "board.yaml"]).says(2, &["no rules “chess”", "thrones-2e, thrones-nine"]);
    world.write("board.yaml", "hauses: mine/houses.yaml\n");
    world.run(&["board", "board.yaml"]).says(2, &["does not name a board's files", "map: my-map.yaml"]);
    world.write("board.yaml", "rules: thrones-2e\ngame: mine/game.yaml\n");
    world.run(&["board", "board.yaml"]).says(2, &["Write the same in both"]);
    world.run(&["board", "nowhere"]).says(3, &["cannot read nowhere"]);
    fs::create_dir(world.path("empty")).unwrap();
    world.run(&["board", "empty"]).says(2, &["holds no board", "docs/new-board.md"]);
}

#[test]
fn a_wrong_board_is_refused_with_all_its_faults_and_nothing_is_created() {
    let world = with_board(&[
        ("map.yaml", "  braavos: [dothraki-sea]", "  braavos: [dothraki-see]"),
        ("houses.yaml", "stars: [3, 3, 2, 2, 1, 0, 0, 0]", "stars: [3, 3, 2, 2, 1, 0, 0]"),
    ]);
    let faults = [
        "mine/map.yaml, line",
        "error: There is no area called \"dothraki-see\". 1 more fault follows from it.",
        "^^^^^^^^^^^^ did you mean “dothraki-sea”?",
        "mine/houses.yaml, line",
        "There are 7 numbers of stars for 8 houses.",
        "This board cannot be played: 2 errors. Nothing was created.",
    ];
    world.run(&["board", "mine"]).says(3, &faults);
    world.run(&new("c", &[])).says(3, &faults);
    world.run(&["demo", "--board", "mine", "--dir", "d"]).says(3, &faults);
    assert!(!world.path("c").exists() && !world.path("d").exists());
}

#[test]
fn a_campaign_keeps_its_board_and_refuses_an_edited_one() {
    let world = with_board(OTHER);
    world.run(&new("c", &[])).says(0, &["Wrote c/campaign.yaml"]);
    world.run(&["start", "c", "--now", BEGIN]).says(0, &["c has started."]);
    // The folder that it came from is not needed any more.
    fs::remove_dir_all(world.path("mine")).unwrap();
    world.run(&["status", "c", "--now", SOON]).says(0, &["A Game of Thrones (my board) by email"]);
    world.run(&["verify", "c"]).says(0, &[]);
    world.run(&["migrate", "--report", "c"]).says(0, &["nothing can be compared yet"]);
    let founded = fs::read_to_string(world.path("c/ledger.jsonl")).unwrap();
    let first: serde_json::Value = serde_json::from_str(founded.lines().next().unwrap()).unwrap();
    let mut own: Vec<&str> = FILES.to_vec();
    own.sort_unstable();
    assert_eq!(first["body"]["own-data"], serde_json::json!(own));
    let map = fs::read_to_string(world.path("c/games/thrones-nine/map.yaml")).unwrap();
    assert!(map.contains("The Crag"));
    world.write("c/games/thrones-nine/map.yaml", map.replace("The Crag", "Crakehall"));
    let told = [
        "c/games/thrones-nine/map.yaml is not the file that this campaign was founded with",
        "ravenpost rule --data map.yaml=FILE",
    ];
    for command in [&["status", "c"][..], &["tick", "c"], &["verify", "c"], &["preview", "c"]] {
        world.run(command).says(3, &told);
    }
    fs::remove_file(world.path("c/games/thrones-nine/map.yaml")).unwrap();
    world
        .run(&["status", "c"])
        .says(3, &["map.yaml is missing: this campaign was founded with a board of its own"]);
    world.write("c/games/thrones-nine/map.yaml", &map);
    world.run(&["verify", "c"]).says(0, &[]);
}

#[test]
fn a_file_put_into_a_running_campaign_is_told_of() {
    let world = World::begun(&[]);
    let map = ravenpost::games::embedded("thrones-1e", "map.yaml").unwrap();
    world.write("c/games/thrones-1e/map.yaml", map);
    world.run(&["status", "c", "--now", SOON]).says(0, &[]);
    world.write("c/games/thrones-1e/map.yaml", map.replace("Winterfell", "Winterfall"));
    world.run(&["status", "c"]).says(3, &["map.yaml was put there after this campaign was founded"]);
}

/// A sealed campaign on the changed board, with what players would do at home and far away.
#[test]
fn a_sealed_game_on_a_board_of_ones_own_is_played_and_verified_anywhere() {
    let world = with_board(OTHER);
    world.run(&["demo", "-q", "--board", "mine", "--players", "7", "--dir", "d"]).says(0, &[]);
    fs::remove_dir_all(world.path("mine")).unwrap();
    world.run(&["verify", "d"]).says(0, &[]);
    let report = fs::read_to_string(world.path("d/turns/02/report.txt")).unwrap();
    assert!(report.contains("The Crag") && !report.contains("Banefort"), "{report}");
    world.run(&["explain", "d", "1", "The Crag"]).says(0, &["The Crag"]);
    world.run(&["export", "d", "--out", "far.jsonl"]).says(0, &[]);
    fs::remove_dir_all(world.path("d")).unwrap();
    world.run(&["verify", "far.jsonl"]).says(0, &[]);
    let archive = fs::read_to_string(world.path("far.jsonl")).unwrap();
    world.write("far.jsonl", archive.replacen("The Crag", "Crakehall", 1));
    let other = world.run(&["verify", "far.jsonl"]);
    assert!(other.code != 0 && format!("{}{}", other.out, other.err).contains("map.yaml"), "{other:?}");
}
