//! Raids, marches and battles.

pub mod battle;
mod entry;
pub mod event;
pub mod march;
pub mod march_query;
pub mod marches;
pub mod neutral;
pub mod raids;
pub mod transport;

#[cfg(test)]
mod tests;

/// Every code a refusal can have here (besides those all queries share); each has its words in
/// templates/thrones/refusals/war.yaml.
pub const REFUSALS: &[&str] = &[
    "raid-no-order",
    "raid-not-adjacent",
    "raid-from-land-to-sea",
    "raid-own-order",
    "raid-no-target",
    "raid-too-many",
    "march-no-order",
    "march-nobody",
    "march-too-many-units",
    "march-out-of-reach",
    "march-two-battles",
    "march-breaks-supply",
    "march-power-units-stay",
    "march-power-not-here",
    "march-power-at-home",
    "march-power-never",
    "march-power-none-left",
    "march-port-full",
    "march-too-weak",
    "support-against-oneself",
    "support-one-answer",
    "support-neutral",
    "card-not-in-hand",
    "ability-no-choice",
    "casualties-number",
    "casualties-not-there",
    "retreat-not-there",
    "retreat-lost-number",
    "retreat-lost-units",
];
