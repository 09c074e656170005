//! Plays the game's rules on a record: replays of stages, open questions, and views for seats.

use crate::campaign::state::corrections::{Corrected, Texts};
use crate::campaign::state::entries::{Chance, How, Order, Resolved, SeatId, Shuffled};
use crate::campaign::state::record::{Filed, Game, Record, Round};
use crate::ledger::Past;
use crate::seal::{Hash256, canonical};
use crate::table::{
    Asked, Damaged, Event, Note, Open, Played, Point, Position, Progress, RecordDesk, Referee, Seat, Seed,
    View,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game with its secret of the shuffles and the ledger, ready to play the rules on a record.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// The game. For a record whose data a ruling has corrected, use [`of`](Rules::of) first.
    pub referee: &'a dyn Referee,
    /// The secret of the shuffles; nobody may know it before the game ends.
    pub secret: &'a [u8; 32],
    /// The written entries of the ledger, in which a ruling goes back.
    pub past: Past<'a>,
    /// `true` if a copy of the ledger leaves out what the game is played with: then stages are believed and not played
    /// again.
    pub blind: bool,
    founded: &'a dyn Referee,
    corrected: Option<&'a Corrected>,
}

impl<'a> Rules<'a> {
    /// Creates the rules of a game at its founding; no ruling can correct its data.
    pub fn new(referee: &'a dyn Referee, secret: &'a [u8; 32], past: impl Into<Past<'a>>) -> Self {
        let past = past.into();
        Rules { referee, secret, past, blind: false, founded: referee, corrected: None }
    }

    /// Returns these rules for a copy that leaves out what the game is played with.
    pub(crate) fn blind(self) -> Self {
        Rules { blind: true, ..self }
    }

    /// Returns these rules with games for data that rulings have corrected.
    pub fn with(self, corrected: &'a Corrected) -> Self {
        Rules { corrected: Some(corrected), ..self }
    }

    /// Returns these rules with the game of a record: by the data at the founding, or as rulings have corrected them.
    ///
    /// # Errors
    /// If the corrected data make no game.
    pub fn of(self, record: &Record) -> Result<Self, Damaged> {
        self.by(&record.game.data)
    }

    /// Returns these rules with corrected files of the game's data; all other files are those of the founding.
    ///
    /// # Errors
    /// If the files make no game.
    pub(crate) fn by(self, texts: &Texts) -> Result<Self, Damaged> {
        if texts.is_empty() {
            return Ok(Rules { referee: self.founded, ..self });
        }
        let files = || texts.keys().cloned().collect::<Vec<_>>().join(", ");
        let Some(corrected) = self.corrected else {
            return Err(Damaged(format!(
                "a ruling has corrected {}, but only the original game is loaded here",
                files()
            )));
        };
        let made = corrected.by(texts, self.founded);
        let referee = made.map_err(|why| Damaged(format!("the game with {} corrected: {why}", files())))?;
        Ok(Rules { referee, ..self })
    }

    /// Returns the text of a file of the game's data with the corrections in a record; `None` if there is no such file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn text_of(&self, record: &Record, file: &str) -> Result<Option<String>, Damaged> {
        match (record.game.data.get(file), self.corrected) {
            (Some(text), _) => Ok(Some(text.clone())),
            (None, Some(corrected)) => corrected.founded(file).map_err(Damaged),
            (None, None) => Ok(None),
        }
    }
}

/// The position of a game in the middle of a stage, and the questions it waits for. It holds secrets of all seats.
#[derive(Debug)]
pub struct PendingPosition {
    /// The position when the questions are asked; null before the game has begun.
    pub position: Position,
    /// The open questions, and behind them those that may come up in this round; empty if nothing is asked.
    pub open: Vec<Open>,
    /// `true` if the questions are asked together, in one window.
    pub together: bool,
    /// The events of the present stage so far.
    pub events: Vec<Event>,
    /// The views that were asked for so far, by seat; receipt, report and order sheet of a seat are made from the same
    /// view.
    pub(crate) views: Mutex<BTreeMap<Option<Seat>, View>>,
    /// The positions as seats may know them, those that were asked for so far.
    pub(crate) seen: Mutex<BTreeMap<Seat, Position>>,
}

impl PendingPosition {
    /// Returns what a seat may know of the position, or with `None` what everybody may know; empty before the game has
    /// begun.
    ///
    /// # Errors
    /// If the rules cannot read the position.
    pub(crate) fn view(&self, rules: Rules<'_>, seat: Option<Seat>) -> Result<View, Damaged> {
        if self.position.is_null() {
            return Ok(View::default());
        }
        let known = open(&self.views).get(&seat).cloned();
        if let Some(view) = known {
            return Ok(view);
        }
        let view = match seat {
            Some(seat) => rules.referee.view_of(&self.position, seat, &self.view(rules, None)?)?,
            None => rules.referee.view(&self.position, None)?.into(),
        };
        open(&self.views).insert(seat, view.clone());
        Ok(view)
    }

    /// Returns the position as a seat may know it, with something harmless in place of what the seat may not know. The notes on
    /// its plan and its order sheet are made from this.
    ///
    /// # Errors
    /// If the rules cannot read the position, or cannot make one from their own view.
    pub(crate) fn seen(&self, rules: Rules<'_>, seat: Seat) -> Result<Position, Damaged> {
        let known = open(&self.seen).get(&seat).cloned();
        if let Some(position) = known {
            return Ok(position);
        }
        let position = rules.referee.seen(&self.position, seat)?;
        open(&self.seen).insert(seat, position.clone());
        Ok(position)
    }
}

/// Opens what several threads share. One that panicked has left nothing behind that is half done.
fn open<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A stage that was played to its end from the answers in a record.
pub(crate) struct Replayed {
    pub(crate) position: Position,
    pub(crate) progress: Progress,
    pub(crate) events: Vec<Event>,
    pub(crate) draws: Vec<Order>,
}

/// A stage that was played from the record before the entry that resolves it is applied.
pub(crate) enum Known {
    /// The entry was made of it.
    Noted(Replayed),
    /// The entry is to agree with it.
    Replayed(Replayed),
}

impl Replayed {
    /// Returns what an entry says of a stage that cannot be played again: its draws have no results, and its position is
    /// empty.
    pub(crate) fn believed(body: &Resolved) -> Self {
        let draw =
            |drawn: &Shuffled| Order { label: drawn.label.clone(), length: drawn.count, order: Vec::new() };
        Replayed {
            position: serde_json::json!({}).into(),
            progress: if body.over { Progress::Ended } else { Progress::Next },
            events: Vec::new(),
            draws: body.shuffles.iter().map(draw).collect(),
        }
    }

    fn new(position: Position, progress: Progress, notes: Vec<Note>) -> Self {
        let (mut events, mut draws) = (Vec::new(), Vec::new());
        for note in notes {
            match note {
                Note::Event(event) => events.push(event.into()),
                Note::Shuffle { label, order } => draws.push(Order::of(label, &order)),
                _ => {}
            }
        }
        Replayed { position, progress, events, draws }
    }
}

/// Looks up the results that rulings put in place of the rules' own, by the key of the point.
pub(crate) fn results(record: &Record) -> impl Fn(&str) -> Option<Value> {
    |key| record.game.outcomes.get(key).map(|ruled| ruled.value.clone())
}

/// Returns the SHA-256 of a position in canonical form.
///
/// # Errors
/// If the position has no canonical form.
pub fn digest(position: &Value) -> Result<Hash256, Damaged> {
    Hash256::of_value(position).map_err(|why| Damaged(format!("a position: {why}")))
}

impl Rules<'_> {
    /// Returns the seed of all shuffles, from the secret and everything that was mixed into it.
    pub fn seed(&self, chance: &Chance) -> Seed {
        let chance = serde_json::json!({
            "gm-words": chance.gm_words, "public": chance.public, "words": chance.words,
        });
        Seed::of(self.secret, &canonical(&chance).unwrap_or_default())
    }

    /// Returns the round that a record's game is in.
    pub(crate) fn round(&self, record: &Record) -> Round {
        let name = self.referee.round(&record.game.stage_name).to_owned();
        Round { turn: record.game.turn, name }
    }

    /// Returns the id of a seat.
    pub fn seat_id(&self, seat: Seat) -> SeatId {
        self.referee.seats().get(seat.index()).map(|info| info.id.clone()).unwrap_or_else(|| seat.to_string())
    }

    /// Returns the seat with an id; `None` if the game has none.
    pub fn seat(&self, id: &str) -> Option<Seat> {
        self.referee.seat(id).map(|(seat, _)| seat)
    }

    /// Returns any position as a seat may know it, like [`PendingPosition::seen`].
    ///
    /// # Errors
    /// If the rules cannot read the position, or cannot make one from their own view.
    pub(crate) fn seen(&self, position: &Position, seat: Seat) -> Result<Position, Damaged> {
        self.referee.seen(position, seat)
    }

    /// Returns the plans that a seat has sent in a turn, and those of the turn before that are not past, newest first, without what
    /// a steward made for it.
    pub(crate) fn plans_for<'g>(
        &self,
        game: &'g Game,
        seat: &str,
        turn: u32,
        at: &Position,
    ) -> Vec<&'g Filed> {
        let is_past = |filed: &Filed| self.referee.is_past(&filed.plan, at).unwrap_or(true);
        let mut all = game.plans_of(seat);
        all.retain(|filed| {
            let before = filed.round.turn.checked_add(1) == Some(turn);
            filed.how != How::Steward && (filed.round.turn == turn || before && !is_past(filed))
        });
        all
    }

    /// Returns a plan with all that earlier ones, the newest first, still answer where it is silent.
    ///
    /// # Errors
    /// If the rules cannot read a plan or the position.
    pub(crate) fn with_earlier<'f>(
        &self,
        plan: &Value,
        earlier: impl IntoIterator<Item = &'f Filed>,
        at: &Position,
    ) -> Result<Value, Damaged> {
        earlier.into_iter().try_fold(plan.clone(), |whole, old| {
            let lasting = self.referee.lasting(&old.plan, at)?;
            Ok(self.referee.merge(&lasting, &whole)?.0)
        })
    }

    /// Makes a desk over the answers and the ruled results of a record, with the campaign's chance. As it is, it asks about
    /// everything else.
    pub(crate) fn desk<'r>(&self, record: &'r Record) -> RecordDesk<'r> {
        RecordDesk::new(&record.game.answers, self.seed(&record.people.fixed)).with_results(results(record))
    }

    /// Returns the results of the present stage so far that a ruling could replace.
    ///
    /// # Errors
    /// If the rules cannot read the record.
    pub(crate) fn points(&self, record: &Record) -> Result<Vec<Point>, Damaged> {
        let mut desk = self.desk(record);
        self.of(record)?.referee.play(&record.game.position, &[], &mut desk)?;
        let point = |note| if let Note::Point(point) = note { Some(point) } else { None };
        Ok(desk.into_notes().into_iter().filter_map(point).collect())
    }

    /// Sets the game up.
    ///
    /// # Errors
    /// If the game has no valid set-up.
    pub(crate) fn begin(&self, record: &Record) -> Result<Replayed, Damaged> {
        let mut desk = self.desk(record);
        let position = self.of(record)?.referee.begin(&mut desk)?;
        Ok(Replayed::new(position, Progress::Next, desk.into_notes()))
    }

    /// Replays the present stage from the answers in a record. Returns the resolved stage, or the open questions if
    /// answers are missing.
    ///
    /// # Errors
    /// If the rules cannot read the record.
    pub(crate) fn replay(&self, record: &Record) -> Result<Result<Replayed, PendingPosition>, Damaged> {
        let mut desk = self.desk(record);
        let played = self.of(record)?.referee.play(&record.game.position, &[], &mut desk)?;
        Ok(match played {
            Played::Done { position, progress } => Ok(Replayed::new(position, progress, desk.into_notes())),
            Played::Paused(asked) => {
                let Asked { mut open, ahead, together, position, .. } = *asked;
                open.extend(ahead);
                let event = |note| if let Note::Event(event) = note { Some(event.into()) } else { None };
                let events = desk.into_notes().into_iter().filter_map(event).collect();
                Err(PendingPosition {
                    position,
                    open,
                    together,
                    events,
                    views: Mutex::default(),
                    seen: Mutex::default(),
                })
            }
        })
    }

    /// Returns the position of a record's game with its open questions; without questions if the game has not begun or
    /// is over.
    ///
    /// # Errors
    /// If the rules cannot read the record.
    pub fn pending(&self, record: &Record) -> Result<PendingPosition, Damaged> {
        let idle = |position: Position| PendingPosition {
            position,
            open: Vec::new(),
            together: false,
            events: Vec::new(),
            views: Mutex::default(),
            seen: Mutex::default(),
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
