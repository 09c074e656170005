//! The one YAML document that a player wrote, wherever it is in a mail: in the text before a quotation, in a
//! quoted order sheet edited line by line, between `---` or ``` marks, or in an attachment.
//!
//! **Which counts.** An attachment before the plain text, the plain text before the HTML. Within a text the
//! sender's own unquoted lines before the quoted sheet before a copy without quotation marks; an edited sheet and
//! own lines outside it are taken together, the own ones winning where both speak. Beside an unedited sheet the own
//! lines stand alone; whoever knows what was mailed may have it taken along ([`document_with_sheet`]). What begins a
//! document among prose is told in `block`.

mod block;
mod finding;
mod key;
mod languages;
mod layout;
mod opening;
mod phrases;
mod scan;
mod search;
mod sheet_edits;
mod typography;
mod yaml_line;

pub use finding::{Armour, Document, Fate, Found, Line, Missing, Note, Origin, Passed};
pub use key::{Key, Takes};
pub use opening::is_opening;
pub use search::{document, document_with_sheet};
