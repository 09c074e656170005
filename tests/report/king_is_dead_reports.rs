//! The King is Dead as people read it: whole games told in mails, and sheets that say nothing until they are filled in.

use ravenpost::games::king_is_dead::board::Board;
use ravenpost::games::king_is_dead::data::Options;
use ravenpost::games::king_is_dead::event::Event;
use ravenpost::games::king_is_dead::turn::TurnQuery;
use ravenpost::games::king_is_dead::{KingIsDead, resolution};
use ravenpost::report::model::{Decision, GameName, Head, LedgerHead, Named, Origin, Question, TurnReport};
use ravenpost::report::{Rendered, Writer, view_yaml};
use ravenpost::sheet::{Refusal, parse};
use ravenpost::table::{Game, Open, Progress, Query, RandomTable, Seat};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use unicode_width::UnicodeWidthStr;

fn game(players: u8, mordred: bool) -> KingIsDead {
    let folder = |file: &str| ravenpost::games::embedded("king-is-dead", file).map(str::to_owned);
    KingIsDead::load(&folder, players, Options { mordred, ..Options::default() })
        .expect("the game's own data")
}

fn head(game: &KingIsDead, seat: Seat) -> Head {
    let info = game.seats().swap_remove(seat.index());
    Head {
        campaign: "camlann-2".into(),
        title: "After Camlann".into(),
        game: GameName { id: game.id().into(), title: game.title(), templates: game.templates().into() },
        seat: Some(Named { id: info.id, name: info.name }),
        player: "Zoë".into(),
        zone: "Europe/Rome".into(),
        key: Some("7Q2M-8KD3-V5TC-0XRW-9ABF-44EH-ZN".into()),
        address: "ravens@example.org".into(),
        references: vec![],
        left_out: None,
        ledger: None,
        besides: Default::default(),
    }
}

/// The report to a seat, asked if it is its turn.
fn report(game: &KingIsDead, board: &Board, seat: Seat, events: Vec<Value>) -> TurnReport {
    let over = board.outcome.is_some();
    let query = TurnQuery::new(board);
    let asked = !over && board.to_move() == seat && !board.court(seat).hand.is_empty();
    let open: Vec<Open> = if asked { vec![Open::of(&query, 60)] } else { vec![] };
    let decisions = open.iter().flat_map(|open| &open.legal.answers).take(8).map(|answer| Decision {
        key: "1/struggle/0/bedivere/turn".into(),
        kind: "turn".into(),
        answer: answer.clone(),
        origin: Origin::Plan { path: "turns.1".into(), line: Some(4) },
        unmet: vec![],
    });
    TurnReport {
        is_in: false,
        misfits: false,
        earlier: Vec::new(),
        head: head(game, seat),
        turn: game.moment(board).turn,
        stage: game.moment(board).stage,
        concerns: Vec::new(),
        events: events.into_iter().map(Into::into).collect(),
        view: game.view(board, Some(seat)).into(),
        asked: open.iter().map(Question::from).collect(),
        window: None,
        pace: "batch".into(),
        begins: true,
        is_answered: false,
        is_away: false,
        leave: None,
        is_ruled: false,
        is_part: false,
        back: None,
        sheet: asked.then(|| game.sheet(board, seat, &open)),
        on_file: None,
        seats: vec![],
        sealed_for: None,
        sent_for: None,
        decisions: decisions.collect(),
        votes: vec![],
        rulings: vec![],
        replaces: vec![],
        disputes: vec![],
        seals: vec![],
        heads: vec![],
        attachments: vec![],
    }
}

/// Plays a random game and hands the position at the opening of each struggle and after some turns to `see`, with what
/// happened since.
fn play(game: &KingIsDead, seed: u64, mut see: impl FnMut(&Board, Vec<Value>)) {
    let told = Rc::new(RefCell::new(vec![]));
    let ear = told.clone();
    let listen = Box::new(move |event: Event| {
        ear.borrow_mut().push(serde_json::to_value(event).expect("events are data"));
    });
    let mut table = RandomTable::listening(seed, listen);
    let mut board = game.begin(&mut table).expect("set-up never asks");
    let mut dice = fastrand::Rng::with_seed(seed);
    loop {
        see(&board, told.take());
        // A few turns into the struggle, as it stands when somebody is asked.
        let mut within = board.clone();
        for _ in 0..2 {
            let (seat, turn) = (within.to_move(), TurnQuery::new(&within).sample(&mut dice));
            if within.passes < game.world().players() && !within.court(seat).hand.is_empty() {
                resolution::take(&mut within, seat, &turn);
            }
        }
        if within.passes < game.world().players() {
            see(&within, vec![]);
        }
        if game.play(&mut board, &mut table).expect("a random table never pauses") == Progress::Ended {
            see(&board, told.take());
            return;
        }
    }
}

#[test]
fn any_game_can_be_told() {
    let writer = Writer::new(&|_| None);
    let mut told = BTreeSet::new();
    for (players, mordred) in [(2, false), (3, true), (4, false), (4, true)] {
        let game = game(players, mordred);
        for seed in 0..6 {
            play(&game, seed, |board, events| {
                told.extend(events.iter().filter_map(|e| e["event"].as_str().map(str::to_owned)));
                for seat in (0..players).map(Seat) {
                    let model = report(&game, board, seat, events.clone());
                    let mail = writer.write(&model).unwrap_or_else(|e| panic!("{players} {seed}: {e}")).mail;
                    let story = mail.text.split("The order sheet\n").next().unwrap_or_default();
                    let wide = story.lines().find(|line| line.width() > 72);
                    assert_eq!(wide, None, "{players} players, seed {seed}:\n{}", mail.text);
                    let is_empty =
                        |told: &&str| told.starts_with("Borders") && told.trim_end().ends_with(':');
                    let empty = story.split("\n\n").find(is_empty);
                    assert_eq!(empty, None, "there are no borders to tell when all is over:\n{}", mail.text);
                    let ids = [
                        "event: ",
                        "romano-britons",
                        "aquae-sulis",
                        "din-eidyn",
                        " bedivere",
                        "next-faction",
                    ];
                    assert_eq!(ids.iter().find(|id| story.contains(*id)), None, "an id for people: {story}");
                    assert!(mail.text.len() + mail.html.len() < 60_000);
                }
            });
        }
    }
    for name in Event::NAMES.iter().filter(|name| **name != "courts-redrawn") {
        assert!(told.contains(*name), "{name} was never told");
    }
}

#[test]
fn courts_that_are_drawn_again_are_told() {
    let writer = Writer::new(&|_| None);
    let game = game(4, false);
    let mut redrawn = 0;
    for seed in 0..200 {
        play(&game, seed, |board, events| {
            let Some(event) = events.iter().find(|event| event["event"] == "courts-redrawn") else { return };
            redrawn += 1;
            // Each of those who draw again held two of one colour, and so did another of them.
            let drawn: Vec<&Value> = event["drawn"].as_array().expect("a list").iter().collect();
            for (i, court) in drawn.iter().enumerate() {
                assert_eq!(court.as_object().expect("followers").len(), 1);
                assert!(drawn.iter().enumerate().any(|(j, other)| i != j && other == court), "{event}");
            }
            // And afterwards nobody shares.
            let pairs: Vec<_> = board.courts.iter().filter(|c| c.followers.kinds().count() == 1).collect();
            let twice = |c: &&&_| pairs.iter().filter(|other| **other == **c).count() > 1;
            assert!(pairs.iter().find(twice).is_none());
            let mail = writer.write(&report(&game, board, Seat(0), events)).expect("written").mail;
            assert!(mail.text.contains("draw again"), "{}", mail.text);
        });
    }
    assert!(redrawn > 5, "{redrawn}");
}

#[test]
fn a_sheet_sent_back_as_it_is_says_nothing() {
    let writer = Writer::new(&|_| None);
    let game = game(3, true);
    let board = game.begin(&mut RandomTable::new(3)).expect("set-up never asks");
    let mail = writer.write(&report(&game, &board, Seat(0), vec![])).expect("written").mail;
    let sheet: Vec<&str> =
        mail.text.lines().skip_while(|l| *l != "---").skip(1).take_while(|l| *l != "---").collect();
    let sheet = sheet.join("\n");
    let node = parse(&sheet).unwrap_or_else(|faults| panic!("{faults:?}\n{sheet}"));
    let plan = node.entries().and_then(|entries| entries.iter().find(|(key, _)| key.text() == Some("plan")));
    let (_, plan) = plan.expect("a plan");
    let reading = game.read_plan(&board, Seat(0), &[], plan);
    assert!(reading.plan.is_none() && reading.understood.is_empty());
    assert_eq!(reading.faults.iter().map(|f| f.why.code()).collect::<Vec<_>>(), ["plan-empty"]);
    // With the hash taken away, what it shows as an example is a plan.
    let filled: String = sheet
        .lines()
        .filter(|line| !line.contains("turns: ~"))
        .map(|line| {
            line.replace("    # - ", "    - ")
                .replace("    #   ", "      ")
                .replace("plan:", "plan:\n  turns:")
        })
        .map(|line| line + "\n")
        .collect();
    let node = parse(&filled).unwrap_or_else(|faults| panic!("{faults:?}\n{filled}"));
    let plan = node.entries().expect("a mapping").iter().find(|(key, _)| key.text() == Some("plan"));
    let reading = game.read_plan(&board, Seat(1), &[], &plan.expect("a plan").1);
    assert!(reading.plan.is_some(), "{:?}\n{filled}", reading.faults);
}

#[test]
fn beside_an_order_page_the_sheet_is_short_in_html_alone() {
    let writer = Writer::new(&|_| None);
    let game = game(3, true);
    let board = game.begin(&mut RandomTable::new(3)).expect("set-up never asks");
    let alone = report(&game, &board, board.to_move(), vec![]);
    let paged = TurnReport { attachments: vec!["orders-1.html".into()], ..alone.clone() };
    let [alone, paged] = [alone, paged].map(|report| writer.write(&report).expect("written").mail);
    for note in ["- pass: until somebody plays", "Caledonia: "] {
        let of_sheet = |text: &str| text.contains(&format!("    # {note}"));
        assert!(of_sheet(&alone.html) && of_sheet(&alone.text) && of_sheet(&paged.text), "{note}");
        assert!(!of_sheet(&paged.html), "{note}");
    }
    for part in ["  turns: ~", "Your cards: "] {
        assert!(paged.html.contains(part), "{part}");
    }
}

#[test]
fn what_is_understood_has_words() {
    let writer = Writer::new(&|_| None);
    let game = game(4, true);
    let board = game.begin(&mut RandomTable::new(3)).expect("set-up never asks");
    let names = game.view(&board, None)["names"].clone();
    let mut dice = fastrand::Rng::with_seed(1);
    for _ in 0..60 {
        let plan = game.suggest(&board, Seat(2), &[], &mut dice);
        let text = game.write_plan(&plan, &board);
        let node = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}"));
        for item in game.read_plan(&board, Seat(2), &[], &node.entries().expect("plan")[0].1).understood {
            let words =
                writer.fragment(game.templates(), "understood.md", &names, &json!({"what": item.what}));
            let words = words.unwrap_or_else(|e| panic!("{e}: {}", item.what));
            assert!(!words.trim().is_empty() && !words.contains('{'), "{words}");
        }
    }
    // A refusal as it is read.
    let why = Refusal::new("exchange-undoes").with("a", "Deva").with("b", "Ratae");
    let words = writer.refusal(game.templates(), &why).expect("words");
    assert!(words.contains("undo the exchange between Deva and Ratae"), "{words}");
}

#[test]
fn a_view_is_mailed_as_yaml_that_comes_back() {
    let game = game(4, true);
    play(&game, 5, |board, _| {
        let view = game.view(board, Some(Seat(1)));
        let back: Value = serde_saphyr::from_str(&view_yaml(&view)).expect("YAML");
        let read = game.read_view(&back).expect("a view");
        assert!(game.view(&read, Some(Seat(1))) == view);
    });
}

/// Whatever other seats hold below their top cards, no byte of a report may tell. K-12.
#[test]
fn a_report_does_not_tell_what_lies_below_a_top_card() {
    let writer = Writer::new(&|_| None);
    let game = game(4, true);
    let mut compared = 0;
    for seed in 0..30 {
        play(&game, seed, |board, _| {
            if board.outcome.is_some() {
                return;
            }
            // Exchange a card that lies below with one in the same hand.
            let mut other = board.clone();
            let Some(place) = (0..other.played.len()).find(|place| {
                let played = other.played[*place];
                played.seat != Seat(0) && other.last_play(played.seat) as usize != place + 1
            }) else {
                return;
            };
            let played = other.played[place];
            let hand = other.court(played.seat).hand;
            let Some(hidden) = hand.kinds().find(|card| *card != played.card) else { return };
            other.played[place].card = hidden;
            let court = &mut other.courts[played.seat.index()].hand;
            court.take(hidden);
            court.0[played.card as usize] += 1;
            // A crown token tells that a Crown was played.
            if game.sound(&other).is_err() {
                return;
            }
            compared += 1;
            for position in [board, &other] {
                assert!(game.view(position, Some(Seat(0))) == game.view(board, Some(Seat(0))));
                assert!(game.view(position, None) == game.view(board, None));
            }
            let seen =
                |board: &Board| writer.write(&report(&game, board, Seat(0), vec![])).expect("written").mail;
            assert!(seen(board) == seen(&other));
        });
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn a_report_to_be_read() {
    let writer = Writer::new(&|_| None);
    let game = game(3, true);
    let mut struggles = 0;
    play(&game, 4, |board, events| {
        struggles += 1;
        if struggles == 5 {
            let mail = writer.write(&report(&game, board, board.to_move(), events)).expect("written").mail;
            insta::assert_snapshot!(format!("Subject: {}\n\n{}", mail.subject, mail.text));
        }
    });
}

/// Messages of a whole game, written.
pub fn mails() -> Vec<Rendered> {
    let writer = Writer::new(&|_| None);
    let mut mails = Vec::new();
    for (players, mordred) in [(2, false), (3, true), (4, false)] {
        let game = game(players, mordred);
        play(&game, 4, |board, events| {
            let mut mail = report(&game, board, board.to_move(), events);
            // As every message to a seat has one.
            mail.head.ledger = Some(LedgerHead { number: 41, hash: "9b8f6d2c".repeat(8) });
            mails.push(writer.write(&mail).expect("written").mail);
        });
    }
    mails
}

/// The pages of those messages, each with its subject.
pub fn pages() -> Vec<(String, String)> {
    mails().into_iter().map(|mail| (mail.subject, mail.html)).collect()
}
