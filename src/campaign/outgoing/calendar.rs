//! A deadline for calendars.

use chrono::{DateTime, Utc};

/// The most bytes of a line (RFC 5545, 3.1).
const LINE: usize = 75;

/// Returns a deadline as an iCalendar file (RFC 5545): an event with the campaign's title, which links to nothing.
pub(super) fn calendar(id: &str, title: &str, at: DateTime<Utc>, deadline: DateTime<Utc>) -> String {
    let stamp = |at: DateTime<Utc>| at.format("%Y%m%dT%H%M%SZ").to_string();
    let lines = [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//ravenpost//EN".to_owned(),
        "BEGIN:VEVENT".to_owned(),
        format!("UID:{id}"),
        format!("DTSTAMP:{}", stamp(at)),
        format!("DTSTART:{}", stamp(deadline)),
        format!("SUMMARY:{}", escaped(title)),
        "END:VEVENT".to_owned(),
        "END:VCALENDAR".to_owned(),
    ];
    lines.iter().map(|line| folded(line) + "\r\n").collect()
}

/// Returns text as a value, in which commas and the like would mean something (RFC 5545, 3.3.11).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Breaks a line that is too long; what follows begins with a space.
fn folded(line: &str) -> String {
    let (mut out, mut length) = (String::with_capacity(line.len()), 0);
    for c in line.chars() {
        if length + c.len_utf8() > LINE {
            out.push_str("\r\n ");
            length = 1;
        }
        out.push(c);
        length += c.len_utf8();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_can_be_nothing_but_a_title() {
        let title = format!("Ice, fire; \\n{}\r\nURL:https://example.org", "é".repeat(60));
        let at = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let text = calendar("x@example.org", &title, at, at);
        assert!(text.split("\r\n").all(|line| line.len() <= LINE), "{text}");
        let whole = text.replace("\r\n ", "");
        let lines: Vec<&str> = whole.split_terminator("\r\n").collect();
        assert_eq!(lines.len(), 10, "{text}");
        assert!(lines[7].starts_with("SUMMARY:Ice\\, fire\\; \\\\né"), "{text}");
        assert!(lines[7].ends_with("é  URL:https://example.org"), "{text}");
        assert_eq!(lines[6], "DTSTART:20270115T080000Z");
    }
}
