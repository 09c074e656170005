//! Receipts: numbered and chained for each seat, and naming what their messages did.

use super::verified::Flaw;
use super::walk::{Walk, Why, need, refused};
use crate::campaign::state::entries::{Fate, Line, Received};
use crate::campaign::state::record::GM;
use crate::seal::Hash256;
use serde_json::json;

impl Walk<'_> {
    /// Checks a message that came.
    pub(super) fn received(&mut self, line: Line<'_>) -> Result<(), Flaw> {
        let flaw = |why: Why| Flaw { entry: line.seq, why };
        let mail: Received = line.body().map_err(flaw)?;
        need(mail.received <= line.at, "the message came after it was read").map_err(flaw)?;
        // A message that was kept for its opening is read a second time.
        let of = mail.seat.clone();
        let known = [mail.mail, mail.message].map(|digest| self.seen.insert((of.clone(), digest), mail.fate));
        let is_new = known.iter().flatten().all(|fate| *fate == Fate::Kept);
        need(is_new || mail.mail == mail.message && known[0].is_none(), "the same message is read twice")
            .map_err(flaw)?;
        let Some(seat) = &mail.seat else { return stranger(&mail).map_err(flaw) };
        self.receipt(seat, &mail).map_err(flaw)?;
        // What else is in a message that is kept for its opening is done when it comes.
        let is_used = mail.fate != Fate::Refused;
        for owed in std::mem::take(&mut self.owed) {
            let why = if owed.seat.as_ref().is_some_and(|who| who != seat) || !is_used {
                refused("the next receipt in its batch is not one for it")
            } else if owed.seal.is_some() && owed.seal != mail.seal {
                refused("its receipt names another seal")
            } else {
                continue;
            };
            return Err(Flaw { entry: owed.entry, why });
        }
        self.effects(seat, &mail).map_err(flaw)
    }

    /// Checks number and chain of a receipt.
    fn receipt(&self, seat: &str, mail: &Received) -> Result<(), Why> {
        if seat != GM {
            self.seat(seat)?;
        }
        let before = self.record.people.receipts.get(seat);
        let due = before.map_or(0, |receipts| receipts.number) + 1;
        need(mail.number == due, format!("the receipt has the number {} where {due} is due", mail.number))?;
        let link = json!({
            "fate": mail.fate, "mail": mail.mail, "number": mail.number,
            "prev": before.map(|receipts| receipts.chain).unwrap_or_default(), "seal": mail.seal, "seat": seat,
        });
        let chain = Hash256::of_value(&link).map_err(|why| why.to_string())?;
        need(chain == mail.chain, "the receipt's chain is not that of its contents")?;
        need(
            mail.fate != Fate::Stranger && mail.stranger.is_none() && mail.warned.is_none(),
            "a seat's message is not a stranger's",
        )
    }

    /// Checks what the message is said to have done.
    fn effects(&self, seat: &str, mail: &Received) -> Result<(), Why> {
        let people = &self.record.people;
        let window = self.record.game.open_window();
        let is_used = mail.fate == Fate::Used;
        let about = window.filter(|_| seat != GM).map(|window| &window.id);
        need(mail.window.as_ref() == about, "it names another window than the open one")?;
        let part = window.and_then(|window| window.seats.get(seat));
        let binds = |seal: &String| part.is_some_and(|part| part.seal.as_ref() == Some(seal));
        need(
            mail.seal.as_ref().is_none_or(|seal| is_used && binds(seal)),
            "its seal does not bind the seat",
        )?;
        need(!mail.slips || is_used && mail.seal.is_some(), "it has slips in a plan that does not count")?;
        need(mail.slips || !mail.whole, "it says that a plan without slips is whole")?;
        let is_asked = window.is_some_and(|window| window.asked.contains_key(seat));
        need(
            !mail.beside || is_used && mail.seal.is_some() && is_asked && !mail.is_final,
            "it says nothing of what is asked, but its seat is asked nothing or has sent no plan",
        )?;
        let has_plan = part.is_some_and(|part| part.how.is_some());
        need(!mail.is_final || is_used && has_plan, "it says “final”, but the seat has sent no plan")?;
        let stands = part.is_some_and(|part| part.is_final);
        need(!mail.lifts || stands && !mail.is_final, "it lifts a “final” that nobody has said")?;
        if mail.words.is_some() {
            let in_time = people.takes_words(mail.received);
            need(is_used && in_time, "words of chance count when their time was over")?;
        }
        need(!mail.rehearsed || !people.seeded, "it passes a rehearsal after the game has begun")?;
        need(
            mail.signed.is_none_or(|signed| !people.signed.contains(&signed)),
            "a signed text is used a second time",
        )?;
        if let Some(number) = mail.new_key {
            let next = people.keys.get(seat).and_then(|held| held.next.as_ref());
            need(next.is_some_and(|next| next.number == number), "it uses a key that was not made")?;
        }
        let is_away = self.hidden_away.contains(seat) || people.away.iter().any(|(away, _)| away == seat);
        need(!mail.stand_in || is_away, "somebody stands in for a seat that is not away")
    }
}

/// Checks that a stranger's message has no effect.
fn stranger(mail: &Received) -> Result<(), Why> {
    need(
        (mail.number, mail.chain, mail.fate) == (0, Hash256::ZERO, Fate::Stranger),
        "a stranger gets no receipt",
    )?;
    let nothing = mail.window.is_none()
        && mail.seal.is_none()
        && mail.words.is_none()
        && mail.new_key.is_none()
        && mail.signed.is_none()
        && !(mail.is_final
            || mail.lifts
            || mail.unusable
            || mail.slips
            || mail.whole
            || mail.beside
            || mail.empty
            || mail.rehearsed
            || mail.stand_in);
    need(nothing, "a stranger's message has no effect")
}
