//! Versions of a game's rules.

/// A version of a game's rules and of what is printed on its boards and cards. There is a new one when a fault is mended
/// so that a game could come out differently, and then only; a campaign keeps the one it was founded with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulesVersion {
    /// Its number, from 1.
    pub number: u32,
    /// What is new in it, for people.
    pub what: &'static str,
}
