//! The marks in which mails are written: a strict corner of Markdown, from which the text and the HTML of a mail
//! are both made, so that they always say the same and nothing a player wrote can ever become a mark.
//!
//! - `# Title`, `## Section`, `### Part`; a blank line ends a paragraph; `\` at the end of a line breaks it there.
//! - `- item`, continued on lines indented by two; `> words of a player`; `---` a rule.
//! - `| a | b |`: a row. If the second row is `|---|--:|` the first is the head, and `--:` sets a column right.
//! - A fence of three backticks: what is inside stands as it is, set off by a bar; with `sheet` behind the
//!   backticks it is an order sheet and stands at the margin.
//! - `!map`: the place of the picture called `map`.
//! - Within a line `**strong**` and `` `exact` ``.
//!
//! A backslash takes away the meaning of the character after it; [`escape`] puts one wherever it is needed.
//!
//! May use: nothing of the program. Is used by: `report`.

mod html;
mod parse;
mod text;

pub use html::{html, picture_place};
pub use parse::parse;
pub use text::{WIDTH, fold, text};

use std::borrow::Cow;

/// A stretch of a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Piece {
    /// What it says.
    pub text: String,
    /// Whether it is strong.
    pub strong: bool,
    /// Whether it is to be read exactly, letter by letter.
    pub exact: bool,
}

/// Running text; a piece that is `"\n"` breaks the line.
pub type Words = Vec<Piece>;

/// A block of a mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A heading of level 1 to 3.
    Heading(u8, Words),
    /// A paragraph.
    Paragraph(Words),
    /// A list.
    List(Vec<Words>),
    /// A table.
    Table(Table),
    /// Lines that stand as they are.
    Verbatim {
        /// The lines.
        lines: Vec<String>,
        /// Whether they are a sheet to fill in, which begins at the margin; else a bar sets them off, so that what
        /// a player wrote is not taken for a sheet when it comes back in a reply.
        sheet: bool,
    },
    /// What a player wrote, line by line.
    Quote(Vec<Words>),
    /// A rule.
    Rule,
    /// The place of a picture, by its name.
    Picture(String),
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// The names of its columns, if they have any.
    pub head: Option<Vec<Words>>,
    /// For each column whether it is set right.
    pub right: Vec<bool>,
    /// Its rows.
    pub rows: Vec<Vec<Words>>,
}

/// Characters that mean something somewhere.
const MEANING: &[char] = &['\\', '`', '*', '#', '|', '>', '-', '!', '~'];

/// A value as it may stand in marks and mean nothing but itself: one line, no control characters, nothing that
/// turns the direction of writing. Most values are words that are safe as they are.
pub fn escape(value: &str) -> Cow<'_, str> {
    let is_safe = |byte: u8| matches!(byte, b' '..=b'~') && !MEANING.contains(&char::from(byte));
    if value.bytes().all(is_safe) {
        return Cow::Borrowed(value);
    }
    let mut safe = String::with_capacity(value.len() + 8);
    for c in plain(value).chars() {
        if MEANING.contains(&c) {
            safe.push('\\');
        }
        safe.push(c);
    }
    Cow::Owned(safe)
}

/// A text of one line: control characters and line ends become spaces, and what hides or turns text goes.
pub fn plain(value: &str) -> String {
    value.chars().filter(|c| !hides(*c)).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Characters that turn the direction of writing or take no room, and so could make a line read as another.
fn hides(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
