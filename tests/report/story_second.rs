//! Every event that only the second edition of Thrones tells.

use crate::story::{data, list, map};
use ravenpost::games::thrones::event::{RealmEvent as R, WarEvent as W};
use ravenpost::games::thrones::war::event::{AbilityEffect as E, RemovedOrder};
use serde_json::Value;

pub fn second() -> Vec<Value> {
    let realm = [
        R::WesterosChosen {
            deck: 1,
            card: "a-throne-of-blades".into(),
            house: "stark".into(),
            track: "iron-throne".into(),
            chosen: "last-days-of-summer".into(),
        },
        R::WesterosExecuted {
            deck: 3,
            card: "rains-of-autumn".into(),
            forbids: Some("march*".into()),
            mutes: None,
        },
        R::WildlingsDecided { strength: 12, watch: 9, won: false, singled_out: "stark".into() },
        R::WildlingCard { card: "crow-killers".into() },
        R::UnitsReplaced {
            house: "stark".into(),
            units: map(&[("winterfell", map(&[("knight", 1)]))]),
            by: "footman".into(),
        },
        R::UnitsReplaced { house: "tyrell".into(), units: map(&[]), by: "footman".into() },
        R::CardsMoved { house: "stark".into(), cards: list(&["robb-stark"]), back: false },
        R::CardsMoved { house: "stark".into(), cards: list(&["robb-stark"]), back: true },
        R::PowerChanged { house: "stark".into(), from: 5, to: 3 },
        R::PowerChanged { house: "tyrell".into(), from: 0, to: 0 },
        R::PowerChanged { house: "greyjoy".into(), from: 1, to: 4 },
        R::WildlingsWithdraw { to: 8 },
        R::WildlingsWatched { house: "stark".into() },
        R::WildlingCardSeen { only: "stark".into(), card: "mammoth-riders".into(), under: true },
        R::UnitsLost {
            house: "lannister".into(),
            because: "port".into(),
            amount: 1,
            units: map(&[("lannisport", map(&[("ship", 1)]))]),
        },
        R::ShipsTaken { house: "greyjoy".into(), port: "lannisport".into(), ships: 1 },
    ];
    let card = |effect| W::Ability {
        area: "riverrun".into(),
        house: "stark".into(),
        card: "robb-stark".into(),
        ability: "any".into(),
        effect,
    };
    let war = [
        W::Retreat {
            area: "riverrun".into(),
            house: "stark".into(),
            to: Some("seagard".into()),
            units: map(&[("footman", 1)]),
            possible: map(&[("seagard", 0)]),
            lost: map(&[("siege-engine", 1)]),
            standing: false,
            routed: map(&[]),
        },
        W::Raid {
            house: "greyjoy".into(),
            from: "ironmans-bay".into(),
            order: "raid".into(),
            removed: vec![RemovedOrder {
                area: "riverrun".into(),
                house: "lannister".into(),
                order: "consolidate".into(),
            }],
            reach: vec![],
            power: 1,
            lost: 1,
        },
        card(E::CardReturned { card: "asha-greyjoy".into(), instead: None }),
        card(E::CardExchanged { card: "euron-crows-eye".into() }),
        card(E::PushedDown { track: "fiefdoms".into() }),
        card(E::Led { to: "seagard".into() }),
        card(E::Barred { token: false }),
        card(E::MarchMoved { area: "riverrun".into() }),
        card(E::HandTaken { cards: list(&["robb-stark"]) }),
        card(E::CardDiscarded { card: "asha-greyjoy".into(), power: 0 }),
        W::Tides {
            area: "riverrun".into(),
            attacker: [0, 0, 0, 1],
            defender: [1, 1, 0, 0],
            again: Some("stark".into()),
        },
        W::Skulls {
            area: "riverrun".into(),
            house: "greyjoy".into(),
            lost: map(&[("ship", 1)]),
            card: false,
        },
    ];
    realm.into_iter().map(data).chain(war.into_iter().map(data)).collect()
}
