//! What happens between wars: set-up, Westeros cards, supply, mustering, auctions, wildlings, planning, power,
//! the turn and its end.

pub mod bidding;
pub mod choice;
pub mod consolidate;
pub mod disband;
pub mod event;
pub mod foresight;
pub mod mustering;
pub mod pick;
pub mod planning;
pub mod ports;
pub mod power;
pub mod raven;
pub mod select;
pub mod setup;
pub mod sound;
pub mod stand;
pub mod supply;
pub mod tracks;
pub mod turn;
pub mod victory;
pub mod westeros;
pub mod wildling_cards;
pub mod wildling_foresight;
pub mod wildlings;
pub mod yard;

/// Every code with which an answer or a position is refused here; each has its words in
/// templates/thrones/refusals/realm.yaml.
pub const REFUSALS: &[&str] = &[
    "answer-malformed",
    "bid-too-high",
    "gift-too-much",
    "tie-not-all",
    "tie-not-one",
    "disband-not-there",
    "disband-supply-exceeded",
    "disband-too-many",
    "disband-too-little",
    "disband-too-much",
    "reward-not-used",
    "westeros-no-choice",
    "muster-not-yours",
    "muster-too-few-points",
    "muster-pool-empty",
    "muster-no-upgrade",
    "muster-not-recruited",
    "order-unmanned",
    "order-support-cut-off",
    "raise-not-there",
    "raise-too-many",
    "raise-breaks-supply",
    "quest-not-there",
    "return-too-many-points",
    "return-not-there",
    "return-breaks-supply",
    "return-not-sent",
    "bid-side-missing",
    "muster-nobody-to-upgrade",
    "muster-wrong-place",
    "muster-sea-taken",
    "muster-port-full",
    "muster-breaks-supply",
    "muster-one-area",
    "order-not-yours",
    "order-forbidden",
    "order-consolidate-at-sea",
    "order-support-nowhere",
    "order-used-up",
    "order-too-many-stars",
    "order-missing",
    "raven-no-order",
    "raven-same-order",
    "pick-not-offered",
    "select-not-there",
    "select-elsewhere",
    "select-one-area",
    "select-number",
    "tactic-move-direction",
    "tactic-move-hub",
    "tactic-move-nobody",
    "tactic-move-one",
    "tactic-move-way",
    "tactic-move-units",
    "tactic-move-supply",
    "tactic-march-from",
    "tactic-march-one",
    "tactic-march-to",
    "tactic-march-units",
    "tactic-deck-number",
    "tactic-deck-objective",
    "tactic-not-in-hand",
    "unsound-board",
    "unsound-outcome",
    "unsound-holder",
    "unsound-terrain",
    "unsound-order",
    "unsound-token",
    "unsound-neutral",
    "unsound-routed",
    "unsound-pool",
    "unsound-power",
    "unsound-cards",
    "unsound-supply",
];

#[cfg(test)]
pub(crate) mod tests;
