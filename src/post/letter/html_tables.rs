//! Takes HTML tables apart before conversion to text. A row whose cells have one line each becomes one line,
//! as a reader sees it. Any other table only lays out the message, and its cells follow one another.

use std::ops::Range;

/// Tables taken apart in one message; more are left as they are.
const MOST: usize = 500;

/// Elements that begin a new line.
const BLOCKS: [&str; 22] = [
    "p",
    "div",
    "br",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "pre",
    "hr",
    "blockquote",
    "center",
    "section",
    "article",
    "form",
];

/// Returns the HTML without its tables.
pub(super) fn flatten(html: &str) -> String {
    let mut html = html.to_owned();
    for _ in 0..MOST {
        let lower = html.to_ascii_lowercase();
        // The last table that begins contains no other.
        let Some(start) = last_tag(&lower, "<table") else { break };
        let inner =
            lower.get(start..).and_then(|rest| rest.find('>')).map_or(html.len(), |at| start + at + 1);
        let close = lower.get(inner..).and_then(|rest| rest.find("</table")).map(|at| inner + at);
        let end = close.map_or(html.len(), |close| {
            lower.get(close..).and_then(|rest| rest.find('>')).map_or(html.len(), |at| close + at + 1)
        });
        let rows = rows(&html, &lower, inner..close.unwrap_or(end));
        html.replace_range(start..end, &rows);
    }
    html
}

/// Returns where the last tag of this name begins.
fn last_tag(lower: &str, tag: &str) -> Option<usize> {
    lower.rmatch_indices(tag).map(|(at, _)| at).find(|at| ends_name(lower, at + tag.len()))
}

/// Returns `true` if the name of a tag ends here (unlike `<table` in `<tablet`).
fn ends_name(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

/// Returns where tags of these names begin in a range.
fn starts(lower: &str, range: &Range<usize>, tags: &[&str]) -> Vec<usize> {
    let text = lower.get(range.clone()).unwrap_or_default();
    let mut all: Vec<usize> = tags
        .iter()
        .flat_map(|tag| {
            text.match_indices(tag).map(|(at, _)| at).filter(|at| ends_name(text, at + tag.len()))
        })
        .map(|at| range.start + at)
        .collect();
    all.sort_unstable();
    all
}

/// Splits a range before each tag of these names; whatever comes before the first is a piece too.
fn split(lower: &str, range: Range<usize>, tags: &[&str]) -> Vec<Range<usize>> {
    let mut begin = range.start;
    let mut all = Vec::new();
    for at in starts(lower, &range, tags).into_iter().chain([range.end]) {
        all.push(begin..at);
        begin = at;
    }
    all
}

/// Returns the rows of a table that contains no other.
fn rows(html: &str, lower: &str, table: Range<usize>) -> String {
    let mut out = String::from("<div>");
    for row in split(lower, table, &["<tr"]) {
        let cells = split(lower, row, &["<td", "<th", "<caption"]).into_iter().map(|cell| inside(html, cell));
        let cells: Vec<(&str, Vec<String>)> =
            cells.map(|cell| (cell, lines(cell))).filter(|(_, lines)| !lines.is_empty()).collect();
        if cells.is_empty() {
            continue;
        }
        if cells.iter().all(|(_, lines)| lines.len() == 1) {
            let line: Vec<&str> = cells.iter().flat_map(|(_, lines)| lines).map(String::as_str).collect();
            out.push_str(&format!("<div>{}</div>", line.join(" ")));
        } else {
            cells.iter().for_each(|(cell, _)| out.push_str(&format!("<div>{cell}</div>")));
        }
    }
    out.push_str("</div>");
    out
}

/// Returns the content of a cell without its own tag.
fn inside(html: &str, cell: Range<usize>) -> &str {
    let cell = html.get(cell).unwrap_or_default();
    match cell.starts_with('<') {
        true => cell.split_once('>').map_or("", |(_, inside)| inside),
        false => cell,
    }
}

/// Returns the lines of a cell that are not blank, without tags; blanks before the first word are kept.
fn lines(cell: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (n, piece) in cell.split('<').enumerate() {
        // Only text comes before the first `<`.
        let (tag, text) = if n == 0 { ("", piece) } else { piece.split_once('>').unwrap_or((piece, "")) };
        let name = tag.trim_start_matches('/');
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if BLOCKS.iter().any(|block| name.eq_ignore_ascii_case(block)) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(text.trim_matches(['\r', '\n']));
        }
    }
    let is_blank = |line: &String| line.replace("&nbsp;", "").replace("&#160;", "").trim().is_empty();
    lines.retain(|line| !is_blank(line));
    lines
}

#[cfg(test)]
mod tests {
    use super::flatten;

    #[test]
    fn rows_of_short_cells_are_lines() {
        assert_eq!(
            flatten(
                "a<TABLE border=1><tr><td>&nbsp; A:</td><td><p>march<b>+0</b></p></td></tr><tr><th>B:<td>hold</table>b"
            ),
            "a<div><div>&nbsp; A: march+0</div><div>B: hold</div></div>b"
        );
    }

    #[test]
    fn layout_goes_and_what_is_in_it_stays() {
        let inner =
            flatten("<table><tr><td>&nbsp;<td><table><tr><td>one<br>two</td></tr></table></td></tr></table>");
        assert_eq!(inner.matches("table").count(), 0, "{inner}");
        assert!(inner.contains("one<br>two"), "{inner}");
    }

    #[test]
    fn what_is_cut_short_or_only_looks_like_a_table_does_no_harm() {
        assert_eq!(flatten("x<tablet>y</tablet>"), "x<tablet>y</tablet>");
        assert_eq!(flatten("x<table"), "x<div></div>");
        assert_eq!(flatten("x<table><tr><td>y"), "x<div><div>y</div></div>");
        assert_eq!(flatten("<td>ä</td></table>"), "<td>ä</td></table>");
        assert!(flatten(&"<table><td>ü".repeat(5_000)).contains("<table"));
    }

    /// Only a whole name is a tag's, at each place where one begins something.
    #[test]
    fn a_longer_name_begins_no_row_and_no_cell() {
        for (tag, longer) in [("tr", "track"), ("td", "tdata"), ("th", "theme"), ("caption", "captions")] {
            let one = format!("<table><tr><td>A:<{longer}>hold</table>");
            assert_eq!(flatten(&one), "<div><div>A:hold</div></div>", "{longer}");
            let other = flatten(&format!("<table><tr><td>A:<{tag}>hold</table>"));
            assert_ne!(other, "<div><div>A:hold</div></div>", "{tag}");
        }
    }

    /// A cell may have lost its own tag.
    #[test]
    fn what_is_in_a_cell_is_what_its_own_tag_does_not_hold() {
        for (cell, is) in [
            ("<td>A <b>1</b>", "A <b>1</b>"),
            ("<td class=x>A", "A"),
            ("A <b>1</b>", "A <b>1</b>"),
            ("A <", "A <"),
            ("<td", ""),
        ] {
            assert_eq!(super::inside(cell, 0..cell.len()), is, "{cell}");
        }
    }
}
