//! How much of a message is taken in.

/// Bytes of the largest mail that is read.
pub const LARGEST: usize = 1 << 20;
/// Bytes of a mail within which its headers are looked for.
pub(super) const HEAD: usize = 256 << 10;

/// Where the empty line after the headers ends.
pub(super) fn end_of_headers(raw: &[u8]) -> usize {
    let mut start = 0;
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        start += line.len();
        if matches!(line, b"\n" | b"\r\n") {
            return start;
        }
    }
    raw.len()
}
