//! Keys into the record.

use crate::campaign::state::entries::{Founded, Line, NewKey, Warned};
use crate::campaign::state::record::{GM, Held, Next, Record};
use chrono::TimeDelta;
use serde_json::json;

impl Record {
    /// The keys that a campaign begins with.
    pub(crate) fn first_keys(&mut self, founded: &Founded) {
        let seats = founded.seats.iter().map(|seat| (seat.seat.clone(), Held::first(seat.key)));
        let gm = founded.gm.map(|key| (GM.to_owned(), Held::first(key)));
        self.people.keys = seats.chain(gm).collect();
    }

    /// A key is made. Its holder is told, if it is a seat's.
    pub(crate) fn new_key(&mut self, line: Line<'_>, made: NewKey) -> Result<(), String> {
        let NewKey { of, number, hash, now } = made;
        let wanted = self.people.newest_key(&of).map_or(1, |newest| newest.saturating_add(1));
        if number != wanted {
            return Err(format!("key {number} of {of} is made where {wanted} would be the next"));
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

    /// Somebody is told of a mail that had no effect: that it came and from where, not what was in it.
    pub(crate) fn warn(&mut self, line: Line<'_>, warned: Warned) {
        self.people.warned.retain(|_, at| line.at - *at < TimeDelta::days(1));
        self.people.warned.insert(warned.name(), line.at);
        let from = line.secret.and_then(|secret| secret.get("from")).cloned();
        self.notice(line, &warned.of, warned.what.word(), json!({"seat": warned.of, "from": from}));
    }
}
