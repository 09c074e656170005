//! The lines of the table of spellings, where they were not meant for: at every question of whole games, several at a time, with slips,
//! in capitals and in another order. What is taken of them, and what the game makes of such plans, is held against the record.

use crate::at_work::Table;
use crate::outputs::{self, Scenario};
use crate::slips::slips;
use crate::spelling::all;
use fastrand::Rng;
use ravenpost::table::{Open, Played, Position, Progress, RecordDesk, Seat, Seed, TypedLine, lent};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How often a game stops to be asked and told something.
const STOPS: usize = 48;
/// Letters that a seat that is asked writes at a stop.
const LETTERS: usize = 3;

/// Lines of one to three spellings.
fn letter(lines: &[String], dice: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..dice.usize(1..4) {
        text += lines[dice.usize(..lines.len())].trim_end();
        text.push('\n');
    }
    match dice.usize(..8) {
        0 => text.to_uppercase(),
        1 => text.to_lowercase(),
        2 => text.lines().rev().map(|line| format!("{line}.\n")).collect(),
        3 => text.replace(':', ""),
        4 | 5 => {
            let all = slips(&text, usize::MAX);
            all[dice.usize(..all.len())].clone()
        }
        _ => text,
    }
}

/// A game between two stops.
struct Game<'a> {
    table: Table,
    lines: &'a [String],
    names: Vec<(String, Seat)>,
    plans: Vec<Vec<Value>>,
    answers: BTreeMap<String, Value>,
    dice: Rng,
}

impl Game<'_> {
    /// What a seat that is asked writes, and what is taken of it.
    fn writes(&mut self, seat: Seat, at: &Position, open: &[Open], said: &mut String) {
        let referee = &self.table.referee;
        let _ = writeln!(said, "sheet: {}", referee.sheet(at, seat, open).unwrap());
        let mut plan = referee.suggest(at, seat, open, &mut self.dice).unwrap();
        for _ in 0..LETTERS {
            let text = letter(self.lines, &mut self.dice);
            let lines: Vec<TypedLine<'_>> =
                text.lines().enumerate().map(|(i, text)| TypedLine { text, line: i + 1 }).collect();
            let typed = referee.read_typed(at, seat, open, &self.names, &lines).unwrap();
            let _ = writeln!(said, "{text}{:?}\n{:?}", typed.fates, typed.faults);
            let Some(tree) = typed.tree else { continue };
            let reading = referee.read_plan(at, seat, open, &tree).unwrap();
            for item in &reading.understood {
                let _ = writeln!(said, "{:?} {}", item.span, item.what);
            }
            let _ = writeln!(said, "{:?}", reading.faults);
            let Some(read) = reading.plan else { continue };
            let (merged, kept) = referee.merge(&plan, &read).unwrap();
            let _ = writeln!(said, "{merged} {kept:?}");
            plan = merged;
        }
        let (text, review) = referee.review_plan(at, seat, open, &plan).unwrap();
        let _ = writeln!(said, "{text}{:?}", review.faults);
        self.plans[usize::from(seat.0)] = vec![plan];
    }

    /// Plays to the next stop, and hears whoever is asked there; `false` if the game is over.
    fn goes_on(&mut self, said: &mut String) -> bool {
        let mut desk = RecordDesk::new(&self.answers, Seed([9; 32]));
        let played = self.table.referee.play(&self.table.position, &lent(&self.plans), &mut desk).unwrap();
        desk.into_notes().into_iter().for_each(|note| said.push_str(&format!("{note:?}\n")));
        match played {
            Played::Done { position, progress } => {
                self.table.position = position;
                let at = self.table.position.clone();
                if progress != Progress::Ended {
                    (0..self.plans.len() as u8).for_each(|seat| self.writes(Seat(seat), &at, &[], said));
                }
                progress != Progress::Ended
            }
            Played::Paused(asked) => {
                for seat in (0..self.plans.len() as u8).map(Seat) {
                    let of = asked.open.iter().chain(&asked.ahead).filter(|open| open.seat == seat);
                    let open: Vec<Open> = of.cloned().collect();
                    if !open.is_empty() {
                        self.writes(seat, &asked.position, &open, said);
                    }
                }
                // What no plan of these answers does not hold up the game.
                for open in &asked.open {
                    if self.dice.usize(..3) > 0 {
                        let answer = open.legal.answers.first().unwrap_or(&open.default).clone();
                        self.answers.insert(open.key.clone(), answer);
                    }
                }
                true
            }
        }
    }
}

fn lines_in(game: &str, players: u8) {
    let mut scenario = Scenario::new();
    let lines: Vec<String> = all().into_iter().filter(|one| one.game == game).map(|one| one.lines).collect();
    assert!(lines.len() > 10, "{game}: {}", lines.len());
    let table = Table::new(game, players, &Value::Null);
    // One of them has the name of another's side.
    let side = table.referee.seats()[1].name.clone();
    let names = ["Anna Jones".to_owned(), "Ben".to_owned(), side].into_iter().zip((0..).map(Seat));
    let mut game_on = Game {
        lines: &lines,
        names: names.collect(),
        plans: vec![Vec::new(); usize::from(players)],
        answers: BTreeMap::new(),
        dice: Rng::with_seed(u64::from(players)),
        table,
    };
    let mut stops = 0;
    loop {
        let mut said = String::new();
        let goes_on = game_on.goes_on(&mut said);
        outputs::said(&format!("stop {stops}"), said);
        stops += 1;
        if !goes_on || stops == STOPS {
            break;
        }
    }
    assert!(stops > STOPS / 3, "{game}: {stops} stops");
    scenario.ends(Vec::new);
}

#[test]
fn of_the_first_edition() {
    lines_in("thrones-1e", 5);
}

#[test]
fn of_the_second_edition() {
    lines_in("thrones-2e", 5);
}

#[test]
fn of_the_north() {
    lines_in("beyond-the-wall", 3);
}

#[test]
fn of_both_boards() {
    lines_in("westeros-and-the-north", 6);
}

#[test]
fn of_the_king() {
    lines_in("king-is-dead", 3);
}
