//! Followers, counted by faction.

/// A faction, or Mordred's loyalists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Faction {
    /// Blue.
    Scots,
    /// Red.
    Welsh,
    /// Yellow.
    RomanoBritons,
    /// Black. They hold regions and are exchanged, but never summoned. Rules: The Mordred variant.
    Loyalists,
}

impl Faction {
    /// The three factions and the loyalists.
    pub const ALL: [Faction; 4] =
        [Faction::Scots, Faction::Welsh, Faction::RomanoBritons, Faction::Loyalists];
    /// The three factions without the loyalists.
    pub const THREE: [Faction; 3] = [Faction::Scots, Faction::Welsh, Faction::RomanoBritons];

    /// Returns the name in files.
    pub fn id(self) -> &'static str {
        match self {
            Faction::Scots => "scots",
            Faction::Welsh => "welsh",
            Faction::RomanoBritons => "romano-britons",
            Faction::Loyalists => "loyalists",
        }
    }

    /// Finds a faction by its name in files.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|faction| faction.id() == id)
    }
}

/// Numbers of followers by faction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Band(pub [u8; 4]);

impl Band {
    pub const NONE: Band = Band([0; 4]);

    /// Makes a band of one follower.
    pub fn one(faction: Faction) -> Band {
        let mut band = Band::NONE;
        band.0[faction as usize] = 1;
        band
    }

    /// Returns how many of a faction there are.
    pub fn count(self, faction: Faction) -> u8 {
        self.0[faction as usize]
    }

    /// Returns how many there are in all.
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }

    /// Returns `true` if nobody is there.
    pub fn is_empty(self) -> bool {
        self == Band::NONE
    }

    /// Returns both bands together.
    pub fn plus(self, other: Band) -> Band {
        Band(std::array::from_fn(|i| self.0[i].saturating_add(other.0[i])))
    }

    /// Returns the band without another, or `None` if not all of that are there.
    pub fn minus(self, other: Band) -> Option<Band> {
        let mut left = self;
        for (left, other) in left.0.iter_mut().zip(other.0) {
            *left = left.checked_sub(other)?;
        }
        Some(left)
    }

    /// Removes one follower; returns `false` if there is none of the faction.
    pub fn take(&mut self, faction: Faction) -> bool {
        let left = self.0[faction as usize].checked_sub(1);
        self.0[faction as usize] = left.unwrap_or(0);
        left.is_some()
    }

    /// Adds a follower.
    pub fn add(&mut self, faction: Faction) {
        self.0[faction as usize] = self.0[faction as usize].saturating_add(1);
    }

    /// Iterates over the factions that are there.
    pub fn kinds(self) -> impl Iterator<Item = Faction> {
        Faction::ALL.into_iter().filter(move |faction| self.count(*faction) > 0)
    }

    /// Returns the band without its loyalists, who cannot be summoned to court.
    pub fn without_loyalists(self) -> Band {
        let mut band = self;
        band.0[Faction::Loyalists as usize] = 0;
        band
    }

    /// Returns the number of complete sets: one follower of each of the three factions.
    pub fn sets(self) -> u8 {
        Faction::THREE.into_iter().map(|faction| self.count(faction)).min().unwrap_or(0)
    }

    /// Returns the faction with more followers than any other, or `None` on a tie or if nobody is here. Rules:
    /// Struggles for power.
    pub fn leader(self) -> Option<Faction> {
        let most = self.0.into_iter().max().filter(|most| *most > 0)?;
        let mut with_most = Faction::ALL.into_iter().filter(|faction| self.count(*faction) == most);
        let leader = with_most.next();
        if with_most.next().is_some() { None } else { leader }
    }

    /// Draws a follower; all are equally likely.
    pub fn pick(self, dice: &mut fastrand::Rng) -> Option<Faction> {
        if self.is_empty() {
            return None;
        }
        let mut nth = dice.u8(0..self.total());
        self.kinds().find(|faction| {
            let count = self.count(*faction);
            let found = nth < count;
            nth = nth.saturating_sub(count);
            found
        })
    }

    /// Returns the id of each follower.
    pub fn ids(self) -> Vec<&'static str> {
        self.kinds().flat_map(|faction| (0..self.count(faction)).map(move |_| faction.id())).collect()
    }
}

impl FromIterator<Faction> for Band {
    fn from_iter<I: IntoIterator<Item = Faction>>(factions: I) -> Self {
        let mut band = Band::NONE;
        factions.into_iter().for_each(|faction| band.add(faction));
        band
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_lead_and_ties_do_not() {
        assert_eq!(Band([2, 1, 0, 0]).leader(), Some(Faction::Scots));
        assert_eq!(Band([2, 2, 1, 0]).leader(), None);
        assert_eq!(Band([1, 1, 2, 2]).leader(), None);
        assert_eq!(Band([0, 0, 0, 1]).leader(), Some(Faction::Loyalists));
        assert_eq!(Band::NONE.leader(), None);
    }

    #[test]
    fn sets_need_all_three() {
        assert_eq!(Band([3, 4, 2, 9]).sets(), 2);
        assert_eq!(Band([3, 4, 0, 0]).sets(), 0);
    }

    #[test]
    fn nobody_is_taken_who_is_not_there() {
        assert_eq!(Band([1, 0, 0, 0]).minus(Band([0, 1, 0, 0])), None);
        assert_eq!(Band([2, 1, 0, 0]).minus(Band([1, 1, 0, 0])), Some(Band([1, 0, 0, 0])));
        let mut band = Band([1, 0, 0, 0]);
        assert!(band.take(Faction::Scots) && !band.take(Faction::Scots) && band.is_empty());
    }
}
