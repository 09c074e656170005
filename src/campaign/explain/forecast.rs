//! What a seat's plan would do if every other seat gave no answer.
//!
//! A forecast starts from the view of one seat, so it cannot reveal more than that seat knows. It stops where chance
//! would decide, and at the end of the turn.

use crate::report::model::{Decision, Forecast, Named, Origin};
use crate::table::{
    Answered, Damaged, Note, Played, Policy, Position, Progress, RecordDesk, Referee, Seat, Seed, Source,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The most stages that a forecast plays, in case a game never ends its turn.
const MOST_STAGES: usize = 40;

/// The point that a forecast begins at, and the plans it follows.
pub struct Start<'a> {
    pub referee: &'a dyn Referee,
    /// The position at the opening of a stage, as the seat may know it.
    pub position: Position,
    /// The owner of the plans.
    pub seat: Seat,
    /// The seat's plans, newest first.
    pub plans: Vec<Value>,
    /// Public answers of this stage, by key of their question.
    pub recorded: &'a BTreeMap<String, Value>,
    /// Events of this stage so far that the seat may know.
    pub happened: Vec<Value>,
    /// Keys of the questions that the seat is asked now.
    pub open: Vec<String>,
    /// Keys of the questions that may come up for it in this round.
    pub ahead: Vec<String>,
    /// `true` if one of `open` or `ahead` must be the first question the seat is asked: needed when the position may be in the
    /// middle of a stage.
    pub first: bool,
}

/// Plays on from `start`. `None` if what the seat knows is not enough to reach the present point of the game.
///
/// # Errors
/// If the game cannot read the position or a plan.
pub fn forecast(start: Start<'_>) -> Result<Option<Forecast>, Damaged> {
    let Start { referee, mut position, seat, plans: own, recorded, happened, open, ahead, first } = start;
    let moment = referee.moment(&position)?;
    let mut plans: Vec<Vec<&Value>> = vec![Vec::new(); referee.seats().len()];
    if let Some(mine) = plans.get_mut(seat.index()) {
        mine.extend(&own);
    }
    let id = |seat: Seat| referee.seats().get(seat.index()).map(|info| info.id.clone()).unwrap_or_default();
    let (events, decisions, others) = Default::default();
    let mut foreseen = Foreseen { seat, id: id(seat), events, decisions, others, chance: false };
    let mut recorded = recorded.clone();
    let mut over = false;
    for number in 0..MOST_STAGES {
        // The seat's plans answer for it, and silence for everybody else.
        let mut desk = RecordDesk::new(&recorded, Seed::of(&[0; 32], ""))
            .with_policy(|_| Policy::Default("forecast".to_owned()));
        let played = referee.play(&position, &plans, &mut desk)?;
        let notes = desk.into_notes();
        let (asked, broken) = questions(&notes, &recorded);
        notes.into_iter().for_each(|note| foreseen.note(note));
        if number == 0 && (broken || !foreseen.is_where(&happened, &open, &ahead, first, &asked)) {
            return Ok(None);
        }
        let Played::Done { position: next, progress } = played else { return Ok(None) };
        if foreseen.chance {
            break;
        }
        if progress == Progress::Ended {
            over = true;
            break;
        }
        if referee.moment(&next)?.turn != moment.turn {
            break;
        }
        recorded.clear();
        position = next;
    }
    let named = |seat: &Seat| {
        let info = referee.seats().into_iter().nth(seat.index());
        info.map(|info| Named { id: info.id, name: info.name }).unwrap_or_default()
    };
    Ok(Some(Forecast {
        turn: moment.turn,
        stage: moment.stage,
        at: None,
        events: foreseen.events.split_off(happened.len()),
        decisions: foreseen.decisions,
        others: foreseen.others.iter().map(named).collect(),
        chance: foreseen.chance,
        over,
    }))
}

/// The part of what happens that a seat can foresee.
struct Foreseen {
    seat: Seat,
    id: String,
    events: Vec<Value>,
    decisions: Vec<Decision>,
    others: BTreeSet<Seat>,
    /// `true` once chance has decided something: nobody can foresee what follows.
    chance: bool,
}

impl Foreseen {
    fn note(&mut self, note: Note) {
        if self.chance {
            return;
        }
        match note {
            Note::Shuffle { order, .. } => self.chance = order.len() > 1,
            Note::Event(event) if event.get("only").is_none_or(|only| *only == *self.id) => {
                self.events.push(event);
            }
            Note::Answer(answered) if answered.seat != self.seat => drop(self.others.insert(answered.seat)),
            Note::Answer(Answered { key, kind, answer, source, .. }) => {
                let origin = match source {
                    Source::Plan { path, .. } => Origin::Plan { path, line: None },
                    Source::Default { why } => Origin::Default { why },
                    Source::Gm => Origin::Gm,
                };
                self.decisions.push(Decision { key, kind, answer, origin, unmet: Vec::new() });
            }
            _ => {}
        }
    }

    /// Returns `true` if the first stage has passed through the position at which the game waits.
    fn is_where(
        &self,
        happened: &[Value],
        open: &[String],
        ahead: &[String],
        first: bool,
        asked: &[String],
    ) -> bool {
        let begins = self.events.get(..happened.len()).is_some_and(|events| events == happened);
        let asked = open.iter().all(|key| asked.contains(key));
        let is_near = |key: &String| open.contains(key) || ahead.contains(key);
        let at_once = !first || self.decisions.first().is_none_or(|decided| is_near(&decided.key));
        begins && asked && at_once
    }
}

/// Keys of the questions that had no answer on record, and `true` if a recorded answer does not fit.
fn questions(notes: &[Note], recorded: &BTreeMap<String, Value>) -> (Vec<String>, bool) {
    let asked = |note: &Note| match note {
        Note::Question(key) if !recorded.contains_key(key) => Some(key.clone()),
        _ => None,
    };
    let broken = |note: &Note| matches!(note, Note::Ignored(ignored) if ignored.on_record);
    (notes.iter().filter_map(asked).collect(), notes.iter().any(broken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn decided(key: &str) -> Decision {
        Decision {
            key: key.to_owned(),
            kind: "bid".to_owned(),
            answer: json!(1),
            origin: Origin::Gm,
            unmet: Vec::new(),
        }
    }

    /// What was played is where the game waits if it has happened so, asks what is open, and begins with a question that is near, where
    /// the position may be in the middle of a stage.
    #[test]
    fn a_forecast_begins_where_the_game_waits() {
        let keys = |all: &[&str]| all.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
        for (happened, decisions, first, asked, is) in [
            (&[1][..], &["open"][..], true, &["open"][..], true),
            (&[1], &["ahead"], true, &["open"], true),
            (&[1], &[], true, &["open"], true),
            (&[1], &["other", "open"], true, &["open"], false),
            (&[1], &["other", "open"], false, &["open"], true),
            (&[], &["open"], true, &["open"], true),
            (&[2], &["open"], true, &["open"], false),
            (&[1, 2, 3], &["open"], true, &["open"], false),
            (&[1], &["open"], true, &["ahead"], false),
            (&[1], &["open"], false, &[], false),
        ] {
            let foreseen = Foreseen {
                seat: Seat(0),
                id: "ash".to_owned(),
                events: vec![json!(1), json!(2)],
                decisions: decisions.iter().map(|key| decided(key)).collect(),
                others: BTreeSet::new(),
                chance: false,
            };
            let happened: Vec<Value> = happened.iter().map(|event| json!(event)).collect();
            let reached =
                foreseen.is_where(&happened, &keys(&["open"]), &keys(&["ahead"]), first, &keys(asked));
            assert_eq!(reached, is, "{happened:?} {decisions:?} {first} {asked:?}");
        }
    }
}
