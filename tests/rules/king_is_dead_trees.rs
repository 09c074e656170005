//! Conditions by chance: what is shown to a player for one, read again, is the same tree.

use super::king_is_dead_sentences::{game, plan_with, read};
use proptest::prelude::*;
use ravenpost::games::king_is_dead::people::plan::{
    Amount, Condition, Entry, Others, Period, Plan, Since, Spot, Summon, Test, What, Where, Who, Wish,
};
use ravenpost::sheet::parse;
use ravenpost::table::{Game, RandomTable, Seat};

fn pick(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(names).prop_map(str::to_owned)
}

fn region() -> impl Strategy<Value = Where> {
    let named = pick(&["deva", "ratae", "din-eidyn", "aquae-sulis"]).prop_map(Where::Region);
    prop_oneof![4 => named, 1 => Just(Where::This)]
}

fn faction() -> impl Strategy<Value = String> {
    pick(&["scots", "welsh", "romano-britons", "loyalists"])
}

fn side() -> impl Strategy<Value = String> {
    pick(&["scots", "welsh", "romano-britons", "loyalists", "saxons"])
}

fn who() -> impl Strategy<Value = Who> {
    prop_oneof![Just(Who::Me), pick(&["morgan", "kay"]).prop_map(Who::Seat)]
}

fn others() -> impl Strategy<Value = Others> {
    prop_oneof![Just(Others::Somebody), Just(Others::All), pick(&["morgan", "kay"]).prop_map(Others::Seat)]
}

fn card() -> impl Strategy<Value = String> {
    pick(&["crown", "garrison", "ambassador", "settlement", "scots", "welsh", "romano-britons"])
}

fn test() -> impl Strategy<Value = Test> {
    prop_oneof![
        (0..9_u8).prop_map(Test::AtLeast),
        (0..9_u8).prop_map(Test::AtMost),
        (1..9_u8).prop_map(Test::Exactly)
    ]
}

fn lead() -> impl Strategy<Value = Test> {
    prop_oneof![(0..9_u8).prop_map(Test::AtLeast), (0..9_u8).prop_map(Test::Exactly)]
}

fn count() -> impl Strategy<Value = Condition> {
    let followers = |faction, at| Amount::Followers { faction, at };
    let one = prop_oneof![
        (prop::option::of(faction()), region()).prop_map(move |(f, r)| (followers(f, Spot::Region(r)), true)),
        prop::option::of(faction()).prop_map(move |f| (followers(f, Spot::Supply), false)),
        (prop::option::of(faction()), who()).prop_map(move |(f, w)| (followers(f, Spot::Court(w)), false)),
        who().prop_map(|who| (Amount::Sets(who), false)),
        side().prop_map(|side| (Amount::Regions(side), false)),
        who().prop_map(|who| (Amount::Cards(who), false)),
        Just((Amount::Passes, false)),
        Just((Amount::Struggle, false)),
    ];
    (one, test(), any::<bool>()).prop_map(|((of, may), is, after)| Condition::Count {
        of,
        is,
        after: may && after,
    })
}

fn differ() -> impl Strategy<Value = Condition> {
    let two = prop_oneof![
        (faction(), faction(), region(), any::<bool>()).prop_map(|(f, g, r, after)| {
            let at = |f| Amount::Followers { faction: Some(f), at: Spot::Region(r.clone()) };
            (at(f), at(g), after)
        }),
        (faction(), faction()).prop_map(|(f, g)| {
            let at = |f| Amount::Followers { faction: Some(f), at: Spot::Supply };
            (at(f), at(g), false)
        }),
        (prop::option::of(faction()), region(), region()).prop_map(|(f, r, s)| {
            let at = |r| Amount::Followers { faction: f.clone(), at: Spot::Region(r) };
            (at(r), at(s), false)
        }),
        (faction(), faction(), who()).prop_map(|(f, g, w)| {
            let at = |f| Amount::Followers { faction: Some(f), at: Spot::Court(w.clone()) };
            (at(f), at(g), false)
        }),
        (prop::option::of(faction()), who(), who()).prop_map(|(f, w, v)| {
            let at = |w| Amount::Followers { faction: f.clone(), at: Spot::Court(w) };
            (at(w), at(v), false)
        }),
        (who(), who()).prop_map(|(w, v)| (Amount::Sets(w), Amount::Sets(v), false)),
        (side(), side()).prop_map(|(s, t)| (Amount::Regions(s), Amount::Regions(t), false)),
        (who(), who()).prop_map(|(w, v)| (Amount::Cards(w), Amount::Cards(v), false)),
    ];
    let two = two.prop_filter("something else", |(one, other, _)| one != other);
    (two, lead()).prop_map(|((one, other, after), is)| Condition::Differ { one, other, is, after })
}

fn fact() -> impl Strategy<Value = Condition> {
    let period = prop::sample::select(vec![Period::Line, Period::Struggle, Period::Game]);
    prop_oneof![
        3 => count(),
        3 => differ(),
        3 => (side(), region(), prop::option::of(lead()), any::<bool>())
            .prop_map(|(who, region, by, after)| Condition::Leads { who, region, by, after }),
        1 => (region(), any::<bool>()).prop_map(|(region, after)| Condition::Tied { region, after }),
        1 => (side(), region()).prop_map(|(who, region)| Condition::Taken { who, region }),
        1 => region().prop_map(Condition::Resolved),
        1 => region().prop_map(Condition::Contested),
        1 => region().prop_map(Condition::Next),
        1 => (region(), region()).prop_map(|(first, second)| Condition::Before { first, second }),
        1 => (region(), 1..9_u8).prop_map(|(region, place)| Condition::Placed { region, place }),
        1 => (region(), prop::option::of(who())).prop_map(|(on, whose)| Condition::Crown { on, whose }),
        2 => others().prop_map(Condition::Passed),
        3 => (others(), prop::option::of(card()), period)
            .prop_map(|(who, card, since)| Condition::Played { who, card, since }),
        1 => (who(), pick(&["control", "invasion", "loyalists"])).prop_map(|(who, by)| Condition::Wins { who, by }),
        1 => faction().prop_map(Condition::Power),
        1 => card().prop_map(Condition::Hand),
        1 => Just(Condition::Effect),
        1 => Just(Condition::Complete),
    ]
}

fn tree() -> impl Strategy<Value = Condition> {
    fact().prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(|all| Condition::all(all).expect("two")),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|any| Condition::any(any).expect("two")),
            inner.prop_map(Condition::opposite),
        ]
    })
}

fn plan_of(condition: Condition) -> Plan {
    let summon = vec![Summon::default()];
    let wish =
        Wish { card: "crown".into(), without_effect: true, summon, when: Some(condition), ..Wish::default() };
    let what = What::Play { wait: None, until: None, wishes: vec![wish] };
    let since = Since { struggle: 1, step: 0 };
    Plan { since, turns: vec![Entry { what, otherwise: None }], otherwise: None }
}

proptest! {
    /// What a receipt shows is what the plan means: read again, it is the same tree.
    #[test]
    fn a_condition_shown_is_the_same_condition(condition in tree()) {
        let game = game(3);
        let board = game.begin(&mut RandomTable::new(1)).expect("set-up never asks");
        let plan = plan_of(condition);
        let text = game.write_plan(&plan, &board);
        let node = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
        let reading = game.read_plan(&board, Seat(0), &[], &node.entries().expect("a mapping")[0].1);
        prop_assert_eq!(reading.plan, Some(plan), "{}\n{:?}", text, reading.faults);
    }

    /// No text breaks the reader, and what it takes it can say again.
    #[test]
    fn any_words_are_read_or_refused(words in prop::collection::vec(prop::sample::select(vec![
        "Scots", "Welsh", "lead", "in", "Deva", "Ratae", "and", "or", "not", "(", ")", ",", "nobody", "has", "passed",
        "more", "than", "as", "many", "2", "at least", "Kay", "played", "the", "Crown", "is", "tied", "I", "have", "by",
        "Kay's", "court", "no", "cards", "all others", "either", "this struggle's region",
    ]), 0..14)) {
        let (game, board, plan) = read(3, &plan_with(&words.join(" ")));
        if let Ok(plan) = plan {
            let text = game.write_plan(&plan, &board);
            let node = parse(&text).expect("YAML");
            let reading = game.read_plan(&board, Seat(0), &[], &node.entries().expect("a mapping")[0].1);
            prop_assert_eq!(reading.plan, Some(plan), "{}", text);
        }
    }
}
