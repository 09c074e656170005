//! HTML to the lines a reader sees.

use html2text::config;
use html2text::render::TextDecorator;

/// Bytes of HTML that are read: the converter takes quadratic time in deep nesting.
pub(super) const LONGEST: usize = 64 << 10;
/// Wide enough never to break a line: what follows reads YAML.
const WIDTH: usize = 10_000;

/// The text with line breaks where a reader sees them, list items as `- `, quotations as `> `; none if it
/// cannot be made.
pub(super) fn to_text(html: &str) -> Option<String> {
    let mut end = html.len().min(LONGEST);
    while !html.is_char_boundary(end) {
        end -= 1;
    }
    let html = html.get(..end)?;
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
        let text = to_text(html).unwrap();
        assert!(text.contains("plan:\n\u{a0} orders:\n\u{a0}\u{a0}\u{a0} Winterfell: march+0\n"), "{text:?}");
        assert!(text.contains("- one\n") && text.contains("> old\n"), "{text:?}");
    }

    #[test]
    fn a_bomb_of_divs_is_cut() {
        let started = std::time::Instant::now();
        assert!(to_text(&"<div>".repeat(100_000)).is_some());
        assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    }
}
