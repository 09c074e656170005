//! A mailbox on an IMAP server.

mod fault;
mod session;
mod source;
mod wire;

pub use source::ImapSource;
