//! What holds of any bytes that stand in a ledger.

use ravenpost::ledger::verify;

/// Follows the chain. One that holds, holds up to each of its lines.
pub fn check(bytes: &[u8]) {
    if verify(bytes).is_ok()
        && let Some(last) = bytes.strip_suffix(b"\n").unwrap_or(bytes).iter().rposition(|b| *b == b'\n')
    {
        assert!(verify(&bytes[..=last]).is_ok());
    }
}
