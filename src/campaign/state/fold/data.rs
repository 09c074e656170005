//! Applies the corrections that a ruling makes to the game's data.

use crate::campaign::state::entries::{Ruling, RulingChange};
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::Rules;
use crate::seal::Hash256;
use serde_json::Value;

impl Record {
    /// Applies the changes that a ruling makes to files of the game's data, and returns the game with them.
    ///
    /// # Errors
    /// If a change does not fit the files at the point gone back to, the files make no game, or the position there cannot
    /// exist with them.
    pub(crate) fn corrected<'a>(&mut self, rules: Rules<'a>, ruling: &Ruling) -> Result<Rules<'a>, String> {
        let mut files = Vec::new();
        for change in &ruling.changes {
            let RulingChange::Data { file, was, text } = change else { continue };
            let now = self.file(file).ok_or_else(|| format!("{file} is not a file of the game's data"))?;
            if now != *was {
                return Err(format!(
                    "the {file} that it corrects is not the one that the game was played with"
                ));
            }
            let is = Hash256::of(text);
            if is == now {
                return Err(format!("its {file} is unchanged"));
            }
            // A file that is as it was at the founding again is no longer a correction.
            match self.founded_file(file) == Some(is) {
                true => self.game.data.remove(file),
                false => self.game.data.insert(file.clone(), text.clone()),
            };
            files.push(file.as_str());
        }
        let rules = rules.of(self).map_err(|why| why.0)?;
        if files.is_empty() {
            return Ok(rules);
        }
        if !self.game.answers.is_empty() {
            return Err("it corrects the game's data in the middle of a stage".to_owned());
        }
        if ruling.changes.contains(&RulingChange::State) || rules.blind {
            // The ruling replaces this position, and `edited` checks the new one; or there is none to check.
            return Ok(rules);
        }
        let sound = rules.referee.sound(&self.game.position);
        let why = match sound {
            Ok(Ok(())) => return Ok(rules),
            Ok(Err(why)) => format!("{} {}", why.code(), Value::Object(why.details().clone())),
            Err(why) => why.0,
        };
        Err(format!("with {} corrected, the position gone back to cannot be: {why}", files.join(", ")))
    }
}
