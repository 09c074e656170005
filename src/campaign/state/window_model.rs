//! Makes the models of windows and seats from which messages are written.

use crate::campaign::state::entries::{SeatId, Standing as In};
use crate::campaign::state::record;
use crate::campaign::state::record::{People, Phase};
use crate::campaign::state::settings::Secrecy;
use crate::report::model::{self, Named, State};
use chrono::{DateTime, Utc};

/// Returns the model of a window. `held`, `paused` and `late` are `false`, `closes` and `awaited` are empty, and left to the caller.
pub fn window_model(window: &record::Window) -> model::Window {
    model::Window {
        id: window.id.clone(),
        turn: window.turn,
        stage: window.stage.clone(),
        round: window.round.clone(),
        deadline: window.deadline,
        grace: (window.grace > 0).then(|| window.last_call()).flatten(),
        secrecy: secrecy_word(window.sealed, window.secrecy).to_owned(),
        held: false,
        paused: false,
        late: false,
        closes: None,
        awaited: Vec::new(),
    }
}

/// Returns how plans are kept, as [`model::Window::secrecy`] says it; `sealed` is `false` where nothing asked is secret.
pub fn secrecy_word(sealed: bool, secrecy: Secrecy) -> &'static str {
    match (sealed, secrecy) {
        (false, _) => "open",
        (_, Secrecy::Deposit) => "deposit",
        (_, Secrecy::Either) => "either",
        (_, Secrecy::Sealed) => "sealed",
    }
}

/// Returns the model of the open window at a moment, with the seats that still owe something. Seats that are away are among
/// them: when an absence ends is not in every copy of the record. `closes` is left to the caller.
pub fn window_at(
    window: &record::Window,
    people: &People,
    now: DateTime<Utc>,
    named: impl Fn(&str) -> Named,
) -> model::Window {
    let owing = owing(window, people).into_iter().filter(|seat| !people.resigned.contains(*seat));
    let model = window_model(window);
    model::Window {
        held: people.held.is_some(),
        paused: people.paused.is_some(),
        late: window.is_late(now),
        grace: model.grace.filter(|grace| now < *grace),
        awaited: owing.map(|seat| named(seat)).collect(),
        ..model
    }
}

/// Returns the seats that still owe the open window a plan, an answer or an opening, whether they are there or not.
pub fn owing<'w>(window: &'w record::Window, people: &People) -> Vec<&'w SeatId> {
    match window.phase {
        Phase::Collecting if is_unanswered(window, people) => window.asked.keys().collect(),
        Phase::Collecting => window.missing().collect(),
        _ => window.asked_to_open().collect(),
    }
}

/// Returns the seats that a reminder goes to: those that owe something, and those with a plan of which a part could not be read.
pub fn to_remind<'w>(window: &'w record::Window, people: &People) -> Vec<&'w SeatId> {
    let mut seats = owing(window, people);
    let slips: Vec<_> = window.asked.keys().filter(|seat| window.lacks_something(seat)).collect();
    seats.extend(slips.into_iter().filter(|seat| !seats.contains(seat)).collect::<Vec<_>>());
    seats
}

/// Returns `true` if the open window waits for its answer whatever has been sent: an unsealed one closes as soon as a plan
/// answers its question, so a plan in one that is still open does not.
pub fn is_unanswered(window: &record::Window, people: &People) -> bool {
    !window.sealed && window.phase == Phase::Collecting && people.paused.is_none()
}

/// Returns how many of the asked seats have sent what the window needs.
pub fn seats_in(window: &record::Window, people: &People) -> usize {
    match is_unanswered(window, people) {
        true => 0,
        false => window.asked.len() - window.missing().count(),
    }
}

/// Returns the state of a seat in a window for messages.
pub fn state(window: &record::Window, people: &People, seat: &str) -> State {
    let standing = match window.phase {
        Phase::Closed => window.standings.get(seat).copied().unwrap_or_else(|| window.standing(seat)),
        _ => window.standing(seat),
    };
    match standing {
        In::NothingCame if window.is_open() => State::Waiting,
        In::NothingCame => State::NothingCame,
        In::Unusable => State::Unusable,
        In::In | In::Final if is_unanswered(window, people) && window.asked.contains_key(seat) => {
            State::Unusable
        }
        In::In | In::Final if window.is_open() && window.is_beside(seat) => State::Waiting,
        In::In => State::In,
        In::Final => State::Final,
        In::Sealed | In::NotOpened => State::Sealed,
    }
}
