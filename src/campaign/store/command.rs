//! Notes on the game master's commands, so that a command that was killed midway is not run twice when it is typed again.
//!
//! If a command is killed after its entry was written, it has been carried out, but the game master does not know it.
//! Run again it would do more: `process` would close the next window, too, and `forward` would go back once more. So a
//! note of the command and its entry is written first, and it stays until the game master was told that the command is
//! done.

use super::cache::{from_bytes, to_bytes};
use super::campaign::Campaign;
use super::interface::{Note as Kept, Store};
use crate::campaign::state::error::CampaignError;
use crate::ledger::{Draft, Entry};
use crate::seal::Hash256;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Debug;

/// A command that writes an entry, as the SHA-256 of what was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command(Hash256);

/// The note on the last command.
#[derive(Serialize, Deserialize)]
struct Note {
    command: Hash256,
    /// The number of the entry that it writes.
    entry: u64,
    body: Hash256,
    told: bool,
}

impl Command {
    /// Creates a command from its name and its arguments.
    pub fn new(name: &str, given: &impl Debug) -> Self {
        Command(Hash256::of(format!("{name} {given:?}")))
    }

    fn note_of(store: &dyn Store) -> Option<Note> {
        from_bytes(&store.note(Kept::Command)?)
    }

    /// Returns the entry that the command has written already if it was killed before the game master was told; `None`
    /// if it was not.
    pub(crate) fn entry(self, campaign: &Campaign) -> Option<&Entry> {
        let note = Command::note_of(campaign.store())?;
        if note.told || note.command != self.0 {
            return None;
        }
        // One that is not at hand and cannot be read shows that nothing was written lately.
        let entry = campaign.store().entries().get(note.entry).ok()??;
        Some(entry).filter(|entry| digest_of(&entry.body).is_ok_and(|is| is == note.body))
    }

    /// Checks that the command was not carried out already by a run that was killed.
    ///
    /// # Errors
    /// If it was. Nothing is changed.
    pub fn is_new(self, campaign: &Campaign) -> Result<(), CampaignError> {
        match self.entry(campaign) {
            None => Ok(()),
            Some(entry) => Err(CampaignError::DoneBefore { at: entry.at, entry: entry.seq }),
        }
    }

    /// Writes the note, which must be done before the entries are written; the command's own entry is at `place` among
    /// them, from 0.
    ///
    /// # Errors
    /// If the note cannot be kept; then nothing may be written.
    pub(crate) fn note(
        self,
        campaign: &Campaign,
        drafts: &[Draft],
        place: usize,
    ) -> Result<(), CampaignError> {
        let Some(draft) = drafts.get(place) else { return Ok(()) };
        let body = digest_of(&draft.body)?;
        let entry = campaign.head().seq + 1 + place as u64;
        let note = Note { command: self.0, entry, body, told: false };
        let written =
            to_bytes(&note).and_then(|bytes| campaign.store().keep_note(Kept::Command, Some(&bytes)));
        written.map_err(CampaignError::disk("keep the note on a command in", campaign.store().place()))
    }

    /// Notes that the game master was told that the command is done.
    pub fn told(self, store: &dyn Store) {
        let Some(note) = Command::note_of(store) else { return };
        if note.told || note.command != self.0 {
            return;
        }
        let told = Note { told: true, ..note };
        if let Err(error) = to_bytes(&told).and_then(|bytes| store.keep_note(Kept::Command, Some(&bytes))) {
            tracing::debug!(%error, "that a command was told of cannot be kept");
        }
    }
}

/// Returns the digest of a body without its `batch`, which is only known when it is written.
fn digest_of(body: &Value) -> Result<Hash256, CampaignError> {
    let mut body = body.clone();
    if let Some(members) = body.as_object_mut() {
        members.remove("batch");
    }
    Hash256::of_value(&body).map_err(|why| CampaignError::Fault(why.to_string()))
}
