//! Renders blocks as HTML for mail programs: inline styles that Gmail, Outlook and Apple Mail keep, and no colour of text or
//! ground but on chips and in shades that suit light and dark alike, so that a dark screen stays dark. Nothing is fetched, and
//! nothing runs.

use super::block::{Block, Form, Piece, Sheet, Table, Words};
use super::chip::Chips;
use super::escape::content;
use super::sheet::bare;
use super::text::{barred, is_set_off, quoted};
use std::fmt::Write as _;

/// A line that is seen on white as on black.
const LINE: &str = "1px solid #B5B0A5";
/// Half transparent, so that it is a shade of whatever is below; Outlook shows none.
const GROUND: &str = "rgba(128,128,128,.1)";
/// The accent of panels, which is gold on light and on dark.
const ACCENT: &str = "4px solid #C8920A";
const EXACT: &str = "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:12px";
const TITLES: &str = "font-family:Georgia,'Times New Roman',serif";
/// A table of so many columns stands as a list of cards on a phone.
const STACKED: usize = 5;
/// The width of a small phone's screen within its margins, in pixels, with something left over for broader typefaces.
const PHONE: usize = 320;
/// What is to be copied and longer than this is a hash, and no key.
const HASH: usize = 60;
/// A number is never broken.
const RIGHT: &str = " align=\"right\" nowrap";

/// Returns blocks as HTML, without the page around them.
pub fn html(blocks: &[Block], chips: &Chips) -> String {
    let mut out = html_up_to_the_foot(blocks, chips, true);
    if blocks.contains(&Block::Rule) {
        out.push_str(FOOT_END);
    }
    out
}

/// The end of what follows the last rule of a message.
pub(super) const FOOT_END: &str = "</div>\n";

/// Returns blocks as HTML. If `has_foot`, what follows the last rule is set off, and not closed yet.
pub(super) fn html_up_to_the_foot(blocks: &[Block], chips: &Chips, has_foot: bool) -> String {
    let mut page = Page { out: String::new(), chips };
    // What follows the last rule is the same in every message: it stands back.
    let foot = blocks.iter().rposition(|block| has_foot && *block == Block::Rule);
    let mut rest = blocks.iter().enumerate().peekable();
    while let Some((n, block)) = rest.next() {
        let Block::List(items) = block else {
            page.block(block);
            if Some(n) == foot {
                page.out.push_str("<div style=\"font-size:13px\">\n");
            }
            continue;
        };
        let mut items: Vec<&Words> = items.iter().collect();
        let labelled = items.iter().all(|words| label(words).is_some());
        // Labelled lists in a row are one panel.
        while let Some((_, Block::List(more))) = rest.next_if(|(_, next)| {
            labelled && matches!(next, Block::List(more) if more.iter().all(|words| label(words).is_some()))
        }) {
            items.extend(more);
        }
        page.list(&items, labelled);
    }
    page.out
}

/// Returns the label that an item begins with: strong words and a colon.
fn label(words: &Words) -> Option<&str> {
    words.first().filter(|piece| piece.strong && piece.text.ends_with(':')).map(|piece| piece.text.as_str())
}

struct Page<'a> {
    out: String,
    chips: &'a Chips,
}

impl Page<'_> {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(level, words) => {
                let style = match level {
                    1 => format!("{TITLES};font-size:24px;line-height:1.2;margin:4px 0 12px 0"),
                    2 => format!(
                        "{TITLES};font-size:20px;line-height:1.3;margin:26px 0 8px 0;padding-top:10px;border-top:{LINE}"
                    ),
                    _ => "font-size:16px;line-height:1.3;margin:16px 0 6px 0".to_owned(),
                };
                self.put(format_args!("<h{level} style=\"{style}\">"));
                self.words(words, true);
                self.put(format_args!("</h{level}>\n"));
            }
            Block::Paragraph(words) => {
                // Hashes are for the record, and take two lines each.
                let fine = words.iter().any(|piece| piece.exact && piece.text.len() > HASH);
                let size = if fine { ";font-size:13px;line-height:1.3" } else { "" };
                self.put(format_args!("<p style=\"margin:0 0 10px 0{size}\">"));
                self.words(words, false);
                self.out.push_str("</p>\n");
            }
            Block::List(items) => self.list(&items.iter().collect::<Vec<_>>(), false),
            Block::Table(table) => match table.form {
                Form::Columns => self.table(table),
                Form::Card => self.card(table),
                Form::RunOn | Form::Grouped => self.flow(table),
            },
            Block::Verbatim { lines, sheet } => {
                // The bars are real text here too: they must still be there when a mail program makes text of this.
                let lines: Vec<String> = match sheet {
                    Sheet::No => lines.iter().flat_map(|line| barred(line)).collect(),
                    Sheet::Whole => lines.clone(),
                    Sheet::Bare => bare(lines),
                };
                let style = format!(
                    "{EXACT};white-space:pre-wrap;background:{GROUND};border:{LINE};border-radius:8px;padding:10px;margin:0 0 14px 0"
                );
                self.put(format_args!("<pre style=\"{style}\">{}</pre>\n", content(&lines.join("\n"))));
            }
            Block::Quote(lines) => {
                let style = "margin:0 0 12px 0;padding:2px 0 2px 12px;border-left:4px solid #B5B0A5";
                self.put(format_args!("<blockquote style=\"{style}\">"));
                let rows = lines.iter().flat_map(quoted);
                for (i, row) in rows.enumerate() {
                    let end = if i > 0 { "<br>\n" } else { "" };
                    self.put(format_args!("{end}{}", content(&row)));
                }
                self.out.push_str("</blockquote>\n");
            }
            Block::Rule => {
                self.put(format_args!("<hr style=\"border:0;border-top:{LINE};margin:28px 0 16px 0\">\n"));
            }
            Block::Picture(name) => {
                self.out.push_str(&picture_place(name));
                self.out.push('\n');
            }
        }
    }

    fn list(&mut self, items: &[&Words], labelled: bool) {
        let (style, item) = match labelled {
            true => ("list-style:none;margin:0;padding:0", "<li style=\"margin:0 0 8px 0\">"),
            false => ("margin:0 0 12px 0;padding-left:20px", "<li>"),
        };
        if labelled {
            // Outlook gives a cell ground, edge and padding, but no list.
            self.put(format_args!(
                "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"margin:0 0 14px 0\">\
                 <tr><td style=\"padding:10px 14px 2px 14px;background:{GROUND};border-left:{ACCENT};border-radius:6px\">\n"
            ));
        }
        self.put(format_args!("<ul style=\"{style}\">\n"));
        for words in items {
            self.out.push_str(item);
            self.words(words, false);
            self.out.push_str("</li>\n");
        }
        self.out.push_str("</ul>\n");
        if labelled {
            self.out.push_str("</td></tr></table>\n");
        }
    }

    /// Writes two sums side by side.
    fn card(&mut self, table: &Table) {
        let style = format!(
            "width:100%;max-width:520px;border-collapse:collapse;margin:4px 0 16px 0;border:{LINE};border-top:{ACCENT};background:{GROUND};font-size:15px;overflow-wrap:"
        );
        let (wrap, padding) = self.fit(table, &[4, 3, 2]);
        self.put(format_args!(
            "<table cellpadding=\"{padding}\" cellspacing=\"0\" style=\"{style}{wrap}\">\n"
        ));
        let last = table.rows.len().saturating_sub(1);
        let rows = table.rows.iter().enumerate().map(|(n, row)| (n == last, row));
        let head = table.head.iter().map(|row| (false, row));
        self.out.push_str("<tbody valign=\"top\">\n");
        for (n, (total, row)) in head.chain(rows).enumerate() {
            let line = if total || n == 0 {
                format!(" style=\"{}:{LINE}\"", if total { "border-top" } else { "border-bottom" })
            } else {
                String::new()
            };
            self.put(format_args!("<tr{line}>"));
            let empty = Words::new();
            for (i, right) in table.right.iter().enumerate() {
                let align = if *right { RIGHT } else { "" };
                // The second sum stands apart from the first.
                let apart =
                    if i > 0 && !right { format!(" style=\"border-left:{LINE}\"") } else { String::new() };
                let words = row.get(i).unwrap_or(&empty);
                let (begin, end) =
                    if n == 0 && !words.is_empty() { ("<strong>", "</strong>") } else { ("", "") };
                self.put(format_args!("<td{align}{apart}>{begin}"));
                self.words(words, true);
                self.put(format_args!("{end}</td>"));
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</tbody></table>\n");
    }

    fn table(&mut self, table: &Table) {
        // Each row of a card begins with its name, so the first column must hold names and not numbers.
        let stacked = table.right.len() >= STACKED && !table.right[0] && table.head.is_some();
        let class = if stacked { " class=\"w\"" } else { "" };
        let (wrap, padding) = self.fit(table, &[3, 2]);
        let style = format!("border-collapse:collapse;margin:0 0 16px 0;font-size:15px;overflow-wrap:{wrap}");
        self.put(format_args!(
            "<table{class} cellpadding=\"{padding}\" cellspacing=\"0\" style=\"{style}\">\n"
        ));
        if let Some(head) = &table.head {
            self.row(head, &table.right, "th", None);
        }
        self.out.push_str("<tbody valign=\"top\">\n");
        for cells in &table.rows {
            self.row(cells, &table.right, "td", table.head.as_ref().filter(|_| stacked));
        }
        self.out.push_str("</tbody></table>\n");
    }

    /// Writes a table as running text, in which row follows row after a dot: a third as high as columns.
    fn flow(&mut self, table: &Table) {
        let mut open = false;
        for row in &table.rows {
            // The name of a group stands before all its rows.
            let (name, cells) = match row.split_first() {
                Some((name, cells)) if table.form == Form::Grouped => (Some(name), cells),
                _ => (None, row.as_slice()),
            };
            if open && name.is_none_or(Words::is_empty) {
                self.out.push_str(" &middot; ");
            } else {
                self.out.push_str(if open { "</p>\n" } else { "" });
                self.out.push_str("<p style=\"margin:0 0 8px 0;font-size:14px;line-height:1.4\">");
                name.into_iter().for_each(|name| self.words(name, true));
                self.out.push_str(if name.is_some() { " " } else { "" });
            }
            open = true;
            self.entry(cells, name.is_none());
        }
        if open {
            self.out.push_str("</p>\n");
        }
    }

    /// Writes what a row of running text says; if it begins with a `title`, that stands out.
    fn entry(&mut self, cells: &[Words], title: bool) {
        for (n, cell) in cells.iter().filter(|cell| !cell.is_empty()).enumerate() {
            self.out.push_str(match (n, title) {
                (0, _) => "",
                (_, false) => "&nbsp;",
                (1, true) => " ",
                (_, true) => ", ",
            });
            if n == 0 && title {
                let strong = |piece: &Piece| Piece { strong: true, ..piece.clone() };
                self.words(&cell.iter().map(strong).collect(), false);
            } else {
                self.words(cell, true);
            }
        }
    }

    /// Returns how words of a table may be broken, and which of some paddings its cells have. Where the longest words of all
    /// columns fit side by side on a phone, no word is broken; if they do not, any is, because a table must fit in any case.
    fn fit(&self, table: &Table, paddings: &[usize]) -> (&'static str, usize) {
        let rows =
            || table.head.iter().map(|head| (head, true)).chain(table.rows.iter().map(|row| (row, false)));
        let column = |(i, right): (usize, &bool)| {
            let cells = rows().filter_map(|(row, head)| Some((row.get(i)?, head)));
            cells.map(|(words, head)| self.needs(words, *right, head)).max().unwrap_or_default()
        };
        let needs: usize = table.right.iter().enumerate().map(column).sum();
        let fits = |padding: &&usize| needs + 2 * **padding * table.right.len() <= PHONE;
        match paddings.iter().find(fits) {
            Some(padding) => ("break-word", *padding),
            None => ("anywhere", paddings.last().copied().unwrap_or_default()),
        }
    }

    /// Returns about how many pixels the longest part of a cell needs that may not be broken.
    fn needs(&self, words: &Words, right: bool, head: bool) -> usize {
        let part = |(n, piece): (usize, &Piece)| {
            let letter = if piece.strong || head { 16 } else { 15 };
            let chip = self.chips.split(&piece.text).filter(|_| piece.strong || n == 0 && !piece.exact);
            let (name, rest) = chip.map_or(("", piece.text.as_str()), |(_, name, rest)| (name, rest));
            // A chip has smaller letters, and room at both sides.
            let chip = if name.is_empty() { 0 } else { name.chars().count() * (letter - 1) / 2 + 8 };
            let whole = |c: char| !right && (c.is_whitespace() || c == '-');
            let longest = rest.split(whole).map(|word| word.chars().count()).max().unwrap_or_default();
            chip.max(longest * letter / 2)
        };
        words.iter().enumerate().map(part).max().unwrap_or_default()
    }

    /// Writes a row; each cell after the first with its label, if there are labels, which only a phone shows.
    fn row(&mut self, cells: &[Words], right: &[bool], tag: &str, labels: Option<&Vec<Words>>) {
        let empty = Words::new();
        // Only the head has a line below it: a report has hundreds of rows, and must stay small.
        match tag {
            "th" => self.put(format_args!("<tr style=\"border-bottom:{LINE}\">")),
            _ => self.out.push_str("<tr>"),
        }
        for (i, right) in right.iter().enumerate() {
            let align = match (right, tag) {
                (true, _) => RIGHT,
                (false, "th") => " align=\"left\"",
                (false, _) => "",
            };
            self.put(format_args!("<{tag}{align}>"));
            let words = cells.get(i).unwrap_or(&empty);
            let label = labels.filter(|_| i > 0 && !words.is_empty()).and_then(|labels| labels.get(i));
            if let Some(label) = label.filter(|label| !label.is_empty()) {
                self.out.push_str("<span class=\"l\" style=\"display:none;mso-hide:all\">");
                self.words(label, false);
                self.out.push_str(" </span>");
            }
            self.words(words, true);
            self.put(format_args!("</{tag}>"));
        }
        self.out.push_str("</tr>\n");
    }

    /// Writes words. A strong name gets its colours; where `names` is `true`, as in tables and headings, the first word needs
    /// not be strong for that.
    fn words(&mut self, words: &Words, names: bool) {
        for (n, piece) in words.iter().enumerate() {
            let Piece { text, strong, exact } = piece;
            if text == "\n" {
                self.out.push_str("<br>\n");
                continue;
            }
            let chip = if *strong || names && n == 0 && !exact { self.chips.split(text) } else { None };
            let (style, name, rest) = match &chip {
                Some((style, name, rest)) => (format!(" style=\"{style}\""), *name, *rest),
                None => (String::new(), text.as_str(), ""),
            };
            let mark = if is_set_off(piece) { "\"" } else { "" };
            let tag = match (*strong, chip.is_some()) {
                (true, _) => "strong",
                (false, true) => "span",
                (false, false) => "",
            };
            if !tag.is_empty() {
                self.put(format_args!("<{tag}{style}>"));
            }
            self.out.push_str(if *exact { "<code>" } else { "" });
            self.out.push_str(mark);
            self.out.push_str(&content(name));
            self.out.push_str(mark);
            self.out.push_str(if *exact { "</code>" } else { "" });
            if !tag.is_empty() {
                self.put(format_args!("</{tag}>"));
            }
            match (*strong, rest) {
                (_, "") => {}
                (true, rest) => self.put(format_args!("<strong>{}</strong>", content(rest))),
                (false, rest) => self.out.push_str(&content(rest)),
            }
        }
    }

    /// Writing to a string cannot fail.
    fn put(&mut self, what: std::fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(what);
    }
}

/// Returns the comment that marks the place of a picture in the HTML. No player's text can look like it,
/// because the `<` of every value is escaped.
pub fn picture_place(name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    format!("<!--picture {name}-->")
}

#[cfg(test)]
mod tests {
    use super::html;
    use crate::report::markup::{Chips, escape, parse, text};

    fn page(marks: &str) -> String {
        html(&parse(marks), &Chips::of([("Stark", "#868A98 #0B0D11"), ("March +1*", "#C8920A #1A1400")]))
    }

    #[test]
    fn a_name_has_its_colours_where_it_is_strong_or_begins_a_cell() {
        let chip =
            "background:#868A98;color:#0B0D11;border-radius:4px;padding:0 4px;font-size:14px\">Stark</";
        assert!(page("- **Stark** loses\n").contains(&format!("<strong style=\"{chip}strong> loses")));
        assert!(page("- **Stark's** supply\n").contains("font-size:14px\">Stark's</strong> supply"));
        assert!(page("| Stark | 3 |\n").contains(&format!("<td><span style=\"{chip}span></td>")));
        assert!(page("| March +1\\* | 3 |\n").contains(
            "color:#1A1400;border-radius:4px;padding:0 4px;font-size:14px;white-space:nowrap\">March +1*"
        ));
        for without in
            ["of Stark we sing\n", "> **Stark**\n", "`Stark`\n", "```\n**Stark**\n```\n", "| Starks |\n"]
        {
            assert!(!page(without).contains("background:#868A98"), "{without}");
        }
    }

    #[test]
    fn labelled_lists_in_a_row_are_one_panel() {
        let marks = "- **To do:** one\n\n- **Threats:** two\n\n- **Stark** loses\n";
        let panel = page(marks);
        assert_eq!(panel.matches("<ul").count(), 2);
        assert_eq!(panel.matches("list-style:none").count(), 1);
        assert_eq!(text(&parse(marks)), "- To do: one\n\n- Threats: two\n\n- Stark loses\n");
    }

    #[test]
    fn a_card_reads_as_a_table_in_text() {
        let rows = |rule: &str| {
            format!(
                "| Stark attacks | | x defends | |\n{rule}\n| a | 1 | b | 2 |\n| **Total** | **1** | **Total** | **2** |\n"
            )
        };
        let (card, table) = (rows("|===|==:|===|==:|"), rows("|---|--:|---|--:|"));
        assert_eq!(text(&parse(&card)), text(&parse(&table)));
        let html = page(&card);
        assert!(html.contains("width:100%") && html.contains("border-left"), "{html}");
        assert_eq!(html.matches("<strong>").count(), html.matches("</strong>").count());
    }

    #[test]
    fn a_table_may_run_on_in_paragraphs() {
        let rows = |ruler: &str| {
            page(&format!(
                "| House | Area | Order |\n{ruler}\n| Stark | Karhold | March +1\\* |\n| | Moat | |\n| Greyjoy | Pyke | x |\n"
            ))
        };
        let grouped = rows("|---|~~~|~~~|");
        assert_eq!(grouped.matches("<p ").count(), 2, "{grouped}");
        assert!(
            grouped.contains("Stark</span> Karhold&nbsp;<span") && grouped.contains(" &middot; Moat</p>"),
            "{grouped}"
        );
        assert!(grouped.ends_with(">Greyjoy Pyke&nbsp;x</p>\n"), "{grouped}");
        let run_on = rows("|~~~|---|---|");
        assert_eq!(run_on.matches("<p ").count(), 1, "{run_on}");
        assert!(
            run_on.contains("&middot; <strong>Moat</strong> &middot; <strong>Greyjoy</strong> Pyke, x</p>"),
            "{run_on}"
        );
        let marks = |ruler: &str| format!("| House | Area |\n{ruler}\n| Stark | Karhold |\n");
        assert_eq!(text(&parse(&marks("|~~~|---|"))), text(&parse(&marks("|---|---|"))), "text has columns");
    }

    #[test]
    fn a_bare_sheet_leaves_out_notes_in_html_alone() {
        let marks = "```sheet bare\nplan:\n  orders:\n    Pyke: ~\n      # legal: raid\n```\n";
        assert!(!page(marks).contains("legal") && page(marks).contains("    Pyke: ~"), "{}", page(marks));
        assert!(text(&parse(marks)).contains("\n      # legal: raid\n"));
        assert!(page(&marks.replace(" bare", "")).contains("legal"));
    }

    #[test]
    fn a_wide_table_has_labels_for_phones() {
        let wide = page("| House | a | b | c | d |\n|---|---|---|---|---|\n| Stark | 1 |  | 3 | 4 |\n");
        assert_eq!(wide.matches("class=\"l\"").count(), 3, "an empty cell needs none");
        assert_eq!(wide.matches("display:none;mso-hide:all").count(), 3, "Outlook shows what has no display");
        assert!(!page("| House | a |\n|---|---|\n| Stark | 1 |\n").contains("class=\"l\""));
    }

    #[test]
    fn words_are_broken_only_where_a_phone_has_no_room() {
        let table =
            |area: &str| page(&format!("| Area | Units | |\n|---|---|--:|\n| {area} | 2 Knights | -12 |\n"));
        let (short, long) = (table("Dragonstone"), table(&"x".repeat(40)));
        assert!(short.contains("cellpadding=\"3\"") && short.contains("overflow-wrap:break-word"), "{short}");
        assert!(long.contains("cellpadding=\"2\"") && long.contains("overflow-wrap:anywhere"), "{long}");
        assert!(short.contains("<td align=\"right\" nowrap>-12</td>"), "{short}");
    }

    #[test]
    fn nobody_writes_a_style_or_a_tag() {
        let hostile = "Stark\" style=\"x\"><img src=y>";
        for marks in [format!("- **{}**\n", escape(hostile)), format!("| {} | 1 |\n", escape(hostile))] {
            let html = page(&marks);
            assert!(html.contains("\" style=\"x\"&gt;&lt;img"), "{html}");
            let tags = html.split('<').filter_map(|part| Some(part.split_once('>')?.0));
            let tags: String = tags.collect();
            assert!(!tags.contains("img") && !tags.contains("\"x"), "{html}");
        }
    }
}
