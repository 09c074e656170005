//! A campaign to write of: its head, its window, its questions, the report of a turn.

pub use crate::letters::*;
use chrono::{DateTime, Utc};
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::report::Writer;
use ravenpost::report::model::*;
use ravenpost::table::{Event, Game, Listing, Open, RandomTable, Seat};
use serde_json::{Value, json};
use std::sync::LazyLock;

pub fn game() -> Thrones {
    let folder = |file: &str| ravenpost::games::embedded("thrones-1e", file).map(str::to_owned);
    Thrones::load(&folder, 5, Options::default()).expect("the game's own data")
}

/// The program's own templates; made once, for compiling them takes longer than writing a mail.
pub fn writer() -> &'static Writer {
    static WRITER: LazyLock<Writer> = LazyLock::new(|| Writer::new(&|_| None));
    &WRITER
}

pub fn named(id: &str, name: &str) -> Named {
    Named { id: id.into(), name: name.into() }
}

pub fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

pub fn head() -> Head {
    Head {
        campaign: "westeros-7".into(),
        title: "The Seventh War".into(),
        game: GameName {
            id: "thrones-1e".into(),
            title: "A Game of Thrones (first edition)".into(),
            templates: "thrones".into(),
        },
        seat: Some(named("stark", "Stark")),
        player: "Zoë".into(),
        zone: "Europe/Rome".into(),
        key: Some("7Q2M-8KD3-V5TC-0XRW-9ABF-44EH-ZN".into()),
        address: "ravens@example.org".into(),
        references: vec![],
        left_out: None,
        ledger: Some(LedgerHead {
            number: 41,
            hash: "9b8f6d2c0e7a4d53b1c6a58e3f0792d41b6e8c5a7f90d3e2b4a6c8f1052e3d47".into(),
        }),
        besides: Besides::default(),
    }
}

pub fn window() -> Window {
    Window {
        id: "3/planning".into(),
        turn: 3,
        stage: "planning".into(),
        round: "orders".into(),
        deadline: Some(at("2026-11-24T19:00:00Z")),
        grace: Some(at("2026-11-24T23:30:00Z")),
        secrecy: "either".into(),
        ..Window::default()
    }
}

pub fn open(
    kind: &str,
    key: &str,
    question: Value,
    legal: Vec<Value>,
    complete: bool,
    default: Value,
) -> Open {
    Open {
        seat: Seat(0),
        key: key.into(),
        kind: kind.into(),
        question,
        legal: Listing { answers: legal, complete },
        default,
        ahead: false,
    }
}

pub fn orders() -> Open {
    let question = json!({"ask": "orders", "areas": ["winterfell", "white-harbor", "the-shivering-sea"], "stars": 3, "forbidden": []});
    open(
        "orders",
        "3/planning/0/stark/orders",
        question,
        vec![json!({"winterfell": "march+0"})],
        false,
        json!({}),
    )
}

/// One question of every kind but orders.
pub fn questions() -> Vec<Open> {
    let strengths = json!({"attacker": 6, "defender": 4});
    vec![
        open(
            "bid",
            "3/westeros-2/0/stark/bid/iron-throne",
            json!({"ask": "bid", "on": "iron-throne", "available": 5, "wildlings": 4}),
            (0..=5).map(Value::from).collect(),
            true,
            json!(0),
        ),
        open(
            "bid",
            "3/westeros-2/0/stark/bid/wildlings",
            json!({"ask": "bid", "on": "wildlings", "available": 5, "wildlings": 4}),
            (0..=5).map(Value::from).collect(),
            true,
            json!(0),
        ),
        open(
            "tie",
            "3/westeros-2/0/stark/tie/fiefdoms",
            json!({"ask": "tie", "on": "fiefdoms", "choose": "order", "tied": ["lannister", "tyrell"]}),
            vec![json!(["lannister", "tyrell"]), json!(["tyrell", "lannister"])],
            true,
            json!(["lannister", "tyrell"]),
        ),
        open(
            "disband",
            "3/westeros-1/0/stark/disband",
            json!({"ask": "disband", "because": "supply", "amount": 1}),
            vec![json!({"winterfell": {"footman": 1}}), json!({"winterfell": {"knight": 1}})],
            true,
            json!({"winterfell": {"footman": 1}}),
        ),
        open(
            "muster",
            "3/westeros-1/0/stark/muster",
            json!({"ask": "muster", "points": {"winterfell": 2, "white-harbor": 1}}),
            vec![json!([])],
            false,
            json!([]),
        ),
        open(
            "raven",
            "3/raven/0/stark/raven",
            json!({"ask": "raven", "orders": {"winterfell": "march+0"}}),
            vec![json!(null), json!({"area": "winterfell", "order": "defense"})],
            false,
            json!(null),
        ),
        open(
            "reward",
            "3/westeros-3/0/stark/reward",
            json!({"ask": "reward", "cards": ["robb-stark"]}),
            vec![json!(null), json!("robb-stark")],
            true,
            json!(null),
        ),
        open(
            "raid",
            "3/raids/0/stark/raid",
            json!({"ask": "raid", "orders": {"winterfell": ["karhold"], "karhold": []}}),
            vec![json!({"from": "winterfell", "at": []})],
            true,
            json!({"from": "winterfell", "at": []}),
        ),
        open(
            "march",
            "3/marches/0/stark/march",
            json!({"ask": "march", "orders": {"winterfell": ["moat-cailin", "karhold"]}}),
            vec![
                json!({"from": "winterfell", "to": {"moat-cailin": {"footman": 1, "knight": 1}}, "leave-power": true}),
            ],
            false,
            json!({"from": "winterfell", "to": {}, "leave-power": false}),
        ),
        open(
            "support",
            "3/marches/1/stark/support/moat-cailin",
            json!({"ask": "support", "battle": "moat-cailin", "attacker": "greyjoy", "defender": null, "from": "white-harbor", "strength": 2, "strengths": strengths}),
            vec![json!("attacker"), json!("defender"), json!("none")],
            true,
            json!("none"),
        ),
        open(
            "card",
            "3/marches/1/stark/card/moat-cailin",
            json!({"ask": "card", "battle": "moat-cailin", "side": "attacker", "opponent": "greyjoy", "hand": ["robb-stark", "eddard-stark"], "strengths": strengths}),
            vec![json!("robb-stark"), json!("eddard-stark")],
            true,
            json!("robb-stark"),
        ),
        open(
            "blade",
            "3/marches/1/stark/blade/moat-cailin",
            json!({"ask": "blade", "battle": "moat-cailin", "side": "attacker", "opponent": "greyjoy", "strengths": strengths, "decides": true}),
            vec![json!(true), json!(false)],
            true,
            json!(true),
        ),
        open(
            "casualties",
            "3/marches/1/stark/casualties/moat-cailin",
            json!({"ask": "casualties", "battle": "moat-cailin", "number": 1, "units": {"footman": 1, "knight": 1}}),
            vec![json!({"footman": 1}), json!({"knight": 1})],
            true,
            json!({"footman": 1}),
        ),
        open(
            "retreat",
            "3/marches/1/stark/retreat/moat-cailin",
            json!({"ask": "retreat", "battle": "moat-cailin", "units": {"footman": 2}, "to": {"winterfell": 0, "white-harbor": 1}}),
            vec![json!({"to": "winterfell", "lost": {}})],
            true,
            json!({"to": "winterfell", "lost": {}}),
        ),
        open(
            "ability",
            "3/marches/1/stark/ability/moat-cailin",
            json!({"ask": "ability", "battle": "moat-cailin", "card": "maester-luwin", "ability": "recover-card", "choices": [null, "robb-stark"]}),
            vec![json!(null), json!("robb-stark")],
            true,
            json!(null),
        ),
    ]
}

pub fn report(open: &[Open], events: Vec<Value>) -> TurnReport {
    let events: Vec<Event> = events.into_iter().map(Event::from).collect();
    let game = game();
    let board = game.begin(&mut RandomTable::new(7)).expect("set-up never asks");
    let seat = |state, id: &str, name: &str| SeatState { seat: named(id, name), state, unreachable: false };
    let decision = |kind: &str, at: &str, answer: Value, origin| Decision {
        key: format!("2/marches/1/stark/{kind}{}{at}", if at.is_empty() { "" } else { "/" }),
        kind: kind.into(),
        answer,
        origin,
        unmet: vec![],
    };
    TurnReport {
        is_in: false,
        misfits: false,
        earlier: Vec::new(),
        head: head(),
        turn: 3,
        stage: "planning".into(),
        concerns: concerning(&events, "stark"),
        events,
        view: game.view(&board, Some(Seat(0))).into(),
        asked: open.iter().map(Question::from).collect(),
        window: Some(window()),
        pace: "batch".into(),
        begins: true,
        is_answered: false,
        is_away: false,
        leave: None,
        is_ruled: false,
        is_part: false,
        back: None,
        sheet: (!open.is_empty()).then(|| game.sheet(&board, Seat(0), open)),
        on_file: None,
        seats: vec![
            seat(State::In, "stark", "Stark"),
            seat(State::NothingCame, "lannister", "Lannister"),
            seat(State::Unusable, "baratheon", "Baratheon"),
            seat(State::Sealed, "tyrell", "Tyrell"),
            SeatState { unreachable: true, ..seat(State::Hold, "greyjoy", "Greyjoy") },
        ],
        sealed_for: None,
        sent_for: Some(SentFor { turn: 2, stage: "planning".into() }),
        decisions: vec![
            decision(
                "orders",
                "",
                json!({"winterfell": "march+0", "white-harbor": "support"}),
                Origin::Plan { path: "orders".into(), line: Some(4) },
            ),
            decision(
                "march",
                "",
                json!({"from": "winterfell", "to": {"moat-cailin": {"knight": 1}}, "leave-power": true}),
                Origin::Plan { path: "marches.1".into(), line: None },
            ),
            decision("card", "moat-cailin", json!("robb-stark"), Origin::Mail),
            decision(
                "retreat",
                "moat-cailin",
                json!({"to": "winterfell", "lost": {"footman": 1}}),
                Origin::Default { why: "missed".into() },
            ),
            decision("casualties", "moat-cailin", json!({"footman": 1}), Origin::Steward),
            decision("blade", "moat-cailin", json!(false), Origin::Gm),
            decision("bid", "iron-throne", json!(3), Origin::Default { why: "pace".into() }),
            decision(
                "muster",
                "",
                json!([{"area": "winterfell", "build": "knight"}, {"area": "white-harbor", "upgrade": "knight"}, {"area": "winterfell", "build": "ship", "in": "bay-of-ice"}]),
                Origin::Mail,
            ),
            decision("tie", "", json!(["lannister", "tyrell"]), Origin::Mail),
            decision("raid", "", json!({"from": "winterfell", "at": []}), Origin::Mail),
            decision("raven", "", json!(null), Origin::Mail),
            decision("support", "moat-cailin", json!("none"), Origin::Mail),
            decision("disband", "", json!({"winterfell": {"footman": 1}}), Origin::Mail),
        ],
        votes: vec![Vote {
            seat: Some(named("tyrell", "Tyrell")),
            on: "draw".into(),
            says: "yes".into(),
            carried: false,
        }],
        rulings: vec![Ruling {
            number: 1,
            turn: 2,
            at: Some(at("2026-11-20T18:00:00Z")),
            text: "The retreat goes to Karhold.".into(),
            because: "The mail came in time and was read late.".into(),
        }],
        replaces: vec![],
        disputes: vec![Dispute {
            number: 2,
            seat: named("tyrell", "Tyrell"),
            turn: 2,
            about: Some("The retreat from Karhold\ncame *in time*.".into()),
            at: at("2026-11-21T09:00:00Z"),
            open: true,
            waits: true,
            said: vec![DisputeWord {
                from: None,
                at: at("2026-11-21T10:00:00Z"),
                says: Some("I am looking into it.".into()),
            }],
            end: None,
        }],
        seals: vec![
            SealLine {
                seat: named("stark", "Stark"),
                seal: Some(format!("sha256:{}", "0123456789abcdef".repeat(4))),
                at: None,
                opened: true,
                knew: None,
            },
            SealLine { seat: named("tyrell", "Tyrell"), seal: None, at: None, opened: false, knew: None },
        ],
        heads: vec![
            HeadTold {
                head: LedgerHead {
                    number: 12,
                    hash: "c41d8a0973f25be64d1708bc9a3e52f6e7d0b81c3a96f4524d0e8b7f61a2c935".into(),
                },
                seats: vec![named("greyjoy", "Greyjoy")],
            },
            HeadTold {
                head: LedgerHead {
                    number: 29,
                    hash: "03f7b2c8d5e94a61708c9db3f2ae45160d7b8c92e3f4a5b6c7d8e9f0a1b2c3d4".into(),
                },
                seats: vec![
                    named("baratheon", "Baratheon"),
                    named("lannister", "Lannister"),
                    named("tyrell", "Tyrell"),
                ],
            },
        ],
        attachments: vec!["state-3.yaml".into()],
    }
}

/// An explanation of a stage without decisions, as an answer holds it.
pub fn explained(scene: &str) -> Value {
    json!({
        "about": [], "topics": [], "going_on": false, "whole": true, "scenes": [{"id": "x", "name": scene}], "after": null, "rules": "docs/rules/thrones-1e.md",
        "stages": [{"number": 3, "turn": 2, "stage": "planning", "at": "2026-11-20T18:00:00Z", "entry": 17, "parts": [
            {"part": "events", "events": [], "rules": ["1e 5.1"]},
        ]}],
    })
}

/// Press to the reader.
pub fn notes() -> Vec<Note> {
    vec![
        Note {
            from: Some(named("lannister", "Lannister")),
            to: vec![named("stark", "Stark")],
            at: Some(at("2026-11-21T08:00:00Z")),
            text: "Leave Riverrun,\nor else.".into(),
        },
        Note { from: None, to: vec![], at: None, text: "Winter is coming.".into() },
    ]
}
