//! Each check, tried by breaking what it checks on the board for nine houses.

use super::{FILES, Problem, REFUSALS, check};
use crate::games::embedded;
use crate::games::thrones::editions::SECOND;
use std::collections::BTreeSet;

const IDS: &[&str] = &["thrones-2e", "thrones-nine"];

/// The faults of the board for nine houses with words of a file replaced by others.
fn broken(changes: &[(&str, &str, &str)]) -> Vec<Problem> {
    let folder = |file: &str| {
        let mut text = embedded("thrones-nine", file)?.to_owned();
        for (of, from, to) in changes.iter().filter(|(of, ..)| *of == file) {
            assert!(text.contains(from), "{of} has no {from:?}");
            text = text.replacen(from, to, 1);
        }
        Some(text)
    };
    check(&folder, &SECOND, IDS)
}

fn codes(problems: &[Problem]) -> Vec<&'static str> {
    problems.iter().map(|problem| problem.fault.why.code()).collect()
}

#[test]
fn the_boards_of_the_program_have_no_faults() {
    for game in IDS {
        let found = check(&|file| embedded(game, file).map(str::to_owned), &SECOND, IDS);
        // Some areas of the second edition's chart are in two pieces.
        let apart =
            |problem: &Problem| game == &"thrones-2e" && problem.fault.why.code() == "board-chart-apart";
        assert!(found.iter().all(apart), "{game}: {found:?}");
    }
}

/// A check, the file and the words that are replaced, and the line of the fault's excerpt that must hold the caret's word.
const BREAKS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "board-ability-when",
        "houses.yaml",
        "one-if-behind: {when: strength",
        "one-if-behind: {when: strenght",
        "strenght",
    ),
    (
        "board-ability-when",
        "houses.yaml",
        "one-if-behind: {when: strength",
        "one-if-behind: {when: revealed",
        "revealed",
    ),
    ("board-ability-when", "houses.yaml", "{when: \"strength, beaten\"", "{when: strength", "strength"),
    (
        "board-ability-optional",
        "houses.yaml",
        "if he has no other.\", optional: true}",
        "if he has no other.\"}",
        "return-opponents-card",
    ),
    (
        "board-ability-optional",
        "houses.yaml",
        "kill-footman: {when: revealed, ",
        "kill-footman: {when: revealed, optional: true, ",
        "true",
    ),
    ("board-stars-most", "houses.yaml", "\nstars: [3, 3, 3, 2", "\nstars: [6, 3, 3, 2", "6"),
    ("board-stars-most", "houses.yaml", "    stars: [3, 3, 2, 1", "    stars: [7, 3, 2, 1", "7"),
    (
        "board-tokens-none",
        "game.yaml",
        "{id: raid, kind: raid, bonus: 0, tokens: 2}",
        "{id: raid, kind: raid, bonus: 0, tokens: 0}",
        "0",
    ),
    (
        "board-hand",
        "houses.yaml",
        "      - {id: patchface, name: Patchface, strength: 0, ability: discard-opponents-card}\n",
        "",
        "baratheon",
    ),
    (
        "board-strong",
        "houses.yaml",
        "name: Stannis Baratheon, strength: 4",
        "name: Stannis Baratheon, strength: 5",
        "5",
    ),
    ("board-strong", "houses.yaml", "strength: 3, swords: 3", "strength: 3, swords: 9", "9"),
    ("board-twice", "houses.yaml", "name: Patchface", "name: melisandre", "melisandre"),
    (
        "board-barrels",
        "map.yaml",
        "structure: stronghold, barrels: 1, crowns: 1, home: baratheon",
        "structure: stronghold, barrels: 12, crowns: 1, home: baratheon",
        "12",
    ),
    (
        "board-start-supply",
        "houses.yaml",
        "the-gullet: [ship]}\n    supply: 1",
        "the-gullet: [ship]}\n    supply: 3",
        "3",
    ),
    ("board-colour", "picture.yaml", "light: [\"#868A98\"", "light: [\"#868A9\"", "\"#868A9\""),
    (
        "board-colours",
        "picture.yaml",
        "light: [\"#868A98\", \"#0B0D11\"]",
        "light: [\"#868A98\"]",
        "[\"#868A98\"]",
    ),
    ("board-letter", "picture.yaml", "letter: S", "letter: St", "St"),
    ("board-livery-twice", "picture.yaml", "pattern: level", "pattern: lattice", "lattice"),
    ("board-livery-twice", "picture.yaml", "light: [\"#868A98\"", "light: [\"#E2620F\"", "[\"#E2620F\""),
    ("board-livery-missing", "picture.yaml", "  tully: {letter: U", "  # tully: {letter: U", "stark"),
    ("board-unknown", "picture.yaml", "pattern: level", "pattern: levle", "levle"),
    ("board-unknown", "picture.yaml", "  blackwater-bay: [[", "  blackwater-bai: [[", "blackwater-bai"),
    ("board-unknown", "picture.yaml", "[banefort, riverrun]", "[banefort, rivverrun]", "rivverrun"),
    ("board-unknown", "picture.yaml", "  tully: {letter: U", "  tulli: {letter: U", "tulli"),
    ("board-form", "map.yaml", "  andalos: [braavos, dothraki-sea, pentos]", "  andalos: braavos", "braavos"),
    ("board-form", "houses.yaml", "name: Patchface", "name: \"\"", "\"\""),
    ("board-key", "houses.yaml", "fiefdoms: ", "fiefdom: ", "fiefdom"),
    ("board-key", "map.yaml", "barrels: 1, crowns: 0, code: An", "barrel: 1, code: An", "barrel"),
    ("board-no-key", "houses.yaml", "    supply: 1\n", "", "units"),
    ("board-number", "game.yaml", "turns: 10", "turns: ten", "ten"),
    ("board-unknown", "map.yaml", "andalos: [braavos,", "andalos: [bravos,", "bravos"),
    ("board-unknown", "map.yaml", "home: tully", "home: tulli", "tulli"),
    (
        "board-unknown",
        "map.yaml",
        "structure: castle, barrels: 0, crowns: 0, code: Ba",
        "structure: tower, code: Ba",
        "tower",
    ),
    ("board-unknown", "map.yaml", "kind: sea", "kind: see", "see"),
    ("board-unknown", "map.yaml", "port-of: braavos", "port-of: the-narrow-sea", "the-narrow-sea"),
    ("board-unknown", "game.yaml", "id: thrones-nine", "id: my-board", "my-board"),
    ("board-unknown", "game.yaml", "kind: march, bonus: -1", "kind: marsh, bonus: -1", "marsh"),
    ("board-unknown", "game.yaml", "  ship: {", "  shipp: {", "shipp"),
    ("board-unknown", "houses.yaml", "ability: one-if-behind", "ability: one-if-ahead", "one-if-ahead"),
    ("board-unknown", "houses.yaml", "pentos: [knight,", "pentoz: [knight,", "pentoz"),
    ("board-unknown", "houses.yaml", "forces: {riverrun: 5", "forces: {riverun: 5", "riverun"),
    ("board-unknown", "houses.yaml", "closed: [andalos", "closed: [andalus", "andalus"),
    ("board-unknown", "westeros.yaml", "card: web-of-lies", "card: web-of-truth", "web-of-truth"),
    ("board-unknown", "westeros.yaml", "card: crow-killers", "card: crow-lovers", "crow-lovers"),
    (
        "board-twice",
        "map.yaml",
        "id: banefort, name: \"Banefort\"",
        "id: banefort, name: \"Andalos\"",
        "\"Andalos",
    ),
    ("board-twice", "map.yaml", "code: Ba}", "code: An}", "An"),
    ("board-twice", "houses.yaml", "id: melisandre", "id: patchface", "patchface"),
    (
        "board-twice",
        "houses.yaml",
        "iron-throne:  [baratheon, lannister",
        "iron-throne:  [baratheon, baratheon, lannister",
        "baratheon",
    ),
    ("board-code", "map.yaml", "code: Ba}", "code: Ban}", "Ban"),
    ("board-port-land", "map.yaml", "port-of: braavos, ", "", "{id: port-of-braavos"),
    (
        "board-port-sea",
        "map.yaml",
        "  port-of-braavos: [the-narrow-sea]",
        "  port-of-braavos: [the-narrow-sea, braavos]",
        "port-of-braavos",
    ),
    ("board-not-at-sea", "map.yaml", "kind: sea, code: BC", "kind: sea, crowns: 1, code: BC", "1"),
    (
        "board-border-twice",
        "map.yaml",
        "  braavos: [dothraki-sea]",
        "  braavos: [andalos, dothraki-sea]",
        "andalos",
    ),
    (
        "board-border-self",
        "map.yaml",
        "  braavos: [dothraki-sea]",
        "  braavos: [braavos, dothraki-sea]",
        "braavos",
    ),
    (
        "board-river-border",
        "map.yaml",
        "  - [harrenhal, the-kings-road]",
        "  - [harrenhal, riverrun]",
        "riverrun",
    ),
    ("board-alone", "map.yaml", "greywater-watch, pyke, seagard", "greywater-watch, seagard", "pyke"),
    ("board-chart-code", "map.yaml", "By CB CB CB Wi Wi Df", "By CB CB Qq Wi Wi Df", "Qq"),
    ("board-chart-missing", "map.yaml", "pv pv", "Vo Vo", "port-of-volantis"),
    ("board-chart-apart", "map.yaml", "chart: |\n  Bl Bl", "chart: |\n  Bl St", "St"),
    ("board-chart-touches", "map.yaml", "  golden-tooth: [lannisport]\n", "", ""),
    (
        "board-chart-border",
        "map.yaml",
        "  golden-tooth: [lannisport]",
        "  golden-tooth: [lannisport, winterfell]",
        "winterfell",
    ),
    ("board-reserved", "houses.yaml", "\n  arryn:\n", "\n  gm:\n", "gm"),
    ("board-power", "houses.yaml", "\npower: 5", "\npower: 50", "50"),
    ("board-home", "map.yaml", "home: tully, ", "", "tully"),
    (
        "board-home-twice",
        "map.yaml",
        "structure: castle, barrels: 0, crowns: 0, code: Ba",
        "structure: castle, home: arryn, code: Ba",
        "arryn",
    ),
    (
        "board-track-house",
        "houses.yaml",
        "tyrell, arryn, tully]\n  fiefdoms",
        "tyrell, arryn]\n  fiefdoms",
        "iron-throne",
    ),
    ("board-supply-row", "houses.yaml", "[4, 3, 2, 2, 2], [4, 3, 3", "[4, 3, 2, 2, 2], [3, 4, 3", "[3, 4, 3"),
    ("board-supply-row", "houses.yaml", "[4, 3, 2, 2, 2], [4, 3, 3", "[4, 3, 2, 2, 2], [4, 2, 2", "[4, 2, 2"),
    (
        "board-stars",
        "houses.yaml",
        "stars: [3, 3, 2, 2, 1, 0, 0, 0]",
        "stars: [3, 3, 2, 2, 1, 0, 0]",
        "[3, 3, 2",
    ),
    ("board-stars", "houses.yaml", "stars: [3, 3, 3, 2, 1, 1, 0, 0, 0]", "stars: [3, 3, 3, 2, 1, 1, 0]", "9"),
    ("board-wildlings-rise", "houses.yaml", "track: [0, 3, 6,", "track: [0, 3, 3, 6,", "3"),
    ("board-wildlings-start", "houses.yaml", "18], start: 3", "18], start: 4", "4"),
    ("board-houses", "houses.yaml", "  7:  ", "  6:  ", "6"),
    (
        "board-pool",
        "houses.yaml",
        "{footman: 10, knight: 5, siege-engine: 2, ship: 6}",
        "{footman: 10, knight: 1, siege-engine: 2, ship: 6}",
        "knight",
    ),
    ("board-terrain", "houses.yaml", "pentos: [knight, footman]", "pentos: [knight, ship]", "ship"),
    ("board-terrain", "houses.yaml", "sea-of-myrth: [ship]", "sea-of-myrth: [footman]", "footman"),
    (
        "board-supply",
        "houses.yaml",
        "pentos: [knight, footman]",
        "pentos: [knight, knight, footman, footman]",
        "2",
    ),
    ("board-supply-level", "houses.yaml", "    supply: 1\n", "    supply: 9\n", "9"),
    ("board-shared", "houses.yaml", "dragonstone: [footman]", "the-eyrie: [footman]", "the-eyrie"),
    ("board-closed", "houses.yaml", "dragonstone: [footman]", "lys: [footman]", "lys"),
    ("board-forced", "houses.yaml", "dragonstone: [footman]", "seagard: [footman]", "seagard"),
    ("board-win", "houses.yaml", "instant-win: 7", "instant-win: 31", "31"),
    ("board-deck-missing", "westeros.yaml", "  3:\n", "  4:\n", "1"),
    ("board-ability-text", "houses.yaml", "  lose-and-bar-the-way: {", "  # {", "lose-and-bar-the-way"),
];

#[test]
fn each_check_tells_what_is_broken_and_where() {
    for (code, file, from, to, word) in BREAKS {
        // What closes an area closes it for a set-up that begins there.
        let more: &[(&str, &str, &str)] = match *code {
            "board-closed" => &[("houses.yaml", "closed: [andalos", "closed: [lys, andalos")],
            _ => &[],
        };
        let all: Vec<_> = more.iter().copied().chain([(*file, *from, *to)]).collect();
        let found = broken(&all);
        let problem = found.iter().find(|problem| problem.fault.why.code() == *code);
        let problem = problem.unwrap_or_else(|| panic!("{code} by {to:?}: {:?}", codes(&found)));
        assert_eq!(problem.file, if *code == "board-home" { "houses.yaml" } else { file }, "{code} {to:?}");
        let span = problem.fault.span.unwrap_or_else(|| panic!("{code} has no place"));
        let mut text = embedded("thrones-nine", problem.file).unwrap().to_owned();
        for (of, from, to) in all {
            if of == problem.file {
                text = text.replacen(from, to, 1);
            }
        }
        let line = text.lines().nth(span.line - 1).unwrap_or_default();
        let marked: String = line.chars().skip(span.column - 1).take(word.chars().count()).collect();
        assert_eq!(marked, *word, "{code} by {to:?} marks {line:?}");
    }
}

#[test]
fn files_that_are_missing_or_no_yaml_are_told_of_and_so_is_what_only_the_loader_refuses() {
    let without = |missing: &'static str| {
        check(
            &|file| embedded("thrones-nine", file).filter(|_| file != missing).map(str::to_owned),
            &SECOND,
            IDS,
        )
    };
    for file in FILES {
        assert_eq!(codes(&without(file)), ["board-file"]);
    }
    let found = broken(&[("game.yaml", "turns: 10", "turns: [10")]);
    assert_eq!((found[0].file, codes(&found)), ("game.yaml", vec!["yaml-unclosed"]));
    // Another board's houses are not looked at by the checks.
    let found = broken(&[("houses.yaml", "\nabilities:", "\ntheatres: [{id: north}]\nabilities:")]);
    assert_eq!(codes(&found), ["board-refused"]);
}

#[test]
fn cards_and_decks_that_cannot_be_played_are_told_of() {
    let cards = embedded("thrones-nine", "houses.yaml").unwrap();
    let tully = &cards[cards.find("  tully:\n").unwrap()..cards.find("\nabilities:").unwrap()];
    let bare = format!("{}    cards: []\n", &tully[..tully.find("    cards:").unwrap()]);
    assert_eq!(codes(&broken(&[("houses.yaml", tully, &bare)])), ["board-no-cards"]);
    let many: String =
        (0..130).map(|n| format!("      - {{id: card-{n}, name: Card {n}, strength: 1}}\n")).collect();
    let crowd = format!("{}    cards:\n{many}", &tully[..tully.find("    cards:").unwrap()]);
    assert_eq!(codes(&broken(&[("houses.yaml", tully, &crowd)])), ["board-hand", "board-most"]);
    let decks = embedded("thrones-nine", "westeros.yaml").unwrap();
    let first = &decks[decks.find("  1:\n").unwrap()..decks.find("  2:\n").unwrap()];
    let endless = "  1:\n    - {card: winter-is-coming, copies: 1}\n";
    assert_eq!(codes(&broken(&[("westeros.yaml", first, endless)])), ["board-deck-endless"]);
}

#[test]
fn all_faults_are_told_at_once_file_by_file_in_the_order_of_lines() {
    let found = broken(&[
        ("westeros.yaml", "card: web-of-lies", "card: web-of-truth"),
        ("map.yaml", "  braavos: [dothraki-sea]", "  braavos: [braavos, dothraki-see]"),
        ("map.yaml", "kind: sea, code: BC", "kind: sea, crowns: 1, code: BC"),
        ("game.yaml", "turns: 10", "turns: 0"),
    ]);
    let told: Vec<_> = found.iter().map(|problem| (problem.file, problem.fault.why.code())).collect();
    assert_eq!(
        told,
        [
            ("game.yaml", "board-number"),
            ("map.yaml", "board-not-at-sea"),
            ("map.yaml", "board-border-self"),
            ("map.yaml", "board-unknown"),
            ("westeros.yaml", "board-unknown"),
        ]
    );
    let near = found.iter().find(|problem| problem.fault.why.code() == "board-unknown").unwrap();
    assert_eq!(near.fault.suggestion.as_deref(), Some("dothraki-sea"));
    // The border that was misspelt is missing.
    assert_eq!(near.fault.why.details()["more"], 1);
}

/// One wrong word is one fault, whatever else it makes wrong; what has nothing to do with it is told besides.
#[test]
fn what_follows_from_a_wrong_name_is_counted() {
    let one = |changes: &[(&str, &str, &str)], code: &str, most: usize| {
        let found = broken(changes);
        let cause = found.iter().find(|problem| problem.fault.why.code() == code);
        let cause = cause.unwrap_or_else(|| panic!("{changes:?}: {found:?}"));
        assert!(found.len() <= most, "{changes:?}: {:?}", codes(&found));
        assert!(found.iter().any(|problem| problem.fault.is_error()), "{changes:?}: it cannot be played");
        cause.fault.why.details().get("more").and_then(serde_json::Value::as_u64).unwrap_or(0)
    };
    // The id of an area, its code, and a cell of the chart that is another's.
    assert!(one(&[("map.yaml", "{id: winterfell,", "{id: winterfel,")], "board-unknown", 2) > 5);
    assert!(one(&[("map.yaml", "code: BC", "code: Bc")], "board-chart-code", 1) > 1);
    assert!(one(&[("houses.yaml", "  stark:\n    units", "  strak:\n    units")], "board-unknown", 2) > 5);
    // A name that is wrong hides nothing of the chart but what it is the name of.
    let apart = [
        ("map.yaml", "andalos: [braavos,", "andalos: [bravos,"),
        ("map.yaml", "  golden-tooth: [lannisport]\n", ""),
        ("map.yaml", "By CB CB CB Wi Wi Df", "By CB CB Qq Wi Wi Df"),
    ];
    let found = broken(&apart);
    let touches = |problem: &&Problem| problem.fault.why.code() == "board-chart-touches";
    let told: Vec<_> =
        found.iter().filter(touches).map(|problem| &problem.fault.why.details()["one"]).collect();
    assert_eq!(told, ["Golden Tooth"], "{:?}", codes(&found));
    let both = [("map.yaml", "code: BC", "code: Bc"), ("game.yaml", "turns: 10", "turns: 0")];
    assert_eq!(codes(&broken(&both)), ["board-number", "board-chart-code"]);
}

#[test]
fn what_there_can_be_is_listed_once() {
    let found = broken(&[("houses.yaml", "fiefdoms: ", "fiefdom: ")]);
    let key = found.iter().find(|problem| problem.fault.why.code() == "board-key").unwrap();
    assert_eq!(
        key.fault.why.details()["legal"],
        serde_json::json!(["iron-throne", "fiefdoms", "kings-court"])
    );
}

#[test]
fn every_code_is_tried() {
    let elsewhere = ["board-file", "board-refused", "board-no-cards", "board-most", "board-deck-endless"];
    let tried: BTreeSet<&str> = BREAKS.iter().map(|(code, ..)| *code).chain(elsewhere).collect();
    let all: BTreeSet<&str> = REFUSALS.iter().copied().collect();
    assert_eq!(tried, all);
}

/// The table of docs/new-board.md has every ability with what a plan may choose, and every card of the decks.
#[test]
fn the_guide_lists_all_that_a_board_can_name() {
    let guide = include_str!("../../../../../docs/new-board.md");
    let rows = |head: &str| -> Vec<Vec<String>> {
        let table = guide.lines().skip_while(|line| !line.starts_with(head)).skip(2);
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
        table.take_while(|line| line.starts_with('|')).map(cells).collect()
    };
    let told: Vec<(String, String)> =
        rows("| ability |").into_iter().map(|row| (row[1].replace('`', ""), row[3].clone())).collect();
    let is: Vec<(String, String)> =
        SECOND.abilities.iter().map(|row| (row.id.to_owned(), row.form.id().to_owned())).collect();
    assert_eq!(told, is);
    let decks = rows("| deck |");
    let cards =
        |row: usize| decks[row][2].replace('`', "").split(", ").map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(cards(0), SECOND.westeros.iter().map(|row| row.id).collect::<Vec<_>>());
    assert_eq!(cards(1), SECOND.wildling_cards.iter().map(|row| row.id).collect::<Vec<_>>());
}
