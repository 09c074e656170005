//! Auctions and wildlings. Rules: 1e, Clash of Kings, Bids, Wildling Attack, FAQ.

use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::CardId;
use crate::games::thrones::realm::bidding::{Bid, Choose, Houses, Prize, Tie, auction, clash_of_kings};
use crate::games::thrones::realm::disband::{Because, Disband};
use crate::games::thrones::realm::wildlings::{Reward, attack};
use crate::games::thrones::testing::{Script, area, empty, opening, put, refusal, seat, set_track, troop};
use crate::table::{AnyTable, Query};
use serde_json::{Value, json};

fn power(board: &Board, house: &str) -> u8 {
    board.houses[seat(board, house)].power
}

fn track(board: &Board, track: Track) -> Vec<String> {
    board.seat_ids(&board.theatres[0].tracks[track as usize])
}

fn bids(mut script: Script, bids: &[(&str, u8)]) -> Script {
    for (house, bid) in bids {
        script = script.answer(house, "bid", json!(bid));
    }
    script
}

/// "Example of bids for a track": Greyjoy has the Throne; Lannister 4, Baratheon 3, Stark 3, Tyrell 2, Greyjoy 0.
#[test]
fn the_rulebooks_example_of_bids() {
    let mut board = opening(5);
    set_track(&mut board, Track::IronThrone, &["greyjoy", "stark", "lannister", "baratheon", "tyrell"]);
    let all = [("lannister", 4), ("baratheon", 3), ("stark", 3), ("tyrell", 2), ("greyjoy", 0)];
    let mut table = bids(Script::default(), &all).answer("greyjoy", "tie", json!(["baratheon", "stark"]));
    auction(&mut board, 0, Track::Fiefdoms, &mut AnyTable::of(&mut table)).unwrap();
    table.done();
    let order = ["lannister", "baratheon", "stark", "tyrell", "greyjoy"];
    assert_eq!(track(&board, Track::Fiefdoms), order);
    assert_eq!(
        board.first_on(0, Track::Fiefdoms),
        Some(seat(&board, "lannister")),
        "the Blade is Lannister's"
    );
    assert_eq!(order.map(|house| power(&board, house)), [1, 2, 2, 3, 5], "win or lose, bids are spent");
    let passes = json!({"event": "token-passes", "track": "fiefdoms", "from": "greyjoy", "to": "lannister"});
    assert_eq!(table.told("token-passes"), [&passes]);
    let tie = table.told("tie-broken")[0];
    assert_eq!((&tie["by"], &tie["bid"]), (&json!("greyjoy"), &json!(3)));
    assert_eq!(tie["decided"], json!(["baratheon", "stark"]));
    assert_eq!(table.told("bids-revealed")[0]["left"]["lannister"], json!(1));
}

#[test]
fn bids_are_asked_together_and_only_of_those_with_power() {
    let mut board = opening(5);
    let stark = seat(&board, "stark");
    board.houses[stark].power = 0;
    let mut table = Script::default();
    auction(&mut board, 0, Track::KingsCourt, &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!(table.asked[0].len(), 4);
    assert!(!table.asked[0].iter().any(|key| key.contains("stark")));
    assert_eq!(table.told("bids-revealed")[0]["bids"]["stark"], json!(0));
}

/// The Throne's own auction: who holds it when it begins decides the ties, all of them, though he loses it.
#[test]
fn the_throne_changes_hands_after_its_ties_are_decided() {
    let mut board = opening(5);
    assert_eq!(board.seat_ids(&board.play_order())[0], "baratheon");
    let first = [("baratheon", 0), ("stark", 2), ("lannister", 2), ("tyrell", 1), ("greyjoy", 1)];
    let second = [("baratheon", 1), ("stark", 1), ("lannister", 0), ("tyrell", 0), ("greyjoy", 0)];
    let mut table = bids(bids(Script::default(), &first), &second)
        .answer("baratheon", "tie", json!(["stark", "lannister"]))
        .answer("baratheon", "tie", json!(["greyjoy", "tyrell"]))
        .answer("stark", "tie", json!(["stark", "baratheon"]))
        .answer("stark", "tie", json!(["tyrell", "greyjoy", "lannister"]));
    clash_of_kings(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    table.done();
    assert_eq!(track(&board, Track::IronThrone), ["stark", "lannister", "greyjoy", "tyrell", "baratheon"]);
    assert_eq!(track(&board, Track::Fiefdoms), ["stark", "baratheon", "tyrell", "greyjoy", "lannister"]);
    let tracks: Vec<&Value> = table.told("track-settled").iter().map(|event| &event["track"]).collect();
    assert_eq!(tracks, ["iron-throne", "fiefdoms", "kings-court"]);
}

#[test]
fn all_who_bid_nothing_tie_and_silence_keeps_the_present_order() {
    let mut board = opening(5);
    let before = board.theatres[0].tracks.clone();
    let mut table = Script::default();
    clash_of_kings(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!(board.theatres[0].tracks, before);
    assert_eq!(table.told("tie-broken").len(), 3);
    assert!(table.told("token-passes").is_empty());
}

#[test]
fn bids_and_ties_that_cannot_be_are_refused() {
    let board = opening(5);
    let (stark, greyjoy) = (seat(&board, "stark"), seat(&board, "greyjoy"));
    let bid = Bid::new(&board, stark, Prize::Wildlings);
    assert_eq!(refusal(&bid, json!(5)), "");
    assert_eq!(refusal(&bid, json!(6)), "bid-too-high");
    assert_eq!(refusal(&bid, json!(256)), "bid-too-high");
    for wrong in [json!(-1), json!(1.5), json!("2"), json!(null)] {
        assert_eq!(refusal(&bid, wrong), "answer-malformed");
    }
    assert_eq!(bid.key(), "1/planning/0/stark/bid/wildlings");
    let tied: Houses = [stark, greyjoy].into_iter().collect();
    let order = Tie::new(&board, stark, Prize::Track(Track::Fiefdoms), Choose::Order, 3, tied.clone());
    assert_eq!(refusal(&order, json!(["greyjoy", "stark"])), "");
    for wrong in [json!([]), json!(["stark"]), json!(["stark", "stark"]), json!(["stark", "tyrell"])] {
        assert_eq!(refusal(&order, wrong), "tie-not-all");
    }
    let lowest = Tie::new(&board, stark, Prize::Wildlings, Choose::Lowest, 0, tied);
    assert_eq!(refusal(&lowest, json!("greyjoy")), "");
    assert_eq!(refusal(&lowest, json!("tyrell")), "tie-not-one");
    assert_eq!(refusal(&lowest, json!(["greyjoy"])), "answer-malformed");
    // The Fiefdoms' own order is the present one in their auction.
    assert_eq!(order.write(&order.default()), json!(["greyjoy", "stark"]));
    assert_eq!(lowest.write(&lowest.default()), json!("greyjoy"));
}

fn use_card(board: &mut Board, house: &str, card: &str) -> CardId {
    let (house, card) = (seat(board, house), board.world.card_id(card).unwrap());
    board.houses[house].hand.remove(card);
    board.houses[house].used.add(card);
    card
}

#[test]
fn the_nights_watch_wins_with_equal_strength_and_the_highest_bidder_takes_a_card_back() {
    let mut board = opening(5);
    board.theatres[0].wildlings = 3;
    let robb = use_card(&mut board, "stark", "robb-stark");
    let all = [("stark", 3), ("baratheon", 3), ("tyrell", 0), ("lannister", 0), ("greyjoy", 0)];
    let mut table = bids(Script::default(), &all).answer("baratheon", "tie", json!("stark")).answer(
        "stark",
        "reward",
        json!("robb-stark"),
    );
    attack(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    table.done();
    let house = &board.houses[seat(&board, "stark")];
    assert!(house.hand.has(robb) && house.used.is_empty());
    assert_eq!((board.theatres[0].wildlings, house.power, power(&board, "baratheon")), (0, 2, 2));
    let decided = table.told("wildlings-decided")[0];
    assert_eq!(
        (&decided["strength"], &decided["watch"], &decided["won"]),
        (&json!(6), &json!(6), &json!(true))
    );
}

#[test]
fn who_has_no_used_card_is_not_asked_for_one() {
    let mut board = opening(5);
    let mut table = bids(Script::default(), &[("stark", 1)]);
    attack(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert_eq!(table.told("card-recovered")[0]["card"], Value::Null);
    assert!(!table.asked.iter().flatten().any(|key| key.contains("reward")));
    use_card(&mut board, "stark", "catelyn-stark");
    use_card(&mut board, "stark", "robb-stark");
    let reward = Reward::new(&board, seat(&board, "stark"));
    assert_eq!(reward.write(&reward.default()), Value::Null, "what one may do is not done");
    assert_eq!(refusal(&reward, json!("eddard-stark")), "reward-not-used");
    assert_eq!(refusal(&reward, json!("mace-tyrell")), "reward-not-used");
    assert_eq!(refusal(&reward, Value::Null), "");
    assert_eq!(refusal(&reward, json!("nobody")), "answer-malformed");
}

#[test]
fn the_wildlings_win_and_each_house_loses_two_points_the_lowest_four() {
    let mut board = opening(5);
    board.theatres[0].wildlings = 6;
    let all = [("stark", 2), ("baratheon", 3), ("tyrell", 2), ("lannister", 2), ("greyjoy", 2)];
    let tied = json!("greyjoy");
    let mut table = bids(Script::default(), &all)
        .answer("baratheon", "tie", tied)
        .answer("stark", "disband", json!({"winterfell": {"knight": 1}}))
        .answer("greyjoy", "disband", json!({"pyke": {"knight": 1}, "ironmans-bay": {"ship": 2}}));
    attack(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    table.done();
    let lost: Vec<_> =
        table.told("units-lost").iter().map(|e| (e["house"].clone(), e["amount"].clone())).collect();
    let order = ["baratheon", "lannister", "stark", "tyrell", "greyjoy"];
    assert_eq!(lost, order.map(|house| (json!(house), json!(if house == "greyjoy" { 4 } else { 2 }))));
    let winterfell = board.spot(area(&board, "winterfell"));
    assert_eq!(winterfell.fit, troop("f"));
    let bay = board.spot(area(&board, "ironmans-bay"));
    assert_eq!((bay.holder, bay.token), (None, None), "FAQ: no power token may be left");
    assert_eq!((board.theatres[0].wildlings, board.open_row(0, 2).map(|row| row.id)), (0, None));
    assert_eq!(order.map(|house| board.world.points(board.units_of(seat(&board, house)))), [4, 3, 3, 3, 2]);
}

#[test]
fn losses_to_the_wildlings_reach_the_value_with_no_unit_superfluous() {
    let mut board = empty();
    put(&mut board, "stark", "winterfell", "ffkk");
    put(&mut board, "stark", "the-shivering-sea", "s");
    let stark = seat(&board, "stark");
    let query = Disband::new(&board, stark, Because::Wildlings, 4);
    for legal in [
        json!({"winterfell": {"knight": 2}}),
        json!({"winterfell": {"knight": 1, "footman": 2}}),
        json!({"winterfell": {"knight": 1, "footman": 1}, "the-shivering-sea": {"ship": 1}}),
    ] {
        assert_eq!(refusal(&query, legal), "");
    }
    // Two Knights and a Ship, two Footmen and a Ship and a Knight: one less would do.
    assert_eq!(refusal(&query, json!({"winterfell": {"knight": 2, "footman": 1}})), "disband-too-much");
    assert_eq!(refusal(&query, json!({"winterfell": {"footman": 2}})), "disband-too-little");
    assert_eq!(refusal(&query, json!({"winterfell": {"ship": 1}})), "disband-not-there");
    assert_eq!(refusal(&query, json!({"white-harbor": {"footman": 4}})), "disband-not-there");
    assert_eq!(refusal(&query, json!({"winterfell": {"knight": 31}})), "answer-malformed");
    // FAQ: a Knight cannot be reduced to a Footman; there is no way even to say so.
    assert_eq!(refusal(&query, json!({"winterfell": {"knight": "footman"}})), "answer-malformed");
    let listed = query.list(100);
    assert!(listed.complete);
    assert_eq!(listed.answers.len(), 3, "{listed:?}");
    // the cheapest first.
    assert_eq!(query.write(&query.default()), json!({"winterfell": {"footman": 2, "knight": 1}}));
}

#[test]
fn a_footman_is_no_way_to_pay_with_a_knight_left() {
    let mut board = empty();
    put(&mut board, "stark", "winterfell", "fk");
    let query = Disband::new(&board, seat(&board, "stark"), Because::Wildlings, 2);
    let knight = json!({"winterfell": {"knight": 1}});
    assert_eq!(
        query.list(9).answers.iter().map(|a| query.write(a)).collect::<Vec<_>>(),
        std::slice::from_ref(&knight)
    );
    assert_eq!(query.write(&query.default()), knight);
}

#[test]
fn a_house_with_less_than_it_owes_loses_all_unasked() {
    let mut board = empty();
    put(&mut board, "stark", "winterfell", "f");
    board.theatres[0].wildlings = 6;
    let mut table = Script::default();
    attack(&mut board, &mut AnyTable::of(&mut table)).unwrap();
    assert!(board.units_of(seat(&board, "stark")).is_empty());
    assert_eq!(table.told("units-lost").len(), 1, "houses without units lose nothing");
    assert!(!table.asked.iter().flatten().any(|key| key.contains("disband")));
    assert_eq!(
        board.controller(area(&board, "winterfell")),
        Some(seat(&board, "stark")),
        "the shield holds it"
    );
}
