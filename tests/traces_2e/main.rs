//! Whole games of another engine, fed to our rules: each decision and each card of chance, and every position compared.
//! The traces are data that come from elsewhere: RAVENPOST_TRACES names their folder. Without one there is nothing to do.

mod answers;
mod compare;
mod table;
mod trace;

use ravenpost::games::embedded;
use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::board::Board;
use ravenpost::games::thrones::data::Options;
use ravenpost::games::thrones::editions::SECOND;
use ravenpost::table::{Game, Progress};
use table::TraceTable;
use trace::Trace;

/// What came of one trace.
struct Played {
    compared: usize,
    found: Vec<String>,
    refused: Vec<String>,
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
    if trace.players() == 3 {
        without_lannisters_ship(&mut board);
    }
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
    Played { compared: table.compared, found: table.found, refused: table.refused, used }
}

/// The other engine leaves the port of Lannisport empty where three play (T-01).
fn without_lannisters_ship(board: &mut Board) {
    let port = board.world.area("port-of-lannisport").expect("the port is on the map");
    let fleet = board.spot(port).fit;
    board.remove_units(port, fleet, Default::default());
}

#[test]
fn games_of_the_other_engine_agree() {
    let Some(folder) = trace::folder() else { return };
    let only = std::env::var("TRACE").unwrap_or_default();
    let (mut agree, mut all, mut compared, mut bad) = (0, 0, 0, Vec::new());
    for path in trace::files(&folder) {
        let trace = Trace::read(&path);
        if !trace.name.contains(&only) {
            continue;
        }
        let played = play(&trace);
        all += 1;
        compared += played.compared;
        let whole = played.found.is_empty() && played.used.0 == played.used.1;
        agree += usize::from(whole);
        println!(
            "{}: {} compared, {} of {} messages, {} differences, {} refused",
            trace.name,
            played.compared,
            played.used.0,
            played.used.1,
            played.found.len(),
            played.refused.len()
        );
        for line in played.found.iter().take(6).chain(played.refused.iter().take(20)) {
            println!("    {line}");
        }
        if !whole {
            bad.push(trace.name);
        }
    }
    println!("{agree} of {all} traces agree to the end, {compared} positions compared");
    assert!(bad.is_empty(), "{bad:?}");
}
