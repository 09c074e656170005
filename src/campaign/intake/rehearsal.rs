//! The rehearsal before the game begins: each seat sends a small sheet back, so that we find out before the first
//! deadline whether mail arrives. It changes nothing in the game.

use crate::campaign::intake::reading::Reading;
use crate::campaign::intake::receipt;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::REHEARSAL;
use crate::plan::{self, Bare};
use crate::post::Fate;
use crate::sheet::{Refusal, Span};

/// The place of what is no line of the document; lines of the message may have it too.
pub(super) const NOWHERE: Span = Span { line: 0, column: 1, length: 1 };

/// Takes in a sheet of the rehearsal.
pub(crate) fn take_in(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) {
    let Some(given) = &written.envelope.document.rehearsal else { return };
    if engine.record.people.rehearsing(engine.now).is_none() {
        submitted.refuse_at(given.span, Refusal::new("rehearsal-over"), written);
        return;
    }
    match given.value.ready {
        Some(ready) => {
            submitted.used = true;
            submitted.rehearsed = ready;
            submitted.act_on(REHEARSAL, given.span, written);
        }
        // "Not ready yet. Word: kettle": the head of the receipt says what is missing.
        None if !given.value.word.is_empty() => submitted.used = true,
        None => submitted.refuse_at(given.span, Refusal::new("rehearsal-empty"), written),
    }
}

/// Returns `true` during the rehearsal for a seat that has not passed it yet.
pub(super) fn may_rehearse(engine: &Engine<'_>, seat: &str) -> bool {
    let people = &engine.record.people;
    people.rehearsing(engine.now).is_some() && !people.rehearsed.contains(seat)
}

/// Says beside the news that its sender is ready that nobody was sent the other words of a message, where that is so and no problem tells it.
pub(crate) fn tell_of_others(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) {
    let player = engine.settings.seat(&submitted.seat).map(|seat| seat.player.as_str());
    // The initial below "ready" is no word that anybody waits for.
    let is_word = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count() > 1;
    // A line that did something was read, and so was one that says no more than that its writer is ready.
    let did = |number: usize| {
        submitted.understood.iter().any(|item| item.line == Some(number) && item.what["item"] != REHEARSAL)
    };
    let says_more = written.left.prose.iter().any(|(number, line)| {
        is_word(line)
            && !did(*number)
            && !receipt::is_idle(line, player)
            && !plan::agrees_to_begin(std::iter::once(line.as_str()))
    });
    let is_unseen = says_more && submitted.passed.is_empty();
    if is_unseen
        && submitted.problems.is_empty()
        && let Some(item) = submitted.understood.iter_mut().find(|item| item.what["item"] == REHEARSAL)
    {
        item.what["unseen"] = true.into();
    }
}

/// Returns `true` if a message answers the welcome, and its seat has not passed the rehearsal yet.
pub(super) fn rehearses(engine: &Engine<'_>, submitted: &Submitted) -> bool {
    let about = submitted.about.as_deref().unwrap_or_default();
    may_rehearse(engine, &submitted.seat)
        && ["opening-", "welcome-", "reminder-", "receipt-"].iter().any(|kind| about.starts_with(kind))
}

/// Returns `true` if the sender's own words let the game begin: the rehearsal only tries whether mail arrives, so any words
/// will do that neither ask nor object, so will words of chance, and so does "I am ready" beside a question.
/// The word of the rehearsal says no less than they do.
pub(super) fn says_ready(reading: &Reading) -> bool {
    let (document, left) = (&reading.envelope.document, &reading.left);
    // An order too early is an order, whatever is wrong with it.
    let is_unclear = !left.unclear.is_empty() && !left.is_early;
    let objects = left.bare.iter().any(|(bare, _)| matches!(bare, Bare::No | Bare::Nothing))
        || left.lines.iter().any(|(_, line)| plan::doubts(line))
        || is_unclear;
    let agrees = plan::agrees_to_begin(left.lines.iter().map(|(_, line)| line.as_str())) && !is_unclear;
    let sheet = document.rehearsal.as_ref().map(|given| &given.value);
    let is_open = sheet.is_none_or(|sheet| sheet.ready.is_none() && !sheet.word.is_empty());
    let says = document.chance.is_some() || sheet.is_some() || !left.lines.is_empty();
    let asks = !document.ask.is_empty() || document.resign.is_some() || document.absent.is_some();
    is_open && (says && !objects || agrees) && !asks && !reading.envelope.has_errors()
}

/// Shows the own line that says that its writer is ready as used, or else all that say nothing else, since any words will do. Returns the
/// place by which a receipt finds the first of them in the message.
pub(super) fn use_ready_lines(reading: &mut Reading) -> Span {
    let own = &reading.left.lines;
    let said = own.iter().find(|(_, line)| plan::agrees_to_begin([line.as_str()].into_iter()));
    // "Dear Maria," above it says nothing.
    let is_nothing = |line: &str| {
        matches!(plan::said(line, 1, None), Some(plan::Said::Courtesy))
            || plan::is_closing(line)
            || plan::only_thanks(line)
    };
    let all = || own.iter().map(|(number, _)| *number).collect::<Vec<usize>>();
    let telling: Vec<usize> =
        own.iter().filter(|(_, line)| !is_nothing(line)).map(|(number, _)| *number).collect();
    let numbers: Vec<usize> = match said {
        Some((number, _)) => vec![*number],
        None if telling.is_empty() => all(),
        None => telling,
    };
    let says_so = said.is_some();
    for number in numbers {
        match reading.found.lines.get_mut(number.wrapping_sub(1)).map(|line| &mut line.fate) {
            // "Ready, chance: a red crane" is in the document by now.
            Some(Fate::Used { line }) if says_so => return Span { line: *line, ..NOWHERE },
            Some(Fate::Used { .. } | Fate::Blank) | None => {}
            Some(fate) => *fate = Fate::Used { line: NOWHERE.line },
        }
    }
    NOWHERE
}
