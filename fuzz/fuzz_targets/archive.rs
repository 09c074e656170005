//! Reads any bytes as a zip attached to a message. See `checks/archive.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks/archive.rs"]
mod archive;
#[path = "../checks/mail.rs"]
mod mail;

fuzz_target!(|bytes: &[u8]| archive::check(bytes));
