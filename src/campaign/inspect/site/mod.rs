//! A campaign as pages for the web: what everybody may know, one page a turn, with the public copy of the ledger and a page that
//! verifies it in the browser.
//!
//! Everything here is made from the reports that observers get and from the public archive; nothing else of a campaign is read
//! but its public titles.
//!
//! - [`pages`]: what is in the files;
//! - [`folder`]: the files written, as far as they have changed.

pub mod folder;
pub mod pages;

pub use folder::{SiteWritten, index, site};
