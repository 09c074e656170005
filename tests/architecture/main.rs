//! The shape of the project: which file imports which, and that docs/architecture.md draws the same picture; that the
//! papers can be found and lead to something.

mod docs;
mod imports;
mod papers;
mod source;

use imports::Imports;
use source::Source;
use std::collections::BTreeMap;

/// The rooms that docs/architecture.md lists under a heading, from the top down.
fn rooms(heading: &str) -> Vec<String> {
    let text = std::fs::read_to_string(source::root().join("docs/architecture.md")).unwrap();
    let section = text.split_once(heading).unwrap_or_else(|| panic!("no heading “{heading}”")).1;
    let block = section.split_once("\n    ").expect("a list of rooms").1;
    let lines = block.lines().take_while(|line| !line.trim().is_empty());
    let rooms: Vec<String> =
        lines.filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect();
    assert!(rooms.len() > 5, "{heading}: {rooms:?}");
    rooms
}

/// Arrows from one room to a room that is listed above it, or to one that is not listed.
fn upwards(rooms: &[String], room_of: impl Fn(&str) -> Option<String>, imports: &Imports) -> Vec<String> {
    let place = |room: &str| rooms.iter().position(|known| known == room);
    let mut wrong = Vec::new();
    for (from, all) in imports.arrows() {
        let Some(own) = room_of(from) else { continue };
        let Some(at) = place(&own) else {
            wrong.push(format!("{from}: the room {own} is not in docs/architecture.md"));
            continue;
        };
        for to in all {
            let Some(other) = room_of(to).filter(|other| *other != own) else { continue };
            if place(&other).is_none_or(|place| place < at) {
                wrong.push(format!("{from} imports {to}: {own} is below {other}"));
            }
        }
    }
    wrong
}

fn segment(module: &str, place: usize) -> Option<String> {
    module.split("::").nth(place).map(str::to_owned)
}

#[test]
fn no_file_imports_itself_by_way_of_others() {
    let imports = Imports::of(&Source::all());
    let circles = imports.circles();
    assert!(circles.is_empty(), "circles of imports:\n{circles:#?}");
}

#[test]
fn arrows_between_rooms_run_down() {
    let imports = Imports::of(&Source::all());
    let wrong = upwards(
        &rooms("## The rooms"),
        |module| segment(module, 0).filter(|room| !room.is_empty()),
        &imports,
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn arrows_between_the_rooms_of_a_campaign_run_down() {
    let imports = Imports::of(&Source::all());
    let of_campaign = |module: &str| segment(module, 1).filter(|_| module.starts_with("campaign::"));
    let wrong = upwards(&rooms("## A campaign's rooms"), of_campaign, &imports);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_type_has_its_methods_in_its_own_room() {
    let room = |module: &str| match module.split_once("::") {
        Some(("campaign", rest)) => format!("campaign::{}", rest.split("::").next().unwrap_or_default()),
        _ => module.split("::").next().unwrap_or_default().to_owned(),
    };
    let sources = Source::all();
    let mut home: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in &sources {
        for name in source.types() {
            home.entry(name).or_default().push(room(&source.module));
        }
    }
    let mut wrong = Vec::new();
    for source in &sources {
        for name in source.inherent_impls() {
            let own = room(&source.module);
            if home.get(&name).is_some_and(|homes| !homes.contains(&own)) {
                wrong.push(format!("{}: methods of {name}, which is of {:?}", source.module, home[&name]));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_circle_and_an_arrow_upwards_are_found() {
    let file = |module: &str, text: &str| Source::new(module, text);
    let sources = [
        file("a", "pub mod b; pub use b::B; use crate::c::d::D;"),
        file("a::b", "use super::A; pub struct B;"),
        file("c", "pub mod d;"),
        file("c::d", "fn f() { let x = crate::a::B; }"),
    ];
    let imports = Imports::of(&sources);
    assert_eq!(imports.circles(), [vec!["a".to_owned(), "a::b".to_owned(), "c::d".to_owned()]]);
    let rooms = ["a".to_owned(), "c".to_owned()];
    let wrong = upwards(&rooms, |module| segment(module, 0), &imports);
    assert_eq!(
        wrong,
        ["c::d imports a::b: c is below a"],
        "an import counts for the file that defines the name"
    );
}
