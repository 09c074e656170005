//! Press: messages between players that go through the campaign.

use crate::campaign::intake::refusals::BESIDE;
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

/// Takes in the press of a message. A letter that is refused does not hold up the others.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    for given in &written.envelope.document.press {
        match letter_of(engine, &given.value, submitted) {
            Ok(letter) => {
                submitted.used = true;
                submitted.act_on("press", given.span, written);
                engine.add_with(Kind::Press, &Pressed {}, &letter)?;
            }
            Err(why) => submitted.refuse_at(given.span, why, written),
        }
    }
    Ok(())
}

/// Returns a letter as it will be passed on, or the reason why it is refused.
pub(crate) fn letter_of(
    engine: &Engine<'_>,
    press: &Press,
    submitted: &Submitted,
) -> Result<Letter, Refusal> {
    if submitted.seat == GM {
        return letter_of_gm(engine, press);
    }
    let limits = &engine.settings.limits;
    match engine.settings.press {
        PressKind::None => return Err(Refusal::new("press-none")),
        PressKind::White if press.grey => return Err(Refusal::new("press-signed")),
        _ => {}
    }
    let length = press.text.chars().count();
    if length > limits.press {
        return Err(Refusal::new("press-long").with("limit", limits.press).with("length", length));
    }
    let day = engine.now - TimeDelta::days(1);
    let sent = engine.record.people.pressed.get(&submitted.seat).into_iter().flatten();
    if sent.filter(|at| **at > day).count() >= limits.press_a_day {
        return Err(Refusal::new("press-many").with("limit", limits.press_a_day));
    }
    let all = press.to.contains(&Recipient::All);
    let mut to: Vec<SeatId> = Vec::new();
    let Some(own) = engine.rules.seat(&submitted.seat) else { return Err(Refusal::new("press-none")) };
    for seat in engine.record.people.seats() {
        let Some(other) = engine.rules.seat(seat) else { continue };
        let named = press.to.contains(&Recipient::Seat(other));
        if other == own && named {
            return Err(Refusal::new("press-self"));
        }
        if other != own && (named || all) {
            // Partners may speak again when the game is over.
            if engine.record.game.ended.is_none() {
                // The game's reason is about the letter and not about the plan beside it.
                let kept = |why: Refusal| {
                    let why = why.with(BESIDE, true);
                    if all { why.with("all", true) } else { why }
                };
                engine.rules.referee.may_write(own, other).map_err(kept)?;
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
        // A quotation of our mail must not give the writer's key away.
        text: mask(&press.text),
        gm_reads: engine.settings.gm.reads_press,
    })
}

/// Returns a letter of the game master, to whom the limits of players do not apply.
fn letter_of_gm(engine: &Engine<'_>, press: &Press) -> Result<Letter, Refusal> {
    if press.to.contains(&Recipient::Gm) {
        return Err(Refusal::new("press-self"));
    }
    let all = press.to.contains(&Recipient::All);
    let is_meant = |seat: &&str| {
        all || engine.rules.seat(seat).is_some_and(|seat| press.to.contains(&Recipient::Seat(seat)))
    };
    let to = engine.record.people.seats().filter(is_meant).map(str::to_owned).collect();
    let text = mask(&press.text);
    Ok(Letter { from: GM.to_owned(), to, all, grey: false, text, gm_reads: false })
}
