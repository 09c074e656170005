//! The examples of docs/orders.md are read as the page says.

use crate::spelling::{Scene, Spelling};
use ravenpost::table::LineFate;

/// The examples: the name of each block, and its text.
fn blocks() -> Vec<(String, String)> {
    let text = std::fs::read_to_string("docs/orders.md").unwrap();
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(name) if !inside => {
                inside = true;
                blocks.push((name.to_owned(), String::new()));
            }
            Some(_) => inside = false,
            None if inside => {
                let block = &mut blocks.last_mut().unwrap().1;
                block.push_str(line);
                block.push('\n');
            }
            None => {}
        }
    }
    blocks
}

fn scene(game: &str, players: u8, seat: &str, at: &str) -> Scene {
    Scene::of(&Spelling {
        id: String::new(),
        game: game.to_owned(),
        players,
        seat: seat.to_owned(),
        at: at.to_owned(),
        asked: vec![],
        lines: String::new(),
        file: None,
        means: None,
        asks: vec![],
        carets: false,
        prose: false,
        missed: false,
    })
}

#[test]
fn every_example_of_the_page_is_read_as_it_says() {
    let stark = scene("thrones-1e", 5, "stark", "planning");
    let early = scene("thrones-1e", 5, "stark", "westeros-2");
    let lannister = scene("thrones-2e", 6, "lannister", "planning");
    let wildlings = scene("beyond-the-wall", 3, "wildlings", "planning");
    let tyrell = scene("westeros-and-the-north", 9, "tyrell", "planning");
    let morgan = scene("king-is-dead", 3, "morgan", "opening");
    let blocks = blocks();
    assert!(blocks.len() > 25, "{} examples", blocks.len());
    let mut wrong = Vec::new();
    for (name, text) in blocks {
        let scene = match name.as_str() {
            "turns" | "unclear" => &morgan,
            "orders-2e" => &lannister,
            "orders-north" => &wildlings,
            "orders-joined" | "asks-joined" => &tyrell,
            _ if text.contains("uster") || text.contains("bid") || text.contains("ties") => &early,
            _ => &stark,
        };
        let taken = scene.take(&text);
        let errors: Vec<_> = taken.faults.iter().filter(|fault| fault.is_error()).collect();
        let good = match name.as_str() {
            "orders" | "orders-2e" | "orders-north" | "orders-joined" | "turns" => {
                taken.fates.iter().all(|fate| *fate == LineFate::Taken)
                    && errors.is_empty()
                    && taken.plan.is_some()
            }
            "asks" | "asks-joined" | "unclear" => {
                taken.plan.is_none()
                    && errors.len() >= text.lines().count()
                    && !taken.fates.contains(&LineFate::NotMine)
            }
            other => panic!("{other} is no kind of example"),
        };
        if !good {
            wrong.push(format!("{name}\n{text}{:?} {errors:?}", taken.fates));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} examples are not read as they should be:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}
