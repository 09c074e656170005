//! Press (messages between players) as its readers are shown it.

use crate::campaign::outgoing::maker::Maker;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::state::entries::{Letter, Line};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Due, GM};
use crate::ledger::{Entry, Kind};
use crate::report::model::{Named, Note, Press};

impl Maker<'_> {
    /// Returns press of one conversation as a message; `None` if this copy of the ledger leaves out the texts.
    ///
    /// # Errors
    /// If an entry is malformed.
    pub(crate) fn press(&self, due: &Due) -> Result<Option<Press>, CampaignError> {
        let (mut notes, mut among) = (Vec::new(), Vec::new());
        for also in [due].into_iter().chain(self.bundled) {
            let Some(entry) = self.entry(also) else { continue };
            notes.extend(self.models.note(entry)?);
            among = self.models.among(entry)?;
        }
        let Some(first) = notes.first() else { return Ok(None) };
        let answers =
            first.from.clone().filter(|from| notes.iter().all(|note| note.from.as_ref() == Some(from)));
        let gm_reads = self.models.settings.gm.reads_press;
        let confers = self.models.confers(self.models.rules.seat(&due.to));
        let (writes, writes_all) = (confers != "gm", confers == "all");
        let head = self.models.head(&due.to);
        Ok(Some(Press { head, notes, among, answers, gm_reads, writes, writes_all }))
    }
}

impl MailModels<'_> {
    /// Returns the press of an entry; `None` if the entry has none, or this copy of the ledger leaves out the text.
    ///
    /// # Errors
    /// If the entry is malformed.
    pub(crate) fn note(&self, entry: &Entry) -> Result<Option<Note>, CampaignError> {
        let Some(letter) = letter(entry)? else { return Ok(None) };
        let named = |id: &String| self.named(id);
        Ok(Some(Note {
            from: Some(&letter.from).filter(|_| !letter.grey).map(named),
            to: if letter.all { Vec::new() } else { letter.to.iter().map(named).collect() },
            at: Some(entry.at),
            text: letter.text,
        }))
    }

    /// Returns the writer and the recipients of press in the order of seats; empty if it is unsigned or to everybody.
    fn among(&self, entry: &Entry) -> Result<Vec<Named>, CampaignError> {
        let Some(letter) = letter(entry)?.filter(|letter| !letter.grey && !letter.all) else {
            return Ok(Vec::new());
        };
        let is_in = |id: &str| letter.from == id || letter.to.iter().any(|to| to == id);
        let all = self.record.people.seats().chain([GM]).filter(|id| is_in(id));
        Ok(all.map(|id| self.named(id)).collect())
    }
}

/// Returns the press in an entry; `None` if it has none, or this copy of the ledger leaves it out.
fn letter(entry: &Entry) -> Result<Option<Letter>, CampaignError> {
    if entry.kind != Kind::Press {
        return Ok(None);
    }
    let wrong = |why: String| CampaignError::Fault(format!("entry {}: {why}", entry.seq));
    Line::from(entry).secret::<Letter>().map_err(wrong)
}
