//! Reads any text as lines that a player typed. See `checks/typed.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks/typed.rs"]
mod typed;
#[path = "../checks/tables.rs"]
mod tables;

fuzz_target!(|bytes: &[u8]| typed::check(bytes));
