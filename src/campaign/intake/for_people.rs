//! Lines that are said to people: questions, and what begins with the name of somebody. Beside `final` they change nothing of a plan.

use crate::campaign::intake::reading::Left;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::typing;
use crate::campaign::play::engine::Engine;
use crate::plan::{self, People};
use crate::table::{LineFate, TypedLine};

/// Returns what is left of a message without such lines, and without the questions of others.
pub(super) fn without(engine: &Engine<'_>, left: &Left, submitted: &Submitted) -> Left {
    let players = typing::player_names(engine.settings, &engine.rules);
    let people = People { players: &players, gm: &engine.settings.gm.name };
    let (seats, own) = (engine.rules.referee.seats(), engine.rules.seat(&submitted.seat));
    let calls = |line: &str| {
        plan::calls_game_master(line, people) || plan::word_for(line, own, &seats, people).is_some()
    };
    // "Should I raid instead?" doubts what was sent.
    let asks = |line: &str| line.contains('?') && !plan::asks_of_itself(line);
    // What is left of a line is perhaps an order.
    let is_talk = |rest: &str| {
        let typed = typing::lines(engine, &submitted.seat, &[TypedLine { text: rest, line: 1 }]);
        typed.is_none_or(|typed| typed.secret.is_empty() && typed.fates == [LineFate::NotMine])
    };
    let mut left = left.clone();
    let mut told = Vec::new();
    for (number, line) in &mut left.prose {
        let rest = plan::without_questions(line);
        if calls(line) {
            told.push(*number);
            line.clear();
        } else if asks(line) && (rest.is_empty() || is_talk(&rest)) {
            told.push(*number);
            *line = rest;
        }
    }
    left.prose.retain(|(_, line)| !line.is_empty());
    left.secret.retain(|(number, _)| !told.contains(number));
    left
}
