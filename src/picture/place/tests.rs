use super::*;

fn square(x: f64, y: f64, width: f64, height: f64) -> Vec<Vec<Point>> {
    vec![vec![at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)]]
}

fn area(name: &str, ground: Ground) -> Area {
    let name = name.to_owned();
    Area { name, short: Vec::new(), ground, printed: Vec::new(), wall: false, closed: false }
}

fn fleet(ships: u32) -> Place {
    let kinds = vec![(Glyph::Ship, ships)];
    Place { pieces: vec![Piece::Units { side: 0, kinds, routed: false }], ..Place::default() }
}

/// A bay beside a land that is too small for its name, and open sea behind: the bay has room for one of the two, and its ships and
/// its own name come first.
#[test]
fn a_name_that_leaves_its_area_lies_below_no_counter_of_the_sea() {
    let board = Board {
        areas: vec![
            area("Seagard Castle", Ground::Land),
            area("Bay", Ground::Sea),
            area("The Open Sea", Ground::Sea),
        ],
        width: 300.0,
        unit: 2.0,
        ..Board::default()
    };
    let rings =
        [square(100.0, 100.0, 44.0, 36.0), square(144.0, 96.0, 76.0, 56.0), square(0.0, 180.0, 300.0, 120.0)];
    // Nothing may stand off the board.
    let off = [
        [0.0, 0.0, 300.0, 94.0],
        [0.0, 94.0, 98.0, 86.0],
        [98.0, 138.0, 46.0, 42.0],
        [144.0, 154.0, 76.0, 26.0],
        [222.0, 94.0, 78.0, 86.0],
    ];
    let off = off.map(|[x, y, width, height]| Rect { x, y, width, height });
    let spots = Spots::of(&board, &rings, (300.0, 300.0), &off);
    let laid = Placing::new(&board, &spots).lay(&[fleet(1), fleet(2), Place::default()]);
    let rows: Vec<(usize, Rect)> = laid
        .iter()
        .flat_map(|one| one.stacks.iter().flat_map(|(_, rects)| rects.iter().map(|rect| (one.area, *rect))))
        .collect();
    assert_eq!(laid[0].stacks.len(), 2, "the land's name has left it: {rows:?}");
    for (at, (area, rect)) in rows.iter().enumerate() {
        for (other, over) in &rows[at + 1..] {
            let apart = rect.x + rect.width <= over.x
                || over.x + over.width <= rect.x
                || rect.y + rect.height <= over.y
                || over.y + over.height <= rect.y;
            assert!(apart, "{area} lies on {other}: {rows:?}");
        }
    }
    let bay = &laid[1].whole;
    assert!(bay.x >= 144.0 && bay.x + bay.width <= 220.0, "the bay's own things lie in it: {rows:?}");
}
