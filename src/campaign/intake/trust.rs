//! How far a message is trusted: the evidence of its sender, its signature, and what it was signed for.

use crate::campaign::intake::problems;
use crate::campaign::intake::speaker::Shown;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::settings::SeatSettings;
use crate::post::{Letter, SignedText, dkim, has_signature, signed_texts};
use crate::report::model::{Dkim, Problem, Trust};
use crate::seal::{Hash256, NAMESPACE, SshFault};
use crate::sheet::Refusal;
use serde_json::json;

/// Returns the evidence that a message comes from its seat: key, address, answer and DKIM, without signatures.
pub(crate) fn evidence(engine: &Engine<'_>, raw: &[u8], letter: &Letter, shown: &Shown) -> Trust {
    let Shown { key, answers, known, .. } = *shown;
    let mut trust = Trust { key, answers, known, ..Trust::default() };
    if let (Some(rule), Some(from)) = (&engine.settings.trust.dkim, letter.sender()) {
        trust.dkim = Some(dkim(raw, &rule.server, rule.place, from));
        trust.server = rule.server.clone();
    }
    trust
}

/// Returns the signed part of a letter. `Some(None)` means that nothing is signed and the letter counts as it is,
/// `None` that it was refused.
pub(crate) fn signed_text(
    engine: &Engine<'_>,
    letter: &Letter,
    submitted: &mut Submitted,
) -> Option<Option<Letter>> {
    if let Some(rule) = engine.settings.trust.dkim.as_ref().filter(|rule| rule.required)
        && !matches!(submitted.trust.dkim, Some(Dkim::Pass { .. }))
    {
        submitted.refuse(&Refusal::new("dkim-missing").with("server", rule.server.clone()));
        return None;
    }
    let Some(seat) = engine.settings.seat(&submitted.seat) else { return Some(None) };
    if !has_signature(letter) {
        if engine.settings.must_sign(seat) {
            let window = engine.record.game.open_window().map(|window| window.id.clone());
            let why = Refusal::new("signature-missing").with("campaign", engine.settings.id.clone());
            submitted.refuse(&why.with("window", window.unwrap_or_default()));
            return None;
        }
        return Some(None);
    }
    if seat.ssh.is_empty() {
        let why = problems::refused(&Refusal::new("signature-unchecked"));
        submitted.problems.push(Problem { warning: true, ..why });
        return Some(None);
    }
    match verified(seat, signed_texts(letter)) {
        Ok((text, fingerprint)) => {
            submitted.trust.signature = Some(fingerprint);
            let hash = engine.secrets.derive(&json!({"seat": seat.seat, "signed": text.plain()}));
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

/// Returns `true`, and refuses the document, if it came in an attached message and has the key of another seat. Such
/// a key does not decide whom the message speaks for, but shows that the plan was meant for somebody else.
pub(crate) fn is_for_another_seat(
    engine: &Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> bool {
    let Some(key) = &written.envelope.document.key else { return false };
    let Some((of, _)) = engine.record.people.holder(&key.value).filter(|(of, _)| *of != submitted.seat)
    else {
        return false;
    };
    let info = engine.rules.referee.seats().into_iter().find(|info| info.id == of);
    let name = info.map_or_else(|| of.to_owned(), |info| info.name);
    submitted.refuse_at(key.span, Refusal::new("wrong-seat").with("seat", name), written);
    true
}

/// Returns `true` if a signed text was signed for this campaign and this window and has not been used before, and
/// otherwise refuses it. Text without a signature passes.
pub(crate) fn is_signed_for_now(
    engine: &Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> bool {
    let Some(signed) = submitted.signed else { return true };
    let document = &written.envelope.document;
    let open = engine.record.game.open_window().map(|window| window.id.as_str());
    let window = document.window.as_ref().map(|given| given.value.as_str());
    let why = if document.campaign.is_none() {
        Refusal::new("signature-no-campaign").with("campaign", engine.settings.id.clone())
    } else if let (Some(open), None) = (open, window) {
        Refusal::new("signature-no-window").with("window", open)
    } else if let Some(meant) = window.filter(|meant| Some(*meant) != open) {
        let code = if engine.record.people.past.contains(meant) { "window-closed" } else { "window-unknown" };
        Refusal::new(code).with("window", meant).with("now", open.unwrap_or_default())
    } else if engine.record.people.signed.contains(&signed) {
        Refusal::new("signature-again")
    } else {
        return true;
    };
    submitted.refuse(&why);
    false
}

/// Returns the first text that a key of the seat has signed, with the fingerprint of the key.
fn verified(seat: &SeatSettings, texts: Vec<SignedText>) -> Result<(SignedText, String), SshFault> {
    let mut fault = None;
    for text in texts {
        for key in &seat.ssh {
            match key.verify(&text.armour, &text.spellings) {
                Ok(_) => return Ok((text, key.to_string())),
                // A fault other than a foreign key tells more, because it is about the right key.
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
