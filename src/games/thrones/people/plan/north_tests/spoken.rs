//! Tactic cards as people speak of them: by number, by a side's name, and not at all.

use super::*;
use crate::games::thrones::people::plan::model::Wish;

/// What a line says of an ability, as ids.
fn said(text: &str, ability: &str) -> Wish {
    let (plan, codes) = typed(&planning(), "others", text);
    let plan = plan.unwrap_or_else(|| panic!("{text}: {codes:?}"));
    let one = plan.north.abilities.iter().find(|one| one.ability == ability);
    one.unwrap_or_else(|| panic!("{text}: {:?}", plan.north)).wish.clone()
}

fn chosen(ids: &[&str]) -> Wish {
    Wish::Choose(ids.iter().map(|id| (*id).to_owned()).collect())
}

#[test]
fn a_tactic_card_is_played_by_its_number() {
    for text in ["play 8", "I play 8", "play card 8", "tactic 8", "tactic: 8"] {
        let (plan, codes) = typed(&planning(), "others", text);
        let cards = plan.map(|plan| plan.north.cards);
        assert_eq!(cards, Some(vec!["pillage".to_owned()]), "{text}: {codes:?}");
        assert!(codes.is_empty(), "{text}: {codes:?}");
    }
}

#[test]
fn no_tactic_card_is_refused_with_what_there_is_to_play() {
    for text in ["tactic: none", "tactic: no", "I play no tactic card", "no tactic card", "play no tactic"] {
        let (plan, codes) = typed(&planning(), "others", text);
        assert_eq!(codes, ["plan-tactic-must"], "{text}");
        assert!(plan.is_none_or(|plan| plan.north.cards.is_empty()), "{text}");
    }
    let board = planning();
    let reading = reading(&board, "others", "{tactic: none}");
    assert_eq!(reading.faults[0].why.details()["hand"][2], "Pillage");
}

#[test]
fn abilities_are_named_with_the_words_around_them() {
    let two = chosen(&["advanced-planning/a", "encircle/a"]);
    for text in ["18: use 1a and 7a", "18: 1a, 7a", "Martial Flexibility: 1a and 7a", "18a: use 1a and 7a"] {
        assert_eq!(said(text, "martial-flexibility/a"), two, "{text}");
    }
    let copied = chosen(&["nights-watch", "redistribute-the-forces/a"]);
    for text in ["12b: copy the Watch's 6a", "12b: the Night's Watch's 6a", "12b copy the Watch's 6a"] {
        assert_eq!(said(text, "exploration-and-espionage/b"), copied, "{text}");
    }
}

/// "Both" is both abilities, and both opponents where an ability has that choice.
#[test]
fn both_means_all_that_it_can_mean() {
    for text in ["pillage: both", "pillage, both"] {
        assert_eq!(said(text, "pillage/a"), chosen(&["both"]), "{text}");
        assert_eq!(said(text, "pillage/b"), Wish::Use(true), "{text}");
    }
    for ability in ["encircle/a", "encircle/b"] {
        assert_eq!(said("encircle: both", ability), Wish::Use(true));
    }
}

#[test]
fn both_abilities_of_a_card_are_used_or_left_in_one_line() {
    for (text, wish) in
        [("13: yes", true), ("13: no", false), ("Fight on Equal Terms: no", false), ("13: use", true)]
    {
        for ability in ["fight-on-equal-terms/a", "fight-on-equal-terms/b"] {
            assert_eq!(said(text, ability), Wish::Use(wish), "{text}");
        }
    }
}

/// Whose ability it is may be said besides, and does not make it one that anybody plays.
#[test]
fn a_copy_of_what_nobody_plays_is_left() {
    let mut board = planning();
    let others = board.world.seat("others").unwrap();
    let plan = plan(&board, "others", "{tactics: {12b: [Watch, 6a]}}");
    let question = pick("tactic", json!([null, "exploration-and-espionage/b"]));
    assert_eq!(ask(&board, "others", &plan, &question), Some(Value::Null));
    let watch = board.world.seat("nights-watch").unwrap();
    board.north.as_mut().unwrap().side_mut(watch).played = Some(TacticId(5));
    assert_eq!(ask(&board, "others", &plan, &question), Some(json!("exploration-and-espionage/b")));
    let whose = pick("exploration-and-espionage-b-side", json!(["nights-watch", "wildlings"]));
    assert_eq!(ask(&board, "others", &plan, &whose), Some(json!("nights-watch")));
    let which = pick(
        "exploration-and-espionage-b",
        json!(["redistribute-the-forces/a", "redistribute-the-forces/b"]),
    );
    assert_eq!(ask(&board, "others", &plan, &which), Some(json!("redistribute-the-forces/a")));
    assert_ne!(others, watch);
}
