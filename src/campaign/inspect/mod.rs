//! A campaign looked at, from the command line: how it stands, what came in, whether everything follows.

pub mod archive;
pub mod doctor;
pub mod explain;
pub mod inbox;
pub mod migrate;
pub mod status;
pub mod verify;
