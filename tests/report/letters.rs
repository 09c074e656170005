//! Each of the other mails, of the campaign in `fixture`.

use crate::fixture::{at, explained, head, named, notes, orders, report, window};
use ravenpost::report::model::*;
use serde_json::{Value, json};

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
        answers_nothing: false,
        speaks: false,
        replaceable: false,
        lines_left: false,
        leave: None,
        leaving: false,
        lacks: true,
        answers: Answers {
            subject: "Re: [westeros-7] Turn 3, planning: your move, Stark".into(),
            received: at("2026-11-22T10:15:00Z"),
            date: "Sun, 22 Nov 2026 11:14:58 +0100".into(),
            message_id: "<CAF-1234567890@mail.example.org>".into(),
            from: "zoe@example.org".into(),
            part: Some("text".into()),
            attached: None,
            places: vec![Place { kind: "own".into(), lines: (6, 12) }],
        },
        trust: Some(Trust { key: true, answers: true, known: true, ..Trust::default() }),
        standing: Standing::Earlier { received: at("2026-11-21T10:00:00Z"), receipt: 3 },
        since: Since::Nothing,
        replaced_by: None,
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
            Ignored { lines: (1, 5), why: "quotation".into(), parted: false },
            Ignored { lines: (40, 40), why: "signature".into(), parted: false },
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
        window: Some(WindowState {
            window: window(),
            own: State::In,
            seats_in: Some(2),
            seats_asked: 5,
            asked: true,
            mends_until: None,
            takes_plans: true,
            silence: "default".into(),
        }),
        names: Value::Null,
        extra: vec![Answer::Explain {
            turn: 2,
            what: "Moat Cailin".into(),
            told: explained("Winterfell"),
            unnamed: false,
        }],
    }
}

pub fn opening() -> Opening {
    let report = report(&[orders()], vec![]);
    Opening {
        kept_from: Vec::new(),
        page: String::new(),
        closes: "all in".into(),
        head: head(),
        seats: vec![named("stark", "Stark"), named("tyrell", "Tyrell")],
        rules: "https://example.org/rules".into(),
        pace: "ask".into(),
        press: "white".into(),
        gm_reads: false,
        site: false,
        players: vec![(named("stark", "Stark"), "Zoe".into()), (named("tyrell", "Tyrell"), "Bert".into())],
        gm: "Maria".into(),
        rhythm: "every 3 days at 20:00 Europe/Rome".into(),
        silence: "default".into(),
        chance: Some(ChanceAsked {
            asked: true,
            sealed: false,
            until: Some(at("2026-11-20T19:00:00Z")),
            bound: vec![],
            public: None,
            due: None,
        }),
        commitment: format!("sha256:{}", "12".repeat(32)),
        view: report.view.to_value(),
        window: report.window,
        asked: report.asked,
        sheet: report.sheet,
        rehearsal: None,
        look: None,
        handover: None,
    }
}

pub fn seals() -> SealsTable {
    SealsTable {
        head: head(),
        window: window(),
        seals: report(&[], vec![]).seals,
        open_until: Some(at("2026-11-25T19:00:00Z")),
        asked: true,
        first: None,
        only_first: false,
        waits: false,
        instead: None,
        otherwise: "default".into(),
    }
}

pub fn reminder(awaited: &str, otherwise: &str) -> Reminder {
    Reminder {
        head: head(),
        window: window(),
        awaited: awaited.into(),
        questions: 2,
        otherwise: otherwise.into(),
        first: false,
        leave: None,
    }
}

pub fn stranger() -> Stranger {
    Stranger {
        head: Head { address: "ravens@example.org".into(), ..Head::default() },
        observer: false,
        known: None,
    }
}

/// A seal of this byte.
fn seal(byte: u8) -> String {
    format!("sha256:{}", format!("{byte:02x}").repeat(32))
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
        ("dispute", json!({"did": "opened", "number": 1, "seat": "Tyrell", "turn": 3, "about": "the battle at Moat Cailin", "waits": true})),
        ("dispute", json!({"did": "opened", "number": 1, "seat": "Tyrell", "turn": 3, "about": "the battle at Moat Cailin", "waits": false,
            "commands": {"explain": "ravenpost explain westeros-7 3 battle moat-cailin", "ask": "explain 3 battle moat-cailin", "rule": "ravenpost rule westeros-7 3",
                "close": "ravenpost dispute westeros-7 1 --close \"…\"", "show": "ravenpost dispute westeros-7 1"}})),
        ("dispute", json!({"did": "said", "number": 1, "seat": "Stark", "turn": 3, "says": "I saw it too"})),
        ("dispute", json!({"did": "said", "number": 1, "turn": 3, "says": "I am looking into it"})),
        ("dispute", json!({"did": "opened", "number": 2, "seat": "Kay", "turn": 3, "waits": false, "private": true})),
        ("dispute", json!({"did": "said", "number": 2, "seat": "Kay", "turn": 3, "private": true})),
        ("dispute", json!({"did": "withdrawn", "number": 1, "seat": "Tyrell", "turn": 3, "says": null, "waits": false})),
        ("dispute", json!({"did": "closed", "number": 1, "seat": "Tyrell", "turn": 3, "says": "All was right.", "waits": true})),
        ("template", json!({"trouble": "templates/mail/turn.md, line 3: unknown filter"})),
        ("delivery", json!({"to": "zoe@example.org", "attempts": 3, "error": "451 try again"})),
        ("other-address", json!({"seat": "Stark", "from": "zoe@example.com"})),
        ("other-address", json!({"seat": "gm", "from": "zoe@example.com"})),
        ("wrong-key", json!({"seat": "Stark", "from": "anna@example.com"})),
        ("new-key", json!({"seat": "Stark", "now": false})),
        ("new-key", json!({"seat": "Stark", "now": true})),
        ("vote", json!({"on": "extend", "says": "24h"})),
        ("voted", json!({"seat": "Tyrell", "on": "draw", "yes": true})),
        ("voted", json!({"seat": "Tyrell", "on": "extend", "yes": true, "time": "24h"})),
        ("voted", json!({"seat": "Tyrell", "on": "concede", "yes": true, "to": "Stark"})),
        ("voted", json!({"seat": "Tyrell", "on": "concede", "yes": false, "to": null})),
        ("chance", json!({"step": "sealed", "rows": [["Stark", seal(1)], ["Tyrell", seal(2)]], "seats": ["Tyrell"], "seat": "Tyrell", "until": "2026-11-26T19:00:00Z"})),
        ("chance", json!({"step": "sealed", "rows": [["Stark", seal(1)]], "seats": [], "seat": ""})),
        ("chance", json!({"step": "public", "name": "Lotto 6 aus 49", "value": "3 7 12 24 31 42", "was": null, "until": "2026-11-26T19:00:00Z"})),
        ("chance", json!({"step": "public", "name": "Lotto 6 aus 49", "value": "3 7 12 24 31 42", "was": "3 7 12 24 31 41", "until": "2026-11-26T19:00:00Z"})),
        ("chance", json!({"step": "due", "name": "Lotto 6 aus 49"})),
        ("chance", json!({"step": "fixed", "rows": [["Stark", "winter | is *coming*"]], "bound": [["Tyrell", "we grow"]],
            "value": "3 7 12 24 31 42", "name": "Lotto 6 aus 49", "seats": ["Greyjoy"], "seat": "Greyjoy"})),
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

/// Press of one other player, of an unsigned writer, to all, and among several.
pub fn press() -> Vec<Press> {
    let [lannister, unsigned] = <[Note; 2]>::try_from(notes()).expect("two notes");
    let (stark, other) = (named("stark", "Stark"), named("lannister", "Lannister"));
    let tyrell = named("tyrell", "Tyrell");
    let answers = Some(other.clone());
    let to = |to: Vec<Named>| Note { to, ..lannister.clone() };
    let two = vec![other.clone(), stark.clone()];
    let three = vec![other, stark.clone(), tyrell.clone()];
    let press = |notes, among, answers| Press {
        head: head(),
        notes,
        among,
        answers,
        gm_reads: false,
        writes: true,
        writes_all: true,
    };
    vec![
        Press { gm_reads: true, ..press(vec![lannister.clone(), lannister.clone()], two, answers.clone()) },
        press(vec![unsigned], vec![], None),
        press(vec![to(vec![])], vec![], answers.clone()),
        press(vec![to(vec![stark, tyrell])], three, answers),
    ]
}

pub fn end() -> End {
    End {
        head: head(),
        turn: 10,
        outcome: json!({"winners": ["stark"], "by": "turns"}),
        events: vec![],
        view: report(&[], vec![]).view.to_value(),
        secret: Some("34".repeat(32)),
        commitment: format!("sha256:{}", "12".repeat(32)),
        words: vec![(named("stark", "Stark"), "winter | is *coming*".into())],
        heads: vec![],
        public: None,
        attachments: vec!["westeros-7.tar".into()],
        players: vec![],
    }
}

pub fn status() -> Status {
    let report = report(&[], vec![]);
    Status {
        rehearsal: None,
        head: Head { seat: None, key: None, ..head() },
        turn: 3,
        stage: "planning".into(),
        window: Some(window()),
        seats: report.seats,
        seals: vec![],
        away: vec![],
        outcome: Value::Null,
        disputes: report.disputes,
        view: Value::Null,
        votes: vec![],
        more: vec![Row { name: "Stuck".into(), value: "nothing".into() }],
    }
}

pub fn help() -> Help {
    Help { head: head(), rules: "https://example.org/rules".into(), confers: "all".into() }
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
        disputes: vec![Dispute {
            open: false,
            waits: false,
            end: Some(DisputeEnd {
                how: "word".into(),
                at: at("2026-11-22T09:00:00Z"),
                says: Some("All was right.".into()),
                ruling: None,
            }),
            ..report.disputes[0].clone()
        }],
        names: report.view.get("names").cloned().unwrap_or_default(),
    }
}

/// Receipts of all levels of trust.
pub fn trusted() -> Vec<Receipt> {
    let signed =
        |verdict: Dkim| Trust { dkim: Some(verdict), server: "mx.example.org".into(), ..Trust::default() };
    let dkim = [
        Dkim::Pass { domain: "example.org".into() },
        Dkim::Other { domain: "evil.example".into() },
        Dkim::Other { domain: String::new() },
        Dkim::Fail { result: "fail".into() },
        Dkim::Nothing,
    ];
    let full = Trust { signature: Some("SHA256:abc".into()), key: true, ..signed(dkim[0].clone()) };
    let all = dkim.into_iter().map(|verdict| Trust { answers: true, known: true, ..signed(verdict) });
    all.chain([full]).map(|trust| Receipt { trust: Some(trust), problems: vec![], ..receipt() }).collect()
}
