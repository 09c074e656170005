//! The question for a march that a tactic card lets units make, into one area: the second leg of a march, cavalry after a
//! victory, an attack in place of a raid. Rules: BW, B-106, B-114, B-115.

use super::choice::nth;
use crate::games::thrones::answer::{units, write_units};
use crate::games::thrones::ask::{About, Ask, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, Troop};
use crate::games::thrones::north::using::Using;
use crate::games::thrones::question::Question;
use crate::games::thrones::war::march::{Illegal, March, Marches};
use crate::table::{Refusal, Seat};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Units that may go, from where and to where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    pub from: Area,
    pub group: Troop,
    pub to: AreaSet,
}

/// All ways; as many as one march may have destinations, or a side Raid orders.
pub type Paths = ArrayVec<Way, 16>;

/// Whether units march by a tactic card, who and where.
pub struct Sally<'a> {
    board: &'a Board,
    seat: Seat,
    what: &'static str,
    nth: u8,
    ways: Paths,
    /// How many units may go.
    most: u8,
    /// Power that it costs, which is paid before a token can be left.
    price: u8,
    /// `true` if they come back in any case: supply does not matter, and no token is left.
    returns: bool,
}

impl<'a> Sally<'a> {
    /// The question to the owner of an ability; where nobody can go, there is no way.
    pub fn new(board: &'a Board, using: &Using, what: &'static str, ways: Paths) -> Self {
        let most = u8::MAX;
        let (nth, price) = (nth(board, using), using.price(0));
        Sally { board, seat: using.seat, what, nth, ways, most, price, returns: false }
    }

    /// The same, for so many units at most.
    pub fn at_most(self, most: u8) -> Self {
        Sally { most, ..self }
    }

    /// The same, for units that come back.
    pub fn returning(self) -> Self {
        Sally { returns: true, ..self }
    }

    /// Returns `true` if nobody can go anywhere.
    pub fn is_idle(&self) -> bool {
        !self.marches(&mut |_| ControlFlow::Break(())).is_break()
    }

    fn legal(&self, march: &March) -> bool {
        if self.returns {
            return !march.leave_power;
        }
        Marches::new(self.board, self.seat).first_illegal(march).is_none() && self.can_leave(march)
    }

    /// Returns `false` if the last power goes for the card and a token is to be left all the same.
    fn can_leave(&self, march: &March) -> bool {
        !march.leave_power || self.board.houses[self.seat].power > self.price
    }

    fn marches(&self, found: &mut dyn FnMut(March) -> ControlFlow<()>) -> ControlFlow<()> {
        for way in &self.ways {
            for to in way.to.iter() {
                let parts = way.group.parts().filter(|part| !part.is_empty() && part.count() <= self.most);
                for part in parts {
                    for leave_power in [false, true] {
                        let mut march = March { leave_power, ..March::stay(way.from) };
                        march.send(to, part);
                        if self.legal(&march) {
                            found(march)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Ask for Sally<'_> {
    type Answer = Option<March>;
    const KIND: &'static str = "tactic-march";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nth(self.what, None, self.nth) }
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        Question::TacticMarch {
            what: self.what.to_owned(),
            ways: self
                .ways
                .iter()
                .map(|way| (world.area_id(way.from).to_owned(), (units(way.group), world.ids(way.to))))
                .collect(),
            most: self.most,
        }
    }

    fn check(&self, answer: &Option<March>) -> Result<(), Refusal> {
        let Some(march) = answer else { return Ok(()) };
        let name = |area: Area| self.board.world.place(area).name.clone();
        let Some(way) = self.ways.iter().find(|way| way.from == march.from) else {
            let legal: Vec<String> = self.ways.iter().map(|way| name(way.from)).collect();
            return Err(Refusal::new("tactic-march-from")
                .with("from", name(march.from))
                .with("legal", legal));
        };
        let [(to, group)] = march.to.as_slice() else {
            return Err(Refusal::new("tactic-march-one").with("from", name(march.from)));
        };
        if !way.to.has(*to) {
            let legal: Vec<String> = way.to.iter().map(name).collect();
            let refusal = Refusal::new("tactic-march-to").with("from", name(march.from));
            return Err(refusal.with("to", name(*to)).with("legal", legal));
        }
        let number = group.count();
        if group.is_empty() || !way.group.covers(*group) || number > self.most {
            let refusal = Refusal::new("tactic-march-units").with("from", name(march.from));
            let most = self.most.min(way.group.count());
            return Err(refusal.with("units", write_units(way.group)).with("most", most));
        }
        if self.returns {
            let refusal = Refusal::new("march-power-not-here").with("from", name(march.from));
            return if march.leave_power { Err(refusal) } else { Ok(()) };
        }
        let marches = Marches::new(self.board, self.seat);
        let unpaid = || (!self.can_leave(march)).then_some(Illegal::PowerNoneLeft);
        let illegal = marches.first_illegal(march).or_else(unpaid);
        illegal.map_or(Ok(()), |illegal| Err(marches.refusal(march, illegal)))
    }

    fn walk(&self, found: Found<'_, Option<March>>) -> ControlFlow<()> {
        found(None)?;
        self.marches(&mut |march| found(Some(march)))
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Option<March> {
        let way = self.ways.get(dice.usize(0..self.ways.len().max(1)))?;
        if dice.u8(0..4) == 0 {
            return None;
        }
        let to = way.to.pick(dice)?;
        let mut march = March::stay(way.from);
        let mut part = Troop::NONE;
        for (unit, n) in way.group.iter() {
            part.add(unit, dice.u8(0..=n).min(self.most.saturating_sub(part.count())));
        }
        march.send(to, part);
        march.leave_power = !self.returns && dice.bool();
        Some(march).filter(|march| !part.is_empty() && self.legal(march))
    }

    /// Nobody goes. B-07.
    fn default(&self) -> Option<March> {
        None
    }
}
