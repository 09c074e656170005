//! Problems of a message, as its receipt shows them.

use crate::post::{Fate, Found};
use crate::report::model::{Problem, Why};
use crate::seal::mask;
use crate::sheet::{Fault, Refusal, Span};
use crate::table::Understood;
use serde_json::Value;

/// Makes a problem of a refusal that concerns the message as a whole.
pub(crate) fn refused(why: &Refusal) -> Problem {
    Problem {
        why: Why::from(why),
        warning: false,
        line: None,
        column: 1,
        length: 1,
        source: String::new(),
        suggestion: None,
    }
}

/// Makes a problem of a fault in the document, with the line as the sender sees it in the message.
pub fn problem(fault: &Fault, text: &str, found: &Found) -> Problem {
    let warning = !fault.is_error();
    let Some(span) = fault.span else { return Problem { warning, ..refused(&fault.why) } };
    Problem {
        warning,
        line: line_in_mail(span.line, found),
        column: span.column,
        length: span.length.max(1),
        source: mask(text.lines().nth(span.line.saturating_sub(1)).unwrap_or_default()),
        suggestion: fault.suggestion.clone(),
        ..refused(&fault.why)
    }
}

/// Makes a problem of a fault in a sealed plan; `text` is the plan as we have written it out.
pub(crate) fn sealed(fault: &Fault, text: &str) -> Problem {
    let warning = !fault.is_error();
    let span = fault.span.unwrap_or(Span { line: 0, column: 1, length: 1 });
    let line = span.line.checked_sub(1).and_then(|line| text.lines().nth(line));
    Problem {
        warning,
        column: span.column,
        length: span.length.max(1),
        source: line.map(mask).unwrap_or_default(),
        suggestion: fault.suggestion.clone().filter(|_| warning),
        ..refused(&fault.why)
    }
}

/// Codes of problems whose words point at the order sheet of the receipt.
const WITH_SHEET: [&str; 4] = ["statement-unread", "answer-unread", "word-nothing", "word-unclear"];

/// Lets problems not point at an order sheet, where the receipt brings none.
pub(crate) fn without_sheet(problems: &mut [Problem]) {
    for problem in problems.iter_mut().filter(|problem| WITH_SHEET.contains(&problem.why.code.as_str())) {
        problem.why.details.insert("sheetless".to_owned(), true.into());
    }
}

/// Takes back that no answer has come of a word beside one: "ready" above the orders.
pub(crate) fn nothing_is_missing(problems: &mut [Problem]) {
    for problem in problems.iter_mut().filter(|problem| problem.why.code == "word-ready") {
        problem.why.details.remove("missing");
    }
}

/// Says of words that were left out beside others in their line that nothing of it was taken, where the rest is refused too.
pub(crate) fn took_nothing(problems: &mut [Problem]) {
    let refused: Vec<Option<usize>> =
        problems.iter().filter(|problem| !problem.warning).map(|problem| problem.line).collect();
    for problem in problems.iter_mut().filter(|problem| problem.why.code == "line-left-out") {
        if problem.line.is_some() && refused.contains(&problem.line) {
            problem.why.details.insert("untaken".to_owned(), true.into());
        }
    }
}

/// Marks problems that would list the same choices as one before them: two cards that are not in hand.
pub(crate) fn list_once(problems: &mut [Problem]) {
    let mut told: Vec<Value> = Vec::new();
    for problem in problems {
        let Some(legal) = problem.why.details.get("legal").filter(|legal| legal.is_array()) else { continue };
        if told.contains(legal) {
            problem.why.details.insert("again".to_owned(), true.into());
        } else {
            told.push(legal.clone());
        }
    }
}

/// Returns what was understood without the items at the very place of an error: they are shown only with the problem.
pub fn once(understood: Vec<Understood>, faults: &[Fault]) -> Vec<Understood> {
    let wrong = |item: &Understood| {
        let is_there =
            |span: Span| item.span.is_some_and(|item| (item.line, item.column) == (span.line, span.column));
        faults.iter().filter(|fault| fault.is_error()).filter_map(|fault| fault.span).any(is_there)
    };
    understood.into_iter().filter(|item| !wrong(item)).collect()
}

/// Returns the number that a line of the document has in the message; both count from 1.
pub fn line_in_mail(line: usize, found: &Found) -> Option<usize> {
    let is_it = |fate: Fate| matches!(fate, Fate::Used { line: used } if used == line);
    found.lines.iter().find(|in_mail| is_it(in_mail.fate)).map(|in_mail| in_mail.number)
}

/// Writes a limit of bytes as people read it.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 && b % (1 << 20) == 0 => format!("{} MiB", b >> 20),
        b => format!("{} KiB", b >> 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Span;
    use serde_json::json;

    #[test]
    fn what_is_wrong_is_not_shown_as_understood() {
        let span = |line, column| Span { line, column, length: 3 };
        let item = |line, column| Understood { span: Some(span(line, column)), what: json!([line, column]) };
        let items = || vec![item(1, 3), item(2, 3), item(2, 20), item(3, 5)];
        let left =
            |faults: &[Fault]| once(items(), faults).into_iter().map(|item| item.what).collect::<Vec<_>>();
        let fault = |line, column| Fault::error(span(line, column), Refusal::new("x"));
        let all: Vec<_> = items().into_iter().map(|item| item.what).collect();
        assert_eq!(left(&[fault(4, 1)]), all);
        assert_eq!(left(&[Fault::warning(span(1, 3), Refusal::new("x"))]), all, "a warning leaves it good");
        assert_eq!(left(&[fault(2, 8), fault(2, 9)]), all, "the readers of plans leave out what is wrong");
        assert_eq!(left(&[fault(2, 20), fault(3, 5)]), [json!([1, 3]), json!([2, 3])]);
    }

    #[test]
    fn the_same_choices_are_listed_once() {
        let used = |card: &str, hand: [&str; 2]| {
            refused(
                &Refusal::new("plan-card-used")
                    .with("card", card)
                    .with("legal", hand.map(str::to_owned).to_vec()),
            )
        };
        let mut all = [
            used("x", ["a", "b"]),
            used("y", ["a", "b"]),
            used("z", ["a", "c"]),
            refused(&Refusal::new("q")),
        ];
        list_once(&mut all);
        let again = all.map(|problem| problem.why.details.contains_key("again"));
        assert_eq!(again, [false, true, false, false]);
    }
}
