//! What must hold for any bytes attached to a message as a zip.

use super::mail;
use data_encoding::BASE64;
use ravenpost::post::{PartKind, read};

/// Limit for unpacked text in bytes; see docs/mail.md. A byte that is not UTF-8 becomes up to three.
const UNPACKED: usize = 3 * (256 << 10);

/// Reads a message with these bytes attached as a zip, and checks the limits for unpacking.
pub fn check(zip: &[u8]) {
    let mut raw = b"From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n".to_vec();
    for line in BASE64.encode(zip).as_bytes().chunks(76) {
        raw.extend_from_slice(line);
        raw.extend_from_slice(b"\r\n");
    }
    let letter = read(&raw);
    let files: Vec<_> = letter.parts.iter().filter(|part| part.kind == PartKind::Attachment).collect();
    assert!(files.len() <= 8, "{} files", files.len());
    assert!(files.iter().map(|part| part.text.len()).sum::<usize>() <= UNPACKED);
    assert!(
        files.iter().all(|part| part.path.matches('/').count() <= 1 && !part.path.contains('\\')),
        "a file's place"
    );
    mail::check(&raw);
}
