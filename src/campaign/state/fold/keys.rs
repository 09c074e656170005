//! Applies entries about keys.

use crate::campaign::state::entries::{Founded, Line, NewKey, Warned, Warning};
use crate::campaign::state::record::{GM, Held, Next, Record};
use chrono::TimeDelta;
use serde_json::json;

impl Record {
    /// Takes over the keys that the founding gives to the seats and the game master.
    pub(crate) fn first_keys(&mut self, founded: &Founded) {
        let seats = founded.seats.iter().map(|seat| (seat.seat.clone(), Held::first(seat.key)));
        let gm = founded.gm.map(|key| (GM.to_owned(), Held::first(key)));
        self.people.keys = seats.chain(gm).collect();
    }

    /// Records a new key and notifies its holder if it is a seat's.
    pub(crate) fn new_key(&mut self, line: Line<'_>, made: NewKey) -> Result<(), String> {
        let NewKey { of, number, hash, now } = made;
        let wanted = self.people.newest_key(&of).map_or(1, |newest| newest.saturating_add(1));
        if number != wanted {
            return Err(format!("it makes key {number} of {of}, but {wanted} is the next number"));
        }
        let before = self.people.marks(&of);
        match self.people.keys.get_mut(&of) {
            Some(held) if !now => held.next = Some(Next { key: hash, number, before }),
            _ => {
                self.people.keys.insert(of.clone(), Held { key: hash, number, before, next: None });
            }
        }
        if of != GM {
            self.notice(line, &of, "new-key", json!({"seat": of, "now": now}));
        }
        Ok(())
    }

    /// Warns a seat or the game master about a message without effect: that it came and from where, not its contents.
    pub(crate) fn warn(&mut self, line: Line<'_>, warned: Warned) {
        self.people.warned.retain(|_, at| line.at - *at < TimeDelta::days(1));
        self.people.warned.insert(warned.name(), line.at);
        let from = line.secret.and_then(|secret| secret.get("from")).cloned();
        let details = json!({"seat": warned.of, "from": from});
        // Whoever has a player's key from somewhere should be known to more than the player.
        if warned.what == Warning::OtherAddress && warned.of != GM {
            self.notice(line, GM, "key-elsewhere", details.clone());
        }
        self.notice(line, &warned.of, warned.what.word(), details);
    }
}
