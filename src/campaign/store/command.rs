//! Commands of the game master's that are typed again because they were broken off.
//!
//! A command that is killed when its entry is written has been carried out, but nobody was told so. Typed again it must not be
//! carried out twice: `process` would close the next window, too, and `forward` go back again. So before its entry is
//! written a note of both is left, and it stays until whoever typed the command was told that it is done.

use super::cache::{from_bytes, to_bytes};
use super::campaign::Campaign;
use super::interface::{Note as Kept, Store};
use crate::campaign::state::error::CampaignError;
use crate::ledger::{Draft, Entry};
use crate::seal::Hash256;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Debug;

/// A command that writes an entry, by what was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command(Hash256);

/// The note on a command, so that one killed midway is not carried out twice when it is typed again.
#[derive(Serialize, Deserialize)]
struct Note {
    command: Hash256,
    /// The number of the entry that it writes.
    entry: u64,
    body: Hash256,
    told: bool,
}

impl Command {
    /// A command by its name and all that was given with it.
    pub fn new(name: &str, given: &impl Debug) -> Self {
        Command(Hash256::of(format!("{name} {given:?}")))
    }

    fn note_of(store: &dyn Store) -> Option<Note> {
        from_bytes(&store.note(Kept::Command)?)
    }

    /// Returns the entry that the command has written already, if it was broken off and nobody was told.
    pub(crate) fn entry(self, campaign: &Campaign) -> Option<&Entry> {
        let note = Command::note_of(campaign.store())?;
        if note.told || note.command != self.0 {
            return None;
        }
        let place = usize::try_from(note.entry).ok()?.checked_sub(1)?;
        campaign.entries().get(place).filter(|entry| digest_of(&entry.body).is_ok_and(|is| is == note.body))
    }

    /// Checks that the command is not one that was carried out and broken off.
    ///
    /// # Errors
    /// If it is; nothing is done then.
    pub fn is_new(self, campaign: &Campaign) -> Result<(), CampaignError> {
        match self.entry(campaign) {
            None => Ok(()),
            Some(entry) => Err(CampaignError::DoneBefore { at: entry.at, entry: entry.seq }),
        }
    }

    /// Leaves the note before the entries are written; the command's own is at `place` among them.
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

    /// Notes that whoever typed the command was told that it is done.
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

/// A body without what says how many entries were written together with it.
fn digest_of(body: &Value) -> Result<Hash256, CampaignError> {
    let mut body = body.clone();
    if let Some(members) = body.as_object_mut() {
        members.remove("batch");
    }
    Hash256::of_value(&body).map_err(|why| CampaignError::Fault(why.to_string()))
}
