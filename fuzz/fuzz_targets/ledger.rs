//! Any bytes may stand in a ledger: following its chain does not panic, and a chain that holds, holds up to each of its
//! lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost::ledger::verify;

fuzz_target!(|bytes: &[u8]| {
    if verify(bytes).is_ok()
        && let Some(last) = bytes.strip_suffix(b"\n").unwrap_or(bytes).iter().rposition(|b| *b == b'\n')
    {
        assert!(verify(&bytes[..=last]).is_ok());
    }
});
