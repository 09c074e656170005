//! What a ruling leaves as it was: objections that are too few, votes of the past, seals of seats that are not asked.

use crate::campaign::ruling::{Request, When, decisions, propose, try_ruling};
use crate::campaign::state::entries::{Line, RulingChange, RulingKind};
use crate::campaign::state::shut_windows::keeps;
use crate::campaign::state::timeline::overruled_by;
use crate::campaign::tests::ruling::{request, rewind, third_turn};
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::ledger::Kind;
use crate::seal::{Binding, Hash256, Opening};
use serde_json::{Value, json};

#[test]
fn exactly_half_who_object_do_not_stop_a_ruling_and_one_more_does() {
    for (objections, adopted) in [(&["ash"][..], true), (&["ash", "birch"][..], false)] {
        let mut world = World::with(&format!("{YAML}rulings: {{protest: 12h, vote: yes}}\n"));
        world.resign("cedar");
        for seat in ["ash", "birch"] {
            world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
        }
        world.tick();
        assert_eq!(world.campaign().record.people.playing().count(), 2);
        let wanted = request(&[("1/bid/birch", json!(5))]);
        let (_, until) = propose(&world.edge, &world.dir, world.now, &wanted).unwrap();
        for seat in objections {
            world.write(seat, "vote: {ruling: no}\n");
        }
        world.hours(11);
        assert_eq!(world.answer("1/bid/birch").0, json!(1), "not before its time");
        world.hours(1);
        assert_eq!(world.now, until);
        assert_eq!(world.answer("1/bid/birch").0, json!(if adopted { 5 } else { 1 }), "{objections:?}");
        world.holds();
    }
}

#[test]
fn a_game_that_was_ended_by_votes_goes_on_after_a_ruling_without_them() {
    let mut world = third_turn();
    for seat in crate::campaign::toy::SEATS {
        world.write(seat, "vote: {draw: yes}\n");
    }
    world.tick();
    assert_eq!(world.entries(Kind::Ended).len(), 1);
    world.rule(&rewind(2, "bidding"));
    world.tick();
    assert_eq!((world.window().as_str(), world.entries(Kind::Ended).len()), ("2-bidding-2", 1));
    // Two of three is not all of them.
    for seat in ["ash", "birch"] {
        world.write(seat, "vote: {draw: yes}\n");
    }
    world.tick();
    assert_eq!(world.window(), "2-bidding-2");
    world.holds();
}

#[test]
fn a_seat_for_which_a_ruling_answers_is_not_asked_again_and_its_seal_counts_for_the_rest() {
    let mut world = third_turn();
    let campaign = world.campaign();
    assert!(campaign.record.game.open_window().unwrap().seats.contains_key("ash"));
    drop(campaign);
    world.rule(&request(&[("3/bid/ash", json!(5))]));
    let campaign = world.campaign();
    let window = campaign.record.game.open_window().unwrap();
    assert_eq!(window.asked.keys().collect::<Vec<_>>(), ["birch", "cedar"]);
    assert_eq!(window.seats.keys().collect::<Vec<_>>(), ["ash"]);
    drop(campaign);
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
    }
    world.tick();
    assert_eq!(world.answer("3/bid/ash"), (json!(5), json!({"from": "ruling", "number": 1})));
    world.holds();
}

#[test]
fn a_mail_for_a_window_that_a_ruling_has_closed_is_told_so() {
    let mut world = third_turn();
    world.rule(&rewind(2, "bidding"));
    world.write("ash", "window: 3-bidding\nplan: {bid: 1}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["window-closed"]);
}

#[test]
fn back_at_a_ruling_its_answers_are_still_to_come() {
    let mut world = third_turn();
    world.rule(&request(&[("3/bid/birch", json!(6))]));
    let said = world.campaign().record.game.ruled.clone();
    let seq = world.entries(Kind::Ruling)[0].seq;
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    // That the ledger alone leads to the same is seen to whenever a test gives a ruling.
    world.rule(&Request::new(RulingKind::Rewind, When::Entry(seq), "once more"));
    assert_eq!((said.len(), &world.campaign().record.game.ruled), (1, &said));
}

#[test]
fn an_entry_was_replaced_by_the_ruling_that_left_it() {
    let mut world = third_turn();
    let bid = world.entries(Kind::Answered).into_iter().find(|entry| entry.body["key"] == "2/bid/cedar");
    let seq = bid.unwrap().seq;
    world.rule(&rewind(2, "bidding"));
    all_bid(&mut world, [0, 0, 6]);
    world.tick();
    world.rule(&request(&[("2/bid/cedar", json!(5))]));
    assert_eq!(
        overruled_by(world.campaign().entries().unwrap(), seq),
        Some(1),
        "the second was of the new timeline"
    );
}

#[test]
fn nothing_from_before_the_point_is_carried_over() {
    let mut world = third_turn();
    world.rule(&request(&[("2/bid/cedar", json!(7))]));
    let carried = world.campaign().record.game.carried.clone();
    // Those that came before it in the same stage are in the game itself.
    assert_eq!(carried.answers.keys().collect::<Vec<_>>(), ["2/bid/cedar", "2/prize/birch"]);
}

fn opening(seat: &str, window: &str, plan: Value) -> Opening {
    let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: window.into() };
    Opening::new(&binding, plan, &[7; 16]).unwrap()
}

/// Turn 2: ash and birch have sealed, ash has opened.
fn half_open() -> World {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    for seat in crate::campaign::toy::SEATS {
        world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
    }
    world.tick();
    let of = |seat| opening(seat, "2-bidding", json!({"turn": 2, "bid": 2, "prize": "left"}));
    for seat in ["ash", "birch"] {
        world.write(seat, &format!("seal: {}\nfinal: yes\n", of(seat).seal()));
    }
    world.write("cedar", "plan: {bid: 0}\nfinal: yes\n");
    world.tick();
    world.write("ash", &of("ash").armour());
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    let window = world.campaign().record.game.open_window().cloned().unwrap();
    assert_eq!((window.seats["ash"].opened, window.seats["birch"].opened), (true, false));
    world
}

#[test]
fn a_seal_that_was_opened_is_opened_again_after_a_ruling() {
    let mut world = half_open();
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    let game = world.campaign().record.game.clone();
    let window = game.open_window().unwrap();
    assert_eq!(window.again.as_deref(), Some("2-bidding"));
    assert!(window.seats.values().all(|part| !part.opened));
    // It waits for its window and is not used before.
    let carried = game.carried.plans.values().flatten();
    assert_eq!(carried.filter(|plan| plan.window == "2-bidding").count(), 0);
    world.holds();
}

#[test]
fn what_was_opened_and_is_no_plan_is_not_carried_over() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    let garbage = opening("ash", "1-bidding", json!({"turn": "no plan"}));
    world.write("ash", &format!("seal: {}\nfinal: yes\n", garbage.seal()));
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
    }
    world.tick();
    world.write("ash", &garbage.armour());
    world.tick();
    assert_ne!(world.window(), "1-bidding");
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    let carried = world.campaign().record.game.carried.clone();
    assert!(!carried.plans.contains_key("ash"), "{:?}", carried.plans.get("ash"));
    assert_eq!(world.answer("1/bid/ash").1["from"], "default");
    world.holds();
}

#[test]
fn a_late_plan_that_is_accepted_takes_the_place_of_the_one_that_counted() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3, prize: left}\n");
    world.write("birch", "plan: {bid: 2}\n");
    world.hours(50);
    let missed = |world: &World| world.campaign().record.game.missed.clone();
    world.write("ash", "window: 1-bidding\nplan: {bid: 9, prize: left}\n");
    world.write("cedar", "window: 1-bidding\nplan: {bid: 1}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["window-closed"]);
    for (name, key, bid) in [("ash/2", "1/bid/ash", 9), ("cedar/1", "1/bid/cedar", 1)] {
        let mut take = request(&[]);
        take.accept = vec![name.to_owned()];
        world.rule(&take);
        assert_eq!(world.answer(key).0, json!(bid), "{name}");
        let seat = name.split('/').next().unwrap();
        let plans = world.campaign().record.game.plans.get(seat).cloned().unwrap_or_default();
        assert_eq!(plans.iter().filter(|plan| plan.window == "1-bidding").count(), 1, "{name}");
        assert!(!missed(&world).contains_key(seat), "{name}: it has sent a plan");
    }
}

#[test]
fn a_plan_that_counts_already_is_not_accepted_once_more() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3}\n");
    world.tick();
    let mut take = request(&[]);
    take.accept = vec!["ash/1".to_owned()];
    let why = world.try_rule(&take).unwrap_err().to_string();
    assert!(why.contains("counts already in the window that is open"), "{why}");
    // One that a later plan has replaced does not count.
    world.write("ash", "plan: {bid: 4}\n");
    world.tick();
    world.rule(&take);
    world.hours(50);
    assert_eq!(world.answer("1/bid/ash").0, json!(3));
}

#[test]
fn a_sealed_plan_that_a_ruling_refuses_does_not_wait_for_its_window() {
    let mut world = third_turn();
    let record = world.campaign().record.clone();
    let window = record.game.open_window().unwrap().clone();
    let refused = RulingChange::Mail {
        seat: "ash".into(),
        window: window.id.clone(),
        mail: Hash256::ZERO,
        accept: false,
    };
    let campaign = world.campaign();
    let kept = |changes: &[RulingChange]| -> Vec<String> {
        let all = keeps(campaign.rules(), &record, (RulingKind::Rule, record.seq), changes).unwrap();
        all.iter().flat_map(|shut| shut.seats.keys().cloned()).collect()
    };
    assert_eq!(kept(&[]), ["ash"]);
    assert_eq!(kept(&[refused]), Vec::<String>::new());
    world.tick();
}

/// Who had sent a plan in a window that is over has its last one there again, if it was opened.
#[test]
fn a_ruling_into_a_window_that_is_over_keeps_its_plans() {
    let mut world = World::new();
    for (seat, bid) in [("ash", 1), ("birch", 2)] {
        world.write(seat, &format!("plan: {{bid: {bid}}}\n"));
    }
    world.tick();
    let after = world.entries(Kind::Sealed).last().unwrap().seq;
    // Replaced after that point, and sent after it.
    world.write("birch", "plan: {bid: 4}\n");
    world.write("cedar", "plan: {bid: 3}\n");
    world.hours(50);
    assert_eq!(world.window(), "1-prize");
    let campaign = world.campaign();
    let kept = keeps(campaign.rules(), &campaign.record, (RulingKind::Rewind, after), &[]).unwrap();
    let last = |seat: &str| {
        let mut own = world.entries(Kind::Sealed).into_iter().filter(|entry| entry.body["seat"] == seat);
        own.next_back().unwrap().body["seal"].as_str().map(str::to_owned)
    };
    let seals: Vec<_> = kept
        .iter()
        .flat_map(|shut| &shut.seats)
        .map(|(seat, part)| (seat.clone(), part.seal.clone()))
        .collect();
    assert_eq!(seals, ["ash", "birch"].map(|seat| (seat.to_owned(), last(seat))));
    world.rule(&Request::new(RulingKind::Rewind, When::Entry(after), "once more"));
    world.hours(60);
    let bids = ["ash", "birch", "cedar"].map(|seat| world.answer(&format!("1/bid/{seat}")).0);
    assert_eq!(bids, [json!(1), json!(4), json!(3)]);
}

#[test]
fn no_ruling_goes_back_to_a_point_at_which_the_game_was_over() {
    let mut world = third_turn();
    for seat in crate::campaign::toy::SEATS {
        world.write(seat, "vote: {draw: yes}\n");
    }
    world.tick();
    let ended = world.entries(Kind::Ended)[0].seq;
    world.rule(&rewind(2, "bidding"));
    let campaign = world.campaign();
    let given = world.entries(Kind::Ruling)[0].clone();
    let secret = given.secret.as_ref().and_then(|secret| secret.body()).cloned();
    let apply = |after: u64| {
        let mut body = given.body.clone();
        body.as_object_mut().unwrap().remove("batch");
        (body["number"], body["after"]) = (json!(2), json!(after));
        let mut record = campaign.record.clone();
        let line = Line {
            seq: record.seq + 1,
            at: world.now,
            kind: Kind::Ruling,
            body: &body,
            secret: secret.as_ref(),
        };
        record.apply(campaign.rules(), line).map_err(|why| why.to_string())
    };
    let why = apply(ended).unwrap_err();
    assert!(why.contains("the game was over"), "{why}");
    apply(ended - 1).unwrap();
}

#[test]
fn the_difference_that_everybody_reads_has_no_keys_and_says_how_much_is_not_reached() {
    let world = third_turn();
    let campaign = world.campaign();
    // Birch cannot bid nine and then four: the game waits in the second turn, before its prize.
    let trial = try_ruling(&campaign, &request(&[("1/bid/birch", json!(9))]), world.now).unwrap();
    assert_eq!(trial.difference().unwrap().not_reached, 1);
    let (own, public) = (trial.told(false).unwrap(), trial.told(true).unwrap());
    assert!(!own.decisions.is_empty() && own.decisions.iter().all(|told| told.key.is_some()));
    assert_eq!(public.decisions.len(), own.decisions.len());
    assert!(
        public.decisions.iter().all(|told| told.key.is_none() && told.was.is_none() && told.is.is_none())
    );
    // Nowhere in it: the key of a question can give away whose secret it is.
    let texts = [&own, &public].map(|told| serde_json::to_string(told).unwrap());
    for turn in 1..=3 {
        for decision in decisions(&campaign, turn).unwrap().into_iter().flat_map(|stage| stage.decisions) {
            let key = decision.answer.key;
            assert!(!texts[1].contains(&key), "{key} in {}", texts[1]);
        }
    }
    assert!(
        texts[0].contains("1/bid/birch") && texts[0].contains(&format!("\"after\":{}", own.after.unwrap()))
    );
}

#[test]
fn the_decisions_of_a_turn_are_listed_with_their_stages() {
    let world = third_turn();
    let stages = decisions(&world.campaign(), 1).unwrap();
    let keys = |n: usize| {
        let all = stages[n].decisions.iter().map(|decision| decision.answer.key.clone());
        (stages[n].stage.clone(), all.collect::<Vec<_>>())
    };
    assert_eq!(stages.len(), 2);
    let bids = ["1/bid/ash", "1/bid/birch", "1/bid/cedar"].map(str::to_owned).to_vec();
    assert_eq!(keys(0), ("bidding".to_owned(), bids));
    assert_eq!(keys(1), ("prize".to_owned(), vec!["1/prize/ash".to_owned()]));
}

#[test]
fn a_mail_that_was_accepted_is_listed_as_such_and_is_not_accepted_twice() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3, prize: left}\n");
    world.write("birch", "plan: {bid: 2}\n");
    world.hours(50);
    world.write("cedar", "window: 1-bidding\nplan: {bid: 9}\n");
    world.tick();
    let mut take = request(&[]);
    take.accept = vec!["cedar/1".to_owned()];
    world.rule(&take);
    let why = world.try_rule(&Request { reason: "once more".into(), ..take }).unwrap_err().to_string();
    assert!(why.contains("ruling 1 says the same"), "{why}");
    let listed = crate::campaign::inbox(&world.campaign()).unwrap();
    let ruled: Vec<_> = listed.iter().filter_map(|mail| mail.ruled.clone()).collect();
    let ruled: Vec<_> = ruled.iter().map(|one| (one.ruling, one.seat.as_str(), one.accepted)).collect();
    assert_eq!(ruled, [(1, "cedar", true)]);
}

/// Of two mails that came late one was accepted before: who accepts both says something new, and is not told that nothing would change.
#[test]
fn a_mail_is_accepted_together_with_one_that_was_accepted_before() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3, prize: left}\n");
    world.hours(50);
    for (seat, bid) in [("birch", 7), ("cedar", 9)] {
        world.write(seat, &format!("window: 1-bidding\nplan: {{bid: {bid}}}\n"));
    }
    world.tick();
    for accepted in [&["cedar/1"][..], &["cedar/1", "birch/1"]] {
        let accept = accepted.iter().map(|name| (*name).to_owned()).collect();
        world.rule(&Request { accept, ..request(&[]) });
    }
    assert_eq!((world.answer("1/bid/cedar").0, world.answer("1/bid/birch").0), (json!(9), json!(7)));
}

#[test]
fn a_rewind_says_which_ruled_answers_it_takes_back() {
    let mut world = third_turn();
    world.rule(&request(&[("3/bid/birch", json!(6))]));
    world.tick();
    let told = world.rule(&rewind(2, "bidding"));
    let undone: Vec<_> = told.undone.iter().map(|undone| (undone.ruling, undone.key.as_deref())).collect();
    assert_eq!(undone, [(1, Some("3/bid/birch"))]);
    // Other rulings keep it.
    let mut world = third_turn();
    world.rule(&request(&[("3/bid/birch", json!(6))]));
    world.tick();
    assert_eq!(world.rule(&request(&[("2/bid/ash", json!(0))])).undone, []);
}
