//! Raids, marches and battles of the second edition, written from lists of its rules and hard cases. The Tides of Battle are not
//! played with here.

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
use ravenpost::games::thrones::editions::SECOND;
use ravenpost::games::thrones::game::Edition;
use serde_json::Value;

struct SecondEdition;

impl Subject for SecondEdition {
    const GAME: &'static str = "thrones-2e";
    const EDITION: &'static Edition = &SECOND;
    const TABLES: &'static [u8] = &[3, 4, 5, 6];
    const STAGES: u64 = 3_000;
    const OFTEN: &'static [(&'static str, u64)] = &[
        ("ability of aeron-damphair", 2),
        ("ability of arianne-martell", 2),
        ("ability of cersei-lannister", 2),
        ("ability of doran-martell", 5),
        ("ability of mace-tyrell", 3),
        ("ability of patchface", 5),
        ("ability of queen-of-thorns", 2),
        ("ability of renly-baratheon", 2),
        ("ability of robb-stark", 1),
        ("ability of roose-bolton", 3),
        ("ability of ser-loras-tyrell", 2),
        ("ability of the-blackfish", 2),
        ("ability of tyrion-lannister", 5),
        ("attacker wins", 200),
        ("battle against a garrison alone", 3),
        ("battle at sea", 80),
        ("blade: true", 10),
        ("casualties: 2", 5),
        ("defender wins", 200),
        ("hand returned", 20),
        ("march by port", 50),
        ("march: several ways", 10),
        ("neutral force falls", 10),
        ("order of routed units removed", 10),
        ("port taken, ships wanted", 5),
        ("port taken, no ships", 5),
        ("raid of a port", 1),
        ("raid of defense", 1),
        ("retreat of the attacker", 100),
        ("retreat of the defender", 50),
        ("retreat: already routed, destroyed", 20),
        ("retreat: nowhere to go", 30),
        ("siege engines destroyed", 30),
        ("support taken away", 1),
        ("support: another's, attacker", 20),
        ("token left", 100),
        ("transport", 50),
    ];
}

book! {
    SecondEdition,
    seats: houses,
    printed: Printed::read,
    won: |at: &Position, printed: &Printed| at.winner_by_areas(printed).is_some(),
}
