//! Votes: on a draw, on more time, on conceding, on replacing a player and on a proposed ruling. A vote counts until
//! it is taken back; a vote for more time also lapses when the deadline moves or another window opens.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::{problems, typing};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::{instant_in, time_in, time_of};
use crate::campaign::state::entries::{Ballot, SeatId, Voted, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Reply};
use crate::ledger::Kind;
use crate::plan::{self, MoreTime, Vote};
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::Refusal;
use chrono::TimeDelta;

/// Takes in the votes of a message. A draw or concession that is passed ends the game when it plays on.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    for given in &written.envelope.document.vote {
        match ballot_of(engine, given.value, &submitted.seat) {
            Ok(ballot) => {
                submitted.used = true;
                submitted.act_on("vote", given.span, written);
                // The same vote sent again changes nothing, and nobody is notified.
                let known = engine.record.people.ballots.get(&submitted.seat).cloned().unwrap_or_default();
                let people = &engine.record.people;
                let is_new = match ballot {
                    Ballot::Ruling { yes } => objects(engine, &submitted.seat) == yes,
                    // Nobody must hear of an answer to what nobody has asked.
                    Ballot::Draw { yes: false } if !people.is_draw_offered() => false,
                    Ballot::Extend { minutes: 0 } if !people.is_time_asked() => false,
                    _ => known.with(&ballot) != known,
                };
                if is_new {
                    engine.add(Kind::Vote, &Voted { seat: submitted.seat.clone(), ballot })?;
                }
            }
            Err(why) => submitted.refuse_at(given.span, why, written),
        }
    }
    engine.vote_out()?;
    extend(engine)
}

/// Says how the players give everyone more time, beside a line that asks for some: what is written to the game master moves no deadline.
/// Of an answer to another player's press it is not said.
pub(crate) fn tell_how(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) {
    let people = &engine.record.people;
    let is_press =
        matches!(typing::reply(engine, submitted), Some(Reply::Press { from: Some(from) }) if from != GM);
    let has_voted = people.ballots.get(&submitted.seat).is_some_and(|ballots| ballots.extend > 0);
    let may_move = engine.record.game.open_window().is_some_and(|window| window.deadline.is_some());
    let is_playing = people.playing().any(|seat| seat == submitted.seat);
    if !may_move || is_press || has_voted || !is_playing || submitted.stand_in || people.paused.is_some() {
        return;
    }
    // "I'm on holiday, please don't wait for me" asks for the contrary.
    if written.left.prose.iter().any(|(_, line)| plan::asks_not_to_wait(line)) {
        return;
    }
    let mut lines = written.left.prose.iter();
    let today = typing::today(engine, &submitted.seat, submitted.received);
    let asks = lines.find_map(|(line, text)| {
        Some((*line, text, minutes_asked(engine, &submitted.seat, plan::asks_for_time(text, today)?)?))
    });
    let Some((line, text, minutes)) = asks.filter(|_| written.envelope.document.vote.is_empty()) else {
        return;
    };
    let why = Refusal::new("more-time").with("time", time_of(minutes));
    let length = text.trim().chars().count().max(1);
    let problem = Problem {
        line: Some(line),
        length,
        warning: true,
        source: mask(text.trim()),
        ..problems::refused(&why)
    };
    submitted.problems.push(problem);
}

/// Asks back a few words in answer to a vote of which nobody can tell how their writer votes: "no thanks, let's play on". More of them
/// are a letter.
pub(super) fn asks_back(
    engine: &Engine<'_>,
    (reply, prose): (Option<&Reply>, &[(usize, String)]),
    submitted: &mut Submitted,
) -> bool {
    const FEW: usize = 12;
    let people = &engine.record.people;
    let Some(Reply::Vote { by, on }) = reply else { return false };
    let is_open = people.ballots.get(by).is_some_and(|ballots| match on.as_str() {
        "draw" => ballots.draw,
        "extend" => ballots.extend > 0,
        "concede" => ballots.concede.is_some(),
        _ => ballots.replace.is_some(),
    });
    let words: usize = prose.iter().map(|(_, line)| line.split_whitespace().count()).sum();
    let says_more = submitted.used || submitted.problems.iter().any(|problem| !problem.warning);
    let Some((line, text)) =
        prose.first().filter(|_| on != "ruling" && is_open && words <= FEW && !says_more)
    else {
        return false;
    };
    let problem = Problem {
        line: Some(*line),
        length: text.trim().chars().count().max(1),
        source: mask(text.trim()),
        ..problems::refused(&Refusal::new("vote-answer").with("on", on.as_str()))
    };
    submitted.problems.push(problem);
    true
}

/// Returns how many minutes the open deadline would have to move; `None` if it is late enough, or would move too far.
fn minutes_asked(engine: &Engine<'_>, seat: &str, wish: MoreTime) -> Option<u32> {
    const MOST: i64 = 31 * 24 * 60;
    let (date, time) = match wish {
        MoreTime::Minutes(minutes) => return Some(minutes),
        MoreTime::Until(date, time) => (date, time),
    };
    let deadline = engine.record.game.open_window()?.deadline?;
    let zone = engine.settings.seat(seat).map_or(&engine.settings.gm.timezone, |seat| &seat.timezone);
    let at = instant_in(date, time.or_else(|| time_in(deadline, zone))?, zone)?;
    let minutes = (at - deadline).num_minutes();
    (1..=MOST).contains(&minutes).then(|| u32::try_from(minutes).ok()).flatten()
}

/// Returns `true` if a seat objects to the proposed ruling.
fn objects(engine: &Engine<'_>, seat: &str) -> bool {
    engine.record.people.proposal.as_ref().is_some_and(|proposal| proposal.against.contains(seat))
}

fn ballot_of(engine: &Engine<'_>, vote: Vote, seat: &SeatId) -> Result<Ballot, Refusal> {
    if let Vote::Ruling(yes) = vote {
        return match (&engine.record.people.proposal, engine.settings.rulings.vote) {
            _ if engine.record.people.resigned.contains(seat) => Err(Refusal::new("vote-not-now")),
            (Some(_), true) => Ok(Ballot::Ruling { yes }),
            (Some(_), false) => Err(Refusal::new("vote-ruling-none")),
            (None, _) => Err(Refusal::new("vote-no-ruling")),
        };
    }
    let (early, over) = (engine.record.game.position.is_null(), engine.record.game.ended.is_some());
    if early || over || engine.record.people.resigned.contains(seat) {
        return Err(Refusal::new("vote-not-now").with("early", early).with("over", over));
    }
    match vote {
        Vote::Draw(yes) => Ok(Ballot::Draw { yes }),
        Vote::Ruling(yes) => Ok(Ballot::Ruling { yes }),
        Vote::Extend(minutes) => {
            let has_deadline =
                engine.record.game.open_window().is_some_and(|window| window.deadline.is_some());
            if !has_deadline && minutes > 0 {
                return Err(Refusal::new("vote-no-deadline"));
            }
            Ok(Ballot::Extend { minutes })
        }
        Vote::Replace(whom) => {
            let whom = whom.map(|whom| engine.rules.seat_id(whom));
            if whom.as_ref() == Some(seat) {
                return Err(Refusal::new("vote-replace-self"));
            }
            if whom.as_ref().is_some_and(|whom| engine.record.people.resigned.contains(whom)) {
                return Err(Refusal::new("vote-vacant"));
            }
            Ok(Ballot::Replace { whom })
        }
        Vote::Concede(to) => {
            let to = to.map(|to| engine.rules.seat_id(to));
            if to.as_ref() == Some(seat) {
                return Err(Refusal::new("vote-self"));
            }
            if to.as_ref().is_some_and(|to| engine.record.people.resigned.contains(to)) {
                return Err(Refusal::new("vote-resigned"));
            }
            Ok(Ballot::Concede { to })
        }
    }
}

/// Moves the deadline if a vote for more time is passed.
fn extend(engine: &mut Engine<'_>) -> Result<(), CampaignError> {
    let Some(minutes) = engine.record.people.voted_time() else { return Ok(()) };
    let Some(window) = engine.record.game.open_window() else { return Ok(()) };
    let Some(deadline) = window.deadline else { return Ok(()) };
    let deadline = deadline.max(if engine.record.people.held.is_some() { deadline } else { engine.now })
        + TimeDelta::minutes(i64::from(minutes));
    let step = WindowStep::Moved { window: window.id.clone(), deadline, why: "vote".to_owned() };
    engine.add(Kind::Window, &step)
}
