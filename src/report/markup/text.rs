//! Renders blocks as plain text of at most 72 columns, except for lines shown unchanged.

use super::block::{Block, Piece, Sheet, Table, Words};
use crate::post::MARK;
use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of a message.
pub const WIDTH: usize = 72;
/// Columns between two columns of a table.
const GAP: usize = 2;

/// Returns blocks as plain text that ends with a line end.
pub fn text(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        if !out.is_empty() && !matches!(block, Block::Picture(_)) {
            out.push('\n');
        }
        for line in lines(block) {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}

fn lines(block: &Block) -> Vec<String> {
    match block {
        Block::Heading(1, words) => underlined(words, '='),
        Block::Heading(2, words) => underlined(words, '-'),
        Block::Heading(_, words) => fold(&flat(words).to_uppercase(), WIDTH),
        Block::Paragraph(words) => fold(&flat(words), WIDTH),
        Block::List(items) => items.iter().flat_map(item).collect(),
        Block::Table(table) => rows(table),
        Block::Verbatim { lines, sheet: Sheet::No } => lines.iter().flat_map(|line| barred(line)).collect(),
        Block::Verbatim { lines, .. } => lines.clone(),
        Block::Quote(lines) => lines.iter().flat_map(quoted).collect(),
        Block::Rule => vec!["-".repeat(WIDTH)],
        Block::Picture(_) => vec![],
    }
}

/// Returns a line of somebody's words, folded, with the mark before each line by which readers of our messages
/// know it wherever it comes back.
pub(super) fn quoted(words: &Words) -> Vec<String> {
    fold(&flat(words), WIDTH - MARK.len()).into_iter().map(|line| format!("{MARK}{line}")).collect()
}

/// Puts the same mark before a line; what is too long continues after another.
pub(super) fn barred(line: &str) -> Vec<String> {
    let mut rows = vec![String::new()];
    let mut width = 0;
    for c in line.chars() {
        width += c.width().unwrap_or(0);
        if width > WIDTH - MARK.len() {
            width = c.width().unwrap_or(0);
            rows.push(String::new());
        }
        if let Some(row) = rows.last_mut() {
            row.push(c);
        }
    }
    rows.iter().map(|row| format!("{MARK}{row}")).collect()
}

fn underlined(words: &Words, with: char) -> Vec<String> {
    let mut lines = fold(&flat(words), WIDTH);
    // Three dashes alone would look like the fence of an order sheet.
    let width = lines.iter().map(|line| columns(line)).max().unwrap_or(0).max(4);
    lines.push(with.to_string().repeat(width));
    lines
}

fn item(words: &Words) -> Vec<String> {
    let lines = fold(&flat(words), WIDTH - 2);
    let set_in = |(i, line): (usize, &String)| [if i == 0 { "- " } else { "  " }, line].concat();
    lines.iter().enumerate().map(set_in).collect()
}

/// Returns `true` for text to be typed exactly that is put in quotation marks: all but single words. None of our
/// lines may begin like an entry of a plan, because it could be read as one when a player quotes us.
pub(super) fn is_set_off(piece: &Piece) -> bool {
    piece.exact && (piece.text.contains(' ') || piece.text.ends_with(':'))
}

fn flat(words: &Words) -> Cow<'_, str> {
    if let [piece] = words.as_slice()
        && !is_set_off(piece)
    {
        return Cow::Borrowed(&piece.text);
    }
    let mut all = String::new();
    for piece in words {
        let mark = if is_set_off(piece) { "\"" } else { "" };
        all.extend([mark, &piece.text, mark]);
    }
    Cow::Owned(all)
}

/// Returns the number of columns of a text. Nearly all text is ASCII, with one column per byte; looking up
/// every letter took a tenth of a tick.
fn columns(text: &str) -> usize {
    if is_plain(text) { text.len() } else { text.width() }
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Folds a text into at least one line of at most `width` columns, at spaces. A wider word is broken
/// anywhere. A non-breaking space (U+00A0) becomes a plain one.
pub fn fold(text: &str, width: usize) -> Vec<String> {
    if is_one_line(text, width) {
        return vec![text.to_owned()];
    }
    let mut lines = vec![];
    for paragraph in text.split('\n') {
        // The line and its width in columns.
        let (mut line, mut used) = (String::with_capacity(width), 0);
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let room = if line.is_empty() { width } else { width.saturating_sub(used + 1) };
            let size = columns(word);
            if size > room && !line.is_empty() {
                let kept = match is_mark_of_a_plan(word) {
                    true => pull_down(&mut line),
                    false => String::with_capacity(width),
                };
                lines.push(std::mem::replace(&mut line, kept));
                used = columns(&line);
            }
            if !line.is_empty() {
                line.push(' ');
                used += 1;
            }
            if used + size <= width && is_plain(word) {
                line.push_str(word);
                used += size;
                continue;
            }
            for (at, c) in word.char_indices() {
                if columns(&line) + c.width().unwrap_or(0) > width {
                    let kept = after_a_blank(&mut line, word.get(at..).unwrap_or_default());
                    lines.push(std::mem::replace(&mut line, kept));
                    if line.is_empty() && word.get(at..).is_some_and(is_mark_of_a_plan) {
                        line.push('…');
                    }
                }
                line.push(c);
            }
            used = columns(&line);
        }
        lines.push(line);
    }
    let plain_spaces = |line: String| match line.contains('\u{a0}') {
        true => line.replace('\u{a0}', " "),
        false => line,
    };
    lines.into_iter().map(plain_spaces).collect()
}

/// Returns `true` if folding a text leaves it as it is; `false` also for some that it would leave so.
fn is_one_line(text: &str, width: usize) -> bool {
    text.len() <= width
        && is_plain(text)
        && !(text.starts_with(' ') || text.ends_with(' ') || text.contains("  "))
}

/// A space at which a line is broken only if it is too wide.
const FIXED: char = '\u{a0}';

/// Cuts a line that is too wide at its last fixed space, so that no name is broken, and returns what follows; empty if it has none
/// at which it may be cut. `rest` is the text that comes next.
fn after_a_blank(line: &mut String, rest: &str) -> String {
    let blanks = line.char_indices().rev().filter(|(_, c)| *c == FIXED).map(|(at, _)| at);
    let cut = blanks.into_iter().find(|at| {
        let (before, after) = line.split_at(*at);
        let next: String = after.chars().skip(1).chain(rest.chars()).take_while(|c| *c != FIXED).collect();
        before.contains(|c| c != FIXED) && !next.is_empty() && !is_mark_of_a_plan(&next)
    });
    let Some(cut) = cut else { return String::new() };
    let kept = line.split_off(cut);
    kept.trim_start_matches(FIXED).to_owned()
}

/// Returns `true` if a word at the beginning of a line could be read as an entry or a fence of an order sheet
/// when a player quotes us.
fn is_mark_of_a_plan(word: &str) -> bool {
    let bare = word.starts_with(char::is_alphanumeric) && word.ends_with(':');
    let quoted = word.starts_with(['"', '\'']) && (word.ends_with("\":") || word.ends_with("':"));
    bare || quoted || word.starts_with("---") || word.starts_with("...")
}

/// Removes the last word of a line, or the last character of a single word, so that it can precede what
/// follows on the next line.
fn pull_down(line: &mut String) -> String {
    let at = match line.rfind(' ') {
        Some(space) => space + 1,
        None => line.char_indices().next_back().map_or(0, |(at, _)| at),
    };
    let kept = line.split_off(at);
    line.truncate(line.trim_end().len());
    kept
}

fn rows(table: &Table) -> Vec<String> {
    let widths = widths(table);
    let mut out = vec![];
    if let Some(head) = &table.head {
        out.extend(row(head, &widths, &table.right));
        let rulers: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        out.push(rulers.join(&" ".repeat(GAP)));
    }
    out.extend(table.rows.iter().flat_map(|cells| row(cells, &widths, &table.right)));
    out
}

/// Returns the width of each column: the width of its cells, the widest narrowed until all columns fit.
fn widths(table: &Table) -> Vec<usize> {
    let mut widths = vec![0; table.right.len()];
    for cells in table.rows.iter().chain(&table.head) {
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = (*width).max(columns(&flat(cell)));
        }
    }
    let room = WIDTH.saturating_sub(GAP * widths.len().saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 1 => *widest -= 1,
            _ => break,
        }
    }
    widths
}

fn row(cells: &[Words], widths: &[usize], right: &[bool]) -> Vec<String> {
    let flat_cell = |i: usize| cells.get(i).map_or(Cow::Borrowed(""), flat);
    let all: Vec<Cow<'_, str>> = (0..widths.len()).map(flat_cell).collect();
    // Nearly all rows have one line.
    if all.iter().zip(widths).all(|(cell, width)| is_one_line(cell, *width)) {
        return vec![aligned(all.iter().map(AsRef::as_ref), widths, right)];
    }
    let folded: Vec<Vec<String>> = all.iter().zip(widths).map(|(cell, width)| fold(cell, *width)).collect();
    let height = folded.iter().map(Vec::len).max().unwrap_or(0);
    let cells_of = |line| folded.iter().map(move |lines| lines.get(line).map_or("", String::as_str));
    (0..height).map(|line| aligned(cells_of(line), widths, right)).collect()
}

/// Returns a line of a table: cells side by side, each as wide as its column.
fn aligned<'c>(cells: impl Iterator<Item = &'c str>, widths: &[usize], right: &[bool]) -> String {
    let mut out = String::with_capacity(WIDTH);
    for (i, ((cell, width), right)) in cells.zip(widths).zip(right).enumerate() {
        let blank = width.saturating_sub(columns(cell));
        let (before, after) = if *right { (blank, 0) } else { (0, blank) };
        let gap = if i > 0 { GAP } else { 0 };
        pad(&mut out, gap + before);
        out.push_str(cell);
        pad(&mut out, after);
    }
    out
}

fn pad(out: &mut String, mut blanks: usize) {
    const SOME: &str = "                                                                        ";
    while blanks > 0 {
        let now = blanks.min(SOME.len());
        out.push_str(&SOME[..now]);
        blanks -= now;
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(fold("one two three", 7), ["one two", "three"]);
        assert_eq!(fold("軍隊 軍隊", 7), ["軍隊", "軍隊"]);
        assert_eq!(fold("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(fold("", 4), [""]);
        assert_eq!(fold("a\nb", 4), ["a", "b"]);
    }

    #[test]
    fn no_line_begins_like_a_plan() {
        assert_eq!(fold("we say it plan: x", 10), ["we say", "it plan: x"]);
        assert_eq!(fold("abcdefghi plan: x", 10), ["abcdefgh", "i plan: x"]);
        assert_eq!(fold("ab cd ---", 8), ["ab", "cd ---"]);
        assert_eq!(fold("abcdefghijplan: x", 10), ["abcdefghij", "…plan: x"]);
    }

    #[test]
    fn names_in_lines_that_are_kept_whole_are_not_broken() {
        let fixed = |text: &str, width| fold(&text.replace(' ', "\u{a0}"), width);
        assert_eq!(fixed("[Castle Black, Widow's Watch]", 18), ["[Castle Black,", "Widow's Watch]"]);
        assert_eq!(fixed("  abcdef", 6), ["  abcd", "ef"], "an indentation is no place to break");
        // A line never begins like a plan.
        assert_eq!(fixed("abc defg plan: x", 12), ["abc", "defg plan: x"]);
    }
}
