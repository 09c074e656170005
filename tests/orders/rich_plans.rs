//! Plans that say a great deal, in whole games of Thrones: sections drawn by chance from all that a plan may have, with names that fit
//! and names that do not, read, merged and consulted. What becomes of each is held against a record.

use crate::at_work::Table;
use crate::outputs::{self, Scenario};
use fastrand::Rng;
use ravenpost::games;
use ravenpost::table::Seat;
use serde_json::Value;
use std::collections::BTreeMap;

/// Stages that are played of each game.
const STAGES: usize = 28;
/// Sections that a seat adds to the plan that is suggested to it in each stage.
const SECTIONS: usize = 6;

/// What may be named.
struct Names {
    areas: Vec<String>,
    cards: Vec<String>,
    houses: Vec<String>,
    tactics: Vec<String>,
}

impl Names {
    fn of(game: &str, table: &Table) -> Names {
        let data = |file: &str| -> Value {
            let text = games::embedded(game, file);
            text.map_or(Value::Null, |text| ravenpost::sheet::data(text).unwrap())
        };
        let of = |list: &Value| -> Vec<String> {
            let names = list.as_array().into_iter().flatten().map(|one| one["name"].as_str().unwrap());
            names.map(str::to_owned).collect()
        };
        let houses = data("houses.yaml");
        let houses = houses["houses"].as_object().unwrap().values();
        Names {
            areas: of(&data("map.yaml")["areas"]),
            cards: houses.flat_map(|house| of(&house["cards"])).collect(),
            houses: table.referee.seats().into_iter().map(|seat| seat.name).collect(),
            tactics: of(&data("north.yaml")["tactics"]),
        }
    }
}

fn any<'a>(dice: &mut Rng, all: &'a [impl AsRef<str>]) -> &'a str {
    all.get(dice.usize(0..all.len().max(1))).map_or("nothing", AsRef::as_ref)
}

/// A text with a name in place of each word in capitals.
fn filled(form: &str, names: &Names, dice: &mut Rng) -> String {
    let mut text = form.to_owned();
    let kinds: [(&str, &[String]); 4] = [
        ("AREA", &names.areas),
        ("CARD", &names.cards),
        ("HOUSE", &names.houses),
        ("TACTIC", &names.tactics),
    ];
    let words: [(&str, &[&str]); 6] = [
        ("UNIT", &["footman", "knight", "ship", "siege engine", "giant", "zombie", "all", "ask"]),
        ("YES", &["yes", "no", "ask", "if it decides", "none"]),
        ("SIDE", &["attacker", "defender", "HOUSE", "none", "ask", "always", "never"]),
        ("ORDER", &["raid", "march+0", "support", "consolidate", "defense*", "none"]),
        ("TRACK", &["iron throne", "fiefdoms", "kings court"]),
        ("LETTER", &["a", "b"]),
    ];
    for (word, all) in words {
        while text.contains(word) {
            text = text.replacen(word, any(dice, all), 1);
        }
    }
    for (word, all) in kinds {
        while text.contains(word) {
            let name = any(dice, all);
            // A letter may follow the title of a tactic card.
            let name = if word == "TACTIC" { name.to_owned() } else { format!("\"{name}\"") };
            text = text.replacen(word, &name, 1);
        }
    }
    while text.contains('#') {
        text = text.replacen('#', &dice.u8(0..4).to_string(), 1);
    }
    text
}

const SECTIONS_OF_ALL: &[&str] = &[
    "support: SIDE",
    "support: {own: SIDE, others: SIDE, HOUSE: SIDE, AREA: SIDE, at AREA: HOUSE}",
    "support: {own: always, AREA: HOUSE}",
    "battle: {cards: [CARD, CARD, ask], blade: YES, redraw: YES}",
    "battle: {at AREA: {cards: [CARD], blade: YES, lose: [UNIT, UNIT], retreat: [AREA, AREA, ask]}}",
    "battle: {if attacking: {cards: [CARD, CARD]}, if defending: {blade: YES, redraw: YES}, lose: [UNIT]}",
    "battle: {abilities: {CARD: YES}}",
    "blade: YES",
    "redraw: YES",
    "cards: [CARD, CARD, CARD]",
    "retreat: [AREA, AREA, ask]",
    "lose: [UNIT, UNIT]",
    "abilities: {CARD: YES}",
    "abilities: {CARD: [AREA, AREA]}",
    "abilities: {CARD: [CARD, ask]}",
    "abilities: {CARD: [UNIT, none]}",
    "abilities: {CARD: TRACK}",
    "abilities: {CARD: [raid to AREA, AREA > AREA]}",
    "abilities: {CARD: [routed, fit]}",
    "raven: {AREA: ORDER}",
    "raven: look",
    "raven: {look: top}",
    "raven: {look: {under: CARD}}",
    "bids: {TRACK: #, TRACK: #, wildlings: #}",
    "bids: #",
    "ties: [HOUSE, HOUSE, ask]",
    "muster: {AREA: [UNIT, UNIT]}",
    "muster: none",
    "disband: [AREA, {AREA: UNIT}]",
    "reward: [CARD, CARD]",
    "choices: {CARD: ask}",
    "ports: {AREA: #}",
    "raids: {AREA: [AREA, ask]}",
    "raids: ask",
    "marches: [{from: AREA, to: AREA, if: HOUSE is not there}, {from: AREA, to: {AREA: UNIT}, unless: strength < #}]",
    "marches: ask",
    "orders: {AREA: ORDER, AREA: ORDER}",
    "answers: {card: CARD, retreat: AREA, ability: YES, blade: YES}",
    "answers: {raven: [AREA, #], nonsense: {a: b}}",
    "otherwise: ask",
    "otherwise: best guess",
    "otherwise: pass",
];
const SECTIONS_OF_THE_NORTH: &[&str] = &[
    "tactic: TACTIC",
    "tactic: #",
    "tactics: {TACTIC LETTER: YES}",
    "tactics: {TACTIC LETTER: [AREA, AREA]}",
    "tactics: {1#LETTER: [AREA, AREA], #LETTER: [HOUSE]}",
    "tactics: {TACTIC LETTER: [AREA, ask]}",
    "tactics: {TACTIC LETTER: [UNIT, TACTIC LETTER]}",
    "tactics: {TACTIC: YES}",
    "tactics: [TACTIC, TACTIC, TACTIC]",
    "quest: {AREA: UNIT}",
    "quest: # footmen from AREA",
    "quest: none",
    "gifts: {power: #, horses: #}",
    "gifts: none",
];

#[test]
fn plans_that_say_a_great_deal() {
    let mut scenario = Scenario::new();
    for (round, (game, players)) in
        [("thrones-1e", 5), ("thrones-2e", 4), ("beyond-the-wall", 3), ("beyond-the-wall", 3)]
            .into_iter()
            .enumerate()
    {
        let mut table = Table::new(game, players, &Value::Null);
        let names = Names::of(game, &table);
        assert!(names.areas.len() > 10 && names.cards.len() > 10, "{game}");
        let forms: Vec<&str> = match names.tactics.len() {
            0 => SECTIONS_OF_ALL.to_vec(),
            _ => {
                SECTIONS_OF_ALL.iter().chain(SECTIONS_OF_THE_NORTH.iter().cycle().take(40)).copied().collect()
            }
        };
        let mut dice = Rng::with_seed(11 + round as u64);
        let mut plans: Vec<Vec<Value>> = vec![Vec::new(); usize::from(players)];
        let mut turns = BTreeMap::<u32, String>::new();
        let (mut good, mut all) = (0, 0);
        for _ in 0..STAGES {
            let said = turns.entry(table.referee.moment(&table.position).unwrap().turn).or_default();
            for (number, kept) in plans.iter_mut().enumerate() {
                let seat = Seat(number as u8);
                let mut plan = table.referee.suggest(&table.position, seat, &[], &mut dice).unwrap();
                for _ in 0..SECTIONS {
                    let section = filled(any(&mut dice, &forms), &names, &mut dice);
                    all += 1;
                    let Some(more) = table.read(seat, &format!("plan:\n  {section}\n"), said) else {
                        continue;
                    };
                    good += 1;
                    plan = table.referee.merge(&plan, &more).unwrap().0;
                }
                let written = table.referee.write_plan(&plan, &table.position).unwrap();
                table.read(seat, &written, said);
                let (_, review) = table.referee.review_plan(&table.position, seat, &[], &plan).unwrap();
                review.faults.iter().for_each(|fault| said.push_str(&format!("{:?}\n", fault.why)));
                *kept = vec![plan];
            }
            if !table.play(&plans, said) {
                break;
            }
        }
        assert!(turns.len() > 1 && good * 4 > all, "{game}: {good} of {all} are read");
        turns
            .into_iter()
            .for_each(|(turn, said)| outputs::said(&format!("{round} {game}, turn {turn}"), said));
    }
    scenario.ends(Vec::new);
}
