//! Corrections of the game's data (a card, a border, a number) by a ruling.

use super::refusal::refused;
use crate::campaign::state::entries::RulingChange;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::store::Campaign;
use crate::seal::Hash256;
use serde_json::Value;

/// The largest corrected file in bytes; the ledger keeps its whole text.
const LARGEST: usize = 256 * 1024;

/// Returns what a data file says, without comments and layout; `None` if it cannot be read.
fn says(text: &str) -> Option<Value> {
    crate::sheet::data(text).ok()
}

/// Returns the changes that corrected files, by name and text, make to the game at the record `then`.
///
/// # Errors
/// If a name is not one of the game's data files or is given twice, a file is too large or unchanged, or the game cannot
/// be played with them.
pub(super) fn corrections(
    campaign: &Campaign,
    data: &[(String, String)],
    then: &Record,
) -> Result<Vec<RulingChange>, CampaignError> {
    let mut texts = then.game.data.clone();
    let mut changes: Vec<RulingChange> = Vec::new();
    for (file, text) in data {
        let Some(was) = then.file(file) else {
            let known = then.people.founded.iter().flat_map(|founded| founded.data.keys().cloned());
            let known = known.collect::<Vec<_>>().join(", ");
            return Err(refused(match known.is_empty() {
                true => format!("“{file}” cannot be corrected: this game has no data files"),
                false => format!("“{file}” is not a data file of this game; its data files are {known}"),
            }));
        };
        let is_it =
            |change: &RulingChange| matches!(change, RulingChange::Data { file: known, .. } if known == file);
        if changes.iter().any(is_it) {
            return Err(refused(format!(
                "{file} is given twice; name it once, with all its corrections in one file"
            )));
        }
        if text.len() > LARGEST {
            return Err(refused(format!(
                "the file for {file} has {} bytes, but a corrected file may have at most {LARGEST}",
                text.len()
            )));
        }
        if Hash256::of(text) == was {
            return Err(refused(format!(
                "the file for {file} is the one the game uses at that point already, so nothing would change"
            )));
        }
        let present = campaign.rules().text_of(then, file)?.and_then(|text| says(&text));
        if present.is_some() && present == says(text) {
            return Err(refused(format!(
                "the file for {file} says the same as the one that the game uses at that point; only comments or the layout differ, so nothing would change"
            )));
        }
        texts.insert(file.clone(), text.clone());
        changes.push(RulingChange::Data { file: file.clone(), was, text: text.clone() });
    }
    if !changes.is_empty() {
        campaign.rules().by(&texts).map_err(|why| refused(why.0))?;
    }
    Ok(changes)
}
