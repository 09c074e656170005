//! The game as people read and write it: positions as data, views, plans, order sheets.

pub mod answer;
pub mod choices;
pub mod form;
pub mod names;
pub mod picture;
pub mod plan;
pub mod sheet;
pub mod state;
pub mod suggest;
pub mod view;
pub mod vocabulary;

/// Every code that a refusal or problem of this game can have; templates/king-is-dead/refusals has their words.
pub const REFUSALS: &[&str] = &[
    "press-to-partner",
    "answer-malformed",
    "action-of-another-card",
    "card-not-in-hand",
    "last-card-must-win",
    "crown-must-swap",
    "crown-resolved",
    "crown-token",
    "crown-same",
    "crown-elsewhere",
    "exchange-must",
    "exchange-resolved",
    "exchange-same",
    "exchange-not-bordering",
    "exchange-not-there",
    "exchange-numbers",
    "exchange-undoes",
    "place-must",
    "place-not-bordering",
    "place-resolved",
    "place-number",
    "place-none-left",
    "place-missing",
    "summon-must",
    "summon-loyalist",
    "summon-resolved",
    "summon-not-there",
    "unsound-followers",
    "unsound-resolved-region",
    "unsound-loyalist-at-court",
    "unsound-seats",
    "unsound-cards",
    "unsound-history",
    "unsound-crowns",
    "unsound-row",
];
