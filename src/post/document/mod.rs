//! Finds the one YAML document that a player wrote, wherever it is in a letter: above a quotation, in a
//! quoted order sheet edited line by line, between `---` or ``` marks, or in an attachment.
//!
//! **Which one counts.** An attachment goes before the plain text, and the plain text before the HTML. Within
//! a text the sender's own unquoted lines go before the quoted sheet, and that before a copy without
//! quotation marks. An edited sheet and own lines outside it are combined; where both give a key, the own
//! lines win. Next to an unedited sheet only the own lines count, unless the caller asks for the sheet too
//! ([`document_with_sheet`]). How a document is recognised among prose is described in `block`.

mod between;
mod block;
mod broken_notes;
mod feet;
mod finding;
mod key;
mod languages;
mod layout;
mod opening;
mod own_lines;
mod phrases;
mod scan;
mod search;
mod sheet_edits;
#[cfg(test)]
mod single_tests;
mod taming;
mod typography;
mod yaml_line;

pub use between::{Between, between};
pub use feet::foot;
pub use finding::{Armour, Document, Fate, Found, Line, Missing, Note, Origin, Passed};
pub use key::{Key, Quoting, Takes};
pub use layout::{MARK, is_marked};
pub use opening::is_opening;
pub use own_lines::{OwnLine, own_lines};
pub use search::{document, document_with_sheet};
pub use taming::{tame, tame_lines};
pub use typography::straight_dashes;
