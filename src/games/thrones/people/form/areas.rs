//! The board as the form shows it.

use crate::games::thrones::board::{Board, Spot};
use crate::games::thrones::data::{Area, Structure};
use crate::table::form::{Fact, FormArea};

/// Returns all areas with what stands and what is printed there.
pub(super) fn areas(board: &Board) -> Vec<FormArea> {
    board.areas().map(|(area, spot)| one(board, area, spot)).collect()
}

fn one(board: &Board, area: Area, spot: &Spot) -> FormArea {
    let world = &board.world;
    let place = world.place(area);
    let holder = spot.holder.or_else(|| board.controller(area));
    let mut facts = Vec::new();
    let mut add = |what: String, number: u8| {
        if number > 0 {
            facts.push(Fact { what, number: number.into(), of: None });
        }
    };
    for (unit, number) in spot.fit.iter() {
        add(unit.id().to_owned(), number);
    }
    for (unit, number) in spot.routed.iter() {
        add(format!("routed-{}", unit.id()), number);
    }
    add("neutral".to_owned(), spot.neutral);
    add("garrison".to_owned(), spot.garrison);
    let structure = match place.structure {
        Some(Structure::Stronghold) => Some("stronghold"),
        Some(Structure::City) => Some(world.city.as_str()),
        None => None,
    };
    if let Some(structure) = structure {
        add(structure.to_owned(), 1);
    }
    add("barrel".to_owned(), place.barrels);
    add("crown".to_owned(), place.crowns);
    if let Some(order) = spot.order {
        add(format!("order-{}", world.token(order).id), 1);
    }
    if let Some(owner) = spot.token {
        facts.push(Fact {
            what: "power-token".to_owned(),
            number: 1,
            of: Some(world.seat_name(owner).to_owned()),
        });
    }
    FormArea {
        id: place.id.clone(),
        name: place.name.clone(),
        kind: place.kind().to_owned(),
        holder: holder.map(|holder| world.seat_name(holder).to_owned()),
        facts,
    }
}
