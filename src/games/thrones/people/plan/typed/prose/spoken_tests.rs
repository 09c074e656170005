//! Orders as people say them whose English is their second language, or who write them down as they think: each is what a plain line says.

use crate::games::thrones::board::Stage;
use crate::games::thrones::people::plan::tests::opening;
use crate::games::thrones::people::plan::typed::read_typed;
use crate::sheet::{Fault, plain};
use crate::table::{LineFate, Typed, TypedLine};
use serde_json::Value;

fn read(text: &str) -> Typed {
    let mut board = opening(5);
    board.stage = Stage::Planning;
    let seat = board.world.seat("baratheon").unwrap();
    let lines: Vec<TypedLine<'_>> =
        text.lines().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
    read_typed(&board, seat, &[], &[], &lines)
}

/// The plan of lines that are understood whole; nothing if any of them is asked back.
fn means(text: &str) -> Value {
    let typed = read(text);
    let is_whole =
        typed.fates.iter().all(|fate| *fate == LineFate::Taken) && !typed.faults.iter().any(Fault::is_error);
    typed.tree.filter(|_| is_whole).map_or(Value::Null, |tree| plain(&tree))
}

#[test]
fn each_says_what_the_plain_line_says() {
    let mut wrong = Vec::new();
    for (written, line) in [
        (
            "I march with Dragonstone to the Crackclaw Point, strength plus zero",
            "Dragonstone march +0 -> Crackclaw Point",
        ),
        (
            "I march with Dragonstone to Crackclaw Point with strength -1",
            "Dragonstone march -1 -> Crackclaw Point",
        ),
        (
            "Dragonstone marches to Crackclaw Point, strength minus one",
            "Dragonstone march -1 -> Crackclaw Point",
        ),
        ("with Dragonstone I march to Crackclaw Point", "Dragonstone -> Crackclaw Point"),
        (
            "one Footman marches (+0) from Dragonstone to Crackclaw Point",
            "Dragonstone march +0 -> Crackclaw Point: footman",
        ),
        (
            "Dragonstone march +0 to Crackclaw Point: – footman",
            "Dragonstone march +0 -> Crackclaw Point: footman",
        ),
        ("Shipbreaker Bay makes support for Kingswood", "Shipbreaker Bay support Kingswood"),
        ("Shipbreaker Bay gives support to Kingswood", "Shipbreaker Bay support Kingswood"),
        ("Kingswood makes a raid to Blackwater Bay", "Kingswood raid Blackwater Bay"),
        ("Kingswood makes raid against King's Landing", "Kingswood raid King's Landing"),
        ("Dragonstone I give march order +0", "Dragonstone march +0"),
        ("In Dragonstone I make defense", "Dragonstone defense"),
        ("I want make defense in Kingswood", "Kingswood defense"),
        ("For Dragonstone: defence", "Dragonstone defense"),
        ("hm no. kingswood defense", "Kingswood defense"),
        ("Kingswood and Shipbreaker Bay both support", "Kingswood support\nShipbreaker Bay support"),
        (
            "Dragonstone march +0 to Storm's End with the knight. Kingswood and Shipbreaker Bay both support",
            "Dragonstone march +0 -> Storm's End: knight\nKingswood support\nShipbreaker Bay support",
        ),
        ("In battle I use Renly when attacking", "Renly when attacking"),
        ("cards: when defending Stannis", "Stannis when defending"),
        (
            "cards: when defending Stannis, when attacking Renly",
            "Stannis when defending\nRenly when attacking",
        ),
    ] {
        let (is, says) = (means(written), means(line));
        assert!(says.is_object(), "{line}: {:?}", read(line).faults);
        if is != says {
            wrong.push(format!("{written}: {is} {:?}", read(written).faults));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_may_mean_two_things_is_asked_back() {
    for line in [
        "please support for Kingswood",
        "Kingswood makes nothing",
        "Dragonstone marches, strength",
        "Kingswood and Shipbreaker Bay neither support",
    ] {
        assert_eq!(means(line), Value::Null, "{line}");
    }
}

#[test]
fn clauses_between_strokes_count_by_themselves() {
    let typed = read("Dragonstone M+0 -> Crackclaw Point / Kingswood xyzzy / Shipbreaker Bay raid");
    assert_eq!(typed.fates, [LineFate::Faulty]);
    let said = typed.tree.map(|tree| plain(&tree)).unwrap_or_default();
    assert_eq!(said["orders"].as_object().map(serde_json::Map::len), Some(2), "{said}");
    let errors: Vec<_> = typed.faults.iter().filter(|fault| fault.is_error()).collect();
    let [error] = errors.as_slice() else { panic!("{errors:?}") };
    assert_eq!(error.span.map(|span| span.length), Some("xyzzy".len()));
}
