//! Reads any text as the HTML of a message. See `checks/html.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks/html.rs"]
mod html;
#[path = "../checks/mail.rs"]
mod mail;

fuzz_target!(|bytes: &[u8]| html::check(bytes));
