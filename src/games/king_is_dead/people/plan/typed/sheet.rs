//! Parts of a play as the sheet writes them, which have lost the list around them: `place: {Scots: Deva, Welsh: Ratae}`.

use super::part::Part;
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::data::language::Key;
use crate::sheet::{Content, on_one_line};

impl Reader<'_> {
    /// Reads a map behind a key of the play above it. Its commas and colons part no turns.
    pub(super) fn as_the_sheet(&mut self, line: Part<'_>) -> Option<()> {
        let (name, value) = line.text.split_once(':')?;
        let key = self.lexicon.keys.known(name.trim())?;
        let Content::Map(entries) = on_one_line(value, line.span())?.content else { return None };
        let Some(Turn::Play(play)) = self.turns.last_mut() else { return None };
        match key {
            Key::Place if play.settled.is_empty() => play.settled = entries,
            Key::Exchange if play.exchange.is_empty() => {
                let known = entries.into_iter().map(|(key, value)| {
                    Some((self.lexicon.keys.known(key.text().unwrap_or_default())?, value))
                });
                play.exchange = known.collect::<Option<_>>()?;
            }
            _ => return None,
        }
        self.open = None;
        Some(())
    }
}
