//! Renders blocks as plain HTML: inline styles only, no colours of text or background (so that a dark screen
//! stays dark), nothing fetched, nothing that runs.

use super::block::{Block, Piece, Table, Words};
use super::text::{barred, is_set_off, quoted};
use minijinja::HtmlEscape;
use std::fmt::Write as _;

const LINE: &str = "1px solid #999";
const EXACT: &str = "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:13px";

/// Returns blocks as HTML, without the page around them.
pub fn html(blocks: &[Block]) -> String {
    let mut out = String::new();
    blocks.iter().for_each(|block| put_block(block, &mut out));
    out
}

fn put_block(block: &Block, out: &mut String) {
    match block {
        Block::Heading(level, words) => {
            let (size, top) = match level {
                1 => (22, 8),
                2 => (18, 28),
                _ => (16, 20),
            };
            let style = format!("font-size:{size}px;line-height:1.3;margin:{top}px 0 8px 0");
            put(out, format_args!("<h{level} style=\"{style}\">"));
            put_words(words, out);
            put(out, format_args!("</h{level}>\n"));
        }
        Block::Paragraph(words) => {
            out.push_str("<p style=\"margin:0 0 12px 0\">");
            put_words(words, out);
            out.push_str("</p>\n");
        }
        Block::List(items) => {
            out.push_str("<ul style=\"margin:0 0 12px 0;padding-left:22px\">\n");
            for words in items {
                out.push_str("<li>");
                put_words(words, out);
                out.push_str("</li>\n");
            }
            out.push_str("</ul>\n");
        }
        Block::Table(table) => put_rows(table, out),
        Block::Verbatim { lines, sheet } => {
            // The bars are real text here too: they must still be there when a mail program makes text of this.
            let barred = || lines.iter().flat_map(|line| barred(line)).collect();
            let lines: Vec<String> = if *sheet { lines.clone() } else { barred() };
            let style = format!("{EXACT};white-space:pre-wrap;border:{LINE};padding:10px;margin:0 0 12px 0");
            put(out, format_args!("<pre style=\"{style}\">{}</pre>\n", HtmlEscape(&lines.join("\n"))));
        }
        Block::Quote(lines) => {
            let style = "margin:0 0 12px 0;padding:2px 0 2px 12px;border-left:3px solid #999";
            put(out, format_args!("<blockquote style=\"{style}\">"));
            let rows = lines.iter().flat_map(quoted);
            for (i, row) in rows.enumerate() {
                put(out, format_args!("{}{}", if i > 0 { "<br>\n" } else { "" }, HtmlEscape(&row)));
            }
            out.push_str("</blockquote>\n");
        }
        Block::Rule => put(out, format_args!("<hr style=\"border:0;border-top:{LINE};margin:20px 0\">\n")),
        Block::Picture(name) => {
            out.push_str(&picture_place(name));
            out.push('\n');
        }
    }
}

/// Writing to a string cannot fail.
fn put(out: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(what);
}

/// Returns the comment that marks the place of a picture in the HTML. No player's text can look like it,
/// because the `<` of every value is escaped.
pub fn picture_place(name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    format!("<!--picture {name}-->")
}

fn put_words(words: &Words, out: &mut String) {
    for piece in words {
        let Piece { text, strong, exact } = piece;
        if text == "\n" {
            out.push_str("<br>\n");
            continue;
        }
        let mark = if is_set_off(piece) { "\"" } else { "" };
        out.push_str(if *strong { "<strong>" } else { "" });
        out.push_str(if *exact { "<code>" } else { "" });
        put(out, format_args!("{mark}{}{mark}", HtmlEscape(text)));
        out.push_str(if *exact { "</code>" } else { "" });
        out.push_str(if *strong { "</strong>" } else { "" });
    }
}

fn put_rows(table: &Table, out: &mut String) {
    // A wide table must fit the screen of a phone too: long words in it are broken where nothing else helps.
    let (padding, wide) = match table.right.len() {
        0..=4 => (5, ""),
        _ => (3, ";font-size:14px"),
    };
    let style = format!("border-collapse:collapse;margin:0 0 14px 0;overflow-wrap:anywhere{wide}");
    put(out, format_args!("<table cellpadding=\"{padding}\" cellspacing=\"0\" style=\"{style}\">\n"));
    if let Some(head) = &table.head {
        put_row(head, &table.right, "th", out);
    }
    out.push_str("<tbody valign=\"top\">\n");
    for cells in &table.rows {
        put_row(cells, &table.right, "td", out);
    }
    out.push_str("</tbody></table>\n");
}

fn put_row(cells: &[Words], right: &[bool], tag: &str, out: &mut String) {
    let empty = Words::new();
    // Only the head has a line below it: a report has hundreds of rows, and must stay small.
    match tag {
        "th" => put(out, format_args!("<tr style=\"border-bottom:{LINE}\">")),
        _ => out.push_str("<tr>"),
    }
    for (i, right) in right.iter().enumerate() {
        let align = match (right, tag) {
            (true, _) => " align=\"right\"",
            (false, "th") => " align=\"left\"",
            (false, _) => "",
        };
        put(out, format_args!("<{tag}{align}>"));
        put_words(cells.get(i).unwrap_or(&empty), out);
        put(out, format_args!("</{tag}>"));
    }
    out.push_str("</tr>\n");
}
