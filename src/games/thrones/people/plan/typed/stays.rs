//! Units that stay: an order of its own is none of that, but beside one it says something.

use super::reader::Reader;
use super::tree::Entry;
use crate::games::thrones::data::OrderKind;
use crate::games::thrones::people::plan::language::{self, HOLD};

impl Reader<'_> {
    /// Units that stay where another line gives an order: with March nobody marches, and with any other they stay anyway.
    pub(super) fn end_stays(&mut self) {
        let given = |entry: &Entry| match entry {
            Entry::Order { area, order, .. } => {
                let order = self.words.order(&self.board.world, order.text()?).ok()?;
                Some((area.text()?.to_owned(), self.board.world.token(order).kind))
            }
            _ => None,
        };
        let given: Vec<(String, OrderKind)> = self.entries.iter().filter_map(given).collect();
        let all = std::mem::take(&mut self.entries).into_iter();
        let meant = |entry: Entry| match entry {
            Entry::Order { area, order, .. }
                if order.text().is_some_and(|text| language::is_one_of(HOLD, text)) =>
            {
                match given.iter().find(|(known, _)| area.text() == Some(known)) {
                    Some((_, OrderKind::March)) => {
                        Some(Entry::March { from: area, to: None, more: Vec::new() })
                    }
                    Some(_) => None,
                    // No order does that, and the reader of plans says so.
                    None => Some(Entry::Order { area, order, implied: false }),
                }
            }
            other => Some(other),
        };
        self.entries = all.filter_map(meant).collect();
    }
}
