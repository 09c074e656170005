//! Blocks as plain HTML: styles in the elements alone, no colour of text or ground (so that a dark screen stays
//! dark), nothing fetched, nothing that runs.

use super::{Block, Piece, Table, Words};
use minijinja::HtmlEscape;

const LINE: &str = "1px solid #999";
const EXACT: &str = "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:13px";

/// Blocks as HTML, without the page around them.
pub fn html(blocks: &[Block]) -> String {
    blocks.iter().map(block).collect()
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, words) => {
            let (size, top) = match level {
                1 => (22, 8),
                2 => (18, 28),
                _ => (16, 20),
            };
            let style = format!("font-size:{size}px;line-height:1.3;margin:{top}px 0 8px 0");
            format!("<h{level} style=\"{style}\">{}</h{level}>\n", inline(words))
        }
        Block::Paragraph(words) => format!("<p style=\"margin:0 0 12px 0\">{}</p>\n", inline(words)),
        Block::List(items) => {
            let items: String = items.iter().map(|words| format!("<li>{}</li>\n", inline(words))).collect();
            format!("<ul style=\"margin:0 0 12px 0;padding-left:22px\">\n{items}</ul>\n")
        }
        Block::Table(table) => rows(table),
        Block::Verbatim { lines, .. } => {
            let style = format!("{EXACT};white-space:pre-wrap;border:{LINE};padding:10px;margin:0 0 12px 0");
            format!("<pre style=\"{style}\">{}</pre>\n", HtmlEscape(&lines.join("\n")))
        }
        Block::Quote(lines) => {
            let lines: Vec<String> = lines.iter().map(inline).collect();
            let style = "margin:0 0 12px 0;padding:2px 0 2px 12px;border-left:3px solid #999";
            format!("<blockquote style=\"{style}\">{}</blockquote>\n", lines.join("<br>\n"))
        }
        Block::Rule => format!("<hr style=\"border:0;border-top:{LINE};margin:20px 0\">\n"),
        Block::Picture(name) => format!("{}\n", picture_place(name)),
    }
}

/// What stands in the HTML where a picture may be put. Nothing a player writes can look like it: the `<` of
/// every value is escaped.
pub fn picture_place(name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    format!("<!--picture {name}-->")
}

fn inline(words: &Words) -> String {
    words.iter().map(piece).collect()
}

fn piece(piece: &Piece) -> String {
    if piece.text == "\n" {
        return "<br>\n".to_owned();
    }
    let mut out = HtmlEscape(&piece.text).to_string();
    if piece.exact {
        out = format!("<code>{out}</code>");
    }
    if piece.strong {
        out = format!("<strong>{out}</strong>");
    }
    out
}

fn rows(table: &Table) -> String {
    let mut out = String::from(
        "<table cellpadding=\"5\" cellspacing=\"0\" style=\"border-collapse:collapse;margin:0 0 14px 0\">\n",
    );
    if let Some(head) = &table.head {
        out.push_str(&row(head, &table.right, "th"));
    }
    out.push_str("<tbody valign=\"top\">\n");
    for cells in &table.rows {
        out.push_str(&row(cells, &table.right, "td"));
    }
    out.push_str("</tbody></table>\n");
    out
}

fn row(cells: &[Words], right: &[bool], tag: &str) -> String {
    let empty = Words::new();
    let cells: String = right
        .iter()
        .enumerate()
        .map(|(i, right)| {
            let align = match (right, tag) {
                (true, _) => " align=\"right\"",
                (false, "th") => " align=\"left\"",
                (false, _) => "",
            };
            format!("<{tag}{align}>{}</{tag}>", inline(cells.get(i).unwrap_or(&empty)))
        })
        .collect();
    // Below the head alone there is a line: a report has hundreds of rows, and must stay small.
    let style = if tag == "th" { format!(" style=\"border-bottom:{LINE}\"") } else { String::new() };
    format!("<tr{style}>{cells}</tr>\n")
}
