//! What stays: units, which no order is, but beside one it says something; and power tokens, with the march that leaves them.

use super::reader::Reader;
use super::tree::Entry;
use crate::games::thrones::data::OrderKind;
use crate::games::thrones::people::plan::language::{self, MarchField};
use crate::sheet::{Content, Fault, Node, Refusal};

impl Reader<'_> {
    /// Gives each power token that is left behind to its march: the one from the area that is named, or the one written just before.
    fn end_tokens(&mut self) {
        let mut entries: Vec<Entry> = Vec::new();
        let mut left = Vec::new();
        for entry in std::mem::take(&mut self.entries) {
            match entry {
                Entry::LeavePower { area: None, said } => match entries.last() {
                    Some(Entry::March { from, .. }) => left.push((Some(from.clone()), said)),
                    _ => left.push((None, said)),
                },
                Entry::LeavePower { area, said } => left.push((area, said)),
                other => entries.push(other),
            }
        }
        for (area, said) in left {
            let yes = Node { span: said.span, content: Content::Text(language::YES.to_owned()) };
            let march = entries.iter_mut().find_map(|entry| match entry {
                Entry::March { from, to: Some(_), more } => {
                    let is_it = area.as_ref().is_some_and(|area| from.text() == area.text());
                    is_it.then_some(more)
                }
                _ => None,
            });
            match march {
                Some(more) if more.iter().any(|(field, _)| *field == MarchField::LeavePower) => {}
                Some(more) => more.push((MarchField::LeavePower, yes)),
                // The line with its march is asked back whole.
                None if self.faults.iter().any(|fault| {
                    fault.is_error() && fault.span.is_some_and(|span| span.line == said.span.line)
                }) => {}
                None => {
                    let why = Refusal::new("line-leave-power").with("text", said.text().unwrap_or_default());
                    self.faults.push(Fault::error(said.span, why));
                }
            }
        }
        self.entries = entries;
    }

    /// Makes of units that stay what they mean beside the order of another line: with March nobody marches, and with any other
    /// they stay anyway.
    pub(super) fn end_stays(&mut self) {
        self.end_tokens();
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
