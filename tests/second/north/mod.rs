//! Raids, marches, battles and the tactic cards that work in them beyond the Wall, written from the scenario's text, the list of
//! rulings and the rulebook.

mod aftermath;
mod ask;
mod battle;
mod crowded;
mod marches;
mod position;
mod printed;
mod raids;
mod spoils;

use crate::bench::{Subject, book};
use crate::clerk::{Clerk, Verdict};
use position::Position;
use printed::Printed;
use ravenpost::games::thrones::editions::NORTH;
use ravenpost::games::thrones::game::Edition;
use serde_json::Value;

struct BeyondTheWall;

impl Subject for BeyondTheWall {
    const GAME: &'static str = "beyond-the-wall";
    const EDITION: &'static Edition = &NORTH;
    const TABLES: &'static [u8] = &[3];
    const STAGES: u64 = 600;
    const OFTEN: &'static [(&'static str, u64)] = &[
        ("Jon Snow, barred", 1),
        ("ability of general-of-the-others", 15),
        ("ability of zombie-horde", 30),
        ("armies reconciled", 2),
        ("attacker wins", 300),
        ("battle against a catapult alone", 20),
        ("battle against routed units only", 20),
        ("battle by breakthrough", 2),
        ("battle by hit and run", 5),
        ("blade: true", 30),
        ("breakthrough/a", 5),
        ("breakthrough/b", 3),
        ("card benjen-stark of the defender", 10),
        ("card janos-slynt of the defender", 10),
        ("card osha of the attacker", 30),
        ("casualties: skulls/1", 100),
        ("coup-de-main/b", 10),
        ("encircle/a", 15),
        ("encircle/b", 30),
        ("hand returned", 100),
        ("hit and run: lost", 1),
        ("hit and run: won", 2),
        ("hit-and-run/b", 1),
        ("march onto an empty shield", 30),
        ("offensive-manoeuvres/a counts", 30),
        ("organise-the-defence/a", 5),
        ("organise-the-defence/b", 10),
        ("pillage/b works", 30),
        ("prepare-an-ambush/a", 15),
        ("prepare-an-ambush/b", 20),
        ("redistribute-the-forces/b", 10),
        ("retreat of the defender with loss", 1),
        ("retreat: nowhere to go", 30),
        ("simultaneous-attacks/a", 20),
        ("simultaneous-attacks/b", 20),
        ("victory with nobody left", 10),
        ("widen-the-net/b", 5),
        ("won by others", 10),
        ("won by wildlings", 2),
        ("zombies by captain-of-the-others", 5),
        ("zombies by king-of-the-others", 20),
        ("zombies by sorcerer-of-the-others", 10),
    ];

    /// Whoever takes with one card what another copies has an ability twice. That is not in here, but in cases.
    fn is_in_scope(state: &Value) -> bool {
        let sides = state["north"]["sides"].as_object().expect("sides");
        sides.values().all(|side| {
            let ready = side["abilities"].as_array().map_or(&[][..], Vec::as_slice);
            let name = |one: &Value| (one["card"].clone(), one["ability"].clone());
            ready.iter().enumerate().all(|(i, one)| ready[..i].iter().all(|other| name(other) != name(one)))
        })
    }
}

book! {
    BeyondTheWall,
    seats: sides,
    printed: |_| Printed::read(),
    won: |at: &Position, _: &Printed| at.winner_now(&at.stormed()).is_some(),
}
