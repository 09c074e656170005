//! The fifteen abilities, ordinary and awkward. R-15 and the FAQ.

use super::super::abilities::{AbilityQuery, Choice};
use super::super::{Battle, Contest};
use super::*;
use crate::games::thrones::data::{Row, Troop};
use crate::table::{Query, Seat};

#[test]
fn each_ability_is_known_by_the_id_of_the_data() {
    let board = field();
    let all: Vec<&str> = board.world.cards.iter().filter_map(|card| card.ability).map(Row::id).collect();
    assert_eq!(all.len(), 15);
    for row in board.edition.abilities {
        assert_eq!(all.iter().filter(|id| **id == row.id).count(), 1, "{}", row.id);
    }
}

fn fought(mut board: Board, cards: [&str; 2]) -> (Board, Script) {
    let script = attack(&board, cards);
    let script = play(&mut board, script);
    (board, script)
}

mod cancel {
    use super::*;

    #[test]
    fn queen_of_thorns_undoes_the_opponents_ability() {
        let board = duel("tyrell", "kk", "march+0", "stark", "f");
        let mut guarded = board.clone();
        spot_mut(&mut guarded, "blackwater").order = guarded.world.order("defense*");
        let (_, script) = fought(guarded, ["queen-of-thorns", "catelyn-stark"]);
        assert_eq!(strengths(&script), (4, 3), "Catelyn's doubling is undone");
        assert_eq!(effect(&script, "queen-of-thorns"), json!({"what": "cancelled", "card": "catelyn-stark"}));
        assert_eq!(effect(&script, "catelyn-stark"), Value::Null);
        let (_, script) = fought(board, ["queen-of-thorns", "eddard-stark"]);
        assert_eq!(effect(&script, "queen-of-thorns"), json!({"what": "nothing"}));
        assert_eq!(strengths(&script), (4, 4), "strength is no ability");
    }

    #[test]
    fn she_undoes_what_would_follow_a_victory() {
        let board = duel("lannister", "kk", "march*", "tyrell", "f");
        let (board, script) = fought(board, ["ser-jaime-lannister", "queen-of-thorns"]);
        assert_eq!(script.told("battle-won")[0]["winner"], json!("lannister"));
        assert_eq!(board.houses[seat(&board, "lannister")].power, 5);
    }
}

mod loras {
    use super::*;

    /// FAQ: whoever loses his last unit has lost the battle; the cards are used.
    #[test]
    fn faq_the_last_footman_of_a_defender() {
        let mut board = duel("tyrell", "f", "march-1", "lannister", "f");
        spot_mut(&mut board, "blackwater").order = board.world.order("defense*");
        let (board, script) = fought(board, ["ser-loras-tyrell", "tywin-lannister"]);
        let won = script.told("battle-won")[0];
        assert_eq!((&won["winner"], &won["by"]), (&json!("tyrell"), &json!("last-unit")));
        assert_eq!(who(&board, "blackwater"), "tyrell f");
        assert_eq!(order_in(&board, "blackwater"), "");
        assert_eq!(script.told("area-taken")[0]["order"], json!("defense*"));
        assert!(script.told("casualties").is_empty() && script.told("retreat").is_empty());
        for (house, card) in [("tyrell", "ser-loras-tyrell"), ("lannister", "tywin-lannister")] {
            assert_eq!(cards(&board, board.houses[seat(&board, house)].used), [card]);
        }
        assert_eq!(
            effect(&script, "ser-loras-tyrell"),
            json!({"what": "killed", "unit": "footman", "routed": false, "last": true})
        );
    }

    #[test]
    fn the_last_footman_of_an_attacker() {
        let board = duel("lannister", "f", "march*", "tyrell", "f");
        let (board, script) = fought(board, ["tywin-lannister", "ser-loras-tyrell"]);
        assert_eq!(script.told("battle-won")[0]["by"], json!("last-unit"));
        assert_eq!((who(&board, "the-reach").as_str(), who(&board, "blackwater").as_str()), ("", "tyrell f"));
        assert_eq!(board.units_of(seat(&board, "lannister")), Troop::NONE);
    }

    #[test]
    fn a_seventh_card_returns_the_hand_even_so() {
        let mut board = duel("tyrell", "f", "march-1", "lannister", "f");
        hand(&mut board, "lannister", &["tywin-lannister"]);
        let script = Script::default()
            .answer("tyrell", "march", march("the-reach", &[("blackwater", "f")]))
            .answer("tyrell", "card", json!("ser-loras-tyrell"));
        play(&mut board, script);
        assert_eq!(board.houses[seat(&board, "lannister")].hand.len(), 7);
    }

    #[test]
    fn one_footman_of_several_and_the_battle_goes_on() {
        let board = duel("tyrell", "kk", "march+0", "lannister", "fk");
        let (_, script) = fought(board, ["ser-loras-tyrell", "vargo-hoat"]);
        assert_eq!(strengths(&script), (6, 2));
        let board = duel("tyrell", "kk", "march+0", "lannister", "k");
        let (_, script) = fought(board, ["ser-loras-tyrell", "vargo-hoat"]);
        assert_eq!(effect(&script, "ser-loras-tyrell"), json!({"what": "nothing"}), "no footman");
    }

    /// any one footman, routed or not, as Loras' player chooses.
    #[test]
    fn the_victim_may_be_routed() {
        let mut board = duel("tyrell", "k", "march+0", "lannister", "f");
        spot_mut(&mut board, "blackwater").routed = troop("f");
        for (choice, strength) in [("fit", 0), ("routed", 1)] {
            let mut board = board.clone();
            let script =
                attack(&board, ["ser-loras-tyrell", "vargo-hoat"]).answer("tyrell", "ability", json!(choice));
            let script = play(&mut board, script);
            assert_eq!(strengths(&script), (4, strength), "{choice}");
            assert_eq!(script.asked[2], ["2/marches/0/tyrell/ability/blackwater"]);
        }
    }
}

#[test]
fn brienne_discards_the_opponents_defense() {
    let mut board = duel("tyrell", "kk", "march+0", "lannister", "f");
    spot_mut(&mut board, "blackwater").order = board.world.order("defense*");
    let (_, script) = fought(board.clone(), ["brienne-of-tarth", "tywin-lannister"]);
    assert_eq!(strengths(&script), (4, 4));
    assert_eq!(effect(&script, "brienne-of-tarth")["order"], json!("defense*"));
    assert_eq!(script.told("area-taken")[0]["order"], Value::Null);
    spot_mut(&mut board, "blackwater").order = board.world.order("support");
    let (_, script) = fought(board, ["brienne-of-tarth", "tywin-lannister"]);
    assert_eq!(effect(&script, "brienne-of-tarth"), json!({"what": "nothing"}));
    // In defense she finds no Defense order of the attacker's, and does not touch her own.
    let mut board = duel("lannister", "k", "march+0", "tyrell", "f");
    spot_mut(&mut board, "blackwater").order = board.world.order("defense");
    let (_, script) = fought(board, ["vargo-hoat", "brienne-of-tarth"]);
    assert_eq!(strengths(&script), (2, 2));
}

#[test]
fn balon_makes_the_opponents_card_count_nothing() {
    let board = duel("greyjoy", "kk", "march+0", "lannister", "f");
    let (board, script) = fought(board, ["balon-greyjoy", "tywin-lannister"]);
    assert_eq!(strengths(&script), (4, 1));
    assert_eq!(addends(&script, "defender").last(), Some(&("ability".to_owned(), -3)));
    assert_eq!(who(&board, "blackwater"), "greyjoy kk");
    // Icons stay: Tywin's swords cut when Balon loses.
    let board = duel("greyjoy", "f", "march+0", "lannister", "kk");
    let (_, script) = fought(board, ["balon-greyjoy", "tywin-lannister"]);
    assert_eq!(script.told("casualties")[0]["swords"], json!(2));
}

#[test]
fn catelyn_doubles_her_defense() {
    let mut board = duel("tyrell", "kk", "march+0", "stark", "f");
    for (order, strength) in [("defense", 3), ("defense*", 5), ("support*", 1)] {
        spot_mut(&mut board, "blackwater").order = board.world.order(order);
        let (_, script) = fought(board.clone(), ["margaery-tyrell", "catelyn-stark"]);
        assert_eq!(strengths(&script).1, strength, "{order}");
    }
    let board = duel("stark", "kk", "march*", "tyrell", "f");
    let (_, script) = fought(board, ["catelyn-stark", "margaery-tyrell"]);
    assert_eq!(strengths(&script).0, 5, "a march is not doubled");
    assert_eq!(effect(&script, "catelyn-stark"), json!({"what": "nothing"}));
}

#[test]
fn robb_vargo_and_victarion_strengthen_attackers_only() {
    for (house, card, units, with, support) in
        [("stark", "robb-stark", "kkf", 3 + 3 + 1, 2), ("lannister", "vargo-hoat", "kff", 2 + 2 + 2, 2)]
    {
        let mut board = duel(house, units, "march+0", "tyrell", "f");
        post(&mut board, house, "searoad-marches", "k", "support");
        let (_, script) = fought(board, [card, "margaery-tyrell"]);
        let printed = if card == "robb-stark" { 2 } else { 0 };
        assert_eq!(strengths(&script).0, with + support + printed, "{card}: supporters count as ever");
        let board = duel("tyrell", "f", "march+0", house, units);
        let (_, script) = fought(board, ["margaery-tyrell", card]);
        assert_eq!(
            strengths(&script).1,
            printed + i64::from(field().world.strength(troop(units))),
            "not in defense"
        );
    }
    for (from, to, with) in [("sunset-sea", "ironmans-bay", 4), ("ironmans-bay", "sunset-sea", 2)] {
        let mut board = field();
        let attacks = with == 4;
        let (ours, theirs) = if attacks { (from, to) } else { (to, from) };
        post(&mut board, "greyjoy", ours, "ss", "march+0");
        post(&mut board, "tyrell", theirs, "s", "march+0");
        let script = Script::default().answer("greyjoy", "card", json!("victarion-greyjoy")).answer(
            "tyrell",
            "card",
            json!("margaery-tyrell"),
        );
        let script = match attacks {
            true => script.answer("greyjoy", "march", march(ours, &[(theirs, "ss")])),
            false => script.answer("tyrell", "march", march(theirs, &[(ours, "s")])),
        };
        let script = play(&mut board, script);
        assert_eq!(strengths(&script), if attacks { (4, 2) } else { (2, 2) });
    }
}

/// ships that are not Baratheon's count 0 in support, on either side; land units and starred orders stay.
#[test]
fn salladhor_silences_the_ships_of_others() {
    let mut board = field();
    spot_mut(&mut board, "kings-landing").neutral = 0;
    post(&mut board, "baratheon", "kingswood", "kk", "march+0");
    put(&mut board, "lannister", "kings-landing", "f");
    put(&mut board, "lannister", "blackwater-bay", "sss");
    spot_mut(&mut board, "blackwater-bay").order = board.world.order("support*");
    post(&mut board, "lannister", "blackwater", "f", "support");
    let script = Script::default()
        .answer("baratheon", "march", march("kingswood", &[("kings-landing", "kk")]))
        .answer("baratheon", "card", json!("salladhor-saan"))
        .answer("lannister", "card", json!("vargo-hoat"));
    let script = play(&mut board, script);
    assert_eq!(strengths(&script), (4, 3), "1 + 1 on land, and 1 of the star");
    assert_eq!(effect(&script, "salladhor-saan"), json!({"what": "strength", "attacker": 0, "defender": -3}));

    let mut board = field();
    post(&mut board, "baratheon", "kingswood", "k", "march+0");
    put(&mut board, "lannister", "storms-end", "f");
    post(&mut board, "baratheon", "shipbreaker-bay", "ss", "support");
    post(&mut board, "stark", "sea-of-dorne", "ss", "support");
    let script = Script::default()
        .answer("baratheon", "march", march("kingswood", &[("storms-end", "k")]))
        .answer("baratheon", "card", json!("salladhor-saan"))
        .answer("lannister", "card", json!("vargo-hoat"))
        .answer("stark", "support", json!("attacker"));
    let script = play(&mut board, script);
    assert_eq!(strengths(&script), (4, 1), "an ally's ships are silenced, his own are not");
}

#[test]
fn jaime_gains_two_within_the_limit_if_he_wins() {
    for (power, gained) in [(5, 2), (19, 1), (20, 0)] {
        let mut board = duel("lannister", "kk", "march*", "tyrell", "f");
        let lannister = seat(&board, "lannister");
        board.houses[lannister].power = power;
        let (board, script) = fought(board, ["ser-jaime-lannister", "margaery-tyrell"]);
        assert_eq!(board.houses[lannister].power, power + gained);
        assert_eq!(effect(&script, "ser-jaime-lannister"), json!({"what": "power", "gained": gained}));
    }
    let board = duel("lannister", "f", "march+0", "tyrell", "kk");
    let (board, _) = fought(board, ["ser-jaime-lannister", "margaery-tyrell"]);
    assert_eq!(board.houses[seat(&board, "lannister")].power, 5, "not in defeat");
}

#[test]
fn luwin_may_recover_a_used_card() {
    let mut board = duel("stark", "kk", "march*", "tyrell", "f");
    hand(&mut board, "stark", &["maester-luwin", "robb-stark", "catelyn-stark"]);
    let stark = seat(&board, "stark");
    for (answer, hand_after) in [(json!("eddard-stark"), 3), (Value::Null, 2)] {
        let mut board = board.clone();
        let script =
            attack(&board, ["maester-luwin", "margaery-tyrell"]).answer("stark", "ability", answer.clone());
        let script = play(&mut board, script);
        assert_eq!(board.houses[stark].hand.len(), hand_after, "{answer}");
        let what = if answer.is_null() { "declined" } else { "card-recovered" };
        assert_eq!(effect(&script, "maester-luwin")["what"], json!(what));
    }
    let query_of = |board: &Board| {
        let contest = Contest::new(
            board,
            stark,
            area(board, "the-reach"),
            spot(board, "the-reach").order.unwrap(),
            area(board, "blackwater"),
            troop("kk"),
        );
        let mut battle = Battle::new(board, contest, seat(board, "tyrell"));
        battle.cards = [board.world.card_id("maester-luwin"), None];
        battle
    };
    let battle = query_of(&board);
    let eddard = board.world.card_id("eddard-stark").unwrap();
    let choices = [Choice::Nothing, Choice::Card(eddard)].into_iter().collect();
    let query = AbilityQuery::new(&board, &battle, super::super::Role::Attacker, choices);
    assert_eq!(refused(&query, json!("maester-luwin")), "ability-no-choice", "he is still in play");
    assert_eq!(refused(&query, json!(7)), "answer-malformed");
    assert_eq!(query.default(), Choice::Nothing, "what one may do is not done");
}

/// With his seventh card all return: there is nothing to lose in recovering one.
#[test]
fn luwin_as_the_last_card() {
    let mut board = duel("stark", "kk", "march*", "tyrell", "f");
    hand(&mut board, "stark", &["maester-luwin"]);
    let script = Script::default()
        .answer("stark", "march", march("the-reach", &[("blackwater", "kk")]))
        .answer("tyrell", "card", json!("margaery-tyrell"))
        .answer("stark", "ability", json!("eddard-stark"));
    play(&mut board, script);
    let stark = board.houses[seat(&board, "stark")];
    assert_eq!((stark.hand.len(), stark.used.len()), (7, 0));
}

#[test]
fn renly_may_knight_a_footman_that_fought() {
    for (answer, after) in [(true, "baratheon kk"), (false, "baratheon fk")] {
        let mut board = duel("baratheon", "fk", "march*", "tyrell", "f");
        let script = attack(&board, ["renly-baratheon", "margaery-tyrell"]).answer(
            "baratheon",
            "ability",
            json!(answer),
        );
        play(&mut board, script);
        assert_eq!(who(&board, "blackwater"), after, "attacking");
        let mut board = duel("tyrell", "f", "march+0", "baratheon", "fk");
        let script = attack(&board, ["margaery-tyrell", "renly-baratheon"]).answer(
            "baratheon",
            "ability",
            json!(answer),
        );
        play(&mut board, script);
        assert_eq!(who(&board, "blackwater"), after, "defending");
    }
}

#[test]
fn renly_needs_a_footman_in_the_battle_and_a_knight_in_the_pool() {
    let mut board = duel("baratheon", "k", "march*", "tyrell", "f");
    post(&mut board, "baratheon", "searoad-marches", "f", "support");
    let (_, script) = fought(board, ["renly-baratheon", "margaery-tyrell"]);
    assert_eq!(effect(&script, "renly-baratheon"), json!({"what": "nothing"}), "supporters do not count");
    let mut board = duel("baratheon", "fk", "march*", "tyrell", "f");
    put(&mut board, "baratheon", "dragonstone", "kkk");
    let (board, script) = fought(board, ["renly-baratheon", "margaery-tyrell"]);
    assert_eq!(
        effect(&script, "renly-baratheon"),
        json!({"what": "nothing"}),
        "all four knights are on the board"
    );
    assert_eq!(who(&board, "blackwater"), "baratheon fk");
    let mut board = duel("tyrell", "f", "march+0", "baratheon", "k");
    spot_mut(&mut board, "blackwater").routed = troop("f");
    let (_, script) = fought(board, ["margaery-tyrell", "renly-baratheon"]);
    assert_eq!(effect(&script, "renly-baratheon"), json!({"what": "nothing"}), "the routed did not fight");
}

/// Cersei must, if there is an order; anywhere on the board.
#[test]
fn cersei_removes_an_order_of_the_loser() {
    let mut board = duel("lannister", "kkk", "march*", "tyrell", "f");
    let (_, script) = fought(board.clone(), ["cersei-lannister", "margaery-tyrell"]);
    assert_eq!(effect(&script, "cersei-lannister"), json!({"what": "nothing"}));
    post(&mut board, "tyrell", "the-arbor", "f", "consolidate");
    post(&mut board, "stark", "winterfell", "f", "support");
    let (after, script) = fought(board.clone(), ["cersei-lannister", "margaery-tyrell"]);
    assert_eq!(order_in(&after, "the-arbor"), "", "the only one goes unasked");
    assert_eq!(order_in(&after, "winterfell"), "support");
    assert_eq!(effect(&script, "cersei-lannister")["area"], json!("the-arbor"));
    post(&mut board, "tyrell", "summer-sea", "s", "march-1");
    let script = attack(&board, ["cersei-lannister", "margaery-tyrell"]).answer(
        "lannister",
        "ability",
        json!("summer-sea"),
    );
    let script = play(&mut board, script);
    assert_eq!(script.told("march").len(), 1, "the march never comes");
    assert_eq!(order_in(&board, "the-arbor"), "consolidate");
}

#[test]
fn cersei_cannot_take_the_march_that_is_being_made() {
    let board = duel("tyrell", "f", "march+0", "lannister", "kk");
    let (_, script) = fought(board, ["margaery-tyrell", "cersei-lannister"]);
    assert_eq!(effect(&script, "cersei-lannister"), json!({"what": "nothing"}));
}

/// Asha may strike the Support or Consolidate Power order of any other house next to the battle.
#[test]
fn asha_may_remove_an_adjacent_order() {
    let mut board = duel("greyjoy", "kk", "march*", "tyrell", "f");
    post(&mut board, "stark", "harrenhal", "f", "consolidate");
    post(&mut board, "lannister", "stoney-sept", "f", "defense");
    post(&mut board, "greyjoy", "searoad-marches", "f", "consolidate");
    post(&mut board, "tyrell", "the-arbor", "f", "support");
    for (answer, left) in [(json!("harrenhal"), ""), (Value::Null, "consolidate")] {
        let mut board = board.clone();
        let script = attack(&board, ["asha-greyjoy", "margaery-tyrell"]).answer("greyjoy", "ability", answer);
        play(&mut board, script);
        assert_eq!(order_in(&board, "harrenhal"), left);
        for (at, order) in
            [("stoney-sept", "defense"), ("searoad-marches", "consolidate"), ("the-arbor", "support")]
        {
            assert_eq!(order_in(&board, at), order);
        }
    }
    spot_mut(&mut board, "harrenhal").order = None;
    let (_, script) = fought(board, ["asha-greyjoy", "margaery-tyrell"]);
    assert_eq!(
        effect(&script, "asha-greyjoy"),
        json!({"what": "nothing"}),
        "neither far, nor own, nor Defense"
    );
}

mod melisandre {
    use super::*;

    fn victory(change: impl FnOnce(&mut Board, Seat, Seat)) -> Board {
        let mut board = duel("baratheon", "kkk", "march*", "tyrell", "f");
        let (baratheon, tyrell) = (seat(&board, "baratheon"), seat(&board, "tyrell"));
        change(&mut board, baratheon, tyrell);
        board
    }

    #[test]
    fn she_may_pay_to_discard_a_card() {
        for (answer, power, left) in [(json!("mace-tyrell"), 4, 5), (Value::Null, 5, 6)] {
            let mut board = victory(|_, _, _| {});
            let script =
                attack(&board, ["melisandre", "margaery-tyrell"]).answer("baratheon", "ability", answer);
            play(&mut board, script);
            assert_eq!(board.houses[seat(&board, "baratheon")].power, power);
            assert_eq!(board.houses[seat(&board, "tyrell")].hand.len(), left);
        }
    }

    #[test]
    fn without_power_she_is_idle() {
        let board = victory(|board, baratheon, _| board.houses[baratheon].power = 0);
        let (board, script) = fought(board, ["melisandre", "margaery-tyrell"]);
        assert_eq!(effect(&script, "melisandre"), json!({"what": "nothing"}));
        assert_eq!(board.houses[seat(&board, "tyrell")].hand.len(), 6);
    }

    /// FAQ: against the opponent's last card she is wasted, and nothing is paid.
    #[test]
    fn faq_the_last_card_is_out_of_hand() {
        let mut board = victory(|board, _, _| hand(board, "tyrell", &["margaery-tyrell"]));
        let script = Script::default()
            .answer("baratheon", "march", march("the-reach", &[("blackwater", "kkk")]))
            .answer("baratheon", "card", json!("melisandre"));
        let script = play(&mut board, script);
        assert_eq!(effect(&script, "melisandre"), json!({"what": "nothing"}));
        assert_eq!(board.houses[seat(&board, "baratheon")].power, 5);
        assert_eq!(board.houses[seat(&board, "tyrell")].hand.len(), 7, "and then all return");
    }

    /// Seven are used when she discards the last one left: they return as well.
    #[test]
    fn discarding_the_last_one_left_returns_the_hand() {
        let mut board = victory(|board, _, _| hand(board, "tyrell", &["margaery-tyrell", "mace-tyrell"]));
        let script = attack(&board, ["melisandre", "margaery-tyrell"]).answer(
            "baratheon",
            "ability",
            json!("mace-tyrell"),
        );
        play(&mut board, script);
        assert_eq!(board.houses[seat(&board, "tyrell")].hand.len(), 7);
    }
}
