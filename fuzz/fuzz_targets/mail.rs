//! Reads any bytes as a message. See `checks/mail.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks/mail.rs"]
mod mail;

fuzz_target!(|bytes: &[u8]| mail::check(bytes));
