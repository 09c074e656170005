//! What must hold for any text that comes as HTML.

use super::mail;
use ravenpost::post::read;

/// Reads a message with only this HTML, and checks the length of the result. Text beyond 64 KiB is not read.
pub fn check(html: &[u8]) {
    let mut raw = b"From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n".to_vec();
    raw.extend_from_slice(html);
    let letter = read(&raw);
    // One byte may become a character of three; links and bullets may become longer than their tags.
    let longest = 16 * html.len().min(64 << 10) + 64;
    assert!(letter.parts.iter().all(|part| part.text.len() <= longest), "{} bytes of HTML", html.len());
    mail::check(&raw);
}
