//! `map`, and the picture of the board in messages.

use super::world::*;
use std::fs;

/// The name of the picture's file in the last message to a player.
fn picture(world: &World, who: &str) -> Option<String> {
    let raw = raw_of_last(world, who);
    let (_, name) = raw.split_once("filename=\"map-")?;
    name.split('"').next().map(str::to_owned)
}

fn raw_of_last(world: &World, who: &str) -> String {
    let new = fs::read_dir(world.path("c/mail/out/new")).unwrap();
    let mut files: Vec<_> = new.map(|file| file.unwrap().path()).collect();
    files.sort_by_key(|file| fs::metadata(file).unwrap().modified().unwrap());
    let mut all = files.iter().map(|file| String::from_utf8(fs::read(file).unwrap()).unwrap());
    // The game master is sent the addresses of all.
    all.rfind(|mail| {
        mail.lines().any(|line| line.starts_with("To: ") && line.contains(&format!("{who}@x.example")))
    })
    .unwrap()
}

#[test]
fn the_board_is_drawn_as_svg_and_as_png() {
    let world = World::begun(&[]);
    world.run(&["map", "c", "-o", "m.svg"]).says(0, &["m.svg: Turn 1, planning"]);
    let svg = world.read("m.svg");
    for words in [
        "role=\"img\"",
        "<title>Turn 1, planning</title>",
        "Winterfell (a Footman and a Knight",
        "Iron Throne: ",
        ">Winterfell<",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    world.run(&["map", "c", "-q", "-o", "again.svg", "--seat", "stark"]).is(0, "", "");
    assert_eq!(world.read("again.svg"), svg, "nothing is hidden before orders are given");
    // A seat may be named as people name it: in capitals, or by its player.
    for name in ["Stark", "anna"] {
        world.run(&["map", "c", "-q", "-o", "named.svg", "--seat", name]).is(0, "", "");
        assert_eq!(world.read("named.svg"), svg, "{name}");
    }
    world.run(&["map", "c", "--turn", "1", "--dark", "--width", "360", "-o", "m.png"]).says(0, &["m.png"]);
    let png = fs::read(world.path("m.png")).unwrap();
    assert_eq!(png[1..4], *b"PNG");
    assert_eq!(png[16..20], 360_u32.to_be_bytes());
    world.run(&["map", "c", "--turn", "4"]).is(
        3,
        "",
        "ravenpost: there is no turn 4; the game is in turn 1\n",
    );
    world.run(&["map", "c", "--seat", "martell"]).says(2, &["there is no seat “martell”", "stark"]);
    world.run(&["map", "c", "-o", "m.jpg"]).says(3, &["m.jpg: a map is a .png or a .svg file"]);
}

#[test]
fn a_seat_chooses_the_form_of_its_map() {
    let world = World::begun(&[("\nmap: no", "\nmap: png")]);
    let welcome = raw_of_last(&world, "anna");
    for part in ["Content-ID: <map-1@ravenpost>", "multipart/related", "image/png"] {
        assert!(welcome.contains(part), "{part}");
    }
    assert_eq!(picture(&world, "anna").as_deref(), Some("1.png"));
    world.submit("stark", "ask: map svg\n", SOON);
    assert_eq!(picture(&world, "anna").as_deref(), Some("1.svg"));
    world.submit("stark", "ask: map\n", SOON);
    assert_eq!(picture(&world, "anna").as_deref(), Some("1.svg"), "it stays so");
    let receipt = world.submit("stark", "ask: map no\n", SOON);
    assert_eq!(picture(&world, "anna"), None);
    assert!(words(&receipt).contains("The board: turn 1, planning"), "the text is there all the same");
    world.submit("lannister", "ask: map 1\n", SOON);
    assert!(raw_of_last(&world, "bert").contains("Content-ID: <map-1@ravenpost>"));
    let receipt = world.submit("lannister", "ask: map 2\n", SOON);
    holds(&receipt, &["Turn 2 has not come yet"]);
    world.is_sound();
}
