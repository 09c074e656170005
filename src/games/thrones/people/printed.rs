//! What is printed on the board, as a picture shows it.

use crate::games::thrones::data::{Structure, World};
use crate::picture::{Annex, Area, Board, Border, Glyph, Ground, read_chart};

/// Returns the printed board; of two, the second one's chart stands above that of the first.
pub fn printed(world: &World) -> Board {
    let look = &world.look;
    let mut board = look.blank();
    let number = |id: &str| world.areas.iter().position(|area| area.id == id);
    // An area without neighbours is closed to all who play.
    let closed = |area| world.borders(area).is_empty();
    for (place, area) in world.areas.iter().zip(world.all_areas()) {
        let closed = closed(area);
        let ground = match (place.port_of, place.sea) {
            (Some(_), _) => Ground::Port,
            (None, true) => Ground::Sea,
            (None, false) => Ground::Land,
        };
        let structure = place.structure.map(|structure| match structure {
            Structure::Stronghold => Glyph::Stronghold,
            Structure::City => Glyph::Castle,
        });
        let barrels = std::iter::repeat_n(Glyph::Barrel, usize::from(place.barrels));
        let crowns = std::iter::repeat_n(Glyph::Crown, usize::from(place.crowns));
        board.areas.push(Area {
            name: place.name.clone(),
            short: look.short.get(&place.id).cloned().unwrap_or_default(),
            ground,
            printed: structure.into_iter().chain(barrels).chain(crowns).filter(|_| !closed).collect(),
            wall: look.wall.contains(&place.id),
            closed,
        });
    }
    let code = |code: &str| world.areas.iter().position(|area| area.code == code);
    let (main, annex) = charts(world, read_chart(&world.chart.join("\n"), code));
    board.chart = main;
    board.annex = annex.map(|chart| {
        let names = [1, 0].map(|number| world.theatres.get(number).map_or("", |theatre| &theatre.id));
        Annex { names: names.map(|id| look.word(id)), chart, crop: look.crop_second }
    });
    board.borders = look.borders(number);
    // Where land touches land and nothing passes, there is a river.
    for (a, one) in world.all_areas().enumerate() {
        for (b, other) in world.all_areas().enumerate().take(a) {
            let is_land = |area: usize| board.ground(area) == Ground::Land;
            let parted = !world.borders(one).has(other) && !closed(one) && !closed(other);
            if is_land(a) && is_land(b) && parted && board.border(a, b).is_none() {
                board.borders.push((a, b, Border::River));
            }
        }
    }
    board
}

/// Rows of cells, each with the number of its area.
type Chart = Vec<Vec<Option<usize>>>;

/// Parts the chart of two boards, one below the other, into that of the first and that of the second; of one board, the second is
/// `None`.
fn charts(world: &World, mut chart: Chart) -> (Chart, Option<Chart>) {
    let theatre = |area: usize| world.areas.get(area).map(|place| place.theatre);
    let is_main = |row: &Vec<Option<usize>>| row.iter().flatten().any(|area| theatre(*area) == Some(0));
    let first = chart.iter().position(is_main).unwrap_or_default();
    if first == 0 {
        return (chart, None);
    }
    let main = chart.split_off(first);
    // What is left are its rows and the open ones between the boards.
    let last = chart.iter().rposition(|row| row.iter().any(Option::is_some)).map_or(0, |last| last + 1);
    chart.truncate(last);
    (main, Some(chart))
}

#[cfg(test)]
mod tests {
    use crate::games::thrones::Thrones;
    use crate::games::thrones::data::Options;
    use crate::games::thrones::editions::{JOINED, NORTH, SECOND};
    use crate::games::thrones::game::Edition;
    use crate::picture::scene::Panel;
    use crate::picture::{Colour, Picture, Theme};
    use crate::table::{Game, Progress, RandomTable};

    /// What is seen of a set-up.
    fn set_up(edition: &'static Edition, id: &'static str, players: u8) -> Picture {
        let folder = move |file: &str| crate::games::embedded(id, file).map(str::to_owned);
        let game =
            Thrones::load_edition(edition, &folder, players, Options::default()).expect("its own data");
        let board = game.begin(&mut RandomTable::new(1)).expect("set-up never pauses");
        game.picture(&game.view(&board, None), &[]).expect("a picture")
    }

    #[test]
    fn two_boards_stand_one_above_the_other_each_with_its_name() {
        let both = set_up(&JOINED, "westeros-and-the-north", 9);
        let (main, north) = (set_up(&SECOND, "thrones-2e", 6), set_up(&NORTH, "beyond-the-wall", 3));
        let annex = both.plate.board.annex.as_ref().expect("a second chart");
        let rows = |picture: &Picture| picture.plate.board.chart.len();
        assert_eq!((both.plate.board.chart.len(), annex.chart.len()), (rows(&main), rows(&north)));
        let svg = both.draw(Theme::Light).svg();
        for name in ["THE NORTH", "WESTEROS"] {
            // Above its tracks, and above its map.
            assert_eq!(svg.matches(&format!(">{name}<")).count(), 2, "{name}");
        }
        for name in ["Winterfell", "Milkwater", "The Gift"] {
            assert_eq!(svg.matches(&format!(">{name}<")).count(), 1, "{name}");
        }
        assert!(main.plate.board.annex.is_none() && north.plate.board.annex.is_none());
    }

    #[test]
    fn sides_of_the_second_board_look_as_they_do_alone_and_are_in_the_tables() {
        let both = set_up(&JOINED, "westeros-and-the-north", 9);
        let north = set_up(&NORTH, "beyond-the-wall", 3);
        for side in &north.scene.sides {
            let same = both.scene.sides.iter().find(|other| other.name == side.name).expect("a side");
            assert_eq!(same.livery, side.livery, "{}", side.name);
        }
        let [westeros, beyond] = both.scene.above.as_slice() else { panic!("the tracks of two boards") };
        assert_eq!((westeros.name.as_str(), beyond.name.as_str()), ("Westeros", "The north"));
        assert_eq!((westeros.tracks[0].ranks.len(), beyond.tracks[0].ranks.len()), (6, 3));
        let Some(Panel::Houses(houses)) = both.scene.below.first() else { panic!("a table of houses") };
        assert_eq!(houses.rows.iter().filter(|row| row.castles.is_none()).count(), 3);
        assert_eq!(houses.rows.len(), 9);
    }

    #[test]
    fn a_crowded_map_of_two_boards_is_small_enough_for_a_mail_and_keeps_all_colours() {
        let folder = |file: &str| crate::games::embedded("westeros-and-the-north", file).map(str::to_owned);
        let game = Thrones::load_edition(&JOINED, &folder, 12, Options::default()).expect("its own data");
        let mut table = RandomTable::new(4);
        let mut board = game.begin(&mut table).expect("set-up never pauses");
        let seen = |view| game.picture(&view, &[]).expect("a picture");
        let lying =
            |picture: &Picture| picture.scene.places.iter().map(|place| place.pieces.len()).sum::<usize>();
        let mut fullest = seen(game.view(&board, None));
        for _ in 0..36 {
            if game.play(&mut board, &mut table).expect("a random table never pauses") != Progress::Next {
                break;
            }
            let picture = seen(game.view(&board, None));
            if lying(&picture) > lying(&fullest) {
                fullest = picture;
            }
        }
        assert!(lying(&fullest) > 100, "{}", lying(&fullest));
        let png = fullest.draw(Theme::Light).png_within(720, 130 << 10).expect("a picture");
        let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
        assert_eq!(reader.info().width, 720);
        let palette = reader.info().palette.as_ref().expect("a palette");
        for side in &fullest.scene.sides {
            let Colour(red, green, blue) = side.livery.light.0;
            assert!(palette.chunks(3).any(|colour| *colour == [red, green, blue]), "{}", side.name);
        }
    }
}
