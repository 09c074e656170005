//! What a ruling changes, in words: every field in which two positions of a random game can differ, for both games.

use crate::campaign::outgoing::difference::difference;
use crate::campaign::outgoing::places::by_place;
use crate::games::{embedded, king_is_dead, thrones};
use crate::report::Writer;
use crate::table::{Game, Progress, RandomTable, Seat};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The labels that the templates of a game have for fields.
fn labels(words: &str) -> Vec<String> {
    let words: Value = serde_saphyr::from_str(words).unwrap();
    words["changes"].as_object().unwrap().keys().cloned().collect()
}

/// Views of some positions of a game on its way to the end, by seat; the public one last.
fn views<G: Game>(game: &G, seats: u8, seed: u64) -> Vec<Vec<Value>> {
    let mut table = RandomTable::new(seed);
    let mut board = game.begin(&mut table).unwrap();
    let of = |board: &G::State| {
        let readers = (0..seats).map(|seat| Some(Seat(seat))).chain([None]);
        readers.map(|reader| game.view(board, reader)).collect::<Vec<_>>()
    };
    let mut all = vec![of(&board)];
    for _ in 0..400 {
        let progress = game.play(&mut board, &mut table).unwrap();
        all.push(of(&board));
        if progress == Progress::Ended {
            return all;
        }
    }
    panic!("the game does not end");
}

/// Renders what differs between two views, and checks the words. Returns the fields that differ.
fn told(
    writer: &Writer,
    game: &str,
    known: &[String],
    reader: Option<&str>,
    was: &Value,
    is: &Value,
) -> BTreeSet<String> {
    let lines = difference(was, is);
    let places = by_place(&lines, reader, (was, is));
    let names = is["names"].clone();
    let template = format!("{game}/changes.md");
    // Those of the second edition have castles.
    let second = is["city"] == "castle";
    let id = if second { "thrones-2e" } else { "thrones-1e" };
    let model = json!({"places": places, "head": {"game": {"id": id}}});
    let text = writer.page(game, &template, &names, &model).unwrap();
    assert!(!second || !text.contains("cities"), "{text}");
    let ids: BTreeSet<&str> = names.as_object().unwrap().keys().map(String::as_str).collect();
    for word in text.split(|c: char| c.is_whitespace() || ",;()“”".contains(c)) {
        let bare = word.trim_end_matches([':', '.']);
        let path = bare.split('.').count() > 1 && bare.split('.').all(|part| !part.is_empty());
        assert!(!path && !bare.contains(['{', '}', '[', ']', '_']), "{game}: “{word}” in:\n{text}");
        assert!(!(ids.contains(bare) && bare.contains('-')), "{game}: the id “{word}” in:\n{text}");
    }
    for place in &places {
        for line in place.lines.iter().filter(|line| !line.what.is_empty()) {
            let what = line.what.trim_start_matches("tracks.");
            let shown = text.contains(&format!(" {what}: ")) || text.contains(&format!("\n{what}: "));
            assert!(
                !shown || known.iter().any(|label| label == what),
                "{game}: no words for “{what}”:\n{text}"
            );
        }
    }
    let numbered = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let fields = places.iter().flat_map(|place| place.lines.iter().map(move |line| (place, line)));
    let field = |what: &str| what.split('.').filter(|part| !numbered(part)).collect::<Vec<_>>().join(".");
    fields.map(|(place, line)| format!("{} {}", place.section, field(&line.what))).collect()
}

/// Compares positions of two games from every distance, for every reader.
fn compare<G: Game>(
    name: &str,
    game: &G,
    known: &[String],
    seats: u8,
    seeds: std::ops::Range<u64>,
) -> BTreeSet<String> {
    let mut fields = BTreeSet::new();
    let writer = Writer::new(&|_| None);
    let mut dice = fastrand::Rng::with_seed(u64::from(seats));
    for seed in seeds {
        let (one, other) = (views(game, seats, seed), views(game, seats, seed + 1000));
        let ids: Vec<String> = game.seats().into_iter().map(|info| info.id).collect();
        let ends = [(one.len() - 1, other.len() - 1), (one.len() - 1, 0), (0, other.len() - 1)];
        let any = (0..3).map(|_| (dice.usize(..one.len()), dice.usize(..other.len()))).collect::<Vec<_>>();
        for (was, is) in ends.into_iter().chain(any) {
            for (place, reader) in ids.iter().map(Some).chain([None]).enumerate() {
                let reader = reader.map(String::as_str);
                fields.extend(told(&writer, name, known, reader, &one[was][place], &other[is][place]));
                // And from one point of a game to another of the same.
                let later = &one[is.min(one.len() - 1)][place];
                fields.extend(told(&writer, name, known, reader, &one[was][place], later));
            }
        }
    }
    fields
}

#[test]
fn every_field_of_the_king_is_dead_that_differs_has_words() {
    let known = labels(include_str!("../../../templates/king-is-dead/words.yaml"));
    let mut fields = BTreeSet::new();
    for (players, mordred) in [(2, false), (3, true), (4, false), (4, true)] {
        let folder = |file: &str| embedded("king-is-dead", file).map(str::to_owned);
        let options = king_is_dead::data::Options { mordred, ..Default::default() };
        let game = king_is_dead::KingIsDead::load(&folder, players, options).unwrap();
        fields.extend(compare("king-is-dead", &game, &known, players, 0..4));
    }
    for field in [
        " past.winner",
        " score.powers.regions",
        " outcome",
        " outcome.winners",
        "areas control",
        "courts hand",
    ] {
        assert!(fields.contains(field), "“{field}” never differs: {fields:?}");
    }
}

#[test]
fn every_field_of_thrones_that_differs_has_words() {
    let known = labels(include_str!("../../../templates/thrones/words.yaml"));
    let mut fields = BTreeSet::new();
    for players in 3..=5 {
        let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
        let game = thrones::Thrones::load(&folder, players, Default::default()).unwrap();
        fields.extend(compare("thrones", &game, &known, players, 0..2));
    }
    for players in [3, 6] {
        let folder = |file: &str| embedded("thrones-2e", file).map(str::to_owned);
        let (edition, options) = (&thrones::editions::SECOND, Default::default());
        let game = thrones::Thrones::load_edition(edition, &folder, players, options).unwrap();
        fields.extend(compare("thrones", &game, &known, players, 0..1));
    }
    assert!(fields.contains("houses structures") && fields.contains(" outcome.by"), "{fields:?}");
    // Fields that are there in the middle of a stage alone, or on other boards.
    let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
    let game = thrones::Thrones::load(&folder, 3, Default::default()).unwrap();
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    let writer = Writer::new(&|_| None);
    let was = game.view(&board, None);
    let mut is = was.clone();
    is["areas"]["winterfell"]["routed"] = json!({"footman": 1});
    is["areas"]["winterfell"]["garrison"] = json!(5);
    is["westeros"]["chosen"] = json!(["mustering", null, null]);
    fields.extend(told(&writer, "thrones", &known, None, &was, &is));
    is["theatres"] =
        json!({"the-wall": {"open": ["supply", null, null], "wildlings": 4, "blade-used": true}});
    let mut more = is.clone();
    more["theatres"]["the-wall"] =
        json!({"open": ["mustering", null, null], "wildlings": 6, "blade-used": false});
    fields.extend(told(&writer, "thrones", &known, None, &is, &more));
    for field in
        [" outcome.winners", " westeros.open", "areas token", "areas neutral", "houses used", "tracks "]
    {
        assert!(fields.contains(field), "“{field}” never differs: {fields:?}");
    }
}

#[test]
fn every_field_of_the_north_that_differs_has_words() {
    let known = labels(include_str!("../../../templates/thrones/words.yaml"));
    let folder = |file: &str| embedded("beyond-the-wall", file).map(str::to_owned);
    let (edition, options) = (&thrones::editions::NORTH, Default::default());
    let game = thrones::Thrones::load_edition(edition, &folder, 3, options).unwrap();
    let mut fields = compare("thrones", &game, &known, 3, 0..6);
    // What lasts for a round only.
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    let was = game.view(&board, None);
    let mut is = was.clone();
    is["north"]["annulled"] = json!(["jon-snow"]);
    is["north"]["plain-orders"] = json!(true);
    is["north"]["sides"]["others"]["played"] = json!("pillage");
    is["north"]["sides"]["others"]["successor"] = json!("encircle");
    fields.extend(told(&Writer::new(&|_| None), "thrones", &known, None, &was, &is));
    for field in [
        " outcome.winners",
        " north.stormed",
        " north.annulled",
        "houses away",
        "houses side.hand",
        "houses side.quest-done",
        "houses side.successor",
    ] {
        assert!(fields.contains(field), "“{field}” never differs: {fields:?}");
    }
}
