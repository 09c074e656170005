//! Words of chance: what a player adds to the shuffles before the game begins, open or sealed.

use crate::campaign::intake::hand_in::opening_of;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::chance_words::{words_of, words_plan};
use crate::campaign::state::entries::{How, In, OpenedPlan, Sealed};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::CHANCE;
use crate::campaign::state::secrets::first;
use crate::campaign::state::settings::Words;
use crate::ledger::Kind;
use crate::plan::Given;
use crate::seal::{Binding, Opening, OpeningError, Seal, mask};
use crate::sheet::{Refusal, Span};
use serde_json::json;

/// Takes in a seat's words of chance, their seal or their opening, if their time is not over.
///
/// # Errors
/// If an entry does not follow from the record, which is a bug.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let document = &written.envelope.document;
    submitted.for_chance = is_meant(engine, written, &submitted.seat);
    let (words, seal) = (&document.chance, document.seal.as_ref().filter(|_| submitted.for_chance));
    if let Some(seal) = seal.filter(|_| document.window.is_none()) {
        // It may be that of orders, which nobody can send yet.
        submitted.refuse_at(seal.span, Refusal::new("chance-seal-window"), written);
        return Ok(());
    }
    match (words, seal) {
        (Some(words), Some(_)) => {
            submitted.refuse_at(words.span, Refusal::new("chance-twice"), written);
        }
        (Some(words), None) if may_send(engine, words.span, written, submitted) => {
            take_words(engine, words, written, submitted)?;
        }
        (None, Some(seal)) if may_send(engine, seal.span, written, submitted) => {
            take_seal(engine, seal, written, submitted)?;
        }
        _ => {}
    }
    match opening_of((written.letter, written.found), (written.text, written.envelope), &submitted.seat) {
        Some(opening) if submitted.for_chance => take_opening(engine, opening, submitted),
        _ => Ok(()),
    }
}

/// Returns `true` if a seal or an opening in a message is one of words of chance.
fn is_meant(engine: &Engine<'_>, written: &Written<'_>, seat: &str) -> bool {
    let document = &written.envelope.document;
    let opening = opening_of((written.letter, written.found), (written.text, written.envelope), seat);
    let is_for_chance =
        opening.and_then(Result::ok).is_some_and(|opening| opening.binding().window == CHANCE);
    let names_chance = document.window.as_ref().is_some_and(|window| window.value == CHANCE);
    // Before the game begins there is nothing else to seal.
    let before = engine.record.game.position.is_null() && document.window.is_none();
    (is_for_chance || names_chance || before) && document.plan.is_none()
}

/// Returns `true` if the seat can send words now, and otherwise refuses them.
fn may_send(engine: &Engine<'_>, at: Span, written: &Written<'_>, submitted: &mut Submitted) -> bool {
    let people = &engine.record.people;
    let code = match people.words_mode() {
        None => "chance-over",
        Some(Words::No) => "chance-none",
        _ if people.bound_words(&submitted.seat).is_some() => "chance-bound",
        // Who takes a seat after the founding must not choose its words with the secret in hand.
        _ if engine.settings.gm.plays.as_ref() == Some(&submitted.seat) => "chance-gm",
        _ if !people.takes_words(submitted.received) => "chance-over",
        _ => return true,
    };
    submitted.refuse_at(at, Refusal::new(code), written);
    false
}

fn take_words(
    engine: &mut Engine<'_>,
    words: &Given<String>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    submitted.used = true;
    submitted.act_on("chance", words.span, written);
    let text = mask(&words.value);
    if engine.record.people.words_mode() != Some(Words::Sealed) {
        submitted.words = Some(text);
        return Ok(());
    }
    let nonce = json!({"nonce": submitted.mail.to_string(), "seat": submitted.seat, "window": CHANCE});
    let nonce = first(engine.secrets.derive(&nonce));
    let opening = Opening::new(&binding(engine, submitted), words_plan(&text), &nonce)
        .map_err(|why| CampaignError::Fault(format!("words of chance cannot be sealed: {why}")))?;
    let seal = opening.seal().to_string();
    submitted.seal = Some(seal.clone());
    engine.vault.openings.insert(seal.clone(), opening);
    engine.add(Kind::Sealed, &sealed(submitted, seal, How::Deposit))
}

fn take_seal(
    engine: &mut Engine<'_>,
    seal: &Given<Seal>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let text = seal.value.to_string();
    submitted.used = true;
    submitted.act_on("seal", seal.span, written);
    submitted.seal = Some(text.clone());
    let known = engine.record.people.chance.seals.get(&submitted.seat);
    if known.is_some_and(|part| part.seal.as_ref() == Some(&text)) {
        return Ok(());
    }
    engine.add(Kind::Sealed, &sealed(submitted, text, How::Seal))
}

fn take_opening(
    engine: &mut Engine<'_>,
    opening: Result<Opening, OpeningError>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let chance = &engine.record.people.chance;
    let part = chance.seals.get(&submitted.seat).filter(|part| part.how == Some(How::Seal)).cloned();
    let Some(In { seal: Some(seal), opened, .. }) = part else {
        submitted.refuse(&Refusal::new("chance-seal-missing"));
        return Ok(());
    };
    if opened {
        submitted.used = true;
        return Ok(());
    }
    if !chance.published && !engine.record.people.seeded {
        submitted.refuse(&Refusal::new("chance-opening-early"));
        return Ok(());
    }
    if engine.record.people.seeded || !chance.is_opening(submitted.received) {
        submitted.refuse(&Refusal::new("chance-opening-late"));
        return Ok(());
    }
    let unreadable = |why: String| Refusal::new("opening-unreadable").with("why", why);
    let opening = match opening {
        Ok(opening) => opening,
        Err(why) => {
            submitted.refuse(&unreadable(why.to_string()));
            return Ok(());
        }
    };
    let Ok(wanted) = seal.parse::<Seal>() else { return Ok(()) };
    match opening.check(&wanted, &binding(engine, submitted)) {
        Err(why @ OpeningError::Binding { .. }) => submitted.refuse(&unreadable(why.to_string())),
        Err(_) => {
            let found = opening.seal().to_string();
            submitted.refuse(&Refusal::new("seal-mismatch").with("sealed", seal).with("found", found));
        }
        Ok(()) if words_of(opening.plan()).is_none() => {
            submitted.refuse(&Refusal::new("chance-opening-form"))
        }
        Ok(()) => {
            submitted.used = true;
            submitted.understand(None, json!({"item": "chance-opening"}));
            let body =
                OpenedPlan { window: CHANCE.to_owned(), seat: submitted.seat.clone(), seal, how: How::Seal };
            engine.add_with(Kind::Opened, &body, &opening.to_value())?;
        }
    }
    Ok(())
}

fn binding(engine: &Engine<'_>, submitted: &Submitted) -> Binding {
    Binding { campaign: engine.settings.id.clone(), seat: submitted.seat.clone(), window: CHANCE.to_owned() }
}

fn sealed(submitted: &Submitted, seal: String, how: How) -> Sealed {
    Sealed { window: CHANCE.to_owned(), seat: submitted.seat.clone(), seal, how, revision: 0 }
}
