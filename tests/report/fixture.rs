//! A campaign to write of.

use chrono::{DateTime, Utc};
use ravenpost::games::thrones::{Thrones, data::Options};
use ravenpost::report::Writer;
use ravenpost::report::model::*;
use ravenpost::table::{Game, Listing, Open, RandomTable, Seat};
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
    }
}

pub fn window() -> Window {
    Window {
        id: "3/planning".into(),
        turn: 3,
        stage: "planning".into(),
        deadline: Some(at("2026-11-24T19:00:00Z")),
        grace: Some(at("2026-11-24T23:30:00Z")),
        secrecy: "either".into(),
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
    let game = game();
    let board = game.begin(&mut RandomTable::new(7)).expect("set-up never asks");
    let seat = |state, id: &str, name: &str| SeatState { seat: named(id, name), state, unreachable: false };
    let decision = |kind: &str, at: &str, answer: Value, origin| Decision {
        key: format!("2/marches/1/stark/{kind}{}{at}", if at.is_empty() { "" } else { "/" }),
        kind: kind.into(),
        answer,
        origin,
    };
    TurnReport {
        head: head(),
        turn: 3,
        stage: "planning".into(),
        events,
        view: game.view(&board, Some(Seat(0))),
        asked: open.iter().map(Question::from).collect(),
        window: Some(window()),
        sheet: (!open.is_empty()).then(|| game.sheet(&board, Seat(0), open)),
        seats: vec![
            seat(State::In, "stark", "Stark"),
            seat(State::NothingCame, "lannister", "Lannister"),
            seat(State::Unusable, "baratheon", "Baratheon"),
            seat(State::Sealed, "tyrell", "Tyrell"),
            SeatState { unreachable: true, ..seat(State::Hold, "greyjoy", "Greyjoy") },
        ],
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
        press: vec![
            Note {
                from: Some(named("lannister", "Lannister")),
                to: vec![named("stark", "Stark")],
                at: Some(at("2026-11-21T08:00:00Z")),
                text: "Leave Riverrun,\nor else.".into(),
            },
            Note { from: None, to: vec![], at: None, text: "Winter is coming.".into() },
        ],
        rulings: vec![Ruling {
            number: 1,
            turn: 2,
            at: Some(at("2026-11-20T18:00:00Z")),
            text: "The retreat goes to Karhold.".into(),
            because: "The mail came in time and was read late.".into(),
        }],
        seals: vec![
            SealLine {
                seat: named("stark", "Stark"),
                seal: Some(format!("sha256:{}", "0123456789abcdef".repeat(4))),
                at: None,
                opened: true,
            },
            SealLine { seat: named("tyrell", "Tyrell"), seal: None, at: None, opened: false },
        ],
        attachments: vec!["state-3.yaml".into()],
    }
}

pub fn receipt() -> Receipt {
    let problem = |code: &str, details: Value, line: Option<usize>, column, length, source: &str| Problem {
        why: Why { code: code.into(), details: details.as_object().cloned().unwrap_or_default() },
        warning: false,
        line,
        column,
        length,
        source: source.into(),
        suggestion: None,
    };
    let item = |line, what| Item { line: Some(line), what, game: true };
    Receipt {
        head: head(),
        number: 4,
        hash: format!("sha256:{}", "ab".repeat(32)),
        previous: Some(format!("sha256:{}", "cd".repeat(32))),
        answers: Answers {
            subject: "Re: [westeros-7] Turn 3, planning: your move, Stark".into(),
            received: at("2026-11-22T10:15:00Z"),
            date: "Sun, 22 Nov 2026 11:14:58 +0100".into(),
            message_id: "<CAF-1234567890@mail.example.org>".into(),
            from: "zoe@example.org".into(),
            part: Some("text".into()),
        },
        standing: Standing::Earlier { received: at("2026-11-21T10:00:00Z"), receipt: 3 },
        understood: vec![
            item(8, json!({"item": "order", "area": "Winterfell", "order": "march+0"})),
            item(9, json!({"item": "no-order", "area": "Karhold", "order": null})),
            item(
                10,
                json!({"item": "march", "from": "Winterfell", "to": [{"area": "Moat Cailin", "units": "all"}], "leave-power": true, "if": ["undefended"], "unless": []}),
            ),
            item(11, json!({"item": "bid", "on": "Iron Throne", "power": 3})),
            item(12, json!({"item": "ties", "houses": ["Stark", "Tyrell"]})),
            item(13, json!({"item": "muster", "area": "Winterfell", "what": "knight"})),
            item(14, json!({"item": "support", "who": "own", "when": "always"})),
            item(15, json!({"item": "support", "who": {"house": "Lannister"}, "when": "never"})),
            item(16, json!({"item": "support-at", "area": "Seagard", "side": {"house": "Tyrell"}})),
            item(17, json!({"item": "cards", "battle": "attacking", "cards": ["Robb Stark"]})),
            item(18, json!({"item": "blade", "battle": {"area": "Seagard"}, "use": "if-it-decides"})),
            item(19, json!({"item": "retreat", "battle": null, "areas": ["Winterfell"]})),
            item(20, json!({"item": "raid", "from": "Karhold", "at": []})),
            item(21, json!({"item": "ability", "card": "Renly Baratheon", "choice": true})),
            item(22, json!({"item": "disband", "unit": "footman", "number": 1, "at": null})),
            item(23, json!({"item": "otherwise", "do": "best-guess"})),
            item(24, json!({"item": "answer", "question": "card/moat-cailin", "answer": "robb-stark"})),
            Item { line: Some(30), what: json!({"item": "press", "to": "all"}), game: false },
        ],
        ignored: vec![
            Ignored { lines: (1, 5), why: "quotation".into() },
            Ignored { lines: (40, 40), why: "signature".into() },
        ],
        problems: vec![
            Problem {
                suggestion: Some("Moat Cailin".into()),
                ..problem(
                    "yaml-colon-space",
                    json!({"key": "Moat Cailn"}),
                    Some(25),
                    5,
                    10,
                    "    Moat Cailn:support",
                )
            },
            Problem { warning: true, ..problem("no-document", json!({}), None, 0, 0, "") },
            problem("no-such-code", json!({"area": "Pyke"}), None, 0, 0, ""),
        ],
        seal: Some(format!("sha256:{}", "ef".repeat(32))),
        window: Some(WindowState { window: window(), own: State::In, seats_in: Some(2), seats_asked: 5 }),
        names: Value::Null,
        extra: vec![("Forecast".into(), "Winterfell  march\n  to Moat Cailin".into())],
    }
}

pub fn opening() -> Opening {
    let report = report(&[orders()], vec![]);
    Opening {
        head: head(),
        seats: vec![named("stark", "Stark"), named("tyrell", "Tyrell")],
        rules: "https://example.org/rules".into(),
        pace: "ask".into(),
        chance_until: Some(at("2026-11-20T19:00:00Z")),
        commitment: format!("sha256:{}", "12".repeat(32)),
        view: report.view,
        window: report.window,
        asked: report.asked,
        sheet: report.sheet,
    }
}

pub fn seals() -> SealsTable {
    SealsTable {
        head: head(),
        window: window(),
        seals: report(&[], vec![]).seals,
        open_until: Some(at("2026-11-25T19:00:00Z")),
        asked: true,
    }
}

pub fn reminder(awaited: &str, otherwise: &str) -> Reminder {
    Reminder {
        head: head(),
        window: window(),
        awaited: awaited.into(),
        questions: 2,
        otherwise: otherwise.into(),
    }
}

pub fn stranger() -> Stranger {
    Stranger { head: Head { address: "ravens@example.org".into(), ..Head::default() } }
}

/// Every notice there is.
pub fn notices() -> Vec<Notice> {
    [
        ("clock-gap", json!({"gap": "26 hours"})),
        ("clock-back", json!({"gap": "2 hours"})),
        ("unreachable", json!({"seat": "Tyrell", "reason": "550 no such user"})),
        ("unreachable", json!({"seat": "Tyrell"})),
        ("peeked", json!({"window": "3/planning"})),
        ("not-opened", json!({"seat": "Tyrell", "window": "3/planning"})),
        ("resigned", json!({"seat": "Tyrell"})),
        ("absent", json!({"seat": "Tyrell", "from": "2026-12-24", "to": "2027-01-02"})),
        ("dispute", json!({"seat": "Tyrell", "turn": 3, "about": "the battle at Moat Cailin"})),
        ("template", json!({"trouble": "templates/mail/turn.md, line 3: unknown filter"})),
        ("delivery", json!({"to": "zoe@example.org", "attempts": 3, "error": "451 try again"})),
        ("other-address", json!({"seat": "Stark", "from": "zoe@example.com"})),
        ("vote", json!({"on": "extend", "says": "24h"})),
        ("error", json!({"error": "line 17 of the record is damaged", "hint": "Nothing was changed."})),
        ("error", json!({})),
    ]
    .into_iter()
    .map(|(what, details)| Notice {
        head: head(),
        what: what.into(),
        details,
        deadline: (what == "clock-gap").then(|| at("2026-11-26T19:00:00Z")),
    })
    .collect()
}

pub fn press() -> Press {
    Press { head: head(), notes: report(&[], vec![]).press }
}

pub fn end() -> End {
    End {
        head: head(),
        turn: 10,
        outcome: json!({"winners": ["stark"], "by": "turns"}),
        events: vec![],
        view: report(&[], vec![]).view,
        secret: Some("34".repeat(32)),
        commitment: format!("sha256:{}", "12".repeat(32)),
        words: vec![(named("stark", "Stark"), "winter | is *coming*".into())],
        attachments: vec!["westeros-7.tar".into()],
    }
}

pub fn status() -> Status {
    let report = report(&[], vec![]);
    Status {
        head: Head { seat: None, key: None, ..head() },
        turn: 3,
        stage: "planning".into(),
        window: Some(window()),
        seats: report.seats,
        seals: vec![],
        view: Value::Null,
        more: vec![Row { name: "Stuck".into(), value: "nothing".into() }],
    }
}

pub fn help() -> Help {
    Help { head: head(), rules: "https://example.org/rules".into() }
}

pub fn history() -> History {
    let report = report(&[], vec![]);
    History {
        head: head(),
        lines: vec![HistoryLine {
            turn: 3,
            stage: String::new(),
            at: at("2026-11-24T19:00:00Z"),
            events: crate::story::battle(),
            rulings: report.rulings,
        }],
        names: report.view["names"].clone(),
    }
}
