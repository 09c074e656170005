//! What is in each area, and where each house is: nobody searches the whole board for the areas of one house.

use super::data::{Area, AreaSet, OrderId, Troop};
use crate::table::{MOST_SEATS, Seat};
use std::ops::{Deref, DerefMut};

/// What is in one area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// The house whose units are here; `None` if there are none.
    pub holder: Option<Seat>,
    /// Units that stand.
    pub fit: Troop,
    /// Units that were routed this turn.
    pub routed: Troop,
    /// The order of the holder.
    pub order: Option<OrderId>,
    /// The house whose power token is here.
    pub token: Option<Seat>,
    /// Strength of the neutral force, 0 for none.
    pub neutral: u8,
    /// Strength of the garrison of the house whose home it is, 0 for none.
    pub garrison: u8,
}

impl Spot {
    /// Returns all units, standing or routed.
    pub fn units(&self) -> Troop {
        self.fit.plus(self.routed)
    }
}

/// What is in each area, by the board's list.
#[derive(Clone, Debug)]
pub struct Spots {
    list: Vec<Spot>,
    /// The areas with units of each house, and those with its power tokens. They follow from the list.
    units: Places,
    tokens: Places,
}

/// Areas by house, and those of all houses. An area is in at most one of them.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    of: [AreaSet; MOST_SEATS],
    all: AreaSet,
}

impl Places {
    fn add(&mut self, seat: Option<Seat>, area: Area) {
        if let Some(own) = seat.and_then(|seat| self.of.get_mut(seat.index())) {
            own.add(area);
            self.all.add(area);
        }
    }

    fn remove(&mut self, seat: Option<Seat>, area: Area) {
        if let Some(own) = seat.and_then(|seat| self.of.get_mut(seat.index())) {
            own.remove(area);
            self.all.remove(area);
        }
    }

    fn of(&self, seat: Seat) -> AreaSet {
        self.of.get(seat.index()).copied().unwrap_or(AreaSet::EMPTY)
    }
}

impl Spots {
    /// Takes what is in each area.
    pub fn new(list: Vec<Spot>) -> Self {
        let mut spots = Spots { list, units: Places::default(), tokens: Places::default() };
        spots.learn();
        spots
    }

    /// Returns how many areas there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns `true` if there is no area at all.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns what is in an area.
    #[inline]
    pub fn get(&self, area: Area) -> &Spot {
        &self.list[area.index()]
    }

    /// Returns what is in an area, to change.
    #[inline]
    pub fn get_mut(&mut self, area: Area) -> SpotMut<'_> {
        self.forget(area);
        SpotMut { spots: self, area }
    }

    /// Returns what is in each area, by the board's list.
    pub fn iter(&self) -> std::slice::Iter<'_, Spot> {
        self.list.iter()
    }

    /// Changes what is in each area.
    pub fn change(&mut self, mut change: impl FnMut(Area, &mut Spot)) {
        self.list.iter_mut().enumerate().for_each(|(i, spot)| change(Area(i as u8), spot));
        self.learn();
    }

    /// Returns the areas with units of a house.
    #[inline]
    pub fn held_by(&self, seat: Seat) -> AreaSet {
        self.units.of(seat)
    }

    /// Returns the areas with units of any house.
    pub fn held(&self) -> AreaSet {
        self.units.all
    }

    /// Returns the areas with power tokens of a house.
    pub fn tokens_of(&self, seat: Seat) -> AreaSet {
        self.tokens.of(seat)
    }

    /// Returns the areas with units or power tokens of any house.
    pub fn claimed(&self) -> AreaSet {
        self.units.all.or(self.tokens.all)
    }

    #[inline]
    fn forget(&mut self, area: Area) {
        let Spot { holder, token, .. } = self.list[area.index()];
        self.units.remove(holder, area);
        self.tokens.remove(token, area);
    }

    #[inline]
    fn note(&mut self, area: Area) {
        let Spot { holder, token, .. } = self.list[area.index()];
        self.units.add(holder, area);
        self.tokens.add(token, area);
    }

    fn learn(&mut self) {
        (self.units, self.tokens) = (Places::default(), Places::default());
        (0..self.list.len() as u8).for_each(|i| self.note(Area(i)));
    }
}

/// Positions with the same in each area are the same.
impl PartialEq for Spots {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

/// What is in an area, to change; when it is let go, it is noted who is there then.
#[derive(Debug)]
pub struct SpotMut<'a> {
    spots: &'a mut Spots,
    area: Area,
}

impl Deref for SpotMut<'_> {
    type Target = Spot;

    #[inline]
    fn deref(&self) -> &Spot {
        self.spots.get(self.area)
    }
}

impl DerefMut for SpotMut<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Spot {
        &mut self.spots.list[self.area.index()]
    }
}

impl Drop for SpotMut<'_> {
    #[inline]
    fn drop(&mut self) {
        self.spots.note(self.area);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STARK: Seat = Seat(1);
    const TULLY: Seat = Seat(2);

    fn areas(set: AreaSet) -> Vec<u8> {
        set.iter().map(|area| area.0).collect()
    }

    #[test]
    fn it_is_known_who_is_where_after_each_change() {
        let mut spots = Spots::new(vec![Spot::default(); 5]);
        spots.get_mut(Area(3)).holder = Some(STARK);
        spots.get_mut(Area(1)).holder = Some(STARK);
        spots.get_mut(Area(1)).token = Some(TULLY);
        spots.get_mut(Area(4)).token = Some(STARK);
        assert_eq!(areas(spots.held_by(STARK)), [1, 3]);
        assert_eq!((areas(spots.tokens_of(TULLY)), areas(spots.tokens_of(STARK))), (vec![1], vec![4]));
        assert_eq!(areas(spots.claimed()), [1, 3, 4]);

        spots.get_mut(Area(1)).holder = Some(TULLY);
        spots.get_mut(Area(4)).token = None;
        assert_eq!((areas(spots.held_by(STARK)), areas(spots.held_by(TULLY))), (vec![3], vec![1]));
        assert_eq!((areas(spots.held()), areas(spots.claimed())), (vec![1, 3], vec![1, 3]));

        spots.change(|area, spot| spot.holder = (area.0 < 2).then_some(TULLY));
        assert_eq!((areas(spots.held_by(STARK)), areas(spots.held_by(TULLY))), (vec![], vec![0, 1]));
        assert_eq!(areas(Spots::new(spots.iter().copied().collect()).held_by(TULLY)), [0, 1]);
    }
}
