//! Corrections of the game's data into the record.

use crate::campaign::state::entries::{Ruling, RulingChange};
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::Rules;
use crate::seal::Hash256;
use crate::table::Position;
use serde_json::Value;

impl Record {
    /// Takes in what a ruling corrects of the game's data. Gives the game as it is played from there.
    pub(crate) fn corrected<'a>(&mut self, rules: Rules<'a>, ruling: &Ruling) -> Result<Rules<'a>, String> {
        let mut files = Vec::new();
        for change in &ruling.changes {
            let RulingChange::Data { file, was, text } = change else { continue };
            let now = self.file(file).ok_or_else(|| format!("{file} is no file of the game's data"))?;
            if now != *was {
                return Err(format!("it corrects another {file} than the one that the game was played with"));
            }
            let is = Hash256::of(text);
            if is == now {
                return Err(format!("its {file} is as it was"));
            }
            // What is as it was founded again is no correction any more.
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
            return Err("the game's data are corrected in the middle of a stage".to_owned());
        }
        if ruling.changes.contains(&RulingChange::State) {
            // The position that counts is the edited one, and is looked at there.
            return Ok(rules);
        }
        let sound = rules.referee.sound(&Position(self.game.position.clone()));
        let why = match sound {
            Ok(Ok(())) => return Ok(rules),
            Ok(Err(why)) => format!("{} {}", why.code(), Value::Object(why.details().clone())),
            Err(why) => why.0,
        };
        Err(format!("with {} corrected, the position gone back to cannot be: {why}", files.join(", ")))
    }
}
