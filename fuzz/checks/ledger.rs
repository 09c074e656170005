//! What must hold for any bytes in a ledger.

use ravenpost::ledger::verify;

/// Checks the chain. If it is intact, so must be each of its beginnings that ends with a line.
pub fn check(bytes: &[u8]) {
    if verify(bytes).is_ok()
        && let Some(last) = bytes.strip_suffix(b"\n").unwrap_or(bytes).iter().rposition(|b| *b == b'\n')
    {
        assert!(verify(&bytes[..=last]).is_ok());
    }
}
