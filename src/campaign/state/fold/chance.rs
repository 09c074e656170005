//! Applies what makes the chance of the game: words, their seals and openings, the public number, and the end of it all.

use crate::campaign::state::chance_words::{normal, words_of};
use crate::campaign::state::entries::*;
use crate::campaign::state::record::*;
use crate::campaign::state::settings::Words;
use crate::seal::Opening;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use std::collections::BTreeMap;

impl Record {
    /// Records a seat's words of chance.
    pub(crate) fn chance_words(&mut self, seat: &str, words: String) {
        // Words that come later do not count, whatever an entry says.
        if self.people.words_mode().is_some() && !self.people.chance.published {
            self.people.chance.seals.remove(seat);
            self.people.words.insert(seat.to_owned(), words);
        }
    }

    /// Records that a seat has sealed its words of chance.
    pub(crate) fn chance_sealed(&mut self, line: Line<'_>, body: Sealed) -> Result<(), String> {
        let mode = self.people.words_mode().filter(|mode| *mode != Words::No);
        if mode.is_none() || self.people.chance.published {
            return Err("words of chance are sealed when none are taken".to_owned());
        }
        if self.people.bound_words(&body.seat).is_some() {
            return Err(format!("{} has words of chance that were fixed at the founding", body.seat));
        }
        let receipt = self.people.receipts.get(&body.seat).map_or(0, |receipts| receipts.number) + 1;
        self.people.words.remove(&body.seat);
        let part = In {
            seal: Some(body.seal),
            how: Some(body.how),
            revision: body.revision,
            at: Some(line.at),
            receipt,
            ..In::default()
        };
        self.people.chance.seals.insert(body.seat, part);
        Ok(())
    }

    /// Publishes the seals of words of chance.
    pub(crate) fn chance_published(
        &mut self,
        line: Line<'_>,
        seals: &BTreeMap<SeatId, String>,
        deadline: Option<DateTime<Utc>>,
    ) -> Result<(), String> {
        let known = self.people.chance.seals.iter();
        let known: BTreeMap<_, _> =
            known.filter_map(|(seat, part)| Some((seat.clone(), part.seal.clone()?))).collect();
        if self.people.chance.published || self.people.seeded || known != *seals {
            return Err("it publishes other seals of words of chance than were given".to_owned());
        }
        if !self.people.words_are_over(line.at) {
            return Err("it publishes the seals while words of chance are still taken".to_owned());
        }
        (self.people.chance.published, self.people.chance.deadline) = (true, deadline);
        let asked: Vec<_> = self.people.chance.unopened().cloned().collect();
        if seals.is_empty() {
            return Ok(());
        }
        let details = json!({"step": "sealed", "rows": seals, "seats": asked, "until": deadline.filter(|_| !asked.is_empty())});
        self.notice_all(line, CHANCE, details);
        Ok(())
    }

    /// Opens sealed words of chance.
    pub(crate) fn chance_opened(&mut self, line: Line<'_>, body: OpenedPlan) -> Result<(), String> {
        let seat = body.seat;
        let part = self.people.chance.seals.get_mut(&seat).filter(|_| !self.people.seeded);
        let part = part.filter(|part| part.seal.as_ref() == Some(&body.seal) && !part.opened);
        let part = part.filter(|_| self.people.chance.published);
        let part = part.ok_or_else(|| format!("{seat} opens words of chance that it has not sealed"))?;
        part.opened = true;
        let Some(document) = line.secret else { return Ok(()) };
        let opening = Opening::from_value(document).map_err(|why| why.to_string())?;
        if opening.seal().to_string() != body.seal {
            return Err(format!("what {seat} opens does not match its seal"));
        }
        let words =
            words_of(opening.plan()).ok_or_else(|| format!("what {seat} opens is not words of chance"))?;
        self.people.words.insert(seat, words);
        Ok(())
    }

    /// Records the public number, or a correction of it.
    pub(crate) fn public_number(
        &mut self,
        line: Line<'_>,
        value: String,
        until: DateTime<Utc>,
        corrects: Option<String>,
    ) -> Result<(), String> {
        let known = self.people.chance.public.as_ref().map(|entered| entered.value.clone());
        let Some(public) = self.people.public_number().cloned() else {
            return Err("it enters a public number, but the game waits for none".to_owned());
        };
        if known != corrects || known.as_ref() == Some(&value) {
            return Err("it does not say which public number it corrects".to_owned());
        }
        if known.is_none() && !self.people.public_is_due(line.at) {
            return Err("it enters the public number too early".to_owned());
        }
        if normal(&value).as_ref() != Some(&value) || until != line.at + TimeDelta::seconds(public.check) {
            return Err("it enters the public number in another form than the protocol says".to_owned());
        }
        let details =
            json!({"step": "public", "name": public.name, "value": value, "was": corrects, "until": until});
        self.people.chance.public = Some(Entered { value, until });
        self.notice_all(line, CHANCE, details);
        Ok(())
    }

    /// Reminds the game master of the public number.
    pub(crate) fn chance_reminds(&mut self, line: Line<'_>) {
        self.people.chance.reminded = true;
        let name = self.people.public_number().map(|public| public.name.clone());
        self.notice(line, GM, CHANCE, json!({"step": "due", "name": name}));
    }

    /// Fixes what the shuffles are made of.
    pub(crate) fn chance_fixed(&mut self, line: Line<'_>, chance: Chance) -> Result<(), String> {
        let people = &self.people;
        if people.seeded {
            return Err("chance is fixed a second time".to_owned());
        }
        if people.rehearsing(line.at).is_some() || !people.words_are_over(line.at) {
            return Err("chance is fixed while words are still taken".to_owned());
        }
        if (!people.chance.published && !people.chance.seals.is_empty()) || people.chance.is_opening(line.at)
        {
            return Err("chance is fixed while openings of words are still taken".to_owned());
        }
        let is_checked = people.chance.public.as_ref().is_some_and(|entered| entered.until <= line.at);
        if people.public_number().is_some() && !is_checked {
            return Err("chance is fixed before everybody could check the public number".to_owned());
        }
        if let Some(seat) = chance.words.keys().find(|seat| people.bound_words(seat).is_some()) {
            return Err(format!("chance has words of {seat}, whose words were fixed at the founding"));
        }
        // A copy of the ledger may leave out openings; their words are then known from here alone.
        let mut made = people.chance_made();
        let hidden =
            people.chance.seals.iter().filter(|(seat, part)| part.opened && !made.words.contains_key(*seat));
        let hidden: Vec<_> = hidden.filter_map(|(seat, _)| chance.words.get_key_value(seat)).collect();
        made.words.extend(hidden.into_iter().map(|(seat, words)| (seat.clone(), words.clone())));
        if made != chance {
            return Err("chance is made of other words, or another public number, than were given".to_owned());
        }
        let late: Vec<_> =
            people.chance.seals.iter().filter(|(_, part)| !part.opened).map(|(seat, _)| seat).collect();
        if !chance.words.is_empty()
            || !chance.gm_words.is_empty()
            || chance.public.is_some()
            || !late.is_empty()
        {
            let name = people.public_number().map(|public| &public.name);
            let details = json!({
                "step": "fixed", "rows": chance.words, "bound": chance.gm_words, "value": chance.public, "name": name,
                "seats": late,
            });
            self.notice_all(line, CHANCE, details);
        }
        self.rehearsal_ends(line);
        self.people.words.clone_from(&chance.words);
        self.people.fixed = chance;
        self.people.seeded = true;
        Ok(())
    }
}
