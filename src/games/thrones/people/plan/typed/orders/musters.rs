//! What a Consolidate Power order musters, said on a line of its own: `Antler: consolidate*`, and below it `Antler: upgrade to Other`.

use crate::games::thrones::board::Stage;
use crate::games::thrones::data::OrderKind;
use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::tree::Entry;

impl Reader<'_> {
    /// Gives what is mustered in an area to the order there, where that order musters. Before orders are given it is for a Westeros card.
    pub(in super::super) fn musters_by_order(&mut self) {
        if self.board.stage < Stage::Planning {
            return;
        }
        let world = &self.board.world;
        let musters = |entry: &Entry| {
            let Entry::Order { area, order, .. } = entry else { return None };
            let name = area.text()?;
            let (area, order) = (self.words.areas.known(name)?, self.words.order(world, order.text()?).ok()?);
            let is_it = world.token(order).kind == OrderKind::Consolidate
                && (self.board.edition.consolidates)(self.board, area, order).points > 0;
            is_it.then(|| name.to_owned())
        };
        let ordered: Vec<String> = self.entries.iter().filter_map(musters).collect();
        for entry in &mut self.entries {
            if let Entry::Listed(section @ Section::Muster, area, _) = entry
                && area.text().is_some_and(|area| ordered.iter().any(|known| known == area))
            {
                *section = Section::Consolidate;
            }
        }
    }
}
