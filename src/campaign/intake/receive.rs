//! A message comes in: whom it speaks for, and what it does.

use crate::campaign::intake::printed::Print;
use crate::campaign::intake::reading::{Ours, Reading};
use crate::campaign::intake::senders::Sieve;
use crate::campaign::intake::speaker::{Shown, Speaker};
use crate::campaign::intake::strangers::Came;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::{
    absence, bounces, chance, dispute, filing, finality, flood, gm, hand_in, nothing, press, problems, prose,
    questions, quotation, quoted_orders, receipt, rehearsal, resignation, small_words, speaker, stand_in,
    strangers, to_players, trust, typing, unreadable, votes,
};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Fate, SeatId, Warning};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::message_ids::message_ids;
use crate::campaign::state::record::{self, GM, Reply};
use crate::campaign::state::stand_in::StandIn;
use crate::plan::People;
use crate::post::{Automatic, Collected, Letter, Line, Outcome, Trouble};
use crate::seal::Hash256;
use crate::sheet::Refusal;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// Takes in a message: makes the entries it leads to and plays on. A message that was taken in before changes nothing.
///
/// # Errors
/// If the record is damaged or an entry does not follow from it, which is a bug.
pub fn receive(
    engine: &mut Engine<'_>,
    (sieve, print): (&Sieve, &dyn Print),
    mail: &Collected,
) -> Result<Outcome, CampaignError> {
    let of_nobody = sieve.of_nobody(engine, mail);
    let is_of_nobody = of_nobody.is_some();
    let letter = of_nobody.unwrap_or_else(|| crate::post::read_collected(mail));
    if let Some(automatic) = &letter.automatic {
        return match automatic {
            Automatic::Bounce(bounce) => bounces::take_in(engine, &letter, bounce).map(|()| Outcome::Bounced),
            _ => Ok(Outcome::Ignored),
        };
    }
    if letter.from.iter().any(|from| from.is(&engine.settings.address.address)) {
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
    // A message that was kept has a second entry once it is taken.
    let all = engine.record.people.messages.with_id(&message);
    let known = all.iter().rev().find(|known| known.mail == sha);
    let again = known.is_some_and(|known| known.fate == Fate::Kept);
    if let Some(known) = known.filter(|_| !again || engine.is_another_first()) {
        return Ok(match known.fate {
            Fate::Kept => Outcome::Kept,
            Fate::Used => Outcome::Used,
            Fate::Refused => Outcome::Refused,
            Fate::Stranger => Outcome::Stranger,
        });
    }
    let came = Came { mail: sha, message, received: mail.received, again };
    if is_of_nobody {
        return strangers::take_in(engine, &letter, came, None);
    }
    let of = quotation::expected(engine, &letter);
    let own = Own { reading: read_own(engine, &letter, &of, mail.received), of, print };
    let key = own.reading.envelope.document.key.as_ref().map(|key| &key.value);
    if let Some((seat, shown)) = stand_in::speaks_for(engine, &letter, key, mail.received) {
        return take_in(engine, mail, &letter, own, came, seat, shown);
    }
    match speaker::speaker(engine, &letter, key) {
        Speaker::Nobody => strangers::take_in(engine, &letter, came, None),
        Speaker::Elsewhere { of } => {
            strangers::take_in(engine, &letter, came, Some((of, Warning::OtherAddress)))
        }
        Speaker::WrongKey { seat } => {
            strangers::take_in(engine, &letter, came, Some((seat, Warning::WrongKey)))
        }
        // The game master can stop the clock for everyone, so must write from a known address, whatever `from` says.
        Speaker::Gm { shown } if !shown.known => {
            strangers::take_in(engine, &letter, came, Some((GM.to_owned(), Warning::OtherAddress)))
        }
        Speaker::Gm { shown } => take_in(engine, mail, &letter, own, came, GM.to_owned(), shown),
        Speaker::Seat { seat, shown } => take_in(engine, mail, &letter, own, came, seat, shown),
    }
}

/// The texts of a message as they are read before it is known whom it speaks for.
struct Own<'p> {
    reading: Reading,
    /// The seats whose keys counted in quoted sheets.
    of: Vec<String>,
    /// Prints what is asked, to find answers right below it.
    print: &'p dyn Print,
}

/// Does something with what recognises our messages to these seats, and the sheets in them.
fn with_ours<T>(
    engine: &Engine<'_>,
    of: &[String],
    received: DateTime<Utc>,
    what: impl FnOnce(&Ours<'_>) -> T,
) -> T {
    let ids = message_ids(engine.settings, engine.secrets);
    let people = &engine.record.people;
    let stand_ins =
        people.seats().filter_map(|seat| StandIn::for_seat(people, seat, engine.now, engine.secrets));
    let voices: Vec<String> = stand_ins.map(|stand_in| stand_in.voice).collect();
    let known: Vec<&str> = people.seats().chain([GM]).chain(voices.iter().map(String::as_str)).collect();
    let id = |id: &str| ids.recognise(id, known.iter()).is_some();
    let key = |text: &str| quotation::is_key_of(engine, of, text);
    let today = of.first().and_then(|seat| typing::today(engine, seat, received));
    let players = typing::player_names(engine.settings, &engine.rules);
    let people = People { players: &players, gm: &engine.settings.gm.name };
    what(&Ours { id: &id, address: Some(&engine.settings.address), key: &key, today, people })
}

/// Reads the texts of a message, without attached messages. Only quoted sheets with a key of these seats count.
fn read_own(engine: &Engine<'_>, letter: &Letter, of: &[String], received: DateTime<Utc>) -> Reading {
    with_ours(engine, of, received, |ours| Reading::own(letter, &engine.rules.referee.seats(), ours))
}

/// Reads a message of a seat, with what quoted sheets, typed lines and attached messages say. `own` has its texts, if they were
/// read for this seat already.
fn read_whole(
    engine: &Engine<'_>,
    letter: &Letter,
    submitted: &Submitted,
    (own, print): (Option<Reading>, &dyn Print),
) -> Reading {
    let seats = engine.rules.referee.seats();
    with_ours(engine, std::slice::from_ref(&submitted.seat), submitted.received, |ours| {
        let mut reading = own.unwrap_or_else(|| Reading::own(letter, &seats, ours));
        reading.take_sheet(letter, &seats, ours);
        let today = typing::take_in(engine, submitted, &mut reading, (letter, &seats, ours), print);
        reading.take_attached(letter, &seats, ours);
        small_words::take_in(engine, submitted, &mut reading, (&seats, today));
        reading
    })
}

/// Takes in a message that speaks for a seat or for the game master.
fn take_in(
    engine: &mut Engine<'_>,
    mail: &Collected,
    letter: &Letter,
    own: Own<'_>,
    came: Came,
    seat: SeatId,
    shown: Shown,
) -> Result<Outcome, CampaignError> {
    // Whoever used its Message-ID before without speaking for this seat does not make it a copy.
    if !came.again && engine.record.people.known_message(&came.message, Some(&seat)).is_some() {
        return Ok(Outcome::Duplicate);
    }
    if !came.again && flood::is_flooded(engine, &seat, came.received.min(engine.now)) {
        engine.over_limit += 1;
        return Ok(Outcome::Refused);
    }
    let stand_in = shown.stand_in;
    let mut submitted = begun(engine, mail, letter, &came, seat, shown);
    let Own { mut reading, of, print } = own;
    if admit(engine, letter, mail, &mut submitted) {
        // The settings have signing keys for players only, so a stand-in cannot sign.
        let signed = if stand_in { Some(None) } else { trust::signed_text(engine, letter, &mut submitted) };
        if let Some(signed) = signed {
            // Whom the message speaks for is known by now, and so whose key a quoted sheet must have.
            let is_read = signed.is_none() && of == [&*submitted.seat] && submitted.received == mail.received;
            let letter = signed.as_ref().unwrap_or(letter);
            reading = read_whole(engine, letter, &submitted, (is_read.then_some(reading), print));
            let written = Written {
                letter: reading.letter(letter),
                found: &reading.found,
                text: reading.text(),
                envelope: &reading.envelope,
                left: &reading.left,
                is_yaml: reading.is_yaml,
            };
            submitted.problems.extend(reading.problems.iter().cloned());
            let is_misdirected =
                reading.opened.is_some() && trust::is_for_another_seat(engine, &written, &mut submitted);
            if !is_misdirected && trust::is_signed_for_now(engine, &written, &mut submitted) {
                act(engine, &written, &mut submitted)?;
            }
        }
    }
    submitted.empty = flood::is_empty(&submitted) || submitted.only_prose;
    if submitted.empty {
        match flood::still_answered(engine, &submitted.seat, submitted.received) {
            0 => {
                engine.unheard.insert(submitted.seat);
                engine.over_limit += 1;
                return Ok(Outcome::Refused);
            }
            1 => submitted.warn(&Refusal::new("last-answer")),
            _ => {}
        }
    }
    filing::file(engine, letter, &reading, came.message, submitted)
}

/// Returns a message of a seat of which nothing was taken in yet.
fn begun(
    engine: &Engine<'_>,
    mail: &Collected,
    letter: &Letter,
    came: &Came,
    seat: SeatId,
    shown: Shown,
) -> Submitted {
    let people = &engine.record.people;
    let trust = trust::evidence(engine, &mail.raw, letter, &shown);
    let window = shown.about.as_ref().and_then(|what| window_of(people, &seat, what));
    Submitted {
        number: people.receipts.get(&seat).map_or(0, |receipts| receipts.number) + 1,
        seat,
        mail: came.mail,
        received: came.received.min(engine.now),
        about: shown.about,
        window,
        used: false,
        is_final: false,
        lifts: false,
        answers_nothing: false,
        speaks: false,
        unusable: false,
        empty: false,
        words: None,
        for_chance: false,
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
        bound: None,
        kept: false,
        passed: Vec::new(),
        only_prose: false,
        again: came.again,
        already: None,
    }
}

/// Returns the window that one of our messages to a seat asks about: a report, a receipt, or one that asks again for what is missing.
fn window_of(people: &record::People, seat: &str, what: &str) -> Option<SeatId> {
    let asks_again = || match people.replies.to(seat, what)? {
        Reply::Window { id } => Some(id.as_str()),
        _ => None,
    };
    people.about.window(seat, what).or_else(asks_again).map(str::to_owned)
}

/// Returns `true` if a message is within the limits of size and number, and otherwise refuses it.
fn admit(engine: &Engine<'_>, letter: &Letter, mail: &Collected, submitted: &mut Submitted) -> bool {
    let limits = &engine.settings.limits;
    let recent =
        engine.record.people.receipts.get(&submitted.seat).map(|receipts| receipts.recent.as_slice());
    let hour = submitted.received - TimeDelta::hours(1);
    let recent = recent.unwrap_or_default().iter().filter(|at| **at > hour).count();
    if mail.size > limits.mail || letter.troubles.iter().any(|t| matches!(t, Trouble::TooLarge { .. })) {
        submitted.refuse(&Refusal::new("mail-too-large").with("limit", problems::size(limits.mail)));
    } else if recent >= flood::most_an_hour(engine, &submitted.seat) && !submitted.again {
        let most = flood::most_an_hour(engine, &submitted.seat);
        submitted.refuse(&Refusal::new("too-many-mails").with("limit", most));
    } else {
        return true;
    }
    false
}

/// Does what a message says.
fn act(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    if !is_within_limits(engine, written, submitted) {
        return Ok(());
    }
    submitted.unusable = !written.is_yaml;
    let document = &written.envelope.document;
    if let Some(campaign) = document.campaign.as_ref().filter(|given| given.value != engine.settings.id) {
        let why = Refusal::new("wrong-campaign").with("campaign", campaign.value.clone());
        submitted.refuse_at(campaign.span, why, written);
        return Ok(());
    }
    if submitted.seat == GM {
        submitted.tell_faults(written);
        prose::take_in(engine, written, submitted)?;
        return gm::take_in(engine, written, submitted);
    }
    let own = engine.rules.seat(&submitted.seat);
    if let Some(seat) = document.seat.as_ref().filter(|given| Some(given.value) != own) {
        let seats = engine.rules.referee.seats();
        let name = seats.get(seat.value.index()).map(|info| info.name.clone()).unwrap_or_default();
        submitted.refuse_at(seat.span, Refusal::new("wrong-seat").with("seat", name), written);
        return Ok(());
    }
    // What else is in a message that was kept for its opening was done when it came.
    if submitted.again {
        submitted.problems.clear();
        return hand_in::take_in_opening(engine, written, submitted);
    }
    act_for_seat(engine, written, submitted)
}

/// Notes what is remarkable in the form of a message. Returns `true` if its text is short enough, and otherwise refuses it.
fn is_within_limits(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) -> bool {
    if written.left.is_long {
        submitted.refuse(&Refusal::new("mail-too-long").with("limit", typing::MOST_LINES));
        return false;
    }
    submitted.problems.extend(receipt::notes(written.letter, written.found));
    submitted.problems.extend(unreadable::problems(written.letter, written.found));
    let limit = engine.settings.limits.plan;
    if written.text.len() > limit {
        submitted.refuse(&Refusal::new("plan-too-large").with("limit", problems::size(limit as u64)));
        return false;
    }
    true
}

/// Does what each section of a seat's document says, in a fixed order.
fn act_for_seat(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    submitted.tell_faults(written);
    if let Some(window) = &written.envelope.document.window {
        submitted.window = Some(window.value.clone());
    }
    rehearsal::take_in(engine, written, submitted);
    if submitted.stand_in {
        stand_in::refuse_beyond_absence(written, submitted);
    } else {
        chance::take_in(engine, written, submitted)?;
        absence::take_in(engine, written, submitted)?;
        votes::take_in(engine, written, submitted)?;
        dispute::take_in(engine, written, submitted)?;
    }
    press::take_in(engine, written, submitted)?;
    gm::refuse_orders(written, submitted);
    prose::ask_back_answers(engine, written, submitted);
    hand_in::take_in(engine, written, submitted)?;
    questions::take_in(engine, written, submitted)?;
    if !submitted.stand_in {
        resignation::take_in(engine, written, submitted)?;
    }
    prose::take_in(engine, written, submitted)?;
    finality::fall(engine, written, submitted);
    to_players::tell(engine, submitted);
    finality::tell(engine, written, submitted);
    dispute::name_turn(engine, submitted);
    votes::tell_how(engine, written, submitted);
    rehearsal::tell_of_others(engine, written, submitted);
    let is_blank = |line: &Line| !line.is_own || line.text.trim().is_empty();
    let empty = written.found.lines.iter().all(is_blank);
    quoted_orders::take_in(engine, written, submitted, empty);
    let lines = written.left.stands.iter().map(|span| problems::line_in_mail(span.line, written.found));
    let mut lines: Vec<Option<usize>> = lines.collect();
    lines.sort_unstable_by_key(|line| (line.is_none(), *line));
    lines.dedup();
    // What two sentences of a line say of the rest is said once.
    if lines.first().is_some_and(Option::is_some) {
        lines.retain(Option::is_some);
    }
    for line in lines {
        submitted.used = true;
        submitted.understand(line, json!({"item": "stands"}));
    }
    nothing::tell(engine, written, submitted, empty);
    submitted.understood.sort_by_key(|item| (item.line.is_none(), item.line));
    Ok(())
}
