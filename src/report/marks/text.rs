//! Blocks as plain text, at most 72 columns wide but for what stands as it is.

use super::{Block, Piece, Table, Words};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of a mail.
pub const WIDTH: usize = 72;
/// Columns between two columns of a table.
const GAP: usize = 2;

/// Blocks as plain text; ends with a line end.
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
        Block::List(items) => items.iter().flat_map(|words| item(words)).collect(),
        Block::Table(table) => rows(table),
        Block::Verbatim(lines) => lines.clone(),
        Block::Quote(lines) => lines
            .iter()
            .flat_map(|words| {
                fold(&flat(words), WIDTH - 2).into_iter().map(|line| format!("> {line}")).collect::<Vec<_>>()
            })
            .collect(),
        Block::Rule => vec!["-".repeat(WIDTH)],
        Block::Picture(_) => vec![],
    }
}

fn underlined(words: &Words, with: char) -> Vec<String> {
    let mut lines = fold(&flat(words), WIDTH);
    let width = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    lines.push(with.to_string().repeat(width));
    lines
}

fn item(words: &Words) -> Vec<String> {
    let lines = fold(&flat(words), WIDTH - 2);
    lines.iter().enumerate().map(|(i, line)| format!("{}{line}", if i == 0 { "- " } else { "  " })).collect()
}

fn flat(words: &Words) -> String {
    // What is to be typed as it stands is set off from the sentence, unless it is one word.
    let set_off = |piece: &Piece| piece.exact && piece.text.contains(' ');
    words
        .iter()
        .map(|piece| if set_off(piece) { format!("\"{}\"", piece.text) } else { piece.text.clone() })
        .collect()
}

/// A text in lines of at most `width` columns, broken at spaces; a word that is wider is broken anywhere. A space
/// that does not break (U+00A0) is written as a plain one. At least one line.
pub fn fold(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![];
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let room = if line.is_empty() { width } else { width.saturating_sub(line.width() + 1) };
            if word.width() > room && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            for c in word.chars() {
                if line.width() + c.width().unwrap_or(0) > width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(c);
            }
        }
        lines.push(line);
    }
    lines.into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
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

/// The width of each column: what its cells want, the widest ones narrowed until all have room.
fn widths(table: &Table) -> Vec<usize> {
    let mut widths = vec![0; table.right.len()];
    for cells in table.rows.iter().chain(&table.head) {
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = (*width).max(flat(cell).width());
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
    let empty = Words::new();
    let folded: Vec<Vec<String>> = widths
        .iter()
        .enumerate()
        .map(|(i, width)| fold(&flat(cells.get(i).unwrap_or(&empty)), *width))
        .collect();
    let height = folded.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|line| {
            let cells = folded.iter().zip(widths).zip(right).map(|((lines, width), right)| {
                let cell = lines.get(line).map_or("", String::as_str);
                let blank = " ".repeat(width.saturating_sub(cell.width()));
                if *right { format!("{blank}{cell}") } else { format!("{cell}{blank}") }
            });
            cells.collect::<Vec<_>>().join(&" ".repeat(GAP))
        })
        .collect()
}
