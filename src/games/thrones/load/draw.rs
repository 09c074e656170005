//! A board as data for people: the chart as lines of text, and the areas with their borders.

use crate::games::thrones::data::{Area, Structure, World};
use serde_json::{Value, json};

/// The most columns of a line of text.
const COLUMNS: usize = 72;

/// Returns what a template needs to show a board: `title`, `houses`, the `chart` as lines, `wide` if they are longer than a
/// line of text, and `areas` by name with `code`, `name`, `kind`, `structure`, `points`, `barrels`, `crowns`, `home`,
/// `neutral`, and the codes of those it `borders`.
pub fn drawn(world: &World) -> Value {
    let chart = chart(&world.chart);
    let mut areas: Vec<Area> = world.all_areas().collect();
    let kind = |area: &Area| world.place(*area).kind();
    areas.sort_by_key(|area| {
        (["land", "sea", "port"].iter().position(|known| *known == kind(area)), area.index())
    });
    let told = |area: &Area| {
        let place = world.place(*area);
        let structure = place.structure.map(|structure| match structure {
            Structure::Stronghold => "stronghold",
            Structure::City => world.city.as_str(),
        });
        let neutral =
            world.neutrals.iter().find(|neutral| neutral.area == *area).map(|neutral| neutral.strength);
        json!({
            "code": place.code, "name": place.name, "kind": kind(area), "structure": structure,
            "points": place.points, "barrels": place.barrels, "crowns": place.crowns, "home": place.home,
            "neutral": neutral,
            "borders": world.borders(*area).iter().map(|near| world.place(near).code.clone()).collect::<Vec<_>>(),
        })
    };
    json!({
        "title": world.title,
        "houses": world.houses.iter().map(|(_, house)| house.info.name.clone()).collect::<Vec<_>>(),
        "wide": chart.iter().any(|line| line.chars().count() > COLUMNS),
        "chart": chart,
        "areas": areas.iter().map(told).collect::<Vec<_>>(),
    })
}

/// Returns the rows of a chart with the widest spacing that fits a line of text: as written, or without the spaces between
/// codes, odd rows one column to the right either way.
fn chart(rows: &[String]) -> Vec<String> {
    let fits = rows.iter().all(|row| row.trim_end().chars().count() <= COLUMNS);
    let close = |(number, row): (usize, &String)| {
        let shift = if number % 2 == 1 { " " } else { "" };
        let joint = if fits { " " } else { "" };
        format!("{shift}{}", row.split_whitespace().collect::<Vec<_>>().join(joint))
    };
    rows.iter().enumerate().map(close).collect()
}
