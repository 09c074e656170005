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
    let spots = Spots::of(&board, &rings, (300.0, 300.0), &off, None);
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

#[test]
fn cells_come_in_the_order_of_their_distance_and_row_by_row_at_the_same() {
    let ring = vec![at(3.0, 5.0), at(120.0, 20.0), at(90.0, 140.0), at(20.0, 90.0)];
    let field = Field::of(150.0, 150.0, &[(Ground::Land, vec![ring])]);
    let room = field.room_of(0);
    for to in [room.pole(), at(61.0, 61.0), at(0.0, 0.0), at(400.0, -30.0)] {
        let found = room.nearest_first(to);
        assert!(found.len() > 1000, "{}", found.len());
        let far = |point: &Point| {
            let step = *point - to;
            step.x * step.x + step.y * step.y
        };
        let mut wanted = found.clone();
        wanted.sort_by(|a, b| (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap());
        // A stable sort keeps the order of the rows.
        wanted.sort_by(|a, b| far(a).total_cmp(&far(b)));
        assert!(found == wanted, "from {to:?}");
    }
    assert!(field.room(|area| area == Some(9)).nearest_first(at(1.0, 1.0)).is_empty());
}

/// The nearest place for the name is behind the counter of an island; the line to it would not be seen.
#[test]
fn a_name_outside_its_area_stands_where_its_line_is_seen() {
    let board = Board {
        areas: vec![area("Longishname", Ground::Land), area("Is", Ground::Land), area("Sea", Ground::Sea)],
        width: 400.0,
        unit: 2.0,
        ..Board::default()
    };
    let rings =
        [square(180.0, 140.0, 34.0, 34.0), square(180.0, 178.0, 34.0, 46.0), square(0.0, 0.0, 400.0, 400.0)];
    // Above, and at both sides, nothing may stand near.
    let off = [[0.0, 100.0, 178.0, 130.0], [216.0, 100.0, 184.0, 130.0], [0.0, 70.0, 400.0, 66.0]];
    let off = off.map(|[x, y, width, height]| Rect { x, y, width, height });
    let spots = Spots::of(&board, &rings, (400.0, 400.0), &off, None);
    let mut placing = Placing::new(&board, &spots);
    let laid = placing.lay(&[fleet(1), fleet(1), fleet(1)]);
    assert_eq!(laid[0].stacks.len(), 2, "the name has left its area: {laid:?}");
    let name = laid[0].stacks[1].1[0];
    let (from, to) = laid[0].leader.expect("a line");
    let others = laid[1..].iter().flat_map(|one| one.stacks.iter().flat_map(|(_, rects)| rects));
    for rect in others {
        for step in 0..=100 {
            let point = from + (to - from) * (f64::from(step) / 100.0);
            assert!(!rect.has(point), "the line of {name:?} runs over {rect:?}");
        }
    }
}

#[test]
fn one_more_counter_lies_where_there_is_room_or_covers_no_name() {
    let mut board = Board {
        areas: vec![area("Wide", Ground::Land), area("Narrow Land", Ground::Land), area("Sea", Ground::Sea)],
        width: 400.0,
        unit: 2.0,
        ..Board::default()
    };
    board.areas[0].printed = vec![Glyph::Castle];
    let rings =
        [square(20.0, 20.0, 160.0, 120.0), square(220.0, 20.0, 62.0, 40.0), square(0.0, 200.0, 400.0, 100.0)];
    let spots = Spots::of(&board, &rings, (400.0, 300.0), &[], None);
    let mut placing = Placing::new(&board, &spots);
    let laid = placing.lay(&[fleet(1), fleet(2), fleet(3)]);
    for one in &laid {
        let (middle, size) = placing.spot(&laid, one, 31.0);
        let counter = Rect::around(middle, size, size);
        let rects = |with: fn(&Stack, usize) -> bool| {
            let rows = laid.iter().flat_map(|laid| &laid.stacks).flat_map(move |(stack, rects)| {
                rects.iter().enumerate().filter(move |(row, _)| with(stack, *row)).map(|(_, rect)| *rect)
            });
            rows.map(|rect| rect.shared(&counter)).sum::<f64>()
        };
        let name = |stack: &Stack, row: usize| matches!(stack.rows[row].items[0].0, Item::Line(_));
        assert_eq!(rects(name), 0.0, "{}", board.areas[one.area].name);
        if one.area == 0 {
            assert_eq!((size, rects(|_, _| true)), (31.0, 0.0), "there is room");
        }
    }
}

/// Returns how many stacks an area with a fleet has, and what is printed there: with the sea so far below.
fn inland(printed: &[Glyph], sea: f64) -> (usize, Vec<Glyph>) {
    let mut board = Board {
        areas: vec![area("Riverlands", Ground::Land), area("Sea", Ground::Sea)],
        width: 400.0,
        unit: 2.0,
        ..Board::default()
    };
    board.areas[0].printed = printed.to_vec();
    let rings = [square(100.0, 20.0, 90.0, 48.0), square(0.0, sea, 400.0, 100.0)];
    let off = [
        Rect { x: 0.0, y: 0.0, width: 400.0, height: 18.0 },
        Rect { x: 0.0, y: 70.0, width: 400.0, height: sea - 72.0 },
    ];
    let sides = [[0.0, 98.0], [192.0, 208.0]].map(|[x, width]| Rect { x, y: 0.0, width, height: sea });
    let spots = Spots::of(&board, &rings, (400.0, 400.0), &[off, sides].concat(), None);
    let laid = Placing::new(&board, &spots).lay(&[fleet(2), Place::default()]);
    let rows = laid[0].stacks.iter().flat_map(|(stack, _)| &stack.rows).flat_map(|row| &row.items);
    let printed = rows.filter_map(|(item, _)| match item {
        Item::Printed(glyphs) => Some(glyphs.clone()),
        _ => None,
    });
    (laid[0].stacks.len(), printed.flatten().collect())
}

#[test]
fn barrels_leave_an_inland_area_before_its_name_does_and_castles_stay() {
    let far = 240.0;
    assert_eq!(inland(&[], far), (1, vec![]), "there is room for the name");
    assert_eq!(inland(&[Glyph::Barrel; 6], far), (1, vec![]), "the barrels go");
    let castles = [Glyph::Castle; 6];
    assert_eq!(inland(&[&castles[..], &[Glyph::Barrel]].concat(), far).0, 2, "castles stay");
    assert_eq!(inland(&[Glyph::Barrel; 6], 80.0), (2, vec![Glyph::Barrel; 6]), "by the sea the name goes");
}

/// Returns where the name of an area stands that has left its counters, and what was laid there.
fn name_of(laid: &Laid) -> Rect {
    assert_eq!(laid.stacks.len(), 2, "the name has left its counters: {laid:?}");
    around(&laid.stacks[1].1)
}

/// A land with a neck: below it counters fit but no name, above it a name but no counters. The sea is hardly farther.
#[test]
fn a_name_stands_elsewhere_in_its_area_before_it_leaves_it() {
    let board = Board {
        areas: vec![area("Riverlands", Ground::Land), area("Sea", Ground::Sea)],
        width: 400.0,
        unit: 2.0,
        ..Board::default()
    };
    let above = [(100.0, 20.0), (190.0, 20.0), (190.0, 46.0), (112.0, 46.0)];
    let below = [(112.0, 60.0), (137.0, 60.0), (137.0, 98.0), (100.0, 98.0)];
    let land = above.into_iter().chain(below).map(|(x, y)| at(x, y)).collect();
    let rings = [vec![land], square(0.0, 134.0, 400.0, 266.0)];
    let around = [[0.0, 0.0, 99.0, 133.0], [191.0, 0.0, 209.0, 133.0], [99.0, 0.0, 92.0, 19.0]];
    let beside = [[99.0, 99.0, 92.0, 34.0], [113.0, 47.0, 78.0, 12.0], [138.0, 59.0, 53.0, 40.0]];
    let off = around.into_iter().chain(beside).map(|[x, y, width, height]| Rect { x, y, width, height });
    let spots = Spots::of(&board, &rings, (400.0, 400.0), &off.collect::<Vec<_>>(), None);
    let laid = Placing::new(&board, &spots).lay(&[fleet(1), Place::default()]);
    let name = name_of(&laid[0]);
    assert!(name.y >= 20.0 && name.y + name.height <= 46.0, "{name:?}");
    assert_eq!((laid[0].below, laid[0].leader), (Some(0), None), "it is at home");
}

/// Far from the sea a name runs over a border rather than that its line crosses the board, and leaves barrels behind.
#[test]
fn a_name_inland_stands_across_a_border_without_barrels() {
    let mut board = Board {
        areas: vec![area("Longishname", Ground::Land), area("Wide", Ground::Land), area("Sea", Ground::Sea)],
        width: 400.0,
        unit: 2.0,
        ..Board::default()
    };
    board.areas[0].printed = vec![Glyph::Castle, Glyph::Barrel];
    let rings =
        [square(60.0, 60.0, 34.0, 34.0), square(94.0, 20.0, 200.0, 120.0), square(0.0, 300.0, 400.0, 100.0)];
    let off = [[0.0, 0.0, 400.0, 18.0], [0.0, 18.0, 58.0, 280.0], [60.0, 18.0, 34.0, 40.0]];
    let below = [[60.0, 96.0, 34.0, 202.0], [94.0, 142.0, 306.0, 156.0], [296.0, 18.0, 104.0, 124.0]];
    let off = [off, below].concat().into_iter().map(|[x, y, width, height]| Rect { x, y, width, height });
    let spots = Spots::of(&board, &rings, (400.0, 400.0), &off.collect::<Vec<_>>(), None);
    let laid = Placing::new(&board, &spots).lay(&[fleet(1), fleet(1), Place::default()]);
    let name = name_of(&laid[0]);
    assert!(laid[0].below == Some(1) && name.distance(&laid[0].whole) < 40.0, "{laid:?}");
    let (stack, _) = &laid[0].stacks[1];
    let items: Vec<&Item> = stack.rows.iter().flat_map(|row| &row.items).map(|(item, _)| item).collect();
    assert_eq!(items, [&Item::Line("Longishname".to_owned()), &Item::Printed(vec![Glyph::Castle])]);
    for (stack, rects) in &laid[1].stacks {
        assert!(rects.iter().all(|rect| rect.shared(&name) == 0.0), "{stack:?}");
    }
}

/// There is room for one name off the board. The land by the shore gets it, though the other one was filled first.
#[test]
fn the_name_that_stands_best_is_put_down_first() {
    let board = Board {
        areas: vec![area("Shoreland", Ground::Land), area("Hinterland", Ground::Land)],
        width: 400.0,
        unit: 2.0,
        ..Board::default()
    };
    let rings = [square(100.0, 100.0, 36.0, 34.0), square(64.0, 100.0, 35.0, 34.0)];
    let off = [
        [0.0, 0.0, 400.0, 90.0],
        [0.0, 90.0, 64.0, 310.0],
        [64.0, 134.0, 72.0, 266.0],
        [226.0, 90.0, 174.0, 310.0],
    ];
    let more = [[136.0, 150.0, 90.0, 250.0], [64.0, 90.0, 72.0, 10.0], [136.0, 118.0, 90.0, 32.0]];
    let off = off.into_iter().chain(more).map(|[x, y, width, height]| Rect { x, y, width, height });
    let spots = Spots::of(&board, &rings, (400.0, 400.0), &off.collect::<Vec<_>>(), None);
    let mut placing = Placing::new(&board, &spots);
    assert!(
        placing.order(&[]).iter().position(|area| *area == 1)
            < placing.order(&[]).iter().position(|area| *area == 0)
    );
    let laid = placing.lay(&[fleet(1), fleet(1)]);
    let name = name_of(&laid[0]);
    assert!(name.x >= 136.0 && laid[1].stacks.len() == 1, "{laid:?}");
}
