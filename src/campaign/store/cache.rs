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

/// Returns the bytes in which a value is kept with a text that grows and is hardly read: it stands behind the JSON as it is.
///
/// # Errors
/// If the value cannot be written as JSON.
pub(crate) fn to_bytes_with(value: &impl Serialize, text: &str) -> io::Result<Vec<u8>> {
    // The checksum takes its place when everything else is there.
    let mut bytes = vec![0; SUM];
    serde_json::to_writer(&mut bytes, value).map_err(io::Error::other)?;
    bytes.push(b'\n');
    bytes.extend(text.as_bytes());
    let sum = checksum(bytes.get(SUM..).unwrap_or_default());
    bytes.splice(..SUM, sum.into_bytes());
    Ok(bytes)
}

/// Returns a kept value; `None` if it is damaged.
pub(crate) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    from_bytes_with(bytes).map(|(value, _)| value)
}

/// Returns a kept value and the text behind it, which may be empty; `None` if they are damaged.
pub(crate) fn from_bytes_with<T: DeserializeOwned>(bytes: &[u8]) -> Option<(T, &[u8])> {
    let (sum, rest) = bytes.split_at_checked(SUM)?;
    if checksum(rest).as_bytes() != sum {
        tracing::warn!("a cache is damaged and ignored");
        return None;
    }
    // JSON as we write it is one line.
    let mut parts = rest.splitn(2, |byte| *byte == b'\n');
    let value = serde_json::from_slice(parts.next()?).ok()?;
    Some((value, parts.next().unwrap_or_default()))
}

/// Bytes of the line with the checksum.
const SUM: usize = 9;

fn checksum(rest: &[u8]) -> String {
    format!("{:08x}\n", crc32fast::hash(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_damaged_in_any_bit_is_not_there() {
        let value = vec!["a".to_owned(), "b".to_owned()];
        let bytes = to_bytes(&value).unwrap();
        assert_eq!(from_bytes::<Vec<String>>(&bytes), Some(value.clone()));
        let behind = to_bytes_with(&value, "QUJD\n").unwrap();
        assert_eq!(from_bytes_with(&behind), Some((value.clone(), &b"QUJD\n"[..])));
        assert_eq!(from_bytes_with(&bytes), Some((value, &b""[..])));
        for bytes in [bytes, behind] {
            for place in 0..bytes.len() {
                for bit in 0..8 {
                    let mut damaged = bytes.clone();
                    damaged[place] ^= 1 << bit;
                    assert_eq!(from_bytes::<Vec<String>>(&damaged), None, "byte {place}, bit {bit}");
                }
            }
        }
    }
}
