//! How far a mail is believed: what showed whose it is, what was signed in it, and what becomes of mails that speak for
//! nobody or do not come from where they should.
//!
//! May use: engine, entries, speaker, post, seal. Is used by: submission.

use crate::campaign::intake::speaker::Shown;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Fate, Received, Warned, Warning};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::settings::SeatSettings;
use crate::ledger::Kind;
use crate::post::{Letter, Outcome, SignedText, dkim, has_signature, signed_texts};
use crate::report::model::{Dkim, Problem, Trust};
use crate::seal::{Hash256, NAMESPACE, SshFault};
use crate::sheet::Refusal;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// Strangers that are answered within a day, at most.
const MOST_STRANGERS: usize = 20;

/// A mail as the record knows it.
#[derive(Clone, Copy)]
pub(crate) struct Came {
    /// SHA-256 of it as it came.
    pub(crate) mail: Hash256,
    /// SHA-256 of its Message-ID.
    pub(crate) message: Hash256,
    /// When.
    pub(crate) received: DateTime<Utc>,
}

impl Engine<'_> {
    /// A mail that speaks for nobody: no effect, and at most one polite answer a day that tells nothing. Whose key it
    /// has, or from whose address it comes, is warned at most once a day of each.
    pub(crate) fn stranger(
        &mut self,
        letter: &Letter,
        came: Came,
        warning: Option<(String, Warning)>,
    ) -> Result<Outcome, CampaignError> {
        let Some(from) = letter.sender().map(|from| from.address.to_lowercase()) else {
            return Ok(Outcome::Stranger);
        };
        let day = self.now - TimeDelta::days(1);
        let today = self.record.people.strangers.values().filter(|at| **at > day).count();
        // Once a day's answers are given, a flood goes no further than this.
        if warning.is_none() && today >= MOST_STRANGERS {
            return Ok(Outcome::Stranger);
        }
        let who = Hash256(self.secrets.derive(&json!({"stranger": from})));
        let is_answered = self.record.people.strangers.get(&who).is_some_and(|at| *at > day);
        // An address that we know is no stranger's: the warning is the answer.
        let is_known = matches!(warning, Some((_, Warning::WrongKey)));
        let answered = !is_answered && !is_known && today < MOST_STRANGERS;
        let warned = warning.map(|(of, what)| Warned { of, what });
        let warned =
            warned.filter(|warned| self.record.people.warned.get(&warned.name()).is_none_or(|at| *at <= day));
        if !answered && warned.is_none() {
            return Ok(Outcome::Stranger);
        }
        let body = Received {
            seat: None,
            number: 0,
            mail: came.mail,
            message: came.message,
            received: came.received.min(self.now),
            fate: Fate::Stranger,
            chain: Hash256::ZERO,
            window: None,
            is_final: false,
            unusable: false,
            empty: false,
            words: None,
            rehearsed: false,
            stand_in: false,
            stranger: answered.then_some(who),
            claimed: None,
            signed: None,
            warned,
            new_key: None,
            ask: Vec::new(),
        };
        self.add_with(Kind::Received, &body, &json!({"from": from, "message-id": letter.message_id}))?;
        Ok(Outcome::Stranger)
    }

    /// By what a mail is known to speak for its seat, signatures left out.
    pub(crate) fn trust(&self, raw: &[u8], letter: &Letter, shown: &Shown) -> Trust {
        let Shown { key, answers, known, .. } = *shown;
        let mut trust = Trust { key, answers, known, ..Trust::default() };
        if let (Some(rule), Some(from)) = (&self.settings.trust.dkim, letter.sender()) {
            trust.dkim = Some(dkim(raw, &rule.server, rule.place, from));
            trust.server = rule.server.clone();
        }
        trust
    }

    /// The letter without what is not signed, if there is a good signature in it; none in the inner option if it may be
    /// taken as it is; none at all if it is refused.
    pub(crate) fn signed(&self, letter: &Letter, submitted: &mut Submitted) -> Option<Option<Letter>> {
        if let Some(rule) = self.settings.trust.dkim.as_ref().filter(|rule| rule.required)
            && !matches!(submitted.trust.dkim, Some(Dkim::Pass { .. }))
        {
            submitted.refuse(&Refusal::new("dkim-missing").with("server", rule.server.clone()));
            return None;
        }
        let Some(seat) = self.settings.seat(&submitted.seat) else { return Some(None) };
        if !has_signature(letter) {
            if self.settings.must_sign(seat) {
                let window = self.record.game.open_window().map(|window| window.id.clone());
                let why = Refusal::new("signature-missing").with("campaign", self.settings.id.clone());
                submitted.refuse(&why.with("window", window.unwrap_or_default()));
                return None;
            }
            return Some(None);
        }
        if seat.ssh.is_empty() {
            let why = crate::campaign::intake::problems::refused(&Refusal::new("signature-unchecked"));
            submitted.problems.push(Problem { warning: true, ..why });
            return Some(None);
        }
        match verified(seat, signed_texts(letter)) {
            Ok((text, fingerprint)) => {
                submitted.trust.signature = Some(fingerprint);
                let hash = self.secrets.derive(&json!({"seat": seat.seat, "signed": text.plain()}));
                submitted.signed = Some(Hash256(hash));
                Some(Some(text.letter))
            }
            Err(fault) => {
                submitted.refuse(&refusal(&fault));
                submitted.unusable = true;
                None
            }
        }
    }

    /// Whether a document from an attached mail has the key of another seat: then it was meant for that one. By a key of
    /// the mail itself it is known for whom that speaks; one that came attached speaks for nobody.
    pub(crate) fn is_anothers(&self, written: &Written<'_>, submitted: &mut Submitted) -> bool {
        let Some(key) = &written.envelope.document.key else { return false };
        let Some((of, _)) = self.record.people.holder(&key.value).filter(|(of, _)| *of != submitted.seat)
        else {
            return false;
        };
        let info = self.rules.referee.seats().into_iter().find(|info| info.id == of);
        let name = info.map_or_else(|| of.to_owned(), |info| info.name);
        submitted.refuse_at(key.span, Refusal::new("wrong-seat").with("seat", name), written);
        true
    }

    /// Whether what was signed was signed for this campaign and this window, and has not counted yet. What is not signed
    /// is bound by nothing.
    pub(crate) fn is_bound(&self, written: &Written<'_>, submitted: &mut Submitted) -> bool {
        let Some(signed) = submitted.signed else { return true };
        let document = &written.envelope.document;
        let open = self.record.game.open_window().map(|window| window.id.as_str());
        let window = document.window.as_ref().map(|given| given.value.as_str());
        let why = if document.campaign.is_none() {
            Refusal::new("signature-no-campaign").with("campaign", self.settings.id.clone())
        } else if let (Some(open), None) = (open, window) {
            Refusal::new("signature-no-window").with("window", open)
        } else if let Some(meant) = window.filter(|meant| Some(*meant) != open) {
            let code =
                if self.record.people.past.contains(meant) { "window-closed" } else { "window-unknown" };
            Refusal::new(code).with("window", meant).with("now", open.unwrap_or_default())
        } else if self.record.people.signed.contains(&signed) {
            Refusal::new("signature-again")
        } else {
            return true;
        };
        submitted.refuse(&why);
        false
    }
}

/// The first text that a key of the seat has signed, with the key's fingerprint.
fn verified(seat: &SeatSettings, texts: Vec<SignedText>) -> Result<(SignedText, String), SshFault> {
    let mut fault = None;
    for text in texts {
        for key in &seat.ssh {
            match key.verify(&text.armour, &text.spellings) {
                Ok(_) => return Ok((text, key.to_string())),
                // Of several keys the right one knows best why not.
                Err(why) if matches!(fault, None | Some(SshFault::OtherKey(_))) => fault = Some(why),
                Err(_) => {}
            }
        }
    }
    Err(fault.unwrap_or(SshFault::OtherText))
}

fn refusal(fault: &SshFault) -> Refusal {
    match fault {
        SshFault::Broken => Refusal::new("signature-broken"),
        SshFault::Namespace(found) => {
            Refusal::new("signature-purpose").with("found", found.clone()).with("wanted", NAMESPACE)
        }
        SshFault::OtherKey(found) => Refusal::new("signature-other-key").with("found", found.clone()),
        SshFault::OtherText => Refusal::new("signature-other-text"),
    }
}
