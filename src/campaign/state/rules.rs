//! The game at the campaign's table: what the rules make of a record.
//!
//! May use: table, entries, record, corrected. Is used by: fold, run, mails, status.

use crate::campaign::state::corrections::{Corrected, Texts};
use crate::campaign::state::entries::{Order, SeatId};
use crate::campaign::state::record::{Record, Ruled};
use crate::ledger::Entry;
use crate::seal::{Hash256, canonical};
use crate::table::{
    Answered, Asked, Damaged, Desk, Draw, Open, Played, Point, Policy, Position, Progress, Referee, Refusal,
    Says, Seat, Seed,
};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The game and its chance.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// The game; of a record whose data a ruling has corrected, [`of`](Rules::of) gives it.
    pub referee: &'a dyn Referee,
    /// The secret of the shuffles.
    pub secret: &'a [u8; 32],
    /// The ledger as far as it is written: a ruling goes back in it.
    pub past: &'a [Entry],
    founded: &'a dyn Referee,
    corrected: Option<&'a Corrected>,
}

impl<'a> Rules<'a> {
    /// The game that a campaign was founded with, which no ruling has corrected.
    pub fn new(referee: &'a dyn Referee, secret: &'a [u8; 32], past: &'a [Entry]) -> Self {
        Rules { referee, secret, past, founded: referee, corrected: None }
    }

    /// The same where rulings may correct the game's data.
    pub fn with(self, corrected: &'a Corrected) -> Self {
        Rules { corrected: Some(corrected), ..self }
    }

    /// The same with the game as a record has it: by the data that it was founded with, or that rulings have corrected.
    ///
    /// # Errors
    /// The corrected data make no game.
    pub fn of(self, record: &Record) -> Result<Self, Damaged> {
        self.by(&record.game.data)
    }

    /// The same with corrected files of the game's data.
    ///
    /// # Errors
    /// They make no game.
    pub(crate) fn by(self, texts: &Texts) -> Result<Self, Damaged> {
        if texts.is_empty() {
            return Ok(Rules { referee: self.founded, ..self });
        }
        let files = || texts.keys().cloned().collect::<Vec<_>>().join(", ");
        let Some(corrected) = self.corrected else {
            return Err(Damaged(format!("a ruling has corrected {}, which nothing here can read", files())));
        };
        let made = corrected.by(texts, self.founded);
        let referee = made.map_err(|why| Damaged(format!("the game with {} corrected: {why}", files())))?;
        Ok(Rules { referee, ..self })
    }

    /// The text of a file of the game's data as a record has it; none if there is no such file.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn text_of(&self, record: &Record, file: &str) -> Result<Option<String>, Damaged> {
        match (record.game.data.get(file), self.corrected) {
            (Some(text), _) => Ok(Some(text.clone())),
            (None, Some(corrected)) => corrected.founded(file).map_err(Damaged),
            (None, None) => Ok(None),
        }
    }
}

/// Where a game stands.
#[derive(Debug)]
pub struct PendingPosition {
    /// The position where it stands.
    pub position: Value,
    /// What it waits for; none if nothing is asked.
    pub open: Vec<Open>,
    /// Whether that is asked together.
    pub together: bool,
    /// What has happened in the present stage.
    pub events: Vec<Value>,
    /// What each seat may know of the position, once it has been asked for: receipt, report and order sheet are all made
    /// from it.
    pub(crate) views: RefCell<BTreeMap<Option<Seat>, Rc<Value>>>,
}

impl PendingPosition {
    /// The position as a seat (none: everybody) may know it; null if there is none yet.
    ///
    /// # Errors
    /// The rules cannot read the position.
    pub(crate) fn view(&self, rules: Rules<'_>, seat: Option<Seat>) -> Result<Rc<Value>, Damaged> {
        if self.position.is_null() {
            return Ok(Rc::new(Value::Null));
        }
        let known = self.views.borrow().get(&seat).cloned();
        if let Some(view) = known {
            return Ok(view);
        }
        let view = Rc::new(rules.referee.view(&Position(self.position.clone()), seat)?);
        self.views.borrow_mut().insert(seat, view.clone());
        Ok(view)
    }

    /// The position as a seat may know it; what it may not know is filled with something harmless. What a seat is told
    /// of its plan and on its order sheet is made from this.
    ///
    /// # Errors
    /// The position cannot be read, or the game makes none of its own view.
    pub(crate) fn seen(&self, rules: Rules<'_>, seat: Seat) -> Result<Position, Damaged> {
        rules.referee.position_from_view(&*self.view(rules, Some(seat))?)
    }
}

/// A stage played from answers on record.
pub(crate) struct Replayed {
    pub(crate) position: Value,
    pub(crate) progress: Progress,
    pub(crate) events: Vec<Value>,
    pub(crate) draws: Vec<Order>,
}

/// A table that only knows the record.
struct RecordDesk<'a> {
    answers: &'a BTreeMap<String, Value>,
    outcomes: &'a BTreeMap<String, Ruled>,
    seed: Seed,
    events: Vec<Value>,
    draws: Vec<Order>,
    points: Vec<Point>,
}

impl Desk for RecordDesk<'_> {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.answers.get(key).cloned()
    }
    fn policy(&mut self, _: Seat, _: &str, _: &str, _: &Says) -> Policy {
        Policy::Ask
    }
    fn answered(&mut self, _: Answered) {}
    fn settled(&mut self, point: &Point) -> Option<Value> {
        self.points.push(point.clone());
        self.outcomes.get(&point.key).map(|ruled| ruled.value.clone())
    }
    fn unusable(&mut self, _: Seat, _: &str, _: &Value, _: &Refusal) {}
    fn draw(&mut self, label: &str) -> Draw {
        self.seed.draw(label)
    }
    fn drawn(&mut self, label: &str, order: &[usize]) {
        let order: Vec<u64> = order.iter().map(|place| *place as u64).collect();
        self.draws.push(Order { label: label.to_owned(), length: order.len() as u64, order });
    }
    fn told(&mut self, event: Value) {
        self.events.push(event);
    }
}

/// The digest of a position: SHA-256 of its canonical form.
///
/// # Errors
/// It holds what has no canonical form.
pub fn digest(position: &Value) -> Result<Hash256, Damaged> {
    Hash256::of_value(position).map_err(|why| Damaged(format!("a position: {why}")))
}

impl Rules<'_> {
    /// What all draws follow from.
    pub fn seed(&self, words: &BTreeMap<SeatId, String>) -> Seed {
        let words: Map<String, Value> =
            words.iter().map(|(seat, words)| (seat.clone(), Value::String(words.clone()))).collect();
        Seed::of(self.secret, &canonical(&Value::Object(words)).unwrap_or_default())
    }

    /// The id of a seat.
    pub fn seat_id(&self, seat: Seat) -> SeatId {
        self.referee.seats().get(seat.index()).map(|info| info.id.clone()).unwrap_or_else(|| seat.to_string())
    }

    /// The seat of an id.
    pub fn seat(&self, id: &str) -> Option<Seat> {
        let place = self.referee.seats().iter().position(|info| info.id == id)?;
        u8::try_from(place).ok().map(Seat)
    }

    /// A position as a seat may know it: what [`PendingPosition::seen`] says of where the game stands.
    ///
    /// # Errors
    /// The position cannot be read, or the game makes none of its own view.
    pub(crate) fn seen(&self, position: &Value, seat: Seat) -> Result<Position, Damaged> {
        let view = self.referee.view(&Position(position.clone()), Some(seat))?;
        self.referee.position_from_view(&view)
    }

    fn record_desk<'a>(&self, record: &'a Record) -> RecordDesk<'a> {
        RecordDesk {
            answers: &record.game.answers,
            outcomes: &record.game.outcomes,
            seed: self.seed(&record.people.words),
            events: Vec::new(),
            draws: Vec::new(),
            points: Vec::new(),
        }
    }

    /// What the rules work out in the present stage, as far as it goes, that a ruling could make otherwise.
    pub(crate) fn points(&self, record: &Record) -> Result<Vec<Point>, Damaged> {
        let mut desk = self.record_desk(record);
        self.of(record)?.referee.play(&Position(record.game.position.clone()), &[], &mut desk)?;
        Ok(desk.points)
    }

    /// Sets the game up.
    pub(crate) fn begin(&self, record: &Record) -> Result<Replayed, Damaged> {
        let mut desk = self.record_desk(record);
        let position = self.of(record)?.referee.begin(&mut desk)?.0;
        Ok(Replayed { position, progress: Progress::Next, events: desk.events, draws: desk.draws })
    }

    /// Plays the present stage from what is on record.
    pub(crate) fn replay(&self, record: &Record) -> Result<Result<Replayed, PendingPosition>, Damaged> {
        let mut desk = self.record_desk(record);
        let played =
            self.of(record)?.referee.play(&Position(record.game.position.clone()), &[], &mut desk)?;
        Ok(match played {
            Played::Done { position, progress } => {
                Ok(Replayed { position: position.0, progress, events: desk.events, draws: desk.draws })
            }
            Played::Paused(asked) => {
                let Asked { open, together, position } = *asked;
                Err(PendingPosition {
                    position,
                    open,
                    together,
                    events: desk.events,
                    views: RefCell::default(),
                })
            }
        })
    }

    /// Where the game stands, with what is asked.
    ///
    /// # Errors
    /// The rules cannot read the record.
    pub fn pending(&self, record: &Record) -> Result<PendingPosition, Damaged> {
        let idle = |position: Value| PendingPosition {
            position,
            open: Vec::new(),
            together: false,
            events: Vec::new(),
            views: RefCell::default(),
        };
        if record.game.position.is_null() || record.game.over {
            return Ok(idle(record.game.position.clone()));
        }
        Ok(match self.replay(record)? {
            Err(pending) => pending,
            Ok(_) => idle(record.game.position.clone()),
        })
    }
}
