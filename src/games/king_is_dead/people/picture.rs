//! What a picture of a position shows, made from a view and nothing else.

use crate::games::king_is_dead::data::{Region, World};
use crate::picture::scene::{Courts, Panel, Piece, Place, Scene, Shown, Side, SideId, Sign};
use crate::picture::{Area, Board, Ground, Picture, read_chart};
use serde_json::Value;

/// The factions and the invaders, in the order in which pieces lie.
const SIDES: [&str; 5] = ["scots", "welsh", "romano-britons", "loyalists", "saxons"];

/// Returns the picture of what a view shows.
pub fn picture(world: &World, view: &Value) -> Picture {
    let look = &world.look;
    let plate = world.plate.get(|| board(world));
    let name = |id: &str| view["names"][id].as_str().map_or_else(|| look.word(id), str::to_owned);
    let sides = SIDES.map(|id| Side { name: name(id), livery: look.livery(id).unwrap_or_default() });
    let places = Region::ALL.iter().map(|region| place(view, world.region_id(*region)));
    let courts = view["courts"].as_object().into_iter().flatten();
    let courts = courts
        .map(|(id, court)| (court["name"].as_str().unwrap_or(id).to_owned(), band(&court["followers"])));
    let courts = Courts { name: look.word("courts"), rows: courts.collect() };
    let supply = Courts { name: look.word("supply"), rows: vec![(look.word("left"), band(&view["supply"]))] };
    let used = |side: &SideId| SIDES[*side] != "loyalists" || view["mordred"] == true;
    let sign = |side: SideId| {
        let shown =
            if SIDES[side] == "saxons" { Piece::Disc(side) } else { Piece::Followers { side, count: 1 } };
        Sign { shown: Shown::Piece(shown), name: sides[side].name.clone() }
    };
    let signs = (0..SIDES.len()).filter(used).map(sign).collect();
    let scene = Scene {
        over: world.title.clone(),
        sides: sides.to_vec(),
        places: places.collect(),
        below: vec![Panel::Courts(courts), Panel::Courts(supply), Panel::Signs(signs)],
        ..Scene::default()
    };
    Picture { plate, scene }
}

/// Returns the printed board.
fn board(world: &World) -> Board {
    let code = |code: &str| Region::ALL.iter().position(|region| world.place(*region).code == code);
    let areas = Region::ALL.iter().map(|region| Area {
        name: world.place(*region).name.clone(),
        short: Vec::new(),
        ground: Ground::Land,
        printed: Vec::new(),
        wall: false,
        closed: false,
    });
    let chart = read_chart(&world.chart.join("\n"), code);
    Board { areas: areas.collect(), chart, ..world.look.blank() }
}

fn place(view: &Value, id: &str) -> Place {
    let area = &view["areas"][id];
    let held = side(&area["control"]);
    let mut lead = Vec::new();
    if let (None, Some(number)) = (held, number(&area["place"])) {
        lead.push(Piece::Number { number, now: view["contested"] == id });
    }
    if area["crown"].is_string() {
        lead.push(Piece::Crown);
    }
    let mut pieces: Vec<Piece> = held.map(Piece::Disc).into_iter().collect();
    let followers = band(&area["followers"]);
    pieces.extend(followers.into_iter().map(|(side, count)| Piece::Followers { side, count }));
    Place { held, lead, pieces }
}

fn side(id: &Value) -> Option<SideId> {
    SIDES.iter().position(|side| id == side)
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|n| u32::try_from(n).ok())
}

/// Returns how many followers of each faction there are.
fn band(value: &Value) -> Vec<(SideId, u32)> {
    let count = |(at, id): (usize, &&str)| Some((at, number(&value[*id])?)).filter(|(_, count)| *count > 0);
    SIDES.iter().enumerate().filter_map(count).collect()
}

#[cfg(test)]
mod tests {
    use crate::games::king_is_dead::KingIsDead;
    use crate::games::king_is_dead::data::Options;
    use crate::picture::Theme;
    use crate::table::{Game, RandomTable};

    #[test]
    fn a_picture_shows_regions_followers_and_courts() {
        let folder = |file: &str| crate::games::embedded("king-is-dead", file).map(str::to_owned);
        let game = KingIsDead::load(&folder, 4, Options::default()).expect("the game's own data");
        let board = game.begin(&mut RandomTable::new(1)).expect("set-up never pauses");
        let picture = game.picture(&game.view(&board, None), &[]).expect("a picture");
        assert_eq!(picture.scene.places.len(), 8);
        assert!(picture.scene.places.iter().all(|place| !place.pieces.is_empty() && place.held.is_none()));
        let svg = picture.draw(Theme::Dark).svg();
        for name in ["Caledonia", "Din Eidyn", "Aquae Sulis"] {
            assert_eq!(svg.matches(&format!(">{name}<")).count(), 1, "{name}");
        }
    }
}
