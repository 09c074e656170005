//! HTML to the lines a reader sees.

use html2text::config;
use html2text::render::TextDecorator;

/// Bytes of HTML that are read of one mail.
pub(super) const LONGEST: usize = 64 << 10;
/// Wide enough never to break a line: what follows reads YAML.
const WIDTH: usize = 10_000;

/// Elements within elements that are read: mail programs stay far below, and time grows with its square.
const DEEPEST: usize = 150;

/// The beginning of the HTML that is read: at most so many bytes, and up to where it nests too deep.
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

/// Whether a tag holds nothing, or is commonly left open.
fn is_void(tag: &str) -> bool {
    let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
    let name = tag.get(..end).unwrap_or_default();
    let is_closed = tag.split('>').next().is_some_and(|inner| inner.ends_with('/'));
    is_closed
        || ["br", "hr", "img", "meta", "link", "p", "li", "td", "tr", "input", "col", "base"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known))
}

/// The text with line breaks where a reader sees them, list items as `- `, quotations as `> `; none if it
/// cannot be made.
pub(super) fn to_text(html: &str) -> Option<String> {
    let text = config::with_decorator(Bare).string_from_read(html.as_bytes(), WIDTH).ok()?;
    Some(
        text.lines()
            .map(|line| line.trim_end_matches(' '))
            .fold(String::new(), |text, line| text + line + "\n"),
    )
}

/// Nothing is added to the text but what a plain mail would show.
#[derive(Clone)]
struct Bare;

impl TextDecorator for Bare {
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
        Bare
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
        let started = std::time::Instant::now();
        let bomb = "<div>".repeat(100_000);
        assert_eq!(readable(&bomb, LONGEST).len(), 5 * DEEPEST);
        assert!(to_text(readable(&bomb, LONGEST)).is_some());
        let long = "<div>x<br>y</div>".repeat(10_000);
        assert_eq!(readable(&long, LONGEST).len(), LONGEST);
        assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    }
}
