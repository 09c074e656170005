//! What a Support order means: the order, and whom it helps in which area.

use super::{Made, Meaning, next_door};
use crate::games::thrones::data::OrderKind;
use crate::games::thrones::people::plan::language::{self, OWN, Section};
use crate::games::thrones::people::plan::model::Favour;
use crate::games::thrones::people::plan::typed::grammar::{OrderSaid, Run};
use crate::games::thrones::people::plan::typed::shapes::Whom;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};

impl Meaning<'_> {
    /// Makes a Support order, and whom it helps.
    pub(super) fn supporting(&mut self, from: Run, order: OrderSaid, whom: &Whom) -> Made {
        let origin = self.own_area(from)?;
        let mut entries = self.implied(from, origin, Some(order), OrderKind::Support);
        let own = |span| text(span, OWN.first().copied().unwrap_or_default());
        let (key, value) = match whom {
            Whom::Own(..) => return Ok(entries),
            Whom::House(seat, run) => {
                let house = self.board.world.seat_id(*seat).to_owned();
                let always = language::word(language::FAVOURS, &Favour::Always);
                (text(self.span(*run), &house), text(self.span(*run), always))
            }
            Whom::HouseAt(seat, run, place) => {
                let house = self.board.world.seat_id(*seat).to_owned();
                let area = self.area(*place, &[next_door(self.board, origin)])?;
                (self.area_node(*place, area), text(self.span(*run), &house))
            }
            Whom::Place(run) => {
                let area = self.area(*run, &[next_door(self.board, origin)])?;
                (self.area_node(*run, area), own(self.span(*run)))
            }
            Whom::Unit(unit, run) => {
                let near = next_door(self.board, origin);
                let held = self.board.held_by(self.seat);
                let there = held.filter(|(area, spot)| near.has(*area) && spot.units().of(*unit) > 0);
                let mut there = there.map(|(area, _)| area);
                let (Some(area), None) = (there.next(), there.next()) else {
                    return Err(self.unclear(*run));
                };
                let name = self.name(area).to_owned();
                self.remark(*run, &name);
                (self.area_node(*run, area), own(self.span(*run)))
            }
        };
        entries.push(Entry::Keyed(Section::Support, key, value));
        Ok(entries)
    }
}
