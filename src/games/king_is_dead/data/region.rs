//! Regions as small numbers, and sets of them.

/// The number of regions on the board.
pub const REGIONS: usize = 8;

/// A region, by its place in map.yaml. There are always [`REGIONS`] of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Region(u8);

impl Region {
    /// All regions in the order of the board.
    pub const ALL: [Region; REGIONS] =
        [Region(0), Region(1), Region(2), Region(3), Region(4), Region(5), Region(6), Region(7)];

    /// Returns the index in lists by region, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RegionSet(u8);

impl RegionSet {
    pub const EMPTY: RegionSet = RegionSet(0);

    /// Returns `true` if a region is in the set.
    pub fn has(self, region: Region) -> bool {
        self.0 & (1 << region.0) != 0
    }

    /// Adds a region.
    pub fn add(&mut self, region: Region) {
        self.0 |= 1 << region.0;
    }

    /// Removes a region.
    pub fn remove(&mut self, region: Region) {
        self.0 &= !(1 << region.0);
    }

    /// Returns the regions in both sets.
    pub fn and(self, other: RegionSet) -> RegionSet {
        RegionSet(self.0 & other.0)
    }

    /// Returns the regions in either set.
    pub fn or(self, other: RegionSet) -> RegionSet {
        RegionSet(self.0 | other.0)
    }

    /// Returns the number of regions.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the regions in the order of the board.
    pub fn iter(self) -> impl Iterator<Item = Region> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = Region(left.trailing_zeros() as u8);
            let found = left != 0;
            left &= left.wrapping_sub(1);
            found.then_some(first)
        })
    }

    /// Draws a region; all are equally likely.
    pub fn pick(self, dice: &mut fastrand::Rng) -> Option<Region> {
        if self.is_empty() {
            return None;
        }
        self.iter().nth(usize::from(dice.u8(0..self.len())))
    }
}

impl FromIterator<Region> for RegionSet {
    fn from_iter<I: IntoIterator<Item = Region>>(regions: I) -> Self {
        let mut set = RegionSet::EMPTY;
        regions.into_iter().for_each(|region| set.add(region));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_what_was_put_in() {
        let set: RegionSet = [Region(7), Region(0), Region(3)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Region(0), Region(3), Region(7)]);
        assert_eq!((set.len(), set.has(Region(3)), set.has(Region(4))), (3, true, false));
        let mut dice = fastrand::Rng::with_seed(1);
        assert!((0..50).all(|_| set.pick(&mut dice).is_some_and(|r| set.has(r))));
        assert_eq!(RegionSet::EMPTY.pick(&mut dice), None);
    }
}
