//! Lines that could not be read and begin with another player's name: `Teo, if you will stay out of the bay`. Their writer learns how they
//! reach that player, and not how an order is written.

use crate::campaign::intake::problems;
use crate::campaign::intake::reading::HELD;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::typing;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::GM;
use crate::campaign::state::settings::PressKind;
use crate::plan::{self, People};
use crate::report::model::Problem;
use crate::sheet::Refusal;

/// Codes of problems of words that nobody could read as anything.
const UNREAD: [&str; 3] = ["statement-unread", "answer-unread", "line-unread"];

/// Tells of lines that begin with the name of another player as of messages to that player.
pub(super) fn tell(engine: &Engine<'_>, submitted: &mut Submitted) {
    if submitted.seat == GM || engine.settings.press == PressKind::None {
        return;
    }
    let players = typing::player_names(engine.settings, &engine.rules);
    let people = People { players: &players, gm: &engine.settings.gm.name };
    let (seats, own) = (engine.rules.referee.seats(), engine.rules.seat(&submitted.seat));
    for problem in submitted.problems.iter_mut().filter(|problem| is_unread(problem)) {
        if let Some(name) = plan::word_for(&problem.source, own, &seats, people) {
            let why = Refusal::new("line-to-player").with("name", name);
            let length = problem.source.chars().count().max(1);
            let told = Problem { column: 1, length, warning: problem.warning, ..problems::refused(&why) };
            *problem = Problem { line: problem.line, source: problem.source.clone(), ..told };
        }
    }
}

/// Returns `true` for a problem of a line in which nothing could be read, so that it may be a message.
fn is_unread(problem: &Problem) -> bool {
    let code = problem.why.code.as_str();
    let is_prose = problem.why.details.get("prose").is_some_and(|prose| *prose == true);
    (is_prose || UNREAD.contains(&code)) && code != HELD
}
