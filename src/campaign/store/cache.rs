//! Values kept for speed alone, each with its digest in the first line, so that a damaged one is as good as none: what
//! follows from the ledger is worked out again.

use crate::seal::Hash256;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;

/// Returns a value as it is kept.
///
/// # Errors
/// If it cannot be written as JSON.
pub(crate) fn to_bytes(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(value).map_err(io::Error::other)?;
    let mut bytes = format!("{}\n", Hash256::of(&json)).into_bytes();
    bytes.extend(json);
    Ok(bytes)
}

/// Returns a kept value; `None` if it is damaged.
pub(crate) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (digest, json) = (bytes.get(..end)?, bytes.get(end + 1..)?);
    if Hash256::of(json).to_string().as_bytes() != digest {
        tracing::warn!("a cache is damaged, and passed over");
        return None;
    }
    serde_json::from_slice(json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_damaged_in_any_bit_is_not_there() {
        let value = vec!["a".to_owned(), "b".to_owned()];
        let bytes = to_bytes(&value).unwrap();
        assert_eq!(from_bytes::<Vec<String>>(&bytes), Some(value));
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << bit;
                assert_eq!(from_bytes::<Vec<String>>(&damaged), None, "byte {place}, bit {bit}");
            }
        }
    }
}
