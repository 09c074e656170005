//! Plain lines that were once read as something else, or lost.

use super::read_typed;
use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::data::Options;
use crate::games::thrones::editions::{FIRST, NORTH, SECOND};
use crate::games::thrones::war::transport::reach;
use crate::games::thrones::{Edition, Thrones};
use crate::sheet::plain;
use crate::table::{Game, LineFate, Listing, Open, RandomTable, Seat, Typed, TypedLine};
use serde_json::{Value, json};

fn planning(edition: &'static Edition, players: u8) -> Board {
    let folder = |file: &str| crate::games::embedded(edition.id, file).map(str::to_owned);
    let game = Thrones::load_edition(edition, &folder, players, Options::default()).unwrap();
    let mut board = game.begin(&mut RandomTable::new(1)).unwrap();
    board.stage = Stage::Planning;
    board
}

fn read(board: &Board, seat: Seat, open: &[Open], line: &str) -> Typed {
    read_typed(board, seat, open, &[], &[TypedLine { text: line, line: 1 }])
}

/// The plan of a line that is understood whole; nothing if any of it is asked back.
fn means(board: &Board, seat: Seat, open: &[Open], line: &str) -> Value {
    let typed = read(board, seat, open, line);
    let is_whole = typed.fates == [LineFate::Taken] && !typed.faults.iter().any(|fault| fault.is_error());
    typed.tree.filter(|_| is_whole).map_or(Value::Null, |tree| plain(&tree))
}

/// The members of a wish of a plan, one or a list.
fn list(wish: &Value) -> Vec<&str> {
    let one = std::slice::from_ref(wish);
    wish.as_array().map_or(one, Vec::as_slice).iter().filter_map(Value::as_str).collect()
}

fn is_asked_back(board: &Board, seat: Seat, open: &[Open], line: &str) -> bool {
    let typed = read(board, seat, open, line);
    typed.fates == [LineFate::Faulty]
        && typed.tree.is_none()
        && typed.faults.iter().any(|fault| fault.is_error())
}

fn asked(seat: Seat, kind: &str, key: &str) -> [Open; 1] {
    [Open {
        seat,
        kind: kind.to_owned(),
        key: format!("1/marches/2/stark/{key}"),
        question: Value::Null,
        legal: Listing { answers: Vec::new(), complete: true },
        default: Value::Null,
        ahead: false,
    }]
}

#[test]
fn who_is_last_is_not_read_as_first() {
    let board = planning(&FIRST, 5);
    let stark = board.world.seat("stark").unwrap();
    for line in [
        "lose knights last",
        "lose last: knights",
        "lose footmen last",
        "cards: Eddard last",
        "card Robb last",
    ] {
        assert!(is_asked_back(&board, stark, &[], line), "{line}: {:?}", read(&board, stark, &[], line));
    }
    for line in ["lose footmen first", "lose first: footmen", "lose footmen"] {
        assert_eq!(list(&means(&board, stark, &[], line)["battle"]["lose"]), ["footman"], "{line}");
    }
}

#[test]
fn a_bid_on_the_attack_takes_no_side_that_it_does_not_name() {
    let board = planning(&NORTH, 3);
    let others = board.world.seat("others").unwrap();
    let side = |line: &str| {
        let bids = means(&board, others, &[], line)["bids"].clone();
        assert_eq!(bids["wildlings"], json!(2), "{line}: {bids}");
        bids["for"].clone()
    };
    for line in ["wildlings: 2", "bid 2 wildlings", "bid 2 on the wildlings", "wildlings 2"] {
        assert_eq!(side(line), Value::Null, "{line}");
    }
    for line in [
        "bid 2 for the watch",
        "bid 2 against wildlings",
        "2 against the wildlings",
        "wildlings: 2 for the watch",
    ] {
        assert_eq!(side(line), json!("watch"), "{line}");
    }
    for line in ["bid 2 for the wildlings", "bid 2 against the Watch"] {
        assert_eq!(side(line), json!("wildlings"), "{line}");
    }
}

/// Some areas begin with the word for a unit, such as Giant's Stairs.
#[test]
fn every_march_to_an_area_beside_goes_there() {
    for (edition, players) in [(&FIRST, 5), (&SECOND, 6), (&NORTH, 3)] {
        let board = planning(edition, players);
        for (seat, _) in board.world.houses.iter() {
            for (from, _) in board.held_by(seat) {
                for to in reach(&board, seat, from).iter() {
                    let (from, to) = (&board.world.place(from).name, &board.world.place(to).name);
                    let bare = to.replace('\'', "").to_lowercase();
                    for goal in [to.as_str(), &bare] {
                        for arrow in ["->", "to", "attacks"] {
                            let line = format!("{from} march +0 {arrow} {goal}");
                            let march = means(&board, seat, &[], &line)["marches"][0].clone();
                            let units = &march["to"][to.as_str()];
                            assert!(march["to"] == json!(to) || units == "all", "{line}: {march}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_change_of_an_order_is_read_or_asked_back() {
    let board = planning(&FIRST, 5);
    let houses: Vec<Seat> = board.world.houses.iter().map(|(seat, _)| seat).collect();
    let mut without = houses.iter().copied().filter(|seat| !board.has_token(*seat, Track::KingsCourt));
    let seat = without.next().unwrap();
    let area = board.held_by(seat).map(|(area, _)| board.world.place(area).name.clone()).next().unwrap();
    for line in [
        format!("change {area} to support"),
        format!("actually change {area} to support"),
        format!("{area} to support instead"),
        format!("actually, {area} to support"),
    ] {
        let plan = means(&board, seat, &[], &line);
        assert_eq!(plan, json!({"orders": {area.as_str(): "support"}}), "{line}");
    }
    for line in [format!("change {area} to march to fight"), "if wildlings attack bid 2".to_owned()] {
        assert!(is_asked_back(&board, seat, &[], &line), "{line}: {:?}", read(&board, seat, &[], &line));
    }
    // Who holds the Messenger Raven may mean that.
    let holder = houses.into_iter().find(|seat| board.has_token(*seat, Track::KingsCourt)).unwrap();
    let area = board.held_by(holder).map(|(area, _)| board.world.place(area).name.clone()).next().unwrap();
    let plan = means(&board, holder, &[], &format!("change {area} to support"));
    assert_eq!(plan["raven"], json!([{area.as_str(): "support"}]), "{plan}");
}

#[test]
fn who_goes_may_be_followed_by_who_stays() {
    let board = planning(&FIRST, 5);
    let stark = board.world.seat("stark").unwrap();
    let plan = means(&board, stark, &[], "Winterfell march +0 -> Karhold knight, footman stays");
    assert_eq!(plan["marches"][0]["to"], json!({"Karhold": ["knight"]}), "{plan}");
}

#[test]
fn units_that_are_given_up_are_no_casualties() {
    let board = planning(&FIRST, 5);
    let stark = board.world.seat("stark").unwrap();
    let open = asked(stark, "disband", "disband/supply");
    for (line, said) in [
        ("lose the ship first", vec!["ship"]),
        ("I give up the ship", vec!["ship"]),
        ("Two ships", vec!["2 ships"]),
        ("lose footman at White Harbor", vec!["footman at White Harbor"]),
        (
            "disband footman in Winterfell, footman in White Harbor",
            vec!["footman at Winterfell", "footman at White Harbor"],
        ),
    ] {
        assert_eq!(list(&means(&board, stark, &open, line)["disband"]), said, "{line}");
    }
    // Among all that the Westeros cards ask, too.
    let mut early = planning(&FIRST, 5);
    early.stage = Stage::Westeros;
    let mut open = asked(stark, "disband", "disband/wildlings").to_vec();
    open[0].ahead = true;
    open.extend(asked(stark, "bid", "bid/iron-throne"));
    for (line, said) in [
        ("lose footmen first", "all footmen"),
        ("disband: footmen", "all footmen"),
        ("lose the ship", "ship"),
    ] {
        assert_eq!(list(&means(&early, stark, &open, line)["disband"]), [said], "{line}");
    }
    let open = asked(stark, "casualties", "casualties/winterfell");
    assert_eq!(list(&means(&board, stark, &open, "a footman")["battle"]["lose"]), ["footman"]);
}

#[test]
fn one_question_about_a_battle_is_answered_in_a_word() {
    let board = planning(&FIRST, 5);
    let stark = board.world.seat("stark").unwrap();
    let card = asked(stark, "card", "card/winterfell");
    for line in ["Robb", "Robb Stark", "robb stark please", "Winterfell: Robb"] {
        assert_eq!(list(&means(&board, stark, &card, line)["battle"]["cards"]), ["Robb Stark"], "{line}");
    }
    assert_eq!(means(&board, stark, &card, "Robb would be glad"), Value::Null);
    let retreat = asked(stark, "retreat", "retreat/winterfell");
    assert_eq!(list(&means(&board, stark, &retreat, "Karhold")["battle"]["retreat"]), ["Karhold"]);
    let bid = asked(stark, "bid", "bid/fiefdoms");
    for (line, power) in [("Bid: 3", 3), ("bid 1", 1), ("bid 0", 0), ("2", 2)] {
        assert_eq!(means(&board, stark, &bid, line), json!({"bids": {"fiefdoms": power}}), "{line}");
    }
}

/// A condition that the plan has no place for is asked back with whatever hangs on it; at least nobody is sent it.
#[test]
fn conditions_with_something_behind_them_are_asked_back() {
    let board = planning(&FIRST, 5);
    let seat = board.world.seat("stark").unwrap();
    let orders = [
        "Winterfell raid",
        "raid with Winterfell",
        "march from Winterfell to Moat Cailin",
        "card Eddard",
        "bid 2",
    ];
    for condition in ["if Greyjoy attacks", "If I lose at Moat Cailin", "unless Greyjoy marches"] {
        for sign in [",", ":"] {
            for order in orders {
                let line = format!("{condition}{sign} {order}");
                let typed = read(&board, seat, &[], &line);
                let is_told = is_asked_back(&board, seat, &[], &line);
                assert!(is_told || typed.tree.is_none() && typed.secret.len() == 1, "{line}: {typed:?}");
            }
        }
    }
}

/// Bids without names are those of the sheet: one for each thing that is bid for, and one for each track.
#[test]
fn as_many_bids_as_are_asked_for_are_read_without_names() {
    let board = planning(&FIRST, 5);
    let stark = board.world.seat("stark").unwrap();
    let of = |on: &str| {
        let mut open = asked(stark, "bid", &format!("1/westeros/2/stark/bid/{on}"));
        open[0].question = json!({"on": on});
        open.into_iter()
    };
    let tracks = || ["iron-throne", "fiefdoms", "kings-court"].into_iter().flat_map(of);
    let with_wildlings: Vec<Open> = tracks().chain(of("wildlings")).collect();
    for (open, counts) in [(vec![], vec![3]), (tracks().collect(), vec![3]), (with_wildlings, vec![3, 4])] {
        for count in 2..=6_usize {
            let numbers: Vec<String> = (1..=count).map(|number| (number % 3).to_string()).collect();
            let bids = means(&board, stark, &open, &format!("bids {}", numbers.join(", ")))["bids"].clone();
            let read = bids.as_object().map_or(0, |bids| bids.len());
            let expected = if counts.contains(&count) { count } else { 0 };
            assert_eq!(read, expected, "{count} bids where {} are asked: {bids}", open.len());
        }
    }
}

/// A number is a bid in any language, and what is asked for is not for the game master, whatever is said of it.
#[test]
fn a_few_words_about_what_the_cards_ask_are_for_nobody_else() {
    let board = planning(&FIRST, 5);
    let stark = board.world.seat("stark").unwrap();
    let mut open = asked(stark, "bid", "1/westeros/3/stark/bid/wildlings").to_vec();
    open.extend(asked(stark, "muster", "1/westeros/1/stark/muster"));
    let is_kept = |open: &[Open], line: &str| {
        let typed = read(&board, stark, open, line);
        !typed.secret.is_empty() || is_asked_back(&board, stark, open, line)
    };
    for line in ["Ich biete 2", "mein Gebot ist 2", "Ik bied 2", "mustering we skip"] {
        assert!(is_kept(&open, line), "{line}");
    }
    assert!(!is_kept(&[], "Ich biete 2"), "nothing is bid");
    for line in
        ["see you in 2 weeks when I am back from Rome", "good luck to all of you", "what is a muster?"]
    {
        assert!(!is_kept(&open, line), "{line}");
    }
}
