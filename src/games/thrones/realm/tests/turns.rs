//! Set-up, Westeros cards, the turn, and its end. Rules: 1e, Set-up, The Westeros phase, The sequence of the turn,
//! Winning the game, Games of 3 or 4 players.

use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::data::{Area, Troop};
use crate::games::thrones::realm::{sound, turn, victory, westeros};
use crate::games::thrones::testing::{Script, area, empty, game, opening, put, seat, set_track, troop};
use crate::table::{AnyTable, Game};
use serde_json::{Value, json};

/// Puts a card on top of its deck.
fn stack(board: &mut Board, deck: usize, card: &str) {
    let world = board.world.clone();
    let is = |i: &u8| world.theatres[0].decks[deck][usize::from(*i)].card.id() == card;
    let at = board.theatres[0].decks[deck]
        .iter()
        .position(is)
        .unwrap_or_else(|| panic!("no {card:?} in deck {deck}"));
    let top = board.theatres[0].decks[deck].remove(at);
    board.theatres[0].decks[deck].insert(0, top);
}

fn stacked(cards: [&str; 3]) -> Board {
    let mut board = opening(5);
    (board.turn, board.stage) = (2, Stage::Westeros);
    (0..3).for_each(|deck| stack(&mut board, deck, cards[deck]));
    board
}

/// The rulebook's example of set-up: Lannister's units and positions, five power, the Raven.
#[test]
fn the_rulebooks_example_of_set_up() {
    let board = opening(5);
    let lannister = seat(&board, "lannister");
    for (at, units) in [("lannisport", "fk"), ("stoney-sept", "f"), ("the-golden-sound", "s")] {
        let spot = board.spot(area(&board, at));
        assert_eq!((spot.holder, spot.fit), (Some(lannister), troop(units)));
    }
    assert_eq!(Track::ALL.map(|track| board.rank(track, lannister) + 1), [2, 5, 1]);
    assert_eq!(board.first_on(0, Track::KingsCourt), Some(lannister));
    let house = &board.houses[lannister];
    assert_eq!((house.power, house.hand.len(), house.used.len()), (5, 7, 0));
    assert_eq!((board.turn, board.stage, board.wildlings_strength()), (1, Stage::Planning, 0));
    sound::sound(&board).unwrap();
}

#[test]
fn fewer_houses_move_up_and_absent_units_are_neutral() {
    for (players, blade) in [(5, "greyjoy"), (4, "tyrell"), (3, "stark")] {
        let mut table = Script::default();
        let board = game(players).begin(&mut table).unwrap();
        sound::sound(&board).unwrap();
        assert_eq!(board.first_on(0, Track::Fiefdoms), Some(seat(&board, blade)), "{players} houses");
        let force = |at| board.spot(area(&board, at)).neutral;
        assert_eq!([force("the-eyrie"), force("kings-landing"), force("sunspear")], [6, 5, 5]);
        let greyjoy = if players == 5 { [0, 0, 0] } else { [3, 1, 2] };
        assert_eq!(["pyke", "greywater-watch", "ironmans-bay"].map(force), greyjoy);
        assert_eq!(force("highgarden"), if players == 3 { 3 } else { 0 });
        assert_eq!(table.told("game-begins")[0]["tracks"]["fiefdoms"][0], json!(blade));
        let labels: Vec<String> = table.asked.concat();
        assert_eq!(labels, ["0/westeros-1/shuffle", "0/westeros-2/shuffle", "0/westeros-3/shuffle"]);
        assert_eq!(board.world.instant_win, if players == 3 { 8 } else { 7 });
    }
}

#[test]
fn three_cards_are_turned_and_then_the_mammoths_count() {
    let mut board = stacked(["last-days-of-summer", "last-days-of-summer", "storm-of-swords"]);
    let mut table = Script::default();
    westeros::turn_cards(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!(board.wildlings_strength(), 6, "three mammoths, a step each");
    let names: Vec<&Value> = table.events.iter().map(|event| &event["event"]).collect();
    assert_eq!(names, ["westeros-turned", "westeros-turned", "westeros-turned", "wildlings-grow"]);
    board.theatres[0].wildlings = 5;
    let grown = stacked(["last-days-of-summer", "last-days-of-summer", "storm-of-swords"]);
    board.theatres[0].decks = grown.theatres[0].decks.clone();
    westeros::turn_cards(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!(board.wildlings_strength(), 12, "the track ends at 12");
}

#[test]
fn turned_cards_lie_open_for_the_turn_and_under_their_decks() {
    let mut board = stacked(["supply", "game-of-thrones", "sea-of-storms"]);
    let tops = [0, 1, 2].map(|deck: usize| board.theatres[0].decks[deck][0]);
    westeros::turn_cards(&mut board, &mut AnyTable::of(&mut Script::default())).unwrap();
    for (deck, top) in tops.into_iter().enumerate() {
        assert_eq!(
            (
                board.theatres[0].decks[deck].last(),
                board.theatres[0].open[deck],
                board.theatres[0].decks[deck].len()
            ),
            (Some(&top), Some(top), 10)
        );
    }
    assert_eq!(board.theatres[0].wildlings, 0);
    board.stage = Stage::Consolidate;
    let mut table = Script::default();
    turn::advance(&mut board, &mut AnyTable::of(&mut table));
    assert_eq!(
        (board.turn, board.stage, board.theatres[0].open.clone()),
        (3, Stage::Westeros, vec![None; 3])
    );
    assert_eq!(table.told("turn-begins")[0]["turn"], json!(3));
}

/// From the stage in which they are turned to the end of the turn, and in no first turn that begins with planning.
#[test]
fn cards_lie_open_when_they_have_been_turned() {
    let mut board = opening(5);
    let comes_up = |board: &Board| sound::sound(board).and_then(|()| sound::comes_up(board)).is_ok();
    assert!(comes_up(&board));
    board.theatres[0].open[1] = Some(3);
    for (turn, stage, can) in [
        (1, Stage::Planning, false),
        (1, Stage::Consolidate, false),
        (2, Stage::Westeros, false),
        (2, Stage::CardOne, true),
        (2, Stage::Planning, true),
        (10, Stage::Consolidate, true),
    ] {
        (board.turn, board.stage) = (turn, stage);
        assert_eq!(comes_up(&board), can, "{turn} {stage:?}");
        let mut none = board.clone();
        none.theatres[0].open[1] = None;
        assert!(comes_up(&none), "{turn} {stage:?} without a card");
    }
}

#[test]
fn winter_shuffles_its_whole_deck_and_turns_another() {
    let mut board = stacked(["winter-is-coming", "game-of-thrones", "sea-of-storms"]);
    let mut table = Script::shuffling(&[9, 4]);
    westeros::turn_cards(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    // The first shuffle puts Winter, which lies under the deck, on top again.
    assert_eq!(table.asked.concat(), ["2/westeros-1/shuffle", "2/westeros-1/shuffle-2"]);
    assert_eq!(table.told("deck-shuffled").len(), 2);
    let turned = table.told("westeros-turned");
    assert_eq!(turned.len(), 5);
    assert_eq!(
        (&turned[0]["card"], &turned[1]["card"]),
        (&json!("winter-is-coming"), &json!("winter-is-coming"))
    );
    assert_ne!(board.open_row(0, 0).map(|row| row.id), Some("winter-is-coming"));
    let mut deck = board.theatres[0].decks[0].clone();
    deck.sort_unstable();
    assert_eq!(deck, (0..10).collect::<Vec<u8>>());
}

#[test]
fn a_mammoth_turned_after_winter_counts_too() {
    let mut board = stacked(["supply", "game-of-thrones", "winter-is-coming"]);
    let next = board.world.theatres[0].decks[2].iter().position(|card| card.mammoth).unwrap() as u8;
    let winter = board.theatres[0].decks[2][0];
    let rest = board.theatres[0].decks[2].iter().copied().filter(|card| *card != next && *card != winter);
    board.theatres[0].decks[2] = [winter, next].into_iter().chain(rest).collect();
    // A shuffle by no place at all: the next card is the one with a mammoth.
    let mut table = Script::shuffling(&[0]);
    westeros::turn_cards(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!((board.theatres[0].open[2], board.theatres[0].wildlings), (Some(next), 1));
}

#[test]
fn every_card_does_what_it_says() {
    for (deck, card, event) in [
        (0, "supply", "supply-set"),
        (0, "mustering", "mustered"),
        (1, "clash-of-kings", "track-settled"),
        (1, "game-of-thrones", "power-gained"),
        (2, "wildling-attack", "wildlings-withdraw"),
    ] {
        let mut board = opening(5);
        stack(&mut board, deck, card);
        let mut table = Script::default();
        westeros::turn_cards(&mut board, &mut AnyTable::of(&mut table)).unwrap();
        let before = table.events.len();
        westeros::execute(&mut board, deck, &mut AnyTable::of(&mut table)).unwrap();
        assert!(table.events[before..].iter().any(|e| e["event"] == json!(event)), "{card:?}");
    }
    for card in ["sea-of-storms", "rains-of-autumn", "last-days-of-summer"] {
        let mut board = opening(5);
        stack(&mut board, 2, card);
        westeros::turn_cards(&mut board, &mut AnyTable::of(&mut Script::default())).unwrap();
        let (mut table, before) = (Script::default(), board.clone());
        westeros::execute(&mut board, 2, &mut AnyTable::of(&mut table)).unwrap();
        assert_eq!(board, before);
        assert_eq!(table.events.len(), 1, "it is told that it is executed");
    }
}

#[test]
fn the_first_turn_has_no_westeros_phase_and_the_stages_follow_in_order() {
    let mut board = opening(5);
    let mut stages = vec![board.stage];
    while board.turn < 3 {
        turn::advance(&mut board, &mut AnyTable::of(&mut Script::default()));
        stages.push(board.stage);
    }
    let (westeros, action) = Stage::ALL[..9].split_at(4);
    assert_eq!(stages, [action, westeros, action, &[Stage::Westeros]].concat());
}

#[test]
fn a_storm_or_a_feast_skips_a_stage() {
    for (card, stage, id) in
        [("sea-of-storms", Stage::Raids, "raids"), ("feast-for-crows", Stage::Consolidate, "consolidate")]
    {
        let mut board = stacked(["supply", "game-of-thrones", card]);
        westeros::turn_cards(&mut board, &mut AnyTable::of(&mut Script::default())).unwrap();
        let mut table = Script::default();
        (0..8).for_each(|_| turn::advance(&mut board, &mut AnyTable::of(&mut table)));
        assert_eq!(turn::skipped(&board, stage).map(|row| row.id), Some(card));
        let skipped = json!({"event": "stage-skipped", "stage": id, "card": card});
        assert_eq!(table.told("stage-skipped"), [&skipped]);
    }
}

/// A board where houses hold so many of these cities and strongholds, by token.
fn with_structures(held: &[(&str, usize)]) -> Board {
    let mut board = empty();
    // Each house's own shield counts, unless somebody else is there; so everything else is given away.
    let mut free: Vec<_> =
        board.world.structures.iter().filter(|a| board.world.home_of(*a).is_none()).collect();
    board.spots.change(|_, spot| spot.neutral = 0);
    for (house, number) in held {
        let house = seat(&board, house);
        for _ in board.structures_of(house)..*number as u8 {
            let at = free.pop().unwrap();
            board.spot_mut(at).token = Some(house);
        }
        assert_eq!(usize::from(board.structures_of(house)), *number);
    }
    board
}

fn winners(board: &Board) -> (Vec<String>, &'static str) {
    let outcome = board.outcome.as_ref().unwrap();
    (board.seat_ids(&outcome.winners), outcome.by)
}

#[test]
fn seven_cities_and_strongholds_win_at_once() {
    let mut board = with_structures(&[("stark", 6)]);
    assert!(!victory::check(&mut board, None, &mut AnyTable::of(&mut Script::default())));
    let mut board = with_structures(&[("stark", 7), ("tyrell", 6)]);
    let mut table = Script::default();
    assert!(victory::check(&mut board, None, &mut AnyTable::of(&mut table)));
    assert_eq!(winners(&board), (vec!["stark".to_owned()], "areas"));
    let told = table.told("game-ends")[0];
    assert_eq!(told["standings"][0]["areas"], json!(7));
    assert_eq!(told["standings"][1]["house"], json!("tyrell"));
    turn::advance(&mut board, &mut AnyTable::of(&mut table));
    assert_eq!(board.stage, Stage::Over);
    assert!(victory::check(&mut board, None, &mut AnyTable::of(&mut table)), "it stays over");
    assert_eq!(table.told("game-ends").len(), 1);
}

/// A game that has been won in its last turn is not decided once more by the ladder, by which somebody else would win.
#[test]
fn who_has_won_in_the_last_turn_has_won() {
    let mut board = with_structures(&[("stark", 7), ("tyrell", 6)]);
    let (stark, tyrell) = (seat(&board, "stark"), seat(&board, "tyrell"));
    let mut table = Script::default();
    assert!(victory::check(&mut board, None, &mut AnyTable::of(&mut table)));
    let lost: Vec<_> =
        board.world.structures.iter().filter(|at| board.controller(*at) == Some(stark)).collect();
    lost.into_iter().for_each(|at| board.spot_mut(at).token = Some(tyrell));
    victory::after_last_turn(&mut board, &mut AnyTable::of(&mut table));
    assert_eq!(winners(&board), (vec!["stark".to_owned()], "areas"));
    assert_eq!(table.told("game-ends").len(), 1);
    board.outcome = None;
    victory::after_last_turn(&mut board, &mut AnyTable::of(&mut table));
    assert_eq!(winners(&board).0, ["tyrell"]);
}

#[test]
fn of_two_who_have_enough_the_mover_wins_else_the_first_in_order_of_play() {
    let both = || with_structures(&[("stark", 7), ("tyrell", 7)]);
    let mut board = both();
    let tyrell = seat(&board, "tyrell");
    victory::check(&mut board, Some(tyrell), &mut AnyTable::of(&mut Script::default()));
    assert_eq!(winners(&board).0, ["tyrell"]);
    let mut board = both();
    let greyjoy = seat(&board, "greyjoy");
    victory::check(&mut board, Some(greyjoy), &mut AnyTable::of(&mut Script::default()));
    assert_eq!(winners(&board).0, ["stark"], "Stark plays before Tyrell");
}

#[test]
fn three_houses_need_eight() {
    let mut board = opening(3);
    let stark = seat(&board, "stark");
    let mut areas: Vec<_> =
        board.world.structures.iter().filter(|a| board.controller(*a).is_none_or(|s| s == stark)).collect();
    board.spots.change(|_, spot| spot.neutral = 0);
    while board.structures_of(stark) < 7 {
        let at = areas.pop().unwrap();
        board.spot_mut(at).token = Some(stark);
    }
    assert!(!victory::check(&mut board, None, &mut AnyTable::of(&mut Script::default())));
    while board.structures_of(stark) < 8 {
        let at = areas.pop().unwrap();
        board.spot_mut(at).token = Some(stark);
    }
    assert!(victory::check(&mut board, None, &mut AnyTable::of(&mut Script::default())));
}

#[test]
fn a_westeros_card_may_end_the_game() {
    let mut board = with_structures(&[("stark", 7)]);
    stack(&mut board, 0, "supply");
    westeros::turn_cards(&mut board, &mut AnyTable::of(&mut Script::default())).unwrap();
    westeros::execute(&mut board, 0, &mut AnyTable::of(&mut Script::default())).unwrap();
    assert_eq!(winners(&board).1, "areas");
}

/// After the last turn: areas, then supply, then power, then a draw.
#[test]
fn the_last_turn_decides_by_areas_supply_and_power() {
    let last = |held: &[(&str, usize)], supply: &[(&str, u8)], power: &[(&str, u8)]| {
        let mut board = with_structures(held);
        (board.turn, board.stage) = (10, Stage::Consolidate);
        for (_, house) in board.houses.iter_mut() {
            (house.supply, house.power) = (2, 3);
        }
        for (house, level) in supply {
            let house = seat(&board, house);
            board.houses[house].supply = *level;
        }
        for (house, tokens) in power {
            let house = seat(&board, house);
            board.houses[house].power = *tokens;
        }
        turn::advance(&mut board, &mut AnyTable::of(&mut Script::default()));
        assert_eq!(board.stage, Stage::Over);
        let (seats, by) = winners(&board);
        (seats.join(" "), by)
    };
    let tied = [("stark", 4), ("tyrell", 4)];
    assert_eq!(last(&[("stark", 3), ("tyrell", 4)], &[("stark", 6)], &[]), ("tyrell".into(), "turns"));
    assert_eq!(last(&tied, &[("tyrell", 3), ("greyjoy", 6)], &[("stark", 9)]), ("tyrell".into(), "supply"));
    assert_eq!(last(&tied, &[], &[("stark", 4), ("greyjoy", 20)]), ("stark".into(), "power"));
    assert_eq!(last(&tied, &[], &[("greyjoy", 20)]), ("stark tyrell".into(), "draw"));
}

#[test]
fn positions_that_cannot_be_are_found() {
    let change = |change: &dyn Fn(&mut Board)| {
        let mut board = opening(5);
        change(&mut board);
        sound::sound(&board).map_or_else(|why| why.code(), |()| "")
    };
    let at = |board: &Board, id: &str| area(board, id);
    assert_eq!(change(&|_| {}), "");
    assert_eq!(change(&|b| b.theatres[0].tracks[0].swap(0, 1)), "");
    assert_eq!(change(&|b| b.theatres[0].tracks[0][0] = b.theatres[0].tracks[0][1]), "unsound-board");
    assert_eq!(change(&|b| b.theatres[0].decks[1].truncate(9)), "unsound-board");
    assert_eq!(change(&|b| b.turn = 11), "unsound-board");
    assert_eq!(change(&|b| b.theatres[0].wildlings = 7), "unsound-board");
    assert_eq!(change(&|b| b.stage = Stage::Over), "unsound-outcome");
    let winterfell = |b: &Board| at(b, "winterfell");
    assert_eq!(
        change(&|b| {
            let i = winterfell(b);
            b.spot_mut(i).holder = None
        }),
        "unsound-holder"
    );
    assert_eq!(
        change(&|b| {
            let i = winterfell(b);
            b.spot_mut(i).fit = troop("fs")
        }),
        "unsound-terrain"
    );
    assert_eq!(
        change(&|b| {
            let i = winterfell(b);
            b.spot_mut(i).routed = troop("f")
        }),
        "unsound-routed"
    );
    assert_eq!(
        change(&|b| {
            let i = winterfell(b);
            b.spot_mut(i).neutral = 1
        }),
        "unsound-neutral"
    );
    assert_eq!(
        change(&|b| {
            let i = winterfell(b);
            b.spot_mut(i).order = b.world.order("raid")
        }),
        "unsound-order"
    );
    let greyjoys = |b: &mut Board, i: Area| b.spot_mut(i).token = b.world.seat("greyjoy");
    assert_eq!(
        change(&|b| {
            let i = winterfell(b);
            greyjoys(b, i)
        }),
        "unsound-token"
    );
    assert_eq!(
        change(&|b| {
            let i = at(b, "sea-of-dorne");
            greyjoys(b, i)
        }),
        "unsound-token"
    );
    assert_eq!(
        change(&|b| {
            let i = at(b, "karhold");
            greyjoys(b, i)
        }),
        ""
    );
    assert_eq!(
        change(&|b| {
            let i = winterfell(b);
            b.spot_mut(i).fit = troop("ffff")
        }),
        "unsound-supply"
    );
    assert_eq!(
        change(&|b| {
            let i = winterfell(b);
            b.spot_mut(i).fit = troop("kkkkk")
        }),
        "unsound-pool"
    );
    // However wild the numbers, they are judged and not added up beyond bounds.
    let wild = |b: &mut Board| {
        let i = area(b, "winterfell");
        let mut spot = b.spot_mut(i);
        (spot.fit, spot.routed) = (Troop([255; 9]), Troop([255; 9]));
        drop(spot);
        b.stage = Stage::Marches;
    };
    assert_eq!(change(&wild), "unsound-terrain");
    let stark = |b: &Board| seat(b, "stark");
    assert_eq!(
        change(&|b| {
            let s = stark(b);
            b.houses[s].power = 21
        }),
        "unsound-power"
    );
    assert_eq!(
        change(&|b| {
            let s = stark(b);
            b.houses[s].used = b.houses[s].hand
        }),
        "unsound-cards"
    );
    let spent = |b: &mut Board| {
        let s = stark(b);
        b.houses[s].used = std::mem::take(&mut b.houses[s].hand);
    };
    assert_eq!(change(&spent), "unsound-cards", "with the seventh card the whole hand returns");
    let crowded = |b: &mut Board| {
        b.stage = Stage::Raids;
        let order = b.world.order("march*");
        for at in ["winterfell", "white-harbor"] {
            let i = area(b, at);
            b.spot_mut(i).order = order;
        }
    };
    assert_eq!(change(&crowded), "order-used-up");
    let mut board = opening(5);
    put(&mut board, "stark", "karhold", "f");
    set_track(&mut board, Track::KingsCourt, &["tyrell", "greyjoy", "stark", "baratheon", "lannister"]);
    sound::sound(&board).unwrap();
}
