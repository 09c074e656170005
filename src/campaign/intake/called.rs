//! A letter that calls several people by name, one after the other: `Cleo, ships do count.`, and below it `Edith, garrisons get none.`

use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::{press, typing};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::Pressed;
use crate::campaign::state::error::CampaignError;
use crate::ledger::Kind;
use crate::plan::{self, People, Press, Recipient};
use serde_json::json;

/// Lines by their numbers, with those whom the first of them calls.
type Part = (Vec<Recipient>, Vec<(usize, String)>);

/// Returns the parts of a letter if its first line calls somebody, and a line behind the end of a sentence somebody else.
pub(super) fn parts(engine: &Engine<'_>, lines: &[(usize, String)]) -> Option<Vec<Part>> {
    let players = typing::player_names(engine.settings, &engine.rules);
    let people = People { players: &players, gm: &engine.settings.gm.name };
    let seats = engine.rules.referee.seats();
    let mut parts: Vec<Part> = Vec::new();
    for (number, line) in lines {
        let begins = parts.last().and_then(|(_, lines)| lines.last());
        let may_begin = begins.is_none_or(|(above, text)| above + 1 < *number || ends(text));
        let called = plan::calls(line, &seats, people).filter(|_| may_begin);
        match (called, parts.last_mut()) {
            (Some(to), Some((known, part))) if *known == to => part.push((*number, line.clone())),
            (Some(to), _) => parts.push((to, vec![(*number, line.clone())])),
            (None, Some((_, part))) => part.push((*number, line.clone())),
            (None, None) => return None,
        }
    }
    (parts.len() > 1).then_some(parts)
}

/// Returns `true` for a line at whose end a sentence ends.
pub(super) fn ends(line: &str) -> bool {
    line.trim_end().ends_with(['.', '!', '?', '…', ')'])
}

/// Sends each part of a letter of the game master's to those whom it calls.
pub(super) fn send(
    engine: &mut Engine<'_>,
    parts: Vec<Part>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let players = typing::player_names(engine.settings, &engine.rules);
    let seats = engine.rules.referee.seats();
    for (to, lines) in parts {
        let people = People { players: &players, gm: &engine.settings.gm.name };
        let names: Vec<String> = to.iter().map(|one| plan::called_as(*one, &seats, people)).collect();
        match press::letter_of(engine, &Press { to, text: joined(&lines), grey: false }, submitted) {
            Ok(letter) => {
                submitted.used = true;
                submitted.passed.extend(lines.iter().map(|(line, _)| *line));
                let line = lines.first().map(|(line, _)| *line);
                submitted.understand(line, json!({"item": "press", "to": names.join(", "), "grey": false}));
                engine.add_with(Kind::Press, &Pressed {}, &letter)?;
            }
            Err(why) => submitted.refuse(&why),
        }
    }
    Ok(())
}

/// Returns the lines of prose with an empty one where some are left out between them.
pub(super) fn joined(lines: &[(usize, String)]) -> String {
    let mut text = String::new();
    let mut before = None;
    for (number, line) in lines {
        if before.is_some_and(|before| before + 1 < *number) {
            text.push('\n');
        }
        text.push_str(line.trim_end());
        text.push('\n');
        before = Some(*number);
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_left_out_leave_an_empty_one() {
        let lines = [(1, "a".to_owned()), (2, "b".to_owned()), (5, "c".to_owned())];
        assert_eq!(joined(&lines), "a\nb\n\nc");
    }
}
