//! Values that are kept only for speed, each with a checksum in the first line. A damaged value is ignored and worked
//! out from the ledger again.
//!
//! The checksum is a CRC: it finds what a disk does to a file. Whoever can write here could write any digest too,
//! and the record of a long campaign is summed twice by every tick.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;

/// Returns the bytes in which a value is kept.
///
/// # Errors
/// If it cannot be written as JSON.
pub(crate) fn to_bytes(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(value).map_err(io::Error::other)?;
    let mut bytes = checksum(&json).into_bytes();
    bytes.extend(json);
    Ok(bytes)
}

/// Returns a kept value; `None` if it is damaged.
pub(crate) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (sum, json) = bytes.split_at_checked(SUM)?;
    if checksum(json).as_bytes() != sum {
        tracing::warn!("a cache is damaged and ignored");
        return None;
    }
    serde_json::from_slice(json).ok()
}

/// Bytes of the line with the checksum.
const SUM: usize = 9;

fn checksum(json: &[u8]) -> String {
    format!("{:08x}\n", crc32fast::hash(json))
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
