//! Searches any text for openings. See `checks/opening.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks/opening.rs"]
mod opening;

fuzz_target!(|bytes: &[u8]| opening::check(bytes));
