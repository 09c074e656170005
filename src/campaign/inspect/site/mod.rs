//! A campaign as pages for the web: what everybody may know, one page a turn, with the public copy of the ledger and a page that
//! verifies it in the browser.
//!
//! Everything here is made from the reports that observers get, the boards of resolved stages as everybody may know them, the public
//! archive, and words that went to everybody; nothing else of a campaign is read but its public titles.
//!
//! - [`pages`]: what is in the files;
//! - `frames`: the boards within a turn;
//! - `words`: press to all, disputes and rulings;
//! - [`folder`]: the files written, as far as they have changed, and those of replaced turns removed.

pub mod folder;
mod frames;
pub mod pages;
mod words;

pub use folder::{SiteWritten, index, keep, site};
