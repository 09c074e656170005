//! The sections about being there: absences, and the rehearsal.

use super::days::{NoDay, day};
use super::document::{Absence, Given, Leave, Play, Rehearsal};
use super::line::value_of;
use super::read::{Read, Reader};
use super::words::{is_nothing, names, truth};
use crate::post::one_line;
use crate::sheet::{Node, Refusal, fold};
use jiff::civil::Date;
use serde_json::json;

/// The longest word of a rehearsal, in characters.
const MOST_WORDS: usize = 100;

/// An entry of an absence.
#[derive(Clone, Copy, PartialEq)]
enum AbsentEntry {
    From,
    To,
    Play,
    StandIn,
}

/// An entry of the sheet of the rehearsal.
#[derive(Clone, Copy)]
enum RehearsalEntry {
    Ready,
    Word,
}

/// Returns the day that a text names, said on another day, if it is in the week after that: a weekday.
fn within_a_week(text: &str, first: Date) -> Option<Date> {
    let last = day(text, Some(first)).ok()?;
    let week = first.checked_add(jiff::ToSpan::days(7)).ok()?;
    (first..=week).contains(&last).then_some(last)
}

impl Reader<'_> {
    pub(super) fn absent(&mut self, node: &Node) -> Read<Absence> {
        if node.text().is_some_and(|text| is_nothing(text) || truth(text) == Some(false)) {
            self.note(node.span, json!({"item": "absent", "back": true}));
            return Some(Given { value: Absence::Back, span: node.span });
        }
        if let Some(value) = value_of("absent", node, self.today) {
            return self.absent(&value);
        }
        let Some(entries) = node.entries() else {
            self.error(node.span, Refusal::new("envelope-absent"));
            return None;
        };
        let (mut from, mut to, mut play, mut sound) = (None, None, Play::default(), true);
        let (mut stand_in, mut last_text) = (None, None);
        let fields = names(&[
            ("absent from", AbsentEntry::From),
            ("absent to", AbsentEntry::To),
            ("absent play", AbsentEntry::Play),
            ("absent stand-in", AbsentEntry::StandIn),
        ]);
        for (key, value) in entries.iter().filter(|(_, value)| !value.is_empty()) {
            let text = value.text().unwrap_or_default();
            match fields.known(key.text().unwrap_or_default()) {
                Some(field @ (AbsentEntry::From | AbsentEntry::To)) => {
                    let day = match day(text, self.today) {
                        Ok(day) => Some(day),
                        Err(why) => {
                            let refusal = match why {
                                NoDay::Unknown => Refusal::new("envelope-day"),
                                NoDay::Either(one, other) => Refusal::new("envelope-day-either")
                                    .with("one", one.to_string())
                                    .with("other", other.to_string()),
                            };
                            self.error(value.span, refusal.with("text", text));
                            sound = false;
                            None
                        }
                    };
                    *(if field == AbsentEntry::From { &mut from } else { &mut to }) = day;
                    last_text = last_text.or((field == AbsentEntry::To).then_some(text));
                }
                Some(AbsentEntry::Play) => match Play::ALL.into_iter().find(|play| play.id() == fold(text)) {
                    Some(known) => play = known,
                    None => {
                        self.error(value.span, Refusal::new("envelope-play").with("text", text));
                        sound = false;
                    }
                },
                Some(AbsentEntry::StandIn) => {
                    stand_in = Some(text.trim().to_owned()).filter(|text| !text.is_empty())
                }
                None => {
                    self.error(key.span, Refusal::new("envelope-absent"));
                    sound = false;
                }
            }
        }
        // "From Monday until Wednesday" is until the Wednesday after it.
        if let (Some(first), Some(last)) = (from, to)
            && last < first
        {
            to = last_text.and_then(|text| within_a_week(text, first)).or(to);
        }
        let (Some(from), Some(to), true) = (from, to, sound) else {
            if sound {
                self.error(node.span, Refusal::new("envelope-absent"));
            }
            return None;
        };
        if to < from {
            let why = Refusal::new("envelope-days").with("from", from.to_string()).with("to", to.to_string());
            self.error(node.span, why);
            return None;
        }
        let what = json!({"item": "absent", "from": from.to_string(), "to": to.to_string(), "play": play.id(), "stand-in": stand_in});
        self.note(node.span, what);
        Some(Given { value: Absence::Away(Leave { from, to, play, stand_in }), span: node.span })
    }

    /// Reads the sheet of the rehearsal. One that is sent back unchanged says nothing.
    pub(super) fn rehearsal(&mut self, node: &Node) -> Read<Rehearsal> {
        if let Some(ready) = node.text().and_then(truth) {
            let sheet = Rehearsal { ready: Some(ready), word: String::new() };
            self.note(node.span, json!({"item": "rehearsal", "ready": sheet.ready, "word": sheet.word}));
            return Some(Given { value: sheet, span: node.span });
        }
        let Some(entries) = node.entries() else {
            self.error(node.span, Refusal::new("envelope-rehearsal"));
            return None;
        };
        let (mut sheet, mut sound) = (Rehearsal::default(), true);
        let fields =
            names(&[("rehearsal ready", RehearsalEntry::Ready), ("rehearsal word", RehearsalEntry::Word)]);
        for (key, value) in entries.iter().filter(|(_, value)| !value.is_empty()) {
            match fields.known(key.text().unwrap_or_default()) {
                Some(RehearsalEntry::Ready) => match self.truth("ready", value) {
                    Some(given) => sheet.ready = Some(given.value),
                    None => sound = false,
                },
                Some(RehearsalEntry::Word) => {
                    sheet.word =
                        one_line(value.text().unwrap_or_default()).chars().take(MOST_WORDS).collect();
                }
                None => {
                    self.error(key.span, Refusal::new("envelope-rehearsal"));
                    sound = false;
                }
            }
        }
        self.note(node.span, json!({"item": "rehearsal", "ready": sheet.ready, "word": sheet.word}));
        sound.then_some(Given { value: sheet, span: node.span })
    }
}
