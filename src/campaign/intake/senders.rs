//! Who certainly speaks for nobody, told from a mail's headers and one pass over its texts: a flood of strangers' mails
//! must cost little.
//!
//! May use: record, secrets, settings, seal, post. Is used by: submission.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::Record;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::Settings;
use crate::post::{Collected, Letter, skim};
use crate::seal::{KeySieve, SeatKey};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

/// By what those are known whose mails are read as a whole, answers to our own mails left out.
pub(crate) struct Known {
    /// Addresses of seats, lower case.
    addresses: HashSet<String>,
    /// All keys that speak for somebody; those of stand-ins are known by their addresses.
    keys: KeySieve,
}

impl Known {
    /// None where a key is not the one that the record has the hash of: then every mail is read.
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

/// Tells strangers' mail apart, for as long as the engine's record stays the same.
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

    /// Returns the letter without its texts, if nothing in them could matter: a machine wrote it, or it comes from no
    /// address that we know, answers no mail of ours, and holds no key that speaks for anybody. What
    /// [`speaker`](super::speaker::speaker) would say of such a one is that it speaks for nobody.
    pub fn of_nobody(&self, engine: &Engine<'_>, mail: &Collected) -> Option<Letter> {
        let known = self.known(engine);
        let known = known.as_ref().as_ref()?;
        let letter = skim(mail, &|text| known.keys.may_hold(text))?;
        let is_known = letter.sender().is_some_and(|from| {
            let stand_ins = engine.record.people.away.iter().filter_map(|(_, days)| days.stand_in.as_ref());
            known.addresses.contains(&from.address.trim().to_lowercase())
                || stand_ins.into_iter().any(|stand_in| from.is(stand_in))
        });
        let matters = letter.automatic.is_none() && (is_known || engine.answered(&letter).is_some());
        (!matters).then_some(letter)
    }
}
