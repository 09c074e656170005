//! Reads any bytes as a ledger. See `checks/ledger.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks/ledger.rs"]
mod ledger;

fuzz_target!(|bytes: &[u8]| ledger::check(bytes));
