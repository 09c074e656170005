//! Differences of two views put together by what they are about, for people to read: each house, area or court once, the
//! reader's own first.

use crate::report::model::{Changed, LineChanged, PlaceChanged};
use serde_json::Value;

/// Sections of views that have a member for each of several things.
const OF_MANY: [&str; 6] = ["areas", "houses", "courts", "factions", "tracks", "theatres"];

/// Returns the differences by place: first what belongs to the seat `reader`, then all others, in the order of the views.
pub(crate) fn by_place(
    lines: &[Changed],
    reader: Option<&str>,
    (was, is): (&Value, &Value),
) -> Vec<PlaceChanged> {
    let mut all: Vec<PlaceChanged> = Vec::new();
    // The moment is told apart from what stands there.
    let is_moment = |line: &&Changed| ["turn", "stage", "step"].contains(&line.path.as_str());
    for Changed { path, was: old, is: new } in lines.iter().filter(|line| !is_moment(line)) {
        // What a side has besides is told with what else it has.
        let apart = path.strip_prefix("north.sides.").and_then(|rest| rest.split_once('.'));
        let beside = apart.map(|(id, what)| (id, format!("side.{what}")));
        let (section, rest) = path.split_once('.').unwrap_or(("", path));
        let (section, id, what) = match rest.split_once('.') {
            _ if beside.is_some() => beside.as_ref().map_or(("", "", ""), |(id, what)| ("houses", *id, what)),
            Some((id, what)) if OF_MANY.contains(&section) => (section, id, what),
            None if OF_MANY.contains(&section) => (section, rest, ""),
            _ => ("", "", path.as_str()),
        };
        let line = LineChanged { what: what.to_owned(), was: old.clone(), is: new.clone() };
        match all.iter_mut().find(|place| place.section == section && place.id == id) {
            Some(place) => place.lines.push(line),
            None => {
                let views = [was, is].map(|view| view.get(section).and_then(|all| all.get(id)));
                let own = reader.is_some_and(|reader| {
                    id == reader || views.into_iter().flatten().any(|view| belongs_to(view, reader))
                });
                let (section, id) = (section.to_owned(), id.to_owned());
                all.push(PlaceChanged { section, id, own, lines: vec![line] });
            }
        }
    }
    // The reader's seat, what it holds, and everything else.
    all.sort_by_key(|place| match (reader == Some(place.id.as_str()), place.own) {
        (true, _) => 0,
        (_, true) => 1,
        _ => 2,
    });
    all
}

fn belongs_to(view: &Value, reader: &str) -> bool {
    view.as_object().is_some_and(|members| members.values().any(|value| value.as_str() == Some(reader)))
}
