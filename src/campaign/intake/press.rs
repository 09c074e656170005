//! Press: mail between players that goes through the campaign.
//!
//! May use: engine, plan, models. Is used by: submission, mails.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Letter, Pressed, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::GM;
use crate::campaign::state::settings::PressKind;
use crate::ledger::Kind;
use crate::plan::{Press, Recipient};
use crate::seal::mask;
use crate::sheet::Refusal;
use chrono::TimeDelta;

impl Engine<'_> {
    /// Takes in the press of a mail, each piece by itself: one that is refused does not hold up the others.
    pub(crate) fn press(
        &mut self,
        written: &Written<'_>,
        submitted: &mut Submitted,
    ) -> Result<(), CampaignError> {
        for given in &written.envelope.document.press {
            match self.letter(&given.value, submitted) {
                Ok(letter) => {
                    submitted.used = true;
                    submitted.act_on("press", given.span, written);
                    self.add_with(Kind::Press, &Pressed {}, &letter)?;
                }
                Err(why) => submitted.refuse_at(given.span, why, written),
            }
        }
        Ok(())
    }

    /// A piece of press as it will be passed on, or why it will not.
    fn letter(&self, press: &Press, submitted: &Submitted) -> Result<Letter, Refusal> {
        if submitted.seat == GM {
            return self.letter_of_gm(press);
        }
        let limits = &self.settings.limits;
        match self.settings.press {
            PressKind::None => return Err(Refusal::new("press-none")),
            PressKind::White if press.grey => return Err(Refusal::new("press-signed")),
            _ => {}
        }
        let length = press.text.chars().count();
        if length > limits.press {
            return Err(Refusal::new("press-long").with("limit", limits.press).with("length", length));
        }
        let day = self.now - TimeDelta::days(1);
        let sent = self.record.people.pressed.get(&submitted.seat).into_iter().flatten();
        if sent.filter(|at| **at > day).count() >= limits.press_a_day {
            return Err(Refusal::new("press-many").with("limit", limits.press_a_day));
        }
        let all = press.to.contains(&Recipient::All);
        let mut to: Vec<SeatId> = Vec::new();
        let Some(own) = self.rules.seat(&submitted.seat) else { return Err(Refusal::new("press-none")) };
        for seat in self.record.people.seats() {
            let Some(other) = self.rules.seat(seat) else { continue };
            let named = press.to.contains(&Recipient::Seat(other));
            if other == own && named {
                return Err(Refusal::new("press-self"));
            }
            if other != own && (named || all) {
                // Partners may speak again when the game is over.
                if self.record.game.ended.is_none() {
                    self.rules.referee.may_write(own, other)?;
                }
                to.push(seat.to_owned());
            }
        }
        if press.to.contains(&Recipient::Gm) {
            to.push(GM.to_owned());
        }
        Ok(Letter {
            from: submitted.seat.clone(),
            to,
            all,
            grey: press.grey,
            // Who quotes a mail of ours must not give his key away with it.
            text: mask(&press.text),
            gm_reads: self.settings.gm.reads_press,
        })
    }
}

impl Engine<'_> {
    /// What the game master says to players. Limits and manners are for those who play.
    fn letter_of_gm(&self, press: &Press) -> Result<Letter, Refusal> {
        if press.to.contains(&Recipient::Gm) {
            return Err(Refusal::new("press-self"));
        }
        let all = press.to.contains(&Recipient::All);
        let is_meant = |seat: &&str| {
            all || self.rules.seat(seat).is_some_and(|seat| press.to.contains(&Recipient::Seat(seat)))
        };
        let to = self.record.people.seats().filter(is_meant).map(str::to_owned).collect();
        let text = mask(&press.text);
        Ok(Letter { from: GM.to_owned(), to, all, grey: false, text, gm_reads: false })
    }
}
