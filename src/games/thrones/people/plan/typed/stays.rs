//! Units that stay: no order is that, but beside one it says something.

use super::reader::Reader;
use super::tree::Entry;
use crate::games::thrones::data::OrderKind;
use crate::sheet::Node;

impl Reader<'_> {
    /// Makes of units that stay what they mean beside the order of another line: with March nobody marches, and with any other
    /// they stay anyway.
    pub(super) fn end_stays(&mut self) {
        let given = |entry: &Entry| match entry {
            Entry::Order { area, order, .. } => Some((area.text()?.to_owned(), self.kind(order)?)),
            _ => None,
        };
        let given: Vec<(String, OrderKind)> = self.entries.iter().filter_map(given).collect();
        let kind =
            |area: &Node| given.iter().find(|(known, _)| area.text() == Some(known)).map(|(_, kind)| *kind);
        let meant = |entry| match entry {
            Entry::Stay { area, stay } => match kind(&area) {
                Some(OrderKind::March) => Some(Entry::March { from: area, to: None, more: Vec::new() }),
                Some(_) => None,
                None => Some(Entry::Stay { area, stay }),
            },
            other => Some(other),
        };
        self.entries = std::mem::take(&mut self.entries).into_iter().filter_map(meant).collect();
    }

    fn kind(&self, order: &Node) -> Option<OrderKind> {
        let world = &self.board.world;
        self.words.order(world, order.text()?).ok().map(|order| world.token(order).kind)
    }
}
