//! Mail in and out over the network: against real servers (Dovecot, Postfix), started and stopped by each test on
//! loopback, and against servers of our own that misbehave.
#![cfg(feature = "imap")]

mod campaign;
mod fake;
mod faults;
mod imap;
mod pipes;
mod real;
mod refused;
mod smtp;
mod smtp_faults;

use chrono::{DateTime, Utc};
use ravenpost::post::{Collected, MailSource};

fn now() -> DateTime<Utc> {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

/// A player's mail.
fn mail(number: u32) -> String {
    format!(
        "From: anna@north.example\nTo: gm@home.example\nSubject: orders {number}\nMessage-ID: <{number}@north.example>\n\nplan:\n  orders: {{Winterfell: hold}}\n"
    )
}

fn all(source: &mut dyn MailSource) -> Vec<Collected> {
    let mut mails = Vec::new();
    loop {
        let some = source.collect().unwrap();
        if some.is_empty() {
            return mails;
        }
        mails.extend(some);
    }
}
