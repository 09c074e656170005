//! Lines of which one condition alone decides what they are: what is right beside each is read otherwise.

use super::read_typed;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::people::plan::tests::opening;
use crate::sheet::plain;
use crate::table::{LineFate, TypedLine};
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
