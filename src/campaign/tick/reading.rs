//! The messages of one pass: each is read as it is collected, and some once more after the game has played on.

use super::outcome::Ticked;
use crate::campaign::intake::printed::Print;
use crate::campaign::intake::receive::receive;
use crate::campaign::intake::senders::Sieve;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::error::CampaignError;
use crate::post::{Collected, Handle, MailSource, Outcome};

/// Messages with their outcomes.
pub(super) type Outcomes = Vec<(Handle, Outcome)>;

/// Who tells strangers from seats, and what our messages have printed.
pub(super) type Readers<'a> = (&'a Sieve, &'a dyn Print);

/// Reads the messages that have arrived. Returns each with its outcome, and openings that came too early.
pub(super) fn read(
    engine: &mut Engine<'_>,
    with: Readers<'_>,
    source: &mut dyn MailSource,
    done: &mut Ticked,
) -> Result<(Outcomes, Vec<Collected>), CampaignError> {
    let (mut filed, mut kept) = (Vec::new(), Vec::new());
    loop {
        let mails = source.collect()?;
        if mails.is_empty() {
            return Ok((filed, kept));
        }
        for mail in mails {
            let (before, over) = (engine.drafts.len(), engine.over_limit);
            let outcome = receive(engine, with, &mail)?;
            // A new message of a seat leaves at least the entry of its receipt.
            let is_new = engine.drafts.len() > before;
            match outcome {
                Outcome::Refused if engine.over_limit > over => done.over_limit += 1,
                Outcome::Used | Outcome::Refused if !is_new => done.copies += 1,
                Outcome::Used => done.used += 1,
                Outcome::Refused => done.refused += 1,
                Outcome::Kept => {
                    kept.push(mail);
                    continue;
                }
                _ => done.other += 1,
            }
            filed.push((mail.handle, outcome));
        }
    }
}

/// Reads openings that came too early again: they count as soon as their seats are asked.
pub(super) fn read_again(
    engine: &mut Engine<'_>,
    with: Readers<'_>,
    kept: Vec<Collected>,
    done: &mut Ticked,
) -> Result<Outcomes, CampaignError> {
    let mut filed = Vec::new();
    for mail in kept {
        let outcome = receive(engine, with, &mail)?;
        match outcome {
            Outcome::Kept => continue,
            Outcome::Used => done.used += 1,
            _ => done.refused += 1,
        }
        filed.push((mail.handle, outcome));
    }
    Ok(filed)
}
