//! Commands of the game master's that are typed again because they were broken off.
//!
//! A command that is killed when its entry is written has been carried out, but nobody was told so. Typed again it must not be
//! carried out twice: `process` would close the next window, too, and `forward` go back again. So before its entry is
//! written a note of both is left in `private/`, and it stays until whoever typed the command was told that it is done.
//!
//! May use: folder, cache, gm_mail, dispute, ruling (for what they order). Is used by: tick, ruling, dispute, keys, cli.

use crate::campaign::command::dispute::Act;
use crate::campaign::play::orders::Order;
use crate::campaign::ruling::request::Request;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::cache;
use crate::campaign::store::folder::Campaign;
use crate::campaign::store::folder::Edge;
use crate::campaign::store::folder::Places;
use crate::ledger::{Draft, Entry};
use crate::seal::Hash256;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// A command that writes an entry.
#[derive(Clone, Copy, Debug)]
pub enum Command<'a> {
    /// [`order`](super::order)
    Order(&'a Order),
    /// [`adopt`](super::ruling::adopt)
    Adopt(&'a Request),
    /// [`propose`](super::ruling::propose)
    Propose(&'a Request),
    /// [`withdraw`](super::ruling::withdraw)
    Withdraw,
    /// [`new_key`](super::new_key)
    NewKey {
        /// Whose.
        of: &'a str,
        /// Whether it counts at once.
        now: bool,
    },
    /// [`dispute`](super::dispute())
    Dispute {
        /// Which.
        number: u64,
        /// What is done with it.
        act: Act<'a>,
    },
}

/// What is left of a command until it was told of.
#[derive(Serialize, Deserialize)]
struct Note {
    /// The command.
    command: Hash256,
    /// The number of its entry.
    entry: u64,
    /// The entry's body.
    body: Hash256,
    /// Whether whoever typed the command knows that it is done.
    told: bool,
}

impl Command<'_> {
    /// What tells it from others. It is only ever compared with what this program has written.
    fn digest(self) -> Hash256 {
        Hash256::of(format!("{self:?}"))
    }

    /// The entry that it has written, if it was broken off before it could say so.
    pub(crate) fn entry(self, campaign: &Campaign) -> Option<&Entry> {
        let note: Note = cache::kept(&*campaign.disk, &Places(&campaign.dir).command())?;
        if note.told || note.command != self.digest() {
            return None;
        }
        let place = usize::try_from(note.entry).ok()?.checked_sub(1)?;
        campaign.entries().get(place).filter(|entry| digest_of(&entry.body).is_ok_and(|is| is == note.body))
    }

    /// That it was not carried out already by a run of it that was broken off before it could say so.
    ///
    /// # Errors
    /// It was: [`CampaignError::DoneBefore`].
    pub fn is_new(self, campaign: &Campaign) -> Result<(), CampaignError> {
        match self.entry(campaign) {
            None => Ok(()),
            Some(entry) => Err(CampaignError::DoneBefore { at: entry.at, entry: entry.seq }),
        }
    }

    /// Leaves a note of it and of its entry, which is at this place of those that are now written.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn note(
        self,
        campaign: &Campaign,
        drafts: &[Draft],
        place: usize,
    ) -> Result<(), CampaignError> {
        let Some(draft) = drafts.get(place) else { return Ok(()) };
        let body = digest_of(&draft.body)?;
        let entry = campaign.head().seq + 1 + place as u64;
        let path = Places(&campaign.dir).command();
        let note = Note { command: self.digest(), entry, body, told: false };
        let written = cache::bytes_of(&note).and_then(|bytes| campaign.disk.write(&path, &bytes, 0o600));
        written.map_err(CampaignError::disk("write", &path))
    }

    /// Whoever typed it was told that it is done: typed again it is carried out again. Nothing is lost if this fails; then
    /// the next time it is said once more that it is done.
    pub fn told(self, edge: &Edge, dir: &Path) {
        let path = Places(dir).command();
        let Some(note) = cache::kept::<Note>(&*edge.disk, &path) else { return };
        if note.told || note.command != self.digest() {
            return;
        }
        let told = Note { told: true, ..note };
        if let Err(error) = cache::bytes_of(&told).and_then(|bytes| edge.disk.write(&path, &bytes, 0o600)) {
            tracing::debug!(path = %path.display(), %error, "that a command was told of cannot be kept");
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
