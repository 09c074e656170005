//! Makes the models of windows and seats from which messages are written.

use crate::campaign::state::entries::Standing as In;
use crate::campaign::state::record;
use crate::campaign::state::record::Phase;
use crate::campaign::state::settings::Secrecy;
use crate::report::model::{self, State};

/// Returns the model of a window; `held` and `paused` are `false` and left to the caller.
pub fn window_model(window: &record::Window) -> model::Window {
    let secrecy = match (window.sealed, window.secrecy) {
        (false, _) => "open",
        (_, Secrecy::Deposit) => "deposit",
        (_, Secrecy::Either) => "either",
        (_, Secrecy::Sealed) => "sealed",
    };
    model::Window {
        id: window.id.clone(),
        turn: window.turn,
        stage: window.stage.clone(),
        round: window.round.clone(),
        deadline: window.deadline,
        grace: (window.grace > 0).then(|| window.last_call()).flatten(),
        secrecy: secrecy.to_owned(),
        held: false,
        paused: false,
    }
}

/// Returns the state of a seat in a window for messages.
pub fn state(window: &record::Window, seat: &str) -> State {
    let standing = match window.phase {
        Phase::Closed => window.standings.get(seat).copied().unwrap_or_else(|| window.standing(seat)),
        _ => window.standing(seat),
    };
    match standing {
        In::NothingCame if window.is_open() => State::Waiting,
        In::NothingCame => State::NothingCame,
        In::Unusable => State::Unusable,
        In::In => State::In,
        In::Final => State::Final,
        In::Sealed | In::NotOpened => State::Sealed,
    }
}
