//! Parses markup into blocks. Parsing never fails: anything that is not markup is a paragraph.

use super::block::{Block, Form, Piece, Sheet, Table, Words};

/// Returns the blocks of a text.
pub fn parse(marks: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    for line in marks.lines() {
        reader.line(line);
    }
    reader.close();
    reader.blocks
}

/// The block that the lines so far have begun.
#[derive(Default)]
enum OpenBlock<'a> {
    #[default]
    Nothing,
    Paragraph(Vec<&'a str>),
    List(Vec<Vec<&'a str>>),
    Rows(Vec<&'a str>),
    Quote(Vec<&'a str>),
    Verbatim(Vec<String>, Sheet),
}

#[derive(Default)]
struct Reader<'a> {
    blocks: Vec<Block>,
    begun: OpenBlock<'a>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        if let OpenBlock::Verbatim(lines, _) = &mut self.begun {
            if line.trim_end() == "```" {
                self.close();
            } else {
                lines.push(literal(line.trim_end()));
            }
            return;
        }
        let trimmed = line.trim();
        if let OpenBlock::List(items) = &mut self.begun
            && line.starts_with("  ")
            && !trimmed.is_empty()
            && let Some(item) = items.last_mut()
        {
            item.push(trimmed);
            return;
        }
        if let Some((level, title)) = heading(trimmed) {
            self.alone(Block::Heading(level, words(title)));
        } else if trimmed == "---" {
            self.alone(Block::Rule);
        } else if let Some(name) = trimmed.strip_prefix('!') {
            self.alone(Block::Picture(name.to_owned()));
        } else if let Some(kind) = trimmed.strip_prefix("```") {
            let sheet = match kind {
                "sheet" => Sheet::Whole,
                "sheet bare" => Sheet::Bare,
                _ => Sheet::No,
            };
            self.begin(OpenBlock::Verbatim(vec![], sheet));
        } else if trimmed.is_empty() {
            self.close();
        } else if let Some(item) = trimmed.strip_prefix("- ") {
            match &mut self.begun {
                OpenBlock::List(items) => items.push(vec![item]),
                _ => self.begin(OpenBlock::List(vec![vec![item]])),
            }
        } else if trimmed.starts_with('|') {
            match &mut self.begun {
                OpenBlock::Rows(rows) => rows.push(trimmed),
                _ => self.begin(OpenBlock::Rows(vec![trimmed])),
            }
        } else if let Some(quoted) = trimmed.strip_prefix('>') {
            match &mut self.begun {
                OpenBlock::Quote(lines) => lines.push(quoted),
                _ => self.begin(OpenBlock::Quote(vec![quoted])),
            }
        } else {
            match &mut self.begun {
                OpenBlock::Paragraph(lines) => lines.push(trimmed),
                _ => self.begin(OpenBlock::Paragraph(vec![trimmed])),
            }
        }
    }

    fn begin(&mut self, begun: OpenBlock<'a>) {
        self.close();
        self.begun = begun;
    }

    fn alone(&mut self, block: Block) {
        self.close();
        self.blocks.push(block);
    }

    fn close(&mut self) {
        let block = match std::mem::take(&mut self.begun) {
            OpenBlock::Nothing => return,
            OpenBlock::Paragraph(lines) => Block::Paragraph(flow(&lines)),
            OpenBlock::List(items) => Block::List(items.iter().map(|lines| flow(lines)).collect()),
            OpenBlock::Rows(rows) => Block::Table(table(&rows)),
            OpenBlock::Quote(lines) => Block::Quote(lines.iter().map(|line| words(line.trim())).collect()),
            OpenBlock::Verbatim(lines, sheet) => Block::Verbatim { lines, sheet },
        };
        self.blocks.push(block);
    }
}

/// The marks of headings, by level.
const HEADINGS: [(u8, &str); 3] = [(1, "# "), (2, "## "), (3, "### ")];

/// Returns the level and the title of a heading.
fn heading(line: &str) -> Option<(u8, &str)> {
    HEADINGS.iter().find_map(|(level, mark)| Some((*level, line.strip_prefix(mark)?)))
}

/// Returns `true` if a line that is in no fence and continues no item is a heading.
pub(super) fn is_heading(line: &str) -> bool {
    heading(line.trim()).is_some()
}

/// Joins the lines of a paragraph or item.
fn flow(lines: &[&str]) -> Words {
    if let [line] = lines
        && !line.ends_with('\\')
    {
        return words(line);
    }
    let mut all = String::new();
    for (i, line) in lines.iter().enumerate() {
        if i > 0 && !all.ends_with('\n') {
            all.push(' ');
        }
        match line.strip_suffix('\\') {
            // A backslash that is itself escaped is text.
            Some(rest) if trailing_backslashes(line) % 2 == 1 => {
                all.push_str(rest);
                all.truncate(all.trim_end().len());
                all.push('\n');
            }
            _ => all.push_str(line),
        }
    }
    words(&all)
}

fn trailing_backslashes(line: &str) -> usize {
    line.chars().rev().take_while(|c| *c == '\\').count()
}

/// Returns a line without the backslashes that escape.
fn literal(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        out.push_str(plain);
        let mut chars = escaped.chars();
        match chars.clone().next().filter(char::is_ascii_punctuation) {
            Some(meant) => {
                chars.next();
                out.push(meant);
            }
            None => out.push('\\'),
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out
}

/// Splits a line into pieces. Text between marks is copied at once and not letter by letter.
fn words(line: &str) -> Words {
    let mut pieces: Words = vec![];
    let mut piece = Piece::default();
    let end = |piece: &mut Piece, pieces: &mut Words| {
        let next = Piece { text: String::new(), ..*piece };
        let done = std::mem::replace(piece, next);
        if !done.text.is_empty() {
            pieces.push(done);
        }
    };
    let mut rest = line;
    while let Some(at) = rest.find(['\\', '*', '`', '\n']) {
        let (plain, marked) = rest.split_at(at);
        piece.text.push_str(plain);
        let mut chars = marked.chars();
        match chars.next() {
            Some('\\') => match chars.clone().next().filter(char::is_ascii_punctuation) {
                Some(meant) => {
                    chars.next();
                    piece.text.push(meant);
                }
                None => piece.text.push('\\'),
            },
            Some('*') if chars.as_str().starts_with('*') => {
                chars.next();
                end(&mut piece, &mut pieces);
                piece.strong = !piece.strong;
            }
            Some('`') => {
                end(&mut piece, &mut pieces);
                piece.exact = !piece.exact;
            }
            Some('\n') => {
                end(&mut piece, &mut pieces);
                pieces.push(Piece { text: "\n".to_owned(), ..Piece::default() });
            }
            other => piece.text.extend(other),
        }
        rest = chars.as_str();
    }
    piece.text.push_str(rest);
    end(&mut piece, &mut pieces);
    pieces
}

/// Returns the cells of a row, still in markup.
fn cells(row: &str) -> Vec<&str> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let (mut cells, mut from, mut escaped) = (vec![], 0, false);
    for (at, c) in row.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '|' => {
                cells.push(row.get(from..at).unwrap_or_default());
                from = at + 1;
            }
            _ => {}
        }
    }
    cells.push(row.get(from..).unwrap_or_default());
    // The bar that closes the row does not open a cell.
    if cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    cells
}

fn is_ruler(cells: &[&str]) -> bool {
    !cells.is_empty()
        && cells.iter().all(|cell| {
            cell.contains(['-', '=', '~']) && cell.trim().chars().all(|c| matches!(c, '-' | '=' | '~' | ':'))
        })
}

/// Returns what HTML makes of a table with this ruler.
fn form(ruler: &[&str]) -> Form {
    let has = |mark: char| ruler.iter().position(|cell| cell.contains(mark));
    match (has('='), has('~')) {
        (Some(_), _) => Form::Card,
        (_, Some(0)) => Form::RunOn,
        (_, Some(_)) => Form::Grouped,
        (None, None) => Form::Columns,
    }
}

fn table(rows: &[&str]) -> Table {
    let mut rows: Vec<Vec<&str>> = rows.iter().map(|row| cells(row)).collect();
    let mut table = Table::default();
    let to_words = |row: Vec<&str>| row.iter().map(|cell| words(cell.trim())).collect::<Vec<Words>>();
    if rows.get(1).is_some_and(|row| is_ruler(row)) {
        let ruler = rows.remove(1);
        table.form = form(&ruler);
        table.right = ruler.iter().map(|cell| cell.trim().ends_with(':')).collect();
        let head = to_words(rows.remove(0));
        table.head = head.iter().any(|cell| !cell.is_empty()).then_some(head);
    }
    table.rows = rows.into_iter().map(to_words).collect();
    let columns = table.rows.iter().chain(&table.head).map(Vec::len).max().unwrap_or(0);
    table.right.resize(columns, false);
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::markup::{Chips, escape, html, plain, text};
    use proptest::prelude::*;

    fn said(words: &Words) -> String {
        words.iter().map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn blocks_are_told_apart() {
        let marks = "# T\n\ntwo\nlines\\\nbroken\n- a\n  b\n- c\n\n| x | y |\n|---|--:|\n| 1 | 2 |\n> q\n\n---\n```\n # as\n```\n!map\n";
        let blocks = parse(marks);
        let kinds: Vec<&str> = blocks
            .iter()
            .map(|block| match block {
                Block::Heading(..) => "heading",
                Block::Paragraph(_) => "paragraph",
                Block::List(_) => "list",
                Block::Table(_) => "table",
                Block::Verbatim { .. } => "verbatim",
                Block::Quote(_) => "quote",
                Block::Rule => "rule",
                Block::Picture(_) => "picture",
            })
            .collect();
        assert_eq!(kinds, ["heading", "paragraph", "list", "table", "quote", "rule", "verbatim", "picture"]);
        let Block::Paragraph(words) = &blocks[1] else { panic!("{blocks:?}") };
        assert_eq!(said(words), "two lines\nbroken");
        let Block::Table(table) = &blocks[3] else { panic!("{blocks:?}") };
        assert_eq!((table.right.as_slice(), table.rows.len()), (&[false, true][..], 1));
        assert!(text(&blocks).contains("|  # as"));
    }

    #[test]
    fn strong_and_exact_words() {
        let words = words("a **b** `c` \\*\\*d");
        assert_eq!(said(&words), "a b c **d");
        assert!(words.iter().any(|p| p.strong && p.text == "b"));
        assert!(words.iter().any(|p| p.exact && p.text == "c"));
    }

    proptest! {
        #[test]
        fn an_escaped_value_is_one_paragraph_of_itself(value in any::<String>()) {
            let blocks = parse(&format!("x{}x", escape(&value)));
            let [Block::Paragraph(words)] = blocks.as_slice() else { panic!("{blocks:?}") };
            prop_assert_eq!(said(words), format!("x{}x", plain(&value)));
            prop_assert!(words.iter().all(|piece| !piece.strong && !piece.exact));
        }

        #[test]
        fn an_escaped_value_begins_nothing(value in "[#>|`!*~-]{0,4} ?[a-z]{1,5}[|`*]{0,2}") {
            let blocks = parse(&escape(&value));
            prop_assert!(matches!(blocks.as_slice(), [Block::Paragraph(_)]), "{:?}", blocks);
            let row = parse(&format!("| {} | b |\n", escape(&value)));
            let [Block::Table(table)] = row.as_slice() else { panic!("{row:?}") };
            prop_assert_eq!(table.rows[0].len(), 2);
        }

        #[test]
        fn anything_can_be_rendered(marks in "([#>|`!*~ a:\\\\-]|\n|軍){0,60}") {
            let blocks = parse(&marks);
            let _ = html(&blocks, &Chips::default());
            for line in text(&blocks).lines() {
                prop_assert!(unicode_width::UnicodeWidthStr::width(line) <= 72 || marks.contains("```"), "{}", line);
            }
        }
    }
}
