//! Every event there is, once or more, in an order that could have been.

use ravenpost::games::thrones::event::{RealmEvent as R, WarEvent as W};
use ravenpost::games::thrones::realm::event::Built;
use ravenpost::games::thrones::realm::stand::Standing;
use ravenpost::games::thrones::war::event::{AbilityEffect as E, Addend, Reason, RemovedOrder, Sum};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub fn list(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

pub fn map<T: Clone>(entries: &[(&str, T)]) -> BTreeMap<String, T> {
    entries.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

pub fn data(event: impl Serialize) -> Value {
    serde_json::to_value(event).expect("events are data")
}

/// The Westeros phase, with all that cards can bring.
pub fn westeros() -> Vec<Value> {
    let order = || list(&["lannister", "stark", "baratheon", "tyrell", "greyjoy"]);
    [
        R::GameBegins {
            houses: list(&["stark", "lannister", "baratheon", "tyrell", "greyjoy"]),
            tracks: map(&[("iron-throne", order()), ("fiefdoms", order()), ("kings-court", order())]),
        },
        R::TurnBegins { turn: 3 },
        R::WesterosTurned { deck: 1, card: "winter-is-coming".into(), mammoth: false },
        R::DeckShuffled { deck: 1 },
        R::WesterosTurned { deck: 1, card: "supply".into(), mammoth: false },
        R::WesterosTurned { deck: 2, card: "clash-of-kings".into(), mammoth: false },
        R::WesterosTurned { deck: 3, card: "storm-of-swords".into(), mammoth: true },
        R::WildlingsGrow { mammoths: 1, from: 2, to: 4 },
        R::WesterosExecuted { deck: 1, card: "supply".into(), forbids: None, mutes: None },
        R::SupplySet {
            house: "stark".into(),
            from: 1,
            to: 2,
            barrels: map(&[("winterfell", 1), ("widows-watch", 1)]),
            limits: vec![3, 2, 2],
            armies: vec![4, 2],
            excess: 1,
        },
        R::SupplySet {
            house: "tyrell".into(),
            from: 0,
            to: 0,
            barrels: map(&[]),
            limits: vec![2, 2],
            armies: vec![],
            excess: 0,
        },
        R::UnitsLost {
            house: "stark".into(),
            because: "supply".into(),
            amount: 1,
            units: map(&[("winterfell", map(&[("footman", 1)]))]),
        },
        R::WesterosExecuted { deck: 2, card: "clash-of-kings".into(), forbids: None, mutes: None },
        R::BidsRevealed {
            on: "iron-throne".into(),
            bids: map(&[("stark", 3), ("lannister", 3), ("baratheon", 0), ("tyrell", 1), ("greyjoy", 0)]),
            left: map(&[("stark", 2), ("lannister", 4), ("baratheon", 5), ("tyrell", 4), ("greyjoy", 5)]),
        },
        R::TieBroken {
            on: "iron-throne".into(),
            by: "baratheon".into(),
            choose: "order".into(),
            bid: 3,
            tied: list(&["stark", "lannister"]),
            decided: list(&["lannister", "stark"]),
        },
        R::TrackSettled {
            track: "iron-throne".into(),
            from: list(&["baratheon", "lannister", "stark", "tyrell", "greyjoy"]),
            to: list(&["lannister", "stark", "tyrell", "baratheon", "greyjoy"]),
        },
        R::TokenPasses { track: "iron-throne".into(), from: "baratheon".into(), to: "lannister".into() },
        R::TrackSettled {
            track: "fiefdoms".into(),
            from: list(&["greyjoy", "tyrell"]),
            to: list(&["greyjoy", "tyrell"]),
        },
        R::WesterosExecuted { deck: 3, card: "wildling-attack".into(), forbids: None, mutes: None },
        R::BidsRevealed {
            on: "wildlings".into(),
            bids: map(&[("stark", 1), ("lannister", 0)]),
            left: map(&[("stark", 1), ("lannister", 4)]),
        },
        R::WildlingsDecided { strength: 4, watch: 1, won: false, singled_out: "lannister".into() },
        R::UnitsLost {
            house: "lannister".into(),
            because: "wildlings".into(),
            amount: 4,
            units: map(&[
                ("lannisport", map(&[("knight", 1), ("footman", 1)])),
                ("the-golden-sound", map(&[("ship", 1)])),
            ]),
        },
        R::WildlingsWithdraw { to: 0 },
        R::WildlingsDecided { strength: 4, watch: 4, won: true, singled_out: "stark".into() },
        R::TieBroken {
            on: "wildlings".into(),
            by: "lannister".into(),
            choose: "highest".into(),
            bid: 2,
            tied: list(&["stark", "tyrell"]),
            decided: list(&["stark"]),
        },
        R::CardRecovered { house: "stark".into(), card: Some("robb-stark".into()) },
        R::CardRecovered { house: "stark".into(), card: None },
        R::WesterosExecuted {
            deck: 1,
            card: "storm-of-swords".into(),
            forbids: Some("defense".into()),
            mutes: None,
        },
        R::WesterosExecuted {
            deck: 2,
            card: "rains-of-autumn".into(),
            forbids: None,
            mutes: Some("footman".into()),
        },
        R::WesterosExecuted { deck: 1, card: "last-days-of-summer".into(), forbids: None, mutes: None },
        R::WesterosExecuted { deck: 2, card: "mustering".into(), forbids: None, mutes: None },
        R::Mustered {
            house: "stark".into(),
            points: map(&[("winterfell", 2), ("white-harbor", 1)]),
            built: vec![
                Built {
                    area: "winterfell".into(),
                    unit: "ship".into(),
                    at: "bay-of-ice".into(),
                    upgrade: false,
                    points: 1,
                },
                Built {
                    area: "white-harbor".into(),
                    unit: "knight".into(),
                    at: "white-harbor".into(),
                    upgrade: true,
                    points: 1,
                },
            ],
            unspent: 1,
        },
        R::Mustered { house: "tyrell".into(), points: map(&[("highgarden", 2)]), built: vec![], unspent: 2 },
        R::Mustered { house: "greyjoy".into(), points: map(&[]), built: vec![], unspent: 0 },
        R::WesterosExecuted { deck: 2, card: "game-of-thrones".into(), forbids: None, mutes: None },
        R::PowerGained {
            house: "stark".into(),
            because: "game-of-thrones".into(),
            areas: map(&[("winterfell", 1), ("karhold", 1)]),
            due: 2,
            gained: 1,
            available: 9,
        },
    ]
    .into_iter()
    .map(data)
    .collect()
}

/// Planning, raids and marches.
pub fn war() -> Vec<Value> {
    let mut events: Vec<Value> = [
        R::OrdersRevealed {
            orders: map(&[
                (
                    "stark",
                    map(&[("winterfell", "march+0".to_owned()), ("white-harbor", "support*".to_owned())]),
                ),
                ("greyjoy", map(&[("pyke", "consolidate*".to_owned())])),
            ]),
            bare: map(&[
                ("stark", list(&["the-shivering-sea"])),
                ("tyrell", list(&["highgarden", "dornish-marches"])),
            ]),
        },
        R::OrderReplaced {
            house: "lannister".into(),
            area: "lannisport".into(),
            from: "raid".into(),
            to: "defense*".into(),
        },
        R::RavenUnused { house: "lannister".into() },
        R::StageSkipped { stage: "raids".into(), card: "sea-of-storms".into() },
        R::StageSkipped { stage: "consolidate".into(), card: "feast-for-crows".into() },
    ]
    .into_iter()
    .map(data)
    .collect();
    let removed = |area: &str, house: &str, order: &str| RemovedOrder {
        area: area.into(),
        house: house.into(),
        order: order.into(),
    };
    events.extend([
        data(W::Raid {
            house: "greyjoy".into(),
            from: "ironmans-bay".into(),
            order: "raid*".into(),
            removed: vec![
                removed("the-golden-sound", "lannister", "support"),
                removed("riverrun", "lannister", "consolidate"),
            ],
            reach: vec![],
            power: 1,
            lost: 0,
        }),
        data(W::Raid {
            house: "stark".into(),
            from: "karhold".into(),
            order: "raid".into(),
            removed: vec![],
            reach: vec![],
            power: 0,
            lost: 0,
        }),
        data(W::March {
            house: "stark".into(),
            from: "winterfell".into(),
            order: "march*".into(),
            to: map(&[
                ("moat-cailin", map(&[("footman", 2), ("knight", 1)])),
                ("castle-black", map(&[("footman", 1)])),
            ]),
            stayed: map(&[("knight", 1)]),
            leave_power: false,
            battle: Some("moat-cailin".into()),
            neutral: vec![],
            taken: vec!["castle-black".into()],
        }),
        data(W::March {
            house: "tyrell".into(),
            from: "highgarden".into(),
            order: "march-1".into(),
            to: map(&[]),
            stayed: map(&[("knight", 1)]),
            leave_power: false,
            battle: None,
            neutral: vec![],
            taken: vec![],
        }),
        data(W::PowerLeft { house: "stark".into(), area: "winterfell".into() }),
        data(W::TokenReturned { house: "greyjoy".into(), area: "castle-black".into(), by: "stark".into() }),
    ]);
    for entered in [true, false] {
        events.push(data(W::NeutralForce {
            area: "kings-landing".into(),
            house: "baratheon".into(),
            from: "kingswood".into(),
            units: map(&[("knight", 2)]),
            force: 5,
            strength: Sum {
                total: 5,
                addends: vec![
                    units("knight", 2, 2),
                    Addend { amount: 1, reason: Reason::Order { order: "march*".into(), plain: false } },
                ],
            },
            entered,
        }));
    }
    events.extend(battle());
    events.extend([
        data(W::Rallied { units: map(&[("riverrun", map(&[("footman", 1)]))]) }),
        data(W::Rallied { units: map(&[]) }),
        data(R::PowerGained {
            house: "greyjoy".into(),
            because: "consolidate".into(),
            areas: map(&[("pyke", 2)]),
            due: 2,
            gained: 2,
            available: 7,
        }),
        data(R::TurnEnds { turn: 3, orders: map(&[("white-harbor", "support*".to_owned())]) }),
        data(R::GameEnds {
            winners: list(&["stark"]),
            by: "turns".into(),
            standings: vec![
                Standing { house: "stark".into(), areas: 5, supply: 3, power: 9 },
                Standing { house: "lannister".into(), areas: 4, supply: 2, power: 4 },
            ],
            at_once: false,
            fallen: None,
        }),
    ]);
    events
}

fn units(unit: &str, number: u8, each: i16) -> Addend {
    let reason = Reason::Units { unit: unit.into(), number, each };
    Addend { amount: each * i16::from(number), reason }
}

/// The battle for Moat Cailin, with every reason a strength can have and every effect of an ability.
pub fn battle() -> Vec<Value> {
    let area = || "moat-cailin".to_owned();
    let attack = Sum {
        total: 9,
        addends: vec![
            units("footman", 2, 1),
            units("knight", 1, 3),
            Addend { amount: 1, reason: Reason::Order { order: "march*".into(), plain: false } },
            Addend {
                amount: 2,
                reason: Reason::Support {
                    house: "stark".into(),
                    area: "white-harbor".into(),
                    order: "support*".into(),
                    units: map(&[("footman", 1)]),
                    bonus: 1,
                },
            },
            Addend { amount: 2, reason: Reason::Card { card: "robb-stark".into() } },
            Addend { amount: 1, reason: Reason::Blade },
        ],
    };
    let defense = Sum {
        total: 5,
        addends: vec![
            units("knight", 1, 2),
            Addend { amount: 0, reason: Reason::Routed { units: map(&[("footman", 1)]) } },
            Addend { amount: 2, reason: Reason::Order { order: "defense*".into(), plain: false } },
            Addend { amount: 3, reason: Reason::Card { card: "euron-crows-eye".into() } },
            Addend {
                amount: -2,
                reason: Reason::Ability {
                    house: "stark".into(),
                    card: "catelyn-stark".into(),
                    ability: "double-defense".into(),
                },
            },
        ],
    };
    let mut events = vec![
        W::BattleBegins {
            area: area(),
            attacker: "stark".into(),
            defender: "greyjoy".into(),
            from: "winterfell".into(),
            order: "march*".into(),
            attackers: map(&[("footman", 2), ("knight", 1)]),
            defenders: map(&[("knight", 1)]),
            routed: map(&[("footman", 1)]),
            defending_order: Some("defense*".into()),
        },
        W::Support {
            area: area(),
            house: "stark".into(),
            from: "white-harbor".into(),
            order: "support*".into(),
            side: "attacker".into(),
            strength: 2,
        },
        W::Support {
            area: area(),
            house: "lannister".into(),
            from: "seagard".into(),
            order: "support".into(),
            side: "none".into(),
            strength: 3,
        },
        W::HouseCards {
            area: area(),
            attacker: "stark".into(),
            defender: "greyjoy".into(),
            attacker_card: Some("robb-stark".into()),
            defender_card: Some("euron-crows-eye".into()),
            attacker_strength: 6,
            defender_strength: 4,
        },
    ];
    let removed = RemovedOrder { area: "seagard".into(), house: "lannister".into(), order: "support".into() };
    let effects = vec![
        E::Nothing,
        E::Declined,
        E::Cancelled { card: "balon-greyjoy".into() },
        E::Killed { unit: "footman".into(), routed: true, last: true, fights_on: false },
        E::OrderRemoved(removed),
        E::Strength { attacker: 1, defender: -2 },
        E::Power { gained: 2 },
        E::CardRecovered { card: "eddard-stark".into() },
        E::Upgraded { unit: "footman".into(), to: "knight".into() },
        E::CardDiscarded { card: "theon-greyjoy".into(), power: 1 },
    ];
    events.extend(effects.into_iter().map(|effect| W::Ability {
        area: area(),
        house: "stark".into(),
        card: "robb-stark".into(),
        ability: "knights-attack-3".into(),
        effect,
    }));
    events.extend([
        W::Blade { area: area(), house: "stark".into(), used: true, decides: true },
        W::Blade { area: area(), house: "greyjoy".into(), used: false, decides: false },
        W::BattleWon {
            area: area(),
            winner: "stark".into(),
            loser: "greyjoy".into(),
            side: "attacker".into(),
            by: "strength".into(),
            attacker: attack.clone(),
            defender: defense.clone(),
            fiefdoms: [3, 1],
        },
        W::BattleWon {
            area: area(),
            winner: "greyjoy".into(),
            loser: "stark".into(),
            side: "defender".into(),
            by: "fiefdoms".into(),
            attacker: attack,
            defender: defense,
            fiefdoms: [3, 1],
        },
        W::Casualties {
            area: area(),
            house: "greyjoy".into(),
            swords: 2,
            fortifications: 1,
            number: 1,
            lost: map(&[("knight", 1)]),
        },
        W::Retreat {
            area: area(),
            house: "greyjoy".into(),
            to: Some("seagard".into()),
            units: map(&[("knight", 1)]),
            possible: map(&[("seagard", 0), ("the-twins", 1)]),
            lost: map(&[]),
            standing: false,
            routed: map(&[("footman", 1)]),
        },
        W::Retreat {
            area: area(),
            house: "greyjoy".into(),
            to: None,
            units: map(&[]),
            possible: map(&[]),
            lost: map(&[("footman", 2)]),
            standing: false,
            routed: map(&[]),
        },
        W::AreaTaken {
            area: area(),
            house: "stark".into(),
            units: map(&[("footman", 2), ("knight", 1)]),
            loser: "greyjoy".into(),
            order: Some("defense*".into()),
            token: Some("greyjoy".into()),
            destroyed: Default::default(),
        },
        W::HandReturned { house: "greyjoy".into(), cards: list(&["asha-greyjoy", "theon-greyjoy"]) },
    ]);
    events.into_iter().map(data).collect()
}

/// An event that no template knows.
pub fn unknown() -> Value {
    json!({"event": "dragons-return", "number": 3})
}
