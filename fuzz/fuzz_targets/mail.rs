//! Any bytes are a mail: reading it and looking for a document in it neither panics nor ends the program.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost::plan::KEYS;
use ravenpost::post::{document, read};

fuzz_target!(|raw: &[u8]| {
    let letter = read(raw);
    let found = document(&letter, KEYS);
    if let Ok(document) = &found.document {
        let _ = ravenpost::sheet::parse(&document.text);
    }
});
