//! What holds of any lines that a player types, in every game.

use super::tables::{TABLES, Table};
use ravenpost::plan::{People, addressed, said};
use ravenpost::sheet::Fault;
use ravenpost::table::{LineFate, Open, Seat, TypedLine};

/// The most lines that are given to a game at once; a mail has no more that count.
const MOST: usize = 400;

/// Reads a text line by line as a campaign would: every line has one fate, every problem a place in the text, and what is
/// taken is a plan that the game reads without a slip of its own.
pub fn check(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    let lines: Vec<TypedLine<'_>> =
        text.lines().take(MOST).enumerate().map(|(at, text)| TypedLine { text, line: at + 1 }).collect();
    for table in TABLES.iter() {
        lines_of(table, &lines);
    }
    for line in &lines {
        let _ = said(line.text, line.line, None);
        for table in TABLES.iter() {
            let _ = addressed(line.text, &table.game.seats(), People { players: &names(), gm: "Maria" });
        }
    }
}

fn names() -> [(String, Seat); 2] {
    [("Anna Jones".to_owned(), Seat(0)), ("Ben".to_owned(), Seat(1))]
}

fn lines_of(table: &Table, lines: &[TypedLine<'_>]) {
    let seat = table.open.first().map_or(Seat(0), |open| open.seat);
    let open: Vec<Open> = table.open.iter().filter(|open| open.seat == seat).cloned().collect();
    let read = || table.game.read_typed(&table.position, seat, &open, &names(), lines).expect("a position");
    let typed = read();
    assert_eq!(typed, read(), "read twice");
    assert_eq!(typed.fates.len(), lines.len());
    let faulty = typed.fates.iter().filter(|fate| **fate == LineFate::Faulty).count();
    let errors = typed.faults.iter().filter(|fault| fault.is_error()).count();
    assert!(faulty == 0 || errors > 0, "a line is faulty and nobody is told why: {:?}", typed.fates);
    typed.faults.iter().for_each(|fault| is_there(fault, lines));
    let Some(tree) = &typed.tree else { return };
    assert!(typed.fates.contains(&LineFate::Taken) || faulty > 0, "a plan of no line: {:?}", typed.fates);
    let reading = table.game.read_plan(&table.position, seat, &open, tree).expect("a position");
    reading.faults.iter().for_each(|fault| is_there(fault, lines));
}

/// Fails if a problem points at a place that is not in the text.
fn is_there(fault: &Fault, lines: &[TypedLine<'_>]) {
    let Some(span) = fault.span else { return };
    let line = lines
        .get(span.line.wrapping_sub(1))
        .unwrap_or_else(|| panic!("line {} of {}", span.line, lines.len()));
    let length = line.text.chars().count();
    assert!(span.column >= 1 && span.column <= length.max(1), "column {} of {:?}", span.column, line.text);
}
