//! A campaign of A Game of Thrones on a real disk to which players and the game master write all sorts of mails: what becomes of
//! them is held against the record of all that leaves the program, in the game's own words.

use super::thrones::World;
use chrono::TimeDelta;
use ravenpost::campaign::{tick, verify};

/// Who writes, and what; `>` for an answer in the quotation of the last mail.
const MAILS: [(&str, &str); 44] = [
    ("anna", "Winterfell support\nWhite Harbor defense\nShivering Sea raid"),
    ("anna", "Winterfell march +1 to Moat Cailin with everything\nCastle Black raid"),
    (
        "anna",
        "plan:\n  orders: {Winterfell: march+0, Shivering Sea: march-1, White Harbor: raid}\n  marches:\n    - {from: Winterfell, to: {Moat Cailin: all}, unless: taken by Lannister}\nask: forecast",
    ),
    ("anna", "ask: [status, map text, plan, rules, rules marches, help, history]"),
    ("anna", "ask: explain 1 Winterfell\nask: explain 9"),
    ("bert", "Lannisport : consolidate*\nStoney Sept - march\nGolden Sound sup\nif attacked play Tywin"),
    (
        "bert",
        "Lannisport march to Riverrun\nStoney Sept march to Lannisport\nI trust nobody, especially not Anna!",
    ),
    ("bert", "cards: [Tywin, Gregor Clegane]\nWesteros: nothing"),
    ("bert", "plan: {orders: {Lannisport: dance, Nowhere: raid}, bids: {wildlings: 3}, cards: [Nobody]}"),
    ("bert", "press: {to: [anna, baratheon], text: \"an alliance?\"}\nvote: {extend: 1 day}"),
    ("bert", "press to Stark: come and get it\npress to all: I mean it"),
    ("cleo", "Dragonstone cp\nKingswood def\nShipbreaker Bay sup King's Landing"),
    ("cleo", "> Dragonstone: raid\nKingswood raid\n-- \nCleo"),
    ("cleo", "absent: {from: 2026-11-24, to: 2026-11-27, play: steward}\nabsent from tomorrow until Friday"),
    ("cleo", "dispute: {turn: 1, about: \"an order of mine\"}"),
    ("cleo", "Can I still change my orders?\nThanks a lot"),
    ("maria", "do: [status, decisions]"),
    ("maria", "do: {remind: stark}\ndo: {extend: 12 hours}"),
    ("maria", "press: {to: all, text: \"Welcome, everybody.\"}"),
    ("maria", "do: {rule: {answers: {1/planning/stark/orders: nonsense}, because: a try}}"),
    ("anna", "final"),
    ("bert", "final!"),
    ("cleo", "all done, final: yes"),
    (
        "anna",
        "march first from White Harbor\nWinterfell: 1 knight to Karhold, rest stays\nbid 2 for the throne",
    ),
    ("anna", "raid Karhold from Shivering Sea\nsupport nobody"),
    ("bert", "bid: 1\nties: stark before baratheon\nretreat to Lannisport"),
    ("cleo", "card: Stannis\nblade: yes\nmuster knight in Dragonstone"),
    ("anna", "ask: [status, explain, forecast, history]"),
    ("maria", "do: process"),
    ("anna", "plan: {orders: {Winterfell: defense}, final: yes}\nresign: maybe"),
    ("bert", "Lannisport raid\nStoney Sept raid\nGolden Sound raid\nfinal"),
    ("cleo", "otherwise: steward\nDragonstone defense"),
    ("maria", "do: process"),
    ("maria", "do: {rewind: 1, because: \"all agree\"}"),
    ("maria", "do: {decisions: 1}"),
    ("anna", "ask: explain 1\nask: explain 1 orders"),
    ("bert", "vote: {draw: yes, concede: Stark}"),
    ("anna", "vote: {draw: yes}"),
    ("cleo", "vote: {draw: no}\nvote: {extend: 3 days}"),
    ("maria", "do: {replace: baratheon, with: \"Dora <dora@example.org>\"}"),
    ("maria", "do: pause"),
    (
        "bert",
        "Lannisport march+0 to Stoney Sept: footman\nLannisport march+0 to Riverrun: knight\nask: forecast",
    ),
    ("maria", "do: resume"),
    ("anna", "resign: yes"),
];

#[test]
fn all_sorts_of_mails() {
    let mut world = World::new(|text| text.replace("pace: ask\nask", "pace: batch\nask"));
    for (number, (who, lines)) in MAILS.iter().enumerate() {
        let secrets = world.campaign().secrets;
        let seat = match *who {
            "anna" => "stark",
            "bert" => "lannister",
            "cleo" => "baratheon",
            _ => "gm",
        };
        let newest = world.campaign().record.people.newest_key(seat).unwrap_or(1);
        let key = secrets.key(seat, newest).text();
        let mail = format!(
            "From: {who}@example.org\nTo: game@example.org\nSubject: orders\nMessage-ID: <s{number}@x>\n\nkey: {key}\n\n{lines}\n"
        );
        std::fs::write(world.path().join("mail/in/new").join(format!("{number}.host")), mail).unwrap();
        world.now += TimeDelta::minutes(if number % 6 == 5 { 150 } else { 7 });
        tick(&world.edge, &world.path(), world.now).unwrap_or_else(|error| panic!("{number}: {error}"));
    }
    for _ in 0..12 {
        world.now += TimeDelta::hours(13);
        tick(&world.edge, &world.path(), world.now).unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(world.campaign().record.game.turn > 1);
    verify(&world.edge, &world.path()).unwrap().unwrap_or_else(|flaw| panic!("{flaw}"));
}
