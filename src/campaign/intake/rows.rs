//! Tables that were saved as text, with a semicolon or a comma between their cells and no blank behind it: `Winterfell;march +1;Karhold`.

use crate::sheet::Fault;
use crate::table::{LineFate, Typed, TypedLine};

/// Gives lines to a game, with those that are rows of a table as it reads them.
pub fn read_rows(lines: &[TypedLine<'_>], game: &dyn Fn(&[TypedLine<'_>]) -> Typed) -> Typed {
    let rows = texts(lines, game);
    game(&with(lines, &rows))
}

/// Returns for each line its text as a row of a table, if it is one.
pub(super) fn texts(
    lines: &[TypedLine<'_>],
    game: &dyn Fn(&[TypedLine<'_>]) -> Typed,
) -> Vec<Option<String>> {
    lines.iter().map(|line| row(line, game)).collect()
}

/// Returns lines with those texts in place of their own.
pub(super) fn with<'t>(lines: &[TypedLine<'t>], rows: &'t [Option<String>]) -> Vec<TypedLine<'t>> {
    let text = |(line, row): (&TypedLine<'t>, &'t Option<String>)| TypedLine {
        text: row.as_deref().unwrap_or(line.text),
        line: line.line,
    };
    lines.iter().zip(rows).map(text).collect()
}

/// Returns a row of a table that was saved as text, with blanks between its cells, if it is an order only so:
/// `Winterfell;march +1;Karhold`.
fn row(line: &TypedLine<'_>, game: &dyn Fn(&[TypedLine<'_>]) -> Typed) -> Option<String> {
    let is_row = |mark: char| {
        let mut cells = line.text.trim().split(mark);
        cells.next().is_some() && line.text.contains(mark) && cells.all(|cell| !cell.starts_with(' '))
    };
    let mark = [';', ','].into_iter().find(|mark| is_row(*mark))?;
    let is_taken = |text: &str| {
        let typed = game(&[TypedLine { text, line: line.line }]);
        typed.fates == [LineFate::Taken] && !typed.faults.iter().any(Fault::is_error)
    };
    let parted = line.text.replace(mark, " ");
    (!is_taken(line.text) && is_taken(&parted)).then_some(parted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_with_blanks_between_its_cells_if_it_is_an_order_only_so() {
        let game = |lines: &[TypedLine<'_>]| {
            let mut typed = Typed::nothing(lines);
            for (line, fate) in lines.iter().zip(&mut typed.fates) {
                if ["Karhold raid", "Karhold,raid"].contains(&line.text) {
                    *fate = LineFate::Taken;
                }
            }
            typed
        };
        let fates = |text: &str| read_rows(&[TypedLine { text, line: 1 }], &game).fates;
        for row in ["Karhold;raid", "Karhold,raid", "Karhold raid"] {
            assert_eq!(fates(row), [LineFate::Taken], "{row}");
        }
        for line in ["Karhold; raid", "Karhold;march", "a;b;c"] {
            assert_eq!(fates(line), [LineFate::NotMine], "{line}");
        }
    }
}
