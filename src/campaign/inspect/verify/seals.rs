//! Seals and openings: who may seal how and until when, and in what order plans are opened.

use super::walk::{Walk, Why, need, refused};
use crate::campaign::state::entries::{How, Line, OpenedPlan, Sealed};
use crate::campaign::state::record::{CHANCE, Phase, Window};
use crate::campaign::state::settings::Secrecy;
use crate::seal::Seal;

impl Walk<'_> {
    fn collecting(&self, id: &str) -> Result<&Window, Why> {
        let window = self.record.game.open_window().filter(|window| window.id == id);
        window.ok_or_else(|| refused("its window is not open"))
    }

    /// Checks a plan that was sealed.
    pub(super) fn sealed(&mut self, line: Line<'_>) -> Result<(), Why> {
        let Sealed { window, seat, seal, how, revision } = line.body()?;
        self.seat(&seat)?;
        if window == CHANCE {
            // Words of chance: what else must hold is checked when they are applied.
            self.by_mail(line, Some(&seat), None);
            return Ok(());
        }
        need(
            seal.parse::<Seal>().is_ok_and(|read| read.to_string() == seal),
            "its seal is not written like one",
        )?;
        let window = self.collecting(&window)?.clone();
        let part = window.seats.get(&seat);
        if how == How::Steward {
            need(self.record.people.paused.is_none(), "the clock is stopped")?;
            self.closing = true;
            self.before_steward.entry(seat).or_insert_with(|| part.cloned());
            return Ok(());
        }
        need(window.phase == Phase::Collecting, "a plan is sealed after the table of seals was published")?;
        need(!self.closing, "a plan is sealed after the first plan of its window was opened")?;
        need(!self.record.people.resigned.contains(&seat), "its seat is given up")?;
        let is_gm = self.word("/gm/plays") == seat;
        match how {
            How::Deposit => need(
                !window.sealed || window.secrecy != Secrecy::Sealed && !is_gm,
                "a plan is deposited where only seals are allowed",
            )?,
            _ => need(
                window.sealed
                    && window.asked.contains_key(&seat)
                    && (window.secrecy != Secrecy::Deposit || is_gm),
                "a seal is sent where none is allowed",
            )?,
        }
        let known = part.filter(|part| part.how.is_some());
        need(revision >= known.map_or(0, |part| part.revision), "it replaces a later revision")?;
        need(known.is_none_or(|part| part.seal.as_ref() != Some(&seal)), "the same seal is given twice")?;
        self.by_mail(line, Some(&seat), Some(seal));
        Ok(())
    }

    /// Checks a plan that was opened; that it matches its seal is checked when it is applied.
    pub(super) fn opened_plan(&mut self, line: Line<'_>) -> Result<(), Why> {
        let OpenedPlan { window: bound, seat, how, .. } = line.body()?;
        self.seat(&seat)?;
        self.is_of_this(line, &seat, &bound)?;
        if bound == CHANCE {
            if how == How::Seal {
                self.by_mail(line, Some(&seat), None);
            }
            return Ok(());
        }
        let window = self
            .record
            .game
            .open_window()
            .ok_or_else(|| refused("a plan is opened while no window is open"))?
            .clone();
        let part = window.seats.get(&seat).filter(|part| part.seal.is_some());
        let part = part.ok_or_else(|| refused("a plan is opened that was never sealed"))?;
        need(part.how == Some(how), "it was sealed in another way than it is opened")?;
        need(!part.opened, "the same seal is opened twice")?;
        need(bound == window.bound(&seat), "it names another window than its seal")?;
        match how {
            How::Seal => {
                need(
                    window.phase != Phase::Collecting,
                    "a seal is opened before the table of seals is published",
                )?;
                need(!self.closing, "a seal is opened after its window was to close")?;
                self.by_mail(line, Some(&seat), None);
            }
            How::Deposit if !window.sealed => self.by_mail(line, Some(&seat), None),
            _ => {
                let waits = window.phase == Phase::Collecting && window.unopened().next().is_some();
                need(
                    !waits || how == How::Steward,
                    "a plan is opened before the table of seals is published",
                )?;
                self.closing = true;
            }
        }
        self.opened.insert((seat, bound));
        Ok(())
    }

    /// Checks that an opened document names this campaign, its seat and its window.
    fn is_of_this(&self, line: Line<'_>, seat: &str, bound: &str) -> Result<(), Why> {
        if let Some(document) = line.secret {
            let founded = self.record.people.founded.as_ref();
            need(
                document["campaign"] == founded.map_or("", |founded| &founded.campaign)
                    && document["seat"] == *seat
                    && document["window"] == *bound,
                "the opened plan was sealed for something else",
            )?;
        }
        Ok(())
    }
}
