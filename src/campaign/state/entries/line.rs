//! An entry of the ledger, as it is read.

use super::answered::{Answer, Beside, From, Unusable};
use crate::ledger::{Entry, Kind};
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An entry on its way into the record: of the ledger, or not yet written.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its number.
    pub seq: u64,
    /// When.
    pub at: DateTime<Utc>,
    /// What sort.
    pub kind: Kind,
    /// What everybody may know.
    pub body: &'a Value,
    /// Its secret, where it is here.
    pub secret: Option<&'a Value>,
}

impl<'a> std::convert::From<&'a Entry> for Line<'a> {
    fn from(entry: &'a Entry) -> Self {
        let secret = entry.secret.as_ref().and_then(|secret| secret.body());
        Line { seq: entry.seq, at: entry.at, kind: entry.kind, body: &entry.body, secret }
    }
}

impl Line<'_> {
    /// The body as what its kind should hold.
    ///
    /// # Errors
    /// In words, what it lacks.
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, String> {
        T::deserialize(self.body)
            .map_err(|why| format!("“{}” does not hold what it should: {why}", self.kind.name()))
    }

    /// The secret as what its kind should hold; none if it is left out of this copy.
    ///
    /// # Errors
    /// In words, what it lacks.
    pub fn secret<T: DeserializeOwned>(&self) -> Result<Option<T>, String> {
        let read = |value: &Value| T::deserialize(value);
        self.secret.map(read).transpose().map_err(|why| {
            format!("the secret of “{}” does not hold what it should: {why}", self.kind.name())
        })
    }
}

impl Line<'_> {
    /// An answer, with its place in the plan and what was passed over for it, where this copy has them.
    ///
    /// # Errors
    /// In words, what the entry lacks.
    pub fn answer(&self) -> Result<(Answer, Option<Unusable>), String> {
        let mut answer: Answer = self.body()?;
        let Some(beside) = self.secret::<Beside>()? else { return Ok((answer, None)) };
        if let (From::Plan { path, .. }, Some(kept)) = (&mut answer.source, beside.path) {
            *path = kept;
        }
        Ok((answer, beside.unusable))
    }
}
