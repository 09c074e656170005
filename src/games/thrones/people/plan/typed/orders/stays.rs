//! What stays: units, which no order is, but beside one it says something; and power tokens, with the march that leaves them.

use crate::games::thrones::data::OrderKind;
use crate::games::thrones::people::plan::language::{self, MarchField};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::shapes::Among;
use crate::games::thrones::people::plan::typed::tree::Entry;
use crate::sheet::{Content, Fault, Node, Refusal};

impl Reader<'_> {
    /// Gives each power token that is left behind to its march: the one from the area that is named, or the one written just before.
    fn end_tokens(&mut self) {
        let mut entries: Vec<Entry> = Vec::new();
        let mut left = Vec::new();
        let mut none = Vec::new();
        for entry in std::mem::take(&mut self.entries) {
            match entry {
                Entry::Token { area, left } => none.push((area, left)),
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
            // A march of an earlier message, unless this one gives the area another order.
            let later = area.clone().filter(|area| !self.does_else(&entries, area));
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
                None if let Some(area) = later => entries.push(Entry::Token { area, left: yes }),
                None => {
                    let own = self.board.held_by(self.seat).next();
                    let own = own.map(|(area, _)| self.board.world.place(area).name.clone());
                    let why = Refusal::new("line-leave-power").with("text", said.text().unwrap_or_default());
                    let why = why.with("area", own);
                    self.faults.push(Fault::error(said.span, why));
                }
            }
        }
        for (area, left) in none {
            let march = entries.iter_mut().find_map(|entry| match entry {
                Entry::March { from, more, .. } if from.text() == area.text() => Some(more),
                _ => None,
            });
            match march {
                // "No power token in Winterfell" takes back that one is left.
                Some(more) => more.retain(|(field, _)| *field != MarchField::LeavePower),
                None => entries.push(Entry::Token { area, left }),
            }
        }
        self.entries = entries;
    }

    /// Returns `true` if an area has an order in this message that is no March.
    fn does_else(&self, entries: &[Entry], of: &Node) -> bool {
        let kind = |entry: &Entry| match entry {
            Entry::Order { area, order, .. } if area.text() == of.text() => self.kind(order),
            _ => None,
        };
        entries.iter().filter_map(kind).any(|kind| kind != OrderKind::March)
    }

    /// Gives all areas the order that is said of all, or those that have none in this message the one that is said of the rest.
    fn end_all(&mut self) {
        let mut said: Vec<(Node, Node, Among)> = Vec::new();
        let mut entries: Vec<Entry> = Vec::new();
        for entry in std::mem::take(&mut self.entries) {
            match entry {
                Entry::All { said: words, order, of } => said.push((words, order, of)),
                other => entries.push(other),
            }
        }
        // "The rest defends, ships support": the rest is what nothing else is said of.
        said.sort_by_key(|(_, _, of)| *of == Among::Rest);
        let world = &self.board.world;
        for (words, order, of) in said {
            let has_order = |name: &str| {
                entries.iter().any(|entry| match entry {
                    Entry::Order { area, .. } | Entry::March { from: area, .. } => area.text() == Some(name),
                    _ => false,
                })
            };
            let held = self.board.held_by(self.seat);
            let held = held.filter(|(_, spot)| !world.movable(spot.units()).is_empty());
            let held: Vec<_> = held
                .filter(|(_, spot)| !matches!(of, Among::With(unit, _) if spot.units().of(unit) == 0))
                .collect();
            let ships = held.iter().map(|(_, spot)| match of {
                Among::With(unit, _) => usize::from(spot.units().of(unit)),
                _ => 0,
            });
            // "Both fleets": two areas, or two ships in one.
            let is_other = matches!(of, Among::With(_, true)) && held.len() != 2 && ships.sum::<usize>() != 2;
            let rest = of == Among::Rest;
            let names = held.iter().map(|(area, _)| world.place(*area).name.as_str());
            let areas: Vec<&str> = names.filter(|name| !rest || !has_order(name)).collect();
            // The rest of what, if nothing is said of any?
            if is_other {
                let why = Refusal::new("line-unclear").with("text", words.text().unwrap_or_default());
                self.faults.push(Fault::error(words.span, why));
                continue;
            }
            if areas.is_empty() || rest && !entries.iter().any(|entry| matches!(entry, Entry::Order { .. })) {
                self.faults.push(Fault::error(words.span, Refusal::new("line-rest")));
                continue;
            }
            let tokens = self.tokens_left(&entries, &order).unwrap_or(usize::MAX);
            if areas.len() > tokens {
                let why = Refusal::new("line-too-few-tokens").with("text", words.text().unwrap_or_default());
                let why = why.with("areas", areas).with("tokens", tokens);
                self.faults.push(Fault::error(words.span, why));
                continue;
            }
            let why = Refusal::new("line-taken-for").with("text", words.text().unwrap_or_default());
            self.faults.push(Fault::warning(words.span, why.with("areas", areas.clone())));
            let area = |name: &str| Node { span: words.span, content: Content::Text(name.to_owned()) };
            let given = areas.into_iter().map(|name| (area(name), order.clone()));
            entries.extend(given.map(|(area, order)| Entry::Order { area, order, implied: false }));
        }
        self.entries = entries;
    }

    /// Returns how many tokens of an order are left beside those that the entries place.
    fn tokens_left(&self, entries: &[Entry], order: &Node) -> Option<usize> {
        let world = &self.board.world;
        let found = |node: &Node| self.words.order(world, node.text()?).ok();
        let wanted = found(order)?;
        let placed = entries.iter().filter(|entry| match entry {
            Entry::Order { order, .. } => found(order) == Some(wanted),
            _ => false,
        });
        Some(usize::from(world.tokens_of(self.seat, wanted)).saturating_sub(placed.count()))
    }

    /// Makes of units that stay what they mean beside the order of another line: with March nobody marches, and with any other
    /// they stay anyway.
    pub(in super::super) fn end_stays(&mut self) {
        self.end_tokens();
        self.end_all();
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
