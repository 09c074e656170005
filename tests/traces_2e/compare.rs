//! Compares a position of ours with the public one of a trace.

use super::trace::{order, unit};
use ravenpost::games::thrones::board::{Board, Track};
use ravenpost::games::thrones::data::{Area, Troop};
use serde_json::{Value, json};

/// What a comparison leaves out.
pub struct Leave<'a> {
    /// House cards of a battle that is being fought are used up later there.
    pub battle: bool,
    /// Areas whose orders there only fill a place (T-85).
    pub dummies: &'a [String],
    /// Orders are not on the board yet.
    pub planning: bool,
    /// Consolidate Power orders are being executed, in an order that only matters to those who muster.
    pub income: bool,
    /// The game is over: there the board has not been swept.
    pub ended: bool,
    /// Areas with units that are as good as lost.
    pub doomed: &'a [&'a str],
}

fn letters(board: &Board, area: Area) -> String {
    let spot = board.spot(area);
    let mut all: Vec<String> = Vec::new();
    let mut add = |troop: Troop, end: &str| {
        for (kind, n) in troop.iter() {
            let letter = ['F', 'K', 'E', 'S'].into_iter().find(|letter| unit(*letter) == kind.id());
            all.extend((0..n).map(|_| format!("{}{end}", letter.unwrap_or('?'))));
        }
    };
    add(spot.fit, "");
    add(spot.routed, "w");
    all.sort();
    all.concat()
}

/// Every difference, as text.
pub fn differences(board: &Board, there: &Value, leave: &Leave<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut same = |what: String, ours: Value, theirs: &Value| {
        if ours != *theirs {
            found.push(format!("{what}: ours {ours}, theirs {theirs}"));
        }
    };
    let world = &board.world;
    same("turn".into(), json!(board.turn), &there["turn"]);
    let track = |track: Track| json!(board.seat_ids(&board.theatres[0].tracks[track as usize]));
    same("iron throne".into(), track(Track::IronThrone), &there["it"]);
    same("fiefdoms".into(), track(Track::Fiefdoms), &there["fief"]);
    same("king's court".into(), track(Track::KingsCourt), &there["kc"]);
    same("wildlings".into(), json!(board.wildlings_strength()), &there["wild"]);
    if !leave.ended {
        same("blade used".into(), json!(board.theatres[0].blade_used), &there["vsb"]);
    }
    let deck = board.theatres[0].wildling_deck.iter();
    let deck: Vec<&str> = deck.map(|card| world.theatres[0].wildling_deck[usize::from(*card)].id()).collect();
    same("wildling deck".into(), json!(deck), &there["hidden"]["wildlings"]);
    for (seat, house) in board.houses.iter() {
        let id = world.seat_id(seat);
        let theirs = &there["houses"][id];
        if !leave.income {
            same(format!("{id} power"), json!(house.power), &theirs["power"]);
        }
        same(format!("{id} supply"), json!(house.supply), &theirs["supply"]);
        if leave.doomed.is_empty() {
            same(format!("{id} castles"), json!(board.structures_of(seat).min(7)), &theirs["vp"]);
            same(format!("{id} lands"), json!(board.controlled_by(seat).len()), &theirs["lands"]);
            same(format!("{id} barrels"), json!(board.barrels_of(seat)), &theirs["barrels"]);
        }
        if !leave.battle {
            let mut used: Vec<&str> = house.used.iter().map(|card| world.card(card).id.as_str()).collect();
            used.sort_unstable();
            same(format!("{id} used cards"), json!(used), &theirs["used"]);
        }
    }
    for area in world.all_areas() {
        let (id, spot) = (world.area_id(area), board.spot(area));
        if leave.doomed.contains(&id) {
            continue;
        }
        let garrison = if spot.neutral > 0 { spot.neutral } else { spot.garrison };
        let token = spot.token.map(|seat| world.seat_id(seat));
        let placed = spot.order.map(|order| world.token(order).id.clone());
        let mut letters = letters(board, area);
        if leave.ended {
            letters = letters.replace('w', "");
        }
        let ours = json!([letters, token, garrison]);
        let none = json!([null, "", null, 0, null]);
        let theirs = there["regions"].get(id).unwrap_or(&none);
        let mut units = theirs[1].as_str().unwrap_or_default().to_owned();
        if leave.ended {
            units = units.replace('w', "");
        }
        same(id.to_owned(), ours, &json!([units, theirs[2], theirs[3]]));
        if there["regions"].get(id).is_some() {
            let holder = if world.is_sea(area) { spot.holder } else { board.controller(area) };
            same(format!("{id} controller"), json!(holder.map(|seat| world.seat_id(seat))), &theirs[0]);
        }
        if !leave.planning && !leave.dummies.iter().any(|dummy| dummy == id) {
            let theirs = theirs[4].as_u64().map(order);
            same(format!("{id} order"), json!(placed), &json!(theirs));
        }
    }
    found
}
