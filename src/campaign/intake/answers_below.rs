//! Answers that people type between the lines of a quoted message, each right below the question.
//!
//! They count where the quoted words right above are those that our message has for what is asked of this seat now
//! ([`printed`](super::printed)), and the message answers one of that window or quotes its sheet with the seat's key. A quoted line is never an answer.

use crate::campaign::intake::choosing;
use crate::campaign::intake::printed::{Printed, answered};
use crate::campaign::intake::reading::{Answer, Ours, Reading, signs};
use crate::campaign::intake::speaker::keys;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::Reply;
use crate::plan;
use crate::post::Between;
use crate::sheet::{Fault, Refusal, Span};
use crate::table::{LineFate, Seat, Typed, TypedLine};

/// The columns within which mail programs break lines, and how near the end of a line its next word would not fit any more.
const BROKEN: std::ops::RangeInclusive<usize> = 50..=85;
const FULL: usize = 70;

/// Returns `true` if a message may answer what is asked now: it replies to a message of the open window, or has a key of its sender's in
/// its quotation.
pub(super) fn may_answer(
    engine: &Engine<'_>,
    submitted: &Submitted,
    reading: &Reading,
    ours: &Ours<'_>,
) -> bool {
    let Some(window) = engine.record.game.open_window() else { return false };
    let people = &engine.record.people;
    let is_about = submitted.about.as_ref().is_some_and(|about| {
        let reply = people.replies.to(&submitted.seat, about);
        let again = matches!(reply, Some(Reply::Window { id }) if *id == window.id);
        again || people.about.window(&submitted.seat, about) == Some(&window.id)
    });
    let quoted = || reading.found.lines.iter().filter(|line| !line.is_own);
    is_about || quoted().any(|line| keys(&line.text).any(|key| (ours.key)(&key.text())))
}

/// What must be known to read answers below quoted words.
pub(super) struct Below<'a> {
    pub(super) engine: &'a Engine<'a>,
    pub(super) seat: &'a str,
    pub(super) names: &'a [(String, Seat)],
    pub(super) player: Option<&'a str>,
    /// Gives lines to the game.
    pub(super) game: &'a dyn Fn(&[TypedLine<'_>]) -> Typed,
    /// `true` if the message answers one of ours.
    pub(super) is_reply: bool,
}

impl<'a> Below<'a> {
    /// Says what a paragraph right below quoted words is.
    pub(super) fn is(&self, printed: &'a [Printed], one: &Between) -> Answer<'a> {
        let own: Vec<&str> = one.own.iter().map(|line| line.text.as_str()).collect();
        let lines: Vec<TypedLine<'_>> =
            own.iter().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
        let asked = answered(printed, &one.above, &own);
        if let Some((asked, tails)) = asked {
            let below = Below { ..*self };
            return Answer::To { tails, game: Box::new(move |lines| below.read(asked, lines)) };
        }
        let is_said = |line: &TypedLine<'_>| !line.text.trim().is_empty() && !signs(self.player, line.text);
        let asks = one.above.iter().rfind(|line| !line.is_empty()).is_some_and(|line| line.ends_with('?'));
        if !self.is_reply || is_tail(one) || !lines.iter().any(is_said) {
            return Answer::Nothing;
        }
        let typed = (self.game)(&lines);
        let is_order = typed.fates.iter().any(|fate| *fate != LineFate::NotMine);
        let why = Refusal::new("between-quoted");
        match typed.tree.and(own.first()) {
            Some(first) if !typed.faults.iter().any(Fault::is_error) => {
                Answer::Unclear(why.with("example", first.trim()))
            }
            _ if asks || is_order => Answer::Unclear(match self.example(printed) {
                Some(example) => why.with("example", example),
                None => why,
            }),
            _ => Answer::Nothing,
        }
    }

    /// Returns words that answer one of the questions.
    fn example(&self, printed: &[Printed]) -> Option<String> {
        let keys = printed.iter().filter_map(|one| one.key.as_ref());
        let mut all = keys.filter_map(|key| choosing::about(self.engine, self.seat, self.names, key));
        all.find_map(|about| {
            Some(about.which("").details()["legal"].as_array()?.first()?.as_str()?.to_owned())
        })
    }

    /// Reads lines as the answer to a question, or as what a place of the sheet says.
    fn read(&self, asked: &Printed, lines: &[TypedLine<'_>]) -> Typed {
        let lines = &without_closings(lines, self.player);
        let about =
            asked.key.as_ref().and_then(|key| choosing::about(self.engine, self.seat, self.names, key));
        if let Some(typed) = about.as_ref().and_then(|about| about.below(lines)) {
            return typed;
        }
        // An area has its order behind its name; a question of its own kind is answered as in any line.
        let led = || self.led(&asked.lead, lines);
        let plain = || (self.game)(lines);
        let typed = match (&asked.key, &asked.place) {
            (None, _) => led(),
            (Some(_), Some(_)) => first_whole(plain(), led, lines),
            (Some(_), None) => plain(),
        };
        let is_nothing = typed.fates.iter().all(|fate| *fate == LineFate::NotMine);
        match about {
            Some(about) if is_nothing => about.back(lines),
            _ => typed,
        }
    }

    /// Reads lines with the name of their place before them, and lets what is said of them be at their own places.
    fn led(&self, lead: &str, lines: &[TypedLine<'_>]) -> Typed {
        let texts: Vec<String> = lines
            .iter()
            .map(|line| match line.text.trim() {
                "" => String::new(),
                text => format!("{lead}: {text}"),
            })
            .collect();
        let led: Vec<TypedLine<'_>> =
            texts.iter().zip(lines).map(|(text, line)| TypedLine { text, line: line.line }).collect();
        let mut typed = (self.game)(&led);
        let before = lead.chars().count() + 2;
        let placed = |span: Span| {
            let column = span.column.saturating_sub(before).max(1);
            let length = (span.column + span.length).saturating_sub(before + column).max(1);
            Span { column, length, ..span }
        };
        for fault in &mut typed.faults {
            fault.span = fault.span.map(placed);
        }
        typed
    }
}

/// Returns what was read if it is all that was said, and otherwise what something else makes of it.
fn first_whole(first: Typed, other: impl FnOnce() -> Typed, lines: &[TypedLine<'_>]) -> Typed {
    if is_whole(&first, lines) { first } else { other() }
}

/// Returns `true` for lines of which all was read.
fn is_whole(typed: &Typed, lines: &[TypedLine<'_>]) -> bool {
    let is_read =
        |(line, fate): (&TypedLine<'_>, &LineFate)| line.text.trim().is_empty() || *fate == LineFate::Taken;
    typed.tree.is_some()
        && !typed.faults.iter().any(Fault::is_error)
        && lines.iter().zip(&typed.fates).all(is_read)
}

/// Returns `true` if a paragraph may be the rest of a quoted line that was broken on its way: then the next word did not fit there.
fn is_tail(one: &Between) -> bool {
    let (Some(above), Some(first)) = (one.above.last(), one.own.first()) else { return false };
    let (length, word) = (above.chars().count(), first.text.split_whitespace().next().unwrap_or_default());
    BROKEN.contains(&length) && length + word.chars().count() + 3 > FULL
}

/// Returns lines with those left empty that end a letter: what is polite names nothing, however like a name it looks ("Kind" is
/// nearly "King"), and the name of its sender below something else answers nothing.
pub(super) fn without_closings<'t>(lines: &[TypedLine<'t>], player: Option<&str>) -> Vec<TypedLine<'t>> {
    let is_text = |line: &&TypedLine<'_>| !line.text.trim().is_empty();
    let last = lines.iter().rposition(|line| is_text(&line) && !signs(player, line.text));
    let kept = |(at, line): (usize, &TypedLine<'t>)| {
        let ends = plan::is_closing(line.text) || last.is_some_and(|last| last < at);
        TypedLine { text: if ends { "" } else { line.text }, line: line.line }
    };
    lines.iter().enumerate().map(kept).collect()
}
