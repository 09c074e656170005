//! Press as its readers are shown it.

use crate::campaign::outgoing::models::MailModels;
use crate::campaign::state::entries::{Letter, Line};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::GM;
use crate::ledger::{Entry, Kind};
use crate::report::model::{Named, Note};

impl MailModels<'_> {
    /// A piece of press as its readers see it; none if the entry is none, or the text left out of this copy.
    pub(crate) fn note(&self, entry: &Entry) -> Result<Option<Note>, CampaignError> {
        let line = Line::from(entry);
        let wrong = |why: String| CampaignError::Fault(format!("entry {}: {why}", entry.seq));
        if entry.kind != Kind::Press {
            return Ok(None);
        }
        let Some(letter) = line.secret::<Letter>().map_err(wrong)? else { return Ok(None) };
        let named = |id: &String| match id.as_str() {
            GM => Named { id: GM.to_owned(), name: self.settings.gm.name.clone() },
            seat => self.named(seat),
        };
        Ok(Some(Note {
            from: Some(&letter.from).filter(|_| !letter.grey).map(named),
            to: if letter.all { Vec::new() } else { letter.to.iter().map(named).collect() },
            at: Some(entry.at),
            text: letter.text,
        }))
    }
}
