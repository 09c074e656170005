//! Votes that do not say all of what they are about, where one open vote alone can be meant: `yes to the extension`, `I vote against it`.

use crate::campaign::intake::reading::Reading;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::typing::reply;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::time_of;
use crate::campaign::state::record::Reply;
use crate::plan::{self, Said};
use crate::post::Fate;
use crate::sheet::{Fault, Node, Span};
use serde_json::Value;

/// The code of a line about a vote that does not say which or how.
const HALF: &str = "vote-half";
/// What such a line is about if it says nothing of that.
const ANY: &str = "any";

/// A vote that is open: what it is on, and what those who are for it have voted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct OpenVote {
    on: &'static str,
    says: String,
}

impl OpenVote {
    /// Returns what a line says behind `vote:` that votes for it.
    fn entry(&self) -> String {
        format!("{{{}: {}}}", self.on, self.says)
    }
}

/// Returns the votes that others have opened, each once.
fn open_votes(engine: &Engine<'_>, submitted: &Submitted) -> Vec<OpenVote> {
    let people = &engine.record.people;
    let others = people.ballots.iter().filter(|(seat, _)| **seat != submitted.seat);
    let name = |seat: &String| {
        let place = engine.rules.seat(seat);
        place.and_then(|place| engine.rules.referee.seats().get(place.index()).map(|info| info.name.clone()))
    };
    let mut all: Vec<OpenVote> = Vec::new();
    for (_, ballots) in others {
        let mut add = |on, says: Option<String>| all.extend(says.map(|says| OpenVote { on, says }));
        add("draw", ballots.draw.then(|| plan::vote_word(true).to_owned()));
        add("extend", time_of(ballots.extend));
        add("concede", ballots.concede.as_ref().and_then(name));
        add("replace", ballots.replace.as_ref().and_then(name));
    }
    all.sort();
    all.dedup();
    all
}

/// Returns what all open votes are on; `None` if that is more than one thing, or nothing.
pub(super) fn only_open(engine: &Engine<'_>) -> Option<&'static str> {
    let ballots = || engine.record.people.ballots.values();
    let mut on = [
        ballots().any(|ballots| ballots.draw).then_some("draw"),
        ballots().any(|ballots| ballots.extend > 0).then_some("extend"),
        ballots().any(|ballots| ballots.concede.is_some()).then_some("concede"),
        ballots().any(|ballots| ballots.replace.is_some()).then_some("replace"),
    ]
    .into_iter()
    .flatten();
    on.next().filter(|_| on.next().is_none())
}

/// Returns `true` if others have opened more than one vote, so that "I vote yes" says too little.
pub(super) fn are_several_open(engine: &Engine<'_>, submitted: &Submitted) -> bool {
    open_votes(engine, submitted).len() > 1
}

/// Returns the vote of a few words that answer a vote on more time and say nothing else: `ok for one more day, yes`. The lines are used then.
pub(super) fn in_answer(
    engine: &Engine<'_>,
    submitted: &Submitted,
    reading: &mut Reading,
) -> Option<(Span, (Node, Node))> {
    let Some(Reply::Vote { by, on }) = reply(engine, submitted) else { return None };
    let left = &reading.left;
    let document = &reading.envelope.document;
    let is_alone = left.bare.is_empty() && left.unclear.is_empty() && document.only_asks();
    let asked = engine.record.people.ballots.get(by).filter(|_| on == "extend" && is_alone)?;
    let lines: Vec<usize> = left.prose.iter().map(|(number, _)| *number).collect();
    let text = left.prose.iter().map(|(_, line)| line.trim()).collect::<Vec<_>>().join(" ");
    let says = match plan::answers_time(&text)? {
        true => time_of(asked.extend)?,
        false => plan::vote_word(false).to_owned(),
    };
    let span = Span { line: *lines.first()?, column: 1, length: 1 };
    let Said::Section(key, value) = Said::entry(span, "vote", on, &says) else { return None };
    reading.left.prose.clear();
    for number in lines {
        if let Some(line) = reading.found.lines.get_mut(number.wrapping_sub(1)) {
            line.fate = Fate::Used { line: span.line };
        }
    }
    Some((span, (key, value)))
}

/// Returns what lines that lack something of a vote mean where one open vote alone can be meant. The writer of another is told which
/// votes are open.
pub(super) fn completed(
    engine: &Engine<'_>,
    submitted: &Submitted,
    reading: &mut Reading,
) -> Vec<(Span, (Node, Node))> {
    let open = open_votes(engine, submitted);
    let answered = match reply(engine, submitted) {
        Some(Reply::Vote { on, .. }) => Some(on.as_str()),
        _ => None,
    };
    let (mut found, mut kept) = (Vec::new(), Vec::new());
    for fault in std::mem::take(&mut reading.envelope.faults) {
        let kind = fault.why.details().get("kind").and_then(Value::as_str);
        let Some((span, is_any)) =
            fault.span.zip(kind.map(|kind| kind == ANY)).filter(|_| fault.why.code() == HALF)
        else {
            kept.push(fault);
            continue;
        };
        // The line may say other things beside it.
        let line = reading.line_text(span.line).chars();
        let text: String = line.skip(span.column.saturating_sub(1)).take(span.length).collect();
        let text = text.as_str();
        let is_meant = |vote: &&OpenVote| match kind {
            Some(ANY) => answered.is_none_or(|on| on == vote.on),
            kind => kind == Some("extend") && vote.on == "extend",
        };
        let mut meant = open.iter().filter(is_meant);
        let only = meant.next().filter(|_| meant.next().is_none() && plan::half_vote(text).is_some());
        let says = only.map(|vote| match plan::is_against(text) {
            true => (vote.on, plan::vote_word(false)),
            false => (vote.on, vote.says.as_str()),
        });
        match says.map(|(on, says)| Said::entry(span, "vote", on, says)) {
            Some(Said::Section(key, value)) => found.push((span, (key, value))),
            _ if is_any => {
                let lines: Vec<String> = open.iter().map(OpenVote::entry).collect();
                kept.push(Fault { why: fault.why.with("open", lines), ..fault });
            }
            _ => kept.push(fault),
        }
    }
    reading.envelope.faults = kept;
    found
}
