//! Sentences that a mail program has broken over several lines: `… the knight goes to Moat Cailin and the footman` / `goes to Karhold`.
//!
//! Where the next word had no room on a line, the two may be one. They are read so if that is understood and one of them is not by
//! itself, or the second goes on in small letters or with a number. Other lines that make sense one by one are left alone: a list
//! may be wide.

use crate::plan::{behind_number, goes_on};
use crate::sheet::{Content, Fault, Node, Span};
use crate::table::{LONGEST_LINE, LineFate, Typed, TypedLine};
use std::ops::Range;

/// How wide the widest line of a text is that a mail program has broken, in characters.
const WIDTHS: Range<usize> = 60..81;
/// The narrowest lines that mail programs make.
const LEAST: usize = 72;

/// Gives lines to a game, with those as one that were broken in transit.
pub fn read_wrapped(lines: &[TypedLine<'_>], game: &dyn Fn(&[TypedLine<'_>]) -> Typed) -> Typed {
    let apart = game(lines);
    let joined: Vec<Group> =
        groups(lines).into_iter().filter(|group| group.is_one(lines, &apart, game)).collect();
    if joined.is_empty() {
        return apart;
    }
    let texts: Vec<String> = joined.iter().map(|group| group.text(lines)).collect();
    let mut with = lines.to_vec();
    for (group, text) in joined.iter().zip(&texts) {
        group.put(&mut with, text);
    }
    let mut typed = game(&with);
    joined.iter().for_each(|group| group.parted(lines, &mut typed));
    typed
}

/// Lines that may be one, by their places.
struct Group(Range<usize>);

fn end(line: &TypedLine<'_>) -> usize {
    line.text.trim_end().chars().count()
}

/// Finds the lines that may go on in the next one.
fn groups(lines: &[TypedLine<'_>]) -> Vec<Group> {
    let widest = lines.iter().map(end).max().unwrap_or_default();
    let mut all: Vec<Group> = Vec::new();
    if !WIDTHS.contains(&widest) {
        return all;
    }
    let is_end = |c: char| matches!(c, '.' | '!' | '?' | ';' | '…');
    for (at, pair) in lines.windows(2).enumerate() {
        let [above, below] = pair else { continue };
        let word = below.text.split_whitespace().next().unwrap_or_default();
        let has_room = end(above) + 1 + word.chars().count() <= widest.max(LEAST);
        if has_room
            || below.line != above.line + 1
            || above.text.trim_end().ends_with(is_end)
            || !may_go_on(below.text)
        {
            continue;
        }
        let is_short = |last: &Group| last.text(lines).len() + below.text.len() < LONGEST_LINE;
        match all.last_mut().filter(|last| last.0.end == at + 1) {
            Some(last) if is_short(last) => last.0.end += 1,
            Some(_) => {}
            None => all.push(Group(at..at + 2)),
        }
    }
    all
}

/// Returns `true` for a line that is no item of a list, which begins with a mark, or with a number and a dot.
fn may_go_on(text: &str) -> bool {
    let begins = text.starts_with(|c: char| c.is_alphanumeric() || c == '(');
    (begins || begins_with_bonus(text)) && behind_number(text).is_none()
}

/// Returns `true` for a line such as `+1 to Karhold`.
fn begins_with_bonus(text: &str) -> bool {
    let number = text.strip_prefix(['+', '-', '−', '–']);
    number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

impl Group {
    fn text(&self, lines: &[TypedLine<'_>]) -> String {
        let texts = lines.get(self.0.clone()).unwrap_or_default().iter().map(|line| line.text.trim_end());
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Puts the whole in place of the first line.
    fn put<'t>(&self, lines: &mut [TypedLine<'t>], text: &'t str) {
        for (at, line) in lines.get_mut(self.0.clone()).unwrap_or_default().iter_mut().enumerate() {
            line.text = if at == 0 { text } else { "" };
        }
    }

    /// Returns `true` if the lines are read as one.
    fn is_one(
        &self,
        lines: &[TypedLine<'_>],
        apart: &Typed,
        game: &dyn Fn(&[TypedLine<'_>]) -> Typed,
    ) -> bool {
        let is_clean = |typed: &Typed, at: usize| {
            let number = lines.get(at).map(|line| line.line);
            let is_wrong = |fault: &Fault| fault.is_error() && fault.span.map(|span| span.line) == number;
            typed.fates.get(at) == Some(&LineFate::Taken) && !typed.faults.iter().any(is_wrong)
        };
        let text = self.text(lines);
        let mut below = self.0.clone().skip(1).filter_map(|at| lines.get(at));
        let mut above = self.0.clone().rev().skip(1).filter_map(|at| lines.get(at));
        let is_begun = below.any(|line| {
            line.text.starts_with(|c: char| c.is_lowercase() || c == '(') || begins_with_bonus(line.text)
        }) || above
            .any(|line| goes_on(line.text) && !line.text.trim_end().ends_with([',', ':']));
        let stand_alone = self.0.clone().all(|at| is_clean(apart, at));
        if stand_alone && !is_begun || text.len() > LONGEST_LINE {
            return false;
        }
        let mut alone: Vec<TypedLine<'_>> =
            lines.iter().map(|line| TypedLine { text: "", line: line.line }).collect();
        self.put(&mut alone, &text);
        let whole = game(&alone);
        is_clean(&whole, self.0.start) || is_begun && !stand_alone
    }

    /// Gives what was found in the whole its place in the lines that it was made of.
    fn parted(&self, lines: &[TypedLine<'_>], typed: &mut Typed) {
        let of = lines.get(self.0.clone()).unwrap_or_default();
        let Some(first) = of.first() else { return };
        let place = |span: Span| -> Span {
            let mut begin = span.column;
            for line in of.iter().filter(|_| span.line == first.line) {
                if begin <= end(line) {
                    let room = end(line) + 1 - begin;
                    return Span { line: line.line, column: begin, length: span.length.min(room) };
                }
                begin -= (end(line) + 1).min(begin - 1);
            }
            span
        };
        if let Some(tree) = &mut typed.tree {
            placed(tree, &place);
        }
        for fault in &mut typed.faults {
            fault.span = fault.span.map(place);
        }
        let fate = typed.fates.get(self.0.start).copied().unwrap_or(LineFate::NotMine);
        typed.fates.get_mut(self.0.clone()).unwrap_or_default().fill(fate);
        let secret = typed.secret.iter().find(|(line, _)| *line == first.line).map(|(_, why)| why.clone());
        if let Some(why) = secret {
            typed.secret.extend(of.iter().skip(1).map(|line| (line.line, why.clone())));
        }
    }
}

fn placed(node: &mut Node, place: &dyn Fn(Span) -> Span) {
    node.span = place(node.span);
    match &mut node.content {
        Content::Map(entries) => entries.iter_mut().for_each(|(key, value)| {
            placed(key, place);
            placed(value, place);
        }),
        Content::List(members) => members.iter_mut().for_each(|member| placed(member, place)),
        Content::Empty | Content::Text(_) | Content::Implied(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Refusal;

    /// A game that takes lines of whole orders, "AREA raid" with as many words between as may be, and asks back half ones.
    fn game(lines: &[TypedLine<'_>]) -> Typed {
        let mut typed = Typed::nothing(lines);
        for (line, fate) in lines.iter().zip(&mut typed.fates) {
            let orders: Vec<&str> =
                line.text.split(';').map(str::trim).filter(|order| !order.is_empty()).collect();
            let is_whole = |order: &&str| order.contains("Karhold") && order.contains("raid");
            if orders.is_empty()
                || !orders.iter().any(|order| order.contains("Karhold") || order.contains("raid"))
            {
                continue;
            }
            *fate = if orders.iter().all(is_whole) { LineFate::Taken } else { LineFate::Faulty };
            if *fate == LineFate::Faulty {
                let column = line.text.find("raid").map_or(1, |at| at + 1);
                let span = Span { line: line.line, column, length: 4 };
                typed.faults.push(Fault::error(span, Refusal::new("half")));
            }
        }
        typed
    }

    fn read(texts: &[&str]) -> Typed {
        let lines: Vec<_> =
            texts.iter().enumerate().map(|(at, text)| TypedLine { text, line: at + 1 }).collect();
        read_wrapped(&lines, &game)
    }

    #[test]
    fn what_a_program_has_broken_is_read_as_one() {
        use LineFate::{Faulty, NotMine, Taken};

        let wide = "From Karhold my men ride out at the break of dawn tomorrow, to burn and";
        let whole = "From Karhold my men ride out at the break of dawn tomorrow, and to raid";
        assert_eq!((wide.len(), whole.len()), (71, 71));
        for (texts, fates) in [
            // A sentence that goes on, over two lines and over three, and what is apart or a list.
            (&[wide, "raid it."][..], &[Taken, Taken][..]),
            (
                &[
                    wide,
                    "raid it; From Karhold they come home when the whole of it is over, and",
                    "raid too.",
                ],
                &[Taken, Taken, Taken],
            ),
            (&[wide, "", "raid it."], &[Faulty, NotMine, Faulty]),
            (&[wide, "- raid it."], &[Faulty, Faulty]),
            // Two orders in a list, the second of which had no room beside the first.
            (&[whole, "Karhold raid"], &[Taken, Taken]),
            // Broken by hand, and an item of a list.
            (&["Karhold", "raid it"], &[Faulty, Faulty]),
            (&[wide, "2. raid it"], &[Faulty, Faulty]),
            (
                &["Good evening to you all, and to those who were not here the last week", "good luck"],
                &[NotMine, NotMine],
            ),
        ] {
            assert_eq!(read(texts).fates, fates, "{texts:?}");
        }
    }

    #[test]
    fn what_is_wrong_in_the_whole_is_shown_where_it_stands() {
        let wide = "From Winterfell my men ride out at the break of dawn tomorrow, to burn";
        let typed = read(&[wide, "and raid it."]);
        let spans: Vec<_> = typed.faults.iter().filter_map(|fault| fault.span).collect();
        assert_eq!(spans, [Span { line: 2, column: 5, length: 4 }]);
    }
}
