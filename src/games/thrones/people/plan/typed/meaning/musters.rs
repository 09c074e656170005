//! What mustering means in a position: where units are built, and which.

use super::{Berth, Made, Meaning, counted};
use crate::games::thrones::data::{Area, AreaSet, Unit};
use crate::games::thrones::people::plan::language::{self, IN_SEA, NONE, Section, UPGRADE_TO, unit_word};
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::{Count, Run};
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::games::thrones::people::plan::typed::wishes::Mustered;
use crate::sheet::{Fault, Node};

impl Meaning<'_> {
    /// Makes the entries of what is mustered, each in its place.
    pub(in super::super) fn muster(&mut self, place: Option<Run>, items: &[Mustered]) -> Made {
        if let (None, [Mustered::Nothing(run)]) = (place, items) {
            return Ok(vec![Entry::Whole(Section::Muster, text(self.span(*run), NONE))]);
        }
        let world = self.board.world.clone();
        let own = world.structures.and(self.board.controlled_by(self.seat));
        let given = place.map(|place| Ok((place, self.home(place, own)?))).transpose()?;
        let mut groups: Vec<(Berth, Vec<Mustered>)> = Vec::new();
        for item in items {
            let (at, item) = self.berth(item, own)?;
            let at = at.or(given);
            match groups.last_mut().filter(|(known, _)| known.is_none() || at.is_none() || *known == at) {
                // "A footman and a ship at Highgarden": what has no place of its own is where the others are.
                Some((known, all)) => {
                    *known = known.or(at);
                    all.push(item);
                }
                None => groups.push((at, vec![item])),
            }
        }
        let mut entries = Vec::new();
        for (at, items) in groups {
            let found = at.or_else(|| self.only_home(&items, own));
            let Some((run, area)) = found else {
                let first = items.first().map(|item| match item {
                    Mustered::Units { run, .. } | Mustered::Upgrade { run, .. } | Mustered::Nothing(run) => {
                        *run
                    }
                });
                return Err(self.unclear(first.unwrap_or(Run { from: 0, to: 0 })));
            };
            let nodes = self.builds(area, &items)?;
            entries.push(Entry::Listed(Section::Muster, self.area_node(run, area), nodes));
        }
        Ok(entries)
    }

    /// Finds a place to muster in: one's own go before any other that a name is short for, such as the "SE" of Storm's End.
    fn home(&mut self, run: Run, own: AreaSet) -> Result<Area, Fault> {
        if let Meant::Several(areas) = self.grammar.areas.meant(&self.grammar.name_of(run), &[own])
            && let mut mine = areas.into_iter().filter(|area| own.has(*area))
            && let (Some(area), None) = (mine.next(), mine.next())
        {
            let name = self.name(area).to_owned();
            self.remark(run, &name);
            return Ok(area);
        }
        self.area(run, &[own])
    }

    /// Returns where a ship is built if that is named behind it, and the ship without it.
    fn berth(&mut self, item: &Mustered, own: AreaSet) -> Result<(Option<(Run, Area)>, Mustered), Fault> {
        let Mustered::Units { run, unit, count, sea, home } = item else { return Ok((None, item.clone())) };
        let at = |sea| Mustered::Units { run: *run, unit: *unit, count: *count, sea, home: None };
        if let Some(home) = home {
            return Ok((Some((*home, self.home(*home, own)?)), at(*sea)));
        }
        let land = sea.and_then(|sea| match self.grammar.areas.meant(&self.grammar.name_of(sea), &[own]) {
            Meant::One { area, .. } if own.has(area) => Some((sea, area)),
            _ => None,
        });
        Ok(match land {
            Some(land) => (Some(land), at(None)),
            None => (None, at(*sea)),
        })
    }

    /// Returns the only place of the house on the sea that a ship is for: `a ship in Ironman's Bay`.
    fn only_home(&self, items: &[Mustered], own: AreaSet) -> Option<(Run, Area)> {
        let [Mustered::Units { sea: Some(sea), .. }] = items else { return None };
        let world = &self.board.world;
        let Meant::One { area: water, guessed: false } =
            self.grammar.areas.meant(&self.grammar.name_of(*sea), &[world.seas])
        else {
            return None;
        };
        let mut homes = own.iter().filter(|area| {
            world.place(*area).points > 0 && world.borders(*area).or(world.ports_of(*area)).has(water)
        });
        homes.next().filter(|_| homes.next().is_none()).map(|area| (*sea, area))
    }

    /// Returns what is built in an area, as the sheet writes it.
    pub(in super::super) fn builds(&mut self, area: Area, items: &[Mustered]) -> Result<Vec<Node>, Fault> {
        let world = self.board.world.clone();
        let seas = world.borders(area).and(world.seas).or(world.ports_of(area));
        let mut nodes = Vec::new();
        for item in items {
            if let Mustered::Upgrade { run, count, of, to } = item {
                let becomes = to.map(|unit| format!("{UPGRADE_TO} {}", unit_word(unit, 1)));
                let one = text(self.span(*run), &becomes.unwrap_or_else(|| language::UPGRADES[0].to_owned()));
                let count = usize::from(self.upgrades(area, *count, *of, *to));
                nodes.extend(std::iter::repeat_n(one, count));
                continue;
            }
            nodes.push(match item {
                Mustered::Upgrade { .. } => continue,
                Mustered::Nothing(run) => text(self.span(*run), NONE),
                Mustered::Units { run, unit, count, sea, .. } => {
                    let count = if *count == Count::All { Count::Number(99) } else { *count };
                    let what = counted(*unit, count);
                    let what = match sea {
                        None => what,
                        Some(sea) => {
                            let sea = self.area(*sea, &[seas])?;
                            format!("{what} {IN_SEA} {}", self.name(sea))
                        }
                    };
                    text(self.span(*run), &what)
                }
            });
        }
        Ok(nodes)
    }

    /// Returns how many units of an area are upgraded: all that there are, if that is said.
    fn upgrades(&self, area: Area, count: Count, of: Option<Unit>, to: Option<Unit>) -> u16 {
        let Count::Number(number) = count else {
            let before = to.and_then(|to| self.board.world.unit(to).upgrade).map(|(before, _)| before);
            let there = self.board.spot(area).units().of(of.or(before).unwrap_or(Unit::Footman));
            return u16::from(there).max(1);
        };
        number.clamp(1, 99)
    }
}
