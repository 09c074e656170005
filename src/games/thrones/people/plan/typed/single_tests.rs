//! Lines of which one condition alone decides what they are: what is right beside each is read otherwise.

use super::read_typed;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::Troop;
use crate::games::thrones::people::plan::tests::opening;
use crate::sheet::plain;
use crate::table::{LineFate, Listing, Open, TypedLine};
use serde_json::{Value, json};

fn planning() -> Board {
    Board { stage: Stage::Planning, ..opening(5) }
}

/// The plan of a line of Stark's that is understood whole; null if any of it is asked back or is prose.
fn means(line: &str) -> Value {
    let board = planning();
    let stark = board.world.seat("stark").unwrap();
    let typed = read_typed(&board, stark, &[], &[], &[TypedLine { text: line, line: 1 }]);
    let is_whole = typed.fates == [LineFate::Taken] && !typed.faults.iter().any(|fault| fault.is_error());
    typed.tree.filter(|_| is_whole).map_or(Value::Null, |tree| plain(&tree))
}

#[test]
fn units_that_are_in_one_area_alone_name_it() {
    // Knights and ships of Stark's are in one area each, its footmen in two.
    assert_eq!(means("ships support"), json!({"orders": {"The Shivering Sea": "support"}}));
    assert_eq!(means("knights defend"), json!({"orders": {"Winterfell": "defense"}}));
    assert_eq!(means("footmen defend"), Value::Null);
}

#[test]
fn an_ability_takes_areas_and_the_small_words_and_nothing_else() {
    for (said, is) in [
        ("yes", json!(true)),
        ("Winterfell", json!("Winterfell")),
        ("Winterfell, Moat Cailin", json!(["Winterfell", "Moat Cailin"])),
    ] {
        assert_eq!(means(&format!("Catelyn: {said}")), json!({"abilities": {"Catelyn Stark": is}}), "{said}");
    }
    for said in ["something", "Robb Stark, Roose Bolton", "Winterfell, something"] {
        assert_eq!(means(&format!("Catelyn: {said}")), Value::Null, "{said}");
    }
    for line in ["no blade", "blade: no"] {
        assert_eq!(means(line), json!({"battle": {"blade": false}}), "{line}");
    }
}

/// One word of a clause may be off by a letter; with two of them, or off by two, it is asked back.
#[test]
fn one_misspelt_word_of_a_clause_is_read_as_what_fits_there() {
    let knight = means("Winterfell march to Moat Cailin with the knight");
    assert_eq!(knight["marches"][0]["to"], json!({"Moat Cailin": ["knight"]}));
    for said in ["with the night", "wiht the knight", "with the kinght", "with the knigt"] {
        assert_eq!(means(&format!("Winterfell march to Moat Cailin {said}")), knight, "{said}");
    }
    for said in ["wiht the night", "with the nihgtt"] {
        assert_eq!(means(&format!("Winterfell march to Moat Cailin {said}")), Value::Null, "{said}");
    }
}

#[test]
fn signs_are_dictated_anywhere_in_a_line() {
    for (said, sign) in [("colon", ":"), ("new line", ";"), ("comma", ","), ("full stop", ".")] {
        for line in ["{} Winterfell march+1", "Winterfell {} march+1", "Winterfell march+1 {}"] {
            let [said, sign] = [said, sign].map(|mark| line.replace("{}", mark));
            assert_eq!(means(&said), means(&sign), "{said}");
        }
    }
    assert_eq!(means("Winterfell colon march+1"), json!({"orders": {"Winterfell": "march*"}}));
}

/// The codes of what is said about a line.
fn codes(line: &str) -> Vec<String> {
    let board = planning();
    let stark = board.world.seat("stark").unwrap();
    let typed = read_typed(&board, stark, &[], &[], &[TypedLine { text: line, line: 1 }]);
    typed.faults.into_iter().map(|fault| fault.why.code().to_owned()).collect()
}

/// A plan has no place for an order under a condition, so it is asked back as what it is.
#[test]
fn an_order_behind_a_condition_is_asked_back() {
    for line in [
        "if Greyjoy attacks me at Moat Cailin, defense",
        "if Lannister comes: defense at Winterfell",
        "if Greyjoy attacks me, card Eddard",
        "if wildlings attack bid 2",
    ] {
        assert!(codes(line).iter().any(|code| code == "line-unclear"), "{line}: {:?}", codes(line));
    }
    // Talk is not.
    assert_eq!(codes("if Greyjoy attacks me: what then?"), Vec::<String>::new());
}

/// The plan of several lines, and the codes of what is said about them.
fn all(lines: &[&str]) -> (Value, Vec<String>) {
    let board = planning();
    let stark = board.world.seat("stark").unwrap();
    let lines: Vec<TypedLine<'_>> =
        lines.iter().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
    let typed = read_typed(&board, stark, &[], &[], &lines);
    let codes = typed.faults.iter().map(|fault| fault.why.code().to_owned()).collect();
    (typed.tree.map_or(Value::Null, |tree| plain(&tree)), codes)
}

#[test]
fn a_correction_takes_back_what_it_corrects_alone() {
    let (plan, codes) = all(&["Winterfell raid", "White Harbor raid", "Correction: Winterfell defense"]);
    assert_eq!(plan["orders"], json!({"White Harbor": "raid", "Winterfell": "defense"}), "{codes:?}");
    let (plan, codes) =
        all(&["bid 2 on the throne", "bid 1 on the court", "Correction: bid 3 on the throne"]);
    assert_eq!(plan["bids"].as_object().map(|bids| bids.len()), Some(2), "{plan} {codes:?}");
}

/// Beside orders, a change of mind that cannot be read and an area with unknown words are no letter to anybody.
#[test]
fn what_may_be_of_the_orders_is_secret_beside_them() {
    let board = planning();
    let stark = board.world.seat("stark").unwrap();
    let secret = |second: &str| {
        let lines = ["Winterfell march to Karhold", second];
        let lines: Vec<TypedLine<'_>> =
            lines.iter().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
        read_typed(&board, stark, &[], &[], &lines).secret.len()
    };
    for line in ["actually no, to Moat Cailin", "hmm no, wait. rather Moat Cailin", "white harbor get rich"] {
        assert_eq!(secret(line), 1, "{line}");
    }
    for line in ["actually no, I am not late", "the north is cold and dark, get money", "see you on Friday"] {
        assert_eq!(secret(line), 0, "{line}");
    }
}

#[test]
fn a_token_is_left_where_a_march_begins() {
    let (plan, codes) = all(&["Winterfell march to Karhold, leave a power token"]);
    assert_eq!((&plan["marches"][0]["leave power"], codes), (&json!(true), vec![]), "{plan}");
    // The march may be that of an earlier message, unless this one orders something else there.
    let (plan, codes) = all(&["leave a power token in Winterfell"]);
    assert_eq!((&plan["marches"][0]["leave power"], codes), (&json!(true), vec![]), "{plan}");
    let (plan, _) = all(&["Winterfell -> Karhold, leave a power token", "no power token in Winterfell"]);
    assert_eq!(plan["marches"][0]["leave power"], Value::Null, "{plan}");
    let (_, codes) = all(&["Winterfell support", "leave a power token in Winterfell"]);
    assert!(codes.iter().any(|code| code == "line-leave-power"), "{codes:?}");
}

#[test]
fn with_may_be_one_letter_and_a_stroke() {
    let knight = means("Winterfell march to Moat Cailin with the knight");
    assert_ne!(knight, Value::Null);
    assert_eq!(means("Winterfell march to Moat Cailin w/ the knight"), knight);
    assert_eq!(means("Winterfell march to Moat Cailin w/the knight"), knight);
}

/// An order in brackets behind its kind is the same order.
#[test]
fn the_number_of_an_order_may_stand_in_brackets() {
    for bracket in ["march+1", "march (+1)", "march (star, +1)", "march (+1, star)"] {
        assert_eq!(
            means(&format!("Winterfell {bracket}")),
            json!({"orders": {"Winterfell": "march*"}}),
            "{bracket}"
        );
    }
}

#[test]
fn nothing_of_a_section_is_said_of_that_section() {
    for (line, section) in [
        ("bids: none", "bids"),
        ("raids: none", "raids"),
        ("marches: none", "marches"),
        ("orders: none", "orders"),
        ("muster: none", "muster"),
        ("raven: none", "raven"),
        ("reward: none", "reward"),
    ] {
        let (plan, codes) = all(&[line]);
        let sections: Vec<&String> = plan.as_object().into_iter().flat_map(|all| all.keys()).collect();
        assert_eq!(sections, [section], "{line}: {codes:?}");
    }
}

/// A dash stands for the march where every step says who goes; else it is one of a name or of a sentence.
#[test]
fn behind_a_dash_each_step_names_its_units() {
    let knight = means("Winterfell: knight to Karhold");
    assert_eq!(knight["marches"][0]["to"], json!({"Karhold": ["knight"]}), "{knight}");
    assert_eq!(means("Winterfell - knight to Karhold"), knight);
    assert_eq!(means("Winterfell - knight to Karhold, Moat Cailin"), Value::Null);
}

/// How many stay is checked where all who go are named; one who is not named is among the rest.
#[test]
fn as_many_stay_as_are_left() {
    let wrong = |line: &str| codes(line).iter().any(|code| code == "line-unclear");
    for (line, is_wrong) in [
        ("Winterfell march: knight to Karhold, 1 stays", false),
        ("Winterfell march: knight to Karhold, 2 stay", true),
        ("Winterfell march to Karhold, 1 stays", false),
    ] {
        assert_eq!(wrong(line), is_wrong, "{line}: {:?}", codes(line));
    }
}

/// A line that is asked back whole is not asked back once more for its token.
#[test]
fn a_token_beside_a_march_that_is_asked_back_is_not_told_of() {
    let (_, codes) = all(&["Winterfell march to Sunspear, leave a power token"]);
    assert_eq!(codes.len(), 1, "{codes:?}");
    assert_ne!(codes[0], "line-leave-power");
}

/// What is said of one battle in several lines is of that battle, and of another of that one.
#[test]
fn lines_about_a_battle_are_of_their_battle() {
    let (plan, codes) = all(&[
        "Battle:",
        "At Moat Cailin:",
        "card Eddard",
        "blade: yes",
        "At Karhold:",
        "card Robb",
        "At Moat Cailin:",
        "retreat: Winterfell",
    ]);
    assert_eq!(codes, [""; 0], "{plan}");
    let count = |of: &Value| of.as_object().map_or(0, |fields| fields.len());
    let battle = &plan["battle"];
    assert_eq!(
        (count(battle), count(&battle["at Karhold"]), count(&battle["at Moat Cailin"])),
        (2, 1, 3),
        "{plan}"
    );
}

/// The order that the Raven replaces may be named by its kind.
#[test]
fn the_raven_replaces_an_order_that_is_named() {
    let raven = means("Raven: Winterfell defense");
    assert_eq!(raven, json!({"raven": [{"Winterfell": "defense"}]}));
    for line in [
        "Raven: replace Winterfell with defense",
        "Raven: replace the order in Winterfell with defense",
        "Raven: replace the march in Winterfell with defense",
        "Raven: replace my raid at Winterfell with defense",
    ] {
        assert_eq!(means(line), raven, "{line}");
    }
}

#[test]
fn whose_side_is_taken_may_be_left_to_a_question() {
    for (word, is) in [("ask", "ask"), ("attacker", "attacker"), ("defender", "defender"), ("never", "never")]
    {
        assert_eq!(means(&format!("support at Moat Cailin: {word}"))["support"]["Moat Cailin"], is, "{word}");
    }
}

/// What a line answers to the questions of the sheet; null if it is none.
fn answers(line: &str) -> Value {
    let board = planning();
    let stark = board.world.seat("stark").unwrap();
    let open = |key: &str| Open {
        seat: stark,
        key: format!("1/march/2/stark/{key}"),
        kind: key.split('/').next().unwrap().to_owned(),
        question: Value::Null,
        legal: Listing { answers: vec![], complete: false },
        default: Value::Null,
        ahead: false,
    };
    let asked = [open("blade/moat-cailin"), open("retreat/moat-cailin")];
    let typed = read_typed(&board, stark, &asked, &[], &[TypedLine { text: line, line: 1 }]);
    typed.tree.map_or(Value::Null, |tree| plain(&tree)["answers"].clone())
}

/// "1. Hello" is an item of a list; what could answer a question answers it.
#[test]
fn a_number_with_a_stop_answers_with_what_is_an_answer() {
    for said in ["yes", "no", "none", "2", "Winterfell", "Greyjoy", "Eddard Stark", "knight"] {
        assert_ne!(answers(&format!("1. {said}")), Value::Null, "{said}");
    }
    assert_eq!(answers("1. Hello"), Value::Null);
    assert_ne!(answers("1: Hello"), Value::Null);
}

/// What the sheet writes on one line has numbers and signs of its own.
#[test]
fn numbers_in_a_written_answer_are_no_questions() {
    let written = answers("2: {to: Winterfell, lost: {1: knight, 2: knight}}");
    assert_eq!(written.as_object().map(|all| all.len()), Some(1), "{written}");
    let both = answers("1: yes, 2: Winterfell");
    assert_eq!(both.as_object().map(|all| all.len()), Some(2), "{both}");
}

/// One order may be said of all areas, and of those that have none.
#[test]
fn all_areas_get_the_order_that_is_said_of_all() {
    let mut board = planning();
    let sea = board.world.area("the-shivering-sea").unwrap();
    board.remove_units(sea, board.spot(sea).units(), Troop::NONE);
    let stark = board.world.seat("stark").unwrap();
    let means = |lines: &[&str]| {
        let lines: Vec<TypedLine<'_>> =
            lines.iter().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
        let typed = read_typed(&board, stark, &[], &[], &lines);
        let remarks: Vec<&str> = typed.faults.iter().map(|fault| fault.why.code()).collect();
        let is_whole = typed.fates.iter().all(|fate| *fate == LineFate::Taken);
        let orders = typed.tree.filter(|_| is_whole).map(|tree| plain(&tree)["orders"].clone());
        (orders.unwrap_or_default(), remarks == ["line-taken-for"])
    };
    let both = |order: &str| (json!({"Winterfell": order, "White Harbor": order}), true);
    for line in
        ["all defense", "all: defend", "defend everywhere", "defend everything", "everybody defends please"]
    {
        assert_eq!(means(&[line]), both("defense"), "{line}");
    }
    assert_eq!(means(&["raid everywhere"]), both("raid"));
    let rest = (json!({"Winterfell": "raid", "White Harbor": "support"}), true);
    assert_eq!(means(&["Winterfell raid", "rest: support"]), rest);
    assert_eq!(means(&["Winterfell raid, rest support"]), rest);
    // Of people, of targets, and of which March where, nothing is said so.
    for line in [
        "everyone raids",
        "support everyone",
        "raid everything",
        "all march +1",
        "all of them raid the Narrow Sea",
    ] {
        assert_eq!(means(&[line]).0, Value::Null, "{line}");
    }
}

/// A comma before where a march goes means the same as none, if nothing follows that could be an order; so do trailing dots.
#[test]
fn the_last_area_behind_a_comma_is_where_a_march_goes() {
    let march = means("Winterfell march +1 to Moat Cailin");
    assert_ne!(march, Value::Null);
    assert_eq!(means("winterfell: march +1, moat cailin"), march);
    assert_eq!(means("Winterfell ... march +1 ... Moat Cailin"), march);
    let followed = means("winterfell march +1, white harbor, defense");
    assert!(followed["marches"].is_null(), "{followed}");
    let all = means("march from Winterfell to Moat Cailin with all");
    assert_ne!(all, Value::Null);
    assert_eq!(means("march winterfell to moat cailin, all"), all);
    let knight = means("march from Winterfell to Moat Cailin with a knight");
    assert_ne!(knight, all);
    assert_eq!(means("march winterfell to moat cailin, knight"), knight);
}

/// A cry names no place; where one is named, an order is asked back, and shown to nobody.
#[test]
fn a_cry_is_talk_unless_it_names_an_area() {
    for line in ["We march at dawn!", "march at dawn", "raid at the break of day", "we raid at noon tomorrow"]
    {
        assert_eq!((codes(line), means(line)), (vec![], Value::Null), "{line}");
    }
    for line in [
        "march at dawn Winterfell",
        "raid at dawn in Winterfell",
        "march at Winterfell tomorrow",
        "raid at noon from White Harbor",
        "we march at dawn from Winterfell",
    ] {
        assert_eq!((codes(line), means(line)), (vec!["line-unclear".to_owned()], Value::Null), "{line}");
    }
}

/// An own area, and a verb and another area at the end, are an order, whatever stands between.
#[test]
fn what_an_own_area_does_to_another_is_asked_back() {
    for line in [
        "Winterfell surely supports White Harbor",
        "Winterfell surely musters at White Harbor",
        "Winterfell with trumpets supports White Harbor",
        "Winterfell then surely raids at Karhold",
    ] {
        assert_eq!((codes(line), means(line)), (vec!["line-unclear".to_owned()], Value::Null), "{line}");
    }
    for line in ["Winterfell surely supports you", "Pyke surely supports White Harbor"] {
        assert_eq!((codes(line), means(line)), (vec![], Value::Null), "{line}");
    }
}

/// What is never done is of its own clause; talk is of the whole line.
#[test]
fn a_never_leaves_the_order_behind_it() {
    for (line, orders) in [
        ("never march to Karhold, Winterfell raid", json!({"Winterfell": "raid"})),
        ("Winterfell raid, never march to Karhold", Value::Null),
    ] {
        let (plan, codes) = all(&[line]);
        assert_eq!((&plan["orders"], codes), (&orders, vec!["line-unclear".to_owned()]), "{line}");
    }
}

/// Whom one never supports may be said in any order, and never means somebody else.
#[test]
fn support_that_is_never_given_is_of_its_house() {
    for line in ["never support Lannister", "Never support for Lannister", "support: Lannister never"] {
        assert_eq!(means(line), json!({"support": {"lannister": "never"}}), "{line}");
    }
    assert_eq!(means("support Lannister"), json!({"support": {"lannister": "always"}}));
}
