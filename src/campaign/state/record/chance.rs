//! How the chance of the game comes about before it begins: until when words of chance are taken, and what is waited for.

use super::people::People;
use crate::campaign::state::entries::{Chance, FoundedChance};
use crate::campaign::state::settings::{PublicNumber, Words};
use chrono::{DateTime, Utc};

impl People {
    /// Returns what `founded` says of chance, until the game begins.
    fn chance_to_be(&self) -> Option<&FoundedChance> {
        self.founded.as_ref().filter(|_| !self.seeded).map(|founded| &founded.chance)
    }

    /// Returns how words of chance are taken; `None` if the game has begun.
    pub fn words_mode(&self) -> Option<Words> {
        self.chance_to_be().map(|chance| chance.words)
    }

    /// Returns until when words of chance are accepted; `None` if they are not, or if they end with the rehearsal.
    pub fn words_until(&self) -> Option<DateTime<Utc>> {
        let chance = self.chance_to_be().filter(|_| !self.chance.published)?;
        let due = chance.public.as_ref().and_then(|public| public.due);
        chance.until.map(|until| due.map_or(until, |due| until.min(due)))
    }

    /// Returns the words of chance of a seat that were fixed at the founding, because the game master plays it.
    pub fn bound_words(&self, seat: &str) -> Option<&str> {
        self.founded.as_ref()?.gm_words.get(seat).map(String::as_str)
    }

    /// Returns `true` if words of chance that were received at this time count. They do until the program has found that the
    /// time is over, so that words which are in the mailbox then are not lost.
    pub fn takes_words(&self, received: DateTime<Utc>) -> bool {
        let Some(chance) = self.chance_to_be().filter(|chance| chance.words != Words::No) else {
            return false;
        };
        let is_before = |end: Option<DateTime<Utc>>| end.is_none_or(|end| received < end);
        let due = chance.public.as_ref().and_then(|public| public.due);
        let rehearsal = self.founded.as_ref().and_then(|founded| founded.rehearsal.as_ref());
        let is_early = match rehearsal {
            Some(rehearsal) => !self.rehearsal.1 && is_before(rehearsal.until),
            None => is_before(chance.until),
        };
        !self.chance.published && is_early && is_before(due)
    }

    /// Returns `true` if nobody can add words of chance any more.
    pub fn words_are_over(&self, now: DateTime<Utc>) -> bool {
        let Some(chance) = self.chance_to_be() else { return true };
        // Who knows both the number and the secret could choose words to suit.
        let is_due = chance.public.as_ref().and_then(|public| public.due).is_some_and(|due| due <= now);
        if chance.words == Words::No || self.chance.published || is_due {
            return true;
        }
        match self.founded.as_ref().is_some_and(|founded| founded.rehearsal.is_some()) {
            true => self.rehearsing(now).is_none(),
            false => chance.until.is_none_or(|until| until <= now) || self.all_words_are_in(),
        }
    }

    /// Returns `true` if every seat that can send words of chance has.
    fn all_words_are_in(&self) -> bool {
        self.seats().all(|seat| {
            let is_in = self.words.contains_key(seat) || self.chance.seals.contains_key(seat);
            is_in || self.resigned.contains(seat) || self.bound_words(seat).is_some()
        })
    }

    /// Returns the public number that the game waits for; `None` if there is none, or if the game has begun.
    pub fn public_number(&self) -> Option<&PublicNumber> {
        self.chance_to_be()?.public.as_ref()
    }

    /// Returns `true` if the game waits for the public number and for nothing else about chance.
    pub fn public_is_due(&self, now: DateTime<Utc>) -> bool {
        let is_known = |public: &PublicNumber| public.due.is_none_or(|due| due <= now);
        self.public_number().is_some_and(is_known)
            && self.chance.public.is_none()
            && self.words_are_over(now)
            && (self.chance.published || self.words_mode() == Some(Words::No))
            && !self.chance.is_opening(now)
    }

    /// Returns the deadline about chance that an outage or a pause moves, in the order in which there is one: for words, for
    /// openings, for checking the public number.
    pub fn chance_deadline(&self) -> Option<DateTime<Utc>> {
        let chance = self.chance_to_be()?;
        match (&self.chance.public, self.chance.published) {
            (Some(entered), _) => Some(entered.until),
            (None, true) => self.chance.deadline.filter(|_| self.chance.unopened().next().is_some()),
            (None, false) => chance.until,
        }
    }

    /// Sets the deadline that [`chance_deadline`](Self::chance_deadline) returns.
    pub(crate) fn move_chance(&mut self, deadline: DateTime<Utc>) {
        let published = self.chance.published;
        match (&mut self.chance.public, self.founded.as_mut().filter(|_| !self.seeded)) {
            (Some(entered), Some(_)) => entered.until = deadline,
            (None, Some(_)) if published => self.chance.deadline = Some(deadline),
            (None, Some(founded)) => founded.chance.until = Some(deadline),
            (_, None) => {}
        }
    }

    /// Returns when chance next needs a tick: to end the words or the openings, to remind the game master, or to begin.
    pub(crate) fn next_chance(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let due = self.public_number().filter(|_| !self.chance.reminded).and_then(|public| public.due);
        let step = match self.chance.public.is_some() || self.chance.is_opening(now) {
            true => self.chance_deadline(),
            false => self.words_until().filter(|_| !self.words_are_over(now)),
        };
        step.into_iter().chain(due.filter(|_| self.chance.public.is_none())).min()
    }

    /// Returns the content of the entry `chance`, if it were made now.
    pub(crate) fn chance_made(&self) -> Chance {
        Chance {
            words: self.words.clone(),
            gm_words: self.founded.as_ref().map(|founded| founded.gm_words.clone()).unwrap_or_default(),
            public: self.chance.public.as_ref().map(|entered| entered.value.clone()),
        }
    }
}
