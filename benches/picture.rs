//! Measures one map, as it is mailed: from a view to the bytes of an SVG, and of a PNG 720 pixels wide.

use divan::Bencher;
use ravenpost::games::embedded;
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::picture::{Picture, Theme};
use ravenpost::table::{Game, Progress, RandomTable};

fn main() {
    divan::main();
}

/// The position after some turns of a random game, when orders lie face up.
fn picture() -> Picture {
    let folder = |file: &str| embedded("thrones-1e", file).map(str::to_owned);
    let game = Thrones::load(&folder, 5, Options::default()).expect("the game's own data");
    let mut table = RandomTable::new(3);
    let mut board = game.begin(&mut table).expect("a random table never pauses");
    let mut best = board.clone();
    for _ in 0..40 {
        if game.play(&mut board, &mut table).expect("a random table never pauses") != Progress::Next {
            break;
        }
        let orders = |board| game.view(board, None)["areas"].to_string().matches("\"order\"").count();
        if orders(&board) >= orders(&best) {
            best = board.clone();
        }
    }
    game.picture(&game.view(&best, None), &[]).expect("a picture")
}

#[divan::bench]
fn svg(bencher: Bencher<'_, '_>) {
    let picture = picture();
    bencher.bench_local(|| picture.draw(Theme::Light).svg());
}

#[divan::bench]
fn png(bencher: Bencher<'_, '_>) {
    let picture = picture();
    bencher.bench_local(|| picture.draw(Theme::Light).png(720));
}
