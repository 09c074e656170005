//! Lines of prose that read like orders or tell what their writer is going to do: nobody else may read them.

use super::problems;
use super::reading::{HELD, Left, of_prose, words_of};
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::Refusal;

/// The code of what is said of a line that tells what its writer is going to do.
pub(super) const STATEMENT: &str = "statement-unread";

/// Parts prose into the problems of lines that read like orders or tell what their writer is going to do, which nobody else may read, and
/// the other lines. `stated` are those that tell it, by their numbers.
pub fn held_back(left: &Left, stated: &[(usize, Refusal)]) -> (Vec<Problem>, Vec<(usize, String)>) {
    let (mut held, mut rest, mut goes_on) = (Vec::new(), Vec::new(), None);
    for (number, text) in &left.prose {
        let mut why = left.secret.iter().chain(stated).filter(|(line, _)| line == number).map(|(_, why)| why);
        let is_end = goes_on == Some(*number);
        let first = why.next();
        let is_whole = text.trim_end().ends_with(['.', '!', '?', ':', ';']);
        goes_on = ((first.is_some() || is_end) && !is_whole).then_some(number + 1);
        match first {
            // What its sentence says is told of its first line.
            Some(_) if is_end => {}
            // A statement is told where nothing else is.
            Some(first) => {
                let more = why.filter(|why| why.code() != first.code() || why.details() != first.details());
                let all = std::iter::once(first).chain(more.filter(|why| why.code() != STATEMENT));
                held.extend(all.map(|why| held_problem(why, *number, text)));
            }
            None if is_end => {}
            None => rest.push((*number, text.clone())),
        }
    }
    (held, rest)
}

/// Makes a problem of a line of prose that is shown to nobody else, under the words that it is about.
fn held_problem(why: &Refusal, line: usize, text: &str) -> Problem {
    let (column, length) = words_of(why, text);
    // What is beside orders does not harm them.
    let warning = why.code() == HELD;
    Problem {
        line: Some(line),
        column,
        length,
        source: mask(text),
        warning,
        ..problems::refused(&of_prose(why))
    }
}
