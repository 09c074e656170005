//! What players ask for in messages: the state of the game, the story so far, the board, a chapter of the rules, a
//! forecast of their plan, how a result was worked out. All answers to a message travel in its receipt.
//!
//! A request is checked when the message comes in and kept with the receipt; the answer is made when the receipt is
//! sent, from the game at that time. Only a forecast is made at once, because from then on the plan is sealed.

use crate::campaign::explain;
use crate::campaign::explain::NotExplained;
use crate::campaign::explain::chapters::Chapters;
use crate::campaign::explain::forecast::{Start, forecast};
use crate::campaign::intake::hand_in;
use crate::campaign::intake::problems;
use crate::campaign::intake::ruled;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::turn_meant::turn_meant;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Wanted;
use crate::plan::{Ask, Given};
use crate::report::model::Forecast;
use crate::sheet::{Fault, Refusal};
use crate::table::{Event, Open};
use serde_json::Value;

/// How many things one message may ask for.
const MOST: usize = 8;
/// How many explanations one message may ask for. Each replays the whole campaign.
const MOST_EXPLAINED: usize = 3;

/// A refusal, with a suggestion of what may have been meant.
type Wrong = (Refusal, Option<String>);

/// Notes what a message asks for. Its plan must have been taken in before, because a forecast is about that.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    for ask in &written.envelope.document.ask {
        if ask.value == Ask::NewKey {
            engine.new_key(&submitted.seat, false)?;
            submitted.used = true;
            submitted.act_on("ask", ask.span, written);
            continue;
        }
        match wanted(engine, ask, submitted)? {
            Ok(wanted) if submitted.asked.contains(&wanted) => {}
            Ok(wanted) => {
                if ask.value == Ask::Plan {
                    ruled::warn(engine, submitted);
                }
                submitted.used = true;
                submitted.asked.push(wanted);
                submitted.act_on("ask", ask.span, written);
            }
            Err((why, suggestion)) => {
                let fault = Fault::error(ask.span, why).suggest(suggestion);
                let problem = problems::problem(&fault, written.text, written.found);
                submitted.problems.push(problem);
            }
        }
    }
    Ok(())
}

/// Returns the request as it is kept with the receipt, or why it is refused.
fn wanted(
    engine: &Engine<'_>,
    ask: &Given<Ask>,
    submitted: &Submitted,
) -> Result<Result<Wanted, Wrong>, CampaignError> {
    let early = engine.record.game.position.is_null();
    let explained = |wanted: &&Wanted| matches!(wanted, Wanted::Explain { .. });
    let refuse = |why: Refusal| Ok(Err((why, None)));
    if submitted.asked.len() >= MOST {
        return refuse(Refusal::new("ask-many").with("limit", MOST));
    }
    Ok(Ok(match &ask.value {
        Ask::Status => Wanted::Status,
        Ask::Help => Wanted::Help,
        Ask::History => Wanted::History,
        // `take_in` has made the key already; this is here for completeness.
        Ask::NewKey => return refuse(Refusal::new("not-yet").with("key", "ask: new key")),
        Ask::Map { .. } | Ask::Plan | Ask::Sheet | Ask::Forecast | Ask::Explain { .. } if early => {
            return refuse(Refusal::new("ask-early").with("what", ask.value.id()));
        }
        Ask::Map { turn: Some(turn), .. } if *turn > engine.record.game.turn => {
            let now = engine.record.game.turn;
            return refuse(Refusal::new("explain-turn").with("turn", *turn).with("now", now));
        }
        Ask::Map { turn, form } => Wanted::Map { turn: *turn, form: *form },
        Ask::Plan => Wanted::Plan,
        Ask::Sheet => match hand_in::whole_sheet(engine, &submitted.seat) {
            Some(sheet) => sheet,
            None => return refuse(Refusal::new("ask-no-sheet")),
        },
        Ask::Rules(chapter) => match check_chapter(engine, chapter.as_deref()) {
            Ok(()) => Wanted::Rules { chapter: chapter.clone() },
            Err(wrong) => return Ok(Err(wrong)),
        },
        Ask::Forecast => match forecast_of(engine, submitted)? {
            Ok(forecast) => Wanted::Forecast(Box::new(forecast)),
            Err(why) => return refuse(why),
        },
        Ask::Explain { .. } if submitted.asked.iter().filter(explained).count() >= MOST_EXPLAINED => {
            return refuse(Refusal::new("ask-many-explained").with("limit", MOST_EXPLAINED));
        }
        Ask::Explain { turn, what } => {
            let unnamed = turn.is_none();
            let turn = turn.unwrap_or_else(|| turn_meant(engine, what, &submitted.seat));
            match explainable(engine, turn, what, &submitted.seat) {
                Ok(()) => Wanted::Explain { turn, what: what.clone(), unnamed },
                Err(wrong) => return Ok(Err(wrong)),
            }
        }
    }))
}

/// Checks that the game has rules to send, and that this chapter is among them.
fn check_chapter(engine: &Engine<'_>, chapter: Option<&str>) -> Result<(), Wrong> {
    let none = || (Refusal::new("ask-no-rules"), None);
    let chapters = Chapters::of(engine.rules.referee.id()).ok_or_else(none)?;
    let Some(name) = chapter else { return Ok(()) };
    chapters.find(name).map(drop).map_err(|miss| {
        let why = Refusal::new("ask-chapter").with("name", name).with("chapters", chapters.names());
        (why, miss.suggestion())
    })
}

/// Checks that these words can be explained, as far as that can be said without replaying the campaign.
fn explainable(engine: &Engine<'_>, turn: u32, what: &str, seat: &str) -> Result<(), Wrong> {
    if turn > engine.record.game.turn {
        let why = Refusal::new("explain-turn").with("turn", turn).with("now", engine.record.game.turn);
        return Err((why, None));
    }
    let guide =
        explain::guide_of(engine.rules, &engine.record).map_err(|_| (Refusal::new("explain-none"), None))?;
    let view = engine.rules.referee.view(&engine.record.game.position, engine.rules.seat(seat));
    let names = view.ok().and_then(|view| view.get("names").cloned()).unwrap_or_default();
    let past = engine.record.game.history.iter().filter(|stage| stage.turn == turn);
    let mut stages: Vec<&str> = past.map(|stage| stage.stage.as_str()).collect();
    if turn == engine.record.game.turn {
        stages.push(&engine.record.game.stage_name);
    }
    match explain::understands(what, &guide, &names, &stages, seat) {
        Ok(()) => Ok(()),
        Err(NotExplained::Unknown { word, near }) => {
            let why = Refusal::new("explain-unknown").with("word", word);
            Err((why, near.first().cloned()))
        }
        Err(NotExplained::Ambiguous { word, names }) => {
            Err((Refusal::new("explain-ambiguous").with("word", word).with("names", names), None))
        }
        Err(_) => Err((Refusal::new("explain-none"), None)),
    }
}

/// Returns what the plan of this message would do, or why there is no forecast.
fn forecast_of(
    engine: &Engine<'_>,
    submitted: &Submitted,
) -> Result<Result<Forecast, Refusal>, CampaignError> {
    let (Some(plan), Some(seat)) = (&submitted.plan, engine.rules.seat(&submitted.seat)) else {
        return Ok(Err(Refusal::new("forecast-no-plan")));
    };
    let pending = engine.rules.pending(&engine.record)?;
    let (ahead, open): (Vec<&Open>, Vec<&Open>) =
        pending.open.iter().filter(|open| open.seat == seat).partition(|open| open.ahead);
    let keys = |open: Vec<&Open>| open.into_iter().map(|open| open.key.clone()).collect();
    let may_know = |event: &&Event| event.get("only").is_none_or(|only| *only == *submitted.seat);
    let filed = engine.record.game.plans.get(&submitted.seat).into_iter().flatten();
    // Plans that are opened already; the plan of this message may be among them by now.
    let filed = filed.map(|filed| filed.plan.clone()).filter(|other| other != plan);
    let start = Start {
        referee: engine.rules.referee,
        position: engine.rules.seen(&engine.record.game.position, seat)?,
        seat,
        plans: std::iter::once(plan.clone()).chain(filed).collect(),
        recorded: &engine.record.game.answers,
        open: keys(open),
        ahead: keys(ahead),
        happened: pending.events.iter().filter(may_know).map(|event| Value::clone(event)).collect(),
        first: false,
    };
    // If the parts of the position that the seat knows do not fit together, no forecast can be made.
    let made = forecast(start).unwrap_or_default();
    Ok(made.map(|made| Forecast { at: Some(engine.now), ..made }).ok_or(Refusal::new("forecast-not-now")))
}
