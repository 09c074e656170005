//! What the slots of a pattern stand for.

use super::super::condition::{Others, Test, Where, Who};

/// A difference of two amounts as it is said: of the first over the second, or of the second over the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lead {
    pub is: Test,
    /// `true` for "fewer".
    pub turned: bool,
}

/// Several regions as they are joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Listed {
    pub regions: Vec<Where>,
    /// `true` if joined by "or".
    pub any: bool,
}

/// Several other seats as they are joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Joined {
    pub seats: Vec<Others>,
    /// `true` if joined by "or".
    pub any: bool,
}

/// The things that the slots of a sentence stand for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Bound {
    pub side: Option<String>,
    pub rival: Option<String>,
    pub faction: Option<String>,
    pub other: Option<String>,
    pub region: Option<Where>,
    pub second: Option<Where>,
    /// For `{regions}`; one of them is the same as `region`.
    pub regions: Option<Listed>,
    pub but_regions: Vec<Where>,
    pub but_factions: Vec<String>,
    pub who: Option<Who>,
    pub than: Option<Who>,
    pub others: Option<Others>,
    pub card: Option<String>,
    pub count: Option<Test>,
    pub more: Option<Lead>,
    /// `true` if `more` goes on with the word for equals.
    pub equals: bool,
    pub by: Option<Test>,
    pub number: Option<u8>,
    /// For `{several}` and `{neither}`.
    pub several: Option<Joined>,
    /// Why the sentence cannot be used, as the code of the refusal: it says of the owner what only others can be asked, or speaks of
    /// somebody who is not in this game.
    pub wrong: Option<&'static str>,
}
