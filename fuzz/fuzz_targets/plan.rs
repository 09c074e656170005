//! Reads any text as a plan. See `checks/plan.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks/plan.rs"]
mod plan;
#[path = "../checks/tables.rs"]
mod tables;

fuzz_target!(|bytes: &[u8]| plan::check(bytes));
