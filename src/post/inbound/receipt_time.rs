//! The time at which a message was received, which decides whether it was late.

use chrono::{DateTime, Utc};
use mail_parser::{HeaderName, HeaderValue, Host, MessageParser};
use std::sync::OnceLock;

/// How the time of receipt is determined. The sender's `Date` never counts, because anybody can write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    /// The time of this collection, used when nothing better is known.
    pub collected: DateTime<Utc>,
    /// The name of our own host as it writes it after `by` in the topmost `Received` header. The date there
    /// counts, but never one later than the collection. Headers further down prove nothing, because the
    /// sender may have written them.
    pub trusted_host: Option<String>,
}

impl Receipt {
    /// Uses the time of collection for every message.
    pub fn at(collected: DateTime<Utc>) -> Self {
        Receipt { collected, trusted_host: None }
    }

    /// Uses the topmost `Received` header if it is from this host.
    pub fn trusting(self, host: Option<String>) -> Self {
        Receipt { trusted_host: host, ..self }
    }

    /// Returns the time of receipt of a message; its beginning is enough.
    pub(crate) fn of(&self, head: &[u8]) -> DateTime<Utc> {
        self.trusted_host
            .as_deref()
            .and_then(|host| stamp(head, host))
            .map_or(self.collected, |at| at.min(self.collected))
    }
}

fn stamp(head: &[u8], host: &str) -> Option<DateTime<Utc>> {
    static PARSER: OnceLock<MessageParser> = OnceLock::new();
    let parser = PARSER
        .get_or_init(|| MessageParser::new().header_received(HeaderName::Received).default_header_ignore());
    let message = parser.parse_headers(head)?;
    let first = message.headers().iter().find(|header| header.name == HeaderName::Received)?;
    let HeaderValue::Received(received) = &first.value else { return None };
    match received.by()? {
        Host::Name(name) if name.trim_end_matches('.').eq_ignore_ascii_case(host.trim_end_matches('.')) => {}
        Host::IpAddr(address) if address.to_string() == host => {}
        _ => return None,
    }
    DateTime::from_timestamp(received.date()?.to_timestamp(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIL: &[u8] = b"Return-Path: <a@b.example>\r\nReceived: from out.example (out.example [192.0.2.7])\r\n\tby mx.home.example (Postfix) with ESMTPS id 4Xy\r\n\tfor <gm@home.example>; Fri, 20 Nov 2026 10:15:30 +0100 (CET)\r\nReceived: from evil by mx.forged.example; Fri, 20 Nov 2026 01:00:00 +0000\r\nFrom: a@b.example\r\n\r\nhello";

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn only_the_topmost_line_of_our_own_host_counts() {
        let collected = at("2026-11-20T12:00:00Z");
        let by = |host: &str| Receipt::at(collected).trusting(Some(host.to_owned())).of(MAIL);
        assert_eq!(by("MX.home.example"), at("2026-11-20T09:15:30Z"));
        assert_eq!(by("mx.forged.example"), collected);
        assert_eq!(Receipt::at(collected).of(MAIL), collected);
        assert_eq!(by("mx.home.example").min(collected), at("2026-11-20T09:15:30Z"));
    }

    #[test]
    fn a_stamp_from_the_future_does_not_count() {
        let collected = at("2026-11-20T09:00:00Z");
        assert_eq!(Receipt::at(collected).trusting(Some("mx.home.example".into())).of(MAIL), collected);
    }
}
