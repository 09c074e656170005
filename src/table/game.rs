//! The contract between rules and table: a [`Game`] asks a [`Table`], and every question is a [`Query`].

use super::form::Form;
use super::{
    Choices, Foreseen, Kept, Listing, MOST_SEATS, Moment, Open, Pause, Point, Progress, Reading, Refusal,
    Says, Seat, SeatInfo, Typed, TypedLine, View, Vocabulary,
};
use crate::picture::Picture;
use crate::sheet::{Fault, Node};
use arrayvec::ArrayVec;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt::Debug;

/// A game that can be played here: its rules, and the data through which people meet them.
///
/// A campaign knows games only through the object-safe [`Referee`](super::Referee) that a [`Host`](super::Host) makes
/// of this.
pub trait Game: Send + Sync + Sized + 'static {
    /// The whole position, between and within stages. Plain data; equal positions play equally.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// A question as plain data, with ids for all names (`moat-cailin`).
    type Question: Clone + Debug + Serialize;
    /// Something that has happened, as plain data tagged by `event`.
    type Event: Clone + Debug + Serialize;
    /// A player's plan, checked. Its JSON is what is sealed.
    type Plan: Clone + Debug + Serialize + DeserializeOwned + Send;

    /// Returns the id of the game with its edition, such as `thrones-1e`.
    fn id(&self) -> &str;
    /// Returns the folder of its templates, such as `thrones`.
    fn templates(&self) -> &str;
    /// Returns the seats in their listed order.
    fn seats(&self) -> Vec<SeatInfo>;
    /// Returns the name with the edition, for people.
    fn title(&self) -> String;

    /// Sets the game up.
    fn begin<T: Table<Self>>(&self, table: &mut T) -> Result<Self::State, Pause>;
    /// Plays the stage at whose opening the position is, and leaves the position at the opening of the next. After a
    /// pause the position is of no use: the caller plays again from its own copy.
    fn play<T: Table<Self>>(&self, state: &mut Self::State, table: &mut T) -> Result<Progress, Pause>;
    /// Returns the turn and stage of a position.
    fn moment(&self, state: &Self::State) -> Moment;
    /// Returns the round that a stage belongs to. A turn consists of rounds, and the questions of a round can be answered
    /// by one message: a campaign in `pace: batch` asks each seat once a round. By default a turn is one round.
    fn round(&self, stage: &str) -> &'static str {
        let _ = stage;
        "turn"
    }
    /// Returns `true` for a stage whose sheet asks for all that may come up in its round as for what waits now: nothing of it comes
    /// first. By default what waits does.
    fn gathers(&self, stage: &str) -> bool {
        let _ = stage;
        false
    }

    /// Foresees what may still be asked in the present round of a position that is paused, as far as the rules can tell;
    /// lists at most `limit` legal answers for each. It may name questions that never come up, or that the present
    /// position shows only roughly. By default nothing is foreseen.
    fn foresee(&self, state: &Self::State, limit: usize) -> Vec<Foreseen<Self::Question>> {
        let _ = (state, limit);
        Vec::new()
    }

    /// Returns how the game ended, as data for templates: at least `{"winners": [seat ids]}`. `None` if it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Value>;

    /// Writes the whole position as data with names.
    fn write_state(&self, state: &Self::State) -> Value;
    /// Reads a position from data.
    ///
    /// # Errors
    /// If the data is not a position; the text says what is wrong.
    fn read_state(&self, value: &Value) -> Result<Self::State, String>;
    /// Returns what a seat may know of a position, or with `None` what everybody may: reports are made from it, and
    /// players receive it by mail.
    fn view(&self, state: &Self::State, seat: Option<Seat>) -> Value;
    /// Returns the members of a seat's [`view`](Game::view) that are not the same in `open`, which everybody may know; `open` has no
    /// others. A game that does not compare returns all.
    fn own_view(&self, state: &Self::State, seat: Seat, open: &View) -> Map<String, Value> {
        let _ = open;
        let Value::Object(members) = self.view(state, Some(seat)) else { return Map::new() };
        members
    }
    /// Returns what a picture shows, made from a view and from events that the view's reader may know. It takes nothing from a
    /// position: equal views have equal pictures. By default there is none.
    fn picture(&self, view: &Value, events: &[Value]) -> Option<Picture> {
        let _ = (view, events);
        None
    }
    /// Returns what a chart of the game counts at the end of a turn, as everybody may know it: for each measure a number for each
    /// seat. By default nothing.
    fn tally(&self, state: &Self::State) -> Value {
        let _ = state;
        Value::Null
    }
    /// Returns a chart of such tallies, oldest first, each with its `turn`. By default there is none.
    fn chart(&self, view: &Value, tallies: &[Value]) -> Option<Picture> {
        let _ = (view, tallies);
        None
    }
    /// Makes a position from a view; hidden parts are filled with something harmless.
    ///
    /// # Errors
    /// If the data is not a view; the text says what is wrong.
    fn read_view(&self, value: &Value) -> Result<Self::State, String>;
    /// Returns what [`read_view`](Game::read_view) makes of a seat's [`view`](Game::view). A game may do it without writing the
    /// view, but the two must be equal.
    ///
    /// # Errors
    /// If the game cannot read its own view; the text says what is wrong.
    fn seen(&self, state: &Self::State, seat: Seat) -> Result<Self::State, String> {
        self.read_view(&self.view(state, Some(seat)))
    }

    /// Reads a plan: understands it, checks it against the position, and suggests corrections.
    fn read_plan(&self, state: &Self::State, seat: Seat, open: &[Open], plan: &Node) -> Reading<Self::Plan>;
    /// Returns a plan with the names of seats in place of those of their players, and what was replaced; by default as it is.
    fn name_seats(
        &self,
        state: &Self::State,
        seat: Seat,
        names: &[(String, Seat)],
        plan: Node,
    ) -> (Node, Vec<Fault>) {
        let _ = (state, seat, names);
        (plan, Vec::new())
    }
    /// Reads free lines as the plan that the sheet's YAML would have given; the plan's own reader then checks it. `names`
    /// are further names of seats, such as those of their players. By default nothing is taken.
    fn read_typed(
        &self,
        state: &Self::State,
        seat: Seat,
        open: &[Open],
        names: &[(String, Seat)],
        lines: &[TypedLine<'_>],
    ) -> Typed {
        let _ = (state, seat, open, names);
        Typed::nothing(lines)
    }
    /// Reads free lines as changes of the plan that their writer has on file, `Deva instead of Ratae, rest same`, and returns that plan as it is
    /// then, whole; `None` if they are none. By default they never are.
    fn read_changes(
        &self,
        state: &Self::State,
        seat: Seat,
        names: &[(String, Seat)],
        earlier: &Self::Plan,
        lines: &[TypedLine<'_>],
    ) -> Option<Typed> {
        let _ = (state, seat, names, earlier, lines);
        None
    }
    /// Returns the legal answers to an open question as people name them; `names` are further names of seats. `None` for a question
    /// that nobody answers by naming something. By default all are.
    fn choices(
        &self,
        state: &Self::State,
        seat: Seat,
        open: &Open,
        names: &[(String, Seat)],
    ) -> Option<Choices> {
        let _ = (state, seat, open, names);
        None
    }
    /// Merges a later plan of the same window into an older one: what the later says replaces what the older said of the
    /// same thing, and the rest stands. By default the later plan replaces the older whole.
    fn merge(&self, old: &Self::Plan, new: &Self::Plan) -> (Self::Plan, Vec<Kept>) {
        let _ = old;
        (new.clone(), Vec::new())
    }
    /// Returns a plan without what it says of questions that are behind the position and never come again. By default all
    /// of it.
    fn lasting(&self, plan: &Self::Plan, state: &Self::State) -> Self::Plan {
        let _ = state;
        plan.clone()
    }
    /// Says that a plan is for another time than the present one, as far as plans of the game name a time: an error if
    /// it answers nothing now, a warning if that is so of a part. A plan that was sealed elsewhere may name any time.
    fn untimely(&self, plan: &Self::Plan, state: &Self::State) -> Option<Fault> {
        let _ = (plan, state);
        None
    }
    /// Returns what a plan says to a question in a position.
    fn consult(&self, plan: &Self::Plan, seat: Seat, question: &Self::Question, state: &Self::State) -> Says;
    /// Returns what a plan says to a question besides what `says` (its answer in this position) gives it, each with the reason
    /// why it cannot be had. A question `ahead` may come later, in a position that nobody knows yet. By default nothing.
    fn unmet(
        &self,
        plan: &Self::Plan,
        seat: Seat,
        question: &Self::Question,
        says: &Says,
        state: &Self::State,
        ahead: bool,
    ) -> Vec<Refusal> {
        let _ = (plan, seat, question, says, state, ahead);
        Vec::new()
    }
    /// Returns why open questions of a seat are asked although a plan of it is on file: what stands in the plan's way, or that it
    /// has come to its end. Nothing of what the plan does not speak of, or answers. By default nothing.
    fn why_asked(&self, plan: &Self::Plan, seat: Seat, open: &[Open], state: &Self::State) -> Vec<Refusal> {
        let _ = (plan, seat, open, state);
        Vec::new()
    }
    /// Returns the order sheet of a seat as data for the game's `sheet` template: its questions and what is legal there.
    fn sheet(&self, state: &Self::State, seat: Seat, open: &[Open]) -> Value;
    /// Returns the order sheet of a seat as a form for the order page; `None`, the default, for a game that has none.
    fn form(&self, state: &Self::State, seat: Seat, open: &[Open]) -> Option<Form> {
        let _ = (state, seat, open);
        None
    }
    /// Makes a sensible random plan for the open questions and those that may follow, as a player could have written
    /// it. Stewards and simulated players play by it.
    fn suggest(&self, state: &Self::State, seat: Seat, open: &[Open], dice: &mut fastrand::Rng)
    -> Self::Plan;
    /// Returns `true` for a question whose answer the others never learn, by its key. By default everybody learns every answer
    /// once it is given.
    fn keeps_secret(&self, key: &str) -> bool {
        let _ = key;
        false
    }
    /// Checks that the rules let one seat write to another while the game lasts; most games let all.
    ///
    /// # Errors
    /// If press from `from` to `to` is forbidden.
    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal> {
        let _ = (from, to);
        Ok(())
    }
    /// Writes a plan as a player would type it: YAML lines, beginning with `plan:`.
    fn write_plan(&self, plan: &Self::Plan, state: &Self::State) -> String;
    /// Returns how many lines of a plan are done, in games whose plans are carried out in order.
    fn lines_done(&self, plan: &Self::Plan, seat: Seat, state: &Self::State) -> Option<usize> {
        let _ = (plan, seat, state);
        None
    }
    /// Returns `true` if lines of a plan are still to come, in games whose plans are carried out in order.
    fn has_lines_left(&self, plan: &Self::Plan, seat: Seat, state: &Self::State) -> bool {
        let _ = (plan, seat, state);
        false
    }
    /// The parts of a plan, as data names them, by which its reader notes what it was made for. Nobody writes them.
    fn stamps(&self) -> &'static [&'static str] {
        &[]
    }
    /// Returns `true` if a plan answers a question by its whole key, whenever that comes up.
    fn answers_by_key(&self, plan: &Self::Plan, key: &str) -> bool {
        let _ = (plan, key);
        false
    }
    /// Returns what is remarked of a whole plan that is true of no part of it alone, such as bids that could each be paid and together
    /// cannot.
    fn together(&self, plan: &Self::Plan, seat: Seat, state: &Self::State) -> Vec<Refusal> {
        let _ = (plan, seat, state);
        Vec::new()
    }
    /// Returns `true` if a plan has nothing more to say, because what it was for is over.
    fn is_past(&self, plan: &Self::Plan, state: &Self::State) -> bool {
        let _ = (plan, state);
        false
    }
    /// Lists the codes of all refusals and problems of this game. Tests check that `refusals/*.yaml` has words for each.
    fn refusal_codes(&self) -> Vec<&'static str>;
    /// Returns the names that its events and positions are made of.
    fn vocabulary(&self) -> Vocabulary {
        Vocabulary::default()
    }
    /// Checks what every position must satisfy: units, tokens and cards are conserved and where they can be.
    ///
    /// # Errors
    /// If the position can never come up in a game.
    fn sound(&self, state: &Self::State) -> Result<(), Refusal>;
    /// Checks what else no game leads to. A new edit of a position is held against it, and what a ledger says already is not: older
    /// rules took it.
    ///
    /// # Errors
    /// If the position can never come up in a game.
    fn comes_up(&self, _state: &Self::State) -> Result<(), Refusal> {
        Ok(())
    }
}

/// A typed question to one seat.
///
/// Legal means enumerable: [`check`](Query::check) refuses nothing that [`list`](Query::list) or
/// [`sample`](Query::sample) gives, and accepts nothing that a complete list lacks.
pub trait Query {
    /// The game whose rules ask.
    type Game: Game;
    type Answer: Clone + PartialEq + Debug;

    /// Returns the seat that is asked.
    fn seat(&self) -> Seat;
    /// Returns the kind of question, such as `retreat`: the word that `ask about` and `secrecy` of a campaign use.
    fn kind(&self) -> &'static str;
    /// Returns the name of this question, unique and stable within a game: `3/march/2/stark/retreat/moat-cailin`.
    fn key(&self) -> String;
    /// Returns the position in which the question is asked.
    fn position(&self) -> &<Self::Game as Game>::State;
    /// Returns the question as plain data, for plans and for people.
    fn question(&self) -> <Self::Game as Game>::Question;
    /// Checks that an answer is legal.
    ///
    /// # Errors
    /// If it is not, with the reason.
    fn check(&self, answer: &Self::Answer) -> Result<(), Refusal>;
    /// Lists the legal answers, or a sample of at most `limit` if there are more.
    fn list(&self, limit: usize) -> Listing<Self::Answer>;
    /// Draws a legal answer.
    fn sample(&self, dice: &mut fastrand::Rng) -> Self::Answer;
    /// Returns the legal answer that is used if the seat must choose and sends nothing.
    fn default(&self) -> Self::Answer;
    /// Writes an answer as plain data with names, as the ledger keeps it.
    fn write(&self, answer: &Self::Answer) -> Value;
    /// Reads an answer from plain data, without checking that it is legal.
    ///
    /// # Errors
    /// If the data cannot be an answer to this question.
    fn read(&self, value: &Value) -> Result<Self::Answer, Refusal>;
}

/// Answers the questions of rules, shuffles for them and hears what happens.
pub trait Table<G: Game> {
    /// Asks one seat.
    fn ask<Q: Query<Game = G>>(&mut self, query: &Q) -> Result<Q::Answer, Pause>;

    /// Asks several seats at once and in secret: no answer is given before all are there. Answers come in
    /// the order of the queries.
    fn ask_together<Q: Query<Game = G>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause>;

    /// Passes over a question that is not asked because `answer` alone is legal. A table at which an answer was written all
    /// the same holds it to account.
    fn forced<Q: Query<Game = G>>(&mut self, query: &Q, answer: &Q::Answer) {
        let _ = (query, answer);
    }

    /// Shuffles by chance that can be verified; the label names the draw, such as `2/westeros-1/shuffle`.
    fn shuffle<T>(&mut self, label: impl FnOnce() -> String, items: &mut [T]);

    /// Returns the result that a ruling puts in place of the one that the rules found: another that is legal there.
    /// `None`, nearly always, if the rules' result counts. Tables that know of no rulings never build the point.
    fn settle(&mut self, point: impl FnOnce() -> Point) -> Option<Value> {
        let _ = point;
        None
    }

    /// Returns `true` if this table hears what is told, and what is passed over as forced. It never changes.
    fn listens(&self) -> bool {
        true
    }

    /// Reports an event. Tables that do not listen never build it.
    fn tell(&mut self, event: impl FnOnce() -> G::Event);
}

impl Open {
    /// Describes the question of a query as data, with at most `limit` legal answers. With none, it is only named: who is
    /// asked, by which key, and of which kind.
    pub fn of<Q: Query>(query: &Q, limit: usize) -> Self {
        let named = Open {
            seat: query.seat(),
            key: query.key(),
            kind: query.kind().to_owned(),
            question: Value::Null,
            legal: Listing { answers: Vec::new(), complete: false },
            default: Value::Null,
            ahead: false,
        };
        if limit == 0 {
            return named;
        }
        let Listing { answers, complete } = query.list(limit);
        Open {
            question: serde_json::to_value(query.question()).unwrap_or(Value::Null),
            legal: Listing { answers: answers.iter().map(|answer| query.write(answer)).collect(), complete },
            default: query.write(&query.default()),
            ..named
        }
    }
}

impl<Q> Foreseen<Q> {
    /// Foresees a query as it would be asked now, with at most `limit` legal answers.
    pub fn of<G, A>(query: &A, together: bool, limit: usize) -> Self
    where
        G: Game<Question = Q>,
        A: Query<Game = G>,
    {
        let open = Open { ahead: true, ..Open::of(query, limit) };
        Foreseen { open, question: query.question(), together }
    }
}
