//! The kinds and keys of questions, as `answers` of a plan name them.

/// The kinds of questions, as `Query::kind` has them.
pub const KINDS: &[&str] = &[
    "bid",
    "tie",
    "disband",
    "muster",
    "orders",
    "raven",
    "reward",
    "raid",
    "march",
    "support",
    "card",
    "blade",
    "casualties",
    "retreat",
    "ability",
];

/// Returns a key without turn, stage, step and house: `retreat/moat-cailin`. A key that has none of them is returned as
/// it is.
pub(super) fn short_key(key: &str) -> &str {
    if is_whole(key) { key.splitn(5, '/').nth(4).unwrap_or(key) } else { key }
}

/// Returns `true` if a key begins with its turn, and so is that of one question of the game.
pub(super) fn is_whole(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_digit())
}
