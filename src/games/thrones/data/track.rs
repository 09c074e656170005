//! The tracks of influence.

/// One of the three tracks of influence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Track {
    /// Order of play, and all ties but those in battle.
    IronThrone,
    /// Ties in battle; the Valyrian Steel Blade.
    Fiefdoms,
    /// Stars; the Messenger Raven.
    KingsCourt,
}

impl Track {
    /// All, in the order of the auctions.
    pub const ALL: [Track; 3] = [Track::IronThrone, Track::Fiefdoms, Track::KingsCourt];

    /// Returns its id: `iron-throne`.
    pub fn id(self) -> &'static str {
        match self {
            Track::IronThrone => "iron-throne",
            Track::Fiefdoms => "fiefdoms",
            Track::KingsCourt => "kings-court",
        }
    }
}
