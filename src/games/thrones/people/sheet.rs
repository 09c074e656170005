//! The order sheet of a house as data: its open questions, its areas, and the legal answers. The words and the form are
//! in templates/thrones/sheet.md.

use super::plan::keys::{buys_supply, by_key, recruits};
use super::plan::language::{ChoiceForm, NONE, WILDLING_CHOICES, unit_word};
use super::plan::northern::PAY;
use super::reach::{kinds_allowed, next_door};
use super::said::said_by_name;
use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::data::{Area, AreaSet, OrderKind, Troop, Unit, World};
use crate::games::thrones::north::provisions::OTHERS;
use crate::table::{Open, Seat};
use serde_json::{Map, Value, json};

/// The most answers of more than one word that are listed for a question.
const FORMS: usize = 12;

/// Returns the order sheet of a house:
///
/// - `orders`: null, or `tokens` by order, `stars`, `forbidden`, and `areas` with `area`, `units`, `legal`
///   orders and `borders`; `everywhere`: whether each needs an order, and `spared`: whether one without movable units does not;
/// - `bids`: what is bid for, each once; `attacks`: how often the wildlings may attack; `power` available; `gifts`: what may
///   be given, and at `most` how much;
/// - `muster`: null, or `places` with `area`, `points` and `seas` for ships, and whether only `one` of them may muster;
///   `muster-again`: whether another question of its phase has the same list;
///   `consolidate`: the same, for a Consolidate Power order, and `plain`: whether one without a star musters; `builds`: what can be built at all, as plans write it;
/// - `ties`: null, or the seats `of` its board, of which it may have to put the tied in order, and `sides`: whether they are sides of the north;
/// - `disband`: null, or `units` that it has, cheapest first, and `supply` and `wildlings`: how much it may have to give up,
///   and `cards`: whether a wildling card may cost it units;
/// - `choices`: cards that may ask it for a choice, with what is `legal`; `ports`: whether it may take a port;
/// - `reward`: the cards that it may take back;
/// - `answers`: the other questions with `key`, `kind`, `default`, `complete`, and their legal answers: as `words`
///   if each is a single word, otherwise as `forms`;
/// - `either`: whether it says for whom it bids;
/// - `deck`, `quest`: null, or what is asked about the tactic deck and the quest; `tactics`: null, or the tactic cards in
///   hand, one of which is played;
/// - `hand`, `used`: House cards; `example`: areas and cards of the house that show how to write more, and `musters`, `quest`,
///   `look`, `raven`, `redraw` and `port` if the edition and the position have such things.
pub fn sheet(board: &Board, seat: Seat, open: &[Open]) -> Value {
    let own: Vec<&Open> = open.iter().filter(|open| open.seat == seat).collect();
    let of = |kind: &str| own.iter().copied().filter(|open| open.kind == kind).collect::<Vec<_>>();
    let house = &board.houses[seat];
    let cards = |cards: crate::games::thrones::data::CardSet| -> Vec<String> {
        cards.iter().map(|card| board.world.card(card).id.clone()).collect()
    };
    let all: Vec<&Value> = of("bid").iter().filter_map(|open| open.question.get("on")).collect();
    let attacks = all.iter().filter(|on| **on == "wildlings").count();
    // A second attack takes the bid for the first.
    let mut bids: Vec<&Value> = Vec::new();
    for on in all {
        if !bids.contains(&on) {
            bids.push(on);
        }
    }
    let ahead = |kind: &str| own.iter().copied().find(|open| open.ahead && open.kind == kind);
    let others = by_key(open, seat).into_iter().filter(|open| !buys_supply(open));
    let musters = || own.iter().copied().filter(|open| open.kind == "muster" && !recruits(open));
    let mustering = musters().find(|open| open.question["one"] != true).or_else(|| musters().next());
    // What an order musters is written in a section of its own: `muster` is about the Westeros card.
    let by_order = board.stage >= Stage::Raven;
    json!({
        "house": board.world.seat_id(seat),
        "turn": board.turn,
        "stage": board.stage.id(),
        "orders": if of("orders").is_empty() { Value::Null } else { orders(board, seat) },
        "bids": bids,
        "attacks": attacks,
        "power": house.power,
        "gifts": of("gift").iter().map(|open| &open.question).collect::<Vec<_>>(),
        "muster": mustering.filter(|_| !by_order).map(|open| muster(board, seat, &open.question)),
        "consolidate": mustering.filter(|_| by_order).map(|open| muster(board, seat, &open.question)),
        "builds": builds(board, seat, mustering.map_or(0, |open| most_points(&open.question))),
        "plain": musters_plainly(board, seat),
        "muster-one": musters().any(|open| open.question["one"] == true),
        "muster-again": musters().filter(|open| open.question["one"] != true).count() > 1,
        "ties": ahead("tie").map(|_| ties(board, seat)),
        "disband": own.iter().any(|open| gives_up(open)).then(|| disband(board, seat, &own)),
        "choices": choices(&own),
        "ports": own.iter().any(|open| open.ahead && open.question["what"] == "port"),
        "reward": ahead("reward").map_or(&Value::Null, |open| &open.question["cards"]),
        "answers": others.map(|open| answer(&board.world, open)).collect::<Vec<_>>(),
        "deck": of("tactic-deck").first().map(|open| &open.question),
        "tactics": of("tactic-card").first().map(|open| &open.question["hand"]),
        "either": of("bid").iter().any(|open| open.question["either"] == true),
        "quest": own.iter().copied().find(|open| open.kind == "quest").map(|open| &open.question),
        "hand": cards(house.hand),
        "used": cards(house.used),
        "example": example(board, seat),
    })
}

/// Returns whom a house may have to put in order if they bid alike: those who play on its own board.
fn ties(board: &Board, seat: Seat) -> Value {
    let world = &board.world;
    let theatre = world.houses[seat].theatre;
    let seats = board.houses.seats().filter(|seat| world.houses[*seat].theatre == theatre);
    let sides = world.north.as_ref().is_some_and(|north| north.sides().contains(&seat));
    json!({"of": seats.map(|seat| world.seat_id(seat)).collect::<Vec<_>>(), "sides": sides})
}

/// Returns `true` if an order without a star musters for a house, as it does for the Others.
fn musters_plainly(board: &Board, seat: Seat) -> bool {
    let plain = || board.world.all_orders().filter(|order| !board.world.token(*order).star);
    board
        .held_by(seat)
        .any(|(area, _)| plain().any(|order| (board.edition.consolidates)(board, area, order).points > 0))
}

/// Returns the orders that are legal in each area. Rules: 1e, Planning; R-07.
fn orders(board: &Board, seat: Seat) -> Value {
    let world = &board.world;
    // A side of the north lacks some of the special orders.
    let open = world
        .all_orders()
        .filter(|order| board.forbids(*order).is_none() && world.tokens_of(seat, *order) > 0);
    let tokens: Map<String, Value> =
        open.map(|order| (world.token(order).id.clone(), json!(world.tokens_of(seat, order)))).collect();
    let areas: Vec<Value> = board
        .held_by(seat)
        .map(|(area, spot)| {
            json!({
                "area": world.area_id(area),
                "units": units(spot.units()),
                "legal": kinds_allowed(board, area),
                "borders": world.ids(world.borders(area).without(world.houses[seat].barred)),
            })
        })
        .collect();
    json!({
        "tokens": tokens,
        "stars": board.stars(seat),
        "forbidden": board.forbidden_orders(),
        "everywhere": (board.edition.order_everywhere)(board),
        "spared": board.held_by(seat).any(|(_, spot)| world.movable(spot.units()).is_empty()),
        "areas": areas,
    })
}

/// Returns the areas with mustering points, and the seas for their ships. Rules: 1e, Mustering; R-04.
pub(super) fn muster(board: &Board, seat: Seat, question: &Value) -> Value {
    let world = &board.world;
    let points = question.get("points").and_then(Value::as_object);
    let place = |(id, points): (&String, &Value)| {
        let area = world.area(id)?;
        let free = |sea: &Area| {
            let spot = board.spot(*sea);
            spot.neutral == 0 && spot.holder.is_none_or(|holder| holder == seat)
        };
        let beside = world.borders(area).and(world.seas).or(world.ports_of(area));
        let seas: AreaSet = beside.iter().filter(free).collect();
        let seas = if board.pool(seat, Unit::Ship) == 0 { AreaSet::EMPTY } else { seas };
        Some(json!({"area": id, "points": points, "seas": world.ids(seas)}))
    };
    let places: Vec<Value> = points.into_iter().flatten().filter_map(place).collect();
    json!({"places": places, "one": question["one"] == true})
}

/// Returns `true` for a question that may come and is answered by the units a house gives up first. A house that has none yet
/// may have some when it comes to that.
fn gives_up(open: &Open) -> bool {
    let by_area =
        || WILDLING_CHOICES.contains(&(open.question["what"].as_str().unwrap_or_default(), ChoiceForm::Area));
    let units = open.kind == "select" && (open.question["least"].as_u64() > Some(0) || !by_area());
    open.ahead && (open.kind == "disband" || units)
}

/// Returns the cards that may ask a house for a choice, each with what it lets choose; no list for areas.
fn choices(own: &[&Open]) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for open in own.iter().filter(|open| open.ahead && !gives_up(open) || buys_supply(open)) {
        let (card, legal) = match open.kind.as_str() {
            "westeros" => (&open.question["card"], &open.question["cards"]),
            "pick" if open.question["what"] != "port" => (&open.question["what"], &open.question["items"]),
            "select" => (&open.question["what"], &Value::Null),
            _ => continue,
        };
        if all.iter().all(|known| known["card"] != *card) {
            // How much it costs depends on the level then.
            let legal = if card == OTHERS { json!([PAY, NONE]) } else { legal.clone() };
            all.push(json!({"card": card, "legal": legal}));
        }
    }
    all
}

/// Returns what a house may have to give up, and the kinds of its units, cheapest first.
fn disband(board: &Board, seat: Seat, own: &[&Open]) -> Value {
    // A catapult needs no supply and cannot be given up.
    let counts = |unit: &Unit| !board.world.movable(Troop::one(*unit)).is_empty();
    let mut kinds: Vec<Unit> = board.units_of(seat).iter().map(|(unit, _)| unit).filter(counts).collect();
    if kinds.is_empty() {
        let has = |unit: &Unit| board.world.houses[seat].pool[*unit as usize] > 0 && counts(unit);
        kinds.extend(Unit::ALL.into_iter().filter(has));
    }
    kinds.sort_by_key(|unit| board.world.unit(*unit).price);
    let amount = |because: &str| {
        let mut asked = own.iter().filter(|open| open.ahead && open.question["because"] == because);
        asked.next().map_or(&Value::Null, |open| &open.question["amount"])
    };
    json!({
        "units": kinds.into_iter().map(Unit::id).collect::<Vec<_>>(),
        "supply": amount("supply"),
        "wildlings": amount("wildlings"),
        "cards": own.iter().any(|open| gives_up(open) && open.kind == "select"),
    })
}

/// Returns a question that is answered by its key.
fn answer(world: &World, open: &Open) -> Value {
    let words = open.legal.answers.iter().all(|answer| !answer.is_array() && !answer.is_object());
    let said = |answer: &Value| said_by_name(world, answer);
    let (words, forms): (Vec<String>, Vec<String>) = if words {
        (open.legal.answers.iter().map(said).collect(), vec![])
    } else {
        (vec![], open.legal.answers.iter().take(FORMS).map(said).collect())
    };
    json!({
        "key": open.key,
        "kind": open.kind,
        "what": open.question.get("what").or_else(|| open.question.get("card").filter(|_| open.kind == "westeros")),
        "complete": open.legal.complete && forms.len() >= open.legal.answers.len() * usize::from(words.is_empty()),
        "words": words,
        "forms": forms,
        "default": said(&open.default),
    })
}

/// Returns the most points that a house may spend in one place.
fn most_points(question: &Value) -> u64 {
    let points = question.get("points").and_then(Value::as_object).into_iter().flatten();
    let most = points.filter_map(|(_, points)| points.as_u64()).max().unwrap_or(0);
    question.get("purse").and_then(Value::as_u64).map_or(most, |purse| purse.min(most))
}

/// Returns what a house can build with so many points, whether with them it can build the cheapest unit twice, and what a unit
/// can be upgraded to, for examples.
fn builds(board: &Board, seat: Seat, points: u64) -> Value {
    let world = &board.world;
    let price = |unit: Unit| u64::from(world.unit(unit).price);
    let has = |unit: &Unit| world.houses[seat].pool[*unit as usize] > 0;
    let kinds = || Unit::ALL.into_iter().filter(has);
    let word = |unit: Unit| unit_word(unit, 1);
    let built =
        |unit: &Unit| !world.unit(*unit).sea && !world.unit(*unit).unrecruited && price(*unit) <= points;
    let land: Vec<Unit> = kinds().filter(built).collect();
    json!({
        "twice": land.first().is_some_and(|unit| 2 * price(*unit) <= points),
        "land": land.into_iter().map(word).collect::<Vec<_>>(),
        "sea": kinds().any(|unit| world.unit(unit).sea),
        "upgrades": kinds().filter(|unit| world.unit(*unit).upgrade.is_some()).map(word).collect::<Vec<_>>(),
    })
}

/// Returns an area with units, a neighbour they can march to, another that they can raid, whether there is support, the best
/// cards, and what else this edition lets a house say beforehand, for the examples on the sheet.
fn example(board: &Board, seat: Seat) -> Value {
    let world = &board.world;
    let kin = |area: Area| if world.is_sea(area) { world.seas } else { world.land };
    let barred = world.houses[seat].barred;
    let reach = |area: Area| world.borders(area).and(kin(area)).without(barred).iter().next();
    // Where only catapults are, nobody marches, and nothing is raided from there.
    let able = || board.held_by(seat).filter(|(_, spot)| !world.movable(spot.units()).is_empty());
    let (from, to) = able()
        .find_map(|(area, _)| Some((area, reach(area)?)))
        .map_or((None, None), |(from, to)| (Some(world.area_id(from)), Some(world.area_id(to))));
    let hand = board.houses[seat].hand;
    let mut cards: Vec<_> = hand.iter().map(|card| world.card(card)).collect();
    cards.sort_by_key(|card| -card.strength);
    let cards: Vec<&str> = cards.iter().take(2).map(|card| card.id.as_str()).collect();
    // An area next door that is not the house's own, where there is one.
    let raid = |foreign: bool| {
        able().find_map(|(area, _)| {
            let mut near = next_door(board, area).iter().filter(|near| !world.place(*near).unraidable);
            Some((area, near.find(|near| !foreign || board.claimant(*near) != Some(seat))?))
        })
    };
    // Not what an open card forbids.
    let raid = raid(true).or_else(|| raid(false)).filter(|_| !board.forbidden(OrderKind::Raid));
    // What an order without a star pays for, if it pays for anything: most orders have none.
    let points = |area: Area| {
        let by = |star: bool| {
            let orders = world.all_orders().filter(|order| world.token(*order).star == star);
            orders.map(|order| (board.edition.consolidates)(board, area, order).points).max().unwrap_or(0)
        };
        if by(false) > 0 || board.stars(seat) == 0 { by(false) } else { by(true) }
    };
    let musters = board.held_by(seat).map(|(area, _)| (area, points(area))).filter(|(_, points)| *points > 0);
    let musters = musters.reduce(|best, other| if other.1 > best.1 { other } else { best });
    let unit = |points: u8| {
        let kinds = Unit::ALL.into_iter().filter(|unit| world.houses[seat].pool[*unit as usize] > 0);
        let mut land = kinds.filter(|unit| !world.unit(*unit).sea && world.unit(*unit).price <= points);
        land.next_back().map(|unit| unit_word(unit, 1))
    };
    let theatre = world.houses[seat].theatre;
    let quest = world.north.as_ref().and_then(|north| north.quests[seat].as_ref()).and_then(|quest| {
        let goes = |troop: Troop| troop.iter().map(|(unit, _)| unit).find(|unit| quest.units.contains(unit));
        board.held_by(seat).find_map(|(area, spot)| Some((area, goes(spot.units())?)))
    });
    let raven = board.has_token(seat, Track::KingsCourt);
    let look = raven && !board.theatres[theatre].wildling_deck.is_empty();
    let orders = [OrderKind::Defense, OrderKind::Support];
    let order = orders.into_iter().find(|kind| !board.forbidden(*kind)).filter(|_| raven && !look);
    json!({
        "from": from,
        "to": to,
        "cards": cards,
        "supports": !board.forbidden(OrderKind::Support),
        "raid": raid.map(|(from, at)| json!({"from": world.area_id(from), "at": world.area_id(at)})),
        "musters": musters.map(|(area, points)| json!({"area": world.area_id(area), "unit": unit(points)})),
        "quest": quest.map(|(area, unit)| json!({"area": world.area_id(area), "unit": unit_word(unit, 1)})),
        "look": look,
        "raven": order.zip(from).map(|(kind, area)| json!({"area": area, "order": kind.id()})),
        "redraw": !world.tides.is_empty(),
        "port": world.ports.iter().find(|port| world.place(*port).theatre == theatre).map(|port| world.area_id(port)),
    })
}

fn units(troop: Troop) -> Map<String, Value> {
    troop.iter().map(|(unit, number)| (unit.id().to_owned(), json!(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::people::plan::second_tests;
    use crate::games::thrones::{Thrones, data::Options};
    use crate::table::{Game, Listing, RandomTable};

    fn opening() -> Board {
        let folder = |file: &str| crate::games::embedded("thrones-1e", file).map(str::to_owned);
        let game = Thrones::load(&folder, 5, Options::default()).expect("the game's own data");
        game.begin(&mut RandomTable::new(7)).expect("set-up never asks")
    }

    fn asked(board: &Board, house: &str, kind: &str, legal: Vec<Value>, question: Value) -> Value {
        let seat = board.world.seat(house).expect("a house");
        let legal = Listing { answers: legal, complete: true };
        let default = Value::Null;
        let (key, kind) = ("k".into(), kind.into());
        sheet(board, seat, &[Open { seat, key, kind, question, legal, default, ahead: false }])
    }

    fn legal_in(sheet: &Value, area: &str) -> Value {
        let areas = sheet["orders"]["areas"].as_array().expect("areas");
        areas.iter().find(|a| a["area"] == area).expect("the area")["legal"].clone()
    }

    #[test]
    fn an_island_cannot_support_and_a_sea_cannot_consolidate() {
        let sheet = asked(&opening(), "baratheon", "orders", vec![], Value::Null);
        assert_eq!(legal_in(&sheet, "dragonstone"), json!(["march", "defense", "raid", "consolidate"]));
        assert_eq!(legal_in(&sheet, "shipbreaker-bay"), json!(["march", "defense", "support", "raid"]));
        assert_eq!(sheet["orders"]["stars"], 2);
    }

    #[test]
    fn a_forbidden_order_is_nowhere() {
        let mut board = opening();
        let storm = board.world.theatres[0].decks[2].iter().position(|c| c.card.id() == "storm-of-swords");
        board.theatres[0].open[2] = storm.map(|place| place as u8);
        let sheet = asked(&board, "stark", "orders", vec![], Value::Null);
        assert_eq!(sheet["orders"]["forbidden"], json!(["defense"]));
        assert!(sheet["orders"]["tokens"].get("defense*").is_none());
        assert_eq!(legal_in(&sheet, "winterfell"), json!(["march", "support", "raid", "consolidate"]));
    }

    #[test]
    fn no_example_shows_what_a_card_forbids() {
        let example = |board: &Board| asked(board, "stark", "orders", vec![], Value::Null)["example"].clone();
        for (mut board, id, shown) in [
            (opening(), "sea-of-storms", "raid"),
            (second_tests::opening(), "sea-of-storms", "raid"),
            (second_tests::opening(), "web-of-lies", "supports"),
        ] {
            assert!(example(&board)["raid"].is_object() && example(&board)["supports"] == true);
            let card = board.world.theatres[0].decks[2].iter().position(|card| card.card.id() == id);
            board.theatres[0].open[2] = card.map(|place| place as u8);
            assert!(card.is_some() && [Value::Null, json!(false)].contains(&example(&board)[shown]), "{id}");
        }
    }

    #[test]
    fn a_second_attack_has_no_second_line_for_its_bid() {
        let board = opening();
        let seat = board.world.seat("stark").expect("a house");
        let bid = |on: &str, ahead: bool| Open {
            seat,
            key: on.into(),
            kind: "bid".into(),
            question: json!({"ask": "bid", "on": on}),
            legal: Listing { answers: vec![], complete: true },
            default: Value::Null,
            ahead,
        };
        let twice =
            sheet(&board, seat, &[bid("wildlings", false), bid("fiefdoms", true), bid("wildlings", true)]);
        assert_eq!((&twice["bids"], &twice["attacks"]), (&json!(["wildlings", "fiefdoms"]), &json!(2)));
        let once = sheet(&board, seat, &[bid("wildlings", false)]);
        assert_eq!((&once["bids"], &once["attacks"]), (&json!(["wildlings"]), &json!(1)));
    }

    #[test]
    fn what_another_house_is_asked_is_not_on_the_sheet() {
        let board = opening();
        let tyrell = board.world.seat("tyrell").expect("a house");
        let theirs = Open {
            seat: tyrell,
            key: "k".into(),
            kind: "card".into(),
            question: Value::Null,
            legal: Listing { answers: vec![], complete: true },
            default: Value::Null,
            ahead: false,
        };
        let stark = board.world.seat("stark").expect("a house");
        assert_eq!(sheet(&board, stark, &[theirs])["answers"], json!([]));
    }

    #[test]
    fn long_lists_are_cut_and_say_so() {
        let many: Vec<Value> = (0..20).map(|n| json!({"from": "pyke", "n": n})).collect();
        let sheet = asked(&opening(), "stark", "march", many, Value::Null);
        assert_eq!(sheet["answers"][0]["forms"].as_array().map(Vec::len), Some(FORMS));
        assert_eq!(sheet["answers"][0]["complete"], false);
        let few = asked(&opening(), "stark", "blade", vec![json!(true), json!(false)], Value::Null);
        assert_eq!(few["answers"][0]["words"], json!(["yes", "no"]));
        assert_eq!(few["answers"][0]["complete"], true);
    }

    #[test]
    fn ships_are_mustered_into_free_seas() {
        let mut board = opening();
        let sheet = |board: &Board| {
            asked(board, "stark", "muster", vec![], json!({"points": {"winterfell": 2, "white-harbor": 1}}))
        };
        assert_eq!(sheet(&board)["muster"]["places"][1]["seas"], json!(["bay-of-ice", "the-shivering-sea"]));
        let (bay, greyjoy) = (board.world.area("bay-of-ice"), board.world.seat("greyjoy"));
        let (bay, greyjoy) = (bay.expect("a sea"), greyjoy.expect("a house"));
        board.place_units(bay, greyjoy, Troop::one(Unit::Ship), Troop::NONE);
        assert_eq!(sheet(&board)["muster"]["places"][1]["seas"], json!(["the-shivering-sea"]));
    }
}
