//! Commands that look at a campaign and change nothing in it: status, inbox, explanations, checks, and archives.

pub mod against;
pub mod archive;
pub mod doctor;
pub mod explain;
pub mod history;
pub mod inbox;
pub mod map;
pub mod migrate;
mod presence;
pub mod preview;
pub mod sheet;
pub mod site;
pub mod status;
pub mod unread_mail;
pub mod verify;
