//! An entry as the record reads it.

use super::answered::{Answer, Beside, From, Unusable};
use crate::ledger::{Entry, Kind};
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An entry that is applied to the record: one of the ledger, or one that is not written yet.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The number of the entry, from 1.
    pub seq: u64,
    /// When the entry is written.
    pub at: DateTime<Utc>,
    pub kind: Kind,
    /// The part that everybody may read.
    pub body: &'a Value,
    /// The secret part; `None` if the entry has none or this copy of the ledger leaves it out.
    pub secret: Option<&'a Value>,
}

impl<'a> std::convert::From<&'a Entry> for Line<'a> {
    fn from(entry: &'a Entry) -> Self {
        let secret = entry.secret.as_ref().and_then(|secret| secret.body());
        Line { seq: entry.seq, at: entry.at, kind: entry.kind, body: &entry.body, secret }
    }
}

impl Line<'_> {
    /// Returns the body as the type that its kind should hold.
    ///
    /// # Errors
    /// If the body is something else. Returns a description of what is wrong.
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, String> {
        T::deserialize(self.body)
            .map_err(|why| format!("“{}” does not hold what it should: {why}", self.kind.name()))
    }

    /// Returns the secret as the type that its kind should hold; `None` if there is none here.
    ///
    /// # Errors
    /// If the secret is something else. Returns a description of what is wrong.
    pub fn secret<T: DeserializeOwned>(&self) -> Result<Option<T>, String> {
        let read = |value: &Value| T::deserialize(value);
        self.secret.map(read).transpose().map_err(|why| {
            format!("the secret of “{}” does not hold what it should: {why}", self.kind.name())
        })
    }
}

impl Line<'_> {
    /// Returns an answer with its place in the plan and the answer that was skipped for it, if this copy has them.
    ///
    /// # Errors
    /// If the entry is not an answer. Returns a description of what is wrong.
    pub fn answer(&self) -> Result<(Answer, Option<Unusable>), String> {
        let mut answer: Answer = self.body()?;
        let Some(beside) = self.secret::<Beside>()? else { return Ok((answer, None)) };
        if let (From::Plan { path, .. } | From::Steward { path, .. }, Some(kept)) =
            (&mut answer.source, beside.path)
        {
            *path = kept;
        }
        answer.unmet = beside.unmet;
        if let Some(kept) = beside.kept {
            answer.answer = kept;
        }
        Ok((answer, beside.unusable))
    }
}
