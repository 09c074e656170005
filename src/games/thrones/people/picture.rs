//! What a picture of a position shows, made from a view: from nothing else, so that no picture can show what its reader may not
//! know.

use super::printed::printed;
use crate::games::thrones::data::{OrderKind, World};
use crate::picture::Look;
use crate::picture::scene::{
    Arrow, Chart, HouseRow, Houses, Measure, Order, Panel, Piece, Place, Rankings, Scene, Shown, Side,
    SideId, Sign, Strip, Track,
};
use crate::picture::{Board, Glyph, Livery, Picture, Plate};
use serde_json::Value;

/// Returns the picture of what a view shows, with arrows for what `events` tell of marches and retreats.
pub fn picture(world: &World, view: &Value, events: &[Value]) -> Picture {
    let look = &world.look;
    let plate = world.plate.get(|| printed(world));
    let seen = Seen { world, look, view, houses: houses(view) };
    let mut scene = Scene {
        over: world.title.clone(),
        sides: seen.sides(),
        places: world.areas.iter().map(|area| seen.place(&area.id, events)).collect(),
        arrows: events.iter().flat_map(|event| seen.arrows(event)).collect(),
        above: seen.rankings(),
        ..Scene::default()
    };
    scene.below.push(Panel::Houses(seen.table()));
    scene.below.extend(seen.wildlings().map(Panel::Strip));
    scene.below.push(Panel::Signs(seen.signs(&scene)));
    Picture { plate, scene }
}

/// Returns the course of the game: castles, power and supply of each house over the turns. Two turns are no course yet.
pub fn chart(world: &World, view: &Value, tallies: &[Value]) -> Option<Picture> {
    let look = &world.look;
    let seen = Seen { world, look, view, houses: houses(view) };
    let (first, last) = (tallies.first()?, tallies.last().filter(|_| tallies.len() > 2)?);
    let rows: Vec<SideId> = seen.table().rows.iter().map(|row| row.side).collect();
    let measure = |(id, word): (&str, &str)| {
        let goal = Some(number(&view["instant-win"])).filter(|goal| id == "castles" && *goal > 0);
        let course = |side: &SideId| {
            let house = seen.houses.get(*side).map_or("", String::as_str);
            (*side, tallies.iter().map(|tally| number(&tally[id][house])).collect::<Vec<_>>())
        };
        let sides: Vec<(SideId, Vec<u32>)> = rows.iter().map(course).collect();
        let most = sides.iter().flat_map(|(_, values)| values).copied().chain(goal).max().unwrap_or_default();
        Measure { name: look.word(word), most, goal, sides }
    };
    let measures = [("castles", "castles-so-far"), ("power", "power"), ("supply", "supply")];
    let counted = measures.into_iter().filter(|(id, _)| *id != "castles" || seen.has_castles());
    let chart = Chart {
        measures: counted.map(measure).collect(),
        first: format!("{} {}", look.word("turn"), number(&first["turn"])),
        last: number(&last["turn"]).to_string(),
    };
    let scene = Scene {
        over: world.title.clone(),
        sides: seen.sides(),
        below: vec![Panel::Chart(chart)],
        ..Scene::default()
    };
    // A board without areas: there is nothing but the chart.
    Some(Picture { plate: Plate::new(Board { width: 720.0, ..Board::default() }), scene })
}

/// Returns the ids of the houses of a view, in its order.
fn houses(view: &Value) -> Vec<String> {
    view["houses"].as_object().into_iter().flatten().map(|(id, _)| id.clone()).collect()
}

/// A view, with what helps to read it.
struct Seen<'a> {
    world: &'a World,
    look: &'a Look,
    view: &'a Value,
    houses: Vec<String>,
}

impl Seen<'_> {
    fn sides(&self) -> Vec<Side> {
        // Houses of which the look says nothing get what no other has.
        let mut spare = self.look.spare_liveries();
        let side = |id: &String| {
            let name = self.view["houses"][id]["name"].as_str().unwrap_or(id).to_owned();
            let letter = name.chars().next().unwrap_or('?');
            let livery = self.look.livery(id).or_else(|| Some(Livery { letter, ..spare.next()? }));
            Side { livery: livery.unwrap_or_default(), name }
        };
        self.houses.iter().map(side).collect()
    }

    fn side(&self, id: &Value) -> Option<SideId> {
        self.houses.iter().position(|house| *id == house.as_str())
    }

    fn area(&self, id: &Value) -> Option<usize> {
        self.world.areas.iter().position(|area| *id == area.id.as_str())
    }

    fn place(&self, id: &str, events: &[Value]) -> Place {
        let area = &self.view["areas"][id];
        let holder = self.side(&area["holder"]);
        let mut pieces = Vec::new();
        if events.iter().any(|event| event["event"] == "battle-begins" && event["area"] == id) {
            pieces.push(Piece::Battle);
        }
        pieces.extend(area["order"].as_str().and_then(|order| self.order(order)));
        pieces.extend(self.raided(id, events));
        for (name, routed) in [("units", false), ("routed", true)] {
            let kinds = kinds(&area[name]);
            if let Some(side) = holder.filter(|_| !kinds.is_empty()) {
                pieces.push(Piece::Units { side, kinds, routed });
            }
        }
        pieces.extend(self.side(&area["token"]).map(Piece::Power));
        let number = |name: &str| area[name].as_u64().and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0);
        let home = self.side(&area["home"]).or(holder);
        if let (Some(strength), Some(side)) = (number("garrison"), home) {
            pieces.push(Piece::Garrison { side, strength });
        }
        pieces.extend(number("neutral").map(Piece::Neutral));
        Place { held: self.side(&area["controller"]).or(holder), lead: Vec::new(), pieces }
    }

    fn order(&self, id: &str) -> Option<Piece> {
        let token = self.world.tokens.iter().find(|token| token.id == id)?;
        let bonus = i32::from(token.bonus);
        let (kind, modifier) = match token.kind {
            OrderKind::March => (Glyph::March, Some(bonus)),
            OrderKind::Defense => (Glyph::Defense, Some(bonus)),
            OrderKind::Support => (Glyph::Support, Some(bonus).filter(|bonus| *bonus != 0)),
            OrderKind::Raid => (Glyph::Raid, None),
            OrderKind::Consolidate => (Glyph::Consolidate, None),
        };
        Some(Piece::Order(Order { kind, modifier, star: token.star, taken: false }))
    }

    /// Returns the order that a raid took off an area, while other orders still lie on the board.
    fn raided(&self, id: &str, events: &[Value]) -> Option<Piece> {
        let orders = self.view["areas"].as_object().into_iter().flatten();
        orders.map(|(_, area)| &area["order"]).find(|order| order.is_string())?;
        let raids = events.iter().filter(|event| event["event"] == "raid");
        let mut removed = raids.flat_map(|raid| raid["removed"].as_array().into_iter().flatten());
        let order = removed.rfind(|removed| removed["area"] == id)?["order"].as_str()?;
        match self.order(order)? {
            Piece::Order(order) => Some(Piece::Order(Order { taken: true, ..order })),
            _ => None,
        }
    }

    /// Returns the arrows of an event.
    fn arrows(&self, event: &Value) -> Vec<Arrow> {
        let Some(side) = self.side(&event["house"]) else { return Vec::new() };
        match event["event"].as_str() {
            Some("march") => {
                let Some(from) = self.area(&event["from"]) else { return Vec::new() };
                let moved: Vec<(usize, Vec<(Glyph, u32)>)> = event["to"]
                    .as_object()
                    .into_iter()
                    .flatten()
                    .filter_map(|(to, units)| Some((self.area(&Value::from(to.as_str()))?, kinds(units))))
                    .collect();
                let all = moved.len() == 1 && kinds(&event["stayed"]).is_empty();
                let arrow = |(to, units)| {
                    let part = if all { Vec::new() } else { units };
                    Arrow { side, from, to, part, retreat: false }
                };
                moved.into_iter().map(arrow).collect()
            }
            Some("retreat") => {
                let ends = (self.area(&event["area"]), self.area(&event["to"]));
                let (Some(from), Some(to)) = ends else { return Vec::new() };
                vec![Arrow { side, from, to, part: Vec::new(), retreat: true }]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the tracks of each board: the main one's lie beside the position, those of another under its id.
    fn boards(&self) -> impl Iterator<Item = (&str, &Value)> {
        let others = self.view["theatres"].as_object().into_iter().flatten();
        let others = others.map(|(id, other)| (id.as_str(), &other["tracks"]));
        std::iter::once(("main", &self.view["tracks"])).chain(others)
    }

    fn rankings(&self) -> Vec<Rankings> {
        let alone = self.boards().count() == 1;
        let name = |id: &str| if alone { String::new() } else { self.look.word(id) };
        self.boards().map(|(id, tracks)| Rankings { name: name(id), tracks: self.tracks(tracks) }).collect()
    }

    fn tracks(&self, tracks: &Value) -> Vec<Track> {
        let track = |(id, glyph): (&str, Glyph)| {
            let ranks = tracks[id].as_array().into_iter().flatten();
            let stars = |house: &Value| match id {
                "kings-court" => number(&self.view["houses"][house.as_str().unwrap_or_default()]["stars"]),
                _ => 0,
            };
            let ranks = ranks.filter_map(|house| Some((self.side(house)?, stars(house)))).collect();
            Track { glyph, name: self.look.word(id), ranks }
        };
        let all = [("iron-throne", Glyph::Throne), ("fiefdoms", Glyph::Blade), ("kings-court", Glyph::Raven)];
        all.into_iter().map(track).collect()
    }

    /// Returns the table of houses, those with most castles first.
    fn table(&self) -> Houses {
        let goal = number(&self.view["instant-win"]);
        let row = |id: &Value, counted: bool| {
            let house = &self.view["houses"][id.as_str()?];
            let limits = house["supply-limits"].as_array().into_iter().flatten().map(Value::to_string);
            let limits = limits.collect::<Vec<_>>().join(" ");
            let values = [number(&house["power"]).to_string(), number(&house["supply"]).to_string(), limits];
            Some(HouseRow {
                side: self.side(id)?,
                castles: counted.then(|| number(&house["structures"])),
                values,
            })
        };
        let mut rows: Vec<HouseRow> = Vec::new();
        for (board, tracks) in self.boards() {
            let order = tracks["iron-throne"].as_array().into_iter().flatten();
            // Castles are counted on the main board alone.
            rows.extend(order.filter_map(|id| row(id, board == "main")));
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.castles));
        let heads = ["castles", "power", "supply", "armies"];
        let mut heads = heads.map(|word| self.look.word(word).replace("{goal}", &goal.to_string()));
        if !self.has_castles() {
            heads[0].clear();
        }
        Houses { heads, goal, rows }
    }

    /// Returns `true` if there is something on the board that is counted as a castle.
    fn has_castles(&self) -> bool {
        self.world.areas.iter().any(|area| area.structure.is_some())
    }

    fn wildlings(&self) -> Option<Strip> {
        let steps = &self.world.theatres.first()?.wildlings;
        let at = steps.iter().position(|step| self.view["wildlings"] == *step)?;
        let spaces = steps.iter().map(u8::to_string).collect();
        Some(Strip { glyph: Glyph::Wildlings, name: self.look.word("wildlings"), spaces, at })
    }

    /// Returns the key to the signs: of orders and battles only if there are any.
    fn signs(&self, scene: &Scene) -> Vec<Sign> {
        let pieces = || scene.places.iter().flat_map(|place| &place.pieces);
        let orders = pieces().any(|piece| matches!(piece, Piece::Order(_)));
        let battles = pieces().any(|piece| matches!(piece, Piece::Battle));
        let sign = |(sign, name): &(String, String)| {
            let glyph = Glyph::named(sign)?;
            let order = |modifier| Piece::Order(Order { kind: glyph, modifier, star: false, taken: false });
            let shown = match glyph {
                Glyph::March | Glyph::Defense if orders => Shown::Piece(order(Some(1))),
                Glyph::Support | Glyph::Raid | Glyph::Consolidate if orders => Shown::Piece(order(None)),
                Glyph::March | Glyph::Defense | Glyph::Support | Glyph::Raid | Glyph::Consolidate => {
                    return None;
                }
                Glyph::Battle if battles => Shown::Piece(Piece::Battle),
                Glyph::Battle => return None,
                Glyph::Neutral => Shown::Piece(Piece::Neutral(5)),
                glyph => Shown::Glyph(glyph),
            };
            Some(Sign { shown, name: name.clone() })
        };
        self.look.signs.iter().filter_map(sign).collect()
    }
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or_default()
}

/// Returns how many units of each kind there are.
fn kinds(units: &Value) -> Vec<(Glyph, u32)> {
    let glyph = |id: &str| {
        Some(match id {
            "footmen" | "footman" => Glyph::Footman,
            "knights" | "knight" => Glyph::Knight,
            "ships" | "ship" => Glyph::Ship,
            "siege-engines" | "siege-engine" | "siege" | "catapults" | "catapult" => Glyph::Siege,
            other => Glyph::named(other.strip_suffix('s').unwrap_or(other))?,
        })
    };
    let all = units.as_object().into_iter().flatten();
    all.filter_map(|(id, count)| Some((glyph(id)?, number(count)))).filter(|(_, count)| *count > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::Thrones;
    use crate::games::thrones::data::Options;
    use crate::picture::Theme;
    use crate::table::{Game, Progress, RandomTable, Seat};
    use sha2::{Digest, Sha256};
    use std::collections::BTreeSet;

    fn game() -> Thrones {
        let folder = |file: &str| crate::games::embedded("thrones-1e", file).map(str::to_owned);
        Thrones::load(&folder, 5, Options::default()).expect("the game's own data")
    }

    /// Returns the view of a position in a random game, some stages on.
    fn view_after(game: &Thrones, seed: u64, stages: usize) -> Value {
        let mut table = RandomTable::new(seed);
        let mut board = game.begin(&mut table).expect("set-up never pauses");
        for _ in 0..stages {
            if game.play(&mut board, &mut table).expect("a random table never pauses") != Progress::Next {
                break;
            }
        }
        game.view(&board, Some(Seat(0)))
    }

    fn drawn(game: &Thrones, view: &Value) -> String {
        game.picture(view, &[]).expect("a picture").draw(Theme::Light).svg()
    }

    #[test]
    fn equal_views_have_equal_pictures() {
        let game = game();
        let begun = |seed| game.begin(&mut RandomTable::new(seed)).expect("set-up");
        let (one, other) = (begun(1), begun(2));
        assert_ne!(game.write_state(&one), game.write_state(&other), "the decks are shuffled in another way");
        let seen = |board| drawn(&game, &game.view(board, Some(Seat(0))));
        assert_eq!(seen(&one), seen(&other));
    }

    #[test]
    fn the_picture_of_the_set_up_has_the_bytes_it_always_had() {
        let game = game();
        let svg = drawn(&game, &view_after(&game, 1, 0));
        let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(&svg));
        assert_eq!(
            digest.get(..16),
            Some("f5a96e7696b6f29a"),
            "if the drawing was changed on purpose, look at it and pin it anew"
        );
    }

    /// Pages have one file for light and dark screens: mark by mark the same drawing, with every colour of both.
    #[test]
    fn the_picture_of_a_page_has_the_colours_of_light_and_dark() {
        let game = game();
        let picture = game.picture(&view_after(&game, 3, 40), &[]).expect("a picture");
        let both = picture.svg();
        for theme in [Theme::Light, Theme::Dark] {
            let one = picture.draw(theme).svg();
            let colours: BTreeSet<&str> =
                one.split("=\"#").skip(1).filter_map(|rest| rest.get(..6)).collect();
            assert!(colours.len() > 15, "{colours:?}");
            for colour in colours.into_iter().filter(|colour| colour.bytes().all(|c| c.is_ascii_hexdigit())) {
                assert!(both.contains(&format!(":#{colour};")), "{theme:?}: #{colour}");
            }
        }
        let marks = |theme| picture.draw(theme).marks.len();
        assert!(marks(Theme::Light) == marks(Theme::Dark) && marks(Theme::Dark) > 200);
    }

    #[test]
    fn every_area_is_named_once_whatever_stands_there() {
        let game = game();
        let view = view_after(&game, 5, 24);
        let svg = drawn(&game, &view);
        for id in ["winterfell", "karhold", "oldtown", "pyke", "starfall"] {
            let name = view["areas"][id]["name"].as_str().expect("a name");
            assert_eq!(svg.matches(&format!(">{name}<")).count(), 1, "{name}");
        }
    }

    #[test]
    fn who_marched_and_who_fled_is_drawn() {
        let game = game();
        let view = view_after(&game, 1, 0);
        let march = serde_json::json!({
            "event": "march", "house": "stark", "from": "winterfell", "order": "march-1",
            "to": {"karhold": {"knight": 1}}, "stayed": {"footman": 1},
        });
        let retreat = serde_json::json!({
            "event": "retreat", "area": "pyke", "house": "greyjoy", "to": "ironmans-bay", "units": {},
        });
        let battle = serde_json::json!({"event": "battle-begins", "area": "pyke"});
        let picture = game.picture(&view, &[march, retreat, battle]).expect("a picture");
        let [march, retreat] = picture.scene.arrows.as_slice() else { panic!("two arrows") };
        assert_eq!(march.part, [(Glyph::Knight, 1)], "the others stayed");
        assert!(retreat.retreat && !march.retreat);
        assert_eq!(picture.scene.places[march.to].pieces, []);
        assert_eq!(picture.scene.places[retreat.from].pieces[0], Piece::Battle);
    }

    #[test]
    fn an_order_that_a_raid_took_off_is_struck_out() {
        let game = game();
        let mut view = view_after(&game, 1, 0);
        let removed = serde_json::json!([{"area": "pyke", "house": "greyjoy", "order": "march*"}]);
        let raid = serde_json::json!({"event": "raid", "house": "lannister", "removed": removed});
        let at_pyke = |view: &Value| {
            let picture = game.picture(view, std::slice::from_ref(&raid)).expect("a picture");
            let pyke = picture.plate.board.areas.iter().position(|area| area.name == "Pyke").expect("Pyke");
            let taken = |piece: &Piece| matches!(piece, Piece::Order(order) if order.taken && order.star);
            picture.scene.places[pyke].pieces.iter().any(taken)
        };
        assert!(!at_pyke(&view), "of a turn that is over no orders are shown");
        view["areas"]["winterfell"]["order"] = "march-1".into();
        assert!(at_pyke(&view));
    }

    #[test]
    fn what_a_board_does_not_have_is_not_counted() {
        let folder = |file: &str| crate::games::embedded("beyond-the-wall", file).map(str::to_owned);
        let edition = &crate::games::thrones::editions::NORTH;
        let game = Thrones::load_edition(edition, &folder, 3, Options::default()).expect("its own data");
        let board = game.begin(&mut RandomTable::new(1)).expect("set-up never pauses");
        let view = game.view(&board, None);
        let tally = game.tally(&board);
        let chart = game.chart(&view, &[tally.clone(), tally.clone(), tally]).expect("a chart");
        for picture in [chart, game.picture(&view, &[]).expect("a picture")] {
            let svg = picture.draw(Theme::Light).svg();
            assert!(
                svg.contains(">supply<") && !svg.contains(">castles"),
                "there are no castles beyond the Wall"
            );
        }
    }

    #[test]
    fn the_course_of_the_game_is_a_chart_from_the_second_turn_on() {
        let game = game();
        let mut table = RandomTable::new(1);
        let board = game.begin(&mut table).expect("set-up never pauses");
        let view = game.view(&board, None);
        let tally = |turn: u32| {
            let mut tally = game.tally(&board);
            tally["turn"] = turn.into();
            tally
        };
        assert!(game.chart(&view, &[tally(0), tally(1)]).is_none());
        let chart = game.chart(&view, &[tally(0), tally(1), tally(2)]).expect("a chart");
        let [Panel::Chart(course)] = chart.scene.below.as_slice() else { panic!("a chart and nothing else") };
        assert_eq!((course.first.as_str(), course.last.as_str()), ("turn 0", "2"));
        let castles = &course.measures[0];
        assert_eq!((castles.goal, castles.sides.len()), (Some(7), 5));
        let of = |id: &str| number(&view["houses"][id]["structures"]);
        assert!(castles.sides.iter().any(|(_, course)| *course == [of("stark"); 3]));
        let drawn = chart.draw(Theme::Dark);
        assert_eq!(course.measures.len(), 3);
        assert!(drawn.svg().contains(">Stark<") && drawn.png(360).is_some());
    }
}
