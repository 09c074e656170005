//! What is in a message: headers, readable texts, signatures, and whether a person wrote it.

mod archive;
mod bounce;
mod charset;
mod content;
mod format_flowed;
mod html;
mod html_tables;
mod machine;
mod mime;
mod preview;
mod reader;

pub use content::{ArchiveFault, Automatic, Bounce, Letter, Part, PartKind, Trouble};
pub use machine::is_unread;
pub(crate) use mime::{MOST_SIGNATURES, SIGNATURE_BEGIN};
pub use preview::skim;
pub use reader::{read, read_collected};

#[cfg(test)]
mod bounce_tests;
#[cfg(test)]
mod tests;
