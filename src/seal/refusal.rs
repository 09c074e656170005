//! The errors of this folder that players meet, as data for the templates that word them in a receipt. The texts of the
//! errors themselves are for logs and the command line.

use super::canonical::CanonicalError;
use super::fingerprint::SealError;
use super::key::{KeyError, SYMBOLS};
use super::opening_error::{LEAST_NONCE, MOST_BYTES, MOST_NONCE, OpeningError};
use crate::sheet::Refusal;

/// Every code that a refusal from here can have, so that a test can check that each has words.
pub const REFUSAL_CODES: [&str; 19] = [
    "key-symbol",
    "key-length",
    "key-slip",
    "seal-length",
    "seal-symbol",
    "opening-not-json",
    "opening-float",
    "opening-integer",
    "opening-depth",
    "opening-member",
    "opening-unknown",
    "opening-format",
    "opening-nonce",
    "opening-size",
    "opening-missing",
    "opening-cut-off",
    "opening-damaged",
    "opening-binding",
    "opening-seal",
];

impl KeyError {
    /// Converts the error into a refusal with `found` (a character or a number) and `wanted`.
    pub fn refusal(&self) -> Refusal {
        match self {
            KeyError::Symbol { found } => Refusal::new("key-symbol").with("found", found.to_string()),
            KeyError::Length { found } => {
                Refusal::new("key-length").with("found", *found).with("wanted", SYMBOLS)
            }
            KeyError::Slip => Refusal::new("key-slip"),
        }
    }
}

impl SealError {
    /// Converts the error into a refusal with `found` (a character or a number).
    pub fn refusal(&self) -> Refusal {
        match self {
            SealError::Length { found } => Refusal::new("seal-length").with("found", *found),
            SealError::Symbol { found } => Refusal::new("seal-symbol").with("found", found.to_string()),
        }
    }
}

impl OpeningError {
    /// Converts the error into a refusal with everything that the words of its code need.
    pub fn refusal(&self) -> Refusal {
        match self {
            OpeningError::Json(error) => Refusal::new("opening-not-json")
                .with("line", error.line)
                .with("column", error.column)
                .with("what", error.what.as_str()),
            OpeningError::Canonical(error) => match error {
                CanonicalError::Float { at, number } => place("opening-float", at, number),
                CanonicalError::Integer { at, number } => place("opening-integer", at, number),
                CanonicalError::Depth => Refusal::new("opening-depth"),
            },
            OpeningError::Member { member, wanted } => {
                Refusal::new("opening-member").with("member", member.as_str()).with("wanted", *wanted)
            }
            OpeningError::Unknown { member } => {
                Refusal::new("opening-unknown").with("member", member.as_str())
            }
            OpeningError::Format { found } => Refusal::new("opening-format").with("found", found.as_str()),
            OpeningError::Nonce => {
                Refusal::new("opening-nonce").with("least", 2 * LEAST_NONCE).with("most", 2 * MOST_NONCE)
            }
            OpeningError::Size { bytes } => {
                Refusal::new("opening-size").with("bytes", *bytes).with("most", MOST_BYTES)
            }
            OpeningError::Missing => Refusal::new("opening-missing"),
            OpeningError::CutOff => Refusal::new("opening-cut-off"),
            OpeningError::Damaged { what } => Refusal::new("opening-damaged").with("what", *what),
            OpeningError::Binding { what, wanted, found } => Refusal::new("opening-binding")
                .with("what", *what)
                .with("wanted", wanted.as_str())
                .with("found", found.as_str()),
            OpeningError::Seal { sealed, found } => Refusal::new("opening-seal")
                .with("sealed", sealed.to_string())
                .with("found", found.to_string()),
        }
    }
}

fn place(code: &'static str, at: &str, number: &str) -> Refusal {
    Refusal::new(code).with("at", at).with("number", number)
}

#[cfg(test)]
mod tests {
    use super::super::{Binding, Opening, Seal};
    use super::*;
    use serde_json::json;

    #[test]
    fn codes_are_listed_and_details_are_there() {
        let read = |text: &str| Opening::read(text).unwrap_err().refusal();
        let binding = Binding { campaign: "c".into(), seat: "s".into(), window: "w".into() };
        let opening = Opening::new(&binding, json!({}), &[0; 16]).unwrap();
        let other = Binding { seat: "t".into(), ..binding.clone() };
        let made = |plan| Opening::new(&binding, plan, &[0; 16]).unwrap_err().refusal();
        let deep = (0..99).fold(json!(1), |inner, _| json!({ "x": inner }));
        let member = |from: &str, to: &str| read(&opening.json().replace(from, to));
        let refusals = [
            KeyError::Symbol { found: 'U' }.refusal(),
            KeyError::Length { found: 3 }.refusal(),
            KeyError::Slip.refusal(),
            "ab".parse::<Seal>().unwrap_err().refusal(),
            "xy".parse::<Seal>().unwrap_err().refusal(),
            read("{"),
            made(json!({"a": 0.5})),
            made(json!({"a": u64::MAX})),
            made(deep),
            member("\"seat\":\"s\"", "\"seat\":1"),
            member("\"seat\":\"s\"", "\"seat\":\"s\",\"x\":1"),
            member("ravenpost/1", "ravenpost/9"),
            member("00", ""),
            made(json!({"a": "x".repeat(MOST_BYTES)})),
            read("nothing"),
            read("BEGIN RAVENPOST OPENING"),
            read(&opening.armour().replace('=', "=0")),
            opening.check(&opening.seal(), &other).unwrap_err().refusal(),
            opening.check(&Seal(Default::default()), &binding).unwrap_err().refusal(),
        ];
        assert_eq!(refusals.each_ref().map(Refusal::code), REFUSAL_CODES);
        assert_eq!(refusals[18].details()["found"], opening.seal().to_string());
        assert_eq!(refusals[6].details()["at"], "/plan/a");
    }
}
