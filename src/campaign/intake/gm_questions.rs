//! Questions that call the game master by name, `Nuala, can Redwyne support Highgarden?`, and what the rulebook says of what is asked.

use crate::campaign::explain::chapters::Chapters;
use crate::campaign::intake::reading::Left;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::typing;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::{GM, Reply};
use crate::plan::{self, People};

/// Returns the lines of prose that are such questions: from the name to the end of the question.
pub(super) fn of(engine: &Engine<'_>, prose: &[(usize, String)]) -> Vec<(usize, String)> {
    if !prose.iter().any(|(_, line)| line.contains('?')) {
        return Vec::new();
    }
    let players = typing::player_names(engine.settings, &engine.rules);
    let people = People { players: &players, gm: &engine.settings.gm.name };
    among(prose, &|line| plan::calls_game_master(line, people))
}

/// Returns those of them that neither were passed on with the rest of a message nor may tell an order, and of which nothing was said.
pub(super) fn left_over(engine: &Engine<'_>, left: &Left, submitted: &Submitted) -> Vec<(usize, String)> {
    let reply = typing::reply(engine, submitted);
    let is_answer = matches!(reply, Some(Reply::Press { from }) if from.as_deref() != Some(GM));
    if is_answer || submitted.seat == GM {
        return Vec::new();
    }
    let is_told = |line: usize| {
        submitted.passed.contains(&line)
            || submitted.problems.iter().any(|problem| problem.line == Some(line))
    };
    let is_secret = |line: usize| left.secret.iter().any(|(at, _)| *at == line);
    of(engine, &left.prose).into_iter().filter(|(line, _)| !is_secret(*line) && !is_told(*line)).collect()
}

fn among(prose: &[(usize, String)], calls: &dyn Fn(&str) -> bool) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((number, line)) = prose.get(at) {
        let mut asked = vec![(*number, line.clone())];
        if calls(line) {
            // A question may go on in the lines right below.
            while !ends(&asked) {
                let next = prose.get(at + asked.len());
                let Some(next) = next.filter(|(next, _)| *next == number + asked.len()) else { break };
                asked.push(next.clone());
            }
            // "Maria, may I? I could not find it."
            if asked.last().is_some_and(|(_, last)| last.contains('?')) {
                at += asked.len();
                found.append(&mut asked);
                continue;
            }
        }
        at += 1;
    }
    found
}

fn ends(lines: &[(usize, String)]) -> bool {
    lines.last().is_some_and(|(_, last)| last.trim_end().ends_with(['.', '!', '?', ';']))
}

/// Returns the word of a question that a chapter or a section of the rulebook is about.
pub(super) fn in_rules(engine: &Engine<'_>, prose: &[(usize, String)]) -> Option<String> {
    let asks = |line: &str| line.contains('?');
    let chapters =
        Chapters::of(engine.rules.referee.id()).filter(|_| prose.iter().any(|(_, line)| asks(line)))?;
    let questions = prose.iter().flat_map(|(_, line)| line.split_inclusive(['?', '.', '!']));
    questions.filter(|sentence| asks(sentence)).find_map(|sentence| chapters.topic(sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_by_name_ends_with_its_mark() {
        let lines = |text: &str| -> Vec<(usize, String)> {
            text.lines().enumerate().map(|(at, line)| (at + 1, line.to_owned())).collect()
        };
        let found = |text: &str| -> Vec<usize> {
            among(&lines(text), &|line| line.starts_with("Nuala,"))
                .into_iter()
                .map(|(number, _)| number)
                .collect()
        };
        assert_eq!(found("Tak for the report,\nNuala, may I support\nHighgarden by sea?\nBirgit"), [2, 3]);
        assert_eq!(found("Nuala, I think so. Is it?\nOr not?"), [1]);
        assert_eq!(found("Nuala, thanks.\nMay I?"), Vec::<usize>::new());
        assert_eq!(found("May I?"), Vec::<usize>::new());
    }
}
