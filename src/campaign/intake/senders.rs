//! A cheap filter for strangers: decides from the headers and one search for keys that a message cannot speak for any
//! seat, so that a flood costs little.

use crate::campaign::intake::speaker::answered;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::Record;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::Settings;
use crate::post::{Collected, Letter, skim};
use crate::seal::{KeySieve, SeatKey};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

/// The addresses and keys whose messages are read in full.
pub(crate) struct Known {
    /// Addresses of the seats, in lower case.
    addresses: HashSet<String>,
    /// All keys of seats and game master. Keys of stand-ins count only from their addresses, so they are not needed.
    keys: KeySieve,
}

impl Known {
    /// Returns `None` if a key does not match its hash in the record; then every message is read in full.
    pub(crate) fn of(record: &Record, settings: &Settings, secrets: &Secrets) -> Option<Self> {
        let campaign = &record.people.founded.as_ref()?.campaign;
        let mut keys: Vec<SeatKey> = Vec::new();
        for (of, held) in &record.people.keys {
            let next = held.next.as_ref().map(|next| (next.number, &next.key));
            for (number, stored) in [(held.number, &held.key)].into_iter().chain(next) {
                let key = secrets.key(of, number);
                keys.push(stored.matches(&key, campaign, of).then_some(key)?);
            }
        }
        let addresses = settings.seats.iter().flat_map(|seat| &seat.addresses);
        let addresses = addresses.map(|address| address.trim().to_lowercase()).collect();
        Some(Known { addresses, keys: KeySieve::new(&keys) })
    }
}

/// Recognises messages of strangers. What it knows of the record is kept until the record changes.
#[derive(Default)]
pub struct Sieve {
    known: RefCell<Option<(u64, Rc<Option<Known>>)>>,
}

impl Sieve {
    fn known(&self, engine: &Engine<'_>) -> Rc<Option<Known>> {
        let mut kept = self.known.borrow_mut();
        match &*kept {
            Some((changes, known)) if *changes == engine.changes() => known.clone(),
            _ => {
                let known = Rc::new(Known::of(&engine.record, engine.settings, engine.secrets));
                *kept = Some((engine.changes(), known.clone()));
                known
            }
        }
    }

    /// Returns the letter without its texts if they cannot matter: a machine wrote it, or it comes from an unknown
    /// address, answers none of our messages and has no valid key. [`speaker`](super::speaker::speaker) would say
    /// that it speaks for nobody.
    pub fn of_nobody(&self, engine: &Engine<'_>, mail: &Collected) -> Option<Letter> {
        let known = self.known(engine);
        let known = known.as_ref().as_ref()?;
        let letter = skim(mail, &|text| known.keys.may_hold(text))?;
        let is_known = letter.sender().is_some_and(|from| {
            let stand_ins = engine.record.people.away.iter().filter_map(|(_, days)| days.stand_in.as_ref());
            known.addresses.contains(&from.address.trim().to_lowercase())
                || stand_ins.into_iter().any(|stand_in| from.is(stand_in))
        });
        let matters = letter.automatic.is_none() && (is_known || answered(engine, &letter).is_some());
        (!matters).then_some(letter)
    }
}
