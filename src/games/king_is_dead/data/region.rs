//! Regions as small numbers, and sets of them.

/// Regions on the board.
pub const REGIONS: usize = 8;

/// A region, by its place in map.yaml. There are always [`REGIONS`] of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Region(u8);

impl Region {
    /// All regions in the order of the board.
    pub const ALL: [Region; REGIONS] =
        [Region(0), Region(1), Region(2), Region(3), Region(4), Region(5), Region(6), Region(7)];

    /// Its place in lists by region.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RegionSet(u8);

impl RegionSet {
    /// No region.
    pub const EMPTY: RegionSet = RegionSet(0);

    /// Whether a region is in it.
    pub fn has(self, region: Region) -> bool {
        self.0 & (1 << region.0) != 0
    }

    /// Adds a region.
    pub fn add(&mut self, region: Region) {
        self.0 |= 1 << region.0;
    }

    /// Takes a region away.
    pub fn remove(&mut self, region: Region) {
        self.0 &= !(1 << region.0);
    }

    /// Regions in both.
    pub fn and(self, other: RegionSet) -> RegionSet {
        RegionSet(self.0 & other.0)
    }

    /// Regions in either.
    pub fn or(self, other: RegionSet) -> RegionSet {
        RegionSet(self.0 | other.0)
    }

    /// How many.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its regions in the order of the board.
    pub fn iter(self) -> impl Iterator<Item = Region> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = Region(left.trailing_zeros() as u8);
            let found = left != 0;
            left &= left.wrapping_sub(1);
            found.then_some(first)
        })
    }

    /// One of them by chance, all equally likely.
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
