//! Two mails of one turn come to one plan.

use super::tests::stark;
use super::{Plan, merge};
use crate::games::thrones::people::plan::tests::opening;
use serde_json::{Value, json};

pub(super) fn plan(text: &str) -> Plan {
    let reading = stark(text);
    reading.plan.unwrap_or_else(|| panic!("{:?}", reading.faults))
}

/// The merged plan, and what of the old one stands.
pub(super) fn merged(old: &str, new: &str) -> (Plan, Vec<(String, Vec<String>)>) {
    let (merged, kept) = merge(&opening(5).world, &plan(old), &plan(new));
    (merged, kept.into_iter().map(|kept| (kept.section, kept.entries)).collect())
}

pub(super) fn kept(section: &str, entries: &[&str]) -> (String, Vec<String>) {
    (section.to_owned(), entries.iter().map(|entry| (*entry).to_owned()).collect())
}

#[test]
fn orders_yesterday_and_marches_today_are_both_there() {
    let (plan, stands) = merged(
        "plan: {orders: {Winterfell: march+0, White Harbor: support}}",
        "plan: {marches: [{from: Winterfell, to: Moat Cailin}]}",
    );
    assert_eq!((plan.orders.unwrap().len(), plan.marches.len()), (2, 1));
    assert_eq!(stands, [kept("orders", &["White Harbor", "Winterfell"])]);
}

#[test]
fn an_entry_replaces_that_of_its_key_and_none_takes_it_away() {
    let old = "plan: {orders: {Winterfell: march+0, White Harbor: support, The Shivering Sea: raid}}";
    let (plan, stands) = merged(old, "plan: {orders: {Winterfell: defense, White Harbor: none}}");
    let orders: Vec<(String, String)> = plan.orders.unwrap().into_iter().collect();
    let expected = [("the-shivering-sea", "raid"), ("winterfell", "defense")];
    assert_eq!(orders, expected.map(|(area, order)| (area.to_owned(), order.to_owned())));
    assert_eq!(stands, [kept("orders", &["The Shivering Sea"])]);
    let (plan, stands) = merged(old, "plan: {orders: none}");
    assert_eq!((plan.orders.map(|orders| orders.len()), stands.len()), (Some(0), 0));
}

#[test]
fn marches_of_one_area_are_replaced_together() {
    let (plan, stands) = merged(
        "plan: {marches: [{from: Winterfell, to: Karhold}, {from: White Harbor, to: Widow's Watch}, {from: Winterfell, to: Moat Cailin}]}",
        "plan: {marches: [{from: Winterfell, to: Castle Black}]}",
    );
    let from: Vec<&str> = plan.marches.iter().map(|march| march.from.as_str()).collect();
    assert_eq!(from, ["white-harbor", "winterfell"]);
    assert_eq!(stands, [kept("marches", &["White Harbor"])]);
}

/// Where another order lies now, nobody marches or raids; what was said of it waits until the order comes back.
#[test]
fn what_an_area_was_to_do_by_another_order_is_not_said_to_count() {
    let old = "plan: {orders: {Winterfell: march+0, The Shivering Sea: raid}, marches: [{from: Winterfell, to: Karhold}], \
               raids: [{from: The Shivering Sea, at: [The Narrow Sea]}]}";
    let (plan, stands) = merged(old, "plan: {orders: {Winterfell: raid, The Shivering Sea: support}}");
    assert_eq!((plan.marches.len(), plan.raids.len(), stands), (1, 1, vec![]));
    let (_, stands) = merged(old, "plan: {orders: {Winterfell: march-1}}");
    let counts = [("orders", "The Shivering Sea"), ("raids", "The Shivering Sea"), ("marches", "Winterfell")];
    assert_eq!(stands, counts.map(|(section, area)| kept(section, &[area])));
    let (_, stands) = merged(old, "plan: {orders: {Winterfell: raid}, raven: {Winterfell: march+0}}");
    assert!(stands.contains(&kept("marches", &["Winterfell"])), "{stands:?}");
}

/// Who sends the footman somewhere, and then the knight elsewhere, may mean both, and is told that one counts.
#[test]
fn a_march_of_other_units_that_took_the_place_of_one_is_named() {
    let replaced = |old: &str, new: &str| -> Vec<String> {
        let march = |to: &str| plan(&format!("plan: {{marches: [{{from: Winterfell, to: {to}}}]}}"));
        let (_, kept) = merge(&opening(5).world, &march(old), &march(new));
        kept.into_iter().filter(|kept| kept.replaced).flat_map(|kept| kept.entries).collect()
    };
    assert_eq!(replaced("{Moat Cailin: [footman]}", "{Castle Black: [knight]}"), ["Winterfell"]);
    for (old, new) in [
        ("{Moat Cailin: [footman]}", "{Castle Black: [footman]}"),
        ("{Moat Cailin: [footman]}", "{Moat Cailin: [knight]}"),
        ("{Moat Cailin: [footman]}", "{Castle Black: all}"),
        ("{Moat Cailin: all}", "{Castle Black: [knight]}"),
    ] {
        assert_eq!(replaced(old, new), Vec::<String>::new(), "{old} {new}");
    }
}

/// A change of where one unit goes says nothing of the others, unless it gives the order of the area anew.
#[test]
fn units_that_a_change_does_not_name_go_where_they_were_to_go() {
    let old = "plan: {orders: {Winterfell: march+0}, \
               marches: [{from: Winterfell, to: {Moat Cailin: [2 footmen], Karhold: [knight]}, leave-power: true}]}";
    let change = "marches: [{from: Winterfell, to: {Castle Black: [knight]}}]";
    let goals = |new: &str| {
        let (plan, kept) = merged(old, new);
        let [march] = plan.marches.as_slice() else { panic!("{:?}", plan.marches) };
        let to: Vec<String> = march.to.iter().map(|step| step.to.clone()).collect();
        let kept = kept.into_iter().filter(|(section, _)| section == "marches");
        (to, march.leave_power, kept.flat_map(|(_, entries)| entries).collect::<Vec<_>>())
    };
    let both = ["castle-black".to_owned(), "moat-cailin".to_owned()];
    assert_eq!(
        goals(&format!("plan: {{{change}}}")),
        (both.to_vec(), true, vec!["Winterfell (footman)".to_owned()])
    );
    let anew = format!("plan: {{orders: {{Winterfell: march+0}}, {change}}}");
    assert_eq!(goals(&anew), (both[..1].to_vec(), false, vec!["Winterfell".to_owned()]));
}

#[test]
fn wishes_for_battles_and_bids_are_merged_by_what_they_speak_of() {
    let (plan, stands) = merged(
        "plan: {bids: {throne: 1, court: 2}, battle: {cards: [Robb Stark], at Seagard: {blade: no}}, support: {own: always}}",
        "plan: {bids: {court: 0}, battle: {blade: ask, at Seagard: {cards: [Eddard Stark]}}, muster: {Winterfell: none}}",
    );
    assert_eq!(plan.bids.into_values().collect::<Vec<_>>(), [1, 0]);
    assert_eq!((plan.battle.always.cards.len(), plan.battle.always.blade.is_some()), (1, true));
    let there = &plan.battle.at["seagard"];
    assert_eq!((there.cards.len(), there.blade.is_some()), (1, true));
    let expected =
        [kept("bids", &["Iron Throne"]), kept("support", &["own"]), kept("battle", &["cards", "at Seagard"])];
    assert_eq!(stands, expected);
}

#[test]
fn what_none_is_wanted_of_no_longer_stands() {
    let old = "plan: {orders: {Winterfell: march+0, The Shivering Sea: raid}, bids: {court: 1}, battle: {blade: ask}, \
               marches: [{from: Winterfell, to: Moat Cailin}], raids: [{from: The Shivering Sea, at: none}]}";
    let (first, stands) = merged(old, "plan: {marches: none, raids: nothing}");
    assert!(first.marches.is_empty() && first.raids.is_empty() && first.emptied.is_empty());
    assert_eq!(
        stands,
        [
            kept("bids", &["King's Court"]),
            kept("orders", &["The Shivering Sea", "Winterfell"]),
            kept("battle", &["blade"])
        ]
    );
    let (second, _) = merged(old, "plan: {bids: none, battle: none}");
    assert_eq!((second.bids.len(), second.battle.always.blade, second.marches.len()), (0, None, 1));
    // Alone it is a plan, and is written as it was read.
    let alone = plan("plan: {marches: none}");
    assert!(super::to_yaml(&alone, &opening(5)).contains("  marches: none\n"));
}

#[test]
fn what_is_of_another_turn_does_not_stand() {
    let old = Plan { turn: 9, ..plan("plan: {orders: {Winterfell: defense}, bids: {court: 1}}") };
    let (plan, _) =
        merge(&opening(5).world, &old, &plan("plan: {raids: [{from: The Shivering Sea, at: none}]}"));
    assert_eq!((plan.orders, plan.bids.len()), (None, 1));
}

/// A plan that says nothing but one thing.
pub(super) fn saying(member: &str, value: &Value) -> Plan {
    serde_json::from_value(json!({"turn": 1, "westeros": 1, member: value}))
        .unwrap_or_else(|why| panic!("{member}: {why}"))
}

#[test]
fn what_a_plan_says_stands_until_a_later_one_speaks_of_it() {
    let world = opening(5).world.clone();
    let nothing = saying("ties", &json!([]));
    for (member, section, old, new, both) in [
        ("ties", "ties", json!(["stark", "greyjoy"]), json!(["lannister"]), json!(["lannister"])),
        (
            "bids",
            "bids",
            json!({"court": 1, "wildlings": 2}),
            json!({"court": 0}),
            json!({"court": 0, "wildlings": 2}),
        ),
        (
            "disband",
            "disband",
            json!([{"unit": "footman", "number": 1}]),
            json!([{"unit": "knight", "number": 2}]),
            json!([{"unit": "knight", "number": 2}]),
        ),
        ("reward", "reward", json!(["robb-stark"]), json!([]), json!([])),
        ("choices", "choices", json!({"a": ["x"]}), json!({"b": ["y"]}), json!({"a": ["x"], "b": ["y"]})),
        (
            "raven",
            "raven",
            json!([{"area": "winterfell", "order": "raid"}]),
            json!([{"area": "karhold", "order": "raid"}]),
            json!([{"area": "karhold", "order": "raid"}]),
        ),
        ("look", "raven", json!("top"), json!("under"), json!("under")),
        (
            "raids",
            "raids",
            json!([{"from": "winterfell", "at": ["karhold"]}, {"from": "karhold", "at": []}]),
            json!([{"from": "winterfell", "at": ["castle-black"]}]),
            json!([{"from": "karhold", "at": []}, {"from": "winterfell", "at": ["castle-black"]}]),
        ),
        (
            "consolidate",
            "consolidate",
            json!([{"area": "winterfell", "muster": [{"area": "winterfell", "build": "footman"}]}, {"area": "karhold"}]),
            json!([{"area": "winterfell"}]),
            json!([{"area": "karhold"}, {"area": "winterfell"}]),
        ),
        (
            "ports",
            "ports",
            json!({"winterfell": 1, "all": "all"}),
            json!({"all": 2}),
            json!({"winterfell": 1, "all": 2}),
        ),
        (
            "support",
            "support",
            json!({"own": "always", "others": "never", "houses": {"greyjoy": "ask", "tyrell": "never"}, "at": {"seagard": "attacker"}}),
            json!({"others": "ask", "houses": {"tyrell": "always"}, "at": {"karhold": "none"}}),
            json!({
                "own": "always", "others": "ask", "houses": {"greyjoy": "ask", "tyrell": "always"},
                "at": {"seagard": "attacker", "karhold": "none"},
            }),
        ),
        (
            "battle",
            "battle",
            json!({
                "always": {"cards": ["robb-stark"], "blade": "yes", "redraw": "no", "retreat": ["karhold"], "lose": ["knight"]},
                "attacking": {"blade": "no"}, "defending": {"retreat": ["winterfell"]},
            }),
            json!({"always": {"blade": "ask", "redraw": "yes"}, "defending": {"retreat": ["karhold"]}}),
            json!({
                "always": {"cards": ["robb-stark"], "blade": "ask", "redraw": "yes", "retreat": ["karhold"], "lose": ["knight"]},
                "attacking": {"blade": "no"}, "defending": {"retreat": ["karhold"]},
            }),
        ),
        (
            "abilities",
            "abilities",
            json!({"robb-stark": true, "cersei-lannister": ["stark"]}),
            json!({"robb-stark": false}),
            json!({"robb-stark": false, "cersei-lannister": ["stark"]}),
        ),
        ("answers", "answers", json!({"a": 1, "b": 2}), json!({"b": 3}), json!({"a": 1, "b": 3})),
        ("otherwise", "otherwise", json!("ask"), json!("best-guess"), json!("best-guess")),
    ] {
        let (one, other) = (saying(member, &old), saying(member, &new));
        let (stands, kept) = merge(&world, &one, &nothing);
        let sections: Vec<&str> = kept.iter().map(|kept| kept.section.as_str()).collect();
        assert_eq!((&stands, sections), (&one, vec![section]), "{member} stands");
        let (said, kept) = merge(&world, &nothing, &other);
        assert_eq!((&said, kept.len()), (&other, 0), "{member} is new");
        let (merged, _) = merge(&world, &one, &other);
        assert_eq!(merged, saying(member, &both), "{member} of both");
    }
    let named = json!({"own": "always", "others": "never", "houses": {"greyjoy": "ask"}, "at": {"seagard": "attacker"}});
    let (_, kept) = merge(&world, &saying("support", &named), &nothing);
    assert_eq!(kept[0].entries, ["own", "others", "Greyjoy", "at Seagard"]);
}

#[test]
fn what_the_raven_does_is_one_wish() {
    let world = opening(5).world.clone();
    let replaces = saying("raven", &json!([{"area": "winterfell", "order": "raid"}]));
    let looks = saying("look", &json!("top"));
    assert_eq!(merge(&world, &replaces, &looks).0, looks);
    assert_eq!(merge(&world, &looks, &replaces).0, replaces);
}

#[test]
fn what_was_said_of_the_north_stands_part_by_part() {
    let world = opening(5).world.clone();
    let north = |value: Value| saying("north", &value);
    let nothing = saying("ties", &json!([]));
    for (member, old, new) in [
        ("cards", json!(["7"]), json!(["8"])),
        ("deck", json!(["1", "7"]), json!(["8"])),
        ("objective", json!("one"), json!("two")),
        ("attack", json!("one"), json!("two")),
        ("quest", json!([{"unit": "footman", "number": 1}]), json!([])),
        (
            "abilities",
            json!([{"ability": "7/a", "wish": true}, {"ability": "8/b", "wish": true}]),
            json!([{"ability": "8/b", "wish": true}, {"ability": "7/a", "wish": false}]),
        ),
    ] {
        let (one, other) = (north(json!({member: old})), north(json!({member: new})));
        assert_eq!(merge(&world, &one, &nothing).0, one, "{member} stands");
        assert_eq!(merge(&world, &one, &other).0, other, "{member} is replaced");
    }
}

#[test]
fn a_bid_for_the_court_is_written_as_the_sheet_has_it() {
    let written = super::to_yaml(&plan("plan: {bids: {king's court: 2, throne: 1}}"), &opening(5));
    assert!(written.contains("{iron throne: 1, court: 2}"), "{written}");
}

/// A tactic deck is no part of a plan any more once it is chosen; an ability is.
#[test]
fn a_chosen_deck_counts_no_longer() {
    let folder = |file: &str| crate::games::embedded("beyond-the-wall", file).map(str::to_owned);
    let (north, options) = (&crate::games::thrones::editions::NORTH, Default::default());
    let game = crate::games::thrones::Thrones::load_edition(north, &folder, 3, options).unwrap();
    let mut board = crate::table::Game::begin(&game, &mut crate::table::RandomTable::new(1)).unwrap();
    let mut old = Plan { turn: board.turn, ..Plan::default() };
    old.north.deck = vec!["pillage".into(), "encircle".into(), "breakthrough".into()];
    old.north.cards = vec!["pillage".into()];
    assert_eq!(super::lasting(&old, &board), old);
    board.stage = crate::games::thrones::board::Stage::Planning;
    let (merged, stands) =
        merge(&board.world, &super::lasting(&old, &board), &Plan { turn: board.turn, ..Plan::default() });
    let sections: Vec<&str> = stands.iter().map(|kept| kept.section.as_str()).collect();
    assert_eq!((sections, merged.north.deck.len()), (vec!["tactic"], 0));
}

/// What is mustered, in all that two mails may say of two places: nothing, a unit, `none`, and `none` of all places.
#[test]
fn of_each_place_the_later_word_counts_for_what_is_mustered() {
    const PLACES: [(&str, &str); 2] = [("winterfell", "Winterfell"), ("white-harbor", "White Harbor")];
    const WORDS: [&str; 3] = ["", "footman", "none"];
    // By place; all of them `none`, if nothing is said of places.
    let all: Vec<Option<[&str; 2]>> =
        WORDS.iter().flat_map(|one| WORDS.map(|other| Some([*one, other]))).chain([None]).collect();
    let text = |said: &Option<[&str; 2]>| match said {
        None => "plan: {bids: {court: 1}, muster: none}".to_owned(),
        Some(["", ""]) => "plan: {bids: {court: 1}}".to_owned(),
        Some(words) => {
            let said = words.iter().zip(PLACES).filter(|(word, _)| !word.is_empty());
            let said: Vec<String> = said.map(|(word, (_, name))| format!("{name}: {word}")).collect();
            format!("plan: {{bids: {{court: 1}}, muster: {{{}}}}}", said.join(", "))
        }
    };
    let of = |said: &Option<[&'static str; 2]>, at: usize| said.map_or("none", |words| words[at]);
    let is_silent = |said: &Option<[&str; 2]>| *said == Some(["", ""]);
    for old in &all {
        for new in &all {
            let (plan, stands) = merged(&text(old), &text(new));
            let what = format!("{} and {}", text(old), text(new));
            let stays = |at: usize| new.is_some_and(|words| words[at].is_empty());
            let mut built: Vec<&str> = plan.muster.iter().flatten().map(|build| &*build.area).collect();
            built.sort_unstable();
            let later = |at: &usize| if stays(*at) { of(old, *at) } else { of(new, *at) };
            let mut wanted: Vec<&str> =
                (0..2).filter(|at| later(at) == "footman").map(|at| PLACES[at].0).collect();
            wanted.sort_unstable();
            assert_eq!(built, wanted, "{what}");
            let names: Vec<&str> =
                (0..2).filter(|at| of(old, *at) == "footman" && stays(*at)).map(|at| PLACES[at].1).collect();
            let none_stands = !is_silent(old) && is_silent(new) && names.is_empty();
            let wanted = if names.is_empty() && !none_stands { vec![] } else { vec![kept("muster", &names)] };
            assert_eq!(stands, wanted, "{what}");
        }
    }
}

#[test]
fn an_answer_by_its_key_falls_when_a_section_says_it_anew() {
    let mut old = Plan::default();
    let all = [
        ("1/raven/0/stark/raven", json!(null)),
        ("1/marches/2/stark/march", json!({"from": "winterfell", "to": []})),
        ("1/marches/3/stark/march", json!({"from": "white-harbor", "to": []})),
        ("1/marches/2/stark/retreat/karhold", json!({"to": "winterfell"})),
        ("2/westeros-1/0/stark/muster", json!([])),
        ("muster/yoren", json!([])),
        ("2/westeros-2/0/stark/bid/fiefdoms", json!(1)),
    ];
    old.answers.extend(all.map(|(key, value)| (key.to_owned(), value)));
    let texts = [
        ("plan: {raven: none}", vec!["raven"]),
        ("plan: {marches: [{from: Winterfell, to: Moat Cailin}]}", vec!["marches/2/stark/march"]),
        ("plan: {muster: {Winterfell: [footman]}}", vec!["muster"]),
        ("plan: {bids: {fiefdoms: 2}}", vec!["bid/"]),
        ("plan: {battle: {retreat: Winterfell}}", vec![]),
    ];
    for (text, gone) in texts {
        let new = plan(text);
        (old.turn, old.westeros) = (new.turn, new.westeros);
        let (merged, _) = merge(&opening(5).world, &old, &new);
        let falls = |key: &str| gone.iter().any(|part| key.contains(part));
        let left: Vec<&String> = old.answers.keys().filter(|key| !falls(key)).collect();
        assert_eq!(merged.answers.keys().collect::<Vec<_>>(), left, "{text}");
    }
}

/// An answer counts before the sections of its plan: what is left of it must not hide what is sent later.
#[test]
fn what_is_sent_later_counts_whether_it_is_an_answer_or_a_section() {
    let world = opening(5).world.clone();
    let answered = |key: &str, answer: Value| {
        let mut plan = saying("ties", &json!([]));
        plan.answers.insert(key.to_owned(), answer);
        plan
    };
    let orders = "1/planning/0/stark/orders";
    let old = answered(orders, json!({"winterfell": "march+0", "white-harbor": "support"}));
    let new = saying("orders", &json!({"winterfell": "raid"}));
    let (merged, kept) = merge(&world, &old, &new);
    let both = json!({"winterfell": "raid", "white-harbor": "support"});
    assert_eq!((merged.answers.len(), json!(merged.orders)), (0, both));
    assert_eq!(kept[0].entries, ["White Harbor"]);
    // None at all leaves nothing of them.
    let (merged, _) = merge(&world, &old, &saying("orders", &json!({})));
    assert_eq!((merged.answers.len(), merged.orders.map(|orders| orders.len())), (0, Some(0)));
    // What has no form goes as well.
    let (merged, _) = merge(&world, &answered(orders, json!({"from": "x", "to": {"y": "all"}})), &new);
    assert_eq!((merged.answers.len(), json!(merged.orders)), (0, json!({"winterfell": "raid"})));

    // The other way round: what an answer says of a whole question no longer stands in a section, and nobody is told that it does.
    let (merged, kept) = merge(&world, &new, &old);
    assert_eq!((merged.orders, merged.answers.len(), kept.len()), (None, 1, 0));
    let muster = saying("muster", &json!([{"area": "winterfell", "build": "knight"}]));
    let ship = answered("2/westeros-1/0/stark/muster", json!([{"area": "white-harbor", "build": "footman"}]));
    let (merged, kept) = merge(&world, &muster, &ship);
    assert_eq!((merged.muster, kept.len()), (None, 0));
    let (merged, kept) = merge(&world, &ship, &muster);
    let built: Vec<String> = merged.muster.into_iter().flatten().map(|build| build.area).collect();
    assert_eq!((built, merged.answers.len()), (vec!["white-harbor".to_owned(), "winterfell".to_owned()], 0));
    assert_eq!(kept[0].entries, ["White Harbor"]);

    // One bid leaves the others.
    let mut bids = answered("2/westeros-2/0/stark/bid/iron-throne", json!(3));
    bids.answers.insert("2/westeros-2/0/stark/bid/fiefdoms".into(), json!(2));
    let (merged, _) = merge(&world, &bids, &saying("bids", &json!({"fiefdoms": 0})));
    assert_eq!(merged.answers.into_keys().collect::<Vec<_>>(), ["2/westeros-2/0/stark/bid/iron-throne"]);
}

/// What was answered by its key stands until a section says it anew, and no other section takes it away.
#[test]
fn an_answer_by_its_key_stands_until_its_section_is_there() {
    let world = opening(5).world.clone();
    let said = [
        ("bid/iron-throne", json!(2), "bids", json!({"iron-throne": 1})),
        ("tie/iron-throne", json!("stark"), "ties", json!(["stark"])),
        ("muster/winterfell", json!({}), "muster", json!([])),
        ("disband", json!("footman"), "disband", json!([{"unit": "footman", "number": 1}])),
        ("reward", json!("robb-stark"), "reward", json!(["robb-stark"])),
        ("raven", json!("none"), "raven", json!([{"area": "winterfell", "order": "raid"}])),
        ("raven", json!("none"), "look", json!("top")),
        ("march", json!({"from": "winterfell"}), "marches", json!([{"from": "winterfell", "to": []}])),
        ("raid", json!({"from": "winterfell"}), "raids", json!([{"from": "winterfell", "at": []}])),
    ];
    for (key, answer, _, _) in &said {
        let key = format!("1/stage/0/stark/{key}");
        let old = saying("answers", &json!({key.as_str(): answer}));
        for (other, _, member, value) in &said {
            let (plan, _) = merge(&world, &old, &saying(member, value));
            let is_its = key.ends_with(&format!("/{other}"));
            assert_eq!(plan.answers.contains_key(&key), !is_its, "{key} and {member}");
        }
    }
    // A march or raid from elsewhere takes nothing away.
    for (key, member, value) in [
        ("1/marches/0/stark/march", "marches", json!([{"from": "karhold", "to": []}])),
        ("1/raids/0/stark/raid", "raids", json!([{"from": "karhold", "at": []}])),
    ] {
        let old = saying("answers", &json!({key: {"from": "winterfell"}}));
        assert!(merge(&world, &old, &saying(member, &value)).0.answers.contains_key(key), "{key}");
    }
}

/// A raid that is described is no word on which Raid it is, whether it comes later or again; what is written is.
#[test]
fn an_order_that_only_follows_leaves_the_one_that_was_written() {
    let board = opening(5);
    let seat = board.world.seat("stark").unwrap();
    let typed = |text: &str| {
        let lines = [crate::table::TypedLine { text, line: 1 }];
        let tree = super::read_typed(&board, seat, &[], &[], &lines).tree.unwrap();
        let reading = super::read(&board, seat, &[], &tree);
        (reading.plan.unwrap_or_else(|| panic!("{text}: {:?}", reading.faults)), reading.understood)
    };
    let there = |plan: &Plan| plan.orders.as_ref().unwrap()["the-shivering-sea"].clone();
    let raids = "shivering sea raids the narrow sea";
    for (old, new, expected, shown) in [
        ("Shivering Sea: raid*", raids, "raid*", 0),
        ("Shivering Sea: defense", raids, "raid", 1),
        ("Shivering Sea: raid*", "Shivering Sea: raid", "raid", 1),
        (raids, raids, "raid", 0),
    ] {
        let ((old, _), (new, understood)) = (typed(old), typed(new));
        let (merged, kept) = merge(&board.world, &old, &new);
        assert_eq!(there(&merged), expected);
        let is_shown =
            |what: &Value| what["item"] == "order" && !kept.iter().any(|kept| kept.says_instead_of(what));
        assert_eq!(understood.iter().filter(|item| is_shown(&item.what)).count(), shown);
        // The same once more is no other plan.
        let (again, _) = merge(&board.world, &merged, &new);
        assert_eq!(again, merged);
    }
}
