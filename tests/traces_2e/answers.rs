//! What the messages of a trace say to our questions.

use super::table::{TraceTable, names};
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
    let placed = &table.trace.positions[table.at - 1]["hidden"]["orders"];
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
        "raven" => raven(table, board, seat),
        "raid" => raid(table, board, seat),
        "march" => march(table, board, seat),
        "support" => support(table, board, key, seat, question),
        "card" => {
            if !table.next_is("SelectHouseCardGameState", seat) {
                return Err("no card in place of the one returned".into());
            }
            table.compare(board);
            let card = table.msg()["houseCard"].clone();
            table.pass();
            Ok(card)
        }
        "ability" => ability(table, board, seat, question),
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
        "retreat" => retreat(table, board, seat, question),
        "tie" => tie(table, board, seat, question),
        "disband" => {
            if !table.next_is("PlayerReconcileArmiesGameState", seat) {
                return Err(format!("nothing reconciled by {seat}"));
            }
            table.compare(board);
            let units = table.units(&table.msg()["unitsToRemove"].clone());
            table.pass();
            Ok(units)
        }
        "muster" => muster(table, board, seat),
        "pick" => pick(table, board, seat, question),
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
            chosen_card(table, question)
        }
        "westeros" => {
            let place = choice(table, board, seat)?;
            Ok(question["cards"][place].clone())
        }
        _ => Err(format!("no answer to {kind}")),
    }
}

fn chosen_card(table: &mut TraceTable<'_>, question: &Value) -> Answer {
    if !table.next_is_any("SelectHouseCardGameState") {
        // The only one is taken by itself.
        return Ok(question["cards"][0].clone());
    }
    let card = table.msg()["houseCard"].clone();
    table.pass();
    Ok(card)
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

fn raven(table: &mut TraceTable<'_>, board: &Board, seat: &str) -> Answer {
    if !table.next_is("ReplaceOrderGameState", seat) {
        return Err("no use of the raven".into());
    }
    table.compare(board);
    let msg = table.msg().clone();
    table.pass();
    Ok(match msg["type"].as_str() {
        Some("replace-order") => {
            let number = msg["orderId"].as_u64().unwrap_or(0);
            let area = board.world.area(&text(&msg["regionId"]));
            let old = area.and_then(|area| board.spot(area).order);
            if old.is_some_and(|old| board.world.token(old).id == order(number)) {
                // Another token that says the same.
                return Ok(Value::Null);
            }
            json!({"area": msg["regionId"], "order": order(number)})
        }
        Some("skip-replace-order") => Value::Null,
        _ => json!("look"),
    })
}

fn raid(table: &mut TraceTable<'_>, board: &Board, seat: &str) -> Answer {
    if table.next_is("ResolveSingleRaidOrderGameState", seat) {
        table.compare(board);
        let msg = table.msg().clone();
        table.pass();
        let target = &msg["targetRegionId"];
        let at: Vec<&Value> = [target].into_iter().filter(|target| !target.is_null()).collect();
        return Ok(json!({"from": msg["orderRegionId"], "at": at}));
    }
    let done = table.logged("raid-done", "raider", seat).ok_or_else(|| format!("no raid of {seat}"))?;
    Ok(json!({"from": done["raiderRegion"], "at": []}))
}

fn march(table: &mut TraceTable<'_>, board: &Board, seat: &str) -> Answer {
    if !table.next_is("ResolveSingleMarchOrderGameState", seat) {
        let next = table.more().then(|| table.trace.messages[table.at].house.clone());
        return Err(format!("no march of {seat}, but {next:?}"));
    }
    table.compare(board);
    if table.msg()["type"] != "resolve-march-order" {
        // Support against a neutral force is asked for beforehand (T-74).
        table.pass();
        while table.more() && !table.next_is("ResolveSingleMarchOrderGameState", seat) {
            table.pass();
        }
    }
    let msg = table.msg().clone();
    let to = table.units(&msg["moves"]);
    table.pass();
    let may_leave = msg["leavePowerToken"] == true && {
        let log = table.trace.positions[table.at]["log"].as_array();
        log.into_iter()
            .flatten()
            .any(|entry| entry["type"] == "leave-power-token-choice" && entry["leftPowerToken"] == true)
    };
    Ok(json!({"from": msg["startingRegionId"], "to": to, "leave-power": may_leave}))
}

/// The other engine asks once for all the support of a house, lets a fighting house support itself, and lets the supported
/// refuse (T-58).
fn support(table: &mut TraceTable<'_>, board: &Board, key: &str, seat: &str, question: &Value) -> Answer {
    let step = key.rsplit_once("/support/").map_or(key, |(step, _)| step);
    let place = format!("{step}/{}", text(&question["battle"]));
    let supported = if let Some(kept) = table.kept.get(&place) {
        kept.clone()
    } else if question["attacker"] == seat || question["defender"] == seat {
        if refused(table, seat, &json!(seat)) { Value::Null } else { json!(seat) }
    } else if table.next_is("DeclareSupportGameState", seat) {
        table.compare(board);
        let house = table.msg()["supportedHouseId"].clone();
        table.pass();
        let house = if refused(table, seat, &house) { Value::Null } else { house };
        table.kept.insert(place, house.clone());
        house
    } else {
        return Err(format!("no support declared by {seat}"));
    };
    let side = match &supported {
        Value::Null => "none",
        house if *house == question["attacker"] => "attacker",
        _ => "defender",
    };
    Ok(json!(side))
}

/// Whether the support of a house is refused later in this battle.
fn refused(table: &TraceTable<'_>, from: &str, supported: &Value) -> bool {
    let rest = table.at..table.trace.messages.len();
    let mut battle = rest.take_while(|at| table.trace.within(*at, "CombatGameState"));
    battle.any(|at| {
        let message = &table.trace.messages[at];
        let whose = &message.msg["from"];
        message.msg["type"] == "refuse-support"
            && message.house == *supported
            && (whose.is_null() || whose == from)
    })
}

fn ability(table: &mut TraceTable<'_>, board: &Board, seat: &str, question: &Value) -> Answer {
    let ability = text(&question["ability"]);
    if ability == "choose-losers-retreat" {
        if !table.next_is("SelectRegionGameState", seat) {
            return Ok(Value::Null);
        }
        table.compare(board);
        let region = table.msg()["region"].clone();
        table.pass();
        return Ok(region);
    }
    let letters: String = ability_state(&text(&question["card"]));
    let mut value = None;
    while table.parent(&letters) && table.trace.messages[table.at].house == seat {
        table.compare(board);
        let message = &table.trace.messages[table.at];
        let msg = message.msg.clone();
        value = Some(match message.state.as_str() {
            "SimpleChoiceGameState" => {
                let place = msg["choice"].as_u64().unwrap_or(0) as usize;
                match ability.as_str() {
                    "push-opponent-down" => question["choices"][place].clone(),
                    "return-opponents-card" => json!(place == 0),
                    _ => Value::Null,
                }
            }
            "SelectHouseCardGameState" => msg["houseCard"].clone(),
            "SelectOrdersGameState" => msg["regions"][0].clone(),
            "SelectUnitsGameState" => {
                let area = msg["units"][0][0].clone();
                let number = msg["units"][0][1][0].to_string();
                let letters = message.units[number].as_str().unwrap_or_default();
                match ability.as_str() {
                    "kill-footman" if letters.starts_with("Fw") => json!("routed"),
                    "kill-footman" => json!("fit"),
                    // Attackers are named by where they come from.
                    _ => area,
                }
            }
            other => return Err(format!("{other} for {ability}")),
        });
        let used = message.state == "SimpleChoiceGameState" && msg["choice"] == 0;
        table.pass();
        if ability == "return-opponents-card" {
            break;
        }
        if used && !table.parent(&letters) && value == Some(Value::Null) {
            value = Some(only_choice(question));
        }
    }
    value.ok_or_else(|| format!("nothing about {ability}"))
}

/// The only thing besides nothing.
fn only_choice(question: &Value) -> Value {
    let choices = question["choices"].as_array().into_iter().flatten();
    choices.filter(|choice| !choice.is_null()).next_back().cloned().unwrap_or_default()
}

/// `TyrionLannisterAbilityGameState` for `tyrion-lannister`.
fn ability_state(card: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    let name: String = card.split('-').map(capital).collect();
    format!("{name}AbilityGameState")
}

fn retreat(table: &mut TraceTable<'_>, board: &Board, seat: &str, question: &Value) -> Answer {
    let ways = question["to"].as_object();
    let only = ways.filter(|ways| ways.len() == 1).and_then(|ways| ways.keys().next());
    let to = if table.next_is("SelectRegionGameState", seat) && table.parent("ResolveRetreatGameState") {
        table.compare(board);
        let region = table.msg()["region"].clone();
        table.pass();
        region
    } else {
        json!(only.ok_or_else(|| format!("no retreat of {seat}, ways {}", question["to"]))?)
    };
    let mut lost = json!({});
    if table.next_is("SelectUnitsGameState", seat) && table.parent("ResolveRetreatGameState") {
        let units = table.units(&table.msg()["units"].clone());
        table.pass();
        lost = units.as_object().and_then(|areas| areas.values().next().cloned()).unwrap_or(json!({}));
    } else if let Some(number) = question["to"][text(&to)].as_u64().filter(|number| *number > 0) {
        let kind = question["units"].as_object().and_then(|kinds| kinds.keys().next().cloned());
        lost = json!({ kind.unwrap_or_default(): number });
    }
    Ok(json!({"to": to, "lost": lost}))
}

fn tie(table: &mut TraceTable<'_>, board: &Board, seat: &str, question: &Value) -> Answer {
    if question["choose"] != "order" {
        let place = table.at;
        let chosen = choice(table, board, seat)?;
        let named = text(&table.trace.positions[place]["ask"]["choices"][chosen]).to_lowercase();
        let tied = names(&question["tied"]);
        return tied.into_iter().find(|id| named.contains(id.as_str())).map(Value::from).ok_or(named);
    }
    let tied = names(&question["tied"]);
    let fits = |group: &&Value| {
        let group = names(group);
        group.len() == tied.len() && tied.iter().all(|id| group.contains(id))
    };
    let place = format!("{}/{}/{}", board.turn, board.stage.id(), text(&question["on"]));
    if !table.kept.contains_key(&place) {
        if !table.next_is("ResolveTiesGameState", seat) {
            return Err(format!("no ties decided by {seat}"));
        }
        table.compare(board);
        let groups = table.msg()["resolvedTies"].clone();
        table.kept.insert(place.clone(), groups);
        table.pass();
    }
    let groups = table.kept[&place].as_array().cloned().unwrap_or_default();
    groups.iter().find(fits).cloned().ok_or_else(|| format!("no tie of {tied:?} in {groups:?}"))
}

fn muster(table: &mut TraceTable<'_>, board: &Board, seat: &str) -> Answer {
    let of_power = board.stage == Stage::Consolidate;
    if of_power && table.next_is("ResolveSingleConsolidatePowerGameState", seat) {
        table.compare(board);
        table.pass();
    }
    let elsewhere = of_power && !table.parent("ResolveConsolidatePowerGameState");
    if elsewhere || !table.next_is("PlayerMusteringGameState", seat) {
        // Power is taken instead.
        return Ok(json!([]));
    }
    table.compare(board);
    let mut builds = Vec::new();
    for castle in table.msg()["units"].as_array().into_iter().flatten() {
        for built in castle[1].as_array().into_iter().flatten() {
            let kind = text(&built["to"]);
            builds.push(if built["from"].is_null() {
                json!({"area": castle[0], "build": kind, "in": built["region"]})
            } else {
                json!({"area": castle[0], "upgrade": kind})
            });
        }
    }
    table.pass();
    Ok(json!(builds))
}

fn pick(table: &mut TraceTable<'_>, board: &Board, seat: &str, question: &Value) -> Answer {
    match question["what"].as_str().unwrap_or_default() {
        "consolidate" => {
            if !table.next_is("ResolveSingleConsolidatePowerGameState", seat) {
                return Err(format!("no consolidating by {seat}"));
            }
            table.compare(board);
            let region = table.msg()["region"].clone();
            table.pass();
            let musters = table.next_is("PlayerMusteringGameState", seat)
                && table.parent("ResolveConsolidatePowerGameState");
            if !musters {
                table.kept.insert(format!("muster/{}/{}", board.turn, board.step), json!([]));
            }
            Ok(region)
        }
        "massing-on-the-milkwater" => {
            if !table.next_is("SelectHouseCardGameState", seat) {
                return Err(format!("no card discarded by {seat}"));
            }
            table.compare(board);
            chosen_card(table, question)
        }
        "the-horde-descends" => {
            if !table.next_is("PlayerMusteringGameState", seat) {
                return Err(format!("no mustering of {seat}"));
            }
            table.compare(board);
            let area = table.msg()["units"][0][0].clone();
            if area.is_null() {
                table.pass();
            }
            Ok(area)
        }
        // The wildling card that the raven's holder sees.
        _ if table.next_is("SeeTopWildlingCardGameState", seat) => {
            table.compare(board);
            let below = table.msg()["action"] == 1;
            table.pass();
            Ok(json!(if below { "bottom" } else { "top" }))
        }
        what => {
            let within = match what {
                "port" => "TakeControlOfEnemyPortGameState",
                _ => "WildlingsAttackGameState",
            };
            if !table.parent(within) || table.parent("BiddingGameState") {
                // Of a house that is first on two tracks it takes the third.
                let log = table.trace.positions[table.at]["log"].as_array().into_iter().flatten();
                let top = "a-king-beyond-the-wall-highest-top-track";
                let track = log.clone().find(|entry| entry["type"] == top && entry["house"] == seat);
                let place = track.and_then(|entry| entry["trackI"].as_u64());
                let place = place.ok_or_else(|| format!("nothing picked for {what}"))?;
                return Ok(question["items"][place as usize].clone());
            }
            let labels = table.trace.positions[table.at]["ask"]["choices"].clone();
            let place = choice(table, board, seat)?;
            let items = question["items"].as_array().cloned().unwrap_or_default();
            let label = text(&labels[place]).to_lowercase().replace('\'', "").replace(' ', "-");
            let named = items.iter().find(|item| item.as_str().is_some_and(|item| label.contains(item)));
            Ok(named.or(items.get(place)).cloned().unwrap_or_default())
        }
    }
}
