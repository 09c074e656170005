//! Standard input as a source: one message, or an mbox of several.

use super::mbox::{LARGEST_MBOX, collected};
use super::receipt_time::Receipt;
use super::source::{Collected, Handle, MailSource, Outcome};
use crate::post::error::PostError;
use std::collections::HashMap;
use std::io::{self, Read};

/// A message, or an mbox, piped into the program. Nothing keeps it, so the program that pipes it must learn
/// from the exit code if a message was not dealt with.
pub struct StdinSource {
    mails: Vec<Collected>,
    outcomes: HashMap<Handle, Outcome>,
}

impl StdinSource {
    /// Reads `input` to its end, at most 256 MiB.
    ///
    /// # Errors
    /// If reading fails.
    pub fn new(input: impl Read, receipt: &Receipt) -> io::Result<Self> {
        let mut bytes = Vec::new();
        input.take(LARGEST_MBOX).read_to_end(&mut bytes)?;
        Ok(StdinSource { mails: collected(&bytes, receipt), outcomes: HashMap::new() })
    }

    /// Returns the outcome of each message that has been filed.
    pub fn outcomes(&self) -> &HashMap<Handle, Outcome> {
        &self.outcomes
    }
}

impl MailSource for StdinSource {
    fn collect(&mut self) -> Result<Vec<Collected>, PostError> {
        Ok(std::mem::take(&mut self.mails))
    }

    fn file(&mut self, handle: &Handle, outcome: Outcome) -> Result<(), PostError> {
        self.outcomes.insert(handle.clone(), outcome);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "From anna@x.example Fri Nov 20 10:15:30 2026\nFrom: anna@x.example\n\nHello\n\nFrom bob@x.example Fri Nov 20 11:00:00 2026\nFrom: bob@x.example\n\nplan\n";

    #[test]
    fn standard_input_is_a_mail_or_many() {
        let receipt = Receipt::at("2026-11-20T12:00:00Z".parse().unwrap());
        let mut source = StdinSource::new(TWO.as_bytes(), &receipt).unwrap();
        let mails = source.collect().unwrap();
        assert_eq!(mails.len(), 2);
        source.file(&mails[1].handle, Outcome::Refused).unwrap();
        assert_eq!(source.outcomes().get(&mails[1].handle), Some(&Outcome::Refused));
    }
}
