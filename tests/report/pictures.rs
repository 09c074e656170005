//! What a picture of the board shows is said in its alternative text as well.

use crate::fixture::writer;
use ravenpost::campaign::{Render, Shown};
use ravenpost::games::king_is_dead::KingIsDead;
use ravenpost::games::thrones::editions::{FIRST, JOINED, NORTH, SECOND};
use ravenpost::games::thrones::{Thrones, data::Options, game::Edition};
use ravenpost::picture::scene::{Panel, Piece, Scene};
use ravenpost::picture::{Board, Picture};
use ravenpost::table::{Game, Progress, RandomTable};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Plays a random game, and hands over the picture and the alternative text after each stage, with the events of its turn so far.
fn look_at<G: Game>(game: &G, seed: u64, stages: usize, each: &mut dyn FnMut(&Picture, &str))
where
    G::Event: serde::Serialize + 'static,
{
    let told = Rc::new(RefCell::new(vec![]));
    let ear = told.clone();
    let mut table = RandomTable::listening(
        seed,
        Box::new(move |event: G::Event| {
            ear.borrow_mut().push(serde_json::to_value(event).expect("events are data"));
        }),
    );
    let mut state = game.begin(&mut table).expect("set-up never asks");
    let mut turn = Value::Null;
    for _ in 0..stages {
        let view = game.view(&state, None);
        if view["turn"] != turn {
            turn = view["turn"].clone();
            told.borrow_mut().clear();
        }
        if game.play(&mut state, &mut table).expect("a random table never pauses") == Progress::Ended {
            break;
        }
        let view = game.view(&state, None);
        let stage = if view["turn"] == turn { view["stage"].as_str().unwrap_or_default() } else { "" };
        let number = turn.as_u64().and_then(|turn| u32::try_from(turn).ok()).unwrap_or_default();
        let shown = Shown { view: &view, events: &told.borrow(), turn: number, stage };
        let words = Render::caption(writer(), game.templates(), shown).unwrap_or_else(|why| panic!("{why}"));
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        each(&game.picture(&view, shown.events).expect("a picture"), &words);
    }
}

/// The sentence of a text that begins with a word.
fn sentence<'t>(words: &'t str, head: &str) -> &'t str {
    words.split_once(head).map_or("", |(_, rest)| rest.split(". ").next().unwrap_or_default())
}

/// What of a scene a text does not say, and how much of each sort there was.
fn unsaid(board: &Board, scene: &Scene, words: &str, count: &mut BTreeMap<&str, usize>) -> Vec<String> {
    let mut missing = Vec::new();
    let mut must = |sort: &'static str, part: &str, said: String| {
        *count.entry(sort).or_default() += 1;
        if !part.contains(&said) {
            missing.push(format!("{sort}: {said:?} in {part:?}"));
        }
    };
    let (side, area) = (|at: usize| &scene.sides[at].name, |at: usize| &board.areas[at].name);
    for arrow in &scene.arrows {
        let part = sentence(words, if arrow.retreat { "Retreats: " } else { "Marches: " });
        let from = format!("{} from {}", side(arrow.side), area(arrow.from));
        let theirs = part.split("; ").filter(|one| one.starts_with(&from)).collect::<Vec<_>>().join("; ");
        must("arrow", &theirs, format!(" to {}", area(arrow.to)));
    }
    for (at, place) in scene.places.iter().enumerate() {
        for piece in &place.pieces {
            match piece {
                Piece::Battle => must("battle", sentence(words, "Battles: "), area(at).clone()),
                Piece::Order(order) if order.taken => {
                    must("raid", sentence(words, "Orders taken off by raids: "), format!(" in {}", area(at)));
                }
                Piece::Power(_) => {
                    // A port has the name of its land in its own.
                    let name = format!("{} (", area(at));
                    let here = words.split(&name).skip(1).filter_map(|rest| rest.split(')').next());
                    let here: Vec<&str> = here.collect();
                    must("token", &here.join("; "), "power token".to_owned());
                }
                _ => {}
            }
        }
        for number in place.lead.iter().filter_map(|piece| match piece {
            Piece::Number { number, .. } => Some(number),
            _ => None,
        }) {
            must("struggle", words, format!("{} (struggle {number})", area(at)));
        }
    }
    for track in scene.above.iter().flat_map(|rankings| &rankings.tracks) {
        for (house, stars) in track.ranks.iter().filter(|(_, stars)| *stars > 0) {
            must("star", words, format!("{} ({stars} star", side(*house)));
        }
    }
    for panel in &scene.below {
        match panel {
            Panel::Houses(houses) => {
                // Castles or cities, as the edition calls them.
                if let Some((counted, _)) = houses.heads[0].split_once(',') {
                    must("counted", words, format!("({counted} "));
                }
                for row in &houses.rows {
                    let [power, supply, armies] = &row.values;
                    let said = format!("power {power}, supply {supply}, armies allowed {armies}) hold");
                    let of = words.split(&format!("{} (", side(row.side))).nth(1).unwrap_or_default();
                    must("house", of, said);
                }
            }
            Panel::Strip(strip) => {
                must("strip", words, format!("{}: {}.", strip.name, strip.spaces[strip.at]));
            }
            Panel::Courts(courts) => {
                for (name, followers) in &courts.rows {
                    let court = sentence(words, if courts.rows.len() > 1 { "Courts: " } else { "Supply: " });
                    let theirs =
                        court.split("; ").find(|one| courts.rows.len() == 1 || one.starts_with(name));
                    // A court is as long as its list: with `a Scot`, `one Welsh` and so on.
                    let many = followers.iter().filter(|(_, count)| *count > 1);
                    for (_, count) in many {
                        must("court", theirs.unwrap_or_default(), count.to_string());
                    }
                }
            }
            _ => {}
        }
    }
    missing
}

fn thrones(edition: &'static Edition, id: &'static str, players: u8) -> Thrones {
    let folder = move |file: &str| ravenpost::games::embedded(id, file).map(str::to_owned);
    Thrones::load_edition(edition, &folder, players, Options::default()).expect("the game's own data")
}

/// Which sorts of things were there to be said in some stages of a game.
fn all_is_said<G: Game>(game: &G, seed: u64, stages: usize) -> BTreeMap<&'static str, usize>
where
    G::Event: serde::Serialize + 'static,
{
    let mut count = BTreeMap::new();
    look_at(game, seed, stages, &mut |picture, words| {
        let missing = unsaid(&picture.plate.board, &picture.scene, words, &mut count);
        assert!(missing.is_empty(), "{}: {missing:#?}\n{words}", game.templates());
    });
    println!("{}: {count:?}", game.title());
    count
}

#[test]
fn the_alternative_text_of_a_map_says_what_the_map_shows() {
    for (edition, id, players) in [
        (&FIRST, "thrones-1e", 5),
        (&SECOND, "thrones-2e", 6),
        (&SECOND, "thrones-nine", 9),
        (&NORTH, "beyond-the-wall", 3),
        (&JOINED, "westeros-and-the-north", 6),
    ] {
        let count = all_is_said(&thrones(edition, id, players), 7, 60);
        for sort in ["arrow", "battle", "token", "house", "strip", "star"] {
            assert!(count.get(sort).is_some_and(|count| *count > 0), "{id}: no {sort} to be seen: {count:?}");
        }
    }
}

#[test]
fn the_alternative_text_of_britain_says_what_the_map_shows() {
    let folder = |file: &str| ravenpost::games::embedded("king-is-dead", file).map(str::to_owned);
    let options = ravenpost::games::king_is_dead::data::Options::default();
    let game = KingIsDead::load(&folder, 4, options).expect("the game's own data");
    let count = all_is_said(&game, 7, 40);
    assert!(count["struggle"] > 0 && count["court"] > 0, "{count:?}");
}

/// The course of the game names all who are in its chart.
#[test]
fn the_alternative_text_of_a_chart_names_all_sides() {
    for (edition, id, players) in
        [(&FIRST, "thrones-1e", 5), (&NORTH, "beyond-the-wall", 3), (&JOINED, "westeros-and-the-north", 9)]
    {
        let game = thrones(edition, id, players);
        let board = game.begin(&mut RandomTable::new(1)).expect("set-up never asks");
        let (view, mut tally) = (game.view(&board, None), game.tally(&board));
        tally["turn"] = 1.into();
        let tallies = [tally.clone(), tally.clone(), tally];
        let words = Render::course(writer(), game.templates(), &view, &tallies)
            .unwrap_or_else(|why| panic!("{id}: {why}"));
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let chart = game.chart(&view, &tallies).expect("a chart");
        for side in &chart.scene.sides {
            assert!(words.contains(&format!("{}: ", side.name)), "{id}: {}: {words}", side.name);
        }
    }
}

/// An order that a raid took off stands on the map while others lie there.
#[test]
fn an_order_that_a_raid_took_off_is_named() {
    let game = thrones(&FIRST, "thrones-1e", 5);
    let board = game.begin(&mut RandomTable::new(1)).expect("set-up never asks");
    let mut view = game.view(&board, None);
    view["areas"]["winterfell"]["order"] = "march-1".into();
    let removed = serde_json::json!([{"area": "pyke", "house": "greyjoy", "order": "raid"}]);
    let raid = serde_json::json!({"event": "raid", "house": "lannister", "removed": removed});
    let events = [raid];
    let shown = Shown { view: &view, events: &events, turn: 1, stage: "raids" };
    let words = Render::caption(writer(), "thrones", shown).expect("words");
    assert!(words.contains("Orders taken off by raids: Raid in Pyke."), "{words}");
    let view = game.view(&board, None);
    let over = Shown { view: &view, ..shown };
    let words = Render::caption(writer(), "thrones", over).expect("words");
    assert!(!words.contains("raids:"), "of a turn that is over the map shows no orders: {words}");
}
