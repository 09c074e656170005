//! The data of the trial edition: two boards and sixteen houses, made by rule so that every house has the same place.
//!
//! Each of the ten houses of the main board has a home with a garrison and a port, land beside it, and a sea; lands and
//! seas form rings. Each of the six of the north has a hall and wild land before it.

use std::fmt::Write;

/// Houses of the main board.
pub const SOUTH: usize = 10;
/// Houses of the north.
pub const NORTH: usize = 6;

const GAME: &str = "
id: trial
title: A trial
turns: 6
power-tokens: 20
units:
  footman: {strength: 1, price: 1, moves: land}
  knight: {strength: 2, price: 2, moves: land, upgrades: footman, upgrade-price: 1}
  ship: {strength: 1, price: 1, moves: sea}
  siege-engine: {strength: 4, price: 2, moves: land, upgrades: footman, upgrade-price: 1}
  giant: {strength: 3, price: 3, moves: land, upgrades: knight, upgrade-price: 1}
structures: {stronghold: 2, city: 1}
orders:
  - {id: march-1, kind: march, bonus: -1, tokens: 1}
  - {id: march+0, kind: march, bonus: 0, tokens: 1}
  - {id: 'march*', kind: march, bonus: 1, tokens: 1, star: true}
  - {id: defense, kind: defense, bonus: 1, tokens: 2}
  - {id: support, kind: support, bonus: 0, tokens: 2}
  - {id: raid, kind: raid, bonus: 0, tokens: 1}
  - {id: 'raid*', kind: raid, bonus: 0, tokens: 1, star: true}
  - {id: consolidate, kind: consolidate, bonus: 0, tokens: 2}
  - {id: 'consolidate*', kind: consolidate, bonus: 0, tokens: 1, star: true}
";

const WESTEROS: &str = "
decks:
  1: [{card: supply, copies: 2}, {card: a-throne-of-blades, copies: 2}, {card: winter-is-coming, copies: 1}]
  2: [{card: clash-of-kings, copies: 2}, {card: nothing, copies: 1, mammoth: true}]
  3: [{card: wildling-attack, copies: 2}, {card: put-to-the-sword, copies: 2, mammoth: true}]
wildlings: [{card: scouts, copies: 2}, {card: riders, copies: 2}]
theatres:
  north:
    1: [{card: nothing, copies: 1}, {card: northern-muster, copies: 2}]
";

fn ring(i: usize, n: usize) -> usize {
    (i + 1) % n
}

fn map() -> String {
    let (mut areas, mut borders) = (String::new(), String::new());
    for i in 0..SOUTH {
        let next = ring(i, SOUTH);
        let _ = write!(
            areas,
            "
  - {{id: home-{i}, name: Home {i}, kind: land, code: H{i}, structure: stronghold, barrels: 1, crowns: 1, garrison: 2, home: south-{i}}}
  - {{id: land-{i}, name: Land {i}, kind: land, code: L{i}, structure: city, barrels: 1, crowns: 1}}
  - {{id: sea-{i}, name: Sea {i}, kind: sea, code: S{i}}}
  - {{id: port-{i}, name: Port {i}, kind: port, code: P{i}, port-of: home-{i}}}"
        );
        let _ = write!(
            borders,
            "
  home-{i}: [land-{i}, sea-{i}]
  land-{i}: [land-{next}, sea-{i}]
  sea-{i}: [sea-{next}]
  port-{i}: [sea-{i}]"
        );
    }
    for i in 0..NORTH {
        let next = ring(i, NORTH);
        let _ = write!(
            areas,
            "
  - {{id: hall-{i}, name: Hall {i}, kind: land, code: N{i}, structure: stronghold, barrels: 1, crowns: 1, home: north-{i}}}
  - {{id: wild-{i}, name: Wild {i}, kind: land, code: W{i}, barrels: 1, crowns: 1}}"
        );
        let _ = write!(borders, "\n  hall-{i}: [wild-{i}]\n  wild-{i}: [wild-{next}]");
    }
    format!("areas:{areas}\nborders:{borders}\n")
}

/// Ids of houses, `south-0`, …, as a list.
fn ids(side: &str, n: usize) -> String {
    (0..n).map(|i| format!("{side}-{i}")).collect::<Vec<_>>().join(", ")
}

fn tracks(side: &str, n: usize) -> String {
    let ids = ids(side, n);
    format!("{{iron-throne: [{ids}], fiefdoms: [{ids}], kings-court: [{ids}]}}")
}

fn houses() -> String {
    let mut houses = String::new();
    for i in 0..SOUTH {
        let _ = write!(
            houses,
            "
  south-{i}:
    units: {{home-{i}: [footman, knight], land-{i}: [footman, siege-engine], sea-{i}: [ship], port-{i}: [ship]}}
    supply: 3
    cards:
      - {{id: lord-{i}, name: Lord {i}, strength: 3, swords: 2}}
      - {{id: lady-{i}, name: Lady {i}, strength: 2, ability: sharpen}}
      - {{id: fool-{i}, name: Fool {i}, strength: 0, ability: pillage}}
      - {{id: guard-{i}, name: Guard {i}, strength: 1, fortifications: 2, ability: slay}}"
        );
    }
    for i in 0..NORTH {
        let _ = write!(
            houses,
            "
  north-{i}:
    units: {{hall-{i}: [giant, footman], wild-{i}: [footman]}}
    supply: 2
    pool: {{footman: 6, knight: 3, giant: 2}}
    orders: {{march-1: 1, march+0: 2, defense: 2, raid: 1, consolidate: 1, 'consolidate*': 1}}
    power: 2
    power-tokens: 12
    cards:
      - {{id: chief-{i}, name: Chief {i}, strength: 2, swords: 1, ability: plunder}}
      - {{id: hunter-{i}, name: Hunter {i}, strength: 1, fortifications: 1}}"
        );
    }
    let (south, north) = (ids("south", SOUTH), ids("north", NORTH));
    format!(
        "tracks: {}
power: 5
units-per-house: {{footman: 8, knight: 4, ship: 4, siege-engine: 2}}
supply-limits: [[2, 2], [3, 2], [3, 2, 2], [3, 2, 2, 2], [3, 3, 2, 2], [4, 3, 2, 2], [4, 3, 2, 2, 2]]
stars: [3, 3, 2, 2, 1, 1, 1, 1, 1, 0]
wildlings: {{track: [0, 3, 6, 9], start: 3}}
players: {{16: {{houses: [{south}, {north}], instant-win: 9}}}}
theatres:
  - {{id: north, houses: [{north}], tracks: {}, stars: [1, 1, 1, 0, 0, 0]}}
houses:{houses}
abilities: {{sharpen: {{text: An own sword more for a battle without support.}}}}
",
        tracks("south", SOUTH),
        tracks("north", NORTH)
    )
}

/// A file of the trial edition's folder.
pub fn file(name: &str) -> Option<String> {
    match name {
        "game.yaml" => Some(GAME.to_owned()),
        "map.yaml" => Some(map()),
        "houses.yaml" => Some(houses()),
        "westeros.yaml" => Some(WESTEROS.to_owned()),
        // The words of the first edition without the names of its areas.
        "words/en.yaml" => {
            let words = crate::games::embedded("thrones-1e", name)?;
            let (before, rest) = words.split_once("  areas:\n")?;
            let (_, after) = rest.split_once("  # Kinds of units")?;
            Some(format!("{before}  areas: {{}}\n  #{after}"))
        }
        _ => None,
    }
}
