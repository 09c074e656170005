//! What the messages of a trace say to our questions.

mod realm;
mod war;

use super::table::TraceTable;
use super::trace::{order, unit};
use ravenpost::games::thrones::board::{Board, Stage};
use ravenpost::games::thrones::data::{Icons, TidesCard};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

type Answer = Result<Value, String>;

/// The name of a card of the Tides of Battle there.
pub fn tides_card(card: &TidesCard) -> &'static str {
    let Icons { swords, fortifications } = card.icons;
    match (card.strength, swords, fortifications, card.skulls) {
        (_, 1, ..) => "sword",
        (_, _, 1, _) => "fortification",
        (_, _, _, 1) => "skull",
        (2, ..) => "two",
        (3, ..) => "three",
        _ => "zero",
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

impl TraceTable<'_> {
    /// Ends a game of ours: what is left are messages that it did not ask for.
    pub fn finish(&mut self, board: &Board) {
        while self.more() && self.trace.within(self.at, "ResolveConsolidatePowerGameState") {
            self.pass();
        }
        self.compare(board);
    }

    fn more(&self) -> bool {
        self.at < self.trace.messages.len()
    }

    /// Whether the next message is of a state, and of a house.
    fn next_is(&self, state: &str, house: &str) -> bool {
        self.more() && {
            let message = &self.trace.messages[self.at];
            message.state == state && message.house == house
        }
    }

    fn msg(&self) -> &Value {
        &self.trace.messages[self.at].msg
    }

    fn parent(&self, name: &str) -> bool {
        self.more() && self.trace.within(self.at, name)
    }

    /// The units of a list `[[area, [numbers]]…]`, by area and kind.
    fn units(&self, list: &Value) -> Value {
        let known = &self.trace.messages[self.at].units;
        let mut areas: Map<String, Value> = Map::new();
        for pair in list.as_array().into_iter().flatten() {
            let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
            for number in pair[1].as_array().into_iter().flatten() {
                let letters = known[number.to_string()].as_str().unwrap_or("?");
                *kinds.entry(unit(letters.chars().next().unwrap_or('?'))).or_default() += 1;
            }
            if !kinds.is_empty() {
                areas.insert(text(&pair[0]), json!(kinds));
            }
        }
        Value::Object(areas)
    }

    /// The next entry of the log of a kind that the other engine has made by itself for a house.
    fn logged(&mut self, kind: &str, key: &str, house: &str) -> Option<Value> {
        for at in self.at.saturating_sub(0)..=self.at {
            let log = self.trace.positions[at]["log"].as_array()?;
            for (place, entry) in log.iter().enumerate().skip(self.log) {
                if entry["type"] == kind && entry[key] == house && entry["auto"] == true {
                    self.log = place + 1;
                    return Some(entry.clone());
                }
            }
        }
        None
    }

    /// Passes messages that our rules did not ask for, because they know the answer.
    fn skip_settled(&mut self, board: &Board, kind: &str) {
        while self.more() {
            let path = self.trace.positions[self.at]["path"].as_array().into_iter().flatten();
            let of_a_card = path.filter_map(Value::as_str).any(|state| state.ends_with("AbilityGameState"));
            let nothing_to_do = match kind {
                "support" | "card" | "ability" | "blade" | "redraw" => false,
                // Cersei is asked there even if there is no order to take.
                "casualties" | "retreat" => self.trace.within(self.at, "CerseiLannisterAbilityGameState"),
                _ => of_a_card,
            };
            if !(nothing_to_do || self.of_power_and_settled(board)) {
                return;
            }
            self.pass();
        }
    }

    /// Whether the next message is about a Consolidate Power order that is gone here.
    fn of_power_and_settled(&self, board: &Board) -> bool {
        if !self.trace.within(self.at, "ResolveConsolidatePowerGameState")
            || matches!(board.stage, Stage::Raven | Stage::Raids | Stage::Marches)
        {
            return false;
        }
        let msg = &self.trace.messages[self.at].msg;
        let region = msg["region"].as_str().or_else(|| msg["units"][0][0].as_str()).unwrap_or_default();
        let there = board.world.area(region).is_some_and(|area| board.spot(area).order.is_some());
        board.stage != Stage::Consolidate || !there
    }
}

/// The answers to what is asked of several houses at once, by house.
pub fn together(
    table: &mut TraceTable<'_>,
    board: &Board,
    kind: &str,
    seats: &[String],
) -> BTreeMap<String, Value> {
    table.skip_settled(board, kind);
    table.compare(board);
    match kind {
        "orders" => orders(table, board),
        "bid" => bids(table, seats),
        _ => cards(table, seats),
    }
}

fn orders(table: &mut TraceTable<'_>, board: &Board) -> BTreeMap<String, Value> {
    while table.next_is_any("PlaceOrdersGameState") {
        table.pass();
    }
    // All lie there before the last house is ready.
    let placed = &table.trace.positions[table.at.saturating_sub(1)]["hidden"]["orders"];
    let placed: Vec<(String, u64)> = placed
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(id, n)| Some((id.clone(), n.as_u64()?)))
        .collect();
    let world = &board.world;
    let mut all: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    let mut stars: BTreeMap<String, u8> = BTreeMap::new();
    for (seat, _) in board.houses.iter() {
        all.insert(world.seat_id(seat).to_owned(), Map::new());
    }
    let mut dummies = Vec::new();
    for (area, number) in placed {
        let Some(holder) = world.area(&area).and_then(|area| board.spot(area).holder) else { continue };
        let house = world.seat_id(holder).to_owned();
        let Some(token) = world.order(order(number)) else { continue };
        let used = stars.entry(house.clone()).or_default();
        let starred = world.token(token).star;
        if board.forbids(token).is_some() || (starred && *used >= board.stars(holder)) {
            dummies.push(area);
            continue;
        }
        *used += u8::from(starred);
        all.entry(house).or_default().insert(area, json!(order(number)));
    }
    if !dummies.is_empty() {
        table.explained.push((table.at, "T-85"));
    }
    table.dummies = dummies;
    all.into_iter().map(|(house, orders)| (house, Value::Object(orders))).collect()
}

impl TraceTable<'_> {
    fn next_is_any(&self, state: &str) -> bool {
        self.more() && self.trace.messages[self.at].state == state
    }
}

fn bids(table: &mut TraceTable<'_>, seats: &[String]) -> BTreeMap<String, Value> {
    let mut bids = BTreeMap::new();
    while table.next_is_any("BiddingGameState") && !seats.iter().all(|seat| bids.contains_key(seat)) {
        let message = &table.trace.messages[table.at];
        bids.insert(message.house.clone(), message.msg["powerTokens"].clone());
        table.pass();
    }
    bids
}

fn cards(table: &mut TraceTable<'_>, seats: &[String]) -> BTreeMap<String, Value> {
    let mut cards = BTreeMap::new();
    while table.next_is_any("ChooseHouseCardGameState") {
        let message = &table.trace.messages[table.at];
        if message.msg["type"] == "choose-house-card" {
            cards.insert(message.house.clone(), message.msg["houseCardId"].clone());
        } else {
            cards.clear();
        }
        table.pass();
    }
    for seat in seats {
        if !cards.contains_key(seat) {
            let log = table.trace.positions[table.at]["log"].as_array();
            let chosen = log.into_iter().flatten().find(|entry| entry["type"] == "combat-house-card-chosen");
            let pairs = chosen.and_then(|entry| entry["houseCards"].as_array()).into_iter().flatten();
            for pair in pairs.filter(|pair| pair[0] == *seat) {
                cards.insert(seat.clone(), pair[1].clone());
            }
        }
    }
    cards
}

/// An answer that our rules know, and the other engine may have asked all the same. Says what differs.
pub fn forced(
    table: &mut TraceTable<'_>,
    board: &Board,
    kind: &str,
    seat: &str,
    ours: &Value,
) -> Option<String> {
    if kind == "bid" || kind == "orders" {
        return None;
    }
    let state = match kind {
        "card" => "ChooseHouseCardGameState",
        "casualties" => "SelectUnitsGameState",
        "disband" => "PlayerReconcileArmiesGameState",
        "muster" => "PlayerMusteringGameState",
        "raid" => "ResolveSingleRaidOrderGameState",
        "march" => "ResolveSingleMarchOrderGameState",
        _ => return None,
    };
    if kind == "card" {
        while table.next_is_any(state) {
            table.pass();
        }
        return None;
    }
    if kind == "casualties" && *ours == json!({}) {
        // What skulls take is chosen there along with the casualties.
        return None;
    }
    if !table.next_is(state, seat) || (kind == "casualties" && !table.parent("ChooseCasualtiesGameState")) {
        return None;
    }
    let value = answer(table, board, kind, "", seat, &Value::Null).unwrap_or_default();
    (value != *ours).then(|| format!("forced {ours}, theirs {value}"))
}

/// The answer to one question.
pub fn answer(
    table: &mut TraceTable<'_>,
    board: &Board,
    kind: &str,
    key: &str,
    seat: &str,
    question: &Value,
) -> Answer {
    if let Some(kept) = table.kept.remove(&format!("{kind}/{}/{}", board.turn, board.step)) {
        return Ok(kept);
    }
    table.skip_settled(board, kind);
    match kind {
        "raven" => realm::raven(table, board, seat),
        "raid" => war::raid(table, board, seat),
        "march" => war::march(table, board, seat),
        "support" => war::support(table, board, key, seat, question),
        "card" => {
            if !table.next_is("SelectHouseCardGameState", seat) {
                return Err("no card in place of the one returned".into());
            }
            table.compare(board);
            let card = table.msg()["houseCard"].clone();
            table.pass();
            Ok(card)
        }
        "ability" => war::ability(table, board, seat, question),
        "blade" | "redraw" => {
            let again = table.trace.positions[table.at]["ask"]["forNewTides"] == true;
            if !table.next_is("UseValyrianSteelBladeGameState", seat) || again != (kind == "redraw") {
                return Ok(json!(false));
            }
            table.compare(board);
            let used = table.msg()["use"].clone();
            table.pass();
            Ok(used)
        }
        "casualties" => {
            let units = select(table, board, seat)?;
            Ok(units.as_object().and_then(|areas| areas.values().next().cloned()).unwrap_or(json!({})))
        }
        "retreat" => war::retreat(table, board, seat, question),
        "tie" => realm::tie(table, board, seat, question),
        "disband" => {
            if !table.next_is("PlayerReconcileArmiesGameState", seat) {
                return Err(format!("nothing reconciled by {seat}"));
            }
            table.compare(board);
            let units = table.units(&table.msg()["unitsToRemove"].clone());
            table.pass();
            Ok(units)
        }
        "muster" => realm::muster(table, board, seat),
        "pick" => realm::pick(table, board, seat, question),
        "select" => select(table, board, seat),
        "reward" => {
            if !table.next_is("SimpleChoiceGameState", seat) {
                return Ok(Value::Null);
            }
            table.compare(board);
            let take = table.msg()["choice"] == 0;
            table.pass();
            if !take {
                return Ok(Value::Null);
            }
            realm::chosen_card(table, question)
        }
        "westeros" => {
            let place = choice(table, board, seat)?;
            Ok(question["cards"][place].clone())
        }
        _ => Err(format!("no answer to {kind}")),
    }
}

fn choice(table: &mut TraceTable<'_>, board: &Board, seat: &str) -> Result<usize, String> {
    if !table.next_is("SimpleChoiceGameState", seat) {
        let next = table.more().then(|| table.trace.messages[table.at].state.clone());
        return Err(format!("no choice of {seat}, but {next:?}"));
    }
    table.compare(board);
    let place = table.msg()["choice"].as_u64().unwrap_or(0) as usize;
    table.pass();
    Ok(place)
}

fn select(table: &mut TraceTable<'_>, board: &Board, seat: &str) -> Answer {
    if !table.next_is("SelectUnitsGameState", seat) {
        let next = table.more().then(|| table.trace.messages[table.at].state.clone());
        return Err(format!("no units chosen by {seat}, but {next:?}"));
    }
    table.compare(board);
    let units = table.units(&table.msg()["units"].clone());
    table.pass();
    Ok(units)
}
