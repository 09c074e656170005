//! Whole games of another engine, fed to our rules: each decision and each card of chance, and every position compared.
//! The traces are data that come from elsewhere: RAVENPOST_TRACES names their folder. Without one there is nothing to do.

mod answers;
mod compare;
mod explain;
mod people_game;
mod table;
mod trace;

use ravenpost::games::embedded;
use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::data::Options;
use ravenpost::games::thrones::editions::SECOND;
use ravenpost::table::{Game, Progress};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use table::TraceTable;
use trace::Trace;

/// What came of one trace.
struct Played {
    name: String,
    compared: usize,
    found: Vec<String>,
    explained: Vec<(usize, &'static str)>,
    /// Messages that were used, of all.
    used: (usize, usize),
}

fn play(trace: &Trace) -> Played {
    let folder = |file: &str| embedded("thrones-2e", file).map(str::to_owned);
    let options = Options { tides_of_battle: trace.tides(), ..Options::default() };
    let game = Thrones::load_edition(&SECOND, &folder, trace.players(), options);
    let game = game.unwrap_or_else(|e| panic!("{e}"));
    let mut table = TraceTable::new(trace, game.world().clone());
    let mut board = game.begin(&mut table).expect("set-up asks nothing");
    let points = explain::setup(&mut board, &trace.positions[0]);
    table.explained.extend(points.into_iter().map(|point| (0, point)));
    table.found.extend(trace.unknown());
    loop {
        match game.play(&mut board, &mut table) {
            Ok(Progress::Next) => {}
            Ok(Progress::Ended) => {
                table.finish(&board);
                let winner = board.outcome.as_ref().map(|outcome| board.seat_ids(&outcome.winners).join(" "));
                if winner.as_deref() != trace.header["winner"].as_str() {
                    table.found.push(format!("winner: ours {winner:?}, theirs {}", trace.header["winner"]));
                }
                break;
            }
            Err(_) => break,
        }
        if table.found.len() > 40 {
            break;
        }
    }
    let used = (table.at, trace.messages.len());
    if used.0 < used.1 && table.found.is_empty() {
        table.found.push(format!("{} message: nobody asked for it", used.0));
    }
    let TraceTable { compared, found, explained, .. } = table;
    Played { name: trace.name.clone(), compared, found, explained, used }
}

/// Plays all traces, some at a time.
fn play_all(paths: &[PathBuf]) -> Vec<Played> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let played =
        |part: &[PathBuf]| -> Vec<Played> { part.iter().map(|path| play(&Trace::read(path))).collect() };
    std::thread::scope(|scope| {
        let parts = paths.chunks(paths.len().div_ceil(threads).max(1));
        let running: Vec<_> = parts.map(|part| scope.spawn(move || played(part))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}

#[test]
fn games_of_the_other_engine_agree() {
    let Some(folder) = trace::folder() else {
        println!("skipped: there is no folder of traces (RAVENPOST_TRACES)");
        return;
    };
    let only = std::env::var("TRACE").unwrap_or_default();
    let mut paths = trace::files(&folder);
    paths.retain(|path| path.to_string_lossy().contains(&only));
    assert!(!paths.is_empty(), "no trace in {}", folder.display());
    let all = play_all(&paths);
    let mut points: BTreeMap<&str, usize> = BTreeMap::new();
    for played in &all {
        let Played { name, compared, found, explained, used } = played;
        let (used, messages) = used;
        println!("{name}: {compared} positions, {used} of {messages} messages, {} differences", found.len());
        for (step, point) in explained {
            println!("    {point} at message {step}");
            *points.entry(point).or_default() += 1;
        }
        found.iter().take(6).for_each(|line| println!("    {line}"));
    }
    let compared: usize = all.iter().map(|played| played.compared).sum();
    println!("{} traces, {compared} positions compared; differences on purpose: {points:?}", all.len());
    let bad: Vec<&str> =
        all.iter().filter(|one| !one.found.is_empty()).map(|one| one.name.as_str()).collect();
    assert!(bad.is_empty(), "{} of {} differ: {bad:?}", bad.len(), all.len());
}

/// Another number in one position, another card dealt and another answer are noticed.
#[test]
fn what_differs_is_found() {
    let Some(folder) = trace::folder() else { return };
    let Some(path) = trace::files(&folder).into_iter().next() else { return };
    let changed = |change: &dyn Fn(&mut Trace)| {
        let mut trace = Trace::read(&path);
        change(&mut trace);
        play(&trace)
    };
    let untouched = changed(&|_| ());
    assert_eq!(untouched.found, Vec::<String>::new());
    let is_march = |message: &trace::Message| message.msg["type"] == "resolve-march-order";
    let changes: [&dyn Fn(&mut Trace); 5] = [
        // Not every position is one in which our rules ask.
        &|trace| {
            trace.positions[100..120].iter_mut().for_each(|at| at["houses"]["stark"]["power"] = json!(19))
        },
        &|trace| trace.positions[100..120].iter_mut().for_each(|at| at["it"] = json!(["stark"])),
        &|trace| {
            trace.positions[0]["hidden"]["westeros"][0]["next"].as_array_mut().expect("a deck").reverse()
        },
        &|trace| {
            let march = trace.messages.iter_mut().find(|message| is_march(message)).expect("a march");
            march.msg["moves"] = json!([]);
        },
        // A decision of a kind that is not known, though its content would do.
        &|trace| trace.messages[0].state = "GiftPowerTokensGameState".to_owned(),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        assert!(!changed(change).found.is_empty(), "change {number} is not noticed");
    }
}
