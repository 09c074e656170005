//! Any text is the HTML of a mail. See `checks/html.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks/html.rs"]
mod html;
#[path = "../checks/mail.rs"]
mod mail;

fuzz_target!(|bytes: &[u8]| html::check(bytes));
