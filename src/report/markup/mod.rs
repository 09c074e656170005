//! The markup of our messages: a strict subset of Markdown. Text and HTML are both made from it, so that they
//! always say the same, and a player's text can never become markup.
//!
//! - `# Title`, `## Section`, `### Part`; a blank line ends a paragraph; `\` at the end of a line breaks it
//!   there.
//! - `- item`, continued on lines indented by two; `> words of a player`; `---` for a rule.
//! - `| a | b |` is a row. If the second row is `|---|--:|`, the first is the head, and `--:` aligns a column
//!   right. With `=` in place of `-` the table is a card in HTML: two sums side by side. With `~` below the first column HTML
//!   makes one paragraph of all rows; with `~` below others, a paragraph of each name in the first column and its rows.
//! - A fence of three backticks shows lines unchanged, set off by a bar. With `sheet` after the backticks it
//!   is an order sheet and begins at the margin; with `sheet bare`, HTML leaves out its notes on single places.
//! - `!map` is the place of the picture called `map`.
//! - Within a line: `**strong**` and `` `exact` ``.
//!
//! A backslash takes away the meaning of the next character; [`escape()`] adds one wherever it is needed.

mod block;
mod chip;
mod escape;
mod html;
mod look;
mod parse;
mod sheet;
mod text;

pub use block::{Block, Form, Piece, Sheet, Table, Words};
pub use chip::Chips;
pub use escape::{escape, plain};
pub use html::{html, picture_place};
pub use look::Look;
pub use parse::parse;
pub use text::{WIDTH, fold, text};
