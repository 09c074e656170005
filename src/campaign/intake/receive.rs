//! A mail and what it does.
//!
//! May use: post, plan, speaker, receipt, engine. Is used by: tick.

use crate::campaign::intake::reading::{Ours, Reading};
use crate::campaign::intake::senders::Sieve;
use crate::campaign::intake::speaker::{Shown, Speaker};
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::trust::Came;
use crate::campaign::intake::{flood as quiet, receipt, unreadable as unread};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Fate, Received, SeatId, Unreachable, Warning};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Kept;
use crate::campaign::state::record::GM;
use crate::ledger::Kind;
use crate::post::{Automatic, Bounce, Collected, Letter, Outcome, Trouble};
use crate::report::model::{Standing, State};
use crate::seal::Hash256;
use crate::sheet::Refusal;
use chrono::TimeDelta;
use serde_json::json;

impl Engine<'_> {
    /// Takes in a mail: makes the entries it leads to and plays on. Taking in the same mail again does nothing.
    ///
    /// # Errors
    /// The record is damaged, or a fault of the program.
    pub fn receive(&mut self, sieve: &Sieve, mail: &Collected) -> Result<Outcome, CampaignError> {
        let of_nobody = sieve.of_nobody(self, mail);
        let is_of_nobody = of_nobody.is_some();
        let letter = of_nobody.unwrap_or_else(|| crate::post::read_collected(mail));
        if let Some(automatic) = &letter.automatic {
            return match automatic {
                Automatic::Bounce(bounce) => self.bounced(bounce).map(|()| Outcome::Bounced),
                _ => Ok(Outcome::Ignored),
            };
        }
        if letter.from.iter().any(|from| from.is(&self.settings.address.address)) {
            return Ok(Outcome::Ignored);
        }
        if letter.sender().is_none() {
            return Ok(Outcome::Broken);
        }
        let sha = Hash256::of(&mail.raw);
        let message = match &letter.message_id {
            Some(id) => Hash256::of(format!("message-id {id}")),
            None => sha,
        };
        if let Some(known) = self.record.people.messages.get(&message) {
            return Ok(match known.fate {
                _ if known.mail != sha => Outcome::Duplicate,
                Fate::Used => Outcome::Used,
                Fate::Refused => Outcome::Refused,
                Fate::Stranger => Outcome::Stranger,
            });
        }
        let came = Came { mail: sha, message, received: mail.received };
        if is_of_nobody {
            return self.stranger(&letter, came, None);
        }
        let own = Reading::own(&letter, &self.rules.referee.seats());
        let key = own.envelope.document.key.as_ref().map(|key| &key.value);
        if let Some((seat, shown)) = self.stands_in(&letter, key, mail.received) {
            return self.submitted(mail, &letter, own, came, seat, shown);
        }
        match self.speaker(&letter, key) {
            Speaker::Nobody => self.stranger(&letter, came, None),
            Speaker::Elsewhere { of } => self.stranger(&letter, came, Some((of, Warning::OtherAddress))),
            Speaker::WrongKey { seat } => self.stranger(&letter, came, Some((seat, Warning::WrongKey))),
            // Who may stop everybody's clock writes from where we know him or her, whatever `from` says.
            Speaker::Gm { shown } if !shown.known => {
                self.stranger(&letter, came, Some((GM.to_owned(), Warning::OtherAddress)))
            }
            Speaker::Gm { shown } => self.submitted(mail, &letter, own, came, GM.to_owned(), shown),
            Speaker::Seat { seat, shown } => self.submitted(mail, &letter, own, came, seat, shown),
        }
    }

    /// All that a letter is taken to say, of which the own texts are read already.
    fn read_on(&self, own: Reading, letter: &Letter) -> Reading {
        let ids = self.message_ids();
        let known: Vec<&str> = self.record.people.seats().chain([GM]).collect();
        let id = |id: &str| ids.recognise(id, known.iter()).is_some();
        let ours = Ours { id: &id, address: Some(&self.settings.address) };
        own.complete(letter, &self.rules.referee.seats(), &ours)
    }

    /// Takes in a mail that speaks for a seat.
    fn submitted(
        &mut self,
        mail: &Collected,
        letter: &Letter,
        own: Reading,
        came: Came,
        seat: SeatId,
        shown: Shown,
    ) -> Result<Outcome, CampaignError> {
        if self.is_flooded(&seat, came.received.min(self.now)) {
            return Ok(Outcome::Refused);
        }
        let number = self.record.people.receipts.get(&seat).map_or(0, |receipts| receipts.number) + 1;
        let trust = self.trust(&mail.raw, letter, &shown);
        let about = shown.about;
        let window = about.and_then(|what| self.record.people.about.get(&format!("{seat}/{what}")).cloned());
        let mut submitted = Submitted {
            seat,
            number,
            mail: came.mail,
            received: came.received.min(self.now),
            window,
            used: false,
            is_final: false,
            unusable: false,
            empty: false,
            words: None,
            rehearsed: false,
            stand_in: shown.stand_in,
            asked: Vec::new(),
            plan: None,
            trust,
            signed: None,
            new_key: shown.new_key,
            understood: Vec::new(),
            problems: Vec::new(),
            seal: None,
            already: None,
        };
        let mut reading = own;
        if self.admit(letter, mail, &mut submitted) {
            // Who stands in has no key of the player's to sign with.
            let signed = if shown.stand_in { Some(None) } else { self.signed(letter, &mut submitted) };
            if let Some(signed) = signed {
                let letter = signed.as_ref().unwrap_or(letter);
                if signed.is_some() {
                    reading = Reading::own(letter, &self.rules.referee.seats());
                }
                reading = self.read_on(reading, letter);
                let written = Written {
                    letter: reading.letter(letter),
                    found: &reading.found,
                    text: reading.text(),
                    envelope: &reading.envelope,
                    is_yaml: reading.is_yaml,
                };
                submitted.problems.extend(reading.problems.iter().cloned());
                let is_anothers = reading.opened.is_some() && self.is_anothers(&written, &mut submitted);
                if !is_anothers && self.is_bound(&written, &mut submitted) {
                    self.act(&written, &mut submitted)?;
                }
            }
        }
        submitted.empty = quiet::is_empty(&submitted);
        if submitted.empty && self.is_weary(&submitted.seat, submitted.received) {
            return Ok(Outcome::Refused);
        }
        self.file(letter, &reading, came.message, submitted)
    }

    /// Whether a mail of a seat is within the limits and can be read.
    fn admit(&self, letter: &Letter, mail: &Collected, submitted: &mut Submitted) -> bool {
        let limits = &self.settings.limits;
        let recent =
            self.record.people.receipts.get(&submitted.seat).map(|receipts| receipts.recent.as_slice());
        let hour = submitted.received - TimeDelta::hours(1);
        let recent = recent.unwrap_or_default().iter().filter(|at| **at > hour).count();
        if mail.size > limits.mail || letter.troubles.iter().any(|t| matches!(t, Trouble::TooLarge { .. })) {
            submitted.refuse(&Refusal::new("mail-too-large").with("limit", size(limits.mail)));
        } else if recent >= limits.mails_an_hour {
            submitted.refuse(&Refusal::new("too-many-mails").with("limit", limits.mails_an_hour));
        } else {
            return true;
        }
        false
    }

    /// Does what the document says.
    fn act(&mut self, written: &Written<'_>, submitted: &mut Submitted) -> Result<(), CampaignError> {
        submitted.problems.extend(receipt::notes(written.letter, written.found));
        submitted.problems.extend(unread::problems(written.letter, written.found));
        let limit = self.settings.limits.plan;
        if written.text.len() > limit {
            submitted.refuse(&Refusal::new("plan-too-large").with("limit", size(limit as u64)));
            return Ok(());
        }
        submitted.unusable = !written.is_yaml;
        let document = &written.envelope.document;
        if let Some(campaign) = document.campaign.as_ref().filter(|given| given.value != self.settings.id) {
            let why = Refusal::new("wrong-campaign").with("campaign", campaign.value.clone());
            submitted.refuse_at(campaign.span, why, written);
            return Ok(());
        }
        if submitted.seat == GM {
            submitted.tell_faults(written);
            return self.act_for_gm(written, submitted);
        }
        let own = self.rules.seat(&submitted.seat);
        if let Some(seat) = document.seat.as_ref().filter(|given| Some(given.value) != own) {
            let seats = self.rules.referee.seats();
            let name = seats.get(seat.value.index()).map(|info| info.name.clone()).unwrap_or_default();
            submitted.refuse_at(seat.span, Refusal::new("wrong-seat").with("seat", name), written);
            return Ok(());
        }
        submitted.tell_faults(written);
        if let Some(window) = &document.window {
            submitted.window = Some(window.value.clone());
        }
        self.rehearse(written, submitted);
        if submitted.stand_in {
            self.not_by_stand_in(written, submitted);
        } else {
            self.words(written, submitted);
            self.absence(written, submitted)?;
            self.votes(written, submitted)?;
            self.dispute(written, submitted)?;
        }
        self.press(written, submitted)?;
        Self::only_gm(written, submitted);
        self.hand_in(written, submitted)?;
        self.asks(written, submitted)?;
        if !submitted.stand_in {
            self.resign(written, submitted)?;
        }
        let nothing = !submitted.used && submitted.problems.iter().all(|problem| problem.warning);
        if nothing {
            submitted.refuse(&Refusal::new("no-document"));
        }
        submitted.understood.sort_by_key(|item| (item.line.is_none(), item.line));
        Ok(())
    }

    fn words(&self, written: &Written<'_>, submitted: &mut Submitted) {
        let Some(words) = &written.envelope.document.chance else { return };
        match self.record.people.words_until() {
            Some(until) if submitted.received < until => {
                submitted.used = true;
                submitted.words = Some(crate::seal::mask(&words.value));
                submitted.act_on("chance", words.span, written);
            }
            _ => submitted.refuse_at(words.span, Refusal::new("chance-over"), written),
        }
    }

    /// Writes the mail's receipt and plays on.
    fn file(
        &mut self,
        letter: &Letter,
        reading: &Reading,
        message: Hash256,
        submitted: Submitted,
    ) -> Result<Outcome, CampaignError> {
        let standing = match submitted.already {
            Some(received) => Standing::Already { received },
            _ if submitted.seat == GM => Standing::Gm,
            None if submitted.opens() => Standing::This,
            None => self.standing(&submitted.seat, submitted.number),
        };
        let mut window = self.window_state(&submitted.seat);
        if let Some(window) = &mut window {
            window.own = match window.own {
                State::Waiting if submitted.unusable => State::Unusable,
                State::In if submitted.is_final => State::Final,
                own => own,
            };
        }
        let mut kept = Kept {
            answers: receipt::answers(letter, reading, submitted.received),
            trust: Some(submitted.trust),
            standing,
            understood: submitted.understood,
            ignored: receipt::ignored(&reading.found),
            problems: submitted.problems,
            seal: submitted.seal,
            window,
            asked: submitted.asked,
        };
        kept.mask_keys();
        let fate = if submitted.used { Fate::Used } else { Fate::Refused };
        let prev = self
            .record
            .people
            .receipts
            .get(&submitted.seat)
            .map(|receipts| receipts.chain)
            .unwrap_or_default();
        let link = json!({
            "fate": fate, "mail": submitted.mail, "number": submitted.number, "prev": prev, "seat": submitted.seat,
        });
        let chain = Hash256::of_value(&link).map_err(|why| CampaignError::Fault(why.to_string()))?;
        let about =
            self.record.game.open_window().filter(|_| submitted.seat != GM).map(|window| window.id.clone());
        let body = Received {
            seat: Some(submitted.seat.clone()),
            number: submitted.number,
            mail: submitted.mail,
            message,
            received: submitted.received,
            fate,
            chain,
            window: about,
            is_final: submitted.is_final,
            unusable: submitted.unusable,
            empty: submitted.empty,
            words: submitted.words,
            rehearsed: submitted.rehearsed,
            stand_in: submitted.stand_in,
            stranger: None,
            claimed: None,
            signed: submitted.signed.filter(|_| submitted.used),
            warned: None,
            new_key: submitted.new_key,
            ask: Vec::new(),
        };
        self.add_with(Kind::Received, &body, &kept)?;
        if self.record.people.unreachable.contains_key(&submitted.seat) {
            self.add(
                Kind::Unreachable,
                &Unreachable { seat: submitted.seat, unreachable: false, reason: None },
            )?;
        }
        self.settle()?;
        Ok(if fate == Fate::Used { Outcome::Used } else { Outcome::Refused })
    }

    /// A delivery failure: the seat it was for is marked, if the failed mail was really ours.
    fn bounced(&mut self, bounce: &Bounce) -> Result<(), CampaignError> {
        let ids = self.message_ids();
        let seats: Vec<String> = self.record.people.seats().map(str::to_owned).collect();
        // Its words are another's: of the status only the digits are kept.
        let is_status =
            |status: &String| status.len() < 12 && status.chars().all(|c| c.is_ascii_digit() || c == '.');
        let reason = bounce.status.clone().filter(is_status);
        let ours = bounce.original.as_ref().and_then(|id| ids.recognise(id, &seats));
        // What did not reach the seat's player before says nothing of the one it has now.
        let ours = ours.filter(|(seat, what)| {
            !self.record.people.tenures.contains_key(seat) || self.record.people.still_speaks(seat, what)
        });
        match ours {
            Some((seat, _)) if bounce.failed && !self.record.people.unreachable.contains_key(&seat) => {
                self.add(Kind::Unreachable, &Unreachable { seat, unreachable: true, reason })
            }
            _ => Ok(()),
        }
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 && b % (1 << 20) == 0 => format!("{} MiB", b >> 20),
        b => format!("{} KiB", b >> 10),
    }
}
