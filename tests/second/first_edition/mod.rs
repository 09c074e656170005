//! Raids, marches and battles of the first edition, written from the rulebook and the rulings without a look at the engine.

mod aftermath;
mod battle;
mod crowded;
mod marches;
mod position;
mod printed;
mod raids;

use crate::bench::{Subject, book};
use crate::clerk::{Clerk, Verdict};
use position::Position;
use printed::Printed;
use ravenpost::games::thrones::editions::FIRST;
use ravenpost::games::thrones::game::Edition;
use serde_json::Value;

struct FirstEdition;

impl Subject for FirstEdition {
    const GAME: &'static str = "thrones-1e";
    const EDITION: &'static Edition = &FIRST;
    const TABLES: &'static [u8] = &[3, 4, 5];
    const STAGES: u64 = 3_000;
    const OFTEN: &'static [(&'static str, u64)] = &[
        ("ability cancel-card-ability", 3),
        ("ability discard-defense-order", 1),
        ("ability discard-losers-card", 10),
        ("ability double-defense by the defender", 2),
        ("ability enemy-card-0 by the attacker", 4),
        ("ability enemy-card-0 by the defender", 4),
        ("ability enemy-support-ships-0 by the attacker", 2),
        ("ability enemy-support-ships-0 by the defender", 2),
        ("ability footmen-attack-2 by the attacker", 10),
        ("ability kill-footman by the attacker", 3),
        ("ability kill-footman by the defender", 2),
        ("ability knights-attack-3 by the attacker", 4),
        ("ability recover-card", 3),
        ("ability remove-adjacent-order", 1),
        ("ability remove-losers-order", 10),
        ("ability ships-attack-2 by the attacker", 2),
        ("ability upgrade-footman", 8),
        ("ability win-two-power: 0", 1),
        ("ability win-two-power: 1", 1),
        ("ability win-two-power: 2", 20),
        ("attacker wins", 300),
        ("attacker wiped out", 50),
        ("battle against routed units only", 50),
        ("battle at sea", 100),
        ("battle ended by kill-footman: attacker gone", 1),
        ("battle ended by kill-footman: defender gone", 1),
        ("battle on land", 500),
        ("battle with some routed", 30),
        ("blade: false", 100),
        ("blade: true", 30),
        ("casualties: 1", 200),
        ("casualties: 2", 20),
        ("defender wins", 300),
        ("hand returned", 50),
        ("march onto an enemy token", 50),
        ("march: several ways", 10),
        ("neutral entered by support", 5),
        ("neutral land: entered", 20),
        ("neutral land: too strong", 20),
        ("neutral sea: entered", 5),
        ("neutral sea: too strong", 5),
        ("pillaged", 5),
        ("raid of one order", 30),
        ("raid of two orders", 2),
        ("retreat of the attacker", 200),
        ("retreat of the defender", 100),
        ("retreat of the defender with loss", 5),
        ("retreat: already routed, destroyed", 50),
        ("retreat: could go by sea", 15),
        ("retreat: nowhere to go", 40),
        ("support order that adds nothing", 10),
        ("support: another's, attacker", 40),
        ("support: another's, defender", 30),
        ("support: another's, none", 40),
        ("support: own, attacker", 100),
        ("support: own, defender", 80),
        ("tie in battle", 80),
        ("token left", 300),
        ("token not left: units stayed before a neutral force", 5),
        ("transport", 100),
        ("won by areas", 5),
    ];
}

book! {
    FirstEdition,
    seats: houses,
    printed: |_| Printed::read(),
    won: |at: &Position, printed: &Printed| at.winner_by_areas(printed, None).is_some(),
}
