//! Chance before the game begins: seals of words are published, deposited words opened, the public number entered, and
//! everything is fixed.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::chance_words::normal;
use crate::campaign::state::entries::{ClockStep, How, OpenedPlan, SeatId, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{CHANCE, GM};
use crate::campaign::state::settings::Words;
use crate::ledger::Kind;
use crate::sheet::Refusal;
use chrono::TimeDelta;

impl Engine<'_> {
    /// Fixes what the shuffles are made of, or does the next step towards it. Returns `true` if it is fixed.
    pub(crate) fn fix_chance(&mut self) -> Result<bool, CampaignError> {
        let people = &self.record.people;
        if people.rehearsing(self.now).is_some() || !people.words_are_over(self.now) {
            return Ok(false);
        }
        // Without seals this only closes the words, so that none is taken while the game waits for the public number.
        let waits = !people.chance.seals.is_empty() || people.public_number().is_some();
        if !people.chance.published && waits && people.words_mode() != Some(Words::No) {
            self.publish_chance()?;
        }
        if self.record.people.chance.is_opening(self.now) {
            return Ok(false);
        }
        self.open_deposited_words()?;
        let people = &self.record.people;
        if people.public_number().is_some() {
            let is_checked = people.chance.public.as_ref().is_some_and(|entered| entered.until <= self.now);
            if !is_checked {
                return Ok(false);
            }
        }
        let chance = people.chance_made();
        self.add(Kind::Chance, &chance)?;
        Ok(true)
    }

    /// Ends the time of words of chance: publishes the seals and asks for their openings.
    fn publish_chance(&mut self) -> Result<(), CampaignError> {
        let people = &self.record.people;
        let seals = people.chance.seals.iter();
        let seals = seals.filter_map(|(seat, part)| Some((seat.clone(), part.seal.clone()?))).collect();
        let due = people.public_number().and_then(|public| public.due).filter(|due| self.now < *due);
        let rule = self.settings.clock.opening.after(self.now);
        // Nobody waits without end for openings, and none is taken once the public number is known.
        let deadline = rule.or(self.now.checked_add_signed(TimeDelta::days(2)));
        let deadline = deadline.filter(|_| people.chance.unopened().next().is_some());
        let deadline = deadline.map(|deadline| due.map_or(deadline, |due| deadline.min(due)));
        self.add(
            Kind::Window,
            &WindowStep::Published {
                window: CHANCE.to_owned(),
                why: "deadline".to_owned(),
                seals,
                deadline,
                first: None,
            },
        )
    }

    /// Opens the words of chance that the program has sealed for their seats.
    fn open_deposited_words(&mut self) -> Result<(), CampaignError> {
        let seals = self.record.people.chance.seals.iter();
        let kept: Vec<(SeatId, String)> = seals
            .filter(|(_, part)| part.how == Some(How::Deposit) && !part.opened)
            .filter_map(|(seat, part)| Some((seat.clone(), part.seal.clone()?)))
            .collect();
        for (seat, seal) in kept {
            // Nothing is resolved while one is missing.
            let Some(opening) = self.vault.openings.get(&seal) else { continue };
            let document = opening.to_value();
            let body = OpenedPlan { window: CHANCE.to_owned(), seat, seal, how: How::Deposit };
            self.add_with(Kind::Opened, &body, &document)?;
        }
        Ok(())
    }

    /// Returns the entry with which the game master enters the public number or corrects it, or why that cannot be done.
    pub(super) fn public_number(&self, text: &str, correct: bool) -> Result<ClockStep, Refusal> {
        let people = &self.record.people;
        let Some(public) = people.public_number() else {
            let named = people.founded.as_ref().is_some_and(|founded| founded.chance.public.is_some());
            return Err(Refusal::new(if named { "chance-public-over" } else { "chance-public-none" }));
        };
        let value = normal(text).ok_or_else(|| Refusal::new("chance-public-form").with("text", text))?;
        let known = people.chance.public.as_ref().map(|entered| entered.value.clone());
        match &known {
            Some(known) if *known == value => {
                return Err(Refusal::new("chance-public-again").with("value", value));
            }
            Some(known) if !correct => {
                return Err(Refusal::new("chance-public-other")
                    .with("known", known.clone())
                    .with("value", value));
            }
            None if correct => return Err(Refusal::new("chance-public-nothing").with("value", value)),
            _ => {}
        }
        if known.is_none() && !people.public_is_due(self.now) {
            let code = match public.due.filter(|due| self.now < *due) {
                Some(_) => "chance-public-early",
                None => "chance-public-words",
            };
            return Err(Refusal::new(code).with("name", public.name.clone()));
        }
        let until = self.now + TimeDelta::seconds(public.check);
        Ok(ClockStep::Public { by: GM.to_owned(), value, until, corrects: known })
    }

    /// Reminds the game master, once, that the game waits for the public number.
    pub(crate) fn remind_of_chance(&mut self) -> Result<(), CampaignError> {
        let people = &self.record.people;
        if people.chance.reminded || people.paused.is_some() || !people.public_is_due(self.now) {
            return Ok(());
        }
        self.add(
            Kind::Window,
            &WindowStep::Reminded { window: CHANCE.to_owned(), seats: Vec::new(), by: None },
        )
    }
}
