//! Corrections of the game's data (a card, a border, a number): what a game master asks for, and the lines that are
//! otherwise, for people.
//!
//! May use: folder, record, rules, report (models). Is used by: request, told.

use crate::campaign::state::entries::RulingChange;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::store::Campaign;
use crate::seal::Hash256;

/// A corrected file is not larger: it stands in the ledger.
const LARGEST: usize = 256 * 1024;

fn refused(why: String) -> CampaignError {
    CampaignError::Refused(why)
}

impl Campaign {
    /// Makes changes of corrected files, by name and text, at a point of the past.
    ///
    /// # Errors
    /// A name is no file of the game's data, a file is as it is already, or they make no game.
    pub(crate) fn corrections(
        &self,
        data: &[(String, String)],
        then: &Record,
    ) -> Result<Vec<RulingChange>, CampaignError> {
        let mut texts = then.game.data.clone();
        let mut changes: Vec<RulingChange> = Vec::new();
        for (file, text) in data {
            let Some(was) = then.file(file) else {
                let known = then.people.founded.iter().flat_map(|founded| founded.data.keys().cloned());
                let known = known.collect::<Vec<_>>().join(", ");
                let known =
                    if known.is_empty() { "it has none".to_owned() } else { format!("they are {known}") };
                return Err(refused(format!("“{file}” is no file of this game's data; {known}")));
            };
            let is_it = |change: &RulingChange| matches!(change, RulingChange::Data { file: known, .. } if known == file);
            if changes.iter().any(is_it) {
                return Err(refused(format!(
                    "{file} is given twice; give it once, with all that is corrected in it"
                )));
            }
            if text.len() > LARGEST {
                return Err(refused(format!(
                    "the file for {file} has {} bytes; a correction has {LARGEST} at most",
                    text.len()
                )));
            }
            if Hash256::of(text) == was {
                return Err(refused(format!(
                    "the file for {file} is what the game is played with at that point already; nothing would change"
                )));
            }
            texts.insert(file.clone(), text.clone());
            changes.push(RulingChange::Data { file: file.clone(), was, text: text.clone() });
        }
        if !changes.is_empty() {
            self.rules().by(&texts).map_err(|why| refused(why.0))?;
        }
        Ok(changes)
    }
}
