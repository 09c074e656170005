//! Versions of a game's rules.

/// A version of a game's rules and of what is printed on its boards and cards.
///
/// There is a new one only when a bug is fixed in such a way that a game could end differently; a campaign keeps the version
/// it was founded with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulesVersion {
    /// From 1.
    pub number: u32,
    /// What is new in it, for people.
    pub what: &'static str,
}
