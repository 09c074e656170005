//! What holds of any text that comes as HTML.

use super::mail;
use ravenpost::post::read;

/// Reads a mail that is nothing but this HTML. Of what is longer than 64 KiB only the beginning is read.
pub fn check(html: &[u8]) {
    let mut raw = b"From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n".to_vec();
    raw.extend_from_slice(html);
    let letter = read(&raw);
    // A sign of one byte may become a mark of three; links and bullets take more room than their tags.
    let longest = 16 * html.len().min(64 << 10) + 64;
    assert!(letter.parts.iter().all(|part| part.text.len() <= longest), "{} bytes of HTML", html.len());
    mail::check(&raw);
}
