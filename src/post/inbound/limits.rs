//! How much of a message is read.

/// Bytes of the largest message that is read whole.
pub const LARGEST: usize = 1 << 20;
/// Bytes of a larger message that are searched for its headers.
pub(super) const HEAD: usize = 256 << 10;

/// Returns the length of the headers, including the empty line after them.
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
