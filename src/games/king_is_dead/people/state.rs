//! Positions as data with names: a ledger has digests of them, a game master reads them in `state.yaml`, and cases
//! begin with them.
//!
//! Hands, control and the seat to move follow from what was played and resolved, so they are not written twice. The
//! supply may be left out when a position is read: it is then everything that is nowhere else.

use super::names;
use crate::games::king_is_dead::board::{
    Board, Change, Court, Ending, Field, Hour, Line, Outcome, PLAYS, Past, Played, SEATS, Winner,
};
use crate::games::king_is_dead::data::{Band, Card, Faction, REGIONS, Region, RegionSet, World};
use crate::table::Seat;
use arrayvec::ArrayVec;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Writes a position as data. Empty regions are left out.
pub fn write(board: &Board) -> Value {
    let world = &board.world;
    let id = |region: Region| world.region_id(region);
    let courts: Map<String, Value> = board
        .seats()
        .map(|seat| (world.seat_id(seat).to_owned(), json!(names::band(board.court(seat).followers))))
        .collect();
    let past: Vec<Value> = board
        .past
        .iter()
        .map(|past| {
            json!({
                "region": id(past.region),
                "winner": past.winner.id(),
                "first": world.seat_id(past.first),
                "turns": past.turns,
            })
        })
        .collect();
    let mut state = json!({
        "struggle": board.struggle,
        "step": board.step,
        "first": world.seat_id(board.first),
        "passes": board.passes,
        "row": board.field.row.map(id),
        "areas": areas(board),
        "supply": names::band(board.field.supply),
        "courts": courts,
        "past": past,
        "played": board.played.iter().map(|played| play(world, played)).collect::<Vec<_>>(),
    });
    let mut put = |name: &str, value: Value| state.as_object_mut().map(|s| s.insert(name.to_owned(), value));
    if let Some(change) = &board.exchange {
        let gained: Map<String, Value> = Faction::ALL
            .into_iter()
            .zip(change.gained)
            .filter(|(_, n)| *n != 0)
            .map(|(faction, n)| (faction.id().to_owned(), json!(n)))
            .collect();
        put("exchange", json!({"between": change.between.map(id), "gained": gained}));
    }
    if let Some(outcome) = &board.outcome {
        let ids = |seats: &[Seat]| seats.iter().map(|seat| world.seat_id(*seat)).collect::<Vec<_>>();
        let (rulers, winners) = (ids(&outcome.rulers), ids(&outcome.winners));
        put("outcome", json!({"by": outcome.by.id(), "rulers": rulers, "winners": winners}));
    }
    state
}

/// Writes the regions with followers or a crown token: `{"deva": {"followers": {"scots": 2}, "crown": "morgan"}}`.
fn areas(board: &Board) -> Map<String, Value> {
    let mut areas = Map::new();
    for region in Region::ALL {
        let mut area = Map::new();
        let followers = board.field.at(region);
        if !followers.is_empty() {
            area.insert("followers".into(), json!(names::band(followers)));
        }
        if let Some(seat) = board.field.crown_on(region) {
            area.insert("crown".into(), json!(board.world.seat_id(seat)));
        }
        if !area.is_empty() {
            areas.insert(board.world.region_id(region).to_owned(), Value::Object(area));
        }
    }
    areas
}

/// Writes a card that was played: `3/2 morgan scots`, in struggle 3 as the turn after the second; with ` 1/0/2` if a
/// line of a plan played it.
fn play(world: &World, played: &Played) -> String {
    let (at, seat, card) = (played.at, world.seat_id(played.seat), played.card.id());
    let line = played.line.map_or_else(String::new, |line| format!(" {line}"));
    format!("{}/{} {seat} {card}{line}", at.struggle, at.step)
}

/// Reads a position from data.
///
/// # Errors
/// If the data is wrong; returns a description with the place.
pub fn read(world: &Arc<World>, value: &Value) -> Result<Board, String> {
    let reader = Reader { world };
    let past = reader.past(value)?;
    let played = reader.played(value)?;
    let courts = reader.courts(value, &played)?;
    let field = reader.field(value, &past, &courts)?;
    Ok(Board {
        world: world.clone(),
        struggle: number(value, "struggle")?.clamp(1, REGIONS as u8),
        step: number(value, "step")?,
        first: reader.seat(value.get("first").unwrap_or(&Value::Null))?,
        passes: number(value, "passes")?,
        field,
        courts,
        past,
        played,
        exchange: reader.optional(value, "exchange", Reader::change)?,
        outcome: reader.optional(value, "outcome", Reader::outcome)?,
    })
}

fn number(value: &Value, name: &str) -> Result<u8, String> {
    let number = value.get(name).and_then(Value::as_u64).and_then(|n| u8::try_from(n).ok());
    number.ok_or_else(|| format!("{name}: a number is missing"))
}

fn list<'v>(value: &'v Value, name: &str) -> Result<&'v [Value], String> {
    match value.get(name) {
        None | Some(Value::Null) => Ok(&[]),
        Some(list) => list.as_array().map(Vec::as_slice).ok_or_else(|| format!("{name}: a list is missing")),
    }
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("{value} should be a name"))
}

struct Reader<'a> {
    world: &'a Arc<World>,
}

impl Reader<'_> {
    fn seat(&self, value: &Value) -> Result<Seat, String> {
        let id = text(value)?;
        self.world.seat(id).ok_or_else(|| format!("there is no seat '{id}'"))
    }

    fn region(&self, value: &Value) -> Result<Region, String> {
        let id = text(value)?;
        self.world.region(id).ok_or_else(|| format!("there is no region '{id}'"))
    }

    fn optional<T>(
        &self,
        value: &Value,
        name: &str,
        read: impl Fn(&Self, &Value) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        let given = value.get(name).filter(|v| !v.is_null());
        given.map(|v| read(self, v).map_err(|e| format!("{name}: {e}"))).transpose()
    }

    fn past(&self, value: &Value) -> Result<ArrayVec<Past, REGIONS>, String> {
        let mut all = ArrayVec::new();
        for past in list(value, "past")? {
            let winner = text(past.get("winner").unwrap_or(&Value::Null))?;
            let winner = Winner::from_id(winner).ok_or_else(|| format!("past: nobody is '{winner}'"))?;
            let first = past.get("first").map_or(Ok(Seat(0)), |seat| self.seat(seat))?;
            let turns = past.get("turns").map_or(Ok(self.world.players()), |_| number(past, "turns"))?;
            let region = self.region(past.get("region").unwrap_or(&Value::Null))?;
            let entry = Past { region, winner, first, turns };
            all.try_push(entry).map_err(|_| "past: more struggles than regions".to_owned())?;
        }
        Ok(all)
    }

    fn played(&self, value: &Value) -> Result<ArrayVec<Played, PLAYS>, String> {
        let mut all = ArrayVec::new();
        for entry in list(value, "played")? {
            let entry = text(entry)?;
            let wrong = || format!("played: '{entry}' should read like '1/0 SEAT CARD'");
            let mut words = entry.split(' ');
            let (hour, seat, card) = (words.next(), words.next(), words.next());
            let (struggle, step) = hour.and_then(|hour| hour.split_once('/')).ok_or_else(wrong)?;
            let at = Hour {
                struggle: struggle.parse().map_err(|_| wrong())?,
                step: step.parse().map_err(|_| wrong())?,
            };
            let seat = seat.and_then(|seat| self.world.seat(seat)).ok_or_else(wrong)?;
            let card = card.and_then(Card::from_id).ok_or_else(wrong)?;
            let line = words.next().map(|line| Line::parse(line).ok_or_else(wrong)).transpose()?;
            all.try_push(Played { seat, card, at, line }).map_err(|_| "played: too many cards".to_owned())?;
        }
        Ok(all)
    }

    fn courts(&self, value: &Value, played: &[Played]) -> Result<ArrayVec<Court, SEATS>, String> {
        let courts = value.get("courts").and_then(Value::as_object).ok_or("courts are missing")?;
        if let Some(id) = courts.keys().find(|id| self.world.seat(id).is_none()) {
            return Err(format!("courts: there is no seat '{id}'"));
        }
        let court = |(seat, info): (Seat, &crate::table::SeatInfo)| {
            let followers = courts.get(&info.id).map_or(Ok(Band::NONE), names::read_band);
            let followers = followers.map_err(|e| format!("courts, {}: {e}", info.id))?;
            let mut hand = self.world.set;
            for played in played.iter().filter(|played| played.seat == seat) {
                if !hand.take(played.card) {
                    return Err(format!("played: {} has no such card left: {}", info.id, played.card.id()));
                }
            }
            Ok(Court { followers, hand })
        };
        self.world.seats.iter().map(court).collect()
    }

    fn field(&self, value: &Value, past: &[Past], courts: &[Court]) -> Result<Field, String> {
        let row = list(value, "row")?.iter().map(|id| self.region(id)).collect::<Result<Vec<_>, _>>()?;
        let mut field = Field {
            regions: [Band::NONE; REGIONS],
            supply: Band::NONE,
            row: row.try_into().map_err(|_| format!("row: there are {REGIONS} regions"))?,
            open: Region::ALL.into_iter().collect::<RegionSet>(),
            crowns: [None; SEATS],
        };
        past.iter().for_each(|past| field.open.remove(past.region));
        for (id, area) in value.get("areas").and_then(Value::as_object).into_iter().flatten() {
            let region = self.region(&json!(id))?;
            if let Some(followers) = area.get("followers") {
                *field.at_mut(region) =
                    names::read_band(followers).map_err(|e| format!("areas, {id}: {e}"))?;
            }
            if let Some(seat) = area.get("crown").filter(|crown| !crown.is_null()) {
                let seat = self.seat(seat)?;
                field.crowns.get_mut(seat.index()).into_iter().for_each(|crown| *crown = Some(region));
            }
        }
        field.supply = match value.get("supply") {
            Some(supply) if !supply.is_null() => {
                names::read_band(supply).map_err(|e| format!("supply: {e}"))?
            }
            _ => self.rest(&field, courts)?,
        };
        Ok(field)
    }

    /// Returns the followers that are neither on the board nor at court.
    fn rest(&self, field: &Field, courts: &[Court]) -> Result<Band, String> {
        let courts = courts.iter().map(|court| court.followers);
        let used = field.regions.into_iter().chain(courts).fold(Band::NONE, Band::plus);
        let rest = self.world.numbers.followers.minus(used);
        rest.ok_or_else(|| "areas and courts: more followers than there are".to_owned())
    }

    fn change(&self, value: &Value) -> Result<Change, String> {
        let [a, b] = list(value, "between")? else { return Err("between: two regions".to_owned()) };
        let mut gained = [0; 4];
        for (id, number) in value.get("gained").and_then(Value::as_object).into_iter().flatten() {
            let faction = Faction::from_id(id).ok_or_else(|| format!("there is no faction '{id}'"))?;
            let number = number.as_i64().and_then(|n| i8::try_from(n).ok()).filter(|n| n.abs() <= 2);
            gained[faction as usize] = number.ok_or("gained: a small number")?;
        }
        Ok(Change { between: [self.region(a)?, self.region(b)?], gained })
    }

    fn outcome(&self, value: &Value) -> Result<Outcome, String> {
        let by = text(value.get("by").unwrap_or(&Value::Null))?;
        let by = Ending::ALL.into_iter().find(|ending| ending.id() == by);
        let seats = |name: &str| -> Result<ArrayVec<Seat, SEATS>, String> {
            let mut seats = ArrayVec::new();
            for seat in list(value, name)? {
                seats.try_push(self.seat(seat)?).map_err(|_| format!("{name}: too many"))?;
            }
            Ok(seats)
        };
        Ok(Outcome { by: by.ok_or("no game ends so")?, rulers: seats("rulers")?, winners: seats("winners")? })
    }
}
