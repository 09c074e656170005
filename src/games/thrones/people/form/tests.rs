//! What the form offers, the plan's reader takes; and it offers what the sheet does.

use super::*;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::Options;
use crate::games::thrones::editions::{FIRST, NORTH, SECOND};
use crate::games::thrones::game::Edition;
use crate::games::thrones::{Thrones, people};
use crate::sheet::{Fault, parse};
use crate::table::{Game, Listing, RandomTable};

fn opening(edition: &'static Edition, id: &str, players: u8) -> Board {
    let folder = |file: &str| crate::games::embedded(id, file).map(str::to_owned);
    let game = Thrones::load_edition(edition, &folder, players, Options::default()).expect("its own data");
    let mut board = game.begin(&mut RandomTable::new(7)).expect("set-up never asks");
    board.stage = Stage::Planning;
    board
}

fn open(seat: Seat, kind: &str, ahead: bool, question: Value) -> Open {
    let legal = Listing { answers: vec![], complete: false };
    let key = format!("1/x/0/y/{kind}");
    Open { seat, key, kind: kind.to_owned(), question, legal, default: Value::Null, ahead }
}

fn field<'f>(form: &'f Form, id: &str) -> &'f Field {
    &form.parts.iter().find(|part| part.id == id).unwrap_or_else(|| panic!("no {id}")).field
}

/// Reads a plan and returns what is wrong with it.
fn errors(board: &Board, seat: Seat, open: &[Open], text: &str) -> Vec<Fault> {
    let node = parse(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let reading = people::plan::read(board, seat, open, &node);
    reading.faults.into_iter().filter(Fault::is_error).collect()
}

/// Each answer that the form of every house offers alone, as the page writes it.
#[test]
fn whatever_the_form_offers_is_legal_by_itself() {
    let mut tried = 0;
    for board in [opening(&FIRST, "thrones-1e", 5), opening(&SECOND, "thrones-2e", 6)] {
        let name = |id: &str| board.world.place(board.world.area(id).expect("an area")).name.clone();
        for seat in board.houses.seats() {
            let asked = [open(seat, "orders", false, Value::Null)];
            let form = form(&board, seat, &asked);
            let mut plans = Vec::new();
            if let Field::Tokens { rows, tokens, stars, .. } = field(&form, "orders") {
                let starred = |id: &&String| tokens.iter().any(|token| token.id == **id && token.star);
                for row in rows {
                    // Of starred ones the page offers as many as there are stars.
                    let legal = row.legal.iter().filter(|id| *stars > 0 || !starred(id));
                    plans.extend(legal.map(|id| format!("orders:\n  {}: {id}", name(&row.area))));
                }
            }
            if let Field::Moves { rows, .. } = field(&form, "marches") {
                for row in rows {
                    let march = |to: &String| {
                        format!("marches:\n- {{from: {}, to: {{{}: all}}}}", name(&row.area), name(to))
                    };
                    plans.extend(row.to.iter().chain(&row.perhaps).map(march));
                }
            }
            if let Field::Targets { rows, .. } = field(&form, "raids") {
                for row in rows {
                    let raid =
                        |to: &String| format!("raids:\n- {{from: {}, at: [{}]}}", name(&row.area), name(to));
                    plans.extend(row.to.iter().map(raid));
                }
            }
            if let Some(part) = form.parts.iter().find(|part| part.id == "consolidate")
                && let Field::Builds { rows, .. } = &part.field
            {
                for row in rows {
                    let build = |build: &crate::table::form::Build| {
                        format!("consolidate:\n  {}: [{}]", name(&row.area), build.word)
                    };
                    plans.extend(row.options.iter().map(build));
                }
            }
            for part in form.parts.iter().filter(|part| part.standing) {
                let options = match &part.field {
                    Field::One { options, .. } | Field::Ranked { options, .. } => options,
                    other => panic!("{other:?}"),
                };
                for option in options {
                    let path = part.at.iter().rev();
                    plans.push(path.fold(option.word.clone(), |inner, key| format!("{{{key}: {inner}}}")));
                }
            }
            for plan in plans {
                let wrong = errors(&board, seat, &asked, &plan);
                assert!(wrong.is_empty(), "{plan}: {wrong:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn it_offers_what_the_sheet_offers() {
    let board = opening(&SECOND, "thrones-2e", 6);
    for seat in board.houses.seats() {
        let asked = [open(seat, "orders", false, Value::Null)];
        let (form, sheet) = (form(&board, seat, &asked), sheet(&board, seat, &asked));
        let Field::Tokens { rows, tokens, stars, everywhere, .. } = field(&form, "orders") else { panic!() };
        let listed: Vec<&str> = sheet["orders"]["areas"]
            .as_array()
            .expect("areas")
            .iter()
            .filter_map(|a| a["area"].as_str())
            .collect();
        assert_eq!(rows.iter().map(|row| row.area.as_str()).collect::<Vec<_>>(), listed);
        assert_eq!(json!(stars), sheet["orders"]["stars"]);
        assert!(*everywhere);
        for token in tokens {
            assert_eq!(json!(token.number), sheet["orders"]["tokens"][&token.id], "{}", token.id);
        }
        assert_eq!(tokens.len(), sheet["orders"]["tokens"].as_object().expect("tokens").len());
    }
}

#[test]
fn a_question_that_has_no_part_of_its_own_is_answered_by_its_key() {
    let board = opening(&FIRST, "thrones-1e", 5);
    let mut card = open(Seat(0), "card", false, json!({"ask": "card"}));
    card.legal = Listing { answers: vec![json!("robb-stark"), json!("eddard-stark")], complete: true };
    let form = form(&board, Seat(0), &[card]);
    let part = form.parts.iter().find(|part| part.id == "answers").expect("a part");
    assert_eq!(part.at, ["answers", "1/x/0/y/card"]);
    let Field::One { options, complete, .. } = &part.field else { panic!() };
    assert_eq!(
        options.iter().map(|one| one.word.as_str()).collect::<Vec<_>>(),
        ["robb-stark", "eddard-stark"]
    );
    assert!(complete);
    assert!(form.parts.iter().all(|part| !part.standing), "nothing in advance without orders");
}

#[test]
fn a_raid_that_is_asked_for_offers_the_targets_of_the_question() {
    let board = opening(&FIRST, "thrones-1e", 5);
    let stark = board.world.seat("stark").expect("a house");
    let question = json!({"orders": {"winterfell": ["karhold"]}});
    let form = form(&board, stark, &[open(stark, "raid", false, question)]);
    let Field::Targets { rows, .. } = field(&form, "raids") else { panic!() };
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0].area.as_str(), rows[0].to.as_slice()),
        ("winterfell", ["karhold".to_owned()].as_slice())
    );
    assert!(rows[0].with.is_empty());
}

/// Tactic decks, tactic cards and units for the quest.
#[test]
fn what_the_form_of_the_north_offers_is_legal() {
    let mut board = opening(&NORTH, "beyond-the-wall", 3);
    let mut tried = 0;
    for seat in board.houses.seats().collect::<Vec<_>>() {
        board.stage = crate::games::thrones::editions::north::DECKS;
        let asked = [open(seat, "tactic-deck", false, json!({"least": 3, "most": 5}))];
        let Field::Ranked { options, least, most, .. } =
            field(&form(&board, seat, &asked), "tactic-deck").clone()
        else {
            panic!()
        };
        assert_eq!((options.len(), least, most), (18, 3, 5));
        for three in options.windows(3) {
            let names: Vec<&str> = three.iter().map(|option| option.word.as_str()).collect();
            let wrong = errors(&board, seat, &asked, &format!("tactics: {{deck: [{}]}}", names.join(", ")));
            assert!(wrong.is_empty(), "{wrong:?}");
        }
        board.stage = Stage::Planning;
        let hand = json!({"hand": ["pillage", "encircle"]});
        board.north.as_mut().expect("a north").side_mut(seat).hand =
            board.world.north.as_ref().expect("a north").all_tactics();
        let asked = [open(seat, "orders", false, Value::Null), open(seat, "tactic-card", false, hand)];
        for (id, key) in [("tactic-card", "tactic"), ("quest", "quest")] {
            let form = form(&board, seat, &asked);
            let Some(part) = form.parts.iter().find(|part| part.id == id) else { continue };
            let Field::Ranked { options, .. } = &part.field else { panic!() };
            for option in options {
                let wrong = errors(&board, seat, &asked, &format!("{key}: [{}]", option.word));
                assert!(wrong.is_empty(), "{}: {wrong:?}", option.word);
                tried += 1;
            }
        }
    }
    // Two cards of each side, and every kind of unit of an area; the Others have no quest.
    assert!(tried > 10, "{tried}");
}
