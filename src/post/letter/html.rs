//! Turns HTML into the lines a reader sees.

use super::html_tables;
use html2text::config;
use html2text::render::TextDecorator;
use std::borrow::Cow;

/// Bytes of HTML that are read in one message: room for an answer that quotes the whole of our largest report (under 64 KB), even
/// if its mail program writes three times as much as we do.
pub(super) const LONGEST: usize = 192 << 10;
/// Wide enough never to break a line, because the result may be YAML.
const WIDTH: usize = 10_000;

/// Depth of nested elements that is read. Mail programs stay far below, and the time grows with its square.
const DEEPEST: usize = 150;

/// Returns the beginning of the HTML that is read: at most `most` bytes, and only up to where it nests too
/// deep.
pub(super) fn readable(html: &str, most: usize) -> &str {
    let mut end = html.len().min(most);
    while !html.is_char_boundary(end) {
        end -= 1;
    }
    let html = html.get(..end).unwrap_or_default();
    let mut depth: usize = 0;
    for (at, _) in html.match_indices('<') {
        match html.as_bytes().get(at + 1) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(byte) if byte.is_ascii_alphabetic() && !is_void(html.get(at + 1..).unwrap_or_default()) => {
                depth += 1
            }
            _ => {}
        }
        if depth > DEEPEST {
            return html.get(..at).unwrap_or_default();
        }
    }
    html
}

/// Returns `true` for a tag without content, or one commonly left open.
fn is_void(tag: &str) -> bool {
    let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
    let name = tag.get(..end).unwrap_or_default();
    let is_closed = tag.split('>').next().is_some_and(|inner| inner.ends_with('/'));
    is_closed
        || ["br", "hr", "img", "meta", "link", "p", "li", "td", "tr", "input", "col", "base"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known))
}

/// Returns the text with line breaks where a reader sees them, list items as `- ` and quotations as `> `;
/// `None` if it cannot be made.
pub(super) fn to_text(html: &str) -> Option<String> {
    let html = prepared(html);
    let text = config::with_decorator(PlainDecorator).string_from_read(html.as_bytes(), WIDTH).ok()?;
    Some(
        text.lines()
            .map(|line| line.trim_end_matches(' '))
            .fold(String::new(), |text, line| text + line + "\n"),
    )
}

/// Blanks that browsers do not collapse, as they are written.
const WIDE: [&str; 10] = [
    "&ensp;", "&emsp;", "&#8194;", "&#8195;", "&#x2002;", "&#x2003;", "\u{2002}", "\u{2003}", "\u{2007}",
    "\u{3000}",
];

/// Rewrites what would be lost in the conversion: wide blanks and tabs used for indentation, tables, and
/// paragraphs that Outlook shows without space between them.
fn prepared(html: &str) -> Cow<'_, str> {
    let mut html = Cow::Borrowed(html);
    for wide in WIDE {
        if html.contains(wide) {
            html = html.replace(wide, "&nbsp;").into();
        }
    }
    if html.contains("Apple-tab-span") || html.contains("white-space:pre\">\t") {
        html = html.replace('\t', "&nbsp; ").into();
    }
    if html.contains("MsoNormal") || html.contains("margin-top:0;margin-bottom:0") {
        let close =
            [("</p>", "</div>"), ("</P>", "</div>"), ("<p ", "<div "), ("<P ", "<div "), ("<p>", "<div>")];
        html = close.iter().fold(html, |html, (from, to)| html.replace(from, to).into());
    }
    let has_table = html.as_bytes().windows(6).any(|six| six.eq_ignore_ascii_case(b"<table"));
    if has_table { html_tables::flatten(&html).into() } else { html }
}

/// Adds nothing to the text that a plain message would not show.
#[derive(Clone)]
struct PlainDecorator;

impl TextDecorator for PlainDecorator {
    type Annotation = ();

    fn decorate_link_start(&mut self, _url: &str) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_link_end(&mut self) -> String {
        String::new()
    }
    fn decorate_em_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_em_end(&self) -> String {
        String::new()
    }
    fn decorate_strong_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_strong_end(&self) -> String {
        String::new()
    }
    fn decorate_strikeout_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_strikeout_end(&self) -> String {
        String::new()
    }
    fn decorate_code_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_code_end(&self) -> String {
        String::new()
    }
    fn decorate_preformat_first(&self) {}
    fn decorate_preformat_cont(&self) {}
    fn decorate_image(&mut self, _src: &str, _title: &str) -> (String, ()) {
        (String::new(), ())
    }
    fn header_prefix(&self, _level: usize) -> String {
        String::new()
    }
    fn quote_prefix(&self) -> String {
        "> ".to_owned()
    }
    fn unordered_item_prefix(&self) -> String {
        "- ".to_owned()
    }
    fn ordered_item_prefix(&self, number: i64) -> String {
        format!("{number}. ")
    }
    fn make_subblock_decorator(&self) -> Self {
        PlainDecorator
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_lines() {
        let html = "<div>plan:</div><div>&nbsp; orders:</div><div>&nbsp;&nbsp;&nbsp; Winterfell: <b>march</b>+0</div><div><br></div><ul><li>one</li></ul><blockquote><div>old</div></blockquote>";
        let text = to_text(readable(html, LONGEST)).unwrap();
        assert!(text.contains("plan:\n\u{a0} orders:\n\u{a0}\u{a0}\u{a0} Winterfell: march+0\n"), "{text:?}");
        assert!(text.contains("- one\n") && text.contains("> old\n"), "{text:?}");
    }

    #[test]
    fn a_bomb_of_divs_is_cut() {
        let bomb = "<div>".repeat(100_000);
        assert_eq!(readable(&bomb, LONGEST).len(), 5 * DEEPEST);
        assert!(to_text(readable(&bomb, LONGEST)).is_some());
        let long = "<div>x<br>y</div>".repeat(20_000);
        assert_eq!(readable(&long, LONGEST).len(), LONGEST);
    }

    /// Where tabs are kept as they are, they set a line in.
    #[test]
    fn tabs_count_where_the_page_keeps_them() {
        for (html, is_kept) in [
            ("<span class=\"Apple-tab-span\">\tA</span>", true),
            ("<span style=\"white-space:pre\">\tA</span>", true),
            ("<span style=\"white-space:nowrap\">\tA</span>", false),
            ("<p>\tA</p>", false),
        ] {
            assert_eq!(prepared(html).contains("&nbsp; A"), is_kept, "{html}");
        }
    }
}
